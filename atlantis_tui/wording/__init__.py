"""Events, prompts and reasons as sentences, for the screens and for plain mode alike.

Every game has its own wording here, found by the game's name; what it must offer is `Wording`. All functions return
texts and print nothing. They take views, never whole states. `viewer` is the seat that reads ("You take …"; None:
somebody who only watches), `names` are the names of all seats. Errors of files and tables are in errors.py.

Beside its `__init__.py` a game's folder may have these; where one is missing, that is left out on the screens:
    help.py     what `help.Topics` says: the rule of the moment, and the examples of the rules page
    keys.py     `words()`: what the keys of its own table do, by the ids of their bindings (`atalia.card`), in the order
                in which help lists them; an id of `table.` with None for its words only says where that one stands
    marks.py    `MARKS`: its numbers in the statistics
    advice.py   `ADVICE`, `ASIDE`, `AGAINST` and `OF_YOURS`
What is told of a game before it is opened (its name, what it is about, its options) is no wording of a position and
stands on its box: boxes/<game>.py.
"""

from __future__ import annotations

from atlantis_tui.words import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from core.game import Event, Move, Reason

    Look = Callable[[Any, int, Sequence[str], str], list[str]]
    Explainer = Callable[[Mapping[str, Any]], str]

    class Wording(Protocol):
        """What plain mode and the screens ask of a game's wording."""

        ANSWERED: Mapping[str, Move]  # prompts that are answered for a player who has not asked for them
        WAIT: Sequence[str]  # words by which a player asks for them
        ON_ENTER: Sequence[Move]  # moves that an empty line makes when there is no other
        LOOKS: Mapping[str, Look]  # commands that tell about the position
        REASONS: Mapping[str, Explainer]  # by reason id: why a move is refused
        ADVICE: Mapping[str, Explainer]  # by reason id: what a move is good for, in a few words; may be missing
        ASIDE: Sequence[str]  # kinds of moves that go without saying where there is little room; may be missing
        AGAINST: Sequence[str]  # of the reasons in ADVICE: what a move costs, so no reason to make it; may be missing
        OF_YOURS: Sequence[str]  # of the same: those that speak to the reader of what is the reader's; may be missing

        def events(
            self, events: Sequence[Event], actor: int | None, viewer: int | None, names: Sequence[str], after: Any
        ) -> list[str]:
            """What happened in one turn of `actor`, or a part of it; `after` is the position it led to."""

        def position(self, view: Any, viewer: int, names: Sequence[str]) -> list[str]:
            """Where everything stands, in a few lines."""

        def asked(self, view: Any, viewer: int | None, names: Sequence[str]) -> str:
            """What the prompt asks for."""

        def choices(self, view: Any) -> tuple[list[tuple[Move, str]], list[str]]:
            """The legal moves with what each would do, and remarks on the whole list."""

        def effect(self, view: Any, move: Move) -> str:
            """What a legal move would do."""

        def short(self, view: Any, move: Move) -> str:
            """The line a person would type for this move in this position; may be missing where that is its text."""

        def typed(self, moves: Sequence[Move]) -> str:
            """The line that a person would type to play these moves of one turn."""

        def proposed(self, moves: Sequence[Move], instead: Sequence[Move]) -> str:
            """The same for moves that would have been better than what was played instead."""

        def does(self, view: Any, moves: Sequence[Move], you: bool) -> list[str]:
            """What these moves would do, in sentences, until chance speaks; `you` says that the reader makes them."""

        def outcome(self, view: Any, viewer: int | None, names: Sequence[str]) -> list[str]:
            """The scores, best first, and who has won."""

        def notation(self) -> list[str]:
            """How moves are typed."""

        def commands(self) -> list[str]:
            """What the looks tell."""

        def standing(self, view: Any) -> Sequence[int]:
            """How an unfinished game stands, a number for each seat; may be missing where numbers do not tell it."""


def for_game(name: str) -> Wording:
    from importlib import import_module

    wording: Any = import_module(f"atlantis_tui.wording.{name}")
    return wording  # type: ignore[no-any-return]


def title(game: str) -> str:
    """A game's name as it stands in a sentence."""
    from atlantis_tui.boxes import box

    return box(game).title()


def listing(items: Sequence[str]) -> str:
    """Several things in a row: "a flag, 2 rings and a crown"."""
    if len(items) < 2:
        return "".join(items)
    return _("{others} and {last}").format(others=_(", ").join(items[:-1]), last=items[-1])


def choice(items: Sequence[str]) -> str:
    """One of several things: "1 F, 2 F or 3 F"."""
    if len(items) < 2:
        return "".join(items)
    return _("{others} or {last}").format(others=_(", ").join(items[:-1]), last=items[-1])


def percent(chance: int) -> int:
    """An estimate of core, in which core.bots.CHANCE is a certain win, in hundredths: halves are rounded up."""
    return (chance + 50) // 100


def because(reasons: Sequence[Reason], words: Mapping[str, Explainer]) -> str:
    """What a move is good for, the most important thing first; `words` are those of the game."""
    return _("; ").join(each_reason(reasons, words))


def each_reason(reasons: Sequence[Reason], words: Mapping[str, Explainer]) -> list[str]:
    return [words[reason.id](reason.params) for reason in reasons if reason.id in words]


def quoted(text: str) -> str:
    """What somebody typed, safe and short enough to be repeated in a sentence."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return plain if len(plain) <= 40 else plain[:37] + "..."
