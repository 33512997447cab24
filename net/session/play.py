"""What this program adds to the log: moves of the seats it plays, and answers that nobody has to choose.

A host adds its own entries at once. A guest signs an entry for the next place, keeps it as a promise, sends it to the
host and waits until it comes back. If another entry took the place, the guest signs its wish anew for the next place.
So no seat ever signs two entries for one place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.frames import Record
from core.game import IllegalMove, Move
from net.entries import Entry
from net.refusal import Refusal
from net.session import limits
from net.session.notices import Agreed, BotAsked, MoveLost, YourTurn
from net.session.peers import Peer, Waiting
from net.session.signed_game import Draft, SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine


class Play:
    """The wishes for our seats, and what follows from the rules without a choice. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._moves: dict[int, tuple[Move, bytes]] = {}  # by seat: the move, and the digest it was chosen in
        self.back: int | None = None  # the record that our seat wants to return to
        self._hint = b""  # the digest of the position in which our person asked for advice
        self._held_ms: int | None = None  # since when the board waits for a take-back that was agreed on
        self._prompted = (0, -1, b"")  # the last prompt: term, number, digest
        self._since_ms = 0  # since when that position is there

    # Wishes ----------------------------------------------------------------------------------------------------------

    def wish(self, seat: int, move: Move) -> None:
        """Our person, or a bot of ours, chose a move for this seat; IllegalMove."""
        game = self._game()
        if game.chain.standing.player(seat) != game.seat:
            raise IllegalMove("not_your_turn", seat=seat)
        game.move(seat, move)  # raises IllegalMove now rather than later
        self._moves[seat] = move, game.digest

    def wish_hint(self) -> None:
        """Our person asked for advice. Refusal over_budget if this turn has seen too many hints."""
        game = self._game()
        assert game.table is not None
        if game.seat is not None and game.is_over_budget("hint", game.seat):
            if not any((hint.seat, hint.after) == (game.seat, game.table.steps[-1].n) for hint in game.table.hints):
                raise Refusal("over_budget")
            return  # the hint is in the log already
        self._hint = game.digest

    def _game(self) -> SignedGame:
        game = self._s.game
        if game is None or game.table is None:
            raise Refusal("unexpected_message", kind="ENTRY")
        return game

    # Doing -----------------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Signs the next entry that is ours to make. True if the log has grown by it."""
        s, game = self._s, self._s.game
        if game is None:
            return False
        if s.hosting:
            draft = self._next(game)
            return draft is not None and s.order(game.signed(s.identity, draft))
        host = s.host_peer()
        if host is None or game.last < host.target or s.terms.deposed:
            return False
        if self._promised(game) is None:
            draft = self._next(game)
            if draft is not None and draft.digest != game.digest:
                return s.desync.mend(game) is True
            if draft is not None:
                entry = game.signed(s.identity, draft)
                game.promises.keep_entry(entry)
                s.send(host, entry.message())
        return False

    def resend(self, host: Peer) -> None:
        """Sends our promised entry again over a new link to the host, which may never have got it."""
        game = self._s.game
        promised = None if game is None else self._promised(game)
        if promised is not None:
            self._s.send(host, promised.message())

    def _promised(self, game: SignedGame) -> Entry | None:
        """The entry that we have signed for the next place. If we signed it in a position that proved wrong, it is
        void: nobody can ever take it."""
        promised = game.promises.at(game.chain.term, len(game.chain))
        return promised if promised is not None and promised.record.digest == game.digest else None

    def _next(self, game: SignedGame) -> Draft | None:
        """The next record for us to make: takeover, take-back, forced answer, hint or move. None if there is none
        now."""
        if game.table is None:
            return game.own()
        seat, standing = game.seat, game.chain.standing
        if seat in standing.absent:
            return game.beside("takeover", seat, None)
        if self.back is not None and (draft := self._back(game)) is not None:
            return draft
        if self._held():
            return None
        if (own := game.own()) is not None:
            return own
        if self._hint and seat is not None:
            wanted, self._hint = self._hint, b""
            asked = wanted == game.digest and game.asked() == seat and not game.is_over_budget("hint", seat)
            if asked and (hint := game.hint(seat)) is not None:
                return hint
        if self._hushed(game):
            return None
        prompt, only = game.table.state.prompt, game.table.state.unasked()
        if prompt is not None and only is not None and standing.player(prompt.seat) == seat:
            return game.move(prompt.seat, only)
        for mover, (move, digest) in sorted(self._moves.items()):
            try:
                if digest == game.digest and standing.player(mover) == seat:
                    return game.move(mover, move)
            except IllegalMove:
                pass
            del self._moves[mover]
            self._s.tell(MoveLost(mover))
        return None

    def _back(self, game: SignedGame) -> Draft | None:
        """The take-back that our person wants, if it is allowed now and returns to the record that was meant."""
        assert game.seat is not None
        last = game.chain.links[-1].record
        agreed = last.kind == "consent" and (last.body["seat"], last.body["to"]) == (game.seat, self.back)
        if game.is_over_budget("back", game.seat):
            return None
        try:
            draft = game.back(game.seat, consent=agreed)
        except IllegalMove:
            return None
        if draft.body == self.back:
            return draft
        return None

    def _held(self) -> bool:
        return self._held_ms is not None and self._s.now - self._held_ms < limits.HOLD_MS

    def _hushed(self, game: SignedGame) -> bool:
        """Whether it is too early to answer. A discreet question out of turn always waits HUSH_MS, whoever answers
        it."""
        assert game.table is not None
        state = game.table.state
        if state.prompt is None or not state.needs_hush(state.prompt.seat):
            return False
        return self._prompted[2] != game.digest or self._s.now - self._since_ms < limits.HUSH_MS

    def passed(self, record: Record) -> None:
        """An entry has joined the log: wishes that it fulfils or overtakes are over."""
        self._held_ms = self._s.now if record.kind == "consent" else None
        if record.kind == "move" and record.seat in self._moves:
            del self._moves[record.seat]
        if self.back is not None and record.kind in ("move", "back", "end"):
            self._passed_back(record, self.back)

    def _passed_back(self, record: Record, to: int) -> None:
        """Decides whether an entry ends our person's wish to take back. A forced answer of our own may be on its way
        when the person asks, and does no harm while the turn lasts. Any other entry ends the wish, and then the person
        must know."""
        game = self._s.game
        assert game is not None
        assert game.table is not None
        assert game.seat is not None
        fulfilled = (record.kind, record.seat) == ("back", game.seat)
        free = game.table.back_target(game.seat, alone=False)
        if not fulfilled and free is not None and free.n == to:
            return
        self.back = None
        if not fulfilled:
            self._s.tell(Agreed(b"", "back", "stale", None))

    # Telling ---------------------------------------------------------------------------------------------------------

    def prompt(self) -> None:
        """Tells the person or bot that has to choose, once for each place in the log."""
        s, game = self._s, self._s.game
        if game is None or game.table is None or not s.writing:
            return
        now = (game.chain.term, len(game.chain), game.digest)
        seat = game.asked()
        if seat is None or now == self._prompted:
            return
        if now[2] != self._prompted[2]:
            self._since_ms = s.now
        self._prompted = now
        if seat in self._moves or game.table.state.unasked() is not None:
            return
        if game.chain.standing.player(seat) == game.seat:
            s.tell(YourTurn(now[1], seat) if seat == game.seat else BotAsked(now[1], seat))

    def waiting(self) -> tuple[Waiting, ...]:
        game = self._s.game
        seat = None if game is None else game.asked()
        return () if seat is None else (Waiting(seat, "move", self._since_ms),)
