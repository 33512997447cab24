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
from net.replies import ask_of
from net.session import asking, limits, terms, watching
from net.session.desync import Desync
from net.session.engine import Engine
from net.session.game import Game
from net.session.play import Play
from net.session.promises import Promises
from net.session.resync import Resync
from net.session.terms import Terms
from net.session.watching import Watching
from tests.net.sim import Disk, Plan, SimLog, laboratory, play
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
    return [(Terms, "_is_doubted", lambda self: False)]


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
    return [(Game, "rewind", lambda self, n: 0)]


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
    return [(asking, "proxy_ask", lambda chain, seat, by, away: agreements.proxy_ask(chain, seat, by))]


def _take_back_forgotten() -> list[Patch]:
    def passed(self: Any, record: Any) -> None:
        if record.kind == "move":
            self.back = None
        real(self, record)

    real = Play.passed
    return [(Play, "passed", passed)]


def _watches_the_old_host() -> list[Patch]:
    return [(Watching, "tick", lambda self: self._s.terms.dial(None) if not self._s.peers else None)]


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
_BUSY_ELECTIONS = Plan(people=4, bots=1, faults=14, span=50_000, storm=True, slow=True, options={"rounds": 4})

_HIDDEN_HANDS = Plan(game="lanterns", people=2, bots=1, watchers=1, dies=1, faults=2, backs=True, allowed=400_000)

MUTANTS: dict[str, Mutant] = {
    "sends before it stores": Mutant(_send_before_store, _FAULTS, 0),
    "promises are not kept on the disk": Mutant(_promises_not_kept, _FAULTS, 0),
    "promises are forgotten in a crash": Mutant(_promises_forgotten, _FAULTS, 10),
    "positions are not compared": Mutant(_no_digests, Plan(damage=1), 0),
    "an entry is taken twice": Mutant(_duplicates_taken, _FAULTS, 18),
    "what an entry follows is not checked": Mutant(_no_prev, _FAULTS, 49),
    "the host signs for everybody": Mutant(_any_signer, Plan(), 0),
    "an answer is lost on resuming": Mutant(_lost_reply, _FAULTS, 0),
    "a seat votes twice in a term": Mutant(_votes_twice, _ELECTIONS, 4),
    "a host begins its term before what it has ordered": Mutant(_confirmed_where_it_was_asked, _BUSY_ELECTIONS, 125),
    "a host that was given up does not ask to be confirmed": Mutant(_never_confirmed, _ELECTIONS, 12),
    "a host is changed without a majority": Mutant(_no_majority, _ELECTIONS, 0),
    "who watches gets everything": Mutant(_secrets_for_all, Plan(watchers=1), 0),
    "hidden parts of moves are in the clear": Mutant(_moves_in_the_clear, Plan(watchers=1), 0),
    "who watches takes every answer for a choice": Mutant(_choices_of_a_hidden_hand, _HIDDEN_HANDS, 16),
    "a new host has the shorter log": Mutant(_shorter_log_wins, _ELECTIONS, 4),
    "a guest applies what was not ordered": Mutant(_applied_before_ordered, _FAULTS, 0),
    "silence is not noticed": Mutant(_silence_unnoticed, _FAULTS, 5),
    "gaps are ignored": Mutant(_gaps_ignored, _FAULTS, 0),
    "a lost host is not dialled again": Mutant(_never_redials, _FAULTS, 0),
    "nothing is put aside": Mutant(_nothing_aside, _ELECTIONS, 25),
    "who is played for has no vote": Mutant(_no_vote_while_played_for, _PLAYED_FOR, 5),
    "two who are gone need each other": Mutant(_all_must_agree, _TWO_GONE, 0),
    "who watches calls only the old host": Mutant(_watches_the_old_host, _LOST, 0),
    "a take-back that comes too late is forgotten": Mutant(_take_back_forgotten, _BACKS, 11),
}


def first_seed(mutant: Mutant, first: int = 0) -> int | None:
    """The first world of two hundred in which the bug is noticed."""
    with planted(mutant):
        for seed in range(first, first + 200):
            try:
                play(seed, mutant.plan)
            except Exception:
                return seed
    return None


if __name__ == "__main__":
    with laboratory():
        for name, mutant in MUTANTS.items():
            print(f"{first_seed(mutant)!s:>5}  {name}", flush=True)
