"""Whose eyes a game that was played may be looked at with.

When it is over everything may be seen: what each seat knew at each moment, and all open. Until then nobody sees more
than at the table: a person who plays alone has the own seat, persons at one keyboard have what lies open to all (and
the own hand only when a seat is asked for by name), and a player over the network has the own seat. Whoever only
watched has what everybody saw, also afterwards. A table that is shut (branches.py) shows at its end what it showed
before.
"""

from __future__ import annotations

import os

from atlantis_tui.saved import paths, seats
from atlantis_tui.saved.game_files import is_played_together

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from core.game import Event, State
    from core.table import Step, Table

OPEN = -1  # all open; None are the eyes of somebody who only watches

Eyes = int | None


def own_seat(table: Table) -> int | None:
    return seat_of(table.log.records[0].body)


def seat_of(about: Mapping[str, Any]) -> int | None:
    """The seat of the person at this keyboard, by the header of a game: the one called you, the only person, or, in a
    game among several programs, the one with our key."""
    who: list[str] = about["seats"]
    people = [number for number, spec in enumerate(who) if seats.is_person(spec)]
    if is_played_together(about):
        keys, key = _keys(about), our_key()
        return next((seat for seat in people if keys and key is not None and keys[seat] == key), None)
    own = [number for number in people if who[number].partition(":")[0] == "you"]
    return own[0] if own else people[0] if len(people) == 1 else None


def allowed(table: Table) -> list[Eyes]:
    """The eyes there are on a screen, the usual ones first."""
    own = own_seat(table)
    if is_watched(table):
        return [None]
    if table.over and not table.shut:
        others = [seat for seat in range(len(table.seats)) if seat != own]
        return [OPEN, *([] if own is None else [own]), *others]
    people = sum(seats.is_person(spec) for spec in table.seats)
    if own is not None and (people == 1 or is_shared(table)):
        return [own, None]
    return [None]


def may_ask_for(table: Table, eyes: Eyes) -> bool:
    """Whether these eyes may be had by somebody who names them: also one of several persons at this keyboard."""
    if eyes is None or eyes in allowed(table):
        return True
    return eyes >= 0 and not table.shut and not is_shared(table) and seats.is_person(table.seats[eyes])


def view(table: Table, step: Step, eyes: Eyes) -> State:
    """The position after a step, with nothing in it that these eyes have not seen, or may not see any more."""
    return step.state.copy() if eyes == OPEN else table.state.look_back(step.state, eyes)


def events(table: Table, step: Step, eyes: Eyes) -> list[Event]:
    if eyes == OPEN:
        return list(step.events)
    return [table.game.events[event[0]].view(event, step.seat, eyes) for event in step.events]


def is_watched(table: Table) -> bool:
    """Whether we only watched: nobody has told us any hand, not even at the end."""
    from core.dealers import Told

    return isinstance(table.dealer, Told)


def is_shared(table: Table) -> bool:
    """Whether it is a game among several programs."""
    return is_played_together(table.log.records[0].body)


def _keys(about: Mapping[str, Any]) -> list[object] | None:
    """Who signed for which seat, in a game among several programs."""
    net = about.get("net")
    keys = net.get("keys") if isinstance(net, dict) else None
    return keys if isinstance(keys, list) and len(keys) == len(about["seats"]) else None


def our_key() -> bytes | None:
    """The key by which others know us; None if there is none, and then none is made."""
    path = paths.identity_file()
    if not os.path.exists(path):
        return None
    from net.identity import load_identity
    from net.refusal import Refusal

    try:
        return load_identity(path, os.urandom).key
    except Refusal:
        return None
