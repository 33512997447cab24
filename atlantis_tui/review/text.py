"""What a review says about a move, with chips in the sentences, and how that is made to fit."""

from __future__ import annotations

import re
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

    def move(self, better: bool, detail: int) -> list[Piece]:
        way = turn_way(self.shown, self.one, better)
        instead = turn_way(self.shown, self.one, False) if better else None
        return _joined(self.game.told(way, self.pen.look, self.plain, detail, instead=instead), self.plain)

    def better(self, detail: int) -> list[Piece]:
        """The better move, for a list."""
        return pieces(
            _("{better} {line}"),
            self.plain,
            {"better": (_("better"), self._good()), "line": self.move(True, detail)},
        )

    def prompt(self, room: int) -> list[list[Piece]]:
        """At most three lines about the turn: as much as fits, and the payment before anything else."""
        joined = [*self._played(PAID), (" ", self.plain), *self._better(WHOLE)]
        if width(joined) <= room:
            return [joined]
        two, three = PROMPT - 1, PROMPT
        choices = [
            (PAID, WHOLE, two),
            (PAID, PAID, two),
            (PAID, WHOLE, three),
            (PAID, PAID, three),
            (BRIEF, PAID, three),
        ]
        for played, better, most in choices:
            told = [self._played(played), self._better(better)]
            lines = [line for sentence in told for line in wrapped(sentence, room, self.plain)]
            if len(lines) <= most:
                return lines
        told = [self._played(BRIEF), self._better(BRIEF)]
        return [shortened(sentence, room, self.pen.glyphs.dots, self.plain) for sentence in told]

    def _played(self, detail: int) -> list[Piece]:
        one, shown, pen = self.one, self.shown, self.pen
        if wording.lost(one):
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
                "name": cut(shown.name, 16, pen.glyphs.dots),
                "moves": self.move(False, detail),
                "before": str(wording.percent(one.before)),
                "after": str(wording.percent(one.after)),
                "arrow": pen.glyphs.arrow,
            },
        )

    def _better(self, detail: int) -> list[Piece]:
        one = self.one
        if one.dearest is None:
            return pieces(_("There was nothing to choose."), self.plain, {})
        if not has_better(one):
            return pieces(_("Hard would have found nothing better."), self.plain, {})
        return pieces(
            _("{better} {line}: {before} %."),
            self.plain,
            {
                "better": (_("Better:"), self._good()),
                "line": self.move(True, detail),
                "before": str(wording.percent(one.before)),
            },
        )

    def _good(self) -> Style:
        palette = self.pen.palette
        return palette.style(readable(palette, palette.land, self.ground), self.ground, True)


# Fitting -------------------------------------------------------------------------------------------------------------

_words = re.compile(r"\s+|\S+\s*").findall


def _joined(phrases: Sequence[Sequence[Piece]], style: Style) -> list[Piece]:
    found: list[Piece] = []
    for number, phrase in enumerate(phrases):
        if number:
            found.append((_(", "), style))
        found += phrase
    return found


def _is_chip(piece: Piece, plain: Style) -> bool:
    """Whether a piece is a chip. Chips keep the blanks at both ends, which show their background, and stay whole."""
    text, style = piece
    return style != plain and text.startswith(" ") and text.endswith(" ")


def wrapped(line: Sequence[Piece], room: int, plain: Style, first: int | None = None) -> list[list[Piece]]:
    """Break pieces into lines of `room` cells (the first of `first` cells), between words and chips."""
    lines: list[list[Piece]] = [[]]
    for chunk in _chunks(line, plain):
        last = (chunk[-1][0].rstrip() if not _is_chip(chunk[-1], plain) else chunk[-1][0], plain)
        most = first if first is not None and len(lines) == 1 else room
        if lines[-1] and width(lines[-1]) + width([*chunk[:-1], last]) > most:
            lines.append([])
        if lines[-1] or not (len(chunk) == 1 and chunk[0][0].isspace()):
            lines[-1] += chunk
    return lines


def _chunks(line: Sequence[Piece], plain: Style) -> list[list[Piece]]:
    """The parts that may not be broken: a word or a chip, with the signs that cling to it."""
    found: list[list[Piece]] = []
    free = True
    for piece in line:
        chip = _is_chip(piece, plain)
        for text in [piece[0]] if chip else _words(piece[0]):
            part = (text, piece[1])
            if free or (chip and _is_chip(found[-1][-1], plain)) or text.isspace():
                found.append([part])
            else:
                found[-1].append(part)
            free = not chip and text[-1].isspace()
    return found


def shortened(line: Sequence[Piece], room: int, dots: str, plain: Style) -> list[Piece]:
    """Shorten pieces to one line of `room` cells; dots show that something was cut."""
    if width(line) <= room:
        return list(line)
    kept: list[Piece] = []
    for piece in line:
        left = room - width(kept)
        if width([piece]) >= left:
            text = "" if _is_chip(piece, plain) else cut(piece[0], max(0, left - cell_len(dots)), "")
            kept.append((f"{text.rstrip(' ,')}{dots}"[: max(0, left)], plain))
            break
        kept.append(piece)
    return kept
