"""The palette: every command and every legal move, found by a few letters, and done the usual way."""

from typing import Any

import pytest

from atlantis_tui.help.command_palette import PaletteScreen, commands, matches, moves
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.menu.settings import SettingsScreen
from core import games
from core.log import MemoryLog
from core.table import Table, header
from tests.help.at_help import at_game, at_home
from tests.help.test_help import payable
from tests.table.at_table import new_table, pinned, seat_instant_bots, table_where
from tests.ui.stage import golden, look

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


@pytest.mark.parametrize(
    ("wanted", "text", "fits"),
    [
        ("", "anything", True),
        ("hint", "hint: best three", True),
        ("HNT", "hint: best three", True),
        ("htn", "hint", False),
        ("best hint", "hint: best three", True),
        ("xyz", "hint", False),
    ],
)
def test_letters_fit_in_their_order(wanted, text, fits):
    assert (matches(wanted, text) is not None) == fits


def test_words_fit_better_than_letters():
    whole, inside, letters = (
        matches(wanted, text) or 0
        for wanted, text in (("back", "take back"), ("back", "feedback"), ("tbk", "take back"))
    )
    assert whole < inside < letters


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.full) for size in ((60, 20), (120, 36)))], ids=str
)
async def test_it_looks_as_it_did(size):
    table = pinned("help", payable, ("you", "bot:random"), after=30)
    async with at_game(table, size) as hands:
        await hands.press("ctrl+p", "down")
        golden(f"palette_{size[0]}x{size[1]}", await hands.card())


async def test_it_looks_as_it_did_without_colours():
    table = pinned("help", payable, ("you", "bot:random"), after=30)
    async with at_game(table, shown=look("mono", "ascii", motion=False, hover=False)) as hands:
        await hands.press("ctrl+p")
        await hands.write("bridge")
        golden("palette_80x24_ascii", await hands.card())


async def test_every_legal_move_is_there_and_none_is_played_at_once():
    table = table_where(payable)
    async with at_game(table) as hands:
        screen = hands.screen
        view: Any = table.view(0)
        listed: list[Any] = [entry.move for entry in moves(screen)]
        assert listed == view.legal(), "also of figures that stand together"
        steps = len(table.steps)
        kinds = {move[0]: number for number, move in enumerate(listed)}
        assert {"play", "bridge"} <= set(kinds)
        for number in kinds.values():
            move = listed[number]
            await hands.press("ctrl+p")
            hands.screen.at = number
            await hands.press("enter")
            assert hands.screen is screen
            planned = screen.plan.moves()
            held = screen.plan.outlook() is not None and screen.plan.outlook().held
            assert held or planned[0] == move
            assert len(table.steps) == steps
        await hands.press("enter")
        assert len(table.steps) > steps


@pytest.mark.parametrize("game", games.names())
async def test_every_move_is_listed_and_no_two_entries_are_called_the_same(game):
    table = Table(MemoryLog(header(games.load(game), ["you", "bot:random"], {}, "KELP")))
    async with at_game(table) as hands:
        listed, view = moves(hands.screen), hands.screen.table.view(0)
        every = [*listed, *commands(hands.screen)]
        assert len({entry.text for entry in every}) == len(every)

        def place(move: Any) -> Any:
            """Two explorers of one value are alike."""
            return (view.treasure(move[1]), move[2]) if game == "survive" else move

        assert {place(entry.move) for entry in listed} == {place(move) for move in view.legal()}
        assert len(listed) == len({place(move) for move in view.legal()})


async def test_nobody_is_told_moves_who_is_not_asked():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        screen = hands.screen
        assert moves(screen)
        assert any(entry.text == "play a flag" for entry in commands(screen))
        screen.turns.halted = "gone"
        assert moves(screen) == []
        assert not any(entry.text == "play a flag" for entry in commands(screen))
        assert moves(MenuScreen()) == []


async def test_commands_are_done():
    async with at_home() as hands:
        await hands.press("ctrl+p")
        await hands.write("sett")
        await hands.press("enter")
        await hands.on(SettingsScreen)
        await hands.press("ctrl+p")
        await hands.write("back")
        await hands.click(hands.screen.sheet, 0)
        assert isinstance(hands.screen, MenuScreen)


async def test_one_can_leave_it():
    async with at_home() as hands:
        for keys in (["escape"], ["x", "backspace", "backspace", "escape"]):
            await hands.press("ctrl+p")
            assert isinstance(hands.screen, PaletteScreen)
            await hands.press(*keys)
            assert isinstance(hands.screen, MenuScreen)
        await hands.press("ctrl+p")
        await hands.write("no such thing at all")
        assert "Nothing is called so." in hands.text
        await hands.press("enter", "down", "pagedown", "tab")
        assert isinstance(hands.screen, PaletteScreen)


async def test_tab_goes_from_moves_to_commands():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        await hands.press("ctrl+p", "tab")
        palette = hands.screen
        assert palette.at == len(palette.moves)
        await hands.press("tab")
        assert palette.at == 0
        await hands.press("up", *["pagedown"] * 12)
        assert palette.at == len(palette.entries) - 1
        assert "leave the program" in hands.text or "to the shell" in hands.text
