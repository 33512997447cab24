"""The page that lists all keys, screen by screen. Enter on one of them, and then the new key, changes it."""

from __future__ import annotations

import os
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType

from atlantis_tui import games as faces
from atlantis_tui.saved import paths, settings
from atlantis_tui.text.keys import describe_one
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _
from atlantis_tui.ui import bound_keys
from atlantis_tui.ui.canvas import CanvasWidget, cut
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.textual_internals import own_keys
from atlantis_tui.ui.wrap import wrap

# shown first, because people use them most; then the games and the menu, then the others by name
FIRST = ("app", "table")


class KeyRow(NamedTuple):
    """A line of the list: a binding, or the title over some bindings."""

    title: str = ""
    bound: bound_keys.KeyBinding | None = None


class KeysScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="keys.up"),
        Binding("down", "move(1)", show=False, id="keys.down"),
        Binding("pageup", "move(-10)", show=False, id="keys.page_up"),
        Binding("pagedown", "move(10)", show=False, id="keys.page_down"),
        Binding("home", "move(-999)", show=False, id="keys.first"),
        Binding("end", "move(999)", show=False, id="keys.last"),
        Binding("enter,space", "ask", show=False, id="keys.change"),
        Binding("delete,d,D", "reset", show=False, id="keys.reset"),
        Binding("backspace,q,Q", "dismiss", show=False, id="keys.back"),
        Binding("escape", "dismiss", show=False, id="keys.back.slow"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.lines = listed()
        self.at = 1  # the chosen line; the first line is a title
        self.top = 0
        self.trouble = ""
        self.said = ""

    @property
    def asking(self) -> bool:
        """Whether the next key becomes the new one, whatever it does elsewhere. The field makes all keys come here."""
        return self.field is not None

    @property
    def bound(self) -> bound_keys.KeyBinding:
        bound = self.lines[self.at].bound
        assert bound is not None
        return bound

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        self.field, self.trouble, self.said = None, "", ""
        step = 1 if by > 0 else -1
        at = min(max(self.at + by, 1), len(self.lines) - 1)
        while self.lines[at].bound is None:
            at += step
        self.at = at
        self.show()

    def action_ask(self) -> None:
        self.field, self.trouble, self.said = LineEdit(self.bound.id, "", 0), "", ""
        self.show()

    def action_reset(self) -> None:
        """Give the chosen binding the keys that we ship."""
        if self.bound.id in self.app.settings.keys:
            self._change(self.bound.id, None)
        self.show()

    def typed(self, event: events.Key) -> None:
        self.field = None
        if event.key != "escape":
            self._take(event)
        self.show()

    def _take(self, event: events.Key) -> None:
        sign = event.character or ""
        key = sign.lower() if len(sign) == 1 and sign.isalnum() else event.key
        found = bound_keys.parsed(key)
        if not found:
            self.trouble = _("That key has no name that could be kept: take another one.")
        elif set(found) <= set(self.bound.keys):
            self.action_reset()
        else:
            wishes = {name: wish for name, wish in self.app.settings.keys.items() if name != self.bound.id}
            wrong = bound_keys.fit({**wishes, self.bound.id: key}).wrong
            if self.bound.id in wrong:
                self.trouble = wrong[self.bound.id]
            else:
                self._change(self.bound.id, key)

    def _change(self, id: str, key: str | None) -> None:
        own = {name: wish for name, wish in self.app.settings.keys.items() if name != id}
        if key is not None:
            own[id] = key
        before, fit = bound_keys.fit(self.app.settings.keys), bound_keys.fit(own)
        self.app.settings = self.app.settings._replace(keys=own)
        self.app.set_keymap(fit.keymap)
        for screen in self.app.screen_stack:
            for widget in screen.query(CanvasWidget):
                widget.repaint()
        # The binding may get back a key that another wish has taken.
        self.trouble = next((why for name, why in fit.wrong.items() if name not in before.wrong), "")
        self.said = _("*Kept.*") + " "
        try:
            settings.save({"keys": {id: key}})
        except settings.UnusableSettings as error:
            self.trouble = str(error).replace(os.path.expanduser("~"), "~")

    # The mouse -------------------------------------------------------------------------------------------------------

    def clicked(self, hit: Any) -> None:
        """A click on a key in the footer does not count as the new key."""
        asked, self.field = self.asking, None
        if not (asked and hit == ("key", "escape")):
            super().clicked(hit)
        self.show()

    def pressed(self, hit: Any) -> None:
        again = self.at == hit[1]
        self.at, self.trouble, self.said = hit[1], "", ""
        if again:
            self.action_ask()
        self.show()

    def scrolled(self, by: int) -> None:
        self.action_move(3 * by)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        width, height = pen.canvas.width, pen.canvas.height
        pen.header(_("KEYS"), _("each can be another one"), os.path.basename(paths.settings_file()))
        box = min(width, 100)
        x = (width - box) // 2 + 1
        rows = height - 5
        self.top = min(max(self.top, self.at - rows + 2), max(0, self.at - 1), max(0, len(self.lines) - rows))
        for row, line in enumerate(self.lines[self.top : self.top + rows]):
            self._draw_line(pen, x, 1 + row, box - 2, self.top + row, line)
        self._draw_prompt(pen, height - 3)
        if self.asking:
            pen.footer((("escape", _("Esc"), _("as it was")),), helps=False)
            return
        own = self.bound.id in self.app.settings.keys
        pen.footer(
            (
                ("", "↑↓", _("choose")),
                ("enter", _("Enter"), _("another key")),
                ("backspace", _("Bksp"), _("back")),
                *((("delete", _("Del"), _("as shipped")),) if own else ()),
            )
        )

    def _draw_line(self, pen: Pen, x: int, y: int, width: int, number: int, line: KeyRow) -> None:
        if line.bound is None:
            pen.rule(x, y, width, line.title)
            return
        palette, hit, bound = pen.palette, ("line", number), line.bound
        chosen = number == self.at
        ground = pen.row(x, y, width, chosen, self.hover == hit, hit)
        column = x + (18 if width < 70 else 24)
        names = bound_keys.all_shown(self._keys(bound))
        if chosen and self.asking:
            pen.field(x + 1, y, column - x - 1, _("press a key"), None, hit)
        else:
            own = bound.id in self.app.settings.keys
            shown = cut(names, column - x - 3, pen.glyphs.dots)
            end = pen.put(x + 2, y, shown, palette.key, ground, True, hit)
            if own and end < column - 1:
                pen.put(
                    end + 1, y, pen.glyphs.bullet, palette.land if not palette.flat else "plain", ground, False, hit
                )
        ink = pen.bright(ground) if chosen else palette.text
        words = describe_one(bound.id, bound.id)
        end = pen.put(column, y, cut(words, x + width - column - 1, pen.glyphs.dots), ink, ground, chosen, hit)
        if end + 2 + cell_len(bound.id) < x + width and words != bound.id:
            pen.right(x + width - 1, y, bound.id, palette.dim2 if chosen else palette.dim, ground, False, hit)

    def _keys(self, bound: bound_keys.KeyBinding) -> tuple[str, ...]:
        """The keys to press now. A wish that cannot be met does not count."""
        wish = own_keys(self.app).get(bound.id)
        return tuple(wish.split(",")) if wish else bound.keys

    def _draw_prompt(self, pen: Pen, y: int) -> None:
        bound = self.bound
        trouble = self.trouble or ("" if self.asking or self.said else self._unmet(bound.id))
        if trouble:
            first, *rest = wrap(trouble, pen.canvas.width - 3)
            pen.prompt(y, ["{first}", "{rest}"], pen.palette.bad, first=first, rest=" ".join(rest))
            return
        params = {"does": describe_one(bound.id, bound.id)}
        file = paths.settings_file().replace(os.path.expanduser("~"), "~")
        more = _("Or write it in {file}, below [keys].")
        if self.asking:
            line, more = _("~{does}~: press the key for it. *Esc* leaves it as it is."), ""
        elif bound.id in self.app.settings.keys:
            usual = bound_keys.all_shown(bound.keys)
            line = self.said + _("~{does}~ was on {usual}. *Del* gives it back.")
            params["usual"] = usual
        else:
            line = self.said + _("~{does}~: *Enter*, and then the new key.")
        pen.prompt(y, [line, more], file=file, **params)

    def _unmet(self, id: str) -> str:
        """Why the wish about this binding cannot be met, or ""."""
        wishes = self.app.settings.keys
        return bound_keys.fit(wishes).wrong.get(id, "") if id in wishes and id not in own_keys(self.app) else ""


def listed() -> list[KeyRow]:
    """All bindings, those of one screen under its title."""
    areas: dict[str, list[bound_keys.KeyBinding]] = {}
    for id, bound in bound_keys.every().items():
        areas.setdefault(id.partition(".")[0], []).append(bound)
    lines: list[KeyRow] = []
    first = [*FIRST, *faces.names(), "menu"]
    for area in sorted(areas, key=lambda area: (first.index(area) if area in first else len(first), area)):
        lines += [KeyRow(_title(area)), *(KeyRow(bound=bound) for bound in areas[area])]
    return lines


def _title(area: str) -> str:
    titles = {
        "app": _("Everywhere"),
        "table": _("At the table"),
        "menu": _("Menu"),
        "newgame": _("New game"),
        "coach": _("The first game"),
        "lesson": _("After the first game"),
        "curtain": _("Between two players"),
        "result": _("Result"),
        "review": _("Review"),
        "replay": _("Replay"),
        "games": _("List of games"),
        "alone": _("Going on alone"),
        "name": _("Name for the others"),
        "statistics": _("Statistics"),
        "settings": _("Settings"),
        "keys": _("Keys"),
        "help": _("Help"),
        "rules": _("Rules"),
        "lobby": _("Lobby"),
        "tables": _("Tables nearby"),
    }
    if area in faces.names():
        return _("At the table of {game}").format(game=title(area))
    return titles.get(area, area)
