"""Sends the terminal the cells that changed, and no more.

Textual 8.2 writes a changed span of a line from the left edge of its widget on, whatever the span's own start (its
`ChopsUpdate` crops only the end). On a board that is one wide widget this is most of every line, and felt over SSH.
`FineCompositor` crops both ends. A screen uses it by `self._compositor = FineCompositor()`; a test compares what both
make of the same change, so that a new Textual that moves these parts is noticed.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.strip import Strip


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
    """The span with both cells of wide characters: what lies under it may have changed in one of them only."""
    text = strip.text
    if len(text) != strip.cell_length:
        x = 0
        for char in text:
            end = x + cell_len(char)
            first = x if x < first < end else first
            last = end if x < last < end else last
            x = end
    return first, last


class FineCompositor(Compositor):
    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else FineUpdate(update.chops, update.spans, update.chop_ends)
