"""A review by as many processes as there are cores, told in order as it comes in.

Each helper (bots/helper.py) judges one choice after another, in any order; a choice is judged for itself alone, so the
review is the same with any number of helpers. What a lost helper was doing is done again. Where there can be none,
this process judges by itself.
"""

from __future__ import annotations

import pickle
import select
from collections import deque
from collections.abc import Callable, Generator

from atlantis_tui.bots.cores import cores
from atlantis_tui.bots.helper import Helper, HelperLost, can_fork
from core.bots.search import Search
from core.game import Game, Move, State
from core.review import Choice, Reviewed, answered, asked, judged, turns
from core.table import Table

LOOKS = 50  # after this many looks of our own we heed what else happens
TICK = 0.25  # seconds between two times that we heed it while helpers work


class ReviewStopped(Exception):
    """Nobody wants the rest of the review. `heed` raises it."""


class StoppableSearch(Search):
    """A search that stops only between two looks, because an exception at any other point might leave a mess. Now and
    then it calls `heed`, which may raise."""

    def __init__(self, game: Game, view: State, seed: str, heed: Callable[[], None]) -> None:
        super().__init__(game, view, seed)
        self._heed = heed

    def run(self, iterations: int | None = None, enough: object = None) -> None:
        for number in range(iterations or 0):
            self._look_up(number)
            super().run(1)

    def look_at(self, move: Move, iterations: int) -> None:
        for number in range(iterations):
            self._look_up(number)
            super().look_at(move, 1)

    def _look_up(self, number: int) -> None:
        if number % LOOKS == 0:
            self._heed()


def review_together(
    table: Table,
    seat: int,
    iterations: int,
    *,
    done: int = 0,
    heed: Callable[[], None] = lambda: None,
    wake: int | None = None,
    processes: int | None = None,
) -> Generator[Reviewed, None, None]:
    """Yields the review of each turn of a seat but the first `done`, as core.review.review does.

    `heed` is called several times a second, and whenever the file `wake` can be read; what it raises ends the review.
    Close the iterator if the rest is not wanted: no helper stays behind.
    """
    left = turns(table, seat)[done:]
    helpers = ReviewHelpers(table, seat, iterations, [at for turn in left for at in asked(turn)])
    try:
        helpers.start(cores() if processes is None else processes)
        for turn in left:
            choices = [helpers.judgement(at, heed, wake) for at in asked(turn)]
            yield answered(turn, choices)
    finally:
        helpers.end()


class ReviewHelpers:
    """The helpers of one review."""

    def __init__(self, table: Table, seat: int, iterations: int, steps: list[int]) -> None:
        self._table, self._seat, self._iterations = table, seat, iterations
        self._waiting = deque(steps)
        self._found: dict[int, Choice] = {}
        self._busy: dict[Helper, int] = {}  # and the step that each of them judges

    @property
    def pids(self) -> list[int]:
        return [helper.pid for helper in self._busy]

    def start(self, number: int) -> None:
        """Starts up to so many helpers: fewer if the system gives no more."""
        if not can_fork():
            return
        for _ in range(min(number, len(self._waiting))):
            try:
                helper = Helper.fork(self._answer)
            except OSError:
                return
            self._give(helper)

    def judgement(self, at: int, heed: Callable[[], None], wake: int | None) -> Choice:
        """Waits for the judgement of one step. Steps are asked for in their order."""
        heed()
        while at not in self._found:
            if self._busy:
                self._listen(wake)
            else:
                self._waiting.remove(at)
                self._found[at] = judged(
                    self._table,
                    self._seat,
                    at,
                    self._iterations,
                    lambda game, view, seed: StoppableSearch(game, view, seed, heed),
                )
            heed()
        return self._found.pop(at)

    def end(self) -> None:
        for helper in self._busy:
            helper.end()
        self._busy.clear()

    def _answer(self, question: bytes) -> bytes:
        """What a helper does."""
        return pickle.dumps(tuple(judged(self._table, self._seat, int(question), self._iterations)))

    def _give(self, helper: Helper) -> None:
        """Gives a helper its next step; one that nobody needs any more ends."""
        if self._waiting:
            self._busy[helper] = self._waiting.popleft()
            helper.ask(b"%d" % self._busy[helper])
        else:
            helper.end()

    def _listen(self, wake: int | None) -> None:
        watched: list[Helper | int] = [*self._busy, *([] if wake is None else [wake])]
        ready, _, _ = select.select(watched, [], [], TICK)
        for helper in ready:
            if not isinstance(helper, Helper):
                continue
            at = self._busy.pop(helper)
            try:
                self._found[at] = Choice(*pickle.loads(helper.answer()))
            except HelperLost:
                helper.end()
                self._waiting.appendleft(at)
            else:
                self._give(helper)
