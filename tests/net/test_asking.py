"""Whoever asks for something hears what comes of it, whatever happens in between."""

from __future__ import annotations

import pytest

from net import messages as m
from net.session import notices
from tests.net.sim_bench import Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    return Bench(rounds=4).deal()


def results(bench: Bench, who: int) -> list[str]:
    return [one.result for one in bench.heard[who] if isinstance(one, notices.Agreed)]


def questions(bench: Bench, who: int) -> int:
    return sum(isinstance(one, notices.Asked) for one in bench.heard[who])


def answer(bench: Bench, yes: bool, *people: int) -> None:
    for who in people:
        bench.act(who, lambda s, who=who: s.answer(bench.asked(who).hash, yes))  # type: ignore[misc]


def kinds(bench: Bench) -> list[str]:
    return [link.record.kind for link in bench.game.chain.links[-2:]]


def asks_after_its_turn(bench: Bench, who: int) -> None:
    bench.turn_of(who)
    bench.move()
    bench.act(who, lambda s: s.ask_back())


def loses(bench: Bench, kind: type[m.Message], of: int) -> None:
    """From now on these messages of one are lost on their way."""
    bench.withheld = lambda who, message: None if who == of and isinstance(message, kind) else message


def finds_all_again(bench: Bench) -> None:
    bench.withheld = lambda who, message: message


def test_a_free_take_back_that_comes_after_the_next_move_was_signed(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move(("lay", bench.state.hands[1].faces()[0]))
    loses(bench, m.EntryMessage, of=1)
    bench.act(1, lambda s: s.choose(("done",)))
    bench.act(1, lambda s: s.ask_back())
    assert bench.sessions[1].play.back is not None
    assert results(bench, 1) == []
    finds_all_again(bench)
    bench.cut(1)
    bench.connect(1)
    assert bench.game.asked() == 2
    assert results(bench, 1) == ["stale"]
    assert bench.sessions[1].play.back is None


def test_a_question_that_was_lost_with_the_line_is_asked_over_the_next_one(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move()
    bench.cut(1)
    bench.act(1, lambda s: s.ask_back())
    assert questions(bench, 0) == 0
    bench.connect(1)
    answer(bench, True, 0, 2)
    assert kinds(bench) == ["consent", "back"]
    assert results(bench, 1) == ["agreed"]


def test_a_question_is_still_open_after_the_line_was_lost(bench: Bench) -> None:
    asks_after_its_turn(bench, 1)
    bench.cut(1)
    bench.connect(1)
    assert results(bench, 1) == []
    answer(bench, True, 0, 2)
    assert kinds(bench) == ["consent", "back"]
    assert questions(bench, 2) == 1


def test_that_all_agreed_is_seen_in_the_log_too(bench: Bench) -> None:
    asks_after_its_turn(bench, 1)
    loses(bench, m.Done, of=0)
    answer(bench, True, 0, 2)
    assert results(bench, 1) == ["agreed"]
    assert kinds(bench) == ["consent", "back"]


def test_that_one_refused_is_asked_about_again_if_it_was_not_heard(bench: Bench) -> None:
    asks_after_its_turn(bench, 1)
    loses(bench, m.Done, of=0)
    answer(bench, False, 2)
    assert results(bench, 1) == []
    finds_all_again(bench)
    bench.cut(1)
    bench.connect(1)
    answer(bench, False, 2)
    assert results(bench, 1) == ["refused"]


def test_asking_twice_is_asking_once(bench: Bench) -> None:
    asks_after_its_turn(bench, 1)
    bench.act(1, lambda s: s.ask_back())
    assert results(bench, 1) == []
    assert questions(bench, 2) == 1
    answer(bench, True, 0, 2)
    assert results(bench, 1) == ["agreed"]
    assert kinds(bench) == ["consent", "back"]


def test_a_question_comes_to_nothing_with_the_very_next_entry(bench: Bench) -> None:
    """Also if the host's word that it did never comes."""
    asks_after_its_turn(bench, 1)
    loses(bench, m.Done, of=0)
    bench.move()
    assert results(bench, 1) == ["stale"]


def test_who_is_behind_is_asked_when_it_has_caught_up(bench: Bench) -> None:
    bench.turn_of(1)
    loses(bench, m.EntryMessage, of=0)
    bench.act(1, lambda s: s.choose(("roll",)))  # which the others have not heard of yet
    behind = bench.game_of(2).last
    finds_all_again(bench)
    ask = bench.game.chain.ask("back", seat=1, to=_turn(bench))
    bench.say(0, ask.message(), to=2)
    assert questions(bench, 2) == 0
    for entry in bench.game.chain.entries(behind + 1):
        bench.say(0, entry.message(), to=2)
    assert bench.asked(2).hash == ask.hash


def _turn(bench: Bench) -> int:
    """The record to which seat 1 would return."""
    assert bench.game.table is not None
    target = bench.game.table.back_target(1, alone=False, consent=True)
    assert target is not None
    return target.n
