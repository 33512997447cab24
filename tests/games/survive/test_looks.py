"""The table of Survive! as it looks: in every state, as it grows, and hex by hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from atlantis_tui.games.survive.legend import legend
from atlantis_tui.games.survive.look import own_signs
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.board import Sea
from atlantis_tui.games.survive.widgets.lattice import LARGE, MEDIUM, SMALL, grown, lattice
from atlantis_tui.games.survive.widgets.tiles import tile_chip
from atlantis_tui.ui.canvas import Canvas, CanvasWidget
from atlantis_tui.ui.painter import respell
from core.survive.components import DOLPHIN, FIRST_SAFE, HEXES, NEIGHBOURS, SEA, SHARK, WHALE
from core.survive.rules import Survive
from core.table import Table
from tests.games.suite import Prepare, TableLooks
from tests.games.survive.at_survive import (
    CREATURES,
    ME,
    NAMES,
    NEREUS,
    SEATS,
    THETIS,
    TRITON,
    at,
    die,
    drawn_position,
    new_game,
    threat,
)
from tests.table.at_table import Play, at_table, seat_instant_bots
from tests.ui.stage import LOOKS, SIZES, look, look_name

GROWN = (grown(4, 2), grown(4, 3), grown(4, 3, feet=0, cut=1), grown(6, 4))


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def _crowd(state: Survive) -> None:
    """More than fits on a hex: on land, in the water, and beside a boat."""
    for explorer, where in ((3, "K4"), (2, "K4"), (13, "K4"), (24, "K4"), (34, "K4")):
        state.spots[explorer], state.aboard[explorer] = at(where), 0
    for explorer, where in ((15, "U6"), (25, "U6"), (4, "U6"), (16, "U6")):
        state.spots[explorer], state.aboard[explorer] = at(where), 0
    for creature, where in ((0, "I12"), (1, "I12"), (2, "I12"), (1, "F9"), (1, "G2"), (1, "G2"), (2, "B9")):
        state.creatures[creature][at(where)] += 1
    state.work_out()


def defended() -> Table:
    return drawn_position("defend", change=threat(THETIS, SHARK, "F5", "D7"))


def landing() -> Table:
    folk = {ME: {"B3": [0, 1], "U12": [2]}, NEREUS: {"K6": [0], "B3": [1]}, THETIS: {"SE": [0]}, TRITON: {"I6": [0]}}
    return drawn_position(folk=folk, boats=("B3", "M4"), aboard=("B3",), creatures=(("E2",), ("F5",), ("R9",)))


def two_colours() -> Table:
    folk = {ME: {"R7": [0], "P7": [1]}, NEREUS: {"K6": [0]}, 2: {"N5": [0, 1], "NE": [2]}, 3: {"I6": [0]}}
    return drawn_position(seats=("you", "bot:random"), folk=folk, boats=("T7",), aboard=(), creatures=CREATURES)


STATES: dict[str, tuple[Callable[[], Table], Prepare]] = {
    "setup": (new_game, ("a",)),
    "tile": (lambda: drawn_position("tile"), ("1",)),
    "normal": (drawn_position, ()),
    "piece": (drawn_position, ("tab",)),
    "move": (drawn_position, ("tab", "right")),
    "deadly": (drawn_position, ("tab", "up")),
    "landing": (landing, ("tab", "left")),
    "sink": (lambda: drawn_position("sink"), ("a",)),
    "shark": (lambda: drawn_position("die", change=die(SHARK)), ("tab", "tab", "right")),
    "whale": (lambda: drawn_position("die", change=die(WHALE)), ("tab", "left")),
    "defence": (defended, ()),
    "crowd": (lambda: drawn_position(change=_crowd), ("tab", "tab")),
    "forgotten": (lambda: drawn_position(owner_remembers=False), ("tab",)),
    "two_colours": (two_colours, ("tab",)),
}


def whole_position(play: Play) -> None:
    """Everything that a player needs is there, at any size."""
    text, screen = play.text, play.screen
    assert "SURVIVE!" in text
    hits = {hit for row in screen.board.sea.canvas.hits for hit in row}
    assert hits == {*range(HEXES), *range(FIRST_SAFE, FIRST_SAFE + 4), None}
    if not screen.board.small:
        for name in screen.names:
            assert name[:3] in text


class TestLooks(TableLooks):
    golden, states, seats = "survive", STATES, SEATS
    larger = ("setup", "normal", "move", "sink")

    def new_table(self, seats: Sequence[str]) -> Table:
        return new_game(seats)

    async def shown(self, state: str, play: Play) -> None:
        play.screen.names = NAMES[: play.table.state.seats]
        await super().shown(state, play)

    def whole_position(self, play: Play) -> None:
        whole_position(play)

    def board(self, play: Play) -> CanvasWidget:
        widget: CanvasWidget = play.screen.board.sea
        return widget

    def names_in(self, play: Play) -> Sequence[CanvasWidget]:
        return [play.screen.board.players]


async def test_the_board_grows_with_the_screen_and_the_history_comes_beside_it():
    async with at_table(drawn_position(), (80, 24)) as play:
        scales = {}
        for size in ((60, 20), (80, 24), (105, 30), (106, 30), (120, 36), (150, 40), (160, 45), (160, 60), (200, 60)):
            await play.resize(*size)
            scales[size] = play.screen.board.sea.scale
            assert play.screen.history.display == (size[0] >= 106)
        assert list(scales.values()) == [
            *(SMALL, MEDIUM, MEDIUM, MEDIUM, LARGE),
            *(grown(4, 2), grown(4, 3, feet=0), grown(4, 4), grown(6, 4)),
        ]


async def test_in_the_smallest_table_h_shows_players_tiles_and_treasures():
    async with at_table(drawn_position(), (60, 20)) as play:
        assert "dol" not in play.text
        await play.press("h")
        for words in ("dol", "Worth", play.screen.names[1][:5]):
            assert words in play.text
        await play.press("h")
        assert "dol" not in play.text


async def test_a_kept_tile_has_one_label_however_many_others_there_are():
    backs = ("dolphin", "dolphin", "wind", "wind", "send_shark", "send_whale", "no_shark", "no_shark", "no_whale")
    sign = tile_chip(1, DOLPHIN, look(), short=True)[0]
    assert any(
        sign == chip for _title, signs in legend(look(), look().palette.sea) for [(chip, _style), *_], _ in signs
    )
    for many in (1, len(backs)):
        async with at_table(drawn_position(tiles=tuple((ME, 1, back) for back in backs[:many])), SIZES[0]) as play:
            await play.press("h")
            for size in SIZES:
                await play.resize(*size)
                hand = play.screen.board.hand.canvas.text()
                assert sign in hand, size
                assert str(many) in hand.replace("Tiles", "") or " +" in hand, size


async def test_layers_that_are_kept_paint_what_a_fresh_board_paints():
    """Wherever the cursor has been before."""
    for size in (*SIZES, (200, 60)):
        async with at_table(drawn_position(), size) as play:
            await play.press("tab")
            for key in ("right", "up", "left", "left", "down", "down", "right", "tab", "right", "backspace", "up"):
                await play.press(key)
                sea = play.screen.board.sea
                fresh = Canvas(sea.canvas.width, sea.canvas.height, sea.blank())
                painter = Sea(fresh, sea.sight, play.app.look, sea.scale)
                painter.paint_ground()
                painter.paint_plan()
                assert fresh.chars == sea.canvas.chars
                assert fresh.styles == sea.canvas.styles


async def test_a_cost_beside_the_cursor_stays():
    async with at_table(drawn_position(), (60, 20)) as play:
        await play.press("tab")
        sea = play.screen.board.sea
        shape = lattice(sea.scale)
        x, y = shape.gaps(at("T7"))[1]
        assert sea.canvas.chars[y][x] == "1"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_sign_of_a_deadly_hex_stands_where_its_own_cost_would(size):
    async with at_table(drawn_position(), size) as play:
        await play.press("tab")
        sea, marks = play.screen.board.sea, play.screen.plan.marks()
        shape = lattice(sea.scale)
        deadly = [number for number, mark in marks.items() if mark.kind == "deadly"]
        assert at("S6") in deadly
        for number, mark in marks.items():
            if number in deadly or number == at("Q6"):  # Q6 is the neighbour of S6
                span = shape.spans[number][-1]
                x, y = span.x + span.width - 1, span.y
                assert sea.canvas.chars[y][x] == ("!" if number in deadly else mark.cost)


# The lattice ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [SMALL, MEDIUM, LARGE, *GROWN], ids=str)
def test_neighbours_touch_on_the_screen_and_others_do_not(scale):
    shape = lattice(scale)
    for number in range(HEXES):
        x, y = shape.middles[number]
        for other in range(HEXES):
            far_x, far_y = abs(shape.middles[other][0] - x), abs(shape.middles[other][1] - y)
            rise = scale.lines - (scale.cut if y == scale.top(0) or shape.middles[other][1] == scale.top(0) else 0)
            near = (far_x, far_y) in ((2 * scale.half, 0), (scale.half, rise))
            assert near == (other in NEIGHBOURS[number])


@pytest.mark.parametrize("scale", [LARGE, *GROWN], ids=str)
def test_every_half_cell_between_hexes_belongs_to_one(scale):
    """No holes: within the outline of the board every cell has an owner in both halves."""
    shape = lattice(scale)
    cells = {(cell.x, cell.y): cell for cell in shape.cells}
    for number in range(HEXES):
        if len(NEIGHBOURS[number]) == 6:
            x, y = shape.middles[number]
            for row in range(y, y + scale.lines):
                for column in range(x - scale.half, x + scale.half + 1):
                    cell = cells[column, row]
                    assert cell.upper >= 0
                    assert cell.lower >= 0


def test_no_two_sea_hexes_side_by_side_look_alike_where_hexes_have_two_lines():
    table = drawn_position()
    how = look()
    state = table.view(0)
    assert isinstance(state, Survive)
    canvas = Canvas(LARGE.width, LARGE.height, how.palette.style(how.palette.text, how.palette.sea))
    sea = Sea(canvas, SurviveView(state, tuple(NAMES), 0), how, LARGE)
    for number in range(HEXES):
        for other in NEIGHBOURS[number]:
            if state.terrain[number] == state.terrain[other] == SEA:
                assert sea.ground(number) != sea.ground(other)


@pytest.mark.parametrize("how", LOOKS, ids=look_name)
def test_terrain_and_creatures_are_told_apart_without_colours(how):
    """Whatever the palette, the signs differ."""
    own = own_signs(how.glyphs)
    signs = [*own.terrain, *own.creatures, own.seat, own.isle]
    assert len(set(signs)) == len(signs)
    canvas = Canvas(80, 14, how.palette.style(how.palette.text, how.palette.sea))
    state = drawn_position().view(0)
    assert isinstance(state, Survive)
    sea = Sea(canvas, SurviveView(state, tuple(NAMES), 0), how, MEDIUM)
    sea.paint_ground()
    sea.paint_marks()
    sea.paint_cursor()
    respell(canvas, how.glyphs.name)
    assert how.glyphs.name != "ascii" or canvas.text().isascii()


@pytest.mark.parametrize("how", LOOKS, ids=look_name)
def test_every_sign_has_its_words(how):
    for heading, signs in legend(how, how.palette.sea):
        assert heading
        for painted, words in signs:
            assert painted
            assert words
