"""What the things of Atlantis are called: cards, tiles, places, figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.atlantis.components import ATLANTIS, EMPTY, MAINLAND, SYMBOLS, TILE
from core.atlantis.position import AtlantisPosition


def symbol(face: int) -> str:
    """The bare word: "flag"."""
    return (_("flag"), _("olive branch"), _("helmet"), _("ring"), _("statue"), _("crown"), _("amphora"))[face]


def card(face: int) -> str:
    """A card that is played, drawn or paid: "a flag"."""
    return some(face, 1)


def some(face: int, n: int) -> str:
    """So many cards of one symbol: "2 flags"."""
    return (
        ngettext("a flag", "{n} flags", n),
        ngettext("an olive branch", "{n} olive branches", n),
        ngettext("a helmet", "{n} helmets", n),
        ngettext("a ring", "{n} rings", n),
        ngettext("a statue", "{n} statues", n),
        ngettext("a crown", "{n} crowns", n),
        ngettext("an amphora", "{n} amphoras", n),
    )[face].format(n=n)


def cards(faces: Iterable[int]) -> str:
    """Several cards: "2 flags and a ring"."""
    held = list(faces)
    return listing([some(face, held.count(face)) for face in sorted(set(held))])


def cards_with_letters(held: Sequence[int]) -> str:
    """A hand, with the letters one types: "2 flags (F) and a ring (R)". `held` counts the cards of each symbol."""
    return listing(
        [
            _("{cards} ({letter})").format(cards=some(face, number), letter=SYMBOLS[face])
            for face, number in enumerate(held)
            if number
        ]
    )


def tile(face: int) -> str:
    """A tile: "flag 5"."""
    what, value = divmod(face, TILE)
    return (
        _("flag {value}"),
        _("olive branch {value}"),
        _("helmet {value}"),
        _("ring {value}"),
        _("statue {value}"),
        _("crown {value}"),
        _("amphora {value}"),
    )[what].format(value=value)


def tile_on(view: AtlantisPosition, at: int) -> str:
    return tile(view.symbols[at] * TILE + view.values[at])


def short(view: AtlantisPosition, at: int) -> str:
    """The tile on a place, for lists: F5."""
    return "" if view.symbols[at] == EMPTY else f"{SYMBOLS[view.symbols[at]]}{view.values[at]}"


def means(values: Iterable[int], paid: Iterable[int]) -> str:
    """What a payment is made of: "tile 5, tile 4 and 2 flags"."""
    held = list(paid)
    tiles = [_("tile {value}").format(value=value) for value in values]
    return listing([*tiles, *(some(face, held.count(face)) for face in sorted(set(held)))])


def places(first: int, last: int) -> str:
    """Where a gap is."""
    if first == last:
        return _("place {at}").format(at=first)
    return _("places {first} to {last}").format(first=first, last=last)


def figures_at(view: AtlantisPosition, seat: int) -> list[str]:
    """Where the figures of one seat stand: "figure 1 at place 5 (F4)", "figures 2 and 3 on Atlantis"."""
    found = [
        _("figure {figure} at place {at} ({tile})").format(figure=figure + 1, at=at, tile=short(view, at))
        for figure, at in enumerate(view.figures[seat])
        if at not in (ATLANTIS, MAINLAND)
    ]
    for end in (ATLANTIS, MAINLAND):
        there = [str(figure + 1) for figure, at in enumerate(view.figures[seat]) if at == end]
        if there:
            words = (
                ngettext("figure {figures} on Atlantis", "figures {figures} on Atlantis", len(there))
                if end == ATLANTIS
                else ngettext("figure {figures} on the Mainland", "figures {figures} on the Mainland", len(there))
            )
            found.append(words.format(figures=listing(there)))
    return found


def holder(view: AtlantisPosition, at: int) -> tuple[int, int] | None:
    """The seat and the figure that stand on a place."""
    for seat, figures in enumerate(view.figures):
        if at in figures:
            return seat, figures.index(at)
    return None
