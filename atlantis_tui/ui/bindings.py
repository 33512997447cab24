"""Bindings that a screen gets from elsewhere than its own class, and keys that are carried out before the next one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingsMap

from atlantis_tui.ui.textual_internals import carry_out, class_bindings, set_bindings

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType
    from textual.screen import Screen


class KeyOwner:
    """Something that is no screen and has keys of its own on one, such as the mode of a table.

    A screen class names the owners it may be given in its `KEY_OWNERS`, so that `bound_keys` finds all bindings.
    """

    BINDINGS: ClassVar[list[BindingType]] = []


def merged(screen: type[Screen[Any]], owner: type[KeyOwner] | None) -> BindingsMap:
    """The bindings of a screen class with those of an owner. Where both use a key, the screen has it."""
    own = class_bindings(screen)
    if owner is None:
        return own
    added = BindingsMap(owner.BINDINGS)
    return BindingsMap.from_keys({**added.key_to_bindings, **own.key_to_bindings})


def add_bindings(screen: Screen[Any], owner: KeyOwner) -> None:
    """Give a screen the keys of an owner too."""
    set_bindings(screen, merged(type(screen), type(owner)))


@cache
def declared(kind: type[Any] | None, id: str) -> tuple[str, ...]:
    """The keys with which a class, or one that it inherits from, declares a binding, whoever else took them over."""
    for one in kind.__mro__ if kind is not None else ():
        keys = tuple(one.key for one in Binding.make_bindings(vars(one).get("BINDINGS", ())) if one.id == id)
        if keys:
            return keys
    return ()


async def obey(screen: Screen[str], event: events.Key) -> None:
    """Carry out at once what a key is bound to.

    Usually Textual first passes the key on to the app, and meanwhile the screen already gets the next keys. If the
    first key opens a field, that field would miss what was typed fast, or pasted.
    """
    if screen.is_current and await carry_out(screen.app, event.key):
        event.stop()
        event.prevent_default()
