"""The pictures in screenshots/ are what the program looks like: built anew, they come out the same."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parent.parent / "screenshots"
MOST = 2_000_000  # bytes of all of them


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("screenshots")
    # Other places, other habits: none of that may show.
    environ = {**os.environ, "TZ": "Asia/Tokyo", "LANG": "bg_BG.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(
        [sys.executable, str(FOLDER / "make.py"), str(folder)],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return folder


def test_they_are_all_there(built):
    names = {path.name for path in built.glob("*.svg")}
    for wanted in ("menu", "opening", "preview", "payment", "result"):
        assert {f"{wanted}_80x24.svg", f"{wanted}_120x36.svg"} <= names
    for wanted in ("card", "preview", "refused", "result"):
        assert {f"atalia_{wanted}_80x24.svg", f"atalia_{wanted}_120x36.svg"} <= names
    assert {"16_colours_80x24.svg", "mono_80x24.svg"} <= names
    assert names == {path.name for path in FOLDER.glob("*.svg")}


def test_they_are_what_the_program_looks_like_now(built):
    other = [
        path.name for path in sorted(FOLDER.glob("*.svg")) if path.read_bytes() != (built / path.name).read_bytes()
    ]
    assert other == [], "if that is meant: python screenshots/make.py, and look at them"


def test_they_are_pictures(built):
    for path in built.glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        columns, rows = map(int, path.stem.rsplit("_", 1)[1].split("x"))
        assert root.get("viewBox") == f"0 0 {10 * columns} {20 * rows}"
        assert len(root) > 50


def test_they_are_not_too_large():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.svg")) < MOST
