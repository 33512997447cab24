"""The keys that the footer of the table of Atalia names, for whatever is being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia.plan import OUT
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.table import status
from atlantis_tui.table.footer import TableKeys, table_keys
from atlantis_tui.table.status import Key
from atlantis_tui.text.translation import _
from core.atalia.components import TACTICS

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable


def keys(table: AtaliaTable, sight: AtaliaView) -> tuple[Key, ...]:
    own = table_keys(table.mode)
    if table.board.views.between is not None and table.past.at is None and table.typed.field is None:
        return ("Enter", _("next game"), "do"), own.log, own.leave
    said = status.keys(table)
    if said is not None:
        return said
    best: Key = ("H", _("best off") if table.board.best else _("best on"), "best")
    plan, mode = table.plan, table.plan.mode
    if mode == "play":
        enter: Key = ("Enter", _("pass"), "do") if plan.legal() == [("pass",)] else own.propose
        card: Key = ("Tab", _("next card"), "next(1)")
        return (enter, card, own.hint, best, own.undo, own.log, *own.talk, own.leave, own.typed, *own.invite)
    return (*_moment(table, sight, mode, own), *_rest(mode, best, own))


def _rest(mode: str, best: Key, own: TableKeys) -> tuple[Key, ...]:
    if mode in ("draw", "scout"):
        return own.undo, own.log, best, own.typed, own.leave
    if mode == "claim":
        return own.undo, own.back, own.log, own.typed, own.leave
    return own.back, best, own.typed


def _moment(table: AtaliaTable, sight: AtaliaView, mode: str, own: TableKeys) -> tuple[Key, ...]:
    """The keys for what the player is doing at this moment."""
    plan = table.plan
    other: Key = ("→", _("other field"), "move(1)")
    card: Key = ("Tab", _("next card"), "next(1)")
    why: Key = ("X", _("why"), "why")
    claim: tuple[Key, ...] = (("C", _("claim too"), "claim"),) if plan.claims_after() and not plan.wins() else ()
    if mode == "refused":
        more = plan.refused is not None and len(plan.refused.sets) > 1
        return (("Tab", _("next that beats you"), "next(1)"),) if more else ()
    if mode == "card":
        return own.propose, other, card
    if mode == "lay":
        play: Key = ("Enter", _("play it") if not plan.claims else _("play and claim"), "do")
        return play, *claim, other, card, why
    if mode == "target":
        take: Key = ("Enter", _("take it"), "do")
        along: tuple[Key, ...] = (("↑↓", _("card"), "look(1)"),) if not table.past.open else ()
        return take, *along, ("Tab", _("next target"), "next(1)")
    if mode == "place":
        out: tuple[Key, ...] = (("0", _("out"), "out"),) if OUT in plan.places() else ()
        chosen: Key = own.do if plan.to is not None else own.propose
        return chosen, *claim, other, *out
    if mode == "claim":
        enter: Key = ("Enter", _("claim it") if plan.claims else _("do it") if plan.ending else _("show it"), "do")
        return enter, ("C", _("claim"), "claim"), ("E", _("no more"), "end_claims"), why
    if mode in ("draw", "scout"):
        troops, tactics = ("D", "Enter T") if plan.next_deck() == TACTICS else ("Enter D", "T")
        return (troops, _("troops"), "troops"), (tactics, _("tactics"), "tactic")
    if mode == "return":
        full = len(plan.returns) == sight.state.returning
        swap: tuple[Key, ...] = (("Tab", _("swap") if full else _("next card"), "next(1)"),)
        return ("Enter", _("put back"), "do") if full else own.propose, *swap
    return (own.do,)  # passing, or Scout
