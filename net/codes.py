"""What people give each other so that a guest finds the table: a short join code, or a ticket that says everything.

    code     6 digits, or 8 or 10 where somebody guesses; said aloud, and proved without being sent
    ticket   atl://host:port#BASE32 of 16 bytes fingerprint of the host's identity and 10 bytes token

A ticket works without discovery, and through tunnels, because it names the host by its key.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
from collections.abc import Callable
from typing import NamedTuple

from net.refusal import Refusal

CODE_LENGTHS = (6, 8, 10)  # the usual length, and two longer ones for tables where somebody guesses codes
FINGERPRINT = 16
TOKEN = 10
SCHEME = "atl://"
MAX_TICKET = 512  # characters


class Ticket(NamedTuple):
    """A ticket as it was read: where the table is, who its host is, and the token that opens its door."""

    host: str  # a name or an address, IPv6 without brackets
    port: int
    fingerprint: bytes
    token: bytes

    def __str__(self) -> str:
        secret = base64.b32encode(self.fingerprint + self.token).decode().rstrip("=")
        return f"{SCHEME}{address_text(self.host, self.port)}#{secret}"


def new_code(below: Callable[[int], int], digits: int = CODE_LENGTHS[0]) -> str:
    """A fresh code. `below` draws an even random number (`secrets.randbelow`)."""
    return f"{below(10**digits):0{digits}d}"


def read_code(typed: str) -> str:
    """The digits of a typed code, however the person grouped them; Refusal bad_code."""
    digits = re.sub(r"[\s\-‐‑‒–—_.·]", "", typed)
    if len(digits) not in CODE_LENGTHS or not all(one in "0123456789" for one in digits):
        raise Refusal("bad_code")
    return digits


def code_text(code: str) -> str:
    """The code in two halves, as people read it aloud."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


def read_ticket(typed: str) -> Ticket:
    """The ticket that a person typed or pasted; Refusal bad_ticket {what}: scheme, secret, host or port."""
    text = "".join(typed.split())  # copying often breaks a long line
    if len(text) > MAX_TICKET or not text[: len(SCHEME)].lower() == SCHEME:
        raise Refusal("bad_ticket", what="scheme")
    place, mark, secret = text[len(SCHEME) :].partition("#")
    if not mark:
        raise Refusal("bad_ticket", what="secret")
    host, port = read_address(place)
    if port is None:
        raise Refusal("bad_ticket", what="port")
    try:
        secret = secret.rstrip("=").upper()
        known = base64.b32decode(secret + "=" * (-len(secret) % 8))
    except (binascii.Error, ValueError) as error:
        raise Refusal("bad_ticket", what="secret") from error
    if len(known) != FINGERPRINT + TOKEN or base64.b32encode(known).decode().rstrip("=") != secret:
        raise Refusal("bad_ticket", what="secret")
    return Ticket(host, port, known[:FINGERPRINT], known[FINGERPRINT:])


def read_address(text: str) -> tuple[str, int | None]:
    """Host and port of `host`, `host:port`, `[IPv6]`, `[IPv6]:port` or a bare IPv6 address; Refusal bad_ticket {what}:
    host or port."""
    if text.startswith("["):
        host, close, rest = text[1:].partition("]")
        if not close or not _is_ipv6(host) or (rest and not rest.startswith(":")):
            raise Refusal("bad_ticket", what="host")
        return host, _port(rest[1:]) if rest else None
    if text.count(":") > 1:
        if not _is_ipv6(text):
            raise Refusal("bad_ticket", what="host")
        return text, None
    host, colon, port = text.partition(":")
    if not _name(host) or len(host) > 253:
        raise Refusal("bad_ticket", what="host")
    return host, _port(port) if colon else None


def address_text(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


_label = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_name = re.compile(rf"{_label}(?:\.{_label})*\.?").fullmatch
_zone = re.compile(r"[A-Za-z0-9._~-]{1,32}").fullmatch


def _is_ipv6(text: str) -> bool:
    address, percent, zone = text.partition("%")
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return not percent or _zone(zone) is not None


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 65536:
        raise Refusal("bad_ticket", what="port")
    return int(text)
