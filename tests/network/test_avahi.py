"""What another program that browses the network sees of a table: Avahi's, which comes with most Linux systems.

It runs with a bus and a daemon of its own, in the network of one player, and leaves nothing behind.
"""

import shutil

import pytest

from tests.network.programs import Running

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not all(map(shutil.which, ("dbus-daemon", "avahi-daemon", "avahi-browse"))),
        reason="Avahi is not installed: that would be the Debian packages avahi-daemon, avahi-utils and dbus",
    ),
]

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:abstract=atlantis</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
    <allow send_type="method_return"/><allow send_type="error"/><allow receive_type="method_call"/>
    <allow receive_type="signal"/><allow receive_type="method_return"/><allow receive_type="error"/>
  </policy>
</busconfig>
"""

# Its socket and the number of its process would be where those of the system are: here /run is another one.
DAEMON = """mount -t tmpfs none /run && mkdir /run/avahi-daemon &&
exec avahi-daemon --file "$1" --no-drop-root --no-chroot --no-rlimits --no-proc-title"""


@pytest.fixture
def avahi(network, tmp_path):
    """Starts a program that speaks with Avahi in the network of Wanda."""
    running = []
    (tmp_path / "bus.conf").write_text(BUS)
    (tmp_path / "avahi.conf").write_text("[server]\nhost-name=wanda\nuse-ipv6=no\n")

    def run(*argv):
        program = Running([*network.within("wanda"), *argv], DBUS_SYSTEM_BUS_ADDRESS="unix:abstract=atlantis")
        running.append(program)
        return program

    try:
        bus = run("dbus-daemon", f"--config-file={tmp_path}/bus.conf", "--nofork", "--nopidfile", "--print-address")
        bus.said("^unix:")
        daemon = run("sh", "-c", DAEMON, "sh", tmp_path / "avahi.conf")
        daemon.complained("Server startup complete")
        yield run
    finally:
        for program in reversed(running):
            program.end()
            print(program.process.args, program.text, program.errors, sep="\n")


@pytest.mark.parametrize("network", [("anna", "wanda")], indirect=True)
def test_avahi_sees_a_table_come_and_go(avahi, start_in):
    browse = avahi("avahi-browse", "--resolve", "--parsable", "_atlantis._tcp")
    anna = start_in(
        "anna", "host", "atlantis", "--as", "bot:easy", "--seats", "3", "--name", "Reef", "--player", "Anna"
    )
    found = browse.said("^=;eth0;IPv4;([0-9a-f]+);_atlantis._tcp;local;(.*);(.*);(.*);(.*)$")
    label, machine, address, port, text = found.groups()
    assert f"{address}:{port}" == anna.address
    assert machine.startswith("atl-")
    assert {'"v=1"', '"g=atlantis"', '"s=1/3"', '"st=lobby"', '"pc=1"'} < set(text.split())
    # Nobody is named to the whole network, and nothing opens the door.
    assert not any(word in browse.text for word in ("Anna", "Reef", anna.code, anna.code.replace(" ", "")))
    anna.interrupt()
    assert anna.ended() == 130
    browse.said(f"^-;eth0;IPv4;{label};_atlantis._tcp;local$")
