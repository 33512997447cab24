"""The table as it looks: in every state, size, palette and set of signs, with long names and large hands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from atlantis_tui.ui.canvas import CanvasWidget
from core.atlantis.components import ATLANTIS, MAINLAND, SYMBOLS
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from core.table import Table
from tests.table.at_table import (
    Play,
    at_table,
    looks_as_it_did_at_every_size,
    new_table,
    paint_every_look,
    pinned,
    seat_instant_bots,
    some_or_other_looks,
    some_or_other_sizes,
    still,
    table_where,
)
from tests.ui.stage import SIZES, golden, look

THREE = ("you", "bot:random", "bot:random")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def chain(state: Atlantis) -> bool:
    """Somebody can go over a held place, over water and with a choice of payments."""
    return state.step == "turn" and any(
        len(way) > 1 and len(look_ahead(state, way).payments) > 2 for way in ways(state)
    )


def choices(state: Atlantis) -> bool:
    """A bridge that can be laid on several stretches of water, and several tiles to trade."""
    trades = [move for move in state.legal() if move[0] == "buy"]
    return state.step == "turn" and len(state.open_gaps()) > 2 and len(trades) > 1 and state.bridge_left[0]


def stuck(state: Atlantis) -> bool:
    return state.step == "turn" and not state.play_moves()


def last(state: Atlantis) -> bool:
    """A movement ends the game."""
    return (
        state.step == "turn"
        and state.home(0) == 2
        and any(look_ahead(state, way).landing == MAINLAND for way in ways(state))
    )


def after(state: Atlantis) -> bool:
    return state.step == "after"


def pay(state: Atlantis) -> bool:
    return state.step == "pay"


def rich(state: Atlantis) -> bool:
    return state.hands[0].size >= 20 and state.step == "turn" and len(state.tiles[0]) >= 3 and bool(ways(state))


def crowded(state: Atlantis) -> bool:
    at_home = [seat for seat in range(4) if MAINLAND in state.figures[seat]]
    left = [seat for seat in range(4) if ATLANTIS in state.figures[seat]]
    return len(at_home) == 4 or (len(at_home) >= 2 and len(left) == 4)


async def nothing(play: Play) -> None:
    pass


async def choose_figure(play: Play) -> None:
    await play.press("2")


async def plan_chain(play: Play) -> None:
    view = play.view
    way = next(way for way in ways(view) if len(way) > 1 and len(look_ahead(view, way).payments) > 2)
    await play.press(str(way[0][1] + 1), *(SYMBOLS[move[-1]].lower() for move in way), "right")


async def open_chain(play: Play) -> None:
    view = play.view
    way = next(way for way in ways(view) if len(way) > 1)
    await play.press(str(way[0][1] + 1), SYMBOLS[way[0][-1]].lower())


async def plan_last(play: Play) -> None:
    view = play.view
    way = next(way for way in ways(view) if look_ahead(view, way).landing == MAINLAND)
    await play.press(str(way[0][1] + 1), *(SYMBOLS[move[-1]].lower() for move in way))


def keys(*pressed: str) -> Callable[[Play], Awaitable[None]]:
    async def press(play: Play) -> None:
        await play.press(*pressed)

    return press


STATES: dict[str, tuple[Callable[[], Table], Callable[[Play], Awaitable[None]]]] = {
    "opening": (lambda: new_table(THREE), nothing),
    "figure": (lambda: pinned("late", choices, THREE, after=40), choose_figure),
    "targets": (lambda: pinned("late", choices, THREE, after=40), keys("l")),
    "preview": (lambda: pinned("chain", chain, THREE, after=40), plan_chain),
    "held": (lambda: pinned("chain", chain, THREE, after=40), open_chain),
    "bridge": (lambda: pinned("early", choices, THREE), keys("b", "right")),
    "trade": (lambda: pinned("early", choices, THREE), keys("t")),
    "stuck": (lambda: pinned("stuck", stuck, THREE), keys("enter")),
    "pay": (lambda: pinned("pay", pay, THREE), nothing),
    "after": (lambda: pinned("after", after, THREE), nothing),
    "past": (lambda: pinned("early", choices, THREE), keys("up", "up", "up")),
    "history": (lambda: pinned("early", choices, THREE), keys("y")),
    "refused": (lambda: new_table(THREE), keys("2", "o")),
    "end": (lambda: pinned("last", last, THREE), plan_last),
}
every_state = pytest.mark.parametrize("state", STATES)


async def shown(state: str, play: Play) -> None:
    await play.asked()
    await STATES[state][1](play)


@every_state
async def test_it_looks_as_it_did(state):
    async with at_table(STATES[state][0](), SIZES[0], still("unicode")) as play:
        await shown(state, play)
        await looks_as_it_did_at_every_size(play, f"table_{state}")


@every_state
@some_or_other_looks
async def test_every_look_paints_every_state(state, looks):
    async with at_table(STATES[state][0]()) as play:
        await shown(state, play)
        await paint_every_look(play, looks)


@every_state
@pytest.mark.parametrize(
    ("palette", "glyphs"), [("dark", "unicode"), pytest.param("mono", "ascii", marks=pytest.mark.full)]
)
async def test_no_color_takes_the_colours_and_nothing_else(monkeypatch, state, palette, glyphs):
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(STATES[state][0](), (80, 24), look(palette, glyphs, motion=False, hover=False)) as play:
        await shown(state, play)
        golden(f"table_{state}_80x24_{glyphs}", play.text)
        strips = play.screen._compositor.render_strips()
        assert all(segment.style is not None for strip in strips for segment in strip)


# What must be on the screen -------------------------------------------------------------------------------------------


def whole_position(play: Play) -> None:
    """Everything that a player needs is there, at any size."""
    text, state = play.text, play.view
    for words in ("ATLANTIS", "MAINLAND", "turn", "deck"):
        assert words in text
    if play.screen.board.scores.display and not play.toast:
        for seat in range(state.seats):
            assert play.screen.names[seat][:5] in text
            assert str(state.wealth(seat)) in text
    canvas = play.screen.board.path.canvas
    hits = {hit for row in canvas.hits for hit in row}
    first = next(place for place in range(53) if state.symbols[place] < 7)
    end = max(place for place in range(53) if state.symbols[place] < 7)
    assert set(range(first, end + 1)) <= hits, "every place of the road can be seen and clicked"
    assert {ATLANTIS, MAINLAND} <= hits
    for gap in state.gaps:
        if not gap.bridged:
            assert f"{gap.price}" in text


@every_state
@some_or_other_sizes(((79, 23), (100, 30), (119, 50), (140, 40), (200, 60), (110, 26)))
async def test_everything_is_there_without_scrolling(state, sizes):
    async with at_table(STATES[state][0](), (80, 24)) as play:
        await shown(state, play)
        screen = play.screen
        for size in sizes:
            await play.resize(*size)
            whole_position(play)
            for widget in (screen.header, screen.board.path, screen.prompt, screen.footer):
                assert screen.region.contains_region(widget.region), (size, widget)
            if screen.board.hand.display:
                hits = {hit for row in screen.board.hand.canvas.hits for hit in row}
                assert {("card", symbol) for symbol in range(7)} <= hits


async def test_nothing_lies_over_anything_else():
    async with at_table(new_table(THREE), (80, 24)) as play:
        await play.asked()
        screen = play.screen
        for size in (*SIZES, (100, 30), (119, 50), (140, 40), (200, 60), (110, 26), (80, 50), (300, 24)):
            await play.resize(*size)
            shown = [widget for widget in screen.query(CanvasWidget) if widget.display]
            assert len(shown) >= 6
            for index, widget in enumerate(shown):
                for other in shown[index + 1 :]:
                    assert not widget.region.overlaps(other.region), (size, widget, other)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_long_and_cyrillic_names_are_cut_and_never_break_a_line(size):
    seats = ["you:Александра Констант", "bot:random", "bot:random", "bot:random"]
    async with at_table(new_table(seats), size) as play:
        await play.asked()
        whole_position(play)
        assert "Алекса" in play.text
        await play.press("enter", "enter")
        await play.asked()
        assert any("Александра Констант" in entry.text for entry in play.screen.past.entries())
        await play.press("y", *["up"] * len(play.screen.past.entries()))
        assert "Александра" in play.text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_wide_names_take_two_cells_a_letter(size):
    async with at_table(new_table(["you:木村拓哉と仲間たち", "bot:random"]), size) as play:
        await play.asked()
        assert "木村" in play.text
        await play.press("enter", "enter")
        await play.asked()
        await play.press("y")
        assert len(play.app.lines) == size[1]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_hand_of_twenty_cards_and_a_purse_of_many_tiles(size):
    async with at_table(table_where(rich, ("you", "bot:random"), seeds=400), size) as play:
        await play.asked()
        whole_position(play)
        state = play.view
        held = state.hands[0].held
        assert "20" in play.text or str(state.hands[0].size) in play.text
        times = play.app.look.glyphs.times
        for symbol in range(7):
            if held[symbol]:
                assert f"{times}{held[symbol]}" in play.text
        await play.press("enter")
        assert "Move" in play.text
        assert "Take" in play.text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_four_players_on_atlantis_and_at_home_are_all_shown(size):
    seats = ("you", "bot:random", "bot:random", "bot:random")
    async with at_table(table_where(crowded, seats, seeds=200), size) as play:
        await play.asked()
        whole_position(play)
        canvas, figures = play.screen.board.path.canvas, play.app.look.glyphs.figures
        for place, first, last in (
            (ATLANTIS, 0, canvas.height // 3),
            (MAINLAND, canvas.height - canvas.height // 3, 99),
        ):
            for seat in range(4):
                number = play.view.figures[seat].count(place)
                rows = ["".join(row[: 2 * play.screen.board.path.scale.pitch + 2]) for row in canvas.chars[first:last]]
                assert (figures[seat] in "".join(rows)) == bool(number), (place, seat, rows)


async def test_below_the_smallest_size_a_clear_message():
    async with at_table(new_table(THREE), (59, 20)) as play:
        await play.asked()
        assert "A little more room, please" in play.text
        assert "59 of 60" in play.text
        assert "Hand" not in play.text
        await play.press("1", "enter", "enter", "b", "enter", "u")
        await play.paste("1 F")
        await play.click_at(10, 5)
        assert len(play.table.steps) == 1, "nothing happens that cannot be seen"
        await play.resize(60, 20)
        whole_position(play)
        assert play.screen.plan.figure is None
        await play.resize(30, 8)
        assert "Need 60" in play.text
        await play.resize(80, 24)
        whole_position(play)


async def test_too_small_can_be_left():
    async with at_table(new_table(THREE), (40, 12)) as play:
        await play.asked()
        await play.press("q")
        assert not play.app._running or play.app._exit
