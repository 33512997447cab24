"""The log file: made once, never overwritten, and on the disk before anyone is told."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import disk, log
from core.log import FileLog, LogError, peek, read

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


# --- The file


def test_a_game_goes_on_where_it_was_left(game, path):
    game.close()
    with FileLog.open(path) as again:
        assert again.records == game.records
        assert again.torn is None
        play(again, 2)
    assert read(path) == (again.records, None)
    assert len(again.records) == 6


def test_every_record_is_in_the_file_when_append_returns(game, path):
    for _ in range(5):
        play(game, 1)
        assert read(path).records == game.records


def test_only_its_owner_may_read_a_game(game, path):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_missing_directories_are_made_for_the_owner_only(tmp_path):
    deep = tmp_path / "a" / "b" / "c" / "game.atl"
    FileLog.create(deep, HEADER).close()
    modes = [stat.S_IMODE(parent.stat().st_mode) for parent in list(deep.parents)[:3]]
    assert modes == [0o700] * 3


def test_a_relative_path_is_beside_us(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    FileLog.create("game.atl", HEADER).close()
    monkeypatch.chdir("/")
    assert read(tmp_path / "game.atl").damage is None


def test_a_game_is_never_overwritten(game, path, tmp_path):
    before = path.read_bytes()
    assert refusal(FileLog.create, path, HEADER).reason == "exists"
    link = tmp_path / "link.atl"
    link.symlink_to(path)
    assert refusal(FileLog.create, link, HEADER).reason == "exists"
    assert path.read_bytes() == before


def test_looking_changes_nothing_and_waits_for_no_lock(game, path):
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert read(path).records == game.records
    assert peek(path) == (game.records[0], game.records[-1], 4, None)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_peek_at_a_game_that_has_only_begun(path):
    with FileLog.create(path, HEADER) as begun:
        assert peek(path) == (begun.records[0], begun.records[0], 1, None)


@pytest.mark.parametrize("look", [read, peek, FileLog.open])
def test_what_is_no_log_file_is_named(look, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("a letter to Aunt Anna")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, reason in {
        "nowhere": "not_found",
        "nowhere/game": "not_found",
        ".": "is_directory",
        "file/game": "not_directory",
        "file": "not_a_log",
        "pipe": "not_a_log",
        "loop": "io",
        "x" * 300: "io",
    }.items():
        error = refusal(look, tmp_path / name)
        assert (name, error.reason) == (name, reason)
        assert "path" in error.params
    assert refusal(look, tmp_path / "loop").params["errno"] == errno.ELOOP
    assert refusal(look, "/dev/null").reason == "not_a_log"


def test_a_game_cannot_be_made_where_no_file_can_be(tmp_path):
    (tmp_path / "file").touch()
    assert refusal(FileLog.create, tmp_path / "file" / "game", HEADER).reason == "not_directory"
    assert refusal(FileLog.create, tmp_path, HEADER).reason == "exists"


def test_a_closed_log_takes_nothing_more(game, path):
    game.close()
    game.close()
    assert refusal(game.append, "move", 0, b"", None, None).reason == "closed"
    assert len(game.records) == 4
    assert read(path).records == game.records


# --- On the disk before anyone is told


@pytest.fixture
def steps(monkeypatch) -> list[str]:
    """The names of the calls that touch the disk, in order."""
    seen: list[str] = []

    def watched(name: str):
        real = getattr(os, name)

        def call(*args):
            seen.append(name)
            return real(*args)

        return call

    for name in ("write", "fdatasync", "fsync", "ftruncate", "rename"):
        monkeypatch.setattr(os, name, watched(name))
    return seen


linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the call has another name")


@linux
def test_append_is_one_write_and_one_sync(path, steps):
    with FileLog.create(path, HEADER) as synced:
        assert steps == ["write", "fdatasync", "fsync"]  # the last one is the directory's
        del steps[:]
        play(synced, 2)
        assert steps == ["write", "fdatasync"] * 2
    assert steps == ["write", "fdatasync"] * 2


@linux
def test_without_sync_there_is_one_when_the_game_is_closed(path, steps):
    with FileLog.create(path, HEADER, sync=False) as quick:
        del steps[:]
        play(quick, 3)
        assert steps == ["write"] * 3
    assert steps == ["write"] * 3 + ["fdatasync"]


@linux
def test_what_a_killed_program_left_unsynced_is_synced_before_it_is_shown(game, path, steps):
    game.close()
    del steps[:]
    FileLog.open(path).close()
    assert steps == ["fdatasync"]


def failing(monkeypatch, name: str, number: int, after: int = 0) -> None:
    """From now on this call of the system fails."""
    real, calls = getattr(os, name), iter(range(after))

    def fail(*args):
        if next(calls, None) is not None:
            return real(*args)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, name, fail)


def short_then_failing(monkeypatch) -> None:
    """The disk takes ten more bytes."""
    real, calls = os.write, iter([10])

    def write(fd, data):
        if taken := next(calls, None):
            return real(fd, data[:taken])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", write)


def test_a_write_taken_in_pieces_is_still_one_record(monkeypatch, game, path):
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:7]))
    play(game, 2)
    assert read(path) == (game.records, None)


def test_a_failed_write_leaves_file_and_records_as_they_were(monkeypatch, game, path):
    before, records, head = path.read_bytes(), list(game.records), game.head
    with monkeypatch.context() as patch:
        short_then_failing(patch)
        error = refusal(play, game, 1)
    assert (error.reason, error.params["errno"]) == ("no_space", errno.ENOSPC)
    assert (path.read_bytes(), game.records, game.head) == (before, records, head)
    inode = path.stat().st_ino
    play(game, 1)
    assert read(path) == (game.records, None)
    assert path.stat().st_ino == inode


def test_a_failed_write_that_cannot_be_cut_back_does_not_stand_before_the_next_record(monkeypatch, game, path):
    with monkeypatch.context() as patch:
        short_then_failing(patch)
        failing(patch, "ftruncate", errno.EIO)
        assert refusal(play, game, 1).reason == "no_space"
    assert read(path).damage is not None
    play(game, 1)
    assert read(path) == (game.records, None)
    assert len(game.records) == 5


def test_a_keyboard_interrupt_leaves_no_half_record(monkeypatch, game, path):
    def interrupted(fd):
        raise KeyboardInterrupt

    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(disk, "to_disk", interrupted)
        with pytest.raises(KeyboardInterrupt):
            play(game, 1)
    assert path.read_bytes() == before
    play(game, 1)
    assert read(path) == (game.records, None)


@linux
def test_after_a_failed_sync_the_file_is_not_trusted_but_written_anew(monkeypatch, game, path):
    before, inode = path.read_bytes(), path.stat().st_ino
    with monkeypatch.context() as patch:
        failing(patch, "fdatasync", errno.EIO)
        for _ in range(3):  # it does not get better by itself
            error = refusal(play, game, 1)
            assert (error.reason, error.params["errno"]) == ("io", errno.EIO)
            assert len(game.records) == 4
            assert path.read_bytes() == before
    path.write_bytes(b"\0" * len(before))  # what the disk may really hold
    play(game, 1)
    assert path.stat().st_ino != inode
    assert read(path) == (game.records, None)
    assert refusal(FileLog.open, path).reason == "locked"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@linux
def test_a_failed_sync_is_also_made_good_by_closing(monkeypatch, game, path):
    with monkeypatch.context() as patch:
        failing(patch, "fdatasync", errno.EIO)
        refusal(play, game, 1)
    path.write_bytes(b"\0" * path.stat().st_size)
    game.close()
    assert read(path) == (game.records, None)


@linux
def test_if_the_only_sync_of_a_quick_game_fails_closing_says_so_or_writes_it_anew(monkeypatch, tmp_path):
    lucky = FileLog.create(tmp_path / "lucky", HEADER, sync=False)
    unlucky = FileLog.create(tmp_path / "unlucky", HEADER, sync=False)
    play(lucky, 3)
    play(unlucky, 3)
    with monkeypatch.context() as patch:
        failing(patch, "fdatasync", errno.EIO)
        assert refusal(unlucky.close).reason == "io"
        assert refusal(play, unlucky, 1).reason == "closed"
    real, broken = os.fdatasync, iter([1])

    def once(fd):
        if next(broken, None):
            raise OSError(errno.EIO, "")
        real(fd)

    monkeypatch.setattr(os, "fdatasync", once)
    lucky.close()
    assert read(tmp_path / "lucky").records == lucky.records
    assert sorted(file.name for file in tmp_path.iterdir()) == ["lucky", "unlucky"]


def test_a_file_removed_during_the_game_comes_back_whole(game, path):
    path.unlink()
    play(game, 1)
    assert read(path) == (game.records, None)


def test_a_file_that_took_the_place_of_ours_is_not_overwritten(game, path, tmp_path):
    (tmp_path / "other").write_text("something else")
    (tmp_path / "other").rename(path)
    assert refusal(play, game, 1).reason == "replaced"
    assert len(game.records) == 4
    assert refusal(game.close).reason == "replaced"
    assert path.read_text() == "something else"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_bytes_added_by_someone_else_do_not_stand_before_the_next_record(game, path):
    with path.open("ab") as other:
        other.write(b"graffiti")
    play(game, 1)
    assert read(path) == (game.records, None)


@linux
@pytest.mark.parametrize("call", ["write", "fdatasync", "fsync"])
def test_a_game_that_cannot_be_begun_leaves_no_file(monkeypatch, path, call):
    with monkeypatch.context() as patch:
        failing(patch, call, errno.ENOSPC)
        assert refusal(FileLog.create, path, HEADER).reason == "no_space"
    assert list(path.parent.iterdir()) == []
    FileLog.create(path, HEADER).close()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "no_space"),
        (errno.EDQUOT, "no_space"),
        (errno.EFBIG, "no_space"),
        (errno.EROFS, "read_only"),
        (errno.EACCES, "no_permission"),
        (errno.EPERM, "no_permission"),
        (errno.EIO, "io"),
        (errno.ESTALE, "io"),
    ],
)
def test_every_failure_of_the_system_has_a_reason(monkeypatch, game, path, number, reason):
    failing(monkeypatch, "write", number)
    error = refusal(play, game, 1)
    assert error.reason == reason
    assert error.params == {"path": str(path), "errno": number, "strerror": os.strerror(number)}
