"""A table without faults, for one who does not play fair: messages arrive at once, and anything can be slipped in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.chance import Stream
from core.frames import Record
from core.game import Move
from net import messages as m
from net.entries import Entry, sign_entry
from net.refusal import ProtocolError
from net.session.actions import Action, Close, Dial, Send
from net.session.notices import Asked, Desynced, Misbehaved, Notice, StartFailed, Stopped
from net.session.session import Me, Session
from net.session.signed_game import SignedGame
from tests.net.sim import Disk, SimIdentity, Witness

WATCHER = 9


class Bench:
    """Seat 0 is the host. Sessions of all are honest; who is not is whoever uses `say`, `entry` or `withhold`."""

    def __init__(
        self,
        people: int = 3,
        watcher: bool = False,
        seats: int | None = None,
        game: str = "pebbles",
        **options: Any,
    ) -> None:
        self.now = 0
        self.heard: dict[int, list[Notice]] = {}
        self.got: dict[int, list[m.Message]] = {}
        self.sessions: dict[int, Session] = {}
        self.identities: dict[int, SimIdentity] = {}
        self.disks: dict[int, Disk] = {}
        self.withheld: Callable[[int, m.Message], m.Message | None] = lambda who, message: message
        self.dials: dict[int, list[Dial]] = {}  # by who wants it; nobody is dialled
        self.deaf: set[int] = set()  # to these nothing comes through
        self._wires: dict[tuple[int, int], tuple[int, int]] = {}  # who and link: whom and link there
        self._queue: list[tuple[int, int, m.Message]] = []
        self._links = 0
        witness = Witness()
        for who in [*range(people), *([WATCHER] if watcher else [])]:
            self.identities[who] = SimIdentity(bytes([who + 50]) * 32)
            self.disks[who] = Disk(witness, who)
            self.disks[who].key = self.identities[who].key
            self.heard[who], self.got[who] = [], []
        self.sessions[0] = Session.host(self.me(0), 0, "table", game, options, seats or people)
        for who in list(self.identities)[1:]:
            self.sessions[who] = (Session.watch if who == WATCHER else Session.guest)(self.me(who), 0)

    def me(self, who: int, name: str = "") -> Me:
        random = Stream("bench", who)
        return Me(
            self.identities[who],
            name or f"P{who}",
            self.disks[who],
            lambda size: b"".join(random.word().to_bytes(4, "big") for _ in range(size))[:size],
            5000 + who,
        )

    # Running ---------------------------------------------------------------------------------------------------------

    def connect(self, who: int, to: int = 0, name: str = "", address: str = "lan") -> int:
        """The link of `who`, who comes from this address, to another."""
        self._links += 2
        mine, theirs = self._links, self._links + 1
        self._wires[who, mine], self._wires[to, theirs] = (to, theirs), (who, mine)
        key = self.identities[who].key
        self._do(to, self.sessions[to].opened(theirs, key, name or f"P{who}", inbound=True, address=address))
        if who in self.sessions:
            self._do(who, self.sessions[who].opened(mine, self.identities[to].key, "host", inbound=False))
        self.pump()
        return mine

    def connect_only(self, who: int, to: int) -> int:
        """The link of `who` to one who has no program of its own."""
        self._links += 2
        mine, theirs = self._links, self._links + 1
        self._wires[who, mine], self._wires[to, theirs] = (to, theirs), (who, mine)
        self._do(who, self.sessions[who].opened(mine, self.identities[to].key, "host", inbound=False))
        self.pump()
        return mine

    def join(self) -> Bench:
        for who in list(self.sessions)[1:]:
            self.connect(who)
        return self

    def ready(self) -> Bench:
        for who, session in self.sessions.items():
            if who != WATCHER:
                self._do(who, session.ready())
        self.pump()
        return self

    def deal(self) -> Bench:
        """All join, all are ready, and the game begins."""
        self.join().ready()
        self.act(0, lambda s: s.start())
        return self

    def act(self, who: int, call: Callable[[Session], list[Action]]) -> None:
        self._do(who, call(self.sessions[who]))
        self.pump()

    def wait(self, ms: int) -> None:
        until = self.now + ms
        while self.now < until:
            self.now += 500
            for who, session in list(self.sessions.items()):
                self._do(who, session.tick(self.now))
            self.pump()

    def pump(self) -> None:
        while self._queue:
            to, link, message = self._queue.pop(0)
            if (to, link) not in self._wires:
                continue
            self.got[to].append(message)
            if to in self.sessions:
                self._do(to, self.sessions[to].feed(link, message))

    def _do(self, who: int, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                message = self.withheld(who, action.message)
                wire = self._wires.get((who, action.link))
                if wire is not None and message is not None and wire[0] not in self.deaf:
                    self._queue.append((*wire, m.read(m.write(message))))
            elif isinstance(action, Close):
                self._close(who, action.link)
            elif isinstance(action, Dial):
                self.dials.setdefault(who, []).append(action)
            else:
                self.heard[who].append(action.notice)

    def _close(self, who: int, link: int) -> None:
        wire = self._wires.pop((who, link), None)
        if wire is not None:
            self.pump()
            if self._wires.pop(wire, None) is not None and wire[0] in self.sessions:
                self._do(wire[0], self.sessions[wire[0]].closed(wire[1]))

    def cut(self, who: int, to: int = 0) -> None:
        """The line breaks."""
        for (one, link), (other, there) in list(self._wires.items()):
            if {one, other} == {who, to} and self._wires.pop((one, link), None) is not None:
                self._wires.pop((other, there), None)
                for side, end in ((one, link), (other, there)):
                    if side in self.sessions:
                        self._do(side, self.sessions[side].closed(end))
        self.pump()

    # Playing ---------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> SignedGame:
        game = self.sessions[0].game
        assert game is not None
        return game

    def game_of(self, who: int) -> SignedGame:
        game = self.sessions[who].game
        assert game is not None
        return game

    def turn_of(self, seat: int) -> None:
        """Plays until this seat has a turn before it."""
        for _ in range(50):
            if self.game.asked() == seat and self.state.step == "turn":
                return
            self.move()
        raise AssertionError("it never came to that")

    @property
    def state(self) -> Any:
        assert self.game.table is not None
        return self.game.table.state

    def move(self, move: Move = ("roll",)) -> None:
        seat = self.game.asked()
        assert seat is not None
        player = next(who for who, session in self.sessions.items() if session.seat == seat)
        self.act(player, lambda s: s.play_for(seat, move))

    def finish(self) -> None:
        while not self.game.ended:
            self.move()

    # Playing foul ----------------------------------------------------------------------------------------------------

    def say(self, who: int, message: m.Message, to: int = 0, link: int | None = None) -> None:
        """A message that the session of `who` would not have sent; over one of its links, where it has several."""
        for (one, mine), (other, there) in self._wires.items():
            if (one, other) == (who, to) and link in (None, mine):
                self._queue.append((to, there, m.read(m.write(message))))
                break
        self.pump()

    def say_bytes(self, who: int, payload: bytes, to: int = 0) -> bool:
        """Bytes on the wire; a link on which they make no message is closed without a word. Whether they made one."""
        try:
            message = m.read(payload)
        except ProtocolError:
            self.cut(who, to)
            return False
        self.say(who, message, to)
        return True

    def entry(self, who: int, kind: str = "move", seat: int | None = None, body: Any = None, **changed: Any) -> Entry:
        """An entry for the next place, signed by `who`, with anything in it changed."""
        game = self.game
        term = changed.pop("term", game.chain.term)
        gid = changed.pop("gid", game.chain.gid)
        record = Record(len(game.chain), game.chain.link, game.digest, seat, kind, body, None, None)
        return sign_entry(self.identities[who], gid, term, record._replace(**changed))

    def roll(self, who: int, **changed: Any) -> Entry:
        """A true entry of who is asked, rolling a die; with anything in it changed."""
        seat = self.game.asked()
        assert seat is not None
        draft = self.game.move(seat, ("roll",))
        values = {"kind": draft.kind, "seat": draft.seat, "body": draft.body, "opened": draft.opened, **changed}
        return self.entry(who, **values)

    def dialled(self, who: int) -> list[Dial]:
        return self.dials.get(who, [])

    def linked(self, who: int, to: int = 0) -> bool:
        return any((one, other) == (who, to) for (one, _), (other, _) in self._wires.items())

    # Finding ---------------------------------------------------------------------------------------------------------

    def blamed(self, by: int = 0) -> list[tuple[str, int | None]]:
        """What this program has found wrong, and on whom it puts it."""
        found: list[tuple[str, int | None]] = []
        for notice in self.heard[by]:
            if isinstance(notice, Misbehaved):
                found.append((notice.verdict, notice.blamed))
            elif isinstance(notice, StartFailed | Stopped):
                found.append((notice.reason, notice.blamed))
        return found

    def failures(self, by: int) -> list[tuple[str, int | None, int | None, int]]:
        """Starts that came to nothing: why, whom this program blames, whom the host names, and how often."""
        return [notice[:4] for notice in self.heard[by] if isinstance(notice, StartFailed)]

    def asked(self, who: int) -> Asked:
        return next(notice for notice in reversed(self.heard[who]) if isinstance(notice, Asked))

    def desynced(self, who: int) -> list[Desynced]:
        return [notice for notice in self.heard[who] if isinstance(notice, Desynced)]


def told(bench: Bench, who: int, kind: type) -> list[Any]:
    """All notices of this kind that this person's screen was given."""
    return [notice for notice in bench.heard[who] if isinstance(notice, kind)]
