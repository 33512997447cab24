"""What stands on a game's box: all that is told of a game before it is opened. A file for each game, of its name.

Nothing of the game itself is loaded for that, as the menu is there before any rules are. A box offers what `Box` says;
of a game without one the name is told, and whatever its rules tell.
"""

from __future__ import annotations

from atlantis_tui.brings import brought

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    # A rule with a switch: what it is about, each of its values, and a sentence on it.
    Switch = tuple[str, Mapping[Any, str], str]

    class Box(Protocol):
        @property
        def SEATS(self) -> Sequence[int]:
            """How many can play, as the rules have it."""

        def title(self) -> str:
            """The game's name as it stands in a sentence."""

        def motto(self) -> str:
            """What it is about, in half a line and without a full stop."""

        def about(self) -> str:
            """The same in two or three sentences."""

        def minutes(self, seats: int, options: Mapping[str, Any]) -> int:
            """About how long a game takes; options that are not named are as in the book."""

        def options(self) -> Mapping[str, Switch]:
            """Its rules with a switch, by the names that the rules have for them."""


DEFAULT = "atlantis"  # for whoever has not chosen another


def names() -> list[str]:
    """The games of the house in the order in which people are shown them."""
    from core import games

    return sorted(games.names(), key=lambda name: (name != DEFAULT, name))


def usual(last: str = "") -> str:
    """The game to begin with: the one that was played last, if it is still there."""
    known = names()
    return next((name for name in (last, DEFAULT) if name in known), known[0])


def box(game: str) -> Box:
    found: Box | None = brought("boxes.{game}", game)
    return _Plain(game) if found is None else found


def usual_players(game: str) -> int:
    """You and two bots, where the game is for three."""
    seats = box(game).SEATS
    return 3 if 3 in seats else max(seats)


class _Plain:
    """A box without a word on it."""

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def SEATS(self) -> Sequence[int]:  # written as the modules have it
        from core import games

        return games.load(self.game).seat_counts

    def title(self) -> str:
        return self.game.capitalize()

    def motto(self) -> str:
        return ""

    def about(self) -> str:
        return ""

    def minutes(self, seats: int, options: Mapping[str, Any]) -> int:
        return 10 + 5 * seats

    def options(self) -> Mapping[str, Switch]:
        return {}
