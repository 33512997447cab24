"""Whether anybody else still has a game open: at the addresses where its players were, and at the tables near us."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from atlantis_tui.network import ourselves
from atlantis_tui.network.files import Address, NetworkGameFiles
from atlantis_tui.network.lookup import TableLookup
from atlantis_tui.text.translation import _
from net.codes import address_text
from net.refusal import Refusal

NOBODY = ("unreachable", "not_a_table")  # with these reasons, a look found no table


class StillOn(NamedTuple):
    """Who has the game open and how to come back to it, in a sentence, and in one for somebody at a screen."""

    text: str
    on_screen: str


async def still_on(gid: bytes, others: Mapping[bytes, str], *, discovers: bool) -> StillOn | None:
    """Who has the game open, or None if nobody has. `others` are names by key."""
    places = {key: place for key, place in NetworkGameFiles().addresses(gid).items() if key in others}
    async with TableLookup(ourselves.identity(), discovers=discovers) as lookout:
        found = await asyncio.gather(
            *(_at(lookout, gid, others[key], place) for key, place in places.items()), _near(lookout, gid)
        )
    return next(filter(None, found), None)


async def _at(lookout: TableLookup, gid: bytes, name: str, place: Address) -> StillOn | None:
    where = address_text(*place)
    try:
        seen = await lookout.look(place)
    except Refusal as why:
        if why.reason in NOBODY and why.params.get("cause") != "hung_up":
            return None
        busy = _("Somebody answers at {address}, where {name} was, but is busy: try again in a minute.").format(
            address=where, name=name
        )
        return StillOn(busy, busy)
    if seen.info.gid != gid:
        return None
    return StillOn(
        _("{name} still has this game on: come back to it with atlantis join {address}.").format(
            name=name, address=where
        ),
        _("{name} still has this game on: J in the menu joins it, at {address}.").format(name=name, address=where),
    )


async def _near(lookout: TableLookup, gid: bytes) -> StillOn | None:
    near = await lookout.near(enough=lambda seen: seen.info.gid == gid)
    place = next((seen.addresses[0] for seen in near if seen.info.gid == gid and seen.addresses), None)
    if place is None:
        return None
    where = address_text(*place)
    return StillOn(
        _("This game is still on: come back to it with atlantis join {address}.").format(address=where),
        _("This game is still on: J in the menu joins it, at {address}.").format(address=where),
    )
