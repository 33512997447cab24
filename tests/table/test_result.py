"""The result screen: who won and why, what was paid, and what comes next."""

from typing import cast

import pytest

from atlantis_tui.games.atlantis.result import Crossing
from atlantis_tui.table.result import Reckoning, ResultScreen, shares
from core.atlantis.components import MAINLAND
from core.atlantis.rules import Atlantis
from core.game import Outcome
from core.log import MemoryLog
from core.table import Step, Table, header
from tests.core.atlantis_positions import Scene, scene
from tests.ui.stage import (
    EACH_PALETTE,
    LARGE_SIZES,
    LOOKS,
    NOT_YET,
    SIZES,
    Stage,
    drawn,
    finished,
    golden,
    look,
    look_name,
    resize,
)

NAMES = ("You", "Nereus", "Thetis", "Triton")
PEOPLE = ("Maximiliane-Susannah", "Wilhelmina-Charlotte", "Konstantin-Alexander", "Анна-Мария")
LONG = ("Александра Константинопольская", "Bartholomew the Elder", "木村拓哉と仲間たち木村拓哉", "Ω")

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def at_once(monkeypatch):
    """Screens that answer from the first moment."""
    monkeypatch.setattr(ResultScreen, "STILL", 0)


def result(seats=4, seed="KELP-7F3", viewer=0, names=NAMES):
    return ResultScreen(finished(seats, seed), names[:seats], viewer)


def ended(played: Scene, *written: str, turn: int = 40) -> Table:
    """A table with a game that was laid out by hand and ends with these moves."""
    state = played.state
    state.turns = turn
    table = Table(MemoryLog(header(state.game, ["you"] * state.seats, {}, "HAND")))
    table.steps = [Step(1, None, None, turn, (), state.copy(), True, True, None)]
    for number, line in enumerate(written, 2):
        seat, before = state.seat, state.turn
        events = played.play(line)
        move = state.game.read(line)
        table.steps.append(Step(number, seat, move, before, tuple(events), state.copy(), True, False, seat))
    assert table.over
    return table


def outcome(table: Table) -> Outcome:
    assert table.state.outcome is not None
    return table.state.outcome


def four(viewer: int | None = 0, names=NAMES) -> ResultScreen:
    """You come home first and win; Nereus pays with all there is, Triton too much, and Thetis cannot."""
    table = ended(
        scene(
            "9:F3 11:O4 13:R7 15:S5 16:A2",
            "s0 [53,16,53] H t[7,6]",
            "s1 [9,53,53] FF t[5,5]",
            "s2 [9,11,13] - t[4]",
            "s3 [53,53,13] - t[7,7]",
            cards="FORS",
        ),
        "2 H",
    )
    assert outcome(table) == ((19, 0, -22, 7), (0,))
    return ResultScreen(table, names, viewer)


def text(screen: ResultScreen, size=(80, 24), look=look()):  # noqa: B008
    return drawn(screen, size, look).text()


def line_of(name: str, text: str) -> str:
    """The line of a player in the table of figures."""
    return next(line for line in text.splitlines()[5:] if name in line)


# As it looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_looks_as_it_did(size, glyphs):
    app = Stage(result(), look("dark" if glyphs == "unicode" else "mono", glyphs))
    async with app.run_test(size=size):
        golden(f"result_{size[0]}x{size[1]}_{glyphs}", app.text)


async def test_on_a_large_screen_names_are_whole():
    app = Stage(ResultScreen(finished(4, "KELP-7F3"), PEOPLE, 0))
    async with app.run_test(size=LARGE_SIZES[0]) as pilot:
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"result_{size[0]}x{size[1]}", app.text)
            assert "…" not in app.text


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_it_is_complete_in_every_look_and_size(look, size):
    told = text(four(), size, look)
    for words in ("GAME OVER", "You win!", "The final crossing", "Made of", "tiles", "cards", "paid", "22 short"):
        assert words in told
    for words in (
        "Points over the game",
        "Again?",
        "Enter",
        "same deal",
        "V review",
        "Bksp menu",
        "seed HAND",
        "40 turns",
    ):
        assert words in told
    for name in NAMES:
        assert told.count(name) >= 2
    if look.glyphs.name == "ascii":
        assert told.isascii()


@pytest.mark.parametrize("look", EACH_PALETTE, ids=look_name)
async def test_every_palette_paints(look):
    app = Stage(four(), look)
    async with app.run_test(size=(80, 24)):
        assert app.text == text(four(), look=look)


@pytest.mark.parametrize("size", [*SIZES, (79, 40), (100, 30), (119, 23), (200, 60)], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_long_names_are_cut_and_nothing_else_moves(seats, size):
    plain = text(ResultScreen(finished(seats, "KELP-7F3"), NAMES[:seats], 0), size)
    long = text(ResultScreen(finished(seats, "KELP-7F3"), LONG[:seats], 0), size)
    scores = outcome(finished(seats, "KELP-7F3")).scores
    top = next(y for y, line in enumerate(plain.splitlines()) if "final crossing" in line)
    for y in range(top + 2, top + 2 + seats):
        short_line, long_line = plain.splitlines()[y], long.splitlines()[y]
        assert short_line.split()[-1] == long_line.split()[-1]
        assert int(short_line.split()[-1].replace("−", "-")) in scores
    assert "…" in long
    assert plain.splitlines()[0] == long.splitlines()[0]


async def test_long_names_fit_on_a_real_screen():
    for size in SIZES:
        app = Stage(ResultScreen(finished(4, "KELP-7F3"), PEOPLE, 0))
        async with app.run_test(size=size):
            assert len(app.lines) == size[1]  # and each is exactly as wide as the screen


async def test_resizing_keeps_everything():
    app = Stage(four())
    async with app.run_test(size=(120, 36)) as pilot:
        large = app.text
        for size in ((60, 20), (80, 24), (140, 50), (61, 21), (120, 36)):
            await resize(pilot, *size)
            assert "You win!" in app.text
        assert app.text == large


async def test_below_the_least_size_nothing_can_be_pressed():
    app = Stage(result())
    async with app.run_test(size=(50, 15)) as pilot:
        await pilot.press("enter", "s")
        assert app.answer is NOT_YET
        await resize(pilot, 80, 24)
        await pilot.press("s")
        assert app.answer == "same"


# What comes next -----------------------------------------------------------------------------------------------------


async def test_enter_begins_another_game_only_when_it_is_pressed_twice():
    """The last move of a game is made with Enter too, and whoever presses it once too often still wants to see this."""
    app = Stage(result())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert app.answer is NOT_YET
        assert "Enter once more begins a new game." in app.text
        await pilot.press("enter")
        assert app.answer == "again"


async def test_a_key_that_is_held_down_is_not_pressed_twice(monkeypatch):
    app = Stage(result())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        monkeypatch.setattr(ResultScreen, "STILL", 60)
        await pilot.press("enter", "enter")
        assert app.answer is NOT_YET


@pytest.mark.parametrize(("key", "answer"), [("s", "same"), ("backspace", "menu"), ("escape", "menu"), ("q", "menu")])
async def test_keys(key, answer):
    app = Stage(result())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "up", "space")
        assert app.answer is NOT_YET
        await pilot.press(key)
        assert app.answer == answer


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("words", "answer"),
    [("new deal", "again"), ("same deal", "same"), ("play again", "again"), ("same seed", "same"), ("menu", "menu")],
)
async def test_the_mouse(size, words, answer):
    app = Stage(result())
    async with app.run_test(size=size) as pilot:
        await pilot.click(offset=(size[0] // 2, 5))
        assert app.answer is NOT_YET
        await pilot.click(offset=app.find(words))
        assert app.answer == answer


async def test_the_mouse_lights_what_it_is_over():
    app = Stage(result())
    async with app.run_test(size=(80, 24)) as pilot:
        dark = app.style_of("new deal")
        await pilot.hover(offset=app.find("new deal"))
        assert app.style_of("new deal") != dark
        await pilot.hover(offset=(40, 5))
        assert app.style_of("new deal") == dark


async def test_a_double_enter_does_not_begin_the_next_game(monkeypatch):
    monkeypatch.setattr(ResultScreen, "STILL", 60)
    app = Stage(result())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=app.find("same deal"))
        await pilot.press("enter", "s")
        assert "Enter once more begins a new game." in app.text, (
            "an Enter that comes too early is answered all the same"
        )
        await pilot.press("enter")
        assert app.answer is NOT_YET
        monkeypatch.setattr(ResultScreen, "STILL", 0)
        await pilot.press("enter")
        assert app.answer == "again"


# What is told --------------------------------------------------------------------------------------------------------


def test_the_winner_reads_that_they_won():
    told = text(four(0))
    assert "You win!" in told
    assert "Your third figure came home on turn 40." in told
    assert "12 points ahead of Triton." in told
    assert "all others had to cross the water that was left." in text(four(0), (120, 36))


def test_others_read_who_won_and_how_far_they_are_behind():
    names = ("Anna", "Boris", "Clara", "David")
    told = text(four(2, names))
    assert "Anna wins." in told
    assert "The third figure of Anna came home on turn 40." in told
    assert "12 points ahead of David. You are 41 points behind." in told
    assert "12 points ahead of you." in text(four(3, names))
    assert "Anna came home first, on turn 40." in text(four(3, names), (60, 20))


def test_who_only_watches_is_told_without_you():
    told = text(four(None, ("Anna", "Boris", "Clara", "David")))
    assert "Anna wins." in told
    assert "12 points ahead of David." in told
    assert "you" not in told.lower()


def test_each_row_tells_the_crossing_of_one_player():
    assert [" ".join(line.split()) for line in text(four()).splitlines()[7:12]] == [
        "tiles cards water still to pay paid with score",
        "► ▲ You 15 4 all three at home nothing to pay 19",
        "▼ Triton 14 0 ▼3 −5 tile 7, 2 too much 7",
        "■ Nereus 10 2 ■1 −12 tiles 5 5, 2 cards 0",
        "◆ Thetis 4 0 ◆1 −12 ◆2 −9 ◆3 −5 all: 22 short −22",
    ]
    assert [" ".join(line.split()) for line in text(four(), (60, 20)).splitlines()[5:10]] == [
        "tiles cards water score",
        "► ▲ You 15 4 all three at home 19",
        "▼ Triton 14 −7 0 ▼3 −5 2 lost 7",
        "■ Nereus 10 −10 2 −2 ■1 −12 0",
        "◆ Thetis 4 −4 0 ◆1−12 ◆2−9 ◆3−5 22 short −22",
    ]
    assert [" ".join(line.split()) for line in text(four(), (120, 36)).splitlines()[10:15]] == [
        "tiles cards water still to pay, figure by figure paid with score",
        "► ▲ You 15 4 all three at home nothing to pay 19",
        "▼ Triton 14 0 ▼3 −5 = 5 tile 7, 2 too much 7",
        "■ Nereus 10 2 ■1 −3 −4 −5 = 12 tiles 5 5, 2 cards 0",
        "◆ Thetis 4 0 ◆1 −3 −4 −5 ◆2 −4 −5 ◆3 −5 = 26 all: 22 short −22",
    ]


def test_a_tie_is_a_shared_win():
    seats = ("s0 [53,53,9] - t[3]", "s1 [53,53,9] - t[7]", "s2 [53,53,53] - t[7]")
    table = ended(scene("9:F1", *seats, deck=0), "stuck", "stuck", "stuck")
    assert outcome(table).winners == (1, 2)
    told = text(ResultScreen(table, NAMES[:3], 0))
    assert "Nereus and Thetis share the win." in told
    assert "4 points ahead of you." in told
    assert told.count("►") == 2
    assert "You share the win with Thetis." in text(ResultScreen(table, NAMES[:3], 1))


def test_many_that_share_the_win_are_counted_where_their_names_are_too_long():
    seats = [f"s{seat} [53,53,9] - t[7]" for seat in range(4)]
    table = ended(scene("9:F1", *seats, deck=0), *["stuck"] * 4)
    assert "4 players share the win." in text(ResultScreen(table, LONG, None), (60, 20))
    assert "You and 3 others share the win." in text(ResultScreen(table, LONG, 3), (60, 20))
    assert "You share the win with Nereus, Thetis and Triton." in text(ResultScreen(table, NAMES, 0))


def test_two_that_come_next_are_both_told():
    seats = ("s0 [53,53,9] - t[7]", "s1 [53,53,9] - t[3]", "s2 [53,53,9] - t[3]", "s3 [53,53,9] - t[2]")
    table = ended(scene("9:F1", *seats, deck=0), *["stuck"] * 4)
    assert "4 points ahead of Nereus and Thetis." in text(ResultScreen(table, NAMES, 0))
    assert "4 points ahead of you and Thetis." in text(ResultScreen(table, NAMES, 1))
    assert "4 points ahead of Nereus and Thetis. You are 5 points behind." in text(ResultScreen(table, NAMES, 3))
    assert "You are 5 points behind." in text(ResultScreen(table, LONG, 3), (60, 20))


def test_all_equal():
    table = ended(scene("9:F1", "s0 [53,53,9] - t[3]", "s1 [53,53,-1] - t[3]", deck=0), "stuck", "stuck")
    assert outcome(table).winners == (0, 1)
    told = text(ResultScreen(table, LONG[:2], 0), (60, 20))
    assert "You share the win with Bartholomew…" in told
    assert "All have the same score." in told


def test_a_game_that_nobody_ended():
    table = ended(scene("9:F1 11:F3", "s0 [53,53,9] - t[5]", "s1 [53,53,-1]", deck=0), "stuck", "stuck", turn=50)
    assert ("ended", None) in table.steps[-1].events
    for size in SIZES:
        told = text(ResultScreen(table, NAMES[:2], 0), size)
        assert "You win!" in told
        assert "nobody could" in told.lower()
        assert "turn 51" in told


async def test_a_negative_score_is_shown_in_coral_with_the_reason():
    app = Stage(four())
    async with app.run_test(size=(80, 24)):
        assert app.style_of("all: 22 short").color.name == "#ff7a6b"
        assert app.style_of("−22").color.name == "#ff7a6b"


def test_even_the_winner_may_be_below_nothing():
    table = ended(scene("9:F6 12:F7", "s0 [53,53,9]", "s1 [53,9,9]", deck=0), "stuck", "stuck")
    assert outcome(table).scores == (-6, -12)
    told = text(ResultScreen(table, NAMES[:2], 1), look=look("mono", "ascii"))
    assert "nothing: 6 short" in line_of("You", told)
    assert "6 points ahead of you." in told


def test_figures_that_stay_on_atlantis_cost_nothing():
    table = ended(
        scene("9:F3 11:F4", "s0 [-1,53,53] - t[5]", "s1 [53,53,9] - t[5]", deck=0, atlantis_figures_pay=False),
        "stuck",
        "stuck",
    )
    told = text(ResultScreen(table, NAMES[:2], 0))
    assert "▲1 0" in line_of("You", told)
    assert "nothing to pay" in line_of("You", told)
    assert outcome(table).scores == (5, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", ["A", "B", "C", "D", "KELP", "KELP-7F3"])
def test_the_figures_add_up(seats, seed):
    table = finished(seats, seed)
    crossing = Crossing(table, NAMES[:seats], 0)
    checked: Reckoning = crossing
    assert [crossing.scores[seat] for seat in checked.order] == sorted(crossing.scores, reverse=True)
    for account in crossing.accounts:
        assert sum(sum(fare.prices) for fare in account.fares) == account.cost
        assert account.score == account.tiles + account.cards - max(account.paid, account.cost)
        assert len(account.fares) == sum(at != MAINLAND for at in crossing.state.figures[account.seat])
        assert (account.short > 0) == (account.score < 0)
    for seat, points in enumerate(checked.points()):
        assert len(points) == table.state.turn + 1
        assert points[-1] == crossing.scores[seat]
        # What the table showed then: tiles and cards alone would make a leader of whoever has the most still to pay.
        for turn, shown in enumerate(points[:-1], 1):
            left = [step.state for step in table.steps if step.turn == turn][-1]
            assert shown == cast(Atlantis, left).after_crossing(seat)
        parts = [amounts[seat] for _, _, amounts in checked.parts()]
        assert sum(parts) == crossing.accounts[seat].tiles + crossing.accounts[seat].cards


def test_the_longest_way_and_the_dearest_water():
    road = scene("9:F3 11:O4 13:R7 15:S5 16:A2", "s0 [9,53,53] S t[7,6]", "s1 [53,53,16] O", cards="FFFFFFFF")
    table = ended(road, "1 S", "pay 7 6", "3 O")
    found = [(fact.seat, fact.text) for fact in Crossing(table, NAMES[:2], 0).facts()]
    assert found == [(1, "37 places, turn 41"), (0, "12 points, turn 40")]
    told = text(ResultScreen(table, NAMES[:2], 0), (120, 36))
    assert "Longest way    ■ 37 places, turn 41" in told
    assert "Dearest water  ▲ 12 points, turn 40" in told


@pytest.mark.parametrize("size", [1, 5, 14, 30])
def test_bars_lose_nothing(size):
    assert sum(shares([20, 5, 5], 30, size)) == size or size == 1
    assert shares([0, 0, 0], 30, size) == [0, 0, 0]
    assert all(shares([100, 1, 1], 102, 10))
    assert shares([10, 0, 0], 20, 10) == [5, 0, 0]
