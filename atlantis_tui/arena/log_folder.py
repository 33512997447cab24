"""The folder that `--log-dir` names. It holds the logs of one match, and nothing else."""

from __future__ import annotations

import os

from atlantis_tui.arena.limits import MOST_GAMES
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.translation import _
from core.arena import game_header
from core.log import first_bytes


def prepare_log_folder(folder: str, plan: ArenaPlan, done: set[int], going_on: bool) -> None:
    """Check that the folder holds nothing but logs of this match; without --save it must be empty. Logs of games that
    were stopped are deleted, because those games are played again."""
    try:
        paths = [os.path.join(folder, name) for name in os.listdir(folder)]
        numbers = [_number(plan, path, done) if going_on else None for path in paths]
        if None in numbers:
            raise CommandError(_("{folder} is not empty: name a new folder for the logs.").format(folder=folder))
        for path, number in zip(paths, numbers, strict=True):
            if number not in done:
                os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise CommandError(
            _("{folder} cannot be used: {reason}.").format(folder=folder, reason=error.strerror)
        ) from None


def _number(plan: ArenaPlan, path: str, done: set[int]) -> int | None:
    """The number of the game whose log this is, by the file's name and first bytes; None if this plan has no such
    game. The log of a stopped game may be cut anywhere, even before its first byte."""
    name = os.path.basename(path)
    digits = name.rpartition("-")[2].partition(".")[0]
    if not (digits.isascii() and digits.isdecimal() and 0 < int(digits[:9]) <= MOST_GAMES):
        return None
    within = int(digits[:9]) - 1
    for part, (match, _bots) in enumerate(plan.parts):
        number = within * len(plan.parts) + part
        if plan.log_name(number) == name and os.path.isfile(path):
            expected = first_bytes(game_header(match, within))
            with open(path, "rb") as file:
                begin = file.read(len(expected))
            fits = begin == expected if number in done else expected.startswith(begin)
            return number if fits else None
    return None
