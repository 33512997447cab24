"""A whole evening at one table: game after game, with people who want another, decline, leave, come and come back.

    world = Evening(seed, EveningPlan(...)); world.run(); world.check()

Between two games there is an interlude. The people of the company talk to each other across the room, so that all know
who is still to come; all else they learn from their screens. A rematch that all want has to begin by itself: nobody
presses anything for it, unless something broke meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from core.chance import Stream
from core.frames import unpack_record
from net.chain import Chain
from net.session.actions import Action
from net.session.session import Me, Session
from tests.net.sim import TICK, Node, Plan, World, or_nothing
from tests.net.sim_disk import Violation

ALL, LATE, WAVERS, BOT, SHRINK, NEWCOMER, RETURNER = "all", "late", "wavers", "bot", "shrink", "newcomer", "returner"
BY_THEMSELVES = (ALL, LATE, WAVERS)  # interludes after which a game begins by itself
BY_HAND_AFTER = 25_000  # milliseconds until people take it in hand, where something broke
_FAULTS = ("break", "crash", "crash", "store", "silent")


@dataclass
class EveningPlan(Plan):
    games: int = 6
    newcomers: int = 1
    interludes: tuple[str, ...] = ()  # the first ones; what follows comes from the seed
    moody: bool = True  # people press ready and take that back, hosts change the rules meanwhile
    patience: int = 120_000  # from one step of the evening to the next


class EveningNode(Node):
    def __init__(self, world: Evening, number: int) -> None:
        super().__init__(world, number, watches=False)
        self.evening = world
        self.wants_at: int | None = None  # a rematch
        self.doubts_at: int | None = None  # and for a moment not any more
        self.wavered = False
        self.leaves_at: int | None = None
        self.moods = 0  # how often it may still change its mind

    def comes(self, me: Me) -> Session:
        """Whoever comes when its last game is over, and was another's table, comes as any other guest does."""
        last = list(self.disk.logs.values())[-1] if self.disk.logs else None
        if last is None or unpack_record(last[-1]).kind != "end" or self.hosted(last):
            return super().comes(me)
        return Session.guest(me, self.world.now)

    def hosted(self, log: list[bytes]) -> bool:
        chain = Chain.of_records([unpack_record(payload) for payload in log])
        return chain.roster.keys[chain.host] == self.identity.key

    # What its person does --------------------------------------------------------------------------------------------

    def looks_around(self) -> None:
        session, world = self.session, self.evening
        assert session is not None
        if self.leaves_at is not None and world.now >= self.leaves_at:
            self._leaves()
        elif session.game is None:
            self._in_the_lobby(session)
        elif session.game.ended:
            self._after_a_game(session)
        else:
            super().looks_around()

    def _leaves(self) -> None:
        self.leaves_at = None
        self.do(lambda s: s.want_rematch(False))
        self.do(lambda s: s.leave())
        self.session = None
        self.life += 1
        self.evening.left(self)

    def _after_a_game(self, session: Session) -> None:
        world = self.evening
        if world.interlude is None:
            return  # not all have come to the end
        if world.by_hand and session.hosting and world.ready_to_reopen():
            self.do(lambda s: or_nothing(s.reopen))
        elif self.doubts_at is not None and world.now >= self.doubts_at:
            self.doubts_at, self.wants_at, self.wavered = None, world.now + 5_000, True
            self.do(lambda s: s.want_rematch(False))
        elif self.wants_at is not None and world.now >= self.wants_at:
            self.do(lambda s: s.want_rematch())

    def _in_the_lobby(self, session: Session) -> None:
        table, seat, world = session.table, session.seat, self.evening
        if table is None or seat is None or table.state != "lobby" or seat >= len(table.seats):
            return
        if not world.by_hand:
            if self.wavered and self.wants_at is not None and world.now >= self.wants_at and not table.seats[seat][4]:
                self.do(lambda s: s.ready())  # its no may have come too late for its own good
            return
        if session.hosting and self._sets_the_table(session):
            return
        moody = self.moods > 0 and world.stream.below(4) == 0
        if not table.seats[seat][4]:
            self.do(lambda s: s.ready())
        elif moody:
            self.moods -= 1
            self.do(lambda s: s.ready(False))
        elif session.hosting and all(row[0] == "bot" or (row[0] == "person" and row[4]) for row in table.seats):
            self._starts(world.company - {world.number_of(row[3]) for row in table.seats})

    def _starts(self, missing: set[int]) -> None:
        """As the host: once all are there who are expected."""
        if not missing:
            self.do(lambda s: or_nothing(s.start))

    def _sets_the_table(self, session: Session) -> bool:
        """As the host: a bot or nobody for a seat that nobody will take, a seat for whom there is none."""
        table, world = session.table, self.evening
        assert table is not None
        seated = {world.number_of(row[3]) for row in table.seats if row[0] == "person"}
        free = [seat for seat, row in enumerate(table.seats) if row[0] == "open"]
        missing = len(world.company - seated)
        bots = [seat for seat, row in enumerate(table.seats) if row[0] == "bot"]
        if missing > len(free) and bots:
            return self._does(lambda s: s.seat_bot(bots[-1], None))
        if missing > len(free):
            return self._does(lambda s: s.set_rules(table.game, table.options, len(table.seats) + 1))
        if free and len(free) > missing:
            if world.interlude == SHRINK and len(table.seats) > world.rules.seat_counts[0]:
                return self._does(lambda s: s.set_rules(table.game, table.options, len(table.seats) - 1))
            return self._does(lambda s: s.seat_bot(free[-1], "normal"))
        if self.moods > 0 and world.stream.below(6) == 0:
            self.moods -= 1
            option = world.rules.options[0]
            value = option.values[world.stream.below(len(option.values))]
            return self._does(
                lambda s: s.set_rules(table.game, {**table.options, option.name: value}, len(table.seats))
            )
        return False

    def _does(self, call: Callable[[Session], list[Action]]) -> bool:
        self.do(lambda s: or_nothing(lambda: call(s)))
        return True


class Evening(World):
    plan: EveningPlan

    def __init__(self, seed: int, plan: EveningPlan) -> None:
        self.moods = Stream("evening", seed)
        super().__init__(seed, plan)
        self.company: set[int] = set(range(plan.people))
        self.played: list[bytes] = []  # the games that all who played them have whole
        self.interlude: str | None = "gather"
        self.by_hand = True  # people press ready, and the host presses start
        self.coming: int | None = None  # who will come to the seat that gets free
        self.since = 0  # the last step of the evening

    def make_nodes(self) -> list[Node]:
        return [self.make_node(number) for number in range(self.plan.people + self.plan.newcomers)]

    def make_node(self, number: int) -> EveningNode:
        return EveningNode(self, number)

    def number_of(self, key: bytes | None) -> int | None:
        return next((node.number for node in self.nodes if node.identity.key == key), None)

    def node(self, number: int) -> EveningNode:
        return cast(EveningNode, self.nodes[number])

    def present(self) -> list[EveningNode]:
        return [self.node(number) for number in sorted(self.company)]

    # The course of the evening ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        for number in sorted(self.company):
            node = self.node(number)
            node.moods = self._moods()
            self.after(0 if number == 0 else self.stream.below(400), node.start)
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
            self.interlude, self.by_hand, self.since = None, False, self.now
            self._maybe_fault()
        else:
            self.takes_in_hand()
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
        """All are at the end of the same game, and with the same log: a host that was cut off may have ended it alone,
        and has to hear yet what the others played meanwhile."""
        ended = len(set(self.gids())) == 1 and all(
            node.session is not None and node.session.game is not None and node.session.game.ended
            for node in self.present()
        )
        if not ended:
            return False
        first, *others = (node.disk.logs.get(self.gids()[0]) for node in self.present())  # type: ignore[arg-type]
        return all(log == first for log in others)

    def takes_in_hand(self) -> None:
        """Where something broke, people do not wait for ever for a rematch to begin by itself."""
        broke = self.last_fault > self.since
        if not self.by_hand and broke and self.now > max(self.since, self.last_fault) + BY_HAND_AFTER:
            self.by_hand = True

    def ready_to_reopen(self) -> bool:
        return True if self.interlude in BY_THEMSELVES else self.now >= self.since + 3_000

    def _game_is_over(self) -> None:
        gid = self.gids()[0]
        assert gid is not None
        self.played.append(gid)
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
        return [node.number for node in self.nodes if node.number not in self.company]

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

    def _maybe_fault(self) -> None:
        """Something may break soon."""
        if self.moods.below(100) < 12 * self.plan.faults:
            kind = _FAULTS[self.moods.below(len(_FAULTS))]
            numbers = sorted(self.company)
            node = self.node(numbers[self.moods.below(len(numbers))])
            self.after(self.moods.below(5_000), lambda: self.strike(kind, node))

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
        logs = [(node, node.disk.logs[gid]) for node in self.nodes if node.honest and gid in node.disk.logs]
        chain = Chain.of_records([unpack_record(payload) for payload in logs[0][1]])
        self.check_authors(chain)
        for key in chain.roster.keys.values():
            number = self.number_of(key)
            assert number is not None
            node = self.nodes[number]
            if node.honest and node.disk.logs.get(gid) != logs[0][1]:
                raise Violation(f"{number} has another log of a game of the evening")


def play_evening(seed: int, plan: EveningPlan) -> Evening:
    world = Evening(seed, plan)
    for node in world.nodes:
        node.identity.made.clear()
    world.run()
    world.check()
    return world
