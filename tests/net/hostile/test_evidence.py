"""Two entries for one place: the proof is kept, checked, shown and told to everybody."""

from __future__ import annotations

from net import messages as m
from net import wire
from net.entries import Entry, sign_entry
from net.session import limits
from net.session.notices import (
    Misbehaved,
)
from tests.net.hostile.foul import MALLORY
from tests.net.sim_bench import WATCHER, Bench


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
