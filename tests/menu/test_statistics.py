"""Statistics on a screen."""

import threading

import pytest

from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.menu.statistics import StatisticsScreen
from atlantis_tui.statistics import finished_games, marks
from atlantis_tui.statistics.finished_games import PlayedGame, PlayedGames
from atlantis_tui.statistics.kept_results import KeptResults
from tests.menu.at_menu import Box, colours, find, lines, resize, sound, text, until
from tests.ui.stage import EACH_PALETTE, LARGE_SIZES, SIZES, golden, look

pytestmark = pytest.mark.usefixtures("home")

WHO = [["you:Mira", "bot:hard"], ["you", "bot:normal", "bot:normal"], ["bot:easy", "you", "person:Анна-Мария"]]


def games(number, name="atlantis"):
    """So many games whose scores rise and fall."""
    found = []
    for n in range(number):
        seats = WHO[n % len(WHO)]
        scores = tuple((7 * n + 11 * seat) % 40 - 5 for seat in range(len(seats)))
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        own = next(seat for seat, who in enumerate(seats) if who.startswith("you"))
        found.append(
            PlayedGame(f"{name}{n}.atl", (n * 86_400 + 43_200) * 10**9, 1, name, tuple(seats), own, scores, winners)
        )
    return found


@pytest.fixture
def there(monkeypatch):
    """Games that are as if they were on the disk."""

    def put(finished, unfinished=0):
        of = {"atlantis": unfinished}
        monkeypatch.setattr(finished_games, "kept", lambda: PlayedGames(finished, unfinished, 0, unfinished_of=of))

        def known(some, _looked):
            return {
                one.path: {
                    "longest_crossing": [n % 9 + seat for seat in range(len(one.seats))],
                    "dearest_crossing": [n % 13] * len(one.seats),
                }
                for n, one in enumerate(some)
            }

        monkeypatch.setattr(marks, "of_games", known)

    return put


async def opened(pilot):
    pilot.app.push_screen(StatisticsScreen())
    await until(pilot, lambda: isinstance(pilot.app.screen, StatisticsScreen) and not pilot.app.screen.looking)
    return pilot.app.screen


async def test_the_screen(there):
    there(games(24), 2)
    async with Box().run_test(size=SIZES[0]) as pilot:
        await opened(pilot)
        for size in (*SIZES, *LARGE_SIZES):
            await resize(pilot, *size)
            golden(f"statistics_{size[0]}x{size[1]}", text(pilot.app))


async def test_on_a_large_screen_the_games_stand_side_by_side(there):
    there([*games(24), *games(12, "survive"), *games(9, "atalia")])
    async with Box().run_test(size=LARGE_SIZES[0]) as pilot:
        screen = await opened(pilot)
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"statistics_{size[0]}x{size[1]}_three", text(pilot.app))
        await pilot.click(offset=find(pilot.app, "Survive!"))
        assert screen.tallies[screen.at].game == "survive"
        assert "12 games" in text(pilot.app)
        await resize(pilot, 150, 40)
        assert text(pilot.app).count("Against") == 2


async def test_every_look_is_painted(there):
    there(games(7))
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        for one in (*EACH_PALETTE, look(glyphs="ascii")):
            pilot.app.set_look(one)
            await pilot.pause()
            sound(pilot.app)
            if one.palette.flat:
                assert colours(pilot.app) <= {"default"}


async def test_what_it_says_is_what_was_counted(there):
    there(games(3))
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        (tally,) = screen.tallies
        assert f"3 games, {tally.won:g} won" in text(pilot.app)
        assert f"{tally.mean:.1f} points on average" in text(pilot.app)
        assert "longest crossing: 3 places of water" in text(pilot.app)
        row = next(line for line in lines(pilot.app) if "bot normal" in line)
        assert row.split()[:3] == ["bot", "normal", "1"]


async def test_unfinished_games_are_told_of_on_the_page_of_their_game(there, monkeypatch):
    finished = [*games(2), *games(2, "survive")]
    kept = PlayedGames(finished, 3, 0, unfinished_of={"survive": 1, "atalia": 2})
    there(finished)
    monkeypatch.setattr(finished_games, "kept", lambda: kept)
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        told = {}
        for tally in screen.tallies:
            told[tally.game] = "1 unfinished game is not counted." in text(pilot.app)
            assert "3 unfinished" not in text(pilot.app)
            await pilot.press("right")
        assert told == {"atlantis": False, "survive": True}


async def test_nothing_yet(there):
    there([], 1)
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        assert "No finished game of yours yet" in text(pilot.app)
        assert "1 unfinished game is not counted." in text(pilot.app)
        await pilot.press("right", "backspace")
        assert not isinstance(pilot.app.screen, StatisticsScreen)


async def test_another_game_has_its_own(there):
    there([*games(2), *games(3, "pebbles")])
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        assert "2 games" in text(pilot.app)
        await pilot.press("right")
        assert "Pebbles" in text(pilot.app)
        assert "3 games" in text(pilot.app)
        assert "There are none." in text(pilot.app)  # nobody has words for the records of that game
        await pilot.press("left")
        assert "2 games" in text(pilot.app)


async def test_a_folder_that_cannot_be_read_is_said(monkeypatch):
    def broken():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(finished_games, "kept", broken)
    async with Box().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(StatisticsScreen())
        await until(pilot, lambda: getattr(pilot.app.screen, "trouble", ""))
        assert "Permission denied" in text(pilot.app)


async def test_who_leaves_while_records_are_worked_out_waits_for_nothing(monkeypatch):
    finished = games(3)
    monkeypatch.setattr(finished_games, "kept", lambda: PlayedGames(finished, 0, 0))
    began, left, looked = threading.Event(), threading.Event(), []

    def work_out(game):
        looked.append(game.path)
        began.set()
        assert left.wait(20)
        return {}

    monkeypatch.setattr(marks, "_worked_out", work_out)
    monkeypatch.setattr(KeptResults, "write", lambda self, known: looked.append(sorted(known)))
    async with Box().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(StatisticsScreen())
        await until(pilot, began.is_set)
        assert "being worked out" in text(pilot.app)
        await pilot.press("backspace")
        left.set()
        await until(pilot, lambda: len(looked) > 1)
    assert looked == [finished[0].path, [finished[0].path]]


async def test_a_file_may_say_anything_about_its_game(there):
    there([*games(1, "table"), *games(2, "\033[2Jx" * 50)])
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        assert "\033" not in text(pilot.app)
        await pilot.press("right")
        sound(pilot.app)
        assert "Table" in text(pilot.app)


async def test_it_is_reached_from_the_list_of_games(there):
    there(games(1))
    async with Box().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(GamesScreen())
        await pilot.pause()
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, StatisticsScreen) and not pilot.app.screen.looking)
        assert "1 game," in text(pilot.app)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, GamesScreen)


@pytest.mark.parametrize("number", [1, 200, *(pytest.param(number, marks=pytest.mark.full) for number in (2, 9))])
async def test_any_size_has_room(there, number):
    there(games(number), number)
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        for size in ((60, 20), (30, 9), (99, 25), (120, 36), (200, 60), (80, 24)):
            await resize(pilot, *size)
            sound(pilot.app)
