"""The island that sinks at sunset, and the water: pictures in half blocks, two pixels in a cell.

Each picture is computed once for a size and a palette and then kept, so that painting a screen again costs nothing.
Nothing in a picture moves. All colour depths share one plan of what stands where; for sixteen colours it is painted in
shades chosen by hand. Mono and ASCII have no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from rich.color import Color
from rich.style import Style

from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.palettes import Palette

RGB = tuple[int, int, int]
Cells = tuple[list[list[str]], list[list[Style]]]
_Fill = Callable[[float, int, int, int], None]  # fill(x, row y, how many pixels, with what)

_LETTERS: dict[int, dict[str, tuple[str, ...]]] = {
    5: {
        "A": (".##.", "#..#", "####", "#..#", "#..#"),
        "T": ("#####", "..#..", "..#..", "..#..", "..#.."),
        "L": ("#...", "#...", "#...", "#...", "####"),
        "N": ("#...#", "##..#", "#.#.#", "#..##", "#...#"),
        "I": ("#", "#", "#", "#", "#"),
        "S": (".###", "#...", ".##.", "...#", "###."),
    },
    7: {
        "A": (".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
        "T": ("#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."),
        "L": ("#....", "#....", "#....", "#....", "#....", "#....", "#####"),
        "N": ("#...#", "##..#", "#.#.#", "#.#.#", "#..##", "#...#", "#...#"),
        "I": ("###", ".#.", ".#.", ".#.", ".#.", ".#.", "###"),
        "S": (".####", "#....", "#....", ".###.", "....#", "....#", "####."),
    },
}

_kept: dict[tuple[str, int, int, str], Cells] = {}


def has_picture(look: Look) -> bool:
    return bool(look.glyphs.upper) and not look.palette.flat


def paint_island(canvas: Canvas, rows: int, look: Look) -> None:
    """Paint the picture over the whole width of the first rows."""
    _paint(canvas, "island", canvas.width, rows, look)


def paint_water(canvas: Canvas, look: Look) -> None:
    """Paint water over the whole canvas, behind a screen that has nothing else to show."""
    _paint(canvas, "water", canvas.width, canvas.height, look)


def _paint(canvas: Canvas, what: str, width: int, rows: int, look: Look) -> None:
    if not has_picture(look):
        return
    key = (what, width, rows, look.palette.name)
    if key not in _kept:
        while len(_kept) >= 4:
            del _kept[next(iter(_kept))]
        if look.palette.ansi:
            _kept[key] = (_ansi_island if what == "island" else _ansi_water)(width, rows, look.palette)
        else:
            _kept[key] = _halves(*(_island if what == "island" else _water)(width, 2 * rows, look.palette))
    chars, styles = _kept[key]
    for y in range(min(rows, canvas.height)):
        canvas.chars[y][:] = chars[y]
        canvas.styles[y][:] = styles[y]


# Colours --------------------------------------------------------------------------------------------------------------

_NIGHT = (
    (0.0, "#071324"),
    (0.35, "#10294a"),
    (0.62, "#2b4f78"),
    (0.80, "#6f7394"),
    (0.91, "#c98f7c"),
    (1.0, "#f6c98b"),
)
_DAY = ((0.0, "#7fb9e0"), (0.35, "#a3d0ee"), (0.62, "#c6e2f2"), (0.80, "#e6e6dc"), (0.91, "#f6dcb4"), (1.0, "#fbcf92"))
_DEEP = ((0.0, "#5d8fae"), (0.10, "#2b6f9f"), (0.35, "#17517d"), (0.70, "#0d3050"))
_SHALLOW = ((0.0, "#5d9fc8"), (0.10, "#6fb2da"), (0.35, "#8cc4e6"), (0.70, "#bedcec"))


@cache
def _rgb(colour: str) -> RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(one: RGB, other: RGB, part: float) -> RGB:
    return (
        round(one[0] + (other[0] - one[0]) * part),
        round(one[1] + (other[1] - one[1]) * part),
        round(one[2] + (other[2] - one[2]) * part),
    )


def _ramp(stops: Sequence[tuple[float, str]], at: float) -> RGB:
    for (low, first), (high, second) in pairwise(stops):
        if at <= high:
            return _mix(_rgb(first), _rgb(second), (at - low) / (high - low))
    return _rgb(stops[-1][1])


def _halves(pixels: list[list[RGB]], stars: list[tuple[int, int]]) -> Cells:
    chars, styles = [], []
    known: dict[tuple[RGB, RGB], Style] = {}
    for upper, lower in zip(pixels[::2], pixels[1::2], strict=True):
        row = []
        for pair in zip(upper, lower, strict=True):
            style = known.get(pair)
            if style is None:
                style = known[pair] = Style.from_color(Color.from_rgb(*pair[0]), Color.from_rgb(*pair[1]))
            row.append(style)
        styles.append(row)
        chars.append(["▀" if one != other else " " for one, other in zip(upper, lower, strict=True)])
    for x, y in stars:
        ground = _mix(pixels[y][x], pixels[y ^ 1][x], 0.5)
        ink = _mix(ground, (255, 255, 255), 0.3 + _noise(x, y + 1) / 2000)
        chars[y // 2][x] = "·.'"[_noise(y, x) % 3]
        styles[y // 2][x] = Style.from_color(Color.from_rgb(*ink), Color.from_rgb(*ground))
    return chars, styles


def _noise(x: int, y: int) -> int:
    """A number from 0 to 999 that looks random but is always the same for this place."""
    n = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return (n ^ (n >> 16)) % 1000


# The plan: what stands in every pixel ---------------------------------------------------------------------------------

SKY, SEA, TITLE, STAR, SUN, HILLS, SHADE, LIT, MIRROR, GLINT, WAVE = range(11)
ROOF, GABLE, TOP, PILLAR, PILLAR_SHADE, RUIN, RUIN_TOP = range(11, 18)
TILE = 20  # + the symbol; + 10 more for the lowest row of pixels of the tile


_WIDE = 76  # in a narrower picture the island moves to the right, out of the title's way


def _horizon(height: int) -> int:
    return round(height * (0.6 + 0.0034 * (height - 20)))


def _sun(width: int, horizon: int) -> tuple[int, int, float]:
    return int((0.795 if width >= _WIDE else 0.95) * width), horizon, min(5 * width / 80, 0.45 * horizon)


def _plan(width: int, height: int) -> list[list[int]]:
    horizon, scale, wide = _horizon(height), width / 80, width >= _WIDE
    plan = [[SKY] * width for _ in range(horizon)] + [[SEA] * width for _ in range(height - horizon)]

    def fill(x: float, y: int, span: int, what: int) -> None:
        if 0 <= y < height:
            start = max(0, round(x))
            stop = max(start, min(width, round(x) + span))
            plan[y][start:stop] = [what] * (stop - start)

    for y in range(max(1, horizon // 3)):
        for x in range(width):
            if _noise(x, y) < 20:
                plan[y][x] = STAR
    middle, level, radius = _sun(width, horizon)
    for y in range(horizon):
        rest = radius**2 - (level - y - 0.3) ** 2
        if rest >= 0:
            half = max(1, int(rest**0.5))
            fill(middle - half, y, 2 * half + 1, SUN)
    for y, start in enumerate((0.985, 0.97, 0.915, 0.90, 0.90) if wide else ()):
        for row in range(horizon - (5 - y) * horizon // 12, horizon - (4 - y) * horizon // 12):
            fill(start * width, row, width, HILLS)
    peak, half_width, rise = round((0.60 if wide else 0.83) * width), (13.5 if wide else 11.5) * scale, 0.74 * horizon
    for y in range(horizon):
        part = (horizon - y - 0.5) / rise
        if part <= 1.05:
            reach = max(0.0, half_width * (1 - part) + (_noise(y, 7) % 3 - 1) * 0.4)
            ridge = peak if _noise(y, 3) % 3 else peak - 1
            left = round(peak - reach)
            fill(left, y, ridge - left + 1, SHADE)
            fill(ridge + 1, y, max(0, round(peak + reach) - ridge), LIT)
    for y in range(horizon, height - 1):
        reach = half_width * (1 - (y - horizon) / (height - horizon) * 0.55)
        fill(peak - reach, y, round(2 * reach), MIRROR)
    if wide:
        _plan_temple(fill, round(0.675 * width), horizon, 5 if width >= 110 and horizon >= 18 else 3)
    for place, depth in ((0.465, 0.36), (0.505, 0.28), (0.43, 0.08)) if wide else ():
        top = horizon - max(1, round(depth * horizon))
        for y in range(top, horizon + 1):
            fill(place * width - 0.5, y, 1, RUIN_TOP if y == top < horizon - 1 else RUIN)
    for y in range(horizon, height - 1):
        spread = radius * (1.1 - 0.5 * (y - horizon) / (height - horizon))
        for x in range(int(middle - spread), int(middle + spread) + 1):
            if 0 <= x < width and _noise(x // 2, y * 5) < 330:
                plan[y][x] = GLINT
    for y in range(horizon + (height - horizon) * 2 // 3, height - 1):
        x = _noise(y, 11) % 23
        while x < width:
            span = 2 + _noise(x, y) % (2 + round(3 * scale))
            if _noise(x, y + 40) < 700:
                fill(x, y, span, WAVE)
            x += span + 9 + _noise(y, x) % 31
    _plan_road(fill, width, height, horizon)
    _plan_title(fill, width, height)
    return plan


def _plan_temple(fill: _Fill, middle: int, horizon: int, pillars: int) -> None:
    high = 5 if pillars == 5 else 3 if horizon >= 10 else 2
    roof = horizon - high - 1
    fill(middle - pillars, roof, 2 * pillars + 1, ROOF)
    fill(middle - pillars + 1, roof - 1, 2 * pillars - 1, GABLE)
    if pillars == 5:
        fill(middle - 2, roof - 2, 5, TOP)
    fill(middle, roof - pillars // 2 - 1, 1, TOP)
    for y in range(roof + 1, horizon):
        for pillar in range(pillars):
            fill(middle - pillars + 1 + 2 * pillar, y, 1, PILLAR_SHADE if pillar < pillars // 2 else PILLAR)


def _plan_road(fill: _Fill, width: int, height: int, horizon: int) -> None:
    """The road of tiles from the island to the Mainland. A missing tile shows water."""
    size = 4 if width >= 110 else 3
    thick = 3 if height - horizon >= 11 else 2
    y = horizon + (3 if thick == 3 else 2 if height - horizon >= 7 else 1)
    x = round((0.6375 if width >= _WIDE else 0.76) * width)
    for symbol in (0, 5, 3, 1, -1, 4, 6):
        if symbol >= 0 and x + size <= width:
            for row in range(thick):
                fill(x, y + row, size, TILE + symbol + (10 if row == thick - 1 else 0))
        x += size + 1


def _title_place(width: int, height: int) -> tuple[int, int, int]:
    """Where the title begins, and the height of its letters."""
    horizon = _horizon(height)
    if width >= 100 and horizon >= 16:
        return 5, 4 if horizon < 20 else 6, 7
    return 3, 2 if horizon >= 10 else 1, 5


def _title_part(y: int, width: int, height: int) -> float:
    _, top, size = _title_place(width, height)
    return min(1.0, max(0.0, 0.6 * (y - top) / (size - 1)))


def _plan_title(fill: _Fill, width: int, height: int) -> None:
    x, top, size = _title_place(width, height)
    for letter in "ATLANTIS":
        shape = _LETTERS[size][letter]
        for y, line in enumerate(shape):
            for column, pixel in enumerate(line):
                if pixel == "#":
                    fill(x + column, top + y, 1, TITLE)
        x += len(shape[0]) + 1


# In colour ------------------------------------------------------------------------------------------------------------


def _island(width: int, height: int, palette: Palette) -> tuple[list[list[RGB]], list[tuple[int, int]]]:
    plan, horizon, light = _plan(width, height), _horizon(height), palette.light
    sky_stops, sea_stops = (_DAY, _SHALLOW) if light else (_NIGHT, _DEEP)
    middle, level, radius = _sun(width, horizon)
    glow = 3.4 * radius
    pixels = []
    for y, row in enumerate(plan):
        down = (y - horizon) / max(1, height - 1 - horizon)
        ground = (
            _ramp(sky_stops, y / max(1, horizon - 1)) if y < horizon else _ramp((*sea_stops, (1.0, palette.sea)), down)
        )
        rise = min(1.0, max(0.0, (horizon - y) / (0.74 * horizon)))
        title = _mix(
            _rgb("#0b2f4a" if light else "#ffffff"),
            _rgb("#1f6a70" if light else "#ffd9a0"),
            _title_part(y, width, height),
        )
        fade = max(0.0, 1 - down)
        colours = {
            SKY: ground,
            SEA: ground,
            TITLE: title,
            STAR: ground,
            HILLS: _mix(_rgb("#8a6c59"), _rgb("#5a4a55"), min(1.0, rise * 1.6)),
            SHADE: _mix(_rgb("#123a44"), _rgb("#1f6a70"), rise),
            LIT: _mix(_rgb("#2a6f70"), _rgb("#6fae98"), rise),
            ROOF: _rgb("#f0d9b0"),
            GABLE: _rgb("#d6c6a5"),
            TOP: _rgb("#bbb29a"),
            PILLAR: _rgb("#f4e6cc"),
            PILLAR_SHADE: _rgb("#b0b0a4"),
            RUIN_TOP: _rgb("#e0cfae"),
            RUIN: _rgb("#a39c8a") if y < horizon else _mix(ground, _rgb("#a39c8a"), 0.45),
            MIRROR: _mix(ground, _rgb("#123a44"), 0.5 * fade),
            GLINT: _mix(ground, _rgb("#ffd9a0"), 0.8 * fade**1.2),
            WAVE: _mix(ground, _rgb("#8fb9d4"), 0.3 * fade + 0.04),
        }
        for symbol, (tile, _) in enumerate(palette.tiles if max(row) >= TILE else ()):
            colours[TILE + symbol] = _rgb(tile)
            colours[TILE + symbol + 10] = _mix(_rgb(tile), ground, 0.58)
        line = [colours[what] if what != SUN else ground for what in row]
        if y < horizon:
            above = level - y - 0.3
            rings: dict[tuple[int, int], RGB] = {}  # rings give fewer colours, and so fewer bytes to send
            for x in range(max(0, int(middle - glow)), min(width, int(middle + glow) + 1)):
                what = row[x]
                if what in (SUN, SKY, STAR):
                    away = ((x - middle) ** 2 + above**2) ** 0.5
                    if what == SUN:
                        ring = (SUN, round(6 * min(1.0, away / radius)))
                        if ring not in rings:
                            rings[ring] = _mix(_rgb("#fff2cc"), _rgb("#ffd593"), ring[1] / 6)
                        line[x] = rings[ring]
                    elif away < glow:
                        ring = (SKY, round(16 * (1 - (away - radius) / (glow - radius))))
                        if ring not in rings:
                            rings[ring] = _mix(ground, _rgb("#ffb46b"), 0.42 * (ring[1] / 16) ** 1.5)
                        line[x] = rings[ring]
        pixels.append(line)
    stars = [] if light else [(x, y) for y, row in enumerate(plan) for x, what in enumerate(row) if what == STAR]
    return pixels, [(x, y) for x, y in stars if plan[y ^ 1][x] in (SKY, STAR)]


def _water(width: int, height: int, palette: Palette) -> tuple[list[list[RGB]], list[tuple[int, int]]]:
    """Water that gets darker downwards, with broken light on it."""
    top, light = _rgb(palette.water), _rgb(palette.wave)
    pixels = []
    for y in range(height):
        ground = _mix(_mix(top, _rgb(palette.sea), 0.25), _rgb(palette.sea), min(1.0, y / max(1, height - 2)) ** 0.7)
        line = [ground] * width
        x = _noise(y, 5) % 17
        while x < width:
            span = 3 + _noise(x, y) % 11
            if _noise(x, y + 90) < 420:
                glint = _mix(ground, light, (0.12 + 0.3 * (_noise(y, x) / 1000)) * (1 - 0.7 * y / height))
                line[x : x + span] = [glint] * len(line[x : x + span])
            x += span + 2 + _noise(y, x) % 13
        pixels.append(line)
    return pixels, []


# In sixteen colours ---------------------------------------------------------------------------------------------------

_ANSI = {
    TITLE: "bright_white",
    SUN: "bright_yellow",
    HILLS: "yellow",
    SHADE: "green",
    LIT: "bright_green",
    ROOF: "bright_white",
    GABLE: "bright_white",
    TOP: "bright_white",
    PILLAR: "bright_white",
    PILLAR_SHADE: "white",
    RUIN: "white",
    RUIN_TOP: "white",
}
_IN_FRONT = (TITLE, ROOF, GABLE, TOP, PILLAR, PILLAR_SHADE, RUIN, RUIN_TOP, LIT, SHADE, HILLS, SUN)


def _ansi_island(width: int, rows: int, palette: Palette) -> Cells:
    plan, horizon = _plan(width, 2 * rows), _horizon(2 * rows)
    chars, styles = [], []
    for y in range(rows):
        signs, row = [], []
        for x, (upper, lower) in enumerate(zip(plan[2 * y], plan[2 * y + 1], strict=True)):
            if 2 * y + 1 < horizon or TITLE in (upper, lower):
                sign, ink, ground = _ansi_sky(upper, lower)
            else:
                sign, ink, ground = _ansi_sea(x, y, rows, upper, lower, palette)
            signs.append(sign)
            row.append(palette.style(ink, ground))
        chars.append(signs)
        styles.append(row)
    return chars, styles


def _ansi_sky(upper: int, lower: int) -> tuple[str, str, str]:
    if STAR in (upper, lower) and not {upper, lower} & set(_IN_FRONT):
        return "·" if lower == STAR else "'", "bright_black", "black"
    front = next((what for what in _IN_FRONT if what in (upper, lower)), None)
    if front is None:
        return " ", "white", "black"
    colour = _ANSI[front]
    if upper == lower:
        return {SHADE: "▒", LIT: "▓"}.get(front, "█"), "green" if front == LIT else colour, "black"
    behind = {SHADE: "green", LIT: "green", HILLS: "yellow"}.get(lower if upper == front else upper, "black")
    return ("▀" if upper == front else "▄"), colour, behind


def _ansi_sea(x: int, y: int, rows: int, upper: int, lower: int, palette: Palette) -> tuple[str, str, str]:
    depth = rows - y
    for what, sign in ((lower, "▄"), (upper, "▄")):
        if what >= TILE:
            return sign, palette.tiles[(what - TILE) % 10][0], "blue"
    if depth == 1:
        return "░", "blue", "black"
    if depth == 2:
        return "▒", "blue", "black"
    if GLINT in (upper, lower) and _noise(x, y) < 500:
        return "≈", "bright_yellow", "blue"
    return ("≈" if _noise(x, y) < 160 else " "), "bright_cyan", "blue"


def _ansi_water(width: int, rows: int, palette: Palette) -> Cells:
    chars, styles = [], []
    for y in range(rows):
        ground = "blue" if y < rows * 2 // 3 else "black"
        sign = " " if ground == "blue" else "▒" if y < rows - 2 else "░"
        chars.append(["≈" if _noise(x // 2, y) < 90 else sign for x in range(width)])
        styles.append(
            [palette.style("bright_cyan" if char == "≈" else "blue", ground) for char in chars[-1]],
        )
    return chars, styles
