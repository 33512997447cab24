"""Why a move of Atalia is refused: the rule, and what would be right. One sentence or two for each reason id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _, ngettext
from core.atalia.components import CAVALRY

Params = Mapping[str, Any]


def he_could_win(p: Params) -> str:
    """A claim that is not proved yet: with which cards it could still be beaten, and in how many other ways."""
    more = ""
    if p["more"]:
        more = " " + ngettext("{n} other way beats it too.", "{n} other ways beat it too.", p["more"]).format(
            n=p["more"]
        )
    words = ngettext(
        "Field {field} cannot be claimed yet: with {cards}, which is unseen, your opponent makes {best}, "
        "and you have {mine}.",
        "Field {field} cannot be claimed yet: with {cards}, which are unseen, your opponent makes {best}, "
        "and you have {mine}.",
        len(p["cards"]),
    )
    return (
        words.format(
            field=p["field"] + 1,
            cards=named.cards(p["cards"]),
            best=named.formation(p["best"]),
            mine=named.formation(p["mine"]),
        )
        + more
    )


def _too_high(p: Params) -> str:
    if p["card"] == CAVALRY:
        return _("Field {field} takes no card above {highest}, and Companion cavalry is an 8: choose another.").format(
            field=p["field"] + 1, highest=p["highest"]
        )
    return _("Field {field} takes no card above {highest}: lay {card} elsewhere.").format(
        field=p["field"] + 1, highest=p["highest"], card=named.card(p["card"])
    )


def _not_there(p: Params) -> str:
    if p["field"] is None:
        return _("{card} does not lie on that side of any field.").format(card=named.card(p["card"]))
    return _("{card} does not lie on that side of field {field}.").format(
        card=named.card(p["card"]), field=p["field"] + 1
    )


def _incomplete(p: Params) -> str:
    if not p["have"]:
        return _("You have no card on field {field}: a claim needs {need} there.").format(
            field=p["field"] + 1, need=p["need"]
        )
    return ngettext(
        "You have only {have} card on field {field}: a claim needs {need} there.",
        "You have only {have} cards on field {field}: a claim needs {need} there.",
        p["have"],
    ).format(have=p["have"], field=p["field"] + 1, need=p["need"])


def _must_play(p: Params) -> str:
    if p["field"] is None:
        return _("You may not pass: you can play {card}.").format(card=named.card(p["card"]))
    return _("You may not pass: you can lay {card} on field {field}.").format(
        card=named.card(p["card"]), field=p["field"] + 1
    )


# What is asked instead, by the kind of the prompt.
NOW: dict[str, Callable[[], str]] = {
    "play": lambda: _("First play a card, such as R8 4."),
    "claim": lambda: _("Claim a field now, or type done to claim nothing more."),
    "draw": lambda: _("Your card is played: now draw one with draw troops or draw tactics."),
    "scout": lambda: _("Scout draws now: type draw troops or draw tactics."),
    "return": lambda: _("Scout puts cards back now: type return and a card of your hand, such as return R8."),
}


def _not_now(p: Params) -> str:
    if p["kind"] == "claim" and p["step"] == "play":
        return _("Claims come after the play: first play a card, such as R8 4.")
    return NOW[p["step"]]()


# What comes next once a card is played.
THEN: dict[str, Callable[[], str]] = {
    "claim": lambda: _("claim a field, or type done to claim nothing more."),
    "draw": lambda: _("draw a card with draw troops or draw tactics."),
}


def _claims_at_start(p: Params) -> str:
    return _(
        "Here fields are claimed when a turn begins, before the play: claim field {field} when your next turn begins."
    ).format(field=p["field"] + 1)


REASONS: dict[str, Callable[[Params], str]] = {
    # What cannot be read.
    "nothing_typed": lambda p: _("Nothing was typed, so nothing was done."),
    "unreadable": lambda p: _('"{text}" is not one move, such as R8 4.').format(text=quoted(p["text"])),
    "unreadable_word": lambda p: _('"{word}" means nothing in a move.').format(word=quoted(p["word"])),
    "unreadable_card": lambda p: _('"{text}" is no troop: their values are 1 to 10.').format(text=quoted(p["text"])),
    "unreadable_field": lambda p: _(
        '"{text}" is no field here: fields are 1 to 9, behind a card, such as R8 4.'
    ).format(text=quoted(p["text"])),
    "unreadable_redeploy": lambda p: _(
        "redeploy needs a card of yours, its field, and another or out: redeploy R8 2 5, or redeploy R8 2 out."
    ),
    "unreadable_deserter": lambda p: _("deserter needs a card and its field, such as deserter R8 2."),
    "unreadable_traitor": lambda p: _("traitor needs a troop, its field and a field of yours, such as traitor R8 2 5."),
    "unreadable_draw": lambda p: _("draw needs a deck: draw troops or draw tactics."),
    "unreadable_return": lambda p: _("return needs a card of your hand, such as return R8."),
    # The wrong moment.
    "not_now": _not_now,
    "one_card": lambda p: _("Only one card is played in a turn. Now {then}").format(then=THEN[p["step"]]()),
    "claims_at_start": _claims_at_start,
    "claims_over": lambda p: _("Your claims of this turn are over. Claim the field in your next turn. {now}").format(
        now=NOW[p["step"]]()
    ),
    # Laying cards.
    "no_such_card": lambda p: _("You do not hold {card}: play a card of your hand.").format(card=named.card(p["card"])),
    "field_claimed": lambda p: _("Field {field} is claimed, so nothing happens there any more: choose another.").format(
        field=p["field"] + 1
    ),
    "side_full": lambda p: _("That side of field {field} has its {need} cards already: choose another field.").format(
        field=p["field"] + 1, need=p["need"]
    ),
    "too_high": _too_high,
    "no_place": lambda p: _("There is no field now where you could lay {card}.").format(card=named.card(p["card"])),
    # Tactics.
    "tactics_ahead": lambda p: _(
        "You have played {mine} tactics and your opponent {theirs}: play no other until your opponent has caught up."
    ).format(mine=p["mine"], theirs=p["theirs"]),
    "second_leader": lambda p: _("You have played a leader already, and each player may play only one in a game."),
    "mud_on_marsh": lambda p: _("Field {field} is a Marsh, which takes 4 cards already: no Mud is laid there.").format(
        field=p["field"] + 1
    ),
    "guile_needs_target": lambda p: _(
        "{card} has nothing on the table that it could do now: play another card."
    ).format(card=named.card(p["card"])),
    "not_there": _not_there,
    "weather_stays": lambda p: _(
        "{card} is weather: it lies on neither side, and stays on its field to the end of the game."
    ).format(card=named.card(p["card"])),
    "only_troops": lambda p: _("Traitor takes only troops, and {card} is a tactic.").format(card=named.card(p["card"])),
    "same_field": lambda p: _("Redeploy needs another field than {field}, or out.").format(field=p["field"] + 1),
    # Passing and drawing.
    "must_play": _must_play,
    "nothing_to_draw": lambda p: _("Both decks are empty, so Scout cannot be played."),
    "deck_empty": lambda p: _("There are no {deck} left to draw: take the other deck.").format(
        deck=named.deck(p["deck"])
    ),
    "not_held_to_return": lambda p: _("You do not hold {card}: put back a card of your hand.").format(
        card=named.card(p["card"])
    ),
    "none_held": lambda p: _("You hold no {deck}: put back another card of your hand.").format(
        deck=named.deck(p["deck"])
    ),
    # Claims.
    "nothing_to_claim": lambda p: _("No field can be proved now, so nothing can be claimed."),
    "incomplete": _incomplete,
    "he_could_win": he_could_win,
    "beaten": lambda p: _("Field {field} is not yours to claim: your {mine} loses to {his}.").format(
        field=p["field"] + 1, mine=named.formation(p["mine"]), his=named.formation(p["his"])
    ),
    "tie_is_his": lambda p: _(
        "Both sides of field {field} have {mine}, and equal goes to your opponent there: it is not yours to claim."
    ).format(field=p["field"] + 1, mine=named.formation(p["mine"])),
}
