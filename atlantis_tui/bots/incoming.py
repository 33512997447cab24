"""A game from one seat, rebuilt from nothing but what that seat is told (see PROTOCOL.md).

The rules run on the seat's own view, with the moves as they were made, and chance as far as this seat may know it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

from atlantis_tui.bots import PROTOCOL
from atlantis_tui.text.translation import _
from core import games
from core.game import Game, GameError, State
from core.hidden import SEALED

ORPHANED = 1.0  # seconds between two checks whether our parent still lives


class BotOutOfStep(Exception):
    """What we are told does not fit what we know."""


class SeatFollower:
    """Takes in each message, and answers those that want an answer."""

    game: Game

    def __init__(self) -> None:
        # every position so far, with its step number, for moves that are taken back
        self.steps: list[tuple[int, State]] = []

    @property
    def view(self) -> State:
        return self.steps[-1][1].copy()

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "hello":
            self.sit_down(message)
        elif kind == "move":
            view = self.view
            view.apply(self.game.read(message["move"]))
            self._go_on(message["n"], view, message["chance"])
        elif kind == "back":
            while self.steps[-1][0] != message["to"]:
                self.steps.pop()
        elif kind == "ask":
            if self.steps[-1][1].digest().hex() != message["digest"]:
                raise BotOutOfStep("digest")
        elif kind == "no":
            raise BotOutOfStep(message["reason"])

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        return {"ready": PROTOCOL} if message["kind"] == "hello" else None

    def sit_down(self, message: dict[str, Any]) -> None:
        self.game = games.load(message["game"])
        if message["protocol"] != PROTOCOL or message["rules_version"] != self.game.rules_version:
            raise BotOutOfStep("version")
        self.steps.clear()
        self._go_on(message["n"], self.game.new(len(message["seats"]), message["options"]), message["chance"])

    def _go_on(self, n: int, view: State, chance: list[int | None]) -> None:
        told = iter(chance)
        while view.asks:
            view.answer([SEALED if (face := next(told)) is None else face for _ask in view.asks])
        view.events.clear()
        self.steps.append((n, view))


def serve(follower: SeatFollower, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Read and answer messages until bye, or until the input ends."""
    for line in lines:
        try:
            message = json.loads(line)
            follower.hear(message)
        except (ValueError, LookupError, TypeError, StopIteration, GameError) as error:
            raise BotOutOfStep(repr(error)) from error
        if message["kind"] == "bye":
            return
        answer = follower.answer(message)
        if answer is not None:
            out.write(json.dumps(answer).encode() + b"\n")
            out.flush()


def serve_here(follower: SeatFollower) -> int:
    """Serve on the pipes of this process; returns the exit code."""
    try:
        serve(follower, sys.stdin.buffer, sys.stdout.buffer)
    except BotOutOfStep as error:
        print(_("This is not what PROTOCOL.md promises a bot: {what}").format(what=error), file=sys.stderr)
        return 2
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0


def end_with_parent(parent: int | None = None) -> None:
    """End this process if its parent was killed. A bot deep in thought would not notice its pipes closing.

    Without `parent` it is the process that is the parent now.
    """
    if parent is None:
        parent = os.getppid()

    def look(*_args: object) -> None:
        if os.getppid() != parent:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, ORPHANED, ORPHANED)
