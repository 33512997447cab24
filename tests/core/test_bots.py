"""Bots: whole worlds out of views, chances out of points, and players that see no more than they should.

That they see nothing hidden is tested with twins: games with the same play in public and other faces under it.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from core.atlantis import GAME
from core.atlantis.components import CARDS_OF_A_SYMBOL, PLACES, TILE, TILE_PLACES, TILES_A, TILES_B
from core.atlantis.evaluate import AHEAD, WEIGHTS, evaluate, standings
from core.atlantis.rollout import rollout
from core.atlantis.rules import Atlantis
from core.atlantis.sample import sample
from core.bots import CHANCE, LEVELS, MOST_ITERATIONS, Knowledge, knowledge, levels, make_bot, split_name
from core.bots import search as search_file
from core.bots.findings import sameness
from core.bots.odds import NAT, odds, shared
from core.bots.search import Search
from core.chance import SeededDealer, Stream
from core.game import BadOption
from tests.bench.regret import choices, worth
from tests.core import toy
from tests.core.atlantis_positions import scene
from tests.core.test_contract import LONGEST, Case, bytes_of, cases, differences, make_twin, marked, picture, play

ROOT = Path(__file__).parent.parent.parent
FEW = "hard:6"  # iterations enough to have been everywhere
ATLANTIS = [case for case in cases() if case.game is GAME]
KNOWN = [case for case in cases() if knowledge(case.game) is not None]  # of every game that bots can play well
FIRST = list({case.game.name: case for case in reversed(KNOWN)}.values())  # one case of each
PLAYERS = ("random", "easy", "normal", FEW)

some_cases = pytest.mark.parametrize("case", KNOWN[::5], ids=str)
each_game = pytest.mark.parametrize("case", FIRST, ids=lambda case: case.game.name)


def known_of(case: Case) -> Knowledge:
    known = knowledge(case.game)
    assert known is not None
    return known


def to_the_end(bots: list[Any], case: Case, seed: str, *, checked: bool = True, most: int = LONGEST) -> Any:
    """A whole game, or `most` moves of it. `checked`: bots leave alone what they are given, which takes most of the
    time to see."""
    state: Any = case.start()
    state.play_at_once(SeededDealer(seed), events=False)
    for _ in range(most):
        if state.outcome is not None:
            break
        view = state.view(state.seat)
        before = picture(view) if checked else None
        move = bots[state.seat].choose(view)
        assert not checked or picture(view) == before, "a bot changed what it was given"
        assert not checked or move in state.legal()
        state.apply(move)  # which refuses what is not legal
    return state


def prompts(case: Case, seed: int, step: int) -> list[Any]:
    """Positions of a random game at which there is something to choose, every so many of them."""
    found = [one.before for one in play(case, seed).steps if len(one.before.legal()) > 1]
    return found[::step]


# --- Names


@each_game
def test_the_levels_of_a_game_that_brings_what_they_need(case):
    assert levels(case.game) == list(LEVELS) == ["random", "easy", "normal", "hard"]
    assert knowledge(case.game) is not None


def test_a_game_that_brings_nothing_is_played_at_random():
    assert knowledge(toy.GAME) is None
    assert levels(toy.GAME) == ["random"]
    with pytest.raises(BadOption) as refused:
        make_bot("hard", toy.GAME, "")
    assert refused.value.reason.id == "no_such_bot"
    assert refused.value.reason.params == {"bot": "hard", "bots": ["random"]}


@pytest.mark.parametrize(
    ("name", "parts"),
    [("easy", ("easy", None)), ("hard", ("hard", None)), ("hard:1", ("hard", 1)), ("hard:20000", ("hard", 20_000))],
)
def test_a_name_may_say_how_many_iterations(name, parts):
    assert split_name(name) == parts
    make_bot(name, GAME, "")


@pytest.mark.parametrize(
    "name",
    [
        *("hard:", "hard:0", "hard:-1", "hard:+5", "hard: 5", "hard:1.5", "hard:x", "hard:5:5", "hard:٣"),
        *(f"hard:{MOST_ITERATIONS + 1}", "hard:" + "9" * 5000, "easy:5", "normal:100", "random:1", ":5"),
    ],
)
def test_nonsense_behind_a_name_is_refused(name):
    for refuse in (split_name, lambda name: make_bot(name, GAME, "")):
        with pytest.raises(BadOption) as refused:
            refuse(name)
        assert refused.value.reason.id == "bot_iterations"
        assert refused.value.reason.params["most"] == MOST_ITERATIONS


def test_an_unknown_level_is_named_with_those_there_are():
    for name in ("greedy", "", "Hard", "bot:hard"):
        with pytest.raises(BadOption):
            make_bot(name, GAME, "")


# --- Chances


@pytest.mark.parametrize("points", [[0], [0, 0], [0, 0, 0], [NAT, 0], [9 * NAT, -9 * NAT, 3, 2], [-(10**9), 10**9]])
def test_chances_make_one_whole(points):
    chances = odds(points)
    assert sum(chances) == CHANCE
    assert min(chances) >= 0
    assert sorted(range(len(points)), key=lambda n: (points[n], chances[n])) == sorted(
        range(len(points)), key=lambda n: (chances[n], points[n])
    )


def test_a_nat_more_is_e_times_as_likely():
    ahead, behind = odds([NAT, 0], 10**9)
    assert 271_820 < ahead * 100_000 // behind < 271_840
    far, off = odds([5 * NAT, 0], 10**9)
    assert 148_400 < far * 1000 // off < 148_430  # e to the fifth


def test_points_count_only_against_each_other():
    assert odds([3, 700, -90]) == odds([1003, 1700, 910])


def test_a_shared_win_is_shared():
    assert shared((1,), 3) == [0, CHANCE, 0]
    assert shared((0, 2), 3) == [CHANCE // 2, 0, CHANCE // 2]
    assert sum(shared((0, 1, 2), 4)) == CHANCE
    assert max(shared((0, 1, 2), 4)) - min(shared((0, 1, 2), 4)[:3]) == 1


@some_cases
def test_every_position_has_chances_that_make_one_whole(case):
    for step in play(case, 0).steps:
        for state in (step.after, step.after.view(0), step.after.view(None)):
            chances = known_of(case).evaluate(state)
            assert len(chances) == case.seats
            assert sum(chances) == CHANCE
            assert min(chances) >= 0
    outcome = step.after.outcome
    assert outcome is not None
    assert [seat for seat, chance in enumerate(chances) if chance] == list(outcome.winners)


def test_more_is_better():
    """Each thing one may have more of, and each kind of water, moves the chances the way it should."""
    base = ("s0 [20,5,-1] FR t[5,3] bridge", "s1 [18,6,-1] HC t[4,4] bridge")
    path = "4:F2 5:R3 6:C4 10:H5 11:R2 18:S3 20:F6 30:R5 40:C2 44:A4"
    plain = evaluate(scene(path, *base).state)[0]
    better = [
        "s0 [20,5,-1] FR t[5,3,2] bridge",
        "s0 [20,5,-1] FRR t[5,3] bridge",
        "s0 [20,5,-1] FA t[5,3] bridge",  # a card that leads far
        "s0 [30,5,-1] FR t[5,3] bridge",
        "s0 [20,11,-1] FR t[5,3] bridge",
        "s0 [53,5,-1] FR t[5,3] bridge",
    ]
    for mine in better:
        assert evaluate(scene(path, mine, base[1]).state)[0] > plain, mine
    assert evaluate(scene(path, "s0 [20,5,-1] FR t[5,3]", base[1]).state)[0] < plain
    for theirs in ("s1 [18,6,-1] HC t[4,4,1] bridge", "s1 [30,6,-1] HC t[4,4] bridge"):
        assert evaluate(scene(path, base[0], theirs).state)[0] < plain, theirs
    for weights in WEIGHTS:
        assert weights.water <= 0 <= min(weights._replace(water=0))


def test_to_be_the_next_to_move_is_worth_something():
    state, again = (scene("4:F2 5:R3", "s0 [4,-1,-1] F", "s1 [5,-1,-1] F").state for _ in range(2))
    again.seat = 1
    assert standings(state)[0] > standings(again)[0]
    assert standings(state)[1] < standings(again)[1]


# --- Worlds


def assert_whole(world: Atlantis) -> None:
    """All cards and all tiles of the box are somewhere, each once."""
    assert_all_cards(world)
    dealer = world.instant
    assert dealer is not None
    for letter, tiles in (("A", TILES_A), ("B", TILES_B)):
        assert sorted(dealer.faces(letter, 0, 0, 42)) == list(tiles)
    for place in range(PLACES):
        letter, lowest, top = TILE_PLACES[place]
        if top >= lowest and world.under[place]:
            assert dealer.face(letter, 0, top) == world.symbols[place] * TILE + world.values[place]


def assert_all_cards(world: Atlantis) -> None:
    dealer = world.instant
    assert dealer is not None
    deck = dealer.faces("cards", world.epoch, world.drawn, world.drawn + world.deck)
    assert len(deck) == world.deck
    for symbol in range(7):
        in_hands = sum(hand.held[symbol] for hand in world.hands)
        there = deck.count(symbol) + in_hands + world.discard[symbol] + world.removed[symbol]
        assert there == CARDS_OF_A_SYMBOL
        assert deck.count(symbol) <= world.shuffled[symbol]
    assert not any(hand.sealed for hand in [*world.hands, *world.before_buying])


@pytest.mark.parametrize("case", marked(ATLANTIS))
def test_a_world_is_whole_and_looks_like_the_view_it_was_made_of(case):
    stream = Stream("worlds", str(case))
    for state in prompts(case, 3, 7):
        for seat in range(case.seats):
            view = state.view(seat)
            untouched = bytes_of(view)
            world = sample(view, stream)
            assert bytes_of(view) == untouched
            assert_whole(world)
            assert world.legal() == state.legal() or seat != state.seat
            assert differences(world.view(seat), view) == []


def test_worlds_of_one_view_differ_and_those_of_one_stream_do_not():
    state = prompts(ATLANTIS[0], 1, 9)[2]
    view = state.view(state.seat)
    worlds = [bytes_of(sample(view, Stream("w", number))) for number in range(12)]
    assert len(set(worlds)) > 6
    assert worlds == [bytes_of(sample(view, Stream("w", number))) for number in range(12)]


def test_a_world_knows_what_was_shown():
    state = scene("9:C1 10:F4 11:R6", "s0 [9,-1,-1] HH", "s1 [11,-1,-1] AAAAS").state
    state.hands[1].show([6, 6, 6, 6, 4])
    state.hands[1].add(2)
    for number in range(20):
        held = sample(state.view(0), Stream("shown", number)).hands[1].held
        assert (held[6] >= 4, held[4] >= 1, sum(held)) == (True, True, 6)


def test_what_a_deck_was_not_shuffled_from_is_in_a_hand():
    """Of two flags unseen, none was in the discard pile when the deck was made of it."""
    state = scene("9:C1 10:F4 11:R6", "s0 [9,-1,-1] HH", "s1 [11,-1,-1] FFAAS", deck=20).state
    state.epoch, state.shuffled = 1, (0, 9, 3, 2, 2, 2, 2)
    state.removed = [13, 6, 10, 13, 12, 13, 11]
    for number in range(20):
        world = sample(state.view(0), Stream("bound", number))
        assert world.hands[1].held[0] == 2
        assert_all_cards(world)


def test_lower_tiles_are_any_that_were_never_seen():
    state = prompts(ATLANTIS[0], 2, 1)[0]
    place = next(at for at in range(PLACES) if state.under[at])
    letter, lowest, _ = TILE_PLACES[place]
    seen = {tile for at, tile in enumerate(state.tops) if TILE_PLACES[at][0] == letter}
    under = set()
    for number in range(150):
        dealer = sample(state.view(0), Stream("lower", number)).instant
        assert dealer is not None
        under.add(dealer.face(letter, 0, lowest))
    assert not under & seen
    assert len(under) == 16  # of 42 tiles, 26 lie on top


@pytest.mark.parametrize("case", [case for case in ATLANTIS if case.seats == 4][::3], ids=str)
def test_worlds_that_part_shuffle_for_themselves(case):
    """Copies of a late position play differently and use up the deck: the cards of one never turn up in another."""
    choose = Stream("part", str(case))
    reshuffled = 0
    for state in prompts(case, 5, 9)[1:]:
        world = sample(state.view(state.seat), choose)
        twins = [world.copy() for _ in range(4)]
        while any(twin.outcome is None for twin in twins):
            for twin in twins:
                if twin.outcome is None:
                    moves = twin.legal()
                    twin.advance(moves[choose.below(len(moves))])
                    if twin.outcome is None:
                        assert_whole(twin)
        reshuffled += sum(twin.epoch > world.epoch for twin in twins)
        assert_whole(world)
    assert reshuffled


def test_what_is_remembered_is_no_part_of_the_digest():
    state = prompts(ATLANTIS[0], 4, 1)[-1]
    assert any(state.turned)
    other = state.copy()
    other.turned[:] = bytes(PLACES)
    other.tops, other.shuffled = bytes(PLACES), (0,) * 7
    assert other.digest() == state.digest()


# --- What they see


@some_cases
def test_twins_get_the_same_worlds_estimates_and_choices(case):
    choose = Stream("bot twins", str(case))
    game = play(case, 0)
    found = 0
    for length in range(3, len(game.steps) - 1, max(len(game.steps) // 6, 1)):
        state: Any = game.steps[length - 1].after
        if len(state.legal()) < 2:
            continue
        seat = state.prompt.seat
        swaps, twin = make_twin(game, length, seat, choose)
        if twin is None:
            continue
        assert swaps
        found += 1
        other: Any = twin.states[-1]
        views = state.view(seat), other.view(seat)
        known = known_of(case)
        one, two = (known.sample(view, Stream("twin world")) for view in views)
        assert bytes_of(one) == bytes_of(two)
        assert known.rollout(views[0], state.legal()) == known.rollout(views[1], state.legal())
        for level in PLAYERS:
            assert len({make_bot(level, case.game, "t").choose(view) for view in views}) == 1
        searches = [Search(case.game, view, "twins") for view in views]
        for search in searches:
            search.run(12)
        assert searches[0].estimates() == searches[1].estimates()
    assert found


# --- How they play


def all_players_once() -> list[Any]:
    """Cases, and who plays them: of every game as many by default as let everybody play, the others under full."""
    found, played = [], set[tuple[str, str]]()
    for shift, case in enumerate(KNOWN[::2]):
        names = [PLAYERS[(seat + shift) % 4] for seat in range(case.seats)]
        new = {(case.game.name, name) for name in names} - played
        found.append(pytest.param(case, names, id=str(case), marks=() if new else pytest.mark.full))
        played |= new
    assert len(played) == len(FIRST) * len(PLAYERS)
    return found


begun_or_whole = pytest.mark.parametrize(
    "most", [60, pytest.param(LONGEST, marks=pytest.mark.full)], ids=["begun", "whole"]
)


@pytest.mark.parametrize(("case", "names"), all_players_once())
@begun_or_whole
def test_no_bot_ever_makes_an_illegal_move(case, names, most):
    bots = [make_bot(name, case.game, f"s{seat}") for seat, name in enumerate(names)]
    state = to_the_end(bots, case, str(case), most=most)
    assert state.outcome is not None or most < LONGEST


@each_game
@pytest.mark.parametrize("level", PLAYERS)
@begun_or_whole
def test_the_same_seed_plays_the_same_game(level, case, most):
    ends = []
    for seed in ("a", "a", "b"):
        bots = [make_bot(level, case.game, seed) for _ in range(case.seats)]
        state = to_the_end(bots, case, "same deal", checked=False, most=most)
        ends.append(bytes_of(state))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2] or level == "normal"  # which is led by what it sees, and little by luck


@each_game
@pytest.mark.parametrize("level", PLAYERS[1:])
def test_a_bot_asked_again_answers_the_same(level, case):
    """So a game that is taken up later goes on as it would have."""
    views = [state.view(state.seat) for state in prompts(case, 6, 8)]
    bot = make_bot(level, case.game, "again")
    first = [bot.choose(view) for view in views]
    assert [bot.choose(view) for view in reversed(views)] == first[::-1]


@pytest.mark.parametrize("level", ["easy", "normal", "hard:30"])
def test_a_win_at_hand_is_taken(level):
    """A helmet brings the last figure home far ahead in points; the others keep it on the way."""
    position = scene(
        "29:F4 30:F2 31:R3 32:O4 33:C2 34:S3 35:A2",
        "s0 [53,53,30] ROCSAH t[7,7,7,6]",
        "s1 [29,-1,-1] FF t[2]",
    )
    for seed in range(6):
        assert make_bot(level, GAME, f"win {seed}").choose(position.state.view(0)) == ("play", 2, 2)


@pytest.mark.parametrize("level", ["easy", "normal", "hard:30"])
def test_a_game_that_would_be_lost_is_not_ended(level):
    """The same card would end it far behind; there are others to play."""
    position = scene(
        "30:F2 31:R3 32:O4 33:C2 34:S3 35:A2",
        "s0 [53,53,30] ROCSAH t[1]",
        "s1 [53,53,31] FFOC t[7,7,7,6,6]",
    )
    for seed in range(6):
        assert make_bot(level, GAME, f"lost {seed}").choose(position.state.view(0)) != ("play", 2, 2)


@pytest.mark.parametrize("level", PLAYERS[1:])
def test_bots_answer_every_kind_of_prompt(level):
    asked = set()
    bot = make_bot(level, GAME, "prompts")
    for state in prompts(ATLANTIS[-1], 1, 1) + prompts(ATLANTIS[3], 1, 2):
        if (state.step, bool(state.before_buying)) not in asked:
            asked.add((state.step, bool(state.before_buying)))
            assert bot.choose(state.view(state.seat)) in state.legal()
    assert {step for step, _ in asked} == {"turn", "chain", "pay", "after"}
    assert ("turn", True) in asked


def test_nothing_is_paid_too_much_for_when_it_can_be_helped():
    position = scene("9:C1 11:F4 12:R6", "s0 [9,-1,-1] FAA t[1,7]", "s1 [12,-1,-1] H")
    position.play("1 F")
    assert position.step == "pay"
    for level in ("easy", "normal", "hard:20"):
        assert make_bot(level, GAME, "thrift").choose(position.state.view(0)) == ("pay", (1,), ())


@each_game
@pytest.mark.parametrize("deals", [range(4), pytest.param(range(4, 12), marks=pytest.mark.full)], ids=["", "more"])
def test_normal_beats_random_twelve_times_out_of_twelve(case, deals):
    """Four times by default."""
    for number in deals:
        names = ["normal", "random"] if number % 2 else ["random", "normal"]
        bots = [make_bot(name, case.game, "beats") for name in names]
        state = to_the_end(bots, case, f"deal {number // 2}", checked=False)
        assert state.outcome is not None
        assert state.outcome.winners == (names.index("normal"),)


# --- The first look


@pytest.mark.parametrize("case", KNOWN[::3], ids=str)
def test_every_legal_move_has_a_worth_and_the_look_leaves_no_trace(case):
    for state in prompts(case, 7, 3):
        view = state.view(state.seat)
        untouched = bytes_of(view)
        moves = view.legal()
        worth = known_of(case).rollout(view, moves)
        assert len(worth) == len(moves)
        assert all(type(one) is int for one in worth)
        assert bytes_of(view) == untouched


def test_the_look_sees_the_tile_and_what_a_bridge_saves():
    def look(path: str, mine: str = "s0 [9,-1,-1] RH t[5] bridge") -> dict[Any, int]:
        position = scene(path, mine, "s1 [20,-1,-1] H")
        moves = position.state.legal()
        return dict(zip(moves, rollout(position.state.view(0), moves), strict=True))

    ring = ("play", 0, 3)
    dear = look("8:C1 9:C1 10:F7 11:R6 14:H6 15:R7 16:O5 20:A6")
    cheap = look("8:C1 9:C1 10:F7 11:R6 14:H1 15:R7 16:O5 20:A6")
    assert dear[ring] > look("8:C1 9:C1 10:F2 11:R6 14:H6 15:R7 16:O5 20:A6")[ring]
    assert dear["bridge", 12] > cheap["bridge", 12]


# --- The search


def searched(iterations: int, seed: str = "search", number: int = 0, kind: type[Search] = Search) -> Search:
    state = prompts(ATLANTIS[number], 2, 5)[1]
    search = kind(GAME, state.view(state.seat), seed)
    search.run(iterations)
    return search


def test_estimates_are_those_of_legal_moves_the_most_tried_first():
    search = searched(60)
    estimates = search.estimates()
    assert search.iterations == sum(one.visits for one in estimates) == 60
    assert [one.visits for one in estimates] == sorted((one.visits for one in estimates), reverse=True)
    assert all(0 <= one.chance <= CHANCE for one in estimates)
    assert search.best() == estimates[0].move
    assert len({one.move for one in estimates}) == len(estimates)


def test_a_search_may_be_gone_on_with():
    """The number of iterations decides what is found, not how they were asked for."""
    whole, parts, asked = searched(40), searched(15), searched(0)
    parts.run(25)
    asked.run(enough=lambda done: done >= 40)
    assert whole.estimates() == parts.estimates() == asked.estimates()
    assert (whole.iterations, parts.iterations, asked.iterations) == (40, 40, 40)
    assert whole.estimates() != searched(40, "another").estimates()


def test_every_move_is_tried_in_the_same_worlds():
    """So that luck does not tell them apart: the first time in the first world, the second time in the second."""
    asked: list[int] = []

    class Watched(Search):
        def _world(self, number: int) -> Any:
            asked.append(number)
            return super()._world(number)

    visits = [one.visits for one in searched(50, kind=Watched).estimates()]
    assert [asked.count(number) for number in range(max(visits))] == [
        sum(tried > number for tried in visits) for number in range(max(visits))
    ]


def test_a_search_goes_by_the_view_as_it_was():
    state = prompts(ATLANTIS[0], 2, 5)[1]
    views = [state.view(state.seat) for _ in range(2)]
    searches = [Search(GAME, view, "later") for view in views]
    views[1].hands.clear()
    for search in searches:
        search.run(10)
    assert searches[0].estimates() == searches[1].estimates()


def test_figures_that_stand_together_are_looked_at_once():
    """All three set out from Atlantis: whichever of them goes, it is the same."""
    state = GAME.new(2)
    assert isinstance(state, Atlantis)
    state.play_at_once(SeededDealer("together"), events=False)
    search = Search(GAME, state.view(0), "together")
    search.run(60)
    looked_at = [one.move for one in search.estimates()]
    assert {move[1] for move in state.legal() if move[0] == "play"} == {0, 1, 2}
    assert {move[1] for move in looked_at if move[0] == "play"} == {0}
    search.look_at(("play", 1, looked_at[0][2]), 2)  # as a review does for what was played
    assert ("play", 1, looked_at[0][2], 2) in [(*one.move, one.visits) for one in search.estimates()]


def test_a_search_looks_as_far_ahead_as_the_game_says(monkeypatch):
    """The turns that count, seen by how often a position is weighed in one iteration."""
    state = GAME.new(3)
    assert isinstance(state, Atlantis)
    state.play_at_once(SeededDealer("far"), events=False)
    known = knowledge(GAME)
    assert known is not None
    weighed: list[int] = []

    def spy(at: Atlantis) -> list[int]:
        weighed.append(at.turn)
        return evaluate(at)

    for ahead, last in ((AHEAD, AHEAD), (7, 7), (None, 3 + 2)):  # a game that says nothing: one round and two turns
        monkeypatch.setattr(
            search_file, "knowledge", lambda game, ahead=ahead: known._replace(ahead=ahead, evaluate=spy)
        )
        weighed.clear()
        Search(GAME, state.view(0), "far").run(1)
        assert weighed == [state.turn + turn for turn in range(1, last + 1)]


def test_who_thinks_longer_chooses_no_worse_and_now_and_then_much_better():
    """Choices after one iteration and after two hundred, played on to the end in worlds that no search has seen."""
    state: Any = GAME.new(2)
    state.play_at_once(SeededDealer("b"), events=False)
    bot = make_bot("normal", GAME, "b")
    views = []
    while state.outcome is None:
        view = state.view(state.seat)
        if view.step == "turn" and len({sameness(GAME, view, move) for move in view.legal()}) > 2:
            views.append(view)
        state.advance(bot.choose(view))
    better = []
    for view in views[5:25:5]:
        short, long = (worth(GAME, view, m, "judge", 60) for m in choices(GAME, view, "longer", (1, 200)))
        assert long >= short
        better.append(long - short)
    assert max(better) > 15  # in hundredths of a win


def test_before_the_first_iteration_the_best_looking_move_is_best():
    search = searched(0)
    assert search.estimates() == []
    state = prompts(ATLANTIS[0], 2, 5)[1]
    moves = state.legal()
    worth = rollout(state.view(state.seat), moves)
    assert search.best() == moves[worth.index(max(worth))]


def test_a_line_ends_where_chance_speaks():
    """A movement over a held place and water: two cards and the payment. What turns up behind it is chance."""
    position = scene(
        "9:C1 10:F4 12:R6 13:F3/H2 14:A4 20:S3",
        "s0 [9,-1,-1] RA t[4,2]",
        "s1 [12,-1,-1] H",
    )
    search = Search(GAME, position.state.view(0), "line")
    search.run(40)
    line = search.line(("play", 0, 3))
    assert line[:2] == (("play", 0, 3), ("on", 6))
    assert line[2][0] == "pay"
    assert len(line) == 3
    for move in line:  # all of it can be played
        assert position.state.explain(move) is None
        position.state.apply(move)


@pytest.mark.parametrize("number", [0, 8, 16])
def test_every_line_can_be_played(number):
    search = searched(25, number=number)
    state = prompts(ATLANTIS[number], 2, 5)[1]
    for estimate in search.estimates():
        ahead = state.view(state.seat)
        for move in search.line(estimate.move):
            assert not ahead.asks
            ahead.apply(move)


def test_the_only_move_needs_no_search():
    position = scene("9:C1 10:F4 11:F2", "s0 [53,53,9] F", "s1 [11,-1,-1] H")
    assert position.legal == ["3 F"]
    for level in PLAYERS:
        assert make_bot(level, GAME, "").choose(position.state.view(0)) == ("play", 2, 0)
    search = Search(GAME, position.state.view(0), "")
    search.run(3)
    [estimate] = search.estimates()
    assert (estimate.move, estimate.visits) == (("play", 2, 0), 3)


# --- Everywhere the same

CHOICES = """
import sys
from core import games
from core.bots import make_bot
from core.chance import SeededDealer
GAME = games.load(sys.argv[1])
state = GAME.new(int(sys.argv[2]))
state.play_at_once(SeededDealer("everywhere"))
bots = [make_bot(level, GAME, "everywhere") for level in ("hard:5", "normal", "easy")]
while state.outcome is None:
    move = bots[state.seat].choose(state.view(state.seat))
    print(GAME.text(move), end=";")
    state.apply(move)
print(state.outcome.scores)
"""


@each_game
def test_bots_play_the_same_whatever_the_hash_seed(case):
    """Sets and dicts must not decide anything."""
    told = set()
    for hash_seed in ("0", "77"):
        done = subprocess.run(
            [sys.executable, "-c", CHOICES, case.game.name, str(min(case.game.seat_counts[-1], 3))],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        told.add(done.stdout)
    assert len(told) == 1


@pytest.mark.full
@pytest.mark.parametrize("case", marked(ATLANTIS))
def test_many_games_of_all_bots_end(case):
    for number in range(6):
        names = [PLAYERS[1:][(seat + number) % 3] for seat in range(case.seats)]
        bots = [make_bot(name, GAME, f"{seat}") for seat, name in enumerate(names)]
        state = to_the_end(bots, case, f"{case} {number}")
        assert max(state.home(seat) for seat in range(case.seats)) == 3 or state.idle >= case.seats


@pytest.mark.full
@each_game
def test_stronger_bots_win(case):
    """A round of Survive! looks no further than `normal` does, to the end of the turn, so `hard` needs more of them."""
    hard = "hard:100" if case.game.name == "survive" else "hard:40"
    for stronger, weaker in combinations((hard, "normal", "easy"), 2):
        won = 0
        for number in range(40):
            names = [stronger, weaker] if number % 2 else [weaker, stronger]
            state = to_the_end([make_bot(name, case.game, "s") for name in names], case, f"strong {number // 2}")
            assert state.outcome is not None
            won += state.outcome.winners == (names.index(stronger),)
        assert won > 20, (stronger, weaker, won)
