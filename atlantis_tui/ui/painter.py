"""The parts that all screens share, painted on a canvas: header, rules, prompts, footers, rows, chips and fields.

Sentences stay whole for translation, and carry their own marks: `*words*` get the colour of keys, `~words~` stand out
in white. Text that fills a placeholder is never read as a mark. Where a sentence names a key, a click on the name
presses that key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.bound_keys import USUAL, OwnKeys
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.fit_text import cut_line, fullest
from atlantis_tui.ui.line_wrap import wrap_line
from atlantis_tui.ui.named_keys import KeyName, key_hit, keys_in, lone_key, put_part, told
from atlantis_tui.ui.rich_line import Piece
from atlantis_tui.ui.rich_line import put as put_line

Sentence = str | tuple[str, ...]  # in one wording, or in several, the fullest first
Pair = tuple[str, str, str]  # a key's name for the program, what is painted for it, and what it does

_MARKED = re.compile(r"(\*[^*]+\*|~[^~]+~)")

# One cell becomes one cell, so nothing moves. Names and players' words are letters, not signs, and stay as they are.
# So do the signs that these sets already contain.
_ASCII = dict(zip("‹›«»’“”…−–—×·►◄▲▼←→↑↓≈─▌▐█▓▒░✔✖", '<><>\'"".---x.><^v<>^v~-||####+x', strict=True))
_CONSOLE = dict(zip("‹›’“”…−–—×✔✖", '«»\'"".---x√x', strict=True))


def respell(canvas: Canvas, name: str) -> None:
    """Replace the signs on a canvas by those of a smaller glyph set."""
    signs = {"ascii": _ASCII, "console": _CONSOLE}.get(name)
    if signs:
        for row in canvas.chars:
            row[:] = [signs.get(char, char) for char in row]


class TextRun(NamedTuple):
    """A piece of a sentence that is painted in one ink."""

    text: str
    mark: str  # "*", "~" or ""


def marked(sentence: str, params: dict[str, Any], keys: OwnKeys = USUAL) -> list[TextRun]:
    """The runs of a sentence; each name of a key, as the player has it, is a run of its own."""
    runs: list[TextRun] = []
    for piece in _MARKED.split(sentence):
        if not piece:
            continue
        mark = piece[0] if piece[0] in "*~" and len(piece) > 2 and piece[-1] == piece[0] else ""
        words = piece[1:-1] if mark else piece
        plain = ""
        for part in keys_in(words, keys) if mark else told(words, keys):
            if not isinstance(part, KeyName):
                plain += part
                continue
            if plain:
                runs.append(TextRun(plain.format(**params), mark))
                plain = ""
            runs.append(TextRun(part, mark))
        if plain:
            runs.append(TextRun(plain.format(**params), mark))
    return runs


class Pen:
    """Paints on one canvas in one look."""

    def __init__(self, canvas: Canvas, look: Look, keys: OwnKeys = USUAL) -> None:
        self.canvas, self.look, self.palette, self.glyphs = canvas, look, look.palette, look.glyphs
        self.keys = keys  # the player's own keys, for sentences, footers and buttons to name

    @property
    def solid(self) -> str:
        """The background of the one thing that Enter does."""
        return "reverse" if self.palette.flat else self.palette.key

    def style(self, ink: str, ground: str, bold: bool = False) -> Style:
        return self.palette.style(ink, ground, bold)

    def put(self, x: int, y: int, text: str, ink: str, ground: str, bold: bool = False, hit: Any = None) -> int:
        return self.canvas.put(x, y, text, self.palette.style(ink, ground, bold), hit)

    def right(self, end: int, y: int, text: str, ink: str, ground: str, bold: bool = False, hit: Any = None) -> int:
        """Write text that ends before column `end`; returns the column where it begins."""
        start = end - cell_len(text)
        self.put(start, y, text, ink, ground, bold, hit)
        return start

    def fill(self, x: int, y: int, width: int, height: int, ground: str, hit: Any = None) -> None:
        self.canvas.fill(x, y, width, height, self.palette.style(self.palette.text, ground), hit=hit)

    def say(
        self,
        x: int,
        y: int,
        width: int,
        sentence: str,
        ground: str,
        ink: str = "",
        hit: Any = None,
        words: bool = False,
        **params: Any,
    ) -> int:
        """Write a marked sentence in at most `width` cells; returns the column after it. Where a click on it has a
        meaning (`hit`), only the names of several keys have one of their own. `words`: what follows the name of a
        key is what the key does, and can be clicked too."""
        palette, end = self.palette, x + width
        colours = {"*": palette.key, "~": self.bright(ground), "": ink or palette.text}
        runs = marked(sentence, params, self.keys)
        several = sum(isinstance(run.text, KeyName) for run in runs) > 1
        word: tuple[str, str] | None = None
        for text, mark in runs:
            left = end - x
            if left <= 0:
                break
            word = key_hit(text) or word
            text, style = cut(text, left, self.glyphs.dots), palette.style(colours[mark], ground, bool(mark))
            if hit is None:
                x = put_part(self.canvas, x, y, text, style, word if words else None)
            else:
                x = self.canvas.put(x, y, text, style, (several and key_hit(text)) or hit)
        return x

    def fullest(self, wordings: Sequence[str], room: int, **params: Any) -> str:
        """The first of these marked sentences that fits `room` cells, or the last one."""

        def size(words: str) -> int:
            return sum(cell_len(run.text) for run in marked(words, params, self.keys))

        return next((words for words in wordings if size(words) <= room), wordings[-1])

    def bright(self, ground: str) -> str:
        """The ink of names that stand out. No background has this colour."""
        return self.palette.text if self.palette.flat else self.palette.select

    def header(self, title: str, facts: str | Sequence[str], right: str) -> None:
        """The first line. Of several wordings of the facts, the first that fits is shown."""
        palette, width = self.palette, self.canvas.width
        ground = palette.header
        self.fill(0, 0, width, 1, ground)
        stop = width - 1
        if right and cell_len(title) + cell_len(right) + 6 <= width:
            stop = self.right(width - 1, 0, right, palette.dim2, ground) - 2
        x = self.put(1, 0, title, self.bright(ground), ground, True) + 2
        if stop - x > 3:
            told = fullest([facts] if isinstance(facts, str) else facts, stop - x)
            self.put(x, 0, cut(told, stop - x, self.glyphs.dots), palette.dim2, ground)

    def rule(self, x: int, y: int, width: int, title: str, right: str = "", hit: Any = None) -> None:
        """`─ Title ───── right ─`; the right part is a marked sentence, left out where there is no room."""
        palette, sea = self.palette, self.palette.sea
        self.put(x, y, self.glyphs.rule * width, palette.rule, sea)
        room = width - cell_len(title) - 6
        size = sum(cell_len(run.text) for run in marked(right, {}, self.keys))
        if right and size + 2 <= room:
            start = x + width - size - 3
            self.put(start, y, " ", palette.text, sea)
            end = self.say(start + 1, y, size, right, sea, palette.dim, hit, words=True)
            self.put(end, y, " ", palette.text, sea)
        alone = lone_key(run.text for run in marked(right, {}, self.keys))  # its word is the title then
        told = f" {cut(title, width - 4, self.glyphs.dots)} "
        self.put(x + 1, y, told, self.bright(sea), sea, True, alone and (hit or alone))

    def prompt(self, y: int, lines: Sequence[Sentence], bar: str = "", **params: Any) -> None:
        """The lines above the footer: first what is going on, then what to press.

        A line that is too long takes the next row too. A line for which there is no row left then is left out: what
        stands first is what matters most.
        """
        palette, width, ground = self.palette, self.canvas.width, self.palette.prompt
        rows: list[list[Piece]] = []
        for number, wordings in enumerate(lines):
            line = wordings if isinstance(wordings, str) else self.fullest(wordings, width - 3, **params)
            colours = {"*": palette.key, "~": self.bright(ground), "": palette.dim2 if number else palette.text}
            runs = marked(line, params, self.keys)
            told = [(run.text, palette.style(colours[run.mark], ground, bool(run.mark))) for run in runs]
            broken = wrap_line(told, width - 3, palette.style(colours[""], ground))
            left = len(lines) - len(rows)
            if len(rows) > number and (not line or len(broken) > left):
                continue
            rows += [*broken[: left - 1], [piece for some in broken[left - 1 :] for piece in some]][: len(broken)]
        for row in range(len(lines)):
            self.fill(0, y + row, width, 1, ground)
            self.put(0, y + row, self.glyphs.bar, bar or palette.key, ground)
            told = rows[row] if row < len(rows) else []
            put_line(self.canvas, 2, y + row, cut_line(told, width - 3, self.glyphs.dots))

    def footer(self, pairs: Iterable[Pair], helps: bool = True) -> None:
        """The last line: as many keys, with what they do, as fit. A click on one presses that key; of several, each
        presses itself.

        The last pair is help, which always gets its room. `helps` is False where a question mark means something else.
        """
        palette, y, width = self.palette, self.canvas.height - 1, self.canvas.width
        self.fill(0, y, width, 1, palette.header)
        help: Pair = ("question_mark", "?", _("help"))
        others = [pair for pair in pairs if pair[0] != help[0]]
        left = cell_len(self.keys.painted(help[1])) + 3 + cell_len(help[2]) if helps else 0
        x = 1
        for key, shown, word in [*others, help] if helps else others:
            parts = keys_in(shown, self.keys)
            left = left if word != help[2] else 0
            if x + sum(map(cell_len, parts)) + 1 + cell_len(word) + left >= width:
                continue
            hit = ("key", self.keys.keys.get(key, key)) if key else None
            several = not key or sum(isinstance(part, KeyName) for part in parts) > 1
            for part in parts:
                x = self.put(x, y, part, palette.key, palette.header, True, (several and key_hit(part)) or hit)
            x = self.put(x, y, f" {word}", palette.text, palette.header, False, hit) + 2

    def row(self, x: int, y: int, width: int, focused: bool, hovered: bool, hit: Any) -> str:
        """Paint the background of a row in a list, and the bar of the focused one; returns the colour to write on."""
        palette = self.palette
        ground = palette.focus if focused else palette.hover if hovered else palette.sea
        self.fill(x, y, width, 1, ground, hit)
        if focused:
            self.put(x, y, self.glyphs.bar, palette.key, ground, hit=hit)
        return ground

    def chip(self, x: int, y: int, text: str, ground: str = "", hit: Any = None) -> int:
        """` text ` in ink on a colour: a chosen value. Without colours it has brackets, as its row may be reversed."""
        if self.palette.flat:
            under = "reverse" if self.canvas.styles[y][x].reverse else "plain"
            return self.put(x, y, f"[{text}]", "plain", under, True, hit)
        return self.put(x, y, f" {text} ", self.palette.ink, ground or self.palette.chain, True, hit)

    def button(self, x: int, y: int, key: str, text: str, hovered: bool, hit: Any) -> int:
        palette = self.palette
        ground = palette.focus if hovered else palette.button
        x = self.put(x, y, f" {self.keys.painted(key)}", palette.key, ground, True, hit)
        return self.put(x, y, f" {text} ", palette.text, ground, hovered, hit)

    def field(self, x: int, y: int, width: int, text: str, cursor: int | None, hit: Any = None) -> None:
        """A line of text being edited; the cursor is a reversed cell. With `cursor` None nobody is editing it."""
        palette = self.palette
        self.fill(x, y, width, 1, palette.field, hit)
        room = width - 2
        if cursor is None:
            self.put(x + 1, y, cut(text, room, self.glyphs.dots), self.bright(palette.field), palette.field, True, hit)
            return
        start = 0
        while cell_len(text[start:cursor]) >= room:
            start += 1
        shown = text[start:]
        while cell_len(shown) > room:
            shown = shown[:-1]
        self.put(x + 1, y, shown, self.bright(palette.field), palette.field, True, hit)
        at = x + 1 + cell_len(text[start:cursor])
        under = text[cursor : cursor + 1] or " "
        reverse = "reverse" if palette.flat else palette.text
        self.put(at, y, under, palette.chip if not palette.flat else "plain", reverse, True, hit)
