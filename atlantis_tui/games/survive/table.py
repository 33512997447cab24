"""The table of Survive!: which keys and clicks plan what, and what is said about that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.games.survive.board import SurviveBoard
from atlantis_tui.games.survive.choices import MOVING, PLACING
from atlantis_tui.games.survive.footer import keys
from atlantis_tui.games.survive.hex_facts import facts
from atlantis_tui.games.survive.missed_news import News
from atlantis_tui.games.survive.plan import SurvivePlan
from atlantis_tui.games.survive.rest import RestPlacing
from atlantis_tui.games.survive.status import head, lines
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.prompt import SurvivePrompt
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.translation import _
from core.game import Move
from core.survive.choices import NO
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
        Binding("r,R", "rest", show=False, id="survive.rest"),
        Binding("h,H", "panel", show=False, id="survive.panel"),
    ]

    board: SurviveBoard
    plan: SurvivePlan
    prompt: SurvivePrompt

    def __init__(self, table: Table, mode: TableMode | None = None) -> None:
        super().__init__(table, mode)
        self.plan = SurvivePlan(self)
        self.news = News(self)
        self.rest = RestPlacing(self)

    def make_prompt(self) -> SurvivePrompt:
        return SurvivePrompt()

    def tell(self, view: SurviveView) -> None:
        self.board.facts.heading, self.board.facts.lines = facts(self, view)
        self.prompt.sight, self.prompt.lines = view, lines(self, view)
        head(self, view)
        self.footer.pairs = keys(self, view)

    def is_telling(self, steps: Sequence[Step]) -> bool:
        """Whether to tell what a bot did: not during set-up, where the board shows it."""
        return bool(steps) and steps[-1].turn > 0

    def tell_news(self) -> None:
        self.news.tell()
        if self.is_mounted:
            self.rest.tell()

    def on_key(self, event: events.Key) -> None:
        """Any key stops what is placed for the player."""
        if self.rest.active and not self.too_small.display:
            event.stop()
            event.prevent_default()
            self.rest.stop()
        else:
            super().on_key(event)

    # The cursor ------------------------------------------------------------------------------------------------------

    def action_walk(self, dx: int, dy: int) -> None:
        """Go to another hex. A player may look round in others' turns too."""
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
        """Choose another piece of the same hex."""
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
        """Go into the water instead of aboard, or aboard instead of into the water."""
        if not self.ready():
            return
        if self.plan.other_way():
            self.show()
        elif self.plan.piece is None:
            self.say([_("Choose an explorer first: S swims instead of boarding a boat.")])
        else:
            self.say([_("There is nothing to choose here between swimming and boarding.")])

    def action_number(self, number: int) -> None:
        """Choose a kept tile; during set-up a treasure, and for a new boat who climbs in."""
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
            self.say([_("*A* suggests where to place explorers and boats, and what to sink. *I* gives hints.")])

    def action_rest(self) -> None:
        """Let the program place all that is left, or stop it."""
        if self.rest.active:
            self.rest.stop()
        elif self.ready():
            self.rest.start()

    # Answers that are played at once ---------------------------------------------------------------------------------

    def action_nothing(self) -> None:
        """End this step, or decline to defend."""
        if not self.ready():
            return
        plan = self.plan
        if plan.step == "defend":
            self._play(NO)
        elif ("end",) in plan.legal():
            self._play(("end",))
        else:
            self._refuse(("end",))

    def action_defend(self) -> None:
        if not self.ready():
            return
        able = self.plan.view.defences() if self.plan.step == "defend" else []
        if able:
            self._play(able[0])
        else:
            self._refuse(("answer", BEACH))

    def _play(self, move: Move) -> None:
        self.submitter.now([move])

    def enter(self) -> None:
        """Enter never answers the question of a defence: it is pressed too easily."""
        if self.mine and self.plan.step == "defend":
            able = self.plan.view.defences()
            words = _("D wards it off, N lets it happen.") if able else _("N lets it happen; D needs the right tile.")
            self.say([words])
        elif self.mine and self.plan.misses():
            self._say_why_not(self.plan.cursor)
            self.plan.pointed = False  # whoever presses Enter once more wants a proposal
        else:
            taken = self.plan.cursor if self.mine and self.plan.stays_where_taken() else None
            super().enter()
            if taken is not None and self.plan.target is not None:
                self._say_elsewhere(taken, self.plan.target)

    def action_panel(self) -> None:
        """All of the chosen hex, if there is no room for it; where there is room for the board alone, then players,
        tiles and treasures."""
        board = self.board
        if board.whole_hex:
            board.whole_hex, board.panel = False, board.small
        elif board.small and board.panel:
            board.panel = False
        elif board.facts.is_cut:
            board.whole_hex = True
        elif board.small:
            board.panel = True
        else:
            return
        self.hush()
        self.place()

    def _refuse(self, move: Move) -> None:
        reason = self.plan.view.explain(move)
        if reason is not None:
            self.refuse(reason)

    # Mouse -----------------------------------------------------------------------------------------------------------

    def click(self, widget: Widget, hit: Any) -> None:
        if self.rest.active:
            self.rest.stop()
        elif widget is self.board.sea:
            self._click_spot(hit)
        elif widget is self.board.hand and self.ready():
            kind, number = hit
            if kind == "tile":
                self.action_number(number + 1)
            else:
                self._click_explorer(number)

    def is_target(self, widget: Widget, hit: Any) -> bool:
        """The hex where something goes or that sinks, or the tile that is played."""
        plan = self.plan
        if self.rest.active:
            return False  # any click stops that
        if plan.step == "tile":
            chosen = [("tile", number) for number, tile in enumerate(plan.tiles()) if tile == plan.tile]
            return widget is self.board.hand and hit in chosen
        return widget is self.board.sea and plan.target is not None and plan.target == hit == plan.cursor

    @property
    def nothing_planned(self) -> bool:
        return not self.rest.active and super().nothing_planned

    def why_no_click(self) -> str:
        way = self.plan.way()
        return _("It would be lost there: a click alone does not do that, Enter does.") if way and way.deadly else ""

    def _click_spot(self, spot: int) -> None:
        """A click on a hex: choose the piece there, or let the chosen piece go there."""
        self.hush()
        plan = self.plan
        if not self.mine or self.past.at is not None:
            plan.cursor = spot
            self.show()
            return
        self.ready()
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
        plan.point(spot)
        if plan.step == "aboard" and spot == plan.view.sinking:
            plan.propose()
        elif plan.target is None and (plan.step in PLACING or plan.piece is not None):
            self._say_why_not(spot)

    def _say_why_not(self, spot: int) -> None:
        """Say why nothing can be chosen on this hex."""
        plan = self.plan
        where = hex_text(spot) if spot < FIRST_SAFE else _("that island")
        if plan.step in PLACING and spot < FIRST_SAFE:
            self._refuse(("place", plan.explorer, spot) if plan.step == "place" else (plan.step, spot))
        elif plan.step in MOVING and plan.piece is not None:
            self.say([_("{hex} is out of its reach.").format(hex=where)])
        elif plan.step in MOVING:
            self.say([_("Nothing that you can move is at {hex}. Tab goes to what you can.").format(hex=where)])
        elif plan.step in PLACING:
            self.say([_("Choose a hex: nobody begins on an island.")])

    def _say_elsewhere(self, taken: int, proposed: int) -> None:
        """Setting up, Enter was pressed where something has been put already: the proposal is another hex."""
        words = _("{hex} is taken: {proposed} is proposed instead.")
        if self.plan.step == "launch" and self.plan.view.terrain[taken]:
            words = _("No boat goes on land: {proposed} is proposed.")
        self.say([words.format(hex=hex_text(taken), proposed=hex_text(proposed))], good=True)

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
