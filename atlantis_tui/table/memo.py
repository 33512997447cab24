"""What a table knows of the position that is looked at: each thing is worked out once, when it is first asked for."""

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
        """Something about the present position, worked out once."""
        of = self.view, self.screen.mine
        if self._kept_of[0] is not of[0] or self._kept_of[1] != of[1]:
            self._kept_of, self._kept = of, {}
        if key not in self._kept:
            self._kept[key] = work_out()
        return cast(T, self._kept[key])


def beyond(found: Sequence[T], at: T | None, by: int) -> T:
    """The next of these after one of them, or the one before; the first or the last where it is none of them."""
    if at in found:
        return found[(found.index(cast(T, at)) + by) % len(found)]
    return found[0 if by > 0 else -1]
