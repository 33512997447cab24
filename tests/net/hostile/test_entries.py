"""Entries and frames of a guest that plays foul: what is made of them, and on whom it is put."""

from __future__ import annotations

import pytest

from net import messages as m
from net.agreements import term_ask
from net.entries import read_entry, sign_entry
from net.identity import SIGNATURE
from net.session import limits
from net.session.notices import (
    Misbehaved,
    NotJoined,
    Said,
)
from tests.net.hostile.foul import MALLORY, as_if_laid, goes_on, rows
from tests.net.sim_bench import WATCHER, Bench

# Entries of a guest --------------------------------------------------------------------------------------------------


FORGED = {
    "a signature of nobody": (lambda b: b.roll(MALLORY)._replace(sig=b"x" * SIGNATURE), ("bad_signature", None)),
    "a move of another game": (lambda b: b.roll(MALLORY, gid=b"g" * 16), ("foreign_game", None)),
    "a move that follows nothing we know": (lambda b: b.roll(MALLORY, prev=b"p" * 32), ("bad_prev", None)),
    "a move that is not legal": (lambda b: b.roll(MALLORY, body=["nod"], opened=[]), ("bad_move", MALLORY)),
    "a move that does not exist": (lambda b: b.roll(MALLORY, body=["cheat", 7]), ("bad_move", MALLORY)),
    "a die of one's own": (
        lambda b: b.roll(MALLORY, opened=[5 if b.roll(0).record.opened != [5] else 4]),
        ("bad_deal", MALLORY),
    ),
    "a pebble that is not in the hand": (
        lambda b: b.roll(
            MALLORY, body=as_if_laid(b, next(f for f in range(8) if not b.state.hands[2].held[f])), opened=[]
        ),
        ("bad_move", MALLORY),
    ),
    "a move for the host": (lambda b: b.roll(MALLORY, seat=0), ("wrong_signer", MALLORY)),
    "a move of a seat that is not there": (lambda b: b.roll(MALLORY, seat=7), ("wrong_kind", None)),
    "a move of no seat": (lambda b: b.roll(MALLORY, seat=None), ("wrong_kind", None)),
    "a kind of a newer program": (lambda b: b.roll(MALLORY, kind="bribe"), ("unknown_kind", None)),
    "a second deal": (lambda b: b.entry(MALLORY, "deal"), ("wrong_kind", None)),
    "the end before the end": (
        lambda b: b.entry(MALLORY, "end", None, {"scores": [0, 0, 99], "winners": [2]}),
        ("wrong_signer", MALLORY),
    ),
    "a take-back that nobody agreed to": (lambda b: b.entry(MALLORY, "back", MALLORY, 4), ("bad_move", MALLORY)),
    "a take-back of another's move": (lambda b: b.entry(MALLORY, "back", 1, 4), ("wrong_signer", MALLORY)),
    "a seat taken over that is not away": (lambda b: b.entry(MALLORY, "takeover", MALLORY), ("wrong_kind", None)),
    "a seat of another taken over": (lambda b: b.entry(MALLORY, "takeover", 1), ("wrong_kind", None)),
    "a consent of one's own making": (
        lambda b: b.entry(MALLORY, "consent", None, {"seat": 2, "to": 4, "votes": []}),
        ("wrong_signer", MALLORY),
    ),
    "a proxy of one's own choice": (
        lambda b: b.entry(MALLORY, "proxy", None, {"seat": 1, "by": 2, "away": [1], "votes": []}),
        ("wrong_signer", MALLORY),
    ),
    "a hint for somebody else": (lambda b: b.entry(MALLORY, "hint", 1), ("wrong_signer", MALLORY)),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_guest_cannot_slip_in(bench: Bench, name: str) -> None:
    make, verdict = FORGED[name]
    bench.say(MALLORY, make(bench).message())
    assert bench.blamed() == [verdict]
    assert not bench.linked(MALLORY)
    goes_on(bench)


def test_a_host_that_nobody_voted_for(bench: Bench) -> None:
    body = {"term": 1, "host": 2, "away": [0, 1], "votes": []}
    bench.say(MALLORY, bench.entry(MALLORY, "term", None, body, term=1).message())
    assert bench.blamed() == [("bad_body", MALLORY)]
    goes_on(bench)


def test_votes_for_a_host_that_were_never_given(bench: Bench) -> None:
    ask = term_ask(bench.game.chain, [0])
    votes = rows({1: True, 2: True}, ask, bench)
    votes[0][2] = votes[1][2]  # one's own in the name of another
    body = {**ask.body, "away": [0], "votes": votes}
    bench.say(MALLORY, bench.entry(1, "term", None, body, term=1).message())
    assert bench.blamed() == [("bad_body", 1)]  # who signed the record; here we signed it with seat 1's own key


def test_two_moves_for_one_place_are_kept_as_proof(bench: Bench) -> None:
    first, second = bench.roll(MALLORY), bench.roll(MALLORY, body=["lay", bench.state.hands[2].faces()[0]], opened=[])
    bench.say(MALLORY, first.message())
    bench.say(MALLORY, second.message())
    assert bench.blamed() == [("fork", MALLORY)]
    found = next(notice for notice in bench.heard[0] if isinstance(notice, Misbehaved))
    assert found.proof == (first.raw, first.sig, second.raw, second.sig)


def test_an_entry_that_we_have_already_changes_nothing(bench: Bench) -> None:
    bench.move()
    before = bench.game.position
    for entry in bench.game.chain.entries(0):
        bench.say(MALLORY, entry.message())
    assert bench.game.position == before
    assert bench.blamed() == []


def test_an_entry_from_the_future_is_asked_about(bench: Bench) -> None:
    bench.got[MALLORY].clear()
    bench.say(MALLORY, bench.roll(MALLORY, n=len(bench.game.chain) + 3).message())
    assert m.Sync(bench.game.chain.gid, len(bench.game.chain)) in bench.got[MALLORY]
    assert bench.blamed() == []
    goes_on(bench)


@pytest.mark.parametrize("term", [1, 7])
def test_a_term_that_nobody_began_is_not_believed(bench: Bench, term: int) -> None:
    before = bench.game.position
    bench.say(MALLORY, bench.roll(MALLORY, term=term).message())
    assert bench.game.position == before
    goes_on(bench)


def test_a_position_of_ones_own_stops_nobody(bench: Bench) -> None:
    """The host looks to itself, finds nothing, and tells Mallory alone to do the same."""
    bench.got[MALLORY].clear()
    bench.got[1].clear()
    bench.say(MALLORY, bench.roll(MALLORY, digest=b"d" * 16).message())
    assert [type(one) for one in bench.got[MALLORY]] == [m.Desync]
    assert bench.got[1] == []
    assert bench.desynced(0) == bench.desynced(1) == bench.desynced(MALLORY) == []
    goes_on(bench)


def test_who_claims_other_positions_again_and_again_is_shown_out(bench: Bench) -> None:
    for _ in range(limits.FALSE_POSITIONS):
        bench.say(MALLORY, bench.roll(MALLORY, digest=b"d" * 16).message())
    assert bench.blamed() == []
    bench.say(MALLORY, bench.roll(MALLORY, digest=b"d" * 16).message())
    assert bench.blamed() == [("other_position", MALLORY)]
    assert not bench.linked(MALLORY)
    goes_on(bench)


# Frames --------------------------------------------------------------------------------------------------------------


def test_an_entry_too_large_is_no_message(bench: Bench) -> None:
    payload = m.write(bench.roll(MALLORY).message())
    assert not bench.say_bytes(MALLORY, payload + b"\0" * 70_000)
    goes_on(bench)


def test_bytes_that_make_no_message_close_the_link(bench: Bench) -> None:
    assert not bench.say_bytes(MALLORY, b"\xc1garbage")
    goes_on(bench)


def test_a_flood_is_cut_off(bench: Bench) -> None:
    for number in range(limits.FRAMES_AT_ONCE + 1):
        bench.say(MALLORY, m.Ping(number))
    assert bench.blamed() == [("flood", None)]
    assert not bench.linked(MALLORY)
    goes_on(bench)


def test_asking_for_the_log_again_and_again_is_a_flood(bench: Bench) -> None:
    for _ in range(limits.SYNCS_AT_ONCE + 1):
        bench.say(MALLORY, m.Sync(bench.game.chain.gid, 0))
    assert bench.blamed() == [("flood", None)]
    goes_on(bench)


@pytest.mark.parametrize(
    "message",
    [
        m.Lobby(9, "mine", "pebbles", {}, 2, (), (), "lobby"),
        m.Peers((), ()),
        m.Roster(b"roster"),
        m.Done(b"h" * 32, "agreed", 1),
    ],
    ids=lambda message: type(message).__name__,
)
def test_a_guest_cannot_speak_as_the_host(bench: Bench, message: m.Message) -> None:
    bench.say(MALLORY, message)
    assert bench.blamed() in ([("unexpected_message", None)], [])
    goes_on(bench)


def test_talk_with_escape_codes_is_no_message(bench: Bench) -> None:
    safe = m.write(m.Chat(None, None, "...."))
    assert not bench.say_bytes(MALLORY, safe.replace(b"....", b"\x1b[2J"))
    assert not any(isinstance(notice, Said) for notice in bench.heard[1])
    goes_on(bench)


def test_nobody_talks_in_the_name_of_another(bench: Bench) -> None:
    bench.say(MALLORY, m.Chat(1, "P1", "I resign"))
    assert bench.blamed() == [("unexpected_message", None)]
    assert not any(isinstance(notice, Said) for notice in bench.heard[1])


def test_who_talks_too_much_is_not_heard(bench: Bench) -> None:
    for number in range(20):
        bench.say(MALLORY, m.Chat(None, None, f"word {number}"))
    said = [notice for notice in bench.heard[1] if isinstance(notice, Said)]
    assert len(said) == limits.CHATS_AT_ONCE
    assert bench.linked(MALLORY)


def test_who_is_muted_is_not_heard(bench: Bench) -> None:
    bench.act(0, lambda s: s.mute(bench.identities[MALLORY].key))
    bench.act(MALLORY, lambda s: s.chat("hello"))
    assert not any(isinstance(notice, Said) for notice in bench.heard[1])


def test_who_was_shown_out_cannot_come_back(bench: Bench) -> None:
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    assert not bench.linked(MALLORY)
    bench.connect(MALLORY)
    assert not bench.linked(MALLORY)
    assert NotJoined("kicked") in bench.heard[MALLORY]


def test_a_name_cannot_mislead_a_terminal() -> None:
    bench = Bench(2)
    bench.connect(1, name="\x1b[31mEve\u202e\n")
    assert bench.sessions[0].table is not None
    assert bench.sessions[0].table.seats[1][1] == "[31mEve"


# Values that Python takes for equal, and the log does not ------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1])
def test_a_die_that_shows_true_or_false_blames_who_signed_it(number: int) -> None:
    """Were it taken for 1 or 0, those who play would go on, and who watches would give up the honest host."""
    bench = Bench(4, watcher=True, rounds=4).deal()
    bench.turn_of(MALLORY)
    while bench.roll(MALLORY).record.opened != [number]:
        bench.move()
        bench.turn_of(MALLORY)
    bench.say(MALLORY, bench.roll(MALLORY, opened=[bool(number)]).message())
    assert bench.blamed() == [("bad_deal", MALLORY)]
    assert not bench.linked(MALLORY)
    goes_on(bench)
    assert bench.blamed(WATCHER) == []
    assert bench.linked(WATCHER)
    watched = bench.sessions[WATCHER].watched
    assert watched is not None
    assert watched.last == bench.game.last


def test_a_host_that_ends_a_game_with_true_for_the_winner_is_blamed_by_all() -> None:
    """Also by who watches: everybody judges by the same form."""
    bench = Bench(watcher=True)
    identity = bench.identities[0]

    def changed(who: int, message: m.Message) -> m.Message:
        if who != 0 or not isinstance(message, m.EntryMessage):
            return message
        entry = read_entry(message.raw, message.sig)
        if entry.record.kind != "end":
            return message
        scores = [True if score == 1 else score for score in entry.record.body["scores"]]
        winners = [bool(seat) if seat < 2 else seat for seat in entry.record.body["winners"]]
        assert repr([scores, winners]) != repr(list(entry.record.body.values()))
        body = {"scores": scores, "winners": winners}
        return sign_entry(identity, entry.gid, entry.term, entry.record._replace(body=body, sig=None)).message()

    bench.withheld = changed
    bench.deal()
    while not bench.game.ended:
        bench.move()
    assert bench.blamed(1) == bench.blamed(MALLORY) == bench.blamed(WATCHER) == [("bad_move", 0)]
