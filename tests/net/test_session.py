"""The session from the outside: what people can do at a table, and what they are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.chance import Stream
from core.frames import unpack_record
from core.game import IllegalMove
from core.log import FileLog
from net import messages as m
from net.chain import Chain
from net.refusal import Refusal
from net.session import limits, notices
from net.session.session import Me, Session
from net.session.store import Files
from tests.net.sim import Disk
from tests.net.sim_bench import WATCHER, Bench, told

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    return Bench().deal()


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


@pytest.mark.parametrize("seat", [2, -1])
def test_no_bot_sits_down_where_there_is_no_seat_any_more(seat: int) -> None:
    """The screen may not have shown yet that it was taken away."""
    bench = Bench(people=2).join()
    with pytest.raises(Refusal):
        bench.act(0, lambda s: s.seat_bot(seat, "random"))


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
    """Nobody is answered for, and whoever answers at once, with a choice or without, takes as long."""
    took = []
    for able in (False, True):
        bench, seat = attacked(able)
        asked_at, n = bench.now, len(bench.game.chain)
        bench.act(seat, lambda s: s.choose(("yield",)))
        while len(bench.game.chain) == n:
            assert bench.state.discreet()
            bench.wait(500)
        assert bench.game.chain.links[n].record.seat == seat
        took.append(bench.now - asked_at)
    assert took[0] == took[1] >= limits.HUSH_MS


def test_who_has_no_choice_is_asked_like_who_has_one_and_may_take_any_time() -> None:
    for able in (True, False):
        bench, seat = attacked(able)
        n = len(bench.game.chain)
        assert told(bench, seat, notices.YourTurn)[-1].n == n
        bench.wait(3 * limits.HUSH_MS)
        assert len(bench.game.chain) == n, "no program answers"


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


def test_nobody_but_whoever_is_linked_is_known_to_be_here_while_the_host_is_gone(bench: Bench) -> None:
    def links() -> list[str]:
        return [one.link for one in bench.sessions[1].people()]

    bench.wait(1000)
    bench.cut(1)
    bench.cut(2)
    assert links() == ["away", "here", "none"]
    bench.connect(2, 1)
    assert links() == ["away", "here", "here"]
    bench.connect(1)
    bench.connect(2)
    bench.wait(1000)
    assert links() == ["here", "here", "here"]


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
    assert told(bench, 1, notices.Agreed)[-1][1:] == ("back", "refused", 2, 1)
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


def test_a_question_about_somebody_who_comes_back_is_withdrawn(bench: Bench) -> None:
    bench.turn_of(2)
    bench.cut(2)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(2))
    question = bench.asked(1).hash
    bench.connect(2)
    assert told(bench, 0, notices.Agreed)[-1][1:] == ("proxy", "withdrawn", None, 2)
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


def test_the_log_of_a_game_can_be_checked_by_anybody(bench: Bench) -> None:
    bench.finish()
    payloads = bench.disks[2].logs[bench.game.chain.gid]
    chain = Chain.of_records([unpack_record(payload) for payload in payloads])
    assert chain.links[-1].record.kind == "end"
