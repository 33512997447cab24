"""Positions of Atlantis as one would lay them out on a table, and chance that does as it is told.

    scene("9:C1 10:F4 11:R6/H2", "s0 [9,-1,-1] HH t[5,R4] bridge", "s1 [11,-1,-1]", cards="OO", bridges=[12])

The path is `place:stack`, a stack written from the bottom up (`R6/H2`: a ring 6 under a helmet 2); every place that is
not named is empty. A seat has its figures (-1 Atlantis, 53 the Mainland), its hand, its collected tiles (a value alone
is as good as a whole tile) and the word "bridge" while it still has its bridge. Seats that are not named stand on
Atlantis with empty hands. `cards` are the next ones to be drawn; unless `deck` is given, ten more lie under them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.atlantis import GAME, start
from core.atlantis.components import EMPTY, MAINLAND, PLACES, SYMBOLS, TILE, TILE_PLACES
from core.atlantis.rules import Atlantis
from core.chance import Ask, Roll, SeededDealer, Shuffle
from core.game import Event, IllegalMove, Move, Reason
from core.hidden import SEALED

_seat = re.compile(r"s(\d) \[(-?\d+),(-?\d+),(-?\d+)\](?: (?!t\[|bridge)([A-Z]+|-))?(?: t\[([^\]]*)\])?( bridge)?")


class Script:
    """A dealer that was told everything: the order of the cards under each epoch, and the tiles under tiles."""

    def __init__(self, cards: Iterable[int], under: Mapping[tuple[str, int], int]) -> None:
        self.orders: dict[int, list[int]] = {0: list(cards)}
        self.under = dict(under)
        self.shuffled: list[tuple[int, ...]] = []  # what was shuffled, each time
        self.next_orders: list[list[int]] = []  # how the coming shuffles end; if nothing is told, rising

    def answer(self, asks: Sequence[Ask]) -> list[int]:
        answers = []
        for ask in asks:
            if isinstance(ask, Shuffle):
                self.shuffled.append(ask.faces)
                order = self.next_orders.pop(0) if self.next_orders else sorted(ask.faces)
                assert sorted(order) == sorted(ask.faces)
                self.orders[ask.epoch] = order
                answers.append(SEALED)
            else:
                assert not isinstance(ask, Roll)
                answers.append(ask.face if ask.face != SEALED else self.face(ask.place, ask.epoch, ask.at))
        return answers

    def face(self, place: str, epoch: int, index: int) -> int:
        return self.orders[epoch][index] if place == "cards" else self.under[place, index]


class Scene:
    """A position and the chance that goes with it."""

    def __init__(self, state: Atlantis, dealer: Script) -> None:
        self.state = state
        self.dealer = dealer

    def play(self, *written: str) -> list[Event]:
        """Plays moves in their full written form, chance answering in between; what happened."""
        for line in written:
            self.state.apply(GAME.read(line))
            while self.state.asks:
                self.state.answer(self.dealer.answer(self.state.asks))
        return self.state.take_events()

    def refusal(self, wanted: str | Move) -> Reason:
        """Why a move is refused. It must be, and nothing may have changed."""
        move = GAME.read(wanted) if isinstance(wanted, str) else wanted
        before = self.state.public(), self.state.hands[self.state.seat].faces()
        try:
            self.state.apply(move)
        except IllegalMove as error:
            assert (self.state.public(), self.state.hands[self.state.seat].faces()) == before
            return error.reason
        raise AssertionError(f"{wanted} was not refused")

    def refused(self, wanted: str | Move) -> str:
        return self.refusal(wanted).id

    @property
    def legal(self) -> list[str]:
        return [GAME.text(move) for move in self.state.legal()]

    @property
    def plays(self) -> list[str]:
        """The legal moves that play a card."""
        return [line for line in self.legal if line[0] in "123" or line.startswith("on")]

    @property
    def step(self) -> str | None:
        return None if self.state.prompt is None else self.state.prompt.kind

    @property
    def scores(self) -> tuple[int, ...]:
        assert self.state.outcome is not None, "the game is not over"
        return self.state.outcome.scores

    def hand(self, seat: int) -> str:
        return "".join("?" if face == SEALED else SYMBOLS[face] for face in self.state.hands[seat].faces())

    def tiles(self, seat: int) -> list[str]:
        return [tile_text(tile) for tile in self.state.tiles[seat]]

    def gaps(self) -> list[tuple[int, int, int]]:
        """First place, last place and price of all water, from Atlantis on."""
        return [(gap.first, gap.last, gap.price) for gap in self.state.gaps]

    def path(self) -> str:
        symbols, values = self.state.symbols, self.state.values
        return " ".join(f"{at}:{SYMBOLS[symbols[at]]}{values[at]}" for at in range(PLACES) if symbols[at] != EMPTY)


def dealt(seats: int, seed: str, **options: Any) -> tuple[Atlantis, SeededDealer]:
    """A game that was set up by an ordinary dealer, and that dealer."""
    state, dealer = start(seats, GAME.settle(options)), SeededDealer(seed)
    state.answer(dealer.answer(state.asks))
    return state, dealer


def tile(text: str) -> int:
    """A tile of its text: `R6`, or only a value, for which a flag must do."""
    return SYMBOLS.index(text[0]) * TILE + int(text[1]) if len(text) == 2 else int(text)


def tile_text(face: int) -> str:
    return SYMBOLS[face // TILE] + str(face % TILE)


def faces(text: str) -> list[int]:
    """The cards of a text such as `HHR`."""
    return [SYMBOLS.index(letter) for letter in text if letter not in " ,"]


def counts(text: str) -> list[int]:
    return [faces(text).count(symbol) for symbol in range(7)]


def scene(
    path: str,
    *seats: str,
    cards: str = "",
    deck: int | None = None,
    discard: str = "",
    bridges: Sequence[int] = (),
    number: int = 0,
    **options: Any,
) -> Scene:
    """A position at the start of seat 0's turn, all worked out. `deck` is for short ones: how many cards it has."""
    said = [_read_seat(text) for text in seats]
    state = Atlantis(max([2, number, *(seat + 1 for seat, *_ in said)]), GAME.settle(options))
    under: dict[tuple[str, int], int] = {}
    for part in path.split():
        place, stack = part.split(":")
        *lower, top = (tile(text) for text in stack.split("/"))
        at = int(place)
        state.symbols[at], state.values[at] = divmod(top, TILE)
        state.under[at] = len(lower)
        letter, lowest, _ = TILE_PLACES[at]
        for height, face in enumerate(lower):
            under[letter, lowest + height] = face
    state.bridges = list(bridges)
    state.bridge_left = [False] * state.seats
    for seat, figures, hand, tiles, bridge in said:
        state.figures[seat] = figures
        state.tiles[seat] = tiles
        state.bridge_left[seat] = bridge
        for card in hand:
            state.hands[seat].add(card)
    order = faces(cards)
    if deck is None:
        deck = len(order) + 10
    order = (order + [symbol % 7 for symbol in range(deck)])[:deck]
    state.deck = deck
    state.discard = counts(discard)
    state.work_out()
    return Scene(state, Script(order, under))


def _read_seat(text: str) -> tuple[int, list[int], list[int], list[int], bool]:
    found = _seat.fullmatch(text)
    assert found, f"not a seat: {text}"
    seat, first, second, third, hand, tiles, bridge = found.groups()
    figures = [int(first), int(second), int(third)]
    assert all(-1 <= place <= MAINLAND for place in figures)
    held = faces((hand or "").replace("-", ""))
    return int(seat), figures, held, [tile(part) for part in (tiles or "").split(",") if part], bridge is not None
