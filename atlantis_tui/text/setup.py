"""Words for the choices of a new game: games, bots and optional rules. A game's own words are in its about.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games import about, usual_players
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.games import Switch


def level_word(level: str) -> str:
    return {"random": _("random"), "easy": _("easy"), "normal": _("normal"), "hard": _("hard")}.get(level, level)


def character(level: str) -> str:
    """What a bot of this level is like, in a few words."""
    return {
        "random": _("plays any move, as it comes"),
        "easy": _("takes what lies in front of it"),
        "normal": _("looks a move ahead and counts"),
        "hard": _("thinks every move through"),
    }.get(level, "")


def option_words(game: str, option: str) -> Switch:
    """An optional rule: its name, its values, and a sentence about it."""
    plain = option.replace("_", " ").capitalize()
    return about(game).options().get(option, (plain, {}, plain))


def players(game: str) -> str:
    """The number of players that a game allows."""
    seats = about(game).SEATS
    if min(seats) == max(seats):
        return _("{n} players").format(n=min(seats))
    return _("{least}-{most} players").format(least=min(seats), most=max(seats))


def company(game: str) -> str:
    """Who plays when one key begins a game."""
    bots = usual_players(game) - 1
    return {1: _("you and a bot"), 2: _("you and two bots")}.get(bots, _("you and {n} bots").format(n=bots))


def in_a_line(game: str) -> list[str]:
    """What a game is, for how many, and how long it takes: a marked line in several wordings, the fullest first."""
    short = _("~{game}:~ {players}, about {minutes} minutes.")
    words = [
        _("~{game}:~ {motto}. {players}, about {minutes} minutes."),
        _("~{game}:~ {motto}. {players}, {minutes} min."),
        short,
    ]
    motto, minutes = about(game).motto(), about(game).minutes(usual_players(game), {})
    return [
        one.format(game=title(game), motto=motto, players=players(game), minutes=minutes)
        for one in (words if motto else [short])
    ]
