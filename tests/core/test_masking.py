"""Moves in records: what is hidden in them is masked, and only those who know the deal can read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from core import games
from core.chance import SeededDealer, Stream
from core.dealers import Told
from core.fields import ACTOR, Field, FieldType, Kind, pack, table
from core.frames import NO_PREV, Record, chain_hash, pack_record
from core.hidden import SEALED
from core.log import MemoryLog
from core.masking import masked, unmasked
from core.read_only_log import Reading
from core.table import Table, header
from tests.core import toy
from tests.guest_games import in_the_house

CARDS = Field("cards", FieldType(0, 69, many=True), ACTOR)
MOVES = table(
    Kind("open", (Field("card", FieldType(0, 9)), Field("at", FieldType(0, 4, optional=True)))),
    Kind("hide", (Field("deck", FieldType(0, 1)), Field("card", FieldType(3, 12), ACTOR))),
    Kind("many", (CARDS, Field("to", FieldType(0, 3, optional=True), ACTOR))),
)
KNOWS, WATCHES = SeededDealer("secret"), Told()
FIRST = Record(0, NO_PREV, b"", None, "game", {"a": 1}, None, None)


def record_of(move: tuple[Any, ...], before: Record = FIRST, dealer: Any = KNOWS) -> Record:
    body = masked(MOVES, move, dealer, before)
    return Record(before.n + 1, chain_hash(pack_record(before)), b"", 0, "move", body, [], None)


def every_move() -> Iterator[tuple[Any, ...]]:
    yield from (("open", card, at) for card in (0, 9) for at in (None, 0, 4))
    yield from (("hide", deck, card) for deck in (0, 1) for card in range(3, 13))
    yield from (("many", cards, to) for cards in ((), (0,), (69, 69, 1, 34)) for to in (None, 0, 3))


# --- What is masked


def test_whoever_knows_the_deal_reads_what_was_played():
    for move in every_move():
        assert unmasked(MOVES, record_of(move), KNOWS) == move


def test_whoever_watches_reads_what_everybody_may_see():
    for move in every_move():
        assert unmasked(MOVES, record_of(move), WATCHES) == MOVES[move[0]].view(move, None, None)
    assert unmasked(MOVES, record_of(("hide", 1, 7)), WATCHES) == ("hide", 1, SEALED)
    assert unmasked(MOVES, record_of(("many", (5, 6), None)), WATCHES) == ("many", (SEALED, SEALED), None)


def test_a_move_without_secrets_stands_as_it_is():
    assert record_of(("open", 7, None)).body == ["open", 7, None]


def test_only_the_hidden_fields_are_masked():
    for deck in (0, 1):
        assert {record_of(("hide", deck, card)).body[1] for card in range(3, 13)} == {deck}


def test_a_masked_number_is_one_that_could_have_been_played():
    for move in every_move():
        body = record_of(move).body
        again = (body[0], *(tuple(value) if isinstance(value, list) else value for value in body[1:]))
        assert MOVES[move[0]].fault(again, sealed=False) is None


def test_it_is_the_pad_of_the_record_before_that_covers():
    pad = Stream("secret", "cover", chain_hash(pack_record(FIRST)).hex())
    assert record_of(("hide", 0, 8)).body == ["hide", 0, 3 + (8 - 3 + pad.below(10)) % 10]
    pad = Stream("secret", "cover", chain_hash(pack_record(FIRST)).hex())
    expected = [(5 + pad.below(70)) % 70, (6 + pad.below(70)) % 70]
    assert record_of(("many", (5, 6), 2)).body == ["many", expected, (2 + pad.below(4)) % 4]


# --- What it tells


def test_the_same_card_looks_different_in_every_record():
    before, seen = FIRST, Counter[int]()
    for _ in range(400):
        before = record_of(("hide", 0, 7), before)
        seen[before.body[2]] += 1
    assert set(seen) == set(range(3, 13))
    assert max(seen.values()) < 80  # 40 each would be even


def test_the_same_number_of_a_record_is_masked_anew_where_another_record_came_before():
    """As after a take-back, or a new host: who has both could otherwise tell how far one card is from the other."""
    shifts = set()
    for number in range(40):
        before = FIRST._replace(body={"a": number})
        shifts.add((record_of(("hide", 0, 7), before).body[2] - 7) % 10)
    assert len(shifts) > 5


def test_another_seed_covers_otherwise():
    bodies = {str(record_of(("many", (1, 2, 3, 4), 1), dealer=SeededDealer(f"s{number}")).body) for number in range(20)}
    assert len(bodies) == 20
    assert unmasked(MOVES, record_of(("many", (1, 2, 3, 4), 1)), SeededDealer("other")) != ("many", (1, 2, 3, 4), 1)


def test_who_knows_no_seed_makes_no_hidden_move():
    with pytest.raises(AssertionError):
        masked(MOVES, ("hide", 0, 7), WATCHES, FIRST)


# --- Records that no game has


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        ["jump", 1],
        ["hide", 0],
        ["hide", 0, 2],
        ["hide", 0, 13],
        ["hide", 0, SEALED],
        ["hide", 0, None],
        ["hide", 0, "7"],
        ["hide", 2, 7],
        ["many", 7, None],
        ["many", [70], None],
        ["many", [SEALED], None],
        {"hide": 7},
    ],
)
@pytest.mark.parametrize("dealer", [KNOWS, WATCHES])
def test_what_no_move_could_be_is_none(body, dealer):
    record = Record(1, NO_PREV, b"", 0, "move", body, [], None)
    assert unmasked(MOVES, record, dealer) is None


# --- At a table, in every game that has secrets in its moves


EVERY = (*map(games.load, games.names()), toy.GAME)
GAMES = [game for game in EVERY if any(kind.hides for kind in game.moves.values())]


def played(game: Any, seed: str) -> Table:
    """A whole game by chance."""
    seats = game.seat_counts[0]
    table = Table(MemoryLog(header(game, [f"seat {number}" for number in range(seats)], {}, seed)))
    choose = Stream("cover", seed)
    while not table.over:
        prompt = table.state.prompt
        assert prompt is not None
        moves = table.state.legal()
        table.play(prompt.seat, moves[choose.below(len(moves))])
    return table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_records_of_a_table_tell_its_secrets_only_to_those_who_know_the_seed(game):
    hidden = told = 0
    with in_the_house(toy.GAME):
        for seed in range(12):
            table = played(game, f"cover {seed}")
            assert Table(Reading(table.log.records)).state.digest() == table.state.digest()
            for step in table.steps[1:]:
                assert step.move is not None
                record, kind = table.log.records[step.n], game.moves[step.move[0]]
                assert unmasked(game.moves, record, table.dealer) == step.move
                if kind.hides:
                    hidden += 1
                    told += record.body == pack(step.move)
                    assert unmasked(game.moves, record, WATCHES) == kind.view(step.move, step.seat, None)
                else:
                    assert record.body == pack(step.move)
    assert hidden > 5
    assert told * 4 < hidden  # by chance a cover may be no cover


def test_there_is_a_game_of_the_house_with_secrets_in_its_moves():
    assert set(games.names()) & {game.name for game in GAMES}
