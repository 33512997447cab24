"""Tables on this network: what is said of ours, what is believed of others, and that no network is no disaster.

The tests with a network use mDNS on this machine's loopback interface only.
"""

import asyncio
import contextlib
import errno
import secrets
import socket
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from net import adverts
from net import discovery as module
from net.adverts import MOST_ADDRESSES, SERVICE, TEXT_LIMIT, Advert, mark_of, read_listing
from net.discovery import MOST_LISTINGS, Discovery

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60
LOOPBACK = "127.0.0.1"


def advert(**changed):
    about: dict[str, Any] = {
        "port": 7777,
        "game": "atlantis",
        "seats": 4,
        "taken": 2,
        "playing": False,
        "id": secrets.token_hex(4),
        "code": True,
        "mark": "0123456789abcdef",
    }
    return Advert(**about | changed)


def heard(text: Any = None, name="0a1b2c3d", addresses=("192.0.2.7",), port: Any = 7777) -> Any:
    return read_listing(f"{name}.{SERVICE}", advert(id="cafe0123").text() | (text or {}), addresses, port)


# What is said.


def test_the_text_is_short_and_names_nobody():
    text = advert(id="cafe0123").text()
    assert text == {
        "v": "1",
        "g": "atlantis",
        "s": "2/4",
        "st": "lobby",
        "id": "cafe0123",
        "pc": "1",
        "k": "0123456789abcdef",
    }
    assert sum(len(key) + len(value) + 2 for key, value in text.items()) < TEXT_LIMIT


@pytest.mark.parametrize(
    "changed",
    [{"game": "Anna's game"}, {"id": "cafe"}, {"mark": "x" * 16}, {"seats": 100}, {"taken": -1}],
    ids=lambda changed: next(iter(changed)),
)
def test_what_may_not_be_said_is_not_announced(changed):
    with pytest.raises(ValueError, match="="):
        Discovery().announce(advert(**changed))


def test_who_knows_the_host_recognises_its_advert_and_nobody_else_can_follow_it():
    key = bytes(range(32))
    first, second = mark_of("cafe0123", key), mark_of("cafe0124", key)
    assert first != second  # of another table
    assert first == mark_of("cafe0123", key)
    assert first != mark_of("cafe0123", bytes(32))
    for mark in (first, second):
        assert advert(mark=mark).text()["k"] == mark
        assert not any(key.hex()[at : at + 8] in mark for at in range(56))


# What is believed.


def test_a_listing_says_what_the_network_said():
    listing = heard()
    assert listing == (
        "0a1b2c3d",
        (("192.0.2.7", 7777),),
        "atlantis",
        4,
        2,
        False,
        "cafe0123",
        True,
        "0123456789abcdef",
    )
    assert heard({"st": "playing", "pc": "0"})[5:8] == (True, "cafe0123", False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("v", "2"),
        ("g", "\x1b[31matlantis"),
        ("g", "x" * 25),
        ("g", ""),
        ("s", "2"),
        ("s", "5/4"),
        ("s", "-1/4"),
        ("s", "１/４"),
        ("st", "over\n"),
        ("st", "lobby\n"),
        ("id", "CAFE0123"),
        ("id", "cafe01234"),
        ("pc", "yes"),
        ("k", None),
        ("k", "0" * 15),
    ],
)
def test_one_wrong_character_and_it_is_not_listed(field, value):
    assert heard({field: value}) is None


def test_nothing_may_be_missing():
    text = advert().text()
    for field in text:
        assert read_listing(f"a.{SERVICE}", {key: text[key] for key in text if key != field}, [LOOPBACK], 1) is None


@pytest.mark.parametrize("name", ["An\x1b[2Jna", "a b", "a.b", "", "x" * 41, "\u202eelbat", "table\n"], ids=ascii)
def test_names_are_of_letters_and_digits(name):
    assert heard(name=name) is None
    assert heard(name="x" * 40)
    assert heard(name="0a1b2c3d-2").name == "0a1b2c3d-2"


@pytest.mark.parametrize(("port", "good"), [(0, False), (1, True), (65535, True), (65536, False), (None, False)])
def test_ports(port, good):
    assert (heard(port=port) is not None) is good


def test_fields_of_newer_programs_are_ignored_as_long_as_it_is_short():
    used = sum(len(key) + len(value) + 2 for key, value in advert().text().items())
    room = TEXT_LIMIT - used - len("new") - 2
    assert heard({"new": "x" * (room - 1)})
    assert heard({"new": "x" * room}) is None


def test_addresses_one_can_connect_to_ipv4_first_and_few():
    found = heard(addresses=("fe80::1%2", "2001:db8::1", "224.0.0.1", "0.0.0.0", "nonsense", "192.0.2.9", "192.0.2.9"))
    assert [host for host, _ in found.addresses] == ["192.0.2.9", "2001:db8::1", "fe80::1%2"]
    assert len(heard(addresses=[f"192.0.2.{n}" for n in range(99)]).addresses) == MOST_ADDRESSES
    assert heard(addresses=("224.0.0.1",)) is None


@pytest.mark.parametrize("odd", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_an_advert_leads_nobody_to_the_loopback_unless_this_machine_said_it(odd):
    assert heard(addresses=(odd,)) is None
    assert heard(addresses=(odd, "192.0.2.9")).addresses == (("192.0.2.9", 7777),)
    text = advert(id="cafe0123").text()
    here = read_listing(f"a.{SERVICE}", dict(text), [odd], 7777, local=True)
    assert here is not None
    assert here.addresses == ((odd, 7777),)
    beside = read_listing(f"a.{SERVICE}", dict(text), [odd, "192.0.2.9"], 7777, local=True)
    assert beside is not None
    assert beside.addresses == (("192.0.2.9", 7777),)


@pytest.mark.parametrize(
    "odd", ["255.255.255.255", "240.0.0.1", "0.0.0.0", "0.1.2.3", "::", "ff02::1", "localhost", "127.1"]
)
def test_nor_anywhere_where_no_machine_is(odd):
    assert heard(addresses=(odd,)) is None
    assert read_listing(f"a.{SERVICE}", dict(advert().text()), [odd], 7777, local=True) is None


# No network.


@pytest.fixture
async def near():
    """Makes discoveries, each with an event that tells of its changes."""
    made = []

    def make(**about):
        changed = asyncio.Event()
        one: Any = Discovery(changed.set, **{"interfaces": [LOOPBACK]} | about)
        one.changed = changed
        made.append(one)
        return one

    yield make
    await asyncio.wait_for(asyncio.gather(*(one.close() for one in made)), PATIENCE)
    await asyncio.wait_for(nothing_left(asyncio.current_task()), PATIENCE)


async def nothing_left(teardown):
    """Until no task is left but that one and ourselves."""
    while asyncio.all_tasks() - {asyncio.current_task(), teardown}:
        await asyncio.sleep(0.001)


async def soon(holds):
    """For what nobody tells of."""
    while not holds():
        await asyncio.sleep(0.001)


async def settled(one):
    await asyncio.wait_for(one.settled(), PATIENCE)


async def until(one, holds):
    async def wait():
        while not holds():
            one.changed.clear()
            await one.changed.wait()

    await asyncio.wait_for(wait(), PATIENCE)


async def test_no_interface_is_told_and_not_fatal(near):
    one = near(interfaces=["203.0.113.1"])
    one.browse()
    one.announce(advert())
    await settled(one)
    assert one.trouble == "no_interface"
    assert one.changed.is_set()
    assert one.listings == ()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.ENODEV, "No such device"), "no_device"),
        (OSError(errno.EADDRINUSE, "Address in use"), "no_multicast"),
        (OSError(errno.EPERM, "Not permitted"), "not_allowed"),
        (OSError("strange"), "failed"),
        (RuntimeError("No adapter found"), "failed"),
        (AssertionError(), "failed"),
    ],
)
async def test_whatever_the_library_raises_is_told_and_not_fatal(near, monkeypatch, error, reason):
    def broken(*args, **options):
        raise error

    one = near()
    with monkeypatch.context() as patch:
        patch.setattr("zeroconf.asyncio.AsyncZeroconf", broken)
        one.browse()
        await settled(one)
        assert one.trouble == reason
    await one.close()
    assert one.trouble is None


def test_the_libraries_are_loaded_only_when_used():
    code = (
        "import sys, net.discovery, net.links, net.pake, net.certificate\n"
        "print({'zeroconf', 'ifaddr', 'spake2', 'cryptography.x509'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("set()\n", "")


# A network of one machine.


def _multicast():
    """Why there is no multicast on the loopback interface here; None if there is."""
    group, here = socket.inet_aton("224.0.0.251"), socket.inet_aton(LOOPBACK)
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.bind(("", 0))
            one.settimeout(5)
            one.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + here)
            one.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, here)
            one.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, struct.pack("B", 1))
            one.sendto(b"hello", ("224.0.0.251", one.getsockname()[1]))
            one.recv(16)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            one.bind(("", 5353))
    except OSError as error:
        return str(error)
    return None


@pytest.fixture(scope="module")
def why_not():
    return _multicast()


@pytest.fixture
def multicast(why_not, monkeypatch):
    """A network with nobody else on it: whoever runs these tests at the same time looks for another service."""
    if why_not:
        pytest.skip(f"no multicast on this machine's loopback interface: {why_not}")
    monkeypatch.setattr(adverts, "SERVICE", f"_atl{secrets.token_hex(4)}._tcp.local.")


@pytest.mark.usefixtures("multicast")
async def test_a_table_appears_changes_and_says_goodbye(near):
    table, seeker = advert(), near()
    seeker.browse()
    await settled(seeker)
    host = near()
    host.browse()
    host.announce(table)

    def found():
        return [listing for listing in seeker.listings if listing.id == table.id]

    await until(seeker, found)
    (listing,) = found()
    assert listing[1:] == (((LOOPBACK, 7777),), "atlantis", 4, 2, False, table.id, True, table.mark)
    await settled(host)
    host.announce(table._replace(taken=3, playing=True))
    await until(seeker, lambda: found() and found()[0].playing)
    assert found()[0].taken == 3
    assert found()[0].name == listing.name
    assert not [listing for listing in host.listings if listing.id == table.id]  # its own is no news to it
    latecomer = near()
    latecomer.browse()
    await until(latecomer, lambda: table.id in [listing.id for listing in latecomer.listings])
    seeker.drop(listing.name)
    assert found() == []
    host.announce(None)
    await until(latecomer, lambda: table.id not in [listing.id for listing in latecomer.listings])
    await host.close()
    assert (seeker.trouble, host.trouble, latecomer.trouble) == (None, None, None)


@pytest.mark.usefixtures("multicast")
async def test_a_socket_that_dies_and_an_interface_that_goes_and_comes(near, monkeypatch):
    table, one, other = advert(), near(), near()
    one.browse()
    one.announce(table)
    other.browse()
    await until(other, lambda: table.id in [listing.id for listing in other.listings])
    await settled(one)

    before = one._zeroconf
    for wrapped in before.zeroconf.engine.senders:
        wrapped.transport.abort()
    one.refresh()
    await settled(one)
    assert one.trouble is None
    assert one._zeroconf is not before

    with monkeypatch.context() as patch:
        patch.setattr(module, "_own_addresses", lambda chosen: [])
        other.refresh()
        await settled(other)
        assert other.trouble == "no_interface"
        assert other.listings == ()
    other.refresh()
    await settled(other)
    assert other.trouble is None
    await until(other, lambda: table.id in [listing.id for listing in other.listings])


@pytest.mark.usefixtures("multicast")
async def test_it_looks_after_itself(near, monkeypatch):
    """The interface is there again, and nobody had to say so."""
    one = near(refresh_seconds=0.01)
    with monkeypatch.context() as patch:
        patch.setattr(module, "_own_addresses", lambda chosen: [])
        one.browse()
        await until(one, lambda: one.trouble == "no_interface")
    await until(one, lambda: one.trouble is None)


@pytest.mark.usefixtures("multicast")
async def test_sixty_four_listings_and_no_more(near):
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    crowd = AsyncZeroconf(interfaces=[LOOPBACK])
    try:
        for number in range(MOST_LISTINGS + 3):
            info = AsyncServiceInfo(
                adverts.SERVICE,
                f"crowd{number}.{adverts.SERVICE}",
                port=7777,
                addresses=[socket.inet_aton(LOOPBACK)],
                server=f"crowd{number}.local.",
                properties=advert().text(),
            )
            crowd.zeroconf.registry.async_add(info)  # without asking round first: it is a rude crowd
        seeker = near()
        seeker.browse()
        await until(seeker, lambda: len(seeker.listings) == MOST_LISTINGS)
        await asyncio.wait_for(soon(lambda: seeker._waiting), PATIENCE)
        first = seeker.listings[0].name
        seeker.drop(first)
        await until(seeker, lambda: len(seeker.listings) == MOST_LISTINGS)
        assert first not in [listing.name for listing in seeker.listings]
    finally:
        crowd.zeroconf.registry.async_remove(crowd.zeroconf.registry.async_get_service_infos())
        await crowd.async_close()


def test_places_on_the_list_go_to_the_newest_and_the_oldest_by_turns(monkeypatch):
    """So that old names get their turn in any flood of new ones. Names that were put off come last, also when they are
    heard again."""
    from zeroconf import ServiceStateChange

    seeker, asked, library = Discovery(), [], cast(Any, None)
    monkeypatch.setattr(seeker, "_zeroconf", SimpleNamespace(zeroconf=None))

    def ask(_zeroconf, name):
        asked.append(name)
        seeker._listings[name] = cast(Any, None)

    monkeypatch.setattr(seeker, "_ask", ask)
    crowd = [f"{number}.{adverts.SERVICE}" for number in range(MOST_LISTINGS)]
    for name in (*crowd, "first", "second"):
        seeker._heard(library, "", name, ServiceStateChange.Added)
    seeker.put_off("0")
    for name in (crowd[0], "third", "fourth", crowd[0]):
        seeker._heard(library, "", name, ServiceStateChange.Added)
    for name in crowd[1:5]:
        seeker._heard(library, "", name, ServiceStateChange.Removed)
    assert asked[MOST_LISTINGS:] == ["second", "first", "fourth", "third", crowd[0]]


@pytest.mark.usefixtures("multicast")
async def test_it_can_be_closed_in_the_middle_of_anything(near):
    one = near()
    one.browse()
    one.announce(advert())
    await one.close()  # before it began
    one.announce(advert())
    await asyncio.wait_for(soon(lambda: one._zeroconf), PATIENCE)
    await one.close()  # while it asks whether the name is free
    assert one._zeroconf is None
    one.browse()
    await settled(one)
    assert one.trouble is None


@pytest.mark.usefixtures("multicast")
async def test_no_socket_is_left_when_it_is_closed_while_it_starts_anew(near, monkeypatch):
    one = near()
    one.browse()
    await settled(one)
    before = one._zeroconf
    engine = before.zeroconf.engine
    sockets = [wrapped.transport for wrapped in (*engine.readers, *engine.senders)]
    close, may_close = before.async_close, asyncio.Event()

    async def slowly():
        await may_close.wait()
        await close()

    monkeypatch.setattr(before, "async_close", slowly)
    monkeypatch.setattr(one, "_healthy", lambda: False)
    one.refresh()
    await asyncio.wait_for(soon(lambda: one._zeroconf is None), PATIENCE)
    closing = asyncio.create_task(one.close())
    await asyncio.wait_for(soon(lambda: one._worker is None), PATIENCE)
    may_close.set()
    await closing
    assert all(transport.is_closing() for transport in sockets)


async def test_it_ends_when_it_is_closed_although_the_library_loses_the_cancellation(near, monkeypatch):
    one, starting = near(), asyncio.Event()

    async def start():
        starting.set()
        # As wait_for of Python 3.11 does, if what it waits for is done at the same moment.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    monkeypatch.setattr(one, "_start", start)
    one.browse()
    await asyncio.wait_for(starting.wait(), PATIENCE)
    async with asyncio.timeout(PATIENCE):
        await one.close()
    assert one._worker is None
