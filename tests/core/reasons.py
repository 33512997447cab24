"""The reasons that the sources of core can give, as they stand in them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import core

CORE = Path(core.__file__).parent
OF_EVERY_GAME = {"game_over", "chance_first", "no_such_move", "bad_field"}  # State.no_move, with which `explain` begins


def reasons_of(*paths: str, words: Sequence[str] = ()) -> set[str]:
    """All ids that these files can give. `words` are those that `unreadable_{word}` stands for."""
    found = set()
    for path in paths:
        for node in ast.walk(ast.parse((CORE / path).read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                if name == "_no" or (name[:1].isupper() and name.endswith(("Move", "Error", "Option"))):
                    found |= _ids(node.args[0], words)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__" and len(node.args) == 1:
                found |= _ids(node.args[0], words)
    return found


def _ids(node: ast.AST, words: Sequence[str]) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _ids(node.body, words) | _ids(node.orelse, words)
    if isinstance(node, ast.JoinedStr):
        return {f"unreadable_{word}" for word in words}
    return set()
