"""Every message of ATL/1: one frozen class for each kind. The table KINDS of fields and shapes is made from these
classes.

On the wire a message is `[kind, {field: value}]`, packed by wire.py, with every field present. `write` packs a message
and `read` unpacks one. `read` refuses unknown kinds, missing or additional fields, and values that do not fit their
shape.

PROTOCOL.md tells when each message is sent and what it means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, NamedTuple, TypeVar, cast, dataclass_transform, get_type_hints

from net import wire
from net.names import MAX_CHAT, MAX_NAME
from net.refusal import ProtocolError
from net.shapes import U16, U32, BadShape, Bytes, Flag, Many, Map, Maybe, OneOf, Row, Shape, Simple, Text, Whole, Word

PROTOCOL = 3
MAX_SEATS = 8
MAX_WATCHING = 32
MAX_RAW = 60_000  # bytes of one entry; it fits a frame with room to spare
MAX_TABLE = 300  # bytes of a TABLE message: strangers may ask for it, so it stays small

HOST, GUEST, BOTH = "host", "guest", "both"
DOOR, INSIDE, ALWAYS = "door", "inside", "always"

_hash = Bytes(32, 32)
_gid = Bytes(16, 16)
_digest = Bytes(16, 16)
_nonce = Bytes(16, 16)
_key = Bytes(32, 32)
_sig = Bytes(64, 64)
_seat = Whole(MAX_SEATS - 1)
_number = Whole(U32)
_name = Text(MAX_NAME)
_role = OneOf(("player", "spectator"))
_comer = OneOf(("player", "spectator", "host"))
_link = OneOf(("here", "slow", "away", "left", "none"))
_params = Map(Word(24), Simple(), 16)
_asked = OneOf(("commit", "seed", "back", "proxy", "term"))

PLACE = Row(
    (
        ("who", OneOf(("open", "person", "bot"))),
        ("name", _name),
        ("level", Maybe(Word(24))),  # of a bot
        ("key", Maybe(_key)),  # of a person
        ("ready", Flag()),
        ("link", _link),
    )
)
PEER = Row((("seat", _seat), ("link", _link), ("address", Word(64)), ("port", Whole(U16))))


class Message:
    """A message of the protocol. Its subclasses below are the kinds."""

    __slots__ = ()


class Kind(NamedTuple):
    """What is known about one kind of message. `_kind` makes it from the class."""

    name: str
    type: type[Message]
    sender: str  # HOST, GUEST or BOTH
    phase: str  # DOOR: before WELCOME; INSIDE: after it; ALWAYS: at any time
    fields: dict[str, Shape]  # sorted by name, as they stand on the wire


KINDS: dict[str, Kind] = {}
_OF: dict[type[Message], Kind] = {}
_M = TypeVar("_M", bound=type[Message])


@dataclass_transform(frozen_default=True)
def _kind(name: str, sender: str, phase: str) -> Callable[[_M], _M]:
    def declared(cls: _M) -> _M:
        made: type[Any] = dataclass(frozen=True, slots=True)(cls)
        hints = get_type_hints(made, include_extras=True)
        shapes = {one.name: hints[one.name].__metadata__[0] for one in sorted(fields(made), key=lambda f: f.name)}
        KINDS[name] = _OF[made] = Kind(name, made, sender, phase, shapes)
        return cast(_M, made)

    return declared


# At the door ---------------------------------------------------------------------------------------------------------


@_kind("HELLO", BOTH, DOOR)
class Hello(Message):
    proto: Annotated[tuple[int, int], Row((("least", _number), ("most", _number)))]
    app: Annotated[str, Word(32)]
    caps: Annotated[tuple[str, ...], Many(Word(24), 16)]
    games: Annotated[dict[str, tuple[int, bytes]], Map(Word(32), Row((("rules", _number), ("golden", _digest))), 16)]
    nonce: Annotated[bytes, _nonce]


@_kind("TABLE?", GUEST, DOOR)
class AskTable(Message):
    pass


@_kind("TABLE", HOST, DOOR)
class TableInfo(Message):
    name: Annotated[str, _name]
    game: Annotated[str, Word(32)]
    seats: Annotated[int, Whole(MAX_SEATS)]
    taken: Annotated[int, Whole(MAX_SEATS)]
    watching: Annotated[int, Whole(255)]
    state: Annotated[str, OneOf(("lobby", "playing", "over"))]
    door: Annotated[str, OneOf(("open", "code", "closed"))]
    gid: Annotated[bytes | None, Maybe(_gid)]
    host: Annotated[str, _name]


@_kind("PAKE1", GUEST, DOOR)
class Pake1(Message):
    msg: Annotated[bytes, Bytes(33, 33)]


@_kind("PAKE2", HOST, DOOR)
class Pake2(Message):
    msg: Annotated[bytes, Bytes(33, 33)]


@_kind("CONFIRM", BOTH, DOOR)
class Confirm(Message):
    mac: Annotated[bytes, _hash]


@_kind("KNOCK", GUEST, DOOR)
class Knock(Message):
    way: Annotated[str, OneOf(("key", "ticket", "open"))]
    proofs: Annotated[tuple[bytes, ...], Many(_hash, MAX_SEATS)]


@_kind("HOST", HOST, DOOR)
class HostIdentity(Message):
    key: Annotated[bytes, _key]
    sig: Annotated[bytes, _sig]


@_kind("AUTH", GUEST, DOOR)
class Auth(Message):
    key: Annotated[bytes, _key]
    name: Annotated[str, _name]
    sig: Annotated[bytes, _sig]
    token: Annotated[bytes | None, Maybe(Bytes(10, 10))]


@_kind("WELCOME", HOST, DOOR)
class Welcome(Message):
    proto: Annotated[int, _number]
    name: Annotated[str, _name]


# Always --------------------------------------------------------------------------------------------------------------


@_kind("REFUSED", BOTH, ALWAYS)
class Refused(Message):
    of: Annotated[str, Word(16)]
    reason: Annotated[str, Word(32)]
    params: Annotated[dict[str, Any], _params]


@_kind("BYE", BOTH, ALWAYS)
class Bye(Message):
    reason: Annotated[str, Word(32)]


@_kind("PING", BOTH, ALWAYS)
class Ping(Message):
    n: Annotated[int, _number]


@_kind("PONG", BOTH, ALWAYS)
class Pong(Message):
    n: Annotated[int, _number]


# In the lobby --------------------------------------------------------------------------------------------------------


@_kind("JOIN", GUEST, INSIDE)
class Join(Message):
    role: Annotated[str, _comer]
    seat: Annotated[int | None, Maybe(_seat)]
    gid: Annotated[bytes | None, Maybe(_gid)]
    term: Annotated[int, _number]
    have_n: Annotated[int | None, Maybe(_number)]
    have_head: Annotated[bytes | None, Maybe(_hash)]
    port: Annotated[int, Whole(U16)]


@_kind("JOINED", HOST, INSIDE)
class Joined(Message):
    role: Annotated[str, _role]
    seat: Annotated[int | None, Maybe(_seat)]
    gid: Annotated[bytes | None, Maybe(_gid)]
    term: Annotated[int, _number]
    n: Annotated[int | None, Maybe(_number)]
    head: Annotated[bytes | None, Maybe(_hash)]


@_kind("LOBBY", HOST, INSIDE)
class Lobby(Message):
    rev: Annotated[int, _number]
    name: Annotated[str, _name]
    game: Annotated[str, Word(32)]
    options: Annotated[dict[str, Any], _params]
    host: Annotated[int | None, Maybe(_seat)]
    seats: Annotated[tuple[tuple[Any, ...], ...], Many(PLACE, MAX_SEATS)]
    watching: Annotated[tuple[str, ...], Many(_name, MAX_WATCHING)]
    state: Annotated[str, OneOf(("lobby", "starting", "playing", "over"))]


@_kind("PEERS", HOST, INSIDE)
class Peers(Message):
    peers: Annotated[tuple[tuple[int, str, str, int], ...], Many(PEER, MAX_SEATS)]
    watching: Annotated[tuple[bytes, ...], Many(_key, MAX_WATCHING)]


@_kind("CODE", HOST, INSIDE)
class Code(Message):
    code: Annotated[str | None, Maybe(Word(16))]


@_kind("NAME", GUEST, INSIDE)
class Name(Message):
    name: Annotated[str, _name]


@_kind("READY", GUEST, INSIDE)
class Ready(Message):
    rev: Annotated[int, _number]
    ready: Annotated[bool, Flag()]
    nonce: Annotated[bytes | None, Maybe(_nonce)]


@_kind("REMATCH", GUEST, INSIDE)
class Rematch(Message):
    gid: Annotated[bytes, _gid]
    want: Annotated[bool, Flag()]


# The start -----------------------------------------------------------------------------------------------------------


@_kind("ROSTER", HOST, INSIDE)
class Roster(Message):
    raw: Annotated[bytes, Bytes(1, 8192)]


@_kind("SIGN", GUEST, INSIDE)
class Sign(Message):
    gid: Annotated[bytes, _gid]
    sig: Annotated[bytes, _sig]


@_kind("FAILED", HOST, INSIDE)
class FailedStart(Message):
    gid: Annotated[bytes, _gid]
    reason: Annotated[str, Word(32)]
    seat: Annotated[int | None, Maybe(_seat)]


# The game ------------------------------------------------------------------------------------------------------------


@_kind("ENTRY", BOTH, INSIDE)
class EntryMessage(Message):
    raw: Annotated[bytes, Bytes(1, MAX_RAW)]
    sig: Annotated[bytes, _sig]


@_kind("WITHHELD", HOST, INSIDE)
class Withheld(Message):
    term: Annotated[int, _number]
    raw: Annotated[bytes, Bytes(1, MAX_RAW)]
    link: Annotated[bytes, _hash]
    head: Annotated[bytes, _hash]


@_kind("SYNC", BOTH, INSIDE)
class Sync(Message):
    gid: Annotated[bytes, _gid]
    first: Annotated[int, _number]


@_kind("DIGEST", BOTH, INSIDE)
class Digest(Message):
    seat: Annotated[int, _seat]
    term: Annotated[int, _number]
    n: Annotated[int, _number]
    head: Annotated[bytes, _hash]
    digest: Annotated[bytes, _digest]
    sig: Annotated[bytes, _sig]


@_kind("ASK", BOTH, INSIDE)
class AskMessage(Message):
    kind: Annotated[str, _asked]
    term: Annotated[int, _number]
    n: Annotated[int, _number]
    head: Annotated[bytes, _hash]
    body: Annotated[dict[str, Any], _params]


@_kind("REPLY", BOTH, INSIDE)
class ReplyMessage(Message):
    req_n: Annotated[int, _number]
    req_hash: Annotated[bytes, _hash]
    seat: Annotated[int, _seat]
    kind: Annotated[str, _asked]
    payload: Annotated[bytes | bool, Simple()]
    sig: Annotated[bytes, _sig]


@_kind("DONE", HOST, INSIDE)
class Done(Message):
    req_hash: Annotated[bytes, _hash]
    result: Annotated[str, OneOf(("agreed", "refused", "stale", "withdrawn", "late"))]
    seat: Annotated[int | None, Maybe(_seat)]


@_kind("ANSWERED", HOST, INSIDE)
class Answered(Message):
    """The question that is open, for everybody to see: who asked for what, who is asked, and who has agreed so far."""

    req_hash: Annotated[bytes, _hash]
    n: Annotated[int, _number]
    kind: Annotated[str, OneOf(("back", "proxy"))]
    asker: Annotated[int | None, Maybe(_seat)]
    seat: Annotated[int, _seat]
    other: Annotated[int, _number]
    asked: Annotated[tuple[int, ...], Many(_seat, MAX_SEATS)]
    agreed: Annotated[tuple[int, ...], Many(_seat, MAX_SEATS)]


@_kind("CHAT", BOTH, INSIDE)
class Chat(Message):
    seat: Annotated[int | None, Maybe(_seat)]
    name: Annotated[str | None, Maybe(_name)]
    text: Annotated[str, Text(MAX_CHAT)]


@_kind("DESYNC", BOTH, INSIDE)
class Desync(Message):
    seat: Annotated[int, _seat]
    term: Annotated[int, _number]
    n: Annotated[int, _number]
    digest: Annotated[bytes, _digest]
    rebuilt: Annotated[bytes | None, Maybe(_digest)]
    core: Annotated[bytes, _hash]
    sig: Annotated[bytes, _sig]


@_kind("EVIDENCE", BOTH, INSIDE)
class Evidence(Message):
    """Half of a proof that a seat signed two entries for one place. Both entries together could be too long for a
    frame."""

    half: Annotated[str, OneOf(("first", "second"))]
    raw: Annotated[bytes, Bytes(1, MAX_RAW)]
    sig: Annotated[bytes, _sig]


def write(message: Message) -> bytes:
    """The payload of a frame. Refuses what the other side would refuse."""
    kind = _OF[type(message)]
    packed = wire.pack([kind.name, {name: _read(kind, name, getattr(message, name)) for name in kind.fields}])
    _check_size(kind, packed)
    return packed


def read(payload: bytes, *, sender: str | None = None, inside: bool | None = None) -> Message:
    """The message in a frame. With `sender` (HOST or GUEST) or `inside`, only kinds that may come from there."""
    value = wire.unpack(payload)
    if type(value) is not list or len(value) != 2 or type(value[0]) is not str or type(value[1]) is not dict:
        raise ProtocolError("unknown_message", kind="")
    kind = KINDS.get(value[0])
    if kind is None:
        raise ProtocolError("unknown_message", kind=value[0][:16])
    if sender is not None and kind.sender not in (sender, BOTH):
        raise ProtocolError("unexpected_message", kind=kind.name)
    if inside is not None and kind.phase != ALWAYS and (kind.phase == INSIDE) != inside:
        raise ProtocolError("unexpected_message", kind=kind.name)
    _check_size(kind, payload)
    given = value[1]
    for name in given:
        if name not in kind.fields:
            raise ProtocolError("bad_field", kind=kind.name, field=name[:16])
    found = {}
    for name in kind.fields:
        if name not in given:
            raise ProtocolError("bad_field", kind=kind.name, field=name)
        found[name] = _read(kind, name, given[name])
    return kind.type(**found)


def _read(kind: Kind, name: str, value: Any) -> Any:
    try:
        return kind.fields[name].read(value)
    except BadShape:
        raise ProtocolError("bad_field", kind=kind.name, field=name) from None


def _check_size(kind: Kind, payload: bytes) -> None:
    if kind.name == "TABLE" and len(payload) > MAX_TABLE:
        raise ProtocolError("frame_length", length=len(payload), limit=MAX_TABLE)
