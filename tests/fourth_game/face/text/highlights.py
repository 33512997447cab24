"""What a game of Pearls is remembered for, in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MARKS: Mapping[str, tuple[Callable[[], str], Callable[[int], str]]] = {
    "biggest_shell": (lambda: _("biggest shell"), lambda n: _("size {n}").format(n=n)),
}
