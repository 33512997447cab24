"""Survive! in sentences: what happened, what is asked, where things stand, and why something cannot be."""

from __future__ import annotations

from atlantis_tui.games.survive.text.advice import ADVICE, AGAINST, ASIDE, OF_YOURS
from atlantis_tui.games.survive.text.choices import ANSWERED, ON_ENTER, WAIT, asked, choices, effect, notation, short
from atlantis_tui.games.survive.text.event_sentences import events, outcome
from atlantis_tui.games.survive.text.queries import LOOKS, commands, position, standing
from atlantis_tui.games.survive.text.reasons import REASONS
from atlantis_tui.games.survive.text.turns import does, proposed, typed

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
    "notation",
    "outcome",
    "position",
    "proposed",
    "short",
    "standing",
    "typed",
]
