"""Trains something small, with numpy alone: a linear softmax policy, by REINFORCE, against an opponent that plays at
random.

    python -m atlantis_tui.training.example GAME [--games 3000] [--seed 1]

The policy has one row of weights for each action and one column for each number of an observation. It plays by the
PettingZoo environment and knows nothing of the rules but the mask of legal actions.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any, NamedTuple

try:
    import numpy as np

    from atlantis_tui.training.pettingzoo_env import PettingZooGame
except ModuleNotFoundError as missing:
    if __name__ != "__main__":
        raise
    print(f"{missing.name} is not installed: pip install -e '.[train]'", file=sys.stderr)
    raise SystemExit(2) from missing

from atlantis_tui.training.practice_game import numbered_games

BATCH = 10  # games between two steps of the weights
STEP = 0.2  # the length of such a step
TESTED = 400  # games of a test


class TrainingDecision(NamedTuple):
    """One decision of the learner: what it saw, what it might do, how likely each was, and which one it took."""

    seen: Any
    legal: Any
    odds: Any
    taken: int


class SoftmaxPolicy:
    """A linear policy: an action is as likely as e to the power of its weights times the observation."""

    def __init__(self, table: Any) -> None:
        agent = table.possible_agents[0]
        space = table.observation_space(agent)["observation"]
        self.scale = 1 / np.maximum(1, np.maximum(np.abs(space.low), space.high)).astype(np.float32)
        self.weights = np.zeros((table.action_space(agent).n, len(self.scale) + 1), np.float32)
        self.usual = 0.0  # the reward of late, which a game must beat to be a good one

    def decide(self, observed: dict[str, Any], luck: Any) -> TrainingDecision:
        seen: Any = np.append(observed["observation"] * self.scale, np.float32(1))
        legal = np.flatnonzero(observed["action_mask"])
        points = self.weights[legal] @ seen
        odds = np.exp(points - points.max())
        odds /= odds.sum()
        return TrainingDecision(seen, legal, odds, int(luck.choice(len(legal), p=odds)))

    def learn(self, played: list[tuple[float, list[TrainingDecision]]]) -> None:
        """Makes the decisions of games that went better than usual likelier, and those of the others less likely."""
        self.usual += 0.1 * (float(np.mean([reward for reward, _ in played])) - self.usual)
        slope = np.zeros_like(self.weights)
        for reward, decisions in played:
            for one in decisions:
                towards = -one.odds
                towards[one.taken] += 1
                slope[one.legal] += (reward - self.usual) * np.outer(towards, one.seen)
        self.weights += STEP * slope / (np.linalg.norm(slope) + 1e-9)


def play(table: Any, policy: SoftmaxPolicy, number: int, luck: Any) -> tuple[float, list[TrainingDecision]]:
    """Plays a game against random opponents and returns the learner's reward and decisions. The learner changes its
    seat from game to game."""
    table.reset(seed=int(luck.integers(1 << 31)))
    learner = table.possible_agents[number % len(table.possible_agents)]
    decisions: list[TrainingDecision] = []
    for agent in table.agent_iter():
        observed, _, over, _, _ = table.last()
        if over:
            return float(table.rewards[learner]), decisions
        if agent != learner:
            table.step(int(luck.choice(np.flatnonzero(observed["action_mask"]))))
            continue
        decision = policy.decide(observed, luck)
        decisions.append(decision)
        table.step(int(decision.legal[decision.taken]))
    raise AssertionError("every game has an end")


def wins(table: Any, policy: SoftmaxPolicy, seed: int) -> float:
    """Returns the share of games that the policy wins; a draw is half a win."""
    luck = np.random.default_rng(seed)
    return float(np.mean([(play(table, policy, number, luck)[0] + 1) / 2 for number in range(TESTED)]))


def train(game: str, number: int, seed: int) -> tuple[float, float]:
    """Trains and returns the shares of games won before and after."""
    table, luck = PettingZooGame(game), np.random.default_rng(seed)
    policy = SoftmaxPolicy(table)
    before = wins(table, policy, seed + 1)
    for first in range(0, number, BATCH):
        policy.learn([play(table, policy, one, luck) for one in range(first, min(first + BATCH, number))])
    return before, wins(table, policy, seed + 1)


def main() -> None:
    words = argparse.ArgumentParser(description="Trains a linear policy against an opponent that plays at random.")
    words.add_argument("game", choices=numbered_games())
    words.add_argument("--games", type=int, default=3000, help="games to learn from (3000)")
    words.add_argument("--seed", type=int, default=1, help="the same seed gives the same result (1)")
    chosen = words.parse_args()
    if chosen.games < 1:
        words.error("--games needs at least 1 game to learn from")
    began = time.process_time()
    before, after = train(chosen.game, chosen.games, chosen.seed)
    print(f"Before: {100 * before:.1f} % of {TESTED} games won against random.")
    print(f"After {chosen.games} games: {100 * after:.1f} %. Processor time: {time.process_time() - began:.0f} s.")


if __name__ == "__main__":
    main()
