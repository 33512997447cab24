"""Moves of Atlantis told once more, for reviews: in a few words with chips, and on the road as it was then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.look import Look
from atlantis_tui.look.canvas import Canvas
from atlantis_tui.look.phrase import Piece, pieces
from atlantis_tui.widgets.atlantis import chips
from atlantis_tui.widgets.atlantis import path as road
from atlantis_tui.widgets.atlantis.path import Ribbon, Scale
from atlantis_tui.widgets.atlantis.sight import Sight
from atlantis_tui.words import _
from core.atlantis.outlook import Outlook, look_ahead
from core.atlantis.parts import TILE
from core.atlantis.rules import Atlantis
from core.game import Move


class Part(NamedTuple):
    """What belongs together in a turn, and the position it was chosen in."""

    state: Atlantis
    moves: tuple[Move, ...]


def parts(view: Atlantis, moves: Sequence[Move]) -> list[Part]:
    """A turn cut into what people see as one thing each, without what nobody would tell: no bridge after a move."""
    found: list[Part] = []
    state, rest = view.copy(), list(moves)
    while rest:
        size = 1
        if rest[0][0] in ("play", "on"):
            while size < len(rest) and rest[size][0] in ("on", "pay"):
                size += 1
        if rest[0][0] != "done" or not found:
            found.append(Part(state.copy(), tuple(rest[:size])))
        for move in rest[:size]:
            if state.asks or state.outcome is not None or state.explain(move) is not None:
                return found
            state.advance(move)
        del rest[:size]
        if state.asks:  # nobody knew then what chance would bring
            break
    return found


def told(view: Atlantis, moves: Sequence[Move], look: Look, style: Style, *, whole: bool) -> list[list[Piece]]:
    """One phrase for each part; the `whole` ones also tell where a movement leads, and what it costs and brings."""
    return [_phrase(part, look, style, whole) for part in parts(view, moves)]  # as one would say: you played …


def _phrase(part: Part, look: Look, style: Style, whole: bool) -> list[Piece]:
    state, moves = part
    kind = moves[0][0]
    if kind == "buy":
        return pieces(_("a trade of {value}"), style, {"value": str(moves[0][1])})
    if kind == "bridge":
        gap = state.gap_at(moves[0][1])
        price = f"{look.glyphs.minus}{gap.price if gap is not None else 0}"
        return pieces(_("a bridge over {price}"), style, {"price": chips.value(price, look)})
    if kind == "stuck":
        return pieces(_("a stuck turn"), style, {})
    if kind == "done":
        return pieces(_("no bridge"), style, {})
    if kind == "pay":
        means = [
            *(chips.value(value, look) for value in moves[0][1]),
            *(chips.card(card, look) for card in moves[0][2]),
        ]
        return pieces(_("a payment of {means}"), style, {"means": means})
    cards = [chips.card(move[-1], look) for move in moves if move[0] in ("play", "on")]
    if kind == "on":
        phrase = pieces(_("on with {cards}"), style, {"cards": cards})
    else:
        figure = chips.figure(state.seat, moves[0][1], look)
        phrase = pieces(_("{figure} with {cards}"), style, {"figure": figure, "cards": cards})
    return phrase + _whole(state, look_ahead(state, moves), look, style) if whole else phrase


def _whole(state: Atlantis, outlook: Outlook, look: Look, style: Style) -> list[Piece]:
    found = pieces(_(" to {place}"), style, {"place": chips.place(state, outlook.landing, look)})
    if outlook.cost:
        found += pieces(_(", pay {cost}"), style, {"cost": str(outlook.cost)})
    if outlook.tile:
        found += pieces(_(", take {value}"), style, {"value": str(outlook.tile % TILE)})
    return found


# On the road ---------------------------------------------------------------------------------------------------------


def sight(view: Atlantis, moves: Sequence[Move], names: Sequence[str]) -> Sight:
    """The road as it was, with these moves in mind: a movement, and a bridge before or after it."""
    shown, outlook, bridge_at, trade = view, None, None, None
    for state, (first, *rest) in parts(view, moves):
        kind = first[0]
        if kind in ("play", "on", "pay"):
            shown, outlook = state, look_ahead(state, [first, *rest])
        elif kind == "bridge":
            bridge_at = first[1]
            shown = shown if outlook is not None else state
        elif kind == "buy":
            trade = first[1]
    cards = tuple(leg.card for leg in outlook.legs) if outlook is not None else ()
    figure = outlook.figure if outlook is not None else None
    return Sight(
        shown,
        tuple(names),
        view.seat,
        mine=True,
        figure=figure,
        cards=cards,
        outlook=outlook,
        bridge_at=bridge_at if bridge_at is not None and shown.gap_at(bridge_at) is not None else None,
        trade=trade,
    )


def scale_for(width: int, height: int) -> Scale:
    """The largest road that has room there."""
    return next(
        (one for one in (road.LARGE, road.MEDIUM) if one.width <= width and one.height <= height),
        road.SMALL,
    )


def paint_road(canvas: Canvas, x: int, y: int, scale: Scale, seen: Sight, look: Look) -> None:
    Ribbon(canvas, seen, look, scale, x, y).paint()


def holdings(view: Atlantis, look: Look, style: Style) -> list[list[Piece]]:
    """What the seat had in its hand and before it."""
    seat = view.seat
    hand: list[Piece] = []
    for face, number in enumerate(view.hands[seat].held):
        if number:
            many = f"{look.glyphs.times}{number}" if number > 1 else ""
            hand += [chips.card(face, look), (f"{many} ", style)]
    tiles: list[Piece] = []
    for value in sorted((tile % TILE for tile in view.tiles[seat]), reverse=True):
        tiles += [chips.value(value, look), (" ", style)]
    nothing: list[Piece] = [(_("none"), style)]
    return [
        pieces(_("Hand: {cards}"), style, {"cards": hand or nothing}),
        pieces(_("Tiles: {tiles}"), style, {"tiles": tiles or nothing}),
    ]
