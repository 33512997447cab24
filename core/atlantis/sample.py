"""Samples a world that fits a view of Atlantis: a full state with random sealed cards, deck and lower tiles.

The sample agrees with everything that the view has seen: cards played, paid and shown, the tiles that lay on top, and
the cards that the deck was last shuffled from. In the sampled world chance answers at once.
"""

from __future__ import annotations

from typing import Final

from core.atlantis.components import CARDS_OF_A_SYMBOL, TILE, TILE_PLACES, TILES_A, TILES_B
from core.atlantis.rules import Atlantis
from core.chance import SeededDealer, Stream
from core.hidden import SEALED

SETS: Final = {"A": TILES_A, "B": TILES_B}


def sample(view: Atlantis, stream: Stream) -> Atlantis:
    """Returns a world for a view of any seat at a prompt. The same view and stream give the same world."""
    world = view.copy()
    world.events = []
    dealer = SeededDealer(b"".join(stream.word().to_bytes(4, "big") for _ in range(4)))
    for letter, tiles in SETS.items():
        dealer.lay(letter, 0, _tiles(world, letter, tiles, stream))
    deck = _fill_hands(world, stream)
    dealer.lay("cards", world.epoch, [SEALED] * world.drawn + deck)
    if world.before_buying:
        _fill_before_buying(world, stream)
    world.play_at_once(dealer, events=False)
    return world


def _tiles(world: Atlantis, letter: str, tiles: tuple[int, ...], stream: Stream) -> list[int]:
    """Returns a half of the tiles in an order in which it may have been laid. Tiles never seen lie under those that
    still cover a place."""
    order = [SEALED] * len(tiles)
    unseen = set(tiles)
    covered = []
    for place, (of, lowest, top) in enumerate(TILE_PLACES):
        if of != letter or top < lowest:
            continue
        order[top] = world.tops[place] or world.symbols[place] * TILE + world.values[place]
        unseen.discard(order[top])
        if world.under[place]:
            covered.append(lowest)
        elif world.turned[place]:
            order[lowest] = world.turned[place]
            unseen.discard(order[lowest])
    for lowest, tile in zip(covered, stream.shuffled(tuple(unseen)), strict=False):
        order[lowest] = tile
    return order


def _fill_hands(world: Atlantis, stream: Stream) -> list[int]:
    """Gives every sealed card of a hand a face, and returns the deck in its order."""
    unseen = [CARDS_OF_A_SYMBOL - gone - out for gone, out in zip(world.discard, world.removed, strict=True)]
    sealed = 0
    for hand in world.hands:
        unseen = [left - held for left, held in zip(unseen, hand.held, strict=True)]
        sealed += hand.sealed
    held: list[int] = []  # cards that the last shuffle did not contain, so they must be in a hand
    free: list[int] = []
    for symbol, (left, most) in enumerate(zip(unseen, world.shuffled, strict=True)):
        held += [symbol] * (left - most)
        free += [symbol] * min(left, most)
    free = stream.shuffled(free)
    wanted = max(sealed - len(held), 0)
    held = stream.shuffled(held + free[:wanted])
    deck = free[wanted : wanted + world.deck]
    # Only a position that was put together by hand can have too few cards.
    held += [stream.below(7) for _ in range(sealed - len(held))]
    deck += [stream.below(7) for _ in range(world.deck - len(deck))]
    for hand in world.hands:
        for _ in range(hand.sealed):
            hand.held[held.pop()] += 1
    return deck


def _fill_before_buying(world: Atlantis, stream: Stream) -> None:
    """Fills in the hand that a rival had before the purchase, with cards that the rival holds now.

    Cards that the rival has played since cannot pay any more, so they do not matter here.
    """
    [before] = world.before_buying
    if not (sealed := before.sealed):
        return
    now = world.hands[before.owner].held
    spare = [symbol for symbol in range(7) for _ in range(now[symbol] - before.held[symbol])]
    cards = stream.shuffled(spare)[:sealed]
    cards += [stream.below(7) for _ in range(sealed - len(cards))]
    for card in cards:
        before.held[card] += 1
