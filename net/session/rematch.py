"""Another game with the same people, where everybody sits one seat lower and the first goes last. It begins by itself
when all of them want it. If not all do, the host opens the lobby again."""

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
    """Who wants a rematch. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._want: Lobby | None = None  # the table at which our person wants another game, and no other
        self._wanting: set[int] = set()  # as the host: seats that want one
        self._again = False  # as the host: all wanted one, so it starts as soon as all are ready

    def offered(self) -> None:
        """A game has ended."""
        self._want, self._wanting, self._again = None, set(), False
        self._show()

    def _show(self) -> None:
        """As the host: shows everybody who wants another game, in the places where LOBBY shows who is ready."""
        lobby = self._s.lobby
        if self._s.hosting and lobby is not None:
            for seat, place in enumerate(lobby.places):
                place.ready = seat in self._wanting
            self._s.show_lobby()

    def begun(self) -> None:
        """A game has begun: the old wishes are over."""
        self._want, self._wanting, self._again = None, set(), False

    def want(self, want: bool) -> None:
        """Our person wants a rematch, or no longer does."""
        s, game = self._s, self._s.game
        if game is None or not game.ended or game.seat is None:
            return
        self._want = Lobby.of("", game.roster, shift=1) if want else None
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
        """As the host: opens the lobby for those who are here. The other seats are free."""
        s = self._s
        if not s.hosting or s.game is None or not s.game.ended:
            raise Refusal("unexpected_message", kind="LOBBY")
        self._open_table(False)

    def _open_table(self, again: bool) -> None:
        s, game = self._s, self._s.game
        assert game is not None
        name, rev = (s.lobby.name, s.lobby.rev) if s.lobby is not None else (s.name, 0)
        s.lobby = Lobby.of(name, game.roster, shift=1, rev=rev)
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
        """As a guest: if our person wanted a rematch, says ready once, if the lobby is exactly that rematch: the same
        rules and the same people, one seat lower. For any other lobby our person decides."""
        s, wanted, table = self._s, self._want, self._s.table
        if wanted is None or s.game is not None or table is None or table.state != "lobby" or s.seat is None:
            return
        self._want = None
        rows = [place.row()[:4] for place in wanted.places]
        same = (table.game, table.options) == (wanted.game, wanted.options)
        if same and [row[:4] for row in table.seats] == rows and not table.seats[s.seat][4]:
            s.starting.ready(True)

    def maybe_start(self) -> None:
        """As the host: starts the rematch if all wanted it and all are ready."""
        s = self._s
        if self._again and s.lobby is not None and s.game is None and not s.starting.busy and s.lobby.complete:
            s.starting.start()
