"""Where everything on the table of Atlantis stands, in three sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atlantis.widgets import path as road

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.table import AtlantisTable


def arrange(table: AtlantisTable, width: int, height: int) -> None:
    table.put(table.header, 0, 0, width, 1)
    table.put(table.footer, 0, height - 1, width, 1)
    table.put(table.prompt, 0, height - 4, width, 3)
    if width >= 120 and height >= 36:
        beside = _large(table, width, height)
    elif width >= 80 and height >= 24:
        beside = _medium(table, width, height)
    else:
        beside = _small(table, width, height)
    covered = table.past.open and not beside
    if covered:
        top = height - 10 if height >= 24 else height - 7
        table.put(table.history, 0, top, width, height - 4 - top)
    table.history.display = covered or beside
    table.hand.display = table.scores.display = not covered
    table.signs.display = table.path.scale == road.LARGE


# Each returns whether the history has room beside the board.


def _large(table: AtlantisTable, width: int, height: int) -> bool:
    used = min(width, 140)
    x, spare = (width - used) // 2, (height - 36) // 2
    table.path.scale, table.hand.large, table.hand.compact = road.LARGE, True, False
    table.scores.compact, table.scores.spaced = False, True
    table.put(table.path, x, 2 + spare, 93, 21)
    table.put(table.history, x + 94, 1, used - 96, height - 14)
    table.put(table.signs, x + 94, height - 12, used - 96, 8)
    table.put(table.hand, x + 1, height - 12, 46, 7)
    for over in (table.scores, table.toast, table.hints):
        table.put(over, x + 49, height - 12, 43, 7)
    return True


def _medium(table: AtlantisTable, width: int, height: int) -> bool:
    beside = width >= 108
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    table.path.scale, table.hand.large, table.hand.compact = road.MEDIUM, False, False
    table.scores.compact = table.scores.spaced = False
    table.put(table.path, x, 1 + spare, 79, 13)
    if beside:
        table.put(table.history, x + 81, 1, width - 82, height - 6)
    table.put(table.hand, x + 1, height - 10, 36, 6)
    table.put(table.scores, x + 38, height - 10, 42, 6)
    table.put(table.toast, x + 37, height - 10, 42, 6)
    table.put(table.hints, x + 38, height - 10, 42, 6)
    return beside


def _small(table: AtlantisTable, width: int, height: int) -> bool:
    x = (width - 60) // 2
    table.path.scale, table.hand.large, table.hand.compact = road.SMALL, False, True
    table.scores.compact, table.scores.spaced = True, False
    table.put(table.path, x, 1, 60, height - 8)
    table.put(table.hand, x, height - 7, 60, 1)
    table.put(table.scores, x, height - 6, 60, 2)
    table.put(table.toast, x + 17, height - 7, 42, 3)
    table.put(table.hints, x, height - 7, 60, 3)
    return False
