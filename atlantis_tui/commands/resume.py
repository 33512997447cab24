"""`atlantis resume`: go on with an unfinished game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from atlantis_tui import launch
from atlantis_tui.commands.flags import guarded, once, read_flags
from atlantis_tui.plain.game import PlainGame
from atlantis_tui.saved import paths, seats
from atlantis_tui.saved.asked_game import file_of, kept_games
from atlantis_tui.saved.branch_lock import why_shut
from atlantis_tui.saved.game_files import NO_GAME, CannotOpenGame, is_played_together, together, torn, why_not
from atlantis_tui.saved.game_names import typed
from atlantis_tui.saved.trust import distrust
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.errors import sentence
from atlantis_tui.text.sentences import listing, title
from atlantis_tui.text.translation import _
from core.frames import LogError
from core.game import GameError
from core.log import FileLog, peek
from core.table import Table, TableError


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "resume",
        argv,
        valued=("--salvage", *launch.VALUED),
        bare=("--alone", launch.NO_DISCOVERY, "--help", "-h", *launch.BARE),
        words=1,
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    new = once(flags, "--salvage")
    if new is not None and not (words and new):
        raise CommandError(_("--salvage needs two files: atlantis resume DAMAGED --salvage NEW."))
    if "--alone" in flags and (new is not None or not words):
        raise CommandError(_("--alone needs the file of a game played together: atlantis resume FILE --alone."))
    try:
        log, later = _open(words[0] if words else None, new, "--alone" in flags, launch.NO_DISCOVERY not in flags)
    except LogError as error:
        raise CommandError(sentence(error)) from None
    try:
        with log:
            if is_played_together(log.records[0].body) and log.records[-1].kind != "end":
                raise CommandError(together(log.path))
            if wrong := distrust(log.records, log.path):
                raise CommandError(wrong)
            table = _sit_down(log)
            later = later or why_shut(table)
            if launch.has_screen(flags):
                return launch.open_table(flags, lambda: (table, torn(log) or later))
            _play(table, log, later)
    except LogError as error:
        raise CommandError(sentence(error)) from None
    return OK


def _open(path: str | None, new: str | None, alone: bool, discovers: bool) -> tuple[FileLog, str]:
    """The log of the game, and a notice about a network game that was left later, if there is one."""
    if path is None:
        return _last_played()
    path = file_of(path)
    if alone:
        path = _alone(path, discovers)
    return FileLog.open(path) if new is None else FileLog.salvage(path, new), ""


def _alone(path: str, discovers: bool) -> str:
    from atlantis_tui.network.branch import alone
    from net.refusal import Refusal

    try:
        new = alone(path, discovers=discovers, tell=lambda said: print(said, flush=True))
    except CannotOpenGame as wrong:
        raise CommandError(str(wrong)) from None
    except Refusal as refusal:
        from atlantis_tui.text import network

        raise CommandError(network.refusal(refusal)) from None
    print(
        _(
            "Bots play for the others now, in {new}; {path} stays as it is. You will see which cards come next, so it "
            "would not be fair to go on with it together after this."
        ).format(new=new, path=path)
    )
    return new


def _sit_down(log: FileLog) -> Table:
    try:
        table = Table(log)
        seats.check_seats(table.seats, table.game, seats.LONGEST_KEPT)
    except (TableError, GameError, LogError, seats.BadSeats) as error:
        raise CommandError(why_not(error, log.path)) from None
    return table


def _play(table: Table, log: FileLog, later: str) -> None:
    names = seats.names_in_a_list(table.seats)
    words = _("{game}: {names}. Seed {seed}. The game goes on.")
    if table.over:
        words = _("{game}: {names}. Seed {seed}. The game is over.")
    print(words.format(game=title(table.game.name), names=listing(names), seed=table.seed))
    if log.torn is not None:
        print(torn(log))
    if later:
        print(later)
    PlainGame(table, log.path, sys.stdin, sys.stdout).run()


def _last_played() -> tuple[FileLog, str]:
    """The newest unfinished game that is not open in another window, and a notice if a network game is newer."""
    busy: LogError | None = None
    shared: list[str] = []
    for _changed, path in kept_games():
        try:
            ends = peek(path)
            if ends.last.kind == "end":
                continue
            if is_played_together(ends.header.body):
                shared.append(path)
                continue
            return FileLog.open(path), _later(shared[0]) if shared else ""
        except LogError as error:
            if error.reason == "locked":
                busy = error
            elif error.reason not in NO_GAME:
                raise
    if busy is not None:
        raise busy
    if shared:
        raise CommandError(together(typed(shared[0])))
    raise CommandError(
        _("There is no unfinished game in {folder}: begin one with atlantis play.").format(folder=paths.games_dir())
    )


def _later(path: str) -> str:
    return _("A game played together was left later. To go on with it: atlantis host --resume {path}").format(
        path=typed(path)
    )


def _help() -> list[str]:
    return [
        _("Usage: atlantis resume [FILE] [--alone [--no-discovery]] [--salvage NEW]"),
        _("Goes on with the game in FILE, or with the unfinished game that was played last."),
        "    atlantis resume",
        "    atlantis resume 2",
        "    atlantis resume damaged.atl --salvage mended.atl",
        _("--alone: FILE was played together and the others do not come back: go on against bots, in a new file. They"),
        _("must have left, or been away for ten minutes; it looks where they were, and at the tables near you."),
        _("--no-discovery: look only where they were. The cards of the others stay shut for a day."),
        _("FILE may be the name of a game in atlantis log list, or its number there."),
        _("--salvage: go on from the last good record of a damaged FILE in the new file NEW; FILE stays as it is."),
    ]
