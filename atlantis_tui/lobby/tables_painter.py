"""Tables near you, painted: the list, the table under the cursor, and the line for an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.large_page import is_large
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap
from net.codes import address_text

if TYPE_CHECKING:
    from atlantis_tui.lobby.tables import TablesScreen
    from atlantis_tui.network.nearby import NearbyTable


class TablesLayout(NamedTuple):
    """Where everything stands at one size of the screen."""

    x: int
    width: int  # of the list
    list: int  # y
    rows: int
    about_x: int
    about: int  # y
    about_width: int
    about_rows: int
    field_x: int
    field: int  # y
    field_width: int
    prompt: int
    lines: int
    wide: bool  # whether the list has all its columns
    columns: tuple[int, ...] = (2, 22, 33, 42, 51, 67)  # where they begin: table, game, seats, door, host, link


def layout(width: int, height: int) -> TablesLayout:
    lines = 3 if height >= 24 else 2
    prompt = height - 1 - lines
    if is_large(width, height):
        right = min(60, width - 110)
        x = (width - 102 - 4 - right) // 2
        columns = (2, 30, 42, 54, 65, 91)
        beside = x + 106
        return TablesLayout(
            x, 102, 2, prompt - 6, beside, 2, right, 10, beside, 15, right, prompt, lines, True, columns
        )
    if width >= 120:
        x = (width - min(width, 140)) // 2 + 1
        right = min(width, 140) - 82 - 1
        list_rows = prompt - 6
        return TablesLayout(x, 78, 2, list_rows, x + 81, 2, right, 8, x + 81, 13, right, prompt, lines, True)
    if width >= 80:
        x = (width - 80) // 2 + 1
        about = prompt - 8
        return TablesLayout(x, 78, 2, about - 6, x, about, 46, 6, x + 48, about, 30, prompt, lines, True)
    x = (width - 60) // 2 + 1
    about = prompt - 7
    return TablesLayout(x, 58, 1, about - 4, x, about, 58, 3, x, about + 4, 58, prompt, lines, False)


class TablesSheet:
    def __init__(self, tables: TablesScreen, pen: Pen) -> None:
        self.tables, self.pen = tables, pen
        self.palette, self.glyphs = pen.palette, pen.glyphs
        self.at = layout(pen.canvas.width, pen.canvas.height)

    def paint(self) -> None:
        pen, tables, at = self.pen, self.tables, self.at
        near = tables.near
        count = len(tables.found)
        facts = ngettext("{n} found, listening", "{n} found, listening", count).format(n=count)
        if near is None:
            facts = _("not looking") if not tables.app.discovers else ""
        right = ""
        if near is not None:
            good = near.trouble is None
            dot = self.glyphs.home if good else self.glyphs.away
            right = f"{dot} " + (_("network ready") if good else _("no look at the network"))
        pen.header(_("TABLES NEAR YOU"), facts, right)
        self._list()
        self._about()
        self._field()
        bar, lines, params = tables.prompt()
        pen.prompt(at.prompt, [*lines, "", "", ""][: at.lines], bar, **params)
        pen.footer(tables.keys())

    # The list --------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        at, pen, palette, tables = self.at, self.pen, self.palette, self.tables
        right = _("*F* {game}").format(game=title(tables.game)) if tables.game else ""
        pen.rule(at.x, at.list, at.width, _("Tables"), right, ("key", "f"))
        y = at.list + (2 if at.wide else 1)
        for x, name in self._columns():
            pen.put(at.x + x, y, name, palette.dim, palette.sea)
        y += 1
        rows = tables.found
        for number, one in enumerate(rows[tables.top : tables.top + at.rows]):
            self._row(y + number, one)
        shown = len(rows[tables.top : tables.top + at.rows])
        if shown < at.rows and tables.near is not None:
            gap = 1 if shown and shown + 1 < at.rows else 0
            text = _("New tables appear here by themselves.") if rows else self._nobody()
            for line, words in enumerate(wrap(text, at.width - 3, at.rows - shown - gap)):
                pen.put(at.x + 2, y + shown + gap + line, words, palette.dim, palette.sea)

    def _nobody(self) -> str:
        near = self.tables.near
        if near is not None and near.looked and near.trouble is None:
            return _("No table is near. New ones appear here by themselves.")
        return _("Looking… Tables of friends on this network appear here by themselves.")

    def _columns(self) -> list[tuple[int, str]]:
        names = (_("table"), _("game"), _("seats"), _("door"), _("host"), _("link"))
        return list(zip(self.at.columns, names, strict=True))[: 6 if self.at.wide else 4]

    def _row(self, y: int, one: NearbyTable) -> None:
        at, pen, palette, dots = self.at, self.pen, self.palette, self.glyphs.dots
        hit = ("table", one.label)
        chosen = one.label == self.tables.label
        ground = pen.row(at.x, y, at.width, chosen, self.tables.hover == hit, hit)
        quiet = palette.dim2 if chosen else palette.dim
        ink = quiet if one.seen is None else pen.bright(ground) if chosen else palette.text
        name_x, game_x, seats_x, door_x, host_x, link_x = (at.x + column for column in at.columns)
        pen.put(name_x, y, cut(one.name or "?", game_x - name_x - 1, dots), ink, ground, chosen, hit)
        pen.put(game_x, y, cut(title(one.listing.game), 10, dots), quiet, ground, False, hit)
        seats, taken = one.listing.seats, one.listing.taken
        if one.seen is not None:
            seats, taken = one.seen.info.seats, one.seen.info.taken
        dotted = self.glyphs.home * taken + self.glyphs.away * (seats - taken)
        pen.put(seats_x, y, dotted if seats <= 8 else f"{taken}/{seats}", palette.text, ground, False, hit)
        word, colour = self.door(one)
        pen.put(door_x, y, cut(word, 8 if at.wide else at.width - 43, dots), colour, ground, False, hit)
        if not at.wide:
            return
        place = one.seen.addresses[0] if one.seen is not None else one.listing.addresses[0]
        host = _("you") if one.own else one.host or place[0]
        pen.put(host_x, y, cut(host, link_x - host_x - 1, dots), quiet, ground, False, hit)
        if one.ms is None:
            return
        spark = self.glyphs.spark
        bars = spark[1] + spark[3] + (" " if one.slow else spark[5])
        pen.put(link_x, y, bars, palette.key if one.slow else palette.land, ground, False, hit)
        ms = _("{n} ms").format(n=min(one.ms, 999)) if one.ms else _("<1 ms")
        pen.right(at.x + at.width - 1, y, cut(ms, 6), quiet, ground, False, hit)

    def door(self, one: NearbyTable) -> tuple[str, str]:
        """How one comes in, as a word and its colour."""
        palette = self.palette
        if one.seen is None:
            return _("version"), palette.bad
        info = one.seen.info
        if info.state == "playing":
            return _("playing"), palette.chain
        if info.state == "over":
            return _("over"), palette.chain
        return {"open": (_("open"), palette.land), "code": (_("code"), palette.key)}.get(
            info.door, (_("closed"), palette.bad)
        )

    # The one under the cursor ----------------------------------------------------------------------------------------

    def _about(self) -> None:
        at, pen, palette = self.at, self.pen, self.palette
        one = self.tables.chosen
        if one is None:
            return
        pen.rule(at.about_x, at.about, at.about_width, one.name or "?", _("has answered"))
        y = at.about + 1
        for text in self._facts(one)[: at.about_rows]:
            for line in wrap(text, at.about_width - 3):
                if y > at.about + at.about_rows:
                    return
                pen.put(at.about_x + 2, y, line, palette.text, palette.sea)
                y += 1

    def _facts(self, one: NearbyTable) -> list[str]:
        if one.seen is None:
            return [one.why]
        info = one.seen.info
        free = info.seats - info.taken
        if info.state == "lobby":
            state = ngettext("waiting for players, {n} seat free", "waiting for players, {n} seats free", free)
        else:
            state = _("a game is being played") if info.state == "playing" else _("the game is over")
        seats = _("{game}, {taken} of {seats} seats taken").format(
            game=title(info.game), taken=info.taken, seats=info.seats
        )
        host = [_("hosted by {host}").format(host=one.host)] if one.host and not one.own else []
        doors = {"open": _("open: nobody needs a code"), "code": _("asks for its code"), "closed": _("lets nobody in")}
        facts = [state.format(n=free)]
        if info.watching:
            facts.append(ngettext("{n} watches", "{n} watch", info.watching).format(n=info.watching))
        facts.append(doors.get(info.door, ""))
        if not self.at.wide:  # few rows, and no column for the host
            return [", ".join([seats, *host]), *facts]
        return [seats, *host, *facts, _("at {address}").format(address=address_text(*one.seen.addresses[0]))]

    # Another one -----------------------------------------------------------------------------------------------------

    def _field(self) -> None:
        at, pen, palette, field = self.at, self.pen, self.palette, self.tables.field
        x, y, width = at.field_x, at.field, at.field_width
        coded = field is not None and field.name == "code"
        pen.rule(x, y, width, _("Join code") if coded else _("Not in the list?"), "" if coded else "*A*", ("address",))
        room = at.prompt - y - 2
        if room >= 4:
            label = _("Its digits") if coded else _("Address or ticket")
            pen.put(x + 2, y + 1, cut(label, width - 3), palette.text, palette.sea)
            y += 1
        hit = ("address",)
        if field is not None:
            pen.field(x + 2, y + 1, width - 3, field.text, field.cursor, hit)
        else:
            pen.fill(x + 2, y + 1, width - 3, 1, palette.field, hit)
            words, ink = (
                (self.tables.typed_address, palette.text)
                if self.tables.typed_address
                else (
                    _("atl://… or host:port"),
                    palette.absent,
                )
            )
            pen.put(x + 3, y + 1, cut(words, width - 5, self.glyphs.dots), ink, palette.field, False, hit)
        text = _("Paste works. Needed over SSH and VPN, and where the network hides computers.")
        if not coded and room >= 5:
            for number, line in enumerate(wrap(text, width - 3, room - 3)):
                pen.put(x + 2, y + 3 + number, line, palette.dim, palette.sea)
