"""`atlantis review`: a finished game with a bot's eyes, as lines of text. The game itself is only looked at."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

from atlantis_tui import paths, seats
from atlantis_tui.commands import OK, Wrong, complain, kept_games, once, read_flags
from atlantis_tui.commands.log import Found, _plain
from atlantis_tui.reviews import Kept
from atlantis_tui.tables import located
from atlantis_tui.wording import quoted
from atlantis_tui.wording.review import as_values, lines
from atlantis_tui.words import _
from core.bots import MOST_ITERATIONS, knowledge
from core.log import LogError, peek
from core.review import ITERATIONS, Reviewed, review, turns
from core.table import Table

BAR = 40  # columns
REPAINT = 0.1  # seconds


def run(argv: list[str]) -> int:
    try:
        return _run(argv)
    except Wrong as wrong:
        return complain(str(wrong))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "review", argv, valued=("--seat", "--iterations"), bare=("--json", "--help", "-h"), words=1
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    iterations = _iterations(once(flags, "--iterations"))
    found = Found(located(words[0]) if words and words[0] else _last_finished())
    table = found.table
    seat = _seat(table, once(flags, "--seat"))
    if found.wrong:
        raise Wrong(found.wrong)
    if not table.over:
        raise Wrong(_("That game is not over: finish it with atlantis resume, and ask for hints meanwhile."))
    if knowledge(table.game) is None:
        raise Wrong(_("There is no bot that knows {game} well enough for a review.").format(game=table.game.name))
    reviewed = list(_watched(_looked_over(table, seat, iterations), len(turns(table, seat))))
    if "--json" in flags:
        import json

        print(json.dumps(as_values(table, seat, iterations, reviewed)))
    else:
        name = _plain(seats.names(table.seats)[seat])
        print("\n".join(lines(table, seat, name, seat == _you(table), reviewed)))
    return OK


def _looked_over(table: Table, seat: int, iterations: int) -> Iterator[Reviewed]:
    """What is kept already and then the rest, each kept as soon as it is there: an interrupt loses one turn at most."""
    kept = Kept(table, seat, turns(table, seat), iterations)
    try:
        yield from kept.found
        for one in review(table, seat, iterations, done=len(kept.found)):
            kept.add(one)
            yield one
    finally:
        kept.close()


def _watched(reviewed: Iterator[Reviewed], moves: int) -> Iterator[Reviewed]:
    """The same turns, with a bar that grows meanwhile if somebody is looking."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from reviewed
        return
    painted = 0.0
    try:
        for done, one in enumerate(reviewed, 1):
            yield one
            if time.monotonic() - painted >= REPAINT or done == moves:
                painted = time.monotonic()
                filled = BAR * done // moves
                sys.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{moves}")
                sys.stderr.flush()
    finally:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


# What was asked ------------------------------------------------------------------------------------------------------


def _last_finished() -> str:
    for _changed, path in kept_games():
        with suppress(LogError):
            if peek(path).last.kind == "end":
                return path
    raise Wrong(
        _("There is no finished game in {folder}: begin one with atlantis play.").format(folder=paths.games_dir())
    )


def _you(table: Table) -> int | None:
    """The seat of the person at this keyboard: the one called you, or the only person."""
    people = [number for number, spec in enumerate(table.seats) if seats.is_person(spec)]
    own = [number for number in people if table.seats[number].partition(":")[0] == "you"]
    return own[0] if own else people[0] if len(people) == 1 else None


def _seat(table: Table, given: str | None) -> int:
    last = len(table.seats)
    if given is None:
        own = _you(table)
        if own is None:
            raise Wrong(_("None of the seats is yours: name one with --seat, 1 to {last}.").format(last=last))
        return own
    number = int(given[:9]) if given.isascii() and given.isdecimal() else 0
    if not 1 <= number <= last:
        raise Wrong(
            _('"{seat}" is no seat of this game: they are numbered 1 to {last}.').format(seat=quoted(given), last=last)
        )
    return number - 1


def _iterations(given: str | None) -> int:
    if given is None:
        return ITERATIONS
    number = int(given[:12]) if given.isascii() and given.isdecimal() else 0
    if not 1 <= number <= MOST_ITERATIONS:
        raise Wrong(
            _('--iterations cannot be "{given}": give a number from 1 to {most}.').format(
                given=quoted(given), most=MOST_ITERATIONS
            )
        )
    return number


def _help() -> list[str]:
    return [
        _("Usage: atlantis review [FILE] [--seat N] [--iterations N] [--json]"),
        _("Looks a finished game over with the eyes of the bot hard: your chances after each of your moves, the three"),
        _("that cost most, and what would have been better. What is worked out is kept for the next time."),
        _("FILE: a game, which may be named without its folder; usual: the one finished last"),
        _("--seat: whose moves; the first seat is 1, usual: yours"),
        _("--iterations: how often every choice is looked into; usual: {usual}").format(usual=ITERATIONS),
        _("--json: print the review as one JSON object."),
    ]
