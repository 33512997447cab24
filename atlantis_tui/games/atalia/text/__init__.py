"""Atalia in sentences: what happened, what is asked, where things stand, and why something cannot be."""

from __future__ import annotations

from atlantis_tui.games.atalia.text.advice import ADVICE, AGAINST, ASIDE, OF_YOURS
from atlantis_tui.games.atalia.text.choices import (
    ANSWERED,
    ON_ENTER,
    WAIT,
    asked,
    choices,
    effect,
    every_choice,
    notation,
)
from atlantis_tui.games.atalia.text.event_sentences import events, outcome
from atlantis_tui.games.atalia.text.no_choice import no_choice
from atlantis_tui.games.atalia.text.queries import (
    LOOKS,
    commands,
    fields,
    hand,
    played,
    position,
    scores,
    standing,
    unseen,
)
from atlantis_tui.games.atalia.text.reasons import REASONS
from atlantis_tui.games.atalia.text.turns import does, proposed, typed

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
    "fields",
    "hand",
    "no_choice",
    "notation",
    "outcome",
    "played",
    "position",
    "proposed",
    "scores",
    "standing",
    "typed",
    "unseen",
]
