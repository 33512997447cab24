"""Reasons: every one that is given is listed with its parameters, and every one listed is given."""

import ast
from pathlib import Path

from net.refusal import REASONS

ROOT = Path(__file__).parent.parent.parent


def given() -> list[tuple[str, str, set[str] | None]]:
    """(where, reason, parameters) of every refusal in the sources of net and of those who use it; None where the
    parameters are not written out."""
    found = []
    for path in sorted([*ROOT.glob("net/**/*.py"), *ROOT.glob("atlantis_tui/**/*.py")]):
        text = path.read_text("utf-8")
        if "from net.refusal import" not in text:
            continue  # nothing here, or a refusal of another kind
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in ("Refusal", "ProtocolError") or not node.args:
                continue
            names = {word.arg for word in node.keywords}
            params = None if None in names else {name for name in names if name is not None} - {"blamed"}
            reason = node.args[0]
            for one in [reason.body, reason.orelse] if isinstance(reason, ast.IfExp) else [reason]:
                if isinstance(one, ast.Constant):
                    found.append((f"{path.name}:{node.lineno}", str(one.value), params))
    return found


def test_what_is_given_is_listed_with_its_parameters():
    wrong = [
        (where, reason, params)
        for where, reason, params in given()
        if reason not in REASONS or (params is not None and params != set(REASONS[reason]))
    ]
    assert wrong == []


def test_the_search_finds_them():
    found = {reason for _, reason, _ in given()}
    assert {"frame_length", "bad_ticket", "broken_promise", "not_enough_votes", "yourself"} <= found
