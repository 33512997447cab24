"""A game of Atalia looked over: its moves in a few words, and on the fields as they were."""

from __future__ import annotations

import pytest

from atlantis_tui.games.atalia import review as retold
from atlantis_tui.games.atalia.example import card_of
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.ui.canvas import Canvas
from core.atalia.components import FOG
from core.atalia.rules import Atalia
from tests.games.atalia.at_atalia import drawn_position
from tests.review.at_review import NAMES, at_once, laid_out, whole
from tests.ui.stage import SIZES, Stage, finished, look


def words(phrases: list[list[tuple[str, object]]]) -> list[str]:
    return ["".join(text for text, _style in phrase) for phrase in phrases]


def view(hand: str = "R8 R1 G3 B3 A9 V9 traitor") -> Atalia:
    return drawn_position(hand).view(0)  # type: ignore[return-value]


def told(*moves: tuple[object, ...], hand: str = "R8 R1 G3 B3 A9 V9 traitor", detail: int = retold.WHOLE) -> list[str]:
    style = look().palette.style("#ffffff", "#000000")
    return words(retold.told([(view(hand), moves)], look(), style, detail))  # type: ignore[arg-type]


def test_a_turn_is_told_with_what_it_makes_and_claims():
    moves = (("lay", card_of("R8"), 3), ("claim", 3))
    assert told(*moves) == [" ⚑R8  on 4 = Wedge 24", "claim 4"]
    assert told(*moves, detail=retold.BRIEF) == [" ⚑R8  on 4", "claim 4"]


def test_guile_is_told_with_where_it_takes_a_card():
    assert told(("traitor", card_of("V8"), 0, 3)) == ["Traitor  ♦V8  1 → 4"]
    assert told(("scout",), hand="R8 R1 scout") == [" ‡Scout "]


def test_what_cannot_be_followed_is_left_out():
    assert told(("lay", card_of("R8"), 1), ("claim", 3)) == []


def test_the_fields_show_the_card_where_it_was_laid():
    seen = retold.sight([(view(), (("lay", card_of("R8"), 3), ("claim", 3)))], NAMES[:2])
    assert seen.cursor == 3
    assert seen.ghosts[0].card == card_of("R8")
    assert seen.after is not None
    assert seen.after.owners[3] == 0
    assert not retold.off_road(seen)


def test_a_turn_that_only_draws_shows_nothing_on_the_fields():
    drawing: Atalia = drawn_position("R8 R1", step="draw").view(0)  # type: ignore[assignment]
    assert retold.off_road(retold.sight([(drawing, (("draw", 0),))], NAMES[:2]))


@pytest.mark.parametrize(("size", "height"), [((80, 24), 13), ((120, 36), 25), ((60, 20), 11)], ids=str)
def test_the_line_is_as_large_as_there_is_room(size, height):
    scale = retold.scale_for(size[0], size[1] - 10)
    assert scale.height == height
    how = look()
    canvas = Canvas(size[0], size[1], how.palette.style(how.palette.text, how.palette.sea))
    seen = retold.sight([(view("R8 fog"), (("lay", FOG, 3),))], NAMES[:2])
    retold.paint_road(canvas, 0, 1, scale, seen, how)
    assert "4" in canvas.text()


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_review_is_shown_at_every_size(monkeypatch, size):
    table = finished(2, "REEF", game="atalia")
    at_once(monkeypatch, laid_out(table))
    review = ReviewScreen(table, list(NAMES[:2]), 0)
    app = Stage(review)
    async with app.run_test(size=size) as pilot:
        await whole(pilot, review)
        assert "Atalia" in app.text
        await pilot.press("d", "enter")
        await pilot.pause()
        assert "on the board" in app.text or "better" in app.text
        assert len(app.lines) == size[1]
