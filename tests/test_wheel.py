"""What a stranger gets: the wheel, installed in an empty environment and run from an empty folder."""

import os
import shutil
import struct
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from atlantis_tui import __version__
from core.compiling import VARIABLE

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "net", "atlantis_tui")
CATALOGUE = "atlantis_tui/locale/tlh/LC_MESSAGES/atlantis.mo"


def run(*command, cwd, **environ):
    """Run with none of this environment's Python settings, its standard input at its end."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean | environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def catalogue(texts):
    """A gettext catalogue (.mo) of `texts`."""
    entries = sorted((("", "Content-Type: text/plain; charset=UTF-8\n"), *texts.items()))
    offset = 28 + 16 * len(entries)
    index, data = [b"", b""], b""
    for column in (0, 1):
        for entry in entries:
            text = entry[column].encode()
            index[column] += struct.pack("<II", len(text), offset + len(data))
            data += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0)
    return head + index[0] + index[1] + data


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the project as a stranger has it, and with one more language."""
    copy = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "README.md", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "made_of*")
        )
    (copy / CATALOGUE).parent.mkdir(parents=True)
    (copy / CATALOGUE).write_bytes(catalogue({"Atlantis": "'atlantIS"}))
    return copy


@pytest.fixture(scope="module")
def wheel(tree, tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    # With the pure core, because compiling takes longer than all these tests; tests/test_compiled.py builds the other.
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", out, tree]
    done = run(*command, cwd=out, **{VARIABLE: "0"})
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = out.glob("*.whl")
    return file


@pytest.fixture(
    scope="module",
    params=["with the libraries that are here", pytest.param("with what it asks for", marks=pytest.mark.full)],
)
def bin_dir(wheel, tmp_path_factory, request):
    """The commands of an environment that holds the wheel and the libraries it stands on, and nothing else."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, symlinks=True)
    commands = home / "bin"
    alone = request.param == "with the libraries that are here"
    command = [sys.executable, "-m", "pip", "--python", commands / "python", "install"]
    done = run(*command, *(["--no-deps"] if alone else []), wheel, cwd=home)
    assert done.returncode == 0, done.stdout + done.stderr
    if alone:  # found behind what the wheel brings, and without the files that point to this checkout
        (packages,) = home.glob("lib/python*/site-packages")
        (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return commands


def test_the_wheel_holds_every_file_of_the_three_rooms_and_nothing_else(tree, wheel):
    files = {
        file.relative_to(tree).as_posix()
        for package in PACKAGES
        for file in (tree / package).rglob("*")
        if file.is_file() and file.parent.name != "__pycache__"  # hatchling keeps the byte code of the hook
    }
    assert CATALOGUE in files
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == files


def test_the_rules_of_every_game_are_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    games = {name.rpartition("/")[0] for name in packed if name.startswith("core/") and name.endswith("/rules.py")}
    assert {f"{game}/RULES.md" for game in games} | {"core/atlantis/RULES.md"} <= packed


@pytest.mark.parametrize(
    "command",
    [["atlantis"], ["atlantis-tui"], ["python", "-m", "atlantis_tui"]],
    ids=" ".join,
)
def test_the_version_is_told(bin_dir, tmp_path, command):
    done = run(bin_dir / command[0], *command[1:], "--version", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"atlantis {__version__} (pure core)\n", "")


def test_a_game_left_at_once_can_be_resumed(bin_dir, tmp_path):
    here, home = tmp_path / "here", tmp_path / "home"
    here.mkdir()
    done = run(bin_dir / "atlantis", "play", "atlantis", "--plain", cwd=here, ATLANTIS_HOME=str(home))
    assert (done.returncode, done.stderr) == (0, "")
    assert "resume" in done.stdout.lower()
    assert list(here.iterdir()) == []


def test_a_language_is_found_where_the_wheel_was_installed(bin_dir, tmp_path):
    program = "from atlantis_tui.text.translation import _; print(_('Atlantis'))"
    for language, word in (("tlh", "'atlantIS"), ("xx", "Atlantis")):
        done = run(bin_dir / "python", "-c", program, cwd=tmp_path, LC_ALL=language, LANGUAGE="")
        assert (done.returncode, done.stdout.strip(), done.stderr) == (0, word, "")
