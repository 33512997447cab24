"""Hundreds of tables in virtual time: lines break, programs crash, hosts are lost, and every game comes to its end.

A seed is a whole world: `pytest -k "three-0"` plays one batch again, and `sim.play(seed, plan)` one game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from core import games
from core.frames import unpack_record
from core.game import Game
from tests.core import toy
from tests.net.sim import Plan, World, laboratory, play
from tests.net.sim_mutants import MUTANTS, act_out, first_seed
from tests.net.sim_stories import Then, When, after, back, begun, by_itself, gone, once, played_for, proxy_gone


def _story(people: int, *chapters: tuple[When, Then], **more: Any) -> Plan:
    story = tuple(once(when, then) for when, then in chapters)
    return Plan(people=people, options={"rounds": 4}, story=story, **more)


PLANS: dict[str, tuple[Plan, int]] = {
    # name: what it is like, and how many games. First those of a game of a few moves
    "calm": (Plan(hints=True, backs=True, watchers=1), 20),
    "three": (Plan(faults=4), 90),
    "two-and-a-bot-twice": (Plan(faults=4, people=2, bots=1, hints=True, games=2), 50),
    "four-who-take-back": (Plan(faults=5, people=4, backs=True, watchers=1), 50),
    "three-slow-and-again": (Plan(faults=5, span=4_000, slow=True, watchers=1, games=2), 40),
    "the-host-is-gone": (Plan(people=4, dies=0, faults=2, watchers=1), 30),
    "a-guest-is-gone": (Plan(dies=1, faults=2, backs=True), 40),
    "storm": (Plan(people=4, faults=8, span=40_000, storm=True, options={"rounds": 4}), 30),
    "a-bit-falls-over": (Plan(damage=1, faults=1), 20),
    "a-bit-falls-over-at-the-host": (Plan(damage=0), 20),
    # Somebody is gone and played for when more is lost.
    "two-and-one-is-gone": (_story(2, (begun, gone(1))), 10),
    "two-of-four-are-gone": (_story(4, (begun, gone(2, 3))), 10),
    "the-host-of-three-too": (_story(3, (begun, gone(2)), (played_for(2), gone(0)), (after(30_000), back(2))), 10),
    "the-host-of-five-too": (_story(5, (begun, gone(4)), (played_for(4), gone(0))), 10),
    "the-proxy-too": (_story(5, (begun, gone(4)), (played_for(4), proxy_gone(4))), 10),
    "host-and-proxy-too": (
        _story(5, (begun, gone(4)), (played_for(4), proxy_gone(4, 0)), (after(30_000), back(4)), watchers=1),
        10,
    ),
    "all-come-and-go": (
        _story(
            4,
            (begun, gone(3)),
            (played_for(3), gone(0)),
            (after(20_000), back(3)),
            (by_itself(3), back(0)),
            (by_itself(0), gone(1)),
            faults=2,
            watchers=1,
        ),
        10,
    ),
}


def _of(game: Game) -> dict[str, tuple[Plan, int]]:
    """Any other game, whatever it is: somebody watches, takes back and asks for hints while lines and programs fail."""
    least, most = game.seat_counts[0], game.seat_counts[-1]
    usual = Plan(game=game.name, people=least, faults=3, span=20_000, allowed=400_000)
    watched = replace(usual, watchers=1, backs=True)
    return {
        game.name: (replace(watched, hints=True), 5),
        f"{game.name}-one-is-gone": (replace(watched, bots=min(most, least + 1) - least, dies=least - 1), 5),
        f"{game.name}-a-bit-falls-over": (replace(usual, faults=1, damage=least - 1), 5),
    }


OTHERS = (*map(games.load, games.names()), toy.GAME)
for _game in OTHERS:
    PLANS |= _of(_game)

BATCH = 10
USUAL = 8  # one in so many is played by default, the others under -m full
FULL = 12  # times as many more under -m full


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


def batches(times: int, first: int) -> list[tuple[str, int, int]]:
    return [
        (name, first + start, min(BATCH, count * times - start))
        for name, (_, count) in PLANS.items()
        for start in range(0, count * times, BATCH)
    ]


def usual_batches() -> list[tuple[str, int, int]]:
    """The first worlds of every plan."""
    return [(name, 0, -(-count // USUAL)) for name, (_, count) in PLANS.items()]


def other_batches() -> list[tuple[str, int, int]]:
    """The worlds of every plan that only full runs play."""
    return [(name, usual, PLANS[name][1] - usual) for name, _, usual in usual_batches()]


def run(name: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        try:
            _moves_in(name, seed)
        except Exception as error:
            error.add_note(f"in world {seed} of {name}")
            raise


@pytest.mark.parametrize(("name", "first", "count"), usual_batches())
def test_every_game_is_played_to_its_end_by_the_rules(name: str, first: int, count: int) -> None:
    run(name, first, count)


@pytest.mark.full
@pytest.mark.parametrize(("name", "first", "count"), other_batches())
def test_and_so_are_the_others(name: str, first: int, count: int) -> None:
    run(name, first, count)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("four-who-take-back", 1016),  # a host asks to take back while a guest's question is open
        ("four-who-take-back", 1054),  # a host is given an entry while it is voted out, is host again, and is watched
        ("two-and-a-bot-twice", 1103),  # a host comes back to a rematch, a guest to the game before it
        ("two-and-a-bot-twice", 1032),  # a host dials a guest whose start failed, and the guest is ready over that link
        ("storm", 1210),  # a host is doubted, and the game ends before it is confirmed
        ("storm", 1136),  # a host is started again, and a guest that never got the header comes back ready
    ],
)
def test_a_world_that_went_wrong_once_goes_well(name: str, seed: int) -> None:
    run(name, seed, 1)


@pytest.mark.full
@pytest.mark.parametrize(("name", "first", "count"), batches(FULL, 1000))
def test_and_so_are_many_more(name: str, first: int, count: int) -> None:
    run(name, first, count)


def test_there_are_five_hundred_of_them() -> None:
    """An eighth of them in every run, and at least one of each plan."""
    assert sum(count for _, count in PLANS.values()) >= 500
    usual = [count for _, _, count in usual_batches()]
    assert sum(usual) >= 65
    assert min(usual) >= 1


def _hiding(game: Game) -> set[str]:
    return {kind.name for kind in game.moves.values() if kind.hides}


@pytest.mark.parametrize("game", [game for game in OTHERS if _hiding(game)], ids=lambda game: game.name)
def test_moves_with_a_hidden_part_are_among_them(game: Game) -> None:
    """Else nobody would see whether these are covered."""
    assert any(_hiding(game) <= _moves_in(game.name, seed) for seed in range(BATCH))


@cache
def _moves_in(name: str, seed: int) -> frozenset[str]:
    """The kinds of moves that are made in a world of a plan."""
    return frozenset(_moves(play(seed, PLANS[name][0])))


def _moves(world: World) -> set[str]:
    logs = [map(unpack_record, log) for log in world.nodes[0].disk.logs.values()]
    return {record.body[0] for log in logs for record in log if record.kind == "move"}


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
    seed = first_seed(mutant, mutant.seed)
    assert seed is not None
    act_out(seed, mutant.plan)


@pytest.mark.full
@pytest.mark.parametrize("name", MUTANTS)
def test_a_bug_is_found_without_knowing_where_to_look(name: str) -> None:
    assert first_seed(MUTANTS[name]) is not None, "two hundred worlds, and nobody noticed"
