"""Hundreds of tables in virtual time: lines break, programs crash, hosts are lost, and every game comes to its end.

A seed is a whole world: `pytest -k "three and 40"` plays one batch again, and `sim.play(seed, plan)` one game.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.net.sim import Plan, Violation, laboratory, play
from tests.net.sim_mutants import MUTANTS, planted

PLANS: dict[str, tuple[Plan, int]] = {
    # name: what it is like, and how many of 500 games
    "calm": (Plan(hints=True, backs=True, watchers=1), 20),
    "three": (Plan(faults=4), 160),
    "two-and-a-bot-twice": (Plan(faults=4, people=2, bots=1, hints=True, games=2), 50),
    "four-who-take-back": (Plan(faults=5, people=4, backs=True, watchers=1), 50),
    "three-slow-and-again": (Plan(faults=5, span=4_000, slow=True, watchers=1, games=2), 40),
    "the-host-is-gone": (Plan(people=4, dies=0, faults=2, watchers=1), 30),
    "a-guest-is-gone": (Plan(dies=1, faults=2, backs=True), 40),
    "storm": (Plan(people=4, faults=8, span=40_000, storm=True, options={"rounds": 4}), 30),
    "a-bit-falls-over": (Plan(damage=1, faults=1), 20),
    "a-bit-falls-over-at-the-host": (Plan(damage=0), 20),
    "atlantis": (Plan(people=2, game="atlantis", faults=3, span=20_000), 40),
}
BATCH = 10
FULL = 12  # times as many under -m full


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


def batches(times: int, first: int) -> list[tuple[str, int, int]]:
    return [
        (name, first + start, BATCH) for name, (_, games) in PLANS.items() for start in range(0, games * times, BATCH)
    ]


def run(name: str, first: int, games: int) -> None:
    for seed in range(first, first + games):
        try:
            play(seed, PLANS[name][0])
        except Exception as error:
            error.add_note(f"in world {seed} of {name}")
            raise


@pytest.mark.parametrize(("name", "first", "games"), batches(1, 0))
def test_every_game_is_played_to_its_end_by_the_rules(name: str, first: int, games: int) -> None:
    run(name, first, games)


@pytest.mark.full
@pytest.mark.parametrize(("name", "first", "games"), batches(FULL, 1000))
def test_and_so_are_many_more(name: str, first: int, games: int) -> None:
    run(name, first, games)


def test_there_are_five_hundred_of_them() -> None:
    assert sum(games for _, _, games in batches(1, 0)) == 500


def test_a_seed_is_a_whole_world() -> None:
    plan = PLANS["storm"][0]
    one, other = play(3, plan), play(3, plan)
    assert (one.now, one.events) == (other.now, other.events)
    assert one.nodes[0].disk.logs == other.nodes[0].disk.logs


# The test of the tests -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MUTANTS)
def test_a_bug_is_found(name: str) -> None:
    """In a world in which everything goes well without it."""
    mutant = MUTANTS[name]
    play(mutant.seed, mutant.plan)
    with planted(mutant), pytest.raises(Violation):
        play(mutant.seed, mutant.plan)


@pytest.mark.full
@pytest.mark.parametrize("name", MUTANTS)
def test_a_bug_is_found_without_knowing_where_to_look(name: str) -> None:
    mutant = MUTANTS[name]
    with planted(mutant):
        for seed in range(200):
            try:
                play(seed, mutant.plan)
            except Exception:
                return
    pytest.fail("two hundred worlds, and nobody noticed")
