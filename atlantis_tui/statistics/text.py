"""A tally in lines of text, and as plain values for other programs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from time import localtime, strftime
from typing import TYPE_CHECKING, Any

from atlantis_tui.saved.game_names import of_file
from atlantis_tui.statistics.finished_games import PlayedGame, PlayedGames, name_of
from atlantis_tui.statistics.tally import PlayerTally, mean
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _, ngettext

if TYPE_CHECKING:
    from atlantis_tui.ui import Look

LATELY = 10  # with many games, a point of the plot is the mean of this many
PLOT = (64, 9)  # columns and rows
LONGEST = 24  # columns of a name


def lines(tally: PlayerTally, player: str, look: Look | None = None) -> Iterator[str]:
    """All there is to tell about one game. With a look, a plot is added."""
    yield _head(tally, player)
    yield ""
    yield from _table(tally)
    if tally.best:
        yield ""
        for called, value, when in best(tally):
            yield f"  {called}: {value} ({when})"
    if look is not None and len(tally.games) > 1:
        yield ""
        points, many = curve(tally)
        yield "  " + (_("Points, mean of {n} games:").format(n=LATELY) if many else _("Points, game by game:"))
        yield from _plot(points, look)


def _head(tally: PlayerTally, player: str) -> str:
    words = _("{game}, {player}: {games}, {won} won ({part} %), {points} points on average.")
    return words.format(game=name(tally), player=plain(player) or _("you"), **summary(tally))


def name(tally: PlayerTally) -> str:
    """The title of the game, made printable because a file may say anything."""
    return title(plain(tally.game))


def summary(tally: PlayerTally) -> dict[str, str]:
    """All games in four numbers, for a sentence."""
    n = len(tally.games)
    return {
        "games": ngettext("{n} game", "{n} games", n).format(n=n),
        "won": number(tally.won),
        "part": str(round(100 * tally.won / n)),
        "points": f"{tally.mean:.1f}",
    }


def rows(tally: PlayerTally, first: str) -> list[list[str]]:
    """The table of opponents. The first row has the headings, and begins with `first`."""
    return [
        [first, _("games"), _("won"), "%", _("points"), _("theirs")],
        *(
            [
                opponent(one.who),
                str(one.games),
                number(one.won),
                str(round(100 * one.won / one.games)),
                f"{one.points:.1f}",
                f"{one.theirs:.1f}",
            ]
            for one in tally.against
        ),
    ]


def left_out(kept: PlayedGames) -> str:
    """Which kept games are not counted, in a sentence or two, or ""."""
    n = kept.unfinished
    told = ngettext("{n} unfinished game is not counted.", "{n} unfinished games are not counted.", n)
    away = ngettext(
        "{n} game that somebody left for good is not counted.",
        "{n} games that somebody left for good are not counted.",
        len(kept.left),
    ).format(n=len(kept.left))
    return " ".join(filter(None, (told.format(n=n) if n else "", away if kept.left else "", not_held(kept))))


def not_held(kept: PlayedGames) -> str:
    """How many games are not counted because they do not hold, and how to check the last of them."""
    n = len(kept.forged)
    if not n:
        return ""
    told = ngettext(
        "{n} game played together does not hold and is not counted: atlantis log verify {file} tells why.",
        "{n} games played together do not hold and are not counted: atlantis log verify {file} tells why of one.",
        n,
    )
    return told.format(n=n, file=plain(_called(kept.forged[-1])))


def _called(path: str) -> str:
    name = of_file(path)
    return name.word if name is not None else os.path.basename(path)


def _table(tally: PlayerTally) -> Iterator[str]:
    from rich.cells import cell_len, set_cell_size

    cells = rows(tally, _("against"))
    wide = [min(LONGEST, max(cell_len(row[column]) for row in cells)) for column in range(len(cells[0]))]
    for row in cells:
        who = set_cell_size(row[0], wide[0])
        rest = (f"{' ' * (size - cell_len(cell))}{cell}" for cell, size in zip(row[1:], wide[1:], strict=True))
        yield "  " + "  ".join([who, *rest])


def best(tally: PlayerTally) -> list[tuple[str, str, str]]:
    """For each mark: its name, its best value, and the day."""
    words = _words(tally.game)
    found = []
    for mark, value, game in tally.best:
        if mark in words:
            called, told = words[mark]
            found.append((called(), told(value), day(game)))
    return found


def _words(game: str) -> Any:
    from atlantis_tui.games import face

    return getattr(face("text.highlights", game), "MARKS", {})


def _plot(points: Sequence[int], look: Look) -> Iterator[str]:
    from atlantis_tui.ui.canvas import Canvas
    from atlantis_tui.ui.plot import Plot, PlotLine

    palette, (width, height) = look.palette, PLOT
    canvas = Canvas(width, height, palette.style(palette.text, palette.sea))
    Plot([PlotLine(points, look.glyphs.bullet, _("points"), palette.text)], look).paint(canvas, 0, 0, width, height)
    for row in canvas.chars:
        yield ("    " + "".join(row)).rstrip()


def curve(tally: PlayerTally) -> tuple[list[int], bool]:
    """The points to plot, and whether they are means, as they are for many games."""
    many = len(tally.games) >= 2 * LATELY
    return (lately(tally.points) if many else tally.points), many


def lately(points: Sequence[int]) -> list[int]:
    """After each game, the mean of the last ones."""
    return [round(mean(points[max(0, at + 1 - LATELY) : at + 1])) for at in range(len(points))]


def values(tally: PlayerTally, player: str) -> dict[str, Any]:
    """The tally for other programs."""
    return {
        "game": tally.game,
        "player": player or None,
        "games": len(tally.games),
        "won": round(tally.won, 4),
        "mean": round(tally.mean, 4),
        "against": [
            {
                "who": one.who,
                "games": one.games,
                "won": round(one.won, 4),
                "mean": round(one.points, 4),
                "their_mean": round(one.theirs, 4),
            }
            for one in tally.against
        ],
        "best": {one.name: {"value": one.value, "file": one.game.path} for one in tally.best},
        "over_time": [
            {
                "file": game.path,
                "changed": game.when // 10**9,
                "score": game.scores[seat],
                "won": round(game.won(seat), 4),
            }
            for game, seat in tally.games
        ],
    }


def opponent(who: str) -> str:
    """An opponent as people would say it."""
    kind, _colon, rest = who.partition(":")
    if kind == "you":
        return _("you")
    if kind == "bot":
        return _("bot {level}").format(level=plain(rest))
    if kind == "cmd":
        return _("program {name}").format(name=plain(os.path.basename(rest.split(" ")[0])))
    return plain(name_of(who)) or _("somebody")


def number(value: float) -> str:
    """A number of wins, some of which may be shared: 7, 7.5, 7.33."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def day(game: PlayedGame) -> str:
    return strftime("%Y-%m-%d", localtime(game.when // 10**9))


def plain(text: str) -> str:
    """Text from a file, without control characters that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
