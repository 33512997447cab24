"""A built-in bot that speaks the line protocol: `python -m atlantis_tui.bots.serve LEVEL`, such as hard or hard:200.

It is told no more than any other program.
"""

from __future__ import annotations

import sys
from typing import Any

from atlantis_tui.bots.incoming import BotOutOfStep, SeatFollower, end_with_parent, serve, serve_here
from atlantis_tui.bots.pace import PacedBot
from atlantis_tui.text.translation import _
from core.bots import LEVELS, Bot, is_bot

__all__ = ["BotOutOfStep", "ServedBot", "main", "serve"]


class ServedBot(SeatFollower):
    """One bot in one game."""

    bot: Bot

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if message["kind"] == "ask":
            return {"move": self.game.text(self.bot.choose(self.view))}
        return super().answer(message)

    def sit_down(self, message: dict[str, Any]) -> None:
        super().sit_down(message)
        self.bot = PacedBot(self.name, self.game, message["luck"])


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not is_bot(arguments[0]):
        print(_("Name one bot: {bots}.").format(bots=", ".join(LEVELS)), file=sys.stderr)
        return 2
    return serve_here(ServedBot(arguments[0]))


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main(sys.argv[1:]))
