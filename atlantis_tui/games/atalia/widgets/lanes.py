"""Paints the lanes of the nine fields: bed, slots, cards, what each side has and can reach, plates."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.games.atalia.field_facts import OPEN, OVER, UNDER, Lane, Side
from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.games.atalia.widgets.plates import Plates
from atlantis_tui.games.atalia.widgets.scale import LineScale
from atlantis_tui.ui import Look, digits
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from core.atalia.components import NOBODY, ROW, TROOPS_IN_ALL
from core.atalia.formations import Formation

LARGE_VALUES = 15  # columns of a card that has room for a large 10 beside any name


class Lanes:
    """Paints one sight on a canvas; what is planned is painted over it (planned.py)."""

    def __init__(self, canvas: Canvas, look: Look, scale: LineScale, sight: AtaliaView) -> None:
        self.canvas, self.look, self.scale, self.sight = canvas, look, scale, sight
        self.palette, self.glyphs = look.palette, look.glyphs
        self.colours, self.signs = own_colours(look.palette), own_signs(look.glyphs)
        self.outlined = cards.outlined(look)
        self.bottom = sight.below
        self.plates = Plates(canvas, look, scale, self.bottom, sight.viewer is None)

    def at(self, seat: int) -> int:
        """0 for the side above the plates, 1 for the one below: the index into the scale's rows."""
        return 1 if seat == self.bottom else 0

    def paint(self, lanes: Sequence[Lane]) -> None:
        scale = self.scale
        if not self.outlined:
            top, bottom = scale.now
            bed = self.palette.style(self.palette.text, self.palette.bed)
            self.canvas.fill(scale.left - 1, top, 9 * scale.pitch + 1, bottom - top + 1, bed)
        won = winning(lanes)
        for lane in lanes:
            for seat in (0, 1):
                self._slots(lane, seat, lane.field in won)
                self.tell(lane, seat)
            self._marks(lane)
        self.plates.paint(lanes)

    # Cards -----------------------------------------------------------------------------------------------------------

    def _slots(self, lane: Lane, seat: int, full: bool) -> None:
        """The cards of one side; the places that are still free have a dot."""
        scale = self.scale
        x, rows = scale.lane(lane.field), scale.slots[self.at(seat)]
        is_open = lane.owner == NOBODY
        for slot in range(max(lane.need, min(3, lane.need + (not is_open)))):
            self.place(x, rows[slot], is_open and slot >= len(lane.sides[seat].cards))
        how = cards.FULL if is_open else cards.LOST if lane.owner != seat else cards.FULL if full else cards.WON
        for slot, face in enumerate(lane.sides[seat].cards):
            self.card(seat, lane.field, slot, face, how)

    def card(self, seat: int, field: int, slot: int, face: int, how: int = cards.FULL) -> None:
        scale, palette = self.scale, self.palette
        x, y = scale.lane(field), scale.slots[self.at(seat)][slot]
        ground, ink = cards.faded(cards.pair(face, palette), palette, how)
        style = palette.style(ink, ground, how == cards.FULL)
        if scale.tall:
            self._tall(x, y, face, style)
        else:
            self.canvas.put(x, y, cards.lying(face, scale.card, self.look, scale.lines > 1), style)
        self.under(x, y, scale.card, ground)

    def _tall(self, x: int, y: int, face: int, style: Style) -> None:
        """A card of several lines: its sign and letter, below them its name, and at the right its value, large if there
        is room."""
        canvas, width, high = self.canvas, self.scale.card, self.scale.lines - 1
        canvas.fill(x, y, width, high, style)
        if self.outlined:
            canvas.put(x, y + high, self.glyphs.rule * width, self.palette.style(self.palette.dim, self.palette.sea))
        value, edge = cards.value(face), 1 if width > 7 else 0
        number = face < TROOPS_IN_ALL and high >= digits.HEIGHT and width >= LARGE_VALUES
        wide = digits.width(value) if number else len(value)
        if number:
            digits.paint(canvas, x + width - edge - wide, y, value, style, self.glyphs)
        else:
            canvas.put_right(x + width - edge, y, value, style)
        sign = f"{cards.sign(face, self.glyphs).strip()}{cards.letter(face) if face < TROOPS_IN_ALL else ''}"
        canvas.put(x + edge, y, sign, style)
        room = width - edge - (wide + 1 if number else 0)
        canvas.put(x + edge, y + 1, cut(cards.name(face, room), room, ""), style)

    def place(self, x: int, y: int, dot: bool) -> None:
        """An empty place for a card."""
        scale, style = self.scale, self.palette.style(self.palette.absent, self.colours.lane)
        self.canvas.fill(x, y, scale.card, scale.lines, style)
        if dot:
            self.canvas.put(x + scale.card // 2, y + (scale.lines - 1) // 2, self.glyphs.none, style)

    def under(self, x: int, y: int, width: int, colour: str) -> None:
        """The half line at the foot of what is painted at y, where cards have one."""
        if self.scale.lines > 1 and not self.outlined:
            style = self.palette.style(colour, self.colours.lane)
            self.canvas.put(x, y + self.scale.lines - 1, self.glyphs.upper * width, style)

    # What a side has, and can reach ----------------------------------------------------------------------------------

    def tell(self, lane: Lane, seat: int, colour: str = "") -> None:
        """Both rows of one side; what is planned has its own colour."""
        scale, side = self.scale, lane.sides[seat]
        where = self.at(seat)
        x = scale.lane(lane.field)
        if scale.joint:
            self._clear(x, scale.now[where])
            if side.made is not None:
                self._made(lane, seat, side.made, colour)
            elif side.chance:
                self._best(x, scale.best[where], side)
            elif side.cards and lane.owner == NOBODY:
                self._so_far(x, scale.now[where], side)
            return
        self._clear(x, scale.now[where])
        self._clear(x, scale.best[where])
        if side.made is not None:
            self._made(lane, seat, side.made, colour)
        elif side.cards and lane.owner == NOBODY:
            self._so_far(x, scale.now[where], side)
        if side.chance:
            self._best(x, scale.best[where], side)

    def _clear(self, x: int, y: int) -> None:
        ground = "plain" if self.outlined else self.palette.bed
        self.canvas.fill(x, y, self.scale.card, 1, self.palette.style(self.palette.text, self._bed(ground)))

    def _bed(self, ground: str = "") -> str:
        return self.palette.sea if self.outlined else self.palette.bed

    def words(self, made: Formation) -> str:
        """A formation in six cells, or in four; by its whole name where there is room."""
        if self.scale.joint:
            return f"{names.rank_code(made.rank)}{made.total}"
        whole = f"{names.rank(made.rank)}{made.total:>3}"
        if self.scale.tall and cell_len(whole) < self.scale.card:
            return whole
        return f"{cut(names.rank_short(made.rank), 3, '')}{made.total:>3}"

    def _made(self, lane: Lane, seat: int, made: Formation, colour: str) -> None:
        palette, scale, ground = self.palette, self.scale, self._bed()
        x, y = scale.lane(lane.field), scale.now[self.at(seat)]
        lost = lane.owner not in (NOBODY, seat)
        words = self.words(made)
        sign = self.signs.ranks[made.rank - 1]
        own = readable(palette, colour or palette.seats[seat], ground)
        ink = readable(palette, colour, ground) if colour else self.colours.weak if lost else self.bright
        end = x + scale.card
        self.canvas.put_right(
            end, y, sign + words, palette.style(own if not lost else self.colours.weak, ground, not lost)
        )
        self.canvas.put_right(end, y, words, palette.style(ink, ground, not lost))

    @property
    def bright(self) -> str:
        return "plain" if self.palette.flat else self.palette.select

    def _so_far(self, x: int, y: int, side: Side) -> None:
        palette, dots = self.palette, self.glyphs.dots * (1 if self.glyphs.upper else 2)
        end = x + self.scale.card - (1 if self.scale.lines > 1 else 0)
        self.canvas.put_right(end, y, f"{side.total}{dots}", palette.style(palette.dim, self._bed()))

    def _best(self, x: int, y: int, side: Side) -> None:
        palette, glyphs = self.palette, self.glyphs
        sign = {OPEN: self.signs.most, OVER: self.signs.over, UNDER: self.signs.under}[side.chance]
        words = self.words(side.best) if side.best is not None else glyphs.none
        ink = {OPEN: palette.text, OVER: palette.foam, UNDER: self.colours.weak}[side.chance]
        style = palette.style(ink, self._bed(), side.chance == OVER)
        self.canvas.put_right(x + self.scale.card, y, sign + words, style)

    # Clicks ----------------------------------------------------------------------------------------------------------

    def _marks(self, lane: Lane) -> None:
        scale, canvas, field = self.scale, self.canvas, lane.field
        x, width = scale.lane(field), scale.card
        canvas.mark(x, 0, width, scale.height, ("field", field))
        for seat in (0, 1):
            for slot, y in enumerate(scale.slots[self.at(seat)][: lane.need]):
                canvas.mark(x, y, width, scale.lines, ("slot", seat, field, slot))
        canvas.mark(x, scale.plate, width, scale.plate_lines, ("plate", field))


def winning(lanes: Sequence[Lane]) -> frozenset[int]:
    """The fields of a row that wins the game: their cards keep their colours."""
    found: set[int] = set()
    for first in range(len(lanes) - ROW + 1):
        owners = {lane.owner for lane in lanes[first : first + ROW]}
        if len(owners) == 1 and NOBODY not in owners:
            found |= set(range(first, first + ROW))
    return frozenset(found)
