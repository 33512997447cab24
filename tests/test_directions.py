"""One direction inside atlantis_tui: a place uses what stands below it, never above. A game is named only in its own
two folders. And class names occur only once.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from core import games
from tests.test_hygiene import ROOT, nodes, parsed, sources

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
    "statistics doctor arena training",
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
        tree = parsed(file)
        types = only_for_types(tree)
        for node in nodes(file):
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


# A game is two folders, core/<game> and atlantis_tui/games/<game>. These names outside of them are the name of a game
# too, with the reason.
NAMED_OUTSIDE = {
    ("atlantis_tui/app.py", "AtlantisApp"): "the program's name",
    ("atlantis_tui/app.py", "Atlantis"): "the program's name, as the title of its window",
    ("atlantis_tui/arena/plan.py", "atlantis"): "the program's name, in the command that asks for a match",
    ("atlantis_tui/commands/doctor.py", "atlantis"): "the program's name, beside its version",
    ("atlantis_tui/completion/words.py", "atlantis"): "the program's name, which shells complete",
    ("atlantis_tui/games/__init__.py", "atlantis"): "the game for somebody who has not chosen one",
    ("atlantis_tui/saved/paths.py", "atlantis"): "the program's name, as the folder of its files",
    ("atlantis_tui/ui/island_picture.py", "ATLANTIS"): "the program's name, written in the menu's picture",
}
# In sentences and in names of files, "atlantis" is the program, unless it stands where a command has its game.
PROGRAM = "atlantis"


def names_in(tree: ast.AST) -> Iterator[str]:
    """All names that are defined, all modules that are imported, and all string constants but docstrings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [alias.name for alias in node.names if alias.name.islower()]
            for module in (*modules, getattr(node, "module", None) or ""):
                yield from module.split(".")
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name
        elif isinstance(node, (ast.arg, ast.keyword)):
            yield node.arg or ""


def names_a_game(text: str, every: list[str]) -> bool:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text)
    if any(re.search(rf"\b{name}\b", words, re.IGNORECASE) for name in every if name != PROGRAM):
        return True
    if text.isidentifier() and PROGRAM in words.lower().split():
        return not text.startswith(("atlantis_tui", "ATLANTIS_"))  # the room, and variables of the environment
    return re.search(rf"\b{PROGRAM} [a-z]+ {PROGRAM}\b", text) is not None


def test_nothing_outside_a_games_folders_names_it():
    every = games.names()
    assert PROGRAM in every
    found = set()
    for room in ("core", "net", "atlantis_tui"):
        for file in sources(room):
            path = file.relative_to(ROOT)
            if set(path.parts[1:3]) & set(every):
                assert path.parts[1] in every or path.parts[1] == "games", f"{path} belongs into the folder of the game"
                continue
            found |= {
                (str(path), name)
                for name in (*path.with_suffix("").parts[1:], *names_in(parsed(file)))
                if names_a_game(name, every)
            }
    assert found == set(NAMED_OUTSIDE)


# Class names that may occur more than once in a room, with the reason.
TWICE = {
    "core": {},
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
        for node in nodes(file):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file)
    twice = {name for name, files in places.items() if len(files) > 1}
    allowed: set[str] = set().union(*TWICE[room].values())
    assert twice == allowed
