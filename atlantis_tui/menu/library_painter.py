"""How the list of games is painted, and what it says about each game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from atlantis_tui.replay.export import choices
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
WIDEST = 200  # columns of the list where it has one for each fact


def rows(height: int) -> int:
    """How many games fit on the screen."""
    return max(1, height - TOP - 4)


def paint(pen: Pen, screen: GamesScreen) -> None:
    canvas = pen.canvas
    width = min(canvas.width, WIDEST) - 2
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
    pen.footer(_keys(screen), helps=screen.field is None)


def _list(pen: Pen, screen: GamesScreen, x: int, width: int) -> None:
    palette = pen.palette
    if not screen.shown:
        text = ""
        if screen.words:
            text = _("No game holds these words. Bksp shows all again.")
        elif screen.all is not None:
            text = _("No game yet. Play one: it is kept from its first move on, and can be seen again from here.")
        for row, line in enumerate(wrap(text, width - 4)):
            pen.say(x + 2, TOP + row, width - 4, line, palette.sea, palette.dim)
        return
    row_of = _columns if width >= 150 else _row
    now = time.time()
    for row, game in enumerate(screen.shown[screen.top : screen.top + rows(pen.canvas.height)]):
        row_of(pen, screen, x, TOP + row, width, screen.top + row, game, moment(game.when, now))


def _columns(
    pen: Pen, screen: GamesScreen, x: int, y: int, width: int, number: int, game: ListedGame, when: str
) -> None:
    """A game in a row with a column for each fact: the day, the game, the players, the result and the note."""
    palette, dots, hit = pen.palette, pen.glyphs.dots, ("game", number)
    chosen = number == screen.at
    ground = pen.row(x, y, width, chosen, screen.hover == hit, hit)
    quiet, bright = (palette.dim2, pen.bright(ground)) if chosen else (palette.dim, palette.text)
    _name, result = described(game)
    longest = max(cell_len(company_of(one)) for one in screen.shown[screen.top : screen.top + rows(pen.canvas.height)])
    players = min(max(longest, 40), width - 66)  # the notes get what the names leave
    texts = (
        (2, 10, when, quiet),
        (13, 10, title(game.game) if game.game else "", quiet),
        (25, players, company_of(game), bright),
        (27 + players, 24, result.replace("-", pen.glyphs.minus) if game.scores else result, _tone(pen, game, ground)),
        (53 + players, width - 54 - players, game.note, quiet),
    )
    for start, room, text, ink in texts:
        pen.put(x + start, y, cut(text, room, dots), ink, ground, chosen and ink != quiet, hit)


def _tone(pen: Pen, game: ListedGame, ground: str) -> str:
    """The ink of a result."""
    palette = pen.palette
    ink = {2: palette.land, 0: palette.bad, -1: palette.key}.get(game.result, palette.text)
    return readable(palette, palette.bad if game.damaged else ink, ground)


def _row(pen: Pen, screen: GamesScreen, x: int, y: int, width: int, number: int, game: ListedGame, when: str) -> None:
    palette, dots, hit = pen.palette, pen.glyphs.dots, ("game", number)
    chosen = number == screen.at
    ground = pen.row(x, y, width, chosen, screen.hover == hit, hit)
    quiet = palette.dim2 if chosen else palette.dim
    pen.put(x + 2, y, cut(when, 10, dots), quiet, ground, False, hit)
    name, result = described(game)
    result = cut(result.replace("-", pen.glyphs.minus) if game.scores else result, width // 2 - 4, dots)
    pen.right(x + width - 1, y, result, _tone(pen, game, ground), ground, chosen, hit)
    room = width - 14 - cell_len(result) - 3
    for_note = min(cell_len(game.note) + 3, room * 2 // 5) if game.note else 0
    ink = pen.bright(ground) if chosen else palette.text
    end = pen.put(x + 13, y, cut(name, room - for_note, dots), ink, ground, chosen, hit)
    if game.note:
        pen.put(end + 3, y, cut(game.note, x + 10 + room - end, dots), quiet, ground, False, hit)


def _prompt(pen: Pen, screen: GamesScreen, y: int) -> None:
    palette, game = pen.palette, screen.chosen
    room = pen.canvas.width - 3
    if screen.field is not None:
        pen.prompt(y, ["", ""])
        wordings: Sequence[str] = {
            "note": (
                _("*Note:* Enter keeps it, Esc does not. Without a word there is none."),
                _("*Note:* Enter keeps it, Esc does not."),
            ),
            "filter": (
                _("*Show only* games that hold these words: names, results, days."),
                _("*Show only* games that hold these words."),
            ),
        }.get(str(screen.field.name), (_("*Name:* Enter keeps it, Esc does not."),))
        if screen.field.full:
            wordings = (_("*Full:* there is room for {most} letters. Enter keeps them."),)
        most = screen.field.most
        pen.say(2, y, room, pen.fullest(wordings, room, most=most), palette.prompt, most=most)
        pen.field(2, y + 1, min(room, 76), screen.field.text, screen.field.cursor)
    elif screen.exporting:
        pen.prompt(y, ["", ""])
        x = pen.say(2, y, room, _("*Export:*"), palette.prompt) + 2
        for key, words in choices():
            hit = ("film", key)
            ground = palette.hover if screen.hover == hit and not palette.flat else palette.prompt
            left = room + 2 - x
            if key or cell_len(words) <= left:
                x = pen.say(x, y, left, words, ground, palette.text, hit) + 3
    elif screen.remark or screen.app.notice:
        text = screen.remark or in_folder(screen.app.notice)  # or why another screen could not be opened
        _sentence(pen, y, text, palette.land if screen.good else palette.bad)
    elif game is None:
        pen.prompt(y, ["", ""])
    elif game.trouble:
        _sentence(pen, y, in_folder(game.trouble), palette.bad)
    else:
        first, short = _("*Go on.* At the table: {players}."), _("At the table: {players}.")
        if game.damaged:
            first = _("*Damaged.* Enter shows what can be read of it. At the table: {players}.")
        elif game.finished:
            first = _("*See it again,* as it was played. At the table: {players}.")
        you = _("You")
        players = listing([_("you") if name == you else name for name in game.names])
        # Many long names take the line below too, but a note is always shown.
        words = pen.fullest([first, short], room if game.note else 2 * room - 12, players=players)
        if game.note:
            players = cut(players, room - cell_len(words.format(players="").replace("*", "")), pen.glyphs.dots)
        file = printable(_file(game))
        second = "{path}"
        if game.note:  # it is shown whole, and what commands call the game only where there is room
            both = cell_len(file) + 3 + cell_len(_("Note:")) + 1 + cell_len(game.note)
            second = _("*Note:* {note}") if both > room else _("{path}   *Note:* {note}")
        pen.prompt(y, [words, second], players=players, path=file, note=game.note)


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
    if screen.field is not None:
        keeps = _("show only these") if screen.field.name == "filter" else _("keep")
        drops = _("show all") if screen.field.name == "filter" else _("leave it as it was")
        return [("enter", _("Enter"), keeps), ("escape", _("Esc"), drops)]
    if screen.exporting:
        return []
    undo: list[Pair] = [("u", "U", _("undo"))] if screen.thrown else []
    find: list[Pair] = [("slash", "/", _("find"))] if screen.all else []
    back: list[Pair] = [("backspace", _("Bksp"), _("back")), ("question_mark", "?", _("help"))]
    if game is None:
        return [*undo, *find, *back]
    on = not (game.finished or game.damaged)
    first: list[Pair] = [("enter", _("Enter"), _("go on") if on else _("replay"))]
    first += [("a", "A", _("against bots"))] if on and game.together else []
    first += [("r", "R", _("replay"))] if on else [("w", "W", _("result")), ("v", "V", _("review"))]
    same: list[Pair] = [] if on else [("s", "S", _("same deal"))]
    name: list[Pair] = [("n", "N", _("name")), ("m", "M", _("note"))]
    delete: list[Pair] = [("d", "D", _("delete")), *undo]
    rest: list[Pair] = [("e", "E", _("export")), ("o", "O", _("order")), ("t", "T", _("statistics"))]
    if screen.size.width < 80:
        return [*first, *delete, *back, *find, *same, *name, *rest]
    return [*first, *same, *find, *back, *delete, *name, *rest]


def _file(game: ListedGame) -> str:
    """What commands call a game."""
    return game.called.word if game.called is not None else game.stem


# What is told of a game ----------------------------------------------------------------------------------------------


def company_of(game: ListedGame) -> str:
    """Who played, after what the game was named, if it was."""
    if game.called is not None:
        return game.called.company
    named = game.title or ("" if game.names else printable(game.stem))
    return ": ".join(filter(None, (named, listing(list(game.names)))))


def described(game: ListedGame) -> tuple[str, str]:
    """What a game is called, and how it went."""
    kind = title(game.game) if game.game else ""
    name = f"{game.title}: {kind}" if game.title and kind else game.title or kind or printable(game.stem)
    if game.called is not None:
        name = game.called.company
    elif game.names:
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
