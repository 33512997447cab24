"""What one seat is told about a game, as lines. Everything here comes from that seat's own view: see PROTOCOL.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from atlantis_tui.bots import MAX_LINE, MAX_LINES, PROTOCOL
from core.chance import answers_for
from core.game import Reason, State
from core.hidden import SEALED
from core.table import Step, Table


def line(message: dict[str, Any]) -> bytes:
    """One message as bytes: ASCII, no space that is not needed, and always the same bytes for the same message."""
    return json.dumps(message, separators=(",", ":"), default=str).encode() + b"\n"


class SeatTeller:
    """Remembers what it has told, so that it tells only what is new, and which moves were taken back since."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._told: list[int] = []  # the numbers of the steps that this seat knows

    def luck(self) -> str:
        """Random text for a bot's own use. It depends only on what all can see of the set-up: the same game gives
        the same luck, another game gives another, and nothing in it tells the seed."""
        return f"{self._table.steps[0].state.digest().hex()}-{self._seat}"

    def hello(self, names: Sequence[str], luck: str, seconds: float) -> bytes:
        first = self._table.steps[0]
        game = self._table.game
        self._told = [first.n]
        return line(
            {
                "kind": "hello",
                "protocol": PROTOCOL,
                "game": game.name,
                "rules_version": game.rules_version,
                "options": dict(first.state.options),
                "seats": list(names),
                "seat": self._seat,
                "luck": luck,
                "limits": {"line": MAX_LINE, "lines": MAX_LINES, "seconds": seconds},
                "n": first.n,
                "events": self._events(first),
                "chance": self._chance(0),
                "state": game.export(first.state.view(self._seat)),
            }
        )

    def news(self) -> bytes:
        """All that happened since the last time."""
        steps = self._table.steps
        known = 0
        while known < min(len(steps), len(self._told)) and steps[known].n == self._told[known]:
            known += 1
        lines = []
        if known < len(self._told):
            lines.append(line({"kind": "back", "to": self._told[known - 1]}))
        lines += [self._move(index) for index in range(known, len(steps))]
        self._told = [step.n for step in steps]
        return b"".join(lines)

    def ask(self, view: State) -> bytes:
        game, prompt = self._table.game, view.prompt
        assert prompt is not None
        return line(
            {
                "kind": "ask",
                "n": self._table.steps[-1].n,
                "prompt": prompt.kind,
                "legal": [game.text(move) for move in view.legal()],
                "digest": view.digest().hex(),
                "state": game.export(view),
            }
        )

    def no(self, reason: Reason) -> bytes:
        return line({"kind": "no", "reason": reason.id, "params": dict(reason.params)})

    def bye(self, why: str) -> bytes:
        outcome = self._table.state.outcome
        message: dict[str, Any] = {"kind": "bye", "why": why}
        if outcome is not None:
            message |= {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        return line(message)

    def _move(self, index: int) -> bytes:
        step = self._table.steps[index]
        assert step.move is not None
        game = self._table.game
        move = game.moves[step.move[0]].view(step.move, step.seat, self._seat)
        return line(
            {
                "kind": "move",
                "n": step.n,
                "turn": step.turn,
                "seat": step.seat,
                "move": game.text(move),
                "events": self._events(step),
                "chance": self._chance(index),
            }
        )

    def _events(self, step: Step) -> list[dict[str, Any]]:
        """Even after the end, no more than this seat saw during the game."""
        told = []
        for event in step.events:
            kind = self._table.game.events[event[0]]
            if kind.exported:
                told.append({"e": kind.name, **kind.json(kind.view(event, step.seat, self._seat))})
        return told

    def _chance(self, index: int) -> list[int | None]:
        """What chance answered in a step; None where the answer is not for this seat.

        The table stores no answers, because the dealer gives the same ones whenever it is asked again.
        """
        table = self._table
        if index:
            state, move = table.steps[index - 1].state.copy(), table.steps[index].move
            assert move is not None
            state.advance(move)
        else:
            state = table.game.new(len(table.seats), table.state.options)
        told: list[int | None] = []
        while state.asks:
            answers = table.dealer.answer(state.asks)
            told += [None if face == SEALED else face for face in answers_for(state.asks, answers, self._seat)]
            state.answer(answers)
        return told
