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
from net.replies import ask_of
from net.session import ballots, limits, terms, watching
from net.session import signed_game as session_game
from net.session.company import Company
from net.session.desync import Desync
from net.session.engine import Engine
from net.session.lobby import Lobby
from net.session.meeting import Meeting
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
        with disk.storing("append"):
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
        (table, "masked", lambda moves, move, dealer, before: pack(move)),
        (table, "unmasked", lambda moves, record, dealer: unpack(moves, record.body)),
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
    return [(Starting, "take_up", lambda self, gid, key: None)]


def _seats_of_the_gone() -> list[Patch]:
    def fail(self: Any, reason: str, blamed: int | None) -> None:
        lobby = self._s.lobby
        leave, lobby.leave = lobby.leave, lambda key: None
        real(self, reason, blamed)
        lobby.leave = leave

    real = Starting.fail
    return [(Starting, "fail", fail)]


# A lost host, before and between games


def _host_unmissed() -> list[Patch]:
    return [(Company, "may_take_over", property(lambda self: False)), (Company, "_misses_its_host", lambda self: False)]


def _strangers_at_the_new_table() -> list[Patch]:
    return [(Company, "expected", property(lambda self: frozenset()))]


def _two_tables() -> list[Patch]:
    return [(Company, "may_dial", lambda self, key: False), (Company, "yields_to", lambda self, peer, guests: False)]


def _addresses_of_the_last_game() -> list[Patch]:
    """Only a change of somebody's link is told, and addresses by seat outlive their game."""

    def begin(self: Any) -> None:
        self._rows, self._shown = {}, None

    def send(self: Any, peer: Any, now: Any) -> None:
        if peer.told is None or [row[:2] for row in peer.told.peers] != [row[:2] for row in now.peers]:
            real(self, peer, now)

    real = Meeting._send
    return [(Meeting, "begin", begin), (Meeting, "_send", send), (Company, "address", lambda self, key: ("", 0))]


def _host_for_ever() -> list[Patch]:
    """Whoever was host once, and opens its lobby again, is not let in while the others have a game."""

    def comes(self: Any, game: Any, peer: Any, join: Any) -> None:
        if join.role == "host":
            self._s.refuse(peer, "JOIN", "playing")
            self._s.drop(peer, "playing")
        else:
            real(self, game, peer, join)

    real = Meeting._comes_to_a_game
    return [(Meeting, "_comes_to_a_game", comes), (Company, "is_called_to_a_game", lambda self, peer, gid: False)]


def _votes_lost_with_the_host() -> list[Patch]:
    return [(Rematch, "taken_over", lambda self: None), (Rematch, "_say_again", lambda self, table: None)]


def _votes_not_said_again() -> list[Patch]:
    return [(Rematch, "_say_again", lambda self, table: None)]


def _comers_cancel_ready() -> list[Patch]:
    def sit(self: Any, key: bytes, name: str, wanted: int | None, others: Any = ()) -> int | None:
        before = self.seat_of(key)
        seat: int | None = real(self, key, name, wanted, others)
        if before is None and seat is not None:
            self.changed()
        return seat

    real = Lobby.sit
    return [(Lobby, "sit", sit)]


def _watches_only_games() -> list[Patch]:
    """Who watches looks for another host in a game, and not between two."""

    def tick(self: Any) -> None:
        if self._s.company.between_games and self.source() is None and not self._s.peers:
            self._s.dialling.dial(None)
        else:
            real(self)

    real = Watching.tick
    return [(Watching, "tick", tick)]


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
_HOSTS_DIE = EveningPlan(people=3, deaths=60)
_ALL_IS_LOST = EveningPlan(people=3, deaths=40, faults=3, watchers=1)
_WATCHED = EveningPlan(people=3, deaths=60, watchers=1)
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

_HIDDEN_HANDS = Plan(game="atlantis", people=2, bots=1, watchers=4, dies=1, faults=1, backs=True, allowed=400_000)

MUTANTS: dict[str, Mutant] = {
    "sends before it stores": Mutant(_send_before_store, _FAULTS, 0),
    "promises are not kept on the disk": Mutant(_promises_not_kept, _FAULTS, 0),
    "promises are forgotten in a crash": Mutant(_promises_forgotten, _FAULTS, 6),
    "positions are not compared": Mutant(_no_digests, Plan(damage=1), 1),
    "an entry is taken twice": Mutant(_duplicates_taken, _FAULTS, 18),
    "what an entry follows is not checked": Mutant(_no_prev, _SPOILED, 20),
    "the host signs for everybody": Mutant(_any_signer, Plan(), 0),
    "an answer is lost on resuming": Mutant(_lost_reply, _FAULTS, 1),
    "a seat votes twice in a term": Mutant(_votes_twice, _ELECTIONS, 5),
    "a host begins its term before what it has ordered": Mutant(_confirmed_where_it_was_asked, _GUEST_DEPOSES, 5),
    "a host that was given up does not ask to be confirmed": Mutant(_never_confirmed, _ELECTIONS, 5),
    "a host is changed without a majority": Mutant(_no_majority, _ELECTIONS, 5),
    "who watches gets everything": Mutant(_secrets_for_all, Plan(watchers=1), 0),
    "hidden parts of moves are in the clear": Mutant(_moves_in_the_clear, Plan(watchers=1), 0),
    "who watches takes every answer for a choice": Mutant(_choices_of_a_hidden_hand, _HIDDEN_HANDS, 9),
    "a new host has the shorter log": Mutant(_shorter_log_wins, _ELECTIONS, 3),
    "a guest applies what was not ordered": Mutant(_applied_before_ordered, _FAULTS, 0),
    "silence is not noticed": Mutant(_silence_unnoticed, _FAULTS, 17),
    "gaps are ignored": Mutant(_gaps_ignored, _FAULTS, 0),
    "a lost host is not dialled again": Mutant(_never_redials, _FAULTS, 0),
    "nothing is put aside": Mutant(_nothing_aside, _ELECTIONS, 43),
    "who is played for has no vote": Mutant(_no_vote_while_played_for, _PLAYED_FOR, 5),
    "two who are gone need each other": Mutant(_all_must_agree, _TWO_GONE, 0),
    "who watches calls only the old host": Mutant(_watches_the_old_host, _LOST, 0),
    "a take-back that comes too late is forgotten": Mutant(_take_back_forgotten, _BACKS, 11),
    "a nonce is used again": Mutant(_nonce_again, _CALM_EVENING, 0),
    "ready is not spent by signing": Mutant(_ready_unspent, _HOST_BEGINS_ANEW, 5),
    "ready stays when it is taken back": Mutant(_ready_for_ever, _HOST_DEALS, 51),
    "ready stays when the table changes": Mutant(_ready_for_anything, _HOST_CHANGES, 0),
    "revisions begin anew with a rematch": Mutant(_revisions_again, _CALM_EVENING, 0),
    "hearsay deposes a host": Mutant(_hearsay_deposes, _GUEST_DEPOSES, 2),
    "a false position stops the game": Mutant(_false_position_stops, _GUEST_CRIES, 0),
    "nobody looks to itself before it names another": Mutant(_never_wrong, Plan(damage=0), 0),
    "advice is asked for on and on": Mutant(_advice_on_and_on, _GUEST_ASKS, 2),
    "any share is taken": Mutant(_any_share, _GUEST_LIES, 0),
    "a share is promised anew when it is asked for again": Mutant(_promises_anew, _HOST_REPEATS, 68),
    "a rematch does not begin by itself": Mutant(_rematch_by_hand, _CALM_EVENING, 0),
    "a start is counted before the shares are out": Mutant(_counted_too_early, _CALM_EVENING, 64),
    "who comes anew after a game is told that the host is wrong": Mutant(_over_is_over, _EVENING, 3),
    "who is gone keeps its seat after a start that failed": Mutant(_seats_of_the_gone, _GUEST_KEEPS, 4),
    "a host that is lost between games is not missed": Mutant(_host_unmissed, _HOSTS_DIE, 1),
    "nobody knows the company at the new host's door": Mutant(_strangers_at_the_new_table, _HOSTS_DIE, 5),
    "two hosts of one company stay apart": Mutant(_two_tables, _HOSTS_DIE, 1),
    "whoever was host is refused for ever": Mutant(_host_for_ever, _ALL_IS_LOST, 8),
    "play again is lost after a change of host": Mutant(_votes_lost_with_the_host, _HOSTS_DIE, 15),
    "play again is not said again": Mutant(_votes_not_said_again, _EVENING, 0),
    "somebody joining cancels everybody's ready": Mutant(_comers_cancel_ready, _CALM_EVENING, 0),
    "who watches does not follow between games": Mutant(_watches_only_games, _WATCHED, 3),
    "a lost host is looked for where others sat in the last game": Mutant(_addresses_of_the_last_game, _HOSTS_DIE, 12),
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
