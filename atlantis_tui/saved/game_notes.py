"""The note that somebody wrote on a game: a line of text in a file beside the game, which goes with it.

A note is no part of the game. Nobody else at a table sees it, and no command but `atlantis log list` tells it.
"""

from __future__ import annotations

import os
from contextlib import suppress

from atlantis_tui.saved.whole_file import write_whole
from atlantis_tui.text.sentences import printable

ENDING = ".note"  # behind the name of the game's file
LONGEST = 70  # characters, which fit on one line


def note_of(path: str) -> str:
    """The note on the game in a file, or "". Whatever is in its file, this is one line that can be printed."""
    with suppress(OSError), open(path + ENDING, encoding="utf-8", errors="replace") as file:
        return _one_line(file.read(4 * LONGEST))
    return ""


def keep_note(path: str, note: str) -> None:
    """Write the note on a game anew; without words it is taken away. Raises OSError."""
    note = _one_line(note)
    if note:
        write_whole(path + ENDING, f"{note}\n", sync=False)
    else:
        with suppress(FileNotFoundError):
            os.unlink(path + ENDING)


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))[:LONGEST].rstrip()
