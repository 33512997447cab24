"""Moves of Survive! told once more, for reviews: in a few words with chips, and on the board as it was then."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.survive.view_model import Mark, Spot, SurviveView
from atlantis_tui.games.survive.widgets.board import Sea
from atlantis_tui.games.survive.widgets.lattice import LARGE, MEDIUM, SMALL, WIDEST, LatticeScale, grown
from atlantis_tui.games.survive.widgets.pieces import Pieces
from atlantis_tui.games.survive.widgets.tiles import kept, tile_chip
from atlantis_tui.table.followed_turn import steps
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.palettes import Palette
from atlantis_tui.ui.rich_line import Piece, pieces
from core.game import Move
from core.survive.components import EXPLORERS, FIRST_SAFE, SAFE_FROM, hex_text
from core.survive.rules import Survive

BRIEF, PAID, WHOLE = range(3)  # how much is told: of a walk the ends alone, or every step

Way = Sequence[tuple[Survive, Sequence[Move]]]  # a turn: the moves from each position in which chance had spoken


# In words ------------------------------------------------------------------------------------------------------------


def told(way: Way, look: Look, style: Style, detail: int, *, instead: Way | None = None) -> list[list[Piece]]:
    """One phrase for each part, as one would say: you played …; `instead`: what was played instead of this turn."""
    found: list[tuple[Survive, Move]] = []
    for state, move in steps(way):
        if found and detail < WHOLE and _goes_on(found[-1][1], move):
            found[-1] = (found[-1][0], _joined(found[-1][1], move))
        else:
            found.append((state, move))
    phrases = [phrase for state, move in found if (phrase := _phrase(state, move, look, style)) is not None]
    if not phrases:
        return [pieces(_("nothing"), style, {})]
    return phrases


def _goes_on(before: Move, move: Move) -> bool:
    """Whether it is the next step of the same piece."""
    if before[0] == move[0] == "boat":
        return bool(before[2] == move[1])
    return bool(move[0] == before[0] == "walk" and before[1] == move[1])


def _joined(before: Move, move: Move) -> Move:
    return (*before[:-1], move[-1])


def _phrase(state: Survive, move: Move, look: Look, style: Style) -> list[Piece] | None:
    kind = move[0]
    signs = Pieces(look, state.seat)
    parts: dict[str, str | Piece | Sequence[Piece]] = {"arrow": look.glyphs.arrow}
    if kind in ("place", "walk", "board", "swim", "land"):
        parts["who"] = _who(signs, look, state, move[1])
        parts["at"], parts["to"] = hex_text(move[2]), hex_text(move[-1])
        words = {
            "place": _("{who} on {to}"),
            "walk": _("{who} {at} {arrow} {to}"),
            "board": _("{who} aboard at {to}"),
            "swim": _("{who} swims {at} {arrow} {to}") if move[2] != move[-1] else _("{who} overboard at {to}"),
            "land": _("{who} {at} {arrow} isle"),
        }[kind]
        return pieces(words, style, parts)
    if kind in ("boat", "launch", "sink"):
        parts["at"], parts["to"] = hex_text(move[1]), hex_text(move[-1])
        words = {"boat": _("boat {at} {arrow} {to}"), "launch": _("boat at {to}"), "sink": _("sinking {to}")}[kind]
        return pieces(words, style, parts)
    if kind == "creature":
        parts["beast"] = signs.chip(move[1]), signs.creature(move[1])[1]
        parts["at"], parts["to"] = hex_text(move[2]), hex_text(move[3])
        return pieces(_("{beast} {at} {arrow} {to}"), style, parts)
    if kind == "play":
        return [tile_chip(move[1], move[2], look)]
    if kind == "answer":
        return pieces(_("a defence") if move[1] else _("no defence"), style, {})
    return None


def _who(signs: Pieces, look: Look, state: Survive, explorer: int) -> Piece:
    sign, paint = signs.explorer(state, explorer)
    figure = look.glyphs.figures[explorer // EXPLORERS]
    return (sign if sign == figure else f"{figure}{sign}"), paint


# On the board --------------------------------------------------------------------------------------------------------


def sight(way: Way, names: Sequence[str]) -> SurviveView:
    """The board as it was at the beginning of the turn, with every place that the turn goes to."""
    shown = way[0][0]
    places: dict[Spot, Mark] = {}
    for number, (_state, move) in enumerate((one for one in steps(way) if len(one[1]) > 1), 1):
        spot = _end(move)
        if spot is not None:
            places[spot] = Mark("sink") if move[0] == "sink" else Mark("reach", str(number % 10))
    prompt = shown.prompt
    return SurviveView(shown, tuple(names), shown.seat if prompt is None else prompt.seat, marks=places)


def _end(move: Move) -> Spot | None:
    """Where a move leads."""
    if move[0] == "land":
        return FIRST_SAFE + SAFE_FROM[move[2]]
    if move[0] in ("play", "show", "answer"):
        return None
    return int(move[-1])


def off_road(seen: SurviveView) -> str:
    """What the turn is about, if nothing of it can be seen on the board."""
    return "" if seen.marks else _("nothing on the board")


def scale_for(width: int, height: int) -> LatticeScale:
    """The largest board that has room there."""
    large = (grown(half, lines) for half in range(WIDEST, LARGE.half, -1) for lines in range(half, LARGE.lines - 1, -1))
    return next((one for one in (*large, LARGE, MEDIUM) if one.width <= width and one.height <= height), SMALL)


def paint_road(canvas: Canvas, x: int, y: int, scale: LatticeScale, seen: SurviveView, look: Look) -> None:
    board = Canvas(scale.width, scale.height, _blank(look.palette))
    sea = Sea(board, seen, look, scale)
    sea.paint_ground()
    sea.paint_plan()
    canvas.paste(board, x, y)


def _blank(palette: Palette) -> Style:
    return palette.style(palette.text, palette.sea)


def holdings(seen: SurviveView, look: Look, style: Style) -> list[list[Piece]]:
    """The tiles that the seat had kept, and where its explorers were."""
    view, seat = seen.state, seen.viewer
    assert seat is not None
    tiles: list[Piece] = []
    for tile in kept(view, seat):
        tiles += [tile_chip(*tile, look), (" ", style)]
    where = [view.where(one) for one in view.explorers_of(seat)]
    folk = {place: str(where.count(place)) for place in ("land", "boat", "sea", "safe", "lost")}
    return [
        pieces(_("Tiles: {tiles}"), style, {"tiles": tiles or [(_("none"), style)]}),
        pieces(_("Explorers: {land} land, {boat} boat, {sea} sea, {safe} safe, {lost} lost"), style, folk),
    ]
