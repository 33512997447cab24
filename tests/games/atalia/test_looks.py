"""The table of Atalia as it looks: in every state, size, palette and set of signs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from atlantis_tui.games.atalia.widgets.scale import WIDEST
from atlantis_tui.ui.canvas import CanvasWidget
from core.atalia.components import FIELDS
from core.table import Table
from tests.games.atalia.at_atalia import drawn_position, laid_out, new_game
from tests.table.at_table import (
    Play,
    at_table,
    looks_as_it_did_at_every_size,
    paint_every_look,
    seat_instant_bots,
    some_or_other_looks,
    some_or_other_sizes,
    still,
)
from tests.ui.stage import SIZES, look

HELD = "R8 R1 G3 B3 A9 V9 "
MORE_SIZES = ((79, 23), (100, 30), (104, 24), (119, 50), (140, 40), (200, 60), (110, 26), (60, 40), (300, 24))


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


STATES: dict[str, tuple[Callable[[], Table], tuple[str, ...]]] = {
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
every_state = pytest.mark.parametrize("state", STATES)


async def shown(state: str, play: Play) -> None:
    await play.asked()
    await play.press(*STATES[state][1])


@every_state
async def test_it_looks_as_it_did(state):
    async with at_table(STATES[state][0](), SIZES[0], still("unicode")) as play:
        await shown(state, play)
        await looks_as_it_did_at_every_size(play, f"atalia_{state}")


@every_state
@some_or_other_looks
async def test_every_look_paints_every_state(state, looks):
    async with at_table(STATES[state][0]()) as play:
        await shown(state, play)
        await paint_every_look(play, looks)


@pytest.mark.parametrize(
    "state", [pytest.param(name, marks=() if name in ("preview", "crowded") else pytest.mark.full) for name in STATES]
)
async def test_every_size_can_do_without_colours_and_without_blocks(state):
    for how in (look("ansi16", "console", motion=False), look("mono", "unicode", motion=False)):
        async with at_table(STATES[state][0](), (80, 24), how) as play:
            await shown(state, play)
            for size in ((60, 20), (120, 36), (160, 50)):
                await play.resize(*size)
                whole_position(play)


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


@every_state
@some_or_other_sizes(MORE_SIZES)
async def test_everything_is_there_without_scrolling(state, sizes):
    async with at_table(STATES[state][0](), (80, 24)) as play:
        await shown(state, play)
        screen = play.screen
        for size in sizes:
            await play.resize(*size)
            whole_position(play)
            for widget in (
                screen.header,
                screen.board.line,
                screen.board.hand,
                screen.board.players,
                screen.prompt,
                screen.footer,
            ):
                assert screen.region.contains_region(widget.region), (size, widget)


async def test_nothing_lies_over_anything_else():
    async with at_table(new_game(), (80, 24)) as play:
        await play.asked()
        for size in (*SIZES, *MORE_SIZES):
            await play.resize(*size)
            shown = [widget for widget in play.screen.query(CanvasWidget) if widget.display]
            assert len(shown) >= 6
            for index, widget in enumerate(shown):
                for other in shown[index + 1 :]:
                    assert not widget.region.overlaps(other.region), (size, widget, other)


async def test_lanes_grow_with_the_screen_and_the_history_comes_beside_them():
    async with at_table(drawn_position(), (80, 24)) as play:
        pitches = {}
        for size in ((60, 20), (80, 24), (103, 30), (104, 30), (120, 36), (147, 40), (220, 60)):
            await play.resize(*size)
            pitches[size[0]] = play.screen.board.line.scale.pitch
            assert play.screen.history.display == (size[0] >= 104)
            assert play.screen.board.signs.display == (size[0] >= 120)
        assert pitches == {60: 6, 80: 8, 103: 8, 104: 8, 120: 9, 147: WIDEST, 220: WIDEST}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["Александра Констант", "木村拓哉と仲間たち"])
async def test_long_and_wide_names_are_cut_and_never_break_a_line(size, name):
    async with at_table(new_game([f"you:{name}", "bot:random"]), size) as play:
        await play.asked()
        assert name[0] in play.text
        await play.press("enter", "enter", "enter")
        await play.asked()
        await play.press("y")
        assert len(play.app.lines) == size[1]


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


async def test_below_the_smallest_size_a_clear_message():
    async with at_table(new_game(), (59, 20)) as play:
        await play.asked()
        assert "A little more room, please" in play.text
        await play.press("enter", "enter", "r", "1", "d", "u")
        assert len(play.table.steps) == 1, "nothing happens that cannot be seen"
        await play.resize(60, 20)
        whole_position(play)
