"""A real network on this machine: each player in a network of its own, all on one bridge, and cables that are pulled.

Needs the right to make networks; where that is missing, these are skipped.
"""

import os
import shutil
import subprocess

import pytest

from .programs import Program, picks_the_first

pytestmark = pytest.mark.full

PLAYERS = ("anna", "boris", "chloe")
BOT = ("--as", "bot:random")


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True, timeout=60)


class Network:
    """Names are short (15 letters at most) and our own, so that nothing that is there already is touched."""

    def __init__(self):
        self.tag = f"at{os.getpid() % 100000}"
        self.made = []

    def space(self, name):
        return f"{self.tag}{name}"

    def make(self):
        for name in ("sw", *PLAYERS):
            done = ip("netns", "add", self.space(name))
            if done.returncode:
                pytest.skip(f"no network can be made here: {done.stderr.strip()}")
            self.made.append(self.space(name))
        switch = self.space("sw")
        self.need("-n", switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        self.need("-n", switch, "link", "set", "br0", "up")
        for number, name in enumerate(PLAYERS, 1):
            space, port = self.space(name), f"p{name}"
            self.need("link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", port, "netns", switch)
            self.need("-n", switch, "link", "set", port, "master", "br0")
            self.need("-n", switch, "link", "set", port, "up")
            self.need("-n", space, "link", "set", "lo", "up")
            self.need("-n", space, "link", "set", "eth0", "up")
            self.need("-n", space, "addr", "add", f"10.98.0.{number}/24", "dev", "eth0")

    def need(self, *words):
        done = ip(*words)
        if done.returncode:
            pytest.skip(f"no network can be made here: {done.stderr.strip()}")

    def cable(self, name, state):
        assert ip("-n", self.space("sw"), "link", "set", f"p{name}", state).returncode == 0

    def remove(self):
        for space in self.made:
            ip("netns", "del", space)


@pytest.fixture
def network():
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("no network can be made here: that needs root and the program ip")
    network = Network()
    try:
        network.make()
        yield network
    finally:
        network.remove()


@pytest.fixture
def start(network, tmp_path):
    running = []

    def run(player, *argv, typed=False):
        stdin = subprocess.PIPE if typed else subprocess.DEVNULL
        before = ("ip", "netns", "exec", network.space(player))
        program = Program(tmp_path / player, argv, stdin, before=before)
        running.append(program)
        return program

    yield run
    for program in running:
        program.process.kill()
        program.process.wait()
        for stream in (program.process.stdin, program.process.stdout, program.process.stderr):
            if stream is not None:
                stream.close()


def test_a_table_is_found_by_itself_and_outlives_pulled_cables(network, start):
    anna = start("anna", "host", "atlantis", *BOT, "--seats", "3", "--open", "--name", "Reef", "--player", "Anna")
    anna.said("an open seat")
    boris = start("boris", "join", "reef", *BOT, "--name", "Boris")
    anna.said("Boris")
    chloe = start("chloe", "join", "--plain", "--name", "Chloe", typed=True)
    chloe.said("you .not ready")
    chloe.type("ready")
    chloe.said("^Your turn")
    for name, gone, back in (
        ("boris", "^Boris is away", "^Boris is back"),
        ("anna", "^(The host is gone|.* is the host now)", "^(The host is there again|Anna is back)"),
    ):
        told = len(chloe.lines)
        network.cable(name, "down")
        chloe.said(gone, told)
        network.cable(name, "up")
        chloe.said(back, told)
    chloe.answer = picks_the_first
    chloe.type("moves")
    chloe.said("^Type again for another game")
    chloe.type("quit")
    assert [program.ended() for program in (anna, boris, chloe)] == [0, 0, 0]
    assert len({program.log.read_bytes() for program in (anna, boris, chloe)}) == 1
