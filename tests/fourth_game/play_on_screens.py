"""Plays Pearls on every screen of a house that has it as its fourth game.

The person goes from the menu through the first game, a new game, the table, help, the result and the replay to the list
of games.

    python play_on_screens.py FACES        # "whole", or "bare" where the face has only its required files

tests/test_fourth_game.py runs this in a process that imports the copy of the house. It ends with an error where
something is not as it should be, and prints the file of the game that was played.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from textual import events

from atlantis_tui.help.rules import RulesScreen
from atlantis_tui.help.screen import HelpScreen
from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.menu.new_game import NewGameScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.replay.screen import ReplayScreen
from atlantis_tui.saved.perspective import OPEN
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.table.screen import TableScreen
from core.hidden import SEALED
from tests.menu.at_menu import House, find, listed, text, until
from tests.ui.stage import look

WHOLE = sys.argv[1:] == ["whole"]
GAME = "pearls"
NAMED = {
    "colon": ("colon", ":"),
    "space": ("space", " "),
    "question_mark": ("question_mark", "?"),
    "minus": ("minus", "-"),
}


class Evening:
    """One person at the keys of the real app."""

    def __init__(self, pilot: Any) -> None:
        self.pilot, self.app = pilot, pilot.app

    @property
    def screen(self) -> Any:
        return self.app.screen

    async def press(self, *keys: str) -> None:
        for key in keys:
            name, character = NAMED.get(key, (key, key if len(key) == 1 else None))
            self.app._driver.send_message(events.Key(name, character))
            await self.settle()

    async def click(self, words: str) -> None:
        x, y = find(self.app, words)
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = int(kind is not events.MouseMove)
            self.app._driver.send_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()

    async def settle(self) -> None:
        """Until all that was sent is dealt with and painted. Textual's own pilot sleeps for 40 ms after every key."""
        pilot = self.pilot.pilot
        for _again in range(2):
            for _passed_on in range(4):
                await pilot._wait_for_screen()
            self.app.screen._on_timer_update()
        await pilot._wait_for_screen()

    async def comes(self, kind: type) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, kind) and self.screen.is_mounted)

    def sees(self, *words: str, of_whole: bool = False) -> None:
        """These words are on the screen; with `of_whole` only a game that has all of its files brings them."""
        shown = text(self.app)
        for one in words:
            assert (one in shown) is (WHOLE or not of_whole), f"{one!r}:\n{shown}"

    # The way through the house ---------------------------------------------------------------------------------------

    async def choose_in_the_menu(self) -> None:
        await listed(self.pilot)
        for _game in range(4):
            if "‹ Pearls ›" not in text(self.app):
                await self.press("right")
        self.sees("‹ Pearls ›", "you and two bots")

    async def learn(self) -> None:
        """The first game, where there is one."""
        await self.press("l")
        if WHOLE:
            await self.comes(TableScreen)
            self.sees("The shells", "Big ones hold", "1 of 3")
            await self.press("space", "2", "enter")
            await until(self.pilot, lambda: "opens only on a 6" in text(self.app))
            await self.press("6", "enter")
            await self.comes(ResultScreen)
            self.sees("You know it all now.", "You win!")
            await self.press("backspace")
            await self.comes(MenuScreen)
        else:
            self.sees("Pearls has no first game yet")

    async def set_up(self) -> None:
        """The fourth card is shown however narrow the screen is, by keys and by mouse."""
        await self.press("n")
        await self.comes(NewGameScreen)
        await self.press("up", "up")
        for _game in range(4):
            if self.screen.game_name != GAME:
                await self.press("right")
        self.sees("PEARLS")
        for _game in range(3):  # round to the next ones, and back
            await self.press("right")
            self.sees(self.screen.game_name.upper())
        await self.press("right")
        await self.click("PEARLS")
        self.sees("NEW GAME  Pearls", "PEARLS")
        self.sees("open shells, if the", "Swaps   allowed", of_whole=True)
        while len(self.screen.seats) > 2:
            await self.press("minus")
        await self.press("enter")

    async def play(self) -> str:
        """A game to its end: one turn by number and Enter, one by mouse, one typed, one swap, then Enter alone."""
        await until(self.pilot, lambda: getattr(self.screen, "mine", False))
        table, how = self.screen, ["key", "mouse", "typed", "swap"]
        assert table.table.game.name == GAME
        self.sees("PEARLS", "Your turn.", "[")
        await self.refusal()
        await self.help()
        while not table.table.over:
            await self.take_turn(table, how.pop(0) if how else "enter")
        kinds = {event[0] for step in table.table.steps for event in step.events}
        assert {"dived", "rolled", "swapped", "drew", "ended"} <= kinds
        return str(table.table.log.path)

    async def take_turn(self, table: Any, how: str) -> None:
        turn = table.table.state.turn
        held = table.plan.view.hands[table.viewer].held
        size = str(1 + next(face for face in range(6) if held[face]))
        if how == "key":
            await self.press(size)
            self.sees("PREVIEW", f"dive {size}")
            await self.press("enter")
        elif how == "mouse":
            await self.click(f"[{size}]")
            self.sees("PREVIEW")
            await self.click(f"[{size}]")
        elif how == "typed":
            await self.press("colon", *"swap", "space", size, "enter")
            self.sees("PREVIEW", f"swap {size}")
            await self.press("enter")
        elif how == "swap":
            await self.press(size, "s", "enter")
        else:
            await self.press("enter", "enter")
        await until(self.pilot, lambda: table.table.over or (table.mine and table.table.state.turn > turn))

    async def refusal(self) -> None:
        table = self.screen
        missing = next(face for face in range(6) if not table.plan.view.hands[table.viewer].held[face])
        await self.press(str(missing + 1))
        self.sees(f"You have no shell of size {missing + 1}.")
        await self.press("question_mark")
        await self.comes(HelpScreen)
        self.sees("The rule: Diving", of_whole=True)
        await self.press("escape", "backspace")

    async def help(self) -> None:
        table = self.screen
        await self.press("question_mark")
        await self.comes(HelpScreen)
        self.sees("Help", "take back")
        assert "best three" not in text(self.app)  # no bot knows this game
        self.sees("Help: diving", "The rule now: Diving", "dive with a shell", of_whole=True)
        await self.press("r")
        await self.comes(RulesScreen)
        self.sees("RULES  Pearls", "A turn")
        await self.press("s")
        self.sees("a shell opened", of_whole=True)
        await self.press("backspace")
        await self.comes(HelpScreen)
        await self.press("escape")
        assert self.screen is table
        await self.press("y")
        self.sees("History")
        await self.press("y", "i")
        self.sees("no hints")
        await self.press("escape")

    async def result(self) -> None:
        await self.comes(ResultScreen)
        self.sees("GAME OVER", "Pearls", "You", "Nereus", "score")
        self.sees("The pearls", "All shells are open or lost.", of_whole=True)

    async def replay(self) -> None:
        await self.press("r")
        await self.comes(ReplayScreen)
        replay = self.screen
        self.sees("Pearls", "Divers")
        await self.press("home")
        first = text(self.app)
        await self.press("right")
        assert text(self.app) != first
        for _eyes in range(len(replay.choices)):
            await self.press("o")
            hands = [face for hand in replay.view_of(replay.past.step).hands for face in hand.faces()]
            assert hands
            assert (SEALED in hands) is (replay.table.eyes != OPEN)
        await self.press("end")
        await self.press("question_mark")
        await self.comes(HelpScreen)
        self.sees("The timeline")
        self.sees("a shell opened", of_whole=True)
        await self.press("escape", "backspace")
        await self.comes(ResultScreen)
        await self.press("backspace")

    async def look_up(self) -> None:
        """The finished game among those that were played."""
        await self.comes(MenuScreen)
        await self.press("r")
        await self.comes(GamesScreen)
        await until(self.pilot, lambda: "Pearls" in text(self.app))


async def evening() -> str:
    app = House(look(motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        person = Evening(pilot)
        await person.choose_in_the_menu()
        await person.learn()
        await person.set_up()
        path = await person.play()
        await person.result()
        await person.replay()
        await person.look_up()
    return path


if __name__ == "__main__":
    ResultScreen.STILL = 0.0  # it ignores keys for a moment, which might be meant for the table
    print(asyncio.run(evening()))
