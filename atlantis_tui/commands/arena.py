"""`atlantis arena`: bots play against each other, several games at once if --jobs allows it."""

from __future__ import annotations

from atlantis_tui.arena.limits import MOST_BOTS
from atlantis_tui.commands.arena_request import BARE, EXAMPLE, MERGE, VALUED, ArenaRequest, arena_help
from atlantis_tui.commands.flags import read_flags
from atlantis_tui.text.command_error import INTERRUPTED, OK, CommandError, complain
from atlantis_tui.text.sentences import printable
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from atlantis_tui.arena.cluster_crew import ClusterCrew
    from atlantis_tui.arena.crew import WorkerCrew
    from atlantis_tui.arena.interrupts import Interrupts
    from atlantis_tui.arena.plan import ArenaPlan
    from atlantis_tui.arena.plan_slice import PlanSlice
    from atlantis_tui.arena.results_file import ResultsFile, UnfitResultsFile
    from atlantis_tui.arena.tally import ArenaTally

FAILED = 1


def run(argv: list[str]) -> int:
    from atlantis_tui.arena.interrupts import Interrupts

    if argv[:1] == [MERGE]:
        from atlantis_tui.commands import arena_merge

        return arena_merge.run(argv[1:])
    with Interrupts() as interrupts:  # first of all, because an interrupt may strike while modules load
        try:
            words, flags = read_flags("arena", argv, valued=VALUED, bare=BARE, words=1 + MOST_BOTS)
            if "--help" in flags or "-h" in flags:
                print("\n".join(arena_help(words[0].lower() if words else "")))
                return OK
            if not words:
                raise CommandError(_("arena needs a game and its bots, such as: {command}.").format(command=EXAMPLE))
            if words[0] == MERGE:
                raise CommandError(_("merge comes before all flags: atlantis arena merge FILE [FILE ...]."))
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
        raise CommandError(unfit_text(file, unfit)) from None
    except LogError as error:
        if error.reason == "locked":
            raise CommandError(
                _("{file} is in use: wait until that arena has ended, or name another file.").format(file=file)
            ) from None
        raise


def _play(asked: ArenaRequest, kept: ResultsFile | None, interrupts: Interrupts) -> int:
    import time

    from atlantis_tui.arena.crew import ClusterTrouble, TooManyWorkers, WorkerFailed, WorkerLost
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
        from atlantis_tui.arena.log_folder import prepare_log_folder

        prepare_log_folder(asked.folder, plan, stored, going_on=kept is not None)
    before = len(tally.numbers)
    todo = (number for number in numbers if number not in stored)
    bar = ProgressBar(before, len(numbers))

    def tell(sentence: str) -> None:
        bar.clear()
        complain(sentence)

    began = time.perf_counter()
    trouble = ""
    try:
        with _crew(asked, plan, len(numbers) - before, interrupts, tell) as crew:
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
    except ClusterTrouble as wrong:
        from atlantis_tui.arena.cluster_text import trouble_text

        trouble = trouble_text(wrong)
        if not now.numbers:
            raise CommandError(trouble) from None
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


def _crew(
    asked: ArenaRequest, plan: ArenaPlan, games: int, interrupts: Interrupts, tell: Callable[[str], None]
) -> WorkerCrew | ClusterCrew:
    if asked.on is not None:
        from atlantis_tui.arena.cluster_crew import ClusterCrew

        return ClusterCrew(plan, asked.on, asked.times, interrupts, tell)
    from atlantis_tui.arena.crew import WorkerCrew

    return WorkerCrew(plan, min(asked.jobs, games), asked.folder, asked.times, interrupts)


def _tell(asked: ArenaRequest, tally: ArenaTally, now: ArenaTally, took: float) -> None:
    from atlantis_tui.arena.report import ArenaReport, print_report

    print_report(ArenaReport(asked.game, tally, asked.games, now, took, asked.part), asked.form, asked.times)


# What can go wrong ---------------------------------------------------------------------------------------------------


def unfit_text(file: str, unfit: UnfitResultsFile) -> str:
    if unfit.reason == "newer":
        words = _("{file} was written by a newer version: update atlantis.")
    elif unfit.reason == "other_match":
        words = _("{file} holds another match ({command}): name another file.")
    elif unfit.reason == "other_program":
        words = _("{file} holds games of other rules or other bots than these, which were changed: name another file.")
    elif unfit.reason == "damaged":
        words = _("{file} is damaged in line {line}: name another file.")
    elif unfit.reason == "unknown":
        words = _("{file} holds a match that this version does not know: update atlantis.")
    else:
        words = _("{file} is no file of arena results: name another file.")
    plan: ArenaPlan | None = unfit.params.get("plan")
    command = "" if plan is None else command_text(plan, part=unfit.params.get("part"))
    return words.format(file=file, command=command, line=unfit.params.get("line"))


def command_text(plan: ArenaPlan, games: int | None = None, part: PlanSlice | None = None) -> str:
    """The command that asks for a plan, whose words may come from a file."""
    import shlex

    return printable(shlex.join(plan.words(games, part)))


def _lost(code: int) -> str:
    if code < 0:
        return _(
            "A process that played was killed from outside (signal {n}): start again, perhaps with fewer --jobs."
        ).format(n=-code)
    return _("A process that played ended all by itself (exit code {n}): start again.").format(n=code)
