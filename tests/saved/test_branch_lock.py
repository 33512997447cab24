"""Screens of games whose cards stay shut: branches of a game that others may still play, and forged files."""

import json

import pytest

from atlantis_tui.replay.found_game import FoundGame
from atlantis_tui.replay.past_result import PastResult
from atlantis_tui.saved import seats
from atlantis_tui.saved.perspective import OPEN, allowed, may_ask_for
from atlantis_tui.table.result import ResultScreen
from core import games
from core.dealers import branch
from core.log import MemoryLog
from core.table import Table, header
from tests.commands.test_verify import file_of, never_was
from tests.net.lan import play_on
from tests.replay.at_replay import at_replay
from tests.ui.stage import SIZES, Stage, look

NEVER = 2**33  # seconds: a branch of a game that is far in the future

SEED = "f00d" * 16


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    return tmp_path / "home"


def shut(name, steps=10_000):
    """The branch of a game with one bot, to its end."""
    about = header(games.load(name), ["you", "bot:random"], {}, "x") | {"dealer": branch(SEED, bytes(16), NEVER)}
    table = Table(MemoryLog(about))
    play_on(table, steps)
    assert table.shut
    return table


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_result_says_when_the_cards_open(name, size):
    table = shut(name)
    assert table.over
    screen = ResultScreen(table, seats.names(table.seats), 0)
    app = Stage(screen, look(motion=False))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = app.text
        assert "ts cards open on 22" in shown
        assert "same deal" not in shown
        assert SEED[:8] not in shown
        for key in ("v", "V"):
            await pilot.press(key)
        assert app.screen is screen


@pytest.mark.parametrize("name", games.names())
async def test_a_result_that_is_opened_again_shows_no_more(name):
    screen = PastResult(shut(name), "x.atl")
    app = Stage(screen, look(motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "ts cards open on 22" in app.text
        assert "same deal" not in app.text
        assert SEED[:8] not in app.text
        await pilot.press("v", "s")
        assert app.screen is screen
        await pilot.press("q")
        assert app.answer == "back"


@pytest.mark.parametrize("name", games.names())
async def test_a_replay_has_no_open_eyes_and_no_review(name):
    table = shut(name)
    assert allowed(table) == [0, None]
    assert [eyes for eyes in (OPEN, None, 0, 1) if may_ask_for(table, eyes)] == [None, 0]
    async with at_replay(table) as play:
        seen = []
        for _ in range(3):
            seen.append(play.screen.table.eyes)
            await play.press("o")
        assert seen == [0, None, 0]
        assert "ts cards open on 22" in play.text
        for key in ("v", "s"):
            await play.press(key)
            assert "still play" in play.text
        await play.press("end")
        assert "REPLAY" in play.text


async def test_a_forged_game_is_marked_as_long_as_it_is_shown(home):
    found = FoundGame(str(file_of(home / "games" / "forged.atl", never_was(None))))
    async with at_replay(found.table, size=(120, 36)) as play:
        for key in ("right", "end", "o"):
            await play.press(key)
            assert "FORGED REPLAY" in play.text
        assert "What cannot be believed is not opened" in play.text
        await play.press("s")
        assert "What cannot be believed is not opened" in play.text
        assert play.screen.choices == [None]


def test_nobody_at_that_table_sees_all_of_a_forgery(home, capsys):
    """Who did not play there has no seat of one's own to look with."""
    from atlantis_tui.commands import log

    path = file_of(home / "games" / "forged.atl", never_was(None))
    assert log.run(["export", str(path)]) == 2
    forged, setup, *moves, outcome = map(json.loads, capsys.readouterr().out.splitlines())
    assert (forged["kind"], setup["seed"], outcome["kind"]) == ("forged", None, "outcome")
    assert any(None in hand for hand in moves[3]["state"]["hands"])
