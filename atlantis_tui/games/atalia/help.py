"""The rules of Atalia one at a time: the one for this moment, the one that refused a move, and an example of each.

All of them together are RULES.md; `part` says where in it a rule stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from atlantis_tui.games.atalia.example import ExampleLane, FieldExample
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.text.choices import notation
from atlantis_tui.text.help import Topic
from atlantis_tui.text.translation import _
from core.atalia import GAME
from core.atalia.components import (
    ALEXANDER,
    CAVALRY,
    DARIUS,
    DESERTER,
    FOG,
    MUD,
    REDEPLOY,
    SCOUT,
    SHIELD,
    TRAITOR,
    TROOPS_IN_ALL,
)
from core.atalia.rules import Atalia
from core.atalia.terrain import PLAIN

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.plan import AtaliaPlan

SHIPPED = GAME.settle({})

RANKS = FieldExample(
    (
        ExampleLane("R3 R4 R5"),
        ExampleLane("R8 G8 V8"),
        ExampleLane("B2 B7 B4"),
        ExampleLane("V4 R5 W6"),
        ExampleLane("A10 W9 G9"),
    )
)
NOT_YET = FieldExample((ExampleLane("A4 B4 G4", "V8 V7 ."),))
PROVED = FieldExample((ExampleLane("A4 B4 G4", "V8 V7 .", "V9 V6"),))
EQUAL = FieldExample((ExampleLane("R10 R9 R8", "B10 B9 ."),))
LEADER = FieldExample((ExampleLane("alexander R9 R8"), ExampleLane("alexander R9 B9"), ExampleLane("alexander R2 R9")))
CAVALRY_8 = FieldExample((ExampleLane("cavalry R9 R7"), ExampleLane("cavalry R8 B8")))
SHIELDS = FieldExample((ExampleLane("shield R4 R5"), ExampleLane("shield R2 B2")))
IN_FOG = FieldExample((ExampleLane("R10 B9 G8", "V1 V2 V3", fog=True),))
IN_MUD = FieldExample((ExampleLane("R4 R5 R6 .", "B9 G9 V9 W9", mud=True),))

# The topic of each tactic.
OF_CARD = {
    ALEXANDER: "leader",
    DARIUS: "leader",
    CAVALRY: "cavalry",
    SHIELD: "shield",
    FOG: "fog",
    MUD: "mud",
    SCOUT: "scout",
    REDEPLOY: "redeploy",
    DESERTER: "deserter",
    TRAITOR: "traitor",
}


def examples() -> dict[int, tuple[tuple[FieldExample, str], ...]]:
    """By part of RULES.md: what is drawn below it, and what that shows."""
    return {
        4: ((RANKS, _("From the strongest to the weakest, with the sum of each.")),),
        5: (
            (LEADER, _("A leader is whatever is best for its owner: an R10, a 9, an R10.")),
            (IN_FOG, _("Under Fog only sums count: 27 beats 6, though that would be a wedge.")),
            (IN_MUD, _("Under Mud three cards are not enough: R3 or R7 would make a wedge of four.")),
        ),
        6: (
            (NOT_YET, _("The opponent could still lay V9 or V6 and have a wedge, so this cannot be claimed.")),
            (PROVED, _("Once V9 and V6 lie on the table the phalanx cannot be beaten, and the field can be claimed.")),
            (EQUAL, _("He can reach as much, but not more: the side that is complete first has it, so claim.")),
        ),
    }


def topics(options: Mapping[str, Any] = SHIPPED) -> dict[str, Topic]:
    """All rules, as they are at a table with these options."""
    start = options["claim_at"] == "start"
    return {
        "turn": Topic(
            _("your turn"),
            3,
            (
                _("First claim what you can prove. Then play one card, and draw one.")
                if start
                else _("Play one card. Then claim what you can prove, and draw one card."),
                _("A troop goes on your side of any unclaimed field with a free place."),
                _("Three fields in a row or any five win the game."),
            ),
        ),
        "formations": Topic(
            _("formations"),
            4,
            (
                _("Three cards are a formation, from wedge, the strongest, to host."),
                _("Of the same kind the higher sum wins. 10 and 1 do not join."),
            ),
            RANKS,
        ),
        "claim": Topic(
            _("claiming a field"),
            6,
            (
                _(
                    "Your formation must be complete, and nothing that your opponent could still lay there may be "
                    "stronger. Every troop that is not on the table counts as unseen, those in your hand too."
                ),
                _("You claim at the beginning of your turn, before you play.")
                if start
                else _("You claim after your play and before you draw, as many fields as you can prove."),
            ),
            NOT_YET,
        ),
        "tie": Topic(
            _("equal formations"),
            6,
            (
                _("Who laid the last card there first has the field."),
                _("So if your opponent can only reach as much as you have already, you can claim it."),
            ),
            EQUAL,
        ),
        "closed": Topic(
            _("claimed fields"),
            6,
            (_("A claimed field is closed: nothing is laid there any more, and no tactic touches it."),),
        ),
        "draw": Topic(
            _("drawing"),
            3,
            (
                _("Below 7 cards you draw one, from the deck you like. If only one is left, you take that.")
                if options["tactics"]
                else _("Below 7 cards you draw one."),
                _("If nothing is left to draw, play goes on without."),
            ),
        ),
        "pass": Topic(
            _("passing"),
            3,
            (
                _("You may pass only if you can play neither a troop nor a tactic."),
                _("If both pass in a row and nothing else happens, the game ends as it stands."),
            ),
        ),
        "end": Topic(
            _("the end"),
            7,
            (
                _("Three fields side by side or any five win at once."),
                _("In a series the winner gets 5 points and begins the next game, the loser gets one for each field."),
            ),
        ),
        "typing": Topic(_("how moves are typed"), 3, tuple(notation())),
        "terrain": _terrain(),
        **_tactics(marsh=options["terrain"] != "off"),
    }


def _tactics(marsh: bool) -> dict[str, Topic]:
    """The rule of tactics. With `marsh`, a Marsh may be among the fields, which takes no Mud."""
    no_mud = (_("The Marsh has 4 places already, the most there are: no Mud is laid there."),) if marsh else ()
    return {
        "tactics": Topic(
            _("tactics"),
            5,
            (
                _("You may play a tactic instead of a troop, but never be more than one ahead of your opponent."),
                _("All that were played in this game count, also those that are gone."),
            ),
        ),
        "leader": Topic(
            _("the leaders"),
            5,
            (
                _(
                    "Alexander and Darius are any troop you like. What they are is settled when the field is claimed, "
                    "at its best for their owner."
                ),
                _("Each player may play only one of them in a game."),
            ),
            LEADER,
        ),
        "cavalry": Topic(
            named.tactic(CAVALRY), 5, (_("It is an 8 of any colour, settled when the field is claimed."),), CAVALRY_8
        ),
        "shield": Topic(
            named.tactic(SHIELD),
            5,
            (_("It is a 1, 2 or 3 of any colour, settled when the field is claimed."),),
            SHIELDS,
        ),
        "fog": Topic(
            named.tactic(FOG),
            5,
            (_("Lay it at an unclaimed field: formations do not count there any more, only the sums."),),
            IN_FOG,
        ),
        "mud": Topic(
            named.tactic(MUD),
            5,
            (
                _("Lay it at an unclaimed field: both sides have a place more there, and need it for a formation."),
                _("A side that was complete no longer is."),
                *no_mud,
            ),
            IN_MUD,
        ),
        "scout": Topic(
            named.tactic(SCOUT),
            5,
            (
                _("Draw 3 cards one by one from the decks you like; you see each before you choose again."),
                _("Then put 2 cards of your hand on top of their decks. The last one put there is drawn first."),
                _("You do not draw again in this turn."),
            ),
        ),
        "redeploy": Topic(
            named.tactic(REDEPLOY),
            5,
            (
                _("Take a card of yours from an unclaimed field and lay it on another with a free place."),
                _("Or take it out of the game."),
            ),
        ),
        "deserter": Topic(
            named.tactic(DESERTER),
            5,
            (_("Take a card of your opponent's from an unclaimed field out of the game. Fog and Mud stay."),),
        ),
        "traitor": Topic(
            named.tactic(TRAITOR),
            5,
            (
                _("Take a troop of your opponent's from an unclaimed field, and lay it on your side."),
                _("It needs a free place on an unclaimed field. Tactics do not come over."),
            ),
        ),
    }


def _terrain() -> Topic:
    told = [
        _("{terrain}: {does}.").format(terrain=named.terrain(number), does=named.terrain_rule(number))
        for number in range(PLAIN + 1, 9)
    ]
    return Topic(_("terrain of our own"), 8, (_("Each field has a rule of its own, made for this program."), *told))


def now(view: Atalia, plan: AtaliaPlan | None) -> str:
    """The rule of this moment: what is planned, or what is asked."""
    if plan is None or view.outcome is not None:
        return "turn" if view.outcome is None else "end"
    if plan.refused is not None:
        return REFUSED.get(plan.refused.reason.id, "claim")
    if plan.claims:
        return "end" if plan.wins() else "claim"
    if plan.card is not None and plan.card >= TROOPS_IN_ALL:
        return OF_CARD[plan.card]
    return _asked(view, plan.mode)


def _asked(view: Atalia, mode: str) -> str:
    if mode in ("lay", "card"):
        return "formations"
    return {"claim": "claim", "draw": "draw", "scout": "scout", "return": "scout", "pass": "pass"}.get(mode, "turn")


def moment(view: Atalia, plan: AtaliaPlan) -> str:
    """What somebody who is asked is doing now."""
    return {
        "refused": _("a claim that does not hold"),
        "pass": _("passing"),
        "play": _("choosing a card"),
        "card": _("choosing a field"),
        "lay": _("laying a card"),
        "scouting": _("playing Scout"),
        "target": _("choosing whom guile takes"),
        "place": _("choosing where it goes"),
        "claim": _("claiming"),
        "draw": _("drawing"),
        "scout": _("scouting"),
        "return": _("putting cards back"),
    }.get(plan.mode, "")


# The rule behind a refusal. Those that all games have in common are among them.
REFUSED: dict[str, str] = {
    "nothing_typed": "typing",
    "unreadable": "typing",
    "unreadable_word": "typing",
    "unreadable_card": "typing",
    "unreadable_field": "typing",
    "unreadable_redeploy": "typing",
    "unreadable_deserter": "typing",
    "unreadable_traitor": "typing",
    "unreadable_draw": "typing",
    "unreadable_return": "typing",
    "no_such_move": "typing",
    "bad_field": "typing",
    "ambiguous": "typing",
    "not_now": "turn",
    "one_card": "turn",
    "claims_at_start": "claim",
    "claims_over": "claim",
    "no_such_card": "turn",
    "no_place": "turn",
    "field_claimed": "closed",
    "side_full": "turn",
    "too_high": "terrain",
    "tactics_ahead": "tactics",
    "second_leader": "leader",
    "mud_on_marsh": "terrain",
    "guile_needs_target": "tactics",
    "not_there": "tactics",
    "weather_stays": "tactics",
    "not_held_to_return": "scout",
    "only_troops": "traitor",
    "same_field": "redeploy",
    "must_play": "pass",
    "nothing_to_draw": "scout",
    "deck_empty": "draw",
    "none_held": "scout",
    "nothing_to_claim": "claim",
    "incomplete": "claim",
    "he_could_win": "claim",
    "beaten": "formations",
    "tie_is_his": "tie",
    "chance_first": "draw",
    "not_your_turn": "turn",
    "game_over": "end",
    "no_back": "turn",
}
