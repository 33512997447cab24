"""What stands on a hex, as signs in its cells: explorers, swimmers, boats, creatures, and the terrain under them.

An explorer is one cell. Another player's is the sign of its colour; your own is its treasure, dark on your colour, so a
digit inside a hex is always one of yours. Where treasures are forgotten it is your sign on your colour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.ui import Look
from atlantis_tui.ui.colours import ink_on, readable
from atlantis_tui.ui.palettes import Palette
from core.hidden import SEALED
from core.survive.components import BEACH, EXPLORERS, LAKE, SAFE_FROM, SEATS_ABOARD, SERPENT, SHARK, WHALE
from core.survive.rules import Survive

Bit = tuple[str, Style] | None  # a sign with its style; None leaves the ground as it is
LETTERS = "SKW"  # of creatures, where there is room for a second line
ROOMY = 9  # cells of a line in which signs have blanks beside them
DANGER = (SERPENT, WHALE, SHARK)  # to a boat, the worst first


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
        self.roomy = False  # a hex is so wide that there is room beside every sign
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
        two, self.roomy = top != wide, wide >= ROOMY
        here = [self.token(state, explorer, moved, victims) for explorer in state.explorers_at(at)]
        if state.terrain[at]:
            return self._land(state.terrain[at], here, ground, top, wide, two)
        return self._water(state, at, ground, top, wide, two, moved, victims, wreck)

    def _land(self, kind: int, here: list[Bit], ground: str, top: int, wide: int, two: bool) -> Content:
        pattern = self.grain(kind, ground, max(top, wide))
        grain = pattern[0]
        if two:
            rest: list[Bit] = [None] * wide
            if kind == BEACH:
                rest[1:-1] = [grain] * (wide - 2)
            return Content(pattern[:top], self._row(here, wide, ground) if here else rest)
        if not here:
            return Content([], pattern[:wide])
        room = wide - 1
        line: list[Bit] = [grain, *[None] * room]
        shown, closer = self._crowd(here, room), self._crowd(here, wide, grain)
        if grain in closer and len(closer) - closer.count(grain) > sum(bit is not None for bit in shown):
            line[: len(closer)] = closer  # the ground itself keeps treasures apart
            return Content([], line)
        start = 2 if wide >= 5 and len(shown) < 3 else 1  # the last cell is left to a cost, if it can be
        line[start : start + len(shown)] = shown
        self._frame(line, ground)
        return Content([], line)

    def grain(self, kind: int, ground: str, cells: int, shift: int = 0) -> list[Bit]:
        """A line of the pattern of some land; the next line is shifted by one."""
        own, ink = self.colours.terrain[kind - 1]
        style = self.palette.style(ink if ground == own else ink_on(self.palette, ground), ground)
        dense = kind == BEACH or not self.glyphs.upper
        return [(self.signs.terrain[kind], style) if dense or not (cell + shift) % 2 else None for cell in range(cells)]

    def _row(self, here: list[Bit], wide: int, ground: str) -> list[Bit]:
        """Explorers in the middle of a line; where there is much room, each with a blank at either side."""
        if wide >= ROOMY and 4 * len(here) - 1 <= wide:
            chips: list[Bit] = []
            for bit in here:
                blank: Bit = (" ", bit[1]) if bit is not None else None
                chips += [*([None] if chips else []), blank, bit, blank]
            return self._centred(chips, wide)
        shown = self._crowd(here, wide)
        start = (wide - len(shown)) // 2 if len(shown) % 2 else wide // 2 - len(shown) // 2 + (1 if wide > 4 else 0)
        start = max(0, min(start, wide - len(shown)))
        line: list[Bit] = [None] * wide
        line[start : start + len(shown)] = shown
        self._frame(line, ground)
        return line

    def _apart(self, shown: list[Bit], between: Bit = None) -> list[Bit]:
        """A blank between two treasures of yours, or the sign of the ground: 3 and 1 are not 31."""
        line: list[Bit] = []
        for bit in shown:
            if line and is_digit(line[-1]) and is_digit(bit):
                line.append(between)
            line.append(bit)
        return line

    def _crowd(self, here: list[Bit], room: int, between: Bit = None) -> list[Bit]:
        """As many of them, with treasures of yours apart, as there is room for."""
        for many in range(min(len(here), room), 0, -1):
            line = self._apart(self._limit(here, many), between)
            if len(line) <= room:
                return line
        return []

    def _limit(self, here: list[Bit], room: int) -> list[Bit]:
        """As many as there is room for; more than that is a plus, and the panel tells all of it."""
        if len(here) <= room:
            return here
        return [*here[: room - 1], ("+", self.palette.style(self._bright, self.palette.chip, True))]

    @property
    def _bright(self) -> str:
        return "plain" if self.palette.flat else readable(self.palette, self.palette.select, self.palette.chip)

    def _frame(self, line: list[Bit], ground: str) -> None:
        """Dark half cells at both sides of your own, where there is room."""
        if not self.halves or self.palette.ansi:
            return
        shade = self.palette.style(self.palette.chip, ground)
        for cell in [cell for cell, bit in enumerate(line) if is_digit(bit)]:
            if cell and line[cell - 1] is None:
                line[cell - 1] = (self.glyphs.right_half, shade)
            if cell + 1 < len(line) and line[cell + 1] is None:
                line[cell + 1] = (self.glyphs.left_half, shade)

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
            return self._boat(state, at, ground, kinds, swimmers, top, wide, two, moved, victims, wreck)
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
        text = text.center(5) if self.roomy else text
        start = (wide - len(text)) // 2
        line[start : start + len(text)] = [(sign, style) for sign in text]
        return line

    def _beside(self, kinds: list[int], swimmers: list[Bit], wide: int, at: int, ground: str) -> list[Bit]:
        """Creatures and swimmers in one line."""
        if len(kinds) == 1 and not swimmers:
            return self._chip(kinds[0], self.chip(kinds[0]), wide, at, ground)
        if kinds:
            return self._centred([*(self.creature(kind) for kind in kinds), *swimmers], wide)
        return self._swim(swimmers, wide, ground, at) if swimmers else self._empty(wide, at, ground)

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
            return self._swim(swimmers, wide, ground, at)
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

    def _swim(self, swimmers: list[Bit], wide: int, ground: str, at: int = -1) -> list[Bit]:
        """Between waves, as far as there is room for those."""
        palette = self.palette
        foam: Bit = (self.glyphs.wave, palette.style(readable(palette, palette.foam, ground), ground, True))
        many = len(swimmers)
        if at in SAFE_FROM and many > 1 and wide > 3:  # a cell is left for the sign of the island
            rest = self._swim(swimmers, wide - 1, ground)
            return [None, *rest] if SAFE_FROM[at] % 2 == 0 else [*rest, None]
        waves = [bit for swimmer in swimmers for bit in (swimmer, foam)]
        if 2 * many + 1 <= wide:
            return self._centred([foam, *waves], wide)
        if 2 * many - 1 <= wide:
            return self._centred(waves[:-1], wide)
        shown = self._crowd(swimmers, max(wide - 1, 3), foam)
        before, behind = [foam] * (len(shown) < wide), [foam] * (len(shown) < wide - 1)
        return self._centred([*before, *shown, *behind], wide)

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
        ground: str,
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
        empty: Bit = (self.signs.seat, palette.style(free, deck))
        seats: list[Bit] = [*crew, *[empty] * (SEATS_ABOARD - len(crew))]
        controllers = state.controllers(at) if crew else []
        colour = side
        if len(controllers) == 1 and not palette.flat:
            alone = [one for one in state.crew_at(at) if state.owner(one) == controllers[0]]
            colour = readable(palette, palette.seats[alone[0] // EXPLORERS], deck)
        hull = loud(palette, self.colours.peril) if wreck else palette.style(colour, deck, True)
        left: Bit = (self.signs.hull[0], hull)
        right: Bit = (self.signs.hull[1], hull)
        if two:
            others: list[Bit] = [*(self.creature(kind) for kind in kinds), *swimmers]
            first = self._centred(others, top) if kinds else self._swim(swimmers, top, ground) if swimmers else []
            boat = [left, *seats, right]
            if self.roomy:  # a piece of the deck between any two
                plank: Bit = (" ", palette.style(free, deck))
                boat = [bit for one in boat for bit in (one, plank)][:-1]
            return Content(first or [None] * top, self._centred(boat, wide))
        before, behind, more = self._beside_boat(kinds, swimmers, ground, alike=wide >= 5)
        if wide >= 5:
            if swimmers and len(kinds) > 1 and not crew:  # in place of a free seat
                seats[0] = self.creature(_worst_first(kinds)[1])
                more = swimmers[0] if len(kinds) == 2 and len(swimmers) == 1 else more
            return Content([], self._centred([before or left, *seats, behind or right], wide), None, more)
        room = SEATS_ABOARD - sum(bit is not None for bit in (before, behind))
        seats = seats[:room] if len(crew) <= room else self._limit(seats, room)
        line: list[Bit] = [bit for bit in (before, *seats, behind) if bit is not None]
        return Content([], line, left, more or right)

    def _beside_boat(self, kinds: list[int], swimmers: list[Bit], ground: str, alike: bool) -> tuple[Bit, Bit, Bit]:
        """What is in the hex of a boat, where one line is all there is: what stands in place of its left side and of
        its right one, the danger first, and what in the gap behind it. `alike`: there is room for both of two alike."""
        palette = self.palette
        worst = [self.creature(kind) for kind in (_worst_first(kinds) if alike else DANGER) if kind in kinds]
        more: Bit = ("+", palette.style(self._bright, palette.chip, True))
        if not swimmers:
            rest = more if len(worst) > 2 or len(kinds) > len(worst) else None
            return (worst[0] if worst else None), (worst[1] if len(worst) > 1 else None), rest
        foam: Bit = (self.glyphs.wave, palette.style(readable(palette, palette.foam, ground), ground, True))
        alone = len(swimmers) == 1 and len(kinds) < 2
        return (worst[0] if worst else None), foam, swimmers[0] if alone else more


def _worst_first(kinds: Sequence[int]) -> list[int]:
    """Creatures with a boat: one of each kind, the worst first, and then others of the same kinds."""
    each = [kind for kind in DANGER if kind in kinds]
    return each + [kind for kind in each for _more in range(kinds.count(kind) - 1)]


def is_digit(bit: Bit) -> bool:
    return bit is not None and bit[0].isdigit()


def saved_at(state: Survive, colour: int, spot: int) -> int:
    """How many explorers of a colour are on a safe island."""
    return sum(explorer // EXPLORERS == colour for explorer in state.explorers_at(spot))
