"""The list of all games: what is in it and in which order, and what can be done with each."""

from __future__ import annotations

import os
import random
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events

from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.menu.library_painter import described
from atlantis_tui.replay.past_result import PastResult
from atlantis_tui.replay.screen import ReplayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.saved import game_files, library, paths
from atlantis_tui.saved.asked_game import file_of
from atlantis_tui.saved.library import CannotChangeGame, ListedGame, list_games, rename, take_back, throw_away
from atlantis_tui.table.screen import TableScreen
from core.log import FileLog
from core.table import Table
from tests.menu.at_menu import NOW, House, find, left_game, resize, text, until
from tests.net.lan import dealt, play_on
from tests.replay.at_replay import played
from tests.table.at_table import seat_instant_bots
from tests.ui.stage import LARGE_SIZES, golden, look

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture(autouse=True)
def _still(monkeypatch):
    monkeypatch.setattr("time.time", lambda: NOW)
    seat_instant_bots(monkeypatch)


def keep(table: Table, name: str, ago: float) -> str:
    """The file of a game, as if it had been played so many seconds ago."""
    folder = Path(paths.games_dir())
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.atl"
    first, *rest = table.log.records
    with FileLog.create(path, first.body, sig=first.sig, sync=False) as log:
        for record in rest:
            log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
    os.utime(path, (NOW - ago, NOW - ago))
    return str(path)


def five_games() -> None:
    keep(played("you", "bot:random", "bot:random", "bot:random"), "atlantis-2026-11-15-200000-KELP-7F3", 50_000)
    keep(played("you:Mira", "bot:random"), "atlantis-2026-11-14-200000-REEF-2", 140_000)
    keep(played("person:Anna", "person:Борис"), "With Boris at the lake", 3_000_000)
    left_game("SAND-3", ["you:Mira", "bot:random"], 7, 600)
    path = left_game("TIDE-9", ["you", "bot:random"], 9, 9_000_000)
    data = bytearray(Path(path).read_bytes())
    data[len(data) // 2] ^= 1
    Path(path).write_bytes(data)
    os.utime(path, (NOW - 9_000_000,) * 2)


@asynccontextmanager
async def listed(size: tuple[int, int] = (80, 24)) -> Any:
    app = House(look(), discovers=False)
    async with app.run_test(size=size) as pilot:
        screen = GamesScreen()
        app.push_screen(screen)
        await until(pilot, lambda: screen.all is not None)
        yield pilot, screen


async def on(pilot: Any, kind: type[Any]) -> Any:
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))
    return pilot.app.screen


# What is listed ------------------------------------------------------------------------------------------------------


def test_all_games_are_listed_newest_first_each_with_its_result():
    five_games()
    told = [described(game) for game in list_games()]
    assert [name for name, _result in told] == [
        "Atlantis, Mira and Nereus",
        "Atlantis, Nereus, Thetis and Triton",
        "Atlantis, Mira and Nereus",
        "With Boris at the lake: Atlantis, Anna and Борис",
        told[4][0],
    ]
    assert told[0][1] == "not over"
    assert told[1][1].startswith("lost ")
    assert told[2][1].split()[0] in ("won", "lost")
    assert told[3][1].split()[0] in ("Anna", "Борис")
    assert told[4][1] in ("damaged", "not over")  # damage between both ends is not looked for


def test_files_that_are_no_games_are_passed_over_and_what_cannot_be_read_is_told():
    five_games()
    folder = Path(paths.games_dir())
    (folder / "notes.txt").write_text("hello")
    (folder / "empty.atl").write_bytes(b"")
    (folder / "letter.atl").write_text("Dear Mira")
    (folder / "folder.atl").mkdir()
    whole = next(folder.glob("*KELP*")).read_bytes()
    (folder / "half.atl").write_bytes(whole[:-30])
    (folder / "hidden.atl").write_bytes(whole)
    os.chmod(folder / "hidden.atl", 0)
    found = {game.stem: game for game in list_games()}
    assert not {"notes", "empty", "letter", "folder"} & set(found)
    assert described(found["half"])[1] == "damaged"
    if os.getuid():  # who may read everything reads that too
        assert described(found["hidden"])[1] == "cannot be read"


def test_whatever_is_in_the_files_the_list_is_there():
    left_game("SAND-3", ["you:Mira", "bot:random"], 7)
    folder = Path(paths.games_dir())
    whole = next(folder.glob("*.atl")).read_bytes()
    chance = random.Random(3)
    for number in range(120):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 2, 30))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        (folder / f"fuzz-{number}.atl").write_bytes(data[: chance.randrange(len(data)) if number % 3 == 0 else None])
    for game in list_games():
        assert all(part.isprintable() for part in described(game))


def test_a_file_that_is_copied_in_appears():
    path = keep(played("you", "bot:random", steps=10), "mine", 100)
    Path(path).with_name("copied.atl").write_bytes(Path(path).read_bytes())
    assert {game.stem for game in list_games()} == {"mine", "copied"}


# Names and the trash -------------------------------------------------------------------------------------------------


def test_a_game_with_another_name_is_the_same_game():
    before = played("you", "bot:random", steps=10)
    keep(before, "atlantis-2026-11-15-200000-KELP-7F3", 100)
    new = rename(list_games()[0], "  The long   night ")
    assert os.path.basename(new) == "The_long_night.atl", "which nobody has to quote"
    assert [(game.title, game.when) for game in list_games()] == [("The long night", NOW - 100)]
    table, _notice = game_files.resume_table(new)
    assert table.state.digest() == before.state.digest()
    table.log.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".hidden", "x" * 61, "bell\a"])
def test_what_is_no_name_is_refused(name):
    keep(played("you", "bot:random", steps=10), "mine", 100)
    with pytest.raises(CannotChangeGame, match="no name"):
        rename(list_games()[0], name)
    assert [game.stem for game in list_games()] == ["mine"]


def test_a_name_that_another_has_is_refused():
    keep(played("you", "bot:random", steps=10), "one", 100)
    keep(played("you", "bot:random", steps=20), "two", 200)
    with pytest.raises(CannotChangeGame, match="already"):
        rename(list_games()[0], "two")
    assert len(list_games()) == 2


def test_a_game_that_others_look_for_keeps_its_name_until_it_is_over():
    log, table = dealt(2)
    play_on(table, 5)
    keep(Table(log), f"lan-{log.roster.gid.hex()}", 10)
    (game,) = list_games()
    assert (game.title, game.together, game.finished) == ("", True, False)
    with pytest.raises(CannotChangeGame, match="when it is over"):
        rename(game, "mine")
    Path(f"{game.path}.places").write_text("{}")
    thrown = throw_away(game)
    assert not Path(f"{game.path}.places").exists()
    take_back(thrown)
    assert Path(f"{game.path}.places").read_text() == "{}"


ENDINGS = (".left", ".talk", ".note", ".evidence", ".evidence-2", ".aside", ".aside-12", ".damaged")


def beside(path):
    """What lies beside this game: the endings of the names of its files."""
    folder, name = os.path.split(path)
    return sorted(one.removeprefix(name) for one in os.listdir(folder) if one.startswith(f"{name}."))


def test_what_belongs_to_a_game_goes_with_it():
    log, table = dealt(2)
    while table.state.prompt is not None:
        play_on(table, 1)
    keep(Table(log), f"lan-{log.roster.gid.hex()}", 10)
    (game,) = list_games()
    assert game.finished
    endings = sorted([*ENDINGS, ".promises"])
    for ending in endings:
        Path(game.path + ending).write_text(ending)
    new = rename(game, "The long night")
    assert (beside(game.path), beside(new)) == ([], endings)
    thrown = throw_away(list_games()[0])
    assert (beside(new), beside(thrown.trash)) == ([], endings)
    take_back(thrown)
    assert (beside(new), beside(thrown.trash)) == (endings, [])
    assert all(Path(new + ending).read_text() == ending for ending in endings)


def test_the_promises_of_a_game_that_is_not_over_stay():
    """Whoever throws it away can still join it again, and must know what was signed."""
    log, table = dealt(2)
    play_on(table, 5)
    keep(Table(log), f"lan-{log.roster.gid.hex()}", 10)
    (game,) = list_games()
    for ending in (*ENDINGS, ".promises"):
        Path(game.path + ending).write_text(ending)
    thrown = throw_away(game)
    assert (beside(game.path), beside(thrown.trash)) == ([".promises"], sorted(ENDINGS))
    assert [one.path for one in list_games()] == []
    take_back(thrown)
    assert beside(game.path) == sorted([*ENDINGS, ".promises"])


def test_a_game_in_play_elsewhere_is_left_alone():
    path = keep(played("you", "bot:random", steps=10), "mine", 100)
    with FileLog.open(path):
        for act in (lambda game: rename(game, "other"), throw_away):
            with pytest.raises(CannotChangeGame, match="another window"):
                act(list_games()[0])
    assert [game.stem for game in list_games()] == ["mine"]


def test_the_trash_keeps_everything_for_some_weeks(monkeypatch):
    for seed in ("A-1", "B-2"):
        left_game(seed, ["you", "bot:random"], 3)
    Path(f"{list_games()[0].path}.aside-2").touch()
    first = throw_away(list_games()[0])
    note = Path(first.trash).with_name("note.txt")
    note.touch()
    assert Path(first.trash).exists()
    monkeypatch.setattr("time.time", lambda: os.stat(first.trash).st_ctime + library.KEPT + 1)
    throw_away(list_games()[0])
    assert not Path(first.trash).exists()
    assert beside(first.trash) == []
    assert note.exists()  # it is no game
    assert list_games() == []


def test_two_games_of_one_name_lie_in_the_trash_side_by_side():
    trash = set()
    for steps in (10, 20):
        keep(played("you", "bot:random", steps=steps), "mine", 100)
        trash.add(throw_away(list_games()[0]).trash)
    assert len(trash) == 2
    thrown = library.TrashedGame(keep(played("you", "bot:random", steps=10), "mine", 100), trash.pop())
    with pytest.raises(CannotChangeGame, match="there again"):
        take_back(thrown)


# On the screen -------------------------------------------------------------------------------------------------------


async def test_on_a_large_screen_each_fact_has_a_column():
    five_games()
    async with listed(LARGE_SIZES[0]) as (pilot, screen):
        await pilot.press("down", "m", *"the volcano at last", "enter")
        await until(pilot, lambda: screen.chosen.note)
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"games_{size[0]}x{size[1]}", text(pilot.app))


@pytest.mark.parametrize(
    "size",
    [pytest.param((60, 20), marks=pytest.mark.full), (80, 24), (120, 36)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
async def test_it_looks_as_it_did(size):
    five_games()
    async with listed(size) as (pilot, _screen):
        await pilot.press("down")
        golden(f"games_{size[0]}x{size[1]}", text(pilot.app))


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_game_with_others_that_is_not_over_offers_to_go_on_against_bots(size, monkeypatch):
    alone: list[str] = []
    monkeypatch.setattr(House, "go_on_alone", lambda app, path: alone.append(path))
    five_games()
    log, table = dealt(3)
    play_on(table, 9)
    keep(Table(log), f"lan-{log.roster.gid.hex()}", 3_600)
    async with listed(size) as (pilot, screen):
        while not screen.chosen.together:
            assert "against bots" not in text(pilot.app)
            await pilot.press("down")
        golden(f"games_{size[0]}x{size[1]}_together", text(pilot.app))
        await pilot.click(offset=find(pilot.app, "A against bots"))
        assert alone == [screen.chosen.path]


async def test_without_games_it_says_so():
    async with listed() as (pilot, screen):
        assert "No game yet" in text(pilot.app)
        for key in ("enter", "r", "v", "s", "e", "n", "d", "u", "down", "slash", "escape"):
            await pilot.press(key)
        assert pilot.app.screen is screen


async def test_a_finished_game_is_seen_again_and_leads_back():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("down", "enter")
        replay = await on(pilot, ReplayScreen)
        assert replay.table.over
        assert replay.file == screen.chosen.path
        await pilot.press("q")
        await on(pilot, GamesScreen)
        await pilot.press("q")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)


async def test_an_unfinished_one_is_gone_on_with_and_can_be_seen_too():
    five_games()
    async with listed() as (pilot, _screen):
        await pilot.press("r")
        replay = await on(pilot, ReplayScreen)
        assert not replay.table.over
        await pilot.press("q")
        await on(pilot, GamesScreen)
        await pilot.press("v")
        assert "finish it for a review" in text(pilot.app)
        await pilot.press("s")
        assert "That game is not over" in text(pilot.app)
        await pilot.press("enter")
        table = await on(pilot, TableScreen)
        assert not isinstance(table, ReplayScreen)
        assert table.table is pilot.app.table
        await pilot.press("q")
        await on(pilot, GamesScreen)


async def test_the_same_deal_again_from_the_list_and_from_a_replay():
    keep(played("you", "bot:random"), "mine", 100)
    seed = played("you", "bot:random").seed
    async with listed() as (pilot, _screen):
        for keys in (["s"], ["enter", "s"]):
            for key in keys:
                await pilot.press(key)
            await until(pilot, lambda: pilot.app.table is not None)
            assert pilot.app.table.seed == seed
            assert pilot.app.table.seats == ["you", "bot:random"]
            assert not pilot.app.table.over
            await pilot.press("q")
            await on(pilot, GamesScreen)
        assert len(list_games()) == 3


async def test_its_result_is_seen_again_and_leads_back():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("w")
        assert "This game is not over: it has no result yet." in text(pilot.app)
        await pilot.press("down", "w")
        await on(pilot, PastResult)
        assert "lost −24 : 11 : 4 : −2" not in text(pilot.app)
        assert "The final crossing" in text(pilot.app)
        for key in ("enter", "q", "backspace", "escape", "w"):
            await pilot.press(key)
            assert pilot.app.screen is screen
            await pilot.press("w")
            await on(pilot, PastResult)
        await pilot.press("r")
        assert (await on(pilot, ReplayScreen)).file == screen.chosen.path
        await pilot.press("w")
        await on(pilot, PastResult)
        await pilot.press("s")
        await until(pilot, lambda: pilot.app.table is not None)
        assert pilot.app.table.seed == "KELP-7F3"


async def test_it_is_reviewed(monkeypatch):
    monkeypatch.setattr(ReviewScreen, "_work_out", lambda self: None)
    keep(played("you", "bot:random"), "mine", 100)
    async with listed() as (pilot, _screen):
        await pilot.press("v")
        await on(pilot, ReviewScreen)


async def test_what_is_deleted_comes_back():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("down")
        gone = screen.chosen.path
        await pilot.press("d")
        assert not os.path.exists(gone)
        assert "Deleted. U brings it back." in text(pilot.app)
        assert gone not in [game.path for game in screen.shown]
        await pilot.press("d", "u", "u")
        await until(pilot, lambda: len(screen.shown) == 5)
        assert os.path.exists(gone)
        assert screen.chosen.path == gone
        await pilot.press("u")
        assert "Nothing was deleted" in text(pilot.app)


async def test_typing_a_name():
    keep(played("you", "bot:random"), "mine", 100)
    async with listed() as (pilot, screen):
        await pilot.press("n")
        assert "Name:" in text(pilot.app)
        assert "Enter keep  Esc leave it as it was" in text(pilot.app)
        await pilot.press(*["backspace"] * 4, "N", "i", "c", "e", "enter")
        assert screen.chosen.stem == "Nice"
        assert "Nice: Atlantis" in text(pilot.app)
        await pilot.press("n", "slash", "enter")
        assert "no name for a file" in text(pilot.app)
        await pilot.press("n", "x", "escape")
        assert [game.stem for game in list_games()] == ["Nice"]


async def test_a_game_gets_its_first_name_in_an_empty_field():
    keep(played("you", "bot:random"), "atlantis-2026-11-15-200000-PEARL-4ZQ", 100)
    async with listed() as (pilot, screen):
        await pilot.press("n", "enter")  # no name is wanted after all
        assert (screen.chosen.stem, screen.remark) == ("atlantis-2026-11-15-200000-PEARL-4ZQ", "")
        await pilot.press("n", *"First one")
        await pilot.click(offset=find(pilot.app, "Enter keep"))
        assert screen.chosen.stem == "First_one"
        assert "First one: Atlantis, Nereus" in text(pilot.app)
        assert file_of("First one") == screen.chosen.path
        await pilot.press("n")
        assert screen.field.text == "First one"


async def test_a_note_is_written_shown_found_and_taken_away():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("down", "m")
        assert "Note: Enter keeps it" in text(pilot.app)
        await pilot.press(*"lost ", *"by a shark", "enter")
        path = screen.chosen.path
        assert Path(f"{path}.note").read_text() == "lost by a shark\n"
        assert "Note: lost by a shark" in text(pilot.app)
        await pilot.press("up")
        (row,) = (line for line in text(pilot.app).splitlines() if "lost −24" in line)
        assert "…   lost by a" in row
        await pilot.press("slash", *"shark", "enter")
        assert [game.path for game in screen.shown] == [path]
        await pilot.press("n", "ctrl+u", *["delete"] * 50, *"Reef", "enter")
        assert Path(path).with_name("Reef.atl.note").exists()
        await pilot.press("d", "u")
        await until(pilot, lambda: screen.chosen is not None and screen.chosen.note)
        await pilot.press("m", "x", "escape")
        assert screen.chosen.note == "lost by a shark"
        await pilot.press("m", "ctrl+u", "enter")
        assert screen.chosen is None  # no game holds the word any more
        assert not Path(path).with_name("Reef.atl.note").exists()


async def test_a_note_is_as_long_as_fits_and_no_longer():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("m", *"ab" * 34)
        assert "Full" not in text(pilot.app)
        await pilot.press(*"ab" * 16)
        assert "Full: there is room for 70 letters." in text(pilot.app)
        await pilot.press("enter")
        assert screen.chosen.note == "ab" * 35
        assert f"Note: {'ab' * 35}" in text(pilot.app)


async def test_typing_finds_games():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("slash", *"lake")
        assert [game.title for game in screen.shown] == ["With Boris at the lake"]
        await pilot.press("enter")
        assert "1 that hold lake" in text(pilot.app)
        await pilot.press("backspace")
        assert len(screen.shown) == 5
        await pilot.press("slash", *"mira", "space", *"lost")
        assert all("Mira" in game.names for game in screen.shown)
        await pilot.press("escape")
        assert len(screen.shown) == 5
        await pilot.press("slash", *"zzz", "enter")
        assert "No game holds these words" in text(pilot.app)


@pytest.mark.parametrize("words", ["lake", "zzz"])
async def test_who_leaves_a_search_is_at_the_game_that_was_chosen(words):
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("end", "slash", *words)
        chosen = screen.chosen or screen.all[4]
        await pilot.press("escape")
        assert (screen.chosen, len(screen.shown)) == (chosen, 5)


async def test_what_is_typed_fast_is_not_lost():
    five_games()
    async with listed() as (pilot, screen):
        for key in ("down", "slash", *"lake", "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: screen.words == "lake" and screen.field is None)
        assert len(screen.shown) == 1


async def test_no_file_name_reaches_the_terminal_as_it_is():
    path = Path(keep(played("you", "bot:random", steps=4), "mine", 100))
    odd = ["a\nb", "a\x1b[31mb", "atlantis-2026-11-14-200000\x1b", "\udcff"]
    for name in odd:
        path.with_name(f"{name}.atl").write_bytes(path.read_bytes())
        path.with_name(f"{name}-broken.atl").write_bytes(path.read_bytes()[:-3])
    async with listed() as (pilot, screen):
        assert len(screen.shown) == 1 + 2 * len(odd)
        for _game in screen.shown:
            await pilot.press("n")
            assert all(line.isprintable() for line in text(pilot.app).split("\n"))
            await pilot.press("escape", "down")
            assert all(line.isprintable() for line in text(pilot.app).split("\n"))


async def test_why_another_screen_could_not_be_opened_is_said_here():
    five_games()
    async with listed() as (pilot, screen):
        pilot.app.notice = "The network is down."
        screen.show()
        await until(pilot, lambda: "The network is down." in text(pilot.app))
        await pilot.press("down")
        assert "The network is down." not in text(pilot.app)


@pytest.mark.parametrize(
    ("own", "winners", "result"), [(0, (0,), 2), (0, (0, 1), 1), (0, (1,), 0), (0, (1, 2), 0), (None, (1,), 1)]
)
def test_results_are_sorted_won_shared_lost(own, winners, result):
    assert ListedGame("x.atl", 0, own=own, finished=True, winners=winners).result == result
    assert ListedGame("x.atl", 0, own=own, winners=()).result == -1


async def test_orders():
    five_games()
    async with listed() as (pilot, screen):
        newest = [game.path for game in screen.shown]
        at = screen.chosen.path
        await pilot.press("o")
        assert [game.path for game in screen.shown] == newest[::-1]
        assert screen.chosen.path == at
        await pilot.press("o")
        assert screen.shown[0].names[0] == "Anna"
        await pilot.press("o")
        results = [game.result for game in screen.shown]
        assert results == sorted(results, reverse=True)
        await pilot.press("o")
        assert [game.path for game in screen.shown] == newest


async def test_a_damaged_game_shows_what_is_good_in_it():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("end", "r")
        replay = await on(pilot, ReplayScreen)
        assert len(replay.table.steps) > 1
        await until(pilot, lambda: replay.toast.display)
        assert "damaged" in " ".join(replay.toast.lines)
        await pilot.press("q")
        await on(pilot, GamesScreen)
        Path(screen.chosen.path).write_bytes(Path(screen.chosen.path).read_bytes()[:60])
        await pilot.press("r")
        assert pilot.app.screen is screen
        assert screen.remark


async def test_the_mouse_chooses_and_opens():
    five_games()
    async with listed() as (pilot, screen):
        x, y = find(pilot.app, "With Boris")
        await pilot.click(offset=(x, y))
        assert screen.chosen.title == "With Boris at the lake"
        await pilot.click(offset=(x, y))
        assert (await on(pilot, ReplayScreen)).names == ["Anna", "Борис"]


async def test_long_lists_scroll():
    path = keep(played("you", "bot:random", steps=4), "0", 0)
    for number in range(1, 60):
        Path(path).with_name(f"{number}.atl").write_bytes(Path(path).read_bytes())
    async with listed() as (pilot, screen):
        for keys, at in ((["end"], 59), (["pageup"], 42), (["up"], 41), (["home"], 0), (["pagedown", "down"], 18)):
            await pilot.press(*keys)
            assert screen.at == at
            assert screen.top <= screen.at < screen.top + 17


async def test_the_menu_leads_here():
    five_games()
    app = House(look(), discovers=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        screen = await on(pilot, GamesScreen)
        await until(pilot, lambda: screen.all is not None)
        assert "With Boris at the lake" in text(app)


async def test_a_film_of_a_game_is_made_while_the_list_stays(monkeypatch, tmp_path):
    """The real process: it is the same command that people can type."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.dirname(library.__file__)))
    keep(played("you", "bot:random", steps=8), "mine", 100)
    async with listed() as (pilot, screen):
        await pilot.press("e")
        assert "asciicast" in text(pilot.app)
        await pilot.press("t")
        await until(pilot, lambda: screen.remark.startswith("Written to"))
        (film,) = tmp_path.glob("mine*.txt")
        assert "eyes of ▲ you" in film.read_text("utf-8")
        await pilot.press("e", "x")
        assert not screen.exporting
        await pilot.press("e")
        await pilot.click(offset=find(pilot.app, "any other key"))
        assert not screen.exporting
        monkeypatch.setattr(screen, "export", lambda game, kind: made.append(kind))
        made: list[str] = []
        await pilot.press("e")
        await pilot.click(offset=(5, 5))  # anywhere
        assert not screen.exporting
        assert made == []
        await pilot.press("e")
        await pilot.click(offset=find(pilot.app, "S pictures"))
        assert made == ["svg"]


async def test_a_click_leaves_a_name_as_it_was():
    five_games()
    async with listed() as (pilot, screen):
        await pilot.press("n", "x")
        await pilot.click(offset=find(pilot.app, "With Boris"))
        assert screen.field is None
        assert screen.chosen.title == "With Boris at the lake"
