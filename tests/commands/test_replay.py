"""`atlantis replay` without a screen: films that are sound, the same everywhere, and nobody else's business."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from tests.commands.logs import cut, flipped, torn
from tests.commands.test_every_game import every_game


@pytest.fixture
def short(unfinished, finished):
    """The beginning of a game of bots, which is quickly filmed."""
    return unfinished(10, 3)


def frames(text: str) -> list[str]:
    """The frames of an export as text, without their headings."""
    assert text.startswith("--- ")
    return ["\n".join(part.split("\n")[1:]) for part in ("\n" + text).split("\n--- ")[1:]]


def wrong(done, *words: str) -> None:
    """One clear sentence, and exit code 2."""
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("atlantis: ")
    assert done.err.count("\n") == 1
    for word in words:
        assert word in done.err


# Films ---------------------------------------------------------------------------------------------------------------


def test_text_has_a_frame_for_every_turn_and_more_by_event(atlantis, short):
    done = atlantis("replay", short, "--export", "text")
    assert (done.code, done.err) == (0, "")
    turns = frames(done.out)
    assert "THE PAST  the deal" in turns[0]
    assert "turn 1 of" in turns[1]
    assert all(len(frame.rstrip("\n").split("\n")) <= 24 for frame in turns)
    assert len(frames(atlantis("replay", short, "--export", "text", "--by", "event").out)) > len(turns)


def test_a_cast_is_sound_and_plays_the_same_frames(atlantis, short, tmp_path):
    out = tmp_path / "game.cast"
    done = atlantis("replay", short, "--export", "cast", "--out", out, "--speed", "2")
    assert (done.code, done.out) == (0, f"Written to {out}.\n")
    header, *lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    assert "timestamp" not in header
    times = [line[0] for line in lines]
    assert times == sorted(times)
    assert times[:3] == [0, 0.75, 1.5]
    assert all(kind == "o" and isinstance(data, str) for _time, kind, data in lines)
    wanted = frames(atlantis("replay", short, "--export", "text").out)
    assert len(lines) == len(wanted) + 1
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for (_time, _kind, data), frame in zip(lines, wanted, strict=False):
        stream.feed(data)
        assert "\n".join(line.rstrip() for line in screen.display).rstrip("\n") == frame.rstrip("\n")
    assert len(lines[2][2]) < len(lines[0][2]) / 2  # only what changed


@every_game
def test_a_film_of_a_finished_game_ends_with_its_result(atlantis, by_game, game):
    done = atlantis("replay", by_game[game], "--export", "text", "--public")
    assert (done.code, done.err) == (0, "")
    shown = frames(done.out)
    assert f"--- Frame {len(shown)} of {len(shown)}, the result\n" in done.out
    last = shown[-1]
    assert "GAME OVER" in last
    assert re.search(r"\w+ wins\.|share the win\.|draw", last)
    assert not re.search("GAME OVER", "".join(shown[:-1]))
    for asked in ("Again?", "Enter", "help", "menu"):
        assert asked not in last


def test_a_film_of_a_game_that_is_not_over_has_no_result(atlantis, short):
    assert "the result" not in atlantis("replay", short, "--export", "text").out


def test_pictures_are_numbered_and_whole(atlantis, short, tmp_path):
    out = tmp_path / "frames"
    assert atlantis("replay", short, "--export", "svg", "--out", out, "--size", "100x30").code == 0
    files = sorted(path.name for path in out.iterdir())
    assert files == [f"{number:04}.svg" for number in range(1, len(files) + 1)]
    for path in out.iterdir():
        assert ElementTree.parse(path).getroot().get("viewBox") == "0 0 1000 600"
    assert ">REPLAY<" in (out / "0001.svg").read_text("utf-8")
    assert not (tmp_path / "frames.part").exists()


def test_films_are_the_same_whoever_makes_them(atlantis, program, short, tmp_path):
    assert atlantis("replay", short, "--export", "cast", "--out", tmp_path / "a").code == 0
    environ = {"TZ": "Asia/Tokyo", "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "33", "COLORTERM": ""}
    assert program("replay", short, "--export", "cast", "--out", tmp_path / "b", **environ).code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_nothing_is_overwritten_unless_that_is_wanted(atlantis, short, tmp_path):
    out = tmp_path / "film.txt"
    out.write_text("mine")
    (tmp_path / "film.txt.part").write_text("mine")
    wrong(atlantis("replay", short, "--export", "text", "--out", out), "there already", "--force")
    assert out.read_text() == "mine"
    assert atlantis("replay", short, "--export", "text", "--out", out, "--force").code == 0
    assert out.read_text("utf-8").startswith("--- Frame 1 of")
    folder = tmp_path / "frames"
    folder.mkdir()
    (tmp_path / "frames.part").write_text("mine")
    os.mkfifo(tmp_path / "pipe")
    wrong(atlantis("replay", short, "--export", "text", "--out", tmp_path / "pipe", "--force"), "no ordinary file")
    for name in ("0999.svg", "notes.md"):
        (folder / name).write_text("mine")
    wrong(atlantis("replay", short, "--export", "svg", "--out", folder), "there already")
    assert atlantis("replay", short, "--export", "svg", "--out", folder, "--force").code == 0
    assert not (folder / "0999.svg").exists()
    for kept in (folder / "notes.md", tmp_path / "frames.part", tmp_path / "film.txt.part"):
        assert kept.read_text() == "mine"


def test_the_log_is_only_looked_at(atlantis, short):
    before, when = short.read_bytes(), short.stat().st_mtime_ns
    os.chmod(short, 0o400)
    assert atlantis("replay", short, "--export", "text").code == 0
    assert (short.read_bytes(), short.stat().st_mtime_ns) == (before, when)


# What is asked for ---------------------------------------------------------------------------------------------------


def test_a_game_is_found_by_path_name_number_or_by_itself(atlantis, finished, home):
    folder = home / "games"
    folder.mkdir(parents=True)
    for number, name in enumerate(("old", "new")):
        path = folder / f"{name}.atl"
        path.write_bytes(finished[2 + number].read_bytes())
        os.utime(path, (1000 + number,) * 2)
    new = atlantis("replay", folder / "new.atl", "--plain")
    assert new.code == 0
    assert new.out == atlantis("replay", "new", "--plain").out == atlantis("replay", "1", "--plain").out
    assert new.out == atlantis("replay", "--plain").out
    assert atlantis("replay", "2", "--plain").out == atlantis("log", "show", "old").out != new.out
    wrong(atlantis("replay", "3"), "no game number 3")
    wrong(atlantis("review", "0"), "no game number 0")


def test_lines_of_text_are_told_with_the_eyes_that_were_asked_for(atlantis, finished):
    """Of a finished game too: whoever wants to show it to others may want to keep the cards to himself."""
    whole = atlantis("replay", finished[3], "--plain").out
    public = atlantis("replay", finished[3], "--plain", "--public").out
    assert "Seed " in whole.split("\n")[0]
    assert "Seed " not in public
    seats = [atlantis("replay", finished[3], "--plain", "--seat", str(seat)).out for seat in (1, 2, 3)]
    assert len({public, whole, *seats}) == 5
    assert not any("Seed " in told for told in seats)
    draws = [line for line in public.split("\n") if " draw" in line]
    assert draws
    assert all("draws 1 card" in line or " cards" in line for line in draws)


def test_without_a_finished_game_it_says_so(atlantis):
    wrong(atlantis("replay"), "no finished game")


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--export", "gif"], ["gif", "text, svg or cast"]),
        (["--by", "move"], ["turn or event"]),
        (["--export", "text", "--size", "80"], ["--size", "80x24"]),
        (["--export", "text", "--size", "8x8"], ["60x20"]),
        (["--export", "text", "--size", "9999x9999"], ["300x100"]),
        (["--export", "text", "--speed", "0"], ["--speed"]),
        (["--export", "text", "--speed", "nan"], ["--speed"]),
        (["--export", "text", "--speed", "fast"], ["--speed"]),
        (["--out", "x"], ["--export"]),
        (["--export", "svg", "--out", "-"], ["folder"]),
        (["--export", "text", "--out", "/no/such/folder/x"], ["folder"]),
        (["--export", "text", "--theme", "pink"], ["theme", "pink"]),
        (["--seat", "9"], ["no seat"]),
        (["--seat", "1", "--open"], ["--seat", "--open"]),
        (["--open"], ["not over"]),
        (["--seat", "2"], ["not over", "seat 2"]),
        (["--what"], ["--what"]),
        (["one", "two"], ["too many"]),
    ],
    ids=lambda one: " ".join(one),
)
def test_what_cannot_be_is_refused_in_one_sentence(atlantis, short, flags, words):
    wrong(atlantis("replay", short, *flags), *words)


def test_help_tells_all_flags(atlantis):
    done = atlantis("replay", "--help")
    assert done.code == 0
    for flag in (
        "--export",
        "--out",
        "--seat",
        "--open",
        "--public",
        "--by",
        "--size",
        "--speed",
        "--force",
        "--theme",
    ):
        assert flag in done.out
    assert "replay:" in atlantis("--help").out


def test_a_folder_is_no_game(atlantis, tmp_path):
    wrong(atlantis("replay", tmp_path))


# Damage --------------------------------------------------------------------------------------------------------------


def test_of_a_damaged_game_the_good_part_is_shown(atlantis, finished, tmp_path):
    broken = flipped(finished[3], tmp_path / "broken.atl", 12)
    done = atlantis("replay", broken, "--export", "text")
    assert done.code == 2
    assert "damaged after record" in done.err
    assert len(frames(done.out)) > 2
    half = torn(finished[3], tmp_path / "torn.atl", 12)
    done = atlantis("replay", half, "--export", "text")
    assert done.code == 0
    assert "torn off" in done.err


def test_whatever_is_in_a_file_there_is_no_traceback(atlantis, finished, tmp_path, monkeypatch):
    """Random damage of many kinds; films are left out, as what is believed of a log is replayed before."""
    chance = random.Random(6)
    whole = cut(finished[2], tmp_path / "whole.atl", 20).read_bytes()
    file = tmp_path / "damaged.atl"
    for number in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 3, 20))):
            at = chance.randrange(len(data))
            data[at] = chance.randrange(256)
        if number % 5 == 0:
            del data[chance.randrange(len(data)) :]
        if number % 7 == 0:
            at = chance.randrange(len(data) + 1)
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
        file.write_bytes(data)
        done = atlantis("replay", file, "--plain")
        assert done.code in (0, 2), done
        assert "Traceback" not in done.err + done.out
        assert "error in the program" not in done.err


def test_a_film_that_is_stopped_leaves_nothing(atlantis, short, tmp_path, monkeypatch):
    from atlantis_tui.replay.export import svg

    def full(self, strips):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(svg.Picture, "draw", full)
    wrong(atlantis("replay", short, "--export", "svg", "--out", tmp_path / "frames"), "No space left")
    assert not list(Path(tmp_path).glob("frames*"))
