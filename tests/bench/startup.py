"""How long the program takes to say something, in starts of bare Python. Prints JSON.

    python tests/bench/startup.py [rounds]        (or python -m tests.bench.startup [rounds])

Needs nothing but the installed project, neither the extra `test` nor the extra `bench`.
Measures the installed command `atlantis` beside this Python: `log list` over a folder of games until it ends, and
`play --plain` until its first line is there. The runs alternate, so that a busy machine slows all of them alike.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

GAMES = 20


def main() -> None:
    words = argparse.ArgumentParser(prog="python tests/bench/startup.py", description="Starts of commands, measured.")
    words.add_argument("rounds", type=int, nargs="?", default=40, help="how often everything is started (40)")
    measure(words.parse_args().rounds)


def measure(rounds: int) -> None:
    command = os.path.join(os.path.dirname(sys.executable), "atlantis")
    if not os.path.exists(command):
        sys.exit(f"There is no {command}: install the project with `pip install -e .` first.")
    with tempfile.TemporaryDirectory() as home:
        # As on a player's machine: none of our settings for Python, and byte code is kept.
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environ["ATLANTIS_HOME"] = home
        games = os.path.join(home, "games")
        arena = [command, "arena", "atlantis", "random", "random", "--games", str(GAMES), "--log-dir", games]
        subprocess.run(arena, env=environ, check=True, stdout=subprocess.DEVNULL)

        def whole(*line: str) -> float:
            began = time.perf_counter()
            subprocess.run(line, env=environ, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            return time.perf_counter() - began

        def first_line(*line: str) -> float:
            began = time.perf_counter()
            with subprocess.Popen(line, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdin is not None
                assert process.stdout is not None
                assert process.stdout.readline().strip()
                took = time.perf_counter() - began
                process.stdin.close()
                process.stdout.read()
            return took

        played = os.path.join(home, "play.atl")

        def play() -> float:
            took = first_line(command, "play", "atlantis", "--plain", "--log", played)
            os.remove(played)
            return took

        measured = {
            "python": lambda: whole(sys.executable, "-c", "pass"),
            "log list": lambda: whole(command, "log", "list"),
            "play --plain": play,
        }
        times: dict[str, list[float]] = {name: [] for name in measured}
        for _ in range(rounds + 1):
            for name, measure in measured.items():
                times[name].append(measure())
    middle = {name: statistics.median(taken[1:]) for name, taken in times.items()}  # the first run writes byte code
    print(
        json.dumps(
            {
                "rounds": rounds,
                "milliseconds": {name: round(1000 * median, 1) for name, median in middle.items()},
                "ratio": {name: round(median / middle["python"], 2) for name, median in middle.items()},
            }
        )
    )


if __name__ == "__main__":
    main()
