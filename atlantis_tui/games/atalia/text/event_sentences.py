"""What happened in a game of Atalia, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.atalia.components import FOG, TACTICS, TROOPS, WIN
from core.atalia.rules import Atalia
from core.atalia.schema import BY_FIVE, BY_ROW
from core.game import Event
from core.hidden import SEALED


class AtaliaTeller(NamedTuple):
    """Who did it, to whom that is told, and the position it led to."""

    actor: int
    viewer: int | None
    names: Sequence[str]
    after: Atalia

    @property
    def mine(self) -> bool:
        return self.actor == self.viewer

    @property
    def name(self) -> str:
        return self.names[self.actor]

    @property
    def other(self) -> str:
        return self.names[1 - self.actor]


def events(
    events: Sequence[Event], actor: int | None, viewer: int | None, names: Sequence[str], after: Atalia
) -> list[str]:
    """The events of one turn, or a part of it, as one line; the end of a game and the next one have their own."""
    turn: list[str] = []
    lines: list[str] = []
    teller = AtaliaTeller(actor or 0, viewer, names, after)
    for kind, same in groupby(events, lambda event: event[0]):
        if kind in _ENDS:
            lines += [_ENDS[kind](event, viewer, names, after) for event in same]
        elif kind in _TOGETHER:
            turn.append(_TOGETHER[kind]([event[1:] for event in same], teller))
        else:
            turn += [_TOLD[kind](event, teller) for event in same]
    return [" ".join(turn), *lines] if turn else lines


def outcome(view: Atalia, viewer: int | None, names: Sequence[str]) -> list[str]:
    assert view.outcome is not None
    scores, winners = view.outcome
    lines = [_score(view, seat, seat == viewer, names[seat]) for seat in sorted((0, 1), key=lambda seat: -scores[seat])]
    if view.options["series"] > 1:
        lines.append(_("A game won counts {win} points, and in one that was not, each field 1.").format(win=WIN))
    return [*lines, _winners(winners, viewer, names)]


def _score(view: Atalia, seat: int, mine: bool, name: str) -> str:
    """A game has fields, and its win is worth more than they are; a series only points."""
    assert view.outcome is not None
    points, fields = view.outcome.scores[seat], view.fields_of(seat)
    if view.options["series"] > 1:
        words = (
            ngettext("You have {points} point in the series.", "You have {points} points in the series.", points)
            if mine
            else ngettext(
                "{name} has {points} point in the series.", "{name} has {points} points in the series.", points
            )
        )
        return words.format(name=name, points=points)
    held = ngettext("{n} field", "{n} fields", fields).format(n=fields)
    if seat in view.outcome.winners and len(view.outcome.winners) == 1:
        words = (
            _("You have {fields}, and {points} points for the win.")
            if mine
            else _("{name} has {fields}, and {points} points for the win.")
        )
        return words.format(name=name, fields=held, points=points)
    words = (
        ngettext("You have {fields}: {points} point.", "You have {fields}: {points} points.", points)
        if mine
        else ngettext("{name} has {fields}: {points} point.", "{name} has {fields}: {points} points.", points)
    )
    return words.format(name=name, fields=held, points=points)


def _winners(winners: Sequence[int], viewer: int | None, names: Sequence[str]) -> str:
    if len(winners) != 1:
        return _("It is a draw.")
    return _("You win.") if winners[0] == viewer else _("{name} wins.").format(name=names[winners[0]])


# One sentence for each kind of event ---------------------------------------------------------------------------------


def _laid(event: Event, by: AtaliaTeller) -> str:
    card, field = event[1:]
    made = _made(by, card, field)
    if made:
        words = (
            _("You lay {card} on field {field}: {made}.")
            if by.mine
            else _("{name} lays {card} on field {field}: {made}.")
        )
    else:
        words = _("You lay {card} on field {field}.") if by.mine else _("{name} lays {card} on field {field}.")
    return words.format(name=by.name, card=named.card(card), field=field + 1, made=made)


def _made(by: AtaliaTeller, card: int, field: int) -> str:
    """What a card completed. In a new game of the series the field is bare again."""
    if card not in by.after.sides[by.actor][field]:
        return ""
    made = by.after.formation(by.actor, field)
    return named.formation(made) if made is not None else ""


def _weather(event: Event, by: AtaliaTeller) -> str:
    card, field = event[1:]
    if card == FOG:
        words = (
            _("You lay Fog at field {field}: only sums count there.")
            if by.mine
            else _("{name} lays Fog at field {field}: only sums count there.")
        )
    else:
        words = (
            _("You lay Mud at field {field}: formations have a card more there.")
            if by.mine
            else _("{name} lays Mud at field {field}: formations have a card more there.")
        )
    return words.format(name=by.name, field=field + 1)


def _scouted(event: Event, by: AtaliaTeller) -> str:
    return _("You play Scout.") if by.mine else _("{name} plays Scout.").format(name=by.name)


def _drew(cards: Sequence[Event], by: AtaliaTeller) -> str:
    """One card at the end of a turn, or all those of Scout."""
    words = _("You draw {cards}.") if by.mine else _("{name} draws {cards}.")
    return words.format(name=by.name, cards=_some(cards))


def _returned(cards: Sequence[Event], by: AtaliaTeller) -> str:
    mine = ngettext(
        "You put {cards} back on top of its deck.", "You put {cards} back on top of their decks.", len(cards)
    )
    theirs = ngettext(
        "{name} puts {cards} back on top of its deck.",
        "{name} puts {cards} back on top of their decks.",
        len(cards),
    )
    words = mine if by.mine else theirs
    return words.format(name=by.name, cards=_some(cards))


def _some(cards: Sequence[Event]) -> str:
    """Cards as far as they are known, then how many others there are of each deck."""
    told = [named.card(card) for _deck, card in cards if card != SEALED]
    for deck in (TROOPS, TACTICS):
        number = [hidden for hidden, card in cards if card == SEALED].count(deck)
        if number:
            told.append(named.from_deck(deck, number))
    return listing(told)


def _redeployed(event: Event, by: AtaliaTeller) -> str:
    card, start, end = event[1:]
    if end is None:
        words = (
            _("You play Redeploy: {card} leaves field {start} and the game.")
            if by.mine
            else _("{name} plays Redeploy: {card} leaves field {start} and the game.")
        )
        return words.format(name=by.name, card=named.card(card), start=start + 1)
    words = (
        _("You play Redeploy: {card} goes from field {start} to field {end}.")
        if by.mine
        else _("{name} plays Redeploy: {card} goes from field {start} to field {end}.")
    )
    return words.format(name=by.name, card=named.card(card), start=start + 1, end=end + 1) + _then(by, card, end)


def _deserted(event: Event, by: AtaliaTeller) -> str:
    card, field = event[1:]
    if by.mine:
        words = _("You play Deserter: {card} of {other} leaves field {field} and the game.")
    elif by.viewer is None:
        words = _("{name} plays Deserter: {card} of {other} leaves field {field} and the game.")
    else:
        words = _("{name} plays Deserter: your {card} leaves field {field} and the game.")
    return words.format(name=by.name, other=by.other, card=named.card(card), field=field + 1)


def _betrayed(event: Event, by: AtaliaTeller) -> str:
    card, start, end = event[1:]
    if by.mine:
        words = _("You play Traitor: {card} of {other} on field {start} comes over to your side of field {end}.")
    elif by.viewer is None:
        words = _("{name} plays Traitor: {card} of {other} on field {start} comes over to field {end}.")
    else:
        words = _("{name} plays Traitor: your {card} on field {start} goes over to field {end}.")
    told = words.format(name=by.name, other=by.other, card=named.card(card), start=start + 1, end=end + 1)
    return told + _then(by, card, end)


def _then(by: AtaliaTeller, card: int, field: int) -> str:
    """What a card that was moved completed there, as a sentence after another."""
    made = _made(by, card, field)
    return " " + _("That makes {made}.").format(made=made) if made else ""


def _passed(event: Event, by: AtaliaTeller) -> str:
    return _("You pass.") if by.mine else _("{name} passes.").format(name=by.name)


def _claimed(event: Event, by: AtaliaTeller) -> str:
    field = event[1]
    made = by.after.formation(by.actor, field)
    if by.after.owners[field] == by.actor and made is not None:
        words = _("You claim field {field} with {made}.") if by.mine else _("{name} claims field {field} with {made}.")
        return words.format(name=by.name, field=field + 1, made=named.formation(made))
    words = _("You claim field {field}.") if by.mine else _("{name} claims field {field}.")
    return words.format(name=by.name, field=field + 1)


_TOLD: dict[str, Callable[[Event, AtaliaTeller], str]] = {
    "laid": _laid,
    "weather": _weather,
    "scouted": _scouted,
    "redeployed": _redeployed,
    "deserted": _deserted,
    "betrayed": _betrayed,
    "passed": _passed,
    "claimed": _claimed,
}

# Several in a row are one sentence.
_TOGETHER: dict[str, Callable[[Sequence[Event], AtaliaTeller], str]] = {"drew": _drew, "returned": _returned}


# What is nobody's move: the end of a game, and the next one ----------------------------------------------------------


def _awarded(event: Event, viewer: int | None, names: Sequence[str], after: Atalia) -> str:
    seat, field = event[1:]
    if seat == viewer:
        return _("Field {field} can be proved now and is yours.").format(field=field + 1)
    return _("Field {field} can be proved now and goes to {name}.").format(field=field + 1, name=names[seat])


def _won(event: Event, viewer: int | None, names: Sequence[str], after: Atalia) -> str:
    winner, how, *scores = event[1:]
    if winner is None:
        return _("Nobody can go on and both have as many fields: the game is a draw, {a} points to {b}.").format(
            a=scores[0], b=scores[1]
        )
    mine = winner == viewer
    if how == BY_ROW:
        words = (
            _("You have three fields in a row and win the game, {a} points to {b}.")
            if mine
            else _("{name} has three fields in a row and wins the game, {a} points to {b}.")
        )
    elif how == BY_FIVE:
        words = (
            _("You have five fields and win the game, {a} points to {b}.")
            if mine
            else _("{name} has five fields and wins the game, {a} points to {b}.")
        )
    else:
        words = (
            _("Nobody can go on. You win the game, {a} points to {b}.")
            if mine
            else _("Nobody can go on. {name} wins the game, {a} points to {b}.")
        )
    return words.format(name=names[winner], a=scores[winner], b=scores[1 - winner])


def _began(event: Event, viewer: int | None, names: Sequence[str], after: Atalia) -> str:
    seat, game = event[1:]
    games = after.options["series"]
    if games == 1:
        return _("You begin.") if seat == viewer else _("{name} begins.").format(name=names[seat])
    words = _("Game {game} of {games}: you begin.") if seat == viewer else _("Game {game} of {games}: {name} begins.")
    return words.format(game=game + 1, games=games, name=names[seat])


def _ended(event: Event, viewer: int | None, names: Sequence[str], after: Atalia) -> str:
    return _("The game is over.") if after.options["series"] == 1 else _("The series is over.")


_ENDS: dict[str, Callable[[Event, int | None, Sequence[str], Atalia], str]] = {
    "awarded": _awarded,
    "won": _won,
    "began": _began,
    "ended": _ended,
}
