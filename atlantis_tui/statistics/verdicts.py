"""Which games played together hold: found out once for the content of a file, and kept.

What is kept is told by the hash of all bytes of the file, so that a file that was changed is looked at anew. All of it
can be found out again: a file of verdicts that is damaged or cannot be written is no loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from atlantis_tui import __version__
from atlantis_tui.saved import paths
from atlantis_tui.saved.trust import Verdict, judge_alone
from atlantis_tui.statistics.kept_results import KeptResults
from core.log import LogError, read_summed

VERSION = 2  # a higher one forgets what is kept: for when games are judged otherwise
LARGEST = 20_000_000  # bytes
MOST = 20_000  # verdicts; older ones give way


def of_files(
    files: Sequence[str], looked: Callable[[int, int], None] = lambda done, all: None
) -> dict[str, Verdict | None]:
    """The verdict on the game in each file; None where it cannot be read, or is damaged as a file.

    `looked` hears how many are done before each that is new, and may stop it; what was found out is kept all the same.
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
    """What is kept of a file, if it can be a verdict."""
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
