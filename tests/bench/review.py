"""How long the review of a finished game takes, with one process and with as many as there are cores.

    python -m tests.bench.review [GAME …] [--turns 40] [--iterations 800] [--rounds 1] [--seed bench] [--json]

The game is played by `normal` against itself, and the first seat's moves up to turn 40 are reviewed as the command
`atlantis review` does it. `seconds` is what a person waits, `processor_seconds` what all processes together computed:
on a busy machine the wait is longer than their number suggests. That the review is the same with any number of
processes is checked.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from statistics import median
from typing import Any

from atlantis_tui.bots.cores import cores
from atlantis_tui.review.workers import review_together
from core import games
from core.bots import levels, make_bot
from core.game import Game
from core.log import MemoryLog
from core.review import ITERATIONS, Reviewed
from core.table import Table, header


def played(game: Game, seed: str, last: int) -> Table:
    """A game up to this turn, or to its end."""
    seats = min(game.seat_counts)
    table = Table(MemoryLog(header(game, ["bot:normal"] * seats, {}, seed)))
    bots = [make_bot("normal", game, f"{seed} {seat}") for seat in range(seats)]
    while (prompt := table.state.prompt) is not None and table.state.turn <= last:
        table.play(prompt.seat, bots[prompt.seat].choose(table.view(prompt.seat)))
    return table


def timed(table: Table, iterations: int, processes: int) -> tuple[list[Reviewed], float, float]:
    """The review of the first seat, the seconds it took, and those of the processors."""
    began, computed = time.perf_counter(), _processor()
    found = list(review_together(table, 0, iterations, processes=processes))
    return found, time.perf_counter() - began, _processor() - computed


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measured(game: Game, turns: int, iterations: int, rounds: int, seed: str) -> dict[str, Any]:
    table = played(game, seed, turns)
    together = [timed(table, iterations, cores()) for _ in range(rounds)]
    alone, seconds, computed = timed(table, iterations, 1)
    assert all(found == alone for found, _seconds, _computed in together)
    return {
        "turns": table.state.turn - (table.state.outcome is None),
        "choices": sum(len(one.choices) for one in alone),
        "processes": cores(),
        "seconds": round(median(one for _found, one, _computed in together), 1),
        "processor_seconds": round(median(one for _found, _seconds, one in together), 1),
        "seconds_with_one": round(seconds, 1),
        "processor_seconds_with_one": round(computed, 1),
    }


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench.review", description="How long a review takes.")
    words.add_argument("games", nargs="*", metavar="GAME", help="which of ours (all that have a review)")
    words.add_argument("--turns", type=int, default=40, help="of the game (40)")
    words.add_argument("--iterations", type=int, default=ITERATIONS, help=f"for each choice ({ITERATIONS})")
    words.add_argument("--rounds", type=int, default=1, help="how often everything is measured (1)")
    words.add_argument("--seed", default="bench", help="of the game (bench)")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = words.parse_args()
    names = chosen.games or [name for name in games.names() if "hard" in levels(games.load(name))]
    result = {
        name: measured(games.load(name), chosen.turns, chosen.iterations, chosen.rounds, chosen.seed) for name in names
    }
    if chosen.json:
        print(json.dumps(result))
        return
    for name, one in result.items():
        print(
            f"{name}: {one['turns']} turns, {one['choices']} choices; {one['seconds']} s with {one['processes']} "
            f"processes ({one['processor_seconds']} s of processors), {one['seconds_with_one']} s with one "
            f"({one['processor_seconds_with_one']})"
        )


if __name__ == "__main__":
    main()
