"""The meaning of a typed line in a position: the moves of its parts, and which explorer a hex stands for."""

from __future__ import annotations

from core.game import AmbiguousMove, IllegalMove, Move, Reason, UnreadableMove
from core.hidden import SEALED
from core.survive.choices import NO
from core.survive.components import (
    BOX,
    COLOURS,
    CREATURES,
    EXPLORERS,
    FIRST_SAFE,
    GUARD,
    HEXES,
    SAFE_FROM,
    SENDS,
    TERRAINS,
    TREASURES,
    hex_text,
)
from core.survive.explain import ASKED_IN, out_of_place
from core.survive.journeys import end_of, journeys
from core.survive.notation import ISLES, Spot, SurvivePart, explorer_text, split, text
from core.survive.rules import Survive


def parse(state: Survive, line: str) -> tuple[list[Move], str]:
    """Returns the moves that a typed line begins with, each legal after the one before, and the rest of the line.

    A rest remains if chance speaks, another seat is asked, a prompt answers itself, or the turn ends. The caller plays
    the moves and parses the rest from the new position. A typed answer that leaves no choice is checked and dropped
    from the rest. An `end` after the last point of movement or the last step of a tile is dropped too, because these
    end by themselves.
    """
    parts = split(line)
    if not parts:
        raise UnreadableMove("nothing_typed")
    if state.asks or state.outcome is not None:
        raise IllegalMove("game_over" if state.outcome is not None else "chance_first")
    ahead = state.copy()
    asked, step = ahead.prompt, ahead.step
    assert asked is not None
    moves: list[Move] = []
    for done, part in enumerate(parts):
        if moves:
            now = ahead.prompt
            if now is None or now.seat != asked.seat or ahead.turn != state.turn or not state.turn:
                return moves, _rest(parts[done:])
            if part.verb == "end" and ahead.step != step:
                step = ahead.step
                continue
            if ahead.forced() is not None:
                for move in _meant(ahead, part):
                    ahead.apply(move)
                return moves, _rest(parts[done + 1 :])
        for move in _meant(ahead, part):
            step = ahead.step
            ahead.apply(move)
            moves.append(move)
    return moves, ""


def mistaken_name(state: Survive, line: str) -> Reason | None:
    """Returns why a typed name may not be who a person means: "a6" is the sixth explorer of a colour, whatever it is
    worth, and people know their explorers by what they are worth. A name is needed only to tell two alike apart."""
    if state.prompt is None:
        return None
    parts = split(line)
    if state.step == "place" and len(parts) > 1 and parts[0].verb == "place" and parts[1].verb == "go":
        (first, *_more), second = parts[0].spots, parts[1].spots
        if parts[0].value is None and first == Spot(first.at) and len(second) == 1:  # "put a6 on E8"
            return _two_tiles(state, first.at, second[0].at)
    own = state.explorers_of(state.prompt.seat)
    for spot in (spot for part in parts for spot in part.spots):
        one = spot.explorer
        if one is None or one not in own:
            continue
        number, value = one % EXPLORERS + 1, state.treasure(one)
        alike = [other for other in own if state.spots[other] == spot.at and state.treasure(other) == value]
        if value not in (SEALED, number) and number <= max(TREASURES) and len(alike) < 2:
            params = {"name": explorer_text(one), "number": number, "value": value, "at": spot.at}
            return Reason("number_is_no_value", params)
    return None


def _two_tiles(state: Survive, first: int, to: int) -> Reason:
    """Setting up, where one tile is named for one explorer: whoever names two may mean a value by the first."""
    values = [state.treasure(one) for one in state.explorers_of(state.seat) if state.spots[one] == BOX]
    value = max((value for value in values if value != SEALED), default=max(TREASURES))
    return Reason("one_tile_each", {"first": first, "to": to, "value": value})


def _rest(parts: list[SurvivePart]) -> str:
    return " ".join(token for part in parts for token in part.source)


def _meant(state: Survive, part: SurvivePart) -> list[Move]:
    """Returns the moves that one part means in this position."""
    verb, step = part.verb, state.step
    at = [spot.at for spot in part.spots]
    if verb == "go":
        return _go(state, part)
    if verb == "place":
        return [_somebody(state, "place", part.spots[0]._replace(value=part.value or part.spots[0].value))]
    if verb == "boat":
        if step == "launch" and len(at) == 1:
            return [("launch", at[0])]
        _expect(state, "boat")
        return [_only(state, "boat", at)] if len(at) == 1 else _boat(state, at[0], at[1])
    if verb in CREATURES:
        return _creature(state, CREATURES.index(verb), at)
    if verb in ("launch", "sink"):
        return [(verb, *at)]
    if verb == "play":
        assert part.back is not None
        return [_tile(state, part.terrain, part.back)]
    if verb == "show":
        return [("show", part.back)]
    if verb == "defend":
        return [_defence(state, part.terrain)]
    if part.source == ("n",) and step != "defend":
        return [("end",)]  # the key N means no more of this, and no to a defence
    return [NO if verb == "no" else (verb,)]


def _refusal(reason: Reason) -> IllegalMove:
    return IllegalMove(reason.id, **reason.params)


def _expect(state: Survive, kind: str) -> None:
    """Refuses a kind of move that the present prompt does not ask for, whoever or whatever was meant."""
    if state.step not in ASKED_IN[kind]:
        raise _refusal(out_of_place(state, (kind,)))


def _go(state: Survive, part: SurvivePart) -> list[Move]:
    """Returns the moves for hexes without a verb. Their meaning depends on the prompt."""
    step, spots = state.step, part.spots
    if part.value is None and not part.after:
        first = spots[0]
        if step in ("die", "send"):
            return _creature(state, state.rolled if step == "die" else SENDS[state.playing], [s.at for s in spots])
        if len(spots) == 1:
            if step == "place":
                return [_somebody(state, "place", first)]
            if step == "aboard":
                return [_somebody(state, "board", first, first.at)]
            if step in ("launch", "sink"):
                return [(step, first.at)]
        elif step == "wind":
            return _boat(state, first.at, spots[1].at)
        elif step == "place":
            raise _refusal(_two_tiles(state, first.at, spots[1].at))
    if part.value is not None and spots and not part.after:
        if step == "place":
            return [_somebody(state, "place", spots[0]._replace(value=part.value))]
        if step == "aboard":
            return [_somebody(state, "board", spots[0]._replace(value=part.value), spots[0].at)]
    usual = "swim" if step == "dolphin" else "walk"
    _expect(state, {"": usual, "isle": "land"}.get(part.after, part.after))
    return _travel(state, part)


def _travel(state: Survive, part: SurvivePart) -> list[Move]:
    """Returns the moves of the explorer that is meant, as far as the points or steps allow. If several explorers
    differ, it raises AmbiguousMove."""
    goal = TravelGoal(part)
    if goal.to is None and part.after != "isle":
        raise UnreadableMove("where_to", text=hex_text(part.spots[0].at) if part.spots else str(part.value))
    if part.value is None:
        spot = part.spots[0]
        there = [spot.explorer] if spot.explorer is not None else _there(state, spot)
        if not there and _means_boat(state, part, goal):
            return _boat(state, spot.at, part.spots[1].at)
        if not there:
            raise IllegalMove("nobody_there", at=spot.at)
        froms = [(one, spot.at) for one in there]
    else:
        own = [one for one in state.explorers_of(state.seat) if state.treasure(one) == part.value]
        froms = [(one, state.spots[one]) for one in own if state.spots[one] < HEXES]
        spot = Spot(froms[0][1] if froms else 0, value=part.value)
        if not froms:
            raise IllegalMove("nobody_of_value", value=part.value)
    unlike: dict[tuple[int, ...], list[Move]] = {}
    for reached in (goal.beside, goal.further):
        for one, at in froms if not unlike else []:
            moves = reached(state, one, at)
            if moves:
                unlike.setdefault((*_looks(state, one, spot), at), moves)
    if len(unlike) > 1:
        raise AmbiguousMove(_told_apart(state, list(unlike.values()), part))
    if unlike:
        return next(iter(unlike.values()))
    one, at = froms[0]
    if _means_boat(state, part, goal) and all(state.aboard[one] for one, _ in froms):
        by_boat = _boat(state, at, part.spots[1].at)
        if state.explain(by_boat[0]) is None:
            return by_boat
    raise _refusal(goal.why_not(state, one, at))


def _means_boat(state: Survive, part: SurvivePart, goal: TravelGoal) -> bool:
    """Whether two hexes without more may mean the boat at the first of them, because no explorer can be meant."""
    bare = part.value is None and not part.after and part.spots[0] == Spot(part.spots[0].at)
    return bare and state.step == "move" and goal.to is not None and bool(state.boats[part.spots[0].at])


class TravelGoal:
    """Where a typed movement leads, and how: swimming, aboard, ashore, or as it can be."""

    def __init__(self, part: SurvivePart) -> None:
        self.after = part.after
        self.isle = part.isle
        ends = part.spots[1:] if part.value is None else part.spots
        self.to = ends[0].at if ends else None

    def direct(self, state: Survive, explorer: int, at: int) -> Move:
        """Returns the one move that leads there, be it legal or not."""
        if self.after == "isle" or self.to is None:
            return ("land", explorer, at)
        kind = self.after
        if not kind:
            if state.step == "dolphin":
                kind = "swim"
            elif state.terrain[self.to]:
                kind = "walk"
            else:
                kind = "board" if state.boats[self.to] else "swim"
        return (kind, explorer, at, self.to)

    def beside(self, state: Survive, explorer: int, at: int) -> list[Move]:
        """Returns the one move that leads there, if it is legal."""
        move = self.direct(state, explorer, at)
        able = state.explain(move) is None and (move[0] != "land" or self.isle in (None, SAFE_FROM[at]))
        return [move] if able else []

    def further(self, state: Survive, explorer: int, at: int) -> list[Move]:
        """Returns several moves that lead there one after the other."""
        if state.step == "aboard" or state.owner(explorer) != state.seat or state.spots[explorer] != at:
            return []
        ways = journeys(state, explorer, at)
        return next((list(way.moves) for way in ways if self._is_end(way.moves[-1], way.to)), [])

    def _is_end(self, last: Move, to: int) -> bool:
        if self.after == "isle":
            return to >= FIRST_SAFE and self.isle in (None, to - FIRST_SAFE)
        return to == self.to and self.after in ("", last[0])

    def why_not(self, state: Survive, explorer: int, at: int) -> Reason:
        reason = state.explain(self.direct(state, explorer, at))
        if reason is None or (reason.id == "no_island" and self.isle is not None):  # or it lands on another island
            return Reason("isle_out_of_reach", {"isle": self.isle, "at": at})
        if reason.id == "not_beside":
            return _too_far(state, at, reason.params["to"])
        return reason


def _too_far(state: Survive, at: int, to: int) -> Reason:
    left = state.steps_left if state.step in ("dolphin", "wind") else state.points
    return Reason("out_of_reach", {"at": at, "to": to, "left": left})


def _boat(state: Survive, at: int, to: int) -> list[Move]:
    """Returns the moves of a boat, as far as the points or steps allow."""
    move: Move = ("boat", at, to)
    reason = state.explain(move)
    if reason is None or reason.id not in ("not_beside", "not_sea", "boat_there"):
        return [move]
    way = next((way for way in journeys(state, None, at) if way.to == to), None)
    if way is not None:
        return list(way.moves)
    raise _refusal(_too_far(state, at, to) if reason.id == "not_beside" else reason)


def _there(state: Survive, spot: Spot) -> list[int]:
    """Returns the explorers at a hex who can be meant: one's own, or whoever swims where a boat comes up."""
    return [
        explorer
        for explorer in state.explorers_at(spot.at)
        if (state.step == "aboard" or state.owner(explorer) == state.seat) and _is_meant(state, explorer, spot)
    ]


def _somebody(state: Survive, kind: str, spot: Spot, *to: int) -> Move:
    """Returns the move of the explorer that is to be placed at this hex, or to climb in there. If several explorers
    differ, it raises AmbiguousMove."""
    _expect(state, kind)
    if spot.explorer is not None:
        return (kind, spot.explorer, spot.at, *to)
    if kind == "place":
        waiting = [one for one in state.explorers_of(state.seat) if state.spots[one] == BOX]
        there = [one for one in waiting if _is_meant(state, one, spot)]
        if not there:
            raise IllegalMove("nobody_left", value=spot.value)
    else:
        there = _there(state, spot)
        if not there:
            raise IllegalMove("nobody_there", at=spot.at)
    moves: list[Move] = [(kind, explorer, spot.at, *to) for explorer in there]
    able = [move for move in moves if state.explain(move) is None]
    if not able:
        return moves[0]  # illegal; the reason will say why
    unlike: dict[tuple[int, ...], Move] = {}
    for move in able:
        unlike.setdefault(_looks(state, move[1], spot), move)
    if len(unlike) > 1:
        raise AmbiguousMove(_told_apart(state, [[move] for move in unlike.values()]))
    return able[0]


def _told_apart(state: Survive, ways: list[list[Move]], part: SurvivePart | None = None) -> list[str]:
    """Returns the lines to type for ways of several explorers: with their values, if all are known and different."""
    firsts = [moves[0] for moves in ways]
    values = [state.treasure(move[1]) for move in firsts]
    plain = SEALED in values or len({(move[2], value) for move, value in zip(firsts, values, strict=True)}) < len(ways)
    told = []
    for moves, value in zip(ways, values, strict=True):
        first, last = moves[0], moves[-1]
        who = explorer_text(first[1]) if plain else str(value)
        if len(moves) == 1 and (part is None or part.isle is None):
            told.append(text(first).replace(f".{explorer_text(first[1])}", f".{who}", 1))
            continue
        to = end_of(last)
        goal = f"isle {ISLES[to - FIRST_SAFE].upper()}" if to >= FIRST_SAFE else hex_text(to)
        after = [part.after] if part is not None and part.after in ("board", "swim") else []
        told.append(" ".join([f"{hex_text(first[2])}.{who}", *after, goal]))
    return told


def _is_meant(state: Survive, explorer: int, spot: Spot) -> bool:
    if spot.colour is not None:
        return explorer // EXPLORERS == spot.colour
    return spot.value is None or state.treasure(explorer) == spot.value


def _looks(state: Survive, explorer: int, spot: Spot) -> tuple[int, ...]:
    """Returns what tells an explorer from others: the value; if it is unknown, the colour or the explorer itself."""
    value = state.treasure(explorer)
    colour = explorer // EXPLORERS
    if value != SEALED:
        return (value, int(state.aboard[explorer]))
    if state.owner(explorer) == state.seat and spot.colour is None:
        return (SEALED, explorer, int(state.aboard[explorer]))
    return (SEALED, COLOURS * EXPLORERS + colour, int(state.aboard[explorer]))


def _only(state: Survive, kind: str, at: list[int]) -> Move:
    ways = [move for move in state.legal() if move[: 1 + len(at)] == (kind, *at)]
    if len(ways) > 1:
        raise AmbiguousMove([text(move) for move in ways])
    if ways:
        return ways[0]
    raise UnreadableMove("where_to", text=" ".join([kind, *map(hex_text, at)]))


def _creature(state: Survive, creature: int, at: list[int]) -> list[Move]:
    """Returns the move of a creature. At the prompt for red tiles it begins with the tile that sends the creature."""
    step = state.step
    if step == "tile" or (not at and step in ("move", "sink")):
        back = next(back for back, kind in SENDS.items() if kind == creature)
        play = _tile(state, None, back)
        if not at:
            return [play]
        ahead = state.copy()
        ahead.apply(play)
        return [play, *_creature(ahead, creature, at)]
    _expect(state, "creature")
    if len(at) == 2:
        return [("creature", creature, *at)]
    named = state.rolled if step == "die" else SENDS[state.playing]
    if creature != named:
        raise IllegalMove("other_creature", creature=creature, named=named)
    ways = [move for move in state.legal() if move[0] == "creature" and move[1] == creature]
    here = [move for move in ways if not at or at[0] in move[2:]]
    if len(here) == 1:
        return here
    if here and len(here) <= 12:
        raise AmbiguousMove([text(move) for move in here])
    if not here and ways:
        raise IllegalMove("no_creature", creature=creature, at=at[0])
    raise UnreadableMove("where_to", text=" ".join([CREATURES[creature], *map(hex_text, at)]))


def _tile(state: Survive, terrain: int | None, back: int) -> Move:
    if terrain is not None:
        return ("play", terrain, back)
    held = _kept(state, state.seat, back)
    if len(held) > 1 and state.step == "tile":
        raise AmbiguousMove([text(("play", kind, back)) for kind in held])
    if not held and state.step in ("tile", "move", "sink", "die"):
        raise IllegalMove("no_such_back", back=back)
    return ("play", held[0] if held else 1, back)


def _kept(state: Survive, seat: int, back: int) -> list[int]:
    """Returns the terrains of the tiles with this back that a seat has kept."""
    return [kind for kind in range(1, len(TERRAINS)) if state.hand_of(seat, kind).held[back]]


def _defence(state: Survive, terrain: int | None) -> Move:
    if terrain is not None or state.step != "defend":
        return ("answer", terrain or 1)
    ways = state.defences()
    if len(ways) > 1:
        raise AmbiguousMove([text(move) for move in ways])
    if not ways:
        raise IllegalMove("no_such_back", back=GUARD[state.rolled])
    return ways[0]
