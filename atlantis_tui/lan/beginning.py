"""A table of ours from the menu: who we are, what the table is called and how others come in are as usual."""

from __future__ import annotations

from atlantis_tui import boxes
from atlantis_tui.commands import Wrong
from atlantis_tui.lan import command, hosting
from atlantis_tui.lan.company import Company
from atlantis_tui.lan.hosting import Wanted, Way
from atlantis_tui.lan.shell import prepared as prepared  # whoever begins one waits for that first
from atlantis_tui.wording import lan
from atlantis_tui.wording.errors import sentence
from core import games
from core.frames import LogError
from core.game import GameError
from core.table import TableError
from net.refusal import Refusal


def usual(last: str = "") -> Wanted:
    """For the game that was played last, with all seats that it has: those that stay free are filled or taken away."""
    game = games.load(boxes.usual(last))
    return Wanted(command.table_name(None), game.name, {}, max(game.seat_counts))


def begin(wanted: Wanted | None, discovers: bool, last: str = "") -> Company:
    """A new table, or the usual one; Wrong with the sentence why not."""
    try:
        shell = hosting.open_table(command.identity(), wanted or usual(last), _way(discovers, wanted))
    except Refusal as refusal:
        raise Wrong(lan.refusal(refusal)) from None
    except GameError as error:
        raise Wrong(sentence(error)) from None
    return Company(shell)


def begin_again(path: str, discovers: bool) -> Company:
    """A game that was played together, for its players; Wrong with the sentence why not."""
    log = command.open_game(path)
    try:
        return Company(hosting.open_again(command.identity(), log, command.table_name(None), _way(discovers)))
    except Refusal as refusal:
        log.close()
        raise Wrong(lan.refusal(refusal)) from None
    except (LogError, TableError) as error:
        log.close()
        raise Wrong(sentence(error)) from None


def _way(discovers: bool, wanted: Wanted | None = None) -> Way:
    return Way(command.player_name((wanted.player if wanted is not None else "") or None), discovers=discovers)
