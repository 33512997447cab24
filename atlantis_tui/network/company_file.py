"""The company of the table that we host: kept while the table is open, so that it is not lost with this program.

If the program ends without a good-bye, the next table that this person opens is the same table again: it has the name
and, if it is free, the port of the one before, and whoever sat or watched there comes in by key.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.network.files import Address, NetworkGameFiles, TableMemory
from atlantis_tui.saved import paths
from atlantis_tui.saved.whole_file import UNREADABLE
from core import disk
from net.addresses import is_of_a_machine
from net.messages import MAX_WATCHING
from net.names import clean_name

if TYPE_CHECKING:
    from net.session.session import Session

LASTING = 12 * 3600  # seconds after which an evening is over
MOST = 64  # people
LONGEST = 65_536  # characters


class KeptCompany(NamedTuple):
    """Who was at our table."""

    name: str  # of the table
    port: int
    people: Mapping[bytes, Address]  # by key; an address that we do not know is ("", 0)
    watchers: tuple[bytes, ...]


class CompanyKeeper:
    """Keeps the files of one table true while its program runs: of the company, and beside the game."""

    def __init__(self, files: NetworkGameFiles) -> None:
        self._files = files
        self._company: KeptCompany | None = None  # as it is on the disk
        self._memory: tuple[bytes, TableMemory] | None = None  # the same of the game

    def keep(self, session: Session, port: int) -> None:
        company = company_of(session, port)
        if company is not None and company != self._company:
            self._company = company
            keep(company)
        elif company is None and self._company is not None and not session.hosting:
            self.forget()  # somebody else is host of it now
        if session.game is not None and session.table is not None:
            gid = session.game.chain.gid
            memory = TableMemory(session.table.name, tuple(session.meeting.watchers))
            if (gid, memory) != self._memory:
                self._memory = gid, memory
                self._files.keep_table(gid, memory)

    def forget(self) -> None:
        self._company = None
        forget()


def company_of(session: Session, port: int) -> KeptCompany | None:
    """The company of this table now; None if it is not ours, or nobody else is there."""
    if not session.hosting or session.table is None:
        return None
    keys = [member.key for member in session.company.members()]
    keys += [key for key in session.company.expected if key not in keys]
    watchers = tuple(session.meeting.watchers)[-MAX_WATCHING:]
    if not keys and not watchers:
        return None
    people = {key: session.company.address(key) for key in keys[:MOST]}
    return KeptCompany(session.table.name, port, people, watchers)


def keep(company: KeptCompany) -> None:
    path, others = paths.company_file(), _content()
    if others is not None and others["pid"] != os.getpid() and _runs(others["pid"]):
        return  # another window of this person has a table too, and was first
    content = {
        "at": int(time.time()),
        "pid": os.getpid(),
        "table": company.name,
        "port": company.port,
        "people": {key.hex(): list(place) for key, place in company.people.items()},
        "watchers": [key.hex() for key in company.watchers],
    }
    with suppress(OSError):  # then the others need the new code
        disk.make_directories(os.path.dirname(path))
        with open(os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(content, file)
        os.replace(f"{path}.new", path)


def forget() -> None:
    """The table is closed on purpose."""
    content = _content()
    if content is not None and content["pid"] == os.getpid():
        with suppress(OSError):
            os.unlink(paths.company_file())


def kept() -> KeptCompany | None:
    """The company of a table that ended without a good-bye, not long ago. What cannot be read is none."""
    content = _content()
    if content is None or _runs(content["pid"]):
        return None
    with suppress(*UNREADABLE):
        if not 0 <= time.time() - content["at"] < LASTING:
            return None
        people = {}
        for key, (host, port) in list(content["people"].items())[:MOST]:
            known = isinstance(host, str) and is_of_a_machine(host) and isinstance(port, int) and 0 < port < 65536
            people[bytes.fromhex(key)] = (host, port) if known else ("", 0)
        watchers = tuple(bytes.fromhex(key) for key in content["watchers"][:MAX_WATCHING])
        port = content["port"]
        return KeptCompany(clean_name(content["table"]), port if 0 < port < 65536 else 0, people, watchers)
    return None


def _content() -> dict[str, Any] | None:
    with suppress(*UNREADABLE):
        with open(paths.company_file(), encoding="utf-8") as file:
            content = json.loads(file.read(LONGEST))
        if isinstance(content["pid"], int):
            return dict(content)
    return None


def _runs(pid: int) -> bool:
    """Whether the program that wrote the file still runs. In doubt it does."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True
