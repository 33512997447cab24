"""Network games by the names that people read and type: in lists, behind commands, and when a shell completes them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlantis_tui.commands import log, replay
from atlantis_tui.completion.words import candidates
from atlantis_tui.network.files import open_game
from atlantis_tui.replay.export import stem_of
from atlantis_tui.saved import game_names, paths
from atlantis_tui.saved.asked_game import file_of
from atlantis_tui.saved.game_files import list_unfinished, new_table
from atlantis_tui.saved.library import list_games, rename
from core.frames import MAGIC, frame, pack_record
from net.identity import load_identity
from tests.net.lan import dealt, in_play, play_on

pytestmark = pytest.mark.usefixtures("home", "utc")

TUESDAY = 1_794_951_600.0  # 17 Nov 2026, 21:40
WORD = "Atlantis-with-Anna-and-Chloë-2026-11-17-2140"


def kept(log, changed: float = TUESDAY) -> Path:
    path = Path(paths.games_dir(), paths.network_game(log.roster.gid))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in log.records))
    os.utime(path, (changed, changed))
    return path


@pytest.fixture
def ours():
    """A game of three that was left; we play in seat 1."""
    load_identity(paths.identity_file(), lambda length: bytes([2]) * length)
    return kept(in_play(people=3)[0])


def test_a_name_tells_with_whom_and_when(ours):
    name = game_names.of_file(str(ours))
    assert name is not None
    day = 86_400
    for later, told in (
        (3600, "21:40"),
        (day, "Tue 21:40"),
        (20 * day, "17 Nov 21:40"),
        (60 * day, "2026-11-17 21:40"),
    ):
        assert name.told(TUESDAY + later) == f"Atlantis with Anna and Chloë, {told}"
    assert name.word == WORD
    os.unlink(paths.identity_file())
    assert game_names.called(str(ours)).startswith("Atlantis of Anna, Boris and Chloë, ")


@pytest.mark.parametrize(
    "given", [WORD, WORD.lower(), "Atlantis with Anna and Chloë", "Atlantis with Anna and Chloë, 2026-11-17 21:40",
              "Atlantis-with-Anna-and-Chloë-2026-11-17-1500"]
)  # fmt: skip
def test_commands_take_it_as_it_is_told(ours, given):
    """Also without its time, and with the time that it had before it was gone on with."""
    assert file_of(given) == str(ours)


@pytest.mark.parametrize("given", ["Atlantis-with-Anna", "Atlantis-with-Anna-and-Chloë-2026-11-17-2141",
                                   "Atlantis-with-Anna-and-Chloë-2026-11-16-2140", "nowhere.atl"])  # fmt: skip
def test_another_name_is_no_name_of_it(ours, given):
    assert file_of(given) == given


def test_of_games_called_alike_the_newest_is_meant_and_files_keep_their_names(ours):
    other = kept(dealt(people=3, nonce=1)[0], TUESDAY + 30)
    assert other != ours
    assert file_of(WORD) == str(other)
    assert game_names.typed(str(other)) == WORD
    assert game_names.typed(str(ours)) == str(ours), "the word would lead to the other one"
    assert file_of(ours.name) == str(ours)


def test_the_lists_and_commands_say_it(ours, capsys):
    assert list_unfinished()[0].name.word == WORD  # type: ignore[union-attr]
    (listed,) = list_games()
    assert listed.called is not None
    assert (listed.called.word, listed.title) == (WORD, "")
    log.run(["list"])
    assert capsys.readouterr().out.endswith(f"; {WORD}\n")
    assert log.run(["show", WORD]) == 0
    assert replay.run([WORD, "--plain"]) == 0


def test_it_is_hosted_again_by_its_number_in_the_list_too(ours):
    kept(dealt(people=3, nonce=1)[0], TUESDAY + 30)
    with open_game("2") as log:
        assert log.path == str(ours)


def test_a_film_of_it_is_called_so(ours):
    assert stem_of(str(ours)) == WORD
    named = str(ours.with_name("With Anna at the lake.atl"))
    assert stem_of(named) == "With Anna at the lake"
    assert len(stem_of("ж" * 120 + ".atl").encode()) <= 200


@pytest.mark.parametrize(
    ("who", "called"),
    [
        (["you:Mira", "bot:random", "bot:hard"], "Atlantis-with-2-bots"),
        (["you", "person:Анна", "bot:hard"], "Atlantis-with-Анна-and-a-bot"),
        (["person:Anna", "person:Boris"], "Atlantis-of-Anna-and-Boris"),
        (["bot:easy", "bot:easy"], "Atlantis-of-2-bots"),
    ],
)
def test_a_film_of_a_game_at_this_computer_is_called_like_one_of_others(who, called):
    with new_table("atlantis", who, seed="KELP-7").log as log:  # type: ignore[attr-defined]
        os.utime(log.path, (TUESDAY, TUESDAY))
        assert stem_of(log.path) == f"{called}-2026-11-17-2140"


def test_a_shell_completes_it_and_the_name_of_the_file_too(ours):
    for command in ("log show", "resume", "replay", "review"):
        assert candidates(f"atlantis {command} ") == [WORD]
        assert candidates(f"atlantis {command} Atl") == [WORD]
        assert candidates(f"atlantis {command} lan-") == [ours.name]


def test_who_gives_a_game_a_name_of_their_own_finds_it_by_that(ours):
    finished, table = dealt(people=3, nonce=1)
    play_on(table, 10_000)
    kept(finished)
    game = next(one for one in list_games() if one.finished)
    rename(game, "With Anna at the lake")
    named = next(one for one in list_games() if one.finished)
    assert named.called is None
    assert named.title == "With Anna at the lake"
    assert file_of("With Anna at the lake") == named.path


def test_a_broken_file_has_no_name(ours):
    ours.write_bytes(MAGIC + b"\0" * 100)
    assert game_names.of_file(str(ours)) is None
    assert game_names.typed(str(ours)) == str(ours)
    assert file_of(WORD) == WORD
