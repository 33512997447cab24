"""Lines of a prompt: the parts that a sentence is made of, and the choice of a wording for which there is room.

A game adds parts for its own pieces, and paints all parts itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui.fit_text import fullest_line
from atlantis_tui.ui.line_wrap import rows_in
from atlantis_tui.ui.named_keys import Quote
from atlantis_tui.ui.rich_line import Piece

if TYPE_CHECKING:
    from atlantis_tui.table.lookback import RivalNews

ROOM = 3  # lines of a prompt


class Loud(NamedTuple):
    """Words that stand out, in a tone that the game knows: "good", "bad", "key" gold, "bright" white, "dim"."""

    text: str
    tone: str = "bright"


class Owner(NamedTuple):
    """A player's sign and words in the player's colour."""

    seat: int
    text: str = ""


class Order(NamedTuple):
    """Words that may name keys to press, and have no places to fill."""

    text: str


class Said(NamedTuple):
    """A line: a template and the parts for its {places}. Keys in the template appear as the player bound them."""

    text: str
    parts: Mapping[str, object] = {}  # words, Loud, Owner, Order, Said again, or something of the game


Parts = dict[str, object]
Line = Said | tuple[str, str] | Sequence[Said]  # a lead and plain words, or several wordings, the fullest first


def since_then(news: Sequence[RivalNews]) -> Line:
    """What all others did since one's own turn, in one line: all of it, or what nobody may miss, or the latest."""
    if not news:
        return Said("")
    lead = Loud(_("Since then:"), "key")
    whole, few = [_of(one, one.told) for one in news], [_of(one, one.gist) for one in news]
    bare = [_of(one, one.gist, named=False) for one in news]
    choices = [whole, few, bare, *(bare[-count:] for count in range(len(bare) - 1, 0, -1))]
    return [_joined(lead, some) for some in choices]


def with_news(
    lines: Sequence[Line], news: Sequence[RivalNews], lead: Loud | Said, loss: Said | None = None
) -> list[Line]:
    """The three lines of a prompt at the beginning of a turn: one for each rival, and before them as many of these
    lines as there is room for. Where there is room for none, `lead` begins the first. `loss` is the lead in few words
    where it tells what the viewer has lost: that is the last thing to be left out."""
    if len(news) == 1:
        return [*lines[: ROOM - 1], since_then(news)]
    if len(news) < ROOM:
        return [*lines[: ROOM - len(news)], *(_ways(one) for one in news)]
    first = _ways(news[0])
    begun = [_behind(lead, way) for way in first]
    begun += [first[-1]] if loss is None else [_behind(loss, way) for way in first]
    return [begun, *(_ways(one) for one in news[1:])]


def _ways(one: RivalNews) -> list[Said]:
    """What one rival did, in a line: all of it, or what nobody may miss, with the name or only the sign."""
    return [_of(one, one.told), _of(one, one.told, named=False), _of(one, one.gist), _of(one, one.gist, named=False)]


def _behind(lead: Loud | Said, told: Said) -> Said:
    return Said("{lead} {told}", {"lead": lead, "told": told})


def _of(one: RivalNews, told: str, named: bool = True) -> Said:
    return Said("{who} {told}", {"who": Owner(one.seat, one.name if named else ""), "told": told})


def _joined(lead: Loud, some: Sequence[Said]) -> Said:
    parts = {f"rival{number}": one for number, one in enumerate(some)}
    places = "   ".join(f"{{{name}}}" for name in parts)
    return Said(f"{{lead}} {places}", {"lead": lead, **parts})


def fitting(line: Line, painted: Callable[[Said], list[Piece]], room: int, dots: str) -> list[Piece]:
    """The fullest wording for which there is room, or as much of the shortest as there is."""
    return fullest_line([painted(one) for one in wordings(line)], room, dots)


def rows_of(
    lines: Sequence[Line], painted: Callable[[Said], list[Piece]], room: int, most: int, plain: Style, dots: str
) -> list[list[Piece]]:
    """The rows of a prompt of at most `most` rows."""
    return rows_in([[painted(one) for one in wordings(line)] for line in lines[:most]], room, most, plain, dots)


def wordings(line: Line) -> list[Said]:
    """All wordings of a line, the fullest first."""
    if isinstance(line, Said):
        return [line]
    first = line[0] if line else ""
    if isinstance(first, Said):
        return [one for one in line if isinstance(one, Said)]
    lead, text = line
    if not isinstance(text, str) or not isinstance(first, str):
        raise TypeError("a line is a lead and a text, or something Said")
    words: object = text if isinstance(text, Quote) else Order(text)
    return [Said("{lead} {text}" if lead and text else "{lead}{text}", {"lead": Loud(first, "key"), "text": words})]
