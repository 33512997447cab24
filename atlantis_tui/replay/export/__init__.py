"""Films of games: frames of text, pictures, or a recording of the terminal.

Every frame is a picture of the replay screen, so it shows nothing that those eyes may not see.
"""

from __future__ import annotations

import os

from atlantis_tui.text.translation import _

ENDINGS = {"text": ".txt", "svg": "-frames", "cast": ".cast"}  # of the files, by what kinds there are
KEYS = {"t": "text", "s": "svg", "a": "cast"}  # those that choose a kind
LONGEST = 200  # bytes of a name, so that an ending and a number have room
SMALLEST, LARGEST = (60, 20), (300, 100)  # columns and lines of a frame


def choices() -> list[tuple[str, str]]:
    """The kinds of film to choose from: the key, and marked words that name it. No key: none of them."""
    return [
        ("t", _("~T~ text")),
        ("s", _("~S~ pictures")),
        ("a", _("~A~ asciicast")),
        ("", _("any other key: nothing")),
    ]


def stem_of(path: str) -> str:
    """The name of a game's films without the ending."""
    from atlantis_tui.saved.game_names import film_word

    stem = film_word(path)
    while len(os.fsencode(stem)) > LONGEST:
        stem = stem[:-1]
    return stem


def free_name(stem: str, ending: str) -> str:
    """A name that no file has yet."""
    number, out = 1, stem + ending
    while os.path.lexists(out):
        number += 1
        out = f"{stem}-{number}{ending}"
    return out
