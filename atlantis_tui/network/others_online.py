"""Whether anybody else still has a game open: at the addresses where its players were, and at the tables near us."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from atlantis_tui.network import ourselves
from atlantis_tui.network.files import Address, NetworkGameFiles
from atlantis_tui.network.lookup import TableLookup
from atlantis_tui.text.translation import _
from net.codes import address_text
from net.refusal import Refusal

NOBODY = ("unreachable", "not_a_table")  # with these reasons, a look found no table


async def still_on(gid: bytes, others: Mapping[bytes, str], *, discovers: bool) -> str:
    """Who has the game open and how to come back to it, in a sentence; "" if nobody has. `others` are names by key."""
    places = {key: place for key, place in NetworkGameFiles().addresses(gid).items() if key in others}
    async with TableLookup(ourselves.identity(), discovers=discovers) as lookout:
        found = await asyncio.gather(
            *(_at(lookout, gid, others[key], place) for key, place in places.items()), _near(lookout, gid)
        )
    return next(filter(None, found), "")


async def _at(lookout: TableLookup, gid: bytes, name: str, place: Address) -> str:
    where = address_text(*place)
    try:
        seen = await lookout.look(place)
    except Refusal as why:
        if why.reason in NOBODY and why.params.get("cause") != "hung_up":
            return ""
        return _("Somebody answers at {address}, where {name} was, but is busy: try again in a minute.").format(
            address=where, name=name
        )
    if seen.info.gid != gid:
        return ""
    return _("{name} still has this game on: come back to it with atlantis join {address}.").format(
        name=name, address=where
    )


async def _near(lookout: TableLookup, gid: bytes) -> str:
    near = await lookout.near(enough=lambda seen: seen.info.gid == gid)
    place = next((seen.addresses[0] for seen in near if seen.info.gid == gid and seen.addresses), None)
    if place is None:
        return ""
    return _("This game is still on: come back to it with atlantis join {address}.").format(
        address=address_text(*place)
    )
