"""Once more with the same people, everybody one seat further. It begins by itself when all of them want it; with fewer
the host opens the lobby again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.refusal import Refusal
from net.session.lobby import Lobby, Place
from net.session.notices import RematchWanted
from net.session.peers import Peer

if TYPE_CHECKING:
    from net.session.engine import Engine


class Rematch:
    def __init__(self, session: Engine) -> None:
        self._s = session
        self._want = False  # our person
        self._wanting: set[int] = set()  # as the host: seats
        self._again = False  # as the host: all wanted it, so it starts as soon as all are ready
        self._ready_rev = -1

    def offered(self) -> None:
        """A game has ended."""
        self._want, self._wanting, self._again = False, set(), False
        self._show()

    def _show(self) -> None:
        """As the host: all see who wants another game, as they see who is ready before one."""
        lobby = self._s.lobby
        if self._s.hosting and lobby is not None:
            for seat, place in enumerate(lobby.places):
                place.ready = seat in self._wanting
            self._s.show_lobby()

    def begun(self) -> None:
        self._want, self._wanting, self._again = False, set(), False

    def want(self, want: bool) -> None:
        s, game = self._s, self._s.game
        if game is None or not game.ended or game.seat is None:
            return
        self._want = want
        if s.hosting:
            self._count(game.seat, want)
        elif (host := s.host_peer()) is not None:
            s.send(host, m.Rematch(game.chain.gid, want))

    def wanted(self, peer: Peer, message: m.Rematch) -> None:
        s, game = self._s, self._s.game
        if peer.role != "player":
            return s.unexpected(peer)
        if not s.hosting or game is None or not game.ended or message.gid != game.chain.gid or peer.seat is None:
            return None
        return self._count(peer.seat, message.want)

    def _count(self, seat: int, want: bool) -> None:
        s, game = self._s, self._s.game
        assert game is not None
        if want:
            self._wanting.add(seat)
        else:
            self._wanting.discard(seat)
        s.tell(RematchWanted(tuple(sorted(self._wanting))))
        here = all(seat == game.seat or s.player(seat) is not None for seat in game.roster.people)
        if here and self._wanting == set(game.roster.people):
            self._open_table(True)
        else:
            self._show()

    def reopen(self) -> None:
        """As the host: without those who are not here; their seats are free."""
        s = self._s
        if not s.hosting or s.game is None or not s.game.ended:
            raise Refusal("unexpected_message", kind="LOBBY")
        self._open_table(False)

    def _open_table(self, again: bool) -> None:
        s, game = self._s, self._s.game
        assert game is not None
        name = s.lobby.name if s.lobby is not None else s.name
        s.lobby = Lobby.of(name, game.roster, shift=1)
        s.game, self._again = None, again
        here = {s.identity.key, *(peer.key for peer in s.players())}
        for seat, place in enumerate(s.lobby.places):
            if place.who == "person" and place.key not in here:
                s.lobby.places[seat] = Place()
            else:
                place.link = "here" if place.who == "person" else "none"
        for peer in s.players():
            peer.seat = s.lobby.seat_of(peer.key)
        s.show_lobby()
        if again:
            s.starting.ready(True)

    def lobby_shown(self) -> None:
        """As a guest: who wanted a rematch is ready for it."""
        s = self._s
        table = s.table
        if not self._want or s.game is not None or table is None or table.state != "lobby" or s.seat is None:
            return
        if not table.seats[s.seat][4] and self._ready_rev != table.rev:
            self._ready_rev = table.rev
            s.starting.ready(True)

    def maybe_start(self) -> None:
        """As the host: all are ready again."""
        s = self._s
        if self._again and s.lobby is not None and s.game is None and not s.starting.busy and s.lobby.complete:
            s.starting.start()
