"""The flags of a command line, and the guard round a command: what is wrong becomes one sentence and exit code 2.

argparse would take as long to import as Python takes to start.
"""

from __future__ import annotations

import os
import sys

from atlantis_tui.text.complaint import OK, Wrong, complain
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ASK = "\0flags"  # a word that no shell can hand over: the command that gets it tells its flags


class Flags(Exception):
    """What a command answers to ASK: the flags with a value, and those without."""

    def __init__(self, valued: Sequence[str], bare: Sequence[str]) -> None:
        super().__init__()
        self.valued, self.bare = tuple(valued), tuple(bare)


def read_flags(
    command: str, argv: Sequence[str], *, valued: Sequence[str] = (), bare: Sequence[str] = (), words: int = 0
) -> tuple[list[str], dict[str, list[str]]]:
    """The words and the flags of a command line; a flag may stand more than once, `--flag=value` is `--flag value`."""
    if ASK in argv:
        raise Flags(valued, bare)
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
                    raise Wrong(
                        _("{flag} needs a value: see atlantis {command} --help.").format(flag=name, command=command)
                    )
                value = rest.pop(0)
            flags.setdefault(name, []).append(value)
        elif name in bare and not equals:
            flags.setdefault(name, []).append("")
        elif name in bare:
            raise Wrong(_("{flag} takes no value: see atlantis {command} --help.").format(flag=name, command=command))
        else:
            raise Wrong(
                _('There is no flag "{flag}": see atlantis {command} --help.').format(
                    flag=quoted(name), command=command
                )
            )
    if len(found) > words:
        raise Wrong(
            _('"{word}" is one word too many: see atlantis {command} --help.').format(
                word=quoted(found[words]), command=command
            )
        )
    return found, flags


def once(flags: dict[str, list[str]], name: str) -> str | None:
    """The value of a flag that may be given only once; None if it is not."""
    values = flags.get(name, [])
    if len(values) > 1:
        raise Wrong(_("{flag} is given twice: give it once.").format(flag=name))
    return values[0] if values else None


def guarded(body: Callable[[], int]) -> int:
    """Runs a command. Whatever is wrong becomes one sentence and exit code 2; a reader who has gone is no error."""
    try:
        _prepare_streams()
        return body()
    except Wrong as wrong:
        return complain(str(wrong))
    except KeyboardInterrupt:
        return OK
    except BrokenPipeError:
        # Nobody reads any more, and Python would complain about that once again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _prepare_streams() -> None:
    if sys.stdin is None:  # as Python has it when it is started with a stream closed
        sys.stdin = open(os.devnull)  # noqa: SIM115 - it stays open to the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):  # a name or a byte that has no place in the encoding ends no game
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
