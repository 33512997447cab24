"""Every key that is named at a table on the network does what is said of it, in every game of the house: on the cards
that lie over the board, in the question, in the footers, and in the lobby."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from atlantis_tui.network.news import TableEnded
from atlantis_tui.table.network.questions import Questions
from atlantis_tui.table.network.result import CompanyResult
from atlantis_tui.table.result import ResultScreen
from core import games
from net.refusal import Refusal
from net.session import limits
from tests.lobby.at_lobby import Inn, play_out, when
from tests.menu.at_menu import until as until_shown
from tests.table.at_table import Play
from tests.table.network.at_lan import Gathering, gathering, until
from tests.ui.stage import PATIENCE

GAMES = games.names()
MODE_KEY = re.compile(r"mode_key\('(\w+)'(?:, (\w+))?\)")
KEYS = {"Enter": "enter", "Esc": "escape", "Bksp": "backspace", "Tab": "tab", "Up": "up", "Down": "down", "−": "-"}
ARROWS = {"↑": "up", "↓": "down", "←": "left", "→": "right"}


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch):
    monkeypatch.setattr(Questions, "still", 0)
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    monkeypatch.setattr(limits, "AWAY_MS", 0)


def pressed(shown: str) -> list[str]:
    """The keys that are meant by what is painted, as "Enter", "↑↓", "1-6" or "1 2"."""
    if shown in KEYS:
        return [KEYS[shown]]
    if all(sign in ARROWS for sign in shown):
        return [ARROWS[sign] for sign in shown]
    if re.fullmatch(r"\d-\d", shown):
        return [shown[0]]
    return [one.lower() for one in shown.split()]


def picture(app: Any) -> list[list[tuple[str, str]]]:
    """All that is on the screen, with its colours."""
    return [[(part.text, str(part.style)) for part in strip] for strip in app.screen._compositor.render_strips()]


def named(shown: Any) -> list[tuple[str, str]]:
    """The keys with their actions; of an action of the mode, the name alone: "vote" for `mode_key('vote')`."""
    return [(key, MODE_KEY.sub(_plain, action)) for key, _word, action in shown]


def _plain(action: re.Match[str]) -> str:
    return f"{action[1]}({action[2]})" if action[2] else action[1]


# What each key has to bring about, by its action. A card that names another one needs a line here.
REACHED: dict[str, Callable[[Play], bool]] = {
    "wait_longer": lambda play: not play.screen.mode.absence.shown,
    "vote": lambda play: (
        ("V", "vote") not in named(play.screen.mode.absence.keys()) or not play.screen.mode.absence.shown
    ),
    "pause": lambda play: play.app.answer == "menu",
    "answer(True)": lambda play: not play.screen.mode.questions.open and not play.screen.past.open,
    "answer(False)": lambda play: not play.screen.mode.questions.open,
    "talk": lambda play: play.screen.mode.chat.writes,
    "history": lambda play: play.screen.past.open,
    "leave": lambda play: "Q once more" in play.toast or play.app.answer == "menu",
    "take_back": lambda play: play.toast != "",
    "back": lambda play: not play.screen.mode.writing,
}


async def calm(play: Play) -> None:
    """As it was before a key, as far as that can be."""
    screen = play.screen
    if screen.mode.chat.writes:
        await screen.mode.chat.close()
    if screen.past.open:
        screen.action_history()
    screen.mode.absence._enough = screen.mode.absence._voted = None
    screen.hush()
    screen.show()
    await play.settle()


async def does(play: Play, key: str, action: str) -> None:
    for one in pressed(key):
        assert not REACHED[action](play), (key, action, "is so already")
        await play.press(one)
        assert REACHED[action](play), (key, action, play.text)


def at_the_end(keys: list[tuple[str, str]], *last: str) -> list[tuple[str, str]]:
    """Those that end something come last."""
    return sorted(keys, key=lambda pair: last.index(pair[1]) + 1 if pair[1] in last else 0)


def shown_keys(play: Play) -> list[tuple[str, str]]:
    """Of the card that is up and of the footer, which says the same and more."""
    mode = play.screen.mode
    card = mode.absence.panel.card
    found = named(card.buttons) if mode.absence.shown and card is not None else []
    found += named(mode.questions.panel.buttons) if mode.questions.panel.display else []
    return list(dict.fromkeys([*found, *named(play.screen.footer.pairs)]))


# Situations ----------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def network_table(tmp_path: Any, game: str, most: int = 3) -> AsyncIterator[Gathering]:
    """As many as can play it, up to three."""
    count = max(number for number in games.load(game).seat_counts if number <= most)
    async with gathering(tmp_path, *("Anna", "Boris", "Chloe")[:count], game=game) as people:
        yield people


async def turn_of(people: Gathering, name: str) -> None:
    def asked() -> list[str]:
        """Whom all tables ask, where there is a choice."""
        everybody = people.people.items()
        forced = any(one.network_table.table.state.forced() is not None for _, one in everybody)  # type: ignore[union-attr]
        heads = {one.network_table.session.game.chain.head for _, one in everybody}  # type: ignore[union-attr]
        return [who for who, one in everybody if one.mine and not forced] if len(heads) == 1 else []

    await until(asked)
    while asked() != [name]:
        await people[asked()[0]].move()
        await until(asked)


@pytest.mark.parametrize("game", GAMES)
async def test_the_card_of_somebody_who_is_away(tmp_path, game):
    async with network_table(tmp_path, game) as people:
        await turn_of(people, "Boris")
        async with people.at("Anna") as play:
            await people.leave("Boris")
            await play.until(lambda: play.screen.mode.absence.shown)
            keys = shown_keys(play)
            alone = ["A"] if len(people.people) == 1 else []  # Boris has said that he leaves
            assert [key for key, _ in keys] == ["V", "W", *alone, "P", "Q", "/", "Y"]
            for key, action in at_the_end([one for one in keys if one[0] != "A"], "vote", "pause"):
                await does(play, key, action)
                if action not in ("vote", "pause"):
                    await calm(play)
                elif action == "vote" and len(people.people) > 1:  # a third one has to agree
                    assert [key for key, _ in shown_keys(play)] == ["W", "P", "Q", "/", "Y"]
                    await does(play, "W", "wait_longer")
                    await calm(play)
                elif action == "vote":
                    return  # nobody has to: a bot plays by now, and there is no card any more


@pytest.mark.parametrize("game", [game for game in GAMES if max(games.load(game).seat_counts) > 2])
@pytest.mark.parametrize("key", ["V", "W", "P"])
async def test_the_card_that_asks_for_a_vote(tmp_path, game, key):
    async with network_table(tmp_path, game) as people:
        await turn_of(people, "Boris")
        async with people.at("Chloe") as play:
            await people.leave("Boris")
            await play.until(lambda: play.screen.mode.absence.shown)
            people["Anna"].runner.wish(lambda session: session.vote(people["Anna"].seat + 1))
            await play.until(lambda: play.screen.mode.absence.asked)
            actions = dict(shown_keys(play))
            assert set("VWP") <= set(actions)
            await does(play, key, actions[key])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", [True, False], ids=["on turn", "not on turn"])
async def test_the_card_of_a_lost_host(tmp_path, game, mine):
    async with network_table(tmp_path, game) as people:
        await turn_of(people, "Boris" if mine else "Anna")
        async with people.at("Boris") as play:
            assert play.screen.mine is mine
            people.cut()
            await play.until(lambda: play.screen.mode.absence.shown)
            keys = shown_keys(play)
            assert [key for key, _ in keys] == ["W", "P", "Q", "/", "Y"]
            for key, action in at_the_end(keys, "pause"):
                await does(play, key, action)
                if action != "pause":
                    await calm(play)
            people.mend()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("key", ["Y", "N"])
async def test_the_question_about_a_move(tmp_path, game, key):
    async with network_table(tmp_path, game, 2) as people:
        await turn_of(people, "Anna")
        await turn_of(people, "Boris")
        async with people.at("Boris") as play:
            people["Anna"].runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.open)
            actions = dict(shown_keys(play))
            assert list(actions) == ["Y", "N", "/", "Q"]
            await does(play, "/", actions["/"])
            assert named(play.screen.mode.questions.panel.buttons) == [("Esc", "back")], "letters are written now"
            await does(play, "Esc", "back")
            await calm(play)
            await does(play, "Q", actions["Q"])
            await calm(play)
            await does(play, key, actions[key])


@pytest.mark.parametrize("game", GAMES)
async def test_no_card_names_a_key_while_a_move_is_typed(tmp_path, game):
    async with network_table(tmp_path, game, 2) as people:
        await turn_of(people, "Boris")
        async with people.at("Boris") as play:
            await play.asked()
            await play.press("colon")
            assert play.screen.typed.field is not None
            people.cut()
            await play.until(lambda: people["Boris"].network_table.lost is not None)
            assert not play.screen.mode.absence.shown
            await play.press("escape")
            assert play.screen.mode.absence.shown
            await does(play, "W", "wait_longer")
            people.mend()


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_was_stopped(tmp_path, game):
    async with network_table(tmp_path, game, 2) as people, people.at("Boris") as play:
        people["Boris"].runner.tell(TableEnded(Refusal("refused", why="kicked")))
        await play.until(lambda: bool(play.screen.mode.halted))
        keys = shown_keys(play)
        assert [key for key, _ in keys] == ["Q", "Y"]
        for key, action in at_the_end(keys, "leave"):
            await does(play, key, action)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", [True, False], ids=["on turn", "not on turn"])
async def test_the_footer(tmp_path, game, mine):
    """What of it is the game's own only has to be seen to do something."""
    async with network_table(tmp_path, game, 2) as people:
        await turn_of(people, "Boris" if mine else "Anna")
        async with people.at("Boris") as play:
            if mine:
                await play.asked()
            keys = named(play.screen.footer.pairs)
            assert ("/", "talk") in keys
            for key, action in at_the_end(keys, "rest", "leave"):
                for one in pressed(key)[:1]:
                    before = picture(play.app)
                    await play.press(one)
                    assert picture(play.app) != before, (key, action, play.text)
                    if action in ("talk", "history", "leave"):
                        assert REACHED[action](play), (key, action)
                    if action == "do":
                        await play.press("backspace", "backspace")
                    elif action == "type":
                        await play.press("escape")
                    elif action == "rest":
                        await play.press(one)  # once more stops it
                    play.screen.hinting.close()
                    play.screen.plan.forget()
                    await calm(play)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
async def test_the_result(tmp_path, game):
    async with network_table(tmp_path, game, 2) as people, people.at("Boris") as play:
        await play_out(*(one.network_table for one in people.people.values()))
        result = await play.on(CompanyResult)
        for _key, shown, _word in [pair for pair in result.keys() if pair[0] == "enter"]:  # noqa: SIM118
            before = picture(play.app)
            await play.press(pressed(shown)[0])
            async with asyncio.timeout(PATIENCE):
                while picture(play.app) == before:  # the host has to know of it first
                    await play.settle()
        await play.press("q")
        await until(lambda: play.app.answer == "menu")


# The lobby -----------------------------------------------------------------------------------------------------------

MARK = re.compile(r"\*(Enter|Bksp|Esc|Tab|[A-Z]|−|[↑↓←→]+)\*")


def lobby_keys(lobby: Any) -> list[str]:
    """In the footer, and in the sentences above it."""
    _bar, lines, _params = lobby.prompt()
    footer = [shown for _key, shown, _word in lobby.keys()]  # noqa: SIM118
    told = " ".join(words for line in lines for words in ([line] if isinstance(line, str) else line))
    return list(dict.fromkeys([*footer, *MARK.findall(told)]))


async def each_does_something(pilot: Any, *last: str) -> None:
    """Every key that the lobby names now changes what is seen, and Esc ends what was begun."""
    lobby = pilot.app.screen
    named_now = [key for key in lobby_keys(lobby) if key not in ("Bksp", *last)]
    assert named_now
    for key in (*named_now, *last):
        for one in pressed(key)[:1]:
            lobby._hush()
            lobby.show()
            await pilot.pause()
            before = picture(pilot.app)
            await pilot.press({"-": "minus"}.get(one, one))
            await until_shown(pilot, lambda: picture(pilot.app) != before or pilot.app.screen is not lobby)  # noqa: B023
            if lobby.field is not None or lobby.options_open:
                await pilot.press("escape")
                assert lobby.field is None
                assert not lobby.options_open


@pytest.fixture
def inn(monkeypatch, tmp_path, home, utc):
    return Inn(monkeypatch, tmp_path)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
async def test_the_lobby_of_a_host(inn, size):
    async with inn:
        mira = inn.host("Mira", seats=3)
        await inn.guest("Jonas", mira)
        await when(lambda: len(mira.session.lobby.names()) == 2)
        async with inn.app(mira, size) as pilot:
            await pilot.press("down")
            await each_does_something(pilot)


async def test_the_lobby_of_a_guest_and_of_who_watches(inn):
    async with inn:
        mira = inn.host("Mira", seats=3)
        jonas = await inn.guest("Jonas", mira)
        pavel = await inn.guest("Pavel", mira, watches=True)
        async with inn.app(jonas) as pilot:
            await each_does_something(pilot, "R")
            await until_shown(pilot, lambda: mira.session.lobby.places[1].ready)
            await each_does_something(pilot, "R")
        async with inn.app(pavel) as pilot:
            await each_does_something(pilot)
            await pilot.press("backspace")
            await until_shown(pilot, lambda: pilot.app.network_table is None)


async def test_the_lobby_while_something_is_written_or_chosen(inn):
    async with inn:
        mira = inn.host("Mira", seats=3)
        async with inn.app(mira) as pilot:
            lobby = pilot.app.screen
            await pilot.press("t", "x")
            assert lobby_keys(lobby) == ["Enter", "Esc"]
            await pilot.press("enter")
            assert lobby.field is None
            assert mira.talk[-1].text == "x"
            await pilot.press("t", "escape")
            assert lobby.field is None
            await pilot.press("o")
            for key in lobby_keys(lobby):
                for one in pressed(key)[1:2] or pressed(key):
                    before = picture(pilot.app)
                    await pilot.press(one)
                    assert picture(pilot.app) != before, key
            assert not lobby.options_open
