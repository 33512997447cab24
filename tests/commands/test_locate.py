"""`atlantis locate`: the places, for people and for scripts."""

import pytest

from atlantis_tui.saved import paths
from tests.commands.test_log import refused


def test_all_places_with_their_names(atlantis, home):
    done = atlantis("locate")
    assert (done.code, done.err) == (0, "")
    assert dict(line.split(maxsplit=1) for line in done.out.splitlines()) == paths.every()
    assert all(place.startswith(f"{home}/") for place in paths.every().values())


@pytest.mark.parametrize("word", ["games", "reviews", "settings", "reports", "statistics", "identity"])
def test_one_place_alone_for_scripts(atlantis, word):
    assert atlantis("locate", word) == (0, f"{paths.every()[word]}\n", "")


def test_several_places_a_line_each(atlantis, home):
    assert atlantis("locate", "settings", "games").out == f"{home}/settings.toml\n{home}/games\n"
    assert not home.exists()


@pytest.mark.parametrize("word", ["game", "", "--where", "\033[2J"])
def test_there_is_no_such_place(atlantis, word):
    refused(atlantis("locate", word))


def test_what_other_files_are_at_is_what_is_told(home):
    from atlantis_tui.review import cache

    assert cache.folder() == paths.every()["reviews"]
