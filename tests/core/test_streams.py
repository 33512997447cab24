"""The thinking of `hard`: streams that are added up, and how long it thinks. Which process runs a stream is tested in
tests/bots/test_team.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from core import games
from core.bots import ITERATIONS, knowledge, make_bot
from core.bots.normal import LOOKS, WORLDS, finish_turn
from core.bots.search import Estimate, Search
from core.bots.streams import (
    CLEAR_ROUNDS,
    EVEN,
    FAR,
    FEW,
    FEWEST,
    RESERVE_SHARE,
    STREAMS,
    OneByOne,
    Tally,
    enough,
    merged,
    number_of_streams,
    run_stream,
    streams,
    thought,
)
from core.chance import SeededDealer, Stream
from core.game import State

GAME = games.load("atlantis")


@lru_cache
def view(number: int = 12) -> State:
    """A position with a choice, of a whole game. Nobody may change it."""
    state: Any = GAME.new(2)
    state.play_at_once(SeededDealer("streams"), events=False)
    bot = make_bot("easy", GAME, "streams")
    while state.prompt is not None:
        seen: State = state.view(state.prompt.seat)
        if state.turn >= number and len(seen.legal()) > 4:
            return seen
        state.advance(bot.choose(seen))
    raise AssertionError("no such position")


class Counted:
    """A team that notes what it was asked for."""

    def __init__(self, alone: Sequence[Search]) -> None:
        self.team = OneByOne(alone)
        self.rounds: list[list[int]] = []
        self.closed = 0

    def run(self, rounds: Sequence[int]) -> list[Tally]:
        self.rounds.append(list(rounds))
        return self.team.run(rounds)

    def close(self) -> None:
        self.closed += 1


# Streams -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "number"),
    [(1, 1), (2 * FEWEST - 1, 1), (2 * FEWEST, 2), (STREAMS * FEWEST, STREAMS), (20_000, STREAMS), (None, STREAMS)],
)
def test_the_rounds_alone_say_how_many_streams_there_are(rounds, number):
    assert number_of_streams(rounds) == number
    assert len(streams(GAME, view(), "s", rounds)) == number


def test_the_streams_see_other_worlds_and_list_the_same_moves():
    alone = streams(GAME, view(), "s", None)
    assert len({tuple(stream.moves()) for stream in alone}) == 1
    found = [tuple(run_stream(stream, 20)) for stream in alone]
    assert len(set(found)) == STREAMS
    assert all(sum(visits for visits, _total in tally) == 20 for tally in found)


def test_a_stream_of_few_rounds_is_the_search_alone():
    [alone] = streams(GAME, view(), "s", FEW)
    plain = Search(GAME, view(), "s")
    plain.run(FEW)
    assert merged(alone.moves(), [run_stream(alone, FEW)]) == plain.estimates()


def test_a_very_short_thought_begins_with_what_normal_would_look_at():
    """So that it is no worse than `normal` where its own rounds would be mostly luck."""
    [alone] = streams(GAME, view(), "s", FEW - 1)
    prompt = view().prompt
    assert prompt is not None
    tally = alone.tally()
    assert sorted(visits for visits, _total in tally if visits) == [WORLDS] * LOOKS
    assert alone.iterations == 0
    known = knowledge(GAME)
    assert known is not None
    worth = dict(zip(alone.moves(), known.rollout(view(), alone.moves()), strict=True))
    looked_at = [move for move, (visits, _total) in zip(alone.moves(), tally, strict=True) if visits]
    assert min(worth[move] for move in looked_at) >= max(worth[m] for m in worth if m not in looked_at)
    for move, (visits, total) in zip(alone.moves(), tally, strict=True):
        chances = []
        for number in range(visits):
            after = known.sample(view(), Stream("s", "world", number))
            after.advance(move)
            finish_turn(after, view().turn, known)
            chances.append(known.evaluate(after)[prompt.seat])
        assert total == sum(chances)
    assert sum(visits for visits, _total in run_stream(alone, 5)) == LOOKS * WORLDS + 5


def test_what_streams_found_is_added_up():
    moves = [("a",), ("b",), ("c",), ("d",)]
    one: Tally = [(3, 900), (1, 100), (0, 0), (2, 1000)]
    two: Tally = [(1, 100), (3, 500), (0, 0), (2, 1000)]
    assert merged(moves, [one, two]) == [
        Estimate(("d",), 4, 500),
        Estimate(("a",), 4, 250),
        Estimate(("b",), 4, 150),
    ]


def test_it_does_not_matter_in_which_parts_a_stream_runs():
    whole, parts = (streams(GAME, view(), "s", None)[1] for _ in range(2))
    for rounds in (3, 0, 9):
        found = run_stream(parts, rounds)
    assert found == run_stream(whole, 12)


# How long ------------------------------------------------------------------------------------------------------------


def test_hard_alone_thinks_for_a_fixed_number():
    bot: Any = make_bot("hard", GAME, "")
    assert bot._rounds == ITERATIONS


@pytest.mark.parametrize("rounds", [1, 3, 7, 50, 120, 230])
def test_no_thought_is_longer_than_its_reserve(rounds):
    teams: list[Counted] = []

    def gather(alone: Sequence[Search]) -> Counted:
        teams.append(Counted(alone))
        return teams[-1]

    for number in (6, 9, 12, 15):
        make_bot(f"hard:{rounds}", GAME, "s", gather=gather).choose(view(number))
    spent = [sum(map(sum, team.rounds)) for team in teams]
    assert all(1 <= one <= max(1, rounds * RESERVE_SHARE // 100) for one in spent)
    assert all(team.closed == 1 for team in teams)
    assert all(max(bout) - min(bout) <= 1 for team in teams for bout in team.rounds)


def test_by_the_clock_it_is_asked_after_every_bout():
    asked: list[int] = []

    def spent(done: int) -> int:
        asked.append(done)
        return RESERVE_SHARE if len(asked) == 3 else 0

    make_bot("hard", GAME, "s", spent).choose(view())
    assert asked == [32, 64, 96]
    make_bot("hard:3", GAME, "s", spent).choose(view())
    assert len(asked) == 3  # a number in the name comes first


def test_there_is_an_end_even_if_the_clock_stands_still():
    alone = streams(GAME, view(), "s", FEW)
    found = thought(alone, OneByOne(alone), lambda done: 0, usual=14)
    assert sum(one.visits for one in found) == 14 * RESERVE_SHARE // 100


def test_a_team_is_closed_whatever_happens():
    teams: list[Counted] = []

    class Broken(Counted):
        def run(self, rounds: Sequence[int]) -> list[Tally]:
            raise ZeroDivisionError

    def gather(alone: Sequence[Search]) -> Counted:
        teams.append(Broken(alone))
        return teams[-1]

    with pytest.raises(ZeroDivisionError):
        make_bot("hard:20", GAME, "s", gather=gather).choose(view())
    assert [team.closed for team in teams] == [1]


def found(*counts: tuple[int, int]) -> list[Estimate]:
    return [Estimate((str(number),), visits, chance) for number, (visits, chance) in enumerate(counts)]


@pytest.mark.parametrize(
    ("counts", "share", "is_enough"),
    [
        # Another move may still be tried as often, or not.
        (((60, 5000), (20, 4900)), 60, False),
        (((60, 5000), (20, 4900)), 70, True),
        # One that leads by far, in chance and in visits.
        (((45, 5000), (15, 5000 - FAR)), 30, True),
        (((45, 5000), (15, 5000 - FAR)), 20, False),
        (((45, 5000), (15, 5001 - FAR)), 30, False),
        (((45, 5000), (25, 5000 - FAR)), 30, False),
        (((15, 5000), (5, 4000)), 30, False),  # too early to tell
        # The usual thought is over; a close choice gets the reserve.
        (((60, 5000), (50, 4900)), 100, True),
        (((60, 5000), (55, 4999 + EVEN)), 100, True),
        (((60, 5000), (30, 5000 + EVEN)), 100, False),
        (((60, 5000), (29, 5000 + EVEN)), 100, True),
        (((60, 5000), (30, 5000 + EVEN)), RESERVE_SHARE - 1, False),
        (((60, 5000), (30, 5000 + EVEN)), RESERVE_SHARE, True),
    ],
)
def test_when_it_is_enough(counts, share, is_enough):
    done = sum(visits for visits, _chance in counts)
    assert (done >= CLEAR_ROUNDS) == (done != 20)
    assert enough(found(*counts), done, share) == is_enough


def test_little_goes_to_clear_moves_and_more_to_close_ones():
    """In a whole game, by rounds: some thoughts are a quarter of the usual one, some longer, and on average they are
    shorter."""
    state: Any = GAME.new(2)
    state.play_at_once(SeededDealer("shares"), events=False)
    teams: list[Counted] = []

    def gather(alone: Sequence[Search]) -> Counted:
        teams.append(Counted(alone))
        return teams[-1]

    bots = [make_bot("hard:48", GAME, str(seat), gather=gather) for seat in range(2)]
    while state.prompt is not None:
        state.advance(bots[state.prompt.seat].choose(state.view(state.prompt.seat)))
    spent = [sum(map(sum, team.rounds)) for team in teams]
    assert min(spent) < 30
    assert max(spent) > 48
    assert sum(spent) / len(spent) < 48
