"""`atlantis doctor`: report on this terminal, the files and the network, and say what to do about problems.

The command changes nothing, and prints nothing that others could use: no keys, no names of machines.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from atlantis_tui.commands.flags import guarded, read_flags
from atlantis_tui.doctor import Fact
from atlantis_tui.text.command_error import OK
from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from atlantis_tui.ui.terminal import Wishes

PROBLEMS = 1
LIBRARIES = ("textual", "rich", "msgpack", "zeroconf", "cryptography", "spake2")
BARE = ("--json", "--no-discovery", "--help", "-h")


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    _words, flags = read_flags("doctor", argv, bare=BARE)
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    found = list(_facts("--no-discovery" not in flags))
    if "--json" in flags:
        _print_json(found)
    else:
        print("\n".join(_lines(found)))
    return PROBLEMS if any(fact.advice for fact in found) else OK


def _facts(discovers: bool) -> Iterator[Fact]:
    from atlantis_tui.doctor import network, places, terminal
    from atlantis_tui.saved import settings

    wishes, trouble = settings.load()
    isatty = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    yield from terminal.facts(os.environ, isatty, terminal.window_size(), wishes)
    yield from _widths(isatty, wishes.wishes)
    yield from places.facts(wishes, trouble)
    yield from network.facts(discovers)
    yield from _versions()


def _widths(isatty: bool, wishes: Wishes) -> Iterator[Fact]:
    from atlantis_tui.doctor import widths
    from atlantis_tui.ui.terminal import detect

    look = detect(os.environ, isatty, wishes)
    if look is None:
        return
    sys.stdout.flush()
    yield from widths.facts(look.glyphs, sys.stdin.fileno(), sys.stdout.fileno())


def _versions() -> Iterator[Fact]:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from atlantis_tui import __version__
    from atlantis_tui.doctor import compiled

    yield Fact("versions", "atlantis", __version__)
    yield from compiled.facts()
    yield Fact("versions", "python", f"{platform.python_version()} ({sys.platform})")
    for name in LIBRARIES:
        try:
            yield Fact("versions", name, version(name))
        except PackageNotFoundError:
            yield Fact("versions", name, _("missing"), _("Install atlantis again: it comes with all it needs."))


def _lines(found: Sequence[Fact]) -> Iterator[str]:
    areas = {
        "terminal": _("Terminal"),
        "files": _("Files"),
        "network": _("Network"),
        "versions": _("Versions"),
    }
    wide = max(len(fact.name) for fact in found) + 2
    for area, title in areas.items():
        yield title
        for fact in found:
            if fact.area == area:
                yield f"  {fact.name:{wide}}{fact.value}".rstrip()
                if fact.advice:
                    yield f"  {'':{wide}}! {fact.advice}"
        yield ""
    problems = sum(1 for fact in found if fact.advice)
    if problems:
        told = ngettext(
            "{n} problem: see the line with !, which says what to do.",
            "{n} problems: see the lines with !, which say what to do.",
            problems,
        )
        yield told.format(n=problems)
    else:
        yield _("All is well.")


def _print_json(found: Sequence[Fact]) -> None:
    import json

    areas: dict[str, list[dict[str, str]]] = {}
    for fact in found:
        told = {"name": fact.name, "value": fact.value}
        areas.setdefault(fact.area, []).append({**told, "advice": fact.advice} if fact.advice else told)
    problems = [fact.advice for fact in found if fact.advice]
    print(json.dumps({**areas, "problems": problems}, indent=1))


def _help() -> list[str]:
    return [
        _("Usage: atlantis doctor [--json] [--no-discovery]"),
        _("Tells what was found out about this terminal, your files and the network, and what to do about problems."),
        "    atlantis doctor",
        "    atlantis doctor --json > report.json",
        _("--json: for other programs. --no-discovery: do not try whether tables can be found on this network."),
        _("The exit code is 0 when all is well and 1 when there is a problem. Nothing is changed."),
    ]
