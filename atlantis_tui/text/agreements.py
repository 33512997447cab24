"""What the players of a network game agreed on during it, in sentences."""

from __future__ import annotations

from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from core.frames import Record


def agreed(record: Record, viewer: int | None, names: Sequence[str]) -> str:
    """The sentence for a record that changes no position, such as a vote; "" if the record is malformed."""

    def name(seat: Any) -> str:
        return _("you") if seat == viewer else names[seat]

    try:
        if record.kind == "takeover":
            return _takeover(record.seat, viewer, names)
        body: dict[str, Any] = record.body
        votes = [row[0] for row in body["votes"]]
        who = listing([name(seat) for seat in votes])
        if record.kind == "consent":
            return _consent(body["seat"], viewer, names, who)
        if record.kind == "proxy":
            return _proxy(body["seat"], body["by"], viewer, names, who)
        return _term(body["host"], [name(seat) for seat in body["away"]], viewer, names, who)
    except (LookupError, TypeError):  # anybody may have written the file
        return ""


def _takeover(seat: Any, viewer: int | None, names: Sequence[str]) -> str:
    if seat == viewer:
        return _("You are back and play again.")
    return _("{name} is back and plays again.").format(name=names[seat])


def _consent(seat: Any, viewer: int | None, names: Sequence[str], who: str) -> str:
    if seat == viewer:
        return _("You may take moves back; in favour: {who}.").format(who=who)
    return _("{name} may take moves back; in favour: {who}.").format(name=names[seat], who=who)


def _proxy(seat: Any, by: Any, viewer: int | None, names: Sequence[str], who: str) -> str:
    if seat == viewer:
        words = _("You are away: a bot plays for you with {by}; in favour: {who}.")
    elif by == viewer:
        words = _("{name} is away: a bot plays for them with you; in favour: {who}.")
    else:
        words = _("{name} is away: a bot plays for them with {by}; in favour: {who}.")
    return words.format(name=names[seat], by=names[by], who=who)


def _term(host: Any, away: Sequence[str], viewer: int | None, names: Sequence[str], who: str) -> str:
    if host == viewer:
        words = _("You are the host from here on; lost: {away}; in favour: {who}.")
    else:
        words = _("{name} is the host from here on; lost: {away}; in favour: {who}.")
    return words.format(name=names[host], away=listing(away), who=who)
