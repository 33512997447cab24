"""What the mouse shows at a table: the plan that a click would make, for as long as the mouse stays where it is.

The game's own click is tried on the plan, while the screen shows and says nothing and nothing is played. So what is
shown is what a click plans. As soon as the mouse or a key does something else, the plan of before is back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.widget import Widget

    from atlantis_tui.table.screen import TableScreen


class HoverPreview:
    """`trying`: a click is being tried. `shown`: the plan on the screen is only that of the mouse."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.trying = False
        self._at: tuple[Widget | None, Any] = (None, None)  # what the mouse is on
        self._own: dict[str, Any] | None = None  # meanwhile: all that the player's own plan is
        self._position = screen.position

    @property
    def shown(self) -> bool:
        return self._own is not None

    def point(self, widget: Widget | None, hit: Any) -> None:
        """The mouse is on something, or on nothing that can be clicked."""
        if (widget, hit) == self._at:
            return
        before = self.drop()
        self._at = widget, hit
        if widget is not None and hit is not None and self._may:
            self._try(widget, hit)
        if before or self.shown:
            self.screen.show()

    def drop(self) -> bool:
        """The player's own plan is back. False: it was there already."""
        own, self._own = self._own, None
        if own is None:
            return False
        if self._position == self.screen.position:  # else whoever changed that has cared for the plan
            vars(self.screen.plan).update(own)
        return True

    def keep(self) -> None:
        """What the mouse shows becomes the player's plan."""
        self._own = None

    @property
    def _may(self) -> bool:
        """Whether nothing else is going on that the board is needed for."""
        screen = self.screen
        busy = screen.turns.telling is not None or screen.hinting.open or screen.past.at is not None or screen.writing
        return screen.look.hover and screen.mine and not busy and screen.mode.plans and screen.nothing_planned

    def _try(self, widget: Widget, hit: Any) -> None:
        screen = self.screen
        own = _planned(screen)
        self._position = screen.position
        self.trying = True
        try:
            screen.click(widget, hit)
        finally:
            self.trying = False
        if _planned(screen) != own:
            self._own = own


def _planned(screen: TableScreen) -> dict[str, Any]:
    """All attributes of the plan but its caches, whose names begin with an underscore."""
    about = vars(screen.plan).items()
    return {name: value for name, value in about if not name.startswith("_") and name != "screen"}
