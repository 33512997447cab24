"""A few hexes as an example, painted by the board's own painter: what it shows is what the rules do."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.survive.view_model import Mark, SurviveView
from atlantis_tui.games.survive.widgets.board import Sea
from atlantis_tui.games.survive.widgets.lattice import MEDIUM
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from core.hidden import SEALED
from core.survive import GAME
from core.survive.components import (
    CREATURES,
    EXPLORERS,
    HEX_AT,
    LETTERS,
    LOST,
    REACH,
    SERPENT_STARTS,
    SHARK,
    TERRAINS,
    WHALE,
)
from core.survive.rules import Survive

# The window: open sea north of the lake, three rows of six or seven hexes.
FIRST_ROW, ROWS_SHOWN = 2, 3
FIRST_X, LAST_X = 5, 17
OTHER = "@"  # somebody else's explorer


class HexExample(NamedTuple):
    """`things` are hexes with what is there, such as `J3 forest 6, K4 boat 2 @, M4 shark`: terrains, boats and
    creatures by their names, the reader's explorers by their treasures, `@` for somebody else's. Who is on a hex with a
    boat is aboard.

    `piece` is the hex of what moves: an explorer or a boat with its last point, or the creature that the die shows.
    `sinks` marks the tiles of which one must go.
    """

    things: str
    piece: str = ""
    kind: str = "explorer"  # of the piece: explorer, boat or a creature's name
    sinks: bool = False

    @property
    def width(self) -> int:
        return MEDIUM.half * (LAST_X - FIRST_X) + 2 * MEDIUM.half - 1

    @property
    def height(self) -> int:
        """A line above and below are free."""
        return ROWS_SHOWN + 2

    def paint(self, canvas: Canvas, x: int, y: int, look: Look, ground: str) -> None:
        palette = look.palette
        whole = Canvas(MEDIUM.width, MEDIUM.height, palette.style(palette.text, palette.sea))
        sea = Sea(whole, sight_of(self), look, MEDIUM)
        sea.paint_ground()
        sea.paint_plan()
        left, top = MEDIUM.left + MEDIUM.half * FIRST_X, 1 + FIRST_ROW * MEDIUM.lines
        for row in range(ROWS_SHOWN):
            for column in range(self.width):
                char, style = whole.chars[top + row][left + column], whole.styles[top + row][left + column]
                canvas.put(x + column, y + 1 + row, char, _on(style, look, ground))


def hex_of(name: str) -> int:
    return HEX_AT[LETTERS.index(name[0]), int(name[1:]) - 1]


@lru_cache(maxsize=32)
def state_of(example: HexExample) -> Survive:
    """The position: seat 0 is the reader, and all who are not named are lost."""
    state = Survive(2, GAME.settle({"colours_each": 1}))
    state.asks = []
    state.spots = bytearray([LOST]) * len(state.spots)
    for start in SERPENT_STARTS:
        state.creatures[0][start] = 0
    for row, known in zip(state.treasures, (True, False), strict=True):
        for _each in range(EXPLORERS):
            row.append(1 if known else SEALED, 1 if known else 0)
    state.turns, state.seat, state.step, state.points = 1, 0, "move", 1
    placed = [0, 0]
    for part in example.things.split(","):
        name, *words = part.split()
        for word in words:
            _put(state, hex_of(name), word, placed)
    if example.sinks:
        state.step = "sink"
    elif example.kind in CREATURES:
        state.step, state.rolled = "die", CREATURES.index(example.kind)
    state.work_out()
    return state


def _put(state: Survive, at: int, word: str, placed: list[int]) -> None:
    if word in TERRAINS:
        state.terrain[at] = TERRAINS.index(word)
    elif word in CREATURES:
        state.creatures[CREATURES.index(word)][at] += 1
    elif word == "boat":
        state.boats[at] = 1
    else:
        seat = 1 if word == OTHER else 0
        number = placed[seat]
        placed[seat] += 1
        explorer = seat * EXPLORERS + number
        state.spots[explorer], state.aboard[explorer] = at, state.boats[at]
        if seat == 0:
            state.treasures[0].faces[number] = int(word)


@lru_cache(maxsize=32)
def sight_of(example: HexExample) -> SurviveView:
    state = state_of(example)
    piece = hex_of(example.piece) if example.piece else None
    return SurviveView(state, ("", ""), 0, mine=True, chosen=piece, marks=marks_of(example))


def marks_of(example: HexExample) -> dict[int, Mark]:
    """What the rules allow the piece, with what it costs, and where it is deadly."""
    state = state_of(example)
    if example.sinks:
        return {at: Mark("sink") for at in state.sinkable()}
    if not example.piece:
        return {}
    piece, marks = hex_of(example.piece), {}
    for move in state.legal():
        if example.kind in CREATURES and move[0] == "creature" and move[2] == piece:
            marks[move[3]] = Mark("deadly" if _strikes(state, move[1], move[3]) else "reach", _steps(state, *move[1:]))
        elif example.kind == "boat" and move[:2] == ("boat", piece):
            marks[move[2]] = _mark(state, move)
        elif example.kind == "explorer" and move[0] in ("walk", "board", "swim") and move[2] == piece:
            marks.setdefault(move[3], _mark(state, move))
    return marks


def _mark(state: Survive, move: tuple[object, ...]) -> Mark:
    ahead = state.copy()
    ahead.events = []
    ahead.advance(move)
    harmed = any(event[0] in ("lost", "wrecked") for event in ahead.events)
    return Mark("deadly" if harmed else "reach", "1")


def _strikes(state: Survive, creature: int, at: int) -> bool:
    return bool((creature != WHALE and state.swimming[at]) or (creature != SHARK and state.crew[at]))


def _steps(state: Survive, creature: int, at: int, to: int) -> str:
    return str(next(n for n in range(1, REACH[creature] + 1) if to in state.reached(creature, at, n)))


def _on(style: Style, look: Look, ground: str) -> Style:
    """What is no hex is the ground of the page."""
    palette = look.palette
    if palette.flat or style.bgcolor is None or style.bgcolor.name != palette.sea:
        return style
    ink = style.color.name if style.color is not None else palette.text
    return palette.style(ink, ground, bool(style.bold))
