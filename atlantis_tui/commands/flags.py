"""Read the flags of a command line, and guard a command: every error becomes one sentence and exit code 2.

We do not use argparse, because importing it would take as long as starting Python.
"""

from __future__ import annotations

import os
import sys

from atlantis_tui.text.command_error import INTERRUPTED, OK, CommandError, complain
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ASK = "\0flags"  # no shell can pass this word; a command that gets it reports its flags


class FlagsReported(Exception):
    """The answer of a command to ASK: its flags with a value, and its flags without one."""

    def __init__(self, valued: Sequence[str], bare: Sequence[str]) -> None:
        super().__init__()
        self.valued, self.bare = tuple(valued), tuple(bare)


def read_flags(
    command: str, argv: Sequence[str], *, valued: Sequence[str] = (), bare: Sequence[str] = (), words: int = 0
) -> tuple[list[str], dict[str, list[str]]]:
    """The words and the flags of a command line. A flag may come more than once; `--flag=value` is `--flag value`."""
    if ASK in argv:
        raise FlagsReported(valued, bare)
    found: list[str] = []
    flags: dict[str, list[str]] = {}
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--":
            found += rest
            break
        if not word.startswith("-") or word == "-":
            found.append(word)
            continue
        name, equals, value = word.partition("=")
        if name in valued:
            if not equals:
                if not rest:
                    raise CommandError(
                        _("{flag} needs a value: see atlantis {command} --help.").format(flag=name, command=command)
                    )
                value = rest.pop(0)
            flags.setdefault(name, []).append(value)
        elif name in bare and not equals:
            flags.setdefault(name, []).append("")
        elif name in bare:
            raise CommandError(
                _("{flag} takes no value: see atlantis {command} --help.").format(flag=name, command=command)
            )
        else:
            raise CommandError(
                _('There is no flag "{flag}": see atlantis {command} --help.').format(
                    flag=quoted(name), command=command
                )
            )
    if len(found) > words:
        raise CommandError(
            _('"{word}" is one word too many: see atlantis {command} --help.').format(
                word=quoted(found[words]), command=command
            )
        )
    return found, flags


def once(flags: dict[str, list[str]], name: str) -> str | None:
    """The value of a flag that may be given only once, or None."""
    values = flags.get(name, [])
    if len(values) > 1:
        raise CommandError(_("{flag} is given twice: give it once.").format(flag=name))
    return values[0] if values else None


def guarded(body: Callable[[], int]) -> int:
    """Run a command. Errors become one sentence and exit code 2. An interrupt ends it without a sentence. A reader who
    is gone is no error."""
    try:
        _prepare_streams()
        return body()
    except CommandError as wrong:
        return complain(str(wrong))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads the output any more. Without this, Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _prepare_streams() -> None:
    if sys.stdin is None:  # Python sets this when the program starts with the stream closed
        sys.stdin = open(os.devnull)  # noqa: SIM115 - it stays open to the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):  # a character that the encoding lacks must not end a game
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
