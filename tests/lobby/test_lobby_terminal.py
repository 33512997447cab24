"""Hosting, joining and watching in a real terminal, as the command line opens them."""

import re
import shlex
import signal
import socket
import sys

import pytest

from tests.network.programs import Program
from tests.ui.terminal import Terminal

HERE = ("--no-discovery", "--address", "127.0.0.1")


@pytest.fixture
def run(tmp_path):
    """Starts a command in a terminal of its own, at the home of this player."""
    running = []

    def start(player, *argv, **environ):
        terminal = Terminal("-m", "atlantis_tui", *argv, ATLANTIS_HOME=str(tmp_path / player), **environ)
        running.append(terminal)
        return terminal.__enter__()

    yield start
    for terminal in running:
        terminal.__exit__()


@pytest.fixture
def bot(tmp_path):
    """A bot in a program of its own that comes to this table."""
    running = []

    def start(address, *argv):
        program = Program(tmp_path / "bot", ["join", address, *HERE, "--as", "bot:random", "--name", "Boris", *argv])
        running.append(program)
        return program

    yield start
    for program in running:
        program.process.kill()
        program.process.wait()
        program.process.stdout.close()
        program.process.stderr.close()


def address_of(terminal):
    found = re.search(r"Address (\S+)", terminal.wait_for("Address 127.0.0.1:"))
    assert found
    return found[1]


def test_a_table_is_opened_joined_begun_and_left(run, bot):
    mira = run("mira", "host", *HERE, "--player", "Mira", "--name", "Kitchen table", "--code", "482917")
    address = address_of(mira)
    mira.wait_until(lambda: "\x1b]2;Kitchen table – 1 of 2".encode() in mira.raw, "the window has no title")
    boris = bot(address, "--code", "482917")
    mira.wait_until(lambda: re.search("Boris .*ready", mira.text), "Boris is not ready")
    mira.wait_until(lambda: "\x1b]2;Kitchen table – 2 of 2".encode() in mira.raw, "the title does not follow")
    watch = run("olja", "watch", address, *HERE[:1], "--code", "482917", "--name", "Olja")
    mira.wait_for("watching: Olja")
    watch.wait_for("You watch.")
    mira.press("enter")
    mira.wait_for("Your turn")
    watch.wait_until(lambda: "turn 1" in watch.text, "who watches does not see the table")
    mira.send(signal.SIGTERM)
    assert mira.wait_ended() == 128 + signal.SIGTERM
    mira.assert_as_it_was()
    assert b"\x1b[23;2t" in mira.raw  # the window has its own title again
    assert b"Traceback" not in mira.raw
    boris.said("The host has left the table")


@pytest.mark.full
def test_a_guest_is_asked_for_the_code_and_sits_down(run, tmp_path):
    mira = run("mira", "host", "--seats", "3", *HERE, "--player", "Mira", "--code", "482917")
    jonas = run("jonas", "join", address_of(mira), *HERE, "--name", "Jonas")
    jonas.wait_for("type the digits")
    jonas.press("482917", "enter")
    jonas.wait_for("hosted by Mira")
    mira.wait_for("Jonas came in.")
    jonas.press("ctrl+q")
    assert jonas.wait_ended() == 0
    assert b"\x1b[23;2t" in jonas.raw
    mira.wait_for("Jonas left.")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("join", "Barn", "--no-discovery"), "needs its address"),
        (("host", "--resume", "nothing"), "nothing"),
        pytest.param(("join", "atl://127.0.0.1:1"), "That ticket is not whole", marks=pytest.mark.full),
        pytest.param(("join", "host:"), "The port is missing or wrong", marks=pytest.mark.full),
        pytest.param(("watch", "atl://nowhere"), "That ticket is not whole", marks=pytest.mark.full),
        pytest.param(("host", "chess"), "There is no game", marks=pytest.mark.full),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_before_there_is_a_screen(run, argv, words):
    terminal = run("mira", *argv)
    assert terminal.wait_ended() == 2
    assert words.encode() in terminal.raw
    assert not terminal.is_on("alternate screen")
    assert b"\x1b[?1049h" not in terminal.raw


def test_a_port_that_is_taken_ends_the_program_with_a_sentence(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        terminal = run("mira", "host", *HERE, "--player", "Mira", "--port", str(taken.getsockname()[1]))
        assert terminal.wait_ended() == 2
        terminal.assert_as_it_was()
        assert b"That port is taken by another program" in terminal.raw


def test_a_code_that_is_piped_in_leaves_the_keyboard_to_the_person(run, tmp_path):
    mira = run("mira", "host", *HERE, "--player", "Mira", "--code", "482917")
    command = shlex.join([sys.executable, "-m", "atlantis_tui", "join", address_of(mira), *HERE, "--code", "-"])
    runner = "import os, sys; os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])"
    with Terminal(
        "-c", runner, f"echo 482 917 | {command} --name Jonas", ATLANTIS_HOME=str(tmp_path / "jonas")
    ) as jonas:
        jonas.wait_for("R says that you are ready")
        jonas.press("r")
        mira.wait_until(lambda: re.search("Jonas .*✔ ready", mira.text), "what Jonas types does not arrive")
