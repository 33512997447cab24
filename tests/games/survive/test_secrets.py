"""No sealed face of Survive! is ever painted: neither a rival's treasure, nor the back of a tile a rival has kept."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.table.curtain import CurtainScreen
from core.hidden import SEALED
from core.survive.components import BACK_COUNTS, BACKS, EXPLORERS, LAND, RED, SHARK
from core.survive.rules import Survive
from core.table import Table
from tests.games.suite import TableSecrets
from tests.games.survive.at_survive import ME, THETIS, TRITON, drawn_position, game_where, new_game, threat
from tests.table.at_table import at_table, copy_of, seat_instant_bots


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)


def moving(state: Survive) -> bool:
    others = sum(state.tiles_kept(seat) for seat in range(1, state.seats))
    return state.step in ("move", "tile") and others > 0


def other_back(terrain: int, back: int) -> int:
    """Another red back that a tile of this terrain may have."""
    return next((one for one in RED if one != back and BACK_COUNTS[terrain][one]), back)


def twin(table: Table, viewer: int) -> Table:
    """The same game to the viewer, with other treasures under the others' explorers and other backs in their hands."""
    other = Table(copy_of(table.log.records))
    for index, step in enumerate(other.steps):
        state: Any = step.state
        for colour, row in enumerate(state.treasures):
            if colour % state.seats != viewer:
                row.faces = row.faces[::-1]
        for seat in range(state.seats):
            for terrain in LAND:
                hand = state.hand_of(seat, terrain)
                if seat != viewer:
                    held = [0] * len(BACKS)
                    for back, many in enumerate(hand.held):
                        held[other_back(terrain, back) if many else back] += many
                    hand.held = held
        events = tuple(
            (*event[:3], other_back(event[2], event[3])) if event[0] == "kept" and step.seat != viewer else event
            for event in step.events
        )
        other.steps[index] = step._replace(events=events)
    return other


class TestSecrets(TableSecrets):
    keys = (*"123456", *"eesahy", "tab", "tab", "right", "left", "up", "down", "backspace", "enter")
    positions = (110, 180, 110)

    def position(self, after: int) -> Table:
        return game_where(moving, after=after)

    def twin(self, table: Table, viewer: int) -> Table:
        return twin(table, viewer)


async def test_a_digit_on_the_board_is_always_one_of_yours():
    async with at_table(drawn_position()) as play:
        state = play.view
        for colour in range(1, 4):
            assert all(state.treasure(colour * EXPLORERS + number) == SEALED for number in range(EXPLORERS))
        sea = play.screen.board.sea
        mine = {state.spots[explorer] for explorer in range(EXPLORERS)}
        for y, row in enumerate(sea.canvas.chars):
            for x, sign in enumerate(row):
                hit = sea.canvas.at(x, y)
                if sign.isdigit() and hit is not None and hit < 133:
                    assert hit in mine


async def test_whoever_waits_for_a_defence_sees_the_same_whatever_is_held():
    """Who moved the creature, and who only looks on: the tile of the asked seat makes no difference to them."""
    shown: dict[str, list[str]] = {}
    for back in ("no_shark", "dolphin", "wind"):
        change = threat(THETIS, SHARK, "F5", "D7", asked=TRITON)
        table = drawn_position("defend", change=change, tiles=((TRITON, 1, back),))
        for viewer in (ME, THETIS, None):
            screen_table = table
            async with at_table(new_game()) as play:
                await play.asked()
                play.screen.table = screen_table
                play.screen.viewer = viewer
                play.screen.people = []
                play.screen.changed()
                play.screen.show()
                await play.settle()
                shown.setdefault(str(viewer), []).append(play.text)
                assert "Triton" in play.text or "asked" in play.text
    for texts in shown.values():
        assert len(set(texts)) == 1


async def test_people_at_one_keyboard_are_all_asked_whether_they_can_defend_or_not():
    """So that nobody learns anything from the curtain."""
    curtains = []
    for back in ("no_shark", "dolphin"):
        change = threat(THETIS, SHARK, "F5", "D7", asked=ME)
        seats = ("you:Anna", "person:Boris", "person:Clio", "person:Dora")
        table = drawn_position("defend", seats=seats, change=change, tiles=((ME, 1, back),))
        async with at_table(table) as play:
            curtain = await play.on(CurtainScreen)
            curtains.append(curtain.person)
            assert "Anna, you are asked something" in play.text  # it is somebody else's turn
            await play.press("enter")
            screen = play.screen
            await play.until(lambda screen=screen: screen.mine)  # type: ignore[misc]
            assert "ANSWER NEEDED" in play.text
            assert ("D plays" in play.text) == (back == "no_shark")
            assert len(play.moves) == 1
    assert curtains == ["Anna", "Anna"]


async def test_nobody_looks_at_treasures_behind_the_curtain():
    async with at_table(new_game(["you:Anna", "person:Boris", "person:Clio"])) as play:
        await play.on(CurtainScreen)
        await play.press("enter")
        await play.until(lambda: play.screen.mine)
        await play.press("a", "enter")
        await play.on(CurtainScreen)
        assert play.screen.viewer is None
        worth = play.screen.board.hand.canvas.text()
        assert not any(sign.isdigit() for sign in worth)
