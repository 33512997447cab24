"""A hex of Survive! tells all that is in it, the danger first: on the board, in the panel, in the prompt, in lines."""

from __future__ import annotations

from itertools import pairwise

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.games.survive.look import own_signs
from atlantis_tui.games.survive.widgets.lattice import lattice
from core.survive.components import FIRST_SAFE, SERPENT, SHARK, WHALE, hex_text
from core.survive.rules import Survive
from core.table import Table
from tests.games.survive.at_survive import ME, NAMES, NEREUS, at, drawn_position
from tests.table.at_table import Play, at_table, seat_instant_bots, still
from tests.ui.stage import SIZES

WORDS = text_for("survive")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def crowded() -> Table:
    """M4: an empty boat, a serpent and a whale. S4: an empty boat, a whale and two swimmers. T7: a crew and a shark.
    P11: a crew and a swimmer."""

    def change(state: Survive) -> None:
        for kind, where in ((WHALE, "M4"), (SERPENT, "M4"), (WHALE, "S4"), (SHARK, "T7")):
            state.creatures[kind][at(where)] += 1
        for explorer, where in ((2, "P11"), (3, "S4"), (12, "S4")):
            state.spots[explorer], state.aboard[explorer] = at(where), 0
        state.work_out()

    return drawn_position(change=change)


def on_board(play: Play, name: str) -> str:
    """The signs in a hex, without the gaps beside it, where a cursor or a cost may stand."""
    sea = play.screen.board.sea
    spans = lattice(sea.scale).spans[at(name)]
    return "".join("".join(sea.canvas.chars[span.y][span.x : span.x + span.width]) for span in spans)


async def look_at(play: Play, name: str) -> str:
    """The cursor goes there; what the panel says."""
    play.screen.plan.go_to(at(name))
    play.screen.show()
    await play.settle()
    return str(play.screen.board.facts.canvas.text())


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_boat_hides_nothing_that_shares_its_hex_not_even_under_the_cursor(size):
    async with at_table(crowded(), size) as play:
        signs, wave = own_signs(play.app.look.glyphs), play.app.look.glyphs.wave
        serpent, shark, whale = (signs.creatures[kind] for kind in (SERPENT, SHARK, WHALE))
        two_lines = play.screen.board.sea.scale.lines > 1
        swim = "3■" if two_lines else wave
        for name, there in (("M4", serpent + whale), ("S4", whale + swim), ("T7", shark), ("P11", wave)):
            for cursor in ("A8", name):
                await look_at(play, cursor)
                assert set(there) <= set(on_board(play, name)), (name, cursor)
                assert signs.hull[1] in play.text
        assert on_board(play, "T7").strip().startswith(shark) or two_lines  # the danger first


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
async def test_the_cursor_leaves_what_stands_in_the_gap_behind_a_boat(size):
    """There is no more room in one line: a lone swimmer with a boat, and a plus for more of them."""

    def change(state: Survive) -> None:
        for explorer, where in ((2, "F9"), (3, "S4"), (12, "S4")):
            state.spots[explorer], state.aboard[explorer] = at(where), 0
        for where in ("S4", "S4"):
            state.creatures[WHALE][at(where)] += 1
        state.work_out()

    async with at_table(drawn_position(change=change), size) as play:
        sea, glyphs = play.screen.board.sea, play.app.look.glyphs
        for name, sign, beside in (("F9", "4", "H9"), ("S4", "+", "U4")):
            x, y = lattice(sea.scale).gaps(at(name))[1]
            await look_at(play, "A8")
            assert sea.canvas.chars[y][x] == sign
            for cursor in (name, beside):
                await look_at(play, cursor)
                assert sea.canvas.chars[y][x] == sign, (name, cursor)
            await look_at(play, name)
            assert sea.canvas.styles[y][x].bgcolor.name == play.app.look.palette.select, "it is the cursor all the same"
        if size == (80, 24):
            whale = own_signs(glyphs).creatures[WHALE]
            assert on_board(play, "S4").count(whale) == 2, "and both whales are there"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_panel_tells_the_danger_first_and_then_all_that_is_in_the_hex(size):
    async with at_table(crowded(), size) as play:
        panel = await look_at(play, "M4")
        assert panel.index("serpent") < panel.index("whale") < panel.index("empty")
        panel = await look_at(play, "S4")
        assert panel.index("whale") < panel.index("swim") < panel.index("empty")
        assert "3" in panel.partition("swim")[2]
        panel = await look_at(play, "T7")
        assert panel.index("shark") < panel.index("2■") < panel.index("control")
        panel = await look_at(play, "P11")
        assert panel.index("swim") < panel.index("◆◆▼") < panel.index("control")


async def test_what_the_panel_has_no_room_for_is_shown_whole_by_a_key_that_it_names():
    """At B3 a boat with two of one's own, four swimmers, a whale next door, and a landing."""

    def change(state: Survive) -> None:
        for explorer, aboard in ((0, 1), (1, 1), (2, 0), (10, 0), (20, 0), (30, 0)):
            state.spots[explorer], state.aboard[explorer] = at("B3"), aboard
        state.boats[at("B3")] = 1
        state.creatures[WHALE][at("C4")] += 1
        state.work_out()

    async with at_table(drawn_position(change=change), (60, 20)) as play:
        panel = await look_at(play, "B3")
        assert panel.index("C4") < panel.index("swim"), "the danger first"
        assert panel.rstrip().endswith("… H")
        await play.press("h")
        told = play.screen.board.facts.canvas.text()
        for words in ("C4", "swim: ▲4■◆▼", "╲65·╱", "control: ▲", "landing for Isle NW"):
            assert words in told
            assert words in play.text
        assert "… H" not in told
        await play.press("h")
        assert "Worth" in play.text, "then players, tiles and treasures"
        await play.press("h")
        assert "Worth" not in play.text
        assert "Your turn: move." in play.text
        panel = await look_at(play, "A8")
        assert "H" not in panel.replace("Hex", "")


async def test_two_colours_leave_the_panel_enough_room():
    def change(state: Survive) -> None:
        state.creatures[WHALE][at("T7")] += 1
        state.work_out()

    folk = {ME: {"R7": [0], "T7": [1]}, NEREUS: {"K6": [0]}}
    table = drawn_position(seats=("you", "bot:random"), folk=folk, boats=("T7",), aboard=(), change=change)
    async with at_table(table) as play:
        panel = await look_at(play, "T7")
        assert panel.index("whale") < panel.index("swim") < panel.index("empty")


async def test_a_boat_rowed_beside_a_serpent_or_a_whale_is_warned_of_in_the_prompt():
    async with at_table(drawn_position(creatures=(("T5",), ("U8",), ("S8",)))) as play:
        play.screen.plan.cursor = at("T7")
        await play.press("enter")
        play.screen.plan.go_to(at("U6"))
        play.screen.show()
        await play.settle()
        prompt = play.screen.prompt.canvas.text()
        assert "Beside it then:" in prompt
        assert "a serpent T5" in prompt
        assert "shark" not in prompt  # it does nothing to boats
        play.screen.plan.go_to(at("V7"))
        play.screen.show()
        await play.settle()
        assert "Beside it" not in play.screen.prompt.canvas.text()


async def test_who_swims_beside_a_shark_is_warned_of_in_the_prompt():
    async with at_table(drawn_position()) as play:
        await play.press("tab", "right", "s")  # from R7 to T7, which is beside the shark at S6
        assert "a shark S6" in play.screen.prompt.canvas.text()
        await play.press("s")  # into the boat there
        assert "shark" not in play.screen.prompt.canvas.text()


async def test_who_would_fall_into_the_water_beside_a_creature_is_warned_of_when_a_tile_is_to_sink():
    folk = {ME: {"K8": [0]}, NEREUS: {"J9": [0]}}
    async with at_table(drawn_position("sink", folk=folk)) as play:
        await look_at(play, "K8")  # beside the serpent in the lake
        assert "Beside it then:" in play.screen.prompt.canvas.text()
        assert "a serpent L7" in play.screen.prompt.canvas.text()
        await look_at(play, "J9")
        assert "Beside it then:" not in play.screen.prompt.canvas.text()


async def test_nobody_is_warned_of_a_creature_that_does_them_no_harm():
    """A whale beside T7 harms boats alone, a shark swimmers alone. In the panel, whoever goes there or is there."""
    folk = {ME: {"R7": [0], "P7": [1]}}
    table = drawn_position(folk=folk, boats=("T7",), aboard=(), creatures=(("B9",), ("U8",), ("S6",)))
    async with at_table(table) as play:
        await play.press("tab", "right", "s")  # from R7 into the water of T7
        said = play.screen.board.facts.canvas.text() + play.screen.prompt.canvas.text()
        assert "shark" in said
        assert "S6" not in said, "there is the whale"
        await play.press("s")  # aboard
        said = play.screen.board.facts.canvas.text() + play.screen.prompt.canvas.text()
        assert "whale" in said
        assert "U8" not in said, "there is the shark"
        await play.press("escape", "escape")
        panel = await look_at(play, "T7")  # nobody is there: either may come
        assert "U8" in panel
        assert "S6" in panel
        panel = await look_at(play, "R7")  # who is on land may only come to swim
        assert "!" not in panel


async def test_a_swimmer_is_not_warned_of_a_whale_in_the_panel_of_the_hex():
    def change(state: Survive) -> None:
        state.spots[0], state.aboard[0] = at("V7"), 0
        state.creatures[WHALE][at("W6")] += 1
        state.creatures[SHARK][at("W8")] += 1
        state.work_out()

    async with at_table(drawn_position(creatures=(("B9",), ("B11",), ("F3",)), change=change)) as play:
        panel = await look_at(play, "V7")
        assert "shark next door, W8" in panel
        assert "whale" not in panel


# Numbers that are no treasures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_two_treasures_side_by_side_are_not_one_number(size):
    def change(state: Survive) -> None:
        for explorer, where in ((3, "V7"), (7, "V7"), (1, "C2"), (2, "C2")):
            state.spots[explorer], state.aboard[explorer] = at(where), 0
        state.creatures[SERPENT][at("C2")] = 0
        state.work_out()

    async with at_table(drawn_position(change=change), size) as play:
        for name in ("V7", "C2"):
            signs = on_board(play, name)
            assert sum(sign.isdigit() for sign in signs) == 2
            assert not any(one.isdigit() and other.isdigit() for one, other in pairwise(signs))
        if size != (60, 20):
            assert "⌂" in on_board(play, "C2")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", [still("unicode"), still("ascii")], ids=["unicode", "ascii"])
async def test_treasures_that_are_crowded_are_not_one_number(size, look):
    def change(state: Survive) -> None:
        crowds = {"L5": (3, 7), "K8": (0, 1, 4), "V7": (2, 5, 6, 8)}  # the last ones swim
        for where, explorers in crowds.items():
            for explorer in explorers:
                state.spots[explorer], state.aboard[explorer] = at(where), 0
        state.work_out()

    async with at_table(drawn_position(change=change), size, look) as play:
        for name in ("L5", "K8", "V7"):
            await look_at(play, "A8")
            signs = on_board(play, name)
            assert not any(one.isdigit() and other.isdigit() for one, other in pairwise(signs)), (name, signs)
            assert sum(sign.isdigit() for sign in signs) >= 2 or "+" in signs, (name, signs)
        assert {"3", "1"} <= set(on_board(play, "L5")), "two have room at any size"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_cost_stands_inside_its_hex_and_in_the_gap_only_where_there_is_no_room(size):
    async with at_table(drawn_position(), size) as play:
        await play.press("tab")
        sea, marks = play.screen.board.sea, play.screen.plan.marks()
        shape = lattice(sea.scale)
        inside = 0
        for number, mark in marks.items():
            if number >= FIRST_SAFE or number == at("P7"):
                continue  # beside P7 stands the cursor
            span = shape.spans[number][-1]
            sign = "!" if mark.kind == "deadly" else mark.cost
            cells = [(span.x + span.width - 1, span.y), shape.gaps(number)[1]]
            shown = [sea.canvas.chars[y][x] == sign for x, y in cells]
            assert any(shown), hex_text(number)
            inside += shown[0]
        assert inside > len(marks) / 2
        assert on_board(play, "Q8")[-1] == marks[at("Q8")].cost == "1"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_how_many_are_saved_does_not_look_like_a_treasure(size):
    """A count stands before a sign, on the ground of the island; a treasure on its own colour, or behind its sign."""
    async with at_table(drawn_position(), size) as play:
        canvas = play.screen.board.sea.canvas
        assert "1▲" in canvas.text()
        assert "▲1" not in canvas.text() or size == (60, 20)  # no room for a blank behind ▲
        y, x = next((y, row.index("▲") - 1) for y, row in enumerate(canvas.chars) if "1▲" in "".join(row))
        own = next(
            canvas.styles[y][x] for y, row in enumerate(canvas.chars) for x, sign in enumerate(row) if sign == "6"
        )
        assert canvas.styles[y][x].bgcolor != own.bgcolor


# In lines ------------------------------------------------------------------------------------------------------------


def test_the_list_of_boats_tells_what_shares_their_hexes():
    view = crowded().view(ME)
    told = "\n".join(WORDS.LOOKS["boats"](view, ME, NAMES, ""))
    assert "Boat at T7, with 1 shark: your 2, Nereus." in told
    assert "Boat at P11, with your 4 in the water: 2 of Thetis, Triton." in told
    assert "M4 (with 1 serpent and 1 whale)" in told
    assert "S4 (with 1 whale and your 3, Nereus in the water)" in told


def test_a_line_warns_of_what_is_beside_the_place_it_goes_to():
    view = drawn_position(creatures=(("T5",), ("S6",), ("B9",))).view(ME)
    effects = dict(text.split(": ", 1) for _move, text in WORDS.choices(view)[0])
    assert "Beside it: a serpent at T5." in effects["boat T7 U6"]
    assert "Beside it: a shark at S6." in effects["R7 swim T7"]
    assert "Beside" not in effects["R7 T7"]  # into the boat, where a shark does nothing
    assert "Beside" not in effects["boat T7 V7"]
    view = drawn_position(creatures=(("B9",), ("S6", "T7"), ("B11",))).view(ME)
    effects = dict(text.split(": ", 1) for _move, text in WORDS.choices(view)[0])
    assert "There too: a shark." in effects["boat T7 S6"]
    assert "There too: a shark." in effects["R7 T7"], "who is aboard there may soon swim"
    assert "Beside it" not in effects["R7 T7"]
    folk = {ME: {"K8": [0]}, NEREUS: {"J9": [0]}}
    view = drawn_position("sink", folk=folk).view(ME)
    effects = dict(text.split(": ", 1) for _move, text in WORDS.choices(view)[0])
    assert effects["sink K8"] == "sink the beach. Into the water: your 6. Beside it: a serpent at L7."
