"""What becomes of a table whose host is lost before a game or between two."""

from __future__ import annotations

import pytest

from net import entries
from net import messages as m
from net.refusal import Refusal
from net.session import limits
from net.session.notices import Begun, HostChanged
from net.session.session import Session
from tests.net.sim_bench import WATCHER, Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")

HOMES = {1: "192.0.2.11", 2: "192.0.2.12", 3: "192.0.2.13", WATCHER: "192.0.2.19"}


def lobby(people: int = 3, watcher: bool = False, seats: int | None = None) -> Bench:
    bench = Bench(people, watcher, seats)
    for who in list(bench.sessions)[1:]:
        bench.connect(who, address=HOMES[who])
    bench.wait(500)
    return bench


def killed(bench: Bench, who: int = 0) -> Bench:
    """This program is gone, and all others see that at once."""
    del bench.sessions[who]
    for other in list(bench.sessions):
        bench.cut(other, who)
    bench.wait(1000)
    return bench


def test_everybody_misses_a_host_that_is_lost_and_only_then_can_somebody_take_its_place() -> None:
    bench = lobby()
    with pytest.raises(Refusal, match="unexpected_message"):
        bench.sessions[1].take_over()
    assert not any(session.may_take_over for session in bench.sessions.values())
    killed(bench)
    assert [bench.sessions[who].may_take_over for who in (1, 2)] == [True, True]
    assert all(bench.sessions[who].company.host_is_lost for who in (1, 2))


def test_the_table_stays_the_same_but_for_the_seat_of_its_host() -> None:
    bench = lobby(seats=4)
    bench.act(0, lambda s: s.set_rules("pebbles", {"rounds": 4}, 4))
    bench.act(0, lambda s: s.seat_bot(3, "normal"))
    before = bench.sessions[1].table
    assert before is not None
    killed(bench).act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    table = bench.sessions[2].table
    assert table is not None
    assert (table.name, table.game, table.options, table.host) == (before.name, "pebbles", before.options, 1)
    assert [row[0] for row in table.seats] == ["open", "person", "person", "bot"]
    assert [row[3] for row in table.seats][1:3] == [bench.identities[who].key for who in (1, 2)]
    assert table.rev > before.rev
    assert HostChanged(0, 1) in bench.heard[1]
    assert HostChanged(0, 1) in bench.heard[2]
    assert not any(session.company.host_is_lost for session in bench.sessions.values())


def test_a_game_is_played_at_the_new_table() -> None:
    bench = killed(lobby())
    bench.act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    bench.act(1, lambda s: s.set_rules("pebbles", {}, 2))
    bench.ready().act(1, lambda s: s.start())
    assert any(isinstance(notice, Begun) for notice in bench.heard[2])
    assert bench.game_of(2).position == bench.game_of(1).position
    assert not bench.sessions[2].may_take_over


def test_whoever_comes_back_late_has_lost_the_seat_but_not_the_way_in() -> None:
    bench = killed(lobby())
    bench.act(1, lambda s: s.take_over())
    bench.wait(limits.HELD_MS + 1000)
    table = bench.sessions[1].table
    assert table is not None
    assert [row[0] for row in table.seats].count("open") == 2
    assert bench.identities[2].key in bench.sessions[1].company.expected
    bench.connect(2, 1)
    assert bench.sessions[2].seat is not None


def test_who_has_lost_the_host_dials_all_where_they_are() -> None:
    bench = killed(lobby())
    assert {dial.seat for dial in bench.dialled(1)} == {None}
    bench.wait(limits.LOST_MS + 1000)
    seats = {dial.seat: (dial.address, dial.port) for dial in bench.dialled(1) if dial.seat is not None}
    assert seats[2] == (HOMES[2], 5002)


def test_who_watches_finds_the_new_table() -> None:
    bench = killed(lobby(watcher=True))
    bench.act(1, lambda s: s.take_over())
    assert bench.identities[WATCHER].key in bench.sessions[1].meeting.watchers
    bench.wait(limits.LOST_MS + 1000)
    assert (HOMES[1], 5001) in {(dial.address, dial.port) for dial in bench.dialled(WATCHER)}
    bench.connect(WATCHER, 1)
    assert bench.sessions[WATCHER].table == bench.sessions[1].table


def test_of_two_new_hosts_the_one_with_guests_stays() -> None:
    bench = killed(lobby(4))
    for who in (1, 2):
        bench.act(who, lambda s: s.take_over())
    bench.connect(3, 2)
    bench.connect(1, 2)
    assert not bench.sessions[1].hosting
    assert bench.sessions[1].table == bench.sessions[2].table
    assert len([row for row in bench.sessions[2].table.seats if row[0] == "person"]) == 3  # type: ignore[union-attr]


def test_and_of_two_without_guests_the_one_with_the_lower_key() -> None:
    bench = killed(lobby())
    for who in (1, 2):
        bench.act(who, lambda s: s.take_over())
    low, high = sorted((1, 2), key=lambda who: bench.identities[who].key)
    bench.connect(low, high)
    assert bench.sessions[low].hosting
    assert bench.sessions[high].hosting  # it was asked, and will ask in its turn
    bench.connect(high, low)
    assert not bench.sessions[high].hosting
    assert bench.sessions[high].table == bench.sessions[low].table


def test_whoever_is_asked_and_is_not_host_says_who_is() -> None:
    bench = killed(lobby(4))
    bench.act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    bench.wait(1000)
    bench.got[3].clear()
    bench.connect(3, 2)
    refused = next(message for message in bench.got[3] if isinstance(message, m.Refused))
    assert (refused.reason, refused.params["host"]) == ("not_host", bench.identities[1].key)
    assert bench.identities[1].key in {dial.key for dial in bench.dialled(3)}


def test_a_host_that_plays_again_knows_its_company() -> None:
    """Its program was killed, and another keeps who sat there."""
    bench = lobby()
    keys = {bench.identities[who].key: (HOMES[who], 5000 + who) for who in (1, 2)}
    killed(bench)
    again = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    again.company.expect(keys, keys)
    bench.sessions[0] = again
    assert keys.keys() == again.company.expected
    bench.connect(1, 0)
    assert not bench.sessions[1].company.host_is_lost
    assert again.company.expected == {bench.identities[2].key}


def test_a_wish_to_play_again_is_said_to_the_host_again() -> None:
    """Its program was started again meanwhile, and knows of none."""
    bench = Bench().deal()
    bench.finish()
    bench.act(1, lambda s: s.want_rematch())
    bench.sessions[0].rematch._wanting.clear()
    bench.act(0, lambda s: s.want_rematch())
    assert bench.sessions[0].rematch._wanting == {0, 1}


def test_a_rematch_begins_when_the_last_one_is_back() -> None:
    bench = Bench().deal()
    bench.finish()
    first = bench.game.chain.gid
    bench.act(2, lambda s: s.want_rematch())
    bench.cut(2)
    for who in (0, 1):
        bench.act(who, lambda s: s.want_rematch())
    bench.wait(500)
    assert bench.game.chain.gid == first
    bench.connect(2)
    bench.wait(1000)
    assert bench.game.chain.gid != first


def test_a_wish_to_play_again_waits_for_the_lost_host() -> None:
    bench = Bench().deal()
    bench.finish()
    for who in (1, 2):
        bench.act(who, lambda s: s.want_rematch())
    killed(bench).act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    bench.sessions[0] = Session.guest(bench.me(0), bench.now)
    bench.connect(0, 1)
    assert [row[4] for row in bench.sessions[1].table.seats].count(True) == 2  # type: ignore[union-attr]
    bench.act(0, lambda s: s.ready())
    assert bench.game_of(0).position == bench.game_of(1).position == bench.game_of(2).position


def test_a_host_that_was_cut_off_after_a_game_follows_its_company() -> None:
    bench = Bench().deal()
    bench.finish()
    for who in (1, 2):
        bench.cut(who)
    bench.wait(1000)
    bench.act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    bench.dials.clear()
    bench.wait(limits.LAST_DIAL_MS + 6000)
    assert 1 in {dial.seat for dial in bench.dialled(0)}
    bench.connect(0, 1)
    assert not bench.sessions[0].hosting
    assert bench.sessions[0].table == bench.sessions[1].table
    assert bench.blamed(0) == bench.blamed(1) == []


def test_a_name_is_changed_for_all_and_is_another_table() -> None:
    bench = lobby(watcher=True)
    bench.ready()
    bench.act(1, lambda s: s.rename("Beatrix"))
    bench.act(0, lambda s: s.rename("Beatrix"))
    bench.act(WATCHER, lambda s: s.rename("Beatrix"))
    for session in bench.sessions.values():
        assert session.table is not None
        assert [row[1] for row in session.table.seats] == ["Beatrix 2", "Beatrix", "P2"]
        assert session.table.watching == ("Beatrix 3",)
        assert not any(row[4] for row in session.table.seats)


def test_the_code_is_told_to_all_who_are_there_and_who_come() -> None:
    bench = lobby(watcher=True)
    bench.act(0, lambda s: s.tell_code("482913"))
    assert {session.table_code for session in bench.sessions.values()} == {"482913"}
    bench.cut(2)
    bench.act(0, lambda s: s.tell_code("555111"))
    assert bench.sessions[2].table_code == "482913"
    bench.connect(2)
    bench.wait(500)
    assert bench.sessions[2].table_code == "555111"


def test_somebody_who_was_shown_out_is_not_of_the_company() -> None:
    bench = lobby()
    key = bench.identities[2].key
    bench.act(0, lambda s: s.kick(key))
    killed(bench).act(1, lambda s: s.take_over())
    assert key not in bench.sessions[1].company.expected


def test_who_watches_stays_where_it_was_let_in_first() -> None:
    """A call to the lost host, long under way, is answered when its cable is in again."""
    bench = killed(lobby(watcher=True))
    for who in (1, 2):
        bench.act(who, lambda s: s.take_over())
    bench.connect(WATCHER, 2)
    bench.connect(WATCHER, 1)
    assert bench.sessions[WATCHER].table == bench.sessions[2].table
    assert bench.linked(WATCHER, 2)
    assert not bench.linked(WATCHER, 1)


def half_dealt() -> tuple[Bench, Session]:
    """The host is lost when it has dealt, and seat 1, which has not heard of that, opens the table anew. The host's
    program is put away."""
    bench = lobby()

    def unheard(who: int, message: m.Message) -> m.Message | None:
        entry = isinstance(message, m.EntryMessage) and entries.read_entry(message.raw, message.sig).record.n > 2
        return None if entry else message

    bench.withheld = unheard
    bench.ready().act(0, lambda s: s.start())
    assert bench.game.table is not None
    bench.withheld = lambda who, message: message
    host = bench.sessions[0]
    killed(bench).act(1, lambda s: s.take_over())
    bench.connect(2, 1)
    return bench, host


def come_back(bench: Bench, host: Session) -> bytes:
    """The host's program runs again; its game."""
    game = host.game
    assert game is not None
    log = bench.disks[0].open(game.chain.gid)
    assert log is not None
    bench.sessions[0] = Session.resume(bench.me(0), bench.now, log)
    return game.chain.gid


def test_a_start_whose_host_was_lost_is_gone_on_with_if_it_was_dealt() -> None:
    bench, host = half_dealt()
    key = bench.identities[0].key
    assert bench.sessions[2].failed_starts.times(key) == 1
    gid = come_back(bench, host)
    bench.connect(1, 0)
    bench.connect(2, 0)
    bench.wait(1000)
    assert bench.sessions[2].failed_starts.times(key) == 0, "what is played after all has not failed"
    assert [bench.game_of(who).chain.gid for who in (1, 2)] == [gid, gid]
    bench.finish()
    assert all(bench.game_of(who).ended for who in (1, 2))


def test_but_not_by_whoever_has_agreed_to_another_since() -> None:
    bench, host = half_dealt()
    bench.act(1, lambda s: s.set_rules("pebbles", {}, 2))
    bench.ready().withheld = lambda who, message: None if isinstance(message, m.Sign) else message
    bench.act(1, lambda s: s.start())
    bench.wait(limits.ANSWER_MS + 1000)  # that start comes to nothing
    assert bench.sessions[1].table is not None
    assert bench.sessions[1].table.state == "lobby"
    bench.withheld = lambda who, message: message
    come_back(bench, host)
    bench.connect(1, 0)
    bench.cut(2, 1)
    bench.connect(2, 0)
    bench.wait(1000)
    assert [bench.sessions[who].game for who in (1, 2)] == [None, None]


def test_nor_after_its_host_has_ended_it() -> None:
    bench, host = half_dealt()
    game = host.game
    assert game is not None
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    bench.cut(2, 1)
    bench.connect(2, 0)
    bench.say(0, m.FailedStart(game.chain.gid, "abandoned", None), to=2)
    come_back(bench, host)
    bench.cut(2, 0)
    bench.connect(2, 0)
    bench.wait(1000)
    assert bench.sessions[2].game is None


def test_whoever_goes_on_with_a_start_after_a_crash_looks_for_its_company_too() -> None:
    """Its program was shown no table since it runs again, and the host of the start may sit at another's by now."""
    bench = lobby()
    bench.withheld = lambda who, message: None if isinstance(message, m.ReplyMessage) else message
    bench.ready().act(0, lambda s: s.start())
    log = bench.disks[1].open(bench.game_of(1).chain.gid)
    assert log is not None
    killed(bench, 1)
    killed(bench)
    bench.sessions[1] = Session.resume(bench.me(1), bench.now, log)
    bench.wait(limits.LOST_MS + 1000)
    assert {dial.seat for dial in bench.dialled(1)} >= {0, 2}
