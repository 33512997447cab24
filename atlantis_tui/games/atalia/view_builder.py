"""What there is to see on the table of Atalia at one moment, put together for its widgets.

In a series the next game is dealt as soon as one is won. Whoever plays sees how it ended first, and goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.atalia.field_standing import holds, standing
from atlantis_tui.games.atalia.plan import OUT, is_open
from atlantis_tui.games.atalia.view_model import WEATHER_SLOT, AtaliaView, Makes, Refusal, Spot
from atlantis_tui.games.atalia.widgets.prompt import plain
from atlantis_tui.games.atalia.would_make import makes
from atlantis_tui.text.translation import _
from core.atalia.components import GUILE, REDEPLOY, TACTICS, TROOPS, WEATHER
from core.atalia.rules import Atalia
from core.game import Event
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable

LATELY = 40  # steps that are looked through for what just happened


class AtaliaViewBuilder:
    def __init__(self, table: AtaliaTable) -> None:
        self.table = table
        self._known = table.table.steps[-1].n  # ends of games up to this step were seen
        self._ended: tuple[tuple[int, int, int], Step | None] = ((-1, -1, -1), None)
        self._final: tuple[Atalia | None, Step | None, Atalia | None] = (None, None, None)

    # The end of a game of a series -----------------------------------------------------------------------------------

    @property
    def between(self) -> Step | None:
        """The step that ended a game of the series, until the person wants to go on."""
        table = self.table
        if table.viewer is None or table.viewer not in table.people or table.table.over:
            return None
        key = (*table.position, self._known)
        if self._ended[0] != key:
            new = (step for step in reversed(table.table.steps) if step.n > self._known)
            self._ended = key, next((step for step in new if has_ended(step)), None)
        return self._ended[1]

    def end(self) -> Step | None:
        """The step that ended the game on show: one of the series, or the last."""
        steps = self.table.table.steps
        if self.table.table.over:
            return next((step for step in reversed(steps[-LATELY:]) if has_ended(step)), None)
        return self.between

    def go_on(self) -> None:
        self._known = self.table.table.steps[-1].n

    def position(self, step: Step) -> Atalia:
        """The position after a step; after one that ended a game, what that left on the table."""
        table = self.table
        view = cast(Atalia, table.view_of(step))
        if view.outcome is not None or not has_ended(step):
            return view
        if self._final[0] is not view or self._final[1] is not step or self._final[2] is None:
            steps = table.table.steps
            before = steps[steps.index(step) - 1]
            final = cast(Atalia, table.view_of(before)).copy()
            for event in step.events:
                if event[0] == "claimed" and step.seat is not None:
                    final.owners[event[1]] = step.seat
                elif event[0] == "awarded":
                    final.owners[event[2]] = event[1]
            final.points = view.points[:]
            self._final = view, step, final
        return cast(Atalia, self._final[2])

    # All of it -------------------------------------------------------------------------------------------------------

    def sight(self) -> AtaliaView:
        table, plan = self.table, self.table.plan
        past, between = table.past.at is not None, self.between
        step = table.past.step if past else between
        state = self.position(step) if step is not None else plan.view
        sight = AtaliaView(
            state=state,
            names=tuple(table.names),
            viewer=table.viewer,
            below=table.side or 0,
            mine=table.mine and not past,
            past=past,
            watching=table.mode.watching,
            best=table.best,
            links=table.mode.links(),
            told=self._told(state),
            fresh=self._fresh(state),
            tone=self._tone(past),
        )
        return self._planned(sight) if sight.mine and not table.hinting.offered else sight

    def _planned(self, sight: AtaliaView) -> AtaliaView:
        plan, view = self.table.plan, sight.state
        after, refused, step = plan.after(), plan.refused, plan.step
        targets = plan.targets() if step == "play" and not plan.taken else []
        cursor = plan.cursor
        if step == "play" and plan.taken:
            cursor = plan.to if plan.to != OUT else None
        out = ""
        if step == "play" and plan.taken and plan.card == REDEPLOY:
            out = "chosen" if plan.to == OUT else "legal"
        drawn = [deck for deck in (TROOPS, TACTICS) if step in ("draw", "scout") and view.cards_in(deck)]
        return sight._replace(
            cursor=cursor,
            card=plan.card,
            legal=self._legal(),
            makes=self._makes(cursor) if not plan.taken else {},
            after=after,
            ghosts=plan.ghosts(),
            targets=frozenset(plan.spot(one) for one in targets),
            target=plan.spot(plan.target) if plan.target is not None and step == "play" else None,
            out=out,
            decks=frozenset(drawn),
            back=plan.returns,
            refusal=Refusal(refused.field, refused.sets[refused.at] if refused.sets else ()) if refused else None,
        )

    def _tone(self, past: bool) -> str:
        table, plan = self.table, self.table.plan
        if past:
            return ""
        if table.table.over or self.between is not None:
            return "won"
        if table.turns.message:
            return "told"
        if not table.mine or table.hinting.offered:
            return ""
        if plan.refused is not None:
            return "bad"
        return "plan" if plan.shows() else ""

    def _legal(self) -> dict[int, Makes | None]:
        """Where the chosen card, or the one that guile took, may be laid, and what it makes there."""
        plan, view = self.table.plan, self.table.plan.view
        card, target, seat = plan.card, plan.target, plan.seat
        if plan.step != "play" or card is None or plan.play() is not None:
            return {}  # also once it is chosen: then the ghost alone is to be seen
        if card not in GUILE:
            return plan.kept(
                ("legal fields", card),
                lambda: {
                    field: None if card in WEATHER else makes(view, seat, field, card)
                    for field in plan.fields_for(card)
                },
            )
        if not plan.taken or target is None:
            return {}

        def work_out() -> dict[int, Makes | None]:
            without = view.copy()
            without.sides[seat if card == REDEPLOY else 1 - seat][target[1]].remove(target[0])
            return {field: makes(without, seat, field, target[0]) for field in plan.places() if field != OUT}

        return plan.kept(("legal places", card, target), work_out)

    def _makes(self, cursor: int | None) -> dict[int, Makes]:
        """What every card of the hand would make on a field."""
        plan, view, seat = self.table.plan, self.table.plan.view, self.table.plan.seat
        if cursor is None or not is_open(view, cursor) or view.complete(seat, cursor):
            return {}

        def work_out() -> dict[int, Makes]:
            able = [card for card in view.known_cards(seat) if card not in GUILE and card not in WEATHER]
            found = {card: makes(view, seat, cursor, card) for card in able if view.low_enough(card, cursor)}
            return {card: one for card, one in found.items() if one is not None}

        return plan.kept(("makes", cursor), work_out)

    def proof(self, at: Atalia, field: int) -> list[str]:
        """Why a field can be claimed in a position, as sentences."""
        said = plain(holds(standing(self.table, at, field)))
        return [_("Field {field} is yours to claim.").format(field=field + 1), said[0].upper() + said[1:]]

    # What just happened ----------------------------------------------------------------------------------------------

    def _last_turn(self, of_others: bool) -> list[tuple[Step, Event]]:
        """The events of the last turn on show, or of the last one of the viewer or of the others."""
        table = self.table
        steps = table.table.steps[: len(table.table.steps) if table.past.at is None else table.past.at + 1]
        steps = steps[-LATELY:]
        if table.past.at is None or not of_others:
            steps = [step for step in steps if step.seat is not None and (step.seat != table.viewer) == of_others]
        if not steps:
            return []
        turn = steps[-1].turn, steps[-1].seat
        same = [step for step in steps if (step.turn, step.seat) == turn]
        return [(step, event) for step in same for event in table.table.events(step, table.viewer)]

    def _told(self, state: Atalia) -> frozenset[Spot]:
        """What the last turn of somebody else was about, or the step looked at."""
        table, plan = self.table, self.table.plan
        fresh = table.mine and plan.step in ("play", "claim") and plan.card is None and plan.cursor is None
        if table.past.at is None and not table.turns.message and not fresh:
            return frozenset()
        found: set[Spot] = set()
        for step, (kind, *what) in self._last_turn(of_others=True):
            seat = step.seat if step.seat is not None else 0
            if kind in ("laid", "redeployed", "betrayed") and what[-1] is not None:
                lying = state.sides[seat][what[-1]]
                if what[0] in lying:
                    found.add((seat, what[-1], lying.index(what[0])))
            elif kind in ("weather", "claimed"):
                found.add((seat, what[-1], WEATHER_SLOT))
        return frozenset(found)

    def _fresh(self, state: Atalia) -> tuple[int, ...]:
        """The cards in hand that the viewer drew last."""
        viewer = self.table.viewer
        if viewer is None:
            return ()
        held = state.known_cards(viewer)
        drawn = [event[2] for _one, event in self._last_turn(of_others=False) if event[0] == "drew"]
        return tuple(card for card in drawn if card in held)


def ending(step: Step) -> tuple[int | None, int]:
    """Who won with this step, and how."""
    return next((event[1], event[2]) for event in step.events if event[0] == "won")


def has_ended(step: Step) -> bool:
    """Whether a game of the series was over with this step."""
    return any(event[0] == "won" for event in step.events)
