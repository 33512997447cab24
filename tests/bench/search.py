"""What a search costs: iterations a second, and the memory that one search takes.

    python -m tests.bench.search [GAME] [--iterations 200] [--rounds 3] [--json]

Positions come from games of `easy`, with every number of seats that the game has. A ratio beside playouts says how many
random games the same machine plays in the time of one iteration, taken in the same round, so that a busy machine slows
both alike. Times are the processor's.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from statistics import median
from typing import Any

from core import games
from core.bots import make_bot
from core.bots.search import Search
from core.chance import SeededDealer, Stream
from core.game import Game

POSITIONS = 12

State = Any  # of a game of the house, with `play_at_once`


def views(game: Game, seats: int) -> list[State]:
    """Some views from a whole game, each with a choice."""
    state = _begin(game, seats, f"search {seats}")
    bots = [make_bot("easy", game, f"search {seat}") for seat in range(seats)]
    found = []
    while state.outcome is None:
        seat = state.prompt.seat
        view = state.view(seat)
        if len(view.legal()) > 1:
            found.append(view)
        state.advance(bots[seat].choose(view))
    step = max(len(found) // POSITIONS, 1)
    return found[::step][:POSITIONS]


def iterations_a_second(game: Game, positions: list[State], iterations: int) -> float:
    began = time.process_time()
    for number, view in enumerate(positions):
        Search(game, view, f"bench {number}").run(iterations)
    return iterations * len(positions) / (time.process_time() - began)


def random_games_a_second(game: Game, seats: int, number: int = 60) -> float:
    choose = Stream("random games")
    began = time.process_time()
    for one in range(number):
        state = _begin(game, seats, f"random {one}")
        while state.outcome is None:
            moves = state.legal()
            state.advance(moves[choose.below(len(moves))])
    return number / (time.process_time() - began)


def kilobytes(game: Game, view: State, iterations: int) -> float:
    """What a search holds when it is done."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    search = Search(game, view, "memory")
    search.run(iterations)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert search.iterations == iterations
    return (after - before) / 1024


def _begin(game: Game, seats: int, seed: str) -> State:
    state: State = game.new(seats)
    state.play_at_once(SeededDealer(seed), events=False)
    return state


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.search", description="What a search costs.")
    words.add_argument("game", nargs="?", default="atlantis", choices=games.names(), help="which of ours (atlantis)")
    words.add_argument("--iterations", type=int, default=200, help="of each search (200)")
    words.add_argument("--rounds", type=int, default=3, help="how often everything is measured (3)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    result: dict[str, Any] = {}
    game = games.load(chosen.game)
    for seats in game.seat_counts:
        positions = views(game, seats)
        rounds = [
            (iterations_a_second(game, positions, chosen.iterations), random_games_a_second(game, seats))
            for _ in range(chosen.rounds)
        ]
        memory = [kilobytes(game, view, chosen.iterations) for view in positions[::3]]
        result[str(seats)] = {
            "iterations_a_second": round(median(one for one, _ in rounds)),
            "random_games_an_iteration": round(median(played / one for one, played in rounds), 2),
            "kilobytes_a_search": round(median(memory)),
            "bytes_an_iteration": round(median(memory) * 1024 / chosen.iterations),
        }
    if chosen.json:
        print(json.dumps(result))
        return
    for number, one in result.items():
        print(
            f"{number} seats: {one['iterations_a_second']} iterations a second, each as long as "
            f"{one['random_games_an_iteration']} random games; {one['kilobytes_a_search']} KiB after "
            f"{chosen.iterations}, {one['bytes_an_iteration']} bytes an iteration"
        )


if __name__ == "__main__":
    main()
