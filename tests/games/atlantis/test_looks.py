"""The table of Atlantis as it looks, also with long names, large hands, and without colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from atlantis_tui.games.atlantis.text.history import points_text
from atlantis_tui.ui.canvas import CanvasWidget
from core.atlantis.components import ATLANTIS, MAINLAND, SYMBOLS
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from core.table import Table
from tests.games.suite import Prepare, TableLooks
from tests.table.at_table import Play, at_table, new_table, pinned, seat_instant_bots, table_where
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


STATES: dict[str, tuple[Callable[[], Table], Prepare]] = {
    "opening": (lambda: new_table(THREE), ()),
    "figure": (lambda: pinned("late", choices, THREE, after=40), ("2",)),
    "targets": (lambda: pinned("late", choices, THREE, after=40), ("l",)),
    "preview": (lambda: pinned("chain", chain, THREE, after=40), plan_chain),
    "held": (lambda: pinned("chain", chain, THREE, after=40), open_chain),
    "bridge": (lambda: pinned("early", choices, THREE), ("b", "right")),
    "trade": (lambda: pinned("early", choices, THREE), ("t",)),
    "stuck": (lambda: pinned("stuck", stuck, THREE), ("enter",)),
    "pay": (lambda: pinned("pay", pay, THREE), ()),
    "after": (lambda: pinned("after", after, THREE), ()),
    "past": (lambda: pinned("early", choices, THREE), ("up", "up", "up")),
    "history": (lambda: pinned("early", choices, THREE), ("y",)),
    "refused": (lambda: new_table(THREE), ("2", "o")),
    "end": (lambda: pinned("last", last, THREE), plan_last),
}


def whole_position(play: Play) -> None:
    """Everything that a player needs is there, at any size."""
    text, state = play.text, play.view
    for words in ("ATLANTIS", "MAINLAND", "turn", "deck"):
        assert words in text
    if play.screen.board.scores.display and not play.toast:
        seen = play.screen.board.scores.sight.state
        for seat in range(state.seats):
            assert play.screen.names[seat][:5] in text
            assert points_text(seen.after_crossing(seat), play.app.look.glyphs) in text
            if play.screen.size.width >= 80:
                assert str(seen.wealth(seat)) in text
    canvas = play.screen.board.path.canvas
    hits = {hit for row in canvas.hits for hit in row}
    first = next(place for place in range(53) if state.symbols[place] < 7)
    end = max(place for place in range(53) if state.symbols[place] < 7)
    assert set(range(first, end + 1)) <= hits, "every place of the road can be seen and clicked"
    assert {ATLANTIS, MAINLAND} <= hits
    for gap in state.gaps:
        if not gap.bridged:
            assert f"{gap.price}" in text
    if play.screen.board.hand.display:
        held = {hit for row in play.screen.board.hand.canvas.hits for hit in row}
        assert {("card", symbol) for symbol in range(7)} <= held


class TestLooks(TableLooks):
    golden, states, seats = "table", STATES, THREE
    larger = ("opening", "targets", "preview", "end")

    def new_table(self, seats: Sequence[str]) -> Table:
        return new_table(seats)

    def whole_position(self, play: Play) -> None:
        whole_position(play)

    def board(self, play: Play) -> CanvasWidget:
        widget: CanvasWidget = play.screen.board.path
        return widget

    def names_in(self, play: Play) -> Sequence[CanvasWidget]:
        return [play.screen.board.scores]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    ("palette", "glyphs"), [("dark", "unicode"), pytest.param("mono", "ascii", marks=pytest.mark.full)]
)
async def test_no_color_takes_the_colours_and_nothing_else(monkeypatch, state, palette, glyphs):
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(STATES[state][0](), (80, 24), look(palette, glyphs, motion=False, hover=False)) as play:
        await TestLooks().shown(state, play)
        golden(f"table_{state}_80x24_{glyphs}", play.text)
        strips = play.screen._compositor.render_strips()
        assert all(segment.style is not None for strip in strips for segment in strip)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_long_names_of_four_are_whole_in_the_history(size):
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


async def test_too_small_can_be_left():
    async with at_table(new_table(THREE), (40, 12)) as play:
        await play.asked()
        await play.press("q")
        assert not play.app._running or play.app._exit
