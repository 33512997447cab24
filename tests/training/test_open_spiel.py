"""Our games in OpenSpiel, by OpenSpiel's own random simulation. They need `pip install -e '.[train]'`."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from atlantis_tui.training.practice_game import numbered_games
from core import games

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[train]'")

import pyspiel

from atlantis_tui.training import open_spiel_games

every_game = pytest.mark.parametrize("name", numbered_games())
TABLES = [(name, seats) for name in numbered_games() for seats in games.load(name).seat_counts]


def load(name, seats=2, options=None):
    return pyspiel.load_game(f"python_{name}", {"players": seats, **(options or {})})


def play_on(state, luck, most=10_000):
    while most and not state.is_terminal():
        if state.is_chance_node():
            faces, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(luck.choices(faces, odds)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
        most -= 1
    return state


@pytest.mark.full
@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("rules", ["usual", "other"])
def test_openspiel_simulates_random_games(name, seats, rules):
    options = games.load(name).otherwise() if rules == "other" else {}
    pyspiel.random_sim_test(load(name, seats, options), num_sims=1 if options else 3, serialize=True, verbose=False)


@every_game
def test_the_game_says_what_it_is(name):
    game, kind = load(name), games.load(name)
    assert game.num_players() == 2
    assert game.get_type().max_num_players == max(kind.seat_counts)
    assert set(game.get_parameters()) == {"players", *(option.name for option in kind.options)}
    numbers = game.new_initial_state().played.numbers
    assert game.num_distinct_actions() == numbers.action_count
    assert game.observation_tensor_shape() == [numbers.observation_size]
    assert game.max_chance_outcomes() == numbers.faces


@every_game
def test_a_player_is_told_what_its_view_has(name):
    state = play_on(load(name).new_initial_state(), random.Random(name), 200)
    while state.is_chance_node():
        play_on(state, random.Random(name), 1)
    for player in (0, 1):
        assert state.observation_tensor(player) == state.played.observation(player)
        assert state.information_state_string(player) == state.played.history(player)
        assert state.observation_string(player).count("\n") + 1 == len(state.played.numbers.features)


def test_only_views_can_be_observed():
    game = load("atlantis")
    public = pyspiel.IIGObservationType(private_info=pyspiel.PrivateInfoType.NONE, perfect_recall=False)
    everything = pyspiel.IIGObservationType(private_info=pyspiel.PrivateInfoType.ALL_PLAYERS, perfect_recall=False)
    state = play_on(game.new_initial_state(), random.Random(1), 120)
    observer = game.make_py_observer(public)
    observer.set_from(state, 0)
    assert not observer.dict["hands"].any()
    assert observer.dict["hand_sizes"].any()
    with pytest.raises(ValueError, match="own view"):
        game.make_py_observer(everything)


def test_a_clone_and_a_restored_state_go_on_alike():
    state = play_on(load("survive", 3).new_initial_state(), random.Random(2), 200)
    game, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    ends = [play_on(one, random.Random(3)).returns() for one in (state.clone(), restored)]
    assert ends[0] == ends[1]
    assert str(game) == str(state.get_game())
    assert not state.is_terminal()


def test_games_are_registered_once():
    open_spiel_games.register()
    names = pyspiel.registered_names()
    assert [names.count(f"python_{name}") for name in numbered_games()] == [1] * len(numbered_games())


def test_python_ends_well_after_it_has_used_a_game():
    program = "import pyspiel, atlantis_tui.training.open_spiel_games as ours; pyspiel.load_game('python_atalia')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
