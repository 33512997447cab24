"""A game as a program plays it that learns: numbers for moves, views in numbers, and rewards at the end.

What follows by itself is not asked, as at our tables: prompts that leave no choice are answered, except where a quick
answer would tell something hidden.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from atlantis_tui.training.chance_draws import ChanceDraws
from core import games
from core.chance import Ask, SeededDealer, answers_for
from core.game import Game, Move, State
from core.hidden import Hand
from core.training import Training, Word, training


class PracticeMove(NamedTuple):
    seat: int
    move: Move


class PracticeChance(NamedTuple):
    asks: tuple[Ask, ...]
    answers: tuple[int, ...]


def numbered_games() -> list[str]:
    """Returns the games that can be learned: those with a training.py."""
    return [name for name in games.names() if training(games.load(name)) is not None]


def played_again(
    name: str, seats: int, options: Mapping[str, Any], seed: str | bytes | None, chosen: Sequence[int]
) -> PracticeGame:
    """Returns the game in which these actions and draws were chosen."""
    found = PracticeGame(name, seats, options, None if seed is None else SeededDealer(seed))
    for one in chosen:
        if found.asked is None:
            found.draw(one)
        else:
            found.act(one)
    return found


class PracticeGame:
    """One game from the set-up to the end.

    With a dealer, chance answers at once. Without one, the caller draws: while `chances` returns anything, nobody is
    asked, and the caller gives one of these answers to `draw`.
    """

    __slots__ = ("_chosen", "_dealer", "_dealt", "_draws", "_legal", "_told", "game", "numbers", "state", "word")

    def __init__(
        self, name: str, seats: int, options: Mapping[str, Any] | None = None, dealer: SeededDealer | None = None
    ) -> None:
        self.game: Game = games.load(name)
        numbers = training(self.game)
        if numbers is None:
            raise ValueError(f"{name} cannot be learned: it has no core/{name}/training.py")
        self.numbers: Training = numbers
        self.state: State = self.game.new(seats, options)
        self.word: Word = ()  # the actions of a move that is not complete
        self._dealer = dealer
        self._draws = ChanceDraws()
        self._chosen: list[int] = []  # all actions and draws
        self._told: list[PracticeMove | PracticeChance] = []
        self._dealt: State | None = None
        self._legal: list[int] | None = None
        self._go_on()

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.game, twin.numbers, twin.state, twin.word = self.game, self.numbers, self.state.copy(), self.word
        twin._dealer = None if self._dealer is None else self._dealer.fork()
        twin._draws, twin._told, twin._chosen = self._draws.copy(), self._told.copy(), self._chosen.copy()
        twin._dealt, twin._legal = self._dealt, self._legal
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles what was chosen, from which the game is played again."""
        state = self.state
        seed = None if self._dealer is None else self._dealer.seed
        return played_again, (self.game.name, state.seats, dict(state.options), seed, self._chosen)

    @property
    def asked(self) -> int | None:
        """The seat that must act; None while chance must be drawn, and after the end."""
        prompt = self.state.prompt
        return None if prompt is None else prompt.seat

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def drawn(self) -> int:
        """How many answers chance has given to the asks of the moment."""
        return len(self._draws.answers)

    @property
    def dealt(self) -> PracticeChance:
        """The answers of chance before the first prompt. Nobody may see all of them."""
        first = self._told[0]
        assert isinstance(first, PracticeChance)
        return first

    # Actions ---------------------------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Returns the actions of the asked seat, rising; none while nobody is asked."""
        if self._legal is None:
            seat = self.asked
            self._legal = [] if seat is None else self.numbers.legal(self.state.view(seat), self.word)
        return self._legal

    def act(self, action: int) -> None:
        """Takes the asked seat's action. Raises ValueError for one that is not legal now."""
        seat = self.asked
        if seat is None or action not in self.legal():
            raise ValueError(f"{action} is no legal action now")
        self._legal = None
        self._chosen.append(int(action))
        word = (*self.word, int(action))
        move = self.numbers.move(self.state.view(seat), word)
        if move is None:
            self.word = word
            return
        self.word = ()
        self._make(seat, move)
        self._go_on()

    def text(self, action: int) -> str:
        """Returns how people write the move of an action, or for a part of a move, and for one that is not legal now,
        its kind and its number within it."""
        seat = self.asked
        if seat is not None and action in self.legal():
            move = self.numbers.move(self.state.view(seat), (*self.word, action))
            if move is not None:
                return self.game.text(move)
        kind, number = self.numbers.kind_of(action)
        return f"{kind} {number}"

    def _make(self, seat: int, move: Move) -> None:
        self.state.advance(move)
        self.state.events = []
        self._told.append(PracticeMove(seat, move))

    # Chance ----------------------------------------------------------------------------------------------------------

    def chances(self) -> list[tuple[int, int]]:
        """Returns the answers that chance may give next, each with its weight; none while it is not asked."""
        return self._draws.choices(self.state.asks)

    def draw(self, face: int) -> None:
        """Lets chance answer with one of `chances`."""
        if face not in dict(self.chances()):
            raise ValueError(f"chance cannot answer {face} now")
        self._chosen.append(int(face))
        self._draws.draw(self.state.asks[self.drawn], face)
        self._go_on()

    def _go_on(self) -> None:
        """Plays on until chance or a seat has a choice."""
        self._legal = None
        while not self.over:
            asks = tuple(self.state.asks)
            if asks:
                if self._dealer is not None:
                    answers = self._dealer.answer(asks)
                elif self.chances():
                    return
                else:
                    answers, self._draws.answers = self._draws.answers, []
                self.state.answer(answers)
                self.state.events = []
                self._told.append(PracticeChance(asks, tuple(answers)))
                if self._dealt is None:
                    self._dealt = self.state.copy()
                continue
            only, seat = self.state.unasked(), self.asked
            if only is None or seat is None:
                return
            self._make(seat, only)

    # What a seat sees ------------------------------------------------------------------------------------------------

    def observation(self, seat: int) -> list[int]:
        """Returns what this seat sees now, in numbers."""
        return self.numbers.observe(self.state.view(seat), seat, self.word if seat == self.asked else ())

    def public_observation(self, seat: int) -> list[int]:
        """Returns the same without what only this seat sees."""
        return self.numbers.observe(self.state.view(None), seat, ())

    def history(self, seat: int) -> str:
        """Returns all that this seat has seen since the set-up: equal for games that it cannot tell apart.

        It holds the moves and the answers of chance as far as they are open to the seat, and what it saw of the deal. A
        game in which players must forget something of the deal leaves that out here too (`State.look_back`).
        """
        state = self.state
        about = [self.game.name, self.game.rules_version, state.seats, list(state.options.values()), seat]
        told: list[Any] = [about]
        for number, step in enumerate(self._told):
            if isinstance(step, PracticeMove):
                kind = self.game.moves[step.move[0]]
                told.append([step.seat, *kind.view(step.move, step.seat, seat)])
            elif number:
                told.append(answers_for(step.asks, step.answers, seat))
            else:
                told += [answers_for(step.asks, step.answers, None), self._own_deal(seat)]
        if self.drawn:
            told.append(answers_for(state.asks[: self.drawn], self._draws.answers, seat))
        if self.word and seat == self.asked:
            told.append(list(self.word))
        return json.dumps(told, separators=(",", ":"))

    def _own_deal(self, seat: int) -> list[list[int]]:
        assert self._dealt is not None
        seen = self.state.look_back(self._dealt, seat)
        found: list[list[int]] = []
        for name in seen.HIDDEN:
            thing = getattr(seen, name)
            for one in thing if isinstance(thing, list) else [thing]:
                found.append(one.faces() if isinstance(one, Hand) else one.faces)
        return found

    def rewards(self) -> list[float]:
        """Returns what the game brought to each seat, together nothing: 1 to a sole winner, which the losers pay in
        equal parts, and less to winners who share. Before the end nobody has anything."""
        outcome, seats = self.state.outcome, self.state.seats
        if outcome is None:
            return [0.0] * seats
        lost = -1 / (seats - 1)
        won = (1 / len(outcome.winners)) * (1 - lost) + lost
        return [won if seat in outcome.winners else lost for seat in range(seats)]
