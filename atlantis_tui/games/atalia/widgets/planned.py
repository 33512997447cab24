"""Paints what is chosen and planned over the lanes: frames, ghosts, places to lay a card, targets, a refused claim."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atalia.field_facts import Lane, settled
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import WEATHER_SLOT, Ghost, Makes, Refusal
from atlantis_tui.games.atalia.widgets.gutter import paint_picks
from atlantis_tui.games.atalia.widgets.lanes import Lanes
from atlantis_tui.text.translation import _
from atlantis_tui.ui import frames
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.palettes import Pair
from core.atalia.components import FOG, MUD, NOBODY
from core.atalia.formations import formation


def paint_plan(lanes: Lanes, now: Sequence[Lane], after: Sequence[Lane]) -> None:
    """`after` are the same lanes once the planned move is made, or as they are."""
    Planned(lanes, now, after).paint()


def result(makes: Makes, most: str) -> str:
    """`=Wd24`, or `≤Wd24` for what is not complete with it."""
    return f"{'=' if makes.done else most}{names.rank_code(makes.rank)}{makes.total}"


def whole_result(makes: Makes, most: str) -> str:
    """`=Wedge 24`, where there is room."""
    return f"{'=' if makes.done else most}{names.rank(makes.rank)} {makes.total}"


class Planned:
    def __init__(self, lanes: Lanes, now: Sequence[Lane], after: Sequence[Lane]) -> None:
        self.lanes, self.now, self.after = lanes, now, after
        self.canvas, self.look, self.scale, self.sight = lanes.canvas, lanes.look, lanes.scale, lanes.sight
        self.palette, self.glyphs, self.outlined = lanes.palette, lanes.glyphs, lanes.outlined
        self.signs, self.colours = lanes.signs, lanes.colours

    def paint(self) -> None:
        sight, palette = self.sight, self.palette
        paint_picks(self.canvas, self.look, self.scale, sight)
        self._changes()
        for spot in sight.told:
            self._beside(*spot, palette.chain, "!!")
        refused = sight.refusal.field if sight.refusal is not None else None
        if sight.cursor is not None and sight.cursor != refused:
            self._cursor(sight.cursor, palette.select)
        for field, makes in sight.legal.items():
            self._legal(field, makes)
        for spot in sight.targets:
            self._beside(*spot, palette.take, "{}")
        if sight.target is not None:
            self._leaving(*sight.target)
        taken: dict[tuple[int, int], int] = {}
        for ghost in sight.ghosts:
            before = taken.get(ghost[:2], 0)
            self._ghost(ghost, before, palette.land)
            taken[ghost[:2]] = before + 1
        if sight.refusal is not None:
            self._refused(sight.refusal)

    # What the planned move changes -----------------------------------------------------------------------------------

    def _changes(self) -> None:
        """Rows and plates as they would be; those of the cards that move in the colour of plans."""
        sight, lanes = self.sight, self.lanes
        if sight.after is None:
            return
        moved = {(ghost.seat, ghost.field) for ghost in sight.ghosts}
        plates = False
        for before, lane in zip(self.now, self.after, strict=True):
            if lane == before:
                continue
            if lane.need > before.need:
                self._fourth(lane)
            for seat in (0, 1):
                if lane.sides[seat] != before.sides[seat]:
                    lanes.tell(lane, seat, self.palette.land if (seat, lane.field) in moved else "")
            if lane.owner != before.owner:
                self._unplate(lane.field)
                plates = True
            elif lane.owner == NOBODY:
                fresh = {FOG: lane.fog and not before.fog, MUD: lane.mud and not before.mud}
                lanes.plates.open(lane, fresh=frozenset(face for face, new in fresh.items() if new))
        if plates:
            lanes.plates.paint(self.after)

    def _fourth(self, lane: Lane) -> None:
        """Mud opens another slot on both sides."""
        for rows in self.scale.slots:
            self.lanes.place(self.scale.lane(lane.field), rows[lane.need - 1], True)

    def _unplate(self, field: int) -> None:
        """Takes the open plate away."""
        scale = self.scale
        ground = self.palette.sea if self.outlined else self.palette.bed
        style = self.palette.style(self.palette.text, ground)
        self.canvas.fill(scale.lane(field), scale.plate, scale.card, scale.plate_lines, style)

    # Marks -----------------------------------------------------------------------------------------------------------

    def _plain(self, bold: bool = True) -> Pair:
        return self.palette.text, self.palette.sea

    @property
    def _lines(self) -> int:
        """Whole lines of a card."""
        return max(1, self.scale.lines - 1)

    def _brackets(self, x: int, y: int, width: int, signs: str) -> None:
        style = self.palette.style(self.palette.text, self.palette.sea, True)
        self.canvas.put(x, y, signs[0], style)
        self.canvas.put(x + width - 1, y, signs[1], style)

    def _place(self, seat: int, field: int, slot: int) -> tuple[int, int, int]:
        """x, y and how many lines: of a card, or of a plate."""
        scale = self.scale
        if slot == WEATHER_SLOT:
            return scale.lane(field), scale.plate, scale.plate_lines
        return scale.lane(field), scale.slots[self.lanes.at(seat)][slot], scale.lines

    def _beside(self, seat: int, field: int, slot: int, colour: str, signs: str) -> None:
        """Bars at the sides of a card."""
        x, y, lines = self._place(seat, field, slot)
        if self.outlined:
            self._brackets(x, y, self.scale.card, signs)
        else:
            frames.sides(self.canvas, self.look, x, y, self.scale.card, lines, colour)

    def _leaving(self, seat: int, field: int, slot: int) -> None:
        """A card that would go: white bars and a cross."""
        self._beside(seat, field, slot, self.palette.select, "()")
        if self.outlined:
            return
        x, y, _lines = self._place(seat, field, slot)
        at = x + (4 if self.scale.lines > 1 else 2 if self.scale.joint else 3)
        if y < self.canvas.height and at < self.canvas.width:  # while it is laid out anew it may be smaller
            self.canvas.put(at, y, self.glyphs.no, self.canvas.styles[y][at])

    def _cursor(self, field: int, colour: str, sign: str = "") -> None:
        """A frame round the whole lane; where the fourth slot is in use, bars at its sides only."""
        scale, lane, palette = self.scale, self.after[field], self.palette
        if lane.owner == NOBODY:
            pair = (colour, palette.ink if colour == palette.take else palette.sea)
            if self.lanes.bottom in lane.able and not sign:
                pair = (palette.land, palette.ink)
            before = self.now[field]
            fresh = {FOG: lane.fog and not before.fog, MUD: lane.mud and not before.mud}
            planned = frozenset(face for face, new in fresh.items() if new)
            self.lanes.plates.open(lane, None if palette.flat else pair, sign, planned, chosen=True)
        if self.outlined:
            if lane.owner != NOBODY:
                self._brackets(scale.lane(field), scale.plate, scale.card, "[]")
            return
        slot = min(4, max(3, lane.need)) - 1
        x, top, bottom = scale.lane(field), scale.slots[0][slot], scale.slots[1][slot] + scale.lines
        if slot == 3:
            frames.sides(self.canvas, self.look, x, top, scale.card, min(bottom, self.canvas.height) - top, colour)
        else:
            frames.box(self.canvas, self.look, x, top, scale.card, bottom - top, colour)

    def _legal(self, field: int, makes: Makes | None) -> None:
        """The next free place of a field: the number to press, and what the card makes there.

        It has no bars, which would join it with the places beside it: its colour is enough.
        """
        scale, sight, palette, width = self.scale, self.sight, self.palette, self.scale.card
        seat = self.lanes.bottom
        x = scale.lane(field)
        if sight.card in (FOG, MUD):
            lane = self.after[field]
            self.lanes.plates.open(lane, (palette.land, palette.ink), chosen=self.outlined)
            return
        y = scale.slots[self.lanes.at(seat)][len(self.now[field].sides[seat].cards)]
        told = result(makes, self.signs.most) if makes is not None else ""
        key = f">{field + 1}" if self.outlined else f"{field + 1}"
        fullest: tuple[str, ...] = (f" {key} {told}", f"{key} {told}")
        if self.outlined:
            fullest = (f"{key}: {told}", f"{key}:{told}")
        if makes is not None and scale.tall:
            fullest = (fullest[0].replace(told, whole_result(makes, self.signs.most)), *fullest)
        words = next((one for one in (*fullest, key + told) if len(one) <= width), told or key)
        if self.outlined:
            style = palette.style(palette.text, palette.sea, True)
        else:
            style = palette.style(palette.ink, palette.land, True)
        self.canvas.fill(x, y, width, self._lines, style)
        self.canvas.put(x, y + (self._lines - 1) // 2, cut(words, width, ""), style)
        if not self.outlined:
            self.lanes.under(x, y, width, palette.land)

    def _ghost(self, ghost: Ghost, before: int, colour: str) -> None:
        """A card that is not there yet: its own colour left, that of the plan right."""
        seat, field, face = ghost
        palette, width = self.palette, self.scale.card
        slot = len(self.now[field].sides[seat].cards) + before
        x, y, _lines = self._place(seat, field, slot)
        self.lanes.card(seat, field, slot, face)
        if self.outlined:
            self._brackets(x, y, width - (0 if width < 7 else 1), "()")
            return
        left = width // 2
        for line in range(self._lines):
            self.canvas.restyle(x + left, y + line, width - left, palette.style(palette.ink, colour, True))
        self.lanes.under(x + left, y, width - left, colour)
        frames.sides(self.canvas, self.look, x, y, width, self._lines, colour)

    def _refused(self, refusal: Refusal) -> None:
        """The lane in the colour of refusals, with the cards that would beat the claim where they would lie."""
        scale, palette, lanes = self.scale, self.palette, self.lanes
        seat = 1 - lanes.bottom
        lane = self.after[refusal.field]
        self._cursor(refusal.field, palette.take, self.glyphs.no)
        for before, face in enumerate(refusal.cards):
            self._ghost(Ghost(seat, refusal.field, face), before, palette.take)
        there = (*lane.sides[seat].cards, *refusal.cards)
        if len(there) != lane.need:
            return
        made = formation(there, self.sight.state.ground(refusal.field))
        side = lane.sides[seat]._replace(cards=there, made=made, total=settled(there), best=None, chance="")
        sides = (side, lane.sides[1]) if seat == 0 else (lane.sides[0], side)
        lanes.tell(lane._replace(sides=sides), seat, palette.take)
        if not scale.joint:
            ground = palette.sea if self.outlined else palette.bed
            ink = "plain" if palette.flat else palette.take
            words = f"{self.glyphs.no}{' ' if scale.lines > 1 else ''}{_('beats')}"
            x = scale.lane(refusal.field) + (1 if scale.lines > 1 else 0)
            self.canvas.put(x, scale.best[lanes.at(seat)], cut(words, scale.card, ""), palette.style(ink, ground, True))
