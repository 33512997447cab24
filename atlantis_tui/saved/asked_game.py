"""Which game a word on the command line means: a file, a kept game by its name, or its number in `atlantis log list`.

Every command that takes a game asks here.
"""

from __future__ import annotations

import os

from atlantis_tui.saved import paths
from atlantis_tui.saved.game_files import ENDING, newest_first
from atlantis_tui.saved.game_names import stem_for
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.sentences import unreadable_folder
from atlantis_tui.text.translation import _


def file_of(word: str) -> str:
    """The file of a game. A file in this folder comes first, then a kept game of that name, whose folder and ending may
    be left out, then the number in the list. A network game may be called by the name that it has in lists
    (saved/game_names.py). A word that means no game is returned as it is. Raises CommandError for a number that no game
    has."""
    if os.path.lexists(word) or os.path.dirname(word):
        return word
    for kept in (word, word + ENDING, stem_for(word.removesuffix(ENDING)) + ENDING):
        path = os.path.join(paths.games_dir(), kept)
        if os.path.lexists(path):
            return path
    if word.isascii() and word.isdecimal():
        return _numbered(word)
    from atlantis_tui.saved.game_names import find

    return find(word) or word


def _numbered(word: str) -> str:
    games = kept_games()
    number = int(word[:9])
    if not 1 <= number <= len(games):
        raise CommandError(
            _("There is no game number {number}: atlantis log list shows {count}, the last one first.").format(
                number=number, count=len(games)
            )
        )
    return games[number - 1][1]


def kept_games() -> list[tuple[int, str]]:
    """All kept games, the one played last first, as the list numbers them: the nanosecond of the last change, and the
    file."""
    try:
        return newest_first()
    except OSError as error:
        raise CommandError(unreadable_folder(paths.games_dir(), error)) from None
