"""Dialling peers: whom this program needs a link to, and when it tries again.

After each try the wait is twice as long, up to a limit, and a little longer by chance, so that not everybody dials at
once. `Terms` decides whom a player dials, and `Watching` whom a spectator does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.agreements import need
from net.session import limits
from net.session.peers import Peer
from net.session.signed_game import SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine


class Dialling:
    """When to dial each seat next. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._dials: dict[int | bytes | None, tuple[int, int]] = {}  # by seat or key: when to dial, and the wait after

    def gone(self, peer: Peer) -> None:
        """A link is gone: we may dial whoever it was at once."""
        self._dials.pop(peer.key, None)
        if peer.seat is not None:
            self._dials.pop(peer.seat, None)

    def found(self) -> None:
        """A host has let us in: the next time we lose it, we begin to dial quickly again."""
        self._dials.clear()

    def dial_needed(self, game: SignedGame) -> None:
        """Dials the host if we have none; dials everybody if we look for another, or are host without a majority."""
        s = self._s
        few = s.hosting and len(s.players()) + 1 < need(game.chain)
        if few or s.terms.looking:
            wanted = [seat for seat in game.roster.people if seat != game.seat]
        else:
            wanted = [] if s.hosting else [game.chain.host]
        for seat in wanted:
            if s.player(seat) is None:
                self.dial(seat)

    def dial(self, who: int | bytes | None) -> None:
        """Dials this seat, the person with this key, or the table we came to, unless it is too early to dial again."""
        due, wait = self._dials.get(who, (self._s.now, limits.FIRST_DIAL_MS))
        if self._s.now < due:
            return
        jitter = int.from_bytes(self._s.me.random(2), "big") % (wait // 2)
        self._dials[who] = (self._s.now + wait + jitter, min(2 * wait, limits.LAST_DIAL_MS))
        self._s.dial(who)

    def tidy(self, game: SignedGame) -> None:
        """We have a host again: drops the links to others that we dialled while looking."""
        for peer in self._s.players():
            if not peer.inbound and not self._s.hosting and peer.seat != game.chain.host:
                self._s.drop(peer, "tidy")
