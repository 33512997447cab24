"""The program in a real terminal: it comes up, gives the terminal back whatever happens, and loses nothing."""

import re
import signal
import subprocess
import sys

import pytest

from atlantis_tui.saved import game_files
from atlantis_tui.saved.crash import report_text, tell
from core.game import IllegalMove
from core.log import read
from tests.menu.at_menu import House, colours, left_game, text
from tests.ui.stage import look
from tests.ui.terminal import ROOT, Terminal

pytestmark = pytest.mark.usefixtures("home")
PROGRAM = ("-m", "atlantis_tui")
MENU, TABLE = "No unfinished game", "Your turn"  # the last thing that is painted at the start


@pytest.fixture
def run(home):
    """Starts the program in a terminal that is closed at the end."""
    running = []

    def start(*argv, program=PROGRAM, size=(80, 24), **environ):
        if program is PROGRAM and (not argv or argv[0].startswith("--")) and "--plain" not in argv:
            argv = (*argv, "--no-discovery")  # what others play on this network is not the matter
        terminal = Terminal(*program, *argv, size=size, ATLANTIS_HOME=str(home), **environ)
        running.append(terminal)
        return terminal.__enter__()

    yield start
    for terminal in running:
        terminal.__exit__()


# At the table more is open than in the menu; full tries both.
at_the_table_or_anywhere = pytest.mark.parametrize(
    ("argv", "words"),
    [pytest.param((), MENU, id="menu", marks=pytest.mark.full), pytest.param(("play",), TABLE, id="table")],
)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda n: n.name)
@at_the_table_or_anywhere
def test_a_signal_gives_the_terminal_back(run, number, argv, words):
    terminal = run(*argv)
    terminal.wait_for(words)
    assert terminal.is_on("alternate screen")
    assert terminal.is_on("mouse moves")
    terminal.send(number)
    assert terminal.wait_ended() == 128 + number
    terminal.assert_as_it_was()
    assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+q", 0), ("ctrl+c", 130)])
def test_keys_leave_the_program(run, key, code):
    terminal = run()
    terminal.wait_for(MENU)
    terminal.press(key)
    assert terminal.wait_ended() == code
    terminal.assert_as_it_was()


@at_the_table_or_anywhere
def test_a_window_that_is_closed_ends_the_program(run, argv, words):
    terminal = run(*argv)
    terminal.wait_for(words)
    terminal.hang_up()
    assert terminal.wait_ended() == 128 + signal.SIGHUP


@at_the_table_or_anywhere
def test_ctrl_z_gives_the_terminal_back_and_fg_paints_everything_again(run, argv, words):
    terminal = run(*argv)
    terminal.wait_for(words)
    terminal.wait_until(lambda: terminal.screen.display[-1].strip(), "there is no footer")
    for _ in range(2):
        before = terminal.text
        terminal.press("ctrl+z")
        terminal.wait_stopped()
        terminal.assert_as_it_was()
        terminal.screen.reset()  # another program was there
        terminal.go_on()
        terminal.wait_until(lambda before=before: terminal.text == before, "the screen is not as it was")
        assert terminal.is_on("mouse moves")
    terminal.press("ctrl+q")
    assert terminal.wait_ended() == 0
    terminal.assert_as_it_was()


def test_a_stop_that_nobody_can_catch_leaves_the_terminal_usable(run):
    terminal = run()
    terminal.wait_for(MENU)
    terminal.send(signal.SIGSTOP)
    terminal.wait_stopped()
    terminal.screen.reset()
    terminal.go_on()
    terminal.wait_for(MENU)
    terminal.press("n")
    terminal.wait_for("NEW GAME")
    terminal.press("backspace")
    terminal.wait_for(MENU)
    terminal.press("q")
    assert terminal.wait_ended() == 0
    terminal.assert_as_it_was()


def test_a_size_that_changes_is_followed(run):
    terminal = run()
    terminal.wait_for(MENU)
    terminal.resize(120, 36)
    terminal.wait_for("who plays, which rules")
    terminal.resize(40, 9)
    terminal.wait_for("Need 60×20, have 40×9.")
    terminal.resize(80, 24)
    terminal.wait_for(MENU)


def test_a_move_that_was_made_is_there_after_a_signal(run, home):
    terminal = run("play", "--seats", "you,bot:random", "--seed", "KELP-7F3", "--no-motion")
    terminal.wait_for(TABLE)
    (path,) = (home / "games").iterdir()
    before = len(read(path).records)
    terminal.press("enter")  # proposes
    terminal.wait_until(lambda: "PREVIEW" in terminal.text, "nothing is proposed")
    terminal.press("enter")
    terminal.wait_until(lambda: len(read(path).records) > before, "no move was stored")
    terminal.send(signal.SIGTERM)
    assert terminal.wait_ended() == 128 + signal.SIGTERM
    kept = read(path)
    assert kept.damage is None
    again = run("resume")
    again.wait_for("KELP-7F3")
    assert len(read(path).records) >= len(kept.records)


def test_clicks_arrive(run):
    terminal = run()
    lines = terminal.wait_for(MENU).splitlines()
    y = next(y for y, line in enumerate(lines) if "New game" in line)
    terminal.click(lines[y].index("New game"), y)
    terminal.wait_for("NEW GAME")


def test_no_mouse_leaves_the_mouse_to_the_terminal(run):
    terminal = run("--no-mouse")
    terminal.wait_for(MENU)
    assert not terminal.is_on("mouse")
    assert terminal.is_on("alternate screen")


COLOUR = rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]"


def test_no_color_sends_no_colour(run):
    terminal = run(NO_COLOR="1")
    terminal.wait_for(MENU)
    terminal.press("s")
    terminal.wait_for("SETTINGS")
    assert re.findall(COLOUR, terminal.raw.split(b"Live preview")[0]) == []


def test_sixteen_colours_are_the_terminals_own(run):
    terminal = run(TERM="xterm", COLORTERM="")
    terminal.wait_for(MENU)
    assert re.search(COLOUR, terminal.raw)
    assert b";2;" not in terminal.raw
    assert b"8;5;" not in terminal.raw


def test_256_colours_are_not_exceeded(run):
    terminal = run(COLORTERM="")
    terminal.wait_for(MENU)
    assert b"8;5;" in terminal.raw
    assert b"8;2;" not in terminal.raw


def test_a_plain_locale_gets_plain_signs(run):
    terminal = run(LC_ALL="C")
    assert terminal.wait_for(MENU).isascii()


def test_flags_choose_the_look(run):
    terminal = run("--theme", "mono", "--glyphs=ascii")
    assert terminal.wait_for(MENU).isascii()
    assert re.findall(COLOUR, terminal.raw) == []


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--theme", "purple"], "There is no theme"),
        (["--glyphs", "emoji"], "There are no signs"),
        (["play", "--theme", "purple"], "There is no theme"),
        (["--motion", "--no-motion"], "cannot both be"),
        (["play", "chess"], "There is no game"),
    ],
)
def test_a_wrong_flag_is_answered_in_one_sentence(run, argv, words):
    terminal = run(*argv)
    assert terminal.wait_ended() == 2
    assert words.encode() in terminal.raw
    assert not terminal.is_on("alternate screen")
    assert terminal.raw.strip().count(b"\n") == 0


@pytest.mark.parametrize(
    ("argv", "environ"),
    [((), {"TERM": "dumb"}), (("--plain",), {}), (("play", "--plain"), {}), (("play",), {"TERM": "dumb"})],
    ids=str,
)
def test_plain_mode_where_there_is_no_screen_or_none_is_wanted(run, argv, environ):
    terminal = run(*argv, **environ)
    terminal.wait_for("Seed")
    assert b"\x1b[?1049h" not in terminal.raw


def test_what_is_no_terminal_gets_plain_mode(home):
    done = subprocess.run(
        [sys.executable, *PROGRAM], input="", capture_output=True, text=True, cwd=ROOT, check=True, timeout=60
    )
    assert "Seed" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_broken_settings_are_told_and_kept(run, home):
    home.mkdir()
    (home / "settings.toml").write_text("theme = ")
    terminal = run()
    # Its path may be so long that it is broken at the end of a line.
    terminal.wait_until(lambda: "settings.toml" in re.sub(r"[\s▌]+", "", terminal.text), "the file is not named")
    terminal.press("q")
    assert terminal.wait_ended() == 0
    assert (home / "settings.toml").read_text() == "theme = "


def test_settings_choose_the_look_and_flags_go_over_them(run, home):
    home.mkdir()
    (home / "settings.toml").write_text('theme = "mono"\nglyphs = "ascii"\n')
    terminal = run("--glyphs", "unicode")
    terminal.wait_for("►")
    assert re.findall(COLOUR, terminal.raw) == []


def test_a_torn_game_is_resumed_and_it_is_said(run):
    path = left_game("TORN", ["you", "bot:random"], 9)
    with open(path, "ab") as file:
        file.write(b"half a rec")
    run("resume").wait_for("torn off")


# Errors in the program -----------------------------------------------------------------------------------------------

BOOM = """
import sys
from atlantis_tui.ui.terminal import detect
from atlantis_tui.app import AtlantisApp, run_app
from atlantis_tui.saved import game_files as tables
from core.game import IllegalMove

def boom(*_):
    hand = "SECRET-FACE"
    raise IllegalMove("no_such_card", card=hand)

import os
table = tables.new_table("atlantis", ["you", "bot:random"], {}, "KELP-7F3") if sys.argv[1] == "table" else None
AtlantisApp.action_interrupt = boom
sys.exit(run_app(detect(os.environ, True), table))
"""


@pytest.mark.parametrize("where", ["menu", "table"])
def test_an_error_gives_the_terminal_back_and_names_game_and_report(run, home, where):
    terminal = run(where, program=("-c", BOOM))
    terminal.wait_for(MENU if where == "menu" else TABLE)
    terminal.press("ctrl+c")
    assert terminal.wait_ended() == 1
    terminal.assert_as_it_was()
    said = terminal.raw.rpartition(b"\x1b[?1004l")[2].decode()
    (report,) = (home / "reports").iterdir()
    assert str(report) in said
    assert said.strip().count("\n") == 0
    assert ("atlantis resume" in said) == (where == "table")
    if where == "table":
        (game,) = (home / "games").iterdir()
        assert str(game) in said
        assert read(game).damage is None
    content = report.read_text()
    assert "boom" in content
    assert "IllegalMove" in content
    for hidden in ("SECRET-FACE", "KELP-7F3"):
        assert hidden not in content + said.replace(str(home), "").replace("KELP-7F3.atl", "")


def test_a_report_holds_the_way_to_the_fault_and_no_values():
    def deep(hand):
        raise IllegalMove("no_card", hand=hand)

    try:
        try:
            deep("FACES")
        except IllegalMove as error:
            raise TypeError("'int' object is not iterable") from error
    except TypeError as error:
        written = report_text(error, look())
    assert "FACES" not in written.replace('deep("FACES")', "")
    assert "'int' object is not iterable" in written
    assert "and then:" in written
    assert "theme dark" in written


def test_where_no_report_can_be_written_the_game_is_named_all_the_same(home):
    home.mkdir()
    (home / "reports").write_text("in the way")
    said = tell(KeyError("x"), "/a b/c.atl")
    assert "'/a b/c.atl'" in said
    assert "KeyError" in said
    assert "\n" not in said


# Without a terminal --------------------------------------------------------------------------------------------------


async def test_an_app_that_is_given_a_table_opens_it_over_the_menu():
    table = game_files.new_table("atlantis", ["you", "bot:random"], {}, "KELP-7F3")
    app = House(look(), table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert len(app.screen_stack) == 2
        assert "KELP-7F3" in text(app)


async def test_the_look_changes_everywhere_at_once():
    app = House(look())
    async with app.run_test(size=(80, 24)) as pilot:
        for name in ("light", "ansi16", "mono", "dark"):
            app.set_look(look(name))
            await pilot.pause()
            shown = colours(app)
            assert ("#ffd166" in shown) == (name == "dark")
            assert shown <= {"default"} or name != "mono"
