"""Samples a world that fits a view of Atalia: a full state with random sealed hands, decks and cards put back.

The sample agrees with the open cards and with the cards that the seat holds or has put back. In the sampled world
chance answers at once.
"""

from __future__ import annotations

from typing import Final

from core.atalia.components import DECKS, FOG, MUD, TACTIC_CARDS, TACTICS, TROOP_CARDS, TROOPS
from core.atalia.rules import Atalia
from core.chance import SeededDealer, Stream
from core.hidden import SEALED

CARDS: Final[tuple[tuple[int, ...], ...]] = (TROOP_CARDS, TACTIC_CARDS)


def sample(view: Atalia, stream: Stream) -> Atalia:
    """Returns a world for a view of any seat at a prompt. The same view and stream give the same world."""
    world = view.copy()
    world.events = []
    dealer = SeededDealer(b"".join(stream.word().to_bytes(4, "big") for _ in range(4)))
    lying = _lying(world)
    for deck in (TROOPS, TACTICS):
        if deck == TROOPS or world.options["tactics"]:
            order = _fill(world, deck, lying, stream)
            dealer.lay(DECKS[deck], world.epoch, [SEALED] * world.drawn[deck] + order)
    world.play_at_once(dealer, events=False)
    return world


def _lying(world: Atalia) -> set[int]:
    """Returns all cards that lie open."""
    lying = {card for side in world.sides for cards in side for card in cards}
    lying.update(world.removed)
    lying.update(card for _, card in world.guile)
    if any(world.fog):
        lying.add(FOG)
    if any(world.mud):
        lying.add(MUD)
    return lying


def _fill(world: Atalia, deck: int, lying: set[int], stream: Stream) -> list[int]:
    """Gives a face to every sealed card of this deck in hands and on top, and returns the deck in its order."""
    hands = [world.hand(seat, deck) for seat in range(world.seats)]
    top = world.tops[deck]
    known = set(lying)
    known.update(top.faces)
    for hand in hands:
        known.update(hand.faces())
    free = stream.shuffled([card for card in CARDS[deck] if card not in known])
    wanted = world.deck[deck] + top.faces.count(SEALED) + sum(hand.sealed for hand in hands)
    # Only a position that was put together by hand can have too few cards.
    free += [CARDS[deck][stream.below(len(CARDS[deck]))] for _ in range(wanted - len(free))]
    for hand in hands:
        for _ in range(hand.sealed):
            hand.held[free.pop()] += 1
    top.faces = [free.pop() if face == SEALED else face for face in top.faces]
    return free[: world.deck[deck]]
