"""The people of an evening, each in front of a program: what they press, when they come and leave, what they wait for.

All that they know is on their screens. Who has said to want another game relies on that: nobody says so twice to the
same program, unless it shows another table than the one that was wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from core import games
from core.frames import unpack_record
from net.messages import Lobby as LobbyMessage
from net.opening import Roster
from net.session import limits
from net.session.actions import Action
from net.session.lobby import Lobby
from net.session.notices import Applied, LinksChanged, LobbyChanged, Notice, StartFailed
from net.session.session import Me, Session
from net.session.signed_game import UNDEALT
from tests.core import toy
from tests.net import sim_pebbles
from tests.net.sim import Node, or_nothing

if TYPE_CHECKING:
    from tests.net.sim_evening import Evening

ALL, LATE, WAVERS, BOT, SHRINK, NEWCOMER, RETURNER = "all", "late", "wavers", "bot", "shrink", "newcomer", "returner"
BY_THEMSELVES = (ALL, LATE, WAVERS)  # interludes after which a game begins by itself
_GAMES = (sim_pebbles.GAME, toy.GAME)  # between which hosts change


def rematch_rows(roster: Roster) -> list[tuple[Any, ...]]:
    """Who sits where in the game after this one, if all want another: who, name, level, key."""
    return [place.row()[:4] for place in Lobby.of("", roster, shift=1).places]


def is_rematch(table: LobbyMessage, roster: Roster, lacking: bool = False) -> bool:
    """Whether the lobby on show is that of another game like this one. With `lacking`, persons may still be missing."""
    rows, wanted = [row[:4] for row in table.seats], rematch_rows(roster)
    if (table.game, table.options) != (roster.game, roster.options) or len(rows) != len(wanted):
        return False
    return all(
        now == then or (lacking and (now[0], then[0]) == ("open", "person"))
        for now, then in zip(rows, wanted, strict=True)
    )


class KeptTable(NamedTuple):
    """What a program keeps of the table that it hosts, for the case that it is lost."""

    table: LobbyMessage
    people: dict[bytes, tuple[str, int]]
    watchers: dict[bytes, None]


class EveningNode(Node):
    def __init__(self, world: Evening, number: int, watches: bool = False) -> None:
        super().__init__(world, number, watches)
        self.evening = world
        self.wants_at: int | None = None  # a rematch
        self.wished: tuple[int, bytes] | None = None  # by which start of its program, and after which game
        self.lacks_since: int | None = None  # when it first saw the next table without some of its people
        self.turned_away: int | None = None  # when it was first not let in at a door that it came to by key
        self.astray_since: int | None = None  # as one who watches: when it lost the table
        self.doubts_at: int | None = None  # and for a moment not any more
        self.wavered = False
        self.leaves_at: int | None = None
        self.moods = 0  # how often it may still change its mind
        self.lost_at: int | None = None  # when its person saw that the host is lost between games
        self.let_in: set[bytes] = set()  # keys, by this start of its program
        self.left: set[bytes] = set()  # games that its person left before their end, and does not go on with
        self.places: dict[bytes, tuple[str, int]] = {}  # by key: where it believes others to be, as its disk has it

    @property
    def kept(self) -> KeptTable | None:
        kept: KeptTable | None = self.disk.company
        return kept

    def start(self) -> None:
        self.let_in, self.lost_at = set(), None
        self.wished, self.lacks_since, self.astray_since, self.turned_away = None, None, None, None
        super().start()

    def comes(self, me: Me) -> Session:
        """Goes on with its last game; or opens its table again, if it was the host; or comes as any other guest."""
        if self.watches:
            return super().comes(me)
        logs = [log for gid, log in self.disk.logs.items() if gid not in self.left]
        last = logs[-1] if logs else None
        if last is not None and unpack_record(last[-1]).kind != "end" and not self._rather_hosts(last):
            return super().comes(me)
        if self.kept is not None:
            return self._opens_again(me, self.kept)
        if last is not None or self.evening.has_a_table(self):
            return Session.guest(me, self.world.now)
        return super().comes(me)

    def _rather_hosts(self, log: list[bytes]) -> bool:
        """Whether its person opens the table again, instead of going on with the game."""
        dealt = self.kept is not None and len(log) >= UNDEALT
        return dealt and self.evening.plan.deaths > 0 and self.evening.moods.below(3) == 0

    def _opens_again(self, me: Me, kept: KeptTable) -> Session:
        table = kept.table
        session = Session.host(me, self.world.now, table.name, table.game, table.options, len(table.seats))
        for seat, row in enumerate(table.seats):
            if row[0] == "bot" and seat != session.seat:
                session.seat_bot(seat, row[2])
        session.company.expect(kept.people, kept.people)
        session.meeting.watchers = dict(kept.watchers)
        return session

    def hears(self, notice: Notice) -> None:
        if isinstance(notice, LobbyChanged | LinksChanged) and self.session is not None:
            self._keeps_the_table(self.session)
            self._keeps_places(self.session)
            if self.session.table is not None and self.session.table.state == "starting":
                self.wished = None  # each press of ready, also one that was said by itself, is good for one start
            table, roster = self.session.table, self.evening.roster
            if self.wished is not None and self.session.game is None and table is not None and roster is not None:
                self._sees_the_lobby(table, roster)
        if isinstance(notice, Applied) and notice.kind == "deal" and self.session is not None and self.session.hosting:
            self.evening.dealt(self)
        super().hears(notice)

    def _keeps_places(self, session: Session) -> None:
        game = session.game or session.watched
        if game is not None:
            keys = game.roster.keys
            self.places |= {keys[seat]: place for seat, place in session.meeting.addresses.items() if seat in keys}

    def _keeps_the_table(self, session: Session) -> None:
        """In the real program a file, which has the people. The table is what its person sets up again."""
        before, kept = self.kept, None
        if session.hosting and session.table is not None:
            company = session.company
            keys = {member.key for member in company.members()} | company.expected
            people = {key: company.address(key) for key in keys}
            kept = KeptTable(session.table, people, dict(session.meeting.watchers))
        if (before and before[1:]) == (kept and kept[1:]):
            self.disk.company = kept
        else:
            self.disk.keep_company(kept)

    def knows(self, key: bytes) -> bool:
        """Whether its door lets this key in without a code."""
        session = self.session
        assert session is not None
        known = self.let_in | set(session.meeting.watchers) | session.company.expected
        if session.game is not None:
            known |= set(session.game.roster.keys.values())
        elif session.lobby is not None:
            known |= {place.key for place in session.lobby.places if place.key is not None}
        return key in known

    # What its person does --------------------------------------------------------------------------------------------

    def looks_around(self) -> None:
        session, world = self.session, self.evening
        assert session is not None
        if self.turned_away is not None and world.now >= self.turned_away + 8_000:
            self._types_the_code(session)
        if self.watches or self.session is None:
            return
        if session.may_take_over and world.people_take_over:
            self._misses_the_host()
        else:
            self.lost_at = None
        if self.session is None:
            return
        if self.leaves_at is not None and world.now >= self.leaves_at:
            self._leaves()
        elif session.game is None:
            self._in_the_lobby(session)
        elif session.hosting and session.company.between_games and self._waits_in_vain(session):
            self.do(lambda s: s.abandon())
        elif session.game.ended:
            self._after_a_game(session)
        else:
            super().looks_around()

    def _types_the_code(self, session: Session) -> None:
        """It is not known at the door of the table, as when the host's program died before it kept who had just come.
        Unless it has found a table meanwhile, its person comes anew, with the code."""
        self.turned_away = None
        game, host = session.game, session.host_peer()
        if (game is not None and not game.ended) or (host is not None and host.role is not None) or session.players():
            return
        self.disk.company = None
        self.do(lambda s: s.leave())
        self.session = None
        self.life += 1
        self.world.after(1_000, self.start)

    def names(self, failed: StartFailed) -> bytes | None:
        """A host that comes back after a crash and finds nobody calls the start off, and names whoever is gone."""
        return None if self.evening.plan.deaths and failed.reason == "abandoned" else super().names(failed)

    def _misses_the_host(self) -> None:
        """After a while somebody opens the table anew; each person waits a time of its own."""
        world = self.evening
        if self.lost_at is None:
            self.lost_at = world.now + 7_000 + world.moods.below(9_000)
        elif world.now >= self.lost_at:
            self.lost_at = None
            world.taken_over += 1
            self.do(lambda s: or_nothing(s.take_over))

    def _waits_in_vain(self, session: Session) -> bool:
        """As a host that takes up a start after a crash, and waits for somebody who does not come."""
        waiting = session.waiting()
        return bool(waiting) and self.world.now - waiting[0].since_ms > 15_000

    def _leaves(self) -> None:
        self.leaves_at, self.disk.company = None, None
        game = self.session.game if self.session is not None else None
        if game is not None and not game.ended:
            self.left.add(game.chain.gid)
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
            self.doubts_at, self.wants_at, self.wavered, self.wished = None, world.now + 5_000, True, None
            self.do(lambda s: s.want_rematch(False))
        elif self.wants_another and (self.wished != (self.life, world.game) or world.by_hand):
            self.wished = self.life, world.game
            self.do(lambda s: s.want_rematch())

    @property
    def wants_another(self) -> bool:
        return self.wants_at is not None and self.world.now >= self.wants_at

    @property
    def relies(self) -> bool:
        """Whether it has said that it wants another game, and waits for the game to begin."""
        return self.wants_another and self.doubts_at is None and self.wished == (self.life, self.evening.game)

    def _sees_the_lobby(self, table: LobbyMessage, roster: Roster) -> None:
        """Before the next game: gives up relying on what it said where the table is another one, or people who are
        missing do not come."""
        if is_rematch(table, roster):
            self.lacks_since = None
        elif not is_rematch(table, roster, lacking=True):
            self.wished = None
        else:
            self.lacks_since = self.world.now if self.lacks_since is None else self.lacks_since
            if self.world.now - self.lacks_since >= limits.HELD_MS - 5_000:
                self.wished = None

    def _in_the_lobby(self, session: Session) -> None:
        table, seat, world = session.table, session.seat, self.evening
        if table is None or seat is None or table.state != "lobby" or seat >= len(table.seats):
            return
        if not world.by_hand:
            if (roster := world.roster) is not None:
                self._sees_the_lobby(table, roster)
            if self.wants_another and (self.wavered or not self.relies) and not table.seats[seat][4]:
                self.do(lambda s: s.ready())  # its no may have come too late for its own good
            return
        if session.hosting and self._sets_the_table(session):
            return
        moody = self.moods > 0 and world.stream.below(4) == 0
        if not table.seats[seat][4]:
            self.do(lambda s: s.ready())
        elif moody:
            self.moods -= 1
            if world.stream.below(3):
                self.do(lambda s: s.ready(False))
            else:
                self._does(lambda s: s.rename(f"N{self.number}{'xyz'[self.moods % 3]}"))
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
        missing, size = len(world.company - seated), len(table.seats)
        bots = [seat for seat, row in enumerate(table.seats) if row[0] == "bot"]
        if missing > len(free) and bots:
            return self._does(lambda s: s.seat_bot(bots[-1], None))
        if missing > len(free):
            if size + 1 not in games.load(table.game).seat_counts:
                return self._does(lambda s: s.set_rules(world.plan.game, {}, size + 1))
            return self._does(lambda s: s.set_rules(table.game, table.options, size + 1))
        if free and len(free) > missing:
            if world.interlude == SHRINK and size - 1 in games.load(table.game).seat_counts:
                return self._does(lambda s: s.set_rules(table.game, table.options, size - 1))
            return self._does(lambda s: s.seat_bot(free[-1], "normal"))
        if self.moods > 0 and world.stream.below(6) == 0:
            self.moods -= 1
            return self._changes_the_rules(table)
        return False

    def _changes_the_rules(self, table: LobbyMessage) -> bool:
        """Another game, or the same with another option."""
        stream, size = self.evening.stream, len(table.seats)
        fitting = [game for game in _GAMES if size in game.seat_counts]
        game = fitting[stream.below(len(fitting))]
        option = game.options[0]
        value = option.values[stream.below(len(option.values))] if game is not toy.GAME else option.values[-1]
        return self._does(lambda s: s.set_rules(game.name, {option.name: value}, size))

    def _does(self, call: Callable[[Session], list[Action]]) -> bool:
        self.do(lambda s: or_nothing(lambda: call(s)))
        return True
