"""How the list of games is painted, and what it says about each game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.cells import cell_len

from atlantis_tui.saved.library import ListedGame, in_folder
from atlantis_tui.saved.waiting_text import moment
from atlantis_tui.text.sentences import listing, printable, title
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.menu.library import GamesScreen

TOP = 3  # the first row of the list


def rows(height: int) -> int:
    """How many games fit on the screen."""
    return max(1, height - TOP - 4)


def paint(pen: Pen, screen: GamesScreen) -> None:
    canvas = pen.canvas
    width = min(canvas.width, 140) - 2
    x = (canvas.width - width) // 2
    count = len(screen.all or [])
    facts = ngettext("{n} game", "{n} games", count).format(n=count) if screen.all is not None else ""
    pen.header(_("GAMES"), facts, "")
    orders = {
        "newest": _("*O*  newest first"),
        "oldest": _("*O*  oldest first"),
        "players": _("*O*  by players"),
        "result": _("*O*  by result"),
    }
    head = _("Replays and review")
    if screen.words:
        head = _("{n} that hold {words}").format(n=len(screen.shown), words=cut(screen.words, 20, pen.glyphs.dots))
    pen.rule(x, TOP - 1, width, head, orders[screen.order], ("order", ""))
    _list(pen, screen, x, width)
    _prompt(pen, screen, canvas.height - 3)
    pen.footer(_keys(screen))


def _list(pen: Pen, screen: GamesScreen, x: int, width: int) -> None:
    palette = pen.palette
    if not screen.shown:
        text = ""
        if screen.words:
            text = _("No game holds these words. Bksp shows all again.")
        elif screen.all is not None:
            text = _("No game yet. Play one: it is kept from its first move on, and can be seen again from here.")
        for row, line in enumerate(wrap(text, width - 4)):
            pen.put(x + 2, TOP + row, line, palette.dim, palette.sea)
        return
    now = time.time()
    for row, game in enumerate(screen.shown[screen.top : screen.top + rows(pen.canvas.height)]):
        _row(pen, screen, x, TOP + row, width, screen.top + row, game, moment(game.when, now))


def _row(pen: Pen, screen: GamesScreen, x: int, y: int, width: int, number: int, game: ListedGame, when: str) -> None:
    palette, dots, hit = pen.palette, pen.glyphs.dots, ("game", number)
    chosen = number == screen.at
    ground = pen.row(x, y, width, chosen, screen.hover == hit, hit)
    quiet = palette.dim2 if chosen else palette.dim
    pen.put(x + 2, y, cut(when, 10, dots), quiet, ground, False, hit)
    name, result = described(game)
    ink = {2: palette.land, 0: palette.bad, -1: palette.key}.get(game.result, palette.text)
    if game.damaged:
        ink = palette.bad
    result = cut(result.replace("-", pen.glyphs.minus) if game.scores else result, width // 2 - 4, dots)
    pen.right(x + width - 1, y, result, readable(palette, ink, ground), ground, chosen, hit)
    room = width - 14 - cell_len(result) - 3
    pen.put(x + 13, y, cut(name, room, dots), pen.bright(ground) if chosen else palette.text, ground, chosen, hit)


def _prompt(pen: Pen, screen: GamesScreen, y: int) -> None:
    palette, game = pen.palette, screen.chosen
    room = pen.canvas.width - 3
    if screen.field is not None:
        pen.prompt(y, ["", ""])
        words = _("*Name:* Enter keeps it, Esc does not.")
        if screen.field.name == "filter":
            words = _("*Show only* games that hold these words: names, results, days.")
        pen.say(2, y, room, words, palette.prompt)
        pen.field(2, y + 1, min(room, 64), screen.field.text, screen.field.cursor)
    elif screen.exporting:
        pen.prompt(y, [_("*Export:* ~T~ text, ~S~ pictures, ~A~ asciicast. Any other key: nothing."), ""])
    elif screen.remark or screen.app.notice:
        text = screen.remark or in_folder(screen.app.notice)  # or why another screen could not be opened
        _sentence(pen, y, text, palette.land if screen.good else palette.bad)
    elif game is None:
        pen.prompt(y, ["", ""])
    elif game.trouble:
        _sentence(pen, y, in_folder(game.trouble), palette.bad)
    else:
        words = _("*Go on.* At the table: {players}.")
        if game.damaged:
            words = _("*Damaged.* Enter shows what can be read of it. At the table: {players}.")
        elif game.finished:
            words = _("*See it again,* as it was played. At the table: {players}.")
        pen.prompt(y, [words, "{path}"], players=listing(list(game.names)), path=printable(game.stem))


def _sentence(pen: Pen, y: int, text: str, colour: str) -> None:
    """Show a sentence in at most two lines."""
    room = pen.canvas.width - 3
    first, *rest = wrap(printable(text), room)
    second = cut(" ".join(rest), room, pen.glyphs.dots)
    pen.prompt(
        y, ["{first}", "{second}"], readable(pen.palette, colour, pen.palette.prompt), first=first, second=second
    )


def _keys(screen: GamesScreen) -> list[Pair]:
    game = screen.chosen
    if screen.field is not None or screen.exporting:
        return []
    undo: list[Pair] = [("u", "U", _("undo"))] if screen.thrown else []
    find: list[Pair] = [("slash", "/", _("find"))] if screen.all else []
    back: list[Pair] = [("q", "Q", _("back")), ("question_mark", "?", _("help"))]
    if game is None:
        return [*undo, *find, *back]
    on = not (game.finished or game.damaged)
    first: list[Pair] = [("enter", _("Enter"), _("go on") if on else _("replay"))]
    first += [("r", "R", _("replay"))] if on else [("v", "V", _("review"))]
    same: list[Pair] = [] if on else [("s", "S", _("same deal"))]
    name: list[Pair] = [("n", "N", _("name"))]
    delete: list[Pair] = [("d", "D", _("delete")), *undo]
    rest: list[Pair] = [("e", "E", _("export")), ("o", "O", _("order")), ("t", "T", _("statistics"))]
    if screen.size.width < 80:
        return [*first, *delete, *back, *find, *same, *name, *rest]
    return [*first, *same, *name, *delete, *find, *back, *rest]


# What is told of a game ----------------------------------------------------------------------------------------------


def described(game: ListedGame) -> tuple[str, str]:
    """What a game is called, and how it went."""
    kind = title(game.game) if game.game else ""
    name = f"{game.title}: {kind}" if game.title and kind else game.title or kind or printable(game.stem)
    if game.names:
        you = _("You")
        others = [other for seat, other in enumerate(game.names) if seat != game.own or other != you]
        name = _("{game}, {players}").format(game=name, players=listing(others))
    if game.trouble:
        return name, _("cannot be read")
    if game.damaged:
        return name, _("damaged")
    if not game.finished:
        return name, _("not over, together") if game.together else _("not over")
    if not game.scores:
        return name, _("finished")
    return name, _scores(game)


def _scores(game: ListedGame) -> str:
    own = game.own
    order = sorted(range(len(game.scores)), key=lambda seat: (-game.scores[seat], seat))
    if own is None:
        best = game.names[order[0]]
        return f"{best} {' : '.join(str(game.scores[seat]) for seat in order)}"
    others = sorted((score for seat, score in enumerate(game.scores) if seat != own), reverse=True)
    scores = " : ".join(str(score) for score in (game.scores[own], *others))
    words = {2: _("won {scores}"), 1: _("shared {scores}"), 0: _("lost {scores}")}[game.result]
    return words.format(scores=scores)
