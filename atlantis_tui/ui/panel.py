"""What all panels share: the current look, and a rule with a title. Header and footer live here too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas, CanvasWidget
from atlantis_tui.ui.colours import ink_on
from atlantis_tui.ui.named_keys import KeyName, keys_in, lone_key, put_told, told
from atlantis_tui.ui.painter import respell
from atlantis_tui.ui.palettes import Palette
from atlantis_tui.ui.textual_internals import own_keys


class Panel(CanvasWidget):
    veil: Callable[[Canvas, Palette], None] | None = None  # while somebody explains something, dims everything else

    @property
    def look(self) -> Look:
        return self.app.look  # type: ignore[attr-defined, no-any-return]

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.sea)

    def painted(self, width: int, height: int) -> Canvas:
        canvas = super().painted(width, height)
        respell(canvas, self.look.glyphs.name)
        if self.veil is not None:
            self.veil(canvas, self.look.palette)
        return canvas

    def headings(self) -> Sequence[str]:
        """The names of the columns and rows that it paints now."""
        return ()

    def title(self, canvas: Canvas, width: int, text: str, right: str = "") -> None:
        """`─ Title ───── right ─` on the first line; the right part may name a key."""
        palette, rule = self.look.palette, self.look.glyphs.rule
        line = palette.style(palette.rule, palette.sea)
        canvas.put(0, 0, rule * width, line)
        parts = [" ", *told(right, other(self.screen)), " "] if right else []
        canvas.put(1, 0, f" {text} ", palette.style(palette.select, palette.sea, True), lone_key(parts))
        if right:
            x = width - 1 - sum(map(cell_len, parts))
            put_told(canvas, x, 0, parts, palette.style(palette.dim, palette.sea), words=True)


class Header(Panel):
    """The top line: a name, facts, and at the right more facts or one badge. A mark stands at its very end, beside all
    of these; a click on it runs its action."""

    name_text = ""
    facts = ""
    loud = ""  # the part of the facts that is about this moment
    right = ""
    notes: tuple[str, ...] = ()  # one more fact at the right: in full, and shorter for where there is less room
    badge = ""
    tone = ""  # the badge's own colour; "" for the usual one
    mark = ""
    mark_action = ""

    def shows(self) -> object:
        return (
            self.look,
            self.name_text,
            self.facts,
            self.loud,
            self.right,
            self.notes,
            self.badge,
            self.tone,
            self.mark,
            own_keys(self.app),
        )

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.dim2, palette.header)

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        x = canvas.put(
            1, 0, self.name_text, palette.style(palette.select if not palette.flat else "plain", palette.header, True)
        )
        before, loud, behind = self.facts.partition(self.loud) if self.loud else (self.facts, "", "")
        x = canvas.put(x + 2, 0, before, palette.style(palette.dim2, palette.header))
        x = canvas.put(x, 0, loud, self._now())
        x = canvas.put(x, 0, behind, palette.style(palette.dim2, palette.header))
        end = canvas.width - 1
        if self.mark:
            canvas.put_right(end, 0, f" {self.mark} ", self._now(), self.mark_action)
            end -= cell_len(self.mark) + 3
        if self.badge:
            ground = self.tone or palette.land if not palette.flat else "plain"
            parts = [" ", *told(self.badge, other(self.screen)), " "]
            put_told(
                canvas, end - sum(map(cell_len, parts)), 0, parts, palette.style(palette.ink, ground, True), words=True
            )
        else:
            both = [f"{self.right}   {note}" for note in self.notes if self.right]
            fitting = (text for text in (*both, *self.notes, self.right) if x + 1 + cell_len(text) < end)
            canvas.put_right(end, 0, next(fitting, ""), palette.style(palette.dim2, palette.header))

    def _now(self) -> Style:
        palette = self.look.palette
        return palette.style(ink_on(palette, palette.key), "plain" if palette.flat else palette.key, True)


class Footer(Panel):
    """The bottom line: keys and what they do. Each pair can be clicked like its key; of several keys, each presses
    itself."""

    pairs: tuple[tuple[str, str, str], ...] = ()  # key as shown, what it does, action

    def shows(self) -> object:
        return self.look, self.pairs, own_keys(self.app)

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.header)

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        flat = palette.flat
        key = palette.style("plain" if flat else palette.key, palette.header, True)
        word = palette.style("plain" if flat else palette.text, palette.header)
        own, x = other(self.screen), 1
        help = ("?", _("help"), "app.help")  # help is always there, as the last pair
        left = cell_len(own.painted(help[0])) + 3 + cell_len(help[1])
        for usual, does, action in [*(pair for pair in self.pairs if pair[2] != help[2]), help]:
            parts = keys_in(usual, own)
            left = left if action != help[2] else 0
            if x + sum(map(cell_len, parts)) + 1 + cell_len(does) + left > canvas.width - 1:
                continue
            several = "-" not in parts and sum(isinstance(part, KeyName) for part in parts) > 1  # `1-9` is one thing
            for part in parts:
                itself = ("key", part.key) if several and isinstance(part, KeyName) else None
                x = canvas.put(x, 0, part, key, itself or action)
            x = canvas.put(x, 0, " " + does, word, action)
            x += 2
