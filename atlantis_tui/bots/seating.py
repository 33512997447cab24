"""Who plays a bot seat: here alone is decided in which process a bot thinks, with which luck, and who hears of trouble.

| the table is   | our own bots (`bot:LEVEL`)                | programs of others (`cmd:PROGRAM`) |
|----------------|-------------------------------------------|------------------------------------|
| on a screen    | a process each: no key waits for a bot    | a process each                     |
| lines of text  | this process: the player waits anyway     | a process each                     |
| on the network | this process, but a process for `SLOW`    | never: a seat there names a level  |

At a table on the network each seat is played by one program only. `net` says which: the host plays the bots of the
table, and a program that the others agreed on plays for somebody who is away. `network/bots.py` seats those. The arena
plays in worker processes that hold nothing but bots (`core/arena.py`), so it needs no clock and no process for each.

How long a bot thinks, and how long it keeps quiet so that its speed betrays nothing, is in pace.py. A program that
misbehaves is replaced (process.py), and trouble.py says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from atlantis_tui.text.translation import _
from core.bots import Bot, split_name
from core.game import Game, Move
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.bots.process import Trouble

SLOW = "hard"  # the level that thinks for a second; the others answer at once


class TablePlace(Enum):
    """Where a table is shown, which decides what a thinking bot would hold up."""

    SCREEN = "screen"
    LINES = "lines"
    NETWORK = "network"


class SeatedBot(Protocol):
    """A bot at a table with an event loop."""

    async def choose(self) -> Move:
        """Returns a legal move for the present position, in which this seat must be asked."""

    async def close(self) -> None:
        """Leaves the table."""


class BotHere:
    """A built-in bot that thinks in this process."""

    def __init__(self, level: str, table: Table, seat: int, luck: str) -> None:
        from atlantis_tui.bots.pace import PacedBot

        self._bot = PacedBot(level, table.game, luck)
        self._table = table
        self._seat = seat

    async def choose(self) -> Move:
        return self._bot.choose(self._table.view(self._seat))

    async def close(self) -> None:
        """Nothing has to be ended."""


def needs_process(spec: str, place: TablePlace) -> bool:
    """Whether the bot of this seat gets a process of its own."""
    kind, level = _split(spec)
    if kind == "cmd" or place is TablePlace.SCREEN:
        return True
    return place is TablePlace.NETWORK and split_name(level)[0] == SLOW


async def seat_bot(
    spec: str, table: Table, seat: int, names: Sequence[str], place: TablePlace, on_trouble: Trouble
) -> SeatedBot:
    """Seats the bot of one seat, at a new game or in the middle of one. Raises BadOption if `spec` names no bot.

    On the network nobody can work out a bot's luck. Elsewhere it follows from the set-up: the same game again has the
    same bots.
    """
    luck = os.urandom(16).hex() if place is TablePlace.NETWORK else None
    if luck is not None and not needs_process(spec, place):
        return BotHere(_split(spec)[1], table, seat, luck)
    from atlantis_tui.bots.process import BotSeat

    return await BotSeat.start(spec, table, seat, names, luck=luck, on_trouble=on_trouble)


def seat_bots_of_lines(
    table: Table, people: Collection[int], names: Sequence[str], say: Callable[[str], None]
) -> dict[int, Bot]:
    """Seats all bots of a table that is played as lines of text, without an event loop.

    `say` tells the player what becomes of them. A bot that has a `close` wants it called when the table is left.
    """
    specs = {seat: spec for seat, spec in enumerate(table.seats) if seat not in people}
    bots: dict[int, Bot] = {}
    for seat, spec in specs.items():
        if not needs_process(spec, TablePlace.LINES):
            bots[seat] = bot_of_lines(spec, table.game, seat, table.seed)
    if len(bots) == len(specs):
        return bots
    from atlantis_tui.bots.process import SyncBotSeat

    def said(seat: int, words: str) -> None:
        say(_('{name}: "{words}"').format(name=names[seat], words=words))

    for seat, spec in specs.items():
        if seat not in bots:
            bots[seat] = SyncBotSeat(spec, table, seat, names, on_trouble=tell_trouble(names, say), on_say=said)
    return bots


def bot_of_lines(spec: str, game: Game, seat: int, seed: str) -> Bot:
    """Makes a built-in bot in this process. Its luck follows from the game's seed and does not betray it."""
    from hashlib import blake2b

    from atlantis_tui.bots.pace import PacedBot

    luck = blake2b(f"{seat} {seed}".encode(), digest_size=16, person=b"atlantis-bot").hexdigest()
    return PacedBot(_split(spec)[1], game, luck)


def tell_trouble(names: Sequence[str], say: Callable[[str], None]) -> Trouble:
    """Returns an `on_trouble` that says in a sentence why a bot has lost its seat."""

    def tell(seat: int, reason: str, params: Mapping[str, Any]) -> None:
        from atlantis_tui.bots.trouble import trouble

        say(trouble(names[seat], reason, params))

    return tell


def _split(spec: str) -> tuple[str, str]:
    kind, _colon, name = spec.partition(":")
    return kind.strip().lower(), name.strip()
