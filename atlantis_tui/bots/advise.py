"""Think about hints in a process of its own: `python -m atlantis_tui.bots.advise`. It hears what any bot hears.

A line {"kind":"hint"} asks for hints, perhaps with a number of iterations. One line comes back. The process knows no
more of the game than the seat that asks.
"""

from __future__ import annotations

import sys
from typing import Any

from atlantis_tui.bots.incoming import SeatFollower, end_with_parent, serve_here
from atlantis_tui.bots.pace import ThinkingClock, worth
from core.advice import Advice, advise
from core.game import Game, Reason, State, UnreadableMove

THOUGHT = 1.5  # seconds


class Adviser(SeatFollower):
    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if message["kind"] != "hint":
            return super().answer(message)
        found = hints(self.game, self.view, message.get("iterations"))
        return {"hints": [[[self.game.text(move) for move in one.moves], one.chance, one.reasons] for one in found]}


def hints(game: Game, view: State, iterations: int | None = None) -> list[Advice]:
    """Hints for the seat whose turn it is; `view` is that seat's own. Thinks for `iterations`, or else for a moment."""
    seed = f"hint {view.digest().hex()}"
    if iterations is not None:
        return advise(game, view, seed, iterations)
    pace = ThinkingClock()
    pace.begin(worth(len(view.legal()), THOUGHT))
    return advise(game, view, seed, enough=pace)


def read_hints(game: Game, answer: Any) -> list[Advice]:
    """The hints in an answer. Raises UnreadableMove if there are none."""
    try:
        return [
            Advice(tuple(game.read(text) for text in texts), chance, tuple(Reason(*reason) for reason in reasons))
            for texts, chance, reasons in answer["hints"]
        ]
    except (LookupError, TypeError, ValueError) as error:
        raise UnreadableMove("not_json") from error


if __name__ == "__main__":
    end_with_parent()
    sys.exit(serve_here(Adviser()))
