"""How fast games are played at random, beside other engines, and what single things cost.

    python -m tests.bench.playouts [--seconds 1] [--rounds 9] [--json]

Needs nothing but the project; python-chess, RLCard and OpenSpiel join in where they are installed
(`pip install -e '.[bench]'`). Every engine asks for the complete list of legal moves at every decision and picks one of
them with `random.Random.choice`; the set-up of each game is counted. The engines take turns, `--seconds` each in every
round, and figures are medians over the rounds. A ratio is the median of the ratios within a round, so that a machine
that is busy for a while slows both sides of it alike. All times are the processor's, not the wall's.

Ours is counted in turns. A turn is about two decisions, each with a list of its own.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from core.atlantis import GAME
from core.atlantis.rules import Atlantis
from core.chance import SeededDealer
from core.game import Move
from core.log import MemoryLog
from core.table import Table, header

Play = Callable[[random.Random], int]  # plays one game, and says how many turns, moves or decisions it had

OURS = "atlantis"
SEATS = 4


def begin(rng: random.Random) -> tuple[Atlantis, SeededDealer]:
    state = GAME.new(SEATS)
    assert isinstance(state, Atlantis)
    return state, SeededDealer(str(rng.random()))


def at_once(rng: random.Random) -> int:
    """Chance answers by itself and nobody is told what happened: how a search plays."""
    state, dealer = begin(rng)
    state.play_at_once(dealer, events=False)
    while state.outcome is None:
        state.advance(rng.choice(state.legal()))
    return state.turns


def with_events(rng: random.Random) -> int:
    state, dealer = begin(rng)
    state.play_at_once(dealer)
    while state.outcome is None:
        state.advance(rng.choice(state.legal()))
    return state.turns


def with_asks(rng: random.Random) -> int:
    """Every face is asked for and answered, as at a table."""
    state, dealer = begin(rng)
    while state.outcome is None:
        if state.asks:
            state.answer(dealer.answer(state.asks))
        else:
            state.advance(rng.choice(state.legal()))
    return state.turns


def checked(rng: random.Random) -> int:
    """With asks, and every move checked against the rules before it is made."""
    state, dealer = begin(rng)
    while state.outcome is None:
        if state.asks:
            state.answer(dealer.answer(state.asks))
        else:
            state.apply(rng.choice(state.legal()))
    return state.turns


def python_chess() -> Play:
    chess: Any = importlib.import_module("chess")

    def play(rng: random.Random) -> int:
        board, moves_made = chess.Board(), 0
        while moves_made < 200:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            moves_made += 1
        return moves_made

    return play


def rlcard_gin_rummy() -> Play:
    rlcard: Any = importlib.import_module("rlcard")
    agents: Any = importlib.import_module("rlcard.agents")
    env = rlcard.make("gin-rummy")
    env.set_agents([agents.RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play(_: random.Random) -> int:
        trajectories, _payoffs = env.run()
        return sum(len(one) // 2 for one in trajectories)

    return play


def open_spiel(name: str) -> Callable[[], Play]:
    def make() -> Play:
        pyspiel: Any = importlib.import_module("pyspiel")
        game = pyspiel.load_game(name)

        def play(rng: random.Random) -> int:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(rng.choice(actions))
                decisions += len(actions) > 1
            return decisions

        return play

    return make


ENGINES: dict[str, tuple[str, Callable[[], Play]]] = {
    OURS: ("turns", lambda: at_once),
    "atlantis with events": ("turns", lambda: with_events),
    "atlantis with asks": ("turns", lambda: with_asks),
    "atlantis checked": ("turns", lambda: checked),
    "python-chess": ("moves", python_chess),
    "RLCard gin-rummy": ("decisions", rlcard_gin_rummy),
    "OpenSpiel gin_rummy": ("decisions", open_spiel("gin_rummy")),
    "OpenSpiel backgammon": ("decisions", open_spiel("backgammon")),
}


def rate(play: Play, rng: random.Random, seconds: float) -> float:
    done, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        done += play(rng)
    return done / took


def playouts(seconds: float, rounds: int) -> dict[str, Any]:
    plays: dict[str, Play] = {}
    skipped: dict[str, str] = {}
    for name, (_, make) in ENGINES.items():
        try:
            plays[name] = make()
        except ImportError as error:
            skipped[name] = str(error)
    rng = random.Random(1)
    for play in plays.values():
        play(rng)  # what is only done once does not count
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            rates[name].append(rate(play, rng, seconds))
    return {
        "per_second": {name: round(median(one)) for name, one in rates.items()},
        "counted": {name: ENGINES[name][0] for name in rates},
        "times_as_fast": {
            name: round(median(ours / theirs for ours, theirs in zip(rates[OURS], one, strict=True)), 2)
            for name, one in rates.items()
            if name != OURS
        },
        "skipped": skipped,
    }


def positions(games: int) -> list[tuple[Atlantis, Move]]:
    """Every position of some random games in which somebody is asked, with the move that is made there."""
    rng = random.Random(2)
    found: list[tuple[Atlantis, Move]] = []
    for _ in range(games):
        state, dealer = begin(rng)
        state.play_at_once(dealer)
        while state.outcome is None:
            move = rng.choice(state.legal())
            found.append((state.copy(), move))
            state.advance(move)
            state.take_events()
    return found


def single_things(rounds: int) -> dict[str, float]:
    """Microseconds each, over all positions of some games. A move is made on a copy, whose own cost is taken off."""
    cases = positions(10)

    def advance(state: Atlantis, move: Move) -> None:
        state.copy().advance(move)

    def apply(state: Atlantis, move: Move) -> None:
        state.copy().apply(move)

    things: dict[str, Callable[[Atlantis, Move], object]] = {
        "nothing": lambda state, move: None,
        "copy": lambda state, move: state.copy(),
        "legal": lambda state, move: state.legal(),
        "advance": advance,
        "apply": apply,
        "digest": lambda state, move: state.digest(),
        "view": lambda state, move: state.view(state.seat),
    }
    took: dict[str, list[float]] = {name: [] for name in things}
    for _ in range(rounds):
        for name, do in things.items():
            began = time.process_time()
            for state, move in cases:
                do(state, move)
            took[name].append((time.process_time() - began) / len(cases) * 1e6)
    cost = {name: median(one) for name, one in took.items()}
    for name in ("advance", "apply"):
        cost[name] -= cost["copy"]
    nothing = cost.pop("nothing")
    return {name: round(one if name in ("advance", "apply") else one - nothing, 2) for name, one in cost.items()}


def replay(rounds: int) -> dict[str, float]:
    """A whole game read back from its log: every record played, with its digest and its opened faces checked."""
    rng = random.Random(3)
    log = MemoryLog(header(GAME, ["bot:random"] * SEATS, {}, "replay"))
    table = Table(log)
    while (prompt := table.state.prompt) is not None:
        table.play(prompt.seat, rng.choice(table.state.legal()))
    took = []
    for _ in range(rounds):
        began = time.process_time()
        Table(log)
        took.append(time.process_time() - began)
    return {"records": len(log.records), "records_per_second": round(len(log.records) / median(took))}


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.playouts", description="Random playouts, measured.")
    words.add_argument("--seconds", type=float, default=1.0, help="for each engine in each round (1)")
    words.add_argument("--rounds", type=int, default=9, help="how often the engines take turns (9)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    result = playouts(chosen.seconds, chosen.rounds)
    result["microseconds"] = single_things(chosen.rounds)
    result["replay"] = replay(chosen.rounds)
    if chosen.json:
        print(json.dumps(result))
        return
    for name, number in result["per_second"].items():
        ratio = result["times_as_fast"].get(name)
        beside = "" if ratio is None else f"   {OURS} is {ratio:.2f} times as fast"
        print(f"{name:22}{number:9} {result['counted'][name]:9} a second{beside}")
    for name, why in result["skipped"].items():
        print(f"{name:22}  skipped: {why}")
    for name, number in result["microseconds"].items():
        print(f"{name + '()':22}{number:9.2f} microseconds")
    print(f"{'log replay':22}{result['replay']['records_per_second']:9} records   a second")


if __name__ == "__main__":
    main()
