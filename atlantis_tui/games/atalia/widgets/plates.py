"""The plates in the middle: the number of a field, its weather and terrain, whose a tie is, who could claim it.

A claimed plate leaves the middle: it lies with its winner, in the winner's colour, and joins its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from atlantis_tui.games.atalia.field_facts import Lane
from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.games.atalia.widgets.scale import LineScale
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.palettes import Pair
from atlantis_tui.ui.wrap import wrap
from core.atalia.components import FOG, MUD, NOBODY
from core.atalia.terrain import PLAIN

Cell = tuple[str, Pair | None]  # some words and their own colours, if they have any


class Plates:
    def __init__(self, canvas: Canvas, look: Look, scale: LineScale, bottom: int, watched: bool) -> None:
        self.canvas, self.look, self.scale = canvas, look, scale
        self.palette, self.glyphs = look.palette, look.glyphs
        self.colours, self.signs = own_colours(look.palette), own_signs(look.glyphs)
        self.bottom, self.watched = bottom, watched
        self.outlined = cards.outlined(look)

    def paint(self, lanes: Sequence[Lane]) -> None:
        """All of them; neighbours of one owner are joined."""
        for lane in lanes:
            if lane.owner == NOBODY:
                self.open(lane)
            else:
                after = lanes[lane.field + 1] if lane.field + 1 < len(lanes) else None
                self.claimed(lane, after is not None and after.owner == lane.owner)

    # Claimed ---------------------------------------------------------------------------------------------------------

    def claimed(self, lane: Lane, joined: bool) -> None:
        scale, palette = self.scale, self.palette
        x, width, seat = scale.lane(lane.field), scale.card, lane.owner
        if scale.plate_lines > 1:
            top, lines = scale.plate + (1 if seat == self.bottom else -1), scale.plate_lines
        else:
            top, lines = (scale.plate if scale.joint else scale.best[seat == self.bottom]), 1
        sign, number = self.glyphs.figures[seat], lane.field + 1
        if self.outlined:
            edge = sign * (1 if scale.joint else 2)
            words = f"{edge}{'' if scale.joint else ' '}{number}{'' if scale.joint else ' '}{edge}"
            fill = sign if lines == 1 else " "
            style = palette.style(palette.text, palette.sea, True)
            self.canvas.put(x, top + lines // 2, words.center(width), style)
            if joined:
                self.canvas.put(
                    x + (width + len(words)) // 2, top + lines // 2, fill * 3 if width > len(words) else fill, style
                )
            return
        style = palette.style(palette.ink, palette.seats[seat], True)
        self.canvas.fill(x, top, width + joined, lines, style)
        words = f"{sign}{number}{sign}" if scale.joint else f"{sign} {number} {sign}"
        self.canvas.put(x + (width - len(words)) // 2, top + lines // 2, words, style)

    # Open ------------------------------------------------------------------------------------------------------------

    def sign(self, lane: Lane) -> str:
        """Who could claim it: oneself, or (!) the other; somebody who watches sees whose it could be."""
        if not lane.able:
            return " "
        if self.watched:
            return self.glyphs.figures[lane.able[0]]
        return self.signs.claim if self.bottom in lane.able else "!"

    def open(
        self,
        lane: Lane,
        colours: Pair | None = None,
        sign: str = "",
        fresh: frozenset[int] = frozenset(),
        chosen: bool = False,
    ) -> None:
        """A plate in the middle. Colours and sign are its own unless given; `fresh` weather is only planned."""
        palette, scale = self.palette, self.scale
        able = bool(lane.able) and (self.bottom in lane.able or self.watched)
        own = (palette.land, palette.ink) if able and not palette.flat else self.colours.plate
        pair = colours or own
        if self.outlined:
            pair = (palette.sea, palette.text)
        sign = sign or self.sign(lane)
        if scale.plate_lines > 1:
            self._large(lane, pair, sign, fresh, chosen)
        else:
            self._flat(lane, pair, sign, fresh, chosen)

    def _cells(self, x: int, y: int, found: Sequence[Cell], pair: Pair) -> None:
        for words, own in found:
            ground, ink = own or pair
            x = self.canvas.put(x, y, words, self.palette.style(ink, ground, True))

    def _flat(self, lane: Lane, pair: Pair, sign: str, fresh: frozenset[int], chosen: bool) -> None:
        """`Mud7✔=■` in seven cells, `M 7✔■` in five: the number is in the middle."""
        x, y, small = self.scale.lane(lane.field), self.scale.plate, self.scale.joint
        number = str(lane.field + 1)
        tie = self._tie(lane, "" if small else "=")
        weather = self._weather(lane, 2 if small else 3, fresh)
        if self.outlined:
            self._dashes(lane, x, y, sign, weather, tie, chosen)
            return
        self._cells(x, y, [*weather, (number + sign + tie, None)], pair)

    def _dashes(self, lane: Lane, x: int, y: int, sign: str, weather: Sequence[Cell], tie: str, chosen: bool) -> None:
        """`---1-=@`, with a claim `---8C=@`, under the cursor `[M 7=@]`."""
        style = self.palette.style(self.palette.text, self.palette.sea, True)
        number, rule = str(lane.field + 1), self.glyphs.rule
        there = "".join(words for words, _ in weather)
        if not chosen:
            self.canvas.put(x, y, f"{there}{number}{sign}{tie}".replace(" ", rule), style)
            return
        letters = [names.tactic_short(face)[0] for face, lies in ((FOG, lane.fog), (MUD, lane.mud)) if lies]
        nature = "" if self.scale.joint else "+" if len(letters) > 1 else (letters or [there[:1]])[0]
        self.canvas.put(x, y, f"[{nature}{sign}{number}{tie}]", style)

    def _large(self, lane: Lane, pair: Pair, sign: str, fresh: frozenset[int], chosen: bool) -> None:
        """Three lines or more: first sign and number, then weather or terrain, last whose a tie is."""
        scale, palette, canvas = self.scale, self.palette, self.canvas
        x, y, width = scale.lane(lane.field), scale.plate, scale.card
        middle = x + (width - 1) // 2
        style = palette.style(pair[1], pair[0], True)
        canvas.fill(x, y, width, scale.plate_lines, style)
        if self.outlined:
            for line in (0, scale.plate_lines - 1):
                canvas.put(x, y + line, self.glyphs.rule * width, palette.style(palette.dim, palette.sea))
        number = f"{sign} {lane.field + 1}".strip()
        edge = " " if self.outlined else ""
        canvas.put(middle + 1 - len(edge + number), y, f"{edge}{number}{edge}", style)
        terrain = "" if lane.terrain == PLAIN else names.terrain(lane.terrain)
        half, last = y + scale.plate_lines // 2, y + scale.plate_lines - 1
        tie, rows = self._tie(lane, "= ").strip(), [terrain]
        if lane.fog or lane.mud:
            canvas.put(middle + 2, y, cut(terrain, max(3, x + width - middle - 3), ""), style)
            self._weather_line(lane, x, half, fresh)
        else:
            if cell_len(terrain) > width:  # two words, below each other
                rows = wrap(terrain, width)[:2]
            for line, words in enumerate(rows, half):
                beside = line == last and bool(tie)
                at = x + (0 if beside else max(0, (width - cell_len(words)) // 2))
                canvas.put(at, line, cut(words, width - (3 if beside else 0), self.glyphs.dots), style)
        if tie and half + len(rows) > last:  # a word of the terrain stands there too
            canvas.put_right(x + width, last, tie.replace(" ", ""), style)
        elif tie:
            canvas.put(middle - 1 - len(edge), last, f"{edge}{tie}{edge}", style)
        if chosen and self.outlined:
            for line in range(scale.plate_lines):
                canvas.put(x, y + line, "[", style)
                canvas.put(x + width - 1, y + line, "]", style)

    def _weather_line(self, lane: Lane, x: int, y: int, fresh: frozenset[int]) -> None:
        lying = [face for face, lies in ((FOG, lane.fog), (MUD, lane.mud)) if lies]
        width = self.scale.card
        half = width // 2
        for number, face in enumerate(lying):
            ground, ink = self._pair(face, fresh)
            style = self.palette.style(ink, ground, True)
            words = f"{cards.sign(face, self.glyphs)}{cut(names.tactic_short(face), 3, '')}"
            if len(lying) == 1:
                self.canvas.fill(x, y, width, 1, style)
                self.canvas.put(x + (width - cell_len(words)) // 2, y, words, style)
            else:
                room = half if number == 0 else width - half
                self.canvas.put(x + number * half, y, words.ljust(room)[:room], style)

    def _pair(self, face: int, fresh: frozenset[int]) -> Pair:
        palette = self.palette
        if self.outlined:
            return palette.sea, palette.text
        if face in fresh:
            return palette.land, palette.ink
        return self.colours.fog if face == FOG else self.colours.mud

    def _weather(self, lane: Lane, width: int, fresh: frozenset[int]) -> list[Cell]:
        """Weather and terrain in two or three cells: names where there is one of them, else letters."""
        lying = [face for face, lies in ((FOG, lane.fog), (MUD, lane.mud)) if lies]
        terrain = "" if lane.terrain == PLAIN else names.terrain(lane.terrain)
        if not lying:
            return [(cut(terrain, width, "").ljust(width), None)]
        if len(lying) == 1 and not terrain and width > 2:
            return [(cut(names.tactic_short(lying[0]), width, "").ljust(width), self._pair(lying[0], fresh))]
        letters: list[Cell] = [(cut(names.tactic_short(face), 1, ""), self._pair(face, fresh)) for face in lying]
        left = width - len(letters)
        return [*letters, (cut(terrain, left, "").ljust(left), None)]

    def _tie(self, lane: Lane, equals: str) -> str:
        if lane.tie is None:
            return " " * (1 + len(equals))
        return equals + self.glyphs.figures[lane.tie]
