"""The program itself: its commands, its exit codes, and what is left when something fails that never should."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_tui import __version__, cli
from atlantis_tui.commands import event_loop, flags
from atlantis_tui.doctor.compiled import which
from atlantis_tui.text.sentences import choice
from core.frames import LogError
from core.game import IllegalMove
from core.table import TableError
from tests.commands.conftest import ROOT
from tests.commands.test_log import refused


@pytest.fixture
def failing(monkeypatch):
    """Makes every command raise this."""

    def fail(error):
        def run(argv):
            hidden = "hand of Anna: flag, ring"
            assert hidden
            raise error

        monkeypatch.setattr(cli, "find_command", lambda word: run)

    return fail


def test_the_version(atlantis):
    assert atlantis("--version") == (0, f"atlantis {__version__} ({which()})\n", "")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command_with_an_example(atlantis, flag):
    done = atlantis(flag)
    assert (done.code, done.err) == (0, "")
    for command in cli.COMMANDS:
        assert f"\n{command}: " in done.out
        assert f"\n    atlantis {command}" in done.out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_examples(atlantis, command):
    done = atlantis(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: atlantis {command}")
    assert [line for line in done.out.splitlines() if line.startswith(f"    atlantis {command}")]
    assert max(len(line) for line in done.out.splitlines()) <= 120


def test_help_is_in_the_players_language(atlantis, monkeypatch):
    from atlantis_tui.text import translation as words

    class Shouting:
        def gettext(self, message):
            return message.upper()

    monkeypatch.setattr(words, "_catalogue", Shouting())
    assert "PLAY: A NEW GAME" in atlantis("--help").out


@pytest.mark.parametrize("word", ["burn", "Play", "logs", "", "\033[2J", "x" * 5000], ids=repr)
def test_an_unknown_command_is_answered_with_those_there_are(atlantis, word):
    said = refused(atlantis(word))
    assert said.endswith(f": choose {choice(cli.COMMANDS)}.")
    assert "\033" not in said
    assert len(said) < 240


@pytest.mark.parametrize(
    ("words", "command", "rest"),
    [
        ([], "menu", []),
        (["--plain"], "menu", ["--plain"]),
        (["--seed", "KELP"], "play", ["--seed", "KELP"]),
        (["--theme", "mono", "--plain", "learn", "atalia"], "learn", ["atalia", "--theme", "mono", "--plain"]),
        (["--theme=mono", "replay", "--", "-x"], "replay", ["--theme=mono", "--", "-x"]),
        (["--theme", "learn"], "menu", ["--theme", "learn"]),
        (["play", "atlantis"], "play", ["atlantis"]),
        (["resume", "a.atl"], "resume", ["a.atl"]),
        (["log", "list"], "log", ["list"]),
        (["arena", "--help"], "arena", ["--help"]),
    ],
    ids=str,
)
def test_each_command_gets_what_follows_it(atlantis, monkeypatch, words, command, rest):
    called = []

    def find(word):
        def run(argv):
            called.append((word, argv))
            return 7

        return run

    monkeypatch.setattr(cli, "find_command", find)
    assert atlantis(*words).code == 7
    assert called == [(command, rest)]


def test_every_command_is_there():
    for word in cli.COMMANDS:
        assert cli.find_command(word).__module__ == f"atlantis_tui.commands.{word}"


def test_the_program_imports_nothing_before_it_knows_the_command():
    program = "import sys; before = set(sys.modules); import atlantis_tui.cli; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"],
                          capture_output=True, text=True, check=True, timeout=60)  # fmt: skip
    assert set(done.stdout.split()) <= {"atlantis_tui", "atlantis_tui.cli", "__future__"}


# Failures ------------------------------------------------------------------------------------------------------------


def test_an_error_in_the_program_leaves_a_report_and_no_traceback(atlantis, failing, home):
    failing(TypeError("unsupported thing"))
    done = atlantis("play", "--seed", "SECRET-SEED")
    (report,) = (home / "reports").iterdir()
    assert (done.code, done.out) == (1, "")
    assert done.err == f"atlantis: An error in the program stopped it; {report} tells what happened.\n"
    text = report.read_text("utf-8")
    assert f"atlantis {__version__}" in text
    assert "TypeError: unsupported thing" in text
    assert "test_cli.py" in text
    assert "in run" in text
    assert "hand of Anna: flag, ring" not in text.replace('hidden = "hand of Anna: flag, ring"', "")
    assert "SECRET-SEED" not in text
    assert report.stat().st_mode & 0o777 == 0o600


def test_two_failures_leave_two_reports(atlantis, failing, home):
    failing(ZeroDivisionError("by zero"))
    assert [atlantis("log", "list").code, atlantis("log", "list").code] == [1, 1]
    assert len(list((home / "reports").iterdir())) == 2


def test_a_report_that_cannot_be_written_is_no_second_failure(atlantis, failing, home):
    home.write_text("a file where the folder should be")
    failing(ZeroDivisionError("by zero"))
    done = atlantis("arena")
    assert (done.code, done.out) == (1, "")
    assert done.err == "atlantis: An error in the program stopped it (ZeroDivisionError).\n"


@pytest.mark.parametrize(
    "error",
    [LogError("not_found", {"path": "a.atl"}), TableError("bad_move", n=7, path="a.atl"), IllegalMove("game_over")],
    ids=repr,
)
def test_what_the_core_refuses_is_a_sentence_and_no_failure(atlantis, failing, home, error):
    failing(error)
    refused(atlantis("resume"))
    assert not home.exists()


def test_an_interrupt_is_quiet(atlantis, failing):
    failing(KeyboardInterrupt())
    assert atlantis("play") == (130, "", "")


@pytest.mark.parametrize("command", [flags, event_loop], ids=lambda module: module.__name__)
def test_an_interrupt_has_its_exit_code_whoever_catches_it(command, capsys):
    def interrupted():
        raise KeyboardInterrupt

    assert command.guarded(interrupted) == cli.INTERRUPTED == 130
    assert capsys.readouterr() == ("", "")


# The standard streams ------------------------------------------------------------------------------------------------


def shell(line, **environ):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ = kept | {"PYTHONPATH": str(ROOT), "PY": sys.executable} | environ
    return subprocess.run(["bash", "-c", line], env=environ, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_reader_who_has_gone_is_no_error(finished, unbuffered):
    done = shell(
        '"$PY" -m atlantis_tui log export "$FILE" | head -c 10; echo " ${PIPESTATUS[0]}"',
        FILE=str(finished[2]),
        PYTHONUNBUFFERED=unbuffered,
    )
    assert (done.stdout, done.stderr) == ('{"kind":"s 0\n', "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_an_output_that_is_full_is_told_in_one_sentence(finished, unbuffered):
    for command in ("export", "verify"):
        done = shell(
            f'"$PY" -m atlantis_tui log {command} "$FILE" > /dev/full',
            FILE=str(finished[2]),
            PYTHONUNBUFFERED=unbuffered,
        )
        assert done.returncode == 2
        assert done.stderr == "atlantis: What there is to say cannot be written: No space left on device.\n"


def test_closed_streams_are_no_error(finished):
    assert shell('"$PY" -m atlantis_tui log export "$FILE" >&-', FILE=str(finished[2])).returncode == 0
    assert shell('"$PY" -m atlantis_tui log show /nowhere 2>&- >&-').returncode == 2
    assert shell('"$PY" -m atlantis_tui arena atlantis random random --games 1 2>&- <&-').returncode == 0


def test_a_file_name_beyond_the_encoding_can_be_told(finished, tmp_path):
    name = os.fsencode(tmp_path) + b"/sp\xffiel-\xc3\xa9.atl"
    with open(name, "wb") as copy:
        copy.write(finished[2].read_bytes())
    for encoding in ("utf-8", "ascii"):
        done = shell('"$PY" -m atlantis_tui log verify "$FILE"', FILE=os.fsdecode(name), PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert "is sound" in done.stdout
