"""What the commands for network games share: the flags for bots, codes and tickets, and where a person types."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from atlantis_tui import launch
from atlantis_tui.plain.typed_lines import read_line
from atlantis_tui.text import network
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.errors import sentence
from atlantis_tui.text.sentences import choice, quoted
from atlantis_tui.text.translation import _
from core.bots import LEVELS, check_name, split_name
from core.game import BadOption, Game
from net.codes import SCHEME, read_code, read_ticket
from net.refusal import Refusal


def level(given: str | None) -> str | None:
    """The level in "bot:LEVEL" or LEVEL; None if nothing is given. Raises CommandError if there is no such level."""
    if given is None:
        return None
    name = given.strip().lower().removeprefix("bot:")
    try:
        if split_name(name)[0] not in LEVELS:
            raise BadOption("no_such_bot", bot=given, bots=list(LEVELS))
    except BadOption as bad:
        raise CommandError(sentence(bad)) from None
    return name


def check_level(plays: str | None, game: Game) -> None:
    try:
        if plays is not None:
            check_name(plays, game)
    except BadOption as bad:
        raise CommandError(sentence(bad)) from None


def on_screen(flags: Mapping[str, Sequence[str]], plays: str | None = None) -> bool:
    """Whether a person with a screen plays. Otherwise a bot plays, or a person in plain mode."""
    return plays is None and launch.has_screen(flags)


# environment variables, because other users can read command lines with `ps`
CODE, TICKET = "ATLANTIS_CODE", "ATLANTIS_TICKET"
TYPED = "-"  # on the command line: read it from standard input
TERMINAL = "/dev/tty"  # the terminal of this program, even where standard input is a pipe
ENDING_MS = 500  # how long we wait for the writer to close standard input


def code(given: str | None) -> str | None:
    """The code from the flag, from standard input if the flag is "-", or from the environment. Raises CommandError."""
    name = ""
    if given is None:
        name, given = CODE, _taken(CODE)
    elif given == TYPED:
        given = _line(_("Type the code:"))
    try:
        return None if given is None else read_code(given)
    except Refusal as refusal:
        raise CommandError(_named(name, network.refusal(refusal))) from None


def table(words: Sequence[str], code_given: str | None) -> str | None:
    """The table that the command names, also from standard input or as a ticket in the environment. None if the
    player has to choose one. Raises CommandError."""
    if not words:
        found = _taken(TICKET)
        return None if found is None else _ticket(TICKET, found)
    if words[0] == TYPED and code_given == TYPED:
        raise CommandError(_("Only one of the two can come on standard input: a ticket needs no code."))
    word = _line(_("Type the ticket:")) if words[0] == TYPED else words[0]
    if not word:
        raise CommandError(_("Name a table, or leave that out."))
    return _ticket("", word) if words[0] == TYPED and word.lower().startswith(SCHEME) else word


def _ticket(name: str, given: str) -> str:
    try:
        read_ticket(given)
    except Refusal as refusal:
        raise CommandError(_named(name, network.refusal(refusal))) from None
    return given


def find_keyboard(*given: str | None, needed: bool) -> None:
    """Give a person the terminal as keyboard if standard input ended after the code or ticket that was read from it.
    Raises CommandError if there is no terminal and one is `needed`: nobody shall sit at a table without a keyboard."""
    if TYPED not in given or sys.stdin.isatty():
        return
    try:
        fd = sys.stdin.fileno()
        if not _has_ended(fd):
            return
        terminal = os.open(TERMINAL, os.O_RDWR)
    except (OSError, ValueError):
        if not needed:
            return
        raise CommandError(
            _(
                "Standard input ended there, and without a terminal nobody can play: let what is to be typed follow, "
                "or a bot play with --as bot:LEVEL."
            )
        ) from None
    os.dup2(terminal, fd)  # nothing was read ahead, so nothing is lost
    os.close(terminal)


def _has_ended(fd: int) -> bool:
    """Whether standard input has ended. A writer who sends only one line closes it within a moment."""
    import fcntl
    import select
    import stat
    import termios

    if stat.S_ISREG((info := os.fstat(fd)).st_mode):
        return os.lseek(fd, 0, os.SEEK_CUR) >= info.st_size
    poll = select.poll()
    poll.register(fd, select.POLLIN | select.POLLHUP)
    if not poll.poll(ENDING_MS):
        return False
    return int.from_bytes(fcntl.ioctl(fd, termios.FIONREAD, bytes(4)), sys.byteorder) == 0


def _taken(name: str) -> str | None:
    """Take a value out of the environment, so that programs we start do not see it."""
    return os.environ.pop(name, "") or None


def _named(name: str, sentence: str) -> str:
    return _("{name}: {sentence}").format(name=name, sentence=sentence) if name else sentence


def _line(asked: str) -> str:
    """Read one line of standard input. What follows it is typed at the table."""
    if sys.stdin.isatty():
        print(asked, file=sys.stderr, flush=True)
    return read_line(sys.stdin)


def words_for(names: Sequence[str]) -> str:
    return choice([quoted(name) for name in names])
