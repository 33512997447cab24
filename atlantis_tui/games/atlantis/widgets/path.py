"""The road from Atlantis to the Mainland, painted as one winding ribbon. path_scale.py says where its places lie."""

from __future__ import annotations

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.games.atlantis.widgets.path_scale import GRID, MEDIUM, PathScale
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look, digits, shapes
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.panel import Panel
from core.atlantis.components import ATLANTIS, EMPTY, MAINLAND, PLACES, SYMBOLS
from core.atlantis.position import Gap


class Path(Panel):
    """The road. `sight` is set by the screen, which then calls `repaint`."""

    sight: AtlantisView | None = None
    scale: PathScale = MEDIUM
    _ground: tuple[object, Canvas] | None = None  # all that does not depend on what is planned, and what it shows

    def shows(self) -> object:
        return self.sight and (self.look, self.scale, self.sight)

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        ribbon = Ribbon(canvas, sight, self.look, self.scale)
        shown = (self.look, self.scale, sight.state, sight.viewer, canvas.width, canvas.height)
        if self._ground is None or self._ground[0] != shown:
            ribbon.paint_ground()
            ground = Canvas(canvas.width, canvas.height, self.blank())
            ground.take(canvas)
            self._ground = (shown, ground)
        else:
            canvas.take(self._ground[1])
        ribbon.paint_plan()


class Ribbon:
    """Paints one sight of the road on a canvas."""

    def __init__(
        self, canvas: Canvas, sight: AtlantisView, look: Look, scale: PathScale, dx: int = 0, dy: int = 0
    ) -> None:
        self.canvas, self.sight, self.scale = canvas, sight, scale
        self.palette, self.glyphs = look.palette, look.glyphs
        self.colours, self.signs = own_colours(look.palette), own_signs(look.glyphs)
        self.dx, self.dy = dx, dy
        self.outlined = look.palette.flat or not look.glyphs.upper
        self.state = sight.state
        self.who = {
            place: (seat, figure)
            for seat, figures in enumerate(sight.state.figures)
            for figure, place in enumerate(figures)
            if place not in (ATLANTIS, MAINLAND)
        }
        land = [place for place in range(PLACES) if sight.state.symbols[place] != EMPTY]
        self.first, self.last = (land[0], land[-1]) if land else (PLACES, PLACES)

    def corner(self, place: int) -> tuple[int, int]:
        """The upper left cell of a place."""
        scale = self.scale
        column, row, turn = GRID[place]
        return (
            self.dx + scale.left + column * scale.pitch,
            self.dy + scale.top + row * scale.rise + (scale.rise // 2 if turn else 0),
        )

    def paint(self) -> None:
        self.paint_ground()
        self.paint_plan()

    def paint_ground(self) -> None:
        """All that is there, whatever is planned."""
        self._bed()
        self._ends()
        for place in range(PLACES):
            if self.state.symbols[place] != EMPTY:
                self._tile(place)
        for gap in self.state.gaps:
            self._gap(gap)
        if not self.outlined:
            self._chevrons(range(self.first, self.last))

    def paint_plan(self) -> None:
        """What is planned, over all that is there."""
        outlook, bridge_at = self.sight.outlook, self.sight.bridge_at
        for gap in self.state.gaps:
            paid = outlook is not None and not gap.bridged and any(gap.first == one.first for one in outlook.gaps)
            chosen = bridge_at is not None and gap.first <= bridge_at <= gap.last
            if paid or chosen:
                self._gap(gap, paid, chosen)
        if outlook is not None:
            self._chevrons(range(max(self.first, outlook.start), min(self.last, outlook.landing)), True)
        self._marks()
        if self.sight.numbers:
            self._numbers()

    # The ground ------------------------------------------------------------------------------------------------------

    def _bed(self) -> None:
        """The band the tiles lie on, through the turns."""
        if self.outlined:
            return
        scale, palette = self.scale, self.palette
        style = palette.style(palette.wave, palette.bed)
        left, top = self.dx + scale.left, self.dy + scale.top
        right = left + 14 * scale.pitch + scale.tile_width
        for row in range(4):
            start = left if row in (0, 3) else left + scale.pitch - 1
            self.canvas.fill(start, top + row * scale.rise, right - start, scale.tile_height, style)
        for row, column in ((0, 14), (1, 0), (2, 14)):
            x = left + column * scale.pitch
            height = scale.rise + scale.tile_height
            self.canvas.fill(x - (column > 0), top + row * scale.rise, scale.tile_width + 1, height, style)

    def _ends(self) -> None:
        """Atlantis and the Mainland, with everybody who is there, and the land they slid over."""
        self._end(ATLANTIS, _("ATLANTIS"), 0, self.colours.atlantis, range(min(self.first, PLACES)))
        after = range(self.last + 1, PLACES) if self.last < PLACES else range(0)
        self._end(MAINLAND, _("MAINLAND"), 3, self.colours.mainland, after)

    def _end(self, end: int, name: str, row: int, pair: tuple[str, str], slid: range) -> None:
        scale, canvas, palette = self.scale, self.canvas, self.palette
        style = palette.style(pair[1], pair[0])
        quiet = palette.style(palette.bed, pair[0])
        width = 2 * scale.pitch - (1 if scale.pitch > 4 else 0)
        x, y = self.dx + scale.left, self.dy + scale.top + row * scale.rise
        for place in slid:
            px, py = self.corner(place)
            edge = 0 if GRID[place][2] else 1
            canvas.fill(px - edge, py, scale.tile_width + edge, scale.tile_height, quiet, self.signs.slid)
        canvas.fill(x, y, width, scale.tile_height + 1, style, hit=end)
        canvas.put(
            x + (1 if cell_len(name) < width - 1 else 0),
            y,
            cut(name, width, self.glyphs.dots),
            palette.style(pair[1], pair[0], True),
            end,
        )
        marks = {
            seat: [f for f, at in enumerate(figures) if at == end] for seat, figures in enumerate(self.state.figures)
        }
        slots = [(seat, figures) for seat, figures in marks.items() if figures]
        half = (width + 1) // 2
        apart = 2 if scale.spacious else 1  # cells from sign to sign, and lines from row to row
        for index, (seat, figures) in enumerate(slots):
            text = (" " * (apart - 1)).join([self.glyphs.figures[seat], *(str(f + 1) for f in figures)])
            column, line = index % 2, index // 2
            canvas.put(x + column * half, y + apart * (1 + line), text, self._figure_style(seat, pair), end)

    def _figure_style(self, seat: int, ground: tuple[str, str] | None = None) -> Style:
        """Others: their colour on a dark chip. The viewer's own: dark on a chip of their colour."""
        palette = self.palette
        if palette.flat:
            return palette.style("plain", "reverse" if seat == self.sight.viewer else "plain", True)
        if seat == self.sight.viewer:
            return palette.style(palette.ink, palette.seats[seat], True)
        return palette.style(palette.seats[seat], palette.chip, True)

    # Tiles and water -------------------------------------------------------------------------------------------------

    def _tile(self, place: int) -> None:
        scale, canvas, palette, glyphs = self.scale, self.canvas, self.palette, self.glyphs
        x, y = self.corner(place)
        symbol, value = self.state.symbols[place], self.state.values[place]
        ground, ink = self.colours.symbols[symbol]
        style = palette.style(ink, ground, True)
        canvas.fill(x, y, scale.tile_width, scale.tile_height, style, hit=place)
        letter, glyph = SYMBOLS[symbol], self.signs.symbols[symbol]
        if scale.tile_height > 2:
            name = f"{glyph} {letter}" if glyph != " " else f"{letter}"
            canvas.put(x + (scale.tile_width - 3) // 2, y, name, style, place)
            self._big(x, y + 1, scale.value_lines, str(value), style, place)
        elif glyph == " ":
            canvas.put(x, y, f"{letter} {value}", style, place)
        else:
            canvas.put(x, y, f"{glyph}{letter}{' ' if scale.tile_width > 3 else ''}{value}", style, place)
        if place in self.who:
            self._figure(place, *self.who[place])
        if self.state.under[place]:
            if glyphs.upper and not palette.flat:
                edge = palette.style(self.colours.edge, self._below(x, y + scale.tile_height))
                canvas.put(x, y + scale.tile_height, glyphs.upper * scale.tile_width, edge, place)
            else:
                canvas.put(x, y + scale.tile_height, "=" * 3, palette.style(self.colours.edge, palette.sea), place)
        if self.outlined:
            self._border(x, y)

    def _big(self, x: int, y: int, lines: int, text: str, style: Style, place: int) -> None:
        """Words in the middle of some lines of a place; a number in large digits where the lines have room for them."""
        middle = x + (self.scale.tile_width - 1) // 2
        number = text.replace(self.glyphs.minus, "-")
        wide = digits.width(number)
        if lines < digits.HEIGHT or wide > self.scale.tile_width:
            self.canvas.put(middle - (cell_len(text) - 1) // 2, y + (lines - 1) // 2, text, style, place)
            return
        digits.paint(
            self.canvas, middle - (wide - 1) // 2, y + (lines - digits.HEIGHT) // 2, number, style, self.glyphs
        )

    def _chip(self, place: int, text: str, style: Style) -> None:
        """Words at the foot of a place, where its figure stands."""
        scale = self.scale
        x, y = self.corner(place)
        y += scale.tile_height - scale.foot_lines
        self.canvas.fill(x, y, scale.tile_width, scale.foot_lines, style, hit=place)
        shown = text.center(scale.tile_width)[: scale.tile_width]
        self.canvas.put(x, y + scale.foot_lines // 2, shown, style, place)

    def _below(self, x: int, y: int) -> str:
        """The ground that a half block there leaves visible."""
        column = (x - self.dx - self.scale.left) // self.scale.pitch
        row = (y - self.dy - self.scale.top) // self.scale.rise
        turning = (column == 14 and row in (0, 2)) or (column == 0 and row == 1)
        return self.palette.bed if turning else self.palette.sea

    def _border(self, x: int, y: int) -> None:
        bar = "|" if not self.glyphs.upper else "│"
        style = self.palette.style(self.palette.dim, self.palette.sea)
        for line in range(self.scale.tile_height):
            for column in (x - 1, x + self.scale.tile_width):
                if self.canvas.at(column, y + line) is None:
                    self.canvas.put(column, y + line, bar, style)

    def _figure(self, place: int, seat: int, figure: int) -> None:
        scale, canvas = self.scale, self.canvas
        x, y = self.corner(place)
        y += scale.tile_height - 1
        glyph = self.glyphs.figures[seat]
        style = self._figure_style(seat)
        if scale.foot_lines >= shapes.HEIGHT and shapes.has(glyph, self.glyphs):
            self._chip(place, "", style)
            shapes.paint(
                canvas,
                x + (scale.tile_width - shapes.WIDTH - 1) // 2,
                y + 1 - scale.foot_lines,
                glyph,
                style,
                self.glyphs,
            )
            canvas.put(x + (scale.tile_width + shapes.WIDTH + 1) // 2, y - 1, str(figure + 1), style, place)
        elif scale.tile_height > 2:
            self._chip(place, f"{glyph} {figure + 1}", style)
        elif scale.tile_width == 3:
            canvas.put(x, y, f"{glyph}{figure + 1} ", style, place)
        elif seat == self.sight.viewer and not self.outlined:
            bar = self.palette.style(self.palette.ink, self.palette.seats[seat], True)
            canvas.put(x, y, f"{self.glyphs.left_half}{glyph}{figure + 1}{self.glyphs.right_half}", bar, place)
        else:
            canvas.put(x, y, f" {glyph}{figure + 1} ", style, place)

    def _slots(self, gap: Gap) -> list[tuple[int, int, int]]:
        """x, y and width of each place of a gap, with the free column before it where the run goes on in its row."""
        slots = []
        for place in range(gap.first, gap.last + 1):
            x, y = self.corner(place)
            width = self.scale.tile_width
            if place > gap.first and GRID[place][1:] == GRID[place - 1][1:]:
                if GRID[place][0] > GRID[place - 1][0]:
                    x -= 1
                width += 1
            slots.append((x, y, width))
        return slots

    def _gap(self, gap: Gap, paid: bool = False, chosen: bool = False) -> None:
        """Water over the whole run; the price on its middle place, or the bridge along it."""
        scale, canvas, palette, glyphs = self.scale, self.canvas, self.palette, self.glyphs
        water = palette.style(palette.wave, palette.water)
        waves = (glyphs.wave + " ") * 80 if glyphs.upper else glyphs.wave * 160
        price_line = scale.middle_line
        for place, (x, y, width) in zip(range(gap.first, gap.last + 1), self._slots(gap), strict=True):
            canvas.fill(x, y, width, scale.tile_height, water, hit=place)
            for line in range(scale.tile_height):
                if line == price_line:
                    continue
                canvas.put(x, y + line, waves[x : x + width], water, place)  # in step over the whole run
        middle = gap.first + (gap.last - gap.first) // 2
        x, y = self.corner(middle)
        if gap.bridged or chosen:
            self._bridge(gap, price_line, chosen)
            return
        price = f"{glyphs.minus}{gap.price}" if glyphs.upper else (f"-{gap.price}" if paid else f"{gap.price}")
        if self.outlined:
            text = f"({price})"[: scale.tile_width + 1] if paid else f"~{gap.price}~"
            ground = "reverse" if paid and palette.flat else palette.water
            canvas.put(x, y + price_line, text, palette.style(palette.text, ground, True), middle)
            return
        ground = palette.pay if paid else self.colours.price
        ink = palette.ink if paid else palette.foam
        style = palette.style(ink, ground, True)
        if scale.value_lines < digits.HEIGHT:
            canvas.put(x, y + price_line, price.center(scale.tile_width), style, middle)
            return
        top = y + price_line - digits.HEIGHT // 2
        canvas.fill(x, top, scale.tile_width, digits.HEIGHT, style, hit=middle)
        self._big(x, top, digits.HEIGHT, price, style, middle)

    def _bridge(self, gap: Gap, line: int, planned: bool) -> None:
        """A plank along each straight piece of the run, and whose it may be: anybody crosses for nothing."""
        palette, canvas = self.palette, self.canvas
        style = palette.style(
            palette.land if planned and not palette.flat else self.colours.bridge, palette.water, True
        )
        pieces: list[list[int]] = []
        for place, (x, y, width) in zip(range(gap.first, gap.last + 1), self._slots(gap), strict=True):
            if pieces and pieces[-1][1] == y:
                pieces[-1][0] = min(pieces[-1][0], x)
                pieces[-1][2] = max(pieces[-1][2], x + width)
            else:
                pieces.append([x, y, x + width, place])
        for x, y, end, place in pieces:
            plank = self.signs.bridge_left + self.signs.bridge_mid * (end - x - 2) + self.signs.bridge_right
            canvas.put(x, y + line, plank, style, place)
        x, y = self.corner(gap.first)
        note = palette.style(palette.foam, palette.water, True)
        canvas.put(x + 1, y + self.scale.tile_height - 1, "0", note, gap.first)

    def _chevrons(self, places: range, on_way: bool = False) -> None:
        """Little arrows between neighbours show the direction; along a planned way they are bold."""
        palette = self.palette
        quiet = palette.style(palette.wave, palette.bed)
        loud = palette.style(palette.land, palette.bed, True)
        for place in places:
            if GRID[place][1:] != GRID[place + 1][1:]:
                continue
            x, y = self.corner(place)
            right = GRID[place + 1][0] > GRID[place][0]
            x = x + self.scale.tile_width if right else x - 1
            if self.state.symbols[place] == EMPTY and self.state.symbols[place + 1] == EMPTY:
                continue
            y += self.scale.middle_line
            if on_way:
                self.canvas.put(x, y, self.signs.go_right if right else self.signs.go_left, loud)
            else:
                self.canvas.put(x, y, self.signs.right if right else self.signs.left, quiet)

    # What is planned -------------------------------------------------------------------------------------------------

    def _marks(self) -> None:
        sight, palette = self.sight, self.palette
        state, outlook = sight.state, sight.outlook
        for place in sight.told:
            if 0 <= place < PLACES and state.symbols[place] != EMPTY:
                self._frame(place, palette.chain, "!!")
        for place, letters in sight.targets.items():
            self._target(place, letters)
        viewer = sight.viewer
        if sight.mine and viewer is not None and sight.figure is not None:
            self._frame(state.figures[viewer][sight.figure], palette.select, "()")
        if outlook is None or viewer is None:
            return
        self._frame(outlook.start, palette.select, "()")
        for leg in outlook.legs[: len(outlook.legs) if outlook.held else -1]:
            self._frame(leg.end, palette.chain, "!!")
        if outlook.tile:
            self._frame(outlook.tile_at, palette.take, "{}")
            sign = "" if outlook.stacked else self.glyphs.wave
            self._note(outlook.tile_at, f"+{outlook.tile % 8}{sign}", palette.take)
        if not outlook.held:
            self._frame(outlook.landing, palette.land, "[]")
            ghost = f"{self.glyphs.ghosts[viewer]}{outlook.figure + 1}" + ("?" if not self.glyphs.upper else "")
            self._note(outlook.landing, ghost, palette.land)

    def _numbers(self) -> None:
        """The number of every place, on the free line below it."""
        palette, scale = self.palette, self.scale
        style = palette.style("plain" if palette.flat else palette.select, palette.chip, True)
        for place in range(self.first, min(self.last + 1, PLACES)):
            x, y = self.corner(place)
            self.canvas.put(x, y + scale.tile_height, str(place).center(scale.tile_width), style, place)

    def _note(self, place: int, text: str, ground: str) -> None:
        """Words on the bottom line of a place."""
        if not 0 <= place < PLACES:
            return
        self._chip(place, text, self._loud(ground))

    def _target(self, place: int, letters: str) -> None:
        """A place that can be reached: the letters to press on its bottom line, bars at its sides."""
        palette, scale = self.palette, self.scale
        if place == MAINLAND:
            x = self.dx + scale.left + 2 * scale.pitch - 1 - cell_len(letters)
            y = self.dy + scale.top + 3 * scale.rise + scale.tile_height - (0 if scale.pitch > 4 else 1)
            self.canvas.put(x, y, letters, self._loud(palette.land), place)
            return
        self._chip(place, letters if not self.outlined else f">{letters}", self._loud(palette.land))
        self._sides(place, palette.land, "[]")

    def _loud(self, ground: str) -> Style:
        palette = self.palette
        return palette.style("plain", "reverse", True) if palette.flat else palette.style(palette.ink, ground, True)

    def _sides(self, place: int, colour: str, brackets: str) -> None:
        x, y = self.corner(place)
        scale, glyphs, palette = self.scale, self.glyphs, self.palette
        for line in range(scale.tile_height):
            if self.outlined:
                style = palette.style(palette.text, palette.sea, True)
                self.canvas.put(x - 1, y + line, brackets[0], style, place)
                self.canvas.put(x + scale.tile_width, y + line, brackets[1], style, place)
            else:
                self._half(x - 1, y + line, glyphs.right_half, colour)
                self._half(x + scale.tile_width, y + line, glyphs.left_half, colour)

    def _half(self, x: int, y: int, glyph: str, colour: str) -> None:
        """Half a cell of frame; where another frame has the other half already, both keep theirs."""
        canvas = self.canvas
        if not (0 <= y < canvas.height and 0 <= x < canvas.width):
            return
        there = canvas.chars[y][x]
        style = canvas.styles[y][x]
        if there in (self.glyphs.left_half, self.glyphs.right_half) and there != glyph and style.color is not None:
            # ▌ with the left frame's colour in front and the right frame's behind.
            left, right = (style.color.name, colour) if there == self.glyphs.left_half else (colour, style.color.name)
            canvas.put(x, y, self.glyphs.left_half, self.palette.style(left, right))
            return
        ground = style.bgcolor.name if style.bgcolor is not None else self.palette.sea
        canvas.put(x, y, glyph, self.palette.style(colour, ground))

    def _frame(self, place: int, colour: str, brackets: str) -> None:
        """A frame of half blocks round a place: in the free columns beside it, and the lines above and below."""
        scale, canvas, palette, glyphs = self.scale, self.canvas, self.palette, self.glyphs
        if place in (ATLANTIS, MAINLAND):
            self._frame_end(place, colour, brackets)
            return
        self._sides(place, colour, brackets)
        if self.outlined:
            return
        x, y = self.corner(place)
        top, bottom = y - 1, y + scale.tile_height
        for column in range(x, x + scale.tile_width):
            if 0 <= top < canvas.height and column < canvas.width:
                style = canvas.styles[top][column]
                upper = style.color if canvas.chars[top][column] == glyphs.upper else style.bgcolor
                canvas.put(column, top, glyphs.upper, palette.style(upper.name if upper else palette.sea, colour))
            if bottom < canvas.height and column < canvas.width:
                style = canvas.styles[bottom][column]
                ground = style.bgcolor.name if style.bgcolor else palette.sea
                canvas.put(column, bottom, glyphs.upper, palette.style(colour, ground))
        right = x + scale.tile_width
        for (column, line), corner in zip(
            ((x - 1, top), (right, top), (x - 1, bottom), (right, bottom)), glyphs.corners, strict=True
        ):
            if (
                corner != " "
                and 0 <= line < canvas.height
                and 0 <= column < canvas.width
                and canvas.chars[line][column] == " "
            ):
                behind = canvas.styles[line][column].bgcolor
                canvas.put(column, line, corner, palette.style(colour, behind.name if behind else palette.sea))

    def _frame_end(self, end: int, colour: str, brackets: str) -> None:
        scale, canvas, palette, glyphs = self.scale, self.canvas, self.palette, self.glyphs
        x, y = self.dx + scale.left, self.dy + scale.top + (0 if end == ATLANTIS else 3 * scale.rise)
        if scale.pitch == 4:  # no free column beside it: its name stands out instead
            canvas.restyle(x, y, 2 * scale.pitch, self._loud(colour))
            return
        width = 2 * scale.pitch - 1
        height = scale.tile_height + (1 if scale.pitch > 4 else 0)
        for line in range(height):
            if self.outlined:
                style = palette.style(palette.text, palette.sea, True)
                canvas.put(x - 1, y + line, brackets[0], style)
                canvas.put(x + width, y + line, brackets[1], style)
            else:
                canvas.put(x - 1, y + line, glyphs.right_half, palette.style(colour, palette.sea))
                canvas.put(x + width, y + line, glyphs.left_half, palette.style(colour, palette.bed))
        if not self.outlined:
            canvas.put(x, y - 1, glyphs.lower * width, palette.style(colour, palette.sea))
