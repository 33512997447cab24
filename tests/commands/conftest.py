"""A player's machine: a home of its own, the program run in this process or in one of its own, and games to look at."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from atlantis_tui.cli import main
from core import games
from core.arena import Match, game_header, play_logged
from core.log import FileLog
from tests.commands.logs import cut

ROOT = Path(__file__).parent.parent.parent


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("ATLANTIS_HOME", str(folder))
    return folder


@pytest.fixture
def atlantis(capsys):
    """The program in this process."""

    def run(*argv):
        code = main([str(word) for word in argv])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def program(home, tmp_path):
    """The program in a process of its own."""

    def run(*argv, **environ):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [sys.executable, "-m", "atlantis_tui", *map(str, argv)],
            env=kept | {"ATLANTIS_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"} | environ,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A finished game of each number of seats, with other options each. Chance plays them, as it never learns."""
    folder = tmp_path_factory.mktemp("finished")
    files = {}
    for bots, options in (
        (("random", "random"), {}),
        (("random", "random", "random"), {"paid_cards": "discard", "bought_cards_can_pay": False}),
        (("random", "random", "random", "random"), {"atlantis_figures_pay": False}),
    ):
        match = Match("atlantis", bots, "finished", options)
        files[len(bots)] = folder / f"{len(bots)}.atl"
        with FileLog.create(files[len(bots)], game_header(match, 0), sync=False) as log:
            play_logged(match, 0, log)
    return files


@pytest.fixture
def unfinished(finished, tmp_path):
    """The beginning of a finished game, of so many records."""

    def make(records=30, seats=2, file=None):
        return cut(finished[seats], file or tmp_path / f"cut-{records}-{seats}.atl", records)

    return make


@pytest.fixture(scope="session")
def by_game(tmp_path_factory):
    """A finished game of each kind, with as few seats as it has. Chance plays them, as it never learns."""
    folder = tmp_path_factory.mktemp("by-game")
    files = {}
    for name in games.names():
        match = Match(name, ("random",) * games.load(name).seat_counts[0], "every", {})
        files[name] = folder / f"{name}.atl"
        with FileLog.create(files[name], game_header(match, 0), sync=False) as log:
            play_logged(match, 0, log)
    return files
