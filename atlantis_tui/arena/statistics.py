"""What the results of some games tell about all games: shares, leads in points and ratings, each with an interval.

The games of one deal belong together, because the same cards help or hurt in all of them. So what counts is how the
results differ from deal to deal. For shares we add one deal that was won and one that was lost. Thus an interval is
never empty, not even if all deals went alike, and it stays honest if everything was won: for n deals it then begins
near 1 - 3/n. This is the idea of Agresti and Coull's interval, applied to deals, with Student's t for small numbers. A
lead has no bounds like 0 and 1, so we add nothing to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import atan, cos, exp, log, pi, sin, sqrt
from typing import NamedTuple

CONFIDENCE = 0.95
NORMAL = 1.959963984540054  # how many standard errors that is to each side, for very many deals
ELO = 400 / log(10)  # rating points for each unit of log odds
EXACT = 30  # up to this many degrees of freedom, Student's t is computed exactly


class Estimate(NamedTuple):
    value: float
    low: float
    high: float


class DealWins(NamedTuple):
    """What one bot won in the games of one deal; a shared win counts as a part."""

    games: int
    won: float


class DealLead(NamedTuple):
    """By how many points one bot was ahead of the mean of the others, summed over the games of one deal."""

    games: int
    points: float


class PairDeal(NamedTuple):
    """The games of one deal between two bots."""

    deal: int
    first: int
    second: int
    games: int
    won: float  # by the first bot


def share(deals: Sequence[DealWins], games_a_deal: int) -> Estimate:
    """The share of wins, from 0 to 1. A deal that lacks games weighs less."""
    games = sum(deal.games for deal in deals)
    value = sum(deal.won for deal in deals) / games if games else 0.0
    added = [*deals, DealWins(games_a_deal, games_a_deal), DealWins(games_a_deal, 0)]
    games = sum(deal.games for deal in added)
    centre = sum(deal.won for deal in added) / games
    spread = sum((deal.won - centre * deal.games) ** 2 for deal in added)
    error = sqrt(spread * len(added) / (len(added) - 1)) / games
    reach = student(len(added) - 1) * error
    return Estimate(value, max(0.0, centre - reach), min(1.0, centre + reach))


def lead(deals: Sequence[DealLead]) -> Estimate | None:
    """The points ahead in a game, or None for fewer than two deals, which do not show how deals differ."""
    if len(deals) < 2:
        return None
    games = sum(deal.games for deal in deals)
    value = sum(deal.points for deal in deals) / games
    spread = sum((deal.points - value * deal.games) ** 2 for deal in deals)
    reach = student(len(deals) - 1) * sqrt(spread * len(deals) / (len(deals) - 1)) / games
    return Estimate(value, value - reach, value + reach)


# Ratings -------------------------------------------------------------------------------------------------------------


def ratings(bots: int, meetings: Iterable[PairDeal]) -> list[Estimate]:
    """The rating of each bot on the scale of Elo; their mean is 0.

    The model is that of Bradley and Terry; a shared win is half a win for both. Each bot also wins and loses one
    imaginary game against an average opponent. That keeps the rating finite for a bot that won everything, and matters
    little beside many games.

    The intervals are of the "sandwich" kind: they follow how much the deals differ, not what the model assumes.
    """
    met = sorted(meetings)
    totals: defaultdict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0])
    for meeting in met:
        total = totals[meeting.first, meeting.second]
        total[0] += meeting.games
        total[1] += meeting.won
    strengths = _fit(bots, totals)
    inverse = _inverse(_slope(strengths, totals)[1])
    pulls: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * bots)
    for meeting in met:
        expected = _chance(strengths[meeting.first] - strengths[meeting.second])
        pull = meeting.won - expected * meeting.games
        pulls[meeting.deal][meeting.first] += pull
        pulls[meeting.deal][meeting.second] -= pull
    every = list(pulls.values())
    for bot, strength in enumerate(strengths):  # the two imaginary games
        for won in (1, 0):
            every.append([0.0] * bots)
            every[-1][bot] = won - _chance(strength)
    mean = sum(strengths) / bots
    degrees = len(pulls) + 1  # the two imaginary deals, less one
    found = []
    for bot, strength in enumerate(strengths):
        # How much a pull on each bot changes this bot's rating above the mean.
        answers = [inverse[bot][other] - sum(row[other] for row in inverse) / bots for other in range(bots)]
        spread = sum(sum(a * p for a, p in zip(answers, pull, strict=True)) ** 2 for pull in every)
        error = sqrt(spread * (degrees + 1) / degrees)
        reach = student(degrees) * error
        found.append(Estimate(*(ELO * (strength - mean + way * reach) for way in (0, -1, 1))))
    return found


Totals = defaultdict[tuple[int, int], list[float]]


def _fit(bots: int, totals: Totals) -> list[float]:
    """The likeliest strengths, as log odds. Newton's method finds them, because the likelihood has only one peak."""
    strengths = [0.0] * bots
    height = _height(strengths, totals)
    for _ in range(200):
        gradient, curvature = _slope(strengths, totals)
        step = [sum(a * g for a, g in zip(row, gradient, strict=True)) for row in _inverse(curvature)]
        while max(map(abs, step)) > 1e-12:
            there = [strength + part for strength, part in zip(strengths, step, strict=True)]
            if (reached := _height(there, totals)) >= height:
                break
            step = [part / 2 for part in step]
        else:
            break
        strengths, height = there, reached
    return strengths


def _height(strengths: Sequence[float], totals: Totals) -> float:
    height = sum(_log_chance(strength) + _log_chance(-strength) for strength in strengths)
    for (first, second), (games, won) in totals.items():
        ahead = strengths[first] - strengths[second]
        height += won * _log_chance(ahead) + (games - won) * _log_chance(-ahead)
    return height


def _slope(strengths: Sequence[float], totals: Totals) -> tuple[list[float], list[list[float]]]:
    """The gradient of the likelihood, and its curvature."""
    chances = [_chance(strength) for strength in strengths]
    gradient = [1 - 2 * chance for chance in chances]
    curvature = [[0.0] * len(strengths) for _ in strengths]
    for bot, chance in enumerate(chances):
        curvature[bot][bot] = 2 * chance * (1 - chance)
    for (first, second), (games, won) in totals.items():
        chance = _chance(strengths[first] - strengths[second])
        pull, bend = won - chance * games, games * chance * (1 - chance)
        gradient[first] += pull
        gradient[second] -= pull
        for one, other in ((first, second), (second, first)):
            curvature[one][one] += bend
            curvature[one][other] -= bend
    return gradient, curvature


def _chance(ahead: float) -> float:
    return 1 / (1 + exp(-ahead)) if ahead >= 0 else 1 - _chance(-ahead)


def _log_chance(ahead: float) -> float:
    return -log(1 + exp(-ahead)) if ahead >= 0 else ahead - log(1 + exp(ahead))


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Invert a matrix by Gauss and Jordan. These matrices are positive definite, so no diagonal element becomes 0."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        first = rows[at][at]
        rows[at] = [value / first for value in rows[at]]
        for other in range(size):
            if other != at and (factor := rows[other][at]):
                rows[other] = [value - factor * above for value, above in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


# Student's t ---------------------------------------------------------------------------------------------------------


def student(degrees: int) -> float:
    """How many standard errors to go to each side for the wanted confidence."""
    if degrees > EXACT:
        z = NORMAL
        terms = (  # Cornish and Fisher's expansion
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        )
        return z + terms[0] / degrees + terms[1] / degrees**2 + terms[2] / degrees**3
    low, high = 0.0, 13.0  # with 1 degree it is 12.7
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < CONFIDENCE else (low, middle)
    return high


def _within(t: float, degrees: int) -> float:
    """The probability that Student's t lies between -t and t: a finite sum for whole degrees."""
    angle = atan(t / sqrt(degrees))
    if degrees == 1:
        return 2 * angle / pi
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = term
    for number in range(3 if odd else 2, degrees - 1, 2):
        term *= cos(angle) ** 2 * (number - 1) / number
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
