"""What the player has chosen, kept in one small TOML file that may also be edited by hand.

Only the settings screen writes it, and only what was changed: lines it does not know, comments too, stay as they are. A
file that cannot be read is named in one sentence and never overwritten.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui import paths
from atlantis_tui.words import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from atlantis_tui.look.terminal import Wishes

CONFIRMATIONS = ("dear", "all", "none")
LONGEST_NAME = 20
LARGEST = 100_000  # bytes; a file of settings is never so long

# What a value may be. The names of themes and signs are written here once more, as this file is read before they are.
_CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("dark", "light", "contrast", "colour-blind", "ansi16", "mono"),
    "glyphs": ("unicode", "console", "ascii"),
    "confirmations": CONFIRMATIONS,
}


class Settings(NamedTuple):
    """None: the terminal decides."""

    theme: str | None = None
    glyphs: str | None = None
    motion: bool | None = None
    hover: bool | None = None
    confirmations: str = "dear"  # which moves are asked about before they are made
    name: str = ""  # what the player is called

    @property
    def wishes(self) -> Wishes:
        from atlantis_tui.look.terminal import Wishes

        return Wishes(theme=self.theme, glyphs=self.glyphs, motion=self.motion, hover=self.hover)


class Unusable(Exception):
    """The file cannot be read or written: one sentence."""


def load(path: str | None = None) -> tuple[Settings, str]:
    """The settings, and what is wrong with the file in one sentence, or nothing. What is wrong counts as not there."""
    path = path or paths.settings_file()
    try:
        found = _parsed(_text(path), path)
    except FileNotFoundError:
        return Settings(), ""
    except Unusable as error:
        return Settings(), str(error)
    good: dict[str, Any] = {}
    wrong = ""
    for name in Settings._fields:
        if name in found:
            if _fits(name, found[name]):
                good[name] = found[name]
            elif not wrong:
                wrong = _("In {path} {name} is not one of the values it can have; it is left out of account.").format(
                    path=path, name=name
                )
    return Settings(**good), wrong


def save(changes: Mapping[str, Any], path: str | None = None) -> Settings:
    """Writes these into the file, None taking one out, and returns all; raises Unusable and then changes nothing."""
    path = os.path.realpath(path or paths.settings_file())
    try:
        try:
            text = _text(path)
        except FileNotFoundError:
            text = _("# What you chose in atlantis. Lines of your own are kept.") + "\n"
        before = _parsed(text, path)
        lines = text.splitlines()
        for name, value in changes.items():
            lines = _with(lines, name, value)
        new = "\n".join(lines) + "\n"
        expected = {name: value for name, value in {**before, **changes}.items() if value is not None}
        if not _says(new, expected):
            raise Unusable(_("{path} is written in a way that only you can change: edit it by hand.").format(path=path))
        _write(path, new)
    except OSError as error:
        raise Unusable(_cannot(path, error)) from None
    return load(path)[0]


def _fits(name: str, value: object) -> bool:
    if name in _CHOICES:
        return value in _CHOICES[name]
    if name == "name":
        return isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable()
    return isinstance(value, bool)


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST).decode("utf-8")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Unusable(_cannot(path, error)) from None
    except UnicodeDecodeError:
        raise Unusable(_("{path} is not a text file, so no setting is taken from it.").format(path=path)) from None


def _cannot(path: str, error: OSError) -> str:
    return _("{path} cannot be used: {reason}.").format(path=path, reason=error.strerror or type(error).__name__)


def _parsed(text: str, path: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise Unusable(
            _("{path} cannot be read, so no setting is taken from it: {reason}.").format(
                path=path, reason=str(error).rstrip(".")
            )
        ) from None


def _says(text: str, expected: dict[str, Any]) -> bool:
    try:
        return _parsed(text, "") == expected
    except Unusable:
        return False


def _with(lines: list[str], name: str, value: object) -> list[str]:
    """The lines with another value for a name; a new one stands before the first table."""
    head = next((at for at, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    kept = [line for line in lines[:head] if line.partition("=")[0].strip() != name]
    old = next((at for at, line in enumerate(lines[:head]) if line.partition("=")[0].strip() == name), None)
    if value is not None:
        place = len(kept) if old is None else old
        while old is None and place and not kept[place - 1].strip():
            place -= 1
        kept.insert(place, f"{name} = {_toml(value)}")
    return kept + lines[head:]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _write(path: str, text: str) -> None:
    """The whole file or nothing of it, also if the machine stops in between."""
    folder = os.path.dirname(path)
    os.makedirs(folder, 0o700, exist_ok=True)
    new = f"{path}.{os.getpid()}.new"
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise
