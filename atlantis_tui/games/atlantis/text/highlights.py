"""What a game of Atlantis is remembered for, in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# By the names that core/atlantis/highlights.py gives them: what it is called, and a value of it.
MARKS: Mapping[str, tuple[Callable[[], str], Callable[[int], str]]] = {
    "longest_crossing": (
        lambda: _("longest crossing"),
        lambda n: ngettext("{n} place of water", "{n} places of water", n).format(n=n),
    ),
    "dearest_crossing": (
        lambda: _("most paid for a crossing"),
        lambda n: ngettext("{n} point", "{n} points", n).format(n=n),
    ),
}
