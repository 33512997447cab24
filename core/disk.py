"""Reliable file operations: create once, lock, write whole, and sync to the disk.

They raise OSError; `named` turns it into a LogError.
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
            # The previous holder of the lock may have replaced this file by a new one.
            if os.path.samestat(os.stat(path), os.fstat(fd)):
                return fd
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def make(path: str, data: bytes | bytearray) -> int:
    """Creates a new locked file with this content and syncs it; leaves no file behind on failure."""
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
    """Unlocks and closes. It ignores errors, because everything important was synced before."""
    with suppress(OSError):  # a forked child may still hold the descriptor, so closing alone does not unlock
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
        return  # another program just made it; if it is a file, opening one inside it will fail
    directory_to_disk(parent)


def write(fd: int, data: bytes | bytearray) -> None:
    """Writes once, and again only if the system took less (a nearly full disk), to get the error."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def to_disk(fd: int) -> None:
    if sys.platform == "darwin":  # there fsync stops at the drive's own cache
        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY, errno.ENODEV):
                raise
        os.fsync(fd)  # not every file system has F_FULLFSYNC
    else:
        os.fdatasync(fd)


def directory_to_disk(directory: str) -> None:
    fd = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
