"""The table of Atalia as it looks: in every state, and as it grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from atlantis_tui.games.atalia.widgets.scale import WIDE, WIDEST
from atlantis_tui.ui.canvas import CanvasWidget
from core.atalia.components import FIELDS
from core.table import Table
from tests.games.atalia.at_atalia import SEATS, drawn_position, laid_out, new_game
from tests.games.suite import Prepare, TableLooks
from tests.table.at_table import Play, at_table, seat_instant_bots, still
from tests.ui.stage import SIZES, look, look_name

HELD = "R8 R1 G3 B3 A9 V9 "


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def crowded() -> Table:
    """Fog and Mud on one field, a leader, a field that the other could claim, and every guile card beside the line."""
    return drawn_position(
        "V9 G3 B3 A9 W3 darius cavalry",
        fog=(3,),
        mud=(3, 7),
        guile=((1, "traitor"), (0, "deserter"), (1, "scout"), (0, "redeploy")),
        removed="G7 V3 R2 W1 B10",
        played=(4, 4),
        decks=(2, 0),
    )


STATES: dict[str, tuple[Callable[[], Table], Prepare]] = {
    "opening": (new_game, ()),
    "normal": (drawn_position, ()),
    "card": (drawn_position, ("r", "r")),
    "preview": (drawn_position, ("r", "r", "4")),
    "claim": (lambda: drawn_position(step="claim"), ("enter",)),
    "refused": (lambda: drawn_position(step="claim"), ("1",)),
    "traitor": (lambda: drawn_position(HELD + "traitor"), ("t", "down")),
    "place": (lambda: drawn_position(HELD + "redeploy"), ("t", "7", "enter")),
    "weather": (lambda: drawn_position(HELD + "mud"), ("t", "1")),
    "draw": (lambda: drawn_position(HELD, step="draw"), ()),
    "return": (lambda: drawn_position(), ("t", "enter", "d", "t", "d", "enter")),
    "crowded": (crowded, ("7",)),
    "terrain": (lambda: new_game(seed="MOOR", terrain="house"), ("enter",)),
}


def whole_position(play: Play) -> None:
    """Everything that a player needs is there, at any size."""
    text, state, screen = play.text, play.view, play.screen
    assert "ATALIA" in text
    hits = {hit for row in screen.board.line.canvas.hits for hit in row}
    for field in range(FIELDS):
        assert ("plate", field) in hits
        for seat in (0, 1):
            for slot in range(state.need(field)):
                assert ("slot", seat, field, slot) in hits
    assert {("deck", 0), ("deck", 1)} <= hits
    held = {hit for row in screen.board.hand.canvas.hits for hit in row}
    assert {("card", face) for face in state.known_cards(0)} <= held
    for seat in (0, 1):
        assert play.screen.names[seat][:3] in text


class TestLooks(TableLooks):
    golden, states, seats = "atalia", STATES, SEATS
    larger = ("normal", "card", "preview", "refused", "terrain")

    def new_table(self, seats: Sequence[str]) -> Table:
        return new_game(seats)

    def whole_position(self, play: Play) -> None:
        whole_position(play)

    def board(self, play: Play) -> CanvasWidget:
        widget: CanvasWidget = play.screen.board.line
        return widget

    def names_in(self, play: Play) -> Sequence[CanvasWidget]:
        return [play.screen.board.line, play.screen.board.players]


@pytest.mark.parametrize(
    "state", [pytest.param(name, marks=() if name in ("preview", "crowded") else pytest.mark.full) for name in STATES]
)
async def test_every_size_can_do_without_colours_and_without_blocks(state):
    for how in (look("ansi16", "console", motion=False), look("mono", "unicode", motion=False)):
        async with at_table(STATES[state][0](), (80, 24), how) as play:
            await TestLooks().shown(state, play)
            for size in ((60, 20), (120, 36), (160, 50)):
                await play.resize(*size)
                whole_position(play)


async def test_lanes_grow_with_the_screen_and_the_history_comes_beside_them():
    async with at_table(drawn_position(), (80, 24)) as play:
        pitches = {}
        for size in ((60, 20), (80, 24), (103, 30), (104, 30), (120, 36), (147, 40), (220, 60)):
            await play.resize(*size)
            pitches[size[0]] = play.screen.board.line.scale.pitch
            assert play.screen.history.display == (size[0] >= 104)
            assert play.screen.board.signs.display == (size[0] >= 120)
        assert pitches == {60: 6, 80: 8, 103: 8, 104: 8, 120: 9, 147: WIDE, 220: WIDEST}


async def test_neighbouring_fields_of_one_owner_are_one_bar():
    async with at_table(laid_out({4: ("W7 W8 W9", "")}, "R1 R2", owners={4: 0, 5: 0, 7: 0})) as play:
        canvas, scale = play.screen.board.line.canvas, play.screen.board.line.scale
        row = scale.best[1]
        seat = play.app.look.palette.seats[0]

        def owned(x: int) -> bool:
            return bool(canvas.styles[row][x].bgcolor.name == seat)

        assert all(owned(x) for x in range(scale.lane(3), scale.lane(4) + scale.card))
        assert not owned(scale.lane(4) + scale.card)
        assert owned(scale.lane(6))


@pytest.mark.parametrize("how", [still("unicode"), still("ascii")], ids=look_name)
async def test_the_number_of_a_field_stands_in_the_middle_of_its_plate(how):
    """Whether it is open, has weather, can be claimed, or is somebody's: all numbers stand below each other."""
    async with at_table(crowded(), SIZES[0], how) as play:
        await play.asked()
        for size in (*SIZES, (128, 36), (147, 40), (200, 60)):
            await play.resize(*size)
            canvas, scale = play.screen.board.line.canvas, play.screen.board.line.scale
            rows = range(min(scale.plate, *scale.best), max(scale.plate + scale.plate_lines, *scale.best) + 1)
            for field in range(FIELDS):
                x = scale.lane(field) + (scale.card - 1) // 2
                assert str(field + 1) in {canvas.chars[y][x] for y in rows}, (size, field)


async def test_places_side_by_side_do_not_run_together():
    """Where a card may be laid, the column between two lanes is free; two bars of targets stay two."""
    async with at_table(drawn_position(), (80, 24)) as play:
        await play.press("r", "r")
        canvas, scale = play.screen.board.line.canvas, play.screen.board.line.scale
        land = play.app.look.palette.land
        y = scale.slots[1][2]
        for field in (2, 3):
            first = scale.lane(field)
            assert {canvas.styles[y][x].bgcolor.name for x in range(first, first + scale.card)} == {land}
        for x in (scale.lane(2) - 1, scale.lane(3) - 1, scale.lane(4) - 1):
            assert canvas.chars[y][x] == " "
            assert canvas.styles[y][x].bgcolor.name != land
    async with at_table(drawn_position(HELD + "traitor"), (80, 24)) as play:
        await play.press("t")
        canvas, scale = play.screen.board.line.canvas, play.screen.board.line.scale
        row = canvas.chars[scale.slots[0][0]]
        assert [row[scale.lane(field) - 1] for field in (2, 3, 4)] == ["▐", "║", "▌"]
