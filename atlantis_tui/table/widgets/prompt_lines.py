"""Lines of a prompt: the parts that a sentence is made of, and the choice of a wording for which there is room.

A game adds parts for its own pieces, and paints all parts itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.rich_line import Piece, width


class Loud(NamedTuple):
    """Words that stand out, in a tone that the game knows: "good", "bad", "key" gold, "bright" white, "dim"."""

    text: str
    tone: str = "bright"


class Owner(NamedTuple):
    """A player's sign and words in the player's colour."""

    seat: int
    text: str = ""


class Said(NamedTuple):
    """A line: a template and the parts for its {places}. Keys in the template appear as the player bound them."""

    text: str
    parts: Mapping[str, object] = {}  # words, Loud, Owner, Said again, or something of the game


Parts = dict[str, object]
Line = Said | tuple[str, str] | Sequence[Said]  # a lead and plain words, or several wordings, the fullest first


def since_then(turns: Sequence[str]) -> list[Said]:
    """What the others did since one's own turn: all of it, or less, but the latest in any case."""
    lead = Loud(_("Since then:"), "key")
    return [
        Said("{lead} {told}", {"lead": lead, "told": "   ".join(turns[-count:])}) for count in range(len(turns), 0, -1)
    ]


def fitting(line: Line, painted: Callable[[Said], list[Piece]], room: int, dots: str) -> list[Piece]:
    """The fullest wording for which there is room, or as much of the shortest as there is."""
    ways = [painted(one) for one in _wordings(line)]
    found = next((way for way in ways if width(way) <= room), None)
    return found if found is not None else _cut(ways[-1], room, dots)


def _wordings(line: Line) -> list[Said]:
    if isinstance(line, Said):
        return [line]
    first = line[0] if line else ""
    if isinstance(first, Said):
        return [one for one in line if isinstance(one, Said)]
    lead, text = line
    if not isinstance(text, str) or not isinstance(first, str):
        raise TypeError("a line is a lead and a text, or something Said")
    return [Said("{lead} {text}" if lead and text else "{lead}{text}", {"lead": Loud(first, "key"), "text": text})]


def _cut(line: Sequence[Piece], room: int, dots: str) -> list[Piece]:
    found: list[Piece] = []
    for text, style in line:
        left = room - width(found)
        if left <= 0:
            break
        found.append((cut(text, left, dots), style))
    return found
