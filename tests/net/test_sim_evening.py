"""Evenings of one company in virtual time: six games and more, with rematches, leavers and comers.

A seed is a whole evening: `sim_evening.play_evening(seed, plan)` plays one again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from core.frames import unpack_record
from net.opening import Bot, Person, roster_of
from tests.net.sim import laboratory
from tests.net.sim_disk import POINTS
from tests.net.sim_evening import Evening, EveningPlan, play_evening
from tests.net.sim_people import ALL, BOT, LATE, NEWCOMER, RETURNER, SHRINK, WAVERS

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
    "two-whose-hosts-die": (EveningPlan(people=2, bots=1, deaths=60), 9),
    "three-whose-hosts-die": (EveningPlan(people=3, deaths=60, watchers=1), 9),
    "two-who-lose-everything": (EveningPlan(people=2, bots=1, deaths=40, faults=3, watchers=1), 9),
    "three-who-lose-everything": (EveningPlan(people=3, deaths=40, faults=3, watchers=1), 9),
    "four-whose-hosts-die": (EveningPlan(people=4, deaths=60), 6),
    "three-whose-deals-are-lost": (EveningPlan(people=3, deaths=20, deals=60, watchers=1), 3),
}
USUAL = 3  # one in so many is played by default, the others under -m full
FULL = 20  # times as many more under -m full


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


def run(name: str, first: int, count: int) -> list[Evening]:
    worlds = []
    for seed in range(first, first + count):
        try:
            worlds.append(play_evening(seed, EVENINGS[name][0]))
        except Exception as error:
            error.add_note(f"in evening {seed} of {name}")
            raise
    return worlds


CALM = [name for name, (plan, _) in EVENINGS.items() if not plan.faults]
SEEDS = [  # of those with faults: as few as have crashes of every kind in them, and some in which logs are cut off
    ("two-and-a-bot-with-faults", 0, 1),
    ("three-with-faults", 2, 1),
    ("three-with-faults", 4, 1),
    ("four-with-faults", 1, 1),
    ("two-who-lose-everything", 1, 1),
    ("three-who-lose-everything", 1, 1),
    ("three-who-lose-everything", 6, 1),
    ("three-who-lose-everything", 25, 1),
]


@pytest.mark.parametrize("name", CALM)
def test_every_game_of_an_evening_is_begun_and_played_to_its_end(name: str) -> None:
    run(name, 0, -(-EVENINGS[name][1] // USUAL))


def test_also_when_programs_crash_wherever_they_store_something() -> None:
    """Before it is stored, and after. The seeds are chosen so that all of these happen."""
    crashes: Counter[tuple[str, bool]] = Counter()
    for name, first, count in SEEDS:
        for world in run(name, first, count):
            crashes += world.witness.crashes
    kinds = [(point, before) for point in POINTS if point != "evidence" for before in (True, False)]
    assert {kind: crashes[kind] for kind in kinds if not crashes[kind]} == {}


@pytest.mark.full
@pytest.mark.parametrize("name", EVENINGS)
def test_and_so_are_the_others(name: str) -> None:
    count = EVENINGS[name][1]
    usual = -(-count // USUAL) if name in CALM else 0
    run(name, usual, count - usual)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("three-who-lose-everything", 48),  # who has found no table is told by a guest who is host
        ("three-with-faults", 1138),  # a host dies right after it has let somebody in, who is then known to nobody
        ("three-whose-hosts-die", 1005),  # a start is given up by one who has lost its host, and was dealt
        ("three-who-lose-everything", 1066),  # somebody leaves in a game and does not come back to it
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
