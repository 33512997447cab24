"""Whole turns of Atlantis in lines of text: as they are typed, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atlantis.text.choices import effect
from atlantis_tui.text.translation import _
from core.atlantis.components import SYMBOLS
from core.atlantis.notation import text
from core.atlantis.rules import Atlantis
from core.game import Move

OF_YOURS = ("bridge", "stuck")  # moves whose effect speaks of the reader's things


def typed(moves: Sequence[Move]) -> str:
    """The line that plays these moves. That no bridge is laid after a move is not told: nobody has to type it."""
    said: list[str] = []
    for move in moves:
        kind = move[0]
        if kind == "on" and said:
            said[-1] += f" {SYMBOLS[move[1]]}"
        elif kind == "pay" and said:
            said[-1] += f" {text(move)}"
        elif kind == "buy":
            said.append(f"trade {move[1]}")
        elif kind != "done":
            said.append(text(move))
    return ", ".join(said)


def proposed(moves: Sequence[Move], instead: Sequence[Move]) -> str:
    """A turn that could have been, where another one was played. After a trade the cards tell what to move."""
    if moves and moves[-1][0] == "buy":
        return _("first {trade}, then see the cards and move").format(trade=typed(moves))
    if bridge_after(instead) and not bridge_after(moves):
        return _("{moves}, no bridge").format(moves=typed(moves))
    return typed(moves)


def bridge_after(moves: Sequence[Move]) -> bool:
    """Whether a bridge is laid after the move."""
    kinds = [move[0] for move in moves]
    return "play" in kinds and "bridge" in kinds[kinds.index("play") :]


def does(view: Atlantis, moves: Sequence[Move], you: bool) -> list[str]:
    """What moves from here would do until chance speaks, a movement as one thing; `you`: the reader makes them."""
    found: list[str] = []
    ahead = view.copy()
    for move in moves:
        if ahead.asks or ahead.outcome is not None or ahead.explain(move) is not None:
            break
        kind = move[0]
        if kind == "on" and found:
            found.pop()
        if kind not in ("pay", "done") and (you or kind not in OF_YOURS):
            found.append(effect(ahead, move))
        ahead.advance(move)
    return [sentence[0].upper() + sentence[1:] for sentence in found]
