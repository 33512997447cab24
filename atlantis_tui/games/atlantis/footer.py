"""The keys that the footer of the table of Atlantis names, for whatever is being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atlantis.plan import can_bridge, trades
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.table import status
from atlantis_tui.table.footer import table_keys
from atlantis_tui.table.status import Key
from atlantis_tui.text.translation import _
from core.atlantis.outlook import Outlook

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.table import AtlantisTable


def keys(table: AtlantisTable, sight: AtlantisView) -> tuple[Key, ...]:
    said = status.keys(table)
    if said is not None:
        return said
    plan, state, outlook = table.plan, sight.state, sight.outlook
    own = table_keys(table.mode)
    bridge: Key = ("B", _("bridge"), "bridge")
    numbers: Key = ("#", _("numbers"), "numbers")
    if plan.mode:
        other = (("→", _("other"), "other(1)"),) if plan.mode in ("bridge", "trade") else ()
        return (own.do, *other, own.back, *((numbers,) if plan.mode == "bridge" else ()))
    if state.step == "after":
        return (("Enter", _("go on without"), "do"), bridge, own.undo, own.log, own.typed, own.leave)
    if outlook is not None and state.step == "pay":
        return (
            ("Enter", _enter(table, outlook), "do"),
            ("→", _("payment"), "other(1)"),
            *_wait(table, sight),
            own.undo,
            own.typed,
            own.leave,
        )
    if outlook is not None:
        return (
            ("Enter", _enter(table, outlook), "do"),
            ("→", _("payment") if len(outlook.payments) > 1 else _("next"), "other(1)"),
            ("Tab", _("next move"), "next(1)"),
            *((bridge,) if can_bridge(state) else ()),
            *_wait(table, sight),
            own.back,
            own.typed,
        )
    first: tuple[Key, ...] = (
        own.propose,
        *((bridge,) if can_bridge(state) else ()),
        *((("T", _("trade"), "trade"),) if trades(state) else ()),
        own.hint,
    )
    targets: Key = ("L", _("targets"), "targets")
    if own.talk:
        return (*first, own.undo, own.log, *own.talk, own.leave, targets, own.typed, *own.invite, numbers)
    return (*first, targets, own.undo, own.log, own.leave, own.typed, numbers)


def _wait(table: AtlantisTable, sight: AtlantisView) -> tuple[Key, ...]:
    """W, where the player may lay a bridge after the movement, perhaps over the water that it opens."""
    state, outlook = sight.state, sight.outlook
    assert outlook is not None
    able = state.bridge_left[state.seat] and (state.open_gaps() or outlook.water_price)
    if not able or outlook.ends_game:
        return ()
    return (("W", _("bridge after: on") if table.wait_after else _("bridge after"), "wait"),)


def _enter(table: AtlantisTable, outlook: Outlook) -> str:
    """What Enter does with a movement that is shown."""
    if outlook.held:
        return _("next card")
    if table.plan.draft or table.plan.paying:
        return _("do it")
    return _("pay so")
