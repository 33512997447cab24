"""Where everything on the table of Atalia stands, in three sizes; at each of them the lanes stay where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia.widgets.scale import LARGE, MEDIUM, SMALL, WIDEST

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.board import AtaliaBoard

BESIDE = 104  # columns from which the history has room beside the middle size
STORY = 40  # columns of a history that is as wide as it is good for


def arrange(board: AtaliaBoard, width: int, height: int) -> None:
    if width >= 120 and height >= 36:
        beside = _large(board, width, height)
    elif width >= 80 and height >= 24:
        beside = _medium(board, width, height)
    else:
        beside = _small(board, width, height)
    covered = board.screen.past.open and not beside
    if covered:
        top = height - 10 if board.line.scale == MEDIUM else height - 8
        board.put(board.screen.history, 0, top, width, height - 4 - top)
    board.screen.history.display = covered or beside
    board.hand.display = board.players.display = not covered
    board.signs.display = board.line.scale.lines > 1


# Each returns whether the history has room beside the board.


def _large(board: AtaliaBoard, width: int, height: int) -> bool:
    """The lanes grow with the screen, then the history, then the margins."""
    scale = LARGE._replace(pitch=min(WIDEST, (width - 39) // 9))
    story = min(STORY, width - scale.width - 4)
    x, spare = (width - scale.width - story - 4) // 2, (height - 36) // 2
    right = x + scale.width + 3
    _sized(board, large=True, compact=False)
    board.line.scale = scale
    board.put(board.line, x, 1 + spare, scale.width + 1, scale.height)
    board.put(board.screen.history, right, 1, story, height - 14)
    board.put(board.signs, right, height - 12, story, 8)
    board.put(board.hand, x + 1, height - 12, 46, 8)
    board.put(board.players, x + 49, height - 12, scale.width - 49, 8)
    board.put_over(x + 48, height - 12, scale.width - 48, 8)
    return True


def _medium(board: AtaliaBoard, width: int, height: int) -> bool:
    beside = width >= BESIDE
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    _sized(board, large=False, compact=False)
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
    _sized(board, large=False, compact=True)
    board.line.scale = SMALL
    board.put(board.line, x, 1 + spare, 60, SMALL.height)
    board.put(board.hand, x, height - 8, 60, 2)
    for over in (board.players, board.screen.toast):
        board.put(over, x, height - 6, 60, 2)
    board.hints_place = x, height - 8, 60, 4
    return False


def _sized(board: AtaliaBoard, *, large: bool, compact: bool) -> None:
    board.hand.large = board.players.large = large
    board.hand.compact = board.players.compact = compact
