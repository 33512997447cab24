"""What the menu tells of Survive!: its name, what it is about, how long it takes, and its rule options in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from atlantis_tui.games import Switch

SEATS = (2, 3, 4)


def title() -> str:
    return _("Survive!")


def motto() -> str:
    return _("off a sinking island, past the sharks")


def about() -> str:
    return _(
        "Atlantis sinks, tile by tile. Bring your explorers to the safe islands, by boat or swimming, before the "
        "volcano erupts, and send sharks, whales and serpents after the others."
    )


def minutes(seats: int, options: Mapping[str, Any]) -> int:
    longer = 10 if options.get("to_the_last_one") or options.get("atlantis_is_gone") else 0
    return 20 + 5 * seats + longer


def options() -> Mapping[str, Switch]:
    return {
        "swimmers_may_land": (
            _("Swimmers"),
            {True: _("may land on islands"), False: _("only boats land")},
            _("Whether a swimmer beside a safe island can go ashore, or only somebody in a boat."),
        ),
        "owner_remembers": (
            _("Treasures"),
            {True: _("you see your own"), False: _("you must remember")},
            _("Whether you are shown what your explorers carry once play has begun."),
        ),
        "creature_move_mandatory": (
            _("The die"),
            {False: _("creatures may stay"), True: _("serpent and whale must move")},
            _("Whether whoever rolled may leave a serpent or a whale where it is. A shark may always stay."),
        ),
        "tiebreak": (
            _("Equal points"),
            {"shared": _("the win is shared"), "most_saved": _("most explorers saved wins")},
            _("Who wins when the treasures of two players are worth the same."),
        ),
        "colours_each": (
            _("Two players"),
            {2: _("two colours each"), 1: _("one colour each")},
            _("How many explorers each of two players leads: twenty, or ten."),
        ),
        "boats_per": (
            _("Boats of two"),
            {"player": _("two a player"), "colour": _("two a colour")},
            _("How many boats two players with two colours each begin with."),
        ),
        "overpopulation": (
            _("Overpopulation"),
            {False: _("one explorer a tile"), True: _("two on inland tiles")},
            _("A challenge: at the start up to two explorers stand on each tile away from the water."),
        ),
        "to_the_last_one": (
            _("To the last one"),
            {False: _("the volcano ends it"), True: _("till all are saved or lost")},
            _("A challenge: the volcano is a whirlpool, and the game ends with the last explorer."),
        ),
        "all_equal": (
            _("All equal"),
            {False: _("treasures count"), True: _("every explorer counts 1")},
            _("A challenge: who saves the most explorers wins, whatever they carry."),
        ),
        "atlantis_is_gone": (
            _("Atlantis is gone"),
            {False: _("the volcano ends it"), True: _("till the last tile")},
            _("A challenge: the volcano is a whirlpool, and the game ends when the last tile sinks."),
        ),
    }
