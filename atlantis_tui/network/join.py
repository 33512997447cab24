"""Come to a table that somebody else hosts: to play, to come back, or to watch."""

from __future__ import annotations

import os

from atlantis_tui.network.files import NetworkGameFiles, put_aside
from atlantis_tui.network.lookup import SeenTable
from atlantis_tui.network.runner import SessionRunner
from core.frames import LogError
from core.log import FileLog
from net.handshake import Visit, to_open_table, with_code, with_key
from net.identity import Identity, fingerprint
from net.opening import roster_of
from net.refusal import Refusal
from net.session.session import Session


def sit_down(shell: SessionRunner, log: FileLog | None, watches: bool, address: str | None = None) -> None:
    """Go to the table as one of its players, as somebody who comes back, or to watch."""
    if watches:
        shell.sit(Session.watch)
        return
    shell.listen(address)
    shell.sit(Session.guest if log is None else lambda me, now: Session.resume(me, now, log))


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
