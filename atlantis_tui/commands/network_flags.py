"""What the commands that play together share: who we are, what may be typed, and which game is meant."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from atlantis_tui import launch
from atlantis_tui.text import network
from atlantis_tui.text.complaint import Wrong
from atlantis_tui.text.errors import sentence
from atlantis_tui.text.sentences import choice, quoted
from atlantis_tui.text.translation import _
from core.bots import LEVELS, check_name, split_name
from core.game import BadOption, Game
from net.codes import SCHEME, read_code, read_ticket
from net.refusal import Refusal


def level(given: str | None) -> str | None:
    """The level of "bot:LEVEL" or LEVEL; Wrong if there is none."""
    if given is None:
        return None
    name = given.strip().lower().removeprefix("bot:")
    try:
        if split_name(name)[0] not in LEVELS:
            raise BadOption("no_such_bot", bot=given, bots=list(LEVELS))
    except BadOption as bad:
        raise Wrong(sentence(bad)) from None
    return name


def check_level(plays: str | None, game: Game) -> None:
    try:
        if plays is not None:
            check_name(plays, game)
    except BadOption as bad:
        raise Wrong(sentence(bad)) from None


def on_screen(flags: Mapping[str, Sequence[str]], plays: str | None = None) -> bool:
    """Who sits in front: a person with a screen; or else a bot, or a person with lines of text."""
    return plays is None and launch.has_screen(flags)


CODE, TICKET = "ATLANTIS_CODE", "ATLANTIS_TICKET"  # in the environment, which others cannot read as they can `ps`
TYPED = "-"  # on the command line: it comes on standard input
LONGEST = 600  # characters of such a line; tickets are shorter
TERMINAL = "/dev/tty"  # of this program, wherever its input comes from
ENDING_MS = 500  # for who writes to it to end it


def code(given: str | None) -> str | None:
    """The code as it is given, on standard input where that says so, or as the environment has it; Wrong."""
    name = ""
    if given is None:
        name, given = CODE, _taken(CODE)
    elif given == TYPED:
        given = _line(_("Type the code:"))
    try:
        return None if given is None else read_code(given)
    except Refusal as refusal:
        raise Wrong(_named(name, network.refusal(refusal))) from None


def table(words: Sequence[str], code_given: str | None) -> str | None:
    """The table that is named, on standard input where that says so, or the ticket of the environment; Wrong. None:
    one is to be chosen."""
    if not words:
        found = _taken(TICKET)
        return None if found is None else _ticket(TICKET, found)
    if words[0] == TYPED and code_given == TYPED:
        raise Wrong(_("Only one of the two can come on standard input: a ticket needs no code."))
    word = _line(_("Type the ticket:")) if words[0] == TYPED else words[0]
    if not word:
        raise Wrong(_("Name a table, or leave that out."))
    return _ticket("", word) if words[0] == TYPED and word.lower().startswith(SCHEME) else word


def _ticket(name: str, given: str) -> str:
    try:
        read_ticket(given)
    except Refusal as refusal:
        raise Wrong(_named(name, network.refusal(refusal))) from None
    return given


def find_keyboard(*given: str | None, needed: bool) -> None:
    """For a person: where standard input ended with a code or ticket that was read from it, our terminal stands in for
    it. Wrong where there is none and it is `needed`: nobody is to sit down who cannot say anything."""
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
        raise Wrong(
            _(
                "Standard input ended there, and without a terminal nobody can play: let what is to be typed follow, "
                "or a bot play with --as bot:LEVEL."
            )
        ) from None
    os.dup2(terminal, fd)  # nothing was read ahead that would be lost
    os.close(terminal)


def _has_ended(fd: int) -> bool:
    """Whether nothing more can come. Who writes only that one line has closed it in a moment; else more may come."""
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
    """From the environment, once: programs that we start need not know it."""
    return os.environ.pop(name, "") or None


def _named(name: str, sentence: str) -> str:
    return _("{name}: {sentence}").format(name=name, sentence=sentence) if name else sentence


def _line(asked: str) -> str:
    """One line of standard input, and not a byte more: what comes after it is typed at the table."""
    if sys.stdin.isatty():
        print(asked, file=sys.stderr, flush=True)
    try:
        fd = sys.stdin.fileno()
    except (OSError, ValueError):  # no file: nothing is read ahead there
        return sys.stdin.readline(LONGEST).strip()
    line = b""
    while len(line) < LONGEST and (sign := os.read(fd, 1)) not in (b"", b"\n"):
        line += sign
    return line.decode("utf-8", "replace").strip()


def words_for(names: Sequence[str]) -> str:
    return choice([quoted(name) for name in names])
