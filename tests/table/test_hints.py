"""Hints at the table: asked for with I, thought about elsewhere, and put on the table as a plan by who wants one."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from atlantis_tui.bots import advise, hints
from atlantis_tui.games.atlantis.text.history import gap_text
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.widgets.hints import HintRow, Hints, whole_reasons
from atlantis_tui.text.sentences import percent
from core.advice import Advice
from core.atlantis.advice import reasons
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from core.bots import CHANCE
from core.frames import LogError
from core.game import Move
from core.table import Table
from tests.games.atlantis.test_looks import chain, choices
from tests.table.at_table import InstantBot, Play, at_table, new_table, pinned, seat_instant_bots, table_where
from tests.ui.stage import LOOKS, SIZES, golden, look, look_name

THREE = ("you", "bot:random", "bot:random")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


class Thoughts:
    """Stands for the process: thinks only when it is let go, and then of what it was told to."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.asked = self.cancelled = 0
        self.think: Callable[[Table, int], list[Advice]] = lambda table, seat: advise.hints(
            table.game, table.view(seat), 20
        )

    async def ask(self, table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
        self.asked += 1
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return self.think(table, seat)

    def of(self, *lines: Sequence[Move]) -> None:
        """These lines, with chances that fall."""

        def think(table: Table, seat: int) -> list[Advice]:
            view = table.view(seat)
            assert isinstance(view, Atlantis)
            return [
                Advice(tuple(line), 6149 - 2250 * number, tuple(reasons(view, line)))
                for number, line in enumerate(lines)
            ]

        self.think = think


@pytest.fixture
def thoughts(monkeypatch) -> Thoughts:
    found = Thoughts()
    monkeypatch.setattr(hints, "ask", found.ask)
    return found


async def hinted(play: Play, thoughts: Thoughts) -> None:
    thoughts.gate.set()
    await play.press("i")
    await play.until(lambda: bool(play.screen.hinting.found))


def fixed(table: Table) -> list[list[Move]]:
    """Three lines in a position that do not depend on how well anybody plays."""
    view = table.view(0)
    assert isinstance(view, Atlantis)
    found: dict[int, list[Move]] = {}
    for way in ways(view):
        outlook = look_ahead(view, way)
        found.setdefault(outlook.landing, [*way, *([outlook.payment] if outlook.payment else [])])
    lines = sorted(found.values(), key=lambda line: (-len(line), line))
    return lines[:3]


# How it looks


async def think_on(play: Play, thoughts: Thoughts) -> None:
    await play.press("i")


async def choose_second(play: Play, thoughts: Thoughts) -> None:
    await hinted(play, thoughts)
    await play.press("2")


SHOWN = {"thinking": think_on, "hints": hinted, "hint": choose_second}


@pytest.mark.parametrize("state", SHOWN)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_looks_as_it_did(state, size, glyphs, thoughts):
    how = look("dark" if glyphs == "unicode" else "mono", glyphs, motion=False, hover=False)
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, size, how) as play:
        await play.asked()
        await SHOWN[state](play, thoughts)
        golden(f"table_{state}_{size[0]}x{size[1]}_{glyphs}", play.text)
        assert glyphs != "ascii" or play.text.isascii()


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_moves_chances_and_reasons_are_all_there(size, thoughts):
    async with at_table(new_table(THREE), size) as play:
        await play.asked()
        await hinted(play, thoughts)
        for hint in play.screen.hinting.found:
            assert f"{percent(hint.chance)} %" in play.text
        first = play.screen.hinting.rows()[0]
        assert first.move in play.text
        assert first.why[0] in play.text
        path = play.screen.board.path
        assert not path.region.overlaps(play.screen.hints.region), "the road stays in sight"


async def test_every_size_has_its_place_for_them(thoughts):
    async with at_table(new_table(THREE), (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        for size in (*SIZES, (79, 23), (100, 30), (119, 50), (140, 40), (200, 60), (110, 26)):
            await play.resize(*size)
            screen = play.screen
            assert screen.region.contains_region(screen.hints.region), size
            for other in (screen.board.path, screen.prompt, screen.footer, screen.header):
                assert not screen.hints.region.overlaps(other.region), size


async def test_every_look_paints_them(thoughts):
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        for how in LOOKS:
            play.app.look = how._replace(motion=False, hover=False)
            play.app.ansi_color = how.palette.ansi or how.palette.flat
            play.screen.show()
            await play.settle()
            assert "61 %" in play.text, look_name(how)
            assert how.glyphs.name != "ascii" or play.text.isascii(), look_name(how)
            if how.palette.flat:
                for row in play.screen.hints.canvas.styles:
                    assert all(style.color is None or style.color.is_default for style in row)


# Reasons


def told_in(panel: Any) -> list[list[str]]:
    """The reasons in the lines of each hint on the panel."""
    found: dict[int, str] = {}
    canvas = panel.canvas
    for y in range(canvas.height):
        hit = canvas.at(10, y)
        if hit is not None:
            line = "".join(canvas.chars[y]).strip("▌| ")
            found[hit[1]] = f"{found[hit[1]]} {line}" if hit[1] in found else ""
    return [[part.strip() for part in text.split(";") if part.strip()] for text in found.values()]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_reasons_are_told_whole_and_all_those_of_the_chosen_hint(size, thoughts):
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, size) as play:
        await play.asked()
        await hinted(play, thoughts)
        whys = [list(row.why) for row in play.screen.hinting.rows()]
        assert all(len(why) >= 3 for why in whys)
        for told, why in zip(told_in(play.screen.hints), whys, strict=True):
            assert told
            assert set(told) <= set(why)
        for number, key in enumerate("123"):
            await play.press(key)
            shown = told_in(play.screen.hints)
            assert shown[number] == whys[number]
            assert all(set(one) <= set(why) for one, why in zip(shown, whys, strict=True))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_prompt_tells_what_the_panel_has_no_room_for_and_nothing_twice(size, thoughts):
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, size) as play:
        await play.asked()
        await hinted(play, thoughts)
        rows = play.screen.hinting.rows()
        *told, last = play.screen.prompt.lines
        assert last[1].endswith("Enter shows the first.") or len(told) == 3
        panel = " ".join(play.screen.hints.canvas.text().split())
        for number, text in told:
            assert text in play.text
            also = text.removeprefix("also: ").split("; ")
            assert also
            for each in number.split():
                row = rows[int(each) - 1]
                assert set(also) <= set(row.why)
                assert not any(reason in panel.split(f"{each} {row.move}")[1].split(" % ")[0] for reason in also)
        assert told, "there are more reasons than room"
        assert len({text for _number, text in told}) == len(told), "what holds for several is said once"


def test_a_long_move_goes_on_in_rows_that_are_free():
    panel = Hints()
    long = "P5 → R5 aboard, S6 → R5 aboard, E3 → E5 aboard"
    panel.rows = [HintRow("sink K8", "sink K8", 50, ("why",)), HintRow(long, long, 48, ("why",))]
    assert panel._heights(44, 3) == [1, 2]
    assert " ".join(panel._cut(44, panel.rows[1], 2)) == long


def test_reasons_that_do_not_fit_are_left_out_whole():
    why = ("takes a 7", "pays 11 for the water", "costs nothing")
    assert whole_reasons(why, 24, 1) == ["takes a 7; costs nothing"]
    assert whole_reasons(why, 32, 1) == ["takes a 7; pays 11 for the water"]
    assert whole_reasons(why, 24, 2) == ["takes a 7; pays 11 for", "the water; costs nothing"]
    assert (
        whole_reasons(why, 8, 1)
        == whole_reasons(why, 0, 1)
        == whole_reasons(why, -3, 1)
        == whole_reasons(why, 40, 0)
        == []
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_hint_with_a_bridge_tells_what_follows(size, thoughts):
    table = pinned("early", choices, THREE)
    view = table.view(0)
    assert isinstance(view, Atlantis)
    gap = view.open_gaps()[1]
    ahead = view.copy()
    ahead.advance(("bridge", gap))
    way = ways(ahead)[0]
    payment = look_ahead(ahead, way).payment
    thoughts.of([("bridge", gap), *way, *([payment] if payment else [])])
    async with at_table(table, size) as play:
        await play.asked()
        await hinted(play, thoughts)
        move = play.screen.plan.text(way)
        where = gap_text(view, gap, play.app.look.glyphs)
        assert f"bridge {where}, then {move}" in play.text, "by the tiles beside the water, as one finds it"
        await play.press("enter")
        assert "Bridge over the water" in play.text
        assert f"Then: {move}" in play.text
        await play.press("b")
        assert "Then: " not in play.text, "that bridge is somebody's own idea"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_hint_that_tells_only_half_of_the_turn_says_whole_what_to_do_then(size, thoughts):
    """What a tile brings is known only when it is traded."""
    table = pinned("early", choices, THREE)
    view = table.view(0)
    assert isinstance(view, Atlantis)
    way = ways(view)[0]
    payment = look_ahead(view, way).payment
    thoughts.of([("buy", 7)], [*way, *([payment] if payment else [])], [("bridge", view.open_gaps()[0]), ("buy", 3)])
    async with at_table(table, size) as play:
        await play.asked()
        await hinted(play, thoughts)
        where = gap_text(view, view.open_gaps()[0], play.app.look.glyphs)
        for chosen in (None, "1", "2"):
            if chosen is not None:
                await play.press(chosen)
            panel = " ".join(re.sub(r"\d+ %", "", play.screen.hints.canvas.text()).split())
            assert "trade a 7, then ask again" in panel, chosen
            assert re.search(f"bridge {where}, trade a 3,( then)? ask again", panel), chosen
            if chosen == "1":
                prompt = play.screen.prompt.canvas.text()
                assert "Then press I again" in prompt
                assert "the rest of the turn" in prompt
                assert "…" not in prompt


# Choosing


@pytest.mark.parametrize(
    ("size", "keys"),
    [
        *(((80, 24), keys) for keys in (["enter"], ["2"], ["down", "down"], ["up"], ["3", "1"])),
        *(((120, 36), keys) for keys in (["enter"], ["3"])),
    ],
    ids=str,
)
async def test_a_chosen_hint_is_the_plan_and_only_enter_plays_it(size, keys, thoughts):
    table = pinned("chain", chain, THREE, after=40)
    lines = fixed(table)
    thoughts.of(*lines)
    async with at_table(table, size) as play:
        await play.asked()
        await hinted(play, thoughts)
        before = len(table.steps)
        await play.press(*keys)
        number = play.screen.hinting.chosen
        assert number == {"enter": 0, "1": 0, "2": 1, "3": 2, "down": 1, "up": 2}[keys[-1]]
        assert list(play.screen.plan.moves()) == lines[number]
        assert "PREVIEW" in play.text
        assert len(table.steps) == before, "nothing is played yet"
        await play.press("enter")
        played = [step.move for step in table.steps[before:] if step.seat == 0][: len(lines[number])]
        assert played == lines[number]
        assert not play.screen.hinting.open
        play.check()


async def test_a_hint_can_be_clicked(thoughts):
    table = pinned("chain", chain, THREE, after=40)
    lines = fixed(table)
    thoughts.of(*lines)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        await play.click(play.screen.hints, ("hint", 2))
        assert list(play.screen.plan.moves()) == lines[2]
        await play.footer("look(1)")
        assert list(play.screen.plan.moves()) == lines[0]
        await play.footer("hint")
        assert not play.screen.hinting.open
        assert list(play.screen.plan.moves()) == lines[0], "the plan stays"


async def test_what_comes_after_the_plan_is_shown_in_its_turn(thoughts):
    """A bridge first: when it lies, the movement of the hint is the next plan, and is not played by itself."""
    table = pinned("early", choices, THREE)
    view = table.view(0)
    assert isinstance(view, Atlantis)
    gap = view.open_gaps()[1]
    ahead = view.copy()
    ahead.advance(("bridge", gap))
    way = ways(ahead)[0]
    payment = look_ahead(ahead, way).payment
    movement = [*way, payment] if payment else [*way]
    thoughts.of([("bridge", gap), *movement])
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        await play.press("enter")
        assert play.screen.plan.moves() == [("bridge", gap)]
        await play.press("enter")
        assert play.moves[-1] == ("bridge", gap)
        assert list(play.screen.plan.moves()) == movement
        await play.press("backspace", "backspace", "backspace", "backspace")
        assert play.screen.plan.moves() is None
        play.check()


async def test_a_bridge_after_the_move_is_asked_for(thoughts):
    def able(state: Atlantis) -> bool:
        return state.step == "turn" and state.bridge_left[0] and bool(after_water(state))

    def after_water(state: Atlantis) -> list[list[Move]]:
        """Movements after which a bridge may be laid before chance speaks."""
        found = []
        for way in ways(state):
            outlook = look_ahead(state, way)
            if outlook.tile and not outlook.stacked and not outlook.ends_game:
                found.append([*way, *([outlook.payment] if outlook.payment else [])])
        return found

    table = table_where(able, THREE)
    view = table.view(0)
    assert isinstance(view, Atlantis)
    line = after_water(view)[0]
    ahead = view.copy()
    for move in line:
        ahead.advance(move)
    bridge = ("bridge", ahead.open_gaps()[0])
    thoughts.of([*line, bridge], line)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        await play.press("1", "2")
        assert not play.screen.wait_after, "the other hint does not want it"
        await play.press("1", "enter")
        assert play.screen.plan.moves() == [bridge]
        await play.press("enter")
        assert bridge in play.moves
        play.check()


@pytest.mark.parametrize(
    ("kind", "mode"), [("buy", "trade"), ("bridge", "bridge"), ("stuck", "stuck"), ("done", "done"), ("pay", "")]
)
async def test_every_kind_of_move_can_be_a_hint(kind, mode, thoughts):
    def able(state: Atlantis) -> bool:
        return any(move[0] == kind for move in state.legal()) and state.forced() is None

    table = table_where(able, THREE)
    move = [move for move in table.view(0).legal() if move[0] == kind][-1]
    thoughts.of([move])
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        await play.press("enter")
        assert play.screen.plan.mode == mode
        assert list(play.screen.plan.moves()) == [move]
        before = len(table.steps)
        await play.press("enter")
        assert table.steps[before].move == move
        play.check()


# While something else is going on


async def test_with_a_move_on_show_the_footer_says_what_enter_does(thoughts):
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await play.press("i")
        assert "Enter" not in play.text.splitlines()[-1], "it would only propose something"
        await play.press("escape", "tab")
        plan = list(play.screen.plan.moves())
        await play.press("i")
        assert play.text.splitlines()[-1].split("  ")[:2] == [" Enter do it", "Esc forget the hints"]
        assert "Enter makes the move on show" in play.text
        before = len(table.steps)
        await play.press("enter")
        assert [step.move for step in table.steps[before:]][: len(plan)] == plan
        play.check()


async def test_hints_that_come_while_a_move_is_on_show_take_its_place(thoughts):
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await play.press("tab")
        plan = list(play.screen.plan.moves())
        await hinted(play, thoughts)
        assert "Move" not in play.text, "Enter does not make it now"
        assert "Enter show the first" in play.text
        await play.press("i")
        assert list(play.screen.plan.moves()) == plan, "it was only put aside"
        assert "Enter do it" in play.text


async def test_asked_again_in_the_same_position_the_same_comes_back_at_once(thoughts):
    table = pinned("chain", chain, THREE, after=40)
    thoughts.of(*fixed(table))
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        first, asked_at = play.screen.hinting.found, len(table.steps)
        thoughts.gate.clear()
        await play.press("escape", "i")
        assert play.screen.hinting.found == first
        assert "HINTS" in play.text
        await play.press("enter", "enter")
        await play.asked()
        await play.press("i")
        assert play.screen.hinting.thinking, "another position"
        while len(table.steps) > asked_at:
            await play.press("u")
        await play.press("i")
        assert play.screen.hinting.found == first
        assert thoughts.asked == 2
        play.check()


class SlowBot(InstantBot):
    """Chooses when it is let."""

    gate: asyncio.Event

    async def choose(self) -> Move:
        await self.gate.wait()
        return await super().choose()


async def test_whoever_asks_while_a_bot_thinks_has_hints_when_it_is_their_turn(thoughts, monkeypatch):
    monkeypatch.setattr(SlowBot, "gate", asyncio.Event(), raising=False)
    seat_instant_bots(monkeypatch, SlowBot)
    thoughts.gate.set()
    table = new_table(("you", "bot:random"))
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await play.press("enter", "enter")
        assert not play.screen.mine
        await play.press("i")
        assert play.toast == "Hints will come when it is your turn. Esc forgets them."
        assert table.hints == []
        SlowBot.gate.set()
        await play.until(lambda: bool(play.screen.hinting.found))
        assert play.toast == ""
        assert [hint.seat for hint in table.hints] == [0]
        SlowBot.gate.clear()
        await play.press("enter", "enter")
        await play.press("i", "escape")
        SlowBot.gate.set()
        await play.asked()
        assert not play.screen.hinting.open
        assert len(table.hints) == 1
        play.check()


async def test_asked_for_while_a_turn_is_told_they_are_not_forgotten(thoughts, monkeypatch):
    monkeypatch.setattr("atlantis_tui.table.turns.PACE", 600)
    thoughts.gate.set()
    table = new_table(("you", "bot:random"))
    async with at_table(table, (80, 24), look(motion=True, hover=False)) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.until(lambda: play.screen.turns.telling is not None)
        assert "Any key goes on." in play.text
        await play.press("i")
        await play.until(lambda: bool(play.screen.hinting.found))
        assert [hint.seat for hint in table.hints] == [0]


# Bridges


def can_move(state: Atlantis) -> bool:
    return state.step == "turn" and bool(ways(state))


async def test_a_bridge_is_offered_in_a_preview_only_while_there_is_one():
    table = table_where(lambda state: can_move(state) and not state.bridge_left[0], THREE)
    async with at_table(table, (120, 36)) as play:
        await play.asked()
        await play.press("tab")
        assert "Enter do it" in play.text
        assert " B bridge" not in play.text
        assert " W bridge after" not in play.text
        await play.press("w")
        assert not play.screen.wait_after
        assert "bridge" in play.toast
    table = table_where(lambda state: can_move(state) and state.bridge_left[0] and bool(state.open_gaps()), THREE)
    async with at_table(table, (120, 36)) as play:
        await play.asked()
        await play.press("tab")
        assert " B bridge  W bridge after" in play.text


# Not wanted any more


@pytest.mark.parametrize(
    "keys",
    [["escape"], ["backspace"], ["i"], ["1"], ["f"], ["tab"], ["l"], ["w"], ["y"], ["up"], ["enter"], [":"], ["u"]],
    ids=str,
)
async def test_whoever_goes_on_has_done_with_hints_that_are_thought_about(keys, thoughts):
    table = pinned("early", choices, THREE)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await play.press("i")
        assert "being thought about" in play.text
        await play.press(*keys)
        await play.until(lambda: thoughts.cancelled == 1)
        thoughts.gate.set()
        await play.settle()
        assert not play.screen.hinting.open
        assert "chance to win" not in play.text
        play.check()


async def test_a_hint_that_comes_late_is_dropped(thoughts, monkeypatch):
    """Also if its process could not be stopped in time."""
    late = asyncio.Event()

    async def stubborn(table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
        while not late.is_set():
            try:
                await late.wait()
            except asyncio.CancelledError:
                continue
        return advise.hints(table.game, table.view(seat), 5)

    monkeypatch.setattr(hints, "ask", stubborn)
    async with at_table(pinned("early", choices, THREE), (80, 24)) as play:
        await play.asked()
        await play.press("i", "b")
        late.set()
        await play.settle()
        assert play.screen.hinting.found == []
        assert play.screen.plan.mode == "bridge"
        await play.press("i")
        await play.until(lambda: bool(play.screen.hinting.found))


async def test_keys_work_while_it_is_thought(thoughts):
    async with at_table(pinned("early", choices, THREE), (80, 24)) as play:
        await play.asked()
        await play.press("i", "i", "i", "2")
        assert play.screen.plan.figure == 1
        assert thoughts.asked == 2


@pytest.mark.parametrize("keys", [["f"], ["b"], ["tab"], ["right"], ["escape"], ["i"], ["y"], ["u"]], ids=str)
async def test_other_keys_close_the_hints_on_show(keys, thoughts):
    async with at_table(pinned("early", choices, THREE), (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        await play.press(*keys)
        assert not play.screen.hinting.open
        assert not play.screen.hints.display


async def test_a_number_without_a_hint_does_nothing(thoughts):
    thoughts.of([("play", 0, 2)])
    table = table_where(lambda state: ("play", 0, 2) in state.legal(), THREE)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await hinted(play, thoughts)
        await play.press("3")
        assert play.screen.hinting.chosen is None
        assert play.screen.plan.figure is None


# In the log


async def test_asking_is_marked_once_for_a_position(thoughts):
    table = new_table(THREE)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        assert table.hints == []
        await hinted(play, thoughts)
        await play.press("i", "i", "escape")
        assert [(hint.seat, hint.turn) for hint in table.hints] == [(0, 1)]
        await play.press("enter", "enter")
        await play.asked()
        await play.press("i")
        assert [(hint.seat, hint.turn) for hint in table.hints] == [(0, 1), (0, 4)]
        play.check()


async def test_who_is_not_asked_is_given_none(thoughts):
    table = new_table(("you", "person:Anna", "bot:random"))
    async with at_table(table, (80, 24)) as play:
        curtain = await play.on(CurtainScreen)
        play.screen.action_hint()
        assert thoughts.asked == 0
        assert table.hints == []
        assert curtain.is_current


async def test_two_persons_at_one_keyboard_have_their_own(thoughts, monkeypatch):
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    table = new_table(("you:Ida", "person:Anna"))
    seen: list[int] = []

    def noted(table: Table, seat: int) -> list[Advice]:
        seen.append(seat)
        return advise.hints(table.game, table.view(seat), 20)

    thoughts.think = noted
    async with at_table(table, (80, 24)) as play:
        for seat in (0, 1):
            await play.on(CurtainScreen)
            await play.press("enter")
            await play.until(lambda: play.on_top and play.screen.mine)
            assert play.screen.viewer == seat
            assert not play.screen.hinting.open
            await hinted(play, thoughts)
            await play.press("enter", "enter")
    assert seen == [0, 1]
    assert [hint.seat for hint in table.hints] == [0, 1]


async def test_what_was_never_shown_is_not_marked(thoughts):
    table = new_table(THREE)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await play.press("i")
        assert play.screen.hinting.thinking
        await play.press("escape")
        thoughts.gate.set()
        await play.settle()
        assert table.hints == []


async def test_what_cannot_be_marked_is_not_shown(thoughts, monkeypatch):
    table = new_table(THREE)

    def full(*_what: Any) -> None:
        raise LogError("no_space", {"path": "the.atl"})

    async with at_table(table, (80, 24)) as play:
        await play.asked()
        monkeypatch.setattr(table.log, "append", full)
        thoughts.gate.set()
        await play.press("i")
        await play.until(lambda: "The disk is full" in play.toast)
        assert not play.screen.hinting.found


# When there are none


async def test_a_game_that_nobody_knows_says_so(thoughts, monkeypatch):
    monkeypatch.setattr("core.advice.can_advise", lambda game: False)
    table = new_table(THREE)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        await play.press("i")
        assert play.toast == "There are no hints for Atlantis."
        assert table.hints == []


async def test_a_process_that_fails_is_told(monkeypatch):
    async def failing(*_what: Any) -> list[Advice]:
        raise hints.NoHints

    monkeypatch.setattr(hints, "ask", failing)
    async with at_table(new_table(THREE), (80, 24)) as play:
        await play.asked()
        await play.press("i")
        await play.until(lambda: not play.screen.hinting.open)
        assert play.toast.startswith("No hints could be found")
        await play.press("enter", "enter")
        assert play.moves[1] is not None


# For real


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_a_real_process_thinks_and_its_first_hint_is_played(size):
    table = pinned("chain", chain, THREE, after=40)
    async with at_table(table, size) as play:
        await play.asked()
        play.screen.hinting.iterations = 30
        await play.press("i")
        await play.until(lambda: bool(play.screen.hinting.found))
        first = play.screen.hinting.found[0]
        assert first == advise.hints(table.game, table.view(0), 30)[0]
        before = len(table.steps)
        await play.press("enter", "enter")
        assert table.steps[before].move == first.moves[0]


async def test_leaving_the_table_leaves_no_process(monkeypatch):
    from atlantis_tui.bots.child_process import ChildProcess

    pids: list[int] = []
    line = ChildProcess.line

    async def noted(self: ChildProcess) -> bytes:
        pids.append(self.pid)
        return await line(self)

    monkeypatch.setattr(ChildProcess, "line", noted)
    async with at_table(new_table(THREE), (80, 24)) as play:
        await play.asked()
        play.screen.hinting.iterations = 20_000
        await play.press("i")
        async with asyncio.timeout(60):
            while not pids:
                await asyncio.sleep(0.001)
        await play.press("q")
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


# Percentages


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(0, 0), (1, 0), (49, 0), (50, 1), (149, 1), (150, 2), (4949, 49), (4950, 50), (9949, 99), (CHANCE, 100)],
)
def test_a_chance_is_rounded_in_one_way(chance, shown):
    assert percent(chance) == shown
