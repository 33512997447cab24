"""All rules of a game from its RULES.md, with drawn examples and every sign at the end. The text can be searched."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from time import monotonic
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType

from atlantis_tui.help.legends import legends
from atlantis_tui.text import rulebook
from atlantis_tui.text.help import Example, topics_of
from atlantis_tui.text.rulebook import RulebookTable
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import rich_line
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.wrap import wrap

WIDEST = 96  # wider lines are hard to read
CONTENTS = 30  # the width of the list of parts, if there is room for it
APART = 2  # between the columns of a table
SECOND_DIGIT = 1.5  # seconds in which a digit belongs to the one before: `1 2` is part 12


class RuleLine(NamedTuple):
    """One line of the text. `example` and `sign` are painted; a search looks into `text`."""

    text: str
    indent: int = 0
    kind: str = ""  # "head", "caption" or ""
    example: Example | None = None  # the example, of which `row` is painted
    row: int = 0
    sign: Sequence[rich_line.Piece] = ()


class RulesScreen(Page):
    """The page of the rules. It opens at `part`; 0 is the beginning."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", show=False, id="rules.up"),
        Binding("down", "scroll(1)", show=False, id="rules.down"),
        Binding("pageup", "page(-1)", show=False, id="rules.page_up"),
        Binding("pagedown,space", "page(1)", show=False, id="rules.page_down"),
        Binding("home", "scroll(-9999)", show=False, id="rules.first"),
        Binding("end", "scroll(9999)", show=False, id="rules.last"),
        *(Binding(str(n), f"digit({n})", show=False, id=f"rules.part.{n}") for n in range(10)),
        Binding("s,S", "signs", show=False, id="rules.signs"),
        Binding("slash", "search", show=False, id="rules.search"),
        Binding("n,N", "again(1)", show=False, id="rules.again"),
        Binding("p,P", "again(-1)", show=False, id="rules.again.back"),
        Binding("backspace", "back", show=False, id="rules.back"),
        Binding("escape", "back", show=False, id="rules.back.slow"),
        Binding("q,Q", "back", show=False, id="rules.back.quit"),
    ]

    def __init__(self, game: str, part: int = 0, *, signs: bool = False) -> None:
        super().__init__()
        self.game = game
        self.parts = rulebook.parts(game)
        self.top = 0
        self.wanted = ""  # what the reader searches for
        self.found_at = -1  # the line that was found last
        self._digit = (0, float("-inf"))  # the last digit that went to a part, and when it was pressed
        self._opens = len(self.parts) if signs else part  # the part to open at as soon as the size is known
        self._lines: tuple[object, list[RuleLine]] = (None, [])

    # What the keys do ------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.call_after_refresh(self._open_at)

    def _open_at(self) -> None:
        self.action_part(self._opens)

    def action_scroll(self, by: int) -> None:
        self._go(self.top + by)

    def action_page(self, by: int) -> None:
        self._go(self.top + by * (self._room() - 1))

    def action_part(self, number: int) -> None:
        heads = self._heads()
        if 0 <= number < len(heads):
            self._go(heads[number])

    def action_digit(self, digit: int) -> None:
        """Go to the part with this number, or with the number that this digit and the one before it make."""
        before, when = self._digit
        both, now = 10 * before + digit, monotonic()
        if before and both < len(self.parts) and now - when < SECOND_DIGIT:
            self._digit = (0, now)
            self.action_part(both)
        elif digit:
            self._digit = (digit, now)
            if digit < len(self.parts):
                self.action_part(digit)

    def action_signs(self) -> None:
        self.action_part(len(self.parts))

    def action_search(self) -> None:
        self.field = LineEdit("search", "", 40)
        self.show()

    def action_again(self, by: int) -> None:
        places = self._places()
        if not places:
            return
        if self.found_at in places:
            at = places[(places.index(self.found_at) + by) % len(places)]
        else:
            at = next((place for place in places if place >= self.top), places[0])
        self.found_at = at
        self._go(at - self._room() // 3)

    def action_back(self) -> None:
        if self.wanted:
            self.wanted, self.found_at = "", -1
            self.show()
        else:
            self.dismiss()

    def typed(self, event: events.Key) -> None:
        """Search while the reader types."""
        field = self.field
        assert field is not None
        super().typed(event)
        if self.field is None and event.key == "escape":
            self.wanted = ""
        elif field.text != self.wanted:
            self.wanted, self.found_at = field.text, -1
            self.action_again(1)
        self.show()

    def scrolled(self, by: int) -> None:
        self._go(self.top + 3 * by)

    def pressed(self, hit: Any) -> None:
        if isinstance(hit, tuple) and hit[0] == "part":
            self.action_part(hit[1])

    def _go(self, top: int) -> None:
        self.top = max(0, min(top, len(self._text()) - self._room()))
        self.show()

    # The text --------------------------------------------------------------------------------------------------------

    def _width(self, width: int) -> tuple[int, int]:
        """Where the text begins, and how wide it is."""
        if width >= 110:
            used = min(width - CONTENTS - 6, WIDEST)
            return CONTENTS + 4, used
        return max(2, (width - WIDEST) // 2), min(width - 4, WIDEST)

    def _room(self) -> int:
        return max(1, self.size.height - 4)

    def _text(self) -> list[RuleLine]:
        """All lines at this size and in this look, computed once for each."""
        width = self._width(self.size.width)[1]
        key = (width, self.look)
        if self._lines[0] != key:
            self._lines = (key, self.lines(width))
        return self._lines[1]

    def lines(self, width: int) -> list[RuleLine]:
        words = topics_of(self.game)
        drawn = words.examples() if words is not None else {}
        found: list[RuleLine] = []
        for part in self.parts:
            name = f"{part.number}  {part.title}" if part.number else part.title
            found += [RuleLine(name, 0, "head"), RuleLine("")]
            bullets = False
            for paragraph in part.paragraphs:
                if isinstance(paragraph, RulebookTable):
                    found += self._table(paragraph, width)
                    continue
                mark = _mark_of(paragraph)
                if found[-1].text and (not mark or bullets != (mark == "-")):
                    found.append(RuleLine(""))  # a list ends here
                bullets = mark == "-"
                found += self._paragraph(paragraph, width)
            for example, caption in drawn.get(part.number, ()):
                found += self._example(example, caption, width)
            found.append(RuleLine(""))
        return [*found, *self._signs(width)]

    def _paragraph(self, text: str, width: int) -> list[RuleLine]:
        """Wrap a paragraph. The text of a list item is indented under its sign."""
        mark = _mark_of(text)
        if not mark:
            return [*map(RuleLine, wrap(text, width)), RuleLine("")]
        indent = cell_len(mark) + 1
        first, *more = wrap(text[len(mark) + 1 :], width - indent)
        sign = self.look.glyphs.none if mark == "-" else mark
        return [RuleLine(f"{sign} {first}"), *(RuleLine(row, indent) for row in more)]

    def _table(self, table: RulebookTable, width: int) -> list[RuleLine]:
        """The rows of a table under its head, numbers to the right. Cells that are too wide go over several lines."""
        columns = list(zip(table.head, *table.rows, strict=True))
        widths = [max(map(cell_len, column)) for column in columns]
        while sum(widths) + APART * (len(widths) - 1) > width:
            widths[widths.index(max(widths))] -= 1
        numbers = [all(not cell or cell.isdecimal() for cell in column[1:]) for column in columns]

        def lines(cells: Sequence[str], kind: str = "") -> list[RuleLine]:
            wrapped = [wrap(cell, wide) for cell, wide in zip(cells, widths, strict=True)]
            rows = zip_longest(*wrapped, fillvalue="")
            return [RuleLine((" " * APART).join(map(_padded, row, widths, numbers)).rstrip(), 0, kind) for row in rows]

        rule = RuleLine(self.look.glyphs.rule * (sum(widths) + APART * (len(widths) - 1)), 0, "caption")
        rows = [line for row in table.rows for line in lines([cell or "–" for cell in row])]
        return [*lines(table.head, "caption"), rule, *rows, RuleLine("")]

    def _example(self, example: Example, caption: str, width: int) -> list[RuleLine]:
        return [
            RuleLine(""),
            *(RuleLine("", 2, "", example, row) for row in range(example.height)),
            *(RuleLine(row, 2, "caption") for row in wrap(caption, width - 2)),
        ]

    def _signs(self, width: int) -> list[RuleLine]:
        found = [RuleLine(_("Signs"), 0, "head"), RuleLine("")]
        groups = legends(self.game, self.look, self.look.palette.sea)
        column = 2 + max(rich_line.width(sign) for _heading, signs in groups for sign, _words in signs)
        for heading, signs in groups:
            found += [RuleLine(row, 0, "caption") for row in wrap(heading, width)]
            for sign, words in signs:
                rows = wrap(words, width - column - 1)
                found += [RuleLine(rows[0], column, "", sign=sign), *(RuleLine(row, column) for row in rows[1:])]
            found.append(RuleLine(""))
        return found

    def _heads(self) -> list[int]:
        return [number for number, line in enumerate(self._text()) if line.kind == "head"]

    def _places(self) -> list[int]:
        """The lines in which the search finds something."""
        wanted = self.wanted.casefold()
        return [n for n, line in enumerate(self._text()) if wanted and wanted in line.text.casefold()]

    @property
    def _part(self) -> int:
        """The part at the top of the screen."""
        return max([number for number, line in enumerate(self._heads()) if line <= self.top + 1], default=0)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        width, height = pen.canvas.width, pen.canvas.height
        text, room = self._text(), self._room()
        self.top = max(0, min(self.top, len(text) - room))
        where = _("{percent} % read").format(percent=min(100, 100 * (self.top + room) // max(1, len(text))))
        pen.header(_("RULES"), title(self.game), where)
        x, used = self._width(width)
        for row, line in enumerate(text[self.top : self.top + room], 1):
            self._line(pen, x, row + 1, used, line)
        if width >= 110:
            self._contents(pen)
        self._prompt(pen, height - 2)
        pen.footer(self._footer(), helps=self.field is None)

    def _footer(self) -> list[Pair]:
        if self.field is not None:
            return [("enter", _("Enter"), _("search")), ("escape", _("Esc"), _("back"))]
        found: list[Pair] = [("n", "N", _("next place")), ("p", "P", _("last place"))] if self.wanted else []
        return [
            ("", "↑↓", _("scroll")),
            ("", "1-9", _("part") if len(self.parts) <= 10 else _("part, 1 2 is 12")),
            ("slash", "/", _("search")),
            *found,
            ("s", "S", _("signs")),
            ("backspace", _("Bksp"), _("back")),
        ]

    def _contents(self, pen: Pen) -> None:
        palette = pen.palette
        pen.rule(1, 2, CONTENTS, _("Parts"))
        names = [f"{part.number}  {part.title}" if part.number else title(self.game) for part in self.parts]
        for number, name in enumerate([*names, f"S  {_('Signs')}"]):
            chosen, hit = number == self._part, ("part", number)
            ground = pen.row(1, 4 + number, CONTENTS, chosen, self.hover == hit, hit)
            ink = pen.bright(ground) if chosen else palette.text
            pen.put(3, 4 + number, cut(name, CONTENTS - 3, pen.glyphs.dots), ink, ground, chosen, hit)

    def _line(self, pen: Pen, x: int, y: int, width: int, line: RuleLine) -> None:
        palette, sea = pen.palette, pen.palette.sea
        if line.example is not None:
            self._drawn(pen, x + line.indent, y, line.example, line.row)
            return
        if line.sign:
            rich_line.put(pen.canvas, x, y, line.sign)
        if line.kind == "head":
            pen.put(x, y, pen.glyphs.rule * width, palette.rule, sea)
            pen.put(x + 1, y, f" {cut(line.text, width - 4, pen.glyphs.dots)} ", pen.bright(sea), sea, True)
        else:
            ink = palette.dim if line.kind == "caption" else palette.text
            pen.put(x + line.indent, y, line.text, ink, sea)
        self._mark(pen, x + (2 if line.kind == "head" else line.indent), y, line)

    def _mark(self, pen: Pen, x: int, y: int, line: RuleLine) -> None:
        """Highlight what was searched for."""
        wanted, text = self.wanted.casefold(), line.text.casefold()
        if not wanted or len(text) != len(line.text):
            return
        at = text.find(wanted)
        while at >= 0:
            words = line.text[at : at + len(wanted)]
            pen.put(x + cell_len(line.text[:at]), y, words, pen.palette.ink, pen.solid, True)
            at = text.find(wanted, at + len(wanted))

    def _drawn(self, pen: Pen, x: int, y: int, example: Example, row: int) -> None:
        palette = pen.palette
        whole = Canvas(example.width, example.height, palette.style(palette.text, palette.sea))
        example.paint(whole, 0, 0, pen.look, palette.sea)
        for column in range(whole.width):
            pen.canvas.put(x + column, y, whole.chars[row][column], whole.styles[row][column])

    def _prompt(self, pen: Pen, y: int) -> None:
        if self.field is not None:
            pen.prompt(y, [_("*Search:*")])
            pen.field(11, y, min(44, pen.canvas.width - 13), self.field.text, self.field.cursor)
            return
        if self.wanted:
            count = len(self._places())
            found = ngettext('*{n} line* with "{wanted}".', '*{n} lines* with "{wanted}".', count)
            words = found if count else _('*Nothing* with "{wanted}": search with */* for something else.')
            pen.prompt(y, [""])
            room = pen.canvas.width - 3
            hit = None if count else ("key", pen.keys.keys.get("slash", "slash"))
            pen.say(2, y, room, words, pen.palette.prompt, hit=hit, n=count, wanted=self.wanted)
            return
        self._part_numbers(pen, y)

    def _part_numbers(self, pen: Pen, y: int) -> None:
        """The part on show, and the numbers of all, to be typed or clicked."""
        palette, part = pen.palette, self._part
        name = self.parts[part].title if part < len(self.parts) else _("Signs")
        end = pen.canvas.width - 1
        pen.prompt(y, [""])
        x = pen.say(2, y, end - 2, _("~{name}.~ Part"), palette.prompt, name=name)
        for number in range(1, len(self.parts)):
            hit = ("part", number)
            if x + 1 + len(str(number)) > end:
                return
            ground = palette.hover if self.hover == hit and not palette.flat else palette.prompt
            x = pen.put(x + 1, y, str(number), palette.key, ground, True, hit)
        search = _(", */* searches.")
        if x + cell_len(search) - 2 <= end:
            pen.say(x, y, end - x, search, palette.prompt, hit=("key", pen.keys.keys.get("slash", "slash")))


def _mark_of(paragraph: str) -> str:
    """The sign or the number of a list item, or nothing."""
    mark = paragraph.partition(" ")[0]
    return mark if mark == "-" or (mark[:-1].isdecimal() and mark.endswith(".")) else ""


def _padded(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - cell_len(text))
    return blanks + text if right else text + blanks
