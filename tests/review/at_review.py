"""Reviews for tests: judgements laid out by hand over a real game, and a process that has them all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from textual.pilot import Pilot

from atlantis_tui.review.screen import ReviewScreen
from core.game import Move, State
from core.review import Choice, Reviewed, turns, view_before
from core.table import Table
from tests.ui.stage import finished, in_order

NAMES = ("You", "Nereus", "Thetis", "Triton")
LOSSES = {3: 2300, 5: 60, 8: 700, 11: 3000, 13: 1200}
PATIENCE = 60  # seconds; only a test that fails ever waits so long
WHY = "Opens water behind: rivals pay about 12 more in all; takes a 7."
WHY_IN_SHORT = "Opens water behind: rivals pay about 12 more in all."  # where there is less room


def laid_out(table: Table, seat: int = 0, losses: Mapping[int, int] = LOSSES) -> list[Reviewed]:
    """Every turn judged: so much is lost at the first choice of these turns, where another move is called better."""
    found = []
    for number, turn in enumerate(turns(table, seat)):
        before = min(9800, 3400 + 410 * number)
        choices = []
        for at in turn.choices:
            lost = losses.get(number, 0) if at == turn.choices[0] else 0
            played = table.steps[at].move
            assert played is not None
            view = view_before(table, seat, at)
            others = [move for move in in_order(view.legal()) if move != played]
            line = to_the_end(view, others[-1]) if lost else (played,)
            choices.append(Choice(at, played, line, before, before - lost))
        found.append(Reviewed(turn, before, tuple(choices)))
    return found


def to_the_end(view: State, move: Move) -> tuple[Move, ...]:
    """This move, and others until chance speaks."""
    line, turn = [move], view.turn
    view.advance(move)
    while not view.asks and view.prompt is not None and view.turn == turn:
        line.append(in_order(view.legal())[0])
        view.advance(line[-1])
    return tuple(line)


class Ready:
    """Stands for the process: tells what was laid out, as much of it as it is let."""

    reviewed: Sequence[Reviewed] = ()
    most = 1000
    started: list[tuple[int, int]]  # each time: the seat, and how many turns were done already

    def __init__(self, table: Table, seat: int, turns: Any, iterations: int, done: int) -> None:
        self.seat, self.done = seat, done
        self.started.append((seat, done))

    async def run(self, tell: Callable[[Reviewed], None]) -> None:
        for one in self.reviewed[self.done : self.most]:
            tell(one)
            await asyncio.sleep(0)
        if self.most < len(self.reviewed):
            await asyncio.Event().wait()

    async def stop(self) -> None:
        pass


def at_once(
    monkeypatch: pytest.MonkeyPatch, reviewed: Sequence[Reviewed], most: int = 1000, why: str = WHY
) -> type[Ready]:
    """Reviews are there at once, and have one reason for everything: what speaks for a move is tested elsewhere."""

    class Here(Ready):
        pass

    Here.reviewed, Here.most, Here.started = reviewed, most, []
    monkeypatch.setattr("atlantis_tui.review.screen.ReviewProcess", Here)

    def reasons(table: Table, seat: int, one: Reviewed, you: bool) -> list[str]:
        return [why, WHY_IN_SHORT] if one.dearest is not None and one.dearest.loss else []

    monkeypatch.setattr("atlantis_tui.text.review.reasons", reasons)
    return Here


def screen(table: Table | None = None, viewer: int | None = 0, names: Sequence[str] = NAMES) -> ReviewScreen:
    table = table or finished(4, "KELP-7F3")
    return ReviewScreen(table, names[: len(table.seats)], viewer)


async def until(pilot: Pilot[Any], review: ReviewScreen, true: Callable[[], bool]) -> None:
    """Looks again whenever the screen shows something new."""
    shown = asyncio.Event()
    show = review.show

    def showing() -> None:
        show()
        shown.set()

    review.show = showing  # type: ignore[method-assign]
    try:
        async with asyncio.timeout(PATIENCE):
            while not true():
                shown.clear()
                await shown.wait()
    finally:
        review.show = show  # type: ignore[method-assign]
    await pilot.pause()


async def whole(pilot: Pilot[Any], review: ReviewScreen) -> None:
    await until(pilot, review, lambda: len(review.turns) == len(review.reviewed) > 0)
