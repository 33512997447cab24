"""Defence in Survive!: all who are asked answer in secret, then the first of them who would defend does. RULES 8."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from core.bots import make_bot
from core.chance import Open, Stream
from core.dealers import Told
from core.export import export
from core.game import IllegalMove, Move
from core.hidden import ALL, SEALED
from core.log import MemoryLog
from core.masking import unmasked
from core.read_only_log import Reading
from core.review import review
from core.survive import GAME
from core.survive.choices import NO
from core.survive.components import (
    BACK_COUNTS,
    BEACH,
    DOLPHIN,
    FOREST,
    GUARD,
    LAND,
    MOUNTAIN,
    NO_SHARK,
    NO_WHALE,
    SHARK,
    WHALE,
)
from core.survive.rules import Survive
from core.survive.sample import sample
from core.table import Table, header
from tests.core.survive_positions import Scene, at, rolled
from tests.core.test_contract import bytes_of

YES: Move = ("answer", BEACH)
PREY = "5,0"


def attacked(*tiles: tuple[int, int], seats: int = 4) -> Scene:
    """The shark of seat 0 goes to swimmers of all others, who have kept a tile each: of which terrain, and its back."""
    folk = ["a1 4,-1", *(f"{colour}1 {PREY}" for colour in "bcd"[: seats - 1])]
    kept = {seat: [tile] for seat, tile in enumerate(tiles, 1)}
    made = rolled(SHARK, *folk, seats=seats, sharks=["6,-1"], tiles=kept)
    made.do(("creature", SHARK, at("6,-1"), at(PREY)))
    return made


GUARDED = ((BEACH, NO_SHARK), (FOREST, NO_SHARK), (MOUNTAIN, NO_SHARK))


def lost(made: Scene) -> list[str]:
    return [name for name in ("b1", "c1", "d1") if made.where(name) == "lost"]


# --- The course of the round


def test_all_are_asked_clockwise_and_nothing_happens_before_the_last_answer():
    made = attacked(*GUARDED)
    assert made.state.prompt == (1, "defend")
    assert made.do(YES) == []
    assert made.state.prompt == (2, "defend")
    assert made.do(("answer", FOREST)) == []
    assert made.state.prompt == (3, "defend")
    assert made.state.creatures[SHARK][at("6,-1")] == 1
    assert [made.state.tiles_kept(seat) for seat in (1, 2, 3)] == [1, 1, 1]
    assert made.do(NO) == [("defended", 1, SHARK, at(PREY), BEACH)]
    assert (made.state.turns, made.state.seat) == (2, 1)


@pytest.mark.parametrize(
    ("answers", "defends"),
    [
        ([BEACH, FOREST, MOUNTAIN], 1),
        ([BEACH, 0, MOUNTAIN], 1),
        ([0, FOREST, MOUNTAIN], 2),
        ([0, FOREST, 0], 2),
        ([0, 0, MOUNTAIN], 3),
    ],
)
def test_the_first_who_would_defend_spends_the_tile_and_the_others_keep_theirs(answers, defends):
    made = attacked(*GUARDED)
    events = made.do(*(("answer", terrain) for terrain in answers))
    terrain = answers[defends - 1]
    assert events == [("defended", defends, SHARK, at(PREY), terrain)]
    assert [made.state.tiles_kept(seat) for seat in (1, 2, 3)] == [int(seat != defends) for seat in (1, 2, 3)]
    assert [made.state.used[kind][NO_SHARK] for kind in LAND] == [int(kind == terrain) for kind in LAND]
    assert not any(made.state.creatures[SHARK])
    assert lost(made) == []


def test_if_nobody_would_the_creature_strikes():
    made = attacked(*GUARDED)
    events = made.do(NO, NO, NO)
    assert [event[0] for event in events] == ["lost"]
    assert lost(made) == ["b1", "c1", "d1"]
    assert made.state.creatures[SHARK][at(PREY)] == 1
    assert [made.state.tiles_kept(seat) for seat in (1, 2, 3)] == [1, 1, 1]


def test_a_boat_that_two_control_is_defended_by_the_first_of_them():
    tiles = {seat: [(FOREST, NO_WHALE)] for seat in (1, 2)}
    made = rolled(WHALE, "b1 boat 5,0", "c1 boat 5,0", boats=[PREY], whales=["6,-1"], tiles=tiles)
    made.do(("creature", WHALE, at("6,-1"), at(PREY)), ("answer", FOREST))
    assert made.state.prompt == (2, "defend")
    assert made.do(("answer", FOREST)) == [("defended", 1, WHALE, at(PREY), FOREST)]
    assert [made.state.tiles_kept(seat) for seat in (1, 2)] == [0, 1]


def test_of_one_who_is_asked_alone_everybody_hears_the_answer_at_once():
    for answer, events in ((YES, ["defended"]), (NO, ["lost"])):
        made = attacked(GUARDED[0], seats=2)
        assert [event[0] for event in made.do(answer)] == events
        assert made.state.turns == 2


def test_an_answer_is_the_terrain_of_a_tile_that_wards_the_creature_off():
    made = attacked((BEACH, NO_SHARK), (FOREST, DOLPHIN))
    assert made.state.legal() == [YES, NO]
    assert made.no("answer", FOREST) == "no_such_tile"
    assert made.no("answer", SEALED) == "defend_or_not", "who knows the hand knows the answer"
    made.do(YES)
    assert made.state.legal() == [NO]


# --- What the others know


def twins(*rounds: list[Move]) -> list[Survive]:
    """The same attack after other answers."""
    states = []
    for answers in rounds:
        made = attacked(*GUARDED)
        made.do(*answers)
        states.append(made.state)
    return states


def test_the_second_to_be_asked_sees_the_same_whatever_the_first_has_answered():
    one, other = twins([YES], [NO])
    for seat in (0, 2, 3, None):
        assert bytes_of(one.view(seat)) == bytes_of(other.view(seat))
    assert bytes_of(one.view(1)) != bytes_of(other.view(1)), "everybody knows their own answer"
    assert one.digest() == other.digest()
    assert one.public() == other.public()
    assert (one.prompt, one.legal(), one.forced()) == (other.prompt, other.legal(), other.forced())
    assert one.discreet()
    assert other.discreet()


def test_what_is_said_after_the_first_who_defends_stays_untold():
    one, other = twins([YES, NO, NO], [YES, ("answer", FOREST), ("answer", MOUNTAIN)])
    assert bytes_of(one) == bytes_of(other), "not even the whole position remembers it"


def test_chance_opens_one_answer_after_the_other_and_none_after_the_first_defence():
    made = attacked(*GUARDED)
    made.do(NO, ("answer", FOREST))
    state, views = made.state, {seat: made.state.view(seat) for seat in (0, 1, 3, None)}
    last: Move = ("answer", MOUNTAIN)
    state.apply(last)
    for seat, view in views.items():
        view.apply(GAME.moves["answer"].view(last, 3, seat))
    opened = []
    while state.asks:
        (ask,) = state.asks
        assert isinstance(ask, Open)
        assert (ask.place, ask.to) == ("answer", ALL)
        opened.append(ask.face)
        for view in views.values():
            assert view.digest() == state.digest()
            view.answer([ask.face])
        state.answer([ask.face])
    assert opened == [0, FOREST]
    for seat, view in views.items():
        assert view.take_events()[-1:] == state.events[-1:] == [("defended", 2, SHARK, at(PREY), FOREST)]
        assert bytes_of(view) == bytes_of(state.view(seat))


def test_a_view_believes_an_answer_that_it_cannot_know_and_asks_what_could_not_be():
    made = attacked((BEACH, DOLPHIN), (FOREST, NO_SHARK))
    for seat in (0, 2, None):
        view = made.state.view(seat)
        assert view.explain(("answer", SEALED)) is None
        assert view.forced() is None
    spectator = made.state.view(None)
    for _ in range(2):
        spectator.apply(("answer", SEALED))
    assert not isinstance(spectator.asks[0], Open) or spectator.asks[0].face == SEALED
    with pytest.raises(ValueError, match=str(MOUNTAIN)):
        spectator.answer([MOUNTAIN])  # a record that somebody made up: seat 1 has kept no such tile


# --- At a table


@cache
def moves_to_an_attack() -> tuple[str, tuple[tuple[int, Move], ...]]:
    """The seed of a game of four, and its moves up to a question to two who both have the tile."""
    for seed in map(str, range(40)):
        made, choose = fresh(seed), Stream("defence", seed)
        while not made.over:
            state: Any = made.state
            if state.step == "defend" and [able(state, seat) for seat in asked_now(state)] == [True, True]:
                steps = made.steps[1:]
                return seed, tuple((step.seat, step.move) for step in steps if step.move and step.seat is not None)
            moves = towards_attacks(state)
            made.play(state.prompt.seat, moves[choose.below(len(moves))])
    raise AssertionError("there is no such attack")


def towards_attacks(state: Survive) -> list[Move]:
    """The moves that bring swimmers, keep tiles, and send creatures to as many seats as can be."""
    moves = state.legal()
    if state.step == "die":
        asked = [len(state.threatened(move[1], move[3])) if move[0] == "creature" else 0 for move in moves]
        return [move for move, many in zip(moves, asked, strict=True) if many == max(asked)]
    wanted = {"move": ("swim", "land"), "tile": ("end",)}.get(state.step, ())
    return [NO] if state.step == "defend" else [move for move in moves if move[0] in wanted] or moves


def asked_now(state: Survive) -> list[int]:
    return state.threatened(state.rolled, state.prey)


def able(state: Survive, seat: int) -> bool:
    return any(state.hand_of(seat, kind).held[GUARD[state.rolled]] for kind in LAND)


def fresh(seed: str) -> Table:
    return Table(MemoryLog(header(GAME, [f"seat {number}" for number in range(4)], {}, seed)))


def table(*answers: bool) -> Table:
    """That game after these answers: with a tile or not."""
    seed, moves = moves_to_an_attack()
    made = fresh(seed)
    for number, (seat, move) in enumerate(moves, 1):
        if len(made.steps) == number:
            made.play(seat, move)
    for defends in answers:
        assert made.state.prompt is not None
        made.play(made.state.prompt.seat, made.state.legal()[0 if defends else -1])
    return made


def asked_seats(made: Table) -> list[int]:
    """The seats that were asked in the last round."""
    states = [step.state for step in made.steps if isinstance(step.state, Survive)]
    return asked_now(next(state for state in reversed(states) if state.prey >= 0))


def test_records_exports_and_events_tell_others_nothing_of_the_first_answer():
    one, other = table(True), table(False)
    first, second = asked_seats(one)
    for seat in (first, second, None):
        told, otherwise = [list(export(made, seat=seat)) for made in (one, other)]
        assert (told == otherwise) == (seat != first)
        assert (told[-1]["move"] == "answer") == (seat != first)
        assert one.events(one.steps[-1], seat) == other.events(other.steps[-1], seat) == []
    last = one.log.records[-1]
    assert (last.kind, last.seat, last.opened) == ("move", first, [])
    assert last.digest == other.log.records[-1].digest
    assert (one.steps[-1].forced, one.steps[-1].opened) == (other.steps[-1].forced, other.steps[-1].opened)


def test_who_only_looks_on_cannot_read_the_answer_in_the_record():
    made = table(True)
    assert unmasked(GAME.moves, made.log.records[-1], Told()) == ("answer", SEALED)
    assert unmasked(GAME.moves, made.log.records[-1], made.dealer) == made.steps[-1].move


def test_the_last_record_opens_the_answers_up_to_the_first_defence():
    for answers, many in (((True, True), 1), ((True, False), 1), ((False, True), 2), ((False, False), 2)):
        made = table(*answers)
        opened = made.log.records[made.steps[-1].n].opened
        assert opened is not None
        assert len(opened) == many
        assert [bool(one) for one in opened] == list(answers)[:many]


@pytest.mark.parametrize("answers", [(True, True), (False, True), (False, False)])
def test_a_log_is_replayed_by_all_and_by_whoever_only_looks_on(answers):
    made = table(*answers)
    again = Table(Reading(made.log.records))
    assert again.state.digest() == made.state.digest()
    assert [step.move for step in again.steps] == [step.move for step in made.steps]
    state, dealer = made.steps[-3].state.view(None), Told()
    for step in made.steps[-2:]:
        state.apply(("answer", SEALED))
        dealer.hear(made.log.records[step.n].opened)
        while state.asks:
            state.answer(dealer.answer(state.asks))
        assert state.digest() == step.state.digest()


def test_what_may_be_taken_back_does_not_tell_who_could_defend():
    made = table(True)
    first, second = asked_seats(made)
    mover = made.state.to_move
    assert mover is not None
    for seat in (mover, first, second):
        assert made.back_target(seat, alone=False) is None, "an answer has been given"
    assert made.back_target(first, alone=True) is made.steps[-2]
    other = table()
    state: Any = other.state
    for terrain in LAND:  # now the first to be asked cannot defend
        hand = state.hand_of(first, terrain)
        hand.held[DOLPHIN] += hand.held[GUARD[state.rolled]]
        hand.held[GUARD[state.rolled]] = 0
    other.play(first, NO)
    assert other.back_target(first, alone=True) is other.steps[-2]


# --- Bots


def test_a_world_that_fits_the_middle_of_the_round_has_the_earlier_answers():
    made = attacked(*GUARDED)
    made.do(YES)
    for number in range(20):
        world = sample(made.state.view(2), Stream("answers", number))
        (answer,) = world.answers.faces
        assert answer != SEALED
        guards = [kind for kind in LAND if world.hand_of(1, kind).held[NO_SHARK]]
        assert answer in (0, *guards)


def test_in_such_a_world_a_seat_that_surely_has_the_tile_saves_the_valuable_with_it():
    tiles = {1: [(BEACH, NO_SHARK)], 2: [(FOREST, NO_SHARK)]}
    folk = ["a1 3,0", "c1 7,-4", *(f"b{number} 7,-4" for number in range(5, 11))]
    made = rolled(SHARK, *folk, sharks=["6,-3"], tiles=tiles)
    for back, many in enumerate(BACK_COUNTS[BEACH]):
        made.state.used[BEACH][back] = many - (back == NO_SHARK)
    made.do(("creature", SHARK, at("6,-3"), at("7,-4")), NO)
    for number in range(5):
        world = sample(made.state.view(2), Stream("sure", number))
        assert world.answers.faces == [BEACH], "whatever the seat has answered"
        world.advance(("answer", FOREST))
        assert world.used[BEACH][NO_SHARK] == BACK_COUNTS[BEACH][NO_SHARK]


@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard:40"])
def test_bots_answer_the_same_whatever_was_answered_before(level):
    moves = {make_bot(level, GAME, "middle").choose(state.view(2)) for state in twins([YES], [NO])}
    assert len(moves) == 1
    (move,) = moves
    assert move in (NO, ("answer", FOREST))


def test_an_answer_is_reviewed_by_what_its_seat_knew():
    made = table(True, True)
    _first, second = asked_seats(made)
    found = list(review(made, second, 20))
    assert any(choice.played[0] == "answer" for turn in found for choice in turn.choices)


def test_nobody_else_answers():
    made = table(True)
    first, _second = asked_seats(made)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        made.play(first, NO)
