"""The first game: played to its end by keys and mouse, wrong moves, skipping, going back, leaving; never in the way."""

import re
from typing import Any

import pytest
from textual.binding import Binding

from atlantis_tui.cli import main
from atlantis_tui.games import has_lesson, lesson_for, table_for
from atlantis_tui.games.atalia.lesson import LESSON as ATALIA
from atlantis_tui.games.atalia.lesson import _face
from atlantis_tui.games.atalia.text import names as atalia_names
from atlantis_tui.games.atlantis.lesson import LESSON, MOVES
from atlantis_tui.games.survive.lesson import LESSON as SURVIVE
from atlantis_tui.help.screen import HelpScreen
from atlantis_tui.lesson.end import LessonEnd
from atlantis_tui.lesson.mode import LessonMode
from atlantis_tui.lesson.written import movers
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.saved import game_files
from atlantis_tui.saved.settings import Settings
from atlantis_tui.table import turns
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.sentences import choice
from atlantis_tui.ui.dim import dimmed
from core.atalia.claims import best
from core.atalia.explain import why_no_claim
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE, formation_of
from core.games import names
from core.survive.components import (
    BEACH,
    BOX,
    HEX_AT,
    LANDING,
    LETTERS,
    MOUNTAIN,
    NEIGHBOURS,
    NO_SHARK,
    SAFE,
    SERPENT,
    WIND,
)
from tests.help.at_help import STILL, Bare, at_home
from tests.lesson.at_lesson import KEYS, after, begun, every_lesson, go_to, speaks
from tests.table.at_table import seat_instant_bots
from tests.ui.stage import EACH_PALETTE, PATIENCE, golden, look, look_name

pytestmark = pytest.mark.usefixtures("home", "at_once")


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(LessonEnd, "STILL", 0)


# The lesson itself ----------------------------------------------------------------------------------------------------


@every_lesson
def test_the_written_game_is_a_whole_one(lesson):
    view = after(len(lesson.moves), lesson)
    assert view.outcome.winners == (0,)
    assert view.outcome.scores == {"atlantis": (45, 26), "atalia": (5, 0), "survive": (20, 9)}[lesson.game]
    assert len(movers(lesson)) == len(lesson.moves)


@every_lesson
def test_steps_are_in_order_and_about_the_persons_own_moves(lesson):
    steps = lesson.steps()
    assert len(steps) == len(KEYS[lesson])
    places = [step.at for step in steps]
    assert places == sorted(places)
    for step in steps:
        assert movers(lesson)[step.at] == 0
        assert not (step.planned and step.plays)
        assert bool(step.task) != step.reads
        assert step.instead or not (step.planned or step.plays)
    by_what = {move.split()[0] for step in steps if step.plays for move in lesson.moves[step.at : step.at + 3]}
    known = {
        "atlantis": {"2", "on", "pay", "bridge", "buy"},
        "atalia": {"G6", "draw", "claim", "cavalry", "alexander"},
        "survive": {"place", "launch", "boat", "sink", "play", "serpent", "defend"},
    }
    assert known[lesson.game] <= by_what


def test_what_the_words_say_is_so():
    """The numbers in the sentences are those of the game."""
    water = after(24)
    assert {gap.first: gap.price for gap in water.gaps if not gap.bridged and gap.first in (11, 16)} == {11: 3, 16: 3}
    bridge = after(30)
    assert bridge.gap_at(39).price == max(gap.price for gap in bridge.gaps if not gap.bridged) == 4
    assert bridge.figures[0][0] == 37
    end = after(56)
    assert end.crossing_cost(1) == 12
    assert end.home(0) == 2
    assert after(len(MOVES)).crossing_cost(1) == 12


def _best(view: Any, seat: int, field: int) -> Any:
    """The best formation a side can still reach, as everybody can work it out."""
    ground = view.ground(field)
    return formation_of(best(view.sides[seat][field], ground, view.unseen), ground)


def test_the_lesson_of_atalia_names_every_formation_as_the_board_does():
    told = " ".join(step.text for step in ATALIA.steps()).casefold()
    for rank in (WEDGE, TRIPLE, FLUSH, RUN, SUM):
        assert atalia_names.rank(rank).casefold() in told
        assert atalia_names.rank_short(rank).casefold() in told


def test_what_the_words_say_of_atalia_is_so():
    def at(moves: int) -> Any:
        return after(moves, ATALIA)

    twos = at(49)  # the white 2 lies
    assert [_best(twos, seat, 8).rank for seat in (0, 1)] == [TRIPLE, TRIPLE]
    refused = why_no_claim(twos, 0, 8)
    assert refused is not None
    assert refused.id == "he_could_win"
    red_eight = 7
    assert red_eight in at(52).sides[1][1]
    assert at(56).open_troops >> red_eight & 1
    claim = at(57)
    assert claim.claimable(0) == [2]
    assert [_best(claim, seat, 2) for seat in (0, 1)] == [(WEDGE, 27)] * 2
    assert at(84).owners[5:7] == [0, 0]


_named_best = re.compile(r"(?i)(wedge|phalanx|battalion|skirmish line|host) of (\d+) (?:is the|at) best").search
_named_cards = re.compile(r"\b[RGBAWV]\d+").findall


@pytest.mark.parametrize("in_lines", [False, True])
def test_what_the_lesson_of_atalia_calls_the_best_is_so_when_it_is_said(in_lines):
    """The cards that a sentence names, and nothing that lies on the table by then."""
    found = 0
    for step, lines in zip(ATALIA.steps(), ATALIA.lines(), strict=True):
        for sentence in re.split(r"[.:] ", (in_lines and lines.text) or step.text):
            if (claim := _named_best(sentence)) is None:
                continue
            found += 1
            view = after(step.at, ATALIA)
            cards = [_face(text) for text in _named_cards(sentence)]
            unseen = view.unseen
            for card in cards:
                unseen &= ~(1 << card)
            made = formation_of(best(cards, view.ground(2), unseen), view.ground(2))
            assert (atalia_names.rank(made.rank).casefold(), str(made.total)) == (claim[1].casefold(), claim[2])
            assert any(set(cards) <= {*view.sides[seat][2], *view.known_cards(seat)} for seat in (0, 1)), sentence
    assert found == 2


def test_what_the_words_say_of_survive_is_so():
    def at(moves: int) -> Any:
        return after(moves, SURVIVE)

    boats = at(20)
    assert BOX not in boats.spots
    assert boats.boats_left == [2, 2]
    assert _hex("R5") in NEIGHBOURS[_hex("P5")]
    assert (at(24).points, at(26).points) == (3, 1)
    walk = at(26)
    assert _treasures(walk, "N5") == [3]
    assert walk.boats[_hex("Q4")]
    assert _hex("Q4") in NEIGHBOURS[_hex("P5")]
    wet = at(27)
    assert wet.terrain[_hex("I4")] == BEACH
    assert [wet.owner(one) for one in wet.explorers_at(_hex("I4"))] == [1]
    red = at(32)
    assert list(red.hand_of(0, BEACH).faces()) == [WIND]
    assert [red.treasure(one) for one in red.crew_at(_hex("M6"))] == [1]
    danger = at(33)
    assert {_hex("U2"), _hex("V3")} == set(LANDING[SAFE.index("NE")])
    assert [danger.creatures[SERPENT][_hex(name)] for name in ("V3", "U2")] == [1, 0]
    assert danger.steps_left == 3
    swims = at(37)
    assert swims.terrain[_hex("H5")] == BEACH
    assert _treasures(swims, "H5") == [5]
    assert not any(swims.boats[beside] for beside in NEIGHBOURS[_hex("H5")])
    die = at(40)
    assert [die.owner(one) for one in die.swimmers_at(_hex("K8"))] == [1]
    assert die.rolled == SERPENT
    assert die.creatures[SERPENT][_hex("L7")]
    assert list(die.hand_of(0, BEACH).faces()) == [NO_SHARK]  # from K8
    defence = at(113)
    assert (defence.lair, defence.prey) == (_hex("B3"), _hex("C4"))
    assert sorted(defence.treasure(one) for one in defence.swimmers_at(_hex("C4"))) == [2, 5]
    assert NO_SHARK in defence.hand_of(0, BEACH).faces()
    end = at(243)
    assert {kind for kind in end.terrain if kind} == {MOUNTAIN}
    assert len(end.saved(0)) == 5
    assert [end.owner(one) for one in end.explorers_at(_hex("H7"))] == [1]
    over = at(len(SURVIVE.moves))
    assert sorted(map(over.treasure, over.saved(0))) == [2, 3, 4, 5, 6]


def _hex(name: str) -> int:
    return HEX_AT[LETTERS.index(name[0]), int(name[1:]) - 1]


def _treasures(view: Any, name: str) -> list[int]:
    return [view.treasure(one) for one in view.explorers_at(_hex(name))]


def test_every_game_has_one():
    assert all(map(has_lesson, names()))
    assert lesson_for("atlantis") is LESSON
    assert lesson_for("chess") is None
    assert lesson_for("../atlantis") is None


# Playing it -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.full) for size in ((60, 20), (120, 36)))], ids=str
)
@every_lesson
async def test_it_is_played_to_its_end_by_keys(lesson, size, home):
    async with at_home(size, app=Bare) as hands:
        coach = await begun(hands, lesson)
        for number, line in enumerate(KEYS[lesson]):
            await speaks(hands, coach, number)
            assert f" {number + 1}  {coach.mode.step.title}" in hands.text
            await hands.press(*line.split())
        end = await hands.on(LessonEnd)
        assert "Well done" in hands.text
        assert tuple(coach.mode.played) == lesson.moves
        await hands.press("?")
        assert isinstance(hands.screen, HelpScreen)
        await hands.press("?", "backspace")
        assert not isinstance(hands.screen, TableScreen)
        assert end.table.over
        assert game_files.newest_first() == []
        assert game_files.list_unfinished() == []


async def test_the_window_may_shrink_and_grow_at_any_step():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        for number in range(4, 8):
            coach.mode.go_to(number)
            await hands.until(lambda: coach.mode.speaks)
            for size in ((60, 20), (80, 24)):
                await hands.resize(*size)
                assert coach.mode.speaks


async def test_it_is_played_by_mouse():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await hands.click(coach.footer, "mode_key('next_step')")
        await speaks(hands, coach, 1)
        await hands.click(coach.mode.bubble, "mode_key('next_step')")
        await speaks(hands, coach, 2)
        await hands.click(coach.board.path, -1)
        await speaks(hands, coach, 3)
        await hands.click(coach.board.hand, ("card", 3))
        await speaks(hands, coach, 4)
        await hands.click(coach.footer, "do")
        await speaks(hands, coach, 5)
        await hands.click(coach.mode.bubble, "mode_key('next_step')")
        await speaks(hands, coach, 6)
        await hands.click(coach.mode.bubble, "leave")
        assert not isinstance(hands.screen, TableScreen)


async def test_the_others_are_seen_to_move(monkeypatch):
    monkeypatch.setattr(turns, "PACE", PATIENCE)  # until a key
    async with at_home((80, 24), shown=look(motion=True, hover=False), app=Bare) as hands:
        coach = await begun(hands)
        await hands.press("space", "enter", "1", "r", "enter")
        await hands.until(lambda: coach.turns.message)
        assert "Nereus ■2 → ⚑F3" in hands.text
        assert not coach.mode.bubble.display
        assert coach.board.path.veil is None
        await hands.press("y")  # any key goes on
        await speaks(hands, coach, 5)
        assert coach.board.path.veil is not None


async def test_what_came_of_a_move_is_not_said_over_the_next_step():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands, SURVIVE)
        await go_to(hands, coach, 8)
        await hands.press("a", "enter")
        await speaks(hands, coach, 9)
        assert "fair wind" in coach.toast.lines[0]  # it was said
        assert not coach.toast.display
        await hands.press("n")  # another wish is answered as ever
        assert coach.toast.display


async def test_danger_is_told_where_it_lies():
    async with at_home((120, 36), app=Bare) as hands:
        coach = await begun(hands, SURVIVE)
        await go_to(hands, coach, 10)
        await hands.press("tab", "right", "up", "up")
        assert coach.plan.harm().wrecked == (_hex("V3"),)
        assert "a serpent is there: the boat would be lost" in hands.text
        before = coach.mode.played
        await hands.press("enter")
        assert coach.mode.played == before
        assert coach.toast.lines[1] == coach.mode.step.instead


async def test_survive_may_be_played_by_mouse_too():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands, SURVIVE)
        await go_to(hands, coach, 4)
        for name in ("P5", "R5", "R5"):
            await hands.click(coach.board.sea, _hex(name))
        await speaks(hands, coach, 5)
        await go_to(hands, coach, 9)
        await hands.click(coach.board.hand, ("tile", 0))
        await hands.click(coach.footer, "do")
        await speaks(hands, coach, 10)
        for name in ("T5", "U2", "U2"):
            await hands.click(coach.board.sea, _hex(name))
        await speaks(hands, coach, 11)


@every_lesson
def test_the_coachs_keys_are_no_keys_of_the_table(lesson):
    own = _keys_of(LessonMode)
    table = {key for one in table_for(lesson.game).__mro__ for key in _keys_of(one)}
    assert own
    assert own.isdisjoint(table)


def _keys_of(screen: Any) -> set[str]:
    return {key for one in vars(screen).get("BINDINGS", ()) if isinstance(one, Binding) for key in one.key.split(",")}


# Other wishes ---------------------------------------------------------------------------------------------------------


async def test_another_move_is_not_made_and_something_is_said():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        for number, keys in ((4, "backspace 1 f enter"), (10, "1 h enter"), (12, "t enter")):
            await go_to(hands, coach, number)
            before = coach.mode.played
            await hands.press(*keys.split())
            assert coach.toast.display
            assert not coach.toast.good
            assert coach.toast.lines[1] == coach.mode.step.instead
            assert coach.mode.number == number
            assert coach.mode.played == before
        await hands.press("backspace", "t", "right", "enter")  # what is said there helps
        await speaks(hands, coach, 13)


async def test_only_the_card_that_a_step_is_about_is_asked_about():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands, ATALIA)
        await go_to(hands, coach, 6)
        await hands.press("w", "9", "x")
        assert coach.mode.number == 6
        assert "Not in this step." in hands.text
        assert coach.plan.card == _face("W2")
        await hands.press("x")
        assert coach.mode.number == 7


@pytest.mark.parametrize("number", [4, 5])
async def test_a_refusal_does_not_lie_over_what_the_step_wants(number):
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands, SURVIVE)
        await go_to(hands, coach, number)
        coach.mode.say_what_is_asked()
        await hands.settle()
        assert coach.toast.display
        assert not coach.toast.region.overlaps(coach.mode.bubble.region)


async def test_typed_moves_and_the_palette_are_moves_too():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 6)
        await hands.press(":")
        await hands.write("1 c")
        await hands.press("enter", "enter")
        assert coach.toast.lines[1] == coach.mode.step.instead
        await hands.press("escape", ":")
        await hands.write("2 ff")
        await hands.press("enter", "enter")
        await speaks(hands, coach, 7)


@pytest.mark.full
async def test_other_figures_and_payments_are_as_good():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 6)
        await hands.press("3", "f", "f", "enter")
        await speaks(hands, coach, 7)
        assert len(coach.mode.played) == 24
        await hands.press("2", "f")
        await speaks(hands, coach, 8)
        await hands.press("right", "right", "enter")
        await speaks(hands, coach, 9)
        assert tuple(coach.mode.played) == MOVES[:30]


async def test_a_step_begins_again_before_it_is_left():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 6)
        await hands.press("2", "f", "f")
        assert coach.plan.moves()
        await hands.press("u")
        assert coach.mode.number == 6
        assert coach.plan.moves() is None
        await hands.press("u")
        assert coach.mode.number == 5


async def test_one_can_leave_at_any_moment():
    async with at_home((80, 24), app=Bare) as hands:
        for key in ("q", "escape"):
            await begun(hands)
            await hands.press(key)
            assert not isinstance(hands.screen, TableScreen)


async def test_esc_first_takes_back_what_is_planned():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 6)
        await hands.press("2", "f", "f", "escape", "escape", "escape")
        assert hands.screen is coach
        assert coach.plan.figure is None
        await hands.press("i", "escape")  # which only takes the words away
        assert hands.screen is coach
        await hands.press("backspace", "backspace")
        assert hands.screen is coach
        await hands.press("escape")
        assert not isinstance(hands.screen, TableScreen)


async def test_hints_and_the_late_bridge_are_not_for_now():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 6)
        for key in ("i", "w"):
            await hands.press(key)
            assert coach.toast.lines[1] == coach.mode.step.instead
            assert not coach.hinting.open
            assert not coach.wait_after


async def test_the_end_offers_a_real_game_or_the_same_again(monkeypatch):
    seat_instant_bots(monkeypatch)
    async with at_home((80, 24)) as hands:
        menu = await hands.on(MenuScreen)
        await hands.press("l")
        coach = await hands.at_lesson()
        await go_to(hands, coach, 15)
        await hands.press("space")
        await hands.on(LessonEnd)
        await hands.press("s", "v")
        await hands.on(LessonEnd)
        await hands.press("z")
        await speaks(hands, coach, 0)
        await go_to(hands, coach, 15)
        await hands.press("3", "h", "enter")
        await hands.on(LessonEnd)
        await hands.press("enter")
        assert "Enter once more begins a real game." in hands.text
        await hands.press("enter")
        await hands.until(lambda: isinstance(hands.screen, TableScreen) and hands.screen is not coach)
        assert not isinstance(hands.screen.mode, LessonMode)
        assert len(game_files.newest_first()) == 1
        await hands.press("q")
        assert hands.screen is menu


# How it looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "glyphs"),
    [
        ((80, 24), "unicode"),
        pytest.param((120, 36), "unicode", marks=pytest.mark.full),
        pytest.param((80, 24), "ascii", marks=pytest.mark.full),
        pytest.param((120, 36), "ascii", marks=pytest.mark.full),
    ],
    ids=str,
)
@every_lesson
async def test_it_looks_as_it_did(lesson, size, glyphs):
    shown = look("dark" if glyphs == "unicode" else "mono", glyphs, motion=False, hover=False)
    name = "coach" if lesson is LESSON else f"coach_{lesson.game}"
    async with at_home(size, shown=shown, app=Bare) as hands:
        coach = await begun(hands, lesson)
        for number in (0, 2, 6, len(coach.mode.steps) - 1):
            await go_to(hands, coach, number)
            golden(f"{name}_{number + 1}_{size[0]}x{size[1]}_{glyphs}", hands.text)
        await hands.press("space")
        await hands.on(LessonEnd)
        golden(f"{name}_end_{size[0]}x{size[1]}_{glyphs}", hands.text)


async def test_steps_can_be_gone_back_to():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 4)
        for number in (3, 2, 1, 0):
            await hands.press("z")
            await speaks(hands, coach, number)
            assert tuple(coach.mode.played) == MOVES[: coach.mode.step.at]
        await hands.press("z")
        assert coach.mode.number == 0


async def test_only_what_is_spoken_of_is_bright():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 8)
        lit = set().union(*coach.mode.spoken())
        assert set().union(*coach.mode.beside()) - lit  # which stays in sight, and dim
        veiled = coach.board.path.canvas.styles
        coach.board.path.veil = None
        coach.board.path.paint_anew()
        bright = coach.board.path.canvas.styles
        left, top = coach.board.path.region.offset
        cells = {(x, y) for y in range(len(bright)) for x in range(len(bright[y]))}
        kept = {(x, y) for x, y in cells if (left + x, top + y) in lit}
        assert kept
        assert all(veiled[y][x] is bright[y][x] for x, y in kept)
        assert all(veiled[y][x] is dimmed(bright[y][x], STILL.palette) for x, y in cells - kept)
        assert {veiled[y][x] for x, y in cells - kept}.isdisjoint(bright[y][x] for x, y in cells)
        await hands.press("m")
        assert not coach.mode.bubble.display
        assert coach.board.path.veil is None
        assert "M show the bubble" in hands.text
        await hands.press("m")
        assert coach.mode.bubble.display
        assert "M show the bubble" not in hands.text


@pytest.mark.full
@pytest.mark.parametrize("look", EACH_PALETTE, ids=look_name)
async def test_every_palette_paints(look):
    async with at_home((80, 24), shown=look._replace(motion=False), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 8)
        assert "Enter pays and moves." in hands.text


async def test_keys_of_the_players_own_are_named():
    settings = Settings(keys={"coach.next": "j", "atlantis.figure.1": "5"})
    async with at_home((80, 24), app=Bare, settings=settings) as hands:
        coach = await begun(hands)
        assert "Enter or J goes on." in hands.text
        await hands.press("j", "enter")
        await speaks(hands, coach, 2)
        assert "Press 5, or click Atlantis." in hands.text
        await hands.press("5")
        await speaks(hands, coach, 3)


@pytest.mark.full
async def test_it_follows_the_size():
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands)
        await go_to(hands, coach, 6)
        for size in ((120, 36), (40, 12), (60, 20), (80, 24)):
            await hands.resize(*size)
            await hands.settle()
            if size != (40, 12):
                assert "Press 2 F F, then Enter." in " ".join(hands.text.split())
        await hands.press("2", "f", "f", "enter")
        await speaks(hands, coach, 7)


async def test_the_screen_is_that_of_the_game():
    async with at_home((80, 24), app=Bare) as hands:
        assert type(await begun(hands)) is table_for(LESSON.game)


# From the command line ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], f'There is no game "chess": choose {choice(names())}.'),
        (["__init__"], f'There is no game "__init__": choose {choice(names())}.'),
        (["../atlantis"], 'There is no game "../atlantis"'),
        (["atlantis", "twice"], '"twice" is one word too many'),
        (["--seed", "x"], 'There is no flag "--seed"'),
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_said_in_a_sentence(words, said, capsys):
    assert main(["learn", *words]) == 2
    out, err = capsys.readouterr()
    assert err.startswith(f"atlantis: {said}")
    assert err.count("\n") == 1
    assert out == ""


def test_the_command_explains_itself(capsys):
    assert main(["learn", "--help"]) == 0
    told = capsys.readouterr().out
    assert "Usage: atlantis learn [GAME] [--plain]" in told
    assert all(f"    atlantis learn {game}" in told for game in names())
    assert main(["--help"]) == 0
    assert "learn:" in capsys.readouterr().out
