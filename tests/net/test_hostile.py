"""People who do not play fair: what is made of it, and on whom it is put. Nobody honest is ever blamed or harmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from core.chance import Stream
from core.cover import covered
from core.frames import Record
from net import messages as m
from net.agreements import back_ask, proxy_ask, seed_ask, term_ask
from net.entries import read_entry, sign_digest, sign_entry
from net.identity import SIGNATURE
from net.opening import Bot, Person, propose
from net.refusal import ProtocolError
from net.replies import sign_reply
from net.session import limits
from net.session.notices import Agreed, Misbehaved, NotJoined, Said, StartFailed
from net.session.session import Session
from tests.net import sim_pebbles
from tests.net.samples import SAMPLES
from tests.net.sim import laboratory
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
    if bench.linked(MALLORY):
        bench.move()
    else:
        bench.connect(MALLORY)
        bench.move()
    assert bench.game.last > before
    assert bench.game_of(1).position == bench.game.position


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
    assert found.proof == (first.raw, second.raw)
    assert bench.blamed(1) == []


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
    """All look, find that their logs lead to the same position, and play on."""
    bench.say(MALLORY, bench.roll(MALLORY, digest=b"d" * 16).message())
    assert [notice.going_on for notice in bench.desynced(0)] == [True]
    goes_on(bench)


def test_who_claims_other_positions_again_and_again_is_shown_out(bench: Bench) -> None:
    for _ in range(limits.DESYNCS + 1):
        bench.say(MALLORY, bench.roll(MALLORY, digest=b"d" * 16).message())
    assert bench.blamed() in ([("bad_digest", None)], [("flood", None)])
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
