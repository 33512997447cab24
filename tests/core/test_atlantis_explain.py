"""Why a move is refused: every reason there is, and that `explain` and `legal` say the same as the rules.

The rules are written down here once more, in the slowest and plainest way: prices are looked up along the path, chains
are tried card by card, and a payment is whatever nothing can be left out of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import pytest

from core.atlantis import GAME, explain
from core.atlantis.components import ATLANTIS, EMPTY, MAINLAND, PLACES, SYMBOLS, TILE
from core.atlantis.rules import Atlantis
from core.chance import Stream
from core.game import AmbiguousMove, GameError, IllegalMove, Move
from core.log import MemoryLog
from core.table import Table, header
from tests.core.atlantis_positions import Scene, dealt, scene
from tests.core.reasons import OF_EVERY_GAME, reasons_of
from tests.core.test_table import BAD_HEADERS, BAD_LOGS

# --- The rules once more


def price(state: Atlantis, start: int, end: int) -> int:
    """What the water between two places costs."""
    land = [at for at in range(PLACES) if state.symbols[at] != EMPTY]
    total = 0
    for near, far in pairwise(land):
        water = range(near + 1, far)
        if water and start <= near and far <= end and not any(at in water for at in state.bridges):
            total += min(state.values[near], state.values[far])
    return total


def next_place(state: Atlantis, place: int, card: int) -> int:
    return next((at for at in range(place + 1, PLACES) if state.symbols[at] == card), MAINLAND)


def held(state: Atlantis, place: int) -> bool:
    """Whether some figure stands there, the one on its way not counting."""
    return any(
        at == place != MAINLAND and (seat, figure) != (state.seat, state.moving)
        for seat, figures in enumerate(state.figures)
        for figure, at in enumerate(figures)
    )


def payable_cards(state: Atlantis, hand: Counter[int]) -> int:
    if not state.before_buying:
        return hand.total()
    before = state.before_buying[0].held
    return sum(min(number, before[card]) for card, number in hand.items())


def can_arrive(state: Atlantis, origin: int, place: int, card: int, hand: Counter[int]) -> bool:
    """Whether a movement that goes on with this card can end somewhere, and be paid."""
    left = hand - Counter([card])
    target = next_place(state, place, card)
    if held(state, target):
        return any(can_arrive(state, origin, target, further, left) for further in left)
    money = sum(tile % TILE for tile in state.tiles[state.seat]) + payable_cards(state, left)
    return price(state, origin, target) <= money


def own_cards(state: Atlantis) -> Counter[int]:
    return Counter(state.hands[state.seat].faces())


def plays(state: Atlantis) -> list[Move]:
    hand = own_cards(state)
    return [
        ("play", figure, card)
        for figure, place in enumerate(state.figures[state.seat])
        for card in sorted(hand)
        if place != MAINLAND and can_arrive(state, place, place, card, hand)
    ]


def gaps_without_bridge(state: Atlantis) -> list[int]:
    land = [at for at in range(PLACES) if state.symbols[at] != EMPTY]
    return [
        near + 1 for near, far in pairwise(land) if far > near + 1 and not any(near < at < far for at in state.bridges)
    ]


class Allowed(NamedTuple):
    """What is asked again and again about one position."""

    plays: list[Move]
    gaps: list[int]

    @classmethod
    def in_(cls, state: Atlantis) -> Allowed:
        return cls(plays(state) if state.step == "turn" else [], gaps_without_bridge(state))


def may_be_played(state: Atlantis, move: Move, allowed: Allowed) -> bool:
    """Whether the rules allow this move, which has the right form."""
    kind, seat, step = move[0], state.seat, state.step
    if kind == "done":
        return step == "after"
    if kind == "bridge":
        return step in ("turn", "after") and state.bridge_left[seat] and move[1] in allowed.gaps
    if kind == "on":
        place = state.figures[seat][state.moving]
        hand = own_cards(state)
        return step == "chain" and hand[move[1]] > 0 and can_arrive(state, state.origin, place, move[1], hand)
    if kind == "pay":
        return step == "pay" and nothing_can_be_left_out(state, move)
    if step != "turn":
        return False
    if kind == "play":
        return move in allowed.plays
    if kind == "stuck":
        return not allowed.plays
    values = [tile % TILE for tile in state.tiles[seat]]
    cards_left = state.deck + sum(state.discard)
    return not state.bought and move[1] in values and move[1] // 2 > 0 and cards_left > 0


def nothing_can_be_left_out(state: Atlantis, move: Move) -> bool:
    _, values, cards = move
    paid, cards_paid = Counter[int](values), Counter[int](cards)
    if paid - Counter(tile % TILE for tile in state.tiles[state.seat]):
        return False
    mine = own_cards(state)
    if state.before_buying:
        mine &= Counter(state.before_buying[0].faces())
    if cards_paid - mine or list(values) != sorted(values, reverse=True) or list(cards) != sorted(cards):
        return False
    cost = price(state, state.origin, state.figures[state.seat][state.moving])
    things = [*values, *(1 for _ in cards)]
    return sum(things) >= cost and all(sum(things) - one < cost for one in things)


# --- Positions of all kinds


def from_games(number: int) -> Iterator[Atlantis]:
    """Positions that come up in play."""
    for seed in range(number):
        seats = 2 + seed % 3
        options = {option.name: option.values[seed >> bit & 1] for bit, option in enumerate(GAME.options)}
        state, dealer = dealt(seats, f"explain {seed}", **options)
        choose = Stream("explain", seed)
        while state.outcome is None:
            yield state
            moves = state.legal()
            state.apply(moves[choose.below(len(moves))])
            while state.asks:
                state.answer(dealer.answer(state.asks))


def from_nowhere(number: int) -> Iterator[Atlantis]:
    """Positions that chance has thrown on the table: short paths with much water, crowds, poor hands."""
    for seed in range(number):
        choose = Stream("nowhere", seed)
        land = sorted(set(choose.shuffled(range(20, 20 + 6 + choose.below(12)))[: 2 + choose.below(9)]))
        path = " ".join(f"{at}:{SYMBOLS[choose.below(3 + choose.below(5))]}{1 + choose.below(7)}" for at in land)
        free = choose.shuffled(range(len(land)))
        seats = []
        for seat in range(2 + choose.below(3)):
            figures = []
            for _ in range(3):
                where = choose.below(5)
                figures.append(MAINLAND if where == 0 else ATLANTIS if where == 1 or not free else land[free.pop()])
            if set(figures) == {MAINLAND}:
                figures[0] = ATLANTIS
            hand = "".join(SYMBOLS[choose.below(7)] for _ in range(choose.below(6))) or "-"
            tiles = ",".join(str(1 + choose.below(7)) for _ in range(choose.below(4)))
            bridge = " bridge" if choose.below(2) else ""
            seats.append(f"s{seat} [{figures[0]},{figures[1]},{figures[2]}] {hand} t[{tiles}]{bridge}")
        water = [at for at in range(land[0], land[-1]) if at not in land]
        bridges = [water[choose.below(len(water))]] if water and not choose.below(3) else []
        game = scene(
            path,
            *seats,
            bridges=bridges,
            deck=[0, 1, 12][choose.below(3)],
            discard=["", "FO"][choose.below(2)],
            bought_cards_can_pay=bool(choose.below(2)),
        )
        yield from _played_on(game, choose)


def _played_on(game: Scene, choose: Stream) -> Iterator[Atlantis]:
    for _ in range(4):
        if game.state.outcome is not None:
            return
        yield game.state
        moves = game.state.legal()
        # What leads to more is more often taken: purchases, and cards played before water.
        wanted = [move for move in moves if move[0] in ("buy", "play")] if choose.below(3) else moves
        game.play(GAME.text((wanted or moves)[choose.below(len(wanted or moves))]))


def every_simple_move() -> list[Move]:
    return [
        *(("play", figure, card) for figure in range(3) for card in range(7)),
        *(("on", card) for card in range(7)),
        *(("bridge", at) for at in range(PLACES)),
        *(("buy", value) for value in range(1, 8)),
        ("stuck",),
        ("done",),
    ]


SIMPLE = every_simple_move()


def some_payments(state: Atlantis, choose: Stream, number: int) -> list[Move]:
    """Payments of what one has, and now and then of what one has not."""
    values = [tile % TILE for tile in state.tiles[state.seat]]
    cards = state.hands[state.seat].faces()
    found: list[Move] = []
    for _ in range(number):
        some = [value for value in values if choose.below(2)] + [1 + choose.below(7)] * (choose.below(8) == 0)
        mix = [card for card in cards if choose.below(2)] + [choose.below(7)] * (choose.below(8) == 0)
        found.append(("pay", tuple(sorted(some, reverse=True)), tuple(sorted(mix))))
    return found


def agree(state: Atlantis, choose: Stream) -> None:
    """`legal` and `explain`, on the full state and on the asked seat's own view, say what the rules say."""
    view = state.view(state.seat)
    legal = state.legal()
    allowed = Allowed.in_(state)
    assert view.legal() == legal
    for move in SIMPLE:
        expected = may_be_played(state, move, allowed)
        reason = state.explain(move)
        assert (reason is None) == expected, (move, reason)
        assert view.explain(move) == reason
        assert (move in legal) == expected, move
    for move in some_payments(state, choose, 12 if state.step == "pay" else 1):
        reason = state.explain(move)
        assert (reason is None) == may_be_played(state, move, allowed), (move, reason)
        assert view.explain(move) == reason
    assert len(set(legal)) == len(legal)


def test_the_rules_and_legal_and_explain_agree_in_play():
    choose = Stream("agree", 1)
    steps = Counter[str]()
    for number, state in enumerate(from_games(16)):
        if number % 5 == 0 or state.step in ("chain", "pay"):
            agree(state, choose)
            steps[state.step] += 1
    assert min(steps[step] for step in ("turn", "chain", "pay", "after")) > 8


def test_the_rules_and_legal_and_explain_agree_on_positions_from_nowhere():
    choose = Stream("agree", 2)
    steps, stuck, bought = Counter[str](), 0, 0
    for state in from_nowhere(450):
        agree(state, choose)
        steps[state.step] += 1
        stuck += ("stuck",) in state.legal()
        bought += bool(state.before_buying)
    assert min(steps[step] for step in ("turn", "chain", "pay", "after")) > 40
    assert min(stuck, bought) > 100


@pytest.mark.full
def test_the_rules_and_legal_and_explain_agree_everywhere():
    choose = Stream("agree", 3)
    for state in from_nowhere(10_000):
        agree(state, choose)
    for state in from_games(250):
        agree(state, choose)


def every_payment(state: Atlantis) -> Iterator[Move]:
    values = sorted((tile % TILE for tile in state.tiles[state.seat]), reverse=True)
    cards = sorted(state.hands[state.seat].faces())
    for some in {some for number in range(len(values) + 1) for some in combinations(values, number)}:
        for mix in {mix for number in range(len(cards) + 1) for mix in combinations(cards, number)}:
            yield ("pay", some, mix)


def test_legal_names_one_mix_of_cards_for_every_set_of_tiles_and_number_of_cards():
    seen = 0
    for state in from_nowhere(400):
        if state.step != "pay" or state.hands[state.seat].size > 8 or len(state.tiles[state.seat]) > 5:
            continue
        allowed = [move for move in every_payment(state) if nothing_can_be_left_out(state, move)]
        for move in every_payment(state):
            assert (state.explain(move) is None) == (move in allowed)
        listed = [(tiles, len(cards)) for _, tiles, cards in state.legal()]
        assert len(set(listed)) == len(listed)
        assert set(listed) == {(tiles, len(cards)) for _, tiles, cards in allowed}
        assert all(move in allowed for move in state.legal())
        assert state.forced() == (allowed[0] if len(allowed) == 1 else None)
        seen += 1
    assert seen > 60


def test_water_and_ways_are_what_can_be_read_off_the_path():
    for number, state in enumerate((*from_nowhere(200), *from_games(6))):
        if number % 3:
            continue
        assert state.open_gaps() == gaps_without_bridge(state)
        for gap in state.gaps:
            assert gap.bridged == any(gap.first <= at <= gap.last for at in state.bridges)
            assert gap.price == price(state, gap.first - 1, gap.last + 1)
            assert {state.gap_at(at) for at in range(gap.first, gap.last + 1)} == {gap}
        land = [ATLANTIS, *(at for at in range(PLACES) if state.symbols[at] != EMPTY)]
        for place in land:
            assert state.fare(place, MAINLAND) == price(state, place, MAINLAND)
            for card in range(7):
                assert state.ahead[card][place + 1] == next_place(state, place, card)


def test_all_105_cards_and_all_tiles_stay_in_the_game():
    for number, state in enumerate(from_games(9)):
        if number % 5 == 0:
            hands = sum(hand.size for hand in state.hands)
            assert hands + state.deck + sum(state.discard) + sum(state.removed) == 105
            for symbol in range(7):
                known = sum(hand.held[symbol] for hand in state.hands) + state.discard[symbol] + state.removed[symbol]
                assert known <= 15
            on_path = sum(symbol != EMPTY for symbol in state.symbols) + sum(state.under)
            assert on_path + sum(map(len, state.tiles)) <= 84


def test_on_other_views_what_is_public_is_refused_for_the_same_reason():
    for number, state in enumerate((*from_nowhere(60), *from_games(3))):
        if number % 4:
            continue
        for seat in (*range(state.seats), None):
            view = state.view(seat)
            for move in SIMPLE:
                told = view.explain(move)
                if move[0] in ("bridge", "buy", "done"):
                    assert told == state.explain(move)
                elif told is not None:
                    assert state.explain(move) is not None


# --- Every reason there is


# Words of which something can be missing.
WORDS = ("go", "on", "pay", "bridge", "buy")


CHAIN = ("10:F2 11:O3 12:R1 14:H5", "s0 [10,-1,53] OHR t[4] bridge", "s1 [11,-1,-1]")
WATER = ("10:F2 12:O5", "s0 [10,53,53] OHH t[4,1,1] bridge")


def chain_open() -> Scene:
    game = scene(*CHAIN)
    game.play("1 O")
    return game


def before_paying(**options: Any) -> Scene:
    game = scene(*WATER, **options)
    game.play("1 O")
    return game


def after_moving() -> Scene:
    game = scene("8:S7 10:F2 11:O5", "s0 [10,-1,-1] OO t[4] bridge")
    game.play("1 O")
    return game


def over() -> Scene:
    game = scene("13:O4", "s0 [13,53,53] O")
    game.play("1 O")
    return game


def asking() -> Scene:
    game = scene("0:F2 1:O3", "s0 [-1,-1,-1] F")
    game.state.apply(("play", 0, 0))
    return game


def bought() -> Scene:
    game = scene("10:F2 12:O5", "s0 [10,53,53] OHC t[4,3]", cards="HS", bought_cards_can_pay=False)
    game.play("buy 4")
    return game


def bought_and_paying() -> Scene:
    game = bought()
    game.state.tiles[0] = []
    game.state.work_out()
    game.play("1 O")
    return game


# Position, move, reason and its parameters.
REFUSED: list[tuple[Any, Any, str, dict[str, Any]]] = [
    (over, ("stuck",), "game_over", {}),
    (asking, ("stuck",), "chance_first", {}),
    (lambda: scene(*WATER), ("jump", 1), "no_such_move", {}),
    (lambda: scene(*WATER), "jump", "no_such_move", {}),
    (lambda: scene(*WATER), (), "no_such_move", {}),
    (lambda: scene(*WATER), ("play", 0, 7), "bad_field", {"kind": "play", "field": "card"}),
    (lambda: scene(*WATER), ("play", 3, 0), "bad_field", {"kind": "play", "field": "figure"}),
    (lambda: scene(*WATER), ("play", 0), "bad_field", {"kind": "play", "field": ""}),
    (lambda: scene(*WATER), ("pay", [4], ()), "bad_field", {"kind": "pay", "field": "tiles"}),
    (chain_open, ("play", 1, 3), "chain_open", {"figure": 0, "at": 11}),
    (chain_open, ("stuck",), "chain_open", {"figure": 0, "at": 11}),
    (before_paying, ("on", 2), "pay_first", {"cost": 2}),
    (after_moving, ("stuck",), "after_moving", {"kind": "stuck"}),
    (lambda: scene(*WATER), ("on", 2), "no_chain", {}),
    (lambda: scene(*WATER), ("pay", (4,), ()), "nothing_to_pay", {}),
    (lambda: scene(*WATER), ("done",), "not_done", {}),
    (lambda: scene(*WATER), ("play", 2, 1), "figure_home", {"figure": 2}),
    (lambda: scene(*WATER), ("play", 0, 5), "no_such_card", {"card": 5}),
    (chain_open, ("on", 5), "no_such_card", {"card": 5}),
    (
        lambda: scene("10:F7 12:O7", "s0 [10,53,53] OH t[4]"),
        ("play", 0, 1),
        "cannot_pay",
        {"figure": 0, "card": 1, "at": 12, "cost": 7, "funds": 5},
    ),
    (
        lambda: scene("10:F2 11:O3 12:R1", "s0 [10,53,53] O", "s1 [11,-1,-1]"),
        ("play", 0, 1),
        "chain_no_card",
        {"figure": 0, "card": 1, "at": 11},
    ),
    (
        lambda: scene("10:F2 11:O1 12:R1", "s0 [10,53,53] OR", "s1 [11,12,-1]"),
        ("play", 0, 1),
        "chain_no_end",
        {"figure": 0, "card": 1, "at": 11},
    ),
    (before_paying, ("pay", (1, 4), ()), "bad_order", {}),
    (before_paying, ("pay", (), (2, 1)), "bad_order", {}),
    (before_paying, ("pay", (5,), ()), "no_such_tile", {"value": 5}),
    (before_paying, ("pay", (4, 4), ()), "no_such_tile", {"value": 4}),
    (before_paying, ("pay", (), (3, 3)), "no_such_card", {"card": 3}),
    (before_paying, ("pay", (1,), ()), "pays_too_little", {"cost": 2, "paid": 1}),
    (before_paying, ("pay", (), ()), "pays_too_little", {"cost": 2, "paid": 0}),
    (before_paying, ("pay", (4, 1), ()), "pays_too_much", {"cost": 2, "paid": 5}),
    (before_paying, ("pay", (1, 1), (2,)), "pays_too_much", {"cost": 2, "paid": 3}),
    (bought_and_paying, ("pay", (), (2, 2)), "bought_card", {"card": 2}),
    (lambda: scene("10:F2 12:O5", "s0 [10,53,53] O"), ("bridge", 11), "bridge_used", {}),
    (lambda: scene(*WATER), ("bridge", 10), "no_gap", {"at": 10}),
    (lambda: scene("10:F2 11:O5", WATER[1]), ("bridge", 10), "no_water", {}),
    (lambda: scene(*WATER, bridges=[11]), ("bridge", 11), "gap_bridged", {"at": 11}),
    (lambda: scene("10:F2 13:O5", WATER[1]), ("bridge", 12), "bridge_place", {"at": 12, "first": 11}),
    (bought, ("buy", 3), "bought_already", {}),
    (lambda: scene("10:F2", "s0 [-1,-1,-1] F"), ("buy", 3), "no_tiles", {}),
    (lambda: scene(*WATER), ("buy", 3), "no_such_tile", {"value": 3}),
    (lambda: scene(*WATER), ("buy", 1), "buys_nothing", {"value": 1}),
    (lambda: scene(*WATER, deck=0), ("buy", 4), "no_cards_left", {}),
    (lambda: scene(*WATER), ("stuck",), "can_move", {"figure": 0, "card": 1}),
]


@pytest.mark.parametrize(("position", "move", "reason", "params"), REFUSED)
def test_every_rule_is_named_that_a_move_breaks(position, move, reason, params):
    game = position()
    assert game.state.explain(move) == (reason, params)
    if not game.state.asks and game.state.outcome is None:
        assert game.state.view(0).explain(move) == (reason, params)
    with pytest.raises(IllegalMove) as caught:
        game.state.apply(move)
    assert caught.value.reason == (reason, params)


# Position, line, reason and its parameters.
MISTYPED: list[tuple[Any, str, str, dict[str, Any]]] = [
    (lambda: scene(*WATER), "", "nothing_typed", {}),
    (lambda: scene(*WATER), " , + ", "nothing_typed", {}),
    (lambda: scene(*WATER), "hello", "unreadable_word", {"word": "hello"}),
    (lambda: scene(*WATER), "b 11", "unreadable_word", {"word": "b"}),
    (lambda: scene(*WATER), "1 O !", "unreadable_word", {"word": "!"}),
    (lambda: scene(*WATER), "4 O", "unreadable_go", {"text": "4 O"}),
    (lambda: scene(*WATER), "on", "unreadable_on", {"text": "on"}),
    (lambda: scene(*WATER), "pay", "unreadable_pay", {"text": "pay"}),
    (lambda: scene(*WATER), "pay 8", "unreadable_pay", {"text": "pay 8"}),
    (lambda: scene(*WATER), "bridge", "unreadable_bridge", {"text": "bridge"}),
    (lambda: scene(*WATER), "bridge 53", "unreadable_bridge", {"text": "bridge 53"}),
    (lambda: scene(*WATER), "buy 8", "unreadable_buy", {"text": "buy 8"}),
    (lambda: scene("10:F2 12:O5 13:R1", "s0 [10,13,53] O"), "1", "figure_stays", {"figure": 0}),
    (lambda: scene(*WATER), "2", "figure_home", {"figure": 1}),
    (chain_open, "1", "chain_open", {"figure": 0, "at": 11}),
    (before_paying, "1", "pay_first", {"cost": 2}),
    (lambda: scene("10:F7 12:O7", "s0 [10,-1,53] OH"), "OO", "nobody_can", {"card": 1}),
    (lambda: scene(*WATER), "1 O H", "place_free", {"at": 12}),
    (lambda: scene("0:F2 1:O3", "s0 [-1,-1,-1] FO"), "1 F O", "place_free", {"at": 0}),
    (lambda: scene("8:S7 10:F2 11:O5", "s0 [10,-1,-1] OO bridge"), "1 O O", "place_free", {"at": 11}),
    (lambda: scene("8:S7", "s0 [8,-1,-1] OO"), "1 OO", "place_free", {"at": MAINLAND}),
    (before_paying, "on H", "place_free", {"at": 12}),
    (over, "1 O", "game_over", {}),
    (over, "O", "game_over", {}),
    (asking, "O", "chance_first", {}),
]


@pytest.mark.parametrize(("position", "line", "reason", "params"), MISTYPED)
def test_every_typed_line_that_means_nothing_is_told_why(position, line, reason, params):
    with pytest.raises(GameError) as caught:
        GAME.parse(position().state, line)
    assert caught.value.reason == (reason, params)


def test_what_is_no_written_move_is_unreadable():
    for line in ("1", "F", "1 FO", "1 F 2 F", "on FO", "stuck stuck", "bridge 3 F", ""):
        with pytest.raises(GameError) as caught:
            GAME.read(line)
        assert caught.value.reason == ("unreadable", {"text": line})


def test_an_ambiguous_line_is_told_its_readings():
    with pytest.raises(AmbiguousMove) as caught:
        GAME.parse(scene("10:F2 11:O5 12:R1", "s0 [10,11,53] RF").state, "F")
    assert caught.value.reason == ("ambiguous", {"readings": ["1 F", "2 F"]})


@cache
def table() -> Table:
    return Table(MemoryLog(header(GAME, ["you", "bot:random"], {}, "reasons")))


def from_the_table() -> set[str]:
    seen = set()
    for act in (
        lambda: table().play(1, ("stuck",)),
        lambda: table().back(0, alone=True),
        lambda: finished().play(0, ("stuck",)),
    ):
        with pytest.raises(IllegalMove) as caught:
            act()
        seen.add(caught.value.reason.id)
    return seen


def finished() -> Table:
    game = Table(MemoryLog(header(GAME, ["a", "b"], {}, "finished")))
    while not game.over:
        prompt = game.state.prompt
        assert prompt is not None
        game.play(prompt.seat, game.state.legal()[0])
    return game


def test_the_table_refuses_with_a_reason_too():
    assert from_the_table() == {"not_your_turn", "no_back", "game_over"}


def test_no_reason_is_never_given():
    given = {reason for *_, reason, _ in REFUSED} | {reason for *_, reason, _ in MISTYPED}
    given |= {"unreadable", "ambiguous"} | from_the_table() | {reason for _, reason, _ in BAD_LOGS + BAD_HEADERS}
    known = reasons_of("atlantis/explain.py", "atlantis/notation.py", "table.py", words=WORDS)
    known |= OF_EVERY_GAME | {"ambiguous"}
    assert known - given == set()
    assert given - known == set()


def test_the_search_for_reasons_finds_them():
    assert {"can_move", "bought_card"} <= reasons_of("atlantis/explain.py")
    assert {"nothing_typed", "unreadable_pay", "nobody_can"} <= reasons_of("atlantis/notation.py", words=WORDS)
    assert {"no_back", "bad_header", "other_rules"} <= reasons_of("table.py")


def test_explaining_changes_nothing():
    for number, state in enumerate(from_games(3)):
        if number % 7 == 0:
            before = state.public(), [hand.faces() for hand in state.hands], list(state.toll)
            for move in SIMPLE:
                explain.explain(state, move)
            assert (state.public(), [hand.faces() for hand in state.hands], list(state.toll)) == before


def test_positions_from_nowhere_are_sound():
    for state in from_nowhere(50):
        standing = [at for figures in state.figures for at in figures if 0 <= at < PLACES]
        if state.step == "turn":
            assert len(standing) == len(set(standing))
        assert all(state.symbols[at] != EMPTY for at in standing)
