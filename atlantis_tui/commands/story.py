"""A game as sentences: all of it, or how it ended. Commands print them."""

from __future__ import annotations

from itertools import groupby

from atlantis_tui.games import text_for
from atlantis_tui.saved import seats
from atlantis_tui.saved.perspective import OPEN, Eyes, is_shared, names_for_us, own_seat
from atlantis_tui.saved.perspective import events as heard
from atlantis_tui.saved.perspective import view as look
from atlantis_tui.text.agreements import agreed
from atlantis_tui.text.sentences import listing, printable, title
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from atlantis_tui.replay.table import Agreed, Back, Replayed
    from core.table import Hint, Step, Table

    Aside = Hint | Back | Agreed


def story(table: Replayed, eyes: Eyes) -> Iterator[str]:
    """Every turn in sentences, as these eyes saw it."""
    teller = StoryTeller(table, eyes)
    yield teller.heading()
    asides: list[Aside] = [*table.hints, *table.backs, *table.agreed]
    asides.sort(key=lambda one: one.n)
    for steps in teller.turns():
        last = steps[-1]
        yield from _asides([one for one in asides if one.n < last.n], teller.viewer, teller.names)
        asides = [one for one in asides if one.n > last.n]
        yield from teller.told(steps)
    yield from _asides(asides, teller.viewer, teller.names)
    yield from teller.end()


def ending(table: Table, eyes: Eyes) -> Iterator[str]:
    """How a finished game ended: its last turn, the scores and who has won."""
    teller = StoryTeller(table, eyes)
    yield teller.heading()
    for steps in teller.turns()[-1:]:
        yield from teller.told(steps)
    yield from teller.end()


class StoryTeller:
    """Tells a game to whoever looks with these eyes."""

    def __init__(self, table: Table, eyes: Eyes) -> None:
        self.table, self.eyes = table, eyes
        self.words = text_for(table.game.name)
        names = [printable(name) for name in seats.names(table.seats)]
        viewer = eyes
        if is_shared(table) and (eyes == OPEN or eyes == own_seat(table)):
            names = [printable(name) for name in names_for_us(table)]
        if eyes == OPEN:
            viewer = names.index(_("You")) if _("You") in names else None
        self.viewer = viewer
        self.names = [
            _("Player {n}").format(n=n + 1) if name == _("You") and n != viewer else name
            for n, name in enumerate(names)
        ]

    def heading(self) -> str:
        game = title(self.table.game.name)
        who = listing(
            [
                name if seats.is_person(seat) else _("{name} ({bot})").format(name=name, bot=printable(seat))
                for name, seat in zip(self.names, self.table.seats, strict=True)
            ]
        )
        if self.eyes == OPEN:
            return _("{game}: {names}. Seed {seed}.").format(game=game, names=who, seed=printable(self.table.seed))
        return _("{game}: {names}.").format(game=game, names=who)

    def turns(self) -> list[list[Step]]:
        """The steps of each turn; what another seat does within it is a turn of its own."""
        return [list(steps) for _turn, steps in groupby(self.table.steps[1:], lambda step: (step.turn, step.seat))]

    def told(self, steps: Sequence[Step]) -> Iterator[str]:
        """What happened in one turn."""
        events: list[Any] = []
        for step in steps:
            events += heard(self.table, step, self.eyes)
        last = steps[-1]
        after = look(self.table, last, self.eyes)
        for line in self.words.events(events, last.seat, self.viewer, self.names, after):
            yield _("{turn}. {sentence}").format(turn=last.turn, sentence=line)

    def end(self) -> Iterator[str]:
        """The scores and who has won, or who is to play."""
        table = self.table
        if table.over:
            open_or_shut = look(table, table.steps[-1], self.eyes if table.shut else OPEN)
            yield from self.words.outcome(open_or_shut, self.viewer, self.names)
        elif (prompt := table.state.prompt) is not None:
            yield _("The game is not over: {name} is to play.").format(name=self.names[prompt.seat])


def _asides(asides: Sequence[Aside], viewer: int | None, names: Sequence[str]) -> Iterator[str]:
    """Who asked for advice, who took something back, and what was agreed on. Equal lines in a row are told once."""
    from atlantis_tui.replay.table import Agreed
    from core.table import Hint

    last = ""
    for one in asides:
        if isinstance(one, Agreed):
            said = agreed(one.record, viewer, names)
            line = _("{turn}. {sentence}").format(turn=one.turn, sentence=said) if said else ""
        else:
            own, to = one.seat == viewer, one.turn
            if isinstance(one, Hint):
                words = _("{turn}. You asked for a hint.") if own else _("{turn}. {name} asked for a hint.")
            elif one.to == one.turn:
                words = _("{turn}. You took a move back.") if own else _("{turn}. {name} took a move back.")
            else:
                words, to = _("{turn}. {name} took moves back: on from turn {to}."), one.to
                if own:
                    words = _("{turn}. You took moves back: on from turn {to}.")
            line = words.format(turn=one.turn, name=names[one.seat], to=to)
        if line and line != last:
            yield line
        last = line
