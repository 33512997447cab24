"""The table of Pearls: which keys and clicks plan what, and what its board shows meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from core.pearls.rules import SIZES, Pearls
from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.games import title_colours
from atlantis_tui.table import status
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, CanvasWidget, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from core.game import Move
from core.hidden import SEALED
from core.table import Step, Table

if TYPE_CHECKING:
    from atlantis_tui.network.table import Company

ROW = 2  # the first line of the players


class PearlPlan:
    """A shell, to dive with or to swap."""

    def __init__(self, screen: PearlTable) -> None:
        self.screen = screen
        self.forget()

    def forget(self) -> None:
        self.kind, self.shell = "dive", SEALED

    @property
    def view(self) -> Pearls:
        return cast(Pearls, self.screen.view_of(self.screen.table.steps[-1]))

    def moves(self) -> Sequence[Move] | None:
        return None if self.shell == SEALED else [(self.kind, self.shell)]

    def is_dear(self, moves: Sequence[Move]) -> bool:
        return False

    def propose(self) -> None:
        self.kind, self.shell = self.view.legal()[0]

    def put(self, moves: Sequence[Move]) -> Sequence[Move]:
        self.kind, self.shell = moves[0]
        return moves[1:]

    def back(self) -> None:
        self.forget()

    def text(self, moves: Sequence[Move]) -> str:
        return " ".join(self.screen.table.game.text(move) for move in moves)


class PearlBoard(Panel):
    """The players with their pearls, and the shells of the viewer. Clicks hit ("shell", face)."""

    view: Pearls | None = None
    names: tuple[str, ...] = ()
    viewer: int | None = None
    plan: Move | None = None
    lines: Sequence[tuple[str, str]] = ()

    def shows(self) -> object:
        return self.look, self.view, self.names, self.viewer, self.plan, tuple(self.lines)

    def paint(self, canvas: Canvas) -> None:
        view, palette, glyphs = self.view, self.look.palette, self.look.glyphs
        if view is None:
            return
        self.title(canvas, canvas.width, _("Divers"))
        text = palette.style(palette.text, palette.sea)
        for seat, name in enumerate(self.names):
            own = palette.style(readable(palette, palette.seats[seat], palette.sea), palette.sea, True)
            canvas.put(1, ROW + seat, glyphs.turn if view.to_move == seat else " ", own)
            canvas.put(3, ROW + seat, f"{glyphs.figures[seat]} {cut(name, 20, glyphs.dots)}", own)
            told = _("pearls {pearls}  shells {shells}").format(pearls=view.pearls[seat], shells=view.hands[seat].size)
            canvas.put(27, ROW + seat, told, text)
        ground, ink = title_colours(view.game.name, palette)
        x, y = 3, ROW + len(self.names) + 1
        for face in view.hands[self.viewer].faces() if self.viewer is not None else ():
            planned = self.plan is not None and face == self.plan[1]
            style = palette.style(palette.ink, palette.land, True) if planned else palette.style(ink, ground, True)
            words = f"[{face + 1 if face != SEALED else '?'}]"
            x = canvas.put(x, y, words, style, ("shell", face)) + 1
        for line, (lead, words) in enumerate(self.lines[:3], canvas.height - 3):
            x = canvas.put(1, line, lead, palette.style(palette.key, palette.sea, True)) + bool(lead)
            canvas.put(x, line, cut(words, canvas.width - x - 1, glyphs.dots), text)


class PearlTable(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n + 1), f"shell({n})", show=False, id=f"pearls.shell.{n + 1}") for n in range(SIZES)),
        Binding("s,S", "swap", show=False, id="pearls.swap"),
    ]

    plan: PearlPlan

    def __init__(self, table: Table, company: Company | None = None) -> None:
        super().__init__(table, company)
        self.plan = PearlPlan(self)

    def board(self) -> list[CanvasWidget]:
        self.pearls = PearlBoard()
        return [self.pearls]

    def lay_out(self, width: int, height: int) -> None:
        self.put(self.header, 0, 0, width, 1)
        self.put(self.footer, 0, height - 1, width, 1)
        beside = width >= 100
        self.put(self.pearls, 0, 1, width - 40 if beside else width, height - 2)
        for over in (self.toast, self.hints):
            self.put(over, 2, height - 9, 56, 5)
        self.put(self.history, width - 39 if beside else 0, 1, 38 if beside else width, height - 5)
        self.history.display = beside or self.past.open

    def show_board(self) -> None:
        view = cast(Pearls, self.view_of(self.past.step))
        moves = self.plan.moves() if self.mine and self.past.at is None else None
        board = self.pearls
        board.view, board.names, board.viewer = view, tuple(self.names), self.viewer
        board.plan = moves[0] if moves else None
        said = status.lines(self)
        board.lines = said if said is not None else self._asks(moves)
        self.header.name_text = _("PEARLS")
        self.header.facts = _("turn {turn}   pile {pile}").format(turn=view.turn, pile=view.pile)
        self.header.badge = status.badge(self, preview=moves is not None)
        keys = status.keys(self)
        self.footer.pairs = keys if keys is not None else self._keys(moves)

    def _asks(self, moves: Sequence[Move] | None) -> list[status.Line]:
        if not moves:
            return [(_("Your turn."), _("A number chooses a shell to dive with."))]
        return [(self.plan.text(moves), effect) for effect in self.wording.does(self.plan.view, moves, True)]

    def _keys(self, moves: Sequence[Move] | None) -> tuple[status.Key, ...]:
        do = ("Enter", _("do it") if moves else _("choose"), "do")
        return do, ("S", _("swap"), "swap"), ("Y", _("log"), "history"), ("Q", _("menu"), "leave")

    def brief(self, steps: Sequence[Step]) -> str:
        seat = steps[-1].mover
        told = [event for step in steps for event in self.table.events(step, self.viewer)]
        return " ".join(self.wording.events(told, seat, self.viewer, self.names, steps[-1].state))

    def action_shell(self, shell: int) -> None:
        if self.ready():
            self._choose(("dive", shell))

    def action_swap(self) -> None:
        if self.ready():
            if self.plan.shell == SEALED:
                self.plan.propose()
            self._choose(("swap", self.plan.shell))

    def _choose(self, move: Move) -> None:
        reason = self.plan.view.explain(move)
        if reason is not None:
            self.refuse(reason)
            return
        self.plan.put([move])
        self.show()

    def click(self, widget: Widget, hit: Any) -> None:
        """A shell is chosen by one click, and by another one dived with."""
        if not self.ready():
            return
        if self.plan.moves() == [("dive", hit[1])]:
            self.action_do()
        else:
            self.action_shell(hit[1])


SCREEN = PearlTable
