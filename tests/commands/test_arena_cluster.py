"""`atlantis arena --on`: games on the workers of a Dask cluster.

Most of these tests run a scheduler and workers in this process. `pytest -m full` runs them as
processes, and kills some.
"""

import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from itertools import count

import pytest

from atlantis_tui.arena import cluster_batch, cluster_crew
from atlantis_tui.arena.cluster_crew import BatchQueue, ClusterWorker, GameBatch
from atlantis_tui.arena.crew import ArenaResult, ClusterTrouble
from atlantis_tui.arena.interrupts import Interrupts
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.program_identity import ProgramIdentity, program_identity
from tests.commands.conftest import ROOT
from tests.commands.test_arena import result, without_times
from tests.commands.test_log import refused

try:
    import distributed
except ImportError:
    distributed = None

cluster_needed = pytest.mark.skipif(distributed is None, reason='Dask is missing: pip install -e ".[dask]"')

WORDS = ("arena", "atlantis", "easy", "random", "--seed", "cluster", "--json")
NOBODY = "tcp://127.0.0.1:9"
PATIENCE = 120  # seconds for a machine that has a lot to do


# A cluster in this process -------------------------------------------------------------------------------------------


def in_process(*names):
    """A scheduler, and workers of these names, in threads of this process."""
    options = {"protocol": "tcp", "host": "127.0.0.1", "port": 0, "dashboard_address": "127.0.0.1:0"}
    workers = {name: {"cls": distributed.Worker, "options": {"nthreads": 1}} for name in names}
    return distributed.SpecCluster(workers, {"cls": distributed.Scheduler, "options": options}, silence_logs="ERROR")


@pytest.fixture(scope="module")
def cluster():
    with in_process("reef", "kelp") as made:
        yield made.scheduler_address


@cluster_needed
def test_the_result_is_that_of_the_local_arena(atlantis, cluster, tmp_path):
    words = (*WORDS, "--games", 9)
    here = without_times(result(atlantis(*words)))
    assert without_times(result(atlantis(*words, "--on", cluster, "--save", tmp_path / "kept"))) == here
    again = json.loads(atlantis(*words, "--on", NOBODY, "--save", tmp_path / "kept").out)
    assert (again["games"], again["played_now"]) == (9, 0)  # nobody was needed for that


@cluster_needed
def test_parts_of_pairs_are_played_on_a_cluster_with_their_times(atlantis, cluster, tmp_path):
    words = ["arena", "atalia", "easy", "random", "normal", "--pairs", "--seed", "pairs", "--games", 3, "--times"]
    files = [tmp_path / "1", tmp_path / "2"]
    for number, file in enumerate(files, 1):
        where = ("--on", cluster) if number == 1 else ()
        assert result(atlantis(*words, "--part", f"{number}/2", "--save", file, "--json", *where))["complete"]
    together = result(atlantis("arena", "merge", *files, "--times", "--json"))
    assert (together["games"], len(together["ratings"])) == (9, 3)
    assert sum(seat["decisions_timed"] for seat in together["seats"]) == together["decisions"]


@cluster_needed
@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"rules_version": 99}, "it plays Atlantis by rules version {version}, and this program by version 99."),
        ({"golden": "f" * 32}, "Atlantis goes another way there (golden hash {golden}, here ffffffff), although the"),
        ({"sources": "f" * 32}, "its bots or rules are not the same as here. Install the same version there."),
    ],
    ids=["rules", "golden", "bots"],
)
def test_workers_with_another_program_are_refused_by_name(atlantis, cluster, monkeypatch, other, said):
    own = program_identity("atlantis")
    monkeypatch.setattr(cluster_crew, "program_identity", lambda game: own._replace(**other))
    done = atlantis(*WORDS, "--games", 4, "--on", cluster)
    assert (done.code, done.out) == (2, "")
    *lines, last = done.err.splitlines()
    assert (
        last == f"atlantis: The cluster at {cluster} has no worker that can play: start one with dask worker {cluster}."
    )
    found = {line.split(" (")[0].removeprefix("atlantis: The worker "): line for line in lines}
    assert set(found) == {"reef", "kelp"}
    said = said.format(version=own.rules_version, golden=own.golden[:8])
    assert all(f" is left out: {said}" in line for line in lines), lines


@cluster_needed
def test_an_error_of_a_worker_leaves_a_report_and_no_traceback(atlantis, cluster, home, monkeypatch):
    def play_one(*_):
        raise TypeError("broken")

    monkeypatch.setattr(cluster_batch, "play_one", play_one)
    done = atlantis(*WORDS, "--games", 4, "--on", cluster)
    (report,) = (home / "reports").iterdir()
    assert (done.code, done.out) == (1, "")
    assert done.err == f"atlantis: An error in the program stopped it; {report} tells what happened.\n"
    assert "TypeError" in report.read_text()


@cluster_needed
def test_a_cluster_without_workers_is_told(atlantis, monkeypatch):
    monkeypatch.setattr(cluster_crew, "PATIENCE", 0)
    with in_process() as empty:
        said = refused(atlantis(*WORDS, "--on", empty.scheduler_address))
        assert said.startswith(f"The cluster at {empty.scheduler_address} has no worker that can play: start one ")


@cluster_needed
def test_where_no_scheduler_answers_that_is_told(atlantis, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster_crew, "ANSWER", 0.1)
    said = refused(atlantis(*WORDS, "--on", NOBODY, "--save", tmp_path / "kept"))
    assert said == f"No Dask scheduler answers at {NOBODY}: check the address, or start one with dask scheduler."


@cluster_needed
def test_what_answers_and_is_no_scheduler_is_told(atlantis, monkeypatch):
    """Dask takes the first bytes of the answer for lengths."""
    monkeypatch.setattr(cluster_crew, "ANSWER", 5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=lambda: server.accept()[0].sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"))
        thread.start()
        said = refused(atlantis(*WORDS, "--on", f"tcp://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()
    assert said.startswith("No Dask scheduler answers at tcp://127.0.0.1:")


@cluster_needed
def test_a_worker_that_answers_with_other_games_is_left_out(atlantis, cluster, monkeypatch):
    monkeypatch.setattr(cluster_crew, "read_result", lambda plan, row: ArenaResult(7, None, []))
    done = atlantis(*WORDS, "--games", 4, "--on", cluster)
    assert (done.code, done.out) == (2, "")
    assert "The worker reef (" in done.err
    assert "is left out" in done.err


# Without a cluster ---------------------------------------------------------------------------------------------------


def test_without_dask_the_command_says_what_to_install(atlantis, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused(atlantis(*WORDS, "--on", NOBODY)) == (
        'Playing on a cluster needs Dask: install it with pip install "atlantis-tui[dask]", '
        'or in a clone with pip install -e ".[dask]".'
    )


def test_the_local_arena_does_without_dask(program, tmp_path):
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "sitecustomize.py").write_text("import sys\nsys.modules['distributed'] = None\n")
    path = f"{tmp_path / 'none'}{os.pathsep}{ROOT}"
    assert result(program(*WORDS, "--games", 1, PYTHONPATH=path))["games"] == 1


@pytest.mark.parametrize(
    "address",
    ["", "reef", "reef:8786", "tcp://reef", "tcp://:8786", "tcp://reef:0", "tcp://reef:65536", "tcp://reef:x",
     "tcp://a:b:1", "tcp://::1:1", "tcp://[::1:1", "tcp://a..b:1", "tls://reef:8786", "tcp://a b:1",
     "tcp://reef:8786/x", "tcp://\x1b[2J:1"],
)  # fmt: skip
def test_what_is_no_address_is_refused(atlantis, address):
    said = refused(atlantis(*WORDS, "--on", address))
    assert said.startswith('--on cannot be "')
    assert said.endswith('": give the address of a Dask scheduler, such as tcp://192.168.1.5:8786.')
    assert said.isprintable()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--jobs", "2"), "--jobs and --on do not go together: the cluster has its own processes."),
        (("--log-dir", "x"), "--log-dir and --on do not go together: the cluster sends results and no games."),
    ],
)
def test_what_a_cluster_does_not_do_is_refused(atlantis, words, said):
    assert refused(atlantis(*WORDS, "--on", NOBODY, *words)) == said


def test_batches_grow_to_about_a_second():
    worker = ClusterWorker("tcp://reef:1", "reef")
    assert (worker.games_a_batch, worker.ahead) == (1, 1)
    sizes = []
    for worker.seconds_a_game in (0.0, 0.01, 0.3, 0.9, 30.0):
        sizes.append((worker.games_a_batch, worker.ahead))
    assert sizes == [(10_000, 2), (100, 2), (3, 2), (1, 2), (1, 1)]


def test_the_queue_gives_every_game_once_and_again_what_was_put_back():
    queue = BatchQueue(iter(range(7)))
    first, second = queue.take(2), queue.take(4)
    queue.put_back(first)
    assert [queue.take(9).numbers, queue.take(9).numbers] == [(0, 1), (6,)]
    assert (queue.empty, second.numbers) == (True, (2, 3, 4, 5))
    assert BatchQueue(iter(())).empty


def test_games_that_cost_several_workers_are_named(monkeypatch):
    plan = ArenaPlan("atlantis", ("random", "random"), "lost", {}, False)
    crew = cluster_crew.ClusterCrew(plan, NOBODY, False, Interrupts(), print)
    crew._queue = BatchQueue(iter(()))
    batch, behind = GameBatch((16, 17)), GameBatch((18,))
    for number in count(1):
        worker = ClusterWorker(f"tcp://reef:{number}", "reef")
        worker.batches.extend((batch, behind))
        crew._lose(worker, behind)  # it had not begun
        assert behind.losses == 0
        if number == cluster_crew.LOSSES:
            break
        crew._lose(worker, batch)
    with pytest.raises(ClusterTrouble) as trouble:
        crew._lose(worker, batch)
    assert (trouble.value.reason, trouble.value.params) == ("lost_too_often", {"count": 3, "number": 17})


def test_a_worker_knows_its_own_program(monkeypatch):
    plan = ArenaPlan("atlantis", ("random", "random"), "own", {}, False)
    own = program_identity("atlantis")
    assert cluster_batch.play_batch([*own], plan.about(), [3, 4], False)[0] == "played"
    for other in (own._replace(golden="x"), own._replace(sources="x"), own._replace(stale=True)):
        assert cluster_batch.play_batch([*other], plan.about(), [3], False) == ["refused", [*own]]
    chess = ArenaPlan("chess", ("random", "random"), "own", {}, False)
    assert cluster_batch.play_batch([*own], chess.about(), [3], False) == ["refused", None]
    assert isinstance(own, ProgramIdentity)


# Processes -----------------------------------------------------------------------------------------------------------

# The scheduler does not have this program, nor has the worker that is called bare.
WITHOUT = "import sys; sys.modules.update(dict.fromkeys(('core', 'net', 'atlantis_tui')));"
SCHEDULER = WITHOUT + "from distributed.cli.dask_scheduler import main; main()"
WORKER = "from distributed.cli.dask_worker import main; main()"
MANY = ("arena", "atlantis", "hard:5", "easy", "--seed", "many", "--json", "--games")  # some 0.1 seconds each


class Processes:
    """A cluster on this machine: a scheduler, and workers that begin and end when a test wants."""

    def __init__(self, stack, folder):
        self._stack = stack
        self._folder = folder
        self._log = folder / "log"
        self.scheduler = self._start(SCHEDULER, "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._wait_for(lambda: re.search(r"Scheduler at:\s+(tcp://\S+)", self._log.read_text()))[1]

    def _start(self, code, *words, root=ROOT):
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", code, *words],
                cwd=self._folder,
                env=environ | {"PYTHONPATH": str(root), "TMPDIR": str(self._folder)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def worker(self, name, code=WORKER, root=ROOT):
        words = (self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--name", name)
        return self._start(code, *words, root=root)

    def arena(self, *words):
        code = "import sys; from atlantis_tui.cli import main; sys.exit(main(sys.argv[1:]))"
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", code, *map(str, words), "--on", self.address],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.callback(process.kill)
        return process

    def wait_for_workers(self, *names):
        for name in names:
            self._wait_for(lambda name=name: re.search(rf"Register worker .*name: {name}\b", self._log.read_text()))

    def wait_for_results(self, file, least, arena):
        def there():
            assert arena.poll() is None, arena.communicate()
            return file.exists() and file.read_bytes().count(b"\n") > least

        self._wait_for(there)

    def _wait_for(self, done):
        limit = time.monotonic() + PATIENCE
        while not (found := done()):
            assert time.monotonic() < limit, self._log.read_text()
            select.select([], [], [], 0.01)
        return found


@pytest.fixture
def processes(tmp_path):
    with ExitStack() as stack:
        yield Processes(stack, tmp_path)


def other_rules(folder):
    """A copy of this program whose Atlantis is of another version."""
    for room in ("core", "net", "atlantis_tui"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__", "*.so", "made_of*"))
    source = next(path for path in (folder / "core" / "atlantis").glob("*.py") if "rules_version" in path.read_text())
    changed, times = re.subn(r"rules_version\s*=\s*\d+", "rules_version = 77", source.read_text())
    assert times == 1
    source.write_text(changed)
    return folder


@pytest.mark.full
@cluster_needed
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(processes, atlantis, tmp_path):
    processes.worker("reef")
    lost = processes.worker("kelp")
    processes.wait_for_workers("reef", "kelp")
    arena = processes.arena(*MANY, 30, "--save", tmp_path / "kept")
    processes.wait_for_results(tmp_path / "kept", 1, arena)  # much is left to play, and both have some of it
    os.kill(lost.pid, signal.SIGKILL)
    out, err = arena.communicate(timeout=PATIENCE)
    assert arena.returncode == 0, err
    assert re.fullmatch(r"atlantis: The worker kelp \(tcp://\S+\) was lost: others play its games\.\n", err)
    assert without_times(json.loads(out)) == without_times(result(atlantis(*MANY, 30)))


@pytest.mark.full
@cluster_needed
def test_workers_with_another_program_are_left_out_and_the_others_play(processes, atlantis, tmp_path):
    processes.worker("old", root=other_rules(tmp_path / "other"))
    processes.worker("bare", code=WITHOUT + WORKER)
    processes.worker("reef")
    processes.wait_for_workers("old", "bare", "reef")
    arena = processes.arena(*MANY, 10)
    out, err = arena.communicate(timeout=PATIENCE)
    assert arena.returncode == 0, err
    assert re.search(r"The worker old \(\S+\) is left out: it plays Atlantis by rules version 77, and this ", err)
    assert re.search(r"The worker bare \(\S+\) is left out: it has no atlantis, or another version ", err)
    assert err.count("\n") == 2
    assert without_times(json.loads(out)) == without_times(result(atlantis(*MANY, 10)))


@pytest.mark.full
@cluster_needed
@pytest.mark.parametrize("end", ["interrupt", "scheduler lost"])
def test_what_was_played_stays_when_it_ends_early(processes, tmp_path, end):
    file = tmp_path / "kept"
    processes.worker("reef")
    arena = processes.arena(*MANY, 1_000_000, "--save", file)
    processes.wait_for_results(file, 5, arena)
    if end == "interrupt":
        arena.send_signal(signal.SIGINT)
    else:
        processes.scheduler.kill()
    out, err = arena.communicate(timeout=PATIENCE)
    kept = file.read_bytes().count(b"\n") - 1
    assert json.loads(out)["games"] == kept > 4
    if end == "interrupt":
        assert err == f"atlantis: Stopped after {kept} of 1000000 games: the same command goes on from there.\n"
        assert arena.returncode == 130
    else:
        assert f"The Dask scheduler at {processes.address} does not answer any more: start it again.\n" in err
        assert arena.returncode == 1
