"""Addresses that others tell us: which of them may be dialled. Names are never looked up, wherever they come from:
whoever says them would choose whom this machine asks, and where it goes."""

from __future__ import annotations

import ipaddress

Literal = ipaddress.IPv4Address | ipaddress.IPv6Address


def literal(address: str) -> Literal | None:
    """What is written in figures, IPv4 dressed as IPv6 undressed; None for anything else."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed


def is_loopback(address: str) -> bool:
    """Whether this is the machine itself, by whatever figures."""
    parsed = literal(address.partition("%")[0])
    return parsed is not None and parsed.is_loopback


def is_of_a_machine(address: str) -> bool:
    """Whether one machine may have this address: not all, none, many, or what is kept for later."""
    parsed = literal(address)
    return parsed is not None and not (
        parsed.is_multicast
        or parsed.is_unspecified
        or (parsed.is_reserved and not parsed.is_loopback)
        or (parsed.version == 4 and int(parsed) >> 24 == 0)
    )


def rank(address: str) -> int:
    """Which of several to go to, the lowest first: IPv4, IPv6, and what needs a zone last, as nobody else can be told
    of it."""
    parsed = literal(address)
    if parsed is None or parsed.version == 4:
        return 0
    return 2 if parsed.is_link_local else 1


def may_be_dialled(address: str, heard_from: str) -> bool:
    """Whether to go where somebody says that another one is. To this very machine only if that one is here too, as it
    may be meant to reach a program that listens to nobody else; and to no address that needs a zone, which means
    something else at each machine."""
    parsed = literal(address)
    if parsed is None or not is_of_a_machine(address) or (parsed.version == 6 and parsed.is_link_local):
        return False
    return not parsed.is_loopback or is_loopback(heard_from)
