"""A second program for ATL/1, written from PROTOCOL.md alone: it comes as a guest and plays without much thought.

Of this project it takes the rules (`core`) and nothing else: the wire, the door, the log and its checks are its own, so
that what they agree on is what the text says.

    python -m tests.net.second_client HOST:PORT CODE [GAME]
"""

from __future__ import annotations

import hashlib
import hmac
import os
import socket
import ssl
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from spake2 import SPAKE2_A

from core import games
from core.chance import SeededDealer, Stream
from core.fields import pack as packed_move
from core.frames import Record
from core.game import BadOption, Move
from core.table import Table

PATIENCE = 60  # seconds


def pack(value: Any) -> bytes:
    packed: bytes = msgpack.packb(_ordered(value), use_bin_type=True)
    return packed


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(one) for one in value] if isinstance(value, list | tuple) else value


def unpack(data: bytes) -> Any:
    value = msgpack.unpackb(data, raw=False, strict_map_key=True)
    assert pack(value) == data, "not in the one form"
    return value


def hashed(label: str, data: bytes, size: int) -> bytes:
    return hashlib.blake2b(label.encode() + b"\0" + data, digest_size=size).digest()


def verify(key: bytes, label: str, data: bytes, sig: bytes) -> None:
    Ed25519PublicKey.from_public_bytes(key).verify(sig, label.encode() + b"\0" + data)


class Me:
    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.key = self._key.public_key().public_bytes_raw()

    def sign(self, label: str, data: bytes) -> bytes:
        return self._key.sign(label.encode() + b"\0" + data)


# Frames --------------------------------------------------------------------------------------------------------------


class Wire:
    def __init__(self, host: str, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["atl/1"])
        self._sock = context.wrap_socket(socket.create_connection((host, port), PATIENCE))
        self.certificate = hashlib.sha256(self._sock.getpeercert(True) or b"").digest()

    def say(self, kind: str, /, **fields: Any) -> None:
        payload = pack([kind, fields])
        self._sock.sendall(len(payload).to_bytes(4, "big") + payload)

    def hear(self) -> tuple[str, dict[str, Any]]:
        kind, fields = unpack(self._exactly(int.from_bytes(self._exactly(4), "big")))
        return kind, fields

    def expect(self, wanted: str) -> dict[str, Any]:
        kind, fields = self.hear()
        assert kind == wanted, (kind, fields)
        return fields

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            some = self._sock.recv(size - len(data))
            assert some, "the host has hung up"
            data += some
        return data

    def close(self) -> None:
        self._sock.close()


# The door ------------------------------------------------------------------------------------------------------------


def come_in(wire: Wire, me: Me, ours: dict[str, Any], code: str | None, known: Sequence[bytes] = ()) -> None:
    """With the code, or (None) by a key that is known there, to one of the `known`. `ours` are the games we know."""
    nonce, pake = os.urandom(16), b""
    wire.say("HELLO", app="second-1", caps=[], games=ours, nonce=nonce, proto=[3, 3])
    theirs = wire.expect("HELLO")
    if code is None:
        proofs = [
            hashed("ATL1-knock", hashed("ATL1-key", one, 16) + wire.certificate + theirs["nonce"], 32) for one in known
        ]
        wire.say("KNOCK", proofs=proofs, way="key")
    else:
        side = SPAKE2_A(code.encode(), idA=b"ATL1-joiner", idB=b"ATL1-host")
        wire.say("PAKE1", msg=side.start())
        pake = wire.expect("PAKE2")["msg"]
        key = side.finish(pake)
        wire.say("CONFIRM", mac=_mac(key, b"A" + wire.certificate))
        assert hmac.compare_digest(wire.expect("CONFIRM")["mac"], _mac(key, b"B" + wire.certificate))
    host = wire.expect("HOST")
    assert code is not None or host["key"] in known
    verify(host["key"], "ATL1-host", wire.certificate + nonce, host["sig"])
    sig = me.sign("ATL1-join", wire.certificate + theirs["nonce"] + pake)
    wire.say("AUTH", key=me.key, name="Second", sig=sig, token=None)
    assert wire.expect("WELCOME")["proto"] == 3


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, b"ATL1-confirm\0" + data, "sha256")


def golden(name: str) -> bytes:
    """How the rules behave here."""
    game = games.load(name)
    whole = hashlib.blake2b(b"ATL1-golden\0", digest_size=16)
    last: dict[str, Any] = {}
    for option in game.options:
        try:
            last = game.settle({**last, option.name: option.values[-1]})
        except BadOption:  # it contradicts one before
            continue
    for seats in game.seat_counts:
        for options in ({}, last):
            state = game.new(seats, options)
            dealer, stream = SeededDealer(f"golden {seats}"), Stream("golden", name, seats)
            for _ in range(2000):
                while state.asks:
                    state.answer(dealer.answer(state.asks))
                whole.update(state.digest())
                if state.outcome is not None:
                    break
                moves = {pack(packed_move(move)): move for move in state.legal()}
                chosen = sorted(moves)[stream.below(len(moves))]
                whole.update(pack([len(moves), chosen]))
                state.apply(moves[chosen])
    return whole.digest()


# The log -------------------------------------------------------------------------------------------------------------


class Draft(Exception):
    """What the table would write, did the others not have to see it first."""


class Log:
    def __init__(self) -> None:
        self.records: list[Record] = []
        self.prev = bytes(32)
        self.head = b""

    def append(self, kind: str, seat: Any, digest: bytes, body: Any, opened: Any, sig: Any = None, /) -> Record:
        if sig is None:
            raise Draft(kind, seat, digest, body, opened)
        record = Record(len(self.records), self.prev, digest, seat, kind, body, opened, sig)
        self.records.append(record)
        self.prev = hashlib.blake2b(pack(list(record)), digest_size=32).digest()
        return record


class Player:
    """One seat at one table. Nothing is on a disk: whoever ends this program has left for good."""

    def __init__(self, game: str = "atlantis", choose: Callable[[list[Move]], Move] = lambda moves: moves[0]) -> None:
        self.choose = choose
        self.games = {game: [games.load(game).rules_version, golden(game)]}
        self.me, self.log = Me(), Log()
        self.table: Table | None = None
        self.wire: Any = None
        self.gid: bytes | None = None
        self.seat: int | None = None
        self.host = 0
        self.keys: list[bytes | None] = []
        self.lobby: dict[str, Any] = {}
        self.nonce, self.share = b"", b""
        self.made: tuple[int, bytes, bytes] = (-1, b"", b"")  # the last entry we have signed: number, bytes, signature

    @property
    def last(self) -> int:
        return len(self.log.records) - 1

    @property
    def over(self) -> bool:
        return bool(self.log.records) and self.log.records[-1].kind == "end"

    def play(self, host: str, port: int, code: str | None, upto: int | None = None) -> None:
        """Comes in and plays to the end, or until the log is so long; then leaves without a word."""
        self.wire = Wire(host, port)
        try:
            others = [key for key in self.keys if key is not None and key != self.me.key]
            come_in(self.wire, self.me, self.games, code, others)
            have = {"have_n": self.last, "have_head": self.log.head} if self.log.records else dict.fromkeys(_HAVE)
            self.wire.say("JOIN", gid=self.gid, port=0, role="player", seat=self.seat, term=0, **have)
            while not self.over and (upto is None or self.last < upto):
                kind, fields = self.wire.hear()
                assert kind not in ("REFUSED", "BYE", "DESYNC"), (kind, fields)
                handler = getattr(self, f"on_{kind.lower()}", None)
                if handler is not None:
                    handler(**fields)
        finally:
            self.wire.close()

    def on_ping(self, n: int) -> None:
        self.wire.say("PONG", n=n)

    def on_joined(self, n: int | None, **_: Any) -> None:
        if n == self.last and self.table is not None:
            self._go_on()  # nothing will come before we move

    # The start

    def on_lobby(self, **lobby: Any) -> None:
        if self.lobby.get("rev") != lobby["rev"]:
            self.nonce = b""  # it is another table now
        self.lobby = lobby
        if lobby["state"] == "lobby" and not self.nonce and any(row[3] == self.me.key for row in lobby["seats"]):
            self.nonce = os.urandom(16)
            self.wire.say("READY", nonce=self.nonce, ready=True, rev=lobby["rev"])

    def on_failed(self, **_: Any) -> None:
        """The start is off; LOBBY follows, and we say anew that we are ready."""
        self.gid, self.log = None, Log()

    def on_roster(self, raw: bytes) -> None:
        *columns, body, opened, sig = unpack(raw)
        assert (columns, opened, sig) == ([0, bytes(32), b"", None, "game"], None, None)
        net = body["net"]
        self.seat, self.keys, self.host = net["keys"].index(self.me.key), net["keys"], net["host"]
        shown = [(f"{who}:{level or name}", key) for who, name, level, key, *_ in self.lobby["seats"]]
        assert list(zip(body["seats"], net["keys"], strict=True)) == shown
        assert (body["game"], net["host"], net["v"]) == (self.lobby["game"], self.lobby["host"], 2)
        assert (net["nonces"][self.seat], body["options"]) == (self.nonce, self.lobby["options"])
        self.nonce, self.share = b"", os.urandom(32)  # one ready is one start
        self.gid = hashed("ATL1-game", raw, 16)
        self.wire.say("SIGN", gid=self.gid, sig=self.me.sign("ATL1-roster", raw))

    def on_ask(self, kind: str, **_: Any) -> None:
        """Our promise, then our share; to anything that a person would be asked we say no."""
        if kind == "seed":
            promised = dict(row[:2] for row in self.log.records[2].body)[self.host]
            assert promised == _promise(self.gid, self.host, _["body"]["share"]), "the host shows its own share first"
        asked = hashed("ATL1-ask", pack([self.gid, 0, self.last, self.log.head, kind, _["body"]]), 32)
        payload = {"commit": _promise(self.gid, self.seat, self.share), "seed": self.share}.get(kind, False)
        sig = self.me.sign("ATL1-reply", pack([self.last, asked, self.seat, kind, payload]))
        self.wire.say("REPLY", kind=kind, payload=payload, req_hash=asked, req_n=self.last, seat=self.seat, sig=sig)

    # Entries

    def on_entry(self, raw: bytes, sig: bytes) -> None:
        form, gid, term, columns = unpack(raw)
        record = Record(*columns)._replace(sig=sig)
        if record.n <= self.last:
            return
        assert (form, gid, term) == (1, self.gid, 0)
        assert (record.n, record.prev) == (self.last + 1, self.log.prev)
        signer = self.host if record.seat is None or self.keys[record.seat] is None else record.seat
        verify(self.keys[signer] or b"", "ATL1-entry", raw, sig)
        if self.table is not None:
            self.table.receive(record)
            if record.kind == "move":
                assert packed_move(self.table.steps[-1].move or ()) == self._uncovered(record)
        else:
            self._open(record)
        self.log.head = hashed("ATL1-head", raw + sig, 32)
        if self.table is not None:
            digest = self.table.state.digest()
            signed = self.me.sign("ATL1-digest", pack([gid, self.seat, term, self.last, self.log.head, digest]))
            about = {"head": self.log.head, "n": self.last, "seat": self.seat, "term": term}
            self.wire.say("DIGEST", digest=digest, sig=signed, **about)
            self._go_on()

    def _uncovered(self, record: Record) -> list[Any]:
        """What was played, from what the record says of it."""
        assert self.table is not None
        shares = b"".join(share for _, share, _ in self.log.records[3].body)
        seed = hashed("ATL1-seed", (self.gid or b"") + shares, 32).hex()
        pad = Stream(seed, "cover", record.prev.hex())

        def back(shown: Any, low: int, high: int) -> Any:
            if isinstance(shown, list):
                return [back(one, low, high) for one in shown]
            size = high - low + 1
            return None if shown is None else low + (shown - low - pad.below(size)) % size

        name, *values = record.body
        fields = self.table.game.moves[name].fields
        pairs = zip(fields, values, strict=True)
        return [name, *(back(shown, one.type.low, one.type.high) if one.sees else shown for one, shown in pairs)]

    def _open(self, record: Record) -> None:
        people = [seat for seat, key in enumerate(self.keys) if key is not None]
        assert record.kind == ("game", "signed", "commit", "seed", "deal")[record.n]
        if record.kind == "signed":
            assert [seat for seat, _ in record.body] == people
            for seat, sig in record.body:
                header = pack([*list(self.log.records[0])[:7], None])
                verify(self.keys[seat] or b"", "ATL1-roster", header, sig)
        elif record.kind in ("commit", "seed"):
            assert [row[0] for row in record.body] == people
            body = {"share": dict(row[:2] for row in record.body)[self.host]} if record.kind == "seed" else {}
            asked = hashed("ATL1-ask", pack([self.gid, 0, self.last, self.log.head, record.kind, body]), 32)
            for seat, payload, sig in record.body:
                signed = pack([self.last, asked, seat, record.kind, payload])
                verify(self.keys[seat] or b"", "ATL1-reply", signed, sig)
        if record.kind == "seed":
            promised = [payload for _, payload, _ in self.log.records[2].body]
            assert promised == [_promise(self.gid, seat, share) for seat, share, _ in record.body]
        self.log.append(*record[3:5][::-1], *record[2:3], *record[5:])
        if record.kind == "deal":
            self.table = Table(self.log, lambda seat: False)
            self.table.writes = lambda seat: seat == self.seat

    def _go_on(self) -> None:
        """Our move, if it is for us to make one; the same bytes again where we have made it before."""
        assert self.table is not None
        prompt = self.table.state.prompt
        if prompt is None or prompt.seat != self.seat:
            return
        if self.made[0] != self.last + 1:
            try:
                self.table.go_on()  # an answer that leaves no choice
                self.table.play(self.seat, self.choose(self.table.view(self.seat).legal()))
            except Draft as draft:
                kind, seat, digest, body, opened = draft.args
                record = [self.last + 1, self.log.prev, digest, seat, kind, body, opened, None]
                raw = pack([1, self.gid, 0, record])
                self.made = (self.last + 1, raw, self.me.sign("ATL1-entry", raw))
        self.wire.say("ENTRY", raw=self.made[1], sig=self.made[2])


_HAVE = ("have_n", "have_head")


def _promise(gid: bytes | None, seat: int | None, share: bytes) -> bytes:
    assert gid is not None
    assert seat is not None
    return hashed("ATL1-commit", gid + bytes([seat]) + share, 32)


if __name__ == "__main__":
    address, _, port = sys.argv[1].rpartition(":")
    player = Player(sys.argv[3] if sys.argv[3:] else "atlantis")
    player.play(address, int(port), sys.argv[2])
    print(player.log.records[-1].body)
