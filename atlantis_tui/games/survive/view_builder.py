"""What the widgets of the table are shown: the position, the cursor, and what is planned."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.survive.choices import MOVING
from atlantis_tui.games.survive.reach import threat
from atlantis_tui.games.survive.view_model import Preview, SurviveView
from core.survive.rules import Survive
from core.survive.schema import BY_VOLCANO

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable


class SurviveViewBuilder:
    def __init__(self, table: SurviveTable) -> None:
        self.table = table
        self._threatened: tuple[Survive | None, Preview | None] = (None, None)

    def sight(self) -> SurviveView:
        table, plan = self.table, self.table.plan
        past = table.past.at is not None
        state = cast(Survive, table.view_of(table.past.step))
        mine = table.mine and not past
        if mine:
            plan.prepare()
        plans = mine and not table.hinting.offered
        piece = plan.piece if plans else None
        prompt = state.prompt
        return SurviveView(
            state=state,
            names=tuple(table.names),
            viewer=table.viewer,
            mine=mine,
            past=past,
            cursor=plan.cursor if table.pointing else None,
            chosen=piece.at if piece is not None else None,
            explorer=(piece.who if piece is not None and piece.kind == "explorer" else plan.explorer)
            if plans
            else None,
            tile=plan.tile if plans else None,
            marks=plan.marks() if plans else {},
            preview=self._threat(state) if state.step == "defend" and not past else plan.preview() if plans else None,
            told=self._told(),
            volcano=self._volcano(),
            asked=prompt.seat if prompt is not None and prompt.kind == "defend" and not past else None,
            links=table.mode.links(),
            watching=table.mode.watching,
            tone=self._tone(state, plans),
        )

    def _threat(self, state: Survive) -> Preview | None:
        """What everybody sees while a defence is asked for: the creature where it goes, and whom it would harm."""
        if self._threatened[0] is not state:
            ahead, cost = threat(state)
            victims = frozenset((*cost.lost, *cost.overboard))
            self._threatened = state, Preview(state.prey, ahead, victims=victims, wreck=bool(cost.wrecked))
        return self._threatened[1]

    def _tone(self, state: Survive, plans: bool) -> str:
        plan = self.table.plan
        if not plans:
            return "told"
        step = plan.step
        if step == "defend":
            return "peril"
        if step == "sink":
            return "sink"
        if step in MOVING and plan.way() is not None:
            way, cost = plan.way(), plan.harm()
            own = any(state.owner(one) == self.table.viewer for one in (*cost.lost, *cost.overboard))
            return "peril" if own or (way is not None and way.deadly) else "plan"
        return "plan" if plan.moves() is not None else ""

    def _told(self) -> frozenset[int]:
        """The places that the last turn of somebody else was about, or those of the step looked at."""
        table = self.table
        steps, past = table.table.steps, table.past
        if past.at is not None:
            at = past.step
            shown = [one for one in steps[: past.at + 1] if (one.turn, one.mover) == (at.turn, at.mover)]
        elif table.turns.message:
            shown = [one for one in steps[-12:] if one.turn == steps[-1].turn]
        elif table.viewer is not None and not steps[-1].turn:
            shown = [one for one in steps[table.past.since(table.viewer) :] if one.move is not None]
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
        table = self.table
        if table.past.at is not None or not table.table.over:
            return None
        events = [event for step in table.table.steps[-2:] for event in step.events]
        if ("ended", BY_VOLCANO) not in events:
            return None
        return next((int(event[1]) for event in events if event[0] == "shown"), None)
