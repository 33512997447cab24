"""`atlantis play` as a program: whole games, streams, signals, and everything that can be wrong with the flags."""

import os
import re
import signal
import subprocess
import sys

import pytest

from atlantis_tui.text.sentences import choice
from core.games import names
from core.log import read
from tests.plain.keyboard import Picker, converse, games, limited, refused, the_game

GAMES = choice(names())

# Whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["you,bot:random", "you,bot:hard:3,bot:random", "bot:random,you,bot:normal,bot:easy"])
def test_a_script_plays_a_whole_game_through_pipes(at_the_keyboard, home, seats):
    process = at_the_keyboard("play", "atlantis", "--plain", "--seats", seats, "--seed", "pipes")
    text = converse(process, Picker(seats))
    out, err = process.communicate()
    assert (process.returncode, err, out) == (0, "", "")
    assert re.search(r"(wins?|share the win|share the win with .*)\.\n", text)
    assert f"\nThe game is kept in {the_game(home)}\n" in text
    assert text.endswith(f"To see which turns cost most, type: atlantis review {the_game(home)}\n")
    assert read(the_game(home)).records[-1].kind == "end"


def test_the_first_line_tells_who_plays_and_the_seed(atlantis):
    done = atlantis("play", "--seats", "you,bot:random,person:Boris", "--seed", "KELP-7F3")
    assert done.stdout.startswith("Atlantis: Player 1, Nereus and Boris. Seed KELP-7F3.\n")
    done = atlantis()
    assert re.match(r"Atlantis: you, Nereus and Thetis\. Seed [A-Z]+-[2-9A-Z]{3}\.\n", done.stdout)


def test_as_many_sit_down_as_the_game_is_for(atlantis):
    done = atlantis("play", "atalia", "--seed", "KELP-7F3")
    assert done.stdout.startswith("Atalia: you and Nereus. Seed KELP-7F3.\n")
    done = atlantis("play", "atalia", "--seats", "you,bot:easy,bot:easy")
    assert refused(done) == "Atalia is for 2 players, not for 3."
    assert done.stdout == ""


def test_the_first_line_comes_before_the_rules_are_loaded(environ):
    program = (
        "import sys; from atlantis_tui.commands import play\n"
        "def late(*_): print(*sys.modules); raise SystemExit\n"
        "play.load_game = late\n"
        "play.run(['atlantis', '--plain', '--seats', 'you,bot:random,bot:easy'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environ, check=True)
    first, loaded = done.stdout.splitlines()
    assert first.startswith("Atlantis: you, Nereus and Thetis.")
    slow = {"core.game", "core.atlantis", "msgpack", "typing", "re", "argparse", "pathlib", "dataclasses", "datetime"}
    before = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        env=environ,
        check=True,
    )
    assert (set(loaded.split()) - set(before.stdout.split())) & (slow | {"textual", "subprocess", "asyncio"}) == set()


def test_the_same_seed_gives_the_same_game(atlantis, home):
    lines = "moves\n1\n" * 5
    first, second = (atlantis("play", "--seed", "again", typed=lines).stdout for _ in range(2))
    assert first.rpartition("type: ")[0] == second.rpartition("type: ")[0]
    one, two = games(home)
    assert one != two
    assert one.read_bytes() == two.read_bytes()


def test_options_and_a_file_of_ones_own(atlantis, home, tmp_path):
    file = tmp_path / "deep" / "my game"
    done = atlantis("play", "--log", file, "--option", "paid_cards=discard", "--option=atlantis_figures_pay=FALSE")
    assert done.returncode == 0
    assert done.stdout.endswith(f"type: atlantis resume '{file}'\n")
    about = read(file).records[0].body
    assert about["options"] == {"paid_cards": "discard", "bought_cards_can_pay": True, "atlantis_figures_pay": False}
    assert not home.exists()


def test_names_of_files_are_readable_and_differ(atlantis, home):
    for _ in range(2):
        atlantis("play", "--seed", "o/_ §$% \x41")
    names = [file.name for file in games(home)]
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"atlantis-\d{4}-\d\d-\d\d-\d{6}-o-------A(-2)?\.atl", name) for name in names), names


@pytest.mark.parametrize("command", ["play", "resume"])
def test_help_is_told(atlantis, command):
    done = atlantis(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: atlantis {command} [")


def test_help_tells_the_rules_that_can_be_chosen(atlantis):
    done = atlantis("play", "atalia", "--help")
    assert "\n    claim_at=end or start: Claims\n" in done.stdout
    assert "\n    series=1, 3 or 5: Games\n" in done.stdout


def test_ctrl_c_leaves_as_the_end_of_the_input_does(at_the_keyboard, home):
    process = at_the_keyboard("play", "--seats", "you,bot:random")
    converse(process, None, lines=0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert out.endswith(f"type: atlantis resume {the_game(home)}\n")


def test_a_reader_who_has_gone_is_no_error(at_the_keyboard, home):
    process = at_the_keyboard("play", "--seats", "you,bot:random")
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write("moves\n" * 1000)
    process.stdin.close()
    process.stdin = process.stdout = None
    assert process.stderr.read() == ""
    assert process.wait() == 0


def test_streams_that_are_closed_are_no_error(environ, tmp_path):
    command = f"{sys.executable} -m atlantis_tui play --seats you,bot:random"
    for closed in ("<&-", ">&-", "<&- >&-"):
        done = subprocess.run(
            ["sh", "-c", f"{command} {closed}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=environ,
            cwd=tmp_path,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_on_a_terminal_there_is_a_prompt_and_no_line_is_broken_in_mid_word(environ, tmp_path):
    import pty
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 40))
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "atlantis_tui",
            "play",
            "--plain",
            "--seed",
            "KELP-7F3",
            "--seats",
            "you:Anna,bot:random",
        ],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environ | {"TERM": "dumb"},
        cwd=tmp_path,
    )
    os.close(theirs)
    text = b""
    for line in (b"moves\n", b"\x04", b""):
        while not text.endswith(b"Anna> ") and (part := _read(ours)):
            text += part
        text += b"|"
        os.write(ours, line)
    os.close(ours)
    assert process.wait() == 0
    assert b"\x1b" not in text
    first, *lines = text.decode().replace("\r", "").splitlines()
    assert first == "Atlantis: Anna and Nereus. Seed KELP-7F3."
    assert all(len(line) < 40 or " " not in line for line in lines)
    assert any(line.startswith("Anna> ") for line in lines)


def _read(terminal):
    try:
        return os.read(terminal, 4096)
    except OSError:  # as Linux says that the other end is closed
        return b""


def test_a_screen_that_knows_only_ascii_is_no_error(atlantis):
    done = atlantis("play", "--seats", "you:Аня,person:Jörg", typed="\n", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "???, it is your turn." in done.stdout


def test_bytes_that_are_no_text_are_refused_like_any_other_word(environ, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "atlantis_tui", "play", "--seats", "you,bot:random"],
        input=b"\xff\xfe\n\x00\x1b[2J\n1 " + b"R" * 100_000 + b"\n",
        capture_output=True,
        env=environ,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"means nothing in a move" in done.stdout


# What is wrong with the command line ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["chess"], f'There is no game "chess": choose {GAMES}.'),
        (["atlantis", "too"], '"too" is one word too many: see atlantis play --help.'),
        (["../core"], f'There is no game "../core": choose {GAMES}.'),
        ([""], f'There is no game "": choose {GAMES}.'),
        (["--colour"], 'There is no flag "--colour": see atlantis play --help.'),
        (["-x"], 'There is no flag "-x": see atlantis play --help.'),
        (["--plain=yes"], "--plain takes no value: see atlantis play --help."),
        (["--seed"], "--seed needs a value: see atlantis play --help."),
        (["--seed", ""], '"" is not a seed: give 1 to 60 letters, digits or signs, such as KELP-7F3.'),
        (["--seed", "a\x07b"], '"a?b" is not a seed: give 1 to 60 letters, digits or signs, such as KELP-7F3.'),
        (["--seed", "x" * 61], r'"x+\.\.\." is not a seed: give 1 to 60 letters, digits or signs, such as KELP-7F3.'),
        (["--seed", "a", "--seed", "b"], "--seed is given twice: give it once."),
        (["--seats"], "--seats needs a value: see atlantis play --help."),
        (["--seats", ""], '"" is not a seat: write you, you:NAME, person:NAME, bot:normal or bot:hard.'),
        (["--seats", "you,,you"], '"" is not a seat: write you, you:NAME, person:NAME, bot:normal or bot:hard.'),
        (["--seats", "you"], "Atlantis is for 2, 3 or 4 players, not for 1."),
        (["--seats", "you" + ",bot:random" * 4], "Atlantis is for 2, 3 or 4 players, not for 5."),
        (["--seats", "you,me"], '"me" is not a seat: write you, you:NAME, person:NAME, bot:normal or bot:hard.'),
        (["--seats", "you,you:Anna"], "Only one seat can be you: write person:NAME for others at this keyboard."),
        (["--seats", "you:Anna,person:anna"], "Two seats have the same name: give each person another."),
        (["--seats", "you,person:"], '"" is not a name: write 1 to 20 letters, digits, spaces or signs.'),
        (["--seats", "you:" + "x" * 21 + ",bot:random"], r'"x+" is not a name: write 1 to 20 letters, .* or signs.'),
        (["--seats", "you,bot"], "A bot needs a level, such as bot:easy or bot:hard."),
        (["--seats", "you,bot:clever"], 'There is no bot "clever": choose bot:random, bot:easy, .* or bot:hard.'),
        (["--seats", "you,bot:rules"], 'There is no bot "rules": choose bot:random, bot:easy, bot:normal or bot:hard.'),
        (["--seats", "you,bot:greedy"], 'There is no bot "greedy": choose bot:random, bot:easy, .* or bot:hard.'),
        (
            ["--seats", "you,bot:hard:0"],
            '"hard:0" is not a bot: only hard .* from 1 to 20000, as in bot:hard:200.',
        ),
        (["--seats", "you,bot:hard:9x"], '"hard:9x" is not a bot: only hard takes a number of rounds, .*'),
        (["--seats", "you,bot:easy:200"], '"easy:200" is not a bot: only hard takes a number of rounds, .*'),
        (["--option"], "--option needs a value: see atlantis play --help."),
        (["--option", "paid_cards"], '"paid_cards" is not an option: write name=value, such as paid_cards=discard.'),
        (["survive", "--option", "x"], '"x" is not an option: write name=value, such as swimmers_may_land=false.'),
        (
            ["survive", "--option=to_the_last_one=true", "--option=atlantis_is_gone=true"],
            '"To the last one" and "Atlantis is gone" contradict each other: leave one of them out.',
        ),
        (["--option", "=x"], '"=x" is not an option: write name=value, such as paid_cards=discard.'),
        (["--option", "speed=9"], 'There is no option "speed": choose paid_cards, .* or atlantis_figures_pay.'),
        (["--option", "paid_cards=x"], 'The option paid_cards cannot be "x": choose removed or discard.'),
        (["--option", "bought_cards_can_pay=1"], 'The option .*_pay cannot be "1": choose true or false.'),
        (
            ["--option", "paid_cards=discard", "--option", "paid_cards=removed"],
            "The option paid_cards is given .* once.",
        ),
        (["--log"], "--log needs a value: see atlantis play --help."),
        (["--log", ""], "--log needs the name of a file."),
        (["--log", "."], r"\. exists already: give another name, or go on with it with atlantis resume."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_command_line_is_refused_in_one_sentence(atlantis, home, argv, sentence):
    done = atlantis("play", *argv)
    told = refused(done)
    assert told == sentence or re.fullmatch(sentence, told), told
    assert done.stdout == ""
    assert not home.exists()


def test_a_name_with_bytes_that_are_no_text_is_refused(environ, tmp_path):
    for flag in (b"--seed", b"--seats", b"--option"):
        done = subprocess.run(
            [sys.executable.encode(), b"-m", b"atlantis_tui", b"play", flag, b"you:\xff,bot:random=\xff"],
            capture_output=True,
            text=True,
            env=environ,
            cwd=tmp_path,
        )
        refused(done)


def test_a_game_that_finds_the_disk_full_does_not_begin(environ, tmp_path, home):
    told = refused(limited(environ, tmp_path, 10, "play"))
    assert re.fullmatch("The disk is full, so .* cannot be written: make room and try again.", told)
    assert games(home) == []


@pytest.mark.parametrize(
    ("number", "words"), [(30, "its disk is read-only"), (13, "you have no permission"), (5, "error")]
)
def test_a_place_that_cannot_be_written_is_told(monkeypatch, tmp_path, capsys, number, words):
    from atlantis_tui.commands import play
    from core import disk

    def refuse(path, data):
        raise OSError(number, os.strerror(number))

    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path))
    monkeypatch.setattr(disk, "make", refuse)
    assert play.run(["atlantis"]) == 2
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"atlantis: {tmp_path}/games/.* cannot be .*{words}.*\.\n", err)
    assert out.count("\n") == 1


def test_a_file_where_a_folder_should_be_is_told(atlantis, tmp_path, played):
    assert "part of it is a file" in refused(atlantis("play", "--log", played / "in.atl"))
    assert "part of it is a file" in refused(atlantis("play", ATLANTIS_HOME=str(played)))
    assert "cannot be read" in refused(atlantis("resume", ATLANTIS_HOME=str(played)))


def test_textual_is_not_loaded(environ, tmp_path):
    program = (
        "import sys; from atlantis_tui.cli import main\n"
        "main(['play', '--plain', '--seats', 'you,bot:easy']); main(['resume'])\n"
        "print(sorted({'textual', 'rich', 'asyncio', 'argparse'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="1 F\n", capture_output=True, text=True, env=environ, cwd=tmp_path
    )
    assert done.stdout.splitlines()[-1] == "[]"
