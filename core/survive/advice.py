"""The reasons that hints give for moves of Survive!, as reason ids. They use only what the mover's own view knows."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move, Reason
from core.hidden import SEALED
from core.survive.components import HEXES, NEIGHBOURS, REACH, SERPENT, SHARK, WHALE
from core.survive.prospects import APART, HOME
from core.survive.rules import Survive

MOST = 4  # nobody reads more
UNKNOWN = 0  # a treasure that the view does not know
CLOSE = 2  # so many steps from a landing hex count as near

Weighed = dict[str, tuple[int, Reason]]  # by topic: the weight and the reason


def reasons(view: Survive, moves: Sequence[Move]) -> list[Reason]:
    """Returns the reasons for these moves of one turn of the asked seat, the most important one first."""
    assert view.prompt is not None
    seat = view.prompt.seat
    found: Weighed = {}
    state = view
    for move in moves:
        if state.asks or state.prompt is None or state.prompt.seat != seat:
            break
        ahead = state.copy()
        ahead.advance(move)
        _one(found, seat, state, move, ahead)
        state = ahead
    told = sorted(found.values(), key=lambda one: -one[0])
    return [reason for _weight, reason in told[:MOST]]


def leaves(view: Survive, moves: Sequence[Move]) -> int:
    """Returns the treasures that the asked seat has saved after these moves. An unknown treasure counts as 1."""
    assert view.prompt is not None
    seat, ahead = view.prompt.seat, view.copy()
    for move in moves:
        if ahead.asks or ahead.prompt is None:
            break
        ahead.advance(move)
    return sum(max(ahead.treasure(explorer), 1) for explorer in ahead.saved(seat))


def _one(found: Weighed, seat: int, state: Survive, move: Move, ahead: Survive) -> None:
    kind = move[0]
    if kind == "board" and state.step == "aboard":  # who climbs into a new boat, which is no movement
        mine = state.owner(move[1]) == seat
        _add(found, "aboard", 50, "gets_seat" if mine else "seats_rival", value=_value(state, move[1]))
    elif kind in ("walk", "board", "swim", "land"):
        _travel(found, seat, state, move, ahead)
    elif kind == "boat":
        _sail(found, seat, state, move[1], move[2], ahead)
    elif kind == "sink":
        _sink(found, seat, state, move[1])
    elif kind == "creature":
        _creature(found, seat, state, move[1], move[2], move[3])
    elif kind == "end":
        _end(found, seat, state)
    elif kind == "answer":
        _defence(found, seat, state, bool(move[1]))
    elif kind == "place":
        steps = HOME[move[2]]
        _add(
            found,
            "place",
            50,
            "stands_near" if steps <= CLOSE else "stands_far",
            value=_value(state, move[1]),
            steps=steps,
        )
    elif kind == "launch":
        own = [explorer for explorer in _beside(state, move[1]) if state.owner(explorer) == seat]
        _add(found, "launch", 50, "launched_near", own=len(own), others=len(_beside(state, move[1])) - len(own))


def _add(found: Weighed, about: str, weight: int, reason_id: str, **params: int) -> None:
    found[about] = weight, Reason(reason_id, params)


def _value(state: Survive, explorer: int) -> int:
    value = state.treasure(explorer)
    return UNKNOWN if value == SEALED else value


def _beside(state: Survive, at: int) -> list[int]:
    """Returns all explorers on land beside a hex."""
    return [explorer for to in NEIGHBOURS[at] if state.terrain[to] for explorer in state.explorers_at(to)]


# Movement ------------------------------------------------------------------------------------------------------------


def _travel(found: Weighed, seat: int, state: Survive, move: Move, ahead: Survive) -> None:
    kind, explorer, at = move[:3]
    value, about = _value(state, explorer), f"explorer {explorer}"
    spot = ahead.spots[explorer]
    if kind == "land":
        _add(found, about, 90 + value, "saves", value=value)
        found.pop(f"danger {explorer}", None)
        return
    if spot >= HEXES:
        _add(found, about, 100, "is_lost", value=value)
        return
    to = move[3]
    if kind == "board":
        if not ahead.boats[to]:
            _add(found, about, 99, "boat_breaks", own=1)
            return
        _add(found, about, 60 + value, "boards", value=value)
        before, after = _crew(state, to, seat), _crew(ahead, to, seat)
        if after[1] and after[0] > after[1] and before[0] <= before[1]:
            _add(found, f"boat {to}", 59, "takes_boat", others=after[1])
        elif before[1] and after[0] >= after[1]:
            _add(found, f"boat {to}", 58, "keeps_boat", others=after[1])
    elif kind == "swim":
        _add(found, about, 50 + value, "swims", value=value, steps=HOME[to] + 1)
    else:
        near = any(ahead.boats[beside] and ahead.room(beside) for beside in NEIGHBOURS[to] if not ahead.terrain[beside])
        _add(found, about, 40 + value, "walks_to_boat" if near else "walks", value=value)
    _danger(found, state, ahead, explorer, at, to)


def _crew(state: Survive, at: int, seat: int) -> tuple[int, int]:
    """Returns how many explorers the seat has in the boat there, and the most that any other seat has."""
    each = [0] * state.seats
    for explorer in state.crew_at(at):
        each[state.owner(explorer)] += 1
    own = each.pop(seat)
    return own, max(each)


def _sail(found: Weighed, seat: int, state: Survive, at: int, to: int, ahead: Survive) -> None:
    own = [explorer for explorer in state.crew_at(at) if state.owner(explorer) == seat]
    found.pop(f"sails {at}", None)
    if not state.crew[at]:
        nearer = [
            explorer
            for explorer in state.explorers_of(seat)
            if state.spots[explorer] < HEXES and not state.aboard[explorer] and APART[to][state.spots[explorer]] <= 1
        ]
        if nearer:
            value = max(_value(state, explorer) for explorer in nearer)
            _add(found, f"sails {to}", 45 + value, "fetches", value=value)
            return
        left = [explorer for explorer in _beside(state, at) if state.owner(explorer) != seat]
        left = [explorer for explorer in left if APART[to][state.spots[explorer]] > 1]
        if left:
            _add(found, f"sails {to}", 45, "takes_away", others=len(left))
        return
    if not ahead.boats[to]:
        _add(found, f"sails {to}", 99, "boat_breaks", own=len(own))
        return
    if own:
        if HOME[to] < HOME[at]:
            best = max(_value(state, explorer) for explorer in own)
            _add(found, f"sails {to}", 55 + best, "sails", own=len(own), value=best, steps=HOME[to])
        for explorer in own:
            _danger(found, state, ahead, explorer, at, to)


def threat(state: Survive, explorer: int, at: int) -> tuple[int, int] | None:
    """Returns a creature that could strike this explorer there with one roll of the die, and its steps; else None.

    A serpent comes before a shark or a whale, and the nearest of a kind before the others.
    """
    if state.terrain[at]:
        return None
    aboard = bool(state.aboard[explorer])
    for creature in (SERPENT, WHALE if aboard else SHARK):
        where = state.creatures[creature]
        near = [APART[at][one] for one in range(HEXES) if where[one] and APART[at][one] <= REACH[creature]]
        for steps in sorted(near):
            lairs = [one for one in range(HEXES) if where[one] and APART[at][one] == steps]
            if any(at in state.reached(creature, lair, REACH[creature]) for lair in lairs):
                return creature, steps
    return None


def _danger(found: Weighed, state: Survive, ahead: Survive, explorer: int, at: int, to: int) -> None:
    """Adds a reason if a creature can reach the explorer after the move, or no longer can."""
    value = _value(state, explorer)
    before, after = threat(state, explorer, at), threat(ahead, explorer, to)
    about = f"danger {explorer}"
    if after is not None:
        _add(found, about, 30, "in_reach", creature=after[0], steps=after[1])
    elif before is not None:
        _add(found, about, 57 + value, "out_of_reach", creature=before[0], value=value)


# Tiles ---------------------------------------------------------------------------------------------------------------


def _sink(found: Weighed, seat: int, state: Survive, at: int) -> None:
    there = state.explorers_at(at)
    own = [explorer for explorer in there if state.owner(explorer) == seat]
    if len(there) > len(own):
        _add(found, "sinks rivals", 65 + len(there) - len(own), "sinks_rivals", others=len(there) - len(own))
    if own:
        _add(found, "sinks own", 35, "sinks_own", own=len(own))
    if not there:
        _add(found, "sinks", 25, "sinks_nobody")


def _end(found: Weighed, seat: int, state: Survive) -> None:
    if state.step == "tile":
        _add(found, "tile", 20, "keeps_tile")
    elif state.step == "die":
        hits = [_hit(state, seat, move[1], move[3]) for move in state.legal() if move[0] == "creature"]
        if not any(others for _own, others in hits):
            _add(found, "stays", 30, "no_rival_in_reach", creature=state.rolled)
        elif not any(others > own for own, others in hits):
            _add(found, "stays", 30, "spares_own", creature=state.rolled)


def _defence(found: Weighed, seat: int, state: Survive, defends: bool) -> None:
    own, _others = _hit(state, seat, state.rolled, state.prey)
    if defends:
        _add(found, "defence", 80, "wards_off", creature=state.rolled, own=own)
    elif state.defences():
        _add(found, "defence", 30, "keeps_defence", creature=state.rolled)


# Creatures -----------------------------------------------------------------------------------------------------------


def _hit(state: Survive, seat: int, creature: int, at: int) -> tuple[int, int]:
    """Returns how many explorers of the seat and of others this creature would strike there."""
    struck = [] if creature == WHALE else state.swimmers_at(at)
    if creature != SHARK:
        struck = struck + state.crew_at(at)
    own = sum(state.owner(explorer) == seat for explorer in struck)
    return own, len(struck) - own


def _creature(found: Weighed, seat: int, state: Survive, creature: int, at: int, to: int) -> None:
    if state.step == "die":
        own, others = _hit(state, seat, creature, to)
        if others:
            told = "wrecks" if creature == WHALE else "takes"
            _add(found, "strikes", 80 + others, told, creature=creature, others=others)
        if own:
            _add(found, "strikes own", 79, "strikes_own", creature=creature, own=own)
        if own or others:
            return
    reach = REACH[creature]
    own_before, others_before = _prey(state, seat, creature, at, reach)
    own_after, others_after = _prey(state, seat, creature, to, reach)
    if others_after > others_before:
        _add(found, "comes near", 60 + others_after, "comes_near", creature=creature, others=others_after)
    if own_after < own_before:
        _add(found, "goes away", 62 + own_before, "goes_away", creature=creature, own=own_before - own_after)
    elif own_after > own_before:
        _add(found, "comes near own", 34, "comes_near_own", creature=creature, own=own_after)
    if not found:
        _add(found, "stays away", 20, "strikes_nobody", creature=creature)


def _prey(state: Survive, seat: int, creature: int, at: int, reach: int) -> tuple[int, int]:
    """Returns how many explorers of the seat and of others the creature could strike from there with one roll."""
    own = others = 0
    for to in state.reached(creature, at, reach):
        mine, theirs = _hit(state, seat, creature, to)
        own += mine
        others += theirs
    return own, others
