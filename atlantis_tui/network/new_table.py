"""Open a table of ours from the menu. Our name, the table's name and the way in are the usual ones."""

from __future__ import annotations

from atlantis_tui import games as faces
from atlantis_tui.network import host, ourselves
from atlantis_tui.network.files import open_game
from atlantis_tui.network.host import HostOptions, NewTableRequest
from atlantis_tui.network.runner import prepared as prepared  # callers await it before they open a table
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.text import network
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.errors import sentence
from core import games
from core.frames import LogError
from core.game import GameError
from core.table import TableError
from net.refusal import Refusal


def usual(last: str = "") -> NewTableRequest:
    """A table for the game played last, with as many seats as it allows. Free seats can be removed later."""
    game = games.load(faces.usual(last))
    return NewTableRequest(ourselves.table_name(None), game.name, {}, max(game.seat_counts))


def begin(wanted: NewTableRequest | None, discovers: bool, last: str = "", player: str = "") -> NetworkTable:
    """Open a new table, or the usual one; `player` is our usual name. Raises CommandError with the sentence why not."""
    try:
        runner = host.open_table(ourselves.identity(), wanted or usual(last), _way(discovers, wanted, player))
    except Refusal as refusal:
        raise CommandError(network.refusal(refusal)) from None
    except GameError as error:
        raise CommandError(sentence(error)) from None
    return NetworkTable(runner)


def begin_again(path: str, discovers: bool) -> NetworkTable:
    """Open the table of a network game again, for its players. Raises CommandError with the sentence why not."""
    log = open_game(path)
    try:
        return NetworkTable(host.open_again(ourselves.identity(), log, "", _way(discovers)))
    except Refusal as refusal:
        log.close()
        raise CommandError(network.refusal(refusal)) from None
    except (LogError, TableError) as error:
        log.close()
        raise CommandError(sentence(error)) from None


def _way(discovers: bool, wanted: NewTableRequest | None = None, player: str = "") -> HostOptions:
    given = wanted.player if wanted is not None else ""
    return HostOptions(ourselves.player_name(given or player or None), discovers=discovers)
