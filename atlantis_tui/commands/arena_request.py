"""What `atlantis arena` is asked for: the words and flags of its command line, and the help on them."""

from __future__ import annotations

from atlantis_tui.arena.limits import MOST_GAMES
from atlantis_tui.commands.flags import once
from atlantis_tui.games import DEFAULT
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from atlantis_tui.arena.plan import ArenaPlan
    from atlantis_tui.arena.plan_slice import PlanSlice

GAMES = 100
MOST_JOBS = 256
MERGE = "merge"  # the word for putting parts together
EXAMPLE = f"atlantis arena {DEFAULT} easy random"
VALUED = ("--games", "--seed", "--option", "--log-dir", "--jobs", "--save", "--part", "--on")
BARE = ("--pairs", "--times", "--markdown", "--json", "--help", "-h")


class ArenaRequest:
    """What the command line asks for, as far as it can be known without the file of results."""

    def __init__(self, words: Sequence[str], flags: dict[str, list[str]]) -> None:
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
        self.form = report_form(flags)
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


def report_form(flags: Mapping[str, object]) -> str:
    """How the results are printed: "json", "markdown" or "text"."""
    if "--json" in flags and "--markdown" in flags:
        raise CommandError(_("--json and --markdown do not go together: choose one."))
    return "json" if "--json" in flags else "markdown" if "--markdown" in flags else "text"


def arena_help(game: str) -> list[str]:
    from atlantis_tui.arena.cluster_text import EXAMPLE as ADDRESS
    from atlantis_tui.commands.play import example_option
    from core.bots import ITERATIONS

    return [
        _("Usage: atlantis arena GAME BOT BOT [BOT ...] [--pairs] [--games N] [--seed TEXT] [--option NAME=VALUE]"),
        _("                      [--jobs J] [--save FILE] [--log-dir DIR] [--times] [--json] [--markdown]"),
        _("                      [--part K/N] [--on tcp://HOST:PORT]"),
        _("       atlantis arena merge FILE [FILE ...] [--times] [--json] [--markdown]"),
        _("Lets bots play against each other. Each deal is played once for every bot in every chair."),
        f"    {EXAMPLE} --games 100",
        f"    atlantis arena {DEFAULT} random easy normal --pairs --jobs 2",
        f"    {EXAMPLE} --seed reef --part 1/2 --save first",
        "    atlantis arena merge first second",
        _("BOT: random, easy, normal or hard, or hard:200 for so many looks ahead; as often as there are seats."),
        _("     hard without a number has {rounds} looks ahead here, so all bots play alike on every machine.").format(
            rounds=ITERATIONS
        ),
        _("--pairs: every two of the bots play a match for two, and all get ratings."),
        _("--games: how many games, with --pairs in each match; usual: {games}").format(games=GAMES),
        _("--seed: any text; the same seed gives the same games, whatever --jobs, --part and --on say."),
        _("--option: a rule, such as {example}. May be given again.").format(example=example_option(game)),
        _("--jobs: how many processes play; usual: 1"),
        _("--save: a file that keeps the results; the same command, also with more --games, goes on with it."),
        _("--log-dir: an empty or new folder to keep each game in a file of its own."),
        _("--times: tell how long the bots think, in time of the processor."),
        _("--json: print the result as one JSON object."),
        _("--markdown: print the result as a table in Markdown, with the command that made it."),
        _("--part: play one of several parts, such as 2/3, here or on another machine. Needs --seed and --save."),
        _("merge: puts the files of all parts together to the result of the whole; their seconds are added up."),
        _("--on: play on the Dask cluster with this scheduler, such as {address}. All its workers need").format(
            address=ADDRESS
        ),
        _('      the same atlantis, and here and there the extra dask: pip install "atlantis-tui[dask]".'),
    ]
