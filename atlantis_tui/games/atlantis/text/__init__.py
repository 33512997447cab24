"""Atlantis in sentences: what happened, what is asked, where things stand, and why something cannot be."""

from __future__ import annotations

from atlantis_tui.games.atlantis.text.advice import ADVICE, AGAINST, ASIDE, GOES_ON, OF_YOURS
from atlantis_tui.games.atlantis.text.choices import (
    ANSWERED,
    ON_ENTER,
    WAIT,
    asked,
    choices,
    effect,
    every_choice,
    notation,
)
from atlantis_tui.games.atlantis.text.event_sentences import events, outcome
from atlantis_tui.games.atlantis.text.queries import (
    LOOKS,
    commands,
    gaps,
    hand,
    path,
    position,
    scores,
    standing,
    where,
)
from atlantis_tui.games.atlantis.text.reasons import REASONS
from atlantis_tui.games.atlantis.text.turns import does, proposed, typed

__all__ = [
    "ADVICE",
    "AGAINST",
    "ANSWERED",
    "ASIDE",
    "GOES_ON",
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
    "gaps",
    "hand",
    "notation",
    "outcome",
    "path",
    "position",
    "proposed",
    "scores",
    "standing",
    "typed",
    "where",
]
