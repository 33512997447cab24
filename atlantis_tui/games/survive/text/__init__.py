"""Survive! in sentences: what happened, what is asked, where things stand, and why something cannot be."""

from __future__ import annotations

from atlantis_tui.games.survive.proposals import rest_of_setup
from atlantis_tui.games.survive.text.advice import ADVICE, AGAINST, ASIDE, OF_YOURS
from atlantis_tui.games.survive.text.choices import (
    ANSWERED,
    ON_ENTER,
    WAIT,
    asked,
    choices,
    effect,
    every_choice,
    notation,
    short,
)
from atlantis_tui.games.survive.text.event_sentences import events, outcome
from atlantis_tui.games.survive.text.no_choice import no_choice
from atlantis_tui.games.survive.text.queries import LOOKS, commands, position, standing
from atlantis_tui.games.survive.text.reasons import REASONS
from atlantis_tui.games.survive.text.turns import does, proposed, typed
from core.survive.meaning import mistaken_name as mistaken

__all__ = [
    "ADVICE",
    "AGAINST",
    "ANSWERED",
    "ASIDE",
    "LOOKS",
    "OF_YOURS",
    "ON_ENTER",
    "REASONS",
    "WAIT",
    "asked",
    "choices",
    "commands",
    "does",
    "effect",
    "events",
    "every_choice",
    "mistaken",
    "no_choice",
    "notation",
    "outcome",
    "position",
    "proposed",
    "rest_of_setup",
    "short",
    "standing",
    "typed",
]
