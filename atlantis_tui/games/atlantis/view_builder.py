"""What there is to see on the board of Atlantis at one moment, put together for its widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.atlantis.plan import trades
from atlantis_tui.games.atlantis.view_model import AtlantisView
from core.atlantis.components import CARDS_OF_A_SYMBOL
from core.atlantis.rules import Atlantis

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.plan import AtlantisPlan
    from atlantis_tui.table.game_screen import GameScreen


class AtlantisViewBuilder:
    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen

    def view(self, plan: AtlantisPlan | None) -> AtlantisView:
        """`plan` is what the viewer plans, at a table."""
        screen, past = self.screen, self.screen.past.at is not None
        state = cast(Atlantis, screen.view_of(screen.past.step))
        view = AtlantisView(
            state=state,
            names=tuple(screen.names),
            viewer=screen.viewer,
            past=past,
            told=self._told(),
            unseen=_unseen(state),
            links=screen.links,
            watching=screen.watching,
            numbers=plan is not None and plan.shows_numbers,
        )
        return self._planned(view, plan) if plan is not None and screen.mine and not past else view

    def _planned(self, view: AtlantisView, plan: AtlantisPlan) -> AtlantisView:
        state = view.state
        outlook = None if self.screen.offers_hints else plan.outlook()
        gaps = state.open_gaps() if plan.mode == "bridge" else []
        values = trades(state) if plan.mode == "trade" else []
        return view._replace(
            mine=True,
            figure=plan.figure,
            cards=tuple(leg.card for leg in outlook.legs) if outlook else (),
            outlook=outlook,
            targets=plan.targets(state),
            bridge_at=gaps[plan.choice] if gaps else None,
            trade=values[plan.choice] if values else None,
            payment=outlook.payment if outlook else None,
        )

    def _told(self) -> frozenset[int]:
        """The places that the last turn of somebody else was about, or those of the step looked at."""
        screen, steps = self.screen, self.screen.table.steps
        if screen.past.at is not None:
            at = screen.past.step
            shown = [one for one in steps[: screen.past.at + 1] if (one.turn, one.seat) == (at.turn, at.seat)]
        elif screen.message:
            shown = [one for one in steps[-6:] if one.turn == steps[-1].turn]
        else:
            return frozenset()
        return frozenset(event[4] for one in shown for event in one.events if event[0] == "moved")


def _unseen(state: Atlantis) -> tuple[int, ...]:
    """How many cards of each symbol the viewer has not seen."""
    return tuple(
        CARDS_OF_A_SYMBOL
        - sum(hand.held[symbol] for hand in state.hands)
        - state.discard[symbol]
        - state.removed[symbol]
        for symbol in range(7)
    )
