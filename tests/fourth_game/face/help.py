"""The rules of Pearls, one at a time, for the help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from atlantis_tui.text.help import Example, Topic
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from core.pearls.rules import Pearls

REFUSED = {"no_such_shell": "dive", "no_pile": "swap"}


def topics(options: Mapping[str, Any]) -> Mapping[str, Topic]:
    return {
        "dive": Topic(_("Diving"), 2, [_("The shell opens if the die shows its size or more.")]),
        "swap": Topic(_("Swapping"), 2, [_("Nobody sees which shell you lay away.")]),
    }


def examples() -> Mapping[int, Sequence[tuple[Example, str]]]:
    return {}


def now(view: Pearls, plan: Any) -> str:
    return plan.kind if plan is not None else "dive"


def moment(view: Pearls, plan: Any) -> str:
    return _("diving") if now(view, plan) == "dive" else _("swapping")
