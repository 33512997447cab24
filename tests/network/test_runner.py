"""Several programs in one: the same shells and fronts, in one event loop, each with a home and a key of its own."""

import asyncio
import io
import re
import socket
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, get_args

import pytest

from atlantis_tui.network.addresses import is_ours
from atlantis_tui.network.lookup import TableLookup
from atlantis_tui.network.news import TableEnded, TimePassed
from atlantis_tui.network.runner import JoinTarget, SessionRunner, now_ms
from atlantis_tui.plain.network_front import PlainNetworkFront
from atlantis_tui.plain.network_keyboard import FrontEnded
from core.frames import pack_record
from core.log import FileLog
from net import messages as m
from net.handshake import to_open_table, with_code, with_key
from net.identity import Identity
from net.refusal import Refusal
from net.session import limits, notices
from net.session.notices import Notice
from net.session.session import Session
from tests.network.test_lookup import has_ipv6

HERE = "127.0.0.1"


class Quiet(io.StringIO):
    """Nobody types here, and nobody leaves either."""

    def fileno(self):
        raise OSError


@pytest.fixture
def seat(monkeypatch, tmp_path):
    """A runner with its front: a host, or somebody who comes to one. `plays` is a bot; else it watches."""

    @asynccontextmanager
    async def sit(name, table=None, visit=None, plays="random", seats=2, log=None):
        monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / name))
        target = None if table is None else JoinTarget(((HERE, table.port),), visit or to_open_table())
        runner: Any = SessionRunner(
            Identity(name.encode().ljust(32)), name, target=target, door="open", discovers=False
        )
        runner.listen(HERE)
        runner.dialled, dial = [], runner.links.dial
        runner.links.dial = lambda *way: runner.dialled.append(way) or dial(*way)
        if log is not None:
            runner.sit(lambda me, now: Session.resume(me, now, log))
        elif table is None:
            runner.sit(lambda me, now: Session.host(me, now, "Reef", "atlantis", {}, seats))
        elif plays is None:
            runner.sit(Session.watch)
        else:
            runner.sit(Session.guest)
        runner.front = PlainNetworkFront(runner, Quiet(), io.StringIO(), plays=plays, watches=plays is None)
        try:
            yield runner
        finally:
            await runner.close()

    return sit


async def until(there, *running):
    """Waits for it, as long as all that should bring it about is still at work."""
    while not there():
        for task in running:
            assert not task.done(), task
        await asyncio.sleep(0.001)


def said(runner):
    return runner.front.stdout.getvalue()


async def test_who_watches_sees_the_game_and_no_hidden_face(seat):
    async with seat("Anna", seats=3) as anna, seat("Boris", anna) as boris, seat("Wanda", anna, plays=None) as wanda:
        running = [asyncio.create_task(one.front.run()) for one in (anna, boris, wanda)]
        await until(lambda: anna.session.table.watching, *running)
        async with seat("Chloe", anna) as chloe:
            known: dict[int, Any] = {}  # by step: the position as the program of somebody who watches has it

            def look(step):
                known[step.n] = step.state.copy()

            chloe_runs = asyncio.create_task(chloe.front.run())
            await until(lambda: wanda.session.watched and wanda.session.watched.table, *running, chloe_runs)
            wanda.session.watched.table.listeners.append(look)
            assert await asyncio.gather(*running, chloe_runs) == [0, 0, 0, 0]
            watched, played = wanda.session.watched, anna.session.game
            export = played.table.game.export
            steps = {step.n: step.state for step in played.table.steps}
            assert len(known) > 20
            for n, state in known.items():
                assert export(state) == export(steps[n].view(None))
                assert [hand.held for hand in state.hands] == [hand.held for hand in steps[n].view(None).hands]
            seed = watched.log.records[3]
            assert (seed.kind, seed.body) == ("seed", None)
            shares = [share for _, share, _ in played.log.records[3].body]
            kept = b"".join(pack_record(record) for record in watched.log.records)
            assert not any(share in kept for share in shares)
    drawn = re.findall(r"draws? ([^.]*)\.", said(wanda))
    assert drawn
    assert all(re.fullmatch(r"\d+ cards?", words) for words in drawn)
    assert re.search(r" wins|share the win", said(wanda))


async def test_players_are_told_who_watches_and_who_watches_is_told_who_is_away(seat):
    """In lines of text, as it happens and when asked."""
    async with seat("Anna", plays=None) as anna, seat("Boris", anna) as boris:
        running = [asyncio.create_task(anna.front.run())]
        await until(lambda: boris.session.seat is not None, *running)
        boris.wish(lambda session: session.ready())
        await until(lambda: anna.session.lobby.places[1].ready, *running)
        anna.wish(lambda session: session.ready())
        anna.wish(lambda session: session.start())
        async with seat("Wanda", anna, plays=None) as wanda:
            running.append(asyncio.create_task(wanda.front.run()))
            await until(lambda: "Wanda watches now.\n" in said(anna), *running)
            await until(lambda: wanda.front.table is not None, *running)
            anna.front.keyboard.typed("who")
            assert "Boris is here.\nWatching: Wanda.\n" in said(anna)
            boris.session.table = replace(boris.session.table, seats=())  # a host can show any lobby during a game
            boris.front.keyboard.typed("kick anna")
            assert said(boris).endswith("Only the host can do that, and not to the host.\n")
            await boris.close()
            await until(lambda: "Boris left the table.\n" in said(wanda), *running)
            wanda.front.keyboard.typed("who")
            assert said(wanda).endswith("Anna is here.\nBoris has left the table.\nWatching: Wanda.\n")
        await until(lambda: "Wanda watches no longer.\n" in said(anna), running[0])
        anna.front.keyboard.typed("who")
        assert "Watching" not in said(anna).rpartition("Anna is here.")[2]


async def test_who_never_came_to_the_table_looks_for_its_host_by_key(seat):
    """Whoever opened a game again has nowhere where it came; the others may be in another's lobby since. While it knows
    no host either, it only waits."""
    async with seat("Anna", seats=3) as anna:
        boris: Any = SessionRunner(Identity(b"Boris".ljust(32)), "Boris", door="open", discovers=False)
        try:
            boris.sit(Session.guest)
            for later in range(10):
                boris._do(boris.session.tick(now_ms() + 1000 * later))
            assert not boris._dials
            boris.session.host_key = anna.identity.key
            boris._places.reached(anna.identity.key, (HERE, anna.port))
            anna._let_in[boris.identity.key] = None
            await until(lambda: boris.session.seat == 1, boris._ticking)
        finally:
            await boris.close()


async def test_a_game_may_be_over_for_so_long_that_the_lobby_is_open_again(seat):
    """A host need not wait until all have read the end."""
    async with seat("Anna") as anna:
        with pytest.raises(FrontEnded):
            anna.front._game_over(notices.Over((3, 2), (0,)))


async def test_a_link_that_breaks_comes_back_and_the_game_is_the_same(seat):
    async with seat("Anna") as anna, seat("Boris", anna) as boris:
        running = [asyncio.create_task(one.front.run()) for one in (anna, boris)]
        await until(lambda: boris.session.game and boris.session.game.last >= 10, *running)
        for link in boris.links.all:
            link.abort()
        assert await asyncio.gather(*running) == [0, 0]
        assert anna.session.game.chain.head == boris.session.game.chain.head
        assert "lost the link" in said(anna) or "is back" not in said(anna)
        assert "The host is gone" in said(boris)
        assert "The host is there again" in said(boris)


async def test_a_guest_is_told_when_the_host_closes_the_table(seat):
    async with seat("Anna", seats=3) as anna, seat("Boris", anna) as boris:
        running = asyncio.create_task(boris.front.run())
        await until(lambda: boris.session.table is not None, running)
        await anna.close()
        assert await running == 1
        assert "Anna was the host, and left at " in said(boris)


async def test_who_is_sent_away_does_not_come_back(seat):
    async with seat("Anna", seats=3) as anna, seat("Boris", anna) as boris:
        running = asyncio.create_task(boris.front.run())
        await until(lambda: boris.session.table is not None, running)
        anna.front.keyboard.typed("kick boris")
        assert await running == 1
        assert said(boris).endswith("The host does not want you at this table.\n")
        async with seat("Boris", anna) as again:
            async for news in again.news():
                if isinstance(news, TableEnded):
                    assert (news.why.reason, news.why.params) == ("refused", {"why": "kicked"})
                    break


async def test_nobody_sits_down_beside_themselves(seat, capsys):
    async with seat("Anna", seats=3) as anna, seat("Anna", anna) as window:
        assert await window.front.run() == 2
        assert "You are at this table already" in capsys.readouterr().err


async def test_the_door_of_a_guest_is_closed_to_all_but_players(seat):
    async with seat("Anna", seats=3) as anna, seat("Boris", anna) as boris:
        running = asyncio.create_task(boris.front.run())
        await until(lambda: boris.session.table is not None, running)
        async with TableLookup(anna.identity, discovers=False) as lookout:
            assert (await lookout.at(f"{HERE}:{boris.port}")).info.door == "closed"
            assert (await lookout.at(f"{HERE}:{anna.port}")).info.door == "open"
        for visit, reason in (
            (to_open_table(), "other_door"),
            (with_code("123456"), "other_door"),
            (with_key(boris.identity.fingerprint), "unknown_key"),
        ):
            async with seat("Wanda", boris, visit, plays=None) as wanda:
                async for news in wanda.news():
                    if isinstance(news, TableEnded):
                        assert news.why.reason == reason
                        break
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_an_error_in_the_program_comes_out_of_the_news(seat, monkeypatch):
    async with seat("Anna", seats=3) as anna, seat("Boris", anna):
        monkeypatch.setattr(anna.session, "feed", lambda *message: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await anna.front.run()


async def test_no_more_is_printed_than_can_be_read(seat):
    """A host sends talk, tables and links without end; what was left out is counted."""
    async with seat("Anna", seats=3) as anna, seat("Boris", anna, plays=None) as boris:
        annas = asyncio.create_task(anna.front.run())
        running = asyncio.create_task(boris.front.run())
        await until(lambda: anna.session.table.watching and "At the table" in said(boris), annas, running)
        link = next(iter(anna._wires.values()))
        for number in range(400):
            link.send(m.Chat(0, "Anna", f"line {number}"))
            link.send(replace(anna.session.table, watching=(f"W{number}",)))
            await until(lambda: link.queued[0] == 0, annas, running)
        link.send(replace(anna.session.table, watching=("the last",)))
        await until(lambda: boris.session.table.watching == ("the last",) and not len(boris._news), annas, running)
        await until(lambda: "lines were left out, as more came than can be read: type mute NAME" in said(boris))
        assert len(said(boris).splitlines()) <= 100
        for _ in range(1000):
            boris.tell(notices.Misbehaved(0, "flood", None))
        boris.tell(TimePassed())
        await until(lambda: not len(boris._news), annas, running)
        printed = said(boris).count("the link was closed")
        assert printed <= 100
        assert sum(map(int, re.findall(r"^(\d+) lines? w\w+ left out", said(boris), re.M))) >= 1000 - printed
        for task in (annas, running):
            task.cancel()
        await asyncio.gather(annas, running, return_exceptions=True)


async def test_however_many_come_and_go_talk_is_printed(seat):
    """And in the end who is there."""
    async with seat("Anna", seats=3) as anna, seat("Boris", anna, plays=None) as boris:
        annas = asyncio.create_task(anna.front.run())
        running = asyncio.create_task(boris.front.run())
        await until(lambda: anna.session.table.watching and "At the table" in said(boris), annas, running)
        there = boris.session.table
        for number in range(200):
            boris.session.table = replace(there, watching=(f"W{number}",))
            boris.front.show_lobby()
        assert "W199" not in said(boris)
        anna.wish(lambda session: session.chat("still heard"))
        await until(
            lambda: [line.text for line in boris.front.network_table.talk[-1:]] == ["still heard"], annas, running
        )
        await until(lambda: not len(boris._news), annas, running)
        assert "Anna: still heard" in said(boris)
        await until(lambda: boris.tell(TimePassed()) or "Watching: W199." in said(boris), annas, running)
        for task in (annas, running):
            task.cancel()
        await asyncio.gather(annas, running, return_exceptions=True)


async def test_nobody_is_printed_under_the_name_of_a_player(seat):
    async with seat("Anna", seats=3) as anna, seat("\u0410nna", anna, plays=None) as other:
        annas = asyncio.create_task(anna.front.run())
        running = asyncio.create_task(other.front.run())
        await until(lambda: "Watching: \u0410nna 2." in said(other), annas, running)
        other.wish(lambda session: session.chat("I resign \U0001f44d\U0001f3fd"))
        await until(lambda: "\u0410nna 2 (watching): I resign \U0001f44d\n" in said(anna), annas, running)
        link = next(iter(anna._wires.values()))
        link.send(m.Chat(None, "Anna", "me too"))
        await until(lambda: "Anna 2 (watching): me too\n" in said(other), annas, running)
        for task in (annas, running):
            task.cancel()
        await asyncio.gather(annas, running, return_exceptions=True)


def test_every_notice_is_told_or_needs_no_words():
    silent = {notices.Joined, notices.NotJoined}  # others say the same
    nobody: Any = None
    assert set(get_args(Notice)) - set(PlainNetworkFront(nobody, Quiet(), io.StringIO())._handlers) == silent


async def test_on_the_way_back_to_a_game_one_link_is_made_and_not_two(seat):
    async with seat("Anna") as anna:
        annas = asyncio.create_task(anna.front.run())
        async with seat("Boris", anna) as boris:
            running = asyncio.create_task(boris.front.run())
            await until(lambda: boris.session.game and boris.session.game.last >= 10, annas, running)
            gid = boris.session.game.chain.gid
        await running
        visit, log = with_key(anna.identity.fingerprint), FileLog.open(boris.kept.path(gid))
        async with seat("Boris", anna, visit, log=log) as again:
            assert [*await asyncio.gather(annas, again.front.run())] == [0, 0]
            assert len(again.dialled) == 1
            assert again.session.game.chain.head == anna.session.game.chain.head


async def test_who_watches_finds_the_new_host(seat, monkeypatch):
    """By the address that the old one told, and by the key that the old one told the others."""
    for name, ms in (("LOST_MS", 200), ("SETTLE_MS", 200), ("FIRST_DIAL_MS", 50), ("LAST_DIAL_MS", 400)):
        monkeypatch.setattr(limits, name, ms)
    async with (
        asyncio.timeout(60),
        seat("Anna", seats=3) as anna,
        seat("Boris", anna) as boris,
        seat("Wanda", anna, plays=None) as wanda,
    ):
        running = [asyncio.create_task(one.front.run()) for one in (boris, wanda)]
        hosting = asyncio.create_task(anna.front.run())
        await until(lambda: anna.session.table.watching, hosting, *running)
        async with seat("Chloe", anna) as chloe:
            running.append(asyncio.create_task(chloe.front.run()))
            await until(lambda: wanda.session.watched and wanda.session.watched.last >= 10, hosting, *running)
            await until(lambda: wanda.identity.key in boris.session.meeting.watchers, hosting, *running)
            await anna.close()
            await until(lambda: wanda.session.watched and wanda.session.watched.chain.host == 1, *running)
            assert boris.session.hosting
            assert boris.session.table.watching == ("Wanda",)
            before = len(wanda.dialled)
            for link in wanda.links.all:
                link.abort()
            await until(lambda: len(wanda.dialled) > before and wanda.session.watching.source(), *running)
            assert wanda.dialled[before][0][0] == (HERE, boris.port)  # straight back to where it was
            for task in running:
                task.cancel()
            await asyncio.gather(*running, hosting, return_exceptions=True)


class Looking:
    """Discovery on a network where nobody is."""

    listings, trouble = (), None

    def __init__(self):
        self.heard = []

    def browse(self):
        self.heard.append("browse")

    async def close(self):
        self.heard.append("close")

    def refresh(self): ...
    def announce(self, advert): ...


async def test_who_watches_does_not_guess_at_the_code_of_a_host_that_came_back_with_another(seat):
    async with seat("Anna") as anna, seat("Wanda", anna, plays=None) as wanda:
        running = asyncio.create_task(wanda.front.run())
        await until(lambda: anna.session.table.watching, running)
        dialled = len(wanda.dialled)
        wanda._by_key = False
        wanda._not_reached(None, Refusal("wrong_code"))
        await running
        assert said(wanda).endswith("That is not the code of this table: ask the host for it.\n")
        assert len(wanda.dialled) == dialled


async def test_a_host_who_is_gone_is_looked_for_but_not_by_somebody_who_leaves(seat):
    """Leaving ends the way to the host that we are on; discovery would begin anew, and nobody would end it."""
    async with seat("Anna") as anna, seat("Boris", anna) as boris:
        running = [asyncio.create_task(one.front.run()) for one in (anna, boris)]
        await until(lambda: boris.session.game and boris.session.game.last >= 10, *running)
        boris.discovery = looking = Looking()
        for link in boris.links.all:
            link.abort()
        await until(lambda: boris._dials, *running)
        assert looking.heard == ["browse"]
        await boris.close()
        assert not boris._dials
        assert looking.heard == ["browse", "close"]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_link_from_an_address_that_is_ours_no_more_is_given_up_at_once(seat, monkeypatch):
    """Nobody would tell: the others only hear nothing any more."""
    async with seat("Anna") as anna, seat("Boris", anna) as boris:
        running = [asyncio.create_task(one.front.run()) for one in (anna, boris)]
        await until(lambda: boris.session.game and boris.session.game.last >= 10, *running)
        (dead,) = boris.links.all
        monkeypatch.setattr("atlantis_tui.network.runner.is_ours", lambda address: not dead.is_open)
        assert boris._let_go_of_dead_links()  # as four times a second
        assert await asyncio.gather(*running) == [0, 0]
        assert not dead.is_open
        assert len(anna.dialled) + len(boris.dialled) > 1  # the host calls too, and on a busy machine it may be first
        assert anna.session.game.chain.head == boris.session.game.chain.head


@pytest.mark.parametrize(
    ("address", "ours"),
    [("127.0.0.1", True), ("::ffff:127.0.0.1", True), ("192.0.2.1", False), ("::ffff:192.0.2.1", False),
     ("fe80::1", True), ("fe80::1%nowhere0", True), ("", True)],
)  # fmt: skip
def test_whether_an_address_is_ours_is_seen_without_asking_anybody(address, ours):
    assert is_ours(address) == ours


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this machine")
def test_an_address_with_a_zone_is_looked_for_in_that_zone():
    """A link over such an address would be kept until nothing was heard for too long."""
    assert not is_ours(f"fe80::dead:beef%{socket.if_nameindex()[0][1]}")
