"""Games that somebody went on with alone: from which game played together they come, and when their cards may open.

The others may still be at that game, and its cards are the same. So nobody sees more of a branch than at the table for
a day after the last record that all had in common, or until that game is known to be over. All of that is told from the
header of the branch, so that a copy of it is shut too.
"""

from __future__ import annotations

import os
import time

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from core.table import Table

SHUT_SECONDS = 24 * 3600


def opens(about: Mapping[str, Any]) -> int | None:
    """The second since 1970 in which the cards of a branch open, by its header; None if nothing keeps them shut."""
    dealer = about["dealer"]
    if dealer.get("kind") != "branch":
        return None
    until = int(dealer["last"]) + SHUT_SECONDS
    return None if time.time() >= until or _is_over(dealer["gid"]) else until


def open_in_time(table: Table) -> None:
    """Lets a branch be open at its end, if nobody can be playing the game that it comes from any more."""
    about = table.log.records[0].body
    if table.shut and about["dealer"].get("kind") == "branch" and opens(about) is None:
        table.shut = False


def why_shut(table: Table) -> str:
    """Why nobody may see all of this game, not even at its end; nothing if everybody may."""
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
    """The same for a line with little room."""
    until = opens(table.log.records[0].body) if table.shut else None
    return _("Its cards open on {day} at {time}.").format(**_moment(until)) if until is not None else why_shut(table)


def _moment(seconds: int) -> dict[str, str]:
    local = time.localtime(seconds)
    return {"day": time.strftime("%Y-%m-%d", local), "time": time.strftime("%H:%M", local)}


def _is_over(gid: bytes) -> bool:
    """Whether our own file of the game played together has its end, signed as it should be."""
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
