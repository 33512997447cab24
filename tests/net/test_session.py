"""The session from the outside: what people can do at a table, and what they are told."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import games
from core.chance import Stream
from core.frames import unpack_record
from core.game import IllegalMove
from core.log import FileLog, MemoryLog
from core.table import Table
from net import messages as m
from net import wire
from net.chain import Chain
from net.refusal import Refusal
from net.session import limits, notices
from net.session.promises import Promises
from net.session.session import Me, Session
from net.session.store import MOST_PROOFS, Files
from tests.net.sim import Disk, SimLog, _spoil, laboratory
from tests.net.sim_bench import WATCHER, Bench


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


@pytest.fixture
def bench() -> Bench:
    return Bench().deal()


def told(bench: Bench, who: int, kind: type) -> list[Any]:
    return [notice for notice in bench.heard[who] if isinstance(notice, kind)]


# Before the game -----------------------------------------------------------------------------------------------------


def test_everybody_sees_the_same_lobby() -> None:
    bench = Bench(2, seats=3).join()
    bench.act(0, lambda s: s.seat_bot(2, "normal"))
    assert bench.sessions[1].table == bench.sessions[0].table
    assert bench.sessions[1].table is not None
    assert [place[:3] for place in bench.sessions[1].table.seats] == [
        ("person", "P0", None),
        ("person", "P1", None),
        ("bot", "", "normal"),
    ]


def test_a_change_of_the_rules_asks_everybody_again() -> None:
    bench = Bench(2).join().ready()
    assert bench.sessions[0].lobby is not None
    assert bench.sessions[0].lobby.complete
    bench.act(0, lambda s: s.set_rules("pebbles", {"rounds": 4}, 2))
    assert not bench.sessions[0].lobby.complete
    with pytest.raises(Refusal, match="not_agreed"):
        bench.sessions[0].start()


def test_who_comes_to_a_full_table_is_told_so() -> None:
    bench = Bench(3, seats=2).join()
    assert notices.NotJoined("full") in bench.heard[2]


def test_who_leaves_the_lobby_leaves_its_seat() -> None:
    bench = Bench().join()
    bench.act(1, lambda s: s.leave())
    assert bench.sessions[0].lobby is not None
    assert [place.who for place in bench.sessions[0].lobby.places] == ["person", "open", "person"]


def test_a_start_can_be_called_off_when_somebody_is_gone() -> None:
    bench = Bench()
    bench.withheld = lambda who, message: None if who == 2 and isinstance(message, m.ReplyMessage) else message
    bench.deal()
    assert {(one.seat, one.why) for one in bench.sessions[0].waiting()} == {(2, "commit")}
    bench.cut(2)
    bench.act(0, lambda s: s.abandon())
    assert bench.sessions[0].game is None
    assert bench.sessions[1].game is None
    assert ("abandoned", None, None, 0) in bench.failures(1)


# Play ----------------------------------------------------------------------------------------------------------------


def test_the_deal_is_everybodys_work(bench: Bench) -> None:
    kinds = [link.record.kind for link in bench.game.chain.links]
    assert kinds == ["game", "signed", "commit", "seed", "deal"]
    assert {bench.game_of(who).position for who in (0, 1, 2)} == {bench.game.position}


def test_everybody_sees_that_the_game_is_on(bench: Bench) -> None:
    assert [one.table.state if one.table is not None else "" for one in bench.sessions.values()] == ["playing"] * 3


def test_a_seat_is_told_when_it_is_asked(bench: Bench) -> None:
    assert told(bench, 0, notices.YourTurn) == [notices.YourTurn(5, 0)]
    bench.turn_of(1)
    assert told(bench, 1, notices.YourTurn)[-1].n == len(bench.game.chain)
    assert [(one.seat, one.why) for one in bench.sessions[2].waiting()] == [(1, "move")]


def test_a_bot_is_played_by_the_host() -> None:
    bench = Bench(2, seats=3)
    bench.act(0, lambda s: s.seat_bot(2, "normal"))
    bench.deal()
    while bench.game.asked() != 2:
        bench.move()
    assert told(bench, 0, notices.BotAsked) == [notices.BotAsked(len(bench.game.chain), 2)]
    bench.act(0, lambda s: s.play_for(2, ("roll",)))
    assert bench.game_of(1).chain.links[-1].signer == 0


def test_a_move_that_is_not_legal_is_refused_at_once(bench: Bench) -> None:
    with pytest.raises(IllegalMove):
        bench.sessions[0].choose(("nod",))
    with pytest.raises(IllegalMove, match="not_your_turn"):
        bench.sessions[1].choose(("roll",))
    with pytest.raises(IllegalMove, match="not_your_turn"):
        bench.sessions[0].play_for(1, ("roll",))
    assert bench.game.last == 4


# Discreet questions --------------------------------------------------------------------------------------------------


def attacked(able: bool) -> tuple[Bench, int]:
    """A table at which somebody was just asked for a defence, who has a choice or not."""
    for rounds in range(3, 40):
        bench = Bench(3, game="lanterns")
        bench.deal()
        random = Stream("attack", rounds)
        while not bench.game.ended:
            legal = bench.state.legal()
            bench.move(legal[random.below(len(legal))])
            if not bench.game.ended and bench.state.discreet():
                if (bench.state.forced() is None) == able:
                    return bench, bench.state.prompt.seat
                bench.wait(limits.HUSH_MS)
                if bench.state.discreet():
                    bench.move(("yield",))
                    bench.wait(limits.HUSH_MS)
    raise AssertionError("nobody was ever attacked like that")


def test_nobody_can_tell_by_the_time_whether_a_seat_had_a_choice() -> None:
    """Who cannot defend is answered for, and who does not want to has said so at once: both take as long."""
    took = []
    for able in (False, True):
        bench, seat = attacked(able)
        asked_at, n = bench.now, len(bench.game.chain)
        if able:
            bench.act(seat, lambda s: s.choose(("yield",)))
        while len(bench.game.chain) == n:
            assert bench.state.discreet()
            bench.wait(500)
        assert bench.game.chain.links[n].record.seat == seat
        took.append(bench.now - asked_at)
    assert took[0] == took[1] >= limits.HUSH_MS


def test_who_has_no_choice_is_not_asked_and_who_has_one_is() -> None:
    bench, seat = attacked(able=True)
    assert told(bench, seat, notices.YourTurn)[-1].n == len(bench.game.chain)
    bench, seat = attacked(able=False)
    assert all(one.n != len(bench.game.chain) for one in told(bench, seat, notices.YourTurn))


def test_who_takes_longer_is_not_kept_waiting_on_top_of_it() -> None:
    bench, seat = attacked(able=True)
    bench.wait(limits.HUSH_MS)
    n = len(bench.game.chain)
    bench.act(seat, lambda s: s.choose(("yield",)))
    assert len(bench.game.chain) > n


def test_all_hear_what_one_says(bench: Bench) -> None:
    bench.act(1, lambda s: s.chat("good\x1b[2J luck"))
    for who in (0, 1, 2):
        assert told(bench, who, notices.Said) == [notices.Said(1, "P1", "good[2J luck")]


def test_a_hint_is_in_the_log(bench: Bench) -> None:
    bench.turn_of(1)
    bench.act(1, lambda s: s.hint())
    record = bench.game.chain.links[-1].record
    assert (record.kind, record.seat) == ("hint", 1)
    bench.move()
    assert bench.game_of(2).position == bench.game.position


def test_links_are_shown(bench: Bench) -> None:
    bench.wait(1000)
    assert [one.link for one in bench.sessions[1].people()] == ["here", "here", "here"]
    bench.cut(2)
    bench.wait(1000)
    assert [one.link for one in bench.sessions[1].people()] == ["here", "here", "away"]


def test_a_line_that_is_silent_is_given_up(bench: Bench) -> None:
    bench.withheld = lambda who, message: None if who == 2 else message
    bench.wait(limits.SLOW_MS + 2000)
    assert bench.sessions[0].people()[2].link == "slow"
    bench.wait(limits.DEAD_MS)
    assert bench.sessions[0].people()[2].link == "away"
    assert bench.sessions[0].player(2) is None


# Leaving and coming back ---------------------------------------------------------------------------------------------


def test_who_comes_back_gets_what_it_missed(bench: Bench) -> None:
    bench.turn_of(0)
    bench.cut(2)
    bench.move()
    assert bench.game_of(2).last < bench.game.last
    bench.connect(2)
    assert bench.game_of(2).position == bench.game.position


def test_a_game_is_resumed_from_its_files(tmp_path) -> None:
    """Everybody closes the program; the log is the save."""
    bench = Bench(2)
    stores = [Files(tmp_path / str(who)) for who in (0, 1)]
    for who in (0, 1):
        bench.sessions[who].me = bench.sessions[who].me._replace(store=stores[who])
    bench.deal()
    bench.turn_of(1)
    position, gid = bench.game.position, bench.game.chain.gid
    for who in (0, 1):
        game = bench.game_of(who)
        game.log.close()  # type: ignore[attr-defined]
        bench.act(who, lambda s: s.leave())
    for who in (0, 1):
        log = stores[who].open(gid)
        assert log is not None
        me = Me(bench.identities[who], f"P{who}", stores[who], bench.sessions[who].me.random)
        bench.sessions[who] = Session.resume(me, bench.now, log)
    assert bench.sessions[0].hosting
    bench.connect(1)
    assert bench.game_of(1).position == position
    bench.finish()
    assert bench.game_of(1).ended
    for who in (0, 1):
        bench.game_of(who).log.close()  # type: ignore[attr-defined]


def test_a_game_of_version_1_is_gone_on_with(tmp_path) -> None:
    """version_1.log was written by the program that spoke protocol 1. Its question for the shares showed none."""
    for who in range(2):
        shutil.copy(Path(__file__).parent / "version_1.log", tmp_path / f"{who}.log")
    bench = Bench(2)
    for who in range(2):
        me = bench.me(who)._replace(store=Files(tmp_path / str(who)))
        bench.sessions[who] = Session.resume(me, 0, FileLog.open(tmp_path / f"{who}.log"))
    assert bench.game.roster.version == 1
    bench.connect(1)
    bench.finish()
    assert bench.game_of(1).position == bench.game.position
    assert Chain.of_records(list(bench.game.log.records)).roster.version == 1
    for who in range(2):
        bench.game_of(who).log.close()  # type: ignore[attr-defined]


def test_a_second_link_of_the_host_that_says_nothing_is_not_taken_for_the_first() -> None:
    """Both call each other at once, and one of them has forgotten everything."""
    bench = Bench(2)
    bench.withheld = lambda who, message: None if who == 1 and isinstance(message, m.ReplyMessage) else message
    bench.deal()
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    bench.act(1, lambda s: s.opened(99, bench.identities[0].key, "P0", inbound=True))
    bench.connect(1)
    assert bench.blamed(1) == []
    assert bench.game_of(1).last == 1


def test_a_log_of_others_cannot_be_resumed(bench: Bench) -> None:
    me = bench.me(1)._replace(identity=type(bench.identities[0])(b"z" * 32))
    with pytest.raises(Refusal, match="unknown_key"):
        Session.resume(me, 0, bench.game.log)


def test_a_long_log_comes_in_pieces(monkeypatch) -> None:
    monkeypatch.setattr(limits, "CHUNK", 3)
    bench = Bench(rounds=4).deal()
    for _ in range(8):
        bench.move()
    bench.cut(2)
    bench.disks[2] = Disk(bench.disks[0].witness, 2)  # it has lost everything but its key
    bench.sessions[2] = Session.guest(bench.me(2), bench.now)
    bench.connect(2)
    assert bench.game_of(2).position == bench.game.position
    assert len([one for one in bench.got[0] if isinstance(one, m.Sync)]) >= 3


# Agreeing ------------------------------------------------------------------------------------------------------------


def test_within_a_turn_a_move_can_be_taken_back_for_nothing(bench: Bench) -> None:
    bench.turn_of(1)
    before = bench.state.digest()
    bench.move(("lay", bench.state.hands[1].faces()[0]))
    bench.act(1, lambda s: s.ask_back())
    assert bench.state.digest() == before
    assert bench.game.chain.links[-1].record.kind == "back"


def test_with_consent_of_all_a_turn_can_be_taken_back(bench: Bench) -> None:
    bench.turn_of(1)
    before = bench.state.digest()
    bench.move()
    bench.act(1, lambda s: s.ask_back())
    for who in (0, 2):
        assert {(one.seat, one.why) for one in bench.sessions[0].waiting()} >= {(who, "vote")}
        bench.act(who, lambda s, who=who: s.answer(bench.asked(who).hash, True))  # type: ignore[misc]
    assert [link.record.kind for link in bench.game.chain.links[-2:]] == ["consent", "back"]
    assert bench.state.digest() == before
    assert bench.game_of(2).position == bench.game.position


def test_one_no_is_enough(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move()
    bench.act(1, lambda s: s.ask_back())
    bench.act(2, lambda s: s.answer(bench.asked(2).hash, False))
    assert told(bench, 1, notices.Agreed)[-1][1:] == ("back", "refused", 2)
    assert bench.game.chain.links[-1].record.kind == "move"


def test_a_question_does_not_outlive_the_position(bench: Bench) -> None:
    bench.turn_of(0)
    bench.move()
    bench.act(0, lambda s: s.ask_back())
    question = bench.asked(1).hash
    bench.move()
    assert told(bench, 1, notices.Agreed)[-1].result == "stale"
    bench.act(1, lambda s: s.answer(question, True))
    assert bench.game.chain.links[-1].record.kind == "move"


def test_somebody_plays_for_a_seat_that_is_away_until_it_is_back(bench: Bench) -> None:
    bench.turn_of(2)
    bench.cut(2)
    bench.wait(1000)
    with pytest.raises(Refusal, match="try_later"):
        bench.sessions[1].vote(2)
    bench.wait(limits.AWAY_MS)
    bench.act(1, lambda s: s.vote(2))
    bench.act(0, lambda s: s.answer(bench.asked(0).hash, True))
    assert bench.sessions[1].people()[2].proxy == 0
    assert told(bench, 0, notices.BotAsked)[-1].seat == 2
    bench.act(0, lambda s: s.play_for(2, ("roll",)))
    assert bench.game.chain.links[-1].signer in (0, 2)
    bench.connect(2)
    assert bench.game.chain.standing.proxies == ()
    assert bench.game_of(2).position == bench.game.position


def test_of_two_the_one_who_is_left_decides_alone() -> None:
    bench = Bench(2).deal()
    bench.turn_of(1)
    bench.cut(1)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1))
    assert told(bench, 0, notices.Agreed)[-1].result == "agreed"
    assert told(bench, 0, notices.BotAsked)[-1].seat == 1
    while not bench.game.ended:
        seat = bench.game.asked()
        assert seat is not None
        bench.act(0, lambda s, seat=seat: s.play_for(seat, ("roll",)))  # type: ignore[misc]
    bench.connect(1)
    assert bench.game_of(1).ended


def test_without_a_majority_there_is_no_other_host_and_nothing_is_lost() -> None:
    bench = Bench(2).deal()
    bench.turn_of(1)
    bench.cut(1)
    bench.sessions.pop(0)
    position = bench.game_of(1).position
    bench.wait(10 * limits.AWAY_MS)
    assert not bench.sessions[1].hosting
    assert bench.game_of(1).position == position
    assert [one.why for one in bench.sessions[1].waiting()] == ["host"]


def test_a_question_about_somebody_who_comes_back_is_withdrawn(bench: Bench) -> None:
    bench.turn_of(2)
    bench.cut(2)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(2))
    question = bench.asked(1).hash
    bench.connect(2)
    assert told(bench, 0, notices.Agreed)[-1][1:] == ("proxy", "withdrawn", None)
    assert told(bench, 1, notices.Agreed)[-1].result == "withdrawn"
    bench.act(1, lambda s: s.answer(question, True))
    assert bench.game.chain.standing.proxies == ()


def test_who_would_play_for_another_must_be_here(bench: Bench) -> None:
    bench.cut(2)
    bench.wait(limits.AWAY_MS + 1000)
    for by in (2, 7):
        with pytest.raises(Refusal, match="unwanted_reply"):
            bench.sessions[0].vote(2, by)
    bench.act(0, lambda s: s.vote(2, 1))
    bench.act(1, lambda s: s.answer(bench.asked(1).hash, True))
    assert dict(bench.game.chain.standing.proxies) == {2: 1}


def test_a_new_host_is_agreed_on_when_the_old_one_is_lost(bench: Bench) -> None:
    bench.turn_of(1)
    bench.cut(1)
    bench.cut(2)
    old = bench.sessions.pop(0)
    bench.wait(1000)
    bench.connect(2, 1)
    bench.wait(limits.LOST_MS + limits.SETTLE_MS + limits.VOTE_AGAIN_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(1).chain.term >= 1
    assert notices.HostChanged(bench.game_of(1).chain.term, 1) in bench.heard[2]
    bench.act(1, lambda s: s.choose(("roll",)))
    assert bench.game_of(2).position == bench.game_of(1).position
    # The old one comes back, learns of it, and takes its seat again.
    bench.sessions[0] = old
    bench.connect(0, 1)
    assert not old.hosting
    assert bench.game_of(0).position == bench.game_of(1).position
    assert bench.game_of(1).chain.standing.away == frozenset()


ELECTED_MS = limits.LOST_MS + limits.SETTLE_MS + 2 * limits.VOTE_AGAIN_MS


def test_who_is_back_helps_to_choose_the_next_host(bench: Bench) -> None:
    """The new host is lost too, before the old one is back: nobody is there who could give it its seat again."""
    bench.cut(1)
    bench.cut(2)
    first = bench.sessions.pop(0)
    bench.connect(2, 1)
    bench.wait(ELECTED_MS)
    assert bench.game_of(2).chain.standing.away == frozenset([0])
    bench.cut(2, 1)
    bench.sessions.pop(1)
    bench.sessions[0] = first
    bench.connect(0, 2)
    bench.wait(ELECTED_MS)
    assert first.hosting
    assert bench.game.chain.standing.away == frozenset([1])
    bench.turn_of(0)
    bench.move()
    assert bench.game_of(2).position == bench.game.position


def test_a_host_that_is_lost_again_is_replaced_by_the_same_people(bench: Bench) -> None:
    bench.cut(1)
    bench.cut(2)
    host = bench.sessions.pop(0)
    bench.connect(2, 1)
    bench.wait(limits.LOST_MS + 1000)  # they look for another, and have not agreed yet
    assert bench.sessions[1].terms.looking
    bench.sessions[0] = host
    bench.connect(1)
    bench.wait(1000)
    assert not bench.sessions[1].terms.looking
    bench.cut(1)
    del bench.sessions[0]
    bench.wait(ELECTED_MS)
    assert bench.sessions[1].hosting


def last_order_seen_by_one() -> Bench:
    """Four people. The host has ordered one more move and is gone; only seat 3 has got that, and has told seat 1 so."""
    bench = Bench(4).deal()
    bench.turn_of(0)
    bench.cut(1)
    bench.cut(2)
    bench.move()
    bench.cut(3)
    del bench.sessions[0]
    assert bench.game_of(3).last == bench.game_of(1).last + 1
    bench.withheld = lambda who, message: None if isinstance(message, m.EntryMessage) else message
    bench.connect(3, 1)
    bench.withheld = lambda who, message: message
    assert bench.game_of(3).last == bench.game_of(1).last + 1
    return bench


def test_who_has_something_from_another_does_not_wait_for_it() -> None:
    bench = last_order_seen_by_one()
    bench.connect(3, 2)
    bench.connect(2, 1)
    assert bench.game_of(1).position == bench.game_of(3).position
    bench.wait(ELECTED_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(3).position == bench.game_of(2).position == bench.game_of(1).position


def test_what_did_not_come_is_asked_for_again() -> None:
    bench = last_order_seen_by_one()
    bench.connect(2, 1)
    bench.wait(2 * ELECTED_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(3).position == bench.game_of(2).position == bench.game_of(1).position
    assert told(bench, 3, notices.SetAside) == []


def test_two_people_cannot_change_the_host_without_each_other() -> None:
    bench = Bench(2).deal()
    bench.cut(1)
    bench.sessions.pop(0)
    bench.wait(60_000)
    assert bench.game_of(1).chain.term == 0
    assert [(one.seat, one.why) for one in bench.sessions[1].waiting()] == [(0, "host")]


# Watching, ending, and once more -------------------------------------------------------------------------------------


def test_who_comes_late_sees_all_that_is_public() -> None:
    bench = Bench(watcher=True)
    late = bench.sessions.pop(WATCHER)
    bench.deal()
    bench.turn_of(2)
    bench.move(("lay", bench.state.hands[2].faces()[0]))
    bench.sessions[WATCHER] = late
    bench.connect(WATCHER)
    assert late.watched is not None
    assert late.watched.table is not None
    assert late.watched.table.state.digest() == bench.state.digest()
    bench.finish()
    assert told(bench, WATCHER, notices.Over) == told(bench, 0, notices.Over)


def test_who_watches_lets_go_of_what_only_the_lost_host_had() -> None:
    bench = Bench(watcher=True).deal()
    bench.turn_of(1)
    bench.deaf = {1, 2}
    bench.move(("lay", bench.state.hands[1].faces()[0]))  # the host orders it, and only who watches hears of that
    bench.deaf = set()
    n = bench.game.last
    heard = bench.sessions[WATCHER].watched
    assert heard is not None
    assert heard.last == n
    for who in (1, 2, WATCHER):
        bench.cut(who)
    del bench.sessions[0]
    bench.connect(2, 1)
    bench.wait(ELECTED_MS)
    assert [link.record.kind for link in bench.game_of(1).chain.links[n:]] == ["term", "move"]
    bench.connect(WATCHER, 1)
    watched = bench.sessions[WATCHER].watched
    assert bench.blamed(WATCHER) == []
    assert watched is not None
    assert watched.chain.head == bench.game_of(1).chain.head


def test_the_next_game_begins_one_seat_further() -> None:
    bench = Bench(2, seats=3)
    bench.act(0, lambda s: s.seat_bot(2, "normal"))
    bench.deal()
    while not bench.game.ended:
        seat = bench.game.asked()
        assert seat is not None
        bench.act(0 if seat == 2 else seat, lambda s, seat=seat: s.play_for(seat, ("roll",)))  # type: ignore[misc]
    first = bench.game.chain.gid
    bench.act(1, lambda s: s.want_rematch())
    assert told(bench, 0, notices.RematchWanted) == [notices.RematchWanted((1,))]
    bench.act(0, lambda s: s.want_rematch())
    assert bench.game.chain.gid != first
    assert [getattr(one, "name", "bot") for one in bench.game.roster.seats] == ["P1", "bot", "P0"]
    assert bench.sessions[0].seat == 2
    assert bench.sessions[1].seat == 0
    assert bench.game.asked() == 0


def test_the_host_opens_the_lobby_again_for_those_who_are_still_there() -> None:
    bench = Bench(3)
    bench.deal()
    with pytest.raises(Refusal):
        bench.act(0, lambda s: s.reopen())  # not in the middle of a game
    bench.finish()
    bench.cut(2)
    bench.act(1, lambda s: s.want_rematch())
    bench.act(0, lambda s: s.want_rematch())
    assert bench.game.ended  # not all can want it
    with pytest.raises(Refusal):
        bench.act(1, lambda s: s.reopen())
    bench.act(0, lambda s: s.reopen())
    table = bench.sessions[1].table
    assert table is not None
    assert (table.state, [row[:2] for row in table.seats]) == (
        "lobby",
        [("person", "P1"), ("open", ""), ("person", "P0")],
    )
    assert [bench.sessions[who].seat for who in (0, 1)] == [2, 0]
    assert bench.sessions[1].game is None
    bench.act(0, lambda s: s.seat_bot(1, "normal"))
    bench.ready()
    bench.act(0, lambda s: s.start())
    assert bench.game.asked() == 0
    assert bench.game_of(1).chain.head == bench.game.chain.head


# When something is wrong ---------------------------------------------------------------------------------------------


def test_a_damaged_position_is_rebuilt_and_reported(bench: Bench) -> None:
    bench.turn_of(0)
    table = bench.game_of(1).table
    assert table is not None
    table.state.rolls[2] += 1  # type: ignore[attr-defined]
    bench.move()
    bench.turn_of(2)
    bench.move()
    (found,) = bench.desynced(1)
    assert found.going_on
    report = json.loads(json.dumps(found.report))
    assert report["live"] != report["rebuilt"]
    assert bench.game_of(1).position == bench.game.position
    assert bench.game_of(1).digest == bench.game.digest
    assert bench.desynced(0) == bench.desynced(2) == []  # nobody else is bothered


def test_a_damaged_position_does_not_keep_those_without_a_host_from_choosing_one(bench: Bench) -> None:
    bench.turn_of(1)
    bench.cut(1)
    bench.cut(2)
    del bench.sessions[0]
    table = bench.game_of(1).table
    assert table is not None
    table.state.rolls[2] += 1  # type: ignore[attr-defined]
    bench.connect(2, 1)
    bench.wait(2 * ELECTED_MS)
    assert bench.sessions[1].hosting
    bench.act(1, lambda s: s.choose(("roll",)))
    assert bench.sessions[1].writing
    assert bench.sessions[2].writing
    assert bench.game_of(2).position == bench.game_of(1).position
    assert bench.game_of(2).digest == bench.game_of(1).digest


HOUSE = games.names()


@pytest.mark.parametrize("name", HOUSE)
def test_a_report_tells_nobody_what_others_hold(name: str) -> None:
    """People are told to read it while the game goes on."""
    seats = games.load(name).seat_counts[0]
    bench = Bench(seats, game=name).deal()
    random, seat = Stream("report", name), 1
    for _ in range(40):
        if bench.game.ended or bench.game.asked() is None:
            break
        legal = bench.state.legal()
        bench.move(legal[random.below(len(legal))])
        bench.wait(limits.HUSH_MS)
    game = bench.game_of(seat)
    assert game.table is not None
    _spoil(game.table.state)
    assert bench.sessions[seat].desync.mend(game)
    bench.act(seat, lambda s: [])
    bench.act(seat, lambda s: s.chat("what was that?"))
    (found,) = bench.desynced(seat)
    text = json.dumps(found.report)
    for row in game.log.records[3].body:
        assert row[1].hex() not in text
        assert row[1].hex().upper() not in text
    # Nothing in the log opens what is covered: it can be played by who only watches, and shows no more than that.
    records = [unpack_record(bytes.fromhex(one)) for one in found.report["log"]]
    assert [record.n for record in records] == list(range(len(game.log.records)))
    log = MemoryLog()
    log.records[:] = records
    watched = Table(log, lambda seat: False)
    rules, state = game.table.game, game.table.state
    assert rules.export(watched.state, None) == rules.export(state.view(None), None)
    # And of the position it holds what this seat may see.
    seen, whole = rules.export(state.view(seat), None), rules.export(state, None)
    assert seen != whole
    assert found.report["rebuilt"] == seen
    assert leaks(found.report["live"], seen) == []


def leaks(told: Any, seen: Any) -> list[Any]:
    """What a report tells where its seat sees nothing."""
    if isinstance(seen, dict):
        return [leak for key in seen for leak in leaks(told[key], seen[key])]
    if isinstance(seen, list | tuple):
        return [leak for one, other in zip(told, seen, strict=True) for leak in leaks(one, other)]
    return [told] if seen is None and told is not None else []


def otherwise(bench: Bench, who: int, monkeypatch) -> None:
    """The program of one plays the game a little differently from here on."""
    game = bench.game_of(who)
    rebuilt = game.rebuilt

    def other(n: int):
        table = rebuilt(n)
        table.state.rolls[2] += 1  # type: ignore[attr-defined]
        return table

    monkeypatch.setattr(game, "rebuilt", other)
    assert game.table is not None
    game.table.state.rolls[2] += 1  # type: ignore[attr-defined]


def test_a_program_that_behaves_differently_is_alone_with_it(bench: Bench, monkeypatch) -> None:
    """Each names the other, as each can see; whoever plays alike goes on."""
    bench.turn_of(0)
    otherwise(bench, 1, monkeypatch)
    bench.move()
    assert bench.blamed(0) == [("other_position", 1)]
    assert bench.blamed(1) == [("other_position", 0)]
    assert not bench.linked(1)
    assert [bench.sessions[who].stopped for who in (0, 1, 2)] == [None] * 3
    assert bench.blamed(2) == []
    assert bench.desynced(0) == bench.desynced(2) == []
    assert bench.game.last == bench.game_of(2).last


def test_who_finds_its_host_wrong_again_and_again_stops_and_says_so(bench: Bench, monkeypatch) -> None:
    bench.turn_of(0)
    otherwise(bench, 1, monkeypatch)
    bench.move()
    for _ in range(limits.FALSE_POSITIONS - 1):
        assert bench.sessions[1].stopped is None
        bench.wait(limits.LONGEST_OFFENCE_MS)
        bench.connect(1)
    assert bench.sessions[1].stopped == notices.Stopped("desync", 0)
    assert bench.sessions[0].stopped is None


def test_of_two_the_guest_stops_and_the_host_can_go_on(monkeypatch) -> None:
    bench = Bench(3, seats=3)
    bench.sessions.pop(2)
    bench.act(0, lambda s: s.seat_bot(2, "normal"))
    bench.deal()
    otherwise(bench, 1, monkeypatch)
    bench.move()
    assert bench.sessions[1].stopped == notices.Stopped("desync", 0)
    assert bench.sessions[0].stopped is None
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1))
    assert dict(bench.game.chain.standing.proxies) == {1: 0}


def test_a_full_disk_stops_the_game_and_loses_nothing(bench: Bench, monkeypatch) -> None:
    bench.turn_of(0)
    before = bench.game.position

    def full(payload: bytes) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(bench.game.log, "_store", full)
    bench.act(0, lambda s: s.choose(("roll",)))
    assert bench.sessions[0].stopped == notices.Stopped("storage", None)
    assert bench.game.position == before
    assert bench.game_of(1).position == before


# Files ---------------------------------------------------------------------------------------------------------------


def test_promises_are_there_again_after_a_crash(tmp_path, bench: Bench) -> None:
    store, gid = Files(tmp_path), bench.game.chain.gid
    entry = bench.roll(0)
    promises = Promises(store, gid)
    assert promises.at(0, entry.record.n) is None
    promises.keep_share(b"s" * 32)
    promises.keep_vote(3, b"h" * 32, 1)
    promises.keep_entry(entry)
    again = Promises(store, gid)
    assert (again.voted_against(0), again.voted_against(1)) == (3, 0)
    assert again.at(0, entry.record.n) == entry
    assert again.share == b"s" * 32
    assert not again.may_vote(3, b"other")
    assert again.may_vote(3, b"h" * 32)
    assert again.may_vote(4, b"other")


def kept_promises(folder) -> tuple[Files, bytes, Path]:
    store, gid = Files(folder), b"g" * 16
    promises = Promises(store, gid)
    promises.keep_share(b"s" * 32)
    promises.keep_vote(3, b"h" * 32, 1)
    return store, gid, folder / f"{gid.hex()}.log.promises"


def test_a_damaged_file_of_promises_is_named_as_what_it_is(tmp_path) -> None:
    """Any bit of it, and any length: a program that does not know what it has signed must not sign."""
    store, gid, path = kept_promises(tmp_path)
    sound = path.read_bytes()
    damaged = [sound[:at] + bytes([sound[at] ^ bit]) + sound[at + 1 :] for at in range(len(sound)) for bit in (1, 128)]
    damaged += [sound[:at] for at in range(len(sound))] + [sound + b"\0", b"\x93\x01\x02\x03"]
    for content in damaged:
        path.write_bytes(content)
        with pytest.raises(Refusal) as refused:
            Promises(store, gid)
        assert (refused.value.reason, refused.value.params) == ("promises_damaged", {"path": str(path)})
        assert path.read_bytes() == content
    path.write_bytes(sound)
    assert Promises(store, gid).share == b"s" * 32


def test_promises_of_the_first_version_are_read(tmp_path, bench: Bench) -> None:
    store, gid, path = kept_promises(tmp_path)
    entry = bench.roll(0)
    path.write_bytes(wire.pack([entry.raw, entry.sig, 4, b"h" * 32, b"s" * 32]))
    promises = Promises(store, gid)
    assert (promises.entry, promises.share, promises.voted_term) == (entry, b"s" * 32, 4)
    assert promises.voted_against(0) == promises.voted_against(1) == 4  # for whom that was is not known
    path.write_bytes(wire.pack([entry.raw[:-1], entry.sig, 4, b"h" * 32, b"s" * 32]))
    with pytest.raises(Refusal, match="promises_damaged"):
        Promises(store, gid)


def test_a_game_of_which_the_promises_are_damaged_is_not_gone_on_with(bench: Bench) -> None:
    gid = bench.game.chain.gid
    bench.disks[1].kept[gid] = b"nonsense"
    with pytest.raises(Refusal, match="promises_damaged"):
        Session.resume(bench.me(1), bench.now, SimLog(bench.disks[1], gid))
    # Nor if it comes back as a stranger, to whom the host sends the game from its beginning.
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    bench.connect(1)
    assert bench.blamed(1) == [("promises", None)]
    assert bench.sessions[1].game is None
    bench.wait(limits.AWAY_MS)
    assert bench.blamed(0) == []


def test_a_proof_is_kept_once_and_nothing_is_overwritten(tmp_path) -> None:
    store, gid = Files(tmp_path), b"g" * 16
    for proof in (b"one", b"two", b"one", b"two"):
        store.evidence(gid, proof)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == [f"{gid.hex()}.log.evidence", f"{gid.hex()}.log.evidence-2"]
    assert [(tmp_path / name).read_bytes() for name in kept] == [b"one", b"two"]
    for number in range(100):
        store.evidence(gid, b"%d" % number)
    assert len(list(tmp_path.iterdir())) == MOST_PROOFS
    assert (tmp_path / kept[0]).read_bytes() == b"one"


def test_a_proof_outlives_the_start_that_was_called_off(tmp_path) -> None:
    """Otherwise a host that signed twice would only have to call the start off."""
    store, gid = Files(tmp_path), b"g" * 16
    store.create(gid, {"game": "pebbles"}, b"s" * 64).close()
    store.promise(gid, b"share")
    store.evidence(gid, b"proof")
    store.discard(gid, None)
    assert [path.name for path in tmp_path.iterdir()] == [f"{gid.hex()}.log.evidence"]


def test_what_is_put_aside_is_kept(tmp_path, bench: Bench) -> None:
    bench.turn_of(2)
    store, gid = Files(tmp_path), bench.game.chain.gid
    records = bench.game.log.records
    header = {name: value for name, value in records[0].body.items() if name != "format"}
    assert store.open(gid) is None
    log = store.create(gid, header, records[0].sig or b"")
    for record in records[1:]:
        log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
    shorter = store.rewind(gid, log, 5)
    assert [record.n for record in shorter.records] == [0, 1, 2, 3, 4]
    assert (tmp_path / f"{gid.hex()}.log.aside").stat().st_size > 0
    shorter.close()
    again = store.open(gid)
    assert again is not None
    assert len(again.records) == 5
    again.close()


def test_the_log_of_a_game_can_be_checked_by_anybody(bench: Bench) -> None:
    bench.finish()
    payloads = bench.disks[2].logs[bench.game.chain.gid]
    chain = Chain.of_records([unpack_record(payload) for payload in payloads])
    assert chain.links[-1].record.kind == "end"


def test_whoever_gets_the_last_entry_from_another_tells_the_host_that_it_was_voted_out() -> None:
    """A guest has voted for another, comes back to the host, and lacks an entry. Another guest brings it first. The
    host has to hear of the vote all the same, or nobody plays on."""
    bench = Bench().deal()
    bench.turn_of(0)
    bench.cut(1)
    bench.move()
    late: list[m.Message] = []

    def withheld(who: int, message: m.Message) -> m.Message | None:
        if who != 0 or not isinstance(message, m.EntryMessage):
            return message
        late.append(message)
        return None

    game = bench.game_of(1)
    game.promises.keep_vote(2, b"q" * 32, 1)
    bench.withheld = withheld
    bench.connect(1)
    bench.connect(1, to=2)
    assert game.last == bench.game.last
    bench.withheld = lambda who, message: message
    for message in late:
        bench.say(0, message, to=1)
    bench.wait(6000)
    assert bench.game.chain.term == 3
    assert not bench.sessions[1].terms.deposed
