"""A host that plays foul: it can delay and withhold, and nothing else without being found out."""

from __future__ import annotations

import pytest

from core.frames import Record
from net import messages as m
from net.agreements import proxy_ask, seed_ask
from net.entries import read_entry, sign_entry
from net.opening import Bot, Person, propose
from tests.net import sim_pebbles
from tests.net.hostile.foul import from_host, opening, rows, silent
from tests.net.sim_bench import Bench


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


@pytest.mark.parametrize(
    ("host", "address", "taken"),
    [
        ("192.0.2.1", "192.0.2.9", True),
        ("192.0.2.1", "2001:db8::9", True),
        ("192.0.2.1", "127.0.0.1", False),
        ("192.0.2.1", "127.8.8.8", False),
        ("192.0.2.1", "::1", False),
        ("192.0.2.1", "::ffff:127.0.0.1", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "127.0.0.1", True),
        ("", "127.0.0.1", False),
        ("127.0.0.1", "localhost", False),
        ("192.0.2.1", "router.lan", False),
        ("192.0.2.1", "127.1", False),
        ("192.0.2.1", "0.0.0.0", False),
        ("192.0.2.1", "::", False),
        ("192.0.2.1", "224.0.0.251", False),
        ("192.0.2.1", "ff02::fb", False),
        ("192.0.2.1", "255.255.255.255", False),
        ("192.0.2.1", "fe80::1%eth0", False),
        ("192.0.2.1", "-", False),
    ],
)
def test_a_host_sends_nobody_to_odd_addresses(host: str, address: str, taken: bool) -> None:
    """It is not blamed for them: one that sits beside a guest tells everybody of the loopback."""
    bench = Bench().deal()
    guest = bench.sessions[1]
    peer = guest.host_peer()
    assert peer is not None
    peer.address = host
    guest.feed(peer.link, m.Peers(((0, "here", "-", 0), (2, "here", address, 4711)), ()))
    assert guest.meeting.addresses == ({2: (address, 4711)} if taken else {})
    assert bench.blamed(1) == []
    assert [one.link for one in guest.people() if one.seat == 2] == ["here"]
