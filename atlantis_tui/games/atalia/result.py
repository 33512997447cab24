"""The end of Atalia in figures: whose fields, the longest row, tactics played, and the points of each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.table.plain_result import ScoreResult
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from core.atalia.components import FIELDS, ROW, WIN
from core.atalia.formations import Formation, strength
from core.atalia.rules import Atalia
from core.atalia.schema import BY_FIVE, BY_ROW
from core.table import Step, Table


class AtaliaResult(NamedTuple):
    """One game of the series."""

    winner: int | None
    how: int
    scores: tuple[int, int]
    turn: int


class FieldClaim(NamedTuple):
    strength: int
    seat: int
    made: Formation
    turn: int
    field: int


class ResultLine(ScoreResult):
    """What this game brings to the result screen."""

    def __init__(self, table: Table, names: Sequence[str], viewer: int | None) -> None:
        super().__init__(table, names, viewer)
        self.state = cast(Atalia, table.state)
        self.games = [
            AtaliaResult(event[1], event[2], (event[3], event[4]), step.turn)
            for step in table.steps
            for event in step.events
            if event[0] == "won"
        ]

    # In words --------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return _("The fields") if len(self.games) == 1 else _("The fields of the last game")

    def ending(self, names: Sequence[str]) -> list[str]:
        last = self.games[-1]
        turn = self.state.turn
        if last.winner is None:
            told = [_("Nobody could go on after turn {turn}, and both had as many fields.")]
        elif last.how == BY_ROW:
            told = [_("{fields} are three in a row, on turn {turn}."), _("Three fields in a row, on turn {turn}.")]
        elif last.how == BY_FIVE:
            told = [_("Five of the nine fields were claimed by turn {turn}."), _("Five fields, on turn {turn}.")]
        else:
            told = [_("Nobody could go on after turn {turn}, and more fields won."), _("More fields, on turn {turn}.")]
        fields = self._row(last.winner) if last.winner is not None else ""
        return [words.format(turn=turn, fields=fields) for words in told]

    def _row(self, seat: int) -> str:
        owners = self.state.owners
        for first in range(FIELDS - ROW + 1):
            if all(owners[field] == seat for field in range(first, first + ROW)):
                said = named.fields(range(first, first + ROW))
                return said[0].upper() + said[1:]
        return ""

    def parts(self) -> list[tuple[str, str, list[int]]]:
        """Games that were won, and fields of those that were not."""
        won = [WIN * sum(game.winner == seat for game in self.games) for seat in (0, 1)]
        fields = [sum(game.scores[seat] for game in self.games if game.winner != seat) for seat in (0, 1)]
        return [(_("a win = 5"), "purse", won), (_("fields"), "chain", fields)]

    def points(self) -> list[list[int]]:
        """By seat: the points of earlier games and the fields owned after each turn, and last the score."""
        turns: dict[int, list[int]] = {}
        for step in self.table.steps:
            state = cast(Atalia, step.state)
            turns[step.turn] = [state.points[seat] + state.fields_of(seat) for seat in (0, 1)]
        turns[self.table.steps[-1].turn] = list(self.scores)
        return [[points[seat] for points in turns.values()] + [self.scores[seat]] for seat in (0, 1)]

    def counted(self) -> list[str]:
        """A win is worth more than the fields, so the points are not what lies on the table."""
        if len(self.games) > 1:
            return [
                _("Each game won counts {win}; in one that was not, each field 1.").format(win=WIN),
                _("A game won counts {win}, else a field 1.").format(win=WIN),
                _("A game won counts {win}.").format(win=WIN),
            ]
        winner = self.games[0].winner
        if winner is None:
            return []
        n = self.games[0].scores[1 - winner]
        return [
            ngettext(
                "The win counts {win}, and the loser has {n} field.",
                "The win counts {win}, and the loser has {n} fields.",
                n,
            ).format(win=WIN, n=n),
            _("The win counts {win}, fields {n}.").format(win=WIN, n=n),
            _("Win {win}, fields {n}.").format(win=WIN, n=n),
        ]

    def facts(self) -> list[tuple[str, int, str]]:
        found: list[tuple[str, int, str]] = []
        best = max(self._claimed(), key=lambda claim: claim.strength, default=None)
        if best is not None:
            words = _("{made}, turn {turn}").format(made=named.formation(best.made), turn=best.turn)
            found.append((_("Strongest claim"), best.seat, words))
        first = next(self._claimed(), None)
        if first is not None:
            words = _("{made}, turn {turn}").format(made=named.formation(first.made), turn=first.turn)
            found.append((_("First claim"), first.seat, words))
        return found

    def story(self) -> tuple[str, list[tuple[str, int, str]]]:
        """How the fields of the last game were claimed, one after another."""
        words = _("{made}, turn {turn}")
        return _("Claim by claim"), [
            (
                _("field {n}").format(n=claim.field + 1),
                claim.seat,
                words.format(made=named.formation(claim.made), turn=claim.turn),
            )
            for claim in self._last_claims()
        ]

    def _last_claims(self) -> list[FieldClaim]:
        """Those of the last game of the series."""
        begins = self.games[-2].turn if len(self.games) > 1 else 0
        return [claim for claim in self._claimed() if claim.turn > begins]

    def _claimed(self) -> Iterator[FieldClaim]:
        before: Step | None = None
        for step in self.table.steps:
            for event in step.events:
                if event[0] == "claimed" and step.seat is not None and before is not None:
                    state = cast(Atalia, before.state)
                    made = state.formation(step.seat, event[1])
                    if made is not None:
                        yield FieldClaim(strength(made, state.ground(event[1])), step.seat, made, step.turn, event[1])
            before = step

    # The table -------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
        super().paint(canvas, x, y, width, look)
        head = look.palette.style(look.palette.dim, look.palette.sea)
        fields, row, tactics, series = self._columns(width)
        canvas.put(x + fields, y, _("fields"), head)
        canvas.put_right(x + row, y, _("row"), head)
        if tactics is not None:
            canvas.put_right(x + tactics, y, _("tactics"), head)
        if series is not None:
            canvas.put(x + series, y, cut(_("games"), width - 8 - series, ""), head)

    def row(self, canvas: Canvas, x: int, y: int, width: int, look: Look, seat: int, ground: str) -> None:
        palette, state = look.palette, self.state
        text = palette.style(palette.text, ground)
        own = palette.style(readable(palette, palette.seats[seat], ground), ground, True)
        fields, row, tactics, series = self._columns(width)
        apart = _apart(width)
        made = {claim.field: claim.made for claim in self._last_claims()}
        canvas.fill(x + fields - 1, y, width - 8 - fields, 1, text)  # over a name that is too long
        for field in range(FIELDS):
            owned = state.owners[field] == seat
            sign = str(field + 1) if owned else look.glyphs.none
            if owned and apart > 2 and field in made:
                sign += f" {named.rank_short(made[field][0])} {made[field][1]}"
            canvas.put(x + fields + apart * field, y, sign, own if owned else palette.style(palette.dim, ground))
        canvas.put_right(x + row, y, f"{state.longest_row(seat)}/{ROW}", text)
        if tactics is not None:
            canvas.put_right(x + tactics, y, str(state.tactics_played[seat]), text)
        if series is not None:
            told = " + ".join(str(game.scores[seat]) for game in self.games)
            canvas.put(x + series, y, cut(told, width - 8 - series, look.glyphs.dots), text)

    def _columns(self, width: int) -> tuple[int, int, int | None, int | None]:
        """Where the fields begin, the row and the tactics end, and each game's points begin, if there is more than one.

        The names have what is left of the first third. Where there is no room for both, games go before tactics.
        """
        fields = 14 if width < 70 else 18 if width < 100 else 28
        row = fields + _apart(width) * FIELDS + 4
        tactics = row + 9
        if len(self.games) == 1:
            return fields, row, tactics, None
        return (fields, row, None, row + 3) if width < 70 else (fields, row, tactics, tactics + 3)


def _apart(width: int) -> int:
    """Cells from one field to the next. With room, each has its formation: "4 Wdg 24"."""
    return 10 if width >= 140 else 2


RECKONING = ResultLine
