"""Where everything on the table of Atalia stands, in three sizes, of which the largest grows with the screen;
at each size the lanes stay where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia.widgets.hand import CARD
from atlantis_tui.games.atalia.widgets.scale import (
    GUTTER,
    HIGHEST,
    LARGE,
    MEDIUM,
    SMALL,
    WIDE,
    WIDEST,
    LineScale,
    grown,
)
from atlantis_tui.ui.card_size import CardSize

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.board import AtaliaBoard

BESIDE = 104  # columns from which the history has room beside the middle size
STORY = 60  # columns of a history that is as wide as it is good for

PANEL = {4: 12, 3: 9, 2: 9}  # lines that the hand needs below lanes with cards of so many lines


def arrange(board: AtaliaBoard, width: int, height: int) -> None:
    board.panels_top = None
    if width >= 120 and height >= 36:
        beside = _large(board, width, height)
    elif width >= 80 and height >= 24:
        beside = _medium(board, width, height)
    else:
        beside = _small(board, width, height)
    board.history_beside = beside
    covered = board.screen.past.open and not beside
    if covered:
        top = height - 10 if board.line.scale == MEDIUM else height - 8
        board.put(board.screen.history, 0, top, width, height - 4 - top)
    board.screen.history.display = covered or beside
    board.hand.display = board.players.display = not covered
    board.signs.display = board.line.scale.lines > 1


# Each returns whether the history has room beside the board.


def _large(board: AtaliaBoard, width: int, height: int) -> bool:
    """On a large screen the lanes take the space first, then the gutter, then the history, then the margins."""
    scale = _scale(width, height)
    story = min(STORY, width - scale.width - 4)
    x = (width - scale.width - story - 4) // 2
    panel = min(14, height - 5 - scale.height)  # lines, with a free one below
    top = height - 4 - panel
    y = 1 + (top - 1 - scale.height) // 2
    right = x + scale.width + 3
    pitch = (scale.width - 35) // 11 + 1  # of the hand, which has about half the width of the board
    half = 7 * pitch + 4
    _sized(board, CardSize(pitch, pitch - 1, min(pitch, panel - 5)), large=True, compact=False)
    board.line.scale = scale
    board.put(board.line, x, y, scale.width + 1, scale.height)
    board.put(board.screen.history, right, y, story, top - 1 - y)
    board.put(board.signs, right, top, story, panel)
    board.put(board.hand, x + 1, top, half, panel)
    board.put(board.players, x + half + 3, top, scale.width - half - 3, panel)
    board.put_over(x + half + 2, top, scale.width - half - 2, panel)
    board.panels_top = top
    return True


def _scale(width: int, height: int) -> LineScale:
    """The largest lanes for which there is room beside the history and above the panels."""
    story = max(width * 3 // 16, 25)
    pitch = max(min(WIDE, (width - 39) // 9), min(WIDEST, (width - story - 19) // 9))
    left = max(LARGE.left, min(GUTTER, width - story - 4 - 9 * pitch))
    for lines, plate_lines in ((HIGHEST, 5), (3, 5), (3, 3), (2, 5)):
        scale = grown(left, pitch, lines, plate_lines)
        if scale.height + PANEL[lines] <= height - 5:
            return scale
    return grown(left, pitch, LARGE.lines, LARGE.plate_lines)


def _medium(board: AtaliaBoard, width: int, height: int) -> bool:
    beside = width >= BESIDE
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    _sized(board, CARD, large=False, compact=False)
    board.line.scale = MEDIUM
    board.put(board.line, x, 1 + spare, 80, MEDIUM.height)
    if beside:
        board.put(board.screen.history, x + 81, 1, width - 82, height - 6)
    board.put(board.hand, x, height - 10, 45, 6)
    board.put(board.players, x + 46, height - 10, 34, 6)
    board.put_over(x + 45, height - 10, 35, 6)
    return beside


def _small(board: AtaliaBoard, width: int, height: int) -> bool:
    x, spare = (width - 60) // 2, (height - 20) // 2
    _sized(board, CARD, large=False, compact=True)
    board.line.scale = SMALL
    board.put(board.line, x, 1 + spare, 60, SMALL.height)
    board.put(board.hand, x, height - 8, 60, 2)
    for over in (board.players, board.screen.toast):
        board.put(over, x, height - 6, 60, 2)
    board.hints_place = x, height - 8, 60, 4
    return False


def _sized(board: AtaliaBoard, card: CardSize, *, large: bool, compact: bool) -> None:
    board.hand.card, board.players.large = card, large
    board.hand.compact = board.players.compact = compact
