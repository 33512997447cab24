"""Colour maths: contrast as eyes see it, and colours changed until words on them can be read."""

from __future__ import annotations

from functools import lru_cache

from textual.color import Color

from atlantis_tui.ui.palettes import Palette


def readable(palette: Palette, colour: str, ground: str) -> str:
    """The colour, made darker or lighter until words in it can be read on that background."""
    return colour if palette.flat or palette.ansi else _readable(colour, ground)


def ink_on(palette: Palette, ground: str) -> str:
    """The colour for words on a loud background: dark ink, or white where ink would be hard to read."""
    if palette.flat or palette.ansi:
        return palette.ink
    return palette.ink if contrast(palette.ink, ground) >= 4.5 else "#ffffff"


def mixed(palette: Palette, colour: str, other: str, part: float) -> str:
    """The colour with this part of another mixed in; unchanged where the palette has no shades."""
    return colour if palette.flat or palette.ansi else _mixed(colour, other, part)


@lru_cache(maxsize=256)
def _readable(colour: str, ground: str) -> str:
    away = "#000000" if _light(ground) > 0.2 else "#ffffff"
    for tenth in range(10):
        tried = _mixed(colour, away, tenth / 10)
        if contrast(tried, ground) >= 4.5:
            return tried
    return away


@lru_cache(maxsize=256)
def _mixed(colour: str, other: str, part: float) -> str:
    return Color.parse(colour).blend(Color.parse(other), part).hex.lower()


def contrast(colour: str, ground: str) -> float:
    """The contrast of two colours, from 1 to 21. Words need 4.5."""
    lighter, darker = sorted((_light(colour), _light(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: str) -> float:
    """WCAG's relative luminance: how light a colour is to the eye, from 0 to 1."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
