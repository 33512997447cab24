"""Coming to a table: who sits where, whose link is whose, and how everybody is connected.

Whoever dialled sends JOIN and tells how far its log goes; the other side answers with JOINED. Either side may be the
host: while a host is looked for, everybody dials everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.addresses import may_be_dialled
from net.agreements import need
from net.names import clean_name, distinct
from net.session import limits, notices
from net.session.peers import Peer, PersonState, trim
from net.session.signed_game import UNDEALT, SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine


GONE = ("away", "left")  # states of a link that is not there


class Meeting:
    """Joins peers to the table, and keeps what is known about their links. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self.addresses: dict[int, tuple[str, int]] = {}  # by seat: where to dial it
        self._rows: dict[int, tuple[str, int]] = {}  # by seat: state of its link, and since when
        self.watchers: dict[bytes, None] = {}  # keys of those who watch or watched, also at an earlier host
        self._left: set[int] = set()  # seats whose person has left the table, and did not merely lose the link
        self._shown: m.Peers | None = None  # as the host: the state of the links, as our screens know it
        self._elsewhere: tuple[bytes, set[int]] = (b"", set())  # our game, and its seats that play another game by now

    def begin(self) -> None:
        """A game begins. Its seats are other people's than those of the last game, so what we know by seat is void. A
        link that stays open between the games has to be told anew."""
        self.addresses, self._rows, self._shown = {}, {}, None
        self._left.clear()
        self._s.ballots.tally.forget()
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
            if s.lobby is not None:
                return m.Join("host", None, None, 0, s.company.guests, None, s.me.port)
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
        if s.game is None and s.company.is_called_to_a_game(peer, join.gid):
            assert join.gid is not None
            s.company.step_down()
            s.starting.take_up(join.gid, peer.key)
        if s.game is not None:
            return self._comes_to_a_game(s.game, peer, join)
        if s.lobby is None or (join.role == "host" and s.company.yields_to(peer, join.have_n or 0)):
            s.refuse(peer, "JOIN", "not_host", **s.company.pointer())
            return s.drop(peer, "not_host")
        shown_end = self._show_end(peer, join)
        if peer.link not in s.peers:
            return None
        if s.starting.busy and s.lobby.seat_of(peer.key) is not None:
            s.starting.gone(peer)  # it joins anew, and may have forgotten what it was ready for
        wanted = join.seat if join.gid is None else None  # the seat of a game that is over is not a wish
        seat = None if s.starting.busy else s.lobby.sit(peer.key, peer.name, wanted, s.watching.names(peer))
        if seat is None:
            s.refuse(peer, "JOIN", "full")
            return s.drop(peer, "full")
        s.company.came(peer.key)
        if not shown_end:
            self.sits(peer, seat)
            s.send(peer, m.Joined("player", seat, None, 0, None, None))
        s.failed_starts.rejoined(peer, join.gid)
        s.show_lobby()
        return None

    def _show_end(self, peer: Peer, join: m.Join) -> bool:
        """As the host in the lobby: this player may lack the end of a game that is over for us, because a link broke or
        our program died just then.

        Sends what it lacks. Returns whether it takes part in that game now, up to its end. A player has to come again
        if it lacks more than can be sent at once, or if it does not follow us from that game into our lobby."""
        s = self._s
        over = s.rematch.game_that_is_over(join.gid, peer.key)
        if over is None or join.have_n is None or join.have_head is None:
            return False
        last = len(over) - 1
        if (join.term, join.have_n) >= (over.term, last) or over.head_at(join.have_n) != join.have_head:
            return False
        keys = over.roster.keys
        self.sits(peer, next(seat for seat, key in keys.items() if key == peer.key))
        s.send(peer, m.Joined("player", peer.seat, over.gid, over.term, last, over.head))
        lacks = over.entries(join.have_n + 1)
        for entry in lacks[: limits.CHUNK]:
            s.send(peer, entry.message())
        if len(lacks) > limits.CHUNK or keys.get(over.host) != s.identity.key:
            s.drop(peer, "tidy")
        return True

    def _comes_to_a_game(self, game: SignedGame, peer: Peer, join: m.Join) -> None:
        """Somebody comes while we have a game on, or sit at the end of one."""
        s = self._s
        if self._lost_its_host(game, peer, join):
            s.refuse(peer, "JOIN", "not_host")
            return s.drop(peer, "not_host")
        if join.role == "host" and game.ended and not s.hosting:
            s.refuse(peer, "JOIN", "not_host", **s.company.pointer())
            return s.drop(peer, "not_host")
        if join.role == "host" and game.ended and s.company.is_alone:
            s.refuse(peer, "JOIN", "playing")  # we call it ourselves, and sit down in its lobby
            return s.drop(peer, "playing")
        return self._join_game(game, peer, join)

    def _lost_its_host(self, game: SignedGame, peer: Peer, join: m.Join) -> bool:
        """As a guest: whether our game is a start without its host, with which nobody can go on. The peer may know that
        it was dealt after all, or be that host, who has lost the link to us."""
        if self._s.hosting or game.ended or not self._s.company.between_games:
            return False
        if join.gid != game.chain.gid:
            return True
        return peer.key != game.roster.keys[game.chain.host] and (join.have_n or 0) < UNDEALT - 1

    def _join_game(self, game: SignedGame, peer: Peer, join: m.Join) -> None:
        s = self._s
        seat = next((seat for seat, key in game.roster.keys.items() if key == peer.key), None)
        if seat is None:
            s.refuse(peer, "JOIN", "playing")
            return s.drop(peer, "playing")
        if seat == game.chain.host and s.company.between_games:
            self._drop_dead_links(peer)
        self.sits(peer, seat)
        if peer.link not in s.peers:
            return None
        term, n, head = game.position
        s.send(peer, m.Joined("player", seat, game.chain.gid, term, n, head))
        if join.gid == game.chain.gid and join.have_n is not None and join.have_head is not None:
            return self._met(peer, join.term, join.have_n, join.have_head)
        return self._met(peer, 0, -1, b"")

    def _drop_dead_links(self, peer: Peer) -> None:
        """The host of a start that is on has come to us: it has no other link to us any more, whatever we believe."""
        s = self._s
        for other in [one for one in s.peers.values() if one.key == peer.key and one is not peer and one.role]:
            s.drop(other, "replaced")

    def _met(self, peer: Peer, term: int, n: int, head: bytes) -> None:
        """Both sides of a link know that they play the same game. Either may be the host, whichever of them dialled."""
        s = self._s
        s.resync.met(peer, term, n, head)
        if s.hosting and s.is_told(peer):
            s.show_lobby(peer)
            self.tell_one(peer)
            s.shares.rejoined(peer)
            s.ballots.rejoined(peer)

    def joined(self, peer: Peer, joined: m.Joined) -> None:
        s = self._s
        if peer.inbound or peer.role is not None:
            return s.unexpected(peer)
        if joined.role != s.role:
            return s.unexpected(peer)
        if s.game is None and s.lobby is not None:
            if not s.company.may_dial(peer.key) or not self._may_follow(peer, joined):
                return s.drop(peer, "tidy")
            s.company.step_down()
        elif s.hosting and s.company.follows(joined):
            s.company.step_down()
        elif s.game is None and s.role == "player" and s.has_other_host(peer):
            return s.drop(peer, "tidy")  # two of the company have opened a lobby, and we sit in the other
        if s.role == "spectator" and not s.watching.wants(peer, joined):
            return s.drop(peer, "tidy")
        peer.role = "player"
        if s.game is None:
            s.dialling.found()
        s.tell(notices.Joined(joined.seat))
        if s.role == "spectator":
            return s.watching.joined(peer, joined)
        if s.game is None and joined.gid is not None and (joined.n or 0) >= UNDEALT - 1:
            s.starting.take_up(joined.gid, peer.key)
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
            for other in [one for one in s.peers.values() if one is not peer]:
                if other.key == peer.key or other.role is not None:
                    s.drop(other, "tidy")  # of the game before, or of a start that we have just left for this host
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

    def _may_follow(self, peer: Peer, joined: m.Joined) -> bool:
        """As a host in the lobby, looking for its company: whether to follow this peer, who has let us in, to its lobby
        or to a game in which we have a seat."""
        if joined.gid is None:
            return True
        if not peer.sought or joined.n is None:
            return False  # we dialled it for a game, and have opened the lobby again since
        if self._s.rematch.is_further(joined.gid, joined.term, joined.n):
            return False  # it calls us too, and hears the end of that game from us
        return self._s.starting.may_return(joined.gid, joined.n)

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
        self._left.discard(seat)
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
        if s.company.between_games:
            s.company.lobby_shown(peer)
        return None

    def code(self, peer: Peer, code: m.Code) -> None:
        """As a guest: the host tells the join code of its table."""
        s = self._s
        if self.is_from_host(peer) and s.table_code != code.code:
            s.table_code = code.code
            s.tell(notices.LobbyChanged())

    def renamed(self, peer: Peer, message: m.Name) -> None:
        """As the host: a guest wants to be called otherwise."""
        s, name = self._s, clean_name(message.name)
        if peer.role is None:
            return s.unexpected(peer)
        if s.lobby is None or s.game is not None or s.starting.busy or not name or not peer.chats(s.now):
            return None  # too late, or too often
        return self.rename(peer.key, name)

    def rename(self, key: bytes, name: str) -> None:
        """As the host, in the lobby: gives this person another name, made different from all others."""
        s = self._s
        if s.lobby is None:
            return
        if s.lobby.seat_of(key) is not None:
            s.lobby.rename(key, name, s.watching.names())
        for peer in s.peers.values():
            if peer.key == key:
                peer.name = distinct(name, [*s.lobby.names(key), *s.watching.names(peer)])
        s.show_lobby()

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
            self._note(seat, state)
            if state == "left":
                self._left.add(seat)  # so that we can tell it if we become host
            else:
                self._left.discard(seat)
            if may_be_dialled(address, peer.address):
                self.addresses[seat] = (address, port)
                if (key := s.company.key_of(seat)) is not None:
                    s.company.heard_of(key, address, port)
        self.watchers = dict.fromkeys(rows.watching)  # the message limits how many
        s.tell(notices.LinksChanged())
        return None

    def remember_watcher(self, key: bytes) -> None:
        """Notes somebody who watches. Only the latest stay, as many as PEERS can hold."""
        self.watchers.pop(key, None)
        self.watchers[key] = None
        trim(self.watchers, m.MAX_WATCHING)

    def tell(self) -> None:
        """As the host: sends PEERS and the join code to everybody who does not have them as they are now."""
        s = self._s
        if not s.hosting:
            return
        now = self._peers_message()
        if now != self._shown:
            self._shown = now
            s.tell(notices.LinksChanged())
        for peer in s.peers.values():
            self._send(peer, now)
            if s.is_told(peer) and peer.code_told != s.table_code:
                peer.code_told = s.table_code
                s.send(peer, m.Code(s.table_code))

    def tell_one(self, peer: Peer) -> None:
        """As the host: sends PEERS to somebody who has just come. The others get it with the next tick."""
        if self._s.hosting:
            self._send(peer, self._peers_message())

    def tell_gone(self, peer: Peer) -> None:
        """As the host in the lobby, before LOBBY opens the seat of this player: tells everybody how they are gone."""
        seat = self._s.lobby.seat_of(peer.key) if self._s.lobby is not None else None
        if seat is None:
            return
        if peer.goodbye == "left" or peer.key in self._s.barred:
            self._left.add(seat)
        self.tell()
        self._left.discard(seat)  # the next who sits there has not left

    def link(self, seat: int) -> str:
        """How whoever sits there is connected, or was when last heard of: here, slow, away, left; "" if unknown."""
        return self._rows.get(seat, ("", 0))[0]

    def _send(self, peer: Peer, now: m.Peers) -> None:
        if self._s.is_told(peer) and peer.told != now:
            peer.told = now
            self._s.send(peer, now)

    def _peers_message(self) -> m.Peers:
        """As the host: how each person is connected and where it is, and who watches."""
        s = self._s
        game, lobby = s.game, s.lobby
        people: tuple[int, ...] = ()
        if game is not None:
            people = tuple(game.roster.people)
        elif lobby is not None:
            people = tuple(seat for seat, place in enumerate(lobby.places) if place.who == "person")
        rows: list[tuple[int, str, str, int]] = []
        for seat in people:
            one = s.player(seat)
            gone = "left" if seat in self._left else "away"
            self._note(seat, "here" if seat == s.seat else gone if one is None else one.state(s.now))
            if one is not None and one.address and one.port:
                self.addresses[seat] = (one.address, one.port)
                s.company.heard_of(one.key, one.address, one.port)
            known = self.addresses.get(seat, ("-", 0))
            if game is None:  # people change seats in the lobby, so what we know by seat may be another person's
                known = (one.address, one.port) if one is not None and one.address and one.port else ("-", 0)
            rows.append((seat, self._rows[seat][0], *known))
        watchers = tuple(key for key in self.watchers if key not in s.barred)[-m.MAX_WATCHING :]
        return m.Peers(tuple(rows), watchers)

    def people(self) -> tuple[PersonState, ...]:
        """Every person of the game that we play or watch, and how they are connected, as far as we know."""
        s = self._s
        game = s.game or s.watched
        if game is None:
            return ()
        found = []
        proxies = dict(game.chain.standing.proxies)
        for seat in game.roster.people:
            state, since = ("here", 0) if seat == s.seat else self._known(seat, game.chain.host)
            link = "away" if state in GONE else state
            name = game.roster.seats[seat][0]
            found.append(PersonState(seat, name, link, since, proxies.get(seat), state == "left"))
        return tuple(found)

    def _known(self, seat: int, host: int) -> tuple[str, int]:
        """How this seat is connected, and since when. While the host is gone nobody tells us that, and we know only of
        those who are linked to us, and of those who were gone before."""
        s = self._s
        state, since = self._rows.get(seat, ("none", s.now))
        if s.hosting or self._rows.get(host, ("", 0))[0] not in GONE:
            return state, since
        if (peer := s.player(seat)) is not None:
            return peer.state(s.now), since
        return state if state in GONE else "none", since

    def has_left(self, peer: Peer) -> None:
        """This person has said that they leave the table."""
        if self._s.game is not None and peer.plays and peer.seat is not None:
            self._left.add(peer.seat)

    def host_gone(self, peer: Peer) -> None:
        """As a guest or a spectator in a game: the link to the host is gone, so nobody tells us any more how it is."""
        s = self._s
        game = s.game or s.watched
        if game is None or s.hosting or peer.key != game.roster.keys.get(game.chain.host) or self._is_linked(peer.key):
            return
        if peer.goodbye == "left":
            self._left.add(game.chain.host)
        self._note(game.chain.host, "left" if game.chain.host in self._left else "away")
        s.tell(notices.LinksChanged())

    def _is_linked(self, key: bytes) -> bool:
        """Whether there is a link to this person, perhaps another than one that is gone."""
        return any(peer.key == key and peer.role is not None for peer in self._s.peers.values())

    def _note(self, seat: int, state: str) -> None:
        """How a seat is connected now. Somebody who was away and is known to have left is away since then."""
        before, since = self._rows.get(seat, ("", self._s.now))
        if before != state:
            self._rows[seat] = (state, since if before in GONE and state in GONE else self._s.now)
