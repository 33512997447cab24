"""Matches of bots against bots, one game at a time. Callers bring the processes, the clocks and the display.

Seats rotate: each deal is played once with every bot in every chair, so that all share the same luck. The game's number
alone decides its deal and its chairs, so games may be played in any order and on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from core import games
from core.bots import Bot, make_bot
from core.chance import SeededDealer
from core.game import Game, Outcome
from core.table import Table, TableLog, header

# Wraps a bot, for example with a clock. The number says which of the match's bots it is.
Wrap = Callable[[int, Bot], Bot]

_load = lru_cache(games.load)  # because games.load reads a folder each time


class Match(NamedTuple):
    """The settings that all games of a match share. Plain values, so that other processes can receive them."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, Any]

    def check(self) -> None:
        """Raises BadOption for a match that cannot be played."""
        game = games.load(self.game)
        game.new(len(self.bots), self.options)
        for level in self.bots:
            make_bot(level, game, "")


class Result(NamedTuple):
    """The result of one game. Scores are in the order of the bots, not of the seats."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    decisions: int  # how often there was a choice: more than one legal move


def chairs(match: Match, number: int) -> list[int]:
    """Returns, for each seat, the index of the bot that sits there in this game."""
    bots = len(match.bots)
    return [(seat - number) % bots for seat in range(bots)]


def deal(match: Match, number: int) -> int:
    """Returns the number of this game's deal. Games with the same deal belong together."""
    return number // len(match.bots)


def deal_seed(match: Match, number: int) -> str:
    return f"{match.seed}/{deal(match, number)}"


def game_header(match: Match, number: int) -> dict[str, Any]:
    """Returns the header of this game's log."""
    seats = [f"bot:{match.bots[bot]}" for bot in chairs(match, number)]
    return header(_load(match.game), seats, match.options, deal_seed(match, number))


def play(match: Match, number: int, wrap: Wrap | None = None) -> Result:
    """Plays one game without a log. It makes the same moves as `play_logged`, in a fraction of the time."""
    game = _load(match.game)
    bots = _bots(match, number, game, wrap)
    picks = [getattr(bot, "pick", None) for bot in bots]
    dealer = SeededDealer(deal_seed(match, number))
    state = game.new(len(bots), match.options)
    if (play_at_once := getattr(state, "play_at_once", None)) is not None:
        play_at_once(dealer, events=None in picks)  # bots that look ahead may go by events
    decisions = 0
    while True:
        while state.asks:
            state.answer(dealer.answer(state.asks))
        prompt = state.prompt
        if prompt is None:
            break
        moves = state.legal()
        if len(moves) == 1:
            move = moves[0]
        else:
            decisions += 1
            pick = picks[prompt.seat]
            move = pick(moves) if pick is not None else bots[prompt.seat].choose(state.view(prompt.seat))
        state.advance(move)
        state.events.clear()
    assert state.outcome is not None
    return _result(match, number, state.outcome, state.turn, decisions)


def play_logged(match: Match, number: int, log: TableLog, wrap: Wrap | None = None) -> Result:
    """Plays one game through a Table into this log, which holds only its header."""
    table = Table(log)
    bots = _bots(match, number, table.game, wrap)
    decisions = 0
    while (prompt := table.state.prompt) is not None:
        moves = table.state.legal()
        if len(moves) == 1:
            table.play(prompt.seat, moves[0])
        else:
            decisions += 1
            table.play(prompt.seat, bots[prompt.seat].choose(table.view(prompt.seat)))
    assert table.state.outcome is not None
    return _result(match, number, table.state.outcome, table.state.turn, decisions)


def _bots(match: Match, number: int, game: Game, wrap: Wrap | None) -> list[Bot]:
    """Makes the bots by seat. Each has its own seed, which reveals nothing about the deal."""
    bots = []
    for bot in chairs(match, number):
        own = blake2b(f"{match.seed}/{number}/{bot}".encode(), digest_size=16, person=b"atlantis-arena")
        made = make_bot(match.bots[bot], game, own.hexdigest())
        bots.append(made if wrap is None else wrap(bot, made))
    return bots


def _result(match: Match, number: int, outcome: Outcome, turns: int, decisions: int) -> Result:
    order = chairs(match, number)
    scores = tuple(outcome.scores[order.index(bot)] for bot in range(len(order)))
    return Result(scores, tuple(sorted(order[seat] for seat in outcome.winners)), turns, decisions)
