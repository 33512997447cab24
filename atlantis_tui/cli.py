"""The program `atlantis`: finds the command and runs it.

Start-up time is a feature, so nothing is imported here but what the command at hand needs.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = (
    "play",
    "learn",
    "resume",
    "host",
    "join",
    "tables",
    "watch",
    "log",
    "replay",
    "review",
    "stats",
    "arena",
    "doctor",
    "locate",
    "completion",
)
FAILED = 1
BAD = 2
INTERRUPTED = 130  # what shells say of a program that was interrupted


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit code; nothing that goes wrong leaves a traceback on the screen."""
    try:
        if hasattr(sys.stdout, "reconfigure"):  # not every file name has its place in every encoding
            sys.stdout.reconfigure(errors="backslashreplace")
        code = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:  # as it is where the output was closed
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _failed(error)


def _run(argv: list[str]) -> int:
    word = argv[0] if argv else "play"
    if word == "--version":
        from atlantis_tui import __version__

        print(f"atlantis {__version__}")
        return 0
    if word in ("--help", "-h"):
        print("\n".join(_help()))
        return 0
    if not argv or word.startswith("-"):
        from atlantis_tui import launch

        return _command("menu" if launch.is_for_menu(argv) else "play")(argv)
    if word in COMMANDS:
        return _command(word)(argv[1:])
    from atlantis_tui.text.complaint import complain
    from atlantis_tui.text.sentences import choice, quoted
    from atlantis_tui.text.translation import _

    return complain(
        _('There is no command "{word}": choose {commands}.').format(word=quoted(word), commands=choice(COMMANDS))
    )


def _command(word: str) -> Callable[[list[str]], int]:
    from importlib import import_module

    run: Callable[[list[str]], int] = import_module(f"atlantis_tui.commands.{word}").run
    return run


def _help() -> list[str]:
    from atlantis_tui.text.translation import _

    return [
        _("Usage: atlantis [COMMAND ...]"),
        _("Great board games in a terminal. Without a command the menu opens."),
        "",
        _("play: a new game"),
        "    atlantis play atlantis --seats you,bot:normal",
        _("learn: a first game that explains itself, step by step"),
        "    atlantis learn",
        _("resume: go on with a game that was left"),
        "    atlantis resume",
        _("host: a table that others join over the network"),
        "    atlantis host atlantis --seats 3 --plain",
        _("join: sit down at such a table"),
        "    atlantis join --plain",
        _("tables: the tables on this network"),
        "    atlantis tables",
        _("watch: look on at such a table"),
        "    atlantis watch",
        _("log: list, show, verify or export the games that were played"),
        "    atlantis log list",
        _("replay: see again how a game went, or make a film of it"),
        "    atlantis replay",
        _("review: look a finished game over with a bot's eyes"),
        "    atlantis review",
        _("stats: how the games went"),
        "    atlantis stats",
        _("arena: let bots play against each other"),
        "    atlantis arena atlantis easy random --games 100",
        _("doctor: what was found out about this terminal, and what to do about problems"),
        "    atlantis doctor",
        _("locate: where games, settings and the rest are kept"),
        "    atlantis locate games",
        _("completion: let your shell complete commands, flags and files"),
        "    atlantis completion bash",
        "",
        _("atlantis COMMAND --help tells more about a command, atlantis --version which version this is."),
    ]


def _failed(error: Exception) -> int:
    """One sentence about what no command was prepared for, and a report for those who can mend it."""
    if isinstance(error, OSError) and error.filename is None:
        # Nothing but the standard streams: files have names, and what happens to logs is a LogError.
        _mute()
        if isinstance(error, BrokenPipeError):
            return 0  # who reads no more has seen enough
    from atlantis_tui.saved import crash
    from atlantis_tui.text.errors import sentence
    from atlantis_tui.text.translation import _
    from core.frames import LogError
    from core.game import GameError
    from core.table import TableError

    code = FAILED
    if isinstance(error, LogError | TableError | GameError):
        words, code = sentence(error), BAD
    elif isinstance(error, OSError) and error.filename is None:
        words, code = _("What there is to say cannot be written: {reason}.").format(reason=error.strerror), BAD
    else:
        words = crash.stopped(type(error).__name__, crash.report_text(error))
    print(f"atlantis: {words}", file=sys.stderr)
    return code


def _mute() -> None:
    """Python flushes once more at its end, and would complain once more."""
    import os
    from contextlib import suppress

    with suppress(OSError, ValueError, AttributeError):  # a stream without a number, or no stream at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
