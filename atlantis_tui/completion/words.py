"""What a word on a command line can become. Commands report their own flags, so there is no list to maintain.

FILES and FOLDERS mean that the shell itself shall complete the word.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence

from atlantis_tui import launch
from atlantis_tui.cli import COMMANDS, find_command
from atlantis_tui.commands.flags import ASK, FlagsReported
from atlantis_tui.completion.scripts import SCRIPTS
from atlantis_tui.saved import paths

FILES, FOLDERS = ":files", ":folders"
PROGRAMS = ("atlantis", "atlantis-tui")
SPECIAL = frozenset(" '\"\\`$!*?[](){}<>|&;#~^")  # characters that mean something else to a shell


def candidates(line: str) -> list[str]:
    """All whole words that the last word of the line, as typed so far, can become."""
    words = _split(line)
    while len(words) > 1 and os.path.basename(words[0]) not in PROGRAMS:
        words.pop(0)  # what stands before the program, such as a variable
    words = words[1:]
    if not words:
        return []
    current = words[-1]
    found = _found(words[:-1], current)
    if found[:1] in ([FILES], [FOLDERS]):
        return found
    return [word for word in found if word.startswith(current)]


def _split(line: str) -> list[str]:
    """The words of a line. The last one is being typed, and may be ""."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation is still open
        words = line.split()
    if not words or line[-1:].isspace():
        words.append("")
    return words


def _found(before: Sequence[str], current: str) -> list[str]:
    command = before[0] if before and not before[0].startswith("-") else ""
    if command and command not in COMMANDS:
        return []
    sub = before[1] if len(before) > 1 and before[1] in _sub_commands(command) else ""
    flags = flags_of(command, sub)
    asked, equals, _value = current.partition("=")
    if equals and asked in flags.valued:
        return [f"{asked}={value}" for value in values(command, asked, current[len(asked) + 1 :]) if value[0] != ":"]
    if before and before[-1] in flags.valued:
        return values(command, before[-1], current)
    if current.startswith("-"):
        return sorted({*flags.valued, *flags.bare} - {"-h"})
    if not command:
        return list(COMMANDS) if not before else []
    if command == "arena" and len(before) == 1:
        return [*_games(), *_sub_commands(command)]
    return _words(command, sub, _typed(before[1:], flags), current)


def _typed(words: Sequence[str], flags: FlagsReported) -> int:
    """How many words are neither flags nor values of flags."""
    number, rest = 0, list(words)
    while rest:
        word = rest.pop(0)
        if word in flags.valued:
            del rest[:1]
        elif not word.startswith("-"):
            number += 1
    return number


def flags_of(command: str, sub: str = "") -> FlagsReported:
    """The flags that a command reports, or those of the program itself if no command is given."""
    if not command:
        return FlagsReported(launch.VALUED, ("--help", "--version", *launch.BARE, launch.NO_DISCOVERY))
    if command == "log" and not sub:
        return FlagsReported((), ("--help",))
    try:
        find_command(command)([*([sub] if sub else []), ASK])
    except FlagsReported as flags:
        return flags
    return FlagsReported((), ())


def _words(command: str, sub: str, typed: int, current: str) -> list[str]:
    """What can stand in this place and is no flag."""
    if command == "log":
        return _sub_commands("log") if not sub else _games_kept(current) if sub != "list" and typed == 1 else []
    if command == "arena":
        return [FILES] if sub else _games() if not typed else _levels()
    first: dict[str, Callable[[], list[str]]] = {
        "play": _games,
        "learn": _games,
        "host": _games,
        "stats": _games,
        "resume": lambda: _games_kept(current),
        "replay": lambda: _games_kept(current),
        "result": lambda: _games_kept(current),
        "review": lambda: _games_kept(current),
        "completion": lambda: list(SCRIPTS),
    }
    if command == "locate":
        return list(paths.every())
    return first[command]() if command in first and not typed else []


def values(command: str, flag: str, current: str) -> list[str]:
    """The possible values of a flag."""
    from atlantis_tui.ui.glyphs import SETS
    from atlantis_tui.ui.palettes import THEMES

    if flag == "--seats" and command == "play":
        before = current[: current.rfind(",") + 1]
        return [f"{before}{seat}" for seat in ("you", "person:", *(f"bot:{level}" for level in _levels()))]
    if flag == "--bots":
        before = current[: current.rfind(",") + 1]
        return [f"{before}{level}" for level in _levels()]
    known: dict[str, Callable[[], list[str]]] = {
        "--theme": lambda: list(THEMES),
        "--glyphs": lambda: list(SETS),
        "--as": lambda: [f"bot:{level}" for level in _levels()],
        "--by": lambda: ["turn", "event"],
        "--export": lambda: ["text", "svg", "cast"],
        "--option": _options,
        "--code": lambda: ["-"],
        "--resume": lambda: _games_kept(current),
        "--log": lambda: [FILES],
        "--salvage": lambda: [FILES],
        "--save": lambda: [FILES],
        "--out": lambda: [FILES],
        "--log-dir": lambda: [FOLDERS],
    }
    return known[flag]() if flag in known else []


def _games() -> list[str]:
    from core import games

    return games.names()


def _levels() -> list[str]:
    from core.bots import LEVELS

    return list(LEVELS)


def _options() -> list[str]:
    """The optional rules of all games."""
    from core import games
    from core.game import option_text

    return [
        f"{option.name}={option_text(value)}"
        for game in games.names()
        for option in games.load(game).options
        for value in option.values
    ]


def _sub_commands(command: str) -> list[str]:
    """The words right behind a command that are commands of their own."""
    if command == "arena":
        from atlantis_tui.commands.arena_request import MERGE

        return [MERGE]
    if command == "log":
        from atlantis_tui.commands.log import COMMANDS as LOG

        return list(LOG)
    return []


def _games_kept(current: str) -> list[str]:
    """The names of the kept games, without their folder. FILES if there are none, or if a folder is being typed.
    Network games have names that people can read, unless somebody begins to type the name of a file."""
    from atlantis_tui.saved.game_files import newest_first
    from atlantis_tui.saved.game_names import of_file

    if os.sep in current:
        return [FILES]
    try:
        names = []
        for _when, path in newest_first():
            file = os.path.basename(path)
            called = of_file(path) if not current or not file.startswith(current) else None
            names.append(called.word if called is not None else file)
    except OSError:
        names = []
    # Shells quote names with such characters in different ways, so leave them out.
    return [name for name in names if name.isprintable() and not SPECIAL & set(name)] or [FILES]
