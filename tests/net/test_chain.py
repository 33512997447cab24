"""One peer's copy of the common log: each way for an entry to be wrong has its verdict and blames the right seat."""

from pathlib import Path

import pytest

from core.frames import MAX_LOG, NO_PREV, unpack_record
from core.log import MemoryLog
from core.table import Table
from net import chain, opening
from net.agreements import seed_ask
from net.chain import VERDICTS, Chain, Verdict
from net.entries import Entry, is_signed_by, read_entry, sign_entry
from net.refusal import Refusal
from net.replies import sign_reply
from tests.net.lan import Lan, a_move, dealt, identity, in_play, judged, play_on, prompted, roster, share
from tests.net.samples import sent

# --- A whole game


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (4, 0), (1, 1), (2, 2)])
def test_a_whole_game_stands_on_every_peer(people, bots):
    log, table = dealt(people, bots)
    play_on(table, 1000)
    assert table.over
    copy = MemoryLog(log.records[0].body, log.records[0].sig)
    mirror = Chain(log.chain.entries(0)[0])
    guest = None
    for entry in log.chain.entries(1):
        again = read_entry(entry.raw, entry.sig)
        assert mirror.take(again, guest.state.digest() if guest else None).taken
        if guest is None:
            _, _, digest, seat, kind, body, opened, sig = again.record
            copy.append(kind, seat, digest, body, opened, sig)
            if again.record.kind == "deal":
                guest = Table(copy, writes=lambda seat: False)
        else:
            guest.receive(again.record)
    assert guest is not None
    assert guest.over
    assert guest.state.digest() == table.state.digest()
    assert copy.records == log.records
    assert copy.head == log.head == mirror.link == log.chain.link
    assert mirror.head == log.chain.head


def test_the_chain_comes_back_from_the_file():
    log, _table, _ = in_play(bots=1)
    again = Chain.of_records(log.records)
    assert (again.head, again.link, again.standing) == (log.chain.head, log.chain.link, log.chain.standing)
    assert [again.head_at(n) for n in range(len(again))] == [link.head for link in log.chain.links]
    assert again.head_at(len(again)) is None
    assert again.head_at(-1) is None


def test_bots_are_played_by_the_host():
    log, _table, _ = in_play(people=2, bots=1, moves=12)
    signers = {link.record.seat: link.signer for link in log.chain.links if link.record.kind == "move"}
    assert signers == {0: 0, 1: 1, 2: 0}


# --- The beginning


def test_a_chain_begins_with_a_header_that_its_host_signed():
    one = roster(host=1)
    Chain(sign_entry(identity(1), one.gid, 0, one.record))
    for signer, gid, term, reason in ((0, one.gid, 0, "not_agreed"), (1, bytes(16), 0, "bad_roster")):
        with pytest.raises(Refusal, match=reason):
            Chain(sign_entry(identity(signer), gid, term, one.record))
    with pytest.raises(Refusal, match="bad_roster"):
        Chain(sign_entry(identity(1), one.gid, 1, one.record))


@pytest.mark.parametrize(
    "kind", ["commit", "seed", "deal", "move", "end", "consent", "proxy", "takeover", "term", "hint"]
)
def test_first_everybody_must_have_signed(kind):
    log = Lan()
    seat = 0 if kind in chain.SEATED else None
    body = {"term": 1, "host": 0, "away": [], "votes": []} if kind == "term" else None
    opened: list[int] | None = [] if kind in ("deal", "move") else None
    assert judged(log, log.entry(kind, seat, body=body, opened=opened)).what == "wrong_kind"


def test_nothing_of_the_opening_comes_twice():
    log, _, digest = in_play()
    for kind in ("signed", "commit", "seed", "deal", "game"):
        record = log.record("end", None, digest)._replace(kind=kind, opened=[] if kind == "deal" else None)
        entry = sign_entry(log.ids[0], log.roster.gid, 0, record)
        assert judged(log, entry).what == "wrong_kind"


def test_without_all_signatures_the_host_is_to_blame():
    log = Lan(host=1)
    sigs = {seat: opening.sign_roster(one, log.roster) for seat, one in log.ids.items()}
    body = opening.signed_body(log.roster, sigs)
    verdict = judged(log, log.entry("signed", None, log.undealt, body[:2]))
    assert (verdict.what, verdict.blamed) == ("bad_body", 1)
    body[2][1] = sigs[0]
    verdict = judged(log, log.entry("signed", None, log.undealt, body))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 1, "not_agreed")


def test_a_share_that_was_not_promised_is_its_seats_fault():
    log = Lan().signed().committed()
    given = {0: share(0), 1: b"z" * 32, 2: share(2)}
    ask = seed_ask(log.chain, given[log.roster.host])
    rows = [[seat, *sign_reply(log.ids[seat], ask, seat, given[seat])[1:]] for seat in range(3)]
    verdict = judged(log, log.entry("seed", None, log.undealt, rows))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 1, "broken_promise")


@pytest.mark.parametrize("kind", ["commit", "seed"])
def test_answers_that_the_host_left_out_or_made_up_are_the_hosts_fault(kind):
    log = Lan().signed() if kind == "commit" else Lan().signed().committed()
    ask = log.chain.ask(kind)
    rows = [[seat, *sign_reply(log.ids[seat], ask, seat, b"x" * 32)[1:]] for seat in range(3)]
    verdict = judged(log, log.entry(kind, None, log.undealt, rows[:2]))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 0, "missing_reply")
    forged = [*rows[:2], [2, *sign_reply(log.ids[0], ask, 2, b"x" * 32)[1:]]]
    verdict = judged(log, log.entry(kind, None, log.undealt, forged))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 0, "forged_reply")
    stale = log.chain.ask(kind)._replace(n=0)
    old = [[seat, *sign_reply(log.ids[seat], stale, seat, b"x" * 32)[1:]] for seat in range(3)]
    assert judged(log, log.entry(kind, None, log.undealt, old)).params["reason"] == "forged_reply"


# --- Places


def test_the_same_again_is_a_duplicate():
    log, _, _ = in_play()
    for entry in log.chain.entries(0):
        assert judged(log, entry).what == "duplicate"


def test_an_entry_too_far_ahead_asks_for_what_is_between():
    log, table, _ = in_play()
    entry = a_move(log, table, n=len(log.chain) + 1)
    assert judged(log, entry) == Verdict("gap", None, {"have": len(log.chain), "got": len(log.chain) + 1})


def test_an_entry_of_another_game_is_foreign():
    log, table, _ = in_play()
    assert judged(log, a_move(log, table, gid=bytes(16))).what == "foreign_game"
    other = Lan(nonce=1).opened()
    assert judged(log, other.chain.entries(3)[0]).what == "foreign_game"


def test_an_entry_that_follows_something_else_is_refused():
    log, table, _ = in_play()
    assert judged(log, a_move(log, table, prev=NO_PREV)).what == "bad_prev"


def test_an_entry_of_another_position_is_refused():
    log, table, digest = in_play()
    entry = log.entry("move", prompted(table), b"x" * 16, [], [])
    verdict = judged(log, entry, digest)
    assert (verdict.what, verdict.blamed) == ("bad_digest", None)


def test_nothing_comes_after_the_end():
    log, table = dealt(2)
    play_on(table, 1000)
    assert judged(log, log.entry("move", 0, b"d" * 16, [], [])).what == "after_end"
    assert judged(log, log.entry("end", None, b"d" * 16)).what == "after_end"


def test_a_log_has_an_end_of_its_own(monkeypatch):
    log, table, _digest = in_play()
    entry = a_move(log, table)
    monkeypatch.setattr(chain, "MAX_RECORDS", len(log.chain))
    assert judged(log, entry).what == "full"
    monkeypatch.setattr(chain, "MAX_RECORDS", len(log.chain) + 1)
    size = log.chain.links[-1].size + len(entry.raw) + chain._STORED
    monkeypatch.setattr(chain, "MAX_LOG", size - 1)
    assert judged(log, entry).what == "full"
    monkeypatch.setattr(chain, "MAX_LOG", size)
    assert judged(log, entry).taken


def test_what_the_chain_counts_is_no_less_than_the_file_takes():
    log, _, _ = in_play(moves=30)
    assert log._size <= log.chain.links[-1].size + len(chain._FIRST) < MAX_LOG


# --- Signers


def test_nobody_moves_for_another():
    log, table, _digest = in_play()
    seat = prompted(table)
    for by in range(3):
        verdict = judged(log, a_move(log, table, by=by)) if by != seat else None
        if verdict:
            assert (verdict.what, verdict.blamed, dict(verdict.params)) == ("wrong_signer", by, {"expected": seat})


def test_a_signature_of_nobody_blames_nobody():
    log, table, _ = in_play()
    entry = a_move(log, table)
    record = entry.record._replace(sig=None)
    stranger = sign_entry(identity(9), log.roster.gid, 0, record)
    assert (judged(log, stranger).what, judged(log, stranger).blamed) == ("bad_signature", None)
    spoiled = entry._replace(sig=bytes([entry.sig[0] ^ 1]) + entry.sig[1:])
    assert judged(log, spoiled).what == "bad_signature"
    assert judged(log, a_move(log, table)).taken


def test_only_the_host_makes_records_of_no_seat():
    log = Lan().opened()
    assert judged(log, log.entry("deal", None, log.undealt, None, [], by=1)).what == "wrong_signer"
    assert judged(log, log.entry("deal", None, log.undealt, None, [])).taken


@pytest.mark.parametrize(
    ("kind", "seat", "opened"),
    [
        ("move", None, []),
        ("move", 3, []),
        ("move", 0, None),
        ("back", None, None),
        ("back", 0, []),
        ("hint", None, None),
        ("end", 0, None),
        ("end", None, []),
        ("consent", 0, None),
        ("proxy", 0, None),
        ("takeover", None, None),
        ("takeover", 0, None),  # which was never away
    ],
)
def test_a_record_has_a_seat_where_it_should_and_none_where_not(kind, seat, opened):
    log, _, digest = in_play()
    assert judged(log, log.entry(kind, seat, digest, None, opened, by=0)).what == "wrong_kind"


def test_a_kind_we_do_not_know_is_a_newer_programs():
    log, _, digest = in_play()
    verdict = judged(log, log.entry("resign", 0, digest))
    assert (verdict.what, dict(verdict.params)) == ("unknown_kind", {"kind": "resign"})


# --- Forks


def test_who_signs_two_entries_at_one_place_is_found_out():
    log, table, digest = in_play()
    seat = prompted(table)
    first = a_move(log, table)
    other = log.entry("back", seat, digest, 4)
    assert judged(log, first).taken
    verdict = judged(log, other)
    assert (verdict.what, verdict.blamed) == ("fork", seat)
    assert verdict.fork is not None
    ours, theirs = verdict.fork.ours, verdict.fork.theirs
    assert (ours, theirs) == (first, other)
    for entry in (ours, theirs):  # anybody can check it
        assert is_signed_by(entry, log.roster.keys[seat])
        assert (entry.gid, entry.term, entry.record.n) == (log.roster.gid, 0, first.record.n)


def test_a_host_that_tells_two_stories_is_found_out():
    log, _, _digest = in_play(people=2, bots=1)
    last = next(link for link in log.chain.links if link.record.kind == "move" and link.record.seat == 2)
    other = sign_entry(log.ids[0], log.roster.gid, 0, last.record._replace(sig=None, body=["done"]))
    verdict = judged(log, other)
    assert (verdict.what, verdict.blamed) == ("fork", 0)


def test_an_entry_of_another_position_is_no_second_entry():
    """A program whose memory was damaged makes one that nobody can take, and then a sound one: that is no crime."""
    log, table, _digest = in_play()
    seat = prompted(table)
    damaged = log.entry("back", seat, b"d" * 16, 4)
    assert judged(log, a_move(log, table)).taken
    verdict = judged(log, damaged)
    assert (verdict.what, verdict.blamed, verdict.fork) == ("bad_past", None, None)


def test_who_was_too_late_is_not_to_blame():
    log, table, digest = in_play()
    seat = prompted(table)
    late = log.entry("back", (seat + 1) % 3, digest, 4)
    assert judged(log, a_move(log, table)).taken
    verdict = judged(log, late)
    assert (verdict.what, verdict.blamed) == ("lost_race", None)


def test_a_forged_fork_is_no_evidence():
    log, _table, _digest = in_play()
    link = log.chain.links[-1]
    forged = sign_entry(identity(9), log.roster.gid, 0, link.record._replace(sig=None, body=["done"]))
    assert judged(log, forged) == Verdict("bad_signature")


# --- Spectators


def watch(log: Lan) -> Chain:
    """What a spectator has: everything but the shares."""
    seen = Chain(log.chain.entries(0)[0])
    for entry in log.chain.entries(1):
        if entry.record.kind == "seed":
            message = log.chain.withheld(entry.record.n, entry.record._replace(body=None))
            assert seen.take_withheld(sent(message)).taken
        else:
            assert seen.take(entry).taken
    return seen


def test_a_spectator_follows_without_the_shares():
    log, _table, _ = in_play(moves=30)
    seen = watch(log)
    assert (seen.head, seen.link, len(seen)) == (log.chain.head, log.chain.link, len(log.chain))
    assert [entry.record.n for entry in seen.entries(2)] == [2, *range(4, len(log.chain))]
    everything = b"".join(entry.raw for entry in seen.entries(0))
    assert all(share(seat) not in everything for seat in range(3))
    assert judged_by(seen, log.chain.entries(3)[0]) == "duplicate"


def judged_by(seen: Chain, entry: Entry) -> str:
    return seen.judge(entry).what


def test_a_host_that_lies_about_what_it_withholds_is_found_out_with_the_next_entry():
    log = Lan().opened()
    seen = Chain(log.chain.entries(0)[0])
    for entry in log.chain.entries(1)[:2]:
        seen.take(entry)
    record = log.chain.links[3].record._replace(body=None)
    message = log.chain.withheld(3, record)
    assert seen.take_withheld(type(message)(0, message.raw, b"l" * 32, message.head)).taken
    table = Table(log)
    assert judged_by(seen, log.chain.entries(4)[0]) == "bad_prev"
    assert not table.over


def test_only_what_may_be_hidden_is_withheld_and_only_in_its_place():
    log, _, _ = in_play()
    seen = Chain(log.chain.entries(0)[0])
    spoiled = log.chain.withheld(1, log.chain.links[1].record)
    assert seen.take_withheld(spoiled).what == "wrong_kind"
    assert seen.take_withheld(log.chain.withheld(3, log.chain.links[3].record)).what == "gap"
    assert seen.take_withheld(type(spoiled)(0, b"\xc0", b"l" * 32, b"h" * 32)).what == "bad_body"
    assert seen.take_withheld(type(spoiled)(0, b"\x91" * 9, b"l" * 32, b"h" * 32)).what == "bad_body"
    for entry in log.chain.entries(1)[:2]:
        seen.take(entry)
    assert seen.take_withheld(log.chain.withheld(2, log.chain.links[2].record)).what == "duplicate"
    good = log.chain.withheld(3, log.chain.links[3].record)
    assert seen.take_withheld(type(good)(1, good.raw, good.link, good.head)).what == "wrong_kind"
    moved = unpack_record(good.raw)
    elsewhere = log.chain.withheld(3, moved._replace(prev=NO_PREV))
    assert seen.take_withheld(elsewhere).what == "bad_prev"
    assert (
        seen.take_withheld(log.chain.withheld(3, moved._replace(kind="move", seat=0, opened=[]))).what == "wrong_kind"
    )
    assert seen.take_withheld(good).taken


# --- Files


def test_a_log_that_was_tampered_with_says_where():
    log, _table, _ = in_play()
    for n in (1, 4, 6):
        records = list(log.records)
        records[n] = records[n]._replace(digest=b"x" * 16)
        with pytest.raises(Refusal) as caught:
            Chain.of_records(records)
        assert (caught.value.reason, caught.value.params["n"]) == ("bad_log", n)
    unsigned = [*log.records[:5], log.records[5]._replace(sig=None)]
    with pytest.raises(Refusal) as caught:
        Chain.of_records(unsigned)
    assert caught.value.params == {"n": 5, "verdict": "bad_signature"}
    with pytest.raises(Refusal, match="bad_log"):
        Chain.of_records([])
    gap = [*log.records[:5], *log.records[6:]]
    with pytest.raises(Refusal) as caught:
        Chain.of_records(gap)
    assert caught.value.params["verdict"] == "gap"


def test_every_verdict_is_given_somewhere():
    told = "".join(
        (Path(__file__).parent / name).read_text("utf-8") for name in ("test_chain.py", "test_agreements.py")
    )
    assert [what for what in VERDICTS if f'"{what}"' not in told] == []
