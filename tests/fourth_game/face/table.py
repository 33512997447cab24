"""The table of Pearls: which keys and clicks plan what, and what is said meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.table import status
from atlantis_tui.table.footer import table_keys
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.panel import Panel
from core.game import Move
from core.hidden import SEALED
from core.pearls.rules import SIZES, Pearls
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.games.pearls.board import PearlView
    from atlantis_tui.table.mode import TableMode


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

    def at_once(self, move: Move) -> bool:
        return False

    def back(self) -> None:
        self.forget()

    def text(self, moves: Sequence[Move]) -> str:
        return " ".join(self.screen.table.game.text(move) for move in moves)


class PearlPrompt(Panel):
    """What is asked, or what the planned move would do."""

    lines: Sequence[status.Line] = ()

    def shows(self) -> object:
        return self.look, tuple(self.lines)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        for y, (lead, words) in enumerate(self.lines[:3]):
            x = canvas.put(1, y, lead, palette.style(palette.key, palette.sea, True)) + bool(lead)
            canvas.put(x, y, cut(words, canvas.width - x - 1, glyphs.dots), self.blank())


class PearlTable(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n + 1), f"shell({n})", show=False, id=f"pearls.shell.{n + 1}") for n in range(SIZES)),
        Binding("s,S", "swap", show=False, id="pearls.swap"),
    ]

    plan: PearlPlan
    prompt: PearlPrompt

    def __init__(self, table: Table, mode: TableMode | None = None) -> None:
        super().__init__(table, mode)
        self.plan = PearlPlan(self)

    def make_prompt(self) -> PearlPrompt:
        return PearlPrompt()

    def tell(self, view: PearlView) -> None:
        said, keys = status.lines(self), status.keys(self)
        self.prompt.lines = self._asks(view) if said is None else said
        self.footer.pairs = self._keys(view) if keys is None else keys
        self.header.name_text = _("PEARLS")
        self.header.facts = _("turn {turn}   pile {pile}").format(turn=view.state.turn, pile=view.state.pile)
        self.header.right = self.mode.title()
        self.header.badge = status.badge(self, preview=view.planned is not None)

    def _asks(self, view: PearlView) -> list[status.Line]:
        if view.planned is None:
            return [(_("Your turn."), _("A number chooses a shell to dive with."))]
        moves = [view.planned]
        return [(self.plan.text(moves), effect) for effect in self.wording.does(view.state, moves, True)]

    def _keys(self, view: PearlView) -> tuple[status.Key, ...]:
        keys = table_keys(self.mode)
        do = keys.propose if view.planned is None else keys.do
        return do, ("S", _("swap"), "swap"), *keys.talk, keys.undo, keys.log, keys.leave

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
