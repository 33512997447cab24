"""Whole turns of Atalia in lines of text: as they are typed, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atalia.text.choices import effect
from atlantis_tui.text.translation import _
from core.atalia.notation import text
from core.atalia.rules import Atalia
from core.game import Move


def typed(moves: Sequence[Move]) -> str:
    """The line that plays these moves. That claims are over is only told where nothing else is."""
    said = [text(move) for move in moves if move[0] != "done"]
    return ", ".join(said) if said else ", ".join(text(move) for move in moves)


def proposed(moves: Sequence[Move], instead: Sequence[Move]) -> str:
    """A turn that could have been, where another one was played. What it does not claim is told if the other did."""
    kept = {move for move in instead if move[0] == "claim"} - set(moves)
    if kept and ("done",) in moves and not any(move[0] == "claim" for move in moves):
        said = [text(move) for move in moves if move[0] != "done"]
        return ", ".join([*said, _("no claim")])
    return typed(moves)


def does(view: Atalia, moves: Sequence[Move], you: bool) -> list[str]:
    """What moves from here would do until chance speaks. That claims are over goes without saying."""
    found: list[str] = []
    ahead = view.copy()
    for move in moves:
        if ahead.asks or ahead.outcome is not None or ahead.explain(move) is not None:
            break
        if move[0] != "done":
            found.append(effect(ahead, move))
        ahead.advance(move)
    return [sentence[0].upper() + sentence[1:] for sentence in found]
