"""A seed that came from everybody, a table that only watches, and records that another program made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core import games
from core.chance import SeededDealer, Stream, open_answers
from core.dealers import SHARE, Told, commitment, game_id, joint_seed
from core.export import export
from core.fields import pack
from core.frames import Record, pack_record
from core.hidden import SEALED
from core.log import MemoryLog
from core.table import Table, TableError, header

GAME = games.load("atlantis")
SEATS = ["person:Anna", "bot:random", "person:Chloë"]
SHARES = {0: b"a" * SHARE, 2: b"c" * SHARE}


def about(seats: list[str] = SEATS) -> dict[str, Any]:
    return {**header(GAME, seats, {}, ""), "dealer": {"kind": "joint"}, "net": {"nonces": [b"n" * 16]}}


def opening(
    commits: Callable[[bytes], Any] | None = None, shares: Any = ..., upto: int = 3, kinds: tuple[str, ...] = ()
) -> MemoryLog:
    """A log that ends before "deal"."""
    log = MemoryLog(about(), b"s" * 64)
    gid, before = game_id(log.records[0]), GAME.new(3, {}).digest()
    promised = [[seat, commitment(gid, seat, share), b""] for seat, share in SHARES.items()]
    shown = [[seat, share, b""] for seat, share in SHARES.items()]
    bodies = [[], promised if commits is None else commits(gid), shown if shares is ... else shares]
    for kind, body in list(zip(kinds or ("signed", "commit", "seed"), bodies, strict=True))[:upto]:
        log.append(kind, None, before, body, None, b"s" * 64)
    return log


def played(moves: int = 40, seed: str = "joint") -> Table:
    table = Table(opening())
    play_on(table, moves, seed)
    return table


def play_on(table: Table, moves: int, seed: str = "joint") -> None:
    choose = Stream(seed)
    for _ in range(moves):
        prompt = table.state.prompt
        if prompt is None:
            return
        legal = table.state.legal()
        table.play(prompt.seat, legal[choose.below(len(legal))])


# --- The joint seed


def test_the_cards_are_dealt_by_the_seed_that_all_shares_make():
    log = opening()
    table = Table(log)
    assert [record.kind for record in log.records] == ["game", "signed", "commit", "seed", "deal"]
    assert table.steps[0].n == 4
    seed = joint_seed(game_id(log.records[0]), list(SHARES.values()))
    state, dealer, opened = GAME.new(3, {}), SeededDealer(seed), []
    while state.asks:
        answers = dealer.answer(state.asks)
        opened += open_answers(state.asks, answers)
        state.answer(answers)
    assert [hand.faces() for hand in table.state.hands] == [hand.faces() for hand in state.hands]  # type: ignore[attr-defined]
    assert log.records[4].opened == opened


def test_the_game_is_the_same_when_it_is_read_again():
    table = played(1000)
    assert table.over
    again = Table(copied(table.log.records))
    assert [step.state.digest() for step in again.steps] == [step.state.digest() for step in table.steps]
    assert list(export(again)) == list(export(table))


def copied(records: Any, change: Callable[[Record], Record] = lambda record: record) -> MemoryLog:
    log = MemoryLog()
    for record in map(change, records):
        log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
    return log


def test_the_seed_is_not_what_people_are_told():
    table = played(0)
    secret = joint_seed(game_id(table.log.records[0]), list(SHARES.values()))
    assert table.seed == game_id(table.log.records[0])[:4].hex().upper()
    assert secret not in str(list(export(table)))
    assert table.seed not in secret


def test_the_id_of_a_game_does_not_depend_on_the_signature():
    first = MemoryLog(about(), b"s" * 64).records[0]
    assert game_id(first) == game_id(first._replace(sig=None)) == game_id(MemoryLog(about()).records[0])
    assert game_id(first) != game_id(first._replace(body={**first.body, "seats": ["a", "b", "c"]}))


@pytest.mark.parametrize("upto", [0, 1, 2])
def test_before_all_shares_are_shown_nothing_is_dealt(upto):
    log = opening(upto=upto)
    with pytest.raises(TableError, match="not_dealt"):
        Table(log)
    assert len(log.records) == 1 + upto


def rows(shares: dict[Any, Any]) -> list[list[Any]]:
    return [[seat, share, b""] for seat, share in shares.items()]


BAD_SHARES: dict[str, Any] = {
    "another share": rows({0: b"a" * SHARE, 2: b"x" * SHARE}),
    "a share too few": rows({0: b"a" * SHARE}),
    "a share too many": rows({0: b"a" * SHARE, 2: b"c" * SHARE, 3: b"d" * SHARE}),
    "shares out of order": rows({2: b"c" * SHARE, 0: b"a" * SHARE}),
    "a share twice": rows({0: b"a" * SHARE, 2: b"c" * SHARE}) + rows({2: b"c" * SHARE}),
    "a short share": rows({0: b"a" * SHARE, 2: b"c" * 31}),
    "a share of text": rows({0: b"a" * SHARE, 2: "c" * SHARE}),
    "a seat of text": rows({0: b"a" * SHARE, "2": b"c" * SHARE}),
    "a seat that is true": rows({False: b"a" * SHARE, 2: b"c" * SHARE}),
    "a seat too large": rows({0: b"a" * SHARE, 256: b"c" * SHARE}),
    "rows of two": [[0, b"a" * SHARE], [2, b"c" * SHARE]],
    "rows that are none": [0, 2],
    "no rows": {},
    "nothing": [],
}


@pytest.mark.parametrize("shares", BAD_SHARES.values(), ids=BAD_SHARES)
def test_shares_that_were_not_promised_deal_nothing(shares):
    with pytest.raises(TableError) as refused:
        Table(opening(shares=shares))
    assert (refused.value.reason, refused.value.params) == ("other_game", {"n": 3})


def given(body: Any) -> Callable[[bytes], Any]:
    return lambda gid: body


def test_without_promises_no_share_counts():
    nothing: list[Any] = [[], None, [[0, b"x" * 32, b""]]]
    for commits in nothing:
        with pytest.raises(TableError, match="other_game"):
            Table(opening(commits=given(commits)))
    with pytest.raises(TableError, match="other_game"):
        Table(opening(commits=lambda gid: [], shares=[]))


def test_the_opening_has_its_order():
    with pytest.raises(TableError) as refused:
        Table(opening(kinds=("commit", "signed", "seed")))
    assert (refused.value.reason, refused.value.params) == ("other_game", {"n": 1})


def test_the_opening_belongs_to_this_set_up():
    log = opening()
    spoiled = copied(log.records, lambda r: r._replace(digest=b"x" * 16) if r.n == 2 else r)
    with pytest.raises(TableError) as refused:
        Table(spoiled)
    assert (refused.value.reason, refused.value.params) == ("other_game", {"n": 2})


# --- What people agreed on beside the game


@pytest.mark.parametrize("kind", ["consent", "proxy", "takeover", "term"])
def test_agreements_stand_among_the_moves_and_change_nothing(kind):
    table = played(10)
    log, digest = table.log, table.state.digest()
    log.append(kind, 0 if kind == "takeover" else None, digest, {"any": 1}, None)
    play_on(table, 10)
    again = Table(copied(log.records))
    assert again.state.digest() == table.state.digest()
    assert [step.n for step in again.steps] == [step.n for step in table.steps]
    log.append(kind, None, b"x" * 16, None, None)
    with pytest.raises(TableError, match="other_game"):
        Table(copied(log.records))


@pytest.mark.parametrize("kind", ["signed", "commit", "seed", "consent", "proxy", "takeover", "term"])
def test_a_game_of_one_program_knows_none_of_these(kind):
    table = Table(MemoryLog(header(GAME, ["you"] * 3, {}, "alone")))
    table.log.append(kind, None, table.state.digest(), None, None)
    with pytest.raises(TableError) as refused:
        Table(copied(table.log.records))
    assert (refused.value.reason, refused.value.params) == ("unknown_kind", {"n": 2, "kind": kind})


# --- Watching


def watched(records: Any) -> MemoryLog:
    return copied(records, lambda record: record._replace(body=None) if record.kind == "seed" else record)


def test_a_spectator_sees_the_same_game_with_less_in_it():
    whole = played(1000)
    seen = Table(watched(whole.log.records))
    assert isinstance(seen.dealer, Told)
    assert len(seen.steps) == len(whole.steps)
    for ours, theirs in zip(seen.steps, whole.steps, strict=True):
        assert ours.state.digest() == theirs.state.digest()
        assert ours.state.public() == theirs.state.view(None).public()
        assert faces(ours.state) == faces(theirs.state.view(None))
        assert seen.events(ours, None) == [
            whole.game.events[event[0]].view(event, theirs.seat, None) for event in theirs.events
        ]


def faces(state: Any) -> list[list[int]]:
    return [hand.faces() for hand in state.hands]


def test_a_spectator_may_come_at_any_time_and_follows():
    whole = played(30)
    records = list(whole.log.records)
    seen = Table(watched(records[:10]), writes=lambda seat: False)
    assert all(set(hand) <= {SEALED} for hand in faces(seen.state))
    for record in records[10:]:
        seen.receive(record)
    assert seen.state.digest() == whole.state.digest()


def test_a_spectator_deals_nothing():
    with pytest.raises(TableError, match="not_dealt"):
        Table(opening(shares=None))


@pytest.mark.parametrize(
    "opened", [None, [], [None], lambda real: real[:-1], lambda real: [*real, 0], lambda real: ["x", *real[1:]]]
)
def test_answers_that_do_not_fit_are_refused_by_who_watches(opened):
    records = list(played(0).log.records)
    real = records[4].opened
    records[4] = records[4]._replace(opened=opened(real) if callable(opened) else opened)
    with pytest.raises(TableError) as refused:
        Table(watched(records))
    assert (refused.value.reason, refused.value.params) == ("other_game", {"n": 4})


def test_a_face_that_no_card_has_is_refused_by_who_watches():
    records = list(played(30).log.records)
    at = next(record.n for record in records if record.kind == "move" and any(record.opened or ()))
    for wrong in (10_000, -7):
        opened = [wrong if one is not None else None for one in records[at].opened or ()]
        changed = [*records[:at], records[at]._replace(opened=opened)]
        with pytest.raises(TableError) as refused:
            Table(watched(changed))
        assert (refused.value.reason, refused.value.params) == ("other_game", {"n": at})


def test_who_knows_nothing_has_no_face_to_show():
    assert Told().face("cards", 0, 0) == SEALED


# --- Records of another program


def guest(table: Table, upto: int = 5) -> Table:
    return Table(copied(table.log.records[:upto]), writes=lambda seat: False)


def test_records_of_another_program_are_checked_stored_and_played():
    host = played(60)
    mine = guest(host)
    told: list[int] = []
    mine.listeners.append(lambda step: told.append(step.n))
    for record in host.log.records[5:]:
        mine.receive(record._replace(sig=b"s" * 64))
        assert mine.log.records[-1].sig == b"s" * 64
    assert mine.state.digest() == host.state.digest()
    assert told == [step.n for step in host.steps[1:]]


def test_a_record_that_does_not_fit_changes_nothing():
    host = played(20)
    mine = guest(host, 12)
    state, count = mine.state, len(mine.log.records)
    good = host.log.records[12]
    prompt = mine.state.prompt
    assert prompt is not None
    for bad in (
        good._replace(digest=b"x" * 16),
        good._replace(body=["play", 9, 9]),
        good._replace(body=["fly"]),
        good._replace(seat=(prompt.seat + 1) % 3),
        good._replace(kind="dance"),
        good._replace(opened=[99]),
        good._replace(kind="end", body={}),
    ):
        with pytest.raises(TableError):
            mine.receive(bad)
        assert mine.state is state
        assert len(mine.log.records) == count
    mine.receive(good)


def test_if_it_cannot_be_stored_it_is_not_played(monkeypatch):
    host = played(20)
    mine = guest(host, 12)
    steps = list(mine.steps)

    def full(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(mine.log, "append", full)
    with pytest.raises(OSError, match="no space"):
        mine.receive(host.log.records[12])
    assert mine.steps == steps


def test_a_take_back_of_another_needs_to_be_free_or_agreed_to():
    host = Table(opening())
    seat, number = 0, 0
    while host.steps[-1].seat is None or host.back_target(seat, alone=False) is not None:
        play_on(host, 1, f"back {number}")
        seat, number = host.steps[-1].seat or 0, number + 1
    target = host.back_target(seat, alone=False, consent=True)
    assert target is not None
    assert host.back_target(seat, alone=False) is None
    mine = guest(host, len(host.log.records))
    agreed = host.log.append("consent", None, host.state.digest(), {"seat": seat, "to": target.n, "votes": []}, None)
    host.back(seat, alone=False, consent=True)
    record = host.log.records[-1]
    with pytest.raises(TableError, match="bad_back"):
        mine.receive(record._replace(n=agreed.n))
    mine.receive(agreed)
    with pytest.raises(TableError, match="bad_back"):
        mine.receive(record)
    with pytest.raises(TableError, match="bad_back"):
        mine.receive(record._replace(body=target.n - 1), consent=True)
    with pytest.raises(TableError, match="bad_back"):
        mine.receive(record._replace(seat=None), consent=True)
    mine.receive(record, consent=True)
    assert mine.state.digest() == host.state.digest()
    assert Table(copied(mine.log.records)).state.digest() == host.state.digest()


@pytest.mark.parametrize("change", [{"seat": 7}, {"to": 0}, {"votes": 1, "seat": None}])
def test_a_take_back_in_a_file_must_have_been_agreed_to_as_well(change):
    host = Table(opening())
    play_on(host, 30)
    seat = next(s for s in range(3) if host.back_target(s, alone=False) is None)
    target = host.back_target(seat, alone=False, consent=True)
    assert target is not None
    body = {"seat": seat, "to": target.n, "votes": [], **change}
    host.log.append("consent", None, host.state.digest(), body, None)
    host.back(seat, alone=False, consent=True)
    with pytest.raises(TableError, match="bad_back"):
        Table(copied(host.log.records))


def only(own: int | None) -> Callable[[int | None], bool]:
    return lambda seat: seat == own


def all_but(other: int | None) -> Callable[[int | None], bool]:
    return lambda seat: seat != other


def test_each_program_makes_the_records_of_its_own_seats_only():
    # Without tactics there is one deck to draw from.
    whole = Table(MemoryLog(header(games.load("atalia"), ["a", "b"], {"tactics": False}, "forced")))
    play_on(whole, 500)
    forced = [step for step in whole.steps if step.forced and step.seat is not None]
    assert forced
    for step in forced:
        before = copied(whole.log.records[: step.n])
        others = Table(before, writes=all_but(step.seat))
        others.go_on()
        assert len(before.records) == step.n  # not ours to make
        own = Table(before, writes=only(step.seat))
        own.go_on()
        assert before.records[step.n] == whole.log.records[step.n]
        assert own.steps[-1].move is None or pack(own.steps[-1].move)


def test_only_one_program_deals_and_ends():
    log = opening()
    with pytest.raises(TableError, match="not_dealt"):
        Table(log, writes=lambda seat: seat is not None)
    assert len(log.records) == 4
    whole = played(1000)
    assert whole.log.records[-1].kind == "end"
    unfinished = copied(whole.log.records[:-1])
    mine = Table(unfinished, writes=lambda seat: seat is not None)
    assert mine.over
    assert unfinished.records[-1].kind != "end"
    mine.receive(whole.log.records[-1])
    assert unfinished.records[-1].kind == "end"


def test_what_one_program_writes_alone_has_no_signature():
    table = Table(MemoryLog(header(GAME, ["you"] * 2, {}, "alone")))
    assert all(record.sig is None for record in table.log.records)
    assert pack_record(table.log.records[0]).endswith(b"\xc0\xc0")
