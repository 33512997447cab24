"""What the player has chosen, in one small TOML file that may also be edited by hand.

We write only what the player changed, on the settings screen or by choosing another game in the menu. All other lines
stay as they are, even comments. A file that cannot be read is reported in one sentence and never overwritten.

    theme = "light"
    pace = "fast"

    [keys]
    "table.hint" = "h,f2"
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.saved import paths
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from atlantis_tui.ui.terminal import Wishes

PACES = ("slow", "normal", "fast")
PAYMENTS = ("tiles", "small", "cards")  # which of equally expensive payments is proposed first
CONFIRMATIONS = ("dear", "all", "none")
LONGEST_NAME = 20
LONGEST_COMMAND = 500
LONGEST_KEYS = 100  # characters, for one binding
LARGEST = 100_000  # bytes; no real settings file is so long

# The values that are allowed. Themes and glyph sets are repeated here because this file is read before theirs.
_CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("dark", "light", "contrast", "colour-blind", "ansi16", "mono"),
    "glyphs": ("unicode", "console", "ascii"),
    "pace": PACES,
    "payment": PAYMENTS,
    "confirmations": CONFIRMATIONS,
}
_LONGEST = {"name": LONGEST_NAME, "turn_command": LONGEST_COMMAND, "game": LONGEST_NAME}
_NO_KEYS: Mapping[str, str] = {}  # shared by all settings, so nobody may change it


class Settings(NamedTuple):
    """The player's choices. None leaves a choice to the terminal."""

    theme: str | None = None
    glyphs: str | None = None
    motion: bool | None = None
    hover: bool | None = None
    pace: str = "normal"  # how long the screen shows a bot's turn
    payment: str = "tiles"
    confirmations: str = "dear"  # which moves need a confirmation
    name: str = ""  # what the player is called
    game: str = ""  # the game chosen or played last; "" for the usual one
    bell: bool = True  # ring the terminal's bell when it is the player's turn
    turn_command: str = ""  # a command to run then, too
    keys: Mapping[str, str] = _NO_KEYS  # the player's own keys, by the id of a binding: "h" or "h,f2"

    @property
    def wishes(self) -> Wishes:
        from atlantis_tui.ui.terminal import Wishes

        return Wishes(theme=self.theme, glyphs=self.glyphs, motion=self.motion, hover=self.hover)


class UnusableSettings(Exception):
    """The file cannot be read or written. The message says why in one sentence."""


def load(path: str | None = None) -> tuple[Settings, str]:
    """The settings, and what is wrong with the file in one sentence, or "". Wrong values count as not set."""
    path = path or paths.settings_file()
    try:
        found = _parsed(_text(path), path)
    except FileNotFoundError:
        return Settings(), ""
    except UnusableSettings as error:
        return Settings(), str(error)
    good: dict[str, Any] = {}
    wrong: list[str] = []
    for name in Settings._fields:
        if name == "keys":
            good[name], not_keys = _keys(found.get(name, {}))
            wrong += not_keys
        elif name in found:
            if _fits(name, found[name]):
                good[name] = found[name]
            else:
                wrong.append(name)
    if not wrong:
        return Settings(**good), ""
    said = _("In {path} {name} is not one of the values it can have; it is left out of account.")
    return Settings(**good), said.format(path=path, name=wrong[0])


def save(changes: Mapping[str, Any], path: str | None = None) -> Settings:
    """Write these changes into the file and return all settings; None removes one.

    Raises UnusableSettings, and then changes nothing.

    For "keys" the change is itself a mapping: the keys of a binding, or None for those that we ship.
    """
    path = os.path.realpath(path or paths.settings_file())
    try:
        try:
            text = _text(path)
        except FileNotFoundError:
            text = _("# What you chose in atlantis. Lines of your own are kept.") + "\n"
        before = _parsed(text, path)
        lines = text.removesuffix("\n").split("\n")
        for name, value in changes.items():
            if name == "keys":
                for key, keys in value.items():
                    lines = _with_key(lines, key, keys)
            else:
                lines = _with(lines, name, value)
        new = "\n".join(lines) + "\n"
        if not _says(new, before, changes):
            raise UnusableSettings(
                _("{path} is written in a way that only you can change: edit it by hand.").format(path=path)
            )
        from atlantis_tui.saved.whole_file import write_whole

        write_whole(path, new, sync=True)
    except OSError as error:
        raise UnusableSettings(_cannot(path, error)) from None
    return load(path)[0]


def _fits(name: str, value: object) -> bool:
    if name in _CHOICES:
        return value in _CHOICES[name]
    if name in _LONGEST:
        return isinstance(value, str) and len(value) <= _LONGEST[name] and value.isprintable()
    return isinstance(value, bool)


def _keys(table: object) -> tuple[dict[str, str], list[str]]:
    """The table of keys by binding id, and the names of entries that are wrong."""
    if not isinstance(table, dict):
        return {}, ["keys"]
    flat = _flat(table)
    good = {
        name: keys
        for name, keys in flat.items()
        if isinstance(keys, str) and len(keys) <= LONGEST_KEYS and keys.isprintable() and name.isprintable()
    }
    return good, [f"keys.{name!r}" for name in flat if name not in good]


def _flat(table: dict[str, Any]) -> dict[str, Any]:
    """In TOML `menu.play = "x"` is a table in a table and `"menu.play" = "x"` is not; here both mean the same."""
    flat: dict[str, Any] = {}
    rest = [("", table)]
    while rest:
        before, part = rest.pop(0)
        for name, value in part.items():
            if isinstance(value, dict):
                rest.append((f"{before}{name}.", value))
            else:
                flat[f"{before}{name}"] = value
    return flat


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:  # saving would cut off the rest
            raise UnusableSettings(_("{path} is too long for settings, so none is taken from it.").format(path=path))
        return content.decode("utf-8")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnusableSettings(_cannot(path, error)) from None
    except UnicodeDecodeError:
        raise UnusableSettings(
            _("{path} is not a text file, so no setting is taken from it.").format(path=path)
        ) from None


def _cannot(path: str, error: OSError) -> str:
    return _("{path} cannot be used: {reason}.").format(path=path, reason=error.strerror or type(error).__name__)


def _parsed(text: str, path: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise UnusableSettings(
            _("{path} cannot be read, so no setting is taken from it: {reason}.").format(
                path=path, reason=str(error).rstrip(".")
            )
        ) from None


def _says(text: str, before: dict[str, Any], changes: Mapping[str, Any]) -> bool:
    """Whether the new text means the same as the old one, except for the changes."""
    expected = {**before, **{name: value for name, value in changes.items() if name != "keys"}}
    keys = {**_table_of_keys(before), **changes.get("keys", {})}
    try:
        after = _parsed(text, "")
    except UnusableSettings:
        return False
    return (
        {name: value for name, value in after.items() if name != "keys"}
        == {name: value for name, value in expected.items() if name != "keys" and value is not None}
    ) and _table_of_keys(after) == {name: value for name, value in keys.items() if value is not None}


def _table_of_keys(parsed: dict[str, Any]) -> dict[str, Any]:
    table = parsed.get("keys", {})
    return _flat(table) if isinstance(table, dict) else {"": table}


def _with(lines: list[str], name: str, value: object) -> list[str]:
    """The lines with another value for a name. A new name goes before the first table."""
    head = next((at for at, line in enumerate(lines) if _is_table(line)), len(lines))
    return _replaced(lines[:head], name, name, value) + lines[head:]


def _with_key(lines: list[str], name: str, value: object) -> list[str]:
    """The lines with other keys for a binding. The table of keys is added if it is missing."""
    head = next((at for at, line in enumerate(lines) if _is_table(line, "keys")), None)
    if head is None:
        if value is None:
            return lines
        lines = [*lines, *([""] if lines and lines[-1].strip() else []), "[keys]"]
        head = len(lines) - 1
    head += 1
    end = next((at for at in range(head, len(lines)) if _is_table(lines[at])), len(lines))
    return lines[:head] + _replaced(lines[head:end], name, _toml(name), value) + lines[end:]


def _is_table(line: str, name: str = "") -> bool:
    """Whether a table begins in this line: any table, or the one with this name."""
    line = line.strip()
    return line.startswith("[") and (not name or line.partition("]")[0][1:].strip().strip("\"'") == name)


def _replaced(lines: list[str], name: str, written: str, value: object) -> list[str]:
    """The lines with another value for a name, in its old place or else at the end."""

    def is_it(line: str) -> bool:
        return line.partition("=")[0].strip().strip("\"'") == name

    old = next((at for at, line in enumerate(lines) if is_it(line)), None)
    kept = [line for line in lines if not is_it(line)]
    if value is not None:
        place = len(kept) if old is None else old
        while old is None and place and not kept[place - 1].strip():
            place -= 1
        kept.insert(place, f"{written} = {_toml(value)}")
    return kept


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
