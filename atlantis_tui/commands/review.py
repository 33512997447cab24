"""`atlantis review`: review a finished game with a bot's eyes, on a screen or as lines of text. It changes no game."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from atlantis_tui import launch
from atlantis_tui.arena.interrupts import Interrupts
from atlantis_tui.arena.progress_bar import ProgressBar
from atlantis_tui.commands.flags import once, read_flags
from atlantis_tui.replay.found_game import FoundGame, last_finished, seat_number
from atlantis_tui.review.cache import ReviewCache, why_not
from atlantis_tui.review.workers import ReviewStopped, review_together
from atlantis_tui.saved.asked_game import file_of
from atlantis_tui.saved.perspective import names_for_us, own_seat
from atlantis_tui.text.command_error import INTERRUPTED, OK, CommandError, complain
from atlantis_tui.text.review import INDENT, as_values, lines
from atlantis_tui.text.sentences import printable, quoted
from atlantis_tui.text.translation import _
from core.bots import MOST_ITERATIONS
from core.review import ITERATIONS, Reviewed, turns
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.review.screen import ReviewScreen


def run(argv: list[str]) -> int:
    try:
        return _run(argv)
    except CommandError as wrong:
        return complain(str(wrong))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "review",
        argv,
        valued=("--seat", "--iterations", *launch.VALUED),
        bare=("--json", "--help", "-h", *launch.BARE),
        words=1,
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    iterations = _iterations(once(flags, "--iterations"))
    found = FoundGame(file_of(words[0]) if words and words[0] else last_finished())
    table, given = found.table, once(flags, "--seat")
    seat = None if given is None else seat_number(table, given)
    if found.wrong:
        raise CommandError(found.wrong)
    if why := why_not(table):
        raise CommandError(why)
    if "--json" not in flags and launch.has_screen(flags):
        return _on_screen(flags, table, seat, iterations)
    return _in_lines(table, _yours(table) if seat is None else seat, iterations, "--json" in flags)


def _on_screen(flags: dict[str, list[str]], table: Table, seat: int | None, iterations: int) -> int:
    def screen() -> ReviewScreen:
        from atlantis_tui.review.screen import ReviewScreen

        return ReviewScreen.of(table, seat=seat, iterations=iterations)

    return launch.open_review(flags, screen)


def _in_lines(table: Table, seat: int, iterations: int, as_json: bool) -> int:
    moves = len(turns(table, seat))
    reviewed: list[Reviewed] = []
    with Interrupts() as interrupts, suppress(ReviewStopped):
        for one in _looked_over(table, seat, iterations, interrupts):
            reviewed.append(one)
    if len(reviewed) < moves:
        stopped = _("Stopped after {done} of {moves} moves: the same command goes on from there.")
        complain(stopped.format(done=len(reviewed), moves=moves))
        return INTERRUPTED
    if as_json:
        import json

        print(json.dumps(as_values(table, seat, iterations, reviewed)))
    else:
        name = printable(names_for_us(table)[seat])
        print("\n".join(_broken(lines(table, seat, name, seat == own_seat(table), reviewed))))
    return OK


def _looked_over(table: Table, seat: int, iterations: int, interrupts: Interrupts) -> Iterator[Reviewed]:
    """The turns that were reviewed before, then the rest. Each one is stored at once, so an interrupt loses one turn at
    most.

    Meanwhile a bar grows, if the output is a terminal.
    """
    moves = turns(table, seat)
    kept = ReviewCache(table, seat, moves, iterations)
    bar = ProgressBar(len(kept.found), max(1, len(moves)))

    def heed() -> None:
        bar.paint()
        with suppress(BlockingIOError):
            os.read(interrupts.fd, 1 << 10)  # perhaps another signal that we listen to
        if interrupts.heard:
            raise ReviewStopped

    try:
        yield from kept.found
        coming = review_together(table, seat, iterations, done=len(kept.found), heed=heed, wake=interrupts.fd)
        with closing(coming):
            for one in coming:
                kept.add(one)
                bar.grow()
                yield one
    finally:
        bar.clear()
        kept.close()


def _broken(told: Sequence[str]) -> list[str]:
    """The lines as they are, or broken between words where they go to a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return list(told)
    from atlantis_tui.text.line_breaks import broken

    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        columns = 80
    found: list[str] = []
    for line in told:
        indent = INDENT if line.startswith((INDENT, "1. ", "2. ", "3. ")) else ""
        found += broken(line, columns, indent)
    return found


# What was asked ------------------------------------------------------------------------------------------------------


def _yours(table: Table) -> int:
    own = own_seat(table)
    if own is None:
        last = len(table.seats)
        raise CommandError(_("None of the seats is yours: name one with --seat, 1 to {last}.").format(last=last))
    return own


def _iterations(given: str | None) -> int:
    if given is None:
        return ITERATIONS
    number = int(given[:12]) if given.isascii() and given.isdecimal() else 0
    if not 1 <= number <= MOST_ITERATIONS:
        raise CommandError(
            _('--iterations cannot be "{given}": give a number from 1 to {most}.').format(
                given=quoted(given), most=MOST_ITERATIONS
            )
        )
    return number


def _help() -> list[str]:
    return [
        _("Usage: atlantis review [FILE] [--seat N] [--iterations N] [--plain | --json]"),
        _("Looks a finished game over with the eyes of the bot hard: your chances after each of your moves, the three"),
        _("that cost most, and what would have been better. It takes up to a minute, and for a long game longer."),
        _("What is worked out is kept for the next time."),
        "    atlantis review",
        "    atlantis review 3 --seat 2 --json",
        _("FILE: a game, by its path, its name or its number in atlantis log list; usual: the one finished last"),
        _("--seat: whose moves; the first seat is 1, usual: yours"),
        _("--iterations: how often every choice is looked into; usual: {usual}").format(usual=ITERATIONS),
        _("--plain: lines of text instead of a screen, as there are where there is no terminal."),
        _("--json: print the review as one JSON object."),
        *launch.flag_help(),
    ]
