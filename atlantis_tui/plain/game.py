"""The games as lines of text: for screen readers, dumb terminals and scripts.

It writes nothing but sentences: no tables, no drawing, no colour, no cursor movement. It shows only views.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import groupby
from time import monotonic, sleep
from typing import IO

from atlantis_tui.bots.pace import HUSH, AnswerDelay
from atlantis_tui.games import text_for
from atlantis_tui.plain.interrupt import InterruptNoted
from atlantis_tui.saved import seats as sitting
from atlantis_tui.text import errors, rulebook
from atlantis_tui.text.line_breaks import broken
from atlantis_tui.text.no_choice import why_answered
from atlantis_tui.text.sentences import because, percent, quoted, turn_was_over, typed_path
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.text.typed_line import refuse_mistaken
from core.frames import LogError
from core.game import GameError, Move, State, UnreadableMove
from core.table import Step, Table

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable

    from core.advice import Advice
    from core.bots import Bot

BLANK_LINES = 40  # enough to move a hand off most screens
MANY = 40  # so many moves are listed at once; `moves all` lists more
QUIT = ("quit", "q", "exit")
REST = "rest"  # where a game can be set up by the program


class PlayerLeft(Exception):
    """The player has gone: by `quit`, or because the input ended."""


class PlainGame:
    """One sitting at a table: from the first line until the game is over or the player leaves."""

    hint_iterations: int | None = None  # None: think for a moment
    gives_hints = True
    hush = HUSH  # a bot that answers out of turn waits so many seconds at least, lest its speed betray its hand

    def __init__(self, table: Table, path: str, stdin: IO[str], stdout: IO[str]) -> None:
        self.table, self.path, self.stdin, self.stdout = table, path, stdin, stdout
        self.names = sitting.names(table.seats)
        self.people = [seat for seat, who in enumerate(table.seats) if sitting.is_person(who)]
        self.words = text_for(table.game.name)
        self.terminal = stdin.isatty() and stdout.isatty()
        self.bots = self.make_bots()
        self.delay = AnswerDelay()
        # Whose eyes read the screen. With several persons nobody's, until one of them asks for their hand.
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.told = table.steps[-1].n if self.reader is None else self._last_turn(self.reader)
        self.turn = -1  # the turn whose position was shown last; -1, because the set-up may be turn 0
        self.asked = -1  # the step after which somebody was last asked
        self.greeted = False
        # The step number at which the moves were listed, and what each number in the list plays.
        self.listed: tuple[int, list[Sequence[Move]]] = (0, [])
        self.hinted: dict[tuple[int, int], list[Advice]] = {}  # by seat and step number
        # Whether the player wants to be asked where the game otherwise answers for them. A saved game waits at such a
        # question only if its player wanted that.
        prompt = table.view(None).prompt
        self.waiting = prompt is not None and prompt.kind in self.words.ANSWERED
        self.choose_rest: Callable[[State], Move | None] | None = getattr(self.words, "rest_of_setup", None)
        self.delegating: set[int] = set()  # seats whose people leave the rest of setting up to the program

    def make_bots(self) -> dict[int, Bot]:
        from atlantis_tui.bots.seating import seat_bots_of_lines

        return seat_bots_of_lines(self.table, self.people, self.names, self.say)

    def run(self) -> None:
        """Play until the game is over. Every move is on disk at once, so leaving needs no saving."""
        try:
            while not self.table.over:
                self._go_on_or_stop()
            self.tell_news()
            self.say("", *self.words.outcome(self.table.view(self.reader), self.reader, self.names))
            self.say(_("The game is kept in {file}").format(file=typed_path(self.path)))
            self._offer_review()
        except (PlayerLeft, KeyboardInterrupt):  # Ctrl+C is a way to leave: nothing is lost, and exit code 0 says so
            if self.terminal:
                self.say("")
            self.say(
                _("The game is saved. To go on with it, type: atlantis resume {file}").format(
                    file=typed_path(self.path)
                )
            )
        finally:
            for bot in self.bots.values():
                leave = getattr(bot, "close", None)  # only programs of their own have to be told
                if leave is not None:
                    leave()

    def _offer_review(self) -> None:
        from atlantis_tui.saved.branch_lock import why_shut
        from core.advice import can_advise

        if why := why_shut(self.table):
            self.say(why)
        elif can_advise(self.table.game):
            self.say(_("To see which turns cost most, type: atlantis review {file}").format(file=typed_path(self.path)))

    def say(self, *lines: str) -> None:
        for line in lines:
            for part in broken(line, self._size().columns) if self.terminal else [line]:
                self.stdout.write(part + "\n")
        self.stdout.flush()

    def _size(self) -> os.terminal_size:
        try:
            return os.get_terminal_size(self.stdout.fileno())
        except OSError:
            return os.terminal_size((80, 24))

    def read(self, prompt: str) -> str:
        if self.terminal:
            self.stdout.write(prompt)
            self.stdout.flush()
        try:
            line = self.stdin.readline()
        except OSError:  # the terminal is gone
            line = ""
        if not line:
            raise PlayerLeft
        return line.strip()

    # The course of a game --------------------------------------------------------------------------------------------

    def _go_on_or_stop(self) -> None:
        """Handle one prompt. While something is placed for a person, Ctrl+C ends only that."""
        prompt = self.table.view(None).prompt
        assert prompt is not None
        if not self.delegating or not (prompt.seat in self.bots or prompt.seat in self.delegating):
            self._go_on()
            return
        with InterruptNoted() as interrupt:
            self._go_on()
        if interrupt.heard:
            self.delegating.clear()
            self.tell_news()
            self.say(_("Stopped: place the rest yourself, or type rest again."))

    def delegated(self, seat: int, view: State) -> Move | None:
        """What the program plays now for somebody who has left that to it; None: the person chooses."""
        if seat not in self.delegating or self.choose_rest is None:
            return None
        move = self.choose_rest(view)
        if move is None:
            self.delegating.discard(seat)
        return move

    def _go_on(self) -> None:
        """Handle one prompt: the game answers it, a bot does, or somebody types a line."""
        prompt = self.table.view(None).prompt
        assert prompt is not None
        seat = prompt.seat
        view = self.table.view(seat)
        try:
            # Whoever is asked in others' turns is asked whether or not there is a choice, so that nobody can tell.
            move = None if view.needs_hush(seat) else view.forced()
            if seat in self.bots:
                move = self._choice(seat, view, move)
            elif move is None and not self.waiting:
                move = self.words.ANSWERED.get(prompt.kind) or self.delegated(seat, view)
            if move is None:
                self._ask(seat, view)
                return
            self.table.play(seat, move)
        except LogError as error:
            self.say(errors.sentence(error, self.path))
            if not self.table.over:
                self.say(_("Press Enter to try again, or type quit."))
                if self.read("> ").lower() in QUIT:
                    raise PlayerLeft from None
        if len(self.people) < 2 and self.table.view(None).to_move != seat:
            self.tell_news()

    def _choice(self, seat: int, view: State, only: Move | None) -> Move:
        """The move of a bot. How long it takes out of turn does not depend on what it holds."""
        began = monotonic()
        move = self.bots[seat].choose(view) if only is None else only
        if view.needs_hush(seat):
            sleep(max(0.0, began + self.delay.due(seat, self.hush) - monotonic()))
        else:
            self.delay.took(seat, monotonic() - began)
        return move

    def _ask(self, seat: int, view: State) -> None:
        last = self.table.steps[-1]
        if self.turn != view.turn or (len(self.people) > 1 and self.reader != seat):
            self._begin_turn(seat, view)
        elif last.seat != seat and last.n != self.asked:
            self.tell_news()
            self.say(self.words.asked(view, seat, self.names))
        self.asked = last.n
        line = self.read(_("{name}> ").format(name=self.names[seat]))
        if line.lower() in QUIT:
            raise PlayerLeft
        try:
            self.obey(seat, view, line)
        except GameError as error:
            self._tell_if_mine(seat)
            self.say_refusal(error)
        except LogError as error:
            self._tell_if_mine(seat)
            self.say(errors.sentence(error, self.path))
            if not self.table.over:  # otherwise only the last record is missing, the one with the scores
                self.say(_("That was not done. Nothing is lost: type it again."))

    def say_refusal(self, error: GameError) -> None:
        self.say(errors.refusal(error, self.words.REASONS, self.names))
        if isinstance(error, UnreadableMove):
            self.say(_("Type help to see what can be typed."))

    def _begin_turn(self, seat: int, view: State) -> None:
        if len(self.people) > 1 and self.reader != seat:
            self._curtain(seat)
        self.tell_news()
        self.turn = view.turn
        self.say("", *self.words.position(view, seat, self.names), self.words.asked(view, seat, self.names))
        if not self.greeted:
            self.say(_("Type help for all commands, moves for what you can play now, rules for the rules."))
        self.greeted = True

    def _curtain(self, seat: int) -> None:
        """Between two persons at one keyboard: show a hand only when its owner asks for it."""
        self.reader = None
        lines = max(BLANK_LINES, self._size().lines if self.terminal else 0)
        if len(self.table.steps) > 1:
            self.say(*[""] * lines)
            self.say(_("Blank lines have moved the former hand off the screen."))
        self.told = self._last_turn(seat)
        self.tell_news()
        words = _("{name}, it is your turn. Press Enter when only you can see the screen: your hand comes next.")
        if self.table.view(None).to_move != seat:
            words = _("{name}, you are asked. Press Enter when only you can see the screen: your hand comes next.")
        self.say(words.format(name=self.names[seat]))
        self.read(_("{name}, press Enter> ").format(name=self.names[seat]))
        self.reader = seat

    # What happened ---------------------------------------------------------------------------------------------------

    def tell_news(self) -> None:
        """Tell what has happened since the last time, as the present reader may know it."""
        if self.table.over and len(self.people) > 1:
            self.reader = None  # the end is for all who sit here
        self.say(*self._story(self.told))
        self.told = self.table.steps[-1].n

    def _tell_if_mine(self, seat: int) -> None:
        """Tell the news after a person's line. But after the turn another person may be looking at the screen."""
        if len(self.people) < 2 or self.table.over or self.table.view(None).to_move == seat:
            self.tell_news()

    def _story(self, since: int) -> list[str]:
        """The steps after a record, one line for each turn; what was answered for the reader begins another one."""
        steps = [step for step in self.table.steps if step.n > since and step.seat is not None]
        lines: list[str] = []
        for _turn, group in groupby(steps, lambda step: (step.turn, step.seat)):
            parts: list[Step] = []
            last = ""
            for step in group:
                why = why_answered(self.table, step, self.reader, self.words)
                if why and why != last:
                    lines += [*self._told(parts), why]  # the reader did not choose what follows
                    parts = []
                parts.append(step)
                last = why
            lines += self._told(parts)
        return lines

    def _told(self, steps: Sequence[Step]) -> list[str]:
        """Steps of one player in one turn."""
        if not steps:
            return []
        events = [event for step in steps for event in self.table.events(step, self.reader)]
        after = self.table.view(self.reader, steps[-1])
        return self.words.events(events, steps[0].seat, self.reader, self.names, after)

    def _last_turn(self, seat: int) -> int:
        """The last step that this seat made in its own turn before the others had theirs, or the deal."""
        steps = self.table.steps
        others = False
        for before, step in zip(reversed(steps[:-1]), reversed(steps[1:]), strict=True):
            if step.seat != seat:
                others = True
            elif others and before.state.to_move == seat:
                return step.n
        return steps[0].n

    # What somebody typed ---------------------------------------------------------------------------------------------

    def obey(self, seat: int, view: State, line: str) -> None:
        if not line:
            self._enter(seat, view)
            return
        parts = line.split()
        said = [part for part in parts if part.lower() not in self.words.WAIT]
        line = " ".join(said)
        word, what = parts[0].lower(), " ".join(said[1:])
        after, moves = self.listed
        if word in self.words.LOOKS:
            self.say(*self.words.LOOKS[word](view, seat, self.names, what))
            return
        if word == REST and self.choose_rest is not None:
            self.place_rest(seat, view, self.choose_rest)
            return
        if word in COMMANDS:
            COMMANDS[word](self, seat, view, what)
            return
        now = self.table.steps[-1].n
        waited = self.waiting
        self.waiting = waited or len(said) < len(parts)
        try:
            if not said:
                self.say(_("You will be asked before your turn ends. Now make your move."))
            elif line.isdecimal() and moves and after == now:
                self._pick(seat, int(line[:4]), moves)
            else:
                self.play_line(seat, view, line)
        except GameError:
            if self.table.steps[-1].n == now:  # nothing of the line was done, so its wish to wait does not count either
                self.waiting = waited
            raise

    def _enter(self, seat: int, view: State) -> None:
        """An empty line plays the only thing to do; if there is a choice, it repeats the question."""
        moves = view.legal()
        if len(moves) == 1 and moves[0] in self.words.ON_ENTER:
            self.play_chosen(seat, view, moves)
        else:
            self.say(self.words.asked(view, seat, self.names))

    def _pick(self, seat: int, number: int, moves: list[Sequence[Move]]) -> None:
        if not 1 <= number <= len(moves):
            self.say(_("Type a number from 1 to {last}, or a move.").format(last=len(moves)))
            return
        self.play_chosen(seat, self.table.view(seat), moves[number - 1])

    def play_line(self, seat: int, view: State, line: str) -> None:
        """A line of moves: play as many as can be read now, and the rest when chance has decided."""
        turn = view.turn
        refuse_mistaken(self.words, view, line)
        rest = line
        while rest and self._asked(seat, turn):
            try:
                moves, rest = self.table.game.parse(self.table.view(seat), rest)
            except GameError:
                prompt = self.table.view(seat).prompt
                self.waiting = self.waiting or (prompt is not None and prompt.kind in self.words.ANSWERED)
                raise
            self.play_moves(seat, turn, moves)
        if rest and rest not in map(self.table.game.text, self.words.ANSWERED.values()):
            self._tell_if_mine(seat)
            self.say(turn_was_over(rest))
        self.ask_on(seat, turn)

    def play_chosen(self, seat: int, view: State, moves: Sequence[Move]) -> None:
        self.play_moves(seat, view.turn, moves)
        self.ask_on(seat, view.turn)

    def play_moves(self, seat: int, turn: int, moves: Sequence[Move]) -> None:
        for move in moves:
            last = self.table.steps[-1]
            # otherwise the game has answered already
            if self._asked(seat, turn) and not (last.forced and last.move == move):
                self.table.play(seat, move)

    def ask_on(self, seat: int, turn: int) -> None:
        """Ask the next question of the turn, or end the turn."""
        view = self.table.view(seat)
        if self._asked(seat, turn) and view.prompt is not None:
            if self.waiting or view.prompt.kind not in self.words.ANSWERED:
                self.tell_news()
                self.say(self.words.asked(view, seat, self.names))
            return
        self.waiting = False
        self._tell_if_mine(seat)

    def _asked(self, seat: int, turn: int) -> bool:
        view = self.table.view(None)
        return view.prompt is not None and view.prompt.seat == seat and view.turn == turn

    # Commands --------------------------------------------------------------------------------------------------------

    def _list(self, seat: int, view: State, what: str) -> None:
        found, remarks = self.words.choices(view)
        self.listed = (self.table.steps[-1].n, [[move] for move, _text in found])
        shown = found if what.lower() == "all" else found[:MANY]
        self.say(*(_("{number}. {move}").format(number=n + 1, move=text) for n, (_move, text) in enumerate(shown)))
        more = len(found) - len(shown)
        if more:
            self.say(
                ngettext(
                    "There is {n} more: type moves all to see it.",
                    "There are {n} more: type moves all to see them.",
                    more,
                ).format(n=more)
            )
        self.say(*remarks, _("Type a number to play that move."))

    def _hint(self, seat: int, view: State, what: str) -> None:
        """Tell the best moves, which takes a moment the first time. The log records that the player was told."""
        from atlantis_tui.bots.advise import hints
        from core.advice import can_advise

        game = self.table.game
        if not can_advise(game):
            raise GameError("no_hints", game=game.name)
        position = (seat, self.table.steps[-1].n)
        if position not in self.hinted:
            self.say(_("Thinking about it."))
            self.hinted[position] = hints(game, view, self.hint_iterations)
        self.table.hint(seat)
        self._tell_hints(seat, self.hinted[position])
        if what:
            self.say(_('"hint {what}" plays nothing: to play a hint, type its number alone.').format(what=quoted(what)))

    def _tell_hints(self, seat: int, found: Sequence[Advice]) -> None:
        self.listed = (self.table.steps[-1].n, [hint.moves for hint in found])
        for number, hint in enumerate(found, 1):
            why = because(hint.reasons, getattr(self.words, "ADVICE", {}))
            words = _("{number}. {move}, with a chance to win of {percent} %: {why}.")
            if not why:
                words = _("{number}. {move}, with a chance to win of {percent} %.")
            elif hint.moves[-1][0] in getattr(self.words, "GOES_ON", ()):
                words = _("{number}. {move}, with a chance to win of {percent} %: {why}. Then ask for a hint again.")
            written = self._line(self.table.view(seat), hint.moves)
            moves = " ".join(text for text, move in written if move not in self.words.ANSWERED.values())
            self.say(
                words.format(
                    number=number,
                    move=moves or " ".join(text for text, _move in written),
                    percent=percent(hint.chance),
                    why=why,
                )
            )
        self.say(_("Type a number to play that hint, or any other move."))

    def _line(self, ahead: State, moves: Sequence[Move]) -> list[tuple[str, Move]]:
        """Moves one after the other, each as one would type it there; in full from the point where chance decides."""
        found = []
        for move in moves:
            known = not ahead.asks and ahead.explain(move) is None
            found.append((self._written(ahead, move) if known else self.table.game.text(move), move))
            if known:
                ahead.advance(move)
        return found

    def _why(self, seat: int, view: State, what: str) -> None:
        if not what:
            self.say(_("Write a move behind why, and you are told why it is refused or what it would do."))
            return
        ahead = view.copy()
        refuse_mistaken(self.words, view, what)
        moves, rest = self.table.game.parse(view, what)
        for move in moves:
            text, effect = self._written(ahead, move), self.words.effect(ahead, move)
            self.say(_("{move} is legal: {effect}").format(move=text, effect=effect))
            ahead.apply(move)
        if rest:
            self.say(_('Whether "{rest}" is legal after that depends on what turns up.').format(rest=quoted(rest)))

    def _written(self, view: State, move: Move) -> str:
        """A move as one types it in this position."""
        short = getattr(self.words, "short", None)
        return self.table.game.text(move) if short is None else str(short(view, move))

    def place_rest(self, seat: int, view: State, choose: Callable[[State], Move | None]) -> None:
        """Leave the rest of setting up to the program."""
        if choose(view) is None:
            self.say(_("There is nothing left to place."))
            return
        self.delegating.add(seat)
        self.begin_rest()

    def begin_rest(self) -> None:
        """Say how to stop it; the course of the game does the rest."""
        if self.terminal:
            self.say(_("The rest is placed for you. Ctrl+C stops that."))

    def _last(self, seat: int, view: State, what: str) -> None:
        self.say(*self._story(self._last_turn(seat)) or [_("Nothing has happened since your last turn.")])

    def _back(self, seat: int, view: State, what: str) -> None:
        alone = len(self.people) == 1
        self.table.back(seat, alone=alone)
        while not self.waiting and (now := self.table.view(seat)).prompt and now.prompt.kind in self.words.ANSWERED:
            # The game gave that answer, not the player: take back the choice before it.
            if self.table.back_target(seat, alone=alone) is None:
                self.waiting = True
            else:
                self.table.back(seat, alone=alone)
        self.told = self.table.steps[-1].n
        self.turn = -1
        self.say(_("Your last choice is taken back."))

    def tell_help(self, seat: int, view: State, what: str) -> None:
        from core.advice import can_advise

        hints = self.gives_hints and can_advise(self.table.game)
        self.say(
            *self.words.notation(),
            _("moves: what you can play now, with numbers. Then type a number to play that move."),
            *([_("hint: the best moves, with numbers. The log will tell that you asked.")] if hints else []),
            _("why and a move: why it is refused, or what it would do."),
            *self.words.commands(),
            _("last: what has happened since your last turn."),
            _("rules: the rules. rules 3 tells part 3 alone."),
            *self.course_help(),
        )

    def course_help(self) -> list[str]:
        """The commands that are about the course of the game."""
        return [
            _("back: take your last choice back."),
            _("quit: leave the game. It is saved after every move."),
        ]

    def _rules(self, seat: int, view: State, what: str) -> None:
        self.say(*rules(self.table.game.name, what))


COMMANDS = {
    "moves": PlainGame._list,
    "hint": PlainGame._hint,
    "why": PlainGame._why,
    "last": PlainGame._last,
    "back": PlainGame._back,
    "undo": PlainGame._back,
    "help": PlainGame.tell_help,
    "?": PlainGame.tell_help,
    "rules": PlainGame._rules,
}


def rules(game: str, part: str = "") -> list[str]:
    """The rules of a game without their markup: all, or the part with this number."""
    lines = rulebook.lines(game)
    heads = [number for number, line in enumerate(lines) if line.startswith("## ")]
    if part:
        ends = zip(heads, [*heads[1:], len(lines)], strict=True)
        parts = [lines[begin:end] for begin, end in ends if lines[begin].startswith(f"## {part.rstrip('.')}.")]
        if not parts:
            return [_("The rules have the parts 1 to {last}.").format(last=len(heads))]
        lines = parts[0]
    return [line.lstrip("# ") if line.startswith("#") else line for line in lines]
