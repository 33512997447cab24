"""A name that begins with an underscore belongs to the module that defines it: no other module uses it, and no class of
another module gives it a second meaning. What is private in Textual is used in one module of ours alone.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.test_hygiene import ROOT, nodes, sources

ROOMS = ("core", "net", "atlantis_tui")
# Textual may change what is private in it with any version. Then this module is the one to mend.
INTERNALS = ROOT / "atlantis_tui" / "ui" / "textual_internals.py"
# What Python gives with one underscore to everybody.
OF_PYTHON = {"_asdict", "_exit", "_fields", "_make", "_replace"}


class ClassNames(NamedTuple):
    name: str
    file: Path
    node: ast.ClassDef
    bases: list[ast.expr]
    private: set[str]  # methods, class attributes, and what methods set on `self`


def is_private(name: str) -> bool:
    return re.match("_[a-z]", name) is not None and name not in OF_PYTHON


@cache
def files() -> list[Path]:
    return [file for room in ROOMS for file in sources(room)]


@cache
def classes() -> dict[str, list[ClassNames]]:
    """All classes of the house, by their names."""
    found: dict[str, list[ClassNames]] = {}
    for file in files():
        for node in nodes(file):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(ClassNames(node.name, file, node, node.bases, private_of(node)))
    return found


def private_of(node: ast.ClassDef) -> set[str]:
    names = {one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    body = [one for one in node.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    names |= {one.id for part in body for one in ast.walk(part) if isinstance(one, ast.Name) and is_stored(one)}
    inner = [one for one in ast.walk(node) if isinstance(one, ast.Attribute) and is_stored(one)]
    return {name for name in (*names, *(one.attr for one in inner if is_own(one))) if is_private(name)}


def is_stored(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


def is_own(node: ast.Attribute) -> bool:
    """Whether something of the object itself is meant."""
    return ast.unparse(node.value) in ("self", "cls", "super()")


def last_word(base: ast.expr) -> str:
    return ast.unparse(base).partition("[")[0].rpartition(".")[2]


def ancestors(one: ClassNames) -> list[ClassNames]:
    above = [other for base in one.bases for other in classes().get(last_word(base), []) if other is not one]
    return above + [further for other in above for further in ancestors(other)]


@cache
def imported_from(file: Path) -> dict[str, str]:
    """What a module imports by name, and from which module, also for the type checker alone."""
    found = [node for node in nodes(file) if isinstance(node, ast.ImportFrom) and node.module]
    return {alias.asname or alias.name: str(node.module) for node in found for alias in node.names}


@cache
def foreign_names(module: str, name: str) -> frozenset[str]:
    """All private names of a class of Textual, and of all that it inherits from."""
    kind = getattr(importlib.import_module(module), name, None)
    parents = [one for one in getattr(kind, "__mro__", ()) if one.__module__.partition(".")[0] in ("textual", "rich")]
    text = "".join(inspect.getsource(one) for one in parents)
    return frozenset(re.findall(r"(?:\bself\.|\bcls\.|def |^    )(_[a-z]\w*)", text, re.MULTILINE))


def of_textual(one: ClassNames) -> set[str]:
    """The private names that Textual has given to a class of ours already."""
    found: set[str] = set()
    for part in (one, *ancestors(one)):
        modules = imported_from(part.file)
        for base in map(last_word, part.bases):
            if modules.get(base, "").partition(".")[0] in ("textual", "rich"):
                found |= foreign_names(modules[base], base)
    return found


def test_no_class_overrides_what_is_private_in_another_module():
    wrong = {
        f"{one.file.relative_to(ROOT)}: {one.name}.{name} is private in {above.file.relative_to(ROOT)}"
        for same in classes().values()
        for one in same
        for above in ancestors(one)
        for name in one.private & above.private
        if one.file != above.file
    }
    assert wrong == set()


def used_outside(file: Path) -> Iterator[str]:
    """What is private elsewhere and used by this module: imports, and attributes that no class of its own has."""
    own: set[str] = set()
    for same in classes().values():
        own |= {name for one in same if one.file == file for name in one.private}
    for node in nodes(file):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node) and node.attr not in own:
            yield f"{file.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.ImportFrom) and node.module:
            words = (*node.module.split("."), *(alias.name for alias in node.names))
            yield from (f"{file.relative_to(ROOT)}:{node.lineno}: {word}" for word in words if is_private(word))


def test_nothing_private_is_used_from_outside():
    assert [use for file in files() if file != INTERNALS for use in used_outside(file)] == []
    assert len(list(used_outside(INTERNALS))) > 5  # so it would be seen elsewhere


def test_what_is_private_in_textual_is_used_in_one_module():
    """Our own screens and widgets use nothing that only Textual has given them, and take over none of its names."""
    wrong, seen = set(), 0
    for same in classes().values():
        for one in same:
            theirs = of_textual(one)
            if not theirs or one.file == INTERNALS:
                continue
            seen += 1
            ours = one.private.union(*(above.private for above in ancestors(one) if above.file != INTERNALS))
            wrong |= {f"{one.name}.{name} is Textual's too" for name in one.private & theirs}
            uses = {n.attr for n in ast.walk(one.node) if isinstance(n, ast.Attribute) and is_own(n)}
            wrong |= {f"{one.name} uses {name} of Textual" for name in uses & theirs - ours if is_private(name)}
    assert wrong == set()
    assert seen > 50


def test_no_class_is_made_at_run_time():
    wrong = [
        f"{file.relative_to(ROOT)}:{inner.lineno}: {inner.name}"
        for file in files()
        if re.search(r"^ +class ", file.read_text("utf-8"), re.MULTILINE)
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.ClassDef)
    ]
    assert wrong == []
