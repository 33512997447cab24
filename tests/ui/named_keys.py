"""Finds the names of keys on a screen as a reader would, and what a click on each of them does.

A reader knows a key by its word (Enter, Tab), by its colour, or, in the lines that tell what to press, by a capital
that stands alone. What others wrote is no order of keys: history, talk, and the signs on a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from textual.app import App

from atlantis_tui.help.command_palette import PaletteScreen
from atlantis_tui.help.screen import HelpScreen
from atlantis_tui.table.network.absence_panel import AbsenceCard
from atlantis_tui.table.widgets.history import History
from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.page import PageCanvas
from atlantis_tui.ui.panel import Footer

WORDS = {
    "Enter": "enter",
    "Bksp": "backspace",
    "Tab": "tab",
    "Esc": "escape",
    "Space": "space",
    "PgUp": "pageup",
    "PgDn": "pagedown",
    "Del": "delete",
    "Up": "up",
    "Down": "down",
    "Left": "left",
    "Right": "right",
}
SIGNS = {"←": "left", "→": "right", "↑": "up", "↓": "down", "?": "question_mark", "/": "slash", ":": "colon"}
SIGNS |= {"+": "plus", "−": "minus"}
_word = re.compile(rf"(?<![\w])({'|'.join(WORDS)})(?![\w])")
_alone = re.compile(r"(?<![\w’'])([A-Z0-9])(?![\w’'%])")
_capital = re.compile(r"(?<![^\s(])([B-HJ-Z])(?![^\s,.:;)])")


class NamedKey(NamedTuple):
    x: int
    y: int
    name: str
    key: str
    hit: Any  # what a click there hits
    widget: CanvasWidget
    line: str


def named_keys(app: App[Any]) -> Iterator[NamedKey]:
    """Every key that the screen names, where it does so."""
    screen: Any = app.screen
    board = list(getattr(getattr(screen, "board", None), "widgets", ()))[:1]
    for widget in screen.query(CanvasWidget):
        region = widget.region
        if not widget.display or not region:
            continue
        canvas = widget.canvas
        for y, row in enumerate(canvas.chars):
            line = "".join(char or "\0" for char in row)  # one sign a cell
            for start, name, key in _names(screen, widget, widget in board, canvas, y, line):
                x = region.x + start
                if not (0 <= x < app.size.width and 0 <= region.y + y < app.size.height):
                    continue
                if _has_behind(screen, widget) and not _on_card(widget, canvas.styles[y][start]):
                    continue
                if screen.get_widget_at(x, region.y + y)[0] is widget:
                    yield NamedKey(x, region.y + y, name, key, canvas.at(start, y), widget, line.strip())


def _names(screen: Any, widget: Any, on_board: bool, canvas: Any, y: int, line: str) -> Iterator[tuple[int, str, str]]:
    if on_board or (isinstance(widget, History) and y):
        return
    loud = _loud(widget.app.look.palette, canvas.styles[y])
    for found in _word.finditer(line):
        if isinstance(widget, PageCanvas) and WORDS[found[0]] in SIGNS.values():
            continue  # "Left on Atlantis" is no key; pages paint arrows
        yield found.start(), found[0], WORDS[found[0]]
    for x, char in enumerate(line):
        if char in SIGNS and x in loud and _stands_alone(line, loud, x):
            yield x, char, SIGNS[char]
    plain = not isinstance(widget, (PageCanvas, Footer)) and "Signs" not in type(widget).__name__
    bound = {key for key, _ in screen._bindings} | {key for key, _ in widget.app._bindings}
    for found in _alone.finditer(line):
        letter, x = found[0], found.start()
        if letter.lower() not in bound:
            continue
        if (x in loud and _stands_alone(line, loud, x)) or (plain and letter.isalpha() and _capital.match(line, x)):
            yield x, letter, letter.lower()


def _has_behind(screen: Any, widget: CanvasWidget) -> bool:
    """Whether another screen or the board shows darker round this card; that is no place for clicks."""
    return isinstance(widget, AbsenceCard) or isinstance(screen, (HelpScreen, PaletteScreen))


def _on_card(widget: Any, style: Any) -> bool:
    palette = widget.app.look.palette
    grounds = (palette.surf, palette.button, palette.key, palette.header)
    return style.bgcolor is not None and style.bgcolor.name in grounds


def _loud(palette: Any, styles: Any) -> set[int]:
    """The cells in the colour of keys."""
    colour = palette.key.lower()
    return {
        x for x, style in enumerate(styles) if style.bold and style.color is not None and style.color.name == colour
    }


def _stands_alone(line: str, loud: set[int], x: int) -> bool:
    """Whether the words in that colour round this cell are names of keys and nothing else."""
    start, end = x, x
    while start - 1 in loud:
        start -= 1
    while end + 1 in loud:
        end += 1
    return all(
        word in WORDS or all(sign in SIGNS for sign in word) or (len(word) == 1 and (word.isupper() or word.isdigit()))
        for word in line[start : end + 1].split()
    )


def does(screen: Any, named: NamedKey) -> str:
    """What is wrong with a click there, or nothing."""
    hit = named.hit
    if hit is None:
        return "dead"
    if isinstance(hit, tuple) and hit[:1] == ("key",):
        return "" if hit[1].lower() == named.key or _action(screen, hit[1]) == _action(screen, named.key) else f"{hit}"
    if isinstance(hit, str) and not isinstance(named.widget, PageCanvas):
        bound = _action(screen, named.key)
        if hit.startswith("mode_key"):  # what lies over the board gets the key first
            return ""
        return "" if bound is None or bound.partition("(")[0] == hit.partition("(")[0].rpartition(".")[2] else hit
    return ""


def _action(screen: Any, key: str) -> str | None:
    for bindings in (screen._bindings, screen.app._bindings):
        for one, binding in bindings:
            if one == key:
                return str(binding.action)
    return None


def dead_keys(app: App[Any]) -> list[str]:
    """The keys that are named and cannot be clicked, each with its line."""
    found: dict[str, None] = {}
    for named in named_keys(app):
        wrong = does(app.screen, named)
        if wrong:
            found[f"{named.name}: {wrong} in {type(named.widget).__name__}: {named.line}"] = None
    return list(found)
