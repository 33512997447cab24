"""The table of Atalia: which keys and clicks plan what, and what is said about that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.games.atalia.board import AtaliaBoard
from atlantis_tui.games.atalia.field_standing import proof
from atlantis_tui.games.atalia.footer import keys
from atlantis_tui.games.atalia.plan import KINDS, OUT, AtaliaPlan
from atlantis_tui.games.atalia.status import head, lines
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets.prompt import AtaliaPrompt
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.translation import _
from core.atalia.components import COLOURS, FIELDS, GUILE, REDEPLOY, SCOUT, TACTICS, TROOPS, TROOPS_IN_ALL, colour_of
from core.atalia.explain import why_no_claim
from core.game import Move, Reason
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.plan import Lying
    from atlantis_tui.table.mode import TableMode

# Refusals of a claim that the board can show; the others are said.
SHOWN = ("he_could_win", "beaten", "tie_is_his")


class AtaliaTable(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{letter.lower()},{letter}", f"colour({number})", show=False, id=f"atalia.card.{number}")
            for number, letter in enumerate(COLOURS)
        ),
        *(Binding(str(n + 1), f"field({n})", show=False, id=f"atalia.field.{n + 1}") for n in range(FIELDS)),
        Binding("t,T", "tactic", show=False, id="atalia.tactic"),
        Binding("d,D", "troops", show=False, id="atalia.troops"),
        Binding("tab", "next(1)", show=False, id="atalia.next"),
        Binding("shift+tab", "next(-1)", show=False, id="atalia.previous"),
        Binding("right", "move(1)", show=False, id="atalia.move.right"),
        Binding("left", "move(-1)", show=False, id="atalia.move.left"),
        Binding("c,C", "claim", show=False, id="atalia.claim"),
        Binding("e,E", "end_claims", show=False, id="atalia.end_claims"),
        Binding("p,P", "pass", show=False, id="atalia.pass"),
        Binding("0", "out", show=False, id="atalia.out"),
        Binding("x,X", "why", show=False, id="atalia.why"),
        Binding("h,H", "best", show=False, id="atalia.best"),
    ]

    board: AtaliaBoard
    plan: AtaliaPlan
    prompt: AtaliaPrompt

    def __init__(self, table: Table, mode: TableMode | None = None) -> None:
        super().__init__(table, mode)
        self.plan = AtaliaPlan(self)

    def make_prompt(self) -> AtaliaPrompt:
        return AtaliaPrompt()

    def tell(self, view: AtaliaView) -> None:
        self.prompt.sight, self.prompt.lines = view, lines(self, view)
        head(self, view)
        self.footer.pairs = keys(self, view)

    @property
    def mine(self) -> bool:
        """Nobody is asked while the end of one game of a series is shown."""
        return super().mine and self.board.views.between is None

    # Between two games of a series -----------------------------------------------------------------------------------

    def enter(self) -> None:
        if self.board.views.between is not None:
            self.board.views.go_on()
            self.show()
        else:
            super().enter()

    # Cards -----------------------------------------------------------------------------------------------------------

    def action_colour(self, colour: int) -> None:
        """The next card of a colour."""
        if not self.ready():
            return
        held = [card for card in self._held() if card < TROOPS_IN_ALL and colour_of(card) == colour]
        self._next_of(held, _("You have no {colour} card.").format(colour=named.colour(colour)))

    async def action_tactic(self) -> None:
        """The next tactic in hand; where cards are drawn, the deck of tactics."""
        if not self.mine:
            await self.mode.talk()
        elif self.plan.step in ("draw", "scout"):
            self._draw(TACTICS)
        elif self.ready():
            self._next_of([card for card in self._held() if card >= TROOPS_IN_ALL], _("You have no tactic."))

    def _held(self) -> list[int]:
        return self.plan.view.known_cards(self.plan.seat)

    def _next_of(self, held: Sequence[int], none: str) -> None:
        plan = self.plan
        if not held:
            self.say([none])
        elif plan.step == "return":
            chosen = [card for card in held if card in plan.returns]
            left = [card for card in held if card not in plan.returns]
            self._choose((left or chosen)[0])
        else:
            able = [card for card in held if card in plan.playable()] if plan.step == "play" else []
            at = able.index(plan.card) + 1 if plan.card in able else 0
            self._choose(able[at % len(able)] if able else held[0])

    def _choose(self, card: int) -> None:
        """Choose a card of the hand, to be played or put back, or say why that cannot be."""
        plan = self.plan
        if plan.step == "return":
            plan.choose_return(card)
        elif card in plan.playable():
            plan.choose_card(card)
        else:
            self._refuse(self._try_of(card))
            return
        self.show()

    def _try_of(self, card: int) -> Move:
        """A move with this card whose refusal says best why the card cannot be played."""
        view = self.plan.view
        if card == SCOUT:
            return ("scout",)
        if card in GUILE:
            seat = view.seat if card == REDEPLOY else 1 - view.seat
            lying = next(((one, field) for field, one in view.in_the_open(seat)), None)
            if lying is None or view.may_play_tactic(view.seat):
                return ("lay", card, 0)  # which says that it needs something to take
            return (KINDS[card], *lying, *(() if KINDS[card] == "deserter" else (lying[1],)))
        free = view.free_fields(view.seat)
        return ("lay", card, free[0] if free else next((f for f in range(FIELDS) if view.owners[f] < 0), 0))

    # Fields ----------------------------------------------------------------------------------------------------------

    def action_field(self, field: int) -> None:
        if self.ready():
            self._go_to(field)

    def _go_to(self, field: int) -> None:
        """Choose a field for whatever is to be chosen now, or say why that cannot be."""
        plan = self.plan
        if plan.step == "claim":
            self._claim(field)
        elif plan.step == "play" and plan.taken:
            self._lay_taken(field)
        elif plan.step == "play" and plan.targets():
            self._aim(field)
        elif plan.step == "play" and plan.card is not None and plan.card not in GUILE:
            if field in plan.fields_for(plan.card):
                plan.choose_field(field)
                self.show()
            else:
                self._refuse(("lay", plan.card, field))
        else:
            plan.choose_field(field)
            self.show()

    def _aim(self, field: int) -> None:
        """Aim guile at the next card of a field."""
        plan = self.plan
        there = [one for one in plan.targets() if one[1] == field]
        if not there:
            self.say([_("There is nothing on field {field} that it could take.").format(field=field + 1)])
            return
        at = there.index(plan.target) + 1 if plan.target in there else 0
        plan.choose_target(there[at % len(there)])
        self.show()

    def _take(self, target: Lying) -> None:
        """A click on a card that guile can take; on the chosen one, that is settled."""
        plan = self.plan
        if plan.target == target and not plan.taken and plan.places():
            plan.taken = True
        else:
            plan.choose_target(target)
        self.show()

    def _lay_taken(self, to: int) -> None:
        plan = self.plan
        if to in plan.places():
            plan.choose_place(to)
            self.show()
        elif plan.card is not None and plan.target is not None:
            self._refuse((KINDS[plan.card], *plan.target, to))

    def action_out(self) -> None:
        """Redeploy: out of the game."""
        if self.ready() and self.plan.taken and OUT in self.plan.places():
            self.plan.choose_place(OUT)
            self.show()

    def action_next(self, by: int) -> None:
        if self.ready():
            self.plan.next(by)
            self.show()

    def action_move(self, by: int) -> None:
        if self.ready():
            self.plan.move(by)
            self.show()

    def action_look(self, by: int) -> None:
        """While guile looks for a card, the next one of its field; else as at every table."""
        if self.mine and self.past.at is None and not self.hinting.found and self.plan.move_along(by):
            self.hush()
            self.show()
        else:
            super().action_look(by)

    # Claims ----------------------------------------------------------------------------------------------------------

    def action_claim(self) -> None:
        """Claim at once what can be claimed; after a planned play, plan the claim with it."""
        if not self.ready():
            return
        plan = self.plan
        if plan.step == "claim":
            wanted = plan.refused.field if plan.refused is not None else plan.cursor
            self._claim(plan.next_claim(plan.claimable()) if wanted is None else wanted)
            if plan.claims:
                self.submitter.enter()
        elif plan.play() is not None and (able := plan.claims_after()):
            plan.choose_claim(plan.next_claim(able))
            self.show()
        elif plan.play() is not None and plan.claims:
            self.say([_("Everything that can be claimed then is planned: Enter does it.")], good=True)
        else:
            self._no_claim()

    def _no_claim(self) -> None:
        """Say why nothing can be claimed before the play: what is missing on this field, or when claims come."""
        plan = self.plan
        at, field = plan.after() or plan.view, plan.to if plan.to is not None and plan.to != OUT else plan.cursor
        reason = why_no_claim(at, plan.seat, field) if field is not None and plan.step == "play" else None
        if field is not None and reason is not None:
            self._say_why(field, reason)
        elif plan.step == "play" and plan.view.options["claim_at"] == "end":
            self.say([_("Claims come after the play: choose a card and its field first.")])
        else:
            self._refuse(("claim", field or 0))

    def _claim(self, field: int) -> None:
        """Plan a claim, or show what would beat it."""
        plan = self.plan
        if field in plan.claimable():
            plan.choose_claim(field)
            self.show()
        else:
            self._say_why(field, plan.view.explain(("claim", field)))

    def action_end_claims(self) -> None:
        if not self.ready():
            return
        if self.plan.step == "claim":
            self.plan.claims, self.plan.refused, self.plan.ending = (), None, True
            self.submitter.enter()
        else:
            self._refuse(("done",))

    def action_why(self) -> None:
        """Say why a field can be claimed, or why it cannot."""
        if not self.ready():
            return
        plan = self.plan
        at, seat = plan.after() or plan.view, plan.seat
        field = plan.to if plan.to is not None and plan.to != OUT else plan.cursor
        if plan.refused is not None:
            plan.next_refusal(1)
            self.show()
            return
        if field is None:
            ready = [one for one in range(FIELDS) if at.owners[one] < 0 and at.complete(seat, one)]
            if not ready:
                self.say([_("Choose a field first, 1 to 9: X says why it can be claimed or not.")])
                return
            field = ready[0]
        self._say_why(field, why_no_claim(at, seat, field))

    def _say_why(self, field: int, reason: Reason | None) -> None:
        plan = self.plan
        at = plan.after() or plan.view
        if reason is None:
            self.say(proof(self, at, field), good=True)
        elif reason.id in SHOWN:
            plan.refuse_claim(field, reason, at)
            self.show()
        else:
            self.refuse(reason)

    # Drawing, passing ------------------------------------------------------------------------------------------------

    def action_troops(self) -> None:
        if not self.ready():
            return
        if self.plan.step in ("draw", "scout"):
            self._draw(TROOPS)
        else:
            self._refuse(("draw", TROOPS))

    def _draw(self, deck: int) -> None:
        """A key of a deck draws at once."""
        if self.ready() and self._choose_deck(deck):
            self.submitter.enter()

    def _choose_deck(self, deck: int) -> bool:
        """Choose the deck to draw from. False if nothing can be drawn from it now."""
        if self.plan.step in ("draw", "scout") and self.plan.view.cards_in(deck):
            self.plan.deck = deck
            self.show()
            return True
        self._refuse(("draw", deck))
        return False

    def action_pass(self) -> None:
        if not self.ready():
            return
        if ("pass",) in self.plan.legal():
            self.plan.passing = True
            self.show()
        else:
            self._refuse(("pass",))

    def action_best(self) -> None:
        self.hush()
        self.board.best = not self.board.best
        self.show()

    def _refuse(self, move: Move) -> None:
        reason = self.plan.view.explain(move)
        if reason is not None:
            self.refuse(reason)

    # Mouse -----------------------------------------------------------------------------------------------------------

    def click(self, widget: Widget, hit: Any) -> None:
        if not self.ready():
            return
        kind, *what = hit
        if kind == "card":
            self._choose(what[0])
        elif kind == "deck":
            self._choose_deck(what[0])
        elif kind == "out":
            self.action_out()
        elif kind == "slot" and (target := self._target_at(*what)) is not None:
            self._take(target)
        elif kind in ("field", "plate", "slot"):
            self._go_to(what[1] if kind == "slot" else what[0])

    def is_target(self, widget: Widget, hit: Any) -> bool:
        """The field where the card comes or that is claimed, what guile takes, the deck, or Scout itself."""
        plan, (kind, *what) = self.plan, hit
        if kind == "deck":
            return plan.step in ("draw", "scout") and plan.deck == what[0]
        if kind == "out":
            return plan.to == OUT
        if kind == "card":
            return plan.step == "play" and plan.card == SCOUT and what[0] == SCOUT
        field = what[1] if kind == "slot" else what[0]
        if plan.step == "claim":
            return field in plan.claims
        if plan.step != "play" or plan.card is None:
            return False
        if plan.card in GUILE and not plan.taken:
            return kind == "slot" and plan.target is not None and plan.spot(plan.target) == tuple(what)
        return bool(field == (plan.to if plan.taken else plan.cursor))

    @property
    def nothing_planned(self) -> bool:
        return self.plan.deck is None if self.plan.step in ("draw", "scout") else super().nothing_planned

    def _target_at(self, seat: int, field: int, slot: int) -> Lying | None:
        """What lies there, if the chosen guile card can take it."""
        plan = self.plan
        if plan.step != "play" or plan.taken:
            return None
        return next((one for one in plan.targets() if plan.spot(one) == (seat, field, slot)), None)


SCREEN = AtaliaTable
