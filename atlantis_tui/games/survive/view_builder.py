"""What there is to see on the board of Survive! at one moment, put together for its widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.survive.choices import MOVING
from atlantis_tui.games.survive.reach import threat
from atlantis_tui.games.survive.view_model import Preview, SurviveView
from core.survive.rules import Survive
from core.survive.schema import BY_VOLCANO

if TYPE_CHECKING:
    from atlantis_tui.games.survive.plan import SurvivePlan
    from atlantis_tui.table.game_screen import GameScreen


class SurviveViewBuilder:
    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._threatened: tuple[Survive | None, Preview | None] = (None, None)

    def view(self, plan: SurvivePlan | None) -> SurviveView:
        """`plan` is what the viewer plans, at a table; without one there is no cursor either."""
        screen, past = self.screen, self.screen.past.at is not None
        state = cast(Survive, screen.view_of(screen.past.step))
        mine = screen.mine and not past
        if plan is not None and mine:
            plan.prepare()
        planned = plan if mine and not screen.offers_hints else None
        prompt = state.prompt
        view = SurviveView(
            state=state,
            names=tuple(screen.names),
            viewer=screen.viewer,
            mine=mine,
            past=past,
            cursor=plan.cursor if plan is not None else None,
            preview=self._threat(state) if state.step == "defend" and not past else None,
            told=self._told(),
            volcano=self._volcano(),
            asked=prompt.seat if prompt is not None and prompt.kind == "defend" and not past else None,
            links=screen.links,
            watching=screen.watching,
            tone="told",
        )
        return self._planned(view, planned) if planned is not None else view

    def _planned(self, view: SurviveView, plan: SurvivePlan) -> SurviveView:
        piece = plan.piece
        return view._replace(
            chosen=piece.at if piece is not None else None,
            explorer=piece.who if piece is not None and piece.kind == "explorer" else plan.explorer,
            tile=plan.tile,
            marks=plan.marks(),
            preview=view.preview if view.state.step == "defend" else plan.preview(),
            tone=self._tone(view.state, plan),
        )

    def _threat(self, state: Survive) -> Preview | None:
        """What everybody sees while a defence is asked for: the creature where it goes, and whom it would harm."""
        if self._threatened[0] is not state:
            ahead, cost = threat(state)
            victims = frozenset((*cost.lost, *cost.overboard))
            self._threatened = state, Preview(state.prey, ahead, victims=victims, wreck=bool(cost.wrecked))
        return self._threatened[1]

    def _tone(self, state: Survive, plan: SurvivePlan) -> str:
        step = plan.step
        if step == "defend":
            return "peril"
        if step == "sink":
            return "sink"
        if step in MOVING and plan.way() is not None:
            way, cost = plan.way(), plan.harm()
            own = any(state.owner(one) == self.screen.viewer for one in (*cost.lost, *cost.overboard))
            return "peril" if own or (way is not None and way.deadly) else "plan"
        return "plan" if plan.moves() is not None else ""

    def _told(self) -> frozenset[int]:
        """The places that the last turn of somebody else was about, or those of the step looked at."""
        screen = self.screen
        steps, past = screen.table.steps, screen.past
        if past.at is not None:
            at = past.step
            shown = [one for one in steps[: past.at + 1] if (one.turn, one.mover) == (at.turn, at.mover)]
        elif screen.message:
            shown = [one for one in steps[-12:] if one.turn == steps[-1].turn]
        elif screen.viewer is not None and not steps[-1].turn:
            shown = [one for one in steps[past.since(screen.viewer) :] if one.move is not None]
        else:
            return frozenset()
        found: set[int] = set()
        for one in shown:
            for event in one.events:
                if event[0] in ("walked", "boarded", "swam", "moved"):
                    found.add(event[3])
                elif event[0] == "sailed" or event[0] in ("placed", "landed"):
                    found.add(event[2])
                elif event[0] in ("sank", "launched", "whirled"):
                    found.add(event[1])
        return frozenset(found)

    def _volcano(self) -> int | None:
        """Where it broke out, once it has."""
        screen = self.screen
        if screen.past.at is not None or not screen.table.over:
            return None
        events = [event for step in screen.table.steps[-2:] for event in step.events]
        if ("ended", BY_VOLCANO) not in events:
            return None
        return next((int(event[1]) for event in events if event[0] == "shown"), None)
