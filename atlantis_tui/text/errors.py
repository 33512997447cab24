"""What is wrong with a file, a table, a flag or an option, in one sentence that also says what would be right.

`REASONS` tells why a move is refused where the reason is the same in all games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from atlantis_tui.text.sentences import choice, listing, quoted, title
from atlantis_tui.text.translation import _
from core.frames import LogError
from core.game import AmbiguousMove, GameError
from core.table import TableError

Params = Mapping[str, Any]


def sentence(error: Exception, path: str = "") -> str:
    """An error of `core` in words. `path` is the log, for errors that do not name it themselves."""
    if isinstance(error, LogError):
        return LOG[error.reason]({"path": path, **error.params})
    if isinstance(error, TableError):
        return TABLE[error.reason]({"path": path, **error.params})
    if isinstance(error, GameError):
        return REASONS[error.reason.id](error.reason.params)
    raise error


def refusal(error: GameError, reasons: Mapping[str, Callable[[Params], str]], names: Sequence[str]) -> str:
    """Why a move is refused. `reasons` has the game's own sentences by reason id."""
    reason = error.reason
    if reason.id == "not_your_turn":
        return _("It is not your turn: {name} is asked.").format(name=names[reason.params["seat"]])
    if isinstance(error, AmbiguousMove):
        return _("That can be meant in several ways: type {readings}.").format(readings=choice(error.readings))
    known = reasons.get(reason.id) or REASONS[reason.id]
    return known(reason.params)


def _corrupt(p: Params) -> str:
    if not p["good"]:
        return _("{path} is damaged at its very beginning, so there is nothing to go on with.").format(**p)
    return _(
        "{path} is damaged after record {last}: go on from there in a new file "
        "with atlantis resume {path} --salvage NEW, which leaves the damaged one as it is."
    ).format(path=p["path"], last=p["good"] - 1)


def _title(game: str, option: str) -> str:
    """The name of an option as the screens show it."""
    from atlantis_tui.games import about

    return about(game).options().get(option, (option,))[0]


# Reasons that all games share.
REASONS: dict[str, Callable[[Params], str]] = {
    "game_over": lambda p: _("The game is over: nothing can be played any more."),
    "chance_first": lambda p: _("A card or a tile has to be turned up first."),
    "no_such_move": lambda p: _("There is no such move in this game."),
    "bad_field": lambda p: _('The move "{kind}" has something in it that the game does not have.').format(
        kind=quoted(p["kind"])
    ),
    "not_your_turn": lambda p: _("It is not your turn."),
    "ambiguous": lambda p: _("That can be meant in several ways: type {readings}.").format(
        readings=choice(p["readings"])
    ),
    "no_back": lambda p: _("There is no choice of yours that may still be taken back."),
    "no_such_game": lambda p: _('There is no game "{game}": choose {games}.').format(
        game=quoted(p["game"]), games=choice(p["games"])
    ),
    "no_such_bot": lambda p: _('There is no bot "{bot}": choose {bots}.').format(
        bot=quoted(p["bot"]), bots=choice([f"bot:{bot}" for bot in p["bots"]])
    ),
    "bot_iterations": lambda p: _(
        '"{bot}" is not a bot: only {level} takes a number of rounds, from 1 to {most}, as in bot:{level}:200.'
    ).format(bot=quoted(p["bot"]), level=p["level"], most=p["most"]),
    "no_hints": lambda p: _("There are no hints for {game}.").format(game=title(p["game"])),
    "seat_count": lambda p: _("{game} is for {counts} players, not for {seats}.").format(
        game=p["game"].capitalize(), counts=choice([str(count) for count in p["counts"]]), seats=p["seats"]
    ),
    "option_name": lambda p: _('There is no option "{option}": choose {names}.').format(
        option=quoted(p["option"]), names=choice(p["names"])
    ),
    "option_value": lambda p: _('The option {option} cannot be "{value}": choose {values}.').format(
        option=p["option"], value=quoted(p["value"]), values=choice(p["values"])
    ),
    "options_together": lambda p: _("{options} contradict each other: leave one of them out.").format(
        options=listing([_('"{title}"').format(title=_title(p["game"], name)) for name in p["options"]])
    ),
}

# Logs whose files are sound but whose games are not.
TABLE: dict[str, Callable[[Params], str]] = {
    "bad_header": lambda p: _("{path} does not say which game it holds, so it cannot be played on.").format(**p),
    "unknown_dealer": lambda p: _(
        "The cards of {path} were dealt in a way this version does not know: update it."
    ).format(**p),
    "not_dealt": lambda p: _("{path} was left before its cards were dealt: begin a new game.").format(**p),
    "unknown_game": lambda p: _('{path} holds the game "{game}", which this version does not know: update it.').format(
        path=p["path"], game=quoted(p["game"])
    ),
    "other_rules": lambda p: _(
        "{path} was played by version {theirs} of the rules and this program plays by version {ours}: "
        "play it on with the program it was begun with."
    ).format(**p),
    "unknown_kind": lambda p: _(
        'Record {n} of {path} is of the kind "{kind}", which this version does not know: update it.'
    ).format(n=p["n"], path=p["path"], kind=quoted(p["kind"])),
    "bad_move": lambda p: _("Record {n} of {path} is not a legal move there, so it cannot be played on.").format(**p),
    "bad_back": lambda p: _("Record {n} of {path} takes back what was not played, so it cannot be played on.").format(
        **p
    ),
    "bad_hint": lambda p: _(
        "Record {n} of {path} is a hint for somebody who was not asked, so it cannot be played on."
    ).format(**p),
    "bad_end": lambda p: _(
        "Record {n} of {path} tells other scores than were played, so it cannot be played on."
    ).format(**p),
    "other_game": lambda p: _(
        "Record {n} of {path} does not fit the game before it, so it cannot be played on."
    ).format(**p),
}

# Files.
LOG: dict[str, Callable[[Params], str]] = {
    "not_a_log": lambda p: _("{path} is not a game: choose a file that atlantis wrote.").format(**p),
    "no_header": lambda p: _("{path} ends before its game begins, so there is nothing to go on with.").format(**p),
    "newer_format": lambda p: _(
        "{path} was written by a newer version (format {format}; this one knows up to {known}): update atlantis."
    ).format(**p),
    "corrupt": _corrupt,
    "too_large": lambda p: _("{path} is larger than any game: choose a file that atlantis wrote.").format(**p),
    "bad_record": lambda p: _("That cannot be written into a game log: {what}.").format(**p),
    "full": lambda p: _("{path} is as long as a game may get, so nothing more can be played in it.").format(**p),
    "locked": lambda p: _("{path} is being played in another window: close that one first.").format(**p),
    "exists": lambda p: _("{path} exists already: give another name, or go on with it with atlantis resume.").format(
        **p
    ),
    "not_found": lambda p: _("There is no file {path}: atlantis log list shows the games there are.").format(**p),
    "is_directory": lambda p: _("{path} is a folder: name a file.").format(**p),
    "not_directory": lambda p: _("{path} cannot be: part of it is a file and not a folder.").format(**p),
    "no_space": lambda p: _("The disk is full, so {path} cannot be written: make room and try again.").format(**p),
    "read_only": lambda p: _("{path} cannot be written: its disk is read-only, so choose another place.").format(**p),
    "no_permission": lambda p: _(
        "{path} cannot be opened for writing: you have no permission, so change that or choose another place."
    ).format(**p),
    "replaced": lambda p: _("{path} was replaced by another file while it was played: go on with the new one.").format(
        **p
    ),
    "io": lambda p: _("{path} cannot be used: {strerror}.").format(**p),
    "closed": lambda p: _("{path} is closed already.").format(**p),
}
