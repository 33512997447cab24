"""A game that was played, looked at again: where each key leads, what is on show there, and whose eyes see it."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events

from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.replay import screen as replay
from atlantis_tui.replay.opening import replay_of
from atlantis_tui.replay.timeline import SIDE, Timeline
from atlantis_tui.review.cache import ReviewCache
from atlantis_tui.saved.perspective import OPEN
from atlantis_tui.table.result import ResultScreen
from core.review import ITERATIONS, turns
from tests.replay.at_replay import Looking, at_replay, played
from tests.review.at_review import laid_out
from tests.ui.stage import LOOKS, NOT_YET, Stage, finished, golden, look, look_name

pytestmark = pytest.mark.usefixtures("home")


def ends(table: Any) -> list[int]:
    """The last step of each turn."""
    steps = table.steps
    return [
        index for index in range(1, len(steps)) if index + 1 == len(steps) or steps[index + 1].turn != steps[index].turn
    ]


async def middle(look: Looking, turn: int = 10) -> None:
    await look.press("g", *str(turn), "enter")


# Where keys lead -----------------------------------------------------------------------------------------------------


async def test_it_begins_with_the_deal_and_steps_turn_by_turn():
    table = played()
    async with at_replay(table) as look:
        assert look.screen.at == 0
        assert "the deal" in look.text
        seen = []
        for _ in range(5):
            await look.press("right")
            seen.append(look.screen.at)
        assert seen == ends(table)[:5]
        await look.press("left", "left")
        assert look.screen.at == ends(table)[2]
        await look.press("end")
        assert look.screen.at == len(table.steps) - 1
        await look.press("right")
        assert look.screen.at == len(table.steps) - 1
        await look.press("home", "left")
        assert look.screen.at == 0


async def test_by_event_it_stops_wherever_something_happened():
    table = played()
    happened = [index for index, step in enumerate(table.steps) if step.events and index]
    async with at_replay(table) as look:
        await look.press("m")
        for wanted in happened[:8]:
            await look.press("right")
            assert look.screen.at == wanted
        await look.press("pagedown")
        assert look.screen.at == next(end for end in ends(table) if end > happened[7])
        await look.press("pageup")
        assert look.screen.at in ends(table)
        await look.press("right", "m")  # back to turns it stands at the end of one
        assert look.screen.at in ends(table)


async def test_a_turn_is_reached_by_its_number_and_its_very_position_is_shown():
    table = played()
    async with at_replay(table) as look:
        for turn in (20, 12):
            await middle(look, turn)
            assert table.steps[look.screen.at].turn == turn
            shown, real = look.screen.board.path.sight.state, table.steps[look.screen.at].state
            assert shown.digest() == real.digest()
            assert list(shown.figures) == list(real.figures)
        assert look.screen.at in ends(table)
        assert "turn 12 of" in look.text
        await look.press("g", "9", "9", "9", "enter")
        assert "There is no turn 999" in look.toast
        assert table.steps[look.screen.at].turn == 12
        await look.press("g", "x", "0", "enter")
        assert look.screen.at == 0
        await look.press("g", "4", "escape")
        assert (look.screen.at, look.screen.field) == (0, None)
        await look.press("g", "4")
        assert "Enter go there  Esc stay here" in look.text
        await look.click(look.screen.footer, "take_turn")
        assert table.steps[look.screen.at].turn == 4
        await look.press("g", "7")
        await look.click(look.screen.footer, "back")
        assert (table.steps[look.screen.at].turn, look.screen.field, look.app.answer) == (4, None, NOT_YET)


async def test_what_a_turn_did_is_the_chosen_line_of_the_history():
    async with at_replay(played()) as look:
        await middle(look, 7)
        assert look.screen.history.chosen == look.screen.at
        await look.press("y", "m", "right")
        entry = next(one for one in look.screen.past.entries() if one.step == look.screen.history.chosen)
        assert entry.turn == 8
        await look.press("backspace")
        assert not look.screen.past.open
        await look.press("backspace")
        assert look.app.answer == "back"


async def test_what_is_typed_fast_is_not_lost():
    """All keys are there before the first one was looked at."""
    table = played("you", "bot:random", steps=40)
    async with at_replay(table, path="x.atl") as look:
        for key in ("home", "right", "g", "7", "enter", "left", "e", "x", "g", "8", "backspace", "5", "enter"):
            look.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await look.until(lambda: look.screen.field is None and table.steps[look.screen.at].turn == 5)
        assert not look.screen.next_steps.asks


# Playing at speed ----------------------------------------------------------------------------------------------------


async def test_it_plays_until_the_end_and_stops_there(monkeypatch):
    table = played("you", "bot:random", steps=12)
    async with at_replay(table) as look:
        await look.press("home", "space")
        assert look.screen.playing_on
        assert "playing" in look.text
        monkeypatch.setattr(replay, "PACE", {"turn": 0.001, "event": 0.001})
        await look.press("up")
        await look.until(lambda: look.screen.at == len(table.steps) - 1)
        assert not look.screen.playing_on


async def test_a_step_stops_it_at_the_end_it_begins_anew_and_speeds_have_two_ends():
    async with at_replay(played()) as look:
        await look.press("space", "right")
        assert not look.screen.playing_on
        await look.press("end", "space")
        assert (look.screen.at, look.screen.playing_on) == (0, True)
        await look.press("space")
        assert not look.screen.playing_on
        await look.press("space", *["up"] * 5)
        assert "speed 8×" in look.text
        assert look.screen._timer._interval == pytest.approx(replay.PACE["turn"] / 8)
        await look.press(*["minus"] * 5)
        assert "speed 0.5×" in look.text


# The timeline --------------------------------------------------------------------------------------------------------


async def test_every_column_leads_somewhere_every_step_has_its_column_and_marks_stand_where_it_happened():
    table = played()
    bridges = [i for i, step in enumerate(table.steps) if any(event[0] == "bridged" for event in step.events)]
    async with at_replay(table) as look:
        line = look.screen.timeline
        columns = [line.step(column) for column in range(line.columns)]
        assert columns == sorted(columns)
        assert (columns[0], columns[-1]) == (0, len(table.steps) - 1)
        for step in range(len(table.steps)):
            assert 0 <= line.column(step) < line.columns
            assert abs(line.step(line.column(step)) - step) <= len(table.steps) // line.columns + 1
        assert bridges
        assert all(line.marks[step][0] in "╪●" for step in bridges)


async def test_a_click_jumps_and_a_held_button_runs_along():
    table = played()
    async with at_replay(table) as look:
        line = look.screen.timeline
        top = line.region.y + 2
        await look.mouse(40, top, events.MouseDown)
        first = look.screen.at
        assert first == look.screen.stops.near(line.step(38), "turn") > 0
        await look.mouse(60, top, events.MouseMove)
        assert look.screen.at == look.screen.stops.near(line.step(58), "turn") > first
        await look.mouse(79, 3, events.MouseMove)  # off the timeline, with the button still down
        assert look.screen.at == len(table.steps) - 1
        await look.mouse(79, 3, events.MouseUp)
        await look.mouse(20, top, events.MouseMove)
        assert look.screen.at == len(table.steps) - 1


async def test_the_estimates_of_a_review_are_on_it():
    table = played()
    kept = ReviewCache(table, 0, turns(table, 0), ITERATIONS)
    for one in laid_out(table):
        kept.add(one)
    kept.close()
    async with at_replay(table) as look:
        await look.estimated()
        await look.press("end")
        last = laid_out(table)[-1]
        assert f"your chances {(last.after + 50) // 100} %" in look.text
        assert "No estimates yet" not in look.text
        await look.press("o", "o")  # to seat 1, of whom nothing is known
        await look.estimated()
        assert look.screen.timeline.chances == ()


async def test_the_estimates_of_a_review_that_was_left_end_where_it_ended():
    table = played()
    kept = ReviewCache(table, 0, turns(table, 0), ITERATIONS)
    known = laid_out(table)[: len(turns(table, 0)) // 2]
    for one in known:
        kept.add(one)
    kept.close()
    async with at_replay(table) as look:
        await look.estimated()
        line, beyond = look.screen.timeline, turns(table, 0)[len(known)].first
        assert line.chance(known[-1].turn.last) == line.chance(beyond - 1) == known[-1].after
        assert line.chance(beyond) is None
        row = look.text.splitlines()[line.region.y + 1]
        drawn = {column for column in range(line.columns) if row[SIDE + column : SIDE + column + 1].strip()}
        assert max(drawn) < line.column(beyond) + 1
        await look.press("end")
        assert "your chances" not in look.text


async def test_help_says_what_the_signs_of_the_timeline_mean():
    async with at_replay(played()) as look:
        told = "\n".join(look.screen.help_topic().text)
        signs = {sign for sign, _colour in look.screen.timeline.marks.values()}
        assert len(signs) > 1
        assert all(f"{sign}  " in told for sign in signs)


# Eyes ----------------------------------------------------------------------------------------------------------------


async def test_a_finished_game_is_open_and_can_be_seen_with_anybodys_eyes():
    async with at_replay(played()) as look:
        assert look.screen.choices == [OPEN, 0, 1, 2, 3]
        await middle(look)
        assert "all open" in look.text
        assert "all open, hand of ■ Nereus" in look.text  # whose turn it was
        for wanted in ("eyes of ▲ you", "eyes of ■ Nereus", "eyes of ◆ Thetis", "eyes of ▼ Triton", "all open"):
            await look.press("o")
            assert wanted in look.text


async def test_an_unfinished_game_has_the_eyes_of_its_player():
    async with at_replay(played("you", "bot:random", steps=30)) as look:
        assert look.screen.choices == [0, None]
        assert look.screen.at == len(look.table.steps) - 1
        assert "eyes of ▲ you" in look.text
        await look.press("s", "v")
        assert look.app.answer is not None
        assert "not over" in look.text


async def test_an_unfinished_game_of_several_at_one_keyboard_is_open_to_none():
    async with at_replay(played("you:Anna", "person:Boris", steps=30)) as look:
        assert look.screen.choices == [None]
        await look.press("o")
        assert "what you could see at the table" in look.toast


def test_the_keys_of_a_replay_mean_what_they_mean_in_the_list_of_games_and_on_a_result():
    """Replay, review, result, same deal and film: one comes from there, and goes back."""

    def keys(screen: Any) -> dict[str, str]:
        ours = ("replay", "review", "result", "same", "export")
        bound = {one.key: one.id.rpartition(".")[2] for one in screen.BINDINGS}
        return {key: does for keys, does in bound.items() for key in keys.split(",") if does in ours}

    screens = [keys(screen) for screen in (replay.ReplayScreen, GamesScreen, ResultScreen)]
    for one in screens:
        for other in screens:
            assert {key: (does, other[key]) for key, does in one.items() if other.get(key, does) != does} == {}
        assert one["v"] == "review"
        assert "r" not in one or one["r"] == "replay"


# What comes next -----------------------------------------------------------------------------------------------------


async def test_an_export_asks_as_what_and_tells_where_it_went(monkeypatch):
    from atlantis_tui.replay.export import export_process

    asked = []

    async def made(*words: Any) -> export_process.ExportAnswer:
        asked.append(words)
        return export_process.ExportAnswer("Written to there", True)

    monkeypatch.setattr(export_process, "export_apart", made)
    async with at_replay(played(), path="x.atl") as look:
        await look.press("e")
        assert "asciicast" in look.text
        await look.press("right")  # that is no answer, and nothing else either
        assert look.screen.at == 0
        assert "asciicast" not in look.text
        await look.press("o", "e", "a")
        await look.until(lambda: "Written to there" in look.toast)
        assert [words[:5] for words in asked] == [("x.atl", "cast", 0, "turn", (80, 24))]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
async def test_an_export_is_chosen_or_left_with_the_mouse(monkeypatch, size):
    from atlantis_tui.replay.export import export_process

    asked = []

    async def made(*words: Any) -> export_process.ExportAnswer:
        asked.append(words[1])
        return export_process.ExportAnswer("Written to there", True)

    monkeypatch.setattr(export_process, "export_apart", made)
    async with at_replay(played(), size, path="x.atl") as look:
        line = look.screen.timeline.region
        for way_out in ((40, line.y + 2), (5, 5), (4, line.y), (2, 0)):
            await look.press("e")
            await look.click_at(*way_out)
            assert (look.screen.at, asked) == (0, [])
            assert "asciicast" not in look.text
        await look.footer("export")
        await look.click(look.screen.timeline, "export_as('s')")
        await look.until(lambda: "Written to there" in look.toast)
        assert asked == ["svg"]


async def test_the_wheel_steps_and_the_first_line_can_be_clicked():
    async with at_replay(played()) as look:
        for kind, wanted in (
            (events.MouseScrollDown, ends(look.table)[0]),
            (events.MouseScrollDown, ends(look.table)[1]),
            (events.MouseScrollUp, ends(look.table)[0]),
        ):
            await look.mouse(30, 8, kind)
            assert look.screen.at == wanted
        line = look.screen.timeline
        await look.click(line, "next_speed")
        assert "speed 2×" in look.text
        for _ in range(3):
            await look.click(line, "next_speed")
        assert "speed 0.5×" in look.text
        await look.click(line, "mode")
        assert "by event" in look.text
        await look.click(line, "play")
        assert look.screen.playing_on
        await look.press("g")
        await look.click_at(5, 5)
        assert look.screen.field is None


# How it looks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "glyphs"),
    [pytest.param((60, 20), "ascii", marks=pytest.mark.full), ((80, 24), "unicode"), ((120, 36), "unicode")],
    ids=str,
)
async def test_it_looks_as_it_did(size, glyphs):
    table = played()
    async with at_replay(table, size, look("dark", glyphs, motion=False, hover=False), when="14 Nov") as looking:
        await looking.estimated()
        await middle(looking, 21)
        golden(f"replay_{size[0]}x{size[1]}_{glyphs}", looking.text)


@pytest.mark.parametrize(("game", "board"), [("atlantis", "path"), ("atalia", "line"), ("survive", "sea")])
async def test_boards_grow_with_the_screen_above_the_timeline(game, board):
    async with at_replay(finished(2, "KELP", game), (120, 36)) as looking:
        areas = []
        for size in ((120, 36), (160, 45), (200, 60)):
            await looking.resize(*size)
            line = looking.screen.timeline.region
            shown = getattr(looking.screen.board, board)
            assert shown.canvas.height == shown.region.height
            assert shown.region.bottom <= line.y, (size, "the whole board is seen")
            assert looking.screen.history.region.bottom <= line.y
            areas.append(shown.region.area / (size[0] * size[1]))
        assert areas[0] <= min(areas[1:]), areas


@pytest.mark.full
@pytest.mark.parametrize("shown", LOOKS, ids=look_name)
async def test_every_look_can_paint_it(shown):
    async with at_replay(played("you", "bot:random", steps=40), shown=shown) as looking:
        await looking.press("left", "h", "y", "g", "5")
        assert len(looking.app.lines) == 24


async def test_a_terminal_that_is_too_small_hides_it_and_no_key_does_anything():
    async with at_replay(played()) as look:
        await look.resize(50, 16)
        assert "A little more room" in look.text
        await look.press("right", "space")
        assert (look.screen.at, look.screen.playing_on) == (0, False)
        await look.resize(120, 36)
        await look.press("right")
        assert look.screen.at > 0


async def test_a_game_needs_nothing_but_its_table(monkeypatch):
    monkeypatch.setattr(replay, "extras", lambda game: None)
    async with at_replay(played()) as look:
        await middle(look)
        assert "turn 10 of" in look.text
        assert look.screen.timeline.region.height == 3
        assert look.screen.timeline.marks == {}


def test_it_has_its_own_keys_and_none_of_the_table():
    keys = replay.ReplayScreen._merged_bindings
    assert keys is not None
    ids = {binding.id for bound in keys.key_to_bindings.values() for binding in bound}
    assert {id.split(".")[0] for id in ids if id} == {"replay"}


def test_the_game_it_comes_from_stays_as_it_is():
    table = played("you", "bot:random", steps=20)
    before = list(table.log.records)
    screen = replay_of(table)
    assert table.log.records == before
    assert screen.table is not table


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
async def test_it_leads_to_the_result_from_its_last_position(size):
    async with at_replay(played("you", "bot:random"), size) as look:
        await look.press("end")
        await look.footer("result")
        assert "GAME OVER" in look.text
        await look.press("q")
        assert look.on_top
        await look.press("w", "s")
        await look.settle()
        assert look.app.answer == "same"


async def test_a_game_that_is_not_over_has_no_result_yet():
    async with at_replay(played("you", "bot:random", steps=30)) as look:
        await look.press("w")
        assert "it has no result yet" in look.toast


async def test_the_result_of_a_game_leads_to_it(monkeypatch):
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    table = played("you", "bot:random")
    app = Stage(ResultScreen(table, ["You", "Nereus"], 0), look())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        assert isinstance(app.screen, replay.ReplayScreen)
        assert app.screen.table.over
        await pilot.press("s")
        await pilot.pause()
        assert app.answer == "same"


@pytest.mark.parametrize("steps", [2, 9, 40, 75])
def test_a_click_on_the_column_of_a_step_goes_to_that_step(steps):
    """As long as every step has a column of its own. Both ends of the timeline are steps, too."""
    timeline = Timeline()
    timeline.seats, timeline.columns = (None,) * steps, 76
    assert [timeline.step(timeline.column(step)) for step in range(steps)] == list(range(steps))
    assert (timeline.column(0), timeline.column(steps - 1)) == (0, 75)
    assert (timeline.step(-5), timeline.step(500)) == (0, steps - 1)
