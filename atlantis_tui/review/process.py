"""Compute a review in a process of its own, so that no screen ever waits for it.

    reviewing = Reviewing(table, seat, turns, iterations, done=3)
    await reviewing.run(show)           calls show for each further turn
    await reviewing.stop()              at any time

The process gets the game on its stdin and answers with a line for each turn (review/cache.py). It shares the work with
helpers on the other cores (review/workers.py). It ends when its stdin does, so it never outlives the program that
started it, however that ended, and its helpers do not outlive it.
"""

from __future__ import annotations

import os
import select
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress

from atlantis_tui.bots.incoming import end_with_parent
from atlantis_tui.review.cache import line, read_line
from atlantis_tui.review.workers import ReviewStopped, review_together
from core.frames import pack_record, unpack_record
from core.read_only_log import Reading
from core.review import Reviewed, Turn
from core.table import Table

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    import asyncio

    from atlantis_tui.bots.child_process import ChildProcess

NICE = 10  # lets the interface and other programs go first


class ReviewProcessEnded(Exception):
    """The process ended early, or could not be started."""


class ReviewProcess:
    def __init__(self, table: Table, seat: int, turns: Sequence[Turn], iterations: int, done: int = 0) -> None:
        self._table, self._seat, self._turns = table, seat, turns
        self._iterations, self._done = iterations, done
        self._child: ChildProcess | None = None
        self._stopped = False
        self._work: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[int | None] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    async def run(self, tell: Callable[[Reviewed], None]) -> None:
        """Report each turn to `tell`, until all are done or `stop` is called. Raises ReviewProcessEnded on failure."""
        import asyncio

        if self._done < len(self._turns):
            self._work = asyncio.create_task(self._listen(tell))
            try:
                await self._work
            except asyncio.CancelledError:
                if not self._stopped:
                    raise

    async def stop(self) -> None:
        """End the process and wait for its end, even if it is ending already."""
        import asyncio

        self._stopped = True
        if self._work is not None and not self._work.done():
            if self._ending is None:
                self._work.cancel()
            await asyncio.wait({self._work})
        if self._ending is not None:
            await asyncio.wait({self._ending})

    async def _listen(self, tell: Callable[[Reviewed], None]) -> None:
        import asyncio

        from atlantis_tui.bots.child_process import ChildClosedOutput, ChildFlooded, ChildProcess, surroundings

        try:
            # -P: ignore a folder called `core` in the folder we were started in.
            command = [sys.executable, "-P", "-m", "atlantis_tui.review.process"]
            self._child = child = await ChildProcess.start(command, surroundings(own=True))
            child.write(job(self._table, self._seat, self._iterations, self._done))
            while self._done < len(self._turns):
                child.quiet()
                answer = await child.line() + b"\n"
                reviewed = read_line(answer, self._table, self._seat, self._turns[self._done : self._done + 1])
                if reviewed is None:
                    raise ReviewProcessEnded
                self._done += 1
                tell(reviewed)
        except (OSError, ValueError, ChildFlooded, ChildClosedOutput) as error:
            raise ReviewProcessEnded from error
        finally:
            if self._child is not None:
                # A task of its own: cancelling the caller while it waits must not cancel the end of the process.
                self._ending = asyncio.create_task(self._child.end())
                await asyncio.wait({self._ending})


def job(table: Table, seat: int, iterations: int, done: int) -> bytes:
    """The one line that the process gets."""
    records = [b64encode(pack_record(record)).decode() for record in table.log.records]
    return " ".join([str(seat), str(iterations), str(done), *records]).encode() + b"\n"


def main() -> None:
    """The process itself. It reads stdin unbuffered, to see when it ends."""
    with suppress(OSError):
        os.nice(NICE)
    told = b""
    while not told.endswith(b"\n"):
        part = os.read(0, 1 << 16)
        if not part:
            return
        told += part
    seat, iterations, done, *records = told.decode().split()
    table = Table(Reading([unpack_record(b64decode(record)) for record in records]))
    end_with_parent()
    for reviewed in review_together(table, int(seat), int(iterations), done=int(done), heed=_end_with_stdin, wake=0):
        os.write(1, line(reviewed))


def _end_with_stdin() -> None:
    """Stops the review once nobody holds the other end of stdin."""
    ready, _, _ = select.select([0], [], [], 0)
    if ready and not os.read(0, 1 << 10):
        raise ReviewStopped


if __name__ == "__main__":
    with suppress(BrokenPipeError, ReviewStopped):
        main()
    os._exit(0)
