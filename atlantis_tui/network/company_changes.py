"""Who has come to a table before a game, and who is gone from it, in sentences.

A host opens the seat of whoever is gone, so its lobby does not say why they are gone. The state of their link does: the
host tells it just before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from atlantis_tui.text.translation import _
from net.messages import Lobby
from net.names import clean_name

HowGone = Callable[[bytes, int], str]  # of a player's key and last seat: "left", "away", or something else if unknown


class _Somebody(NamedTuple):
    """Somebody who sits at the table or watches it."""

    name: str  # as the host sends it
    shown: str  # as we show it
    seat: int | None  # None: they watch


class CompanyChanges:
    def __init__(self) -> None:
        self._there: dict[bytes | str, _Somebody] | None = None  # players by key, spectators by name

    def see(self, table: Lobby, watching: Sequence[str]) -> None:
        """Remember who is there without a word. `watching`: the names of those who watch as they are shown."""
        self._there = _who_is_there(table, watching)

    def sentences(self, table: Lobby, watching: Sequence[str], how_gone: HowGone) -> tuple[list[str], list[str]]:
        """Who has come in since the host last told us, and who is gone."""
        before = self._there
        self.see(table, watching)
        there = self._there or {}
        if before is None:
            return [], []
        names, former = ({one.name for one in some.values()} for some in (there, before))
        come = [one for who, one in there.items() if who not in before and one.name not in former]
        gone = [(who, one) for who, one in before.items() if who not in there and one.name not in names]
        return [_("{name} came in.").format(name=one.shown) for one in come], [
            _gone(one, how_gone(who, one.seat) if isinstance(who, bytes) and one.seat is not None else "")
            for who, one in gone
        ]


def _gone(one: _Somebody, how: str) -> str:
    words = _("{name} is gone.")
    if one.seat is None:
        words = _("{name} watches no longer.")
    elif how == "left":
        words = _("{name} left.")
    elif how == "away":
        words = _("{name} lost the link.")
    return words.format(name=one.shown)


def _who_is_there(table: Lobby, watching: Sequence[str]) -> dict[bytes | str, _Somebody]:
    there: dict[bytes | str, _Somebody] = {}
    for seat, row in enumerate(table.seats):
        if row[0] == "person" and row[3] is not None:
            there[row[3]] = _Somebody(row[1], clean_name(row[1]), seat)
    sitting = {one.name for one in there.values()}
    for name, shown in zip(table.watching, watching, strict=True):
        if name not in sitting:
            there[name] = _Somebody(name, clean_name(shown), None)
    return there
