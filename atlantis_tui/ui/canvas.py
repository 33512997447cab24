"""A grid of cells to paint on, and a widget that shows one and sends the terminal only what changed.

Textual sends every cell of a refreshed region, so a widget that repainted itself whole for each cursor move would flood
an SSH line. A `CanvasWidget` paints a new canvas, compares it with the one on screen, and refreshes the spans that
differ. Each cell can also carry a hit: what a click on it means.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import MouseEvent
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Canvas:
    """Cells in rows: a character, its style, and what a click there hits. What is painted outside is cut off."""

    __slots__ = ("chars", "height", "hits", "styles", "width")

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]
        self.hits: list[list[Any]] = [[None] * width for _ in range(height)]

    def take(self, other: Canvas) -> None:
        """Copy all cells of a canvas of the same size."""
        self.chars = [row[:] for row in other.chars]
        self.styles = [row[:] for row in other.styles]
        self.hits = [row[:] for row in other.hits]

    def paste(self, other: Canvas, x: int, y: int) -> None:
        """Copy another canvas to this place; what sticks out is cut off. Its hits are not copied."""
        left, right = max(0, x), min(self.width, x + other.width)
        for row in range(max(0, y), min(self.height, y + other.height)):
            if left < right:
                self.chars[row][left:right] = other.chars[row - y][left - x : right - x]
                self.styles[row][left:right] = other.styles[row - y][left - x : right - x]

    def put(self, x: int, y: int, text: str, style: Style, hit: Any = None) -> int:
        """Write text and return the column after it. Characters may be two cells wide."""
        if not 0 <= y < self.height:
            return x + cell_len(text)
        cells: Sequence[str] = text if text.isascii() else cells_of(text)
        end = x + len(cells)
        if x < 0 or end > self.width:
            cells = _clipped(cells, x, self.width)
            x = max(0, x)
        if not cells:
            return end
        stop = x + len(cells)
        row = self.chars[y]
        # A wide character that loses one of its two cells disappears.
        if not row[x]:
            row[x - 1] = " "
        if stop < self.width and not row[stop]:
            row[stop] = " "
        row[x:stop] = cells
        self.styles[y][x:stop] = [style] * len(cells)
        if hit is not None:
            self.hits[y][x:stop] = [hit] * len(cells)
        return end

    def put_right(self, end: int, y: int, text: str, style: Style, hit: Any = None) -> None:
        """Write text that ends before column `end`."""
        self.put(end - cell_len(text), y, text, style, hit)

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ", hit: Any = None) -> None:
        for row in range(max(0, y), min(self.height, y + height)):
            self.put(x, row, char * width, style, hit)

    def restyle(self, x: int, y: int, width: int, style: Style) -> None:
        """Change the colours under the same characters."""
        if 0 <= y < self.height:
            start, stop = max(0, x), min(self.width, x + width)
            self.styles[y][start:stop] = [style] * max(0, stop - start)

    def mark(self, x: int, y: int, width: int, height: int, hit: Any) -> None:
        """Set what a click anywhere in this area hits."""
        for row in range(max(0, y), min(self.height, y + height)):
            start, stop = max(0, x), min(self.width, x + width)
            self.hits[row][start:stop] = [hit] * max(0, stop - start)

    def at(self, x: int, y: int) -> Any:
        """What a click on this cell hits."""
        return self.hits[y][x] if 0 <= y < self.height and 0 <= x < self.width else None

    def strip(self, y: int) -> Strip:
        chars, styles = self.chars[y], self.styles[y]
        segments = []
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start]:
                segments.append(Segment("".join(chars[start:x]), styles[start]))
                start = x
        return Strip(segments, self.width)

    def text(self) -> str:
        """The characters alone, for tests and screen dumps."""
        return "\n".join("".join(row).rstrip() for row in self.chars)

    def changes(self, other: Canvas) -> list[Region]:
        """The spans that differ from a canvas of the same size. Spans close to each other are joined."""
        regions = []
        for y in range(self.height):
            mine, theirs = self.chars[y], other.chars[y]
            styles, their_styles = self.styles[y], other.styles[y]
            if mine == theirs and styles == their_styles:
                continue
            start = end = -1
            for x in range(self.width):
                if mine[x] != theirs[x] or styles[x] is not their_styles[x]:
                    if start >= 0 and x - end > _JOIN:
                        regions.append(Region(start, y, end - start, 1))
                        start = -1
                    if start < 0:
                        start = x
                    end = x + 1
            if start >= 0:
                regions.append(Region(start, y, end - start, 1))
        return [self._whole(region) for region in regions]

    def _whole(self, region: Region) -> Region:
        """The region, widened so that it cuts no wide character in half."""
        x, y, width, _ = region
        row = self.chars[y]
        before = 0 if row[x] else 1
        after = 1 if x + width < self.width and not row[x + width] else 0
        return Region(x - before, y, before + width + after, 1)


_JOIN = 8  # moving the cursor costs about as many bytes as this many plain cells


@lru_cache(maxsize=4096)
def cells_of(text: str) -> tuple[str, ...]:
    """One string for each cell. A wide character is followed by an empty string; marks join the character before them.

    Some terminals give certain marks a cell of their own, which would move the rest of the line: those marks are left
    out.
    """
    cells: list[str] = []
    whole, width = "", 0  # the character that marks may still join
    for char in text:
        more = cell_len(whole + char) - width
        if not more and _is_unsteady(char):
            continue
        if more:
            if width:
                cells += [whole, *[""] * (width - 1)]
            whole, width = char, more
        else:
            whole += char
    return (*cells, whole, *[""] * (width - 1)) if width else tuple(cells)


def _clipped(cells: Sequence[str], x: int, width: int) -> list[str]:
    """The cells between columns 0 and `width` if the first is at column x; half of a wide character is blank."""
    first, last = max(0, -x), max(0, width - x)
    kept = list(cells[first:last])
    if kept and not kept[0]:
        kept[0] = " "
    if kept and last < len(cells) and not cells[last]:
        kept[-1] = " "
    return kept


def _is_unsteady(char: str) -> bool:
    from net.names import is_unsteady  # imported only for such marks: the menu needs nothing of the network

    return is_unsteady(char)


def cut(text: str, width: int, dots: str = "…") -> str:
    """Shorten text to at most `width` cells; dots at its end show that it was cut."""
    return text if cell_len(text) <= width else _shortened(text, width, dots)


def _shortened(text: str, width: int, dots: str) -> str:
    """The one place where a text loses its end; tests look here for all that is cut."""
    return start_of(text, width - cell_len(dots)) + dots if cell_len(dots) <= width else ""


def start_of(text: str, width: int) -> str:
    """The longest start of a text that fits `width` cells."""
    if text.isascii():
        return text[: max(0, width)]
    joined = not _JOINERS.isdisjoint(text)  # with these, the width of a character depends on those before it
    kept, room = 0, width
    for char in text:
        room = width - cell_len(text[: kept + 1]) if joined else room - cell_len(char)
        if room < 0:
            break
        kept += 1
    return text[:kept]


_JOINERS = frozenset("\u200d\ufe0f")


class CanvasWidget(Widget):
    """Shows a canvas. Subclasses implement `paint`; call `repaint` after a change, and it sends the difference."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = "CanvasWidget { width: 1fr; height: 1fr; }"

    _canvas: Canvas | None = None
    _painted_from: object = None

    def shows(self) -> object:
        """All that a painting depends on, or None if unknown. While this stays the same, `repaint` does nothing."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """Paint everything anew on an empty canvas."""

    def blank(self) -> Style:
        """The style of cells that nobody painted."""
        return self.rich_style

    @property
    def canvas(self) -> Canvas:
        size = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (size.width, size.height):
            self._canvas = self.painted(size.width, size.height)
        return self._canvas

    def repaint(self) -> None:
        before = self._canvas
        size = self.size
        if before is None or (before.width, before.height) != (size.width, size.height):
            self._canvas = None
            self.refresh()
            return
        shows = self.shows()
        if shows is not None and shows == self._painted_from:
            return
        self._canvas = self.painted(size.width, size.height)
        regions = self._canvas.changes(before)
        if regions:
            self.refresh(*regions)

    def paint_anew(self) -> None:
        """Paint even though nothing that is shown has changed."""
        self._painted_from = None
        self.repaint()

    def painted(self, width: int, height: int) -> Canvas:
        """The whole widget on a new canvas."""
        canvas = Canvas(width, height, self.blank())
        self._painted_from = self.shows()
        self.paint(canvas)
        return canvas

    def render_line(self, y: int) -> Strip:
        canvas = self.canvas
        return canvas.strip(y) if y < canvas.height else Strip.blank(self.size.width, self.blank())

    def hit(self, event: MouseEvent) -> Any:
        """The hit under the mouse."""
        return self.canvas.at(event.x, event.y)
