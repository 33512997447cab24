"""Helpers on other cores: the same choice with any number of them, and none is left behind.

Whoever copies its process must have a single thread, so all of this runs in a program of its own.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from atlantis_tui.bots.cores import CoreClaim, cores
from core import games

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120

BEGIN = """
import os, signal, sys, time
from atlantis_tui.bots import helper, team
from atlantis_tui.bots.helper import Helper, HelperLost
from atlantis_tui.bots.team import StreamTeam
from core import games
from core.bots import knowledge, make_bot
from core.bots.streams import streams
from core.chance import SeededDealer

def views(game, every, most=6):
    state = game.new(2)
    state.play_at_once(SeededDealer("team"), events=False)
    bot = make_bot("easy", game, "team")
    number = 0
    while state.prompt is not None and number < most * every:
        view = state.view(state.prompt.seat)
        if len(view.legal()) > 5:
            number += 1
            if number % every == 0:
                yield view
        state.advance(bot.choose(view))
"""

# Choices, and all that was found, with no helper, one and three; the same with one that is killed in the middle.
CHOICES = """
for name in games.names():
    game = games.load(name)
    if knowledge(game) is None:
        continue
    for view in views(game, 15, 2):
        found = []
        for helpers in (0, 1, 3, "killed"):
            alone = streams(game, view, "team", 200)
            they = StreamTeam(alone, 1 if helpers == "killed" else helpers)
            pids = they.pids
            tallies = [they.run([9, 9, 8, 8])]
            if helpers == "killed":
                os.kill(pids[0], signal.SIGKILL)
            tallies.append(they.run([5, 4, 4, 4]))
            if helpers == "killed":
                assert they.pids == []
            they.close()
            assert they.pids == []
            for pid in pids:
                try:
                    os.kill(pid, 0)
                except ProcessLookupError:
                    continue
                raise AssertionError("a helper is left")
            found.append(repr(tallies))
        assert len(set(found)) == 1, found
        chosen = {make_bot("hard:100", game, "t", None, lambda s: StreamTeam(s, helpers)).choose(view)
                  for helpers in (0, 1)}
        assert len(chosen) == 1
        print(name, chosen)
"""

LONELY = """
twin = Helper.fork(lambda question: time.sleep(600))
twin.ask(b"")
print(twin.pid, flush=True)
time.sleep(600)
"""

# With two cores, of which somebody may think with one, and a thought in the middle of another.
GATHER = """
from atlantis_tui.bots import cores

cores._lock_files = lambda: sys.argv[1:]
team.cores = cores.cores = lambda: 2
view = next(views(games.load("atlantis"), 1))
alone = lambda: streams(games.load("atlantis"), view, "s", 200)
one, other = team.gather(alone()), team.gather(alone())
print(len(one.pids), len(other.pids))
assert one.run([4] * 4) == other.run([4] * 4)
one.close()
other.close()
with cores.CoreClaim.of(0):
    one = team.gather(alone())
    print(len(one.pids))
    one.close()
one = team.gather(alone())
print(len(one.pids), type(team.gather(alone()[:1])).__name__)
one.close()
"""

HELPER = """
twin = Helper.fork(lambda question: question * 100_000)
twin.ask(b"abc")
assert twin.answer(60) == b"abc" * 100_000
twin.ask(b"")
assert twin.answer(60) == b""
os.kill(twin.pid, signal.SIGINT)
twin.ask(b"still there")
assert twin.answer(60) == b"still there" * 100_000
os.kill(twin.pid, signal.SIGSTOP)
twin.ask(b"no")
try:
    twin.answer(0.05)
except HelperLost:
    print("lost")
twin.end()
twin.end()
broken = Helper.fork(lambda question: 1 // 0)
broken.ask(b"")
try:
    broken.answer(60)
except HelperLost:
    print("lost")
broken.end()
"""


def program(script: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-W", "error", "-c", BEGIN + script, *words],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(script: str, *words: str) -> str:
    out, err = (process := program(script, *words)).communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert err == ""
    return out


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"


def test_the_choice_is_the_same_with_any_number_of_processes():
    out = told(CHOICES)
    for name in games.names():
        assert out.count(f"{name} ") in (0, 2)
    assert out.count("\n") >= 6


def test_a_helper_answers_until_it_is_ended_or_lost():
    assert told(HELPER) == "lost\nlost\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_helper_does_not_outlive_whoever_asked_it(number):
    with program(LONELY) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert not gone(pid)
        process.send_signal(number)
        process.wait(PATIENCE)
    until = time.monotonic() + PATIENCE
    while not gone(pid):
        assert time.monotonic() < until
        os.sched_yield()


def test_cores_are_shared_among_all_programs_of_ours():
    claims = []
    try:
        claims.append(CoreClaim.of(cores()))
        assert claims[0].more <= cores() - 1
        claims.append(CoreClaim.of(cores()))
        assert claims[1].more == 0  # all are taken
    finally:
        for claim in claims:
            claim.close()


def test_a_claim_is_given_back(tmp_path):
    script = """
from atlantis_tui.bots import cores
cores.cores = lambda: 4
cores._lock_files = lambda: sys.argv[1:]
with cores.CoreClaim.of(1) as one, cores.CoreClaim.of(3) as other, cores.CoreClaim.of(3) as none:
    print(one.more, other.more, none.more)
with cores.CoreClaim.of(3) as one:
    print(one.more)
"""
    assert told(script, *lock_files(tmp_path, 4)) == "1 1 0\n3\n"


def test_a_thought_gets_helpers_while_no_other_bot_needs_their_cores(tmp_path):
    assert told(GATHER, *lock_files(tmp_path, 2)) == "1 0\n0\n1 OneByOne\n"


def lock_files(folder: Path, number: int) -> list[str]:
    """Files that nobody else locks."""
    made = [folder / str(each) for each in range(number)]
    for path in made:
        path.touch()
    return [str(path) for path in made]
