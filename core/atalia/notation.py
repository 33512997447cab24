"""The notation of moves: how a player types them and how the program writes them.

    R8 4             lay the red 8 on field 4; likewise alexander, darius, cavalry, shield, fog and mud
    scout            play Scout; its draws and returns are asked step by step
    redeploy R8 2 5  take the red 8 from field 2 to field 5, or `out` of the game
    deserter R8 2    remove the red 8 from field 2
    traitor R8 2 5   take the red 8 from the opponent's side of field 2 to your side of field 5
    claim 4          claim field 4
    done             make no more claims
    draw troops      draw a troop; likewise tactics
    return R8        put the red 8 face down on its deck
    pass             no card can be played

A typed line may hold a whole turn (`R8 4 claim 4 draw troops`). Case does not matter. A word may be cut short
(`alex 4`), and words of a sentence may stand between (`lay R8 on field 4`, `companion cavalry 4`). `d` draws a troop
and `t` a tactic. Several fields may be claimed at once, and several cards put back. A field may be left out if only one
is possible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.atalia.components import COLOURS, DECKS, FIELDS, TROOPS_IN_ALL, VALUES, deck_of
from core.atalia.rules import Atalia
from core.game import AmbiguousMove, IllegalMove, Move, UnreadableMove
from core.hidden import SEALED

TACTIC_WORDS = (
    "alexander",
    "darius",
    "cavalry",
    "shield",
    "fog",
    "mud",
    "scout",
    "redeploy",
    "deserter",
    "traitor",
)  # in the order of their faces
LAID = TACTIC_WORDS[:6]
MOVED = ("redeploy", "deserter", "traitor")
WORDS = (*TACTIC_WORDS, "pass", "claim", "done", "draw", "return", "out", *DECKS)
ALSO = {
    "d": "troops",
    "t": "tactics",
    "c": "claim",
    "p": "pass",
    "e": "done",
    "end": "done",
    "troop": "troops",
    "tactic": "tactics",
}
FILLERS = (
    "lay",
    "play",
    "field",
    "fields",
    "to",
    "on",
    "from",
    "and",
    "companion",
    "bearers",
)  # as sentences have them
_token = re.compile(r"[^\W\d_]+|\d+|[^\s,+]").findall


class AtaliaPart(NamedTuple):
    """One part of a typed line: a word with its cards and fields. A card without a word is "lay"."""

    word: str
    cards: tuple[int, ...] = ()
    fields: tuple[int, ...] = ()  # from 0
    out: bool = False
    deck: int | None = None


def card_text(card: int) -> str:
    if card < TROOPS_IN_ALL:
        return f"{COLOURS[card // VALUES]}{card % VALUES + 1}"
    return TACTIC_WORDS[card - TROOPS_IN_ALL]


def text(move: Move) -> str:
    kind = move[0]
    if kind == "lay":
        return f"{card_text(move[1])} {move[2] + 1}"
    if kind == "draw":
        return f"draw {DECKS[move[1]]}"
    if kind == "return":
        return f"return {DECKS[move[1]] if move[2] == SEALED else card_text(move[2])}"
    if kind == "claim":
        return f"claim {move[1] + 1}"
    if kind in MOVED:
        where = ["out" if field is None else str(field + 1) for field in move[2:]]
        return " ".join([kind, card_text(move[1]), *where])
    return str(kind)


def read(written: str) -> Move:
    """Returns the move of a full written form. It needs no position."""
    parts = split(written)
    if len(parts) == 1:
        word, cards, fields, out, deck = parts[0]
        if word == "lay" and len(cards) == len(fields) == 1:
            return ("lay", cards[0], fields[0])
        if word == "redeploy" and len(fields) == 2 - out:
            return ("redeploy", cards[0], fields[0], None if out else fields[1])
        if word == "deserter" and len(fields) == 1:
            return ("deserter", cards[0], fields[0])
        if word == "traitor" and len(fields) == 2:
            return ("traitor", cards[0], *fields)
        if word == "claim" and len(fields) == 1:
            return ("claim", fields[0])
        if word == "draw":
            return ("draw", deck)
        if word == "return" and len(cards) == 1:
            return ("return", deck_of(cards[0]), cards[0])
        if word == "return" and deck is not None:
            return ("return", deck, SEALED)
        if word in ("scout", "pass", "done"):
            return (word,)
    raise UnreadableMove("unreadable", text=written)


def parse(state: Atalia, line: str) -> tuple[list[Move], str]:
    """Returns the moves that a typed line begins with, each legal after the one before, and the rest of the line.

    A rest remains if chance speaks, a prompt answers itself, or the turn ends. The caller plays the moves and parses
    the rest from the new position. A typed draw that leaves no choice of the deck is checked and dropped from the rest.
    """
    parts = split(line)
    if not parts:
        raise UnreadableMove("nothing_typed")
    if state.asks or state.outcome is not None:
        raise IllegalMove("game_over" if state.outcome is not None else "chance_first")
    ahead = state.copy()
    moves: list[Move] = []
    for done, part in enumerate(parts, 1):
        if moves and _over(ahead, state):  # the meaning of the rest depends on the next position
            return moves, _rest([part, *parts[done:]])
        for number, move in enumerate(_meant(ahead, part)):
            if number and _over(ahead, state):
                left = part._replace(cards=part.cards[number:], fields=part.fields[number:])
                return moves, _rest([left, *parts[done:]])
            if moves and ahead.forced():
                if ahead.step == "scout" and part.word != "draw":  # Scout's forced draws need no typing
                    return moves, _rest([part, *parts[done:]])
                more = max(0, ahead.scouting - 1)
                ahead.apply(move)
                while more and parts[done : done + 1] == [part]:
                    done, more = done + 1, more - 1
                return moves, _rest(parts[done:])
            ahead.apply(move)
            moves.append(move)
    return moves, ""


def _over(ahead: Atalia, state: Atalia) -> bool:
    """Whether chance speaks now, or the turn of the typed line is over."""
    return bool(ahead.asks) or ahead.outcome is not None or ahead.turn != state.turn


def _rest(parts: Sequence[AtaliaPart]) -> str:
    return " ".join(map(_written, parts))


def split(line: str) -> list[AtaliaPart]:
    """Splits a line into its parts. Raises UnreadableMove at the first token that means nothing."""
    parts: list[AtaliaPart] = []
    tokens = [token for token in _token(line.lower()) if token not in FILLERS]
    at = 0
    open_part: AtaliaPart | None = None

    def close() -> None:
        nonlocal open_part
        if open_part is not None:
            parts.append(_checked(open_part, line))
        open_part = None

    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.isdecimal():
            if token == "0" and open_part is not None and open_part.word == "redeploy" and open_part.cards:
                open_part = open_part._replace(out=True)  # as the key 0 does
                continue
            field = _number(token) - 1
            if open_part is None or not 0 <= field < FIELDS or len(open_part.fields) >= _most_fields(open_part):
                raise UnreadableMove("unreadable_field", text=token)
            open_part = open_part._replace(fields=(*open_part.fields, field))
            continue
        if len(token) == 1 and token.upper() in COLOURS and at < len(tokens) and tokens[at].isdecimal():
            card = _troop(token, tokens[at])
            at += 1
            open_part = _with_card(open_part, card, close)
            continue
        word = _word(token)
        if word in DECKS:
            if open_part is not None and _wants_deck(open_part):
                open_part = open_part._replace(deck=DECKS.index(word))
            else:
                close()
                open_part = AtaliaPart("draw", deck=DECKS.index(word))
        elif word == "out":
            if open_part is None or open_part.word != "redeploy":
                raise UnreadableMove("unreadable_word", word=token)
            open_part = open_part._replace(out=True)
        elif word in LAID or (open_part is not None and open_part.word == "return" and word in TACTIC_WORDS):
            card = TROOPS_IN_ALL + TACTIC_WORDS.index(word)
            open_part = _with_card(open_part, card, close)
        else:
            close()
            open_part = AtaliaPart(word)
    close()
    return parts


def _wants_deck(part: AtaliaPart) -> bool:
    return part.word in ("draw", "return") and part.deck is None and not part.cards


def _with_card(part: AtaliaPart | None, card: int, close: object) -> AtaliaPart:
    """Adds a card to the open part, or closes that part and begins a new one."""
    if part is not None and (part.word == "return" or (part.word in MOVED and not part.cards)):
        return part._replace(cards=(*part.cards, card))
    assert callable(close)
    close()
    return AtaliaPart("lay", (card,))


def _number(digits: str) -> int:
    """Returns the number, or 0 for one that is too long to be in this game."""
    return int(digits) if len(digits) <= 4 else 0


def _troop(letter: str, number: str) -> int:
    value = _number(number)
    if not 1 <= value <= VALUES:
        raise UnreadableMove("unreadable_card", text=f"{letter.upper()}{number}")
    return COLOURS.index(letter.upper()) * VALUES + value - 1


def _word(token: str) -> str:
    if token in ALSO:
        return ALSO[token]
    found = [known for known in WORDS if known.startswith(token)]
    if len(found) != 1:
        raise UnreadableMove("unreadable_word", word=token)
    return found[0]


def _most_fields(part: AtaliaPart) -> int:
    if part.word == "claim":
        return FIELDS
    if part.word in ("redeploy", "traitor"):
        return 2 if part.cards else 0
    return 1 if part.word in ("lay", "deserter") and part.cards else 0


def _checked(part: AtaliaPart, line: str) -> AtaliaPart:
    fits = {
        "redeploy": len(part.cards) == 1 and 1 <= len(part.fields) + part.out <= 2,
        "deserter": len(part.cards) == 1,
        "traitor": len(part.cards) == 1 and bool(part.fields),
        "draw": part.deck is not None,
        "return": bool(part.cards) or part.deck is not None,
    }.get(part.word, True)
    if not fits:
        raise UnreadableMove(f"unreadable_{part.word}", text=line.strip())
    return part


def _written(part: AtaliaPart) -> str:
    word = [] if part.word == "lay" else [part.word]
    deck = [] if part.deck is None else [DECKS[part.deck]]
    fields = [str(field + 1) for field in part.fields]
    return " ".join([*word, *deck, *map(card_text, part.cards), *fields, *(["out"] if part.out else [])])


def _meant(state: Atalia, part: AtaliaPart) -> list[Move]:
    """Returns the moves that one part means in this position."""
    word, cards, fields, out, deck = part
    if word == "lay":
        if state.step == "return" and not fields:
            return [("return", deck_of(cards[0]), cards[0])]
        return [("lay", cards[0], fields[0])] if fields else [_only_field(state, cards[0])]
    if word == "claim":
        return [("claim", field) for field in fields] if fields else [_only_claim(state)]
    if word == "draw":
        return [("draw", deck)]
    if word == "return":
        return [("return", deck_of(card), card) for card in cards] or [_only_return(state, deck)]
    if word == "deserter":
        return [_guile(state, "deserter", cards[0], fields, ())]
    if word in ("redeploy", "traitor"):
        to = None if out else fields[-1]
        return [_guile(state, word, cards[0], fields if out else fields[:-1], (to,))]
    return [(word,)]


def _guile(state: Atalia, word: str, card: int, begin: Sequence[int], end: tuple[int | None, ...]) -> Move:
    """Returns the move that takes a card from a field. If that was not typed, it is where the card lies: every card
    exists only once."""
    seat = state.seat if word == "redeploy" else 1 - state.seat
    found = begin or [field for field in range(FIELDS) if card in state.sides[seat][field]]
    move: Move = (word, card, *(found or (0,)), *end)
    if not found:
        reason = state.explain(move)
        if reason is None or reason.id in ("not_there", "field_claimed"):
            raise IllegalMove("not_there", card=card, field=None)
    return move


def _only_field(state: Atalia, card: int) -> Move:
    ways = [move for move in state.legal() if move[:2] == ("lay", card)]
    if len(ways) > 1:
        raise AmbiguousMove([text(move) for move in ways])
    if ways:
        return ways[0]
    reason = state.explain(("lay", card, 0))
    if reason is not None and reason.id in ("not_now", "one_card", "no_such_card", "tactics_ahead", "second_leader"):
        raise IllegalMove(reason.id, **reason.params)
    raise IllegalMove("no_place", card=card)


def _only_return(state: Atalia, deck: int | None) -> Move:
    """Returns the move that puts a card back if only its deck was typed."""
    ways = [move for move in state.legal() if move[:2] == ("return", deck)]
    if len(ways) > 1:
        raise AmbiguousMove([text(move) for move in ways])
    return ways[0] if ways else ("return", deck, SEALED)


def _only_claim(state: Atalia) -> Move:
    able = state.claimable(state.seat)  # also where claims are not asked for, and the reason will say when they are
    if len(able) > 1 and state.step == "claim":
        raise AmbiguousMove([text(("claim", field)) for field in able])
    if not able:
        raise IllegalMove("nothing_to_claim")
    return ("claim", able[0])
