"""Where the others can be reached, and where we can."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Mapping
from contextlib import suppress

from atlantis_tui.network.files import Address, NetworkGameFiles

MOST = 4  # how many of our own addresses we show
MOST_PEOPLE = 64  # how many persons' addresses we remember


class AddressBook:
    """By key: where somebody was reached, or is said to be. Addresses of a game's players are kept beside its log."""

    def __init__(self, kept: NetworkGameFiles) -> None:
        self._kept = kept
        self._places: dict[bytes, Address] = {}
        self._gid = b""
        self._written: dict[bytes, Address] = {}

    def of(self, key: bytes) -> Address | None:
        return self._places.get(key)

    def reached(self, key: bytes, address: Address) -> None:
        self._places.pop(key, None)
        self._places[key] = address
        self._forget()

    def begin(self, gid: bytes) -> None:
        """Start with a game, new or resumed. What we know by now counts more than what was kept with the game."""
        self._gid, self._written = gid, self._kept.addresses(gid)
        self._places = {**self._written, **self._places}
        self._forget()

    def hear(self, keys: Mapping[int, bytes], said: Mapping[int, Address]) -> None:
        """Take in what the host says about the players' addresses, by seat."""
        for seat, address in said.items():
            if seat in keys and address[0] and address[1]:
                self._places[keys[seat]] = address
        known = {key: self._places[key] for key in keys.values() if key in self._places}
        if known != self._written:
            self._written = known
            self._kept.keep_addresses(self._gid, known)

    def _forget(self) -> None:
        """Forget those who were reached first. The players of this game are kept beside its log anyway."""
        while len(self._places) > MOST_PEOPLE:
            del self._places[next(iter(self._places))]


def own_addresses() -> list[str]:
    """Our addresses as others may type them: IPv4 first; the loopback only if there is nothing else."""
    import ifaddr

    found: list[tuple[int, str]] = []
    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
                address = ipaddress.ip_address(text.partition("%")[0])
                if not address.is_link_local and not address.is_unspecified:
                    found.append((10 * address.is_loopback + address.version, text))
    outside = [text for rank, text in sorted(found) if rank < 10]
    return (outside or [text for _, text in sorted(found)] or ["127.0.0.1"])[:MOST]


def is_ours(address: str) -> bool:
    """Whether this machine has that address now. In doubt the answer is yes."""
    with suppress(OSError):  # it is no numeric address, or its interface is gone
        figures = tellable(address) or address  # with its zone, if it needs one
        ((family, kind, _, _, place), *_) = socket.getaddrinfo(
            figures, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST
        )
        with socket.socket(family, kind) as probe:
            try:
                probe.bind(place)
            except OSError as error:
                return error.errno != errno.EADDRNOTAVAIL
    return True


def tellable(address: str) -> str:
    """The address of a link as we may tell it to others; "" if it would mean something else to them."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    if mapped is not None:
        return str(mapped)
    return "" if parsed.version == 6 and parsed.is_link_local else str(parsed)
