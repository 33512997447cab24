"""What the viewer must not miss: what came of an own move, and losses in the others' turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.text.history import losses
from atlantis_tui.games.survive.widgets.sentence_parts import Parts, Said, Who
from atlantis_tui.text.translation import _
from core.survive.rules import Survive
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable

Loss = tuple[int, tuple[int, ...]]  # what took them, and whom

# What follows from a tile that sinks, and from the die; all else the player has chosen and sees on the board.
TOLD = (
    *("shown", "kept", "appeared", "boat_came", "climbed_in", "whirled", "lost", "wrecked", "overboard"),
    *("rolled", "defended", "stayed"),
)


class News:
    """Says once, beside the board, what chance made of the viewer's own moves."""

    def __init__(self, table: SurviveTable) -> None:
        self.table = table

    def tell(self) -> None:
        table = self.table
        viewer, answered = table.viewer, table.answered
        new = answered.new_steps()
        own = [step for step in new if step.seat == viewer is not None and (step.forced or _by_chance(step))]
        if not own or table.past.at is not None or table.table.over:
            return
        lines: list[str] = []
        hurt = False
        for step in own:
            if told := answered.lines(step):
                lines += told
                continue
            if not _by_chance(step):
                continue
            events = [event for event in table.table.events(step, viewer) if event[0] in TOLD]
            after = table.table.view(viewer, step)
            lines += table.wording.events(events, step.seat, viewer, table.names, after)
            hurt = hurt or any(event[0] == "lost" for event in events)
        if lines:
            table.say(lines, good=not hurt)

    def losses(self) -> list[Loss]:
        """What the turn on show has cost all players."""
        steps = self.table.table.steps
        return losses(event for step in steps[-14:] if step.turn == steps[-1].turn for event in step.events)

    def lately(self, own: bool = False) -> list[Loss]:
        """All losses in other players' turns since the viewer's last turn; `own`: only those of the viewer."""
        table = self.table
        steps = table.table.steps[table.past.after_own() :]
        found = losses(event for step in steps if step.mover != table.viewer for event in step.events)
        return self.own(found) if own else found

    def own(self, taken: Sequence[Loss]) -> list[Loss]:
        """Keep only the losses of the viewer."""
        owner = cast(Survive, self.table.table.state).owner
        mine = [(cause, tuple(one for one in all if owner(one) == self.table.viewer)) for cause, all in taken]
        return [(cause, who) for cause, who in mine if who]


def lost(taken: Sequence[Loss]) -> Said:
    """Who was lost, and to what: "▲6 to the shark, ■ to the whirlpool"."""
    parts: Parts = {f"who{number}": Who(who) for number, (_cause, who) in enumerate(taken)}
    told = [
        _("{who} to {cause}").replace("{who}", f"{{who{number}}}").replace("{cause}", named.cause(cause))
        for number, (cause, _who) in enumerate(taken)
    ]
    return Said(_(", ").join(told), parts)


def _by_chance(step: Step) -> bool:
    return step.move is not None and step.move[0] in ("sink", "show", "keep")
