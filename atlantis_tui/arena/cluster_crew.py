"""The workers of a Dask cluster, used like the processes of crew.py. Dask is loaded here only.

We give each worker its own batches. So we always know who plays what: the batches of a worker that was lost go to
others, and one that has another program gets no more. Batches grow until a worker needs about a second for one.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import warnings
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from itertools import islice
from typing import Any, Self, TypeVar

from atlantis_tui.arena.cluster_batch import play_batch
from atlantis_tui.arena.cluster_text import foreign_text, loss_text, refusal_text
from atlantis_tui.arena.crew import TICK, ArenaResult, ClusterTrouble, WorkerFailed
from atlantis_tui.arena.interrupts import Interrupts
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.program_identity import program_identity
from atlantis_tui.arena.results_file import read_result

Answered = TypeVar("Answered")

BATCH = 1.0  # seconds that a batch shall take
MOST_IN_BATCH = 10_000
AHEAD = 2  # how many batches a worker holds, so that it need not wait for us between two
LOOK = 0.5  # seconds between two looks who is there
ANSWER = 10.0  # seconds that the scheduler may take to answer
FAREWELL = 5.0  # seconds that leaving the cluster may take
PATIENCE = 30.0  # seconds to wait for a worker when there is none; a lost one may be started anew
LOSSES = 3  # with so many workers lost over the same games, the games are to blame


class ClusterCrew:
    """The workers for one plan. `tell` receives sentences about workers that are refused or lost."""

    def __init__(
        self, plan: ArenaPlan, address: str, timed: bool, interrupts: Interrupts, tell: Callable[[str], None]
    ) -> None:
        self._plan = plan
        self._address = address
        self._timed = timed
        self._interrupts = interrupts
        self._tell = tell
        self._identity = program_identity(plan.game)._replace(stale=False)
        self._workers: dict[str, ClusterWorker] = {}  # by address
        self._played: deque[ArenaResult] = deque()  # not handed on yet
        self._asked = 0  # how many batches were sent
        self._look: asyncio.Task[dict[str, str]] | None = None
        self._looked = 0.0
        self._alone_since = 0.0  # since when nobody can play; 0 if somebody can
        self._ever_played = False
        self._client: Any = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        try:
            import distributed
        except ImportError:
            raise ClusterTrouble("not_installed") from None
        self._dask: Any = distributed
        # Dask talks of every lost connection; we tell what matters ourselves.
        self._stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        self._stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable(logging.CRITICAL)
        self._runner = self._stack.enter_context(asyncio.Runner())
        return self

    def __exit__(self, *_: object) -> None:
        with self._stack:
            self._runner.run(self._close())

    def play(self, numbers: Iterator[int], tick: Callable[[], None] | None = None) -> Iterator[ArenaResult]:
        """As WorkerCrew.play. Raises ClusterTrouble or WorkerFailed."""
        self._queue = BatchQueue(numbers)
        if self._queue.empty:
            return
        self._runner.run(self._connect())
        while not self._interrupts.heard and (not self._queue.empty or self._under_way()):
            trouble = None
            try:
                self._runner.run(self._step())
            except (ClusterTrouble, WorkerFailed) as error:
                trouble = error
            while self._played:  # first of all, because whatever was played is kept
                yield self._played.popleft()
            if trouble is not None:
                raise trouble
            if tick:
                tick()

    async def _connect(self) -> None:
        made = self._dask.Client(
            self._address, asynchronous=True, set_as_default=False, timeout=ANSWER, name="atlantis-arena"
        )
        self._client = made  # so that it is closed also where it never came about
        try:
            await self._unless_interrupted(_awaited(made))
        except Exception:  # what answers may be no scheduler: then Dask raises one of many errors
            raise ClusterTrouble("no_scheduler", address=self._address) from None

    async def _unless_interrupted(self, work: Coroutine[Any, Any, Answered]) -> Answered | None:
        task = asyncio.create_task(work)
        while not task.done() and not self._interrupts.heard:
            await asyncio.wait([task], timeout=TICK)
        if task.done():
            return task.result()
        task.cancel()
        return None

    async def _close(self) -> None:
        for worker in self._workers.values():
            for batch in worker.batches:
                batch.cancel()
        if self._look is not None:
            self._look.cancel()
        if self._client is not None:
            with suppress(Exception):  # a client that never came about may raise anything
                async with asyncio.timeout(FAREWELL):
                    await self._client.close(timeout=1)

    async def _step(self) -> None:
        """Give work to everybody, wait a little, and collect what was played."""
        if self._look is None and time.monotonic() - self._looked > LOOK:
            self._look = asyncio.create_task(self._who_is_there())
        for worker in self._workers.values():
            while not worker.refused and len(worker.batches) < worker.ahead and not self._queue.empty:
                self._send(worker, self._queue.take(worker.games_a_batch))
        waiting: list[asyncio.Task[Any]] = [batch.answer for _, batch in self._under_way() if batch.answer is not None]
        if self._look is not None:
            waiting.append(self._look)
        if waiting:
            await asyncio.wait(waiting, timeout=TICK, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(TICK)  # nobody is there; the next look will tell whether that has changed
        for worker, batch in self._under_way():
            if batch.answer is not None and batch.answer.done():
                self._collect(worker, batch)
        if self._look is not None and self._look.done():
            self._see()
        self._check_patience()

    def _under_way(self) -> list[tuple[ClusterWorker, GameBatch]]:
        return [(worker, batch) for worker in self._workers.values() for batch in worker.batches]

    def _send(self, worker: ClusterWorker, batch: GameBatch) -> None:
        self._asked += 1
        worker.batches.append(batch)
        call = RemoteCall([*self._identity], self._plan.about(), list(batch.numbers), self._timed)
        batch.answer = asyncio.create_task(self._ask(worker.address, pickle.dumps(call), self._asked))

    async def _ask(self, worker: str, call: bytes, number: int) -> Any:
        future = self._client.submit(
            pickle.loads,
            call,
            workers=[worker],
            allow_other_workers=False,
            key=f"atlantis-arena-{self._client.id}-{number}",
        )
        try:
            return await future
        finally:
            future.release()

    # What comes back ------------------------------------------------------------------------------------------------

    def _collect(self, worker: ClusterWorker, batch: GameBatch) -> None:
        answer = batch.answer
        assert answer is not None
        error = CancelledError() if answer.cancelled() else answer.exception()
        if isinstance(error, (CancelledError, OSError, self._dask.KilledWorker)):
            self._lose(worker, batch)
            return
        if error is not None:
            self._refuse(worker, foreign_text(worker.name, error))
            return
        match answer.result():
            case ["played", float(seconds), rows]:
                try:
                    played = [read_result(self._plan, row) for row in rows]
                    if sorted(one.number for one in played) != sorted(batch.numbers):
                        raise ValueError("other games")
                except (ValueError, TypeError) as wrong:
                    self._refuse(worker, foreign_text(worker.name, wrong))
                    return
                worker.batches.remove(batch)
                worker.seconds_a_game = seconds / len(batch.numbers)
                self._ever_played = True
                self._played.extend(played)
            case ["failed", str(name), str(report)]:
                raise WorkerFailed(name, report)
            case ["refused", own]:
                self._refuse(worker, refusal_text(worker.name, self._plan.game, self._identity, own))
            case _:
                self._refuse(worker, foreign_text(worker.name, ValueError("not an answer")))

    def _lose(self, worker: ClusterWorker, batch: GameBatch) -> None:
        """Let others play a batch. Only the first batch of a worker can be to blame: it played no other."""
        if worker.batches[0] is batch:
            batch.losses += 1
            if batch.losses >= LOSSES:
                raise ClusterTrouble("lost_too_often", count=LOSSES, number=batch.numbers[0] + 1)
        worker.batches.remove(batch)
        batch.cancel()
        self._queue.put_back(batch)

    def _refuse(self, worker: ClusterWorker, why: str) -> None:
        worker.refused = True
        for batch in worker.batches:
            batch.cancel()
            self._queue.put_back(batch)
        worker.batches.clear()
        self._tell(why)

    async def _who_is_there(self) -> dict[str, str]:
        """The workers by address, with the names that they were given."""
        async with asyncio.timeout(ANSWER):
            there: dict[str, int] = await self._client.nthreads()
            names = {address: worker.name for address, worker in self._workers.items()}
            if not names.keys() >= there.keys():
                told = (await self._client.scheduler.identity())["workers"]
                names |= {address: _full_name(address, about["name"]) for address, about in told.items()}
        return {address: names.get(address, address) for address in there}

    def _see(self) -> None:
        """Take in who has come and who has gone. A worker that was started anew has another address."""
        assert self._look is not None
        try:
            there = self._look.result()
        except (OSError, TimeoutError):
            raise ClusterTrouble("scheduler_lost", address=self._address) from None
        finally:
            self._look, self._looked = None, time.monotonic()
        for address in [address for address in self._workers if address not in there]:
            worker = self._workers[address]
            if worker.batches:
                self._tell(loss_text(worker.name))
            for batch in reversed(worker.batches.copy()):
                self._lose(worker, batch)
            del self._workers[address]
        for address, name in there.items():
            if address not in self._workers:
                self._workers[address] = ClusterWorker(address, name)

    def _check_patience(self) -> None:
        able = [worker for worker in self._workers.values() if not worker.refused]
        if able or not self._looked:
            self._alone_since = 0.0
            return
        self._alone_since = self._alone_since or time.monotonic()
        # Where all were refused, waiting for others would only hide that.
        patience = 0 if self._workers and not self._ever_played else PATIENCE
        if time.monotonic() - self._alone_since >= patience:
            raise ClusterTrouble("no_workers", address=self._address)


class ClusterWorker:
    """One worker of the cluster, as we know it."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.name = name
        self.refused = False
        self.batches: deque[GameBatch] = deque()  # in the order in which it got them
        self.seconds_a_game: float | None = None  # None until it has answered

    @property
    def games_a_batch(self) -> int:
        if self.seconds_a_game is None:
            return 1
        return max(1, min(MOST_IN_BATCH, int(BATCH / max(self.seconds_a_game, 1e-9))))

    @property
    def ahead(self) -> int:
        """A batch that waits behind a long game could be played by somebody else."""
        return 1 if self.seconds_a_game is None or self.seconds_a_game > BATCH else AHEAD


class GameBatch:
    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.losses = 0  # how many workers were lost while they played it
        self.answer: asyncio.Task[Any] | None = None

    def cancel(self) -> None:
        if self.answer is not None:
            self.answer.cancel()
            self.answer = None


class BatchQueue:
    """The games that nobody plays yet: batches that were lost or refused, and then the numbers in their order."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self._next = next(numbers, None)
        self._back: deque[GameBatch] = deque()

    @property
    def empty(self) -> bool:
        return not self._back and self._next is None

    def take(self, most: int) -> GameBatch:
        """A batch of at most so many games, unless it was put back larger. Only if the queue is not empty."""
        if self._back:
            return self._back.popleft()
        assert self._next is not None
        batch = GameBatch((self._next, *islice(self._numbers, most - 1)))
        self._next = next(self._numbers, None)
        return batch

    def put_back(self, batch: GameBatch) -> None:
        self._back.append(batch)


class RemoteCall:
    """Becomes the result of `play_batch` where it is unpickled. The scheduler hands it on unopened, so it does not need
    this program; had we submitted `play_batch` itself, the scheduler would have to load it."""

    def __init__(self, *words: Any) -> None:
        self._words = words

    def __reduce__(self) -> tuple[Callable[..., list[Any]], tuple[Any, ...]]:
        return play_batch, self._words


def _full_name(address: str, name: object) -> str:
    return address if name == address else f"{name} ({address})"


async def _awaited(made: Any) -> Any:
    return await made
