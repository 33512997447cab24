"""The course of play: what may be done, and what follows from it. The numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, compress, repeat
from operator import itemgetter

from core.atlantis.explain import explain
from core.atlantis.parts import (
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
from core.atlantis.payment import crossing, payments, spare_cards
from core.atlantis.position import Position
from core.chance import Ask, Open, SeededDealer, Shuffle
from core.game import Move, Outcome, Prompt, Reason
from core.hidden import ALL

# Moves that come up all the time, made once.
PLAY = tuple(tuple(("play", figure, card) for card in range(7)) for figure in range(3))
ON = tuple(("on", card) for card in range(7))
BUY = tuple(("buy", value) for value in range(2, 8))  # the values of tiles that buy at least one card
BRIDGE = tuple(("bridge", place) for place in range(PLACES))
SEVEN = tuple(range(7))
STUCK = ("stuck",)
DONE = ("done",)
NONE: tuple[int, ...] = ()
EVERYWHERE = [1] * (PLACES + 1)

PROMPTS = ("turn", "chain", "pay", "after")

# The set-up without a loop: which tiles of a shuffled set lie on top, and the two halves of a tile.
tops_of_a, tops_of_b = (
    itemgetter(*[top for letter, _, top in TILE_PLACES[first:end] if letter == of])
    for of, first, end in (("A", 0, WATER), ("B", WATER + 1, PLACES))
)
SYMBOL_OF = bytes(tile // TILE for tile in range(256))
VALUE_OF = bytes(tile % TILE for tile in range(256))
NO_TILE = bytes([EMPTY * TILE])
UNDER = bytes(max(height - 1, 0) for height in HEIGHTS)


class Atlantis(Position):
    """One game of Atlantis, at any moment of it."""

    __slots__ = ()

    @property
    def prompt(self) -> Prompt | None:
        if self.asks or self.outcome is not None:
            return None
        return Prompt(self.seat, self.step)

    # What may be done ------------------------------------------------------------------------------------------------

    def legal(self) -> list[Move]:
        if self.asks or self.outcome is not None:
            return []
        step = self.step
        if step == "turn":
            return self._turn_moves()
        if step == "pay":
            return self._pay_moves()
        if step == "chain":
            return self._card_moves((ON,), (self.figures[self.seat][self.moving],), self.toll[self.origin])
        return [DONE, *self._bridge_moves()]

    def explain(self, move: Move) -> Reason | None:
        return explain(self, move)

    def forced(self) -> Move | None:
        """A payment without any choice in it, not even of the cards."""
        if self.step != "pay" or self.asks or self.outcome is not None:
            return None
        hand = self.hands[self.seat]
        if hand.size != sum(hand.held):
            return None
        moves = self._pay_moves()
        held = self.payable(hand.held)
        paid = len(moves[0][2])
        free_choice = 0 < paid < sum(held) and sum(map(bool, held)) > 1
        return moves[0] if len(moves) == 1 and not free_choice else None

    def _turn_moves(self) -> list[Move]:
        """RULES 3: play a card for a figure, or be stuck; before that, buy once and lay one's bridge."""
        seat = self.seat
        moves = self._card_moves(PLAY, self.figures[seat]) or [STUCK]
        if self.worth[seat] and not self.bought and (self.deck or any(self.discard)):
            moves += compress(BUY, self.purses[seat][2:])
        if self.bridge_left[seat]:
            moves += self._bridge_moves()
        return moves

    def play_moves(self) -> list[Move]:
        """Every figure and card that lead to a free place in the end and can be paid for."""
        return self._card_moves(PLAY, self.figures[self.seat])

    def _card_moves(
        self, tables: Sequence[Sequence[Move]], places: Sequence[int], spent: int | None = None
    ) -> list[Move]:
        """The cards that may be played from each of these places, as the moves that its table has for them.

        `spent` is the toll of the place where the movement began, if that is another.
        """
        seat = self.seat
        hand = self.hands[seat]
        held = hand.held
        budget = self.worth[seat] + hand.size - 1
        ahead, held_places, toll = self.ahead, self.held_places, self.toll
        symbols = others = [*compress(SEVEN, held)]
        if self.before_buying:
            held_places, others = EVERYWHERE, []  # not every card can pay: look properly each time
        moves: list[Move] = []
        for table, place in zip(tables, places):  # noqa: B905 - strict is slower, and this the hottest loop there is
            if place == MAINLAND:
                continue
            paid = toll[place] if spent is None else spent
            limit = budget + paid
            place += 1
            for symbol in symbols:
                target = ahead[symbol][place]
                if held_places[target]:
                    # Most often one more card leads on from there to a free place. If not so simply, look properly.
                    onward = target + 1
                    for further in others:
                        if further != symbol:
                            end = ahead[further][onward]
                            if not held_places[end] and toll[end] < limit:
                                break
                    else:
                        if not self.can_end(held, symbol, target, paid, budget):
                            continue
                elif toll[target] > limit:
                    continue
                moves.append(table[symbol])
        return moves

    def can_end(self, held: list[int], symbol: int, target: int, spent: int, budget: int) -> bool:
        """Whether this card, which leads to `target`, can be the beginning of a movement. RULES 3: no dead ends.

        It must end on a free place, and be paid out of `budget`: all tiles and the cards left after this one.
        """
        toll = self.toll
        cost = toll[target] - spent
        if cost > budget:
            return False
        free = not self.held_places[target]
        if free and not self.before_buying:
            return True
        held[symbol] -= 1  # put back below: this runs far too often for copies
        able = False
        if free:
            able = cost <= self.worth[self.seat] + sum(self.payable(held))
        else:
            budget -= 1
            limit = spent + budget
            target += 1
            ahead = self.ahead
            for further in compress(SEVEN, held):
                end = ahead[further][target]
                if toll[end] <= limit and self.can_end(held, further, end, spent, budget):
                    able = True
                    break
        held[symbol] += 1
        return able

    def _pay_moves(self) -> list[Move]:
        """Every irredundant payment, each with the cards one would spare first. RULES 4."""
        seat = self.seat
        held = self.hands[seat].held
        if self.before_buying:
            held = self.payable(held)
        cost = self.toll[self.figures[seat][self.moving]] - self.toll[self.origin]
        cards = sum(held)
        moves: list[Move] = []
        last, spare = 0, NONE
        for _, number, _, tiles in payments(bytes(self.purses[seat]), cards if cards < cost else cost, cost):
            if number != last:
                last, spare = number, spare_cards(held, number) if number else NONE
            moves.append(("pay", tiles, spare))
        return moves

    def _bridge_moves(self) -> list[Move]:
        return [BRIDGE[place] for place in self.open_gaps()]

    def cost(self) -> int:
        """What the movement under way costs so far: all unbridged water it crossed, as one sum."""
        if self.moving < 0:
            return 0
        return self.fare(self.origin, self.figures[self.seat][self.moving])

    # What follows ----------------------------------------------------------------------------------------------------

    def advance(self, move: Move) -> None:
        kind = move[0]
        if kind == "play":
            self.moving = figure = move[1]
            self.origin = place = self.figures[self.seat][figure]
            if place >= 0:
                self.held_places[place] = 0
            self._step_to(figure, place, place, move[2])
        elif kind == "on":
            figure = self.moving
            self._step_to(figure, self.origin, self.figures[self.seat][figure], move[1])
        elif kind == "pay":
            self._pay(move[1], move[2])
        elif kind == "bridge":
            self.lay_bridge(move[1])
            self.bridge_left[self.seat] = False
            self.idle = -1
            self.events.append(("bridged", move[1]))
            if self.step == "after":
                self._draw()
        elif kind == "buy":
            self._buy(move[1])
        elif kind == "stuck":
            self.step = "shown"
            self._ask_hands((self.seat,))
        else:
            self._draw()

    def answer(self, faces: Sequence[int]) -> None:
        asks, self.asks = self.asks, []
        step = self.step
        if step == "tile":
            self._turn_up(faces[0])
        elif step == "shown":
            self._show_hand(faces)
        elif step == "final":
            self._final_crossing(faces)
        elif step == "setup":
            shown = _faces(asks, faces)
            self._lay_out(shown[: PLACES - 1], shown[PLACES - 1 :])
        else:
            self._receive(_faces(asks, faces))

    def _step_to(self, figure: int, origin: int, place: int, symbol: int) -> None:
        """One card, one leg of the way. RULES 3."""
        seat, toll = self.seat, self.toll
        self.hands[seat].remove(symbol)
        self.discard[symbol] += 1
        self.figures[seat][figure] = target = self.ahead[symbol][place + 1]
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
        tiles = self._give_up(seat, values) if values else NONE
        if cards:
            hand = self.hands[seat]
            pile = self.discard if self.options["paid_cards"] == "discard" else self.removed
            for card in cards:
                hand.remove(card)
                pile[card] += 1
        if not self.quiet:
            self.events.append(("paid", self.cost(), tiles, cards))
        self._land(self.figures[seat][self.moving])

    def _give_up(self, seat: int, values: Sequence[int]) -> tuple[int, ...]:
        """Takes tiles of these values out of the game, the ones collected first."""
        mine, purse = self.tiles[seat], self.purses[seat]
        given: list[int] = []
        for value in values:
            purse[value] -= 1
            for tile in mine:
                if tile % TILE == value:
                    mine.remove(tile)
                    given.append(tile)
                    break
        self.worth[seat] -= sum(values)
        return tuple(given)

    def _land(self, place: int) -> None:
        """The figure has arrived and paid: it takes the first unheld tile behind it. RULES 3."""
        held_places, values = self.held_places, self.values
        if place != MAINLAND:
            held_places[place] = 1
        self.moving = -1
        at = place - 1
        while at >= 0 and (held_places[at] or not values[at]):
            at -= 1
        if at < 0:
            self._after()
            return
        seat, value = self.seat, values[at]
        tile = self.symbols[at] * TILE + value
        self.tiles[seat].append(tile)
        self.purses[seat][value] += 1
        self.worth[seat] += value
        if not self.quiet:
            self.events.append(("took", tile, at))
        if self.under[at]:
            letter, lowest, _ = TILE_PLACES[at]
            self.pending = at
            if self.instant is not None:
                self._turn_up(self.instant.face(letter, 0, lowest))
            else:
                self.step = "tile"
                self.asks.append(Open(letter, 0, lowest, ALL))
        else:
            self.set_top(at, EMPTY, 0)
            self._after()

    def _turn_up(self, tile: int) -> None:
        at = self.pending
        self.under[at] -= 1
        if not self.quiet:
            self.events.append(("turned", tile, at))
        self.set_top(at, *divmod(tile, TILE))
        self._after()

    def _after(self) -> None:
        """RULES 5: the bridge may be laid once more before drawing, but not when the game ends."""
        seat = self.seat
        if self.bridge_left[seat] and self.toll[MAINLAND] and self.home(seat) < 3:  # there is water to bridge
            self.step = "after"
        else:
            self._draw()

    def _draw(self) -> None:
        """One card, and one more for every figure at home. RULES 3."""
        self.idle = 0
        self.step = "draw"
        self._ask_cards(1 + self.figures[self.seat].count(MAINLAND))

    def _show_hand(self, faces: Sequence[int]) -> None:
        """A stuck turn: the hand for all to see, two cards, and nothing else. RULES 3."""
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
        self.pending = self._give_up(seat, (value,))[0]
        self.step = "buying"
        self._ask_cards(value // 2)

    def _ask_cards(self, number: int) -> None:
        """Asks for cards from the deck; an empty one is made of the discard pile at once, also in mid-draw. RULES 8."""
        instant = self.instant
        if instant is not None and number <= self.deck:
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
                self.seat = (seat + 1) % self.seats
                self.turns += 1
                self.step = "turn"
                self.bought = 0
                if self.before_buying:
                    self.before_buying = []

    def _reshuffle(self, asks: list[Ask]) -> bool:
        cards = tuple(chain.from_iterable(map(repeat, SEVEN, self.discard)))
        if not cards:
            return False
        self.discard = [0] * 7
        self.deck, self.drawn = len(cards), 0
        self.epoch += 1
        asks.append(Shuffle("cards", self.epoch, cards))
        self.events.append(("reshuffled", len(cards)))
        return True

    def _ask_hands(self, seats: Sequence[int]) -> None:
        """Hands are laid open for all: whoever holds one knows the faces, the others get them with the answer."""
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
        """RULES 2, as far as it goes without chance."""
        self.step = "setup"
        self.asks = list(_set_up_asks(self.seats))
        self.drawn = sum(4 + seat for seat in range(self.seats))
        self.deck = len(CARDS) - self.drawn

    def play_at_once(self, dealer: SeededDealer, *, events: bool = True) -> None:
        """From here on chance answers by itself, and nobody is told of it. For playouts."""
        if self.step == "setup":
            self.asks = []
            tops = tops_of_a(dealer.shuffle("A", 0, TILES_A)) + tops_of_b(dealer.shuffle("B", 0, TILES_B))
            self._lay_out(tops, dealer.shuffle("cards", 0, CARDS))
        else:
            while self.asks:
                self.answer(dealer.answer(self.asks))
        self.instant, self.quiet = dealer, not events

    def _lay_out(self, tops: Sequence[int], cards: Sequence[int]) -> None:
        """RULES 2, with what chance has shown: the tiles that lie on top, and the hands one after the other."""
        path = bytes(tops[:WATER]) + NO_TILE + bytes(tops[WATER:])
        self.symbols = bytearray(path.translate(SYMBOL_OF))
        self.values = bytearray(path.translate(VALUE_OF))
        self.under = bytearray(UNDER)
        first = 0
        for seat, hand in enumerate(self.hands):
            end = first + 4 + seat
            hand.take(cards[first:end])
            first = end
        self.step = "turn"
        self.work_out()

    def _end(self, by: int | None) -> None:
        """RULES 7: the others cross for what the path costs now. All hands are laid open first."""
        self.events.append(("ended", by))
        self.moving = -1
        self.step = "final"
        self._ask_hands(range(self.seats))

    def _final_crossing(self, faces: Sequence[int]) -> None:
        scores = []
        first = 0
        for seat, hand in enumerate(self.hands):
            end = first + hand.size
            hand.show(faces[first:end])
            first = end
            wealth = self.wealth(seat)
            if self.home(seat) < 3:
                cost = self.crossing_cost(seat)
                tiles, number = crossing(self.purses[seat], hand.size, cost)
                paid = sum(tiles) + number
                scores.append(wealth - max(paid, cost))
                cards = spare_cards(hand.held, number)
                hand.pay_open(cards)
                for card in cards:
                    self.removed[card] += 1
                self.events.append(("ferried", seat, cost, self._give_up(seat, tiles), cards))
            else:
                scores.append(wealth)
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        self.step = "over"
        self.outcome = Outcome(tuple(scores), winners)


@lru_cache
def _set_up_asks(seats: int) -> tuple[Ask, ...]:
    """The same for every game: both sets of tiles with what lies on top, then the cards with the opening hands."""
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
    """The answers to what was opened, without those to shuffles."""
    return tuple([face for ask, face in zip(asks, faces, strict=True) if type(ask) is Open])
