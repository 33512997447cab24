"""Who plays a bot seat: in which process, and at which level where nobody chose one."""

import pytest

from atlantis_tui.bots.seating import BotHere, TablePlace, needs_process, seat_bot, tell_trouble
from core import games
from core.bots import LEVELS, check_name, is_bot, usual_level
from core.game import BadOption
from core.log import MemoryLog
from core.table import Table, header
from tests.core import toy

SCREEN, LINES, NETWORK = TablePlace.SCREEN, TablePlace.LINES, TablePlace.NETWORK


@pytest.mark.parametrize(
    ("spec", "places"),
    [
        ("bot:easy", {SCREEN}),
        ("bot:normal", {SCREEN}),
        ("bot:hard", {SCREEN, NETWORK}),
        ("bot:hard:200", {SCREEN, NETWORK}),
        ("cmd:./mybot --fast", {SCREEN, LINES, NETWORK}),
    ],
)
def test_a_bot_gets_a_process_where_its_thinking_would_hold_somebody_up(spec, places):
    assert {place for place in TablePlace if needs_process(spec, place)} == places


async def test_a_quick_bot_of_a_network_table_answers_in_this_process():
    table = Table(MemoryLog(header(games.load("atlantis"), ["bot:easy", "bot:easy"], {}, "s")))
    assert table.state.prompt is not None
    seat = table.state.prompt.seat
    bot = await seat_bot("bot:easy", table, seat, ["A", "B"], NETWORK, tell_trouble(["A", "B"], print))
    assert isinstance(bot, BotHere)
    assert table.state.explain(await bot.choose()) is None
    await bot.close()


def test_trouble_is_said_with_the_name_of_the_bot():
    heard: list[str] = []
    tell_trouble(["Anna", "Triton"], heard.append)(1, "bot_flooded", {})
    assert heard == ["Triton writes more than a bot may, so a built-in bot plays on."]


def test_the_usual_level_is_normal_or_else_the_best_there_is():
    assert usual_level(games.load("atlantis")) == "normal"
    assert usual_level(toy.GAME) == "random"


def test_a_name_means_a_bot_that_can_play_the_game():
    assert all(is_bot(name) for name in (*LEVELS, "hard:3"))
    assert not any(is_bot(name) for name in ("deep", "easy:3", "hard:x", ""))
    assert not is_bot("normal", ["random"])
    check_name("hard:3", games.load("atlantis"))
    with pytest.raises(BadOption) as wrong:
        check_name("hard:3", toy.GAME)
    assert wrong.value.reason.params == {"bot": "hard:3", "bots": ["random"]}
