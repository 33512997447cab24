"""Evenings with one person who does not play fair, as the host or as a guest; see sim_rogue for what it does.

    world = HostileEvening(seed, HostilePlan(rogue=0)); world.run(); world.check()

The others do what people do: they kick whoever is named, let somebody play for who is away, go on with a new host. At
some time the rogue is gone for good, found out or not. Then a game that was dealt must be played to its end wherever
more than half of the people are honest. Until then, and always: no honest program falls over, names an honest person,
signs twice, or gives a share for a table that its person was not ready for; and where one stops, it says because of
whom.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.session import notices
from net.session.session import Session
from tests.net.sim_company import Check
from tests.net.sim_disk import Violation
from tests.net.sim_evening import Evening, EveningPlan
from tests.net.sim_people import ALL, EveningNode
from tests.net.sim_rogue import Rogue
from tests.net.sim_stories import RESCUED

STALLS = 12_000  # milliseconds until people take it in hand, when somebody hinders
_PATIENT = 15_000  # until somebody who keeps all waiting has to go


@dataclass
class HostilePlan(EveningPlan):
    games: int = 2
    newcomers: int = 0
    backs: bool = True
    rogue: int = 1  # 0 opens the table
    tricks: tuple[str, ...] = ()  # else from the seed
    mischief: int = 20_000  # after so long, at the latest, it is gone for good


class HonestNode(EveningNode):
    evening: HostileEvening

    def __init__(self, world: Evening, number: int) -> None:
        super().__init__(world, number)
        self.named = False  # the rogue, by this program

    def accuses(self, notice: notices.Notice) -> None:
        match notice:
            case notices.Misbehaved(seat, _, blamed):
                # Where it can be shown who did wrong, who brought it may be as honest as who says so.
                self._names(notice, self.key_of(seat if blamed is None else blamed))
            case notices.StartFailed():
                self._names(notice, self.names(notice))
            case notices.Stopped(_, blamed):
                self._names(notice, self.key_of(blamed))
                if not self.named:
                    raise Violation(f"{self.number} stops and names nobody: {notice}")

    def _names(self, notice: notices.Notice, key: bytes | None) -> None:
        number = self.evening.number_of(key)  # nobody's, where the rogue has shown a table of strangers
        if number is not None and self.evening.nodes[number].honest:
            raise Violation(f"{self.number} blames somebody honest: {notice}")
        self.named = self.named or key is not None

    def looks_around(self) -> None:
        session, world = self.session, self.evening
        assert session is not None
        if session.hosting and world.rogue.number in world.company:
            self._minds_the_rogue(session)
        if self.session is not None:
            super().looks_around()

    def _minds_the_rogue(self, session: Session) -> None:
        """As the host: who was found out, or keeps all waiting for long, has to go."""
        world, game = self.evening, session.game
        key = world.rogue.identity.key
        long_ago = world.now - _PATIENT
        waited = any(self.key_of(one.seat) == key and one.since_ms < long_ago for one in session.waiting())
        idle = game is None and world.since < long_ago and not world.stream.below(20)
        if waited or idle or (self.named and world.stream.below(8) == 0):
            world.kicked()
            self.do(lambda s: s.kick(key))
            if game is not None and game.table is None and key in game.roster.keys.values():
                self.do(lambda s: s.abandon())


class HostileEvening(Evening):
    plan: HostilePlan

    def __init__(self, seed: int, plan: HostilePlan) -> None:
        super().__init__(seed, plan)
        self.rogue = self.nodes[plan.rogue]
        self.witness.rogues.add(self.rogue.identity.key)
        self.freed = False  # the rogue is gone for good
        self.gone_at = 0

    def make_node(self, number: int) -> EveningNode:
        if number == self.plan.rogue:
            return Rogue(self, number, self.plan.tricks)
        return HonestNode(self, number)

    def make_checks(self) -> tuple[Check, ...]:
        return ()  # who plays foul can hinder others as long as it is there

    def honest(self) -> list[EveningNode]:
        return [self.node(number) for number in sorted(self.company) if self.nodes[number].honest]

    def present(self) -> list[EveningNode]:
        return self.honest()

    def begin(self) -> None:
        super().begin()
        self.after(2_000 + self.moods.below(self.plan.mischief), self._is_gone)

    def kicked(self) -> None:
        self.company.discard(self.rogue.number)
        self.since = self.now

    def _is_gone(self) -> None:
        self.freed, self.gone_at = True, self.now
        self.rogue.dead = True
        self.crash(self.rogue)
        self.kicked()
        self.rescued = self.now + RESCUED

    def next_interlude(self) -> str:
        return ALL

    def takes_in_hand(self) -> None:
        if not self.by_hand and self.now > self.since + STALLS:
            self.by_hand = True
        key = self.rogue.identity.key
        for node in self.honest():
            session = node.session
            if session is None or not session.hosting or not self.freed or self.now < self.gone_at + STALLS:
                continue
            if any(node.key_of(one.seat) == key for one in session.waiting()):
                node.do(lambda s: s.abandon())  # which does nothing once it is dealt

    # The end ---------------------------------------------------------------------------------------------------------

    def late(self) -> bool:
        return self.now > max(self.last_fault, self.since, self.rescued) + self.plan.patience

    def over(self) -> bool:
        return super().over() or (self.freed and self.stranded())

    def stranded(self) -> bool:
        """Whether the table is gone with the rogue: nobody has a game that could be gone on with, or a lobby. An honest
        host goes on with whoever is left."""
        if self.plan.rogue != 0:
            return False
        for node in self.honest():
            session = node.session
            if session is None:
                return False
            if session.stopped is not None:
                continue
            game = session.game
            if session.hosting or (game is None and session.lobby is not None):
                return False
            if game is not None and game.table is not None and not game.ended and not self._waits(session):
                return False
        return True

    def _waits(self, session: Session) -> bool:
        """Whether there is no majority for another host, and all can see whom they wait for. Who was told by the rogue
        that this start came to nothing does not have it."""
        game, key = session.game, self.rogue.identity.key
        assert game is not None
        keys = game.roster.keys
        having = [node for node in self.honest() if game.chain.gid in node.disk.logs]
        if len(having) > len(keys) // 2 or session.hosting:
            return False
        return keys[game.chain.host] == key and any(keys[one.seat] == key for one in session.waiting())

    def check(self) -> None:
        if self.freed and not super().over() and self.stranded():
            return
        if not super().over() and any(node.session is not None and node.session.stopped for node in self.honest()):
            return  # one has stopped and said because of whom; the others may not be enough
        super().check()

    def check_game(self, gid: bytes) -> None:
        if gid not in self.witness.split:
            super().check_game(gid)


def play_hostile(seed: int, plan: HostilePlan) -> HostileEvening:
    world = HostileEvening(seed, plan)
    for node in world.nodes:
        node.identity.made.clear()
    world.run()
    world.check()
    return world
