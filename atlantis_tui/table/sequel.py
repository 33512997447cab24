"""What follows the plan in the same turn: the rest of a hint, or of a line that was typed.

When the plan's moves stand, the next of these are planned, and so they are shown before they are made. Whoever plans
something else drops them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.text.sentences import turn_was_over
from atlantis_tui.text.typed_line import refuse_mistaken
from core.game import GameError, Move

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen


class MoveSequel:
    """`line` is the part of a typed line that can be read only when the moves before it stand."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.drop()

    def drop(self) -> None:
        self.moves: tuple[Move, ...] = ()
        self.line = ""
        self.typed = False
        self._turn = -1

    @property
    def text(self) -> str:
        """In a few signs, as the plan writes moves."""
        return " ".join(part for part in (self.screen.plan.text(self.moves) if self.moves else "", self.line) if part)

    def begin(self, moves: Sequence[Move]) -> None:
        """Plan the first of a hint's moves, and remember the others."""
        self.drop()
        self._turn = self.screen.table.state.turn
        self.moves = tuple(self.screen.plan.put(moves))

    def begin_typed(self, line: str) -> None:
        """Plan the first moves of a typed line, or make them if a key of their own would make them at once. Raises
        GameError if the line cannot be understood."""
        table, view = self.screen.table, self.screen.table.view(self.screen.viewer)
        refuse_mistaken(self.screen.wording, view, line)
        moves, rest = table.game.parse(view, line)
        self._begin_moves(moves, rest, table.state.turn)

    def _begin_moves(self, moves: Sequence[Move], line: str, turn: int) -> None:
        screen, plan = self.screen, self.screen.plan
        self.drop()
        plan.forget()
        self.line, self.typed, self._turn = line, True, turn
        if plan.at_once(moves[0]):
            self.moves = tuple(moves[1:])
            screen.submitter.now(moves[:1])
        else:
            self.moves = tuple(plan.put(moves))

    def goes_on(self) -> bool:
        """Whether the turn goes on with these moves. This reads on in the typed line."""
        screen = self.screen
        if not screen.mine or screen.table.state.turn != self._turn:
            return False
        self._leave_out_answered()
        if not self.moves and self.line:
            try:
                moves, self.line = screen.table.game.parse(screen.table.view(screen.viewer), self.line)
            except GameError as error:
                self.drop()
                screen.refuse(error.reason)
                return False
            self.moves = tuple(moves)
        return bool(self.moves)

    def go_on(self) -> None:
        """Plan what is next, because the moves before it stand."""
        screen = self.screen
        if self.goes_on():
            reason = screen.table.view(screen.viewer).explain(self.moves[0])
            if reason is not None:
                self.drop()
                screen.refuse(reason)
            elif self.typed:
                self._begin_moves(self.moves, self.line, self._turn)
            else:
                self.begin(self.moves)
            return
        rest, typed = self._unmade(), self.typed
        self.drop()
        if rest and typed:
            screen.say([turn_was_over(rest)])

    def _leave_out_answered(self) -> None:
        """Leave out what the table has answered by itself meanwhile, or what is answered for the player anyhow."""
        table, answered = self.screen.table, self.screen.wording.ANSWERED
        last, prompt = table.steps[-1], table.state.prompt
        if self.moves and last.forced and last.move == self.moves[0]:
            self.moves = self.moves[1:]
        if self.moves and prompt is not None and answered.get(prompt.kind) == self.moves[0]:
            self.moves = self.moves[1:]

    def _unmade(self) -> str:
        """What can be made no more in this turn, as it is typed; not what the program answers anyhow."""
        text = self.screen.table.game.text
        usual = [text(move) for move in self.screen.wording.ANSWERED.values()]
        rest = " ".join([*map(text, self.moves), *([self.line] if self.line else [])])
        return "" if rest in usual else rest
