"""What a table says of itself to the whole network, and what is believed of what others say: nothing unchecked.

A listing holds nothing that was not looked at character by character. It tells nobody's name: the labels are random,
and the text says which game, how many seats, and which table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from net.addresses import is_loopback, is_of_a_machine, rank

SERVICE = "_atlantis._tcp.local."
VERSION = "1"

MOST_ADDRESSES = 8  # of one table
TEXT_LIMIT = 200  # bytes of TXT

_LABEL = re.compile(r"[0-9A-Za-z-]{1,40}")
_FIELDS = {
    "v": re.compile(r"1"),
    "g": re.compile(r"[a-z][a-z0-9-]{0,23}"),
    "s": re.compile(r"[0-9]{1,2}/[0-9]{1,2}"),
    "st": re.compile(r"lobby|playing"),
    "id": re.compile(r"[0-9a-f]{8}"),
    "pc": re.compile(r"[01]"),
    "k": re.compile(r"[0-9a-f]{16}"),
}


class Advert(NamedTuple):
    """What a table says of itself to everybody on the network."""

    port: int
    game: str
    seats: int
    taken: int
    playing: bool
    id: str  # 8 hex digits: the table's own, so that those who come back find it again
    code: bool  # a join code is asked for
    mark: str  # 16 hex digits by which those who know the host recognise it: `mark_of`

    def text(self) -> dict[str, str]:
        text = {
            "v": VERSION,
            "g": self.game,
            "s": f"{self.taken}/{self.seats}",
            "st": "playing" if self.playing else "lobby",
            "id": self.id,
            "pc": str(int(self.code)),
            "k": self.mark,
        }
        for name, value in text.items():
            if not _FIELDS[name].fullmatch(value):
                raise ValueError(f"{name}={value}")
        return text


class Listing(NamedTuple):
    """A table somebody says there is. `name` tells it from the others, and is of letters and digits only."""

    name: str
    addresses: tuple[tuple[str, int], ...]  # host and port, the likeliest first
    game: str
    seats: int
    taken: int
    playing: bool
    id: str
    code: bool
    mark: str


def mark_of(table: str, key: bytes) -> str:
    """The host in the advert of the table with this id. Who does not know its key learns nothing, not even that the
    host of another table is the same."""
    return blake2b(b"ATL1-advert\0" + bytes.fromhex(table) + key, digest_size=8).hexdigest()


def read_listing(
    name: str, text: dict[str, str | None], addresses: Sequence[str], port: int | None, *, local: bool = False
) -> Listing | None:
    """A listing from what the network said, or None where a single character of it is not as agreed. `local`: nobody
    but this machine can have said it."""
    label = name.removesuffix("." + SERVICE)
    if not _LABEL.fullmatch(label) or not port or not 0 < port < 65536 or not set(_FIELDS) <= set(text):
        return None
    if sum(len(key) + len(value or "") + 2 for key, value in text.items()) >= TEXT_LIMIT:
        return None
    if not all(pattern.fullmatch(text[key] or "") for key, pattern in _FIELDS.items()):
        return None
    said = {key: text[key] or "" for key in _FIELDS}
    taken, seats = map(int, said["s"].split("/"))
    hosts = usable(addresses, local=local)
    if not hosts or taken > seats:
        return None
    return Listing(
        name=label,
        addresses=tuple((host, port) for host in hosts),
        game=said["g"],
        seats=seats,
        taken=taken,
        playing=said["st"] == "playing",
        id=said["id"],
        code=said["pc"] == "1",
        mark=said["k"],
    )


def usable(addresses: Sequence[str], *, local: bool) -> list[str]:
    """Addresses one can connect to: IPv4 first, those that need a zone last. The loopback only where there is nothing
    else, and nobody but this machine can mean it (`local`)."""
    of_machines = filter(is_of_a_machine, dict.fromkeys(addresses))
    found = sorted(of_machines, key=lambda address: (rank(address), address))
    outside = [address for address in found if not is_loopback(address)]
    return (outside or (found if local else []))[:MOST_ADDRESSES]
