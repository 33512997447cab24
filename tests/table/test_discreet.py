"""A question whose answer could betray a hand, at one screen: who is asked, and who is answered for."""

import pytest

from atlantis_tui.bots.pace import HUSH, LONGEST_HUSH, AnswerDelay
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


@pytest.mark.parametrize(("tile", "words"), [("no_shark", "D plays"), ("dolphin", "you can only let it happen")])
async def test_whoever_has_something_at_stake_is_asked_and_answers_at_leisure(tile, words):
    """Be it the right tile or not: nothing happens before the answer, and one key says no."""
    async with at_table(attacked(tile)) as play:
        assert play.moves == [None]
        assert "ANSWER NEEDED" in play.text
        assert words in play.text
        await play.press("n")
        assert play.moves[1] == ("answer", 0)


@pytest.mark.parametrize("tile", ["no_shark", "dolphin"])
async def test_people_at_one_screen_are_asked_by_a_curtain_whatever_they_have(tile):
    """Else the others would know by the curtain that does not come."""
    async with at_table(attacked(tile, seats=TOGETHER)) as play:
        assert isinstance(play.app.screen, CurtainScreen)
        assert play.moves == [None]


async def test_what_is_told_to_one_person_alone_is_read_before_the_next_one_comes(monkeypatch):
    """The back of the tile that was kept is not left on the screen for whoever sits down next."""
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    seats = ("you:Anna", "person:Boris", "person:Chloe", "person:Dora")
    async with at_table(drawn_position("sink", seats=seats, creatures=((), (), ()))) as play:
        await play.on(CurtainScreen)
        await play.press("enter")
        await play.until(lambda: play.on_top and play.screen.mine)
        await play.press("a", "enter")
        assert play.moves[1][0] == "sink"
        assert play.on_top
        assert "You keep the tile: " in play.toast
        await play.press("space")
        await play.on(CurtainScreen)
        assert "Anna keeps the tile." in play.text
        assert "You keep the tile" not in play.text
        await play.press("enter")
        await play.until(lambda: play.on_top and play.screen.mine)
        assert not play.toast


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


def test_a_slow_bot_answers_out_of_turn_as_late_as_its_slowest_choice():
    """Which the others have seen: so a yes that it thought about long is no later than a no without a choice."""
    delay = AnswerDelay()
    assert delay.due(3, HUSH) == HUSH
    delay.took(3, HUSH / 2)
    assert delay.due(3, HUSH) == HUSH
    delay.took(3, 3 * HUSH)
    delay.took(3, HUSH / 2)
    assert delay.due(3, HUSH) == 3 * HUSH
    assert delay.due(1, HUSH) == HUSH, "each bot has its own pace"
    delay.took(3, 100 * LONGEST_HUSH)
    assert delay.due(3, HUSH) == LONGEST_HUSH
