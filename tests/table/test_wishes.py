"""What the settings change at a table: which payment is proposed first, and how long a bot's turn stays told."""

import asyncio
from typing import Any

import pytest

from atlantis_tui.games.atlantis.payments import by_wish
from atlantis_tui.saved.settings import PACES, PAYMENTS, Settings
from atlantis_tui.table import turns
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from tests.table.at_table import at_table, new_table, seat_instant_bots, table_where
from tests.ui.stage import look

CARD, TILES, SMALL = ("pay", (3,), (0, 1)), ("pay", (5,), ()), ("pay", (3, 2), ())
OVER = ("pay", (6,), ())
OTHER = ("pay", (3,), (0, 4))


@pytest.fixture(autouse=True)
def instant(monkeypatch):
    seat_instant_bots(monkeypatch)


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ("tiles", (TILES, SMALL, CARD, OTHER, OVER)),
        ("small", (SMALL, TILES, CARD, OTHER, OVER)),
        ("cards", (CARD, OTHER, TILES, SMALL, OVER)),
    ],
)
def test_equally_dear_payments_are_ordered_as_wished(wish, order):
    assert by_wish([TILES, SMALL, CARD, OTHER, OVER], wish) == order
    assert by_wish([], wish) == ()


def choosy(state: Atlantis) -> bool:
    """A movement with one card that each wish would have paid otherwise."""
    return state.step == "turn" and any(
        len(way) == 1 and len({by_wish(payments, wish)[0] for wish in PAYMENTS}) == 3
        for way in ways(state)
        if (payments := look_ahead(state, way).payments)
    )


def test_the_usual_order_is_that_of_the_rules():
    state = table_where(choosy).state
    assert isinstance(state, Atlantis)
    for way in ways(state):
        payments = look_ahead(state, way).payments
        assert by_wish(payments, "tiles") == payments


@pytest.mark.parametrize("wish", PAYMENTS)
async def test_the_wished_payment_is_proposed_and_made(wish):
    async with at_table(table_where(choosy), size=(80, 24)) as play:
        app: Any = play.app
        app.settings = Settings(payment=wish, confirmations="none")
        await play.asked()
        view = play.view
        way = next(
            way
            for way in ways(view)
            if len(way) == 1
            and len(
                {by_wish(look_ahead(view, way).payments, one)[0] for one in PAYMENTS if look_ahead(view, way).payments}
            )
            == 3
        )
        expected = by_wish(look_ahead(view, way).payments, wish)
        play.screen.plan.go(way)
        play.screen.show()
        outlook = play.screen.plan.outlook()
        assert (outlook.payment, outlook.payments) == (expected[0], expected)
        await play.press("right")
        assert play.screen.plan.outlook().payment == expected[1]
        await play.press("left", "enter")
        assert expected[0] in play.moves


@pytest.mark.parametrize("pace", PACES)
async def test_a_turn_stays_told_as_long_as_the_pace_has_it(monkeypatch, pace):
    waited: list[float] = []

    class Clock:
        """asyncio as the table sees it, where no time passes."""

        def __getattr__(self, name):
            return getattr(asyncio, name)

        def timeout(self, seconds):
            waited.append(seconds)
            return asyncio.timeout(0)

    monkeypatch.setattr("atlantis_tui.table.turns.asyncio", Clock())
    async with at_table(new_table(["you", "bot:random"]), (80, 24), look(motion=True)) as play:
        app: Any = play.app
        app.settings = Settings(pace=pace, confirmations="none")
        await play.asked()
        await play.press("enter", "enter")
        await play.until(lambda: bool(waited))
    assert waited[0] == turns.PACE * turns.HASTE[pace]


def test_slow_is_slower_than_fast():
    assert turns.HASTE["slow"] > turns.HASTE["normal"] == 1 > turns.HASTE["fast"] > 0
    assert set(turns.HASTE) == set(PACES)
