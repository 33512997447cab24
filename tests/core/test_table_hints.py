"""Hints in the log: that somebody asked is written down, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from core.atlantis import GAME
from core.chance import Stream
from core.export import export
from core.frames import LogError, Record
from core.game import IllegalMove
from core.log import FileLog, MemoryLog
from core.table import Hint, Table, TableError, header

SEATS = ["you", "bot:random"]


def new(seed: str = "hints") -> Table:
    return Table(MemoryLog(header(GAME, SEATS, {}, seed)))


def asked(table: Table) -> int:
    assert table.state.prompt is not None
    return table.state.prompt.seat


def play_on(table: Table, moves: int, chance: Stream, hints: int = 0) -> None:
    """Some moves by chance; before every so many of them a hint."""
    for number in range(moves):
        if table.over:
            break
        if hints and number % hints == 0:
            table.hint(asked(table))
        legal = table.state.legal()
        table.play(asked(table), legal[chance.below(len(legal))])


def copied(records: list[Record], changed: dict[int, dict[str, Any]] | None = None) -> MemoryLog:
    log = MemoryLog()
    for record in records:
        record = record._replace(**(changed or {}).get(record.n, {}))
        log.append(record.kind, record.seat, record.digest, record.body, record.opened)
    return log


def test_a_hint_is_a_record_of_its_own_without_anything_secret():
    table = new()
    play_on(table, 3, Stream("one"))
    seat, before, digest = asked(table), list(table.log.records), table.state.digest()
    hint = table.hint(seat)
    assert table.log.records[:-1] == before
    record = table.log.records[-1]
    assert (record.kind, record.seat, record.digest, record.body, record.opened) == ("hint", seat, digest, None, None)
    assert hint == Hint(record.n, seat, table.state.turn, table.steps[-1].n)
    assert table.hints == [hint]


def test_a_hint_changes_nothing_in_the_game():
    plain, hinted = new(), new()
    play_on(plain, 500, Stream("same"))
    play_on(hinted, 500, Stream("same"), hints=2)
    assert hinted.hints
    assert [step.move for step in hinted.steps] == [step.move for step in plain.steps]
    assert hinted.state.digest() == plain.state.digest()
    told = [[{**line, "n": 0} for line in export(table)] for table in (plain, hinted)]
    assert told[0] == told[1]


def test_asking_again_in_the_same_position_is_no_second_record():
    table = new()
    first = table.hint(0)
    assert table.hint(0) is first
    assert len(table.log.records) == 3
    play_on(table, 1, Stream("again"))
    table.back(0, alone=True)
    assert table.hint(0) is first  # it is the same position


def test_only_the_seat_that_is_asked_gets_one():
    table = new()
    with pytest.raises(IllegalMove, match="not_your_turn"):
        table.hint(1 - asked(table))
    assert table.hints == []
    assert len(table.log.records) == 2
    play_on(table, 500, Stream("end"))
    with pytest.raises(IllegalMove, match="game_over"):
        table.hint(0)


def test_a_hint_that_cannot_be_stored_is_not_given():
    class Full(MemoryLog):
        full = False

        def _store(self, payload: bytes) -> None:
            if self.full:
                raise LogError("no_space", {})

    log = Full(header(GAME, SEATS, {}, "full"))
    table = Table(log)
    log.full = True
    with pytest.raises(LogError):
        table.hint(0)
    assert table.hints == []


def test_a_log_with_hints_and_take_backs_is_taken_up_at_every_record():
    table = new("resume")
    chance = Stream("resume")
    while not table.over and len(table.log.records) < 90:
        play_on(table, 3, chance, hints=2)
        if not table.over and table.back_target(asked(table), alone=True) is not None:
            table.back(asked(table), alone=True)
    records = list(table.log.records)
    assert {"move", "back", "hint"} <= {record.kind for record in records}
    again = Table(copied(records))
    assert again.hints == table.hints
    assert again.state.digest() == table.state.digest()
    for upto in range(2, len(records) + 1):
        part = Table(copied(records[:upto]))
        assert [hint.n for hint in part.hints] == [record.n for record in records[:upto] if record.kind == "hint"]


def test_hints_are_kept_in_the_file(tmp_path):
    path = tmp_path / "hints.atl"
    with FileLog.create(path, header(GAME, SEATS, {}, "file"), sync=False) as log:
        table = Table(log)
        play_on(table, 500, Stream("file"), hints=5)
        hints = table.hints
    assert table.over
    with FileLog.open(path, sync=False) as log:
        assert Table(log).hints == hints


def test_without_hints_the_records_are_what_they_were():
    table = new("plain")
    play_on(table, 500, Stream("plain"))
    assert {record.kind for record in table.log.records} == {"game", "deal", "move", "end"}


def hinted() -> list[Record]:
    table = new("bad")
    play_on(table, 2, Stream("bad"))
    table.hint(asked(table))
    play_on(table, 2, Stream("bad more"))
    return list(table.log.records)


def the_hint(records: list[Record]) -> Record:
    return next(record for record in records if record.kind == "hint")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"digest": bytes(16)}, "other_game"),
        ({"opened": []}, "other_game"),
        ({"opened": [3]}, "other_game"),
        ({"body": "play 2 F"}, "bad_hint"),
        ({"body": 0}, "bad_hint"),
        ({"seat": None}, "bad_hint"),
        ({"seat": 3}, "bad_hint"),
    ],
    ids=str,
)
def test_a_hint_that_nobody_can_have_asked_for_is_refused(changed, reason):
    records = hinted()
    n = the_hint(records).n
    with pytest.raises(TableError) as refused:
        Table(copied(records, {n: changed}))
    assert (refused.value.reason, refused.value.params) == (reason, {"n": n})


def test_a_hint_for_the_other_seat_or_after_the_end_is_refused():
    records = hinted()
    hint = the_hint(records)
    with pytest.raises(TableError, match="bad_hint"):
        Table(copied(records, {hint.n: {"seat": 1 - (hint.seat or 0)}}))
    table = new("over")
    play_on(table, 500, Stream("over"))
    log = copied(list(table.log.records))
    log.append("hint", 0, table.state.digest(), None, None)
    with pytest.raises(TableError, match="bad_hint"):
        Table(log)
