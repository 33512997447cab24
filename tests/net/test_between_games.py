"""What can go wrong between two games of an evening though nobody means it: found by the evenings of the simulator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from net import messages as m
from net.session.actions import Close, Send
from net.session.notices import Misbehaved, StartFailed
from net.session.session import Session
from tests.net.samples import SAMPLES
from tests.net.sim import laboratory
from tests.net.sim_bench import Bench


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


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
