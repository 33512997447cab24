"""Moves of Atalia told once more, for reviews: in a few words with chips, and on the fields as they were then."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.atalia.field_facts import lanes
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.view_model import AtaliaView, Ghost
from atlantis_tui.games.atalia.widgets import chips
from atlantis_tui.games.atalia.widgets.gutter import paint_gutter
from atlantis_tui.games.atalia.widgets.lanes import Lanes
from atlantis_tui.games.atalia.widgets.planned import paint_plan
from atlantis_tui.games.atalia.widgets.scale import HIGHEST, LARGE, MEDIUM, SMALL, WIDEST, LineScale, grown
from atlantis_tui.table.followed_turn import steps
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.rich_line import Piece, pieces
from core.atalia.components import DESERTER, REDEPLOY, SCOUT, TACTICS, TRAITOR, TROOPS, WEATHER
from core.atalia.formations import formation
from core.atalia.rules import Atalia
from core.game import Move

BRIEF, PAID, WHOLE = range(3)  # the cards alone; with what is drawn; also what a card makes

Way = Sequence[tuple[Atalia, Sequence[Move]]]  # a turn: the moves from each position in which chance had spoken

CARDS = {"redeploy": REDEPLOY, "deserter": DESERTER, "traitor": TRAITOR}


# In words ------------------------------------------------------------------------------------------------------------


def told(way: Way, look: Look, style: Style, detail: int, *, instead: Way | None = None) -> list[list[Piece]]:
    """One phrase for each part, as one would say: you played …; `instead`: what was played instead of this turn."""
    phrases = [
        phrase for state, move in steps(way) if (phrase := _phrase(state, move, look, style, detail)) is not None
    ]
    if instead is not None:
        mine, theirs = ({move for _state, move in steps(one) if move[0] == "claim"} for one in (way, instead))
        if theirs and not mine and any(move[0] == "done" for _state, move in steps(way)):
            phrases.append(pieces(_("no claim"), style, {}))
    return phrases


def _phrase(state: Atalia, move: Move, look: Look, style: Style, detail: int) -> list[Piece] | None:
    kind = move[0]
    if kind == "lay":
        phrase = pieces(_("{card} on {field}"), style, {"card": chips.card(move[1], look), "field": str(move[2] + 1)})
        made = _made(state, move[1], move[2])
        if detail == WHOLE and made:
            phrase += pieces(_(" = {made}"), style, {"made": made})
        return phrase
    if kind in CARDS:
        words = {"redeploy": _("Redeploy {card}"), "deserter": _("Deserter {card}"), "traitor": _("Traitor {card}")}
        phrase = pieces(words[kind], style, {"card": chips.card(move[1], look)})
        if kind == "deserter":
            return [*phrase, *pieces(_(" on {field}"), style, {"field": str(move[2] + 1)})]
        goal = str(move[3] + 1) if move[3] is not None else _("out")
        way = {"start": str(move[2] + 1), "arrow": look.glyphs.arrow, "end": goal}
        return [*phrase, *pieces(_(" {start} {arrow} {end}"), style, way)]
    if kind == "claim":
        return pieces(_("claim {field}"), style, {"field": str(move[1] + 1)})
    if kind == "draw":
        return pieces(named.from_deck(move[1]), style, {}) if detail > BRIEF else None
    if kind == "return":
        return pieces(_("{card} back"), style, {"card": chips.card(move[2], look)})
    if kind == "scout":
        return pieces(_("{card}"), style, {"card": chips.card(SCOUT, look)})
    return pieces(_("a pass"), style, {}) if kind == "pass" else None


def _made(state: Atalia, card: int, field: int) -> str:
    ground, cards = state.ground(field), [*state.sides[state.seat][field], card]
    if card in WEATHER or len(cards) != ground.need:
        return ""
    return named.formation(formation(cards, ground))


# On the fields -------------------------------------------------------------------------------------------------------


def sight(way: Way, names: Sequence[str]) -> AtaliaView:
    """The fields as they were with a turn in mind: its card where it would lie, and what it claims."""
    shown = way[0][0]
    seat = shown.seat
    seen = AtaliaView(shown, tuple(names), seat, seat, mine=True)
    after: Atalia | None = None
    for state, move in steps(way):
        kind = move[0]
        if kind in ("lay", *CARDS):
            seen = _with(seen._replace(state=state), move)
            after = state.copy()
            after.advance(move)
        elif kind == "claim":
            after = after if after is not None else state.copy()
            after.owners[move[1]] = seat
    return seen._replace(after=after)


def _with(seen: AtaliaView, move: Move) -> AtaliaView:
    """The fields with the card that a move lays or takes."""
    kind, card, field = move[:3]
    seat = seen.below
    if kind == "lay":
        ghosts = () if card in WEATHER else (Ghost(seat, field, card),)
        return seen._replace(cursor=field, card=card, ghosts=ghosts)
    owner = seat if kind == "redeploy" else 1 - seat
    target = owner, field, seen.state.sides[owner][field].index(card)
    seen = seen._replace(target=target, card=CARDS[kind])
    if kind == "deserter" or move[3] is None:
        return seen
    return seen._replace(cursor=move[3], ghosts=(Ghost(seat, move[3], card),))


def off_road(seen: AtaliaView) -> str:
    """What the turn is about, if nothing of it can be seen on the fields."""
    return _("cards drawn or put back") if seen.after is None else ""


def scale_for(width: int, height: int) -> LineScale:
    """The largest line of fields that has room there."""
    pitch = max(LARGE.pitch, min(WIDEST, (width - LARGE.left) // 9))
    cards = ((HIGHEST, 5), (3, 5), (3, 3), (2, 5), (LARGE.lines, LARGE.plate_lines))
    large = (grown(LARGE.left, pitch, lines, plate_lines) for lines, plate_lines in cards)
    return next((one for one in (*large, MEDIUM) if one.width <= width and one.height <= height), SMALL)


def paint_road(canvas: Canvas, x: int, y: int, scale: LineScale, seen: AtaliaView, look: Look) -> None:
    palette = look.palette
    board = Canvas(scale.width + 1, scale.height, palette.style(palette.text, palette.sea))
    painter, found = Lanes(board, look, scale, seen), lanes(seen.state)
    painter.paint(found)
    paint_gutter(board, look, scale, seen)
    paint_plan(painter, found, lanes(seen.after) if seen.after is not None else found)
    canvas.paste(board, x, y)


def holdings(seen: AtaliaView, look: Look, style: Style) -> list[list[Piece]]:
    """What the seat had in its hand, and what there was to draw."""
    view = seen.state
    hand = chips.row(view.known_cards(view.seat), look, style) or [(_("none"), style)]
    left = {"troops": str(view.cards_in(TROOPS)), "tactics": str(view.cards_in(TACTICS))}
    return [
        pieces(_("Hand: {cards}"), style, {"cards": hand}),
        pieces(_("Decks: {troops} troops, {tactics} tactics"), style, left),
    ]
