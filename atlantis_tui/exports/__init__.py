"""Games as files for others to look at: frames of text, pictures, or a film of the terminal.

Every frame is the replay screen as it would be painted, so nothing is in it that those eyes may not see.
"""

from __future__ import annotations

import os

ENDINGS = {"text": ".txt", "svg": "-frames", "cast": ".cast"}  # of the files, by what kinds there are
KEYS = {"t": "text", "s": "svg", "a": "cast"}  # those that choose a kind
SMALLEST, LARGEST = (60, 20), (300, 100)  # columns and lines of a frame


def name_of(kind: str, path: str) -> str:
    """What a film is called: as the game."""
    return os.path.basename(path).removesuffix(".atl") + ENDINGS[kind]


def free_name(stem: str, ending: str) -> str:
    """A name that nothing has yet."""
    number, out = 1, stem + ending
    while os.path.lexists(out):
        number += 1
        out = f"{stem}-{number}{ending}"
    return out
