"""Decides which addresses that others tell us may be dialled.

This module never looks up names. Whoever sends a name would choose which server this machine asks, and where it then
connects.
"""

from __future__ import annotations

import ipaddress

Literal = ipaddress.IPv4Address | ipaddress.IPv6Address


def literal(address: str) -> Literal | None:
    """The parsed IPv4 or IPv6 address, or None for anything else. An IPv4 address mapped into IPv6 comes back as
    IPv4."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed


def is_loopback(address: str) -> bool:
    """Whether this address means our own machine, in any spelling."""
    parsed = literal(address.partition("%")[0])
    return parsed is not None and parsed.is_loopback


def is_of_a_machine(address: str) -> bool:
    """Whether a single machine can have this address: no multicast, unspecified or reserved one."""
    parsed = literal(address)
    return parsed is not None and not (
        parsed.is_multicast
        or parsed.is_unspecified
        or (parsed.is_reserved and not parsed.is_loopback)
        or (parsed.version == 4 and int(parsed) >> 24 == 0)
    )


def rank(address: str) -> int:
    """Sorts the addresses of one table, best first: IPv4, then IPv6, then link-local IPv6. The last needs a zone, which
    nobody else can use."""
    parsed = literal(address)
    if parsed is None or parsed.version == 4:
        return 0
    return 2 if parsed.is_link_local else 1


def may_be_dialled(address: str, heard_from: str) -> bool:
    """Whether to dial `address`, which the peer at `heard_from` has told us.

    A loopback address is dialled only if that peer is on this machine too: otherwise it could point us at a local
    program that trusts this machine. Link-local IPv6 addresses are never dialled, because their zone means something
    else on each machine.
    """
    parsed = literal(address)
    if parsed is None or not is_of_a_machine(address) or (parsed.version == 6 and parsed.is_link_local):
        return False
    return not parsed.is_loopback or is_loopback(heard_from)
