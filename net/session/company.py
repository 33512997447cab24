"""The company: the people at a table, and how they find one another when their host is lost before or between games.

In a game the log says who may become host (terms.py). Without a running game nobody has to agree: any player who has
lost the host may open the lobby of the same company again. The programs of the others look for it by themselves. They
dial the lost host, and after a while all others, by key, and sit down at whoever has a lobby.

Two may open a lobby at the same time, or the lost host may come back. So a host that was left alone, or that has just
taken the table over, dials its company too, with the role "host", and becomes a guest where it is let in. Of two such
hosts the one with more guests stays host, else the one with the lower key. Any other host stays with its guests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from net.addresses import may_be_dialled
from net.messages import Joined
from net.refusal import Refusal
from net.session import limits
from net.session.lobby import PERSON, Lobby, Place
from net.session.notices import HostChanged
from net.session.peers import Peer, trim
from net.session.signed_game import UNDEALT
from net.shapes import U16

if TYPE_CHECKING:
    from net.session.engine import Engine

_MOST = 64  # persons whose addresses we remember
_EARLIER = 8  # of them, who sat at the table before: whom we call when the host is lost


class Member(NamedTuple):
    """Somebody of the company who has a seat."""

    seat: int
    key: bytes


class Company:
    """Who belongs to our table, where they are, and who may be its host. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._addresses: dict[bytes, tuple[str, int]] = {}  # by key: where to dial this person
        self._lost_ms: int | None = None  # as a guest between games: since when we have no host
        self._host: bytes | None = None  # as a guest: the key of the host that our screens know of
        self._vanished: dict[bytes, int] = {}  # as a host in the lobby: who is gone without a good-bye, and since when
        self._held: dict[bytes, int] = {}  # as a new host: whose seat we keep, and until when
        self._new = False  # as a host: we have taken the table over, and no game has begun since

    # Who belongs to it -----------------------------------------------------------------------------------------------

    @property
    def between_games(self) -> bool:
        """Whether no game is on at this table, as far as we know. One that is not dealt yet does not count."""
        s = self._s
        if s.watched is not None:
            return s.watched.chain.links[-1].record.kind == "end"
        return s.game is None or s.game.ended or s.game.last < UNDEALT - 1

    def members(self) -> list[Member]:
        """The others who have a seat, as the host showed it last."""
        s = self._s
        keys: Mapping[int, bytes | None] = {}
        game = s.game or s.watched
        if game is not None:
            keys = game.roster.keys
        elif s.table is not None:
            keys = {seat: row[3] for seat, row in enumerate(s.table.seats)}
        return [Member(seat, key) for seat, key in keys.items() if key is not None and key != s.identity.key]

    def address(self, key: bytes) -> tuple[str, int]:
        """Where this person was last; "" and 0 if we do not know."""
        return self._addresses.get(key, ("", 0))

    def heard_of(self, key: bytes, address: str, port: int) -> None:
        if address and port:
            self._addresses.pop(key, None)
            self._addresses[key] = (address, port)
            trim(self._addresses, _MOST)

    def expect(self, keys: Iterable[bytes], addresses: Mapping[bytes, tuple[str, int]]) -> None:
        """As a host that opens its table again after its program ended: these people sat here."""
        for key in keys:
            self._vanished[key] = self._s.now
        for key, (address, port) in addresses.items():
            self.heard_of(key, address, port)

    def key_of(self, seat: int) -> bytes | None:
        return next((member.key for member in self.members() if member.seat == seat), None)

    @property
    def expected(self) -> frozenset[bytes]:
        """As a host: the keys of those who were here and may come back without a code."""
        return frozenset(self._vanished) | frozenset(self._held)

    # A guest that has lost its host ----------------------------------------------------------------------------------

    @property
    def host_is_lost(self) -> bool:
        """Whether we look for whoever has opened our table anew, to play or to watch there."""
        return self._lost_ms is not None or self._s.watching.is_lost

    @property
    def may_take_over(self) -> bool:
        """Whether our person may become host of this company."""
        s = self._s
        if s.role != "player" or s.lobby is not None or s.stopped is not None or not self.between_games:
            return False
        return s.table is not None and s.seat is not None and s.host_peer() is None

    def take_over(self) -> None:
        """Opens the lobby of this company ourselves; Refusal unexpected_message if there is a host, or a game is on."""
        s = self._s
        table, own = s.table, s.seat
        if not self.may_take_over or table is None or own is None:
            raise Refusal("unexpected_message", kind="LOBBY")
        game = s.game
        host = table.host if game is None else game.chain.host
        members = {member.key for member in self.members()}
        rev = max(table.rev, s.last_rev)
        if game is not None and game.ended:
            lobby = Lobby.of(table.name, game.roster, shift=1, rev=rev)
        else:
            lobby = Lobby.shown(table, rev)
        lost = next((member.key for member in self.members() if member.seat == host), None)
        for seat, place in enumerate(lobby.places):
            if place.key == s.identity.key:
                place.link = "here"
            elif place.who == PERSON and place.key is not None and place.key != lost:
                self._held[place.key] = s.now + limits.HELD_MS
            elif place.who == PERSON:
                lobby.places[seat] = Place()
        s.starting.forget()
        for peer in list(s.peers.values()):
            s.drop(peer, "not_host")  # they dial us again, and find our lobby
        s.game, s.lobby, s.host_key, self._lost_ms = None, lobby, None, None
        self._vanished, self._new = dict.fromkeys(members, s.now), True
        s.show_lobby()
        self._host = s.identity.key
        s.tell(HostChanged(0, lobby.seat_of(s.identity.key) or 0))
        s.rematch.taken_over()

    def lobby_shown(self, peer: Peer) -> None:
        """As a guest without a running game: this host has shown its lobby. Tells our person if it is another one."""
        s, before = self._s, self._host
        self._lost_ms, self._host = None, peer.key
        if before not in (None, peer.key) and s.table is not None and s.table.host is not None:
            s.tell(HostChanged(0, s.table.host))

    def watches_at(self, peer: Peer) -> None:
        """As a spectator: this host shows us a game that is on. Tells our person if it is another one than before."""
        s, before = self._s, self._host
        if s.watched is None or self.between_games:
            return  # its lobby tells that
        self._host = peer.key
        seat = next((seat for seat, key in s.watched.roster.keys.items() if key == peer.key), None)
        if before not in (None, peer.key) and seat is not None:
            s.tell(HostChanged(s.watched.chain.term, seat))

    def host_gone(self, peer: Peer) -> None:
        """As a guest: the link to this peer is gone. If it has just said that it is no longer host, we look at once for
        whoever is."""
        s = self._s
        if peer.goodbye == "not_host" and peer.key == s.host_key and s.lobby is None and self.between_games:
            self._lost_ms = s.now - limits.LOST_MS

    def game_begun(self, host: bytes) -> None:
        """A game begins, or another host is agreed on in it."""
        self._lost_ms, self._host, self._new = None, host, False
        self._vanished.clear()
        self._held.clear()

    def _misses_its_host(self) -> bool:
        s = self._s
        # Who goes on with a start or a result after a crash has been shown no table, but knows its people.
        knows_it = s.table is not None or s.game is not None
        at_table = s.role == "player" and knows_it and not s.hosting
        return at_table and self.between_games and s.host_peer() is None

    def tick(self) -> None:
        s = self._s
        if s.stopped is not None:
            return
        if s.lobby is not None and s.game is None:
            self._let_go()
            self._look_for_company()
        elif s.hosting and s.game is not None and s.game.ended and self.is_alone:
            for member in self.members():  # they may sit at another's table by now, if it was we who lost the link
                s.dialling.dial(member.seat)
        elif self._misses_its_host():
            self._lost_ms = s.now if self._lost_ms is None else self._lost_ms
            if s.now - self._lost_ms >= limits.LOST_MS:
                self.dial_all()
        else:
            self._lost_ms = None

    def dial_all(self) -> None:
        """As one who has lost the host: calls everybody at the table, and the last who sat there before them. A host
        that came back alone may have shown us a table without the others, and be gone again."""
        members = self.members()
        for member in members:
            self._s.dialling.dial(member.seat)
        here = {self._s.identity.key, *(member.key for member in members)}
        for key in [key for key in self._addresses if key not in here][-_EARLIER:]:
            self._s.dialling.dial(key)

    # Where the host is -----------------------------------------------------------------------------------------------

    def pointer(self) -> dict[str, Any]:
        """As a guest in a lobby or a game: who its host is, and where. We tell it to whoever looks for the host
        here."""
        s = self._s
        host = s.host_peer() if not s.hosting and s.role == "player" else None
        if host is None or host.role is None:
            return {}
        address, port = self.address(host.key)
        return {"host": host.key, "address": address, "port": port}

    def pointed(self, peer: Peer, params: Mapping[str, Any]) -> None:
        """Somebody of our company, who is not host, says who is: dials that person if we look for a host."""
        s = self._s
        key, address, port = (params.get(name) for name in ("host", "address", "port"))
        if not isinstance(key, bytes) or len(key) != len(s.identity.key) or key == s.identity.key:
            return
        has_no_table = s.role == "player" and s.game is None and s.lobby is None and s.table is None
        alone = s.lobby is not None and s.game is None and self._may_step_down
        if not (self.host_is_lost or has_no_table or alone):
            return
        if type(port) is int and isinstance(address, str) and 0 < port <= U16 and may_be_dialled(address, peer.address):
            self.heard_of(key, address, port)
        if s.lobby is not None:
            self.miss(key)
        s.dialling.dial(key)

    # A host whose company is gone ------------------------------------------------------------------------------------

    def gone(self, peer: Peer) -> None:
        """As a host in the lobby: this player is gone. Whoever has said good-bye is not looked for."""
        if peer.goodbye == "left":
            self._vanished.pop(peer.key, None)
        else:
            self.miss(peer.key)

    def miss(self, key: bytes) -> None:
        """As a host in the lobby: this person has not said good-bye, and may come back, or be host by now."""
        if key not in self._s.barred:
            self._vanished[key] = self._s.now
            trim(self._vanished, _MOST)

    def came(self, key: bytes) -> None:
        """Nobody has to wait for this person any more."""
        self._vanished.pop(key, None)
        self._held.pop(key, None)

    def forget_absent(self, here: Collection[bytes]) -> None:
        """As a host: whoever is not here now comes in like a stranger from now on."""
        for known in (self._vanished, self._held):
            for key in [key for key in known if key not in here]:
                del known[key]

    @property
    def guests(self) -> int:
        """As a host: how many others are here, to play or to watch."""
        return len({peer.key for peer in self._s.peers.values() if peer.role is not None})

    @property
    def is_alone(self) -> bool:
        """As a host: whether nobody is here who would play."""
        return not self._s.players()

    @property
    def _may_step_down(self) -> bool:
        """As a host in the lobby: whether we become a guest where somebody else hosts our company."""
        return (self._new or self.is_alone) and not self._s.starting.busy

    def yields_to(self, peer: Peer, guests: int) -> bool:
        """As a host in the lobby: whether this other host of our company, who has so many guests, shall stay host, and
        not we. Then we dial it. A stranger may say what it likes, and is a guest like any other."""
        if not self.may_dial(peer.key) or (self.guests, peer.key) > (guests, self._s.identity.key):
            return False
        self.miss(peer.key)
        return True

    def may_dial(self, key: bytes) -> bool:
        """As a host in the lobby: whether this is somebody of our company who may be host by now."""
        return self._may_step_down and key in self._vanished

    def follows(self, joined: Joined) -> bool:
        """As a host whom everybody has left after a game: whether they now sit at the table that let us in."""
        game = self._s.game
        return game is not None and game.ended and joined.gid is None and self.is_alone

    def is_called_to_a_game(self, peer: Peer, gid: bytes | None) -> bool:
        """As a host in the lobby: whether this person of our company plays a game that is ours too, and not over for
        us. Our program was started again, and has opened a lobby instead of going on."""
        s = self._s
        if gid is None or s.lobby is None or not self.may_dial(peer.key):
            return False
        if s.rematch.game_that_is_over(gid, peer.key) is not None:
            return False  # who lacks the end gets it here
        game = s.starting.on_disk(gid)
        return game is not None and game.seat is not None and peer.key in game.roster.keys.values()

    def step_down(self) -> None:
        """As a host: we follow our company to another lobby, or to a game, and are a guest from now on."""
        s = self._s
        for peer in [peer for peer in s.peers.values() if peer.role is not None]:
            s.drop(peer, "not_host")  # they look for the other host too
        if s.lobby is not None:
            s.table_name = s.lobby.name
        s.lobby, s.table_code, self._new = None, None, False
        s.starting.forget()
        s.game = None  # if there was one, it is over
        s.rematch.stepped_down()
        self._vanished.clear()
        self._held.clear()
        self._host = s.identity.key  # so that our person is told of the other

    def _let_go(self) -> None:
        """Opens the seats of those whom we kept one for and who have not come."""
        s = self._s
        assert s.lobby is not None
        late = [key for key, until in self._held.items() if s.now >= until]
        for key in late:
            del self._held[key]
            seat = s.lobby.seat_of(key)
            if seat is not None and s.lobby.places[seat].link == "away" and not s.starting.busy:
                s.lobby.leave(key)
        if late:
            s.show_lobby()

    def _look_for_company(self) -> None:
        s = self._s
        for key in [key for key, since in self._vanished.items() if s.now - since >= limits.COMPANY_MS]:
            del self._vanished[key]
        if self._may_step_down:
            for key in self._vanished:
                s.dialling.dial(key)
