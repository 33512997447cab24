"""The program `atlantis`: find the command and run it.

Start-up time is a feature: this file imports only what the given command needs.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing would slow down the start
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
    "result",
    "review",
    "stats",
    "arena",
    "doctor",
    "locate",
    "completion",
)
FAILED = 1
BAD = 2
INTERRUPTED = 130  # the exit code that shells give to an interrupted program


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code. Whatever goes wrong, no traceback appears on the screen."""
    try:
        if hasattr(sys.stdout, "reconfigure"):  # not every encoding can write every file name
            sys.stdout.reconfigure(errors="backslashreplace")
        code = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:  # it is None if the program was started with its output closed
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
        from atlantis_tui.doctor.compiled import which

        print(f"atlantis {__version__} ({which()})")
        return 0
    if word in ("--help", "-h"):
        print("\n".join(_help()))
        return 0
    if not argv or word.startswith("-"):
        from atlantis_tui import launch

        flags = launch.flags_before_command(argv)
        if len(flags) < len(argv) and argv[len(flags)] in COMMANDS:
            rest = argv[len(flags) + 1 :]
            end = rest.index("--") if "--" in rest else len(rest)
            return find_command(argv[len(flags)])([*rest[:end], *flags, *rest[end:]])
        return find_command("menu" if len(flags) == len(argv) else "play")(argv)
    if word in COMMANDS:
        return find_command(word)(argv[1:])
    from atlantis_tui.text.command_error import complain
    from atlantis_tui.text.sentences import choice, quoted
    from atlantis_tui.text.translation import _

    return complain(
        _('There is no command "{word}": choose {commands}.').format(word=quoted(word), commands=choice(COMMANDS))
    )


def find_command(word: str) -> Callable[[list[str]], int]:
    from importlib import import_module

    run: Callable[[list[str]], int] = import_module(f"atlantis_tui.commands.{word}").run
    return run


def _help() -> list[str]:
    from atlantis_tui.games import DEFAULT
    from atlantis_tui.text.translation import _

    return [
        _("Usage: atlantis [COMMAND ...]"),
        _("Great board games in a terminal. Without a command the menu opens."),
        "",
        _("play: a new game"),
        f"    atlantis play {DEFAULT} --seats you,bot:normal",
        _("learn: a first game that explains itself, step by step"),
        "    atlantis learn",
        _("resume: go on with a game that was left"),
        "    atlantis resume",
        _("host: a table that others join over the network"),
        f"    atlantis host {DEFAULT} --seats 3 --plain",
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
        _("result: see again how a game ended"),
        "    atlantis result",
        _("review: look a finished game over with a bot's eyes"),
        "    atlantis review",
        _("stats: how the games went"),
        "    atlantis stats",
        _("arena: let bots play against each other"),
        f"    atlantis arena {DEFAULT} easy random --games 100",
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
    """One sentence about an error that no command expected, and a report for whoever can fix it."""
    if isinstance(error, OSError) and error.filename is None:
        # It is a standard stream: errors of files have a name, and errors of logs are LogErrors.
        _mute()
        if isinstance(error, BrokenPipeError):
            return 0  # whoever stops reading has seen enough
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
    """Send the output nowhere, because Python flushes at exit and would complain again."""
    import os
    from contextlib import suppress

    with suppress(OSError, ValueError, AttributeError):  # a stream without a file descriptor, or no stream at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
