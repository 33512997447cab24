"""Plays Pearls on the network: Anna hosts, Boris joins her on this machine and plays by keys, to the result.

    python play_on_network.py FOLDER

tests/test_fourth_game.py runs this in a process that imports the copy of the house.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from atlantis_tui.table.result import ResultScreen
from tests.table.network.at_lan import gathering, until

GAME = "pearls"


async def evening(folder: Path) -> None:
    async with gathering(folder, "Anna", "Boris", game=GAME) as table, table.at("Boris") as play:
        table["Anna"].plays_by_itself()
        while await play.asked():
            assert play.screen.table.game.name == GAME
            assert "PEARLS" in play.text, play.text
            before = len(play.table.steps)
            await play.press("enter", "enter")
            await play.until(lambda before=before: len(play.table.steps) > before)  # type: ignore[misc]
        await play.on(ResultScreen)
        assert "Pearls" in play.text, play.text
        assert "Anna" in play.text, play.text
        logs = [folder / name / "games" for name in ("Anna", "Boris")]
        same = [file.read_bytes() for games in logs for file in games.glob("*.atl")]
        await until(lambda: len(same) == 2)
        assert same[0] == same[1]


if __name__ == "__main__":
    asyncio.run(evening(Path(sys.argv[1])))
