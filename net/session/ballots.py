"""Questions that people answer: may this seat take its move back, may somebody play for a seat that is away.

A guest asks the host, and the host asks everybody who has a vote. If all agree, the host puts their signed answers into
the log as one record. A question belongs to one place in the log: any other entry at that place makes it stale.

What is asked, and who has agreed so far, is told to everybody at the table (tally.py), and so is how it ended.

Whoever asks always learns the result from the notice `Agreed`, even if a link breaks in between or the host changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.frames import Record
from core.game import IllegalMove
from net import messages as m
from net.agreements import back_ask, proxy_ask, record_of, voters
from net.bucket import Bucket
from net.refusal import Refusal
from net.replies import Ask, Collecting, ask_of, sign_reply
from net.session import limits
from net.session.notices import Agreed, Asked
from net.session.peers import Ballot, Peer, Waiting
from net.session.signed_game import SignedGame
from net.session.tally import Tally

if TYPE_CHECKING:
    from net.session.engine import Engine


class Ballots:
    """The questions that are open at this program: put by us, put to us, or collected by us as the host. The engine
    owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._open: Collecting | None = None  # as the host: the answers to the question that is open
        self._since_ms = 0  # when it was asked
        self._asker: int | None = None  # and by whom
        self.tally = Tally(session)
        self._put: Ask | None = None  # the question that our person was asked and has not answered
        self.proposed: Ask | None = None  # the question that our person asked
        self._early: Ask | None = None  # a question for a place that our log has not reached yet
        self._asks = Bucket(limits.ASKS_A_SECOND, limits.ASKS_AT_ONCE, session.now)

    # Asking ----------------------------------------------------------------------------------------------------------

    def wish_back(self) -> None:
        """Takes our last move back if that is free, else asks the others. IllegalMove no_back, Refusal over_budget."""
        game = self._game()
        assert game.table is not None
        assert game.seat is not None
        free = game.table.back_target(game.seat, alone=False)
        if self._is_too_often(game, game.seat, free is not None):
            raise Refusal("over_budget")
        if free is not None:
            self._s.play.back = free.n
            return
        target = game.table.back_target(game.seat, alone=False, consent=True)
        if target is None:
            raise IllegalMove("no_back")
        self._propose(game, back_ask(game.chain, game.seat, target.n))

    def wish_proxy(self, seat: int, by: int | None) -> None:
        """Asks whether `by`, or else the host, may play for this seat. Refusal try_later or unwanted_reply."""
        game = self._game()
        left = self._left(seat)
        if left is None:
            raise Refusal("unwanted_reply", seat=seat)
        if left > 0:
            raise Refusal("try_later", ms=left)
        gone = [one for one in game.chain.standing.voters if self._long_gone(one)]
        ask = proxy_ask(game.chain, seat, game.chain.host if by is None else by, gone)
        if not self._fits(game, ask):
            raise Refusal("unwanted_reply", seat=seat)
        self._propose(game, ask)

    def _left(self, seat: int) -> int | None:
        """How many milliseconds until this seat may get a proxy; None if its person is here, or a proxy that is here
        plays it."""
        people = {one.seat: one for one in self._s.people()}
        away = people.get(seat)
        if away is None or away.link != "away":
            return None
        if away.proxy is not None and people[away.proxy].link != "away":
            return None
        if self.is_shown_out(seat):
            return 0  # whoever was shown out does not come back
        return max(0, away.since_ms + limits.AWAY_MS - self._s.now)

    def _long_gone(self, seat: int) -> bool:
        """Whether this person is away and has been so for AWAY_MS, or was shown out."""
        return any(
            one.seat == seat
            and one.link == "away"
            and (self.is_shown_out(seat) or self._s.now - one.since_ms >= limits.AWAY_MS)
            for one in self._s.people()
        )

    def is_shown_out(self, seat: int) -> bool:
        """As the host: whether this person was shown out."""
        game = self._s.game
        return game is not None and game.roster.keys.get(seat) in self._s.barred

    def _propose(self, game: SignedGame, ask: Ask) -> None:
        if self.proposed is not None:
            if self.proposed != ask:  # one question at a time; the host would refuse another too
                self._s.tell(Agreed(ask.hash, ask.kind, "refused", None, ask.body["seat"]))
            return
        self.proposed = ask
        if self._s.hosting:
            self._ask_all(game, ask, game.seat if game.seat is not None else -1)
        elif (host := self._s.host_peer()) is not None:
            self._s.send(host, ask.message())

    def resend(self, host: Peer) -> None:
        """Sends our question again over a new link to the host, which may not have got it, or whose answer we may have
        missed."""
        if self.proposed is not None and not self._s.hosting:
            self._s.send(host, self.proposed.message())

    def _is_too_often(self, game: SignedGame, seat: int, free: bool) -> bool:
        """Whether this seat has used up its hints and take-backs of this turn. Without `free`, the seat also needs one
        for the take-back itself, which follows the consent."""
        return game.is_over_budget("back", seat) or (not free and game.is_over_budget("consent", seat, further=1))

    def _game(self) -> SignedGame:
        game = self._s.game
        if game is None or game.table is None or not self._s.writing:
            raise Refusal("unexpected_message", kind="ASK")
        return game

    # The host's side -------------------------------------------------------------------------------------------------

    def _ask_all(self, game: SignedGame, ask: Ask, asker: int) -> None:
        s = self._s
        if self._open is not None:
            if self._open.ask != ask:  # if it is the same, it came again over a new link
                self._tell_one(ask, "refused", None, asker)
            return
        self._open = Collecting(ask, voters(game.chain, ask), game.roster.keys)
        self._since_ms, self._asker = s.now, asker if asker in game.roster.people else None
        for peer in s.players():
            self._ask_again(peer)
        if game.seat in self._open.missing:
            self._put_to_us(game, ask)
        self._settle(game)

    def rejoined(self, peer: Peer) -> None:
        """As the host: this peer is linked again. Asks it the open question, or withdraws the question if it named the
        peer away."""
        if self._open is not None and self._open.ask.kind == "proxy" and peer.seat in self._open.ask.body["away"]:
            return self._close("withdrawn", None)  # it is not away any more
        self._ask_again(peer)
        self.tally.show_to(peer)
        return None

    def _ask_again(self, peer: Peer) -> None:
        """As the host: puts the open question to this peer, if its answer is missing."""
        if self._open is not None and peer.seat in self._open.missing:
            self._s.send(peer, self._open.ask.message())

    def replied(self, peer: Peer, message: m.ReplyMessage) -> None:
        s, game = self._s, self._s.game
        assert game is not None
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if s.hosting and self._open is not None:
            self._open.add(message)
            self._settle(game)
        return None

    def _settle(self, game: SignedGame) -> None:
        """As the host: ends the question on a no, and orders the record once all have agreed."""
        s, asked = self._s, self._open
        if asked is None:
            return
        if asked.against:
            return self._close("refused", asked.against[0])
        if not asked.missing and s.writing:
            kind, body = record_of(asked.ask, asked.rows())
            self._close("agreed", None)
            s.order(game.signed(s.identity, game.beside(kind, None, body)))
            return None
        self.tally.show(asked, self._asker)
        return None

    def _close(self, result: str, seat: int | None) -> None:
        """As the host: tells everybody how the open question ended."""
        asked, self._open = self._open, None
        assert asked is not None
        done = m.Done(asked.ask.hash, result, seat)
        for peer in self.tally.audience():
            self._s.send(peer, done)
        self._ended(done)

    def _tell_one(self, ask: Ask, result: str, seat: int | None, asker: int) -> None:
        """As the host: tells only the asker how its question ended."""
        done = m.Done(ask.hash, result, seat)
        peer = self._s.player(asker)
        if peer is not None:
            self._s.send(peer, done)
        elif asker == self._s.seat:
            self._ended(done)

    def passed(self, record: Record) -> None:
        """An entry has joined the log: questions for an earlier place are over, and one that came too early may be
        due."""
        game = self._s.game
        assert game is not None
        if self._open is not None and not _is_here(game, self._open.ask):
            self._close("stale", None)
        for ask in (self._put, self.proposed):
            if ask is not None and not _is_here(game, ask):
                self._ended(m.Done(ask.hash, "agreed" if _settles(record, ask) else "stale", None))
        self.tally.passed(record.n)
        if self._early is not None and self._early.n <= record.n:
            early, self._early = self._early, None
            if self._fits(game, early):
                self._put_to_us(game, early)

    def tick(self) -> None:
        if self._open is None:
            return
        if self._s.now - self._since_ms >= limits.VOTE_MS:
            self._close("late", self._open.missing[0] if self._open.missing else None)
        elif self._s.game is not None:
            self._settle(self._s.game)  # the last answer may have come while nothing could be added to the log

    # Everybody's side ------------------------------------------------------------------------------------------------

    def asked(self, peer: Peer, message: m.AskMessage) -> None:
        """ASK has come: as the host a guest's wish, as a guest the host's question."""
        s, game = self._s, self._s.game
        assert game is not None
        ask = ask_of(game.chain.gid, message)
        if s.hosting:
            return self._proposed(game, peer, ask)
        if peer is not s.host_peer():
            return None  # this peer takes itself for the host and will learn better
        if self._fits(game, ask):
            self._put_to_us(game, ask)
        elif ask.n > game.last:
            self._early = ask
        return None

    def _proposed(self, game: SignedGame, peer: Peer, ask: Ask) -> None:
        """As the host: a guest wants us to ask everybody."""
        s = self._s
        if peer.seat is None:
            return s.unexpected(peer)
        if not s.writing or not self._fits(game, ask):
            return self._tell_one(ask, "stale", None, peer.seat)
        if ask.kind == "back" and ask.body["seat"] != peer.seat:
            return s.unexpected(peer)
        if ask.kind == "proxy" and not self._may_replace(ask):
            return self._tell_one(ask, "refused", None, peer.seat)
        return self._ask_all(game, ask, peer.seat)

    def _may_replace(self, ask: Ask) -> bool:
        """As the host: whether everybody whom the question names away is away, and nobody plays for the seat."""
        others = [seat for seat in ask.body["away"] if seat != ask.body["seat"]]
        return self._left(ask.body["seat"]) == 0 and all(map(self._long_gone, others))

    def _fits(self, game: SignedGame, ask: Ask) -> bool:
        """Whether this question can be asked at the end of our log as it is now."""
        body = dict(ask.body)
        away = body.pop("away", ()) if ask.kind == "proxy" else ()
        names = {"back": {"seat", "to"}, "proxy": {"seat", "by"}}[ask.kind]
        if set(body) != names or any(type(value) is not int for value in body.values()):
            return False
        if game.table is None or ask != game.chain.ask(ask.kind, **ask.body) or body["seat"] not in game.roster.people:
            return False
        if ask.kind == "proxy":
            if type(away) is not list or away != sorted({*away} & {*game.roster.people}):
                return False
            return body["seat"] in away and body["by"] not in away and body["by"] in game.chain.standing.voters
        target = game.table.back_target(body["seat"], alone=False, consent=True)
        if target is None or self._is_too_often(game, body["seat"], False):
            return False
        return target.n == body["to"] and body["seat"] in game.chain.standing.voters

    def _put_to_us(self, game: SignedGame, ask: Ask) -> None:
        """Shows a question to our person. If our person asked it, the answer is yes at once."""
        if game.seat not in voters(game.chain, ask) or self._put == ask:
            return
        if self.proposed != ask and not self._asks.take(self._s.now):
            return  # the host asks too often: no person could read that
        self._put = ask
        if self.proposed == ask:
            return self.answer(ask.hash, True)
        other = ask.body["to" if ask.kind == "back" else "by"]
        self._s.tell(Asked(ask.hash, ask.kind, ask.body["seat"], other))
        return None

    def answer(self, question: bytes, yes: bool) -> None:
        """Our person's answer to the question with this hash."""
        s, game, ask = self._s, self._s.game, self._put
        if game is None or ask is None or ask.hash != question or game.seat is None:
            return
        self._put = None
        reply = sign_reply(s.identity, ask, game.seat, yes).message(ask)
        if s.hosting:
            if self._open is not None:
                self._open.add(reply)
                self._settle(game)
        elif (host := s.host_peer()) is not None:
            s.send(host, reply)

    def done(self, peer: Peer, done: m.Done) -> None:
        if peer.role != "player":
            return self._s.unexpected(peer)
        if peer is self._s.host_peer() and not self._s.hosting:
            self._ended(done)
        return None

    def _ended(self, done: m.Done) -> None:
        """A question has ended: one that we asked, that we were asked, or that others were."""
        known = self.tally.ended(done.req_hash)
        ask = next((one for one in (self.proposed, self._put) if one is not None and one.hash == done.req_hash), None)
        if ask is None:
            if known is not None:
                self._s.tell(Agreed(known.hash, known.kind, done.result, done.seat, known.seat))
            return
        mine = self.proposed == ask
        self.proposed = None if mine else self.proposed
        self._put = None if self._put == ask else self._put
        self._s.tell(Agreed(ask.hash, ask.kind, done.result, done.seat, ask.body["seat"]))
        if mine and ask.kind == "back" and done.result == "agreed":
            self._s.play.back = ask.body["to"]

    def ballot(self) -> Ballot | None:
        """The question that is open at the table, whoever is asked."""
        return self.tally.ballot()

    def waiting(self) -> tuple[Waiting, ...]:
        return self.tally.waiting()


def _is_here(game: SignedGame, ask: Ask) -> bool:
    """Whether our log still ends where this question was asked."""
    return (ask.term, ask.n, ask.head) == game.position


def _settles(record: Record, ask: Ask) -> bool:
    """Whether this entry, right after the place of the question, is the record of its agreement."""
    kind, body = record_of(ask, [])
    return (record.n, record.kind) == (ask.n + 1, kind) and {**record.body, "votes": []} == body
