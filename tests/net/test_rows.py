"""Entries that come in a row are stored together, and are as safe as if each had come alone."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core import disk, log
from core.frames import LogError
from core.log import FileLog
from net import messages as m
from net.session import notices
from tests.net.sim import SimLog, laboratory
from tests.net.sim_bench import Bench

AWAY = 2
HEADER = {"game": "pebbles", "seats": 2}


@pytest.fixture
def behind() -> Iterator[Bench]:
    """One of three has missed the moves of two turns."""
    with laboratory():
        bench = Bench(rounds=4).deal()
        bench.turn_of(0)
        bench.cut(AWAY)
        bench.move(("lay", bench.state.hands[0].faces()[0]))
        bench.move(("done",))
        bench.move(("lay", bench.state.hands[1].faces()[0]))
        bench.move(("done",))
        yield bench


def test_a_row_is_stored_at_once(behind: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = []

    def store_all(self: Any, payloads: list[bytes]) -> None:
        rows.append(len(payloads))
        for payload in payloads:
            self._store(payload)

    monkeypatch.setattr(SimLog, "_store_all", store_all)
    behind.connect(AWAY)
    assert rows == [4]
    assert behind.game_of(AWAY).position == behind.game.position


def test_nothing_of_a_row_that_cannot_be_stored_is_taken_or_told(
    behind: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def store_all(self: Any, payloads: list[bytes]) -> None:
        raise OSError(errno.ENOSPC, "no space")

    before, position = behind.game_of(AWAY).last, behind.game_of(AWAY).digest
    heard, told = len(behind.heard[AWAY]), len(behind.got[0])
    monkeypatch.setattr(SimLog, "_store_all", store_all)
    behind.connect(AWAY)
    game = behind.game_of(AWAY)
    assert behind.sessions[AWAY].stopped == notices.Stopped("storage", None)
    assert (game.last, len(game.log.records), game.digest) == (before, before + 1, position)
    assert game.table is not None
    assert game.table.state.digest() == position
    assert not any(isinstance(one, notices.Applied) for one in behind.heard[AWAY][heard:])
    assert not any(isinstance(one, m.Digest) and one.n > before for one in behind.got[0][told:])


def test_a_row_that_is_not_gone_on_with_is_taken_after_a_moment(behind: Bench) -> None:
    last = behind.game.last

    def stops(who: int, message: m.Message) -> m.Message | None:
        lost = (
            who == 0 and isinstance(message, m.EntryMessage) and message.raw == behind.game.chain.entries(last)[0].raw
        )
        other = who == 0 and isinstance(message, m.Lobby | m.Peers)
        return None if lost or other else message

    behind.withheld = stops
    behind.connect(AWAY)
    assert behind.game_of(AWAY).last < last - 1
    behind.wait(500)
    assert behind.game_of(AWAY).last >= last - 1


def test_any_other_message_ends_a_row(behind: Bench) -> None:
    last = behind.game.last
    raw = behind.game.chain.entries(last)[0].raw
    behind.withheld = lambda who, message: (
        None if isinstance(message, m.EntryMessage) and message.raw == raw else message
    )
    behind.connect(AWAY)
    assert behind.game_of(AWAY).last == last - 1


# The file ------------------------------------------------------------------------------------------------------------


def _append(game: FileLog, count: int) -> None:
    for number in range(count):
        game.append("move", 0, b"digest", number, None)


def test_a_file_waits_once_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []
    real = disk.to_disk

    def to_disk(fd: int) -> None:
        waits.append(fd)
        real(fd)

    monkeypatch.setattr(disk, "to_disk", to_disk)
    with FileLog.create(tmp_path / "a.log", HEADER) as one, FileLog.create(tmp_path / "b.log", HEADER) as other:
        waits.clear()
        with one.together():
            _append(one, 5)
            assert len(log.read(one.path).records) == 1
        assert len(waits) == 1
        _append(other, 5)
        assert len(waits) == 6
        assert one.head == other.head
    assert (tmp_path / "a.log").read_bytes() == (tmp_path / "b.log").read_bytes()


def test_a_file_that_takes_nothing_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(fd: int) -> None:
        raise OSError(errno.EIO, "broken")

    with FileLog.create(tmp_path / "a.log", HEADER) as game:
        _append(game, 1)
        head = game.head
        with monkeypatch.context() as broken:
            broken.setattr(disk, "to_disk", fails)
            with pytest.raises(LogError), game.together():
                _append(game, 3)
        assert (game.head, len(game.records)) == (head, 2)
        assert len(log.read(game.path).records) == 2
        _append(game, 1)
        assert len(log.read(game.path).records) == 3


def test_what_was_sound_before_an_error_is_kept(tmp_path: Path) -> None:
    with FileLog.create(tmp_path / "a.log", HEADER) as game:
        with suppress(ZeroDivisionError), game.together():
            _append(game, 2)
            raise ZeroDivisionError
        assert len(game.records) == len(log.read(game.path).records) == 3
