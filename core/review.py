"""The review of a game by a bot: what each turn of a seat cost, and which moves would have been better.

A search judges each choice from the seat's own view at that moment. It spends as many iterations on the played move as
on the best one. It does not know what came to light later, so a good move that went wrong stays a good move. The same
table, seat and number of iterations always give the same review.

Every choice gets a short look, and the whole number of iterations only where that look finds that something was at
stake. A choice is judged for itself alone, so whoever has several processes may have them judge in any order: `asked`,
`judged` and `answered` are the parts of `review`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from core.bots import knowledge
from core.bots.findings import extended_line, merged_estimates, sameness
from core.bots.search import Estimate, Search
from core.game import Game, Move, State
from core.table import Table

ITERATIONS = 800  # for each choice that matters
SHORT = 4  # the short look is one in so many of them
STAKE = 50  # with a smaller loss in the short look, there is no long one
LEAST = 100  # a smaller loss may be an error of the search
DEAREST = 3  # the most turns that `dearest` names


class Turn(NamedTuple):
    """One turn of the seat. Steps are given as indices into the table's steps."""

    number: int  # the turn's number at the table
    first: int  # the step of its first move
    last: int  # the step of its last move
    choices: tuple[int, ...]  # the steps for which the seat had more than one legal move


class Choice(NamedTuple):
    """One choice between several legal moves, and its judgement."""

    at: int  # the step of the played move
    played: Move
    line: tuple[Move, ...]  # the best move and its follow-ups; if another move was played, up to where chance speaks
    best: int  # the chance to win after the best move
    chance: int  # the chance to win after the played move, never more than `best`

    @property
    def loss(self) -> int:
        return self.best - self.chance


class Stretch(NamedTuple):
    """Moves of a turn between two answers of chance. The seat learned nothing new within a stretch."""

    at: int  # the step of its first move
    moves: tuple[Move, ...]


class Reviewed(NamedTuple):
    """The review of one turn."""

    turn: Turn
    before: int  # the chance to win with the best first choice
    choices: tuple[Choice, ...]

    @property
    def loss(self) -> int:
        return min(self.before, sum(choice.loss for choice in self.choices))

    @property
    def after(self) -> int:
        """The chance to win with the played moves."""
        return self.before - self.loss

    @property
    def dearest(self) -> Choice | None:
        """The choice that cost most; None if there was no choice."""
        return max(self.choices, key=lambda choice: choice.loss, default=None)


class SearchOfReview(Protocol):
    """What a review needs of a search."""

    def run(self, iterations: int) -> None: ...
    def look_at(self, move: Move, iterations: int) -> None: ...
    def estimates(self) -> list[Estimate]: ...
    def line(self, move: Move) -> tuple[Move, ...]: ...


Look = Callable[[Game, State, str], SearchOfReview]


def turns(table: Table, seat: int) -> list[Turn]:
    """Returns all turns of a seat up to now, the oldest first."""
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
    """Yields the review of each turn of a seat. It skips the first `done` turns, which the caller has already."""
    for turn in turns(table, seat)[done:]:
        yield answered(turn, [judged(table, seat, at, iterations, look) for at in asked(turn)])


def asked(turn: Turn) -> tuple[int, ...]:
    """Returns the steps of a turn that are to be judged: all choices, or else the first step, which tells the chance to
    win."""
    return turn.choices or (turn.first,)


def answered(turn: Turn, judged: Sequence[Choice]) -> Reviewed:
    """Returns the review of a turn of which all that was `asked` is judged."""
    return Reviewed(turn, judged[0].best, tuple(judged) if turn.choices else ())


def dearest(reviewed: Sequence[Reviewed]) -> list[int]:
    """Returns the indices of up to three turns that cost most, the dearest first. Turns that cost less than LEAST do
    not count."""
    costly = [index for index, one in enumerate(reviewed) if one.loss >= LEAST]
    return sorted(costly, key=lambda index: -reviewed[index].loss)[:DEAREST]


def view_before(table: Table, seat: int, at: int) -> State:
    """Returns what the seat knew before this step, even if the game is over by now. While the game goes on, it leaves
    out what the seat must forget."""
    return table.state.look_back(table.steps[at - 1].state, seat)


def as_played(table: Table, turn: Turn) -> tuple[Stretch, ...]:
    """Returns the whole turn as it was played, cut where chance spoke."""
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
    """Returns the turn as it was played up to this choice, and then with the better line."""
    found = [stretch for stretch in as_played(table, turn) if stretch.at <= choice.at]
    at, _moves = found[-1]
    seat = table.steps[turn.first].seat
    before = [step.move for step in table.steps[at : choice.at] if step.seat == seat and step.move is not None]
    return (*found[:-1], Stretch(at, (*before, *choice.line)))


def _can_choose(table: Table, seat: int, at: int) -> bool:
    return len(view_before(table, seat, at).legal()) > 1


def judged(table: Table, seat: int, at: int, iterations: int, look: Look = Search) -> Choice:
    """Returns the judgement of the move that the seat made at this step."""
    game, view, played = table.game, view_before(table, seat, at), table.steps[at].move
    assert played is not None
    # The seed uses only what everybody knows of the position, so it depends on no sealed face.
    search = look(game, view, f"review {seat} {view.digest().hex()}")
    short = -(-iterations // SHORT)
    search.run(short)
    best, own = _compared(game, view, played, search)
    if short < iterations and best.chance - own.chance >= STAKE:
        search.run(iterations - short)
        best, own = _compared(game, view, played, search)
    if own.chance >= best.chance:
        return Choice(at, played, search.line(own.move), own.chance, own.chance)
    known, line = knowledge(game), search.line(best.move)
    return Choice(at, played, line if known is None else extended_line(view, line, known), best.chance, own.chance)


def _compared(game: Game, view: State, played: Move, search: SearchOfReview) -> tuple[Estimate, Estimate]:
    """Returns the most visited move and the played one, which may be the same, after as many looks at each."""
    found = merged_estimates(game, view, search.estimates())
    best = max(found.values(), key=lambda one: (one.visits, one.chance))
    key = sameness(game, view, played)
    own = found.get(key)
    if own == best:
        return best, best
    # With few iterations a search misses good follow-ups, so the played move would seem worse than it is.
    search.look_at(played, best.visits - (own.visits if own is not None else 0))
    own = merged_estimates(game, view, search.estimates())[key]
    return best, own._replace(move=played)
