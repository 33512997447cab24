"""Moves of Atlantis told once more, for reviews: in a few words with chips, and on the road as it was then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.atlantis.text.turns import bridge_after
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.games.atlantis.widgets import chips
from atlantis_tui.games.atlantis.widgets import path_scale as road
from atlantis_tui.games.atlantis.widgets.path import Ribbon
from atlantis_tui.games.atlantis.widgets.path_scale import PathScale
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.rich_line import Piece, pieces
from core.atlantis.components import TILE
from core.atlantis.outlook import look_ahead
from core.atlantis.rules import Atlantis
from core.game import Move

BRIEF, PAID, WHOLE = range(3)  # without payments; with them; also where a movement leads and what it takes

Way = Sequence[tuple[Atlantis, Sequence[Move]]]  # a turn: the moves from each position in which chance had spoken


class ReviewPart(NamedTuple):
    """What belongs together in a turn, and the position it was chosen in."""

    state: Atlantis
    moves: tuple[Move, ...]


def parts(way: Way) -> list[ReviewPart]:
    """A turn in the parts that people would tell. That no bridge is laid after a move is no part."""
    found: list[ReviewPart] = []
    for view, moves in way:
        state, rest = view.copy(), list(moves)
        while rest and not state.asks and state.outcome is None:
            size = 1
            if rest[0][0] == "play":
                while size < len(rest) and rest[size][0] in ("on", "pay"):
                    size += 1
            before = state.copy()
            for move in rest[:size]:
                if state.asks or state.outcome is not None or state.explain(move) is not None:
                    return found
                state.advance(move)
            if rest[0][0] != "done":
                found.append(ReviewPart(before, tuple(rest[:size])))
            del rest[:size]
    return found


def told(way: Way, look: Look, style: Style, detail: int, *, instead: Way | None = None) -> list[list[Piece]]:
    """One phrase for each part, as one would say: you played …; `instead`: what was played instead of this turn."""
    found = parts(way)
    phrases = [_phrase(part, look, style, detail) for part in found]
    if instead is None or not found:
        return phrases
    if bridge_after(_moves(instead)) and not bridge_after(_moves(way)):
        phrases.append(pieces(_("no bridge"), style, {}))
    elif found[-1].moves[0][0] == "buy":
        # What to move then hangs on cards that nobody had seen.
        words = {
            BRIEF: _("first trade a {value}"),
            PAID: _("first trade a {value}, then move"),
            WHOLE: _("first trade a {value}, then see the cards and move"),
        }[detail]
        phrases[-1] = pieces(words, style, {"value": chips.value(found[-1].moves[0][1], look)})
    return phrases


def _moves(way: Way) -> list[Move]:
    return [move for _view, moves in way for move in moves]


def _phrase(part: ReviewPart, look: Look, style: Style, detail: int) -> list[Piece]:
    state, moves = part
    kind = moves[0][0]
    if kind == "buy":
        return pieces(_("a trade of {value}"), style, {"value": chips.value(moves[0][1], look)})
    if kind == "bridge":
        gap = state.gap_at(moves[0][1])
        price = f"{look.glyphs.minus}{gap.price if gap is not None else 0}"
        return pieces(_("a bridge over {price}"), style, {"price": chips.value(price, look)})
    if kind != "play":
        return pieces(_("a stuck turn"), style, {})
    cards = [chips.card(move[-1], look) for move in moves if move[0] in ("play", "on")]
    figure = chips.figure(state.seat, moves[0][1], look)
    phrase = pieces(_("{figure} with {cards}"), style, {"figure": figure, "cards": cards})
    outlook = look_ahead(state, moves)
    if detail == WHOLE:
        phrase += pieces(_(" to {place}"), style, {"place": chips.place(state, outlook.landing, look)})
    if detail >= PAID and outlook.payment is not None:
        _kind, values, paid = outlook.payment
        means = [*(chips.value(value, look) for value in values), *(chips.card(card, look) for card in paid)]
        phrase += pieces(_(", pay {means}"), style, {"means": means})
    if detail == WHOLE and outlook.tile:
        phrase += pieces(_(", take {value}"), style, {"value": str(outlook.tile % TILE)})
    return phrase


# On the road ---------------------------------------------------------------------------------------------------------


def sight(way: Way, names: Sequence[str]) -> AtlantisView:
    """The road as it was with a turn in mind: its movement with what it pays, and a bridge before or after it.

    It is shown from the beginning of the turn; where chance spoke before the movement, as things stood then.
    """
    shown, outlook, trade = way[0][0], None, None
    bridge: tuple[Atlantis, int] | None = None
    for state, moves in parts(way):
        kind = moves[0][0]
        if kind == "play":
            shown, outlook = state, look_ahead(state, moves)
        elif kind == "bridge":
            bridge = state, moves[0][1]
        elif kind == "buy":
            trade = moves[0][1]
    if bridge is not None and (outlook is None or shown.gap_at(bridge[1]) is None):
        shown, outlook = bridge[0], None  # it lies over water that was not there before the movement
    return AtlantisView(
        shown,
        tuple(names),
        shown.seat,
        mine=True,
        figure=outlook.figure if outlook is not None else None,
        cards=tuple(leg.card for leg in outlook.legs) if outlook is not None else (),
        outlook=outlook,
        bridge_at=bridge[1] if bridge is not None else None,
        trade=trade,
    )


def off_road(seen: AtlantisView) -> str:
    """What the turn begins with, if nothing of it can be seen on the road."""
    if seen.trade is not None and seen.outlook is None and seen.bridge_at is None:
        return _("first a trade")
    return ""


def scale_for(width: int, height: int) -> PathScale:
    """The largest road that has room there."""
    large = (
        road.grown(pitch, tile, tile + 2)
        for pitch in range(road.WIDEST, road.LARGE.pitch, -1)
        for tile in range(max(4, pitch - 3), 2, -1)
    )
    fitting = (one for one in (*large, road.LARGE, road.MEDIUM) if one.width <= width and one.height <= height)
    return next(fitting, road.SMALL)


def paint_road(canvas: Canvas, x: int, y: int, scale: PathScale, seen: AtlantisView, look: Look) -> None:
    Ribbon(canvas, seen, look, scale, x, y).paint()


def holdings(seen: AtlantisView, look: Look, style: Style) -> list[list[Piece]]:
    """What the seat had in its hand and before it; and what it trades for cards, as the road cannot show that."""
    view, seat = seen.state, seen.state.seat
    hand: list[Piece] = []
    for face, number in enumerate(view.hands[seat].held):
        if number:
            many = f"{look.glyphs.times}{number}" if number > 1 else ""
            hand += [chips.card(face, look), (f"{many} ", style)]
    tiles: list[Piece] = []
    for value in sorted((tile % TILE for tile in view.tiles[seat]), reverse=True):
        tiles += [chips.value(value, look), (" ", style)]
    nothing: list[Piece] = [(_("none"), style)]
    lines = [
        pieces(_("Hand: {cards}"), style, {"cards": hand or nothing}),
        pieces(_("Tiles: {tiles}"), style, {"tiles": tiles or nothing}),
    ]
    if off_road(seen) and seen.trade is not None:
        number = min(seen.trade // 2, view.deck + sum(view.discard))
        words = ngettext("  {tile} is traded for {n} card", "  {tile} is traded for {n} cards", number)
        lines[1] += pieces(words, style, {"tile": chips.value(seen.trade, look), "n": str(number)})
    return lines
