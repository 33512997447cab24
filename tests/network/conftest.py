"""A fresh home for every player, and no program left behind."""

import subprocess

import pytest

from atlantis_tui import cli
from tests.network.network import Network, NoNetwork
from tests.network.programs import Program

HERE = ("--no-discovery", "--address", "127.0.0.1")


@pytest.fixture
def start(tmp_path):
    """Starts `atlantis COMMAND ...` as a player of this name; the same name again has the same home."""
    running = []

    def run(player, *argv, typed=False, **more):
        stdin = subprocess.PIPE if typed else subprocess.DEVNULL
        program = Program(tmp_path / player, argv, stdin, **more)
        running.append(program)
        return program

    yield run
    for program in running:
        program.end()
        # Only shown where a test has failed.
        print(program.home.name, program.process.returncode, program.text, program.errors, sep="\n")


@pytest.fixture
def host(start):
    def run(*argv, player="anna", game="atlantis", **more):
        return start(player, "host", game, *HERE, "--player", player.capitalize(), *argv, **more)

    return run


@pytest.fixture
def join(start):
    def run(player, table, *argv, **more):
        return start(player, "join", table, *HERE, "--name", player.capitalize(), *argv, **more)

    return run


@pytest.fixture
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture
def atlantis(capsys):
    """The program in this process, with `at_home`: what it answers to a command line."""

    def run(*argv):
        code = cli.main([str(word) for word in argv])
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(argv, code, out, err)

    return run


@pytest.fixture
def two_in_play(host, join):
    """Anna, who hosts, and Boris; both are persons, and Anna is to move."""
    anna = host("--plain", "--code", "123456", typed=True)
    boris = join("boris", anna.address, "--plain", "--code", "123456", typed=True)
    boris.said("you .not ready")
    boris.type("ready")
    anna.said("Boris .ready")
    anna.type("start")
    anna.said("^Your turn")
    return anna, boris


@pytest.fixture
def network(request):
    """A network for the players that the test names; skipped where none can be made."""
    network = Network(*request.param)
    try:
        network.make()
        yield network
    except NoNetwork as why:
        pytest.skip(str(why))
    finally:
        network.remove()


@pytest.fixture
def start_in(network, start):
    """Starts a player's program in the network of that player."""

    def run(player, *argv, **more):
        return start(player, *argv, before=network.within(player), **more)

    return run
