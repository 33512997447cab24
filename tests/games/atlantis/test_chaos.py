"""Keys, clicks, pastes and resizes by chance, for a while. Whatever is done, the game is sound and nothing breaks."""

from __future__ import annotations

import asyncio
import random

import pytest
from textual import events

from atlantis_tui.bots import advise, hints
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.screen import TableScreen
from core.advice import Advice, can_advise
from core.atalia.components import COLOURS
from core.atlantis.components import SYMBOLS
from core.table import Table
from tests.games.atalia.at_atalia import new_game
from tests.table.at_table import Play, at_table, new_table, replayed, seat_instant_bots
from tests.ui.stage import look

ALL = [
    *["enter"] * 6,
    *["tab"] * 3,
    "shift+tab",
    *["right", "left", "up", "down"],
    *["y", "u", "i", "i", "i"],
    *["backspace", "escape", "space", "colon", "question_mark", "f1", "delete", "home", "end", "x", "z"],
]
KEYS = {
    "atlantis": [*ALL, "1", "2", "3", *SYMBOLS.lower(), "b", "t", "l", "w"],
    "atalia": [*ALL, *"123456789", *COLOURS.lower(), *["t"] * 4, *["c"] * 3, "d", "d", "e", "h", "p", "x", "0"],
}
ANY_LINES = ["what?", "", "\x1b[A", "é漢"]
LINES = {
    "atlantis": [*ANY_LINES, "1 f", "2 FF", "pay 3", "bridge 26", "stuck", "done", "buy 5", "1 f 1 f 1 f"],
    "atalia": [*ANY_LINES, "R8 4", "scout", "draw troops", "t", "claim 4", "done", "pass", "traitor R8 2 5", "fog 3"],
}
SIZES = [(80, 24), (120, 36), (60, 20), (59, 19), (200, 50), (30, 8), (100, 30)]
for_a_while_or_longer = pytest.mark.parametrize("steps", [120, pytest.param(250, marks=pytest.mark.full)])


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    monkeypatch.setattr(hints, "ask", soon)


async def soon(table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
    """Hints that come a little later, but take no process and no time to speak of."""
    for _ in range(5):
        await asyncio.sleep(0)
    return advise.hints(table.game, table.view(seat), 4) if can_advise(table.game) else []


class Monkey:
    """Does anything. It goes on until the game is over or it has done enough."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play, self.chance = play, random.Random(seed)
        self.done: list[str] = []
        game = play.table.game.name
        self.keys, self.lines = KEYS[game], LINES[game]

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
                await play.mouse(x, y, events.MouseDown, events.MouseUp)
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
        """A click on "menu" would end the test."""
        screen = self.play.app.screen
        if not isinstance(screen, TableScreen):
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


async def run(play: Play, seed: int, steps: int) -> Monkey:
    monkey = Monkey(play, seed)
    try:
        for _ in range(steps):
            if play.table.over or play.app.screen not in (play.screen, *play.app.screen_stack):
                break
            await monkey.once()
            sound(play)
            if len(monkey.done) % 10 == 0:
                assert replayed(play.table).state.digest() == play.table.state.digest()
    except BaseException:
        print("what was done:", monkey.done[-40:])
        raise
    return monkey


@for_a_while_or_longer
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 4))])
async def test_keys_and_clicks_by_chance(seed, steps):
    async with at_table(new_table(["you", "bot:random"], f"CHAOS-{seed}"), (80, 24), look(motion=False)) as play:
        await play.asked()
        await run(play, seed, steps)
        play.check()


@for_a_while_or_longer
async def test_keys_and_clicks_by_chance_with_four_players_in_ascii(steps):
    seats = ["you", "bot:random", "bot:easy", "bot:random"]
    async with at_table(new_table(seats, "CHAOS-9"), (60, 20), look("mono", "ascii", motion=False)) as play:
        await play.asked()
        await run(play, 99, steps)
        play.check()


@for_a_while_or_longer
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 8))])
async def test_keys_and_clicks_by_chance_at_the_table_of_atalia(seed, steps):
    table = new_game(seed=f"CHAOS-{seed}", series=1 + 2 * (seed % 2), claim_at=["end", "start"][seed // 2 % 2])
    async with at_table(table, (80, 24), look(motion=False)) as play:
        await play.asked()
        await run(play, seed, steps)
        play.check()


@for_a_while_or_longer
async def test_keys_and_clicks_by_chance_at_the_table_of_atalia_in_ascii(steps):
    table = new_game(seed="CHAOS-9", terrain="house")
    async with at_table(table, (60, 20), look("mono", "ascii", motion=False)) as play:
        await play.asked()
        await run(play, 99, steps)
        play.check()


@pytest.mark.parametrize(
    "table",
    [
        lambda: new_table(["you:Anna", "person:Борис", "bot:random"], "CHAOS-7"),
        lambda: new_game(["you:Anna", "person:Борис"], "CHAOS-7"),
    ],
    ids=["atlantis", "atalia"],
)
async def test_keys_and_clicks_by_chance_with_two_people_and_a_curtain(table):
    async with at_table(table(), (80, 24), look(motion=False)) as play:
        chance = random.Random(7)
        for _ in range(6):
            await play.on(CurtainScreen)
            await play.press("enter")
            await play.until(lambda: play.screen.mine)
            viewer = play.screen.viewer
            for _ in range(15):
                key = chance.choice([key for key in KEYS[play.table.game.name] if key not in ("enter", "colon")])
                await play.press(key)
                sound(play)
                assert play.screen.viewer == viewer
                sight = play.screen.board.hand.sight
                assert sight.viewer == viewer
            await play.press(*["backspace"] * 8)
            while play.screen.viewer == viewer and play.screen.mine:
                await play.press("enter")
        play.check()


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 106))
async def test_keys_and_clicks_by_chance_for_longer(seed):
    chance = random.Random(seed)
    seats = ["you", *["bot:random"] * chance.randint(1, 3)]
    how = look(chance.choice(["dark", "mono", "ansi16"]), chance.choice(["unicode", "ascii"]), motion=False)
    async with at_table(new_table(seats, f"CHAOS-{seed}"), chance.choice(SIZES[:3]), how) as play:
        await play.asked()
        await run(play, seed, 1500)
        play.check()
