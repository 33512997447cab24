"""A position of Survive!: the sea, the rest of the island, explorers, boats, creatures and tiles, and the stage of the
turn.

`step` is the kind of the prompt. These are the prompts and the moves that answer them (schema.py has their fields):

    place     place                 setting up: put one explorer on a tile
    launch    launch                setting up: put one boat on the sea
    tile      play, end             play a red tile or none; only a seat that has kept a tile is asked
    dolphin   swim, end             up to three steps of one swimmer, who is `carried` after the first step
    wind      boat, end             up to three steps of one boat, whose hex is `carried` after the first step
    send      creature              the creature that the red tile names goes to any vacant sea hex
    move      walk, board, swim, land, boat, end       one point each
    sink      sink                  remove one tile
    back      show, keep            the seat that removed the tile looks at its back; only one answer is legal
    aboard    board                 more than three swimmers are at a new boat: choose who climbs in, one by one
    die       creature, end         a creature of the kind that the die shows may move
    defend    answer                the seat `asked` would defend before a shark or a whale strikes at `prey`, or not

Until a creature strikes, it stays in its `lair`; `prey` is the hex that it goes to. Nobody's answer is opened before
all who are asked have given theirs; see `answers`. Outside their steps `lair` and `prey` are -1, and so are `playing`,
`carried`, `sinking`, `sunk`, `rolled` and `asked`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Self

from core.chance import SeededDealer
from core.compiling.mypyc_marks import mypyc_attr
from core.game import State
from core.hidden import SEALED, Hand, Row
from core.survive.components import (
    BACK_COUNTS,
    BACKS,
    BOATS,
    BOX,
    COLOURS,
    EXPLORERS,
    FIRST_SAFE,
    GUARD,
    HEXES,
    LAND,
    LOST,
    NEIGHBOURS,
    SEA,
    SEATS_ABOARD,
    SERPENT,
    SERPENT_STARTS,
    SHARK,
    WHALE,
)

# By number of seats, then by explorer: the seat that owns the explorer.
OWNERS: Final = tuple(
    tuple(explorer // EXPLORERS % max(seats, 1) for explorer in range(COLOURS * EXPLORERS)) for seats in range(5)
)
# By number of seats, then by seat: its explorers, colour by colour, as if all four colours were in play.
OWN: Final = tuple(
    tuple(tuple(explorer for explorer, owner in enumerate(owners) if owner == seat) for seat in range(seats))
    for seats, owners in enumerate(OWNERS)
)


@mypyc_attr(allow_interpreted_subclasses=True)
class SurvivePosition(State):
    __slots__ = (
        "aboard",
        "answers",
        "asked",
        "boats",
        "boats_left",
        "calm",
        "carried",
        "creatures",
        "crew",
        "hands",
        "instant",
        "lair",
        "lifted",
        "numbers",
        "playing",
        "points",
        "prey",
        "quiet",
        "rolled",
        "seat",
        "sinking",
        "spots",
        "stages",
        "step",
        "steps_left",
        "sunk",
        "swimming",
        "swum",
        "terrain",
        "treasures",
        "turns",
        "used",
    )

    OPEN = (
        "terrain",
        "numbers",
        "spots",
        "aboard",
        "boats",
        "boats_left",
        "creatures",
        "used",
        "seat",
        "turns",
        "step",
        "points",
        "swum",
        "playing",
        "carried",
        "steps_left",
        "sinking",
        "sunk",
        "rolled",
        "lair",
        "prey",
        "asked",
        "calm",
    )
    HIDDEN = ("treasures", "hands", "lifted", "answers")
    DERIVED = ("swimming", "crew", "instant", "quiet", "stages")

    terrain: bytearray  # by hex: SEA, or the terrain of the tile there
    numbers: bytearray  # by hex: the number of the tile there within its terrain, because backs are shuffled by terrain
    spots: bytearray  # by explorer: a hex, a safe island (from FIRST_SAFE on), BOX or LOST
    aboard: bytearray  # by explorer: 1 in the boat at the explorer's hex
    boats: bytearray  # by hex: 1 for a boat
    boats_left: list[int]  # by seat: boats still to be put on the sea
    creatures: list[bytearray]  # by SERPENT, SHARK, WHALE, then by hex: how many
    used: list[list[int]]  # by terrain and back: tiles out of the game, whose backs everybody has seen
    seat: int  # whose turn it is
    turns: int  # 0 while setting up
    step: str  # the kind of the prompt, or what the state asks of chance
    points: int  # points of movement left in this turn
    swum: int  # bit set of the explorers that have made their one move in the water in this turn
    playing: int  # the back of the red tile in play
    carried: int  # after the first step of a dolphin or the wind: the swimmer, or the hex of the boat
    steps_left: int  # steps that the dolphin or the wind has left
    sinking: int  # the hex of the tile that was just removed
    sunk: int  # the terrain of that tile
    rolled: int  # the creature that the die shows, until it has moved, struck or stayed
    lair: int  # the hex of a creature that is about to strike
    prey: int  # the hex where it will strike
    asked: int  # the seat that is asked for a defence
    calm: int  # turns in a row without land in which nobody was saved or lost; -1 once somebody was in this turn
    treasures: list[Row]  # by colour: the value under each explorer
    hands: list[Hand]  # by seat, then by terrain (see hand_of): red tiles kept; their terrain is public
    lifted: Row  # the removed tile, while only its remover has seen the back
    # The answers to an attack, in the order of asking: the terrain of a defence tile, or 0. Only its own seat knows an
    # answer until it is opened, and those after the first defence never are.
    answers: Row
    swimming: bytearray  # by hex: how many swimmers
    crew: bytearray  # by hex: how many explorers are aboard
    # For playouts: chance answers at once from `instant`, without asks, and `quiet` leaves out events. Tables use
    # neither.
    instant: SeededDealer | None
    quiet: bool
    # For bots that look ahead: pieces put on the board and finished movements. `turn` counts them too. -1 at tables.
    stages: int

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.asks, self.events, self.outcome = [], [], None
        doubled = seats == 2 and options["colours_each"] == 2
        colours = 2 * seats if doubled else seats
        boats = 2 * BOATS if doubled and options["boats_per"] == "colour" else BOATS
        self.terrain, self.numbers = bytearray(HEXES), bytearray(HEXES)
        self.spots = bytearray([BOX]) * (colours * EXPLORERS)
        self.aboard = bytearray(len(self.spots))
        self.boats, self.boats_left = bytearray(HEXES), [boats] * seats
        self.creatures = [bytearray(HEXES) for _ in (SERPENT, SHARK, WHALE)]
        for start in SERPENT_STARTS:
            self.creatures[SERPENT][start] = 1
        self.used = [[0] * len(BACKS) for _ in BACK_COUNTS]
        self.seat, self.turns, self.step = 0, 0, "setup"
        self.points = self.swum = self.steps_left = self.calm = 0
        self.playing = self.carried = self.sinking = self.sunk = self.rolled = self.lair = self.prey = self.asked = -1
        self.treasures = [Row() for _ in range(colours)]
        self.hands = [Hand(seat, len(BACKS)) for seat in range(seats) for _ in LAND]
        self.lifted, self.answers = Row(), Row()
        self.swimming, self.crew = bytearray(HEXES), bytearray(HEXES)
        self.instant, self.quiet, self.stages = None, False, -1

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.seats, twin.options, twin.outcome = self.seats, self.options, self.outcome
        twin.asks, twin.events = self.asks.copy(), self.events.copy()
        twin.terrain, twin.numbers = self.terrain[:], self.numbers[:]
        twin.spots, twin.aboard = self.spots[:], self.aboard[:]
        twin.boats, twin.boats_left = self.boats[:], self.boats_left[:]
        twin.creatures = [where[:] for where in self.creatures]
        twin.used = [backs[:] for backs in self.used]
        twin.seat, twin.turns, twin.step = self.seat, self.turns, self.step
        twin.points, twin.swum, twin.steps_left, twin.calm = self.points, self.swum, self.steps_left, self.calm
        twin.playing, twin.carried, twin.sinking, twin.sunk = self.playing, self.carried, self.sinking, self.sunk
        twin.rolled, twin.lair, twin.prey, twin.asked = self.rolled, self.lair, self.prey, self.asked
        twin.treasures = [row.copy() for row in self.treasures]
        twin.hands = [hand.copy() for hand in self.hands]
        twin.lifted, twin.answers = self.lifted.copy(), self.answers.copy()
        twin.swimming, twin.crew = self.swimming[:], self.crew[:]
        twin.instant, twin.quiet, twin.stages = self.instant, self.quiet, self.stages
        return twin

    def work_out(self) -> None:
        """Derives all derived values from scratch, for positions that were put together by hand."""
        self.swimming, self.crew = bytearray(HEXES), bytearray(HEXES)
        for explorer in range(len(self.spots)):
            spot = self.spots[explorer]
            if self.aboard[explorer]:
                self.crew[spot] += 1
            elif spot < HEXES and self.terrain[spot] == SEA:
                self.swimming[spot] += 1

    def view(self, seat: int | None) -> Self:
        seen = super().view(seat)
        seen.instant, seen.stages = None, -1  # the dealer knows every face; stages belong to a search
        return seen

    def look_back(self, earlier: State, seat: int | None) -> State:
        """Covers treasures in earlier positions too, once play has begun. RULES 2."""
        seen = earlier.view(seat)
        if self.turns and self.outcome is None and isinstance(seen, SurvivePosition):
            seen.cover_treasures()
        return seen

    def cover_treasures(self) -> None:
        """Hides all treasures when play begins, unless `owner_remembers` is on. RULES 2."""
        if not self.options["owner_remembers"]:
            for row in self.treasures:
                row.faces = [SEALED] * len(row.faces)
                row.seen = [0] * len(row.seen)

    @property
    def turn(self) -> int:
        return self.turns if self.stages < 0 else self.turns + self.stages

    @property
    def to_move(self) -> int | None:
        return None if self.outcome is not None else self.seat

    # Explorers -------------------------------------------------------------------------------------------------------

    def owner(self, explorer: int) -> int:
        return OWNERS[self.seats][explorer]

    def explorers_of(self, seat: int) -> list[int]:
        """Returns all explorers of a seat, colour by colour, wherever they are."""
        return list(OWN[self.seats][seat][: len(self.spots) // self.seats])

    def explorers_at(self, spot: int) -> list[int]:
        """Returns all explorers on a hex (on land, swimming or aboard) or on a safe island."""
        return list(self._finds(spot))

    def _finds(self, spot: int) -> Iterator[int]:
        find = self.spots.find
        explorer = find(spot)
        while explorer >= 0:
            yield explorer
            explorer = find(spot, explorer + 1)

    def swimmers_at(self, at: int) -> list[int]:
        return [explorer for explorer in self._finds(at) if not self.aboard[explorer]] if self.swimming[at] else []

    def crew_at(self, at: int) -> list[int]:
        """Returns all explorers in the boat there."""
        return [explorer for explorer in self._finds(at) if self.aboard[explorer]] if self.crew[at] else []

    def treasure(self, explorer: int) -> int:
        """Returns the explorer's treasure, SEALED if this view may not know it."""
        return self.treasures[explorer // EXPLORERS].faces[explorer % EXPLORERS]

    def where(self, explorer: int) -> str:
        """Returns box, land, boat, sea, safe or lost."""
        spot = self.spots[explorer]
        if spot < HEXES:
            return "boat" if self.aboard[explorer] else "land" if self.terrain[spot] else "sea"
        return "box" if spot == BOX else "lost" if spot == LOST else "safe"

    def saved(self, seat: int) -> list[int]:
        """Returns the explorers of a seat on safe islands."""
        return [explorer for explorer in self.explorers_of(seat) if FIRST_SAFE <= self.spots[explorer] < BOX]

    def lost(self, seat: int) -> list[int]:
        """Returns the lost explorers of a seat.

        The eruption takes all who are on the board, and so does a game that ends in calm. A game that ends with the
        last tile takes nobody. RULES 9 and 11.
        """
        last = self.outcome is not None and not self.options["atlantis_is_gone"]
        return [
            explorer
            for explorer in self.explorers_of(seat)
            if self.spots[explorer] == LOST or (last and self.spots[explorer] < HEXES)
        ]

    def in_play(self, seat: int) -> bool:
        """Whether this seat has an explorer on a hex, neither saved nor lost."""
        colours = range(seat, len(self.treasures), self.seats)
        return any(min(self.spots[EXPLORERS * colour : EXPLORERS * (colour + 1)]) < HEXES for colour in colours)

    # Boats -----------------------------------------------------------------------------------------------------------

    def controllers(self, at: int) -> list[int]:
        """Returns the seats that may move the boat there: those with the most explorers aboard, or all if it is empty.
        RULES 5."""
        if not self.crew[at]:
            return list(range(self.seats))
        owners = OWNERS[self.seats]
        each = [0] * self.seats
        for explorer in self.crew_at(at):
            each[owners[explorer]] += 1
        most = max(each)
        return [seat for seat, many in enumerate(each) if many == most]

    def room(self, at: int) -> int:
        """Returns the free seats in the boat there; 0 without a boat."""
        return SEATS_ABOARD - self.crew[at] if self.boats[at] else 0

    # Danger ----------------------------------------------------------------------------------------------------------

    def deadly(self, at: int) -> bool:
        """Whether a swimmer is lost there: a shark or a serpent is there."""
        return bool(self.creatures[SHARK][at] or self.creatures[SERPENT][at])

    def wrecking(self, at: int) -> bool:
        """Whether a boat with somebody aboard is lost there: a whale or a serpent is there."""
        return bool(self.creatures[WHALE][at] or self.creatures[SERPENT][at])

    # Tiles -----------------------------------------------------------------------------------------------------------

    def hand_of(self, seat: int, terrain: int) -> Hand:
        """Returns the red tiles of this terrain that a seat has kept."""
        return self.hands[len(LAND) * seat + terrain - 1]

    def tiles_kept(self, seat: int) -> int:
        return sum(hand.size for hand in self.hands[len(LAND) * seat : len(LAND) * (seat + 1)])

    def may_hold(self, seat: int, back: int) -> bool:
        """Whether, as far as everybody knows, a tile that this seat has kept may have this back."""
        return any(
            self.hand_of(seat, terrain).size and self.used[terrain][back] < BACK_COUNTS[terrain][back]
            for terrain in LAND
        )

    def sinkable(self) -> list[int]:
        """Returns the tiles of which one must go: those of the lowest terrain left that touch the sea, or all of that
        terrain if none does. RULES 6."""
        terrain = self.terrain
        for kind in LAND:
            lying = [at for at in range(HEXES) if terrain[at] == kind]
            if lying:
                coast = [at for at in lying if any(terrain[beside] == SEA for beside in NEIGHBOURS[at])]
                return coast or lying
        return []

    def vacant(self, at: int) -> bool:
        """Whether this is a sea hex without boat, swimmer or creature. RULES 4."""
        return not (
            self.terrain[at] or self.boats[at] or self.swimming[at] or any(where[at] for where in self.creatures)
        )

    # Creatures -------------------------------------------------------------------------------------------------------

    def stops(self, creature: int, at: int) -> bool:
        """Whether a shark or a whale goes no further than this hex. RULES 7."""
        return bool(self.swimming[at] if creature == SHARK else self.crew[at])

    def threatened(self, creature: int, at: int) -> list[int]:
        """Returns the seats that are asked to defend when this creature goes there, in the order of asking.

        Only public facts decide: who has something there, and who may have kept the right tile. RULES 8.
        """
        guard = GUARD.get(creature)
        if guard is None:
            return []
        owners = OWNERS[self.seats]
        if creature == SHARK:
            there = {owners[explorer] for explorer in self.swimmers_at(at)}
        else:
            there = set(self.controllers(at)) if self.crew[at] else set()
        around = [(self.seat + further) % self.seats for further in range(1, self.seats)]
        return [seat for seat in around if seat in there and self.may_hold(seat, guard)]
