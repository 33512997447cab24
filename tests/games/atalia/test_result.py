"""The end of Atalia: its result, and its replay, which is always seen from the same side."""

from __future__ import annotations

import re

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.games.atalia.result import ResultLine
from atlantis_tui.games.atalia.text.names import rank as rank_name
from atlantis_tui.games.atalia.text.names import rank_short
from atlantis_tui.table.plain_result import ScoreResult
from atlantis_tui.table.result import ResultScreen, reckon
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE
from core.table import Table
from tests.games.atalia.at_atalia import chance_play, new_game
from tests.replay.at_replay import at_replay
from tests.ui.stage import EACH_PALETTE, LARGE_SIZES, SIZES, drawn, look_name

RANKS = (WEDGE, TRIPLE, FLUSH, RUN, SUM)
NAMES = ("You", "Nereus")


def played(series: int = 1) -> Table:
    table = new_game(seed="REEF-4", series=series)
    chance_play(table, lambda one: False)
    assert table.over
    return table


@pytest.mark.parametrize("series", [1, 3])
def test_the_parts_add_up_to_the_scores(series):
    told = ResultLine(played(series=series), NAMES, 0)
    assert len(told.games) == series
    for seat in (0, 1):
        assert sum(amounts[seat] for _word, _colour, amounts in told.parts()) == told.scores[seat]
        assert told.points()[seat][-1] == told.scores[seat]
        assert sum(game.scores[seat] for game in told.games) == told.scores[seat]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("series", [1, 3])
def test_the_result_shows_whose_the_fields_are(size, series):
    table = played(series=series)
    text = drawn(ResultScreen(table, NAMES, 0), size).text()
    state = table.state
    for seat, name in enumerate(NAMES):
        line = next(line for line in text.splitlines() if name in line and "/3" in line)
        for field in range(9):
            owned = state.owners[field] == seat  # type: ignore[attr-defined]
            assert (f"{field + 1}" in line[: line.index("/3") - 2].split()) == owned
        if series > 1:
            assert " + " in line


@pytest.mark.parametrize("size", LARGE_SIZES, ids=str)
@pytest.mark.parametrize("series", [1, 3])
def test_a_large_result_tells_with_what_each_field_was_claimed(size, series):
    table = played(series=series)
    told = ResultLine(table, NAMES, 0)
    text = drawn(ResultScreen(table, NAMES, 0), size).text()
    heading, claims = told.story()
    assert heading in text
    state = table.state
    assert len(claims) == sum(owner in (0, 1) for owner in state.owners)  # type: ignore[attr-defined]
    for words, seat, made in claims:
        assert re.search(rf"{words} .*{made}", text), words
        line = next(line for line in text.splitlines() if NAMES[seat] in line and "/3" in line)
        rank, number = made.partition(",")[0].rpartition(" ")[::2]
        short = next(rank_short(one) for one in RANKS if rank_name(one) == rank)
        assert f"{words.rpartition(' ')[2]} {short} {number}" in line


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("series", "reason"), [(1, r"[Ww]in (counts )?5,.*(fields|loser has) \d"), (3, "game won counts 5")]
)
def test_whoever_is_ahead_is_so_for_a_reason(size, series, reason):
    """A game that is won by two fields is won by more points than that."""
    table = played(series=series)
    for viewer in (0, 1, None):
        told = drawn(ResultScreen(table, NAMES, viewer), size).text()
        line = next(line for line in told.splitlines() if "ahead" in line)
        assert re.search(reason, line), line
        assert "…" not in line


@pytest.mark.parametrize("series", [1, 3])
def test_plain_mode_tells_what_the_points_are_for(series):
    table = played(series=series)
    told = " ".join(text_for("atalia").outcome(table.view(0), 0, NAMES))
    assert ("points for the win." if series == 1 else "A game won counts 5 points") in told


@pytest.mark.parametrize("how", EACH_PALETTE, ids=look_name)
def test_every_palette_paints_the_result(how):
    assert "The fields" in drawn(ResultScreen(played(), NAMES, None), (80, 24), how).text()


def test_a_game_that_brings_nothing_has_its_scores_told(monkeypatch):
    monkeypatch.setattr("atlantis_tui.table.result.face", lambda file, game: None)
    table = played()
    assert isinstance(reckon(table, NAMES, 0), ScoreResult)
    screen = ResultScreen(table, NAMES, 0)
    assert not screen.can_review
    for size in SIZES:
        text = drawn(screen, size).text()
        assert "The scores" in text
        assert str(max(screen.reckoning.scores)) in text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_replay_stays_on_one_side_of_the_table(size):
    async with at_replay(played(), size) as play:
        below, hands = set(), set()
        for _ in range(8):
            await play.press("right")
            sight = play.screen.board.line.sight
            below.add(sight.below)
            hands.add(sight.viewer)
            assert len(play.app.lines) == size[1]
        assert below == {0}
        assert hands == {0, 1}, "the hand is that of whoever has just moved"
