"""The table of Atalia on the network: moves go to the host, secrets stay secret, and letters have their other use."""

from __future__ import annotations

import pytest

from atlantis_tui.table.network.questions import Questions
from atlantis_tui.table.result import ResultScreen
from core.atalia.components import COLOURS
from core.atalia.notation import card_text
from tests.table.network.at_lan import gathering, until


@pytest.fixture
def table(tmp_path):
    return lambda *names, **more: gathering(tmp_path, *names, game="atalia", **more)


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch):
    monkeypatch.setattr(Questions, "still", 0)
    monkeypatch.setattr(ResultScreen, "STILL", 0)


@pytest.mark.parametrize("name", ["Anna", "Boris"])
async def test_turns_are_played_from_either_side(table, name):
    async with table("Anna", "Boris") as people:
        other = next(one for one in ("Anna", "Boris") if one != name)
        async with people.at(name) as play:
            people[other].plays_by_itself()
            seat = people[name].seat
            while sum(step.seat == seat for step in play.table.steps) < 8:
                await play.asked()
                assert play.screen.viewer == seat
                assert play.screen.board.line.sight.below == seat
                assert play.screen.board.line.sight.state.known_cards(1 - seat) == []
                await play.press("enter", "enter")
            games = [people[one].session.game for one in ("Anna", "Boris")]
            await until(lambda: games[0].chain.head == games[1].chain.head)


async def test_a_whole_turn_can_be_typed_and_its_draw_needs_no_more_than_the_play(table):
    async with table("Anna", "Boris") as people:
        name = "Anna" if people["Anna"].mine else "Boris"
        seat = people[name].seat
        async with people.at(name) as play:
            await play.asked()
            card = play.table.view(seat).known_cards(seat)[0]
            await play.paste(f"lay {card_text(card)} on field 5 draw tactics")
            assert (play.screen.plan.card, play.screen.plan.cursor) == (card, 4)
            await play.press("enter")
            await play.until(lambda: play.table.state.to_move != seat)
            made = [step.move for step in play.table.steps if step.seat == seat]
            assert made == [("lay", card, 4), ("draw", 1)]
            assert not play.toast


async def test_a_watcher_sees_both_sides_and_no_hand(table):
    async with table("Anna", "Boris") as people:
        await people.watch("Clara")
        async with people.at("Clara") as play:
            await people["Anna" if people["Anna"].mine else "Boris"].turn()
            await play.until(
                lambda: any(play.screen.board.line.sight.state.sides[seat][f] for seat in (0, 1) for f in range(9))
            )
            assert "WATCHING" in play.text
            assert "You see what everybody may see" in play.text
            sight = play.screen.board.line.sight
            assert sight.viewer is None
            assert all(not sum(hand.held) for hand in sight.state.hands)
            before = play.text
            await play.press(*COLOURS.lower(), "1", "c", "d", "enter")
            assert play.screen.plan.moves() is None
            assert play.text.count("\n") == before.count("\n")


async def test_t_talks_while_the_other_thinks(table):
    async with table("Anna", "Boris") as people:
        waiting = "Boris" if people["Anna"].mine else "Anna"
        async with people.at(waiting) as play:
            assert not play.screen.mine
            await play.press("t")
            assert play.screen.mode.chat.writes
            await play.press("escape")
            assert not play.screen.mode.chat.writes
