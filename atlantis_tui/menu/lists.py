"""The two lists of the menu, painted: tables near you, and games to go on with."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.cells import cell_len

from atlantis_tui.saved.waiting_text import moment, standing
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.menu.screen import MenuScreen
    from atlantis_tui.network.nearby import NearbyTable
    from atlantis_tui.saved.game_files import UnfinishedGame


class MenuLists:
    def __init__(self, menu: MenuScreen, pen: Pen) -> None:
        self.menu, self.pen = menu, pen
        self.palette, self.glyphs = pen.palette, pen.glyphs

    def _told(self, x: int, y: int, width: int, rows: int, text: str) -> None:
        for row, line in enumerate(wrap(text, width - 3, rows)):
            self.pen.put(x + 2, y + row, line, self.palette.dim, self.palette.sea)

    # Tables ----------------------------------------------------------------------------------------------------------

    def tables(self, x: int, y: int, width: int, rows: int) -> None:
        near = self.menu.near
        count = len(near.rows) if near is not None else 0
        right = "" if not count else _("live") if count <= rows else _("*J* all {n}").format(n=count)
        self.pen.rule(x, y, width, _("Tables near you"), right, ("item", "join"))
        for number, table in enumerate(self.menu.tables):
            self._table(x, y + 1 + number, width, number, table)
        if not count:
            self._told(x, y + 1, width, rows, self._nobody())

    def _nobody(self) -> str:
        near = self.menu.near
        if not self.menu.app.discovers:
            return _("Not looked for: J takes an address or a ticket.")
        if near is not None and near.trouble is not None:
            return _("No look at the network: J takes an address or a ticket.")
        if near is not None and near.looked:
            return _("None just now. Tables on this network appear here by themselves.")
        return _("Looking… tables on this network appear here by themselves.")

    def _table(self, x: int, y: int, width: int, number: int, table: NearbyTable) -> None:
        pen, palette, glyphs = self.pen, self.palette, self.glyphs
        hit = ("table", number)
        chosen = self.menu.table == number
        ground = pen.row(x, y, width, chosen, self.menu.hover == hit, hit)
        quiet = palette.dim2 if chosen else palette.dim
        info = table.seen.info if table.seen is not None else None
        seats, taken = (info.seats, info.taken) if info is not None else (table.listing.seats, table.listing.taken)
        word, colour = _("version"), palette.bad
        if info is not None and info.state != "lobby":
            word, colour = _("playing"), palette.chain
        elif info is not None:
            word = {"open": _("open"), "code": _("code"), "closed": _("closed")}.get(info.door, "")
            colour = palette.land if info.door == "open" else palette.key
        pen.put(x + 2, y, glyphs.bullet, colour, ground, False, hit)
        end = pen.right(x + width - 1, y, word, colour, ground, False, hit) - 2
        dots = glyphs.home * taken + glyphs.away * (seats - taken) if seats <= 8 else f"{taken}/{seats}"
        end = pen.right(end, y, dots, palette.text, ground, False, hit) - 1
        game = title(table.listing.game)
        room = end - (x + 4)
        ink = pen.bright(ground) if chosen else palette.text
        name = cut(table.name or "?", max(4, room - cell_len(game) - 1), glyphs.dots)
        after = pen.put(x + 4, y, name, ink, ground, chosen, hit)
        if end - after > cell_len(game):
            start = max(after + 1, x + 19) if x + 19 + cell_len(game) <= end else after + 1
            pen.put(start, y, game, quiet, ground, False, hit)

    # Games -----------------------------------------------------------------------------------------------------------

    def games(self, x: int, y: int, width: int, rows: int, room: int) -> None:
        """Paint the games to resume: `room` games in `rows` lines. A line that is left over says "and 2 more"."""
        if rows < 1:
            return
        menu, games = self.menu, self.menu.games
        right = "" if not games else _("*C*  newest first") if width > 45 else "*C*"
        self.pen.rule(x, y, width, _("Go on with"), right, ("go_on", 0))
        if games is None:
            return
        if not games:
            text = _("No unfinished game. Leave one at any moment: it waits for you here.")
            self._told(x, y + 1, width, rows, text)
            return
        now = time.time()
        whens = [moment(game.when, now) for game in games]
        for row, game in enumerate(games[menu.top : menu.top + room]):
            self._game(x, y + 1 + row, width, menu.top + row, game, whens)
        below = len(games) - menu.top - room
        if room < rows and below > 0:
            more = ngettext("and {n} more", "and {n} more", below).format(n=below)
            self.pen.put(x + 2, y + 1 + room, more, self.palette.dim, self.palette.sea, hit=("go_on", 0))

    def _game(self, x: int, y: int, width: int, number: int, game: UnfinishedGame, whens: list[str]) -> None:
        pen, palette, dots = self.pen, self.palette, self.glyphs.dots
        hit = ("game", number)
        chosen = self.menu.game == number
        ground = pen.row(x, y, width, chosen, self.menu.hover == hit, hit)
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
            text, ink = standing(game, width > 45, self.glyphs.minus), palette.text
            if start + max(9, cell_len(turn) + 1) + cell_len(text) <= end:  # else how it stands tells more
                pen.put(start, y, turn, quiet, ground, False, hit)
                start += max(9, cell_len(turn) + 1)
        else:
            return
        text = cut(text, max(0, end - start), dots)
        if width > 45 and not game.trouble:
            pen.put(start, y, text, ink, ground, False, hit)
        else:
            pen.right(end, y, text, ink, ground, False, hit)
