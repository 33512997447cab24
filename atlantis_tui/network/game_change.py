"""Another game at a table that is open already: the host, the people, the code and the table's name stay."""

from __future__ import annotations

from collections.abc import Collection

from atlantis_tui.network.runner import Wish
from core import games
from core.bots import levels, usual_level
from net.session.actions import Action
from net.session.session import Session


def next_game(game: str, by: int, people: int) -> tuple[str, list[str]]:
    """The next game, in the order of their names, that has a seat for so many people; and those before it that have
    not. If no other has, the game itself."""
    names = games.names()
    at = names.index(game)
    small: list[str] = []
    for step in range(1, len(names)):
        name = names[(at + by * step) % len(names)]
        if max(games.load(name).seat_counts) >= people:
            return name, small
        small.append(name)
    return game, small


def seats_for(counts: Collection[int], taken: int, before: int) -> int:
    """How many seats a table gets: as many as before if the game allows that, but enough for those who sit there."""
    enough = [count for count in counts if count >= taken] or [max(counts)]
    return min(enough, key=lambda count: (abs(count - before), count))


def change(name: str) -> Wish:
    """The wish for this game, by its usual rules. Raises BadOption if there is no such game."""

    def wish(session: Session) -> list[Action]:
        game, lobby = games.load(name), session.lobby
        if lobby is None or session.game is not None:
            return session.set_rules(name, {}, min(game.seat_counts))  # which refuses it in its own words
        people = sum(place.who == "person" for place in lobby.places)
        taken = sum(place.who != "open" for place in lobby.places)
        most = max(game.seat_counts)
        actions: list[Action] = []
        for seat in range(len(lobby.places) - 1, -1, -1):  # bots make room for people
            place = lobby.places[seat]
            if place.who == "bot" and taken > max(most, people):
                actions += session.seat_bot(seat, None)
                taken -= 1
            elif place.who == "bot" and place.level not in levels(game):
                actions += session.seat_bot(seat, usual_level(game))
        return actions + session.set_rules(name, {}, seats_for(game.seat_counts, taken, len(lobby.places)))

    return wish
