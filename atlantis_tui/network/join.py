"""Come to a table that somebody else hosts: to play, to come back, or to watch."""

from __future__ import annotations

import os

from atlantis_tui.network import company_file
from atlantis_tui.network.files import NetworkGameFiles, put_aside
from atlantis_tui.network.lookup import SeenTable
from atlantis_tui.network.runner import SessionRunner
from core.dealers import game_id
from core.frames import LogError
from core.log import FileLog
from net.handshake import Visit, to_open_table, with_code, with_key
from net.identity import Identity, fingerprint
from net.messages import MAX_SEATS
from net.opening import roster_of
from net.refusal import Refusal
from net.session.session import Me, Session


def sit_down(runner: SessionRunner, log: FileLog | None, watches: bool, address: str | None = None) -> None:
    """Go to the table as one of its players, as somebody who comes back, or to watch."""
    if watches:
        runner.sit(Session.watch)
        return
    runner.listen(address)
    runner.sit(Session.guest if log is None else lambda me, now: resumed(me, now, log))


def resumed(me: Me, now: int, log: FileLog, name: str = "") -> Session:
    """Our session of a game that was left. Its table keeps its name, unless another is given, and whoever watched there
    comes in by key. Refusal or TableError if the log is not sound, or is not of a game of ours."""
    memory = NetworkGameFiles().table(game_id(log.records[0]))
    session = Session.resume(me, now, log, name or memory.name)
    session.meeting.watchers = dict.fromkeys(memory.watchers)
    return session


def has_seat(seen: SeenTable) -> bool:
    """Whether we have a seat in the game that is played there."""
    return seen.info.gid is not None and os.path.exists(NetworkGameFiles().path(seen.info.gid))


def own_log(seen: SeenTable) -> FileLog | None:
    """Our own log of the game that is played there, or None if we were not in it."""
    if seen.info.gid is None:
        return None
    path = NetworkGameFiles().path(seen.info.gid)
    if not os.path.exists(path):
        return None
    try:
        return FileLog.open(path)
    except LogError as error:
        if error.reason in ("not_a_log", "no_header", "corrupt", "too_large"):
            put_aside(path)  # the others have the whole log
            return None
        raise


def fellows(log: FileLog | None, identity: Identity) -> tuple[bytes, ...]:
    """Fingerprints of the other players of our game. Any of them may be its host by now, but nobody else."""
    if log is None:
        return ()
    return tuple(fingerprint(key) for key in roster_of(log.records[0]).keys.values() if key != identity.key)


def lost_company() -> tuple[bytes, ...]:
    """Fingerprints of those who sat at the table that we hosted when our program was lost. One of them may have opened
    it anew, and lets us in by key."""
    kept = company_file.kept()
    return () if kept is None else tuple(fingerprint(key) for key in kept.people)[:MAX_SEATS]


def needs_code(seen: SeenTable, hosts: tuple[bytes, ...]) -> bool:
    """Whether we need the code. The players of the game (`hosts`) do not, nor does whoever has a ticket."""
    return not hosts and seen.visit is None and seen.info.door == "code"


def way_in(seen: SeenTable, code: str | None, hosts: tuple[bytes, ...]) -> Visit:
    """How we come in. Raises Refusal if there is no way. We believe what the table says about its door only if we
    have nothing to show. An impostor can say what it likes, and would rather not be asked for proof."""
    if seen.visit is not None:
        return seen.visit
    if code is not None:
        return with_code(code)
    if hosts:
        return with_key(*hosts)
    if seen.info.door == "open":
        return to_open_table()
    raise Refusal("other_door", door=seen.info.door)
