"""Coming to a table: who sits where, whose link is whose, and how everybody is connected.

Whoever dialled sends JOIN and tells how far its log goes; the other side answers with JOINED. Either side may be the
host: while a host is looked for, everybody dials everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.addresses import may_be_dialled
from net.agreements import need
from net.session import notices
from net.session.peers import Peer, PersonState, trim
from net.session.signed_game import UNDEALT, SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine


class Meeting:
    """Joins peers to the table, and keeps what is known about their links. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self.addresses: dict[int, tuple[str, int]] = {}  # by seat: where to dial it
        self._rows: dict[int, tuple[str, int]] = {}  # by seat: state of its link, and since when
        self.watchers: dict[bytes, None] = {}  # keys of those who watch or watched, also at an earlier host
        self._shown: m.Peers | None = None  # as the host: the state of the links, as our screens know it
        self._elsewhere: tuple[bytes, set[int]] = (b"", set())  # our game, and its seats that play another game by now

    def begin(self) -> None:
        """A game begins. Its seats are other people's than those of the last game, so what we know by seat is void. A
        link that stays open between the games has to be told anew."""
        self.addresses, self._rows, self._shown = {}, {}, None
        self.host_changed()

    def host_changed(self) -> None:
        """There is a new host. If that is us, everybody knows only what the last host told."""
        for peer in self._s.peers.values():
            peer.told = None

    def message(self) -> m.Join:
        """The JOIN that we send over a link that we dialled."""
        s = self._s
        if s.role == "spectator":
            return s.watching.join_message()
        if s.game is None:
            return m.Join("player", s.wanted_seat, None, 0, None, None, s.me.port)
        term, n, head = s.game.position
        return m.Join("player", s.game.seat, s.game.chain.gid, term, n, head, s.me.port)

    def join(self, peer: Peer, join: m.Join) -> None:
        s = self._s
        if not peer.inbound:
            return s.unexpected(peer)
        if peer.key in s.barred:
            s.refuse(peer, "JOIN", "kicked")
            return s.drop(peer, "kicked")
        if left := s.offenders.left(peer.key, s.now):
            s.refuse(peer, "JOIN", "misbehaved", ms=left)
            return s.drop(peer, "misbehaved")
        peer.port = join.port
        if join.role == "spectator":
            return s.watching.join(peer, join)
        if s.game is not None:
            return self._join_game(s.game, peer, join)
        if s.lobby is None:
            s.refuse(peer, "JOIN", "not_host")
            return s.drop(peer, "not_host")
        if s.starting.busy and s.lobby.seat_of(peer.key) is not None:
            s.starting.gone(peer)  # it joins anew, and may have forgotten what it was ready for
        wanted = join.seat if join.gid is None else None  # the seat of a game that is over is not a wish
        seat = None if s.starting.busy else s.lobby.sit(peer.key, peer.name, wanted, s.watching.names(peer))
        if seat is None:
            s.refuse(peer, "JOIN", "full")
            return s.drop(peer, "full")
        self.sits(peer, seat)
        s.send(peer, m.Joined("player", seat, None, 0, None, None))
        s.failed_starts.rejoined(peer, join.gid)
        s.show_lobby()
        return None

    def _join_game(self, game: SignedGame, peer: Peer, join: m.Join) -> None:
        s = self._s
        seat = next((seat for seat, key in game.roster.keys.items() if key == peer.key), None)
        if seat is None:
            s.refuse(peer, "JOIN", "playing")
            return s.drop(peer, "playing")
        self.sits(peer, seat)
        if peer.link not in s.peers:
            return None
        term, n, head = game.position
        s.send(peer, m.Joined("player", seat, game.chain.gid, term, n, head))
        if join.gid == game.chain.gid and join.have_n is not None and join.have_head is not None:
            return self._met(peer, join.term, join.have_n, join.have_head)
        return self._met(peer, 0, -1, b"")

    def _met(self, peer: Peer, term: int, n: int, head: bytes) -> None:
        """Both sides of a link know that they play the same game. Either may be the host, whichever of them dialled."""
        s = self._s
        s.resync.met(peer, term, n, head)
        if s.hosting:
            s.show_lobby(peer)
            self.tell_one(peer)
            s.shares.rejoined(peer)
            s.asking.rejoined(peer)

    def joined(self, peer: Peer, joined: m.Joined) -> None:
        s = self._s
        if peer.inbound or peer.role is not None:
            return s.unexpected(peer)
        if joined.role != s.role:
            return s.unexpected(peer)
        if s.game is None and s.lobby is not None:
            return s.drop(peer, "tidy")  # we dialled it for a game, and have opened the lobby again since
        peer.role = "player"
        if s.game is None:
            s.dialling.found()
        s.tell(notices.Joined(joined.seat))
        if s.role == "spectator":
            return s.watching.joined(peer, joined)
        game = s.game
        if game is not None and joined.gid != game.chain.gid:
            if s.hosting and (game.ended or game.last < UNDEALT - 1):
                return s.drop(peer, "gone")  # it has missed how our game began, and gets our log when it dials us
            if not game.ended and game.last >= UNDEALT - 1:
                return self._plays_elsewhere(game, peer)
            s.starting.leave_off(game.chain.gid)
            s.game = game = None
        if game is None:
            s.host_key = peer.key
        if game is not None and joined.n is not None and joined.head is not None:
            seat = next((seat for seat, key in game.roster.keys.items() if key == peer.key), None)
            if seat is None:
                return s.unexpected(peer)
            self.sits(peer, seat)
            if peer.link in s.peers:
                self._met(peer, joined.term, joined.n, joined.head)
        elif joined.gid is not None and joined.n is not None:
            if not s.starting.may_return(joined.gid, joined.n):
                s.failed_starts.settle()
                return s.drop(peer, "gone")
            peer.target = joined.n
            s.starting.expected = joined.gid
        return None

    def _plays_elsewhere(self, game: SignedGame, peer: Peer) -> None:
        """This peer plays another game, while ours is not over. Our game ends if its host says so, or more than half of
        its persons; one guest's word is not enough."""
        s = self._s
        seat = next((seat for seat, key in game.roster.keys.items() if key == peer.key), None)
        if self._elsewhere[0] != game.chain.gid:
            self._elsewhere = game.chain.gid, set()
        if seat is not None:
            self._elsewhere[1].add(seat)
        if seat == game.chain.host or len(self._elsewhere[1]) >= need(game.chain):
            s.stop("gone")
        s.drop(peer, "gone")

    def sits(self, peer: Peer, seat: int) -> None:
        """This link belongs to that seat. If two links join the same two peers, both sides must drop the same one."""
        s = self._s
        peer.role, peer.seat = "player", seat
        for other in [one for one in s.peers.values() if one is not peer and one.key == peer.key]:
            ours = s.seat if s.seat is not None else -1
            keep_inbound = seat > ours
            if other.inbound == peer.inbound or peer.inbound == keep_inbound:
                s.drop(other, "replaced")
            else:
                return s.drop(peer, "replaced")
        return None

    def lobby(self, peer: Peer, lobby: m.Lobby) -> None:
        s = self._s
        if not self.is_from_host(peer):
            return None
        s.table = lobby
        s.tell(notices.LobbyChanged())
        if lobby.state == "lobby" and s.game is not None:
            s.host_key = peer.key
            if s.game.ended:
                s.game = None
        s.starting.lobby_shown(lobby)
        if lobby.state == "lobby":
            s.failed_starts.settle()
        s.rematch.lobby_shown()
        return None

    def is_from_host(self, peer: Peer) -> bool:
        """Whether this peer may tell us about the table. A player that is not host may believe that it is, and is only
        ignored. Anybody else misbehaves."""
        s = self._s
        if s.role == "spectator":
            return peer is s.watching.source()
        if s.game is None or peer.role != "player":
            if peer is not s.host_peer():
                s.unexpected(peer)
            return peer is s.host_peer()
        return not s.hosting and peer is s.host_peer()

    def peers(self, peer: Peer, rows: m.Peers) -> None:
        s = self._s
        if not self.is_from_host(peer):
            return None
        for seat, state, address, port in rows.peers:
            if self._rows.get(seat, ("", 0))[0] != state:
                self._rows[seat] = (state, s.now)
            if may_be_dialled(address, peer.address):
                self.addresses[seat] = (address, port)
        self.watchers = dict.fromkeys(rows.watching)  # the message limits how many
        s.tell(notices.LinksChanged())
        return None

    def remember_watcher(self, key: bytes) -> None:
        """Notes somebody who watches. Only the latest stay, as many as PEERS can hold."""
        self.watchers.pop(key, None)
        self.watchers[key] = None
        trim(self.watchers, m.MAX_WATCHING)

    def tell(self) -> None:
        """As the host: sends PEERS to everybody who does not have it as it is now."""
        s = self._s
        if s.game is None or not s.hosting:
            return
        now = self._peers_message(s.game)
        if now != self._shown:
            self._shown = now
            s.tell(notices.LinksChanged())
        for peer in s.peers.values():
            self._send(peer, now)

    def tell_one(self, peer: Peer) -> None:
        """As the host in a game: sends PEERS to somebody who has just come. The others get it with the next tick."""
        if self._s.game is not None:
            self._send(peer, self._peers_message(self._s.game))

    def _send(self, peer: Peer, now: m.Peers) -> None:
        if peer.role is not None and peer.told != now:
            peer.told = now
            self._s.send(peer, now)

    def _peers_message(self, game: SignedGame) -> m.Peers:
        """As the host: how each person is connected and where it is, and who watches."""
        s = self._s
        rows: list[tuple[int, str, str, int]] = []
        for seat in game.roster.people:
            one = s.player(seat)
            state = "here" if seat == s.seat else "away" if one is None else one.state(s.now)
            if self._rows.get(seat, ("", 0))[0] != state:
                self._rows[seat] = (state, s.now)
            if one is not None and one.address and one.port:
                self.addresses[seat] = (one.address, one.port)
            rows.append((seat, state, *self.addresses.get(seat, ("-", 0))))
        watchers = tuple(key for key in self.watchers if key not in s.barred)[-m.MAX_WATCHING :]
        return m.Peers(tuple(rows), watchers)

    def people(self) -> tuple[PersonState, ...]:
        """Every person of the game and how they are connected, as far as we know."""
        s = self._s
        if s.game is None:
            return ()
        standing, found = s.game.chain.standing, []
        proxies = dict(standing.proxies)
        for seat in s.game.roster.people:
            state, since = ("here", 0) if seat == s.seat else self._rows.get(seat, ("none", s.now))
            name = s.game.roster.seats[seat][0]
            found.append(PersonState(seat, name, state, since, proxies.get(seat)))
        return tuple(found)
