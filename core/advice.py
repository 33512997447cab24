"""Hints: the best moves for a seat, the chance each gives, and the reasons for it.

A game may bring two files for hints. equivalence.py tells which moves are the same to a person (`alike` for moves,
`movement` for turns). advice.py gives `reasons`, the points a line `leaves`, and a `thrifty` line for a game that is
nearly decided. Without these files a hint still has moves and chances.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from core.bots import Enough, knowledge, optional_part
from core.bots.findings import extended_line, merged_estimates, sameness
from core.bots.search import Estimate, Search
from core.game import Game, GameError, Move, Reason, State

MOST = 3  # proposals
DOUBTFUL = 20  # drop a move with this many times fewer visits than the best while others are left
UNKNOWN = 200  # drop a move with this many times fewer visits in any case
LUCKY = 4  # with this many times fewer visits, a better chance is luck
DECIDED = 1  # a chance this close to 0 or 100 hundredths counts as decided


class Advice(NamedTuple):
    moves: tuple[Move, ...]  # in order of play, up to where chance speaks
    chance: int  # to win, as the search sees it, in the unit of core.bots.CHANCE
    reasons: tuple[Reason, ...]  # the most important one first


def can_advise(game: Game) -> bool:
    return knowledge(game) is not None


def advise(
    game: Game, view: State, seed: str, iterations: int | None = None, enough: Enough | None = None
) -> list[Advice]:
    """Returns up to three different proposals for the seat that owns this view, the best one first.

    Raises GameError for a game without knowledge for bots.
    """
    known = knowledge(game)
    if known is None:
        raise GameError("no_hints", game=game.name)
    search = Search(game, view, seed)
    search.run(iterations, enough)

    def tell(one: Estimate) -> Proposal:
        return _proposal(game, view, one, extended_line(view, search.line(one.move), known))

    found = proposals([tell(one) for one in worth_telling(game, view, search.estimates())])
    if optional_part(game.name, "advice", "leaves") is not None:
        found = told_in_points(found)
    return [one.advice for one in found]


class Proposal(NamedTuple):
    advice: Advice
    visits: int
    movement: Hashable  # equal for turns that a person would call the same
    points: int


def hundredths(chance: int) -> int:
    """Rounds a chance as screens show it, so that equal-looking chances can be ordered by something else."""
    return (chance + 50) // 100


def worth_telling(game: Game, view: State, estimates: Sequence[Estimate]) -> list[Estimate]:
    """Returns the moves with enough visits, the most visited first. Moves that are the same to a person are merged."""
    weighed = sorted(merged_estimates(game, view, estimates).values(), key=lambda one: -one.visits)
    if not weighed:
        return []
    best = weighed[0]
    sound = [
        one for one in weighed if one.visits * LUCKY >= best.visits or hundredths(one.chance) <= hundredths(best.chance)
    ]
    known = [one for one in sound if one.visits * DOUBTFUL >= best.visits]
    return known if len(known) >= MOST else [one for one in sound if one.visits * UNKNOWN >= best.visits][:MOST]


def proposals(found: Sequence[Proposal]) -> list[Proposal]:
    """Picks up to three proposals and puts the best chance first. The first one given is always among them."""
    ordered = [*found[:1], *sorted(found[1:], key=_rank)]
    told: list[Proposal] = []
    # Take different movements first, then equal movements that have other reasons.
    for reasons_count in (False, True):
        senses = [_sense(one, reasons_count) for one in told]
        for one in ordered:
            sense = _sense(one, reasons_count)
            if len(told) < MOST and sense not in senses:
                senses.append(sense)
                told.append(one)
    return sorted(told, key=_rank)


def told_in_points(found: Sequence[Proposal]) -> list[Proposal]:
    """If no proposal wins any more, the points that each leaves become its first reason, unless all leave as many."""
    most = max((one.points for one in found), default=0)
    if any(hundredths(one.advice.chance) for one in found) or all(one.points == most for one in found):
        return list(found)
    return [
        one._replace(
            advice=one.advice._replace(
                reasons=(
                    Reason("leaves", {"points": one.points, "least_lost": one.points == most}),
                    *one.advice.reasons,
                )
            )
        )
        for one in found
    ]


def _sense(one: Proposal, reasons_count: bool) -> tuple[Hashable, tuple[Reason, ...]]:
    return one.movement, one.advice.reasons if reasons_count else ()


def _rank(one: Proposal) -> tuple[int, int, int]:
    return -hundredths(one.advice.chance), -one.points, -one.visits


def _proposal(game: Game, view: State, one: Estimate, moves: tuple[Move, ...]) -> Proposal:
    reasons = optional_part(game.name, "advice", "reasons") or _no_reasons
    leaves = optional_part(game.name, "advice", "leaves")
    movement = optional_part(game.name, "equivalence", "movement")
    thrifty = optional_part(game.name, "advice", "thrifty")
    if thrifty is not None and not DECIDED < hundredths(one.chance) < 100 - DECIDED:
        moves = tuple(thrifty(view, moves))
    return Proposal(
        Advice(moves, one.chance, tuple(reasons(view, moves))),
        one.visits,
        movement(view, moves) if movement is not None else sameness(game, view, one.move),
        leaves(view, moves) if leaves is not None else 0,
    )


def why(game: Game, view: State, moves: Sequence[Move]) -> list[Reason]:
    """Returns the reasons for these moves, the most important one first."""
    return list((optional_part(game.name, "advice", "reasons") or _no_reasons)(view, moves))


def _no_reasons(view: State, moves: Sequence[Move]) -> list[Reason]:
    return []
