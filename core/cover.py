"""Moves in records: what not everybody may see of a move is covered there.

So all can have the same record, signed as it is, and only those who know the deal can read the whole of it. A hidden
number is moved on by a number of the dealer's own, round from the highest to the lowest:

    low + (value - low + pad.below(size)) mod size          pad = Stream(seed, "cover", prev in hexadecimal digits)

one after the other in the order of the fields, and within a field of many. `prev` is the hash of the record before. It
never comes twice, so that no number of a pad is used again: not after a take-back, and not where those who play
together have agreed to begin anew from an earlier record. (The number of the record would come again there.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.chance import Dealer
from core.fields import Kind, pack, unpack
from core.frames import Record, chain_hash, pack_record


def covered(moves: Mapping[str, Kind], move: tuple[Any, ...], dealer: Dealer, before: Record) -> list[Any]:
    """The body of the record of a move. `before` is the record that it follows."""
    kind = moves[move[0]]
    if not kind.hides:
        return pack(move)
    pad = dealer.pad(chain_hash(pack_record(before)))
    assert pad is not None  # who only watches makes no moves
    return pack(kind.shift(move, pad.below))


def uncovered(moves: Mapping[str, Kind], record: Record, dealer: Dealer) -> tuple[Any, ...] | None:
    """The move of a record, sealed where this dealer cannot know it; None if it is no move of this game."""
    move = unpack(moves, record.body)
    if move is None or not (kind := moves[move[0]]).hides:
        return move
    if kind.fault(move, sealed=False) is not None:
        return None
    pad = dealer.pad(record.prev)
    return kind.view(move, None, None) if pad is None else kind.shift(move, lambda size: -pad.below(size))
