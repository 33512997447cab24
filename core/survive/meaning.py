"""The meaning of a typed line in a position: the moves of its parts, and which explorer a hex stands for."""

from __future__ import annotations

from core.game import AmbiguousMove, IllegalMove, Move, UnreadableMove
from core.hidden import SEALED
from core.survive.components import BOX, COLOURS, CREATURES, EXPLORERS, SENDS, TERRAINS, hex_text
from core.survive.notation import Spot, SurvivePart, explorer_text, split, text
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


def _rest(parts: list[SurvivePart]) -> str:
    return " ".join(token for part in parts for token in part.source)


def _meant(state: Survive, part: SurvivePart) -> list[Move]:
    """Returns the moves that one part means in this position."""
    verb, step = part.verb, state.step
    at = [spot.at for spot in part.spots]
    if verb == "go":
        return [_go(state, part)]
    if verb == "place":
        return [_somebody(state, "place", part.spots[0])]
    if verb == "boat":
        if len(at) == 1:
            return [("launch", at[0])] if step == "launch" else [_only(state, "boat", at)]
        return [("boat", *at)]
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
    return [(verb,)]


def _go(state: Survive, part: SurvivePart) -> Move:
    """Returns the move for hexes without a verb. Their meaning depends on the prompt."""
    step, spots = state.step, part.spots
    first, to = spots[0], spots[-1].at
    if len(spots) == 1 and not part.after:
        if step == "place":
            return _somebody(state, "place", first)
        if step == "aboard":
            return _somebody(state, "board", first, first.at)
        if step in ("launch", "sink"):
            return (step, first.at)
        raise UnreadableMove("where_to", text=hex_text(first.at))
    if part.after == "isle":
        return _somebody(state, "land", first)
    if step == "wind" and not part.after:
        return ("boat", first.at, to)
    kind = part.after
    if not kind:
        if step == "dolphin":
            kind = "swim"
        elif state.terrain[to]:
            kind = "walk"
        else:
            kind = "board" if state.boats[to] else "swim"
    return _somebody(state, kind, first, to)


def _somebody(state: Survive, kind: str, spot: Spot, *to: int) -> Move:
    """Returns the move of the explorer that is meant at this hex. If several explorers differ, it raises
    AmbiguousMove."""
    if spot.explorer is not None:
        return (kind, spot.explorer, spot.at, *to)
    where = BOX if kind == "place" else spot.at
    there = [
        explorer
        for explorer in state.explorers_at(where)
        if (state.step == "aboard" or state.owner(explorer) == state.seat) and _is_meant(state, explorer, spot)
    ]
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
        raise AmbiguousMove(_told_apart(state, list(unlike.values())))
    return able[0]


def _told_apart(state: Survive, moves: list[Move]) -> list[str]:
    """Returns the lines to type for moves of several explorers: with their values, if all are known and different."""
    values = [state.treasure(move[1]) for move in moves]
    if SEALED in values or len(set(values)) < len(values):
        return [text(move) for move in moves]
    return [
        text(move).replace(f".{explorer_text(move[1])}", f".{value}", 1)
        for move, value in zip(moves, values, strict=True)
    ]


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
    if state.step == "tile":
        back = next(back for back, kind in SENDS.items() if kind == creature)
        play = _tile(state, None, back)
        if not at:
            return [play]
        ahead = state.copy()
        ahead.apply(play)
        return [play, *_creature(ahead, creature, at)]
    if len(at) == 2:
        return [("creature", creature, *at)]
    ways = [move for move in state.legal() if move[0] == "creature" and move[1] == creature]
    here = [move for move in ways if not at or at[0] in move[2:]]
    if len(here) == 1:
        return here
    if here and len(here) <= 12:
        raise AmbiguousMove([text(move) for move in here])
    if state.step in ("die", "send") and not here and ways:
        raise IllegalMove("no_creature", creature=creature, at=at[0])
    raise UnreadableMove("where_to", text=" ".join([CREATURES[creature], *map(hex_text, at)]))


def _tile(state: Survive, terrain: int | None, back: int) -> Move:
    if terrain is not None:
        return ("play", terrain, back)
    held = [kind for kind in range(1, len(TERRAINS)) if state.hand_of(state.seat, kind).held[back]]
    if len(held) > 1 and state.step == "tile":
        raise AmbiguousMove([text(("play", kind, back)) for kind in held])
    return ("play", held[0] if held else 1, back)


def _defence(state: Survive, terrain: int | None) -> Move:
    if terrain is not None or state.step != "defend":
        return ("defend", terrain or 1)
    ways = state.defences()
    if len(ways) > 1:
        raise AmbiguousMove([text(move) for move in ways])
    return ways[0] if ways else ("defend", 1)
