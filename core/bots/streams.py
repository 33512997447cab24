"""The thinking of the bot `hard`: several searches side by side, and when to stop.

A thought is cut into streams, whatever the machine. Each stream is a search of its own, with its own seed, and meets no
other until their counts are added up, in the order of the streams. So it does not matter whether one process runs all
streams or several share them: the same rounds lead to the same choice. core runs them one after the other; who has
more processor cores gives the bot another `Team`.

All streams pause after a few rounds, and their sum decides what comes next. Little thought goes to a choice that cannot
change any more or that leads by far. The usual thought goes to all others, and a reserve to a close one.

A very short thought begins with the looks of the bot `normal`, so that its few rounds need not begin with nothing.

There is no thinking while others move. A search begins with what its seat sees, so after the next move a new one has to
begin, and what is left of the old one is a branch with a few rounds. To think for the fifty likely answers instead of
the one that comes would heat the machine and gain next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from core.bots import MOST_ITERATIONS, Spent
from core.bots.normal import LOOKS, WORLDS
from core.bots.search import Estimate, Search
from core.game import Game, Move, State

STREAMS: Final = 4
FEWEST: Final = 50  # rounds of a stream: a shorter thought has fewer streams
FEW: Final = 30  # a thought with fewer rounds begins with the looks of `normal`, which see less far but with less luck
BOUT: Final = 8  # rounds of each stream between two looks at the sum
USUAL_SHARE: Final = 100  # the usual thought; all shares are in hundredths of it
CLEAR_SHARE: Final = 25  # from here on a move that leads by far is chosen, but not before it has had
CLEAR_ROUNDS: Final = 24  # so many rounds
RESERVE_SHARE: Final = 200  # no thought is longer
FAR: Final = 300  # leads by far: so much better a chance than every other move, with at least
TWICE: Final = 2  # so many times the visits
EVEN: Final = 30  # close: a move has found so much better a chance than the first, with at least half its visits

Tally = Sequence[tuple[int, int]]  # for each root move of a stream, in order: its visits and the sum of its chances


class Team(Protocol):
    """Runs the streams of one thought, in whatever processes."""

    def run(self, rounds: Sequence[int]) -> list[Tally]:
        """Runs so many more rounds of each stream, and returns what each has found since its beginning."""

    def close(self) -> None:
        """Ends what was started for this thought."""


Gather = Callable[[Sequence[Search]], Team]  # receives the streams, which have not run yet


class OneByOne:
    """The team of one process."""

    def __init__(self, streams: Sequence[Search]) -> None:
        self._streams = streams

    def run(self, rounds: Sequence[int]) -> list[Tally]:
        return [run_stream(stream, number) for stream, number in zip(self._streams, rounds, strict=True)]

    def close(self) -> None:
        """Nothing was started."""


def number_of_streams(rounds: int | None) -> int:
    """Returns how many streams share a thought of so many rounds, or one by the clock (None)."""
    return STREAMS if rounds is None else max(1, min(STREAMS, rounds // FEWEST))


def streams(game: Game, view: State, seed: str, rounds: int | None) -> list[Search]:
    """Returns the streams of one thought, in their order."""
    found = [
        Search(game, view, seed if number == 0 else f"{seed} stream {number}")
        for number in range(number_of_streams(rounds))
    ]
    if rounds is not None and rounds < FEW:
        found[0].look_first(LOOKS, WORLDS)
    return found


def run_stream(stream: Search, rounds: int) -> Tally:
    """Runs so many more rounds of one stream, and returns what it has found since its beginning."""
    if rounds:
        stream.run(rounds)
    return stream.tally()


def merged(moves: Sequence[Move], tallies: Sequence[Tally]) -> list[Estimate]:
    """Returns what all streams together found of these root moves, the most visited first."""
    found = []
    for number, move in enumerate(moves):
        visits = sum(tally[number][0] for tally in tallies)
        if visits:
            found.append(Estimate(move, visits, sum(tally[number][1] for tally in tallies) // visits))
    return sorted(found, key=lambda one: (-one.visits, -one.chance))


def thought(streams: Sequence[Search], team: Team, spent: Spent, usual: int = MOST_ITERATIONS) -> list[Estimate]:
    """Thinks until it is enough, and returns what was found. `spent` tells how much of the usual thought these rounds
    are; so many are `usual` at most."""
    moves = streams[0].moves()
    bout = len(streams) * max(1, min(BOUT, usual * CLEAR_SHARE // USUAL_SHARE // len(streams)))
    most = min(MOST_ITERATIONS, usual * RESERVE_SHARE // USUAL_SHARE)
    done = 0
    found: list[Estimate] = []
    while done < most:
        rounds = _shares(min(bout, (usual if done < usual else most) - done), len(streams))
        found = merged(moves, team.run(rounds))
        done += sum(rounds)
        if enough(found, done, spent(done)):
            break
    return found


def _shares(rounds: int, number: int) -> list[int]:
    each, rest = divmod(rounds, number)
    return [each + (place < rest) for place in range(number)]


def enough(found: Sequence[Estimate], done: int, share: int) -> bool:
    """Whether a thought may end that found this in so many rounds, which were this share of the usual thought."""
    if share >= RESERVE_SHARE:
        return True
    if share >= USUAL_SHARE:
        return not _is_close(found)
    second = found[1].visits if len(found) > 1 else 0
    if found[0].visits - second > done * (USUAL_SHARE - share) // max(share, 1):
        return True  # no other move can still be tried as often
    return share >= CLEAR_SHARE and done >= CLEAR_ROUNDS and _leads_by_far(found)


def _leads_by_far(found: Sequence[Estimate]) -> bool:
    first = found[0]
    return all(first.visits >= TWICE * one.visits and first.chance >= one.chance + FAR for one in found[1:])


def _is_close(found: Sequence[Estimate]) -> bool:
    """Whether another move may still prove better. Moves that are as good as each other are not worth a thought."""
    first = found[0]
    return any(one.visits * TWICE >= first.visits and one.chance >= first.chance + EVEN for one in found[1:])


class Searcher:
    """The bot `hard`."""

    def __init__(
        self, game: Game, seed: str, rounds: int | None, spent: Spent | None = None, gather: Gather = OneByOne
    ) -> None:
        """It thinks for about so many rounds, or else until `spent` says that the usual thought is over."""
        self._game = game
        self._seed = seed
        self._rounds = rounds
        self._spent = spent
        self._gather = gather

    def choose(self, view: State) -> Move:
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        alone = streams(self._game, view, f"{self._seed} {view.digest().hex()}", self._rounds)
        team = self._gather(alone)
        try:
            found = self._found(alone, team)
        finally:
            team.close()
        return found[0].move

    def _found(self, alone: Sequence[Search], team: Team) -> list[Estimate]:
        rounds, spent = self._rounds, self._spent
        if rounds is None:
            assert spent is not None
            return thought(alone, team, spent)
        usual = rounds
        return thought(alone, team, lambda done: done * USUAL_SHARE // usual, usual)
