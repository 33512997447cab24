"""Open a first game over the screen that is there, and a real game after it if the player wants one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games import lesson_for, table_for
from atlantis_tui.lesson.mode import LessonMode
from atlantis_tui.lesson.written import written
from atlantis_tui.table.game_screen import GameScreen

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp


def can_learn(app: AtlantisApp) -> bool:
    """Whether a first game can be opened now. It cannot while another game is on a screen."""
    return app.network_table is None and not any(isinstance(screen, GameScreen) for screen in app.screen_stack)


def open_lesson(app: AtlantisApp, game: str) -> None:
    """Open the first game of a game."""
    lesson = lesson_for(game)
    if lesson is None:
        return
    app.remember_game(game)

    def left(answer: str | None) -> None:
        if answer == "play":
            from atlantis_tui.saved import game_files

            try:
                app.open_table(game_files.new_table(game, game_files.usual_seats(game, app.settings.name)))
            except game_files.CannotOpenGame as error:
                app.notice = str(error)
        app.screen.refresh()

    app.push_for_app(table_for(game)(written(lesson, 0), LessonMode(lesson)), left)
