"""The course of play: what follows from a move and from an answer of chance. Numbers after RULES are sections of
RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, Final, final

from core.atlantis.choices import AtlantisChoices
from core.atlantis.components import (
    ATLANTIS,
    CARDS,
    EMPTY,
    HEIGHTS,
    MAINLAND,
    PLACES,
    TILE,
    TILE_PLACES,
    TILES_A,
    TILES_B,
    WATER,
)
from core.atlantis.ending import final_crossing
from core.atlantis.explain import explain
from core.chance import Ask, Open, SeededDealer, Shuffle
from core.compiling.mypyc_marks import i64, mypyc_attr
from core.game import Move, Prompt, Reason
from core.hidden import ALL

SEVEN: Final = tuple(range(7))
NONE: tuple[int, ...] = ()

PROMPTS: Final[tuple[str, ...]] = ("turn", "chain", "pay", "after")

# Tables that lay out the path without a loop: which tiles of a shuffled half lie on top, and the symbol and the value
# of each tile.
tops_of_a, tops_of_b = (
    itemgetter(*[top for letter, _, top in TILE_PLACES[first:end] if letter == of])
    for of, first, end in (("A", 0, WATER), ("B", WATER + 1, PLACES))
)
SYMBOL_OF: Final = bytes(tile // TILE for tile in range(256))
VALUE_OF: Final = bytes(tile % TILE for tile in range(256))
NO_TILE: Final = bytes([EMPTY * TILE])
NOTHING: Final = bytes(1)
UNDER: Final = bytes(max(height - 1, 0) for height in HEIGHTS)


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Atlantis(AtlantisChoices):
    """One game of Atlantis at any moment."""

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
        if kind == "play":
            figure: int = move[1]
            self.moving = figure
            self.origin = place = self.figures[self.seat][figure]
            if place >= 0:
                self.held_places[place] = 0
            self._step_to(figure, place, place, move[2])
        elif kind == "pay":
            self._pay(move[1], move[2])
        elif kind == "on":
            figure = self.moving
            self._step_to(figure, self.origin, self.figures[self.seat][figure], move[1])
        elif kind == "bridge":
            self.lay_bridge(move[1])
            self.bridge_left[self.seat] = False
            self.idle = -1
            self.events.append(("bridged", move[1]))
            if self.step == "after":
                self._draw(False)
        elif kind == "buy":
            self._buy(move[1])
        elif kind == "stuck":
            self.step = "shown"
            self._ask_hands((self.seat,))
        else:
            self._draw(False)

    def answer(self, faces: Sequence[int]) -> None:
        asks, self.asks = self.asks, []
        step = self.step
        if step == "tile":
            self.turn_up(self.pending, faces[0])
            self.events.append(("turned", faces[0], self.pending))
            self._draw(True)
        elif step == "shown":
            self._show_hand(faces)
        elif step == "final":
            first = 0
            for hand in self.hands:
                end = first + hand.size
                hand.show(faces[first:end])
                first = end
            self._count()
        elif step == "setup":
            shown = _faces(asks, faces)
            self._lay_out(shown[: PLACES - 1], shown[PLACES - 1 :])
        else:
            self._receive(_faces(asks, faces))

    def _step_to(self, figure: i64, origin: i64, place: i64, symbol: i64) -> None:
        """Moves the figure on with one card. RULES 3."""
        seat, toll = self.seat, self.toll
        hand = self.hands[seat]
        if hand.shown or not hand.held[symbol]:
            hand.remove(symbol)
        else:  # what `remove` would do, since nobody else has seen the card
            hand.held[symbol] -= 1
            hand.size -= 1
        self.discard[symbol] += 1
        target: i64 = self.ahead[symbol][place + 1]
        self.figures[seat][figure] = target
        if not self.quiet:
            self.events.append(("moved", figure, symbol, place, target))
        if self.held_places[target]:
            self.step = "chain"
        elif toll[target] > toll[origin]:
            self.step = "pay"
        else:
            self._land(target)

    def _pay(self, values: tuple[int, ...], cards: tuple[int, ...]) -> None:
        seat = self.seat
        tiles = self.give_up(seat, values) if values else NONE
        if cards:
            self.hands[seat].pay(cards)
            pile = self.discard if self.options["paid_cards"] == "discard" else self.removed
            for card in cards:
                pile[card] += 1
        if not self.quiet:
            self.events.append(("paid", self.cost(), tiles, cards))
        self._land(self.figures[seat][self.moving])

    def _land(self, place: i64) -> None:
        """Lets a figure that has arrived and paid take the first free tile behind it. RULES 3."""
        held_places, behind = self.held_places, self.behind
        if place != MAINLAND:
            held_places[place] = 1
        self.moving = -1
        at: i64 = behind[place]
        while held_places[at]:  # always 0 for Atlantis, so the loop ends
            at = behind[at]
        if at != ATLANTIS:
            seat = self.seat
            value: i64 = self.values[at]
            tile = self.symbols[at] * TILE + value
            self.tiles[seat].append(tile)
            self.purses[seat][value] += 1
            self.stock[seat] |= 1 << value
            self.worth[seat] += value
            if not self.quiet:
                self.events.append(("took", tile, at))
            if not self.under[at]:
                self.sink(at)
            else:
                letter, lowest, _ = TILE_PLACES[at]
                self.pending = at
                if self.instant is None:
                    self.step = "tile"
                    self.asks.append(Open(letter, 0, lowest, ALL))
                    return
                tile = self.instant.orders[letter, 0][lowest]
                self.turn_up(at, tile)
                if not self.quiet:
                    self.events.append(("turned", tile, at))
        self._draw(True)

    def _draw(self, bridge_first: bool) -> None:
        """Draws one card, and one more for every figure at home. RULES 3.

        With `bridge_first` the seat may lay its bridge before that, unless the game ends. RULES 5.
        """
        seat = self.seat
        home = self.figures[seat].count(MAINLAND)
        if bridge_first and self.bridge_left[seat] and home < 3 and self.toll[MAINLAND]:  # a gap without a bridge
            self.step = "after"
            return
        self.idle = 0
        if self.quiet and home < 3 and home < self.deck and self.instant is not None:
            # Do what `_ask_cards`, `_receive` and `_pass_on` do, but faster: most turns of a playout end here.
            hand = self.hands[seat]
            order, first = self.instant.orders["cards", self.epoch], self.drawn
            number = 1 + home
            self.drawn = end = first + number
            self.deck -= number
            hand.size += number
            held = hand.held
            held[order[first]] += 1
            if home:
                for card in order[first + 1 : end]:
                    held[card] += 1
            seat += 1
            self.seat = seat if seat < self.seats else 0
            self.turns += 1
            self.step = "turn"
            self.bought = 0
            if self.before_buying:
                self.before_buying = []
        else:
            self.step = "draw"
            self._ask_cards(1 + home)

    def _show_hand(self, faces: Sequence[int]) -> None:
        """Plays a stuck turn: shows the hand to all and draws two cards. RULES 3."""
        self.hands[self.seat].show(faces)
        self.events.append(("stuck", tuple(faces)))
        self.idle = 0 if self.deck or any(self.discard) else self.idle + 1
        self.step = "draw"
        self._ask_cards(2)

    def _buy(self, value: int) -> None:
        seat = self.seat
        self.bought = 1
        self.idle = -1
        if not self.options["bought_cards_can_pay"]:
            self.before_buying = [self.hands[seat].copy()]
        self.pending = self.give_up(seat, (value,))[0]
        self.step = "buying"
        self._ask_cards(value // 2)

    def _ask_cards(self, number: int) -> None:
        """Asks for cards from the deck. An empty deck is refilled from the discard pile, also in mid-draw. RULES 8."""
        if (instant := self.instant) is not None and number <= self.deck:
            first = self.drawn
            self.drawn = end = first + number
            self.deck -= number
            self._receive(instant.faces("cards", self.epoch, first, end))
            return
        asks: list[Ask] = []
        to = 1 << self.seat
        for _ in range(number):
            if not self.deck and not self._reshuffle(asks):
                break
            asks.append(Open("cards", self.epoch, self.drawn, to))
            self.deck -= 1
            self.drawn += 1
        instant = self.instant
        if instant is not None or not asks:
            self._receive(_faces(asks, instant.answer(asks) if instant is not None else ()))
        else:
            self.asks = asks

    def _receive(self, cards: tuple[int, ...]) -> None:
        seat = self.seat
        self.hands[seat].take(cards)
        if self.step == "buying":
            if not self.quiet:
                self.events.append(("bought", self.pending, cards))
            self.step = "turn"
        else:
            if not self.quiet:
                self.events.append(("drew", cards))
            if self.figures[seat].count(MAINLAND) == 3:
                self._end(seat)
            elif self.idle >= self.seats:
                self._end(None)
            else:
                self._pass_on()

    def _pass_on(self) -> None:
        """Ends the turn and begins the next seat's turn."""
        self.seat = (self.seat + 1) % self.seats
        self.turns += 1
        self.step = "turn"
        self.bought = 0
        if self.before_buying:
            self.before_buying = []

    def _reshuffle(self, asks: list[Ask]) -> bool:
        cards = tuple(chain.from_iterable(map(repeat, SEVEN, self.discard)))
        if not cards:
            return False
        self.shuffled = tuple(self.discard)
        if self.instant is not None:
            # Copies of this state share the dealer, but may shuffle other cards under the same epoch.
            self.instant = self.instant.fork()
        self.discard = [0] * 7
        self.deck, self.drawn = len(cards), 0
        self.epoch += 1
        asks.append(Shuffle("cards", self.epoch, cards))
        self.events.append(("reshuffled", len(cards)))
        return True

    def _ask_hands(self, seats: Sequence[int]) -> None:
        """Lays hands open for all. A state that knows the faces puts them into the asks; views learn them from the
        answers."""
        faces = [self.hands[seat].faces() for seat in seats]
        if self.instant is not None or not any(faces):
            self.answer([*chain.from_iterable(faces)])
        else:
            self.asks = [
                Open(f"hand {seat}", self.turns, index, ALL, face)
                for seat, hand in zip(seats, faces, strict=True)
                for index, face in enumerate(hand)
            ]

    # The set-up and the end ------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Begins the set-up: everything that needs no chance. RULES 2."""
        self.step = "setup"
        self.asks = list(_set_up_asks(self.seats))
        self.drawn = sum(4 + seat for seat in range(self.seats))
        self.deck = len(CARDS) - self.drawn

    def play_at_once(self, dealer: SeededDealer, *, events: bool = True) -> None:
        """Lets this dealer answer for chance at once from now on, without asks. For playouts."""
        if self.step == "setup":
            self.asks = []
            tops = tops_of_a(dealer.shuffle("A", 0, TILES_A)) + tops_of_b(dealer.shuffle("B", 0, TILES_B))
            self._lay_out(tops, dealer.shuffle("cards", 0, CARDS))
        else:
            while self.asks:
                self.answer(dealer.answer(self.asks))
        self.instant, self.quiet = dealer, not events

    def _lay_out(self, tops: Sequence[int], cards: Sequence[int]) -> None:
        """Finishes the set-up with the top tiles and the cards of all hands, seat by seat. RULES 2."""
        path = bytes(tops[:WATER]) + NO_TILE + bytes(tops[WATER:])
        self.tops = path.replace(NO_TILE, NOTHING)
        self.symbols = bytearray(path.translate(SYMBOL_OF))
        self.values = bytearray(path.translate(VALUE_OF))
        self.under = bytearray(UNDER)
        first = 0
        for seat, hand in enumerate(self.hands):
            end = first + 4 + seat
            hand.take(cards[first:end])
            first = end
        self.step = "turn"
        self.open_path()

    def _end(self, by: int | None) -> None:
        """Ends the game: lays all hands open, then lets the remaining figures cross. RULES 7."""
        self.events.append(("ended", by))
        self.moving = -1
        if self.instant is not None:
            for hand in self.hands:
                hand.lay_open()
            self._count()
        else:
            self.step = "final"
            self._ask_hands(range(self.seats))

    def _count(self) -> None:
        self.outcome = final_crossing(self)
        self.step = "over"


@lru_cache
def _set_up_asks(seats: int) -> tuple[Ask, ...]:
    """Returns the asks of the set-up: the tiles of each half and those on top, then the cards and the opening hands."""
    asks: list[Ask] = []
    for letter, tiles in (("A", TILES_A), ("B", TILES_B)):
        asks.append(Shuffle(letter, 0, tiles))
        for place, height in enumerate(HEIGHTS):
            if height and TILE_PLACES[place][0] == letter:
                asks.append(Open(letter, 0, TILE_PLACES[place][2], ALL))
    asks.append(Shuffle("cards", 0, CARDS))
    owners = [seat for seat in range(seats) for _ in range(4 + seat)]
    asks += [Open("cards", 0, index, 1 << seat) for index, seat in enumerate(owners)]
    return tuple(asks)


def _faces(asks: Sequence[Ask], faces: Sequence[int]) -> tuple[int, ...]:
    """Returns the answers to Open asks, without those to shuffles."""
    return tuple([face for ask, face in zip(asks, faces, strict=True) if type(ask) is Open])
