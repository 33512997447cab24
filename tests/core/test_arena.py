"""Bots against bots: fair chairs, the same game with and without a log, and bots that see nothing they should not."""

from collections import Counter

import pytest

from core import arena, games
from core.arena import Match, chairs, deal, deal_seed, game_header, play, play_logged
from core.bots import make_bot
from core.chance import SeededDealer
from core.game import BadOption
from core.log import MemoryLog


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_deal_is_played_once_with_every_bot_in_every_chair(seats):
    match = Match("atlantis", ("random",) * seats, "chairs", {})
    for number in range(3):
        numbers = range(number * seats, (number + 1) * seats)
        assert {deal(match, game) for game in numbers} == {number}
        assert {deal_seed(match, game) for game in numbers} == {f"chairs/{number}"}
        for seat in range(seats):
            assert {chairs(match, game)[seat] for game in numbers} == set(range(seats))
        assert all(sorted(chairs(match, game)) == list(range(seats)) for game in numbers)


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        (("random", "random"), {}),
        (("easy", "random", "easy"), {"bought_cards_can_pay": False}),
        (("random", "random", "normal", "random"), {"paid_cards": "discard"}),
        (("hard:2", "easy"), {}),
    ],
    ids=str,
)
def test_games_without_a_log_are_the_same_as_those_with_one(bots, options):
    match = Match("atlantis", bots, "same", options)
    for number in range(2):
        log = MemoryLog(game_header(match, number))
        assert play(match, number) == play_logged(match, number, log)
        assert log.records[-1].kind == "end"


@pytest.mark.parametrize("logged", [False, True], ids=["bare", "logged"])
def test_bots_get_views_of_their_own_seat_and_nothing_else(monkeypatch, logged):
    asked: Counter[int] = Counter()

    class Spy:
        def choose(self, view):
            seat = view.prompt.seat
            asked[seat] += 1
            for hand in view.hands:
                shown = sum(sum(counts) for counts in hand.shown.values())
                assert hand.sealed == (0 if hand.owner == seat else hand.size - shown)
            assert not any(isinstance(getattr(view, name, None), SeededDealer) for name in dir(view))
            assert view.events == view.asks == []
            moves = view.legal()
            view.hands.clear()  # a copy: what a bot does to it changes nothing
            return moves[-1]

    monkeypatch.setattr(arena, "make_bot", lambda *_: Spy())
    match = Match("atlantis", ("random", "random", "random"), "spy", {})
    if logged:
        play_logged(match, 0, MemoryLog(game_header(match, 0)))
    else:
        play(match, 0)
    assert sorted(asked) == [0, 1, 2]


@pytest.mark.parametrize("logged", [False, True], ids=["bare", "logged"])
def test_whatever_stands_before_a_bot_is_told_which_one_it_is(logged):
    asked: Counter[int] = Counter()

    class Door:
        def __init__(self, number, bot):
            self.number, self.bot = number, bot

        def choose(self, view):
            asked[self.number] += 1
            return self.bot.choose(view)

    match = Match("atlantis", ("random", "easy", "random"), "door", {})
    for number in range(3):
        plain = play(match, number)
        log = MemoryLog(game_header(match, number))
        assert plain == (play_logged(match, number, log, Door) if logged else play(match, number, Door))
        assert asked.total() == plain.decisions
        asked.clear()


def test_a_bots_own_seed_does_not_give_the_deal_away(monkeypatch):
    seeds = []

    def make(level, game, seed):
        seeds.append(seed)
        return make_bot(level, game, seed)

    monkeypatch.setattr(arena, "make_bot", make)
    match = Match("atlantis", ("random", "random"), "secret", {})
    for number in range(2):
        play(match, number)
    assert len(set(seeds)) == 4
    assert not any("secret" in seed for seed in seeds)


def test_random_picks_every_legal_move_equally_often():
    game = games.load("atlantis")
    state = game.new(2)
    state.answer(SeededDealer("uniform").answer(state.asks))
    view = state.view(0)
    bot = make_bot("random", game, "uniform")
    moves = view.legal()
    counts = Counter(bot.choose(view) for _ in range(400 * len(moves)))
    assert set(counts) == set(moves)
    assert all(300 < number < 500 for number in counts.values())


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        (("easy", "hard:200"), None),
        (("random", "perfect"), "no_such_bot"),
        (("random", "hard:0"), "bot_iterations"),
        (("random",), "seat_count"),
    ],
    ids=str,
)
def test_a_match_knows_what_can_be_played(bots, reason):
    match = Match("atlantis", bots, "check", {})
    if reason is None:
        match.check()
    else:
        with pytest.raises(BadOption) as refusal:
            match.check()
        assert refusal.value.reason.id == reason
