"""Our games as OpenSpiel games. Importing this module registers them: `pyspiel.load_game("python_survive(players=3)")`.

Chance has nodes of its own (EXPLICIT_STOCHASTIC). The history of actions then tells the whole position, so states can
be copied, saved and restored; searches can try what chance may bring, with its true probability; and no hidden order of
a deck lies in a state before it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from atlantis_tui.training.practice_game import PracticeGame, numbered_games
from core import games
from core.game import Game

LONGEST = 20_000  # actions of a game, with those of chance; the longest of some hundred random ones had 2,282


class OpenSpielGame(pyspiel.Game):
    """One of our games with its number of players and its rule options."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**_parameters(games.load(name)), **(params or {})}
        self.players: int = chosen.pop("players")
        self.options = chosen
        self.fresh = PracticeGame(name, self.players, self.options)  # before the deal; states never change it
        numbers = self.fresh.numbers
        info = pyspiel.GameInfo(
            num_distinct_actions=numbers.action_count,
            max_chance_outcomes=numbers.faces,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_game_type(games.load(name)), info, dict(params or {}))

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        return OpenSpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class OpenSpielState(pyspiel.State):
    """A position. OpenSpiel copies its attributes with `copy.deepcopy`, for which PracticeGame has a quick way."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.played = game.fresh
        self.own = False  # whether `played` belongs to this state alone

    def current_player(self) -> int:
        if self.played.over:
            return int(pyspiel.PlayerId.TERMINAL)
        asked = self.played.asked
        return int(pyspiel.PlayerId.CHANCE) if asked is None else asked

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.legal() if player == self.played.asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self.played.chances()
        whole = sum(weight for _, weight in found)
        return [(face, weight / whole) for face, weight in found]

    def _apply_action(self, action: int) -> None:
        if not self.own:
            self.played, self.own = self.played.copy(), True
        if self.played.asked is None:
            self.played.draw(action)
        else:
            self.played.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self.played.text(action)

    def is_terminal(self) -> bool:
        return self.played.over

    def returns(self) -> list[float]:
        return self.played.rewards()

    def __str__(self) -> str:
        """The public part, told apart by its digest, and how far the next move is spelt, not how; a state is restored
        from its history, not from this."""
        played = self.played
        return f"{played.game.name} turn {played.state.turn} {played.state.digest().hex()} {len(played.word)}"


class OpenSpielObserver:
    """What a player sees, from the player's own view: in numbers now, or (`perfect_recall`) all that it ever saw as a
    string."""

    def __init__(self, game: OpenSpielGame, iig_obs_type: Any, params: Any) -> None:
        private = iig_obs_type.private_info
        self.recall: bool = iig_obs_type.perfect_recall
        self.public = private == pyspiel.PrivateInfoType.NONE
        if params or not iig_obs_type.public_info or private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a player's own view can be observed, or the public part of it, and nothing else")
        if self.recall and self.public:
            raise ValueError("what a player has seen (perfect_recall) can be observed of that player alone")
        self.features = game.fresh.numbers.features
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self.recall:
            self.tensor = np.zeros(game.fresh.numbers.observation_size, np.float32)
            first = 0
            for feature in self.features:
                self.dict[feature.name] = self.tensor[first : first + feature.size]
                first += feature.size

    def set_from(self, state: OpenSpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._numbers(state, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        if self.recall:
            return state.played.history(player)
        numbers = iter(self._numbers(state, player))
        rows = [(feature.name, [next(numbers) for _ in range(feature.size)]) for feature in self.features]
        return "\n".join(f"{name} {' '.join(map(str, row))}" for name, row in rows)

    def _numbers(self, state: OpenSpielState, player: int) -> list[int]:
        played = state.played
        return played.public_observation(player) if self.public else played.observation(player)


def _parameters(game: Game) -> dict[str, Any]:
    """Returns the parameters of a game with their defaults: the players and the rule options."""
    return {"players": game.seat_counts[0], **game.settle({})}


def _game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{game.name}",
        long_name=game.name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class OpenSpielCreator:
    """Makes games for OpenSpiel, which keeps it until Python has ended. It holds itself, because OpenSpiel would crash
    at the very end if it were the last to let go."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.itself = self

    def __call__(self, params: Mapping[str, Any]) -> OpenSpielGame:
        return OpenSpielGame(self.name, params)


def register() -> None:
    """Tells OpenSpiel of every game that can be learned. Once is enough; importing this module does it."""
    known = set(pyspiel.registered_names())
    for name in numbered_games():
        kind = _game_type(games.load(name))
        if kind.short_name not in known:
            pyspiel.register_game(kind, OpenSpielCreator(name))


register()
