"""What to play, for somebody who asks: the best moves, what each is expected to bring, and why.

A game may bring two files for it, which know what is the same for a person (alike.py, `alike`) and what a move is good
for (advice.py, `reasons`). Without them there are still moves and chances.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from core.bots import Enough, Knowledge, knowledge
from core.bots.lookahead import first_choice
from core.bots.search import Estimate, Search
from core.game import Game, GameError, Move, Reason, State

MOST = 3  # proposals
DOUBTFUL = 200  # a move looked at so many times less often than the best is no proposal while there are others


class Advice(NamedTuple):
    moves: tuple[Move, ...]  # to be played one after the other; what chance says first comes after them
    chance: int  # to win, as the search sees it, in the unit of core.bots.CHANCE
    reasons: tuple[Reason, ...]  # the most important one first


def can_advise(game: Game) -> bool:
    return knowledge(game) is not None


def advise(
    game: Game, view: State, seed: str, iterations: int | None = None, enough: Enough | None = None
) -> list[Advice]:
    """Up to three different proposals for the asked seat, whose own view this is; the best one first.

    Raises GameError for a game that nobody knows how to play well.
    """
    known = knowledge(game)
    if known is None:
        raise GameError("no_hints", game=game.name)
    search = Search(game, view, seed)
    search.run(iterations, enough)
    reasons = _brought(game.name, "advice", "reasons") or _no_reasons
    found = []
    for move, chance in proposals(game, view, search.estimates()):
        moves = _to_the_end(view, search.line(move), known)
        found.append(Advice(moves, chance, tuple(reasons(view, moves))))
    return found


def proposals(game: Game, view: State, estimates: Sequence[Estimate]) -> list[tuple[Move, int]]:
    """The moves worth telling, each with its chance; those that are one to a person share what was found out."""
    alike = _brought(game.name, "alike", "alike") or _itself
    groups: dict[Hashable, list[Estimate]] = {}
    for estimate in estimates:
        groups.setdefault(alike(view, estimate.move), []).append(estimate)
    weighed = []
    for group in groups.values():
        visits = sum(one.visits for one in group)
        if visits:
            weighed.append((visits, sum(one.visits * one.chance for one in group) // visits, group[0].move))
    weighed.sort(key=lambda one: -one[0])
    told = [one for one in weighed if one[0] * DOUBTFUL >= weighed[0][0]][:MOST]
    # Often visited is better known; among the few that are told, nobody would understand an order but by the chance.
    first, others = told[:1], sorted(told[1:], key=lambda one: -one[1])
    return [(move, chance) for _visits, chance, move in first + others]


def sameness(game: Game, view: State, move: Move) -> Hashable:
    """Equal for moves that are one to a person."""
    return (_brought(game.name, "alike", "alike") or _itself)(view, move)


def why(game: Game, view: State, moves: Sequence[Move]) -> list[Reason]:
    """What these moves are good for, the most important reason first."""
    return list((_brought(game.name, "advice", "reasons") or _no_reasons)(view, moves))


def _to_the_end(view: State, line: Sequence[Move], known: Knowledge) -> tuple[Move, ...]:
    """A line on to where chance speaks or the turn ends; where the search has not been yet, by what looks best."""
    assert view.prompt is not None
    ahead, seat, turn = view.copy(), view.prompt.seat, view.turn
    for move in line:
        ahead.advance(move)
    moves = list(line)
    while not ahead.asks and (prompt := ahead.prompt) is not None and prompt.seat == seat and ahead.turn == turn:
        moves.append(first_choice(ahead, known.rollout))
        ahead.advance(moves[-1])
    return tuple(moves)


def _itself(view: State, move: Move) -> Hashable:
    return move


def _no_reasons(view: State, moves: Sequence[Move]) -> list[Reason]:
    return []


@cache
def _brought(game: str, file: str, name: str) -> Callable[..., Any] | None:
    module = f"core.{game}.{file}"
    if find_spec(f"core.{game}") is None or find_spec(module) is None:
        return None
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
