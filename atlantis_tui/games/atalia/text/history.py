"""A whole turn in one short line, with the signs of the board: for the history beside it."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.translation import _
from atlantis_tui.ui.glyphs import Glyphs
from core.atalia.components import TROOPS, TROOPS_IN_ALL, WEATHER
from core.atalia.formations import formation
from core.atalia.rules import Atalia
from core.game import Event, Move
from core.hidden import SEALED
from core.table import Step


def brief(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """What the steps of one turn did; each step comes with its events as the reader may know them."""
    return [text for _step, events in steps for event in events if (text := _fact(event, glyphs))]


def gist(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """The same without what was drawn and put back."""
    aside = ("drew", "returned")
    return brief([(step, [event for event in events if event[0] not in aside]) for step, events in steps], glyphs)


def brief_moves(view: Atalia, moves: Sequence[Move], glyphs: Glyphs) -> str:
    """Moves that somebody might make in one turn, with what a card completes."""
    return _(", ").join(text + _made(view, move) for move in moves if (text := _planned(move, glyphs)))


def _made(view: Atalia, move: Move) -> str:
    """The formation that a card of the hand completes: " Wdg 24"."""
    if move[0] != "lay" or move[1] in WEATHER or view.step != "play":
        return ""
    ground, cards = view.ground(move[2]), [*view.sides[view.seat][move[2]], move[1]]
    if len(cards) != ground.need:
        return ""
    rank, total = formation(cards, ground)
    return f" {named.rank_short(rank)} {total}"


def card_text(card: int) -> str:
    """A card in as few letters as on the board."""
    return named.troop(card) if card < TROOPS_IN_ALL else named.tactic_short(card)


def _to(card: int, start: int | None, end: int | None, glyphs: Glyphs) -> str:
    """A card that goes somewhere: R8 → 4, or from a field, R8 2 → 5."""
    goal = _("out") if end is None else str(end + 1)
    begin = card_text(card) if start is None else f"{card_text(card)} {start + 1}"
    return f"{begin} {glyphs.arrow} {goal}"


def _planned(move: Move, glyphs: Glyphs) -> str:
    kind = move[0]
    if kind == "lay":
        return _to(move[1], None, move[2], glyphs)
    if kind in ("redeploy", "traitor"):
        words = _("redeploy {way}") if kind == "redeploy" else _("traitor {way}")
        return words.format(way=_to(move[1], move[2], move[3], glyphs))
    if kind == "deserter":
        return _("deserter {way}").format(way=_to(move[1], move[2], None, glyphs))
    if kind == "claim":
        return _("claim {field}").format(field=move[1] + 1)
    if kind == "draw":
        return _("draw {deck}").format(deck=named.deck(move[1]))
    if kind == "return":
        return _("put {card} back").format(card=card_text(move[2]))
    if kind == "scout":
        return _("scout")
    return _("pass") if kind == "pass" else ""


def _fact(event: Event, glyphs: Glyphs) -> str:
    kind = event[0]
    if kind in ("laid", "weather"):
        return _to(event[1], None, event[2], glyphs)
    if kind == "scouted":
        return _("scouted")
    if kind == "drew":
        return "+" + _card_or_back(event[1], event[2])
    if kind == "returned":
        return _("{card} back").format(card=_card_or_back(event[1], event[2]))
    if kind in ("redeployed", "betrayed"):
        words = _("redeployed {way}") if kind == "redeployed" else _("turned {way}")
        return words.format(way=_to(event[1], event[2], event[3], glyphs))
    if kind == "deserted":
        return _("made {way} desert").format(way=_to(event[1], event[2], None, glyphs))
    if kind == "passed":
        return _("passed")
    if kind == "claimed":
        return f"{glyphs.yes}{event[1] + 1}"
    if kind == "won":
        return _("won the game") if event[1] is not None else _("a draw")
    return ""


def _card_or_back(deck: int, card: int) -> str:
    """A card that was drawn or put back: its face where the reader knows it, or what kind it is."""
    if card != SEALED:
        return card_text(card)
    return _("troop") if deck == TROOPS else _("tactic")
