"""The export of a whole game as plain values, one dictionary per line, for other programs. EXPORT.md describes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.game import Event, Move
from core.table import Step, Table


def export(table: Table, *, seat: int | None = None, reveal: bool = False) -> Iterator[dict[str, Any]]:
    """Yields the set-up, every move that was not taken back, and the outcome if there is one.

    A finished game is exported whole. A game in play shows only what everybody knows, or what `seat` knows if a seat is
    given (also after the end), or everything with `reveal`. A `shut` table is never exported whole.
    """
    game = table.game
    whole = not table.shut and (reveal or (table.over and seat is None))
    peek = table.dealer.face if whole else None

    def state(step: Step) -> dict[str, Any]:
        return game.export(step.state if whole else table.state.look_back(step.state, seat), peek)

    def events(step: Step) -> list[dict[str, Any]]:
        told = []
        for event in step.events:
            kind = game.events[event[0]]
            if kind.exported:
                seen: Event = event if whole else kind.view(event, step.seat, seat)
                told.append({"e": kind.name, **kind.json(seen)})
        return told

    def text(step: Step, move: Move) -> str:
        return game.text(move if whole else game.moves[move[0]].view(move, step.seat, seat))

    first = table.steps[0]
    yield {
        "kind": "setup",
        "game": game.name,
        "rules_version": game.rules_version,
        "options": dict(first.state.options),
        "seats": list(table.seats),
        "seed": table.seed if whole else None,
        "state": state(first),
    }
    for step in table.steps[1:]:
        assert step.move is not None
        yield {
            "kind": "move",
            "n": step.n,
            "turn": step.turn,
            "seat": step.seat,
            "move": text(step, step.move),
            "events": events(step),
            "state": state(step),
        }
    outcome = table.state.outcome
    if outcome is not None:
        yield {"kind": "outcome", "scores": list(outcome.scores), "winners": list(outcome.winners)}
