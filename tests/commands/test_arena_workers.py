"""The processes of the arena: they come, they play, they go, whatever happens to them or to the one who started them.

Interrupts are sent to the whole process group, as a terminal does, and only once the program listens to them: what
Python prints while it still starts and loads itself is not ours to mend.
"""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest

from atlantis_tui.arena.plan import ArenaPlan
from tests.commands.conftest import ROOT

# Says when it listens, and writes down its workers. Whoever started the tests may have had interrupts ignored or
# blocked, and children inherit that.
DOOR = """
import os, signal, sys
from atlantis_tui.arena import crew, interrupts
from atlantis_tui.cli import main

workers, hears, *words = sys.argv[1:]
signal.signal(signal.SIGINT, signal.default_int_handler if hears == "hears" else signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

def listen(self, enter=interrupts.Interrupts.__enter__):
    enter(self)
    os.write(1, b"here\\n")
    return self

def start(self, setup, start=crew._Worker.__init__):
    start(self, setup)
    with open(workers, "a") as file:
        print(self._process.pid, file=file)

interrupts.Interrupts.__enter__ = listen
crew._Worker.__init__ = start
sys.exit(main(words))
"""
ENDLESS = ("arena", "atlantis", "random", "random", "--games", "1000000", "--seed", "end")
STOPPED = r"atlantis: Stopped after (\d+) of 1000000 games: "
LOST = STOPPED + r"--save FILE would have kept them to go on\.\n"
SAVED = STOPPED + r"the same command goes on from there\.\n"
PATIENCE = 120  # seconds for a machine that has a lot to do


class Arena:
    """The program, from the moment it listens to interrupts, as the leader of a process group."""

    def __init__(self, folder, words, hears):
        self._workers = folder / "workers"
        self.process = subprocess.Popen(
            [sys.executable, "-c", DOOR, str(self._workers), "hears" if hears else "ignores", *words],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def workers(self):
        """Their process numbers."""
        found = self._workers.read_text() if self._workers.exists() else ""
        return [int(line) for line in found.splitlines(keepends=True) if line.endswith("\n")]

    def interrupt(self):
        os.killpg(self.process.pid, signal.SIGINT)

    def wait_for(self, done):
        limit = time.monotonic() + PATIENCE
        while not done():
            assert self.process.poll() is None
            assert time.monotonic() < limit
            select.select([], [], [], 0.002)

    def end(self):
        """Exit code, stdout and stderr, once it has ended; and there is nobody left in its process group."""
        out, err = self.process.communicate(timeout=PATIENCE)
        with pytest.raises(ProcessLookupError):
            os.killpg(self.process.pid, 0)
        return self.process.returncode, out.decode(), err.decode()


@pytest.fixture
def arena(tmp_path):
    @contextmanager
    def run(*words, hears=True):
        begun = Arena(tmp_path, words, hears)
        try:
            assert begun.process.stdout is not None
            assert os.read(begun.process.stdout.fileno(), 5) == b"here\n"
            yield begun
        finally:
            if begun.process.returncode is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(begun.process.pid, signal.SIGKILL)
                begun.process.communicate()

    return run


def results(file):
    """How many games are kept."""
    return file.read_bytes().count(b"\n") - 1 if file.exists() else 0


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("interrupts", [1, 3])
def test_an_interrupt_stops_at_once_tells_what_was_reached_and_leaves_nobody(arena, tmp_path, jobs, interrupts):
    file = tmp_path / "results"
    with arena(*ENDLESS, "--jobs", jobs, "--save", str(file), "--json") as begun:
        begun.wait_for(lambda: results(file) > 3)
        for _ in range(interrupts):
            begun.interrupt()
        code, out, err = begun.end()
    assert code == 130
    stopped = re.fullmatch(SAVED, err)
    assert stopped, err
    told = json.loads(out)
    assert told["games"] == int(stopped[1]) == results(file)
    assert told["complete"] is False


def test_what_was_stopped_goes_on(arena, tmp_path, atlantis):
    file = tmp_path / "results"
    with arena(*ENDLESS, "--jobs", "2", "--save", str(file), "--log-dir", str(tmp_path / "logs")) as begun:
        begun.wait_for(lambda: results(file) > 3)
        begun.interrupt()
        assert begun.end()[0] == 130
    kept = results(file)
    words = ("arena", "atlantis", "random", "random", "--seed", "end", "--json", "--games", kept + 4)
    whole = json.loads(atlantis(*words, "--save", file, "--log-dir", tmp_path / "logs").out)
    assert whole["games"] == kept + 4
    assert 0 < whole["played_now"] <= 8
    assert whole["seats"] == json.loads(atlantis(*words).out)["seats"]


@pytest.mark.parametrize("save", [False, True], ids=["lost", "saved"])
def test_an_interrupt_at_the_door_is_as_quiet(arena, tmp_path, save):
    words = ("--save", str(tmp_path / "results")) if save else ()
    with arena(*ENDLESS, "--jobs", "2", *words) as begun:
        begun.interrupt()
        code, out, err = begun.end()
    assert code == 130
    assert re.fullmatch(SAVED if save else LOST, err)
    assert out == "" or out.startswith("Atlantis: ")


def test_an_interrupt_while_workers_start_is_as_quiet(arena):
    with arena(*ENDLESS, "--jobs", "8") as begun:
        begun.wait_for(lambda: begun.workers)
        begun.interrupt()
        begun.interrupt()
        code, _, err = begun.end()
    assert code == 130
    assert re.fullmatch(LOST, err)


def test_interrupts_that_come_after_the_last_word_change_nothing(arena, tmp_path):
    file = tmp_path / "results"
    with arena(*ENDLESS, "--jobs", "2", "--save", str(file)) as begun:
        begun.wait_for(lambda: results(file) > 3)
        begun.interrupt()
        assert begun.process.stderr is not None
        last = os.read(begun.process.stderr.fileno(), 1 << 16)
        while begun.process.poll() is None:
            with suppress(PermissionError):  # macOS, where there is nobody left but the dead
                begun.interrupt()
        code, _, err = begun.end()
    assert code == 130
    assert re.fullmatch(SAVED, last.decode() + err)


def test_workers_hear_no_interrupts_of_their_own(arena, tmp_path):
    file = tmp_path / "results"
    with arena(*ENDLESS, "--jobs", "2", "--save", str(file)) as begun:
        begun.wait_for(lambda: len(begun.workers) == 2)  # they have hardly begun to start
        for worker in begun.workers:
            os.kill(worker, signal.SIGINT)
        begun.wait_for(lambda: results(file) > 3)
        for worker in begun.workers:
            os.kill(worker, signal.SIGINT)
        before = results(file)
        begun.wait_for(lambda: results(file) > before + 20)
        begun.interrupt()
        code, _, err = begun.end()
    assert code == 130
    assert re.fullmatch(SAVED, err)


def test_a_worker_that_does_not_answer_holds_nothing_up(arena, tmp_path):
    file = tmp_path / "results"
    with arena(*ENDLESS, "--jobs", "2", "--save", str(file)) as begun:
        begun.wait_for(lambda: results(file) > 3 and len(begun.workers) == 2)
        os.kill(begun.workers[0], signal.SIGSTOP)
        begun.interrupt()
        code, _, err = begun.end()
    assert code == 130
    assert re.fullmatch(SAVED, err)


@pytest.mark.full
@pytest.mark.parametrize("delay", [number / 100 for number in range(60)])
def test_an_interrupt_at_any_moment_is_as_quiet(arena, tmp_path, delay):
    """Not a wait for anything: each of these moments is as good as any other."""
    words = ("--save", str(tmp_path / "results")) if int(delay * 100) % 2 else ()
    with arena(*ENDLESS, "--jobs", "3", *words) as begun:
        time.sleep(delay)
        begun.interrupt()
        code, _, err = begun.end()
    assert code == 130
    assert re.fullmatch(SAVED if words else LOST, err)


def test_where_interrupts_are_ignored_they_stay_so(arena):
    # As a shell has it for what it starts in the background.
    with arena("arena", "atlantis", "random", "random", "--games", "9", "--json", hears=False) as begun:
        begun.interrupt()
        code, out, err = begun.end()
    assert (code, err) == (0, "")
    assert json.loads(out)["games"] == 9


def test_a_worker_that_was_killed_is_told_in_one_sentence_and_its_results_stay(arena, tmp_path):
    file = tmp_path / "results"
    with arena(*ENDLESS, "--jobs", "2", "--save", str(file)) as begun:
        begun.wait_for(lambda: results(file) > 3 and len(begun.workers) == 2)
        os.kill(begun.workers[0], signal.SIGKILL)
        code, out, err = begun.end()
    assert code == 1
    assert err == (
        "atlantis: A process that played was killed from outside (signal 9): start again, perhaps with fewer --jobs.\n"
    )
    assert out.startswith(f"Atlantis: {results(file)} games in ")


def test_a_worker_ends_with_the_one_who_started_it_whatever_it_does():
    # `hard` thinks for hours here, and nobody but the end of its stdin tells the worker to stop.
    plan = ArenaPlan("atlantis", ("hard:20000", "hard:20000"), "long", {}, False)
    setup = json.dumps({"plan": plan.about(), "folder": None, "timed": False})
    done = subprocess.run(
        [sys.executable, "-m", "atlantis_tui.arena.worker"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        input=f"{setup}\n0\n1\n".encode(),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_error_in_a_worker_leaves_a_report_and_no_traceback(home, tmp_path):
    broken = "import core.arena\ndef play(*_):\n    raise TypeError('broken')\ncore.arena.play = play\n"
    (tmp_path / "sitecustomize.py").write_text(broken)
    done = subprocess.run(
        [sys.executable, "-m", "atlantis_tui", *ENDLESS, "--jobs", "2"],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "ATLANTIS_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    (report,) = (home / "reports").iterdir()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"atlantis: An error in the program stopped it; {report} tells what happened.\n"
    assert "TypeError: broken" in report.read_text()
    assert "atlantis_tui/arena/worker.py" in report.read_text()


def test_when_no_process_can_be_started_that_is_told(atlantis, monkeypatch):
    def popen(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", popen)
    done = atlantis(*ENDLESS)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "atlantis: No more than 0 processes can be started (Resource temporarily unavailable): give fewer --jobs.\n"
    )


def test_what_a_bot_prints_is_no_result(home, tmp_path):
    noisy = "import core.bots.random_bot as u\npick = u.Uniform.pick\n"
    noisy += (
        "def loud(self, moves):\n    print('hm', flush=True)\n    return pick(self, moves)\nu.Uniform.pick = loud\n"
    )
    (tmp_path / "sitecustomize.py").write_text(noisy)
    done = subprocess.run(
        [sys.executable, "-m", "atlantis_tui", "arena", "atlantis", "random", "random", "--games", "2", "--json"],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 2
