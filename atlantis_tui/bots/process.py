"""A program at the table, in a process of its own: we tell it what its seat may know, and ask it for moves.

    seat = await BotSeat.start("cmd:./mybot --fast", table, 1, ["Anna", "mybot"], on_trouble=say_so)
    move = await seat.choose()          whenever it is that seat's turn
    await seat.close()                  once, when the table is left

A program that crashes, hangs, floods or answers nonsense loses its seat to a built-in bot in our own process, and the
game goes on: `choose` always returns a legal move. Cancel `choose` if the position changes meanwhile (a move taken
back).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

from atlantis_tui.bots import MAX_LINES, PROTOCOL, SECONDS, clean, command
from atlantis_tui.bots.child_process import ChildClosedOutput, ChildFlooded, ChildProcess, surroundings
from atlantis_tui.bots.outgoing import SeatTeller
from atlantis_tui.saved.allowed_programs import is_allowed
from core.bots import Bot, levels, make_bot
from core.game import Game, GameError, IllegalMove, Move, Reason, State, UnreadableMove
from core.table import Table

REPLACEMENT = "easy"  # it thinks in our own process, which must not be kept waiting
MAX_MOVE = 200  # characters of a written move
MAX_SHOWN = 80  # characters of a wrong answer or of last words that a sentence shows
TRIES = 2

Trouble = Callable[[int, str, Mapping[str, Any]], None]  # the seat, what happened to its bot, and the details
Said = Callable[[int, str], None]
T = TypeVar("T")


class BotLostSeat(Exception):
    """A program has lost its seat."""

    def __init__(self, reason_id: str, **params: Any) -> None:
        super().__init__(reason_id, params)
        self.reason = Reason(reason_id, params)


class BotSeat:
    """A seat that a program plays. `out` is None while the program plays, and then the reason why it no longer does."""

    def __init__(self, spec: str, table: Table, seat: int, seconds: float, luck: str | None) -> None:
        self.spec = spec
        self.seat = seat
        self.seconds = seconds
        self.out: Reason | None = None
        self.on_trouble: Trouble | None = None
        self.on_say: Said | None = None
        self._table = table
        self._teller = SeatTeller(table, seat)
        self._luck = luck or self._teller.luck()
        self._child: ChildProcess | None = None
        self._replacement: Bot | None = None
        self._ready = False
        self._owed = 0  # answers still to come; more than one if an earlier wait was cancelled
        self._work: asyncio.Task[Move] | None = None  # the current exchange with the program

    @classmethod
    async def start(
        cls,
        spec: str,
        table: Table,
        seat: int,
        names: Sequence[str],
        *,
        seconds: float = SECONDS,
        luck: str | None = None,
        on_trouble: Trouble | None = None,
        on_say: Said | None = None,
    ) -> Self:
        """Sit down, at a new game or in the middle of one. This does not wait for the program; the first `choose` does.

        Raises BadOption if `spec` names no bot. A program that cannot be started, or that nobody here has asked for
        (see saved/allowed_programs.py), is replaced at once.
        """
        self = cls(spec, table, seat, seconds, luck)
        self.on_trouble, self.on_say = on_trouble, on_say
        words = command(spec, table.game)
        if not is_allowed(spec):
            await self._replace(Reason("bot_not_allowed", {"spec": clean(spec)}))
            return self
        try:
            self._child = await ChildProcess.start(words, surroundings(own=spec.startswith("bot:")))
        except (OSError, ValueError) as error:  # a NUL in the command is a ValueError
            why = clean(getattr(error, "strerror", None) or str(error))
            await self._replace(Reason("bot_not_started", {"program": clean(words[0]), "why": why}))
        else:
            self._child.write(self._teller.hello(names, self._luck, seconds))
        return self

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    async def choose(self) -> Move:
        """A legal move for the present position, in which it must be this seat's turn."""
        table = self._table
        view = table.view(self.seat)
        if view.prompt is None or view.prompt.seat != self.seat:
            raise ValueError(f"seat {self.seat} is not asked")
        if self._child is not None:
            try:
                self._work = asyncio.create_task(self._exchange(self._child, view))
                return await _patiently(self._work, self.seconds)
            except BotLostSeat as out:
                await self._replace(out.reason)
            except TimeoutError:
                await self._replace(Reason("bot_too_slow", {"seconds": self.seconds}))
            except ChildFlooded:
                await self._replace(Reason("bot_flooded", {}))
            except ChildClosedOutput:
                await self._replace(Reason("bot_stopped", {}))
        if self._replacement is None:
            level = REPLACEMENT if REPLACEMENT in levels(table.game) else "random"
            self._replacement = make_bot(level, table.game, self._luck)
        return self._replacement.choose(view)

    async def close(self) -> None:
        """End the program: a farewell, a short grace, then force. A running `choose` is cancelled."""
        child, self._child = self._child, None
        if self._work is not None:
            await _stop(self._work)
        if child is not None:
            farewell = self._teller.news() + self._teller.bye("over" if self._table.over else "left")
            # A built-in bot deep in thought would not hear the farewell, and we would wait for nothing.
            deep = self._owed and self.spec.startswith("bot:")
            await child.end(b"" if deep else farewell)

    async def _exchange(self, child: ChildProcess, view: State) -> Move:
        """Tell the news, ask, and wait for a move that can be played."""
        if not self._ready:
            self._greet(await child.line())
        child.quiet()
        child.write(self._teller.news() + self._teller.ask(view))
        self._owed += 1
        tries = TRIES
        said = ""
        await child.written()
        for _ in range(MAX_LINES):
            answer = BotAnswer(await child.line())
            said = answer.said or said
            if answer.is_none:
                continue
            self._owed -= 1
            if self._owed:
                continue  # this answers an earlier question
            tries -= 1
            try:
                move = answer.move(self._table.game, view)
            except GameError as error:
                if not tries:
                    problem = "bot_illegal" if isinstance(error, IllegalMove) else "bot_unreadable"
                    raise BotLostSeat(problem, answer=clean(answer.shown, MAX_SHOWN), rule=error.reason) from error
                child.write(self._teller.no(error.reason))
                self._owed += 1
            else:
                if said and self.on_say is not None:
                    self.on_say(self.seat, said)
                return move
        raise ChildFlooded

    def _greet(self, line: bytes) -> None:
        spoken = _object(line)
        if spoken is None or "ready" not in spoken:
            raise BotLostSeat("bot_not_ready", answer=clean(line.decode(errors="replace"), MAX_SHOWN))
        if spoken["ready"] != PROTOCOL:
            raise BotLostSeat("bot_version", theirs=clean(str(spoken["ready"])), ours=PROTOCOL)
        self._ready = True

    async def _replace(self, reason: Reason) -> None:
        """Take the seat from the program, and report why."""
        child, self._child = self._child, None
        params = dict(reason.params)
        if child is not None:
            code = await child.end(b"" if reason.id == "bot_stopped" else self._teller.bye("out"))
            params["last_words"] = clean(child.last_words(), MAX_SHOWN)
            if reason.id == "bot_stopped":
                params["code"] = code
        self.out = Reason(reason.id, params)
        if self.on_trouble is not None:
            self.on_trouble(self.seat, reason.id, params)


class SyncBotSeat:
    """A BotSeat for callers without an event loop. It can stand among the bots of `core`, though it needs no view."""

    def __init__(
        self,
        spec: str,
        table: Table,
        seat: int,
        names: Sequence[str],
        *,
        seconds: float = SECONDS,
        luck: str | None = None,
        on_trouble: Trouble | None = None,
        on_say: Said | None = None,
    ) -> None:
        self._runner = asyncio.Runner()
        sitting_down = BotSeat.start(
            spec, table, seat, names, seconds=seconds, luck=luck, on_trouble=on_trouble, on_say=on_say
        )
        try:
            self.seat = self._runner.run(sitting_down)
        except BaseException:
            self._runner.close()
            raise

    def choose(self, view: State | None = None) -> Move:
        return self._runner.run(self.seat.choose())

    def close(self) -> None:
        self._runner.run(self.seat.close())
        self._runner.close()


class BotAnswer:
    """One line from a program."""

    def __init__(self, line: bytes) -> None:
        self._spoken = _object(line)
        self.shown = line.decode(errors="replace")
        said = None if self._spoken is None else self._spoken.get("say")
        self.said = clean(said) if isinstance(said, str) else ""

    @property
    def is_none(self) -> bool:
        """Whether the line is no answer: it says something, or shows that the program is alive."""
        return self._spoken is not None and "move" not in self._spoken

    def move(self, game: Game, view: State) -> Move:
        """The move that the line means. Raises GameError if there is none that can be played."""
        if self._spoken is None:
            raise UnreadableMove("not_json")
        text = self._spoken["move"]
        if not isinstance(text, str) or len(text) > MAX_MOVE:
            raise UnreadableMove("not_a_text")
        self.shown = text
        try:
            move = game.read(text)
            if view.explain(move) is None:
                return move
        except UnreadableMove:
            pass  # it may still mean something in this position
        moves, rest = game.parse(view, text)
        if len(moves) != 1 or rest:
            raise UnreadableMove("not_one_move", text=text)
        return moves[0]


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        spoken = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return spoken if isinstance(spoken, dict) else None


async def _patiently(task: asyncio.Task[T], seconds: float) -> T:
    """The result of a task, or TimeoutError. Time in which our own program was stopped (Ctrl+Z) hardly counts,
    because the answer may have been there all the while."""
    try:
        while seconds > 0:
            await asyncio.wait({task}, timeout=min(seconds, 1))
            if task.done():
                return task.result()
            seconds -= 1
        raise TimeoutError
    finally:
        await _stop(task)


async def _stop(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it has released everything."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # retrieved, so that asyncio does not complain
