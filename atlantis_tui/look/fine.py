"""Sends the terminal the cells that changed, and no more.

Textual 8.2 writes a changed span of a line from the left edge of its widget on, whatever the span's own start (its
`ChopsUpdate` crops only the end). On a board that is one wide widget this is most of every line, and felt over SSH.
`FineCompositor` crops both ends. A screen uses it by `self._compositor = FineCompositor()`; a test compares what both
make of the same change, so that a new Textual that moves these parts is noticed.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class FineUpdate(ChopsUpdate):
    def render_segments(self, console: Console) -> str:
        sequences: list[str] = []
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                first, last = max(x, x1), min(end, x2)
                if strip is None or first >= last:
                    continue
                sequences.append(Control.move_to(first, y).segment.text)
                sequences.append(strip.crop(first - x, last - x).render(console))
        return "".join(sequences)


class FineCompositor(Compositor):
    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else FineUpdate(update.chops, update.spans, update.chop_ends)
