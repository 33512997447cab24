"""A film of the terminal in the form of asciinema: one JSON array a line, asciicast version 2.

The first frame is painted whole, of the others only what changed. No clock is in it: the same game is the same file.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from atlantis_tui.replay.export.film import Frame

REST = 3.0  # seconds that the last frame stays
Cell = tuple[str, Style | None]


class Cast:
    def __init__(self, size: tuple[int, int], title: str, pause: float) -> None:
        """`pause`: seconds between two frames."""
        self.size, self.title, self.pause = size, title, pause
        self._before: list[list[Cell]] = []
        self._time = 0.0

    def header(self) -> str:
        width, height = self.size
        about = {"version": 2, "width": width, "height": height, "title": self.title, "env": {"TERM": "xterm-256color"}}
        return json.dumps(about, ensure_ascii=False)

    def frame(self, frame: Frame) -> Iterator[str]:
        """Write one more frame."""
        cells = [_cells(strip) for strip in frame.strips]
        if not self._before:
            yield self._event("\x1b[?25l\x1b[0m\x1b[2J" + painted(cells))
        else:
            self._time += self.pause
            yield self._event(painted(cells, self._before))
        self._before = cells

    def end(self) -> str:
        """Keep the last frame for a while, and show the cursor again."""
        self._time += REST
        return self._event(f"\x1b[0m\x1b[{self.size[1]};1H\x1b[?25h\r\n")

    def _event(self, data: str) -> str:
        return json.dumps([round(self._time, 3), "o", data], ensure_ascii=False)


def painted(cells: Sequence[Sequence[Cell]], before: Sequence[Sequence[Cell]] = ()) -> str:
    """The codes that turn one screen into the next: for every changed line, its first to its last changed cell."""
    found = []
    for y, line in enumerate(cells):
        first, last = 0, len(line)
        if before:
            old = before[y]
            changed = [x for x, cell in enumerate(line) if cell != old[x]]
            if not changed:
                continue
            first, last = changed[0], changed[-1] + 1
            while first and not line[first][0]:  # the second half of a wide sign
                first -= 1
            while last < len(line) and not line[last][0]:
                last += 1
        found.append(f"\x1b[{y + 1};{first + 1}H{_runs(line[first:last])}")
    return "".join(found)


def _runs(line: Sequence[Cell]) -> str:
    text, style, found = "", None, []
    for sign, how in line:
        if how != style:
            found.append(_styled(text, style))
            text, style = "", how
        text += sign
    return "".join([*found, _styled(text, style)])


def _styled(text: str, style: Style | None) -> str:
    return f"\x1b[{_codes(style)}m{text}\x1b[0m" if text and style is not None else text


@lru_cache(maxsize=1024)
def _codes(style: Style) -> str:
    """The codes of a style in full colours. Rich would reuse those of a terminal that may have had fewer."""
    found = [
        code for code, on in (("1", style.bold), ("2", style.dim), ("4", style.underline), ("7", style.reverse)) if on
    ]
    if style.color is not None:
        found += style.color.get_ansi_codes()
    if style.bgcolor is not None:
        found += style.bgcolor.get_ansi_codes(foreground=False)
    return ";".join(found)


def _cells(strip: Strip) -> list[Cell]:
    """One pair for each cell. An empty one follows a wide character."""
    from atlantis_tui.ui.canvas import cells_of

    return [(sign, _bare(style)) for text, style, _control in strip for sign in cells_of(text)]


def _bare(style: Style | None) -> Style | None:
    """A style without Textual's own data."""
    return style if style is None or not style.meta else style.clear_meta_and_links()
