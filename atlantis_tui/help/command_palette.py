"""The command palette: every command of a screen with its key, and at a table every legal move in words. A few letters
find one.

A command is carried out at once. A move becomes the plan on the table, as a hint does: the player sees it before Enter
makes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.screen import Screen

from atlantis_tui.help.screen import game_of, is_of_use
from atlantis_tui.text.keys import describe, describe_one, order
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import bound_keys
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.dim import snapshot
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from core.game import Move

LONGEST = 40  # characters of what is searched for
WHOLE = 3  # how many lines show the chosen entry in full


class PaletteEntry(NamedTuple):
    text: str
    key: str = ""
    action: tuple[Any, str] | None = None  # the node that has the action, and the action
    move: Move | None = None


def open_palette(app: AtlantisApp) -> None:
    if not isinstance(app.screen, PaletteScreen):
        app.push_screen(PaletteScreen(app.screen))


def commands(screen: Screen[Any]) -> list[PaletteEntry]:
    """What the keys of a screen do now, the most needed first. Keys with the same words, such as those of two
    directions, are one entry, which does what the first of them does."""
    found: dict[tuple[bool, int, str], tuple[tuple[Any, str], list[str]]] = {}
    ranks = {words: rank for rank, words in enumerate(order(game_of(screen)))}
    for key, (node, binding, enabled, _tip) in screen.active_bindings.items():
        id = binding.id or ""
        does = describe(id, binding.description)
        if enabled and id and does and id != "app.palette" and is_of_use(screen, id):
            place = node is screen.app, ranks.get(does, len(ranks)), describe_one(id, binding.description)
            found.setdefault(place, ((node, binding.action), []))[1].append(key)
    ranked = sorted(found.items(), key=lambda one: one[0][:2])
    return [PaletteEntry(place[2], bound_keys.all_shown(keys), action) for place, (action, keys) in ranked]


def moves(screen: Screen[Any]) -> list[PaletteEntry]:
    """The legal moves of the player at this screen, in words that reveal nothing hidden; none out of turn."""
    from atlantis_tui.table.screen import TableScreen

    if not isinstance(screen, TableScreen) or not screen.mine:
        return []
    view = screen.table.view(screen.viewer)
    every = getattr(screen.wording, "every_choice", None)  # a game in which some moves are like others has that
    found = screen.wording.choices(view)[0] if every is None else every(view)
    return [PaletteEntry(text, move=move) for move, text in found]


def matches(wanted: str, text: str) -> int | None:
    """How well letters fit a text; lower is better. None if the text does not contain them in this order.

    Letters fit best when they stand together, and at the beginning of a word.
    """
    score, at, text = 0, 0, text.casefold()
    for word in wanted.casefold().split():
        whole = text.find(word)
        if whole >= 0:
            score += 0 if whole == 0 or not text[whole - 1].isalnum() else 1
            continue
        at = -1
        for letter in word:
            after = text.find(letter, at + 1)
            if after < 0:
                return None
            score += 2 + min(8, after - at)
            at = after
    return score


class PaletteScreen(Page):
    """All keys go to the line of text, except those that choose an entry."""

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self.below = below
        self.field = LineEdit("palette", "", LONGEST)
        self.behind: Canvas | None = None
        if below.is_attached:
            self.behind = snapshot(below, below.app.look.palette)  # type: ignore[attr-defined]
        self.commands, self.moves = commands(below), moves(below)
        self.at = self.top = 0

    @property
    def entries(self) -> list[PaletteEntry]:
        """The entries that fit the letters, best first. Without letters all entries, moves before commands."""
        every = [*self.moves, *self.commands]
        wanted = self.field.text if self.field is not None else ""
        if not wanted.strip():
            return every
        scored = [(matches(wanted, f"{one.text} {one.key}"), number) for number, one in enumerate(every)]
        return [every[number] for _score, number in sorted((s, n) for s, n in scored if s is not None)]

    # Keys and mouse --------------------------------------------------------------------------------------------------

    def typed(self, event: events.Key) -> None:
        step = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}.get(event.key)
        assert self.field is not None
        if step is not None:
            self._choose(self.at + step)
        elif event.key in ("tab", "shift+tab"):
            self._choose(0 if self.at >= len(self.moves) else len(self.moves))
        elif event.key == "enter":
            self._do(self.at)
        elif self.field.key(event.key, event.character) == "drop":
            self.dismiss()
        else:
            self._choose(0)

    def on_paste(self, event: events.Paste) -> None:
        super().on_paste(event)
        self._choose(0)

    def scrolled(self, by: int) -> None:
        self._choose(self.at + by)

    def pressed(self, hit: Any) -> None:
        self._do(hit)

    def _choose(self, at: int) -> None:
        self.at = max(0, min(at, len(self.entries) - 1))
        self.show()

    def _do(self, at: int) -> None:
        found = self.entries
        if not 0 <= at < len(found):
            return
        self.dismiss()
        self.app.call_later(self._done, found[at])

    async def _done(self, entry: PaletteEntry) -> None:
        if entry.action is not None:
            node, action = entry.action
            await self.app.run_action(action, node)
            return
        table: Any = self.below
        if entry.move in table.table.view(table.viewer).legal() and table.ready():
            table.plan.forget()
            table.plan.put([entry.move])
            table.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        canvas, palette = pen.canvas, pen.palette
        width, height = canvas.width, canvas.height
        if self.behind is not None and (self.behind.width, self.behind.height) == (width, height):
            canvas.take(self.behind)
        wide, high = min(width - 4, 116), height - 4
        x, y = (width - wide) // 2, 1
        paint_modal(pen, x, y, wide, high, palette.chain, _("Commands and moves"), self._count())
        field = self.field
        assert field is not None
        pen.field(x + 3, y + 2, wide - 6, field.text, field.cursor)
        if not field.text:
            hint = cut(_("a few letters of what you want"), wide - 12, pen.glyphs.dots)
            pen.put(x + 6, y + 2, hint, palette.absent, palette.field)
        found, room = self.entries, high - 6 - WHOLE
        self.top = max(0, min(max(self.top, self.at - room + 1), self.at, len(found) - 1))
        for row, entry in enumerate(found[self.top : self.top + room]):
            self._row(pen, x + 2, y + 4 + row, wide - 4, self.top + row, entry)
        if not found:
            pen.put(x + 3, y + 4, cut(_("Nothing is called so."), wide - 6), palette.dim, palette.surf)
        else:
            for row, line in enumerate(wrap(found[self.at].text, wide - 6, WHOLE)):
                pen.put(x + 3, y + high - 1 - WHOLE + row, line, palette.dim, palette.surf)
        pairs: list[Pair] = [
            ("", "↑↓", _("choose")),
            ("enter", _("Enter"), self._enter()),
            ("escape", _("Esc"), _("close")),
        ]
        if self.moves:
            pairs.insert(1, ("tab", _("Tab"), _("moves or commands")))
        pen.footer(pairs, helps=False)

    def _enter(self) -> str:
        found = self.entries
        return _("show it") if found and found[self.at].move is not None else _("do it")

    def _count(self) -> str:
        if not self.moves:
            return ""
        return ngettext("{n} legal move", "{n} legal moves", len(self.moves)).format(n=len(self.moves))

    def _row(self, pen: Pen, x: int, y: int, width: int, number: int, entry: PaletteEntry) -> None:
        palette = pen.palette
        chosen = number == self.at
        ground = palette.focus if chosen else palette.hover if self.hover == number else palette.surf
        pen.fill(x, y, width, 1, ground, number)
        if chosen:
            pen.put(x, y, pen.glyphs.bar, palette.key, ground, hit=number)
        end = x + width - 1
        if entry.key:
            end = pen.right(end, y, entry.key, palette.key, ground, True, number) - 2
        ink = pen.bright(ground) if chosen else palette.text
        text = cut(entry.text, end - x - 2, pen.glyphs.dots)
        pen.put(x + 2, y, text, ink, ground, chosen, number)
        if cell_len(text) < cell_len(entry.text):
            pen.put(end - 1, y, pen.glyphs.dots, ink, ground, chosen, number)
