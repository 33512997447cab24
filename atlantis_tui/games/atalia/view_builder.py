"""What there is to see on the board of Atalia at one moment, put together for its widgets.

In a series the next game is dealt as soon as one is won. Whoever plays sees how it ended first, and goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.atalia.plan import OUT, is_open
from atlantis_tui.games.atalia.view_model import WEATHER_SLOT, AtaliaView, Makes, Refusal, Spot
from atlantis_tui.games.atalia.would_make import makes
from core.atalia.components import GUILE, REDEPLOY, TACTICS, TROOPS, WEATHER
from core.atalia.rules import Atalia
from core.game import Event
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.plan import AtaliaPlan
    from atlantis_tui.table.game_screen import GameScreen

LATELY = 40  # steps that are looked through for what just happened


class AtaliaViewBuilder:
    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._known = screen.table.steps[-1].n  # ends of games up to this step were seen
        self._ended: tuple[tuple[int, int, int], Step | None] = ((-1, -1, -1), None)
        self._final: tuple[Atalia | None, Step | None, Atalia | None] = (None, None, None)

    # The end of a game of a series -----------------------------------------------------------------------------------

    @property
    def between(self) -> Step | None:
        """The step that ended a game of the series, until the person wants to go on."""
        screen = self.screen
        if screen.viewer is None or screen.viewer not in screen.people or screen.table.over:
            return None
        key = (*screen.position, self._known)
        if self._ended[0] != key:
            new = (step for step in reversed(screen.table.steps) if step.n > self._known)
            self._ended = key, next((step for step in new if has_ended(step)), None)
        return self._ended[1]

    def end(self) -> Step | None:
        """The step that ended the game on show: one of the series, or the last."""
        steps = self.screen.table.steps
        if self.screen.table.over:
            return next((step for step in reversed(steps[-LATELY:]) if has_ended(step)), None)
        return self.between

    def go_on(self) -> None:
        self._known = self.screen.table.steps[-1].n

    def position(self, step: Step) -> Atalia:
        """The position after a step; after one that ended a game, what that left on the table."""
        screen = self.screen
        view = cast(Atalia, screen.view_of(step))
        if view.outcome is not None or not has_ended(step):
            return view
        if self._final[0] is not view or self._final[1] is not step or self._final[2] is None:
            steps = screen.table.steps
            before = steps[steps.index(step) - 1]
            final = cast(Atalia, screen.view_of(before)).copy()
            for event in step.events:
                if event[0] == "claimed" and step.seat is not None:
                    final.owners[event[1]] = step.seat
                elif event[0] == "awarded":
                    final.owners[event[2]] = event[1]
            final.points = view.points[:]
            self._final = view, step, final
        return cast(Atalia, self._final[2])

    # All of it -------------------------------------------------------------------------------------------------------

    def view(self, plan: AtaliaPlan | None) -> AtaliaView:
        """`plan` is what the viewer plans, at a table."""
        screen, between = self.screen, self.between
        past = screen.past.at is not None
        step = screen.past.step if past else between
        state = self.position(step) if step is not None else cast(Atalia, screen.view_of(screen.table.steps[-1]))
        mine = screen.mine and not past
        planned = plan if mine and not screen.offers_hints else None
        view = AtaliaView(
            state=state,
            names=tuple(screen.names),
            viewer=screen.viewer,
            below=screen.side or 0,
            mine=mine,
            past=past,
            watching=screen.watching,
            links=screen.links,
            told=self._told(state, plan if screen.mine else None),
            fresh=self._fresh(state),
            tone=self._tone(past, planned),
        )
        return self._planned(view, planned) if planned is not None else view

    def _planned(self, view: AtaliaView, plan: AtaliaPlan) -> AtaliaView:
        state = view.state
        after, refused, step = plan.after(), plan.refused, plan.step
        targets = plan.targets() if step == "play" and not plan.taken else []
        cursor = plan.cursor
        if step == "play" and plan.taken:
            cursor = plan.to if plan.to != OUT else None
        out = ""
        if step == "play" and plan.taken and plan.card == REDEPLOY:
            out = "chosen" if plan.to == OUT else "legal"
        drawn = [deck for deck in (TROOPS, TACTICS) if step in ("draw", "scout") and state.cards_in(deck)]
        drawn = [deck for deck in drawn if plan.deck in (None, deck)]
        return view._replace(
            cursor=cursor,
            card=plan.card,
            legal=_legal(plan),
            makes=_makes(plan, cursor) if not plan.taken else {},
            after=after,
            ghosts=plan.ghosts(),
            targets=frozenset(plan.spot(one) for one in targets),
            target=plan.spot(plan.target) if plan.target is not None and step == "play" else None,
            out=out,
            decks=frozenset(drawn),
            back=plan.returns,
            refusal=Refusal(refused.field, refused.sets[refused.at] if refused.sets else ()) if refused else None,
        )

    def _tone(self, past: bool, planned: AtaliaPlan | None) -> str:
        screen = self.screen
        if past:
            return ""
        if screen.table.over or self.between is not None:
            return "won"
        if screen.message:
            return "told"
        if planned is None:
            return ""
        if planned.refused is not None:
            return "bad"
        return "plan" if planned.shows() else ""

    # What just happened ----------------------------------------------------------------------------------------------

    def _last_turn(self, of_others: bool) -> list[tuple[Step, Event]]:
        """The events of the last turn on show, or of the last one of the viewer or of the others."""
        screen = self.screen
        steps = screen.table.steps[: len(screen.table.steps) if screen.past.at is None else screen.past.at + 1]
        steps = steps[-LATELY:]
        if screen.past.at is None or not of_others:
            steps = [step for step in steps if step.seat is not None and (step.seat != screen.viewer) == of_others]
        if not steps:
            return []
        turn = steps[-1].turn, steps[-1].seat
        same = [step for step in steps if (step.turn, step.seat) == turn]
        return [(step, event) for step in same for event in screen.table.events(step, screen.viewer)]

    def _told(self, state: Atalia, plan: AtaliaPlan | None) -> frozenset[Spot]:
        """What the last turn of somebody else was about, or the step looked at."""
        screen = self.screen
        fresh = plan is not None and plan.step in ("play", "claim") and plan.card is None and plan.cursor is None
        if screen.past.at is None and not screen.message and not fresh:
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
        viewer = self.screen.viewer
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


def _legal(plan: AtaliaPlan) -> dict[int, Makes | None]:
    """Where the chosen card, or the one that guile took, may be laid, and what it makes there."""
    view = plan.view
    card, target, seat = plan.card, plan.target, plan.seat
    if plan.step != "play" or card is None or plan.play() is not None:
        return {}  # also once it is chosen: then the ghost alone is to be seen
    if card not in GUILE:
        return plan.kept(
            ("legal fields", card),
            lambda: {
                field: None if card in WEATHER else makes(view, seat, field, card) for field in plan.fields_for(card)
            },
        )
    if not plan.taken or target is None:
        return {}

    def work_out() -> dict[int, Makes | None]:
        without = view.copy()
        without.sides[seat if card == REDEPLOY else 1 - seat][target[1]].remove(target[0])
        return {field: makes(without, seat, field, target[0]) for field in plan.places() if field != OUT}

    return plan.kept(("legal places", card, target), work_out)


def _makes(plan: AtaliaPlan, cursor: int | None) -> dict[int, Makes]:
    """What every card of the hand would make on a field."""
    view, seat = plan.view, plan.seat
    if cursor is None or not is_open(view, cursor) or view.complete(seat, cursor):
        return {}

    def work_out() -> dict[int, Makes]:
        able = [card for card in view.known_cards(seat) if card not in GUILE and card not in WEATHER]
        found = {card: makes(view, seat, cursor, card) for card in able if view.low_enough(card, cursor)}
        return {card: one for card, one in found.items() if one is not None}

    return plan.kept(("makes", cursor), work_out)
