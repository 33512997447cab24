"""Bots that are programs of their own, at the other end of two pipes. PROTOCOL.md says what both ends speak.

    __init__.py       what both ends must agree on, and the command behind a seat like "cmd:./mybot --fast"
    serve.py          a built-in bot at its end of the pipes; needs neither Textual nor asyncio
    advise.py         the same for a process that thinks about hints, and answers once
    incoming.py       rebuilds a game at that end, from what one seat is told
    pace.py           how long a built-in bot thinks
    team.py           `hard` on several cores: helpers that run some of its streams
    helper.py         a copy of this process that answers our questions; reviews use it too
    cores.py          which cores are left for our bots
    outgoing.py       what a seat is told, as lines
    seating.py        who plays a bot seat: which process, which seed, who hears of trouble
    hints.py          asks for hints and waits for them, without keeping anybody else waiting
    child_process.py  a program on pipes, which may crash, hang or flood, and which we never leave behind
    process.py        BotSeat: a program that sits at the table, and what happens if it misbehaves
    trouble.py        what went wrong with a bot, as sentences

saved/allowed_programs.py decides which programs may be started at all.
"""

from __future__ import annotations

import sys

from core.bots import check_name
from core.game import BadOption, Game

PROTOCOL = 1  # the version of what is spoken
MAX_LINE = 8192  # bytes of a line from a bot, with its end
MAX_LINES = 32  # lines from a bot before it must have answered
MAX_SAID = 200  # characters of a remark
SECONDS = 30.0  # for one answer


def command(spec: str, game: Game) -> list[str]:
    """The program and its arguments for a seat "bot:LEVEL" or "cmd:PROGRAM …". Raises BadOption if there is none."""
    kind, _, rest = spec.partition(":")
    if kind == "bot":
        check_name(rest, game)
        # -P: a folder called `core` in the folder we were started in is not ours.
        return [sys.executable, "-P", "-m", "atlantis_tui.bots.serve", rest]
    if kind != "cmd":
        raise BadOption("no_such_seat", seat=spec)
    return words_of(spec)


def words_of(spec: str) -> list[str]:
    """The words of the command in a seat "cmd:PROGRAM …". Raises BadOption if there are none."""
    import shlex

    line = spec.partition(":")[2]
    try:
        words = shlex.split(line)
    except ValueError:  # a quote without its twin
        words = []
    if not words:
        raise BadOption("bad_command", command=line)
    return words


def check_program(spec: str) -> None:
    """Raises BadOption if the program of a seat "cmd:PROGRAM …" is missing, before a game begins without it."""
    from shutil import which

    program = words_of(spec)[0]
    if which(program) is None:
        raise BadOption("no_such_program", program=program)


def clean(text: str, limit: int = MAX_SAID) -> str:
    """Words of a stranger, fit for a screen: one line, without control characters that a terminal would obey."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * limit])
    shown = " ".join(shown.split())
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"
