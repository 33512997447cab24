"""`atlantis result`: how a game ended, told once more."""

import os
import re
import shutil

import pytest

from core.log import read
from tests.commands.logs import flipped


@pytest.fixture
def shelf(home, finished, unfinished):
    """Two finished games, and one in play that was touched last."""
    folder = home / "games"
    folder.mkdir(parents=True)
    shutil.copy(finished[2], folder / "old.atl")
    shutil.copy(finished[3], folder / "new.atl")
    unfinished(30, 2, folder / "in-play.atl")
    for number, name in enumerate(("old", "new", "in-play"), 1):
        os.utime(folder / f"{name}.atl", (1000 * number,) * 2)
    return folder


def test_the_game_finished_last_tells_its_last_turn_the_scores_and_who_won(atlantis, shelf, finished):
    done = atlantis("result")
    assert (done.code, done.err) == (0, "")
    first, *lines = done.out.splitlines()
    assert first == "Atlantis: Nereus (bot:random), Thetis (bot:random) and Triton (bot:random). Seed finished/0."
    scores = sorted(read(finished[3]).records[-1].body["scores"], reverse=True)
    assert re.match(r"\d+\. ", lines[0])
    assert lines[-1].endswith(("wins.", "share the win."))
    assert len([line for line in lines if " points" in line]) >= len(scores)
    assert done.out in ("\n".join([first, *atlantis("log", "show", "new").out.splitlines()[-len(lines) :]]) + "\n")


def test_a_game_is_named_by_path_name_or_number(atlantis, shelf):
    old = atlantis("result", shelf / "old.atl")
    assert old.code == 0
    assert old.out == atlantis("result", "old").out == atlantis("result", "3", "--plain").out
    assert old.out != atlantis("result").out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["1"], "That game is not over: it has no result yet."),
        (["4"], "There is no game number 4"),
        (["nowhere"], "There is no file"),
        (["one", "two"], "one word too many"),
        (["--json"], "There is no flag"),
    ],
    ids=lambda words: " ".join(words),
)
def test_what_has_no_result_is_told_in_one_sentence(atlantis, shelf, words, why):
    done = atlantis("result", *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert why in done.err


def test_without_a_finished_game_it_says_so(atlantis):
    assert "There is no finished game in" in atlantis("result").err


def test_of_a_damaged_game_it_says_what_is_wrong(atlantis, shelf, finished):
    done = atlantis("result", flipped(finished[3], shelf / "hurt.atl", 12))
    assert (done.code, done.out) == (2, "")
    assert "damaged after record" in done.err
