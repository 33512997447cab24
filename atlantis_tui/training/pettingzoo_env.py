"""Our games as PettingZoo environments (AEC): `env("survive", seats=3)`.

An agent is a seat, "player_0" and so on. Its observation is a dictionary of "observation", the seat's view in numbers,
and "action_mask", which is all zeros for agents that are not asked. Rewards come at the end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from atlantis_tui.training.practice_game import PracticeGame
from core.chance import SeededDealer


def env(game: str, seats: int = 2, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> Any:
    """Returns a game with PettingZoo's usual guards: an illegal action loses and ends the game."""
    guarded = wrappers.TerminateIllegalWrapper(PettingZooGame(game, seats, options, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class PettingZooGame(AECEnv, EzPickle):
    """One of our games without guards: an illegal action raises ValueError."""

    metadata = {"name": "board_game", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: str, seats: int = 2, options: Mapping[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, game, seats, options, render_mode)
        super().__init__()
        self.render_mode = render_mode
        self._asked_for = (game, seats, options)
        self._luck, _ = np_random()
        self._played = PracticeGame(game, seats, options)
        self.metadata = {**PettingZooGame.metadata, "name": f"{game}_v{self._played.game.rules_version}"}
        numbers = self._played.numbers
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        low = [feature.low for feature in numbers.features for _ in range(feature.size)]
        high = [feature.high for feature in numbers.features for _ in range(feature.size)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (numbers.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(numbers.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. The same seed deals the same game; without a seed, each game is another one."""
        if seed is not None:
            self._luck, _ = np_random(seed)
        game, seats, rules = self._asked_for
        self._played = PracticeGame(game, seats, rules, SeededDealer(str(self._luck.integers(1 << 62))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        played, seat = self._played, self.possible_agents.index(agent)
        mask: Any = np.zeros(played.numbers.action_count, np.int8)
        if played.asked == seat:
            mask[played.legal()] = 1
        return {"observation": np.array(played.observation(seat), np.int16), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and must choose an action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._played.act(int(action))
        outcome = self._played.state.outcome
        if outcome is None:
            self._ask()
        else:
            self.rewards = dict(zip(self.possible_agents, self._played.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            for one in self.agents:
                self.infos[one] = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        self._accumulate_rewards()

    def _ask(self) -> None:
        asked = self._played.asked
        assert asked is not None
        self.agent_selection = self.possible_agents[asked]

    def render(self) -> str | None:
        """Returns what everybody sees, as JSON with the keys of core/<game>/EXPORT.md."""
        if self.render_mode is None:
            return None
        played = self._played
        return json.dumps(played.game.export(played.state.view(None), None))

    def close(self) -> None:
        """Nothing is open."""
