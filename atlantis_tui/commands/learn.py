"""`atlantis learn`: a first game that explains itself."""

from __future__ import annotations

from atlantis_tui import launch
from atlantis_tui.boxes import DEFAULT
from atlantis_tui.commands import OK, Wrong, guarded, read_flags
from atlantis_tui.wording import quoted, title
from atlantis_tui.words import _

TYPE_CHECKING = False  # typing's own would import typing
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
        raise Wrong(
            _("The first game needs a screen. In atlantis play --plain, rules and moves explain what there is.")
        )

    def first(app: AtlantisApp) -> None:
        from atlantis_tui.screens.coach import open_lesson

        open_lesson(app, game)

    return launch.open_first(flags, first)


def _check(game: str) -> None:
    from atlantis_tui.lessons import has_lesson
    from atlantis_tui.wording import choice
    from core import games

    if has_lesson(game):
        return
    known = games.names()
    if game in known:
        raise Wrong(_("{game} has no first game yet.").format(game=title(game)))
    raise Wrong(_('There is no game "{game}": choose {games}.').format(game=quoted(game), games=choice(known)))


def _help() -> list[str]:
    return [
        _("Usage: atlantis learn [GAME]"),
        _("A first game that explains itself step by step, in about ten minutes. It is kept nowhere."),
        "    atlantis learn atlantis",
        *launch.flag_help(),
    ]
