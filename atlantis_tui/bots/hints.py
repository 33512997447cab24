"""Hints for somebody at the table: another process thinks about them, so that no key has to wait.

hints = await ask(table, seat)      cancel it when they are not wanted any more, and the process is gone
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from atlantis_tui.bots.advise import read_hints
from atlantis_tui.bots.child_process import Child, Flood, Silent, surroundings
from atlantis_tui.bots.outgoing import SeatTeller, line
from core.advice import Advice
from core.table import Table

COMMAND = [sys.executable, "-P", "-m", "atlantis_tui.bots.advise"]


class NoHints(Exception):
    """The process has not thought of any: it could not be started, or did not live long enough."""


async def ask(table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
    """The best moves of the seat that is asked. It is told what that seat may know, and nothing else."""
    teller = SeatTeller(table, seat)
    question: dict[str, Any] = {"kind": "hint"}
    if iterations is not None:
        question["iterations"] = iterations
    names = [""] * len(table.seats)
    starting = asyncio.ensure_future(Child.start(COMMAND, surroundings(own=True)))
    try:
        child = await asyncio.shield(starting)
    except asyncio.CancelledError:  # half-started it would not end, so it must be whole first
        await (await starting).end()
        raise
    except OSError as error:
        raise NoHints from error
    try:
        child.write(teller.hello(names, "", 0) + teller.news() + line(question))
        await child.line()  # that it is ready
        return read_hints(table.game, json.loads(await child.line()))
    except (Silent, Flood, ValueError) as error:
        raise NoHints from error
    finally:
        await child.end()
