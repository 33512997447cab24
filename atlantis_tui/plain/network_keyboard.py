"""What somebody types at a table on the network: before the game, during it, and after it.

plain/network_seat.py handles moves; here is all that concerns the other players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from atlantis_tui.network import game_change, host, ourselves
from atlantis_tui.network.ballot_text import answers, asked_for
from atlantis_tui.network.branch_permission import LeftAlone
from atlantis_tui.network.notices_text import link_sentence
from atlantis_tui.network.runner import now_ms
from atlantis_tui.network.typed_names import meant
from atlantis_tui.plain.game import QUIT
from atlantis_tui.saved.game_names import typed
from atlantis_tui.saved.settings import UnusableSettings, save
from atlantis_tui.text import errors, lost_host, network
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.sentences import choice, listing, quoted, title
from atlantis_tui.text.setup import players
from atlantis_tui.text.translation import _
from core import games
from core.game import GameError
from net.codes import code_text
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


class AloneWished(Exception):
    """Ends the front, because its person goes on against bots with the game in this file."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class NetworkKeyboard:
    def __init__(self, front: PlainNetworkFront, early: Sequence[str | None] = ()) -> None:
        self._front = front
        self.ended = None in early  # whether nothing more can be typed
        self.early = list(early)  # lines that came before we sat at the table

    def typed(self, line: str | None) -> None:
        """Handle one line from the keyboard; None means that no more will come. Before we sit at the table a line
        waits, because nobody could do what it says: in a pipe "ready" stands right behind the code."""
        self.ended = self.ended or line is None
        at_once = line.partition(" ")[0].lower() in QUIT if line is not None else not self.early
        if at_once or self._sits():
            self._do(line)
        else:
            self.early.append(line)

    def catch_up(self) -> None:
        """Handle the lines that waited until we sat at the table."""
        while self.early and self._sits():
            self._do(self.early.pop(0))

    def _sits(self) -> bool:
        session = self._front.runner.session
        return session.table is not None or session.game is not None or session.watched is not None

    def _do(self, line: str | None) -> None:
        if line is None:
            if not self._front.watches:
                self._leave_unasked()
            return
        word, _space, what = line.partition(" ")
        word, what = word.lower(), what.strip()
        try:
            if word in (*QUIT, "leave"):
                self._leave()
            elif word in UNHEARD and self._front.network_table.lost_between_games:
                self._front.say(lost_host.typed_unheard(self._front.session.may_take_over))
            elif word in COMMANDS and self._is_for_us(word) and not self._is_move(word):
                COMMANDS[word](self, what)
            elif self._front.table is not None and not self._front.network_table.over and not self._front.watches:
                self._front.table.typed(line)
            elif word:
                self._front.say(_('"{word}" is no command here: type help.').format(word=quoted(word)))
        except GameError as error:
            reasons = self._front.table.words.REASONS if self._front.table is not None else {}
            self._front.say(errors.refusal(error, reasons, self._front.names))
        except Refusal as error:
            self._front.say(network.refusal(error, self._front.names))
        except CommandError as wrong:
            self._front.say(str(wrong))

    def _is_for_us(self, word: str) -> bool:
        """Whether we may use this command now. A game that goes on may know words such as "wait" itself."""
        game = self._front.session.game
        if word in BETWEEN_GAMES and game is not None and not game.ended:
            return False
        return not self._front.watches or word in FOR_WATCHERS

    def _is_move(self, word: str) -> bool:
        """Whether "yes" or "no" is meant for the game: the other players ask nothing, and the word is a move now."""
        seat, front = self._front.table, self._front
        if word not in ANSWERS or front.network_table.question is not None or seat is None or front.network_table.over:
            return False
        view = seat.table.view(seat.reader)
        if view.prompt is None or view.prompt.seat != seat.reader:
            return False
        try:
            return bool(seat.table.game.parse(view, word)[0])
        except GameError:
            return False

    def _leave_unasked(self) -> None:
        """Leave because the input has ended. Before a game this is a failure, because nobody got what they wanted."""
        if self._front.runner.session.game is not None:
            self._leave()
        self._front.say(_("Standard input has ended, so the table is left: give --as bot:LEVEL, or use a terminal."))
        raise FrontEnded(FAILED)

    def _leave(self) -> None:
        game = self._front.runner.session.game
        if game is not None and not game.ended and not self._front.watches:
            path = typed(self._front.runner.kept.path(game.chain.gid))
            self._front.say(_("The game is saved. To go on with it: atlantis host --resume {file}").format(file=path))
        raise FrontEnded(OK)

    def _host(self, what: str) -> None:
        """Become the host of the company, if its host is lost between two games."""
        table = self._front.network_table
        if self._front.session.hosting:
            self._front.say(_("You are the host."))
        elif not table.lost_between_games:
            self._front.say(_("{name} is the host.").format(name=table.host_name))
        else:
            self._front.runner.wish(lambda one: one.take_over())

    def _wait(self, what: str) -> None:
        if self._front.network_table.lost_between_games:
            self._front.say(_("The table is looked for all the time. You will read when there is a host again."))
        else:
            self._front.say(_("Nobody is lost, so there is nothing to wait for."))

    def _name(self, what: str) -> None:
        """Take another name, here and for later tables."""
        name = ourselves.checked_name(what)
        self._front.runner.wish(lambda one: one.rename(name))
        with suppress(UnusableSettings):
            save({"name": name})

    def _game(self, what: str) -> None:
        """As the host: another game with everybody who is here."""
        session, name = self._front.session, what.lower()
        if not self._opens_table():
            return
        game = games.load(name)
        people = sum(place.who == "person" for place in session.lobby.places)
        if max(game.seat_counts) < people:
            self._front.say(_("{game} has too few seats for the {n} of you.").format(game=title(name), n=people))
        else:
            self._front.runner.wish(game_change.change(name))

    def _opens_table(self) -> bool:
        """Whether we may change the table, as its host. After a game that opens it again for all who are here."""
        session = self._front.session
        if session.hosting and session.game is not None and session.game.ended:
            self._front.runner.wish(lambda one: one.reopen())
        if session.hosting and session.game is None:
            return True
        self._front.say(_("Only the host can do that, before the game begins."))
        return False

    def _seats(self, what: str) -> None:
        """As the host: so many seats."""
        session = self._front.session
        if not self._opens_table():
            return
        lobby, count = session.lobby, int(what[:3]) if what.isascii() and what.isdecimal() else 0
        taken = sum(place.who != "open" for place in lobby.places)
        if count not in games.load(lobby.game).seat_counts:
            words = _("{game} is for {players}: type seats and how many.")
            self._front.say(words.format(game=title(lobby.game), players=players(lobby.game)))
        elif count < taken:
            words = _("{n} seats are taken: kick NAME sends somebody, or a bot, away.")
            self._front.say(words.format(n=taken))
        else:
            self._front.runner.wish(lambda one: one.set_rules(lobby.game, lobby.options, count))

    def _ready(self, what: str) -> None:
        ready = what.lower() != "not"
        if not ready and self._front.runner.session.hosting:
            self._front.runner.wish(lambda one: one.abandon())
        self._front.runner.wish(lambda one: one.ready(ready))

    def _start(self, what: str) -> None:
        session = self._front.runner.session
        if not session.hosting:
            self._front.say(_("Only the host can start: type ready."))
            return
        if session.game is not None:
            raise Refusal("unexpected_message", kind="ROSTER")
        self._front.runner.wish(lambda one: one.ready())
        assert session.lobby is not None
        if any(place.who == "open" for place in session.lobby.places):
            self._front.say(_("There is an open seat: wait for somebody, or type bot normal to fill it."))
            return
        self._front.runner.wish(lambda one: one.start())

    def _bot(self, what: str) -> None:
        from core.bots import check_name, usual_level

        if not self._opens_table():
            return
        session = self._front.runner.session
        lobby = session.lobby
        assert lobby is not None
        game = games.load(lobby.game)
        level = what.lower().removeprefix("bot:") or usual_level(game)
        check_name(level, game)
        seat = next((seat for seat, place in enumerate(lobby.places) if place.who == "open"), None)
        if seat is None:
            self._front.say(_("There is no open seat."))
            return
        self._front.runner.wish(lambda one: one.seat_bot(seat, level))

    def _kick(self, what: str) -> None:
        session = self._front.runner.session
        seat = self._find(what)
        if seat is None:
            return
        key = self._front.network_table.keys.get(seat)
        if not session.may_kick or seat == session.seat:
            self._front.say(_("Only the host can do that, and not to the host."))
        elif key is None and session.lobby is not None and session.game is None:
            self._front.runner.wish(lambda one: one.seat_bot(seat, None))
        elif key is not None:
            runner, name = self._front.runner, self._front.names[seat]
            runner.kick(key)
            if runner.code is None:
                self._front.say(network.can_come_back(name))
            else:
                ticket = host.ticket(runner, host.addresses(runner)[0])
                self._front.say(_("Ticket: {ticket}").format(ticket=ticket))

    def _code(self, what: str) -> None:
        runner = self._front.runner
        if not runner.session.hosting:
            self._invite(what)
            return
        if runner.code is None:
            runner.set_door("code")
        runner.new_code()

    def _invite(self, what: str) -> None:
        """Tell how others come to this table."""
        network_table, say = self._front.network_table, self._front.say
        runner, hosting, code = network_table.runner, network_table.session.hosting, network_table.code
        if code is not None:
            say(_("Who wants to come in needs the code {code}.").format(code=code_text(code)))
        elif hosting:
            say(_("The table is open: who wants to come in needs no code."))
        else:
            say(_("Only the host knows the code: ask for it."))
        if hosting:
            for address in host.addresses(runner):
                say(_("Address: {address}").format(address=f"{address}:{runner.port}"))
                say(_("Ticket: {ticket}").format(ticket=host.ticket(runner, address)))
        elif (known := runner.host_address) is not None:
            say(_("Address: {address}").format(address=f"{known[0]}:{known[1]}"))

    def _mute(self, what: str) -> None:
        name, there = clean_name(what), [*self._front.names, *self._front.network_table.watching]
        if not name:
            return
        if len(found := meant(name, there)) == 1:
            name = there[found[0]]
        if self._front.network_table.mute(name):
            self._front.say(_("{name} is not heard any more; mute {name} again to change that.").format(name=name))
        else:
            self._front.say(_("{name} is heard again.").format(name=name))

    def _chat(self, what: str) -> None:
        self._front.runner.wish(lambda one: one.chat(what))

    def _answer(self, yes: bool) -> None:
        network_table = self._front.network_table
        question, network_table.question = network_table.question, None
        if question is None:
            self._front.say(_("Nothing is asked of you just now."))
        else:
            self._front.agreed = question.seat if yes and question.kind == "back" else None
            self._front.runner.wish(lambda one: one.answer(question.hash, yes))

    def _vote(self, what: str) -> None:
        seat = self._find(what)
        if seat is not None:
            self._front.runner.wish(lambda one: one.vote(seat))

    def _alone(self, what: str) -> None:
        """Leave the table to go on against bots, if nobody else is here and it is time."""
        front = self._front
        left_alone = LeftAlone(front.network_table)
        if not left_alone:
            front.say(_("You are not alone at this table: vote NAME lets a bot play for somebody who is away."))
        elif (early := left_alone.too_early()) is not None:
            front.say(early.on_screen)
        else:
            raise AloneWished(front.network_table.path)

    def _back(self, what: str) -> None:
        if self._front.table is not None:
            self._front.table.ask_back()
        else:
            raise Refusal("unexpected_message", kind="ASK")

    def _again(self, what: str) -> None:
        if not self._front.network_table.over:
            raise Refusal("unexpected_message", kind="REMATCH")
        want = what.lower() != "not"
        self._front.runner.wish(lambda one: one.want_rematch(want))
        self._front.say(_("It begins as soon as all want it.") if want else _("You do not want another game just now."))

    def _who(self, what: str) -> None:
        session = self._front.runner.session
        if session.game is None and session.watched is None:
            self._front.last_lobby = ""
            self._front.show_lobby()
            return
        for one in session.people():
            self._front.say(link_sentence(one.link, self._front.names[one.seat], one.left))
        if watching := self._front.network_table.watching:
            self._front.say(_("Watching: {who}.").format(who=listing(watching)))
        ballot = session.ballot()
        if ballot is not None:
            moves = self._front.moves_back(ballot.seat, ballot.other) if ballot.kind == "back" else ""
            self._front.say(asked_for(ballot, self._front.names, session.seat, moves))
            self._front.say(answers(ballot, self._front.names, session.seat))
            return
        for waiting in session.waiting()[:1]:
            self._front.say(self._front.waiting(waiting, now_ms()))

    def _help(self, what: str) -> None:
        if self._front.watches:
            self._front.say(_("say TEXT: talk to all. invite: how others come to this table. quit: leave."))
            return
        if self._front.runner.session.game is None:
            self._front.say(
                _("ready: you are ready to begin; ready not: you are not. The host's ready not calls a start off."),
                _("start: begin, if all are ready. bot LEVEL: a bot for an open seat. Both are the host's."),
                _("kick NAME: send somebody away. code: a new code, also at an open table. Both are the host's too."),
                _("game NAME: another game with all who are here. seats N: so many seats. Both are the host's."),
                _("name NEW: be called otherwise, here and at later tables."),
                _("host: become the host, if the host is gone. wait: wait for a host."),
            )
        elif self._front.table is not None:
            self._front.table.help()
            self._front.say(
                _("yes, no: answer what the others ask."),
                _("vote NAME: let a bot play for somebody who has been away for a minute; all others must agree."),
                _("alone: nobody else comes back? Leave the table, and go on against bots in a game of its own."),
            )
        self._front.say(
            _("who: who is here, and whom we wait for. say TEXT: talk to all. mute NAME: do not hear somebody."),
            _("invite: the code, the address and the host's ticket, for others who want to come."),
            _("quit: leave. A game that has begun is saved after every move."),
        )

    def _find(self, name: str) -> int | None:
        """The seat with this name, or with this number counted from 1; says so if there is none."""
        wanted, names = clean_name(name), self._front.names
        found = meant(wanted, names)
        if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted[:3]) <= len(names) and wanted not in names:
            found = [int(wanted[:3]) - 1]
        if len(found) == 1:
            return found[0]
        if found:
            who = choice([names[seat] for seat in found])
            self._front.say(_("That may be {names}: type more of the name.").format(names=who))
        else:
            self._front.say(_('There is nobody called "{name}" at this table.').format(name=quoted(name)))
        return None


COMMANDS: dict[str, Callable[[NetworkKeyboard, str], None]] = {
    "host": NetworkKeyboard._host,
    "wait": NetworkKeyboard._wait,
    "name": NetworkKeyboard._name,
    "game": NetworkKeyboard._game,
    "seats": NetworkKeyboard._seats,
    "ready": NetworkKeyboard._ready,
    "start": NetworkKeyboard._start,
    "bot": NetworkKeyboard._bot,
    "kick": NetworkKeyboard._kick,
    "code": NetworkKeyboard._code,
    "invite": NetworkKeyboard._invite,
    "mute": NetworkKeyboard._mute,
    "say": NetworkKeyboard._chat,
    "yes": lambda keyboard, what: keyboard._answer(True),
    "no": lambda keyboard, what: keyboard._answer(False),
    "alone": NetworkKeyboard._alone,
    "vote": NetworkKeyboard._vote,
    "back": NetworkKeyboard._back,
    "undo": NetworkKeyboard._back,
    "again": NetworkKeyboard._again,
    "who": NetworkKeyboard._who,
    "help": NetworkKeyboard._help,
    "?": NetworkKeyboard._help,
}
ANSWERS = ("yes", "no")
BETWEEN_GAMES = ("host", "wait", "name", "game", "seats")
UNHEARD = ("ready", "say", "again", "name")  # what needs somebody who hears it
FOR_WATCHERS = ("say", "mute", "who", "invite", "help", "?", "wait")
