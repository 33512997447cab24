"""No sealed face is ever painted: not of others, not behind a curtain, not in the past, and not in a hurry."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.table.curtain import CurtainScreen
from core.atlantis.components import SYMBOLS
from core.atlantis.rules import Atlantis
from core.hidden import may_see
from core.table import Table
from tests.games.suite import TableSecrets
from tests.table.at_table import Play, at_table, copy_of, new_table, random_play, seat_instant_bots, table_where

THREE = ("you", "bot:random", "bot:random")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def turn(state: Atlantis) -> bool:
    return state.step == "turn"


def twin(table: Table, viewer: int, shift: int) -> Table:
    """The same game to the viewer, with other cards where the viewer cannot see them."""
    other = Table(copy_of(table.log.records))
    for index, step in enumerate(other.steps):
        state: Any = step.state
        for seat, hand in enumerate(state.hands):
            if seat != viewer:
                shown = [0] * 7
                for mask, counts in hand.shown.items():
                    if may_see(mask, viewer):
                        shown = [a + b for a, b in zip(shown, counts, strict=True)]
                sealed = [held - seen for held, seen in zip(hand.held, shown, strict=True)]
                assert min(sealed) >= 0
                hand.held = [shown[symbol] + sealed[(symbol + shift) % 7] for symbol in range(7)]
        events = tuple(
            (event[0], *event[1:-1], tuple(sorted((card + shift) % 7 for card in event[-1])))
            if event[0] in ("drew", "bought") and step.seat != viewer
            else event
            for event in step.events
        )
        other.steps[index] = step._replace(events=events)
    return other


class TestSecrets(TableSecrets):
    keys = ("1", "2", "3", *SYMBOLS.lower(), "tab", "right", "left", *"btlwy", "up", "down", "backspace")
    positions = (0, 12, 40)

    def position(self, after: int) -> Table:
        return table_where(turn, THREE, after=after)

    def twin(self, table: Table, viewer: int) -> Table:
        return twin(table, viewer, 1 + len(table.steps) % 3)


async def test_what_a_bot_draws_and_buys_is_not_told():
    """The words of a turn depend on its owner's cards only where they were shown."""
    table = new_table(THREE, "CORAL-8")
    assert random_play(table, lambda table: len(table.steps) > 60 and table.state.to_move == 0)
    other = twin(table, 0, 2)
    async with at_table(table) as play, at_table(other) as beside:
        assert play.screen.past.story(1, 0) == beside.screen.past.story(1, 0)
        assert play.screen.past.entries() == beside.screen.past.entries()


# Several people at one keyboard ---------------------------------------------------------------------------------------


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(CurtainScreen, "STILL", 0)


PEOPLE = ("you:Anna", "person:Борис", "bot:random")


def cards(play: Play) -> list[int]:
    """How many of each symbol the hand on the screen shows."""
    sight = play.screen.board.hand.sight
    return sight.state.hands[sight.viewer].held if sight.viewer is not None else [0] * 7


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
async def test_a_curtain_hangs_between_two_people(size):
    async with at_table(new_table(PEOPLE), size) as play:
        for _ in range(3):
            for seat, name in enumerate(("Anna", "Борис")):
                curtain = await play.on(CurtainScreen)
                assert name in play.text
                assert play.screen.viewer is None
                assert cards(play) == [0] * 7, "nobody's hand lies behind the curtain"
                assert all(hand.sealed == hand.size or hand.shown for hand in play.screen.board.hand.sight.state.hands)
                assert curtain.seat == seat
                await play.press("enter")
                await play.until(lambda: play.screen.viewer == seat and play.screen.mine)  # noqa: B023
                assert play.app.screen is play.screen
                assert cards(play) == play.table.view(seat).hands[seat].held
                await play.press("enter", "enter")


@pytest.mark.usefixtures("at_once")
async def test_the_hand_is_never_painted_for_the_wrong_person(monkeypatch):
    """Every painting of a hand is watched, whoever asks for it and when."""
    from atlantis_tui.games.atlantis.widgets.hand import AtlantisHand

    seen = []
    tables: list[Play] = []
    paint = AtlantisHand.paint

    def watched(self, canvas):
        paint(self, canvas)
        for play in tables if self.sight is not None else ():
            seen.append((self.sight.viewer, play.app.screen is play.screen, play.screen.viewer))
            if self.sight.viewer is None:
                letters = {char for row in canvas.chars for char in row}
                assert play.app.look.glyphs.times not in letters

    monkeypatch.setattr(AtlantisHand, "paint", watched)
    async with at_table(new_table(PEOPLE), (80, 24)) as play:
        tables.append(play)
        for _ in range(4):
            await play.on(CurtainScreen)
            await play.resize(120, 36)
            await play.resize(80, 24)
            await play.press("a", "u", "y", "enter")
            await play.until(lambda: play.screen.mine)
            await play.press("enter", "y", "y", "up", "down", "enter")
    assert {viewer for viewer, _, _ in seen} >= {None, 0, 1}
    for viewer, on_top, shown_to in seen:
        assert viewer is None or (viewer == shown_to and on_top)


@pytest.mark.usefixtures("at_once")
async def test_leaving_from_behind_the_curtain_shows_nobodys_hand(monkeypatch):
    async with at_table(new_table(PEOPLE)) as play:
        await play.on(CurtainScreen)
        shown = []
        show = play.screen.show

        def watched():
            show()
            shown.append(play.screen.viewer)

        play.screen.show = watched
        await play.press("backspace")
        assert play.app.answer == "menu"
        assert set(shown) <= {None}


async def test_the_second_enter_does_not_open_the_curtain_for_the_wrong_person():
    async with at_table(new_table(PEOPLE)) as play:
        screen = await play.on(CurtainScreen)
        screen._since = -1000  # this one is opened at leisure
        await play.press("enter")
        await play.until(lambda: play.screen.viewer == 0 and play.screen.mine)
        await play.press("enter")
        for _ in range(2):
            play.send("enter")
        await play.on(CurtainScreen)
        play.send("enter")
        await play.settle()
        assert isinstance(play.app.screen, CurtainScreen), "in a hurry nobody sees another's hand"


@pytest.mark.usefixtures("at_once")
async def test_people_cannot_take_back_what_was_opened():
    async with at_table(new_table(PEOPLE)) as play:
        await play.on(CurtainScreen)
        await play.press("enter")
        await play.until(lambda: play.screen.mine)
        await play.press("enter", "enter")
        await play.on(CurtainScreen)
        await play.press("enter")
        await play.until(lambda: play.screen.viewer == 1 and play.screen.mine)
        steps = len(play.table.steps)
        await play.press("u")
        assert len(play.table.steps) == steps
        assert "taken back" in play.toast
