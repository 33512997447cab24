"""Playing through a real OpenSSH login on this machine: a server of the test's own, with keys of its own."""

import getpass
import os
import shlex
import shutil
import socket
import subprocess
import sys

import pytest

from core.log import read
from tests.network.programs import ROOT, Running, picks_the_first
from tests.ui.terminal import Terminal

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")

# Root's server insists on a folder of the system. Here /run is another one, and whatever it has started ends with it.
APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c",
         'mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec "$@"', "sh")  # fmt: skip

BECOME = ("-c", "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])")  # another program in a terminal

CONFIGURATION = """
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/user_key.pub
PidFile none
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
StrictModes no
"""


def not_here():
    """Why nobody can log in here; nothing where it is possible."""
    if SSHD is None or not all(map(shutil.which, ("ssh", "ssh-keygen"))):
        return "OpenSSH is not installed: that would be the Debian packages openssh-server and openssh-client"
    if os.geteuid() == 0:
        if subprocess.run([*APART, "true"], capture_output=True, timeout=60).returncode:
            return "OpenSSH cannot be run here without touching the system"
        with open("/etc/shadow") as file:
            if any(line.startswith(f"{getpass.getuser()}:!") for line in file):
                return "nobody can log in here: the account is locked"
    return ""


pytestmark = pytest.mark.full


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture
def ssh(tmp_path):
    """The words that run `atlantis ...` through a login, with or without a terminal (-tt or -T)."""
    if reason := not_here():
        pytest.skip(reason)
    folder = tmp_path / "ssh"
    folder.mkdir(mode=0o700)
    for name in ("host_key", "user_key"):
        make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)]
        subprocess.run(make, check=True, timeout=60)
    server, port = serve(folder)
    (folder / "known").write_text(f"[127.0.0.1]:{port} {(folder / 'host_key.pub').read_text()}")

    def words(way, *argv):
        home = {"ATLANTIS_HOME": tmp_path / "sara", "PYTHONPATH": ROOT, "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor"}
        settings = [f"{name}={value}" for name, value in home.items()]
        options = [f"UserKnownHostsFile={folder}/known", "IdentitiesOnly=yes", "BatchMode=yes", "LogLevel=ERROR"]
        return [
            "ssh", way, "-F", "none", "-i", str(folder / "user_key"), "-p", str(port),
            *(word for option in options for word in ("-o", option)), f"{getpass.getuser()}@127.0.0.1",
            shlex.join(map(str, ["env", *settings, sys.executable, "-m", "atlantis_tui", *argv])),
        ]  # fmt: skip

    try:
        yield words
    finally:
        server.end()
        print(server.errors)


def serve(folder):
    """A server, and where it listens; another program may take a port that was free just now."""
    for _ in range(5):
        port = free_port()
        (folder / "sshd.conf").write_text(CONFIGURATION.format(folder=folder, port=port))
        command = [SSHD, "-D", "-e", "-f", folder / "sshd.conf"]
        server = Running([*APART, *command] if os.geteuid() == 0 else command)
        if server.complained(f"Server listening on 127.0.0.1 port {port}", "Address already in use") == 0:
            return server, port
        server.end()
    raise AssertionError("no port is free")


def test_a_screen_through_a_login(ssh, tmp_path):
    command = ssh("-tt", "play", "--seats", "you,bot:random", "--seed", "KELP-7F3", "--no-motion")
    with Terminal(*BECOME, *command, size=(80, 24)) as terminal:
        terminal.wait_for("Your turn")
        assert terminal.is_on("alternate screen")
        assert terminal.is_on("mouse")
        (path,) = (tmp_path / "sara" / "games").iterdir()
        before = len(read(path).records)
        terminal.press("enter")
        terminal.wait_for("PREVIEW")
        terminal.press("enter")
        terminal.wait_for("turn 3")
        terminal.wait_for("Your turn")
        assert len(read(path).records) > before
        terminal.resize(120, 36)
        terminal.wait_until(lambda: terminal.screen.display[35].strip(), "the screen has not grown")
        terminal.press("q")
        terminal.wait_for("Play now")
        terminal.press("q")
        assert terminal.wait_ended() == 0
        terminal.assert_as_it_was()


def test_a_whole_game_in_lines_through_a_login(ssh, host):
    anna = host("--as", "bot:easy")
    command = ssh("-T", "join", anna.ticket, "--plain", "--name", "Sara", "--no-discovery")
    sara = Running(command, subprocess.PIPE, picks_the_first)
    try:
        sara.said("you .not ready")
        sara.type("ready")
        sara.said("^Type again for another game")
        sara.type("quit")
        assert (sara.ended(), anna.ended()) == (0, 0)
        assert (sara.errors, anna.errors) == ("", "")
    finally:
        sara.end()


def test_a_login_that_breaks_leaves_the_game_to_be_gone_on_with(ssh, host):
    """As when a lid is closed: the program there ends by itself, and the next login comes back to the same seat."""
    anna = host("--plain", "--code", "123456", typed=True)
    arrive = ("-tt", "join", anna.address, "--plain", "--name", "Sara", "--no-discovery")
    with Terminal(*BECOME, *ssh(*arrive, "--code", "123456"), size=(80, 24)) as terminal:
        terminal.wait_for("(not ready)")
        terminal.press(*"ready", "enter")
        anna.said("Sara .ready")
        anna.type("start")
        anna.said("^Your turn")
        terminal.process.kill()
    anna.said("^Sara (left the table|lost the link)")
    with Terminal(*BECOME, *ssh(*arrive), size=(80, 24)) as terminal:
        anna.said("^Sara is back")
        terminal.press(*"quit", "enter")
        assert terminal.wait_ended() == 0
        terminal.assert_as_it_was()
