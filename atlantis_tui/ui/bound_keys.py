"""Keys of the player's own: which bindings there are, which wishes about them can be met, and what keys are called.

Wishes are the table [keys] of the settings: the id of a binding and its keys, as "h" or "h,f2". Every screen is looked
through for bindings, so there is no list of them to keep; that takes a moment and is done only where wishes are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.text.translation import _
from atlantis_tui.ui.bindings import KeyOwner, declared, merged

if TYPE_CHECKING:
    from textual.screen import Screen

ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
# The packages that hold screens.
PLACES = ("help", "lesson", "lobby", "menu", "replay", "review", "table", "table.network", "ui")
_HELD = ("ctrl", "shift", "alt", "super", "hyper", "meta")


class Bound(NamedTuple):
    """A binding as the program comes with it."""

    id: str
    keys: tuple[str, ...]
    action: str


Scope = dict[str, Bound]  # all that listen at the same time, by id


class Fit(NamedTuple):
    keymap: dict[str, str]  # what Textual is given
    wrong: dict[str, str]  # what is wrong with the other wishes, in a sentence each, by id


# What there is ---------------------------------------------------------------------------------------------------


@cache
def scopes() -> tuple[Scope, ...]:
    """The bindings of every screen, with those of the app, which listen everywhere."""
    from textual.screen import Screen

    from atlantis_tui.app import AtlantisApp

    _load_screens()
    everywhere = bindings(AtlantisApp)
    found: list[Scope] = []
    for kind in _kinds(Screen):
        for owner in _kinds(getattr(kind, "KEY_OWNERS", None)) or [None]:
            if own := bindings(kind, owner):
                found.append({**everywhere, **own})
    return tuple(sorted(found, key=lambda scope: sorted(scope)))


def _kinds(base: Any) -> list[Any]:
    """All classes of ours that are of this kind."""
    found: list[Any] = []
    rest = [base] if base is not None else []
    while rest:
        kind = rest.pop()
        rest += kind.__subclasses__()
        if kind.__module__.startswith("atlantis_tui."):
            found.append(kind)
    return found


@cache
def bindings(kind: type[Any], owner: type[KeyOwner] | None = None) -> Scope:
    """The bindings of an app or a screen that can have other keys, with those it took over and did not replace."""
    found: Scope = {}
    for key, all_on_it in merged(kind, owner).key_to_bindings.items():
        for binding in all_on_it:
            if binding.id:
                before = found[binding.id].keys if binding.id in found else ()
                found[binding.id] = Bound(binding.id, (*before, key), binding.action)
    return found


def every() -> Scope:
    """All bindings there are."""
    return {id: bound for scope in scopes() for id, bound in scope.items()}


def _load_screens() -> None:
    """Imports every module that may hold a screen, so that Textual's list of screen classes is whole."""
    from importlib import import_module
    from pkgutil import iter_modules

    from atlantis_tui import games

    for place in PLACES:
        package = import_module(f"atlantis_tui.{place}")
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for game in games.names():
        games.face("table", game)


# Which wishes can be met -----------------------------------------------------------------------------------------


def fit(wishes: Mapping[str, str]) -> Fit:
    """Of these wishes those that can be met together. One that takes a key from another binding is not."""
    if not wishes:
        return Fit({}, {})
    known = every()
    good: dict[str, tuple[str, ...]] = {}
    wrong: dict[str, str] = {}
    for id, text in wishes.items():
        keys = parsed(text)
        if id not in known:
            wrong[id] = _('In the settings, keys has "{id}", but nothing is called so.').format(id=id)
        elif not keys:
            wrong[id] = _('"{keys}" is no key, so {id} stays as it was.').format(keys=text, id=id)
        else:
            good[id] = keys
    # A wish that is not met gives its old key back, which may have been another's wish: so once more from the start.
    while clash := _clash(good):
        id, other, key = clash
        del good[id]
        sentence = _("{key} cannot be both {id} and {other} on one screen: {id} stays as it was.")
        wrong[id] = sentence.format(key=shown(key), id=id, other=other)
    return Fit({id: ",".join(keys) for id, keys in good.items()}, wrong)


def _clash(wishes: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """A wish, the binding it is in the way of, and the key. Of two wishes it is the later one."""
    order = {id: number for number, id in enumerate(wishes)}
    for scope in scopes():
        owners: dict[str, Bound] = {}
        for bound in sorted(scope.values(), key=lambda bound: order.get(bound.id, -1)):
            for key in wishes.get(bound.id, bound.keys):
                other = owners.setdefault(key, bound)
                if bound.id in wishes and other.action != bound.action:
                    return bound.id, other.id, key
    return None


def parsed(text: str) -> tuple[str, ...]:
    """The keys in such a text by the names that Textual has for them, or nothing. A letter is meant in both sizes."""
    from textual.keys import _character_to_key

    keys: list[str] = []
    for word in text.split(","):
        *held, key = word.strip().split("+") if word.strip() != "+" else ("+",)
        if not set(held) <= {*_HELD} or not (key := _as_typed(key)):
            return ()
        both = (key.lower(), key.upper()) if len(key) == len(key.upper()) == len(key.lower()) == 1 else (key,)
        for one in both[: 1 if held else 2]:  # what is held with a letter makes no other letter of it
            name = "+".join([*held, _character_to_key(one) if len(one) == 1 else one])
            if name not in keys:
                keys.append(name)
    return tuple(keys)


def _as_typed(key: str) -> str:
    """The sign that a key types, or the name of one that types none; nothing if there is no such key."""
    import unicodedata

    from textual.keys import KEY_TO_UNICODE_NAME, REPLACED_KEYS, Keys

    if len(key) == 1:
        return key if key.isprintable() and not key.isspace() else ""
    if key == "space" or key in {one.value for one in Keys if not one.value.startswith("<")}:
        return key
    name = REPLACED_KEYS.get(key, key)
    try:
        sign = unicodedata.lookup(KEY_TO_UNICODE_NAME.get(name) or name.replace("_", " "))
    except (KeyError, ValueError):
        return ""
    return sign if key == key.lower() and sign.isprintable() and not sign.isspace() else ""


# What keys are called --------------------------------------------------------------------------------------------


def shown(key: str) -> str:
    """What stands on a key, or on several."""
    from textual.keys import format_key

    names = {
        "enter": _("Enter"),
        "backspace": _("Bksp"),
        "tab": _("Tab"),
        "escape": _("Esc"),
        "space": _("Space"),
        "delete": _("Del"),
        "insert": _("Ins"),
        "pageup": _("PgUp"),
        "pagedown": _("PgDn"),
        "home": _("Home"),
        "end": _("End"),
        **ARROWS,
    }
    *held, key = key.split("+") if len(key) > 1 else (key,)
    last = names.get(key) or format_key(key)
    if len(last) == 1 or (key[:1] == "f" and key[1:].isdigit()):
        last = last.upper() if len(last.upper()) == len(last) else last
    return "+".join([*(word.capitalize() for word in held), last])


def all_shown(keys: Iterable[str]) -> str:
    """Several keys, a letter once; many figures in a row as the first and the last."""
    names = list(dict.fromkeys(shown(key) for key in keys))
    figures = [name for name in names if len(name) == 1 and name in "0123456789"]
    if len(figures) > 4 and "".join(figures) in "0123456789":
        names = [name for name in names if name not in figures[1:]]
        names[names.index(figures[0])] = f"{figures[0]}-{figures[-1]}"
    return " ".join(names)


class Other(NamedTuple):
    """What is different on a screen from what the program comes with; both are empty nearly always."""

    keys: Mapping[str, str] = {}  # the key to press for what was on this one
    words: Mapping[str, str] = {}  # what is painted in place of this

    def painted(self, text: str) -> str:
        """The name of a key as it is to be painted. Arrows stand together: `↑↓`."""
        if text in self.words:
            return self.words[text]
        if self.words and len(text) > 1 and set(text) <= {*ARROWS.values()}:
            return "".join(self.words.get(sign, sign) for sign in text)
        return text

    def told(self, sentence: str) -> str:
        """A sentence without marks, in which keys stand as words of their own. Numbers and articles are none."""
        if not self.words:
            return sentence
        words = [word for word in self.words if word.isalpha() and word not in ("A", "I")]
        found = "|".join(sorted(words, key=len, reverse=True))
        return re.sub(rf"\b({found})\b", lambda word: self.words[word[0]], sentence) if found else sentence


USUAL = Other()


def key_owner(screen: Screen[Any]) -> Any:
    """The class of the `KeyOwner` that this screen has, or None."""
    return getattr(screen, "key_owner", None)


def is_for(screen: Screen[Any], id: str, key: str) -> bool:
    """Whether a key is one of those that a binding of this screen has now."""
    own = screen.app._keymap.get(id)
    return key in (own.split(",") if own else declared(type(screen), id) or declared(key_owner(screen), id))


def other(screen: Screen[Any]) -> Other:
    """The keys of the player's own on this screen."""
    keymap: Mapping[str, str] = screen.app._keymap
    if not keymap:
        return USUAL
    keys: dict[str, str] = {}
    for id, bound in {**bindings(type(screen.app)), **bindings(type(screen), key_owner(screen))}.items():
        if id in keymap:
            keys |= dict.fromkeys(bound.keys, keymap[id].split(",")[0])
    return Other(keys, {shown(key): shown(new) for key, new in keys.items()})
