"""Send the terminal only the cells that changed.

Textual 8.2 writes a changed span from the left edge of the widget on, wherever the span itself begins, because its
`ChopsUpdate` crops only the end. A board is one wide widget, so Textual would send most of every line: slow over SSH.
`FineCompositor` crops both ends. A screen turns it on with `use_compositor(self, FineCompositor())`. A test
compares the output of both compositors for the same change, so that we notice when a new Textual moves these parts.

When all widgets of a screen are canvases that lie side by side, `FineCompositor` reads the changes straight from their
cells. It then renders no lines, cuts none up and joins none, which halves the time from a key to its frame.
"""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.control import Control
from rich.style import Style
from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.strip import Strip

from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.textual_internals import ChopsUpdate, CompositorUpdate, OpenCompositor, colours_of


class FineUpdate(ChopsUpdate):
    def render_segments(self, console: Console) -> str:
        sequences: list[str] = []
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(x, x1), min(end, x2)
                if strip is None or first >= last:
                    continue
                first, last = _whole(strip, first - x, last - x)
                sequences.append(Control.move_to(x + first, y).segment.text)
                sequences.append(strip.crop(first, last).render(console))
        return "".join(sequences)


def _whole(strip: Strip, first: int, last: int) -> tuple[int, int]:
    """Widen the span so that it never cuts a wide character in half: only one of its two cells may have changed."""
    text = strip.text
    if len(text) != strip.cell_length:
        x = 0
        for char in text:
            end = x + cell_len(char)
            first = x if x < first < end else first
            last = end if x < last < end else last
            x = end
    return first, last


class CellUpdate(CompositorUpdate):
    """Cells of canvases as terminal sequences, ready to send."""

    def __init__(self, sequences: str) -> None:
        self.sequences = sequences

    def render_segments(self, console: Console) -> str:
        return self.sequences


class FineCompositor(OpenCompositor):
    _side_by_side: tuple[object, list[tuple[Region, CanvasWidget]] | None] = (None, None)

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        update = self._from_cells()
        if update is not None:
            self.forget_changes()
            return update
        other = super().render_partial_update()
        return None if other is None else FineUpdate(other.chops, other.spans, other.chop_ends)

    def _from_cells(self) -> CellUpdate | None:
        """The update read from the canvases' cells, or None when Textual has to render the lines."""
        canvases = self._canvases()
        root = self.root
        spans = self.changed_spans()
        if not spans or not canvases or root is None:
            return None
        filters = root.app.get_line_filters()
        if any(not isinstance(one, ANSIToTruecolor) for one in filters):
            return None
        system = colours_of(root.app.console)
        sent: list[str] = []
        pen: Style | None = None
        for y, x1, x2 in spans:
            covered = 0
            for (left, top, width, height), widget in canvases:
                first, last = max(x1, left), min(x2, left + width)
                if not top <= y < top + height or first >= last:
                    continue
                covered += last - first
                canvas = widget.canvas
                chars, styles = canvas.chars[y - top], canvas.styles[y - top]
                start, stop = first - left, last - left
                if not chars[start]:  # this is the second cell of a wide character
                    start -= 1
                if stop < width and not chars[stop]:
                    stop += 1
                sent.append(f"\x1b[{y + 1};{left + start + 1}H")
                while start < stop:
                    style, end = styles[start], start + 1
                    while end < stop and styles[end] is style:
                        end += 1
                    if style is not pen:
                        if filters and not _is_truecolor(style):
                            return None
                        sent.append(_change(pen, style, system))
                        pen = style
                    sent += chars[start:end]
                    start = end
            if covered != x2 - x1:
                return None
        sent.append("\x1b[0m")
        return CellUpdate("".join(sent))

    def _canvases(self) -> list[tuple[Region, CanvasWidget]] | None:
        """All visible widgets with their regions, or None unless all of them are canvases and none covers another."""
        shown = self.visible_widgets
        if self._side_by_side[0] is not shown:
            found: list[tuple[Region, CanvasWidget]] | None = []
            for widget, (region, clip) in shown.items():
                if widget is self.root or found is None:
                    continue
                fits = isinstance(widget, CanvasWidget) and clip.contains_region(region) and widget.size == region.size
                if not fits or any(region.overlaps(other) for other, _ in found):
                    found = None
                else:
                    assert isinstance(widget, CanvasWidget)
                    found.append((region, widget))
            self._side_by_side = (shown, found)
        return self._side_by_side[1]


@lru_cache(maxsize=4096)
def _is_truecolor(style: Style) -> bool:
    """Whether Textual's own colour filter would leave this style unchanged."""
    colours = style.color, style.bgcolor
    return not style.dim and all(colour is not None and colour.triplet is not None for colour in colours)


@lru_cache(maxsize=8192)
def _change(old: Style | None, new: Style, system: ColorSystem) -> str:
    """The escape sequence that changes the terminal from the old style (None: no style yet) to the new one."""
    if old is None or _attributes(old) != _attributes(new):
        codes = Strip.render_ansi(new, system)
        return f"\x1b[{codes}m" if old is None else f"\x1b[0;{codes}m" if codes else "\x1b[0m"
    changed: list[str] = []
    if old.color != new.color:
        changed += _codes(new.color, system, True)
    if old.bgcolor != new.bgcolor:
        changed += _codes(new.bgcolor, system, False)
    return f"\x1b[{';'.join(changed)}m" if changed else ""


def _attributes(style: Style) -> tuple[bool | None, ...]:
    flags = style.bold, style.dim, style.italic, style.underline, style.blink, style.reverse, style.strike
    return tuple(bool(flag) for flag in flags)


def _codes(colour: Color | None, system: ColorSystem, ink: bool) -> tuple[str, ...]:
    if colour is None:
        return ("39",) if ink else ("49",)
    return colour.downgrade(system).get_ansi_codes(ink)
