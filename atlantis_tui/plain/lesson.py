"""A first game that explains itself, in lines of text: the same steps as on the screen, told to somebody who reads or
hears lines. Moves that a step is not about are refused, and nothing is kept on the disk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import IO

from atlantis_tui.games.lesson_steps import Lesson, Step, StepLines
from atlantis_tui.lesson.written import answer_forced, leads_to, played, written
from atlantis_tui.plain.game import QUIT, PlainGame, PlayerLeft
from atlantis_tui.text.setup import company
from atlantis_tui.text.translation import _
from core.game import GameError, Move, State

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable

    from core.bots import Bot

_chips = re.compile(r"\[(\w+)\]")


class NotThisStep(Exception):
    """These moves are not what the step is about."""


class PlainLesson(PlainGame):
    """One sitting at a first game. `number` is the step that is told."""

    gives_hints = False

    def __init__(self, lesson: Lesson, stdin: IO[str], stdout: IO[str]) -> None:
        super().__init__(written(lesson, 0), "", stdin, stdout)
        self.lesson, self.steps, self.lines = lesson, lesson.steps(), lesson.lines()
        self.seat = self.people[0]
        self._go_to(0)

    def make_bots(self) -> dict[int, Bot]:
        """None: the moves of the others are written down."""
        return {}

    def teach(self) -> str:
        """Play the lesson as often as the player likes; returns what comes next: "play" a real game, or "leave"."""
        try:
            while True:
                while not self.table.over:
                    self._step()
                answer = self._end()
                if answer != "again":
                    return answer
                self._go_to(0)
        except (PlayerLeft, KeyboardInterrupt):
            if self.terminal:
                self.say("")
            words = _("You leave the first game; nothing of it is kept. atlantis learn {game} --plain begins it again.")
            self.say(words.format(game=self.lesson.game))
            return "leave"

    # The course of the lesson ----------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        return self.steps[self.number]

    @property
    def told_as(self) -> StepLines:
        return self.lines[self.number]

    def _go_to(self, number: int) -> None:
        """Begin a step, whatever happened before."""
        self._lay_out_game(self.steps[number].at)
        self._begin(number)
        self.told, self.turn = self.table.steps[-1].n, -1

    def _begin(self, number: int) -> None:
        self.number = number
        self.made: list[Move] = []  # in this step
        self.explained = False

    def _lay_out_game(self, moves: int) -> None:
        """Put the lesson's game on the table, after so many of its moves."""
        self.table = written(self.lesson, moves)
        self.listed = (0, [])

    def _step(self) -> None:
        """Tell what the step is about, and read one line."""
        if not self.explained:
            self._explain()
        line = self.read(_("{name}> ").format(name=self.names[self.seat]))
        try:
            self._hear(line)
        except NotThisStep:
            if self._done():  # the line went on behind the move
                self.say(_("One step after the other: the rest of the line is not played."))
            else:
                self._say_instead()
        except GameError as error:
            self.tell_news()
            self.say_refusal(error)
        if self._done() or self._asked_for(line):
            self._go_forward()

    def _explain(self) -> None:
        """Tell the news, where everything stands if that is another turn, and what the step says and wants."""
        self.explained = True
        self.tell_news()
        view = self.table.view(self.seat)
        if self.number and self.turn != view.turn:
            self.turn = view.turn
            self.say("", *self.words.position(view, self.seat, self.names))
        heading = _("Step {number} of {count}: {title}.").format(
            number=self.number + 1, count=len(self.steps), title=self.step.title
        )
        self.say("", heading, read_out(self.told_as.text or self.step.text), self._task())
        if not self.number:
            self.say(_("Type help for all commands, skip to leave a step out, quit to leave."))

    def _task(self) -> str:
        return _("Press Enter to go on.") if self.step.reads else read_out(self.told_as.task or self.step.task)

    def _hear(self, line: str) -> None:
        word = line.split()[0].lower() if line else ""
        if word in QUIT:
            raise PlayerLeft
        if word in COURSE:
            COURSE[word](self)
        elif not line and self.step.reads:
            self._go_forward()
        elif not line:
            self.say(self._task())
        else:
            self.obey(self.seat, self.table.view(self.seat), line)

    def obey(self, seat: int, view: State, line: str) -> None:
        if any(part.lower() in self.words.WAIT for part in line.split()):
            raise NotThisStep  # nobody is asked what the lesson answers
        super().obey(seat, view, line)

    def _asked_for(self, line: str) -> bool:
        """Whether a line is the command that the step is about."""
        return bool(self.told_as.asks) and line.lower().split() == self.told_as.asks.lower().split()

    def _say_instead(self) -> None:
        self.say(_("Not in this step."), read_out(self.told_as.instead) or self._task())

    # Moves -----------------------------------------------------------------------------------------------------------

    def play_moves(self, seat: int, turn: int, moves: Sequence[Move]) -> None:
        made = [*self.made, *moves]
        if not self._leads_on(made):
            raise NotThisStep
        super().play_moves(seat, turn, moves)
        self.made = made
        answer_forced(self.table)
        while (prompt := self.table.state.prompt) and prompt.seat == seat and prompt.kind in self.words.ANSWERED:
            self.table.play(seat, self.words.ANSWERED[prompt.kind])
            answer_forced(self.table)

    def ask_on(self, seat: int, turn: int) -> None:
        self.tell_news()
        if not self._done():
            self.say(self.words.asked(self.table.view(seat), seat, self.names))

    def _leads_on(self, made: Sequence[Move]) -> bool:
        """Whether these are the moves that the step is about, or the first of them."""
        if self.step.plays is None:
            return False
        if self.step.plays(made) or list(made) == self._written_moves()[: len(made)]:
            return True
        ahead = self.table.view(self.seat)
        for move in made[len(self.made) :]:
            if ahead.asks or ahead.explain(move) is not None:
                return False
            ahead.advance(move)
        return self._goes_on(made, ahead)

    def _written_moves(self) -> list[Move]:
        """The fewest moves of the written game that are what the step is about, such as a way in several parts."""
        assert self.step.plays is not None
        moves: list[Move] = []
        for text in self.lesson.moves[self.step.at :]:
            moves.append(self.table.game.read(text))
            if self.step.plays(moves):
                break
        return moves

    def _goes_on(self, made: Sequence[Move], view: State) -> bool:
        """Whether one more move of the person belongs to the same thing, such as the payment to the way."""
        if self.step.plays is None or view.prompt is None or view.prompt.seat != self.seat:
            return False
        return any(self.step.plays([*made, move]) for move in view.legal())

    def _done(self) -> bool:
        """Whether the step's moves are made."""
        if self.step.plays is None or not self.made or not self.step.plays(self.made):
            return False
        arrived = self.number + 1 < len(self.steps) and len(played(self.table)) == self.steps[self.number + 1].at
        return self.table.over or arrived or not self._goes_on(self.made, self.table.view(self.seat))

    def _go_forward(self) -> None:
        """Go to the next step, because the task is done. A few moves of the others until then are told."""
        self.tell_news()
        if self.number + 1 == len(self.steps):
            self._play_written(len(self.lesson.moves))
        elif leads_to(self.lesson, played(self.table), self.steps[self.number + 1].at, self.people):
            self._play_written(self.steps[self.number + 1].at)
            self._begin(self.number + 1)
        else:
            self._go_to(self.number + 1)

    def _play_written(self, count: int) -> None:
        """Play on as written, until so many moves are played."""
        answer_forced(self.table)
        while not self.table.over and len(played(self.table)) < count:
            prompt = self.table.state.prompt
            assert prompt is not None
            self.table.play(prompt.seat, self.table.game.read(self.lesson.moves[len(played(self.table))]))
            answer_forced(self.table)

    # Commands --------------------------------------------------------------------------------------------------------

    def skip(self) -> None:
        """Go to the next step, as if the task were done."""
        if self.number + 1 < len(self.steps):
            self._go_to(self.number + 1)
        else:
            self._lay_out_game(len(self.lesson.moves))
            self.told = self.table.steps[-1].n

    def step_back(self) -> None:
        """Begin this step again, or the one before if nothing was done in this one yet."""
        self._go_to(self.number if self.made else max(0, self.number - 1))

    def refuse_hint(self) -> None:
        raise NotThisStep

    def place_rest(self, seat: int, view: State, choose: Callable[[State], Move | None]) -> None:
        raise NotThisStep

    def course_help(self) -> list[str]:
        return [
            _("skip: go to the next step."),
            _("back: begin this step again, or go to the one before."),
            _("step: what this step says."),
            _("quit: leave the first game. Nothing of it is kept."),
        ]

    def show_help(self) -> None:
        self.tell_help(self.seat, self.table.view(self.seat), "")

    # The end ---------------------------------------------------------------------------------------------------------

    def _end(self) -> str:
        """Tell how the game ended and what can come next; returns what the player wants."""
        self.tell_news()
        self.say("", *self.words.outcome(self.table.view(self.reader), self.reader, self.names))
        self.say("", read_out(self.lesson.closing()), _("In a game, rules tells the rules."))
        words = _("Type play for a real game, {company}; again for the first game once more; or press Enter to leave.")
        while True:
            self.say(words.format(company=company(self.lesson.game)))
            line = self.read("> ").lower()
            if line in ("play", "again"):
                return line
            if not line or line in QUIT:
                return "leave"


def read_out(sentence: str) -> str:
    """A sentence of the screen without the marks that are painted there."""
    return _chips.sub(lambda chip: chip[1].replace("_", " "), sentence).replace("*", "").replace("~", "")


COURSE: dict[str, Callable[[PlainLesson], None]] = {
    "skip": PlainLesson.skip,
    "back": PlainLesson.step_back,
    "undo": PlainLesson.step_back,
    "step": PlainLesson._explain,
    "hint": PlainLesson.refuse_hint,
    "help": PlainLesson.show_help,
    "?": PlainLesson.show_help,
}
