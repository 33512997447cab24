"""How the cursor goes from hex to hex: Up and Down keep to a column, as well as hexes that lie half apart allow."""

from __future__ import annotations

from atlantis_tui.games.survive.view_model import Spot
from core.survive.components import CELLS, FIRST_SAFE, HEX_AT, LANDING, SAFE_FROM


class HexWalk:
    """Remembers the column in which the way up or down began, as long as the cursor goes nowhere else."""

    def __init__(self) -> None:
        self._left_at: Spot = -1
        self._column = 0

    def step(self, spot: Spot, dx: int, dy: int) -> Spot:
        """The place one step further, or the same place at the edge of the board."""
        if spot >= FIRST_SAFE:
            return LANDING[spot - FIRST_SAFE][0 if dy <= 0 else 1]
        x, row = CELLS[spot]
        if not dy:
            return self._aside(spot, dx)
        if spot != self._left_at:
            self._column = x
        nearest = sorted((x + 1, x - 1), key=lambda column: abs(column - self._column))
        self._left_at = next((HEX_AT[column, row + dy] for column in nearest if (column, row + dy) in HEX_AT), spot)
        return self._left_at

    def _aside(self, spot: Spot, dx: int) -> Spot:
        x, row = CELLS[spot]
        if (x + 2 * dx, row) in HEX_AT:
            return HEX_AT[x + 2 * dx, row]
        ashore = spot in SAFE_FROM and (SAFE_FROM[spot] % 2 == 0) == (dx < 0)
        return FIRST_SAFE + SAFE_FROM[spot] if ashore else spot
