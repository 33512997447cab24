"""A review judges each turn by what its seat knew then, always alike, and charges nobody for what was no choice."""

from __future__ import annotations

from functools import lru_cache

import pytest

from core import games
from core.advice import can_advise
from core.bots import CHANCE
from core.bots.search import Estimate, Search
from core.chance import Stream
from core.log import MemoryLog
from core.review import LEAST, STAKE, Choice, Reviewed, Turn, as_played, better_way, dearest, review, turns, view_before
from core.table import Step, Table, header
from tests.core.atlantis_positions import scene
from tests.core.test_contract import Case, Played, bytes_of, make_twin, pick, play

GAME = games.load("atlantis")
ADVISED = [games.load(name) for name in games.names() if can_advise(games.load(name))]
FEW = 8  # iterations: a judgement of little worth, but quickly made


@lru_cache
def played_by_chance(seats: int = 2, seed: str = "REVIEW") -> Table:
    """A whole game. Nobody may change it."""
    table = Table(MemoryLog(header(GAME, ["you", *["bot:random"] * (seats - 1)], {}, seed)))
    choose = Stream(seed, "play")
    while (prompt := table.state.prompt) is not None:
        table.play(prompt.seat, pick(table.state, choose))
    return table


def cut(table: Table, steps: int) -> Table:
    """The same game when no more than so many steps were made."""
    log = MemoryLog(table.log.records[0].body)
    begun = Table(log)
    begun.steps = table.steps[:steps]
    return begun


class Scripted:
    """A search that finds what it was told to find, for every position the same."""

    def __init__(self, found: dict[str, tuple[int, int]], asked: list[str]) -> None:
        self.found, self.asked = found, asked

    def __call__(self, game, view, seed):
        self.game, self.view = game, view
        self.visits = {move: self.found.get(game.text(move), (0, 0))[0] for move in view.legal()}
        if not any(self.visits.values()):
            self.visits[view.legal()[0]] = 1
        return self

    def run(self, iterations):
        self.asked.append(f"run {iterations}")

    def look_at(self, move, iterations):
        self.asked.append(f"look at {self.game.text(move)} {iterations}")
        self.visits[move] = self.visits.get(move, 0) + iterations

    def estimates(self):
        found = [
            Estimate(move, visits, self.found.get(self.game.text(move), (0, 0))[1])
            for move, visits in self.visits.items()
            if visits
        ]
        return sorted(found, key=lambda one: (-one.visits, -one.chance))

    def line(self, move):
        return (move,)


def judged(at: int, found: dict[str, tuple[int, int]], table: Table | None = None) -> tuple[Choice, list[str]]:
    """The choice at one step of the game, by a search that was told what to find."""
    asked: list[str] = []
    table = table or played_by_chance()
    number = next(n for n, turn in enumerate(turns(table, 0)) if at in turn.choices)
    one = next(review(table, 0, 100, done=number, look=Scripted(found, asked)))
    return next(choice for choice in one.choices if choice.at == at), asked


# What a turn is ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_own_move_belongs_to_one_turn(seats):
    table = played_by_chance(seats)
    for seat in range(seats):
        found = turns(table, seat)
        own = [index for index, step in enumerate(table.steps) if step.seat == seat]
        assert [index for turn in found for index in range(turn.first, turn.last + 1)] == own
        assert [turn.number for turn in found] == sorted({table.steps[index].turn for index in own})


def test_a_choice_is_where_there_was_more_than_one_legal_move():
    table = played_by_chance()
    for turn in turns(table, 0):
        for at in range(turn.first, turn.last + 1):
            assert (at in turn.choices) == (len(table.steps[at - 1].state.legal()) > 1)
            assert not (at in turn.choices and table.steps[at].forced)


def test_a_turn_is_told_whole_and_cut_where_chance_spoke():
    table = played_by_chance()
    for turn in turns(table, 0):
        stretches = as_played(table, turn)
        assert [move for stretch in stretches for move in stretch.moves] == [
            step.move for step in table.steps[turn.first : turn.last + 1]
        ]
        assert stretches[0].at == turn.first
        for at, moves in stretches:
            steps = table.steps[at : at + len(moves)]
            assert moves == tuple(step.move for step in steps)
            assert not any(step.opened for step in steps[:-1])
            assert steps[-1].opened or at + len(moves) - 1 == turn.last


def test_the_better_way_is_as_it_was_played_until_the_choice():
    table = played_by_chance()
    line = (("stuck",), ("done",))  # not legal, but easily told from what was played
    kinds = set()
    for turn in turns(table, 0):
        for at in turn.choices:
            played = as_played(table, turn)
            way = better_way(table, turn, Choice(at, table.steps[at].move or (), line, 6000, 4000))
            number = len(way) - 1
            assert way[:number] == played[:number]
            assert way[number].at == played[number].at <= at
            assert way[number].moves == (*played[number].moves[: at - played[number].at], *line)
            kinds.add((number, at - played[number].at > 0))
    assert kinds == {(0, False), (0, True), (1, False), (1, True)}  # first of all, in a move, after chance, both


# What is known -------------------------------------------------------------------------------------------------------


def test_the_search_gets_the_view_of_that_moment_although_the_game_is_over():
    table = played_by_chance(3)
    seen = []

    def look(game, view, seed):
        seen.append((view.copy(), seed))
        return Search(game, view, seed)

    found = list(review(table, 1, 1, look=look))
    at = [at for one in found for at in one.turn.choices or (one.turn.first,)]
    assert [bytes_of(view) for view, _seed in seen] == [bytes_of(table.steps[n - 1].state.view(1)) for n in at]
    assert all(view.hands[0].sealed or not view.hands[0].size for view, _seed in seen[:3])
    assert table.seed not in " ".join(seed for _view, seed in seen)


def test_what_came_later_changes_nothing():
    table = played_by_chance(3)
    whole = list(review(table, 0, FEW))
    for one in whole[:: len(whole) // 3]:
        begun = cut(table, one.turn.last + 1)
        number = len(turns(begun, 0))
        assert list(review(begun, 0, FEW, done=number - 1)) == [whole[number - 1]]


def as_table(game: Played, states, steps: int) -> Table:
    table = Table(MemoryLog(header(game.case.game, ["you"] * game.case.seats, game.case.options, "TWIN")))
    table.steps = [Step(1, None, None, states[0].turn, (), states[0], True, True, None)]
    for number, (before, after, made) in enumerate(zip(states, states[1:], game.steps, strict=False), 2):
        forced, opened = before.forced() == made.move, bool(made.chance)
        table.steps.append(Step(number, made.seat, made.move, before.turn, (), after, opened, forced, before.to_move))
    assert len(table.steps) == steps + 1
    return table


@pytest.mark.parametrize("which", ADVISED, ids=lambda which: which.name)
@pytest.mark.parametrize(("number", "seed"), [(0, 0), pytest.param(1, 1, marks=pytest.mark.full)])
def test_twin_games_are_judged_alike(which, number, seed):
    """The same play in public, and other faces under it: whoever cannot see the difference may not profit from it."""
    unlike = 0
    seats = which.seat_counts[min(number, len(which.seat_counts) - 1)]
    game = play(Case(which, seats, dict(which.settle({}))), seed)
    choose = Stream("review twins", number + 2)
    for length in (6, 10, 14, len(game.steps) // 3):
        _differences, twin = make_twin(game, length, 0, choose)
        if twin is None:
            continue
        here = as_table(game, [game.dealt, *(step.after for step in game.steps[:length])], length)
        there = as_table(game, twin.states, length)
        # Cards still to be drawn may be all that differs; in other hands they count.
        unlike += [bytes_of(one.state) for one in here.steps] != [bytes_of(one.state) for one in there.steps]
        assert list(review(here, 0, FEW)) == list(review(there, 0, FEW))
    assert unlike


# Always alike, and in parts ------------------------------------------------------------------------------------------


def test_the_same_game_is_always_judged_alike():
    table = played_by_chance()
    assert list(review(table, 0, FEW)) == list(review(table, 0, FEW))
    assert list(review(table, 0, FEW)) != list(review(table, 0, FEW + 4))


def test_it_goes_on_where_it_was_left():
    table = played_by_chance()
    whole = list(review(table, 0, FEW))
    begun = review(table, 0, FEW)
    first = [next(begun) for _ in range(3)]
    assert first + list(review(table, 0, FEW, done=3)) == whole
    assert list(review(table, 0, FEW, done=len(whole))) == []


def test_a_game_in_play_can_be_looked_over_up_to_now():
    table = cut(played_by_chance(), 12)
    assert not table.over
    assert [one.turn for one in review(table, 0, FEW)] == turns(table, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_stay_within_bounds(seats):
    for one in review(played_by_chance(seats), seats - 1, 3):
        assert 0 <= one.after <= one.before <= CHANCE
        assert one.loss == one.before - one.after >= 0
        for choice in one.choices:
            assert 0 <= choice.chance <= choice.best <= CHANCE
            view = view_before(played_by_chance(seats), seats - 1, choice.at)
            for move in choice.line:
                view.apply(move)


# What is charged -----------------------------------------------------------------------------------------------------


def first_choice() -> tuple[int, str, str]:
    """The first step with a choice, what was played there, and something else that was not."""
    table = played_by_chance()
    at = turns(table, 0)[0].choices[0]
    move = table.steps[at].move
    assert move is not None
    others = [m for m in view_before(table, 0, at).legal() if m[0] == "play" and m[-1] != move[-1]]
    return at, GAME.text(move), GAME.text(others[0])


def test_a_worse_move_costs_the_difference_and_is_looked_at_as_long_as_the_best():
    at, played, other = first_choice()
    choice, asked = judged(at, {other: (90, 6400), played: (10, 4100)})
    assert (choice.best, choice.chance, choice.loss) == (6400, 4100, 2300)
    assert GAME.text(choice.line[0]) == other
    assert asked[:3] == ["run 25", f"look at {played} 80", "run 75"]


def test_where_little_is_at_stake_there_is_no_long_look():
    at, played, other = first_choice()
    for chance, whole in ((5001 - STAKE, False), (5000 - STAKE, True)):
        choice, asked = judged(at, {other: (60, 5000), played: (40, chance)})
        assert choice.loss == 5000 - chance
        assert asked[:2] == ["run 25", f"look at {played} 20"]
        assert ("run 75" in asked[2:3]) == whole


def test_a_better_line_goes_on_until_chance_speaks_however_far_the_search_came():
    """Nobody could play half a move: a further card and the payment belong to it."""
    lengths = set()
    for seed in ("REVIEW", "A"):
        table = played_by_chance(2, seed)
        for turn in turns(table, 0):
            for at in turn.choices:
                view = view_before(table, 0, at)
                played = table.steps[at].move
                for other in view.legal():
                    if other[0] != "play" or played is None or other[-1] == played[-1]:
                        continue
                    found = {GAME.text(other): (90, 6400), GAME.text(played): (10, 4100)}
                    choice, _asked = judged(at, found, table)
                    assert choice.line[0] == other
                    ahead = view.copy()
                    for move in choice.line:
                        assert not ahead.asks
                        assert ahead.explain(move) is None
                        ahead.advance(move)
                    assert ahead.asks or ahead.turn != view.turn or ahead.outcome is not None
                    lengths.add(len(choice.line))
                    break
    assert lengths >= {1, 2, 3}


def test_a_move_that_was_never_tried_is_looked_at():
    at, played, other = first_choice()
    choice, asked = judged(at, {other: (100, 5000), played: (0, 3000)})
    assert asked[1] == f"look at {played} 100"
    assert choice.loss == 2000


def test_the_best_move_costs_nothing():
    at, played, other = first_choice()
    choice, asked = judged(at, {other: (10, 2000), played: (90, 5000)})
    assert (choice.best, choice.chance) == (5000, 5000)
    assert "look" not in asked[1]


def test_a_move_that_proves_better_than_the_favourite_costs_nothing():
    at, played, other = first_choice()
    choice, _asked = judged(at, {other: (90, 5000), played: (10, 5200)})
    assert (choice.best, choice.chance, choice.loss) == (5200, 5200, 0)
    assert [GAME.text(move) for move in choice.line] == [played]


def test_another_figure_from_the_same_place_is_the_same_move():
    at, played, _other = first_choice()
    figure, card = played.split()
    twin = f"{int(figure) % 3 + 1} {card}"  # all three stand on Atlantis
    choice, asked = judged(at, {twin: (60, 5000), played: (40, 3000)})
    assert choice.loss == 0
    assert choice.best == (60 * 5000 + 40 * 3000) // 100
    assert "look" not in asked[1]


def test_a_payment_that_no_list_names_is_judged_all_the_same():
    for seed in "ABCDEFGH":
        table = played_by_chance(2, seed)
        for turn in turns(table, 0):
            for at in turn.choices:
                if table.steps[at].move not in view_before(table, 0, at).legal():
                    number = turns(table, 0).index(turn)
                    one = next(review(table, 0, FEW, done=number))
                    assert any(choice.at == at and choice.played == table.steps[at].move for choice in one.choices)
                    return
    raise AssertionError("there is no such payment in any of these games")


def test_where_nothing_could_be_chosen_nothing_is_lost():
    stuck = scene("9:F1 11:O2", "s0 [53,53,9]", "s1 [53,-1,-1] O", cards="FO")
    table = Table(MemoryLog(header(GAME, ["you", "bot:random"], {}, "HAND")))
    table.steps = [Step(1, None, None, 1, (), stuck.state.copy(), True, True, None)]
    stuck.play("stuck")
    table.steps.append(Step(2, 0, ("stuck",), 1, (), stuck.state.copy(), True, False, 0))
    [one] = review(table, 0, FEW)
    assert one.turn == Turn(1, 1, 1, ())
    assert (one.loss, one.choices, one.dearest) == (0, (), None)
    assert 0 < one.before == one.after <= CHANCE


def reviewed(number: int, *losses: int, before: int = 6000) -> Reviewed:
    choices = tuple(Choice(at, ("done",), (("done",),), 6000, 6000 - loss) for at, loss in enumerate(losses))
    return Reviewed(Turn(number, 0, 0, tuple(range(len(losses)))), before, choices)


def test_the_choices_of_a_turn_add_up():
    one = reviewed(1, 300, 1200, 0)
    assert (one.loss, one.after) == (1500, 4500)
    assert one.dearest is not None
    assert one.dearest.at == 1


def test_nobody_loses_more_than_there_was():
    one = reviewed(1, 5000, 5000)
    assert (one.loss, one.after) == (6000, 0)


def test_of_the_three_dearest_the_dearest_is_first():
    some = [reviewed(n, loss) for n, loss in enumerate([500, 100, 900, 0, 700, 400])]
    assert dearest(some) == [2, 4, 0]
    assert dearest([reviewed(1, 700), reviewed(2, 700)]) == [0, 1]
    assert dearest([reviewed(1, LEAST - 1), reviewed(2, LEAST)]) == [1]
    assert dearest([]) == []
