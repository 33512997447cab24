"""What a review says about a move, with chips in the sentences, and how that is made to fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, cast

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.games import face
from atlantis_tui.text import review as wording
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.line_wrap import is_chip, wrap_line
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.rich_line import Piece, pieces, width
from core.game import Move
from core.review import LEAST, Reviewed, as_played, better_way, view_before
from core.table import Table

# a turn: each position after chance has decided something, and the moves made from it
Way = Sequence[tuple[Any, Sequence[Move]]]
BRIEF, PAID, WHOLE = range(3)  # how much is told about a move
PROMPT = 3  # lines


class ReviewFace(Protocol):
    """What a game offers for reviews in games/<game>/review.py: its moves in a few words, and the board as it was."""

    def told(
        self, way: Way, look: Look, style: Style, detail: int, *, instead: Way | None = None
    ) -> list[list[Piece]]: ...

    def sight(self, way: Way, names: Sequence[str]) -> Any: ...

    def off_road(self, seen: Any) -> str: ...

    def scale_for(self, width: int, height: int) -> Any: ...

    def paint_road(self, canvas: Canvas, x: int, y: int, scale: Any, seen: Any, look: Look) -> None: ...

    def holdings(self, seen: Any, look: Look, style: Style) -> list[list[Piece]]: ...


def retold_for(game: str) -> ReviewFace:
    """The module games/<game>/review.py. A game without one cannot be reviewed."""
    return cast(ReviewFace, face("review", game))


class ReviewView(NamedTuple):
    """All that the painting of a review depends on."""

    table: Table
    seat: int
    name: str
    you: bool  # whether the reader sat on the seat
    names: Sequence[str]
    others: bool  # whether other seats can be reviewed
    moves: int  # how many moves the review will have
    reviewed: Sequence[Reviewed]
    chosen: int | None
    road: bool
    better: bool
    trouble: str
    stopped: bool  # whether no more turns will come
    hover: Any


def has_better(one: Reviewed) -> bool:
    """Whether another move was really better, by more than the noise of the estimate."""
    return one.dearest is not None and one.dearest.loss > 0 and one.loss >= LEAST


def turn_way(shown: ReviewView, one: Reviewed, better: bool) -> Way:
    """The whole turn as it was played, or with the better line."""
    choice = one.dearest
    stretches = as_played(shown.table, one.turn)
    if better and choice is not None:
        stretches = better_way(shown.table, one.turn, choice)
    return [(view_before(shown.table, shown.seat, stretch.at), stretch.moves) for stretch in stretches]


class ReviewTeller:
    """Tells about one turn in text for a given background."""

    def __init__(self, shown: ReviewView, one: Reviewed, pen: Pen, ground: str) -> None:
        self.shown, self.one, self.pen, self.ground = shown, one, pen, ground
        self.game = retold_for(shown.table.game.name)
        self.plain = pen.palette.style(pen.palette.text, ground)

    def _phrases(self, better: bool, detail: int) -> list[list[Piece]]:
        way = turn_way(self.shown, self.one, better)
        instead = turn_way(self.shown, self.one, False) if better else None
        return self.game.told(way, self.pen.look, self.plain, detail, instead=instead)

    def move(self, better: bool, detail: int) -> list[Piece]:
        return _joined(self._phrases(better, detail), self.plain)

    def differing(self, better: bool) -> list[Piece]:
        """The same from where the two moves part; dots stand for what both begin with."""
        phrases, same = self._phrases(better, PAID), self._alike()
        if not same:
            return _joined(phrases, self.plain)
        rest = phrases[same:] or [[(_("nothing more"), self.plain)]]
        return [(f"{self.pen.glyphs.dots} ", self.plain), *_joined(rest, self.plain)]

    def _alike(self) -> int:
        """With how many phrases both moves begin."""
        both = [
            ["".join(text for text, _style in phrase) for phrase in self._phrases(better, PAID)]
            for better in (False, True)
        ]
        if both[0] == both[1]:
            return 0
        return next((n for n, (one, other) in enumerate(zip(*both, strict=False)) if one != other), min(map(len, both)))

    def _beginning(self, room: int) -> list[list[Piece]]:
        """What `differing` leaves out, in a line of its own."""
        same = self._alike()
        if not same:
            return []
        moves = _joined(self._phrases(False, PAID)[:same], self.plain)
        line = pieces(_("Before that, both ways: {moves}."), self.plain, {"moves": moves})
        return [shortened(line, room, self.pen.glyphs.dots, self.plain)]

    def wordings(self, better: bool) -> list[list[Piece]]:
        """One of the two moves, as much of it as there may be room for: with payments, without, from where they
        part."""
        without = [self.move(which, BRIEF) for which in (better, not better)]
        found = [self.move(better, PAID)]
        if without[0] != without[1]:
            found.append(without[0])
        return [*found, self.differing(better)]

    def good(self, text: str) -> Piece:
        """Words about the better move."""
        return text, self._good()

    def prompt(self, room: int) -> list[list[Piece]]:
        """At most three lines about the turn: as much as fits, and the payment before anything else. If it does not
        fit, what both moves begin with is left out."""
        joined = [*self._played(self.move(False, PAID)), (" ", self.plain), *self._better(self.move(True, WHOLE))]
        if width(joined) <= room:
            return [joined]
        two, three = PROMPT - 1, PROMPT
        choices = [
            (self.move(False, PAID), self.move(True, WHOLE), two),
            (self.move(False, PAID), self.move(True, PAID), two),
            (self.move(False, PAID), self.move(True, WHOLE), three),
            (self.move(False, PAID), self.move(True, PAID), three),
            (self.move(False, BRIEF), self.move(True, PAID), three),
        ]
        for played, better, most in choices:
            told = [self._played(played), self._better(better)]
            lines = [line for sentence in told for line in wrap_line(sentence, room, self.plain)]
            if len(lines) <= most:
                return lines
        differing = self.differing(False), self.differing(True)
        told = [self._played(differing[0]), self._better(differing[1])]
        lines = [line for sentence in told for line in wrap_line(sentence, room, self.plain)]
        if len(lines) <= three:
            return [*lines, *self._beginning(room)][:three]
        told = [self._played(differing[0], briefly=True), self._better(differing[1], briefly=True)]
        cut_lines = [shortened(sentence, room, self.pen.glyphs.dots, self.plain) for sentence in told]
        return [*cut_lines, *self._beginning(room)]

    def _played(self, moves: Sequence[Piece], *, briefly: bool = False) -> list[Piece]:
        """`briefly`: the chances come first, because the end may be cut."""
        one, shown, pen = self.one, self.shown, self.pen
        if briefly:
            words = (
                _("{turn} {before} {arrow} {after} %: you played {moves}")
                if shown.you
                else _("{turn} {before} {arrow} {after} %: {name} played {moves}")
            )
        elif wording.lost(one):
            words = (
                _("{turn} You played {moves}: chances {before} {arrow} {after} %.")
                if shown.you
                else _("{turn} {name} played {moves}: chances {before} {arrow} {after} %.")
            )
        else:
            words = (
                _("{turn} You played {moves}: chances {after} %.")
                if shown.you
                else _("{turn} {name} played {moves}: chances {after} %.")
            )
        key = pen.palette.style(pen.palette.key, self.ground, True)
        return pieces(
            words,
            self.plain,
            {
                "turn": (_("Turn {turn}.").format(turn=one.turn.number), key),
                "name": shown.name,
                "moves": moves,
                "before": str(wording.percent(one.before)),
                "after": str(wording.percent(one.after)),
                "arrow": pen.glyphs.arrow,
            },
        )

    def _better(self, line: Sequence[Piece], *, briefly: bool = False) -> list[Piece]:
        one = self.one
        if one.dearest is None:
            return pieces(_("There was nothing to choose."), self.plain, {})
        if not has_better(one):
            return pieces(_("Hard would have found nothing better."), self.plain, {})
        return pieces(
            _("{better} {before} %: {line}") if briefly else _("{better} {line}: {before} %."),
            self.plain,
            {
                "better": (_("Better:"), self._good()),
                "line": line,
                "before": str(wording.percent(one.before)),
            },
        )

    def _good(self) -> Style:
        palette = self.pen.palette
        return palette.style(readable(palette, palette.land, self.ground), self.ground, True)


# Fitting -------------------------------------------------------------------------------------------------------------


def _joined(phrases: Sequence[Sequence[Piece]], style: Style) -> list[Piece]:
    found: list[Piece] = []
    for number, phrase in enumerate(phrases):
        if number:
            found.append((_(", "), style))
        found += phrase
    return found


def shortened(line: Sequence[Piece], room: int, dots: str, plain: Style) -> list[Piece]:
    """Shorten pieces to one line of `room` cells; dots show that something was cut."""
    if width(line) <= room:
        return list(line)
    kept: list[Piece] = []
    for piece in line:
        left = room - width(kept)
        if width([piece]) >= left:
            text = "" if is_chip(piece, plain) else cut(piece[0], max(0, left - cell_len(dots)), "")
            kept.append((f"{text.rstrip(' ,')}{dots}"[: max(0, left)], plain))
            break
        kept.append(piece)
    return kept
