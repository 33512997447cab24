"""The handshake at the door: a guest and a host find out whether they can play together, and who the other is.

    guest    HELLO                                    versions, games, a nonce
    host     HELLO
    guest    TABLE?                                   a look from outside; may be all there is
    host     TABLE

    guest    PAKE1             with the code          KNOCK             by key, by ticket, or to an open table
    host     PAKE2                                    HOST              who the host is, tied to its certificate
    guest    CONFIRM
    host     CONFIRM, HOST

    guest    AUTH                                     who the guest is, tied to the certificate it sees
    host     WELCOME

`HostHandshake` and `GuestHandshake` do no I/O: a `Link` owns one and sends the messages that `start` and `feed` return.
If they raise a Refusal, the link tells the other side (`refused`) and closes; a ProtocolError is not answered. When the
handshake is over, `done` says who is at the other end.

The host proves its identity before the guest sends a token. The host tells who it is only to a guest that has proved
the code, or that shows in KNOCK that it knows the host already. At an open table it tells everybody.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from net.bucket import Bucket
from net.identity import Identity, check_guest, check_host, knock_proof
from net.messages import (
    KINDS,
    MAX_SEATS,
    AskTable,
    Auth,
    Bye,
    Confirm,
    Hello,
    HostIdentity,
    Knock,
    Message,
    Pake1,
    Pake2,
    Refused,
    TableInfo,
    Welcome,
)
from net.names import clean_name
from net.pake import Attempt, Gatekeeper, HostProof, JoinerProof, Unproved, plain_address
from net.refusal import ProtocolError, Refusal
from net.versions import check_game, common_protocol

HANDSHAKE_MS = 5000
LOOKS = 3  # TABLE? on one link
LOOKS_A_SECOND, LOOKS_AT_ONCE = 10, 40  # from one address
LOOKS_OF_ALL, LOOKS_OF_ALL_AT_ONCE = 100, 200  # from all strangers together
LOOKERS = 256  # addresses remembered

MakeHello = Callable[[bytes], Hello]  # makes a HELLO with this nonce
Random = Callable[[int], bytes]


class Admitted(NamedTuple):
    """Who is at the other end of a link, once the handshake is done."""

    key: bytes
    name: str  # the guest's, on both sides, as WELCOME tells it; LOBBY tells the host's
    proto: int
    caps: frozenset[str]  # features that both sides have
    way: str  # code, key, ticket or open


class Visit(NamedTuple):
    """How a guest wants to come in. Without a way it only looks."""

    way: str | None  # code, key, ticket or open; None: send TABLE? and nothing more
    secret: str | bytes = ""  # the code, or a ticket's token
    hosts: tuple[bytes, ...] = ()  # fingerprints of those who may be host there; empty: anybody


LOOK = Visit(None)


def with_code(code: str) -> Visit:
    return Visit("code", code)


def with_key(*hosts: bytes) -> Visit:
    """Come in by our own key, which this table knows. The host must have one of these fingerprints."""
    return Visit("key", hosts=hosts)


def with_ticket(host: bytes, token: bytes) -> Visit:
    return Visit("ticket", token, (host,))


def to_open_table(*hosts: bytes) -> Visit:
    """Come in without a code. A guest that has met the host before names it, and goes in to nobody else."""
    return Visit("open", hosts=hosts)


@dataclass
class Door:
    """What the host decides about its door. All links of a host share one, and its fields may change while guests
    come."""

    identity: Identity
    certificate: bytes  # the fingerprint of our certificate
    hello: MakeHello
    table: Callable[[], TableInfo]
    gatekeeper: Gatekeeper
    knows: Callable[[bytes], bool] = lambda key: False
    """Whether this key may come in by key: it has a seat, was let in before, or watched."""
    admit: Callable[[bytes, str, str], str] = lambda key, name, way: name
    """Takes key, name and way of a guest that has proved everything. Returns its name for WELCOME, or raises a
    Refusal."""
    belongs: Callable[[bytes], bool] = lambda key: False
    """Whether this key has a seat at the table. Such a guest always finds a place."""
    has_role: Callable[[int], bool] = lambda number: True
    """Whether the guest on the link with this number has said in JOIN what it wants to be."""
    tokens: Collection[bytes] = field(default_factory=set)
    """The tokens of all tickets that are valid now."""
    _looks: Bucket | None = None
    _looks_from: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def look(self, address: str, now_ms: int) -> TableInfo:
        """What strangers are told; Refusal try_later if they ask too often. Each address has a limit of its own besides
        the common one: guests look before they join, so no stranger may use up the looks of all."""
        if self._looks is None:
            self._looks = Bucket(LOOKS_OF_ALL, LOOKS_OF_ALL_AT_ONCE, now_ms)
        source = plain_address(address)
        own = self._looks_from.pop(source, None) or Bucket(LOOKS_A_SECOND, LOOKS_AT_ONCE, now_ms)
        self._looks_from[source] = own
        if len(self._looks_from) > LOOKERS:
            self._looks_from.popitem(last=False)
        for looks in (own, self._looks):
            if not looks.take(now_ms):
                raise Refusal("try_later", ms=looks.wait_ms())
        return self.table()


class HostHandshake:
    """The host's side of the handshake with one guest. The guest's link owns it."""

    def __init__(
        self, door: Door, address: str, random: Random, make_room: Callable[[bytes], None] = lambda key: None
    ) -> None:
        """`make_room` finds a place for a guest with this key, or raises a Refusal."""
        self._door = door
        self._address = address
        self._make_room = make_room
        self._ours = door.hello(random(16))
        self._random = random
        self._expects: tuple[type[Message], ...] = (Hello,)
        self._theirs: Hello | None = None
        self._proto = 0
        self._looks = 0
        self._way = ""
        self._attempt: Attempt | None = None
        self._proof: HostProof | None = None
        self.done: Admitted | None = None

    def start(self) -> list[Message]:
        return []  # the guest speaks first

    def feed(self, message: Message, now_ms: int) -> list[Message]:
        if isinstance(message, Bye | Refused):
            raise Refusal("bye", why=message.reason)
        _check_expected(message, self._expects)
        match message:
            case Hello():
                return self._greeted(message)
            case AskTable():
                self._looks += 1
                if self._looks > LOOKS:
                    raise ProtocolError("unexpected_message", kind="TABLE?")
                return [self._door.look(self._address, now_ms)]
            case Pake1():
                return self._code_begun(message, now_ms)
            case Confirm():
                return self._code_proved(message, now_ms)
            case Knock():
                return self._knocked(message)
            case Auth():
                return self._named(message)
        raise ProtocolError("unexpected_message", kind="")

    def ended(self, now_ms: int) -> None:
        """The link is gone or was refused. If the guest began to prove a code and did not finish, that counts as a
        failure."""
        if self._attempt is not None:
            self._door.gatekeeper.abandoned(self._attempt, now_ms)
            self._attempt = None

    def _greeted(self, theirs: Hello) -> list[Message]:
        self._theirs = theirs
        self._expects = (AskTable, Pake1, Knock)
        try:
            self._proto = common_protocol(self._ours, theirs)
        except Refusal as error:
            self._expects = ()
            return [self._ours, Refused("HELLO", error.reason, error.params)]
        return [self._ours]

    def _check_door(self, way: str) -> None:
        assert self._theirs is not None
        info = self._door.table()
        check_game(info.game, self._ours.games, self._theirs.games)
        if way in ("code", "open") and info.door != way:
            raise Refusal("other_door", door=info.door)
        self._way = way

    def _code_begun(self, message: Pake1, now_ms: int) -> list[Message]:
        self._check_door("code")
        attempt = self._door.gatekeeper.begin(self._address, now_ms)
        self._attempt = attempt
        try:
            self._proof = HostProof(attempt.code, self._door.certificate, message.msg, self._random)
        except Unproved:
            raise ProtocolError("bad_field", kind="PAKE1", field="msg") from None
        self._expects = (Confirm,)
        return [Pake2(self._proof.message)]

    def _code_proved(self, message: Confirm, now_ms: int) -> list[Message]:
        assert self._attempt is not None
        assert self._proof is not None
        gatekeeper, attempt = self._door.gatekeeper, self._attempt
        if gatekeeper.is_void(attempt):
            raise Refusal("code_changed")
        self._attempt = None
        try:
            mac = self._proof.check(message.mac)
        except Unproved:
            gatekeeper.failed(attempt, now_ms)
            raise Refusal("wrong_code") from None
        gatekeeper.passed(attempt)
        return [Confirm(mac), self._who_we_are()]

    def _knocked(self, message: Knock) -> list[Message]:
        self._check_door(message.way)
        if message.way != "open" and not self._is_known_to(message.proofs):
            raise Refusal("unknown_key" if message.way == "key" else "wrong_ticket")
        return [self._who_we_are()]

    def _is_known_to(self, proofs: Sequence[bytes]) -> bool:
        """Whether the guest knows who we are. We tell nobody else: our key is for life."""
        door = self._door
        ours = knock_proof(door.identity.fingerprint, door.certificate, self._ours.nonce)
        return any(hmac.compare_digest(ours, proof) for proof in proofs)

    def _who_we_are(self) -> HostIdentity:
        assert self._theirs is not None
        self._expects = (Auth,)
        door = self._door
        return HostIdentity(door.identity.key, door.identity.prove_host(door.certificate, self._theirs.nonce))

    def _named(self, message: Auth) -> list[Message]:
        assert self._theirs is not None
        pake = self._proof.message if self._proof is not None else b""
        check_guest(message.key, self._door.certificate, self._ours.nonce, message.sig, pake)
        if self._way == "key" and not self._door.knows(message.key):
            raise Refusal("unknown_key")
        if self._way == "ticket" and not self._has_ticket(message.token):
            raise Refusal("wrong_ticket")
        name = self._door.admit(message.key, clean_name(message.name), self._way)
        self._make_room(message.key)
        self._expects = ()
        self.done = Admitted(message.key, name, self._proto, _shared(self._ours, self._theirs), self._way)
        return [Welcome(self._proto, name)]

    def _has_ticket(self, token: bytes | None) -> bool:
        found = False
        for good in self._door.tokens:  # compare with every token, so that the time taken tells nothing
            found |= hmac.compare_digest(good, token or b"")
        return found


class GuestHandshake:
    """The guest's side of the handshake. Our dialled link owns it. `seen` is the fingerprint of the host's
    certificate."""

    def __init__(
        self, visit: Visit, identity: Identity, name: str, hello: MakeHello, seen: bytes, random: Random
    ) -> None:
        self._visit = visit
        self._identity = identity
        self._name = clean_name(name)
        self._ours = hello(random(16))
        self._seen = seen
        self._random = random
        self._expects: tuple[type[Message], ...] = (Hello, Refused)
        self._theirs: Hello | None = None
        self._proof: JoinerProof | None = None
        self._pake = b""
        self._host = b""
        self.table: TableInfo | None = None
        """The answer to TABLE?, once it has come."""
        self.done: Admitted | None = None

    def start(self) -> list[Message]:
        return [self._ours]

    def feed(self, message: Message, now_ms: int) -> list[Message]:
        if isinstance(message, Bye):
            raise Refusal("bye", why=message.reason)
        _check_expected(message, self._expects)
        match message:
            case Refused():
                raise self._told(message)
            case Hello():
                return self._greeted(message)
            case TableInfo():
                self.table = message
                self._expects = ()
                return []
            case Pake2():
                return self._code_answered(message)
            case Confirm():
                return self._code_proved(message)
            case HostIdentity():
                return self._name_ourselves(message)
            case Welcome():
                return self._welcomed(message)
        raise ProtocolError("unexpected_message", kind="")

    def ended(self, now_ms: int) -> None:
        pass

    def _greeted(self, theirs: Hello) -> list[Message]:
        self._theirs = theirs
        common_protocol(self._ours, theirs)
        if self._visit.way is None:
            self._expects = (TableInfo, Refused)
            return [AskTable()]
        if self._visit.way == "code":
            assert isinstance(self._visit.secret, str)
            self._proof = JoinerProof(self._visit.secret, self._seen, self._random)
            self._expects = (Pake2, Refused)
            return [Pake1(self._proof.message)]
        self._expects = (HostIdentity, Refused)
        way, hosts = self._visit.way, self._visit.hosts[:MAX_SEATS]
        shown = () if way == "open" else tuple(knock_proof(host, self._seen, theirs.nonce) for host in hosts)
        return [Knock(way, shown)]

    def _code_answered(self, message: Pake2) -> list[Message]:
        assert self._proof is not None
        self._pake = message.msg
        try:
            mac = self._proof.finish(message.msg)
        except Unproved:
            raise ProtocolError("bad_field", kind="PAKE2", field="msg") from None
        self._expects = (Confirm, Refused)
        return [Confirm(mac)]

    def _code_proved(self, message: Confirm) -> list[Message]:
        assert self._proof is not None
        try:
            self._proof.check(message.mac)
        except Unproved:
            # The host let us continue without knowing the code.
            raise Refusal("wrong_certificate") from None
        self._expects = (HostIdentity, Refused)
        return []

    def _name_ourselves(self, message: HostIdentity) -> list[Message]:
        assert self._theirs is not None
        check_host(message.key, self._seen, self._ours.nonce, message.sig, self._visit.hosts)
        self._host = message.key
        sig = self._identity.prove_guest(self._seen, self._theirs.nonce, self._pake)
        token = self._visit.secret if isinstance(self._visit.secret, bytes) else None
        self._expects = (Welcome, Refused)
        return [Auth(self._identity.key, self._name, sig, token)]

    def _welcomed(self, message: Welcome) -> list[Message]:
        assert self._theirs is not None
        assert self._visit.way is not None
        if message.proto != common_protocol(self._ours, self._theirs):
            raise ProtocolError("bad_field", kind="WELCOME", field="proto")
        self._expects = ()
        self.done = Admitted(
            self._host, message.name, message.proto, _shared(self._ours, self._theirs), self._visit.way
        )
        return []

    def _told(self, message: Refused) -> Refusal:
        """The host's reason, seen from our side. Only known reasons with well-formed parameters get through."""
        if message.reason in ("unknown_game", "other_rules", "other_behaviour") and self._theirs is not None:
            try:
                check_game(str(message.params.get("game")), self._ours.games, self._theirs.games)
            except Refusal as ours:
                return ours
        elif _TELLABLE.get(message.reason) == {name: type(value) for name, value in message.params.items()}:
            return Refusal(message.reason, **message.params)
        return Refusal("refused", why=message.reason)


# The reasons that a guest believes as the host tells them, with the types of their parameters. Each side finds the
# other reasons for itself.
_TELLABLE: dict[str, dict[str, type]] = {
    "wrong_code": {},
    "wrong_certificate": {},
    "wrong_ticket": {},
    "weak_key": {},
    "unknown_key": {},
    "yourself": {},
    "other_door": {"door": str},
    "code_changed": {},
    "try_later": {"ms": int},
    "door_late": {},
}


def refused(error: Refusal, message: Message | None = None) -> Refused | None:
    """The REFUSED that answers this message; None if the error deserves no answer."""
    if isinstance(error, ProtocolError) or isinstance(message, Bye | Refused):
        return None
    return Refused(_kind(message) if message is not None else "HELLO", error.reason, error.params)


def _kind(message: Message) -> str:
    return next(kind.name for kind in KINDS.values() if kind.type is type(message))


def _check_expected(message: Message, expected: tuple[type[Message], ...]) -> None:
    if not isinstance(message, expected):
        raise ProtocolError("unexpected_message", kind=_kind(message))


def _shared(ours: Hello, theirs: Hello) -> frozenset[str]:
    return frozenset(ours.caps) & frozenset(theirs.caps)
