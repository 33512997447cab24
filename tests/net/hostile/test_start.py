"""The start of a game with somebody who plays foul: who withholds or changes something is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.frames import pack_record, unpack_record
from net import messages as m
from net.agreements import seed_ask
from net.entries import read_entry
from net.joint_seed import promise
from net.replies import sign_reply
from net.session import limits, shares
from net.session.signed_game import UNDEALT
from tests.net.hostile.foul import MALLORY, goes_on, silent
from tests.net.sim_bench import Bench


@pytest.mark.parametrize(
    ("kind", "what", "reason"),
    [
        (m.Sign, "", "not_agreed"),
        (m.ReplyMessage, "commit", "missing_reply"),
        (m.ReplyMessage, "seed", "missing_reply"),
    ],
    ids=["signature", "promise", "share"],
)
def test_who_withholds_an_answer_is_named(kind: type[m.Message], what: str, reason: str) -> None:
    bench = Bench()
    bench.withheld = silent(kind, what)
    bench.deal()
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert bench.blamed() == [(reason, MALLORY)]
    assert bench.sessions[0].game is None
    bench.withheld = lambda who, message: message
    bench.ready()
    bench.act(0, lambda s: s.start())
    assert bench.game.asked() == 0


def test_a_host_whose_own_share_is_not_the_promised_one_calls_the_start_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file was replaced by an older one, or another program of the same person wrote to it."""
    other = bytes(range(32))
    monkeypatch.setattr(shares, "promise", lambda identity, ask, seat, _share: promise(identity, ask, seat, other))
    bench = Bench(people=1, seats=2)
    bench.act(0, lambda s: s.seat_bot(1, "random"))
    bench.ready()
    bench.act(0, lambda s: s.start())
    assert bench.sessions[0].game is None
    assert [failure[:2] for failure in bench.failures(0)] == [("share_lost", 0)]


@pytest.mark.parametrize("number", [2, True])
def test_nobody_signs_a_header_that_no_log_can_begin_with(number: int) -> None:
    """It would stop who signed it, as if its disk had failed, and the host would not be named."""
    bench = Bench().join().ready()

    def changed(who: int, message: m.Message) -> m.Message:
        if who == 0 and isinstance(message, m.Roster):
            record = unpack_record(message.raw)
            return m.Roster(pack_record(record._replace(body={**record.body, "format": number})))
        return message

    bench.withheld = changed
    bench.act(0, lambda s: s.start())
    for who in (1, 2):
        assert bench.blamed(who) == [("bad_roster", None)]
        assert not bench.linked(who)
    assert not any(isinstance(one, m.Sign) for one in bench.got[0])


def test_who_is_only_slow_is_not_named() -> None:
    bench = Bench().join().ready()
    bench.withheld = lambda who, message: None if who == MALLORY else message
    bench.act(0, lambda s: s.start())
    bench.wait(limits.ANSWER_MS + limits.PING_MS)
    assert all(seat is None for _, seat in bench.blamed())


def test_another_share_than_was_promised_is_found_out() -> None:
    bench = Bench()

    def changed(who: int, message: m.Message) -> m.Message:
        if who == MALLORY and isinstance(message, m.ReplyMessage) and message.kind == "seed":
            ask = seed_ask(bench.game.chain, bench.game.promises.share)
            return sign_reply(bench.identities[MALLORY], ask, MALLORY, b"s" * 32).message(ask)
        return message

    bench.withheld = changed
    bench.deal()
    assert bench.blamed() == [("broken_promise", MALLORY)]
    assert bench.sessions[0].game is None
    assert bench.sessions[1].game is None


def test_a_share_in_the_name_of_another_is_refused() -> None:
    bench = Bench()

    def forged(who: int, message: m.Message) -> m.Message:
        if who == MALLORY and isinstance(message, m.ReplyMessage):
            ask = bench.game.chain.ask("commit")
            return sign_reply(bench.identities[1], ask, MALLORY, b"s" * 32).message(ask)
        return message

    bench.withheld = forged
    bench.deal()
    assert bench.blamed() == [("forged_reply", None)]


def test_nobody_is_ready_for_what_it_has_not_seen() -> None:
    bench = Bench().join()
    assert bench.sessions[0].lobby is not None
    bench.say(MALLORY, m.Ready(bench.sessions[0].lobby.rev - 1, True, b"n" * 16))
    assert not bench.sessions[0].lobby.places[MALLORY].ready


def test_a_stranger_cannot_sit_down_at_a_game(bench: Bench) -> None:
    bench.identities[7] = type(bench.identities[0])(b"7" * 32)
    bench.heard[7], bench.got[7] = [], []
    bench.connect(7)
    bench.say(7, m.Join("player", 1, bench.game.chain.gid, 0, None, None, 0))
    assert not bench.linked(7)
    goes_on(bench)


def test_a_rematch_is_wanted_by_those_who_played(bench: Bench) -> None:
    gid = bench.game.chain.gid
    bench.say(MALLORY, m.Rematch(gid, True))  # too early
    bench.finish()
    bench.say(MALLORY, m.Rematch(b"g" * 16, True))
    bench.act(0, lambda s: s.want_rematch())
    for _ in range(3):
        bench.say(1, m.Rematch(gid, True))
    assert bench.game.chain.gid == gid
    bench.act(MALLORY, lambda s: s.want_rematch())
    assert bench.sessions[0].game is None  # seat 1 was made to want it, and nobody can make it ready
    bench.act(1, lambda s: s.ready())
    assert bench.game.chain.gid != gid


def test_nobody_makes_another_share_for_a_start_that_it_has_left() -> None:
    """Else its host could leave it again and again, and ask for new shares until it likes the deal, all for one press
    of ready."""
    bench = Bench(2).join()

    def undealt(who: int, message: m.Message) -> m.Message | None:
        late = isinstance(message, m.EntryMessage) and read_entry(message.raw, message.sig).record.n > 2
        return None if late else message

    bench.withheld = undealt
    bench.ready().act(0, lambda s: s.start())
    chain = bench.game.chain
    lobbies = [one for one in bench.got[1] if isinstance(one, m.Lobby)]
    shown = next(one for one in reversed(lobbies) if one.state == "lobby")
    bench.withheld = lambda who, message: message
    del bench.sessions[0]  # from here on it plays foul: its lobby again, without FAILED
    bench.say(0, replace(shown, rev=lobbies[-1].rev + 1), to=1)
    assert bench.sessions[1].game is None
    bench.cut(1, 0)
    bench.connect_only(1, 0)
    before = len(bench.got[0])
    bench.say(0, m.Joined("player", 1, chain.gid, 0, UNDEALT - 1, chain.head), to=1)  # it claims to have the deal
    for entry in chain.entries(0)[:2]:
        bench.say(0, entry.message(), to=1)
    assert bench.game_of(1).last == 1
    bench.say(0, chain.upto(2).ask("commit").message(), to=1)
    assert not [one for one in bench.got[0][before:] if isinstance(one, m.ReplyMessage | m.Ready)]
