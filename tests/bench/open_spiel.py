"""Our `hard` against the IS-MCTS of OpenSpiel, at equal iterations and at equal time.

    python -m tests.bench.open_spiel [--iterations 100] [--games 20] [--json]

Needs OpenSpiel (`pip install -e '.[bench]'`). Its bot is taken as it comes: UCT, and one random playout to the end of
the game for each iteration. It gets Atlantis through the small adapter below and fills in what is hidden with our own
`sample`, so both guess equally well. Deals are paired: each is played with either bot in either chair. A shared win is
half a win. At equal time, ours thinks for as long as the other one has needed for a decision on average, in processor
time.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from typing import Any

from core.atlantis import GAME
from core.atlantis.rules import Atlantis
from core.atlantis.sample import sample
from core.bots import CHANCE, Bot, make_bot
from core.bots.odds import shared
from core.bots.streams import RESERVE_SHARE
from core.chance import SeededDealer, Stream
from core.game import Move, State

UCT_C = 2.0

_numbers: dict[Move, int] = {}  # OpenSpiel counts actions
_moves: list[Move] = []


def number_of(move: Move) -> int:
    if move not in _numbers:
        _numbers[move] = len(_moves)
        _moves.append(move)
    return _numbers[move]


class Spiel:
    """As much of an OpenSpiel state as its search asks for. Chance answers at once, so it has no nodes."""

    def __init__(self, state: Atlantis, pyspiel: Any) -> None:
        self.state = state
        self.pyspiel = pyspiel

    def get_game(self) -> Spiel:
        return self

    def get_type(self) -> Spiel:
        return self

    @property
    def dynamics(self) -> Any:
        return self.pyspiel.GameType.Dynamics.SEQUENTIAL

    @property
    def information(self) -> Any:
        return self.pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def current_player(self) -> int:
        return self.state.seat

    def legal_actions(self, _player: int | None = None) -> list[int]:
        return sorted(map(number_of, self.state.legal()))

    def apply_action(self, action: int) -> None:
        self.state.advance(_moves[action])

    def clone(self) -> Spiel:
        return Spiel(self.state.copy(), self.pyspiel)

    def is_terminal(self) -> bool:
        return self.state.outcome is not None

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        outcome = self.state.outcome
        assert outcome is not None
        return [2 * share / CHANCE - 1 for share in shared(outcome.winners, self.state.seats)]

    def information_state_string(self) -> str:
        return f"{self.state.digest().hex()} {self.state.hands[self.state.seat].held}"


class OpenSpiel:
    """Their bot as one of ours."""

    def __init__(self, iterations: int, seed: str) -> None:
        self.pyspiel: Any = importlib.import_module("pyspiel")
        ismcts: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
        mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
        numpy: Any = importlib.import_module("numpy")
        luck = numpy.random.RandomState(Stream(seed, "open_spiel").below(1 << 31))
        self.worlds = Stream(seed, "open_spiel worlds")
        self.bot = ismcts.ISMCTSBot(
            game=None,
            evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck),
            uct_c=UCT_C,
            max_simulations=iterations,
            random_state=luck,
            allow_inconsistent_action_sets=True,  # what a rival may do differs from world to world
        )
        self.bot.set_resampler(self.resample)
        self.seconds, self.decisions = 0.0, 0

    def resample(self, state: Spiel, player: int) -> Spiel:
        return Spiel(sample(state.state.view(player), self.worlds), self.pyspiel)

    def choose(self, view: State) -> Move:
        assert isinstance(view, Atlantis)
        began = time.process_time()
        move = _moves[int(self.bot.step(Spiel(view, self.pyspiel)))]
        self.seconds += time.process_time() - began
        self.decisions += 1
        return move

    @property
    def usual(self) -> float:
        """Seconds for a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


class Ours:
    """`hard`, with a number of iterations, or thinking for as long as the other one does on average."""

    def __init__(self, other: OpenSpiel, seed: str, iterations: int | None) -> None:
        self.other = other
        name = "hard" if iterations is None else f"hard:{iterations}"
        self.bot: Bot = make_bot(name, GAME, seed, self.spent if iterations is None else None)
        self.began = self.until = 0.0
        self.done = 0  # iterations of this thought
        self.iterations, self.seconds, self.decisions = 0, 0.0, 0

    def spent(self, done: int) -> int:
        self.done = done
        whole, gone = self.until - self.began, time.process_time() - self.began
        return int(gone * 100 / whole) if whole > 0 else RESERVE_SHARE

    def choose(self, view: State) -> Move:
        self.began = time.process_time()
        self.decisions += 1
        # What was thought too long or too short before is made up for.
        self.until = self.began + self.other.usual * self.decisions - self.seconds
        move = self.bot.choose(view)
        self.iterations += self.done
        self.done = 0
        self.seconds += time.process_time() - self.began
        return move


def play(bots: list[Bot], seed: str) -> Atlantis:
    state = GAME.new(2)
    assert isinstance(state, Atlantis)
    state.play_at_once(SeededDealer(seed), events=False)
    while state.outcome is None:
        moves = state.legal()
        seat = state.seat
        state.advance(moves[0] if len(moves) == 1 else bots[seat].choose(state.view(seat)))
    return state


def match(iterations: int, games: int, *, timed: bool) -> dict[str, Any]:
    won = 0
    pairs: list[tuple[Ours, OpenSpiel]] = []
    for number in range(games):
        other = OpenSpiel(iterations, f"theirs {number}")
        ours = Ours(other, f"ours {number}", None if timed else iterations)
        if timed:
            other.choose(_opening())  # so that there is a time to go by, whoever begins
        chair = number % 2
        bots: list[Bot] = [other, ours] if chair else [ours, other]
        outcome = play(bots, f"open_spiel {number // 2}").outcome
        assert outcome is not None
        won += shared(outcome.winners, 2)[chair]
        pairs.append((ours, other))
    decisions = sum(ours.decisions for ours, _ in pairs)
    seconds = sum(ours.seconds for ours, _ in pairs) / decisions
    their_seconds = sum(other.seconds for _, other in pairs) / sum(other.decisions for _, other in pairs)
    return {
        "games": games,
        "won": round(won / CHANCE / games, 3),
        "our_iterations": round(sum(ours.iterations for ours, _ in pairs) / decisions) if timed else iterations,
        "their_iterations": iterations,
        "our_seconds_to_theirs": round(seconds / their_seconds, 2),
    }


def _opening() -> Atlantis:
    state = GAME.new(2)
    assert isinstance(state, Atlantis)
    state.play_at_once(SeededDealer("opening"), events=False)
    view = state.view(0)
    assert isinstance(view, Atlantis)
    return view


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.open_spiel", description="hard against IS-MCTS.")
    words.add_argument("--iterations", type=int, default=100, help="of OpenSpiel's bot (100)")
    words.add_argument("--games", type=int, default=20, help="in each of the two matches (20)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    try:
        importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: pip install -e '.[bench]'")
        return
    result = {
        "equal iterations": match(chosen.iterations, chosen.games, timed=False),
        "equal time": match(chosen.iterations, chosen.games, timed=True),
    }
    if chosen.json:
        print(json.dumps(result))
        return
    for name, one in result.items():
        print(
            f"{name:17} hard wins {100 * one['won']:.1f} % of {one['games']} games; iterations "
            f"{one['our_iterations']} to {one['their_iterations']}, time {one['our_seconds_to_theirs']} to 1"
        )


if __name__ == "__main__":
    main()
