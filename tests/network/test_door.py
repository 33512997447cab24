"""The door of a table on real sockets: who answers in its place gets nobody in, and who was sent away stays out."""

import asyncio
import io
import socket
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from atlantis_tui.commands.come_to_table import come
from atlantis_tui.network.addresses import MOST_PEOPLE, AddressBook
from atlantis_tui.network.advert import advert_of
from atlantis_tui.network.files import NetworkGameFiles
from atlantis_tui.network.join import fellows, needs_code, way_in
from atlantis_tui.network.lookup import SeenTable
from atlantis_tui.network.news import TableEnded
from atlantis_tui.network.runner import MOST_LET_IN, JoinTarget, SessionRunner, our_hello
from atlantis_tui.plain.network_front import PlainNetworkFront
from core.frames import MAGIC, frame, pack_record
from core.log import FileLog
from net import messages, wire
from net.adverts import mark_of
from net.certificate import joining_context
from net.handshake import to_open_table, with_code, with_key, with_ticket
from net.identity import Identity
from net.link import LIMITS
from net.links import Links
from net.messages import MAX_WATCHING, AskTable, Hello, Knock, TableInfo
from net.refusal import Refusal
from net.session.actions import Dial
from net.session.session import Session
from tests.net.lan import in_play
from tests.net.links.ends import Heard
from tests.net.sim import laboratory
from tests.net.sim_bench import Bench

HERE, CODE, OTHER_CODE = "127.0.0.1", "123456", "654321"
PATIENCE = 60
ANNA = Identity(b"Anna".ljust(32))


@pytest.fixture
def sit(monkeypatch, tmp_path):
    """A runner: a host, or somebody who comes to one."""

    @asynccontextmanager
    async def sits(name, table=None, visit=None, door="code", log=None, seats=3, code=CODE):
        monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / name))
        target = None if table is None else JoinTarget(((HERE, table.port),), visit or to_open_table())
        identity = Identity(name.encode().ljust(32))
        runner: Any = SessionRunner(identity, name, target=target, door=door, code=code, discovers=False)
        runner.listen(HERE)
        if log is not None:
            runner.sit(lambda me, now: Session.resume(me, now, log))
        elif table is None:
            runner.sit(lambda me, now: Session.host(me, now, "Reef", "atlantis", {}, seats))
        else:
            runner.sit(Session.guest)
        try:
            yield runner
        finally:
            await runner.close()

    return sits


async def until(holds):
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.001)


async def ended(runner):
    """Why there is nothing more to come."""
    async with asyncio.timeout(PATIENCE):
        async for news in runner.news():
            if isinstance(news, TableEnded):
                return news.why
    raise AssertionError


def seen(door, state="lobby", visit=None):
    return SeenTable(((HERE, 1),), TableInfo("Reef", "atlantis", 4, 1, 0, state, door, None, "Anna"), visit)


# Who answers in the place of a table.


@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
@pytest.mark.parametrize("door", ["open", "code", "closed"])
def test_what_somebody_has_to_show_is_shown_whatever_the_table_says(door, state):
    ticket, hosts = with_ticket(b"h" * 16, b"t" * 10), (b"a" * 16, b"b" * 16)
    assert way_in(seen(door, state, ticket), CODE, ()) == ticket
    assert way_in(seen(door, state), CODE, ()) == with_code(CODE)
    assert way_in(seen(door, state), CODE, hosts) == with_code(CODE)
    assert way_in(seen(door, state), None, hosts) == with_key(*hosts)


@pytest.mark.parametrize("state", ["lobby", "playing"])
def test_who_has_nothing_to_show_needs_the_code_or_an_open_door(state):
    assert way_in(seen("open", state), None, ()) == to_open_table()
    for door in ("code", "closed"):
        with pytest.raises(Refusal) as caught:
            way_in(seen(door, state), None, ())
        assert (caught.value.reason, caught.value.params) == ("other_door", {"door": door})
    assert needs_code(seen("code", state), ())
    assert not needs_code(seen("code", state), (b"a" * 16,))
    assert not needs_code(seen("open", state), ())


async def test_an_evil_twin_that_says_open_does_not_get_who_has_the_code(sit, monkeypatch, tmp_path, capsys):
    async with sit("Eve", door="open") as twin:
        met: list[Any] = []
        twin.opened = lambda link, who: met.append(who)
        monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "Boris"))
        table = f"{HERE}:{twin.port}"
        coming = asyncio.create_task(
            come(table, "Boris", io.StringIO(), io.StringIO(), code=CODE, plays="random", discovers=False)
        )
        await until(lambda: coming.done() or met)
        assert met == []
        assert await coming == 2
        assert "somebody else may answer in its place" in capsys.readouterr().err


async def test_who_has_met_the_host_goes_to_nobody_else_at_an_open_door(sit):
    """The host is gone, and somebody else opens a table at its address, where everybody is let in."""
    async with sit("Anna", door="open") as anna, sit("Boris", anna) as boris:
        await until(lambda: boris.session.host_key == ANNA.key)
        await anna.close()
        async with sit("Eve", door="open") as twin:
            boris._target = boris._ways._target = JoinTarget(((HERE, twin.port),), to_open_table())
            boris._places._places.clear()
            for by_key in (True, False):
                visit, _ = boris._ways.to(boris.session, Dial(None, None), by_key=by_key)
                assert visit.hosts == (ANNA.fingerprint,)
                link = boris.links.dial([(HERE, twin.port)], visit)
                await until(lambda link=link: link._is_gone)
                assert link.who is None
            assert twin.session.peers == {}


async def test_who_comes_back_by_key_goes_only_to_people_of_that_game(sit, tmp_path):
    log = in_play(people=3)[0]
    path = tmp_path / "game.atl"
    path.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in log.records))
    path.chmod(0o600)
    with FileLog.open(path) as kept:
        hosts = fellows(kept, log.ids[1])
    assert hosts == (log.ids[0].fingerprint, log.ids[2].fingerprint)
    async with sit("Eve") as eve, sit("Boris", eve, with_key(*hosts)) as boris:
        assert (await ended(boris)).reason == "unknown_key"
        assert eve.session.peers == {}


# Who the host is, and which protocol it speaks.


async def answers(port, *said, enough):
    """What a stranger hears who says this: all of it, as bytes and as messages."""
    reader, writer = await asyncio.open_connection(HERE, port, ssl=joining_context(), server_hostname="")
    writer.write(b"".join(wire.framed(messages.write(one)) for one in said))
    frames, heard = wire.Frames(), b""
    found: list[Any] = []
    async with asyncio.timeout(PATIENCE):
        while len(found) < enough and (data := await reader.read(4096)):
            heard += data
            found += [messages.read(one) for one in frames.feed(data)]
    writer.transport.abort()
    return heard, found


async def test_an_older_program_is_told_in_one_sentence_that_it_is_older(sit):
    async with sit("Anna") as anna:
        old = Hello((1, 1), "atlantis-0.1", (), our_hello(bytes(16)).games, b"n" * 16)
        _, (hello, told) = await answers(anna.port, old, enough=2)
        assert hello.proto == (3, 3)
        assert (told.of, told.reason, told.params["older"]) == ("HELLO", "no_common_protocol", "them")


@pytest.mark.parametrize(("way", "reason"), [("key", "unknown_key"), ("ticket", "wrong_ticket")])
async def test_a_stranger_learns_nothing_by_which_the_host_is_known_again(sit, way, reason):
    async with sit("Anna") as anna:
        said = (our_hello(b"n" * 16), AskTable(), Knock(way, (b"p" * 32,) * 8))
        heard, (_hello, _table, told) = await answers(anna.port, *said, enough=3)
        assert (told.of, told.reason) == ("KNOCK", reason)
        for known in (anna.identity.key, anna.identity.fingerprint):
            assert not any(known[at : at + 4] in heard for at in range(len(known) - 3))


async def test_nor_does_the_network(sit):
    """Two tables of one host have nothing in common that a stranger sees."""
    async with sit("Anna") as first, sit("Anna") as second:
        adverts = [advert_of(one._table_info(), one.port, one._id, one.identity).text() for one in (first, second)]
        assert adverts[0]["k"] != adverts[1]["k"]
        assert adverts[0]["id"] != adverts[1]["id"]
        assert [text["k"] for text in adverts] == [mark_of(text["id"], ANNA.key) for text in adverts]


# Who was sent away.


async def test_who_was_sent_away_does_not_come_back_as_somebody_else(sit):
    """Neither with the code and the ticket that it knows, nor with another key that was here before."""
    async with sit("Anna", seats=4) as anna, sit("Chloe", anna, with_code(CODE)) as chloe:
        await until(lambda: chloe.session.seat is not None)
        async with sit("Boris", anna, with_code(CODE)) as boris:
            await until(lambda: boris.session.seat is not None)
            async with sit("Boris again", anna, with_code(CODE)) as other:
                await until(lambda: other.session.seat is not None)
            await until(lambda: len(anna.session.peers) == 2)
            ticket = with_ticket(anna.identity.fingerprint, anna.token)
            assert anna._knows(other.identity.key)
            anna.kick(boris.identity.key)
            assert (await ended(boris)).params == {"why": "kicked"}
        for name, visit, reason in (
            ("Boris again", with_code(CODE), "wrong_code"),
            ("Boris again", ticket, "wrong_ticket"),
            ("Boris again", with_key(anna.identity.fingerprint), "unknown_key"),
        ):
            async with sit(name, anna, visit) as again:
                assert (await ended(again)).reason == reason
        assert anna.code != CODE
        for link in chloe.links.all:
            link.abort()  # who has a seat comes back as ever
        await until(lambda: chloe.session.seat is not None and len(anna.session.peers) == 1)
        async with sit("Dora", anna, with_ticket(anna.identity.fingerprint, anna.token)) as dora:
            await until(lambda: dora.session.seat is not None)


async def test_at_an_open_table_the_host_is_told_that_anybody_can_come_back(sit):
    async with sit("Anna", door="open") as anna, sit("Boris", anna) as boris:
        front: Any = PlainNetworkFront(anna, io.StringIO(), io.StringIO())
        await until(lambda: boris.session.seat is not None)
        front.keyboard.typed("kick boris")
        assert "Boris can come back under another name: type code" in front.stdout.getvalue()
        front.keyboard.typed("code")
        assert anna.code is not None
        async with sit("Boris again", anna) as again:
            assert (await ended(again)).params == {"door": "code"}


async def test_who_guesses_is_told_of_once_and_not_for_each_guess(sit):
    async with sit("Anna") as anna:
        told: list[Any] = []
        anna.tell = told.append
        for _ in range(3):
            anna.turned_away("192.0.2.7", Refusal("wrong_code"))
            anna.turned_away("192.0.2.8", Refusal("unknown_key"))
        assert [type(news).__name__ for news in told] == ["TurnedAway"]
        anna._gatekeeper.renew()
        anna.turned_away("192.0.2.7", Refusal("wrong_code"))
        assert [type(news).__name__ for news in told] == ["TurnedAway", "CodeChanged", "TurnedAway"]


async def test_that_the_door_is_crowded_is_told_once_for_each_code(sit):
    async with sit("Anna") as anna:
        front: Any = PlainNetworkFront(anna, io.StringIO(), io.StringIO())
        told: list[Any] = []
        anna.tell = told.append
        anna.turned_away("192.0.2.8", Refusal("try_later", ms=900))  # after a wrong code
        assert told == []
        for number in range(9):
            with suppress(Refusal):
                anna._gatekeeper.begin(f"192.0.2.{number}", 0)
        for _ in range(3):
            anna.turned_away("192.0.2.8", Refusal("try_later", ms=900))
        assert [type(news).__name__ for news in told] == ["TurnedAway"]
        front._tell_notice(told[0])
        assert "send the ticket to whoever cannot get in" in front.stdout.getvalue()


async def test_few_of_those_who_were_here_are_remembered(sit):
    async with sit("Anna", door="open") as anna:
        for number in range(2 * MOST_LET_IN):
            link = SimpleNamespace(number=number, address=HERE, dialled=False, send=lambda message: None)
            who = SimpleNamespace(key=number.to_bytes(32), name="x")
            anna._opened(link, who)
            link.who = who
            anna._closed(link, Refusal("lost"))
        assert len(anna._let_in) == MOST_LET_IN
        assert (anna._since, anna._wires, anna._dials) == ({}, {}, {})


# What guests are told.


async def test_guests_are_told_that_they_listen_too(sit):
    async with sit("Anna", door="open") as anna, sit("Boris", anna) as boris:
        await until(lambda: boris.session.table is not None)
        front: Any = PlainNetworkFront(boris, io.StringIO(), io.StringIO())
        hosting: Any = PlainNetworkFront(anna, io.StringIO(), io.StringIO())
        front.show_lobby()
        assert f"Your program listens too, at port {boris.port}" in front.stdout.getvalue()
        boris.wish(lambda session: session.ready())
        await until(lambda: any(row[4] for row in boris.session.table.seats))
        front.show_lobby()
        assert front.stdout.getvalue().count("--address 127.0.0.1") == 1  # and not each time
        hosting.show_lobby()
        assert "listens" not in hosting.stdout.getvalue()


# Where the others are said to be.


def test_names_in_a_file_of_addresses_are_not_looked_up(monkeypatch, tmp_path):
    """An earlier program kept there whatever a host had said."""
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path))
    kept, gid = NetworkGameFiles(), b"g" * 16
    places = {b"a" * 32: ("router.lan", 80), b"b" * 32: ("192.0.2.7", 4711), b"c" * 32: ("0.0.0.0", 4711)}
    kept.keep_addresses(gid, places)
    assert kept.addresses(gid) == {b"b" * 32: ("192.0.2.7", 4711)}
    kept.keep_addresses(gid, {bytes([number]) * 32: ("192.0.2.7", 4711) for number in range(200)})
    assert len(kept.addresses(gid)) <= 8


def test_few_places_are_remembered(monkeypatch, tmp_path):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path))
    places = AddressBook(NetworkGameFiles())
    for number in range(2 * MOST_PEOPLE):
        places.reached(number.to_bytes(32), (HERE, 4711))
    assert places.of((2 * MOST_PEOPLE - 1).to_bytes(32)) == (HERE, 4711)
    assert places.of(bytes(32)) is None
    assert len(places._places) == MOST_PEOPLE


# Who holds the door shut.


def idle(address, port):
    """A connection from this address of this machine that never says a word."""
    try:
        return socket.create_connection((HERE, port), source_address=(address, 0))
    except OSError as error:
        pytest.skip(f"this machine has no {address}: {error}")


@pytest.mark.parametrize("count", [8, LIMITS.strangers])
async def test_twelve_people_come_while_idle_connections_hold_the_door(sit, monkeypatch, count):
    """From four addresses, and each comes again as soon as it is closed; the people come together, with a ticket."""
    async with sit("Anna") as anna, AsyncExitStack() as people:
        held: list[socket.socket] = []

        async def hold(address):
            while True:
                held.append(idle(address, anna.port))
                held[-1].setblocking(False)
                with suppress(ConnectionResetError):
                    await asyncio.get_running_loop().sock_recv(held[-1], 1)
                held[-1].close()

        holding = [asyncio.create_task(hold(f"127.0.0.{number % 4 + 1}")) for number in range(count)]
        try:
            await until(lambda: len(anna.links.all) == count or any(task.done() for task in holding))
            visit = with_ticket(anna.identity.fingerprint, anna.token)
            monkeypatch.setattr(Session, "guest", Session.watch)
            runners = [await people.enter_async_context(sit(f"P{number}", anna, visit)) for number in range(12)]
            for runner in runners:
                runner.sitting = asyncio.create_task(ended(runner))
            await until(
                lambda: len(anna.session.table.watching) == 12 or any(runner.sitting.done() for runner in runners)
            )
            assert [runner.sitting.result() for runner in runners if runner.sitting.done()] == []
            assert not any(task.done() for task in holding)
        finally:
            tasks = [*holding, *(runner.sitting for runner in runners)]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for sock in held:
                sock.close()


async def test_one_key_does_not_hold_many_links_and_none_without_a_wish(sit):
    """Whoever comes in and does not say what it wants, again and again; then a player comes, who does."""
    async with sit("Anna", door="open") as anna:
        anna.links._limits = anna.links._limits._replace(join_ms=300)
        heard = Heard()
        eve = Links(heard, Identity(b"e" * 32), "Eve", our_hello)
        for number in range(5):
            eve.dial([(HERE, anna.port)], to_open_table())
            await heard.until(lambda number=number: len(heard.links) == number + 1)
        assert len([link for link in anna.links.all if link.is_open]) == 1
        async with sit("Boris", anna) as boris:
            await until(lambda: boris.session.seat is not None)
            await heard.until(lambda: len(heard.closed_) == 5)
            assert [params["why"] for _, _, params in heard.closed_] == ["replaced"] * 4 + ["silent"]
            assert boris.session.host_peer() is not None
            assert [peer.name for peer in anna.session.peers.values()] == ["Boris"]
        await eve.close("left")


def test_few_who_watched_are_remembered():
    with laboratory():
        bench = Bench().deal()
    for number in range(3 * MAX_WATCHING):
        bench.sessions[0].meeting.remember_watcher(number.to_bytes(32))
    assert len(bench.sessions[0].meeting.watchers) == MAX_WATCHING
