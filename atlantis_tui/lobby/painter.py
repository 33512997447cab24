"""The lobby, painted: seats, chat, the ways in, and the game. lobby/facts.py and lobby/seats.py decide what to show."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len

from atlantis_tui.lobby.seats import LobbySeat
from atlantis_tui.network.talk import ChatLine
from atlantis_tui.table.widgets.link_mark import link_mark
from atlantis_tui.text import network
from atlantis_tui.text.setup import level_word, option_words
from atlantis_tui.text.translation import _
from atlantis_tui.ui import digits
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.large_page import LINE, is_large
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap
from core.game import Game, option_text
from net.codes import address_text

if TYPE_CHECKING:
    from atlantis_tui.lobby.screen import LobbyScreen


class LobbyLayout(NamedTuple):
    """Where the panels stand at one size of the screen."""

    x: int
    left: int  # width of seats and chat
    seats: int  # y
    step: int  # rows from one seat to the next
    chat: int  # y
    field: int  # y of the line for typing
    right_x: int
    right: int  # width
    ways: int  # y
    game: int  # y
    prompt: int  # y
    lines: int  # how many lines the prompt has
    pages: int  # 2 if the panels at the right have a page of their own
    large: bool
    chat_x: int
    chat_width: int


def layout(width: int, height: int, seats: int) -> LobbyLayout:
    large = width >= 120 and height >= 36
    if is_large(width, height):
        return _columns(width, height, seats)
    lines = 3 if large else 2
    prompt = height - 1 - lines
    box = min(width, 140) if large else 80 if width >= 80 else 60
    x = (width - box) // 2 + 1
    top = 2 if height >= 24 else 1
    step = 2 if large and seats <= 5 else 1
    chat = top + 1 + (1 if large else 0) + step * seats + 1 + (1 if height >= 24 else 0)
    if width < 80:
        used = box - 2
        return LobbyLayout(
            x, used, top, step, chat, prompt - 1, x, used, top, top + 11, prompt, lines, 2, False, x, used
        )
    left = box * 66 // 120 if large else 46
    right_x = x + left + (4 if large else 3)
    right = x + box - 2 - right_x
    game = top + 17 if large else top + 13
    return LobbyLayout(
        x, left, top, step, chat, prompt - 2, right_x, right, top, game, prompt, lines, 1, large, x, left
    )


def _columns(width: int, height: int, seats: int) -> LobbyLayout:
    """The seats, the talk as high as the screen, and the ways in with the game, side by side."""
    left, right, prompt = 52, 42 + (width - 150) // 6, height - 4
    talk = min(LINE, width - left - right - 10)
    x, top = (width - left - talk - right - 6) // 2, 3
    talk_x = x + left + 3
    return LobbyLayout(
        x, left, top, 2 if seats <= 12 else 1, top, prompt - 2, talk_x + talk + 3, right, top, top + 19, prompt, 3, 1,
        True, talk_x, talk
    )  # fmt: skip


class LobbySheet:
    """Paints one lobby with one pen."""

    def __init__(self, lobby: LobbyScreen, pen: Pen) -> None:
        self.lobby, self.pen = lobby, pen
        self.palette, self.glyphs = pen.palette, pen.glyphs
        self.seats, self.watchers = lobby.seats, lobby.watchers
        self.at = layout(pen.canvas.width, pen.canvas.height, len(self.seats))

    def paint(self) -> None:
        at, lobby, pen = self.at, self.lobby, self.pen
        pen.header(lobby.table_name.upper(), (lobby.facts, *lobby.facts_in_short), self._badge())
        if at.pages == 1 or lobby.page == 0:
            self._seats()
            self._chat()
        if at.pages == 1 or lobby.page == 1:
            if lobby.options_open:
                self._options()
            else:
                self._ways()
                self._game()
        self._prompt()
        pen.footer(lobby.keys())

    def _badge(self) -> str:
        """In a few words: whether others see the table, and what they need to come in."""
        runner = self.lobby.network_table.runner
        if self.at.pages == 2 and self.lobby.page == 0 and self.lobby.code_text:
            return _("code {code}").format(code=self.lobby.code_text)
        if not self.lobby.hosting:
            return ""
        dot, hidden = self.glyphs.home, self.glyphs.away
        seen = runner.discovers and self.lobby.network_table.trouble is None
        if runner.code is None:
            return f"{dot} " + _("visible here, open") if seen else f"{hidden} " + _("not announced, open")
        return f"{dot} " + _("visible here, code needed") if seen else f"{hidden} " + _("not announced, code needed")

    # Seats -----------------------------------------------------------------------------------------------------------

    def _seats(self) -> None:
        at, pen = self.at, self.pen
        pen.rule(at.x, at.seats, at.left, _("Seats"), self.lobby.counted())
        y = at.seats + (2 if at.large else 1)
        for number, place in enumerate(self.seats):
            self._seat(y + number * at.step, number, place)
        if self.watchers:
            self._watching(y + len(self.seats) * at.step)

    def _seat(self, y: int, number: int, place: LobbySeat) -> None:
        at, pen, palette = self.at, self.pen, self.palette
        hit = ("seat", number)
        chosen = self.lobby.row == number and not self.lobby.options_open
        ground = pen.row(at.x, y, at.left, chosen, self.lobby.hover == hit, hit)
        quiet = palette.dim2 if chosen else palette.dim
        ghost = place.who == "open"
        figure = (self.glyphs.ghosts if ghost else self.glyphs.figures)[number % len(self.glyphs.figures)]
        if palette.flat or ghost:
            pen.put(at.x + 2, y, figure, quiet if ghost else palette.text, ground, not ghost, hit)
        else:
            ink = readable(palette, palette.seats[number % len(palette.seats)], ground)
            pen.put(at.x + 2, y, figure, ink, ground, True, hit)
        stop = self._mark(y, place, chosen, ground, hit)
        if place.who == "person" and not place.you:
            stop = self._link(stop - 2, y, place, ground, hit)
        room = stop - 2 - (at.x + 5)
        if ghost:
            pen.put(at.x + 5, y, cut(_("free seat"), room, self.glyphs.dots), quiet, ground, False, hit)
            return
        ink = pen.bright(ground) if chosen or place.you else palette.text
        field = self.lobby.field
        if place.you and field is not None and field.name == "name":
            pen.field(at.x + 4, y, room + 2, field.text, field.cursor, hit)
            return
        end = pen.put(at.x + 5, y, cut(place.name, room, self.glyphs.dots), ink, ground, chosen or place.you, hit)
        note = self._note(place, stop - 1 - (end + 2))
        if note:
            start = max(end + 2, at.x + 20) if at.large else end + 2
            end = pen.put(start, y, cut(note, stop - 1 - start, self.glyphs.dots), quiet, ground, False, hit)
        if chosen and place.you and self.lobby.may_rename:
            words = _("*Y* rename")
            if end + 2 + cell_len(words.replace("*", "")) < stop:
                pen.say(end + 2, y, stop - 1 - (end + 2), words, ground, quiet, ("rename",))

    def _note(self, place: LobbySeat, room: int) -> str:
        """What one should know about a person, as much as fits. The important words stand last and stay longest."""
        words = [_("you")] if place.you else []
        words += [_("host")] if place.host else []
        words += [_("muted")] if place.muted else []
        words += [network.ended_starts(place.ended)] if place.ended else []
        while words and cell_len(", ".join(words)) > room:
            del words[0]
        return ", ".join(words)

    def _mark(self, y: int, place: LobbySeat, chosen: bool, ground: str, hit: Any) -> int:
        """Paint the right end of a seat's row; returns the column where it begins."""
        pen, palette, end = self.pen, self.palette, self.at.x + self.at.left - 1
        if place.who == "open":
            if not self.lobby.may_change:
                return end
            words = _("*B* put a bot here")
            start = end - cell_len(words.replace("*", ""))
            pen.say(start, y, end - start, words, ground, palette.dim2 if chosen else palette.dim, (*hit, "bot"))
            return start
        if place.who == "bot":
            word = level_word(place.level)
            if not (chosen and self.lobby.may_change):
                ink = palette.dim2 if chosen else palette.dim
                return pen.right(end, y, _("{level} bot").format(level=word), ink, ground, False, hit)
            start = end - cell_len(word) - 4
            pen.put(start, y, self.glyphs.choose_left, palette.key, ground, True, (*hit, -1))
            pen.put(start + 2, y, word, pen.bright(ground), ground, True, (*hit, 1))
            pen.put(end - 1, y, self.glyphs.choose_right, palette.key, ground, True, (*hit, 1))
            return start
        if self.lobby.stage in ("waiting", "playing", "starting", "coming"):
            return end
        good, bad = self._ready_words()
        text = f"{self.glyphs.yes} {good}" if place.ready else f"{self.glyphs.none} {bad}"
        width = max(cell_len(good), cell_len(bad)) + 2
        pen.put(end - width, y, text, palette.land if place.ready else palette.key, ground, False, hit)
        return end - width

    def _ready_words(self) -> tuple[str, str]:
        if self.lobby.stage == "over":
            return _("again"), _("not yet")
        return _("ready"), _("not yet")

    def _link(self, end: int, y: int, place: LobbySeat, ground: str, hit: Any) -> int:
        if place.link == "none":
            return end
        mark = link_mark(place.link, self.pen.look)
        apart = "  " if place.link == "slow" else " "  # two bars take the place of three
        return self.pen.right(end, y, f"{mark.sign}{apart}{mark.short}".rstrip(), mark.ink, ground, False, hit)

    def _watching(self, y: int) -> None:
        at, pen, palette = self.at, self.pen, self.palette
        hit = ("watching",)
        chosen = self.lobby.row == len(self.seats)
        ground = pen.row(at.x, y, at.left, chosen, self.lobby.hover == hit, hit)
        ink = palette.dim2 if chosen else palette.dim
        x = pen.put(at.x + 2, y, _("watching:"), ink, ground, False, hit) + 1
        for number, one in enumerate(self.watchers):
            picked = chosen and number == self.lobby.watcher
            name = one.name + (" " + _("(muted)") if one.muted else "")
            room = at.x + at.left - 1 - x
            if room < 3:
                break
            bright = pen.bright(ground) if picked else palette.text
            x = pen.put(x, y, cut(name, room, self.glyphs.dots), bright, ground, picked, hit)
            if number + 1 < len(self.watchers):
                x = pen.put(x, y, ", ", ink, ground, False, hit)

    # Chat ------------------------------------------------------------------------------------------------------------

    def _chat(self) -> None:
        at, pen, palette, lobby = self.at, self.pen, self.palette, self.lobby
        pen.rule(at.chat_x, at.chat, at.chat_width, _("Chat"), _("*T* write  *M* mute"))
        rows = self.chat_rows()
        room = at.field - at.chat - 1
        top = max(0, len(rows) - room - lobby.back)
        for number, (line, words, first) in enumerate(rows[top : top + room]):
            self._said(at.chat + 1 + number, line, words, first)
        field = lobby.field
        hit = ("write",)
        writing = field is not None and field.name == "chat"
        x, width = at.chat_x + 1, at.chat_width - 2
        if writing and field is not None:
            pen.field(x, at.field, width, field.text, field.cursor, hit)
        else:
            pen.fill(x, at.field, width, 1, palette.field, hit)
            pen.put(x + 1, at.field, cut(_("say something…"), width - 2), palette.absent, palette.field, False, hit)

    def chat_rows(self) -> list[tuple[ChatLine, str, bool]]:
        """All that was said, in rows of the screen: each row's line, its words, and whether it begins the line."""
        at = self.at
        rows: list[tuple[ChatLine, str, bool]] = []
        for line in self.lobby.network_table.talk:
            room = at.chat_width - 3 - (7 if at.large else 0)
            head = "" if line.told else "x" * (2 + cell_len(self._name(line)))  # keeps room for the name
            for number, text in enumerate(wrap(f"{head} {line.text}", room)):
                rows.append((line, text if number else text[len(head) :].lstrip(), number == 0))
        return rows

    def _name(self, line: ChatLine) -> str:
        room = (self.at.chat_width - 4) // 2
        return line.marked(cut(line.name, room - cell_len(line.marked("")), self.glyphs.dots))

    def _said(self, y: int, line: ChatLine, words: str, first: bool) -> None:
        at, pen, palette = self.at, self.pen, self.palette
        x, sea = at.chat_x + 2, palette.sea
        if line.told:
            pen.put(x, y, words, palette.dim, sea)
        elif first:
            if line.seat is not None:
                figure = self.glyphs.figures[line.seat % len(self.glyphs.figures)]
                colour = palette.seats[line.seat % len(palette.seats)]
                pen.put(x, y, figure, palette.text if palette.flat else readable(palette, colour, sea), sea, True)
            end = pen.put(x + 2, y, self._name(line), pen.bright(sea), sea, True)
            pen.put(end + 1, y, words, palette.text, sea)
        else:
            pen.put(x, y, words, palette.text, sea)
        if first and at.large:
            pen.right(
                at.chat_x + at.chat_width - 1, y, time.strftime("%H:%M", time.localtime(line.when)), palette.dim, sea
            )

    # Coming in -------------------------------------------------------------------------------------------------------

    def _ways(self) -> None:
        at, pen, palette, lobby = self.at, self.pen, self.palette, self.lobby
        x, y, width = at.right_x, at.ways, at.right
        if not lobby.hosting:
            self._ways_of_guest()
            return
        coded = lobby.network_table.runner.code is not None
        pen.rule(x, y, width, _("Come in"), _("*N* new code") if coded else "", ("key", "n"))
        y += 2 if at.large else 1
        if coded:
            pen.put(x + 2, y, cut(_("Join code, say it aloud:"), width - 3), palette.text, palette.sea)
            style = pen.style(palette.text if palette.flat else palette.key, palette.sea, True)
            if digits.width(lobby.code_text) <= width - 3:
                digits.paint(pen.canvas, x + 2, y + 2, lobby.code_text, style, self.glyphs)
            else:  # a longer code
                pen.put(x + 2, y + 3, lobby.code_text, palette.text if palette.flat else palette.key, palette.sea, True)
            y += 5
        elif lobby.stage == "lobby":
            y = self._lines(x, y, width, _("The table is open: whoever finds it can sit down."), palette.text)
        y += 1 if at.large else 0
        y = self._lines(x, y, width, self._found(), palette.dim)
        y += 1 if at.large else 0
        y = self._address(x, y, width)
        if lobby.network_table.runner.port:
            self._pair(x, y, width, _("Ticket"), self._short(lobby.ticket, width - 11))
            pen.say(x + 10, y + 1, width - 11, _("*C* copy ticket"), palette.sea, palette.dim, ("key", "c"))
            if at.large:
                pen.put(x + 10, y + 2, cut(_("for SSH and VPN, no code needed"), width - 11), palette.dim, palette.sea)

    def _found(self) -> str:
        network_table = self.lobby.network_table
        if self.lobby.stage not in ("lobby", "coming"):
            return _("Who plays comes back without a code. Others can watch.")
        if not network_table.runner.discovers:
            return _("The table is not announced: they come by address or ticket.")
        if network_table.trouble is not None:
            from atlantis_tui.text import network

            return network.TROUBLES[network_table.trouble]()
        if self.at.large:
            return _("On this network the table shows by itself: they pick it and type the code.")
        return _("Same network: this table is in their menu already.")

    def _address(self, x: int, y: int, width: int) -> int:
        lobby = self.lobby
        shown = lobby.addresses if self.at.large else [lobby.address]
        for number, address in enumerate(shown[:3]):
            words = address_text(address, lobby.network_table.runner.port)
            more = len(lobby.addresses) - len(shown)
            if number == 0 and more and cell_len(words) + 4 < width - 10:
                words += f" +{more}"
            self._pair(x, y, width, _("Address") if number == 0 else "", words)
            y += 1
        return y

    def _pair(self, x: int, y: int, width: int, label: str, words: str) -> None:
        pen, palette = self.pen, self.palette
        pen.put(x + 2, y, cut(label, 7, self.glyphs.dots), palette.dim, palette.sea)
        pen.put(x + 10, y, cut(words, width - 11, self.glyphs.dots), palette.text, palette.sea)

    def _short(self, ticket: str, room: int) -> str:
        """A ticket with its middle left out."""
        if cell_len(ticket) <= room:
            return ticket
        return ticket[: room - 5] + self.glyphs.dots + ticket[-4:]

    def _ways_of_guest(self) -> None:
        at, pen, palette, lobby = self.at, self.pen, self.palette, self.lobby
        pen.rule(at.right_x, at.ways, at.right, _("Your place"))
        y = at.ways + (2 if at.large else 1)
        if lobby.code_text:
            words = _("Join code *{code}*, to tell others.") if at.large else _("Join code *{code}*")
            pen.say(at.right_x + 2, y, at.right - 3, words, palette.sea, code=lobby.code_text)
            y += 2
        for text in lobby.about_you(at.large):
            y = self._lines(at.right_x, y, at.right, text, palette.text) + 1

    def _lines(self, x: int, y: int, width: int, text: str, ink: str) -> int:
        for line in wrap(text, width - 3):
            self.pen.put(x + 2, y, line, ink, self.palette.sea)
            y += 1
        return y

    # The game --------------------------------------------------------------------------------------------------------

    def _game(self) -> None:
        at, pen, palette, lobby = self.at, self.pen, self.palette, self.lobby
        right = _("*O* options") if lobby.may_change else ""
        pen.rule(at.right_x, at.game, at.right, _("Game"), right, ("key", "o"))
        y = at.game + (2 if at.large else 1)
        for text in lobby.rules_told(at.large):
            y = self._lines(at.right_x, y, at.right, text, palette.text)
        y += 1 if at.large else 0
        deal = _("Friendly deal: all make the shuffle; your own file could tell you.")
        if at.large:
            deal = _("Friendly deal: everyone’s seed makes the shuffle; your own file could tell you.")
        if y + len(wrap(deal, at.right - 3)) <= at.prompt:
            self._lines(at.right_x, y, at.right, deal, palette.dim)

    def _options(self) -> None:
        at, pen, palette, lobby = self.at, self.pen, self.palette, self.lobby
        x, width = at.right_x, at.right
        pen.rule(x, at.ways, width, _("Options"), _("*O* done"), ("key", "o"))
        rows, step = lobby.option_rows(), 3 if at.large else 2
        room = (at.prompt - at.ways - 2 + step - 2) // step  # as many as there is room for, the chosen one among them
        top = max(0, min(lobby.option - room // 2, len(rows) - room))
        for number, (name, label, words) in enumerate(rows[top : top + room], top):
            y = at.ways + 1 + (number - top) * step
            hit = ("option", name)
            chosen = lobby.option == number
            hovered = isinstance(lobby.hover, tuple) and lobby.hover[:2] == hit
            pen.fill(x, y, width, 2, palette.focus if chosen else palette.hover if hovered else palette.sea, hit)
            ground = pen.row(x, y, width, chosen, hovered, hit)
            quiet = palette.dim2 if chosen else palette.dim
            pen.put(x + 2, y, cut(label, width - 5, self.glyphs.dots), quiet, ground)
            more = number == top and top > 0, number == top + room - 1 and number + 1 < len(rows)
            if any(more):
                pen.right(x + width - 1, y, "↑" if more[0] else "↓", palette.key, ground, True, hit)
            ground = pen.row(x, y + 1, width, chosen, hovered, hit)
            ink = pen.bright(ground) if chosen else palette.text
            end = pen.put(x + 4, y + 1, cut(words, width - 6, self.glyphs.dots), ink, ground, chosen, (*hit, 1))
            if chosen:
                pen.put(x + 2, y + 1, self.glyphs.choose_left, palette.key, ground, True, (*hit, -1))
                pen.put(end + 1, y + 1, self.glyphs.choose_right, palette.key, ground, True, (*hit, 1))

    # The prompt ------------------------------------------------------------------------------------------------------

    def _prompt(self) -> None:
        at, pen, lobby = self.at, self.pen, self.lobby
        bar, lines, params = lobby.prompt()
        if not lines:
            return
        pen.prompt(at.prompt, [*lines, "", ""][: at.lines], bar, **params)


def rules(game: Game, options: dict[str, Any], every: bool) -> list[str]:
    """The rules of this table: with `every` all optional ones, otherwise only those that are not as usual."""
    usual = game.settle({})
    found = [] if options != usual else [_("rules as in the book")]
    for option in game.options:
        if every or options.get(option.name) != usual[option.name]:
            label, values, _sentence = option_words(game.name, option.name)
            value = options.get(option.name)
            known = next((words for one, words in values.items() if one == value), None)
            told = option_text(value) if isinstance(value, str | int) else "?"  # a host can send anything
            found.append(_("{rule}: {value}").format(rule=label, value=known or told))
    return found
