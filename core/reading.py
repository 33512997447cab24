"""A log for looking: the records of a file or a message, and no file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.frames import Record, chain_hash, pack_record


class Reading:
    """What a table adds to it (an end that a crash kept from being written) is stored nowhere."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = list(records)

    def append(
        self, kind: str, seat: int | None, digest: bytes, body: Any, opened: list[int | None] | None, /
    ) -> Record:
        prev = chain_hash(pack_record(self.records[-1]))
        record = Record(len(self.records), prev, digest, seat, kind, body, opened, None)
        self.records.append(record)
        return record
