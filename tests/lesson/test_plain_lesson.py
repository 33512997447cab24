"""A first game in lines of text: each played to its end, wrong moves, skipping, going back, leaving, the end."""

import io

import pytest

from atlantis_tui.cli import main
from atlantis_tui.games import lesson_for
from atlantis_tui.games.atalia.lesson import LESSON as ATALIA
from atlantis_tui.games.atlantis.lesson import LESSON as ATLANTIS
from atlantis_tui.games.survive.lesson import LESSON as SURVIVE
from atlantis_tui.lesson.written import played
from atlantis_tui.plain.lesson import PlainLesson, read_out
from core.games import names
from tests.lesson.at_lesson import every_lesson
from tests.plain.keyboard import Keyboard, Script

pytestmark = pytest.mark.usefixtures("home")

# What a new player types, a line a step; more lines where a step takes more of them.
LINES = {
    ATLANTIS: "||where 1|Why 1 r|1 R||2 F F|why 2 F|2 F pay 4 2||bridge 39|1 H|buy 5|1 S||3 H pay 7",
    ATALIA: "|hand|why G6 4|G6 4|t|why W2 9|why W2 9 claim 9|||R10 3||cavalry 3|claim 3|alexander 6|G8 8 claim 8",
    SURVIVE: "||6 P5|launch R5|P5 R5|boat R5 T5|N5 P5||sink I4|wind|boat T5 U2|U2 isle|H5 swim F5|serpent L7 K8|defend|"
    "sink H7",
}


def sit(lesson, *lines: str) -> tuple[PlainLesson, str, str]:
    """The lesson after these lines, all that was printed, and what comes next."""
    screen = io.StringIO()
    sitting = PlainLesson(lesson, Keyboard(screen, Script(*lines)), screen)
    after = sitting.teach()
    return sitting, screen.getvalue(), after


def typed(lesson) -> list[str]:
    return LINES[lesson].split("|")


@every_lesson
def test_it_is_played_to_its_end(lesson, home):
    lines = typed(lesson)
    assert len(lines) == len(lesson.steps())
    sitting, told, after = sit(lesson, *lines, "")
    assert after == "leave"
    assert sitting.table.over
    assert tuple(played(sitting.table)) == lesson.moves
    places = [told.index(f"Step {number} of {len(lines)}: {step.title}.") for number, step in steps(lesson)]
    assert places == sorted(places)
    assert "Not in this step." not in told
    assert "You win." in told
    assert "Type play for a real game" in told
    assert not home.exists()


def steps(lesson):
    return enumerate(lesson.steps(), 1)


@every_lesson
def test_every_step_has_lines_that_name_no_keys(lesson):
    assert len(lesson.lines()) == len(lesson.steps())
    for step, lines in zip(lesson.steps(), lesson.lines(), strict=True):
        assert bool(lines.asks) == (step.planned is not None)
        assert step.reads or "Type " in lines.task
        told = f"{read_out(lines.text or step.text)} {lines.task}"
        for words in ("*", "[", "click", "Press ", "Space", "Tab", "below", "above", "at the left", "pink"):
            assert words not in told, step.title


@every_lesson
def test_every_step_can_be_skipped(lesson):
    sitting, told, after = sit(lesson, *["skip"] * len(lesson.steps()), "quit")
    assert after == "leave"
    assert tuple(played(sitting.table)) == lesson.moves
    assert told.count("Step ") == len(lesson.steps())


def test_another_move_is_not_made_and_the_step_says_what_is_meant():
    lines = typed(ATLANTIS)[:4]
    for wrong in ("1 C", "moves", "hint", "1 R wait"):
        sitting, told, _after = sit(ATLANTIS, *lines, wrong, *(["1"] if wrong == "moves" else []))
        assert told.rstrip().splitlines()[-3:-1] == ["Not in this step.", "Type 1 R: that makes the move."]
        assert played(sitting.table) == []
    _sitting, told, _after = sit(ATLANTIS, *lines, "4 R", "nonsense")
    assert "Type help to see what can be typed." in told


def test_before_there_is_a_move_a_command_is_asked_for():
    sitting, told, _after = sit(ATLANTIS, "", "", "1 R", "where 2")
    assert told.count("Type where 1") == 2
    assert sitting.number == 2
    assert played(sitting.table) == []


def test_a_move_may_be_typed_in_parts():
    paying = typed(ATLANTIS)[:8]
    sitting, told, _after = sit(ATLANTIS, *paying, "2 F", "pay 7")
    assert "Pay 6 for the water" in told
    assert sitting.number == 9
    assert "Step 10 of 16" in told
    chain, _told, _after = sit(ATLANTIS, *typed(ATLANTIS)[:6], "2 F", "F")
    assert chain.number == 7
    wind, _told, _after = sit(SURVIVE, *typed(SURVIVE)[:10], "boat T5 S4", "boat S4 U2")
    assert wind.number == 11


def test_what_is_typed_behind_the_move_is_not_played():
    sitting, told, _after = sit(SURVIVE, *typed(SURVIVE)[:11], "U2 isle H5 swim F5")
    assert sitting.number == 11
    assert "Not in this step.\nType U2 isle." in told
    sitting, told, _after = sit(ATLANTIS, *typed(ATLANTIS)[:12], "buy 5 1 S")
    assert sitting.number == 13  # the cards had to be seen first, so this part of the line could be played
    assert "One step after the other: the rest of the line is not played." in told


def test_other_figures_are_as_good_and_the_lesson_goes_on_as_written():
    sitting, told, _after = sit(ATLANTIS, *typed(ATLANTIS)[:6], "3 F F")
    assert sitting.number == 7
    assert played(sitting.table) == list(ATLANTIS.moves[:24])
    assert "figure 3 goes from Atlantis" in told


def test_back_begins_the_step_again_and_then_the_one_before():
    lines = typed(ATLANTIS)[:8]
    sitting, _told, _after = sit(ATLANTIS, *lines, "2 F", "back")
    assert (sitting.number, played(sitting.table)) == (8, list(ATLANTIS.moves[:24]))
    sitting, _told, _after = sit(ATLANTIS, *lines, "2 F", "back", "back")
    assert sitting.number == 7
    sitting, _told, _after = sit(ATLANTIS, "back")
    assert sitting.number == 0


def test_enter_alone_repeats_what_is_asked():
    sitting, told, _after = sit(ATLANTIS, "", "", "", "step")
    assert sitting.number == 2
    assert told.count("Type where 1") == 3
    assert told.count("Step 3 of 16") == 2


def test_help_tells_the_commands_of_the_lesson():
    _sitting, told, _after = sit(SURVIVE, "help", "rest")
    assert "skip: go to the next step." in told
    assert "quit: leave the first game. Nothing of it is kept." in told
    assert "hint:" not in told
    assert "Not in this step." in told  # nobody places the explorers of a lesson


def test_one_can_leave_at_any_moment():
    for lines in ((), ("quit",), ("", "q"), ("", "", "exit")):
        _sitting, told, after = sit(ATLANTIS, *lines)
        assert after == "leave"
        assert told.rstrip().splitlines()[-1].startswith("You leave the first game; nothing of it is kept.")


def test_after_the_end_it_can_begin_again():
    skips = ["skip"] * len(ATLANTIS.steps())
    sitting, told, after = sit(ATLANTIS, *skips, "what", "again", "")
    assert after == "leave"
    assert sitting.number == 1
    assert told.count("Type play for a real game, you and two bots;") == 2
    assert told.count("Step 1 of 16") == 2
    assert sit(ATLANTIS, *skips, "play")[2] == "play"


# From the command line ------------------------------------------------------------------------------------------------


@pytest.fixture
def keyboard(monkeypatch):
    def types(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return types


def test_a_real_game_may_follow_and_is_kept(keyboard, capsys, home):
    keyboard(*["skip"] * len(ATALIA.steps()), "play", "quit")
    assert main(["learn", "--plain", "atalia"]) == 0
    told = capsys.readouterr().out
    assert "Atalia: you and Nereus. Seed" in told
    assert "atlantis resume" in told
    assert len(list((home / "games").iterdir())) == 1


def test_without_a_screen_the_lesson_is_in_lines(keyboard, capsys):
    keyboard("quit")
    assert main(["learn", "survive"]) == 0
    assert "Step 1 of 16: The island sinks." in capsys.readouterr().out


def test_plain_mode_tells_of_it(capsys):
    for game in names():
        assert lesson_for(game) is not None
        assert main(["play", game, "--help"]) == 0
        assert f"atlantis learn {game} --plain shows how." in capsys.readouterr().out
    assert main(["learn", "--help"]) == 0
    assert "--plain" in capsys.readouterr().out
