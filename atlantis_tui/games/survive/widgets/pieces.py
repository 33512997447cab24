"""What stands on a hex, as signs in its cells: explorers, swimmers, boats, creatures, and the terrain under them.

An explorer is one cell. Another player's is the sign of its colour; your own is its treasure, dark on your colour, so a
digit inside a hex is always one of yours. Where treasures are forgotten it is your sign on your colour.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.ui import Look
from atlantis_tui.ui.colours import ink_on, readable
from atlantis_tui.ui.palettes import Palette
from core.hidden import SEALED
from core.survive.components import BEACH, EXPLORERS, LAKE, SAFE_FROM, SEATS_ABOARD
from core.survive.rules import Survive

Bit = tuple[str, Style] | None  # a sign with its style; None leaves the ground as it is
LETTERS = "SKW"  # of creatures, where there is room for a second line


def loud(palette: Palette, ground: str) -> Style:
    """Words on a loud colour; where there are none, reversed."""
    if palette.flat:
        return palette.style("plain", "reverse", True)
    return palette.style(ink_on(palette, ground), ground, True)


class Content(NamedTuple):
    """What stands on a hex: signs for its first line and its last one, and for the gaps beside it."""

    first: list[Bit]
    last: list[Bit]
    left: Bit = None
    right: Bit = None


class Pieces:
    """Makes signs of pieces in one look, for one viewer."""

    def __init__(self, look: Look, viewer: int | None) -> None:
        self.palette, self.glyphs, self.viewer = look.palette, look.glyphs, viewer
        self.colours, self.signs = own_colours(look.palette), own_signs(look.glyphs)
        self.halves = bool(look.glyphs.left_half) and not look.palette.flat

    # One cell --------------------------------------------------------------------------------------------------------

    def is_own(self, state: Survive, explorer: int) -> bool:
        return self.viewer is not None and state.owner(explorer) == self.viewer

    def sign(self, state: Survive, explorer: int) -> str:
        value = state.treasure(explorer) if self.is_own(state, explorer) else SEALED
        return self.glyphs.figures[explorer // EXPLORERS] if value == SEALED else str(value)

    def explorer(self, state: Survive, explorer: int) -> tuple[str, Style]:
        palette = self.palette
        colour = palette.seats[explorer // EXPLORERS]
        if not self.is_own(state, explorer):
            return self.sign(state, explorer), palette.style(colour, palette.chip, True)
        if palette.flat:
            return self.sign(state, explorer), palette.style("plain", "reverse", True)
        return self.sign(state, explorer), palette.style(palette.ink, colour, True)

    def token(self, state: Survive, explorer: int, moved: Collection[int], victims: Collection[int]) -> Bit:
        sign, style = self.explorer(state, explorer)
        if explorer in victims:
            return sign, loud(self.palette, self.colours.peril)
        if explorer in moved:
            own = self.is_own(state, explorer)
            ghost = sign if own else self.glyphs.ghosts[explorer // EXPLORERS]
            return ghost, loud(self.palette, self.palette.land)
        return sign, style

    def creature(self, kind: int) -> tuple[str, Style]:
        ground, ink = self.colours.creatures[kind]
        return self.signs.creatures[kind], self.palette.style(ink, ground, True)

    def chip(self, kind: int) -> str:
        """Three cells."""
        sign = self.signs.creatures[kind]
        return f"<{sign}>" if not self.glyphs.upper or self.palette.flat else f" {sign} "

    # A hex -----------------------------------------------------------------------------------------------------------

    def content(
        self,
        state: Survive,
        at: int,
        ground: str,
        sizes: tuple[int, int],
        moved: Collection[int] = (),
        victims: Collection[int] = (),
        wreck: bool = False,
    ) -> Content:
        """`sizes` are the cells of the first and the last line; one line is both."""
        top, wide = sizes
        two = top != wide
        here = [self.token(state, explorer, moved, victims) for explorer in state.explorers_at(at)]
        if state.terrain[at]:
            return self._land(state.terrain[at], here, ground, top, wide, two)
        return self._water(state, at, ground, top, wide, two, moved, victims, wreck)

    def _land(self, kind: int, here: list[Bit], ground: str, top: int, wide: int, two: bool) -> Content:
        palette, glyphs = self.palette, self.glyphs
        sign = self.signs.terrain[kind]
        ink = (
            self.colours.terrain[kind - 1][1]
            if ground == self.colours.terrain[kind - 1][0]
            else ink_on(palette, ground)
        )
        grain: Bit = (sign, palette.style(ink, ground))
        dense = kind == BEACH or not glyphs.upper
        pattern: list[Bit] = [grain if dense or not cell % 2 else None for cell in range(max(top, wide))]
        if two:
            rest: list[Bit] = [None] * wide
            if kind == BEACH:
                rest[1:-1] = [grain] * (wide - 2)
            return Content(pattern[:top], self._row(here, wide, ground) if here else rest)
        if not here:
            return Content([], pattern[:wide])
        room = wide - 1
        line: list[Bit] = [grain, *[None] * room]
        shown = self._limit(here, room if wide < 5 else 4)
        start = 2 if wide >= 5 and len(shown) < 4 else 1
        line[start : start + len(shown)] = shown
        self._frame(line, start, len(shown), ground)
        return Content([], line)

    def _row(self, here: list[Bit], wide: int, ground: str) -> list[Bit]:
        """Explorers in the middle of a line."""
        shown = self._limit(here, wide)
        start = (wide - len(shown)) // 2 if len(shown) % 2 else wide // 2 - len(shown) // 2 + (1 if wide > 4 else 0)
        start = max(0, min(start, wide - len(shown)))
        line: list[Bit] = [None] * wide
        line[start : start + len(shown)] = shown
        self._frame(line, start, len(shown), ground)
        return line

    def _limit(self, here: list[Bit], room: int) -> list[Bit]:
        """As many as there is room for; more than that is a plus, and the panel tells all of it."""
        if len(here) <= room:
            return here
        return [*here[: room - 1], ("+", self.palette.style(self._bright, self.palette.chip, True))]

    @property
    def _bright(self) -> str:
        return "plain" if self.palette.flat else readable(self.palette, self.palette.select, self.palette.chip)

    def _frame(self, line: list[Bit], start: int, count: int, ground: str) -> None:
        """Dark half cells at both sides of your own, where there is room."""
        if not self.halves or self.palette.ansi:
            return
        shade = self.palette.style(self.palette.chip, ground)
        own = [bit is not None and bit[0].isdigit() for bit in line]
        if start > 0 and own[start] and line[start - 1] is None:
            line[start - 1] = (self.glyphs.right_half, shade)
        end = start + count
        if end < len(line) and own[end - 1] and line[end] is None:
            line[end] = (self.glyphs.left_half, shade)

    # On the water ----------------------------------------------------------------------------------------------------

    def _water(
        self,
        state: Survive,
        at: int,
        ground: str,
        top: int,
        wide: int,
        two: bool,
        moved: Collection[int],
        victims: Collection[int],
        wreck: bool,
    ) -> Content:
        swimmers = [self.token(state, explorer, moved, victims) for explorer in state.swimmers_at(at)]
        kinds = [kind for kind, where in enumerate(state.creatures) for _ in range(where[at])]
        if state.boats[at]:
            return self._boat(state, at, kinds, swimmers, top, wide, two, moved, victims, wreck)
        if two:
            first = self._above(kinds, swimmers, top, ground)
            last = self._below(kinds, swimmers, wide, at, ground)
        else:
            first, last = [], self._beside(kinds, swimmers, wide, at, ground)
        self._landing(last, at, ground)
        return Content(first, last)

    def _chip(self, kind: int, text: str, wide: int, at: int = -1, ground: str = "") -> list[Bit]:
        style = self.creature(kind)[1]
        line: list[Bit] = self._empty(wide, at, ground) if at == LAKE and wide > 3 else [None] * wide
        start = (wide - 3) // 2
        line[start : start + 3] = [(sign, style) for sign in text]
        return line

    def _beside(self, kinds: list[int], swimmers: list[Bit], wide: int, at: int, ground: str) -> list[Bit]:
        """Creatures and swimmers in one line."""
        if len(kinds) == 1 and not swimmers:
            return self._chip(kinds[0], self.chip(kinds[0]), wide, at, ground)
        if kinds:
            return self._centred([*(self.creature(kind) for kind in kinds), *swimmers], wide)
        return self._swim(swimmers, wide, ground) if swimmers else self._empty(wide, at, ground)

    def _above(self, kinds: list[int], swimmers: list[Bit], top: int, ground: str) -> list[Bit]:
        """The first of two lines."""
        if len(kinds) == 1:
            return self._chip(kinds[0], f" {self.signs.creatures[kinds[0]]} ", top)
        if kinds:
            return self._centred([self.creature(kind) for kind in kinds], top)
        if not swimmers:
            return [None] * top
        foam: Bit = (self.glyphs.wave, self._ink(self.colours.ripple, ground))
        return [foam if not cell % 2 else None for cell in range(top)]

    def _below(self, kinds: list[int], swimmers: list[Bit], wide: int, at: int, ground: str) -> list[Bit]:
        """The last of two lines."""
        if swimmers:
            return self._swim(swimmers, wide, ground)
        if len(kinds) == 1:
            return self._chip(kinds[0], f" {LETTERS[kinds[0]]} ", wide, at, ground)
        if kinds:
            return self._centred([(LETTERS[kind], self.creature(kind)[1]) for kind in kinds], wide)
        return self._empty(wide, at, ground)

    def _empty(self, wide: int, at: int, ground: str) -> list[Bit]:
        line: list[Bit] = [None] * wide
        glyphs = self.glyphs
        if at == LAKE:
            ripple: Bit = (glyphs.wave, self._ink(self.colours.lagoon[1], ground))
            line[0] = line[-1] = ripple
        else:
            line[wide // 2] = (self.signs.terrain[0], self._ink(self.colours.ripple, ground))
        return line

    def _ink(self, ink: str, ground: str) -> Style:
        """A quiet ink of the sea; on any other ground one that can be read."""
        palette = self.palette
        if palette.flat or ground in self.colours.deep or ground == self.colours.lagoon[0]:
            return palette.style(ink, ground)
        return palette.style(readable(palette, palette.wave, ground), ground)

    def _centred(self, bits: list[Bit], wide: int) -> list[Bit]:
        shown = self._limit(bits, wide)
        start = (wide - len(shown)) // 2
        line: list[Bit] = [None] * wide
        line[start : start + len(shown)] = shown
        return line

    def _swim(self, swimmers: list[Bit], wide: int, ground: str) -> list[Bit]:
        """Between waves, as far as there is room for those."""
        palette = self.palette
        foam: Bit = (self.glyphs.wave, palette.style(readable(palette, palette.foam, ground), ground, True))
        if len(swimmers) > wide - 2:
            swimmers = self._limit(swimmers, max(wide - 1, 3))
            return self._centred([foam, *swimmers] if len(swimmers) < wide else swimmers, wide)
        return self._centred([foam, *swimmers, foam], wide)

    def _landing(self, line: list[Bit], at: int, ground: str) -> None:
        """The sign of a safe island on the side where it lies."""
        safe = SAFE_FROM.get(at)
        if safe is None:
            return
        cell = 0 if safe % 2 == 0 else len(line) - 1
        if line[cell] is None:
            ink = readable(self.palette, self.colours.landing, ground)
            line[cell] = (self.signs.isle, self.palette.style(ink, ground, True))

    # Boats -----------------------------------------------------------------------------------------------------------

    def _boat(
        self,
        state: Survive,
        at: int,
        kinds: list[int],
        swimmers: list[Bit],
        top: int,
        wide: int,
        two: bool,
        moved: Collection[int],
        victims: Collection[int],
        wreck: bool,
    ) -> Content:
        palette = self.palette
        deck, side, free = self.colours.hull
        crew = [self.token(state, explorer, moved, victims) for explorer in state.crew_at(at)]
        seats: list[Bit] = [*crew, *[(self.signs.seat, palette.style(free, deck))] * (SEATS_ABOARD - len(crew))]
        controllers = state.controllers(at) if crew else []
        colour = side
        if len(controllers) == 1 and not palette.flat:
            alone = [one for one in state.crew_at(at) if state.owner(one) == controllers[0]]
            colour = readable(palette, palette.seats[alone[0] // EXPLORERS], deck)
        hull = loud(palette, self.colours.peril) if wreck else palette.style(colour, deck, True)
        others: list[Bit] = [*(self.creature(kind) for kind in kinds), *swimmers]
        first: list[Bit] = self._centred(others, top) if two and others else [None] * top if two else []
        more: Bit = ("+", palette.style(self._bright, palette.chip, True)) if others and not two else None
        if wide < 5:
            return Content(first, seats, (self.signs.hull[0], hull), more or (self.signs.hull[1], hull))
        return Content(
            first, self._centred([(self.signs.hull[0], hull), *seats, (self.signs.hull[1], hull)], wide), None, more
        )


def saved_at(state: Survive, colour: int, spot: int) -> int:
    """How many explorers of a colour are on a safe island."""
    return sum(explorer // EXPLORERS == colour for explorer in state.explorers_at(spot))
