"""One grammar for the mouse at all tables: it shows what a click would plan, a click plans it, a second click on the
same target does it, and the right button goes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from textual import events

from core.atlantis.components import MAINLAND
from core.atlantis.outlook import look_ahead, ways
from core.atlantis.rules import Atlantis
from core.table import Table
from tests.games.atalia import at_atalia as atalia
from tests.games.survive import at_survive as survive
from tests.table.at_table import Play, at_table, new_table, seat_instant_bots, table_where
from tests.table.network.at_lan import gathering, until
from tests.ui.stage import look

HOVER = look(motion=False, hover=True)
Spot = tuple[Any, Any]  # a widget, and what is hit on it


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)


class Case(NamedTuple):
    """A table; what is clicked before there is a target, a target, and another one; the kind of move that is meant."""

    make: Callable[[], Table]
    spots: Callable[[Play], tuple[list[Spot], Spot, Spot]]
    kind: str
    proposes: bool = False  # the table has a target in mind as soon as the first thing is chosen


def first_turn(state: Atlantis) -> bool:
    return state.step == "turn" and len({look_ahead(state, way).landing for way in ways(state)} - {MAINLAND}) > 2


def landings(play: Play) -> list[int]:
    """Places where some figure can come, which are no places of own figures."""
    view = play.view
    found = dict.fromkeys(look_ahead(view, way).landing for way in ways(view))
    return [one for one in found if 0 <= one < 53 and one not in view.figures[0]]


def _movement(play: Play) -> tuple[list[Spot], Spot, Spot]:
    first, other, *_ = landings(play)
    return [], (play.screen.board.path, first), (play.screen.board.path, other)


def _bridges(play: Play) -> tuple[list[Spot], Spot, Spot]:
    first, other, *_ = play.view.open_gaps()
    return [], (play.screen.board.path, first), (play.screen.board.path, other)


def _trade(play: Play) -> tuple[list[Spot], Spot, Spot]:
    first, other, *_ = sorted({move[1] for move in play.view.legal() if move[0] == "buy"})
    return [], (play.screen.board.hand, ("tile", first)), (play.screen.board.hand, ("tile", other))


def _walk(play: Play) -> tuple[list[Spot], Spot, Spot]:
    sea = play.screen.board.sea
    return [(sea, survive.at("R7"))], (sea, survive.at("P7")), (sea, survive.at("T7"))


def _sink(play: Play) -> tuple[list[Spot], Spot, Spot]:
    first, other, *_ = play.screen.plan.places()
    return [], (play.screen.board.sea, first), (play.screen.board.sea, other)


def _kept(play: Play) -> tuple[list[Spot], Spot, Spot]:
    return [], (play.screen.board.hand, ("tile", 0)), (play.screen.board.hand, ("tile", 1))


def _lay(play: Play) -> tuple[list[Spot], Spot, Spot]:
    board = play.screen.board
    card = ("card", atalia.cards("R8")[0])
    return [(board.hand, card)], (board.line, ("slot", 0, 3, 2)), (board.line, ("plate", 2))


def _scout(play: Play) -> tuple[list[Spot], Spot, Spot]:
    hand = play.screen.board.hand
    return [], (hand, ("card", atalia.cards("scout")[0])), (hand, ("card", atalia.cards("R8")[0]))


def _deck(play: Play) -> tuple[list[Spot], Spot, Spot]:
    line = play.screen.board.line
    return [], (line, ("deck", 1)), (line, ("deck", 0))


def _desert(play: Play) -> tuple[list[Spot], Spot, Spot]:
    board = play.screen.board
    card = ("card", atalia.cards("deserter")[0])
    return [(board.hand, card)], (board.line, ("slot", 1, 0, 1)), (board.line, ("slot", 1, 7, 1))


def bridging(state: Atlantis) -> bool:
    return state.step == "turn" and bool(state.bridge_left[0]) and len(state.open_gaps()) > 1


def trading(state: Atlantis) -> bool:
    return state.step == "turn" and len({move[1] for move in state.legal() if move[0] == "buy"}) > 1


WINDS = ((survive.ME, 1, "dolphin"), (survive.ME, 1, "wind"))
CASES = {
    "atlantis, a movement": Case(lambda: table_where(first_turn, after=6), _movement, "play"),
    "atlantis, a bridge": Case(lambda: table_where(bridging, after=20), _bridges, "bridge"),
    "atlantis, a trade": Case(lambda: table_where(trading, after=20), _trade, "buy"),
    "survive, a walk": Case(survive.drawn_position, _walk, "walk"),
    "survive, a tile that sinks": Case(lambda: survive.drawn_position("sink"), _sink, "sink"),
    "survive, a kept tile": Case(lambda: survive.drawn_position("tile", tiles=WINDS), _kept, "play"),
    "atalia, a card": Case(atalia.drawn_position, _lay, "lay"),
    "atalia, the scout": Case(atalia.drawn_position, _scout, "scout"),
    "atalia, a deck": Case(lambda: atalia.drawn_position(step="draw"), _deck, "draw"),
    "atalia, guile": Case(
        lambda: atalia.drawn_position("R8 G3 deserter", guile=()), _desert, "deserter", proposes=True
    ),
}
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


HOVERED = [one for one in CASES.values() if not one.proposes]
ON_SIZES = [(one, ((200, 60), (80, 24))[number % 2]) for number, one in enumerate(HOVERED)]


@pytest.mark.parametrize(("case", "size"), ON_SIZES, ids=lambda value: getattr(value, "kind", ""))
async def test_hover_shows_click_plans_second_click_does(case, size):
    async with at_table(case.make(), size, HOVER) as play:
        await play.asked()
        before, target, other = case.spots(play)
        for spot in before:
            await play.click(*spot)
        steps, plan = len(play.table.steps), play.screen.plan
        await play.mouse(0, 0)
        await play.hover(play.screen.prompt, None)
        bare, planned = play.text, plan.moves()
        await play.hover(*target)
        assert play.text != bare, "the mouse shows it"
        shown = plan.moves()
        await play.hover(play.screen.prompt, None)
        assert play.text == bare, "and takes it back"
        assert plan.moves() == planned
        await play.click(*target)
        assert plan.moves() == shown, "what was shown is what is planned"
        assert play.screen.clicks._does(*target)
        await play.hover(*other)
        assert plan.moves() == shown, "what is planned stays"
        assert len(play.table.steps) == steps, "a click does nothing yet"
        await play.click(*target)
        assert play.table.steps[steps].move == shown[0]
        assert shown[0][0] == case.kind


@every_case
async def test_a_click_on_another_target_plans_that_and_the_right_button_goes_back(case):
    async with at_table(case.make()) as play:
        await play.asked()
        before, target, other = case.spots(play)
        for spot in before:
            await play.click(*spot)
        steps, plan, bare = len(play.table.steps), play.screen.plan, play.text
        await play.hover(*target)
        assert play.text == bare, "where hover is off"
        await play.click(*target)
        first = plan.moves()
        assert first is not None
        await play.click(*other)
        await play.click(*target)
        assert plan.moves() == first
        for _ in range(3):
            await play.click_at(*play.where(*target), button=3)
        assert plan.moves() in (None, [("draw", 0)]), "nothing is left but what Enter would propose"
        assert len(play.table.steps) == steps, "and nothing was done"


@every_case
async def test_a_double_click_makes_one_move(case):
    """A third click at the same place only plans again."""
    async with at_table(case.make()) as play:
        await play.asked()
        before, target, _other = case.spots(play)
        for spot in before:
            await play.click(*spot)
        x, y = play.where(*target)
        steps = len(play.table.steps)
        await play.click_at(x, y)
        await play.click_at(x, y)
        done = len(play.table.steps)
        assert play.table.steps[steps].move[0] == case.kind
        await play.click_at(x, y)
        assert [step for step in play.table.steps[done:] if step.seat == 0 and not step.forced] == []


@pytest.mark.parametrize("case", [CASES[name] for name in ("atlantis, a trade", "survive, a walk", "atalia, a deck")])
async def test_moves_that_are_asked_about_need_one_click_more(case):
    async with at_table(case.make()) as play:
        await play.asked()
        play.app.settings = play.app.settings._replace(confirmations="all")
        before, target, _other = case.spots(play)
        for spot in before:
            await play.click(*spot)
        steps = len(play.table.steps)
        await play.click(*target)
        await play.click(*target)
        assert "once more" in play.toast
        assert len(play.table.steps) == steps
        await play.click(*target)
        assert len(play.table.steps) > steps


# Of the bottom line, what plays; the rest leaves, asks or looks.
OFFERED = ("do", "nothing", "defend", "suggest", "next(1)", "end_claims", "claim", "tactic", "troops", "pass")


@pytest.mark.full
@pytest.mark.parametrize("game", ["atlantis", "atalia", "survive"])
async def test_a_whole_game_by_mouse_alone(game):
    """Somebody clicks twice on things by chance, takes what the bottom line offers, and goes back now and then."""
    table = {
        "atlantis": lambda: new_table(("you", "bot:random")),
        "atalia": atalia.new_game,
        "survive": survive.new_game,
    }[game]()
    chance = random.Random(game)
    async with at_table(table, (120, 36), HOVER) as play:
        screen = play.screen
        while await play.asked():
            steps = len(play.table.steps)
            for _ in range(40):
                widget = chance.choice(screen.board.widgets[:3])
                hits = sorted({hit for row in widget.canvas.hits for hit in row if hit is not None}, key=str)
                if hits and widget.display:
                    spot = play.where(widget, chance.choice(hits))
                    await play.click_at(*spot)
                    if len(play.table.steps) == steps:
                        await play.click_at(*spot)
                if len(play.table.steps) > steps or not screen.mine:
                    break
                if chance.random() < 0.3:
                    shown = {hit for row in screen.footer.canvas.hits for hit in row}
                    offered = [do for _key, _word, do in screen.footer.pairs if do in OFFERED and do in shown]
                    if offered:
                        await play.footer(chance.choice(offered))
                    else:
                        await play.click_at(*play.where(screen.prompt, None), button=3)
                if len(play.table.steps) > steps or not screen.mine:
                    break
        assert play.table.over
        assert len([step for step in play.table.steps if step.seat == 0]) > 10


async def test_a_mouse_that_rests_is_in_nobodys_way():
    """Keys plan as if it were not there, and Enter takes what it shows, but does not do it."""
    async with at_table(survive.drawn_position(), shown=HOVER) as play:
        sea, plan = play.screen.board.sea, play.screen.plan
        await play.hover(sea, survive.at("R7"))
        assert plan.piece is not None
        assert "Enter choose it" in play.text
        await play.press("left")
        assert plan.piece is None
        assert plan.cursor == survive.at("J7"), "as from the cursor of before"
        await play.hover(sea, survive.at("P7"))
        await play.press("enter")
        assert plan.piece is not None
        assert plan.piece.at == survive.at("P7")
        assert play.moves == [None]


async def test_the_mouse_repaints_only_when_it_comes_to_something_else(monkeypatch):
    async with at_table(survive.drawn_position(), shown=HOVER) as play:
        sea = play.screen.board.sea
        x, y = play.where(sea, survive.at("R7"))
        await play.hover(sea, survive.at("R7"))
        shown: list[None] = []
        show = play.screen.show_board

        def showing() -> None:
            shown.append(None)
            show()

        monkeypatch.setattr(play.screen, "show_board", showing)
        for dx in (0, 1, -1, 0):
            await play.mouse(x + dx, y, events.MouseMove)
        assert shown == []
        painted: list[Any] = []
        monkeypatch.setattr(sea, "refresh", lambda *regions, **_: painted.extend(regions))
        await play.hover(sea, survive.at("N5"))
        assert len(shown) == 1
        assert 0 < sum(region.area for region in painted) < sea.size.area // 4, "nothing but what has changed"


async def test_the_mouse_alone_teaches_nobody_that_a_step_is_done():
    """A lesson waits for what the person plans, not for what the mouse passes over."""
    from atlantis_tui.lesson.opening import open_lesson
    from tests.help.at_help import at_home

    async with at_home((80, 24), shown=HOVER) as hands:
        open_lesson(hands.app, "atlantis")
        coach = await hands.at_lesson()
        coach.mode.go_to(1)
        await hands.until(lambda: coach.mode.speaks)
        path = coach.board.path
        for place in sorted({hit for row in path.canvas.hits for hit in row if isinstance(hit, int)}):
            coach.hover.point(path, place)
            await hands.settle()
            assert coach.mode.number == 1


async def test_a_deadly_way_is_not_done_by_a_click_and_it_says_so():
    async with at_table(survive.drawn_position()) as play:
        sea = play.screen.board.sea
        for name in ("R7", "S6", "S6"):
            await play.click(sea, survive.at(name))
        assert play.moves == [None]
        assert "a click alone does not do that" in play.toast
        await play.click(play.screen.toast, ("key", "enter"))
        assert len(play.moves) > 1


async def test_a_hint_is_chosen_by_a_click_and_done_by_a_second_one():
    async with at_table(table_where(first_turn, after=6)) as play:
        await play.asked()
        play.screen.hinting.iterations = 5
        steps = len(play.table.steps)
        await play.press("i")
        await play.until(lambda: bool(play.screen.hinting.found))
        await play.click(play.screen.hints, ("hint", 0))
        assert play.screen.hinting.chosen == 0
        assert len(play.table.steps) == steps
        await play.click(play.screen.hints, ("hint", 0))
        assert len(play.table.steps) > steps


async def test_the_same_on_the_network(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris") as table:
        await until(lambda: table["Anna"].mine)
        async with table.at("Anna", shown=HOVER) as play:
            await play.asked()
            path = play.screen.board.path
            _before, target, _other = _movement(play)
            bare = play.text
            await play.hover(*target)
            assert "PREVIEW" in play.text
            await play.hover(play.screen.prompt, None)
            assert play.text == bare
            x, y = play.where(path, target[1])
            for _ in range(4):  # faster than the move can be sent
                await play.click_at(x, y)
            await play.until(lambda: len(play.table.steps) > 1)
            assert len([step for step in play.table.steps[1:] if step.move and step.move[0] == "play"]) == 1
