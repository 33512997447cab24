"""What can be chosen for a new game, in words: games, bots, and rules with a switch. Those of a game are on its box."""

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
    """A bot in a few words."""
    return {
        "random": _("plays any move, as it comes"),
        "easy": _("takes what lies in front of it"),
        "normal": _("looks a move ahead and counts"),
        "hard": _("thinks every move through"),
    }.get(level, "")


def option_words(game: str, option: str) -> Switch:
    """A rule with a switch: what it is about, each value, and a sentence on it."""
    plain = option.replace("_", " ").capitalize()
    return about(game).options().get(option, (plain, {}, plain))


def players(game: str) -> str:
    """For how many a game is."""
    seats = about(game).SEATS
    if min(seats) == max(seats):
        return _("{n} players").format(n=min(seats))
    return _("{least}-{most} players").format(least=min(seats), most=max(seats))


def company(game: str) -> str:
    """Who plays, when a game is begun with one key."""
    bots = usual_players(game) - 1
    return {1: _("you and a bot"), 2: _("you and two bots")}.get(bots, _("you and {n} bots").format(n=bots))


def in_a_line(game: str) -> str:
    """A game in a marked sentence or two."""
    words = _("~{game}:~ {motto}. {players}, about {minutes} minutes.")
    if not about(game).motto():
        words = _("~{game}:~ {players}, about {minutes} minutes.")
    minutes = about(game).minutes(usual_players(game), {})
    return words.format(game=title(game), motto=about(game).motto(), players=players(game), minutes=minutes)
