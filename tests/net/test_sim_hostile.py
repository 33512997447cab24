"""Tables with one person who does not play fair, in virtual time: nobody honest is harmed, and the game goes on.

A seed is a whole evening: `sim_hostile.play_hostile(seed, plan)` plays one again.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.net.sim import laboratory
from tests.net.sim_hostile import HostilePlan, play_hostile
from tests.net.sim_rogue import PRANKS, TWISTS, Rogue

PLANS: dict[str, tuple[HostilePlan, int]] = {
    # name: what it is like, and how many games
    "a-guest-of-three": (HostilePlan(people=3), 25),
    "a-guest-of-four": (HostilePlan(people=4, rogue=2), 20),
    "a-guest-of-two": (HostilePlan(people=2, bots=1), 25),
    "the-host-of-three": (HostilePlan(people=3, rogue=0), 25),
    "the-host-of-four": (HostilePlan(people=4, rogue=0, bots=1), 20),
    "the-host-of-two": (HostilePlan(people=2, rogue=0), 25),
}
USUAL = 10  # one in so many is played by default, the others under -m full
FULL = 4  # times as many more under -m full: more than five hundred
TRICKS = sorted({**TWISTS, **PRANKS})
HOSTS_ONLY = {
    "deals everybody in",
    "forgets what it is told to tell",
    "lies about what was agreed",
    "proposes another table",
    "says that all are away",
    "shows another table",
    "begins anew",
}
GUESTS_ONLY = {
    "keeps its signature",
    "keeps its promise",
    "keeps its share",
    "says that positions differ",
    "says yes and no",
    "shows another share",
    "comes twice",
}


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


def run(name: str, plan: HostilePlan, first: int, count: int) -> set[str]:
    used: set[str] = set()
    for seed in range(first, first + count):
        try:
            rogue = play_hostile(seed, plan).rogue
        except Exception as error:
            error.add_note(f"in evening {seed} of {name}")
            raise
        assert isinstance(rogue, Rogue)
        used |= rogue.used
    return used


@pytest.mark.parametrize("name", PLANS)
def test_nobody_honest_is_harmed(name: str) -> None:
    run(name, PLANS[name][0], 0, PLANS[name][1] // USUAL)


@pytest.mark.full
@pytest.mark.parametrize("name", PLANS)
def test_nor_in_the_others(name: str) -> None:
    plan, count = PLANS[name]
    run(name, plan, count // USUAL, count - count // USUAL)


@pytest.mark.full
@pytest.mark.parametrize("times", range(FULL))
@pytest.mark.parametrize("name", PLANS)
def test_nor_in_many_more_games(name: str, times: int) -> None:
    plan, count = PLANS[name]
    run(name, plan, 1000 + times * count, count)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("the-host-of-two", 1073),  # the host is lost while it asks something: nobody waits for the answer
    ],
)
def test_a_table_that_went_wrong_once_goes_well(name: str, seed: int) -> None:
    run(name, PLANS[name][0], seed, 1)


LEAST, MOST = 3, 12  # games with one trick under -m full; more only while it finds no use
few_or_more = pytest.mark.parametrize("least", [1, pytest.param(LEAST, marks=pytest.mark.full)])


def run_trick(trick: str, plan: HostilePlan, least: int) -> None:
    used = False
    for seed in range(MOST):
        used = run(trick, plan, seed, 1) == {trick} or used
        if used and seed >= least - 1:
            return
    raise AssertionError(f"it has no use for {trick!r}")


@few_or_more
@pytest.mark.parametrize("trick", [trick for trick in TRICKS if trick not in HOSTS_ONLY])
def test_a_guest_with_one_trick(trick: str, least: int) -> None:
    run_trick(trick, HostilePlan(people=3, tricks=(trick,)), least)


@few_or_more
@pytest.mark.parametrize("trick", [trick for trick in TRICKS if trick not in GUESTS_ONLY])
def test_a_host_with_one_trick(trick: str, least: int) -> None:
    run_trick(trick, HostilePlan(people=3, rogue=0, tricks=(trick,)), least)
