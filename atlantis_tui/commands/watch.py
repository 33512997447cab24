"""`atlantis watch`: watch a table, and see what everybody may see."""

from __future__ import annotations

from atlantis_tui import launch
from atlantis_tui.commands.flags import read_flags
from atlantis_tui.text.command_error import OK
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(argv: list[str]) -> int:
    from atlantis_tui.commands.event_loop import guarded

    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "watch",
        argv,
        valued=("--code", "--name", *launch.VALUED),
        bare=("--help", "-h", "--no-discovery", *launch.BARE),
        words=1,
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    from atlantis_tui.commands.come_to_table import come_by_flags

    return come_by_flags(words, flags, watches=True)


def _help() -> list[str]:
    return [
        _("Usage: atlantis watch [TABLE | HOST:PORT | TICKET] [--code CODE] [--name NAME] [--no-discovery] [--plain]"),
        _("Shows a table to somebody who does not play; without a word, you choose among those on this network."),
        "    atlantis watch",
        "    atlantis watch 192.0.2.7:4321 --code 123456",
        _("--code: the digits that the host was told. --name: what you are called."),
        _("- in the place of a code or a ticket: it comes on standard input, so that nobody sees it in ps."),
        _("ATLANTIS_CODE, ATLANTIS_TICKET: the same from the environment, where neither is given."),
        _("--no-discovery: do not look for tables; only addresses and tickets work then."),
        _("--plain: told in lines of text; the program ends with the game."),
    ]
