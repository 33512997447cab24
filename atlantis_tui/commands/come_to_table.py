"""Come to a table that somebody else hosts, from the command line: to play, to come back, or to watch."""

from __future__ import annotations

import sys
from collections.abc import Coroutine, Mapping, Sequence
from typing import IO, TYPE_CHECKING

from atlantis_tui import launch
from atlantis_tui.commands import event_loop
from atlantis_tui.commands import network_flags as command
from atlantis_tui.commands.asked_name import ask_name
from atlantis_tui.commands.flags import once
from atlantis_tui.network import ourselves
from atlantis_tui.network.join import fellows, needs_code, own_log, sit_down, way_in
from atlantis_tui.network.lookup import SeenTable, TableLookup, is_address, is_ticket, place_of
from atlantis_tui.network.runner import JoinTarget, SessionRunner
from atlantis_tui.plain.network_front import NotLetIn, PlainNetworkFront
from atlantis_tui.plain.typed_lines import next_line
from atlantis_tui.text import network
from atlantis_tui.text.command_error import CommandError, complain
from atlantis_tui.text.sentences import quoted, title
from atlantis_tui.text.translation import _
from net.codes import read_code
from net.handshake import Visit, with_code
from net.identity import Identity
from net.refusal import Refusal

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from core.log import FileLog


def come_by_flags(
    words: list[str],
    flags: dict[str, list[str]],
    *,
    plays: str | None = None,
    watches: bool = False,
    address: str | None = None,
) -> int:
    """The exit code of a command that goes to a table, on screen or in lines, as its words and flags say."""
    given, player = once(flags, "--code"), once(flags, "--name")
    word, code = command.table(words, given), command.code(given)
    if plays is None:
        command.find_keyboard(given, *words, needed=not watches)
    discovers = launch.NO_DISCOVERY not in flags
    if command.on_screen(flags, plays):
        ourselves.player_name(player)  # which complains of a name that is none
        return show(flags, word, code, player, address, watches=watches)
    name = ourselves.player_name(ask_name(player, plays))

    def coming() -> Coroutine[None, None, int]:
        return come(
            word,
            name,
            sys.stdin,
            sys.stdout,
            code=code,
            plays=plays,
            watches=watches,
            address=address,
            discovers=discovers,
        )

    return event_loop.run(coming)


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
    identity = ourselves.identity()
    seen = await find(identity, word, stdin, plays is None and not watches, discovers)
    log = None if watches else own_log(seen)
    try:
        hosts = fellows(log, identity)
        asks = needs_code(seen, hosts) and plays is None and sys.stdin is stdin
        if not asks:
            return await _sit(identity, name, seen, way_in(seen, code, hosts), log, stdin, stdout,
                              plays=plays, watches=watches, address=address, discovers=discovers)  # fmt: skip
        typed: list[str | None] = []  # lines that were typed before the table let us in
        failed = 0  # the exit code, once a code was wrong
        while True:
            try:
                if code is None:
                    line = await _asked_code(typed, stdin)
                    if not line and failed:
                        return failed
                    if not line:
                        raise Refusal("other_door", door="code")
                    code = read_code(line)
                return await _sit(identity, name, seen, with_code(code), log, stdin, stdout, typed,
                                  watches=watches, address=address, discovers=discovers)  # fmt: skip
            except NotLetIn as refused:
                why, typed = refused.why, refused.typed
            except Refusal as refusal:
                why = refusal
            failed = complain(network.refusal(why))
            if why.reason not in ("wrong_code", "code_changed", "try_later", "bad_code"):
                return failed
            code = None
    finally:
        if log is not None:
            log.close()


async def _sit(
    identity: Identity,
    name: str,
    seen: SeenTable,
    visit: Visit,
    log: FileLog | None,
    stdin: IO[str],
    stdout: IO[str],
    typed: Sequence[str | None] | None = None,
    *,
    plays: str | None = None,
    watches: bool,
    address: str | None,
    discovers: bool,
) -> int:
    """Go to the table, until it is left; returns the exit code. With the lines that were `typed` already, NotLetIn if
    it does not let us in."""
    runner = SessionRunner(identity, name, target=JoinTarget(seen.addresses, visit), discovers=discovers)
    try:
        sit_down(runner, log, watches, address)
        print(_("Table {table}: {game}.").format(table=seen.name or "?", game=title(seen.info.game)), flush=True)
        return await PlainNetworkFront(runner, stdin, stdout, plays=plays, watches=watches, typed=typed).run()
    finally:
        await runner.close()


async def _asked_code(typed: list[str | None], stdin: IO[str]) -> str:
    """What the person types as the code; nothing if they want to give up, or cannot."""
    print(_("This table asks for its code: type the digits that the host was told."), flush=True)
    return (typed.pop(0) if typed else await next_line(stdin)) or ""


def show(
    flags: Mapping[str, Sequence[str]],
    named: str | None,
    code: str | None,
    player: str | None,
    address: str | None,
    *,
    watches: bool,
) -> int:
    """Show the tables near us on a screen, and go straight to the named one, if there is one."""
    word = named or ""
    if is_ticket(word) or is_address(word):
        place_of(word)
    elif word and launch.NO_DISCOVERY in flags:
        raise CommandError(_no_look())

    def first(app: AtlantisApp) -> None:
        from atlantis_tui.lobby.tables import TableRequest, TablesScreen

        def go() -> None:
            name = player if player is not None else app.settings.name or None
            app.push_screen(TablesScreen(TableRequest(word, code, watches, name, address)))

        if player is None:
            app.once_named(go)
        else:
            go()

    return launch.open_first(flags, first)


async def find(identity: Identity, word: str | None, stdin: IO[str], asks: bool, discovers: bool) -> SeenTable:
    """The table that `word` means, or that the player chooses. Raises CommandError or Refusal if there is none."""
    async with TableLookup(identity, discovers=discovers) as lookout:
        if word is not None and (is_ticket(word) or is_address(word)):
            return await lookout.at(word)
        if lookout.discovery is None:
            raise CommandError(_no_look())
        if word is not None:
            seen = await lookout.named(word)
            if seen is None:
                raise CommandError(
                    _(
                        'There is no table "{name}" on this network: write its address as HOST:PORT, or its ticket.'
                    ).format(name=quoted(word))
                )
            return seen
        near = await lookout.near()
        if not near:
            trouble = lookout.discovery.trouble
            if trouble is not None:
                raise CommandError(network.TROUBLES[trouble]())
            raise CommandError(_("There is no table on this network: write its address as HOST:PORT, or its ticket."))
        if len(near) == 1:
            return near[0]
        if not asks:
            names = command.words_for([one.name for one in near])
            raise CommandError(_("There are several tables on this network: name {names}.").format(names=names))
        return await _chosen(near, stdin)


async def _chosen(near: list[SeenTable], stdin: IO[str]) -> SeenTable:
    for number, one in enumerate(near, 1):
        print(_("{number}. {table}").format(number=number, table=described(one)))
    print(_("Type the number of a table."), flush=True)
    typed = await next_line(stdin)
    if not typed.isascii() or not typed.isdecimal() or not 1 <= int(typed[:3]) <= len(near):
        raise CommandError(_("Nobody was joined: type a number from 1 to {last}.").format(last=len(near)))
    return near[int(typed[:3]) - 1]


def described(seen: SeenTable) -> str:
    """A table in one line."""
    info = seen.info
    state = {"lobby": _("waiting for players"), "playing": _("playing"), "over": _("over")}[info.state]
    door = {"open": _("open"), "code": _("needs a code"), "closed": _("closed")}[info.door]
    words = _("{table}: {game}, {taken} of {seats} seats taken, {state}, {door}")
    if seen.host:
        words = _("{table}: {game}, hosted by {host}, {taken} of {seats} seats taken, {state}, {door}")
    return words.format(
        table=seen.name or "?",
        game=title(info.game),
        host=seen.host,
        taken=info.taken,
        seats=info.seats,
        state=state,
        door=door,
    )


def _no_look() -> str:
    return _("Without a look at the network a table needs its address: write HOST:PORT, or a ticket.")
