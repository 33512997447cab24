"""A screen as an SVG picture, drawn cell by cell from what the program would send to a terminal.

It does not depend on anybody's font: blocks, frames and the dots of plots are shapes, and only letters and signs are
text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

WIDE, HIGH = 10, 20  # of a cell
HALF = {
    "▀": ((0, 0, 2, 1),),
    "▄": ((0, 1, 2, 1),),
    "▌": ((0, 0, 1, 2),),
    "▐": ((1, 0, 1, 2),),
    "█": ((0, 0, 2, 2),),
    "▗": ((1, 1, 1, 1),),
    "▖": ((0, 1, 1, 1),),
    "▝": ((1, 0, 1, 1),),
    "▘": ((0, 0, 1, 1),),
    "▛": ((0, 0, 2, 1), (0, 1, 1, 1)),
    "▜": ((0, 0, 2, 1), (1, 1, 1, 1)),
    "▙": ((0, 0, 1, 1), (0, 1, 2, 1)),
    "▟": ((1, 0, 1, 1), (0, 1, 2, 1)),
}  # in halves of a cell: x, y, width, height
EIGHTHS = "▁▂▃▄▅▆▇█"
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
LINES = {"─": ((0, 10, 10, 1.5),), "═": ((0, 8, 10, 1.5), (0, 11.5, 10, 1.5)), "│": ((4.25, 0, 1.5, 20),)}
LINES |= {
    "╞": ((0, 3, 1.5, 14), (0, 8, 10, 1.5), (0, 11.5, 10, 1.5)),
    "╡": ((8.5, 3, 1.5, 14), (0, 8, 10, 1.5), (0, 11.5, 10, 1.5)),
    "┈": ((1, 10, 2, 1), (6, 10, 2, 1)),
}
TERMINAL = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)
FONT = "'DejaVu Sans Mono','Cascadia Mono','SF Mono',Menlo,Consolas,'Liberation Mono',monospace"


class Picture:
    """Strips of a screen as SVG."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.colours: dict[str, str] = {}  # to the class that has it
        self.grounds: dict[str, list[str]] = {}  # by colour, the pieces of one path each
        self.shapes: dict[str, list[str]] = {}
        self.texts: list[str] = []

    def draw(self, strips: Sequence[Strip]) -> str:
        width, height = self.size[0] * WIDE, self.size[1] * HIGH
        for y, strip in enumerate(strips):
            # However the line was put together, equal neighbours are one run.
            signs = [(sign, self._look(style or Style())) for text, style, _control in strip for sign in text]
            x = 0
            for how, run in groupby(signs, key=lambda pair: pair[1]):
                text = "".join(sign for sign, _ in run)
                self._run(x, y, text, *how)
                x += cell_len(text)
        for colour in (*self.grounds, *self.shapes):
            self._class(colour)
        css = "".join(f".{name}{{fill:{colour}}}" for colour, name in self.colours.items())
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
                f"<style>text{{font:16px {FONT};white-space:pre}}.b{{font-weight:bold}}{css}</style>",
                f'<path class="{self._class("#000000")}" d="M0 0h{width}v{height}h-{width}z"/>',
                *self._paths(self.grounds),
                *self._paths(self.shapes),
                *self.texts,
                "</svg>",
                "",
            ]
        )

    def _paths(self, by_colour: dict[str, list[str]]) -> list[str]:
        return [f'<path class="{self._class(colour)}" d="{"".join(d)}"/>' for colour, d in by_colour.items()]

    def _look(self, style: Style) -> tuple[str, str, bool]:
        """Ink, ground, and whether it is bold."""
        ink, ground = self._rgb(style.color, "#cccccc"), self._rgb(style.bgcolor, "#000000")
        if style.reverse:
            ink, ground = ground, ink
        if style.dim:
            ink = _mixed(ink, ground, 0.45)
        return ink, ground, bool(style.bold)

    def _run(self, x: int, y: int, text: str, ink: str, ground: str, bold: bool) -> None:
        if ground != "#000000":
            self._rect(x * WIDE, y * HIGH, cell_len(text) * WIDE, HIGH, ground, self.grounds)
        letters, start = "", x
        for sign in text:
            shape = self._shape(x, y, sign, ink, ground)
            if shape or sign == " ":
                self._text(start, y, letters, ink, bold)
                letters = ""
            else:
                start = start if letters else x
                letters += sign
            x += cell_len(sign)
        self._text(start, y, letters, ink, bold)

    def _shape(self, x: int, y: int, sign: str, ink: str, ground: str) -> bool:
        left, top = x * WIDE, y * HIGH
        if sign in HALF:
            for x2, y2, wide2, high2 in HALF[sign]:
                self._rect(left + x2 * WIDE // 2, top + y2 * HIGH // 2, wide2 * WIDE // 2, high2 * HIGH // 2, ink)
        elif sign in EIGHTHS:
            part = HIGH * (EIGHTHS.index(sign) + 1) / 8
            self._rect(left, top + HIGH - part, WIDE, part, ink)
        elif sign in SHADES:
            self._rect(left, top, WIDE, HIGH, _mixed(ground, ink, SHADES[sign]))
        elif sign in LINES:
            for dx, dy, wide, high in LINES[sign]:
                self._rect(left + dx, top + dy, wide, high, ink)
        elif 0x2800 <= ord(sign) < 0x2900:
            for bit, (column, row) in enumerate(((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))):
                if ord(sign) >> bit & 1:
                    self._rect(left + 1.5 + 5 * column, top + 1.5 + 5 * row, 2, 2, ink)
        else:
            return False
        return True

    def _rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: str,
        layer: dict[str, list[str]] | None = None,
    ) -> None:
        pieces = (self.shapes if layer is None else layer).setdefault(colour, [])
        pieces.append(f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z")

    def _text(self, x: int, y: int, text: str, colour: str, bold: bool) -> None:
        if not text:
            return
        shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        kind = f"{self._class(colour)} b" if bold else self._class(colour)
        # So wide and no other, whatever the font.
        length = f' textLength="{cell_len(text) * WIDE}"' + (
            "" if text.isascii() else ' lengthAdjust="spacingAndGlyphs"'
        )
        self.texts.append(f'<text x="{x * WIDE}" y="{y * HIGH + 15}" class="{kind}"{length}>{shown}</text>')

    def _class(self, colour: str) -> str:
        return self.colours.setdefault(colour, f"c{len(self.colours)}")

    @staticmethod
    def _rgb(colour: Color | None, usual: str) -> str:
        if colour is None or colour.is_default:
            return usual
        if colour.triplet is not None:
            return colour.triplet.hex
        assert colour.number is not None
        return f"#{TERMINAL.split()[colour.number]}"


def _mixed(one: str, other: str, part: float) -> str:
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
