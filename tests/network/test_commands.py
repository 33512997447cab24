"""What is typed on the command line: whatever is wrong is answered with one sentence and exit code 2."""

import os
import pty
import socket
import subprocess
import sys

import pytest

from atlantis_tui.commands import network_flags as command
from atlantis_tui.network.files import NetworkGameFiles
from atlantis_tui.saved.game_names import typed
from core.frames import MAGIC, frame, pack_record
from core.log import FileLog
from core.table import Table, header
from tests.net.lan import GAME, in_play
from tests.network.conftest import HERE
from tests.plain.keyboard import refused

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture
def nobody():
    """An address at which there is no table: the port is taken, and nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture
def left(tmp_path):
    """The file of a game played together that was left in the middle."""
    log = in_play(people=2)[0]
    path = tmp_path / "home" / "games" / f"lan-{log.roster.gid.hex()}.atl"
    path.parent.mkdir(parents=True)
    path.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in log.records))
    path.chmod(0o600)
    assert NetworkGameFiles().path(log.roster.gid) == str(path)
    return path


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["host", "chess"], 'There is no game "chess"'),
        (["host", "--seats", "9"], "--seats"),
        (["host", "--seats", "1"], "--seats"),
        (["host", "--seats", "2", "--bots", "easy"], "A table needs a seat for somebody else"),
        (["host", "--bots", "easy,clever"], 'There is no bot "clever"'),
        (["host", "--bots", "easy,easy,easy"], "Atlantis is for 2, 3 or 4 players, not for 5"),
        (["host", "--as", "bot:clever"], 'There is no bot "bot:clever"'),
        (["host", "--as", "easy:9"], '"easy:9" is not a bot'),
        (["host", "--open", "--code", "123456"], "--open and --code cannot both be"),
        (["host", "--code", "12345"], "A code has six digits"),
        (["host", "--port", "80000"], "--port"),
        (["host", "--option", "tides=high"], 'There is no option "tides"'),
        (["host", "--name", "\033[2J:"], "is not a name"),
        (["host", "--player", " "], "is not a name"),
        (["host", "--as", "random", "--no-discovery", "--address", "192.0.2.1"], "That is no address of this machine"),
        (["host", "--as", "random", "--no-discovery", "--address", "here"], "That is no address of this machine"),
        (["host", "--resume", "nothing.atl"], "There is no file"),
        (["host", "--wish"], 'There is no flag "--wish"'),
        (["join", "atl://nonsense"], "That ticket is not whole"),
        (["join", "127.0.0.1:http"], "The port is missing or wrong"),
        (["join", "127.0.0.1:0"], "The port is missing or wrong"),
        (["join", "::"], "The port is missing or wrong"),
        (["join", "Reef", "--no-discovery"], "Without a look at the network"),
        (["join", "--no-discovery"], "Without a look at the network"),
        (["join", ""], "Name a table"),
        (["join", "a:1", "b:2"], '"b:2" is one word too many'),
        (["join", "a:1", "--code", "abc"], "A code has six digits"),
        (["join", "a:1", "--code", "1234567"], "A code has six digits"),
        (["watch", "--no-discovery"], "Without a look at the network"),
        (["watch", "127.0.0.1"], "127.0.0.1"),
        (["tables", "Reef"], '"Reef" is no address'),
        (["tables", "--plain"], 'There is no flag "--plain"'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_is_wrong_is_said_in_one_sentence(atlantis, argv, said, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.lookup.PATIENCE", 0.0)
    assert said in refused(atlantis(*argv))


@pytest.mark.parametrize("command", ["join", "watch", "tables"])
def test_where_there_is_no_table_that_is_said(atlantis, command, nobody):
    assert refused(atlantis(command, nobody)) == (
        "There is no table at that address: check the port, and whether the host is still there."
    )


@pytest.mark.parametrize("command", ["host", "join", "tables", "watch"])
def test_each_command_has_its_help(atlantis, command):
    done = atlantis(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: atlantis {command} ")


def test_a_game_played_together_is_not_gone_on_with_alone(atlantis, left):
    before = left.read_bytes()
    name = typed(str(left))
    assert name.startswith("Atlantis-of-")
    for argv, said_name in (([left], left), ([], name)):
        said = refused(atlantis("resume", "--plain", *argv))
        assert said == (
            f"{said_name} is played together with others: go on with it with atlantis host --resume {said_name}, "
            f"or against bots with atlantis resume {said_name} --alone."
        )
    assert left.read_bytes() == before


def test_resume_names_the_game_played_together_that_was_left_after_the_one_it_goes_on_with(atlantis, left):
    atlantis("play", "--plain", "--seed", "alone")
    (alone,) = (file for file in left.parent.glob("*.atl") if file != left)
    later = f"A game played together was left later. To go on with it: atlantis host --resume {typed(str(left))}\n"
    os.utime(alone, (10**9, 10**9))
    said = atlantis("resume", "--plain").stdout
    assert "Seed alone. The game goes on." in said
    assert later in said
    os.utime(left, (10**9 - 1, 10**9 - 1))
    assert later not in atlantis("resume", "--plain").stdout


def test_only_the_game_itself_is_gone_on_with_and_only_by_who_plays_in_it(atlantis, left, tmp_path):
    copy = tmp_path / "copy.atl"
    copy.write_bytes(left.read_bytes())
    assert f"{copy} is a copy" in refused(atlantis("host", "--resume", copy))
    assert "does not know you" in refused(atlantis("host", "--resume", left, "--as", "random", "--no-discovery"))
    alone = tmp_path / "alone.atl"
    with FileLog.create(alone, header(GAME, ["you", "bot:random"], {}, "KELP")) as log:
        Table(log)
    assert "was not played together" in refused(atlantis("host", "--resume", alone))
    assert "leave --seats out" in refused(atlantis("host", "--resume", left, "--seats", "3"))


def test_a_game_without_its_promises_is_not_gone_on_with(atlantis, left, tmp_path):
    identity = tmp_path / "home" / "identity"
    identity.write_text(f"atlantis identity 1\n{(bytes([1]) * 32).hex()}\n", "utf-8")
    identity.chmod(0o600)
    promises = left.with_name(f"{left.name}.promises")
    promises.write_bytes(b"nonsense")
    before = left.read_bytes()
    said = refused(atlantis("host", "--resume", left, "--as", "random", "--no-discovery"))
    assert said.startswith(f"{promises} is damaged, and without it this program might sign twice")
    assert said.endswith("let the others vote for a bot.")
    assert (left.read_bytes(), promises.read_bytes()) == (before, b"nonsense")


def test_an_identity_that_others_can_read_is_refused(atlantis, tmp_path, nobody):
    atlantis("tables", nobody)
    identity = tmp_path / "home" / "identity"
    identity.chmod(0o644)
    assert f"Others can read {identity}" in refused(atlantis("tables", nobody))


def test_nothing_of_the_network_is_loaded_before_it_is_needed():
    program = (
        "import sys; from atlantis_tui.commands import host, join, tables, watch;"
        "print(*{'asyncio', 'ssl', 'cryptography', 'zeroconf', 'net', 'spake2'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == ""


# Codes and tickets that do not stand in `ps`.

TICKET = "atl://127.0.0.1:1#" + "A" * 42


@pytest.fixture
def piped(monkeypatch):
    """Standard input is a pipe with these bytes in it; what is left there afterwards."""
    streams = []

    def pipe(data):
        reader, writer = os.pipe()
        os.write(writer, data)
        os.close(writer)
        stream = open(reader)  # noqa: SIM115 - closed below
        streams.append(stream)
        monkeypatch.setattr(sys, "stdin", stream)
        return lambda: os.read(reader, 4096)

    yield pipe
    for stream in streams:
        stream.close()


def test_a_code_comes_by_flag_by_input_or_by_the_environment(monkeypatch, piped):
    assert command.code(None) is None
    monkeypatch.setenv("ATLANTIS_CODE", "111 111")
    assert command.code("222222") == "222222"  # the flag counts for more
    rest = piped(b"333-333\nready\n")
    assert command.code("-") == "333333"
    assert rest() == b"ready\n"  # what comes after it is for the table
    assert command.code(None) == "111111"
    assert "ATLANTIS_CODE" not in os.environ  # programs that play a seat need not know it
    monkeypatch.setenv("ATLANTIS_CODE", "")
    assert command.code(None) is None


def test_so_does_a_ticket(monkeypatch, piped):
    assert command.table([], None) is None
    monkeypatch.setenv("ATLANTIS_TICKET", TICKET)
    assert command.table(["Reef"], None) == "Reef"
    rest = piped(TICKET.encode() + b"\nready\n")
    assert command.table(["-"], None) == TICKET
    assert rest() == b"ready\n"
    assert command.table([], None) == TICKET
    assert "ATLANTIS_TICKET" not in os.environ


@pytest.mark.parametrize(
    ("argv", "environ", "data", "said"),
    [
        (["join", "a:1"], {"ATLANTIS_CODE": "12"}, b"", "ATLANTIS_CODE: A code has six digits"),
        (["watch", "a:1"], {"ATLANTIS_CODE": "x" * 9}, b"", "ATLANTIS_CODE: A code has six digits"),
        (["host"], {"ATLANTIS_CODE": "1234567"}, b"", "ATLANTIS_CODE: A code has six digits"),
        (["join"], {"ATLANTIS_TICKET": "Reef"}, b"", "ATLANTIS_TICKET: That is no ticket"),
        (["watch"], {"ATLANTIS_TICKET": "atl://a:1#x"}, b"", "ATLANTIS_TICKET: That ticket is not whole"),
        (["join", "a:1", "--code", "-"], {}, b"", "A code has six digits"),
        (["join", "a:1", "--code", "-"], {}, b"\xff\xfe\n", "A code has six digits"),
        (["host", "--code", "-"], {}, b"12345\n", "A code has six digits"),
        (["join", "-"], {}, b"\n", "Name a table"),
        (["join", "-"], {}, b"atl://a:1#x\n", "That ticket is not whole"),
        (["join", "-"], {}, b"x" * 5000, "There is no table"),
        (["join", "-", "--code", "-"], {}, b"", "Only one of the two can come on standard input"),
    ],
)
def test_what_is_wrong_with_those_is_said_in_one_sentence(atlantis, monkeypatch, piped, argv, environ, data, said):
    monkeypatch.setattr("atlantis_tui.network.lookup.PATIENCE", 0.0)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    piped(data)
    assert said in refused(atlantis(*argv))


def test_an_open_table_does_not_look_for_a_code(atlantis, monkeypatch):
    """The flag counts for more than the environment."""
    monkeypatch.setenv("ATLANTIS_CODE", "nonsense")
    said = refused(atlantis("host", "--open", "--as", "random", "--no-discovery", "--address", "192.0.2.1"))
    assert "That is no address of this machine" in said


@pytest.mark.parametrize("how", ["input", "environment"])
def test_somebody_comes_in_without_a_word_in_ps(start, host, how):
    anna = host("--seats", "2", "--as", "random")
    secret = {"ATLANTIS_TICKET": anna.ticket} if how == "environment" else {}
    words = [] if how == "environment" else ["-"]
    boris = start("boris", "join", *words, *HERE, "--as", "random", "--name", "Boris", typed=True, **secret)
    if how == "input":
        boris.type(anna.ticket)
    assert (anna.ended(), boris.ended()) == (0, 0)


# Standard input that ends with the code ------------------------------------------------------------------------------

LEADER = """import os, sys
os.setsid()  # of a session without a terminal, unless it opens one
if sys.argv[1]:
    os.open(sys.argv[1], os.O_RDWR)
os.execv(sys.executable, [sys.executable, *sys.argv[3:]])"""


def with_terminal(path=""):
    """Put before a command, it runs with this terminal, or with none."""
    return (sys.executable, "-c", LEADER, path)


@pytest.mark.parametrize("secret", ["code", "ticket"])
def test_who_can_type_nothing_more_does_not_sit_down(start, host, secret):
    anna = host("--plain", typed=True)
    words = ["-"] if secret == "ticket" else [anna.address, "--code", "-"]
    boris = start("boris", "join", *words, *HERE, "--plain", typed=True, before=with_terminal())
    boris.type(anna.ticket if secret == "ticket" else anna.code)
    boris.process.stdin.close()
    assert boris.ended() == 2
    assert boris.errors == (
        "atlantis: Standard input ended there, and without a terminal nobody can play: let what is to be typed follow, "
        "or a bot play with --as bot:LEVEL.\n"
    )
    assert boris.text == ""
    assert "and Boris" not in anna.text
    refused_host = start("chloe", "host", *HERE, "--plain", "--code", "-", typed=True, before=with_terminal())
    refused_host.type("123456")
    refused_host.process.stdin.close()
    assert refused_host.ended() == 2


def test_a_bot_needs_no_keyboard(start, host):
    anna = host("--as", "random")
    boris = start("boris", "join", anna.address, *HERE, "--code", "-", "--as", "random", typed=True)
    boris.type(anna.code)
    boris.process.stdin.close()
    assert (anna.ended(), boris.ended()) == (0, 0)


def test_what_follows_the_code_is_typed_at_the_table(start, host):
    anna = host("--plain", typed=True)
    boris = start(
        "boris", "join", anna.address, *HERE, "--plain", "--code", "-", "--name", "Boris", typed=True,
        before=with_terminal(),
    )  # fmt: skip
    boris.type(anna.code)
    boris.said("you .not ready")
    boris.type("ready")
    anna.said("Boris .ready")


def test_what_follows_a_code_that_was_asked_for_is_typed_at_the_table(start, host):
    """All of it stands in the pipe before anybody asks."""
    anna = host("--plain", typed=True)
    boris = start("boris", "join", anna.address, *HERE, "--plain", "--name", "Boris", typed=True)
    boris.type(f"{anna.code}\nready")
    anna.said("Boris .ready")
    assert "asks for its code" in boris.text


def test_who_types_a_wrong_code_is_asked_again_also_to_watch(start, host):
    anna = host("--plain", "--code", "482917", "--seats", "2", typed=True)
    boris = start("boris", "watch", anna.address, "--no-discovery", "--plain", "--name", "Boris", typed=True)
    boris.said("asks for its code")
    for wrong, answer in (("482", "A code has six digits"), ("482918", "That is not the code of this table")):
        told = len(boris.lines)
        boris.type(wrong)
        boris.complained(answer)
        boris.said("asks for its code", told)
    boris.type("482917")
    anna.said("Watching: Boris")
    dora = start("dora", "watch", anna.address, "--no-discovery", "--plain", "--name", "Dora")
    assert dora.ended() == 2
    assert "This table asks for its code: give it with --code." in dora.errors


@pytest.mark.skipif(not os.path.exists("/dev/ptmx"), reason="no terminals can be made here")
def test_where_the_input_ends_with_the_code_the_terminal_is_typed_at(start, host):
    """As in: pass show reef | atlantis join HOST:PORT --code -"""
    anna = host("--plain", typed=True)
    master, slave = pty.openpty()
    try:
        boris = start(
            "boris", "join", anna.address, *HERE, "--plain", "--code", "-", "--name", "Boris", typed=True,
            before=with_terminal(os.ttyname(slave)),
        )  # fmt: skip
        boris.type(anna.code)
        boris.process.stdin.close()
        boris.said("you .not ready")
        os.write(master, b"ready\n")
        anna.said("Boris .ready")
        boris.kill()
    finally:
        os.close(master)
        os.close(slave)


def test_who_has_nothing_more_to_type_later_is_told_why_the_table_is_left(start, host):
    anna = host("--seats", "2", "--plain", typed=True)
    boris = start(
        "boris", "join", anna.address, *HERE, "--plain", "--code", "-", "--name", "Boris", typed=True,
        before=with_terminal(),
    )  # fmt: skip
    boris.type(anna.code)
    boris.said("you .not ready")
    boris.process.stdin.close()
    assert boris.ended() == 1
    assert "Standard input has ended" in boris.text
