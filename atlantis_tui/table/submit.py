"""Bring a person's moves, planned or typed, to the table, and take them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.table.sequel import MoveSequel
from atlantis_tui.text.translation import _
from core.game import GameError, IllegalMove, Move
from core.log import LogError

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen


class MoveSubmitter:
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._asked_about: list[Move] = []  # moves that wait for a second Enter

    @property
    def on_its_way(self) -> bool:
        """Whether a move was sent and is not in the game yet. That happens only on the network."""
        return False

    def enter(self) -> None:
        """Play what is planned. With nothing planned, propose a plan, which needs another Enter."""
        screen = self.screen
        if screen.hover.trying:
            return
        moves = screen.plan.moves()
        if moves is None:
            screen.hinting.close()
            screen.plan.propose()
            screen.show()
        elif self.asks_first(moves) and self._asked_about != list(moves):
            self._asked_about = list(moves)
            screen.say([_("Enter once more makes this move.")], good=True)
        else:
            self._asked_about = []
            self.commit(moves)

    def now(self, moves: Sequence[Move]) -> None:
        """Play moves of a key that needs no Enter."""
        if self.screen.hover.trying:
            return
        self._asked_about = []
        self.commit(moves)

    def line(self, line: str) -> bool:
        """Plan what a typed line begins with, which is shown before Enter makes it. The line may answer several
        prompts, with chance in between. False: it cannot be understood."""
        screen = self.screen
        if screen.viewer is None or not screen.mine:
            return False
        screen.hinting.close()
        try:
            screen.sequel.begin_typed(line)
        except GameError as error:
            screen.refuse(error.reason)
            return False
        finally:
            screen.show()
        return True

    def delegate(self) -> None:
        """Begin to play for the viewer, who has just left that to the program."""
        screen = self.screen
        screen.hinting.close()
        screen.plan.forget()
        screen.turns.answered()

    def hint(self, seat: int) -> bool:
        """Note in the log that this seat is about to see hints. If that fails, say why and return False."""
        try:
            self.screen.table.hint(seat)
        except GameError as error:
            self.screen.refuse(error.reason)
            return False
        except LogError as error:
            self._not_stored(error)
            return False
        return True

    def take_back(self) -> None:
        screen, table, answered = self.screen, self.screen.table, self.screen.wording.ANSWERED
        seat = screen.viewer
        if seat is None:
            return
        alone = len(screen.people) == 1
        try:
            table.back(seat, alone=alone)
            while (prompt := table.state.prompt) and prompt.kind in answered and not screen.wait_after:
                # The program gave that answer, not the player, so the player means the choice before it.
                if table.back_target(seat, alone=alone) is None:
                    screen.wait_after = True
                    break
                table.back(seat, alone=alone)
        except IllegalMove as error:
            screen.refuse(error.reason)
            return
        except LogError as error:
            self._not_stored(error)
            return
        screen.changed()
        screen.turns.taken_back()
        screen.show()

    def play(self, seat: int, moves: Sequence[Move]) -> bool:
        """Play moves of any seat one by one, without those that the table has made by itself meanwhile."""
        table = self.screen.table
        try:
            for index, move in enumerate(moves):
                last = table.steps[-1]
                if index and last.forced and last.move is not None and last.move[0] == move[0]:
                    continue
                table.play(seat, move)
        except GameError as error:
            self.screen.refuse(error.reason)
            return False
        except LogError as error:
            self._not_stored(error)
            return False
        return True

    def commit(self, moves: Sequence[Move]) -> None:
        """Bring moves of the viewer to the table."""
        screen = self.screen
        seat = screen.viewer
        if seat is None or not screen.mine:
            return
        before = len(screen.table.steps)
        if self.play(seat, moves) or len(screen.table.steps) > before:
            self.moved(seat)

    def moved(self, seat: int) -> None:
        """After a person's moves: answer the prompts that are answered for them, and let the turn loop go on."""
        screen, answered = self.screen, self.screen.wording.ANSWERED
        prompt = screen.table.state.prompt
        while screen.mine and prompt is not None and prompt.kind in answered and not screen.wait_after:
            if screen.sequel.goes_on():
                break
            if not self.play(seat, [answered[prompt.kind]]):
                break
            prompt = screen.table.state.prompt
        self.clear_plan()
        screen.turns.answered()
        screen.show()

    def clear_plan(self) -> None:
        """After moves that stand: what was planned is done, and a hint that goes on is the next plan."""
        screen = self.screen
        if not screen.mine:
            screen.wait_after = False
        sequel, screen.sequel = screen.sequel, MoveSequel(screen)
        screen.hinting.close()
        screen.plan.forget()
        screen.sequel = sequel
        sequel.go_on()  # which is shown before it is made, as ever

    def asks_first(self, moves: Sequence[Move]) -> bool:
        """Whether the settings want a second Enter for these moves."""
        wish = self.screen.settings.confirmations
        return wish == "all" or (wish == "dear" and self.screen.plan.is_dear(moves))

    def _not_stored(self, error: LogError) -> None:
        from atlantis_tui.text.errors import sentence

        self.screen.say([sentence(error)])
