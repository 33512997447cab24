"""Shares, ratings and times of the arena, against values worked out by hand or by trying everything."""

import math
from itertools import product

import pytest

from atlantis_tui.arena.crew import ArenaResult
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.report import ArenaReport
from atlantis_tui.arena.statistics import ELO, DealLead, DealWins, Estimate, PairDeal, lead, ratings, share, student
from atlantis_tui.arena.tally import ArenaTally
from atlantis_tui.arena.times import ThinkingTimes
from core.arena import Result
from core.chance import Stream
from core.games import load


def stream(words):
    """Numbers below 1, the same ones every time."""
    numbers = Stream(words)
    while True:
        yield numbers.below(1 << 30) / (1 << 30)


# Shares --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degrees", "t"),
    [
        *((1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (7, 2.3646), (10, 2.2281), (29, 2.0452), (30, 2.0423)),
        *((31, 2.0395), (40, 2.0211), (60, 2.0003), (120, 1.9799), (1000, 1.9623), (500_000, 1.95997)),
    ],
)
def test_students_t_is_that_of_the_tables(degrees, t):
    assert student(degrees) == pytest.approx(t, abs=6e-5)


def test_the_interval_of_three_deals_as_worked_out_by_hand():
    # Deals 2-0, 1-1, 2-0, and one won and one lost added: shares 1, 1/2, 1, 1, 0 with mean 0.7. Their squares differ
    # from it by 0.09 + 0.04 + 0.09 + 0.09 + 0.49 = 0.8, so the error is sqrt(0.8 / 4 / 5) = 0.2, and t(4) = 2.7764.
    value, low, high = share([DealWins(2, 2), DealWins(2, 1), DealWins(2, 2)], 2)
    assert value == pytest.approx(5 / 6)
    assert low == pytest.approx(0.7 - 2.7764 * 0.2, abs=1e-4)
    assert high == 1


@pytest.mark.parametrize("deals", [1, 2, 3, 10, 100, 1000])
def test_who_won_everything_may_still_lose_about_three_deals_in_so_many(deals):
    value, low, high = share([DealWins(2, 2)] * deals, 2)
    assert (value, high) == (1, 1)
    assert low == pytest.approx(max(0, 1 - (1 + student(deals + 1)) / (deals + 2)))
    assert low < 1
    lost = share([DealWins(2, 0)] * deals, 2)
    assert lost == pytest.approx((0, 0, 1 - low))


def test_no_interval_is_empty_and_none_leaves_its_share_out():
    for games in range(1, 6):
        for won in product((0, 0.5, 1, 1.5, 2), repeat=games):
            value, low, high = share([DealWins(2, each) for each in won], 2)
            assert 0 <= low <= value <= high <= 1
            assert high - low > 0.1
    assert share([DealWins(1, 1)], 2) == (1, 0, 1)  # one game tells nothing
    value, low, high = share([DealWins(2, 1)] * 1000, 2)
    assert value == 0.5
    assert 0.498 < low < 0.5 < high < 0.502  # deals that cancel out tell much


def test_games_of_one_deal_belong_together():
    # The same 40 games, half of them won. Where a deal decides both of its games, they tell as little as half as many.
    alone = share([DealWins(1, n % 2) for n in range(40)], 1)
    together = share([DealWins(2, 2 * (n % 2)) for n in range(20)], 2)
    halved = share([DealWins(1, n % 2) for n in range(20)], 1)
    assert together == pytest.approx(halved)
    assert together.high - together.low > 1.3 * (alone.high - alone.low)


def test_a_deal_that_lacks_games_weighs_less():
    whole = share([DealWins(2, 2)] * 5 + [DealWins(2, 0)], 2)
    part = share([DealWins(2, 2)] * 5 + [DealWins(1, 0)], 2)
    assert part.value == pytest.approx(10 / 11)
    assert part.low > whole.low


@pytest.mark.parametrize("luck", [0, 1], ids=["each game for itself", "the deal decides"])
@pytest.mark.parametrize(("chance", "deals"), [(0.5, 10), (0.8, 30), (0.97, 30)])
def test_the_interval_holds_the_truth_in_about_95_of_100_matches(luck, chance, deals):
    numbers = stream(f"{luck} {chance} {deals}")
    held = 0
    for _ in range(500):
        found = []
        for _ in range(deals):
            first = next(numbers) < chance
            second = first if luck else next(numbers) < chance
            found.append(DealWins(2, first + second))
        _, low, high = share(found, 2)
        held += low <= chance <= high
    assert held >= 465


# Leads ---------------------------------------------------------------------------------------------------------------


def test_the_lead_of_three_deals_as_worked_out_by_hand():
    # Ahead by 3, 1 and 5 points a game: 3 on average, with squares 0 + 4 + 4 = 8 from it, so the error is
    # sqrt(8 / 2 / 3) = 1.1547, and t(2) = 4.3027.
    found = lead([DealLead(2, 6), DealLead(2, 2), DealLead(2, 10)])
    assert found == pytest.approx((3, 3 - 4.3027 * 1.1547, 3 + 4.3027 * 1.1547), abs=1e-3)
    assert lead([DealLead(2, 6)]) is lead([]) is None


def test_a_lead_is_over_the_mean_of_the_others():
    tally = ArenaTally(ArenaPlan("atlantis", ("easy", "random", "random"), "s", load("atlantis").settle({}), False))
    for number in range(6):
        tally.add(ArenaResult(number, Result((10 + number, 5, 1), (0,), 9, 9), []))
    leads = [score.lead for score in tally.scores]
    assert [one.value for one in leads if one is not None] == pytest.approx([9.5, -1.75, -7.75])


# Ratings -------------------------------------------------------------------------------------------------------------


def test_two_bots_with_three_of_four_are_about_190_points_apart():
    first, second = ratings(2, [PairDeal(deal, 0, 1, 2, 1.5) for deal in range(20_000)])
    assert first.value - second.value == pytest.approx(400 * math.log10(3), abs=0.1)
    assert first.value == pytest.approx(-second.value)


def test_the_strengths_behind_many_games_are_found_again():
    strengths = [2.0, 0.0, -1.5, 0.5]
    mean = sum(strengths) / 4
    meetings = [
        PairDeal(deal, i, j, 2, 2 / (1 + math.exp(strengths[j] - strengths[i])))
        for deal in range(5_000)
        for i in range(4)
        for j in range(i + 1, 4)
    ]
    found = [rating.value for rating in ratings(4, meetings)]
    assert found == pytest.approx([ELO * (strength - mean) for strength in strengths], abs=1)


def test_the_ratings_are_the_likeliest_ones():
    meetings = [PairDeal(0, 0, 1, 2, 2), PairDeal(0, 1, 2, 2, 1), PairDeal(1, 0, 2, 2, 1), PairDeal(1, 0, 1, 2, 1)]

    def unlikely(strengths):
        cost = sum(math.log(1 + math.exp(-x)) + math.log(1 + math.exp(x)) for x in strengths)
        for _, i, j, games, won in meetings:
            ahead = strengths[i] - strengths[j]
            cost += won * math.log(1 + math.exp(-ahead)) + (games - won) * math.log(1 + math.exp(ahead))
        return cost

    best = min(product([step / 20 for step in range(-20, 21)], repeat=3), key=unlikely)
    mean = sum(best) / 3
    assert [r.value / ELO for r in ratings(3, meetings)] == pytest.approx([x - mean for x in best], abs=0.06)


def test_the_rating_of_a_bot_that_won_everything_is_finite_and_its_interval_wide():
    meetings = [PairDeal(deal, i, j, 2, 2) for deal in range(50) for i, j in ((0, 1), (0, 2), (1, 2))]
    first, second, third = ratings(3, meetings)
    assert 500 < first.value < 1500
    assert second.value == pytest.approx(0, abs=1e-6)
    assert third.value == pytest.approx(-first.value)
    assert all(200 < rating.high - rating.low < 2000 for rating in (first, second, third))


def test_bots_that_never_met_and_bots_that_are_alike_have_ratings_too():
    assert [rating.value for rating in ratings(3, [])] == [0, 0, 0]
    for rating in ratings(2, [PairDeal(deal, 0, 1, 2, 1) for deal in range(50)]):
        assert rating.value == pytest.approx(0)
        assert 1 < rating.high - rating.low < 20


def test_the_ratings_do_not_depend_on_the_order_of_games_or_bots():
    meetings = [PairDeal(deal, i, j, 2, (deal + i) % 3) for deal in range(5) for i in range(3) for j in range(i + 1, 3)]
    there = ratings(3, meetings)
    assert ratings(3, meetings[::-1]) == there
    turned = [PairDeal(deal, 2 - j, 2 - i, games, games - won) for deal, i, j, games, won in meetings]
    for one, other in zip(there, ratings(3, turned)[::-1], strict=True):
        assert one == pytest.approx(other)


def test_the_intervals_of_ratings_hold_the_truth_in_about_95_of_100_tournaments():
    strengths = [1.0, 0.0, -1.0]
    numbers = stream("ratings")
    held = 0
    for _ in range(200):
        meetings = []
        for deal in range(30):
            for i, j in ((0, 1), (0, 2), (1, 2)):
                chance = 1 / (1 + math.exp(strengths[j] - strengths[i]))
                meetings.append(PairDeal(deal, i, j, 2, (next(numbers) < chance) + (next(numbers) < chance)))
        for strength, rating in zip(strengths, ratings(3, meetings), strict=True):
            held += rating.low <= ELO * strength <= rating.high
    assert held >= 0.925 * 600


# Adding up -----------------------------------------------------------------------------------------------------------


def played(number, scores, winners):
    return ArenaResult(number, Result(scores, winners, 10, 20), [])


def test_a_shared_win_counts_in_parts():
    tally = ArenaTally(ArenaPlan("atlantis", ("random",) * 3, "s", {}, False))
    for number, winners in enumerate([(0,), (0, 1), (0, 1, 2), (2,)]):
        tally.add(played(number, (3, 2, 1), winners))
    first, second, third = tally.scores
    assert [(s.wins, s.shared) for s in tally.scores] == [(1, 2), (0, 2), (1, 1)]
    assert first.share.value == pytest.approx((1 + 1 / 2 + 1 / 3) / 4)
    assert second.share.value == pytest.approx((1 / 2 + 1 / 3) / 4)
    assert third.share.value == pytest.approx((1 / 3 + 1) / 4)
    assert [s.mean for s in tally.scores] == [3, 2, 1]
    assert (tally.turns, tally.decisions) == (40, 80)
    assert first.deals[0] == pytest.approx(DealWins(3, 11 / 6))
    assert first.deals[1] == DealWins(1, 0)


def test_a_game_counts_once_and_in_any_order():
    games = [played(number, (number, 1), ((0,), (1,), (0, 1))[number % 3]) for number in range(9)]
    there, back = (ArenaTally(ArenaPlan("atlantis", ("easy", "random"), "s", {}, False)) for _ in range(2))
    for game in games:
        there.add(game)
    for game in [*games[::-1], *games]:
        back.add(game)
    assert [s.share for s in there.scores] == [s.share for s in back.scores]
    assert [s.games for s in back.scores] == [9, 9]


def test_every_two_of_three_bots_meet():
    plan = ArenaPlan("atlantis", ("hard", "easy", "random"), "s", {}, True)
    assert [part.match.bots for part in plan.parts] == [("hard", "easy"), ("hard", "random"), ("easy", "random")]
    tally = ArenaTally(plan)
    for number in plan.numbers(2):  # who is named first wins
        tally.add(played(number, (1, 0), (0,)))
    assert [(s.games, s.wins) for s in tally.scores] == [(4, 4), (4, 2), (4, 0)]
    assert [[s.wins for s in pair] for pair in tally.parts] == [[2, 0]] * 3
    assert ArenaReport(load("atlantis"), tally, 2, tally, 1.0).order == [0, 1, 2]
    strong, middle, weak = tally.ratings()
    assert strong.value > middle.value > weak.value
    assert isinstance(weak, Estimate)


def test_bots_that_are_alike_keep_the_order_they_were_named_in():
    plan = ArenaPlan("atlantis", ("easy", "normal", "random", "hard"), "s", {}, True)
    tally = ArenaTally(plan)
    for number in plan.numbers(3):
        tally.add(played(number, (1, 1), (0, 1)))
    assert ArenaReport(load("atlantis"), tally, 3, tally, 1.0).order == [0, 1, 2, 3]


# Times ---------------------------------------------------------------------------------------------------------------


def test_times_are_exact_in_the_mean_and_close_in_the_percentile():
    times = ThinkingTimes()
    for number in range(1, 1001):
        times.add(number * 1000)
    assert times.mean == 500_500
    assert times.percentile(95) == pytest.approx(950_000, rel=0.04)
    assert times.percentile(100) == pytest.approx(1_000_000, rel=0.04)


def test_short_times_are_exact_and_no_times_are_nothing():
    times = ThinkingTimes()
    assert (times.mean, times.percentile(95)) == (0, 0)
    for number in range(20):
        times.add(number)
    assert times.percentile(95) == 18
    assert times.percentile(100) == 19


def test_times_can_be_kept_and_put_together():
    one, other, both = ThinkingTimes(), ThinkingTimes(), ThinkingTimes()
    for number in (5, 70, 1234567, 70):
        one.add(number)
        both.add(number)
    for number in (70, 10**12):
        other.add(number)
        both.add(number)
    one.merge(ThinkingTimes.unpack(other.pack()))
    assert one.pack() == both.pack()
    for wrong in ([], [1, 2], [1, 2, []], [1, -2, [[3, 1]]], [1, 2, [[3, "x"]]], [True, 2, [[3, 1]]], "abc", None):
        with pytest.raises((ValueError, TypeError)):
            ThinkingTimes.unpack(wrong)
