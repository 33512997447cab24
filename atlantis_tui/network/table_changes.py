"""What changes at a table before a game, in sentences: its host, its code, its game, names, and who was ready for it.

A host shows its lobby again and again; `TableChanges` remembers the last one and tells how the next one differs. Who
comes and goes is told in `company_changes.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _
from net.codes import code_text
from net.messages import Lobby
from net.names import clean_name


class ToldTable(NamedTuple):
    """As much of a lobby as its people agree to."""

    host: bytes | None  # the key
    game: str
    agreed: tuple[Any, ...]  # rules and seats
    ready: frozenset[bytes]  # who is ready for it; after a game the wish for another one does not count
    names: dict[bytes, str]


class TableChanges:
    def __init__(self, types: bool = False) -> None:
        """`types`: it is told to somebody who types commands; otherwise they press keys."""
        self._types = types
        self._seen: ToldTable | None = None
        self._code: str | None = None

    def see(self, table: Lobby) -> None:
        """Remember the table without a word, for instance during a game."""
        self._seen = _seen(table)

    def sentences(self, table: Lobby, code: str | None, own: bytes) -> list[str]:
        """How the lobby differs from the last one, for the person with the key `own`."""
        before, now = self._seen, _seen(table)
        self._seen = now
        if before is None:
            return []
        told = []
        if now.host is not None and before.host is not None and now.host != before.host:
            told.append(self._new_host(now, code, own))
        told += _changed(before, now, own)
        if own in before.ready and own not in now.ready and before.agreed != now.agreed:
            words = _("Type ready again.") if self._types else _("R says again that you are ready.")
            last = told.pop() if told else _("The table has changed.")
            told.append(f"{last} {words}")
        return told

    def code_sentences(self, code: str | None, hosting: bool) -> list[str]:
        """The new code of the table, if it has changed. A host is told by the door itself."""
        before = self._code
        self._code = code if code is not None else before
        if before is None or code is None or code == before or hosting:
            return []
        return [_("The code of the table is {code} now.").format(code=code_text(code))]

    def _new_host(self, now: ToldTable, code: str | None, own: bytes) -> str:
        assert now.host is not None
        new = code is not None and code != self._code
        if new:
            self._code = code
        if now.host == own:
            words = _("You are the host now. The code is {code}.") if new else _("You are the host now.")
        else:
            words = _("{name} is the host now. The code is {code}.") if new else _("{name} is the host now.")
        return words.format(name=now.names.get(now.host, "?"), code=code_text(code) if code is not None else "")


def _changed(before: ToldTable, now: ToldTable, own: bytes) -> list[str]:
    """What differs in the game and in names, apart from the host."""
    told = []
    if now.game != before.game:
        told.append(_("It is {game} now.").format(game=title(now.game)))
    for key, name in now.names.items():
        was = before.names.get(key, name)
        if was != name and key == own:
            told.append(_("You are called {name} now.").format(name=name))
        elif was != name:
            told.append(_("{old} is called {name} now.").format(old=was, name=name))
    return told


def _seen(table: Lobby) -> ToldTable:
    people = {row[3]: clean_name(row[1]) or "?" for row in table.seats if row[0] == "person" and row[3] is not None}
    host = table.host
    before_a_game = table.state in ("lobby", "starting")
    ready = frozenset(row[3] for row in table.seats if row[0] == "person" and row[4] and before_a_game)
    key = table.seats[host][3] if host is not None and host < len(table.seats) else None
    return ToldTable(
        key, table.game, (table.game, dict(table.options), tuple(row[:4] for row in table.seats)), ready, people
    )
