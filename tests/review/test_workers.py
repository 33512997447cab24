"""The helpers of a review: the same review with any number of them, also when they are killed, and none left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_tui.review.workers import ReviewStopped, review_together
from core.review import Reviewed, review, turns
from tests.ui.stage import finished

ROOT = Path(__file__).parent.parent.parent
FEW = 4

# Whoever copies its process must have a single thread, so this runs in a program of its own.
SCRIPT = """
import os, signal
from atlantis_tui.review import workers
from atlantis_tui.review.workers import ReviewHelpers, ReviewStopped, review_together
from core.review import review
from tests.ui.stage import finished

TABLE = finished(4, "KELP-7F3")
FEW = 4
alone = list(review(TABLE, 0, FEW))
started = []
fork = workers.Helper.fork.__func__

def watched(kind, answer):
    helper = fork(kind, answer)
    started.append(helper.pid)
    return helper

workers.Helper.fork = classmethod(watched)

def left():
    for pid in started:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        return True
    return False

for processes in (1, 2, 5):
    assert list(review_together(TABLE, 0, FEW, processes=processes)) == alone
    assert not left()
assert len(started) == 8
assert list(review_together(TABLE, 0, FEW, done=3, processes=2)) == alone[3:]

# Both helpers are killed, one after the other; the rest is done without them.
started.clear()
found = []
for one in review_together(TABLE, 0, FEW, processes=2):
    if len(found) in (1, 3):
        os.kill(started[len(found) // 2], signal.SIGKILL)
    found.append(one)
assert found == alone
assert not left()

# Stopped from inside and from outside, in the middle of long searches.
for stop in ("heed", "close"):
    started.clear()
    times = iter(range(6))

    def heed():
        if stop == "heed" and next(times, None) is None:
            raise ReviewStopped

    coming = review_together(TABLE, 0, 20_000 if stop == "heed" else FEW, processes=2, heed=heed)
    try:
        next(coming)
    except ReviewStopped:
        pass
    assert (stop == "close") == left()
    coming.close()
    assert len(started) == 2
    assert not left()
print("done")
"""


def test_it_does_not_matter_how_many_help():
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", SCRIPT],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_without_helpers_it_is_done_here_and_can_be_stopped():
    table = finished(4, "KELP-7F3")
    found: list[Reviewed] = []
    heeded = 0

    def heed() -> None:
        nonlocal heeded
        heeded += 1
        if len(found) == 2:
            raise ReviewStopped

    coming = review_together(table, 0, FEW, processes=0, heed=heed)
    found += [next(coming), next(coming)]
    with pytest.raises(ReviewStopped):
        next(coming)
    assert found == list(review(table, 0, FEW))[:2]
    assert heeded > len(turns(table, 0)[0].choices)
