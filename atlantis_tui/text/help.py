"""The rules one at a time: what a game's games/<game>/help.py offers to the help and to the page of the rules.

All of them together are the game's RULES.md; `part` says where in it a rule stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from atlantis_tui.games import face

if TYPE_CHECKING:
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.canvas import Canvas


class Example(Protocol):
    """A position or a piece of one, painted by the game's own widgets: what it shows is what the rules do."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    def paint(self, canvas: Canvas, x: int, y: int, look: Look, ground: str) -> None:
        """Paints it at this place on this ground."""


class Topic(NamedTuple):
    title: str
    part: int  # of RULES.md
    text: Sequence[str]  # a paragraph each
    example: Example | None = None


class Topics(Protocol):
    """What the module offers. `plan` is the game's own plan of a move, None where the reader is not asked."""

    REFUSED: Mapping[str, str]  # the topic behind a refusal, by reason id

    def topics(self, options: Mapping[str, Any]) -> Mapping[str, Topic]:
        """All of them, as they are at a table with these options."""

    def examples(self) -> Mapping[int, Sequence[tuple[Example, str]]]:
        """By part of RULES.md: what is drawn below it, and what that shows."""

    def now(self, view: Any, plan: Any) -> str:
        """The topic of this moment: what is planned, or what is asked."""

    def moment(self, view: Any, plan: Any) -> str:
        """What somebody who is asked is doing now."""


def topics_of(game: str) -> Topics | None:
    """What a game brings for this, if it does."""
    found: Topics | None = face("help", game)
    return found
