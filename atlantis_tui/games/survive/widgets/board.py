"""The sea, the sinking island in it, and everything that moves there: one widget.

Clicks hit a hex by its number, or a safe island by its place (FIRST_SAFE and on).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.isles import Isles
from atlantis_tui.games.survive.widgets.lattice import GAP, MEDIUM, NOTHING, LatticeScale, Span, lattice, right_of
from atlantis_tui.games.survive.widgets.pieces import Bit, Content, Pieces, loud
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import ink_on, mixed
from atlantis_tui.ui.panel import Panel
from core.survive.components import CELLS, HEX_AT, HEXES, LAKE, LETTERS, ROWS

CURSOR = 4  # the rank of its signs
SHADE = 0.38  # how much darker the gap between two tiles is


class HexSign(NamedTuple):
    """A sign beside a hex, or its cost."""

    rank: int  # where two want the same cell, the higher one has it
    text: str
    ink: str
    ground: str = ""  # "": as it is


class IslandBoard(Panel):
    """`sight` is set by the screen, which then calls `repaint`."""

    sight: SurviveView | None = None
    scale: LatticeScale = MEDIUM
    # Layers that are kept, each with what it shows: what does not depend on a plan, and what not on the cursor.
    _ground: tuple[object, Canvas] | None = None
    _marked: tuple[object, Canvas] | None = None

    def shows(self) -> object:
        sight = self.sight
        if sight is None:
            return None
        about = sight.state, sight.viewer, sight.cursor, sight.chosen, sight.explorer, sight.marks, sight.preview
        return self.look, self.scale, about, sight.told, sight.volcano, sight.names

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None or canvas.width < self.scale.width or canvas.height < self.scale.height:
            return  # the widget gets its new size only after its scale
        sea = Sea(canvas, sight, self.look, self.scale)
        about = (self.look, self.scale, sight.state, sight.viewer, sight.volcano, canvas.width, canvas.height)
        self._ground = self._layer(canvas, self._ground, about, sea.paint_ground)
        marked = (about, sight.marks, sight.chosen, sight.told)
        self._marked = self._layer(canvas, self._marked, marked, sea.paint_marks)
        sea.paint_cursor()

    def _layer(
        self, canvas: Canvas, kept: tuple[object, Canvas] | None, shown: object, paint: Callable[[], None]
    ) -> tuple[object, Canvas]:
        """Paints a layer over the one before, or takes it as it was."""
        if kept is not None and kept[0] == shown:
            canvas.take(kept[1])
            return kept
        paint()
        copy = Canvas(canvas.width, canvas.height, self.blank())
        copy.take(canvas)
        return shown, copy


class Sea:
    """Paints one sight of the board on a canvas."""

    def __init__(self, canvas: Canvas, sight: SurviveView, look: Look, scale: LatticeScale) -> None:
        self.canvas, self.sight, self.look, self.scale = canvas, sight, look, scale
        self.palette, self.glyphs = look.palette, look.glyphs
        self.colours, self.signs = own_colours(look.palette), own_signs(look.glyphs)
        self.lattice = lattice(scale)
        self.state = sight.state
        self.pieces = Pieces(look, sight.viewer)
        self.preview = sight.preview
        self.layer = 0  # 0 the position, 1 what can be chosen, 2 what is
        self.isles = Isles(self)

    # Grounds ---------------------------------------------------------------------------------------------------------

    def ground(self, number: int) -> str:
        """The colour of a hex, with what is planned."""
        palette, sight = self.palette, self.sight
        if number == sight.volcano:
            return self.colours.peril
        kind = self.state.terrain[number]
        if self.layer:
            if number == sight.chosen:
                return palette.select
            mark, preview = sight.marks.get(number), self.preview
            if self.layer > 1 and preview is not None and preview.at == number and not kind:
                return self.colours.peril_ground if preview.victims or preview.wreck else self.colours.reach
            if mark is not None and not kind and mark.kind in ("reach", "deadly", "free"):
                return self.colours.reach if mark.kind != "deadly" else self.colours.peril_ground
        if kind:
            return self.colours.terrain[kind - 1][0]
        if number == LAKE:
            return self.colours.lagoon[0]
        x, row = CELLS[number]
        if self.scale.lines == 1:
            return self.colours.deep[row % 2]
        return self.colours.deep[((x - 5 - row) // 2 - row) % 3]

    def _colour(self, owner: int) -> str:
        if owner == NOTHING:
            return self.palette.sea
        return self.ground(owner) if owner < GAP else self._gap_ground(owner)

    def _gap_ground(self, gap: int) -> str:
        palette, left, right = self.palette, gap - GAP, right_of(gap)
        land = self.state.terrain[left] and self.state.terrain[right]
        if not land:
            return self.colours.trench
        return palette.sea if palette.ansi else mixed(palette, self.colours.terrain[land - 1][0], "#000000", SHADE)

    def _paint_cell(self, x: int, y: int, upper: int, lower: int) -> None:
        canvas, palette = self.canvas, self.palette
        over, under = self._colour(upper), self._colour(lower)
        if over == under or not self.glyphs.upper or palette.flat:
            ground = under if lower != NOTHING or self.glyphs.upper else palette.sea
            canvas.chars[y][x], canvas.styles[y][x] = " ", palette.style(palette.text, ground)
        else:
            canvas.chars[y][x], canvas.styles[y][x] = self.glyphs.upper, palette.style(over, under)

    def paint_ground(self) -> None:
        for x, y, upper, lower in self.lattice.cells:
            self._paint_cell(x, y, upper, lower)
        for (x, y), number in self.lattice.hits.items():
            self.canvas.hits[y][x] = number
        for number in range(HEXES):
            self._paint_content(number)
        self._edges()
        self.isles.paint()

    # Contents --------------------------------------------------------------------------------------------------------

    def _paint_content(self, number: int) -> None:
        """What stands on a hex; where a plan ends, as it would stand there."""
        sight, spans = self.sight, self.lattice.spans[number]
        if number == sight.volcano:
            ground = self.ground(number)
            fire = ("*", self.palette.style(ink_on(self.palette, ground), ground, True))
            self._put(spans[-1].x + (spans[-1].width - 3) // 2, spans[-1].y, [fire] * 3)
            return
        told = self._content(number)
        if self.scale.lines > 1:
            self._put(spans[0].x, spans[0].y, told.first)
        self._put(spans[-1].x, spans[-1].y, told.last)
        if self.scale.lines > 2:
            self._between(number, spans, told)
        if self.layer and number in sight.marks and sight.marks[number].kind == "sink":
            self._sinks(number)
        left, right = self.lattice.gaps(number)
        self._put(*left, [told.left])
        self._put(*right, [told.right])

    def _content(self, number: int) -> Content:
        spans = self.lattice.spans[number]
        preview = self.preview if self.layer > 1 and self.preview and self.preview.at == number else None
        ground = self.ground(number)
        sizes = spans[0].width, spans[-1].width
        if self.scale.lines == 1:
            sizes = spans[0].width, spans[0].width
        if preview is None:
            return self.pieces.content(self.state, number, ground, sizes)
        return self.pieces.content(preview.shown, number, ground, sizes, preview.moved, preview.victims, preview.wreck)

    def _between(self, number: int, spans: tuple[Span, ...], told: Content) -> None:
        """The lines between the first and the last. A creature's chip is one piece, also where its two signs do not
        touch; on land the pattern goes on."""
        kind = self.state.terrain[number]
        if kind:
            for shift, span in enumerate(spans[1:-1], 1):
                self._put(span.x, span.y, self.pieces.grain(kind, self.ground(number), span.width, shift))
            return
        above, below = told.first[spans[0].width // 2], told.last[spans[-1].width // 2]
        if above is None or below is None or above[1] is not below[1]:
            return
        wide = sum(bit is not None and bit[1] is below[1] for bit in told.last)
        middle = spans[0].x + spans[0].width // 2
        signs = [above[0], *[" "] * (len(spans) - 2), below[0]]
        if len(spans) > 3:  # so that they stand in the middle
            signs = [" ", *signs[:1], *signs[2:-2], *signs[-1:], " "]
        for sign, span in zip(signs, spans, strict=True):
            self._put(middle - wide // 2, span.y, [(char, above[1]) for char in sign.center(wide)])

    def _sinks(self, number: int) -> None:
        """The sign of a tile that may sink, in place of its terrain's."""
        span = self.lattice.spans[number][0]
        sign: Bit = (self.signs.sinks, loud(self.palette, self.palette.take))
        if self.scale.lines == 1:
            row, grain = self.canvas.chars[span.y], self.signs.terrain[self.state.terrain[number]]
            self._put(row.index(grain, span.x, span.x + span.width), span.y, [sign])
        else:
            middle = span.x + span.width // 2
            self._put(span.x, span.y, [(" ", self.palette.style(self.palette.text, self.ground(number)))] * span.width)
            self._put(middle, span.y, [sign])

    def _put(self, x: int, y: int, bits: list[Bit]) -> None:
        chars, styles = self.canvas.chars[y], self.canvas.styles[y]
        for at, bit in enumerate(bits, x):
            if bit is not None and 0 <= at < self.canvas.width:
                chars[at], styles[at] = bit

    def _edges(self, cursor: int | None = None) -> None:
        """The letters above, the numbers at both sides; those of the cursor stand out."""
        canvas, palette, scale = self.canvas, self.palette, self.scale
        columns: Iterable[int] = range(len(LETTERS))
        rows: Iterable[int] = range(ROWS)
        style = palette.style(palette.dim, palette.sea)
        if cursor is not None:
            columns, rows = [CELLS[cursor][0]], [CELLS[cursor][1]]
            style = palette.style("plain" if palette.flat else palette.key, palette.sea, True)
        for x in columns:
            canvas.put(scale.left + scale.half * x + scale.half - 1, 0, LETTERS[x], style)
        for row in rows:
            y = scale.top(row + 1) - 1
            canvas.put_right(2, y, str(row + 1), style)
            canvas.put(scale.width - 3, y, str(row + 1), style)

    # What is planned -------------------------------------------------------------------------------------------------

    def paint_plan(self) -> None:
        """All of it, over a position."""
        self.paint_marks()
        self.paint_cursor()

    def paint_marks(self) -> None:
        """Everything that can be chosen, and the piece that is."""
        sight = self.sight
        self.layer = 1
        self._paint_again({spot for spot in (*sight.marks, sight.chosen) if spot is not None and spot < HEXES})
        self.isles.paint_plan(list(sight.marks))

    def paint_cursor(self) -> None:
        """The cursor, and what is planned there."""
        sight, self.layer = self.sight, 2
        spots = [spot for spot in (sight.cursor, self.preview.at if self.preview else None) if spot is not None]
        self._paint_again({spot for spot in spots if spot < HEXES})
        if sight.cursor is not None and sight.cursor < HEXES:
            self._edges(sight.cursor)
        self.isles.paint_plan([spot for spot in spots if spot >= HEXES])

    def _paint_again(self, changed: set[int]) -> None:
        for number in changed:
            for x, y, upper, lower in self.lattice.around[number]:
                self._paint_cell(x, y, upper, lower)
        # What others have in these gaps is lost; the cursor's own signs would hide it anyway.
        others = set().union(*map(self._sides, changed)) if self.layer == 1 else set()
        for number in sorted(changed | others):
            self._paint_content(number)
        self._signs(sorted(changed))

    def _sides(self, number: int) -> list[int]:
        """The hexes beside one in its row: what they have in the gaps must be painted again."""
        x, row = CELLS[number]
        return [HEX_AT[x + by, row] for by in (-2, 2) if (x + by, row) in HEX_AT]

    def _signs(self, changed: list[int]) -> None:
        """Signs in the gaps. Where two want the same one: cursor, danger, cost, bar. A cost stands at the right end of
        its hex, and only where that is taken in the gap behind it."""
        wanted: dict[tuple[int, int], HexSign] = {}

        def want(cell: tuple[int, int], sign: HexSign | None) -> None:
            if sign is not None and (cell not in wanted or wanted[cell].rank < sign.rank):
                wanted[cell] = sign

        for number in changed:
            left, right, cost = self._signs_of(number)
            gaps = self.lattice.gaps(number)
            want(gaps[0], left)
            want(gaps[1], right)
            want(self._cost_cell(number), cost)
        for number in self.sight.told if self.layer == 1 else ():
            if number < HEXES:
                for cell, bar in zip(self.lattice.gaps(number), self.signs.reach, strict=True):
                    wanted.setdefault(cell, HexSign(0, bar, self.palette.chain))
        for number in changed:
            self._keep_crowd(wanted, number)
        for (x, y), (_rank, text, ink, ground) in wanted.items():
            self._sign(x, y, text, ink, ground)
        cursor = self.sight.cursor
        if cursor in changed and self.layer > 1 and self.scale.lines > 1:
            self._crown(cursor)

    def _keep_crowd(self, wanted: dict[tuple[int, int], HexSign], number: int) -> None:
        """What of the pieces in a hex stands in the gap behind it, for want of room inside, is seen under the cursor
        too, and before a mark; only a cost and a danger have that cell first."""
        x, row = CELLS[number]
        for owner, cell in zip((HEX_AT.get((x - 2, row)), number), self.lattice.gaps(number), strict=True):
            sign = wanted.get(cell)
            if owner is None or not self.state.boats[owner] or sign is None:
                continue
            crowd = self._content(owner).right
            if crowd is None or crowd[0] in self.signs.hull:
                continue
            if sign.rank == CURSOR:
                wanted[cell] = sign._replace(text=crowd[0], ink=self.palette.ink, ground=sign.ink)
            elif sign.rank < CURSOR and sign.text in self.signs.reach:
                del wanted[cell]

    def _cost_cell(self, number: int) -> tuple[int, int]:
        """The last cell of a hex, unless somebody stands there, or a treasure beside it that would seem to go on."""
        span = self.lattice.spans[number][-1]
        x, y = span.x + span.width - 1, span.y
        row = self.canvas.chars[y]
        free = {" ", *self.signs.terrain, self.glyphs.left_half, self.glyphs.right_half}
        free |= {self.glyphs.wave} if number == LAKE else set()
        taken = self.state.boats[number] or row[x] not in free or row[x - 1].isdigit()
        return self.lattice.gaps(number)[1] if taken else (x, y)

    def _signs_of(self, number: int) -> tuple[HexSign | None, HexSign | None, HexSign | None]:
        """At the left of a hex, at its right, and its cost or danger."""
        palette, glyphs, sight, peril = self.palette, self.glyphs, self.sight, self.colours.peril
        mark = sight.marks.get(number)
        ahead = self.layer > 1 and self.preview is not None and self.preview.at == number
        if ahead or (number == sight.cursor and self.layer > 1):
            ends = (
                HexSign(CURSOR, self.signs.block[0], palette.select),
                HexSign(CURSOR, self.signs.block[1], palette.select),
            )
            cost, harm = mark.cost if mark else "", mark is not None and mark.kind == "deadly"
            if ahead and self.preview is not None:
                cost, harm = self.preview.cost, bool(self.preview.victims) or self.preview.wreck
            if harm:
                return *ends, HexSign(5, "!", palette.ink, peril)
            return *ends, HexSign(5, cost, palette.ink, palette.select) if cost else None
        if mark is None:
            if number == sight.chosen and not glyphs.upper:
                return (
                    HexSign(2, self.signs.block[0], palette.select),
                    HexSign(2, self.signs.block[1], palette.select),
                    None,
                )
            return None, None, None
        if mark.kind == "sink":
            return HexSign(1, self.signs.block[0], palette.take), HexSign(1, self.signs.block[1], palette.take), None
        left = HexSign(1, self.signs.reach[0], palette.land)
        if mark.kind == "free" and not mark.cost:
            return left, HexSign(1, self.signs.reach[1], palette.land), None
        if mark.kind == "deadly":  # where a cost would stand: at the left that is the neighbour's
            return left._replace(ink=peril), None, HexSign(3, "!", palette.ink, peril)
        if self.scale.lines > 1 and glyphs.upper:
            left = left._replace(text=self.signs.block[0])
        return left, None, HexSign(2, mark.cost, palette.ink, palette.land)

    def _sign(self, x: int, y: int, text: str, ink: str, ground: str) -> None:
        canvas, palette = self.canvas, self.palette
        if not (0 <= y < canvas.height and 0 <= x < canvas.width):
            return
        if palette.flat:
            style = palette.style("plain", "reverse" if ground else "plain", True)
        elif ground:
            style = palette.style(ink_on(palette, ground), ground, True)
        else:
            behind = canvas.styles[y][x].bgcolor
            style = palette.style(ink, behind.name if behind is not None else palette.sea, True)
        canvas.chars[y][x], canvas.styles[y][x] = text[:1], style

    def _crown(self, number: int) -> None:
        """Round the cursor, where a hex has more than one line: its two upper corners and its foot."""
        palette, canvas = self.palette, self.canvas
        if not self.glyphs.upper or palette.flat:
            return
        x, y = self.lattice.middles[number]
        for column in (x - self.lattice.reach, x + self.lattice.reach):
            style = canvas.styles[y][column]
            over = style.color if canvas.chars[y][column] == self.glyphs.upper else style.bgcolor
            above = over.name if over is not None else palette.sea
            canvas.chars[y][column], canvas.styles[y][column] = self.glyphs.upper, palette.style(above, palette.select)
        foot, y = self.lattice.reach - self.lattice.top, y + self.scale.high(CELLS[number][1])
        for column in range(x - foot, x + foot + 1) if y < canvas.height else ():
            behind = canvas.styles[y][column].bgcolor
            below = behind.name if behind is not None else palette.sea
            canvas.chars[y][column], canvas.styles[y][column] = self.glyphs.upper, palette.style(palette.select, below)
