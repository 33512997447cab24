"""Masking of hidden fields in move records.

Everybody can store and check the same signed record, but only those who know the deal can read its hidden fields. A
hidden number is shifted by a number of the dealer's pad and wraps around at the highest value:

    low + (value - low + pad.below(size)) mod size          pad = Stream(seed, "cover", prev in hexadecimal digits)

Fields are masked in order, and so are the numbers within a field of many. `prev` is the hash of the record before. It
never repeats, so no pad is used twice: not after a take-back, and not when players agree to go on from an earlier
record. (The number of a record would repeat there.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.chance import Dealer
from core.fields import Kind, pack, unpack
from core.frames import Record, chain_hash, pack_record


def masked(moves: Mapping[str, Kind], move: tuple[Any, ...], dealer: Dealer, before: Record) -> list[Any]:
    """Returns the body of a move's record. `before` is the record that it follows."""
    kind = moves[move[0]]
    if not kind.hides:
        return pack(move)
    pad = dealer.pad(chain_hash(pack_record(before)))
    assert pad is not None  # a spectator makes no moves
    return pack(kind.shift(move, pad.below))


def unmasked(moves: Mapping[str, Kind], record: Record, dealer: Dealer) -> tuple[Any, ...] | None:
    """Returns the move of a record, SEALED where this dealer lacks the pad; None if it is no move of this game."""
    move = unpack(moves, record.body)
    if move is None or not (kind := moves[move[0]]).hides:
        return move
    if kind.fault(move, sealed=False) is not None:
        return None
    pad = dealer.pad(record.prev)
    return kind.view(move, None, None) if pad is None else kind.shift(move, lambda size: -pad.below(size))
