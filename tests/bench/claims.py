"""What it costs to know which fields can be claimed, beside listing the moves and beside trying everything.

    python -m tests.bench.claims [--games 40] [--rounds 9] [--json]

Positions are those of random games of Atalia in which somebody is to play: early ones with much unseen, and late
ones. A claim test is all nine fields of a position, for one seat, as the rules ask it in every turn. Where the seat's
own side is not complete there is nothing to ask, so what a side can still become is measured by itself too, for every
open side of every position. Trying everything puts each set of unseen troops on the opponent's free places; three
free places with sixty troops are 34,220 sets, so it is measured on the fields with two free places at most, beside
our test of the same fields. Times are the processor's. `cold` is the first time, in which what is kept for later is
made.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from statistics import mean, median
from typing import Any

from core.atalia import GAME
from core.atalia.claims import best
from core.atalia.components import FIELDS, NOBODY
from core.atalia.formations import _frame, _made, _rows
from core.atalia.rules import Atalia
from core.chance import SeededDealer
from tests.core import atalia_brute as brute


def positions(number: int) -> list[Atalia]:
    """Every position of some random games in which a seat is to play."""
    rng = random.Random(2)
    found: list[Atalia] = []
    for seed in range(number):
        state = GAME.new(2, {"terrain": ("off", "house")[seed % 2]})
        assert isinstance(state, Atalia)
        state.play_at_once(SeededDealer(f"claims {seed}"), events=False)
        while state.outcome is None:
            if state.step == "play":
                found.append(state.copy())
            state.advance(rng.choice(state.legal()))
    return found


def microseconds(do: Callable[[Atalia], object], states: list[Atalia]) -> list[float]:
    took = []
    for state in states:
        began = time.process_time_ns()
        do(state)
        took.append((time.process_time_ns() - began) / 1000)
    return took


def every_side(state: Atalia) -> None:
    for at in range(FIELDS):
        if state.owners[at] == NOBODY:
            best(state.sides[1][at], state.ground(at), state.unseen)


def few_free(state: Atalia) -> list[int]:
    """Fields where trying everything is a matter of a moment."""
    return [at for at in range(FIELDS) if state.ground(at).need - len(state.sides[1][at]) <= 2]


def ours(state: Atalia) -> None:
    for at in few_free(state):
        best(state.sides[1][at], state.ground(at), state.unseen)


def by_trying(state: Atalia) -> None:
    for at in few_free(state):
        brute.best(state.sides[1][at], state.ground(at), state.unseen)


def measured(games: int, rounds: int) -> dict[str, Any]:
    states = positions(games)
    for kept in (_frame, _made, _rows):
        kept.cache_clear()
    cold = microseconds(lambda state: state.claimable(0), states)
    claims, moves = [], []
    for _ in range(rounds):
        claims.append(mean(microseconds(lambda state: state.claimable(0), states)))
        moves.append(mean(microseconds(lambda state: state.legal(), states)))
    sides = sum(state.owners.count(NOBODY) for state in states)
    some = [state for state in states if few_free(state)][::41]
    quick, slow = microseconds(ours, some), microseconds(by_trying, some)
    return {
        "positions": len(states),
        "microseconds": {
            "claim test": round(median(claims), 1),
            "claim test, cold": round(mean(cold), 1),
            "claim test, the slowest position": round(max(cold), 1),
            "what one side can become": round(sum(microseconds(every_side, states)) / sides, 1),
            "legal moves": round(median(moves), 1),
        },
        "claim test : legal moves": round(median(a / b for a, b in zip(claims, moves, strict=True)), 2),
        "trying everything : ours": round(sum(slow) / sum(quick)),
    }


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.claims", description="Claims, measured.")
    words.add_argument("--games", type=int, default=40, help="games whose positions are measured (40)")
    words.add_argument("--rounds", type=int, default=9, help="how often they are measured (9)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    result = measured(chosen.games, chosen.rounds)
    if chosen.json:
        print(json.dumps(result))
        return
    print(f"{result['positions']} positions")
    for name, number in result["microseconds"].items():
        print(f"{name:34}{number:9.1f} microseconds")
    for name in ("claim test : legal moves", "trying everything : ours"):
        print(f"{name:34}{result[name]:9}")


if __name__ == "__main__":
    main()
