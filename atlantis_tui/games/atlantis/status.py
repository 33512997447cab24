"""What the table of Atlantis says about a move that is planned or could be: header and prompt.

While a movement is planned the prompt tells it itself, line by line (games/atlantis/widgets/prompt.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from atlantis_tui.games.atlantis.plan import can_bridge, trades
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.table import status
from atlantis_tui.table.status import Line
from atlantis_tui.text.translation import _, ngettext
from core.atlantis.rules import Atlantis

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.table import AtlantisTable


def head(table: AtlantisTable, sight: AtlantisView) -> None:
    header, state = table.header, sight.state
    header.name_text = _("ATLANTIS")
    header.facts = _("turn {turn}   deck {deck}  discard {discard}").format(
        turn=state.turn, deck=state.deck, discard=sum(state.discard)
    )
    seed = _("seed {seed}   {count} players").format(seed=table.table.seed, count=state.seats)
    header.right = table.mode.title() or seed
    if sight.mine and state.step == "pay":
        header.badge = _("STILL TO PAY")
    else:
        header.badge = status.badge(table, preview=sight.outlook is not None or bool(table.plan.mode))


# The prompt ----------------------------------------------------------------------------------------------------------


def lines(table: AtlantisTable, sight: AtlantisView) -> list[Line]:
    """The prompt where no movement is planned."""
    plan, state, width = table.plan, sight.state, table.size.width
    said = status.lines(table)
    if said is not None:
        return said
    if plan.mode == "bridge" and sight.bridge_at is not None:
        return _bridge(state, sight.bridge_at, table.hinting.follows(), width)
    if plan.mode == "trade" and sight.trade is not None:
        return _trade(sight.trade, width)
    if plan.mode == "stuck":
        stuck = (
            _("Enter shows your hand to all and draws two cards. That is your turn."),
            _("Enter shows your hand to all and draws two cards."),
        )
        return [
            (_("Stuck."), _("No figure can move and be paid for.")),
            ("", _fitting(width, *stuck)),
            ("", _instead(state)),
        ]
    if plan.mode == "done":
        return [(_("After the move:"), _("no bridge. Enter goes on, Bksp thinks again."))]
    if state.step == "after":
        return [
            (_("After the move:"), _("B chooses water for your bridge.")),
            ("", _("Enter twice goes on without.")),
        ]
    if plan.figure is not None:
        return _where_to(state, plan.figure, width)
    lead = _("Your turn.")
    choose = (
        _("Choose a figure 1 2 3 or a card F O H R S C A, or click one."),
        _("Choose a figure 1 2 3 or a card, or click one."),
    )
    return [
        (lead, _fitting(width, *choose, lead=lead)),
        ("", _also(state, width)),
        _since(table.past.recap()[-3:], width),
    ]


def _since(turns: Sequence[str], width: int) -> Line:
    """What the others did, the latest in any case."""
    if not turns:
        return "", ""
    leads = (_("Since your last turn:"), _("Since then:"))
    for count in range(len(turns), 0, -1):
        told = "   ".join(turns[-count:])
        for lead in leads:
            if cell_len(lead) + 1 + cell_len(told) <= width - 3:
                return lead, told
    return leads[-1], turns[-1]


def _bridge(state: Atlantis, place: int, follows: str, width: int) -> list[Line]:
    gap = state.gap_at(place)
    price = gap.price if gap else 0
    free = (
        _("Everybody crosses it for nothing from then on. You have only this one."),
        _("Everybody crosses it free. You have only this one."),
    )
    other = (
        _("Left and Right choose other water, Enter lays it, Bksp keeps it."),
        _("Left, Right: other water. Enter lays it, Bksp not."),
    )
    return [
        (_("Bridge"), _("over the water marked, which costs {price} now.").format(price=price)),
        ("", follows or _fitting(width, *free)),
        ("", _fitting(width, *other)),
    ]


def _trade(value: int, width: int) -> list[Line]:
    text = ngettext(
        "a tile of value {value} for {count} card.",
        "a tile of value {value} for {count} cards.",
        value // 2,
    )
    other = (
        _("Left and Right choose another tile, Enter trades, Bksp keeps it."),
        _("Left, Right: another tile. Enter trades, Bksp not."),
    )
    return [
        (_("Trade"), text.format(value=value, count=value // 2)),
        ("", _("Once a turn, before you move.")),
        ("", _fitting(width, *other)),
    ]


def _where_to(state: Atlantis, figure: int, width: int) -> list[Line]:
    lead = _("Figure {number}:").format(number=figure + 1)
    press = (
        _("press the letters on a bright place, or click it."),
        _("press the letters on a place, or click it."),
    )
    two = (
        _("Two letters: the first place is held, so a second card must follow."),
        _("Two letters: the first place is held."),
    )
    return [(lead, _fitting(width, *press, lead=lead)), ("", _fitting(width, *two)), ("", _also(state, width))]


def _instead(state: Atlantis) -> str:
    """What else can be done before giving up."""
    bridge, trade = can_bridge(state), bool(trades(state))
    if bridge and trade:
        return _("Before that you may trade with T or lay your bridge with B.")
    if bridge:
        return _("Before that you may lay your bridge with B.")
    return _("Before that you may trade with T.") if trade else ""


def _also(state: Atlantis, width: int) -> str:
    """What else can be done before moving."""
    bridge, trade = can_bridge(state), bool(trades(state))
    if bridge and trade:
        return _fitting(
            width,
            _("Before that you may: B lay your bridge, T trade a tile. Enter proposes a move."),
            _("Before that you may: B lay your bridge, T trade a tile."),
            _("Before that: B bridge, T trade."),
        )
    if bridge:
        return _fitting(
            width,
            _("Before that you may: B lay your bridge. Enter proposes a move."),
            _("Before that you may: B lay your bridge."),
        )
    if trade:
        return _fitting(
            width,
            _("Before that you may: T trade a tile for cards. Enter proposes a move."),
            _("Before that you may: T trade a tile for cards."),
        )
    return _("Enter proposes a move, Tab shows one after another.")


def _fitting(width: int, *texts: str, lead: str = "") -> str:
    """The fullest wording for which a line of the prompt has room."""
    room = width - 4 - (cell_len(lead) + 1 if lead else 0)
    return next((text for text in texts if cell_len(text) <= room), texts[-1])
