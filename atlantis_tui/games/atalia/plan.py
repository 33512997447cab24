"""The plan of a move in Atalia: a card and where it goes, what guile takes, the claims after it, cards to put back.

Nothing of it is played before Enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.games.atalia import proposals
from atlantis_tui.games.atalia.text.history import brief_moves
from atlantis_tui.games.atalia.view_model import Ghost, Spot
from atlantis_tui.table.memo import PositionMemo, beyond
from core.atalia.claims import ways_over
from core.atalia.components import (
    DESERTER,
    FIELDS,
    GUILE,
    NOBODY,
    REDEPLOY,
    SCOUT,
    TACTICS,
    TROOPS,
    TROOPS_IN_ALL,
    WEATHER,
    deck_of,
)
from core.atalia.explain import CARD_OF
from core.atalia.formations import strength
from core.atalia.rules import Atalia
from core.game import Move, Reason

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen

Lying = tuple[int, int]  # a card and the field where it lies
KINDS = {card: kind for kind, card in CARD_OF.items()}  # of moves, by guile card
OUT = -1  # as the place where a card goes: out of the game
SETS = 40  # ways to beat a claim that can be looked at


class Refused(NamedTuple):
    """A claim that does not hold, and all that would beat it."""

    field: int
    reason: Reason
    sets: tuple[tuple[int, ...], ...]
    at: int = 0  # the set that is on show


class AtaliaPlan(PositionMemo[Atalia]):
    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self.forget()

    def forget(self) -> None:
        self.cursor: int | None = None  # a field
        self.card: int | None = None  # of the hand
        self.target: Lying | None = None  # what guile takes
        self.taken = False  # and that is settled: now it is about where it goes
        self.to: int | None = None  # a field, or OUT
        self.claims: tuple[int, ...] = ()  # fields, after the play or by themselves
        self.passing = False
        self.ending = False  # no more claims
        self.deck: int | None = None  # to draw from
        self.returns: tuple[int, ...] = ()  # cards that Scout puts back, the last one on top
        self.refused: Refused | None = None

    # What is known of the position -----------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        return self.view.seat

    @property
    def step(self) -> str:
        """What the viewer is asked; nothing if somebody else is."""
        return self.view.step if self.screen.mine else ""

    @property
    def mode(self) -> str:
        """What the player is doing, as help and the prompt name it."""
        step = self.step
        if self.refused is not None:
            return "refused"
        if step == "play":
            if self.passing:
                return "pass"
            if self.card is None:
                return "play"
            if self.card == SCOUT:
                return "scouting"
            if self.card in GUILE:
                return "place" if self.taken else "target"
            return "lay" if self.cursor is not None else "card"
        return step

    def legal(self) -> list[Move]:
        return self.kept("legal", lambda: self.view.legal() if self.screen.mine else [])

    def playable(self) -> list[int]:
        """The cards of the hand that can be played, in its order."""

        def work_out() -> list[int]:
            moves, kinds = self.legal(), {move[0] for move in self.legal()}
            laid = {move[1] for move in moves if move[0] == "lay"}
            return [card for card in self.view.known_cards(self.seat) if card in laid or KINDS.get(card) in kinds]

        return self.kept("playable", work_out)

    def fields_for(self, card: int) -> list[int]:
        """Where a card of the hand may be laid."""
        return self.kept(
            ("fields", card), lambda: [move[2] for move in self.legal() if move[0] == "lay" and move[1] == card]
        )

    def targets(self) -> list[Lying]:
        """What the chosen guile card can take."""
        kind = KINDS.get(self.card or 0, "")
        if kind not in ("redeploy", "deserter", "traitor"):
            return []
        return self.kept(
            ("targets", kind), lambda: list(dict.fromkeys(move[1:3] for move in self.legal() if move[0] == kind))
        )

    def places(self) -> list[int]:
        """Where what guile took may go."""
        kind, target = KINDS.get(self.card or 0, ""), self.target
        if kind not in ("redeploy", "traitor") or target is None:
            return []

        def work_out() -> list[int]:
            found = [move[3] for move in self.legal() if move[0] == kind and move[1:3] == target]
            return [OUT if place is None else place for place in found]

        return self.kept(("places", kind, target), work_out)

    def spot(self, lying: Lying) -> Spot:
        """A card that guile could take, by its place on the board."""
        card, field = lying
        seat = self.seat if self.card == REDEPLOY else 1 - self.seat
        return seat, field, self.view.sides[seat][field].index(card)

    def claimable(self) -> list[int]:
        """What can be claimed now."""
        return [move[1] for move in self.legal() if move[0] == "claim"]

    def claims_after(self) -> list[int]:
        """What could be claimed after the planned play, besides the claims that are planned already."""
        moves = self.play()
        if moves is None or self.step != "play" or self.view.options["claim_at"] != "end":
            return []
        found = self.kept(("claimable", moves), lambda: self._after(moves).claimable(self.seat))
        return [field for field in found if field not in self.claims]

    def next_claim(self, able: Sequence[int]) -> int:
        """Return the field to claim first: one that wins the game, the one at the cursor, or the first."""
        at = self.after() or self.view
        for field in able:
            if _owned(at, self.seat, field).has_won(self.seat):
                return field
        return self.cursor if self.cursor is not None and self.cursor in able else able[0]

    # What it comes to ------------------------------------------------------------------------------------------------

    def play(self) -> Move | None:
        """The move that plays the chosen card, if all of it is chosen."""
        card, target = self.card, self.target
        if card is None or self.step != "play":
            return None
        if card == SCOUT:
            return ("scout",)
        if card not in GUILE:
            return ("lay", card, self.cursor) if self.cursor in self.fields_for(card) else None
        if target is None:
            return None
        if card == DESERTER:
            return ("deserter", *target)
        if not self.taken or self.to is None:
            return None
        return (KINDS[card], *target, None if self.to == OUT else self.to)

    def moves(self) -> Sequence[Move] | None:
        step = self.step
        claims = [("claim", field) for field in self.claims]
        if step == "play":
            play = ("pass",) if self.passing else self.play()
            return None if play is None else [play, *claims]
        if step == "claim":
            return [("done",)] if self.ending else claims or None
        if step in ("draw", "scout"):
            return [("draw", self.next_deck())]
        if step == "return" and len(self.returns) == self.view.returning:
            return [("return", deck_of(card), card) for card in self.returns]
        return None

    def next_deck(self) -> int:
        """The deck that Enter draws from: the one that is planned, or else troops, as long as there are any."""
        if self.deck is not None:
            return self.deck
        return TROOPS if self.view.cards_in(TROOPS) else TACTICS

    def after(self) -> Atalia | None:
        """The position after what is planned, as far as it can be known; None if nothing is planned."""
        play = self.play()
        if play is None and not self.claims:
            return None
        return self.kept(("after", play, self.claims), lambda: self._after(play, self.claims))

    def shows(self) -> bool:
        """Whether something is chosen and not done yet."""
        if self.step == "return":
            return bool(self.returns)
        return bool(self.passing or self.ending or self.claims or self.target or self.play() is not None)

    def _after(self, play: Move | None, claims: Sequence[int] = ()) -> Atalia:
        ahead, seat = self.view.copy(), self.seat
        if play is not None:
            ahead.advance(play)
        for field in claims:
            ahead.owners[field] = seat  # by hand: a claim may end the game, and here the table stays as it is
        return ahead

    def wins(self) -> bool:
        """Whether the planned claims end the game."""
        after = self.after()
        return after is not None and bool(self.claims) and after.has_won(self.seat)

    def ghosts(self) -> tuple[Ghost, ...]:
        """The card that the planned move lays."""
        play = self.play()
        if play is None:
            return ()
        if play[0] == "lay" and play[1] not in WEATHER:
            return (Ghost(self.seat, play[2], play[1]),)
        if play[0] in ("redeploy", "traitor") and play[3] is not None:
            return (Ghost(self.seat, play[3], play[1]),)
        return ()

    def is_dear(self, moves: Sequence[Move]) -> bool:
        """Tactics are dear, because each exists only once."""
        return any(move[0] in KINDS.values() or (move[0] == "lay" and move[1] >= TROOPS_IN_ALL) for move in moves)

    def text(self, moves: Sequence[Move]) -> str:
        return brief_moves(self.view, moves, self.screen.look.glyphs)

    # Planning --------------------------------------------------------------------------------------------------------

    def choose_card(self, card: int) -> None:
        """Choose a card that can be played. The cursor stays where it is if the card may be laid there."""
        cursor = self.cursor
        self._drop()
        self.card = card
        if card in GUILE:
            near = [one for one in self.targets() if one[1] == cursor]
            self.target = next(iter(near or self.targets()), None)
        elif cursor in self.fields_for(card):
            self.cursor = cursor

    def choose_field(self, field: int) -> None:
        self.cursor, self.claims, self.refused = field, (), None

    def choose_target(self, target: Lying) -> None:
        self.target, self.taken, self.to, self.claims = target, False, None, ()

    def choose_place(self, to: int) -> None:
        self.to, self.claims, self.refused = to, (), None

    def choose_claim(self, field: int) -> None:
        """Plan a claim by itself, or one after the planned play."""
        self.refused = None
        if self.step == "claim":
            self.claims, self.cursor = (field,), field
        elif not self.wins():
            self.claims = (*self.claims, field)

    def choose_return(self, card: int) -> None:
        """Choose one more card to put back, or keep one that was chosen."""
        if card in self.returns:
            self.returns = tuple(one for one in self.returns if one != card)
        else:
            most = self.view.returning
            self.returns = (*self.returns, card)[-most:] if most else ()

    def refuse_claim(self, field: int, reason: Reason, at: Atalia) -> None:
        """Show why a claim does not hold in a position: the troops that could still come."""
        ground, seat = at.ground(field), self.seat
        sets: list[tuple[int, ...]] = []
        mine = at.formation(seat, field)
        if mine is not None and not at.complete(1 - seat, field):
            mark = strength(mine, ground) - (at.tie_goes_to(field) == 1 - seat)
            sets = ways_over(at.sides[1 - seat][field], ground, at.unseen, mark, SETS)
        self.refused = Refused(field, reason, tuple(sets))

    def next_refusal(self, by: int) -> None:
        """Show another set of cards that beats the claim."""
        refused = self.refused
        if refused is not None and refused.sets:
            self.refused = refused._replace(at=(refused.at + by) % len(refused.sets))

    def _drop(self) -> None:
        """Forget all that was chosen for a play."""
        self.cursor = self.card = self.target = self.to = self.refused = None
        self.taken, self.claims, self.passing, self.ending = False, (), False, False

    def back(self) -> None:
        if self.refused is not None:
            self.refused = None
        elif self.passing or self.ending:
            self.passing = self.ending = False
        elif self.claims:
            self.claims = self.claims[:-1]
        elif self.returns:
            self.returns = self.returns[:-1]
        elif self.deck is not None:
            self.deck = None
        elif self.to is not None:
            self.to = None
        elif self.taken:
            self.taken = False
        elif self.card is not None and self.cursor is not None:
            self.cursor = None
        elif self.card is not None:
            self.card = self.target = None
        else:
            self.cursor = None

    # Walking through what there is -----------------------------------------------------------------------------------

    def next(self, by: int) -> None:
        """Tab: choose the next of whatever is to be chosen now."""
        step = self.step
        if self.refused is not None:
            self.next_refusal(by)
        elif step == "play" and self.taken:
            self.choose_place(beyond(self.places(), self.to, by))
        elif step == "play" and self.targets():
            self.choose_target(beyond(self.targets(), self.target, by))
        elif step == "play" and self.playable():
            self.choose_card(beyond(self.playable(), self.card, by))
        elif step == "claim":
            self.choose_claim(beyond(self.claimable(), self.cursor, by))
        elif step == "return":
            self._next_return(by)

    def _next_return(self, by: int) -> None:
        """If all cards to put back are chosen, swap their order. Otherwise choose one more that can be spared."""
        if len(self.returns) == self.view.returning:
            self.returns = self.returns[::-1]
            return
        self.returns = (*self.returns, proposals.to_return(self.view, self.returns))

    def move(self, by: int) -> None:
        """Move the cursor to the next field that is of any use now."""
        if self.step == "play" and self.taken:
            self.choose_place(beyond(self.places(), self.to, by))
        elif self.step == "play" and self.targets():
            fields = list(dict.fromkeys(field for _card, field in self.targets()))
            field = beyond(fields, self.target[1] if self.target else None, by)
            self.choose_target(next(one for one in self.targets() if one[1] == field))
        else:
            wanted = self.fields_for(self.card) if self.card is not None else []
            self.choose_field(beyond(wanted or list(range(FIELDS)), self.cursor, by))

    def move_along(self, by: int) -> bool:
        """Move to another card of the field that guile looks at. False if guile looks at none."""
        target = self.target
        if target is None or self.taken or self.step != "play":
            return False
        there = [one for one in self.targets() if one[1] == target[1]]
        self.choose_target(beyond(there, target, by))
        return True

    # Whole moves -----------------------------------------------------------------------------------------------------

    def propose(self) -> None:
        """Enter with nothing planned: propose the next thing to choose, or a whole move that is worth a look."""
        step, view = self.step, self.view
        self.refused = None
        if step == "claim":
            able = self.claimable()
            self.choose_claim(self.next_claim(able))
        elif step == "return":
            while len(self.returns) < view.returning:
                self.returns = (*self.returns, proposals.to_return(view, self.returns))
        elif step == "play" and self.card in GUILE:
            self._propose_guile()
        elif step == "play":
            self._propose_card()

    def _propose_guile(self) -> None:
        if not self.taken:
            self.taken = self.target is not None
            return
        places = [place for place in self.places() if place != OUT]
        if self.target is not None:
            self.choose_place(proposals.place(self.view, self.target[0], places) if places else OUT)

    def _propose_card(self) -> None:
        moves = [move for move in self.legal() if move[0] == "lay"]
        if self.card is not None:
            moves = [move for move in moves if move[1] == self.card]
        elif self.cursor is not None:
            moves = [move for move in moves if move[2] == self.cursor] or moves
        found = self.kept(("proposal", self.card, self.cursor), lambda: proposals.lay(self.view, moves))
        if found is not None:
            self._drop()
            self.card, self.cursor = found[1], found[2]
        elif ("pass",) in self.legal():
            self._drop()
            self.passing = True
        elif self.playable():
            self.choose_card(self.playable()[0])  # guile is all there is

    def at_once(self, move: Move) -> bool:
        return move[0] in ("draw", "done")

    def put(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Plan as many of these moves as one preview can show: a play with the claims after it, claims alone, or all
        cards that go back."""
        rest = list(moves)
        if rest and rest[0][0] == "done" and self.step != "claim":
            rest.pop(0)  # there was nothing more to claim
        if not rest:
            return ()
        self._drop()
        self.deck, self.returns = None, ()
        kind, *fields = rest[0]
        if kind == "lay":
            self.card, self.cursor = fields
        elif kind in KINDS.values():
            self.card = next(card for card, name in KINDS.items() if name == kind)
            self._put_guile(fields)
        elif kind == "pass":
            self.passing = True
        elif kind == "done":
            self.ending = True
        elif kind == "draw":
            self.deck = fields[0]
        if kind == "return":
            together = [move for move in rest if move[0] == "return"]
            self.returns = tuple(move[2] for move in together)
            return rest[len(together) :]
        if kind == "claim":
            self.cursor = fields[0]
        else:
            rest.pop(0)
        while rest and rest[0][0] == "claim":
            self.claims = (*self.claims, rest.pop(0)[1])
        return rest

    def _put_guile(self, fields: Sequence[Any]) -> None:
        if len(fields) > 1:
            self.target = fields[0], fields[1]
        if len(fields) > 2:
            self.taken, self.to = True, OUT if fields[2] is None else fields[2]


def _owned(state: Atalia, seat: int, field: int) -> Atalia:
    """The position if this seat had a field."""
    ahead = state.copy()
    ahead.owners[field] = seat
    return ahead


def is_open(state: Atalia, field: int) -> bool:
    return state.owners[field] == NOBODY
