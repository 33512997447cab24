"""What a press of "ready" stands for: one table, as it was on show, and one start.

The rules are those of the messages alone: who said READY while what was shown, which header it signed, and whose share
it showed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from net import messages as m
from net.opening import Person, Roster, read_roster
from net.refusal import Refusal
from tests.net.sim_disk import Violation

if TYPE_CHECKING:
    from tests.net.sim import Node


@dataclass
class Press:
    nonce: bytes
    table: m.Lobby  # as it was on show
    stands: bool = True
    signed: bytes | None = None  # the game whose header was signed for it


class Readiness:
    def __init__(self) -> None:
        self._presses: dict[int, Press] = {}  # by node: the last
        self.took_back: set[bytes] = set()  # keys of who has told a host that it was not ready any more
        self._nonces: dict[bytes, Press] = {}
        self._rosters: dict[bytes, Roster] = {}  # by game: every header that was ever proposed
        self._proposed: dict[bytes, bytes] = {}  # nonces in headers of honest hosts: the game
        self._agreed: set[tuple[int, bytes]] = set()  # node, game: it signed, or proposed, that header
        self._shares: dict[tuple[int, bytes, str], bytes] = {}  # node, game, question: the answer
        self._last: dict[tuple[int, int], m.Lobby] = {}  # node, its start: the table it showed last
        self._told: dict[tuple[int, int, int], m.Lobby] = {}  # node, its start, revision: the table it told of

    def forget(self, node: int) -> None:
        """A program that starts knows nothing of what was pressed before."""
        self._presses.pop(node, None)

    def pressed(self, node: Node, message: m.Ready) -> None:
        last = self._presses.get(node.number)
        if not message.ready:
            if last is not None:
                last.stands = False
            return
        assert node.session is not None
        assert node.session.table is not None
        assert message.nonce is not None
        before = self._nonces.get(message.nonce)
        if before is None:
            press = Press(message.nonce, node.session.table)
            self._presses[node.number] = self._nonces[message.nonce] = press
        elif before is not last or not before.stands or before.signed is not None:
            raise Violation(f"{node.number} is ready with a nonce that it has used before")

    def shown(self, node: int, table: m.Lobby) -> None:
        press = self._presses.get(node)
        if press is not None and not _still(press.table, table):
            press.stands = False

    def hosted(self, node: Node, table: m.Lobby | None) -> None:
        """A host shows its table; None: another is host."""
        place = node.number, node.life
        shown = self._last.pop(place, None)
        if table is None:
            return
        self._last[place] = table
        if shown is not None and shown.rev != table.rev and _somebody_came(shown, table):
            raise Violation(f"{node.number} takes every ready back because somebody came")

    def told(self, node: Node, table: m.Lobby) -> None:
        """A revision stands for one table."""
        place = (node.number, node.life, table.rev)
        before = self._told.setdefault(place, table)
        if table.state in ("lobby", "starting") and before.state in ("lobby", "starting") and not _still(before, table):
            raise Violation(f"{node.number} tells of two tables under revision {table.rev}")

    def proposed(self, node: Node, message: m.Roster) -> None:
        try:
            roster = read_roster(message.raw)
        except Refusal:
            return
        self._rosters[roster.gid] = roster
        if not node.honest:
            return
        self._agreed.add((node.number, roster.gid))
        honest = {one.identity.key for one in node.world.nodes if one.honest}
        for one in roster.seats:
            if not isinstance(one, Person) or one.key not in honest:
                continue
            if self._proposed.setdefault(one.nonce, roster.gid) != roster.gid:
                raise Violation(f"{node.number} proposes a game with a nonce of another game")
        if len(node.disk.logs.get(roster.gid, ())) > 1:
            raise Violation(f"{node.number} proposes a game of which it has a log")

    def signed(self, node: Node, message: m.Sign) -> None:
        who, press = node.number, self._presses.get(node.number)
        roster = self._rosters[message.gid]
        seat = next(seat for seat, key in roster.keys.items() if key == node.identity.key)
        mine = roster.seats[seat]
        assert isinstance(mine, Person)
        if press is None or mine.nonce != press.nonce:
            raise Violation(f"{who} signed a header without being ready")
        if press.signed == message.gid:
            return
        if press.signed is not None:
            raise Violation(f"{who} signed two headers for one press of ready")
        if not press.stands:
            raise Violation(f"{who} signed a header after it was no longer ready for it")
        if not _fits(press.table, roster):
            raise Violation(f"{who} signed for another table than it was ready for")
        if message.gid in node.disk.logs:
            raise Violation(f"{who} signed the header of a game of which it has a log")
        press.signed = message.gid
        self._agreed.add((who, message.gid))

    def share(self, node: Node, gid: bytes | None, message: m.ReplyMessage) -> None:
        if gid is None or (node.number, gid) not in self._agreed:
            raise Violation(f"{node.number} gave a share for a game that it has not agreed to")
        payload = bytes(message.payload) if isinstance(message.payload, bytes) else b""
        if self._shares.setdefault((node.number, gid, message.kind), payload) != payload:
            raise Violation(f"{node.number} gave two answers to one question for its share")


def _still(shown: m.Lobby, now: m.Lobby) -> bool:
    """Whether what a person was ready for is still there. Ready marks, links and who watches do not matter, and a seat
    that was shown open may be taken by a person."""
    if (shown.game, shown.options, shown.host, len(shown.seats)) != (now.game, now.options, now.host, len(now.seats)):
        return False
    return all(_same(*rows) for rows in zip(shown.seats, now.seats, strict=True))


def _somebody_came(shown: m.Lobby, now: m.Lobby) -> bool:
    """Whether all that has changed is that people have sat down on seats that were open."""
    if (shown.state, now.state) != ("lobby", "lobby"):
        return False  # a start that failed takes back every ready
    if (shown.game, shown.options, shown.host, len(shown.seats)) != (now.game, now.options, now.host, len(now.seats)):
        return False
    changed = [(was, row) for was, row in zip(shown.seats, now.seats, strict=True) if was[:4] != row[:4]]
    return bool(changed) and all((was[0], row[0]) == ("open", "person") for was, row in changed)


def _same(shown: tuple[object, ...], now: tuple[object, ...]) -> bool:
    who, _, level, key = shown[:4]
    return now[0] in ("open", "person") if who == "open" else (now[0], now[2], now[3]) == (who, level, key)


def _fits(shown: m.Lobby, roster: Roster) -> bool:
    if (shown.game, dict(shown.options), shown.host) != (roster.game, roster.options, roster.host):
        return False
    if len(shown.seats) != len(roster.seats):
        return False
    for row, one in zip(shown.seats, roster.seats, strict=True):
        who, _, level, key = row[:4]
        said = ("person", None, one.key) if isinstance(one, Person) else ("bot", one.level, None)
        if (who == "open" and said[0] != "person") or (who != "open" and said != (who, level, key)):
            return False
    return True
