"""The words of the settings: the name of each, its values, and a sentence about it."""

from __future__ import annotations

from typing import Any

from atlantis_tui.text.translation import _


def theme_words(theme: str) -> tuple[str, str]:
    """A theme's name, and what it is for."""
    return {
        "dark": (_("dark"), _("for the evening")),
        "light": (_("light"), _("for bright rooms")),
        "contrast": (_("high contrast"), _("strong")),
        "colour-blind": (_("colour-blind safe"), _("three kinds")),
        "ansi16": (_("16 colours"), _("for the console")),
        "mono": (_("mono"), _("no colour at all")),
    }[theme]


def play_words(name: str) -> tuple[str, dict[Any, str], str]:
    """A setting's name, its values, and a sentence about it. One without values is typed, or opens a screen."""
    words: dict[str, tuple[str, dict[Any, str], str]] = {
        "name": (_("Name"), {}, _("*Name.* What you are called at tables with other people.")),
        "glyphs": (
            _("Signs"),
            {"unicode": _("Unicode"), "console": _("console"), "ascii": _("ASCII")},
            _("*Signs.* Take ASCII where boxes or question marks stand in place of signs."),
        ),
        "pace": (
            _("Bot moves"),
            {"slow": _("slowly"), "normal": _("calmly"), "fast": _("fast"), "now": _("at once")},
            _("*Bot moves* are told one by one, and any key goes on; or they are all there at once."),
        ),
        "hover": (
            _("Mouse over"),
            {True: _("shows"), False: _("does nothing")},
            _("*Mouse over* a thing shows what it would do. Over a slow line it is better off."),
        ),
        "payment": (
            _("Pay with"),
            {"tiles": _("few tiles"), "small": _("small tiles"), "cards": _("cards")},
            _("*Pay with* these first: they are proposed where payments cost the same."),
        ),
        "confirmations": (
            _("Ask before"),
            {"dear": _("dear moves"), "all": _("all moves"), "none": _("none")},
            _("*Ask before* a move is made: those that cost much, all of them, or none."),
        ),
        "bell": (
            _("Your turn"),
            {True: _("bell and title"), False: _("title only")},
            _("*Your turn* is told by the terminal's bell and in the title of its window."),
        ),
        "turn_command": (
            _("Command"),
            {},
            _("*Command* that is run when it is your turn, such as: notify-send Atlantis"),
        ),
        "keys": (_("Keys"), {}, _("*Keys.* *Enter* lists them all; each can be another one.")),
    }
    return words[name]
