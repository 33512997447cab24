"""The end of Survive!: the result in figures, and the game looked at again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from atlantis_tui.games.survive import proposals, review
from atlantis_tui.games.survive.look import own_signs
from atlantis_tui.games.survive.reach import pieces, ways
from atlantis_tui.games.survive.result import Rescue
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.ui.canvas import Canvas, CanvasWidget
from core.chance import Stream
from core.survive.highlights import marks
from core.survive.rules import Survive
from core.table import Table
from tests.games.survive.at_survive import NAMES, SEATS, new_game
from tests.replay.at_replay import at_replay
from tests.table.at_table import copy_of
from tests.ui.stage import SIZES, Stage, golden, look


@lru_cache
def _records(seats: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> tuple[Any, ...]:
    """A game in which everybody moves as is proposed, so that some are saved; chance does the rest."""
    table = new_game(seats, "END", **dict(options))
    chance = Stream("play", "end")
    while (prompt := table.state.prompt) is not None:
        state = table.state
        assert isinstance(state, Survive)
        moves = state.legal()
        move = moves[chance.below(len(moves))]
        if state.step == "move":
            piece = proposals.best_piece(state, pieces(state))
            way = None if piece is None else proposals.best_way(state, piece, ways(state, piece))
            move = ("end",) if way is None else way.moves[0]
        table.play(prompt.seat, move)
    return tuple(table.log.records)


def played(*seats: str, **options: Any) -> Table:
    return Table(copy_of(_records(seats or SEATS, tuple(options.items()))))


@pytest.mark.parametrize("options", [{}, {"all_equal": True}], ids=str)
def test_the_figures_of_a_result_belong_to_each_other(options):
    table = played(**options)
    reckoning = Rescue(table, NAMES, 0)
    state = table.state
    assert isinstance(state, Survive)
    assert sum(reckoning.scores) > 0
    for seat, score in enumerate(reckoning.scores):
        assert sum(part[2][seat] for part in reckoning.parts()) == score
        points = reckoning.points()[seat]
        assert points == sorted(points)  # nobody leaves an island
        assert points[-1] == score
        assert len(points) == state.turn + 1  # turns are numbered from 1, and the score has no number
    assert all("{" not in words for words in reckoning.ending(NAMES))
    words, seat, _told = reckoning.facts()[0]
    assert words == "First ashore"
    assert state.saved(seat)


@pytest.mark.parametrize("options", [{}, {"to_the_last_one": True}], ids=str)
def test_the_result_and_the_statistics_count_the_same_as_lost(options):
    table = played(**options)
    state = table.state
    assert isinstance(state, Survive)
    how = look()
    canvas = Canvas(76, 6, how.palette.style(how.palette.text, how.palette.sea))
    reckoning = Rescue(table, NAMES, 0)
    reckoning.paint(canvas, 0, 0, 76, how)
    rows = [line.split() for line in canvas.text().splitlines()]
    for seat, lost in enumerate(marks(table.steps)["most_lost"]):
        row = next(words for words in rows if NAMES[seat] in words)
        assert row[-2] == str(lost)
        assert lost + len(state.saved(seat)) == 10  # the eruption takes whoever is not on a safe island


def test_whoever_is_left_when_nothing_happens_any_more_is_lost():
    state = played(to_the_last_one=True).state.copy()
    assert isinstance(state, Survive)
    mine = state.explorers_of(0)
    state.spots[mine[0]] = 0
    assert mine[0] in state.lost(0)
    state.options = {**state.options, "to_the_last_one": False, "atlantis_is_gone": True}
    assert mine[0] not in state.lost(0)


def test_a_game_of_two_colours_counts_both():
    table = played("you", "bot:random")
    reckoning = Rescue(table, NAMES[:2], 0)
    state = table.state
    assert isinstance(state, Survive)
    for seat in (0, 1):
        colours = {explorer // 10 for explorer in state.explorers_of(seat)}
        assert colours == {seat, seat + 2}
        assert reckoning.scores[seat] == sum(state.treasure(one) for one in state.saved(seat))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_result_looks_as_it_did(size):
    app = Stage(ResultScreen(played(), NAMES, 0), look())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        golden(f"survive_result_{size[0]}x{size[1]}", app.text)


@pytest.mark.parametrize("size", [*SIZES, (106, 30), (160, 50)], ids=str)
async def test_a_game_is_looked_at_again(size):
    async with at_replay(played(), size) as play:
        await play.press("end")
        assert "SURVIVE" in play.text or "REPLAY" in play.text
        for key in ("left", "left", "h", "y", "left", "y", "h", "home", "right", "m", "right", "o"):
            await play.press(key)
            shown = [widget for widget in play.screen.query(CanvasWidget) if widget.display]
            for index, widget in enumerate(shown):
                assert play.screen.region.contains_region(widget.region)
                for other in shown[index + 1 :]:
                    over = widget.has_class("over") or other.has_class("over")
                    assert over or not widget.region.overlaps(other.region), (key, widget, other)
        assert play.screen.board.sea.sight.cursor is None


async def test_signs_on_the_timeline_tell_who_was_saved_and_lost():
    async with at_replay(played()) as play:
        signs = {sign for sign, _colour in play.screen.timeline.marks.values()}
        glyphs = play.app.look.glyphs
        assert {own_signs(glyphs).isle, glyphs.times, "*"} <= signs


# Looked over ---------------------------------------------------------------------------------------------------------


def turns(table: Table, seat: int) -> list[list[tuple[Survive, list[Any]]]]:
    """Every turn of a seat, as a review tells it: a position, and what was played from it until chance spoke."""
    found: dict[int, list[tuple[Survive, list[Any]]]] = {}
    for before, step in zip(table.steps, table.steps[1:], strict=False):
        if step.seat == seat and step.turn and step.move is not None and not step.forced:
            view = table.view(seat, before)
            assert isinstance(view, Survive)
            found.setdefault(step.turn, []).append((view, [step.move]))
    return list(found.values())


@pytest.mark.parametrize("how", [look(), look("mono", "ascii")], ids=["dark", "mono"])
def test_every_turn_can_be_told_and_painted_once_more(how):
    table = played()
    seen = 0
    for way in turns(table, 0):
        style = how.palette.style(how.palette.text, how.palette.sea)
        for detail in (review.BRIEF, review.WHOLE):
            phrases = review.told(way, how, style, detail)
            assert phrases
            assert all("{" not in text for phrase in phrases for text, _style in phrase)
        sight = review.sight(way, NAMES)
        seen += bool(sight.marks)
        assert bool(review.off_road(sight)) != bool(sight.marks)
        for size in ((120, 40), (80, 20), (56, 14)):
            scale = review.scale_for(*size)
            canvas = Canvas(max(size[0], scale.width), max(size[1], scale.height), style)
            review.paint_road(canvas, 0, 0, scale, sight, how)
            assert "ISLE" in canvas.text() or "NW" in canvas.text()
        assert len(review.holdings(sight, how, style)) == 2
    assert seen > 5
