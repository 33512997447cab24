"""Setting up: the program places the rest of one's explorers and boats, one by one. Any key stops that."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.survive.choices import PLACING
from atlantis_tui.games.survive.widgets.sentence_parts import Line, Loud, Said
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.hidden import SEALED
from core.survive.components import BOX, hex_text
from core.survive.rules import Survive

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable


class RestPlacing:
    def __init__(self, table: SurviveTable) -> None:
        self.table = table
        self._from: dict[int, int] = {}  # by seat: the first step of what is placed, until that is told

    @property
    def active(self) -> bool:
        return self.table.viewer in self.table.delegating

    def start(self) -> None:
        """Begin to place the rest, or say why that is not possible."""
        table = self.table
        if not table.mode.permits("rest"):
            return
        if table.viewer is None or table.plan.step not in PLACING[:2]:
            table.say([_("All is placed: R places explorers and boats while you set up.")])
            return
        self._from[table.viewer] = len(table.table.steps)
        table.delegating.add(table.viewer)
        table.submitter.delegate()
        table.show()

    def stop(self) -> None:
        self.table.delegating.clear()
        self.table.show()

    def tell(self) -> None:
        """When all is placed, tell where."""
        table = self.table
        if table.viewer is None or table.viewer not in self._from or self.active:
            return
        steps = table.table.steps[self._from.pop(table.viewer) :]
        view = cast(Survive, table.view_of(table.table.steps[-1]))
        events = [event for step in steps if step.seat == table.viewer for event in step.events]
        folk = [_placed(view, event[1], event[2]) for event in events if event[0] == "placed"]
        boats = [hex_text(event[1]) for event in events if event[0] == "launched"]
        told = [_("Placed for you: {explorers}.").format(explorers=_(", ").join(folk))] if folk else []
        if boats:
            words = ngettext("A boat at {hexes}.", "Boats at {hexes}.", len(boats))
            told.append(words.format(hexes=listing(boats)))
        table.say(told or [_("Nothing was placed for you.")], good=True)

    def lines(self) -> list[Line]:
        """The prompt meanwhile."""
        table = self.table
        assert table.viewer is not None
        view = cast(Survive, table.view_of(table.table.steps[-1]))
        n = sum(view.spots[one] == BOX for one in view.explorers_of(table.viewer))
        boats = view.boats_left[table.viewer]
        return [
            Said(
                _("{lead} {explorers}, {boats} to go."),
                {
                    "lead": Loud(_("Placing the rest for you:"), "key"),
                    "explorers": ngettext("{n} explorer", "{n} explorers", n).format(n=n),
                    "boats": ngettext("{n} boat", "{n} boats", boats).format(n=boats),
                },
            ),
            Said(_("Any key stops, and the rest is yours again.")),
        ]


def _placed(view: Survive, explorer: int, at: int) -> str:
    """Where an explorer stands, with its treasure unless players have to forget these."""
    value = view.treasure(explorer)
    return hex_text(at) if value == SEALED else _("{value} {hex}").format(value=value, hex=hex_text(at))
