"""Advice: the best moves, what they are expected to bring, and why. It knows what the asked seat knows."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from core import advice, games
from core.advice import Advice, Proposal, advise, can_advise, hundredths, proposals, told_in_points, worth_telling
from core.atlantis import GAME
from core.atlantis.advice import leaves, reasons, thrifty
from core.atlantis.components import ATLANTIS, MAINLAND
from core.atlantis.equivalence import alike, movement
from core.atlantis.rules import Atlantis
from core.bots import CHANCE, findings
from core.bots.search import Estimate
from core.chance import Stream
from core.game import GameError, Move
from core.hidden import SEALED
from core.log import MemoryLog
from core.table import Table, header
from tests.core import test_contract as contract
from tests.core import toy

ADVISED = [games.load(name) for name in games.names() if can_advise(games.load(name))]


def new(seats: int = 3, seed: str = "advice", **options: Any) -> Table:
    return Table(MemoryLog(header(GAME, ["you"] * seats, options, seed)))


def at_random(table: Table, moves: int, seed: str = "play") -> None:
    chance = Stream(seed, table.seed)
    for _ in range(moves):
        prompt = table.state.prompt
        if prompt is None:
            return
        legal = table.state.legal()
        table.play(prompt.seat, legal[chance.below(len(legal))])


def view_of(table: Table) -> Atlantis:
    assert table.state.prompt is not None
    return cast(Atlantis, table.view(table.state.prompt.seat))


@cache
def positions(games: int = 6, every: int = 7) -> list[Atlantis]:
    """Own views out of whole games by chance, of all numbers of seats."""
    found = []
    for number in range(games):
        table = new(2 + number % 3, f"game {number}", bought_cards_can_pay=bool(number % 2))
        while not table.over:
            if len(table.steps) % every == number % every:
                found.append(view_of(table))
            at_random(table, 1, f"{number} {len(table.steps)}")
    return found


# What is advised


@pytest.mark.parametrize("number", range(24))
def test_all_that_is_advised_can_be_played(number):
    view = positions(3, 12)[number]
    found = advise(GAME, view, "legal", iterations=25)
    assert 1 <= len(found) <= 3
    for hint in found:
        assert 0 <= hint.chance <= CHANCE
        ahead = view.copy()
        for move in hint.moves:
            assert not ahead.asks
            ahead.apply(move)
        turn_is_over = ahead.prompt is None or ahead.turn != view.turn
        assert ahead.asks or turn_is_over, "a line goes on to where chance speaks or the turn ends"


@pytest.mark.parametrize("game", ADVISED, ids=lambda game: game.name)
def test_in_every_game_hints_are_lines_that_can_be_played_and_have_reasons(game):
    for seats in game.seat_counts[:2]:
        played = contract.play(contract.Case(game, seats, dict(game.settle({}))), 5)
        for step in [step for step in played.steps if len(step.before.legal()) > 1][::15]:
            view = step.before.view(step.seat)
            found = advise(game, view, "every", iterations=10)
            assert 1 <= len(found) <= 3
            assert found == advise(game, view, "every", iterations=10)
            for hint in found:
                assert hint.reasons
                ahead = view.copy()
                for move in hint.moves:
                    assert not ahead.asks
                    ahead.apply(move)
                others = ahead.prompt is None or ahead.prompt.seat != step.seat
                assert ahead.asks or others or ahead.turn != view.turn


def test_the_same_question_has_the_same_answer():
    table = new()
    at_random(table, 20)
    view = view_of(table)
    first = advise(GAME, view, "same", iterations=60)
    assert advise(GAME, view, "same", iterations=60) == first
    assert view.digest() == view_of(table).digest(), "the view is as it was"


def test_enough_is_asked_of_whoever_has_the_clock():
    asked: list[int] = []

    def enough(iterations: int) -> bool:
        asked.append(iterations)
        return iterations >= 9

    assert advise(GAME, view_of(new()), "clock", enough=enough)
    assert asked[-1] == 9


def test_proposals_differ_for_a_person():
    for view in positions(4, 9):
        found = advise(GAME, view, "distinct", iterations=20)
        keys = [alike(view, hint.moves[0]) for hint in found]
        assert len(set(keys)) == len(keys)


def test_figures_that_stand_together_are_one_proposal():
    view = view_of(new())
    assert view.figures[0] == [ATLANTIS] * 3
    assert alike(view, ("play", 0, 2)) == alike(view, ("play", 2, 2)) != alike(view, ("play", 0, 3))
    view.figures[0][1] = 7
    assert alike(view, ("play", 0, 2)) != alike(view, ("play", 1, 2))


def test_payments_are_told_apart_by_tiles_and_number_of_cards():
    view = view_of(new())
    assert alike(view, ("pay", (5,), (1, 2))) == alike(view, ("pay", (5,), (0, 0)))
    assert alike(view, ("pay", (5,), (1, 2))) != alike(view, ("pay", (5,), (1,)))
    assert alike(view, ("pay", (5,), (1,))) != alike(view, ("pay", (4,), (1,)))
    assert alike(view, ("buy", 3)) != alike(view, ("buy", 4))


def test_what_is_one_to_a_person_shares_what_was_found_out():
    view = view_of(new())
    estimates = [
        Estimate(("play", 0, 1), 30, 5000),
        Estimate(("play", 1, 2), 25, 6000),
        Estimate(("play", 2, 1), 10, 9000),
        Estimate(("play", 0, 2), 25, 4000),
        Estimate(("bridge", 26), 9, 1000),
        Estimate(("play", 0, 3), 9, 2000),
        Estimate(("play", 0, 4), 8, 9999),
    ]
    assert worth_telling(GAME, view, estimates) == [
        Estimate(("play", 1, 2), 50, 5000),
        Estimate(("play", 0, 1), 40, 6000),
        Estimate(("bridge", 26), 9, 1000),
        Estimate(("play", 0, 3), 9, 2000),
    ], "one that was looked at so much less often than the best only seems to be better"


def test_there_is_no_proposal_that_was_hardly_looked_at():
    view = view_of(new())
    well = [Estimate(("play", 0, card), 1000 - card, 5000) for card in range(3)]
    little = Estimate(("play", 0, 4), 49, 4000)
    assert worth_telling(GAME, view, [*well, little]) == well
    assert worth_telling(GAME, view, [*well[:2], little]) == [*well[:2], little], "unless there are no others"
    assert worth_telling(GAME, view, [*well[:2], little._replace(visits=4)]) == well[:2]
    assert worth_telling(GAME, view, [*well[:2], little._replace(chance=5100)]) == well[:2], "that can only be luck"


def proposal(chance: int, visits: int = 100, points: int = 0, what: str = "", why: tuple[Any, ...] = ()) -> Proposal:
    return Proposal(Advice(((what or f"{chance} {visits} {points}",),), chance, why), visits, what or chance, points)


def test_the_best_chance_is_told_first_and_the_most_looked_at_is_always_told():
    found = [proposal(100, 900), proposal(240, 200), proposal(140, 300), proposal(310, 300), proposal(120, 300)]
    assert [one.advice.chance for one in proposals(found)] == [310, 240, 100]


def test_of_what_is_shown_as_equal_the_one_that_leaves_more_points_is_first():
    found = [proposal(10, 900, 20), proposal(30, 100, 23), proposal(49, 300, 23), proposal(40, 200, 7)]
    assert [one.points for one in proposals(found)] == [23, 23, 20]
    assert [one.visits for one in proposals(found)] == [300, 100, 900]


def test_where_nothing_wins_any_more_the_points_that_each_leaves_are_told_first():
    found = told_in_points([proposal(49, 900, 20, why=("takes",)), proposal(30, 100, 23), proposal(10, 100, -4)])
    told = [(one.advice.reasons[0].id, one.advice.reasons[0].params) for one in found]
    assert told == [
        ("leaves", {"points": 20, "least_lost": False}),
        ("leaves", {"points": 23, "least_lost": True}),
        ("leaves", {"points": -4, "least_lost": False}),
    ]
    assert found[0].advice.reasons[1:] == proposal(49, why=("takes",)).advice.reasons
    for others in ([proposal(50, 900, 20), proposal(0, 100, 23)], [proposal(0, 100, 23)], [proposal(0, points=7)] * 2):
        assert told_in_points(others) == others, "while there is hope the chance tells it; and equals need no words"


def test_other_movements_are_told_before_the_same_with_another_bridge():
    same = [proposal(5000 + n, 100 + n, what="over there") for n in range(4)]
    other = [proposal(3000, what="here"), proposal(2000, what="there")]
    assert [one.movement for one in proposals([*same, *other])] == ["over there", "here", "there"]
    assert len(proposals(same)) == 1, "and one that is the same to the last reason is no other"
    better = proposal(4000, what="over there", why=("saves",))
    assert [one.advice.chance for one in proposals([*same[:2], other[0], better])] == [5000, 4000, 3000]


def test_a_movement_is_the_same_whichever_water_gets_the_bridge():
    view = laid("F1 ~ H7 ~ S6", [[0, 0, 2], [4, 4, 4]], "SSC")
    turn = [("bridge", 1), ("play", 0, 4)]
    assert movement(view, turn) == movement(view, [("bridge", 3), ("play", 1, 4)])
    assert movement(view, turn) == movement(view, [("play", 0, 4), ("pay", (), (4,)), ("bridge", 3)])
    assert movement(view, turn) != movement(view, turn[1:]), "to keep the bridge is something else"
    assert movement(view, turn) != movement(view, [("bridge", 1), ("play", 2, 4)])
    assert movement(view, [("buy", 3)]) != movement(view, [("buy", 4)])


def test_what_is_shown_as_equal_is_known_where_it_is_ordered():
    from atlantis_tui.text.sentences import percent

    assert all(hundredths(chance) == percent(chance) for chance in range(CHANCE + 1))


@pytest.mark.parametrize("number", range(1, 24, 2))
def test_chances_fall_as_one_reads_them(number):
    view = positions(3, 12)[number]
    shown = [hundredths(hint.chance) for hint in advise(GAME, view, "order", iterations=40)]
    assert shown == sorted(shown, reverse=True)


def test_points_that_are_left():
    view = laid("F1 O4 ~ R5 S6", [[1, 1, 0], [3, 0, 0]], "RA", [6, 7])
    assert view.wealth(0) == 15
    # Three figures stand before water of 4; whoever is left behind has still to cross it.
    assert leaves(view, (("play", 0, 3), ("on", 6), ("pay", (7,), ()))) == 15 - 2 - 7 + 6 + 2 - 2 * 4
    assert leaves(view, (("bridge", 2), ("play", 0, 3), ("on", 6))) == 15 - 2 + 6 + 2
    assert leaves(view, (("buy", 6),)) == 15 - 6 + 3 - 3 * 4
    assert leaves(view, (("bridge", 2), ("buy", 6))) == 15 - 6 + 3
    assert leaves(view, (("stuck",),)) == 15 - (6 + 7), "no payment of 12 fits better"


def test_where_the_game_is_decided_nothing_is_paid_too_much(monkeypatch):
    view = laid("F1 O4 ~ R5 S6", [[1, 1, 0], [4, 0, 0]], "RAAAAA", [7])
    line = (("play", 0, 3), ("pay", (7,), ()))
    frugal = (("play", 0, 3), ("pay", (), (6, 6, 6, 6)))
    assert tuple(thrifty(view, line)) == tuple(thrifty(view, frugal)) == frugal
    for chance, told in ((0, frugal), (149, frugal), (150, line), (9849, line), (9850, frugal)):
        found = advice._proposal(GAME, view, Estimate(line[0], 10, chance), line)
        assert found.advice.moves == told, chance
        assert ("loses_change" in [reason.id for reason in found.advice.reasons]) == (told == line)


# Other games


def test_a_game_that_nobody_knows_how_to_play_well_has_no_advice():
    assert can_advise(GAME)
    assert not can_advise(toy.GAME)
    state = toy.GAME.new(3)
    with pytest.raises(GameError) as refused:
        advise(toy.GAME, state, "toy", iterations=5)
    assert refused.value.reason == ("no_hints", {"game": toy.GAME.name})


def test_a_game_without_reasons_still_has_moves_and_chances(monkeypatch):
    view = view_of(new())
    told = advise(GAME, view, "bare", iterations=30)
    for module in (advice, findings):
        monkeypatch.setattr(module, "optional_part", lambda game, file, name: None)
    bare = advise(GAME, view, "bare", iterations=30)
    assert all(hint.reasons for hint in told)
    assert all(hint.reasons == () and hint.moves for hint in bare)
    assert len(bare) == 3


# What nobody may know


def scrambled(state: Atlantis, seat: int) -> Atlantis:
    """The same position as far as this seat can know, with other cards in all other hands."""
    twin = state.copy()
    for owner, hand in enumerate(twin.hands):
        if owner != seat:
            shown = hand.shown.get(-1, [0] * 7)
            free = [held - known for held, known in zip(hand.held, shown, strict=True)]
            hand.held = [known + moved for known, moved in zip(shown, free[1:] + free[:1], strict=True)]
    return twin


def test_other_hands_and_another_deal_could_be_any_and_the_advice_would_be_the_same():
    compared = 0
    for number in range(4):
        table = new(2 + number % 3, f"twins {number}")
        at_random(table, 8 + 9 * number)
        state, seat = cast(Atlantis, table.state), view_of(table).seat
        twin = scrambled(state, seat)
        differs = any(a.held != b.held for a, b in zip(state.hands, twin.hands, strict=True))
        assert advise(GAME, state.view(seat), "s", iterations=25) == advise(GAME, twin.view(seat), "s", iterations=25)
        compared += differs
    assert compared >= 3


def test_reasons_are_made_of_the_view_alone():
    for view in positions(2, 9):
        hands = [hand for owner, hand in enumerate(view.hands) if owner != view.seat]
        assert any(SEALED in hand.faces() for hand in hands) or view.turn > 20
        for hint in advise(GAME, view, "view", iterations=12):
            assert [one for one in hint.reasons if one.id != "leaves"] == reasons(view, hint.moves)


# Why


def why(view: Atlantis, *moves: Move) -> dict[str, dict[str, Any]]:
    return {reason.id: dict(reason.params) for reason in reasons(view, moves)}


def laid(path: str, figures: list[list[int]], hand: str, tiles: list[int] = []) -> Atlantis:  # noqa: B006
    """A position put together: tiles by place ("F5", "~" for none), figures of two seats, and the hand of seat 0."""
    from core.atlantis.components import EMPTY, SYMBOLS

    view = view_of(new(2))
    faces = path.split()
    for place in range(53):
        face = faces[place] if place < len(faces) else "~"
        view.symbols[place] = EMPTY if face == "~" else SYMBOLS.index(face[0])
        view.values[place] = 0 if face == "~" else int(face[1])
        view.under[place] = 0
    view.figures = figures
    view.hands[0].held = [hand.count(letter) for letter in SYMBOLS]
    view.hands[0].size = len(hand)
    view.tiles[0] = tiles
    view.work_out()
    return view


def test_a_tile_and_the_water_behind_it():
    view = laid("F1 O4 H7 R5 S6", [[1, 1, 1], [0, 0, 0]], "SC")
    view.figures = [[1, MAINLAND, MAINLAND], [0, 0, MAINLAND]]
    view.bridge_left[0] = False
    view.work_out()
    told = why(view, ("play", 0, 4))  # to place 4; takes the ring 5 on place 3, where water opens for 6
    assert told["takes"] == {"value": 5}
    assert told["opens_water"] == {"more": 12, "rivals": 1}  # two figures of one rival
    assert "costs_nothing" in told
    assert "own_water" not in told


def test_water_that_opens_before_ones_own_figures_is_no_rivals_loss():
    view = laid("F1 O4 H7 R5 S6", [[1, 0, 0], [4, 4, 4]], "SC")
    view.figures = [[1, 0, MAINLAND], [4, MAINLAND, MAINLAND]]
    view.bridge_left[0] = False
    view.under[3] = 0
    view.work_out()
    told = why(view, ("play", 0, 4), ("on", 5))  # over the rival on place 4 home; takes the ring 5 on place 3
    assert "opens_water" not in told
    assert told["own_water"] == {"more": 6}


def test_a_figure_that_comes_home_and_the_last_one():
    view = laid("F1 O4 H7 R5 S6", [[3, 1, 0], [2, 2, 2]], "CC")
    assert why(view, ("play", 0, 5))["comes_home"] == {"cards": 2}
    view.figures[0] = [3, MAINLAND, MAINLAND]
    view.work_out()
    told = why(view, ("play", 0, 5))
    assert "comes_home" not in told
    assert told["ends_game"]["points"] == view.wealth(0) - 1 + 6 + 4


def test_what_is_paid_and_what_is_lost():
    view = laid("F1 O4 ~ R5 S6", [[1, 1, 1], [0, 0, 0]], "RA", [7])
    told = why(view, ("play", 0, 3), ("pay", (7,), ()))
    assert told["pays"] == {"cost": 4}
    assert told["loses_change"] == {"lost": 3}
    view.advance(("play", 0, 3))
    assert why(view, ("pay", (7,), ())) == {"loses_change": {"lost": 3}, "keeps_cards": {}}


def test_bridges_trades_and_being_stuck():
    view = laid("F1 O4 ~ R5 S6", [[1, 1, 0], [3, 0, 0]], "RA", [6])
    assert why(view, ("bridge", 2)) == {"bridge_saves": {"own": 12, "rivals": 8}}
    assert next(iter(why(view, ("bridge", 2), ("play", 0, 3)))) == "bridge_saves"
    assert why(view, ("buy", 6)) == {"buys": {"value": 6, "cards": 3}, "short_hand": {"cards": 2}}
    assert why(view, ("stuck",)) == {"stuck": {}}
    assert why(view, ("done",)) == {"keeps_bridge": {}}
    view.figures[0] = [3, 3, 3]
    view.work_out()
    assert why(view, ("bridge", 2)) == {"bridge_free": {"price": 4}}


def test_there_is_always_a_reason_and_never_too_many():
    for view in positions(6, 5):
        for move in view.legal():
            found = reasons(view, (move,)) if move[0] not in ("play", "on") else None
            if found is None:
                ahead = view.copy()
                ahead.advance(move)
                if ahead.step == "chain" and not ahead.asks:
                    continue
                found = reasons(view, (move,))
            assert 1 <= len(found) <= 4, (move, found)


def test_advice_is_plain_values():
    hint = advise(GAME, view_of(new()), "plain", iterations=5)[0]
    assert isinstance(hint, Advice)
    assert all(isinstance(reason.params, dict) for reason in hint.reasons)
