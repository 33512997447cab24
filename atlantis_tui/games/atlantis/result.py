"""The end of a game of Atlantis in figures: who had what, what the last water cost, what it was paid with. RULES 7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from rich.style import Style

from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.fit_text import fullest_cut
from atlantis_tui.ui.rich_line import Piece, put, width
from core.atlantis.components import ATLANTIS, MAINLAND, TILE
from core.atlantis.rules import Atlantis
from core.table import Table


class Fare(NamedTuple):
    """A figure still on the way when the game ended, and the water before it, from where it stands on."""

    figure: int
    prices: tuple[int, ...]


class Account(NamedTuple):
    seat: int
    tiles: int  # points in tiles, before the crossing
    cards: int
    fares: tuple[Fare, ...]
    cost: int
    paid_tiles: tuple[int, ...]  # their values, falling
    paid_cards: int
    score: int

    @property
    def paid(self) -> int:
        return sum(self.paid_tiles) + self.paid_cards

    @property
    def short(self) -> int:
        return max(0, self.cost - self.paid)

    @property
    def lost(self) -> int:
        """What was paid too much, because there is no change."""
        return max(0, self.paid - self.cost)


class CrossingFact(NamedTuple):
    name: str
    seat: int
    text: str


class Crossing:
    """What this game brings to the result screen, read from a finished table."""

    def __init__(self, table: Table, names: Sequence[str], viewer: int | None) -> None:
        self.table, self.names, self.viewer = table, names, viewer
        self.state = cast(Atlantis, table.state)
        assert self.state.outcome is not None
        self.scores, self.winners = self.state.outcome
        self.order = sorted(range(len(self.scores)), key=lambda seat: -self.scores[seat])
        events = table.steps[-1].events
        self.by: int | None = next(event[1] for event in events if event[0] == "ended")
        ferried = {event[1]: event[2:] for event in events if event[0] == "ferried"}
        self.accounts = [self._account(seat, *ferried.get(seat, (0, (), ()))) for seat in range(len(self.scores))]

    def _account(self, seat: int, cost: int, tiles: Sequence[int], cards: Sequence[int]) -> Account:
        state = self.state
        values = sorted((tile % TILE for tile in tiles), reverse=True)
        fares = [
            Fare(
                figure, tuple(gap.price for gap in state.gaps if gap.first > at and gap.price) if self._pays(at) else ()
            )
            for figure, at in enumerate(state.figures[seat])
            if at != MAINLAND
        ]
        return Account(
            seat,
            state.worth[seat] + sum(values),
            state.hands[seat].size + len(cards),
            tuple(fares),
            cost,
            tuple(values),
            len(cards),
            self.scores[seat],
        )

    def _pays(self, at: int) -> bool:
        return at != ATLANTIS or bool(self.state.options["atlantis_figures_pay"])

    # In words --------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return _("The final crossing")

    def ending(self, names: Sequence[str]) -> list[str]:
        """How the game came to its end; the fullest sentence first. `names` may be shortened ones."""
        turn = self.state.turn
        if self.by is None:
            told = [
                _("On turn {turn} nobody could move, buy or draw any more, and all had to cross as they stood."),
                _("On turn {turn} nobody could do anything any more."),
                _("Nobody could go on after turn {turn}."),
            ]
        elif self.by == self.viewer:
            told = [
                _("Your third figure came home on turn {turn}; all others had to cross the water that was left."),
                _("Your third figure came home on turn {turn}."),
            ]
        else:
            told = [
                _(
                    "The third figure of {name} came home on turn {turn}; "
                    "all others had to cross the water that was left."
                ),
                _("The third figure of {name} came home on turn {turn}."),
                _("{name} came home first, on turn {turn}."),
            ]
        name = "" if self.by is None else names[self.by]
        return [words.format(turn=turn, name=name) for words in told]

    def parts(self) -> list[tuple[str, str, list[int]]]:
        """What the scores are made of: a word, the colour's name, and how much of it each seat has."""
        kept = [account.tiles - sum(account.paid_tiles) for account in self.accounts]
        cards = [account.cards - account.paid_cards for account in self.accounts]
        paid = [account.paid for account in self.accounts]
        return [(_("tiles"), "purse", kept), (_("cards"), "chain", cards), (_("paid"), "bad", paid)]

    def points(self) -> list[list[int]]:
        """By seat: after each turn what the crossing would have left then, as at the table, and last the score."""
        turns = {step.turn: cast(Atlantis, step.state) for step in self.table.steps}  # as each turn left it
        return [
            [state.after_crossing(seat) for state in turns.values()] + [score] for seat, score in enumerate(self.scores)
        ]

    def counted(self) -> list[str]:
        return []  # tiles and cards are points as they are

    def story(self) -> tuple[str, list[CrossingFact]]:
        return "", []

    def facts(self) -> list[CrossingFact]:
        """What is worth knowing besides."""
        longest = dearest = (0, 0, 0)  # how much, the turn, the seat
        way: tuple[int, int] = (0, 0)  # the turn, and where the movement of that turn set out
        for step in self.table.steps:
            if step.seat is None:
                continue
            for event in step.events:
                if event[0] == "moved":
                    if way[0] != step.turn:
                        way = (step.turn, event[3])
                    longest = max(longest, (event[4] - way[1], -step.turn, step.seat))
                elif event[0] == "paid":
                    dearest = max(dearest, (event[1], -step.turn, step.seat))
        found = []
        if longest[0]:
            words = ngettext("{n} place, turn {turn}", "{n} places, turn {turn}", longest[0])
            found.append(CrossingFact(_("Longest way"), longest[2], words.format(n=longest[0], turn=-longest[1])))
        if dearest[0]:
            words = ngettext("{n} point, turn {turn}", "{n} points, turn {turn}", dearest[0])
            found.append(CrossingFact(_("Dearest water"), dearest[2], words.format(n=dearest[0], turn=-dearest[1])))
        return found

    # The table -------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
        """A line of headings, and a line for each seat, best first."""
        Ledger(self, canvas, look, x, width).paint(y)


class Columns(NamedTuple):
    """Where things stand, counted from the left edge; numbers end before theirs."""

    name: int
    tiles: int
    cards: int
    water: int
    sum: int | None  # of all water
    paid: int
    score: int


class Ledger:
    """Paints the crossing in as many columns as there is room for."""

    def __init__(self, crossing: Crossing, canvas: Canvas, look: Look, x: int, width: int) -> None:
        self.crossing, self.canvas, self.x, self.width = crossing, canvas, x, width
        self.palette, self.glyphs = look.palette, look.glyphs
        self.narrow = width < 76
        if width >= 140:
            self.columns = Columns(4, 36, 43, 47, width - 37, width - 34, width - 2)
        elif width >= 112:
            self.columns = Columns(4, 20, 27, 31, width - 37, width - 34, width - 2)
        elif not self.narrow:
            more = (width - 78) // 2  # half of what is more than needed goes to the names
            self.columns = Columns(4, 20 + more, 27 + more, 29 + more, None, width - 27, width - 2)
        else:
            # What was paid stands beside what it was paid from.
            self.columns = Columns(4, 16, 23, 27, None, width - 13, width - 1)

    def paint(self, y: int) -> None:
        columns, canvas, x = self.columns, self.canvas, self.x
        head = self.palette.style(self.palette.dim, self.palette.sea)
        canvas.put_right(x + columns.tiles, y, _("tiles"), head)
        canvas.put_right(x + columns.cards, y, _("cards"), head)
        room = (columns.sum or columns.paid) - columns.water - 1
        water = (_("water still to pay, figure by figure"), _("water still to pay"), _("water"))
        canvas.put(x + columns.water, y, fullest_cut(water, room, self.glyphs.dots), head)
        if not self.narrow:
            canvas.put(x + columns.paid, y, _("paid with"), head)
        canvas.put_right(x + columns.score, y, _("score"), head)
        for row, seat in enumerate(self.crossing.order, 1):
            self._row(y + row, self.crossing.accounts[seat])

    def _row(self, y: int, account: Account) -> None:
        palette, glyphs, canvas, columns, x = self.palette, self.glyphs, self.canvas, self.columns, self.x
        crossing, seat = self.crossing, account.seat
        mine = seat == crossing.viewer
        self.ground = palette.sea if palette.flat or not mine else palette.prompt
        text = palette.style(palette.text, self.ground)
        canvas.fill(x, y, self.width, 1, text)
        if seat in crossing.winners:
            canvas.put(x, y, glyphs.turn, self._ink(palette.key, True))
        canvas.put(x + 2, y, glyphs.figures[seat], self._ink(palette.seats[seat], True))
        name = cut(crossing.names[seat], columns.tiles - columns.name - (6 if not self.narrow else 5), glyphs.dots)
        bright = palette.style(palette.text if palette.flat else palette.select, self.ground, True)
        canvas.put(x + columns.name, y, name, bright if mine else text)
        canvas.put_right(x + columns.tiles - 1, y, str(account.tiles), text)
        canvas.put_right(x + columns.cards - 1, y, str(account.cards), text)
        if self.narrow:
            spent = self._ink(palette.pay)
            if account.paid_tiles:
                canvas.put(x + columns.tiles, y, self._less(sum(account.paid_tiles)), spent)
            if account.paid_cards:
                canvas.put(x + columns.cards, y, self._less(account.paid_cards), spent)
        self._water(y, account)
        words, colour = self._paid(account)
        room = columns.score - 4 - columns.paid
        canvas.put(x + columns.paid, y, fullest_cut(words, room, self.glyphs.dots), self._ink(colour))
        score = str(account.score).replace("-", glyphs.minus)
        canvas.put_right(x + columns.score, y, score, self._ink(palette.bad, True) if account.score < 0 else bright)

    def _ink(self, colour: str, bold: bool = False) -> Style:
        return self.palette.style(readable(self.palette, colour, self.ground), self.ground, bold)

    def _less(self, number: int) -> str:
        return f"{self.glyphs.minus}{number}" if number else "0"

    def _water(self, y: int, account: Account) -> None:
        palette, columns = self.palette, self.columns
        room = (columns.sum or columns.paid) - columns.water - (5 if columns.sum else 1)
        if not account.fares:
            home = (_("all three at home"), _("all at home"), _("home"))
            self.canvas.put(
                self.x + columns.water, y, fullest_cut(home, room, self.glyphs.dots), self._ink(palette.land)
            )
            return
        choices = [self._fares(account, *how) for how in ((2, 3, True), (1, 3, False), (1, 1, False), (0, 1, False))]
        if not columns.sum:
            del choices[:2]
        line = next((line for line in choices if width(line) <= room), None)
        if line is None:
            line = [(cut(self._less(account.cost), room), self._ink(palette.foam))]
        put(self.canvas, self.x + columns.water, y, line)
        if columns.sum:
            total = f"= {account.cost}"
            self.canvas.put_right(self.x + columns.sum, y, total, self._ink(palette.pay, True))

    def _fares(self, account: Account, inner: int, outer: int, each: bool) -> list[Piece]:
        """Every figure with what it pays: each gap or all in one; so many blanks within a figure's part and between."""
        plain, price = self._ink(self.palette.text), self._ink(self.palette.foam)
        sign = self.glyphs.figures[account.seat]
        line: list[Piece] = []
        for fare in account.fares:
            if line:
                line.append((" " * outer, plain))
            line.append((f"{sign}{fare.figure + 1}", self._ink(self.palette.seats[account.seat], True)))
            prices = fare.prices if each and fare.prices else (sum(fare.prices),)
            words = [self._less(number) for number in prices]
            # Without a sign of its own a nothing would run into the figure's number.
            gap = " " * (inner if fare.prices else max(1, inner))
            line.append(((" " if each else gap) + gap.join(words), price))
        return line

    def _paid(self, account: Account) -> tuple[list[str], str]:
        """What the crossing was paid with, the fullest wording first, and its colour."""
        palette = self.palette
        if account.short:
            if self.narrow:
                told = ngettext("{n} short", "{n} short", account.short)
            elif account.paid:
                told = ngettext("all: {n} short", "all: {n} short", account.short)
            else:
                told = ngettext("nothing: {n} short", "nothing: {n} short", account.short)
            return [told.format(n=account.short)], palette.bad
        if self.narrow:
            told = ngettext("{n} lost", "{n} lost", account.lost) if account.lost else ""
            return [told.format(n=account.lost)], palette.dim
        if not account.cost:
            return [_("nothing to pay"), _("nothing")], palette.dim
        cards = ngettext("{n} card", "{n} cards", account.paid_cards).format(n=account.paid_cards)
        if not account.paid_tiles:
            return [cards], palette.dim
        number = len(account.paid_tiles)
        values = ngettext("tile {values}", "tiles {values}", number).format(
            values=" ".join(map(str, account.paid_tiles))
        )
        counted = ngettext("{n} tile", "{n} tiles", number).format(n=number)
        if account.paid_cards:
            both = _("{tiles}, {cards}")
            return [both.format(tiles=tiles, cards=cards) for tiles in (values, counted)], palette.dim
        if account.lost:
            more = ngettext("{tiles}, {n} too much", "{tiles}, {n} too much", account.lost)
            return [more.format(tiles=tiles, n=account.lost) for tiles in (values, counted)], palette.dim
        return [values, counted], palette.dim


RECKONING = Crossing
