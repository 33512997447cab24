"""One link: TLS below, messages above. It shakes hands, keeps the limits, and checks that the other side is still
there.

    opening ──▶ at the door ──▶ open ──▶ closing ──▶ gone

A link passes what it hears to its `Ears` at once, and queues what it cannot send at once. Nothing in it waits. Time
passes only when `Links` calls `tick`; the clock is a function that counts whole milliseconds.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from net import messages, wire
from net.bucket import Bucket
from net.certificate import ALPN, fingerprint_seen
from net.handshake import HANDSHAKE_MS, Admitted, GuestHandshake, HostHandshake, refused
from net.messages import GUEST, HOST, AskTable, Bye, Message, Ping, Pong, TableInfo
from net.refusal import ProtocolError, Refusal

Clock = Callable[[], int]
Address = tuple[str, int]


class Limits(NamedTuple):
    """The limits of a link, in milliseconds, frames, bytes and links. PROTOCOL.md lists them all."""

    connect_ms: int = 3000  # for one address that is dialled, TLS included
    look_ms: int = 500  # the same for a look
    handshake_ms: int = HANDSHAKE_MS
    ping_ms: int = 5000
    slow_ms: int = 10_000
    dead_ms: int = 20_000
    flood_ms: int = 20_000  # how long somebody may send faster than we read
    linger_ms: int = 1000  # for the last messages of a link that is closing
    high_water: int = 256 << 10
    queue_frames: int = 512
    queue_bytes: int = 1 << 20
    guest_rate: int = 50  # frames a second from a guest, once the burst is used up
    guest_burst: int = 200
    calm: int = 100  # with so many tokens saved up again (two seconds of quiet) a flood is over
    host_rate: int = 2000  # the same from the host
    host_burst: int = 4000
    door_frames: int = 16  # frames of a stranger
    strangers: int = 16  # links from others that have not said who they are
    strangers_of_address: int = 4
    idle_ms: int = 500  # how long a stranger may be idle before another may take its place
    links: int = 32  # links from others that are WELCOME
    kept: int = 8  # of these, for those who have a seat
    links_of_address: int = 12  # links from one address, without those who have a seat
    join_ms: int = 5000  # from WELCOME to JOIN


LIMITS = Limits()


class Ears(Protocol):
    """Whom a link tells what happens. `opened` comes first and `closed` last, each once. A dialled link that never
    opens has only `closed`."""

    def opened(self, link: Link, who: Admitted) -> None: ...
    def received(self, link: Link, message: Message) -> None: ...
    def paced(self, link: Link, slow: bool) -> None:
        """Nothing was heard for `slow_ms`, or something was heard again."""

    def closed(self, link: Link, why: Refusal) -> None: ...
    def turned_away(self, address: str, why: Refusal) -> None:
        """Somebody came to our door and did not get in."""


class Link(asyncio.Protocol):
    """One link to another program, dialled by us or taken at our door. `Links` owns it until it is gone."""

    def __init__(
        self,
        number: int,
        ears: Ears,
        limits: Limits,
        clock: Clock,
        handshake: Callable[[bytes], HostHandshake | GuestHandshake],
        *,
        dialled: bool,
        address: str,
        heartbeat: bool,
        gone: Callable[[Link], None],
    ) -> None:
        self.number = number
        self.dialled = dialled
        self.address = address
        """The address of the other side, without the port."""
        self.port = 0
        """The port that we dialled."""
        self.own_address = ""
        """Our own address on this link, once TLS stands."""
        self.who: Admitted | None = None
        self.slow = False
        self.looked: Callable[[TableInfo, int], None] | None = None
        """Told what the table says, and how many milliseconds its answer took."""
        self.task: asyncio.Task[None] | None = None
        """The work that goes on until TLS stands."""
        self.attempt: asyncio.Task[None] | None = None
        """The step of that work that must end by `due_ms`."""
        self.due_ms = 0
        self._ears = ears
        self._limits = limits
        self._clock = clock
        self._make_handshake = handshake
        self._heartbeat = heartbeat
        self._gone = gone
        self._transport: asyncio.Transport | None = None
        self._handshake: HostHandshake | GuestHandshake | None = None
        self._frames = wire.Frames()
        self._held: bytes | None = None  # a frame that came faster than the rate allows
        self._paused = False  # we read nothing until the held frame is handled
        self._flood_ms: int | None = None  # since when the other side sends more than the rate allows
        self._door_frames = 0
        self._bucket: Bucket | None = None
        self._queue: deque[bytes] = deque()
        self._queue_bytes = 0
        self._full = False  # the transport takes no more now
        self._why: Refusal | None = None
        self._closing_ms: int | None = None
        self._began_ms = self._heard_ms = self._pinged_ms = self.step_ms = self.inside_ms = clock()
        self._pings = 0
        self._asked_ms = 0  # when we sent TABLE?
        self._is_gone = False

    def __repr__(self) -> str:
        return f"<Link {self.number} {'to' if self.dialled else 'from'} {self.address}>"

    @property
    def is_connected(self) -> bool:
        return self._transport is not None

    @property
    def is_open(self) -> bool:
        return self.who is not None and self._why is None

    @property
    def is_stranger(self) -> bool:
        """Whether this is somebody at our door who has not said yet who it is."""
        return not self.dialled and self.who is None and self._why is None

    @property
    def is_guest(self) -> bool:
        """Whether this is somebody who came in at our door."""
        return not self.dialled and self.is_open

    @property
    def steps(self) -> int:
        """How far a stranger has come: 0 without TLS, 1 before its first message, 2 after it."""
        return 0 if self._transport is None else 1 if self._door_frames == 0 else 2

    @property
    def queued(self) -> tuple[int, int]:
        """How many frames and bytes wait because the other side takes them slowly."""
        return len(self._queue), self._queue_bytes

    def send(self, message: Message) -> None:
        """Sends soon, in order. Does nothing on a closed link. Closes a link whose queue is too long."""
        if self.is_open:
            self._write(message)

    def close(self, why: str) -> None:
        """Says BYE after what is queued, as far as that goes out at once, and closes. `Ears.closed` follows."""
        if self.is_open:
            self._write(Bye(why))
        self._end(Refusal("closed", why=why))

    def expect_host(self) -> None:
        """Allows the other side the host's rate: a host has whole games to send. Links that we dial begin with it."""
        self._bucket = Bucket(self._limits.host_rate, self._limits.host_burst, self._clock())

    def fail(self, why: Refusal) -> None:
        """There is no TLS, and there will be none."""
        if self._transport is None:
            self._why = self._why or why
            self._over()

    def abort(self) -> None:
        """Closes without a BYE."""
        self._drop(Refusal("lost"))

    def push_out(self) -> None:
        """Closes the link of a stranger whose place somebody else needs. At once: a stranger that only holds places
        answers no goodbye."""
        self.abort()
        if self._transport is None and self.task is not None:
            self.task.cancel()

    # asyncio calls these.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        tls = transport.get_extra_info("ssl_object")
        seen = fingerprint_seen(tls) if self.dialled else b""
        if self._why is not None or seen is None or tls.selected_alpn_protocol() != ALPN:
            self._drop(Refusal("not_a_table"))
            return
        transport.set_write_buffer_limits(high=self._limits.high_water)
        _tune(transport.get_extra_info("socket"))
        self.own_address = (transport.get_extra_info("sockname") or ("",))[0]
        now = self._heard_ms = self.step_ms = self._clock()
        if self.dialled:
            self._began_ms = now
        self._handshake = self._make_handshake(seen)
        for message in self._handshake.start():
            self._write(message)

    def data_received(self, data: bytes) -> None:
        if self._why is None:
            self._frames.feed(data)
            self._heard(self._clock())
            self._pump()

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        while self._queue and not self._full and self._transport is not None:
            frame = self._queue.popleft()
            self._queue_bytes -= len(frame)
            self._transport.write(frame)

    def connection_lost(self, exc: Exception | None) -> None:
        self._why = self._why or Refusal("lost")
        self._over()

    # Time.

    def tick(self, now_ms: int) -> None:
        limits = self._limits
        if self._closing_ms is not None:
            if self._transport is not None and now_ms - self._closing_ms >= limits.linger_ms:
                self._transport.abort()
        elif self._transport is None:
            if self.attempt is not None and now_ms >= self.due_ms:
                self.attempt.cancel()
        elif self.who is None:
            if now_ms - self._began_ms >= limits.handshake_ms:
                self._refuse(Refusal("door_late"), None)
        else:
            self._pump()
            if self._flood_ms is not None and now_ms - self._flood_ms >= limits.flood_ms:
                self._drop(Refusal("flood"))
            elif self._heartbeat:
                self._look_after(now_ms)

    def _look_after(self, now_ms: int) -> None:
        if now_ms - self._heard_ms >= self._limits.dead_ms:
            self._drop(Refusal("silent"))
        elif not self.slow and now_ms - self._heard_ms >= self._limits.slow_ms:
            self.slow = True
            self._ears.paced(self, True)
        if self.is_open and now_ms - self._pinged_ms >= self._limits.ping_ms:
            self._pinged_ms = now_ms
            self._pings = (self._pings + 1) & 0xFFFFFFFF
            self._write(Ping(self._pings))

    def _heard(self, now_ms: int) -> None:
        self._heard_ms = now_ms
        if self.slow:
            self.slow = False
            self._ears.paced(self, False)

    # Frames in.

    def _pump(self) -> None:
        """Handles the frames that have come, as far as the rate allows. The rest waits, and in the end so does the
        sender."""
        now = self._clock()
        while self._why is None and (frame := self._next()) is not None:
            if not self._allowed(now):
                self._held = frame
                self._flood_ms = now if self._flood_ms is None else self._flood_ms
                self._pause(True)
                return
            self._handle(frame, now)
        if self._why is None:
            self._pause(False)
            if self._bucket is not None and self._bucket.left >= self._limits.calm:
                self._flood_ms = None

    def _next(self) -> bytes | None:
        held, self._held = self._held, None
        if held is not None:
            return held
        try:
            return next(self._frames.feed(b""), None)
        except ProtocolError as error:
            self._drop(error)
            return None

    def _pause(self, paused: bool) -> None:
        if paused is not self._paused and self._transport is not None:
            self._paused = paused
            if paused:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    def _allowed(self, now_ms: int) -> bool:
        if self._bucket is not None:
            return self._bucket.take(now_ms)
        self._door_frames += 1
        return True

    def _handle(self, frame: bytes, now_ms: int) -> None:
        self._heard(now_ms)
        inside = self.who is not None
        try:
            if self._door_frames > self._limits.door_frames:
                raise ProtocolError("unexpected_message", kind="")
            # Inside, either side may be the host or become it, so the session judges who may send what.
            sender = None if inside else HOST if self.dialled else GUEST
            message = messages.read(frame, sender=sender, inside=inside)
        except ProtocolError as error:
            self._drop(error)
            return
        if not inside:
            self._at_the_door(message, now_ms)
        elif isinstance(message, Bye):
            self._end(Refusal("bye", why=message.reason))
        elif isinstance(message, Ping) and self._heartbeat:
            self._write(Pong(message.n))
        elif not isinstance(message, Pong) or not self._heartbeat:
            self._ears.received(self, message)

    def _at_the_door(self, message: Message, now_ms: int) -> None:
        handshake = self._handshake
        assert handshake is not None
        self.step_ms = now_ms
        arrived_ms = self._clock()
        try:
            answers = handshake.feed(message, now_ms)
        except Refusal as error:
            self._refuse(error, message)
            return
        for answer in answers:
            self._write(answer)
            if isinstance(answer, AskTable):
                self._asked_ms = self._clock()
        if handshake.done is not None:
            self._handshake = None
            self.who, self.inside_ms = handshake.done, now_ms
            self._frames.limit = wire.AFTER
            self._bucket = Bucket(self._limits.guest_rate, self._limits.guest_burst, now_ms)
            if self.dialled:
                self.expect_host()
            self._ears.opened(self, self.who)
        elif isinstance(handshake, GuestHandshake) and handshake.table is not None and self.looked is not None:
            self.looked(handshake.table, arrived_ms - self._asked_ms)
            self._end(Refusal("closed", why="looked"))

    # Frames out.

    def _write(self, message: Message) -> None:
        limit = wire.AFTER if self.who is not None else wire.BEFORE
        frame = wire.framed(messages.write(message), limit)
        if self._transport is None or self._why is not None:
            return
        if not self._full and not self._queue:
            self._transport.write(frame)
            return
        self._queue.append(frame)
        self._queue_bytes += len(frame)
        if len(self._queue) > self._limits.queue_frames or self._queue_bytes > self._limits.queue_bytes:
            self._drop(Refusal("behind"))

    # The end.

    def _refuse(self, error: Refusal, message: Message | None) -> None:
        """Tells the other side why, if the error deserves an answer, and closes."""
        answer = refused(error, message)
        if answer is None:
            self._drop(error)
        else:
            self._write(answer)
            self._end(error)

    def _end(self, why: Refusal) -> None:
        """Closes after the last messages have gone out."""
        if self._why is None:
            self._why = why
            self._closing_ms = self._clock()
            if self._transport is not None:
                self._transport.close()
            elif self.task is not None:
                self.task.cancel()

    def _drop(self, why: Refusal) -> None:
        """Closes at once."""
        self._why = self._why or why
        if self._closing_ms is None:
            self._closing_ms = self._clock()
        if self._transport is not None:
            self._transport.abort()

    def _over(self) -> None:
        if self._is_gone:
            return
        self._is_gone = True
        assert self._why is not None
        if self._handshake is not None:
            self._handshake.ended(self._clock())
        self._queue.clear()
        self._queue_bytes = 0
        self._gone(self)
        if self.who is not None or self.dialled:
            self._ears.closed(self, self._why)
        elif self._why.reason not in ("lost", "bye", "closed"):  # visitors who only looked leave like this
            self._ears.turned_away(self.address, self._why)


def _tune(sock: socket.socket | None) -> None:
    """Sends small frames at once, and turns on the system's keepalive in case our own heartbeat stops."""
    if sock is None:
        return
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 4)):
            if hasattr(socket, name):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    except OSError:
        pass  # some systems do not allow it; PING does the same
