"""What happened in a game of Atlantis, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui.games.atlantis.text import names as named
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.atlantis.components import ATLANTIS, MAINLAND, TILE
from core.atlantis.position import AtlantisPosition
from core.game import Event


def events(
    events: Sequence[Event], actor: int | None, viewer: int | None, names: Sequence[str], after: AtlantisPosition
) -> list[str]:
    """The events of one turn, or a part of it, as one line; the end and each final crossing have their own."""
    turn: list[str] = []
    lines: list[str] = []
    moving = False
    for number, event in enumerate(events):
        kind = event[0]
        mine = actor is not None and actor == viewer
        name = "" if actor is None else names[actor]
        if kind == "turned":  # told with the tile that lay on it
            continue
        if kind == "moved":
            turn.append(_went_on(event) if moving else _moved(event, mine, name))
        elif kind == "took":
            below = events[number + 1] if number + 1 < len(events) and events[number + 1][0] == "turned" else None
            turn.append(_took(event, below, mine, name, after))
        elif kind == "ended":
            lines.append(_ended(event[1], viewer, names))
        elif kind == "ferried":
            lines.append(_ferried(event, viewer, names))
        else:
            turn.append(_OTHERS[kind](event, mine, name))
        moving = kind == "moved"
    return [" ".join(turn), *lines] if turn else lines


def outcome(view: AtlantisPosition, viewer: int | None, names: Sequence[str]) -> list[str]:
    assert view.outcome is not None
    scores, winners = view.outcome
    lines = []
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        points, tiles, cards = scores[seat], view.worth[seat], view.hands[seat].size
        words = (
            ngettext(
                "You have {points} point: {tiles} in tiles and {cards} in cards.",
                "You have {points} points: {tiles} in tiles and {cards} in cards.",
                points,
            )
            if seat == viewer
            else ngettext(
                "{name} has {points} point: {tiles} in tiles and {cards} in cards.",
                "{name} has {points} points: {tiles} in tiles and {cards} in cards.",
                points,
            )
        )
        if points < 0:
            words = (
                ngettext("You are {short} point short.", "You are {short} points short.", -points)
                if seat == viewer
                else ngettext("{name} is {short} point short.", "{name} is {short} points short.", -points)
            )
        lines.append(words.format(name=names[seat], points=points, short=-points, tiles=tiles, cards=cards))
    lines.append(_winners(winners, viewer, names))
    return lines


def _winners(winners: Sequence[int], viewer: int | None, names: Sequence[str]) -> str:
    others = listing([names[seat] for seat in winners if seat != viewer])
    if viewer not in winners:
        return (_("{name} wins.") if len(winners) == 1 else _("{names} share the win.")).format(
            name=others, names=others
        )
    return _("You win.") if len(winners) == 1 else _("You share the win with {names}.").format(names=others)


# One sentence for each kind of event ------------------------------------------------------------------------------


def _moved(event: Event, mine: bool, name: str) -> str:
    figure, card, origin, target = event[1:]
    if target == MAINLAND:
        if origin == ATLANTIS:
            words = (
                _("You play {card}: figure {figure} goes from Atlantis to the Mainland.")
                if mine
                else _("{name} plays {card}: figure {figure} goes from Atlantis to the Mainland.")
            )
        else:
            words = (
                _("You play {card}: figure {figure} goes from place {origin} to the Mainland.")
                if mine
                else _("{name} plays {card}: figure {figure} goes from place {origin} to the Mainland.")
            )
    elif origin == ATLANTIS:
        words = (
            _("You play {card}: figure {figure} goes from Atlantis to place {target}.")
            if mine
            else _("{name} plays {card}: figure {figure} goes from Atlantis to place {target}.")
        )
    else:
        words = (
            _("You play {card}: figure {figure} goes from place {origin} to place {target}.")
            if mine
            else _("{name} plays {card}: figure {figure} goes from place {origin} to place {target}.")
        )
    return words.format(name=name, card=named.card(card), figure=figure + 1, origin=origin, target=target)


def _went_on(event: Event) -> str:
    """A further card of the same movement."""
    _figure, card, _origin, target = event[1:]
    words = _("With {card} it goes on to place {target}.")
    if target == MAINLAND:
        words = _("With {card} it goes on to the Mainland.")
    return words.format(card=named.card(card), target=target)


def _paid(event: Event, mine: bool, name: str) -> str:
    cost, tiles, cards = event[1:]
    values = [tile % TILE for tile in tiles]
    lost = sum(values) + len(cards) - cost
    if lost:
        words = (
            _("You pay {cost} for the water with {means}; {lost} is lost.")
            if mine
            else _("{name} pays {cost} for the water with {means}; {lost} is lost.")
        )
    else:
        words = (
            _("You pay {cost} for the water with {means}.")
            if mine
            else _("{name} pays {cost} for the water with {means}.")
        )
    return words.format(name=name, cost=cost, means=named.means(values, cards), lost=lost)


def _took(event: Event, below: Event | None, mine: bool, name: str, after: AtlantisPosition) -> str:
    tile, at = event[1:]
    gap = after.gap_at(at)
    if below is not None:
        words = (
            _("You take {tile} from place {at}; {below} lies there now.")
            if mine
            else _("{name} takes {tile} from place {at}; {below} lies there now.")
        )
    elif gap is None:
        # An end of the path has slid up, so that there is no water.
        words = (
            _("You take {tile} from place {at}, and the path is shorter now.")
            if mine
            else _("{name} takes {tile} from place {at}, and the path is shorter now.")
        )
    elif gap.bridged:
        words = (
            _("You take {tile} from place {at}; the water there has a bridge.")
            if mine
            else _("{name} takes {tile} from place {at}; the water there has a bridge.")
        )
    else:
        words = (
            _("You take {tile} from place {at}; the water there costs {price}.")
            if mine
            else _("{name} takes {tile} from place {at}; the water there costs {price}.")
        )
    return words.format(
        name=name,
        tile=named.tile(tile),
        at=at,
        below="" if below is None else named.tile(below[1]),
        price=0 if gap is None else gap.price,
    )


def _drew(event: Event, mine: bool, name: str) -> str:
    cards = event[1]
    if not cards:
        return (
            _("There is no card left for you to draw.")
            if mine
            else _("There is no card left for {name} to draw.").format(name=name)
        )
    if mine:
        return _("You draw {cards}.").format(cards=named.cards(cards))
    return ngettext("{name} draws {n} card.", "{name} draws {n} cards.", len(cards)).format(name=name, n=len(cards))


def _bought(event: Event, mine: bool, name: str) -> str:
    tile, cards = event[1:]
    if mine:
        return _("You give {tile} back and draw {cards}.").format(tile=named.tile(tile), cards=named.cards(cards))
    return ngettext(
        "{name} gives {tile} back and draws {n} card.", "{name} gives {tile} back and draws {n} cards.", len(cards)
    ).format(name=name, tile=named.tile(tile), n=len(cards))


def _bridged(event: Event, mine: bool, name: str) -> str:
    words = (
        _("You lay your bridge at place {at}: all cross that gap for nothing now.")
        if mine
        else _("{name} lays a bridge at place {at}: all cross that gap for nothing now.")
    )
    return words.format(name=name, at=event[1])


def _stuck(event: Event, mine: bool, name: str) -> str:
    if not event[1]:
        return _("You are stuck without a card.") if mine else _("{name} is stuck without a card.").format(name=name)
    words = (
        _("You are stuck and show your hand: {cards}.") if mine else _("{name} is stuck and shows this hand: {cards}.")
    )
    return words.format(name=name, cards=named.cards(event[1]))


def _reshuffled(event: Event, mine: bool, name: str) -> str:
    return ngettext(
        "The deck is empty: {n} discarded card becomes the new one.",
        "The deck is empty: {n} discarded cards are shuffled into a new one.",
        event[1],
    ).format(n=event[1])


def _ended(by: int | None, viewer: int | None, names: Sequence[str]) -> str:
    if by is None:
        return _("Nobody can do anything any more, so the game is over. All figures still on the way must cross.")
    if by == viewer:
        return _("Your third figure is home, so the game is over. The others must still cross.")
    return _("The third figure of {name} is home, so the game is over. All other figures must still cross.").format(
        name=names[by]
    )


def _ferried(event: Event, viewer: int | None, names: Sequence[str]) -> str:
    seat, cost, tiles, cards = event[1:]
    mine = seat == viewer
    values = [tile % TILE for tile in tiles]
    paid = sum(values) + len(cards)
    if not cost:
        words = (
            _("Your figures cross without anything to pay.")
            if mine
            else _("The figures of {name} cross without anything to pay.")
        )
    elif paid < cost:
        words = (
            _("Your figures must pay {cost}: you give up all you have, {paid}, and {missing} is missing.")
            if mine
            else _(
                "The figures of {name} must pay {cost}: {name} gives up everything, {paid}, and {missing} is missing."
            )
        )
    elif paid > cost:
        words = (
            _("Your figures cross for {cost}, paid with {means}; {lost} is lost.")
            if mine
            else _("The figures of {name} cross for {cost}, paid with {means}; {lost} is lost.")
        )
    else:
        words = (
            _("Your figures cross for {cost}, paid with {means}.")
            if mine
            else _("The figures of {name} cross for {cost}, paid with {means}.")
        )
    return words.format(
        name=names[seat],
        cost=cost,
        paid=paid,
        missing=cost - paid,
        lost=paid - cost,
        means=named.means(values, cards),
    )


_OTHERS: dict[str, Any] = {
    "paid": _paid,
    "drew": _drew,
    "bought": _bought,
    "bridged": _bridged,
    "stuck": _stuck,
    "reshuffled": _reshuffled,
}
