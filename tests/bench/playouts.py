"""How fast games are played at random, beside other engines, and what single things cost.

    python -m tests.bench.playouts [GAME] [--seconds 1] [--rounds 9] [--json]

Needs nothing but the project; python-chess, RLCard and OpenSpiel join in where they are installed
(`pip install -e '.[bench]'`). Every engine asks for the complete list of legal moves at every decision and picks one of
them with `random.Random.choice`; the set-up of each game is counted. The engines take turns, `--seconds` each in every
round, and figures are medians over the rounds. A ratio is the median of the ratios within a round, so that a machine
that is busy for a while slows both sides of it alike. All times are the processor's, not the wall's.

Ours, any game of the house with as many seats as it has, is counted in turns. A turn is about two decisions, each with
a list of its own.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from core import games
from core.chance import SeededDealer
from core.game import Game, Move
from core.log import MemoryLog
from core.table import Table, header

Play = Callable[[random.Random], int]  # plays one game, and says how many turns, moves or decisions it had

State = Any  # of a game of the house, with `play_at_once`


def begin(game: Game, rng: random.Random) -> tuple[State, SeededDealer]:
    return game.new(game.seat_counts[-1]), SeededDealer(str(rng.random()))


def at_once(game: Game, rng: random.Random) -> int:
    """Chance answers by itself and nobody is told what happened: how a search plays."""
    state, dealer = begin(game, rng)
    state.play_at_once(dealer, events=False)
    while state.outcome is None:
        state.advance(rng.choice(state.legal()))
    return int(state.turn)


def with_events(game: Game, rng: random.Random) -> int:
    state, dealer = begin(game, rng)
    state.play_at_once(dealer)
    while state.outcome is None:
        state.advance(rng.choice(state.legal()))
    return int(state.turn)


def with_asks(game: Game, rng: random.Random) -> int:
    """Every face is asked for and answered, as at a table."""
    state, dealer = begin(game, rng)
    while state.outcome is None:
        if state.asks:
            state.answer(dealer.answer(state.asks))
        else:
            state.advance(rng.choice(state.legal()))
    return int(state.turn)


def checked(game: Game, rng: random.Random) -> int:
    """With asks, and every move checked against the rules before it is made."""
    state, dealer = begin(game, rng)
    while state.outcome is None:
        if state.asks:
            state.answer(dealer.answer(state.asks))
        else:
            state.apply(rng.choice(state.legal()))
    return int(state.turn)


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


def engines(game: Game) -> dict[str, tuple[str, Callable[[], Play]]]:
    """What is counted of each, and how it is begun. The first one is ours."""
    name = game.name
    return {
        name: ("turns", lambda: partial(at_once, game)),
        f"{name} with events": ("turns", lambda: partial(with_events, game)),
        f"{name} with asks": ("turns", lambda: partial(with_asks, game)),
        f"{name} checked": ("turns", lambda: partial(checked, game)),
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


def playouts(game: Game, seconds: float, rounds: int) -> dict[str, Any]:
    every = engines(game)
    plays: dict[str, Play] = {}
    skipped: dict[str, str] = {}
    for name, (_, make) in every.items():
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
        "counted": {name: every[name][0] for name in rates},
        "times_as_fast": {
            name: round(median(ours / theirs for ours, theirs in zip(rates[game.name], one, strict=True)), 2)
            for name, one in rates.items()
            if name != game.name
        },
        "skipped": skipped,
    }


def positions(game: Game, number: int) -> list[tuple[State, Move]]:
    """Every position of some random games in which somebody is asked, with the move that is made there."""
    rng = random.Random(2)
    found: list[tuple[State, Move]] = []
    for _ in range(number):
        state, dealer = begin(game, rng)
        state.play_at_once(dealer)
        while state.outcome is None:
            move = rng.choice(state.legal())
            found.append((state.copy(), move))
            state.advance(move)
            state.take_events()
    return found


def single_things(game: Game, rounds: int) -> dict[str, float]:
    """Microseconds each, over all positions of some games. A move is made on a copy, whose own cost is taken off."""
    cases = positions(game, 10)

    def advance(state: State, move: Move) -> None:
        state.copy().advance(move)

    def apply(state: State, move: Move) -> None:
        state.copy().apply(move)

    things: dict[str, Callable[[State, Move], object]] = {
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


def replay(game: Game, rounds: int) -> dict[str, float]:
    """A whole game read back from its log: every record played, with its digest and its opened faces checked."""
    rng = random.Random(3)
    log = MemoryLog(header(game, ["bot:random"] * game.seat_counts[-1], {}, "replay"))
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
    words.add_argument("game", nargs="?", default="atlantis", choices=games.names(), help="which of ours (atlantis)")
    words.add_argument("--seconds", type=float, default=1.0, help="for each engine in each round (1)")
    words.add_argument("--rounds", type=int, default=9, help="how often the engines take turns (9)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    game = games.load(chosen.game)
    result = playouts(game, chosen.seconds, chosen.rounds)
    result["microseconds"] = single_things(game, chosen.rounds)
    result["replay"] = replay(game, chosen.rounds)
    if chosen.json:
        print(json.dumps(result))
        return
    for name, number in result["per_second"].items():
        ratio = result["times_as_fast"].get(name)
        beside = "" if ratio is None else f"   {game.name} is {ratio:.2f} times as fast"
        print(f"{name:22}{number:9} {result['counted'][name]:9} a second{beside}")
    for name, why in result["skipped"].items():
        print(f"{name:22}  skipped: {why}")
    for name, number in result["microseconds"].items():
        print(f"{name + '()':22}{number:9.2f} microseconds")
    print(f"{'log replay':22}{result['replay']['records_per_second']:9} records   a second")


if __name__ == "__main__":
    main()
