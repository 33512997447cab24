"""`atlantis stats`: how the games went, computed from their logs. The logs are not changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from atlantis_tui.commands.flags import guarded, once, read_flags
from atlantis_tui.games import DEFAULT
from atlantis_tui.saved import paths
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.sentences import choice, quoted, unreadable_folder
from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable

    from atlantis_tui.statistics.finished_games import PlayedGames
    from atlantis_tui.statistics.tally import PlayerTally
    from atlantis_tui.ui import Look

VALUED = ("--player",)
BARE = ("--json", "--help", "-h")


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags("stats", argv, valued=VALUED, bare=BARE, words=1)
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    player = (once(flags, "--player") or "").strip()
    found = _kept()
    game = words[0].lower() if words else ""
    names = sorted({one.game for one in found.finished})
    if game and game not in names:
        from atlantis_tui.statistics.text import plain

        raise CommandError(
            _('There is no finished game of "{game}": choose {games}.').format(
                game=quoted(game), games=choice([plain(name) for name in names])
            )
            if names
            else _("There is no finished game yet: begin one with atlantis play.")
        )
    tallies = _tallies(found, [game] if game else names, player)
    if player and not tallies:
        raise CommandError(_('There is no finished game with a player "{name}".').format(name=quoted(player)))
    if "--json" in flags:
        _print_json(tallies, found, player)
    else:
        _print(tallies, found.of(game) if game else found, player)
    return OK


def _kept() -> PlayedGames:
    from atlantis_tui.statistics.finished_games import kept

    looked, done = _progress()
    try:
        return kept(looked)
    except OSError as error:
        raise CommandError(unreadable_folder(paths.games_dir(), error)) from None
    finally:
        done()


def _tallies(found: PlayedGames, names: Sequence[str], player: str) -> list[PlayerTally]:
    from atlantis_tui.statistics import marks, tally

    tallies = []
    for name, games in tally.by_game(found, player).items():
        if name in names:
            looked, done = _progress()
            known = marks.of_games([game for game, _seat in games], looked)
            done()
            tallies.append(tally.count(name, games, known))
    return tallies


def _progress() -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """A progress bar for somebody who waits at a terminal: one function to report progress, and one to end it."""
    from atlantis_tui.arena.progress_bar import ProgressBar

    bars: list[ProgressBar] = []

    def looked(done: int, games: int) -> None:
        if not bars:
            bars.append(ProgressBar(0, games))
        elif done:
            bars[0].grow()
        bars[0].paint()

    def done() -> None:
        for bar in bars:
            bar.clear()

    return looked, done


def _print(tallies: Sequence[PlayerTally], found: PlayedGames, player: str) -> None:
    from atlantis_tui.statistics.text import left_out, lines

    for number, tally in enumerate(tallies):
        if number:
            print()
        print("\n".join(lines(tally, player, _look())))
    if not tallies:
        print(_("There is no finished game of yours yet: begin one with atlantis play."))
    if told := left_out(found):
        print(told)
    if found.unreadable:
        told = ngettext("{n} file cannot be read.", "{n} files cannot be read.", found.unreadable)
        print(told.format(n=found.unreadable))


def _print_json(tallies: Sequence[PlayerTally], found: PlayedGames, player: str) -> None:
    import json

    from atlantis_tui.statistics.text import values

    told = {
        "games": [values(tally, player) for tally in tallies],
        "unfinished": found.unfinished,
        "unreadable": found.unreadable,
        "forged": list(found.forged),
        "left": list(found.left),
    }
    print(json.dumps(told, indent=1))


def _look() -> Look:
    """What the plot is drawn with: braille dots only if the output can show them."""
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.glyphs import ASCII, UNICODE
    from atlantis_tui.ui.palettes import DARK
    from atlantis_tui.ui.terminal import is_utf8

    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return Look(DARK, UNICODE if encoding == "utf8" and is_utf8(os.environ) else ASCII)


def _help() -> list[str]:
    return [
        _("Usage: atlantis stats [GAME] [--player NAME] [--json]"),
        _("How your finished games went: how many you won, your points against each bot and person, and your records."),
        "    atlantis stats",
        f"    atlantis stats {DEFAULT} --player Anna",
        _("GAME: only games of this name. --player: somebody else, as they were called at the table."),
        _("A victory that two share counts half for each. Unfinished games are not counted, nor are those in which"),
        _("somebody left for good, nor those that do not hold: atlantis log verify FILE tells more of one."),
        _("--json: for other programs."),
    ]
