"""A host whose program died comes back to its company, wherever that is: in a lobby, in a game, or at its end."""

from __future__ import annotations

import pytest

from net import messages as m
from net.session import limits
from net.session.notices import Misbehaved
from net.session.session import Session
from tests.net.sim import Crash, SimLog
from tests.net.sim_bench import WATCHER, Bench, told

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    """A game of three that has lost its host; the second is host now."""
    return _without_host(Bench().deal())


def _without_host(table: Bench) -> Bench:
    del table.sessions[0]
    for who in [who for who in table.sessions if table.linked(who)]:
        table.cut(who)
    table.wait(limits.LOST_MS + 1000)
    table.connect(2, 1)
    table.wait(limits.SETTLE_MS + limits.VOTE_AGAIN_MS)
    assert table.game_of(1).chain.host == table.game_of(2).chain.host == 1
    return table


def _opens_a_lobby(bench: Bench) -> Session:
    """The program of the first starts again, and it hosts instead of going on. It knows who sat there."""
    keys = [bench.identities[who].key for who in (1, 2)]
    session = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    session.company.expect(keys, {})
    bench.sessions[0] = session
    return session


def _sits_there(bench: Bench) -> None:
    session = bench.sessions[0]
    assert session.game is not None
    assert (session.game.seat, session.hosting, session.lobby) == (0, False, None)
    assert session.game.position == bench.game_of(1).position
    assert bench.disks[0].logs == bench.disks[1].logs
    assert [bench.blamed(who) for who in (0, 1, 2)] == [[], [], []]


def test_it_is_led_to_its_seat_in_a_game_that_is_on(bench: Bench) -> None:
    _opens_a_lobby(bench)
    bench.connect(0, 1)
    _sits_there(bench)


def test_it_never_shows_a_revision_again(bench: Bench) -> None:
    """Also not as the host of the game that it goes on with."""
    session = _opens_a_lobby(bench)
    for rounds in (1, 2, 4):
        bench.act(0, lambda s, rounds=rounds: s.set_rules("pebbles", {"rounds": rounds}, 3))  # type: ignore[misc]
    shown = session.last_rev
    game = next(iter(bench.disks[0].logs))
    session.company.step_down()
    session.starting.take_up(game, bench.identities[1].key)
    assert session.lobby is not None
    assert session.lobby.rev > shown


def test_also_by_a_guest_of_that_game(bench: Bench) -> None:
    _opens_a_lobby(bench)
    bench.connect(0, 2)
    _sits_there(bench)


def test_also_where_they_call_it_first(bench: Bench) -> None:
    _opens_a_lobby(bench)
    bench.connect(1, 0)
    assert bench.sessions[1].stopped is None
    _sits_there(bench)


def test_also_if_its_disk_does_not_have_the_game(bench: Bench) -> None:
    bench.disks[0].logs.clear()
    bench.disks[0].kept.clear()
    _opens_a_lobby(bench)
    bench.connect(0, 1)
    _sits_there(bench)


@pytest.fixture
def over(bench: Bench) -> Bench:
    """That game is over, and the first was there again for its end."""
    bench.sessions[0] = Session.guest(bench.me(0), bench.now)
    bench.connect(0, 1)
    while not bench.game_of(1).ended:
        seat = bench.game_of(1).asked()
        assert seat is not None
        bench.act(seat, lambda s: s.choose(s.game.table.view(s.seat).legal()[0]))  # type: ignore[union-attr]
    del bench.sessions[0]
    bench.cut(1, 0)
    return bench


def test_it_is_led_to_the_result_and_plays_again(over: Bench) -> None:
    _opens_a_lobby(over)
    over.connect(0, 1)
    _sits_there(over)
    first = over.game_of(1).chain.gid
    for who in (0, 1, 2):
        over.act(who, lambda s: s.want_rematch())
    assert over.game_of(0).chain.gid != first
    assert over.game_of(0).position == over.game_of(1).position


def test_a_guest_at_the_result_says_who_is_host(over: Bench) -> None:
    _opens_a_lobby(over)
    over.connect(0, 2)
    assert over.identities[1].key in {dial.key for dial in over.dialled(0)}


def test_whoever_lacks_the_end_of_the_others_gets_it(over: Bench) -> None:
    """Its own log goes on to another end, which nobody else knows."""
    gid = over.game_of(1).chain.gid
    term = next(n for n, link in enumerate(over.game_of(1).chain.links) if link.record.kind == "term")
    del over.disks[0].logs[gid][term:], over.disks[0].terms[gid][term:]
    _opens_a_lobby(over)
    over.connect(0, 1)
    _sits_there(over)


def test_a_host_that_lacks_a_later_term_tells_nobody_how_the_table_is(over: Bench) -> None:
    """It takes itself for the host until it has that log. The new host has opened its lobby again."""
    gid = over.game_of(1).chain.gid
    term = next(n for n, link in enumerate(over.game_of(1).chain.links) if link.record.kind == "term")
    del over.disks[0].logs[gid][term:], over.disks[0].terms[gid][term:]
    over.act(1, lambda s: s.reopen())
    over.sessions[0] = Session.resume(over.me(0), over.now, SimLog(over.disks[0], gid))
    assert over.sessions[0].hosting
    over.connect(0, 1)
    over.wait(1000)
    assert over.disks[0].logs == over.disks[1].logs
    assert [over.blamed(who) for who in (0, 1, 2)] == [[], [], []]


def test_who_puts_its_entries_aside_orders_nothing_more_in_their_term() -> None:
    """Not even if it crashes before it has the first entry of the later term: it would sign twice for one place."""
    bench = Bench().deal()
    bench.turn_of(0)
    bench.deaf |= {1, 2}
    bench.move()
    bench.deaf.clear()
    gid, before = bench.game.chain.gid, len(bench.game.chain)
    _without_host(bench)
    bench.sessions[0] = Session.resume(bench.me(0), bench.now, SimLog(bench.disks[0], gid))
    assert bench.sessions[0].hosting
    bench.disks[0].crash_at = "rewind", False
    with pytest.raises(Crash):
        bench.connect(0, 1)
    assert len(bench.disks[0].logs[gid]) < before
    bench.disks[0].crash_at = None
    again = Session.resume(bench.me(0), bench.now, SimLog(bench.disks[0], gid))
    assert not again.hosting


def test_the_host_of_a_start_is_let_in_by_who_believes_to_be_linked_to_it() -> None:
    bench = Bench(people=2)
    bench.withheld = lambda who, message: None if who == 1 and isinstance(message, m.ReplyMessage) else message
    bench.deal()
    (link,) = bench.sessions[0].peers
    bench.withheld = lambda who, message: message
    bench.sessions[0].closed(link)
    bench.connect(0, 1)
    assert bench.game.table is not None
    assert bench.game_of(1).position == bench.game.position


def test_who_was_called_by_the_host_of_a_start_sits_in_its_lobby_when_that_fails() -> None:
    bench = Bench()
    bench.withheld = lambda who, message: None if who == 2 and isinstance(message, m.ReplyMessage) else message
    bench.deal()
    bench.cut(1)
    log = SimLog(bench.disks[1], bench.game.chain.gid)
    bench.sessions[1] = Session.resume(bench.me(1), bench.now, log)  # its program was started again
    bench.connect(0, 1)
    bench.act(0, lambda s: s.abandon())
    bench.wait(1000)
    assert told(bench, 1, Misbehaved) == []
    assert bench.sessions[1].table == bench.sessions[0].table


def test_who_leaves_a_start_for_another_lobby_hangs_up() -> None:
    """The host of the start does not know, and goes on telling how the table is."""
    bench = Bench()
    bench.withheld = lambda who, message: None if isinstance(message, m.ReplyMessage) else message
    bench.deal()
    bench.connect_only(2, 1)
    bench.say(1, m.Joined("player", 2, None, 0, None, None), to=2)
    assert bench.sessions[2].game is None
    assert not bench.linked(2, 0)
    assert bench.blamed(2) == []


def test_who_looks_for_a_host_to_watch_is_told_of_it_by_a_guest() -> None:
    bench = _without_host(Bench(watcher=True).deal())
    bench.connect(WATCHER, 2)
    refused = [message for message in bench.got[WATCHER] if isinstance(message, m.Refused)][-1]
    assert (refused.reason, refused.params["host"]) == ("not_host", bench.identities[1].key)


def test_who_has_found_no_table_yet_follows_a_guest_to_its_host() -> None:
    """It comes to where the table was, after its program was started again."""
    bench = Bench().join()
    bench.wait(500)
    bench.cut(2)
    bench.sessions[2] = Session.guest(bench.me(2), bench.now)
    bench.connect(2, 1)
    assert bench.identities[0].key in {dial.key for dial in bench.dialled(2)}


def test_who_has_lost_the_host_calls_those_too_who_sat_there_before() -> None:
    """A host came back alone for a moment, and showed a table without the others."""
    bench = Bench(watcher=True)
    for who in (1, 2, WATCHER):
        bench.connect(who, address=f"192.0.2.{10 + who}")
    bench.wait(500)
    for who in (1, 2):
        bench.act(who, lambda s: s.leave())
    bench.wait(500)
    bench.cut(WATCHER)
    bench.dials.clear()
    bench.wait(limits.LOST_MS + 2000)
    called = {(dial.key, dial.address, dial.port) for dial in bench.dialled(WATCHER)}
    assert {(bench.identities[who].key, f"192.0.2.{10 + who}", 5000 + who) for who in (1, 2)} <= called


# A wish for another game ---------------------------------------------------------------------------------------------


def _lose_the_host(bench: Bench) -> Bench:
    del bench.sessions[0]
    for who in (1, 2):
        bench.cut(who)
    bench.wait(500)
    return bench


def _begins_when_the_first_is_back(bench: Bench) -> None:
    bench.sessions[0] = Session.guest(bench.me(0), bench.now)
    bench.connect(0, 1)
    bench.act(0, lambda s: s.ready())
    bench.wait(1000)
    assert bench.game_of(0).position == bench.game_of(1).position == bench.game_of(2).position


@pytest.fixture
def wanted() -> Bench:
    """A game is over, and the second and third want another."""
    bench = Bench().deal()
    bench.finish()
    for who in (1, 2):
        bench.act(who, lambda s: s.want_rematch())
    return bench


def test_a_new_host_wants_it_still_when_somebody_was_gone_for_a_moment(wanted: Bench) -> None:
    bench = _lose_the_host(wanted)
    bench.act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    bench.cut(2, 1)
    bench.connect(2, 1)
    _begins_when_the_first_is_back(bench)


def test_a_wish_stands_until_a_start_has_begun_with_it(wanted: Bench) -> None:
    """The host is lost after the guests have said that they are ready, and before it asks them to sign."""
    bench = wanted
    bench.withheld = lambda who, message: None if isinstance(message, m.Ready) else message
    bench.act(0, lambda s: s.want_rematch())
    assert bench.sessions[1].starting.is_pledged
    bench.withheld = lambda who, message: message
    _lose_the_host(bench).act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    _begins_when_the_first_is_back(bench)


def test_of_two_new_hosts_the_one_that_becomes_a_guest_wants_it_still(wanted: Bench) -> None:
    bench = _lose_the_host(wanted)
    for who in (1, 2):
        bench.act(who, lambda s: s.take_over())
    bench.connect(2, 1)
    bench.connect(1, 2)
    hosts = [who for who in (1, 2) if bench.sessions[who].hosting]
    if hosts == [2]:  # the one with the lower key
        bench.sessions[0] = Session.guest(bench.me(0), bench.now)
        bench.connect(0, 2)
        bench.act(0, lambda s: s.ready())
        assert bench.game_of(0).position == bench.game_of(1).position == bench.game_of(2).position
    else:
        _begins_when_the_first_is_back(bench)


def test_whoever_takes_ready_back_does_not_want_it_any_more(wanted: Bench) -> None:
    bench = _lose_the_host(wanted)
    bench.act(1, lambda s: s.take_over())
    bench.act(1, lambda s: s.ready(False))
    bench.connect(2, 1)
    bench.sessions[0] = Session.guest(bench.me(0), bench.now)
    bench.connect(0, 1)
    bench.act(0, lambda s: s.ready())
    bench.wait(1000)
    assert bench.sessions[1].game is None


# What takes no ready back --------------------------------------------------------------------------------------------


def _ready(bench: Bench) -> list[bool]:
    table = bench.sessions[0].table
    assert table is not None
    return [row[4] for row in table.seats]


def test_who_sits_down_on_an_open_seat_takes_nobodys_ready_back() -> None:
    bench = Bench()
    bench.connect(1)
    for who in (0, 1):
        bench.act(who, lambda s: s.ready())
    before = bench.sessions[0].lobby
    assert before is not None
    rev = before.rev
    bench.connect(2)
    assert _ready(bench) == [True, True, False]
    assert before.rev == rev
    bench.act(2, lambda s: s.ready())
    bench.act(0, lambda s: s.start())
    assert bench.game_of(1).position == bench.game.position


def test_the_same_rules_and_the_same_name_take_nobodys_ready_back() -> None:
    bench = Bench().join().ready()
    bench.act(0, lambda s: s.set_rules("pebbles", {}, 3))
    bench.act(1, lambda s: s.rename("P1"))
    assert _ready(bench) == [True, True, True]
    bench.act(0, lambda s: s.set_rules("pebbles", {"rounds": 4}, 3))
    assert _ready(bench) == [False, False, False]
