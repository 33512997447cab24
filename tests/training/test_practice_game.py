"""A game as programs learn it: numbers in, numbers out, and nothing that a seat may not know."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from typing import Any

import pytest

from atlantis_tui.training.practice_game import PracticeGame, numbered_games, played_again
from core import games
from core.chance import Open, Shuffle, Stream
from core.hidden import ALL, may_see

every_game = pytest.mark.parametrize("name", numbered_games())


def options_of(name: str) -> dict[str, Any]:
    return games.load(name).otherwise()


def play_on(game: PracticeGame, choose: Stream, most: int = 10_000) -> PracticeGame:
    """Plays at random to the end, or for so many actions and draws."""
    for _ in range(most):
        if game.over:
            break
        if game.asked is None:
            faces = [face for face, weight in game.chances() for _ in range(weight)]
            game.draw(faces[choose.below(len(faces))])
        else:
            actions = game.legal()
            game.act(actions[choose.below(len(actions))])
    return game


def other_deal(game: PracticeGame, seat: int, choose: Stream) -> PracticeGame:
    """Returns a game whose deal this seat cannot tell from that of another one, and in which the others got what they
    got out of all that this seat has not seen."""
    dealt = PracticeGame(game.game.name, game.state.seats, game.state.options)
    asks, answers = game.dealt
    unseen = {(ask.place, ask.epoch): Counter(ask.faces) for ask in asks if isinstance(ask, Shuffle)}
    seen = [not isinstance(ask, Open) or may_see(ask.to, seat) for ask in asks]
    for ask, face, known in zip(asks, answers, seen, strict=True):
        if known and isinstance(ask, Open):
            unseen[ask.place, ask.epoch][face] -= 1
    while dealt.chances():
        at = dealt.drawn
        ask = asks[at]
        face = answers[at]
        if isinstance(ask, Open) and not seen[at]:
            left = [*unseen[ask.place, ask.epoch].elements()]
            face = left[choose.below(len(left))]
            unseen[ask.place, ask.epoch][face] -= 1
        dealt.draw(face)
    return dealt


@every_game
def test_deals_that_a_seat_cannot_tell_apart_are_equal_to_it_and_to_nobody_else(name):
    for options in ({}, options_of(name)):
        game = PracticeGame(name, max(games.load(name).seat_counts), options)
        choose = Stream("deals", name)
        while game.asked is None:
            play_on(game, choose, 1)
        for seat in range(game.state.seats):
            other = other_deal(game, seat, choose)
            assert other.history(seat) == game.history(seat)
            assert other.observation(seat) == game.observation(seat)
            assert other.public_observation(seat) == game.public_observation(seat)
            assert other.legal() == game.legal() or game.asked != seat
            different = {one for one in range(game.state.seats) if other.history(one) != game.history(one)}
            assert different == {*range(game.state.seats)} - {seat}


@every_game
def test_a_seat_can_work_out_all_that_it_sees_from_its_history(name):
    """The moves and answers in it, played on the seat's view of the deal, lead to the seat's view of now."""
    for seats in games.load(name).seat_counts:
        game, choose = PracticeGame(name, seats, options_of(name)), Stream("history", name, seats)
        while game.asked is None:
            play_on(game, choose, 1)
        views = [game.state.view(seat) for seat in range(seats)]
        play_on(game, choose, 250)
        while game.asked is None and not game.over:
            play_on(game, choose, 1)
        for seat, view in enumerate(views):
            for told in json.loads(game.history(seat))[3:]:
                if any(isinstance(one, str) for one in told):
                    mover, *move = told
                    assert view.prompt is not None
                    assert view.prompt.seat == mover
                    view.advance(tuple(tuple(one) if isinstance(one, list) else one for one in move))
                elif view.asks:
                    view.answer(told)
            assert view.digest() == game.state.digest()
            assert game.numbers.observe(view.view(seat), seat, ()) == game.numbers.observe(
                game.state.view(seat), seat, ()
            )


# A random game with secret moves: in Atalia, Scout puts cards back. (Random players of Survive! hardly ever have two
# answers to an attack.)
SECRETS = {"atalia": "scout"}


@every_game
def test_what_is_drawn_or_chosen_in_secret_is_in_no_history_of_the_others(name):
    """Where chance or a player has several ways that look alike to others, some are tried."""
    game, choose = PracticeGame(name, max(games.load(name).seat_counts)), Stream(SECRETS.get(name, ""))
    tried, looked = Counter[str](), Counter[int]()
    while not game.over:
        if game.asked is not None:
            if hidden_kind(game, game.legal()[0]):
                tried["move"] += siblings_differ(game, game.legal()[:4], game.asked)
        elif isinstance(ask := game.state.asks[game.drawn], Open) and ask.to != ALL and game.state.turn:
            owner = ask.to.bit_length() - 1
            looked[owner] += 1
            if looked[owner] < 6:
                tried["draw"] += siblings_differ(game, [face for face, _ in game.chances()][-4:], owner)
        play_on(game, choose, 1)
    assert tried["draw"]
    assert tried["move"] or name not in SECRETS


def hidden_kind(game: PracticeGame, action: int) -> bool:
    """Whether the others may not see all of the move that this action makes."""
    assert game.asked is not None
    move = game.numbers.move(game.state.view(game.asked), (*game.word, action))
    return move is not None and game.game.moves[move[0]].hides


def siblings_differ(game: PracticeGame, ways: list[int], owner: int) -> int:
    """Tries these actions or draws of one seat. Those that lead to the same public position are equal to the others.
    Returns how many are not equal to the one whose they are."""
    found: dict[bytes, list[PracticeGame]] = {}
    for way in ways:
        twin = game.copy()
        if twin.asked is None:
            twin.draw(way)
        else:
            twin.act(way)
        found.setdefault(twin.state.digest(), []).append(twin)
    differ = 0
    for first, *more in found.values():
        for twin in more:
            differ += twin.history(owner) != first.history(owner)
            for seat in {*range(game.state.seats)} - {owner}:
                assert twin.history(seat) == first.history(seat)
                assert twin.observation(seat) == first.observation(seat)
    return differ


def test_treasures_that_must_be_forgotten_are_not_in_the_history():
    histories = []
    for remembers in (True, False):
        game = PracticeGame("survive", 2, {"owner_remembers": remembers})
        choose = Stream("forgotten")
        while game.asked is None:
            play_on(game, choose, 1)
        before = json.loads(game.history(0))[2]
        while not game.state.turn:
            play_on(game, choose, 1)
        histories.append((before, json.loads(game.history(0))[2]))
    [(shown, kept), (also_shown, forgotten)] = histories
    assert shown == kept == also_shown
    assert max(shown[0]) > 0
    assert {value for row in forgotten for value in row} <= {-1}


@every_game
def test_chance_has_the_weights_of_what_is_left(name):
    """Every face that a place has comes with all its copies, and each drawn one with one less."""
    game = PracticeGame(name, 2)
    ask = next(ask for ask in game.state.asks if isinstance(ask, Open))
    shuffle = next(one for one in game.state.asks if isinstance(one, Shuffle) and one.place == ask.place)
    while not isinstance(game.state.asks[game.drawn], Open):
        game.draw(game.chances()[0][0])
    left = Counter(shuffle.faces)
    assert dict(game.chances()) == left
    face = game.chances()[-1][0]
    game.draw(face)
    left[face] -= 1
    assert dict(game.chances()) == +left


@every_game
def test_a_copy_goes_its_own_way(name):
    game = play_on(PracticeGame(name, 2), Stream("copy"), 150)
    before = game.history(0), game.history(1), game.legal()
    twin = copy.deepcopy(game)
    play_on(twin, Stream("twin"))
    assert twin.over
    assert (game.history(0), game.history(1), game.legal()) == before
    assert not game.over


@every_game
@pytest.mark.parametrize("seed", ["dealt", None])
def test_a_pickled_game_is_the_same_game(name, seed):
    game = play_on(played_again(name, 2, options_of(name), seed, []), Stream("pickle"), 150)
    again = pickle.loads(pickle.dumps(game))
    assert [again.history(seat) for seat in (0, 1)] == [game.history(seat) for seat in (0, 1)]
    assert (again.word, again.asked, again.drawn) == (game.word, game.asked, game.drawn)
    ends = [play_on(one, Stream("end")).state.outcome for one in (game, again)]
    assert ends[0] == ends[1]


@every_game
def test_rewards_add_up_to_nothing_and_the_winner_has_them(name):
    seats = max(games.load(name).seat_counts)
    game = PracticeGame(name, seats)
    assert game.rewards() == [0.0] * seats
    play_on(game, Stream("rewards"))
    rewards, outcome = game.rewards(), game.state.outcome
    assert outcome is not None
    assert sum(rewards) == pytest.approx(0)
    assert {seat for seat, reward in enumerate(rewards) if reward == max(rewards)} == {*outcome.winners}
    assert max(rewards) == 1.0 or len(outcome.winners) > 1


@every_game
def test_what_is_not_legal_is_refused_and_changes_nothing(name):
    game = PracticeGame(name, 2)
    with pytest.raises(ValueError, match="no legal action"):
        game.act(0)  # chance is asked
    while game.asked is None:
        play_on(game, Stream("refused"), 1)
    before = game.history(0), game.legal()
    wrong = next(action for action in range(game.numbers.action_count) if action not in game.legal())
    for action in (wrong, -1, game.numbers.action_count):
        with pytest.raises(ValueError, match="no legal action"):
            game.act(action)
    with pytest.raises(ValueError, match="chance"):
        game.draw(0)
    assert (game.history(0), game.legal()) == before


@every_game
def test_actions_are_told_as_people_write_them(name):
    game, choose = PracticeGame(name, 2), Stream("texts")
    while not game.over:
        if game.asked is not None:
            told = [game.text(action) for action in game.legal()[-20:]]
            assert len(set(told)) == len(told)
        play_on(game, choose, 12)
    kind = game.numbers.actions[0].name
    assert PracticeGame(name, 2).text(0) == f"{kind} 0"


def test_a_game_without_numbers_says_so(monkeypatch):
    monkeypatch.setattr("atlantis_tui.training.practice_game.training", lambda game: None)
    with pytest.raises(ValueError, match=r"core/survive/training\.py"):
        PracticeGame("survive", 2)
    assert numbered_games() == []
