"""`atlantis replay`: show how a game went, on a screen, as lines of text, or as a film. It changes no game."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui import launch
from atlantis_tui.commands.flags import guarded, once, read_flags
from atlantis_tui.replay.export import ENDINGS, LARGEST, SMALLEST
from atlantis_tui.replay.found_game import FoundGame, closed, last_finished, seat_number
from atlantis_tui.saved.asked_game import file_of
from atlantis_tui.saved.perspective import OPEN, Eyes, allowed, may_ask_for
from atlantis_tui.text.command_error import INTERRUPTED, OK, CommandError, complain
from atlantis_tui.text.sentences import choice, printable, quoted
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from core.table import Table

BY = ("turn", "event")
SIZE = (80, 24)
SLOWEST, FASTEST = 0.1, 100.0
FILM = ("--out", "--size", "--speed", "--force")  # these flags make sense only for a film


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "replay",
        argv,
        valued=("--export", "--out", "--seat", "--by", "--size", "--speed", *launch.VALUED),
        bare=("--open", "--public", "--force", "--help", "-h", *launch.BARE),
        words=1,
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    kind, by = _one_of(flags, "--export", list(ENDINGS)), _one_of(flags, "--by", BY) or "turn"
    if kind is None and (useless := [flag for flag in FILM if flag in flags]):
        raise CommandError(_("{flag} is about a film: say which with --export.").format(flag=useless[0]))
    size, speed = _size(once(flags, "--size")), _speed(once(flags, "--speed"))
    found = FoundGame(file_of(words[0]) if words and words[0] else last_finished())
    eyes = _eyes(found.table, flags)
    if kind is not None:
        return _film(found, flags, kind, by, eyes, size, speed)
    if launch.has_screen(flags):
        return _on_screen(found, flags, by, eyes)
    from atlantis_tui.commands.story import story

    if found.forged:
        print(found.wrong)
    for line in story(found.table, eyes):
        print(line)
    return found.remark()


def _on_screen(found: FoundGame, flags: dict[str, list[str]], by: str, eyes: Eyes) -> int:
    def first(app: AtlantisApp) -> None:
        from atlantis_tui.replay.opening import open_replay

        screen = open_replay(app, found.table, path=found.path, when=_day(found.path), eyes=eyes, given=True)
        screen.by = by
        if found.wrong:
            screen.call_after_refresh(screen.say, [found.wrong])

    return launch.open_first(flags, first)


def _day(path: str) -> str:
    from atlantis_tui.saved.waiting_text import moment

    try:
        return moment(os.stat(path).st_mtime, time.time())
    except OSError:
        return ""


# Films ---------------------------------------------------------------------------------------------------------------


class ReplayStopped(Exception):
    """The user has interrupted."""


def _film(
    found: FoundGame, flags: dict[str, list[str]], kind: str, by: str, eyes: Eyes, size: tuple[int, int], speed: float
) -> int:
    from atlantis_tui.arena.interrupts import Interrupts
    from atlantis_tui.arena.progress_bar import ProgressBar
    from atlantis_tui.replay.export.film import Frame, film, length
    from atlantis_tui.replay.export.write import CannotWrite, check, usual_place, writer
    from atlantis_tui.replay.opening import replay_of
    from atlantis_tui.replay.screen import PACE
    from atlantis_tui.text.sentences import title

    look = launch.film_look(flags)
    out = once(flags, "--out") or usual_place(kind, found.path)
    screen = replay_of(found.table, eyes=eyes, given=True, filmed=True)
    bar = ProgressBar(0, length(screen, by))
    with Interrupts() as interrupts:
        try:
            check(kind, out, "--force" in flags)
            with writer(kind, out, size, title(found.table.game.name), round(PACE[by] / speed, 3)) as take:

                def taken(frame: Frame, count: int) -> None:
                    take(frame, count)
                    bar.grow()
                    bar.paint()
                    if interrupts.heard:
                        raise ReplayStopped

                film(screen, size, look, by, taken)
        except CannotWrite as error:
            raise CommandError(str(error)) from None
        except ReplayStopped:
            complain(_("Stopped: nothing was written."))
            return INTERRUPTED
        finally:
            bar.clear()
    if out != "-":
        print(_("Written to {out}.").format(out=printable(out)))
    return found.remark()


# What was asked ------------------------------------------------------------------------------------------------------


def _eyes(table: Table, flags: dict[str, list[str]]) -> Eyes:
    """Whose eyes: the ones asked for, if they are allowed, or else the usual ones."""
    given = once(flags, "--seat")
    asked = [flag for flag in ("--seat", "--open", "--public") if flag in flags]
    if len(asked) > 1:
        raise CommandError(
            _("{one} and {other} cannot both be: give one of them.").format(one=asked[0], other=asked[1])
        )
    if "--public" in flags:
        return None
    if given is None and "--open" not in flags:
        return allowed(table)[0]
    eyes: Eyes = OPEN if given is None else seat_number(table, given)
    if not may_ask_for(table, eyes):
        if eyes == OPEN:
            raise closed(table, _("That game is not over: all opens at its end. Leave --open out."))
        words = _("That game is not over: until then seat {seat} is not yours to look with.")
        raise closed(table, words.format(seat=given))
    return eyes


def _one_of(flags: dict[str, list[str]], name: str, known: Sequence[str]) -> str | None:
    given = once(flags, name)
    if given is not None and given not in known:
        raise CommandError(
            _('{flag} cannot be "{given}": choose {known}.').format(
                flag=name, given=quoted(given), known=choice(list(known))
            )
        )
    return given


def _size(given: str | None) -> tuple[int, int]:
    if given is None:
        return SIZE
    width, cross, height = given.lower().partition("x")
    if cross and all(one.isascii() and one.isdecimal() and len(one) < 5 for one in (width, height)):
        size = int(width), int(height)
        if all(least <= one <= most for least, one, most in zip(SMALLEST, size, LARGEST, strict=True)):
            return size
    raise CommandError(
        _('--size cannot be "{given}": give columns and lines, from 60x20 to 300x100, such as 80x24.').format(
            given=quoted(given)
        )
    )


def _speed(given: str | None) -> float:
    if given is None:
        return 1.0
    try:
        speed = float(given[:12])
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise CommandError(_('--speed cannot be "{given}": give a number from 0.1 to 100.').format(given=quoted(given)))
    return speed


def _help() -> list[str]:
    return [
        _("Usage: atlantis replay [FILE] [--seat N | --open | --public] [--by turn|event] [--plain]"),
        _("Shows how a game went, on the table it was played on: Space plays, Left and Right step."),
        _("Usage: atlantis replay [FILE] --export text|svg|cast [--out PATH] [--size 80x24] [--speed X] [--force]"),
        _("Makes a film of it that ends with the result: text to read, a folder of pictures, or a file for asciinema."),
        _("FILE: a game, by its path, its name or its number in atlantis log list; usual: the one finished last"),
        _("--seat: with the eyes of this seat, the first is 1. --public: with those of somebody who only watches."),
        _("--open: all open, which is usual for a finished game; another shows what you could see at the table."),
        _("--by: step by turn or by event. --speed: so many times as fast in a film."),
        _("--out: where the film goes; - is the standard output. --force: replace what is there."),
        _("--plain: lines of text instead of a screen, as there are where there is no terminal."),
        "    atlantis replay --export cast --out game.cast && asciinema play game.cast",
        *launch.flag_help(),
    ]
