"""The table of Atlantis: which keys and clicks plan what, and what is said about that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.games.atlantis.board import AtlantisBoard
from atlantis_tui.games.atlantis.footer import keys
from atlantis_tui.games.atlantis.plan import AtlantisPlan, Way, can_bridge, landing, moving, trades
from atlantis_tui.games.atlantis.status import head, lines
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.games.atlantis.widgets.prompt import AtlantisPrompt
from atlantis_tui.table.screen import TableScreen
from core.atlantis.components import MAINLAND, PLACES, SYMBOLS
from core.atlantis.outlook import look_ahead
from core.game import Move, Reason
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.table.mode import TableMode


class AtlantisTable(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n + 1), f"figure({n})", show=False, id=f"atlantis.figure.{n + 1}") for n in range(3)),
        *(
            Binding(f"{letter.lower()},{letter}", f"card({s})", show=False, id=f"atlantis.card.{s}")
            for s, letter in enumerate(SYMBOLS)
        ),
        Binding("tab", "next(1)", show=False, id="atlantis.next"),
        Binding("shift+tab", "next(-1)", show=False, id="atlantis.previous"),
        Binding("right", "other(1)", show=False, id="atlantis.other.right"),
        Binding("left", "other(-1)", show=False, id="atlantis.other.left"),
        Binding("b,B", "bridge", show=False, id="atlantis.bridge"),
        Binding("t,T", "trade", show=False, id="atlantis.trade"),
        Binding("l,L", "targets", show=False, id="atlantis.targets"),
        Binding("number_sign", "numbers", show=False, id="atlantis.numbers"),
        Binding("w,W", "wait", show=False, id="atlantis.wait"),
    ]

    board: AtlantisBoard
    plan: AtlantisPlan
    prompt: AtlantisPrompt

    def __init__(self, table: Table, mode: TableMode | None = None) -> None:
        super().__init__(table, mode)
        self.plan = AtlantisPlan(self)

    def make_prompt(self) -> AtlantisPrompt:
        return AtlantisPrompt()

    def tell(self, view: AtlantisView) -> None:
        self.prompt.sight, self.prompt.lines = view, lines(self, view)
        head(self, view)
        self.footer.pairs = keys(self, view)

    def say(
        self,
        lines: Sequence[str],
        good: bool = False,
        reason: Reason | None = None,
        instead: str = "",
        seconds: float | None = None,
    ) -> None:
        super().say(lines, good, reason, instead, seconds)
        if self.plan.shows_numbers:
            self.show()

    def hush(self) -> None:
        numbered = self.plan.shows_numbers
        super().hush()
        if numbered and not self.plan.shows_numbers:
            self.show()

    # Keys ------------------------------------------------------------------------------------------------------------

    def action_figure(self, figure: int) -> None:
        if self.ready():
            if figure not in moving(self.plan.view):
                self._refuse_move(("play", figure, 0))
                return
            self.plan.choose_figure(figure)
            self.show()

    def action_card(self, card: int) -> None:
        """Play a card with the chosen figure, or as the next one of an open chain. If no figure is chosen, take the
        first that can use it."""
        if not self.ready():
            return
        plan, view = self.plan, self.plan.view
        plan.mode = ""
        if plan.draft and look_ahead(view, plan.draft).held:
            self._try((*plan.draft, ("on", card)))
            return
        if view.step == "chain":
            self._try((("on", card),))
            return
        figures = [plan.figure] if plan.figure is not None else moving(view)
        able = [figure for figure in figures if any(way[0] == ("play", figure, card) for way in plan.ways())]
        self._try((("play", (able or figures)[0], card),))

    def action_next(self, by: int) -> None:
        """Go through all movements, one by one."""
        if not self.ready():
            return
        found, draft = self.plan.ways(), self.plan.draft
        if not found:
            self.plan.propose()
        else:
            at = found.index(draft) + by if draft in found else (0 if by > 0 else -1)
            self.plan.go(found[at % len(found)])
        self.show()

    def action_other(self, by: int) -> None:
        """Another payment, gap or tile; without a payment, another movement."""
        if not self.ready():
            return
        if self.plan.other(by):
            self.show()
        else:
            self.action_next(by)

    def action_bridge(self) -> None:
        """Plan a bridge over the dearest water first."""
        if not self.ready():
            return
        view = self.plan.view
        gaps = view.open_gaps()
        if not can_bridge(view):
            self._refuse_move(("bridge", gaps[0] if gaps else 0))
            return
        prices = {gap.first: gap.price for gap in view.gaps}
        self.plan.choose_bridge(max(gaps, key=lambda gap: prices[gap]))
        self.show()

    async def action_trade(self) -> None:
        if not self.mine:
            await self.mode.talk()
        if not self.ready():
            return
        view = self.plan.view
        values = trades(view)
        if not values:
            self._refuse_move(("buy", min((v for v in range(1, 8) if view.purses[view.seat][v]), default=2)))
            return
        self.plan.choose_trade(values[0])
        self.show()

    def action_targets(self) -> None:
        if self.ready():
            self.plan.all_targets = not self.plan.all_targets
            self.show()

    def action_numbers(self) -> None:
        """Shows the numbers of the places, or hides them; also in others' turns."""
        self.hush()
        self.plan.numbers = not self.plan.numbers
        self.show()

    def action_wait(self) -> None:
        """Switch on the question for a bridge after the move."""
        if self.mode.permits("wait") and self.ready():
            if not self.plan.view.bridge_left[self.plan.view.seat]:
                self.action_bridge()  # which says why not
                return
            self.wait_after = not self.wait_after
            self.show()

    def _try(self, way: Way) -> None:
        """Plans these cards if the rules allow them, or says which rule does not."""
        reason = self.plan.try_to_go(way)
        if reason is not None:
            self.refuse(reason, self.plan.instead())
        else:
            self.show()

    def _refuse_move(self, move: Move, instead: str = "") -> None:
        reason = self.plan.view.explain(move)
        if reason is not None:
            self.refuse(reason, instead)

    # Mouse -----------------------------------------------------------------------------------------------------------

    def click(self, widget: Widget, hit: Any) -> None:
        if widget not in (self.board.path, self.board.hand) or not self.ready():
            return
        if isinstance(hit, int):
            self._click_place(hit)
        elif hit[0] == "card":
            self.action_card(hit[1])
        else:
            self._click_tile(hit[1])

    def is_target(self, widget: Widget, hit: Any) -> bool:
        """The place where the figure comes, the water for the bridge, or the tile to trade."""
        plan, view = self.plan, self.plan.view
        if widget is self.board.path and plan.mode == "bridge":
            gap = view.gap_at(hit) if 0 <= hit < PLACES else None
            return gap is not None and view.open_gaps()[plan.choice] == gap.first
        if plan.mode == "trade":
            return bool(widget is self.board.hand and hit == ("tile", trades(view)[plan.choice]))
        return bool(widget is self.board.path and plan.draft and not plan.mode and landing(view, plan.draft) == hit)

    def _click_place(self, place: int) -> None:
        plan, view = self.plan, self.plan.view
        gap = view.gap_at(place) if 0 <= place < PLACES else None
        if gap is not None:
            self._click_water(gap.first)
            return
        reach = plan.ways_to(place)
        chosen = [way for way in reach if way[: len(plan.draft)] == plan.draft] if plan.draft else []
        chosen = chosen or plan.of_figure(reach) or reach
        mine = view.figures[view.seat]
        if place in mine and place != MAINLAND:
            at = [figure for figure in range(3) if mine[figure] == place]
            after = [figure for figure in at if plan.figure is None or figure > plan.figure]
            self.action_figure((after or at)[0])
        elif chosen:
            plan.go(min(chosen, key=lambda way: (len(way), way)))
            self.show()
        elif 0 <= place < PLACES:
            figure = plan.figure if plan.figure is not None else moving(view)[0]
            self._refuse_move(("play", figure, view.symbols[place]), plan.instead())

    def _click_water(self, place: int) -> None:
        if can_bridge(self.plan.view) and self.plan.choose_bridge(place):
            self.show()
        else:
            self._refuse_move(("bridge", place))

    def _click_tile(self, value: int) -> None:
        """A click on a tile: while something is to be paid, the next payment with it; otherwise a trade of it."""
        if self.plan.pay_with_tile(value) or self.plan.choose_trade(value):
            self.show()
        else:
            self._refuse_move(("buy", value))


SCREEN = AtlantisTable
