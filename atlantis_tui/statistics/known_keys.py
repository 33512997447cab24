"""Whose keys a game has: ours, those of people we met in other games, or unknown ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_tui.saved import perspective
from atlantis_tui.saved.game_files import is_played_together, newest_first
from atlantis_tui.saved.trust import key_text
from atlantis_tui.statistics import verdicts
from atlantis_tui.text.sentences import listing, quoted
from atlantis_tui.text.translation import _, ngettext
from core.log import LogError, peek

MOST = 30  # how many other games we look into at most, so that nobody has to wait


def told_keys(people: Sequence[tuple[str, bytes]], path: str) -> Iterator[str]:
    """A line for each person of the game in this file: their name there, and what we know about their key."""
    ours = perspective.our_key()
    met = _met({key for _name, key in people if key != ours}, ours, path)
    for name, key in people:
        called, told = quoted(name), key_text(key)
        others = met.get(key, [])
        if key == ours:
            yield _("{name}: key {key}, which is yours.").format(name=called, key=told)
        elif others:
            words = ngettext(
                "{name}: key {key}, whom you know as {known} from {n} other game.",
                "{name}: key {key}, whom you know as {known} from {n} other games.",
                len(others),
            )
            known = listing([quoted(one) for one in dict.fromkeys(others)])
            yield words.format(name=called, key=told, known=known, n=len(others))
        else:
            yield _("{name}: key {key}, which you have not met in another game.").format(name=called, key=told)


def _met(keys: set[bytes], ours: bytes | None, path: str) -> dict[bytes, list[str]]:
    """The names of these keys in our other games that hold, the latest game first."""
    from core.dealers import game_id

    games: dict[bytes, str] = {}  # by game id, because a copy is not another game
    try:
        own = game_id(peek(path).header)
        files = [file for _changed, file in newest_first()]
    except (LogError, OSError):
        return {}
    for file in files:
        try:
            header = peek(file).header
        except LogError:
            continue
        here = _keys(header.body) if is_played_together(header.body) else []
        if ours in here and not keys.isdisjoint(here):
            games.setdefault(game_id(header), file)
        if len(games) > MOST:
            break
    games.pop(own, None)
    met: dict[bytes, list[str]] = {}
    for verdict in verdicts.of_files(list(games.values())).values():
        for name, key in verdict.people if verdict is not None and verdict.holds else ():
            met.setdefault(key, []).append(name)
    return met


def _keys(about: object) -> list[bytes]:
    net = about.get("net") if isinstance(about, dict) else None
    keys = net.get("keys") if isinstance(net, dict) else None
    return [key for key in keys if isinstance(key, bytes)] if isinstance(keys, list) else []
