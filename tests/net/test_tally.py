"""ANSWERED: everybody at the table sees what is asked and who has agreed so far, and hears how it ended."""

from __future__ import annotations

from typing import Any

import pytest

from net import messages as m
from net.refusal import Refusal
from net.session import limits, notices
from net.session.peers import Ballot
from tests.net.sim_bench import WATCHER, Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")

ALL = (0, 1, 2, WATCHER)


@pytest.fixture
def bench() -> Bench:
    """Seat 1 has moved, and asks to take that back."""
    bench = Bench(watcher=True, rounds=4).deal()
    bench.turn_of(1)
    bench.move()
    bench.act(1, lambda s: s.ask_back())
    return bench


def ballots(bench: Bench) -> list[Ballot | None]:
    return [bench.sessions[who].ballot() for who in ALL]


def agreed(bench: Bench) -> list[tuple[int, ...] | None]:
    return [None if one is None else one.agreed for one in ballots(bench)]


def results(bench: Bench) -> list[list[str]]:
    return [[one.result for one in bench.heard[who] if isinstance(one, notices.Agreed)] for who in ALL]


def answer(bench: Bench, who: int, yes: bool = True) -> None:
    bench.act(who, lambda s: s.answer(bench.asked(who).hash, yes))


def test_all_see_who_asks_for_what_and_who_has_agreed(bench: Bench) -> None:
    asked = bench.asked(0)
    assert ballots(bench) == [Ballot(asked.hash, "back", 1, 1, asked.other, (0, 2), ())] * 4
    answer(bench, 2)
    assert agreed(bench) == [(2,)] * 4
    assert [one.missing for one in ballots(bench) if one is not None] == [(0,)] * 4
    for who in ALL:
        assert notices.BallotChanged() in bench.heard[who]
        assert [(one.seat, one.why) for one in bench.sessions[who].waiting()] == [(0, "vote")]
    answer(bench, 0)
    assert ballots(bench) == [None] * 4
    assert results(bench) == [["agreed"]] * 4


def test_who_has_not_agreed_is_waited_for_since_the_question_was_asked(bench: Bench) -> None:
    """And not since somebody else has agreed."""
    since = [bench.sessions[who].waiting()[0].since_ms for who in ALL]
    bench.wait(3000)
    answer(bench, 2)
    assert [bench.sessions[who].waiting()[0].since_ms for who in ALL] == since


def test_all_hear_who_does_not_agree_also_those_who_did(bench: Bench) -> None:
    answer(bench, 2)
    answer(bench, 0, False)
    assert ballots(bench) == [None] * 4
    for who in ALL:
        ends = [one for one in bench.heard[who] if isinstance(one, notices.Agreed)]
        assert [(one.result, one.seat) for one in ends] == [("refused", 0)]


def test_the_next_entry_ends_it_for_all(bench: Bench) -> None:
    bench.move()
    assert ballots(bench) == [None] * 4


def test_who_comes_back_is_told_how_it_stands(bench: Bench) -> None:
    answer(bench, 2)
    bench.cut(1)
    assert agreed(bench)[1] == (2,), "nothing else is known"
    bench.sessions[1].ballots.tally.forget()
    bench.connect(1)
    assert agreed(bench) == [(2,)] * 4


def test_who_is_behind_sees_it_when_it_has_caught_up(bench: Bench) -> None:
    game = bench.sessions[2].game
    assert game is not None
    bench.move()
    told = m.Answered(b"q" * 32, bench.game.last + 1, "back", 1, 1, 3, (0, 2), ())
    bench.say(0, told, to=2)
    assert bench.sessions[2].ballot() is None
    bench.move()
    assert game.last == told.n
    assert bench.sessions[2].ballot() == Ballot(told.req_hash, "back", 1, 1, 3, (0, 2), ())


def test_that_a_bot_may_play_is_asked_openly_too(bench: Bench) -> None:
    bench.move()
    bench.cut(1)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(2, lambda s: s.vote(1))
    ballot = bench.sessions[0].ballot()
    assert ballot is not None
    assert (ballot.kind, ballot.asker, ballot.seat, ballot.other) == ("proxy", 2, 1, 0)
    assert (ballot.asked, ballot.agreed) == ((0, 2), (2,))
    assert bench.sessions[2].ballot() == bench.sessions[WATCHER].ballot() == ballot


def test_another_bot_may_be_asked_for_when_whoever_plays_for_a_seat_is_away_too() -> None:
    bench = Bench(people=4, rounds=4).deal()
    bench.cut(1)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1, 2))
    for who in (2, 3):
        answer(bench, who)
    assert bench.game.chain.standing.proxies == ((1, 2),)
    with pytest.raises(Refusal, match="unwanted_reply"):
        bench.sessions[0].vote(1, 0)
    bench.cut(2)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1, 0))
    ballot = bench.sessions[0].ballot()
    assert ballot is not None
    assert (ballot.kind, ballot.seat, ballot.other) == ("proxy", 1, 0)


@pytest.mark.parametrize(
    "change",
    [{"asked": (0, 7)}, {"seat": 6}, {"asker": 5}, {"agreed": (1,)}],
    ids=["asked", "seat", "asker", "agreed"],
)
def test_a_host_that_names_nobody_is_let_go(bench: Bench, change: dict[str, Any]) -> None:
    values: dict[str, Any] = {"req_hash": b"q" * 32, "n": bench.game.last, "kind": "back", "seat": 1, "other": 3}
    before = bench.sessions[2].ballot()
    bench.say(0, m.Answered(**{**values, "asker": 1, "asked": (0, 2), "agreed": (), **change}), to=2)
    assert bench.blamed(2) == [("unexpected_message", None)]
    assert bench.sessions[2].ballot() == before


def test_only_the_host_is_believed(bench: Bench) -> None:
    before = ballots(bench)
    bench.say(2, m.Answered(b"q" * 32, bench.game.last, "back", 1, 1, 3, (0,), (0,)))
    assert ballots(bench) == before
    bench.connect(2, to=1)
    bench.say(2, m.Answered(b"q" * 32, bench.game.last, "back", 1, 1, 3, (0,), (0,)), to=1)
    assert ballots(bench) == before


# Who has left, and who has lost the link ------------------------------------------------------------------------------


def links(bench: Bench, who: int) -> list[tuple[str, bool]]:
    return [(one.link, one.left) for one in bench.sessions[who].people()]


def test_who_left_is_known_from_who_lost_the_link(bench: Bench) -> None:
    bench.act(1, lambda s: s.leave())
    bench.wait(1000)
    here = ("here", False)
    for who in (0, 2):
        assert links(bench, who) == [here, ("away", True), here]
    bench.connect(1)
    bench.wait(1000)
    bench.cut(1)
    bench.wait(1000)
    for who in (0, 2):
        assert links(bench, who) == [here, ("away", False), here]


def test_a_goodbye_that_the_link_has_heard_counts_too(bench: Bench) -> None:
    """On real sockets the link hears BYE, and tells the session that it was closed."""
    peer = bench.sessions[0].player(1)
    assert peer is not None
    bench.act(0, lambda s: s.closed(peer.link, goodbye="left"))
    bench.wait(1000)
    assert links(bench, 2)[1] == ("away", True)


def test_a_new_host_knows_who_has_left() -> None:
    """The old host says goodbye, and somebody had left before."""
    bench = Bench(people=5, rounds=4).deal()
    bench.act(3, lambda s: s.leave())
    bench.wait(1000)
    bench.act(0, lambda s: s.leave())
    for who in (2, 4):
        bench.connect(who, to=1)
    bench.wait(limits.LOST_MS + 6000)
    assert bench.game_of(1).chain.host == bench.game_of(2).chain.host == 1
    for who in (1, 2, 4):
        assert [links(bench, who)[gone] for gone in (0, 3)] == [("away", True)] * 2
