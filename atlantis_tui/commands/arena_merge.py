"""`atlantis arena merge`: the parts of a match, played perhaps on several machines, become one result."""

from __future__ import annotations

from atlantis_tui.commands.arena import command_text, unfit_text
from atlantis_tui.commands.arena_request import MERGE, report_form
from atlantis_tui.commands.flags import guarded, read_flags
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.sentences import listing, printable, title
from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from atlantis_tui.arena.part_files import MergedParts, PartFile, UnfitPart
    from atlantis_tui.arena.plan_slice import PlanSlice

BARE = ("--times", "--markdown", "--json", "--help", "-h")
MOST_FILES = 10_000
MOST_NAMED = 8  # missing parts


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    files, flags = read_flags(f"arena {MERGE}", argv, bare=BARE, words=MOST_FILES)
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    if not files:
        raise CommandError(_("arena merge needs the files that --part has made: atlantis arena merge FILE [FILE ...]."))
    _tell(_merged(files), flags)
    return OK


def _tell(merged: MergedParts, flags: Mapping[str, object]) -> None:
    from atlantis_tui.arena.report import ArenaReport, print_report

    form = report_form(flags)
    tally = merged.tally()
    print_report(ArenaReport(merged.game, tally, merged.games, tally, merged.seconds), form, "--times" in flags)


def _merged(paths: Sequence[str]) -> MergedParts:
    from atlantis_tui.arena.part_files import MergedParts, UnfitPart

    files = [_read(path) for path in paths]
    try:
        return MergedParts(files)
    except UnfitPart as unfit:
        raise CommandError(_unfit_part(unfit, files[0])) from None


def _read(path: str) -> PartFile:
    from atlantis_tui.arena.part_files import PartFile
    from atlantis_tui.arena.results_file import UnfitResultsFile
    from atlantis_tui.text.errors import sentence
    from core.frames import LogError

    try:
        return PartFile(path)
    except UnfitResultsFile as unfit:
        raise CommandError(unfit_text(path, unfit)) from None
    except LogError as error:
        if error.reason == "not_found":
            words = _("There is no file {file}: name the files that --part has made.")
            raise CommandError(words.format(file=printable(path))) from None
        raise CommandError(sentence(error)) from None


def _unfit_part(unfit: UnfitPart, first: PartFile) -> str:
    params = dict(unfit.params)

    def command(part: PlanSlice) -> str:
        return command_text(first.plan, first.games, part)

    match unfit.reason:
        case "missing":
            parts: list[PlanSlice] = params["parts"]
            numbers = [str(part.number) for part in parts[:MOST_NAMED]]
            if more := len(parts) - len(numbers):
                numbers.append(ngettext("{n} more", "{n} more", more).format(n=more))
            words = ngettext(
                "Part {numbers} of {of} is missing: {command} --save FILE plays it.",
                "Parts {numbers} of {of} are missing: {command} --save FILE plays the first of them.",
                len(parts),
            )
            params |= {"numbers": listing(numbers), "of": parts[0].of, "command": command(parts[0])}
        case "unfinished":
            words = _("{file} has only {done} of its {asked} games: {command} --save {file} plays the others.")
            params["command"] = command(params["part"])
        case "double":
            words = _("{first} and {file} are both part {part}: name one of them.")
        case "whole":
            words = _("{file} holds a whole match and no part: name only files that --part has made.")
        case "other_match":
            words = _("{file} is part of another match ({command}) than {first}: name the parts of one match.")
            params["command"] = command_text(params.pop("plan"))
        case "other_rules":
            words = _(
                "{file} was played by rules version {theirs} of {game}, and this program has {ours}: "
                "merge with the program that played it."
            )
        case "other_behaviour":
            words = _(
                "{file} was played by a program in which {game} goes another way (its golden hash differs): "
                "merge with the program that played it."
            )
        case "other_program":
            words = _(
                "{file} was played with other rules or bots than {first}, which were changed: "
                "play one of them again, with the program of the other."
            )
        case "other_division":
            words = _("{file} is one of {theirs} parts, and {first} one of {ours}: name the parts of one division.")
        case _:
            words = _(
                "{file} is part of a match of {theirs} games, and {first} of one of {ours}: "
                "give both the same --games, and they go on."
            )
    if "game" in params:
        params["game"] = title(params["game"])
    return printable(words.format(**params))


def _help() -> list[str]:
    return [
        _("Usage: atlantis arena merge FILE [FILE ...] [--times] [--json] [--markdown]"),
        _("Puts the parts of a match together, which arena has played with --part K/N and --save FILE."),
        "    atlantis arena merge first second",
        _("It tells what one run of the whole match would have told; the seconds of all parts are added up."),
        _("--times: tell how long the bots thought, where the parts were played with --times."),
        _("--json: print the result as one JSON object."),
        _("--markdown: print the result as a table in Markdown, with the command of the whole match."),
    ]
