"""Which addresses to try for a table and the people at it, and how to get in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from atlantis_tui.network.addresses import AddressBook
from atlantis_tui.network.files import Address
from net.adverts import Listing, mark_of
from net.handshake import LOOK, Visit, to_open_table, with_key
from net.identity import fingerprint
from net.session.actions import Dial
from net.session.session import Session


class JoinTarget(NamedTuple):
    """The table that we come to, and how we get in."""

    addresses: tuple[Address, ...]
    visit: Visit


class Routes:
    def __init__(
        self, target: JoinTarget | None, places: AddressBook, listings: Callable[[], Sequence[Listing]]
    ) -> None:
        """`listings` returns the tables that the network announces now."""
        self._target = target
        self._places = places
        self._listings = listings
        self._looks = 0

    def to(self, session: Session, action: Dial, *, by_key: bool) -> tuple[Visit, list[Address]]:
        """How to get in, and the addresses to try. `by_key`: the host knows us, so we need not come as we first did."""
        target, key = self._target, action.key
        addresses: list[Address] = []
        if action.address and action.port:
            addresses.append((action.address, action.port))
        if key is None:  # the table that we came to, whoever is its host
            key = session.host_key
            if target is None and key is None:
                return LOOK, []  # the table was once our own: it was never come to, and nobody there is known
            visit = LOOK if target is None else target.visit
            if key is not None and (by_key or target is None):
                visit = with_key(fingerprint(key))
            elif visit.way == "open" and key is not None:
                visit = to_open_table(fingerprint(key))  # we have met the host, so we accept nobody else in its place
            if key is not None and (place := self._places.of(key)) is not None:
                addresses.append(place)  # may differ from where we came
            addresses += target.addresses if target is not None else ()
        else:
            visit = with_key(fingerprint(key))
            if (place := self._places.of(key)) is not None:
                addresses.append(place)
            elif target is not None:
                addresses += target.addresses  # it is most likely there, because we know no other address
        for listing in self.listed(session, key):
            addresses += listing.addresses
        return visit, list(dict.fromkeys(addresses))

    def listed(self, session: Session, key: bytes | None) -> list[Listing]:
        """What the network announces about this person at our table. During a game we go by the game, because
        somebody may be at several tables at a time. Without a key, anybody who has the game will do."""
        game, watched, gid = session.game, session.watched, None
        if watched is not None:
            gid = watched.chain.gid
        elif game is not None and not game.ended:
            gid = game.chain.gid
        if key is None and gid is None:
            return []
        found = [one for one in self._listings() if key is None or one.mark == mark_of(one.id, key)]
        if gid is not None:
            return [one for one in found if one.id == gid[:4].hex()]
        self._looks += 1  # of several listings, try another one first each time
        turn = self._looks % max(1, len(found))
        return found[turn:] + found[:turn]
