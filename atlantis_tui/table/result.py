"""The result of a finished game: who won and how, what every score is made of, and how it came about turn by turn.

What belongs to one game comes from its `Reckoning`. Banner, bars, plot and keys are the same for all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from atlantis_tui.games import face, title_colours
from atlantis_tui.saved.branch_lock import shut_in_short, why_shut
from atlantis_tui.table.plain_result import ScoreResult
from atlantis_tui.text.sentences import listing, title
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import Look, digits
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import mixed, readable
from atlantis_tui.ui.fit_text import fullest_cut
from atlantis_tui.ui.guarded_page import GuardedPage
from atlantis_tui.ui.large_page import is_large
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.plot import Plot, PlotLine
from core.bots import knowledge
from core.table import Table


class Reckoning(Protocol):
    """What a game tells about its end. A list has one item for each seat unless it says otherwise."""

    @property
    def scores(self) -> Sequence[int]: ...

    @property
    def winners(self) -> Sequence[int]: ...

    @property
    def order(self) -> Sequence[int]:
        """The seats, best first."""

    @property
    def title(self) -> str:
        """The heading of the table of figures."""

    def paint(self, canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
        """Paint the table of figures: one line of headings, and a line for each seat."""

    def ending(self, names: Sequence[str]) -> Sequence[str]:
        """How the game ended, in several wordings of one sentence, the fullest first."""

    def parts(self) -> Sequence[tuple[str, str, Sequence[int]]]:
        """The parts of the scores: a word, the name of its colour in palettes, and how much each seat has of it."""

    def points(self) -> Sequence[Sequence[int]]:
        """The points after each turn, and last the score."""

    def counted(self) -> Sequence[str]:
        """How the points came about, in several wordings, the fullest first; empty where it goes without saying."""

    def facts(self) -> Sequence[tuple[str, int, str]]:
        """Other facts worth knowing: a few words, the seat, and the fact."""

    def story(self) -> tuple[str, Sequence[tuple[str, int, str]]]:
        """More of them, where a large screen has room: their heading, and the same three for each; may be none."""


def reckon(table: Table, names: Sequence[str], viewer: int | None) -> Reckoning:
    """The game's own result (games/<game>/result.py), or the scores alone if it has none or the game is shut."""
    own = None if table.shut else face("result", table.game.name)
    return cast(Reckoning, (own.RECKONING if own is not None else ScoreResult)(table, names, viewer))


class ResultSizes(NamedTuple):
    """How the sheet is divided at one size of the screen."""

    x: int
    width: int
    banner: int  # its first line, and how many
    banner_height: int
    table: int  # the lines of the two rules
    panels: int
    made_of: int  # the width of that panel; 0: too narrow for names
    gap: int
    height: int  # of the panels, without their rules
    longest_name: int  # in sentences


def sizes(width: int, height: int, seats: int) -> ResultSizes:
    if is_large(width, height):
        used, banner, banner_height, apart = min(width, 190) - 8, 3, 5, 2
        made_of, gap, name = used * 2 // 5, 6, 30
    elif width >= 120 and height >= 36:
        used, banner, banner_height, apart = min(width, 140) - 4, 2, 5, 2
        made_of, gap, name = used * 2 // 5, 4, 30
    elif width >= 80 and height >= 24:
        used, banner, banner_height, apart = min(width, 140) - 2, 2, 3, 1
        made_of, gap, name = 30 + (used - 78) // 4, 3, 20
    else:
        used, banner, banner_height, apart = min(width, 140) - 2, 1, 3, 0
        made_of, gap, name = 22, 2, 12
    room = height - 3 - banner - banner_height - 2 - seats - 2 * apart
    if room > 30:  # no higher than can be read; the rest is left free above and below
        banner += (room - 30) // 2
        room = 30
    table = banner + banner_height + apart
    panels = table + 2 + seats + apart
    return ResultSizes((width - used) // 2, used, banner, banner_height, table, panels, made_of, gap, room, name)


class ResultScreen(GuardedPage):
    """Dismissed with "again" (a new deal, seats rotated), "same" (the same deal once more), "menu", or what the review
    was left with: a game to be played on.

    Enter makes the last move of a game, and is soon pressed once too often. So here it begins another game only when it
    is pressed twice.
    """

    BEGINS = ("again", "play")  # the answers for which Enter has to be pressed twice

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('again')", show=False, id="result.again"),
        Binding("s,S", "answer('same')", show=False, id="result.same"),
        Binding("v,V", "review", show=False, id="result.review"),
        Binding("r,R", "replay", show=False, id="result.replay"),
        Binding("backspace", "answer('menu')", show=False, id="result.menu"),
        Binding("escape", "answer('menu')", show=False, id="result.menu.slow"),
        Binding("q,Q", "answer('menu')", show=False, id="result.menu.quit"),
    ]

    def __init__(self, table: Table, names: Sequence[str], viewer: int | None, *, path: str = "") -> None:
        """`path` is the file of the game, if the log does not know it."""
        super().__init__()
        self.table, self.names, self.viewer = table, names, viewer
        self.path = path or str(getattr(table.log, "path", ""))
        self.entered = False  # Enter was pressed once
        self.reckoning = reckon(table, names, viewer)
        self.points = self.reckoning.points()
        retold = face("review", table.game.name)
        self.can_review = knowledge(table.game) is not None and retold is not None and not table.shut

    def on_screen_resume(self) -> None:
        self.entered = False

    def action_answer(self, what: str) -> None:
        if what in self.BEGINS:
            if self.entered_twice():
                self.dismiss(what)
        elif not self.still:
            self.dismiss(what)

    def entered_twice(self) -> bool:
        """Whether this is the second Enter. The first is answered even when it is too early for the second, so that no
        Enter goes unanswered; while a key is held down, it stays too early."""
        if self.entered and not self.still:
            return True
        self.entered = True
        self.be_still()
        self.show()
        return False

    def action_review(self) -> None:
        """Open the review of the game, for games that have one."""
        if not self.can_review or self.still:
            return
        from atlantis_tui.review.screen import ReviewScreen

        self.app.push_screen(ReviewScreen(self.table, self.names, self.viewer), self.left_review)

    def action_replay(self) -> None:
        """Open the replay of the game."""
        if not self.still:
            from atlantis_tui.replay.opening import replay_of

            self.app.push_screen(replay_of(self.table, path=self.path), self.left_review)

    def left_review(self, answer: str | None) -> None:
        """Called when the review or the replay is left. It may have begun another game."""
        if answer not in (None, "back"):
            self.dismiss(answer)

    def pressed(self, hit: Any) -> None:
        self._aim()
        self.action_answer(hit)

    def clicked(self, hit: Any) -> None:
        if hit == ("key", "enter"):
            self._aim()
        super().clicked(hit)

    def _aim(self) -> None:
        """A click means what it is on, so one is enough."""
        self.entered = self.entered or not self.still

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        canvas = pen.canvas
        at = sizes(canvas.width, canvas.height, len(self.names))
        turns = self.table.state.turn
        facts = ngettext("{game}, {n} turn", "{game}, {n} turns", turns)
        facts = facts.format(game=title(self.table.game.name), n=turns)
        pen.header(_("GAME OVER"), facts, self.corner(pen))
        self._banner(pen, at)
        pen.rule(at.x, at.table, at.width, self.reckoning.title)
        self.reckoning.paint(canvas, at.x, at.table + 1, at.width, pen.look)
        self._made_of(pen, at)
        self._plot(pen, at)
        self.ask(pen)

    def ask(self, pen: Pen) -> None:
        """Paint what can be done next."""
        self.paint_prompt(pen)
        pen.footer(self.keys(), helps=self.field is None)

    def corner(self, pen: Pen) -> str:
        """The end of the header."""
        return _("seed {seed}").format(seed=self.table.seed)

    def keys(self) -> list[Pair]:
        """The footer."""
        again: list[Pair] = [("enter", _("Enter"), _("play again"))]
        if not self.table.shut:
            again.append(("s", "S", _("same seed")))
        review: list[Pair] = [("v", "V", _("review"))] if self.can_review else []
        return [*again, *review, ("backspace", _("Bksp"), _("menu")), ("r", "R", _("replay"))]

    def _banner(self, pen: Pen, at: ResultSizes) -> None:
        palette = pen.palette
        ground, ink = title_colours(self.table.game.name, palette)
        pen.fill(at.x, at.banner, at.width, at.banner_height, ground)
        y = at.banner + (at.banner_height - digits.HEIGHT) // 2
        edge = 4 if at.banner_height > 3 else 3
        score = max(self.reckoning.scores)
        loud = ink if palette.flat or palette.ansi else palette.pay
        digits.paint(pen.canvas, at.x + edge, y, score, palette.style(loud, ground, True), pen.glyphs)
        x = at.x + edge + digits.width(score) + edge
        room = at.x + at.width - 1 - x
        names = [cut(name, at.longest_name, pen.glyphs.dots) for name in self.names]
        bright = ink if palette.flat or palette.ansi else "#ffffff"
        pen.put(x, y, fullest_cut(self._headline(names), room, pen.glyphs.dots), bright, ground, True)
        pen.put(x, y + 1, fullest_cut(self.reckoning.ending(names), room, pen.glyphs.dots), ink, ground)
        margin = _with_reason(self._margin(names), self.reckoning.counted())
        pen.put(x, y + 2, fullest_cut(margin, room, pen.glyphs.dots), mixed(palette, ink, ground, 0.2), ground)

    def _headline(self, names: Sequence[str]) -> list[str]:
        winners = self.reckoning.winners
        others = listing([names[seat] for seat in winners if seat != self.viewer])
        number = len(winners)
        if self.viewer in winners:
            if number == 1:
                return [_("You win!")]
            shared = ngettext("You and {n} other share the win.", "You and {n} others share the win.", number - 1)
            return [_("You share the win with {names}.").format(names=others), shared.format(n=number - 1)]
        if number == 1:
            return [_("{name} wins.").format(name=others)]
        shared = ngettext("{n} player shares the win.", "{n} players share the win.", number)
        return [_("{names} share the win.").format(names=others), shared.format(n=number)]

    def _margin(self, names: Sequence[str]) -> list[str]:
        """By how much the winner won, and how far behind the reader is."""
        scores, winners, viewer = self.reckoning.scores, self.reckoning.winners, self.viewer
        others = [seat for seat in self.reckoning.order if seat not in winners]
        if not others:
            return [_("All have the same score."), _("All are equal.")]
        margin = max(scores) - scores[others[0]]
        next_best = [seat for seat in others if scores[seat] == scores[others[0]]]
        if next_best == [viewer]:
            words = ngettext("{n} point ahead of you.", "{n} points ahead of you.", margin)
            return [words.format(n=margin)]
        listed = listing([names[seat] for seat in next_best if seat != viewer])
        if viewer in next_best:
            words = ngettext("{n} point ahead of you and {names}.", "{n} points ahead of you and {names}.", margin)
        else:
            words = ngettext("{n} point ahead of {names}.", "{n} points ahead of {names}.", margin)
        told = [words.format(n=margin, names=listed)]
        if viewer in others and viewer not in next_best:
            behind = max(scores) - scores[viewer]
            mine = ngettext("You are {n} point behind.", "You are {n} points behind.", behind).format(n=behind)
            told = [f"{told[0]} {mine}", mine]
        return [*told, ngettext("{n} point ahead.", "{n} points ahead.", margin).format(n=margin)]

    def _made_of(self, pen: Pen, at: ResultSizes) -> None:
        palette, glyphs, parts = pen.palette, pen.glyphs, self.reckoning.parts()
        width, y = at.made_of, at.panels + 1
        pen.rule(at.x, at.panels, width, _("Made of"))
        order, scores = self.reckoning.order, self.reckoning.scores
        rows = 2 if at.height >= 2 * len(order) + 3 else 1
        y += rows - 1
        names = 0
        if at.made_of > 22:
            part = 4 if width < 56 else 2  # of the panel, for the names
            names = 1 + min(max(cell_len(name) for name in self.names), max(6, width // part))
        most = max(1, *(sum(amounts[seat] for _word, _colour, amounts in parts) for seat in order))
        bar = width - 3 - names - 6
        for row, seat in enumerate(order):
            line = y + rows * row
            pen.put(
                at.x + 1,
                line,
                glyphs.figures[seat],
                readable(palette, palette.seats[seat], palette.sea),
                palette.sea,
                True,
            )
            if names:
                pen.put(at.x + 3, line, cut(self.names[seat], names - 1, glyphs.dots), palette.text, palette.sea)
            x = at.x + 3 + names
            for number, cells in enumerate(shares([amounts[seat] for _word, _colour, amounts in parts], most, bar)):
                x = pen.put(x, line, _brick(pen, number) * cells, _colour(pen, parts[number][1]), palette.sea)
            ink = readable(palette, palette.bad, palette.sea) if scores[seat] < 0 else pen.bright(palette.sea)
            pen.right(at.x + width - 1, line, str(scores[seat]).replace("-", glyphs.minus), ink, palette.sea, True)
        self._legend(pen, at, y + rows * len(order))
        self._facts(pen, at, y + rows * len(order) + 2)

    def _legend(self, pen: Pen, at: ResultSizes, y: int) -> None:
        if y > at.panels + at.height:
            return
        palette, words = pen.palette, self.reckoning.parts()
        for size, start in ((2, 1), (1, 1), (1, 0)):
            if start + sum(size + 2 + cell_len(word) for word, _colour, _amounts in words) - 1 <= at.made_of:
                break
        x = at.x + start
        for number, (word, colour, _amounts) in enumerate(words):
            x = pen.put(x, y, _brick(pen, number) * size, _colour(pen, colour), palette.sea)
            x = pen.put(x + 1, y, word, palette.dim, palette.sea) + 1

    def _facts(self, pen: Pen, at: ResultSizes, y: int) -> None:
        facts = self.reckoning.facts()
        self._list(pen, at, y, _("Worth knowing"), facts)
        self._list(pen, at, y + len(facts) + 2 if facts else y, *self.reckoning.story())

    def _list(self, pen: Pen, at: ResultSizes, y: int, heading: str, facts: Sequence[tuple[str, int, str]]) -> None:
        """Paint all of them, or nothing where there is no room."""
        label = max((cell_len(words) for words, _seat, _text in facts), default=0) + 2
        needed = label + max((cell_len(text) for _words, _seat, text in facts), default=0) + 4
        if not facts or y + len(facts) > at.panels + at.height or needed > at.made_of:
            return
        palette = pen.palette
        pen.rule(at.x, y, at.made_of, heading)
        for row, (words, seat, text) in enumerate(facts, y + 1):
            pen.put(at.x + 2, row, words, palette.dim, palette.sea)
            ink = readable(palette, palette.seats[seat], palette.sea)
            x = pen.put(at.x + 2 + label, row, pen.glyphs.figures[seat], ink, palette.sea, True)
            pen.put(x + 1, row, text, palette.text, palette.sea)

    def _plot(self, pen: Pen, at: ResultSizes) -> None:
        x = at.x + at.made_of + at.gap
        width = at.x + at.width - x
        pen.rule(x, at.panels, width, _("Points over the game"), _("turn"))
        lines = [
            PlotLine(self.points[seat], pen.glyphs.figures[seat], self.names[seat], pen.palette.seats[seat])
            for seat in sorted(
                self.reckoning.order, key=lambda seat: (seat == self.viewer, self.reckoning.scores[seat])
            )
        ]
        plot = Plot(lines, pen.look, numbered=len(self.points[0]) - 1)
        plot.paint(pen.canvas, x, at.panels + 1, width, at.height)

    def paint_prompt(self, pen: Pen) -> None:
        palette, y, width = pen.palette, pen.canvas.height - 2, pen.canvas.width
        pen.fill(0, y, width, 1, palette.prompt)
        pen.put(0, y, pen.glyphs.bar, readable(palette, palette.land, palette.prompt), palette.prompt)
        if self.table.shut:
            told_shut = (why_shut(self.table), shut_in_short(self.table))
            pen.put(2, y, fullest_cut(told_shut, width - 3, pen.glyphs.dots), palette.text, palette.prompt)
            return
        if self.entered:
            words = _("*Enter* once more begins a new game. *W* in the menu shows this result again.")
            pen.prompt(y, [words if width >= 80 else _("*Enter* once more begins a new game.")])
            return
        choices = (
            (_("*Enter* new deal, seats rotated"), _("*S* the same deal once more")),
            (_("*Enter* new deal"), _("*S* same deal")),
        )
        again = _("Again?")
        room = width - 4 - cell_len(again)
        told = next((two for two in choices if sum(cell_len(words) - 2 for words in two) + 5 <= room), choices[-1])
        x = pen.put(2, y, again, palette.key, palette.prompt, True) + 1
        for words, hit in zip(told, ("again", "same"), strict=True):
            ground = palette.hover if self.hover == hit and not palette.flat else palette.prompt
            size = cell_len(words)  # the two marks, and a blank on both sides
            pen.fill(x, y, size, 1, ground, hit)
            pen.say(x + 1, y, size - 2, words, ground, hit=hit)
            x += size + 1


def _with_reason(margin: Sequence[str], reasons: Sequence[str]) -> list[str]:
    """By how much somebody won, and why it is so much where there is room for it."""
    both = _("{margin} {reason}")
    return [*(both.format(margin=words, reason=why) for words in margin for why in reasons), *margin]


def _brick(pen: Pen, part: int) -> str:
    """The character that a part of a bar is built of. Without colours each part has another one."""
    glyphs = pen.glyphs
    if glyphs.braille and not pen.palette.flat:
        return glyphs.spark[5]
    return ("█", "▒", "░")[part % 3] if glyphs.upper else "#+."[part % 3]


def _colour(pen: Pen, name: str) -> str:
    palette = pen.palette
    colour = str(getattr(palette, name))
    return mixed(palette, colour, palette.sea, 0.4) if name == "bad" else colour


def shares(amounts: Sequence[int], whole: int, size: int) -> list[int]:
    """Divide `size` cells among these amounts of `whole`. Every amount above zero gets at least one cell."""
    ends = [0]
    for amount in amounts:
        ends.append(ends[-1] + amount)
    cells = [(2 * end * size + whole) // (2 * whole) for end in ends]
    found = [after - before for before, after in pairwise(cells)]
    for at, amount in enumerate(amounts):
        if amount and not found[at]:
            found[at] = 1
            if max(found) > 1:
                found[found.index(max(found))] -= 1
    return found
