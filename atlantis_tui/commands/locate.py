"""`atlantis locate`: print where files are kept, for people and for scripts."""

from __future__ import annotations

from atlantis_tui.commands.flags import guarded, read_flags
from atlantis_tui.saved import paths
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.sentences import choice, quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence

BARE = ("--help", "-h")


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    places = paths.every()
    words, flags = read_flags("locate", argv, bare=BARE, words=len(places))
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    for word in words:
        if word not in places:
            raise CommandError(
                _('There is no place "{word}": choose {places}.').format(
                    word=quoted(word), places=choice(tuple(places))
                )
            )
    for word in words:
        print(places[word])
    if not words:
        wide = max(map(len, places)) + 2
        for name, place in places.items():
            print(f"{name:{wide}}{place}")
    return OK


def _help() -> list[str]:
    return [
        _("Usage: atlantis locate [PLACE ...]"),
        _("Prints where things are kept, a line each; those that are named without a word before them."),
        "    atlantis locate",
        '    ls "$(atlantis locate games)"',
        _("PLACE: {places}; each is made when needed.").format(places=choice(tuple(paths.every()))),
        _("Set ATLANTIS_HOME to a folder to keep everything there."),
    ]
