"""A host and its guests for tests of the door and of links: real keys, a small game list, a clock one turns by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from net.handshake import Door, GuestHandshake, HostHandshake, Visit
from net.identity import Identity
from net.messages import Hello, Message, TableInfo
from net.pake import Gatekeeper

CERTIFICATE = b"c" * 32
GAMES = {"atlantis": (3, b"g" * 16)}
ADDRESS = "192.0.2.7"


def identity(number: int) -> Identity:
    return Identity(bytes([number]) * 32)


HOST, ANNA = identity(1), identity(2)


def hello(nonce: bytes, proto: tuple[int, int] = (1, 1), games: Any = None, caps: tuple[str, ...] = ("chat",)) -> Hello:
    return Hello(proto, "test", caps, GAMES if games is None else games, nonce)


def table(door: str = "code", **changed: Any) -> TableInfo:
    about: dict[str, Any] = {
        "name": "Reef",
        "game": "atlantis",
        "seats": 4,
        "taken": 1,
        "watching": 0,
        "state": "lobby",
        "door": door,
        "gid": None,
        "host": "Anna",
    }
    return TableInfo(**about | changed)


def codes() -> Iterator[str]:
    return (f"{number:06d}" for number in itertools.count(111111))


def door(way: str = "code", **changed: Any) -> Door:
    """A door whose first code is 111111, the second 111112, and so on. `notices` of it collects the new ones."""
    numbers = codes()
    about: dict[str, Any] = {
        "identity": HOST,
        "certificate": CERTIFICATE,
        "hello": hello,
        "table": lambda: table(way),
        "gatekeeper": Gatekeeper(lambda digits: next(numbers).zfill(digits)),
    }
    return Door(**about | changed)


class Clock:
    """Milliseconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


def random() -> Any:
    """Bytes that are never the same twice, and always the same in the next run."""
    counter = itertools.count(1)
    return lambda length: next(counter).to_bytes(2, "big") * ((length + 1) // 2)


def guest(visit: Visit, seen: bytes = CERTIFICATE, name: str = "Anna", **changed: Any) -> Any:
    about: dict[str, Any] = {"identity": ANNA, "hello": hello} | changed
    return GuestHandshake(visit, about["identity"], name, about["hello"], seen, random())


def at(door: Door, address: str = ADDRESS) -> Any:
    return HostHandshake(door, address, random())


def talk(host: HostHandshake, guest: GuestHandshake, now: int = 0, change: Any = lambda message: message) -> list[str]:
    """Pass messages on until nobody has any; the names of their classes, in order. `change` sits in the middle."""
    said: list[str] = []
    waiting: list[tuple[Any, Message]] = [(host, change(message)) for message in guest.start()]
    while waiting:
        to, message = waiting.pop(0)
        said.append(type(message).__name__)
        other = guest if to is host else host
        waiting += [(other, change(answer)) for answer in to.feed(message, now)]
    return said
