"""Completion: what a word can become, and a real bash that asks for it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_tui import cli, launch
from atlantis_tui.completion.scripts import SCRIPTS
from atlantis_tui.completion.words import FILES, FOLDERS, candidates, flags_of
from core.games import names
from tests.commands.conftest import ROOT
from tests.commands.test_log import refused

LOOKS = {*launch.VALUED, *launch.BARE, launch.NO_DISCOVERY, "--help", "-h"}


@pytest.fixture
def games(home):
    (home / "games").mkdir(parents=True)
    for name in ("atlantis-KELP.atl", "atlantis-REEF.atl", "notes.txt", "my game.atl", "it's.atl"):
        (home / "games" / name).write_bytes(b"")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("atlantis re", {"resume", "replay", "result", "review"}),
        ("atlantis ", set(cli.COMMANDS)),
        ("atlantis", set()),
        ("FOO=1 /usr/bin/atlantis doc", {"doctor"}),
        ("atlantis --ver", {"--version"}),
        ("atlantis --theme ", {"dark", "light", "contrast", "colour-blind", "ansi16", "mono"}),
        ("atlantis burn ", set()),
        ("atlantis play ", {*names()}),
        ("atlantis play atlantis ", set()),
        ("atlantis play --se", {"--seats", "--seed"}),
        ("atlantis play --theme=l", {"--theme=light"}),
        ("atlantis play --theme l", {"light"}),
        ("atlantis play --seed ", set()),
        ("atlantis play --seed KELP a", {name for name in names() if name.startswith("a")}),
        ("atlantis play --seats you,bot:h", {"you,bot:hard"}),
        ("atlantis play --seats p", {"person:"}),
        ("atlantis play --option paid_cards=", {"paid_cards=removed", "paid_cards=discard"}),
        ("atlantis play --log ", {FILES}),
        ("atlantis host --seats ", set()),
        ("atlantis host --bots easy,n", {"easy,normal"}),
        ("atlantis join --as bot:e", {"bot:easy"}),
        ("atlantis join --code ", {"-"}),
        ("atlantis arena ", {*names(), "merge"}),
        ("atlantis arena m", {"merge"}),
        ("atlantis arena --json m", set()),
        ("atlantis arena merge ", {FILES}),
        ("atlantis arena merge one --", {"--help", "--json", "--markdown", "--times"}),
        ("atlantis arena atlantis merge --p", {"--pairs", "--part"}),
        ("atlantis arena atlantis easy n", {"normal"}),
        ("atlantis arena --games 5 atlantis e", {"easy"}),
        ("atlantis arena atlantis easy easy --log-dir x", {FOLDERS}),
        ("atlantis log ", {"list", "show", "verify", "export"}),
        ("atlantis log list --j", {"--json"}),
        ("atlantis log show --", {"--help", "--reveal", "--seat"}),
        ("atlantis log verify --", {"--help"}),
        ("atlantis log show ", {"atlantis-KELP.atl", "atlantis-REEF.atl"}),
        ("atlantis log show atlantis-KELP.atl ", set()),
        ("atlantis log show ./atl", {FILES}),
        ("atlantis review /tmp/", {FILES}),
        ("atlantis replay atlantis-K", {"atlantis-KELP.atl"}),
        ("atlantis result atlantis-K", {"atlantis-KELP.atl"}),
        ("atlantis resume --salvage ", {FILES}),
        ("atlantis completion ", set(SCRIPTS)),
        ("atlantis locate games se", {"settings"}),
        ("atlantis stats --p", {"--player"}),
        ("atlantis play 'an open quo", set()),
        ("", set()),
    ],
)
def test_what_a_word_can_become(games, line, found):
    assert set(candidates(line)) == found


def test_without_games_files_are_left_to_the_shell():
    assert candidates("atlantis review ") == [FILES]


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_flags_are_those_of_the_help(atlantis, command):
    """The commands themselves are asked, so what could be forgotten is only the help."""
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", atlantis(command, "--help").out))
    subs = {"log": ("list", "show", "verify", "export"), "arena": ("", "merge")}.get(command, ("",))
    taken = {flag for sub in subs for flag in (*flags_of(command, sub).valued, *flags_of(command, sub).bare)}
    assert "--help" in taken
    assert taken - LOOKS <= told
    assert told <= taken


def test_asking_for_flags_does_nothing(atlantis, home, capsys):
    for command in cli.COMMANDS:
        flags_of(command)
    assert capsys.readouterr() == ("", "")
    assert not home.exists()


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_for_each_shell(atlantis, shell):
    assert atlantis("completion", shell) == (0, SCRIPTS[shell], "")


@pytest.mark.parametrize("words", [[], ["tcsh"], ["words"], ["bash", "zsh"], ["--all"]], ids=str)
def test_what_is_no_shell_is_refused(atlantis, words):
    refused(atlantis("completion", *words))


@pytest.fixture
def bash(home, tmp_path):
    """What a real bash makes of a line when Tab is pressed at its end."""
    program = tmp_path / "bin" / "atlantis"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m atlantis_tui "$@"\n')
    program.chmod(0o755)
    (tmp_path / "a file.atl").write_bytes(b"")

    def press_tab(*lines):
        """Bash takes a line apart at COMP_WORDBREAKS before it asks; here as its own reader does."""
        script = tmp_path / "ask.sh"
        asked = "\n".join(f"ask {line!r}" if '"' in line else f"ask '{line}'" for line in lines)
        script.write_text(
            """
eval "$(atlantis completion bash)"
compopt() { :; }  # works inside a completion by readline only
ask() {
    COMP_LINE="$1" COMP_POINT=${#1} COMP_WORDS=() COMPREPLY=()
    local rest="$1" word
    while [[ $rest =~ ^[[:space:]]*([:=]+|[^[:space:]:=]+)(.*)$ ]]; do
        COMP_WORDS+=("${BASH_REMATCH[1]}"); rest="${BASH_REMATCH[2]}"
    done
    case "$1" in *[[:space:]]) COMP_WORDS+=("") ;; esac
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _atlantis "${COMP_WORDS[0]}"
    local IFS='|'; echo "${COMPREPLY[*]}"
}
"""
            + asked
        )
        environ = {"PATH": f"{program.parent}:/usr/bin:/bin", "PYTHONPATH": str(ROOT), "ATLANTIS_HOME": str(home)}
        done = subprocess.run(
            ["bash", "--norc", "-eu", str(script)],
            env=environ,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.stderr == ""
        return [set(filter(None, line.split("|"))) for line in done.stdout.splitlines()]

    return press_tab


@pytest.mark.skipif(not Path("/bin/bash").exists() and not Path("/usr/bin/bash").exists(), reason="no bash here")
def test_a_real_bash_completes(bash, games):
    lines = {
        "atlantis re": {"resume", "replay", "result", "review"},
        "atlantis play --theme d": {"dark"},
        "atlantis play --theme=": {"dark", "light", "contrast", "colour-blind", "ansi16", "mono"},
        "atlantis play --theme=d": {"dark"},
        "atlantis play --seats you,bot:ha": {"hard"},
        "atlantis play --seats you,bot:": {"random", "easy", "normal", "hard"},
        "atlantis join --as b": {"bot:random", "bot:easy", "bot:normal", "bot:hard"},
        "atlantis log show atlantis-K": {"atlantis-KELP.atl"},
        "atlantis play --log a": {"a file.atl", "ask.sh"},
        "atlantis arena atlantis x y --log-dir b": {"bin"},
        "atlantis play --seed ": set(),
        "atlantis nothing ": set(),
    }
    assert bash(*lines) == list(lines.values())
