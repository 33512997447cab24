"""Survive! Escape from Atlantis, by Julian Courtland-Smith: an island sinks, tile by tile, into a sea full of teeth."""

from __future__ import annotations

from core.game import Option

OPTIONS = (
    Option("swimmers_may_land", (True, False)),
    Option("owner_remembers", (True, False)),
    Option("creature_move_mandatory", (False, True)),
    Option("tiebreak", ("shared", "most_saved")),
    Option("colours_each", (2, 1)),
    Option("boats_per", ("player", "colour")),
    Option("overpopulation", (False, True)),
    Option("to_the_last_one", (False, True)),
    Option("all_equal", (False, True)),
    Option("atlantis_is_gone", (False, True)),
)
