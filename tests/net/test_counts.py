"""What a session counts and remembers of one game ends with that game: nobody is blamed for a long evening."""

from __future__ import annotations

import pytest

from net import messages as m
from net.agreements import proxy_ask
from net.entries import sign_desync
from net.replies import sign_reply
from net.session import limits
from net.session.desync import core_hash
from net.session.session import Session
from tests.net.sim import Disk
from tests.net.sim_bench import WATCHER, Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    return Bench().deal()


def again(bench: Bench) -> None:
    """The game is over, and the same people play the next, each one seat lower. The links stay open."""
    first = bench.game.chain.gid
    bench.finish()
    for who, session in bench.sessions.items():
        if session.role == "player":
            bench.act(who, lambda s: s.want_rematch())
    assert bench.game.chain.gid != first


def says_away(bench: Bench, host: int = 0) -> None:
    """This host says that everybody else is away, though everybody is here. They take their seats over at once."""
    game = bench.game_of(host)
    gone = [seat for seat in game.roster.people if seat != game.seat]
    assert game.seat is not None
    ask = proxy_ask(game.chain, gone[0], game.seat, gone[1:])
    vote = [game.seat, True, sign_reply(bench.identities[host], ask, game.seat, True).sig]
    entry = game.signed(bench.identities[host], game.beside("proxy", None, {**ask.body, "votes": [vote]}))
    bench.sessions[host].order(entry)
    bench.act(host, lambda s: s.chat("hello"))


def test_false_absences_are_counted_for_one_game(bench: Bench) -> None:
    for _ in range(limits.FALSE_ABSENCES):
        says_away(bench)
    again(bench)
    for _ in range(limits.FALSE_ABSENCES):
        says_away(bench)
    assert bench.blamed(1) == [("not_away", 0)] * limits.FALSE_ABSENCES + [("not_away", 2)] * limits.FALSE_ABSENCES
    assert bench.linked(1)
    says_away(bench)
    assert not bench.linked(1)


def test_false_absences_are_counted_for_one_host(bench: Bench) -> None:
    for _ in range(limits.FALSE_ABSENCES):
        says_away(bench)
    bench.cut(1)
    bench.cut(2)
    bench.connect(2, to=1)
    bench.wait(limits.LOST_MS + limits.SETTLE_MS + 2000)
    assert bench.game_of(2).chain.host == 1
    bench.connect(0, to=1)
    says_away(bench, host=1)
    assert bench.blamed(2) == [("not_away", 0)] * limits.FALSE_ABSENCES + [("not_away", 1)]
    assert bench.linked(2, 1)


def test_whoever_lost_its_log_does_not_count_how_often_it_was_away(bench: Bench) -> None:
    """The host has told the truth each time, and each of these entries comes again with the log."""
    bench.turn_of(0)
    for _ in range(limits.FALSE_ABSENCES + 1):
        bench.cut(1)
        bench.wait(limits.AWAY_MS + 1000)
        bench.act(0, lambda s: s.vote(1))
        bench.act(2, lambda s: s.answer(bench.asked(2).hash, True))
        assert dict(bench.game.chain.standing.proxies) == {1: 0}
        bench.connect(1)
        assert bench.game.chain.standing.proxies == ()
    bench.cut(1)
    bench.disks[1] = Disk(bench.disks[1].witness, 1)
    bench.disks[1].key = bench.identities[1].key
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    bench.connect(1)
    assert bench.blamed(1) == []
    assert bench.game_of(1).position == bench.game.position


def test_a_vote_is_told_in_the_next_game_too(bench: Bench) -> None:
    """In the last game there was a vote in a later term, which the host was told over the same link."""
    for voted, confirmed in ((5, 6), (2, 3)):
        assert bench.game.seat is not None
        bench.turn_of(bench.game.seat)
        game = bench.game_of(1)
        assert game.seat is not None
        game.promises.keep_vote(voted, b"q" * 32, game.seat)
        bench.move()
        bench.wait(6000)
        assert bench.game.chain.term == confirmed
        if voted == 5:
            again(bench)


def test_a_question_about_a_position_is_answered_in_the_next_game_too(bench: Bench) -> None:
    """A guest asks about the same place as in the last game, over the same link."""
    for times in (1, 2):
        while bench.game.last < 8:
            bench.move()
        game = bench.game_of(1)
        assert game.seat is not None
        rebuilt = game.rebuilt(8).state.digest()
        identity, gid, core = bench.identities[1], game.chain.gid, core_hash(game)
        bench.say(1, sign_desync(identity, gid, game.seat, game.chain.term, 8, bytes(16), rebuilt, core))
        assert bench.blamed(0) == []
        answers = [message for message in bench.got[1] if isinstance(message, m.Desync)]
        assert len(answers) == times
        assert answers[-1].rebuilt == rebuilt
        if times == 1:
            again(bench)


def test_a_spectator_may_begin_anew_as_often_in_each_game() -> None:
    bench = Bench(watcher=True).deal()

    def begin_anew() -> None:
        game = bench.game
        later = bench.entry(0, "hint", game.seat, term=game.chain.term + 1)
        bench.say(0, later.message(), to=WATCHER)
        bench.wait(1000)

    for _ in range(limits.RESETS):
        begin_anew()
    again(bench)
    begin_anew()
    watched = bench.sessions[WATCHER].watched
    assert bench.blamed(WATCHER) == []
    assert watched is not None
    assert watched.last == bench.game.last
    for _ in range(limits.RESETS):
        begin_anew()
    assert bench.blamed(WATCHER) == [("later_term", None)]
