"""One direction inside atlantis_tui: a place uses what stands below it, never above. And names that occur only once."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.test_hygiene import ROOT, sources

TUI = ROOT / "atlantis_tui"

# From the top to the bottom. A place may import what stands on a lower line, and nothing of its own line or above.
# Imports inside functions count. Imports for the type checker alone do not: they load nothing.
# `games` is the list of what games offer (games/__init__.py), which loads a game by its name; `games/<game>` are the
# games themselves.
FLOORS = (
    "__main__",
    "cli completion",
    "commands",
    "launch",
    "app",
    "networked_app",
    "menu",
    "lobby plain",
    "replay",
    "help",
    "lesson",
    "review",
    "games/<game>",
    "table/network",
    "table",
    "statistics doctor arena",
    "network",
    "saved",
    "bots",
    "ui",
    "text",
    "games",
    "__init__",
)

# What goes up all the same, with the reason.
EXCEPTIONS = {
    ("bots/process.py", "saved"): "which programs a person allowed to be started is kept with the settings",
    ("commands/completion.py", "completion"): "the command that prints the scripts for shells",
    ("completion/words.py", "cli"): "completion offers the commands that the program has",
    ("launch.py", "commands"): "launch reads the flags that choose a look",
    ("table/result.py", "replay"): "a result leads on to the replay, which is loaded when somebody asks for it",
    ("table/result.py", "review"): "a result leads on to the review, which is loaded when somebody asks for it",
    ("table/screen.py", "table/network"): "a table that is given a company sits down with it",
    ("ui/bound_keys.py", "app"): "keys that the player chose must not clash on any screen, so all are looked through",
}


def place(path: tuple[str, ...]) -> str:
    """The place of a module, by the names of its path below atlantis_tui."""
    if path[0] == "games" and len(path) > 1 and (TUI / "games" / path[1]).is_dir():
        return "games/<game>"
    if path[:2] == ("table", "network"):
        return "table/network"
    return path[0]


def only_for_types(tree: ast.AST) -> set[ast.AST]:
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }


@cache
def arrows() -> list[tuple[str, str, str]]:
    """Every import inside atlantis_tui: the file, the place it stands in, and the place it goes to."""
    found = []
    for file in sources("atlantis_tui"):
        path = file.relative_to(TUI).with_suffix("").parts
        tree = ast.parse(file.read_text("utf-8"))
        types = only_for_types(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or node in types or not node.module:
                continue
            first, *rest = node.module.split(".")
            if first != "atlantis_tui":
                continue
            for alias in node.names:
                full = (*rest, alias.name)
                is_module = len(full) > 1 or (TUI / full[0]).is_dir() or (TUI / f"{full[0]}.py").exists()
                found.append((str(file.relative_to(TUI)), place(path), place(full) if is_module else "__init__"))
    return found


def test_nothing_inside_atlantis_tui_goes_up():
    floor = {name: number for number, line in enumerate(FLOORS) for name in line.split()}
    assert {here for _, here, _ in arrows()} <= set(floor), "a place that has no floor"
    wrong = {
        (file, there)
        for file, here, there in arrows()
        if here != there and floor[there] <= floor[here] and (file, there) not in EXCEPTIONS
    }
    assert wrong == set()


def test_every_exception_is_still_needed():
    needed = {(file, there) for file, _, there in arrows()}
    assert set(EXCEPTIONS) <= needed


# Class names that may occur more than once in a room, with the reason.
TWICE = {
    "core": {
        "the same part of each game": {"Choices", "Outlook", "Part", "Position", "Weights", "_Look", "_Weighed"},
        "what a table asks of a log, beside the log itself": {"Log"},
    },
    "net": {
        "a message, and the part of the session that is about it": {
            "Desync",
            "Evidence",
            "Joined",
            "Lobby",
            "Rematch",
            "Roster",
        },
    },
    "atlantis_tui": {},
}


@pytest.mark.parametrize("room", TWICE)
def test_a_class_name_occurs_once_in_a_room(room):
    places: dict[str, list[Path]] = defaultdict(list)
    for file in sources(room):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file)
    twice = {name for name, files in places.items() if len(files) > 1}
    allowed: set[str] = set().union(*TWICE[room].values())
    assert twice == allowed
