"""`atlantis tables`: list the tables on this network, or those at the given addresses."""

from __future__ import annotations

from atlantis_tui.commands.flags import read_flags
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from atlantis_tui.network.lookup import SeenTable

MOST = 16  # addresses at once


def run(argv: list[str]) -> int:
    from atlantis_tui.commands.event_loop import guarded

    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags("tables", argv, bare=("--json", "--no-discovery", "--help", "-h"), words=MOST)
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    from atlantis_tui.commands.event_loop import run as run_loop
    from atlantis_tui.network.lookup import is_address, is_ticket
    from atlantis_tui.text.sentences import quoted

    for word in words:
        if not (is_address(word) or is_ticket(word)):
            raise CommandError(_('"{word}" is no address: write HOST:PORT, or a ticket.').format(word=quoted(word)))
    return run_loop(lambda: _look(words, "--no-discovery" not in flags, "--json" in flags))


async def _look(words: Sequence[str], discovers: bool, as_json: bool) -> int:
    from atlantis_tui.network import ourselves
    from atlantis_tui.network.lookup import TableLookup
    from atlantis_tui.text import network

    trouble = None
    async with TableLookup(ourselves.identity(), discovers=discovers) as lookout:
        seen = [await lookout.at(word) for word in words]
        if not words:
            seen = await lookout.near()
            trouble = None if lookout.discovery is None else lookout.discovery.trouble
    if as_json:
        import json

        print(json.dumps([_told(one) for one in seen], indent=1))
    elif seen:
        from atlantis_tui.commands.come_to_table import described

        for one in seen:
            print(described(one))
    elif trouble is not None:
        raise CommandError(network.TROUBLES[trouble]())
    else:
        print(_("There is no table on this network: open one with atlantis host."))
    return OK


def _told(seen: SeenTable) -> dict[str, Any]:
    info = seen.info
    return {
        "table": seen.name,
        "game": info.game,
        "host": seen.host,
        "seats": info.seats,
        "taken": info.taken,
        "watching": info.watching,
        "state": info.state,
        "door": info.door,
        "addresses": [list(address) for address in seen.addresses],
    }


def _help() -> list[str]:
    return [
        _("Usage: atlantis tables [HOST:PORT | TICKET ...] [--json] [--no-discovery]"),
        _("Lists the tables on this network, or those at these addresses; each of them has answered."),
        "    atlantis tables",
        "    atlantis tables 192.0.2.7:4321 --json",
        _("--json: for other programs."),
    ]
