"""The list of all games: replay one, resume it, review it, name it, write a note on it, delete it.

A thread collects the list. A deleted game comes back with one key until the screen is left; after that it lies in a
folder beside the games for some weeks.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.binding import Binding, BindingType

from atlantis_tui.menu.library_painter import described, paint, rows
from atlantis_tui.replay.export import KEYS
from atlantis_tui.saved import game_files, library
from atlantis_tui.saved.game_notes import LONGEST
from atlantis_tui.saved.library import ORDERS, CannotChangeGame, ListedGame, TrashedGame, in_folder
from atlantis_tui.saved.waiting_text import moment
from atlantis_tui.text.translation import _
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen

if TYPE_CHECKING:
    from core.table import Table


class GamesScreen(Page):
    """Dismissed with "back"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="games.up"),
        Binding("down", "move(1)", show=False, id="games.down"),
        Binding("pageup", "page(-1)", show=False, id="games.page.up"),
        Binding("pagedown", "page(1)", show=False, id="games.page.down"),
        Binding("home", "move(-100000)", show=False, id="games.first"),
        Binding("end", "move(100000)", show=False, id="games.last"),
        Binding("enter", "open", show=False, id="games.open"),
        Binding("r,R", "replay", show=False, id="games.replay"),
        Binding("w,W", "result", show=False, id="games.result"),
        Binding("a,A", "alone", show=False, id="games.alone"),
        Binding("v,V", "review", show=False, id="games.review"),
        Binding("s,S", "same", show=False, id="games.same"),
        Binding("e,E", "export", show=False, id="games.export"),
        Binding("n,N", "name", show=False, id="games.name"),
        Binding("m,M", "note", show=False, id="games.note"),
        Binding("d,D,delete", "delete", show=False, id="games.delete"),
        Binding("u,U", "undo", show=False, id="games.undo"),
        Binding("o,O", "order", show=False, id="games.order"),
        Binding("slash,f,F", "filter", show=False, id="games.filter"),
        Binding("t,T", "statistics", show=False, id="games.statistics"),
        Binding("backspace", "back", show=False, id="games.back"),
        Binding("escape", "back", show=False, id="games.back.slow"),
        Binding("q,Q", "back", show=False, id="games.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.all: list[ListedGame] | None = None  # None: not listed yet
        self.shown: list[ListedGame] = []
        self.told: dict[str, str] = {}  # by path: all text that a filter searches
        self.at = 0  # the index among the shown games
        self.top = 0
        self.order = ORDERS[0]
        self.words = ""  # of the filter
        self._before_filter: ListedGame | None = None  # what was chosen then, for a filter that finds nothing
        self.thrown: list[TrashedGame] = []
        self.remark = ""  # what was done, or why it could not be done
        self.good = False
        self.exporting = False

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.list_games)

    @work(exclusive=True, group="games")
    async def list_games(self, at: str = "") -> None:
        """List all games anew. The cursor goes to the game in the file `at`, or stays where it was."""
        found = await asyncio.to_thread(library.list_games)
        now = time.time()
        self.told = {game.path: " ".join([*described(game), moment(game.when, now), game.note]) for game in found}
        self.all = found
        self._arrange(next((game for game in found if game.path == at), self.chosen))

    # The list --------------------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> ListedGame | None:
        return self.shown[self.at] if 0 <= self.at < len(self.shown) else None

    def _arrange(self, stay: ListedGame | None) -> None:
        """Sort and filter anew. The cursor stays on the game `stay` if it is still in the list."""
        self.shown = library.arranged(self.all or [], self.order, self.words, self.told)
        places = [number for number, game in enumerate(self.shown) if stay is not None and game.path == stay.path]
        self.at = places[0] if places else self.at
        self._stay_inside()
        self.show()

    def _stay_inside(self) -> None:
        self.at = max(0, min(self.at, len(self.shown) - 1))
        self.top = min(max(self.top, self.at - rows(self.size.height) + 1), self.at)
        self.top = max(0, min(self.top, len(self.shown) - rows(self.size.height)))

    def action_move(self, by: int) -> None:
        self._hush()
        self.at += by
        self._stay_inside()
        self.show()

    def action_page(self, by: int) -> None:
        self.action_move(by * rows(self.size.height))

    def action_order(self) -> None:
        self._hush()
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        self._arrange(self.chosen)

    def on_resize(self) -> None:
        self._stay_inside()

    # Opening ---------------------------------------------------------------------------------------------------------

    def action_open(self) -> None:
        """Replay a finished game, resume an unfinished one."""
        game = self.chosen
        if game is None:
            return
        if game.finished or game.damaged:
            self.action_replay()
        else:
            self._go_on(game)

    def _go_on(self, game: ListedGame) -> None:
        self._hush()
        if game.together:
            self.app.host_again(game.path)
            return
        try:
            table, notice = game_files.resume_table(game.path)
        except game_files.CannotOpenGame as error:
            self._say(str(error))
        else:
            self.app.open_table(table, notice)

    def action_alone(self) -> None:
        """Go on with a network game against bots, because the others do not come back."""
        self._hush()
        game = self.chosen
        if game is None:
            return
        if game.finished or game.damaged or not game.together:
            self._say(_("Only a game with others that is not over can be gone on with against bots."))
        else:
            self.app.go_on_alone(game.path)

    def action_replay(self) -> None:
        found = self._found()
        if found is not None:
            from atlantis_tui.replay.opening import open_replay

            table, wrong = found
            game = self.chosen
            assert game is not None
            screen = open_replay(self.app, table, path=game.path, when=moment(game.when, time.time()))
            if wrong:
                screen.call_after_refresh(screen.say, [in_folder(wrong)])

    def action_result(self) -> None:
        found = self._found()
        if found is None:
            return
        table, wrong = found
        if not table.over:
            self._say(wrong or _("This game is not over: it has no result yet."))
        else:
            from atlantis_tui.replay.past_result import open_result

            game = self.chosen
            assert game is not None
            open_result(self.app, table, game.path, in_folder(wrong))

    def action_review(self) -> None:
        from atlantis_tui.review.cache import why_not

        found = self._found()
        if found is None:
            return
        table, wrong = found
        if why := wrong or why_not(table):
            self._say(why)
        else:
            from atlantis_tui.review.screen import ReviewScreen

            self.app.open_review_over_menu(lambda: ReviewScreen.of(table))

    def action_same(self) -> None:
        found = self._found()
        if found is None:
            return
        from atlantis_tui.saved.same_deal import same_deal

        try:
            self.app.open_table(same_deal(found[0]))
        except game_files.CannotOpenGame as error:
            self._say(str(error))

    def _found(self) -> tuple[Table, str] | None:
        """The chosen game as far as it can be believed, and what is wrong with the rest."""
        from atlantis_tui.replay.found_game import FoundGame
        from atlantis_tui.text.command_error import CommandError

        self._hush()
        game = self.chosen
        if game is None:
            return None
        try:
            found = FoundGame(game.path)
        except CommandError as wrong:
            self._say(str(wrong))
            return None
        return found.table, found.wrong

    def action_export(self) -> None:
        self._hush()
        self.exporting = self.chosen is not None
        self.show()

    @work(exclusive=True, group="export")
    async def export(self, game: ListedGame, kind: str) -> None:
        from atlantis_tui.replay.export.export_process import USUAL, export_apart

        self._say(_("The film of this game is being made …"), good=True)
        answer = await export_apart(game.path, kind, USUAL, "turn", (80, 24), self.look)
        self._say(answer.text, good=answer.good)

    # Names, and throwing away ----------------------------------------------------------------------------------------

    def action_name(self) -> None:
        self._hush()
        game = self.chosen
        if game is not None:
            self.field = LineEdit("name", game.title, library.LONGEST)
            self.show()

    def action_note(self) -> None:
        self._hush()
        game = self.chosen
        if game is not None:
            self.field = LineEdit("note", game.note, LONGEST)
            self.show()

    def action_filter(self) -> None:
        self._hush()
        self.field = LineEdit("filter", self.words, 40)
        self._before_filter = self.chosen
        self.show()

    def edited(self) -> None:
        field, game = self.field, self.chosen
        assert field is not None
        if game is None:
            return
        try:
            if field.name == "name" and (field.text.strip() or game.title):  # nothing is no name, and need not be one
                self._put(game, game._replace(path=library.rename(game, field.text)))
            elif field.name == "note":
                self._put(game, library.annotate(game, field.text))
        except CannotChangeGame as error:
            self._say(str(error))

    def typed(self, event: events.Key) -> None:
        field = self.field
        assert field is not None
        super().typed(event)
        if field.name == "filter":
            dropped = self.field is None and event.key == "escape"
            self.words = "" if dropped else field.text
            if self.field is None and event.key in ("up", "down"):
                self.at += 1 if event.key == "down" else -1
                self._stay_inside()
            self._arrange(self.chosen or self._before_filter)

    def _put(self, old: ListedGame, new: ListedGame) -> None:
        """Put a game with another name or note in the place of the old one."""
        self.told[new.path] = " ".join([*described(new), moment(new.when, time.time()), new.note])
        self.all = [new if game.path == old.path else game for game in self.all or []]
        self._arrange(new)

    def action_delete(self) -> None:
        self._hush()
        game = self.chosen
        if game is None:
            return
        try:
            self.thrown.append(library.throw_away(game))
        except CannotChangeGame as error:
            self._say(str(error))
            return
        self.all = [one for one in self.all or [] if one.path != game.path]
        self._say(_("Deleted. U brings it back."), good=True)
        self._arrange(None)

    def action_undo(self) -> None:
        self._hush()
        if not self.thrown:
            self._say(_("Nothing was deleted here that could be brought back."))
            return
        try:
            library.take_back(self.thrown[-1])
        except CannotChangeGame as error:
            self._say(str(error))
            return
        self._say(_("It is back."), good=True)
        self.list_games(self.thrown.pop().path)

    def action_back(self) -> None:
        if self.words:
            self.words = ""
            self._hush()
            self._arrange(self.chosen or self._before_filter)
        else:
            self._hush()
            self.dismiss("back")

    def action_statistics(self) -> None:
        from atlantis_tui.menu.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def _hush(self) -> None:
        self.remark, self.good, self.exporting = "", False, False
        self.app.notice = ""

    def _say(self, remark: str, good: bool = False) -> None:
        self.remark, self.good = in_folder(remark), good
        self.show()

    # Keys and mouse --------------------------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        if self.exporting and not self.is_small and self.field is None:
            event.stop()
            event.prevent_default()
            self._export_as(event.character or "")

    def _export_as(self, key: str) -> None:
        """Make a film of the kind that a key stands for, or none."""
        game, kind = self.chosen, KEYS.get(key.lower())
        self.exporting = False
        if kind is not None and game is not None:
            self.export(game, kind)
        self.show()

    def clicked(self, hit: Any) -> None:
        """A click leaves a question or a line of text, and what was asked is not done."""
        if self.is_small:
            return
        if self.exporting:
            self._export_as(hit[1] if isinstance(hit, tuple) and hit[0] == "film" else "")
            return
        if self.field is not None and hit is not None and hit[0] != "key":
            self.field = None
            self.show()
        super().clicked(hit)

    def pressed(self, hit: Any) -> None:
        kind, what = hit
        if kind == "order":
            self.action_order()
        elif kind == "game" and what == self.at:
            self.action_open()
        elif kind == "game":
            self._hush()
            self.at = what
            self._stay_inside()
            self.show()

    def scrolled(self, by: int) -> None:
        self.top = max(0, min(self.top + 3 * by, len(self.shown) - rows(self.size.height)))
        self.at = min(max(self.at, self.top), self.top + rows(self.size.height) - 1)
        self._stay_inside()
        self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        paint(pen, self)
