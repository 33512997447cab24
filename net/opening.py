"""The header of a game played together: who sits where with which key, under which rules. Every person signs it.

It is the core's header with the dealer "joint" and one more part, "net". Its hash is the id of the game (gid). Every
person puts a fresh nonce into it, so nobody alone chooses the id, and no two games share one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core import games
from core.dealers import game_id
from core.frames import FORMAT, HEADER, NO_PREV, LogError, Record, pack_record, unpack_record
from core.game import BadOption, Game
from core.table import header
from net import wire
from net.identity import KEY, ROSTER, SIGNATURE, Identity, check_key, verify
from net.messages import MAX_SEATS
from net.names import MAX_NAME, dangerous, told_apart
from net.refusal import ProtocolError, Refusal
from net.versions import golden

NET_VERSION = 2  # of new games
KNOWN_VERSIONS = (1, 2)  # of games that can be continued, each by its own rules
NONCE = 16
MAX_ROSTER = 8192  # bytes


class Person(NamedTuple):
    """A person's seat in a header."""

    name: str
    key: bytes
    nonce: bytes


class Bot(NamedTuple):
    """A bot's seat in a header."""

    level: str


class Roster(NamedTuple):
    """A header that was read and found sound. The chain of the game owns it."""

    raw: bytes  # the bytes that every person signs: record 0, packed, without a signature
    record: Record
    gid: bytes
    game: str
    options: dict[str, Any]
    seats: tuple[Person | Bot, ...]
    host: int
    version: int

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, who in enumerate(self.seats) if isinstance(who, Person))

    @property
    def keys(self) -> dict[int, bytes]:
        return {seat: who.key for seat, who in enumerate(self.seats) if isinstance(who, Person)}


def propose(game: Game, seats: Sequence[Person | Bot], options: Mapping[str, Any], host: int) -> Roster:
    """The header that the host sends to all in ROSTER; Refusal bad_roster if nobody would sign it."""
    who = [f"person:{one.name}" if isinstance(one, Person) else f"bot:{one.level}" for one in seats]
    body = {
        **header(game, who, options, ""),
        "dealer": {"kind": "joint"},
        "net": {
            "v": NET_VERSION,
            "host": host,
            "golden": golden(game.name),
            "keys": [one.key if isinstance(one, Person) else None for one in seats],
            "nonces": [one.nonce if isinstance(one, Person) else None for one in seats],
        },
    }
    return read_roster(pack_record(Record(0, NO_PREV, b"", None, HEADER, body, None, None)))


def read_roster(raw: bytes) -> Roster:
    """Reads a header and checks all that needs no knowledge of the lobby; Refusal bad_roster {what}, other_rules and
    others."""
    if len(raw) > MAX_ROSTER:
        raise _bad("size")
    try:
        wire.measure(raw)
        record = unpack_record(raw)
    except (ProtocolError, LogError) as error:
        raise _bad("record") from error
    return roster_of(record, raw)


def roster_of(record: Record, raw: bytes | None = None, *, playable: bool = True) -> Roster:
    """The same for a record that is unpacked already, with or without the host's signature.

    With `playable` False the game may be one that this program does not play: signatures can still be checked.
    """
    body = record.body
    if record[:5] != (0, NO_PREV, b"", None, HEADER) or record.opened is not None or type(body) is not dict:
        raise _bad("record")
    if set(body) != _BODY or type(body["net"]) is not dict or set(body["net"]) != _NET:
        raise _bad("fields")
    net, who = body["net"], body["seats"]
    if type(body["format"]) is not int or body["format"] != FORMAT:  # the core takes no log with another format
        raise _bad("format")
    if body["dealer"] != {"kind": "joint"}:
        raise _bad("dealer")
    if type(net["v"]) is not int or net["v"] not in KNOWN_VERSIONS:
        raise _bad("version")
    if type(who) is not list or not len(who) <= MAX_SEATS:
        raise _bad("seats")
    seats = tuple(_seat(*row) for row in zip(who, _row(net["keys"], who), _row(net["nonces"], who), strict=True))
    people = {seat: one for seat, one in enumerate(seats) if isinstance(one, Person)}
    if type(net["host"]) is not int or net["host"] not in people:
        raise _bad("host")
    if len({one.key for one in people.values()}) < len(people):
        raise _bad("keys")
    names = [one.name for one in people.values()]
    if len({name.casefold() for name in names}) < len(names):
        raise _bad("names")
    if net["v"] >= 2 and told_apart(names) != names:  # no two names may look alike
        raise _bad("names")
    options = _rules(body, len(seats), playable)
    raw = pack_record(record._replace(sig=None)) if raw is None else raw
    return Roster(raw, record, game_id(record), body["game"], options, seats, net["host"], net["v"])


def agree(roster: Roster, seat: int, me: Person, game: str, options: Mapping[str, Any], host: int) -> None:
    """Checks, before a person signs, that this is the table the person was ready for; Refusal bad_roster."""
    if roster.version != NET_VERSION:
        raise _bad("version")
    if not seat < len(roster.seats) or roster.seats[seat] != me:
        raise _bad("me")
    if roster.game != game or roster.options != games.load(game).settle(options):
        raise _bad("rules")
    if roster.host != host:
        raise _bad("host")


def sign_roster(identity: Identity, roster: Roster) -> bytes:
    return identity.sign(ROSTER, roster.raw)


def check_signature(roster: Roster, seat: int, sig: bytes) -> None:
    """Checks one person's SIGN; Refusal not_agreed."""
    if seat not in roster.people or not verify(roster.keys[seat], ROSTER, roster.raw, sig):
        raise Refusal("not_agreed", seat=seat)


def signed_body(roster: Roster, sigs: Mapping[int, bytes]) -> list[list[Any]]:
    """The body of the record "signed", once all have signed; Refusal not_agreed {seat} for the first seat that has
    not."""
    rows: list[list[Any]] = []
    for seat in roster.people:
        if seat not in sigs:
            raise Refusal("not_agreed", seat=seat)
        check_signature(roster, seat, sigs[seat])
        rows.append([seat, sigs[seat]])
    return rows


def check_signed(roster: Roster, body: Any) -> None:
    """Checks the body of the record "signed": every person has signed. If not, the host is to blame, which made the
    record."""
    if type(body) is not list or any(type(row) is not list or len(row) != 2 for row in body):
        raise Refusal("bad_roster", blamed=roster.host, what="signatures")
    if any(type(row[0]) is not int for row in body) or [row[0] for row in body] != list(roster.people):
        raise Refusal("bad_roster", blamed=roster.host, what="signatures")
    for seat, sig in body:
        if type(sig) is not bytes or len(sig) != SIGNATURE or not verify(roster.keys[seat], ROSTER, roster.raw, sig):
            raise Refusal("not_agreed", blamed=roster.host, seat=seat)


_BODY = {"format", "game", "rules_version", "options", "seats", "dealer", "net"}
_NET = {"v", "host", "golden", "keys", "nonces"}


def _bad(what: str) -> Refusal:
    return Refusal("bad_roster", what=what)


def _row(values: Any, seats: list[Any]) -> list[Any]:
    if type(values) is not list or len(values) != len(seats):
        raise _bad("seats")
    return values


def _seat(who: Any, key: Any, nonce: Any) -> Person | Bot:
    if type(who) is not str:
        raise _bad("seats")
    kind, _, name = who.partition(":")
    if kind == "bot" and key is None and nonce is None and 0 < len(name) <= MAX_NAME and name.isascii():
        return Bot(name)
    if kind != "person" or not 0 < len(name) <= MAX_NAME or dangerous(name):
        raise _bad("seats")
    if type(key) is not bytes or len(key) != KEY or type(nonce) is not bytes or len(nonce) != NONCE:
        raise _bad("keys")
    check_key(key)
    return Person(name, key, nonce)


def _rules(body: dict[str, Any], seats: int, playable: bool) -> dict[str, Any]:
    """The options of a header. Unless `playable` is False, checks that this program plays this game by these rules."""
    name, version, options = body["game"], body["rules_version"], body["options"]
    if type(name) is not str or type(version) is not int or type(options) is not dict:
        raise _bad("game")
    if not playable:
        return options
    if name not in games.names():
        raise Refusal("unknown_game", game=name, older="us")
    game = games.load(name)
    if version != game.rules_version:
        older = "us" if game.rules_version < version else "them"
        raise Refusal("other_rules", game=name, ours=game.rules_version, theirs=version, older=older)
    if body["net"]["golden"] != golden(name):
        raise Refusal("other_behaviour", game=name)
    try:
        if seats not in game.seat_counts or game.settle(options) != options:
            raise _bad("options")
    except BadOption as error:
        raise _bad("options") from error
    return options
