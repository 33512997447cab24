"""What the table of every game has to stand, said once. A game takes these tests by a subclass in its own folder:

    class TestLooks(TableLooks):
        golden = "atalia"
        states = STATES
        ...

Each subclass names the positions to look at. `pytest_generate_tests` in conftest.py makes the cases from them.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.ui.canvas import CanvasWidget
from core.table import Table
from tests.games.monkey import Monkey, sound
from tests.table.at_table import (
    Play,
    at_table,
    copy_of,
    look_through,
    looks_as_it_did,
    looks_as_it_did_at_every_size,
    paint_every_look,
    some_or_other_looks,
    some_or_other_sizes,
    still,
)
from tests.ui.stage import SIZES, look

MORE_SIZES = (
    *((79, 23), (100, 30), (104, 24), (119, 50), (140, 40)),
    *((200, 60), (110, 26), (60, 40), (106, 24), (300, 24), (80, 50)),
)
LARGER_SIZES = ((160, 45), (200, 60))  # of screens on which the table grows on
WHOLE_NAMES = ("Bartholomew Longname", "Александра Констант", "Maximiliane von Hof", "木村拓哉と仲間")
LONG_NAMES = ("Александра Констант", "木村拓哉と仲間たち")  # the second takes two cells a letter

MakeTable = Callable[[], Table]
Prepare = tuple[str, ...] | Callable[[Play], Awaitable[None]]  # keys, or whatever else leads to the state


class TableLooks:
    """The table as it looks: in every state, size, palette and set of signs."""

    golden: ClassVar[str]  # how the names of its goldens begin
    states: ClassVar[Mapping[str, tuple[MakeTable, Prepare]]]
    seats: ClassVar[tuple[str, ...]]  # of a new game
    larger: ClassVar[tuple[str, ...]]  # the states of which there are goldens of larger screens too

    def new_table(self, seats: Sequence[str]) -> Table:
        raise NotImplementedError

    def whole_position(self, play: Play) -> None:
        """Everything that a player needs is there, at any size."""
        raise NotImplementedError

    def board(self, play: Play) -> CanvasWidget:
        """The widget on which the game is played."""
        raise NotImplementedError

    def names_in(self, play: Play) -> Sequence[CanvasWidget]:
        """The widgets that name all players."""
        raise NotImplementedError

    async def shown(self, state: str, play: Play) -> None:
        prepare = self.states[state][1]
        await play.asked()
        if callable(prepare):
            await prepare(play)
        else:
            await play.press(*prepare)

    async def test_it_looks_as_it_did(self, state: str) -> None:
        async with at_table(self.states[state][0](), SIZES[0], still("unicode")) as play:
            await self.shown(state, play)
            await looks_as_it_did_at_every_size(play, f"{self.golden}_{state}")

    async def test_it_looks_as_it_did_on_larger_screens(self, larger: str) -> None:
        async with at_table(self.states[larger][0](), SIZES[0], still("unicode")) as play:
            await self.shown(larger, play)
            for size, glyphs in (
                (LARGER_SIZES[0], "unicode"),
                (LARGER_SIZES[0], "ascii"),
                (LARGER_SIZES[1], "unicode"),
            ):
                await play.resize(*size)
                await look_through(play, still(glyphs))
                looks_as_it_did(play, f"{self.golden}_{larger}", size, glyphs)

    async def test_the_table_grows_on_with_the_screen(self) -> None:
        """The board takes no less of a larger screen, its rows reach from the header to the panels or the prompt, and
        the history stands level with it."""
        async with at_table(self.new_table(self.seats), SIZES[2]) as play:
            await play.asked()
            shares, cells = [], []
            for size in (SIZES[2], (140, 40), *LARGER_SIZES):
                await play.resize(*size)
                board, history = self.board(play).region, play.screen.history.region
                shares.append(board.area / (size[0] * size[1]))
                cells.append(board.area)
                assert history.x > board.right - 2, size
                lowest = max(widget.region.bottom for widget in play.screen.around_board())
                assert lowest >= size[1] - 5, size
                rows = play.text.splitlines()[1 : size[1] - 4]
                used = max(len(row) for row in rows)
                assert used >= size[0] - 4, f"the panels reach the edge of {size}"
            assert cells == sorted(cells)
            assert cells[0] < cells[2] < cells[3]
            assert min(shares[2:]) >= shares[0], shares

    @pytest.mark.parametrize("size", LARGER_SIZES, ids=str)
    async def test_names_are_whole_where_there_is_room(self, size: Any) -> None:
        async with at_table(self.new_table(self.seats), size) as play:
            await play.asked()
            play.screen.names = list(WHOLE_NAMES[: play.table.state.seats])
            play.screen.show()
            await play.settle()
            for widget in self.names_in(play):
                text = widget.canvas.text()
                for name in play.screen.names:
                    for word in name.split():
                        assert word in text, (widget, text)

    @some_or_other_looks
    async def test_every_look_paints_every_state(self, state: str, looks: Any) -> None:
        async with at_table(self.states[state][0]()) as play:
            await self.shown(state, play)
            await paint_every_look(play, looks)

    @some_or_other_sizes(MORE_SIZES)
    async def test_everything_is_there_without_scrolling(self, state: str, sizes: Any) -> None:
        async with at_table(self.states[state][0](), (80, 24)) as play:
            await self.shown(state, play)
            for size in sizes:
                await play.resize(*size)
                self.whole_position(play)
                for widget in play.screen.query(CanvasWidget):
                    if widget.display:
                        assert play.screen.region.contains_region(widget.region), (size, widget)

    async def test_nothing_lies_over_anything_else(self) -> None:
        async with at_table(self.new_table(self.seats), (80, 24)) as play:
            await play.asked()
            for size in (*SIZES, *MORE_SIZES, *LARGER_SIZES, (120, 60), (300, 100)):
                await play.resize(*size)
                shown = [widget for widget in play.screen.query(CanvasWidget) if widget.display]
                assert len(shown) >= 5
                for index, widget in enumerate(shown):
                    for other in shown[index + 1 :]:
                        assert not widget.region.overlaps(other.region), (size, widget, other)

    @pytest.mark.parametrize("size", SIZES, ids=str)
    @pytest.mark.parametrize("name", LONG_NAMES)
    async def test_long_and_wide_names_are_cut_and_never_break_a_line(self, size: Any, name: str) -> None:
        async with at_table(self.new_table([f"you:{name}", *self.seats[1:]]), size) as play:
            await play.asked()
            await play.press("enter", "enter", "enter")
            await play.asked()
            assert any(name in entry.text for entry in play.screen.past.entries()) or name[:2] in play.text
            await play.press("y")
            assert len(play.app.lines) == size[1]

    async def test_a_toast_is_read_whole_however_long_it_is(self) -> None:
        told = [f"Sentence {number} says what may be said only once." for number in range(1, 8)]
        async with at_table(self.new_table(self.seats), (60, 20)) as play:
            await play.asked()
            play.screen.say(told)
            for size in SIZES:
                await play.resize(*size)
                assert " ".join(told) in play.toast_on_screen, size
                toast, footer = play.screen.toast.region, play.screen.footer.region
                assert play.screen.header.region.bottom <= toast.y <= toast.bottom <= footer.y, size
            place = play.screen.toast_place
            play.screen.say(["Few words"])
            await play.settle()
            assert play.screen.place_of(play.screen.toast) == (*place[:3], 2), "no more than it needs"

    async def test_below_the_smallest_size_a_clear_message(self) -> None:
        async with at_table(self.new_table(self.seats), (59, 20)) as play:
            await play.asked()
            assert "A little more room, please" in play.text
            assert "59 of 60" in play.text
            before = len(play.table.steps)
            await play.press("1", "enter", "enter", "b", "r", "enter", "d", "u")
            await play.paste("1 F")
            await play.click_at(10, 5)
            assert len(play.table.steps) == before, "nothing happens that cannot be seen"
            await play.resize(60, 20)
            self.whole_position(play)
            await play.resize(30, 8)
            assert "Need 60" in play.text
            await play.resize(80, 24)
            self.whole_position(play)


class TableSecrets:
    """No sealed face is ever painted: two games that differ only in those look the same."""

    keys: ClassVar[Sequence[str]]
    positions: ClassVar[Sequence[int]]  # after so many records

    def position(self, after: int) -> Table:
        raise NotImplementedError

    def twin(self, table: Table, viewer: int) -> Table:
        """The same game to the viewer, with other faces where the viewer cannot see them."""
        raise NotImplementedError

    def plays(self, key: str, play: Play) -> bool:
        """Whether the key would play on, so that the twins would go different ways."""
        return key == "enter" and play.screen.plan.moves() is not None

    @pytest.mark.parametrize("number", range(3))
    @pytest.mark.parametrize("other_sizes", [False, pytest.param(True, marks=pytest.mark.full)], ids=["some", "others"])
    async def test_twins_paint_the_same(self, number: int, other_sizes: bool) -> None:
        after, sizes = self.positions[number], [SIZES[number], *(size for size in SIZES if size != SIZES[number])]
        table = self.position(after)
        other = self.twin(table, 0)
        assert faces(other) != faces(table), "the twins differ"
        chance = random.Random(after)
        keys = [chance.choice(self.keys) for _ in range(30)]
        for size in sizes[1:] if other_sizes else sizes[:1]:
            seen = [await self._pressed(one, size, keys) for one in (Table(copy_of(table.log.records)), other)]
            assert len(seen[0]) == len(seen[1]) > 10
            for count, (first, second) in enumerate(zip(*seen, strict=True)):
                assert first == second, f"after {keys[:count]}"

    async def _pressed(self, table: Table, size: tuple[int, int], keys: Sequence[str]) -> list[Any]:
        async with at_table(table, size, look(motion=False, hover=True)) as play:
            await play.asked()
            shots = [painted(play)]
            for key in keys:
                if not play.screen.mine or self.plays(key, play):
                    continue
                await play.press(key)
                shots.append(painted(play))
            return shots

    async def test_what_others_do_in_secret_is_not_told(self) -> None:
        table = self.position(self.positions[-1])
        async with at_table(table) as play, at_table(self.twin(table, 0)) as beside:
            assert play.screen.past.story(1, 0) == beside.screen.past.story(1, 0)
            assert play.screen.past.entries() == beside.screen.past.entries()


def painted(play: Play) -> list[Any]:
    """Every cell of every canvas, with its colours and what it means."""
    return [
        (type(widget).__name__, widget.canvas.chars, widget.canvas.styles, widget.canvas.hits)
        for widget in play.app.screen.query(CanvasWidget)
        if widget.display
    ]


def faces(table: Table) -> list[Any]:
    state: Any = table.state
    return [hand.held for hand in state.hands]


class TableChaos:
    """Keys, clicks, pastes and resizes by chance. Whatever is done, the game is sound and nothing breaks."""

    keys: ClassVar[Sequence[str]]
    lines: ClassVar[Sequence[str]]
    ending: ClassVar[Collection[str]] = ("enter", "colon")  # keys that may end a turn
    tables: ClassVar[Mapping[str, tuple[Callable[[int], Table], Sequence[int]]]]  # by name: a table for each seed
    people: ClassVar[Callable[[], Table]]  # two people at one keyboard

    @pytest.mark.parametrize("steps", [80, pytest.param(250, marks=pytest.mark.full)])
    async def test_keys_and_clicks_by_chance(self, kind: str, seed: int, steps: int) -> None:
        await self._play(self.tables[kind][0](seed), seed, steps)

    @pytest.mark.full
    @pytest.mark.parametrize("number", [100, 103])
    async def test_keys_and_clicks_by_chance_for_longer(self, number: int) -> None:
        make, _seeds = next(iter(self.tables.values()))
        await self._play(make(number), number, 1500)

    async def _play(self, table: Table, seed: int, steps: int) -> None:
        """At another size for each seed; the smallest one is without colours and in ascii."""
        size = [SIZES[1], SIZES[2], LARGER_SIZES[1], SIZES[0]][seed % 4]
        how = look("mono", "ascii", motion=False) if size == SIZES[0] else look(motion=False)
        async with at_table(table, size, how) as play:
            await play.asked()
            await Monkey(play, seed, self.keys, self.lines).run(steps)
            play.check()

    async def test_two_people_at_one_keyboard_see_nothing_of_each_other(self) -> None:
        async with at_table(type(self).people(), SIZES[1], look(motion=False)) as play:
            chance = random.Random(7)
            keys = [key for key in self.keys if key not in self.ending]
            for _ in range(6):
                await play.on(CurtainScreen)
                await play.press("enter")
                await play.until(lambda: play.screen.mine)
                viewer = play.screen.viewer
                for _ in range(12):
                    await play.press(chance.choice(keys))
                    sound(play)
                    assert play.screen.viewer == play.screen.board.hand.sight.viewer == viewer
                await play.press(*["backspace"] * 8)
                while play.screen.viewer == viewer and play.screen.mine:
                    await play.press("enter")
            play.check()
