"""Where everything on the table of Atalia stands, in three sizes; at each of them the lanes stay where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia.widgets.scale import LARGE, MEDIUM, SMALL, WIDEST

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable

BESIDE = 104  # columns from which the history has room beside the middle size
STORY = 40  # columns of a history that is as wide as it is good for


def arrange(table: AtaliaTable, width: int, height: int) -> None:
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
        top = height - 10 if table.line.scale == MEDIUM else height - 8
        table.put(table.history, 0, top, width, height - 4 - top)
    table.history.display = covered or beside
    table.hand.display = table.players.display = not covered
    table.signs.display = table.line.scale.lines > 1


# Each returns whether the history has room beside the board.


def _large(table: AtaliaTable, width: int, height: int) -> bool:
    """The lanes grow with the screen, then the history, then the margins."""
    scale = LARGE._replace(pitch=min(WIDEST, (width - 39) // 9))
    story = min(STORY, width - scale.width - 4)
    x, spare = (width - scale.width - story - 4) // 2, (height - 36) // 2
    right = x + scale.width + 3
    _sized(table, large=True, compact=False)
    table.line.scale = scale
    table.put(table.line, x, 1 + spare, scale.width + 1, scale.height)
    table.put(table.history, right, 1, story, height - 14)
    table.put(table.signs, right, height - 12, story, 8)
    table.put(table.hand, x + 1, height - 12, 46, 8)
    table.put(table.players, x + 49, height - 12, scale.width - 49, 8)
    for over in (table.toast, table.hints):
        table.put(over, x + 48, height - 12, scale.width - 48, 8)
    return True


def _medium(table: AtaliaTable, width: int, height: int) -> bool:
    beside = width >= BESIDE
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    _sized(table, large=False, compact=False)
    table.line.scale = MEDIUM
    table.put(table.line, x, 1 + spare, 80, MEDIUM.height)
    if beside:
        table.put(table.history, x + 81, 1, width - 82, height - 6)
    table.put(table.hand, x, height - 10, 45, 6)
    table.put(table.players, x + 46, height - 10, 34, 6)
    for over in (table.toast, table.hints):
        table.put(over, x + 45, height - 10, 35, 6)
    return beside


def _small(table: AtaliaTable, width: int, height: int) -> bool:
    x, spare = (width - 60) // 2, (height - 20) // 2
    _sized(table, large=False, compact=True)
    table.line.scale = SMALL
    table.put(table.line, x, 1 + spare, 60, SMALL.height)
    table.put(table.hand, x, height - 8, 60, 2)
    for over in (table.players, table.toast):
        table.put(over, x, height - 6, 60, 2)
    table.put(table.hints, x, height - 8, 60, 4)
    return False


def _sized(table: AtaliaTable, *, large: bool, compact: bool) -> None:
    table.hand.large = table.players.large = large
    table.hand.compact = table.players.compact = compact
