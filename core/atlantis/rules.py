"""The course of play: what may be done, and what follows from it. The numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.atlantis import payment
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
from core.atlantis.position import Position
from core.chance import Ask, Open, Shuffle
from core.game import Move, Outcome, Prompt, Reason
from core.hidden import ALL

# Moves that come up all the time, made once.
PLAY = tuple(tuple(("play", figure, card) for card in range(7)) for figure in range(3))
ON = tuple(("on", card) for card in range(7))
BUY = tuple(("buy", value) for value in range(8))
BRIDGE = tuple(("bridge", place) for place in range(PLACES))
SEVEN = range(7)
WORTH_CARDS = range(2, 8)  # the values of tiles that buy at least one card
STUCK = ("stuck",)
DONE = ("done",)

PROMPTS = ("turn", "chain", "pay", "after")


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
        if step == "chain":
            return self._chain_moves()
        if step == "pay":
            return self._pay_moves()
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
        moves = self.play_moves() or [STUCK]
        if self.worth[seat] and not self.bought and (self.deck or any(self.discard)):
            purse = self.purses[seat]
            moves += [BUY[value] for value in WORTH_CARDS if purse[value]]
        if self.bridge_left[seat]:
            moves += self._bridge_moves()
        return moves

    def play_moves(self) -> list[Move]:
        """Every figure and card that lead to a free place in the end and can be paid for."""
        seat = self.seat
        hand = self.hands[seat]
        held = hand.held
        ahead, held_places, toll = self.ahead, self.held_places, self.toll
        budget = self.worth[seat] + hand.size - 1
        limited = self.before_buying
        symbols = [symbol for symbol in SEVEN if held[symbol]]
        moves: list[Move] = []
        known: dict[int, list[int]] = {}  # figures that stand together can play the same cards
        for figure, place in enumerate(self.figures[seat]):
            if place == MAINLAND:
                continue
            cards = known.get(place)
            if cards is None:
                cards = known[place] = []
                spent = toll[place] if place >= 0 else 0
                limit = budget + spent
                place += 1
                for symbol in symbols:
                    target = ahead[symbol][place]
                    if toll[target] > limit:
                        continue
                    if held_places[target] or limited:
                        # Most often some other card leads on to a free place; if not so simply, look properly.
                        for further in symbols:
                            if further != symbol and not limited:
                                beyond = ahead[further][target + 1]
                                if not held_places[beyond] and toll[beyond] < limit:
                                    break
                        else:
                            if not self.can_end(held, symbol, target, spent, budget):
                                continue
                    cards.append(symbol)
            play = PLAY[figure]
            moves += [play[symbol] for symbol in cards]
        return moves

    def can_end(self, held: list[int], symbol: int, target: int, spent: int, budget: int) -> bool:
        """Whether this card, which leads to `target`, can be the beginning of a movement. RULES 3: no dead ends.

        It must end on a free place, and be paid out of `budget`: all tiles and the cards left after this one.
        """
        cost = self.toll[target] - spent
        if cost > budget:
            return False
        held[symbol] -= 1  # put back below: this runs far too often for copies
        if self.held_places[target]:
            ahead = self.ahead
            able = any(
                self.can_end(held, further, ahead[further][target + 1], spent, budget - 1)
                for further in SEVEN
                if held[further]
            )
        else:
            able = not self.before_buying or cost <= self.worth[self.seat] + sum(self.payable(held))
        held[symbol] += 1
        return able

    def _chain_moves(self) -> list[Move]:
        hand = self.hands[self.seat]
        held = hand.held
        budget = self.worth[self.seat] + hand.size - 1
        place = self.figures[self.seat][self.moving] + 1
        spent = self.toll[self.origin] if self.origin >= 0 else 0
        ahead = self.ahead
        return [
            ON[symbol]
            for symbol in SEVEN
            if held[symbol] and self.can_end(held, symbol, ahead[symbol][place], spent, budget)
        ]

    def _pay_moves(self) -> list[Move]:
        """Every irredundant payment, each with the cards one would spare first. RULES 4."""
        seat = self.seat
        held = self.payable(self.hands[seat].held)
        cost = self.cost()
        ways = payment.payments(bytes(self.purses[seat]), min(sum(held), cost), cost)
        spare = {0: (), **{number: payment.spare_cards(held, number) for number in {way[1] for way in ways} if number}}
        return [("pay", tiles, spare[number]) for _, number, _, tiles in ways]

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
            self.moving = move[1]
            self.origin = place = self.figures[self.seat][move[1]]
            if place >= 0:
                self.held_places[place] = 0
            self._step_to(move[2])
        elif kind == "on":
            self._step_to(move[1])
        elif kind == "pay":
            self._pay(move[1], move[2])
        elif kind == "bridge":
            self.bridges.append(move[1])
            self.bridge_left[self.seat] = False
            self.idle = -1
            self.events.append(("bridged", move[1]))
            self.survey(move[1])
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
            self._lay_out(asks, faces)
        else:
            self._receive(_faces(asks, faces))

    def _step_to(self, symbol: int) -> None:
        """One card, one leg of the way. RULES 3."""
        seat, figure = self.seat, self.moving
        hand = self.hands[seat]
        hand.remove(symbol)
        self.discard[symbol] += 1
        place = self.figures[seat][figure]
        self.figures[seat][figure] = target = self.ahead[symbol][place + 1]
        self.events.append(("moved", figure, symbol, place, target))
        if self.held_places[target]:
            self.step = "chain"
        elif self.fare(self.origin, target):
            self.step = "pay"
        else:
            self._land(target)

    def _pay(self, values: tuple[int, ...], cards: tuple[int, ...]) -> None:
        seat = self.seat
        cost = self.cost()
        tiles = self._give_up(seat, values)
        hand = self.hands[seat]
        pile = self.discard if self.options["paid_cards"] == "discard" else self.removed
        for card in cards:
            hand.remove(card)
            pile[card] += 1
        self.events.append(("paid", cost, tiles, cards))
        self._land(self.figures[seat][self.moving])

    def _give_up(self, seat: int, values: Sequence[int]) -> tuple[int, ...]:
        """Takes tiles of these values out of the game, the ones collected first."""
        mine, purse = self.tiles[seat], self.purses[seat]
        given = []
        for value in values:
            purse[value] -= 1
            self.worth[seat] -= value
            for tile in mine:
                if tile % TILE == value:
                    mine.remove(tile)
                    given.append(tile)
                    break
        return tuple(given)

    def _land(self, place: int) -> None:
        """The figure has arrived and paid: it takes the first unheld tile behind it. RULES 3."""
        if place != MAINLAND:
            self.held_places[place] = 1
        self.moving = -1
        symbols, held_places = self.symbols, self.held_places
        at = place - 1
        while at >= 0 and (held_places[at] or symbols[at] == EMPTY):
            at -= 1
        if at < 0:
            self._after()
            return
        seat, value = self.seat, self.values[at]
        tile = symbols[at] * TILE + value
        self.tiles[seat].append(tile)
        self.purses[seat][value] += 1
        self.worth[seat] += value
        self.events.append(("took", tile, at))
        if self.under[at]:
            letter, lowest, _ = TILE_PLACES[at]
            self.pending = at
            self.step = "tile"
            if self.instant is not None:
                self._turn_up(self.instant.face(letter, 0, lowest))
            else:
                self.asks.append(Open(letter, 0, lowest, ALL))
            return
        self.set_top(at, EMPTY, 0)
        self._after()

    def _turn_up(self, tile: int) -> None:
        at = self.pending
        self.under[at] -= 1
        self.events.append(("turned", tile, at))
        self.set_top(at, *divmod(tile, TILE))
        self._after()

    def _after(self) -> None:
        """RULES 5: the bridge may be laid once more before drawing, but not when the game ends."""
        seat = self.seat
        if self.bridge_left[seat] and self.home(seat) < 3 and self._bridge_moves():
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
            self.drawn += number
            self.deck -= number
            self._receive(instant.faces("cards", self.epoch, first, first + number))
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
        hand = self.hands[self.seat]
        for card in cards:
            hand.add(card)
        if self.step == "buying":
            self.events.append(("bought", self.pending, cards))
            self.step = "turn"
        else:
            self.events.append(("drew", cards))
            self._end_turn()

    def _reshuffle(self, asks: list[Ask]) -> bool:
        cards = tuple([symbol for symbol in SEVEN for _ in range(self.discard[symbol])])
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
        faces = [(seat, index, face) for seat in seats for index, face in enumerate(self.hands[seat].faces())]
        if self.instant is not None or not faces:
            self.answer([face for _, _, face in faces])
        else:
            self.asks = [Open(f"hand {seat}", self.turns, index, ALL, face) for seat, index, face in faces]

    def _end_turn(self) -> None:
        seat = self.seat
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

    # The set-up and the end ------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """RULES 2, as far as it goes without chance."""
        self.step = "setup"
        self.asks = list(_set_up_asks(self.seats))
        self.drawn = sum(4 + seat for seat in range(self.seats))
        self.deck = len(CARDS) - self.drawn

    def _lay_out(self, asks: Sequence[Ask], faces: Sequence[int]) -> None:
        shown = iter(_faces(asks, faces))
        for place, height in enumerate(HEIGHTS):
            if place != WATER:
                self.symbols[place], self.values[place] = divmod(next(shown), TILE)
                self.under[place] = height - 1
        for seat in range(self.seats):
            for _ in range(4 + seat):
                self.hands[seat].add(next(shown))
        self.step = "turn"
        self.work_out()

    def _end(self, by: int | None) -> None:
        """RULES 7: the others cross for what the path costs now. All hands are laid open first."""
        self.events.append(("ended", by))
        self.moving = -1
        self.step = "final"
        self._ask_hands(range(self.seats))

    def _final_crossing(self, faces: Sequence[int]) -> None:
        opened = iter(faces)
        for hand in self.hands:
            hand.show([next(opened) for _ in range(hand.size)])
        scores = []
        for seat in range(self.seats):
            cost = self.crossing_cost(seat)
            wealth = self.wealth(seat)
            if self.home(seat) < 3:
                tiles, number = payment.crossing(self.purses[seat], self.hands[seat].size, cost)
                paid = sum(tiles) + number
                scores.append(wealth - max(paid, cost))
                hand = self.hands[seat]
                cards = payment.spare_cards(hand.held, number)
                for card in cards:
                    hand.remove(card)
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
