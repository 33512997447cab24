"""Samples a world that fits a view of Survive!: a full state with random treasures and backs of tiles.

The sample agrees with everything that the view has seen: backs that were shown or played, and the seat's own tiles. Of
the seats that have answered an attack in secret, it takes that they chose what looks best at once with the tiles that
they have in the sampled world. There chance answers at once.
"""

from __future__ import annotations

from core.chance import SeededDealer, Stream
from core.hidden import SEALED
from core.survive.components import BACK_COUNTS, BACKS_OF, DOLPHIN, GREEN, LAND, RED, TERRAINS, TREASURES
from core.survive.rollout import rollout
from core.survive.rules import Survive, treasure_place


def sample(view: Survive, stream: Stream) -> Survive:
    """Returns a world for a view of any seat at a prompt. The same view and stream give the same world."""
    world = view.copy()
    world.events = []
    dealer = SeededDealer(b"".join(stream.word().to_bytes(4, "big") for _ in range(4)))
    for colour, row in enumerate(world.treasures):
        left = list(TREASURES)
        for face in row.faces:
            if face in left:
                left.remove(face)
        unknown = stream.shuffled(left)
        row.faces = [unknown.pop() if face == SEALED else face for face in row.faces]
        dealer.lay(treasure_place(colour), 0, row.faces)
    for terrain in LAND:
        dealer.lay(TERRAINS[terrain], 0, _backs(world, terrain, stream))
    world.look_ahead(dealer)
    row = world.answers
    row.faces = [
        _answer(world, seen.bit_length() - 1) if face == SEALED else face
        for face, seen in zip(row.faces, row.seen, strict=True)
    ]
    return world


def _answer(world: Survive, seat: int) -> int:
    """Returns what a seat with these tiles may have answered to the attack."""
    earlier = world.copy()
    earlier.asked = seat
    ways = earlier.legal()
    worth = rollout(earlier, ways)
    terrain: int = ways[worth.index(max(worth))][1]
    return terrain


def _backs(world: Survive, terrain: int, stream: Stream) -> list[int]:
    """Returns the backs of a terrain's tiles by number, and fills in the tiles that others have kept or just lifted."""
    left = [many - out for many, out in zip(BACK_COUNTS[terrain], world.used[terrain], strict=True)]
    sealed = 0
    for seat in range(world.seats):
        hand = world.hand_of(seat, terrain)
        left = [many - held for many, held in zip(left, hand.held, strict=True)]
        sealed += hand.sealed
    lifted = world.lifted.faces if world.sunk == terrain else []
    if lifted and lifted[0] != SEALED:
        left[lifted[0]] -= 1
    # Kept tiles are red. The tiles on the island have any of the other backs.
    red = stream.shuffled([back for back in RED for _ in range(left[back])])
    kept, red = red[:sealed], red[sealed:]
    for seat in range(world.seats):
        hand = world.hand_of(seat, terrain)
        for _ in range(hand.sealed):
            hand.held[kept.pop() if kept else DOLPHIN] += 1
    green = [back for back in GREEN for _ in range(left[back])]
    lying = stream.shuffled(green + red)
    if lifted and lifted[0] == SEALED:
        lifted[0] = lying.pop() if lying else BACKS_OF[terrain][0]
    order = [SEALED] * len(world.terrain)
    for at in range(len(world.terrain)):
        kind = world.terrain[at]
        if kind == terrain:
            # Only a position that was put together by hand can have too few tiles.
            order[world.numbers[at]] = lying.pop() if lying else BACKS_OF[terrain][at % len(BACKS_OF[terrain])]
    return order
