"""Help over any screen: its keys as they are now, and at a table the rule of this moment with an example.

A screen that has more to say than its keys has a `help_topic`. A table finds its rules in games/<game>/help.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.screen import Screen

from atlantis_tui.games import usual
from atlantis_tui.text.help import Example, topics_of
from atlantis_tui.text.keys import describe, is_in_step, is_on_turn, order, place
from atlantis_tui.text.translation import _
from atlantis_tui.ui import bound_keys as own_keys
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.dim import snapshot
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from atlantis_tui.table.screen import TableScreen

EVERYWHERE = "app."
LEFT = 33  # the width of the keys when the rule stands beside them
WHOLE = 6  # cells of a name that is whole on every screen


class Key(NamedTuple):
    """A line about keys: what to press, and what that does."""

    shown: str
    does: str
    presses: Mapping[str, str] = {}  # by the names of the keys: which key a click on one presses

    def parts(self) -> list[tuple[str, str | None]]:
        """What is shown in pieces, each with its key if it is the name of one."""
        found: list[tuple[str, str | None]] = []
        for word in re.split("( )", self.shown):
            ends = [word] if word in self.presses else re.split(r"(?<=\d)(-)(?=\d)", word)  # 1-9
            found += [(piece, self.presses.get(piece)) for piece in ends]
        return found


class HelpRule(NamedTuple):
    heading: str
    text: Sequence[str]
    part: int
    example: Example | None = None
    yours: str = ""  # what the rule means for the planned or refused move
    refused: bool = False  # the rule refused a move: the reader wants it more than the keys


def keys_of(screen: Screen[Any]) -> list[Key]:
    """The keys of a screen that do something now. Keys that mean the same share a line; the app's own come last."""
    found: dict[str, list[str]] = {}
    numbers: dict[str, str] = {}  # of keys that are one of several, such as table.card.3
    own: list[str] = []
    hinting = getattr(screen, "hinting", None)
    for key, (_node, binding, enabled, _tip) in screen.active_bindings.items():
        id = binding.id or ""
        does = describe(id, binding.description)
        if not enabled or not id or not does or not is_of_use(screen, id):
            continue
        if hinting is not None and hinting.takes(key):  # a key of the game shows a hint while there are some
            does = _("show a hint")
        found.setdefault(does, []).append(key)
        numbers[key] = id if id[-1].isdigit() else ""
        if id.startswith(EVERYWHERE):
            own.append(does)
    lines = [
        Key(
            own_keys.all_shown(sorted(pressed, key=lambda key: (_pair(key), numbers[key]))),
            does,
            {own_keys.shown(key): key for key in reversed(pressed)},
        )
        for does, pressed in found.items()
    ]
    ranks = {words: rank for rank, words in enumerate(order(game_of(screen)))}
    return sorted(lines, key=lambda line: (line.does in own, ranks.get(line.does, len(ranks))))


def _pair(key: str) -> int:
    """The place of an arrow within its pair, left or up first; 0 for other keys, which come before arrows."""
    return {"left": 1, "right": 2, "up": 1, "down": 2, "pageup": 1, "pagedown": 2}.get(key, 0)


def is_of_use(screen: Screen[Any], id: str) -> bool:
    """Whether a binding does something on this screen now."""
    if id == "table.hint" and not _has_hints(screen):
        return False
    if not getattr(screen, "mine", True):
        return not is_on_turn(id)
    step = getattr(getattr(screen, "plan", None), "step", None)
    return step is None or is_in_step(id, step)


def _has_hints(screen: Screen[Any]) -> bool:
    from core.advice import can_advise

    table = getattr(screen, "table", None)
    return table is not None and can_advise(table.game)


def rule_of(screen: Screen[Any]) -> HelpRule | None:
    """The rule that refused the last move, while the toast still shows it; otherwise the rule of this moment."""
    topic = getattr(screen, "help_topic", None)
    if topic is not None:
        found: HelpRule | None = topic()
        return found
    from atlantis_tui.table.screen import TableScreen

    return _rule_at(screen) if isinstance(screen, TableScreen) else None


def _rule_at(table: TableScreen) -> HelpRule | None:
    words = topics_of(table.table.game.name)
    if words is None:
        return None
    view: Any = table.view_of(table.table.steps[-1])
    reason = table.toast.reason if table.toast.display else None
    if reason is not None and reason.id in words.REFUSED:
        topic = words.topics(view.options)[words.REFUSED[reason.id]]
        heading = _("The rule: {title}").format(title=topic.title)
        return HelpRule(heading, topic.text, topic.part, topic.example, " ".join(table.toast.lines), True)
    if table.viewer is None:
        return None
    plan = table.plan if table.mine else None
    topic = words.topics(view.options)[words.now(view, plan)]
    moves = plan.moves() if plan is not None else None
    yours = ""
    if moves:
        yours = _("Your move: {does}").format(does=" ".join(table.wording.does(view, moves, True)))
    heading = _("The rule now: {title}").format(title=topic.title)
    return HelpRule(heading, topic.text, topic.part, topic.example, yours)


def people_of(screen: Screen[Any]) -> Sequence[str]:
    """The names of all who sit at the table of a screen, if one of them may be cut there."""
    table, names = getattr(screen, "table", None), getattr(screen, "names", ())
    seated = isinstance(table, Table) and len(names) == len(table.seats)
    return names if seated and any(cell_len(name) > WHOLE for name in names) else ()


def title_of(screen: Screen[Any]) -> str:
    """The title of the help: the name of the screen, or at a table what the player is doing."""
    from atlantis_tui.table.game_screen import GameScreen
    from atlantis_tui.table.screen import TableScreen

    if not isinstance(screen, GameScreen):
        what = place(next(iter(own_keys.bindings(type(screen))), ""))
    elif screen.table.over:
        what = _("the game is over")
    elif not isinstance(screen, TableScreen) or not screen.mine:
        what = _("not your turn")
    else:
        words = topics_of(screen.table.game.name)
        what = words.moment(screen.view_of(screen.table.steps[-1]), screen.plan) if words is not None else ""
    return _("Help: {what}").format(what=what) if what else _("Help")


def game_of(screen: Screen[Any]) -> str:
    """The game of a screen's table, or the game that the screen names, or else the one played last."""
    table = getattr(screen, "table", None)
    if table is not None and hasattr(table, "game"):
        return str(table.game.name)
    if screen.parent is None:
        return usual()  # nobody looks at the screen yet
    app: Any = screen.app
    return getattr(screen, "game_name", "") or usual(app.settings.game)


def open_help(app: AtlantisApp) -> None:
    if isinstance(app.screen, HelpScreen):
        app.screen.dismiss()
    else:
        app.push_screen(HelpScreen.over(app))


class HelpScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", show=False, id="help.close"),
        Binding("backspace,escape,q,Q", "close", show=False, id="help.close.slow"),
        Binding("r,R", "rules", show=False, id="help.rules"),
        Binding("s,S", "signs", show=False, id="help.signs"),
        Binding("colon", "commands", show=False, id="help.commands"),
        Binding("l,L", "learn", show=False, id="help.learn"),
        Binding("up", "scroll(-1)", show=False, id="help.up"),
        Binding("down", "scroll(1)", show=False, id="help.down"),
        Binding("pageup", "scroll(-9)", show=False, id="help.page_up"),
        Binding("pagedown", "scroll(9)", show=False, id="help.page_down"),
    ]

    top = 0

    def __init__(
        self,
        below: Screen[Any],
        keys: Sequence[Key],
        rule: HelpRule | None = None,
        behind: Canvas | None = None,
        learns: bool = False,
        called: str = "",
    ) -> None:
        """`behind` shows round the card. `learns`: whether a first game can be opened from here."""
        super().__init__()
        self.called = called
        self.below, self.keys, self.rule, self.behind, self.learns = below, keys, rule, behind, learns

    @classmethod
    def over(cls, app: AtlantisApp) -> HelpScreen:
        """The help for the screen that is on top now."""
        from atlantis_tui.lesson.opening import can_learn

        screen = app.screen
        behind = snapshot(screen, app.look.palette)
        return cls(screen, keys_of(screen), rule_of(screen), behind, can_learn(app), title_of(screen))

    @property
    def game(self) -> str:
        return game_of(self.below)

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_close(self) -> None:
        self.dismiss()

    def action_rules(self) -> None:
        from atlantis_tui.help.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.game, self.rule.part if self.rule else 0))

    def action_signs(self) -> None:
        from atlantis_tui.help.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.game, signs=True))

    def action_commands(self) -> None:
        self.dismiss()
        self.app.call_later(self.app.action_palette)

    def action_learn(self) -> None:
        from atlantis_tui.lesson.opening import open_lesson

        self.dismiss()
        self.app.call_later(open_lesson, self.app, self.game)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.learns if action == "learn" else True

    def action_scroll(self, by: int) -> None:
        self.scrolled(by)

    def scrolled(self, by: int) -> None:
        canvas = Canvas(*self.size, self.look.palette.style(self.look.palette.text, self.look.palette.sea))
        most = self._paint(Pen(canvas, self.look, own_keys.other(self)))
        top = max(0, min(self.top + by, most))
        if top != self.top:
            self.top = top
            self.show()

    def pressed(self, hit: Any) -> None:
        if isinstance(hit, tuple):
            self._press(hit[1])
        else:
            getattr(self, f"action_{hit}")()

    def _press(self, key: str) -> None:
        """Press a key of the screen below, which is what the help speaks of."""
        self.dismiss()
        if describe("app.help") not in {line.does for line in self.keys if key in line.presses.values()}:
            self.app.call_later(self.app.simulate_key, key)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        canvas = pen.canvas
        if self.behind is not None and (self.behind.width, self.behind.height) == (canvas.width, canvas.height):
            canvas.take(self.behind)
        self._paint(pen)
        pen.footer(self._footer(), helps=False)

    def _footer(self) -> list[tuple[str, str, str]]:
        learn = [("l", "L", _("first game"))] if self.learns else []
        return [
            ("enter", _("Enter"), _("close")),
            ("", "↑↓", _("more")),
            ("r", "R", _("all rules")),
            ("s", "S", _("signs")),
            ("colon", ":", _("every command")),
            *learn,
        ]

    def _paint(self, pen: Pen) -> int:
        """Paint the card; returns how far it can be scrolled."""
        width, height = pen.canvas.width, pen.canvas.height
        wide = min(width - 6 if width >= 80 else width - 2, 100)
        two = wide >= 74 and self.rule is not None
        inner = wide - 6
        left = [*self._people(), *self._keys(LEFT if two else inner)]
        right = self._rule(inner - LEFT - 1 if two else inner, pen) if self.rule is not None else []
        lines = max(len(left), len(right)) if two else len(left) + (len(right) + 1 if right else 0)
        room = max(1, min(lines, height - 6))
        x, high = (width - wide) // 2, room + 4
        y = max(0, (height - 1 - high) // 2)
        closes = _("{key} closes").format(key=pen.keys.painted("?"))
        paint_modal(pen, x, y, wide, high, pen.palette.chain, self.called or _("Help"), closes, right_hit="close")
        most = max(0, lines - room)
        top = min(self.top, most)
        if two:
            self._column(pen, x + 3, y + 1, LEFT, left[min(top, max(0, len(left) - room)) :][:room])
            self._column(
                pen, x + 4 + LEFT, y + 1, inner - LEFT - 1, right[min(top, max(0, len(right) - room)) :][:room]
            )
        else:
            both: list[Any] = [*left, *([("", "")] if right else []), *right]
            if self.rule is not None and self.rule.refused:
                both = [*right, ("", ""), *left]
            self._column(pen, x + 3, y + 1, inner, both[top : top + room])
        if most:
            where = _("{first} to {last} of {all}").format(first=top + 1, last=top + room, all=lines)
            pen.right(x + wide - 3, y + high - 3, where, pen.palette.dim, pen.palette.surf)
        self._buttons(pen, x + 3, y + high - 2, wide - 6)
        return most

    def _people(self) -> list[Any]:
        """Who sits at the table, with their signs: elsewhere there may be no room for long names."""
        names = people_of(self.below)
        lines: list[Any] = [("person", seat, name) for seat, name in enumerate(names)]
        return [("rule", _("At the table")), *lines, ("", "")] if names else []

    def _keys(self, width: int) -> list[Any]:
        """The lines about keys: a heading, then what to press and what it does."""
        longest = max((cell_len(line.shown) for line in self.keys), default=0)
        column = min(longest, 13) + 1
        lines: list[Any] = [("rule", _("Keys here")), ("", "")]
        for key in self.keys:
            room = width - column
            if cell_len(key.shown) >= column:
                room = width - cell_len(key.shown) - 1
            lines.append(("key", key, column, room))
        return lines

    def _rule(self, width: int, pen: Pen) -> list[Any]:
        rule = self.rule
        assert rule is not None
        lines: list[Any] = [("rule", rule.heading)]
        if rule.example is not None and rule.example.width <= width:
            lines += [("example", row) for row in range(rule.example.height)]
        else:
            lines.append(("", ""))
        for paragraph in rule.text:
            lines += [("", line) for line in wrap(paragraph, width)]
        if rule.yours:
            lines += [("", ""), *(("yours", line) for line in wrap(rule.yours, width))]
        return lines

    def _column(self, pen: Pen, x: int, y: int, width: int, lines: Sequence[Any]) -> None:
        palette, surf = pen.palette, pen.palette.surf
        for row, (kind, *what) in enumerate(lines, y):
            if kind == "rule":
                pen.put(x, row, pen.glyphs.rule * width, palette.rule, surf)
                words = cut(what[0], width - 3, pen.glyphs.dots)
                pen.put(x + 1, row, f" {words} ", pen.bright(surf), surf, True)
            elif kind == "key":
                self._key(pen, x, row, *what)
            elif kind == "example":
                self._example(pen, x, row, what[0])
            elif kind == "person":
                seat, name = what
                ink = readable(palette, palette.seats[seat % len(palette.seats)], surf)
                sign = pen.glyphs.figures[seat % len(pen.glyphs.figures)]
                end = pen.put(x, row, sign, palette.text if palette.flat else ink, surf, True)
                pen.put(end + 1, row, cut(name, width - 2, pen.glyphs.dots), palette.text, surf)
            elif kind == "yours":
                pen.put(x, row, what[0], palette.key, surf)
            else:
                pen.put(x, row, what[0], palette.text, surf)

    def _key(self, pen: Pen, x: int, y: int, key: Key, column: int, room: int) -> None:
        """A line about keys. Each name is a button; what they do is one too where only one key does it."""
        palette, surf, end = pen.palette, pen.palette.surf, x
        hits = [("press", pressed) for _name, pressed in key.parts() if pressed]
        for name, pressed in key.parts():
            hit = ("press", pressed) if pressed else None
            ground = palette.hover if hit is not None and self.hover == hit else surf
            end = pen.put(end, y, name, palette.key, ground, True, hit)
        does = cut(key.does, room, pen.glyphs.dots)
        pen.put(max(x + column, end + 1), y, does, palette.text, surf, hit=hits[0] if len(hits) == 1 else None)

    def _example(self, pen: Pen, x: int, y: int, line: int) -> None:
        """Paint one line of the example, because the other lines may be scrolled away."""
        assert self.rule is not None
        assert self.rule.example is not None
        example, palette = self.rule.example, pen.palette
        whole = Canvas(example.width, example.height, palette.style(palette.text, palette.surf))
        example.paint(whole, 0, 0, pen.look, palette.surf)
        for column in range(example.width):
            pen.canvas.put(x + column, y, whole.chars[line][column], whole.styles[line][column])

    def _buttons(self, pen: Pen, x: int, y: int, width: int) -> None:
        end = x
        for key, text, action in (
            ("R", _("all rules"), "rules"),
            ("S", _("signs"), "signs"),
            (":", _("every command"), "commands"),
        ):
            if end + cell_len(key) + cell_len(text) + 3 <= x + width - 16:
                end = pen.button(end, y, key, text, self.hover == action, action) + 2
        words = f" {_('Enter')} {_('close')} "
        pen.right(x + width, y, words, "plain" if pen.palette.flat else pen.palette.ink, pen.solid, True, "close")
