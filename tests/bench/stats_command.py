"""How long `atlantis stats` takes with many games, beside `atlantis log list`: the first time, and when it knows them.

python -m tests.bench.stats_command --games 500
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from core.arena import Match, game_header, play_logged
from core.log import FileLog

SEATS = (["you", "bot:normal"], ["you", "bot:hard", "bot:easy"], ["you", "person:Anna", "bot:easy", "bot:normal"])


def make(folder: Path, games: int) -> None:
    for number in range(games):
        seats = SEATS[number % len(SEATS)]
        match = Match("atlantis", ("random",) * len(seats), f"statistics {number}", {})
        with FileLog.create(folder / f"{number}.atl", {**game_header(match, 0), "seats": seats}, sync=False) as log:
            play_logged(match, 0, log)


def seconds(home: str, *words: str) -> float:
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "atlantis_tui", *words],
        env={**os.environ, "ATLANTIS_HOME": home},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return round(time.perf_counter() - began, 3)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home, "games")
        folder.mkdir()
        make(folder, games)
        listed = min(seconds(home, "log", "list") for _ in range(3))
        first = seconds(home, "stats", "--json")
        again = min(seconds(home, "stats", "--json") for _ in range(3))
    print(json.dumps({"games": games, "log list": listed, "stats, first": first, "stats, again": again}))


if __name__ == "__main__":
    main()
