"""Moves of Pearls as people write them: `dive 3`, or 3 alone, and `swap 3`."""

from __future__ import annotations

from core.game import IllegalMove, Move, UnreadableMove
from core.hidden import SEALED
from core.pearls.rules import SIZES, Pearls


def text(move: Move) -> str:
    kind, shell = move
    return f"{kind} {'?' if shell == SEALED else shell + 1}"


def read(written: str) -> Move:
    kind, _space, size = written.strip().lower().partition(" ")
    size = size.strip()
    if kind == "swap" and size == "?":
        return ("swap", SEALED)
    if kind not in ("dive", "swap") or size not in {str(one) for one in range(1, SIZES + 1)}:
        raise UnreadableMove("unreadable", text=written)
    return (kind, int(size) - 1)


def parse(state: Pearls, line: str) -> tuple[list[Move], str]:
    """One move is a whole turn; what is written behind it is left over."""
    words = line.split()
    if words and words[0].isdecimal():
        words.insert(0, "dive")
    move = read(" ".join(words[:2]))
    reason = state.explain(move)
    if reason is not None:
        raise IllegalMove(reason.id, **reason.params)
    return [move], " ".join(words[2:])
