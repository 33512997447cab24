"""How wide this terminal draws each sign: we write the sign and ask where the cursor stands.

A sign that takes two cells, or none, moves everything to its right. Tables of widths only say what ought to be.
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty
from collections.abc import Iterator, Sequence

from atlantis_tui.doctor import Fact
from atlantis_tui.games import look_of, names
from atlantis_tui.text.translation import _
from atlantis_tui.ui.glyphs import Glyphs

WAIT = 1.5  # seconds without an answer; a terminal far away takes a while
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")


def facts(glyphs: Glyphs, fd_in: int, fd_out: int) -> Iterator[Fact]:
    signs = signs_of(glyphs)
    found = measured(signs, fd_in, fd_out)
    if len(found) < len(signs):
        yield Fact("terminal", "widths", _("the terminal did not say how wide its signs are"))
        return
    wrong = [sign for sign, width in zip(signs, found, strict=True) if width != 1]
    if not wrong:
        yield Fact("terminal", "widths", _("each of {n} signs is one cell wide").format(n=len(signs)))
        return
    yield Fact(
        "terminal",
        "widths",
        _("not one cell wide: {signs}").format(signs=" ".join(wrong)),
        _("Have your terminal draw ambiguous signs narrow, or choose other signs: atlantis --glyphs ascii"),
    )


def signs_of(glyphs: Glyphs) -> list[str]:
    """Every sign of a set that is drawn, those of plots, and those that only one game has; each once."""
    texts = [value for value in glyphs if isinstance(value, str)][1:]  # without the name of the set
    texts += [sign for look in map(look_of, names()) if look is not None for sign in look.own_signs(glyphs)]
    plots = "⠁⣿" if glyphs.braille else ""
    return sorted({sign for sign in "".join(texts) + plots if not sign.isspace()})


def measured(signs: Sequence[str], fd_in: int, fd_out: int, wait: float = WAIT) -> list[int]:
    """The width of each sign, as far as answers came. All questions go out at once, because the line may be slow."""
    before = termios.tcgetattr(fd_in)
    found: list[int] = []
    try:
        tty.setcbreak(fd_in, termios.TCSAFLUSH)
        question = "".join(f"\r{sign}\x1b[6n" for sign in signs) + "\r\x1b[K"
        _write(fd_out, question.encode())
        heard = b""
        end = time.monotonic() + wait
        while len(found) < len(signs):
            ready, _out, _bad = select.select([fd_in], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                break
            more = os.read(fd_in, 4096)
            if not more:
                break
            heard += more
            answers = _ANSWER.findall(heard)
            if len(answers) > len(found):
                end = time.monotonic() + wait
            found = [int(column) - 1 for column in answers]
    finally:
        termios.tcsetattr(fd_in, termios.TCSAFLUSH, before)  # drops answers that come too late
    return found


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]
