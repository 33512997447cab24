"""The pictures in screenshots/ are what the program looks like: built anew, they come out the same."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parent.parent / "screenshots"
MOST = 2_000_000  # bytes of all of them


# Of every game, palette and set of signs one. The others are built under full.
SOME = (
    *("menu_120x36", "first_game_80x24", "preview_120x36", "result_80x24"),
    *("survive_setup_80x24", "survive_move_120x36", "atalia_preview_120x36", "atalia_refused_80x24"),
    *("16_colours_80x24", "survive_mono_80x24", "atalia_ascii_80x24", "light_80x24"),
)


@pytest.fixture(scope="module", params=[SOME, pytest.param((), marks=pytest.mark.full)], ids=["some", "all"])
def built(tmp_path_factory, request):
    folder = tmp_path_factory.mktemp("screenshots")
    # Other places, other habits: none of that may show.
    environ = {**os.environ, "TZ": "Asia/Tokyo", "LANG": "bg_BG.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(
        [sys.executable, str(FOLDER / "make.py"), str(folder), *request.param],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return folder


def test_they_are_all_there():
    names = {path.name for path in FOLDER.glob("*.svg")}
    for wanted in ("menu", "opening", "preview", "payment", "result"):
        assert {f"{wanted}_80x24.svg", f"{wanted}_120x36.svg"} <= names
    for wanted in ("card", "preview", "refused", "result"):
        assert {f"atalia_{wanted}_80x24.svg", f"atalia_{wanted}_120x36.svg"} <= names
    assert {"16_colours_80x24.svg", "mono_80x24.svg"} <= names
    assert {f"{name}.svg" for name in SOME} <= names


def test_they_are_what_the_program_looks_like_now(built, request):
    made = {path.name for path in built.glob("*.svg")}
    wanted = {f"{name}.svg" for name in SOME} if request.node.callspec.id == "some" else None
    assert made == (wanted or {path.name for path in FOLDER.glob("*.svg")})
    other = [name for name in sorted(made) if (FOLDER / name).read_bytes() != (built / name).read_bytes()]
    assert other == [], "if that is meant: python screenshots/make.py, and look at them"


def test_they_are_pictures(built):
    for path in built.glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        columns, rows = map(int, path.stem.rsplit("_", 1)[1].split("x"))
        assert root.get("viewBox") == f"0 0 {10 * columns} {20 * rows}"
        assert len(root) > 50


def test_they_are_not_too_large():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.svg")) < MOST
