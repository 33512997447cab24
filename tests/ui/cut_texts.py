"""Finds every text that loses its end: where the code shortens it, and where it runs over the edge of its canvas.

with cuts() as found:
    ...                     # paint
found                       # each cut once: where it was made, the whole text, and what was left of it
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

import pytest

from atlantis_tui.ui import canvas

HERE = "atlantis_tui/"
TOOLKIT = ("ui/canvas.py", "ui/painter.py", "ui/fit_text.py", "ui/wrap.py", "ui/named_keys.py", "ui/rich_line.py")


class CutText(NamedTuple):
    place: str  # the function that wanted the text there: `menu/lists.py _game`
    text: str
    left: str

    def __str__(self) -> str:
        return f"{self.place}: {self.left!r} of {self.text!r}"


@contextmanager
def cuts() -> Iterator[dict[CutText, None]]:
    """While this lasts, all that is cut gathers in what is yielded."""
    found: dict[CutText, None] = {}
    shortened, clipped = canvas._shortened, canvas._clipped

    def shorten(text: str, width: int, dots: str) -> str:
        left = shortened(text, width, dots)
        found[CutText(_place(sys._getframe(1)), text, left)] = None
        return left

    def clip(cells: list[str], x: int, width: int) -> list[str]:
        kept = clipped(cells, x, width)
        whole, left = "".join(cells), "".join(kept)
        if any(sign.isalnum() for sign in _lost(whole, left)):
            found[CutText(_place(sys._getframe(1)), whole, left)] = None
        return kept

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas, "_shortened", shorten)
        patch.setattr(canvas, "_clipped", clip)
        yield found


def _lost(whole: str, left: str) -> str:
    return whole.replace(left, "", 1) if left else whole


def _place(frame: FrameType | None) -> str:
    """The nearest function above the toolkit."""
    while frame is not None:
        file = frame.f_code.co_filename.replace("\\", "/")
        _house, _here, path = file.rpartition(HERE)
        if _here and path not in TOOLKIT:
            return f"{path} {frame.f_code.co_name}"
        frame = frame.f_back
    return ""


# What may be cut -----------------------------------------------------------------------------------------------------

# The places, with a reason each. `test_cut_texts.py` presses the key that shows the whole.
NAME = "a long name: the help (?) says who sits at the table"
SIGN = "a word as the sign of a card or a field: the page of signs (? and S) has it whole"
ROW = "a row of a list: the cursor on it has the whole told below"
ALLOWED = {
    "games/atalia/widgets/gutter.py _name": NAME,
    "games/atalia/widgets/players.py _row": NAME,
    "games/atalia/widgets/players.py _short": NAME,
    "games/atlantis/result.py _row": NAME,
    "games/atlantis/widgets/scores.py _row": NAME,
    "games/atlantis/widgets/scores.py _short": NAME,
    "games/survive/widgets/players.py _head": NAME,
    "games/survive/widgets/players.py _short": NAME,
    "table/result.py <listcomp>": NAME,
    "table/result.py _made_of": NAME,
    "ui/plot.py _names": NAME,
    "games/atalia/legend.py _terrain": SIGN,
    "games/atalia/widgets/cards.py lying": SIGN,
    "games/atalia/widgets/hand.py _line": SIGN,
    "games/atalia/widgets/plates.py <listcomp>": SIGN,
    "games/atalia/widgets/players.py _guile": SIGN,
    "help/command_palette.py _row": ROW,
    "lobby/tables_painter.py _row": ROW,
    "menu/library_painter.py _row": ROW,
    "menu/lists.py _table": ROW,
}


def wrongly_cut(found: Iterable[CutText], names: Iterable[str]) -> list[str]:
    """The cuts for which there is no reason; names are those that players have."""
    known = set(names)
    return [
        str(one) for one in found if one.place not in ALLOWED or (ALLOWED[one.place] == NAME and one.text not in known)
    ]
