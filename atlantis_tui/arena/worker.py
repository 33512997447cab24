"""A process that plays games: `python -P -m atlantis_tui.arena.worker`. It reads and writes lines of JSON on two pipes.

It gets the plan, then numbers of games, and answers each number with a result. When its pipes close, also because the
program that started it was killed, it ends at once and silently, whatever it was doing.
"""

from __future__ import annotations

import json
import os
from queue import SimpleQueue
from threading import Thread
from typing import Any

from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.times import ThinkingTimes, TimedBot
from core.arena import Result, game_header, play, play_logged
from core.bots import Bot
from core.disk import write
from core.frames import LogError
from core.log import FileLog


def main() -> None:
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a bot prints must not mix with results
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(lines,), daemon=True).start()
    try:
        _play(lines, out)
    except LogError as error:
        _tell(out, ["log", error.reason, dict(error.params)])
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            _tell_failure(out, error)
    except Exception as error:
        _tell_failure(out, error)
    _end()


def _play(lines: SimpleQueue[bytes], out: int) -> None:
    told = json.loads(lines.get())
    plan = ArenaPlan.read(told["plan"])
    while True:
        number = int(lines.get())
        times = [ThinkingTimes() for _ in plan.bots] if told["timed"] else []
        result = play_one(plan, number, told["folder"], times)
        _tell(out, ["game", number, *result, [each.pack() for each in times]])


def play_one(plan: ArenaPlan, number: int, folder: str | None, times: list[ThinkingTimes]) -> Result:
    """Play one game; with a `folder`, write its log there. Fills `times`, one for each bot, unless it is empty."""
    part, within = plan.find(number)
    match = plan.parts[part].match

    def wrap(bot: int, made: Bot) -> Bot:
        return TimedBot(made, times[bot])

    del times[len(match.bots) :]
    if folder is None:
        return play(match, within, wrap if times else None)
    path = os.path.join(folder, plan.log_name(number))
    with FileLog.create(path, game_header(match, within), sync=False) as log:
        return play_logged(match, within, log, wrap if times else None)


def _listen(lines: SimpleQueue[bytes]) -> None:
    with open(0, "rb", closefd=False) as told:
        for line in told:
            lines.put(line)
    _end()


def _tell(out: int, words: list[Any]) -> None:
    try:
        write(out, json.dumps(words, separators=(",", ":"), default=str).encode() + b"\n")
    except OSError:  # nobody listens any more
        _end()


def _tell_failure(out: int, error: Exception) -> None:
    from atlantis_tui.saved.crash import report_text

    _tell(out, ["failed", type(error).__name__, report_text(error)])


def _end() -> None:
    os._exit(0)  # at once, because the other thread may be in the middle of anything


if __name__ == "__main__":
    main()
