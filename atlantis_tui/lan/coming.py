"""Coming to a table that somebody else hosts: to play, to come back, or to watch."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING

from atlantis_tui import launch
from atlantis_tui.commands import Wrong
from atlantis_tui.lan import command
from atlantis_tui.lan.finding import Lookout, Seen, is_address, is_ticket, place_of
from atlantis_tui.lan.front import Front
from atlantis_tui.lan.kept import Kept, put_aside
from atlantis_tui.lan.lines import Lines
from atlantis_tui.lan.shell import Shell, Target
from atlantis_tui.wording import lan, quoted, title
from atlantis_tui.words import _
from core.frames import LogError
from core.log import FileLog
from net.codes import read_code
from net.handshake import Visit, to_open_table, with_code
from net.identity import Identity
from net.refusal import Refusal
from net.session.session import Session

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp


async def come(
    word: str | None,
    name: str,
    stdin: IO[str],
    stdout: IO[str],
    *,
    code: str | None = None,
    plays: str | None = None,
    watches: bool = False,
    address: str | None = None,
    discovers: bool = True,
) -> int:
    identity = command.identity()
    asks = plays is None and not watches
    seen = await find(identity, word, stdin, asks, discovers)
    log = None if watches else own_log(seen)
    try:
        if needs_code(seen, watches, log is not None) and code is None and asks and sys.stdin is stdin:
            print(_("This table asks for its code: type the six digits that the host was told."), flush=True)
            code = read_code(await _line(stdin))
        visit = way_in(seen, code, watches, log is not None)
        shell = Shell(identity, name, target=Target(seen.addresses, visit), discovers=discovers)
        try:
            sit_down(shell, log, watches, address)
            print(_("Table {table}: {game}.").format(table=seen.name or "?", game=title(seen.info.game)), flush=True)
            return await Front(shell, stdin, stdout, plays=plays, watches=watches).run()
        finally:
            await shell.close()
    finally:
        if log is not None:
            log.close()


def show(
    flags: Mapping[str, Sequence[str]],
    words: Sequence[str],
    code: str | None,
    player: str | None,
    address: str | None,
    *,
    watches: bool,
) -> int:
    """The tables near us on screen, and at once the way to the one that is named."""
    word = words[0] if words else ""
    if is_ticket(word) or is_address(word):
        place_of(word)
    elif word and launch.NO_DISCOVERY in flags:
        raise Wrong(_no_look())

    def first(app: AtlantisApp) -> None:
        from atlantis_tui.screens.tables import TablesScreen, Wanted

        app.push_screen(TablesScreen(Wanted(word, code, watches, player, address)))

    return launch.open_first(flags, first)


def sit_down(shell: Shell, log: FileLog | None, watches: bool, address: str | None = None) -> None:
    """Goes to the table as one of its players, as somebody who comes back, or to watch."""
    if watches:
        shell.sit(Session.watch)
        return
    shell.listen(address)
    shell.sit(Session.guest if log is None else lambda me, now: Session.resume(me, now, log))


def own_log(seen: Seen) -> FileLog | None:
    """Our own log of the game that is played there, if we were in it."""
    if seen.info.gid is None:
        return None
    path = Kept().path(seen.info.gid)
    if not os.path.exists(path):
        return None
    try:
        return FileLog.open(path)
    except LogError as error:
        if error.reason in ("not_a_log", "no_header", "corrupt", "too_large"):
            put_aside(path)  # the others have all of it
            return None
        raise


async def find(identity: Identity, word: str | None, stdin: IO[str], asks: bool, discovers: bool) -> Seen:
    """The table that is meant; Wrong or Refusal if there is none."""
    async with Lookout(identity, discovers=discovers) as lookout:
        if word is not None and (is_ticket(word) or is_address(word)):
            return await lookout.at(word)
        if lookout.discovery is None:
            raise Wrong(_no_look())
        if word is not None:
            seen = await lookout.named(word)
            if seen is None:
                raise Wrong(
                    _(
                        'There is no table "{name}" on this network: write its address as HOST:PORT, or its ticket.'
                    ).format(name=quoted(word))
                )
            return seen
        near = await lookout.near()
        if not near:
            trouble = lookout.discovery.trouble
            if trouble is not None:
                raise Wrong(lan.TROUBLES[trouble]())
            raise Wrong(_("There is no table on this network: write its address as HOST:PORT, or its ticket."))
        if len(near) == 1:
            return near[0]
        if not asks:
            names = command.words_for([one.name for one in near])
            raise Wrong(_("There are several tables on this network: name {names}.").format(names=names))
        return await _chosen(near, stdin)


async def _chosen(near: list[Seen], stdin: IO[str]) -> Seen:
    for number, one in enumerate(near, 1):
        print(_("{number}. {table}").format(number=number, table=described(one)))
    print(_("Type the number of a table."), flush=True)
    typed = await _line(stdin)
    if not typed.isascii() or not typed.isdecimal() or not 1 <= int(typed[:3]) <= len(near):
        raise Wrong(_("Nobody was joined: type a number from 1 to {last}.").format(last=len(near)))
    return near[int(typed[:3]) - 1]


def described(seen: Seen) -> str:
    """A table in one line."""
    info = seen.info
    state = {"lobby": _("waiting for players"), "playing": _("playing"), "over": _("over")}[info.state]
    door = {"open": _("open"), "code": _("needs a code"), "closed": _("closed")}[info.door]
    return _("{table}: {game}, {taken} of {seats} seats taken, {state}, {door}").format(
        table=seen.name or "?", game=title(info.game), taken=info.taken, seats=info.seats, state=state, door=door
    )


def needs_code(seen: Seen, watches: bool, known: bool) -> bool:
    """Whether one comes in only with the code: not those who played there before, nor those who have a ticket."""
    if known or seen.visit is not None or (seen.info.state != "lobby" and not watches):
        return False
    return seen.info.door == "code"


def way_in(seen: Seen, code: str | None, watches: bool, known: bool) -> Visit:
    """How we come in; Refusal where there is no way."""
    info = seen.info
    if known:
        return Visit("key")
    if seen.visit is not None:
        return seen.visit
    if info.state != "lobby" and not watches and code is None:
        return Visit("key")  # the host knows whether we are one of them
    if info.door == "open":
        return to_open_table()
    if info.door == "closed" or code is None:
        raise Refusal("other_door", door=info.door)
    return with_code(code)


async def _line(stdin: IO[str]) -> str:
    """One line, however long that takes."""
    heard: asyncio.Queue[str | None] = asyncio.Queue()
    lines = Lines(stdin, heard.put_nowait)
    try:
        return await heard.get() or ""
    finally:
        lines.close()


def _no_look() -> str:
    return _("Without a look at the network a table needs its address: write HOST:PORT, or a ticket.")
