"""No sealed face of Atalia is ever painted: neither the other's hand, nor what is drawn or put back, nor the decks."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.games.atalia.look import own_signs
from atlantis_tui.table.curtain import CurtainScreen
from core.atalia.components import COLOURS, TROOPS_IN_ALL
from core.atalia.rules import Atalia
from core.hidden import may_see
from core.table import Table
from tests.games.atalia.at_atalia import game_where, new_game
from tests.games.suite import TableSecrets
from tests.table.at_table import at_table, copy_of, seat_instant_bots
from tests.ui.stage import look


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)


def playing(state: Atalia) -> bool:
    return state.step == "play"


def twin(table: Table, viewer: int) -> Table:
    """The same game to the viewer, with other cards where the viewer cannot see them: two troops that nobody may know
    are exchanged wherever the viewer has not seen them."""
    other = Table(copy_of(table.log.records))
    for index, step in enumerate(other.steps):
        state: Any = step.state
        seen = state.view(viewer)
        rival = state.hands[2 * (1 - viewer)]
        known = seen.hands[2 * (1 - viewer)].held
        sealed = [face for face in range(TROOPS_IN_ALL) if rival.held[face] and not known[face]]
        table_cards = {card for side in state.sides for cards in side for card in cards} | set(state.removed)
        mine = {face for face in range(TROOPS_IN_ALL) if state.hands[2 * viewer].held[face]}
        free = [f for f in range(TROOPS_IN_ALL) if f not in table_cards and f not in mine and not rival.held[f]]
        for old, new in zip(sealed, free, strict=False):
            rival.held[old], rival.held[new] = 0, 1
        events = tuple(
            (*event[:2], (event[2] + 1) % TROOPS_IN_ALL)
            if event[0] in ("drew", "returned") and step.seat != viewer and event[1] == 0
            else event
            for event in step.events
        )
        other.steps[index] = step._replace(events=events)
    return other


class TestSecrets(TableSecrets):
    keys = (*"123456789", *COLOURS.lower(), *"ttttchxey", "tab", "right", "left", "up", "down", "backspace", "enter")
    positions = (0, 30, 70)

    def position(self, after: int) -> Table:
        return game_where(playing, after=after)

    def twin(self, table: Table, viewer: int) -> Table:
        return twin(table, viewer)


def letters(face: int) -> str:
    return f"{COLOURS[face // 10]}{face % 10 + 1}"


async def test_a_card_in_the_others_hand_is_on_no_strip():
    """Cards that lie nowhere and that the viewer does not hold are named nowhere, at any size and with any key."""
    table = game_where(playing, after=40)
    hidden = [face for face in range(TROOPS_IN_ALL) if table.state.hands[2].held[face]]  # type: ignore[attr-defined]
    glyphs = own_signs(look().glyphs).troops
    async with at_table(table) as play:
        await play.asked()
        for size in ((60, 20), (80, 24), (120, 36)):
            await play.resize(*size)
            for key in ("y", "up", "down", "y", "h", "h", *COLOURS.lower(), "t", "tab", "backspace", "backspace"):
                await play.press(key)
                for face in hidden:
                    sign = f"{glyphs[face // 10]}{COLOURS[face // 10]}"
                    value = face % 10 + 1
                    text = play.text
                    for width in (1, 2, 3, 4, 5):
                        assert f"{sign}{value:>{width}} " not in f"{text} ", (key, letters(face))


async def test_nobodys_hand_lies_behind_the_curtain():
    async with at_table(new_game(["you:Anna", "person:Boris"])) as play:
        for _ in range(3):
            await play.on(CurtainScreen)
            sight = play.screen.board.hand.sight
            assert sight.viewer is None
            assert sight.state.known_cards(0) == sight.state.known_cards(1) == []
            assert all(not sum(hand.held) for hand in sight.state.hands)
            assert not may_see(1, None)
            await play.press("enter")
            await play.until(lambda: play.screen.mine)
            await play.press("enter", "enter", "d")


async def test_a_watcher_sees_no_hand():
    table = game_where(playing, after=40)
    async with at_table(table) as play:
        await play.asked()
        play.screen.viewer = None
        play.screen.show()
        await play.settle()
        canvas = play.screen.board.hand.canvas
        assert not any(hit for row in canvas.hits for hit in row)
