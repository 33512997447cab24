"""One game in play. The table is the only door for moves: of a person, a bot, another program or a log.

The table never saves the state; it replays the log. It applies a move to a copy of the state and stores the record.
Only then it takes the copy as the new state. If storing fails, nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol, cast

from core import games
from core.chance import Dealer, open_answers
from core.dealers import Deal, FalseDeal, NotDealt, Told, UnknownDealer, deal_of
from core.frames import FORMAT, Record, same
from core.game import BadOption, Event, Game, IllegalMove, Move, Outcome, State
from core.masking import masked, unmasked


class TableError(Exception):
    """A log that is sound as a file but not as a game, as a reason id and its parameters. `n` among the parameters is
    the number of the bad record; the records before it are a sound game."""

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class TableLog(Protocol):
    """The log that a table needs. core/log.py and core/read_only_log.py have such logs."""

    @property
    def records(self) -> Sequence[Record]: ...

    def append(
        self, kind: str, seat: int | None, digest: bytes, body: Any, opened: list[int | None] | None, /
    ) -> Record: ...


class SignedLog(TableLog, Protocol):
    """A log that can also store records that others signed, and many records at once."""

    def together(self) -> AbstractContextManager[None]: ...

    def append(
        self,
        kind: str,
        seat: int | None,
        digest: bytes,
        body: Any,
        opened: list[int | None] | None,
        sig: bytes | None = None,
        /,
    ) -> Record: ...


class Step(NamedTuple):
    """One move and the position after it. The first step is the set-up, which is nobody's move."""

    n: int  # the number of its record
    seat: int | None
    move: Move | None
    turn: int
    events: tuple[Event, ...]
    state: State
    opened: bool  # chance answered, so the other people must consent to a take-back
    forced: bool  # the move was the only choice, so nobody needed to be asked; never an answer to a discreet prompt
    mover: int | None  # the seat whose turn it was; `seat` may be another seat that was asked within that turn


class Hint(NamedTuple):
    """The fact that a seat asked for advice. The log does not store the advice."""

    n: int  # the number of its record
    seat: int
    turn: int
    after: int  # the record number of the step after which the seat asked


def header(game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> dict[str, Any]:
    """Returns the body of a log's first record for a game with a seed. It holds all that a replay needs."""
    return {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "options": dict(game.settle(options)),
        "seats": list(seats),
        "dealer": {"kind": "seed", "seed": seed},
    }


class Table:
    """One game in play. `seats` says who plays ("you", "bot:random"); `steps` are all positions up to now."""

    def __init__(self, log: TableLog, writes: Callable[[int | None], bool] = lambda seat: True) -> None:
        """Opens the game of a log: a new game, whose log holds only its header, or any game to go on with.

        `writes` tells for which seats this table writes forced moves, and for None whether it writes the deal and the
        end. In a game among several programs each program writes only its own.
        """
        self.log = log
        self.writes = writes
        self.listeners: list[Callable[[Step], None]] = []
        about = log.records[0].body
        self.game = _game(about)
        self.seats: list[str] = about["seats"]
        deal = _deal(about, log.records)
        self.seed: str = deal.label
        self.dealer: Dealer = deal.dealer
        self.shut = deal.shut  # hidden faces stay hidden after the end; a caller who knows better may change it
        self._beside = deal.beside
        self.steps: list[Step] = []
        self.hints: list[Hint] = []  # including hints before moves that were taken back
        try:
            state = self.game.new(len(self.seats), about["options"])
        except BadOption as error:
            raise TableError("bad_header") from error
        before = state.digest()
        first = 1 + deal.records
        for record in log.records[1:first]:
            self._check(record, record.kind, before, None)
        dealt = len(log.records) > first
        if not dealt and (self._told or not writes(None)):
            raise TableError("not_dealt")
        if self._told:
            state = state.view(None)
        opened = self._answer(state, log.records[first] if dealt else None)
        if not dealt:
            log.append("deal", None, before, None, opened)
        self._check(log.records[first], "deal", before, opened)
        self.steps.append(Step(first, None, None, state.turn, tuple(state.take_events()), state, True, True, None))
        for record in log.records[first + 1 :]:
            self.replay(record)
        self._finish()

    @property
    def state(self) -> State:
        """The whole position, for the table's own use. Players get views of it."""
        return self.steps[-1].state

    @property
    def _told(self) -> bool:
        """Whether this table is a spectator's: it learns faces only from records."""
        return isinstance(self.dealer, Told)

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def view(self, seat: int | None, step: Step | None = None) -> State:
        """Returns a position as a seat (None: a spectator) may see it now. After the end everything is open, unless the
        table is `shut`."""
        state = self.state if step is None else step.state
        return state.copy() if self.over and not self.shut else self.state.look_back(state, seat)

    def events(self, step: Step, seat: int | None) -> list[Event]:
        """Returns the events of a step as a seat (None: a spectator) may see them now."""
        if self.over and not self.shut:
            return list(step.events)
        return [self.game.events[event[0]].view(event, step.seat, seat) for event in step.events]

    def play(self, seat: int, move: Move) -> Step:
        """Makes a move and returns its step. `go_on` then answers the forced prompts after it, each in a step of its
        own."""
        self._check_asked(seat)
        first = self._commit(seat, move)
        self.go_on()
        return first

    def _check_asked(self, seat: int) -> None:
        """Raises IllegalMove unless this seat is asked now."""
        prompt = self.state.prompt
        if prompt is None:
            raise IllegalMove("game_over")
        if prompt.seat != seat:
            raise IllegalMove("not_your_turn", seat=prompt.seat)

    def go_on(self) -> None:
        """Answers forced prompts and ends a finished game, as far as this table writes those records.

        It leaves a discreet prompt to the seat, because a quick answer would reveal something hidden.
        """
        while (only := self.state.forced()) is not None and (prompt := self.state.prompt) is not None:
            if not self.writes(prompt.seat) or self.state.discreet():
                return
            self._commit(prompt.seat, only)
        self._finish()

    def receive(self, record: Record, *, consent: bool = False) -> None:
        """Plays and stores the next record, which another program made. If either fails, nothing has changed.

        The caller has checked who signed the record and that it follows the one before. `consent` says that the others
        have agreed to a take-back. The caller calls `go_on` afterwards.
        """
        steps, hints = list(self.steps), list(self.hints)
        if record.kind == "back":
            self._check_back(record, consent)
        self.replay(record)
        try:
            _, _, digest, seat, kind, body, opened, sig = record
            cast(SignedLog, self.log).append(kind, seat, digest, body, opened, sig)
        except BaseException:
            self.steps, self.hints = steps, hints
            raise
        if kind in ("move", "back"):
            for tell in self.listeners:
                tell(self.steps[-1])

    def _commit(self, seat: int, move: Move) -> Step:
        before = self.state
        state, opened = self._applied(before, move)
        body = masked(self.game.moves, move, self.dealer, self.log.records[-1])
        record = self.log.append("move", seat, before.digest(), body, opened)
        step = self._step(record.n, seat, move, before, state, opened)
        for tell in self.listeners:
            tell(step)
        return step

    def _applied(self, before: State, move: Move, record: Record | None = None) -> tuple[State, list[int | None]]:
        state = before.copy()
        state.events = []
        state.apply(move)
        kind = self.game.moves[move[0]]
        if (fault := kind.fault(move, sealed=self._told)) is not None:  # only a spectator may not know a hidden field
            raise IllegalMove("bad_field", kind=kind.name, field=fault)
        return state, self._answer(state, record)

    def _answer(self, state: State, record: Record | None) -> list[int | None]:
        """Lets the dealer answer all asks of the state, and returns the answers as a record stores them. A spectator's
        table takes the answers from the record."""
        opened: list[int | None] = []
        if isinstance(self.dealer, Told):
            self.dealer.hear(None if record is None else record.opened)
        try:
            while state.asks:
                answers = self.dealer.answer(state.asks)
                opened += open_answers(state.asks, answers)
                state.answer(answers)
        except (FalseDeal, LookupError, TypeError, ValueError) as error:
            if not self._told:
                raise
            # The sender of the record made up faces that this game does not have.
            raise TableError("other_game", n=0 if record is None else record.n) from error
        return opened

    def _step(self, n: int, seat: int, move: Move, before: State, state: State, opened: list[int | None]) -> Step:
        forced = before.unasked() == move
        events = tuple(state.take_events())
        step = Step(n, seat, move, before.turn, events, state, bool(opened), forced, before.to_move)
        self.steps.append(step)
        return step

    def _finish(self) -> None:
        """Writes the record "end" with the scores of a finished game."""
        outcome = self.state.outcome
        if outcome is not None and self.log.records[-1].kind != "end" and self.writes(None):
            self.log.append("end", None, self.state.digest(), _end_body(outcome), None)

    def hint(self, seat: int) -> Hint:
        """Records that this seat asks for advice in the present position. One record for a position is enough."""
        self._check_asked(seat)
        after = self.steps[-1].n
        for hint in reversed(self.hints):
            if (hint.seat, hint.after) == (seat, after):
                return hint
        return self._hinted(self.log.append("hint", seat, self.state.digest(), None, None), seat)

    def _hinted(self, record: Record, seat: int) -> Hint:
        hint = Hint(record.n, seat, self.state.turn, self.steps[-1].n)
        self.hints.append(hint)
        return hint

    # Take-back -------------------------------------------------------------------------------------------------------

    def back_target(self, seat: int, *, alone: bool, consent: bool = False) -> Step | None:
        """Returns the step to which a take-back of this seat's last choice would return, or None if it is not allowed.

        Within its own turn a seat may take a choice back while chance has not answered since. If no other person plays
        (`alone`) or all of them agree (`consent`), it may do so at any time.
        """
        return next(self._before_choices(seat, alone or consent), None)

    def _before_choices(self, seat: int, agreed: bool) -> Iterator[Step]:
        """Yields the steps before choices of this seat to which it may return, the latest first."""
        state = self.state
        for index in range(0 if self.over else len(self.steps) - 1, 0, -1):
            step = self.steps[index]
            within = step.seat == seat == state.to_move and step.turn == state.turn and not step.opened
            if not (within or agreed):
                return
            if step.seat == seat and not step.forced:
                yield self.steps[index - 1]

    def back(self, seat: int, *, alone: bool, consent: bool = False) -> Step:
        """Takes back this seat's last choice and everything after it. The log keeps those records."""
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

    def replay(self, record: Record) -> None:
        """Apply a record that stands in the log already."""
        if record.kind == "move":
            before = self.state
            move = unmasked(self.game.moves, record, self.dealer)
            prompt = before.prompt
            if move is None or prompt is None or prompt.seat != record.seat:
                raise TableError("bad_move", n=record.n)
            try:
                state, opened = self._applied(before, move, record)
            except IllegalMove as error:
                raise TableError("bad_move", n=record.n) from error
            self._check(record, "move", before.digest(), opened)
            self._step(record.n, prompt.seat, move, before, state, opened)
        elif record.kind == "back":
            self._check(record, "back", self.state.digest(), None)
            if self._beside:
                self._check_back(record, self._agreed(record))
            if self.over or not _is_among(record.body, [step.n for step in self.steps]):
                raise TableError("bad_back", n=record.n)
            self._return_to(record.body)
        elif record.kind == "hint":
            self._check(record, "hint", self.state.digest(), None)
            prompt = self.state.prompt
            if prompt is None or prompt.seat != record.seat or record.body is not None:
                raise TableError("bad_hint", n=record.n)
            self._hinted(record, prompt.seat)
        elif record.kind == "end":
            self._check(record, "end", self.state.digest(), None)
            outcome = self.state.outcome
            if outcome is None or not same(record.body, _end_body(outcome)):
                raise TableError("bad_end", n=record.n)
        elif record.kind in self._beside:
            self._check(record, record.kind, self.state.digest(), None)
        else:
            raise TableError("unknown_kind", n=record.n, kind=record.kind)

    def _check_back(self, record: Record, consent: bool) -> None:
        """Raises TableError if a take-back among several programs is neither free nor agreed to."""
        targets = [] if record.seat is None else [step.n for step in self._before_choices(record.seat, consent)]
        # A spectator cannot always tell a choice from an answer that a hidden hand forced, so any target will do.
        if not _is_among(record.body, targets if self._told else targets[:1]):
            raise TableError("bad_back", n=record.n)

    def _agreed(self, record: Record) -> bool:
        before = self.log.records[record.n - 1]
        wanted = {"seat": record.seat, "to": record.body}
        return before.kind == "consent" and isinstance(before.body, dict) and wanted.items() <= before.body.items()

    def _check(self, record: Record, kind: str, digest: bytes, opened: list[int | None] | None) -> None:
        if record.kind != kind:
            raise TableError("unknown_kind", n=record.n, kind=record.kind)
        if record.digest != digest or not same(record.opened, opened):
            raise TableError("other_game", n=record.n)


def _is_among(target: Any, numbers: Sequence[int]) -> bool:
    """Whether the target of a take-back is one of these numbers. True is not, although it equals 1 in Python."""
    return type(target) is int and target in numbers


def _end_body(outcome: Outcome) -> dict[str, Any]:
    return {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def _game(about: Any) -> Game:
    """Returns the game of a header. Raises TableError if this program cannot play it."""
    wanted = {"game": str, "rules_version": int, "options": dict, "seats": list, "dealer": dict}
    if not isinstance(about, dict) or any(type(about.get(k)) is not t for k, t in wanted.items()):
        raise TableError("bad_header")
    seats = about["seats"]
    if not all(isinstance(seat, str) for seat in seats):
        raise TableError("bad_header")
    if about["game"] not in games.names():
        raise TableError("unknown_game", game=about["game"])
    game = games.load(about["game"])
    if about["rules_version"] != game.rules_version:
        raise TableError("other_rules", game=game.name, theirs=about["rules_version"], ours=game.rules_version)
    return game


def _deal(about: Any, records: Sequence[Record]) -> Deal:
    try:
        return deal_of(about, records)
    except UnknownDealer as error:
        raise TableError("unknown_dealer", dealer=str(error)) from error
    except NotDealt as error:
        raise TableError("not_dealt") from error
    except FalseDeal as error:
        raise TableError("other_game", n=error.n) from error
