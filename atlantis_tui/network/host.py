"""Open a table that others come to: a new one, or one for a resumed game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from atlantis_tui.network import company_file
from atlantis_tui.network.addresses import own_addresses
from atlantis_tui.network.join import resumed
from atlantis_tui.network.runner import SessionRunner
from atlantis_tui.saved import game_files
from core.log import FileLog
from net.codes import Ticket
from net.identity import Identity
from net.refusal import Refusal
from net.session.session import Me, Session


class NewTableRequest(NamedTuple):
    """A new table that somebody wants to open."""

    name: str
    game: str
    options: Mapping[str, Any]
    seats: int
    bots: Mapping[int, str] = {}  # levels by seat
    seat: int = 0  # our own seat
    player: str = ""  # our name, if it is not the usual one


class HostOptions(NamedTuple):
    """How others reach our table."""

    player: str  # our name
    door: str = "code"
    code: str | None = None
    address: str | None = None  # the address where we listen; None for all of ours
    port: int = 0
    discovers: bool = True


def open_table(identity: Identity, wanted: NewTableRequest, way: HostOptions) -> SessionRunner:
    """Open a new table and return its runner. Raises Refusal cannot_listen, or BadOption if there is no such game."""

    def sit(me: Me, now: int) -> Session:
        session = Session.host(me, now, wanted.name, wanted.game, wanted.options, wanted.seats)
        assert session.lobby is not None
        session.lobby.sit(me.identity.key, session.name, wanted.seat)
        for seat, level in wanted.bots.items():
            session.lobby.seat_bot(seat, level)
        session.show_lobby()
        if lost is not None:
            session.company.expect(lost.people, lost.people)
            session.meeting.watchers = dict.fromkeys(lost.watchers)
        return session

    lost = company_file.kept()
    return _open(identity, way, sit, calls=False, port=lost.port if lost is not None else 0)


def open_again(identity: Identity, log: FileLog, name: str, way: HostOptions) -> SessionRunner:
    """Open the table of a resumed game, by its old name unless another is given. Raises Refusal or TableError if the
    log is not sound or not ours."""

    def sit(me: Me, now: int) -> Session:
        session = resumed(me, now, log, name)
        if not session.table_name:
            session.table_name = game_files.new_seed()
            if session.lobby is not None:
                session.lobby.name = session.table_name
        session.show_lobby()  # so that strangers see the name of the table
        return session

    return _open(identity, way, sit, calls=True)


def _open(
    identity: Identity, way: HostOptions, sit: Callable[[Me, int], Session], calls: bool, port: int = 0
) -> SessionRunner:
    """`port` is where we listen if it is free and no other is asked for."""
    runner = SessionRunner(identity, way.player, door=way.door, code=way.code, discovers=way.discovers, calls=calls)
    try:
        runner.listen(way.address, way.port or port)
    except Refusal:
        if way.port or not port:
            raise
        runner.listen(way.address)
    try:
        runner.sit(sit)
    except BaseException:
        runner.links.stop_listening()
        raise
    return runner


def addresses(runner: SessionRunner) -> list[str]:
    """Our addresses, as others may type them."""
    return [runner.address] if runner.address is not None else own_addresses()


def ticket(runner: SessionRunner, address: str) -> str:
    return str(Ticket(address, runner.port, runner.identity.fingerprint, runner.token))
