"""Atalia in numbers, for programs that learn. TRAINING.md says what each number means.

Every move is one action. A card lies in one place only, so the number of a move that takes a card from a field does not
name that field.
"""

from __future__ import annotations

from typing import Final

from core.atalia.components import FACES, FIELDS, GUILE, TACTICS, TROOPS, TROOPS_IN_ALL, deck_of
from core.atalia.position import EVERY_FIELD
from core.atalia.rules import Atalia
from core.atalia.terrain import TERRAINS
from core.game import Move
from core.hidden import SEALED, Row
from core.training import Actions, Feature, Training, Word, firsts

LYING: Final = 64  # troops and morale tactics: the cards that lie in formations
LAID: Final = 66  # these, and the weather
OUT: Final = FIELDS  # as the field to which a card is redeployed
PROMPTS: Final[tuple[str, ...]] = ("play", "claim", "scout", "draw", "return")
TOPS: Final = 2  # the most cards that were put back on a deck

ACTIONS: Final[tuple[Actions, ...]] = (
    Actions("lay", LAID * FIELDS),
    Actions("scout", 1),
    Actions("redeploy", LYING * (FIELDS + 1)),
    Actions("deserter", LYING),
    Actions("traitor", TROOPS_IN_ALL * FIELDS),
    Actions("pass", 1),
    Actions("claim", FIELDS),
    Actions("done", 1),
    Actions("draw", 2),
    Actions("return", FACES),
)
_FIRST: Final = firsts(ACTIONS)
LAY: Final = _FIRST["lay"]
SCOUT: Final = _FIRST["scout"]
REDEPLOY: Final = _FIRST["redeploy"]
DESERTER: Final = _FIRST["deserter"]
TRAITOR: Final = _FIRST["traitor"]
PASS: Final = _FIRST["pass"]
CLAIM: Final = _FIRST["claim"]
DONE: Final = _FIRST["done"]
DRAW: Final = _FIRST["draw"]
RETURN: Final = _FIRST["return"]

FEATURES: Final[tuple[Feature, ...]] = (
    Feature("options", 4, 0, 2),
    Feature("prompt", len(PROMPTS), 0, 1),
    Feature("turn", 2, 0, 1),
    Feature("hand", FACES, 0, 1),
    Feature("known", FACES, 0, 1),
    Feature("hand_sizes", 4, 0, 10),
    Feature("decks", 2, 0, TROOPS_IN_ALL),
    Feature("tops", 2 * TOPS, 0, FACES + 1),
    Feature("own_cards", FIELDS * LYING, 0, 1),
    Feature("other_cards", FIELDS * LYING, 0, 1),
    Feature("own_places", FIELDS, 0, 4),
    Feature("other_places", FIELDS, 0, 4),
    Feature("own_fields", FIELDS, 0, 1),
    Feature("other_fields", FIELDS, 0, 1),
    Feature("claimable", FIELDS, 0, 1),
    Feature("ties", 2 * FIELDS, 0, 1),
    Feature("fog", FIELDS, 0, 1),
    Feature("mud", FIELDS, 0, 1),
    Feature("terrain", FIELDS, 0, len(TERRAINS) - 1),
    Feature("removed", FACES, 0, 1),
    Feature("guile", 2 * len(GUILE), 0, 1),
    Feature("tactics_played", 2, 0, FACES - TROOPS_IN_ALL),
    Feature("leaders_played", 2, 0, 1),
    Feature("scouting", 1, 0, 3),
    Feature("returning", 1, 0, 2),
    Feature("scouted", 1, 0, 1),
    Feature("passes", 1, 0, 2),
    Feature("stirred", 1, 0, 1),
    Feature("points", 2, 0, 45),
    Feature("game", 1, 0, 4),
    Feature("began", 1, 0, 1),
)


# Actions -------------------------------------------------------------------------------------------------------------


def legal(view: Atalia, word: Word) -> list[int]:
    """Returns the actions of all legal moves, rising."""
    return sorted([_number(move) for move in view.legal()])


def _number(move: Move) -> int:
    kind: str = move[0]
    if kind == "lay":
        return LAY + FIELDS * int(move[1]) + int(move[2])
    if kind == "draw":
        return DRAW + int(move[1])
    if kind == "claim":
        return CLAIM + int(move[1])
    if kind == "return":
        return RETURN + int(move[2])
    if kind == "redeploy":
        return REDEPLOY + (FIELDS + 1) * int(move[1]) + (OUT if move[3] is None else int(move[3]))
    if kind == "deserter":
        return DESERTER + int(move[1])
    if kind == "traitor":
        return TRAITOR + FIELDS * int(move[1]) + int(move[3])
    return SCOUT if kind == "scout" else PASS if kind == "pass" else DONE


def move(view: Atalia, word: Word) -> Move | None:
    """Returns the move of an action."""
    action = word[0]
    if action < SCOUT:
        return ("lay", (action - LAY) // FIELDS, (action - LAY) % FIELDS)
    if action == SCOUT:
        return ("scout",)
    if action < DESERTER:
        card, to = divmod(action - REDEPLOY, FIELDS + 1)
        return ("redeploy", card, _field_of(view, view.seat, card), None if to == OUT else to)
    if action < TRAITOR:
        return ("deserter", action - DESERTER, _field_of(view, 1 - view.seat, action - DESERTER))
    if action < PASS:
        card, to = divmod(action - TRAITOR, FIELDS)
        return ("traitor", card, _field_of(view, 1 - view.seat, card), to)
    if action == PASS:
        return ("pass",)
    if action < DONE:
        return ("claim", action - CLAIM)
    if action == DONE:
        return ("done",)
    if action < RETURN:
        return ("draw", action - DRAW)
    return ("return", deck_of(action - RETURN), action - RETURN)


def _field_of(view: Atalia, seat: int, card: int) -> int:
    """Returns the field where this card lies on the side of a seat."""
    for field in EVERY_FIELD:
        if card in view.sides[seat][field]:
            return field
    raise ValueError(card)


def spell(view: Atalia, move: Move) -> Word:
    """Returns the action of a legal move, as a word."""
    return (_number(move),)


# Observations --------------------------------------------------------------------------------------------------------


def observe(view: Atalia, seat: int, word: Word) -> list[int]:
    """Returns the view of this seat in numbers. The viewer comes first everywhere."""
    other = 1 - seat
    both = (seat, other)
    found: list[int] = [option.values.index(view.options[option.name]) for option in view.game.options]
    found += [int(view.step == step) for step in PROMPTS]
    found += [int(view.outcome is None and view.step != "setup" and view.seat == one) for one in both]
    for one in both:
        troops, tactics = view.hand(one, TROOPS).held, view.hand(one, TACTICS).held
        found += troops[:TROOPS_IN_ALL] + tactics[TROOPS_IN_ALL:]
    found += [view.hand(one, deck).size for one in both for deck in (TROOPS, TACTICS)]
    found += view.deck
    for top in view.tops:
        found += _put_back(top)
    for one in both:
        for field in EVERY_FIELD:
            row = [0] * LYING
            for card in view.sides[one][field]:
                row[card] = 1
            found += row
    for one in both:
        found += [view.need(field) - len(view.sides[one][field]) for field in EVERY_FIELD]
    for one in both:
        found += [int(view.owners[field] == one) for field in EVERY_FIELD]
    found += [int(field in view.provable) for field in EVERY_FIELD]
    ties = [view.tie_goes_to(field) for field in EVERY_FIELD]
    for one in both:
        found += [int(tie == one) for tie in ties]
    found += view.fog
    found += view.mud
    found += view.terrain
    found += [int(card in view.removed) for card in range(FACES)]
    found += [int([one, card] in view.guile) for one in both for card in GUILE]
    found += [view.tactics_played[one] for one in both]
    found += [view.leaders_played[one] for one in both]
    found += [view.scouting, view.returning, view.scouted, view.passes, view.stirred]
    found += [view.points[one] for one in both]
    found += [view.epoch, int(view.first == seat)]
    return found


def _put_back(top: Row) -> list[int]:
    """Returns the cards that were put back on a deck, the next one first: 1 for a sealed one, else its number + 2."""
    cards = [1 if face == SEALED else face + 2 for face in reversed(top.faces)]
    return cards + [0] * (TOPS - len(cards))


TRAINING: Final = Training(
    actions=ACTIONS,
    features=FEATURES,
    faces=FACES,
    legal=legal,
    move=move,
    spell=spell,
    observe=observe,
)
