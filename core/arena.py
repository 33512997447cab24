"""Bots against bots: many games, one at a time. Processes, clocks and what is shown of it are for others.

The seats are rotated: each deal is played once for every bot in every chair, so that luck is shared fairly. Which deal
and which chairs depend on the game's number alone, so games may be played in any order and anywhere.
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
from core.table import Log, Table, header

# What stands between the game and a bot, such as a clock; told which of the match's bots it is.
Wrap = Callable[[int, Bot], Bot]

_load = lru_cache(games.load)  # which looks into a folder each time


class Match(NamedTuple):
    """What is the same in all games. Plain values, so that it can be sent to other processes."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, Any]

    def check(self) -> None:
        """Raises BadOption for what cannot be played."""
        game = games.load(self.game)
        game.new(len(self.bots), self.options)
        for level in self.bots:
            make_bot(level, game, "")


class Result(NamedTuple):
    """How one game went. Scores are in the order of the bots, wherever they sat."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    decisions: int  # how often there was a choice: more than one legal move


def chairs(match: Match, number: int) -> list[int]:
    """By seat: which of the bots sits there in this game, counted from 0."""
    bots = len(match.bots)
    return [(seat - number) % bots for seat in range(bots)]


def deal(match: Match, number: int) -> int:
    """Which deal is played in this game: the games of one deal belong together."""
    return number // len(match.bots)


def deal_seed(match: Match, number: int) -> str:
    return f"{match.seed}/{deal(match, number)}"


def game_header(match: Match, number: int) -> dict[str, Any]:
    """The header of this game's log."""
    seats = [f"bot:{match.bots[bot]}" for bot in chairs(match, number)]
    return header(_load(match.game), seats, match.options, deal_seed(match, number))


def play(match: Match, number: int, wrap: Wrap | None = None) -> Result:
    """One game, with nothing written down: the same moves as `play_logged` makes, in a fraction of the time."""
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


def play_logged(match: Match, number: int, log: Log, wrap: Wrap | None = None) -> Result:
    """One game at a table, every move through its door and into this log, which holds nothing but its header."""
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
    """By seat. Each has a seed of its own, from which the deal cannot be worked out."""
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
