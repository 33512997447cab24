"""`atlantis review` in a real terminal: a screen, or with --plain lines that fit; Ctrl-C says what is kept."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from core.log import FileLog
from core.review import turns
from core.table import Table, header
from tests.ui.stage import finished
from tests.ui.terminal import Terminal

PLAYED = finished(2, "KELP-7F3")
FOREVER = "20000"  # iterations: hours for a whole game


@pytest.fixture
def run(home):
    """Starts `atlantis review` of one finished game in a terminal that is closed at the end."""
    games = home / "games"
    games.mkdir(parents=True)
    with FileLog.create(games / "played.atl", header(PLAYED.game, PLAYED.seats, {}, PLAYED.seed), sync=False) as log:
        table = Table(log)
        for step in PLAYED.steps[1:]:
            if not step.forced:
                assert step.seat is not None
                assert step.move is not None
                table.play(step.seat, step.move)
    running = []

    def start(*argv, size=(80, 24), **environ):
        terminal = Terminal("-m", "atlantis_tui", "review", *argv, size=size, ATLANTIS_HOME=str(home), **environ)
        running.append(terminal)
        return terminal.__enter__()

    yield start
    for terminal in running:
        terminal.__exit__()


def kept(home: Path) -> int:
    """How many turns are on the disk."""
    return sum(file.read_bytes().count(b"\n") for file in (home / "games" / "reviews").glob("*.review"))


def test_it_opens_the_screen_and_leads_to_the_menu(run):
    terminal = run("--iterations", "1")
    terminal.wait_for("REVIEW  Atlantis, you ")
    terminal.wait_for("P play on")
    assert terminal.is_on("alternate screen")
    terminal.press("backspace")
    terminal.wait_for("New game")
    terminal.press("q")
    assert terminal.wait_ended() == 0
    terminal.assert_as_it_was()


def test_a_signal_gives_the_terminal_back_and_ends_the_work(run):
    terminal = run("--iterations", FOREVER)
    terminal.wait_for("looking at move 1 of ")
    terminal.send(signal.SIGTERM)
    assert terminal.wait_ended() == 128 + signal.SIGTERM
    terminal.assert_as_it_was()
    assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize(("argv", "environ"), [(("--plain",), {}), ((), {"TERM": "dumb"})], ids=["plain", "dumb"])
def test_lines_are_broken_between_words(run, argv, environ):
    terminal = run("--iterations", "1", *argv, size=(50, 90), **environ)
    assert terminal.wait_ended() == 0
    assert not terminal.is_on("alternate screen")
    words = terminal.text.split()
    assert words[:2] == ["Atlantis,", "you"]
    assert "The cards are F flag, O olive branch, H helmet, R ring, S statue, C crown and A amphora." in " ".join(words)
    assert all(len(line) < 50 for line in terminal.text.splitlines())


def test_ctrl_c_says_what_is_kept(run, home):
    terminal = run("--plain", "--iterations", FOREVER)
    terminal.wait_for("[....")  # there is something to see at once
    terminal.press("ctrl+c")
    assert terminal.wait_ended() == 130
    said = f"atlantis: Stopped after 0 of {len(turns(PLAYED, 0))} moves: the same command goes on from there."
    assert said in " ".join(terminal.text.split())
    assert "[...." not in terminal.text
    assert b"Traceback" not in terminal.raw
    assert kept(home) == 0


def test_bad_words_are_refused_before_any_screen_is_opened(run):
    terminal = run("--theme", "purple")
    assert terminal.wait_ended() == 2
    assert 'There is no theme "purple"' in terminal.text
    assert not terminal.is_on("alternate screen")
