"""Logs that end early, or were damaged."""

from pathlib import Path

from core.log import MAGIC


def offsets(data):
    """Where each record of a log begins, and where the last one ends."""
    found = [len(MAGIC)]
    while found[-1] < len(data):
        found.append(found[-1] + 8 + int.from_bytes(data[found[-1] : found[-1] + 4], "big"))
    return found


def cut(log, to, records):
    """A copy of the first records."""
    data = Path(log).read_bytes()
    to = Path(to)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(data[: offsets(data)[records]])
    return to


def torn(log, to, records):
    """A copy that ends in the middle of a record."""
    data = Path(log).read_bytes()
    Path(to).write_bytes(data[: offsets(data)[records] + 11])
    return Path(to)


def flipped(log, to, record):
    """A copy in which one bit of a record is wrong, and all that follows is as it was."""
    data = bytearray(Path(log).read_bytes())
    data[offsets(data)[record] + 20] ^= 1
    Path(to).write_bytes(data)
    return Path(to)
