"""The board of Pearls: the players with their pearls, and the shells of the viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from atlantis_tui.games import title_colours
from atlantis_tui.games.pearls.text import facts
from atlantis_tui.table.board import GameBoard
from atlantis_tui.table.widgets.link_mark import link_sign
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, CanvasWidget, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from core.game import Move
from core.hidden import SEALED
from core.pearls.rules import Pearls

if TYPE_CHECKING:
    from atlantis_tui.games.pearls.table import PearlPlan
    from atlantis_tui.table.board import ToldStep
    from atlantis_tui.table.game_screen import GameScreen
    from atlantis_tui.ui.glyphs import Glyphs

ROW = 2  # the first line of the players


class PearlView(NamedTuple):
    """What there is to see."""

    state: Pearls
    names: tuple[str, ...]
    viewer: int | None
    links: tuple[str, ...]
    planned: Move | None


class Divers(Panel):
    """Clicks hit ("shell", face)."""

    view: PearlView | None = None

    def shows(self) -> object:
        return self.look, self.view

    def paint(self, canvas: Canvas) -> None:
        if self.view is None:
            return
        self.title(canvas, canvas.width, _("Divers"))
        for seat in range(len(self.view.names)):
            self._player(canvas, self.view, seat)
        self._shells(canvas, self.view, ROW + len(self.view.names) + 1)

    def _player(self, canvas: Canvas, view: PearlView, seat: int) -> None:
        state, palette, glyphs = view.state, self.look.palette, self.look.glyphs
        own = palette.style(readable(palette, palette.seats[seat], palette.sea), palette.sea, True)
        canvas.put(1, ROW + seat, glyphs.turn if state.to_move == seat else " ", own)
        name = f"{glyphs.figures[seat]} {cut(view.names[seat], 20, glyphs.dots)}"
        x = canvas.put(3, ROW + seat, name, own)
        canvas.put(x + 1, ROW + seat, link_sign(view.links, seat, glyphs), own)
        told = _("pearls {pearls}  shells {shells}").format(pearls=state.pearls[seat], shells=state.hands[seat].size)
        canvas.put(27, ROW + seat, told, palette.style(palette.text, palette.sea))

    def _shells(self, canvas: Canvas, view: PearlView, y: int) -> None:
        if view.viewer is None:
            return
        palette, x = self.look.palette, 3
        ground, ink = title_colours(view.state.game.name, palette)
        for face in view.state.hands[view.viewer].faces():
            planned = view.planned is not None and face == view.planned[1]
            style = palette.style(palette.ink, palette.land, True) if planned else palette.style(ink, ground, True)
            x = canvas.put(x, y, f"[{'?' if face == SEALED else face + 1}]", style, ("shell", face)) + 1


class PearlBoard(GameBoard):
    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.divers = Divers()

    @property
    def widgets(self) -> list[CanvasWidget]:
        return [self.divers]

    def lay_out(self, width: int, height: int) -> None:
        beside = width >= 100
        self.put(self.divers, 0, 1, width - 40 if beside else width, height - 5)
        self.put(self.screen.history, width - 39 if beside else 0, 1, 38 if beside else width, height - 5)
        self.history_beside = beside
        self.screen.history.display = beside or self.screen.past.open
        self.put_over(2, height - 9, 56, 5)

    def show(self, plan: PearlPlan | None) -> PearlView:
        screen = self.screen
        moves = plan.moves() if plan is not None and screen.mine and screen.past.at is None else None
        self.divers.view = PearlView(
            cast(Pearls, screen.view_of(screen.past.step)),
            tuple(screen.names),
            screen.viewer,
            screen.links,
            moves[0] if moves else None,
        )
        return self.divers.view

    def brief(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return [" ".join(facts([event for _step, events in steps for event in events]))]


BOARD = PearlBoard
