"""The rules of Atlantis one at a time: the one for this moment, the one that refused a move, and an example of each.

All of them together are RULES.md; `part` says where in it a rule stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from atlantis_tui.games.atlantis.example import PathExample
from atlantis_tui.games.atlantis.text.choices import notation
from atlantis_tui.text.help import Topic
from atlantis_tui.text.translation import _
from core.atlantis import GAME
from core.atlantis.components import MAINLAND
from core.atlantis.outlook import Outlook
from core.atlantis.rules import Atlantis

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.plan import AtlantisPlan

SHIPPED = GAME.settle({})

# The reader's figures are those of seat 0; each is seat, number and place.
MOVE = PathExample("O4 R2+ S3 F6 C1 O5", ((0, 2, 0),), "F", (), "2 F")
CHAIN = PathExample("O4 R2 S3 F6 C1 O5", ((0, 2, 0), (1, 1, 3)), "FO", (), "2 F O")
TAKE = PathExample("O4 R2 S3+ F6 C1 O5", ((0, 2, 0), (1, 1, 2)), "F", (), "2 F")
PAY = PathExample("S7 ~ ~ C3 R6 F4", ((0, 2, 0),), "R", (5, 3), "2 R pay 3")
BRIDGE = PathExample("S7 ~ ~ C3 R6 F4", ((0, 2, 0),), "R", (), "", None, 1)
BRIDGED = PathExample("S7 ~ ~ C3 R6 F4", ((0, 2, 0),), "R", (), "2 R", 1)


def examples() -> dict[int, tuple[tuple[PathExample, str], ...]]:
    """By part of RULES.md: what is drawn below it, and what that shows."""
    return {
        3: (
            (MOVE, _("Figure 2 goes with a flag to the next flag, and takes the statue behind it: water opens there.")),
            (CHAIN, _("Somebody stands on the flag, so an olive branch leads on to a free place.")),
            (TAKE, _("The statue behind the flag is held, so figure 2 takes the ring behind that.")),
        ),
        4: ((PAY, _("The water lies between a 7 and a 3, so it costs 3, though it is two places wide.")),),
        5: ((BRIDGED, _("The same water with a bridge costs nothing.")),),
    }


def topics(options: Mapping[str, Any] = SHIPPED) -> dict[str, Topic]:
    """All of them, as they are at a table with these options."""
    return {
        "move": Topic(
            _("moving"),
            3,
            (
                _("A card leads the figure to the next tile ahead with its symbol; if there is none, to the Mainland."),
                _("There it stops, if the place is free, takes the tile behind it, and you draw a card."),
            ),
            MOVE,
        ),
        "chain": Topic(
            _("held places"),
            3,
            (
                _(
                    "Nobody stops where a figure stands, whoever it belongs to. Play another card and go on from "
                    "there, until the place is free or it is the Mainland."
                ),
                _("You may not begin what you cannot finish and pay for."),
            ),
            CHAIN,
        ),
        "pay": Topic(
            _("paying for water"),
            4,
            (
                _(
                    "A gap costs the smaller value of the two tiles at its sides, here 3 (7 and 3), however wide it "
                    "is. You pay for all gaps at once when the move ends: tiles at their value, cards 1 each, no "
                    "change. A bridge makes it free."
                ),
            ),
            PAY,
        ),
        "take": Topic(
            _("what you take"),
            3,
            (
                _(
                    "You take the first tile behind your figure that nobody stands on; water and held places are "
                    "skipped. If another lies under it, that one is turned up. If not, water opens."
                ),
                _("Then you draw a card, and one more for each of your figures at home."),
            ),
            TAKE,
        ),
        "bridge": Topic(
            _("the bridge"),
            5,
            (
                _(
                    "You have one bridge for the whole game. Lay it over any gap before you move, or after you took "
                    "your tile. From then on everybody crosses there for nothing."
                ),
                _("It stays when its water grows. A bridge you keep is worth nothing."),
            ),
            BRIDGE,
        ),
        "buy": Topic(
            _("trading a tile"),
            3,
            (
                _(
                    "Once in a turn, before you move, you may give a tile back and draw half its value in cards, "
                    "rounded down: 2 or 3 bring one card, 4 or 5 two, 6 or 7 three."
                ),
                *([] if options["bought_cards_can_pay"] else [_("At this table they cannot pay in the same turn.")]),
            ),
        ),
        "stuck": Topic(
            _("being stuck"),
            3,
            (
                _("If no figure can move, show your hand to all and draw two cards. That is your whole turn."),
                _("You may trade or lay your bridge first. If you can move, you must."),
            ),
        ),
        "home": Topic(
            _("the Mainland"),
            6,
            (
                _(
                    "A figure on the Mainland has arrived for good. It takes the last free tile of the road, and from "
                    "now on you draw a card more each turn."
                ),
            ),
        ),
        "end": Topic(
            _("the end"),
            7,
            (
                _(
                    "With somebody's third figure at home the game is over. All others still cross, also from "
                    "Atlantis, and pay for every gap without a bridge on their way."
                )
                if options["atlantis_figures_pay"]
                else _(
                    "With somebody's third figure at home the game is over. All others on the road still cross and "
                    "pay for every gap without a bridge on their way. At this table those on Atlantis stay there, "
                    "and cost nothing."
                ),
                _("What you have left is your score: tiles at their value, cards 1 each. The highest wins."),
            ),
        ),
        "deck": Topic(
            _("the deck"),
            8,
            (_("An empty deck is made anew of the discarded cards. If there are none, you draw what there is."),),
        ),
        "typing": Topic(_("how moves are typed"), 3, tuple(notation())),
    }


def now(view: Atlantis, plan: AtlantisPlan | None) -> str:
    """The rule of this moment: what is planned, or what is asked."""
    return rule_of(view, plan.mode, plan.outlook()) if plan is not None else rule_of(view, "", None)


def rule_of(view: Atlantis, mode: str, outlook: Outlook | None) -> str:
    if mode in ("bridge", "done") or (not mode and view.step == "after"):
        return "bridge"
    if mode:
        return {"trade": "buy", "stuck": "stuck"}[mode]
    if outlook is not None and outlook.legs and outlook.held:
        return "chain"
    if outlook is not None and outlook.ends_game:
        return "end"
    if view.step == "pay" or (outlook is not None and outlook.cost):
        return "pay"
    if outlook is not None and outlook.landing == MAINLAND:
        return "home"
    if outlook is not None:
        return "take"
    return "chain" if view.step == "chain" else "move"


def moment(view: Atlantis, plan: AtlantisPlan) -> str:
    """What somebody who is asked is doing now."""
    outlook = plan.outlook()
    if plan.mode:
        return {
            "bridge": _("laying your bridge"),
            "trade": _("trading a tile"),
            "stuck": _("being stuck"),
            "done": _("after your move"),
        }[plan.mode]
    if view.step == "after":
        return _("after your move")
    if view.step == "pay":
        return _("paying")
    return _("choosing a move") if outlook is None or outlook.held else _("a planned move")


# The rule behind a refusal. Those that all games have in common are among them.
REFUSED: dict[str, str] = {
    "nothing_typed": "typing",
    "unreadable": "typing",
    "unreadable_word": "typing",
    "unreadable_go": "typing",
    "unreadable_on": "typing",
    "unreadable_pay": "typing",
    "unreadable_bridge": "typing",
    "unreadable_buy": "typing",
    "unreadable_stuck": "typing",
    "unreadable_done": "typing",
    "no_such_move": "typing",
    "bad_order": "typing",
    "bad_field": "typing",
    "ambiguous": "typing",
    "chain_open": "chain",
    "pay_first": "pay",
    "after_moving": "bridge",
    "no_chain": "chain",
    "nothing_to_pay": "pay",
    "not_done": "move",
    "figure_home": "home",
    "figure_stays": "stuck",
    "nobody_can": "move",
    "no_such_card": "move",
    "cannot_pay": "pay",
    "chain_no_card": "chain",
    "chain_no_end": "chain",
    "place_free": "chain",
    "can_move": "stuck",
    "no_such_tile": "pay",
    "bought_card": "buy",
    "pays_too_little": "pay",
    "pays_too_much": "pay",
    "bridge_used": "bridge",
    "no_water": "bridge",
    "no_gap": "bridge",
    "gap_bridged": "bridge",
    "bridge_place": "bridge",
    "bought_already": "buy",
    "no_tiles": "buy",
    "buys_nothing": "buy",
    "no_cards_left": "deck",
    "chance_first": "take",
    "not_your_turn": "move",
    "game_over": "end",
    "no_back": "move",
}
