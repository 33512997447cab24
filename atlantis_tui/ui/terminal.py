"""Find out what this terminal can show, and choose the look for it.

What the player asked for, by a flag or in the settings, always wins; the environment decides the rest. We send the
terminal no question: over a slow line the answer would delay the first screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from atlantis_tui.ui import Look
from atlantis_tui.ui.glyphs import ASCII, CONSOLE, SETS, UNICODE, Glyphs
from atlantis_tui.ui.palettes import ANSI16, DARK, DARK_256, MONO, PALETTES, Palette

# These terminals name themselves in TERM and show every colour, even where SSH has dropped COLORTERM.
_TRUECOLOR = ("alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm")
_COLOURLESS = ("vt52", "vt100", "vt102", "vt220", "xterm-mono", "linux-m")


class Wishes(NamedTuple):
    """What the player asked for. None leaves the choice to the terminal."""

    theme: str | None = None
    glyphs: str | None = None
    motion: bool | None = None
    hover: bool | None = None
    mouse: bool | None = None

    def over(self, other: Wishes) -> Wishes:
        """These wishes, filled up with the other ones where these are None."""
        return other._replace(**{name: wish for name, wish in self._asdict().items() if wish is not None})


NOTHING = Wishes()


def detect(environ: Mapping[str, str], isatty: bool, flags: Wishes = NOTHING) -> Look | None:
    """The look for a terminal, or None where only plain text can be shown."""
    if not isatty or environ.get("TERM", "") in ("", "dumb", "unknown"):
        return None
    far = bool(environ.get("SSH_CONNECTION"))
    return Look(
        palette=_palette(environ, flags.theme),
        glyphs=_glyphs(environ, flags.glyphs),
        motion=not far if flags.motion is None else flags.motion,
        hover=(not far if flags.hover is None else flags.hover) and flags.mouse is not False,
    )


def depth(environ: Mapping[str, str]) -> str:
    """How many colours the terminal has: "truecolor", "256", "16" or "mono". This function ignores NO_COLOR."""
    term = environ.get("TERM", "").lower()
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return "truecolor"
    if any(name in term for name in _TRUECOLOR):
        return "truecolor"
    if "256color" in term:
        return "256"
    return "mono" if term in _COLOURLESS else "16"


def palette(theme: str, environ: Mapping[str, str]) -> Palette:
    """A theme as this terminal can show it."""
    if theme == "dark" and depth(environ) == "256":
        return DARK_256
    return PALETTES[theme]


def is_utf8(environ: Mapping[str, str]) -> bool:
    """Whether the locale can write every sign. An environment without any locale counts as UTF-8, as in Python."""
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "C.UTF-8"
    codeset = locale.partition("@")[0].partition(".")[2].lower()
    return codeset.replace("-", "") == "utf8"


def _palette(environ: Mapping[str, str], theme: str | None) -> Palette:
    if theme in PALETTES:
        return palette(theme, environ)
    if environ.get("NO_COLOR"):
        return MONO
    return {"truecolor": DARK, "256": DARK_256, "16": ANSI16, "mono": MONO}[depth(environ)]


def _glyphs(environ: Mapping[str, str], name: str | None) -> Glyphs:
    if name in SETS:
        return SETS[name]
    if not is_utf8(environ):
        return ASCII
    return CONSOLE if environ.get("TERM") == "linux" else UNICODE
