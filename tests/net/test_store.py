"""What a session keeps on disk beside the log: promises, proofs, and what was put aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from net import wire
from net.refusal import Refusal
from net.session import limits
from net.session.promises import Promises
from net.session.session import Session
from net.session.store import MOST_PROOFS, Files
from tests.net.sim import SimLog
from tests.net.sim_bench import Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    return Bench().deal()


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
