"""With whose eyes somebody may look at a saved game.

When a game is over, everything may be seen: what each seat knew at each moment, and all cards open. Until then nobody
sees more than at the table:

- A person who plays alone has their own seat.
- Persons at one keyboard have what lies open to all, and a hand only when they ask for its seat by name.
- A player of a network game has their own seat.
- Somebody who only watched has what everybody saw, also after the end.
- A table that is shut (saved/branch_lock.py) shows at its end no more than before.
"""

from __future__ import annotations

import os

from atlantis_tui.saved import paths, seats
from atlantis_tui.saved.game_files import is_played_together
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from core.game import Event, State
    from core.table import Step, Table

OPEN = -1  # all cards open; None means the eyes of somebody who only watches

Eyes = int | None


def own_seat(table: Table) -> int | None:
    return seat_of(table.log.records[0].body)


def seat_of(about: Mapping[str, Any]) -> int | None:
    """The seat of the person at this keyboard, found in the header of a game: the seat called `you`, or the only
    person. In a network game it is the seat that has our key."""
    who: list[str] = about["seats"]
    people = [number for number, spec in enumerate(who) if seats.is_person(spec)]
    if is_played_together(about):
        keys, key = _keys(about), our_key()
        return next((seat for seat in people if keys and key is not None and keys[seat] == key), None)
    own = [number for number in people if who[number].partition(":")[0] == "you"]
    return own[0] if own else people[0] if len(people) == 1 else None


def names_for_us(table: Table) -> list[str]:
    """The names of all seats as we are told of a game: in a network game our own seat is You, as in a game of ours.
    Whoever only watched, or has another key, reads the names that all read. They may hold anything that can be shown.
    """
    names = [quoted(name) for name in seats.names(table.seats)]
    return with_you(names, own_seat(table)) if is_shared(table) else names


def with_you(names: Sequence[str], own: int | None) -> list[str]:
    """The names of a network game, in which the seat `own` is You and nobody else is called so."""
    if own is None:
        return list(names)
    from net.names import told_apart

    others = [name for seat, name in enumerate(names) if seat != own]
    you, *others = told_apart([_("You"), *others])
    return [*others[:own], you, *others[own:]]


def allowed(table: Table) -> list[Eyes]:
    """The eyes that a screen offers, the usual ones first."""
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
    """Whether somebody who asks for these eyes may have them. That may be any person at this keyboard."""
    if eyes is None or eyes in allowed(table):
        return True
    return eyes >= 0 and not table.shut and not is_shared(table) and seats.is_person(table.seats[eyes])


def view(table: Table, step: Step, eyes: Eyes) -> State:
    """The position after a step, without anything that these eyes did not see, or may no longer see."""
    return step.state.copy() if eyes == OPEN else table.state.look_back(step.state, eyes)


def events(table: Table, step: Step, eyes: Eyes) -> list[Event]:
    if eyes == OPEN:
        return list(step.events)
    return [table.game.events[event[0]].view(event, step.seat, eyes) for event in step.events]


def is_watched(table: Table) -> bool:
    """Whether we only watched: then nobody told us any hand, not even at the end."""
    from core.dealers import Told

    return isinstance(table.dealer, Told)


def is_shared(table: Table) -> bool:
    """Whether this is a network game."""
    return is_played_together(table.log.records[0].body)


def _keys(about: Mapping[str, Any]) -> list[object] | None:
    """Who signed for each seat of a network game, or None if the header does not say so."""
    net = about.get("net")
    keys = net.get("keys") if isinstance(net, dict) else None
    return keys if isinstance(keys, list) and len(keys) == len(about["seats"]) else None


def our_key() -> bytes | None:
    """The key by which others know us, or None. This function never makes a new one."""
    path = paths.identity_file()
    if not os.path.exists(path):
        return None
    from net.identity import load_identity
    from net.refusal import Refusal

    try:
        return load_identity(path, os.urandom).key
    except Refusal:
        return None
