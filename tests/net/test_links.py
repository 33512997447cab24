"""Links on real sockets and real TLS, on this machine; only the clock is turned by hand.

Nothing sleeps: `until` waits for the thing itself, and gives up after PATIENCE seconds, which no machine needs.
"""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import struct
from typing import Any

import pytest

from net import messages, wire
from net.certificate import ALPN, fingerprint_seen, joining_context, make_certificate
from net.handshake import GuestHandshake, to_open_table, with_code, with_key, with_ticket
from net.link import LIMITS
from net.links import MOST_ADDRESSES, Links
from net.messages import Auth, Bye, Chat, Confirm, EntryMessage, Knock, Pake1, Ping, Ready, Refused
from net.pake import CODES_GUESSED, FAILURES_A_CODE, JoinerProof
from net.refusal import ProtocolError, Refusal
from tests.net.doors import ANNA, HOST, Clock, door, hello, identity, table

PATIENCE = 60
TOKEN = b"t" * 10
HERE = "127.0.0.1"


class Heard:
    """Ears that write down what they hear, and wake who waits for it."""

    def __init__(self):
        self.links, self.received_, self.paces, self.closed_, self.turned_away_ = [], [], [], [], []
        self.changed = asyncio.Event()

    def opened(self, link, who):
        assert link.who is who
        self.links.append(link)
        self.changed.set()

    def received(self, link, message):
        assert link in self.links
        assert link.is_open
        self.received_.append(message)
        self.changed.set()

    def paced(self, link, slow):
        self.paces.append(slow)
        self.changed.set()

    def closed(self, link, why):
        assert not link.is_open
        self.closed_.append((link, why.reason, why.params))
        self.changed.set()

    def turned_away(self, address, why):
        self.turned_away_.append(why.reason)
        self.changed.set()

    async def until(self, holds):
        async def wait():
            while not holds():
                self.changed.clear()
                await self.changed.wait()

        await asyncio.wait_for(wait(), PATIENCE)

    async def until_open(self):
        await self.until(lambda: self.links or self.closed_)
        assert self.closed_ == []
        return self.links[-1]

    async def until_closed(self):
        await self.until(lambda: self.closed_)
        return self.closed_[-1][1:]


async def until(holds):
    """For what nobody tells of: looks again after everything else has had its turn."""

    async def wait():
        while not holds():
            await asyncio.sleep(0)

    await asyncio.wait_for(wait(), PATIENCE)


async def nothing_left(*but):
    """Until no task is left but these and ourselves."""
    while asyncio.all_tasks() - {asyncio.current_task(), *but}:
        await asyncio.sleep(0)


class End:
    """One program: its links, what it heard, and its clock."""

    def __init__(self, me, certificate=None, **about):
        self.heard, self.clock, self.port = Heard(), Clock(), 0
        limits, heartbeat = about.pop("limits", LIMITS), about.pop("heartbeat", True)
        self.door = door(certificate=certificate.fingerprint, **about) if certificate else None
        self.links = Links(
            self.heard,
            me,
            "Anna",
            hello,
            door=self.door,
            certificate=certificate,
            limits=limits,
            heartbeat=heartbeat,
            clock=self.clock,
        )

    def pass_ms(self, milliseconds):
        self.clock.now += milliseconds
        self.links.tick()


@pytest.fixture(scope="module")
def certificate():
    return make_certificate()


@pytest.fixture
async def ends(certificate, caplog):
    """Makes programs, and closes them when the test is over; then nothing may be left of them, and nothing said."""
    made = []

    def make(me=ANNA, hosts=False, **about):
        end = End(me, certificate if hosts else None, **about)
        made.append(end)
        if hosts:
            end.port = end.links.listen(HERE)
        return end

    yield make
    await asyncio.wait_for(asyncio.gather(*(end.links.close("leaving") for end in made)), PATIENCE)
    assert [link for end in made for link in end.links.all] == []
    await asyncio.wait_for(nothing_left(asyncio.current_task()), PATIENCE)
    gc.collect()  # of what is forgotten, asyncio complains when it is thrown away
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def host(ends):
    return ends(HOST, hosts=True, way="open")


@pytest.fixture
async def anna(ends):
    return ends()


@pytest.fixture
async def pair(host, anna):
    """Both ends of an open link: the host's and the guest's."""
    anna.links.dial([(HERE, host.port)], to_open_table())
    return await host.heard.until_open(), await anna.heard.until_open()


@contextlib.asynccontextmanager
async def raw(port, context=None):
    """A client that speaks TLS and nothing else."""
    reader, writer = await asyncio.open_connection(HERE, port, ssl=context or joining_context(), server_hostname="")
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


@contextlib.contextmanager
def silent():
    """Takes connections and never says a word."""
    with socket.create_server((HERE, 0), backlog=8) as listener:
        yield listener.getsockname()[1]


def frame(message):
    return wire.framed(messages.write(message))


def say(text):
    return Chat(None, None, text)


# Ways in.


@pytest.mark.parametrize(
    ("visit", "about"),
    [
        (with_code("111111"), {}),
        (with_key(HOST.fingerprint), {"knows": lambda key: key == ANNA.key}),
        (with_ticket(HOST.fingerprint, TOKEN), {"tokens": {TOKEN}}),
        (to_open_table(), {"way": "open"}),
    ],
    ids=["code", "key", "ticket", "open"],
)
async def test_a_guest_comes_in_and_they_talk(ends, visit, about):
    host, anna = ends(HOST, hosts=True, **about), ends()
    dialled = anna.links.dial([(HERE, host.port)], visit)
    here, there = await host.heard.until_open(), await anna.heard.until_open()
    assert there is dialled
    assert (here.who.key, here.who.name, here.who.way) == (ANNA.key, "Anna", visit.way)
    assert there.who.key == HOST.key
    here.send(say("welcome"))
    there.send(Ready(1, True, None))
    await anna.heard.until(lambda: anna.heard.received_ == [say("welcome")])
    await host.heard.until(lambda: host.heard.received_ == [Ready(1, True, None)])


async def test_small_messages_are_not_kept_back_and_the_system_looks_after_the_line(pair):
    for link in pair:
        sock = link._transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


@pytest.mark.parametrize("address", [HERE, "::1"])
async def test_everywhere_means_both_kinds_of_addresses_at_one_port(ends, address):
    host, anna = ends(HOST, hosts=True, way="open"), ends()
    if address == "::1" and not _has_ipv6():
        pytest.skip("this machine has no IPv6 loopback")
    port = host.links.listen(None)
    anna.links.dial([(address, port)], to_open_table())
    await anna.heard.until_open()


def _has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


async def test_a_port_in_use_and_an_address_of_somebody_else(ends):
    host = ends(HOST, hosts=True)
    for address, port, cause in (
        (HERE, host.port, "in_use"),
        ("203.0.113.1", 0, "no_address"),
        ("x y", 0, "no_address"),
    ):
        with pytest.raises(Refusal) as caught:
            host.links.listen(address, port)
        assert (caught.value.reason, caught.value.params) == ("cannot_listen", {"cause": cause})


async def test_a_wrong_code_is_told_on_both_sides(ends):
    host, anna = ends(HOST, hosts=True), ends()
    anna.links.dial([(HERE, host.port)], with_code("999999"))
    assert await anna.heard.until_closed() == ("wrong_code", {})
    await host.heard.until(lambda: host.heard.turned_away_)
    assert host.heard.turned_away_ == ["wrong_code"]
    anna.links.dial([(HERE, host.port)], with_code("111111"))
    await anna.heard.until(lambda: len(anna.heard.closed_) == 2)
    assert anna.heard.closed_[1][1:] == ("try_later", {"ms": 1000})
    host.clock.now += 1000
    anna.links.dial([(HERE, host.port)], with_code("111111"))
    await anna.heard.until(lambda: anna.heard.links)
    assert host.heard.links


async def test_who_begins_with_a_code_and_goes_away_waits(ends):
    host, anna = ends(HOST, hosts=True), ends()
    async with raw(host.port) as (reader, writer):
        writer.write(frame(hello(b"n" * 16)) + frame(Pake1(JoinerProof("999999", b"s" * 32).message)))
        frames = wire.Frames()
        answers: list[bytes] = []
        while len(answers) < 2:
            answers += frames.feed(await asyncio.wait_for(reader.read(4096), PATIENCE))
    await until(lambda: not host.links.all)
    anna.links.dial([(HERE, host.port)], with_code("111111"))
    assert await anna.heard.until_closed() == ("try_later", {"ms": 1000})


async def test_six_wrong_codes(ends):
    host, anna = ends(HOST, hosts=True), ends()
    for number in range(6):
        anna.links.dial([(HERE, host.port)], with_code("999999"))
        await anna.heard.until(lambda number=number: len(anna.heard.closed_) == number + 1)
        host.clock.now += 10_000
    assert [reason for _, reason, _ in anna.heard.closed_] == ["wrong_code"] * 6
    assert host.door.gatekeeper.code == "111112"
    assert host.heard.links == []


# Somebody in the middle, with a certificate of his own, who passes every byte on.


@contextlib.asynccontextmanager
async def in_the_middle(port):
    tasks: set[Any] = set()

    async def passed(reader, writer):
        try:
            with contextlib.suppress(OSError):
                while data := await reader.read(1 << 16):
                    writer.write(data)
                    await writer.drain()
        finally:
            writer.close()

    async def met(reader, writer):
        tasks.add(asyncio.current_task())
        writers = [writer]
        try:
            there = await asyncio.open_connection(HERE, port, ssl=joining_context(), server_hostname="")
            writers.append(there[1])
            await asyncio.gather(passed(reader, there[1]), passed(there[0], writer))
        except (OSError, asyncio.CancelledError):
            pass  # some versions of asyncio complain of a server's task that was cancelled
        finally:
            for one in writers:
                one.transport.abort()

    server = await asyncio.start_server(met, HERE, 0, ssl=make_certificate().context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize(
    ("visit", "reason"),
    [
        (with_code("111111"), "wrong_code"),
        (with_key(HOST.fingerprint), "unknown_key"),
        (with_ticket(HOST.fingerprint, TOKEN), "wrong_ticket"),
    ],
    ids=["code", "key", "ticket"],
)
async def test_somebody_in_the_middle_gets_nobody_in(ends, visit, reason):
    host, anna = ends(HOST, hosts=True, tokens={TOKEN}, knows=lambda key: True), ends()
    async with in_the_middle(host.port) as port:
        anna.links.dial([(HERE, port)], visit)
        assert await anna.heard.until_closed() == (reason, {})
        await until(lambda: not host.links.all)
    assert host.heard.links == []


# Frames.


async def test_a_stranger_may_announce_four_kibibytes_and_not_a_byte_more(host):
    async with raw(host.port) as (reader, writer):
        writer.write(struct.pack(">I", wire.BEFORE) + b"\0")
        await until(lambda: host.links.all and host.links.all[0]._frames.waiting == 5)
        assert host.heard.turned_away_ == []
    async with raw(host.port) as (reader, writer):
        writer.write(struct.pack(">I", wire.BEFORE + 1))
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""  # not a word in answer
    assert host.heard.turned_away_ == ["frame_length"]


async def test_a_guest_may_send_sixty_four_kibibytes_and_not_a_byte_more(host, pair):
    here, there = pair
    there._transport.write(struct.pack(">I", wire.AFTER) + b"\0")
    await until(lambda: here._frames.waiting == 5)
    assert here.is_open
    there._transport.write(b"\0" * (wire.AFTER - 1))  # which is no message
    assert await host.heard.until_closed() == ("not_canonical", {"what": "length"})


async def test_a_frame_that_is_too_long_ends_the_link(host, pair):
    pair[1]._transport.write(struct.pack(">I", wire.AFTER + 1))
    assert await host.heard.until_closed() == ("frame_length", {"length": wire.AFTER + 1, "limit": wire.AFTER})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0\0\0\0", "frame_length"),
        (b"\0\0\0\1\xc1", "not_canonical"),
        (b"GET / HTTP/1.1\r\n\r\n", "frame_length"),
        (frame(Ready(1, True, None)), "unexpected_message"),
        (frame(messages.Welcome(1, "x")), "unexpected_message"),
    ],
    ids=["empty", "no message", "a browser", "as if inside", "as if the host"],
)
async def test_who_does_not_speak_our_protocol_is_not_answered(host, data, reason):
    async with raw(host.port) as (reader, writer):
        writer.write(data)
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    assert host.heard.turned_away_ == [reason]


async def test_a_name_with_escape_codes_does_not_come_in(host):
    nonce = b"n" * 16
    async with raw(host.port) as (reader, writer):
        writer.write(frame(hello(nonce)) + frame(Knock("open", ())))
        good = messages.write(Auth(ANNA.key, "AnXna", b"s" * 64, None))
        writer.write(wire.framed(good.replace(b"AnXna", b"An\x1bna")))
        await asyncio.wait_for(reader.read(), PATIENCE)
    assert host.heard.turned_away_ == ["bad_field"]


async def test_so_many_words_at_the_door_and_no_more(ends):
    host = ends(HOST, hosts=True, limits=LIMITS._replace(door_frames=2))
    async with raw(host.port) as (reader, writer):
        writer.write(frame(hello(b"n" * 16)) + frame(messages.AskTable()) * 2)
        answers = list(wire.Frames().feed(await asyncio.wait_for(reader.read(), PATIENCE)))
    assert len(answers) <= 2
    assert host.heard.turned_away_ == ["unexpected_message"]


async def test_our_own_mistake_is_not_blamed_on_the_other_side(pair):
    here, there = pair
    with pytest.raises(ProtocolError):
        here.send(say("x" * 501))
    assert here.is_open
    assert there.is_open


# Slow and silent strangers.


async def test_a_stranger_who_says_nothing_has_five_seconds(host):
    """Not even TLS."""
    with socket.create_connection((HERE, host.port)) as sock:
        await until(lambda: host.links.all and host.links.all[0].attempt is not None)
        host.pass_ms(LIMITS.handshake_ms - 1)
        assert len(host.links.all) == 1
        host.pass_ms(1)
        await host.heard.until(lambda: host.heard.turned_away_)
        assert host.heard.turned_away_ == ["door_late"]
        sock.setblocking(False)
        assert await asyncio.wait_for(_read(sock), PATIENCE) == b""


async def test_a_stranger_who_dribbles_has_five_seconds_in_all(host):
    async with raw(host.port) as (reader, writer):
        await until(lambda: host.links.all and host.links.all[0].is_connected)
        for _ in range(4):
            writer.write(b"\0")
            host.pass_ms(1249)
        host.pass_ms(3)
        assert host.heard.turned_away_ == []
        host.pass_ms(1)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    assert messages.read(answer[4:]) == Refused("HELLO", "door_late", {})
    await host.heard.until(lambda: host.heard.turned_away_ == ["door_late"])


async def test_a_guest_gives_a_host_three_seconds_for_tls(anna):
    with silent() as port:
        anna.links.dial([(HERE, port)], with_code("111111"))
        await until(lambda: anna.links.all[0].attempt is not None)
        anna.pass_ms(LIMITS.connect_ms - 1)
        assert anna.heard.closed_ == []
        anna.pass_ms(1)
        assert await anna.heard.until_closed() == ("unreachable", {"cause": "no_answer"})


async def test_a_guest_gives_a_host_five_seconds_for_the_rest(anna, certificate):
    server = await asyncio.start_server(_listen_only, HERE, 0, ssl=certificate.context)
    link = anna.links.dial([(HERE, server.sockets[0].getsockname()[1])], with_code("111111"))
    await until(lambda: link.is_connected)
    anna.pass_ms(LIMITS.handshake_ms - 1)
    assert anna.heard.closed_ == []
    anna.pass_ms(1)
    assert await anna.heard.until_closed() == ("door_late", {})
    server.close()
    await server.wait_closed()


async def _listen_only(reader, writer):
    with contextlib.suppress(OSError):
        await reader.read()
    writer.close()


async def test_sixteen_strangers_at_a_time(ends):
    host = ends(HOST, hosts=True, limits=LIMITS._replace(strangers_of_address=99))
    await _strangers(host, LIMITS.strangers)


async def test_four_strangers_of_one_address(host):
    await _strangers(host, LIMITS.strangers_of_address)


async def _strangers(host, most):
    socks = []
    try:
        for number in range(most):
            socks.append(socket.create_connection((HERE, host.port)))
            await until(lambda number=number: len(host.links.all) == number + 1)
        with socket.create_connection((HERE, host.port)) as one_more:
            one_more.setblocking(False)
            assert await asyncio.wait_for(_read(one_more), PATIENCE) == b""
        assert len(host.links.all) == most
        socks.pop().close()
        await until(lambda: len(host.links.all) == most - 1)
        socks.append(socket.create_connection((HERE, host.port)))
        await until(lambda: len(host.links.all) == most)
    finally:
        for sock in socks:
            sock.close()


async def _read(sock):
    try:
        return await asyncio.get_running_loop().sock_recv(sock, 1)
    except ConnectionResetError:
        return b""


async def test_who_has_come_in_is_no_stranger_and_all_together_are_so_many(ends):
    host, anna = ends(HOST, hosts=True, way="open", limits=LIMITS._replace(links=4, kept=0)), ends()
    for number in range(4):
        anna.links.dial([(HERE, host.port)], to_open_table())
        await host.heard.until(lambda number=number: len(host.heard.links) == number + 1)
    anna.links.dial([(HERE, host.port)], to_open_table())
    assert await anna.heard.until_closed() == ("try_later", {"ms": LIMITS.join_ms})
    assert host.heard.turned_away_ == ["try_later"]
    host.heard.links[0].close("leaving")
    await until(lambda: len(host.links.all) == 3)
    anna.links.dial([(HERE, host.port)], to_open_table())
    await host.heard.until(lambda: len(host.heard.links) == 5)


# The door cannot be held shut.


def _from(address, port):
    """A connection from this address of this machine."""
    try:
        return socket.create_connection((HERE, port), source_address=(address, 0))
    except OSError as error:
        pytest.skip(f"this machine has no {address}: {error}")


ELSEWHERE = tuple(f"127.0.0.{number}" for number in range(2, 6))


@contextlib.asynccontextmanager
async def held_shut(host, each):
    """Connections from four addresses that never say a word, and come again as soon as they are closed."""
    socks: list[Any] = []

    async def hold(address):
        while True:
            sock = _from(address, host.port)
            sock.setblocking(False)
            socks.append(sock)
            await _read(sock)
            sock.close()

    holding = [asyncio.create_task(hold(address)) for address in ELSEWHERE for _ in range(each)]
    try:
        await until(lambda: len(host.links.all) >= len(holding) or any(task.done() for task in holding))
        yield
        assert not any(task.done() for task in holding), [task.exception() for task in holding if task.done()]
    finally:
        for task in holding:
            task.cancel()
        await asyncio.gather(*holding, return_exceptions=True)
        for sock in socks:
            sock.close()


async def comes_in(host, guest):
    """As the program does it: where the door is crowded it comes again."""
    while not guest.heard.links:
        gone = len(guest.heard.closed_)
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until(lambda gone=gone: guest.heard.links or len(guest.heard.closed_) > gone)


@pytest.mark.parametrize("each", [2, LIMITS.strangers_of_address])
@pytest.mark.parametrize("together", [False, True], ids=["one after the other", "together"])
async def test_idle_connections_keep_nobody_out(ends, host, each, together):
    guests = [ends(identity(number)) for number in range(10, 22)]
    async with held_shut(host, each), asyncio.timeout(PATIENCE):
        if together:
            await asyncio.gather(*(comes_in(host, guest) for guest in guests))
        for guest in guests:
            await comes_in(host, guest)
            assert together or guest.heard.closed_ == []  # at the first try
    assert len({link.who.key for link in host.heard.links}) == len(guests)


async def test_who_has_come_least_far_goes_first_and_then_who_came_first(ends):
    host = ends(HOST, hosts=True, limits=LIMITS._replace(strangers=4))
    socks = []
    async with raw(host.port) as (_, writer), raw(host.port):
        await until(lambda: [link.steps for link in host.links.all] == [1, 1])
        writer.write(frame(hello(b"n" * 16)))
        await until(lambda: [link.steps for link in host.links.all] == [2, 1])
        for number in (3, 4):
            socks.append(_from(HERE, host.port))
            await until(lambda number=number: len(host.links.all) == number)
        greeted, connected, first, second = host.links.all
        host.clock.now += LIMITS.idle_ms
        for address, goes in zip(ELSEWHERE, (first, second, connected, greeted), strict=True):
            socks.append(_from(address, host.port))
            await until(lambda goes=goes: goes not in host.links.all)
            await until(lambda: len(host.links.all) == 4)
        assert not {greeted, connected, first, second} & set(host.links.all)
    for sock in socks:
        sock.close()


async def test_a_crowd_of_one_address_does_not_push_out_somebody_of_another(ends):
    """However little the other one has said: nobody here has been idle for long."""
    host = ends(HOST, hosts=True, limits=LIMITS._replace(strangers=4, strangers_of_address=4))
    crowd = [_from(ELSEWHERE[0], host.port) for _ in range(3)]
    await until(lambda: len(host.links.all) == 3)
    with _from(HERE, host.port):
        await until(lambda: len(host.links.all) == 4)
        *_, honest = before = host.links.all
        for _ in range(5):
            crowd.append(_from(ELSEWHERE[0], host.port))
            crowd[-1].setblocking(False)
            assert await asyncio.wait_for(_read(crowd[-1]), PATIENCE) == b""
        assert host.links.all == before
        crowd.append(_from(ELSEWHERE[1], host.port))
        await until(lambda: before[0] not in host.links.all)  # the first of those who have most
        assert honest in host.links.all
    for sock in crowd:
        sock.close()


async def test_one_link_of_a_key_that_has_not_said_what_it_wants(ends):
    host, anna = ends(HOST, hosts=True, way="open", has_role=lambda number: False), ends()
    for number in range(5):
        anna.links.dial([(HERE, host.port)], to_open_table())
        await host.heard.until(lambda number=number: len(host.heard.links) == number + 1)
    await anna.heard.until(lambda: len(anna.heard.closed_) == 4)
    assert [(reason, params) for _, reason, params in anna.heard.closed_] == [("bye", {"why": "replaced"})] * 4
    assert [link for link in host.links.all if link.is_open] == [host.heard.links[-1]]


async def test_a_guest_has_five_seconds_to_say_what_it_wants(ends):
    host, anna, boris = ends(HOST, hosts=True, way="open"), ends(), ends(identity(3))
    roles: set[int] = set()
    host.door.has_role = roles.__contains__
    for guest in (anna, boris):
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until_open()
    await host.heard.until(lambda: len(host.heard.links) == 2)
    silent_one, player = host.heard.links
    roles.add(player.number)
    host.pass_ms(LIMITS.join_ms - 1)
    assert silent_one.is_open
    host.pass_ms(1)
    assert not silent_one.is_open
    assert await anna.heard.until_closed() == ("bye", {"why": "silent"})
    assert player.is_open


async def test_those_who_belong_to_the_table_find_a_place_however_many_have_come(ends):
    members = {identity(number).key for number in (30, 31)}
    limits = LIMITS._replace(links=4, kept=2)
    host = ends(HOST, hosts=True, way="open", limits=limits, belongs=members.__contains__)
    guests = [ends(identity(number)) for number in range(10, 13)]
    for guest in guests[:2]:
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until_open()
    guests[2].links.dial([(HERE, host.port)], to_open_table())
    assert await guests[2].heard.until_closed() == ("try_later", {"ms": LIMITS.join_ms})
    for number in (30, 31):
        member = ends(identity(number))
        member.links.dial([(HERE, host.port)], to_open_table())
        await member.heard.until_open()
    assert all(guest.heard.closed_ == [] for guest in guests[:2])
    members.add(identity(32).key)
    member = ends(identity(32))
    member.links.dial([(HERE, host.port)], to_open_table())
    await member.heard.until_open()
    assert await guests[1].heard.until_closed() == ("bye", {"why": "full"})  # the last that came
    assert guests[0].heard.closed_ == []


async def test_who_has_not_said_what_it_wants_makes_room_for_the_next(ends):
    host = ends(HOST, hosts=True, way="open", limits=LIMITS._replace(links=3, kept=1), has_role=lambda number: False)
    guests = [ends(identity(number)) for number in range(10, 15)]
    for guest in guests:
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until_open()
    for guest in guests[:3]:
        assert await guest.heard.until_closed() == ("bye", {"why": "full"})
    assert [guest.heard.closed_ for guest in guests[3:]] == [[], []]


async def test_so_many_links_of_one_address_but_for_those_who_belong_to_the_table(ends):
    limits, member = LIMITS._replace(links_of_address=2), identity(30)
    host = ends(HOST, hosts=True, way="open", limits=limits, belongs=lambda key: key == member.key)
    guests = [ends(identity(number)) for number in (10, 11)] + [ends(member), ends(identity(12))]
    for guest in guests:
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until(lambda guest=guest: guest.heard.links or guest.heard.closed_)
    assert [len(guest.heard.links) for guest in guests] == [1, 1, 1, 0]
    assert guests[3].heard.closed_[0][1] == "try_later"


@pytest.mark.parametrize("more", [8, pytest.param(30, marks=pytest.mark.full)])
async def test_the_right_code_comes_in_while_others_guess_as_fast_as_they_can(ends, more):
    """From eight addresses; the clock runs as fast as they do. Whoever has the code needs one try."""
    host, anna = ends(HOST, hosts=True), ends()
    keeper = host.door.gatekeeper
    told: list[str] = []
    keeper._told = told.append
    guesses = 0

    async def guess(address):
        nonlocal guesses
        while True:
            handshake = GuestHandshake(with_code("999999"), identity(9), "Eve", hello, b"s" * 32, os.urandom)
            reader, writer = await asyncio.open_connection(
                HERE, host.port, ssl=joining_context(), server_hostname="", local_addr=(address, 0)
            )
            frames = wire.Frames()
            try:
                handshake._seen = fingerprint_seen(writer.get_extra_info("ssl_object")) or b""
                for message in handshake.start():
                    writer.write(frame(message))
                while data := await reader.read(4096):
                    for one in frames.feed(data):
                        for answer in handshake.feed(messages.read(one), 0):
                            guesses += isinstance(answer, Confirm)
                            writer.write(frame(answer))
            except (OSError, Refusal):
                pass  # wrong, or too early: at once again
            finally:
                writer.transport.abort()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            host.pass_ms(20)

    guessing = [asyncio.create_task(guess(f"127.0.0.{number}")) for number in range(2, 10)]
    try:
        async with asyncio.timeout(PATIENCE):
            while guesses < FAILURES_A_CODE[0] * CODES_GUESSED + more:
                assert not any(task.done() for task in guessing)
                await asyncio.sleep(0)
            assert len(keeper.code) == 8
            assert len(told) == CODES_GUESSED  # not one for each guess
            anna.links.dial([(HERE, host.port)], with_code(keeper.code))
            await anna.heard.until(lambda: anna.heard.links or anna.heard.closed_)
            assert anna.heard.closed_ == []
            assert len(told) == CODES_GUESSED
    finally:
        for task in guessing:
            task.cancel()
        await asyncio.gather(*guessing, return_exceptions=True)


def test_the_limits_are_those_of_the_protocol():
    assert LIMITS.handshake_ms == 5000
    assert (LIMITS.ping_ms, LIMITS.slow_ms, LIMITS.dead_ms) == (5000, 10_000, 20_000)
    assert (LIMITS.high_water, LIMITS.queue_frames, LIMITS.queue_bytes) == (256 << 10, 512, 1 << 20)
    assert (LIMITS.guest_rate, LIMITS.guest_burst) == (50, 200)
    assert (LIMITS.strangers, LIMITS.strangers_of_address, LIMITS.idle_ms) == (16, 4, 500)
    assert (LIMITS.links, LIMITS.kept, LIMITS.links_of_address, LIMITS.join_ms) == (32, 8, 12, 5000)
    assert LIMITS.look_ms == 500


# Floods.


async def test_a_flood_is_read_at_fifty_frames_a_second_after_two_hundred(host, pair):
    here, there = pair
    for number in range(300):
        there.send(say(str(number)))
    await until(lambda: here._held is not None)
    assert len(host.heard.received_) == LIMITS.guest_burst
    host.pass_ms(19)
    assert len(host.heard.received_) == LIMITS.guest_burst
    host.pass_ms(1)
    assert len(host.heard.received_) == LIMITS.guest_burst + 1
    host.pass_ms(980)
    await until(lambda: here._held is not None)
    assert len(host.heard.received_) == LIMITS.guest_burst + 50
    host.pass_ms(1000)
    await host.heard.until(lambda: len(host.heard.received_) == 300)  # none is lost, and in order
    assert [message.text for message in host.heard.received_] == [str(number) for number in range(300)]
    host.pass_ms(1999)
    there.send(say("at last"))
    await host.heard.until(lambda: host.heard.received_[-1] == say("at last"))
    assert here._flood_ms is not None
    host.pass_ms(41)
    there.send(say("in peace"))
    await host.heard.until(lambda: host.heard.received_[-1] == say("in peace"))
    assert here._flood_ms is None


async def test_others_are_heard_during_a_flood(ends, host, pair):
    boris = ends(identity(3))
    boris.links.dial([(HERE, host.port)], to_open_table())
    quiet = await boris.heard.until_open()
    for _ in range(1000):
        pair[1].send(say("spam"))
    await until(lambda: pair[0]._held is not None)
    quiet.send(say("hello"))
    await host.heard.until(lambda: say("hello") in host.heard.received_)


async def test_a_flood_that_does_not_end_ends_the_link(host, pair):
    here, there = pair
    for _ in range(LIMITS.guest_burst + 50 * 21):
        there.send(say("spam"))
    await until(lambda: here._held is not None)
    for _ in range(LIMITS.flood_ms // 1000 - 1):
        host.pass_ms(1000)
        await until(lambda: here._held is not None)
    host.pass_ms(999)
    assert here.is_open
    host.pass_ms(1)
    assert await host.heard.until_closed() == ("flood", {})


async def test_a_host_may_send_a_whole_game_at_once(anna, pair):
    """A log of 500 entries is one breath, not ten seconds."""
    here, _ = pair
    for number in range(500):
        here.send(EntryMessage(b"%d" % number * 80, b"s" * 64))
    await anna.heard.until(lambda: len(anna.heard.received_) == 500)


# A peer that reads slowly.


async def test_what_cannot_be_sent_now_is_sent_later_in_order(anna, pair):
    here, _ = pair
    here.pause_writing()
    for number in range(LIMITS.queue_frames):
        here.send(say(str(number)))
    assert here.queued[0] == LIMITS.queue_frames
    assert here.is_open
    here.resume_writing()
    assert here.queued == (0, 0)
    await anna.heard.until(lambda: len(anna.heard.received_) == LIMITS.queue_frames)
    assert [message.text for message in anna.heard.received_] == [str(n) for n in range(LIMITS.queue_frames)]


async def test_a_queue_of_too_many_frames_ends_the_link(host, pair):
    here, _ = pair
    here.pause_writing()
    for _ in range(LIMITS.queue_frames + 1):
        here.send(say("x"))
    assert not here.is_open
    assert await host.heard.until_closed() == ("behind", {})


async def test_a_queue_of_too_many_bytes_ends_the_link(host, pair):
    here, _ = pair
    here.pause_writing()
    big = EntryMessage(b"x" * 60_000, b"s" * 64)
    size = len(frame(big))
    count = LIMITS.queue_bytes // size
    for _ in range(count):
        here.send(big)
    room = LIMITS.queue_bytes - here.queued[1]
    rest = EntryMessage(b"x" * (room - (size - 60_000)), b"s" * 64)
    here.send(rest)
    assert here.queued == (count + 1, LIMITS.queue_bytes)
    assert here.is_open
    here.send(say("x"))
    assert await host.heard.until_closed() == ("behind", {})


async def test_a_peer_that_does_not_read_falls_behind_and_is_dropped(host, pair):
    here, there = pair
    there._transport.pause_reading()
    big = EntryMessage(b"x" * 60_000, b"s" * 64)
    for _ in range(5000):  # far more than systems keep for us
        here.send(big)
        if not here.is_open:
            break
        await asyncio.sleep(0)
    assert await host.heard.until_closed() == ("behind", {})


# Is anybody there?


async def test_a_ping_every_five_seconds_is_answered(host, anna, pair):
    here, there = pair
    here_heard, there_heard = here._heard_ms, there._heard_ms
    anna.clock.now += 7
    host.pass_ms(LIMITS.ping_ms - 1)
    assert here._pings == 0
    host.pass_ms(1)
    assert here._pings == 1
    await until(lambda: there._heard_ms > there_heard)
    await until(lambda: here._heard_ms > here_heard)
    assert host.heard.received_ == anna.heard.received_ == []  # nobody else's business


async def test_slow_at_ten_seconds_and_well_again(host, pair):
    here, there = pair
    there._transport.pause_reading()
    host.pass_ms(LIMITS.slow_ms - 1)
    assert host.heard.paces == []
    host.pass_ms(1)
    assert host.heard.paces == [True]
    host.pass_ms(1)
    assert host.heard.paces == [True]
    there._transport.resume_reading()
    await host.heard.until(lambda: host.heard.paces == [True, False])
    assert here.is_open


async def test_dead_at_twenty_seconds(host, pair):
    here, there = pair
    there._transport.pause_reading()
    host.pass_ms(LIMITS.dead_ms - 1)
    assert here.is_open
    host.pass_ms(1)
    assert not here.is_open
    assert await host.heard.until_closed() == ("silent", {})
    there._transport.resume_reading()


async def test_a_pong_is_not_owed_to_anybody_twice(host, pair):
    pair[1]._write(Ping(7))
    pair[1]._write(messages.Pong(99))
    pair[1].send(say("still here"))
    await host.heard.until(lambda: host.heard.received_ == [say("still here")])


async def test_a_session_may_look_after_that_itself(ends):
    host, anna = ends(HOST, hosts=True, way="open", heartbeat=False), ends()
    anna.links.dial([(HERE, host.port)], to_open_table())
    here, there = await host.heard.until_open(), await anna.heard.until_open()
    host.pass_ms(LIMITS.dead_ms)
    assert here.is_open
    assert here._pings == 0
    assert host.heard.paces == []
    here.send(Ping(7))
    await host.heard.until(lambda: host.heard.received_ == [messages.Pong(7)])
    there._write(Ping(8))
    await host.heard.until(lambda: host.heard.received_[-1] == Ping(8))


async def test_whoever_dialled_may_become_the_host(host, pair):
    here, there = pair
    here.expect_host()
    lobby = messages.Lobby(1, "Reef", "atlantis", {}, 0, (), (), "lobby")
    for _ in range(LIMITS.guest_burst + 100):
        there.send(lobby)
    await host.heard.until(lambda: len(host.heard.received_) == LIMITS.guest_burst + 100)


# The end.


async def test_who_leaves_says_so(host, anna, pair):
    here, there = pair
    there.send(say("bye"))
    there.close("leaving")
    assert await host.heard.until_closed() == ("bye", {"why": "leaving"})
    assert await anna.heard.until_closed() == ("closed", {"why": "leaving"})
    assert host.heard.received_ == [say("bye")]
    there.send(say("hello?"))
    there.close("again")
    here.close("again")
    assert len(anna.heard.closed_) == len(host.heard.closed_) == 1


async def test_who_vanishes_is_lost(host, pair):
    pair[1]._transport.abort()
    assert await host.heard.until_closed() == ("lost", {})


async def test_a_peer_that_does_not_say_goodbye_does_not_keep_us(host, pair):
    here, there = pair
    there._transport.pause_reading()
    here.close("leaving")
    host.pass_ms(LIMITS.linger_ms)
    assert await host.heard.until_closed() == ("closed", {"why": "leaving"})
    there._transport.resume_reading()


async def test_nothing_is_heard_after_the_end(host, pair):
    for _ in range(5):
        pair[1].send(say("x"))

    def closing(link, message):
        host.heard.received_.append(message)
        link.close("enough")

    host.heard.received = closing
    assert await host.heard.until_closed() == ("closed", {"why": "enough"})
    assert host.heard.received_ == [say("x")]


async def test_everything_closes_whatever_it_is_doing(ends):
    """Dialling this very moment, at a silent door, at the door of somebody who never answers, open, with strangers."""
    host, anna = ends(HOST, hosts=True, way="open"), ends()
    anna.links.dial([(HERE, host.port)], to_open_table())
    await anna.heard.until_open()
    with silent() as port, socket.create_connection((HERE, host.port)):
        anna.links.dial([(HERE, port)], to_open_table())
        await until(lambda: anna.links.all[-1].attempt is not None and len(host.links.all) == 2)
        anna.links.dial([(HERE, host.port)], to_open_table())
        await asyncio.wait_for(anna.links.close("leaving"), PATIENCE)
        await asyncio.wait_for(host.links.close("leaving"), PATIENCE)
    assert [why for _, why, _ in anna.heard.closed_] == ["closed"] * 3
    assert anna.links.all == host.links.all == ()


async def test_what_fails_in_the_moment_it_is_called_off_is_not_shouted_about(anna):
    async def fail():
        raise OSError

    link = anna.links._new(HERE, to_open_table())
    going = asyncio.create_task(anna.links._attempt(link, 1000, fail))
    await asyncio.sleep(0)  # it has begun
    await asyncio.sleep(0)  # and failed, of which nobody has heard yet
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    assert going.cancelled()
    link.fail(Refusal("lost"))


async def test_a_shut_door_lets_nobody_in_and_keeps_who_is_inside(host, anna, pair):
    host.links.stop_listening()
    anna.links.dial([(HERE, host.port)], to_open_table())
    assert await anna.heard.until_closed() == ("unreachable", {"cause": "nobody_there"})
    pair[1].send(say("still here"))
    await host.heard.until(lambda: host.heard.received_ == [say("still here")])


# Dialling.


async def test_addresses_are_tried_in_order(host, anna):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
    dialled = anna.links.dial([("x" * 70, 1), (HERE, port), (HERE, host.port)], to_open_table())
    assert await anna.heard.until_open() is dialled
    assert (dialled.address, dialled.port) == (HERE, host.port)


async def test_not_more_addresses_than_are_good_for_us(host, anna):
    anna.links.dial([("x" * 70, 1)] * MOST_ADDRESSES + [(HERE, host.port)], to_open_table())
    assert await anna.heard.until_closed() == ("unreachable", {"cause": "unknown_host"})


async def test_nowhere_to_go(anna):
    anna.links.dial([], to_open_table())
    assert await anna.heard.until_closed() == ("unreachable", {"cause": "unknown_host"})


async def test_a_server_of_something_else(anna, certificate):
    async def greet(reader, writer):
        writer.write(b"SSH-2.0-not-a-table\r\n")
        await _listen_only(reader, writer)

    other = make_certificate().context
    other.set_alpn_protocols(["h2"])
    for context in (None, other):
        server = await asyncio.start_server(greet, HERE, 0, ssl=context)
        anna.heard.closed_.clear()
        anna.links.dial([(HERE, server.sockets[0].getsockname()[1])], with_code("111111"))
        assert await anna.heard.until_closed() == ("not_a_table", {})
        server.close()
        await server.wait_closed()


async def test_a_guest_of_something_else(host):
    context = joining_context()
    context.set_alpn_protocols(["h2"])
    with contextlib.suppress(OSError):  # newer OpenSSL ends it while shaking hands
        async with raw(host.port, context) as (reader, _):
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    await host.heard.until(lambda: host.heard.turned_away_ == ["not_a_table"])
    assert ALPN == "atl/1"


# A look from outside.


async def test_a_look_shows_the_table(ends):
    host, anna = ends(HOST, hosts=True), ends()
    assert await asyncio.wait_for(anna.links.verify([(HERE, host.port)]), PATIENCE) == table()
    await until(lambda: not host.links.all)
    assert host.heard.turned_away_ == []


async def test_many_looks_at_once_take_turns(ends):
    host, anna = ends(HOST, hosts=True, limits=LIMITS._replace(strangers=99, strangers_of_address=99)), ends()
    found = await asyncio.wait_for(
        asyncio.gather(*(anna.links.verify([(HERE, host.port)]) for _ in range(20))), PATIENCE
    )
    assert found == [table()] * 20


async def test_a_look_at_nobody(anna):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Refusal) as caught:
        await asyncio.wait_for(anna.links.verify([(HERE, port)]), PATIENCE)
    assert (caught.value.reason, caught.value.params) == ("unreachable", {"cause": "nobody_there"})


async def test_a_look_at_somebody_silent_takes_half_a_second(anna):
    with silent() as port:
        looking = asyncio.create_task(anna.links.verify([(HERE, port)]))
        await until(lambda: anna.links.all and anna.links.all[0].attempt is not None)
        anna.pass_ms(LIMITS.look_ms - 1)
        await asyncio.sleep(0)
        assert not looking.done()
        anna.pass_ms(1)
        with pytest.raises(Refusal) as caught:
            await asyncio.wait_for(looking, PATIENCE)
        assert (caught.value.reason, caught.value.params) == ("unreachable", {"cause": "no_answer"})


async def test_a_look_that_is_called_off_leaves_nothing(anna):
    with silent() as port:
        looking = asyncio.create_task(anna.links.verify([(HERE, port)]))
        await until(lambda: anna.links.all and anna.links.all[0].attempt is not None)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        await until(lambda: not anna.links.all)


async def test_the_clock_runs_by_itself(ends):
    """With the real clock a silent stranger goes without anybody calling tick."""
    host = ends(HOST, hosts=True, limits=LIMITS._replace(handshake_ms=1))
    with socket.create_connection((HERE, host.port)):
        await until(lambda: host.links.all and host.links.all[0].attempt is not None)
        host.clock.now += 1
        await host.heard.until(lambda: host.heard.turned_away_ == ["door_late"])


def test_byes_carry_a_word_and_no_more():
    assert messages.read(messages.write(Bye("leaving"))) == Bye("leaving")
