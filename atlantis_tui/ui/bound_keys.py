"""The player's own keys: which bindings exist, which of the player's wishes can be met, and what keys are called.

The wishes are the table [keys] of the settings: the id of a binding and its keys, as "h" or "h,f2". There is no list of
bindings to maintain: `scopes` collects them from every screen. That takes a moment, so it happens only if the player
has wishes, or opens the page of keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.text.translation import _
from atlantis_tui.ui.bindings import KeyOwner, declared, merged
from atlantis_tui.ui.textual_internals import key_name, own_keys

if TYPE_CHECKING:
    from textual.screen import Screen

ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
# The packages under atlantis_tui that hold screens.
PLACES = ("help", "lesson", "lobby", "menu", "replay", "review", "table", "table.network", "ui")
_HELD = ("ctrl", "shift", "alt", "super", "hyper", "meta")


class KeyBinding(NamedTuple):
    """A binding with the keys that the program ships with."""

    id: str
    keys: tuple[str, ...]
    action: str


Scope = dict[str, KeyBinding]  # all bindings that listen at the same time, by id


class KeyWishes(NamedTuple):
    keymap: dict[str, str]  # the wishes that can be met, in the form that Textual takes
    wrong: dict[str, str]  # for every other wish, by id: a sentence that says what is wrong with it


# What there is ---------------------------------------------------------------------------------------------------


@cache
def scopes() -> tuple[Scope, ...]:
    """The bindings of each screen, together with those of the app, which listen on every screen."""
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
    """The bindings of an app or a screen that have an id, and so can get other keys; inherited ones are included."""
    found: Scope = {}
    for key, all_on_it in merged(kind, owner).key_to_bindings.items():
        for binding in all_on_it:
            if binding.id:
                before = found[binding.id].keys if binding.id in found else ()
                found[binding.id] = KeyBinding(binding.id, (*before, key), binding.action)
    return found


def every() -> Scope:
    """All bindings of all screens, by id."""
    return {id: bound for scope in scopes() for id, bound in scope.items()}


def _load_screens() -> None:
    """Import every module that may hold a screen, so that Textual's list of screen classes is whole."""
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


def fit(wishes: Mapping[str, str]) -> KeyWishes:
    """The wishes that can be met together. A wish that takes a key from another binding on the same screen cannot."""
    if not wishes:
        return KeyWishes({}, {})
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
    # A dropped wish gets its old key back, and another wish may have taken that key: so look for clashes again.
    while clash := _clash(good):
        id, other, key = clash
        del good[id]
        sentence = _("{key} cannot be both {id} and {other} on one screen: {id} stays as it was.")
        wrong[id] = sentence.format(key=shown(key), id=id, other=other)
    return KeyWishes({id: ",".join(keys) for id, keys in good.items()}, wrong)


def _clash(wishes: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """A wish that clashes, the binding it clashes with, and their key; or None. Of two wishes it is the later one."""
    order = {id: number for number, id in enumerate(wishes)}
    for scope in scopes():
        owners: dict[str, KeyBinding] = {}
        for bound in sorted(scope.values(), key=lambda bound: order.get(bound.id, -1)):
            for key in wishes.get(bound.id, bound.keys):
                other = owners.setdefault(key, bound)
                if bound.id in wishes and other.action != bound.action:
                    return bound.id, other.id, key
    return None


def parsed(text: str) -> tuple[str, ...]:
    """The keys in a text such as "h,f2", by Textual's names, or () if any is wrong. A letter stands for both cases."""
    keys: list[str] = []
    for word in text.split(","):
        *held, key = word.strip().split("+") if word.strip() != "+" else ("+",)
        if not set(held) <= {*_HELD} or not (key := _as_typed(key)):
            return ()
        both = (key.lower(), key.upper()) if len(key) == len(key.upper()) == len(key.lower()) == 1 else (key,)
        for one in both[: 1 if held else 2]:  # with a modifier, upper and lower case are the same key
            name = "+".join([*held, key_name(one) if len(one) == 1 else one])
            if name not in keys:
                keys.append(name)
    return tuple(keys)


def _as_typed(key: str) -> str:
    """The character that a key types, or the name of a key that types none, or "" if there is no such key."""
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


def key_names() -> dict[str, str]:
    """The names of the keys that are not called as what they type."""
    return {
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


def shown(key: str) -> str:
    """The name of a key as players read it, with its modifiers."""
    from textual.keys import format_key

    names = key_names()
    *held, key = key.split("+") if len(key) > 1 else (key,)
    last = names.get(key) or format_key(key)
    if len(last) == 1 or (key[:1] == "f" and key[1:].isdigit()):
        last = last.upper() if len(last.upper()) == len(last) else last
    return "+".join([*(word.capitalize() for word in held), last])


def all_shown(keys: Iterable[str]) -> str:
    """The names of several keys, each one once. A long run of digits becomes its first and its last: 1-9."""
    names = list(dict.fromkeys(shown(key) for key in keys))
    figures = [name for name in names if len(name) == 1 and name in "0123456789"]
    if len(figures) > 4 and "".join(figures) in "0123456789":
        names = [name for name in names if name not in figures[1:]]
        names[names.index(figures[0])] = f"{figures[0]}-{figures[-1]}"
    return " ".join(names)


class OwnKeys(NamedTuple):
    """How the keys on a screen differ from the ones we ship. Both tables are empty unless the player chose keys."""

    keys: Mapping[str, str] = {}  # by the key we ship: the key to press now
    words: Mapping[str, str] = {}  # by the key's name: the name to paint instead

    def painted(self, text: str) -> str:
        """The name of a key as it has to be painted. Arrows may stand together: `↑↓`."""
        if text in self.words:
            return self.words[text]
        if self.words and len(text) > 1 and set(text) <= {*ARROWS.values()}:
            return "".join(self.words.get(sign, sign) for sign in text)
        return text

    def told(self, sentence: str) -> str:
        """Replace the names of keys in a sentence without marks. Only words count, except "A" and "I"."""
        if not self.words:
            return sentence
        words = [word for word in self.words if word.isalpha() and word not in ("A", "I")]
        found = "|".join(sorted(words, key=len, reverse=True))
        return re.sub(rf"\b({found})\b", lambda word: self.words[word[0]], sentence) if found else sentence


USUAL = OwnKeys()


def key_owner(screen: Screen[Any]) -> Any:
    """The class of the `KeyOwner` that this screen has, or None."""
    return getattr(screen, "key_owner", None)


def is_for(screen: Screen[Any], id: str, key: str) -> bool:
    """Whether this key currently triggers that binding on this screen."""
    own = own_keys(screen.app).get(id)
    return key in (own.split(",") if own else declared(type(screen), id) or declared(key_owner(screen), id))


def other(screen: Screen[Any]) -> OwnKeys:
    """How the player's own keys change this screen."""
    keymap = own_keys(screen.app)
    if not keymap:
        return USUAL
    keys: dict[str, str] = {}
    for id, bound in {**bindings(type(screen.app)), **bindings(type(screen), key_owner(screen))}.items():
        if id in keymap:
            keys |= dict.fromkeys(bound.keys, keymap[id].split(",")[0])
    return OwnKeys(keys, {shown(key): shown(new) for key, new in keys.items()})
