"""The menu: one key to play, the tables near you, and the unfinished games.

The menu is painted before anything is known about the games on the disk or the network. The lists arrive later, in
space that is kept free for them, so nothing jumps.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import work
from textual.binding import Binding, BindingType

from atlantis_tui import games as faces
from atlantis_tui.games import table_for
from atlantis_tui.menu.lists import MenuLists
from atlantis_tui.saved import game_files as tables
from atlantis_tui.saved.waiting_text import about
from atlantis_tui.text.sentences import title
from atlantis_tui.text.setup import company, in_a_line
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.island_picture import has_picture, paint_island
from atlantis_tui.ui.large_page import LINE, is_large
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen, Sentence, marked
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.network.nearby import NearbyTable, NearbyTables
    from atlantis_tui.saved.game_files import UnfinishedGame

LINES = 2  # of the prompt
ITEMS = ("play", "new", "join", "host", "replays", "learn", "settings", "quit")


class MenuLayout(NamedTuple):
    """Where everything stands at one size of the screen."""

    picture: int  # height in rows
    left: int
    left_width: int
    play: int  # y
    items: int  # y
    list_x: int
    list_width: int
    near_y: int  # tables
    near_rows: int
    list_y: int  # games
    list_rows: int
    prompt: int  # y
    paged: bool  # the lists take the place of the items while the cursor is in a list
    step: int = 1  # rows from one item to the next


def places(width: int, height: int, picture: bool) -> MenuLayout:
    prompt = height - 1 - LINES
    rows = 4 if not picture else 6 if height < 24 else 9 if height < 26 else min(17, 10 + max(0, height - 28))
    large = is_large(width, height)
    if large and picture and height >= 52:
        rows = 22
    airy = 1 if height >= 36 else 0
    play = rows + airy
    items = play + 4 + airy
    near = 3 if height >= 30 else 2
    if width < 80:  # everything in one column
        x = (width - 60) // 2 + 2
        below = items + len(ITEMS)
        paged = prompt - below < near + 6
        near_y = items if paged else below
        games = near_y + near + 1
        return MenuLayout(rows, x, 56, play, items, x, 56, near_y, near, games, prompt - games - 1, prompt, paged)
    box = 80 if width < 120 else min(width, 140)
    x = (width - box) // 2
    left, left_width, list_x, list_width = (2, 34, 39, 39) if width < 120 else (5, 46, 58, box - 63)
    step = 1
    if large:
        box, near = min(width, 180), 5
        x = (width - box) // 2
        left_width, step = 60, 2 if items + 2 * len(ITEMS) <= prompt else 1
        list_x = left + left_width + 7
        list_width = min(LINE, box - list_x - 5)
    near_y, games = play + 1, play + 1 + near + 2
    return MenuLayout(
        rows, x + left, left_width, play, items, x + list_x, list_width, near_y, near, games, prompt - games - 2,
        prompt, False, step
    )  # fmt: skip


class MenuScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="menu.up"),
        Binding("down", "move(1)", show=False, id="menu.down"),
        Binding("home", "move(-99)", show=False, id="menu.first"),
        Binding("end", "move(99)", show=False, id="menu.last"),
        Binding("tab,shift+tab", "other_panel", show=False, id="menu.panel"),
        Binding("right", "other_game(1)", show=False, id="menu.right"),
        Binding("left", "other_game(-1)", show=False, id="menu.left"),
        Binding("enter,space", "open", show=False, id="menu.open"),
        Binding("p,P", "choose('play')", show=False, id="menu.play"),
        Binding("n,N", "choose('new')", show=False, id="menu.new"),
        Binding("j,J", "choose('join')", show=False, id="menu.join"),
        Binding("h,H", "choose('host')", show=False, id="menu.host"),
        Binding("c,C", "go_on", show=False, id="menu.continue"),
        Binding("r,R", "choose('replays')", show=False, id="menu.replays"),
        Binding("w,W", "result", show=False, id="menu.result"),
        Binding("l,L", "choose('learn')", show=False, id="menu.learn"),
        Binding("s,S", "choose('settings')", show=False, id="menu.settings"),
        Binding("q,Q", "choose('quit')", show=False, id="menu.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.names = faces.names()
        self.item = 0  # index in ITEMS
        self.table: int | None = None  # index in the list of tables, if the cursor is there
        self.game: int | None = None  # index in the list of games, if the cursor is there
        self.top = 0  # index of the first game shown
        self.near: NearbyTables | None = None  # None: the network is not loaded yet, or we may not look
        self.games: list[UnfinishedGame] | None = None  # None: not listed yet
        self.listing = True  # the games are being listed, for the first time or anew
        self._ahead: list[Callable[[], None]] = []  # what was typed for the list before it was there
        self._label = ""  # of the table under the cursor
        self.ended: str | None = None  # the file of the finished game that was played last
        self.is_new = False  # no game was ever played here
        self.trouble = ""  # what could not be done, in a sentence
        self.offered: str | None = None  # a damaged game; Enter on it again plays its good part on
        self._unlisten: Callable[[], None] | None = None

    def on_screen_resume(self) -> None:
        self.listing, self._ahead = True, []
        self.call_after_refresh(self.list_games)

    def on_screen_suspend(self) -> None:
        if self._unlisten is not None:
            self._unlisten()
            self._unlisten = None

    @work(exclusive=True, group="games")
    async def list_games(self) -> None:
        """List the unfinished games, then load what the first game needs, then listen for tables near us."""
        games = await asyncio.to_thread(tables.list_unfinished)
        self.ended = await asyncio.to_thread(tables.newest_finished)
        self.is_new = not games and not await asyncio.to_thread(tables.has_games)
        self._listed(games)
        with suppress(ImportError):  # a first game then opens at once; if this fails, opening it says why
            await asyncio.to_thread(table_for, self.game_name)
        with suppress(ImportError):  # without the network, joining a table says why it fails
            self.near = await self.app.near()
        if self.near is not None and self.is_active and self._unlisten is None:
            self._unlisten = self.near.listen(self._heard)
            self._heard()

    def _listed(self, games: list[UnfinishedGame]) -> None:
        """The games are known: the cursor stays on its game, and what was typed for the list is done now."""
        at = self.games[self.game].path if self.games and self.game is not None else None
        self.games, self.listing = games, False
        if at is not None:
            found = [number for number, game in enumerate(games) if game.path == at]
            self.game = found[0] if found else self.game
            if not found:
                self._ahead = []  # it was meant for a game that is not there any more
        self._stay_inside()
        ahead, self._ahead = self._ahead, []
        for act in ahead:
            if self.is_active:
                act()
        self.show()

    def _waits(self, act: Callable[[], None], begins: bool = False) -> bool:
        """Whether this key has to wait until the games are listed: because it needs their list (`begins`), or because
        an earlier key waits. Before the list is there it must not mean anything else."""
        if self.listing and (begins or self._ahead):
            self._ahead.append(act)
            self._hush()
            self.show()
            return True
        return False

    @property
    def game_name(self) -> str:
        """The game that is played, learnt and hosted from here."""
        return faces.usual(self.app.settings.game)

    def _heard(self) -> None:
        """Called when the network reports something about tables. The cursor stays on its table."""
        if self.table is not None:
            found = [number for number, table in enumerate(self.tables) if table.label == self._label]
            self.table = found[0] if found else self.table
        self._stay_inside()
        self._into(self.table, self.game)  # where its table is gone, the cursor is on the one that is shown there now
        self.show()

    @property
    def tables(self) -> list[NearbyTable]:
        """The tables that the list shows."""
        at = places(*self.size, has_picture(self.look))
        return self.near.rows[: at.near_rows] if self.near is not None else []

    @work(exclusive=True, group="standings")
    async def look_into_games(self) -> None:
        """Find out how the shown games stand. The others wait until somebody scrolls to them."""
        for game in self._shown():
            if not game.known:
                await asyncio.to_thread(game.look_into)
        self.show()

    def _shown(self) -> list[UnfinishedGame]:
        return (self.games or [])[self.top : self.top + self._room()]

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Move along the items. In the lists, move from the tables on to the games, and back."""
        if self._waits(lambda: self.action_move(by)):
            return
        self._hush()
        tables, games = self.tables, self.games or []
        if self.table is None and self.game is None:
            self.item = min(max(self.item + by, 0), len(ITEMS) - 1)
        else:
            at = self.table if self.table is not None else len(tables) + (self.game or 0)
            at = min(max(at + by, 0), len(tables) + len(games) - 1)
            self._into(at if at < len(tables) else None, at - len(tables) if at >= len(tables) else None)
        self._stay_inside()
        self.show()

    def _into(self, table: int | None, game: int | None) -> None:
        self.table, self.game = table, game
        self._label = self.tables[table].label if table is not None and table < len(self.tables) else ""

    @property
    def in_lists(self) -> bool:
        return self.table is not None or self.game is not None

    def action_other_panel(self) -> None:
        """Go round items, tables and games; skip empty lists."""
        if self._waits(self.action_other_panel, not self.in_lists and not self.tables):
            return
        if not self.in_lists:
            self.action_panel(True)
        elif self.table is not None and self.games:
            self._hush()
            self._into(None, 0)
            self._stay_inside()
            self.show()
        else:
            self.action_panel(False)

    def action_other_game(self, by: int) -> None:
        """Choose another game to play, to learn and to host, wherever the cursor is."""
        self._ahead = []
        self._hush()
        self.app.remember_game(self.names[(self.names.index(self.game_name) + by) % len(self.names)])
        self.show()

    def action_panel(self, lists: bool) -> None:
        self._hush()
        if not lists:
            self._into(None, None)
        elif not self.in_lists:
            self._into(0 if self.tables else None, 0 if not self.tables and self.games else None)
        self._stay_inside()
        self.show()

    def action_go_on(self) -> None:
        """Go to the unfinished games."""
        if self._waits(self.action_go_on, True):
            return
        self._hush()
        if self.games:
            self._into(None, self.game or 0)
        else:
            self.trouble = _("No game waits. One that you leave is kept, move by move.")
        self._stay_inside()
        self.show()

    def action_result(self) -> None:
        """Show the result of the game that ended last."""
        if self._waits(self.action_result, True):
            return
        self._hush()
        if self.ended is None:
            self.trouble = _("No game is over yet. The result of one can be seen again from here.")
        else:
            from atlantis_tui.replay.found_game import FoundGame
            from atlantis_tui.replay.past_result import open_result
            from atlantis_tui.text.command_error import CommandError

            try:
                found = FoundGame(self.ended)
            except CommandError as wrong:
                self.trouble = tables.in_short(str(wrong), self.ended)
            else:
                open_result(self.app, found.table, found.path, tables.in_short(found.wrong, found.path))
                return
        self.show()

    def action_choose(self, item: str) -> None:
        self._ahead = []
        self._into(None, None)
        self.item = ITEMS.index(item)
        self.action_open()

    def action_open(self) -> None:
        if self._waits(self.action_open, self.game is not None):
            return
        offered, self.offered = self.offered, None
        self._hush()
        if self.table is not None and self.table < len(self.tables):
            self._join(self.tables[self.table])
        elif self.game is not None and self.games:
            self._go_on(self.games[self.game], offered)
        elif not self.in_lists:
            getattr(self, f"_open_{ITEMS[self.item]}")()
        if self.is_active:
            self.show()

    def _open_play(self) -> None:
        try:
            who = tables.usual_seats(self.game_name, self.app.settings.name)
            self.app.open_table(tables.new_table(self.game_name, who))
        except tables.CannotOpenGame as error:
            self.trouble = str(error)

    def _open_new(self) -> None:
        from atlantis_tui.menu.new_game import NewGameScreen

        self.app.push_screen(NewGameScreen(self.game_name))

    def _open_join(self) -> None:
        self.app.join_table()

    def _join(self, table: NearbyTable) -> None:
        from atlantis_tui.network.join import has_seat

        self.app.join_table(table, returns=table.seen is not None and has_seat(table.seen))

    def _open_host(self) -> None:
        self.app.host_table()

    def _open_replays(self) -> None:
        from atlantis_tui.menu.library import GamesScreen

        self.app.push_screen(GamesScreen())

    def _open_learn(self) -> None:
        from atlantis_tui.games import has_lesson
        from atlantis_tui.lesson.opening import open_lesson

        if has_lesson(self.game_name):
            open_lesson(self.app, self.game_name)
        else:
            self.trouble = _("{game} has no first game yet: ? and then R tells its rules.").format(
                game=title(self.game_name)
            )

    def _open_settings(self) -> None:
        from atlantis_tui.menu.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def _open_quit(self) -> None:
        self.app.exit(return_code=0)

    def _go_on(self, game: UnfinishedGame, offered: str | None) -> None:
        if not game.together or game.trouble:
            self._resume(game.path, offered)
            return
        gid = os.path.basename(game.path).removeprefix("lan-").partition(".")[0]
        for table in self.near.rows if self.near is not None else []:
            if table.seen is not None and table.seen.info.gid is not None and table.seen.info.gid.hex() == gid:
                self.app.join_table(table, returns=True)  # the others already play on at that table
                return
        self.app.host_again(game.path)

    def _resume(self, path: str, offered: str | None) -> None:
        try:
            if offered == path:
                table, notice = tables.salvage_table(path)
            else:
                table, notice = tables.resume_table(path)
        except tables.CannotOpenGame as error:
            self.trouble = tables.in_short(str(error), path)
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
        if self.table is not None:
            self.table = min(self.table, len(self.tables) - 1) if self.tables else None
        if self.game is not None:
            self.game = min(max(self.game, 0), len(games) - 1) if games else None
        room = self._room()
        if self.game is not None:
            self.top = min(max(self.top, self.game - room + 1), self.game)
        self.top = max(0, min(self.top, len(games) - room))
        if self.is_attached and not all(game.known for game in self._shown()):
            self.look_into_games()

    def _room(self) -> int:
        """How many games are shown. If there are more, one line says "and 2 more"."""
        rows = places(*self.size, has_picture(self.look)).list_rows
        return max(1, rows if len(self.games or []) <= rows else rows - 1)

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        kind, what = hit
        if kind in ("table", "game"):
            self._ahead = []  # what is clicked takes the place of what was typed
        if kind == "item":
            self.action_choose(what)
        elif kind == "other":
            self.action_other_game(what)
        elif kind == "table":
            self._into(what, None)
            self.action_open()
        elif kind == "go_on":
            self.action_go_on()
        elif kind == "game":
            offered = self.offered if what == self.game else None
            self._into(None, what)
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
        if not at.paged or not self.in_lists:
            self._draw_items(pen, at)
        if not at.paged or self.in_lists:
            lists = MenuLists(self, pen)
            lists.tables(at.list_x, at.near_y, at.list_width, at.near_rows)
            lists.games(at.list_x, at.list_y, at.list_width, at.list_rows, self._room())
        self._draw_prompt(pen, at)
        pen.footer(
            (
                ("", "↑↓", _("choose")),
                ("enter", _("Enter"), _("open")),
                ("tab", _("Tab"), _("tables")),
                ("c", "C", _("continue")),
                *([("w", "W", _("last result"))] if self.ended is not None else []),
                ("q", "Q", _("quit")),
                ("j", "J", _("join")),
                ("h", "H", _("host")),
            )
        )

    def _draw_play(self, pen: Pen, at: MenuLayout) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        x, y, width, hit = at.left, at.play, at.left_width, ("item", "play")
        chosen = not self.in_lists and self.item == 0
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
        pen.right(x + width - 2, y + 1, pen.keys.painted(_("Enter") if chosen else "P"), ink, ground, chosen, hit)
        end = pen.put(x + 4, y + 2, title(self.game_name), ink, ground, True, hit)
        if len(self.names) > 1:
            sign = ink if chosen else palette.key
            pen.put(x + 2, y + 2, glyphs.choose_left, sign, ground, True, ("other", -1))
            end = pen.put(end + 1, y + 2, glyphs.choose_right, sign, ground, True, ("other", 1))
        room = x + width - 2 - end - 2
        pen.put(end + 2, y + 2, cut(company(self.game_name), room, glyphs.dots), ink, ground, False, hit)

    def _draw_items(self, pen: Pen, at: MenuLayout) -> None:
        palette = pen.palette
        x, width = at.left, at.left_width
        wide = width > 40
        rows = (
            ("new", "N", _("New game"), _("who plays, which rules") if wide else ""),
            ("join", "J", _("Join a table"), self._near_you()),
            ("host", "H", _("Host a table"), _("friends on this network") if wide else ""),
            ("replays", "R", _("Replays and review"), _("all games there are") if wide else ""),
            ("learn", "L", _("First game"), self._first_game(wide)),
            ("settings", "S", _("Settings"), _("colours, signs, your name") if wide else ""),
            ("quit", "Q", _("Quit"), ""),
        )
        for number, (item, key, name, fact) in enumerate(rows):
            y = at.items + number * at.step
            hit = ("item", item)
            chosen = not self.in_lists and ITEMS[self.item] == item
            ground = pen.row(x, y, width, chosen, self.hover == hit, hit)
            pen.put(x + 2, y, cut(pen.keys.painted(key), 2), palette.key, ground, True, hit)
            ink = pen.bright(ground) if chosen else palette.text
            end = pen.put(x + 5, y, cut(name, width - 7, pen.glyphs.dots), ink, ground, chosen, hit)
            if fact and end + 2 + cell_len(fact) < x + width:
                pen.right(x + width - 1, y, fact, palette.dim2 if chosen else palette.dim, ground, False, hit)

    def _first_game(self, wide: bool) -> str:
        """Of which game the first game is."""
        return _("{game}, ten minutes").format(game=title(self.game_name)) if wide else title(self.game_name)

    def _near_you(self) -> str:
        if self.near is None or (not self.near.rows and not self.near.looked):
            return ""
        count = len(self.near.rows)
        return ngettext("{n} near you", "{n} near you", count).format(n=count) if count else _("none near")

    def _draw_prompt(self, pen: Pen, at: MenuLayout) -> None:
        palette = pen.palette
        wrong = self.trouble or self.app.notice
        if wrong:
            first, second = [*wrap(wrong, pen.canvas.width - 4, LINES), ""][:LINES]
            pen.prompt(at.prompt, ["{first}", "{second}"], palette.bad, first=first, second=second)
            return
        if self._ahead:
            pen.prompt(at.prompt, [_("*One moment.* Your games are being listed."), ""])
            return
        lines, params = self._explain()
        pen.prompt(at.prompt, [*lines, ""][:LINES], **params)

    def _at_once(self) -> str:
        """What Enter does on the first item."""
        if self.is_new:
            return _("*Welcome.* New here? *L* plays a first game with you, step by step.")
        if len(self.names) < 2:
            return _("*Play now.* *Enter* begins at once: {company}.")
        if self.size.width < 80:
            return _("*{motto}.* *←→* another game.")
        return _("*Play now.* *Enter* begins at once: {company}. *←→* another game.")

    def _about_table(self, table: NearbyTable) -> tuple[list[str], dict[str, Any]]:
        from atlantis_tui.network.join import has_seat  # the network is loaded: otherwise there would be no table

        words = (
            _("*{table}*, hosted by {host}. *Enter* goes there.") if table.host else _("*{table}.* *Enter* goes there.")
        )
        if table.seen is not None and has_seat(table.seen):
            words = _("*{table}: your game.* *Enter* goes back to your seat.")
        elif table.seen is not None and table.seen.info.state == "playing":
            words = _("*{table}:* a game is being played. *Enter* goes there to watch.")
        return [words], {"table": table.name or "?", "host": table.host}

    def _explain(self) -> tuple[Sequence[Sentence], dict[str, Any]]:
        """A sentence or two about the thing under the cursor."""
        if self.table is not None and self.table < len(self.tables):
            return self._about_table(self.tables[self.table])
        if self.game is not None and self.games:
            return about(self.games[self.game])
        motto = faces.about(self.game_name).motto()
        params = {
            "company": company(self.game_name),
            "game": title(self.game_name),
            "motto": motto[:1].upper() + motto[1:],
        }
        return [self._about_item(), self._about_game()], params

    def _about_game(self) -> str:
        """The game that is chosen, in as many words as there is room for."""
        choices = in_a_line(self.game_name)
        fits = (line for line in choices if sum(cell_len(run.text) for run in marked(line, {})) <= self.size.width - 3)
        return next(fits, choices[-1])

    def _about_item(self) -> str:
        """A sentence about the item under the cursor."""
        item = ITEMS[self.item]
        if item == "play":
            return self._at_once()
        return {
            "new": _("*New game.* Choose who plays, the rules and the seed."),
            "join": _("*Join a table.* Those on this network appear by themselves."),
            "host": _("*Host a table.* Friends on this network find it, others get a ticket."),
            "replays": _("*Replays and review.* Every game you played; *W* shows the last result."),
            "learn": _("*A first game of {game}* explains itself; leave it at any moment."),
            "settings": _("*Settings.* Themes, signs, pace and your name."),
            "quit": _("*Quit.* Nothing is lost: a game you left waits here."),
        }[item]
