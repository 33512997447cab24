"""Fits the weights of core/atlantis/evaluate.py to the outcomes of games, and prints them.

    python -m tests.bench.weights [--games 800] [--bot normal] [--noise 20]

Needs numpy and scipy (`pip install numpy scipy`).

Bots play each other with 2, 3 and 4 seats (half as many games with 3 and 4 each), now and then
with a move at random so that unusual positions come up too. At the start of every turn the features of all seats are
noted. The weights are those under which the winners were likeliest: a conditional logit, three sets of weights that
fade into each other as the seat in front comes forward, kept small a little. Every fifth game is left out of the fit
and says how good it is; "as they are" is the loss of the weights in use, on the same games.
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from core.atlantis import GAME
from core.atlantis.components import MAINLAND
from core.atlantis.evaluate import STAGES, WAY, AtlantisWeights, reach
from core.atlantis.rules import Atlantis
from core.bots import CHANCE, make_bot
from core.bots.odds import NAT, shared
from core.chance import SeededDealer, Stream

KNOTS = len(STAGES)
MOST_SEATS = 4
SMALL = 1e-4  # how much large weights are held against them

Turn = list[list[int]]  # by seat, the features in the order of AtlantisWeights


def features(state: Atlantis) -> Turn:
    toll = state.toll
    rows = []
    for seat, figures in enumerate(state.figures):
        hand = state.hands[seat]
        on_the_way = [place for place in figures if place != MAINLAND]
        has = AtlantisWeights(
            point=state.worth[seat],
            card=hand.size,
            kind=7 - hand.held.count(0),
            place=sum(figures),
            front=max(on_the_way, default=MAINLAND),
            reach=reach(state, hand.held, on_the_way),
            home=3 - len(on_the_way),
            water=sum(toll[MAINLAND] - toll[place] for place in figures),
            bridge=int(state.bridge_left[seat]),
            turn=int(seat == state.seat),
        )
        rows.append(list(has))
    return rows


def played(bot: str, seats: int, number: int, noise: int) -> tuple[list[tuple[Turn, int]], list[float]]:
    """The turns of one game, each with how far the seat in front had come, and what each seat won."""
    seed = f"weights {seats} {number}"
    stray = Stream(seed, "stray")
    bots = [make_bot(bot, GAME, f"{seed} {seat}") for seat in range(seats)]
    state = GAME.new(seats)
    assert isinstance(state, Atlantis)
    state.play_at_once(SeededDealer(seed), events=False)
    turns: list[tuple[Turn, int]] = []
    while state.outcome is None:
        if len(turns) < state.turns:
            turns.append((features(state), max(map(sum, state.figures)) + 3))
        moves = state.legal()
        if len(moves) == 1:
            state.advance(moves[0])
        elif noise and not stray.below(noise):
            state.advance(moves[stray.below(len(moves))])
        else:
            state.advance(bots[state.seat].choose(state.view(state.seat)))
    return turns, [share / CHANCE for share in shared(state.outcome.winners, seats)]


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.weights", description="Fits weights to games.")
    words.add_argument("--games", type=int, default=800, help="with two seats (800)")
    words.add_argument("--bot", default="normal", help="who plays them (normal)")
    words.add_argument("--noise", type=int, default=20, help="one move in so many is any (20; 0 for none)")
    chosen = words.parse_args()
    try:
        np: Any = importlib.import_module("numpy")
        minimize: Any = importlib.import_module("scipy.optimize").minimize
    except ImportError as error:
        print(f"{error.name} is not installed: pip install numpy scipy")
        return
    rows, won, front, seats_of, game_of = [], [], [], [], []
    for seats in GAME.seat_counts:
        for number in range(chosen.games if seats == 2 else chosen.games // 2):
            turns, shares = played(chosen.bot, seats, number, chosen.noise)
            for turn, far in turns:
                rows.append(turn + [[0] * len(AtlantisWeights._fields)] * (MOST_SEATS - seats))
                won.append(shares + [0.0] * (MOST_SEATS - seats))
                front.append(far)
                seats_of.append(seats)
                game_of.append(number)
    x, y = np.array(rows, float), np.array(won)
    there = np.arange(MOST_SEATS)[None] < np.array(seats_of)[:, None]
    stage = np.array(front) / WAY * (KNOTS - 1)
    share = np.maximum(0, 1 - np.abs(stage[:, None] - np.arange(KNOTS)[None]))
    wide = (x[:, :, None, :] * share[:, None, :, None]).reshape(len(x), MOST_SEATS, -1)
    scale = wide.reshape(-1, wide.shape[-1]).std(0) + 1e-9
    wide /= scale
    held_out = np.array(game_of) % 5 == 0

    def loss(weights: Any, chosen: Any) -> tuple[float, Any]:
        points = np.where(there[chosen], wide[chosen] @ weights, -1e9)
        points -= points.max(1, keepdims=True)
        powers = np.exp(points)
        total = powers.sum(1, keepdims=True)
        likely = np.where(there[chosen], y[chosen] * (points - np.log(total)), 0).sum() / len(points)
        slope = np.einsum("ns,nsk->k", y[chosen] - powers / total, wide[chosen]) / len(points)
        return -likely, -slope

    def to_fit(weights: Any) -> tuple[float, Any]:
        worse, slope = loss(weights, ~held_out)
        return worse + SMALL * float(weights @ weights), slope + 2 * SMALL * weights

    found = minimize(to_fit, np.zeros(wide.shape[-1]), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
    in_use = np.array(STAGES, float).reshape(-1) / NAT * scale
    print(f"{len(x)} turns; loss {loss(found, held_out)[0]:.4f}, as they are {loss(in_use, held_out)[0]:.4f}")
    print("STAGES = (")
    for row in (found / scale * NAT).reshape(KNOTS, -1):
        print(f"    AtlantisWeights({', '.join(str(round(one)) for one in row)}),")
    print(")")


if __name__ == "__main__":
    main()
