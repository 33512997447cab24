"""A game looked over afterwards with a bot's eyes: what each turn of a seat was worth, and what would have been better.

Each choice is judged from that seat's own view at that moment, by one search that looks as long at the move that was
played as at the best one. What came to light later is not known to it, so a good move that went wrong stays a good one.
The same table, seat and number of iterations always give the same review, one turn after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from core.advice import merged, sameness
from core.bots import knowledge
from core.bots.normal import to_the_end
from core.bots.search import Estimate, Search
from core.game import Game, Move, State
from core.table import Table

ITERATIONS = 800  # looks for each choice
LEAST = 100  # a loss below this is as likely a miscount as a mistake
DEAREST = 3


class Turn(NamedTuple):
    """One turn of the seat. Numbers of steps are indices into the table's steps."""

    number: int  # as the table counts turns
    first: int  # the step of its first move; the position before is the step before it
    last: int
    choices: tuple[int, ...]  # the steps at which there was more than one legal move


class Choice(NamedTuple):
    """One prompt of a turn at which something could be chosen."""

    at: int  # the step that was made
    played: Move
    line: tuple[Move, ...]  # the best move; where that is another one, with the rest of the turn until chance speaks
    best: int  # the chance to win after the best move
    chance: int  # and after the one that was played, never more

    @property
    def loss(self) -> int:
        return self.best - self.chance


class Stretch(NamedTuple):
    """A part of a turn at whose beginning all was known that could be known until its end: chance speaks only then."""

    at: int  # the step of its first move
    moves: tuple[Move, ...]


class Reviewed(NamedTuple):
    """One turn, looked over."""

    turn: Turn
    before: int  # the chance to win, with the best move
    choices: tuple[Choice, ...]

    @property
    def loss(self) -> int:
        return min(self.before, sum(choice.loss for choice in self.choices))

    @property
    def after(self) -> int:
        """The chance to win with the moves that were played."""
        return self.before - self.loss

    @property
    def dearest(self) -> Choice | None:
        """The choice that cost most; None where there was nothing to choose."""
        return max(self.choices, key=lambda choice: choice.loss, default=None)


class Looking(Protocol):
    """What is needed of a search."""

    def run(self, iterations: int) -> None: ...
    def look_at(self, move: Move, iterations: int) -> None: ...
    def estimates(self) -> list[Estimate]: ...
    def line(self, move: Move) -> tuple[Move, ...]: ...


Look = Callable[[Game, State, str], Looking]


def turns(table: Table, seat: int) -> list[Turn]:
    """All turns of a seat up to now, oldest first."""
    own = [(index, step.turn) for index, step in enumerate(table.steps) if step.seat == seat]
    found = []
    for number, grouped in groupby(own, key=lambda pair: pair[1]):
        steps = [index for index, _turn in grouped]
        choices = [index for index in steps if _can_choose(table, seat, index)]
        found.append(Turn(number, steps[0], steps[-1], tuple(choices)))
    return found


def review(
    table: Table,
    seat: int,
    iterations: int = ITERATIONS,
    *,
    done: int = 0,
    look: Look = Search,
) -> Iterator[Reviewed]:
    """The turns of a seat one after the other, without the first `done` of them, which are known already."""
    for turn in turns(table, seat)[done:]:
        # Where there was nothing to choose, one look tells how things stood; a fraction is enough for that.
        looks = [(at, iterations) for at in turn.choices] or [(turn.first, -(-iterations // 4))]
        judged = [_judged(table, seat, at, number, look) for at, number in looks]
        yield Reviewed(turn, judged[0].best, tuple(judged) if turn.choices else ())


def dearest(reviewed: Sequence[Reviewed]) -> list[int]:
    """Which of these turns cost most, at most three and none that cost next to nothing, the dearest first."""
    costly = [index for index, one in enumerate(reviewed) if one.loss >= LEAST]
    return sorted(costly, key=lambda index: -reviewed[index].loss)[:DEAREST]


def view_before(table: Table, seat: int, at: int) -> State:
    """What the seat knew when it was about to make this step, even if the game is over by now. While it still goes on,
    without what this seat may not know any more."""
    return table.state.look_back(table.steps[at - 1].state, seat)


def as_played(table: Table, turn: Turn) -> tuple[Stretch, ...]:
    """The whole turn, cut where chance spoke."""
    found: list[Stretch] = []
    seat, cut = table.steps[turn.first].seat, True
    for index, step in enumerate(table.steps[turn.first : turn.last + 1], turn.first):
        if step.seat != seat or step.move is None:
            continue
        if cut:
            found.append(Stretch(index, ()))
        at, moves = found[-1]
        found[-1] = Stretch(at, (*moves, step.move))
        cut = step.opened
    return tuple(found)


def better_way(table: Table, turn: Turn, choice: Choice) -> tuple[Stretch, ...]:
    """The whole turn as it was up to this choice, and from there on with its better line."""
    found = [stretch for stretch in as_played(table, turn) if stretch.at <= choice.at]
    at, _moves = found[-1]
    seat = table.steps[turn.first].seat
    before = [step.move for step in table.steps[at : choice.at] if step.seat == seat and step.move is not None]
    return (*found[:-1], Stretch(at, (*before, *choice.line)))


def _can_choose(table: Table, seat: int, at: int) -> bool:
    return len(view_before(table, seat, at).legal()) > 1


def _judged(table: Table, seat: int, at: int, iterations: int, look: Look) -> Choice:
    game, view, played = table.game, view_before(table, seat, at), table.steps[at].move
    assert played is not None
    # The luck of the search follows from what everybody knows of the position, never from what is sealed.
    search = look(game, view, f"review {seat} {view.digest().hex()}")
    search.run(iterations)
    found = merged(game, view, search.estimates())
    best = max(found.values(), key=lambda one: (one.visits, one.chance))
    own = found.get(sameness(game, view, played))
    if own == best:
        return Choice(at, played, search.line(best.move), best.chance, best.chance)
    # Few looks find few of the good ways to go on from a move, so it would seem worse than it is.
    missing = best.visits - (own.visits if own is not None else 0)
    search.look_at(played, missing)
    own = merged(game, view, search.estimates())[sameness(game, view, played)]
    if own.chance >= best.chance:
        return Choice(at, played, search.line(played), own.chance, own.chance)
    line, known = search.line(best.move), knowledge(game)
    return Choice(at, played, line if known is None else to_the_end(view, line, known), best.chance, own.chance)
