"""`atlantis arena`: bots play against each other, many games at once if there are processors for it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from atlantis_tui.commands import OK, Wrong, complain, once, read_flags
from atlantis_tui.commands.play import _options, _seed
from atlantis_tui.tables import ENDING
from atlantis_tui.wording import quoted, title
from atlantis_tui.wording.errors import sentence
from atlantis_tui.words import _, ngettext
from core.arena import Match, Result, game_header, play, play_logged
from core.frames import LogError
from core.game import BadOption
from core.games import load
from core.log import FileLog

GAMES = 100
MOST_GAMES = 1_000_000
MOST_JOBS = 256
BAR = 40  # columns
REPAINT = 0.1  # seconds


def run(argv: list[str]) -> int:
    try:
        return _run(argv)
    except Wrong as wrong:
        return complain(str(wrong))
    except (BadOption, LogError) as error:
        return complain(sentence(error))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "arena",
        argv,
        valued=("--games", "--seed", "--option", "--log-dir", "--jobs"),
        bare=("--json", "--help", "-h"),
        words=1 + 16,  # how many bots there may be is the game's to say
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    if not words:
        raise Wrong(_("arena needs a game and its bots, such as: atlantis arena atlantis greedy random."))
    games = _number("--games", once(flags, "--games"), GAMES, MOST_GAMES)
    jobs = _number("--jobs", once(flags, "--jobs"), 1, MOST_JOBS)
    seed = _seed(once(flags, "--seed"))
    options = _options(flags.get("--option", []))
    game = load(words[0].lower())
    bots = tuple(bot.lower().removeprefix("bot:") for bot in words[1:])
    match = Match(game.name, bots, seed, game.settle(options))
    match.check()
    folder = _folder(once(flags, "--log-dir"))
    began = time.perf_counter()
    results = list(_watched(_results(match, games, jobs, folder), games))
    took = time.perf_counter() - began
    summary = _summary(match, results, took)
    if "--json" in flags:
        import json

        print(json.dumps(summary))
    else:
        print("\n".join(_told(match, summary)))
    return OK


# The games -----------------------------------------------------------------------------------------------------------


def _results(match: Match, games: int, jobs: int, folder: str | None) -> Iterator[Result]:
    """In the order of the games, however many processes play them."""
    width = max(4, len(str(games)))
    jobs = min(jobs, games)
    if jobs == 1:
        for number in range(games):
            yield _game(match, number, folder, width)
        return
    from concurrent.futures import ProcessPoolExecutor
    from itertools import repeat

    chunk = max(1, min(8, games // (4 * jobs)))
    pool = ProcessPoolExecutor(jobs, initializer=_deafen)
    try:
        yield from pool.map(_game, repeat(match), range(games), repeat(folder), repeat(width), chunksize=chunk)
    finally:
        pool.shutdown(cancel_futures=True)  # which a `with` would not do when it is interrupted


def _game(match: Match, number: int, folder: str | None, width: int) -> Result:
    if folder is None:
        return play(match, number)
    path = os.path.join(folder, f"{match.game}-{number + 1:0{width}}{ENDING}")
    with FileLog.create(path, game_header(match, number), sync=False) as log:
        return play_logged(match, number, log)


def _deafen() -> None:
    """An interrupt is for the process that started the others, and it stops them."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _watched(results: Iterator[Result], games: int) -> Iterator[Result]:
    """The same results, with a bar that grows meanwhile if somebody is looking."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from results
        return
    painted = 0.0
    try:
        for done, result in enumerate(results, 1):
            yield result
            now = time.monotonic()
            if now - painted >= REPAINT or done == games:
                painted = now
                filled = BAR * done // games
                sys.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{games}")
                sys.stderr.flush()
    finally:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


# What came of them ---------------------------------------------------------------------------------------------------


def _summary(match: Match, results: Sequence[Result], took: float) -> dict[str, Any]:
    games = len(results)
    turns = sum(result.turns for result in results)
    decisions = sum(result.decisions for result in results)
    took = max(took, 1e-9)
    return {
        "game": match.game,
        "options": dict(match.options),
        "seed": match.seed,
        "games": games,
        "seconds": round(took, 3),
        "turns": turns,
        "turns_per_second": round(turns / took, 1),
        "decisions": decisions,
        "decisions_per_second": round(decisions / took, 1),
        "seats": [
            {
                "bot": bot,
                "wins": sum(result.winners == (number,) for result in results),
                "shared": sum(number in result.winners and len(result.winners) > 1 for result in results),
                "mean_score": sum(result.scores[number] for result in results) / games,
            }
            for number, bot in enumerate(match.bots)
        ],
    }


def _told(match: Match, summary: dict[str, Any]) -> list[str]:
    games, bots = summary["games"], len(match.bots)
    lines = [
        ngettext(
            "{game}: {n} game in {seconds:.1f} seconds, {turns:.0f} turns and {decisions:.0f} decisions a second.",
            "{game}: {n} games in {seconds:.1f} seconds, {turns:.0f} turns and {decisions:.0f} decisions a second.",
            games,
        ).format(
            game=title(match.game),
            n=games,
            seconds=summary["seconds"],
            turns=summary["turns_per_second"],
            decisions=summary["decisions_per_second"],
        )
    ]
    for number, seat in enumerate(summary["seats"], 1):
        lines.append(
            _("{number}. {bot}: {wins} won ({percent:.1f} %), {shared} shared, {mean:.1f} points on average.").format(
                number=number,
                bot=seat["bot"],
                wins=seat["wins"],
                percent=100 * seat["wins"] / games,
                shared=seat["shared"],
                mean=seat["mean_score"],
            )
        )
    lines.append(_("The seed was {seed}.").format(seed=match.seed))
    if games % bots:
        lines.append(
            _("Every bot sits in every chair once a deal; the last deal was not played {bots} times.").format(bots=bots)
        )
    return lines


# What was asked ------------------------------------------------------------------------------------------------------


def _number(flag: str, given: str | None, usual: int, most: int) -> int:
    if given is None:
        return usual
    number = int(given[:12]) if given.isascii() and given.isdecimal() else 0
    if not 1 <= number <= most:
        raise Wrong(
            _('{flag} cannot be "{given}": give a number from 1 to {most}.').format(
                flag=flag, given=quoted(given), most=most
            )
        )
    return number


def _folder(given: str | None) -> str | None:
    """The folder for the logs, which are to be alone there."""
    if given is None:
        return None
    if not given:
        raise Wrong(_("--log-dir needs the name of a folder."))
    try:
        if os.listdir(given):
            raise Wrong(_("{folder} is not empty: name a new folder for the logs.").format(folder=given))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Wrong(_("{folder} cannot be used: {reason}.").format(folder=given, reason=error.strerror)) from None
    return given


def _help() -> list[str]:
    return [
        _("Usage: atlantis arena GAME BOT BOT [BOT BOT] [--games N] [--seed TEXT] [--option NAME=VALUE]"),
        _("                      [--log-dir DIR] [--jobs J] [--json]"),
        _("Lets bots play against each other. Each deal is played once for every bot in every chair."),
        _("BOT: random or greedy, as often as there are seats."),
        _("--games: how many games; usual: {games}").format(games=GAMES),
        _("--seed: any text; the same seed gives the same games, whatever --jobs says."),
        _("--option: a rule, such as paid_cards=discard. May be given again."),
        _("--log-dir: an empty or new folder to keep each game in a file of its own."),
        _("--jobs: how many processes play; usual: 1"),
        _("--json: print the result as one JSON object."),
    ]
