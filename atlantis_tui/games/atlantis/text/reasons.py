"""Why a move of Atlantis is refused: the rule, and what would be right. One sentence for each reason id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.games.atlantis.text import names as named
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _
from core.atlantis.components import MAINLAND, PLACES, SYMBOLS

Params = Mapping[str, Any]


def _cannot_pay(p: Params) -> str:
    words = _("Going to place {at} costs {cost}, and after that card you could pay only {funds}.")
    if p["at"] == MAINLAND:
        words = _("Going to the Mainland costs {cost}, and after that card you could pay only {funds}.")
    return words.format(at=p["at"], cost=p["cost"], funds=p["funds"])


def _place_free(p: Params) -> str:
    if p["at"] is None:
        return _("The movement is over before that: no card is played on from a free place.")
    if p["at"] == MAINLAND:
        return _("The figure is on the Mainland by then: no card is played on from there.")
    return _("Place {at} is free, so the figure stops there: leave the further card out.").format(at=p["at"])


def _can_move(p: Params) -> str:
    return _("You are not stuck: figure {figure} can go with {card}, so type {move} or another move.").format(
        figure=p["figure"] + 1, card=named.card(p["card"]), move=f"{p['figure'] + 1} {SYMBOLS[p['card']]}"
    )


def _chain_open(p: Params) -> str:
    return _("Figure {figure} is on place {at}, which is held: play a further card first.").format(
        figure=p["figure"] + 1, at=p["at"]
    )


REASONS: dict[str, Callable[[Params], str]] = {
    # What cannot be read.
    "nothing_typed": lambda p: _("Nothing was typed, so nothing was done."),
    "unreadable": lambda p: _('"{text}" is not one move, such as 2 F.').format(text=quoted(p["text"])),
    "unreadable_word": lambda p: _('"{word}" means nothing in a move.').format(word=quoted(p["word"])),
    "unreadable_go": lambda p: _("A move is a figure from 1 to 3 and the letter of a card, such as 2 F."),
    "unreadable_on": lambda p: _("on needs the letter of a card, such as on R."),
    "unreadable_pay": lambda p: _("pay needs tile values from 1 to 7 or letters of cards, such as pay 5 F."),
    "unreadable_bridge": lambda p: _("bridge needs a place from 0 to {last}, such as bridge 26.").format(
        last=PLACES - 1
    ),
    "unreadable_buy": lambda p: _("buy needs the value of one of your tiles, such as buy 5."),
    "unreadable_stuck": lambda p: _("stuck stands alone, without figures or cards."),
    "unreadable_done": lambda p: _("done stands alone, without figures or cards."),
    "bad_order": lambda p: _("A payment is written with the highest tile first and the cards in order."),
    # The wrong moment.
    "chain_open": _chain_open,
    "pay_first": lambda p: _("First pay {cost} for the water, with tiles and cards.").format(cost=p["cost"]),
    "after_moving": lambda p: _("Once a figure has moved you may only lay your bridge, or type done."),
    "no_chain": lambda p: _("No figure is on its way: begin with a figure and a card, such as 1 F."),
    "nothing_to_pay": lambda p: _("There is nothing to pay now: move a figure first."),
    "not_done": lambda p: _("You have not moved yet: play a card for one of your figures."),
    # Moving.
    "figure_home": lambda p: _("Figure {figure} is on the Mainland for good: choose another.").format(
        figure=p["figure"] + 1
    ),
    "figure_stays": lambda p: _("No card you hold can move figure {figure}: choose another.").format(
        figure=p["figure"] + 1
    ),
    "nobody_can": lambda p: _("None of your figures can go with {card}: choose another card.").format(
        card=named.card(p["card"])
    ),
    "no_such_card": lambda p: _("You do not have {card} left for that.").format(card=named.card(p["card"])),
    "cannot_pay": _cannot_pay,
    "chain_no_card": lambda p: _("Place {at} is held, and you would have no card left to go on with.").format(
        at=p["at"]
    ),
    "chain_no_end": lambda p: _(
        "Place {at} is held, and your other cards lead to no free place from there that you could pay for."
    ).format(at=p["at"]),
    "place_free": _place_free,
    "can_move": _can_move,
    # Paying.
    "no_such_tile": lambda p: _("You do not have a tile of {value} for that.").format(value=p["value"]),
    "bought_card": lambda p: _("Cards bought this turn may not pay, and you have no other {symbol} left.").format(
        symbol=named.symbol(p["card"])
    ),
    "pays_too_little": lambda p: _("That makes {paid}, but the water costs {cost}: add a tile or cards.").format(
        paid=p["paid"], cost=p["cost"]
    ),
    "pays_too_much": lambda p: _("That makes {paid} for water that costs {cost}: leave out what is not needed.").format(
        paid=p["paid"], cost=p["cost"]
    ),
    # Bridge and purchase.
    "bridge_used": lambda p: _("You have laid your bridge already, and each player has only one."),
    "no_water": lambda p: _("There is no water without a bridge on the path now, so yours has to wait."),
    "no_gap": lambda p: _("There is no gap at place {at}: a bridge needs water with a tile on both sides.").format(
        at=p["at"]
    ),
    "gap_bridged": lambda p: _("The gap at place {at} has a bridge already: choose another.").format(at=p["at"]),
    "bridge_place": lambda p: _("That gap begins at place {first}: type bridge {first}.").format(first=p["first"]),
    "bought_already": lambda p: _("You have bought this turn already, and may do it only once."),
    "no_tiles": lambda p: _("You have no tile to buy cards with."),
    "buys_nothing": lambda p: _("A tile of {value} buys no card: it takes at least a tile of 2.").format(
        value=p["value"]
    ),
    "no_cards_left": lambda p: _("There are no cards left to buy."),
}
