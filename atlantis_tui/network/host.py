"""Opening a table that others come to: a new one, or one for a game that is gone on with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from atlantis_tui.network.addresses import own_addresses
from atlantis_tui.network.runner import Shell
from core.log import FileLog
from net.codes import Ticket
from net.identity import Identity
from net.session.session import Me, Session


class NewTableWanted(NamedTuple):
    """A new table."""

    name: str
    game: str
    options: Mapping[str, Any]
    seats: int
    bots: Mapping[int, str] = {}  # levels, by seat
    seat: int = 0  # ours
    player: str = ""  # what we are called, where it is not as usual


class HostWay(NamedTuple):
    """How others reach it."""

    player: str  # what we are called
    door: str = "code"
    code: str | None = None
    address: str | None = None  # of ours, where we listen; None: all of them
    port: int = 0
    discovers: bool = True


def open_table(identity: Identity, wanted: NewTableWanted, way: HostWay) -> Shell:
    """The shell of a new table; Refusal cannot_listen, BadOption where there is no such game."""

    def sit(me: Me, now: int) -> Session:
        session = Session.host(me, now, wanted.name, wanted.game, wanted.options, wanted.seats)
        assert session.lobby is not None
        session.lobby.sit(me.identity.key, session.name, wanted.seat)
        for seat, level in wanted.bots.items():
            session.lobby.seat_bot(seat, level)
        session.show_lobby()
        return session

    return _open(identity, way, sit, calls=False)


def open_again(identity: Identity, log: FileLog, name: str, way: HostWay) -> Shell:
    """The shell of a game that is gone on with; Refusal or TableError where the log is not sound, or not ours."""

    def sit(me: Me, now: int) -> Session:
        session = Session.resume(me, now, log, name)
        session.show_lobby()  # so that strangers read the name of the table
        return session

    return _open(identity, way, sit, calls=True)


def _open(identity: Identity, way: HostWay, sit: Callable[[Me, int], Session], calls: bool) -> Shell:
    shell = Shell(identity, way.player, door=way.door, code=way.code, discovers=way.discovers, calls=calls)
    shell.listen(way.address, way.port)
    try:
        shell.sit(sit)
    except BaseException:
        shell.links.stop_listening()
        raise
    return shell


def addresses(shell: Shell) -> list[str]:
    """Ours, as others may type them."""
    return [shell.address] if shell.address is not None else own_addresses()


def ticket(shell: Shell, address: str) -> str:
    return str(Ticket(address, shell.port, shell.identity.fingerprint, shell.token))
