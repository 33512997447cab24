"""What befalls the company of an evening, and what must hold then whatever else happens.

Hosts die between the games, and in a game with a guest. Who sat there must miss the host, and go on with another. A
wish for another game is not lost with a host or a line, and who watches finds the table again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from net.agreements import need
from net.session.session import Session
from tests.net.sim_disk import Violation
from tests.net.sim_people import BY_THEMSELVES, EveningNode, is_rematch

if TYPE_CHECKING:
    from tests.net.sim_evening import Evening

WISH_MS = 8_000  # after so long at one table, another game that all want has begun
LED_MS = 30_000  # so long who has a seat may look for the game
ASTRAY_MS = 45_000  # so long who watches may look for the host


# What befalls it -----------------------------------------------------------------------------------------------------


def hosts_die(world: Evening) -> None:
    """Whoever is host now is gone for a while, before a game or between two. Not before all have the end of the last
    one: nobody but the host could tell it."""
    if world.game and not world.all_ended():
        return
    for node in world.present():
        if node.session is not None and node.session.hosting and node.session.company.between_games:
            guests = {one: one.life for one in world.present() if one is not node and _sits_at(one, node)}
            world.crash(node, 6_000 + world.moods.below((60_000, 15_000)[world.moods.below(2)]))
            world.after(5_000, lambda guests=guests: _must_miss_the_host(world, guests))  # type: ignore[misc]


def _must_miss_the_host(world: Evening, guests: dict[EveningNode, int]) -> None:
    """5 s after a host was killed between games, everybody who sat there can open the table anew."""
    for node, life in guests.items():
        if node.session is None or node.life != life or node.session.hosting:
            continue
        if node.session.host_peer() is None and not node.session.may_take_over:
            raise Violation(f"{node.number} does not miss its host: {world.tell()}")


def host_deals(world: Evening, host: EveningNode) -> None:
    """This host has dealt and may be gone before all have heard of it, for so long that others open the table anew."""
    life, lasting = host.life, 20_000 + world.moods.below(60_000)

    def dies() -> None:
        if host.life == life:
            world.crash(host, lasting)

    if world.moods.below(100) < world.plan.deals:
        world.after(world.moods.below(60), dies)


def two_die(world: Evening) -> None:
    """In a game: the host is gone for long, and a guest who comes back before it. Then those who are there must be able
    to go on, if they are enough."""
    there = [node for node in world.present() if node.session is not None]
    host = next((node for node in there if node.session is not None and node.session.hosting), None)
    guests = [node for node in there if node is not host]
    game = host.session.game if host is not None and host.session is not None else None
    if host is None or len(there) < 3 or game is None or game.table is None or game.ended:
        return
    guest = guests[world.moods.below(len(guests))]
    world.crash(host, 170_000)
    world.crash(guest, 100_000)
    alive = [node for node in guests if node is not guest]
    world.after(140_000, lambda: _must_have_a_host(world, game.chain.gid, [guest, *alive]))


def _must_have_a_host(world: Evening, gid: bytes, nodes: list[EveningNode]) -> None:
    """All of these are at the same game, and one of them is host."""
    sessions = [node.session for node in nodes if node.session is not None]
    games = [session.game for session in sessions if session.game is not None and session.game.chain.gid == gid]
    if len(games) < len(nodes) or any(game.ended for game in games):
        return  # it is over by now, or something else broke
    if not games or len(nodes) < need(games[0].chain):
        return  # somebody had left in this game before the two died
    if sum(_hosts(node, gid) for node in world.present()) != 1:
        raise Violation(f"40 s after somebody came back they still have no host: {world.tell()}")


# What must hold ------------------------------------------------------------------------------------------------------


class Check(Protocol):
    """Looks at the world now and then; Violation if something does not hold."""

    def look(self) -> None: ...


class Wishes:
    """Where all are at one table, and all have said that they want another game, it begins."""

    def __init__(self, world: Evening) -> None:
        self._world = world
        self._since: int | None = None

    def look(self) -> None:
        world = self._world
        if not self._all_wait():
            self._since = None
        elif self._since is None:
            self._since = world.now
        elif world.now - self._since > WISH_MS:
            raise Violation(f"all want another game, and it does not begin: {world.tell()}")

    def _all_wait(self) -> bool:
        world, there = self._world, self._world.present()
        if world.interlude not in BY_THEMSELVES or world.by_hand or world.now < world.last_fault:
            return False
        host = _the_host(there)
        if host is None or not host.relies or not all(one is host or _sits_at(one, host) for one in there):
            return False
        return all(self._waits(node, host) for node in there)

    def _waits(self, node: EveningNode, host: EveningNode) -> bool:
        """Whether this one does not need to do anything more."""
        session, roster = node.session, self._world.roster
        assert session is not None
        assert host.session is not None
        if len(host.session.players()) < len(self._world.company) - 1:
            return False
        if session.game is not None:
            return session.game.ended and session.game.chain.gid == self._world.game and node.relies
        table, seat = session.table, session.seat
        if roster is None or table is None or seat is None or not is_rematch(table, roster):
            return False
        return node.relies or bool(table.seats[seat][4])


class Seats:
    """Whoever has a seat in the game that the others play, or at whose result they sit, is led there."""

    def __init__(self, world: Evening) -> None:
        self._world = world
        self._since: dict[tuple[int, int, bytes], int] = {}  # who is kept out, in which start of its program, of what

    def look(self) -> None:
        world = self._world
        out = {(node.number, node.life, gid) for gid in self._games() for node in world.present() if _is_out(node, gid)}
        if world.now < world.last_fault:
            out = set()
        self._since = {one: self._since.get(one, world.now) for one in out}
        for (number, _, _), since in self._since.items():
            if world.now - since > LED_MS:
                raise Violation(f"{number} is kept out of a game in which it has a seat: {world.tell()}")

    def _games(self) -> set[bytes]:
        """Those with a host, and in the end with somebody else too."""
        games = set()
        for node in self._world.present():
            session = node.session
            game = session.game if session is not None and session.hosting else None
            if session is not None and game is not None and game.table is not None:
                games |= {game.chain.gid} if session.players() or not game.ended else set()
        return games


def _is_out(node: EveningNode, gid: bytes) -> bool:
    session, log = node.session, node.disk.logs.get(gid)
    return session is not None and log is not None and (session.game is None or session.game.chain.gid != gid)


class Watchers:
    """Who watches is led to whoever is host."""

    def __init__(self, world: Evening) -> None:
        self._world = world
        self._host: EveningNode | None = None

    def look(self) -> None:
        world = self._world
        host, before = _the_host(world.present()), self._host
        self._host = host
        for node in world.spectators():
            source = node.session.watching.source() if node.session is not None else None
            settled = node.session is not None and host is not None and host is before
            found = source is not None and host is not None and source.key == host.identity.key
            if not settled or found or world.now < world.last_fault:
                node.astray_since = None
            elif node.astray_since is None:
                node.astray_since = world.now
            elif world.now - node.astray_since > ASTRAY_MS:
                raise Violation(f"{node.number} watches, and does not find the table: {world.tell()}")


def _the_host(nodes: list[EveningNode]) -> EveningNode | None:
    """The only one who hosts; None if all are not there, or have not come to one table."""
    sessions: list[Session] = [node.session for node in nodes if node.session is not None]
    hosts = [node for node in nodes if node.session is not None and node.session.hosting]
    return hosts[0] if len(sessions) == len(nodes) and len(hosts) == 1 else None


def _sits_at(node: EveningNode, host: EveningNode) -> bool:
    peer = node.session.host_peer() if node.session is not None else None
    return peer is not None and peer.role is not None and peer.key == host.identity.key


def _hosts(node: EveningNode, gid: bytes) -> bool:
    session = node.session
    return session is not None and session.hosting and session.game is not None and session.game.chain.gid == gid
