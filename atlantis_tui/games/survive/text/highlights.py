"""What a game of Survive! is remembered for, in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def _explorers(n: int) -> str:
    return ngettext("{n} explorer", "{n} explorers", n).format(n=n)


# By the names that core/survive/highlights.py gives them: what it is called, and a value of it.
MARKS: Mapping[str, tuple[Callable[[], str], Callable[[int], str]]] = {
    "most_saved": (lambda: _("most saved"), _explorers),
    "saved_at_once": (lambda: _("most saved in a turn"), _explorers),
    "taken_from_others": (lambda: _("most taken from others"), _explorers),
    "most_lost": (lambda: _("most lost"), _explorers),
}
