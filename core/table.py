"""One game in play. The table is the only door: a person, a bot, a peer and a replay all come through `play`.

The state is never saved; it is the replay of the log. A move is applied to a copy, its record is stored, and only then
does the new state stand: if storing fails, nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from core import games
from core.chance import Dealer, SeededDealer, open_answers
from core.fields import pack, unpack
from core.frames import FORMAT, Record
from core.game import BadOption, Event, Game, IllegalMove, Move, State


class TableError(Exception):
    """A log that is sound as a file but not as a game. `good` records before it can still be shown."""

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class Log(Protocol):
    @property
    def records(self) -> Sequence[Record]: ...

    def append(
        self, kind: str, seat: int | None, digest: bytes, body: Any, opened: list[int | None] | None, /
    ) -> Record: ...


class Step(NamedTuple):
    """One move as it was made, and the position it led to. The set-up is the first step, with nobody's move."""

    n: int  # the number of its record
    seat: int | None
    move: Move | None
    turn: int
    events: tuple[Event, ...]
    state: State
    opened: bool  # chance spoke: it cannot be taken back among people without their consent
    forced: bool  # nobody was asked


def header(game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> dict[str, Any]:
    """The first record of a log: all that is needed to play the game again."""
    return {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "options": dict(game.settle(options)),
        "seats": list(seats),
        "dealer": {"kind": "seed", "seed": seed},
    }


class Table:
    """`seats` say who plays ("you", "bot:random"); `people` is how many of them are persons who may object."""

    def __init__(self, log: Log) -> None:
        """Sits down at a log: a new one, with nothing but its header, or any game that was left."""
        self.log = log
        self.listeners: list[Callable[[Step], None]] = []
        about = log.records[0].body
        self.game = _game(about)
        self.seats: list[str] = about["seats"]
        self.seed: str = about["dealer"]["seed"]
        self.dealer: Dealer = SeededDealer(self.seed)
        self.steps: list[Step] = []
        try:
            state = self.game.new(len(self.seats), about["options"])
        except BadOption as error:
            raise TableError("bad_header") from error
        before = state.digest()
        opened = self._answer(state)
        if len(log.records) == 1:
            log.append("deal", None, before, None, opened)
        self._check(log.records[1], "deal", before, opened)
        self.steps.append(Step(1, None, None, state.turn, tuple(state.take_events()), state, True, True))
        for record in log.records[2:]:
            self._replay(record)
        self._finish()

    @property
    def state(self) -> State:
        """The whole position, for the table's own use. What leaves the table is a view."""
        return self.steps[-1].state

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def view(self, seat: int | None, step: Step | None = None) -> State:
        """A position as a seat (None: a spectator) may see it now; after the end everything is open."""
        state = self.state if step is None else step.state
        return state.copy() if self.over else state.view(seat)

    def events(self, step: Step, seat: int | None) -> list[Event]:
        """What happened in a step, as a seat may know it."""
        if self.over:
            return list(step.events)
        return [self.game.events[event[0]].view(event, step.seat, seat) for event in step.events]

    def play(self, seat: int, move: Move) -> Step:
        """Makes a move. Prompts that leave no choice after it are answered here too, each in a step of its own."""
        prompt = self.state.prompt
        if prompt is None:
            raise IllegalMove("game_over")
        if prompt.seat != seat:
            raise IllegalMove("not_your_turn", seat=prompt.seat)
        first = step = self._commit(seat, move)
        while (only := step.state.forced()) is not None and step.state.prompt is not None:
            step = self._commit(step.state.prompt.seat, only)
        self._finish()
        return first

    def _commit(self, seat: int, move: Move) -> Step:
        before = self.state
        state, opened = self._applied(before, move)
        record = self.log.append("move", seat, before.digest(), pack(move), opened)
        step = self._step(record.n, seat, move, before, state, opened)
        for tell in self.listeners:
            tell(step)
        return step

    def _applied(self, before: State, move: Move) -> tuple[State, list[int | None]]:
        state = before.copy()
        state.events = []
        state.apply(move)
        kind = self.game.moves[move[0]]
        if (fault := kind.fault(move, sealed=False)) is not None:  # a seat knows what it does
            raise IllegalMove("bad_field", kind=kind.name, field=fault)
        return state, self._answer(state)

    def _answer(self, state: State) -> list[int | None]:
        opened: list[int | None] = []
        while state.asks:
            answers = self.dealer.answer(state.asks)
            opened += open_answers(state.asks, answers)
            state.answer(answers)
        return opened

    def _step(self, n: int, seat: int, move: Move, before: State, state: State, opened: list[int | None]) -> Step:
        forced = before.forced() == move
        events = tuple(state.take_events())
        step = Step(n, seat, move, before.turn, events, state, bool(opened), forced)
        self.steps.append(step)
        return step

    def _finish(self) -> None:
        """A finished game ends with its scores."""
        outcome = self.state.outcome
        if outcome is not None and self.log.records[-1].kind != "end":
            body = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
            self.log.append("end", None, self.state.digest(), body, None)

    # Take-back -------------------------------------------------------------------------------------------------------

    def back_target(self, seat: int, *, alone: bool, consent: bool = False) -> Step | None:
        """The step that a take-back of this seat's last choice would return to, or None where it may not.

        Free within one's own turn while nothing was opened since; at any time where no other person plays (`alone`) or
        all of them agree.
        """
        if self.over:
            return None
        state = self.state
        for index in range(len(self.steps) - 1, 0, -1):
            step = self.steps[index]
            within = step.seat == seat == state.to_move and step.turn == state.turn and not step.opened
            if not (within or alone or consent):
                return None
            if step.seat == seat and not step.forced:
                return self.steps[index - 1]
        return None

    def back(self, seat: int, *, alone: bool, consent: bool = False) -> Step:
        """Takes this seat's last choice back, and all that came after it. The log keeps both."""
        target = self.back_target(seat, alone=alone, consent=consent)
        if target is None:
            raise IllegalMove("no_back")
        self.log.append("back", seat, self.state.digest(), target.n, None)
        self._return_to(target.n)
        for tell in self.listeners:
            tell(target)
        return target

    def _return_to(self, n: int) -> None:
        while self.steps[-1].n != n:
            self.steps.pop()

    # Replay ----------------------------------------------------------------------------------------------------------

    def _replay(self, record: Record) -> None:
        if record.kind == "move":
            before = self.state
            move = unpack(self.game.moves, record.body)
            prompt = before.prompt
            if move is None or prompt is None or prompt.seat != record.seat:
                raise TableError("bad_move", n=record.n)
            try:
                state, opened = self._applied(before, move)
            except IllegalMove as error:
                raise TableError("bad_move", n=record.n) from error
            self._check(record, "move", before.digest(), opened)
            self._step(record.n, prompt.seat, move, before, state, opened)
        elif record.kind == "back":
            self._check(record, "back", self.state.digest(), None)
            if self.over or record.body not in [step.n for step in self.steps]:
                raise TableError("bad_back", n=record.n)
            self._return_to(record.body)
        elif record.kind == "end":
            self._check(record, "end", self.state.digest(), None)
            outcome = self.state.outcome
            if outcome is None or record.body != {
                "scores": list(outcome.scores),
                "winners": list(outcome.winners),
            }:
                raise TableError("bad_end", n=record.n)
        else:
            raise TableError("unknown_kind", n=record.n, kind=record.kind)

    def _check(self, record: Record, kind: str, digest: bytes, opened: list[int | None] | None) -> None:
        if record.kind != kind:
            raise TableError("unknown_kind", n=record.n, kind=record.kind)
        if record.digest != digest or record.opened != opened:
            raise TableError("other_game", n=record.n)


def _game(about: Any) -> Game:
    """The game of a header; raises TableError where this program cannot play it."""
    wanted = {"game": str, "rules_version": int, "options": dict, "seats": list, "dealer": dict}
    if not isinstance(about, dict) or any(not isinstance(about.get(k), t) for k, t in wanted.items()):
        raise TableError("bad_header")
    dealer, seats = about["dealer"], about["seats"]
    if dealer.get("kind") != "seed" or not isinstance(dealer.get("seed"), str):
        raise TableError("unknown_dealer", dealer=str(dealer.get("kind")))
    if not all(isinstance(seat, str) for seat in seats):
        raise TableError("bad_header")
    if about["game"] not in games.names():
        raise TableError("unknown_game", game=about["game"])
    game = games.load(about["game"])
    if about["rules_version"] != game.rules_version:
        raise TableError("other_rules", game=game.name, theirs=about["rules_version"], ours=game.rules_version)
    return game
