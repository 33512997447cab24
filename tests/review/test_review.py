"""The review on screen: bars that grow, the dearest moves, the road as it was, and playing on from there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from rich.style import Style

from atlantis_tui.app import AtlantisApp
from atlantis_tui.games.atlantis import review as retold
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.review.painter import sizes
from atlantis_tui.review.screen import ON, ReviewScreen
from atlantis_tui.review.text import retold_for
from atlantis_tui.saved.game_files import new_table, resume_table
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.ui.bars import Bar, Bars, whole_for
from atlantis_tui.ui.line_wrap import wrap_line
from atlantis_tui.ui.painter import respell
from atlantis_tui.ui.rich_line import width
from atlantis_tui.ui.wrap import wrap
from core.log import MemoryLog, read
from core.review import Choice, Reviewed, better_way, turns, view_before
from core.table import Table, header
from tests.menu.at_menu import until as patiently
from tests.review.at_review import NAMES, WHY, at_once, laid_out, screen, to_the_end, until, whole
from tests.table.at_table import seat_instant_bots
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
    in_order,
    look,
    look_name,
    resize,
)

pytestmark = pytest.mark.usefixtures("home")

TABLE = finished(4, "KELP-7F3")


@pytest.fixture
def ready(monkeypatch):
    return at_once(monkeypatch, laid_out(TABLE))


def at_turn(review: ReviewScreen) -> int:
    assert review.chosen is not None
    return review.reviewed[review.chosen].turn.number


# As it looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_looks_as_it_did(ready, size, glyphs):
    review = screen()
    app = Stage(review, look("dark" if glyphs == "unicode" else "mono", glyphs))
    async with app.run_test(size=size) as pilot:
        await whole(pilot, review)
        golden(f"review_{size[0]}x{size[1]}_{glyphs}", app.text)
        await pilot.press("enter")
        golden(f"review_road_{size[0]}x{size[1]}_{glyphs}", app.text)


async def test_on_a_large_screen_the_board_is_as_large_as_the_table_s(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=LARGE_SIZES[0]) as pilot:
        await whole(pilot, review)
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"review_{size[0]}x{size[1]}", app.text)
            assert app.text.replace("\n", " ").count("takes a 7.") == 4  # each of the three, and the chosen one again


def test_the_board_of_a_review_grows_as_that_of_a_table():
    for game, widest in {"atlantis": (92, 92), "survive": (102, 102), "atalia": (100, 118)}.items():
        for size, width_of in zip(LARGE_SIZES, widest, strict=True):
            at = sizes(*size)
            scale = retold_for(game).scale_for(at.road, size[1] - 7 - at.lower)
            assert scale.width >= width_of, (game, size, scale)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_begins_empty_and_says_what_goes_on(monkeypatch, size):
    at_once(monkeypatch, laid_out(TABLE), most=0)
    review = screen()
    app = Stage(review)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "looking at move 1 of 17 …" in app.text
        assert "The game is being looked over" in app.text
        assert "what is done is kept" in app.text
        await pilot.press("enter", "1", "d", "left", "right", "home", "end", "p", "tab")
        assert app.answer is NOT_YET
        await pilot.press("backspace")
        assert app.answer == "back"


def shown_whole(viewer: int = 0, names=NAMES) -> ReviewScreen:
    """A review that is there, without an app."""
    review = screen(viewer=viewer, names=names)
    review.turns, review.reviewed = turns(TABLE, viewer), laid_out(TABLE, viewer)
    review._follow()
    return review


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_it_is_complete_in_every_look_and_size(ready, look, size):
    canvas = drawn(shown_whole(), size, look)
    respell(canvas, look.glyphs.name)
    told = canvas.text()
    for words in ("REVIEW", "Atlantis, you lost 9 : 16", "eyes of hard", "Your chances", "17 moves", "100%", "turn"):
        assert words in told
    for words in (
        "Three dearest moves",
        "% ",
        "lost",
        "turn 13",
        "turn 45",
        "turn 53",
        "better",
        "Bksp back",
        "? help",
    ):
        assert words in told
    assert ("P play on" if size[0] >= 80 else "P go on") in told
    if look.glyphs.name == "ascii":
        assert told.isascii()


@pytest.mark.parametrize("size", [(60, 20), (79, 23), (80, 24), (100, 40), (119, 50), (120, 36), (200, 60)], ids=str)
def test_it_can_be_painted_at_any_size(ready, size):
    review = shown_whole(2, ("Александра Константинопольская", "B" * 20, "木村拓哉と仲間たち木村拓哉", "Ω"))
    review.viewer = None
    for number, review.chosen in enumerate((0, 3, 11, 16)):
        for review.road, review.better in ((False, True), (True, True), (True, False)):
            drawn(review, size, EACH_PALETTE[number])


@pytest.mark.parametrize("look", EACH_PALETTE, ids=look_name)
async def test_every_palette_paints(ready, look):
    review = screen()
    app = Stage(review, look)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        assert "Three dearest moves" in app.text


async def test_resizing_keeps_what_was_chosen(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        await pilot.press("1")
        before = app.text
        for size in ((60, 20), (120, 36), (50, 15), (80, 24)):
            await resize(pilot, *size)
        assert app.text == before


def test_the_end_is_told_as_it_was():
    def told(viewer: int, names=NAMES) -> str:
        return drawn(screen(viewer=viewer, names=names), (80, 24)).text().splitlines()[0]

    assert "Atlantis, you lost 9 : 16 : 3 : −18" in told(0)
    assert "Atlantis, you won 16 : 9 : 3 : −18" in told(2)
    review = screen(viewer=None)
    assert "Atlantis, You lost" in drawn(review, (80, 24)).text()


def test_hints_that_were_spent_are_mentioned():
    table = Table(MemoryLog(header(TABLE.game, ["you", "bot:random"], {}, "HINTS")))
    table.hint(0)
    line = drawn(ReviewScreen(table, NAMES[:2], 0), (80, 24)).text().splitlines()[0]
    assert "with 1 hint" in line


# Growing -------------------------------------------------------------------------------------------------------------


async def test_the_bars_grow_and_the_dearest_so_far_is_looked_at(monkeypatch):
    ready = at_once(monkeypatch, laid_out(TABLE), most=7)
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, review, lambda: len(review.reviewed) == 7)
        assert "looking at move 8 of 17 …" in app.text
        assert "Dearest moves" in app.text
        assert review.chosen == 3
        ready.most = 1000
    again = screen()
    app = Stage(again)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, again)
        assert again.chosen == 11
        assert again.reviewed == laid_out(TABLE)
    assert ready.started == [(0, 0), (0, 7)]  # what was kept is not asked for again


async def test_what_the_reader_has_chosen_stays_chosen(monkeypatch):
    ready = at_once(monkeypatch, laid_out(TABLE), most=5)
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, review, lambda: len(review.reviewed) == 5)
        await pilot.press("left")
        assert review.chosen == 2
        ready.most = 1000
        review._work_out()
        await whole(pilot, review)
        assert review.chosen == 2


async def test_a_review_that_is_kept_needs_no_process(ready):
    for _ in range(2):
        review = screen()
        app = Stage(review)
        async with app.run_test(size=(80, 24)) as pilot:
            await whole(pilot, review)
    assert ready.started == [(0, 0)]


async def test_a_game_without_mistakes(monkeypatch):
    at_once(monkeypatch, laid_out(TABLE, losses={}))
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        assert "hard would have played nearly the same" in app.text
        assert "Hard would have found nothing better." in app.text
        assert "dearest" not in app.lines[-1]
        await pilot.press("1", "d")
        assert review.chosen == 0


# Keys and mouse ------------------------------------------------------------------------------------------------------


async def test_keys_choose_a_move(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        seen = []
        for key in ("1", "2", "3", "right", "left", "home", "left", "end", "right", "d", "d", "d", "d"):
            await pilot.press(key)
            seen.append(review.chosen)
        assert seen == [11, 3, 13, 14, 13, 0, 0, 16, 16, 11, 3, 13, 11]


async def test_the_prompt_tells_of_the_chosen_move(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        await pilot.press("1")
        assert f"Turn {at_turn(review)}. You played" in app.text
        assert "chances 79 → 49 %" in app.text
        assert "Better:" in app.lines[21]
        assert "Enter shows it on the board" in app.lines[22]
        review.choose(8)  # dear, but not one of the three
        await pilot.pause()
        assert "Better:" in app.lines[22]  # a long turn takes all three lines
        assert not any(WHY[:40] in line for line in app.lines[-4:])
        await pilot.press("enter")
        assert WHY[:40] in app.text
        await pilot.press("backspace")
        review.choose(5)  # so little that it may be a miscount
        await pilot.pause()
        assert "nothing better" in app.lines[21]


async def test_enter_shows_both_moves_on_the_road(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        await pilot.press("1", "enter")
        assert "the better move on the board" in app.text
        assert "MAINLAND" in app.text
        assert "Hand:" in app.text
        assert "Three dearest" not in app.text
        assert WHY[:40] in app.text
        await pilot.press("enter")
        assert "your move on the board" in app.text
        assert WHY[:40] not in app.text, "that is the reason of the better move"
        await pilot.press("right")
        assert f"Turn {at_turn(review)}, the move on the board" in app.text
        await pilot.press("backspace")
        assert "Three dearest" in app.text
        assert app.answer is NOT_YET
        await pilot.press("backspace")
        assert app.answer == "back"


def test_the_road_shows_the_turn_as_it_was(ready):
    """After the end all hands are open and the road is another, but what is shown is that moment."""
    review = shown_whole()
    review.chosen, review.road = 0, True
    told = drawn(review, (80, 24)).text()
    first = TABLE.steps[review.reviewed[0].turn.choices[0] - 1].state
    hand = [letter for letter, number in zip("FOHRSCA", first.hands[0].held, strict=True) if number]  # type: ignore[attr-defined]
    line = next(line for line in told.splitlines() if "Hand:" in line)
    assert [letter for letter in "FOHRSCA" if letter in line.replace("Hand", "")] == hand
    assert "Tiles: none" in told


async def test_large_screens_have_the_road_beside(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(120, 36)) as pilot:
        await whole(pilot, review)
        assert "the better move on the board" in app.text
        assert "Three dearest" in app.text
        await pilot.press("enter")
        assert "your move on the board" in app.text
        await pilot.press("backspace")
        assert app.answer == "back"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_mouse(ready, size):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=size) as pilot:
        await whole(pilot, review)
        await pilot.click(offset=app.find("turn 13"))
        assert review.chosen == 3
        x, y = app.find("100%")
        await pilot.click(offset=(x + 6, y + 2))
        assert review.chosen == 0
        await pilot.click(offset=app.find("→ move"))
        assert review.chosen == 1
        await pilot.click(offset=app.find("dearest  "))
        assert review.chosen == 11
        await pilot.click(offset=app.find("Bksp back"))
        assert app.answer == "back"


async def test_a_second_click_shows_the_road(ready):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        await pilot.click(offset=app.find("turn 13"))
        await pilot.click(offset=app.find("turn 13"))
        assert review.road
        await pilot.click(offset=(30, 5))  # the road itself means nothing
        assert review.road
        await pilot.click(offset=app.find("Bksp list"))
        assert not review.road


@pytest.mark.parametrize("key", ["backspace", "escape", "q"])
async def test_ways_back(ready, key):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert app.answer == "back"


# Whole turns ---------------------------------------------------------------------------------------------------------


def better_at(wanted) -> ReviewScreen:
    """A review in which a choice of this kind was the one that mattered: `wanted` gets what was played before it in
    its turn, what was played, and what would have been better."""
    for number, turn in enumerate(turns(TABLE, 0)):
        for at in turn.choices:
            before = [step.move for step in TABLE.steps[turn.first : at]]
            played = TABLE.steps[at].move
            view = view_before(TABLE, 0, at)
            for move in sorted(view.legal()):
                if move != played and wanted(before, played, move):
                    review = screen()
                    review.turns, review.reviewed = turns(TABLE, 0), laid_out(TABLE, losses={})
                    choice = Choice(at, played or (), to_the_end(view.copy(), move), 6000, 3000)
                    review.reviewed[number] = Reviewed(turn, 6000, (choice,))
                    review.chosen, review.road = number, True
                    return review
    raise AssertionError("there is no such choice in this game")


def told_of(review: ReviewScreen, size=(80, 24)) -> str:
    lines = drawn(review, size).text().splitlines()[-4:-1]
    return re.sub(r"\s+", " ", " ".join(line.strip("▌ ") for line in lines))


def test_a_choice_in_the_middle_of_a_move_is_told_with_its_figure_and_its_first_card():
    review = better_at(lambda before, played, better: better[0] == "on")
    told = told_of(review)
    assert re.search(r"You played .*▲[123] with \S+ \S+.*: chances 60 → 30 %", told)
    assert re.search(r"Better: .*▲[123] with \S+ \S+.* to \S+", told)
    assert " on with" not in told
    one = review.reviewed[review.chosen or 0]
    way = [(view_before(TABLE, 0, at), moves) for at, moves in better_way(TABLE, one.turn, one.choices[0])]
    seen = retold.sight(cast(Any, way), NAMES)
    assert seen.state.step == "turn"
    assert seen.outlook is not None
    assert len(seen.outlook.legs) > 1
    assert seen.outlook.start == seen.state.figures[0][seen.outlook.figure]


def test_what_was_paid_is_told():
    review = better_at(lambda before, played, better: played[0] == better[0] == "pay")
    assert len(re.findall(r", pay \S+", told_of(review))) == 2


def test_better_to_trade_first_says_what_comes_then_and_shows_the_tile():
    review = better_at(lambda before, played, better: not before and better[0] == "buy")
    told = told_of(review)
    assert re.search(r"Better: first trade a \d , then see the cards and move: 60 %", told)
    road = drawn(review, (80, 24)).text()
    assert "better: first a trade" in road
    assert re.search(r"Tiles: .* is traded for \d card", road)
    review.better = False
    road = drawn(review, (80, 24)).text()
    assert "your move on the board" in road
    assert "is traded" not in road


def test_a_move_after_a_trade_is_told_with_it_and_shown_with_the_cards_it_brought():
    review = better_at(
        lambda before, played, better: before and before[0][0] == "buy" and played[0] == better[0] == "play"
    )
    told = told_of(review, (120, 36))
    assert re.search(r"You played a trade of \d , ▲", told)
    assert re.search(r"Better: a trade of \d , ▲[123] with ", told)
    one = review.reviewed[review.chosen or 0]
    hand = TABLE.steps[one.choices[0].at - 1].state.hands[0].held  # type: ignore[attr-defined]
    line = next(line for line in drawn(review, (80, 24)).text().splitlines() if "Hand:" in line)
    assert [letter for letter in "FOHRSCA" if letter in line.replace("Hand", "")] == [
        letter for letter, number in zip("FOHRSCA", hand, strict=True) if number
    ]


def test_a_bridge_after_the_move_is_told_behind_it():
    review = better_at(lambda before, played, better: played == ("done",) and better[0] == "bridge")
    assert re.search(r"Better: .*▲[123] with .*, a bridge over −\d", told_of(review))


def test_no_bridge_is_told_where_one_was_laid():
    review = better_at(lambda before, played, better: before and played[0] == "bridge" and better == ("done",))
    told = told_of(review, (120, 36))
    assert re.search(r"You played .*▲[123] with .*, a bridge over −\d.*Better: .*▲[123] with .*, no bridge: 60 %", told)


def test_long_turns_are_broken_between_words_and_never_in_a_chip():
    plain, chip = Style(color="white"), Style(color="black")
    line = [
        ("You played ", plain),
        (" ▲2 ", chip),
        (" with ", plain),
        (" ○R ", chip),
        (" ○R ", chip),
        (", pay ", plain),
    ]
    line += [(" 5 ", chip), (": well.", plain)]
    for room in range(9, 50):
        lines = wrap_line(line, room, plain)
        assert all(width(one) <= room for one in lines)
        assert [piece for one in lines for piece in one if piece[1] is chip] == [p for p in line if p[1] is chip]
        assert re.sub(r"\s+", "", "".join(text for one in lines for text, _ in one)) == "Youplayed▲2with○R○R,pay5:well."
        assert not any(one[0][0].startswith((",", ":")) for one in lines)
    assert "".join(text for text, _ in wrap_line(line, 99, plain)[0]) == "".join(text for text, _ in line)


def test_a_number_is_never_torn_from_its_per_cent():
    plain = Style(color="white")
    line = [("chances 37 % ", plain), ("to", plain), (" ", plain), ("1", plain), (" %.", plain)]
    for room in range(8, 25):
        for rows in (
            ["".join(text for text, _ in row) for row in wrap_line(line, room, plain)],
            wrap("chances 37 % to 1 %.", room),
        ):
            assert not any(row.lstrip().startswith("%") for row in rows), rows
            assert " ".join(" ".join(rows).split()) == "chances 37 % to 1 %."


# Several players -----------------------------------------------------------------------------------------------------


async def test_at_one_keyboard_each_person_can_be_looked_at(monkeypatch):
    played = finished(4, "KELP-7F3")
    table = Table(MemoryLog(header(played.game, ["you", "bot:random", "person:Ida", "bot:random"], {}, played.seed)))
    for step in played.steps[1:]:
        if not step.forced:
            assert step.seat is not None
            assert step.move is not None
            table.play(step.seat, step.move)
    ready = at_once(monkeypatch, laid_out(table))
    review = ReviewScreen(table, ["Player 1", "Nereus", "Ida", "Thetis"], None)
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        assert "The chances of Player 1 after each move" in app.text
        assert "Tab player" in app.lines[-1]
        ready.reviewed = laid_out(table, 2)
        await pilot.press("tab")
        await whole(pilot, review)
        assert "The chances of Ida after each move" in app.text
        assert "Ida won" in app.text
        assert " you" not in app.text.lower().replace("your", "")
        await pilot.press("tab")
        assert review.seat == 0
    assert ready.started == [(0, 0), (2, 0)]


# Playing on ----------------------------------------------------------------------------------------------------------


async def test_playing_on_begins_a_new_game_with_the_same_deal(ready, home):
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        await pilot.press("1", "p")
        assert isinstance(app.answer, str)
        assert app.answer.startswith(ON)
    turn = laid_out(TABLE)[11].turn
    table, notice = resume_table(app.answer.removeprefix(ON))
    with table.log:  # type: ignore[attr-defined]
        assert notice == ""
        assert not table.over
        assert (table.seed, table.seats) == (TABLE.seed, TABLE.seats)
        assert table.state.digest() == TABLE.steps[turn.first - 1].state.digest()
        assert table.state.prompt == (0, "turn")
        assert [step.move for step in table.steps] == [step.move for step in TABLE.steps[: turn.first]]
        assert read(app.answer.removeprefix(ON)).damage is None


async def test_playing_on_that_cannot_be_written_says_why(ready, home):
    home.mkdir()
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        kept = home / "games"
        for file in kept.glob("reviews/*"):
            file.unlink()
        (kept / "reviews").rmdir()
        kept.rmdir()
        Path(kept).write_text("no folder")
        await pilot.press("p")
        assert app.answer is NOT_YET
        assert "part of it is a file and not a folder" in review.refused
        assert review.refused[:10] in app.text
        await pilot.press("1")
        assert review.refused == ""


async def test_the_app_goes_on_with_it(ready, monkeypatch):
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    seat_instant_bots(monkeypatch)
    game = new_table(TABLE.game, TABLE.seats, {}, TABLE.seed)
    for step in TABLE.steps[1:]:
        if not step.forced:
            assert step.seat is not None
            assert step.move is not None
            game.play(step.seat, step.move)
    path = game.log.path  # type: ignore[attr-defined]
    before = Path(path).read_bytes()
    app = AtlantisApp(look(motion=False), game, discovers=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await patiently(pilot, lambda: isinstance(app.screen, ResultScreen))
        await pilot.press("v")
        await patiently(pilot, lambda: isinstance(app.screen, ReviewScreen) and len(app.screen.reviewed) == 17)
        await pilot.press("1", "p")
        await patiently(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.toast.display)
        assert app.table is not None
        assert app.table is not game
        assert app.table.state.turn == 45
        assert "Turn 45 once more" in " ".join(cast(Any, app.screen).toast.lines)
        # Whoever leaves it is back at that turn of the review, and from there at the menu.
        app.screen.dismiss("menu")
        await patiently(pilot, lambda: isinstance(app.screen, ReviewScreen) and len(app.screen.reviewed) == 17)
        assert at_turn(cast(ReviewScreen, app.screen)) == 45
        assert app.table is None
        await pilot.press("1", "p")
        await patiently(pilot, lambda: isinstance(app.screen, TableScreen))
        app.screen.dismiss("menu")
        await patiently(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("backspace")
        await patiently(pilot, lambda: isinstance(app.screen, MenuScreen))
    app.close_table()
    assert Path(path).read_bytes() == before


async def test_another_game_after_it_does_not_lead_back_to_the_review(ready, monkeypatch):
    seat_instant_bots(monkeypatch)
    app = AtlantisApp(look(motion=False), review=lambda: ReviewScreen.of(TABLE), discovers=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await patiently(pilot, lambda: isinstance(app.screen, ReviewScreen) and len(app.screen.reviewed) == 17)
        await pilot.press("1", "p")
        await patiently(pilot, lambda: isinstance(app.screen, TableScreen))
        app.screen.dismiss("same")
        await patiently(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.table.state.turn == 1)
        app.screen.dismiss("menu")
        await patiently(pilot, lambda: app.table is None)  # and what comes next is decided in the same moment
        assert isinstance(app.screen, MenuScreen)
    app.close_table()


# From the result -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["v", "V", "click"])
async def test_the_result_leads_to_the_review_and_back(ready, monkeypatch, way):
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    app = Stage(ResultScreen(TABLE, NAMES, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        if way == "click":
            await pilot.click(offset=app.find("V review"))
        else:
            await pilot.press(way)
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        await whole(pilot, app.screen)
        await pilot.press("backspace")
        assert isinstance(app.screen, ResultScreen)
        assert app.answer is NOT_YET
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("p")
        await pilot.pause()
        assert app.answer.startswith(ON)


async def test_where_no_bot_knows_the_game_there_is_no_review(monkeypatch):
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    monkeypatch.setattr("atlantis_tui.table.result.knowledge", lambda game: None)
    app = Stage(ResultScreen(TABLE, NAMES, 0))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "review" not in app.text
        await pilot.press("v")
        assert isinstance(app.screen, ResultScreen)


# Bars ----------------------------------------------------------------------------------------------------------------


def painted(bars, places=0, chosen=None, size=(30, 7), glyphs="unicode", whole=100):
    from atlantis_tui.ui.canvas import Canvas

    shown = look("dark", glyphs)
    canvas = Canvas(size[0], size[1], shown.palette.style(shown.palette.text, shown.palette.sea))
    Bars(bars, places or len(bars), whole, 100, chosen, shown).paint(canvas, 0, 0, size[0], size[1], "turn")
    return canvas


def test_bars_are_as_high_as_their_values():
    canvas = painted([Bar("1", 0), Bar("2", 50), Bar("3", 100)])
    rows = ["".join(row)[5:] for row in canvas.chars[:6]]
    assert [row.count("█") for row in rows] == [7, 7, 7, 14, 14, 14]


def test_what_was_lost_stands_above_with_its_mark():
    canvas = painted([Bar("8", 30, 40, "1")])
    column = [row[10] for row in canvas.chars[:6]]
    assert column == ["┈", "░", "░", "░", "▆", "█"]
    assert " 1 " in canvas.text().splitlines()[0]
    assert canvas.at(12, 3) == ("bar", 0)


@pytest.mark.parametrize(
    ("highest", "whole", "labels"),
    [(25, 25, ["25%", "12.5", "0"]), (26, 50, ["50%", "25", "0"]), (51, 100, ["100%", "50", "0"])],
)
def test_low_bars_have_a_scale_on_which_they_differ(highest, whole, labels):
    bars = [Bar("1", 3), Bar("2", highest - 2, 2)]
    assert whole_for(bars, 100) == whole
    canvas = painted(bars, whole=whole)
    told = ["".join(row)[:5].strip() for row in canvas.chars[:6]]
    assert [label for label in told if label] == labels
    filled = sum(row[20] in "█░▁▂▃▄▅▆▇" for row in canvas.chars[:6])
    assert abs(filled - 6 * highest / whole) <= 1


def test_a_scale_stays_whole_while_there_is_nothing_on_it():
    assert whole_for([], 100) == 100


async def test_a_lost_game_is_drawn_on_a_scale_of_its_own(monkeypatch):
    low = [
        one._replace(
            before=one.before // 5,
            choices=tuple(c._replace(best=c.best // 5, chance=c.chance // 5) for c in one.choices),
        )
        for one in laid_out(TABLE)
    ]
    at_once(monkeypatch, low)
    review = screen()
    app = Stage(review)
    async with app.run_test(size=(80, 24)) as pilot:
        await whole(pilot, review)
        assert app.lines[3].startswith("  25% ")
        assert app.lines[4].startswith(" 12.5 ")
        assert "100%" not in app.text


def test_there_is_room_for_bars_to_come():
    canvas = painted([Bar("1", 100)], places=4)
    assert "".join(canvas.chars[1]).rstrip() == "     █████"


def test_of_more_bars_than_columns_those_round_the_chosen_are_shown():
    canvas = painted([Bar(str(n), 100) for n in range(200)], chosen=150)
    assert " 150 " in canvas.text().splitlines()[-1]
    assert canvas.at(5, 0) == ("bar", 138)


def test_each_set_of_signs_has_bars():
    assert painted([Bar("1", 60)], glyphs="ascii").text().isascii()
    assert "▄" in painted([Bar("1", 60)], glyphs="console").text()


# What is told of two moves in little room ----------------------------------------------------------------------------


def parting_late(game: str, seats: int, most: int = 12) -> list[ReviewScreen]:
    """Reviews of turns in which the choice that mattered was the last one, after both moves had begun alike."""
    table = finished(seats, "KELP-7F3", game)
    found: list[ReviewScreen] = []
    for number, turn in enumerate(turns(table, 0)):
        if len(turn.choices) < 3 or not turn.number or len(found) == most:
            continue
        at = turn.choices[-2]
        played, view = table.steps[at].move, view_before(table, 0, at)
        other = next((move for move in reversed(in_order(view.legal())) if move[:2] != (played or ())[:2]), None)
        if other is None or other == ("end",):
            continue
        review = screen(table)
        review.turns, review.reviewed = turns(table, 0), laid_out(table, losses={})
        choice = Choice(at, played or (), to_the_end(view.copy(), other), 6000, 3000)
        review.reviewed[number] = Reviewed(turn, 6000, (choice,))
        review.chosen = number
        found.append(review)
    return found


def rows_of(text: str) -> tuple[str, str]:
    """What the list says was played and was better, without what was lost."""
    listed = [re.sub(r" *[−-]\d+$", "", line).strip("▌ ") for line in text.splitlines()[:-4]]
    first = next(number for number, line in enumerate(listed) if re.match(r"\d +turn", line))
    return listed[first].partition(" you ")[2].strip(), listed[first + 1].partition("better ")[2].strip()


@pytest.mark.parametrize(("game", "seats"), [("atlantis", 3), ("survive", 3), ("atalia", 2)])
def test_two_moves_are_never_cut_before_they_differ(game, seats):
    seen = 0
    for review in parting_late(game, seats):
        for size in ((80, 24), (60, 20)):
            played, better = rows_of(drawn(review, size).text())
            assert played
            assert better
            both = [line.removesuffix("…").strip() for line in (played, better)]
            assert not both[0].startswith(both[1]) or not better.endswith("…"), (played, better)
            assert not both[1].startswith(both[0]) or not played.endswith("…"), (played, better)
            seen += played.startswith("… ") and better.startswith("… ")
            told = told_of(review, size)
            assert "60 → 30 %" in told
            assert "60 %" in told.partition("Better:")[2]
    assert seen or game != "survive"


def test_what_both_moves_begin_with_has_a_line_of_its_own_where_there_is_no_room_for_all():
    told = [drawn(review, (80, 24)).text() for review in parting_late("survive", 3)]
    parted = [text for text in told if rows_of(text)[0].startswith("… ") and "You played … " in text]
    assert parted
    for text in parted:
        assert re.search(r"Before that, both ways: .*▲\d", text)
    assert any(
        "You played ▲" in text and rows_of(text)[0].startswith("… ") for text in told
    )  # the prompt has all of it
