"""The rules of Survive! one at a time: the one for this moment, the one that refused a move, and an example of each.

All of them together are RULES.md; `part` says where in it a rule stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from atlantis_tui.games.survive.example import HexExample
from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.text.choices import notation
from atlantis_tui.text.help import Topic
from atlantis_tui.text.translation import _
from core.survive import GAME
from core.survive.components import DOLPHIN, PLAYABLE, WIND
from core.survive.rules import Survive

if TYPE_CHECKING:
    from atlantis_tui.games.survive.plan import SurvivePlan

SHIPPED = GAME.settle({})

MOVE = HexExample("J3 forest, L3 forest, K4 forest 6, I4 boat 2, M4 shark", "K4")
BOARD = HexExample("J3 beach, K4 beach 5, M4 boat 2 @, I4 boat", "K4")
BOAT = HexExample("K4 boat 6 2 @, I4 whale, N3 boat, L5 shark", "K4", "boat")
SINK = HexExample("J3 beach 3, L3 forest, K4 beach, I4 forest @, M4 mountain", sinks=True)
SERPENT_MOVES = HexExample("K4 serpent, I4 boat 6 @, L3 4, M4 boat", "K4", "serpent")
SHARK_MOVES = HexExample("H3 shark, K4 5 @, J5 boat 2, N3 1", "H3", "shark")
WHALE_MOVES = HexExample("H3 whale, L3 boat 6 2, N3 boat, M4 3", "H3", "whale")


def examples() -> dict[int, tuple[tuple[HexExample, str], ...]]:
    """By part of RULES.md: what is drawn below it, and what that shows."""
    return {
        5: (
            (MOVE, _("Your 6 can walk, board the boat or swim, each for 1 point. At the shark it would be lost.")),
            (BOARD, _("Both boats beside your 5 have a free seat, so it can board either.")),
            (BOAT, _("Two of three aboard are yours, so you move the boat. At the whale it would be lost.")),
        ),
        6: ((SINK, _("While there are beaches by the water, one of them must go.")),),
        7: (
            (
                SERPENT_MOVES,
                _("The serpent goes 1 hex. It takes boats with all aboard, and swimmers; empty boats not."),
            ),
            (SHARK_MOVES, _("The shark goes up to 2 hexes, takes all who swim there, and leaves boats alone.")),
            (WHALE_MOVES, _("The whale goes up to 3 hexes and sinks the boat; those aboard swim then.")),
        ),
    }


def topics(options: Mapping[str, Any] = SHIPPED) -> dict[str, Topic]:
    """All of them, as they are at a table with these options."""
    return {**_turn(options), **_tiles(), **_movement(options), **_sinking(), **_creatures(options), **_end(options)}


def _turn(options: Mapping[str, Any]) -> dict[str, Topic]:
    return {
        "place": Topic(
            _("setting up"),
            2,
            (
                _("One after the other puts an explorer on a free tile.")
                if not options["overpopulation"]
                else _("One after the other puts an explorer on a tile: one by the water, up to two inland."),
                _("Look well: beaches sink first, mountains last. Your treasures show only to you.")
                if options["owner_remembers"]
                else _("Look well at your treasures: once play begins, nobody may look at them any more."),
            ),
        ),
        "launch": Topic(
            _("boats at the start"),
            2,
            (_("Put your boats on sea beside the island, where there is neither a boat nor a serpent."),),
        ),
        "turn": Topic(
            _("your turn"),
            3,
            (
                _("1. You may play one red tile. 2. You may move, 3 points in all."),
                _("3. You sink a tile of the island. 4. You roll the die and may move what it shows."),
            ),
        ),
        "two": Topic(
            _("two players"),
            10,
            (_("Each of you has two colours, one turn, and one stock of tiles. What both save counts together."),),
        ),
        "typing": Topic(_("how moves are typed"), 3, tuple(notation())),
    }


def _tiles() -> dict[str, Topic]:
    does = [
        _("{back}: {does}").format(back=named.first_up(named.back(back)), does=named.back_does(back))
        for back in PLAYABLE
    ]
    return {
        "tiles": Topic(
            _("red tiles"),
            4,
            (_("You may play one that you kept in an earlier turn, before you move. Then it is gone."), *does),
        ),
        "dolphin": Topic(
            named.back(DOLPHIN),
            4,
            (
                _("One of your swimmers goes 1 to 3 sea hexes, step by step. You may stop after the first."),
                _("It is not his one move in the water. Sharks and serpents on the way take him."),
            ),
        ),
        "wind": Topic(
            named.back(WIND),
            4,
            (
                _("A boat with somebody aboard that you control goes 1 to 3 sea hexes. You may stop after the first."),
                _("It ends where a serpent or a whale takes the boat. No boat enters a hex with another."),
            ),
        ),
        "send": Topic(
            _("sending a creature"),
            4,
            (_("It goes to any vacant sea hex: one without boat, swimmer or creature. So it harms nobody yet."),),
        ),
        "defence": Topic(
            _("defence"),
            8,
            (
                _(
                    "When somebody else moves a shark to your swimmers or a whale to your boat, you may play the tile "
                    "against it: it leaves the game and harms nobody."
                ),
                _("Everybody is asked who may have kept such a tile, so being asked tells nothing."),
                _("No answer is opened before all have given theirs. Then the first who would defend does."),
            ),
        ),
    }


def _movement(options: Mapping[str, Any]) -> dict[str, Topic]:
    return {
        "move": Topic(
            _("movement"),
            5,
            (
                _("You have 3 points for your explorers and for boats. Each step costs 1."),
                _("Nobody goes back to the island. A swimmer who meets a shark or a serpent is lost."),
            ),
            MOVE,
        ),
        "water": Topic(
            _("in the water"),
            5,
            (
                _("Each explorer may make one move a turn that begins or ends in the water."),
                _("So who swims goes one hex, or climbs into the boat in its hex, or lands, and no more."),
            ),
        ),
        "boats": Topic(
            _("boats"),
            5,
            (
                _("A boat has three seats. Who has most aboard moves it; if several have as many, each of them may."),
                _("Empty boats everybody moves. A serpent or a whale takes a boat with people that comes to it."),
            ),
            BOAT,
        ),
        "land": Topic(
            _("safe islands"),
            5,
            (
                _("From the two hexes beside a safe island one goes ashore for 1 point, from a boat or swimming.")
                if options["swimmers_may_land"]
                else _(
                    "From the two hexes beside a safe island one goes ashore for 1 point, at this table from boats."
                ),
                _("Who is there is saved, stays, and counts at the end."),
            ),
        ),
    }


def _sinking() -> dict[str, Topic]:
    return {
        "sink": Topic(
            _("sinking the island"),
            6,
            (
                _("First all beaches go, then forests, then mountains. The tile must touch the water."),
                _("Who stands there swims. Then you look at its back: green happens at once, red you keep."),
            ),
            SINK,
        ),
        "back": Topic(
            _("backs of tiles"),
            6,
            (
                _("Green: a shark, whale or boat comes there, a whirlpool takes all around, or the volcano erupts."),
                _("Red: you keep the tile, and nobody else sees what it is."),
            ),
        ),
        "aboard": Topic(
            _("a new boat"),
            6,
            (_("Up to three of those who swim there climb in, of whatever colour. You choose who."),),
        ),
    }


def _creatures(options: Mapping[str, Any]) -> dict[str, Topic]:
    stays = (
        _("You may leave it where it is.")
        if not options["creature_move_mandatory"]
        else _("At this table a serpent or a whale must move if it can; a shark may stay.")
    )
    return {
        "serpent": Topic(
            _("the serpent"),
            7,
            (
                _("It goes 1 hex. It takes boats with all who are aboard, and all swimmers. Nothing wards it off."),
                stays,
            ),
            SERPENT_MOVES,
        ),
        "shark": Topic(
            _("the shark"),
            7,
            (_("It goes up to 2 hexes, and stops at the first swimmers. It takes them all; boats are safe."), stays),
            SHARK_MOVES,
        ),
        "whale": Topic(
            _("the whale"),
            7,
            (
                _("It goes up to 3 hexes, and stops at the first boat with people. They swim then; swimmers are safe."),
                stays,
            ),
            WHALE_MOVES,
        ),
    }


def _end(options: Mapping[str, Any]) -> dict[str, Topic]:
    if options["to_the_last_one"]:
        when = _("At this table the volcano is a whirlpool. The game ends when the last explorer is saved or lost.")
    elif options["atlantis_is_gone"]:
        when = _("At this table the volcano is a whirlpool. The game ends when the last tile sinks.")
    else:
        when = _("Under one of the mountains is the volcano. When it is turned up, the game is over at once.")
    counts = (
        _("At this table every explorer on a safe island counts 1. The most win.")
        if options["all_equal"]
        else _("Only explorers on safe islands count, each its treasure. The highest sum wins.")
    )
    return {"end": Topic(_("the end"), 9, (when, counts))}


def now(view: Survive, plan: SurvivePlan | None) -> str:
    """The rule of this moment: what is planned, or what is asked."""
    if view.outcome is not None:
        return "end"
    if plan is None:
        return "defence" if view.step == "defend" else "turn" if view.turns else "place"
    if view.step == "move":
        return _moving(view, plan)
    if view.step == "die":
        return ("serpent", "shark", "whale")[view.rolled]
    return {"tile": "tiles", "defend": "defence"}.get(view.step, view.step)


def _moving(view: Survive, plan: SurvivePlan) -> str:
    piece = plan.piece
    if piece is None:
        return "move"
    if piece.kind == "boat":
        return "boats"
    if plan.target is not None and plan.target >= len(view.terrain):
        return "land"
    where = view.where(piece.who)
    return {"sea": "water", "boat": "boats"}.get(where, "move")


def moment(view: Survive, plan: SurvivePlan) -> str:
    """What somebody who is asked is doing now."""
    if plan.ending:
        return _("going on without more")
    return {
        "place": _("placing explorers"),
        "launch": _("placing boats"),
        "tile": _("choosing a red tile"),
        "dolphin": _("riding a dolphin"),
        "wind": _("sailing with the wind"),
        "send": _("sending a creature"),
        "move": _("moving"),
        "sink": _("sinking a tile"),
        "back": _("looking at a tile"),
        "aboard": _("filling a new boat"),
        "die": _("moving a creature"),
        "defend": _("a defence"),
    }.get(view.step, "")


# The rule behind a refusal. Those that all games have in common are among them.
REFUSED: dict[str, str] = {
    "nothing_typed": "typing",
    "unreadable": "typing",
    "unreadable_word": "typing",
    "unreadable_verb": "typing",
    "where_to": "typing",
    "no_such_hex": "typing",
    "no_such_explorer_name": "typing",
    "no_such_move": "typing",
    "no_such_explorer": "typing",
    "bad_field": "typing",
    "ambiguous": "typing",
    "setting_up": "place",
    "set_up_already": "turn",
    "not_attacked": "defence",
    "tile_comes_first": "turn",
    "movement_over": "turn",
    "move_first": "turn",
    "not_now": "turn",
    "tile_in_play": "tiles",
    "fill_the_boat": "aboard",
    "defend_or_not": "defence",
    "placed_already": "place",
    "tile_taken": "place",
    "tile_full": "place",
    "not_by_land": "launch",
    "serpent_there": "launch",
    "not_land": "move",
    "not_sea": "move",
    "not_beside": "move",
    "nobody_there": "move",
    "nobody_left": "place",
    "nobody_of_value": "move",
    "out_of_reach": "move",
    "isle_out_of_reach": "land",
    "not_yours": "move",
    "not_there": "move",
    "out_of_play": "move",
    "one_sea_move": "water",
    "one_tile_each": "place",
    "number_is_no_value": "place",
    "no_way_back": "move",
    "overboard_first": "water",
    "not_swimming": "dolphin",
    "one_swimmer": "dolphin",
    "no_island": "land",
    "only_boats_land": "land",
    "no_boat": "boats",
    "boat_there": "boats",
    "boat_full": "boats",
    "aboard_already": "boats",
    "boards_where_it_swims": "water",
    "not_your_boat": "boats",
    "empty_boat": "wind",
    "one_boat": "wind",
    "no_such_tile": "tiles",
    "no_such_back": "tiles",
    "green_tile": "back",
    "only_defends": "defence",
    "tile_without_use": "tiles",
    "one_step_at_least": "tiles",
    "other_tiles_first": "sink",
    "landlocked": "sink",
    "other_back": "back",
    "red_is_kept": "back",
    "green_is_shown": "back",
    "creature_must_move": "turn",
    "other_creature": "turn",
    "no_creature": "turn",
    "same_hex": "turn",
    "not_vacant": "send",
    "strikes_before": "shark",
    "too_far": "turn",
    "chance_first": "back",
    "not_your_turn": "turn",
    "game_over": "end",
    "no_back": "turn",
}
