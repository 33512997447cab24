"""A finished game with others speaks to "you", wherever it is looked at; to whoever has another key it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlantis_tui.commands import log, replay, result, review, stats
from atlantis_tui.menu.library_painter import described
from atlantis_tui.replay.export.film import FilmedResult
from atlantis_tui.replay.found_game import FoundGame
from atlantis_tui.replay.past_result import PastResult
from atlantis_tui.replay.screen import ReplayScreen
from atlantis_tui.replay.table import ReplayTable
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.saved import paths
from atlantis_tui.saved.library import list_games
from atlantis_tui.saved.perspective import OPEN, names_for_us, with_you
from atlantis_tui.statistics import finished_games
from atlantis_tui.table.network.result import CompanyResult
from core.frames import MAGIC, frame, pack_record
from core.read_only_log import Reading
from net.identity import load_identity
from tests.menu.at_menu import House, text, until
from tests.net.lan import dealt, play_on
from tests.table.network.at_lan import gathering, reads
from tests.ui.stage import look

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture
def path():
    """A finished game of Anna, Boris and Chloë; nobody's key is here yet."""
    game, table = dealt(people=3)
    play_on(table, 10_000)
    assert table.over
    path = Path(paths.games_dir(), paths.network_game(game.roster.gid))
    path.parent.mkdir(parents=True)
    path.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in game.records))
    return str(path)


@pytest.fixture
def boris():
    """We are Boris, in seat 1."""
    load_identity(paths.identity_file(), lambda length: bytes([2]) * length)


def shown(path: str, filmed: bool = False) -> ReplayScreen:
    return ReplayScreen(ReplayTable(Reading(FoundGame(path).table.log.records), OPEN), filmed=filmed)


def test_the_names_are_those_that_all_read_for_whoever_has_another_key(path, capsys):
    table = FoundGame(path).table
    names = ["Anna", "Boris", "Chloë"]
    assert names_for_us(table) == names == shown(path).names
    screen = ReviewScreen.of(table)
    assert (screen.viewer, screen.seats, screen.names) == (None, [0, 1, 2], names)
    log.run(["show", path])
    told = capsys.readouterr().out
    assert "Boris" in told
    assert "You" not in told


def test_the_commands_speak_to_you(path, boris, capsys):
    log.run(["show", path])
    told = capsys.readouterr().out
    assert told.startswith("Atlantis: Anna, You and Chloë. Seed ")
    assert "Boris" not in told
    assert ". You " in told
    replay.run([path, "--plain"])
    assert capsys.readouterr().out == told
    log.run(["show", path, "--seat", "1"])
    told = capsys.readouterr().out
    assert "Boris" in told.splitlines()[0], "with the eyes of somebody else it is Anna who is you"
    assert result.run([path, "--plain"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Atlantis: Anna, You and Chloë. Seed ")
    assert "Boris" not in told
    assert review.run([path, "--iterations", "1", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "Boris" not in told
    assert "you" in told.lower()
    stats.run([])
    told = capsys.readouterr().out
    assert told.startswith("Atlantis, you: 1 game, ")
    assert "Boris" not in told
    assert "Anna" in told


def test_screens_speak_to_you_and_films_to_all(path, boris):
    table = FoundGame(path).table
    screen = ReviewScreen.of(table)
    assert (screen.viewer, screen.seats, screen.names) == (1, [1, 0, 2], ["Anna", "You", "Chloë"])
    assert shown(path).names == ["Anna", "You", "Chloë"]
    assert shown(path, filmed=True).names == ["Anna", "Boris", "Chloë"]
    again = PastResult(FoundGame(path).table)
    assert (again.viewer, again.names) == (1, ["Anna", "You", "Chloë"])
    filmed = FilmedResult(shown(path, filmed=True))
    assert (filmed.viewer, filmed.names) == (None, ["Anna", "Boris", "Chloë"])
    (listed,) = list_games()
    assert described(listed)[0] == "Atlantis with Anna and Chloë"
    assert listed.names == ("Anna", "You", "Chloë")
    assert described(listed)[1].split()[0] in ("won", "shared", "lost")
    (game,) = finished_games.kept().finished
    assert game.own == 1


async def test_the_review_and_the_replay_from_the_list(path, boris, monkeypatch):
    monkeypatch.setattr(ReviewScreen, "ITERATIONS", 1)
    app = House(look(motion=False))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("r")
        await until(pilot, lambda: "Atlantis with Anna and Chloë" in text(app))
        await pilot.press("v")
        await until(pilot, lambda: "Your chances after each of your moves" in text(app))
        await pilot.press("tab")
        await until(pilot, lambda: "The chances of Anna after each move" in text(app))
        await pilot.press("backspace", "enter")
        await until(pilot, lambda: "REPLAY" in text(app))
        assert "Atlantis, you " in text(app)
        assert "Boris" not in text(app)


async def test_the_result_at_the_table(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris") as table:
        await table.watch("Wanda")
        for name in ("Anna", "Boris"):
            table[name].plays_by_itself()
        for name, words in (("Boris", "You"), ("Wanda", "Boris")):
            async with table.at(name, (120, 36)) as play:
                await play.on(CompanyResult)
                await reads(play, words)
                assert ("Boris" in play.text) is (name == "Wanda")
                assert "Anna" in play.text


@pytest.mark.parametrize(("names", "own", "told"), [
    (["Anna", "Boris"], 1, ["Anna", "You"]),
    (["you", "Boris"], 1, ["you 2", "You"]),
    (["Anna", "Boris"], None, ["Anna", "Boris"]),
])  # fmt: skip
def test_nobody_else_is_you(names, own, told):
    assert with_you(names, own) == told


def test_a_key_that_cannot_be_read_is_none(path, boris):
    os.chmod(paths.identity_file(), 0o644)
    assert names_for_us(FoundGame(path).table) == ["Anna", "Boris", "Chloë"]
