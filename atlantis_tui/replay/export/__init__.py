"""Games as files for others to look at: frames of text, pictures, or a film of the terminal.

Every frame is the replay screen as it would be painted, so nothing is in it that those eyes may not see.
"""

from __future__ import annotations

import os

ENDINGS = {"text": ".txt", "svg": "-frames", "cast": ".cast"}  # of the files, by what kinds there are
KEYS = {"t": "text", "s": "svg", "a": "cast"}  # those that choose a kind
SMALLEST, LARGEST = (60, 20), (300, 100)  # columns and lines of a frame


def stem_of(path: str) -> str:
    """What the films of a game are called, as the game itself, but for their endings."""
    return os.path.basename(path).removesuffix(".atl")


def free_name(stem: str, ending: str) -> str:
    """A name that nothing has yet."""
    number, out = 1, stem + ending
    while os.path.lexists(out):
        number += 1
        out = f"{stem}-{number}{ending}"
    return out
