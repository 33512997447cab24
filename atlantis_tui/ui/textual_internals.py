"""Every use of what is private in Textual, made for Textual 8.2. No other module may touch it.

When a new Textual moves or renames a part, this is the file to mend. The sentence of each use says what its public API
lacks. What is private in Rich, which Textual stands on, is here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate
from textual.app import App

if TYPE_CHECKING:
    from textual.binding import BindingsMap
    from textual.pilot import Pilot
    from textual.screen import Screen
    from textual.strip import Strip

__all__ = ["ChopsUpdate", "CompositorUpdate", "OpenCompositor"]

Answer = TypeVar("Answer")


# What the terminal is sent -------------------------------------------------------------------------------------------


class OpenCompositor(Compositor):
    """A compositor that says which cells have to be sent. Textual asks nobody how to send them."""

    def changed_spans(self) -> Iterable[tuple[int, int, int]]:
        """Line, first column and last column of all that changed since the last update."""
        return self._regions_to_spans(self._dirty_regions) if self._dirty_regions else ()

    def forget_changes(self) -> None:
        """All that changed has been sent."""
        self._dirty_regions.clear()


def use_compositor(screen: Screen[Any], compositor: Compositor) -> None:
    screen._compositor = compositor


def shown_lines(screen: Screen[Any]) -> list[Strip]:
    """All that a screen shows at this moment, a strip a line."""
    return screen._compositor.render_strips()


def colours_of(console: Console) -> ColorSystem:
    """How many colours the terminal has. Rich tells only their name."""
    return console._color_system or ColorSystem.TRUECOLOR


def write_to_terminal(app: App[Any], sequences: str) -> bool:
    """Send the terminal something that is no picture. False if there is no terminal yet, or no longer."""
    if app._driver is None:
        return False
    app._driver.write(sequences)
    app._driver.flush()
    return True


# Keys ----------------------------------------------------------------------------------------------------------------


def own_keys(app: App[Any]) -> Mapping[str, str]:
    """The player's own keys that are in force, by the id of the binding. Textual only lets them be set."""
    return app._keymap


def class_bindings(screen: type[Screen[Any]]) -> BindingsMap:
    """All bindings of a screen class, with those that it inherits."""
    return screen._merge_bindings()


def set_bindings(screen: Screen[Any], bindings: BindingsMap) -> None:
    """Replace the bindings of one screen. Textual only takes them from its class."""
    screen._bindings = bindings


def key_name(character: str) -> str:
    """What Textual calls the key that types a character."""
    from textual.keys import _character_to_key

    return _character_to_key(character)


async def carry_out(app: App[Any], key: str) -> bool:
    """Do at once what a key is bound to, and tell whether it is bound to anything."""
    return await app._check_bindings(key)


# The app -------------------------------------------------------------------------------------------------------------


def on_behalf_of(app: App[Any]) -> AbstractContextManager[None]:
    """Within this, whatever is begun belongs to the app, and not to the screen whose message is being handled."""
    return app._context()


class SilentApp(App[Answer]):
    """An app that prints nothing about its errors. Textual would print the values of all variables, also of hidden
    cards."""

    def keep_error(self, error: Exception) -> None:
        """Called for each error that nobody handles, before the app ends."""
        raise NotImplementedError

    def failed(self, error: Exception) -> None:
        """Handle an error of the program that came outside of Textual's messages."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        self.keep_error(error)
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


async def shown(pilot: Pilot[Any]) -> None:
    """Wait until the screen has painted what it was told to show. `pause` also waits until the machine is idle."""
    await pilot._wait_for_screen()
