"""Evenings of one company in virtual time: six games and more, with rematches, leavers and comers.

A seed is a whole evening: `sim_evening.play_evening(seed, plan)` plays one again.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.frames import unpack_record
from net.opening import Bot, Person, roster_of
from tests.net.sim import laboratory
from tests.net.sim_evening import ALL, BOT, LATE, NEWCOMER, RETURNER, SHRINK, WAVERS, EveningPlan, play_evening

EVENINGS: dict[str, tuple[EveningPlan, int]] = {
    # name: what it is like, and how many
    "two-who-want-more": (EveningPlan(people=2, games=8, interludes=(ALL,) * 7, moody=False), 2),
    "three-who-want-more": (EveningPlan(people=3, games=8, interludes=(ALL, ALL, LATE, ALL, WAVERS, ALL, ALL)), 2),
    "all-that-can-be": (
        EveningPlan(people=3, games=8, interludes=(NEWCOMER, RETURNER, BOT, RETURNER, SHRINK, LATE, WAVERS)),
        4,
    ),
    "two": (EveningPlan(people=2), 4),
    "three": (EveningPlan(people=3, newcomers=2), 4),
    "four-and-a-bot": (EveningPlan(people=4, bots=1), 2),
    "two-and-a-bot-with-faults": (EveningPlan(people=2, bots=1, faults=3), 10),
    "three-with-faults": (EveningPlan(people=3, faults=3), 10),
    "four-with-faults": (EveningPlan(people=4, faults=4), 6),
}
USUAL = 3  # one in so many is played by default, the others under -m full
FULL = 20  # times as many more under -m full


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


def run(name: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        try:
            play_evening(seed, EVENINGS[name][0])
        except Exception as error:
            error.add_note(f"in evening {seed} of {name}")
            raise


@pytest.mark.parametrize("name", EVENINGS)
def test_every_game_of_an_evening_is_begun_and_played_to_its_end(name: str) -> None:
    run(name, 0, -(-EVENINGS[name][1] // USUAL))


@pytest.mark.full
@pytest.mark.parametrize("name", EVENINGS)
def test_and_so_are_the_others(name: str) -> None:
    count = EVENINGS[name][1]
    usual = -(-count // USUAL)
    run(name, usual, count - usual)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("four-with-faults", 44),  # a host comes back, opens the table again, and has called people for the old game
        ("three-with-faults", 79),  # the same, and a guest says over that line that it is ready
        ("two", 18),  # a start that fails before the shares, after a game in which shares were shown
    ],
)
def test_an_evening_that_went_wrong_once_goes_well(name: str, seed: int) -> None:
    run(name, seed, 1)


@pytest.mark.full
@pytest.mark.parametrize("times", range(FULL))
@pytest.mark.parametrize("name", EVENINGS)
def test_and_so_are_those_of_many_more(name: str, times: int) -> None:
    count = EVENINGS[name][1]
    run(name, 1000 + times * count, count)


def test_people_leave_and_come_in_the_course_of_an_evening() -> None:
    """Else nobody would see what becomes of the table then."""
    plan = EVENINGS["all-that-can-be"][0]
    world = play_evening(0, plan)
    rosters = []
    for gid in world.played:
        log = next(node.disk.logs[gid] for node in world.nodes if gid in node.disk.logs)
        rosters.append(roster_of(unpack_record(log[0])))
    companies = [frozenset(one.key for one in roster.seats if isinstance(one, Person)) for roster in rosters]
    assert len(set(companies)) >= 4
    assert any(companies[at - 1] == companies[at] for at in range(1, len(companies)))
    assert any(any(isinstance(one, Bot) for one in roster.seats) for roster in rosters)
    assert len({len(roster.seats) for roster in rosters}) > 1
