"""An event loop for one command: it is left in good order when it is interrupted, and nothing is printed about that."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine

from atlantis_tui.commands import flags
from atlantis_tui.text import network
from atlantis_tui.text.complaint import Wrong
from atlantis_tui.text.errors import sentence
from core.frames import LogError
from core.table import TableError
from net.refusal import Refusal

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def guarded(body: Callable[[], int]) -> int:
    """Runs a command; what the network refuses becomes one sentence too, and an interrupt its own exit code."""

    def guard() -> int:
        try:
            return body()
        except Refusal as refusal:
            raise Wrong(network.refusal(refusal)) from None
        except (LogError, TableError) as error:
            raise Wrong(sentence(error)) from None
        except KeyboardInterrupt:
            return INTERRUPTED

    return flags.guarded(guard)


def run(main: Callable[[], Coroutine[None, None, int]]) -> int:
    """The exit code of a command; 128 and the number of the signal if it was stopped by one, as shells have it.

    A signal cancels `main`, once: while it says good-bye further ones are not listened to.
    """
    return asyncio.run(_listening(main))


async def _listening(main: Callable[[], Coroutine[None, None, int]]) -> int:
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(main())
    caught: list[int] = []

    def stop(number: int) -> None:
        if not caught:
            caught.append(number)
            task.cancel()

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except asyncio.CancelledError:
        if not caught:
            raise
        return 128 + caught[0]
