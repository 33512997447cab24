"""Games that somebody continued alone: which network game they branch from, and when their cards may open.

The others may still be playing that network game, and its cards are the same. So for a day after the last record that
they all had in common, or until we know that the network game is over, nobody sees more of a branch than its player saw
at the table. The header of the branch holds all that is needed to decide this, so a copy of the file is shut too.
"""

from __future__ import annotations

import os
import time

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from core.table import Table

SHUT_SECONDS = 24 * 3600


def opens(about: Mapping[str, Any]) -> int | None:
    """When the cards of a branch open, in seconds since 1970, or None if they are open. `about` is its header."""
    dealer = about["dealer"]
    if dealer.get("kind") != "branch":
        return None
    until = int(dealer["last"]) + SHUT_SECONDS
    return None if time.time() >= until or _is_over(dealer["gid"]) else until


def open_in_time(table: Table) -> None:
    """Open a branch's cards if nobody can still be playing the game that it comes from."""
    about = table.log.records[0].body
    if table.shut and about["dealer"].get("kind") == "branch" and opens(about) is None:
        table.shut = False


def why_shut(table: Table) -> str:
    """Why nobody may see all of this game, not even at its end; "" if everybody may."""
    open_in_time(table)
    if not table.shut:
        return ""
    until = opens(table.log.records[0].body)
    if until is None:
        return _("What cannot be believed is not opened: it shows what you could have seen at the table.")
    return _("The others may still play the game this one comes from: its cards open on {day} at {time}.").format(
        **_moment(until)
    )


def shut_in_short(table: Table) -> str:
    """The reason of `why_shut` for a line with little room."""
    until = opens(table.log.records[0].body) if table.shut else None
    return _("Its cards open on {day} at {time}.").format(**_moment(until)) if until is not None else why_shut(table)


def _moment(seconds: int) -> dict[str, str]:
    local = time.localtime(seconds)
    return {"day": time.strftime("%Y-%m-%d", local), "time": time.strftime("%H:%M", local)}


def _is_over(gid: bytes) -> bool:
    """Whether our own file of the network game has an end record, and its signatures hold."""
    from atlantis_tui.saved.paths import games_dir, network_game
    from atlantis_tui.saved.trust import judge_alone
    from core.dealers import game_id
    from core.log import LogError, peek, read

    path = os.path.join(games_dir(), network_game(gid))
    try:
        if peek(path).last.kind != "end":
            return False
        records = read(path).records
    except LogError:
        return False
    return game_id(records[0]) == gid and judge_alone(records).what in ("signed", "unchecked")
