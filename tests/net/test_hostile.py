"""People who do not play fair: what is made of it, and on whom it is put. Nobody honest is ever blamed or harmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from core.chance import Stream
from core.cover import covered
from core.dealers import game_id
from core.frames import Record, pack_record, unpack_record
from net import messages as m
from net import wire
from net.agreements import back_ask, proxy_ask, seed_ask, term_ask
from net.entries import Entry, read_entry, sign_desync, sign_digest, sign_entry
from net.identity import SIGNATURE
from net.opening import Bot, Person, propose
from net.refusal import ProtocolError, Refusal
from net.replies import sign_reply
from net.session import limits
from net.session.actions import Dial
from net.session.notices import (
    Agreed,
    Applied,
    Asked,
    HostChanged,
    LeftOut,
    Misbehaved,
    NotJoined,
    Said,
    StartFailed,
    Stopped,
)
from net.session.peers import Offenders
from net.session.session import Session
from tests.net import sim_pebbles
from tests.net.samples import SAMPLES
from tests.net.sim import SimLog, laboratory
from tests.net.sim_bench import WATCHER, Bench

MALLORY = 2


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


@pytest.fixture
def bench() -> Bench:
    """A game of three that is on; it is Mallory's turn."""
    table = Bench().deal()
    table.turn_of(MALLORY)
    return table


def rows(votes: dict[int, bytes | bool], ask, bench: Bench) -> list[list[object]]:
    found: list[list[object]] = []
    for seat, payload in sorted(votes.items()):
        reply = sign_reply(bench.identities[seat], ask, seat, payload)
        found.append([seat, payload, reply.sig])
    return found


def goes_on(bench: Bench) -> None:
    """The others play on; nobody but Mallory is blamed by anybody."""
    for who in (0, 1):
        assert all(seat in (None, MALLORY) for _, seat in bench.blamed(who)), bench.blamed(who)
        assert bench.sessions[who].stopped is None
    assert bench.blamed(1) == []
    before = bench.game.last
    if not bench.linked(MALLORY):
        comes_back(bench)
    bench.move()
    assert bench.game.last > before
    assert bench.game_of(1).position == bench.game.position


def comes_back(bench: Bench) -> None:
    """Mallory, now with a program that plays fair: who misbehaved is let in again, though not at once."""
    bench.wait(limits.OFFENCE_MS)
    bench.connect(MALLORY)
    assert bench.linked(MALLORY)


def _covered(bench: Bench, pebble: int) -> list[object]:
    """As if this pebble were laid: which one it is, a record does not say openly."""
    table = bench.game.table
    assert table is not None
    return covered(sim_pebbles.GAME.moves, ("lay", pebble), table.dealer, bench.game.chain.links[-1].record)


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
            MALLORY, body=_covered(b, next(f for f in range(8) if not b.state.hands[2].held[f])), opened=[]
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


# Positions and answers -----------------------------------------------------------------------------------------------


def test_a_position_signed_by_nobody_is_refused(bench: Bench) -> None:
    entry = bench.game.chain.entries(bench.game.last)[0]
    said = sign_digest(bench.identities[1], MALLORY, entry, bench.game.digest)
    bench.say(MALLORY, said)
    assert bench.blamed() == [("bad_signature", None)]


def test_nobody_tells_the_position_of_another(bench: Bench) -> None:
    entry = bench.game.chain.entries(bench.game.last)[0]
    bench.say(MALLORY, sign_digest(bench.identities[1], 1, entry, bench.game.digest))
    assert bench.blamed() == [("unexpected_message", None)]


def test_who_signs_for_another_log_is_on_another_log(bench: Bench) -> None:
    other = sign_entry(
        bench.identities[0], bench.game.chain.gid, 0, bench.game.chain.links[-1].record._replace(body=["x"])
    )
    bench.say(MALLORY, sign_digest(bench.identities[MALLORY], MALLORY, other, bench.game.digest))
    assert bench.blamed() == [("split", None)]
    goes_on(bench)


def test_a_no_stays_a_no(bench: Bench) -> None:
    """Seat 2 takes a move back; seat 1 is asked, says no, and then yes."""
    bench.move()
    bench.act(MALLORY, lambda s: s.ask_back())
    asked = bench.asked(1)
    ask = back_ask(bench.game.chain, MALLORY, asked.other)
    bench.say(1, sign_reply(bench.identities[1], ask, 1, False).message(ask))
    bench.say(1, sign_reply(bench.identities[1], ask, 1, True).message(ask))
    bench.act(0, lambda s: s.answer(bench.asked(0).hash, True))
    assert Agreed(asked.hash, "back", "refused", 1) in bench.heard[MALLORY]
    assert bench.game.chain.links[-1].record.kind == "move"


def test_a_consent_cannot_be_given_for_another(bench: Bench) -> None:
    bench.move()
    bench.act(MALLORY, lambda s: s.ask_back())
    ask = back_ask(bench.game.chain, MALLORY, bench.asked(1).other)
    bench.say(MALLORY, sign_reply(bench.identities[MALLORY], ask, 1, True).message(ask))
    assert bench.blamed() == [("unexpected_message", None)]
    assert bench.game.chain.links[-1].record.kind == "move"


def test_a_forged_consent_is_refused(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move()
    bench.act(1, lambda s: s.ask_back())
    ask = back_ask(bench.game.chain, 1, bench.asked(MALLORY).other)
    forged = sign_reply(bench.identities[1], ask, MALLORY, True)
    bench.say(MALLORY, forged.message(ask))
    assert bench.blamed() == [("forged_reply", None)]


def test_nobody_is_replaced_who_is_here(bench: Bench) -> None:
    bench.got[MALLORY].clear()
    ask = proxy_ask(bench.game.chain, 1, 0)
    bench.say(MALLORY, ask.message())
    assert m.Done(ask.hash, "refused", None) in bench.got[MALLORY]
    goes_on(bench)


def test_a_question_in_the_name_of_another_is_refused(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move()
    target = bench.game.table.back_target(1, alone=False, consent=True) if bench.game.table is not None else None
    assert target is not None
    bench.say(MALLORY, back_ask(bench.game.chain, 1, target.n).message())
    assert bench.blamed() == [("unexpected_message", None)]


@pytest.mark.parametrize("term", [None, -1, True, "1", 10**9])
def test_nonsense_about_terms_deposes_nobody(bench: Bench, term: object) -> None:
    if term == -1:
        assert not bench.say_bytes(
            MALLORY, m.write(m.Refused("ENTRY", "stale_term", {"term": 1})).replace(b"\x01", b"\xff")
        )
        return
    bench.say(MALLORY, m.Refused("ENTRY", "stale_term", {"term": term}))
    assert bench.sessions[0].hosting
    goes_on(bench)


def test_a_seat_votes_once_in_a_term(bench: Bench) -> None:
    """The host is gone. Mallory asks seat 1 for its vote twice in one term, with different questions."""
    bench.cut(1)
    bench.connect(MALLORY, 1)
    del bench.sessions[MALLORY]  # from here on it is all by hand
    bench.wait(limits.LOST_MS + 1000)
    bench.got[MALLORY].clear()
    chain = bench.game_of(1).chain
    first = chain.ask("term", term=50, host=2, away=[0])
    second = chain.ask("term", term=50, host=2, away=[])
    bench.say(MALLORY, first.message(), to=1)
    bench.say(MALLORY, second.message(), to=1)
    replies = [
        one
        for one in bench.got[MALLORY]
        if isinstance(one, m.ReplyMessage) and one.req_hash in (first.hash, second.hash)
    ]
    assert [one.req_hash for one in replies] == [first.hash]


def test_nobody_votes_while_it_has_a_host(bench: Bench) -> None:
    bench.connect(MALLORY, 1)
    bench.got[MALLORY].clear()
    ask = bench.game_of(1).chain.ask("term", term=1, host=2, away=[0])
    bench.say(MALLORY, ask.message(), to=1)
    assert not any(isinstance(one, m.ReplyMessage) for one in bench.got[MALLORY])
    goes_on(bench)


# The start -----------------------------------------------------------------------------------------------------------


def silent(kind: type[m.Message], what: str = ""):
    """Mallory's program works but for one answer."""

    def withheld(who: int, message: m.Message) -> m.Message | None:
        if who == MALLORY and isinstance(message, kind) and (not what or getattr(message, "kind", "") == what):
            return None
        return message

    return withheld


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


# Ready ---------------------------------------------------------------------------------------------------------------


def lobby_of(bench: Bench, **changed) -> m.Lobby:
    """The lobby as the host tells it, with anything in it changed."""
    table = bench.sessions[0].table
    assert table is not None
    return replace(table, **changed)


def roster_of(bench: Bench, **options) -> m.Roster:
    """The header that an honest host would send now, with the nonces it was given."""
    lobby = bench.sessions[0].lobby
    assert lobby is not None
    return m.Roster(propose(sim_pebbles.GAME, lobby.seats(), {**lobby.options, **options}, 0).raw)


def signatures(bench: Bench) -> int:
    """How many headers were signed for the host so far."""
    return sum(isinstance(one, m.Sign) for one in bench.got[0])


def test_one_ready_is_one_start() -> None:
    """The host's program calls the start off when it has seen all shares, and begins anew without asking."""
    bench = Bench(2).join().ready()
    again = roster_of(bench)

    def kept_back(who: int, message: m.Message) -> m.Message | None:
        if who == 0 and isinstance(message, m.EntryMessage):
            return None if read_entry(message.raw, message.sig).record.n >= 3 else message
        return message

    bench.withheld = kept_back
    bench.act(0, lambda s: s.start())
    assert signatures(bench) == 1
    assert sum(isinstance(one, m.ReplyMessage) and one.kind == "seed" for one in bench.got[0]) == 1
    bench.got[0].clear()
    for rev in (lobby_of(bench).rev, lobby_of(bench).rev + 1):
        bench.say(0, lobby_of(bench, rev=rev, state="lobby"), to=1)
        bench.say(0, again, to=1)
    assert bench.got[0] == [m.Refused("ROSTER", "not_ready", {})] * 2
    assert bench.blamed(1) == [("abandoned", 0)]


def other_rows(bench: Bench, seat: int, *row: object) -> m.Lobby:
    rows = list(lobby_of(bench).seats)
    rows[seat] = (*row, *rows[seat][len(row) :])
    return lobby_of(bench, seats=tuple(rows))


OTHER_TABLE = {
    "another revision": lambda b: lobby_of(b, rev=lobby_of(b).rev + 1),
    "other options": lambda b: lobby_of(b, options={"rounds": 4}),
    "another game": lambda b: lobby_of(b, game="atlantis"),
    "another host": lambda b: lobby_of(b, host=2),
    "a seat more": lambda b: lobby_of(b, seats=(*lobby_of(b).seats, ("open", "", None, None, False, "none"))),
    "a bot for a person": lambda b: other_rows(b, 2, "bot", "", "normal", None, False),
    "somebody else": lambda b: other_rows(b, 2, "person", "P2", None, b"k" * 32),
    "another name": lambda b: other_rows(b, 2, "person", "Eve"),
    "somebody removed": lambda b: other_rows(b, 2, "open", "", None, None, False),
    "two who changed seats": lambda b: lobby_of(
        b, seats=(lobby_of(b).seats[2], lobby_of(b).seats[1], lobby_of(b).seats[0])
    ),
    "ourselves not ready": lambda b: other_rows(b, 1, "person", "P1", None, b.identities[1].key, False),
}


@pytest.mark.parametrize("name", OTHER_TABLE)
def test_nobody_is_ready_for_a_table_that_became_another(name: str) -> None:
    """Also if it is changed back before the header comes."""
    bench = Bench().join().ready()
    roster, table = roster_of(bench), lobby_of(bench)
    bench.say(0, OTHER_TABLE[name](bench), to=1)
    bench.say(0, table, to=1)
    bench.say(0, roster, to=1)
    assert signatures(bench) == 0
    assert bench.blamed(1) == []


def test_a_bot_on_an_open_seat_is_another_table_and_a_person_is_not() -> None:
    for row in (("bot", "", "normal", None), ("person", "P7", None, b"k" * 32)):
        bench = Bench(2, seats=3).join().ready()
        roster = roster_of_three(bench, row)
        bench.say(0, other_rows(bench, 2, *row), to=1)
        bench.say(0, roster, to=1)
        assert signatures(bench) == (row[0] == "person")


def roster_of_three(bench: Bench, row: tuple[object, ...]) -> m.Roster:
    lobby = bench.sessions[0].lobby
    assert lobby is not None
    third = Bot("normal") if row[0] == "bot" else Person("P7", bench.identities[0].key[::-1], b"n" * 16)
    if isinstance(third, Person):
        third = third._replace(key=b"k" * 32)
    people = [Person(place.name, place.key or b"", place.nonce) for place in lobby.places[:2]]
    return m.Roster(propose(sim_pebbles.GAME, [*people, third], lobby.options, 0).raw)


def test_who_is_ready_links_and_watchers_change_nothing() -> None:
    bench = Bench().join().ready()
    roster = roster_of(bench)
    bench.say(0, other_rows(bench, 2, "person", "P2", None, bench.identities[2].key, False, "slow"), to=1)
    bench.say(0, lobby_of(bench, watching=("Eve",), state="starting"), to=1)
    bench.say(0, roster, to=1)
    assert signatures(bench) == 1


def test_nobody_is_dealt_in_who_is_not_ready_any_more() -> None:
    bench = Bench().join().ready()
    roster = roster_of(bench)
    bench.act(1, lambda s: s.ready(False))
    bench.say(0, roster, to=1)
    assert signatures(bench) == 0
    bench.act(1, lambda s: s.ready())  # that is for another start
    bench.say(0, roster, to=1)
    assert signatures(bench) == 0
    assert bench.blamed(1) == []  # the two may have crossed on the wire
    bench.act(0, lambda s: s.start())
    assert bench.game.asked() == 0


def test_who_was_not_ready_any_more_ends_a_start_and_has_done_no_wrong() -> None:
    bench = Bench().join().ready()
    bench.withheld = lambda who, message: None if isinstance(message, m.Ready) else message
    bench.act(1, lambda s: s.ready(False))  # the host hears of it too late
    bench.act(0, lambda s: s.start())
    assert bench.sessions[0].game is None
    assert bench.linked(1)
    assert StartFailed("not_agreed", 1, None, 0) in bench.heard[0]
    assert StartFailed("not_agreed", None, 1, 0) in bench.heard[MALLORY]


def shares_shown(kind: str = "seed") -> Bench:
    """A start in which Mallory's share, or promise, does not come."""
    bench = Bench()
    bench.withheld = silent(m.ReplyMessage, kind)
    bench.deal()
    return bench


def test_a_host_that_calls_a_start_off_has_that_counted() -> None:
    bench = shares_shown()
    for time in (1, 2):
        bench.act(0, lambda s: s.abandon())
        for who in range(3):
            assert bench.sessions[who].failed_starts.times(bench.identities[0].key) == time
            assert StartFailed("abandoned", 0, None, time) in bench.heard[who]
        bench.ready()
        bench.act(0, lambda s: s.start())


def test_who_shows_no_share_has_that_counted() -> None:
    bench = shares_shown()
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert StartFailed("missing_reply", MALLORY, None, 1) in bench.heard[0]
    assert StartFailed("missing_reply", None, MALLORY, 1) in bench.heard[1]  # as the host says
    assert bench.sessions[1].failed_starts.times(bench.identities[MALLORY].key) == 1


def test_who_crashes_with_its_share_has_ended_the_start() -> None:
    bench = shares_shown()
    bench.cut(MALLORY)
    bench.act(0, lambda s: s.abandon())
    assert StartFailed("abandoned", MALLORY, None, 1) in bench.heard[0]
    assert StartFailed("abandoned", None, MALLORY, 1) in bench.heard[1]
    bench.withheld = lambda who, message: message
    bench.connect(MALLORY)  # it is told what came of it
    assert StartFailed("abandoned", MALLORY, None, 1) in bench.heard[MALLORY]
    assert bench.sessions[MALLORY].game is None


def test_who_is_shown_out_while_its_share_is_missing_has_ended_the_start() -> None:
    bench = shares_shown()
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    assert StartFailed("abandoned", MALLORY, None, 1) in bench.heard[0]
    assert bench.sessions[0].game is None
    assert bench.sessions[1].game is None


def test_before_the_shares_nothing_is_counted() -> None:
    bench = shares_shown("commit")
    bench.act(0, lambda s: s.abandon())
    for who in range(3):
        assert not any(bench.sessions[who].failed_starts.times(one.key) for one in bench.identities.values())


@pytest.mark.parametrize("said", [1, None, 0])
def test_a_host_cannot_put_it_on_somebody_who_has_answered(said: int | None) -> None:
    bench = shares_shown()
    bench.say(0, m.FailedStart(bench.game.chain.gid, "missing_reply", said), to=1)
    assert [notice.blamed for notice in bench.heard[1] if isinstance(notice, StartFailed)] == [0]
    assert bench.sessions[1].failed_starts.times(bench.identities[0].key) == 1


def test_a_host_that_comes_back_without_the_start_has_ended_it() -> None:
    bench = shares_shown()
    bench.cut(1)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    bench.connect(1)
    assert StartFailed("abandoned", 0, None, 1) in bench.heard[1]


def test_of_a_start_that_failed_nothing_is_left_and_it_never_comes_back() -> None:
    bench = shares_shown()
    gid, log = bench.game.chain.gid, list(bench.game.chain.entries(0))
    bench.act(0, lambda s: s.abandon())
    for who in range(3):
        assert gid not in bench.disks[who].logs
        assert gid not in bench.disks[who].kept
    bench.cut(1)
    link = bench.connect(1)
    bench.cut(1)
    for n in (2, 4):  # a deal that the host liked best of all, after all
        link = bench.connect(1)
        bench.sessions[1].peers[link].role = None
        bench.say(0, m.Joined("player", 1, gid, 0, n, log[-1].head), to=1)
        for entry in log:
            bench.say(0, entry.message(), to=1)
        assert bench.sessions[1].game is None
        bench.cut(1)


def test_who_has_nothing_of_a_start_does_not_go_on_with_it() -> None:
    """Its program was started anew since it gave that start up."""
    bench = shares_shown()
    gid, log = bench.game.chain.gid, list(bench.game.chain.entries(0))
    bench.act(0, lambda s: s.abandon())
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    link = bench.connect(1)
    bench.sessions[1].peers[link].role = None
    bench.say(0, m.Joined("player", 1, gid, 0, 2, log[-1].head), to=1)
    assert not bench.linked(1)
    assert bench.sessions[1].game is None


def test_a_game_that_is_over_is_not_gone_on_with(bench: Bench) -> None:
    bench.finish()
    gid, log = bench.game.chain.gid, list(bench.game.chain.entries(0))
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    link = bench.connect(1)
    bench.sessions[1].peers[link].role = None
    bench.say(0, m.Joined("player", 1, gid, 0, 9, log[-1].head), to=1)
    bench.say(0, log[0].message(), to=1)
    assert bench.sessions[1].game is None
    assert bench.blamed(1) == [("bad_roster", None)]


def test_who_moves_to_another_seat_makes_it_another_table() -> None:
    bench = Bench(3, seats=4).join().ready()
    lobby = bench.sessions[0].lobby
    assert lobby is not None
    del bench.sessions[MALLORY]  # from here on it is by hand
    bench.say(MALLORY, m.Join("player", 3, None, 0, None, None, 0))
    assert [place.who for place in lobby.places] == ["person", "person", "open", "person"]
    assert not any(place.ready for place in lobby.places)


def test_nobody_ends_a_game_that_is_dealt_as_if_it_had_not_begun(bench: Bench) -> None:
    gid = bench.game.chain.gid
    bench.say(0, m.FailedStart(gid, "abandoned", 1), to=1)
    bench.say(0, lobby_of(bench, state="lobby"), to=1)
    assert bench.game_of(1).chain.gid == gid
    assert gid in bench.disks[1].logs
    goes_on(bench)
    bench.finish()
    bench.say(0, lobby_of(bench, state="lobby"), to=1)
    bench.say(0, m.FailedStart(gid, "abandoned", 1), to=1)
    assert gid in bench.disks[1].logs


@pytest.mark.parametrize("share", [None, b"s" * 32, b""])
def test_nobody_shows_a_share_before_the_host_has_shown_the_promised_one(share: bytes | None) -> None:
    bench = Bench()

    def changed(who: int, message: m.Message) -> m.Message:
        if who == 0 and isinstance(message, m.AskMessage) and message.kind == "seed":
            return replace(message, body={} if share is None else {"share": share})
        return message

    bench.withheld = changed
    bench.deal()
    assert not any(isinstance(one, m.ReplyMessage) and one.kind == "seed" for one in bench.got[0])
    assert bench.blamed(1) == [("unexpected_message", None) if share is None else ("broken_promise", 0)]


def test_an_evening_of_six_games_begins_each_by_itself() -> None:
    """No id and no nonce comes twice, and nobody presses anything but "once more"."""
    for people in (2, 3):
        bench = Bench(people).deal()
        ids: set[bytes] = set()
        nonces: set[bytes] = set()
        for _ in range(6):
            ids.add(bench.game.chain.gid)
            nonces.update(one.nonce for one in bench.game.roster.seats if isinstance(one, Person))
            bench.finish()
            for who in range(people):
                bench.act(who, lambda s: s.want_rematch())
            assert bench.game.table is not None
            assert not bench.game.ended
        assert len(ids) == 6
        assert len(nonces) == 6 * people
        tables = [(one.rev, one.seats[0][3]) for one in bench.got[1] if isinstance(one, m.Lobby)]
        assert tables == sorted(tables, key=lambda one: one[0])  # no revision ever stands for two tables
        assert len(dict(tables)) == len(set(tables))


@pytest.mark.parametrize("change", ["options", "seats", "bot"])
def test_a_rematch_is_of_the_same_game_or_the_person_is_asked(change: str) -> None:
    bench = Bench()
    bench.deal()
    bench.finish()

    def changed(who: int, message: m.Message) -> m.Message:
        if who != 0 or not isinstance(message, m.Lobby) or message.state != "lobby":
            return message
        if change == "options":
            return replace(message, options={"rounds": 4})
        rows = list(message.seats)
        at = next(at for at, row in enumerate(rows) if row[3] == bench.identities[MALLORY].key)
        rows[at] = ("bot", "", "normal", None, False, "none")
        return replace(message, seats=tuple(reversed(message.seats)) if change == "seats" else tuple(rows))

    bench.withheld = changed
    bench.got[0].clear()
    for who in range(3):
        bench.act(who, lambda s: s.want_rematch())
    assert not any(isinstance(one, m.Ready) for one in bench.got[0])
    assert bench.sessions[0].game is None


# A host --------------------------------------------------------------------------------------------------------------


def from_host(bench: Bench, *entries) -> list[tuple[str, int | None]]:
    for entry in entries:
        bench.say(0, entry.message(), to=1)
    assert bench.blamed(MALLORY) == []
    return bench.blamed(1)


def test_a_host_cannot_tell_two_stories(bench: Bench) -> None:
    bench.turn_of(0)
    bench.move()
    first = bench.game.chain.links[-1]
    other = sign_entry(bench.identities[0], bench.game.chain.gid, 0, first.record._replace(body=["lay", 1], sig=None))
    assert from_host(bench, other) == [("fork", 0), ("fork", 0)]
    assert bench.sessions[1].stopped is not None


def test_a_host_cannot_make_up_a_move_of_a_guest(bench: Bench) -> None:
    assert from_host(bench, bench.roll(0)) == [("wrong_signer", 0)]


def test_a_host_that_drops_an_entry_is_asked_for_it(bench: Bench) -> None:
    lost: list[m.Message] = []

    def dropped(who: int, message: m.Message) -> m.Message | None:
        if who == 0 and isinstance(message, m.EntryMessage) and not lost:
            lost.append(message)
            return None
        return message

    bench.withheld = dropped
    bench.move()
    bench.move()
    assert lost
    assert {bench.game_of(who).position for who in (0, 1, 2)} == {bench.game.position}
    assert bench.blamed(1) == bench.blamed(2) == []


def test_a_host_that_reorders_is_seen_through(bench: Bench) -> None:
    kept: list[m.Message] = []

    def late(who: int, message: m.Message) -> m.Message | None:
        if who == 0 and isinstance(message, m.EntryMessage):
            kept.append(message)
            return None
        return message

    bench.withheld = late
    bench.move()
    bench.withheld = lambda who, message: message
    bench.act(0, lambda s: [])
    for message in reversed(kept):
        bench.say(0, message, to=1)
    assert bench.blamed(1) == []
    assert bench.game_of(1).position == bench.game.position


BAD_HOST = {
    "a consent without votes": (
        lambda b: b.entry(0, "consent", None, {"seat": 2, "to": 4, "votes": []}),
        ("bad_body", 0),
    ),
    "a proxy without votes": (
        lambda b: b.entry(0, "proxy", None, {"seat": 2, "by": 0, "away": [2], "votes": []}),
        ("bad_body", 0),
    ),
    "a term of its own": (
        lambda b: b.entry(0, "term", None, {"term": 1, "host": 0, "away": [1, 2], "votes": []}, term=1),
        ("bad_body", 0),
    ),
    "the wrong scores": (lambda b: b.entry(0, "end", None, {"scores": [99, 0, 0], "winners": [0]}), ("bad_move", 0)),
    "an end for a bot that is none": (lambda b: b.roll(0, seat=1), ("wrong_signer", 0)),
}


@pytest.mark.parametrize("name", BAD_HOST)
def test_a_host_cannot_order(bench: Bench, name: str) -> None:
    make, verdict = BAD_HOST[name]
    assert from_host(bench, make(bench)) == [verdict]


def test_votes_are_checked_by_everybody(bench: Bench) -> None:
    """The host makes a proxy of itself, with its own vote where another's should be."""
    ask = proxy_ask(bench.game.chain, 2, 0)
    votes = rows({0: True, 1: True}, ask, bench)
    votes[1][2] = votes[0][2]
    entry = bench.entry(0, "proxy", None, {"seat": 2, "by": 0, "away": [2], "votes": votes})
    assert from_host(bench, entry) == [("bad_body", 0)]


def test_a_host_that_says_of_somebody_here_that_it_is_away_is_found_out(bench: Bench) -> None:
    """It needs nobody's vote for that, if it says so of all; but each of them knows better."""
    ask = proxy_ask(bench.game.chain, 2, 0, [1])
    entry = bench.entry(0, "proxy", None, {**ask.body, "votes": rows({0: True}, ask, bench)})
    bench.sessions[0].order(entry)
    bench.act(0, lambda s: s.chat("hello"))
    assert bench.blamed(1) == bench.blamed(2) == [("not_away", 0)]
    assert bench.game.chain.standing.proxies == ()  # it has taken its seat over at once


def opening(change) -> Bench:
    """A start in which the host's entries are changed on their way to seat 1."""
    bench = Bench()

    def changed(who: int, message: m.Message) -> m.Message:
        return change(bench, message) if who == 0 else message

    bench.withheld = changed
    bench.deal()
    return bench


def record_changed(kind: str, alter):
    def change(bench: Bench, message: m.Message) -> m.Message:
        if isinstance(message, m.EntryMessage) and (entry := read_entry(message.raw, message.sig)).record.kind == kind:
            record: Record = alter(entry.record)._replace(sig=None)
            return sign_entry(bench.identities[0], entry.gid, 0, record).message()
        return message

    return change


@pytest.mark.parametrize(
    ("kind", "alter", "verdict"),
    [
        ("signed", lambda record: record._replace(body=record.body[:2]), ("bad_body", 0)),
        (
            "commit",
            lambda record: record._replace(body=[record.body[0], record.body[0], record.body[2]]),
            ("bad_body", 0),
        ),
        (
            "commit",
            lambda record: record._replace(body=[[0, b"c" * 32, record.body[0][2]], *record.body[1:]]),
            ("bad_body", 0),
        ),
        (
            "seed",
            lambda record: record._replace(body=[[0, b"c" * 32, record.body[0][2]], *record.body[1:]]),
            ("bad_body", 0),
        ),
        ("deal", lambda record: record._replace(opened=[1, *record.opened[1:]]), ("bad_deal", 0)),
    ],
    ids=[
        "a signature is missing",
        "a promise is missing",
        "a promise is changed",
        "a share is changed",
        "another deal",
    ],
)
def test_the_start_is_checked_by_everybody(kind: str, alter, verdict: tuple[str, int]) -> None:
    bench = opening(record_changed(kind, alter))
    assert bench.blamed(1) == [verdict]
    assert bench.blamed(2) == [verdict]


@pytest.mark.parametrize("what", ["rules", "keys", "me", "host"])
def test_nobody_signs_for_another_table_than_it_saw(what: str) -> None:
    def change(bench: Bench, message: m.Message) -> m.Message:
        if not isinstance(message, m.Roster):
            return message
        lobby = bench.sessions[0].lobby
        assert lobby is not None
        seats = lobby.seats()
        options = {"rounds": 4} if what == "rules" else {"rounds": 2}
        if what == "keys":
            seats[2] = (
                Bot("normal")
                if not isinstance(seats[2], Person)
                else Person("Eve", bench.identities[0].key[::-1], b"n" * 16)
            )
        if what == "me":
            seats[1], seats[2] = seats[2], seats[1]
        return m.Roster(propose(sim_pebbles.GAME, seats, options, 1 if what == "host" else 0).raw)

    bench = opening(change)
    assert bench.blamed(1) == [("bad_roster", None)]
    assert bench.sessions[1].game is None


def test_no_share_is_shown_before_all_have_promised() -> None:
    bench = Bench()
    bench.withheld = silent(m.ReplyMessage, "commit")
    bench.deal()
    bench.got[0].clear()
    bench.say(0, seed_ask(bench.game.chain, bench.game.promises.share).message(), to=1)
    assert not any(isinstance(one, m.ReplyMessage) for one in bench.got[0])


# Who only watches ----------------------------------------------------------------------------------------------------


def watched() -> Bench:
    bench = Bench(watcher=True).deal()
    bench.turn_of(1)
    bench.move(("lay", bench.state.hands[1].faces()[0]))
    return bench


def test_who_watches_gets_no_secrets_however_it_asks() -> None:
    bench = watched()
    bench.say(WATCHER, m.Sync(bench.game.chain.gid, 0))
    bench.say(WATCHER, m.Join("spectator", None, bench.game.chain.gid, 0, None, None, 0))
    shares = [row[1] for row in bench.game.chain.links[3].record.body]
    sent = b"".join(m.write(message) for message in bench.got[WATCHER])
    assert not any(share in sent for share in shares)
    watched_table = bench.sessions[WATCHER].watched
    assert watched_table is not None
    assert watched_table.last == bench.game.last
    assert watched_table.table is not None
    assert watched_table.table.state.hands[0].sealed == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["entry", "reply", "ready", "rematch", "sign", "digest", "ask", "player"])
def test_who_watches_has_no_say(kind: str) -> None:
    bench = watched()
    entry = bench.roll(WATCHER)
    ask = back_ask(bench.game.chain, 1, 4)
    message: m.Message = {
        "entry": entry.message(),
        "reply": sign_reply(bench.identities[WATCHER], ask, 0, True).message(ask),
        "ready": m.Ready(1, True, b"n" * 16),
        "rematch": m.Rematch(bench.game.chain.gid, True),
        "sign": m.Sign(bench.game.chain.gid, b"s" * 64),
        "digest": sign_digest(bench.identities[WATCHER], 0, entry, bench.game.digest),
        "ask": ask.message(),
        "player": m.Join("player", 0, bench.game.chain.gid, 0, None, None, 0),
    }[kind]
    before = bench.game.position
    bench.say(WATCHER, message)
    assert bench.game.position == before
    assert bench.blamed() in ([("unexpected_message", None)], [])
    assert not bench.linked(WATCHER)


def test_who_watches_another_game_is_refused() -> None:
    bench = watched()
    bench.got[WATCHER].clear()
    bench.say(WATCHER, m.Sync(b"g" * 16, 0))
    assert bench.got[WATCHER] == [m.Refused("SYNC", "foreign_game", {})]


# Nobody ends or freezes a game unnamed -------------------------------------------------------------------------------


def desync(bench: Bench, who: int, rebuilt: bytes | None = b"r" * 16, signer: int | None = None) -> m.Desync:
    """What `who` says of the last position; signed by itself, or by somebody else."""
    chain = bench.game.chain
    identity = bench.identities[who if signer is None else signer]
    return sign_desync(identity, chain.gid, who, chain.term, bench.game.last, b"d" * 16, rebuilt, b"c" * 32)


def false_digest(bench: Bench, who: int = MALLORY) -> m.Digest:
    entry = bench.game.chain.entries(bench.game.last)[0]
    return sign_digest(bench.identities[who], who, entry, b"d" * 16)


def mute_of(kind: type[m.Message], who: int = MALLORY):
    """The program of one works but for messages of a kind."""
    return lambda sender, message: None if sender == who and isinstance(message, kind) else message


def others_heard_nothing(bench: Bench) -> None:
    assert not any(isinstance(one, m.Desync) for one in bench.got[1])
    assert bench.desynced(0) == bench.desynced(1) == []


def test_a_desync_that_nobody_signed_closes_a_link_and_no_more(bench: Bench) -> None:
    bench.say(MALLORY, desync(bench, MALLORY, signer=1))
    assert bench.blamed() == [("bad_signature", None)]
    assert not bench.linked(MALLORY)
    others_heard_nothing(bench)
    goes_on(bench)


def test_nobody_accuses_in_the_name_of_another(bench: Bench) -> None:
    bench.say(MALLORY, desync(bench, 1, signer=MALLORY))
    assert bench.blamed() == [("unexpected_message", None)]
    others_heard_nothing(bench)
    goes_on(bench)


@pytest.mark.parametrize("rebuilt", [b"r" * 16, None], ids=["another", "none"])
def test_who_signs_another_position_is_named_and_the_others_play_on(bench: Bench, rebuilt: bytes | None) -> None:
    bench.got[MALLORY].clear()
    bench.say(MALLORY, desync(bench, MALLORY, rebuilt))
    assert bench.blamed() == [("other_position", MALLORY)]
    assert [type(one) for one in bench.got[MALLORY]] == [m.Desync, m.Bye]  # one answer, and no more
    others_heard_nothing(bench)
    goes_on(bench)


def test_false_alarms_are_accidents_up_to_a_point(bench: Bench) -> None:
    """It has us look at one place after another: each makes us play the whole log."""
    for _ in range(limits.FALSE_POSITIONS):
        for _ in range(5):  # once more for the same place is not even answered
            bench.say(MALLORY, desync(bench, MALLORY, bench.game.digest))
        assert bench.blamed() == []
        bench.move()
    answers = [one for one in bench.got[MALLORY] if isinstance(one, m.Desync)]
    assert len(answers) == limits.FALSE_POSITIONS
    bench.say(MALLORY, desync(bench, MALLORY, bench.game.digest))
    assert bench.blamed() == [("other_position", MALLORY)]
    others_heard_nothing(bench)
    goes_on(bench)


def test_false_digests_never_make_a_guest_blame_the_host(bench: Bench) -> None:
    for _ in range(12):
        bench.say(MALLORY, false_digest(bench))
    assert bench.blamed() == [("other_position", MALLORY)]
    assert bench.blamed(1) == []
    others_heard_nothing(bench)
    goes_on(bench)


def test_what_comes_before_the_answer_costs_nothing_and_counts_once(bench: Bench) -> None:
    bench.withheld = mute_of(m.Desync)
    bench.got[MALLORY].clear()
    for _ in range(12):
        bench.say(MALLORY, false_digest(bench))
    assert [type(one) for one in bench.got[MALLORY]] == [m.Desync]
    assert bench.blamed() == []


def test_who_does_not_answer_for_its_position_is_named(bench: Bench) -> None:
    bench.withheld = mute_of(m.Desync)
    bench.say(MALLORY, false_digest(bench))
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert bench.blamed() == [("other_position", MALLORY)]
    assert not bench.linked(MALLORY)
    bench.withheld = lambda who, message: message
    goes_on(bench)


def test_who_cannot_answer_because_its_line_is_dead_is_not_named(bench: Bench) -> None:
    bench.withheld = lambda who, message: None if who == MALLORY else message
    bench.say(MALLORY, false_digest(bench))
    bench.wait(limits.DEAD_MS + limits.PING_MS)
    assert not bench.linked(MALLORY)
    assert bench.blamed() == []


def test_a_host_in_another_position_is_named_and_another_is_found(bench: Bench) -> None:
    """Seat 1 alone is lied to; it goes, and finds nobody as long as the others are content."""
    bench.turn_of(1)
    bench.say(0, desync(bench, 0), to=1)
    assert bench.blamed(1) == [("other_position", 0)]
    assert bench.sessions[1].stopped is None
    assert not bench.linked(1)
    assert bench.blamed(2) == []
    bench.wait(limits.OFFENCE_MS)
    bench.connect(1)
    bench.move()
    assert bench.game_of(2).position == bench.game_of(1).position == bench.game.position


def test_an_order_made_in_another_position_is_not_taken_and_its_host_has_to_explain_it(bench: Bench) -> None:
    bench.turn_of(0)
    before = bench.game_of(1).position
    bench.got[0].clear()
    bench.withheld = mute_of(m.Desync, 0)
    bench.say(0, bench.roll(0, digest=b"d" * 16).message(), to=1)
    assert [type(one) for one in bench.got[0]] == [m.Desync]
    assert bench.game_of(1).position == before
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert bench.blamed(1) == [("other_position", 0)]
    assert bench.blamed(2) == []


def test_a_host_that_explains_itself_is_asked_for_a_better_order(bench: Bench) -> None:
    bench.turn_of(0)
    bench.say(0, bench.roll(0, digest=b"d" * 16).message(), to=1)
    assert m.Sync(bench.game.chain.gid, len(bench.game.chain)) in bench.got[0]
    assert bench.blamed(1) == []
    bench.move()
    assert bench.game_of(1).position == bench.game.position


# Word of other hosts


def stale(bench: Bench, term: int = 1, who: int = MALLORY) -> None:
    bench.say(who, m.Refused("ENTRY", "stale_term", {"term": term}))


CONFIRMED_MS = limits.SETTLE_MS + 3 * limits.VOTE_AGAIN_MS


def test_word_of_another_host_makes_the_host_ask_and_not_step_down(bench: Bench) -> None:
    stale(bench)
    assert bench.sessions[0].hosting
    bench.move()  # it goes on ordering
    assert bench.game_of(1).last == bench.game.last
    bench.wait(CONFIRMED_MS)
    assert (bench.game.chain.term, bench.game.chain.host) == (2, 0)  # a later one than Mallory has told of
    assert bench.game_of(1).position == bench.game.position
    assert not any(isinstance(one, HostChanged) for who in (0, 1) for one in bench.heard[who])
    goes_on(bench)


def test_who_tells_of_another_host_and_does_not_vote_is_left_out(bench: Bench) -> None:
    bench.withheld = mute_of(m.ReplyMessage)
    bench.turn_of(0)
    stale(bench, 7)
    bench.wait(CONFIRMED_MS)
    assert bench.sessions[0].hosting
    assert bench.game.chain.standing.away == {MALLORY} or bench.game.chain.term > 7
    record = next(link.record for link in bench.game.chain.links if link.record.kind == "term")
    assert record.body["away"] == [MALLORY]
    assert bench.blamed(1) == []
    bench.withheld = lambda who, message: message
    goes_on(bench)


def test_with_two_people_a_guests_word_ends_nothing() -> None:
    bench = Bench(2).deal()
    bench.turn_of(0)
    bench.withheld = mute_of(m.ReplyMessage, 1)
    stale(bench, 5, 1)
    for _ in range(4):
        assert bench.sessions[0].hosting
        bench.wait(CONFIRMED_MS)
    assert bench.sessions[0].hosting
    assert bench.blamed() == [("no_vote", 1)]
    bench.move()
    assert bench.game.chain.term == 0
    # Also in a program that was started again: the host's votes for itself have not deposed it.
    again = Session.resume(bench.me(0), bench.now, SimLog(bench.disks[0], bench.game.chain.gid))
    assert bench.game.promises.voted_term > bench.game.chain.term
    assert again.hosting


def test_a_guest_votes_for_its_host_and_goes_on_taking_its_orders(bench: Bench) -> None:
    """The question comes to nothing, as Mallory keeps it open: that must not hold up who has answered it."""
    bench.withheld = mute_of(m.ReplyMessage)
    bench.turn_of(1)
    stale(bench)
    bench.wait(limits.SETTLE_MS + 1000)
    assert bench.game_of(1).promises.voted_term > bench.game_of(1).chain.term
    assert not bench.sessions[1].terms.deposed
    bench.move()
    assert bench.game.chain.links[-1].record.kind == "move"
    assert bench.sessions[0].desync.acknowledged_by[1] == bench.game.last


def test_who_has_voted_for_another_takes_no_orders_until_its_host_is_confirmed(bench: Bench) -> None:
    """Else what it acknowledges could be lost to the one it has voted for."""
    bench.turn_of(0)
    bench.cut(1)
    bench.connect(MALLORY, 1)
    del bench.sessions[MALLORY]
    bench.wait(limits.LOST_MS + 1000)
    ask = bench.game_of(1).chain.ask("term", term=50, host=2, away=[0])
    bench.say(MALLORY, ask.message(), to=1)
    assert bench.game_of(1).promises.voted_against(0) == 50
    bench.cut(MALLORY, 1)
    bench.connect(1)
    bench.move()
    assert bench.game_of(1).last == bench.game.last  # to have it does no harm
    assert bench.sessions[0].desync.acknowledged_by[1] < bench.game.last
    assert m.Refused("ENTRY", "stale_term", {"term": 50}) in bench.got[0]
    again = Session.resume(bench.me(1), bench.now, SimLog(bench.disks[1], bench.game.chain.gid))
    assert again.terms.deposed  # also after a crash
    bench.wait(CONFIRMED_MS)
    assert bench.game.chain.term > 50
    assert bench.sessions[0].desync.acknowledged_by[1] == bench.game.last


def test_word_upon_word_does_not_fill_the_log(bench: Bench) -> None:
    for _ in range(600):
        stale(bench, bench.game.chain.term + 1)
        bench.wait(1000)
    terms = [link for link in bench.game.chain.links if link.record.kind == "term"]
    assert 0 < len(terms) < 20
    assert bench.sessions[0].hosting
    goes_on(bench)


def test_word_of_far_terms_does_not_keep_anybody_from_being_chosen(bench: Bench) -> None:
    stale(bench, bench.game.chain.term + 1000)
    bench.say(MALLORY, m.Refused("ASK", "stale_term", {"term": 500}))
    bench.wait(CONFIRMED_MS)
    assert bench.game.chain.term == 501
    goes_on(bench)


# Filling the log


def test_one_hint_for_a_position(bench: Bench) -> None:
    bench.act(MALLORY, lambda s: s.hint())
    assert bench.game.chain.links[-1].record.kind == "hint"
    bench.act(MALLORY, lambda s: s.hint())  # a person may ask twice
    before = bench.game.last
    assert bench.game.chain.links[-1].record.kind == "hint"
    bench.say(MALLORY, bench.entry(MALLORY, "hint", MALLORY).message())
    assert bench.game.last == before
    assert bench.blamed() == [("over_budget", MALLORY)]
    goes_on(bench)


def dither(bench: Bench, who: int = MALLORY) -> None:
    """To and fro within a turn, which is free, as often as a person may."""
    for _ in range(limits.BUDGET):
        bench.move(("lay", bench.state.hands[who].faces()[0]))
        bench.act(who, lambda s: s.ask_back())
    bench.move(("lay", bench.state.hands[who].faces()[0]))


def test_a_turn_has_an_end_to_its_take_backs(bench: Bench) -> None:
    dither(bench)
    before = bench.game.last
    with pytest.raises(Refusal, match="over_budget"):
        bench.sessions[MALLORY].ask_back()
    with pytest.raises(Refusal, match="over_budget"):
        bench.sessions[MALLORY].hint()
    table = bench.game.table
    assert table is not None
    target = table.back_target(MALLORY, alone=False)
    assert target is not None
    bench.say(MALLORY, bench.entry(MALLORY, "back", MALLORY, target.n).message())
    assert bench.game.last == before
    assert bench.blamed() == [("over_budget", MALLORY)]
    comes_back(bench)
    bench.move(("done",))
    bench.turn_of(0)
    bench.act(0, lambda s: s.hint())  # the next turn, and anybody else, has all of it
    assert bench.game.chain.links[-1].record.kind == "hint"
    assert bench.game_of(1).position == bench.game.position


def test_a_host_that_lets_a_seat_have_more_is_found_out_by_all(bench: Bench) -> None:
    bench.turn_of(0)
    dither(bench, 0)
    assert from_host(bench, bench.entry(0, "hint", 0)) == [("over_budget", 0)]


def test_who_watches_counts_too() -> None:
    bench = Bench(watcher=True).deal()
    bench.turn_of(0)
    bench.act(0, lambda s: s.hint())
    bench.say(0, bench.entry(0, "hint", 0).message(), to=WATCHER)
    assert bench.blamed(WATCHER) == [("over_budget", 0)]


def test_games_of_the_first_version_have_no_budget(bench: Bench) -> None:
    for who in (0, 1, MALLORY):
        chain = bench.game_of(who).chain
        chain.roster = chain.roster._replace(version=1)
    bench.act(MALLORY, lambda s: s.hint())
    bench.say(MALLORY, bench.entry(MALLORY, "hint", MALLORY).message())
    assert [link.record.kind for link in bench.game.chain.links[-2:]] == ["hint", "hint"]
    assert bench.blamed() == bench.blamed(1) == []


def test_who_brings_word_of_ones_absence_from_a_host_that_was_lost_is_not_a_liar(bench: Bench) -> None:
    """Seat 1 has no line to the host, which therefore lets somebody play for it; seat 2 tells it of that."""
    bench.turn_of(0)
    bench.cut(1)
    bench.connect(1, MALLORY)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1))
    bench.act(MALLORY, lambda s: s.answer(bench.asked(MALLORY).hash, True))
    assert dict(bench.game.chain.standing.proxies) == {1: 0}
    bench.say(MALLORY, bench.game.chain.entries(bench.game.last)[0].message(), to=1)
    assert bench.game_of(1).position == bench.game.position
    assert bench.blamed(1) == []


def test_a_host_that_says_again_and_again_that_one_is_away_is_left(bench: Bench) -> None:
    """Each time its victim takes its seat over at once: together they would fill the log."""
    for _ in range(limits.FALSE_ABSENCES + 1):
        assert bench.linked(1)
        ask = proxy_ask(bench.game.chain, 1, 0, [2])
        entry = bench.entry(0, "proxy", None, {**ask.body, "votes": rows({0: True}, ask, bench)})
        bench.sessions[0].order(entry)
        bench.act(0, lambda s: s.chat("hello"))
    assert bench.blamed(1) == [("not_away", 0)] * (limits.FALSE_ABSENCES + 1)
    assert not bench.linked(1)
    assert bench.sessions[1].stopped is None


# Showing somebody out


def test_a_host_can_show_somebody_out_while_it_looks_for_votes(bench: Bench) -> None:
    game = bench.game
    game.promises.keep_vote(1, b"q" * 32, 1)
    assert not bench.sessions[0].hosting
    assert bench.sessions[0].may_kick
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    assert not bench.linked(MALLORY)
    bench.connect(MALLORY)
    assert NotJoined("kicked") in bench.heard[MALLORY]


def test_nobody_else_can(bench: Bench) -> None:
    bench.connect(MALLORY, 1)
    bench.act(1, lambda s: s.kick(bench.identities[MALLORY].key))
    assert bench.linked(MALLORY, 1)
    assert not bench.sessions[1].may_kick


def test_who_was_shown_out_is_not_waited_for(bench: Bench) -> None:
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    bench.wait(500)
    with pytest.raises(Refusal, match="try_later"):
        bench.sessions[1].vote(MALLORY)  # who does not know that it was shown out
    bench.act(0, lambda s: s.vote(MALLORY))
    bench.act(1, lambda s: s.answer(bench.asked(1).hash, True))
    assert dict(bench.game.chain.standing.proxies) == {MALLORY: 0}


# Remembering


def test_who_misbehaved_is_let_in_again_later_and_later(bench: Bench) -> None:
    for lasting in (10_000, 20_000, 40_000):
        bench.say(MALLORY, m.Roster(b"roster"))
        assert not bench.linked(MALLORY)
        bench.wait(lasting - 1000)
        bench.got[MALLORY].clear()
        bench.connect(MALLORY)
        assert not bench.linked(MALLORY)
        (refused,) = [one for one in bench.got[MALLORY] if isinstance(one, m.Refused)]
        assert (refused.of, refused.reason, refused.params["ms"] <= 1000) == ("JOIN", "misbehaved", True)
        bench.wait(1000)
        bench.connect(MALLORY)
        assert bench.linked(MALLORY)
    assert bench.blamed(1) == []


def test_a_host_that_misbehaved_is_not_called_at_once(bench: Bench) -> None:
    bench.say(0, bench.roll(0).message(), to=1)
    assert bench.blamed(1) == [("wrong_signer", 0)]

    def calls(until: int) -> list[Dial]:
        found = []
        while bench.now < until:
            bench.now += 500
            found += [one for one in bench.sessions[1].tick(bench.now) if isinstance(one, Dial) and one.seat == 0]
        return found

    start = bench.now
    assert calls(start + limits.OFFENCE_MS - 500) == []
    assert calls(start + limits.OFFENCE_MS + 2 * limits.LAST_DIAL_MS) != []


def test_no_more_than_so_many_are_remembered() -> None:
    offenders = Offenders()
    for number in range(2 * limits.OFFENDERS):
        offenders.add(number.to_bytes(32, "big"), 0)
    assert len(offenders) == limits.OFFENDERS
    assert offenders.left((2 * limits.OFFENDERS - 1).to_bytes(32, "big"), 0) == limits.OFFENCE_MS
    assert offenders.left(bytes(32), 0) == 0
    for _ in range(20):
        offenders.add(b"k" * 32, 0)
    assert offenders.left(b"k" * 32, 0) == limits.LONGEST_OFFENCE_MS


def test_an_answer_to_a_start_that_was_called_off_is_no_crime() -> None:
    """It was on its way when the host's person thought better of it."""
    bench = Bench()
    kept: list[m.Message] = []

    def late(who: int, message: m.Message) -> m.Message | None:
        if who == 1 and isinstance(message, m.ReplyMessage):
            kept.append(message)
            return None
        return message

    bench.withheld = late
    bench.deal()
    bench.act(0, lambda s: s.abandon())
    for message in kept:
        bench.say(1, message)
    assert kept
    assert bench.blamed() == [("abandoned", None)]
    assert bench.linked(1)


def test_what_is_said_of_a_game_that_was_left_for_the_lobby_is_no_crime(bench: Bench) -> None:
    bench.finish()
    entry = bench.game.chain.entries(bench.game.last)[0]
    late: list[m.Message] = [
        sign_digest(bench.identities[1], 1, entry, bench.game.digest),
        desync(bench, 1, bench.game.digest),
        m.Sync(bench.game.chain.gid, 5),
        m.Done(b"h" * 32, "stale", None),
    ]
    bench.act(0, lambda s: s.reopen())
    for message in late:
        bench.say(1, message)
    assert bench.blamed() == []
    assert bench.linked(1)


# Signing twice


def twice(bench: Bench, who: int) -> tuple[Entry, Entry]:
    """Two entries for the next place, of who is asked."""
    return bench.roll(who), bench.entry(who, "hint", bench.game.asked())


def evidence(first: Entry, second: Entry) -> list[m.Message]:
    return [m.Evidence("first", first.raw, first.sig), m.Evidence("second", second.raw, second.sig)]


def proofs(bench: Bench, who: int) -> list[tuple[int | None, tuple[bytes, ...]]]:
    found = [one for one in bench.heard[who] if isinstance(one, Misbehaved) and one.verdict == "fork"]
    return [(one.blamed, one.proof) for one in found]


def test_two_entries_for_one_place_are_told_to_everybody_and_kept() -> None:
    bench = Bench(watcher=True).deal()
    bench.turn_of(MALLORY)
    first, second = twice(bench, MALLORY)
    bench.say(MALLORY, first.message())
    bench.say(MALLORY, second.message())
    proof = (first.raw, first.sig, second.raw, second.sig)
    for who in (0, 1, WATCHER):
        assert proofs(bench, who) == [(MALLORY, proof)]
    for who in (0, 1):
        assert bench.disks[who].proofs == [wire.pack(list(proof))]
        assert bench.sessions[who].stopped is None
    assert sum(isinstance(one, m.Evidence) for one in bench.got[0]) == 0  # nobody sends it back


def test_a_proof_is_checked_by_who_gets_it(bench: Bench) -> None:
    first, second = twice(bench, MALLORY)
    honest = bench.game.chain.entries(bench.game.last)[0]
    other_place = bench.roll(MALLORY, n=bench.game.last + 2)
    other_position = bench.roll(MALLORY, digest=b"d" * 16)
    forged = bench.entry(0, "hint", MALLORY)
    for pair in ((first, first), (first, other_place), (first, other_position), (first, forged), (honest, first)):
        assert bench.linked(1)
        for message in evidence(*pair):
            bench.say(1, message)
        assert bench.blamed()[-1] == ("false_evidence", 1)
        assert not bench.linked(1)
        bench.wait(limits.LONGEST_OFFENCE_MS)
        bench.connect(1)
    assert proofs(bench, 0) == proofs(bench, MALLORY) == []
    assert bench.disks[0].proofs == []
    bench.say(1, evidence(first, second)[1])
    assert bench.blamed()[-1] == ("unexpected_message", None)


def test_who_brings_a_proof_is_thanked_and_who_signed_twice_goes(bench: Bench) -> None:
    first, second = twice(bench, MALLORY)
    for message in 3 * evidence(first, second):
        bench.say(1, message)
    assert proofs(bench, 0) == [(MALLORY, (first.raw, first.sig, second.raw, second.sig))]
    assert bench.linked(1)
    assert not bench.linked(MALLORY)
    assert len(bench.disks[0].proofs) == 1


def test_a_proof_fits_whatever_its_size(bench: Bench) -> None:
    first = bench.roll(MALLORY)
    second = bench.entry(MALLORY, "hint", MALLORY, ["x" * 4000] * 14)
    bench.say(MALLORY, first.message())
    bench.say(MALLORY, second.message())
    assert proofs(bench, 1) == [(MALLORY, (first.raw, first.sig, second.raw, second.sig))]


def test_who_watches_gets_no_shares_as_a_proof() -> None:
    bench = Bench(watcher=True).deal()
    true = bench.game.chain.entries(3)[0]
    other = sign_entry(bench.identities[0], true.gid, 0, true.record._replace(body=true.record.body[:1], sig=None))
    bench.got[WATCHER].clear()
    for message in evidence(true, other):
        bench.say(1, message)
    assert proofs(bench, 0) == [(0, (true.raw, true.sig, other.raw, other.sig))]
    assert not any(isinstance(one, m.Evidence) for one in bench.got[WATCHER])
    shares = [row[1] for row in true.record.body]
    assert not any(share in m.write(one) for one in bench.got[WATCHER] for share in shares)


def without_host(bench: Bench) -> None:
    """Seat 1 has no host and is called by Mallory, who has what the host has ordered so far."""
    bench.turn_of(MALLORY)
    bench.move()
    bench.turn_of(1)
    for who in (1, MALLORY):
        bench.cut(who)
    bench.connect(MALLORY, 1)
    assert bench.blamed(1) == []


@pytest.mark.parametrize("what", ["fork", "lost_race", "bad_prev"])
def test_a_guest_cannot_stop_another_with_a_log_of_its_own(bench: Bench, what: str) -> None:
    without_host(bench)
    chain = bench.game_of(1).chain
    own = next(link for link in reversed(chain.links) if link.signer == MALLORY and link.record.kind == "move")
    before = next(link for link in reversed(chain.links) if link.signer != MALLORY and link.record.kind == "move")
    record = {
        "fork": own.record._replace(body=["lay", 1], sig=None),
        "lost_race": before.record._replace(seat=MALLORY, sig=None),
        "bad_prev": chain.links[-1].record._replace(n=len(chain), prev=b"p" * 32, seat=1, sig=None),
    }[what]
    signer = bench.identities[1 if what == "bad_prev" else MALLORY]
    bench.say(MALLORY, sign_entry(signer, chain.gid, 0, record).message(), to=1)
    assert bench.blamed(1) == [(what, MALLORY if what == "fork" else None)]
    assert bench.sessions[1].stopped is None
    assert not bench.linked(MALLORY, 1)
    bench.connect(1)
    bench.move()
    assert bench.game_of(1).position == bench.game.position


def test_a_guest_that_plays_elsewhere_does_not_end_the_game_of_others(bench: Bench) -> None:
    """Seat 1 has lost the host and calls Mallory, who says that another game is on."""
    bench.cut(1)
    del bench.sessions[MALLORY]
    bench.connect_only(1, MALLORY)
    bench.say(MALLORY, m.Joined("player", 1, b"x" * 16, 0, 9, b"h" * 32), to=1)
    assert bench.sessions[1].stopped is None
    assert not bench.linked(1, MALLORY)
    bench.connect(1)
    assert bench.linked(1)


def test_nor_that_of_its_host() -> None:
    bench = Bench(2).deal()
    bench.cut(1)
    del bench.sessions[1]
    bench.connect_only(0, 1)
    bench.say(1, m.Joined("player", 0, b"x" * 16, 0, 9, b"h" * 32))
    assert bench.sessions[0].stopped is None
    assert bench.sessions[0].hosting


def test_a_host_that_plays_elsewhere_ends_it(bench: Bench) -> None:
    bench.cut(1)
    del bench.sessions[0]
    bench.connect_only(1, 0)
    bench.say(0, m.Joined("player", 1, b"x" * 16, 0, 9, b"h" * 32), to=1)
    assert bench.sessions[1].stopped == Stopped("gone", None)


# Lists that do not grow for ever


def test_keys_of_strangers_are_not_kept_for_ever() -> None:
    bench = Bench(2).deal()
    host = bench.sessions[0]
    for number in range(2 * limits.MOST_KEYS):
        key = number.to_bytes(32, "big")
        host.opened(10_000 + number, key, "W", inbound=True)
        host.feed(10_000 + number, m.Join("spectator", None, None, 0, None, None, 0))
        host.closed(10_000 + number)
        host.kick(key)
        host.mute(key)
    assert len(host.meeting.watchers) == len(host.barred) == len(host.muted) == limits.MOST_KEYS
    assert number.to_bytes(32, "big") in host.barred


def test_another_log_without_an_end_is_let_go_of(bench: Bench) -> None:
    """Entries that go on from a place within ours, as if a later host were to follow: each as large as may be."""
    without_host(bench)
    chain = bench.game_of(1).chain
    first = chain.links[6].record._replace(body=None, sig=None)
    bench.say(MALLORY, sign_entry(bench.identities[MALLORY], chain.gid, 7, first).message(), to=1)
    (peer,) = [one for one in bench.sessions[1].peers.values() if one.seat == MALLORY]
    assert len(peer.branch) == 1
    most = 0
    for n in range(7, 7 + 90):
        entry = bench.entry(MALLORY, "hint", MALLORY, ["x" * 4000] * 14, n=n, term=7)
        bench.say(MALLORY, entry.message(), to=1)
        most = max(most, peer.branch_bytes)
    assert 0 < most <= limits.BRANCH_BYTES


# Talk and names ------------------------------------------------------------------------------------------------------


def lines_told(bench: Bench, who: int) -> list[Said]:
    return [notice for notice in bench.heard[who] if isinstance(notice, Said)]


@pytest.mark.parametrize("who", [1, WATCHER])
def test_a_host_cannot_flood_with_talk(who: int) -> None:
    """No more is told than all four who are here can have said, and how much was left out is told once in a while."""
    bench = watched()
    bench.heard[who].clear()
    for number in range(3000):
        bench.say(0, m.Chat(0, "P0", f"word {number}"), to=who)
    assert len(lines_told(bench, who)) == 4 * limits.CHATS_AT_ONCE
    bench.wait(500)
    for number in range(3000):
        bench.say(0, m.Chat(None, f"nobody {number}", "more"), to=who)
    assert len(lines_told(bench, who)) == 4 * limits.CHATS_AT_ONCE + 4 * limits.CHATS_A_SECOND // 2
    bench.wait(2 * limits.LEFT_OUT_MS)
    reports = [notice.lines for notice in bench.heard[who] if isinstance(notice, LeftOut)]
    assert len(reports) == 2
    assert sum(reports) + len(lines_told(bench, who)) == 6000
    assert bench.blamed(who) == []
    assert bench.linked(who)
    before = bench.game.last
    bench.move()
    assert bench.game.last > before


def test_more_who_are_said_to_be_here_do_not_fill_the_measure_of_talk(bench: Bench) -> None:
    table = bench.sessions[0].table
    assert table is not None
    crowd = replace(table, watching=tuple(f"W{number}" for number in range(32)))
    for number in range(200):
        bench.say(0, crowd if number % 2 else table, to=1)
        bench.say(0, m.Chat(0, "P0", f"word {number}"), to=1)
    assert len(lines_told(bench, 1)) <= 35 * limits.CHATS_AT_ONCE
    for number in range(200):
        bench.say(0, crowd if number % 2 else table, to=1)
        bench.say(0, m.Chat(0, "P0", f"word {number}"), to=1)
    assert len(lines_told(bench, 1)) <= 35 * limits.CHATS_AT_ONCE


def test_what_a_host_passes_on_is_cleaned_once_more(bench: Bench) -> None:
    bench.say(
        0, m.Chat(None, "\U0001f1e9\U0001f1ea e\u0301\u0301\u0301\u0301", "\U0001f44d\U0001f3fd  ok \u4dc0"), to=1
    )
    assert lines_told(bench, 1) == [Said(None, "DE \u00e9\u0301\u0301", "\U0001f44d ok \ufffd")]
    bench.say(0, m.Chat(0, "P0", "\U0001f3fd"), to=1)
    assert len(lines_told(bench, 1)) == 1


LOOK_ALIKE = {
    "the same": "Anna",
    "in other letters": "\u0410nn\u0430",
    "with a mark": "\u00c4nna",
    "in wide letters": "\uff21\uff4e\uff4e\uff41",
    "with a blank": "An na.",
}


@pytest.mark.parametrize("name", LOOK_ALIKE.values(), ids=LOOK_ALIKE)
@pytest.mark.parametrize("game", [False, True], ids=["lobby", "game"])
def test_who_watches_cannot_speak_under_the_name_of_a_player(name: str, game: bool) -> None:
    bench = Bench(2, watcher=True)
    bench.connect(1, name="Anna")
    if game:
        bench.ready().act(0, lambda s: s.start())
    bench.connect(WATCHER, name=name)
    bench.act(WATCHER, lambda s: s.chat("I resign"))
    (said,) = lines_told(bench, 1)
    assert (said.seat, said.name) == (None, f"{name} 2")
    table = bench.sessions[1].table
    assert table is not None
    assert table.watching == (f"{name} 2",)


@pytest.mark.parametrize("name", LOOK_ALIKE.values(), ids=LOOK_ALIKE)
def test_a_guest_cannot_take_the_name_of_another(name: str) -> None:
    bench = Bench(3, watcher=True)
    bench.connect(WATCHER, name="Boris")
    bench.connect(1, name="Anna")
    bench.connect(2, name=name)
    table = bench.sessions[1].table
    assert table is not None
    assert [row[1] for row in table.seats] == ["P0", "Anna", f"{name} 2"]
    bench.act(2, lambda s: s.chat("hello"))
    assert lines_told(bench, 1) == [Said(2, f"{name} 2", "hello")]
    bench.cut(2)
    bench.connect(2, name="B\u043eris")
    table = bench.sessions[1].table
    assert table is not None
    assert table.seats[2][1] == "B\u043eris 2", "nor that of somebody who watches"
    bench.ready().act(0, lambda s: s.start())
    assert bench.game_of(1).position == bench.game.position
    assert bench.blamed(1) == []


def test_nobody_signs_for_a_table_with_two_of_one_look() -> None:
    def change(bench: Bench, message: m.Message) -> m.Message:
        if not isinstance(message, m.Roster):
            return message
        record = unpack_record(message.raw)
        seats = [record.body["seats"][0], record.body["seats"][1], "person:\u04201"]  # P1 in other letters
        return m.Roster(pack_record(record._replace(body={**record.body, "seats": seats})))

    bench = opening(change)
    assert bench.blamed(1) == [("bad_roster", None)]
    assert bench.sessions[1].game is None


def test_a_host_cannot_ask_without_end(bench: Bench) -> None:
    """The same question is put once until it is answered, and another not oftener than somebody could read."""
    bench.move()
    target = bench.game.table.back_target(MALLORY, alone=False, consent=True)  # type: ignore[union-attr]
    assert target is not None
    ask = back_ask(bench.game.chain, MALLORY, target.n)
    bench.heard[1].clear()
    for _ in range(500):
        bench.say(0, ask.message(), to=1)
    assert [notice.hash for notice in bench.heard[1] if isinstance(notice, Asked)] == [ask.hash]
    for _ in range(500):
        bench.act(1, lambda s: s.answer(ask.hash, False))
        bench.say(0, ask.message(), to=1)
    assert len([notice for notice in bench.heard[1] if isinstance(notice, Asked)]) == limits.ASKS_AT_ONCE
    assert bench.blamed(1) == []


def test_who_watches_is_not_shown_one_game_after_another() -> None:
    bench = watched()
    bench.heard[WATCHER].clear()
    first = bench.game.chain.links[0].record
    for number in range(100):
        net = {**first.body["net"], "nonces": [bytes([number, seat]) * 8 for seat in range(3)]}
        record = first._replace(body={**first.body, "net": net}, sig=None)
        entry = sign_entry(bench.identities[0], game_id(record), 0, record)
        bench.say(0, entry.message(), to=WATCHER)
    begun = [notice for notice in bench.heard[WATCHER] if isinstance(notice, Applied)]
    assert 0 < len(begun) <= limits.BEGINNINGS_AT_ONCE
    assert bench.blamed(WATCHER) == [("flood", None)]
    assert bench.blamed() == []


# Anything at all -----------------------------------------------------------------------------------------------------


def strange(corpus: list[m.Message], values: dict[str, list[object]], stream: Stream) -> m.Message | None:
    """A message that somebody has sent, with a field or two out of other ones; None if it cannot be written."""
    message = corpus[stream.below(len(corpus))]
    names = [one.name for one in fields(message)]  # type: ignore[arg-type]
    changes: dict[str, object] = {}
    for _ in range(stream.below(3)):
        if names:
            name = names[stream.below(len(names))]
            others = [*values[name], 0, 1, 2, 7, None, True]
            changes[name] = others[stream.below(len(others))]
    try:
        return m.read(m.write(replace(message, **changes)), inside=True)  # type: ignore[type-var]
    except ProtocolError:
        return None


PHASES = ("lobby", "start", "play", "over")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("to", [0, 1, WATCHER])
def test_whatever_comes_nobody_falls_over(phase: str, to: int) -> None:
    storm(phase, to, 2, Stream("strange", phase, to))


@pytest.mark.full
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("to", [0, 1, WATCHER])
def test_and_much_more_may_come(phase: str, to: int) -> None:
    storm(phase, to, 25, Stream("stranger", phase, to))


def storm(phase: str, to: int, tables: int, stream: Stream) -> None:
    for _ in range(tables):
        bench = Bench(watcher=True)
        if phase == "start":
            bench.withheld = silent(m.ReplyMessage, ("commit", "seed")[stream.below(2)])
        if phase == "lobby":
            bench.join()
        else:
            bench.deal()
        if phase == "play":
            bench.turn_of(1)
            bench.move()
        if phase == "over":
            bench.finish()
        corpus: list[m.Message] = [*SAMPLES.values(), *(one for got in bench.got.values() for one in got)]
        corpus = [one for one in corpus if m._OF[type(one)].phase != m.DOOR]
        values: dict[str, list[object]] = {}
        for message in corpus:
            for one in fields(message):  # type: ignore[arg-type]
                values.setdefault(one.name, []).append(getattr(message, one.name))
        for _ in range(60):
            who = MALLORY if to == 0 else 0
            if not bench.linked(who, to) and to in bench.sessions:
                bench.connect(*((who, to) if to == 0 else (to, who)))
            message = strange(corpus, values, stream)  # type: ignore[assignment]
            if message is not None:
                bench.say(who, message, to)
        bench.wait(2000)
