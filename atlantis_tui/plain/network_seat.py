"""A person at a network game, in lines: plain mode, but what others do comes at any time.

A typed move counts only after the host has given it a place in the log. Until then the rest of the line waits, and so
do the next lines.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import IO

from atlantis_tui.bots.hints import NoHints, ask
from atlantis_tui.network.runner import Shell
from atlantis_tui.plain.game import Sitting
from atlantis_tui.text import errors
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _
from core.advice import can_advise
from core.bots import Bot
from core.game import GameError, Move, State, UnreadableMove
from core.table import Table

ANY_TIME = ("last", "rules")  # commands that do not need our turn; looks are the others


class AtTable(Sitting):
    def __init__(
        self, shell: Shell, table: Table, seat: int | None, gid: bytes, path: str, stdin: IO[str], stdout: IO[str]
    ) -> None:
        super().__init__(table, path, stdin, stdout)
        self.gid = gid
        self._shell = shell
        self._seat = seat  # None: we watch
        self.people = [] if seat is None else [seat]
        self.reader = seat
        self.told = table.steps[0].n if seat is None else self._last_turn(seat)
        self.waiting = False
        self._wanted: list[Move] = []  # read already, to be played one by one
        self._rest = ""  # to be read when chance has spoken
        self._turn = 0  # the turn in which that was typed
        self._sent: int | None = None  # the last step before the move that is on its way
        self._held: list[str] = []  # lines that came meanwhile
        self._returning = False  # a choice is being taken back
        self._asked_after = -1  # the step after which we were last asked
        self._thinking: asyncio.Task[None] | None = None

    def _seat_bots(self) -> dict[int, Bot]:
        return {}  # they are played elsewhere

    async def close(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    # What happens ----------------------------------------------------------------------------------------------------

    def sit_down(self) -> None:
        self._tell()

    def happened(self, n: int, kind: str, seat: int | None) -> None:
        """Called when an entry stands, ours or somebody else's."""
        if self._sent is not None and n > self._sent and seat == self._seat:
            self._sent = None
        if kind == "back":
            self.rewound()
            if seat == self._seat:
                self._returned()
            elif seat is not None:
                self.say(_("{name} takes a move back.").format(name=self.names[seat]))
        elif kind == "move":
            to_move = self.table.view(None).to_move
            if to_move != self._seat:
                self.waiting = False
            if to_move != seat:
                self._tell()
        self._go_on_typing()

    def _returned(self) -> None:
        """Our take-back stands. If it only took back an answer that the game gave for us, take back our choice too."""
        seat = self._seat
        assert seat is not None
        prompt = self.table.view(seat).prompt
        if self._returning and not self.waiting and prompt is not None and prompt.kind in self.words.ANSWERED:
            if self.table.back_target(seat, alone=False) is not None:
                self._shell.wish(lambda session: session.ask_back())
                return
            self.waiting = True
        self._returning = False
        self.say(_("Your last choice is taken back."))

    def your_turn(self) -> None:
        view = self.table.view(self._seat)
        prompt = view.prompt
        assert self._seat is not None
        if self._sent is not None or prompt is None or prompt.seat != self._seat or self.table.over:
            return
        answered = not self.waiting and prompt.kind in self.words.ANSWERED
        if self._wanted or self._rest:
            self._go_on_typing()
            return
        if (answered and self._returning) or self._asked_after == self.table.steps[-1].n:
            return
        self._asked_after = self.table.steps[-1].n
        if answered:
            self._moved(self._seat, view, [self.words.ANSWERED[prompt.kind]])
        elif self.turn != view.turn:
            if self.terminal:
                self.stdout.write("\a")
            self._begin_turn(self._seat, view)
        else:
            self._tell()
            self.say(self.words.asked(view, self._seat, self.names))

    def lost(self) -> None:
        """Called when the position changed before our move arrived."""
        self._forget()
        self._asked_after = -1
        self.say(_("The game went on before your move was in: choose again."))

    def rewound(self) -> None:
        """Called when entries were taken back: tell again what follows."""
        self._forget()
        self._asked_after = -1
        self.told = min(self.told, self.table.steps[-1].n)
        self.turn = -1

    def told_to_the_end(self) -> None:
        self._tell()
        self.say("", *self.words.outcome(self.table.view(self.reader), self.reader, self.names))

    # What is typed ---------------------------------------------------------------------------------------------------

    def typed(self, line: str) -> None:
        if self._sent is not None:
            self._held.append(line)
            return
        seat = self._seat
        assert seat is not None
        view = self.table.view(seat)
        word = line.split()[0].lower() if line.split() else ""
        asked = view.prompt is not None and view.prompt.seat == seat
        try:
            if word == "hint":
                self._ask_hint(seat, asked)
            elif asked or word in ANY_TIME or word in self.words.LOOKS:
                self._do(seat, view, line)
            elif view.prompt is not None and line:
                raise GameError("not_your_turn", seat=view.prompt.seat)
        except GameError as error:
            self._tell()
            self.say(errors.refusal(error, self.words.REASONS, self.names))
            if isinstance(error, UnreadableMove):
                self.say(_("Type help to see what can be typed."))

    def ask_back(self) -> None:
        """Take our last choice back: at once if that is free, otherwise by asking the others."""
        seat = self._seat
        assert seat is not None
        free = self.table.back_target(seat, alone=False) is not None
        self._forget()
        self._shell.wish(lambda session: session.ask_back())
        self._returning = True
        if not free:
            self.say(_("The others are asked whether you may."))

    def not_returned(self) -> None:
        """Called when the others did not agree."""
        self._returning = False

    def help(self) -> None:
        seat = self._seat
        assert seat is not None
        self._help(seat, self.table.view(seat), "")

    def _play(self, seat: int, view: State, line: str) -> None:
        self._wanted, self._rest, self._turn = [], line, view.turn
        self._advance()

    def _moved(self, seat: int, view: State, moves: Sequence[Move]) -> None:
        self._wanted, self._rest, self._turn = list(moves), "", view.turn
        self._advance()

    def _forget(self) -> None:
        self._wanted, self._rest, self._sent = [], "", None

    def _go_on_typing(self) -> None:
        try:
            self._advance()
        except GameError as error:
            self._tell()
            self.say(errors.refusal(error, self.words.REASONS, self.names))
        while self._held and self._sent is None:
            self.typed(self._held.pop(0))

    def _advance(self) -> None:
        """Send the next move of what was typed, if the one before stands."""
        seat = self._seat
        while seat is not None and self._sent is None and (self._wanted or self._rest):
            if not self._asked(seat, self._turn):
                rest = self._rest
                self._forget()
                if rest and rest not in map(self.table.game.text, self.words.ANSWERED.values()):
                    self._tell()
                    self.say(_('Your turn was over before "{rest}", so that was left out.').format(rest=quoted(rest)))
                return
            try:
                if not self._wanted:
                    moves, self._rest = self.table.game.parse(self.table.view(seat), self._rest)
                    self._wanted = list(moves)
                    continue
                move, last = self._wanted.pop(0), self.table.steps[-1]
                if not (last.forced and last.move == move):  # else it was answered already
                    self._sent = last.n
                    self._shell.wish(lambda session, move=move: session.choose(move))  # type: ignore[misc]
            except GameError:
                self._forget()
                raise

    def _ask_hint(self, seat: int, asked: bool) -> None:
        game = self.table.game
        if not can_advise(game):
            raise GameError("no_hints", game=game.name)
        if not asked:
            prompt = self.table.view(seat).prompt
            raise GameError("not_your_turn", seat=seat if prompt is None else prompt.seat)
        if self._thinking is not None and not self._thinking.done():
            return
        self._shell.wish(lambda session: session.hint())
        self.say(_("Thinking about it."))
        self._thinking = asyncio.create_task(self._think(seat, self.table.steps[-1].n))

    async def _think(self, seat: int, n: int) -> None:
        try:
            found = await ask(self.table, seat, self.hint_iterations)
        except NoHints:
            self.say(_("There is no hint this time: try again."))
            return
        if self.table.steps[-1].n == n:
            self._tell_hints(seat, found)
