"""Where things stand in a game of Atlantis: figures, hand, tiles, path, gaps and points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atlantis_tui.games.atlantis.text import names as named
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.atlantis.components import ATLANTIS, EMPTY, MAINLAND, PLACES, SYMBOLS, TILE
from core.atlantis.position import AtlantisPosition

LINE = 76  # how long a line of the path may get


def position(view: AtlantisPosition, viewer: int, names: Sequence[str]) -> list[str]:
    """The figures of all, the viewer's hand and tiles."""
    lines = [_("Turn {turn}.").format(turn=view.turn)]
    for seat in _from(viewer, view.seats):
        words = _("You: {figures}.") if seat == viewer else _("{name}: {figures}.")
        lines.append(words.format(name=names[seat], figures=listing(named.figures_at(view, seat))))
    return [*lines, *hand(view, viewer, names), _standings(view, viewer, names)]


def _standings(view: AtlantisPosition, viewer: int, names: Sequence[str]) -> str:
    told = []
    for seat in _from(viewer, view.seats):
        points = view.after_crossing(seat)
        if points < 0:
            words = _("you {points} short") if seat == viewer else _("{name} {points} short")
        else:
            words = _("you {points}") if seat == viewer else _("{name} {points}")
        told.append(words.format(name=names[seat], points=abs(points)))
    return _("Points if all had to cross now: {points}.").format(points=listing(told))


def hand(view: AtlantisPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    mine = view.hands[viewer]
    lines = [_("You have no cards.")]
    if mine.size:
        lines = [_("Your hand: {cards}.").format(cards=named.cards_with_letters(mine.held))]
    values = sorted((tile % TILE for tile in view.tiles[viewer]), reverse=True)
    if len(values) > 1:
        lines.append(
            _("Your tiles: {values}, together {sum}.").format(values=listing([*map(str, values)]), sum=sum(values))
        )
    elif values:
        lines.append(_("Your only tile: {value}.").format(value=values[0]))
    return lines


def where(view: AtlantisPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """For each figure, or for the one named, where every card leads."""
    places = view.figures[viewer]
    lines = []
    for figure, at in enumerate(places):
        if what in ("1", "2", "3") and figure + 1 != int(what):
            continue
        if at == MAINLAND:
            lines.append(_("Figure {figure} is on the Mainland.").format(figure=figure + 1))
        elif places.index(at) < figure and what not in ("1", "2", "3"):
            lines.append(
                _("Figure {figure} stands with figure {other}.").format(figure=figure + 1, other=places.index(at) + 1)
            )
        else:
            lines += _ahead_of(view, viewer, names, figure)
    return lines


def _ahead_of(view: AtlantisPosition, viewer: int, names: Sequence[str], figure: int) -> list[str]:
    at = view.figures[viewer][figure]
    held = view.hands[viewer].held
    leads = sorted((view.ahead[face][at + 1], face) for face in range(7))
    if at == ATLANTIS:
        lines = [_("Figure {figure} is on Atlantis.").format(figure=figure + 1)]
    else:
        lines = [
            _("Figure {figure} is on place {at}, {tile}.").format(
                figure=figure + 1, at=at, tile=named.tile_on(view, at)
            )
        ]
    lines += [_lead(view, viewer, names, face, at, target) for target, face in leads if held[face]]
    others = [_unheld(view, face, at, target) for target, face in leads if not held[face]]
    if others:
        lines.append(_("Cards you do not hold: {cards}.").format(cards=_("; ").join(others)))
    return lines


def _lead(view: AtlantisPosition, viewer: int, names: Sequence[str], face: int, at: int, target: int) -> str:
    cost = view.fare(at, target)
    holder = named.holder(view, target) if target != MAINLAND else None
    if target == MAINLAND:
        words = _("{card} leads to the Mainland and costs {cost}.") if cost else _("{card} leads to the Mainland.")
    elif holder is None:
        words = (
            _("{card} leads to place {at}, {tile}, and costs {cost}.")
            if cost
            else _("{card} leads to place {at}, {tile}.")
        )
    elif holder[0] == viewer:
        words = (
            _("{card} leads to place {at}, {tile}, held by your figure {figure}; water so far: {cost}.")
            if cost
            else _("{card} leads to place {at}, {tile}, held by your figure {figure}.")
        )
    else:
        words = (
            _("{card} leads to place {at}, {tile}, held by {name}; water so far: {cost}.")
            if cost
            else _("{card} leads to place {at}, {tile}, held by {name}.")
        )
    return words.format(
        card=SYMBOLS[face],
        at=target,
        tile="" if target == MAINLAND else named.tile_on(view, target),
        cost=cost,
        name="" if holder is None else names[holder[0]],
        figure=0 if holder is None else holder[1] + 1,
    )


def _unheld(view: AtlantisPosition, face: int, at: int, target: int) -> str:
    cost = view.fare(at, target)
    if target == MAINLAND:
        words = _("{card} to the Mainland for {cost}") if cost else _("{card} to the Mainland")
        return words.format(card=SYMBOLS[face], cost=cost)
    words = _("{card} to place {at} ({tile}) for {cost}") if cost else _("{card} to place {at} ({tile})")
    return words.format(card=SYMBOLS[face], at=target, tile=named.short(view, target), cost=cost)


def path(view: AtlantisPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """Every place from Atlantis to the Mainland, several in a line."""
    land = [at for at in range(PLACES) if view.symbols[at] != EMPTY]
    lines = [_ends(view, viewer, names, ATLANTIS)]
    row = ""
    at = land[0] if land else PLACES
    while land and at <= land[-1]:
        gap = view.gap_at(at)
        item = _place(view, viewer, names, at) if gap is None else _water(gap.first, gap.last, gap.price, gap.bridged)
        longer = item if not row else _("{places}; {place}").format(places=row, place=item)
        if row and len(longer) >= LINE:
            lines.append(_("{places}.").format(places=row))
            longer = item
        row = longer
        at = at + 1 if gap is None else gap.last + 1
    if row:
        lines.append(_("{places}.").format(places=row))
    return [*lines, _ends(view, viewer, names, MAINLAND)]


def _ends(view: AtlantisPosition, viewer: int, names: Sequence[str], end: int) -> str:
    there = []
    for seat in _from(viewer, view.seats):
        number = view.figures[seat].count(end)
        if number:
            words = (
                ngettext("{n} figure of yours", "{n} figures of yours", number)
                if seat == viewer
                else ngettext("{n} figure of {name}", "{n} figures of {name}", number)
            )
            there.append(words.format(n=number, name=names[seat]))
    if end == ATLANTIS:
        words = _("Atlantis: {figures}.") if there else _("Atlantis: nobody.")
    else:
        words = _("Mainland: {figures}.") if there else _("Mainland: nobody yet.")
    return words.format(figures=listing(there))


def _place(view: AtlantisPosition, viewer: int, names: Sequence[str], at: int) -> str:
    holder = named.holder(view, at)
    stack = bool(view.under[at])
    if holder is None:
        words = _("{at} {tile} stack") if stack else _("{at} {tile}")
    elif holder[0] == viewer:
        words = _("{at} {tile} stack, your figure {figure}") if stack else _("{at} {tile}, your figure {figure}")
    else:
        words = _("{at} {tile} stack, {name} figure {figure}") if stack else _("{at} {tile}, {name} figure {figure}")
    return words.format(
        at=at,
        tile=named.short(view, at),
        name="" if holder is None else names[holder[0]],
        figure=0 if holder is None else holder[1] + 1,
    )


def _water(first: int, last: int, price: int, bridged: bool) -> str:
    if first == last:
        words = _("{first} water with a bridge") if bridged else _("{first} water for {price}")
    else:
        words = _("{first} to {last} water with a bridge") if bridged else _("{first} to {last} water for {price}")
    return words.format(first=first, last=last, price=price)


def gaps(view: AtlantisPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """Each gap with its place and price."""
    lines = []
    for gap in view.gaps:
        if gap.first == gap.last:
            words = (
                _("The gap at place {first} has a bridge and costs nothing.")
                if gap.bridged
                else _("The gap at place {first} costs {price}; it lies between {near} and {far}.")
            )
        else:
            words = (
                _("The gap at places {first} to {last} has a bridge and costs nothing.")
                if gap.bridged
                else _("The gap at places {first} to {last} costs {price}; it lies between {near} and {far}.")
            )
        near, far = named.tile_on(view, gap.first - 1), named.tile_on(view, gap.last + 1)
        lines.append(words.format(first=gap.first, last=gap.last, price=gap.price, near=near, far=far))
    return lines or [_("There is no gap on the path.")]


def scores(view: AtlantisPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """Each player's points if all had to cross now, what they are made of, and what the way home would cost."""
    piles = _("Cards in the deck: {deck}. Discarded: {discard}.").format(deck=view.deck, discard=sum(view.discard))
    return [*(_score(view, seat, seat == viewer, names[seat]) for seat in _from(viewer, view.seats)), piles]


def _score(view: AtlantisPosition, seat: int, mine: bool, name: str) -> str:
    cards, cost, home = view.hands[seat].size, view.crossing_cost(seat), view.home(seat)
    values = sorted((tile % TILE for tile in view.tiles[seat]), reverse=True)
    sentences = [
        _points(view.after_crossing(seat), mine, name),
        (_("You own {worth} in tiles and cards.") if mine else _("{name} owns {worth} in tiles and cards.")).format(
            worth=view.wealth(seat), name=name
        ),
        ngettext("Tile: {values}.", "Tiles: {values}.", len(values)).format(values=listing([*map(str, values)]))
        if values
        else _("No tiles."),
        _("Cards: {n}.").format(n=cards),
        _("Figures home: {n}.").format(n=home),
        _("The bridge is not laid yet.") if view.bridge_left[seat] else _("The bridge is laid."),
        _("Bringing everyone home would cost {cost}.").format(cost=cost)
        if cost
        else _("Bringing everyone home would cost nothing."),
    ]
    return " ".join(sentences)


def _points(points: int, mine: bool, name: str) -> str:
    n = abs(points)
    if points < 0:
        words = (
            ngettext("You would end {n} point short.", "You would end {n} points short.", n)
            if mine
            else ngettext("{name} would end {n} point short.", "{name} would end {n} points short.", n)
        )
    else:
        words = (
            ngettext("You would end with {n} point.", "You would end with {n} points.", n)
            if mine
            else ngettext("{name} would end with {n} point.", "{name} would end with {n} points.", n)
        )
    return words.format(n=n, name=name)


def standing(view: AtlantisPosition) -> list[int]:
    """The points that each player would have left if all had to cross now."""
    return [view.after_crossing(seat) for seat in range(view.seats)]


def commands() -> list[str]:
    return [
        _("where: where each of your cards leads each of your figures. where 2 tells it for figure 2 alone."),
        _("path: the whole path. F5 is a flag tile of value 5, stack means that a hidden tile lies below."),
        _("gaps: the water on the path and what it costs."),
        _("hand: your cards and tiles."),
        _("scores: what everybody would end with, owns and has to cross, and how many cards are left."),
    ]


def _from(viewer: int, seats: int) -> list[int]:
    """All seats in the order of play, the viewer's first."""
    return [(viewer + seat) % seats for seat in range(seats)]


LOOKS: dict[str, Callable[[AtlantisPosition, int, Sequence[str], str], list[str]]] = {
    "where": where,
    "path": path,
    "gaps": gaps,
    "hand": hand,
    "scores": scores,
}
