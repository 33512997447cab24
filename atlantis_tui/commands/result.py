"""`atlantis result`: how a finished game ended, on a screen or as lines of text. It changes no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui import launch
from atlantis_tui.commands.flags import guarded, read_flags
from atlantis_tui.commands.story import ending
from atlantis_tui.replay.found_game import FoundGame, last_finished
from atlantis_tui.saved.asked_game import file_of
from atlantis_tui.saved.perspective import allowed
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags("result", argv, valued=launch.VALUED, bare=("--help", "-h", *launch.BARE), words=1)
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    found = FoundGame(file_of(words[0]) if words and words[0] else last_finished())
    if not found.table.over:
        raise CommandError(found.wrong or _("That game is not over: it has no result yet."))
    if launch.has_screen(flags):

        def first(app: AtlantisApp) -> None:
            from atlantis_tui.replay.past_result import open_result

            open_result(app, found.table, found.path, found.wrong)

        return launch.open_first(flags, first)
    if found.forged:
        print(found.wrong)
    for line in ending(found.table, allowed(found.table)[0]):
        print(line)
    return found.remark()


def _help() -> list[str]:
    return [
        _("Usage: atlantis result [GAME] [--plain]"),
        _("Shows the result of a finished game again: who won and how, and what every score is made of."),
        "    atlantis result",
        "    atlantis result 3",
        _("GAME: a game, by its path, its name or its number in atlantis log list; usual: the one finished last"),
        _("--plain: lines of text instead of a screen, as there are where there is no terminal."),
        *launch.flag_help(),
    ]
