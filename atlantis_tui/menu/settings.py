"""The settings screen. A theme is previewed before it is kept; everything else changes at once, all in one file."""

from __future__ import annotations

import asyncio
import os
import shlex
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import work
from textual.binding import Binding, BindingType

from atlantis_tui.saved import paths, settings
from atlantis_tui.text.settings import play_words, theme_words
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.large_page import is_large
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.palettes import THEMES
from atlantis_tui.ui.terminal import depth, detect, palette
from atlantis_tui.ui.textual_internals import own_keys
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.menu.look_preview import PreviewBoard

PLAY = ("name", "glyphs", "pace", "hover", "payment", "confirmations", "bell", "turn_command", "keys")
VALUES: dict[str, tuple[Any, ...]] = {
    "glyphs": tuple(SETS),
    "pace": (*settings.PACES, "now"),  # "now" means without motion
    "hover": (True, False),
    "payment": settings.PAYMENTS,
    "confirmations": settings.CONFIRMATIONS,
    "bell": (True, False),
}
PREVIEW = 82  # columns of the preview where it has all the room that it can use
EXPLAINED = 4  # rows of a setting with what it is for
WRITTEN = {"name": settings.LONGEST_NAME, "turn_command": settings.LONGEST_COMMAND}


class SettingsScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="settings.up"),
        Binding("down", "move(1)", show=False, id="settings.down"),
        Binding("left", "change(-1)", show=False, id="settings.previous"),
        Binding("right", "change(1)", show=False, id="settings.next"),
        Binding("tab,shift+tab", "panel", show=False, id="settings.panel"),
        Binding("enter,space", "keep", show=False, id="settings.keep"),
        Binding("k,K", "keys", show=False, id="settings.keys"),
        Binding("z,Z", "defaults", show=False, id="settings.defaults"),
        Binding("backspace,q,Q", "back", show=False, id="settings.back"),
        Binding("escape", "back", show=False, id="settings.back.slow"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.rows = (*THEMES, *PLAY)
        self.row = 0
        self.trouble = ""
        self.said = ""  # what was just done
        self.unkept = False  # what was just done could not be stored
        self.sample: PreviewBoard | None = None

    def on_mount(self) -> None:
        self.row = THEMES.index(self.theme)
        self.prepare()

    @work(exclusive=True, group="preview")
    async def prepare(self) -> None:
        """Load the board of the preview. Until it is there, its place shows the colours."""
        from atlantis_tui.menu.look_preview import sample

        self.sample = await asyncio.to_thread(sample)
        self.show()

    @property
    def theme(self) -> str:
        """The theme in use, by the name that we offer."""
        return self.look.palette.name.removesuffix("256")

    @property
    def looked_at(self) -> str:
        return self.rows[self.row] if self.row < len(THEMES) else self.theme

    def value(self, name: str) -> Any:
        if name == "glyphs":
            return self.look.glyphs.name
        if name == "hover":
            return self.look.hover
        if name == "pace" and not self.look.motion:
            return "now"
        return getattr(self.app.settings, name)

    def usual(self) -> Look:
        """The look that the terminal would get if the player had chosen nothing."""
        return detect(os.environ, True) or self.look

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        self.row = min(max(self.row + by, 0), len(self.rows) - 1)
        self._hush()

    def action_panel(self) -> None:
        self.row = len(THEMES) if self.row < len(THEMES) else THEMES.index(self.theme)
        self._hush()

    def action_change(self, by: int) -> None:
        name = self.rows[self.row]
        if name in VALUES:
            values = VALUES[name]
            self._set(name, values[(values.index(self.value(name)) + by) % len(values)])

    def action_keep(self) -> None:
        name = self.rows[self.row]
        if self.row < len(THEMES):
            self._set("theme", name)
        elif name in WRITTEN:
            self.field = LineEdit(name, getattr(self.app.settings, name), WRITTEN[name])
            self._hush()
        elif name == "keys":
            self.action_keys()
        else:
            self.action_change(1)

    def edited(self) -> None:
        assert self.field is not None
        name, text = str(self.field.name), self.field.text.strip()
        if name == "turn_command":
            try:
                shlex.split(text)
            except ValueError:
                self.trouble = _("A quotation mark is missing in that command: it stays as it was.")
                return
        self._set(name, text)

    def action_keys(self) -> None:
        from atlantis_tui.menu.keys import KeysScreen

        self.app.push_screen(KeysScreen())

    def action_defaults(self) -> None:
        """Reset everything to what suits the terminal; typed settings and keys stay."""
        self.app.set_look(self.usual())
        self.row = THEMES.index(self.theme)
        self._store({"theme": None, "motion": None, **dict.fromkeys(VALUES)})
        self.show()

    def action_back(self) -> None:
        """Go back to the theme in use, or if it is shown already, leave the screen."""
        if self.looked_at != self.theme:
            self.row = THEMES.index(self.theme)
            self._hush()
        else:
            self.dismiss()

    def _set(self, name: str, value: Any) -> None:
        look = self.look
        if name == "theme":
            self.app.set_look(look._replace(palette=palette(value, os.environ)))
        elif name == "glyphs":
            self.app.set_look(look._replace(glyphs=SETS[value]))
        elif name == "hover":
            self.app.set_look(look._replace(hover=value))
            self.hover = None
        changes = {name: value}
        if name == "pace":
            moves = value != "now"
            changes = {} if value == "now" else changes
            if moves != look.motion:
                self.app.set_look(look._replace(motion=moves))
                changes["motion"] = moves
        self._store(changes)
        self.show()

    def _store(self, changes: dict[str, Any]) -> None:
        self.trouble, self.said, self.unkept = "", "", False
        known = settings.Settings()._asdict()
        kept = {name: known[name] if value is None else value for name, value in changes.items()}
        self.app.settings = self.app.settings._replace(**kept)
        try:
            settings.save(changes)
        except settings.UnusableSettings as error:
            self.trouble, self.unkept = str(error).replace(os.path.expanduser("~"), "~"), True
        else:
            self.said = _("*Kept.*") + " "

    def _hush(self) -> None:
        self.trouble, self.said, self.unkept = "", "", False
        self.show()

    # The mouse -------------------------------------------------------------------------------------------------------

    def clicked(self, hit: Any) -> None:
        """A click first keeps what is being typed. A key in the footer is pressed, and not typed."""
        if self.field is not None and hit not in (None, ("key", "enter"), ("key", "escape")) and not self.is_small:
            self.edited()
            self.field = None
            if self.trouble:
                self.show()
                return
        super().clicked(hit)

    def pressed(self, hit: Any) -> None:
        name, *value = hit
        again = self.rows.index(name) == self.row
        self.row = self.rows.index(name)
        self._hush()
        if value:
            self._set(name, value[0])
        elif name in WRITTEN or name == "keys" or (again and name in THEMES):
            self.action_keep()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        width, height = pen.canvas.width, pen.canvas.height
        file = os.path.basename(paths.settings_file())
        pen.header(_("SETTINGS"), _("one file, also by hand"), file)
        if is_large(width, height):
            self._draw_columns(pen)
        else:
            self._draw_stacked(pen)
        self._draw_prompt(pen)
        name = self.rows[self.row]
        if self.field is not None:
            pen.footer((("enter", _("Enter"), _("keep")), ("escape", _("Esc"), _("as it was"))), helps=False)
            return
        enter = _("keep") if name in THEMES else _("edit") if name in WRITTEN else _("next")
        pen.footer(
            (
                ("", "↑↓", _("choose")),
                *((("", "←→", _("change")),) if name in VALUES else ()),
                ("enter", _("Enter"), _("open") if name == "keys" else enter),
                ("k", "K", _("keys")),
                ("backspace", _("Bksp"), _("back")),
                ("z", "Z", _("defaults")),
            )
        )

    def _draw_columns(self, pen: Pen) -> None:
        """All groups side by side, and below each setting what it is for. With less width the themes stand over the
        preview."""
        width, height = pen.canvas.width, pen.canvas.height
        three = width >= 196
        first = 38 if three else 0
        play = min(72, width - PREVIEW - 8 - (first + 4 if first else 0))
        box = play + 4 + PREVIEW + (first + 4 if first else 0)
        x, tall = (width - box) // 2, EXPLAINED * len(PLAY)
        top = 2 + max(0, (height - 6 - tall) // 3)
        beside = x + box - PREVIEW
        if three:
            self._draw_themes(pen, x, top, first)
            self._draw_play(pen, x + first + 4, top, play, len(PLAY), EXPLAINED)
            self._draw_preview(pen, beside, top, PREVIEW)
        else:
            self._draw_play(pen, x, top, play, len(PLAY), EXPLAINED)
            self._draw_themes(pen, beside, top, 50)
            self._draw_preview(pen, beside, top + len(THEMES) + 3, PREVIEW)

    def _draw_stacked(self, pen: Pen) -> None:
        width, height = pen.canvas.width, pen.canvas.height
        wide = width >= 80
        box = min(width, 100)
        x = (width - box) // 2 + 1
        left = 37 + (box - 80) // 2 if wide else box - 2
        tall = height >= 24
        top = 2 + (height - 24) // 4 if tall else 1
        self._draw_themes(pen, x, top, left)
        play = top + len(THEMES) + (2 if tall else 1)
        rows = min(len(PLAY), height - 4 - play)
        self._draw_play(pen, x, play, left, rows)
        if wide and tall:
            self._draw_preview(pen, x + left + 2, top, box - left - 4)
        elif height - 3 - (play + rows + 1) >= 7:
            self._draw_preview(pen, x, play + rows + 1, box - 2)

    def _draw_themes(self, pen: Pen, x: int, y: int, width: int) -> None:
        colours, glyphs = pen.palette, pen.glyphs
        pen.rule(x, y, width, _("Theme"), _("*↑↓* shows it at once"))
        usual = self.usual().palette.name.removesuffix("256")
        for number, name in enumerate(THEMES):
            row = y + 1 + number
            chosen, hit = self.row == number, (name,)
            ground = pen.row(x, row, width, chosen, self.hover == hit, hit)
            on = name == self.theme
            mark = glyphs.home if on else glyphs.away
            pen.put(x + 2, row, mark, colours.land if on and not colours.flat else colours.dim, ground, on, hit)
            word, fact = theme_words(name)
            ink = pen.bright(ground) if chosen else colours.text
            end = pen.put(x + 4, row, word, ink, ground, chosen, hit)
            if name == usual:
                fact = _("the default here")
            fact = cut(fact, max(0, x + width - 1 - end - 1), glyphs.dots)
            pen.right(x + width - 1, row, fact, colours.dim2 if chosen else colours.dim, ground, False, hit)

    def _draw_play(self, pen: Pen, x: int, y: int, width: int, rows: int, step: int = 1) -> None:
        """Paint as many of these settings as fit, the chosen one among them; with a `step`, what each is for too."""
        colours, glyphs = pen.palette, pen.glyphs
        labels = {name: play_words(name)[0] for name in PLAY}
        column = x + 4 + min(18, max(cell_len(label) for label in labels.values()))
        first = min(max(0, self.row - len(THEMES) - rows + 1), len(PLAY) - rows)
        pen.rule(x, y, width, _("Play"), "" if rows == len(PLAY) else f"{first + rows}/{len(PLAY)}")
        for number, name in enumerate(PLAY[first : first + rows]):
            row = y + 1 + number * step
            if step > 1:
                told = wrap(play_words(name)[2].replace("*", ""), width - 6, step - 1)
                for line, sentence in enumerate(told, row + 1):
                    pen.put(x + 4, line, sentence, colours.dim, colours.sea, hit=(name,))
            chosen = self.rows[self.row] == name
            hovered = isinstance(self.hover, tuple) and self.hover[:1] == (name,)
            ground = pen.row(x, row, width, chosen, hovered, (name,))
            quiet = colours.dim2 if chosen else colours.dim
            pen.put(x + 2, row, cut(labels[name], column - x - 3, glyphs.dots), quiet, ground, False, (name,))
            room = x + width - 1 - column
            if name not in VALUES:
                if self.field is not None and self.field.name == name:
                    pen.field(column - 1, row, room + 1, self.field.text, self.field.cursor, (name,))
                else:
                    shown = self._written(name)
                    ink = pen.bright(ground) if getattr(self.app.settings, name) else quiet
                    pen.put(column, row, cut(shown, room, glyphs.dots), ink, ground, False, (name,))
                continue
            words = play_words(name)[1]
            current = self.value(name)
            whole = sum(cell_len(word) + 2 for word in words.values())
            if whole <= room + 1:
                spot = column - 1
                for value, word in words.items():
                    hit = (name, value)
                    if value == current:
                        spot = pen.chip(spot, row, word, hit=hit)
                    else:
                        spot = pen.put(spot, row, f" {word} ", quiet, ground, False, hit)
            else:
                ink = pen.bright(ground) if chosen else colours.text
                end = pen.put(column, row, cut(words[current], room - 2, glyphs.dots), ink, ground, chosen, (name,))
                if chosen:
                    values = list(words)
                    at = values.index(current)
                    before, after = values[at - 1], values[(at + 1) % len(values)]
                    pen.put(column - 2, row, glyphs.choose_left, colours.key, ground, True, (name, before))
                    pen.put(end + 1, row, glyphs.choose_right, colours.key, ground, True, (name, after))

    def _written(self, name: str) -> str:
        if name == "keys":
            own = len(own_keys(self.app))  # a wish that cannot be met does not count
            return ngettext("{n} of your own", "{n} of your own", own).format(n=own) if own else _("all as shipped")
        return str(getattr(self.app.settings, name)) or (_("not given") if name == "name" else _("none"))

    def _draw_preview(self, pen: Pen, x: int, y: int, width: int) -> None:
        from atlantis_tui.menu.look_preview import MOST, paint_preview

        name = theme_words(self.looked_at)[0]
        pen.rule(x, y, width, _("Live preview: {theme}").format(theme=name), _("a real board"))
        look = self.look._replace(palette=palette(self.looked_at, os.environ))
        height = min(MOST, pen.canvas.height - 4 - (y + 1))
        if height > 2:
            paint_preview(pen.canvas, x + 1, y + 2, min(width - 2, 80), height, look, self.sample)

    def _draw_prompt(self, pen: Pen) -> None:
        y = pen.canvas.height - 3
        if self.trouble:
            lasts = _("What you chose lasts until you quit.") if self.unkept else ""
            trouble = cut(self.trouble, pen.canvas.width - 3, pen.glyphs.dots) if lasts else self.trouble
            pen.prompt(y, ["{trouble}", lasts], pen.palette.bad, trouble=trouble)
            return
        name = self.rows[self.row]
        looked, used = theme_words(self.looked_at)[0], theme_words(self.theme)[0]
        seen = {
            "truecolor": _("every colour"),
            "256": _("256 colours"),
            "16": _("16 colours"),
            "mono": _("no colours"),
        }[depth(os.environ)]
        params = {
            "looked": looked.capitalize(),
            "used": used,
            "seen": seen,
            "file": paths.settings_file().replace(os.path.expanduser("~"), "~"),
        }
        if self.field is not None:
            line = _("Type it, then *Enter*. *Esc* leaves it as it was.")
        elif name not in THEMES:
            line = play_words(name)[2]
        elif name == self.theme:
            line = _("*{looked}* is in use.")
        else:
            line = _("*{looked}.* *Enter* keeps it, *Bksp* returns to {used}.")
        more = _("What you choose is kept in {file}.")
        if name in THEMES:
            more = pen.fullest(
                (
                    _("Seen: {seen}. Does it look wrong? Ask ~atlantis doctor~."),
                    _("Seen: {seen}. If it is wrong: ~atlantis doctor~."),
                ),
                pen.canvas.width - 3,
                **params,
            )
        pen.prompt(y, [self.said + line, more], **params)
