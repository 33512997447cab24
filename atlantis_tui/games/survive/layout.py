"""Where everything on the table of Survive! stands; the board grows with the screen, and never moves within a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.survive.widgets.lattice import LARGE, MEDIUM, SMALL, WIDEST, LatticeScale, grown

if TYPE_CHECKING:
    from atlantis_tui.games.survive.board import SurviveBoard

BESIDE = 106  # columns from which the history has room beside the middle size
PANEL = 39  # columns of what stands beside a large board
ROOMY = 54  # lines from which the panels have free lines between theirs
SIGNS = 5  # lines of the signs among the panels
STORY = 60  # columns of a history that is as wide as it is good for


def arrange(board: SurviveBoard, width: int, height: int) -> None:
    if width >= 120 and height >= 36:
        _large(board, width, height)
    elif width >= 80 and height >= 24:
        _medium(board, width, height)
    else:
        _small(board, width, height)
    board.signs.display = board.sea.scale.lines > 1


def _scale(width: int, height: int) -> tuple[LatticeScale, bool]:
    """The largest board for which there is room beside the panels, and whether its signs have room below it. For a
    larger one the signs move into the panels, the last row does without its feet, and the first without a line."""
    half = LARGE.half
    while half < WIDEST and grown(half + 1, LARGE.lines).width + 4 + PANEL <= width:
        half += 1
    for lines in range(half, LARGE.lines, -1):
        scale = grown(half, lines)
        if scale.height + 8 <= height:
            return scale, True
        if scale.height + 5 <= height:
            return scale, False
        if scale.height + 4 <= height:
            return grown(half, lines, feet=0), False
        if scale.height + 3 <= height:
            return grown(half, lines, feet=0, cut=1), False
    return grown(half, LARGE.lines), True


def _large(board: SurviveBoard, width: int, height: int) -> None:
    """The board grows, then the panels, then the margins."""
    scale, below = _scale(width, height)
    _sized(board, scale, large=True)
    beside = min(STORY, width - scale.width - 3)
    x = (width - scale.width - 2 - beside) // 2
    right = x + scale.width + 2
    spare = height - scale.height - (7 if below else 5)  # lines beside the board, the prompt, header and footer
    top = 1 + (max(0, spare) + 1) // 2 if below else 1 + max(0, spare) // 2
    board.put(board.sea, x, top, scale.width, scale.height)
    seats = board.screen.table.state.seats
    roomy = height >= ROOMY
    y, rows = 1, 2 + seats * (2 if roomy else 1)
    board.put(board.players, right, y, beside, rows)
    y += rows + 1
    board.put(board.facts, right, y, beside, 7 if roomy else 5)
    y += 8 if roomy else 6
    doubled = len(board.screen.table.state.treasures) > seats  # type: ignore[attr-defined]
    room = height - 4 - y
    hand = (9 if roomy else 7 if room >= 18 else 6) + doubled
    board.put(board.hand, right, y, beside, hand)
    y += hand + 1
    signs = 0 if below else SIGNS + 1
    board.put(board.screen.history, right, y, beside, height - 4 - signs - y)
    if below:
        board.put(board.signs, x + 3, top + scale.height, scale.width - 2, 2)
    else:
        board.put(board.signs, right, height - 4 - SIGNS, beside, SIGNS)
    board.screen.history.display = board.players.display = board.facts.display = board.hand.display = True
    if board.whole_hex:
        board.hand.display = False
        board.put(board.facts, right, 2 + seats + 2, beside, 6 + hand)
    board.history_beside = True
    board.put_over(right, 1 + rows + 1, beside, 6)


def _medium(board: SurviveBoard, width: int, height: int) -> None:
    _sized(board, MEDIUM, large=False)
    beside = width >= BESIDE
    x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
    board.put(board.sea, x, 1 + spare, MEDIUM.width, MEDIUM.height)
    y = height - 9
    doubled = len(board.screen.table.state.treasures) > board.screen.table.state.seats  # type: ignore[attr-defined]
    lines = 3 if doubled else 2
    board.facts.compact = doubled  # two rows are all there is
    board.put(board.facts, x + 1, y, 35, 5 - lines)
    board.put(board.hand, x + 1, y + 5 - lines, 36, lines)
    board.put(board.players, x + 37, y, 43, 5)
    if beside:
        board.put(board.screen.history, x + 81, 1, width - 82, height - 6)
    board.history_beside = beside
    covered = board.screen.past.open and not beside
    if covered:
        board.put(board.screen.history, x, y, 80, 5)
    board.screen.history.display = beside or covered
    board.facts.display = board.hand.display = board.players.display = not covered
    if board.whole_hex and not covered:
        board.facts.compact, board.hand.display = False, False
        board.put(board.facts, x + 1, y, 36, 5)
    board.put(board.screen.toast, x + 37, y, 42, 5)
    board.hints_place = x + 36, y, 44, 5


def _small(board: SurviveBoard, width: int, height: int) -> None:
    """On small screens one line beside the board has room: the hex. H shows players, tiles and treasures over the
    prompt."""
    _sized(board, SMALL, large=False)
    x = (width - SMALL.width) // 2
    board.put(board.sea, x, 1, SMALL.width, SMALL.height)
    left = (width - 60) // 2
    extra = height - 20  # lines more than needed
    y = 1 + SMALL.height
    board.put(board.facts, left, y, 60, 1 + min(extra, 2))
    board.history_beside = False
    covered = board.screen.past.open
    panel = board.panel and not covered
    board.facts.display = not panel and not covered
    board.players.display = board.hand.display = panel
    board.shows_prompt = not panel and not covered
    board.put(board.players, left, y, 60, 2)
    board.put(board.hand, left, y + 2, 60, height - 3 - y)
    if covered:
        board.put(board.screen.history, 0, y, width, height - 1 - y)
    if board.whole_hex and not covered:
        board.players.display = board.hand.display = board.shows_prompt = False
        board.facts.display = True
        board.put(board.facts, left, y, 60, height - 1 - y)
    board.screen.history.display = covered
    board.put_over(left, y, 60, max(3, height - 1 - y))


def _sized(board: SurviveBoard, scale: LatticeScale, *, large: bool) -> None:
    small = scale == SMALL
    board.small = small
    board.sea.scale = scale
    board.shows_prompt = True
    board.hand.large = board.players.large = large
    board.players.compact = board.facts.compact = small
