"""Films of games: frames of text, pictures, or a recording of the terminal.

Every frame is a picture of the replay screen, so it shows nothing that those eyes may not see.
"""

from __future__ import annotations

import os

ENDINGS = {"text": ".txt", "svg": "-frames", "cast": ".cast"}  # of the files, by what kinds there are
KEYS = {"t": "text", "s": "svg", "a": "cast"}  # those that choose a kind
SMALLEST, LARGEST = (60, 20), (300, 100)  # columns and lines of a frame


def stem_of(path: str) -> str:
    """The name of a game's films without the ending: that of the game's file."""
    return os.path.basename(path).removesuffix(".atl")


def free_name(stem: str, ending: str) -> str:
    """A name that no file has yet."""
    number, out = 1, stem + ending
    while os.path.lexists(out):
        number += 1
        out = f"{stem}-{number}{ending}"
    return out
