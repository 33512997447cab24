"""The replay of Survive!: where the board makes room for the timeline, and the marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.survive import layout
from atlantis_tui.games.survive.layout import BESIDE
from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.widgets.lattice import SMALL
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.glyphs import Glyphs
from core.survive.components import VOLCANO, WHIRLPOOL
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.survive.board import SurviveBoard
    from atlantis_tui.replay.screen import ReplayScreen


def arrange(screen: ReplayScreen, width: int, height: int) -> None:
    """As at the table, with the timeline in place of the prompt and without the chosen hex."""
    board = cast("SurviveBoard", screen.board)
    board.facts.display = board.players.tight = False
    if board.sea.scale == SMALL:
        _small(board, screen, width, height)
        return
    screen.put(screen.timeline, 0, height - 5, width, 4)
    if board.sea.scale.lines > 1:
        if sum(screen.place_of(board.sea)[1::2]) > height - 5:  # the timeline needs a line more than the prompt
            layout.arrange(board, width, height - 1)
            board.facts.display = False
        _large(board, screen, height)
    else:
        _medium(board, screen, width, height)


def _large(board: SurviveBoard, screen: ReplayScreen, height: int) -> None:
    """On a large screen the history takes the place of the panel about the hex."""
    board.signs.display = False
    place, hand = board.facts.styles.offset, board.hand.styles.height
    x, y = int(place.x.value), int(place.y.value)
    wide, high = board.facts.styles.width, hand
    assert wide is not None
    assert high is not None
    screen.put(board.hand, x, y, int(wide.value), int(high.value))
    top = y + int(high.value) + 1
    screen.put(screen.history, x, top, int(wide.value), height - 5 - top)


def _medium(board: SurviveBoard, screen: ReplayScreen, width: int, height: int) -> None:
    """The timeline needs a line more than the prompt: players do without a heading if there are four of them."""
    x = 0 if width >= BESIDE else (width - 80) // 2
    top = height - 9
    board.players.tight = screen.table.state.seats > 3
    screen.put(board.players, x + 37, top, 43, 4)
    screen.put(board.hand, x + 1, top, 36, 3)
    if width >= BESIDE:
        return
    board.hand.display = screen.shows_hand and not screen.past.open
    screen.history.display = not board.hand.display
    if screen.past.open:
        screen.put(screen.history, x, top, 80, 4)
    else:
        screen.put(screen.history, x + 1, top, 35, 4)
    board.players.display = not screen.past.open


def _small(board: SurviveBoard, screen: ReplayScreen, width: int, height: int) -> None:
    screen.put(screen.timeline, 0, height - 4, width, 3)
    top = 1 + SMALL.height
    left, room = (width - 60) // 2, max(1, height - 4 - top)
    board.players.display = not screen.past.open
    board.hand.display = False
    screen.history.display = screen.past.open
    screen.put(board.players, left, top, 60, room)
    screen.put(screen.history, 0, top, width, room)


def mark(step: Step, look: Look) -> tuple[str, str] | None:
    """Somebody saved, the volcano, a whirlpool, somebody lost, a defence."""
    palette, glyphs = look.palette, look.glyphs
    colours = own_colours(palette)
    for event in step.events:
        if event[0] == "landed" and step.seat is not None:
            return own_signs(glyphs).isle, palette.seats[step.seat]
        if event[0] == "shown" and event[3] in (VOLCANO, WHIRLPOOL):
            return ("*" if event[3] == VOLCANO else "@"), colours.peril
        if event[0] == "lost":
            return glyphs.times, colours.peril
        if event[0] == "defended":
            return "!", palette.chain
    return None


def signs(glyphs: Glyphs) -> list[tuple[str, str]]:
    return [
        (own_signs(glyphs).isle, _("somebody was saved")),
        (glyphs.times, _("somebody was lost")),
        ("@", _("a whirlpool")),
        ("*", _("the volcano")),
        ("!", _("a defence")),
    ]
