"""What somebody types at a table on the network: before the game, during it, and after it.

plain/network_seat.py handles moves; here is all that concerns the other players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from atlantis_tui.network import host
from atlantis_tui.network.notices_text import link_sentence
from atlantis_tui.network.runner import now_ms
from atlantis_tui.plain.game import QUIT
from atlantis_tui.text import errors, network
from atlantis_tui.text.sentences import quoted, typed_path
from atlantis_tui.text.translation import _
from core.game import GameError
from net.names import clean_name
from net.refusal import Refusal

if TYPE_CHECKING:
    from atlantis_tui.plain.network_front import PlainNetworkFront

OK, FAILED, BAD = 0, 1, 2


class FrontEnded(Exception):
    """Ends the front with this exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class NetworkKeyboard:
    def __init__(self, front: PlainNetworkFront) -> None:
        self._front = front
        self._early: list[str | None] = []  # lines that came before we sat at the table

    def typed(self, line: str | None) -> None:
        """Handle one line from the keyboard; None means that no more will come. Before we sit at the table a line
        waits, because nobody could do what it says: in a pipe "ready" stands right behind the code."""
        at_once = line.partition(" ")[0].lower() in QUIT if line is not None else not self._early
        if at_once or self._sits():
            self._do(line)
        else:
            self._early.append(line)

    def catch_up(self) -> None:
        """Handle the lines that waited until we sat at the table."""
        while self._early and self._sits():
            self._do(self._early.pop(0))

    def _sits(self) -> bool:
        session = self._front.shell.session
        return session.table is not None or session.game is not None or session.watched is not None

    def _do(self, line: str | None) -> None:
        if line is None:
            if not self._front.watches:
                self._leave_unasked()
            return
        word, _space, what = line.partition(" ")
        word, what = word.lower(), what.strip()
        try:
            if word in QUIT:
                self._leave()
            elif (
                word in COMMANDS and not (self._front.watches and word not in FOR_WATCHERS) and not self._is_move(word)
            ):
                COMMANDS[word](self, what)
            elif self._front.table is not None and not self._front.company.over and not self._front.watches:
                self._front.table.typed(line)
            elif word:
                self._front.say(_('"{word}" is no command here: type help.').format(word=quoted(word)))
        except GameError as error:
            reasons = self._front.table.words.REASONS if self._front.table is not None else {}
            self._front.say(errors.refusal(error, reasons, self._front.names))
        except Refusal as error:
            self._front.say(network.refusal(error, self._front.names))

    def _is_move(self, word: str) -> bool:
        """Whether "yes" or "no" is meant for the game: the other players ask nothing, and the game knows the word."""
        seat, front = self._front.table, self._front
        if word not in ANSWERS or front.company.question is not None or seat is None or front.company.over:
            return False
        prompt = seat.table.view(None).prompt
        return prompt is not None and prompt.seat == seat.reader and word in seat.table.game.moves

    def _leave_unasked(self) -> None:
        """Leave because the input has ended. Before a game this is a failure, because nobody got what they wanted."""
        if self._front.shell.session.game is not None:
            self._leave()
        self._front.say(_("Standard input has ended, so the table is left: give --as bot:LEVEL, or use a terminal."))
        raise FrontEnded(FAILED)

    def _leave(self) -> None:
        game = self._front.shell.session.game
        if game is not None and not game.ended and not self._front.watches:
            path = typed_path(self._front.shell.kept.path(game.chain.gid))
            self._front.say(_("The game is saved. To go on with it: atlantis host --resume {file}").format(file=path))
        raise FrontEnded(OK)

    def _ready(self, what: str) -> None:
        ready = what.lower() != "not"
        if not ready and self._front.shell.session.hosting:
            self._front.shell.wish(lambda one: one.abandon())
        self._front.shell.wish(lambda one: one.ready(ready))

    def _start(self, what: str) -> None:
        session = self._front.shell.session
        if not session.hosting:
            self._front.say(_("Only the host can start: type ready."))
            return
        if session.game is not None:
            raise Refusal("unexpected_message", kind="ROSTER")
        self._front.shell.wish(lambda one: one.ready())
        assert session.lobby is not None
        if any(place.who == "open" for place in session.lobby.places):
            self._front.say(_("There is an open seat: wait for somebody, or type bot normal to fill it."))
            return
        self._front.shell.wish(lambda one: one.start())

    def _bot(self, what: str) -> None:
        from core import games
        from core.bots import check_name, usual_level

        session = self._front.shell.session
        lobby = session.lobby
        if lobby is None or session.game is not None:
            self._front.say(_("Only the host can do that, before the game begins."))
            return
        game = games.load(lobby.game)
        level = what.lower().removeprefix("bot:") or usual_level(game)
        check_name(level, game)
        seat = next((seat for seat, place in enumerate(lobby.places) if place.who == "open"), None)
        if seat is None:
            self._front.say(_("There is no open seat."))
            return
        self._front.shell.wish(lambda one: one.seat_bot(seat, level))

    def _kick(self, what: str) -> None:
        session = self._front.shell.session
        seat = self._find(what)
        if seat is None:
            return
        key = session.table.seats[seat][3] if session.table is not None else None
        if session.game is not None:
            key = session.game.roster.keys.get(seat)
        if not session.may_kick or seat == session.seat:
            self._front.say(_("Only the host can do that, and not to the host."))
        elif key is None and session.lobby is not None and session.game is None:
            self._front.shell.wish(lambda one: one.seat_bot(seat, None))
        elif key is not None:
            shell, name = self._front.shell, self._front.names[seat]
            shell.kick(key)
            if shell.code is None:
                self._front.say(network.can_come_back(name))
            else:
                ticket = host.ticket(shell, host.addresses(shell)[0])
                self._front.say(_("Ticket: {ticket}").format(ticket=ticket))

    def _code(self, what: str) -> None:
        shell = self._front.shell
        if not shell.session.hosting:
            self._front.say(_("Only the host can do that."))
            return
        if shell.code is None:
            shell.set_door("code")
        shell.new_code()

    def _mute(self, what: str) -> None:
        name = clean_name(what)
        if not name:
            return
        if self._front.company.mute(name):
            self._front.say(_("{name} is not heard any more; mute {name} again to change that.").format(name=name))
        else:
            self._front.say(_("{name} is heard again.").format(name=name))

    def _chat(self, what: str) -> None:
        self._front.shell.wish(lambda one: one.chat(what))

    def _answer(self, yes: bool) -> None:
        company = self._front.company
        question, company.question = company.question, None
        if question is None:
            self._front.say(_("Nothing is asked of you just now."))
        else:
            self._front.shell.wish(lambda one: one.answer(question.hash, yes))

    def _vote(self, what: str) -> None:
        seat = self._find(what)
        if seat is not None:
            self._front.shell.wish(lambda one: one.vote(seat))

    def _back(self, what: str) -> None:
        if self._front.table is not None:
            self._front.table.ask_back()
        else:
            raise Refusal("unexpected_message", kind="ASK")

    def _again(self, what: str) -> None:
        if not self._front.company.over:
            raise Refusal("unexpected_message", kind="REMATCH")
        self._front.shell.wish(lambda one: one.want_rematch())
        self._front.say(_("It begins as soon as all want it."))

    def _who(self, what: str) -> None:
        session = self._front.shell.session
        if session.game is None:
            self._front.last_lobby = ""
            self._front.show_lobby()
            return
        for one in session.people():
            self._front.say(link_sentence(one.link, self._front.names[one.seat]))
        for waiting in session.waiting()[:1]:
            self._front.say(network.waiting(waiting.why, self._front.names, waiting.seat, now_ms() - waiting.since_ms))

    def _help(self, what: str) -> None:
        if self._front.watches:
            self._front.say(_("say TEXT: talk to all. quit: leave."))
            return
        if self._front.shell.session.game is None:
            self._front.say(
                _("ready: you are ready to begin; ready not: you are not. The host's ready not calls a start off."),
                _("start: begin, if all are ready. bot LEVEL: a bot for an open seat. Both are the host's."),
                _("kick NAME: send somebody away. code: a new code, also at an open table. Both are the host's too."),
            )
        elif self._front.table is not None:
            self._front.table.help()
            self._front.say(
                _("yes, no: answer what the others ask."),
                _("vote NAME: let a bot play for somebody who has been away for a minute; all others must agree."),
            )
        self._front.say(
            _("who: who is here, and whom we wait for. say TEXT: talk to all. mute NAME: do not hear somebody."),
            _("quit: leave. A game that has begun is saved after every move."),
        )

    def _find(self, name: str) -> int | None:
        """The seat with this name, or with this number counted from 1."""
        wanted, names = clean_name(name).casefold(), self._front.names
        for seat, one in enumerate(names):
            if wanted and one.casefold() == wanted:
                return seat
        if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted[:3]) <= len(names):
            return int(wanted[:3]) - 1
        self._front.say(_('There is nobody called "{name}" at this table.').format(name=quoted(name)))
        return None


COMMANDS: dict[str, Callable[[NetworkKeyboard, str], None]] = {
    "ready": NetworkKeyboard._ready,
    "start": NetworkKeyboard._start,
    "bot": NetworkKeyboard._bot,
    "kick": NetworkKeyboard._kick,
    "code": NetworkKeyboard._code,
    "mute": NetworkKeyboard._mute,
    "say": NetworkKeyboard._chat,
    "yes": lambda keyboard, what: keyboard._answer(True),
    "no": lambda keyboard, what: keyboard._answer(False),
    "vote": NetworkKeyboard._vote,
    "back": NetworkKeyboard._back,
    "undo": NetworkKeyboard._back,
    "again": NetworkKeyboard._again,
    "who": NetworkKeyboard._who,
    "help": NetworkKeyboard._help,
    "?": NetworkKeyboard._help,
}
ANSWERS = ("yes", "no")
FOR_WATCHERS = ("say", "mute", "who", "help", "?")
