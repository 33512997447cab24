"""Whether a player at a network table is left alone, and may go on against bots.

The rules are those of `atlantis resume FILE --alone` (branch.py). At a table only the first of them is checked, whether
it is time yet: whether the others have the game open is found out when the table is left.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from atlantis_tui.network import branch

if TYPE_CHECKING:
    from atlantis_tui.network.branch import CannotGoOnAlone
    from atlantis_tui.network.table import NetworkTable


class LeftAlone:
    def __init__(self, network_table: NetworkTable) -> None:
        self.network_table = network_table

    def __bool__(self) -> bool:
        """Whether nobody else is left. If the host of a larger table is lost, wait longer, because another player may
        become host."""
        session = self.network_table.session
        if session.role != "player" or session.game is None or self.network_table.over:
            return False
        others = [one for one in session.people() if one.seat != session.seat]
        if self.network_table.lost is not None:
            return len(others) == 1 or (time.time() >= self.free() and not self._somebody_is_here())
        return all(one.link == "away" for one in others)

    def _somebody_is_here(self) -> bool:
        """Whether somebody else of this game is linked to us, though none of us is its host."""
        return bool(self.network_table.session.players())

    def free(self) -> int:
        """From when on the player may go on alone, in seconds since 1970."""
        session = self.network_table.session
        assert session.game is not None
        others = [key for seat, key in session.game.roster.keys.items() if seat != session.seat]
        files, path = self.network_table.runner.kept, self.network_table.path
        return branch.free_from(files, self.network_table.gid, others, branch.last_change(path))

    def too_early(self) -> CannotGoOnAlone | None:
        """Why the player may not go on alone yet, or None."""
        return branch.too_early(self.network_table.path, self.free())
