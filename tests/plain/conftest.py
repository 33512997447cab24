"""The program, with a home of its own for its files."""

import os
import subprocess
import sys
from threading import Timer

import pytest

from tests.plain.keyboard import ROOT


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def environ(home):
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LD_LIBRARY_PATH")}
    return kept | {"ATLANTIS_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "LC_ALL": "C"}


@pytest.fixture
def atlantis(environ, tmp_path):
    """Runs the program with these arguments and this input."""

    def run(*argv, typed="", **more):
        return subprocess.run(
            [sys.executable, "-m", "atlantis_tui", *map(str, argv)],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            env=environ | more,
            cwd=tmp_path,
            timeout=60,
        )

    return run


@pytest.fixture
def at_the_keyboard(environ, tmp_path):
    """The program on two pipes, as a script or a screen reader has it."""
    running = []

    def start(*argv, **more):
        process = subprocess.Popen(
            [sys.executable, "-m", "atlantis_tui", *map(str, argv)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environ | more,
            cwd=tmp_path,
        )
        watch = Timer(60, process.kill)  # a question that is not recognised must not hang the tests
        watch.start()
        running.append((process, watch))
        return process

    yield start
    for process, watch in running:
        watch.cancel()
        process.kill()
        process.communicate()


@pytest.fixture
def played(atlantis, tmp_path):
    """The file of a game of a few turns."""
    file = tmp_path / "played.atl"
    done = atlantis("play", "--seed", "played", "--log", file, typed="moves\n1\n" * 4)
    assert done.returncode == 0
    return file
