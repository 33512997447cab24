"""A new game: who sits where, which rules, and the seed. Enter deals and begins the game. If a seat is for
somebody on the network, Enter opens the lobby instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from atlantis_tui import games as faces
from atlantis_tui.saved import game_files, seats
from atlantis_tui.text.sentences import listing, title
from atlantis_tui.text.setup import character, level_word, option_words, players
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap
from core import games
from core.bots import levels, usual_level
from core.game import Game, GameError, Option, option_text

WHO = ("you", "person", "bot", "network")
LONGEST_SEED = 60
Row = tuple[str, Any]  # ("game", 0), ("seat", number), ("option", its name) or ("seed", 0)

CARD = 26  # columns that the card of a game takes, with its frame


class NewGameSeat(NamedTuple):
    who: str
    name: str = ""
    level: str = ""

    @property
    def spec(self) -> str:
        if self.who == "bot":
            return f"bot:{self.level}"
        if self.who == "network":
            return "person"
        return f"{self.who}:{self.name}" if self.name else self.who


class NewGameLayout(NamedTuple):
    """Where the panels stand at one size of the screen: x, y and width of each."""

    x: int
    width: int
    cards: int  # y; -1 if there is no room for them
    seats: int
    options: int
    options_width: int
    seed_x: int
    seed: int
    seed_width: int
    prompt: int


def places(width: int, height: int) -> NewGameLayout:
    box = min(width, 100)
    x = (width - box) // 2 + 1
    box -= 2
    prompt = height - 3
    if width < 80 or height < 24:
        spare = 1 if height >= 24 else 0
        return NewGameLayout(x, box, -1, 1 + spare, 7 + 2 * spare, box, x, 12 + 3 * spare, box, prompt)
    spare = (height - 24) // 4
    top = 2 + spare
    left = 47 + (box - 78) // 2
    return NewGameLayout(
        x,
        box,
        top,
        top + 6 + spare,
        top + 13 + 2 * spare,
        left,
        x + left + 2,
        top + 13 + 2 * spare,
        box - left - 2,
        prompt,
    )


class NewGameScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="newgame.up"),
        Binding("down", "move(1)", show=False, id="newgame.down"),
        Binding("left", "change(-1)", show=False, id="newgame.previous"),
        Binding("right", "change(1)", show=False, id="newgame.next"),
        Binding("tab", "level(1)", show=False, id="newgame.level"),
        Binding("shift+tab", "level(-1)", show=False, id="newgame.level.back"),
        Binding("plus,equals_sign", "number(1)", show=False, id="newgame.more"),
        Binding("minus", "number(-1)", show=False, id="newgame.fewer"),
        Binding("e,E", "edit", show=False, id="newgame.edit"),
        Binding("d,D", "dice", show=False, id="newgame.dice"),
        Binding("enter", "begin", show=False, id="newgame.begin"),
        Binding("backspace", "back", show=False, id="newgame.back"),
        Binding("escape", "back", show=False, id="newgame.back.slow"),
    ]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self.names = faces.names()
        self.game: Game = games.load(faces.usual(game))
        self.seats: list[NewGameSeat] = []
        self.options: dict[str, Any] = {}
        self.seed = game_files.new_seed()
        self.row: Row = ("seat", 1)
        self.trouble = ""
        self._sit_down()

    def _sit_down(self) -> None:
        level = usual_level(self.game)
        count = 3 if 3 in self.game.seat_counts else max(self.game.seat_counts)
        self.seats = [NewGameSeat("you", level=level), *[NewGameSeat("bot", level=level)] * (count - 1)]
        self.options = self.game.settle({})

    def on_mount(self) -> None:
        self.seats[0] = self.seats[0]._replace(name=self.app.settings.name)

    @property
    def game_name(self) -> str:
        return self.game.name

    @property
    def rows(self) -> list[Row]:
        found: list[Row] = [("game", 0)] if len(self.names) > 1 else []
        found += [("seat", number) for number in range(len(self.seats))]
        found += [("option", option.name) for option in self.game.options]
        return found if self.network else [*found, ("seed", 0)]

    @property
    def specs(self) -> list[str]:
        return [seat.spec for seat in self.seats]

    @property
    def network(self) -> int:
        """How many seats are for people on the network."""
        return sum(seat.who == "network" for seat in self.seats)

    def wrong(self) -> str:
        """Why this game cannot begin, in a sentence; "" if it can."""
        if self.network and any(seat.who == "person" for seat in self.seats):
            return _("At a table on the network everybody has a screen of their own: make person here network or bot.")
        if self.network and all(seat.who != "you" for seat in self.seats):
            return _("At a table on the network one seat is you: choose which.")
        try:
            seats.check_seats(self.specs, self.game)
        except seats.BadSeats as bad:
            return str(bad)
        except GameError as error:
            from atlantis_tui.text.errors import sentence

            return sentence(error)
        return ""

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        rows = self.rows
        self._go(rows[min(max(rows.index(self.row) + by, 0), len(rows) - 1)])

    def _go(self, row: Row) -> None:
        self.row, self.trouble = row, ""
        self.show()

    def action_change(self, by: int) -> None:
        kind, what = self.row
        self.trouble = ""
        if kind == "game":
            at = (self.names.index(self.game.name) + by) % len(self.names)
            self.game = games.load(self.names[at])
            self._sit_down()
        elif kind == "seat":
            self._change_who(what, by)
        elif kind == "option":
            option = self._option(what)
            at = (option.values.index(self.options[what]) + by) % len(option.values)
            self.options[what] = option.values[at]
        else:
            self.action_dice()
        self.show()

    def _change_who(self, number: int, by: int) -> None:
        """Put the next kind of player on a seat. Only one seat can be you."""
        seat = self.seats[number]
        taken = any(other.who == "you" for at, other in enumerate(self.seats) if at != number)
        at = WHO.index(seat.who)
        while True:
            at = (at + by) % len(WHO)
            if WHO[at] != "you" or not taken:
                break
        self.seats[number] = seat._replace(who=WHO[at])

    def action_level(self, by: int) -> None:
        """On a seat with a bot, change its level; elsewhere, go to the next panel."""
        kind, what = self.row
        if kind == "seat" and self.seats[what].who == "bot":
            known = levels(self.game)
            level = known[(known.index(self.seats[what].level) + by) % len(known)]
            self.seats[what] = self.seats[what]._replace(level=level)
            self.show()
            return
        kinds = list(dict.fromkeys(row[0] for row in self.rows))
        wanted = kinds[(kinds.index(kind) + by) % len(kinds)]
        self._go(next(row for row in self.rows if row[0] == wanted))

    def action_number(self, by: int) -> None:
        count = len(self.seats) + by
        if count in self.game.seat_counts:
            self.seats = [*self.seats, self.seats[-1]._replace(who="bot", name="")][:count]
            if self.row not in self.rows:
                self.row = ("seat", count - 1)
            self._go(self.row)

    def action_edit(self) -> None:
        kind, what = self.row
        if kind == "seat" and self.seats[what].who in ("you", "person"):
            self.field = LineEdit(self.row, self.seats[what].name, seats.LONGEST_NAME)
        elif not self.network:
            self.row = ("seed", 0)
            self.field = LineEdit(self.row, self.seed, LONGEST_SEED)
        self.trouble = ""
        self.show()

    def edited(self) -> None:
        assert self.field is not None
        text = self.field.text.strip()
        kind, what = self.row
        if kind == "seat":
            self.seats[what] = self.seats[what]._replace(name=text)
        elif text:
            self.seed = text

    def action_dice(self) -> None:
        if self.network:
            return
        self.seed = game_files.new_seed()
        self._go(("seed", 0))

    def action_begin(self) -> None:
        if self.wrong():
            self.app.bell()
            return
        if self.network:
            self._open_lobby()
            return
        try:
            table = game_files.new_table(self.game, self.specs, self.options, self.seed)
        except game_files.CannotOpenGame as error:
            self.trouble = str(error)
            self.show()
            return
        self.dismiss()
        self.app.open_table(table)

    def _open_lobby(self) -> None:
        from atlantis_tui.network.host import NewTableRequest

        bots = {number: seat.level for number, seat in enumerate(self.seats) if seat.who == "bot"}
        you = next(number for number, seat in enumerate(self.seats) if seat.who == "you")
        name, player = game_files.new_seed(), self.seats[you].name
        wanted = NewTableRequest(name, self.game.name, self.options, len(self.seats), bots, you, player)
        self.dismiss()
        self.app.host_table(wanted)

    def action_back(self) -> None:
        self.dismiss()

    def _option(self, name: str) -> Option:
        return next(option for option in self.game.options if option.name == name)

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        if self.field is not None:
            self.edited()
            self.field = None
        kind, what, *how = hit
        if kind == "dice":
            self.action_dice()
        elif kind == "choose":
            self.row = ("game", 0)
            self.game = games.load(what)
            self._sit_down()
            self._go(self.row if self.row in self.rows else self.rows[0])
        else:
            self._go((kind, what))
            if how and isinstance(how[0], int):
                self.action_change(how[0])
            elif how and how[0] == "edit":
                self.action_edit()
            elif how:
                self.seats[what] = self.seats[what]._replace(level=how[0])
                self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        at = places(pen.canvas.width, pen.canvas.height)
        count = len(self.seats)
        minutes = faces.about(self.game.name).minutes(count, self.options)
        facts = ngettext(
            "{game}, {n} seat, about {minutes} minutes", "{game}, {n} seats, about {minutes} minutes", count
        ).format(game=title(self.game.name), n=count, minutes=minutes)
        seed = _("seed {seed}").format(seed=cut(self.seed, 24, pen.glyphs.dots))
        pen.header(_("NEW GAME"), facts, _("on the network") if self.network else seed)
        if at.cards >= 0:
            self._draw_cards(pen, at)
        self._draw_seats(pen, at)
        self._draw_options(pen, at)
        self._draw_seed(pen, at)
        self._draw_prompt(pen, at)
        who = self.seats[self.row[1]].who if self.row[0] == "seat" else ""
        edit = [("e", "E", _("name") if who in ("you", "person") else _("seed")), ("d", "D", _("dice"))]
        if self.network:
            edit = edit[:1] if who in ("you", "person") else []
        pen.footer(
            (
                ("enter", _("Enter"), _("open lobby") if self.network else _("begin")),
                ("", "↑↓", _("choose")),
                ("", "←→", _("change")),
                ("tab", _("Tab"), _("level") if who == "bot" else _("next")),
                *edit,
                ("backspace", _("Bksp"), _("back")),
            )
        )

    def _shown_games(self, width: int) -> list[str]:
        """As many games as there is room for, with the chosen one among them."""
        room = max(1, width // CARD)
        first = max(0, self.names.index(self.game.name) + 1 - room)
        return self.names[first : first + room]

    def _draw_cards(self, pen: Pen, at: NewGameLayout) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        names, keys = self._shown_games(at.width), "*←→*" if len(self.names) > 1 else ""
        if len(names) < len(self.names):
            first = 1 + self.names.index(names[0])
            some = _("{first} to {last} of {all}").format(first=first, last=first + len(names) - 1, all=len(self.names))
            keys = f"{some}  {keys}"
        pen.rule(at.x, at.cards, at.width, _("Game"), keys)
        for number, name in enumerate(names):
            x, y = at.x + 1 + CARD * number, at.cards + 2
            ground, ink = faces.title_colours(name, palette)
            chosen = name == self.game.name
            if chosen:
                self._frame(pen, x - 1, y - 1, CARD, 5)
            elif not palette.flat:
                ground, ink = palette.button, palette.dim2
            pen.fill(x, y, 24, 3, ground, ("choose", name))
            pen.put(x + 1, y, cut(title(name).upper(), 12), ink, ground, True, ("choose", name))
            pen.right(x + 23, y, players(name), ink, ground, False, ("choose", name))
            for row, line in enumerate(wrap(faces.about(name).motto(), 22)[:2]):
                pen.put(x + 1, y + 1 + row, line, ink, ground, False, ("choose", name))
        x = at.x + 2 + CARD * len(names)
        room = at.x + at.width - 1 - x
        if room >= 30:
            for row, line in enumerate(wrap(faces.about(self.game.name).about(), room)[:3]):
                pen.put(x + 1, at.cards + 2 + row, cut(line, room, glyphs.dots), palette.dim, palette.sea)

    def _frame(self, pen: Pen, x: int, y: int, width: int, height: int) -> None:
        """A frame of half blocks round something; brackets if the glyph set has no half blocks."""
        palette, glyphs = pen.palette, pen.glyphs
        ink = "plain" if palette.flat else palette.select
        if not glyphs.upper:
            for row in range(1, height - 1):
                pen.put(x, y + row, "[", palette.text, palette.sea, True)
                pen.put(x + width - 1, y + row, "]", palette.text, palette.sea, True)
            return
        pen.put(x, y, glyphs.corners[0] + glyphs.lower * (width - 2) + glyphs.corners[1], ink, palette.sea)
        pen.put(x, y + height - 1, glyphs.corners[2] + glyphs.upper * (width - 2) + glyphs.corners[3], ink, palette.sea)
        for row in range(1, height - 1):
            pen.put(x, y + row, glyphs.right_half, ink, palette.sea)
            pen.put(x + width - 1, y + row, glyphs.left_half, ink, palette.sea)

    def _draw_seats(self, pen: Pen, at: NewGameLayout) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        right = _("*+ −* number  *←→* who  *Tab* level") if at.width >= 70 else _("*+ −* number")
        pen.rule(at.x, at.seats, at.width, _("Seats"), right)
        called = seats.names(self.specs)
        for number, seat in enumerate(self.seats):
            self._draw_seat(pen, at, number, seat, called[number])
        y = at.seats + 1 + max(self.game.seat_counts)
        kind, what = self.row
        if kind == "seat":
            text = self._character(self.seats[what])
            ink = palette.text if palette.flat else palette.chain
            pen.put(at.x + 7, y, cut(text, at.width - 8, glyphs.dots), ink, palette.sea)

    def _draw_seat(self, pen: Pen, at: NewGameLayout, number: int, seat: NewGameSeat, called: str) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        x, y, width = at.x, at.seats + 1 + number, at.width
        chosen = self.row == ("seat", number)
        hovered = isinstance(self.hover, tuple) and self.hover[:2] == ("seat", number)
        hit = ("seat", number)
        ground = pen.row(x, y, width, chosen, hovered, hit)
        quiet = palette.dim2 if chosen else palette.dim
        figure = glyphs.figures[number % len(glyphs.figures)]
        if palette.flat:
            pen.put(x + 2, y, figure, palette.text, ground, True, hit)
        else:
            pen.put(x + 2, y, figure, palette.seats[number % len(palette.seats)], palette.chip, True, hit)
        pen.put(x + 4, y, str(number + 1), quiet, ground, False, hit)
        if chosen:
            pen.put(x + 7, y, glyphs.choose_left, palette.key, ground, True, (*hit, -1))
            pen.put(x + 21, y, glyphs.choose_right, palette.key, ground, True, (*hit, 1))
        ink = pen.bright(ground) if chosen else palette.text
        who = {"you": _("you"), "person": _("person here"), "bot": _("bot"), "network": _("network")}[seat.who]
        pen.put(x + 9, y, cut(who, 11, glyphs.dots), ink, ground, chosen, (*hit, 1))
        name_x, level_x, end = x + 23, x + 34, x + width - 1
        if self.field is not None and self.field.name == ("seat", number):
            pen.field(name_x - 1, y, min(end - name_x, seats.LONGEST_NAME + 3), self.field.text, self.field.cursor, hit)
            return
        if seat.who == "network":
            end_of = pen.put(name_x, y, _("open"), palette.land, ground, False, hit)
            words = _("a friend takes it in the lobby, or a bot")
            pen.put(end_of + 2, y, cut(words, max(0, end - end_of - 2), glyphs.dots), quiet, ground, False, hit)
            return
        if self.network and seat.who == "you" and not seat.name:
            called = _("You")
        name_hit = hit if seat.who == "bot" else (*hit, "edit")
        if seat.who != "bot":
            room = end - name_x - 10
            shown = pen.put(
                name_x, y, cut(called, room, glyphs.dots), pen.bright(ground), ground, seat.name != "", name_hit
            )
            if chosen and end - shown > 9:
                pen.say(max(shown + 2, level_x + 1), y, 10, _("*E* name"), ground, quiet, name_hit)
            return
        pen.put(name_x, y, cut(called, level_x - name_x - 1, glyphs.dots), ink, ground, False, name_hit)
        if not chosen:
            shown = pen.chip(level_x, y, level_word(seat.level), hit=hit)
            text = character(seat.level)
            if end - shown - 2 > 12:
                pen.put(shown + 2, y, cut(text, end - shown - 2, glyphs.dots), quiet, ground, False, hit)
            return
        spot = level_x
        for level in levels(self.game):
            word = level_word(level)
            if spot + cell_len(word) + 2 > end:
                break
            if level == seat.level:
                spot = pen.chip(spot, y, word, hit=(*hit, level))
            else:
                spot = pen.put(spot, y, f" {word} ", palette.text, ground, False, (*hit, level))

    def _character(self, seat: NewGameSeat) -> str:
        if seat.who == "bot":
            return _("{level}: {character}").format(level=level_word(seat.level), character=character(seat.level))
        if seat.who == "network":
            return _("network: the table shows by itself on your friends’ screens")
        if sum(one.who in ("you", "person") for one in self.seats) > 1:
            return _("The screen is covered whenever another person’s turn begins.")
        return _("You play with keys, mouse or typed moves.")

    def _draw_options(self, pen: Pen, at: NewGameLayout) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        first, shown = self._options_shown(at)
        right = _("as in the book") if self.options == self.game.settle({}) else _("not as in the book")
        if len(shown) < len(self.game.options):
            right = _("{first}-{last} of {count}   {right}").format(
                first=first + 1, last=first + len(shown), count=len(self.game.options), right=right
            )
        pen.rule(at.x, at.options, at.options_width, _("Options"), right)
        words_of = {option.name: option_words(self.game.name, option.name) for option in self.game.options}
        labels = {name: words[0] for name, words in words_of.items()}
        column = at.x + 5 + min(20, max([cell_len(label) for label in labels.values()] or [0]))
        for row, option in enumerate(shown):
            y = at.options + 1 + row
            hit = ("option", option.name)
            chosen = self.row == hit
            hovered = isinstance(self.hover, tuple) and self.hover[:2] == hit
            ground = pen.row(at.x, y, at.options_width, chosen, hovered, hit)
            label = cut(labels[option.name], column - at.x - 4, glyphs.dots)
            pen.put(at.x + 2, y, label, palette.dim2 if chosen else palette.dim, ground, False, hit)
            words = words_of[option.name][1].get(self.options[option.name], option_text(self.options[option.name]))
            words = cut(words, at.x + at.options_width - 3 - column, glyphs.dots)
            ink = pen.bright(ground) if chosen else palette.text
            end = pen.put(column, y, words, ink, ground, chosen, (*hit, 1))
            if chosen:
                pen.put(column - 2, y, glyphs.choose_left, palette.key, ground, True, (*hit, -1))
                pen.put(end + 1, y, glyphs.choose_right, palette.key, ground, True, (*hit, 1))

    def _options_shown(self, at: NewGameLayout) -> tuple[int, Sequence[Option]]:
        """The index of the first option shown, and as many options as fit. The one at the cursor is among them."""
        options = self.game.options
        room = (at.prompt if at.cards >= 0 else at.seed) - at.options - 1
        chosen = next((number for number, one in enumerate(options) if self.row == ("option", one.name)), 0)
        first = max(0, min(chosen - room // 2, len(options) - room))
        return first, options[first : first + room]

    def _draw_seed(self, pen: Pen, at: NewGameLayout) -> None:
        palette = pen.palette
        x, y, width = at.seed_x, at.seed, at.seed_width
        pen.rule(x, y, width, _("Seed"), "" if self.network else _("*E* edit"))
        line = y + (2 if at.cards >= 0 else 1)
        if self.network:
            words = _("Made by all players together when you begin: nobody can choose it.")
            for row, text in enumerate(wrap(words, width - 3)):
                if line + row < at.prompt:
                    pen.put(x + 2, line + row, text, palette.dim, palette.sea)
            return
        hit = ("seed", 0, "edit")
        dice = cell_len(_("dice")) + 4
        room = width - dice - 4
        editing = self.field is not None and self.field.name == ("seed", 0)
        chosen = self.row == ("seed", 0)
        if chosen:
            pen.row(x, line, width, True, False, ("seed", 0))
        text, cursor = (self.field.text, self.field.cursor) if editing and self.field else (self.seed, None)
        pen.field(x + 2, line, room, text, cursor, hit)
        pen.button(x + width - dice - 1, line, "D", _("dice"), self.hover == ("dice", 0), ("dice", 0))
        for row, words in enumerate(wrap(_("Same seed, same deal: share it with a friend."), width - 3)[:2]):
            if line + 1 + row < at.prompt:
                pen.put(x + 2, line + 1 + row, words, palette.dim, palette.sea)

    def _draw_prompt(self, pen: Pen, at: NewGameLayout) -> None:
        palette = pen.palette
        wrong = self.trouble or self.wrong()
        if wrong:
            lines = [*wrap(wrong, pen.canvas.width - 4), ""][:2]
            pen.prompt(at.prompt, ["{first}", "{second}"], palette.bad, first=lines[0], second=lines[1])
            return
        if self.network:
            first = ngettext(
                "*Enter* opens the lobby. One seat waits for a friend.",
                "*Enter* opens the lobby. {n} seats wait for friends.",
                self.network,
            )
            pen.prompt(at.prompt, [first, self._help()], n=self.network)
            return
        you = _("You")
        players = listing([_("you") if name == you else name for name in seats.names(self.specs)])
        pen.prompt(
            at.prompt,
            [_("*Enter* deals and begins. At the table: {players}."), self._help()],
            players=players,
        )

    def _help(self) -> str:
        kind, what = self.row
        if self.field is not None:
            return _("Type, then ~Enter~. ~Esc~ leaves it as it was.")
        if kind == "game":
            return _("~←→~ chooses another game.")
        if kind == "seat":
            if self.seats[what].who == "bot":
                return _("~←→~ changes who sits here, ~Tab~ how well the bot plays, ~+ −~ how many play.")
            if self.seats[what].who == "network":
                return _("You get a join code there, and a bot can fill the seat if nobody comes.")
            return _("~←→~ changes who sits here, ~E~ the name, ~+ −~ how many play.")
        if kind == "option":
            return option_words(self.game.name, what)[2]
        return _("~D~ throws the dice for another seed, ~E~ types one.")
