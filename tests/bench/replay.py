"""A long game looked at again, beside the table's own start; jumps in it; and a long list of games.

    python -m tests.bench.replay [--runs 15] [--size 80x24] [--records 400] [--games 500] [--json]

Needs pyte (`pip install -e '.[bench]'`). Programs run in pseudo-terminals, in turn: a busy machine slows all alike.

open     from the start of the process until the replay of a game of so many records is on the screen, beside the same
         for a new table (`atlantis play`); at most 2 times as long
jump     from the last key of a jump to a random turn (typed, Home, End, PgUp, PgDn) until the last byte of the frame
step     the same for one step; both beside a key in the smallest Textual app
list     seconds in which so many games are listed, as the screen of all games does it, and one such with all its rows
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core import games
from core.chance import Stream
from core.log import FileLog
from core.table import Table, header
from tests.bench.terminal import HELLO, KEYS, Terminal

LIMIT = 2.0
SEATS = ["you", "bot:random", "bot:random", "bot:random"]
KEYS |= {"home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~"}


def long_game(folder: Path, records: int) -> Path:
    """A finished game of so many records. Figures creep, and as no game is so long, much is taken back and replayed."""
    path = folder / "long.atl"
    game = games.load("atlantis")
    with FileLog.create(path, header(game, SEATS, {}, "LONG-49"), sync=False) as log:
        table, chance = Table(log), Stream("bench")
        while not table.over:
            state: Any = table.state
            prompt = state.prompt
            assert prompt is not None
            moves = sorted(state.legal())
            plays = [move for move in moves if move[0] == "play"]
            trades = [move for move in moves if move[0] == "buy"]
            chosen = moves[chance.below(len(moves))]
            if plays:
                chosen = min(plays, key=lambda move: state.ahead[move[2]][state.figures[state.seat][move[1]] + 1])
            table.play(prompt.seat, trades[0] if trades else chosen)
            if len(log.records) < records - 150 + len(table.steps) // 2 and not table.over:
                table.back(prompt.seat, alone=True)
                table.play(prompt.seat, trades[0] if trades else chosen)
        if len(log.records) < records:
            raise SystemExit(f"the longest game has {len(log.records)} records")
    return path


class Bench:
    def __init__(self, size: tuple[int, int], runs: int, home: str, records: int) -> None:
        self.size, self.runs = size, runs
        folder = Path(home) / "games"
        folder.mkdir()
        self.game = long_game(folder, records)
        # As on a player's machine: none of our settings for Python, and byte code is kept.
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.environ = kept | {"ATLANTIS_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.command = os.path.join(os.path.dirname(sys.executable), "atlantis")

    def open(self, *line: str) -> Terminal:
        return Terminal(line, self.size, self.environ)

    def starts(self) -> dict[str, Any]:
        table = (self.command, "play", "atlantis", "--seats", "you,bot:random,bot:random,bot:random")
        programs = {"replay": ((self.command, "replay", str(self.game)), "THE PAST"), "table": (table, "Hand")}
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for run in range(self.runs + 1):
            for name, (line, words) in programs.items():
                terminal = self.open(*line)
                seconds = terminal.wait(words)
                terminal.settle(0.1)
                terminal.end()
                if run:  # the first one writes byte code
                    taken[name].append(seconds)
        return beside(taken["replay"], taken["table"])

    def jumps(self) -> tuple[dict[str, Any], dict[str, Any]]:
        hello, replay = self.open(sys.executable, "-c", HELLO), self.open(self.command, "replay", str(self.game))
        hello.wait("Hello")
        replay.wait("THE PAST")
        hello.settle()
        replay.settle()
        chance = random.Random(4)
        taken: dict[str, list[float]] = {"hello": [], "jump": [], "step": []}
        for number in range(self.runs * 4):
            seconds, _size = hello.press("abcdefghij"[number % 10])
            if seconds is not None:
                taken["hello"].append(seconds)
            for key in ("g", *str(chance.randrange(1, 60))):
                replay.press(key)
            for kind, key in (
                ("jump", "enter"),
                ("jump", chance.choice(("pageup", "pagedown"))),
                ("jump", chance.choice(("home", "end"))),
                ("step", chance.choice(("left", "right"))),
            ):
                seconds, _size = replay.press(key)
                if seconds is not None:
                    taken[kind].append(seconds)
        hello.end()
        replay.end()
        return beside(taken["jump"], taken["hello"]), beside(taken["step"], taken["hello"])

    def list(self, count: int) -> dict[str, Any]:
        from atlantis_tui.menu.library_painter import described
        from atlantis_tui.saved.library import list_games

        data = self.game.read_bytes()
        for number in range(count):
            self.game.with_name(f"copy-{number}.atl").write_bytes(data)
        os.environ["ATLANTIS_HOME"] = self.environ["ATLANTIS_HOME"]
        taken = []
        for _ in range(5):
            began = time.perf_counter()
            rows = [described(game) for game in list_games()]
            taken.append(time.perf_counter() - began)
        return {"games": len(rows), "ms": round(1000 * statistics.median(taken), 1)}


def beside(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, Any]:
    return {
        "ms": round(1000 * statistics.median(ours), 1),
        "worst": round(1000 * max(ours), 1),
        "beside": round(1000 * statistics.median(theirs), 1),
        "ratio": round(statistics.median(ours) / statistics.median(theirs), 2),
        "runs": len(ours),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--json", action="store_true", help="figures for programs")
    given = parser.parse_args()
    columns, rows = map(int, given.size.split("x"))
    with tempfile.TemporaryDirectory() as home:
        bench = Bench((columns, rows), given.runs, home, given.records)
        found: dict[str, Any] = {"open": bench.starts()}
        found["open"] |= {"limit": LIMIT, "met": found["open"]["ratio"] <= LIMIT}
        found["jump"], found["step"] = bench.jumps()
        found["list"] = bench.list(given.games)
    if given.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(f"{name:<5}", "  ".join(f"{key} {value}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
