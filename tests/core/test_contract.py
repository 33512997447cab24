"""What every game of the house promises, whatever its rules: one suite for all of them.

Each case is a game, a number of seats and a choice of options; within it, several seeds are played through by a policy
that knows no game. Lanterns (toy.py) is no game of the house, but needs of the engine what later games will.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, count, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgpack import packb, unpackb

from core import compiling, games
from core.chance import Ask, Open, Roll, SeededDealer, Shuffle, Stream, answers_for, open_answers
from core.fields import FieldType, Kind, pack, unpack
from core.game import BadOption, Event, Game, IllegalMove, Move, State, option_text
from core.hidden import ALL, SEALED, Hand, Row, may_see
from tests.core import toy

GAMES: dict[str, Game] = {name: games.load(name) for name in games.names()} | {toy.GAME.name: toy.GAME}
LONGEST = 10_000  # moves; no game takes nearly as many
MANY_CASES = 40  # more than these are not all played
SWITCHES = ("instant", "quiet", "stages")  # how a state is being played, which is no part of the position


class Case(NamedTuple):
    game: Game
    seats: int
    options: dict[str, Any]

    def start(self) -> State:
        return self.game.new(self.seats, self.options)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        said = [option_text(self.options[option.name]) for option in self.game.options]
        return " ".join([self.game.name, str(self.seats), *said])


@cache
def cases_of(name: str) -> list[Case]:
    """Every way to begin a game; of very many as few as bring every two choices together that get on."""
    game = GAMES[name]
    names = [option.name for option in game.options]
    every = [
        Case(game, seats, options)
        for seats in game.seat_counts
        for values in product(*(option.values for option in game.options))
        if game.clash(options := dict(zip(names, values, strict=True))) is None
    ]
    return every if len(every) <= MANY_CASES else covering(every, 2)


@cache
def usual_cases(name: str) -> list[Case]:
    """As few of them as have every choice in them once. Every run plays these; `full` plays the others too."""
    return covering(cases_of(name), 1)


def covering(every: list[Case], together: int) -> list[Case]:
    """As few cases as bring every `together` choices together that get on."""
    choices = [set(combinations([case.seats, *case.options.items()], together)) for case in every]
    left, found = set().union(*choices), list[Case]()
    while left:
        most = max(range(len(every)), key=lambda at: len(choices[at] & left))
        left -= choices[most]
        found.append(every[most])
    return found


def cases() -> list[Case]:
    return [case for name in GAMES for case in cases_of(name)]


def marked(chosen: list[Case]) -> list[Any]:
    """These cases as parameters of tests: those that are not usual ones belong to the slow tests."""
    return [
        pytest.param(case, id=str(case), marks=() if case in usual_cases(case.game.name) else pytest.mark.full)
        for case in chosen
    ]


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


# --- Playing any game


Chance = list[tuple[list[Ask], list[int]]]  # what was asked and answered, until somebody could be prompted


class Step(NamedTuple):
    """One move of a game as it was played."""

    before: State
    seat: int
    move: Move
    chance: Chance
    events: list[Event]
    after: State


class Played(NamedTuple):
    case: Case
    seed: int
    start: State  # waiting for chance
    chance: Chance
    dealt: State
    steps: list[Step]


def settle(state: State, dealer: Any) -> Chance:
    """Chance answers until somebody is asked."""
    spoken: Chance = []
    while state.asks:
        asks = state.asks
        answers = dealer.answer(asks)
        spoken.append((list(asks), answers))
        state.answer(answers)
    return spoken


def pick(state: State, choose: Stream) -> Move:
    moves = state.legal()
    move = moves[choose.below(len(moves))]
    return _other_mix(state, move, choose) if state.game.name == "atlantis" and move[0] == "pay" else move


def _other_mix(state: Any, move: Move, choose: Stream) -> Move:
    """`legal` names one mix of symbols for a payment. Any other will do as well, so let it be any."""
    cards = state.hands[state.seat].faces()
    mix = sorted(choose.shuffled(range(len(cards)))[: len(move[2])])
    other = (*move[:2], tuple(cards[index] for index in mix))
    return other if state.explain(other) is None else move


@lru_cache(maxsize=40)
def play(case: Case, seed: int) -> Played:
    """A whole game. Nothing in it may be changed: whoever asks for it again gets the same one."""
    return play_anew(case, seed)


def play_anew(case: Case, seed: int) -> Played:
    dealer, choose = SeededDealer(f"{case} {seed}"), Stream("policy", str(case), seed)
    start = case.start()
    dealt = start.copy()
    chance = settle(dealt, dealer)
    state = dealt
    steps: list[Step] = []
    while state.outcome is None:
        assert len(steps) < LONGEST, "the game does not end"
        assert state.prompt is not None
        before, seat, move = state, state.prompt.seat, pick(state, choose)
        state = state.copy()
        state.events = []
        state.apply(move)
        spoken = settle(state, dealer)
        steps.append(Step(before, seat, move, spoken, state.take_events(), state))
    return Played(case, seed, start, chance, dealt, steps)


@pytest.fixture(scope="module", params=marked(cases()))
def case(request) -> Case:
    played: Case = request.param
    return played


USUAL_SEEDS = (0, 2)  # the games of these are short, and nearly every kind of move is made in them


@pytest.fixture(scope="module", params=[USUAL_SEEDS, pytest.param((1, 3), marks=pytest.mark.full)], ids=["", "more"])
def played(case, request) -> list[Played]:
    """Whole games: all tests of a case look at the same ones."""
    return [play(case, seed) for seed in request.param]


def viewers(case: Case) -> list[int | None]:
    return [*range(case.seats), None]


_known_slots: dict[type, list[str]] = {}


def slots(thing: object) -> list[str]:
    kind = type(thing)
    if kind not in _known_slots:
        # A compiled class has no slots, but tells its attributes and those that it inherits.
        compiled = [name for name in getattr(kind, "__mypyc_attrs__", ()) if name != "__dict__"]
        _known_slots[kind] = compiled + [name for one in kind.__mro__ for name in vars(one).get("__slots__", ())]
    return _known_slots[kind]


def differences(one: State, other: State, without: tuple[str, ...] = ()) -> list[str]:
    """The slots in which two states are not the same."""
    assert type(one) is type(other)
    names = [name for name in slots(one) if name not in (*SWITCHES, *without)]
    return [name for name in names if not _same(getattr(one, name), getattr(other, name))]


def _same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, Hand | Row):
        return all(getattr(one, name) == getattr(other, name) for name in slots(one))
    if isinstance(one, list) and one and isinstance(one[0], Hand | Row):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def picture(thing: Any) -> Any:
    """Everything there is in a state, as plain values that can be compared and packed."""
    if thing is None or isinstance(thing, int | str | bytes):
        return thing
    if isinstance(thing, bytearray):
        return ["bytearray", bytes(thing)]
    if isinstance(thing, dict):
        return ["dict", *sorted([picture(key), picture(value)] for key, value in thing.items())]
    if isinstance(thing, list | tuple):
        plain = set(map(type, thing)) <= {int}
        return [type(thing).__name__, *(thing if plain else map(picture, thing))]
    if isinstance(thing, State | Hand | Row):
        names = sorted(name for name in slots(thing) if name not in SWITCHES)
        return [type(thing).__name__, *([name, picture(getattr(thing, name))] for name in names)]
    raise AssertionError(f"a state holds a {type(thing).__name__}")


def bytes_of(state: State) -> bytes:
    data: bytes = packb(picture(state))
    return data


def some(kind: FieldType, choose: Stream) -> Any:
    """A value for a field: most often one that fits."""
    if not choose.below(12):
        return [None, "x", kind.high + 1, kind.low - 2, True, (0,), (kind.high + 1,), 1 << 70][choose.below(8)]
    one = [kind.low + choose.below(kind.high - kind.low + 1) for _ in range(choose.below(4) if kind.many else 1)]
    return tuple(one) if kind.many else one[0]


def any_move(game: Game, choose: Stream) -> Any:
    """A move of this game whatever the position, or something that only looks like one."""
    kinds = list(game.moves.values())
    kind = kinds[choose.below(len(kinds))]
    move = (kind.name, *(some(field.type, choose) for field in kind.fields))
    if not choose.below(20):
        return [(), None, "pass", ("nonsense",), (*move, 0), move[:-1], list(move), ((), 1)][choose.below(8)]
    return move


# --- Moves


def test_every_legal_move_can_be_made(case):
    dealer = SeededDealer(f"{case} legal")
    choose = Stream("legal", str(case))
    state = case.start()
    settle(state, dealer)
    while state.outcome is None:
        moves = state.legal()
        assert moves
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert case.game.moves[move[0]].fault(move) is None
            assert state.explain(move) is None
            after = state.copy()
            after.apply(move)
            settle(after, dealer)
            assert (after.prompt is None) == (after.outcome is not None)
        state.apply(pick(state, choose))
        settle(state, dealer)


def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(case, played):
    choose = Stream("illegal", str(case))
    refused = 0
    for step in played[0].steps:
        state = step.before
        untouched = picture(state), state.digest()
        legal = set(map(repr, state.legal()))
        for _ in range(8):
            move = any_move(case.game, choose)
            reason = state.explain(move)
            if reason is None:
                # Not all that is legal has to be listed, but then it can be played.
                state.copy().apply(move)
                continue
            assert repr(move) not in legal
            with pytest.raises(IllegalMove) as caught:
                state.apply(move)
            assert caught.value.reason == reason
            refused += 1
        assert (picture(state), state.digest()) == untouched
    assert refused


def test_nobody_moves_while_chance_is_asked_or_after_the_end(played):
    game = played[0]
    first = game.steps[0].move
    assert game.start.prompt is None
    assert game.start.legal() == []
    with pytest.raises(IllegalMove, match="chance_first"):
        game.start.copy().apply(first)
    asked = 0
    for step in game.steps:
        state = step.before.copy()
        state.apply(step.move)
        if state.asks:
            asked += 1
            assert state.prompt is None
            assert state.legal() == []
            assert state.forced() is None
            with pytest.raises(IllegalMove, match="chance_first"):
                state.apply(step.move)
    assert asked
    over = game.steps[-1].after
    assert over.outcome is not None
    assert (over.prompt, over.to_move, over.forced()) == (None, None, None)
    assert over.legal() == []
    with pytest.raises(IllegalMove, match="game_over"):
        over.copy().apply(first)


def test_a_forced_move_is_the_only_one(played):
    for game in played:
        for step in game.steps:
            only = step.before.forced()
            if only is not None:
                assert step.before.legal() == [only]
                assert step.move == only


def test_moves_and_events_come_back_from_their_written_and_packed_forms(case, played):
    game = case.game
    for step in played[0].steps:
        for move in (*step.before.legal(), step.move):
            assert game.read(game.text(move)) == move
            assert unpack(game.moves, unpackb(packb(pack(move)))) == move
        for kinds, item in [(game.moves, step.move), *((game.events, event) for event in step.events)]:
            for seat in viewers(case):
                seen = kinds[item[0]].view(item, step.seat, seat)
                assert kinds[item[0]].fault(seen) is None
                assert unpack(kinds, unpackb(packb(pack(seen)))) == seen
                assert set(kinds[item[0]].json(seen)) == {field.name for field in kinds[item[0]].fields}


@every_game
def test_what_is_no_move_is_not_unpacked(game):
    not_moves: list[Any] = [None, 7, "draw", [], [[]], [None], ["nonsense"], {"0": "draw"}, [b"draw"], [1]]
    wrong_values: list[Any] = [None, "x", 1 << 70, True, [[0]], {}]
    for packed in not_moves:
        assert unpack(game.moves, packed) is None
    for kind in game.moves.values():
        fields = [[field.type.low] if field.type.many else field.type.low for field in kind.fields]
        assert unpack(game.moves, [kind.name, *fields]) is not None
        assert unpack(game.moves, [kind.name, *fields, 0]) is None
        for wrong in wrong_values:
            for index, field in enumerate(kind.fields):
                if not (wrong is None and field.type.optional):
                    assert unpack(game.moves, [kind.name, *fields[:index], wrong, *fields[index + 1 :]]) is None


@every_game
def test_a_typed_line_means_the_same_as_its_moves(game):
    case = Case(game, game.seat_counts[0], game.settle({}))
    for step in play(case, 0).steps:
        for move in step.before.legal():
            assert game.parse(step.before, game.text(move)) == ([move], "")


# --- Who sees what


def test_a_log_replayed_by_one_seat_alone_gives_the_same_game(case, played):
    """Each view is led on by what that seat is told: moves as it sees them, and the answers that are for it."""
    for game in played:
        for seat in viewers(case):
            view = game.start.view(seat)
            full = game.start.copy()
            for asks, answers in game.chance:
                assert view.digest() == full.digest()
                view.answer(answers_for(asks, answers, seat))
                full.answer(answers)
            assert view.take_events() == _as_seen(case, full.take_events(), None, seat)
            for step in game.steps:
                assert view.digest() == step.before.digest() == full.digest()
                assert view.prompt == step.before.prompt
                view.apply(case.game.moves[step.move[0]].view(step.move, step.seat, seat))
                full.apply(step.move)
                for asks, answers in step.chance:
                    assert view.digest() == full.digest()
                    assert [type(ask) for ask in view.asks] == [type(ask) for ask in asks]
                    view.answer(answers_for(asks, answers, seat))
                    full.answer(answers)
                assert not view.asks
                assert view.take_events() == _as_seen(case, step.events, step.seat, seat)
                assert full.take_events() == step.events
                assert view.public() == step.after.public()
                assert differences(view, step.after.view(seat)) == []
            assert view.outcome == game.steps[-1].after.outcome


def _as_seen(case: Case, events: list[Event], actor: int | None, seat: int | None) -> list[Event]:
    return [case.game.events[event[0]].view(event, actor, seat) for event in events]


def test_the_answers_in_a_record_are_those_for_all(case, played):
    for step in played[0].steps:
        for asks, answers in step.chance:
            assert open_answers(asks, answers) == [
                None if face == SEALED else face for face in answers_for(asks, answers, None)
            ]
            for seat in range(case.seats):
                for ask, answer, mine in zip(asks, answers, answers_for(asks, answers, seat), strict=True):
                    if isinstance(ask, Shuffle) or (isinstance(ask, Open) and not may_see(ask.to, seat)):
                        assert mine == SEALED
                    else:
                        assert mine == answer != SEALED


def test_a_seat_can_tell_from_its_own_view_what_it_may_do(case, played):
    choose = Stream("own view", str(case))
    for game in played:
        for step in game.steps:
            view = step.before.view(step.seat)
            assert view.legal() == step.before.legal()
            assert view.forced() == step.before.forced()
            for _ in range(10):
                move = any_move(case.game, choose)
                assert view.explain(move) == step.before.explain(move)


def test_what_is_legal_is_never_doubted_by_anybody(case, played):
    """On a view of another seat's position only what is public is checked."""
    for step in played[1].steps:
        for seat in viewers(case):
            view = step.before.view(seat)
            for move in step.before.legal():
                assert view.explain(case.game.moves[move[0]].view(move, step.seat, seat)) is None


def test_a_view_of_a_view_tells_nothing_more(case, played):
    for step in played[1].steps[::3]:
        spectator = step.after.view(None)
        for seat in range(case.seats):
            view = step.after.view(seat)
            assert differences(view.view(seat), view) == []
            assert differences(view.view(None), spectator) == []


# --- Twins: the same play in public, and other faces under it


class Twin:
    """The dealer of a seed, with pairs of faces changed round where they lie in a shuffled place."""

    def __init__(self, seed: str, swaps: list[tuple[str, int, int, int]]) -> None:
        self.seed = seed
        self.swaps = swaps
        self.orders: dict[tuple[str, int], list[int]] = {}

    def answer(self, asks: list[Ask]) -> list[int]:
        answers = []
        for ask in asks:
            if isinstance(ask, Shuffle):
                order = Stream(self.seed, "shuffle", ask.place, ask.epoch).shuffled(ask.faces)
                for place, epoch, one, other in self.swaps:
                    if (place, epoch) == (ask.place, ask.epoch):
                        order[one], order[other] = order[other], order[one]
                self.orders[ask.place, ask.epoch] = order
                answers.append(SEALED)
            elif isinstance(ask, Roll):
                answers += SeededDealer(self.seed).answer([ask])
            else:
                known = ask.face != SEALED
                answers.append(ask.face if known else self.orders[ask.place, ask.epoch][ask.at])
        return answers


class Other(NamedTuple):
    """A twin's game up to some point: the states at every prompt, and what was seen on the way."""

    states: list[State]
    events: list[list[Event]]


def twin_game(game: Played, swaps: list[tuple[str, int, int, int]], length: int, viewer: int | None) -> Other | None:
    """The same moves over other faces, or None where the viewer would be told something else on the way.

    Only that makes it a twin: that every move is legal there too, and that chance gives the viewer the same answers.
    All that the viewer can see must then be equal, and that is left to the test.
    """
    dealer = Twin(f"{game.case} {game.seed}", swaps)
    state = game.start.copy()
    if not _same_answers(settle(state, dealer), game.chance, viewer):
        return None
    states, events = [state.copy()], [state.take_events()]
    for step in game.steps[:length]:
        if state.explain(step.move) is not None:
            return None
        state.advance(step.move)
        if not _same_answers(settle(state, dealer), step.chance, viewer):
            return None
        events.append(state.take_events())
        states.append(state.copy())
    return Other(states, events)


def _same_answers(here: Chance, there: Chance, viewer: int | None) -> bool:
    return _told(here, viewer) == _told(there, viewer)


def _told(chance: Chance, viewer: int | None) -> list[list[int]]:
    return [answers_for(asks, answers, viewer) for asks, answers in chance]


def sealed_faces(game: Played, length: int, viewer: int | None) -> tuple[list[tuple[str, int, int, int]], list[Any]]:
    """Faces in shuffled places that chance never gave the viewer, those in other hands first; and all the others."""
    orders: dict[tuple[str, int], list[int]] = {}
    given: dict[tuple[str, int, int], bool] = {}
    dealer = Twin(f"{game.case} {game.seed}", [])
    for asks, _ in [*game.chance, *(spoken for step in game.steps[:length] for spoken in step.chance)]:
        dealer.answer(asks)
        for ask in asks:
            if isinstance(ask, Open) and (ask.place, ask.epoch) in dealer.orders:
                given[ask.place, ask.epoch, ask.at] = may_see(ask.to, viewer)
    orders = dealer.orders
    sealed = [
        (place, epoch, index, order[index])
        for (place, epoch), order in orders.items()
        for index in range(len(order))
        if not given.get((place, epoch, index), False)
    ]
    held = [face for face in sealed if face[:3] in given]
    return held, sealed


def make_twin(game: Played, length: int, viewer: int | None, choose: Stream) -> tuple[int, Other | None]:
    """A twin that differs in as many sealed faces as could be found in some tries."""
    held, sealed = sealed_faces(game, length, viewer)
    swaps: list[tuple[str, int, int, int]] = []
    best: Other | None = None
    for _ in range(6):
        pool = held if held and choose.below(3) else sealed
        place, epoch, one, face = pool[choose.below(len(pool))]
        partners = [other for other in sealed if other[:2] == (place, epoch) and other[3] != face]
        if not partners:
            continue
        wanted = [*swaps, (place, epoch, one, partners[choose.below(len(partners))][2])]
        found = twin_game(game, wanted, length, viewer)
        if found is not None:
            swaps, best = wanted, found
    return len(swaps), best


def test_twin_games_look_the_same_to_whoever_cannot_see_the_difference(case, played):
    choose = Stream("twins", str(case))
    game = played[0]
    plain = twin_game(game, [], len(game.steps), None)
    assert plain is not None
    assert [state.digest() for state in plain.states[1:]] == [step.after.digest() for step in game.steps]
    found = 0
    for viewer in viewers(case):
        for length in (choose.below(12), choose.below(len(game.steps) // 2), choose.below(len(game.steps))):
            differences, twin = make_twin(game, length, viewer, choose)
            if twin is None:
                continue
            found += 1
            here = [game.dealt, *(step.after for step in game.steps[:length])]
            assert differences
            for state, other in zip(here, twin.states, strict=True):
                assert_same_to(viewer, state, other, choose)
            for step, events in zip(game.steps[:length], twin.events[1:], strict=True):
                assert _as_seen(case, step.events, step.seat, viewer) == _as_seen(case, events, step.seat, viewer)
            # The next move is made, and chance has not spoken yet.
            if length < len(game.steps) and here[-1].explain(game.steps[length].move) is None:
                asking, other = here[-1].copy(), twin.states[-1].copy()
                if other.explain(game.steps[length].move) is None:
                    asking.advance(game.steps[length].move)
                    other.advance(game.steps[length].move)
                    assert bytes_of(asking.view(viewer)) == bytes_of(other.view(viewer))
                    assert asking.digest() == other.digest()
    assert found >= len(viewers(case))  # of three times as many


def assert_same_to(viewer: int | None, state: State, other: State, choose: Stream) -> None:
    assert bytes_of(state.view(viewer)) == bytes_of(other.view(viewer))
    assert state.digest() == other.digest()
    assert state.prompt == other.prompt
    if state.prompt is not None and state.prompt.seat == viewer:
        assert state.legal() == other.legal()
        assert state.forced() == other.forced()
        for _ in range(3):
            move = any_move(state.game, choose)
            assert state.explain(move) == other.explain(move)


def test_twins_differ_where_nobody_may_look(case, played):
    """The test above would prove nothing if its twins were the same game twice."""
    choose = Stream("differ", str(case))
    game = played[1]
    unlike = 0
    for length in (4, 8, len(game.steps) // 3, len(game.steps) // 2):
        _, twin = make_twin(game, length, None, choose)
        if twin is not None:
            unlike += bool(differences(twin.states[-1], game.steps[length - 1].after))
    assert unlike


# --- The state as a thing


@every_game
def test_a_state_says_of_all_it_holds_who_may_know_it(game):
    state = game.new(game.seat_counts[0])
    said = [*state.OPEN, *state.HIDDEN, *state.DERIVED, *state.REMEMBERED]
    assert len(set(said)) == len(said)
    assert sorted([*said, "asks", "events", "options", "outcome", "seats"]) == sorted(slots(state))
    # From Python 3.12 on a compiled state has an empty one, because ABC, which is not compiled, is among its bases.
    assert not (getattr(state, "__dict__", None) if compiling.in_use() else hasattr(state, "__dict__"))


def test_a_copy_is_equal_and_shares_nothing_that_changes(played):
    game = played[0]
    for state in [game.start, game.dealt, *(step.after for step in game.steps[::2])]:
        twin = state.copy()
        assert type(twin) is type(state)
        assert differences(twin, state) == []
        assert not set(_changeable(twin)) & set(_changeable(state))


def _changeable(thing: Any) -> Iterator[int]:
    """Where in memory everything lies that can change and belongs to a state."""
    if isinstance(thing, State | Hand | Row):
        yield id(thing)
        for name in slots(thing):
            if name not in ("options", *SWITCHES):  # options are settled once
                yield from _changeable(getattr(thing, name))
    elif isinstance(thing, list | tuple):
        if isinstance(thing, list):
            yield id(thing)
        for one in thing:
            yield from _changeable(one)
    elif isinstance(thing, dict):
        yield id(thing)
        for one in thing.values():
            yield from _changeable(one)
    elif isinstance(thing, bytearray):
        yield id(thing)


def test_playing_on_a_copy_or_a_view_leaves_the_original(played):
    for step in played[1].steps:
        untouched = picture(step.before)
        for other in (step.before.copy(), step.before.view(step.seat)):
            other.apply(step.move)
            for asks, answers in step.chance:
                other.answer(answers_for(asks, answers, step.seat))
            assert picture(step.before) == untouched


def test_what_is_derived_is_what_would_be_worked_out_from_scratch(played):
    for game in played:
        for state in [game.dealt, *(step.after for step in game.steps)]:
            again: Any = state.copy()
            for name in state.DERIVED:
                if name not in SWITCHES:
                    setattr(again, name, _blank(getattr(again, name)))
            if state.DERIVED:
                again.work_out()
            assert _meant(again, state) == []


def _meant(one: Any, other: Any) -> list[str]:
    """Where two states differ in what means something. In Atlantis nobody ever stands where there is no tile."""
    if one.game.name != "atlantis":
        return differences(one, other)
    land = [place for place, value in enumerate([*one.values, 1]) if value]
    assert [one.toll[place] for place in land] == [other.toll[place] for place in land]
    return differences(one, other, ("toll",))


def _blank(value: Any) -> Any:
    if isinstance(value, list):
        return [_blank(one) for one in value]
    return type(value)(len(value)) if isinstance(value, bytes | bytearray) else 0


def test_the_digest_covers_all_that_everybody_knows(case, played):
    game = played[0]
    states = [step.after for step in game.steps]
    for state in (game.dealt, states[len(states) // 3], states[2 * len(states) // 3], states[-1]):
        digest = state.digest()
        for name in state.OPEN:
            for changed in _changed(getattr(state, name)):
                twin = state.copy()
                setattr(twin, name, changed)
                assert twin.digest() != digest, name
        for name in state.HIDDEN:
            things = getattr(state, name)
            for index in range(len(things) if isinstance(things, list) else 1):
                twin = state.copy()
                thing = getattr(twin, name)
                thing = thing[index] if isinstance(thing, list) else thing
                if isinstance(thing, Hand):
                    thing.add(0)
                else:
                    thing.append(0, 0)
                assert twin.digest() != digest, name
        twin = state.copy()
        twin.outcome = None if state.outcome else ((0,), (0,))
        assert twin.digest() != digest
        for option in case.game.options:
            for value in option.values:
                if value != case.options[option.name]:
                    twin = state.copy()
                    twin.options = {**case.options, option.name: value}
                    assert twin.digest() != digest


def _changed(value: Any) -> Iterator[Any]:
    """Values that differ from this one in one place."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield value + "?"
    elif isinstance(value, bytearray):
        for index in range(0, len(value), 9):
            yield value[:index] + bytes([value[index] ^ 1]) + value[index + 1 :]
    else:
        assert isinstance(value, list)
        for index, one in enumerate(value):
            for changed in _changed(one):
                yield [*value[:index], changed, *value[index + 1 :]]
        yield [*value, 0]


def test_digests_name_game_seats_and_prompt(case, played):
    seen = {state.digest() for state in (played[0].dealt, case.start())}
    assert len(seen) == 2
    for other in cases():
        if other != case:
            assert other.start().digest() not in seen


@pytest.mark.parametrize("case", marked([case for case in cases() if hasattr(case.start(), "play_at_once")]))
@pytest.mark.parametrize("told", [True, False], ids=["events", "quiet"])
def test_chance_that_answers_at_once_gives_the_same_game(case, told):
    """As playouts have it, where nobody asks and nobody may be told."""
    for game in (play(case, seed) for seed in range(2)):
        early, later = case.start(), case.start()
        early.play_at_once(SeededDealer(f"{case} {game.seed}"), events=told)
        settle(later, dealer := SeededDealer(f"{case} {game.seed}"))
        later.play_at_once(dealer, events=told)
        for state in (early, later):
            assert differences(state, game.dealt) == []
            for step in game.steps:
                assert state.legal() == step.before.legal()
                state.apply(step.move)
                assert not state.asks
                assert differences(state, step.after, ("events",)) == []
                assert state.take_events() == step.events or not told
            assert state.outcome == game.steps[-1].after.outcome


def test_no_view_has_the_dealer_in_it():
    for case in cases():
        state: Any = case.start()
        if hasattr(state, "play_at_once"):
            state.play_at_once(SeededDealer("view"))
            for seat in viewers(case):
                assert state.view(seat).instant is None


# --- Whole games


@pytest.mark.parametrize(
    "seeds", [USUAL_SEEDS, pytest.param((1, 3, *range(100, 106)), marks=pytest.mark.full)], ids=["", "more"]
)
def test_every_game_ends(case, seeds):
    for seed in seeds:
        outcome = play(case, seed).steps[-1].after.outcome
        assert outcome is not None
        assert len(outcome.scores) == case.seats
        best = tuple(seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores))
        if case.options.get("tiebreak", "shared") == "shared":
            assert outcome.winners == best
        else:
            assert outcome.winners
            assert set(outcome.winners) <= set(best)


def test_the_same_seed_gives_the_same_game_and_another_another(case, played):
    first, other = played
    again = play_anew(case, first.seed)
    for one, two in zip(first.steps, again.steps, strict=True):
        assert differences(one.after, two.after) == []
    assert differences(first.dealt, other.dealt) != []


def test_turns_are_counted_and_belong_to_whom_they_say(case, played):
    for step in played[0].steps:
        assert step.before.to_move is not None
        assert step.after.turn in (step.before.turn, step.before.turn + 1)
        assert case.game.events.keys() >= {event[0] for event in step.events}


RARE = {  # what the usual games have not, and where it comes soonest
    "stuck": ("atlantis 3 discard true false", 0),
    "defended": ("survive 3 false false true most_saved 1 colour true false true true", 3),
    "revealed": ("survive 2 true false true shared 2 colour true false false true", 9),
    "awarded": ("atalia 2 start false off 1", 0),
    "reshuffled": ("lanterns 3 8 true", 0),
}


@every_game
def test_these_games_have_everything_in_them(game):
    """What never happens in the games played here would not be tested by them."""
    moves, events, prompts = set[str](), set[str](), set[str]()
    reacted = False
    rare = [RARE[event] for event in game.events if event in RARE]
    others = [(case, seed) for case in cases_of(game.name) for name, seed in rare if str(case) == name]
    for case, seed in (*product(usual_cases(game.name), USUAL_SEEDS), *others):
        for step in play(case, seed).steps:
            assert step.before.prompt is not None
            moves.add(step.move[0])
            events |= {event[0] for event in step.events}
            prompts.add(step.before.prompt.kind)
            reacted = reacted or step.before.prompt.seat != step.before.to_move
    assert moves == set(game.moves)
    assert events == set(game.events)
    if game.name == "atlantis":
        assert prompts == {"turn", "chain", "pay", "after"}
    if game is toy.GAME:
        assert reacted


# --- How a game is begun


@every_game
def test_a_game_knows_its_seats_and_options(game):
    assert game.settle({}) == {option.name: option.values[0] for option in game.options}
    for seats in (0, 1, max(game.seat_counts) + 1, -1):
        with pytest.raises(BadOption) as refused:
            game.new(seats)
        assert refused.value.reason.id == "seat_count"
    with pytest.raises(BadOption) as refused:
        game.new(game.seat_counts[0], {"nonsense": True})
    assert refused.value.reason.id == "option_name"
    for option in game.options:
        for value in option.values:
            assert game.settle({option.name: value})[option.name] is value
            assert option.read(f" {option_text(value).upper()} ") == value
        for wrong in ("nonsense", 77, None, 1 if isinstance(option.values[0], bool) else True):
            with pytest.raises(BadOption) as refused:
                game.settle({option.name: wrong})
            assert refused.value.reason.id == "option_value"
    for together in game.forbidden:
        with pytest.raises(BadOption) as refused:
            game.new(game.seat_counts[0], together)
        assert refused.value.reason.id == "options_together"
        for name, value in together.items():
            others = {option: chosen for option, chosen in together.items() if option != name}
            assert game.settle(others)[name] != value


def test_a_game_of_the_house_is_found_by_its_name():
    assert "atlantis" in games.names()
    for name in games.names():
        assert games.load(name).name == name
    with pytest.raises(BadOption) as refused:
        games.load("chess")
    assert refused.value.reason.id == "no_such_game"


def test_nothing_outside_its_folder_knows_a_game():
    engine = sorted(Path(games.__file__).parent.glob("*.py"))
    assert len(engine) > 5
    known = set(games.names())
    for path in engine:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                named = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
                assert not {part for name in named for part in name.split(".")} & known, path.name


@every_game
def test_every_field_that_is_hidden_names_who_sees_it(game):
    for kind in [*game.moves.values(), *game.events.values()]:
        assert isinstance(kind, Kind)
        for field in kind.fields:
            assert field.sees in ("", "actor") or field.sees in [other.name for other in kind.fields]


# --- What the toy is for


def lanterns_where(wanted):
    """States of Lanterns in which something is so, from as many games as it takes."""
    case = Case(toy.GAME, 3, toy.GAME.settle({}))
    for seed in range(40):
        for step in play(case, seed).steps:
            if wanted(step.after):
                yield step.after


def test_a_card_put_back_on_a_deck_is_known_to_whoever_put_it_there():
    state = next(lanterns_where(lambda state: any(len(top) for top in state.tops)))
    top = next(top for top in state.tops if len(top))
    (owner,) = [seat for seat in range(3) if top.seen[-1] >> seat & 1]
    deck = state.tops.index(top)
    for seat in (0, 1, 2, None):
        face = state.view(seat).tops[deck].faces[-1]
        assert face == (top.faces[-1] if seat == owner else SEALED)


def test_who_put_a_card_back_knows_the_hand_that_drew_it():
    def known(state):
        return any(mask not in (0, ALL) for hand in state.hands for mask in hand.shown)

    seen = 0
    for state in lanterns_where(known):
        for number, hand in enumerate(state.hands):
            for mask, counts in hand.shown.items():
                if mask == ALL:
                    continue
                assert not mask >> hand.owner & 1
                for seat in range(3):
                    view = state.view(seat).hands[number]
                    if mask >> seat & 1:
                        assert all(a >= b for a, b in zip(view.held, counts, strict=True))
                        seen += 1
                assert sum(state.view(None).hands[number].held) == 0
    assert seen


def test_a_mark_is_seen_by_its_owner_and_by_whom_it_was_shown():
    state = next(lanterns_where(lambda state: any(mask.bit_count() == 2 for mask in state.marks.seen)))
    for whose, mask in enumerate(state.marks.seen):
        for seat in (0, 1, 2, None):
            visible = state.view(seat).marks.faces[whose] != SEALED
            assert visible == may_see(mask, seat)


@pytest.mark.parametrize(
    ("shown", "after_one", "after_hidden"),
    [
        ({0b010: [2, 0]}, {0b010: [1, 0]}, {0b010: [1, 0]}),
        ({0b010: [1, 0], 0b100: [1, 0]}, {}, {}),  # either may have been the one that both rely on
        ({ALL: [1, 0], 0b010: [1, 0]}, {0b010: [1, 0]}, {0b010: [1, 0]}),
        ({0b110: [1, 0], 0b010: [1, 0]}, {0b010: [1, 0]}, {0b010: [1, 0]}),
        ({ALL: [1, 1]}, {ALL: [0, 1]}, {}),
        ({0b010: [1, 2]}, {0b010: [0, 2]}, {0b010: [0, 1]}),
    ],
)
def test_what_others_know_of_a_hand_when_a_card_leaves_it(shown, after_one, after_hidden):
    for hidden, expected in ((False, after_one), (True, after_hidden)):
        hand = Hand(0, 2)
        for face in (0, 0, 0, 1, 1, 1):
            hand.add(face)
        hand.shown = {mask: counts.copy() for mask, counts in shown.items()}
        views = {seat: hand.seal(seat) for seat in (1, 2, None)}
        hand.remove(0, hidden=hidden)
        assert hand.shown == expected
        assert hand.held == [2, 3]
        for seat, view in views.items():
            view.remove(SEALED if hidden else 0, hidden=hidden)
            assert picture(view) == picture(hand.seal(seat))
            assert view.size == 5


def test_hands_of_which_many_know_something_are_the_same_from_every_side():
    """Cards come and go, seen by some or by none; what each seat knows is a part of what there is."""
    for seed in range(60):
        choose = Stream("hands", seed)
        hand, views = Hand(0, 3), {seat: Hand(0, 3) for seat in (1, 2, 3, None)}
        for _ in range(40):
            face, hidden = choose.below(3), choose.below(4) == 0
            if choose.below(2) or not hand.held[face]:
                mask = [0, 0, ALL, 0b0010, 0b0100, 0b1000, 0b0110, 0b1110][choose.below(8)]
                hand.add(face, mask)
                for seat, view in views.items():
                    view.add(face if may_see(mask, seat) else SEALED, mask)
            else:
                hand.remove(face, hidden=hidden)
                for view in views.values():
                    view.remove(SEALED if hidden else face, hidden=hidden)
            for seat, view in views.items():
                assert view.held == hand.seal(seat).held
                assert (view.size, view.public()) == (hand.size, hand.public())
                assert all(known <= there for known, there in zip(view.held, hand.held, strict=True))


# --- Many more games, when there is time


@pytest.mark.full
def test_hundreds_of_games_end_and_keep_their_sums(case):
    for seed in range(300):
        dealer, choose = SeededDealer(f"{case} full {seed}"), Stream("full", str(case), seed)
        state: Any = case.start()
        settle(state, dealer)
        for number in count():
            assert number < LONGEST
            if state.outcome is not None:
                break
            state.apply(pick(state, choose))
            settle(state, dealer)
            state.events = []
            again = state.copy()
            if state.DERIVED:
                again.work_out()
            assert _meant(again, state) == []


@pytest.mark.full
@pytest.mark.parametrize("seed", range(8))
def test_many_games_replay_on_every_view(case, seed):
    game = play(case, 10_000 + seed)
    for seat in viewers(case):
        view = game.start.view(seat)
        for asks, answers in game.chance:
            view.answer(answers_for(asks, answers, seat))
        for step in game.steps:
            assert view.digest() == step.before.digest()
            if seat == step.seat:
                assert view.legal() == step.before.legal()
            view.apply(case.game.moves[step.move[0]].view(step.move, step.seat, seat))
            for asks, answers in step.chance:
                view.answer(answers_for(asks, answers, seat))
            assert view.take_events() == _as_seen(case, step.events, step.seat, seat)
            assert differences(view, step.after.view(seat)) == []
