"""Whole games against bots in processes of their own: by keys alone, by mouse alone, and by typed moves alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from atlantis_tui.table.result import ResultScreen
from core.atlantis.components import ATLANTIS, MAINLAND, SYMBOLS
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from core.game import Move
from tests.table.at_table import GAME, Play, at_table, new_table


class Player:
    """Decides what to play, so that everything that can be done is done in a game, and says it by one means alone."""

    def __init__(self, play: Play, seed: str) -> None:
        self.play, self.chance = play, random.Random(seed)
        self.done: list[str] = []  # the kinds of things that were done

    async def whole_game(self) -> None:
        play = self.play
        while await play.asked():
            before = len(play.table.steps)
            expected = await self.turn(play.view)
            played = [step.move for step in play.table.steps[before:] if step.seat == 0]
            assert played[: len(expected)] == expected
            self.done += [move[0] for move in expected]
        play.check()
        assert play.table.log.records[-1].kind == "end"
        screen = await play.on(ResultScreen)
        screen.dismiss("menu")
        await play.settle()
        assert play.app.answer == "menu"

    async def turn(self, view: Atlantis) -> list[Move]:
        """One thing of a turn: what was meant to be played."""
        gaps = view.open_gaps()
        if view.step == "after":
            if self.chance.random() < 0.5:
                await self.skip_bridge()
                return [("done",)]
            await self.bridge(view, gaps[-1])
            return [("bridge", gaps[-1])]
        trades = [move for move in view.legal() if move[0] == "buy"]
        if trades and self.chance.random() < 0.2:
            move = self.chance.choice(trades)
            await self.trade(view, move[1])
            return [move]
        if view.bridge_left[0] and gaps and self.chance.random() < 0.1:
            move = ("bridge", self.chance.choice(gaps))
            await self.bridge(view, move[1])
            return [move]
        found = ways(view)
        if not found:
            await self.stuck()
            return [("stuck",)]
        # Long chains now and then, else as far as it goes, so that the game comes to its end.
        best: Callable[[Any], Any] = len if self.chance.random() < 0.2 else lambda way: look_ahead(view, way).landing
        way = max(found, key=lambda way: (best(way), way))
        outlook = look_ahead(view, way)
        pay = self.chance.randrange(min(4, len(outlook.payments))) if outlook.payments else 0
        ask = view.bridge_left[0] and self.chance.random() < 0.3
        await self.move(view, way, pay, ask)
        return [*way, outlook.payments[pay]] if outlook.payments else list(way)

    async def move(self, view: Atlantis, way: tuple[Move, ...], pay: int, ask: bool) -> None:
        """A movement, the payment with that number, and perhaps being asked for the bridge after it."""
        raise NotImplementedError

    async def bridge(self, view: Atlantis, place: int) -> None:
        raise NotImplementedError

    async def trade(self, view: Atlantis, value: int) -> None:
        raise NotImplementedError

    async def stuck(self) -> None:
        raise NotImplementedError

    async def skip_bridge(self) -> None:
        raise NotImplementedError


class Keys(Player):
    async def move(self, view, way, pay, ask):
        if self.chance.random() < 0.2:  # walk there
            found = self.play.screen.plan.ways()
            await self.play.press(*["tab"] * (found.index(way) + 1))
        else:
            await self.play.press(str(way[0][1] + 1), *(SYMBOLS[move[-1]].lower() for move in way))
        await self.play.press(*["right"] * pay, *["w"] * ask, "enter")

    async def bridge(self, view, place):
        gaps = view.open_gaps()
        await self.play.press("b")
        await self.play.press(*["right"] * ((gaps.index(place) - self.play.screen.plan.choice) % len(gaps)), "enter")

    async def trade(self, view, value):
        values = [move[1] for move in view.legal() if move[0] == "buy"]
        await self.play.press("t", *["left"] * ((-values.index(value)) % len(values)), "enter")

    async def stuck(self):
        await self.play.press("enter", "enter")

    async def skip_bridge(self):
        await self.play.press("enter", "enter")


class Mouse(Player):
    async def move(self, view, way, pay, ask):
        play, screen = self.play, self.play.screen
        figure, landing = way[0][1], look_ahead(view, way).landing
        if self.chance.random() < 0.5 and landing != MAINLAND and landing not in view.figures[0]:
            await self._choose(view, figure)
            while screen.plan.draft != way:  # where several ways lead there, clicks show one after another
                await play.click(screen.board.path, landing)
        else:
            await self._choose(view, figure)
            for move in way:
                await play.click(screen.board.hand, ("card", move[-1]))
        outlook = screen.plan.outlook()
        if outlook.payments:
            wanted = outlook.payments[pay]
            while screen.plan.outlook().payment != wanted:
                if wanted[1] and self.chance.random() < 0.8:
                    await play.click(screen.board.hand, ("tile", wanted[1][0]))
                else:
                    await play.footer("other(1)")
        if ask and len(screen.footer.pairs) > 6:
            await play.footer("wait")
        await play.footer("do")

    async def _choose(self, view, figure):
        """Clicks on a place with several figures take one after another."""
        play = self.play
        for _ in range(3):
            if play.screen.plan.figure == figure:
                return
            await play.click(play.screen.board.path, view.figures[0][figure])
        assert view.figures[0].count(ATLANTIS) > 0 or play.screen.plan.figure == figure

    async def bridge(self, view, place):
        await self.play.click(self.play.screen.board.path, place)
        await self.play.footer("do")

    async def trade(self, view, value):
        await self.play.click(self.play.screen.board.hand, ("tile", value))
        await self.play.footer("do")

    async def stuck(self):
        await self.play.footer("do")
        await self.play.footer("do")

    async def skip_bridge(self):
        await self.play.footer("do")
        await self.play.footer("do")


class Typing(Player):
    async def say(self, line: str) -> None:
        if self.chance.random() < 0.3:
            await self.play.paste(f"{line}\n")
        else:
            await self.play.press(":")
            await self.play.write(line)
            await self.play.press("enter")
        await self.play.press("enter")  # it was only shown

    async def move(self, view, way, pay, ask):
        outlook = look_ahead(view, way)
        line = f"{way[0][1] + 1} " + "".join(SYMBOLS[move[-1]] for move in way)
        if outlook.payments:
            line += " " + GAME.text(outlook.payments[pay])
        if ask:
            await self.play.press("w")
        await self.say(line.lower() if self.chance.random() < 0.5 else line)

    async def bridge(self, view, place):
        await self.say(f"br {place}")

    async def trade(self, view, value):
        await self.say(f"buy {value}")

    async def stuck(self):
        await self.say("stuck")

    async def skip_bridge(self):
        await self.say("done")


@pytest.mark.parametrize(
    ("player", "size"),
    [
        (Keys, (80, 24)),
        (Mouse, (120, 36)),
        (Typing, (80, 24)),
        pytest.param(Keys, (120, 36), marks=pytest.mark.full),
        pytest.param(Mouse, (80, 24), marks=pytest.mark.full),
        pytest.param(Typing, (120, 36), marks=pytest.mark.full),
    ],
)
async def test_a_whole_game(player, size):
    async with at_table(new_table(["you", "bot:random"], "KELP-2"), size) as play:
        person = player(play, "anything")
        await person.whole_game()
        assert {"play", "on", "pay", "bridge", "buy"} <= set(person.done)


@pytest.mark.parametrize(
    "player", [Keys, pytest.param(Mouse, marks=pytest.mark.full), pytest.param(Typing, marks=pytest.mark.full)]
)
async def test_a_game_of_four(player):
    async with at_table(new_table(["you", "bot:easy", "bot:random", "bot:easy"], "REEF-4"), (80, 24)) as play:
        await player(play, "four").whole_game()
