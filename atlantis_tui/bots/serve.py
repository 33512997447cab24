"""A built-in bot behind the line protocol: `python -m atlantis_tui.bots.serve LEVEL`.

It is told no more than any other program, and works out its position from that alone: the rules run on its own view,
with the moves as they were made and chance as far as this seat may know it. PROTOCOL.md says what is spoken.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

from atlantis_tui.bots import PROTOCOL
from atlantis_tui.words import _
from core import games
from core.bots import LEVELS, Bot, make_bot
from core.game import Game, GameError, State
from core.hidden import SEALED


class OutOfStep(Exception):
    """What we are told does not fit what we know."""


class Player:
    """One bot in one game: hears what is told, and answers where an answer is wanted."""

    game: Game
    bot: Bot

    def __init__(self, level: str) -> None:
        self.level = level
        self.steps: list[tuple[int, State]] = []  # every position so far, with its number, for moves taken back

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "hello":
            self._sit_down(message)
        elif kind == "move":
            view = self.steps[-1][1].copy()
            view.apply(self.game.read(message["move"]))
            self._go_on(message["n"], view, message["chance"])
        elif kind == "back":
            while self.steps[-1][0] != message["to"]:
                self.steps.pop()
        elif kind == "ask":
            if self.steps[-1][1].digest().hex() != message["digest"]:
                raise OutOfStep("digest")
        elif kind == "no":
            raise OutOfStep(message["reason"])

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if message["kind"] == "hello":
            return {"ready": PROTOCOL}
        if message["kind"] == "ask":
            return {"move": self.game.text(self.bot.choose(self.steps[-1][1].copy()))}
        return None

    def _sit_down(self, message: dict[str, Any]) -> None:
        self.game = games.load(message["game"])
        if message["protocol"] != PROTOCOL or message["rules_version"] != self.game.rules_version:
            raise OutOfStep("version")
        self.bot = make_bot(self.level, self.game, message["luck"])
        self.steps.clear()
        self._go_on(message["n"], self.game.new(len(message["seats"]), message["options"]), message["chance"])

    def _go_on(self, n: int, view: State, chance: list[int | None]) -> None:
        told = iter(chance)
        while view.asks:
            view.answer([SEALED if (face := next(told)) is None else face for _ask in view.asks])
        view.events.clear()
        self.steps.append((n, view))


def serve(player: Player, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Plays until bye, or until nobody speaks to us any more."""
    for line in lines:
        try:
            message = json.loads(line)
            player.hear(message)
        except (ValueError, LookupError, TypeError, StopIteration, GameError) as error:
            raise OutOfStep(repr(error)) from error
        if message["kind"] == "bye":
            return
        answer = player.answer(message)
        if answer is not None:
            out.write(json.dumps(answer).encode() + b"\n")
            out.flush()


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in LEVELS:
        print(_("Name one bot: {bots}.").format(bots=", ".join(LEVELS)), file=sys.stderr)
        return 2
    try:
        serve(Player(arguments[0]), sys.stdin.buffer, sys.stdout.buffer)
    except OutOfStep as error:
        print(_("This is not what PROTOCOL.md promises a bot: {what}").format(what=error), file=sys.stderr)
        return 2
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
