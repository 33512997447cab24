"""What a game of Atalia is remembered for, in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def _formation(strength: int) -> str:
    from atlantis_tui.games.atalia.text.names import formation
    from core.atalia.formations import Ground, formation_of

    return formation(formation_of(strength, Ground())) if strength else _("none yet")


# By the names that core/atalia/highlights.py gives them: what it is called, and a value of it.
MARKS: Mapping[str, tuple[Callable[[], str], Callable[[int], str]]] = {
    "strongest_formation": (lambda: _("strongest formation on a claimed field"), _formation),
    "most_claims": (
        lambda: _("most claims in one turn"),
        lambda n: ngettext("{n} field", "{n} fields", n).format(n=n),
    ),
    "earliest_claim": (
        lambda: _("earliest claim"),
        lambda n: ngettext("the rival lacked {n} card there", "the rival lacked {n} cards there", n).format(n=n),
    ),
}
