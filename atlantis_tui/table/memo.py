"""A memory for facts about the present position: each is worked out when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from core.game import State

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen

S = TypeVar("S", bound=State)
T = TypeVar("T")


class PositionMemo(Generic[S]):
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._kept: dict[Any, Any] = {}
        self._kept_of: tuple[S | None, bool] = (None, False)

    @property
    def view(self) -> S:
        """The present position as the viewer may see it. Nobody may change it."""
        return cast(S, self.screen.view_of(self.screen.table.steps[-1]))

    def kept(self, key: Any, work_out: Callable[[], T]) -> T:
        """A fact about the present position, from the memory or worked out now."""
        of = self.view, self.screen.mine
        if self._kept_of[0] is not of[0] or self._kept_of[1] != of[1]:
            self._kept_of, self._kept = of, {}
        if key not in self._kept:
            self._kept[key] = work_out()
        return cast(T, self._kept[key])


def beyond(found: Sequence[T], at: T | None, by: int) -> T:
    """The item after `at`, or before it, going round; the first or the last if `at` is not among them."""
    if at in found:
        return found[(found.index(cast(T, at)) + by) % len(found)]
    return found[0 if by > 0 else -1]
