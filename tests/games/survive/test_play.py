"""Playing at the table of Survive!: keys, clicks, typed moves, previews, warnings, and the question of a defence."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from atlantis_tui.games.survive.missed_news import News
from atlantis_tui.games.survive.reach import ways
from atlantis_tui.games.survive.text.history import brief, brief_moves
from core.survive.components import (
    BEACH,
    CELLS,
    FIRST_SAFE,
    FOREST,
    HEX_AT,
    HEXES,
    LOST,
    NEIGHBOURS,
    SAFE_FROM,
    SERPENT,
    SHARK,
    WHALE,
    hex_text,
)
from core.survive.rules import Survive
from core.table import Table
from tests.games.survive.at_survive import (
    ME,
    NEREUS,
    THETIS,
    TRITON,
    at,
    die,
    drawn_position,
    game_where,
    new_game,
    threat,
)
from tests.table.at_table import Play, at_table, seat_instant_bots
from tests.ui.stage import SIZES, look


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)


def explorer(number: int, seat: int = ME) -> int:
    return seat * 10 + number


def words(play: Play) -> str:
    """What the panel of the chosen hex and the prompt say."""
    text = play.text.splitlines()
    return "\n".join(text[-9:])


# The cursor ----------------------------------------------------------------------------------------------------------


async def test_arrows_go_from_hex_to_hex_and_up_and_down_lean_in_turn():
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        assert hex_text(plan.cursor) == "L7"
        seen = []
        for key in ("left", "right", "up", "up", "down", "down"):
            await play.press(key)
            seen.append(hex_text(plan.cursor))
        assert seen == ["J7", "L7", "M6", "L5", "M6", "L7"]


async def test_the_cursor_stays_on_the_board_and_reaches_the_safe_islands():
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        for _ in range(30):
            await play.press("up")
        assert hex_text(plan.cursor).endswith("1")
        plan.cursor = at("B3")
        await play.press("left")
        assert plan.cursor == FIRST_SAFE
        assert "Isle NW" in words(play)
        await play.press("right")
        assert plan.cursor in SAFE_FROM


async def test_hexes_may_be_looked_at_while_others_are_asked():
    table = drawn_position(
        "defend", change=threat(THETIS, SHARK, "F5", "D7", asked=TRITON), tiles=((TRITON, 1, "wind"),)
    )
    async with at_table(table) as play:
        play.screen.viewer = ME
        play.screen.plan.cursor = at("R7")
        play.screen.show()
        await play.press("right")
        assert "Hex T7 sea" in play.text


@pytest.mark.parametrize("start", ["L7", "K8", "G4", "A8", "B11", "U12", "Q10", "W6"])
async def test_up_and_down_keep_to_the_column_as_well_as_hexes_allow(start):
    column = CELLS[at(start)][0]
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        plan.cursor = at(start)
        seen = []
        for key in (*["up"] * 13, *["down"] * 13):
            await play.press(key)
            seen.append(plan.cursor)
        for spot in seen:
            x, row = CELLS[spot]
            nearest = min(abs(other - column) for other, line in HEX_AT if line == row)
            assert abs(x - column) <= max(1, nearest), (start, hex_text(spot))
        assert at(start) in seen[13:]  # down again one comes by where one began
        await play.press("right", "up", "down")
        assert abs(CELLS[plan.cursor][0] - CELLS[seen[-1]][0]) <= 2


# Moving --------------------------------------------------------------------------------------------------------------


async def test_tab_chooses_a_piece_and_its_reach_lights_up():
    async with at_table(drawn_position()) as play:
        await play.press("tab")
        plan = play.screen.plan
        assert plan.piece is not None
        assert plan.piece.who == explorer(0)
        marks = plan.marks()
        assert marks[at("P7")] == ("reach", "1")
        assert marks[at("S6")] == ("deadly", "1")
        assert marks[at("N5")] == ("reach", "3")
        assert play.moves == [None]


async def test_a_planned_move_is_shown_and_enter_makes_it():
    async with at_table(drawn_position()) as play:
        await play.press("tab", "right")
        assert "Move ▲6 from R7 into the boat at T7, cost 1 of 3; 2 points left." in play.text
        assert "you alone control it" in play.text
        assert "PREVIEW" in play.text
        assert play.moves == [None]
        await play.press("enter")
        assert play.moves[-1] == ("board", explorer(0), at("R7"), at("T7"))
        assert "●●○" in play.text


async def test_a_way_of_several_points_is_one_plan():
    async with at_table(drawn_position()) as play:
        await play.press("tab", "left", "up", "up", "left")
        assert play.screen.plan.way().cost == 3
        await play.press("enter")
        assert [move[0] for move in play.moves[1:4]] == ["walk", "walk", "walk"]
        assert play.view.spots[explorer(0)] == at("N5")
        assert play.view.step == "sink"


async def test_s_swims_instead_of_boarding():
    async with at_table(drawn_position()) as play:
        await play.press("tab", "right", "s")
        assert "into the water of T7" in play.text
        await play.press("enter")
        assert play.moves[-1] == ("swim", explorer(0), at("R7"), at("T7"))


async def test_s_on_its_own_hex_is_overboard():
    async with at_table(drawn_position()) as play:
        play.screen.plan.cursor = at("T7")
        await play.press("enter", "e", "s")
        assert "overboard at T7" in play.text
        await play.press("enter")
        assert play.moves[-1] == ("swim", explorer(5), at("T7"), at("T7"))


async def test_a_swimmer_climbs_into_the_boat_of_its_hex():
    folk = {ME: {"T7": [0]}, NEREUS: {"K6": [0]}}
    async with at_table(drawn_position(folk=folk, aboard=())) as play:
        play.screen.plan.cursor = at("T7")
        await play.press("enter", "s")
        assert "into the boat at T7" in play.text
        await play.press("enter")
        assert play.moves[-1] == ("board", explorer(0), at("T7"), at("T7"))


async def test_e_goes_through_the_pieces_of_a_hex():
    async with at_table(drawn_position()) as play:
        play.screen.plan.cursor = at("L5")
        await play.press("enter")
        seen = [play.screen.plan.piece.who]
        await play.press("e")
        seen.append(play.screen.plan.piece.who)
        await play.press("e")
        seen.append(play.screen.plan.piece.who)
        assert seen == [explorer(3), explorer(7), explorer(3)]
        play.screen.plan.cursor = at("T7")
        play.screen.plan.piece = None
        await play.press("enter")
        assert play.screen.plan.piece.kind == "boat"  # whoever is aboard could only jump
        await play.press("e")
        assert play.screen.plan.piece.who == explorer(5)


async def test_a_boat_is_rowed_and_its_crew_goes_along():
    async with at_table(drawn_position()) as play:
        play.screen.plan.cursor = at("D3")
        await play.press("enter")
        play.screen.plan.go_to(at("B3"))
        play.screen.show()
        await play.settle()
        assert "one more point lands on Isle NW" in play.text
        await play.press("enter")
        assert play.moves[-1] == ("boat", at("D3"), at("B3"))
        assert play.view.crew[at("B3")] == 3


async def test_an_explorer_is_landed_on_a_safe_island():
    folk = {ME: {"B3": [0]}, NEREUS: {"K6": [0]}}
    async with at_table(drawn_position(folk=folk, boats=("B3",), aboard=("B3",))) as play:
        play.screen.plan.cursor = at("B3")
        await play.press("enter", "left")
        assert "▲6 from B3 to Isle NW" in play.text
        await play.press("enter")
        assert play.moves[-1] == ("land", explorer(0), at("B3"))
        assert play.view.spots[explorer(0)] == FIRST_SAFE


async def test_n_ends_moving_at_once_and_u_takes_it_back():
    async with at_table(drawn_position()) as play:
        await play.press("n")
        assert play.view.step == "sink"
        await play.press("u")
        assert play.view.step == "move"


async def test_u_takes_back_within_the_turn():
    async with at_table(drawn_position()) as play:
        await play.press("tab", "right", "enter", "u")
        assert play.view.spots[explorer(0)] == at("R7")
        assert play.view.points == 3


async def test_backspace_goes_one_step_back_in_what_is_planned():
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        await play.press("tab", "right")
        await play.press("backspace")
        assert plan.target is None
        assert plan.piece is not None
        await play.press("backspace")
        assert plan.piece is None


async def test_enter_proposes_and_never_plays_what_was_not_shown():
    async with at_table(drawn_position()) as play:
        play.screen.plan.cursor = at("A8")
        await play.press("enter")
        assert play.moves == [None]
        await play.press("enter")
        assert play.moves == [None]
        assert play.screen.plan.moves() is not None
        await play.press("enter")
        assert len(play.moves) > 1


async def test_enter_where_nothing_can_be_chosen_says_so_before_it_proposes_something_elsewhere():
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        plan.cursor = at("A8")
        await play.press("down", "enter")
        assert "Tab goes to what you can" in play.toast
        assert plan.piece is None
        await play.press("enter")  # who insists gets a proposal
        assert plan.piece is not None
        plan.choose_piece(plan.pieces()[0])
        plan.cursor = at("A8")
        await play.press("down", "enter")
        assert "out of its reach" in play.toast
        assert plan.target is None


async def test_a_tile_that_may_not_sink_is_refused_by_enter_too():
    async with at_table(drawn_position("sink")) as play:
        plan = play.screen.plan
        plan.cursor = at("I6")
        await play.press("right", "enter")
        assert hex_text(plan.cursor) == "K6"
        assert "all of those sink before" in play.toast
        assert plan.target is None


# Danger --------------------------------------------------------------------------------------------------------------


async def test_a_step_into_danger_is_warned_of_before():
    async with at_table(drawn_position()) as play:
        await play.press("tab")
        play.screen.plan.go_to(at("S6"))
        play.screen.show()
        await play.settle()
        assert "a shark is there: ▲6 would be lost at once." in play.text
        assert play.screen.prompt.sight.tone == "peril"
        assert play.screen.plan.preview().victims == {explorer(0)}
        assert play.screen.plan.is_dear(play.screen.plan.moves())


async def test_a_boat_into_a_whale_is_warned_of():
    async with at_table(drawn_position()) as play:
        play.screen.plan.cursor = at("D3")
        await play.press("enter")
        play.screen.plan.go_to(at("F3"))
        play.screen.show()
        await play.settle()
        assert "a whale is there: the boat would be lost" in play.text
        assert play.screen.plan.preview().wreck


async def test_a_second_click_makes_a_move_but_not_a_deadly_one():
    async with at_table(drawn_position()) as play:
        await play.click(play.screen.board.sea, at("R7"))
        await play.click(play.screen.board.sea, at("S6"))
        await play.click(play.screen.board.sea, at("S6"))
        assert play.moves == [None]
        await play.click(play.screen.board.sea, at("P7"))
        await play.click(play.screen.board.sea, at("P7"))
        assert play.moves[-1] == ("walk", explorer(0), at("R7"), at("P7"))


async def test_a_click_on_a_boat_in_the_open_sea_means_the_boat_and_again_who_is_in_it():
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        boat = next(piece.at for piece in plan.pieces() if piece.kind == "boat" and plan.view.crew[piece.at])
        await play.click(play.screen.board.sea, boat)
        chosen = [plan.piece]
        for _ in plan.pieces_at(boat):
            await play.click(play.screen.board.sea, boat)
            chosen.append(plan.piece)
        assert chosen[0] == chosen[-1]
        assert [piece.kind for piece in chosen[:2]] == ["boat", "explorer"]


# Creatures -----------------------------------------------------------------------------------------------------------


async def test_a_creatures_victims_are_shown_before_it_moves():
    async with at_table(drawn_position("die", change=die(SHARK))) as play:
        await play.press("tab")
        while play.screen.plan.piece.at != at("S6"):
            await play.press("tab")
        assert play.screen.plan.marks()[at("U6")].kind == "deadly"
        await play.press("right")
        assert play.screen.plan.preview().victims == {explorer(4, TRITON)}
        assert "Lost: ▼ Triton" in play.text
        await play.press("enter")
        assert ("creature", SHARK, at("S6"), at("U6")) in play.moves


async def test_a_whale_sinks_a_boat_and_the_crew_would_swim():
    async with at_table(drawn_position("die", change=die(WHALE))) as play:
        await play.press("tab")
        while play.screen.plan.piece.at != at("F3"):
            await play.press("tab")
        await play.press("left")
        harm = play.screen.plan.harm()
        assert harm.wrecked == (at("D3"),)
        assert set(harm.overboard) == {explorer(9), explorer(7, NEREUS), explorer(6, TRITON)}
        assert "of yours: ▲1" in play.text


async def test_n_leaves_the_creatures_where_they_are():
    async with at_table(drawn_position("die", change=die(SERPENT))) as play:
        assert "serpent" in play.text
        await play.press("n")
        assert ("end",) in play.moves


def only_own_prey(kind: int, lair: str, prey: str) -> Table:
    """The creature could strike at a boat of yours with two others aboard, and at nobody else."""
    folk = {ME: {prey: [9]}, NEREUS: {prey: [7]}, TRITON: {prey: [6]}}
    creatures: list[tuple[str, ...]] = [(), (), ()]
    creatures[kind] = (lair,)
    return drawn_position("die", folk=folk, boats=(prey,), aboard=(prey,), creatures=creatures, change=die(kind))


async def test_enter_proposes_no_creature_against_oneself_although_it_would_cost_others_more():
    for kind, lair in ((WHALE, "F3"), (SERPENT, "F3")):
        async with at_table(only_own_prey(kind, lair, "D3")) as play:
            await play.press("enter")
            plan = play.screen.plan
            assert plan.way() is not None
            assert plan.harm() == ((), (), (), ())
            assert plan.way().to not in NEIGHBOURS[at("D3")]  # and it goes away from there


async def test_enter_leaves_a_creature_where_it_is_if_any_move_would_hurt_oneself():
    """All hexes round the shark have a swimmer of one's own."""
    around = [hex_text(spot) for spot in NEIGHBOURS[at("S12")]]
    folk = {ME: {name: [number] for number, name in enumerate(around)}, NEREUS: {"K6": [0]}}
    table = drawn_position("die", folk=folk, boats=(), aboard=(), creatures=((), ("S12",), ()), change=die(SHARK))
    async with at_table(table) as play:
        await play.press("enter")
        assert play.screen.plan.moves() == [("end",)]
        assert "the creature stays where it is" in play.text


async def test_enter_proposes_a_tile_without_ones_own_although_more_of_the_others_stand_on_another():
    folk = {ME: {"K8": [9]}, NEREUS: {"K8": [0, 1]}, THETIS: {"K8": [0]}}
    async with at_table(drawn_position("sink", folk=folk)) as play:
        await play.press("enter")
        assert play.screen.plan.target not in (None, at("K8"))


# Sinking -------------------------------------------------------------------------------------------------------------


async def test_the_tiles_that_may_sink_are_marked_and_enter_sinks_the_chosen_one():
    async with at_table(drawn_position("sink")) as play:
        plan = play.screen.plan
        assert {hex_text(one) for one in plan.places()} == {"I8", "K8", "J9"}
        assert all(plan.marks()[one].kind == "sink" for one in plan.places())
        plan.cursor = at("A8")
        await play.press("enter")
        assert play.moves == [None]
        assert plan.target in plan.places()
        while plan.target != at("K8"):
            await play.press("tab")
        assert "Sink K8: ■◆ will swim there." in play.text


async def test_enter_after_the_last_point_sinks_nothing_unseen():
    """A hand that is used to Enter must not sink a tile that nobody looked at."""
    async with at_table(drawn_position()) as play:
        play.screen.plan.cursor = at("K8")
        await play.press("n")
        await play.press("enter")
        assert play.view.terrain[at("K8")]
        assert play.screen.plan.target == at("K8")


async def test_what_was_on_the_back_is_told():
    table = game_where(lambda state: state.step == "sink", after=120)
    async with at_table(table) as play:
        await play.asked()
        await play.press("a", "enter")
        said = play.toast
        assert said
        back = [step for step in play.table.steps if step.move is not None and step.move[0] in ("show", "keep")][-1]
        assert back.seat == 0


# Tiles ---------------------------------------------------------------------------------------------------------------


async def test_a_kept_tile_is_chosen_by_its_number_and_played_with_enter():
    async with at_table(drawn_position("tile")) as play:
        assert play.text.splitlines()[-1].startswith(" Enter propose  1-9 tile  N no tile"), "Enter does something too"
        assert "press its number" in play.text
        await play.press("1")
        assert "Play ░ dolphin" in play.text
        await play.press("enter")
        assert play.moves[-1] == ("play", 1, 5)
        assert play.view.step == "dolphin"
        assert play.screen.plan.piece.who == explorer(6)  # the only swimmer
        await play.press("right", "right", "enter")
        assert [move[0] for move in play.moves[-3:]] == ["swim", "swim", "end"]
        assert play.view.step == "move"


async def test_a_defence_tile_cannot_be_played_in_ones_own_turn():
    async with at_table(drawn_position("tile")) as play:
        await play.press("2")
        assert play.toast
        assert play.screen.plan.tile is None


async def test_n_plays_no_tile():
    async with at_table(drawn_position("tile")) as play:
        await play.press("n")
        assert play.view.step == "move"


async def test_a_creature_is_sent_to_vacant_sea():
    async with at_table(drawn_position("tile", tiles=((ME, 1, "send_shark"),))) as play:
        await play.press("1", "enter")
        assert play.view.step == "send"
        await play.press("tab", "enter")
        assert play.screen.plan.moves() is not None
        await play.press("enter")
        assert play.moves[-1][0] == "creature"
        assert play.view.step == "move"


async def test_the_wind_carries_a_boat():
    async with at_table(drawn_position("tile", tiles=((ME, 1, "wind"),))) as play:
        await play.press("1", "enter")
        assert play.view.step == "wind"
        while play.screen.plan.piece is None or play.screen.plan.piece.at != at("T7"):
            await play.press("tab")
        await play.press("right")
        assert "cost 1 of 3" in play.text
        await play.press("enter")
        assert play.moves[-2:] == [("boat", at("T7"), at("V7")), ("end",)]


async def test_who_climbs_into_a_new_boat_is_chosen():
    def crowded(state: Survive) -> None:
        for one in (explorer(0), explorer(1), explorer(0, NEREUS), explorer(0, THETIS), explorer(1, THETIS)):
            state.spots[one], state.aboard[one] = at("V7"), 0
        state.boats[at("V7")] = 1
        state.step, state.sinking, state.sunk = "aboard", at("V7"), 1
        state.work_out()

    async with at_table(drawn_position("aboard", change=crowded)) as play:
        assert "more swimmers than seats: 3 seats left" in play.text
        await play.press("enter")
        assert play.moves == [None]
        await play.press("enter")
        assert play.moves[-1] == ("board", explorer(0), at("V7"), at("V7"))
        await play.press("tab", "tab", "enter")
        assert play.view.crew[at("V7")] == 2
        sea = play.screen.board.sea
        await play.click(sea, at("V7"))
        assert play.view.crew[at("V7")] == 2
        await play.click(sea, at("V7"))
        assert play.view.crew[at("V7")] == 3, "the same by mouse"


# A defence -----------------------------------------------------------------------------------------------------------


def attacked() -> Table:
    return drawn_position("defend", change=threat(THETIS, SHARK, "F5", "D7"))


async def test_enter_never_answers_the_question_of_a_defence():
    async with at_table(attacked()) as play:
        assert "ANSWER NEEDED" in play.text
        await play.press("enter", "enter", "enter")
        assert play.moves == [None]
        assert "D wards it off, N lets it happen." in play.toast


async def test_d_defends():
    async with at_table(attacked()) as play:
        assert "D plays ░ no ◢ : the shark leaves the game" in play.text
        await play.press("d")
        assert play.moves[1] == ("answer", 1)
        assert not play.view.creatures[SHARK][at("F5")]
        assert play.view.spots[explorer(6)] == at("D7")


async def test_n_lets_it_happen():
    async with at_table(attacked()) as play:
        await play.press("n")
        assert play.moves[1] == ("answer", 0)
        assert play.view.spots[explorer(6)] == LOST


async def test_the_creature_and_its_victims_are_shown_to_whoever_is_asked():
    async with at_table(attacked()) as play:
        preview = play.screen.board.sea.sight.preview
        assert preview.at == at("D7")
        assert preview.victims == {explorer(6), explorer(5, TRITON)}
        assert "at stake: ▲2▼" in play.text


async def test_others_see_who_is_asked_and_nothing_else():
    """The same words, whatever the asked seat holds."""
    shown = []
    for tile in ("no_shark", "dolphin"):
        table = drawn_position(
            "defend", change=threat(THETIS, SHARK, "F5", "D7", asked=TRITON), tiles=((TRITON, 1, tile),)
        )
        app_text = ""
        async with at_table(table) as play:
            play.screen.viewer = ME
            play.screen.turns.message = []
            table.steps[-1:] = [table.steps[0]]
            play.screen.changed()
            play.screen.show()
            await play.settle()
            app_text = play.text
        shown.append(app_text)
        assert "Triton is asked whether to ward it off" in app_text
    assert shown[0] == shown[1]


# Setting up ----------------------------------------------------------------------------------------------------------


async def test_explorers_are_placed_one_each_in_turn():
    async with at_table(new_game()) as play:
        await play.asked()
        assert "Place an explorer." in play.text
        await play.press("5", "a")
        assert "Put ▲5 on" in play.text
        assert len(play.moves) == 1
        await play.press("enter")
        await play.asked()
        placed = play.moves[1]
        assert placed[0] == "place"
        assert play.view.treasure(placed[1]) == 5
        assert len(play.moves) == 5
        assert "The others:" in play.text


async def test_a_whole_set_up_by_suggestions():
    async with at_table(new_game(["you", "bot:random"])) as play:
        for _ in range(30):
            await play.asked()
            if play.view.step not in ("place", "launch"):
                break
            await play.press("a", "enter")
        assert play.view.turns == 1
        mine = [one for one in range(HEXES) if play.view.boats[one]]
        assert len(mine) == 4


async def test_a_tile_that_is_taken_is_refused_with_the_rule():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("a", "enter")
        await play.asked()
        taken = next(one for one in range(HEXES) if play.view.spots.count(one))
        await play.click(play.screen.board.sea, taken)
        assert play.toast
        assert play.screen.plan.target is None


async def test_enter_on_a_tile_that_is_taken_says_taken_and_proposes_none_elsewhere():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("a", "enter")
        await play.asked()
        plan = play.screen.plan
        taken = plan.cursor  # where one's own explorer was just put
        await play.press("right", "left", "enter")
        assert plan.cursor == taken
        assert f"{hex_text(taken)} is taken" in play.toast
        assert plan.target is None
        assert len(play.moves) == 5
        await play.press("enter")  # who insists gets a proposal
        assert plan.target not in (None, taken)


async def test_two_colours_for_each_of_two_players():
    async with at_table(new_game(["you", "bot:random"])) as play:
        await play.asked()
        assert "10▲" in play.text
        assert "10◆" in play.text
        seen = set()
        for _ in range(14):
            await play.press("e")
            seen.add(play.screen.plan.explorer // 10)
        assert seen == {0, 2}


# Typed ---------------------------------------------------------------------------------------------------------------


async def test_moves_are_typed_with_the_coordinates_of_the_edge():
    async with at_table(drawn_position()) as play:
        await play.press("colon")
        await play.write("r7 t7 boat t7 v7 end")
        await play.press("enter")
        assert len(play.moves) == 1
        assert "PREVIEW" in play.text
        await play.press("enter")
        assert [move[0] for move in play.moves[1:]] == ["board"]
        assert play.screen.plan.target == at("V7")
        await play.press("enter")
        kinds = [move[0] for move in play.moves[1:4]]
        assert kinds == ["board", "boat", "end"]


async def test_a_typed_move_is_shown_as_keys_and_clicks_show_it():
    async with at_table(new_game()) as play:
        await play.asked()
        plan, free = play.screen.plan, play.screen.plan.places()
        one = next(one for one in plan.waiting() if play.view.treasure(one) == 1)
        await play.press("colon")
        assert "place " in play.text
        assert ".a" not in play.text, "explorers are named by their values"
        await play.write(f"1 {hex_text(free[3])}")
        await play.press("enter")
        assert (plan.explorer, plan.target) == (one, free[3])
        assert play.moves == [None]
        await play.press("backspace")
        assert plan.moves() is None
        await play.paste(f"put 6 on {hex_text(free[3])}")
        assert play.view.treasure(plan.explorer) == 6
        await play.press("enter")
        assert play.moves[1] == ("place", plan.view.spots.index(free[3]), free[3])


async def test_what_of_a_line_comes_too_late_is_said():
    """Setting up, the others place in between."""
    async with at_table(new_game()) as play:
        await play.asked()
        free = [hex_text(hex_) for hex_ in play.screen.plan.places()]
        await play.paste(f"6 {free[0]} 5 {free[1]}")
        await play.press("enter")
        assert play.moves[1][0] == "place"
        assert f"5 {free[1].lower()}" in play.toast.lower()
        await play.asked()
        assert play.screen.plan.moves() is None


async def test_a_typed_way_is_gone_step_by_step_as_it_was_typed():
    """Also where the cursor would go another way."""
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        boat = next(piece for piece in plan.pieces() if piece.kind == "boat")
        first = next(way for way in ways(play.view, boat) if way.cost == 1 and not way.deadly)
        ahead = play.view.copy()
        ahead.apply(first.moves[0])
        back = f"boat {hex_text(boat.at)} {hex_text(first.to)} boat {hex_text(first.to)} {hex_text(boat.at)}"
        await play.paste(back)
        assert plan.way().moves == (first.moves[0], ("boat", first.to, boat.at))
        await play.press("enter")
        assert play.moves[1:3] == [first.moves[0], ("boat", first.to, boat.at)]


async def test_a_hex_that_is_not_there_is_answered_with_those_nearest():
    async with at_table(drawn_position()) as play:
        await play.press("colon")
        await play.write("r7 s7")
        await play.press("enter")
        assert "S7" in play.toast


# Clicks --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (100, 30), (160, 50), (200, 60)], ids=str)
async def test_a_click_on_any_cell_of_a_hex_is_that_hex(size):
    """What is painted is what is hit: every hex and every island has cells, and those of its middle are its own."""
    from atlantis_tui.games.survive.widgets.lattice import lattice

    async with at_table(drawn_position(), size, look(motion=False, hover=False)) as play:
        play.screen.viewer = None  # nobody is asked: a click only looks
        sea = play.screen.board.sea
        canvas = sea.canvas
        shape = lattice(sea.scale)
        for number in range(HEXES):
            for span in shape.spans[number]:
                for x in range(span.x, span.x + span.width):
                    assert canvas.at(x, span.y) == number, (size, hex_text(number))
        hit = {one for row in canvas.hits for one in row}
        assert hit == {*range(HEXES), *range(FIRST_SAFE, FIRST_SAFE + 4), None}
        for number in (0, 17, at("L7"), at("W8"), at("A6"), HEXES - 1, FIRST_SAFE, FIRST_SAFE + 3):
            await play.click(sea, number)
            assert play.screen.plan.cursor == number


async def test_kept_tiles_and_explorers_can_be_clicked():
    async with at_table(drawn_position("tile")) as play:
        await play.click(play.screen.board.hand, ("tile", 0))
        assert play.screen.plan.tile == (1, 5)
    async with at_table(drawn_position()) as play:
        await play.click(play.screen.board.hand, ("explorer", explorer(1)))
        assert play.screen.plan.piece.who == explorer(1)


async def test_the_words_of_the_footer_are_keys():
    async with at_table(drawn_position()) as play:
        await play.footer("nothing")
        assert play.view.step == "sink"


async def test_of_several_explorers_the_warning_speaks_as_of_several():
    def stand(*numbers: int) -> dict[int, dict[str, list[int]]]:
        return {ME: {"K8": list(numbers)}}

    for numbers, said in (((0,), "is yours. A shark"), ((0, 1), "are yours. A shark")):
        async with at_table(drawn_position("sink", folk=stand(*numbers))) as play:
            play.screen.plan.go_to(at("K8"))
            play.screen.show()
            await play.settle()
            assert said in play.text


async def test_while_boats_are_placed_explorers_have_a_worth_and_no_place_to_come():
    table = new_game(["you", "bot:random"])
    async with at_table(table) as play:
        await play.asked()
        assert "Place 6" in play.screen.board.hand.canvas.text()
        while play.view.step == "place":
            await play.press("a", "enter")
            await play.asked()
        assert play.view.step == "launch"
        assert "Place" not in play.screen.board.hand.canvas.text()
        assert "Worth 6" in play.screen.board.hand.canvas.text()


# The past ------------------------------------------------------------------------------------------------------------


async def test_the_past_is_looked_at_with_y_and_up_and_down():
    table = game_where(lambda state: state.step == "move", after=100)
    async with at_table(table) as play:
        await play.asked()
        cursor = play.screen.plan.cursor
        await play.press("y", "up", "up")
        assert play.screen.past.at is not None
        assert play.screen.plan.cursor == cursor
        assert "THE PAST" in play.text
        await play.press("enter", "y", "up")
        assert play.screen.past.at is None
        assert play.screen.plan.cursor != cursor


async def test_treasures_that_are_forgotten_are_nowhere_to_be_seen():
    async with at_table(drawn_position(owner_remembers=False)) as play:
        assert "▲" in play.screen.board.hand.canvas.text()
        worth = play.screen.board.hand.canvas.text().splitlines()[-1]
        assert not any(letter.isdigit() for letter in worth)
        await play.press("tab")
        assert play.screen.plan.piece is not None
        assert "▲#" in play.text


async def test_a_tile_that_sinks_because_it_is_the_only_one_is_told_before_what_comes_of_it():
    """The last beach by the water, with an explorer of one's own on it, goes without being chosen."""

    def one_beach(state: Survive) -> None:
        for hex_ in range(HEXES):
            if state.terrain[hex_] == BEACH and hex_ != at("K8"):
                state.terrain[hex_] = FOREST
        state.spots[explorer(4)] = at("K8")
        state.work_out()

    async with at_table(drawn_position(change=one_beach)) as play:
        await play.press("n")
        assert ("sink", at("K8")) in play.moves
        said = play.toast
        why = said.index("Only one tile can sink now.")
        sunk = said.index("You sink the beach at K8. In the water now: your ")
        assert why < sunk
        assert all(sunk < said.find(words) for words in ("You keep", "comes up", "The die shows") if words in said)


def test_what_somebody_elses_turn_has_cost_you_is_known():
    def hit(state: Survive) -> None:
        state.seat, state.step, state.rolled = THETIS, "die", SHARK

    table = drawn_position("die", change=hit, tiles=())
    table.play(THETIS, ("creature", SHARK, at("F5"), at("D7")))
    news = News(cast(Any, SimpleNamespace(table=table, viewer=ME)))
    ((cause, lost),) = news.losses()
    assert cause == SHARK
    assert set(lost) & set(cast(Survive, table.state).explorers_of(ME)) == {explorer(6)}


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_who_was_lost_to_what_is_told_in_the_turn_of_whoever_moved_the_creature(size):
    table = drawn_position("defend", change=threat(THETIS, SHARK, "F5", "D7"))
    async with at_table(table, size) as play:
        await play.press("n")
        told = [entry for entry in play.screen.past.entries() if "lost to the shark" in entry.text]
        assert told[0].seat == THETIS
        assert told[0].text.startswith("Thetis ▲")
        assert not [entry for entry in play.screen.past.entries() if entry.seat == ME]
        await play.asked()
        if not play.screen.board.small:
            assert "▲2" in play.screen.prompt.canvas.text()
            assert "to the shark" in play.screen.prompt.canvas.text()
        await play.press("up", "y", *["up"] * len(play.screen.past.entries()))
        assert "lost to the shark" in " ".join(play.text.replace("▌", "").split())


def test_steps_there_and_back_are_not_told_as_a_way():
    glyphs = look().glyphs
    row = [("sailed", at("U4"), at("T5")), ("sailed", at("T5"), at("U4")), ("sank", at("K8"), 1, ())]
    step = cast(Any, None)
    assert brief([(step, row)], glyphs) == ["sank K8"]
    moves = [("boat", at("U4"), at("T5")), ("boat", at("T5"), at("S6")), ("sink", at("K8"))]
    assert brief_moves(cast(Any, None), moves, glyphs) == "boat U4 → S6, sink K8"
