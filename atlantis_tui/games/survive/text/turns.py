"""Whole turns of Survive! in lines of text: as they are typed, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.text.choices import effect_to
from core.game import Move
from core.survive.notation import text
from core.survive.rules import Survive

BY_ITSELF = ("show", "keep")  # what is on a tile leaves no choice


def typed(moves: Sequence[Move]) -> str:
    """The line that plays these moves."""
    return ", ".join(text(move) for move in moves if move[0] not in BY_ITSELF)


def proposed(moves: Sequence[Move], instead: Sequence[Move]) -> str:
    """A turn that could have been, where another one was played."""
    return typed(moves)


def does(view: Survive, moves: Sequence[Move], you: bool) -> list[str]:
    """What moves from here would do until chance speaks. That a step is left out goes without saying."""
    found: list[str] = []
    ahead = view.copy()
    for move in moves:
        if ahead.asks or ahead.outcome is not None or ahead.explain(move) is not None:
            break
        assert ahead.prompt is not None
        if move[0] not in (*BY_ITSELF, "end"):
            found.append(effect_to(ahead, move, ahead.prompt.seat if you else None))
        ahead.advance(move)
    return [named.first_up(sentence) for sentence in found]
