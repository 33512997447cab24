"""Finding tables among what the network says: true ones whatever else is announced, and answers are awaited."""

import asyncio
import os
import secrets
import socket
import time
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import pytest

from atlantis_tui.network import lookup
from atlantis_tui.network.lookup import TableLookup
from atlantis_tui.network.runner import our_hello
from core import games
from net import adverts
from net.addresses import rank
from net.adverts import Advert, Listing
from net.certificate import make_certificate
from net.discovery import MOST_LISTINGS, MOST_WAITING, Discovery
from net.handshake import Door
from net.identity import Identity
from net.links import Links
from net.messages import TableInfo
from net.pake import Gatekeeper
from net.refusal import Refusal
from net.versions import golden_of
from tests.net.links.ends import Heard
from tests.net.test_discovery import _multicast

HERE = "127.0.0.1"
PATIENCE = 120
HOST = Identity(b"h" * 32)


@asynccontextmanager
async def table(name, address=HERE, looked=lambda: None, hello=our_hello):
    """A table that answers; its port."""
    certificate = make_certificate()

    def info():
        looked()
        return TableInfo(name, "atlantis", 4, 1, 0, "lobby", "code", None, "Anna")

    door = Door(HOST, certificate.fingerprint, hello, info, Gatekeeper(lambda digits: "1" * digits))
    links = Links(Heard(), HOST, "Anna", hello, door=door, certificate=certificate)
    try:
        yield links.listen(address)
    finally:
        await links.close("left")


def has_ipv6():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@asynccontextmanager
async def slow_way(to, opens):
    """An address of the same table that lets nothing through before `opens`; its port."""

    async def carry(reader, writer):
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def come(reader, writer):
        await opens.wait()
        there, back = await asyncio.open_connection(*to)
        await asyncio.gather(carry(reader, back), carry(there, writer), return_exceptions=True)

    server = await asyncio.start_server(come, HERE, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@contextmanager
def tarpit():
    """Takes connections and never says a word; its port."""
    with socket.create_server((HERE, 0), backlog=512) as listener:
        yield listener.getsockname()[1]


def listing(name, *ports):
    return Listing(name, tuple((HERE, port) for port in ports), "atlantis", 4, 1, False, "cafe0123", True, "0" * 16)


class Said:
    """What a network of our own says; `drop` and `put_off` are remembered."""

    trouble, is_asking = None, False

    def __init__(self, *listings):
        self.listings = listings
        self.dropped: list[str] = []
        self.put_off_: list[str] = []
        self.kept: list[str] = []

    def browse(self): ...
    async def settled(self): ...
    async def close(self): ...

    def drop(self, name):
        self.dropped.append(name)

    def put_off(self, name):
        self.put_off_.append(name)

    def keep(self, listing):
        self.kept.append(listing.name)


@asynccontextmanager
async def lookout(said):
    async with TableLookup(Identity(os.urandom(32)), discovers=False) as one:
        found: Any = one
        found.discovery = said
        yield found


async def test_who_was_heard_of_is_heard_out_however_late_it_is():
    """A machine that has so much to do that the moment for looking round is over before it has asked once."""
    async with table("Reef") as port, lookout(Said(listing("reef", port))) as one, asyncio.timeout(PATIENCE):
        assert [seen.name for seen in await one.near(0.0)] == ["Reef"]


async def test_the_time_of_a_link_is_that_of_one_question_whatever_the_greeting_took():
    """A program that has only just begun plays games before it can greet anybody, and TLS takes its time too."""

    def hello(nonce):
        golden_of(games.load("atlantis"))
        return our_hello(nonce)

    async with table("Reef", hello=hello) as port, lookout(Said()) as one, asyncio.timeout(PATIENCE):
        began = time.monotonic()
        seen = await one.look((HERE, port))
        whole = 1000 * (time.monotonic() - began)
        again = await one.look_at(listing("reef", port))
    assert seen.ms is not None
    assert again.ms is not None
    assert 4 * min(seen.ms, again.ms) < whole


async def test_an_end_is_made_of_it_all_the_same(monkeypatch):
    monkeypatch.setattr(lookup, "LONGEST", 0.3)
    with tarpit() as port:
        async with lookout(Said(listing("tar", port))) as one, asyncio.timeout(PATIENCE):
            assert await one.near(0.0) == []


async def test_who_does_not_answer_at_once_makes_room_for_others(monkeypatch):
    monkeypatch.setattr(lookup, "GLANCE", 0.01)
    with tarpit() as port:
        async with lookout(Said()) as one, asyncio.timeout(PATIENCE):
            looking = asyncio.create_task(one.look_at(listing("tar", port)))
            while not one.discovery.put_off_:
                await asyncio.sleep(0.001)
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            assert one.discovery.put_off_ == ["tar"]


async def test_a_table_answers_at_one_of_its_addresses_and_that_one_is_gone_to_first():
    with tarpit() as port:
        async with table("Reef") as there, lookout(Said()) as one, asyncio.timeout(PATIENCE):
            seen = await one.look_at(listing("reef", port, there))
            assert seen.addresses == ((HERE, there), (HERE, port))
            assert one.discovery.put_off_ == []


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this machine")
async def test_an_address_of_a_better_kind_is_waited_for_though_another_answers_first(monkeypatch):
    """Over an address that nobody else can be told, a host that moves could not call its guests: see `rank`."""
    monkeypatch.setattr(lookup, "GLANCE", PATIENCE)
    answered = asyncio.Event()
    async with (
        table("Reef", "::1", answered.set) as there,
        slow_way(("::1", there), answered) as port,
        lookout(Said()) as one,
        asyncio.timeout(PATIENCE),
    ):
        said = listing("reef")._replace(addresses=(("::1", there), (HERE, port)))
        assert (await one.look_at(said)).addresses == ((HERE, port), ("::1", there))


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this machine")
async def test_but_not_for_ever():
    with tarpit() as port:
        async with table("Reef", "::1") as there, lookout(Said()) as one, asyncio.timeout(PATIENCE):
            said = listing("reef")._replace(addresses=((HERE, port), ("::1", there)))
            assert (await one.look_at(said)).addresses == (("::1", there), (HERE, port))
            assert one.discovery.put_off_ == []


def test_addresses_that_need_a_zone_come_last():
    assert sorted(["fe80::1%eth0", "fd00::1", "192.0.2.1", "::ffff:192.0.2.2"], key=rank) == [
        "192.0.2.1", "::ffff:192.0.2.2", "fd00::1", "fe80::1%eth0"
    ]  # fmt: skip


async def test_who_hung_up_is_looked_at_again_and_kept():
    """Whoever is there now was too busy before."""
    async with table("Reef") as there, lookout(Said()) as one, asyncio.timeout(PATIENCE):

        async def busy(addresses):
            raise Refusal("unreachable", cause="no_answer")

        one._glance = busy
        assert (await one.look_at(listing("reef", there))).name == "Reef"
        assert (one.discovery.put_off_, one.discovery.kept) == (["reef"], ["reef"])


async def test_where_nobody_is_there_is_no_second_look():
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
    async with lookout(Said()) as one, asyncio.timeout(PATIENCE):
        with pytest.raises(Refusal) as caught:
            await one.look_at(listing("gone", port))
        assert caught.value.params == {"cause": "nobody_there"}
        assert one.discovery.put_off_ == []


@pytest.fixture
def network(monkeypatch):
    """mDNS on the loopback of this machine, with nobody else on it."""
    if why_not := _multicast():
        pytest.skip(f"no multicast on this machine's loopback interface: {why_not}")
    monkeypatch.setattr(adverts, "SERVICE", f"_atl{secrets.token_hex(4)}._tcp.local.")
    monkeypatch.setattr(lookup, "Discovery", partial(Discovery, interfaces=[HERE]))


@asynccontextmanager
async def announced(ports):
    """By name: false tables and true ones, without asking round first whether their names are free."""
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    crowd = AsyncZeroconf(interfaces=[HERE])
    registry = crowd.zeroconf.registry
    try:
        for name, port in ports.items():
            text = Advert(port, "atlantis", 4, 1, False, secrets.token_hex(4), True, "0" * 16).text()
            info = AsyncServiceInfo(
                adverts.SERVICE,
                f"{name}.{adverts.SERVICE}",
                port=port,
                addresses=[socket.inet_aton(HERE)],
                server=f"{name}.local.",
                properties=text,
            )
            registry.async_add(info)
        yield
    finally:
        registry.async_remove(registry.async_get_service_infos())
        await crowd.async_close()


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("true", ["a0", "z9"], ids=["first", "last"])
async def test_a_true_table_is_found_among_two_hundred_that_never_answer(true):
    with tarpit() as port:
        async with table("Reef") as there:
            false = {f"m{number:03d}": port for number in range(200)}
            names = {true: there} | false if true == "a0" else false | {true: there}
            async with announced(names), TableLookup(Identity(os.urandom(32))) as one, asyncio.timeout(PATIENCE):
                found = await one.near(enough=lambda seen: seen.name == "Reef")
                assert [seen.name for seen in found] == ["Reef"]


class Registry:
    """So much of mDNS as `Discovery` hears."""

    def __init__(self):
        self.asked: list[str] = []


async def test_names_that_are_heard_of_are_forgotten_at_last(monkeypatch):
    """However many there are, and whatever is said of them."""
    from zeroconf import ServiceStateChange

    one: Any = Discovery()
    one._zeroconf = zeroconf = Registry()
    zeroconf.zeroconf = zeroconf  # type: ignore[attr-defined]
    monkeypatch.setattr(one, "_ask", lambda zeroconf, name: one._listings.__setitem__(name, None))
    names = [f"{number}.{adverts.SERVICE}" for number in range(3 * MOST_WAITING)]
    for name in names:
        one._heard(zeroconf, adverts.SERVICE, name, ServiceStateChange.Added)
    assert len(one._listings) == MOST_LISTINGS
    assert len(one._waiting) == MOST_WAITING
    for name in names[: MOST_LISTINGS // 2]:
        one.put_off(name.removesuffix(f".{adverts.SERVICE}"))
    assert names[-1] in one._listings  # the newest,
    assert names[2 * MOST_WAITING + 1] in one._listings  # and of those not forgotten the oldest, by turns
    for name in names:
        one.drop(name.removesuffix(f".{adverts.SERVICE}"))
        one._heard(zeroconf, adverts.SERVICE, name, ServiceStateChange.Updated)
    for kept in (one._waiting, one._slow, one._silent):
        assert len(kept) <= MOST_WAITING
    assert len(one._listings) <= MOST_LISTINGS
    one._zeroconf = None
