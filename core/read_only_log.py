"""A read-only log: the records of a file or a message, kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.frames import Record, chain_hash, pack_record


class Reading:
    """A log whose appended records are not stored (a Table may add an "end" that a crash left unwritten)."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = list(records)

    def append(
        self, kind: str, seat: int | None, digest: bytes, body: Any, opened: list[int | None] | None, /
    ) -> Record:
        prev = chain_hash(pack_record(self.records[-1]))
        record = Record(len(self.records), prev, digest, seat, kind, body, opened, None)
        self.records.append(record)
        return record
