"""Why a move of Survive! is refused: the rule, and what would be right. One sentence or two for each reason id.

Reasons name explorers by number and not whose view it is, so these sentences speak of "that explorer".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.text.sentences import choice, quoted
from atlantis_tui.text.translation import _, ngettext
from core.survive.components import DOLPHIN, LANDING, SAFE, SHARK, WIND, hex_text

Params = Mapping[str, Any]


# What is asked instead, by the kind of the prompt.
NOW: dict[str, Callable[[], str]] = {
    "tile": lambda: _("First play a red tile, or type end to play none."),
    "move": lambda: _("You are moving: move explorers or boats, or type end."),
    "sink": lambda: _("Your movement is over: now sink a tile, such as sink K8."),
    "back": lambda: _("The tile you removed is looked at first."),
    "die": lambda: _("The die is rolled: move what it shows, or type end."),
}


def _in_play(p: Params) -> str:
    """A red tile is being used."""
    if p["back"] == DOLPHIN:
        return _("The dolphin carries a swimmer now: give its next step, such as K3 L4, or type end.")
    if p["back"] == WIND:
        return _("The fair wind moves a boat now: give its next step, such as boat K3 L4, or type end.")
    return _("Your red tile moves a creature now: say which one goes where, such as shark K3 R2.")


def _out_of_play(p: Params) -> str:
    return {
        "box": _("That explorer is not on the board yet."),
        "safe": _("That explorer is saved, and stays on the island."),
        "lost": _("That explorer is lost."),
    }[p["where"]]


def _not_your_boat(p: Params) -> str:
    return _("Others have the most explorers in the boat at {at}, so only they can move it.").format(
        at=hex_text(p["at"])
    )


def _no_such_hex(p: Params) -> str:
    return _("There is no {text} on the board: do you mean {near}?").format(
        text=quoted(p["text"]), near=choice(p["near"])
    )


def _too_far(p: Params) -> str:
    steps = ngettext("{n} step", "{n} steps", p["reach"]).format(n=p["reach"])
    return _("That is too far: {creature} goes {steps} at most, and on water alone.").format(
        creature=named.a_creature(p["creature"]), steps=steps
    )


def _strikes_before(p: Params) -> str:
    words = (
        _("The shark at {at} must stop at the first swimmers on its way, so it does not get to {to}.")
        if p["creature"] == SHARK
        else _("The whale at {at} must stop at the first boat with people on its way, so it does not get to {to}.")
    )
    return words.format(at=hex_text(p["at"]), to=hex_text(p["to"]))


def _tile_full(p: Params) -> str:
    if p["most"] == 1:
        return _("{at} lies by the water, so only one explorer begins there: choose another tile.").format(
            at=hex_text(p["at"])
        )
    return _("Two explorers stand on {at} already: choose another tile.").format(at=hex_text(p["at"]))


def _setting_up(p: Params) -> str:
    if p["step"] == "place":
        return _("The game is being set up: put an explorer on a free tile, such as place K8.")
    return _("The game is being set up: put a boat on the sea beside the island, such as launch K3.")


def _one_step(p: Params) -> str:
    if p["back"] == DOLPHIN:
        return _("The dolphin goes at least one step: say where, such as K3 L4.")
    return _("The fair wind goes at least one step: say where, such as boat K3 L4.")


def _move_first(p: Params) -> str:
    return _("First the movement, then the tile: you have {points} left. Move, or type end.").format(
        points=named.points(p["points"])
    )


def _not_attacked(p: Params) -> str:
    return _("Nobody attacks you now. {now}").format(now=NOW[p["step"]]())


def _set_up_already(p: Params) -> str:
    return _("The set-up is over: nothing is placed any more. {now}").format(now=NOW[p["step"]]())


def _no_such_back(p: Params) -> str:
    return _("You have kept no such tile ({back}), so you cannot play it.").format(back=named.back(p["back"]))


def _nobody_left(p: Params) -> str:
    if p["value"] is None:
        return _("All your explorers stand on the island already.")
    return _("You have no explorer of {value} left to place: choose another.").format(value=p["value"])


def _out_of_reach(p: Params) -> str:
    steps = ngettext("{n} step", "{n} steps", p["left"]).format(n=p["left"])
    return _("{to} is out of reach from {at} with {steps} left.").format(
        to=hex_text(p["to"]), at=hex_text(p["at"]), steps=steps
    )


def _isle_out_of_reach(p: Params) -> str:
    own = [hex_text(at) for at in LANDING[p["isle"]]]
    return _("From {at} nobody reaches Isle {name} now: one lands there from {hexes}.").format(
        at=hex_text(p["at"]), name=SAFE[p["isle"]], hexes=choice(own)
    )


REASONS: dict[str, Callable[[Params], str]] = {
    # What cannot be read.
    "nothing_typed": lambda p: _("Nothing was typed, so nothing was done."),
    "unreadable": lambda p: _('"{text}" is not one move, such as R7 T7.').format(text=quoted(p["text"])),
    "unreadable_word": lambda p: _('"{word}" means nothing in a move there.').format(word=quoted(p["word"])),
    "unreadable_verb": lambda p: _('"{word}" needs more: type help to see how.').format(word=quoted(p["word"])),
    "where_to": lambda p: _('"{text}" does not say where to: add a hex, such as R7 T7.').format(text=quoted(p["text"])),
    "no_such_hex": _no_such_hex,
    "no_such_explorer_name": lambda p: _(
        '"{text}" is nobody: name one of yours by its value, 1 to 6, such as R7.6 or 6 T7.'
    ).format(text=quoted(p["text"])),
    "no_such_explorer": lambda p: _("There is no such explorer in this game."),
    # The wrong moment.
    "setting_up": _setting_up,
    "set_up_already": _set_up_already,
    "not_attacked": _not_attacked,
    "tile_comes_first": lambda p: _("A red tile is played before you move: keep it for your next turn."),
    "movement_over": lambda p: NOW[p["step"]](),
    "move_first": _move_first,
    "not_now": lambda p: NOW[p["step"]](),
    "tile_in_play": _in_play,
    "fill_the_boat": lambda p: _(
        "First say who climbs into the new boat at {at}, such as {at}.6 for your 6, or {at}.b for one of that colour."
    ).format(at=hex_text(p["at"])),
    "defend_or_not": lambda p: _("{creature} comes to {at}: type defend or no.").format(
        creature=named.first_up(named.the_creature(p["creature"])), at=hex_text(p["at"])
    ),
    # Setting up.
    "one_tile_each": lambda p: _(
        "One explorer goes on one tile, named by its value: {value} {to} puts your {value} there. {first} is a hex too."
    ).format(first=hex_text(p["first"]), to=hex_text(p["to"]), value=p["value"]),
    "number_is_no_value": lambda p: _(
        "{name} is number {number} of your explorers, and worth {value}. Name it by its value: type {at}.{number} for "
        "one worth {number}, {at}.{value} for one worth {value}."
    ).format(name=quoted(p["name"]), number=p["number"], value=p["value"], at=hex_text(p["at"])),
    "placed_already": lambda p: _("That explorer stands on {at} already: place another.").format(at=hex_text(p["at"])),
    "tile_taken": lambda p: _("{at} is taken: choose a free tile.").format(at=hex_text(p["at"])),
    "tile_full": _tile_full,
    "not_by_land": lambda p: _("{at} is not beside the island: put the boat on the sea next to a tile.").format(
        at=hex_text(p["at"])
    ),
    "serpent_there": lambda p: _("There is a serpent at {at}: put the boat elsewhere.").format(at=hex_text(p["at"])),
    # Places.
    "not_land": lambda p: _("{at} is no land: choose a tile of the island.").format(at=hex_text(p["at"])),
    "not_sea": lambda p: _("{at} is land: choose a sea hex.").format(at=hex_text(p["at"])),
    "not_beside": lambda p: _("{to} is not beside {at}: go one hex at a time.").format(
        at=hex_text(p["at"]), to=hex_text(p["to"])
    ),
    # Explorers.
    "nobody_there": lambda p: _("Nobody you could mean is at {at}.").format(at=hex_text(p["at"])),
    "nobody_left": _nobody_left,
    "nobody_of_value": lambda p: _("You have no explorer of {value} on the board.").format(value=p["value"]),
    "out_of_reach": _out_of_reach,
    "isle_out_of_reach": _isle_out_of_reach,
    "not_yours": lambda p: _("That explorer is not yours: move your own."),
    "not_there": lambda p: _("That explorer is not at {at}.").format(at=hex_text(p["at"])),
    "out_of_play": _out_of_play,
    "one_sea_move": lambda p: _(
        "That explorer has moved in the water already: each may do so once a turn, be it into it, in it or out of it."
    ),
    "no_way_back": lambda p: _("Who has left the island does not come back to it: go on by sea."),
    "overboard_first": lambda p: _(
        "That explorer is aboard: jump into the water of the same hex, such as {at} swim {at}."
    ).format(at=hex_text(p["at"])),
    "not_swimming": lambda p: _("A dolphin carries swimmers alone: choose one of yours in the water."),
    "one_swimmer": lambda p: _("The dolphin carries one swimmer: go on with the same, or type end."),
    "no_island": lambda p: _(
        "There is no safe island beside {at}: land from C2, B3, U2, V3, B11, C12, U12 or V11."
    ).format(at=hex_text(p["at"])),
    "only_boats_land": lambda p: _("At this table nobody lands swimming: board a boat first."),
    # Boats.
    "no_boat": lambda p: _("There is no boat at {at}.").format(at=hex_text(p["at"])),
    "boat_there": lambda p: _("There is a boat at {at} already: choose another hex.").format(at=hex_text(p["at"])),
    "boat_full": lambda p: _("The boat at {at} is full: it takes three.").format(at=hex_text(p["at"])),
    "aboard_already": lambda p: _("That explorer is in that boat already."),
    "boards_where_it_swims": lambda p: _(
        "A swimmer boards only a boat in the same hex: first bring the boat to {at}."
    ).format(at=hex_text(p["at"])),
    "not_your_boat": _not_your_boat,
    "empty_boat": lambda p: _("The fair wind moves only a boat with somebody aboard."),
    "one_boat": lambda p: _("The fair wind moves one boat: go on with the one at {at}, or type end.").format(
        at=hex_text(p["at"])
    ),
    # Tiles.
    "no_such_back": _no_such_back,
    "no_such_tile": lambda p: _("You have not kept such a tile: {back} ({terrain}).").format(
        back=named.back(p["back"]), terrain=named.terrain(p["terrain"])
    ),
    "green_tile": lambda p: _("Green tiles are never kept, so none can be played."),
    "only_defends": lambda p: _("That tile is for defence alone: it is played when somebody attacks you."),
    "tile_without_use": lambda p: _("That tile could do nothing now, so it stays with you: {does}").format(
        does=named.back_does(p["back"])
    ),
    "one_step_at_least": _one_step,
    "other_tiles_first": lambda p: _("There is still {first} left: all of those sink before {tile}.").format(
        first=named.a_tile(p["first"]), tile=named.a_tile(p["terrain"])
    ),
    "landlocked": lambda p: _("{at} does not touch the water: sink another tile of its kind that does.").format(
        at=hex_text(p["at"])
    ),
    "other_back": lambda p: _("That is not what is on the back of the tile."),
    "red_is_kept": lambda p: _("The back is red: the tile is kept."),
    "green_is_shown": lambda p: _("The back is green: it is shown to all and happens at once."),
    # Creatures.
    "creature_must_move": lambda p: _("At this table {creature} must move if one can: say where.").format(
        creature=named.a_creature(p["creature"])
    ),
    "other_creature": lambda p: _("It is {named} that moves now, not {creature}.").format(
        named=named.a_creature(p["named"]), creature=named.a_creature(p["creature"])
    ),
    "no_creature": lambda p: _("There is no {creature} at {at} that could move there.").format(
        creature=named.creature(p["creature"]), at=hex_text(p["at"])
    ),
    "same_hex": lambda p: _("It is there already: choose another hex, or type end."),
    "not_vacant": lambda p: _("There is something at {at}: choose a vacant sea hex.").format(at=hex_text(p["at"])),
    "strikes_before": _strikes_before,
    "too_far": _too_far,
}
