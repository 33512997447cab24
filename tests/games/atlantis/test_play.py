"""Playing at the table: previews, payments, what Enter does and never does, take-back, and illegal tries."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events

from atlantis_tui.table import turns
from atlantis_tui.table.result import ResultScreen
from core.atlantis.components import ATLANTIS, MAINLAND, SYMBOLS
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from tests.table.at_table import Play, at_table, new_table, seat_instant_bots, table_where
from tests.ui.stage import look

TWO = ("you", "bot:random")
MOTION = look(motion=True, hover=True)


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def turn(state: Atlantis) -> bool:
    return state.step == "turn"


def payable(state: Atlantis) -> bool:
    """A movement with one card and a choice of payments."""
    return state.step == "turn" and any(
        len(way) == 1 and len(look_ahead(state, way).payments) > 2 for way in ways(state)
    )


def chain(state: Atlantis) -> bool:
    return state.step == "turn" and any(len(way) > 1 for way in ways(state))


def stuck(state: Atlantis) -> bool:
    return state.step == "turn" and not state.play_moves()


def bridge(state: Atlantis) -> bool:
    return state.step == "turn" and state.bridge_left[0] and len(state.open_gaps()) > 1 and bool(ways(state))


def used(state: Atlantis) -> bool:
    return state.step == "turn" and not state.bridge_left[0] and bool(state.open_gaps())


def home(state: Atlantis) -> bool:
    return state.step == "turn" and MAINLAND in state.figures[0] and bool(ways(state))


def dear(play: Play) -> tuple[Any, ...]:
    view = play.view
    return next(way for way in ways(view) if len(way) == 1 and len(look_ahead(view, way).payments) > 2)


def letters(way: tuple[Any, ...]) -> list[str]:
    return [str(way[0][1] + 1), *(SYMBOLS[move[-1]].lower() for move in way)]


def own_steps(play: Play) -> int:
    return sum(step.seat == 0 for step in play.table.steps)


# The preview ----------------------------------------------------------------------------------------------------------


async def test_a_plan_is_shown_and_nothing_is_done():
    async with at_table(table_where(payable), (80, 24)) as play:
        await play.asked()
        before = len(play.table.steps)
        way = dear(play)
        await play.press(*letters(way))
        outlook = look_ahead(play.view, way)
        assert "PREVIEW" in play.text
        assert f"= {outlook.cost}" in play.text or f"Pay {outlook.cost}" in play.text
        assert f"+{outlook.tile % 8}" in play.text or not outlook.tile
        assert f"{outlook.points_before} → {outlook.points_after}".replace("-", "−") in play.text
        assert len(play.table.steps) == before


async def test_a_card_alone_plans_for_a_figure_that_can_use_it():
    async with at_table(table_where(payable), (80, 24)) as play:
        await play.asked()
        way = dear(play)
        await play.press(SYMBOLS[way[0][2]].lower())
        assert play.screen.plan.draft
        assert play.screen.plan.draft[0][2] == way[0][2]


async def test_arrows_choose_among_all_payments_and_come_round():
    async with at_table(table_where(payable), (80, 24)) as play:
        await play.asked()
        await play.press(*letters(dear(play)))
        payments = play.screen.plan.outlook().payments
        seen = []
        for _ in payments:
            seen.append(play.screen.plan.outlook().payment)
            await play.press("right")
        assert seen == list(payments)
        assert play.screen.plan.outlook().payment == payments[0]
        await play.press("left")
        assert play.screen.plan.outlook().payment == payments[-1]
        wanted = payments[-1]
        await play.press("enter")
        assert ("pay", *wanted[1:]) in play.moves


async def test_back_takes_one_thing_back_at_a_time():
    async with at_table(table_where(chain), (80, 24)) as play:
        await play.asked()
        way = next(way for way in ways(play.view) if len(way) > 1)
        await play.press(*letters(way))
        assert play.screen.plan.draft == way
        for left in range(len(way) - 1, -1, -1):
            await play.press("backspace")
            assert play.screen.plan.draft == way[:left]
        assert play.screen.plan.figure == way[0][1]
        await play.press("escape")
        assert play.screen.plan.figure is None
        await play.press("backspace")
        assert len(play.table.steps) == len(play.moves)


async def test_tab_walks_through_every_movement_and_comes_round():
    async with at_table(table_where(chain), (80, 24)) as play:
        await play.asked()
        every = ways(play.view)
        seen = []
        for _ in every:
            await play.press("tab")
            seen.append(play.screen.plan.draft)
        assert seen == every
        await play.press("tab")
        assert play.screen.plan.draft == every[0]
        await play.press("shift+tab")
        assert play.screen.plan.draft == every[-1]


async def test_letters_stand_on_every_legal_target_and_do_what_they_say():
    async with at_table(table_where(chain), (80, 24)) as play:
        await play.asked()
        view = play.view
        await play.press("l")
        targets = dict(play.screen.board.path.sight.targets)
        assert set(targets) == {look_ahead(view, way).landing for way in ways(view)}
        for place, keys in targets.items():
            await play.press("backspace", "backspace", "backspace", "backspace", *keys.lower())
            assert look_ahead(view, play.screen.plan.draft).landing == place


async def test_hover_shows_a_movement_and_leaves_it_again():
    async with at_table(table_where(turn, after=6), (80, 24), look(motion=False, hover=True)) as play:
        await play.asked()
        view = play.view
        way = next(way for way in ways(view) if 0 <= look_ahead(view, way).landing < 53)
        landing = look_ahead(view, way).landing
        await play.hover(play.screen.board.path, landing)
        assert "PREVIEW" in play.text
        shown = play.screen.plan.draft
        assert look_ahead(view, shown).landing == landing
        assert "Enter choose it" in play.text
        await play.press("enter")
        assert play.screen.plan.draft == shown, "Enter means what is shown"
        assert len(play.table.steps) == len(play.moves)
        await play.press("backspace", "backspace", "backspace")
        await play.hover(play.screen.prompt, None)
        assert "PREVIEW" not in play.text


async def test_a_click_goes_on_with_the_chain_that_was_begun():
    """The place may be reached in other ways too: the card that was played first stays."""

    def several(state: Atlantis) -> bool:
        return state.step == "turn" and bool(_begun(state))

    async with at_table(table_where(several), (80, 24)) as play:
        await play.asked()
        way = _begun(play.view)[0]
        await play.press(*letters(way[:1]))
        await play.click(play.screen.board.path, look_ahead(play.view, way).landing)
        assert play.screen.plan.draft[:1] == way[:1]
        assert len(play.screen.plan.draft) > 1


def _begun(state: Atlantis) -> list[tuple[Any, ...]]:
    """Chains to places of the road that the same figure reaches with fewer cards too, beginning with another."""
    found = [(way, look_ahead(state, way).landing) for way in ways(state)]
    return [
        way
        for way, end in found
        if 0 <= end < 53
        and end not in state.figures[0]
        and any(to == end and len(one) < len(way) and one[0][1] == way[0][1] and one[0] != way[0] for one, to in found)
    ]


async def test_without_hover_the_mouse_shows_nothing_by_itself():
    async with at_table(table_where(turn, after=6), (80, 24)) as play:
        await play.asked()
        before = play.text
        for place in (0, 5, 9, 30):
            await play.hover(play.screen.board.path, place)
        assert play.text == before


# What Enter never does ------------------------------------------------------------------------------------------------


async def test_enter_with_nothing_planned_proposes_and_does_nothing():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press("enter")
        assert play.screen.plan.draft
        assert len(play.table.steps) == 1


async def test_a_double_enter_never_commits_the_next_thing():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        for _ in range(8):
            await play.press("enter")
            before = play.view.turn
            play.send("enter")
            play.send("enter")
            await play.settle()
            if not await play.asked():
                break
            assert play.view.turn == before + 2, "one turn of mine, one of the bot"
            await play.press("backspace", "backspace", "backspace")


async def test_a_double_click_never_commits_the_next_thing():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.footer("do")
        x, y = play.where(play.screen.footer, "do")
        for _ in range(2):
            await play.mouse(x, y, events.MouseDown, events.MouseUp)
        await play.asked()
        assert play.view.turn == 3


async def test_a_typed_move_is_shown_with_its_payment_before_it_is_made():
    async with at_table(table_where(payable), (80, 24)) as play:
        await play.asked()
        way = dear(play)
        before = len(play.table.steps)
        await play.press(":")
        await play.write(f"{way[0][1] + 1} {SYMBOLS[way[0][2]]}")
        await play.press("enter")
        assert play.screen.typed.field is None
        assert play.screen.plan.draft == way[:1]
        assert "PREVIEW" in play.text
        assert len(play.table.steps) == before, "nothing is played yet"
        await play.press("right", "enter")
        assert [move[0] for move in play.moves[before : before + 2]] == ["play", "pay"]


async def test_a_typed_move_that_was_shown_can_be_thought_over():
    async with at_table(table_where(bridge), (80, 24)) as play:
        await play.asked()
        before = len(play.table.steps)
        gap, move = play.view.open_gaps()[0], play.view.play_moves()[0]
        await play.press(":")
        await play.write(f"bridge {gap} {play.table.game.text(move)}")
        await play.press("enter")
        assert play.screen.plan.mode == "bridge"
        assert "Then: " in play.text
        await play.press("backspace")
        assert play.screen.plan.moves() is None
        await play.press("b", "enter")
        assert play.moves[before][0] == "bridge"
        assert play.screen.plan.moves() is None, "the rest of the line is forgotten"


async def test_a_double_enter_before_the_bridge_does_not_skip_it():
    async with at_table(table_where(bridge), (80, 24)) as play:
        await play.asked()
        before = len(play.table.steps)
        await play.press("enter", "w")
        play.send("enter")
        play.send("enter")
        await play.settle()
        assert play.view.step == "after"
        assert all(move[0] != "done" for move in play.moves[before:])
        await play.press("enter")
        assert play.moves[-1][0] == "done" or any(move == ("done",) for move in play.moves[before:])


async def test_a_double_enter_at_the_very_end_does_not_begin_another_game(monkeypatch):
    def last(state: Atlantis) -> bool:
        return turn(state) and state.home(0) == 2 and any(look_ahead(state, w).landing == MAINLAND for w in ways(state))

    async with at_table(table_where(last, seeds=300), (80, 24)) as play:
        await play.asked()
        view = play.view
        way = next(way for way in ways(view) if look_ahead(view, way).landing == MAINLAND)
        await play.press(*letters(way))
        assert "ends the game" in play.text
        play.send("enter")
        play.send("enter")
        screen = await play.on(ResultScreen)
        await play.settle()
        assert play.app.screen is screen
        assert play.table.over


# Bots are told --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["enter", "f", "1", "u", "y", "b", "tab", "colon", "q", "space", "escape", "w"])
async def test_a_key_while_a_turn_is_told_only_ends_the_telling(monkeypatch, key):
    monkeypatch.setattr(turns, "PACE", 1000)
    async with at_table(new_table(["you", "bot:random"]), (80, 24), MOTION) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.until(lambda: play.screen.turns.telling is not None)
        assert "Any key goes on" in play.text
        assert "Nereus" in play.screen.turns.message[0]
        assert [name for name, _does, _action in play.screen.footer.pairs] == ["Enter", "I"]
        before = len(play.table.steps)
        await play.press(key)
        assert play.screen.turns.telling is None
        await play.asked()
        assert len(play.table.steps) == before
        assert play.screen.plan.draft == ()
        assert play.screen.plan.figure is None
        assert not play.screen.past.open
        assert play.screen.typed.field is None
        assert play.on_top


async def test_every_turn_of_every_bot_is_told(monkeypatch):
    monkeypatch.setattr(turns, "PACE", 1000)
    async with at_table(new_table(["you", "bot:random", "bot:random"]), (80, 24), MOTION) as play:
        await play.asked()
        await play.press("enter", "enter")
        for name in ("Nereus", "Thetis"):
            await play.until(lambda: bool(play.screen.turns.message) and name in play.screen.turns.message[0])  # noqa: B023
            assert name in play.text
            play.send("space")
            play.send("space")  # a second key in a hurry ends at most the next telling
            await play.settle()
        await play.asked()
        assert play.view.turn == 4


async def test_a_click_while_a_turn_is_told_only_ends_the_telling(monkeypatch):
    monkeypatch.setattr(turns, "PACE", 1000)
    async with at_table(new_table(TWO), (80, 24), MOTION) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.until(lambda: play.screen.turns.telling is not None)
        await play.click(play.screen.board.hand, ("card", 0))
        assert play.screen.turns.telling is None
        assert play.screen.plan.draft == ()
        await play.asked()


async def test_a_paste_while_a_turn_is_told_plays_nothing(monkeypatch):
    monkeypatch.setattr(turns, "PACE", 1000)
    async with at_table(new_table(TWO), (80, 24), MOTION) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.until(lambda: play.screen.turns.telling is not None)
        before = len(play.table.steps)
        move = ways(play.view)[0][0]
        await play.paste(f"{move[1] + 1} {SYMBOLS[move[2]]}")
        await play.asked()
        assert len(play.table.steps) == before


async def test_the_telling_goes_on_by_itself(monkeypatch):
    monkeypatch.setattr(turns, "PACE", 0.01)
    async with at_table(new_table(TWO), (80, 24), MOTION) as play:
        await play.asked()
        told: list[str] = []
        show = play.screen.show

        def watched() -> None:
            show()
            told.append(play.screen.turns.message)

        play.screen.show = watched
        await play.press("enter", "enter")
        await play.until(lambda: any(told))  # it may be over before anybody looks
        assert await play.asked()
        assert "Since then: ■ Nereus" in play.text


# Take-back ------------------------------------------------------------------------------------------------------------


async def test_take_back_in_the_own_turn_after_a_bridge():
    async with at_table(table_where(bridge), (80, 24)) as play:
        await play.asked()
        before, digest = len(play.table.steps), play.table.state.digest()
        await play.press("b", "enter")
        assert not play.view.bridge_left[0]
        await play.press("u")
        assert play.view.bridge_left[0]
        assert len(play.table.steps) == before
        assert play.table.state.digest() == digest
        assert play.table.log.records[-1].kind == "back", "the log keeps both"
        play.check()


async def test_take_back_after_the_bots_have_moved():
    async with at_table(new_table(["you", "bot:random", "bot:random"]), (80, 24)) as play:
        await play.asked()
        digest = play.table.state.digest()
        await play.press("enter", "enter")
        await play.asked()
        assert play.view.turn == 4
        await play.press("u")
        await play.asked()
        assert play.view.turn == 1
        assert play.table.state.digest() == digest
        play.check()
        await play.press("enter", "enter")
        await play.asked()
        assert play.view.turn == 4
        play.check()


async def test_take_back_with_nothing_to_take_back_says_so():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press("u")
        assert play.toast
        assert len(play.table.steps) == 1


async def test_take_back_forgets_what_was_planned_for_another_position():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.asked()
        await play.press("enter", "u")
        await play.asked()
        assert play.screen.plan.draft == ()
        assert "PREVIEW" not in play.text


# Being asked for the bridge -------------------------------------------------------------------------------------------


async def test_w_asks_for_the_bridge_after_the_move():
    async with at_table(table_where(bridge), (80, 24)) as play:
        await play.asked()
        before = len(play.table.steps)
        await play.press("enter", "w")
        assert "bridge after: on" in play.text
        await play.press("enter")
        assert play.view.step == "after"
        assert "After the move" in play.text
        await play.press("b", "enter")
        assert any(move[0] == "bridge" for move in play.moves[before:])
        await play.asked()
        assert not play.screen.wait_after


async def test_without_w_nobody_is_asked():
    async with at_table(table_where(bridge), (80, 24)) as play:
        await play.asked()
        before = len(play.table.steps)
        await play.press("enter", "enter")
        await play.asked()
        mine = [step.move for step in play.table.steps[before:] if step.seat == 0]
        assert mine[-1] == ("done",)
        assert play.view.step == "turn"


async def test_w_twice_changes_nothing():
    async with at_table(table_where(bridge), (80, 24)) as play:
        await play.asked()
        await play.press("enter", "w", "w", "enter")
        await play.asked()
        assert play.view.step == "turn"


# Stuck ----------------------------------------------------------------------------------------------------------------


async def test_being_stuck_shows_the_hand_to_all():
    async with at_table(table_where(stuck), (80, 24)) as play:
        await play.asked()
        before, cards = len(play.table.steps), play.view.hands[0].faces()
        await play.press("enter")
        assert "shows your hand to all" in play.text
        assert len(play.table.steps) == before
        await play.press("enter")
        step = play.table.steps[before]
        assert step.move == ("stuck",)
        assert ("stuck", tuple(cards)) in step.events
        await play.asked()
        assert any("was stuck and showed" in entry.text for entry in play.screen.past.entries())


# Illegal tries --------------------------------------------------------------------------------------------------------


async def refused(play: Play, *words: str) -> None:
    """The toast names the rule, nothing was done, and the next key does its own work."""
    for word in words:
        assert word in play.toast, play.toast
    assert play.app.find(play.toast.split()[0])[1] > 0
    steps = len(play.table.steps)
    await play.press("l")
    assert not play.toast
    assert play.screen.plan.all_targets
    assert len(play.table.steps) == steps


async def test_a_card_that_is_not_there():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        missing = play.view.hands[0].held.index(0)
        await play.press(SYMBOLS[missing].lower())
        await refused(play, "You do not have")


async def test_a_figure_that_is_home():
    async with at_table(table_where(home), (80, 24)) as play:
        await play.asked()
        await play.press(str(play.view.figures[0].index(MAINLAND) + 1))
        await refused(play, "on the Mainland for good")


async def test_a_bridge_that_is_laid_already():
    async with at_table(table_where(used), (80, 24)) as play:
        await play.asked()
        await play.press("b")
        await refused(play, "You have laid your bridge already")


async def test_a_trade_without_tiles():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press("t")
        await refused(play, "You have no tile to buy cards with")


async def test_a_place_that_cannot_be_reached():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        view = play.view
        reach = {look_ahead(view, way).landing for way in ways(view)}
        place = next(place for place in range(50, 0, -1) if place not in reach and view.symbols[place] < 7)
        await play.click(play.screen.board.path, place)
        assert play.toast
        assert not play.screen.plan.draft


async def test_clicks_on_the_ends_of_the_road_do_no_harm():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.click(play.screen.board.path, MAINLAND)
        await play.click(play.screen.board.path, ATLANTIS)
        assert play.screen.plan.figure == 0
        await play.click(play.screen.board.path, ATLANTIS)
        assert play.screen.plan.figure == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hello", "means nothing in a move"),
        ("2", ""),
        ("pay 3", "nothing to pay"),
        ("done", "You have not moved yet"),
        ("stuck", "You are not stuck"),
        ("bridge 3", "There is no gap at place 3"),
        ("buy 7", "You have no tile"),
        ("4 F", "A move is a figure from 1 to 3"),
    ],
)
async def test_typed_lines_that_cannot_be_played_are_answered(line, words):
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press(":")
        await play.write(line)
        await play.press("enter")
        assert play.screen.typed.field.value == line, "it stays, to be mended"
        assert play.toast
        assert words in play.toast
        assert len(play.table.steps) == 1
        await play.press("escape")
        await play.paste(line)
        assert words in play.toast


async def test_a_key_in_the_field_does_away_with_what_was_refused():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press(":")
        assert "Enter show it" in play.text
        await play.write("hello")
        await play.press("enter")
        assert play.screen.toast.display
        await play.press("x")
        assert not play.screen.toast.display
        assert play.screen.typed.field.value == "hellox"
        await play.press("escape")
        assert "Enter propose" in play.text


async def test_a_hint_can_be_typed_for():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press(":")
        await play.write("hint")
        await play.press("enter")
        assert play.screen.typed.field is None
        assert play.screen.hinting.thinking
        await play.press("escape")


async def test_what_is_not_clear_is_answered_with_its_readings():
    def two_readings(state: Atlantis) -> bool:
        plays = [move for move in state.play_moves() if move[2] == 0]
        return turn(state) and len({state.figures[0][move[1]] for move in plays}) > 1

    async with at_table(table_where(two_readings), (80, 24)) as play:
        await play.asked()
        await play.paste("F")
        assert "1 F" in play.toast or "2 F" in play.toast, play.toast


# Typing ---------------------------------------------------------------------------------------------------------------


async def test_one_line_can_hold_a_whole_turn():
    async with at_table(table_where(bridge, after=8), (80, 24)) as play:
        await play.asked()
        view, before = play.view, len(play.table.steps)
        gap = view.open_gaps()[0]
        ahead = view.copy()
        ahead.apply(("bridge", gap))
        way = next(way for way in ways(ahead) if not look_ahead(ahead, way).payments)
        line = f"bridge {gap} {way[0][1] + 1} " + "".join(SYMBOLS[move[-1]] for move in way)
        await play.press(":")
        await play.write(line)
        await play.press("enter")
        assert play.screen.plan.mode == "bridge"
        assert len(play.table.steps) == before, "each part is shown before it is made"
        await play.press("enter")
        assert play.screen.plan.draft == way
        assert play.moves[before:] == [("bridge", gap)]
        await play.press("enter")
        assert play.moves[before : before + 1 + len(way)] == [("bridge", gap), *way]


async def test_a_suggestion_completes_what_was_begun():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        first = play.table.game.text(play.view.legal()[0])
        await play.press(":", first[0], "space")
        await play.pilot.pause()
        await play.press("end", "enter")
        assert len(play.table.steps) > 1 or play.toast


async def test_typing_is_left_without_playing():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press(":", "1", "escape")
        assert play.screen.typed.field is None
        assert len(play.table.steps) == 1
        await play.press("1")
        planned = play.screen.plan.figure
        await play.press(":", "x", *["backspace"] * 4)
        assert play.screen.typed.field is not None, "the key that clears a line leaves nothing"
        await play.press("escape")
        assert play.screen.plan.figure == planned is not None


async def test_letters_in_the_field_are_text_and_nothing_else():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press(":")
        await play.write("q u y b t w 1 f")
        assert play.on_top
        assert play.screen.typed.field.value == "q u y b t w 1 f"
        assert not play.screen.past.open
        assert play.screen.plan.draft == ()


async def test_a_paste_into_the_field_is_not_played_twice():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        move = play.view.play_moves()[0]
        await play.press(":")
        await play.paste(play.table.game.text(move))
        assert len(play.table.steps) == 1
        await play.press("enter")
        assert len(play.table.steps) == 1
        await play.press("enter")
        await play.asked()
        assert play.moves[1] == move


# Resizing -------------------------------------------------------------------------------------------------------------


async def test_a_storm_of_resizes_keeps_the_plan():
    async with at_table(table_where(payable), (80, 24)) as play:
        await play.asked()
        await play.press(*letters(dear(play)), "right", "w")
        screen = play.screen
        plan = (screen.plan.figure, screen.plan.draft, screen.plan.pay, screen.plan.mode, screen.wait_after)
        payment = screen.plan.outlook().payment
        for size in [(120, 36), (60, 20), (59, 19), (200, 60), (20, 5), (80, 24), (110, 30), (61, 40), (120, 36)] * 2:
            await play.resize(*size)
            assert (screen.plan.figure, screen.plan.draft, screen.plan.pay, screen.plan.mode, screen.wait_after) == plan
        await play.resize(80, 24)
        assert "PREVIEW" in play.text
        await play.press("enter")
        assert payment in play.moves


async def test_a_resize_while_typing_keeps_the_words():
    async with at_table(new_table(TWO), (80, 24)) as play:
        await play.asked()
        await play.press(":")
        await play.write("1 f")
        await play.resize(120, 36)
        assert play.screen.typed.field is not None
        assert play.screen.typed.field.value == "1 f"
        assert play.screen.typed.field.region.y < 36
        assert "1 f" in play.text
        await play.resize(60, 20)
        assert "1 f" in play.text


async def test_a_resize_while_looking_back_stays_in_the_past():
    async with at_table(table_where(turn, after=12), (80, 24)) as play:
        await play.asked()
        await play.press("up", "up")
        looked = play.screen.past.at
        for size in ((120, 36), (60, 20), (80, 24)):
            await play.resize(*size)
            assert play.screen.past.at == looked
            assert "THE PAST" in play.text
