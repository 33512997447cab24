"""Where everything on the table of Survive! stands; the board grows with the screen, and never moves within a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.survive.widgets.lattice import HUGE, LARGE, MEDIUM, SMALL, WIDE, LatticeScale

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable

BESIDE = 106  # columns from which the history has room beside the middle size
PANEL = 39  # columns of what stands beside a large board
STORY = 60  # columns of a history that is as wide as it is good for


def arrange(table: SurviveTable, width: int, height: int) -> None:
    table.put(table.header, 0, 0, width, 1)
    table.put(table.footer, 0, height - 1, width, 1)
    table.put(table.prompt, 0, height - 4, width, 3)
    if width >= 120 and height >= 36:
        _large(table, width, height)
    elif width >= 80 and height >= 24:
        _medium(table, width, height)
    else:
        _small(table, width, height)
    table.signs.display = table.sea.scale.lines > 1


def _scale(width: int, height: int) -> LatticeScale:
    """The largest board for which there is room beside the panels."""
    for scale in (HUGE, WIDE):
        if width >= scale.width + 4 + PANEL and height >= scale.height + 8:
            return scale
    return LARGE


def _large(table: SurviveTable, width: int, height: int) -> None:
    scale = _scale(width, height)
    _sized(table, scale, large=True)
    beside = min(STORY, width - scale.width - 3)
    x = (width - scale.width - 2 - beside) // 2
    right = x + scale.width + 2
    spare = height - scale.height - 7  # lines beside the board, its signs, the prompt, header and footer
    top = 1 + (max(0, spare) + 1) // 2
    table.put(table.sea, x, top, scale.width, scale.height)
    table.put(table.signs, x + 3, top + scale.height, scale.width - 2, 2)
    seats = table.table.state.seats
    y = 1
    table.put(table.players, right, y, beside, 2 + seats)
    y += 2 + seats + 1
    table.put(table.facts, right, y, beside, 5)
    y += 6
    doubled = len(table.table.state.treasures) > seats  # type: ignore[attr-defined]
    room = height - 4 - y
    hand = 7 + doubled if room >= 18 else 6 + doubled
    table.put(table.hand, right, y, beside, hand)
    y += hand + 1
    table.put(table.history, right, y, beside, height - 4 - y)
    table.history.display = table.players.display = table.facts.display = table.hand.display = True
    for over in (table.toast, table.hints):
        table.put(over, right, 2 + seats + 2, beside, 6)


def _medium(table: SurviveTable, width: int, height: int) -> None:
    _sized(table, MEDIUM, large=False)
    beside = width >= BESIDE
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    table.put(table.sea, x, 1 + spare, MEDIUM.width, MEDIUM.height)
    y = height - 9
    doubled = len(table.table.state.treasures) > table.table.state.seats  # type: ignore[attr-defined]
    lines = 3 if doubled else 2
    table.put(table.facts, x + 1, y, 35, 5 - lines)
    table.put(table.hand, x + 1, y + 5 - lines, 36, lines)
    table.put(table.players, x + 37, y, 43, 5)
    if beside:
        table.put(table.history, x + 81, 1, width - 82, height - 6)
    covered = table.past.open and not beside
    if covered:
        table.put(table.history, x, y, 80, 5)
    table.history.display = beside or covered
    table.facts.display = table.hand.display = table.players.display = not covered
    table.put(table.toast, x + 37, y, 42, 5)
    table.put(table.hints, x + 36, y, 44, 5)


def _small(table: SurviveTable, width: int, height: int) -> None:
    """Besides the board one line has room, for the hex; H shows players, tiles and treasures over the prompt."""
    _sized(table, SMALL, large=False)
    x = (width - SMALL.width) // 2
    table.put(table.sea, x, 1, SMALL.width, SMALL.height)
    left = (width - 60) // 2
    extra = height - 20  # lines more than needed
    y = 1 + SMALL.height
    table.put(table.facts, left, y, 60, 1 + min(extra, 2))
    covered = table.past.open
    panel = table.panel and not covered
    table.facts.display = not panel and not covered
    table.players.display = table.hand.display = panel
    table.prompt.display = not panel and not covered
    table.put(table.players, left, y, 60, 2)
    table.put(table.hand, left, y + 2, 60, height - 3 - y)
    if covered:
        table.put(table.history, 0, y, width, height - 1 - y)
    table.history.display = covered
    for over in (table.toast, table.hints):
        table.put(over, left, y, 60, max(3, height - 1 - y))


def _sized(table: SurviveTable, scale: LatticeScale, *, large: bool) -> None:
    small = scale == SMALL
    table.small = small
    table.sea.scale = scale
    table.prompt.display = True
    table.hand.large = table.players.large = large
    table.players.compact = table.facts.compact = small
