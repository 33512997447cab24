"""Where everything on the table of Atlantis stands, in three sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atlantis.widgets import path as road

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.board import AtlantisBoard


def arrange(board: AtlantisBoard, width: int, height: int) -> None:
    if width >= 120 and height >= 36:
        beside = _large(board, width, height)
    elif width >= 80 and height >= 24:
        beside = _medium(board, width, height)
    else:
        beside = _small(board, width, height)
    covered = board.screen.past.open and not beside
    if covered:
        top = height - 10 if height >= 24 else height - 7
        board.put(board.screen.history, 0, top, width, height - 4 - top)
    board.screen.history.display = covered or beside
    board.hand.display = board.scores.display = not covered
    board.signs.display = board.path.scale == road.LARGE


# Each returns whether the history has room beside the board.


def _large(board: AtlantisBoard, width: int, height: int) -> bool:
    used = min(width, 140)
    x, spare = (width - used) // 2, (height - 36) // 2
    board.path.scale, board.hand.large, board.hand.compact = road.LARGE, True, False
    board.scores.compact, board.scores.spaced = False, True
    board.put(board.path, x, 2 + spare, 93, 21)
    board.put(board.screen.history, x + 94, 1, used - 96, height - 14)
    board.put(board.signs, x + 94, height - 12, used - 96, 8)
    board.put(board.hand, x + 1, height - 12, 46, 7)
    board.put(board.scores, x + 49, height - 12, 43, 7)
    board.put_over(x + 49, height - 12, 43, 7)
    return True


def _medium(board: AtlantisBoard, width: int, height: int) -> bool:
    beside = width >= 108
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    board.path.scale, board.hand.large, board.hand.compact = road.MEDIUM, False, False
    board.scores.compact = board.scores.spaced = False
    board.put(board.path, x, 1 + spare, 79, 13)
    if beside:
        board.put(board.screen.history, x + 81, 1, width - 82, height - 6)
    board.put(board.hand, x + 1, height - 10, 36, 6)
    board.put(board.scores, x + 38, height - 10, 42, 6)
    board.put(board.screen.toast, x + 37, height - 10, 42, 6)
    board.hints_place = x + 38, height - 10, 42, 6
    return beside


def _small(board: AtlantisBoard, width: int, height: int) -> bool:
    x = (width - 60) // 2
    board.path.scale, board.hand.large, board.hand.compact = road.SMALL, False, True
    board.scores.compact, board.scores.spaced = True, False
    board.put(board.path, x, 1, 60, height - 8)
    board.put(board.hand, x, height - 7, 60, 1)
    board.put(board.scores, x, height - 6, 60, 2)
    board.put(board.screen.toast, x + 17, height - 7, 42, 3)
    board.hints_place = x, height - 7, 60, 3
    return False
