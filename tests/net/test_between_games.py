"""What can go wrong between two games of an evening though nobody means it: found by the evenings of the simulator."""

from __future__ import annotations

import pytest

from net import messages as m
from net.session import limits
from net.session.actions import Close, Send
from net.session.notices import Misbehaved, Over, StartFailed
from net.session.session import Session
from net.session.signed_game import UNDEALT
from tests.net.samples import SAMPLES
from tests.net.sim_bench import Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    """Three people whose game is over."""
    table = Bench().deal()
    table.finish()
    return table


def test_who_starts_its_program_anew_after_a_game_sits_at_its_end(bench: Bench) -> None:
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    bench.connect(1)
    assert bench.blamed(1) == []
    assert bench.game_of(1).position == bench.game.position
    first = bench.game.chain.gid
    for who in (0, 1, 2):
        bench.act(who, lambda s: s.want_rematch())
    assert bench.game.chain.gid != first
    assert bench.game_of(1).position == bench.game.position


def test_a_start_that_fails_before_its_shares_is_not_counted(bench: Bench) -> None:
    """Also if shares were shown in the game before."""
    bench.act(0, lambda s: s.reopen())
    bench.ready()
    bench.withheld = lambda who, message: None if isinstance(message, m.Ready) else message
    bench.act(1, lambda s: s.ready(False))  # the host does not hear of it in time
    bench.act(0, lambda s: s.start())
    failed = [notice for notice in bench.heard[0] if isinstance(notice, StartFailed)]
    assert [(one.reason, one.times) for one in failed] == [("not_agreed", 0)]


def test_who_is_gone_holds_no_seat_after_a_start_that_failed() -> None:
    bench = Bench().join().ready()
    bench.withheld = lambda who, message: None if who == 1 and isinstance(message, m.ReplyMessage) else message
    bench.act(0, lambda s: s.start())
    bench.cut(1)
    bench.act(0, lambda s: s.abandon())
    table = bench.sessions[0].table
    assert table is not None
    assert [row[0] for row in table.seats] == ["person", "open", "person"]
    bench.act(0, lambda s: s.seat_bot(1, "normal"))  # so that the evening can go on


def test_whoever_misbehaves_is_named_by_the_seat_it_has_now(bench: Bench) -> None:
    """All have moved one seat on since the game."""
    bench.act(0, lambda s: s.reopen())
    bench.say(0, SAMPLES["WITHHELD"], to=1)
    named = [notice.seat for notice in bench.heard[1] if isinstance(notice, Misbehaved)]
    table = bench.sessions[1].table
    assert table is not None
    assert [table.seats[seat][1] for seat in named if seat is not None] == ["P0"]


def test_a_host_that_has_opened_its_table_again_is_nobodys_guest(bench: Bench) -> None:
    """It called somebody for the game that is over, and is answered too late."""
    bench.act(0, lambda s: s.reopen())
    actions = bench.sessions[0].opened(999, bench.identities[1].key, "P1", inbound=False)
    assert [action.message for action in actions if isinstance(action, Send)] == [m.Bye("tidy")]
    assert [action.link for action in actions if isinstance(action, Close)] == [999]


def test_who_comes_over_a_new_line_keeps_its_seat(bench: Bench) -> None:
    """The host takes the old line for alive, and has opened the table again meanwhile."""
    bench.cut(2)  # so that the seat it had in the game is free
    bench.deaf.add(1)
    bench.act(0, lambda s: s.reopen())
    bench.deaf.clear()
    bench.connect(1)
    assert bench.blamed(1) == []
    table = bench.sessions[0].table
    assert table is not None
    assert [row[1] for row in table.seats] == ["P1", "", "P0"]
    assert bench.sessions[1].table == table


@pytest.fixture
def unheard_end() -> Bench:
    """Three people whose game is over, but the second has not heard the end."""
    moves, whole = 0, Bench().deal()
    while not whole.game.ended:
        whole.move()
        moves += 1
    table = Bench().deal()
    for _ in range(moves - 1):
        table.move()
    table.deaf.add(1)
    table.move()
    table.cut(1)
    table.deaf.clear()
    assert table.game.ended
    assert not table.game_of(1).ended
    return table


def _hears_the_end(bench: Bench, host: int = 0) -> None:
    """The second comes back, and sits in the lobby of this host after the end."""
    gid = bench.game_of(1).chain.gid
    bench.connect(1, host)
    bench.wait(500)
    assert bench.blamed(1) == []
    assert len([notice for notice in bench.heard[1] if isinstance(notice, Over)]) == 1
    assert bench.disks[1].logs[gid] == bench.disks[host].logs[gid]


def _sits(bench: Bench, host: int = 0) -> None:
    table = bench.sessions[1].table
    assert table is not None
    assert bench.sessions[1].game is None
    assert table == bench.sessions[host].table
    assert bench.identities[1].key in [row[3] for row in table.seats]


def test_who_has_not_heard_the_end_hears_it_from_a_host_that_has_opened_its_table_again(unheard_end: Bench) -> None:
    unheard_end.act(0, lambda s: s.reopen())
    _hears_the_end(unheard_end)
    _sits(unheard_end)


def test_who_has_not_heard_the_end_hears_it_from_a_host_whose_program_died_then(unheard_end: Bench) -> None:
    bench, keys = unheard_end, [unheard_end.identities[who].key for who in (1, 2)]
    bench.cut(2)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    bench.sessions[0].company.expect(keys, {})
    _hears_the_end(bench)
    _sits(bench)


def test_who_has_not_heard_the_end_hears_it_from_whoever_became_host_after_it(unheard_end: Bench) -> None:
    bench = unheard_end
    bench.cut(2)
    bench.wait(limits.LOST_MS + 1000)
    bench.act(2, lambda s: s.take_over())
    _hears_the_end(bench, 2)
    bench.connect(1, 2)  # it comes again, as it follows nobody from that game but its host
    _sits(bench, 2)


def test_who_lacks_more_than_comes_at_once_comes_again_for_the_rest(
    unheard_end: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = unheard_end
    game = bench.game_of(1)
    while game.last > UNDEALT:
        game.rewind(game.last)
    bench.disks[1].aside.clear()
    monkeypatch.setattr(limits, "CHUNK", 2)
    bench.act(0, lambda s: s.reopen())
    times = 0
    while bench.sessions[1].game is not None and times < 20:
        bench.connect(1)
        bench.wait(500)
        times += 1
    assert times > 1
    assert bench.blamed(1) == []
    _sits(bench)


def test_the_end_of_a_game_is_shown_to_its_players_alone(unheard_end: Bench) -> None:
    bench, game = unheard_end, unheard_end.game_of(1)
    bench.cut(2)
    bench.act(0, lambda s: s.reopen())
    term, n, head = game.position
    bench.identities[7] = type(bench.identities[0])(bytes([77]) * 32)
    bench.got[7] = []
    bench.connect(7)
    bench.say(7, m.Join("player", None, game.chain.gid, term, n, head, 5007))
    assert [type(message).__name__ for message in bench.got[7] if isinstance(message, m.EntryMessage)] == []
    assert any(isinstance(message, m.Joined) and message.gid is None for message in bench.got[7])
