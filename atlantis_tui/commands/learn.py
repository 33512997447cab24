"""`atlantis learn`: a first game that explains itself."""

from __future__ import annotations

from atlantis_tui import launch
from atlantis_tui.commands.flags import guarded, read_flags
from atlantis_tui.games import DEFAULT
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.sentences import quoted, title
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence

    from atlantis_tui.app import AtlantisApp


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "learn", argv, valued=launch.VALUED, bare=("--help", "-h", *launch.BARE, launch.NO_DISCOVERY), words=1
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    game = words[0].lower() if words else DEFAULT
    _check(game)
    if not launch.has_screen(flags):
        return _in_lines(game)

    def first(app: AtlantisApp) -> None:
        from atlantis_tui.lesson.opening import open_lesson

        open_lesson(app, game)

    return launch.open_first(flags, first)


def _in_lines(game: str) -> int:
    """Play the first game in lines of text, and a real one after it if the player wants that."""
    import sys

    from atlantis_tui.games import lesson_for
    from atlantis_tui.plain.lesson import PlainLesson

    lesson = lesson_for(game)
    assert lesson is not None
    if PlainLesson(lesson, sys.stdin, sys.stdout).teach() == "play":
        from atlantis_tui.commands.play import run as play

        return play([game, "--plain"])
    return OK


def _check(game: str) -> None:
    from atlantis_tui.games import has_lesson
    from atlantis_tui.text.sentences import choice
    from core import games

    if has_lesson(game):
        return
    known = games.names()
    if game in known:
        raise CommandError(_("{game} has no first game yet.").format(game=title(game)))
    raise CommandError(_('There is no game "{game}": choose {games}.').format(game=quoted(game), games=choice(known)))


def _help() -> list[str]:
    from atlantis_tui.games import has_lesson
    from core import games

    return [
        _("Usage: atlantis learn [GAME] [--plain]"),
        _("A first game that explains itself step by step, in about ten minutes. It is kept nowhere."),
        *(f"    atlantis learn {game}" for game in games.names() if has_lesson(game)),
        _("--plain: the same in lines of text, also without a screen."),
        *launch.flag_help(),
    ]
