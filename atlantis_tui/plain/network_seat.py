"""A person at a network game, in lines: plain mode, but what others do comes at any time.

A move that was typed stands only when the host has ordered it. Until then what else was on the line waits in the outbox
(network/outbox.py), and so does the next line here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO

from atlantis_tui.bots.hints import NoHints, ask
from atlantis_tui.network.ballot_text import steps_to_return
from atlantis_tui.network.notices_text import NoticeReader, sentence
from atlantis_tui.network.outbox import MoveOutbox
from atlantis_tui.network.runner import SessionRunner, Wish
from atlantis_tui.plain.game import PlainGame
from atlantis_tui.text import network
from atlantis_tui.text.sentences import turn_was_over
from atlantis_tui.text.translation import _
from core.advice import can_advise
from core.bots import Bot
from core.game import GameError, Move, State
from core.table import Table
from net.refusal import Refusal
from net.session.notices import Applied, MoveLost

BACK = ("back", "undo")
ANY_TIME = ("last", "rules")  # commands that do not need our turn; looks are the others


class PlainNetworkSeat(PlainGame):
    def __init__(
        self,
        runner: SessionRunner,
        table: Table,
        seat: int | None,
        gid: bytes,
        path: str,
        stdin: IO[str],
        stdout: IO[str],
    ) -> None:
        super().__init__(table, path, stdin, stdout)
        self.gid = gid
        self._runner = runner
        self._seat = seat  # None: we watch
        self.people = [] if seat is None else [seat]
        self.reader = seat
        self.told = table.steps[0].n if seat is None else self._last_turn(seat)
        self.waiting = False
        self._notice_reader = NoticeReader(self.names, seat, types=True)
        self._outbox = MoveOutbox(self)
        self._held: list[str] = []  # lines that came while a move was on its way
        self._asked_after = -1  # the step after which we were last asked
        self._thinking: asyncio.Task[None] | None = None

    def make_bots(self) -> dict[int, Bot]:
        return {}  # they are played elsewhere

    async def close(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    # The owner of the outbox -----------------------------------------------------------------------------------------

    @property
    def own_seat(self) -> int | None:
        return self._seat

    @property
    def answers(self) -> Mapping[str, Move]:
        return self.words.ANSWERED

    @property
    def wait_after(self) -> bool:
        return self.waiting

    @wait_after.setter
    def wait_after(self, wait: bool) -> None:
        self.waiting = wait

    def wish(self, wish: Wish) -> None:
        self._runner.wish(wish)

    def left_out(self, rest: str) -> None:
        self.tell_news()
        self.say(turn_was_over(rest))

    # What happens ----------------------------------------------------------------------------------------------------

    def sit_down(self) -> None:
        self.tell_news()

    def happened(self, news: Applied, new: bool = True) -> None:
        """An entry stands, ours or somebody else's. Not `new`: what it is about was told just now."""
        self._outbox.applied(news)
        if news.kind == "back":
            self._forget_told()
            if news.seat == self._seat:
                self._taken_back()
            elif new and (told := sentence(news, self._notice_reader)):
                self.say(told)
        elif news.kind == "move":
            to_move = self.table.view(None).to_move
            if to_move != self._seat:
                self.waiting = False
            if to_move != news.seat:
                self.tell_news()
        self._go_on_typing()

    def _taken_back(self) -> None:
        with self._refusals_said():
            if self._outbox.taken_back():
                self.say(_("Your last choice is taken back."))

    def your_turn(self) -> None:
        view = self.table.view(self._seat)
        prompt = view.prompt
        assert self._seat is not None
        if self._outbox.sent or prompt is None or prompt.seat != self._seat or self.table.over:
            return
        if self._outbox.waits:
            self._go_on_typing()
        elif self._outbox.is_answered():
            with self._refusals_said():
                self._outbox.answer_for_player()
        elif (move := self.delegated(self._seat, view)) is not None:
            with self._refusals_said():
                self._outbox.send([move])
        elif self._asked_after != self.table.steps[-1].n:
            self._asked_after = self.table.steps[-1].n
            self._ask_here(self._seat, view)

    def _ask_here(self, seat: int, view: State) -> None:
        if self.turn != view.turn:
            if self.terminal:
                self.stdout.write("\a")
            self._begin_turn(seat, view)
        else:
            self.tell_news()
            self.say(self.words.asked(view, seat, self.names))

    def lost(self, news: MoveLost) -> None:
        """Called when the position changed before our move arrived."""
        self._outbox.drop()
        self._asked_after = -1
        self.say(sentence(news, self._notice_reader))

    def rewound(self) -> None:
        """Called when entries were taken back: tell again what follows."""
        self._outbox.rebuilt()
        self._forget_told()

    def _forget_told(self) -> None:
        """Tell the position again, because what was told may be wrong now."""
        self._asked_after = -1
        self.told = min(self.told, self.table.steps[-1].n)
        self.turn = -1

    def told_to_the_end(self) -> None:
        self.tell_news()
        self.say("", *self.words.outcome(self.table.view(self.reader), self.reader, self.names))

    # What is typed ---------------------------------------------------------------------------------------------------

    def begin_rest(self) -> None:
        self.say(_("The rest is placed for you. Any line stops that."))
        self.your_turn()

    def typed(self, line: str) -> None:
        if self.delegating:
            self.delegating.clear()
            self.say(_("Stopped: place the rest yourself, or type rest again."))
        if self._outbox.sent:
            self._held.append(line)
            if not self._runner.session.hosting and self._runner.session.host_peer() is None:
                self.say(_("There is no host just now: this waits until there is one. who, alone and quit work."))
            return
        seat = self._seat
        assert seat is not None
        view = self.table.view(seat)
        word = line.split()[0].lower() if line.split() else ""
        asked = view.prompt is not None and view.prompt.seat == seat
        with self._refusals_said():
            if word == "hint":
                self._ask_hint(seat, asked)
            elif word in BACK:
                self.ask_back()
            elif asked or word in ANY_TIME or word in self.words.LOOKS:
                self.obey(seat, view, line)
            elif view.prompt is not None and line:
                raise GameError("not_your_turn", seat=view.prompt.seat)

    @contextmanager
    def _refusals_said(self) -> Iterator[None]:
        """Tells the player why something could not be done, which ends the block."""
        try:
            yield
        except GameError as error:
            self.tell_news()
            self.say_refusal(error)
        except Refusal as refusal:
            self.tell_news()
            self.say(network.refusal(refusal, self.names))

    def ask_back(self) -> None:
        """Take our last choice back: at once if that is free, otherwise by asking the others. A move on its way must
        stand first."""
        if self._outbox.sent:
            self._held.append(BACK[0])
        elif not self._outbox.take_back():
            self.say(_("The others are asked whether you may."))

    def told_of(self, seat: int, to: int) -> str:
        """In a few sentences, what the moves of this seat after record `to` did."""
        told: list[str] = []
        for step in steps_to_return(self.table, seat, to, self.answers.values()):
            after = self.table.view(self.reader, step)
            events = self.table.events(step, self.reader)
            told += self.words.events(events, step.seat, self.reader, self.names, after)
        return " ".join(told)

    def not_returned(self) -> None:
        """Called when the others did not agree."""
        self._outbox.taking_back = False

    def help(self) -> None:
        seat = self._seat
        assert seat is not None
        self.tell_help(seat, self.table.view(seat), "")

    def play_line(self, seat: int, view: State, line: str) -> None:
        self._outbox.send([], line)

    def play_chosen(self, seat: int, view: State, moves: Sequence[Move]) -> None:
        self._outbox.send(moves)

    def _go_on_typing(self) -> None:
        with self._refusals_said():
            self._outbox.advance()
        while self._held and not self._outbox.sent:
            self.typed(self._held.pop(0))

    def _ask_hint(self, seat: int, asked: bool) -> None:
        game = self.table.game
        if not can_advise(game):
            raise GameError("no_hints", game=game.name)
        if not asked:
            prompt = self.table.view(seat).prompt
            raise GameError("not_your_turn", seat=seat if prompt is None else prompt.seat)
        if self._thinking is not None and not self._thinking.done():
            return
        self.say(_("Thinking about it."))
        self._thinking = asyncio.create_task(self._think(seat, self.table.steps[-1].n))

    async def _think(self, seat: int, n: int) -> None:
        try:
            found = await ask(self.table, seat, self.hint_iterations)
        except NoHints:
            self.say(_("There is no hint this time: try again."))
            return
        if self.table.steps[-1].n == n:
            with self._refusals_said():
                self._runner.wish(lambda session: session.hint())  # before they are told: only what is seen counts
                self._tell_hints(seat, found)
