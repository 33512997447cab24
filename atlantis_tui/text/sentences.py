"""Sentences that all games and places share: lists of things, chances, reasons, and quoting what somebody typed.

Each game has its own sentences in games/<game>/text/. Errors of files and tables are in text/errors.py.
"""

from __future__ import annotations

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from atlantis_tui.games import Explainer
    from core.game import Reason


def title(game: str) -> str:
    """A game's name as it stands in a sentence."""
    from atlantis_tui.games import about

    return about(game).title()


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
    """A chance of `core` as a percentage; core.bots.CHANCE is a certain win. Halves are rounded up."""
    return (chance + 50) // 100


def because(reasons: Sequence[Reason], words: Mapping[str, Explainer]) -> str:
    """What a move is good for, the most important thing first. `words` has the game's sentences by reason id."""
    return _("; ").join(each_reason(reasons, words))


def each_reason(reasons: Sequence[Reason], words: Mapping[str, Explainer]) -> list[str]:
    return [words[reason.id](reason.params) for reason in reasons if reason.id in words]


def quoted(text: str) -> str:
    """What somebody typed, made safe and short enough to repeat in a sentence."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return plain if len(plain) <= 40 else plain[:37] + "..."


def turn_was_over(rest: str) -> str:
    """Why the end of a typed line was not played."""
    return _('Your turn was over before "{rest}", so that was left out.').format(rest=quoted(rest))


def typed_path(path: str) -> str:
    """A path as one types it into a shell."""
    from shlex import quote

    return quote(path)


def unreadable_folder(folder: str, error: OSError) -> str:
    """Why the games in a folder cannot be told of."""
    return _("{folder} cannot be read: {reason}.").format(folder=folder, reason=error.strerror)


def printable(text: str) -> str:
    """Text from a file or a folder, without control characters that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
