"""Bugs on purpose. The simulator is worth something only if it finds each of them.

python -m tests.net.sim_mutants        the first seed that finds each, after a change of what is sent when
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from core import table
from core.fields import pack, unpack
from net import agreements
from net.agreements import Standing
from net.chain import Chain, Verdict
from net.opening import NONCE
from net.refusal import Refusal
from net.replies import ask_of
from net.session import ballots, limits, terms, watching
from net.session import signed_game as session_game
from net.session.desync import Desync
from net.session.engine import Engine
from net.session.lobby import Lobby
from net.session.play import Play
from net.session.promises import Promises
from net.session.rematch import Rematch
from net.session.resync import Resync
from net.session.shares import Shares
from net.session.signed_game import SignedGame
from net.session.starting import Starting
from net.session.terms import Terms
from net.session.watching import Watching
from tests.net.sim import Disk, Plan, SimLog, World, laboratory, play
from tests.net.sim_evening import EveningPlan, play_evening
from tests.net.sim_hostile import HostilePlan, play_hostile
from tests.net.sim_stories import after, back, begun, gone, once, played_for

Patch = tuple[Any, str, Any]


class Mutant(NamedTuple):
    patches: Callable[[], list[Patch]]
    plan: Plan
    seed: int  # one that finds it, as long as what is sent when stays as it is


@contextmanager
def planted(mutant: Mutant) -> Iterator[None]:
    patches = mutant.patches()
    before = [(where, name, where.__dict__[name]) for where, name, _ in patches]
    for where, name, bug in patches:
        setattr(where, name, bug)
    try:
        yield
    finally:
        for where, name, was in before:
            setattr(where, name, was)


def _send_before_store() -> list[Patch]:
    def store(self: Any, payload: bytes) -> None:
        disk: Any = self._disk
        late = getattr(disk, "late", [])
        with disk.storing():
            for gid, one in late:
                disk.logs[gid].append(one)
                disk.witness.stored(disk, gid)
            disk.late = [(self._gid, payload)]

    return [(SimLog, "_store", store)]


def _promises_not_kept() -> list[Patch]:
    return [(Promises, "_keep", lambda self: None)]


def _promises_forgotten() -> list[Patch]:
    return [(Disk, "promises", lambda self, gid: None)]


def _no_digests() -> list[Patch]:
    judge = Chain.judge
    return [
        (Chain, "judge", lambda self, entry, digest=None: judge(self, entry, None)),
        (Desync, "suspect", lambda self, peer, n, digest=None: False),
    ]


def _duplicates_taken() -> list[Patch]:
    def judge(self: Any, entry: Any, digest: Any = None) -> Verdict:
        verdict = real(self, entry, digest)
        return Verdict("taken") if verdict.what == "duplicate" and entry.record.n == len(self) - 1 else verdict

    real = Chain.judge
    return [(Chain, "judge", judge)]


def _no_prev() -> list[Patch]:
    def judge(self: Any, entry: Any, digest: Any, n: int) -> Verdict:
        return real(self, entry._replace(record=entry.record._replace(prev=self.link)), digest, n)

    real = Chain._judge_next
    return [(Chain, "_judge_next", judge)]


def _any_signer() -> list[Patch]:
    return [(Standing, "player", lambda self, seat: self.host)]


def _lost_reply() -> list[Patch]:
    return [(Play, "resend", lambda self, host: None)]


def _votes_twice() -> list[Patch]:
    def ask(self: Any, game: Any, away: list[int]) -> None:
        game.promises.voted_term, self._heard = 0, 0
        real(self, game, away)

    real = Terms._ask
    return [(Promises, "may_vote", lambda self, term, question: True), (Terms, "_ask", ask)]


def _confirmed_where_it_was_asked() -> list[Patch]:
    """A host that asked to be confirmed and then ordered something lets its new term begin before that all the same."""

    def settle(self: Any, game: Any) -> None:
        asked = self._collecting
        if asked is not None and not asked.missing and game.seat == game.chain.host and asked.ask.n < game.last:
            game.rewind(asked.ask.n + 1)
        real(self, game)

    real = Terms._settle
    return [(Terms, "_settle", settle)]


def _never_confirmed() -> list[Patch]:
    return [(Terms, "_is_doubted", lambda self, game: False)]


def _no_majority() -> list[Patch]:
    return [(agreements, "need", lambda chain: 1), (terms, "need", lambda chain: 1)]


def _secrets_for_all() -> list[Patch]:
    return [(watching, "_public_record", lambda record: None)]


def _moves_in_the_clear() -> list[Patch]:
    return [
        (table, "covered", lambda moves, move, dealer, before: pack(move)),
        (table, "uncovered", lambda moves, record, dealer: unpack(moves, record.body)),
    ]


def _choices_of_a_hidden_hand() -> list[Patch]:
    """Who watches takes everything for a choice that it cannot see to be none."""

    def check(self: Any, record: Any, consent: bool) -> None:
        target = self.back_target(record.seat, alone=False, consent=consent)
        if target is None or target.n != record.body:
            raise table.TableError("bad_back", n=record.n)

    return [(table.Table, "_check_back", check)]


def _shorter_log_wins() -> list[Patch]:
    def asked(self: Any, peer: Any, message: Any) -> None:
        game = self._s.game
        ask = ask_of(game.chain.gid, message)
        if 5 <= ask.n < game.last and game.chain.head_at(ask.n) == ask.head:
            game.rewind(ask.n + 1)
        real(self, peer, message)

    real = Terms.asked
    # And who wants to be host does not wait for those who have more.
    return [(Terms, "asked", asked), (Resync, "met", _unmet)]


def _unmet(self: Any, peer: Any, term: int, n: int, head: bytes) -> None:
    peer.target = -1
    game = self._s.game
    if (term, n) < (game.chain.term, game.last):
        self.offer(peer, term, n)


def _applied_before_ordered() -> list[Patch]:
    def step(self: Any) -> bool:
        grown = real(self)
        s, game = self._s, self._s.game
        promised = game.promises.at(game.chain.term, len(game.chain))
        if not s.hosting and promised is not None and game.take(promised).taken:
            s.taken(promised)
        return bool(grown)

    real = Play.step
    return [(Play, "step", step)]


def _silence_unnoticed() -> list[Patch]:
    return [(limits, "DEAD_MS", 10**9)]


def _gaps_ignored() -> list[Patch]:
    return [
        (Resync, "behind", lambda self, peer, term, n: None),
        (Resync, "met", lambda self, peer, term, n, head: None),
    ]


def _nothing_aside() -> list[Patch]:
    return [(SignedGame, "rewind", lambda self, n: 0)]


def _never_redials() -> list[Patch]:
    return [(Engine, "dial", lambda self, seat: None if self.game is not None else _dial(self, seat))]


_dial = Engine.dial


def _no_vote_while_played_for() -> list[Patch]:
    def asked(self: Any, peer: Any, message: Any) -> None:
        game = self._s.game
        if game.seat not in dict(game.chain.standing.proxies):
            real(self, peer, message)

    real = Terms.asked
    return [(Terms, "asked", asked)]


def _all_must_agree() -> list[Patch]:
    return [(ballots, "proxy_ask", lambda chain, seat, by, away: agreements.proxy_ask(chain, seat, by))]


def _take_back_forgotten() -> list[Patch]:
    def passed(self: Any, record: Any) -> None:
        if record.kind == "move":
            self.back = None
        real(self, record)

    real = Play.passed
    return [(Play, "passed", passed)]


def _watches_the_old_host() -> list[Patch]:
    return [(Watching, "tick", lambda self: self._s.dialling.dial(None) if not self._s.peers else None)]


# Ready, and the start


def _nonce_again() -> list[Patch]:
    def ready(self: Any, ready: bool) -> None:
        me = self._s.me
        self.first_nonce = getattr(self, "first_nonce", None) or me.random(NONCE)
        self._s.me = me._replace(random=lambda size: self.first_nonce if size == NONCE else me.random(size))
        real(self, ready)
        self._s.me = me

    real = Starting.ready
    return [(Starting, "ready", ready)]


def _ready_unspent() -> list[Patch]:
    def roster(self: Any, peer: Any, message: Any) -> None:
        pledge = self._pledge
        real(self, peer, message)
        self._pledge = pledge

    real = Starting.roster
    return [(Starting, "roster", roster)]


def _ready_for_ever() -> list[Patch]:
    def ready(self: Any, ready: bool) -> None:
        pledge = self._pledge
        real(self, ready)
        self._pledge = self._pledge or pledge

    real = Starting.ready
    return [(Starting, "ready", ready)]


def _ready_for_anything() -> list[Patch]:
    return [(Starting, "lobby_shown", lambda self, table: None)]


def _revisions_again() -> list[Patch]:
    real = Lobby.__init__
    return [(Lobby, "__init__", lambda self, name, game, options, seats, rev=0: real(self, name, game, options, seats))]


def _rematch_by_hand() -> list[Patch]:
    return [(Rematch, "lobby_shown", lambda self: None)]


def _counted_too_early() -> list[Patch]:
    return [(Shares, "are_out", lambda self: True)]


def _over_is_over() -> list[Patch]:
    def begin(cls: Any, store: Any, first: Any, seat: Any, *, new: bool = False, told: int = -1) -> Any:
        log = store.open(Chain(first).gid)
        if log is not None and log.records[-1].kind == "end":
            raise Refusal("bad_roster", what="gid")
        return real(cls, store, first, seat, new=new, told=told)

    real: Any = SignedGame.__dict__["begin"].__func__
    return [(SignedGame, "begin", classmethod(begin))]


def _seats_of_the_gone() -> list[Patch]:
    def fail(self: Any, reason: str, blamed: int | None) -> None:
        lobby = self._s.lobby
        leave, lobby.leave = lobby.leave, lambda key: None
        real(self, reason, blamed)
        lobby.leave = leave

    real = Starting.fail
    return [(Starting, "fail", fail)]


# What one says of another


def _hearsay_deposes() -> list[Patch]:
    def deposed(self: Any) -> bool:
        game = self._s.game
        return bool(real(self)) or (game is not None and self._heard > game.chain.term)

    real: Any = Terms.__dict__["deposed"].fget
    return [(Terms, "deposed", property(deposed))]


def _false_position_stops() -> list[Patch]:
    return [(Desync, "_name", lambda self, game, peer: self._s.stop("desync"))]


def _never_wrong() -> list[Patch]:
    return [(Desync, "mend", lambda self, game, about=None: False)]


def _advice_on_and_on() -> list[Patch]:
    return [(session_game, "is_over_budget", lambda table, kind, seat, further=0: False)]


def _any_share() -> list[Patch]:
    return [(Shares, "replied", lambda self, peer, message: self._collecting.add(message))]


def _promises_anew() -> list[Patch]:
    def reply(self: Any, game: Any, ask: Any) -> Any:
        if ask.kind == "commit":
            game.promises.keep_share(self._s.me.random(32))
        return real(self, game, ask)

    real = Shares._reply
    return [(Shares, "_reply", reply)]


_EVENING = EveningPlan(people=3, faults=3)
_CALM_EVENING = EveningPlan(people=3)
_HOST_BEGINS_ANEW = HostilePlan(rogue=0, tricks=("begins anew",))
_HOST_DEALS = HostilePlan(rogue=0, tricks=("deals everybody in",))
_HOST_CHANGES = HostilePlan(rogue=0, tricks=("deals everybody in", "shows another table"))
_GUEST_KEEPS = HostilePlan(tricks=("keeps its promise",))
_GUEST_LIES = HostilePlan(tricks=("shows another share",))
_GUEST_DEPOSES = HostilePlan(tricks=("says that the term is over",))
_GUEST_CRIES = HostilePlan(tricks=("cries that positions differ", "signs other positions"))
_HOST_REPEATS = HostilePlan(rogue=0, tricks=("keeps entries from some", "repeats what was said"))
_GUEST_ASKS = HostilePlan(tricks=("asks for advice on and on",))
_SPOILED = HostilePlan(tricks=("spoils entries",))
_FAULTS = Plan(faults=5)
_BACKS = Plan(people=4, backs=True, faults=8, slow=True)
_LOST = Plan(people=4, dies=0, watchers=1)
_TWO_GONE = Plan(people=4, story=(once(begun, gone(2, 3)),))
_PLAYED_FOR = Plan(
    people=3,
    options={"rounds": 4},
    story=(once(begun, gone(2)), once(played_for(2), gone(0)), once(after(30_000), back(2))),
)
_ELECTIONS = Plan(people=4, faults=8, span=40_000, storm=True, options={"rounds": 4})

_HIDDEN_HANDS = Plan(game="lanterns", people=2, bots=1, watchers=2, dies=1, faults=2, backs=True, allowed=400_000)

MUTANTS: dict[str, Mutant] = {
    "sends before it stores": Mutant(_send_before_store, _FAULTS, 0),
    "promises are not kept on the disk": Mutant(_promises_not_kept, _FAULTS, 0),
    "promises are forgotten in a crash": Mutant(_promises_forgotten, _FAULTS, 6),
    "positions are not compared": Mutant(_no_digests, Plan(damage=1), 1),
    "an entry is taken twice": Mutant(_duplicates_taken, _FAULTS, 49),
    "what an entry follows is not checked": Mutant(_no_prev, _SPOILED, 20),
    "the host signs for everybody": Mutant(_any_signer, Plan(), 0),
    "an answer is lost on resuming": Mutant(_lost_reply, _FAULTS, 9),
    "a seat votes twice in a term": Mutant(_votes_twice, _ELECTIONS, 90),
    "a host begins its term before what it has ordered": Mutant(_confirmed_where_it_was_asked, _GUEST_DEPOSES, 14),
    "a host that was given up does not ask to be confirmed": Mutant(_never_confirmed, _ELECTIONS, 71),
    "a host is changed without a majority": Mutant(_no_majority, _ELECTIONS, 0),
    "who watches gets everything": Mutant(_secrets_for_all, Plan(watchers=1), 0),
    "hidden parts of moves are in the clear": Mutant(_moves_in_the_clear, Plan(watchers=1), 0),
    "who watches takes every answer for a choice": Mutant(_choices_of_a_hidden_hand, _HIDDEN_HANDS, 5),
    "a new host has the shorter log": Mutant(_shorter_log_wins, _ELECTIONS, 3),
    "a guest applies what was not ordered": Mutant(_applied_before_ordered, _FAULTS, 0),
    "silence is not noticed": Mutant(_silence_unnoticed, _FAULTS, 10),
    "gaps are ignored": Mutant(_gaps_ignored, _FAULTS, 1),
    "a lost host is not dialled again": Mutant(_never_redials, _FAULTS, 0),
    "nothing is put aside": Mutant(_nothing_aside, _ELECTIONS, 43),
    "who is played for has no vote": Mutant(_no_vote_while_played_for, _PLAYED_FOR, 5),
    "two who are gone need each other": Mutant(_all_must_agree, _TWO_GONE, 0),
    "who watches calls only the old host": Mutant(_watches_the_old_host, _LOST, 0),
    "a take-back that comes too late is forgotten": Mutant(_take_back_forgotten, _BACKS, 6),
    "a nonce is used again": Mutant(_nonce_again, _CALM_EVENING, 0),
    "ready is not spent by signing": Mutant(_ready_unspent, _HOST_BEGINS_ANEW, 0),
    "ready stays when it is taken back": Mutant(_ready_for_ever, _HOST_DEALS, 53),
    "ready stays when the table changes": Mutant(_ready_for_anything, _HOST_CHANGES, 0),
    "revisions begin anew with a rematch": Mutant(_revisions_again, _CALM_EVENING, 0),
    "hearsay deposes a host": Mutant(_hearsay_deposes, _GUEST_DEPOSES, 0),
    "a false position stops the game": Mutant(_false_position_stops, _GUEST_CRIES, 0),
    "nobody looks to itself before it names another": Mutant(_never_wrong, Plan(damage=0), 0),
    "advice is asked for on and on": Mutant(_advice_on_and_on, _GUEST_ASKS, 0),
    "any share is taken": Mutant(_any_share, _GUEST_LIES, 0),
    "a share is promised anew when it is asked for again": Mutant(_promises_anew, _HOST_REPEATS, 45),
    "a rematch does not begin by itself": Mutant(_rematch_by_hand, _CALM_EVENING, 0),
    "a start is counted before the shares are out": Mutant(_counted_too_early, _CALM_EVENING, 53),
    "who comes anew after a game is told that the host is wrong": Mutant(_over_is_over, _EVENING, 1),
    "who is gone keeps its seat after a start that failed": Mutant(_seats_of_the_gone, _GUEST_KEEPS, 5),
}


def act_out(seed: int, plan: Plan) -> World:
    """One world of any kind."""
    if isinstance(plan, HostilePlan):
        return play_hostile(seed, plan)
    if isinstance(plan, EveningPlan):
        return play_evening(seed, plan)
    return play(seed, plan)


def first_seed(mutant: Mutant, first: int = 0) -> int | None:
    """The first world of two hundred in which the bug is noticed."""
    with planted(mutant):
        for seed in range(first, first + 200):
            try:
                act_out(seed, mutant.plan)
            except Exception:
                return seed
    return None


if __name__ == "__main__":
    with laboratory():
        for name, mutant in MUTANTS.items():
            print(f"{first_seed(mutant)!s:>5}  {name}", flush=True)
