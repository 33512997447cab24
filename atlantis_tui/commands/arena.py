"""`atlantis arena`: bots play against each other, several games at once if --jobs allows it."""

from __future__ import annotations

import os

from atlantis_tui.commands.flags import once, read_flags
from atlantis_tui.games import DEFAULT
from atlantis_tui.text.command_error import INTERRUPTED, OK, CommandError, complain
from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from atlantis_tui.arena.interrupts import Interrupts
    from atlantis_tui.arena.plan import ArenaPlan
    from atlantis_tui.arena.plan_slice import PlanSlice
    from atlantis_tui.arena.results_file import ResultsFile, UnfitResultsFile
    from atlantis_tui.arena.tally import ArenaTally
    from core.game import Game

GAMES = 100
MOST_JOBS = 256
MERGE = "merge"
EXAMPLE = f"atlantis arena {DEFAULT} easy random"
MOST_BOTS = 16  # a limit for the command line; the game itself says how many bots it takes
FAILED = 1


def run(argv: list[str]) -> int:
    from atlantis_tui.arena.interrupts import Interrupts

    if argv[:1] == [MERGE]:
        from atlantis_tui.commands import arena_merge

        return arena_merge.run(argv[1:])
    with Interrupts() as interrupts:  # first of all, because an interrupt may strike while modules load
        try:
            words, flags = read_flags(
                "arena",
                argv,
                valued=("--games", "--seed", "--option", "--log-dir", "--jobs", "--save", "--part", "--on"),
                bare=("--pairs", "--times", "--markdown", "--json", "--help", "-h"),
                words=1 + MOST_BOTS,
            )
            if "--help" in flags or "-h" in flags:
                print("\n".join(_help(words[0].lower() if words else "")))
                return OK
            if not words:
                raise CommandError(_("arena needs a game and its bots, such as: {command}.").format(command=EXAMPLE))
            return _run(words, flags, interrupts)
        except CommandError as wrong:
            return complain(str(wrong))


def _run(words: Sequence[str], flags: dict[str, list[str]], interrupts: Interrupts) -> int:
    from atlantis_tui.text.errors import sentence
    from core.frames import LogError
    from core.game import BadOption

    try:
        asked = ArenaRequest(words, flags)
        if asked.save is None:
            return _play(asked, None, interrupts)
        return _play_kept(asked, asked.save, interrupts)
    except (BadOption, LogError) as error:
        raise CommandError(sentence(error)) from None


def _play_kept(asked: ArenaRequest, file: str, interrupts: Interrupts) -> int:
    from atlantis_tui.arena.results_file import ResultsFile, UnfitResultsFile
    from core.frames import LogError

    try:
        with ResultsFile.open(file) as kept:
            return _play(asked, kept, interrupts)
    except UnfitResultsFile as unfit:
        raise CommandError(_unfit(asked.game, file, unfit)) from None
    except LogError as error:
        if error.reason == "locked":
            raise CommandError(
                _("{file} is in use: wait until that arena has ended, or name another file.").format(file=file)
            ) from None
        raise


class ArenaRequest:
    """What the command line asks for, as far as it can be known without the file of results."""

    def __init__(self, words: Sequence[str], flags: dict[str, list[str]]) -> None:
        from atlantis_tui.arena.plan_slice import MOST_GAMES
        from atlantis_tui.commands.numbers import whole
        from atlantis_tui.commands.play import read_options, read_seed
        from core.games import load

        self.games = whole("--games", once(flags, "--games"), GAMES, MOST_GAMES)
        self.jobs = whole("--jobs", once(flags, "--jobs"), 1, MOST_JOBS)
        given = once(flags, "--seed")
        self.seed = read_seed(given)
        self.seed_given = given is not None
        options = read_options(flags.get("--option", []), words[0].lower())
        self.game = load(words[0].lower())
        self.options: Mapping[str, Any] = self.game.settle(options)
        self.bots = tuple(bot.lower().removeprefix("bot:") for bot in words[1:])
        self.pairs = "--pairs" in flags
        if self.pairs and len(self.bots) < 2:
            raise CommandError(
                _("--pairs needs two bots or more, such as: {command}.").format(command=f"{EXAMPLE} --pairs")
            )
        if self.pairs and len({*self.bots}) < len(self.bots):
            raise CommandError(_("With --pairs every bot is named once, as it meets every other one."))
        self.times = "--times" in flags
        self.json = "--json" in flags
        self.markdown = "--markdown" in flags
        if self.json and self.markdown:
            raise CommandError(_("--json and --markdown do not go together: choose one."))
        self.folder = once(flags, "--log-dir")
        if self.folder == "":
            raise CommandError(_("--log-dir needs the name of a folder."))
        self.save = once(flags, "--save")
        if self.save == "":
            raise CommandError(_("--save needs the name of a file."))
        self.plan(self.seed).check()
        part = once(flags, "--part")
        self.part = None if part is None else self._read_part(part)
        self.on = once(flags, "--on")
        if self.on is not None:
            from atlantis_tui.arena.cluster_text import check_address

            check_address(self.on)
            if "--jobs" in flags:
                raise CommandError(_("--jobs and --on do not go together: the cluster has its own processes."))
            if self.folder is not None:
                raise CommandError(_("--log-dir and --on do not go together: the cluster sends results and no games."))

    def _read_part(self, given: str) -> PlanSlice:
        from atlantis_tui.arena.plan_slice import PlanSlice
        from atlantis_tui.text.sentences import quoted

        try:
            part = PlanSlice.read(given)
        except ValueError:
            raise CommandError(
                _('--part cannot be "{given}": write K/N, such as 2/3 for the second of three parts.').format(
                    given=quoted(given)
                )
            ) from None
        if self.save is None:
            raise CommandError(_("--part needs --save FILE: arena merge puts the files of all parts together."))
        if not self.seed_given:
            raise CommandError(_("--part needs --seed TEXT, the same for all parts."))
        deals = self.plan(self.seed).numbers(self.games).deals
        if part.of > deals:
            raise CommandError(
                ngettext(
                    "There is only {n} deal, so there cannot be {parts} parts: ask for more --games.",
                    "There are only {n} deals, so there cannot be {parts} parts: ask for more --games.",
                    deals,
                ).format(n=deals, parts=part.of)
            )
        return part

    def plan(self, seed: str) -> ArenaPlan:
        from atlantis_tui.arena.plan import ArenaPlan

        return ArenaPlan(self.game.name, self.bots, seed, self.options, self.pairs)


def _play(asked: ArenaRequest, kept: ResultsFile | None, interrupts: Interrupts) -> int:
    import time

    from atlantis_tui.arena.crew import TooManyWorkers, WorkerFailed, WorkerLost
    from atlantis_tui.arena.plan_slice import WHOLE
    from atlantis_tui.arena.progress_bar import ProgressBar
    from atlantis_tui.arena.tally import ArenaTally

    seed = asked.seed
    if kept is not None and kept.header is not None and not asked.seed_given:
        first = kept.header.get("seed")  # without --seed, the same command means the same match again
        seed = first if isinstance(first, str) else seed
    plan = asked.plan(seed)
    numbers = plan.numbers(asked.games, asked.part or WHOLE)
    tally, now = ArenaTally(plan), ArenaTally(plan)
    stored: set[int] = set()  # may also hold games beyond those asked for today
    if kept is not None:
        for played in kept.begin(plan, asked.game.rules_version, asked.part, asked.games):
            stored.add(played.number)
            if played.number in numbers:
                tally.add(played)
    if asked.folder is not None:
        _prepare(asked.folder, plan, stored, going_on=kept is not None)
    before = len(tally.numbers)
    todo = (number for number in numbers if number not in stored)
    jobs = min(asked.jobs, len(numbers) - before)
    bar = ProgressBar(before, len(numbers))
    began = time.perf_counter()
    trouble = ""
    try:
        with WorkerCrew(plan, jobs, asked.folder, asked.times, interrupts) as crew:
            for played in crew.play(todo, bar.paint if bar.seen else None):
                if kept is not None:
                    kept.add(played)
                tally.add(played)
                now.add(played)
                bar.grow()
                bar.paint()
    except WorkerLost as lost:
        trouble = _lost(lost.code)
    except WorkerFailed as failed:
        from atlantis_tui.saved import crash

        trouble = crash.stopped(failed.error, failed.report)
    except TooManyWorkers as many:
        raise CommandError(
            _("No more than {n} processes can be started ({reason}): give fewer --jobs.").format(
                n=many.started, reason=many.reason
            )
        ) from None
    finally:
        bar.clear()
    took = time.perf_counter() - began
    done = len(tally.numbers)
    if done:
        _tell(asked, tally, now, took)
    if done == len(numbers):
        return OK
    if trouble:
        complain(trouble)
        return FAILED
    stopped = (
        _("Stopped after {done} of {games} games: --save FILE would have kept them to go on.")
        if kept is None
        else _("Stopped after {done} of {games} games: the same command goes on from there.")
    )
    complain(stopped.format(done=done, games=len(numbers)))
    return INTERRUPTED


def _tell(asked: ArenaRequest, tally: ArenaTally, now: ArenaTally, took: float) -> None:
    from atlantis_tui.arena.report import ArenaReport, as_markdown, as_object, as_text

    report = ArenaReport(asked.game, tally, asked.games, now, took)
    if asked.json:
        import json

        print(json.dumps(as_object(report, asked.times)))
    else:
        print("\n".join((as_markdown if asked.markdown else as_text)(report, asked.times)), flush=True)


# The folder of the logs ----------------------------------------------------------------------------------------------


def _prepare(folder: str, plan: ArenaPlan, done: set[int], going_on: bool) -> None:
    """Check that the folder holds nothing but logs of this match; without --save it must be empty. Logs of games that
    were stopped are deleted, because those games are played again."""
    try:
        paths = [os.path.join(folder, name) for name in os.listdir(folder)]
        numbers = [_number(plan, path, done) if going_on else None for path in paths]
        if None in numbers:
            raise CommandError(_("{folder} is not empty: name a new folder for the logs.").format(folder=folder))
        for path, number in zip(paths, numbers, strict=True):
            if number not in done:
                os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise CommandError(
            _("{folder} cannot be used: {reason}.").format(folder=folder, reason=error.strerror)
        ) from None


def _number(plan: ArenaPlan, path: str, done: set[int]) -> int | None:
    """The number of the game whose log this is, by the file's name and first bytes; None if this plan has no such
    game. The log of a stopped game may be cut anywhere, even before its first byte."""
    from core.arena import game_header
    from core.log import first_bytes

    name = os.path.basename(path)
    digits = name.rpartition("-")[2].partition(".")[0]
    if not (digits.isascii() and digits.isdecimal() and 0 < int(digits[:9]) <= MOST_GAMES):
        return None
    within = int(digits[:9]) - 1
    for part, (match, _bots) in enumerate(plan.parts):
        number = within * len(plan.parts) + part
        if plan.log_name(number) == name and os.path.isfile(path):
            expected = first_bytes(game_header(match, within))
            with open(path, "rb") as file:
                begin = file.read(len(expected))
            fits = begin == expected if number in done else expected.startswith(begin)
            return number if fits else None
    return None


# What can go wrong ---------------------------------------------------------------------------------------------------


def _unfit(game: Game, file: str, unfit: UnfitResultsFile) -> str:
    import shlex

    if unfit.reason == "newer":
        words = _("{file} was written by a newer version: update atlantis.")
    elif unfit.reason == "other_match":
        words = _("{file} holds another match ({command}): name another file.")
    elif unfit.reason == "other_program":
        words = _("{file} holds games of other rules or other bots than these, which were changed: name another file.")
    elif unfit.reason == "damaged":
        words = _("{file} is damaged in line {line}: name another file.")
    else:
        words = _("{file} is no file of arena results: name another file.")
    plan: ArenaPlan | None = unfit.params.get("plan")
    command = "" if plan is None else shlex.join(plan.words(game))
    plain = "".join(sign if sign.isprintable() else "?" for sign in command)  # the words come from a file
    return words.format(file=file, command=plain, line=unfit.params.get("line"))


def _lost(code: int) -> str:
    if code < 0:
        return _(
            "A process that played was killed from outside (signal {n}): start again, perhaps with fewer --jobs."
        ).format(n=-code)
    return _("A process that played ended all by itself (exit code {n}): start again.").format(n=code)


def _help(game: str) -> list[str]:
    from atlantis_tui.commands.play import example_option

    return [
        _("Usage: atlantis arena GAME BOT BOT [BOT ...] [--pairs] [--games N] [--seed TEXT] [--option NAME=VALUE]"),
        _("                      [--jobs J] [--save FILE] [--log-dir DIR] [--times] [--json] [--markdown]"),
        _("Lets bots play against each other. Each deal is played once for every bot in every chair."),
        f"    {EXAMPLE} --games 100",
        f"    atlantis arena {DEFAULT} random easy normal --pairs --jobs 2",
        _("BOT: random, easy, normal or hard, or hard:200 for so many looks ahead; as often as there are seats."),
        _("--pairs: every two of the bots play a match for two, and all get ratings."),
        _("--games: how many games, with --pairs in each match; usual: {games}").format(games=GAMES),
        _("--seed: any text; the same seed gives the same games, whatever --jobs says."),
        _("--option: a rule, such as {example}. May be given again.").format(example=example_option(game)),
        _("--jobs: how many processes play; usual: 1"),
        _("--save: a file that keeps the results; the same command, also with more --games, goes on with it."),
        _("--log-dir: an empty or new folder to keep each game in a file of its own."),
        _("--times: tell how long the bots think, in time of the processor."),
        _("--json: print the result as one JSON object."),
        _("--markdown: print the result as a table in Markdown, with the command that made it."),
    ]
