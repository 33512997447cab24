"""A program that does not play fair: a real session, with its keys and its log, whose messages are changed, kept back,
said twice, or made up.

A **twist** changes what the session sends; a **prank** is something it would never send. Which of them a rogue knows,
and when it uses one, comes from the seed. Nothing it does is checked: it is for the others to bear it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core import games
from core.chance import Stream
from core.frames import Record
from core.game import IllegalMove
from net import messages as m
from net import opening
from net.agreements import back_ask, proxy_ask, term_ask
from net.entries import Entry, read_entry, sign_desync, sign_digest, sign_entry
from net.identity import SIGNATURE
from net.opening import NONCE, Bot, Person
from net.refusal import ProtocolError, Refusal
from net.replies import Ask, ask_of, sign_reply
from net.session import notices
from net.session.actions import Action, Close, Dial, Send
from net.session.desync import core_hash
from net.session.session import Session
from tests.net.samples import SAMPLES
from tests.net.sim_disk import Crash
from tests.net.sim_evening import Evening
from tests.net.sim_people import EveningNode

if TYPE_CHECKING:
    from net.session.signed_game import SignedGame

Twist = Callable[["Rogue", int, Any], "list[m.Message] | None"]
Prank = Callable[["Rogue"], None]

_MEMORY = 400  # messages it can repeat


class Rogue(EveningNode):
    honest = False

    def __init__(self, world: Evening, number: int, tricks: tuple[str, ...] = ()) -> None:
        super().__init__(world, number)
        self.dice = Stream("rogue", world.seed, number)
        self.said: deque[m.Message] = deque(maxlen=_MEMORY)
        self.heard: deque[m.Message] = deque(maxlen=_MEMORY)
        self.used: set[str] = set()  # tricks
        self.asked: dict[bytes, Ask] = {}
        self.nonces: dict[bytes, bytes] = {}  # by key: the last that came in a READY to us
        names = sorted({**TWISTS, **PRANKS})
        self.tricks = tricks or tuple(names[self.dice.below(len(names))] for _ in range(1 + self.dice.below(4)))
        self.spoken = 0  # messages of its own making, or the session's
        self.victims = self.dice.below(8)  # bits of the nodes that it treats otherwise

    def one_in(self, many: int) -> bool:
        return self.dice.below(many) == 0

    def noise(self, size: int) -> bytes:
        return b"".join(self.dice.word().to_bytes(4, "big") for _ in range((size + 3) // 4))[:size]

    # As every program ------------------------------------------------------------------------------------------------

    def do(self, call: Callable[[Session], list[Action]]) -> None:
        if self.session is None:
            return
        try:
            actions = call(self.session)
        except IllegalMove:
            return
        except Crash:
            return self.world.crash(self)
        except Exception:  # what it did to others has come back to it
            return self.world.crash(self, 1_000)
        self.carry_out(actions)

    def carry_out(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                for message in self._twisted(action.link, action.message):
                    self.say(message, action.link)
            elif isinstance(action, Close):
                self.world.close(self, action.link)
            elif isinstance(action, Dial):
                self.world.dial(self, action)
            elif self.session is not None:
                self.hears(action.notice)

    def _twisted(self, link: int, message: m.Message) -> list[m.Message]:
        for name in self.tricks:
            twist = TWISTS.get(name)
            if twist is not None and (changed := twist(self, link, message)) is not None:
                self.used.add(name)
                return changed
        return [message]

    def accuses(self, notice: notices.Notice) -> None:
        """Nobody believes it."""

    def receives(self, link: int, message: m.Message) -> None:
        self.heard.append(message)
        game = self.game
        if isinstance(message, m.AskMessage) and game is not None:
            ask = ask_of(game.chain.gid, message)
            self.asked[ask.hash] = ask
        if isinstance(message, m.Ready) and message.nonce is not None and link in self.links:
            self.nonces[self.world.nodes[self.other_end(link)].identity.key] = message.nonce

    def looks_around(self) -> None:
        super().looks_around()
        for name in self.tricks:
            prank = PRANKS.get(name)
            if prank is not None and self.session is not None and self.links and self.one_in(3):
                said = self.spoken
                with suppress(IllegalMove, Refusal):  # not even a rogue can do everything everywhere
                    prank(self)
                if self.spoken > said or self.session is None:
                    self.used.add(name)

    # What tricks are made of -----------------------------------------------------------------------------------------

    @property
    def game(self) -> SignedGame | None:
        return self.session.game if self.session is not None else None

    def other_end(self, link: int) -> int:
        wire = self.links[link]
        return wire.nodes[1 - wire.ends.index(link)]

    def is_victim(self, link: int) -> bool:
        if self.session is None or not self.session.hosting:
            return True  # there is only the host
        return link in self.links and bool(self.victims >> self.other_end(link) % 3 & 1)

    def say(self, message: m.Message, link: int | None = None) -> None:
        """To one, or to all it has a link to."""
        self.said.append(message)
        self.spoken += 1
        with suppress(ProtocolError):  # it may have no form that could be sent
            for end in [link] if link is not None else sorted(self.links):
                self.world.transmit(self, end, message)

    def some_link(self) -> int:
        links = sorted(self.links)
        return links[self.dice.below(len(links))]

    def sign(self, game: SignedGame, record: Record, term: int | None = None) -> Entry:
        unsigned = record._replace(sig=None)
        return sign_entry(self.identity, game.chain.gid, game.chain.term if term is None else term, unsigned)

    def next_entry(self, game: SignedGame, kind: str, seat: int | None, body: Any = None, opened: Any = None) -> Entry:
        chain = game.chain
        return self.sign(game, Record(len(chain), chain.link, game.digest, seat, kind, body, opened, None))


# Twists --------------------------------------------------------------------------------------------------------------


def _silent_about(*kinds: type[m.Message]) -> Twist:
    def twist(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
        return [] if isinstance(message, kinds) and rogue.one_in(2) else None

    return twist


def _keeps_share(kind: str) -> Twist:
    def twist(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
        return [] if isinstance(message, m.ReplyMessage) and message.kind == kind and rogue.one_in(2) else None

    return twist


def _other_share(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    ask = rogue.asked.get(message.req_hash) if isinstance(message, m.ReplyMessage) else None
    if ask is None or ask.kind not in ("commit", "seed") or not isinstance(message, m.ReplyMessage):
        return None
    other = sign_reply(rogue.identity, ask, message.seat, rogue.noise(32)).message(ask)
    return [other] if rogue.one_in(2) else [message, other]


def _says_yes_and_no(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    ask = rogue.asked.get(message.req_hash) if isinstance(message, m.ReplyMessage) else None
    if ask is None or not isinstance(message, m.ReplyMessage) or type(message.payload) is not bool:
        return None
    other = sign_reply(rogue.identity, ask, message.seat, not message.payload).message(ask)
    return [message, other, message] if rogue.one_in(2) else [other, message]


def _false_digest(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    game = rogue.game
    if not isinstance(message, m.Digest) or game is None or message.n >= len(game.chain):
        return None
    entry = game.chain.links[message.n].entry
    if entry is None:
        return None
    return [sign_digest(rogue.identity, message.seat, entry, rogue.noise(16))] * (1 + rogue.dice.below(14))


def _forks(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    """Another entry of its own for the same place, beside the first or, to some, in its stead."""
    game = rogue.game
    if not isinstance(message, m.EntryMessage) or game is None or message.sig not in rogue.identity.made:
        return None
    entry = read_entry(message.raw, message.sig)
    if entry.record.kind != "move" or entry.gid != game.chain.gid or rogue.one_in(2):
        return None
    hint = entry.record._replace(kind="hint", body=None, opened=None)
    other = rogue.sign(game, hint, entry.term).message()
    if rogue.is_victim(link):
        return [other]
    return [message, other] if rogue.one_in(2) else [other, message]


def _withholds(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    """Entries, from some."""
    return [] if isinstance(message, m.EntryMessage) and rogue.is_victim(link) and rogue.one_in(3) else None


def _spoils(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    """Entries with something else in them, signed again if they are its own."""
    game = rogue.game
    if not isinstance(message, m.EntryMessage) or game is None or not rogue.one_in(6):
        return None
    entry = read_entry(message.raw, message.sig)
    changes: tuple[dict[str, Any], ...] = (
        {"digest": rogue.noise(16)},
        {"prev": rogue.noise(32)},
        {"n": entry.record.n + 1 + rogue.dice.below(3)},
        {"seat": rogue.dice.below(4)},
        {"body": ["nod"]},
        {"kind": "end", "seat": None, "body": {"scores": [9, 0, 0], "winners": [0]}, "opened": None},
        {"opened": [rogue.dice.below(6)]},
    )
    record = entry.record._replace(**changes[rogue.dice.below(len(changes))])
    if message.sig in rogue.identity.made:
        return [rogue.sign(game, record, entry.term).message()]
    return [rogue.sign(game, record, entry.term)._replace(sig=rogue.noise(SIGNATURE)).message()]


def _other_roster(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    """Another table than all are ready for."""
    if not isinstance(message, m.Roster) or rogue.session is None:
        return None
    roster = opening.read_roster(message.raw)
    changed = _changed_roster(rogue, roster)
    return None if changed is None else [m.Roster(changed.raw)]


def _changed_roster(rogue: Rogue, roster: opening.Roster) -> opening.Roster | None:
    rules = games.load(roster.game)
    seats, options = list(roster.seats), dict(roster.options)
    what = rogue.dice.below(6)
    if what == 0:
        option = rules.options[0]
        options[option.name] = option.values[rogue.dice.below(len(option.values))]
    elif what == 1:
        seats = [*seats, Bot("normal")]
    elif what == 2:
        seats[1:] = seats[1:][::-1]
    elif what == 3:
        seats = [one._replace(level="hard") if isinstance(one, Bot) else one for one in seats]
    elif what == 4:
        at = rogue.dice.below(len(seats))
        seats[at] = Bot("normal")
    # Else the same table with another nonce of its own: another deal.
    seats = [
        Person(one.name, one.key, rogue.noise(NONCE))
        if isinstance(one, Person) and one.key == rogue.identity.key
        else one
        for one in seats
    ]
    host = next((n for n, one in enumerate(seats) if isinstance(one, Person) and one.key == rogue.identity.key), None)
    try:
        return None if host is None else opening.propose(rules, seats, options, host)
    except Exception:  # no table of this game
        return None


def _other_lobby(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    """A table that is not there, under the same number."""
    if not isinstance(message, m.Lobby) or not rogue.one_in(3):
        return None
    return [_changed_lobby(rogue, message), *([message] if rogue.one_in(2) else [])]


def _changed_lobby(rogue: Rogue, lobby: m.Lobby) -> m.Lobby:
    rows = [list(row) for row in lobby.seats]
    row = rows[rogue.dice.below(len(rows))]
    what = rogue.dice.below(7)
    if what == 0:
        return replace(lobby, options={"rounds": 1 + rogue.dice.below(4)})
    if what == 1:
        return replace(lobby, seats=(*lobby.seats, ("bot", "", "normal", None, False, "none")))
    if what == 2:
        row[:] = ["open", "", None, None, False, "none"]
    elif what == 3:
        row[4] = not row[4]
    elif what == 4:
        return replace(lobby, seats=lobby.seats[::-1])
    elif what == 5:
        return replace(lobby, state=("lobby", "starting", "playing", "over")[rogue.dice.below(4)])
    else:
        return replace(lobby, host=rogue.dice.below(len(rows)))
    return replace(lobby, seats=tuple(tuple(one) for one in rows))


def _false_join(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    if isinstance(message, m.Join) and rogue.one_in(2):
        term, n = rogue.dice.below(4), rogue.dice.below(40)
        return [replace(message, term=term, have_n=n, have_head=rogue.noise(32))]
    if isinstance(message, m.Joined) and rogue.one_in(2):
        return [replace(message, term=rogue.dice.below(4), n=rogue.dice.below(40), head=rogue.noise(32))]
    return None


def _false_peers(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    if not isinstance(message, m.Peers):
        return None
    return [replace(message, peers=tuple((seat, "away", "-", 0) for seat, *_ in message.peers))]


def _false_done(rogue: Rogue, link: int, message: m.Message) -> list[m.Message] | None:
    if not isinstance(message, m.Done):
        return None
    results = ("agreed", "refused", "stale", "withdrawn", "late")
    return [replace(message, result=results[rogue.dice.below(5)], seat=rogue.dice.below(4))]


TWISTS: dict[str, Twist] = {
    "keeps its signature": _silent_about(m.Sign),
    "keeps its promise": _keeps_share("commit"),
    "keeps its share": _keeps_share("seed"),
    "shows another share": _other_share,
    "says yes and no": _says_yes_and_no,
    "says that positions differ": _false_digest,
    "signs two moves": _forks,
    "keeps entries from some": _withholds,
    "spoils entries": _spoils,
    "proposes another table": _other_roster,
    "shows another table": _other_lobby,
    "lies about its log": _false_join,
    "says that all are away": _false_peers,
    "lies about what was agreed": _false_done,
    "passes over pings": _silent_about(m.Pong),
    "forgets what it is told to tell": _silent_about(m.Done, m.Refused, m.Bye, m.Lobby),
}


# Pranks --------------------------------------------------------------------------------------------------------------


def _begins_anew(rogue: Rogue) -> None:
    """As a host: another header with the same words of the others, whatever has become of the first."""
    rosters = [message for message in rogue.said if isinstance(message, m.Roster)]
    table = rogue.session.table if rogue.session is not None else None
    if not rosters or table is None:
        return
    roster = opening.read_roster(rosters[-1].raw)
    shown = [message for message in rogue.said if isinstance(message, m.Lobby) and message.state == "lobby"]
    if shown and rogue.one_in(2):
        rogue.say(shown[-1 - rogue.dice.below(min(3, len(shown)))])
    changed = _changed_roster(rogue, roster)
    if changed is not None:
        rogue.say(m.Roster(changed.raw))


def _deals_everybody_in(rogue: Rogue) -> None:
    """As a host: a header with the last word of everybody, whether it still stands or not."""
    session = rogue.session
    table = session.table if session is not None else None
    if session is None or table is None or not session.hosting or table.host is None:
        return
    seats: list[Person | Bot] = []
    for who, name, level, key, *_ in table.seats:
        if who == "open":
            return
        nonce = rogue.nonces.get(key) or rogue.noise(NONCE)
        seats.append(Bot(level or "normal") if who == "bot" else Person(name, key, nonce))
    rogue.say(m.Roster(opening.propose(games.load(table.game), seats, table.options, table.host).raw))


def _desync(rogue: Rogue) -> None:
    """Signed or not."""
    game = rogue.game
    if game is not None and game.seat is not None:
        n = rogue.dice.below(len(game.chain) + 1)
        rebuilt = rogue.noise(16) if rogue.one_in(2) else None
        digest, core = rogue.noise(16), core_hash(game) if rogue.one_in(2) else rogue.noise(32)
        said = sign_desync(rogue.identity, game.chain.gid, game.seat, game.chain.term, n, digest, rebuilt, core)
        rogue.say(said if rogue.one_in(2) else replace(said, sig=rogue.noise(SIGNATURE)))


def _digests(rogue: Rogue) -> None:
    game = rogue.game
    if game is None or game.seat is None:
        return
    for _ in range(15):
        entry = game.chain.links[rogue.dice.below(len(game.chain))].entry
        if entry is not None:
            rogue.say(sign_digest(rogue.identity, game.seat, entry, rogue.noise(16)))


def _stale_term(rogue: Rogue) -> None:
    game = rogue.game
    if game is not None:
        rogue.say(m.Refused("ENTRY", "stale_term", {"term": game.chain.term + 1 + rogue.dice.below(900)}))


def _floods(rogue: Rogue) -> None:
    game, link = rogue.game, rogue.some_link()
    what = rogue.dice.below(4)
    for number in range(20 + rogue.dice.below(60)):
        if what == 0:
            rogue.say(m.Chat(None, None, f"flood {number}"), link)
        elif what == 1 and game is not None:
            rogue.say(m.Sync(game.chain.gid, rogue.dice.below(50)), link)
        elif what == 2:
            rogue.say(m.Ping(number), link)
        else:
            rogue.say(m.Chat(rogue.dice.below(4), "P0", f"flood {number}"), link)


def _repeats(rogue: Rogue) -> None:
    """Old words of its own and of others, also of games before."""
    for _ in range(1 + rogue.dice.below(6)):
        old = rogue.said if rogue.one_in(2) else rogue.heard
        if old:
            rogue.say(old[rogue.dice.below(len(old))], rogue.some_link())


def _ready_and_not(rogue: Rogue) -> None:
    table = rogue.session.table if rogue.session is not None else None
    if table is not None:
        nonce = rogue.noise(NONCE)
        for number in range(1 + rogue.dice.below(6)):
            rogue.say(m.Ready(table.rev, number % 2 == 0, nonce if number % 2 == 0 else None))


def _leaves_and_comes(rogue: Rogue) -> None:
    link = rogue.some_link()
    if rogue.one_in(2):
        rogue.say(m.Bye("left"), link)
    rogue.spoken += 1
    rogue.world.close(rogue, link)
    rogue.do(lambda s: s.closed(link))


def _comes_twice(rogue: Rogue) -> None:
    rogue.spoken += 1
    rogue.world.dial(rogue, Dial(None, None))


def _hints(rogue: Rogue) -> None:
    game = rogue.game
    if game is not None and game.table is not None and game.asked() == game.seat:
        entry = rogue.next_entry(game, "hint", game.seat)
        for _ in range(1 + rogue.dice.below(3)):
            rogue.say(entry.message())
            entry = rogue.sign(game, entry.record._replace(n=entry.record.n + 1, prev=entry.link))


def _asks_on_and_on(rogue: Rogue) -> None:
    game = rogue.game
    if game is None or game.table is None or game.seat is None:
        return
    people = game.roster.people
    other = people[rogue.dice.below(len(people))]
    asks = [
        back_ask(game.chain, game.seat, rogue.dice.below(len(game.chain))),
        back_ask(game.chain, other, rogue.dice.below(len(game.chain))),
        proxy_ask(game.chain, other, game.seat, ()),
        proxy_ask(game.chain, other, game.seat, [one for one in people if one != game.seat]),
    ]
    for _ in range(1 + rogue.dice.below(8)):
        rogue.say(asks[rogue.dice.below(len(asks))].message())


def _wants_to_be_host(rogue: Rogue) -> None:
    game = rogue.game
    if game is not None and game.table is not None and game.seat is not None:
        people = game.roster.people
        away = [seat for seat in people if seat < game.seat] if rogue.one_in(2) else [game.chain.host]
        term = game.chain.term + 1 + rogue.dice.below(3)
        rogue.say(term_ask(game.chain, away, term).message())


def _takes_back(rogue: Rogue) -> None:
    game = rogue.game
    if game is not None and game.table is not None and game.seat is not None:
        rogue.do(lambda s: s.ask_back() if s.writing else [])


def _babbles(rogue: Rogue) -> None:
    names = sorted(name for name, kind in m.KINDS.items() if kind.phase != m.DOOR)
    rogue.say(SAMPLES[names[rogue.dice.below(len(names))]], rogue.some_link())


def _crashes(rogue: Rogue) -> None:
    if rogue.one_in(3):
        rogue.world.crash(rogue, 500 + rogue.dice.below(4_000))


def _shows_another_table(rogue: Rogue) -> None:
    table = rogue.session.table if rogue.session is not None else None
    if table is not None:
        rogue.say(_changed_lobby(rogue, table), rogue.some_link())


def _calls_off(rogue: Rogue) -> None:
    """As a host: the start ends, and it was somebody else."""
    game = rogue.game
    if game is not None:
        reasons = notices.START_REASONS
        seat = None if rogue.one_in(3) else rogue.dice.below(len(game.roster.seats))
        rogue.say(m.FailedStart(game.chain.gid, reasons[rogue.dice.below(len(reasons))], seat))
        if rogue.one_in(2):
            rogue.do(lambda s: s.abandon())


def _plays_for_all(rogue: Rogue) -> None:
    """As a host: entries that nobody agreed to."""
    game = rogue.game
    if game is None or game.table is None or game.seat is None:
        return
    other = game.roster.people[rogue.dice.below(len(game.roster.people))]
    body = {"seat": other, "by": game.seat, "away": [other], "votes": []}
    entries = [
        rogue.next_entry(game, "proxy", None, body),
        rogue.next_entry(game, "consent", None, {"seat": other, "to": 4, "votes": []}),
        rogue.next_entry(game, "end", None, {"scores": [9] * len(game.roster.seats), "winners": [game.seat]}),
        rogue.next_entry(game, "move", other, ["roll"], [5]),
        rogue.next_entry(game, "takeover", game.seat),
    ]
    rogue.say(entries[rogue.dice.below(len(entries))].message())


def _false_proof(rogue: Rogue) -> None:
    """That somebody honest has signed twice."""
    game = rogue.game
    entry = None if game is None else game.chain.links[rogue.dice.below(len(game.chain))].entry
    if game is not None and entry is not None:
        other = rogue.sign(game, entry.record._replace(kind="hint", body=None, opened=None), entry.term)
        halves = [m.Evidence("first", entry.raw, entry.sig), m.Evidence("second", other.raw, other.sig)]
        for half in halves if rogue.one_in(2) else halves[::-1]:
            rogue.say(half)


PRANKS: dict[str, Prank] = {
    "shows false proofs": _false_proof,
    "begins anew": _begins_anew,
    "deals everybody in": _deals_everybody_in,
    "cries that positions differ": _desync,
    "signs other positions": _digests,
    "says that the term is over": _stale_term,
    "floods": _floods,
    "repeats what was said": _repeats,
    "is ready and is not": _ready_and_not,
    "leaves and comes": _leaves_and_comes,
    "comes twice": _comes_twice,
    "asks for advice on and on": _hints,
    "asks on and on": _asks_on_and_on,
    "wants to be host": _wants_to_be_host,
    "takes back": _takes_back,
    "babbles": _babbles,
    "crashes": _crashes,
    "shows some another table": _shows_another_table,
    "calls starts off": _calls_off,
    "plays for all": _plays_for_all,
}
