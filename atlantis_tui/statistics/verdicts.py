"""Which network games hold: checked once for the content of a file, and kept.

A verdict is kept under the hash of the whole file, so a changed file is checked anew. All verdicts can be found again,
so it does no harm if our file of them is damaged or cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from atlantis_tui import __version__
from atlantis_tui.saved import paths
from atlantis_tui.saved.trust import Verdict, judge_alone
from atlantis_tui.statistics.kept_results import KeptResults
from core.log import LogError, read_summed

VERSION = 2  # raise it when games are judged differently: that drops the kept verdicts
LARGEST = 20_000_000  # bytes
MOST = 20_000  # how many verdicts we keep; the oldest are dropped first


def of_files(
    files: Sequence[str], looked: Callable[[int, int], None] = lambda done, all: None
) -> dict[str, Verdict | None]:
    """The verdict on the game in each file; None if the file cannot be read or is damaged.

    `looked` is called before each new file with how many are done, and may raise to stop. What was found until then is
    kept.
    """
    kept = _kept().read()
    found: dict[str, Verdict | None] = {}
    new = False
    try:
        for done, path in enumerate(files):
            try:
                total, contents = read_summed(path)
            except LogError:
                found[path] = None
                continue
            known = _read_verdict(kept.pop(total, None))
            if known is None:
                looked(done, len(files))
                known, new = judge_alone(contents.records) if contents.damage is None else Verdict("forged"), True
            kept[total] = _values(known)  # the latest stand last
            found[path] = known if contents.damage is None else None
    finally:
        if new:
            _kept().write(dict(list(kept.items())[-MOST:]))
    return found


def _values(verdict: Verdict) -> list[Any]:
    return [*verdict[:4], [[name, key.hex()] for name, key in verdict.people], [list(one) for one in verdict.stand_ins]]


def _read_verdict(entry: Any) -> Verdict | None:
    """The verdict that was kept, or None if it is malformed."""
    try:
        what, n, why, kind, people, stand_ins = entry
        told = tuple((name, bytes.fromhex(key)) for name, key in people)
        away = tuple((name, by, first, last) for name, by, first, last in stand_ins)
    except (TypeError, ValueError):
        return None
    texts = (what, why, kind, *(name for name, _ in told), *(name for one in away for name in one[:2]))
    numbers = (n, *(first for _, _, first, _ in away), *(last for *_, last in away if last is not None))
    fits = all(isinstance(one, str) for one in texts) and all(isinstance(one, int) for one in numbers)
    return Verdict(what, n, why, kind, told, away) if fits else None


def _kept() -> KeptResults:
    return KeptResults(paths.verdicts_file(), "verdicts", [VERSION, __version__], LARGEST)
