"""Sentences with pieces of the game in them: explorers, creatures, tiles and players as they look on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.widgets.pieces import Pieces
from atlantis_tui.games.survive.widgets.tiles import tile_chip
from atlantis_tui.table.widgets.prompt_lines import Line as Line  # what its sentences are made of, with the parts below
from atlantis_tui.table.widgets.prompt_lines import Loud as Loud
from atlantis_tui.table.widgets.prompt_lines import Order as Order
from atlantis_tui.table.widgets.prompt_lines import Owner as Owner
from atlantis_tui.table.widgets.prompt_lines import Parts as Parts
from atlantis_tui.table.widgets.prompt_lines import Said as Said
from atlantis_tui.table.widgets.prompt_lines import fitting, rows_of, wordings
from atlantis_tui.ui import Look
from atlantis_tui.ui.bound_keys import OwnKeys
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.rich_line import Piece, pieces, put, worded
from core.survive.components import EXPLORERS, SEATS_ABOARD
from core.survive.rules import Survive


class Who(NamedTuple):
    """Explorers, as they stand on the board; of your own with their treasures."""

    explorers: tuple[int, ...]


class Beast(NamedTuple):
    creature: int


class Tile(NamedTuple):
    """A tile that was kept."""

    terrain: int
    back: int


class Ferry(NamedTuple):
    """A boat with these aboard."""

    crew: tuple[int, ...]


class SentenceTeller:
    """Paints lines on a ground, in one look, for one viewer."""

    def __init__(
        self, look: Look, state: Survive, viewer: int | None, own: OwnKeys, ground: str, ink: str = ""
    ) -> None:
        self.look, self.state, self.own, self.ground = look, state, own, ground
        self.palette = look.palette
        self.signs = Pieces(look, viewer)
        self.plain = look.palette.style(ink or look.palette.text, ground)

    def put(self, canvas: Canvas, x: int, y: int, line: Line, room: int) -> int:
        return put(canvas, x, y, self.fitting(line, room))

    def fitting(self, line: Line, room: int) -> list[Piece]:
        """The fullest wording for which there is room."""
        return fitting(line, self._pieces, room, self.look.glyphs.dots)

    def rows(self, lines: Sequence[Line], room: int, most: int) -> list[list[Piece]]:
        """The rows of a prompt."""
        return rows_of(lines, self._pieces, room, most, self.plain, self.look.glyphs.dots)

    def fewest(self, line: Line) -> list[Piece]:
        """The wording with the fewest words, all of it."""
        return self._pieces(wordings(line)[-1])

    def _pieces(self, said: Said) -> list[Piece]:
        parts = {name: self._part(part) for name, part in said.parts.items()}
        return pieces(said.text, self.plain, parts, self.own)

    def _part(self, part: object) -> str | Piece | Sequence[Piece]:
        palette, glyphs = self.palette, self.look.glyphs
        if isinstance(part, str):
            return part
        if isinstance(part, Said):
            return self._pieces(part)
        if isinstance(part, Order):
            return worded(part.text, self.plain, self.own)
        if isinstance(part, Who):
            return [self._explorer(one) for one in part.explorers]
        if isinstance(part, Owner):
            colours = range(part.seat, len(self.state.treasures), self.state.seats)
            signs = "".join(glyphs.figures[colour] for colour in colours)
            return f"{signs} {part.text}".rstrip(), self._style(palette.seats[part.seat], True)
        if isinstance(part, Beast):
            return self.signs.chip(part.creature), self.signs.creature(part.creature)[1]
        if isinstance(part, Tile):
            return tile_chip(part.terrain, part.back, self.look)
        if isinstance(part, Ferry):
            return self._ferry(part.crew)
        assert isinstance(part, Loud)
        tones = {"good": palette.land, "bad": own_colours(palette).peril, "sink": palette.take, "key": palette.key}
        style = self._style(tones.get(part.tone, palette.select), True)
        if part.tone == "dim":
            style = palette.style(palette.dim, self.ground)
        return worded(part.text, style, self.own) if part.tone in ("key", "dim") else (part.text, style)

    def _explorer(self, explorer: int) -> Piece:
        """With the sign of its colour before its treasure; your own ones whose treasure is forgotten have numbers."""
        sign, style = self.signs.explorer(self.state, explorer)
        figure = self.look.glyphs.figures[explorer // EXPLORERS]
        if sign != figure:
            return f"{figure}{sign}", style
        return (f"{figure}#{explorer % EXPLORERS + 1}" if self.signs.is_own(self.state, explorer) else figure), style

    def _ferry(self, crew: tuple[int, ...]) -> list[Piece]:
        palette, glyphs = self.palette, self.look.glyphs
        sides, (deck, side, free) = own_signs(glyphs).hull, own_colours(palette).hull
        hull = palette.style(side, deck, True)
        aboard = [self.signs.explorer(self.state, one) for one in crew]
        seats = (own_signs(glyphs).seat * (SEATS_ABOARD - len(crew)), palette.style(free, deck))
        return [(sides[0], hull), *aboard, *([seats] if seats[0] else []), (sides[1], hull)]

    def _style(self, colour: str, bold: bool) -> Style:
        palette = self.palette
        if palette.flat:
            return palette.style("plain", self.ground, bold)
        return palette.style(readable(palette, colour, self.ground), self.ground, bold)
