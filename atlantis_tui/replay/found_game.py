"""Read the game that a command names, for commands that only look: no file is changed or locked."""

from __future__ import annotations

from atlantis_tui.saved import paths
from atlantis_tui.saved.asked_game import kept_games
from atlantis_tui.saved.game_files import is_played_together, newest_finished
from atlantis_tui.text.command_error import BAD, OK, CommandError, complain
from atlantis_tui.text.sentences import printable, quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from atlantis_tui.saved.trust import Verdict
    from core.frames import LogError, Record
    from core.table import Table, TableError


def last_finished() -> str:
    """The file of the finished game that was played last."""
    if kept_games() and (path := newest_finished()) is not None:
        return path
    raise CommandError(
        _("There is no finished game in {folder}: begin one with atlantis play.").format(folder=paths.games_dir())
    )


def seat_number(table: Table, given: str) -> int:
    """Turn the number of a seat as people count, from 1, into a seat."""
    last = len(table.seats)
    number = int(given[:9]) if given.isascii() and given.isdecimal() else 0
    if not 1 <= number <= last:
        raise CommandError(
            _('"{seat}" is no seat of this game: they are numbered 1 to {last}.').format(seat=quoted(given), last=last)
        )
    return number - 1


def closed(table: Table, otherwise: str) -> CommandError:
    """Why a game cannot be seen with some eyes: it is shut, it was only watched, or else the sentence `otherwise`."""
    from atlantis_tui.saved.branch_lock import why_shut
    from atlantis_tui.saved.perspective import is_watched

    if is_watched(table):
        return CommandError(_("You only watched that game: nobody's cards are known."))
    return CommandError(why_shut(table) or otherwise)


class FoundGame:
    """The game in a file as far as it is sound, and what is wrong with the rest."""

    def __init__(self, path: str) -> None:
        from atlantis_tui.replay.table import Replayed
        from atlantis_tui.saved.branch_lock import open_in_time
        from atlantis_tui.text.errors import sentence
        from core.log import Corrupt, LogError, read
        from core.read_only_log import Reading
        from core.table import TableError

        self.path, self.wrong, self.code = path, "", OK
        self.verdict: Verdict | None = None  # on a game played together
        try:
            records, damage = read(path)
            together = is_played_together(records[0].body)
            if isinstance(damage, Corrupt):
                about = {"good": damage.good, "offset": damage.offset, "why": damage.why, "path": path}
                self.wrong, self.code = sentence(LogError("corrupt", about)), BAD
            elif damage is not None:
                # Also what a game looks like while its next record is being written.
                words = _(
                    "{path} is torn off in mid-writing after record {last}; the game before that is whole, "
                    "and atlantis resume {path} goes on with it."
                )
                if together:
                    words = _(
                        "{path} is torn off in mid-writing after record {last}; the game before that is whole, "
                        "and atlantis host --resume {path} goes on with it."
                    )
                self.wrong = words.format(path=path, last=damage.good - 1)
            self.records = len(records)
            unfit: TableError | None = None
            try:
                self.table = Replayed(Reading(records))
            except TableError as error:
                unfit = error
            if together:
                self._judge(records, unfit)
            if unfit is not None:
                believed = unfit.params.get("n", 0)
                if believed < 2:
                    raise unfit
                self.table = Replayed(Reading(records[:believed]))
                if self.verdict is None:
                    self.wrong, self.code = sentence(unfit, path), BAD
        except (LogError, TableError) as error:
            raise CommandError(printable(self._told(error))) from error
        if self.forged:
            self.table.shut = True
        else:
            open_in_time(self.table)
        self.wrong = printable(self.wrong)

    @property
    def forged(self) -> bool:
        return self.verdict is not None and not self.verdict.holds

    def _judge(self, records: Sequence[Record], unfit: TableError | None) -> None:
        from atlantis_tui.saved.trust import complaint, judge

        self.verdict = judge(records, unfit)
        if not self.verdict.holds or self.verdict.what == "unchecked":
            self.wrong, self.code = complaint(self.verdict, self.path), BAD

    def _told(self, error: LogError | TableError) -> str:
        from atlantis_tui.text.errors import sentence

        unsound = self.verdict is not None and self.verdict.what != "unfinished"
        return self.wrong if unsound else sentence(error, self.path)

    def remark(self) -> int:
        """Print what is wrong with the file, after the sound part was shown. Returns the exit code."""
        if self.wrong:
            print(end="", flush=True)
            complain(self.wrong)
        return self.code
