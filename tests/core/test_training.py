"""Games in numbers: every legal move has one word, words mean what they meant, pages tell what the code has, and
observations depend on nothing that the seat does not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import core
from core import games
from core.atlantis.rules import Atlantis
from core.bots import knowledge
from core.chance import SeededDealer, Stream
from core.game import Game, Move, State
from core.survive.training import back_to, counted_from
from core.training import Training, Word, training
from tests.core.test_export_md import marked, rows, section

NUMBERED = {name: numbers for name in games.names() if (numbers := training(games.load(name))) is not None}
every_game = pytest.mark.parametrize("name", NUMBERED)
# Of the prompts of a kind, the first and then every so manieth is looked at; `full` looks at more.
FEW, MANY = 40, 3
positions_of_every_game = pytest.mark.parametrize(
    ("name", "every"),
    [(name, FEW) for name in NUMBERED] + [pytest.param(name, MANY, marks=pytest.mark.full) for name in NUMBERED],
)


def numbers_of(name: str) -> tuple[Game, Training]:
    return games.load(name), NUMBERED[name]


@cache
def positions(name: str, every: int = FEW) -> list[State]:
    """Positions of random games, one for each number of seats and both ends of the options."""
    game = games.load(name)
    found = []
    for number, seats in enumerate(game.seat_counts):
        options = game.otherwise() if number else {}
        state = game.new(seats, options)
        dealer, choose = SeededDealer(f"training {seats}"), Stream("training", seats)
        count = Counter[str]()
        while state.outcome is None:
            while state.asks:
                state.answer(dealer.answer(state.asks))
            if state.prompt is not None:
                if count[state.prompt.kind] % every == 0:
                    found.append(state.copy())
                count[state.prompt.kind] += 1
                moves = state.legal()
                state.advance(moves[choose.below(len(moves))])
        found.append(state)
    return found


def asked(name: str, every: int = FEW) -> list[tuple[State, Any]]:
    """The same positions with the views of the asked seats, without those at the end."""
    return [(state, state.view(state.prompt.seat)) for state in positions(name, every) if state.prompt is not None]


def words(numbers: Training, view: State, begun: Word = ()) -> Iterator[tuple[Word, Move]]:
    """Every word that can be written in this position, with its move. None that was begun comes to nothing."""
    actions = numbers.legal(view, begun)
    assert actions
    for action in actions:
        word = (*begun, action)
        move = numbers.move(view, word)
        if move is None:
            yield from words(numbers, view, word)
        else:
            yield word, move


def test_all_our_games_have_numbers():
    assert set(NUMBERED) == set(games.names())


@positions_of_every_game
def test_every_legal_move_has_one_word_and_every_word_is_such_a_move(name, every):
    """Atlantis lists one choice of cards for a payment, and allows all. Of other moves the list has all."""
    _, numbers = numbers_of(name)
    for state, view in asked(name, every):
        moves = state.legal()
        spelled = {numbers.spell(view, move): move for move in moves}
        assert len(spelled) == len(moves)
        found = dict(words(numbers, view))
        assert {**found, **spelled} == found
        for word, move in found.items():
            assert numbers.spell(view, move) == word
            assert word in spelled or (move[0] == "pay" and state.explain(move) is None)


@positions_of_every_game
def test_legal_actions_rise_and_are_within_the_fixed_space(name, every):
    _, numbers = numbers_of(name)
    for _, view in asked(name, every):
        actions = numbers.legal(view, ())
        assert all(one < other for one, other in pairwise(actions))
        assert actions[0] >= 0
        assert numbers.kind_of(actions[-1])[0] in [kind.name for kind in numbers.actions]
    with pytest.raises(ValueError, match=str(numbers.action_count)):
        numbers.kind_of(numbers.action_count)


def parts(things: list[int]) -> set[tuple[int, ...]]:
    return {part for number in range(len(things) + 1) for part in combinations(things, number)}


def test_the_words_of_a_payment_are_all_payments_that_the_rules_allow():
    """Every set of tiles and cards that the seat has is tried."""
    _, numbers = numbers_of("atlantis")
    tried = choices = 0
    for state, view in asked("atlantis", MANY):
        assert isinstance(state, Atlantis)
        tiles = [value for value in range(7, 0, -1) for _ in range(state.purses[state.seat][value])]
        cards = [card for card in range(7) for _ in range(state.hands[state.seat].held[card])]
        if state.step != "pay" or len(tiles) + len(cards) > 11:
            continue
        every = {("pay", paid, given) for paid in parts(tiles) for given in parts(cards)}
        allowed = {move for move in every if state.explain(move) is None}
        assert {move for _, move in words(numbers, view)} == allowed
        tried += 1
        choices += len(allowed) > 1
    assert tried > 3
    assert choices


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (2, {"colours_each": 1}), (3, {}), (4, {})])
def test_explorers_are_counted_from_the_seat_that_looks(seats, options):
    state: Any = games.load("survive").new(seats, options)
    while state.asks:
        state.answer(SeededDealer("colours").answer(state.asks))
    for seat in range(seats):
        counted = [counted_from(state, seat, explorer) for explorer in range(len(state.spots))]
        assert sorted(counted) == [*range(len(state.spots))]
        assert [back_to(state, seat, number) for number in counted] == [*range(len(state.spots))]
        for explorer, number in enumerate(counted):
            assert (number // 10 % seats == 0) == (state.owner(explorer) == seat)


# Observations --------------------------------------------------------------------------------------------------------


@positions_of_every_game
def test_an_observation_has_a_fixed_length_and_keeps_within_its_bounds(name, every):
    _, numbers = numbers_of(name)
    low = [feature.low for feature in numbers.features for _ in range(feature.size)]
    high = [feature.high for feature in numbers.features for _ in range(feature.size)]
    for state in positions(name, every):
        for seat in range(state.seats):
            for view in (state.view(seat), state.view(None)):
                seen = numbers.observe(view, seat, ())
                assert len(seen) == numbers.observation_size
                assert all(type(number) is int for number in seen)
                assert all(least <= number <= most for least, number, most in zip(low, seen, high, strict=True))


@every_game
def test_it_can_be_observed_before_the_deal(name):
    game, numbers = numbers_of(name)
    for seats in game.seat_counts:
        assert len(numbers.observe(game.new(seats).view(0), 0, ())) == numbers.observation_size


@positions_of_every_game
def test_positions_that_a_seat_cannot_tell_apart_have_equal_numbers(name, every):
    """A world that is made up to fit what the seat sees gives the same observation and the same actions."""
    game, numbers = numbers_of(name)
    known = knowledge(game)
    assert known is not None
    differed = 0
    for count, (state, _) in enumerate(asked(name, every)):
        for seat in range(state.seats):
            view = state.view(seat)
            twin = known.sample(view, Stream("twin", count, seat))
            seen = numbers.observe(view, seat, ())
            assert numbers.observe(twin.view(seat), seat, ()) == seen
            if state.prompt is not None and state.prompt.seat == seat:
                assert numbers.legal(twin.view(seat), ()) == numbers.legal(view, ())
            else:
                other = (seat + 1) % state.seats
                differed += numbers.observe(twin.view(other), other, ()) != numbers.observe(
                    state.view(other), other, ()
                )
    assert differed  # the made-up worlds are others


@every_game
def test_a_word_that_was_begun_is_observed(name):
    _, numbers = numbers_of(name)
    begun = 0
    for state, view in asked(name):
        assert state.prompt is not None
        seat = state.prompt.seat
        for action in numbers.legal(view, ()):
            if numbers.move(view, (action,)) is None:
                begun += 1
                assert numbers.observe(view, seat, (action,)) != numbers.observe(view, seat, ())
                break
    assert begun or all(len(numbers.spell(view, move)) == 1 for _, view in asked(name) for move in view.legal())


# The pages -----------------------------------------------------------------------------------------------------------


@every_game
def test_the_page_tells_every_kind_of_action_in_order(name):
    _, numbers = numbers_of(name)
    told = [(marked(row[0])[0], int(row[1])) for row in rows(section(name, "Actions", "TRAINING.md"))]
    assert told == list(numbers.actions)


@every_game
def test_the_page_tells_every_part_of_an_observation_in_order(name):
    _, numbers = numbers_of(name)
    told = [(marked(row[0])[0], *map(int, row[1:4])) for row in rows(section(name, "Observation", "TRAINING.md"))]
    assert told == list(numbers.features)


def test_every_page_belongs_to_a_game_with_numbers():
    room = Path(core.__file__).parent
    assert {page.parent.name for page in room.glob("*/TRAINING.md")} == set(NUMBERED)
