"""Results added up, by bot and by deal. All sums are whole numbers, so the order of the results changes nothing."""

from __future__ import annotations

from collections import defaultdict
from math import lcm

from atlantis_tui.arena.crew import ArenaResult
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.statistics import DealLead, DealWins, Estimate, PairDeal, lead, ratings, share
from atlantis_tui.arena.times import ThinkingTimes
from core.arena import Result, deal


class BotScore:
    """What one bot has won, in one match or in all matches."""

    def __init__(self, seats: int, games_a_deal: int) -> None:
        self.games = 0
        self.wins = 0
        self.shared = 0
        self.points = 0  # of all games together
        self.times = ThinkingTimes()
        self._games_a_deal = games_a_deal
        self._parts = lcm(*range(1, 1 + seats))  # a win has this many parts, so that any number of winners can share it
        self._rivals = seats - 1
        # By deal: games, parts of wins, and the sum of the leads over each rival.
        self._deals: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(self, deal: int, bot: int, result: Result) -> None:
        winners = result.winners
        self.games += 1
        self.points += result.scores[bot]
        of_deal = self._deals[deal]
        of_deal[0] += 1
        of_deal[2] += (self._rivals + 1) * result.scores[bot] - sum(result.scores)
        if bot in winners:
            of_deal[1] += self._parts // len(winners)
            if len(winners) == 1:
                self.wins += 1
            else:
                self.shared += 1

    @property
    def deals(self) -> dict[int, DealWins]:
        """The deals by number, in order."""
        return {number: DealWins(games, won / self._parts) for number, (games, won, _) in sorted(self._deals.items())}

    @property
    def share(self) -> Estimate:
        return share(list(self.deals.values()), self._games_a_deal)

    @property
    def lead(self) -> Estimate | None:
        if not self._rivals:
            return None
        return lead([DealLead(games, ahead / self._rivals) for _, (games, _, ahead) in sorted(self._deals.items())])

    @property
    def mean(self) -> float:
        return self.points / self.games if self.games else 0.0


class ArenaTally:
    def __init__(self, plan: ArenaPlan) -> None:
        seats = len(plan.parts[0].bots)
        matches = len(plan.bots) - 1 if plan.pairs else 1  # how many matches each bot plays
        self.plan = plan
        self.numbers: set[int] = set()
        self.turns = 0
        self.decisions = 0
        self.scores = [BotScore(seats, seats * matches) for _ in plan.bots]
        self.parts = [[BotScore(seats, seats) for _ in part.bots] for part in plan.parts]

    def add(self, played: ArenaResult) -> None:
        if played.number in self.numbers:
            return
        self.numbers.add(played.number)
        result = played.result
        self.turns += result.turns
        self.decisions += result.decisions
        at, within = self.plan.find(played.number)
        part = self.plan.parts[at]
        for seat, bot in enumerate(part.bots):
            scores = (self.scores[bot], self.parts[at][seat]) if self.plan.pairs else (self.scores[bot],)
            for score in scores:
                score.add(deal(part.match, within), seat, result)
            if played.times:
                self.scores[bot].times.merge(played.times[seat])

    def ratings(self) -> list[Estimate]:
        """The ratings by bot. Only for a plan with pairs."""
        meetings = [
            PairDeal(number, part.bots[0], part.bots[1], of_deal.games, of_deal.won)
            for part, scores in zip(self.plan.parts, self.parts, strict=True)
            for number, of_deal in scores[0].deals.items()
        ]
        return ratings(len(self.plan.bots), meetings)
