"""Brings up every screen there is, and stops wherever something new is to be seen, so that tests can look at it.

    async def test_it(walk):
        visit = Visit((80, 24), [check])
        await WALKS["the menu"](visit, ground)

A visit has one size: to bring everything up once more is cheaper than to resize it at every stop. Names are as long
as they may be.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import pkgutil
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.screen import Screen

import atlantis_tui
from atlantis_tui.games import lesson_for, table_for
from atlantis_tui.lesson.end import LessonEnd
from atlantis_tui.lesson.opening import open_lesson
from atlantis_tui.lesson.written import written
from atlantis_tui.lobby.tables import TablesScreen
from atlantis_tui.menu.branch_search import AloneScreen
from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.menu.new_game import NewGameScreen
from atlantis_tui.menu.statistics import StatisticsScreen
from atlantis_tui.replay.export.film import FilmedResult
from atlantis_tui.replay.past_result import PastResult
from atlantis_tui.saved.seats import LONGEST_NAME
from atlantis_tui.saved.settings import Settings
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.mode import TableMode
from atlantis_tui.table.network.result import CompanyResult
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.table.screen import TableScreen
from core import games
from core.survive.components import SHARK
from core.table import Table
from tests.games.atalia import at_atalia as atalia
from tests.games.survive import at_survive as survive
from tests.help.at_help import Bare, Hands, at_game, at_home
from tests.lobby.at_lobby import Inn, Said
from tests.lobby.at_lobby import table as near
from tests.menu.at_menu import House, left_game, three_games, until
from tests.replay.at_replay import at_replay, played
from tests.review.at_review import NAMES, at_once, laid_out, screen, whole
from tests.table.at_table import at_table, new_table, table_where
from tests.table.network.at_lan import gathering, reads
from tests.ui.stage import Stage, finished, look

TWO = ("you", "bot:random")
LONG = ("Maximiliane-Susannah", "Wilhelmina-Charlotte", "Konstantin-Alexander", "Friederike-Christine")
FOUR = (f"you:{LONG[0]}", *(f"person:{name}" for name in LONG[1:]))
assert {len(name) for name in LONG} == {LONGEST_NAME}

Check = Callable[[Any, object], None]  # of an app, and where it stands


class Ground(NamedTuple):
    """What a walk may change for as long as it lasts."""

    patch: pytest.MonkeyPatch
    home: Path


class Visit:
    """Looks at every stop with these checks."""

    def __init__(self, size: tuple[int, int], checks: Sequence[Check], stride: int = 1) -> None:
        """`stride`: of what has very many stops of one kind, only every so many are made."""
        self.size, self.checks, self.stride = size, checks, stride
        self.screens: set[type[Screen[Any]]] = set()
        self.tables: set[tuple[type[Screen[Any]], type[TableMode]]] = set()

    async def look(self, hands: Any, where: object = "") -> None:
        shown = hands.app.screen
        self.screens.add(type(shown))
        if isinstance(shown, TableScreen):
            self.tables.add((type(shown), type(shown.mode)))
        for check in self.checks:
            check(hands.app, where)

    async def walk(self, hands: Any, keys: Sequence[str]) -> None:
        """Press these keys, and look at every screen on the way."""
        await self.look(hands)
        for some in keys:
            await hands.press(*some.split())
            await self.look(hands, some)


Walk = Callable[[Visit, Ground], Awaitable[None]]
WALKS: dict[str, Walk] = {}


def a_walk(name: str) -> Callable[[Walk], Walk]:
    def keep(walk: Walk) -> Walk:
        WALKS[name] = walk
        return walk

    return keep


# Around the table ----------------------------------------------------------------------------------------------------


@a_walk("the menu and what it opens")
async def _menu(visit: Visit, ground: Ground) -> None:
    three_games()
    async with at_home(visit.size, settings=Settings(name=LONG[0])) as hands:
        await hands.until(lambda: hands.screen.games is not None and all(game.known for game in hands.screen.games))
        await visit.walk(hands, ["left", *["down"] * 7, "tab", "tab", "down", "down", "up"])
        await visit.walk(hands, ["n", "up", "left", *["down"] * 6, "e", "escape", "backspace"])
        await visit.walk(hands, ["n", "minus", "plus", "backspace"])
        await visit.walk(hands, ["s", *["down"] * 14, "up", "up", "enter", "escape", "escape"])
        await visit.walk(hands, ["s", "k", "down", "enter", "escape", "escape", "escape"])
        await visit.walk(hands, ["ctrl+p", "escape"])
        await visit.walk(hands, ["?", "down", "r", "down", "/", "x enter", "s"])


@a_walk("a new game of each kind")
async def _new_games(visit: Visit, ground: Ground) -> None:
    async with at_home(visit.size, settings=Settings(name=LONG[0])) as hands:
        for game in games.names():
            hands.app.push_screen(NewGameScreen(game))
            await hands.on(NewGameScreen)
            await visit.look(hands, game)
            for row in hands.screen.rows:
                hands.screen.row = row
                hands.screen.show()
                await visit.look(hands, (game, row))
            await hands.press("backspace")


@a_walk("the list of games and the statistics")
async def _games(visit: Visit, ground: Ground) -> None:
    three_games()
    left_game("OVER-1", [f"you:{LONG[0]}", *(f"person:{name}" for name in LONG[1:])], 10_000)
    async with at_home(visit.size) as hands:
        hands.app.push_screen(GamesScreen())
        await hands.on(GamesScreen)
        await hands.until(lambda: hands.screen.all is not None)
        await visit.walk(hands, ["down", "n", "escape", "m", "escape", "f", "x", "x", "enter", "escape"])
        await visit.walk(hands, ["slash", "x", "x", "enter", "backspace", "down", "down", "e", "escape", "d", "u", "o"])
        await hands.press("home")
        while not hands.screen.chosen.finished:
            await hands.press("down")
        await hands.press("w")
        await hands.on(PastResult)
        await visit.look(hands, "the result of one")
        await hands.press("backspace")
        hands.app.push_screen(StatisticsScreen())
        await hands.on(StatisticsScreen)
        await hands.until(lambda: not hands.screen.looking)
        await visit.walk(hands, ["right"])


@a_walk("tables near you and the name card")
async def _tables(visit: Visit, ground: Ground) -> None:
    app: Any = House(look(motion=False, hover=False), discovers=True, settings=Settings(name=LONG[0]))
    app._near = Said(
        near("attic", "Attic", 2, 2, "code", "playing", host=LONG[1]),
        near("k", "Kitchen table by the window", host=LONG[2]),
        near("reef", "Reef", 3, 4, "code"),
        near("old", "", 1, 4, why="The two programs play Atlantis by different rules."),
    )
    async with app.run_test(size=visit.size) as pilot:
        hands = Hands(pilot)
        await hands.settle()
        await visit.look(hands, "menu")
        shown = TablesScreen()
        app.push_screen(shown)
        await until(pilot, lambda: app.screen is shown and shown.near is not None)
        await visit.walk(hands, ["up", "down", "down", "down", "w", "escape", "a", "escape", "f"])
        app.settings = Settings()
        await visit.walk(hands, ["h", "tab", "escape"])


@a_walk("a lobby before a game")
async def _lobby(visit: Visit, ground: Ground) -> None:
    async with Inn(ground.patch, ground.home) as inn:
        mira = inn.host(LONG[0], seats=3)
        jonas = await inn.guest(LONG[1], mira)
        async with inn.app(mira, visit.size) as pilot:
            await visit.walk(
                Hands(pilot), ["down", "down", "b", "b", "o", "down", "o", "t", "escape", "y", "escape", "r"]
            )
        async with inn.app(jonas, visit.size) as pilot:
            await visit.walk(Hands(pilot), ["t", "escape", "r"])


@a_walk("going on against bots")
async def _alone(visit: Visit, ground: Ground) -> None:
    async def never(path: str, **more: Any) -> str:
        await asyncio.Event().wait()
        return path

    ground.patch.setattr("atlantis_tui.network.branch.go_on_alone", never)
    async with at_home(visit.size, app=Bare) as hands:
        hands.app.push_screen(AloneScreen("lan-1.atl"))
        await hands.on(AloneScreen)
        await visit.look(hands)
        await hands.press("backspace")


@a_walk("where the screen is too small")
async def _too_small(visit: Visit, ground: Ground) -> None:
    for size in ((48, 14), (26, 6)):
        small = Visit(size, visit.checks)
        async with at_table(new_table(TWO), size) as play:
            await small.look(play)
        async with at_home(size) as hands:
            await small.look(hands)


# At the tables -------------------------------------------------------------------------------------------------------

MOMENTS: dict[str, tuple[Callable[[], Table], list[str]]] = {
    "survive, placing": (survive.new_game, ["6", "a", "i", "escape", ":", "escape", "y", "y"]),
    "survive, a tile": (lambda: survive.drawn_position("tile"), ["1", "backspace", "n"]),
    "survive, moving": (
        survive.drawn_position,
        ["tab", "right", "right", "s", "backspace", "e", "u", "x", "h", "h"],
    ),
    "survive, overboard": (survive.drawn_position, ["tab tab tab tab tab", "s", "s", "n"]),
    "survive, sinking": (lambda: survive.drawn_position("sink"), ["a", "n", "tab"]),
    "survive, the die": (lambda: survive.drawn_position("die", change=survive.die(SHARK)), ["tab", "right", "n"]),
    "survive, a defence": (
        lambda: survive.drawn_position("defend", change=survive.threat(survive.THETIS, SHARK, "F5", "D7")),
        ["enter"],
    ),
    "survive, people": (lambda: survive.drawn_position(seats=FOUR), ["enter", "tab", "right", "h", "y", "y", "x"]),
    "atalia, playing": (
        atalia.drawn_position,
        ["r", "r", "4", "c", "backspace", "5", "x", "escape", "t", "h", ":"],
    ),
    "atalia, guile": (lambda: atalia.drawn_position("R8 G3 traitor redeploy"), ["t", "7", "enter", "4", "t"]),
    "atalia, claiming": (
        lambda: atalia.drawn_position(step="claim", owners={2: 1, 6: 0}),
        ["4", "c", "x", "backspace", "e"],
    ),
    "atalia, drawing": (lambda: atalia.drawn_position(step="draw"), ["p"]),
    "atalia, people": (lambda: atalia.new_game(FOUR[:2]), ["enter", "1", "4", "y", "y"]),
    "atlantis, moving": (lambda: new_table(TWO), ["1", "l", "enter", "right", "w", "backspace", "x", ":", "escape"]),
    "atlantis, later": (
        lambda: table_where(lambda state: state.step == "turn", after=30),
        ["b", "right", "backspace", "t", "enter", "i", "escape", "y", "up", "enter", "1 2 3", "f", "f"],
    ),
    "atlantis, people": (lambda: new_table(FOUR), ["enter", "1", "l", "y", "y"]),
}


def _at(moment: str) -> Walk:
    make, keys = MOMENTS[moment]

    async def walk(visit: Visit, ground: Ground) -> None:
        async with at_table(make(), visit.size) as play:
            await visit.walk(play, keys)

    return walk


WALKS |= {moment: _at(moment) for moment in MOMENTS}


def _help_over(game: str) -> Walk:
    make = {"atlantis": new_table, "atalia": atalia.new_game, "survive": survive.new_game}[game]

    async def walk(visit: Visit, ground: Ground) -> None:
        async with at_game(make(list(TWO)), visit.size) as hands:
            await visit.walk(hands, ["ctrl+p", "down", "escape", "?", "down", "r", "s"])

    return walk


WALKS |= {f"help over a table of {game}": _help_over(game) for game in games.names()}


@a_walk("hints")
async def _hints(visit: Visit, ground: Ground) -> None:
    async with at_table(table_where(lambda state: state.step == "turn", after=30), visit.size) as play:
        play.screen.hinting.iterations = 5
        await play.press("i")
        await play.until(lambda: bool(play.screen.hinting.found))
        await visit.walk(play, ["1", "2", "backspace"])


@a_walk("a turn that is told, and the curtain")
async def _told(visit: Visit, ground: Ground) -> None:
    async with at_table(new_table(TWO), visit.size, look(motion=True, hover=False)) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.until(lambda: bool(play.screen.turns.message))
        await visit.look(play, "a turn that is told")
    story = ["Mira plays a statue, and pays 1 for the water."] * 40
    await _on_stage(visit, lambda: CurtainScreen(3, LONG[0], LONG[1:], story))


@a_walk("the words of a film's end")
async def _film(visit: Visit, ground: Ground) -> None:
    async with at_replay(played(), visit.size) as play:
        play.app.push_screen(FilmedResult(play.screen))
        await play.on(FilmedResult)
        await visit.look(play, NO_KEYS)


NO_KEYS = "nobody is asked for a key here"


async def _on_stage(visit: Visit, make: Callable[[], Screen[Any]], *keys: str) -> None:
    app = Stage(make())
    async with app.run_test(size=visit.size) as pilot:
        await visit.walk(Hands(pilot), keys)


def _first(game: str) -> Walk:
    async def walk(visit: Visit, ground: Ground) -> None:
        async with at_home(visit.size) as hands:
            open_lesson(hands.app, game)
            coach = await hands.at_lesson()
            for number in range(0, len(coach.mode.steps), visit.stride):
                coach.mode.go_to(number)
                await hands.until(lambda: coach.mode.speaks)
                await visit.look(hands, number)
                await hands.press("m")
                await visit.look(hands, (number, "without the bubble"))
                coach.say([coach.mode.instead()])
                await hands.settle()
                await visit.look(hands, (number, "another key"))

    return walk


WALKS |= {f"a first game of {game}": _first(game) for game in games.names()}


@a_walk("the end of a first game")
async def _first_ends(visit: Visit, ground: Ground) -> None:
    for game in games.names():
        lesson = lesson_for(game)
        assert lesson is not None
        over = written(lesson, len(lesson.moves))
        await _on_stage(visit, lambda lesson=lesson, over=over: LessonEnd(lesson, over, ["You", "Nereus"]))  # type: ignore[misc]


# On the network ------------------------------------------------------------------------------------------------------


@a_walk("a table on the network")
async def _network(visit: Visit, ground: Ground) -> None:
    async with gathering(ground.home, *LONG[:3]) as table:
        await table[LONG[0]].turn()
        async with table.at(LONG[1], visit.size) as play:
            await visit.walk(play, ["q", "/", "escape", "j", "j", "enter", "backspace", "backspace"])
            table[LONG[0]].runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.open)
            await visit.look(play, "a question")
            await play.press("n")
            await table.leave(LONG[2])
            await play.until(lambda: play.screen.mode.absence.missing() is not None or play.screen.mine)
            await visit.look(play, "somebody is away")
            table.cut()
            await reads(play, "host")
            await visit.look(play, "the host is lost")


@a_walk("the other games on the network, played and watched")
async def _others(visit: Visit, ground: Ground) -> None:
    for game in ("atalia", "survive"):
        async with gathering(ground.home / game, *LONG[:2], game=game) as table:
            await table.watch(LONG[3])
            for name in (LONG[0], LONG[1], LONG[3]):
                async with table.at(name, visit.size) as play:
                    await visit.walk(play, ["y", "y", "h"])


@a_walk("the result of a game played together")
async def _together(visit: Visit, ground: Ground) -> None:
    async with gathering(ground.home, *LONG[:2]) as table:
        for name in LONG[:2]:
            table[name].plays_by_itself()
        async with table.at(LONG[0], visit.size) as play:
            await play.on(CompanyResult)
            await visit.walk(play, ["t", "escape", "enter"])


# After the game ------------------------------------------------------------------------------------------------------


@a_walk("results")
async def _results(visit: Visit, ground: Ground) -> None:
    for game in games.names():
        most = max(games.load(game).seat_counts)
        for seats, names in ((2, ["You", "Nereus"]), (most, list(LONG[:most]))):
            over = finished(seats, "KELP-7F3", game)
            await _on_stage(visit, lambda over=over, names=names: ResultScreen(over, names, 0))  # type: ignore[misc]


@a_walk("the review")
async def _review(visit: Visit, ground: Ground) -> None:
    over = finished(4, "KELP-7F3")
    at_once(ground.patch, laid_out(over))
    for names in (NAMES, LONG):
        review = screen(over, names=names)
        app = Stage(review)
        async with app.run_test(size=visit.size) as pilot:
            await whole(pilot, review)
            await visit.walk(Hands(pilot), ["down", "enter", "enter", "tab"])


@a_walk("a replay")
async def _replay(visit: Visit, ground: Ground) -> None:
    for table in (played(), played(*FOUR)):
        async with at_replay(table, visit.size) as play:
            await visit.walk(play, ["right", "space", "space", "g", "escape", "o", "m", "y", "y", "h", "end"])


# What there is -------------------------------------------------------------------------------------------------------


WITHOUT_SCREENS = "atlantis_tui.training."  # it needs packages that the program does not, so they may be missing


def all_screens() -> set[type[Screen[Any]]]:
    """Every screen that the program can show: what nothing is made of, or what is made somewhere by its name."""
    sources = ""
    for module in pkgutil.walk_packages(atlantis_tui.__path__, "atlantis_tui."):
        if not module.name.endswith("__main__") and not module.name.startswith(WITHOUT_SCREENS):
            sources += inspect.getsource(importlib.import_module(module.name))
    found = {kind for kind in _kinds(Screen) if kind.__module__.startswith("atlantis_tui.")}
    bases = {base for kind in found for base in kind.__mro__[1:]}
    return {kind for kind in found if kind not in bases or re.search(rf"(?<!class )(?<!\w){kind.__name__}\(", sources)}


def all_tables() -> set[tuple[type[Screen[Any]], type[TableMode]]]:
    """Every table with every way to sit at it."""
    modes = [kind for kind in _kinds(TableMode) if kind.__module__.startswith("atlantis_tui.")]
    return {(table_for(game), mode) for game in games.names() for mode in modes}


def _kinds(base: type[Any]) -> set[type[Any]]:
    return {kind for one in base.__subclasses__() for kind in (one, *_kinds(one))}
