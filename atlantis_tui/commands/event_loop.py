"""An event loop for one command. An interrupted command cleans up, and prints nothing about the interrupt."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine

from atlantis_tui.commands import flags
from atlantis_tui.text import network
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.errors import sentence
from core.frames import LogError
from core.table import TableError
from net.refusal import Refusal

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def guarded(body: Callable[[], int]) -> int:
    """Run a command. Its errors, also those of the network, become one sentence."""

    def guard() -> int:
        try:
            return body()
        except Refusal as refusal:
            raise CommandError(network.refusal(refusal)) from None
        except (LogError, TableError) as error:
            raise CommandError(sentence(error)) from None

    return flags.guarded(guard)


def run(main: Callable[[], Coroutine[None, None, int]]) -> int:
    """Run `main` and return its exit code, or 128 plus the signal's number if a signal stopped it, as shells do.

    The first signal cancels `main`. Further signals are ignored while it says good-bye.
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
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup sets SIG_IGN, and then a signal must not stop us
            loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except asyncio.CancelledError:
        if not caught:
            raise
        return 128 + caught[0]
