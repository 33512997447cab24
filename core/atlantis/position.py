"""A position of Atlantis: the path, figures, hands, tiles and bridges, and the values derived from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import compress, pairwise
from typing import Any, Final, NamedTuple, Self

from core.atlantis.components import ATLANTIS, CARDS_OF_A_SYMBOL, EMPTY, HEIGHTS, MAINLAND, PLACES, TILE, WATER
from core.atlantis.payment import crossing
from core.chance import SeededDealer
from core.compiling.mypyc_marks import i64, mypyc_attr
from core.game import State
from core.hidden import Hand

_empty_runs = re.compile(bytes([EMPTY]) + b"+").finditer


def _links(values: Sequence[int]) -> tuple[list[int], list[int]]:
    """Returns `behind` and `beyond` of a path. They save every search for the next tile across the water."""
    behind, beyond = [0] * (PLACES + 2), [0] * (PLACES + 2)
    for before, after in pairwise([ATLANTIS, *compress(range(PLACES), values), MAINLAND]):
        beyond[before], behind[after] = after, before
    return behind, beyond


# Tables for `bytes.translate`, which changes all tolls along the path without a loop.
SHIFTED: Final = tuple(bytes((toll + change) % 256 for toll in range(256)) for change in range(256))  # -1 is also 255
FREE: Final = bytes(1)  # the toll of Atlantis
NO_TOLL: Final = bytes(PLACES + 2)
NO_TILES: Final = bytes([EMPTY]) * PLACES
NO_LAND: Final = _links(bytes(PLACES))  # before the path is laid
LINKS: Final = _links(HEIGHTS)  # after it is laid


class Gap(NamedTuple):
    """Water between two tiles: the empty places from `first` to `last`, the price of crossing, and whether it has a
    bridge."""

    first: int
    last: int
    price: int
    bridged: bool


@mypyc_attr(allow_interpreted_subclasses=True)
class AtlantisPosition(State):
    __slots__ = (
        "ahead",
        "before_buying",
        "behind",
        "beyond",
        "bought",
        "bridge_left",
        "bridges",
        "deck",
        "discard",
        "drawn",
        "epoch",
        "figures",
        "hands",
        "held_places",
        "idle",
        "instant",
        "moving",
        "origin",
        "pending",
        "purses",
        "quiet",
        "removed",
        "seat",
        "shuffled",
        "step",
        "stock",
        "symbols",
        "tiles",
        "toll",
        "tops",
        "turned",
        "turns",
        "under",
        "values",
        "worth",
    )

    OPEN = (
        "symbols",
        "values",
        "under",
        "figures",
        "tiles",
        "bridges",
        "bridge_left",
        "deck",
        "drawn",
        "epoch",
        "discard",
        "removed",
        "seat",
        "turns",
        "step",
        "moving",
        "origin",
        "pending",
        "bought",
        "idle",
    )
    HIDDEN = ("hands", "before_buying")
    DERIVED = ("held_places", "toll", "ahead", "behind", "beyond", "purses", "stock", "worth", "instant", "quiet")
    REMEMBERED = ("tops", "turned", "shuffled")

    symbols: bytearray  # by place: the symbol of the top tile, EMPTY without a tile
    values: bytearray  # by place: the value of the top tile, 0 without a tile
    under: bytearray  # by place: how many tiles lie under the top one; nobody may know them, so no state holds them
    figures: list[list[int]]  # by seat: the places of three figures, which may be ATLANTIS or MAINLAND
    tiles: list[list[int]]  # by seat: collected tiles, the oldest first
    bridges: list[int]  # one empty place of each bridged gap
    bridge_left: list[bool]
    deck: int  # cards left in the deck
    drawn: int  # cards drawn from the deck since it was last shuffled
    epoch: int  # how often the deck was reshuffled
    discard: list[int]  # by symbol; a played card comes here at once, because nobody draws before the movement ends
    removed: list[int]  # by symbol: cards out of the game
    seat: int  # whose turn it is
    turns: int
    step: str  # the kind of the prompt, or what the state asks of chance
    moving: int  # the figure under way while a chain or a payment is open, else -1
    origin: int  # the place where that figure set out
    pending: int  # at "tile", the place whose next tile turns up; at "buying", the tile that was given back
    bought: int  # 1 after this turn's purchase
    idle: int  # stuck turns in a row without a card to draw; -1 after a purchase or a bridge in this turn
    hands: list[Hand]
    before_buying: list[Hand]  # if bought cards cannot pay: the hand before this turn's purchase, else nothing
    held_places: list[int]  # by place: 1 where a figure stands; the Mainland's entry stays 0
    toll: bytes  # by place: the price of all water up to there, at most 26 times 7; Atlantis and Mainland too
    ahead: list[list[int]]  # by symbol, then by place + 1: where a card of that symbol leads from there
    behind: list[int]  # by place with a tile, and MAINLAND: the next tile's place towards Atlantis, or ATLANTIS; else 0
    beyond: list[int]  # by place with a tile, and ATLANTIS: the next tile's place towards the Mainland, or it; else 0
    purses: list[list[int]]  # by seat, then by value: how many tiles
    stock: list[int]  # by seat: bit n is set if the seat has a tile of value n
    worth: list[int]  # by seat: points in collected tiles
    tops: bytes  # by place: the top tile at the start, 0 for none
    turned: bytearray  # by place: the tile that was turned up there later, 0 for none yet
    shuffled: tuple[int, ...]  # by symbol: the cards that the deck was last shuffled from
    # For playouts: chance answers at once from `instant`, without asks, and `quiet` leaves out the frequent events.
    # Tables use neither.
    instant: SeededDealer | None
    quiet: bool

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.asks, self.events, self.outcome = [], [], None
        self.symbols = bytearray(NO_TILES)
        self.values = bytearray(PLACES)
        self.under = bytearray(PLACES)
        self.figures = [[ATLANTIS] * 3 for _ in range(seats)]
        self.tiles = [[] for _ in range(seats)]
        self.bridges = []
        self.bridge_left = [True] * seats
        self.deck, self.drawn, self.epoch = 0, 0, 0
        self.discard, self.removed = [0] * 7, [0] * 7
        self.seat, self.turns, self.step = 0, 1, "turn"
        self.moving, self.origin, self.pending, self.bought, self.idle = -1, ATLANTIS, 0, 0, 0
        self.hands = [Hand(seat, 7) for seat in range(seats)]
        self.before_buying = []
        self.held_places = [0] * (PLACES + 1)
        self.toll = NO_TOLL  # -1 is Atlantis
        self.ahead, self.behind, self.beyond = [], NO_LAND[0][:], NO_LAND[1][:]
        self.purses = [[0] * 8 for _ in range(seats)]
        self.stock, self.worth = [0] * seats, [0] * seats
        self.tops, self.turned, self.shuffled = bytes(PLACES), bytearray(PLACES), (CARDS_OF_A_SYMBOL,) * 7
        self.instant, self.quiet = None, False

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.seats, twin.options, twin.outcome = self.seats, self.options, self.outcome
        twin.asks, twin.events = self.asks.copy(), self.events.copy()
        twin.symbols, twin.values, twin.under = self.symbols[:], self.values[:], self.under[:]
        twin.figures = [figures.copy() for figures in self.figures]
        twin.tiles = [tiles.copy() for tiles in self.tiles]
        twin.bridges, twin.bridge_left = self.bridges.copy(), self.bridge_left.copy()
        twin.deck, twin.drawn, twin.epoch = self.deck, self.drawn, self.epoch
        twin.discard, twin.removed = self.discard.copy(), self.removed.copy()
        twin.seat, twin.turns, twin.step = self.seat, self.turns, self.step
        twin.moving, twin.origin, twin.pending = self.moving, self.origin, self.pending
        twin.bought, twin.idle = self.bought, self.idle
        twin.hands = [hand.copy() for hand in self.hands]
        twin.before_buying = [hand.copy() for hand in self.before_buying]
        twin.held_places, twin.stock, twin.worth = self.held_places[:], self.stock[:], self.worth[:]
        twin.purses = [purse[:] for purse in self.purses]
        twin.instant, twin.quiet = self.instant, self.quiet
        twin.tops, twin.turned, twin.shuffled = self.tops, self.turned[:], self.shuffled
        twin.toll = self.toll
        twin.ahead = [row[:] for row in self.ahead]
        twin.behind, twin.beyond = self.behind[:], self.beyond[:]
        return twin

    @property
    def gaps(self) -> list[Gap]:
        """All gaps of the path, from Atlantis on. RULES 4."""
        return [
            Gap(first, end - 1, self.toll[end] - self.toll[first - 1], any(first <= at < end for at in self.bridges))
            for first, end in (run.span() for run in _empty_runs(self.symbols))
            if first > 0 and end < PLACES
        ]

    def open_gaps(self) -> list[int]:
        """Returns the first place of every gap without a bridge. Only a gap with a bridge costs nothing."""
        find, beyond, toll = self.symbols.find, self.beyond, self.toll
        gaps = []
        first = find(EMPTY)
        while first >= 0:
            before = first - 1
            after = beyond[before]
            if toll[after] > toll[before]:
                gaps.append(first)
            first = find(EMPTY, after)
        return gaps

    def turn_up(self, place: i64, tile: i64) -> None:
        """Turns up the tile under the one that was taken, and changes the price of the water beside it. RULES 4."""
        self.under[place] -= 1
        self.turned[place] = tile
        symbols, toll = self.symbols, self.toll
        gone, symbol, value = symbols[place], tile // TILE, tile % TILE
        if gone != symbol:
            symbols[place] = symbol
            # Cards of both symbols now lead elsewhere from the places between the previous tile of the symbol and here.
            row = self.ahead[gone]
            further = row[place + 1]
            at = place
            while row[at] == place:  # the entry at -1 is the last one, which is always the Mainland
                row[at] = further
                at -= 1
            row = self.ahead[symbol]
            at = place
            while at >= 0 and row[at] > place:
                row[at] = place
                at -= 1
        if self.values[place] != value:
            self.values[place] = value
            before, after = self.behind[place], self.beyond[place]
            if before != place - 1 and toll[place] > toll[before]:
                self._set_price(before, place, False)
                toll = self.toll
            if after != place + 1 and toll[after] > toll[place]:
                self._set_price(place, after, False)

    def sink(self, place: i64) -> None:
        """Takes the only tile of a place away and joins the water around it to one gap. RULES 4.

        A gap that costs nothing has a bridge, and keeps it when the gap grows.
        """
        symbols, toll, behind, beyond = self.symbols, self.toll, self.behind, self.beyond
        end = place + 1
        gone = symbols[place]
        symbols[place] = EMPTY
        self.values[place] = 0
        row = self.ahead[gone]
        further = row[end]
        at = place
        while row[at] == place:  # as in `turn_up`
            row[at] = further
            at -= 1
        before, after = behind[place], beyond[place]
        beyond[before], behind[after] = after, before
        behind[place] = beyond[place] = 0
        if before >= 0 and after < PLACES:
            here = toll[place]
            bridged = (before != place - 1 and here == toll[before]) or (after != end and here == toll[after])
            self._set_price(before, after, bridged)
            return
        # Atlantis or the Mainland slides up to the next tile, and a bridge on the water that it slides over is lost.
        if toll[before] != toll[after]:
            self._set_price(before, after, True)
        if self.bridges:
            first = after if before < 0 else 0
            end = before + 1 if after == PLACES else PLACES
            self.bridges = [at for at in self.bridges if first <= at < end]

    def lay_bridge(self, place: int) -> None:
        """Lays a bridge: crossing the gap around this place is free from now on."""
        self.bridges.append(place)
        before, after = place, place
        while not self.values[before]:
            before -= 1
        while not self.values[after]:
            after += 1
        self._set_price(before, after, True)

    def _set_price(self, before: i64, after: i64, bridged: bool) -> None:
        """Sets the price of the water between two places. Water with a bridge or at an end of the path is free.

        `opens` in rollout.py repeats this price for speed.
        """
        toll = self.toll
        price: i64 = toll[before]
        if not bridged and before >= 0 and after < PLACES:
            near: i64 = self.values[before]
            far: i64 = self.values[after]
            price += near if near < far else far
        change: i64 = price - toll[after]
        if change:
            self.toll = toll[:after] + toll[after : PLACES + 1].translate(SHIFTED[change]) + FREE

    def _price_all(self) -> None:
        self.toll = NO_TOLL
        for first, end in [run.span() for run in _empty_runs(self.symbols)]:
            self._set_price(first - 1, end, any(first <= at < end for at in self.bridges))

    def _lead_all(self) -> None:
        """Works out where each card leads from each place."""
        last = [MAINLAND] * 7  # by symbol: the last tile seen on the way back from the Mainland
        columns = [last]
        for place in range(PLACES - 1, -1, -1):
            symbol = self.symbols[place]
            if symbol != EMPTY:
                last = last.copy()
                last[symbol] = place
            columns.append(last)
        columns.reverse()
        self.ahead = [list(row) for row in zip(*columns, strict=True)]

    def open_path(self) -> None:
        """Derives the values that follow from the path at the start of a game, which has one place of water."""
        self._lead_all()
        self.behind, self.beyond = LINKS[0][:], LINKS[1][:]
        self._set_price(WATER - 1, WATER + 1, False)

    def work_out(self) -> None:
        """Derives all derived values from scratch, for positions that were put together by hand."""
        self._lead_all()
        self.behind, self.beyond = _links(self.values)
        self.held_places = [0] * (PLACES + 1)
        for seat, figures in enumerate(self.figures):
            for figure, place in enumerate(figures):
                # The figure under way holds no place. In a chain it stands where another figure holds the place.
                if place not in (ATLANTIS, MAINLAND) and (seat, figure) != (self.seat, self.moving):
                    self.held_places[place] = 1
        for seat, tiles in enumerate(self.tiles):
            self.purses[seat] = [0] * 8
            for tile in tiles:
                self.purses[seat][tile % TILE] += 1
        self.stock = [sum(1 << value for value in range(8) if purse[value]) for purse in self.purses]
        self.worth = [sum(tile % TILE for tile in tiles) for tiles in self.tiles]
        self._price_all()

    def give_up(self, seat: int, values: Sequence[int]) -> tuple[int, ...]:
        """Takes tiles of these values out of the game and returns them. Of equal values it takes the oldest."""
        mine, purse = self.tiles[seat], self.purses[seat]
        given: list[int] = []
        worth = 0
        for value in values:
            worth += value
            left = purse[value] - 1
            purse[value] = left
            if not left:
                self.stock[seat] -= 1 << value
            at = 0
            while mine[at] % TILE != value:
                at += 1
            given.append(mine.pop(at))
        self.worth[seat] -= worth
        return tuple(given)

    def view(self, seat: int | None) -> Self:
        seen = super().view(seat)
        seen.instant = None  # the dealer knows every face
        return seen

    def gap_at(self, place: int) -> Gap | None:
        return next((gap for gap in self.gaps if gap.first <= place <= gap.last), None)

    def home(self, seat: int) -> int:
        """Returns how many figures of this seat are on the Mainland."""
        return self.figures[seat].count(MAINLAND)

    def wealth(self, seat: int) -> int:
        """Returns the seat's present points in tiles and cards."""
        return self.worth[seat] + self.hands[seat].size

    def crossing_cost(self, seat: int) -> int:
        """Returns what it would cost the seat to bring every figure home on the present path. RULES 7."""
        toll, atlantis_too = self.toll, self.options["atlantis_figures_pay"]
        all_the_way = toll[MAINLAND]
        return sum([all_the_way - toll[place] for place in self.figures[seat] if place != ATLANTIS or atlantis_too])

    def after_crossing(self, seat: int, drawn: int = 0) -> int:
        """Returns the points that the seat would have left if all had to cross now, on the present path. RULES 7.

        `drawn` cards that it is still to draw count too, and so does what the figure under way owes.
        """
        if self.outcome is not None:
            return self.outcome.scores[seat]
        cost = self.crossing_cost(seat)
        if seat == self.seat and self.moving >= 0:
            cost += self.fare(self.origin, self.figures[seat][self.moving])
        cards = self.hands[seat].size + drawn
        tiles, number = crossing(self.purses[seat], cards, cost)
        return self.worth[seat] + cards - max(sum(tiles) + number, cost)

    def fare(self, start: int, end: int) -> int:
        """Returns what a figure pays on its way from one place to another."""
        return self.toll[end] - self.toll[start]

    def payable(self, held: list[int]) -> list[int]:
        """Returns, by symbol, how many of these cards of the moving seat may pay. RULES 9, bought_cards_can_pay."""
        if not self.before_buying:
            return held
        return [min(pair) for pair in zip(held, self.before_buying[0].held, strict=True)]

    @property
    def turn(self) -> int:
        return self.turns

    @property
    def to_move(self) -> int | None:
        return None if self.outcome is not None else self.seat
