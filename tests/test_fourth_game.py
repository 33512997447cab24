"""A game is two folders: Pearls is added to a copy of the house as core/pearls and atlantis_tui/games/pearls, and not a
line is changed elsewhere. Then people play it everywhere: on screens, as lines of text, and on the network.

The sources of Pearls are in tests/fourth_game, and so is what people do: each is a program that imports the copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_tui.games import FACES
from tests.network.programs import Running

pytestmark = pytest.mark.xdist_group("fourth game")  # one worker copies the house, once

ROOT = Path(__file__).parent.parent
PEARLS = Path(__file__).parent / "fourth_game"
ROOMS = ("core", "net", "atlantis_tui")
REQUIRED = [name for name, use in FACES.items() if use.endswith("required")]
OURS = shutil.ignore_patterns("__pycache__")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The house with Pearls in it."""
    copy = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room)  # with what is compiled already
    shutil.copytree(PEARLS / "core", copy / "core" / "pearls", ignore=OURS)
    shutil.copytree(PEARLS / "face", copy / "atlantis_tui" / "games" / "pearls", ignore=OURS)
    return copy


@pytest.fixture(scope="module")
def bare_house(house, tmp_path_factory):
    """The same, but the face of Pearls has only the files that are required."""
    copy = tmp_path_factory.mktemp("bare")
    for room in ROOMS:
        shutil.copytree(house / room, copy / room)
    face = copy / "atlantis_tui" / "games" / "pearls"
    files = {".".join(file.relative_to(face).with_suffix("").parts) for file in face.rglob("*.py")}
    needed = {"__init__", *REQUIRED, *(f"{name}.__init__" for name in REQUIRED)}
    for name in files - needed:
        face.joinpath(*name.split(".")).with_suffix(".py").unlink()
    assert {name for name in FACES if name in files} > set(REQUIRED) - {"text"}
    return copy


def environ(house, home):
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LD_LIBRARY_PATH")}
    path = os.pathsep.join([str(house), str(ROOT)])  # the programs also use what is in `tests`
    return kept | {"PYTHONPATH": path, "ATLANTIS_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}


def run(house, home, program, *argv):
    """Runs one of the programs in tests/fourth_game and returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-P", PEARLS / program, *argv],
        env=environ(house, home),
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def test_pearls_is_no_game_of_the_house_itself():
    assert not (ROOT / "core" / "pearls").exists()


def test_it_is_played_on_every_screen(house, tmp_path):
    log = Path(run(house, tmp_path, "play_on_screens.py", "whole").strip())
    assert log.parent == tmp_path / "games"
    assert log.name.startswith("pearls-")


def test_it_is_played_on_every_screen_with_nothing_but_what_is_required(bare_house, tmp_path):
    assert run(bare_house, tmp_path, "play_on_screens.py", "bare")


@pytest.mark.parametrize("face", ["whole", "bare"])
def test_it_is_played_as_lines_of_text_and_all_commands_know_it(house, request, tmp_path, face):
    run(house if face == "whole" else request.getfixturevalue("bare_house"), tmp_path, "use_commands.py", face)


@pytest.mark.parametrize("face", ["bare", pytest.param("whole", marks=pytest.mark.full)])
def test_it_is_played_on_the_network(house, request, tmp_path, face):
    there = house if face == "whole" else request.getfixturevalue("bare_house")
    run(there, tmp_path, "play_on_network.py", str(tmp_path))


@pytest.fixture
def start(house, tmp_path):
    """Starts `atlantis COMMAND ...` as a player of this name."""
    running = []

    def run(player, *argv):
        (tmp_path / player).mkdir()
        command = [sys.executable, "-P", "-m", "atlantis_tui", *argv]
        running.append(Running(command, **environ(house, tmp_path / player)))
        return running[-1]

    yield run
    for program in running:
        program.end()


@pytest.mark.full
def test_it_is_hosted_and_joined_from_the_command_line(start, tmp_path):
    here = ("--no-discovery", "--address", "127.0.0.1", "--as", "bot:random")
    anna = start("anna", "host", "pearls", "--open", *here)
    boris = start("boris", "join", anna.said(r"^Address: (\S+)$")[1], *here)
    assert (anna.ended(), boris.ended(), anna.errors, boris.errors) == (0, 0, "", "")
    logs = [file.read_bytes() for file in tmp_path.glob("*/games/*.atl")]
    assert len(logs) == 2
    assert len(set(logs)) == 1
    assert "Pearls" in boris.text
