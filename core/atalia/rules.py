"""The course of play: what follows from a move and from an answer of chance. Numbers after RULES are sections of
RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from core.atalia.choices import AtaliaChoices
from core.atalia.components import (
    DECKS,
    DESERTER,
    FIELDS,
    FOG,
    HAND,
    LEADERS,
    REDEPLOY,
    ROW,
    SCOUT,
    TACTIC_CARDS,
    TACTICS,
    TRAITOR,
    TROOP_CARDS,
    TROOPS,
    TROOPS_IN_ALL,
    WEATHER,
    WIN,
    deck_of,
)
from core.atalia.explain import explain
from core.atalia.schema import BY_FIVE, BY_ROW, BY_STANDSTILL
from core.chance import Ask, Open, Roll, SeededDealer, Shuffle
from core.compiling.mypyc_marks import mypyc_attr
from core.game import Move, Outcome, Prompt, Reason
from core.hidden import ALL, SEALED

CARDS: Final[tuple[tuple[int, ...], ...]] = (TROOP_CARDS, TACTIC_CARDS)
SCOUTED: Final = 3  # cards that Scout draws
RETURNED: Final = 2  # cards that Scout puts back


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Atalia(AtaliaChoices):
    """One game of Atalia, or a series of games, at any moment."""

    __slots__ = ()

    @property
    def prompt(self) -> Prompt | None:
        if self.asks or self.outcome is not None:
            return None
        return Prompt(self.seat, self.step)

    def explain(self, move: Any) -> Reason | None:
        return explain(self, move)

    def advance(self, move: Move) -> None:
        kind: str = move[0]
        if kind == "lay":
            self._lay(move[1], move[2])
        elif kind == "draw":
            self._draw(move[1])
        elif kind == "claim":
            self._claim(move[1])
        elif kind == "done":
            self._leave_claims()
        elif kind == "return":
            self._return(move[1], move[2])
        elif kind == "scout":
            self._spend_guile(SCOUT)
            self._tell("scouted")
            self.scouted = 1
            self.scouting = min(SCOUTED, self.cards_in(TROOPS) + self.cards_in(TACTICS))
            self.returning = min(RETURNED, self.scouting - 1)
            self.step = "scout"
        elif kind == "redeploy":
            self._redeploy(move[1], move[2], move[3])
        elif kind == "deserter":
            _, card, field = move
            self._spend_guile(DESERTER)
            self.sides[1 - self.seat][field].remove(card)
            self.removed.append(card)
            self._tell("deserted", card, field)
            self._played()
        elif kind == "traitor":
            _, card, field, to = move
            self._spend_guile(TRAITOR)
            self.sides[1 - self.seat][field].remove(card)
            self._place(card, to)
            self._tell("betrayed", card, field, to)
            self._played()
        else:
            self._tell("passed")
            self._after_playing()

    def answer(self, faces: Sequence[int]) -> None:
        asks, self.asks = self.asks, []
        if self.step == "setup":
            self._deal(asks, faces)
        else:
            self._receive(faces[0])

    def _tell(self, *event: int | str | None) -> None:
        if not self.quiet:
            self.events.append(event)

    # Playing a card. RULES 3 and 5 -----------------------------------------------------------------------------------

    def _lay(self, card: int, field: int) -> None:
        seat = self.seat
        self.hands[2 * seat + deck_of(card)].remove(card)
        if card >= TROOPS_IN_ALL:
            self.tactics_played[seat] += 1
            self.leaders_played[seat] += card in LEADERS
        if card in WEATHER:
            (self.fog if card == FOG else self.mud)[field] = 1
            self._tell("weather", card, field)
        else:
            self._place(card, field)
            if card < TROOPS_IN_ALL:
                self.open_troops |= 1 << card
            self._tell("laid", card, field)
        self._played()

    def _place(self, card: int, field: int) -> None:
        seat = self.seat
        self.cards_laid += 1
        self.sides[seat][field].append(card)
        self.laid[seat][field] = self.cards_laid

    def _spend_guile(self, card: int) -> None:
        seat = self.seat
        self.hands[2 * seat + TACTICS].remove(card)
        self.tactics_played[seat] += 1
        self.guile.append([seat, card])

    def _redeploy(self, card: int, field: int, to: int | None) -> None:
        self._spend_guile(REDEPLOY)
        self.sides[self.seat][field].remove(card)
        if to is None:
            self.removed.append(card)
        else:
            self._place(card, to)
        self._tell("redeployed", card, field, to)
        self._played()

    def _played(self) -> None:
        self.stirred = 1
        self._after_playing()

    def _return(self, deck: int, card: int) -> None:
        """Puts a card face down on top of its own deck. RULES 5.7, Scout."""
        seat = self.seat
        self.hands[2 * seat + deck].remove(card, hidden=True)
        self.tops[deck].append(card, 1 << seat)
        self._tell("returned", deck, card)
        self.returning -= 1
        if not self.returning:
            self._played()

    # Claiming. RULES 6 -----------------------------------------------------------------------------------------------

    def _after_playing(self) -> None:
        if self.options["claim_at"] == "end":
            self._ask_claims()
        else:
            self._go_on_to_draw()

    def _ask_claims(self) -> None:
        """Asks for claims if a field can be proven. This reveals nothing, because proofs use only open cards."""
        self.provable = self.claimable(self.seat)
        self.step = "claim"
        if not self.provable:
            self._leave_claims()

    def _claim(self, field: int) -> None:
        seat = self.seat
        self.owners[field] = seat
        self.stirred = 1
        self._tell("claimed", field)
        if self.longest_row(seat) >= ROW:
            self._finish(seat, BY_ROW)
        elif self.has_won(seat):
            self._finish(seat, BY_FIVE)
        else:
            self._ask_claims()

    def _leave_claims(self) -> None:
        self.provable = []
        if self.options["claim_at"] == "end":
            self._go_on_to_draw()
        else:
            self.step = "play"

    # Drawing. RULES 3 ------------------------------------------------------------------------------------------------

    def _go_on_to_draw(self) -> None:
        if self.scouted or self.hand_size(self.seat) >= HAND or not (self.cards_in(TROOPS) or self.cards_in(TACTICS)):
            self._end_turn()
        else:
            self.step = "draw"

    def _draw(self, deck: int) -> None:
        self.drawing = deck
        top = self.tops[deck]
        instant = self.instant
        if len(top):
            ask = Open(f"{DECKS[deck]} top", self.turns, len(top) - 1, 1 << self.seat, top.faces[-1])
        else:
            ask = Open(DECKS[deck], self.epoch, self.drawn[deck], 1 << self.seat)
        if instant is None:
            self.asks.append(ask)
        else:
            self._receive(top.faces[-1] if len(top) else instant.orders[DECKS[deck], self.epoch][self.drawn[deck]])

    def _receive(self, face: int) -> None:
        seat, deck = self.seat, self.drawing
        known, seen_by = face, 0
        top = self.tops[deck]
        if len(top):
            lying, seen_by = top.pop()
            known = lying if face == SEALED else face  # the seat that put the card back knows it in any hand
        else:
            self.deck[deck] -= 1
            self.drawn[deck] += 1
        self.hands[2 * seat + deck].add(known, seen_by & ~(1 << seat))
        self._tell("drew", deck, face)
        self.stirred = 1
        if self.step == "draw":
            self._end_turn()
            return
        self.scouting -= 1
        if not self.scouting:
            self.step = "return"
            if not self.returning:
                self._played()

    def _end_turn(self) -> None:
        self.passes = 0 if self.stirred else self.passes + 1
        if self.passes == 2:
            self._stand_still()
        else:
            self._begin_turn(1 - self.seat)

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.turns += 1
        self.stirred = self.scouted = self.drawing = 0
        self._open_turn()

    def _open_turn(self) -> None:
        if self.options["claim_at"] == "start":
            self._ask_claims()
        else:
            self.step = "play"

    # The end. RULES 7 ------------------------------------------------------------------------------------------------

    def _stand_still(self) -> None:
        """Ends a game in which nobody can go on: awards every field that can be proven, then counts fields. RULES 7.

        All fields are awarded at once, so a Castle among them decides no tie on the fields beside it.
        """
        proven = [(field, seat) for seat in (0, 1) for field in self.claimable(seat)]
        for field, seat in sorted(proven):
            self.owners[field] = seat
            self._tell("awarded", seat, field)
        able = [seat for seat in (0, 1) if self.has_won(seat)]
        ahead = self.fields_of(0) - self.fields_of(1)
        if len(able) == 1:
            winner: int | None = able[0]
        else:
            winner = None if not ahead else 0 if ahead > 0 else 1
        self._finish(winner, BY_STANDSTILL)

    def _finish(self, winner: int | None, how: int) -> None:
        """Ends one game, and begins the next game of the series or ends the series."""
        scores = [WIN if seat == winner else self.fields_of(seat) for seat in (0, 1)]
        self.points = [had + won for had, won in zip(self.points, scores, strict=True)]
        self._tell("won", winner, how, *scores)
        self.provable = []
        if self.epoch + 1 < self.options["series"]:
            self.first = 1 - self.first if winner is None else winner
            self.epoch += 1
            self.turns += 1
            self._set_out()
        else:
            self.step = "over"
            best = max(self.points)
            self.outcome = Outcome(tuple(self.points), tuple(seat for seat in (0, 1) if self.points[seat] == best))
            self._tell("ended")

    # The set-up. RULES 2 ---------------------------------------------------------------------------------------------

    def _set_out(self) -> None:
        """Begins a new game of the series: everything that needs no chance."""
        self.clear()
        self.step = "setup"
        asks: list[Ask] = [] if self.epoch else [Roll("first", 0, 2)]
        if self.options["terrain"] == "house":
            asks.append(Shuffle("terrain", self.epoch, tuple(range(FIELDS))))
            asks += [Open("terrain", self.epoch, field, ALL) for field in range(FIELDS)]
        for deck in self.decks:
            asks.append(Shuffle(DECKS[deck], self.epoch, CARDS[deck]))
        asks += [Open(DECKS[TROOPS], self.epoch, at, 1 << at % 2) for at in range(2 * HAND)]
        if self.instant is None:
            self.asks = asks
        else:
            self._deal(asks, self.instant.answer(asks))

    @property
    def decks(self) -> tuple[int, ...]:
        return (TROOPS, TACTICS) if self.options["tactics"] else (TROOPS,)

    def _deal(self, asks: Sequence[Ask], faces: Sequence[int]) -> None:
        for ask, face in zip(asks, faces, strict=True):
            if isinstance(ask, Roll):
                self.first = face
            elif isinstance(ask, Shuffle):
                if ask.place != "terrain":
                    self.deck[DECKS.index(ask.place)] = len(ask.faces)
            elif ask.place == "terrain":
                self.terrain[ask.at] = face
            else:
                self.hands[2 * (ask.at % 2)].add(face)
                self.deck[TROOPS] -= 1
                self.drawn[TROOPS] += 1
        self.seat = self.first
        self.stirred = self.scouted = self.drawing = 0
        if self.epoch:
            self._tell("began", self.first, self.epoch)
        self._open_turn()

    def set_up(self) -> None:
        self._set_out()

    def play_at_once(self, dealer: SeededDealer, *, events: bool = True) -> None:
        """Lets this dealer answer for chance at once from now on, without asks. For playouts."""
        while self.asks:
            self.answer(dealer.answer(self.asks))
        self.instant, self.quiet = dealer, not events
