"""What the table of Atlantis says about a move that is planned or could be: header and prompt.

While a movement is planned the prompt tells it itself, line by line (games/atlantis/widgets/prompt.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from atlantis_tui.games.atlantis.plan import can_bridge, trades
from atlantis_tui.games.atlantis.text.choices import saves
from atlantis_tui.games.atlantis.text.history import gap_text
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.table import status
from atlantis_tui.table.status import Line
from atlantis_tui.table.widgets.prompt_lines import ROOM, Owner
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.named_keys import Quote
from core.atlantis.outlook import bridge_saves
from core.atlantis.rules import Atlantis

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.table import AtlantisTable
    from atlantis_tui.table.lookback import RivalNews

AtlantisLine = tuple[str | Owner, str]  # a lead, which says what is going on or who did it, and a text


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


def lines(table: AtlantisTable, sight: AtlantisView) -> Sequence[AtlantisLine]:
    """The prompt where no movement is planned."""
    plan, state, width = table.plan, sight.state, table.size.width
    said = status.lines(table)
    if said is not None:
        return said
    if plan.mode == "bridge" and sight.bridge_at is not None:
        return _bridge(table, state, sight.bridge_at)
    if plan.mode == "trade" and sight.trade is not None:
        return _trade(sight.trade, table.hinting.follows(), width)
    if plan.mode == "stuck":
        stuck = (
            _("Enter shows your hand to all and draws two cards. That is your turn."),
            _("Enter shows your hand to all and draws two cards."),
        )
        return [
            (_("Stuck."), _("No figure can move and be paid for.")),
            ("", _wording(width, *stuck)),
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
    first: list[AtlantisLine] = [(lead, _wording(width, *choose, lead=lead)), ("", _also(state, width))]
    return _and_news(table, first, lead, width)


def _and_news(table: AtlantisTable, first: list[AtlantisLine], lead: str, width: int) -> list[AtlantisLine]:
    """What the others did since one's own turn, a line for each of them. Before them stand as many of these lines as
    have room."""
    news = table.past.news()
    if table.board.history_beside:  # it tells all of the news, so what can be done keeps its line here
        news = news[1 - ROOM :]
    if not news:
        return [*first, ("", "")]
    if len(news) == 1:
        since = _("Since then:")
        return [*first, (since, _told(table, news[0], width, since))]
    if len(news) < ROOM:
        return [*first[: ROOM - len(news)], *(_rival(table, one, width) for one in news)]
    first_rival = _told(table, news[0], width, lead)
    begun = cell_len(lead) + 1 + cell_len(first_rival) <= width - 3
    rows = [_rival(table, one, width) for one in news]
    return [(lead, first_rival), *rows[1:]] if begun else rows


def _rival(table: AtlantisTable, one: RivalNews, width: int) -> AtlantisLine:
    sign = table.look.glyphs.figures[one.seat]
    named = f"{sign} {one.name}"
    for who, told in ((named, one.told), (sign, one.told), (named, one.gist)):
        if cell_len(who) + 1 + cell_len(told) <= width - 3:
            return Owner(one.seat, who), Quote(told)
    return Owner(one.seat, sign), Quote(one.gist)


def _told(table: AtlantisTable, one: RivalNews, width: int, lead: str) -> str:
    """The same behind a lead."""
    sign = table.look.glyphs.figures[one.seat]
    named = f"{sign} {one.name}"
    ways = (f"{who} {told}" for told in (one.told, one.gist) for who in (named, sign))
    return Quote(_wording(width, *ways, lead=lead))


def _bridge(table: AtlantisTable, state: Atlantis, place: int) -> list[Line]:
    width, follows = table.size.width, table.hinting.follows()
    gap = state.gap_at(place)
    price = gap.price if gap else 0
    where = gap_text(state, place, table.look.glyphs)
    lead = _("Bridge")
    over = (
        _("over the water marked, {where} (place {place}), which costs {price} now."),
        _("over the water marked, {where}: {price} now."),
    )
    other = (
        _("Left and Right choose other water, Enter lays it, Bksp keeps it."),
        _("Left, Right: other water. Enter lays it, Bksp not."),
    )
    return [
        (lead, _wording(width, *(words.format(where=where, place=place, price=price) for words in over), lead=lead)),
        ("", _wording(width, *_saves(table, state, place))),
        ("", follows or _wording(width, *other)),
    ]


def _saves(table: AtlantisTable, state: Atlantis, place: int) -> list[str]:
    """Whom the bridge saves how much, the fullest wording first."""
    saved = bridge_saves(state, place)
    told = [_("you {n}").format(n=saved[state.seat])]
    for step in range(1, state.seats):
        seat = (state.seat + step) % state.seats
        told.append(_("{name} {n}").format(name=table.names[seat], n=saved[seat]))
    each = _("It saves {all}.").format(all=listing(told))
    all_told, only = saves(state, place), _("You have only this one.")
    return [f"{each} {only}", each, f"{all_told} {only}", all_told]


def _trade(value: int, follows: str, width: int) -> list[Line]:
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
        ("", follows or _("Once a turn, before you move.")),
        ("", _wording(width, *other)),
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
    return [(lead, _wording(width, *press, lead=lead)), ("", _wording(width, *two)), ("", _also(state, width))]


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
        return _wording(
            width,
            _("Before that you may: B lay your bridge, T trade a tile. Enter proposes a move."),
            _("Before that you may: B lay your bridge, T trade a tile."),
            _("Before that: B bridge, T trade."),
        )
    if bridge:
        return _wording(
            width,
            _("Before that you may: B lay your bridge. Enter proposes a move."),
            _("Before that you may: B lay your bridge."),
        )
    if trade:
        return _wording(
            width,
            _("Before that you may: T trade a tile for cards. Enter proposes a move."),
            _("Before that you may: T trade a tile for cards."),
        )
    return _("Enter proposes a move, Tab shows one after another.")


def _wording(width: int, *texts: str, lead: str = "") -> str:
    """The fullest wording for which a line of the prompt has room."""
    room = width - 4 - (cell_len(lead) + 1 if lead else 0)
    return fullest(texts, room)
