"""No bot gets itself into a hand that it cannot play, or leaves undone what anybody would do: seen in whole logs.

`easy`, `normal` and `hard` play in mixtures, and against people who leave a part of the game alone. `random` may do
anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pytest

from core import games
from core.atalia import GAME as ATALIA
from core.atalia.components import TROOPS
from core.atalia.rules import Atalia
from core.atlantis import GAME as ATLANTIS
from core.atlantis.rules import Atlantis
from core.bots import Bot, make_bot
from core.game import Game, Move
from core.log import MemoryLog
from core.survive import GAME as SURVIVE
from core.survive.rules import Survive
from core.table import Table, header
from tests.core.narrow_people import LEFT_ALONE, NarrowPerson
from tests.core.survive_positions import at, scene, who

NARROW: Final = "narrow"
THINKER: Final = "hard:30"
# Who plays in the games of the slow run, by the number of the game. With more seats than names they begin anew.
MIXTURES: Final[tuple[tuple[str, ...], ...]] = (
    ("easy", NARROW),
    ("normal", NARROW),
    ("easy", "normal"),
    ("normal", "easy", NARROW),
    ("easy", "easy"),
    ("normal", "normal"),
    ("normal", "easy", "easy", "normal"),
    (THINKER, NARROW),
    (THINKER, "easy"),
    (THINKER, "normal"),
)
MANY: Final = 40  # games of each game in the slow run
PART: Final = 20  # of them in one test


class Played(NamedTuple):
    """One choice in a log: who made which move, in which position."""

    seat: int
    before: Any
    move: Move
    forced: bool


def game_of(game: Game, names: tuple[str, ...], seed: str) -> Table:
    """A whole game at a table: a narrow person is a "seat", all others are bots."""
    table = Table(MemoryLog(header(game, [f"bot:{name}" for name in names], {}, seed)))
    players: list[Bot] = [
        NarrowPerson(game) if name == NARROW else make_bot(name, game, f"{seed} {seat}")
        for seat, name in enumerate(names)
    ]
    while (prompt := table.state.prompt) is not None:
        table.play(prompt.seat, players[prompt.seat].choose(table.view(prompt.seat)))
    return table


def choices(table: Table) -> Iterator[Played]:
    for before, step in pairwise(table.steps):
        if step.seat is not None and step.move is not None:
            yield Played(step.seat, before.state, step.move, step.forced)


# What nobody would do ------------------------------------------------------------------------------------------------


def locked(table: Table) -> list[str]:
    """Atalia: three passes in a row of a seat that has free places and could have drawn troops to lay there."""
    found, passes = [], Counter[int]()
    for seat, before, move, _forced in choices(table):
        assert isinstance(before, Atalia)
        if before.step != "play":
            continue
        in_vain = move == ("pass",) and before.cards_in(TROOPS) and before.free_fields(seat)
        passes[seat] = passes[seat] + 1 if in_vain else 0
        if passes[seat] == 3:
            found.append(f"{table.seats[seat]} is locked on turn {before.turn}")
    return found


def left_swimming(table: Table) -> list[str]:
    """Survive!: a movement that ends, or rows an empty boat, and leaves somebody in the sea who could have landed."""
    found = []
    rowed: set[tuple[int, int]] = set()
    for seat, before, move, _forced in choices(table):
        assert isinstance(before, Survive)
        if before.step != "move":
            continue
        turn = before.turn, seat
        could_land = any(one[0] == "land" for one in before.legal())
        if move[0] == "land":
            rowed.discard(turn)
        elif could_land and move[0] == "end":
            found.append(f"{table.seats[seat]} leaves points unused on turn {before.turn}")
        elif could_land and move[0] == "boat" and not before.crew[move[1]]:
            rowed.add(turn)
    return [*found, *(f"{table.seats[seat]} rows an empty boat on turn {turn}" for turn, seat in sorted(rowed))]


def stuck(table: Table) -> list[str]:
    """Atlantis: a seat that is stuck twice in a row, though it could have bought cards or laid its bridge."""
    found, turns = [], Counter[int]()
    for seat, before, move, forced in choices(table):
        assert isinstance(before, Atlantis)
        if before.step != "turn" or move[0] not in ("play", "stuck"):
            continue
        turns[seat] = turns[seat] + 1 if move[0] == "stuck" and not forced else 0
        if turns[seat] == 2:
            found.append(f"{table.seats[seat]} stays stuck on turn {before.turn}")
    return found


FAULTS: Final[Mapping[str, Callable[[Table], list[str]]]] = {
    ATALIA.name: locked,
    ATLANTIS.name: stuck,
    SURVIVE.name: left_swimming,
}


def faults(game: Game, names: tuple[str, ...], seed: str) -> list[str]:
    """What the bots of this game did that nobody would do. A narrow person may."""
    found = FAULTS[game.name](game_of(game, names, seed))
    return [f"{seed}: {one}" for one in found if not one.startswith(f"bot:{NARROW}")]


# The tests -----------------------------------------------------------------------------------------------------------


def test_every_game_of_the_house_is_looked_through():
    assert set(FAULTS) == set(LEFT_ALONE) == set(games.names())


@pytest.mark.parametrize(
    ("game", "names", "seed"),
    [
        (ATALIA, ("normal", NARROW), "judged 5"),
        (ATALIA, ("normal", NARROW), "judged 12"),
        (ATALIA, ("easy", NARROW), "judged 44"),
        (SURVIVE, ("normal", NARROW), "judged 0"),
        (SURVIVE, ("easy", NARROW), "judged 1"),
        (SURVIVE, ("easy", "normal"), "judged 2"),
        (ATLANTIS, ("easy", "normal", NARROW), "judged 0"),
    ],
    ids=lambda value: getattr(value, "name", None) or "-".join([value] if isinstance(value, str) else value),
)
def test_no_bot_gets_into_a_hand_that_it_cannot_play_or_leaves_anybody_swimming(game, names, seed):
    """The games of Atalia and Survive! are such as bots once did so in."""
    assert faults(game, names, seed) == []


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, MANY, PART))
@pytest.mark.parametrize("game", [ATALIA, ATLANTIS, SURVIVE], ids=lambda game: game.name)
def test_in_many_games_no_bot_does_what_nobody_would_do(game, first):
    found = []
    mixtures = [names for names in MIXTURES if len(names) in game.seat_counts]
    for number in range(first, first + PART):
        found += faults(game, mixtures[number % len(mixtures)], f"judged {number}")
    assert found == []


def test_a_game_without_tactics_does_not_lock_a_bot_that_has_played_one():
    """With this deal `normal` once passed from turn 22 to the end."""
    assert faults(ATALIA, (NARROW, "normal"), "SHELL-Q6M") == []


@pytest.mark.parametrize("name", ["easy", "normal", THINKER])
def test_who_can_land_lands_before_an_empty_boat_is_rowed(name):
    """One point is left: for the landing of an explorer of little worth, or for a boat nobody sits in."""
    for seed in range(5):
        position = scene("a1 7,-4", "a9 3,0", "b10 3,-1", seats=2, boats=["5,-2", "5,-1"])
        position.state.points = 1
        move = make_bot(name, SURVIVE, f"row {seed}").choose(position.state.view(0))
        assert move == ("land", who("a1"), at("7,-4"))
