"""The door to gettext: every text that a player reads goes through `_`, `ngettext` or `pgettext`.

English is the source language: unless there is a catalogue for the player's language, nothing is loaded, not even
gettext. Catalogues are `atlantis_tui/locale/<language>/LC_MESSAGES/atlantis.mo`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from gettext import GNUTranslations

LOCALE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
_catalogue: GNUTranslations | None = None  # None: English


def _(message: str) -> str:
    """`message` in the player's language."""
    return message if _catalogue is None else _catalogue.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of a text that fits the number `n`: "1 card", "2 cards"."""
    if _catalogue is None:
        return singular if n == 1 else plural
    return _catalogue.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """`message`, for an English word that means two things: `context` says which."""
    return message if _catalogue is None else _catalogue.pgettext(context, message)


def speak(languages: Iterable[str]) -> None:
    """Use the first of these languages that has a catalogue, or English if none has."""
    global _catalogue
    _catalogue = None
    for language in languages:
        for name in _spellings(language):
            if name in ("en", "C", "POSIX"):
                return
            file = os.path.join(LOCALE, name, "LC_MESSAGES", "atlantis.mo")
            if os.path.exists(file):
                from gettext import GNUTranslations

                with open(file, "rb") as catalogue:
                    _catalogue = GNUTranslations(catalogue)
                return


def languages_of(environ: Mapping[str, str]) -> list[str]:
    """The languages that the environment asks for, best first."""
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    if locale.partition(".")[0] in ("C", "POSIX"):  # LANGUAGE refines a locale; it has no say where the locale is C
        return []
    asked = environ.get("LANGUAGE") or locale
    return [language for language in asked.split(":") if language]


def _spellings(language: str) -> list[str]:
    """The folder names that fit `language`, best first: for sr_RS.UTF-8@latin from sr_RS@latin to sr."""
    rest, at, modifier = language.partition("@")
    place = rest.partition(".")[0]
    tongue = place.partition("_")[0]
    names = [place + at + modifier, tongue + at + modifier, place, tongue]
    return [name for name in dict.fromkeys(names) if name and os.sep not in name]


speak(languages_of(os.environ))
