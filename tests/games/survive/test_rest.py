"""The rest of the set-up is placed for a player, one by one and by the usual moves, until that is stopped."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.games.survive import proposals
from atlantis_tui.games.survive.lesson import LESSON
from atlantis_tui.help.screen import keys_of
from atlantis_tui.lesson.mode import LessonMode
from atlantis_tui.lesson.written import written
from atlantis_tui.table.curtain import CurtainScreen
from core.advice import Advice
from core.survive.components import BOX, hex_text
from core.survive.rules import Survive
from tests.games.survive.at_survive import new_game
from tests.table.at_table import Play, at_table, replayed, seat_instant_bots
from tests.ui.stage import Stage, look


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)


def suggested(play: Play) -> list[Any]:
    """What A would have placed, in the positions in which seat 0 was asked."""
    found = []
    for before, step in zip(play.table.steps, play.table.steps[1:], strict=False):
        if step.seat == 0 and step.move is not None and step.move[0] in ("place", "launch"):
            view = play.table.view(0, before)
            assert isinstance(view, Survive)
            found.append(proposals.rest_of_setup(view))
    return found


async def test_r_places_all_that_is_left_as_a_would_suggest_it():
    async with at_table(new_game(["you", "bot:random"])) as play:
        await play.asked()
        assert "R the rest" in play.text
        await play.press("1", "a", "enter")
        await play.asked()
        await play.press("r")
        await play.until(lambda: play.view.turns == 1)
        own = [step.move for step in play.table.steps if step.seat == 0 and step.move is not None]
        assert [move[0] for move in own] == ["place"] * 20 + ["launch"] * 2
        assert own[1:] == suggested(play)[1:]
        assert play.toast.startswith("Placed for you: 6 ")
        assert "Boats at" in play.toast
        assert not play.screen.delegating
        play.check()  # the log is a game like any other
        assert replayed(play.table).state.turn == 1


async def test_help_names_the_keys_of_this_step_and_hints_name_who_is_placed():
    async with at_table(new_game(["you", "bot:random"])) as play:
        await play.asked()
        placing = {key.does for key in keys_of(play.screen)}
        assert {"suggest a place", "place all the rest", "next explorer there"} <= placing
        assert not {"defend", "swim, do not board"} & placing
        view = play.view
        own = [view.legal()[0], view.legal()[-1]]
        play.screen.hinting.found = [Advice((move,), 5000, ()) for move in own]
        play.screen.show()
        told = {key.does: key.shown for key in keys_of(play.screen)}
        assert told["show a hint"].startswith("1 2")
        for row, move in zip(play.screen.hinting.rows(), own, strict=True):
            assert row.move == f"your {view.treasure(move[1])} on {hex_text(move[2])}"
        play.screen.hinting.close()
        await play.press("1", "a", "enter")
        await play.asked()
        await play.press("r")
        await play.until(lambda: play.view.step == "move" and play.screen.mine)
        moving = {key.does for key in keys_of(play.screen)}
        assert {"swim, do not board", "next explorer there"} <= moving
        assert not {"suggest a place", "place all the rest", "defend"} & moving


@pytest.mark.parametrize("by", ["key", "footer", "click"])
async def test_anything_stops_it_and_the_rest_is_the_players_again(by, monkeypatch):
    async with at_table(new_game(), shown=look(motion=True, hover=False)) as play:
        placed = play.screen.turns.wait

        async def wait(seconds: float) -> None:
            """The time between two placements, in which the person acts."""
            await placed(0)
            if len(play.moves) > 8 and play.screen.delegating:
                assert "Placing the rest for you:" in play.screen.prompt.canvas.text()
                if by == "key":
                    play.screen.on_key(KEY)
                elif by == "footer":
                    await play.screen.run_action("rest")
                else:
                    play.screen.click(play.screen.board.sea, 0)

        await play.asked()
        play.screen.turns.wait = wait
        await play.footer("rest")
        await play.until(lambda: not play.screen.delegating and play.screen.mine)
        assert play.view.step == "place"
        assert play.toast.startswith("Placed for you: 6 ")
        own = [step for step in play.table.steps if step.seat == 0 and step.move is not None]
        assert 0 < len(own) < 10
        await play.press("a", "enter")  # and goes on as before
        await play.asked()
        assert len([step for step in play.table.steps if step.seat == 0 and step.move is not None]) == len(own) + 1


async def test_the_mouse_that_only_passes_over_the_board_does_not_stop_it():
    async with at_table(new_game(["you", "bot:random"]), shown=look(motion=True, hover=True)) as play:
        placed, sea = play.screen.turns.wait, play.screen.board.sea

        async def wait(seconds: float) -> None:
            await placed(0)
            for hex in free:
                play.screen.hover.point(sea, hex)

        await play.asked()
        free = play.screen.plan.places()
        play.screen.turns.wait = wait
        await play.footer("rest")
        await play.until(lambda: play.view.turns == 1 or (play.screen.mine and not play.screen.delegating))
        assert play.view.turns == 1


class _Key:
    """A key, as the screen gets it."""

    key = "x"

    def stop(self) -> None: ...

    def prevent_default(self) -> None: ...


KEY: Any = _Key()


async def test_after_the_set_up_r_has_nothing_to_place():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("r")
        await play.until(lambda: play.view.turns > 0 and play.screen.mine)
        steps = len(play.table.steps)
        await play.press("enter", "r")
        assert "All is placed" in play.toast
        assert len(play.table.steps) == steps


async def test_of_two_people_at_one_screen_each_has_their_own_placed_without_a_curtain():
    async with at_table(new_game(["you:Anna", "person:Boris"])) as play:
        await play.on(CurtainScreen)
        await play.press("enter")
        await play.until(lambda: play.screen.mine)
        await play.press("r")
        curtain = await play.on(CurtainScreen)
        assert curtain.person == "Boris"
        await play.press("enter")
        await play.until(lambda: play.screen.mine)
        state = play.table.state
        assert [sum(state.spots[one] == BOX for one in state.explorers_of(seat)) for seat in (0, 1)] == [19, 20]
        await play.press("a", "enter")
        await play.until(lambda: play.screen.mine)  # Anna's next one was placed meanwhile
        assert play.screen.viewer == 1
        assert "Placed for you" not in play.toast  # what Anna has is not told to Boris
        await play.press("r")
        await play.until(lambda: play.table.state.turns == 1)


async def test_the_lesson_keeps_to_its_own_moves():
    app = Stage(_lesson(), look(motion=False, hover=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen: Any = app.shown
        await pilot.press("r")
        assert not screen.delegating
        assert screen.toast.display
        screen.dismiss("menu")
        await pilot.pause()


def _lesson() -> Any:
    from atlantis_tui.games import table_for

    return table_for("survive")(written(LESSON, 0), LessonMode(LESSON))
