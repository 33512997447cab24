"""How much better a search chooses the longer it thinks, without playing whole matches.

    python -m tests.bench.regret [GAME] [--seats 2] [--games 40] [--worlds 200] [--iterations 50 100 200 400] [--json]

Positions come from games of `hard:25` against itself, a few of each, drawn by lot among those with something to
choose. One search stops in each of them at every number of iterations, and its choice is noted. Then every move that
was chosen at some time is made in the same worlds, which all seats play on to the end by what looks best at once. The
share of them that is won says what the move is worth. It is not the last word, as nobody plays like that, but it is one
judge for all, and sees far beyond any search.

`gain` is what the choices are worth more than those after the first number of iterations, in hundredths of a win for
each choice, and `error` is its standard error over the positions. `regret` is what they fall short of the best of all
moves that were chosen in that position at any time; it is too high by the luck of the worlds, equally for all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Hashable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from core import games
from core.bots import CHANCE, knowledge, make_bot
from core.bots.findings import sameness
from core.bots.normal import first_choice
from core.bots.search import Search
from core.chance import SeededDealer, Stream
from core.game import Game, Move, State

OF_EACH_GAME = 3  # positions
PLAYERS = "hard:25"


def positions(game: Game, seats: int, number: int) -> list[State]:
    """Views with something to choose, from so many games."""
    found = []
    for one in range(number):
        dealer = SeededDealer(f"regret {one}")
        bots = [make_bot(PLAYERS, game, f"regret {one} {seat}") for seat in range(seats)]
        state = game.new(seats)
        views = []
        while True:
            while state.asks:
                state.answer(dealer.answer(state.asks))
            if (prompt := state.prompt) is None:
                break
            view = state.view(prompt.seat)
            if len({sameness(game, view, move) for move in view.legal()}) > 1:
                views.append(view)
            state.advance(bots[prompt.seat].choose(view))
        lots = Stream("regret", one).shuffled(range(len(views)))
        found += [views[lot] for lot in sorted(lots[:OF_EACH_GAME])]
    return found


def choices(game: Game, view: State, seed: str, iterations: Sequence[int]) -> list[Move]:
    """What one search would choose after each of these numbers, which rise."""
    search = Search(game, view, seed)
    chosen = []
    for number in iterations:
        search.run(number - search.iterations)
        chosen.append(search.best())
    return chosen


def worth(game: Game, view: State, move: Move, seed: str, worlds: int) -> float:
    """The share of these worlds that is won after this move, in hundredths."""
    known = knowledge(game)
    assert known is not None
    assert view.prompt is not None
    won = 0
    for number in range(worlds):
        state = known.sample(view, Stream(seed, "world", number))
        state.advance(move)
        while state.outcome is None:
            state.advance(first_choice(state, known.rollout))
        won += known.evaluate(state)[view.prompt.seat]
    return won * 100 / CHANCE / worlds


def measured(game: Game, seats: int, number: int, worlds: int, iterations: Sequence[int]) -> dict[str, Any]:
    rows: list[list[float]] = []  # by position, what the choice after each number of iterations is worth
    for place, view in enumerate(positions(game, seats, number)):
        known: dict[Hashable, float] = {}
        row = []
        for move in choices(game, view, f"search {place}", iterations):
            same = sameness(game, view, move)
            if same not in known:
                known[same] = worth(game, view, move, f"judge {place}", worlds)
            row.append(known[same])
        rows.append(row)
    result = {}
    for column, many in enumerate(iterations):
        gains = [row[column] - row[0] for row in rows]
        result[str(many)] = {
            "gain": round(fmean(gains), 2),
            "error": round(stdev(gains) / sqrt(len(gains)), 2),
            "regret": round(fmean(max(row) - row[column] for row in rows), 2),
        }
    return {"game": game.name, "seats": seats, "positions": len(rows), "worlds": worlds, "iterations": result}


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.regret", description="What longer thinking brings.")
    words.add_argument("game", nargs="?", default="atlantis")
    words.add_argument("--seats", type=int, default=2, help="(2)")
    words.add_argument("--games", type=int, default=40, help=f"that give {OF_EACH_GAME} positions each (40)")
    words.add_argument("--worlds", type=int, default=200, help="in which each choice is judged (200)")
    words.add_argument("--iterations", type=int, nargs="+", default=[50, 100, 200, 400], help="(50 100 200 400)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    game = games.load(chosen.game)
    result = measured(game, chosen.seats, chosen.games, chosen.worlds, sorted(chosen.iterations))
    if chosen.json:
        print(json.dumps(result))
        return
    print(f"{result['positions']} positions of {game.name} with {chosen.seats} seats, in hundredths of a win a choice")
    for many, one in result["iterations"].items():
        print(f"{many:>6} iterations: gain {one['gain']:5.2f} ± {one['error']:.2f}, regret {one['regret']:.2f}")


if __name__ == "__main__":
    main()
