"""What `atlantis doctor` looks at, a file each: the terminal, how wide signs are, the files, the network."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """Something that was found. With `advice` it is a problem, and that is what to do about it."""

    area: str  # for other programs too, so not in the player's language
    name: str
    value: str
    advice: str = ""
