"""The menu: one key to play, and the games that wait.

It is painted before anything is known of the games on the disk. Their list comes later, from a thread, into places that
are kept free for it, so nothing jumps.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import work
from textual.binding import Binding, BindingType

from atlantis_tui import tables
from atlantis_tui.look.canvas import cut
from atlantis_tui.look.pen import Pen, wrap
from atlantis_tui.look.picture import has_picture, paint_island
from atlantis_tui.screens import table_for
from atlantis_tui.screens.page import Page
from atlantis_tui.screens.waiting import about, moment, standing
from atlantis_tui.wording import title
from atlantis_tui.words import _, ngettext

if TYPE_CHECKING:
    from atlantis_tui.tables import Unfinished

GAME = "atlantis"
ITEMS = ("play", "new", "continue", "settings", "quit")


class Places(NamedTuple):
    """Where everything stands at one size of the screen."""

    picture: int  # rows
    left: int
    left_width: int
    play: int  # y
    items: int  # y
    list_x: int
    list_y: int
    list_width: int
    list_rows: int
    prompt: int  # y
    lines: int  # of the prompt


def places(width: int, height: int, picture: bool) -> Places:
    lines = 2 if height >= 30 else 1
    prompt = height - 1 - lines
    rows = 4 if not picture else 6 if height < 24 else min(17, 10 + max(0, height - 28))
    airy = 1 if height >= 36 else 0
    play = rows + airy
    items = play + 4 + airy
    if width < 80:  # one column
        x = (width - 60) // 2 + 2
        return Places(rows, x, 56, play, items, x, items + 4, 56, prompt - items - 5, prompt, lines)
    if width < 120:
        x = (width - 80) // 2
        return Places(rows, x + 2, 34, play, items, x + 39, play + 1, 39, prompt - play - 3, prompt, lines)
    box = min(width, 140)
    x = (width - box) // 2
    return Places(rows, x + 5, 46, play, items, x + 58, play + 1, box - 63, prompt - play - 3, prompt, lines)


class MenuScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="menu.up"),
        Binding("down", "move(1)", show=False, id="menu.down"),
        Binding("home", "move(-99)", show=False, id="menu.first"),
        Binding("end", "move(99)", show=False, id="menu.last"),
        Binding("tab,shift+tab", "other_panel", show=False, id="menu.panel"),
        Binding("right", "panel(True)", show=False, id="menu.right"),
        Binding("left", "panel(False)", show=False, id="menu.left"),
        Binding("enter,space", "open", show=False, id="menu.open"),
        Binding("p,P", "choose('play')", show=False, id="menu.play"),
        Binding("n,N", "choose('new')", show=False, id="menu.new"),
        Binding("c,C", "choose('continue')", show=False, id="menu.continue"),
        Binding("s,S", "choose('settings')", show=False, id="menu.settings"),
        Binding("q,Q", "choose('quit')", show=False, id="menu.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.item = 0  # of ITEMS
        self.game: int | None = None  # in the list, where the cursor is there
        self.top = 0  # the first game shown
        self.games: list[Unfinished] | None = None  # None: not looked yet
        self.trouble = ""  # what could not be done, in a sentence
        self.offered: str | None = None  # a damaged game: asked once more, its good part is played on

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.list_games)

    @work(exclusive=True, group="games")
    async def list_games(self) -> None:
        """Fills in the games that wait, first their names and then how they stand."""
        self.games = await asyncio.to_thread(tables.list_unfinished)
        self._stay_inside()
        self.show()
        with suppress(ImportError):  # so that the first game opens at once; if it cannot, opening it will say so
            await asyncio.to_thread(table_for, GAME)

    @work(exclusive=True, group="standings")
    async def look_into_games(self) -> None:
        """How the games that are shown stand. Others wait until they are scrolled to."""
        for game in self._shown():
            if not game.known:
                await asyncio.to_thread(game.look_into)
        self.show()

    def _shown(self) -> list[Unfinished]:
        return (self.games or [])[self.top : self.top + self._room()]

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        self._hush()
        if self.game is None:
            self.item = min(max(self.item + by, 0), len(ITEMS) - 1)
        else:
            self.game += by
        self._stay_inside()
        self.show()

    def action_other_panel(self) -> None:
        self.action_panel(self.game is None)

    def action_panel(self, games: bool) -> None:
        self._hush()
        self.game = (self.game or 0) if games and self.games else None
        self._stay_inside()
        self.show()

    def action_choose(self, item: str) -> None:
        self.game = None
        self.item = ITEMS.index(item)
        self.action_open()

    def action_open(self) -> None:
        offered, self.offered = self.offered, None
        self._hush()
        if self.game is not None and self.games:
            self._resume(self.games[self.game].path, offered)
        elif self.game is None:
            getattr(self, f"_open_{ITEMS[self.item]}")()
        if self.is_current:
            self.show()

    def _open_play(self) -> None:
        try:
            self.app.open_table(tables.new_table(GAME, tables.usual_seats(name=self.app.settings.name)))
        except tables.CannotOpen as error:
            self.trouble = str(error)

    def _open_new(self) -> None:
        from atlantis_tui.screens.newgame import NewGameScreen

        self.app.push_screen(NewGameScreen())

    def _open_continue(self) -> None:
        if self.games:
            self.action_panel(True)

    def _open_settings(self) -> None:
        from atlantis_tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def _open_quit(self) -> None:
        self.app.exit(return_code=0)

    def _resume(self, path: str, offered: str | None) -> None:
        try:
            if offered == path:
                table, notice = tables.salvage_table(path)
            else:
                table, notice = tables.resume_table(path)
        except tables.CannotOpen as error:
            self.trouble = str(error).replace(os.path.dirname(os.path.realpath(path)) + os.sep, "")
            if error.damaged:
                self.offered = path
                self.trouble = _(
                    "This game is damaged. Enter once more goes on from its last good move, in a new file; "
                    "the damaged one stays as it is."
                )
        else:
            self.app.open_table(table, notice)

    def _hush(self) -> None:
        self.trouble = self.app.notice = ""

    def _stay_inside(self) -> None:
        games = self.games or []
        if self.game is not None:
            self.game = min(max(self.game, 0), len(games) - 1) if games else None
        room = self._room()
        if self.game is not None:
            self.top = min(max(self.top, self.game - room + 1), self.game)
        self.top = max(0, min(self.top, len(games) - room))
        if self.is_attached and not all(game.known for game in self._shown()):
            self.look_into_games()

    def _room(self) -> int:
        """How many games are shown; one line is for "and 2 more"."""
        rows = places(*self.size, has_picture(self.look)).list_rows
        return max(1, rows if len(self.games or []) <= rows else rows - 1)

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        kind, what = hit
        if kind == "item":
            self.action_choose(what)
        elif kind == "game":
            offered = self.offered if what == self.game else None
            self.game = what
            self.offered = offered
            self.action_open()

    def scrolled(self, by: int) -> None:
        if self.games:
            self.top += by
            self.game = None if self.game is None else min(max(self.game, self.top), self.top + self._room() - 1)
            self._stay_inside()
            self.show()

    def on_resize(self) -> None:
        self._stay_inside()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        canvas = pen.canvas
        at = places(canvas.width, canvas.height, has_picture(self.look))
        if has_picture(self.look):
            paint_island(canvas, at.picture, self.look)
        else:
            pen.put(at.left + 2, 1, "A T L A N T I S", pen.bright(pen.palette.sea), pen.palette.sea, True)
            pen.put(at.left + 2, 2, _("The road sinks behind you."), pen.palette.dim, pen.palette.sea)
        self._draw_play(pen, at)
        self._draw_items(pen, at)
        self._draw_games(pen, at)
        self._draw_prompt(pen, at)
        pen.footer(
            (
                ("", "↑↓", _("choose")),
                ("enter", _("Enter"), _("open")),
                ("tab", _("Tab"), _("games")),
                ("n", "N", _("new game")),
                ("c", "C", _("continue")),
                ("s", "S", _("settings")),
                ("q", "Q", _("quit")),
            )
        )

    def _draw_play(self, pen: Pen, at: Places) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        x, y, width, hit = at.left, at.play, at.left_width, ("item", "play")
        chosen = self.game is None and self.item == 0
        ground = pen.solid if chosen else palette.focus if self.hover == hit else palette.button
        if palette.flat and not chosen:
            ground = palette.sea
        ink = palette.ink if chosen else palette.text
        edge = "plain" if palette.flat else ground
        if glyphs.lower and ground != palette.sea:
            pen.put(x, y, glyphs.lower * width, edge, palette.sea, hit=hit)
            pen.put(x, y + 3, glyphs.upper * width, edge, palette.sea, hit=hit)
        pen.fill(x, y + 1, width, 2, ground, hit)
        pen.put(x + 2, y + 1, glyphs.turn, ink, ground, True, hit)
        pen.put(x + 4, y + 1, cut(_("Play now"), width - 14), ink if chosen else palette.key, ground, True, hit)
        pen.right(x + width - 2, y + 1, _("Enter") if chosen else "P", ink, ground, chosen, hit)
        end = pen.put(x + 4, y + 2, title(GAME), ink, ground, True, hit)
        room = x + width - 2 - end - 2
        pen.put(end + 2, y + 2, cut(_("you and two bots"), room, glyphs.dots), ink, ground, False, hit)

    def _draw_items(self, pen: Pen, at: Places) -> None:
        palette = pen.palette
        x, width = at.left, at.left_width
        wide = width > 40
        waiting = len(self.games or [])
        rows = (
            ("new", "N", _("New game"), _("who plays, which rules") if wide else ""),
            ("continue", "C", _("Continue"), self._waiting()),
            ("settings", "S", _("Settings"), _("colours, signs, your name") if wide else ""),
            ("quit", "Q", _("Quit"), ""),
        )
        for number, (item, key, name, fact) in enumerate(rows):
            y = at.items + number
            hit = ("item", item)
            chosen = self.game is None and ITEMS[self.item] == item
            ground = pen.row(x, y, width, chosen, self.hover == hit, hit)
            usable = item != "continue" or self.games is None or waiting > 0
            pen.put(x + 2, y, key, palette.key if usable else palette.dim, ground, True, hit)
            ink = pen.bright(ground) if chosen else palette.text if usable else palette.dim
            end = pen.put(x + 5, y, cut(name, width - 7, pen.glyphs.dots), ink, ground, chosen, hit)
            if fact and end + 2 + cell_len(fact) < x + width:
                pen.right(x + width - 1, y, fact, palette.dim2 if chosen else palette.dim, ground, False, hit)

    def _waiting(self) -> str:
        if self.games is None:
            return ""
        if not self.games:
            return _("none waits")
        return ngettext("{n} game waits", "{n} games wait", len(self.games)).format(n=len(self.games))

    def _draw_games(self, pen: Pen, at: Places) -> None:
        palette = pen.palette
        x, y, width = at.list_x, at.list_y, at.list_width
        if at.list_rows < 1:
            return
        wide = width > 45
        right = "" if not self.games else _("*C*  newest first") if wide else "*C*"
        pen.rule(x, y, width, _("Go on with"), right, ("item", "continue"))
        if self.games is None:
            return
        if not self.games:
            text = _("No unfinished game. Leave one at any moment: it waits for you here.")
            for row, line in enumerate(wrap(text, width - 3)[: at.list_rows]):
                pen.put(x + 2, y + 1 + row, line, palette.dim, palette.sea)
            return
        room = self._room()
        now = time.time()
        whens = [moment(game.when, now) for game in self.games]
        for row, game in enumerate(self._shown()):
            self._draw_game(pen, x, y + 1 + row, width, self.top + row, game, whens)
        below = len(self.games) - self.top - room
        if room < at.list_rows and below > 0:
            more = ngettext("and {n} more", "and {n} more", below).format(n=below)
            pen.put(x + 2, y + 1 + room, more, palette.dim, palette.sea, hit=("item", "continue"))

    def _draw_game(self, pen: Pen, x: int, y: int, width: int, number: int, game: Unfinished, whens: list[str]) -> None:
        palette, dots = pen.palette, pen.glyphs.dots
        hit = ("game", number)
        chosen = self.game == number
        ground = pen.row(x, y, width, chosen, self.hover == hit, hit)
        quiet = palette.dim2 if chosen else palette.dim
        pen.right(x + width - 1, y, whens[number], quiet, ground, False, hit)
        end = x + width - 3 - max(cell_len(when) for when in whens)
        ink = quiet if game.trouble else pen.bright(ground) if chosen else palette.text
        name = title(game.game) if game.game else game.path.rpartition("/")[2]
        start = pen.put(x + 2, y, cut(name, end - x - 2, dots), ink, ground, chosen, hit) + 1
        if game.trouble:
            text, ink = _("cannot go on"), palette.bad
        elif game.damaged:
            text, ink = _("damaged"), palette.bad
        elif game.known:
            turn = _("turn {turn}").format(turn=game.turn)
            pen.put(start, y, cut(turn, max(0, end - start), dots), quiet, ground, False, hit)
            start += max(9, cell_len(turn) + 1)
            text, ink = standing(game, width > 45), palette.text
        else:
            return
        text = cut(text, max(0, end - start), dots)
        if width > 45 and not game.trouble:
            pen.put(start, y, text, ink, ground, False, hit)
        else:
            pen.right(end, y, text, ink, ground, False, hit)

    def _draw_prompt(self, pen: Pen, at: Places) -> None:
        palette = pen.palette
        wrong = self.trouble or self.app.notice
        if wrong:
            lines = wrap(wrong, pen.canvas.width - 4)
            if len(lines) > 2:
                lines = [lines[0], cut(" ".join(lines[1:]), pen.canvas.width - 4, pen.glyphs.dots)]
            top = at.prompt + at.lines - max(len(lines), at.lines)
            for row in range(max(len(lines), at.lines)):
                text = lines[row] if row < len(lines) else ""
                pen.prompt(top + row, ["{text}"], palette.bad, text=text)
            return
        lines, params = self._explain()
        pen.prompt(at.prompt, [*lines, ""][: at.lines], **params)

    def _explain(self) -> tuple[list[str], dict[str, Any]]:
        """The thing under the cursor in a sentence or two."""
        if self.game is not None and self.games:
            return about(self.games[self.game])
        atlantis = _("~Atlantis:~ bring your three figures over the sinking road. 2-4 players, about 20 minutes.")
        item = ITEMS[self.item]
        if item == "play":
            first = self.games is not None and not self.games
            hello = _("*Welcome.* *Enter* begins a game at once: you and two bots.")
            return [hello if first else _("*Play now.* *Enter* begins at once: you and two bots."), atlantis], {}
        if item == "continue" and not self.games:
            return [_("*Continue.* No game waits. One that you leave is kept, move by move.")], {}
        return {
            "new": ([_("*New game.* Choose who plays, the rules and the seed."), atlantis], {}),
            "continue": ([_("*Continue.* *Enter* goes to the games that wait.")], {}),
            "settings": ([_("*Settings.* Themes, signs, pace and your name.")], {}),
            "quit": ([_("*Quit.* Nothing is lost: a game you left waits here.")], {}),
        }[item]
