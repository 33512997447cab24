"""A whole evening at one table: game after game, with people who want another, decline, leave, come and come back.

    world = Evening(seed, EveningPlan(...)); world.run(); world.check()

Between two games there is an interlude. The people of the company talk to each other across the room, so that all know
who is still to come; all else they learn from their screens. A rematch that all want has to begin by itself: nobody
presses anything for it, unless something broke meanwhile.

Hosts may die between the games (`deaths`). Then one of the others opens the table anew, or the host does when its
program runs again; in the end all have to sit at one table. The door and the addresses are as in the real program:
nobody comes in by key whom the other does not know, and a wrong address leads to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from core.chance import Stream
from core.frames import unpack_record
from net.chain import Chain
from net.opening import Roster, roster_of
from net.session.actions import Dial
from tests.net import sim_company
from tests.net.sim import TICK, Node, Plan, World
from tests.net.sim_disk import POINTS, Violation
from tests.net.sim_people import ALL, BOT, BY_THEMSELVES, LATE, NEWCOMER, RETURNER, SHRINK, WAVERS, EveningNode

BY_HAND_AFTER = 25_000  # milliseconds until people take it in hand, where something broke
_FAULTS = ("break", "crash", "store", "point", "point", "silent")
_POINTS = [point for point in POINTS if point != "evidence"]
_SELDOM = ("rewind", "discard")  # what programs seldom store: some crash the first time that they do


@dataclass
class EveningPlan(Plan):
    games: int = 6
    newcomers: int = 1
    interludes: tuple[str, ...] = ()  # the first ones; what follows comes from the seed
    moody: bool = True  # people press ready and take that back, change names, hosts change the rules meanwhile
    patience: int = 120_000  # from one step of the evening to the next
    deaths: int = 0  # of a hundred games, and of a hundred interludes: how many lose a host, and maybe a guest too
    deals: int = 0  # of a hundred games, beside these deaths: how many lose their host while it tells that it has dealt


class Evening(World):
    plan: EveningPlan

    def __init__(self, seed: int, plan: EveningPlan) -> None:
        self.moods = Stream("evening", seed)
        super().__init__(seed, plan)
        self.people_take_over = bool(plan.deaths or plan.faults)  # the table of a host that is lost between games
        self.company: set[int] = set(range(plan.people))
        self.played: list[bytes] = []  # the games that all who played them have whole
        self.interlude: str | None = "gather"
        self.by_hand = True  # people press ready, and the host presses start
        self.coming: int | None = None  # who will come to the seat that gets free
        self.game = b""  # the game that was begun last
        self.since = 0  # the last step of the evening
        self.began = 0  # when the last game began
        self.taken_over = 0  # how often somebody opened the table anew
        self.checks = self.make_checks()

    def make_nodes(self) -> list[Node]:
        people = self.plan.people + self.plan.newcomers
        players: list[Node] = [self.make_node(number) for number in range(people)]
        return players + [EveningNode(self, people + number, watches=True) for number in range(self.plan.watchers)]

    def make_checks(self) -> tuple[sim_company.Check, ...]:
        return sim_company.Wishes(self), sim_company.Seats(self), sim_company.Watchers(self)

    def make_node(self, number: int) -> EveningNode:
        return EveningNode(self, number)

    def number_of(self, key: bytes | None) -> int | None:
        return next((node.number for node in self.nodes if node.identity.key == key), None)

    def node(self, number: int) -> EveningNode:
        return cast(EveningNode, self.nodes[number])

    @property
    def roster(self) -> Roster | None:
        """That of the game that was begun last."""
        log = next((node.disk.logs[self.game] for node in self.nodes if self.game in node.disk.logs), None)
        return None if log is None else roster_of(unpack_record(log[0]))

    def has_a_table(self, node: EveningNode) -> bool:
        """Whether somebody else has sat at the table of this company, or has one."""
        others = [one.session for one in self.present() if one is not node and one.session is not None]
        return any(session.table is not None for session in others)

    def spectators(self) -> list[EveningNode]:
        return [cast(EveningNode, node) for node in self.nodes if node.watches]

    def present(self) -> list[EveningNode]:
        return [self.node(number) for number in sorted(self.company)]

    # The course of the evening ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        for number in sorted(self.company):
            node = self.node(number)
            node.moods = self._moods()
            self.after(0 if number == 0 else self.stream.below(400), node.start)
        for node in self.spectators():
            self.after(500 + self.stream.below(3_000), node.start)
        self._arm()
        self._maybe_fault()
        self.after(TICK, self._step)

    def _moods(self) -> int:
        return self.moods.below(3) if self.plan.moody else 0

    def _step(self) -> None:
        if self.over():
            return
        if self.interlude is None:
            if self.all_ended():
                self._game_is_over()
        elif self.all_began():
            self.interlude, self.by_hand, self.since, self.began = None, False, self.now, self.now
            self.game = self.gids()[0] or b""
            self._maybe_fault()
        else:
            self.takes_in_hand()
        for check in self.checks:
            check.look()
        self.after(TICK, self._step)

    def gids(self) -> list[bytes | None]:
        """The game that each of the company has on its screen."""
        games = [node.session.game if node.session is not None else None for node in self.present()]
        return [None if game is None else game.chain.gid for game in games]

    def all_began(self) -> bool:
        if len(set(self.gids())) != 1 or self.gids()[0] in (None, *self.played):
            return False
        return all(node.session.game.table is not None for node in self.present())  # type: ignore[union-attr]

    def all_ended(self) -> bool:
        """All have the whole log of the game: a host that was cut off may have ended it alone, and has to hear yet what
        the others played meanwhile. Some may have gone on to the lobby already, because their host is lost."""
        first, *others = (node.disk.logs.get(self.game) for node in self.present())
        if first is None or unpack_record(first[-1]).kind != "end":
            return False
        return all(log == first for log in others)

    def takes_in_hand(self) -> None:
        """Where something broke, people do not wait for ever for a rematch to begin by itself."""
        broke = self.last_fault > self.began
        if not self.by_hand and broke and self.now > max(self.since, self.last_fault) + BY_HAND_AFTER:
            self.by_hand = True

    def ready_to_reopen(self) -> bool:
        return True if self.interlude in BY_THEMSELVES else self.now >= self.since + 3_000

    def _game_is_over(self) -> None:
        self.played.append(self.game)
        self.since = self.now
        if len(self.played) >= self.plan.games:
            return
        self.interlude = self.next_interlude()
        self.by_hand = self.interlude not in BY_THEMSELVES
        for node in self.present():
            node.wants_at = self.now + self.moods.below(3_000)
            node.doubts_at, node.wavered, node.moods = None, False, self._moods()
        guests = [node for node in self.present() if node.session is not None and not node.session.hosting]
        one = guests[self.moods.below(len(guests))] if guests else None
        if one is not None and self.interlude == LATE:
            one.wants_at = self.now + 20_000
        elif one is not None and self.interlude == WAVERS:
            one.wants_at, one.doubts_at = self.now, self.now + 1_000
        elif one is not None and self.by_hand:
            one.leaves_at, one.wants_at = self.now + self.moods.below(2_000), None
        self._maybe_fault()

    def next_interlude(self) -> str:
        done, outside = len(self.played), self._outside()
        if done <= len(self.plan.interludes):
            return self.plan.interludes[done - 1]
        kinds = [ALL, ALL, LATE, WAVERS]
        if len(self.company) > 2:
            kinds += [BOT, SHRINK]
        if any(not self.node(number).disk.logs for number in outside):
            kinds.append(NEWCOMER)
        if any(self.node(number).disk.logs for number in outside):
            kinds += [RETURNER, RETURNER]
        return kinds[self.moods.below(len(kinds))]

    def _outside(self) -> list[int]:
        return [node.number for node in self.nodes if node.number not in self.company and not node.watches]

    def left(self, node: EveningNode) -> None:
        """Somebody has gone; somebody else comes for the seat, if that is how it goes."""
        before = self._outside()
        self.company.discard(node.number)
        new = self.interlude == NEWCOMER
        if self.interlude in (NEWCOMER, RETURNER):
            fitting = [number for number in before if bool(self.node(number).disk.logs) != new]
            for number in fitting[:1]:
                self.company.add(number)
                self.after(1_000 + self.stream.below(4_000), self.node(number).start)

    # The network, as it is in a house --------------------------------------------------------------------------------

    def home(self, node: Node) -> str:
        return f"10.0.0.{node.number + 1}"

    def answers(self, target: Node, node: Node) -> bool:
        if not super().answers(target, node):
            return False
        session, key = node.session, node.identity.key
        assert session is not None
        target = self.node(target.number)
        at_the_table = session.host_key is not None or session.game is not None or session.lobby is not None
        if at_the_table and not target.knows(key):
            caller = self.node(node.number)
            # Whoever has seen the table looks on for others of the company; who has not is told at any door.
            only_let_in = session.table is None and session.game is None and session.lobby is None
            told = only_let_in or (target.session is not None and target.session.hosting)
            if told and caller.turned_away is None:
                caller.turned_away = self.now
            return False  # it comes by key; its person typed a code only when it first came
        target.let_in.add(key)
        return True

    def _target(self, node: Node, dial: Dial) -> Node | None:
        session = node.session
        assert session is not None
        if dial.key is None and session.host_key is not None:
            return next((one for one in self.nodes if one.identity.key == session.host_key), None)
        target = super()._target(node, dial)
        if target is None or target.session is None or dial.key is None or target.session.hosting:
            return target  # whoever hosts announces it to all
        if not self.plan.deaths:
            return target  # a host that plays foul may keep the addresses to itself: that is another matter
        known = {(dial.address, dial.port), self.node(node.number).places.get(dial.key)}
        return target if _place(target) in known else None

    # What breaks -----------------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Some programs will crash when they store for the first time what is seldom stored."""
        for node in self.nodes:
            if self.plan.faults and not node.watches and self.moods.below(2):
                node.disk.crash_at = _SELDOM[self.moods.below(len(_SELDOM))], self.moods.below(2) == 0

    def _maybe_fault(self) -> None:
        """Something may break soon."""
        if self.moods.below(100) < self.plan.deaths:
            strikes = sim_company.hosts_die if self.interlude is not None else sim_company.two_die
            self.after(self.moods.below(9_000), lambda: strikes(self))
        if self.moods.below(100) < 12 * self.plan.faults:
            kind = _FAULTS[self.moods.below(len(_FAULTS))]
            numbers = sorted(self.company) + [node.number for node in self.spectators()]
            node = self.node(numbers[self.moods.below(len(numbers))])
            self.after(self.moods.below(5_000), lambda: self.strike(kind, node))

    def dealt(self, host: EveningNode) -> None:
        if self.plan.deals:
            sim_company.host_deals(self, host)

    def strike(self, kind: str, node: Node) -> None:
        if kind == "point":
            node.disk.crash_at = _POINTS[self.moods.below(len(_POINTS))], self.moods.below(2) == 0
        else:
            super().strike(kind, node)

    # The end ---------------------------------------------------------------------------------------------------------

    def late(self) -> bool:
        return self.now > max(self.last_fault, self.since) + self.plan.patience

    def over(self) -> bool:
        return len(self.played) >= self.plan.games

    def check(self) -> None:
        if not self.over():
            raise Violation(
                f"after {len(self.played)} games, in {self.interlude or 'a game'}, nothing goes on"
                f" since {self.since} ({self.now} now, {self.last_fault} the last fault): {self.tell()}"
            )
        if len(set(self.played)) != len(self.played):
            raise Violation("two games of one evening have one id")
        for gid in self.played:
            self.check_game(gid)

    def check_game(self, gid: bytes) -> None:
        """All who played it have the same log, and anybody can check it."""
        having = [node for node in self.nodes if node.honest and gid in node.disk.logs]
        log = next(node.disk.logs[gid] for node in having if gid not in cast(EveningNode, node).left)
        chain = Chain.of_records([unpack_record(payload) for payload in log])
        self.check_authors(chain)
        for key in chain.roster.keys.values():
            number = self.number_of(key)
            assert number is not None
            node = self.node(number)
            kept = node.disk.logs.get(gid, [])
            whole = kept == log or (gid in node.left and _is_left_behind(kept, log))
            if node.honest and not whole:
                raise Violation(f"{number} has another log of a game of the evening")


def _is_left_behind(kept: list[bytes], log: list[bytes]) -> bool:
    """Whether this is what somebody has of a game who left before its end: its beginning, up to where a later host set
    entries aside."""
    same = next((n for n, (one, other) in enumerate(zip(kept, log, strict=False)) if one != other), len(kept))
    return same == len(kept) or (same < len(log) and unpack_record(log[same]).kind == "term")


def _place(node: Node) -> tuple[str, int]:
    return f"10.0.0.{node.number + 1}", 7000 + node.number


def play_evening(seed: int, plan: EveningPlan) -> Evening:
    world = Evening(seed, plan)
    for node in world.nodes:
        node.identity.made.clear()
    world.run()
    world.check()
    return world
