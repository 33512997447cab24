"""The notation of moves: how a player types them and how the program writes them.

    2 F            figure 2 goes with a flag
    2 F R          … and on with a ring, because another figure stands on the flag's place
    on R           the ring alone, when a chain is open (also just R)
    pay 5 4 F F    tiles of value 5 and 4, and two flag cards
    bridge 26      lay the bridge over the water at place 26
    buy 5          give a tile of value 5 back for cards
    stuck          no figure can move
    done           no bridge after the move

A typed line may hold a whole turn (`buy 5 bridge 26 2 FR pay 4 done`). Letters may stand together. Case does not
matter. A word may be cut short (`br 26`). Cards may be named and words of a sentence may stand between (`figure 2
flag`, `trade tile 5`). The figure's number may be left out if only one figure, or only figures on
the same place, can go. A payment may be left out if it leaves no choice.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from core.atlantis.components import EMPTY, MAINLAND, SYMBOLS
from core.atlantis.rules import Atlantis
from core.game import AmbiguousMove, IllegalMove, Move, UnreadableMove

WORDS = ("pay", "bridge", "buy", "stuck", "done", "on")
ALSO = {"trade": "buy"}  # other words that people use
LETTERS = {letter.lower(): symbol for symbol, letter in enumerate(SYMBOLS)}
NAMES = ("flag", "olive", "helmet", "ring", "statue", "crown", "amphora")  # of the cards, in the order of SYMBOLS
CARDS = {word: symbol for symbol, name in enumerate(NAMES) for word in (name, f"{name}s")}
FILLERS = ("figure", "place", "tile", "tiles", "branch", "branches", "and", "with", "to")  # as sentences have them
_token = re.compile(r"[^\W\d_]+|\d+|[^\s,+]").findall


class AtlantisPart(NamedTuple):
    """One part of a typed line: a word with its numbers and cards. A figure, cards or both without a word are "go"."""

    word: str
    numbers: tuple[int, ...]
    cards: tuple[int, ...]


def text(move: Move) -> str:
    kind = move[0]
    if kind == "play":
        return f"{move[1] + 1} {SYMBOLS[move[2]]}"
    if kind == "on":
        return f"on {SYMBOLS[move[1]]}"
    if kind == "pay":
        return " ".join(["pay", *map(str, move[1]), *(SYMBOLS[card] for card in move[2])])
    return " ".join([kind, *map(str, move[1:])])


def read(written: str) -> Move:
    """Returns the move of a full written form. It needs no position."""
    parts = split(written)
    if len(parts) == 1:
        word, numbers, cards = parts[0]
        if word == "go" and len(numbers) == len(cards) == 1:
            return ("play", numbers[0] - 1, cards[0])
        if word == "on" and len(cards) == 1:
            return ("on", cards[0])
        if word == "pay":
            return ("pay", numbers, cards)
        if word in ("bridge", "buy"):
            return (word, numbers[0])
        if word in ("stuck", "done"):
            return (word,)
    raise UnreadableMove("unreadable", text=written)


def parse(state: Atlantis, line: str) -> tuple[list[Move], str]:
    """Returns the moves that a typed line begins with, each legal after the one before, and the rest of the line.

    A rest remains if chance speaks, a prompt answers itself, or the turn ends. The caller plays the moves and parses
    the rest from the new position. A typed payment that leaves no choice is checked and dropped from the rest.
    """
    parts = split(line)
    if not parts:
        raise UnreadableMove("nothing_typed")
    if state.asks or state.outcome is not None:
        raise IllegalMove("game_over" if state.outcome is not None else "chance_first")
    ahead = state.copy()
    moves: list[Move] = []
    for done, part in enumerate(parts):
        if moves and (ahead.asks or ahead.outcome or ahead.seat != state.seat):
            _check_rest(ahead, part)
            return moves, " ".join(map(_written, parts[done:]))
        if moves and ahead.forced():
            if part.word == "pay":
                ahead.apply(("pay", part.numbers, part.cards))
                done += 1
            return moves, " ".join(map(_written, parts[done:]))
        for number, move in enumerate(_meant(ahead, part)):
            if move[0] == "on" and ahead.step != "chain" and (number or ahead.step == "pay"):
                legs = [event for event in ahead.events if event[0] == "moved"]
                raise IllegalMove("place_free", at=legs[-1][4] if legs else ahead.figures[ahead.seat][ahead.moving])
            ahead.apply(move)
            moves.append(move)
    return moves, ""


def _check_rest(ahead: Atlantis, part: AtlantisPart) -> None:
    """Refuses a line whose next part is illegal whatever chance brings, before any move of it is played."""
    if ahead.step not in ("tile", "draw") or not any(event[0] == "moved" for event in ahead.events):
        return  # the seat has only bought cards, so anything may follow
    if part.word == "pay" and not any(event[0] == "paid" for event in ahead.events):
        raise IllegalMove("nothing_to_pay")
    if part.word == "bridge" and ahead.symbols[part.numbers[0]] != EMPTY and part.numbers[0] != ahead.pending:
        raise IllegalMove("no_gap", at=part.numbers[0])


def split(line: str) -> list[AtlantisPart]:
    """Splits a line into its parts. Raises UnreadableMove at the first token that means nothing."""
    parts: list[AtlantisPart] = []
    word, numbers, cards = "", list[int](), list[int]()

    def close() -> None:
        nonlocal word, numbers, cards
        if word:
            parts.append(_part(word, numbers, cards, line))
        word, numbers, cards = "", [], []

    for token in _token(line.lower()):
        if token in FILLERS:
            continue
        if token.isdecimal():
            if word == "pay":
                numbers += map(int, token)
            else:
                if word == "go" or (word and (numbers or word not in ("bridge", "buy"))):
                    close()
                word = word or "go"
                numbers.append(int(token[:4]))
        elif token in CARDS or all(letter in LETTERS for letter in token):
            if word in ("bridge", "buy", "stuck", "done"):
                close()
            word = word or "go"
            cards += [CARDS[token]] if token in CARDS else (LETTERS[letter] for letter in token)
        else:
            close()
            found = [known for known in (*WORDS, *ALSO) if known.startswith(token)]
            if len(found) != 1:
                raise UnreadableMove("unreadable_word", word=token)
            word = ALSO.get(found[0], found[0])
    close()
    return parts


def _part(word: str, numbers: list[int], cards: list[int], line: str) -> AtlantisPart:
    fits = {
        "go": len(numbers) <= 1 and all(1 <= number <= 3 for number in numbers),
        "on": bool(cards),
        "pay": bool(numbers or cards) and all(1 <= number <= 7 for number in numbers),
        "bridge": len(numbers) == 1 and numbers[0] < MAINLAND,
        "buy": len(numbers) == 1 and 1 <= numbers[0] <= 7,
        "stuck": True,
        "done": True,
    }[word]
    if not fits:
        raise UnreadableMove(f"unreadable_{word}", text=line.strip())
    if word == "pay":
        return AtlantisPart(word, tuple(sorted(numbers, reverse=True)), tuple(sorted(cards)))
    return AtlantisPart(word, tuple(numbers), tuple(cards))


def _written(part: AtlantisPart) -> str:
    word = [] if part.word == "go" else [part.word]
    return " ".join([*word, *map(str, part.numbers), "".join(SYMBOLS[card] for card in part.cards)]).strip()


def _meant(state: Atlantis, part: AtlantisPart) -> list[Move]:
    """Returns the moves that one part means in this position."""
    word, numbers, cards = part
    if word == "pay":
        return [("pay", numbers, cards)]
    if word == "bridge":
        gap = state.gap_at(numbers[0])
        return [("bridge", gap.first if gap else numbers[0])]
    if word in ("buy", "stuck", "done"):
        return [(word, *numbers)]
    if word == "on" or (state.step == "chain" and not numbers):
        return [("on", card) for card in cards]
    if not cards:
        return [_only_card(state, numbers[0] - 1)]
    if numbers:
        return _way(numbers[0] - 1, cards)
    return _anyone(state, cards)


def _only_card(state: Atlantis, figure: int) -> Move:
    """Returns the move of a figure that was typed without a card."""
    ways = [move for move in state.legal() if move[:2] == ("play", figure)]
    if len(ways) > 1:
        raise AmbiguousMove([text(move) for move in ways])
    if ways:
        return ways[0]
    reason = state.explain(("play", figure, 0))
    if reason is not None and (state.step != "turn" or reason.id == "figure_home"):
        raise IllegalMove(reason.id, **reason.params)
    raise IllegalMove("figure_stays", figure=figure)


def _way(figure: int, cards: tuple[int, ...]) -> list[Move]:
    return [("play", figure, cards[0]), *(("on", card) for card in cards[1:])]


def _anyone(state: Atlantis, cards: tuple[int, ...]) -> list[Move]:
    """Finds the figure for cards that were typed without one: clear if only figures on one place can go that way."""
    if state.step != "turn":
        return _way(0, cards)  # illegal now; the reason will say what is asked instead
    figures = state.figures[state.seat]
    first: dict[int, int] = {}
    for figure, place in enumerate(figures):
        if place != MAINLAND:
            first.setdefault(place, figure)
    able = [figure for figure in first.values() if _can_go(state, _way(figure, cards))]
    if len(able) > 1:
        raise AmbiguousMove([_written(AtlantisPart("go", (figure + 1,), cards)) for figure in able])
    if not able and len(first) > 1 and state.hands[state.seat].held[cards[0]]:
        begin = [figure for figure in first.values() if _can_go(state, _way(figure, cards[:1]))]
        if not begin:
            raise IllegalMove("nobody_can", card=cards[0])
        return _way(begin[0], cards)  # fails at a later card, and the reason says why
    return _way(able[0] if able else next(iter(first.values())), cards)


def _can_go(state: Atlantis, moves: list[Move]) -> bool:
    ahead = state.copy()
    for move in moves:
        if ahead.asks or ahead.outcome or ahead.explain(move) is not None:
            return False
        ahead.advance(move)
    return True
