"""Everything that `net` can say has its sentence."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from atlantis_tui.text import network
from net.chain import VERDICTS
from net.refusal import REASONS, Refusal
from net.session.notices import StartFailed

NET = Path(__file__).parent.parent.parent / "net"
PARAMS = {
    "older": "us",
    "door": "code",
    "ms": 1500,
    "seat": 1,
    "have": 1,
    "need": 2,
    "n": 7,
    "game": "atlantis",
    "why": "left",
    "path": "/home/anna/identity",
    "mode": 0o644,
}
CAUSES = {
    "unreachable": list(network.UNREACHABLE),
    "cannot_listen": list(network.LISTENING),
    "identity_file": ["io", "odd"],
}
WHATS = {"bad_ticket": list(network.BAD_TICKET)}


def calls(*names, place, under="."):
    """The texts that stand at this place of all calls of these functions and methods in net."""
    found = set()
    for path in (NET / under).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > place:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                values = [one for one in ast.walk(node.args[place]) if isinstance(one, ast.Constant)]
                if called in names:
                    found |= {one.value for one in values if isinstance(one.value, str)}
    return found


def is_a_sentence(text):
    return re.fullmatch(r"[A-Z{/].*[^.]\.", text) and "{" not in text and "\n" not in text


@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_has_a_sentence(reason):
    for cause in CAUSES.get(reason, ["x"]):
        for what in WHATS.get(reason, ["x"]):
            params: dict[str, Any] = {name: PARAMS.get(name, [1, 2]) for name in REASONS[reason]}
            params |= {"cause": cause} if "cause" in params else {}
            params |= {"what": what} if "what" in params else {}
            assert is_a_sentence(network.refusal(Refusal(reason, **params), ["Anna", "Boris"])), reason


def test_every_cause_is_known():
    links = (NET / "links.py").read_text("utf-8")
    assert set(re.findall(r'cause="(\w+)"', links)) <= set(network.UNREACHABLE) | set(network.LISTENING)
    for table in re.findall(r"cause = \{(.*?)\}", links, re.DOTALL):
        assert set(re.findall(r': "(\w+)"', table)) <= set(network.UNREACHABLE) | set(network.LISTENING)
    assert set(re.findall(r'bad_ticket", what="(\w+)"', (NET / "codes.py").read_text("utf-8"))) == set(
        network.BAD_TICKET
    )


def test_every_verdict_has_words():
    assert set(VERDICTS) | calls("Verdict", place=0) - set(REASONS) <= set(network.VERDICTS)
    assert network.misbehaved("bad_move", ["Anna", "Boris"], 0, 1) == (
        "Anna passed on a move that the rules forbid, which Boris must have made; the link was closed."
    )
    assert network.misbehaved("fork", ["Anna", "Boris"], 0, 1) == (
        "Boris has signed two different entries for one place; everybody gets both as a proof."
    )
    assert is_a_sentence(network.misbehaved("never_heard_of", ["Anna"], None, None).capitalize())


def test_every_end_of_a_start_and_of_a_game_has_a_sentence():
    assert calls("fail", "StartFailed", place=0, under="session") == set(network.START_FAILED)
    assert calls("stop", place=0, under="session") == set(network.STOPPED)
    for table in (network.START_FAILED, network.STOPPED, network.AGREED):
        for words in table.values():
            assert is_a_sentence(words({"names": ["Anna"], "seat": 0}))
            assert is_a_sentence(words({"names": ["Anna"], "seat": None}).capitalize())


def test_every_reason_to_go_has_a_sentence():
    assert calls("drop", place=1) <= set(network.WHY)
    assert calls("NotJoined", "refuse", place=2) - {"flood", "stale_term", "foreign_game", "not_ready"} <= set(
        network.WHY
    )
    assert all(is_a_sentence(words()) for words in network.WHY.values())
    assert network.refusal(Refusal("refused", why="\033[2Jnonsense")) == 'The other side refuses: "?[2Jnonsense".'


def test_every_result_of_a_question_and_every_wait_is_told():
    results = set(re.findall(r"agreed / refused / stale / withdrawn / late", (NET / "PROTOCOL.md").read_text("utf-8")))
    assert set(next(iter(results)).split(" / ")) == set(network.AGREED)
    assert calls("Waiting", place=1) <= set(network.WAITING)
    assert network.waiting("move", ["Anna"], 0, 30_000) == "Waiting for Anna to move."
    assert network.waiting("move", ["Anna"], 0, 130_000) == "Waiting for Anna to move, for 2 minutes."
    assert network.waiting_for_absent("Anna", False, 30_000) == "Waiting for Anna, who lost the link."
    assert network.waiting_for_absent("Anna", False, 70_000) == "Waiting for Anna, who lost the link 1 minute ago."
    assert network.waiting_for_absent("Anna", True, 130_000) == "Waiting for Anna, who left the table 2 minutes ago."


def test_every_trouble_of_discovery_has_a_sentence():
    text = (NET / "discovery.py").read_text("utf-8")
    (named,) = re.findall(r"announced just now: ([\w, ]+)\.", text)
    assert set(named.split(", ")) == set(network.TROUBLES)
    assert all(is_a_sentence(words()) for words in network.TROUBLES.values())


def test_the_lobby_is_one_line():
    seats = [
        ("person", "Anna", None, b"a", True, "here"),
        ("person", "Boris", None, b"b", False, "here"),
        ("bot", "", "easy", None, False, "none"),
        ("open", "", None, None, False, "none"),
    ]
    names = ["Anna", "Boris", "Nereus", ""]
    assert network.lobby(seats, names, 0, ["Chloe"]) == (
        "At the table: you (ready), Boris (not ready), Nereus (bot:easy) and an open seat. Watching: Chloe."
    )


def test_who_ended_a_start_is_told_with_how_often():
    names = ["Anna", "Boris"]
    assert network.start_failed(StartFailed("missing_reply", 1), names) == (
        "The game could not begin because Boris did not answer: say ready again."
    )
    assert network.start_failed(StartFailed("abandoned", 0, None, 2), names) == (
        "The start was called off: say ready again. "
        "Anna ended it when the secrets were out already: 2 times this evening."
    )
    assert network.start_failed(StartFailed("missing_reply", None, 1, 1), names) == (
        "The host says: The game could not begin because Boris did not answer: say ready again. "
        "Boris ended it when the secrets were out already: once this evening."
    )
    rows = [("person", "Anna", None, b"a", True, "here"), ("person", "Boris", None, b"b", False, "here")]
    assert network.lobby(rows, names, 0, [], lambda key: 2 if key == b"b" else 0) == (
        "At the table: you (ready) and Boris (not ready, ended 2 starts)."
    )
