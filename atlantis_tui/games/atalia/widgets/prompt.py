"""The prompt: who is asked what, and what Enter will do, in three lines that may have cards and loud words in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets import chips
from atlantis_tui.table.widgets.prompt_lines import Line as Line  # what its sentences are made of, with the parts below
from atlantis_tui.table.widgets.prompt_lines import Loud as Loud
from atlantis_tui.table.widgets.prompt_lines import Order as Order
from atlantis_tui.table.widgets.prompt_lines import Owner as Owner
from atlantis_tui.table.widgets.prompt_lines import Parts as Parts
from atlantis_tui.table.widgets.prompt_lines import Said as Said
from atlantis_tui.table.widgets.prompt_lines import rows_of
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.rich_line import Piece, pieces, put, worded
from atlantis_tui.ui.textual_internals import own_keys


class Cards(NamedTuple):
    """Cards in a sentence, as chips."""

    faces: tuple[int, ...]


def plain(said: Said) -> str:
    """The same without colours."""
    return said.text.format(**{name: _plain(part) for name, part in said.parts.items()})


def _plain(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Said):
        return plain(part)
    if isinstance(part, Cards):
        return names.cards(part.faces)
    assert isinstance(part, Loud | Owner | Order)
    return part.text


class AtaliaPrompt(Panel):
    sight: AtaliaView | None = None
    lines: Sequence[Line] = ()

    def shows(self) -> object:
        sight = self.sight
        return sight and (self.look, sight.tone, sight.state, sight.viewer, self.lines, own_keys(self.app))

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.prompt)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        bar = palette.style("plain" if palette.flat else self._bar(), palette.prompt)
        for y in range(canvas.height):
            canvas.put(0, y, glyphs.bar, bar)
        rows = rows_of(self.lines, self._pieces, canvas.width - 3, canvas.height, self.blank(), glyphs.dots)
        for y, row in enumerate(rows):
            put(canvas, 2, y, row)

    def _bar(self) -> str:
        palette, sight = self.look.palette, self.sight
        tone = sight.tone if sight is not None else ""
        if tone == "won" and sight is not None:
            outcome = sight.state.outcome
            winners = outcome.winners if outcome is not None else ()
            return palette.seats[winners[0]] if len(winners) == 1 else palette.key
        return {"plan": palette.land, "bad": palette.take, "told": palette.dim}.get(tone, palette.key)

    def _pieces(self, said: Said) -> list[Piece]:
        parts = {name: self._part(part) for name, part in said.parts.items()}
        return pieces(said.text, self.blank(), parts, other(self.screen))

    def _part(self, part: object) -> str | Piece | Sequence[Piece]:
        palette = self.look.palette
        if isinstance(part, str):
            return part
        if isinstance(part, Said):
            return self._pieces(part)
        if isinstance(part, Order):
            return worded(part.text, self.blank(), other(self.screen))
        if isinstance(part, Cards):
            return chips.row(part.faces, self.look, self.blank())
        if isinstance(part, Owner):
            words = f"{self.look.glyphs.figures[part.seat]} {part.text}".rstrip()
            return words, self._style(palette.seats[part.seat], True)
        assert isinstance(part, Loud)
        tones = {
            "good": palette.land,
            "bad": palette.take,
            "his": palette.chain,
            "key": palette.key,
            "dim": palette.dim,
        }
        style = self._style(tones.get(part.tone, palette.select), part.tone != "dim")
        return worded(part.text, style, other(self.screen)) if part.tone in ("key", "dim") else (part.text, style)

    def _style(self, colour: str, bold: bool) -> Style:
        palette = self.look.palette
        if palette.flat:
            return palette.style("dim" if colour == palette.dim else "plain", palette.prompt, bold)
        return palette.style(readable(palette, colour, palette.prompt), palette.prompt, bold)
