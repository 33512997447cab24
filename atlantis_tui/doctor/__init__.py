"""What `atlantis doctor` looks at, one file each: the terminal, the width of signs, the files, the network."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """Something that was found. With `advice` it is a problem, and the advice says what to do."""

    area: str  # other programs read it, so it is not translated
    name: str
    value: str
    advice: str = ""
