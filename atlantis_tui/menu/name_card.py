"""Before somebody hosts or joins for the first time: what the others shall call them, and for a host which game.

The name is kept in the settings, so this is asked only once.
"""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from atlantis_tui import games as faces
from atlantis_tui.saved import settings
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pair, Pen

WIDTH = 52


class NameCard(Page):
    """Dismissed with the name, which is in the settings by then, or with "" if the person goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="name.take"),
        Binding("left", "game(-1)", show=False, id="name.previous"),
        Binding("right", "game(1)", show=False, id="name.next"),
        Binding("up,down,tab,shift+tab", "row", show=False, id="name.row"),
        Binding("backspace,q,Q", "back", show=False, id="name.back"),
        Binding("escape", "back", show=False, id="name.back.slow"),
    ]

    def __init__(self, suggested: str, game: str = "", *, hosts: bool = False) -> None:
        """`suggested` may be "". With `game`, the game of the table is asked for too; this one is chosen so far.
        `hosts`: the person is about to open a table."""
        super().__init__()
        self.names = faces.names()
        self.game, self.hosts = game, hosts or bool(game)
        self.field = self.line = LineEdit("name", suggested, settings.LONGEST_NAME)
        self.trouble = ""

    # What the keys do ------------------------------------------------------------------------------------------------

    def typed(self, event: events.Key) -> None:
        """A key while the name is written."""
        self.trouble = ""
        if event.key == "enter":
            self.action_take()
        elif event.key == "escape":
            self.action_back()
        elif event.key in ("up", "down", "tab", "shift+tab"):
            self.action_row()
        else:
            self.line.key(event.key, event.character)
        self.show()

    def action_row(self) -> None:
        """Go from the name to the game, or back."""
        if self.game:
            self.field = None if self.field is not None else self.line
            self.show()

    def action_game(self, by: int) -> None:
        self.game = self.names[(self.names.index(self.game) + by) % len(self.names)]
        self.show()

    def action_take(self) -> None:
        from net.names import clean_name

        name = clean_name(self.line.text)
        if not name or ":" in self.line.text:
            self.field = self.line
            self.trouble = _("Write a name first: letters, digits, spaces or signs.")
            if self.line.text.strip():
                self.trouble = _("That is not a name: write letters, digits, spaces or signs.")
            self.show()
            return
        self.app.settings = self.app.settings._replace(name=name)
        try:
            settings.save({"name": name})
        except settings.UnusableSettings as error:
            self.app.notice = str(error)  # the name counts all the same, until the program ends
        if self.game:
            self.app.remember_game(self.game)
        self.dismiss(name)

    def action_back(self) -> None:
        self.dismiss("")

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        kind, what = hit
        if kind == "take":
            self.action_take()
        elif kind == "row":
            self.field = self.line if what == "name" else None
        elif kind == "game":
            self.field = None
            self.action_game(what)
        self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        palette, canvas = pen.palette, pen.canvas
        pen.header(_("YOUR NAME"), _("for tables with other people"), "")
        width, height = min(WIDTH, canvas.width - 4), 11 if self.game else 8
        x, y = (canvas.width - width) // 2, max(1, (canvas.height - 4 - height) // 2)
        paint_modal(pen, x, y, width, height, palette.key, _("Before you host") if self.hosts else _("Before you join"))
        pen.put(x + 3, y + 2, _("What shall the others call you?"), palette.text, palette.surf)
        cursor = self.line.cursor if self.field is not None else None
        pen.field(x + 3, y + 3, min(30, width - 6), self.line.text, cursor, ("row", "name"))
        if self.game:
            pen.put(x + 3, y + 5, _("Which game?"), palette.text, palette.surf)
            self._game(pen, x + 3, y + 6)
        go = _("open the table") if self.game else _("go on")
        end = pen.button(x + 3, y + height - 2, _("Enter"), go, self.hover == ("take", ""), ("take", "")) + 2
        key, shown, does = self._back()
        pen.button(end, y + height - 2, shown, does, self.hover == ("key", key), ("key", key))
        bar = readable(palette, palette.bad, palette.prompt) if self.trouble else ""
        first = "{trouble}" if self.trouble else _("*Your name* is asked for this once. Settings change it.")
        second = _("*Tab* goes to the game, ← → choose another.") if self.game else ""
        pen.prompt(canvas.height - 3, [first, second], bar, trouble=self.trouble)
        pen.footer(self._keys(), helps=self.field is None)

    def _game(self, pen: Pen, x: int, y: int) -> None:
        palette = pen.palette
        focused = self.field is None
        ground = palette.focus if focused else palette.surf
        pen.fill(x, y, 30, 1, ground, ("row", "game"))
        if focused:
            pen.put(x, y, pen.glyphs.bar, palette.key, ground)
        start = pen.put(x + 1, y, "‹ ", palette.key, ground, True, ("game", -1))
        start = pen.put(start, y, title(self.game), pen.bright(ground), ground, True, ("game", 1))
        pen.put(start, y, " ›", palette.key, ground, True, ("game", 1))

    def _keys(self) -> list[Pair]:
        keys: list[Pair] = [("enter", _("Enter"), _("open the table") if self.game else _("go on"))]
        if self.game:
            keys.append(("tab", _("Tab"), _("game") if self.field is not None else _("name")))
        if self.field is None:
            keys.append(("right", "← →", _("another")))
        return [*keys, self._back()]

    def _back(self) -> Pair:
        """Only where nothing is typed Backspace goes back."""
        return ("escape", _("Esc"), _("back")) if self.field is not None else ("backspace", _("Bksp"), _("back"))
