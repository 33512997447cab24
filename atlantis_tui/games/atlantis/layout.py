"""Where everything on the table of Atlantis stands: in three sizes, of which the largest grows with the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atlantis.widgets import path_scale as road
from atlantis_tui.games.atlantis.widgets.hand import CARD
from atlantis_tui.ui.card_size import CardSize

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.board import AtlantisBoard


STORY = 60  # columns of a history that is as wide as it is good for


def arrange(board: AtlantisBoard, width: int, height: int) -> None:
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
        top = height - 10 if height >= 24 else height - 7
        board.put(board.screen.history, 0, top, width, height - 4 - top)
    board.screen.history.display = covered or beside
    board.hand.display = board.scores.display = not covered
    board.signs.display = board.path.scale.tile_height > 2


# Each returns whether the history has room beside the board.


def _large(board: AtlantisBoard, width: int, height: int) -> bool:
    """The road has four fifths of the width, and its tiles grow; then the air between its rows, then the panels."""
    pitch = min(road.WIDEST, (width - width // 5 - 5) // 15)
    tile = _tile_height(pitch, height)
    spare = max(0, height - 5 * tile - 21)
    more = min(spare // 3, road.AIR - 2)
    scale = road.grown(pitch, tile, tile + 2 + more)
    panel = tile + 5 + min(spare - 3 * more, 2)  # lines, with a free one below
    story = min(STORY, width - scale.width - 4)
    x, top = (width - scale.width - story - 4) // 2, height - 4 - panel
    y = 1 + (top - 1 - scale.height) // 2
    side, beside, half = x + scale.width + 2, max(1, y - 1), 7 * pitch + 4
    board.path.scale, board.hand.compact = scale, False
    board.hand.card = CardSize(pitch, pitch - 1, tile)
    board.scores.compact, board.scores.spaced = False, True
    board.put(board.path, x, y, scale.width + 1, scale.height)
    board.put(board.screen.history, side, beside, story, y + scale.height - beside)
    board.put(board.signs, side, top, story, panel)
    board.put(board.hand, x + 1, top, half, panel - 1)
    board.put(board.scores, x + half + 3, top, scale.width - half - 3, panel - 1)
    board.put_over(x + half + 3, top, scale.width - half - 3, panel - 1)
    board.panels_top = top
    return True


def _tile_height(pitch: int, height: int) -> int:
    """The most lines of a tile for which there is room, on the road and in the hand; none is much higher than wide."""
    return max(3, min((height - 20) // 5, max(4, pitch - 3)))


def _medium(board: AtlantisBoard, width: int, height: int) -> bool:
    beside = width >= 108
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    board.path.scale, board.hand.card, board.hand.compact = road.MEDIUM, CARD, False
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
    board.path.scale, board.hand.card, board.hand.compact = road.SMALL, CARD, True
    board.scores.compact, board.scores.spaced = True, False
    board.put(board.path, x, 1, 60, height - 8)
    board.put(board.hand, x, height - 7, 60, 1)
    board.put(board.scores, x, height - 6, 60, 2)
    board.put(board.screen.toast, x + 17, height - 7, 42, 3)
    board.hints_place = x, height - 7, 60, 3
    return False
