"""Positions of Atalia put together by hand, for tests: sides, hands and owners in a few letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.atalia import GAME
from core.atalia.components import COLOURS, FACES, FIELDS, FOG, HAND, NOBODY, TACTICS, TROOPS, TROOPS_IN_ALL, deck_of
from core.atalia.rules import Atalia
from core.chance import SeededDealer
from core.hidden import SEALED, Row
from tests.core.atalia_brute import NAMES

MINE, HIS = 0, 1
TACTICS_BY_NAME = dict(zip(("Fog", "Mud", "Scout", "Redeploy", "Deserter", "Traitor"), range(FOG, FACES), strict=True))


def cards(text: str) -> list[int]:
    """Cards as atalia_brute names them, and the other tactics by their names."""
    every = NAMES | TACTICS_BY_NAME
    return [every[word] if word in every else COLOURS.index(word[0]) * 10 + int(word[1:]) - 1 for word in text.split()]


def card(text: str) -> int:
    [one] = cards(text)
    return one


def laid(
    sides: Mapping[int, tuple[str, str]],
    hand: str,
    owners: str = "." * FIELDS,
    *,
    his: str = "",
    top: str = "",
    **options: Any,
) -> Atalia:
    """A position in which seat 0 is to play: sides by field, counted from 1, seat 0's first; its hand; who owns what
    ("0", "1" or "." by field). Without `his` the other hand is any seven troops. `top` was put back by seat 0."""
    state = GAME.new(2, options)
    assert isinstance(state, Atalia)
    while state.asks:
        state.answer(SeededDealer("laid").answer(state.asks))
    state.seat, state.step, state.turns = MINE, "play", 9
    for field, texts in sides.items():
        for seat, text in enumerate(texts):
            for card in cards(text):
                state.cards_laid += 1
                state.sides[seat][field - 1].append(card)
                state.laid[seat][field - 1] = state.cards_laid
    state.owners = [NOBODY if sign == "." else int(sign) for sign in owners]
    lying = {card for side in state.sides for there in side for card in there}
    known = lying | set(cards(hand)) | set(cards(his)) | set(cards(top))
    rest = [card for card in range(TROOPS_IN_ALL) if card not in known]
    hold(state, MINE, cards(hand))
    hold(state, HIS, cards(his) or rest[::5][:HAND])
    state.tops = [Row(), Row()]
    for card in cards(top):
        state.tops[deck_of(card)].append(card, 1 << MINE)
    state.deck[TROOPS] = TROOPS_IN_ALL - len([c for c in lying if c < TROOPS_IN_ALL]) - len(state.tops[TROOPS])
    state.deck[TROOPS] -= sum(state.hand(seat, TROOPS).size for seat in (MINE, HIS))
    state.deck[TACTICS] = 10 - len([c for c in lying if c >= TROOPS_IN_ALL]) - len(state.tops[TACTICS])
    state.deck[TACTICS] -= sum(state.hand(seat, TACTICS).size for seat in (MINE, HIS))
    state.drawn = [TROOPS_IN_ALL - state.deck[TROOPS], 10 - state.deck[TACTICS]]
    state.work_out()
    return state


def hold(state: Atalia, seat: int, faces: Sequence[int]) -> None:
    """This hand instead of the one that is there."""
    for deck in (TROOPS, TACTICS):
        hand = state.hand(seat, deck)
        hand.held = [0] * len(hand.held)
        hand.size, hand.shown = 0, {}
    for face in faces:
        assert face != SEALED
        state.hand(seat, deck_of(face)).add(face)
