"""A table in a box: sessions, their disks and the network between them, all run from one seed in virtual time.

    world = World(seed, Plan(...)); world.run(); world.check()

Messages pass through the real codec, entries carry real signatures. Links keep order and lose what is on its way when
they break; programs crash before or after they store something and start again from what their disk holds. After
every event the rules of the protocol are checked against what really happened; see `Witness`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from core.chance import Stream
from core.frames import unpack_record
from core.game import IllegalMove, State
from net import entries, identity, opening, replies
from net import messages as m
from net.chain import Chain
from net.identity import ENTRY
from net.messages import read, write
from net.refusal import Refusal
from net.session import limits, notices
from net.session.actions import Action, Close, Dial, Send, Tell
from net.session.session import Me, Session
from tests.core import toy
from tests.guest_games import in_the_house
from tests.net import sim_pebbles
from tests.net.sim_disk import Crash, Disk, SimIdentity, SimLog, Violation, person
from tests.net.sim_stories import RESCUED, Chapter
from tests.net.sim_witness import Witness

__all__ = [
    "Crash",
    "Disk",
    "Node",
    "Plan",
    "SimIdentity",
    "SimLog",
    "Violation",
    "Witness",
    "World",
    "laboratory",
    "play",
]

GUESTS = (sim_pebbles.GAME, toy.GAME)  # beside the games of the house
TICK = 500
NOTICED = 22_000  # so long it takes until silence is taken for a broken line
_KINDS = ("break", "crash", "store", "store", "part", "silent")


@contextmanager
def laboratory() -> Iterator[None]:
    """With two small games, and with signatures that are checked only once each: the answer is always the same."""
    once = lru_cache(maxsize=4096)(identity.verify)
    modules: tuple[Any, ...] = (entries, replies, opening)
    for module in modules:
        module.verify = once
    try:
        with in_the_house(*GUESTS):
            yield
    finally:
        for module in modules:
            module.verify = identity.verify


# The world -----------------------------------------------------------------------------------------------------------


@dataclass
class Plan:
    """What a world is like. Times in milliseconds."""

    people: int = 3
    bots: int = 0
    watchers: int = 0
    game: str = "pebbles"
    options: dict[str, Any] = field(default_factory=dict)
    games: int = 1  # and rematches after the first
    faults: int = 0
    hosts_fail: bool = True
    dies: int | None = None  # a node that never comes back
    backs: bool = False  # people ask to take moves back
    slow: bool = False  # one peer has a bad line
    span: int = 12_000  # faults happen until then
    hints: bool = False
    storm: bool = False  # the network falls to pieces, mostly around the host
    damage: int | None = None  # a node whose position in memory goes wrong once
    story: tuple[Chapter, ...] = ()  # what happens step by step, beside the faults
    allowed: int = 60_000  # from the last fault to the end of a game


class Wire(NamedTuple):
    nodes: tuple[int, int]
    ends: tuple[int, int]


class Node:
    honest = True

    def __init__(self, world: World, number: int, watches: bool) -> None:
        self.world, self.number, self.watches = world, number, watches
        self.identity = person(number)
        self.disk = Disk(world.witness, number)
        self.disk.key = self.identity.key
        self.session: Session | None = None
        self.life = 0  # counts starts
        self.links: dict[int, Wire] = {}
        self.thinking: set[Any] = set()
        self.done = 0
        self.dead = False  # for good
        self.delay = 1
        self.damaged = False
        self.wrong = 0  # entries it has applied to a wrong position
        self.wants_back: bytes | None = None  # its person waits to hear what comes of this take-back
        self.random = Stream("random", world.seed, number)

    def secret(self, size: int) -> bytes:
        return b"".join(self.random.word().to_bytes(4, "big") for _ in range((size + 3) // 4))[:size]

    def start(self) -> None:
        world, me = self.world, Me(self.identity, f"P{self.number}", self.disk, self.secret, 7000 + self.number)
        self.life += 1
        self.thinking = set()
        self.disk.crash_in = None
        self.damaged, self.wrong = False, 0  # its position comes from the disk
        self.wants_back = None
        world.witness.started(self)
        try:
            self.session = self.comes(me)
        except Crash:
            world.fault(1_000)
            world.after(1_000, self.start)
            return
        self.tick(self.life)

    def comes(self, me: Me) -> Session:
        """Goes on with its last game, or opens the table, or comes to it."""
        plan, now = self.world.plan, self.world.now
        if self.watches:
            return Session.watch(me, now)
        if self.disk.logs:
            return Session.resume(me, now, SimLog(self.disk, list(self.disk.logs)[-1]))
        if self.number != 0:
            return Session.guest(me, now)
        session = Session.host(me, now, "table", plan.game, plan.options, plan.people + plan.bots)
        for seat in range(plan.people, plan.people + plan.bots):
            session.seat_bot(seat, "normal")
        return session

    def tick(self, life: int) -> None:
        if self.session is not None and life == self.life:
            world = self.world
            self.do(lambda s: s.tick(world.now))
            if self.session is not None:
                self.looks_around()
                world.after(TICK, lambda: self.tick(life))

    def do(self, call: Callable[[Session], list[Action]]) -> None:
        """Calls the session and carries out what it wants. A crash within loses all of that."""
        if self.session is None:
            return
        try:
            self.carry_out(call(self.session))
        except Crash:
            self.world.crash(self)
        except IllegalMove:
            pass

    def carry_out(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                self.world.transmit(self, action.link, action.message)
            elif isinstance(action, Close):
                self.world.close(self, action.link)
            elif isinstance(action, Dial):
                self.world.dial(self, action)
            else:
                self.hears(action.notice)

    # The people in front of it ---------------------------------------------------------------------------------------

    def later(self, call: Callable[[Session], list[Action]], least: int = 20, most: int = 400) -> None:
        life, world = self.life, self.world
        wait = least + world.stream.below(most - least)

        def then() -> None:
            if self.life == life and self.session is not None:
                self.do(call)

        world.after(wait, then)

    def hears(self, notice: notices.Notice) -> None:
        world, session = self.world, self.session
        assert session is not None
        match notice:
            case notices.Applied():
                game = session.game
                if (notice.kind, notice.seat) == ("back", session.seat):
                    self.wants_back = None
                if game is not None:
                    world.witness.applied(self, game.chain.head, game.digest)
            case notices.YourTurn() | notices.BotAsked():
                self.later(lambda s: self._moves(s, notice.seat))
                if world.plan.hints and isinstance(notice, notices.YourTurn) and world.stream.below(4) == 0:
                    self.later(lambda s: s.hint())
            case notices.MoveLost():
                self.later(lambda s: self._moves(s, notice.seat))
            case notices.Asked():
                yes = world.stream.below(5) > 0
                self.later(lambda s: s.answer(notice.hash, yes))
            case notices.Agreed(kind="back") if notice.result != "agreed" and notice.hash in (b"", self.wants_back):
                self.wants_back = None
            case notices.Desynced(going_on=True) if world.plan.damage is not None:
                self.damaged = False
            case notices.LobbyChanged():
                world.witness.lobby_shown(self)
            case notices.Misbehaved() | notices.Stopped() | notices.Desynced() | notices.StartFailed():
                self.accuses(notice)
            case notices.Over():
                self.done += 1
            case _:
                pass

    def accuses(self, notice: notices.Notice) -> None:
        """Where all are honest, nobody is ever found to be wrong."""
        if not (isinstance(notice, notices.StartFailed) and self.names(notice) is None):
            raise Violation(f"{self.number} says {notice}")

    def names(self, failed: notices.StartFailed) -> bytes | None:
        """The key of who is said to have ended a start. That somebody was not ready any more is no wrong, if true."""
        key = self.key_of(failed.blamed)
        if (failed.reason, failed.times) == ("left", 0):
            return None  # lines break
        if failed.reason == "not_agreed" and failed.times == 0 and key in self.world.witness.readiness.took_back:
            return None
        return key

    def key_of(self, seat: int | None) -> bytes | None:
        """Who sits there, as this program has it."""
        session = self.session
        if seat is None or session is None:
            return None
        if session.game is not None:
            return session.game.roster.keys.get(seat)
        rows = session.table.seats if session.table is not None else ()
        return rows[seat][3] if seat < len(rows) else None

    def receives(self, link: int, message: m.Message) -> None:
        """A message has arrived, and goes to the session next."""

    def _moves(self, session: Session, seat: int) -> list[Action]:
        game, world = session.game, self.world
        if game is None or game.table is None or game.asked() != seat or session.stopped is not None:
            return []
        if game.chain.standing.player(seat) != game.seat:
            return []
        moves = game.table.view(seat).legal()
        if world.plan.backs and world.stream.below(6) == 0 and seat == game.seat:
            self.later(lambda s: self._asks_back(s), 20, 300)
        return session.play_for(seat, moves[world.stream.below(len(moves))])

    def _asks_back(self, session: Session) -> list[Action]:
        if session.game is None or session.game.table is None or not session.writing:
            return []
        actions = session.ask_back()
        asked = session.ballots.proposed
        self.wants_back = b"" if asked is None else asked.hash
        if asked is None and any(_refuses_back(action) for action in actions):
            self.wants_back = None  # as the host, while something else is asked: it is told at once
        return actions

    def looks_around(self) -> None:
        """What people do by themselves now and then."""
        session, plan = self.session, self.world.plan
        assert session is not None
        if self.watches:
            return
        game = session.game
        if game is None:
            self.gets_ready(session)
            return
        if game.ended:
            if len(self.finished()) < plan.games:
                self.do(lambda s: s.want_rematch())
            return
        for one in session.people():
            if one.link == "away" and self.world.now - one.since_ms >= limits.AWAY_MS and session.hosting:
                by = self._somebody(session) if plan.story else None
                self.do(lambda s, seat=one.seat, by=by: or_nothing(lambda: s.vote(seat, by)))  # type: ignore[misc]

    def _somebody(self, session: Session) -> int:
        """Who may play for another: not always the host."""
        voters = [one.seat for one in session.people() if one.link != "away" and one.proxy is None]
        return voters[self.world.stream.below(len(voters))]

    def gets_ready(self, session: Session) -> None:
        table, seat = session.table, session.seat
        if table is None or seat is None or table.state != "lobby" or seat >= len(table.seats):
            return
        if not table.seats[seat][4] and not session.starting.busy:
            self.do(lambda s: s.ready())
        elif session.lobby is not None and session.lobby.complete and not session.starting.busy:
            self.do(lambda s: s.start())

    def finished(self) -> list[bytes]:
        """The games that its disk holds whole."""
        found = []
        for gid, log in self.disk.logs.items():
            if len(log) > 5 and unpack_record(log[-1]).kind == "end":
                found.append(gid)
        return found


def _refuses_back(action: Action) -> bool:
    notice = action.notice if isinstance(action, Tell) else None
    return isinstance(notice, notices.Agreed) and (notice.kind, notice.result) == ("back", "refused")


def _spoil(state: State) -> None:
    """It takes itself for a position of other rules: any game has some, and no digest is the same."""
    option = state.game.options[0]
    other = next(value for value in option.values if value != state.options[option.name])
    state.options = {**state.options, option.name: other}


def or_nothing(call: Callable[[], list[Action]]) -> list[Action]:
    try:
        return call()
    except Refusal:
        return []


class World:
    def __init__(self, seed: int, plan: Plan) -> None:
        from core import games

        self.seed, self.plan = seed, plan
        self.stream = Stream("sim", seed)
        self.rules = games.load(plan.game)
        self.witness = Witness()
        self.now = 0
        self.events = 0
        self.last_fault = 0
        self.turned = 0  # when the last chapter of the story began
        self.rescued = 0  # by then somebody plays for all who are gone
        self._story = list(plan.story)
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._link = 0
        self._busy: dict[int, int] = {}  # by end of a link: when the last frame on it arrives
        self._cut: dict[frozenset[int], int] = {}  # pairs that cannot reach each other, until when
        self.nodes = self.make_nodes()

    def make_nodes(self) -> list[Node]:
        plan = self.plan
        return [Node(self, number, number >= plan.people) for number in range(plan.people + plan.watchers)]

    # Time ------------------------------------------------------------------------------------------------------------

    def after(self, wait: int, then: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._queue, (self.now + wait, self._count, then))

    def run(self) -> None:
        """Until all games are over, or it takes too long."""
        self.begin()
        while self._queue:
            self.now, _, then = heappop(self._queue)
            self.events += 1
            then()
            self._tell_story()
            if self.late() or (self.events % 8 == 0 and self.over()):
                return

    def begin(self) -> None:
        """Everybody comes to the table."""
        for node in self.nodes:
            self.after(0 if node.number == 0 else self.stream.below(400), node.start)
        self._plan_faults()

    def late(self) -> bool:
        """Whether it takes longer than it may."""
        return self.now > max(self.last_fault, self.rescued) + self.plan.allowed * self.plan.games

    def _tell_story(self) -> None:
        if self._story and self._story[0].when(self):
            self.turned = self.now
            self._story.pop(0).then(self)

    def over(self) -> bool:
        if self.now < self.last_fault or self._story:
            return False
        living = [node for node in self.nodes if not node.watches and not node.dead]
        if any(node.session is None for node in living):
            return False
        ended = [
            node.session is not None and node.session.game is not None and node.session.game.ended for node in living
        ]
        if not all(ended) or any(len(node.finished()) < self.plan.games for node in living):
            return False
        if len({node.session.game.position for node in living if node.session is not None and node.session.game}) > 1:
            return False  # somebody came to an end of its own, alone, and has not met the others yet
        for node in self.nodes:
            if node.watches and any(one.session.hosting for one in living if one.session is not None):
                watched = node.session.watched if node.session is not None else None
                if watched is None or watched.chain.links[-1].record.kind != "end":
                    return False
        return True

    # Network ---------------------------------------------------------------------------------------------------------

    def latency(self, *nodes: Node) -> int:
        slow = max(node.delay for node in nodes)
        return (1 + self.stream.below(60)) * slow

    def dial(self, node: Node, dial: Dial) -> None:
        target = self._target(node, dial)
        life = node.life

        def connect() -> None:
            if node.session is None or node.life != life:
                return
            if target is None or target is node or not self.answers(target, node):
                node.do(lambda s: s.undialed(dial.seat))
                return
            self._link += 2
            mine, theirs = self._link, self._link + 1
            wire = Wire((node.number, target.number), (mine, theirs))
            node.links[mine] = target.links[theirs] = wire
            target.do(
                lambda s: s.opened(theirs, node.identity.key, f"P{node.number}", inbound=True, address=self.home(node))
            )
            node.do(lambda s: s.opened(mine, target.identity.key, f"P{target.number}", inbound=False))

        self.after(self.latency(node), connect)

    def home(self, node: Node) -> str:
        """The address from which this node comes."""
        return "lan"

    def answers(self, target: Node, node: Node) -> bool:
        """Whether a node gets through to another, and is let in at its door."""
        return target.session is not None and not self._blocked(node, target)

    def _target(self, node: Node, dial: Dial) -> Node | None:
        if dial.key is not None:
            return next((one for one in self.nodes if one.identity.key == dial.key), None)
        if node.session is not None and node.session.watched is not None:
            return self.nodes[0]  # where it first came to, whoever hosts the table now
        # To "the table": whoever hosts it, as discovery would find it.
        for one in self.nodes:
            if one.session is not None and one.session.hosting and not one.watches:
                return one
        return None

    def transmit(self, node: Node, link: int, message: m.Message) -> None:
        wire = node.links.get(link)
        if wire is None:
            return
        side = wire.ends.index(link)
        target = self.nodes[wire.nodes[1 - side]]
        self.witness.sent(node, target.watches, message)
        sent = write(message)
        end, life = wire.ends[1 - side], target.life
        arrives = max(self._busy.get(end, 0), self._opens(node, target) + self.latency(node, target))
        self._busy[end] = arrives

        def arrive() -> None:
            if target.life == life and target.links.get(end) is wire:
                came = read(sent)
                target.receives(end, came)
                target.do(lambda s: s.feed(end, came))

        self.after(arrives - self.now, arrive)

    def close(self, node: Node, link: int) -> None:
        """One side closes; what it sent before still arrives, then the other side knows."""
        wire = node.links.pop(link, None)
        if wire is None:
            return
        side = wire.ends.index(link)
        target, end = self.nodes[wire.nodes[1 - side]], wire.ends[1 - side]
        arrives = max(self._busy.get(end, 0), self._opens(node, target) + self.latency(node, target))
        self.after(arrives - self.now, lambda: self._lost(target, end))

    def _lost(self, node: Node, end: int) -> None:
        if node.links.pop(end, None) is not None:
            node.do(lambda s: s.closed(end))

    def _opens(self, one: Node, other: Node) -> int:
        """When what is sent now can begin to travel: a line that is cut for a while delays, as TCP would."""
        return max(self.now, self._cut.get(frozenset((one.number, other.number)), 0))

    def _blocked(self, one: Node, other: Node) -> bool:
        until = self._cut.get(frozenset((one.number, other.number)))
        return until is not None and self.now < until

    # Faults ----------------------------------------------------------------------------------------------------------

    def _plan_faults(self) -> None:
        plan, stream = self.plan, self.stream
        if plan.slow:
            self.nodes[stream.below(len(self.nodes))].delay = 8
        for _ in range(plan.faults):
            at = 200 + stream.below(plan.span)
            kinds = ("alone", "alone", "crash", "part") if plan.storm else _KINDS
            kind = kinds[stream.below(len(kinds))]
            number = stream.below(len(self.nodes))
            if number == 0 and not plan.hosts_fail:
                continue
            self.after(at, lambda kind=kind, number=number: self.strike(kind, self.nodes[number]))  # type: ignore[misc]
        if plan.damage is not None:
            self.after(1500 + stream.below(2000), lambda: self._damage(self.nodes[plan.damage or 0]))
        if plan.dies is not None:
            self.after(1500 + stream.below(plan.span // 2), lambda: self._dies(self.nodes[plan.dies or 0]))

    def fault(self, lasting: int) -> None:
        self.last_fault = max(self.last_fault, self.now + lasting)

    def strike(self, kind: str, node: Node) -> None:
        if node.session is None or node.dead:
            return
        lasting = 300 + self.stream.below(12_000)
        if self.plan.storm and self.stream.below(2):
            node = next((one for one in self.nodes if one.session is not None and one.session.hosting), node)
        if kind == "alone":
            lasting += 15_000
            for other in self.nodes:
                self._cut[frozenset((node.number, other.number))] = self.now + lasting
            self.fault(lasting + NOTICED)
        elif kind == "break" and node.links:
            self._break(sorted(node.links)[self.stream.below(len(node.links))], node)
            self.fault(1000)
        elif kind == "crash":
            self.crash(node, lasting)
        elif kind == "store":
            node.disk.crash_in = 1 + self.stream.below(3)
            if self.stream.below(2):
                node.disk.crash_in -= 1
            self.fault(15_000)
        elif kind == "part":
            other = self.nodes[self.stream.below(len(self.nodes))]
            self._cut[frozenset((node.number, other.number))] = self.now + lasting
            self.fault(lasting + NOTICED)
        elif kind == "silent" and node.links:
            # One side is told, the other has to find out.
            link = sorted(node.links)[self.stream.below(len(node.links))]
            node.links.pop(link)
            node.do(lambda s: s.closed(link))
            self.fault(NOTICED)

    def _break(self, link: int, node: Node) -> None:
        wire = node.links.pop(link)
        side = wire.ends.index(link)
        self._lost(self.nodes[wire.nodes[1 - side]], wire.ends[1 - side])
        node.do(lambda s: s.closed(link))

    def crash(self, node: Node, lasting: int | None = None) -> None:
        if node.session is None:
            return
        lasting = 300 + self.stream.below(12_000) if lasting is None else lasting
        node.session = None
        node.life += 1
        for link, wire in list(node.links.items()):
            side = wire.ends.index(link)
            target, end = self.nodes[wire.nodes[1 - side]], wire.ends[1 - side]
            self.after(self.latency(target), lambda target=target, end=end: self._lost(target, end))  # type: ignore
        node.links.clear()
        if not node.dead:
            self.fault(lasting)
            self.after(lasting, node.start)

    def _damage(self, node: Node) -> None:
        """A bit falls over in the memory of one program."""
        game = node.session.game if node.session is not None else None
        if game is None or game.table is None:
            self.after(TICK, lambda: self._damage(node))
        elif not game.ended:
            _spoil(game.table.state)
            node.damaged = True
            self.fault(1000)

    def _dies(self, node: Node) -> None:
        game = node.session.game if node.session is not None else None
        if game is None or game.last < 6:  # before the deal there is nothing to rescue
            self.after(TICK, lambda: self._dies(node))
            return
        node.dead = True
        self.crash(node)
        self.fault(RESCUED)

    # The end ---------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """All games are over, all logs are one and can be checked by anybody."""
        if self._story:
            raise Violation(
                f"the story was not told: {len(self._story)} of {len(self.plan.story)} are left: {self.tell()}"
            )
        if not self.over():
            raise Violation(
                f"not over after {self.now} ms, {self.now - self.last_fault} after the last fault: {self.tell()}"
            )
        living = [node for node in self.nodes if not node.watches and not node.dead]
        for gid in living[0].finished():
            logs = [node.disk.logs.get(gid, []) for node in living]
            if any(log != logs[0] for log in logs):
                raise Violation("logs differ")
            self.check_authors(Chain.of_records([unpack_record(payload) for payload in logs[0]]))
        for node in living:
            if node.wants_back is not None:
                raise Violation(f"{node.number} asked to take a move back and was never told what came of it")
        for node in self.nodes:
            watched = node.session.watched if node.watches and node.session is not None else None
            if watched is not None and watched.table is not None and watched.table.over:
                game = living[0].session.game if living[0].session is not None else None
                if game is not None and watched.table.state.digest() != game.digest:
                    raise Violation("who watches sees another position")

    def check_authors(self, chain: Chain) -> None:
        """Every person has signed its own moves, unless the others let somebody play for it."""
        people, keys = chain.roster.people, chain.roster.keys
        proxied = {link.record.body["seat"] for link in chain.links if link.record.kind == "proxy"}
        for link in chain.links:
            seat = link.record.seat
            if link.record.kind == "move" and seat in people and seat not in proxied:
                assert link.entry is not None
                if not identity.verify(keys[seat], ENTRY, link.entry.raw, link.entry.sig):
                    raise Violation(f"entry {link.record.n} is a move of {seat} that it has not signed")

    def tell(self) -> str:
        said = []
        for node in self.nodes:
            s = node.session
            if s is None:
                said.append(f"{node.number}: down")
                continue
            game = s.game
            where = (
                "" if game is None else f"{game.position[:2]} host {game.chain.host} voted {game.promises.voted_term}"
            )
            state = f"{where} hosting {s.hosting} links {[(p.seat, p.role) for p in s.peers.values()]} {s.waiting()}"
            said.append(f"{node.number}: {state} {s.table.state if s.table is not None else ''}")
        return "\n".join(said)


def play(seed: int, plan: Plan) -> World:
    """One world from its seed to its end, with everything checked."""
    world = World(seed, plan)
    for node in world.nodes:
        node.identity.made.clear()
    world.run()
    world.check()
    return world
