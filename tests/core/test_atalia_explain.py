"""Why a move is refused: every reason there is, and that `explain` and `legal` say the same as the rules.

The rules are written down here once more, in the slowest and plainest way, and claims are judged by trying everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from core.atalia import GAME, explain
from core.atalia.components import (
    CAVALRY,
    DESERTER,
    FIELDS,
    FOG,
    GUILE,
    LEADERS,
    MORALE,
    MUD,
    NOBODY,
    SCOUT,
    TACTIC_CARDS,
    TRAITOR,
    TROOP_CARDS,
    TROOPS_IN_ALL,
)
from core.atalia.formations import RUN, SUM, TRIPLE, WEDGE
from core.atalia.notation import card_text
from core.atalia.rules import Atalia
from core.atalia.terrain import TERRAINS
from core.chance import Stream
from core.game import AmbiguousMove, GameError, IllegalMove, Move
from core.hidden import SEALED
from tests.core import atalia_brute as brute
from tests.core.atalia_positions import Scene, cards, dealt, scene
from tests.core.reasons import OF_EVERY_GAME, reasons_of
from tests.core.test_atalia_rules import proven_by_trying

# --- The rules once more


def deck_cards(state: Atalia, deck: int) -> int:
    return state.deck[deck] + len(state.tops[deck].faces)


def lowest(card: int) -> int:
    return card % 10 + 1 if card < TROOPS_IN_ALL else 8 if card == CAVALRY else 1


def is_open(state: Atalia, field: int) -> bool:
    return state.owners[field] == NOBODY


def takes(state: Atalia, card: int, field: int) -> bool:
    """Whether the seat that is asked may put this card on its side of a field."""
    need = {"bridge": 2, "marsh": 4}.get(TERRAINS[state.terrain[field]], 3)
    if state.mud[field]:
        need += 1
    high = TERRAINS[state.terrain[field]] == "slope" and lowest(card) > 7
    return is_open(state, field) and len(state.sides[state.seat][field]) < need and not high


def has(state: Atalia, card: int) -> bool:
    return card in state.hand_cards(state.seat)


def may_play_tactic(state: Atalia, card: int) -> bool:
    mine, his = state.tactics_played[state.seat], state.tactics_played[1 - state.seat]
    second = card in LEADERS and state.leaders_played[state.seat] > 0
    return has(state, card) and mine - his < 1 and not second


def may_play(state: Atalia, move: Move) -> bool:
    """Whether this card may be played so."""
    kind, seat = move[0], state.seat
    if kind == "lay":
        _, card, field = move
        if card in GUILE:
            return False
        if card in (FOG, MUD):
            marsh = card == MUD and TERRAINS[state.terrain[field]] == "marsh"
            return may_play_tactic(state, card) and is_open(state, field) and not marsh
        held = has(state, card) if card < TROOPS_IN_ALL else may_play_tactic(state, card)
        return held and takes(state, card, field)
    if kind == "scout":
        return may_play_tactic(state, SCOUT) and deck_cards(state, 0) + deck_cards(state, 1) > 0
    if not may_play_tactic(state, {"redeploy": GUILE[1], "deserter": GUILE[2], "traitor": GUILE[3]}[kind]):
        return False
    card, field = move[1], move[2]
    whose = seat if kind == "redeploy" else 1 - seat
    if not is_open(state, field) or card not in state.sides[whose][field]:
        return False
    if kind == "deserter":
        return True
    if kind == "redeploy":
        return move[3] is None or (move[3] != field and takes(state, card, move[3]))
    return card < TROOPS_IN_ALL and takes(state, card, move[3])


def may_be_made(state: Atalia, move: Move, can_play: bool) -> bool:
    """Whether the rules allow this move, which has the right form."""
    kind, step = move[0], state.step
    if kind == "claim":
        return step == "claim" and is_open(state, move[1]) and proven_by_trying(state, state.seat, move[1])
    if kind == "done":
        return step == "claim"
    if kind == "draw":
        return step in ("draw", "scout") and deck_cards(state, move[1]) > 0
    if kind == "return":
        _, deck, card = move
        return step == "return" and has(state, card) and (card >= TROOPS_IN_ALL) == bool(deck)
    if step != "play":
        return False
    return not can_play if kind == "pass" else may_play(state, move)


# --- Positions of all kinds


def from_games(number: int) -> Iterator[Atalia]:
    """Positions that come up in play."""
    for seed in range(number):
        options = {option.name: option.values[seed >> bit & 1] for bit, option in enumerate(GAME.options[:3])}
        state, dealer = dealt(f"explain {seed}", **options)
        choose = Stream("explain atalia", seed)
        while state.outcome is None:
            yield state
            moves = state.legal()
            state.apply(moves[choose.below(len(moves))])
            while state.asks:
                state.answer(dealer.answer(state.asks))


def from_nowhere(number: int) -> Iterator[Atalia]:
    """Positions that chance has thrown on the table: late ones, with few unseen troops and many tactics about."""
    for seed in range(number):
        choose = Stream("atalia nowhere", seed)
        pile = choose.shuffled(TROOP_CARDS) + choose.shuffled(TACTIC_CARDS)[: choose.below(5)]
        pile = [pile[at] for at in choose.shuffled(range(len(pile)))]
        land = list(choose.shuffled(range(9))) if choose.below(2) else [0] * 9
        fields = []
        for at in range(FIELDS):
            sides = []
            for _ in range(2):
                most = {"bridge": 2, "marsh": 4}.get(TERRAINS[land[at]], 3)
                highest = 7 if TERRAINS[land[at]] == "slope" else 10
                fit = [card for card in pile if (card < 60 or card in MORALE) and lowest(card) <= highest]
                taken = fit[: choose.below(most + 1) if choose.below(3) else most]
                pile = [card for card in pile if card not in taken]
                sides.append(" ".join(map(card_text, taken)))
            fields.append(f"{at + 1}: {sides[0]} {TERRAINS[land[at]]} / {sides[1]}")
        hands = []
        for _ in range(2):
            held = pile[: choose.below(8)]
            pile = pile[len(held) :]
            hands.append(held)
        weather = [card for card in (FOG, MUD) if card not in hands[0] + hands[1] + pile and choose.below(2)]
        rest = [card for card in pile if card < TROOPS_IN_ALL]
        few = rest[: choose.below(8)]
        seen = [card for card in rest if card not in few]
        owners = {at + 1: choose.below(2) for at in range(FIELDS) if choose.below(5) == 0}
        game = scene(
            *fields,
            hand=" ".join(map(card_text, hands[0])),
            his=" ".join(map(card_text, hands[1])),
            seen=" ".join(map(card_text, seen)),
            owners=owners,
            troops=" ".join(map(card_text, few)),
            tactics=["", None][choose.below(2)],
            played=(choose.below(3), choose.below(3)),
            leaders=(choose.below(2), choose.below(2)),
            claim_at=("end", "start")[choose.below(2)],
        )
        for card in weather:
            dry = [at for at in range(FIELDS) if TERRAINS[land[at]] != "marsh"]
            (game.state.fog if card == FOG else game.state.mud)[dry[choose.below(len(dry))]] = 1
        game.state.work_out()
        yield from _played_on(game, choose)


def _played_on(game: Scene, choose: Stream) -> Iterator[Atalia]:
    for _ in range(7):
        if game.state.outcome is not None:
            return
        yield game.state
        moves = game.state.legal()
        # What leads to more is more often taken.
        wanted = [move for move in moves if move[0] not in ("lay", "done")] if choose.below(3) else moves
        game.play(GAME.text((wanted or moves)[choose.below(len(wanted or moves))]))


def some_moves(state: Atalia, choose: Stream) -> list[Move]:
    """Every simple move, and those of guile that concern the cards on the table, with some that do not."""
    lying = [(card, at) for side in state.sides for at, there in enumerate(side) for card in there]
    lying += [(choose.below(70), choose.below(9)) for _ in range(4)]
    mine = state.hand_cards(state.seat)
    held = [card for card in mine if card != SEALED] + [choose.below(70) for _ in range(3)]
    goals = [None, *range(FIELDS)]
    found: list[Move] = [("pass",), ("done",), ("scout",), ("draw", 0), ("draw", 1)]
    found += [("claim", field) for field in range(FIELDS)]
    found += [("lay", card, field) for card in held for field in range(FIELDS)]
    found += [("return", deck, card) for deck in (0, 1) for card in held]
    for card, at in lying:
        to = goals[choose.below(10)]
        found += [("deserter", card, at), ("redeploy", card, at, to), ("redeploy", card, at, choose.below(9))]
        found += [("traitor", card, at, choose.below(9)), ("deserter", card, choose.below(9))]
    return found


def agree(state: Atalia, choose: Stream) -> None:
    """`legal` and `explain`, on the full state and on the asked seat's own view, say what the rules say."""
    view = state.view(state.seat)
    legal = state.legal()
    assert view.legal() == legal
    assert len(set(legal)) == len(legal) > 0
    can_play = state.step == "play" and legal != [("pass",)]
    for move in {*some_moves(state, choose), *legal}:
        expected = may_be_made(state, move, can_play)
        reason = state.explain(move)
        assert (reason is None) == expected, (move, reason)
        assert view.explain(move) == reason
        assert (move in legal) == expected, move


def easy_to_try(state: Atalia) -> bool:
    """Whether trying everything is a matter of a moment."""
    return state.unseen.bit_count() <= 14


def test_the_rules_and_legal_and_explain_agree_in_play():
    choose = Stream("agree", 1)
    steps = Counter[str]()
    for number, state in enumerate(from_games(8)):
        if easy_to_try(state) or (state.step != "claim" and number % 6 == 0):
            agree(state, choose)
            steps[state.step] += 1
    assert min(steps[step] for step in ("play", "draw")) > 8


def test_the_rules_and_legal_and_explain_agree_on_positions_from_nowhere():
    choose = Stream("agree", 2)
    steps, passes, kinds = Counter[str](), 0, Counter[str]()
    for state in from_nowhere(110):
        if easy_to_try(state):
            agree(state, choose)
            steps[state.step] += 1
            passes += ("pass",) in state.legal()
            kinds.update({move[0] for move in state.legal()})
    assert min(steps[step] for step in ("play", "claim", "draw", "scout", "return")) > 5
    assert passes > 5
    assert all(kinds[kind] > 3 for kind in GAME.moves), kinds


@pytest.mark.full
def test_the_rules_and_legal_and_explain_agree_everywhere():
    choose = Stream("agree", 3)
    for state in chain(from_nowhere(2_000), from_games(60)):  # one by one, as it is one state that goes on
        if easy_to_try(state):
            agree(state, choose)


def test_on_other_views_what_is_public_is_refused_for_the_same_reason():
    hidden = ("lay", "scout", "redeploy", "deserter", "traitor", "return", "pass")
    choose = Stream("views", 1)
    for number, state in enumerate(from_nowhere(40)):
        if number % 3:
            continue
        for seat in (0, 1, None):
            view = state.view(seat)
            for move in some_moves(state, choose):
                told = view.explain(move)
                if move[0] not in hidden:
                    assert told == state.explain(move)
                elif told is not None:
                    assert state.explain(move) is not None


def test_nobody_is_believed_to_lay_what_lies_open_already():
    game = scene("4: R1 L / G1", "5: fog", hand="R5 mud", his="B1 B2 shield", seen="V9", played=(0, 0))
    game.state.guile = [[1, SCOUT]]
    game.state.hand(0, 1).add(cards("cavalry")[0])
    for seat in (0, 1, None):
        view = game.state.view(seat)
        for card in ("R1", "G1", "V9", "alexander", "fog"):
            assert view.explain(GAME.read(f"{card} 6")) == ("no_such_card", {"card": cards(card)[0]})
        assert view.explain(("scout",)) == ("no_such_card", {"card": SCOUT})
    assert game.state.view(1).explain(GAME.read("V8 6")) is None


# --- A claim that is refused names what would still win


def refused_claim(*fields: str, **more: Any) -> dict[str, Any]:
    game = scene(*fields, hand="fog", **more)
    game.play("fog 9")
    reason = game.refusal("claim 4")
    assert reason.id == "he_could_win"
    return dict(reason.params)


def test_a_refused_claim_names_the_best_cards_and_how_many_other_ways_there_are():
    told = refused_claim("4: R2 R5 R9 / B8 G8", seen="R8 A8")
    assert told["mine"] == (3, 16)
    assert told["best"] == (TRIPLE, 24)
    assert [card_text(card) for card in told["cards"]] == ["W8"]
    assert told["more"] == 1  # V8


def test_a_refused_claim_against_an_empty_side():
    told = refused_claim("4: R9 R8 R7")
    assert told["best"] == (WEDGE, 27)
    assert len(told["cards"]) == 3
    assert told["more"] == 4  # 10 9 8 in five colours, of which one is named: red lies open


def test_a_refused_claim_at_equal_strength_where_the_castle_is_his():
    told = refused_claim("3: castle", "4: R10 R9 R8 / B10 B9", owners={3: 1})
    assert (told["best"], told["more"]) == ((WEDGE, 27), 0)


def test_what_is_named_really_wins_and_is_all_there_is():
    checked = 0
    for state in from_nowhere(60):
        if not easy_to_try(state):
            continue
        for seat in (0, 1):
            for field in range(FIELDS):
                reason = explain.why_no_claim(state, seat, field)
                if reason is None or reason.id != "he_could_win":
                    continue
                told, ground = reason.params, state.ground(field)
                his = state.sides[1 - seat][field]
                mine = brute.merit(told["mine"], ground)
                tie = state.tie_goes_to(field) == seat
                over = [
                    made
                    for _, made in brute.completions(his, ground, state.unseen)
                    if (brute.merit(made, ground) > mine if tie else brute.merit(made, ground) >= mine)
                ]
                assert len(over) == told["more"] + 1
                assert brute.made([*his, *told["cards"]], ground) == told["best"]
                assert max(over, key=lambda made: brute.merit(made, ground)) == told["best"]
                checked += 1
    assert checked > 60


# --- Every reason there is


def asked_to_claim() -> Scene:
    game = scene("4: R10 R9 R8", "5: R1 / G1", hand="fog", owners={1: 0, 2: 1})
    game.play("fog 9")
    return game


def after_playing(*fields: str, hand: str = "", **more: Any) -> Scene:
    game = scene(*fields, hand=f"fog {hand}", **more)
    game.play("fog 9")
    return game


def claimed_nothing(claim_at: str) -> Scene:
    game = scene("4: R10 R9 R8", hand="fog R1", his="G1", claim_at=claim_at)
    game.play("fog 9", *(["done"] if claim_at == "end" else ["draw troops", "G1 1", "draw troops", "done"]))
    return game


def over() -> Scene:
    game = scene("3: R10 R9 R8", hand="fog", owners={1: 0, 2: 0})
    game.play("fog 9", "claim 3")
    return game


def asking() -> Scene:
    game = after_playing()
    game.state.apply(("draw", 0))
    return game


def scouting(**more: Any) -> Scene:
    game = scene(hand="scout R1", troops="V1 V2 V3", tactics="", **more)
    game.play("scout")
    return game


def returning() -> Scene:
    game = scouting()
    game.play("draw troops", "draw troops", "draw troops")
    return game


R1, R2, G1, B1 = cards("R1 R2 G1 B1")
ALEX, DARIUS, CAV = cards("alexander darius cavalry")
TACTICAL = "fog mud shield cavalry redeploy deserter traitor"

# Position, move, reason and its parameters.
REFUSED: list[tuple[Any, Any, str, dict[str, Any]]] = [
    (over, ("pass",), "game_over", {}),
    (asking, ("draw", 0), "chance_first", {}),
    (scene, ("jump", 1), "no_such_move", {}),
    (scene, "jump", "no_such_move", {}),
    (scene, (), "no_such_move", {}),
    (scene, ("lay", 70, 0), "bad_field", {"kind": "lay", "field": "card"}),
    (scene, ("lay", 0, 9), "bad_field", {"kind": "lay", "field": "field"}),
    (scene, ("lay", 0), "bad_field", {"kind": "lay", "field": ""}),
    (scene, ("deserter", 0, None), "bad_field", {"kind": "deserter", "field": "field"}),
    (scene, ("claim", 3), "not_now", {"kind": "claim", "step": "play"}),
    (scene, ("done",), "not_now", {"kind": "done", "step": "play"}),
    (scene, ("draw", 0), "not_now", {"kind": "draw", "step": "play"}),
    (scene, ("return", 0, R1), "not_now", {"kind": "return", "step": "play"}),
    (asked_to_claim, ("lay", R1, 3), "one_card", {"step": "claim"}),
    (after_playing, ("lay", R1, 3), "one_card", {"step": "draw"}),
    (after_playing, ("scout",), "one_card", {"step": "draw"}),
    (lambda: claimed_nothing("end"), ("claim", 3), "claims_over", {"step": "draw"}),
    (lambda: claimed_nothing("start"), ("claim", 3), "claims_at_start", {"field": 3}),
    (
        lambda: after_playing("4: R10 R9 R8", claim_at="start"),
        ("claim", 3),
        "claims_at_start",
        {"field": 3},
    ),
    (asked_to_claim, ("draw", 0), "not_now", {"kind": "draw", "step": "claim"}),
    (after_playing, ("pass",), "not_now", {"kind": "pass", "step": "draw"}),
    (scouting, ("done",), "not_now", {"kind": "done", "step": "scout"}),
    (returning, ("draw", 0), "not_now", {"kind": "draw", "step": "return"}),
    (lambda: scene(hand="R2"), ("lay", R1, 3), "no_such_card", {"card": R1}),
    (lambda: scene(hand="R2"), ("lay", CAV, 3), "no_such_card", {"card": CAV}),
    (lambda: scene(hand="R2"), ("scout",), "no_such_card", {"card": SCOUT}),
    (returning, ("return", 0, R2), "not_held_to_return", {"card": R2}),
    (returning, ("return", 1, R1), "not_held_to_return", {"card": R1}),
    (returning, ("return", 0, SEALED), "none_held", {"deck": 0}),
    (returning, ("return", 1, SEALED), "none_held", {"deck": 1}),
    (lambda: scene(hand="R1", owners={4: 1}), ("lay", R1, 3), "field_claimed", {"field": 3, "owner": 1}),
    (lambda: scene(hand="fog", owners={4: 0}), ("lay", FOG, 3), "field_claimed", {"field": 3, "owner": 0}),
    (asked_to_claim, ("claim", 0), "field_claimed", {"field": 0, "owner": 0}),
    (lambda: scene("4: B1 B2 B4", hand="R1"), ("lay", R1, 3), "side_full", {"field": 3, "need": 3}),
    (
        lambda: scene("4: slope", hand="R8"),
        ("lay", cards("R8")[0], 3),
        "too_high",
        {"field": 3, "highest": 7, "card": cards("R8")[0]},
    ),
    (lambda: scene(hand="fog", played=(2, 1)), ("lay", FOG, 3), "tactics_ahead", {"mine": 2, "theirs": 1}),
    (lambda: scene(hand="scout", played=(1, 0)), ("scout",), "tactics_ahead", {"mine": 1, "theirs": 0}),
    (lambda: scene(hand="darius", leaders=(1, 0)), ("lay", DARIUS, 3), "second_leader", {"card": DARIUS}),
    (lambda: scene("4: marsh", hand="mud"), ("lay", MUD, 3), "mud_on_marsh", {"field": 3}),
    (lambda: scene(hand="scout"), ("lay", SCOUT, 3), "guile_needs_target", {"card": SCOUT}),
    (lambda: scene(hand=TACTICAL), ("deserter", G1, 3), "not_there", {"card": G1, "field": 3}),
    (lambda: scene("4: / L", hand=TACTICAL), ("traitor", ALEX, 3, 4), "only_troops", {"card": ALEX}),
    (lambda: scene("4: R1", hand=TACTICAL), ("redeploy", R1, 3, 3), "same_field", {"field": 3}),
    (lambda: scene(hand="R1 fog"), ("pass",), "must_play", {"card": R1, "field": 0}),
    (
        lambda: scene("4: / R1", hand="deserter"),
        ("pass",),
        "must_play",
        {"card": cards("deserter")[0], "field": None},
    ),
    (lambda: scene(hand="scout R1", troops="", tactics=""), ("scout",), "nothing_to_draw", {}),
    (lambda: after_playing(troops=""), ("draw", 0), "deck_empty", {"deck": 0}),
    (scouting, ("draw", 1), "deck_empty", {"deck": 1}),
    (asked_to_claim, ("claim", 4), "incomplete", {"field": 4, "have": 1, "need": 3}),
    (
        lambda: after_playing("4: R2 R5 R9 / B8 G8", seen="R8 A8 V8"),
        ("claim", 3),
        "he_could_win",
        {"field": 3, "mine": (3, 16), "best": (TRIPLE, 24), "cards": cards("W8"), "more": 0},
    ),
    (
        lambda: after_playing("4: R1 B2 G4 / R5 B6 G7"),
        ("claim", 3),
        "beaten",
        {"field": 3, "mine": (SUM, 7), "his": (RUN, 18)},
    ),
    (
        lambda: _later(after_playing("4: R5 B6 G7 / A7 V5 W6")),
        ("claim", 3),
        "tie_is_his",
        {"field": 3, "mine": (RUN, 18)},
    ),
]


def _later(game: Scene) -> Scene:
    """Seat 0 was the later one on field 4. There was something to claim, which is not any more."""
    game.last_laid(4, 6, 3)
    game.state.step = "draw"
    return game


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
    (scene, "", "nothing_typed", {}),
    (scene, " , + ", "nothing_typed", {}),
    (scene, "hello", "unreadable_word", {"word": "hello"}),
    (scene, "s 4", "unreadable_word", {"word": "s"}),
    (scene, "R8 4 !", "unreadable_word", {"word": "!"}),
    (scene, "R8 out", "unreadable_word", {"word": "out"}),
    (scene, "R11 4", "unreadable_card", {"text": "R11"}),
    (scene, "R0 4", "unreadable_card", {"text": "R0"}),
    (scene, "R8 0", "unreadable_field", {"text": "0"}),
    (scene, "R8 10", "unreadable_field", {"text": "10"}),
    (scene, "R8 00014", "unreadable_field", {"text": "00014"}),
    (scene, "4", "unreadable_field", {"text": "4"}),
    (scene, "R8 4 5", "unreadable_field", {"text": "5"}),
    (scene, "pass 4", "unreadable_field", {"text": "4"}),
    (scene, "redeploy", "unreadable_redeploy", {"text": "redeploy"}),
    (scene, "redeploy R8", "unreadable_redeploy", {"text": "redeploy R8"}),
    (scene, "redeploy R8 2 5 out", "unreadable_redeploy", {"text": "redeploy R8 2 5 out"}),
    (scene, "deserter", "unreadable_deserter", {"text": "deserter"}),
    (scene, "traitor R8", "unreadable_traitor", {"text": "traitor R8"}),
    (scene, "draw", "unreadable_draw", {"text": "draw"}),
    (scene, "return", "unreadable_return", {"text": "return"}),
    (lambda: scene(hand="R1", owners=dict.fromkeys(range(1, 10), 0)), "R1", "no_place", {"card": R1}),
    (lambda: scene(hand="R2"), "R1", "no_such_card", {"card": R1}),
    (lambda: after_playing(), "R1", "one_card", {"step": "draw"}),
    (lambda: after_playing(hand="G1 G2"), "G1 4 G2 5", "one_card", {"step": "draw"}),
    (lambda: scene(hand="G1 G2"), "claim", "nothing_to_claim", {}),
    (lambda: scene("4: R10 R9 R8", hand="G1"), "claim", "not_now", {"kind": "claim", "step": "play"}),
    (lambda: scene(hand="deserter"), "deserter fog", "weather_stays", {"card": FOG}),
    (lambda: scene(hand="deserter", owners={2: 1}), "deserter fog 2", "weather_stays", {"card": FOG}),
    (lambda: scene(hand="G1"), "deserter R8", "no_such_card", {"card": DESERTER}),
    (lambda: scene(hand="G1"), "traitor R8 5", "no_such_card", {"card": TRAITOR}),
    (returning, "return R2", "not_held_to_return", {"card": R2}),
    (lambda: scene(hand="fog", played=(1, 0)), "fog", "tactics_ahead", {"mine": 1, "theirs": 0}),
    (lambda: scene(hand="deserter"), "deserter R8", "not_there", {"card": cards("R8")[0], "field": None}),
    (lambda: after_playing(), "claim", "nothing_to_claim", {}),
    (returning, "return tactics", "none_held", {"deck": 1}),
    (over, "R8 4", "game_over", {}),
    (asking, "R8 4", "chance_first", {}),
]


@pytest.mark.parametrize(("position", "line", "reason", "params"), MISTYPED)
def test_every_typed_line_that_means_nothing_is_told_why(position, line, reason, params):
    with pytest.raises(GameError) as caught:
        GAME.parse(position().state, line)
    assert caught.value.reason == (reason, params)


def test_what_is_no_written_move_is_unreadable():
    for line in ("", "R8", "R8 4 claim 4", "claim", "claim 4 5", "return R8 R9", "deserter R8", "redeploy R8 4"):
        with pytest.raises(GameError) as caught:
            GAME.read(line)
        assert caught.value.reason == ("unreadable", {"text": line})


def test_an_ambiguous_line_is_told_its_readings():
    owners = dict.fromkeys((1, 2, 4, 5, 7, 8), 0)
    with pytest.raises(AmbiguousMove) as caught:
        GAME.parse(scene("9: G1 G2 G4", hand="R1", owners=owners).state, "R1")
    assert caught.value.reason == ("ambiguous", {"readings": ["R1 3", "R1 6"]})


def test_no_reason_is_never_given():
    given = {reason for *_, reason, _ in REFUSED} | {reason for *_, reason, _ in MISTYPED} | {"unreadable", "ambiguous"}
    words = ("redeploy", "deserter", "traitor", "draw", "return")  # of which something can be missing
    known = reasons_of("atalia/explain.py", "atalia/notation.py", words=words) | OF_EVERY_GAME | {"ambiguous"}
    assert known - given == set()
    assert given - known == set()


def test_explaining_changes_nothing():
    choose = Stream("nothing", 1)
    for number, state in enumerate(from_games(2)):
        if number % 7 == 0:
            before = state.public(), [hand.faces() for hand in state.hands], list(state.provable)
            for move in some_moves(state, choose):
                explain.explain(state, move)
            assert (state.public(), [hand.faces() for hand in state.hands], list(state.provable)) == before
