"""Positions of Atalia to sit down at: put together by hand, or found in games that chance plays.

    table = laid_out({4: ("R7 R9", "A6 R6 B6")}, hand="R8 R1 scout")
    async with at_table(table) as play: ...

A position put together by hand is not in the log, so such a table is good for anything but being read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from atlantis_tui.games.atalia.example import card_of
from core import games
from core.atalia.components import FACES, TACTICS, TROOPS, TROOPS_IN_ALL, deck_of
from core.atalia.rules import Atalia
from core.chance import Stream
from core.hidden import Hand
from core.log import MemoryLog
from core.table import Table, header
from tests.table.at_table import copy_of

GAME = games.load("atalia")
SEATS = ("you", "bot:random")
ME, HIM = 0, 1

# The drawn position: both sides of each field, mine first.
DRAWN = {
    1: ("A4 B4 G4", "V7 V8"),
    2: ("R3", "B8 B9 B10"),
    3: ("B7 W10", "G9"),
    4: ("R7 R9", "A6 R6 B6"),
    5: ("W7 W8 W9", "R4"),
    6: ("V1 V2 shield", "G6"),
    7: ("A10 A8", "G1 G2 G5 G8"),
    8: ("R5 B5 V5", "B1 G10"),
    9: ("V4 B2", "W4 W5 W6"),
}


def new_game(seats: Sequence[str] = SEATS, seed: str = "KELP", **options: Any) -> Table:
    return Table(MemoryLog(header(GAME, list(seats), options, seed)))


def cards(words: str) -> list[int]:
    return [card_of(word) for word in words.split()]


def laid_out(
    fields: Mapping[int, tuple[str, str]],
    hand: str,
    *,
    seats: Sequence[str] = SEATS,
    owners: Mapping[int, int] | None = None,
    fog: Sequence[int] = (),
    mud: Sequence[int] = (),
    removed: str = "",
    guile: Sequence[tuple[int, str]] = (),
    played: tuple[int, int] = (0, 0),
    his: str | None = None,
    his_first: Sequence[int] = (),
    decks: tuple[int, int] = (8, 2),
    step: str = "play",
    points: tuple[int, int] = (0, 0),
    **options: Any,
) -> Table:
    """A table at which seat 0 is asked. `his_first` are the fields where the other side was complete first; the other
    hand is filled from what is left unless it is given."""
    table = new_game(seats, **options)
    state = cast(Atalia, table.state).copy()
    state.clear()
    for number, sides in fields.items():
        for seat, words in enumerate(sides):
            state.sides[seat][number - 1] = cards(words)
        mine, other = (2, 1) if number in his_first else (1, 2)
        state.laid[ME][number - 1], state.laid[HIM][number - 1] = 2 * number + mine, 2 * number + other
    state.cards_laid = 30
    for number, owner in (owners or {}).items():
        state.owners[number - 1] = owner
    for number in fog:
        state.fog[number - 1] = 1
    for number in mud:
        state.mud[number - 1] = 1
    state.removed = cards(removed)
    state.guile = [[seat, card_of(word)] for seat, word in guile]
    state.tactics_played = list(played)
    state.deck = list(decks)
    state.points = list(points)
    _deal(state, ME, cards(hand))
    lying = {card for side in state.sides for each in side for card in each} | {*state.removed, *cards(hand)}
    gone = lying | {card for _seat, card in state.guile}
    left = [card for card in range(FACES) if card not in gone]
    rest = [card for card in left if card < TROOPS_IN_ALL][-5:] + [card for card in left if card >= TROOPS_IN_ALL][-2:]
    _deal(state, HIM, cards(his) if his is not None else rest)
    state.seat, state.step, state.turns, state.outcome = ME, step, 47, None
    state.work_out()
    table.steps[-1] = table.steps[-1]._replace(state=state, turn=state.turn)
    return table


def _deal(state: Atalia, seat: int, held: Sequence[int]) -> None:
    for deck in (TROOPS, TACTICS):
        state.hands[2 * seat + deck] = Hand(seat, FACES)
    for card in held:
        state.hands[2 * seat + deck_of(card)].add(card)


def drawn_position(hand: str = "R8 R1 G3 B3 A9 V9 scout", **more: Any) -> Table:
    """The position of the drawings."""
    settings: dict[str, Any] = {
        "owners": {2: HIM, 5: ME, 6: ME, 9: HIM},
        "fog": (3,),
        "mud": (7,),
        "removed": "G7",
        "guile": ((HIM, "traitor"), (ME, "deserter")),
        "played": (2, 3),
        "his_first": (4, 7, 2, 9),
        "points": (5, 2),
        "series": 3,
    }
    return laid_out(DRAWN, hand, **{**settings, **more})


# Games that chance plays ---------------------------------------------------------------------------------------------


def chance_play(table: Table, enough: Callable[[Table], bool], seed: str = "play") -> bool:
    """Plays on by chance until enough is played; whether that ever came. What can be claimed is claimed, mostly."""
    chance = Stream(seed, table.seed)
    while not enough(table):
        prompt = table.state.prompt
        if prompt is None:
            return False
        moves = table.state.legal()
        claims = [move for move in moves if move[0] == "claim"]
        if claims and chance.below(4):
            moves = claims
        table.play(prompt.seat, moves[chance.below(len(moves))])
    return True


@lru_cache(maxsize=64)
def _found(seats: tuple[str, ...], wanted: Callable[[Atalia], bool], seeds: int, after: int, options: Any) -> Any:
    def enough(table: Table) -> bool:
        state = cast(Atalia, table.state)
        return len(table.steps) > after and state.outcome is None and state.seat == ME and wanted(state)

    for number in range(seeds):
        table = new_game(seats, f"SEED-{number}", **dict(options))
        if chance_play(table, enough):
            return tuple(table.log.records)
    raise AssertionError("there is no such position in any of these games")


def game_where(
    wanted: Callable[[Atalia], bool], seats: Sequence[str] = SEATS, seeds: int = 60, after: int = 0, **options: Any
) -> Table:
    """The first table, in games played by chance, at which seat 0 is asked and the position is of the wanted kind."""
    return Table(copy_of(_found(tuple(seats), wanted, seeds, after, tuple(options.items()))))
