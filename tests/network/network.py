"""A real network on this machine: each player in a network of its own, all on one bridge, and cables that are pulled.

Needs the right to make networks: where that is missing, `NoNetwork` says why.
"""

import os
import shutil
import subprocess


class NoNetwork(Exception):
    """Why none can be made here."""


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True, timeout=60)


def need(*words):
    done = ip(*words)
    if done.returncode:
        raise NoNetwork(f"no network can be made here: {done.stderr.strip()}")


class Network:
    """Names are short (15 letters at most) and our own, so that nothing that is there already is touched."""

    def __init__(self, *players):
        self.players = players
        self.tag = f"at{os.getpid() % 100000}"
        self.made = []

    def space(self, name):
        return f"{self.tag}{name}"

    def within(self, name):
        """Put before a command, it runs there."""
        return ("ip", "netns", "exec", self.space(name))

    def make(self):
        if shutil.which("ip") is None or os.geteuid() != 0:
            raise NoNetwork("no network can be made here: that needs root and the program ip")
        for name in ("sw", *self.players):
            need("netns", "add", self.space(name))
            self.made.append(self.space(name))
        switch = self.space("sw")
        need("-n", switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        need("-n", switch, "link", "set", "br0", "up")
        for number, name in enumerate(self.players, 1):
            space, port = self.space(name), f"p{name}"
            need("link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", port, "netns", switch)
            need("-n", switch, "link", "set", port, "master", "br0")
            need("-n", switch, "link", "set", port, "up")
            self.trust_addresses(name)
            need("-n", space, "link", "set", "lo", "up")
            need("-n", space, "link", "set", "eth0", "up")
            need("-n", space, "addr", "add", self.address(number), "dev", "eth0")

    def trust_addresses(self, name):
        """At once. Otherwise IPv6 asks for a second or two whether somebody else has the address, and whoever binds it
        in that time is refused; the library of discovery then lets its socket fall unclosed."""
        for where in ("all", "default", "eth0"):
            setting = f"/proc/sys/net/ipv6/conf/{where}/accept_dad"  # missing where there is no IPv6
            need("netns", "exec", self.space(name), "sh", "-c", f"[ ! -e {setting} ] || echo 0 > {setting}")

    def address(self, number):
        return f"10.98.0.{number}/24"

    def cable(self, name, state):
        """Pulls the cable of somebody ("down"), or puts it in again ("up")."""
        need("-n", self.space("sw"), "link", "set", f"p{name}", state)

    def move(self, name, number):
        """Gives somebody another address, as another network or a new lease would."""
        need("-n", self.space(name), "addr", "flush", "dev", "eth0")
        need("-n", self.space(name), "addr", "add", self.address(number), "dev", "eth0")

    def remove(self):
        for space in self.made:
            ip("netns", "del", space)
