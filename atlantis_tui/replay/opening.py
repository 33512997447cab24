"""Open a replay over the screen that is there, and do what the player wants when leaving it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.replay.next_steps import ON, SAME
from atlantis_tui.replay.screen import ReplayScreen
from atlantis_tui.replay.table import ReplayTable
from atlantis_tui.saved.perspective import OPEN, Eyes, allowed
from core.read_only_log import Reading

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from core.table import Table


def open_replay(
    app: AtlantisApp, table: Table, *, path: str = "", when: str = "", eyes: Eyes = None, given: bool = False
) -> ReplayScreen:
    """Open the replay of a game. `given`: the player asked for these eyes."""
    screen = replay_of(table, path=path, when=when, eyes=eyes, given=given)

    def left(answer: str | None) -> None:
        if answer == SAME:
            again(app, screen.table)
        elif answer is not None and answer.startswith(ON):
            app.play_on(answer.removeprefix(ON), screen.table)
        if app.table is None:
            app.screen.refresh()

    app.push_for_app(screen, left)
    return screen


def again(app: AtlantisApp, table: Table) -> None:
    """Begin the deal of a finished game again."""
    from atlantis_tui.saved.game_files import CannotOpenGame
    from atlantis_tui.saved.same_deal import same_deal

    try:
        app.open_table(same_deal(table))
    except CannotOpenGame as error:
        app.notice = str(error)


# The table of a game, to be looked at --------------------------------------------------------------------------------


def replay_of(
    table: Table, *, path: str = "", when: str = "", eyes: Eyes | None = OPEN, given: bool = False, filmed: bool = False
) -> ReplayScreen:
    """Make the replay of a game that no screen has open. Without `given` eyes it uses the usual ones."""
    shown = ReplayTable(Reading(table.log.records))
    shown.shut = table.shut
    return ReplayScreen(shown, file=path, when=when, eyes=eyes if given else allowed(shown)[0], filmed=filmed)
