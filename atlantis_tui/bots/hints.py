"""Hints for a player: another process thinks about them, so that no key has to wait.

hints = await ask(table, seat)      cancel it if nobody wants the hints any more, and the process ends
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from atlantis_tui.bots.advise import read_hints
from atlantis_tui.bots.child_process import ChildClosedOutput, ChildFlooded, ChildProcess, surroundings
from atlantis_tui.bots.outgoing import SeatTeller, line
from core.advice import Advice
from core.table import Table

COMMAND = [sys.executable, "-P", "-m", "atlantis_tui.bots.advise"]


class NoHints(Exception):
    """No hints came: the process could not be started, or ended too early."""


async def ask(table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
    """The best moves of the seat whose turn it is. The process is told what that seat may know, and nothing else."""
    teller = SeatTeller(table, seat)
    question: dict[str, Any] = {"kind": "hint"}
    if iterations is not None:
        question["iterations"] = iterations
    names = [""] * len(table.seats)
    starting = asyncio.ensure_future(ChildProcess.start(COMMAND, surroundings(own=True)))
    try:
        child = await asyncio.shield(starting)
    except asyncio.CancelledError:  # it must be fully started before it can be ended
        await (await starting).end()
        raise
    except OSError as error:
        raise NoHints from error
    try:
        child.write(teller.hello(names, "", 0) + teller.news() + line(question))
        await child.line()  # says that the process is ready
        return read_hints(table.game, json.loads(await child.line()))
    except (ChildClosedOutput, ChildFlooded, ValueError) as error:
        raise NoHints from error
    finally:
        await child.end()
