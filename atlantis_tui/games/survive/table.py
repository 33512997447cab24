"""The table of Survive!: which keys and clicks plan what, and what is said about that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.games.survive.board import SurviveBoard
from atlantis_tui.games.survive.choices import MOVING, PLACING
from atlantis_tui.games.survive.footer import keys
from atlantis_tui.games.survive.hex_facts import facts
from atlantis_tui.games.survive.missed_news import News
from atlantis_tui.games.survive.plan import SurvivePlan
from atlantis_tui.games.survive.status import head, lines
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.prompt import SurvivePrompt
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.translation import _
from core.game import Move
from core.survive.components import BEACH, FIRST_SAFE, hex_text
from core.table import Step, Table

if TYPE_CHECKING:
    from atlantis_tui.table.mode import TableMode


class SurviveTable(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1, 0)", show=False, id="survive.left"),
        Binding("right", "walk(1, 0)", show=False, id="survive.right"),
        Binding("up", "walk(0, -1)", show=False, id="survive.up"),
        Binding("down", "walk(0, 1)", show=False, id="survive.down"),
        Binding("tab", "next(1)", show=False, id="survive.next"),
        Binding("shift+tab", "next(-1)", show=False, id="survive.previous"),
        *(Binding(str(n), f"number({n})", show=False, id=f"survive.kept.{n}") for n in range(1, 10)),
        Binding("e,E", "explorer", show=False, id="survive.explorer"),
        Binding("s,S", "swim", show=False, id="survive.swim"),
        Binding("n,N", "nothing", show=False, id="survive.nothing"),
        Binding("d,D", "defend", show=False, id="survive.defend"),
        Binding("a,A", "suggest", show=False, id="survive.suggest"),
        Binding("h,H", "panel", show=False, id="survive.panel"),
    ]

    board: SurviveBoard
    plan: SurvivePlan
    prompt: SurvivePrompt

    def __init__(self, table: Table, mode: TableMode | None = None) -> None:
        super().__init__(table, mode)
        self.plan = SurvivePlan(self)
        self.news = News(self)

    def make_prompt(self) -> SurvivePrompt:
        return SurvivePrompt()

    def tell(self, view: SurviveView) -> None:
        self.board.facts.heading, self.board.facts.lines = facts(self, view)
        self.prompt.sight, self.prompt.lines = view, lines(self, view)
        head(self, view)
        self.footer.pairs = keys(self, view)

    def is_telling(self, steps: Sequence[Step]) -> bool:
        """Not while all put their explorers on the board, one by one: the board shows where."""
        return bool(steps) and steps[-1].turn > 0

    def show(self) -> None:
        super().show()
        if self.is_mounted:
            self.news.tell()

    # The cursor ------------------------------------------------------------------------------------------------------

    def action_walk(self, dx: int, dy: int) -> None:
        """Another hex. It may be looked at whoever is asked."""
        self.hush()
        if self.mine and self.past.at is None:
            self.ready()  # a hint is not what is planned any more
        self.plan.walk(dx, dy)
        self.show()

    def action_next(self, by: int) -> None:
        if self.ready():
            self.plan.next(by)
            self.show()

    def action_explorer(self) -> None:
        """Another piece of the same hex."""
        if not self.ready():
            return
        if self.plan.step == "place":
            self._next_treasure()
        elif self.plan.step == "aboard":
            self.plan.next(1)
        elif not self.plan.next_here(1):
            self.say([_("There is no other piece to move on this hex.")])
            return
        self.show()

    def action_treasure(self) -> None:
        if self.ready() and self.plan.step == "place":
            self._next_treasure()
            self.show()

    def _next_treasure(self) -> None:
        waiting = self.plan.waiting()
        at = waiting.index(self.plan.explorer) + 1 if self.plan.explorer in waiting else 0
        self.plan.explorer = waiting[at % len(waiting)]

    def action_swim(self) -> None:
        """Into the water instead of aboard, and the other way round."""
        if not self.ready():
            return
        if self.plan.other_way():
            self.show()
        elif self.plan.piece is None:
            self.say([_("Choose an explorer first: S swims instead of boarding a boat.")])
        else:
            self.say([_("There is nothing to choose here between swimming and boarding.")])

    def action_number(self, number: int) -> None:
        """A kept tile; setting up, a treasure."""
        if not self.ready():
            return
        plan = self.plan
        if plan.step == "place":
            self._choose_treasure(number)
        elif plan.step == "aboard":
            folk = plan.climbers()
            if number <= len(folk):
                plan.explorer, plan.target = folk[number - 1], plan.view.sinking
                self.show()
        elif number <= len(plan.tiles()):
            self._choose_tile(plan.tiles()[number - 1])
        else:
            self.say([_("You have no tile {number}.").format(number=number)])

    def _choose_treasure(self, value: int) -> None:
        plan = self.plan
        found = [one for one in plan.waiting() if plan.view.treasure(one) == value]
        if not found:
            self.say([_("You have no explorer of {value} left to place.").format(value=value)])
            return
        at = found.index(plan.explorer) + 1 if plan.explorer in found else 0
        plan.explorer = found[at % len(found)]
        self.show()

    def _choose_tile(self, tile: tuple[int, int]) -> None:
        plan = self.plan
        if plan.step == "tile" and tile in plan.playable():
            plan.tile, plan.ending = tile, False
            self.show()
        else:
            self._refuse(("play", *tile))

    def action_suggest(self) -> None:
        if not self.ready():
            return
        if self.plan.suggest():
            self.show()
        else:
            self.say([_("A suggests where to place explorers and boats, and what to sink. I gives hints.")])

    # Answers that are played at once ---------------------------------------------------------------------------------

    def action_nothing(self) -> None:
        """No more of this, or no defence."""
        if not self.ready():
            return
        plan = self.plan
        if plan.step == "defend":
            self._play(("no",))
        elif ("end",) in plan.legal():
            self._play(("end",))
        else:
            self._refuse(("end",))

    def action_defend(self) -> None:
        if not self.ready():
            return
        able = [move for move in self.plan.legal() if move[0] == "defend"]
        if able:
            self._play(able[0])
        else:
            self._refuse(("defend", BEACH))

    def _play(self, move: Move) -> None:
        self.submitter.now([move])

    def enter(self) -> None:
        """Enter never answers the question of a defence: it is pressed too easily."""
        if self.mine and self.plan.step == "defend":
            able = any(move[0] == "defend" for move in self.plan.legal())
            words = _("D wards it off, N lets it happen.") if able else _("N lets it happen; D needs the right tile.")
            self.say([words])
        else:
            super().enter()

    def action_panel(self) -> None:
        """Where there is room for the board alone: players, tiles and treasures."""
        if self.board.small:
            self.hush()
            self.board.panel = not self.board.panel
            self.place()

    def _refuse(self, move: Move) -> None:
        reason = self.plan.view.explain(move)
        if reason is not None:
            self.refuse(reason)

    # Mouse -----------------------------------------------------------------------------------------------------------

    def click(self, widget: Widget, hit: Any) -> None:
        if widget is self.board.sea:
            self._click_spot(hit)
        elif widget is self.board.hand and self.ready():
            kind, number = hit
            if kind == "tile":
                self.action_number(number + 1)
            else:
                self._click_explorer(number)

    def _click_spot(self, spot: int) -> None:
        """A piece, or where it goes; a second click on the same does what is planned there, unless it is deadly."""
        self.hush()
        plan = self.plan
        if not self.mine or self.past.at is not None:
            plan.cursor = spot
            self.show()
            return
        self.ready()
        again = spot == plan.cursor and plan.target == spot
        way = plan.way()
        if again and plan.moves() is not None and plan.step != "aboard" and not (way is not None and way.deadly):
            self.submitter.enter()
            return
        if plan.step in MOVING and spot < FIRST_SAFE:
            here = plan.pieces_at(spot)
            if plan.piece is not None and plan.piece.at == spot:
                plan.next_here(1)
            elif here and not (plan.piece is not None and plan.ways_to(spot)):
                plan.choose_piece(plan.usual(here)[0])
            else:
                self._aim_at(spot)
        else:
            self._aim_at(spot)
        self.show()

    def _aim_at(self, spot: int) -> None:
        plan = self.plan
        plan.go_to(spot)
        if plan.step in PLACING and plan.target is None and spot < FIRST_SAFE:
            move = ("place", plan.explorer, spot) if plan.step == "place" else (plan.step, spot)
            self._refuse(move)
        elif plan.step in MOVING and plan.piece is not None and plan.target is None:
            where = hex_text(spot) if spot < FIRST_SAFE else _("that island")
            self.say([_("{hex} is out of its reach.").format(hex=where)])

    def _click_explorer(self, explorer: int) -> None:
        plan = self.plan
        if plan.step == "place":
            if plan.view.where(explorer) == "box":
                plan.explorer = explorer
        else:
            piece = next((one for one in plan.pieces() if (one.kind, one.who) == ("explorer", explorer)), None)
            if piece is not None:
                plan.choose_piece(piece)
            elif plan.view.spots[explorer] < FIRST_SAFE + 4:
                plan.go_to(plan.view.spots[explorer])
        self.show()


SCREEN = SurviveTable
