"""The gutter left of the lanes: names, the backs of the other hand, the names of the rows, and the decks."""

from __future__ import annotations

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.games.atalia.widgets.scale import LineScale
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.wrap import wrap
from core.atalia.components import TACTICS, TROOPS

KEYS = "DT"  # what is pressed to draw from a deck


def paint_gutter(canvas: Canvas, look: Look, scale: LineScale, sight: AtaliaView) -> None:
    """All of it that lasts; which deck may be drawn from is painted over it (paint_picks)."""
    bottom = sight.below
    width = scale.left - 1 - scale.gutter
    for at, seat in enumerate((1 - bottom, bottom)):
        _name(canvas, look, scale, sight, at, seat, width)
    if not scale.joint:
        _rows(canvas, look, scale, width)
    for deck in sight.state.decks:
        _deck(canvas, look, scale, sight, deck)


def _name(canvas: Canvas, look: Look, scale: LineScale, sight: AtaliaView, at: int, seat: int, width: int) -> None:
    palette, glyphs, x = look.palette, look.glyphs, scale.gutter
    y = scale.slots[at][2 if at == 0 else 0]
    colour = readable(palette, palette.seats[seat], palette.sea)
    rows = [sight.names[seat]]
    if scale.lines > 1:  # there is room below it
        rows = wrap(sight.names[seat], width - 1) or rows
        rows = [*rows[:1], " ".join(rows[1:])][: len(rows)]
    for number, row in enumerate(rows):
        words = (glyphs.figures[seat] if not number else " ") + cut(row, width - 1, "" if width < 6 else glyphs.dots)
        canvas.put(x, y + number, words, palette.style(colour, palette.sea, True))
    if seat != sight.viewer:
        _backs(canvas, look, sight, x, y + len(rows), seat, width)


def _backs(canvas: Canvas, look: Look, sight: AtaliaView, x: int, y: int, seat: int, width: int) -> None:
    """A hand as everybody sees it: troops and tactics have different backs."""
    palette, glyphs, state = look.palette, look.glyphs, sight.state
    colours = own_colours(palette)
    troops, tactics = state.hand(seat, TROOPS).size, state.hand(seat, TACTICS).size
    back = palette.style(palette.wave if not palette.flat else palette.text, palette.sea)
    if cards.outlined(look) or troops + tactics > width:
        few = f"{troops}+{tactics}" if width < 6 else f"{troops} +{tactics}T" if tactics else str(troops)
        canvas.put(x, y, few, palette.style(palette.text, palette.sea))
        return
    x = canvas.put(x, y, glyphs.bar * troops, back)
    canvas.put(x, y, "T" * tactics, palette.style(colours.tactics[1], colours.tactics[0], True))


def row_names() -> tuple[str, str, str]:
    """What stands before what lies at the fields, before the best of it, and before their numbers."""
    return _("now"), _("best"), _("field")


def _rows(canvas: Canvas, look: Look, scale: LineScale, width: int) -> None:
    palette, end = look.palette, scale.left - 2
    dim = palette.style(palette.dim, palette.sea)
    now, best, plate = row_names()
    for at in (0, 1):
        for y, words in ((scale.now[at], now), (scale.best[at], best)):
            canvas.put_right(end, y, cut(words, width - 1, ""), dim)
    field = palette.style(readable(palette, own_colours(palette).plate[0], palette.sea), palette.sea)
    if palette.flat:
        field = dim
    canvas.put_right(end, scale.plate + scale.plate_lines // 2, cut(plate, width - 1, ""), field)


def deck_at(scale: LineScale, deck: int) -> tuple[int, int]:
    """The row of a deck, and its width."""
    if scale.lines > 1:
        return scale.slots[1][2] - 1 + 2 * deck, 7
    return scale.slots[1][2] + deck, 4 if scale.joint else 6


def _deck(canvas: Canvas, look: Look, scale: LineScale, sight: AtaliaView, deck: int) -> None:
    palette, (y, width) = look.palette, deck_at(scale, deck)
    count, x = sight.state.cards_in(deck), scale.gutter
    if cards.outlined(look):
        words = f"[{KEYS[deck]}{count:>{width - 3}}]" if width > 4 else f"{KEYS[deck]}{count:>2}"
        style = palette.style(palette.text, palette.sea, True)
    else:
        words = f" {KEYS[deck]}{count:>{width - 3}} " if width > 4 else f"{KEYS[deck]}{count:>2}"
        ground, ink = own_colours(palette).tactics if deck == TACTICS else (palette.focus, palette.text)
        style = palette.style(ink, ground, True)
    canvas.put(x, y, words, style, ("deck", deck))
    if scale.lines > 1:
        name = cut(names.deck(deck), scale.left - 2 - x, "")
        canvas.put(x + 1, y + 1, name, palette.style(palette.dim, palette.sea), ("deck", deck))


def paint_picks(canvas: Canvas, look: Look, scale: LineScale, sight: AtaliaView) -> None:
    """A pointer at every deck that may be drawn from now."""
    palette = look.palette
    colour = "plain" if palette.flat else readable(palette, palette.land, palette.sea)
    for deck in sight.decks:
        y, width = deck_at(scale, deck)
        x = scale.gutter + (3 if scale.joint else width)
        canvas.put(x, y, own_signs(look.glyphs).pick, palette.style(colour, palette.sea, True), ("deck", deck))
