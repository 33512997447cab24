"""What a player of Atlantis is told of where things stand: points that count, what a bridge saves, where places are."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from atlantis_tui.games import text_for
from atlantis_tui.games.atlantis.text.history import gap_text, points_text
from core.atlantis.components import MAINLAND, PLACES, SYMBOLS
from core.atlantis.outlook import bridge_saves, ways
from core.atlantis.rules import Atlantis
from tests.games.atlantis.test_looks import chain, choices
from tests.table.at_table import Play, at_table, new_table, pinned, random_play, seat_instant_bots, still
from tests.ui.stage import EACH_PALETTE, SIZES, look, look_name

THREE = ("you", "bot:random", "bot:random")
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def rows_of(widget: Any) -> list[str]:
    return ["".join(row) for row in widget.canvas.chars]


@every_size
async def test_the_players_are_told_by_what_the_end_would_count(size):
    table = new_table(THREE)
    random_play(table, lambda table: table.state.turn > 24 and table.state.to_move == 0)
    async with at_table(table, size, still("unicode")) as play:
        await play.asked()
        state, glyphs = play.view, play.app.look.glyphs
        assert state.wealth(1) != state.after_crossing(1)
        rows = rows_of(play.screen.board.scores)
        for seat in range(3):
            row = next(row for row in rows if glyphs.figures[seat] in row)
            cells = row[row.index(glyphs.figures[seat]) :].split()
            assert points_text(state.after_crossing(seat), glyphs) in cells
        if size[0] >= 80:
            assert rows[0].split()[-3:] == ["own", "cost", "pts"]
            for seat in range(3):
                own, cost, pts = next(row for row in rows if glyphs.figures[seat] in row).split()[-3:]
                assert own == str(state.wealth(seat))
                assert cost.strip("−") == str(state.crossing_cost(seat))
                assert pts == points_text(state.after_crossing(seat), glyphs)


async def test_history_and_unfinished_games_tell_the_same_points():
    table = new_table(THREE)
    random_play(table, lambda table: table.state.turn > 24 and table.state.to_move == 0)
    async with at_table(table, (120, 36), still("unicode")) as play:
        await play.asked()
        entries = [entry for entry in play.screen.past.entries() if entry.seat is not None]
        for entry in entries:
            state = table.steps[entry.step].state
            assert isinstance(state, Atlantis)
            assert entry.text.split("pts ")[-1].split()[0] == points_text(
                state.after_crossing(entry.seat or 0), play.app.look.glyphs
            )
    standing = text_for("atlantis").standing(table.view(None))
    assert standing == [table.state.after_crossing(seat) for seat in range(3)]  # type: ignore[attr-defined]


async def test_the_worst_points_and_longest_names_keep_apart():
    table = new_table(["you:Александра Константиновна", "bot:random"])
    async with at_table(table, (80, 24), still("unicode")) as play:
        await play.asked()
        scores = play.screen.board.scores
        state = scores.sight.state.copy()
        state.toll = state.toll[:MAINLAND] + bytes([47, 0])
        scores.sight = scores.sight._replace(state=state)
        assert state.after_crossing(0) == 4 - 3 * 47
        scores.repaint()
        await play.settle()
        assert "  4 −141−137" in rows_of(scores)[2] or "  4 −141 −137" in rows_of(scores)[2]
        await play.resize(60, 20)
        scores.sight = scores.sight._replace(state=state)
        scores.repaint()
        assert "−137 0t 4c" in rows_of(scores)[0]


# The bridge -----------------------------------------------------------------------------------------------------------


@every_size
async def test_a_planned_bridge_tells_what_it_saves_whom(size):
    async with at_table(pinned("early", choices, THREE), size, still("unicode")) as play:
        await play.asked()
        view = play.view
        for _ in view.open_gaps():
            await play.press("b" if play.screen.plan.mode != "bridge" else "right")
            place = play.screen.board.path.sight.bridge_at
            mine, *theirs = bridge_saves(view, place)
            each = f"It saves you {mine}, Nereus {theirs[0]} and Thetis {theirs[1]}."
            assert each in play.text
            assert gap_text(view, place, play.app.look.glyphs) in play.text, "by the tiles beside it"


def test_a_bridge_saves_every_figure_that_has_still_to_cross():
    table = pinned("early", choices, THREE)
    view = table.view(0)
    assert isinstance(view, Atlantis)
    for gap in view.gaps:
        behind = [sum(at < gap.first for at in figures) for figures in view.figures]
        assert list(bridge_saves(view, gap.first)) == [gap.price * number for number in behind]


# Where places are -----------------------------------------------------------------------------------------------------


def numbered(play: Play) -> set[int]:
    """The places that show their numbers: below each, where a click on it hits."""
    path, found = play.screen.board.path, set()
    for y, row in enumerate(path.canvas.hits):
        for place in {hit for hit in row if isinstance(hit, int) and 0 <= hit < PLACES}:
            cells = "".join(path.canvas.chars[y][x] for x, hit in enumerate(row) if hit == place)
            if cells.strip() == str(place):
                found.add(place)
    return found


@every_size
async def test_every_place_shows_its_number_on_request(size):
    async with at_table(new_table(THREE), size, still("unicode")) as play:
        await play.asked()
        before = play.text
        assert len(numbered(play)) < 6, "only where a value happens to be the same"
        await play.press("#")
        assert numbered(play) == set(range(PLACES))
        await play.press("#")
        assert play.text == before
        if size[0] >= 120:
            await play.footer("numbers")
            assert numbered(play) == set(range(PLACES))


async def test_whoever_types_a_move_sees_the_numbers_that_it_may_need():
    async with at_table(new_table(THREE), (80, 24), still("unicode")) as play:
        await play.asked()
        await play.press(":")
        assert numbered(play) == set(range(PLACES))
        await play.press("escape")
        assert numbered(play) == set()


async def test_a_refusal_that_names_a_place_shows_where_it_is():
    async with at_table(pinned("chain", chain, THREE, after=40), (80, 24), still("unicode")) as play:
        await play.asked()
        before = play.text
        free = next(way for way in ways(play.view) if len(way) == 1)
        card = next(card for card in range(7) if play.view.hands[0].held[card] > (card == free[0][-1]))
        await play.paste(f"{free[0][1] + 1} {SYMBOLS[free[0][-1]]} {SYMBOLS[card]}")
        assert "is free, so the figure stops there" in play.toast
        land = {place for place in range(PLACES) if play.view.symbols[place] < 7}
        assert set(range(min(land), max(land) + 1)) == numbered(play)
        await play.press("escape")
        assert play.text == before


# The own tiles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [*EACH_PALETTE, look(glyphs="ascii")], ids=look_name)
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_owned_tiles_have_a_name_and_look_like_tiles(size, how):
    async with at_table(pinned("early", choices, THREE), size, how._replace(motion=False, hover=False)) as play:
        await play.asked()
        hand, purse = play.screen.board.hand, play.view.purses[0]
        y = next(y for y, row in enumerate(rows_of(hand)) if "Tiles" in row)
        canvas, times = hand.canvas, play.app.look.glyphs.times
        for value in range(1, 8):
            cells = [x for x, hit in enumerate(canvas.hits[y]) if hit == ("tile", value)]
            assert bool(cells) == bool(purse[value])
            if cells:
                assert "".join(canvas.chars[y][x] for x in cells) == f"{value}{times}{purse[value]}"
                solid = {canvas.styles[y][x] for x in cells}
                assert len(solid) == 1
                assert solid != {canvas.styles[y][0]}
                if not how.palette.flat:
                    assert next(iter(solid)).bgcolor != canvas.styles[y][0].bgcolor


async def test_labels_of_tiles_do_not_change_with_how_many_there_are():
    async with at_table(pinned("early", choices, THREE), (80, 24), still("unicode")) as play:
        await play.asked()
        hand = play.screen.board.hand
        where = {}
        for many in (1, 2, 12):
            state = hand.sight.state.copy()
            state.purses[0] = [0] + [many] * 7
            hand.sight = hand.sight._replace(state=state)
            hand.repaint()
            row = next(row for row in rows_of(hand) if "Tiles" in row)
            where[many] = [row.index(f"{value}×{many}") for value in range(7, 0, -1)]
            assert cell_len(row) == hand.canvas.width
        assert where[1] == where[2] == where[12]
