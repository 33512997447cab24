"""`atlantis doctor`: what it finds, what it advises, and that it keeps secrets and harms nothing."""

import json
import os
import pty
import re
import threading

import pytest

from atlantis_tui.commands import doctor as command
from atlantis_tui.doctor import Fact, compiled, network, places, terminal, widths
from atlantis_tui.saved import paths
from atlantis_tui.saved.settings import Settings, load
from atlantis_tui.ui.glyphs import SETS, UNICODE
from atlantis_tui.ui.too_small import NEED
from tests.commands.test_log import refused

GOOD = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}


@pytest.fixture
def quiet(monkeypatch):
    """A machine on which all is well."""
    for name in ("TMUX", "STY", "ZELLIJ", "SSH_CONNECTION", "NO_COLOR", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in GOOD.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(network, "facts", lambda discovers: [Fact("network", "addresses", "192.0.2.7")])
    monkeypatch.setattr(terminal, "_encoding", lambda: "utf-8")


def told(environ=None, isatty=True, size=(80, 24), settings=None, **more):
    facts = terminal.facts(GOOD if environ is None else {**GOOD, **environ}, isatty, size, settings or Settings(**more))
    return {fact.name: fact for fact in facts}


# The command ---------------------------------------------------------------------------------------------------------


def test_all_is_well(atlantis, quiet, home):
    done = atlantis("doctor")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\nAll is well.\n")
    for words in ("Terminal", "TERM ", "truecolor", "Files", str(home / "games"), "Network", "192.0.2.7", "python"):
        assert words in done.out
    assert not home.exists()


def test_a_problem_is_told_with_what_to_do(atlantis, quiet, home):
    home.mkdir()
    (home / "settings.toml").write_text("theme = ")
    done = atlantis("doctor")
    assert done.code == 1
    assert "! Mend or remove" in done.out
    assert "1 problem: " in done.out


def test_json_says_the_same(atlantis, quiet, home):
    home.mkdir()
    (home / "settings.toml").write_text('[keys]\n"menu.play" = "n"\n')
    done = atlantis("doctor", "--json")
    found = json.loads(done.out)
    assert done.code == 1
    assert {*found} == {"terminal", "files", "network", "versions", "problems"}
    assert len(found["problems"]) == 1
    (wrong,) = [fact for fact in found["files"] if "advice" in fact]
    assert "menu.play" in wrong["value"]
    assert [fact for fact in found["versions"] if fact["name"] == "textual" and re.match(r"\d", fact["value"])]


def test_no_secret_is_told(atlantis, quiet, home, monkeypatch):
    monkeypatch.setenv("SSH_CONNECTION", "203.0.113.9 1234 203.0.113.10 22")
    home.mkdir()
    (home / "identity").write_text("do-not-tell-this-key")
    (home / "identity").chmod(0o600)
    for done in (atlantis("doctor"), atlantis("doctor", "--json")):
        assert "do-not-tell" not in done.out
        assert "203.0.113" not in done.out


@pytest.mark.parametrize("words", [["now"], ["--fix"], ["--json=1"]], ids=str)
def test_what_it_does_not_know_is_refused(atlantis, words):
    refused(atlantis("doctor", *words))


def test_the_network_is_really_looked_at(program):
    done = program("doctor", "--json", "--no-discovery", TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
    assert done.code in (0, 1)
    assert done.err == ""
    names = [fact["name"] for fact in json.loads(done.out)["network"]]
    assert names == ["addresses", "port"]


async def test_finding_tables_has_an_answer_whatever_the_network_is(monkeypatch):
    monkeypatch.setattr("net.discovery._own_addresses", lambda chosen: [])
    fact = await network._finding()
    assert fact.value == "no_interface"
    assert fact.advice


def test_a_network_that_does_not_answer_is_not_waited_for(monkeypatch):
    class Silent:
        trouble = None
        closed = False

        def browse(self):
            pass

        async def settled(self):
            import asyncio

            await asyncio.Event().wait()

        async def close(self):
            Silent.closed = True

    monkeypatch.setattr("net.discovery.Discovery", Silent)
    monkeypatch.setattr(network, "PATIENCE", 0.01)
    import asyncio

    assert asyncio.run(network._finding()).value == "failed"
    assert Silent.closed


# The terminal --------------------------------------------------------------------------------------------------------


def test_a_good_terminal_has_no_problem():
    assert [fact for fact in told().values() if fact.advice and fact.name != "encoding"] == []


def test_the_least_size_is_that_of_the_screens():
    assert terminal.NEED == NEED


@pytest.mark.parametrize(
    ("environ", "name", "value", "advised"),
    [
        ({"COLORTERM": ""}, "colours", "256 (TERM says so)", False),
        ({"COLORTERM": "", "TMUX": "x"}, "colours", "256 (TERM says so; SSH and tmux often drop COLORTERM)", False),
        ({"COLORTERM": "", "TERM": "xterm"}, "colours", "16 (TERM promises no more)", True),
        ({"COLORTERM": "", "TERM": "linux"}, "colours", "16 (TERM promises no more)", False),
        ({}, "colours", "truecolor (COLORTERM says so)", False),
        ({}, "theme", "dark (the best for these colours)", False),
        ({"NO_COLOR": "1"}, "theme", "mono (NO_COLOR is set)", False),
        ({"TERM": "linux"}, "signs", "console (the Linux console has few signs)", False),
        ({"LANG": "C"}, "signs", "ascii (the locale is not UTF-8)", False),
        ({"LANG": "C"}, "locale", "LANG=C", True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, "locale", "LC_ALL=POSIX", True),
        ({"TMUX": "/tmp/x", "TERM": "screen"}, "multiplexer", "tmux", True),
        ({"TMUX": "/tmp/x", "TERM": "tmux-256color"}, "multiplexer", "tmux", False),
        ({"STY": "1.x", "TERM": "screen"}, "multiplexer", "screen", True),
        ({"SSH_CONNECTION": "a b c d"}, "ssh", "yes: bot moves are there at once, hover is off", False),
        ({"SSH_CONNECTION": "a b c d"}, "mouse", "clicks only", False),
        ({"TERM": "dumb"}, "screen", "no: TERM names no terminal, so games are lines of text", True),
        ({"TERM": "\033[2J" + "x" * 90}, "TERM", "?[2J" + "x" * 56, False),
    ],
)
def test_what_is_found_out_and_why(environ, name, value, advised):
    fact = told(environ)[name]
    assert fact.value == value
    assert bool(fact.advice) == advised


def test_settings_are_the_reason_where_they_are():
    found = told(theme="light", glyphs="ascii")
    assert (found["theme"].value, found["signs"].value) == (
        "light (the settings say so)",
        "ascii (the settings say so)",
    )
    assert told({"TERM": "linux", "COLORTERM": ""}, theme="light")["theme"].advice
    assert told({"LANG": "C"}, glyphs="unicode")["signs"].advice
    assert not told({"TERM": "linux", "COLORTERM": ""}, theme="ansi16")["theme"].advice


def test_a_window_that_is_too_small_is_a_problem():
    assert told(size=(59, 30))["size"].advice
    assert not told(size=(60, 20))["size"].advice
    assert told(size=None)["size"].value == "not known"
    assert not told(isatty=False, size=None)["screen"].advice


# How wide signs are --------------------------------------------------------------------------------------------------


class Terminal:
    """The other end of a terminal, which draws some signs wide and answers where its cursor is."""

    def __init__(self, wide="", answers=True):
        self.master, self.slave = pty.openpty()
        self.wide, self.answers = wide, answers
        self.heard = b""
        self.thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        os.close(self.slave)
        self.thread.join(20)
        os.close(self.master)

    def _listen(self):
        rest = b""
        while True:
            try:
                data = os.read(self.master, 4096)
            except OSError:  # nobody holds the other end any more
                return
            if not data:
                return
            self.heard += data
            rest += data
            while self.answers and b"\x1b[6n" in rest:
                before, _, rest = rest.partition(b"\x1b[6n")
                shown = before.rpartition(b"\r")[2].decode()
                column = 1 + sum(2 if sign in self.wide else 1 for sign in shown)
                os.write(self.master, b"\x1b[5;%dR" % column)


@pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS.keys())
def test_signs_that_are_one_cell_wide(glyphs):
    with Terminal() as seen:
        (fact,) = widths.facts(glyphs, seen.slave, seen.slave)
    assert (fact.name, fact.advice) == ("widths", "")
    assert str(len(widths.signs_of(glyphs))) in fact.value
    assert seen.heard.endswith(b"\r\x1b[K")


def test_signs_that_are_wider_are_named():
    with Terminal(wide="⚑●") as seen:
        (fact,) = widths.facts(UNICODE, seen.slave, seen.slave)
    assert fact.value == "not one cell wide: ● ⚑"
    assert "--glyphs ascii" in fact.advice


def test_a_terminal_that_does_not_answer_is_not_waited_for(monkeypatch):
    import termios

    with Terminal(answers=False) as seen:
        before = termios.tcgetattr(seen.slave)
        assert widths.measured(["x", "y"], seen.slave, seen.slave, wait=0.01) == []
        assert termios.tcgetattr(seen.slave) == before
        monkeypatch.setattr(widths, "measured", lambda *_: [])
        (fact,) = widths.facts(UNICODE, seen.slave, seen.slave)
    assert fact.advice == ""


# The files -----------------------------------------------------------------------------------------------------------


def found(wishes=None):
    loaded, trouble = load()
    return {fact.name: fact for fact in places.facts(wishes or loaded, trouble)}


def test_nothing_there_yet_is_no_problem(home):
    facts = found()
    assert not [fact for fact in facts.values() if fact.advice]
    assert facts["number of games"].value == "0"
    assert not home.exists()


def test_games_and_failures_are_counted(home):
    (home / "games" / "reviews").mkdir(parents=True)
    (home / "reports").mkdir()
    for number in range(3):
        (home / "games" / f"{number}.atl").write_bytes(b"")
        (home / "reports" / f"{number}.txt").write_bytes(b"")
    (home / "games" / "notes.txt").write_bytes(b"")
    facts = found()
    assert facts["number of games"].value == "3"
    assert facts["failures"].value == "3 reports of failures"


def test_a_file_in_the_way_is_named(home):
    home.write_text("in the way")
    facts = found()
    assert str(home) in facts["games"].advice


def test_a_folder_that_the_system_says_cannot_be_written_is_named(home, monkeypatch):
    home.mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert str(home) in found()["settings"].advice


def test_an_identity_that_others_can_read_is_a_problem(home):
    home.mkdir()
    (home / "identity").write_text("x")
    (home / "identity").chmod(0o644)
    assert "chmod 600" in found()["identity file"].advice
    (home / "identity").chmod(0o600)
    assert not found()["identity file"].advice


def test_keys_are_counted_and_a_clash_is_told(home):
    wishes = Settings(keys={"menu.play": "f9", "menu.new": "f9"})
    facts = list(places._keys(wishes))
    assert facts[0].value == "1 of your own"
    assert "menu.new" in facts[1].value
    assert facts[1].advice


def test_every_place_is_told(home):
    assert {name: found()[name].value for name in paths.every()} == paths.every()


def test_every_library_is_there():
    from importlib.metadata import requires

    asked = [one for one in requires("atlantis-tui") or [] if "extra" not in one]
    needed = {re.split(r"[^\w-]", one)[0] for one in asked}
    assert "textual" in needed
    assert needed <= set(command.LIBRARIES)
    assert not [fact for fact in command._versions() if fact.advice]


# The core ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("used", "word"), [(True, "compiled"), (False, "pure Python")])
def test_it_says_which_core_is_in_use(monkeypatch, used, word):
    monkeypatch.setattr("core.compiling.in_use", lambda: used)
    monkeypatch.setattr("core.compiling.stale", list)
    assert list(compiled.facts()) == [Fact("versions", "core", word)]


def test_what_was_compiled_from_other_sources_is_a_problem_with_a_command_that_mends_it(monkeypatch):
    monkeypatch.setattr("core.compiling.stale", lambda: ["hidden.so"])
    (fact,) = compiled.facts()
    assert "python -m core.compiling --clean" in fact.advice
