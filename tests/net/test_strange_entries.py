"""Whatever stands in an entry, a header or a withheld record: a verdict or a refusal, never anything else."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.frames import unpack_record
from core.log import MemoryLog
from core.table import Table, TableError
from net.chain import SEATED, SEATLESS, VERDICTS, Chain
from net.entries import raw_of, read_entry, sign_entry
from net.messages import Withheld
from net.opening import read_roster
from net.refusal import ProtocolError, Refusal
from tests.net.lan import dealt, play_on

QUIET = settings(deadline=None, derandomize=True, database=None, max_examples=250)

LOG, TABLE = dealt(people=3, bots=1)
play_on(TABLE, 6)
RECORDS = list(LOG.records)
RAWS = [entry.raw for entry in LOG.chain.entries(0)]

CHAINS = [Chain.of_records(RECORDS[:n]) for n in range(1, len(RECORDS) + 1)]
NAMES = ["seat", "to", "by", "term", "host", "away", "votes", "kind"]

SMALL = st.none() | st.booleans() | st.integers(-1, 9) | st.sampled_from([2**32, 2**63]) | st.binary(max_size=40)
ANY = st.recursive(
    SMALL | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


@QUIET
@given(
    st.sampled_from(sorted(SEATED | SEATLESS | {"game"})),
    st.none() | st.integers(0, 5),
    ANY,
    st.none() | st.lists(SMALL, max_size=4),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, len(RECORDS)),
)
def test_every_signed_entry_has_a_verdict_and_every_record_is_played_or_refused(
    kind, seat, body, opened, signer, term, n
):
    chain = CHAINS[max(n, 1) - 1]
    last = RECORDS[-1]
    record = last._replace(
        n=max(n, 1), prev=chain.link, kind=kind, seat=seat, body=body, opened=opened, sig=None, digest=last.digest
    )
    entry = sign_entry(LOG.ids[signer], chain.gid, term, record)
    assert read_entry(entry.raw, entry.sig) == entry
    assert chain.judge(entry).what in VERDICTS
    assert LOG.chain.judge(entry).what in VERDICTS
    table = Table(copied())
    try:
        table.receive(record._replace(digest=table.state.digest()))
    except TableError:
        assert table.state.digest() == TABLE.state.digest()


def copied() -> MemoryLog:
    log = MemoryLog()
    for record in RECORDS:
        log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
    return log


def mutants(corpus: list[bytes], count: int, seed: int):
    chance = random.Random(seed)
    for _ in range(count):
        data = bytearray(chance.choice(corpus))
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(data))
            match chance.randrange(4):
                case 0:
                    data[at] ^= 1 << chance.randrange(8)
                case 1:
                    data[at] = chance.randrange(256)
                case 2:
                    del data[at : at + chance.randrange(1, 4)]
                case _:
                    data[at:at] = chance.choice((b"\xc0", b"\x90", b"\xcb" + bytes(8), b"\xd9\x01a"))
            if not data:
                break
        yield bytes(data)


def test_mutants_of_entries_are_entries_or_refused():
    read = 0
    for raw in mutants(RAWS, 4000, 1):
        try:
            entry = read_entry(raw, b"s" * 64)
        except ProtocolError:
            continue
        assert raw_of(entry.gid, entry.term, entry.record) == raw
        read += 1
        if read % 20 == 0:  # a signature of nobody takes a while to be told from everybody's
            assert not LOG.chain.judge(entry).taken
    assert read > 100


def test_mutants_of_headers_are_headers_or_refused():
    raw = LOG.roster.raw
    gids = {LOG.roster.gid}
    for mutant in mutants([raw], 3000, 2):
        try:
            roster = read_roster(mutant)
        except Refusal:
            continue
        assert roster.raw == mutant
        if mutant != raw:
            gids.add(roster.gid)
    assert len(gids) > 20  # names, keys and nonces may be anything, and each makes another game


def test_mutants_of_what_is_withheld_are_taken_or_refused():
    link = LOG.chain.links[3]
    message = LOG.chain.withheld(3, link.record._replace(body=None))
    seen = Chain.of_records(RECORDS[:3])
    for raw in mutants([message.raw], 2000, 3):
        seen.cut(3)
        verdict = seen.take_withheld(Withheld(0, raw, link.link, link.head))
        assert verdict.what in VERDICTS
        if verdict.taken:
            assert unpack_record(raw).kind == "seed"
        if raw == message.raw:
            assert verdict.taken
