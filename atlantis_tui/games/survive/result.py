"""The end of Survive! in figures: the treasures that were brought home, who was saved and who was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from atlantis_tui.games.survive.widgets.pieces import loud
from atlantis_tui.table.plain_result import ScoreResult
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from core.game import Event
from core.hidden import SEALED
from core.survive.components import EXPLORERS, hex_text
from core.survive.rules import Survive
from core.survive.schema import BY_CALM, BY_LAST_ONE, BY_LAST_TILE
from core.table import Table


class Rescue(ScoreResult):
    """What this game brings to the result screen."""

    def __init__(self, table: Table, names: Sequence[str], viewer: int | None) -> None:
        super().__init__(table, names, viewer)
        self.state = cast(Survive, table.state)
        self.equal = bool(self.state.options["all_equal"])

    def _worth(self, explorer: int) -> int:
        """How many points a saved explorer counts."""
        return 1 if self.equal else max(0, self.state.treasure(explorer))

    def _saved(self, seat: int) -> list[int]:
        return sorted(self.state.saved(seat), key=lambda one: (-self._worth(one), one))

    # In words --------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return _("Explorers saved") if self.equal else _("Treasures brought home")

    def ending(self, names: Sequence[str]) -> list[str]:
        turn, how, where, who = self.state.turn, -1, "", ""
        for step in self.table.steps[-3:]:
            for event in step.events:
                if event[0] == "ended":
                    how = event[1]
                elif event[0] == "shown":
                    where, who = hex_text(event[1]), names[step.seat] if step.seat is not None else ""
        if how == BY_LAST_ONE:
            told = [_("Nobody was left to be saved after turn {turn}."), _("Nobody was left, turn {turn}.")]
        elif how == BY_LAST_TILE:
            told = [_("The last tile sank on turn {turn}."), _("The last tile, turn {turn}.")]
        elif how == BY_CALM:
            told = [_("Twelve rounds passed in which nothing happened, to turn {turn}."), _("Calm, to turn {turn}.")]
        else:
            told = [
                _("{who} sank {where} on turn {turn}, and the volcano erupted."),
                _("The volcano erupted at {where}, turn {turn}."),
                _("The volcano, turn {turn}."),
            ]
        return [words.format(turn=turn, where=where, who=who) for words in told]

    def parts(self) -> list[tuple[str, str, list[int]]]:
        """By how much each explorer was worth."""
        if self.equal:
            return [(_("saved"), "land", list(self.scores))]
        groups = (
            (_("4 to 6"), "purse", range(4, 7)),
            (_("2 and 3"), "chain", range(2, 4)),
            (_("1"), "take", range(1, 2)),
        )
        return [
            (word, colour, [self._sum(seat, values) for seat in range(len(self.scores))])
            for word, colour, values in groups
        ]

    def _sum(self, seat: int, values: range) -> int:
        return sum(self._worth(one) for one in self._saved(seat) if self._worth(one) in values)

    def points(self) -> list[list[int]]:
        """By seat: what those are worth who are ashore after each turn, and last the score."""
        turns: dict[int, list[int]] = {}
        for step in self.table.steps:
            if not step.turn:
                continue  # setting up
            state = cast(Survive, step.state)
            turns[step.turn] = [sum(self._worth(one) for one in state.saved(seat)) for seat in range(len(self.scores))]
        turns[self.table.steps[-1].turn] = list(self.scores)
        return [[worth[seat] for worth in turns.values()] + [self.scores[seat]] for seat in range(len(self.scores))]

    def facts(self) -> list[tuple[str, int, str]]:
        found: list[tuple[str, int, str]] = []
        landed = next(self._events("landed"), None)
        if landed is not None:
            found.append((_("First ashore"), landed[0], _("turn {turn}").format(turn=landed[1])))
        taken: Counter[int] = Counter()
        for seat, _turn, event in self._events("lost"):
            taken[seat] += len(event[1])
        if taken:
            seat, n = min(taken.items(), key=lambda one: (-one[1], one[0]))
            words = ngettext("{n} explorer lost in their turns", "{n} explorers lost in their turns", n).format(n=n)
            found.append((_("Deadliest"), seat, words))
        return found

    def _events(self, kind: str) -> Iterator[tuple[int, int, Event]]:
        """All events of one kind, each with its player and its turn."""
        for step in self.table.steps:
            for event in step.events:
                if event[0] == kind and step.mover is not None:
                    yield step.mover, step.turn, event

    # The table -------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
        super().paint(canvas, x, y, width, look)
        head = look.palette.style(look.palette.dim, look.palette.sea)
        first, saved, lost = self._columns(width)
        canvas.put(x + first, y, cut(_("saved") if self.equal else _("treasures"), saved - first - 6, ""), head)
        canvas.put_right(x + saved, y, _("saved"), head)
        canvas.put_right(x + lost, y, _("lost"), head)

    def row(self, canvas: Canvas, x: int, y: int, width: int, look: Look, seat: int, ground: str) -> None:
        palette, state = look.palette, self.state
        text = palette.style(palette.text, ground)
        first, saved, lost = self._columns(width)
        canvas.fill(x + first - 1, y, width - 8 - first, 1, text)  # over a name that is too long
        folk = self._saved(seat)
        at, room = x + first, saved - first - 5
        pitch = 2 if 2 * len(folk) <= room else 1
        for one in folk[: max(0, room // pitch)]:
            value = state.treasure(one)
            sign = look.glyphs.figures[one // EXPLORERS] if self.equal or value == SEALED else str(value)
            canvas.put(at, y, sign, loud(palette, palette.seats[one // EXPLORERS]))
            at += pitch
        good = "plain" if palette.flat else readable(palette, palette.land, ground)
        canvas.put_right(x + saved, y, str(len(folk)), palette.style(good, ground, True))
        canvas.put_right(x + lost, y, str(len(state.lost(seat))), text)

    def _columns(self, width: int) -> tuple[int, int, int]:
        """Where the treasures begin, and where the columns of saved and lost end."""
        first = 14 if width < 70 else 18 if width < 100 else 28
        return first, width - 15, width - 9


RECKONING = Rescue
