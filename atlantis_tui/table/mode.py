"""The mode of a table: who plays there, and how their moves reach it.

A table screen is given one mode and asks it for everything that differs between a game at this computer (`LocalMode`),
on the network (table/network/mode.py) and in a lesson (lesson/mode.py). The screens of the games ask it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.saved import seats as seating
from atlantis_tui.table.attention import show_title
from atlantis_tui.table.submit import MoveSubmitter
from atlantis_tui.table.turns import TurnLoop
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bindings import KeyOwner
from atlantis_tui.ui.named_keys import Quote

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.table.overlay import Overlay
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key, Line
    from atlantis_tui.ui.canvas import CanvasWidget


class TableMode(KeyOwner):
    """What every mode answers. The answers here are those of a table that nobody else can see.

    The keys of a mode are in its `BINDINGS`. Their actions are methods of the mode: the action `mode_key('talk')` of
    the screen calls `talk` of the mode.
    """

    scripted = False  # the moves are written down, so the program places nothing for anybody
    screen: TableScreen
    turns: TurnLoop  # asks whoever is next
    submitter: MoveSubmitter  # brings the moves of a person to the table

    def sit_down(self, screen: TableScreen) -> None:
        """Join a screen that is being made. It has its table and its helpers by now, and no widgets yet."""
        self.screen = screen

    # Who plays -------------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The names of all seats."""
        return seating.names(self.screen.table.seats)

    def people(self) -> list[int]:
        """The seats of those who play at this screen."""
        return [seat for seat, spec in enumerate(self.screen.table.seats) if seating.is_person(spec)]

    def viewer(self) -> int | None:
        """The seat that sees its own cards from the beginning; None: nobody does before the turn loop says so."""
        people = self.people()
        return people[0] if len(people) == 1 else None

    @property
    def watching(self) -> bool:
        """Whether the person at this screen only watches."""
        return False

    def links(self) -> tuple[str, ...]:
        """How each seat is connected, where that is not as it should be: "slow", "away", "bot" or nothing."""
        return ()

    # What is said around the board -----------------------------------------------------------------------------------

    def title(self) -> str:
        """What the header says of the table, instead of what the game would say there."""
        return ""

    def badge(self) -> str:
        """The badge of the header, if the mode has one to show before anything else."""
        return ""

    def notes(self) -> tuple[str, ...]:
        """One more fact for the header, in several wordings, the fullest first: how long the turn has taken."""
        screen, minutes = self.screen, self.screen.turn_time.minutes
        prompt = screen.table.state.prompt
        if prompt is None or not minutes:
            return ()
        if screen.mine and len(screen.people) == 1:
            return (_("your turn, {n} min").format(n=minutes),)
        return (_("{name}, {n} min").format(name=screen.names[prompt.seat], n=minutes),)

    def lines(self) -> list[Line] | None:
        """The prompt, if it is not about a move."""
        if self.turns.message:
            told = [("", Quote(text)) for text in self.turns.message[:2]]
            return [*told, ("", _("Any key goes on."))]
        return None

    def keys(self) -> tuple[Key, ...] | None:
        """The footer, if it is not about a move."""
        if self.turns.message:  # any key only goes on, and hints come when the turn is told
            return (("Enter", _("go on"), "do"), ("I", _("hint"), "hint"))
        if not self.screen.mine:
            return (("U", _("take back"), "take_back"), ("Y", _("log"), "history"), self.leave_key())
        return None

    def leave_key(self) -> Key:
        """The footer's key for leaving the table."""
        return "Q", _("menu"), "leave"

    def talk_keys(self) -> tuple[Key, ...]:
        """The footer's key for talking, where there is anybody to talk to."""
        return ()

    def invite_keys(self) -> tuple[Key, ...]:
        """The footer's key for how others come to this table, where others can."""
        return ()

    def instead(self, proposed: str) -> str:
        """What is said to somebody whose move was refused; the game has proposed a sentence."""
        return proposed

    @property
    def plans(self) -> bool:
        """Whether what the mouse is on is worth planning now."""
        return True

    # What lies over the board ----------------------------------------------------------------------------------------

    def panels(self) -> list[CanvasWidget]:
        """The mode's own widgets, which lie over the board. A click on one of them runs an action."""
        return []

    def place(self, width: int, height: int) -> None:
        """Put the panels in their places for this size of the screen."""

    def overlays(self) -> Sequence[Overlay]:
        """The mode's own overlays, the top one first."""
        return ()

    def before_board(self) -> None:
        """The board is about to be shown anew."""

    def after_board(self) -> None:
        """The board, the header and the footer have what they will show; nothing is painted yet."""

    def shown(self) -> None:
        """Everything is painted."""

    def uncovered(self) -> None:
        """A toast is gone, and what it lay over can be seen again."""

    # What the person does --------------------------------------------------------------------------------------------

    @property
    def writing(self) -> bool:
        """Whether a line is being written that belongs to the mode, so that its letters are no keys."""
        return False

    async def submitted(self, field: Input, line: str) -> None:
        """Enter was pressed in a line of text that is not the table's own."""

    async def go_back(self) -> bool:
        """Close what the mode has opened on top of everything. False: there is nothing to close."""
        return False

    def permits(self, wish: str) -> bool:
        """Whether the person may have this here: "hint", "wait" to be asked, or "rest" to have the rest of a set-up
        placed. A mode that refuses says why."""
        return True

    async def talk(self) -> None:
        """Open the line in which one talks, where there is anybody to talk to."""

    def leave(self) -> None:
        """Leave the table."""
        self.screen.dismiss("menu")

    async def left(self) -> None:
        """The screen is gone."""
        show_title(self.screen.app, "")


class LocalMode(TableMode):
    """A game at this computer: people share the screen, bots run in processes of their own."""

    def sit_down(self, screen: TableScreen) -> None:
        super().sit_down(screen)
        self.turns = TurnLoop(screen)
        self.submitter = MoveSubmitter(screen)
