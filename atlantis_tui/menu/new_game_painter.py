"""The screen of a new game, painted: the games, the seats, the options and the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len

from atlantis_tui import games as faces
from atlantis_tui.saved import seats
from atlantis_tui.text.sentences import listing, title
from atlantis_tui.text.setup import character, level_word, option_words, players
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.large_page import LINE, is_large
from atlantis_tui.ui.painter import Pen, marked
from atlantis_tui.ui.wrap import wrap
from core.bots import levels
from core.game import Option, option_text

if TYPE_CHECKING:
    from atlantis_tui.menu.new_game import NewGameScreen, NewGameSeat

CARD = 26  # columns that the card of a game takes, with its frame
CARDS = 6  # rows that the cards take, with their rule
ABOUT = 4  # rows below the cards that tell about the chosen game, where there is room for them


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
    options_x: int
    seat_step: int = 1  # rows from one seat to the next
    option_step: int = 1  # the same of options; with more than one, what each option does stands below it


def places(width: int, height: int, seats: int = 4, options: int = 0) -> NewGameLayout:
    """Where the panels stand for so many seats and options. Rows are left blank between them only where all options
    have room."""
    prompt = height - 3
    if is_large(width, height):
        return _columns(width, height, seats, options)
    box = min(width, 100)
    x = (width - box) // 2 + 1
    box -= 2
    seated = seats + 2  # the rule, the seats, and what is told of the chosen one
    if width < 80 or height < 24:
        seed = prompt - 4  # the rule, the seed, and two lines
        gap = 1 if seed - 1 - seated - 1 - options >= 3 else 0
        listed = 1 + gap + seated + gap
        return NewGameLayout(x, box, -1, 1 + gap, listed, box, x, min(seed, listed + options + 2 + gap), box, prompt, x)
    spare = (height - 24) // 4
    while spare and 2 + 3 * spare + CARDS + seated + 1 + options >= prompt:
        spare -= 1
    top = 2 + spare
    first = top + CARDS + spare
    listed = max(first + seated, min(first + seated + 1 + spare, prompt - 1 - options))
    left = 47 + (box - 78) // 2
    return NewGameLayout(x, box, top, first, listed, left, x + left + 2, listed, box - left - 2, prompt, x)


def _columns(width: int, height: int, seats: int, options: int) -> NewGameLayout:
    """The games, the seats and the seed at the left, and at the right the options with what each of them does."""
    left, right = 3 * CARD + 2, min(LINE, width - 3 * CARD - 10)
    step = next((step for step in (4, 3) if 3 + step * options < height - 3), 2)
    spare = height - 5 - max(CARDS + ABOUT + 2 * seats + 10, 1 + step * options)
    x, top = (width - left - right - 4) // 2, 2 + max(0, spare // 3)
    first = top + CARDS + ABOUT + 1
    seed = first + 2 * seats + 4
    return NewGameLayout(
        x, left, top, first, top, right, x, seed, left, height - 3, x + left + 4, seat_step=2, option_step=step
    )


class NewGamePainter:
    def __init__(self, screen: NewGameScreen, pen: Pen) -> None:
        self.screen, self.pen = screen, pen

    def draw(self) -> None:
        pen = self.pen
        at = places(pen.canvas.width, pen.canvas.height, len(self.screen.seats), len(self.screen.game.options))
        count = len(self.screen.seats)
        minutes = faces.about(self.screen.game.name).minutes(count, self.screen.options)
        wordings = (
            ngettext("{game}, {n} seat, about {minutes} minutes", "{game}, {n} seats, about {minutes} minutes", count),
            _("{game}, about {minutes} minutes"),
            _("{game}, {minutes} min"),
        )
        facts = [words.format(game=title(self.screen.game.name), n=count, minutes=minutes) for words in wordings]
        seed = _("seed {seed}").format(seed=cut(self.screen.seed, 24, pen.glyphs.dots))
        pen.header(_("NEW GAME"), facts, _("on the network") if self.screen.network else seed)
        if at.cards >= 0:
            self._draw_cards(pen, at)
        self._draw_seats(pen, at)
        self._draw_options(pen, at)
        self._draw_seed(pen, at)
        self._draw_prompt(pen, at)
        who = self.screen.seats[self.screen.row[1]].who if self.screen.row[0] == "seat" else ""
        edit = [("e", "E", _("name") if who in ("you", "person") else _("seed")), ("d", "D", _("dice"))]
        if self.screen.network:
            edit = edit[:1] if who in ("you", "person") else []
        pen.footer(
            (
                ("enter", _("Enter"), _("open lobby") if self.screen.network else _("begin")),
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
        first = max(0, self.screen.names.index(self.screen.game.name) + 1 - room)
        return self.screen.names[first : first + room]

    def _draw_cards(self, pen: Pen, at: NewGameLayout) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        names, keys = self._shown_games(at.width), "*←→*" if len(self.screen.names) > 1 else ""
        if len(names) < len(self.screen.names):
            first = 1 + self.screen.names.index(names[0])
            some = _("{first} to {last} of {all}").format(
                first=first, last=first + len(names) - 1, all=len(self.screen.names)
            )
            keys = f"{some}  {keys}"
        pen.rule(at.x, at.cards, at.width, _("Game"), keys)
        for number, name in enumerate(names):
            x, y = at.x + 1 + CARD * number, at.cards + 2
            ground, ink = faces.title_colours(name, palette)
            chosen = name == self.screen.game.name
            if chosen:
                self._frame(pen, x - 1, y - 1, CARD, 5)
            elif not palette.flat:
                ground, ink = palette.button, palette.dim2
            pen.fill(x, y, 24, 3, ground, ("choose", name))
            pen.put(x + 1, y, cut(title(name).upper(), 12), ink, ground, True, ("choose", name))
            pen.right(x + 23, y, players(name), ink, ground, False, ("choose", name))
            for row, line in enumerate(wrap(faces.about(name).motto(), 22, 2)):
                pen.put(x + 1, y + 1 + row, line, ink, ground, False, ("choose", name))
        x = at.x + 2 + CARD * len(names)
        room = at.x + at.width - 1 - x
        if at.option_step > 1:
            told = wrap(faces.about(self.screen.game.name).about(), at.width - 4, ABOUT - 1)
            for row, line in enumerate(told, at.cards + CARDS):
                pen.put(at.x + 2, row, line, palette.dim, palette.sea)
        elif room >= 30:
            for row, line in enumerate(wrap(faces.about(self.screen.game.name).about(), room, 3)):
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
        pen.rule(at.x, at.seats, at.width, _("Seats"), _("*←→* who  *Tab* level") if at.width >= 70 else "")
        self._draw_number(pen, at)
        called = seats.names(self.screen.specs)
        for number, seat in enumerate(self.screen.seats):
            self._draw_seat(pen, at, number, seat, called[number])
        y = at.seats + 1 + at.seat_step * len(self.screen.seats)
        kind, what = self.screen.row
        if kind == "seat":
            text = self._character(self.screen.seats[what])
            ink = palette.text if palette.flat else palette.chain
            pen.put(at.x + 7, y, cut(fullest(text, at.width - 8), at.width - 8, glyphs.dots), ink, palette.sea)

    def _draw_number(self, pen: Pen, at: NewGameLayout) -> None:
        """How many play, between two buttons."""
        palette, glyphs = pen.palette, pen.glyphs
        x, y, sea = at.x + cell_len(_("Seats")) + 4, at.seats, palette.sea
        for by, key in ((-1, glyphs.minus), (1, "+")):
            hit, count = ("number", by), len(self.screen.seats) + by
            ground = palette.focus if self.screen.hover == hit else palette.button
            ink = palette.key if count in self.screen.game.seat_counts else palette.dim
            x = pen.put(x, y, f" {pen.keys.painted(key)} ", ink, ground, True, hit)
            if by < 0:
                words = ngettext("{n} plays", "{n} play", len(self.screen.seats)).format(n=len(self.screen.seats))
                x = pen.put(x, y, f" {words} ", palette.text, sea)
        pen.put(x, y, " ", palette.text, sea)

    def _draw_seat(self, pen: Pen, at: NewGameLayout, number: int, seat: NewGameSeat, called: str) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        x, y, width = at.x, at.seats + 1 + number * at.seat_step, at.width
        chosen = self.screen.row == ("seat", number)
        hovered = isinstance(self.screen.hover, tuple) and self.screen.hover[:2] == ("seat", number)
        hit = ("seat", number)
        ground = pen.row(x, y, width, chosen, hovered, hit)
        quiet = palette.dim2 if chosen else palette.dim
        figure = glyphs.figures[number % len(glyphs.figures)]
        if palette.flat:
            pen.put(x + 2, y, figure, palette.text, ground, True, hit)
        else:
            ink = readable(palette, palette.seats[number % len(palette.seats)], ground)
            pen.put(x + 2, y, figure, ink, ground, True, hit)
        pen.put(x + 4, y, str(number + 1), quiet, ground, False, hit)
        if chosen:
            pen.put(x + 7, y, glyphs.choose_left, palette.key, ground, True, (*hit, -1))
            pen.put(x + 21, y, glyphs.choose_right, palette.key, ground, True, (*hit, 1))
        ink = pen.bright(ground) if chosen else palette.text
        who = {"you": _("you"), "person": _("person here"), "bot": _("bot"), "network": _("network")}[seat.who]
        pen.put(x + 9, y, cut(who, 11, glyphs.dots), ink, ground, chosen, (*hit, 1))
        name_x, level_x, end = x + 23, x + 34, x + width - 1
        if self.screen.field is not None and self.screen.field.name == ("seat", number):
            pen.field(
                name_x - 1,
                y,
                min(end - name_x, seats.LONGEST_NAME + 3),
                self.screen.field.text,
                self.screen.field.cursor,
                hit,
            )
            return
        if seat.who == "network":
            end_of = pen.put(name_x, y, _("open"), palette.land, ground, False, hit)
            words = fullest(
                (_("a friend takes it in the lobby, or a bot"), _("for a friend, or a bot")), end - end_of - 2
            )
            pen.put(end_of + 2, y, words, quiet, ground, False, hit)
            return
        if self.screen.network and seat.who == "you" and not seat.name:
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
            if end - shown - 2 >= cell_len(text):  # it stands below the seats too, for the chosen one
                pen.put(shown + 2, y, text, quiet, ground, False, hit)
            return
        spot = level_x
        for level in levels(self.screen.game):
            word = level_word(level)
            if spot + cell_len(word) + 2 > end:
                break
            if level == seat.level:
                spot = pen.chip(spot, y, word, hit=(*hit, level))
            else:
                spot = pen.put(spot, y, f" {word} ", palette.text, ground, False, (*hit, level))

    def _character(self, seat: NewGameSeat) -> tuple[str, ...]:
        """What is worth knowing about who sits there, the fullest wording first."""
        if seat.who == "bot":
            return (_("{level}: {character}").format(level=level_word(seat.level), character=character(seat.level)),)
        if seat.who == "network":
            return (
                _("network: the table shows by itself on your friends’ screens"),
                _("network: friends see the table by themselves"),
            )
        if sum(one.who in ("you", "person") for one in self.screen.seats) > 1:
            return (
                _("The screen is covered whenever another person’s turn begins."),
                _("The screen is covered before each turn of another."),
            )
        return (_("You play with keys, mouse or typed moves."),)

    def _draw_options(self, pen: Pen, at: NewGameLayout) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        first, shown = self._options_shown(at)
        right = _("as in the book") if self.screen.options == self.screen.game.settle({}) else _("not as in the book")
        if len(shown) < len(self.screen.game.options):
            right = _("{first}-{last} of {count}   {right}").format(
                first=first + 1, last=first + len(shown), count=len(self.screen.game.options), right=right
            )
        pen.rule(at.options_x, at.options, at.options_width, _("Options"), right)
        words_of = {
            option.name: option_words(self.screen.game.name, option.name) for option in self.screen.game.options
        }
        labels = {name: words[0] for name, words in words_of.items()}
        column = at.options_x + 5 + min(20, max([cell_len(label) for label in labels.values()] or [0]))
        for row, option in enumerate(shown):
            y = at.options + 1 + row * at.option_step
            hit = ("option", option.name)
            if at.option_step > 1:
                told = wrap(words_of[option.name][2], at.options_width - 6, at.option_step - 1)
                for line, sentence in enumerate(told, y + 1):
                    pen.put(at.options_x + 4, line, sentence, palette.dim, palette.sea, hit=hit)
            chosen = self.screen.row == hit
            hovered = isinstance(self.screen.hover, tuple) and self.screen.hover[:2] == hit
            ground = pen.row(at.options_x, y, at.options_width, chosen, hovered, hit)
            label = cut(labels[option.name], column - at.options_x - 4, glyphs.dots)
            pen.put(at.options_x + 2, y, label, palette.dim2 if chosen else palette.dim, ground, False, hit)
            words = words_of[option.name][1].get(
                self.screen.options[option.name], option_text(self.screen.options[option.name])
            )
            words = cut(words, at.options_x + at.options_width - 3 - column, glyphs.dots)
            ink = pen.bright(ground) if chosen else palette.text
            end = pen.put(column, y, words, ink, ground, chosen, (*hit, 1))
            if chosen:
                pen.put(column - 2, y, glyphs.choose_left, palette.key, ground, True, (*hit, -1))
                pen.put(end + 1, y, glyphs.choose_right, palette.key, ground, True, (*hit, 1))

    def _options_shown(self, at: NewGameLayout) -> tuple[int, Sequence[Option]]:
        """The index of the first option shown, and as many options as fit. The one at the cursor is among them."""
        options = self.screen.game.options
        room = ((at.prompt if at.cards >= 0 else at.seed) - at.options - 1) // at.option_step
        chosen = next((number for number, one in enumerate(options) if self.screen.row == ("option", one.name)), 0)
        first = max(0, min(chosen - room // 2, len(options) - room))
        return first, options[first : first + room]

    def _draw_seed(self, pen: Pen, at: NewGameLayout) -> None:
        palette = pen.palette
        x, y, width = at.seed_x, at.seed, at.seed_width
        pen.rule(x, y, width, _("Seed"), "" if self.screen.network else _("*E* edit"))
        line = y + (2 if at.cards >= 0 else 1)
        if self.screen.network:
            words = _("Made by all players together when you begin: nobody can choose it.")
            for row, text in enumerate(wrap(words, width - 3)):
                if line + row < at.prompt:
                    pen.put(x + 2, line + row, text, palette.dim, palette.sea)
            return
        hit = ("seed", 0, "edit")
        dice = cell_len(_("dice")) + 4
        room = width - dice - 4
        editing = self.screen.field is not None and self.screen.field.name == ("seed", 0)
        chosen = self.screen.row == ("seed", 0)
        if chosen:
            pen.row(x, line, width, True, False, ("seed", 0))
        text, cursor = (
            (self.screen.field.text, self.screen.field.cursor)
            if editing and self.screen.field
            else (self.screen.seed, None)
        )
        pen.field(x + 2, line, room, text, cursor, hit)
        pen.button(x + width - dice - 1, line, "D", _("dice"), self.screen.hover == ("dice", 0), ("dice", 0))
        for row, words in enumerate(wrap(_("Same seed, same deal: share it with a friend."), width - 3, 2)):
            if line + 1 + row < at.prompt:
                pen.put(x + 2, line + 1 + row, words, palette.dim, palette.sea)

    def _draw_prompt(self, pen: Pen, at: NewGameLayout) -> None:
        palette = pen.palette
        wrong = self.screen.trouble or self.screen.wrong()
        if wrong:
            lines = [*wrap(wrong, pen.canvas.width - 4, 2), ""][:2]
            pen.prompt(at.prompt, ["{first}", "{second}"], palette.bad, first=lines[0], second=lines[1])
            return
        room, you = pen.canvas.width - 3, _("You")
        players = listing([_("you") if name == you else name for name in seats.names(self.screen.specs)])
        first = [_("*Enter* deals and begins. At the table: {players}."), _("*Enter* deals and begins.")]
        if self.screen.network:
            first = [
                ngettext(
                    "*Enter* opens the lobby. One seat waits for a friend.",
                    "*Enter* opens the lobby. {n} seats wait for friends.",
                    self.screen.network,
                )
            ]
        params: dict[str, Any] = {"players": players, "n": self.screen.network}
        told = self._help()
        second = _fullest(told, room, {})
        if _size(second, {}) > room:  # the footer says what Enter does
            two = [*wrap(told[0], room), ""]
            pen.prompt(at.prompt, ["{first}", "{second}"], first=two[0], second=cut(two[1], room, pen.glyphs.dots))
            return
        pen.prompt(at.prompt, [_fullest(first, room, params), second], **params)

    def _help(self) -> list[str]:
        """What to do on this line, the fullest wording first. A sentence without marks may take two lines."""
        kind, what = self.screen.row
        if self.screen.field is not None:
            return [_("Type, then ~Enter~. ~Esc~ leaves it as it was.")]
        if kind == "game":
            return [_("~←→~ chooses another game.")]
        if kind == "seat":
            if self.screen.seats[what].who == "bot":
                return [
                    _("~←→~ changes who sits here, ~Tab~ how well the bot plays, ~+ −~ how many play."),
                    _("~←→~ who sits here, ~Tab~ the level, ~+ −~ how many."),
                ]
            if self.screen.seats[what].who == "network":
                return [_("You get a join code there, and a bot can fill the seat if nobody comes.")]
            return [
                _("~←→~ changes who sits here, ~E~ the name, ~+ −~ how many play."),
                _("~←→~ who sits here, ~E~ the name, ~+ −~ how many."),
            ]
        if kind == "option":
            return [option_words(self.screen.game.name, what)[2]]
        return [_("~D~ throws the dice for another seed, ~E~ types one."), _("~D~ another seed, ~E~ types one.")]


def _fullest(wordings: Sequence[str], room: int, params: Mapping[str, Any]) -> str:
    return next((words for words in wordings if _size(words, params) <= room), wordings[-1])


def _size(words: str, params: Mapping[str, Any]) -> int:
    return sum(cell_len(run.text) for run in marked(words, dict(params)))
