"""Keys, clicks, pastes and resizes by chance. Whatever is done, the game is sound and nothing breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from textual import events

from atlantis_tui.bots import advise
from atlantis_tui.table.screen import TableScreen
from core.advice import Advice, can_advise
from core.table import Table
from tests.table.at_table import Play, replayed

ALL_KEYS = (
    *["enter"] * 6,
    *["tab"] * 3,
    "shift+tab",
    *["right", "left", "up", "down"],
    *["y", "u", "i", "i", "i"],
    *["backspace", "escape", "space", "colon", "question_mark", "f1", "delete", "home", "end", "x", "z"],
)
ANY_LINES = ("what?", "", "\x1b[A", "é漢")
SIZES = [(80, 24), (120, 36), (60, 20), (59, 19), (200, 50), (30, 8), (100, 30)]


async def soon(table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
    """Hints that come a little later, but take no process and no time to speak of."""
    for _ in range(5):
        await asyncio.sleep(0)
    return advise.hints(table.game, table.view(seat), 4) if can_advise(table.game) else []


class Monkey:
    """Does anything. It goes on until the game is over or it has done enough."""

    def __init__(self, play: Play, seed: int, keys: Sequence[str], lines: Sequence[str]) -> None:
        self.play, self.chance = play, random.Random(seed)
        self.keys, self.lines = keys, lines
        self.done: list[str] = []

    async def run(self, steps: int) -> None:
        play = self.play
        try:
            for _ in range(steps):
                if play.table.over or play.app.screen not in (play.screen, *play.app.screen_stack):
                    break
                await self.once()
                sound(play)
                if len(self.done) % 10 == 0:
                    assert replayed(play.table).state.digest() == play.table.state.digest()
        except BaseException:
            print("what was done:", self.done[-40:])
            raise

    async def once(self) -> None:
        play, chance = self.play, self.chance
        kind = chance.choices(["key", "click", "move", "paste", "type", "resize", "burst"], [60, 25, 5, 2, 2, 3, 5])[0]
        width, height = play.app.size
        if kind == "key":
            key = chance.choice(self.keys)
            self.done.append(key)
            await play.press(key)
        elif kind == "burst":  # faster than anything is shown
            keys = chance.choices(self.keys, k=4)
            self.done.append("+".join(keys))
            for key in keys:
                play.send(key)
            await play.settle()
        elif kind in ("click", "move"):
            x, y = chance.randrange(width), chance.randrange(height)
            if chance.random() < 0.3:
                y = height - 1  # the footer
            elif chance.random() < 0.3:
                y = max(0, height - chance.randrange(5, 10))  # the hand
            self.done.append(f"{kind} {x},{y}")
            await play.mouse(x, y, events.MouseMove)
            if kind == "click" and not self.leaves(x, y):
                button = chance.choice((1, 1, 1, 1, 3))
                await play.mouse(x, y, events.MouseDown, events.MouseUp, button=button)
                if chance.random() < 0.4:  # once more: what was planned is done
                    await play.mouse(x, y, events.MouseDown, events.MouseUp, button=button)
        elif kind == "paste":
            line = chance.choice(self.lines)
            self.done.append(f"paste {line!r}")
            await play.paste(line)
        elif kind == "type":
            line = chance.choice(self.lines)
            self.done.append(f"type {line!r}")
            await play.press("colon", *(char for char in line if char.isprintable() and char != " "), "enter")
        else:
            size = chance.choice(SIZES)
            self.done.append(f"resize {size}")
            await play.resize(*size)

    def leaves(self, x: int, y: int) -> bool:
        """A click on "menu", or on the key that quits where the screen is too small, would end the test."""
        screen = self.play.app.screen
        if not isinstance(screen, TableScreen) or screen.too_small.display:
            return True
        footer = screen.footer
        return y == footer.region.y and footer.canvas.at(x - footer.region.x, 0) == "leave"


def sound(play: Play) -> None:
    """What must hold after anything."""
    table, screen = play.table, play.screen
    prompt = table.state.prompt
    if prompt is not None:
        state = table.state
        for step in table.steps[-3:]:
            assert step.move is None or step.seat is not None
        assert state.legal()
    if screen.viewer is not None and not table.over:
        sight = screen.board.hand.sight
        if sight is not None and sight.viewer is not None:
            for hand in sight.state.hands:
                if hand.owner != sight.viewer:
                    assert sum(hand.held) == sum(sum(counts) for counts in hand.shown.values()), "sealed faces"
    if play.on_top:
        assert len(play.app.lines) == play.app.size.height
        if screen.mine and screen.past.at is None and (planned := screen.plan.moves()):
            ahead = table.view(screen.viewer)
            for move in planned:
                if ahead.asks or ahead.outcome is not None:
                    break
                assert ahead.explain(move) is None, "only what can be played is ever planned"
                ahead.advance(move)
