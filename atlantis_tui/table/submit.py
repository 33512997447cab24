"""Bring a person's moves, planned or typed, to the table, and take them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
        moves = screen.plan.moves()
        if moves is None:
            screen.hinting.close()
            screen.plan.propose()
            screen.show()
        elif self._asks_first(moves) and self._asked_about != list(moves):
            self._asked_about = list(moves)
            screen.say([_("Enter once more makes this move.")], good=True)
        else:
            self._asked_about = []
            self._commit(moves)

    def now(self, moves: Sequence[Move]) -> None:
        """Play moves of a key that needs no Enter."""
        self._asked_about = []
        self._commit(moves)

    def line(self, line: str) -> bool:
        """Play a typed line, which may answer several prompts, with chance in between. False: none of it was played."""
        screen = self.screen
        screen.hinting.close()
        seat = screen.viewer
        before = len(screen.table.steps)
        try:
            while line and seat is not None and screen.mine:
                moves, line = screen.table.game.parse(screen.table.view(seat), line)
                if not self.play(seat, moves):
                    break
        except GameError as error:
            screen.refuse(error.reason)
        played = len(screen.table.steps) > before
        if played and seat is not None:
            self._moved(seat)
        screen.show()
        return played

    def hint(self, seat: int) -> bool:
        """Note in the log that this seat asks for a hint. If that fails, say why and return False."""
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

    def _commit(self, moves: Sequence[Move]) -> None:
        screen = self.screen
        seat = screen.viewer
        if seat is None or not screen.mine:
            return
        before = len(screen.table.steps)
        if self.play(seat, moves) or len(screen.table.steps) > before:
            self._moved(seat)

    def _moved(self, seat: int) -> None:
        """After a person's moves: answer the prompts that are answered for them, and let the turn loop go on."""
        screen, answered = self.screen, self.screen.wording.ANSWERED
        prompt = screen.table.state.prompt
        while screen.mine and prompt is not None and prompt.kind in answered and not screen.wait_after:
            if not self.play(seat, [answered[prompt.kind]]):
                break
            prompt = screen.table.state.prompt
        if not screen.mine:
            screen.wait_after = False
        rest = screen.hinting.rest
        screen.hinting.close()
        screen.plan.forget()
        if rest and screen.mine:
            screen.plan.put(rest)  # the hint goes on, and is shown before it is played, as ever
        screen.turns.answered()
        screen.show()

    def _asks_first(self, moves: Sequence[Move]) -> bool:
        """Whether the settings want a second Enter for these moves."""
        wish = self.screen.settings.confirmations
        return wish == "all" or (wish == "dear" and self.screen.plan.is_dear(moves))

    def _not_stored(self, error: LogError) -> None:
        from atlantis_tui.text.errors import sentence

        self.screen.say([sentence(error)])
