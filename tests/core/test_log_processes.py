"""The log file among real processes: locks, kills, crashes, full and read-only disks."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import log
from core.log import FileLog, LogError, read

ROOT = Path(log.__file__).parent.parent
HEADER: dict[str, Any] = {"game": "atlantis", "seats": ["Anna", "Boris"], "seed": b"\0" * 16}


def play(game: log.Log, count: int) -> None:
    for _ in range(count):
        n = len(game.records)
        game.append("move", n % 2, bytes([n % 256]) * 32, {"play": ["sun", n]}, [n % 7, None])


def refusal(call, *args, **kwargs) -> LogError:
    with pytest.raises(LogError) as caught:
        call(*args, **kwargs)
    return caught.value


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.atl"


@pytest.fixture
def game(path) -> Iterator[FileLog]:
    """A game with its header and three moves, in a file."""
    with FileLog.create(path, HEADER) as opened:
        play(opened, 3)
        yield opened


CHILD = f"""
import os, signal, sys
sys.path.insert(0, {str(ROOT)!r})
from core.log import *

def play(game, count, size=10):
    for _ in range(count):
        n = len(game.records)
        game.append("move", n % 2, b"", b"x" * size, None)

def reason(call, *args):
    try:
        call(*args)
    except LogError as error:
        return error.reason
"""


def command(code: str, *args: object) -> list[str]:
    return [sys.executable, "-c", CHILD + textwrap.dedent(code), *map(str, args)]


def run(code: str, *args: object, within: list[str] | None = None) -> list[str]:
    done = subprocess.run((within or []) + command(code, *args), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def start(code: str, *args: object) -> subprocess.Popen[str]:
    return subprocess.Popen(command(code, *args), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


HOLD = """
game = FileLog.open(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_program_may_watch_but_not_play(game, path):
    look = "print(reason(FileLog.open, sys.argv[1]), len(read(sys.argv[1]).records), peek(sys.argv[1]).good)"
    assert run(look, path) == ["locked", "4", "4"]
    assert refusal(FileLog.open, path).reason == "locked"
    game.close()
    assert run(look, path) == ["None", "4", "4"]


@pytest.mark.parametrize("end", ["ends", "is killed"])
def test_a_game_is_free_again_when_the_program_that_held_it(end, game, path):
    game.close()
    with start(HOLD, path) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        assert refusal(FileLog.open, path).reason == "locked"
        if end == "ends":
            holder.stdin.close()
        else:
            holder.kill()
        holder.wait()
    FileLog.open(path).close()


def test_closing_frees_the_game_even_if_a_forked_child_lives_on(game, path):
    """Bots may be such children; they inherit the open file and its lock with it."""
    game.close()
    lines = run(
        """
        game = FileLog.open(sys.argv[1])
        ours, theirs = os.pipe()
        if os.fork() == 0:
            os.close(theirs)
            os.read(ours, 1)
            os._exit(0)
        game.close()
        print(reason(FileLog.open, sys.argv[1]))
        os.close(theirs)
        os.wait()
        """,
        path,
    )
    assert lines == ["None"]


def test_a_game_opened_while_its_file_is_written_anew_is_the_new_file(monkeypatch, game, path):
    """The lock is gained on the file that stood there before, which nobody will read again."""
    real, once = os.open, iter([1])

    def slow(name, *args):
        fd = real(name, *args)
        if name == str(path) and next(once, None):
            game._write_anew()
            game.close()
        return fd

    monkeypatch.setattr(os, "open", slow)
    with FileLog.open(path) as again:
        play(again, 1)
    assert read(path) == (again.records, None)
    assert len(again.records) == 5


def body(n: int) -> bytes:
    """Up to 60,000 bytes, so that a kill may hit the middle of a write."""
    return bytes([n % 251]) * (n * 7919 % 60_000)


@pytest.mark.parametrize("times", [12, pytest.param(36, marks=pytest.mark.full)])
def test_kill_9_at_any_moment_loses_no_acknowledged_record(path, times):
    FileLog.create(path, HEADER).close()
    for kills in range(times):
        child = start(
            """
            game = FileLog.open(sys.argv[1])
            while os.read(0, 1):
                n = len(game.records)
                record = game.append("move", 0, b"", bytes([n % 251]) * (n * 7919 % 60_000), None)
                os.write(1, b"%d\\n" % record.n)
            """,
            path,
        )
        with child:
            assert child.stdin
            assert child.stdout
            child.stdin.write("x" * 8)  # so many moves, lest the log be full before the kill arrives
            child.stdin.flush()
            told = [child.stdout.readline() for _ in range(1 + kills % 4)]
            child.send_signal(signal.SIGKILL)
            told += child.stdout.readlines()
        assert child.returncode == -signal.SIGKILL
        found = read(path)
        assert found.damage is None or isinstance(found.damage, log.Torn)
        assert len(found.records) > int(told[-1]) > kills
        assert all(record.body == body(record.n) for record in found.records[1:])


def test_a_crash_between_any_two_steps_loses_no_acknowledged_record(tmp_path):
    """Opening a torn game, three moves, a failed sync, the file written anew, two more moves, the end.

    A forked child does all that and stops dead at its first, second, third ... call that changes the disk; a
    write stops in its middle.
    """
    lines = run(
        """
        import errno
        CALLS = "open write fdatasync fsync ftruncate rename unlink mkdir close".split()
        path = sys.argv[1]
        with FileLog.create(path, {}) as game:
            play(game, 4)
        torn = open(path, "rb").read()[:-9]

        def story(acknowledged, stop):
            real, count, syncs = {}, 0, 0
            def stepping(name):
                def call(*args):
                    nonlocal count, syncs
                    count += 1
                    if count == stop:
                        if name == "write":
                            real[name](args[0], args[1][: len(args[1]) // 2])
                        os._exit(1)
                    if name == "fdatasync":
                        syncs += 1
                        if syncs == 6:
                            raise OSError(errno.EIO, "")
                    return real[name](*args)
                return call
            for name in CALLS:
                real[name] = getattr(os, name)
            for name in CALLS:
                setattr(os, name, stepping(name))
            game = FileLog.open(path)
            for _ in range(6):
                try:
                    play(game, 1)
                except LogError:
                    continue
                real["write"](acknowledged, b"x")
            game.close()
            os._exit(0)

        stop, status = 0, 1
        while status:
            stop += 1
            for name in os.listdir(os.path.dirname(path)):
                os.unlink(os.path.join(os.path.dirname(path), name))
            with open(path, "wb") as file:
                file.write(torn)
            ours, theirs = os.pipe()
            pid = os.fork()
            if pid == 0:
                try:
                    story(theirs, stop)
                finally:
                    os._exit(3)
            os.close(theirs)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            assert status in (0, 1), status
            acknowledged = len(os.read(ours, 100))
            os.close(ours)
            before = read(path)
            with FileLog.open(path) as game:
                assert game.records == before.records
                assert 4 + acknowledged <= len(game.records) <= 4 + acknowledged + 1, (stop, acknowledged)
                play(game, 1)
                assert read(path) == (game.records, None)
        print(stop, acknowledged)
        """,
        tmp_path / "game.atl",
    )
    assert int(lines[0]) > 25
    assert lines[1] == "5"


def test_a_limit_on_the_size_of_files_stops_a_game_without_harm(path):
    """The system takes part of the record, then refuses the rest: a full disk as it really is."""
    lines = run(
        """
        import resource
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        path = sys.argv[1]
        game = FileLog.create(path, {})
        play(game, 3)
        size = os.path.getsize(path)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, resource.RLIM_INFINITY))
        print(reason(play, game, 1), reason(play, game, 1), len(game.records), os.path.getsize(path) - size)
        print(read(path) == (game.records, None))
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        play(game, 1)
        print(read(path) == (game.records, None), len(game.records))
        """,
        path,
    )
    assert lines == ["no_space", "no_space", "4", "0", "True", "True", "5"]


@pytest.fixture
def mounted(tmp_path) -> list[str]:
    """Runs a command with a small file system at tmp_path / "mnt", which only that command sees."""
    place = tmp_path / "mnt"
    place.mkdir()
    if not shutil.which("unshare"):
        pytest.skip("needs unshare, to mount a small file system for one process")
    within = ["unshare", "-rm", "sh", "-c", f'mount -t tmpfs -o size=64k none "{place}" && exec "$@"', "sh"]
    if subprocess.run([*within, "true"], capture_output=True).returncode:
        pytest.skip("this system does not let us mount a small file system for one process")
    return within


def test_a_full_disk_stops_a_game_without_harm(tmp_path, mounted):
    lines = run(
        """
        path, ballast, other = (os.path.join(sys.argv[1], name) for name in ("game", "ballast", "other"))
        game = FileLog.create(path, {})
        with open(ballast, "wb") as file:
            file.write(bytes(16_000))
        while reason(play, game, 1, 6_000) is None:
            pass
        print(reason(play, game, 1, 6_000), len(game.records) > 3, read(path) == (game.records, None))
        with open(ballast, "ab", buffering=0) as file:
            try:
                while file.write(bytes(512)):
                    pass
            except OSError:
                pass
        print(reason(FileLog.create, other, {}), os.path.exists(other))
        game.close()
        with open(path, "ab", buffering=0) as file:
            file.write(b"torn")
        size = os.path.getsize(path)
        print(reason(FileLog.open, path), os.path.getsize(path) - size)
        os.unlink(ballast)
        with FileLog.open(path) as again:
            print(again.torn.cut, again.records == game.records, reason(play, again, 1, 6_000))
        print(read(path) == (again.records, None), *sorted(os.listdir(sys.argv[1])))
        """,
        tmp_path / "mnt",
        within=mounted,
    )
    assert " ".join(lines) == "no_space True True no_space False no_space 0 4 True None True game game.torn"


def test_a_game_on_a_read_only_disk_can_be_shown_but_not_played(tmp_path, mounted):
    lines = run(
        """
        import subprocess
        path, other = (os.path.join(sys.argv[1], name) for name in ("game", "other"))
        with FileLog.create(path, {}) as game:
            play(game, 2)
        subprocess.run(["mount", "-o", "remount,bind,ro", sys.argv[1]], check=True)
        print(reason(FileLog.open, path), reason(FileLog.create, other, {}), len(read(path).records))
        """,
        tmp_path / "mnt",
        within=mounted,
    )
    assert lines == ["read_only", "read_only", "3"]


def test_a_directory_that_is_not_ours_takes_no_game():
    """Root may write everywhere: so the child stops being root. Pytest's directories would not let it in."""
    with tempfile.TemporaryDirectory() as directory:
        lines = run(
            """
            path, other, deeper = (os.path.join(sys.argv[1], name) for name in ("game", "other", "sub/other"))
            with FileLog.create(path, {}) as game:
                play(game, 2)
            with open(path, "ab") as file:
                file.write(b"torn")
            size = os.path.getsize(path)
            os.chmod(path, 0o666)
            os.chmod(sys.argv[1], 0o555)
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            print(reason(FileLog.create, other, {}), reason(FileLog.create, deeper, {}))
            print(reason(FileLog.open, path), os.path.getsize(path) - size)  # no place to keep the torn tail
            print(len(read(path).records), *os.listdir(sys.argv[1]))
            """,
            directory,
        )
        Path(directory).chmod(0o700)
    assert lines == ["no_permission", "no_permission", "no_permission", "0", "3", "game"]


def test_a_game_that_is_not_ours_to_change_can_be_shown_but_not_played():
    with tempfile.TemporaryDirectory() as directory:
        lines = run(
            """
            path = os.path.join(sys.argv[1], "game")
            with FileLog.create(path, {}) as game:
                play(game, 2)
            os.chmod(path, 0o444)
            os.chmod(sys.argv[1], 0o755)
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            print(reason(FileLog.open, path), len(read(path).records))
            """,
            directory,
        )
    assert lines == ["no_permission", "3"]
