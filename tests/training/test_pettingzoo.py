"""Our PettingZoo environments, by PettingZoo's own tests. They need `pip install -e '.[train]'`."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys

import pytest

from atlantis_tui.training.practice_game import numbered_games
from core import games

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install -e '.[train]'")

from pettingzoo.test import api_test, seed_test

from atlantis_tui.training.pettingzoo_env import PettingZooGame, env

# PettingZoo's own card games have dictionaries with masks too, and are on a list of those that are not warned of.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]

TABLES = [(name, seats) for name in numbered_games() for seats in games.load(name).seat_counts]
every_table = pytest.mark.parametrize(("name", "seats"), TABLES)


@pytest.mark.full
@every_table
@pytest.mark.parametrize("rules", ["usual", "other"])
def test_pettingzoo_has_nothing_to_say_of_the_interface(name, seats, rules, capsys):
    options = games.load(name).otherwise() if rules == "other" else {}
    api_test(env(name, seats, options, render_mode="ansi"), num_cycles=3_000)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.full
@every_table
def test_the_same_seed_gives_the_same_game(name, seats):
    seed_test(lambda: env(name, seats), num_cycles=3_000)


@pytest.mark.parametrize("name", numbered_games())
def test_who_is_not_asked_has_an_empty_mask_and_who_is_asked_has_not(name):
    table = PettingZooGame(name, 2)
    table.reset(seed=1)
    asked = table.agent_selection
    for agent in table.agents:
        seen = table.observe(agent)
        assert bool(seen["action_mask"].any()) == (agent == asked)
        assert table.observation_space(agent).contains(seen)


def test_another_game_comes_after_each_reset_unless_a_seed_is_given():
    table = PettingZooGame("atlantis", 2)

    def dealt(seed=None):
        table.reset(seed=seed)
        return table.observe("player_0")["observation"].tolist()

    first = dealt(7)
    second = dealt()
    assert first != second
    assert (dealt(7), dealt()) == (first, second)


def test_an_illegal_action_loses_at_a_guarded_table_and_is_refused_at_a_bare_one():
    bare, guarded = PettingZooGame("atlantis", 2), env("atlantis", 2)
    for table in (bare, guarded):
        table.reset(seed=1)
    wrong = int((bare.observe(bare.agent_selection)["action_mask"] == 0).argmax())
    with pytest.raises(ValueError, match="no legal action"):
        bare.step(wrong)
    loser = guarded.agent_selection
    guarded.step(wrong)
    assert guarded.rewards[loser] == -1
    assert all(guarded.terminations.values())


def test_what_is_rendered_is_what_everybody_sees():
    table = PettingZooGame("atlantis", 2, render_mode="ansi")
    table.reset(seed=1)
    shown = json.loads(table.render() or "")
    assert shown["hands"] == [[None] * 4, [None] * 5]


def test_a_table_can_be_pickled():
    table = pickle.loads(pickle.dumps(PettingZooGame("atalia", 2, {"series": 3})))
    assert table.metadata["name"] == "atalia_v1"


def example(*words):
    command = [sys.executable, "-m", "atlantis_tui.training.example", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.mark.full
def test_the_example_learns_something():
    done = example("atlantis", "--games", "1000")
    before, after = map(float, re.findall(r"([\d.]+) %", done.stdout))
    assert (done.returncode, done.stderr) == (0, "")
    assert after > before + 5


@pytest.mark.parametrize("words", [("chess",), ("atlantis", "--games", "0"), ()])
def test_the_example_refuses_what_it_cannot_do_in_a_sentence(words):
    done = example(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")
    assert "Traceback" not in done.stderr
