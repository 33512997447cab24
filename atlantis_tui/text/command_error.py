"""How a command reports an error in one sentence, and the exit codes of the program."""

from __future__ import annotations

import sys

OK = 0
BAD = 2
INTERRUPTED = 130  # what shells give to a program that Ctrl+C ended


class CommandError(Exception):
    """An error of a command in one sentence. The command ends with it."""


def complain(sentence: str) -> int:
    print(f"atlantis: {sentence}", file=sys.stderr)
    return BAD
