"""The coach's bubble with a few sentences and a task, its pointer, and the search for a place on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region, Size

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.bound_keys import OwnKeys, other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.named_keys import KeyName
from atlantis_tui.ui.painter import Pen, marked
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.rich_line import Piece, put, width

WIDE, NARROW, FLAT = 52, 42, 100  # at most
EDGE = 3  # columns on each side of the text, including the frame
NEAR = 4  # lines from which people still see what the pointer means
ASKEW = 150  # a place without a pointer is as bad as covering so many cells of `rather_not`
_chips = re.compile(r"\[(\w+)\]").split

Chip = Callable[[str, Look], Piece]


class BubbleText(NamedTuple):
    """The text of a bubble for step `number` of `of`. Each of `keys` is a key, what it does, and its action."""

    title: str
    text: str
    task: str
    number: int
    of: int
    keys: Sequence[tuple[str, str, str]]
    note: str = ""


class CoachBubble(Panel):
    """A click on one of its keys does what the key does."""

    DEFAULT_CSS = "CoachBubble { position: absolute; display: none; }"

    words: BubbleText | None = None
    chip: Chip | None = None

    def paint(self, canvas: Canvas) -> None:
        if self.words is not None and self.chip is not None:
            pen = Pen(canvas, self.look, other(self.screen))
            paint_bubble(pen, 0, 0, canvas.width, canvas.height, self.words, self.chip)

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        hit = self.hit(event)
        if isinstance(hit, tuple):
            self.app.simulate_key(hit[1])
        elif hit is not None:
            await self.screen.run_action(hit)


class CoachPointer(Panel):
    """One cell beside the bubble that points at what the bubble is about."""

    DEFAULT_CSS = "CoachPointer { position: absolute; width: 1; height: 1; display: none; }"

    sign = ""

    def shows(self) -> object:
        return self.look, self.sign

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        canvas.put(0, 0, self.sign, palette.style("plain" if palette.flat else palette.key, palette.sea, True))


# Sentences -----------------------------------------------------------------------------------------------------------


def flowed(sentence: str, room: int, pen: Pen, chip: Chip, ground: str, ink: str = "") -> list[list[Piece]]:
    """Wrap a marked sentence with chips into lines of at most `room` cells."""
    palette = pen.palette
    colours = {"*": palette.key, "~": pen.bright(ground), "": ink or palette.text}
    words: list[list[Piece]] = [[]]  # a word may have several pieces, such as a chip and a comma
    for text, mark in marked(sentence, {}, pen.keys):
        style = palette.style("plain" if palette.flat and mark == "*" else colours[mark], ground, bool(mark))
        if isinstance(text, KeyName):
            words[-1].append((text, style))
            continue
        for index, part in enumerate(_chips(text)):
            if index % 2:
                words[-1].append(chip(part, pen.look))
                continue
            for number, word in enumerate(part.split(" ")):
                if number:
                    words.append([])
                if word:
                    words[-1].append((word, style))
    blank = (" ", palette.style(palette.text, ground))
    lines: list[list[Piece]] = []
    for one in words:
        if not one:
            continue
        if lines and width(lines[-1]) + 1 + width(one) <= room:
            lines[-1] += [blank, *one]
        else:
            lines.append(one)
    return lines


def heights(words: BubbleText, wide: int, look: Look, chip: Chip, keys: OwnKeys) -> tuple[int, int, int]:
    """The lines that a bubble of this width needs: with blank lines, without them, and without the keys too."""
    scratch = Pen(Canvas(1, 1, look.palette.style(look.palette.text, look.palette.surf)), look, keys)
    room, surf = wide - 2 * EDGE, look.palette.surf
    lines = len(flowed(words.text, room, scratch, chip, surf)) + len(flowed(words.task, room, scratch, chip, surf))
    return lines + 6, lines + 3, lines + 2


def paint_bubble(pen: Pen, x: int, y: int, wide: int, high: int, words: BubbleText, chip: Chip) -> None:
    palette, surf = pen.palette, pen.palette.surf
    note = words.note or _("{number} of {count}").format(number=words.number, count=words.of)
    paint_modal(pen, x, y, wide, high, palette.key, words.title, note, shadow=False)
    room = wide - 2 * EDGE
    text = flowed(words.text, room, pen, chip, surf)
    task = flowed(words.task, room, pen, chip, surf, "plain" if palette.flat else palette.key)
    # Blank lines, used first below the text, then above it, then above the keys; -1: no room for keys.
    spare = high - 3 - len(text) - len(task)
    row = y + 1 + (spare >= 3)
    for line in text:
        put(pen.canvas, x + EDGE, row, line)
        row += 1
    row += spare >= 1
    for line in task:
        put(pen.canvas, x + EDGE, row, line)
        row += 1
    if spare < 0:
        return
    bottom = y + high - 2
    if words.of:
        end = pen.put(x + EDGE, bottom, pen.glyphs.home * words.number, palette.key, surf)
        pen.put(end, bottom, pen.glyphs.away * (words.of - words.number), palette.dim, surf)
    at = x + wide - EDGE
    for key, does, action in reversed(words.keys):
        shown = pen.keys.painted(key)
        at -= cell_len(shown) + 1 + cell_len(does)
        if at < x + EDGE + words.of + 1:
            break
        end = pen.put(at, bottom, shown, palette.key, surf, True, action)
        pen.put(end, bottom, f" {does}", palette.dim, surf, False, action)
        at -= 2


# Where ---------------------------------------------------------------------------------------------------------------


class BubblePlace(NamedTuple):
    bubble: Region
    pointer: tuple[int, int] | None  # `way`: it points 0 up, 1 down, 2 left, 3 right
    way: int
    wrong: int  # how much it covers of `spoken` and `never`, where there is no place that covers none


def bubble_sizes(size: Size, heights_of: Callable[[int], tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The sizes that a bubble may have on a screen of this size, the best to read first."""
    width = size.width
    flat = min(width - 2, FLAT)
    widths = (WIDE, NARROW, flat) if width >= 80 else (flat, WIDE, NARROW)
    highs = [heights_of(wide) for wide in widths]
    return [(wide, high[level]) for level in range(3) for wide, high in zip(widths, highs, strict=True)]


def best_place(
    size: Size,
    sizes: Sequence[tuple[int, int]],
    spoken: Sequence[frozenset[tuple[int, int]]],
    beside: Sequence[frozenset[tuple[int, int]]],
    never: tuple[Region, ...],
    rather_not: tuple[Region, ...],
) -> BubblePlace:
    """The place of a bubble of the first of these sizes that covers nothing of what is spoken of and what is beside it;
    where there is none, of the first that covers nothing spoken of, and then of the one that covers least."""
    worse: list[BubblePlace] = []
    for clear in ((*spoken, *beside), tuple(spoken)):
        for wide, high in sizes:
            found = place_bubble((size.width, size.height), wide, high, clear, never, rather_not)
            if not found.wrong:
                return found
            worse.append(found)
    return min(worse[len(sizes) :], key=lambda found: found.wrong)


@lru_cache(maxsize=64)
def place_bubble(
    size: tuple[int, int],
    wide: int,
    high: int,
    spoken: tuple[frozenset[tuple[int, int]], ...],
    never: tuple[Region, ...] = (),
    rather_not: tuple[Region, ...] = (),
) -> BubblePlace:
    """Find the place for the bubble that is nearest to the first of the things the coach speaks of and covers none.

    `spoken` has the cells of each thing. The bubble covers regions of `never` only if there is no other place, and
    those of `rather_not` if that costs less than distance. It never covers header or footer.
    """
    width, height = size
    every = frozenset().union(*spoken)
    first = spoken[0] if spoken else frozenset()
    middle = _middle(first) if first else (width // 2, height // 2)
    covered = _sums(every, width, height)
    best: tuple[int, int, Region] | None = None
    for y in range(1, height - high):
        for x in range(width - wide + 1):
            region = Region(x, y, wide, high)
            wrong = 20 * _inside(covered, region) + sum(region.intersection(other).area for other in never)
            shy = sum(region.intersection(other).area for other in rather_not)
            beside = x < middle[0] < x + wide - 1 or y < middle[1] < y + high - 1  # a pointer fits there
            cost = shy + _distance(region, middle) + (0 if beside else ASKEW)
            if best is None or (wrong, cost) < best[:2]:
                best = (wrong, cost, region)
    wrong, _cost, region = best if best is not None else (1, 0, Region(0, 1, wide, high))
    pointer, way = _pointed(region, middle, size) if first else (None, 0)
    if pointer is not None and any(other.contains(*pointer) for other in never):
        pointer = None
    return BubblePlace(region, pointer, way, wrong)


def _middle(cells: frozenset[tuple[int, int]]) -> tuple[int, int]:
    """The cell nearest to the middle of all cells."""
    x = sum(x for x, _y in cells) / len(cells)
    y = sum(y for _x, y in cells) / len(cells)
    return min(cells, key=lambda cell: (abs(cell[0] - x) + 2 * abs(cell[1] - y), cell))


def _distance(region: Region, cell: tuple[int, int]) -> int:
    """The distance from a cell to a region. A line counts twice, because cells are twice as high as wide."""
    x = max(region.x - cell[0], 0, cell[0] - region.right + 1)
    y = max(region.y - cell[1], 0, cell[1] - region.bottom + 1)
    return x + 2 * y


def _pointed(region: Region, cell: tuple[int, int], size: tuple[int, int]) -> tuple[tuple[int, int] | None, int]:
    """The place of a pointer beside a region, and its direction towards a cell. No place if it would miss the cell."""
    if region.x < cell[0] < region.right - 1:
        at, way = ((cell[0], region.y - 1), 0) if cell[1] < region.y else ((cell[0], region.bottom), 1)
    elif region.y < cell[1] < region.bottom - 1:
        at, way = ((region.x - 1, cell[1]), 2) if cell[0] < region.x else ((region.right, cell[1]), 3)
    else:
        return None, 0
    inside = 0 <= at[0] < size[0] and 0 < at[1] < size[1] - 1
    near = abs(at[1] - cell[1]) <= NEAR and abs(at[0] - cell[0]) <= 2 * NEAR
    return (at, way) if inside and near and at != cell else (None, way)


def _sums(cells: frozenset[tuple[int, int]], width: int, height: int) -> list[list[int]]:
    """Count for each corner of the grid the cells above and left of it."""
    sums = [[0] * (width + 1) for _row in range(height + 1)]
    for y in range(height):
        for x in range(width):
            sums[y + 1][x + 1] = ((x, y) in cells) + sums[y][x + 1] + sums[y + 1][x] - sums[y][x]
    return sums


def _inside(sums: list[list[int]], region: Region) -> int:
    x, y, right, bottom = region.x, region.y, region.right, region.bottom
    return sums[bottom][right] - sums[y][right] - sums[bottom][x] + sums[y][x]
