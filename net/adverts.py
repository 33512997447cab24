"""What a table announces about itself on the local network, and the check of what other tables announce.

`Advert` is ours, `Listing` is somebody else's. `read_listing` checks every character before it makes a listing. An
advert names no person: its labels are random, and its text tells the game, the seats and which table it is.
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
    """What our table tells everybody on the network. `Discovery` announces it."""

    port: int
    game: str
    seats: int
    taken: int
    playing: bool
    id: str  # 8 hex digits that name the table, so that those who come back find it again
    code: bool  # whether the host asks for a join code
    mark: str  # 16 hex digits by which those who know the host's key recognise it: `mark_of`

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
    """A table that somebody announces. `name` tells listings apart and holds only letters, digits and hyphens."""

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
    """The mark of the host with this key in the advert of the table with this id. Whoever does not know the key learns
    nothing from it, not even whether two tables have the same host."""
    return blake2b(b"ATL1-advert\0" + bytes.fromhex(table) + key, digest_size=8).hexdigest()


def read_listing(
    name: str, text: dict[str, str | None], addresses: Sequence[str], port: int | None, *, local: bool = False
) -> Listing | None:
    """The listing for what the network said, or None if any character of it is not as agreed. `local`: only this
    machine can have said it."""
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
    """The addresses we can connect to, best first (`rank`). The loopback is among them only if there is no other
    address and only this machine can have announced it (`local`)."""
    of_machines = filter(is_of_a_machine, dict.fromkeys(addresses))
    found = sorted(of_machines, key=lambda address: (rank(address), address))
    outside = [address for address in found if not is_loopback(address)]
    return (outside or (found if local else []))[:MOST_ADDRESSES]
