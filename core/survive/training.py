"""Survive! in numbers, for programs that learn. TRAINING.md says what each number means.

A creature's move is a word of two actions: the hex of the creature, and the hex to which it goes. Every other move is
one action. An explorer or a boat is where it is, so the number of its step names only the direction.

Colours and explorers are counted from the asked seat on, so that each seat's own explorers have the same numbers.
"""

from __future__ import annotations

from typing import Final

from core.game import Move
from core.hidden import ALL, SEALED
from core.survive.components import (
    BACK_COUNTS,
    BACKS,
    CELLS,
    COLOURS,
    EXPLORERS,
    FIRST_SAFE,
    GREEN,
    HEX_AT,
    HEXES,
    ISLAND,
    LAND,
    LOST,
    NEIGHBOURS,
    PLAYABLE,
    SENDS,
    SHORE,
)
from core.survive.rules import Survive
from core.training import Actions, Feature, Training, Word, firsts

SEATS: Final = 4
OWN: Final = 2 * EXPLORERS  # the most explorers of one seat
ALL_EXPLORERS: Final = COLOURS * EXPLORERS
NOT_IN_PLAY: Final = LOST + 1  # as the spot of an explorer of a colour that nobody has
PROMPTS: Final[tuple[str, ...]] = (
    "place",
    "launch",
    "tile",
    "dolphin",
    "wind",
    "send",
    "move",
    "sink",
    "back",
    "aboard",
    "die",
    "defend",
)
# The six hexes around a hex, from the north-west on. They keep their numbers at the edge of the board too.
DIRECTIONS: Final = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
STAY: Final = 6  # as a direction: from the boat into its own hex, or out of the water into a boat there
TOWARDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(HEX_AT.get((x + dx, row + dy), SEALED) for dx, dy in DIRECTIONS) for x, row in CELLS
)
STEPS: Final = tuple((at, to) for at in range(HEXES) for to in NEIGHBOURS[at])
STEP_NUMBER: Final = {step: number for number, step in enumerate(STEPS)}
TILES: Final = tuple((terrain, back) for terrain in LAND for back in PLAYABLE if BACK_COUNTS[terrain][back])
ISLAND_NUMBER: Final = {at: number for number, at in enumerate(ISLAND)}

ACTIONS: Final[tuple[Actions, ...]] = (
    Actions("place", OWN * len(ISLAND)),
    Actions("launch", len(SHORE)),
    Actions("play", len(TILES)),
    Actions("walk", OWN * 6),
    Actions("board", OWN * 7),
    Actions("swim", OWN * 7),
    Actions("land", OWN),
    Actions("boat", len(STEPS)),
    Actions("end", 1),
    Actions("sink", len(ISLAND)),
    Actions("show", len(GREEN)),
    Actions("keep", 1),
    Actions("climb", ALL_EXPLORERS),
    Actions("creature_from", HEXES),
    Actions("creature_to", HEXES),
    Actions("answer", 1 + len(LAND)),
)
_FIRST: Final = firsts(ACTIONS)
PLACE: Final = _FIRST["place"]
LAUNCH: Final = _FIRST["launch"]
PLAY: Final = _FIRST["play"]
WALK: Final = _FIRST["walk"]
BOARD: Final = _FIRST["board"]
SWIM: Final = _FIRST["swim"]
SAVE: Final = _FIRST["land"]
BOAT: Final = _FIRST["boat"]
END: Final = _FIRST["end"]
SINK: Final = _FIRST["sink"]
SHOW: Final = _FIRST["show"]
KEEP: Final = _FIRST["keep"]
CLIMB: Final = _FIRST["climb"]
FROM: Final = _FIRST["creature_from"]
TO: Final = _FIRST["creature_to"]
ANSWER: Final = _FIRST["answer"]

FEATURES: Final[tuple[Feature, ...]] = (
    Feature("players", 1, 2, SEATS),
    Feature("options", 10, 0, 1),
    Feature("prompt", len(PROMPTS), 0, 1),
    Feature("turn", SEATS, 0, 1),
    Feature("asked", SEATS, 0, 1),
    Feature("terrain", len(ISLAND) * len(LAND), 0, 1),
    Feature("boats", HEXES, 0, 1),
    Feature("serpents", HEXES, 0, 5),
    Feature("sharks", HEXES, 0, 6),
    Feature("whales", HEXES, 0, 5),
    Feature("ashore", COLOURS * HEXES, 0, EXPLORERS),
    Feature("aboard", COLOURS * HEXES, 0, 3),
    Feature("treasure_at", HEXES, 0, 56),
    Feature("spots", ALL_EXPLORERS, 0, NOT_IN_PLAY),
    Feature("swum", ALL_EXPLORERS, 0, 1),
    Feature("treasures", ALL_EXPLORERS, 0, 6),
    Feature("saved", SEATS, 0, OWN),
    Feature("lost", SEATS, 0, OWN),
    Feature("boats_left", SEATS, 0, 4),
    Feature("used", len(LAND) * len(BACKS), 0, 4),
    Feature("tiles_kept", SEATS * len(LAND), 0, 16),
    Feature("own_tiles", len(LAND) * len(BACKS), 0, 4),
    Feature("lifted", len(BACKS), 0, 1),
    Feature("points", 1, 0, 3),
    Feature("playing", len(BACKS), 0, 1),
    Feature("carried_explorer", 1, 0, ALL_EXPLORERS),
    Feature("carried_boat", 1, 0, HEXES),
    Feature("steps_left", 1, 0, 3),
    Feature("sinking", 1, 0, HEXES),
    Feature("sunk", 1, 0, 3),
    Feature("rolled", 3, 0, 1),
    Feature("lair", 1, 0, HEXES),
    Feature("prey", 1, 0, HEXES),
    Feature("answers", SEATS, 0, 5),
    Feature("calm", 1, -1, 12 * SEATS),
    Feature("creature_from", 1, 0, HEXES),
)


# Actions -------------------------------------------------------------------------------------------------------------


def counted_from(view: Survive, seat: int, explorer: int) -> int:
    """Returns the number of an explorer when colours are counted from this seat on. It works both ways round with
    `back_to`."""
    colours = len(view.treasures)
    return (explorer // EXPLORERS - seat) % colours * EXPLORERS + explorer % EXPLORERS


def back_to(view: Survive, seat: int, counted: int) -> int:
    """Returns the explorer that has this number for this seat."""
    colours = len(view.treasures)
    return (counted // EXPLORERS + seat) % colours * EXPLORERS + counted % EXPLORERS


def _own_number(view: Survive, explorer: int) -> int:
    """Returns the number of an explorer among those of the moving seat, from 0 to 19."""
    counted = counted_from(view, view.seat, explorer)
    return counted // (EXPLORERS * view.seats) * EXPLORERS + counted % EXPLORERS


def _own_explorer(view: Survive, number: int) -> int:
    return back_to(view, view.seat, number // EXPLORERS * EXPLORERS * view.seats + number % EXPLORERS)


def legal(view: Survive, word: Word) -> list[int]:
    """Returns the actions that may follow this word, rising."""
    moves = view.legal()
    if word:
        at = word[0] - FROM
        return sorted([TO + int(move[3]) for move in moves if move[0] == "creature" and move[2] == at])
    return sorted({_first_action(view, move) for move in moves})


def _first_action(view: Survive, move: Move) -> int:
    kind: str = move[0]
    if kind in ("walk", "board", "swim", "land"):
        return _explorer_action(view, move)
    if kind == "boat":
        return BOAT + STEP_NUMBER[move[1], move[2]]
    if kind == "place":
        return PLACE + len(ISLAND) * _own_number(view, move[1]) + ISLAND_NUMBER[move[2]]
    if kind == "launch":
        return LAUNCH + SHORE.index(move[1])
    if kind == "play":
        return PLAY + TILES.index((move[1], move[2]))
    if kind == "sink":
        return SINK + ISLAND_NUMBER[move[1]]
    if kind == "show":
        return SHOW + int(move[1])
    if kind == "creature":
        return FROM + int(move[2])
    if kind == "answer":
        return ANSWER + int(move[1])
    return KEEP if kind == "keep" else END


def _explorer_action(view: Survive, move: Move) -> int:
    kind: str = move[0]
    if view.step == "aboard":
        return CLIMB + counted_from(view, view.seat, move[1])
    number = _own_number(view, move[1])
    if kind == "land":
        return SAVE + number
    at: int = move[2]
    to: int = move[3]
    direction = STAY if at == to else TOWARDS[at].index(to)
    if kind == "walk":
        return WALK + 6 * number + direction
    return (BOARD if kind == "board" else SWIM) + 7 * number + direction


def move(view: Survive, word: Word) -> Move | None:
    """Returns the move of a complete word, or None after the first action of a creature's move."""
    action = word[0]
    if FROM <= action < TO:
        if len(word) < 2:
            return None
        creature = view.rolled if view.step == "die" else SENDS[view.playing]
        return ("creature", creature, action - FROM, word[1] - TO)
    if action < LAUNCH:
        number, place = divmod(action - PLACE, len(ISLAND))
        return ("place", _own_explorer(view, number), ISLAND[place])
    if action < PLAY:
        return ("launch", SHORE[action - LAUNCH])
    if action < WALK:
        return ("play", *TILES[action - PLAY])
    if action < BOAT:
        return _explorer_move(view, action)
    if action < END:
        return ("boat", *STEPS[action - BOAT])
    if action == END:
        return ("end",)
    if action < SHOW:
        return ("sink", ISLAND[action - SINK])
    if action < KEEP:
        return ("show", action - SHOW)
    if action == KEEP:
        return ("keep",)
    if action < FROM:
        return ("board", back_to(view, view.seat, action - CLIMB), view.sinking, view.sinking)
    return ("answer", action - ANSWER)


def _explorer_move(view: Survive, action: int) -> Move:
    if action >= SAVE:
        explorer = _own_explorer(view, action - SAVE)
        return ("land", explorer, view.spots[explorer])
    if action < BOARD:
        kind = "walk"
        number, direction = divmod(action - WALK, 6)
    else:
        kind = "board" if action < SWIM else "swim"
        number, direction = divmod(action - (BOARD if action < SWIM else SWIM), 7)
    explorer = _own_explorer(view, number)
    at = view.spots[explorer]
    return (kind, explorer, at, at if direction == STAY else TOWARDS[at][direction])


def spell(view: Survive, move: Move) -> Word:
    """Returns the word of a legal move."""
    first = _first_action(view, move)
    return (first, TO + int(move[3])) if move[0] == "creature" else (first,)


# Observations --------------------------------------------------------------------------------------------------------


def observe(view: Survive, seat: int, word: Word) -> list[int]:
    """Returns the view of this seat in numbers. Seats and colours are counted from the viewer on."""
    seats = [(seat + further) % view.seats for further in range(view.seats)]
    absent = SEATS - view.seats
    asked = view.prompt
    found: list[int] = [view.seats]
    found += [option.values.index(view.options[option.name]) for option in view.game.options]
    found += [int(view.step == step) for step in PROMPTS]
    found += [int(view.to_move == other and view.step != "setup") for other in seats] + [0] * absent
    found += [int(asked is not None and asked.seat == other) for other in seats] + [0] * absent
    found += [int(view.terrain[at] == terrain) for at in ISLAND for terrain in LAND]
    found += list(view.boats)
    for where in view.creatures:
        found += list(where)
    found += _explorers(view, seat)
    found += [len(view.saved(other)) for other in seats] + [0] * absent
    found += [len(view.lost(other)) for other in seats] + [0] * absent
    found += [view.boats_left[other] for other in seats] + [0] * absent
    for terrain in LAND:
        found += view.used[terrain]
    found += [view.hand_of(other, terrain).size for other in seats for terrain in LAND] + [0] * (absent * len(LAND))
    for terrain in LAND:
        found += view.hand_of(seat, terrain).held
    lifted = view.lifted.faces[0] if len(view.lifted) else SEALED
    found += [int(lifted == back) for back in range(len(BACKS))]
    found.append(view.points)
    found += [int(view.playing == back) for back in range(len(BACKS))]
    found += _carried(view, seat)
    found += [view.steps_left, view.sinking + 1, max(view.sunk, 0)]
    found += [int(view.rolled == creature) for creature in range(3)]
    found += [view.lair + 1, view.prey + 1]
    found += [_answer_of(view, other) for other in seats] + [0] * absent
    found += [view.calm, word[0] - FROM + 1 if word else 0]
    return found


def _explorers(view: Survive, seat: int) -> list[int]:
    ashore = [0] * (COLOURS * HEXES)
    aboard = [0] * (COLOURS * HEXES)
    worth = [0] * HEXES
    spots = [NOT_IN_PLAY] * ALL_EXPLORERS
    swum = [0] * ALL_EXPLORERS
    treasures = [0] * ALL_EXPLORERS
    for explorer in range(EXPLORERS * len(view.treasures)):
        number = counted_from(view, seat, explorer)
        spot = view.spots[explorer]
        spots[number] = spot
        swum[number] = view.swum >> explorer & 1
        value = treasures[number] = max(view.treasure(explorer), 0) if len(view.treasures[explorer // EXPLORERS]) else 0
        if spot < FIRST_SAFE:
            at = number // EXPLORERS * HEXES + spot
            if view.aboard[explorer]:
                aboard[at] += 1
            else:
                ashore[at] += 1
            if view.owner(explorer) == seat:
                worth[spot] += value
    return ashore + aboard + worth + spots + swum + treasures


def _carried(view: Survive, seat: int) -> list[int]:
    """Returns the number of the swimmer under way and the hex of the boat under way, both plus 1, or 0."""
    if view.carried < 0:
        return [0, 0]
    if view.step == "dolphin":
        return [counted_from(view, seat, view.carried) + 1, 0]
    return [0, view.carried + 1]


def _answer_of(view: Survive, seat: int) -> int:
    """Returns 0 without an answer to the attack, 1 for a sealed one, and else the terrain (0 for none) plus 2."""
    for place, seen in enumerate(view.answers.seen):
        if seen != ALL and seen >> seat & 1:  # those that are opened are gone before anybody is asked again
            face = view.answers.faces[place]
            return 1 if face == SEALED else face + 2
    return 0


TRAINING: Final = Training(
    actions=ACTIONS,
    features=FEATURES,
    faces=len(BACKS),
    legal=legal,
    move=move,
    spell=spell,
    observe=observe,
)
