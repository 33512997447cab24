"""Unfinished games in words: who plays, how the game stands, and when it was left."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from atlantis_tui.saved import seats
from atlantis_tui.saved.perspective import with_you
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.saved.game_files import UnfinishedGame


def about(game: UnfinishedGame) -> tuple[list[str | tuple[str, ...]], dict[str, Any]]:
    """The lines of the prompt when the cursor is on a game, and the parameters to fill in. A line may have several
    wordings, the fullest first."""
    file: dict[str, Any] = {
        "path": game.path.replace(os.path.expanduser("~"), "~"),
        "file": os.path.basename(game.path),
    }
    if game.trouble:
        return ["{text}"], {"text": game.trouble}
    if game.damaged:
        return [
            _("*Damaged.* Not all of its moves can be read. *Enter* tells what can be done."),
            ("{path}", "{file}"),
        ], file
    you = _("You")
    names = with_you(seats.names(game.seats), game.own)
    players = listing([_("you") if name == you else name for name in names])
    params: dict[str, Any] = {"players": players, **file}
    if game.together:
        if game.name is not None:
            params["path"] = params["file"] = game.name.word
        return [_("*Go on together:* *Enter* opens the table of {players}."), ("{path}", "{file}")], params
    if game.asked is None:
        line = _("*Go on.* At the table: {players}.")
    elif game.asked == game.you:
        line = _("*Go on.* It is your turn. At the table: {players}.")
    else:
        line = _("*Go on.* It is the turn of {name}. At the table: {players}.")
        params["name"] = names[game.asked]
    return [line, ("{path}", "{file}")], params


def standing(game: UnfinishedGame, wide: bool, minus: str = "-") -> str:
    """How a game stands, in a few words."""

    def said(number: int) -> str:
        return str(number).replace("-", minus)

    if game.together and (not wide or not game.points):
        return _("together")
    if not game.points:
        return ""
    you = game.you
    if you is None:
        points = " : ".join(map(said, sorted(game.points, reverse=True)))
        return _("together, {points}").format(points=points) if game.together else points
    mine = game.points[you]
    others = sorted((points for seat, points in enumerate(game.points) if seat != you), reverse=True)
    best = others[0]
    if not wide:
        return " : ".join(map(said, [mine, *others]))
    if mine > best:
        words = _("you lead {first} : {second}")
    elif mine < best:
        words = _("you are behind {first} : {second}")
    else:
        words = _("level at {first}")
    return words.format(first=said(mine), second=said(best))


def moment(when: float, now: float) -> str:
    """When something happened, in as few characters as possible."""
    then, today = time.localtime(when), time.localtime(now)
    if then[:3] == today[:3]:
        return f"{then.tm_hour:02}:{then.tm_min:02}"
    if time.localtime(now - 86400)[:3] == then[:3]:
        return _("yesterday")
    if then.tm_year != today.tm_year:
        return f"{then.tm_year}-{then.tm_mon:02}-{then.tm_mday:02}"
    months = (
        _("{day} Jan"),
        _("{day} Feb"),
        _("{day} Mar"),
        _("{day} Apr"),
        _("{day} May"),
        _("{day} Jun"),
        _("{day} Jul"),
        _("{day} Aug"),
        _("{day} Sep"),
        _("{day} Oct"),
        _("{day} Nov"),
        _("{day} Dec"),
    )
    return months[then.tm_mon - 1].format(day=then.tm_mday)
