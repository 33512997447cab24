"""The keys that the footer of the table of Atalia names, for whatever is being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia.plan import OUT
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.table import status
from atlantis_tui.table.status import Key
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable


def keys(table: AtaliaTable, sight: AtaliaView) -> tuple[Key, ...]:
    log: Key = ("Y", _("log"), "history")
    menu = table.mode.leave_key()
    if table.board.views.between is not None and table.past.at is None and table.typed.field is None:
        return ("Enter", _("next game"), "do"), log, menu
    said = status.keys(table)
    if said is not None:
        return said
    undo: Key = ("U", _("undo"), "take_back")
    typed: Key = (":", _("type"), "type")
    back: Key = ("Bksp", _("back"), "back")
    best: Key = ("H", _("best off") if table.board.best else _("best on"), "best")
    plan, mode = table.plan, table.plan.mode
    if mode == "play":
        first: tuple[Key, ...] = (
            ("Enter", _("pass") if plan.legal() == [("pass",)] else _("propose"), "do"),
            ("Tab", _("next card"), "next(1)"),
            ("I", _("hint"), "hint"),
        )
        return (*first, best, undo, log, *table.mode.talk_keys(), menu, typed)
    return (*_own(table, sight, mode), *_rest(mode, back, undo, log, best, typed, menu))


def _rest(mode: str, back: Key, undo: Key, log: Key, best: Key, typed: Key, menu: Key) -> tuple[Key, ...]:
    if mode in ("draw", "scout"):
        return undo, log, best, typed, menu
    if mode == "claim":
        return undo, back, log, typed, menu
    return back, best, typed


def _own(table: AtaliaTable, sight: AtaliaView, mode: str) -> tuple[Key, ...]:
    """What belongs to the moment."""
    plan = table.plan
    do: Key = ("Enter", _("do it"), "do")
    other: Key = ("→", _("other field"), "move(1)")
    card: Key = ("Tab", _("next card"), "next(1)")
    why: Key = ("X", _("why"), "why")
    claim: tuple[Key, ...] = (("C", _("claim too"), "claim"),) if plan.claims_after() and not plan.wins() else ()
    if mode == "refused":
        more = plan.refused is not None and len(plan.refused.sets) > 1
        return (("Tab", _("next that beats you"), "next(1)"),) if more else ()
    if mode == "card":
        return ("Enter", _("propose"), "do"), other, card
    if mode == "lay":
        play: Key = ("Enter", _("play it") if not plan.claims else _("play and claim"), "do")
        return play, *claim, other, card, why
    if mode == "target":
        take: Key = ("Enter", _("take it"), "do")
        along: tuple[Key, ...] = (("↑↓", _("card"), "look(1)"),) if not table.past.open else ()
        return take, *along, ("Tab", _("next target"), "next(1)")
    if mode == "place":
        out: tuple[Key, ...] = (("0", _("out"), "out"),) if OUT in plan.places() else ()
        chosen: Key = do if plan.to is not None else ("Enter", _("propose"), "do")
        return chosen, *claim, other, *out
    if mode == "claim":
        enter: Key = ("Enter", _("claim it") if plan.claims else _("do it") if plan.ending else _("show it"), "do")
        return enter, ("C", _("claim"), "claim"), ("E", _("no more"), "end_claims"), why
    if mode in ("draw", "scout"):
        return ("D", _("troops"), "troops"), ("T", _("tactics"), "tactic")
    if mode == "return":
        full = len(plan.returns) == sight.state.returning
        swap: tuple[Key, ...] = (("Tab", _("swap") if full else _("next card"), "next(1)"),)
        return ("Enter", _("put back") if full else _("propose"), "do"), *swap
    return (do,)  # passing, or Scout
