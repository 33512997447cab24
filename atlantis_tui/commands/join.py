"""`atlantis join`: sit down at a table on the network, or come back to a game."""

from __future__ import annotations

from atlantis_tui import launch
from atlantis_tui.commands.flags import once, read_flags
from atlantis_tui.text.command_error import OK
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(argv: list[str]) -> int:
    from atlantis_tui.commands.branch_from_table import or_alone
    from atlantis_tui.commands.event_loop import guarded

    return guarded(lambda: or_alone(lambda: _run(argv), discovers=launch.NO_DISCOVERY not in argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "join",
        argv,
        valued=("--code", "--as", "--name", "--address", *launch.VALUED),
        bare=("--help", "-h", "--no-discovery", *launch.BARE),
        words=1,
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    from atlantis_tui.commands import network_flags as command
    from atlantis_tui.commands.come_to_table import come_by_flags

    return come_by_flags(words, flags, plays=command.level(once(flags, "--as")), address=once(flags, "--address"))


def _help() -> list[str]:
    return [
        _("Usage: atlantis join [TABLE | HOST:PORT | TICKET] [--code CODE] [--name NAME] [--address A]"),
        _("       [--no-discovery] [--plain] [--as bot:LEVEL]"),
        _("Sits down at a table that somebody hosts; without a word, you choose among those on this network."),
        _("Whoever has played in a game comes back to it in the same way, without a code."),
        "    atlantis join",
        "    atlantis join 192.0.2.7:4321 --code 123456 --plain",
        _("--code: the digits that the host was told. --name: what you are called."),
        _("- in the place of a code or a ticket: it comes on standard input, so that nobody sees it in ps. Where that"),
        _("ends there, you type at your terminal."),
        _("ATLANTIS_CODE, ATLANTIS_TICKET: the same from the environment, where neither is given."),
        _("--address: listen at this address of yours alone, should you have to become host."),
        _("--no-discovery: neither look for tables nor tell of one; only addresses and tickets work then."),
        _("--plain: play in lines of text. --as bot:LEVEL: a bot plays your seat, and the program ends with the game."),
    ]
