"""A helper: a copy of this process that answers our questions on another core, and nothing else.

helper = Helper.fork(answer)       `answer` turns the bytes of a question into those of an answer, in the copy
helper.ask(b"16")                  does not wait
helper.answer(seconds)             waits; raises HelperLost if the helper has ended or says nothing
helper.end()

A copy knows all that we know, so it is there in about three milliseconds, where a new Python with our modules takes a
tenth of a second, and nobody has to tell it the game. Only a process with a single thread may be copied: see
`can_fork`. A helper has neither our terminal nor our pipes. It ends when we do, however that happens, because its
questions end then.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from atlantis_tui.bots.incoming import end_with_parent

_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 16


class HelperLost(Exception):
    """The helper has ended, or gives no sign of life."""


def can_fork() -> bool:
    """Whether this process may be copied. With several threads a copy could wait forever for one that it lacks."""
    return hasattr(os, "fork") and threading.active_count() == 1


class Helper:
    def __init__(self, pid: int, ours: socket.socket) -> None:
        self.pid = pid
        self._ours = ours

    @classmethod
    def fork(cls, answer: Callable[[bytes], bytes], nice: int = 0) -> Self:
        """Starts a helper, by so much nicer to other programs than we are. Raises OSError if the system starts no
        more processes."""
        parent = os.getpid()
        ours, theirs = socket.socketpair()
        # A signal must not find the copy while it still has our handlers.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGALRM})
        try:
            gc.freeze()  # else the copy's collector would write to all that both share, and so double it
            pid = os.fork()
            if pid == 0:
                _help(answer, nice, ours, theirs, parent)
        except OSError:
            ours.close()
            raise
        finally:
            gc.unfreeze()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        return cls(pid, ours)

    def fileno(self) -> int:
        return self._ours.fileno()

    def ask(self, question: bytes) -> None:
        with suppress(OSError):  # `answer` will tell
            _send(self._ours, question)

    def answer(self, seconds: float | None = None) -> bytes:
        """The answer to one question; waits so long for each part of it."""
        self._ours.settimeout(seconds)
        try:
            return _receive(self._ours)
        except (OSError, EOFError) as error:
            raise HelperLost from error

    def end(self) -> None:
        """Ends the helper at once. It may be ended twice."""
        if self.pid:
            self._ours.close()
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self.pid = 0


def _help(answer: Callable[[bytes], bytes], nice: int, ours: socket.socket, theirs: socket.socket, parent: int) -> None:
    """The life of a helper. It never returns, and nothing of what we would do at our end happens here."""
    try:
        ours.close()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for whoever started us
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
        with suppress(OSError):
            os.nice(nice)
        end_with_parent(parent)  # which also ends a helper that is deep in a long answer
        while True:
            _send(theirs, answer(_receive(theirs)))
    except BaseException:  # the end of the questions among them
        os._exit(1)


def _send(to: socket.socket, told: bytes) -> None:
    to.sendall(_LENGTH.pack(len(told)) + told)


def _receive(source: socket.socket) -> bytes:
    (length,) = _LENGTH.unpack(_exactly(source, _LENGTH.size))
    return _exactly(source, length)


def _exactly(source: socket.socket, length: int) -> bytes:
    told = b""
    while len(told) < length:
        part = source.recv(min(length - len(told), _CHUNK))
        if not part:
            raise EOFError
        told += part
    return told
