"""The app round all screens: the look, signals, the open table, and what happens when something goes wrong.

Start-up is a feature: before the first picture we load only this file, networked_app.py, the menu, and what they need.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from atlantis_tui.networked_app import NetworkedApp
from atlantis_tui.saved.settings import Settings
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.too_small import too_small

if TYPE_CHECKING:
    from collections.abc import Callable

    from atlantis_tui.menu.new_game import NewGameDraft
    from atlantis_tui.review.screen import ReviewScreen
    from core.table import Table

    First = Callable[["AtlantisApp"], None]

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class AtlantisApp(NetworkedApp):
    """Everything is painted with `look`. The menu lies under all other screens."""

    TITLE = "Atlantis"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+c", "interrupt", show=False, id="app.interrupt"),
        Binding("ctrl+z", "suspend_process", show=False, priority=True, id="app.suspend"),
        # Priority: the screen would hide the toast, and help needs the toast to know which rule is meant.
        Binding("question_mark,f1", "help", show=False, priority=True, id="app.help"),
        Binding("ctrl+p", "palette", show=False, priority=True, id="app.palette"),
    ]

    def __init__(
        self,
        look: Look,
        table: Table | None = None,
        *,
        review: Callable[[], ReviewScreen] | None = None,
        first: First | None = None,
        settings: Settings | None = None,
        notice: str = "",
        discovers: bool = True,
    ) -> None:
        """`first` opens the screen over the menu at the start. `discovers`: whether to look for tables near us."""
        # Without colours our own palette has none, so Textual need not remove any. With NO_COLOR it would also remove
        # the colours of a theme that the player asked for.
        no_color = os.environ.pop("NO_COLOR", None)
        try:
            super().__init__(ansi_color=_own_colours(look))
        finally:
            if no_color is not None:
                os.environ["NO_COLOR"] = no_color
        self.look = look
        self.settings = settings or Settings()
        self.notice = notice  # one sentence for the first screen
        if self.settings.keys:
            from atlantis_tui.ui.bound_keys import fit

            own = fit(self.settings.keys)
            self.set_keymap(own.keymap)
            self.notice = notice or next(iter(own.wrong.values()), "")
        self.table: Table | None = None
        self.new_game: NewGameDraft | None = None  # what was set up for a new game last
        self.crash: Exception | None = None
        self.discovers = discovers
        self._first_table = table
        self._first_review = review
        self._first = first
        self._reviewed: Callable[[], ReviewScreen] | None = None  # the review to go back to from the open game

    @property
    def table_path(self) -> str:
        """The file of the open game, or ""."""
        if self.network_table is not None or self.left_path:
            return self.network_table.path if self.network_table is not None else self.left_path
        return str(getattr(self.table.log, "path", "")) if self.table is not None else ""

    def get_default_screen(self) -> Screen[Any]:
        from atlantis_tui.menu.screen import MenuScreen

        return MenuScreen()

    def on_load(self) -> None:
        """Install signal handlers before the terminal is touched. From here on, a signal restores the terminal."""
        if not self.in_terminal:
            return
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self._signalled, number)

    def on_mount(self) -> None:
        if self.in_terminal:
            self._mind_stops()
            self.call_after_refresh(_collect_again)
        self.app_resume_signal.subscribe(self, self._resumed)
        if self._first_table is not None:
            notice, self.notice = self.notice, ""
            self.open_table(self._first_table, notice)
        elif self._first_review is not None:
            self.open_review_over_menu(self._first_review)
        elif self._first is not None:
            self._first(self)

    def set_look(self, look: Look) -> None:
        """Use another theme or other signs, at once and everywhere."""
        self.look = look
        self.ansi_color = _own_colours(look)
        for screen in self.screen_stack:
            screen.styles.background = look.palette.ground
            for widget in screen.query(CanvasWidget):
                widget.repaint()

    # Help ------------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a line of text a question mark is just typed. While the window is too small, nothing opens."""
        if action in ("help", "palette"):
            writes = self.focused is not None or getattr(self.screen, "field", None) is not None
            return not writes and not too_small(*self.size) and self.screen.is_mounted
        return super().check_action(action, parameters)

    def action_help(self) -> None:
        from atlantis_tui.help.screen import open_help

        open_help(self)

    def action_palette(self) -> None:
        from atlantis_tui.help.command_palette import open_palette

        open_palette(self)

    # The table -------------------------------------------------------------------------------------------------------

    def remember_game(self, game: str) -> None:
        """The menu offers this game first from now on."""
        from atlantis_tui.games import usual

        if game != usual(self.settings.game):
            self._remember(game=game)

    def remember_name(self, name: str) -> None:
        """The player is called so at later tables too."""
        if name != self.settings.name:
            self._remember(name=name)

    def _remember(self, **changes: str) -> None:
        """Keep settings that were changed in passing. It does not matter if they cannot be written."""
        from contextlib import suppress

        from atlantis_tui.saved import settings

        self.settings = self.settings._replace(**changes)  # type: ignore[arg-type]
        with suppress(settings.UnusableSettings):
            settings.save(changes)

    def open_table(self, table: Table, notice: str = "") -> None:
        """Show a game. When its screen is left, its file is closed; the menu can open it again."""
        from atlantis_tui.games import table_for

        self.close_table()
        self.table = table
        self.remember_game(table.game.name)
        screen = table_for(table.game.name)(table)
        self.push_for_app(screen, self._left)
        if notice:
            screen.call_after_refresh(screen.say, [notice])

    def close_table(self) -> None:
        """Close the game's file. Nothing has to be saved, because every move was saved when it was made."""
        table, self.table = self.table, None
        close = getattr(table.log, "close", None) if table is not None else None
        if close is not None:
            close()

    def _left(self, wish: str | None) -> None:
        """The table's screen is gone. Its answer may ask for the next game."""
        table = self.table
        self.close_table()
        if table is not None and wish in ("again", "same"):
            from atlantis_tui.saved.game_files import CannotOpenGame, new_table
            from atlantis_tui.saved.same_deal import same_deal

            try:
                about = table.log.records[0].body
                if wish == "same" and about["dealer"].get("kind") != "seed":
                    self.open_table(same_deal(table))
                else:
                    seed = table.seed if wish == "same" else None
                    self.open_table(new_table(table.game, table.seats, about["options"], seed))
            except CannotOpenGame as error:
                self.notice = str(error)
        again, self._reviewed = self._reviewed, None
        if table is not None and wish is not None and wish.startswith("on:"):
            self.play_on(wish.removeprefix("on:"), table)
        elif again is not None and self.table is None:
            self.open_review_over_menu(again)
        if self.table is None:
            self.screen.refresh()

    def open_review_over_menu(self, make: Callable[[], ReviewScreen]) -> None:
        """Open a review right over the menu."""
        screen = make()

        def left(answer: str | None) -> None:
            if answer is not None and answer.startswith("on:"):
                self.play_on(answer.removeprefix("on:"), screen.table)
            if self.table is None:
                self.screen.refresh()

        self.push_for_app(screen, left)

    def play_on(self, path: str, reviewed: Table) -> None:
        """Open the game that a review has started from the middle of another. Leaving it leads back to that review."""
        from atlantis_tui.review.screen import ReviewScreen
        from atlantis_tui.saved.game_files import CannotOpenGame, resume_table
        from atlantis_tui.saved.seats import is_person
        from atlantis_tui.table.screen import TableScreen
        from atlantis_tui.text.translation import _

        try:
            table, notice = resume_table(path)
        except CannotOpenGame as error:
            self.notice = str(error)
            return
        self.open_table(table, notice)
        turn, seat = table.state.turn, next(seat for seat, spec in enumerate(table.seats) if is_person(spec))
        self._reviewed = lambda: ReviewScreen.of(reviewed, seat=seat, turn=turn)
        screen = self.screen
        if isinstance(screen, TableScreen) and not notice:
            again = _("Turn {turn} once more, with the same deal. The game that was played stays as it is.")
            screen.call_after_refresh(screen.say, [again.format(turn=table.state.turn)], True)

    # Leaving ---------------------------------------------------------------------------------------------------------

    def action_interrupt(self) -> None:
        self._signalled(signal.SIGINT)

    def _signalled(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _mind_stops(self) -> None:
        """Textual handles Ctrl+Z and fg, but takes any SIGCONT for the end of a stop that it knows of. After a
        SIGSTOP, which no program can catch, it would start a second time and never restore the terminal. So we
        keep such a SIGCONT from it."""
        stop, go_on = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
        if not callable(stop) or not callable(go_on):
            return
        stopped = False

        def stopping(*args: Any) -> None:
            nonlocal stopped
            stopped = True
            stop(*args)

        def going_on(*args: Any) -> None:
            nonlocal stopped
            if stopped:
                stopped = False
                go_on(*args)
            else:
                self.call_later(self._resumed)

        signal.signal(signal.SIGTSTP, stopping)
        signal.signal(signal.SIGCONT, going_on)

    def _resumed(self, *_args: object) -> None:
        """Repaint everything, because another program may have drawn on the terminal meanwhile."""
        self.screen.refresh(layout=True, repaint=True)

    def keep_error(self, error: Exception) -> None:
        """Keep the error for our own report."""
        if self.crash is None:
            inner = getattr(error, "error", None)  # a worker's error is wrapped in another one that says nothing
            self.crash = inner if isinstance(inner, Exception) else error


def _collect_again() -> None:
    """Turn the garbage collector on after the start. It need never look at what is loaded, because all that stays."""
    gc.freeze()
    gc.enable()


def _own_colours(look: Look) -> bool:
    """Whether the terminal's own colours are used. Textual would otherwise replace them."""
    return look.palette.ansi or look.palette.flat


def run_app(
    look: Look,
    table: Table | None = None,
    *,
    review: Callable[[], ReviewScreen] | None = None,
    first: First | None = None,
    settings: Settings | None = None,
    mouse: bool = True,
    notice: str = "",
    discovers: bool = True,
) -> int:
    """Run the app in this terminal, from the menu, a table or a review, and return the exit code."""
    app = AtlantisApp(look, table, review=review, first=first, settings=settings, notice=notice, discovers=discovers)
    app.in_terminal = True
    app.run(mouse=mouse)
    path = app.table_path
    app.close_table()
    if app.return_code == 128 + signal.SIGHUP:
        # The terminal may be gone, and then Python would fail when it flushes at exit.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nowhere, stream)
    if app.crash is not None:
        from atlantis_tui.saved.crash import tell

        print(tell(app.crash, path, app.look), file=sys.stderr)
        return 1
    if app.complaint:
        from atlantis_tui.text.command_error import complain

        return complain(app.complaint)
    return app.return_code or 0
