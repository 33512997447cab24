"""Files that can be relied on: made once, locked, written whole and really on the disk.

These raise OSError; `named` turns that into a LogError.
"""

import errno
import fcntl
import os
import sys
from contextlib import suppress

from core.frames import LogError

_REASONS = {
    errno.ENOENT: "not_found",
    errno.EEXIST: "exists",
    errno.EISDIR: "is_directory",
    errno.ENOTDIR: "not_directory",
    errno.ENOSPC: "no_space",
    errno.EDQUOT: "no_space",
    errno.EFBIG: "no_space",
    errno.EROFS: "read_only",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EWOULDBLOCK: "locked",
}


def named(error: OSError, path: str | os.PathLike[str]) -> LogError:
    number = error.errno or 0
    return LogError(
        _REASONS.get(number, "io"),
        {"path": os.fspath(path), "errno": number, "strerror": error.strerror or ""},
    )


def open_locked(path: str) -> int:
    while True:
        fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NONBLOCK)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever held the lock may have put a new file in this one's place.
            if os.path.samestat(os.stat(path), os.fstat(fd)):
                return fd
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def make(path: str, data: bytes | bytearray) -> int:
    """A new locked file with this content, on the disk; or no file."""
    fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        write(fd, data)
        to_disk(fd)
    except BaseException:
        os.close(fd)
        os.unlink(path)
        raise
    return fd


def release(fd: int) -> None:
    """Unlock and close; nothing depends on its success, as what matters was synced before."""
    with suppress(OSError):  # closing is not enough if a forked child still has the descriptor
        fcntl.flock(fd, fcntl.LOCK_UN)
    with suppress(OSError):
        os.close(fd)


def make_directories(directory: str) -> None:
    if os.path.isdir(directory):
        return
    parent = os.path.dirname(directory)
    make_directories(parent)
    try:
        os.mkdir(directory, 0o700)  # os.makedirs would give this mode to the last one only
    except FileExistsError:
        return  # someone else just made it; or it is a file, and opening one inside it will say so
    directory_to_disk(parent)


def write(fd: int, data: bytes | bytearray) -> None:
    """One write; more only if the system took less (a disk that is nearly full), to learn why."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def to_disk(fd: int) -> None:
    if sys.platform == "darwin":  # where fsync stops at the drive's own cache
        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY, errno.ENODEV):
                raise
        os.fsync(fd)  # not every file system has the other
    else:
        os.fdatasync(fd)


def directory_to_disk(directory: str) -> None:
    fd = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
