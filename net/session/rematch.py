"""Another game with the same people, where everybody sits one seat lower and the first goes last. It begins by itself
when all of them want it. If not all do, the host opens the lobby again."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from core.frames import LogError
from net import messages as m
from net.chain import Chain
from net.refusal import Refusal
from net.session import limits
from net.session.lobby import Lobby, Place
from net.session.notices import RematchWanted
from net.session.peers import Peer
from net.session.signed_game import SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine


class Rematch:
    """Who wants a rematch. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._want: Lobby | None = None  # the table at which our person wants another game, and no other
        self._wanting: set[int] = set()  # as the host: seats that want one
        self._again: Lobby | None = None  # as the host: all wanted this table, so it starts as soon as all are ready
        self._until_ms: int | None = None  # until when our wish waits for people who are still to come to the lobby
        self._over: Chain | None = None  # as the host in the lobby: a game that is over, for whoever lacks its end

    def offered(self) -> None:
        """A game has ended."""
        self._want, self._wanting, self._again = None, set(), None
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
        self._over = None
        self._want, self._wanting, self._again, self._until_ms = None, set(), None, None

    def stepped_down(self) -> None:
        """We were host, and follow our company to another. If our person wanted another game, it still does."""
        want = self._want or self._again
        self.begun()
        self._want = want

    def taken_up(self, game: SignedGame) -> None:
        """We go on with a game from the disk. If it is over, and is the one after which our person wanted another, it
        still does."""
        want = self._want
        self.begun()
        if want is not None and game.ended and _is_same(want, Lobby.of("", game.roster, shift=1)):
            self._want = want

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
        if self._all_want(game):
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
        s.game, self._over = None, game.chain
        self._again = Lobby.of(name, game.roster, shift=1) if again else None
        here = {s.identity.key, *(peer.key for peer in s.players())}
        for seat, place in enumerate(s.lobby.places):
            if place.who == "person" and place.key not in here:
                s.lobby.places[seat] = Place()
                if place.key is not None:
                    s.company.miss(place.key)
            else:
                place.link = "here" if place.who == "person" else "none"
        for peer in s.players():
            peer.seat = s.lobby.seat_of(peer.key)
        s.show_lobby()
        if again:
            s.starting.ready(True)

    def game_that_is_over(self, gid: bytes | None, key: bytes) -> Chain | None:
        """As the host in the lobby: this game if it is over for us, and somebody with this key played it. Our program
        may have been started again since, so it is looked for on the disk too."""
        if gid is not None and (self._over is None or self._over.gid != gid):
            with suppress(LogError, OSError, Refusal):
                if (records := self._s.me.store.records(gid)) is not None:
                    self._over = Chain.of_records(records)
        over = self._over
        if over is None or over.gid != gid or key not in over.roster.keys.values():
            return None
        return over if over.links[-1].record.kind == "end" else None

    def has_ended(self, gid: bytes) -> bool:
        """As the host in the lobby: whether this is the game from which we have come there."""
        return self._s.lobby is not None and self._over is not None and self._over.gid == gid

    def is_further(self, gid: bytes, term: int, n: int) -> bool:
        """As the host in the lobby: whether this game is over for us, and somebody who has come so far lacks its
        end."""
        over = self.game_that_is_over(gid, self._s.identity.key)
        return over is not None and (over.term, len(over) - 1) > (term, n)

    def lobby_shown(self) -> None:
        """As a guest: if our person wanted a rematch, says ready, if the lobby is exactly that rematch: the same rules
        and the same people, one seat lower. For any other lobby our person decides. Where the lobby lacks people
        because its host was lost, the wish waits for them for a while."""
        s, wanted, table = self._s, self._want, self._s.table
        if wanted is None or table is None or s.seat is None:
            return
        if s.game is not None:
            self._say_again(table)
            return
        if table.state != "lobby":
            return
        rows, now = [place.row()[:4] for place in wanted.places], [row[:4] for row in table.seats]
        same = (table.game, table.options) == (wanted.game, wanted.options)
        if same and now == rows:
            self._until_ms = None
            if not table.seats[s.seat][4] and not s.starting.is_pledged:
                s.starting.ready(True)
        elif same and _lacks_only_people(now, rows):
            self._until_ms = s.now + limits.HELD_MS if self._until_ms is None else self._until_ms
            if s.now >= self._until_ms:
                self.no_longer()
        else:
            self.no_longer()

    def _say_again(self, table: m.Lobby) -> None:
        """As a guest, after a game: the host does not count our wish. It may have been started again since."""
        s = self._s
        host, game, seat = s.host_peer(), s.game, s.seat
        if host is None or game is None or seat is None or not game.ended or table.state != "over":
            return
        if seat < len(table.seats) and not table.seats[seat][4]:
            s.send(host, m.Rematch(game.chain.gid, True))

    def taken_over(self) -> None:
        """We are host now because the host was lost after a game. If our person wanted another, it begins as soon as
        all are here and ready."""
        if self._want is not None:
            self._want, self._again = None, self._want
            self._s.starting.ready(True)

    def no_longer(self) -> None:
        """In the lobby: our person takes ready back, or a start has begun with it, which may fail, or the table is
        another one. From now on our person decides."""
        self._want, self._again, self._until_ms = None, None, None

    def tick(self) -> None:
        """As the host: opens the table if the last one who was missing is back, and all want another game. If somebody
        was gone from the table for a moment, and it is again the one that our person wants, we are ready for it."""
        s, game = self._s, self._s.game
        if s.hosting and game is not None and game.ended and self._all_want(game):
            self._open_table(True)
        elif game is None and s.lobby is not None and not s.starting.busy and self._is_again(s.lobby):
            s.starting.ready(True)

    def _is_again(self, lobby: Lobby) -> bool:
        """As the host: whether this is the table that our person wants, and it is not counted as ready."""
        wanted, seat = self._again, lobby.seat_of(self._s.identity.key)
        if wanted is None or seat is None or lobby.places[seat].ready:
            return False
        return _is_same(lobby, wanted)

    def _all_want(self, game: SignedGame) -> bool:
        here = all(seat == game.seat or self._s.player(seat) is not None for seat in game.roster.people)
        return here and self._wanting == set(game.roster.people)

    def maybe_start(self) -> None:
        """As the host: starts the rematch if all wanted it and all are ready."""
        s = self._s
        if self._again is None or s.lobby is None or s.game is not None:
            return
        if s.lobby.complete and not s.starting.busy:
            s.starting.start()


def _is_same(lobby: Lobby, wanted: Lobby) -> bool:
    """Whether these are one table: the same game and rules, and the same people and bots in the same seats."""
    rows = [[place.row()[:4] for place in one.places] for one in (lobby, wanted)]
    return (lobby.game, lobby.options) == (wanted.game, wanted.options) and rows[0] == rows[1]


def _lacks_only_people(rows: list[tuple[Any, ...]], wanted: list[tuple[Any, ...]]) -> bool:
    """Whether these seats are the wanted ones, but for at least one that is open where a person should sit."""
    if len(rows) != len(wanted):
        return False
    differing = [(now[0], then[0]) for now, then in zip(rows, wanted, strict=True) if now != then]
    return bool(differing) and all(pair == ("open", "person") for pair in differing)
