"""Where everything on the table of Survive! stands; the board grows with the screen, and never moves within a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.survive.widgets.lattice import HUGE, LARGE, MEDIUM, SMALL, WIDE, LatticeScale

if TYPE_CHECKING:
    from atlantis_tui.games.survive.board import SurviveBoard

BESIDE = 106  # columns from which the history has room beside the middle size
PANEL = 39  # columns of what stands beside a large board
STORY = 60  # columns of a history that is as wide as it is good for


def arrange(board: SurviveBoard, width: int, height: int) -> None:
    if width >= 120 and height >= 36:
        _large(board, width, height)
    elif width >= 80 and height >= 24:
        _medium(board, width, height)
    else:
        _small(board, width, height)
    board.signs.display = board.sea.scale.lines > 1


def _scale(width: int, height: int) -> LatticeScale:
    """The largest board for which there is room beside the panels."""
    for scale in (HUGE, WIDE):
        if width >= scale.width + 4 + PANEL and height >= scale.height + 8:
            return scale
    return LARGE


def _large(board: SurviveBoard, width: int, height: int) -> None:
    scale = _scale(width, height)
    _sized(board, scale, large=True)
    beside = min(STORY, width - scale.width - 3)
    x = (width - scale.width - 2 - beside) // 2
    right = x + scale.width + 2
    spare = height - scale.height - 7  # lines beside the board, its signs, the prompt, header and footer
    top = 1 + (max(0, spare) + 1) // 2
    board.put(board.sea, x, top, scale.width, scale.height)
    board.put(board.signs, x + 3, top + scale.height, scale.width - 2, 2)
    seats = board.screen.table.state.seats
    y = 1
    board.put(board.players, right, y, beside, 2 + seats)
    y += 2 + seats + 1
    board.put(board.facts, right, y, beside, 5)
    y += 6
    doubled = len(board.screen.table.state.treasures) > seats  # type: ignore[attr-defined]
    room = height - 4 - y
    hand = 7 + doubled if room >= 18 else 6 + doubled
    board.put(board.hand, right, y, beside, hand)
    y += hand + 1
    board.put(board.screen.history, right, y, beside, height - 4 - y)
    board.screen.history.display = board.players.display = board.facts.display = board.hand.display = True
    board.put_over(right, 2 + seats + 2, beside, 6)


def _medium(board: SurviveBoard, width: int, height: int) -> None:
    _sized(board, MEDIUM, large=False)
    beside = width >= BESIDE
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    board.put(board.sea, x, 1 + spare, MEDIUM.width, MEDIUM.height)
    y = height - 9
    doubled = len(board.screen.table.state.treasures) > board.screen.table.state.seats  # type: ignore[attr-defined]
    lines = 3 if doubled else 2
    board.put(board.facts, x + 1, y, 35, 5 - lines)
    board.put(board.hand, x + 1, y + 5 - lines, 36, lines)
    board.put(board.players, x + 37, y, 43, 5)
    if beside:
        board.put(board.screen.history, x + 81, 1, width - 82, height - 6)
    covered = board.screen.past.open and not beside
    if covered:
        board.put(board.screen.history, x, y, 80, 5)
    board.screen.history.display = beside or covered
    board.facts.display = board.hand.display = board.players.display = not covered
    board.put(board.screen.toast, x + 37, y, 42, 5)
    board.hints_place = x + 36, y, 44, 5


def _small(board: SurviveBoard, width: int, height: int) -> None:
    """Besides the board one line has room, for the hex; H shows players, tiles and treasures over the prompt."""
    _sized(board, SMALL, large=False)
    x = (width - SMALL.width) // 2
    board.put(board.sea, x, 1, SMALL.width, SMALL.height)
    left = (width - 60) // 2
    extra = height - 20  # lines more than needed
    y = 1 + SMALL.height
    board.put(board.facts, left, y, 60, 1 + min(extra, 2))
    covered = board.screen.past.open
    panel = board.panel and not covered
    board.facts.display = not panel and not covered
    board.players.display = board.hand.display = panel
    board.shows_prompt = not panel and not covered
    board.put(board.players, left, y, 60, 2)
    board.put(board.hand, left, y + 2, 60, height - 3 - y)
    if covered:
        board.put(board.screen.history, 0, y, width, height - 1 - y)
    board.screen.history.display = covered
    board.put_over(left, y, 60, max(3, height - 1 - y))


def _sized(board: SurviveBoard, scale: LatticeScale, *, large: bool) -> None:
    small = scale == SMALL
    board.small = small
    board.sea.scale = scale
    board.shows_prompt = True
    board.hand.large = board.players.large = large
    board.players.compact = board.facts.compact = small
