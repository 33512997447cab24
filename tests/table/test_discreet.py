"""A question whose answer could betray a hand, at one screen: who is asked, and who is answered for."""

import pytest

from atlantis_tui.bots.pace import HUSH
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.turns import TurnLoop
from core.survive.components import SHARK
from core.table import Table
from tests.games.survive.at_survive import ME, THETIS, drawn_position, threat
from tests.table.at_table import at_table, seat_instant_bots

TOGETHER = ("you:Anna", "bot:random", "person:Chloe", "bot:random")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(TurnLoop, "hush", 0)


def attacked(tile: str, **more) -> Table:
    """Thetis moves a shark to a swimmer of seat 0, who has kept this tile."""
    return drawn_position("defend", change=threat(THETIS, SHARK, "F5", "D7"), tiles=((ME, 1, tile),), **more)


async def test_somebody_alone_who_cannot_defend_is_answered_for():
    async with at_table(attacked("dolphin")) as play:
        assert play.moves[1] == ("no",)


async def test_somebody_alone_who_can_defend_is_asked():
    async with at_table(attacked("no_shark")) as play:
        assert play.moves == [None]
        assert "ANSWER NEEDED" in play.text


@pytest.mark.parametrize("tile", ["no_shark", "dolphin"])
async def test_people_at_one_screen_are_asked_whatever_they_have(tile):
    """Else the others would know by the curtain that does not come."""
    async with at_table(attacked(tile, seats=TOGETHER)) as play:
        assert isinstance(play.app.screen, CurtainScreen)
        assert play.moves == [None]


async def test_a_bot_out_of_turn_is_given_the_same_time_whatever_it_has(monkeypatch):
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(TurnLoop, "hush", HUSH)
    monkeypatch.setattr(TurnLoop, "wait", staticmethod(sleep))
    for tile in ("no_shark", "dolphin"):
        table = drawn_position(
            "defend",
            change=threat(ME, SHARK, "F5", "D7", asked=3),
            tiles=((3, 1, tile),),
            seats=("you", *["bot:random"] * 3),
        )
        async with at_table(table) as play:
            assert play.moves[1] is not None
    assert waited.count(HUSH) >= 2
