"""Single rules for the help and for the page of the rules: what a game offers in games/<game>/help.py.

The full rules are the game's RULES.md; `part` says where in it a rule stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from atlantis_tui.games import face

if TYPE_CHECKING:
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.canvas import Canvas


class Example(Protocol):
    """A position or a piece of one, painted by the game's own widgets, so that it shows what the rules really do."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    def paint(self, canvas: Canvas, x: int, y: int, look: Look, ground: str) -> None:
        """Paint the example at this place on this background."""


class Topic(NamedTuple):
    title: str
    part: int  # of RULES.md
    text: Sequence[str]  # one string a paragraph
    example: Example | None = None


class Topics(Protocol):
    """What a game's help.py offers. `plan` is the game's plan of a move, or None when it is not the reader's turn."""

    REFUSED: Mapping[str, str]  # the topic that explains a refusal, by reason id

    def topics(self, options: Mapping[str, Any]) -> Mapping[str, Topic]:
        """All topics, as they are at a table with these options."""

    def examples(self) -> Mapping[int, Sequence[tuple[Example, str]]]:
        """By part of RULES.md: the examples drawn below it, each with its caption."""

    def now(self, view: Any, plan: Any) -> str:
        """The topic of this moment: what is planned, or what the player is asked."""

    def moment(self, view: Any, plan: Any) -> str:
        """What the player is doing now, if it is their turn."""


def topics_of(game: str) -> Topics | None:
    """The help.py of a game, or None if the game has none."""
    found: Topics | None = face("help", game)
    return found
