"""Reviews on the disk: found again, gone on with, and never believed where they do not fit."""

from __future__ import annotations

import json
import os
from typing import Any
from zlib import crc32

import pytest

from atlantis_tui.review import cache
from atlantis_tui.review.cache import ReviewCache, folder, key, line, read_line
from core.log import MemoryLog
from core.review import turns
from core.table import Table
from tests.review.at_review import laid_out
from tests.table.at_table import copy_of
from tests.ui.stage import finished

pytestmark = pytest.mark.usefixtures("home")

TABLE = finished(4, "KELP-7F3")
TURNS = turns(TABLE, 0)
WHOLE = laid_out(TABLE)


def kept(table: Table = TABLE, seat: int = 0, iterations: int = 5) -> ReviewCache:
    return ReviewCache(table, seat, turns(table, seat), iterations)


def keep(number: int) -> str:
    file = kept()
    for one in WHOLE[len(file.found) : number]:
        file.add(one)
    file.close()
    return file.path


def test_what_was_kept_is_found_again():
    assert kept().found == []
    path = keep(len(WHOLE))
    assert kept().found == WHOLE
    assert os.path.dirname(path) == folder()
    assert os.stat(path).st_mode & 0o777 == 0o600


def test_it_is_gone_on_with_where_it_was_left():
    path = keep(5)
    assert kept().found == WHOLE[:5]
    keep(len(WHOLE))
    assert kept().found == WHOLE
    with open(path, "rb") as file:
        assert len(file.readlines()) == len(WHOLE)


def test_another_game_seat_length_number_of_looks_or_program_has_a_file_of_its_own(monkeypatch):
    other = finished(4, "KELP")
    shorter = Table(copy_of(TABLE.log.records[:60]))
    names = {key(TABLE, 0, 5), key(TABLE, 1, 5), key(TABLE, 0, 6), key(other, 0, 5), key(shorter, 0, 5)}
    monkeypatch.setattr(cache, "__version__", "99")
    cache.program.cache_clear()
    names.add(key(TABLE, 0, 5))
    monkeypatch.undo()
    cache.program.cache_clear()
    assert len(names) == 6
    assert key(TABLE, 0, 5) == key(Table(copy_of(TABLE.log.records)), 0, 5)


def test_a_torn_line_is_cut_off_and_written_anew():
    path = keep(6)
    with open(path, "r+b") as file:
        file.truncate(os.path.getsize(path) - 7)
    assert kept().found == WHOLE[:5]
    keep(len(WHOLE))
    assert kept().found == WHOLE


@pytest.mark.parametrize("at", [0, 9, 40, 300])
def test_after_damage_only_what_comes_before_it_is_believed(at):
    path = keep(len(WHOLE))
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        data[at] ^= 1
        file.seek(0)
        file.write(data)
    number = bytes(data[:at]).count(b"\n")
    assert kept().found == WHOLE[:number]
    keep(len(WHOLE))
    assert kept().found == WHOLE


@pytest.mark.parametrize("content", [b"", b"\n", b"\x00" * 5000, b"{}\n", b"00000000 \n", b"x" * 70_000], ids=len)
def test_a_foreign_file_is_no_review(content):
    path = keep(1)
    with open(path, "wb") as file:
        file.write(content)
    assert kept().found == []
    keep(2)
    assert kept().found == WHOLE[:2]


def test_something_else_under_that_name_is_left_alone():
    path = keep(1)
    os.unlink(path)
    os.mkdir(path)
    assert kept().found == []
    keep(3)
    assert os.path.isdir(path)


def test_a_disk_that_cannot_be_written_costs_nothing_but_the_file(home):
    home.mkdir()
    (home / "games").write_text("no folder")
    file = kept()
    assert file.found == []
    file.add(WHOLE[0])
    file.close()


def test_old_reviews_give_way(monkeypatch):
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    paths = []
    for number in range(5):
        file = kept(iterations=number + 1)
        file.add(WHOLE[0])
        file.close()
        os.utime(file.path, (number, number))
        paths.append(file.path)
    assert [os.path.exists(path) for path in paths] == [False, False, True, True, True]


# Lines that are well written, but not of this game -------------------------------------------------------------------


def forged(told: object) -> bytes:
    text = json.dumps(told).encode()
    return b"%08x %s\n" % (crc32(text), text)


def test_a_line_is_read_as_it_was_written():
    for turn, one in zip(TURNS, WHOLE, strict=True):
        assert read_line(line(one), TABLE, 0, [turn]) == one
    assert read_line(line(WHOLE[0]), TABLE, 0, []) is None
    assert read_line(line(WHOLE[1]), TABLE, 0, TURNS[:1]) is None
    assert read_line(line(WHOLE[0])[:-1], TABLE, 0, TURNS[:1]) is None


def _told(number: int = 3) -> list[Any]:
    return json.loads(line(WHOLE[number]).partition(b" ")[2])  # type: ignore[no-any-return]


FORGERIES = {
    "no list": lambda told: {},
    "nothing": lambda told: None,
    "too short": lambda told: told[:2],
    "another turn": lambda told: [[1, 2, 3], *told[1:]],
    "a chance that is text": lambda told: [told[0], "9", told[2]],
    "a chance that is true": lambda told: [told[0], True, told[2]],
    "more than certain": lambda told: [told[0], 10_001, told[2]],
    "no choices": lambda told: [told[0], told[1], []],
    "another move": lambda told: [told[0], told[1], [[told[2][0][0], ["done"], *told[2][0][2:]], *told[2][1:]]],
    "an illegal move": lambda told: [told[0], told[1], [[*told[2][0][:2], [["stuck"]], *told[2][0][3:]], *told[2][1:]]],
    "no move": lambda told: [told[0], told[1], [[*told[2][0][:2], [["fly"]], *told[2][0][3:]], *told[2][1:]]],
    "no line": lambda told: [told[0], told[1], [[*told[2][0][:2], [], *told[2][0][3:]], *told[2][1:]]],
    "played better than best": lambda told: [told[0], told[1], [[*told[2][0][:3], 10, 20], *told[2][1:]]],
    "deep": lambda told: json.loads("[" * 500 + "]" * 500),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=list(FORGERIES))
def test_a_line_that_does_not_fit_the_game_is_not_believed(forgery):
    assert read_line(forged(_told()), TABLE, 0, [TURNS[3]]) == WHOLE[3]
    assert read_line(forged(forgery(_told())), TABLE, 0, [TURNS[3]]) is None


def test_a_game_without_a_file_can_be_kept_too():
    assert isinstance(TABLE.log, MemoryLog)
