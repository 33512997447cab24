"""What happens at a table on the network, in sentences: one for each notice of the session and each piece of news.

Screens and lines of text decide where a sentence is shown, how long, and how loudly; what it says is decided here.
Sentences that only one of them needs, such as whose turn it is, are with that one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.bots.trouble import trouble
from atlantis_tui.network import news as n
from atlantis_tui.text import network
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from net.codes import code_text
from net.refusal import Refusal
from net.session import notices

if TYPE_CHECKING:
    from atlantis_tui.saved.stand_ins import Absent
    from net.session.session import Session


class NoticeReader(NamedTuple):
    """Who reads it."""

    names: Sequence[str]  # of all seats, as this program shows them
    seat: int | None  # the reader's own; None: they watch
    types: bool = False  # they type commands; otherwise they press keys
    report: str = ""  # the file that tells of positions that differ
    moves: str = ""  # the moves that somebody asks to take back, in words
    absent: Absent | None = None  # what a bot did for the reader, who is back now

    def name(self, seat: int | None) -> str:
        return network.name_of(self.names, seat)

    def about(self, seat: int | None) -> network.Params:
        return {"names": self.names, "seat": seat, "reader": self.seat}


def sentence(news: n.News, reader: NoticeReader) -> str:
    """What has happened, in one sentence; nothing where there is nothing to say of it."""
    tell = SENTENCES.get(type(news))
    return "" if tell is None else tell(news, reader)


def link_sentence(link: str, name: str, left: bool = False) -> str:
    """How somebody is connected. `left`: they have left the table, and did not lose the link."""
    if left:
        return _("{name} has left the table.").format(name=name)
    if link == "away":
        return _("{name} has lost the link.").format(name=name)
    if link == "slow":
        return _("{name} is slow to answer.").format(name=name)
    if link == "none":
        return _("It is not known whether {name} is here.").format(name=name)
    return _("{name} is here.").format(name=name)


def gone_sentence(name: str, left: bool) -> str:
    """Somebody is gone just now."""
    return _("{name} left the table.").format(name=name) if left else _("{name} lost the link.").format(name=name)


class LinkChanges:
    """Remembers how everybody is connected, and tells who has left, lost the link or come back. Of somebody for whom a
    bot plays the table hears in another way that they are back: they take over."""

    def __init__(self) -> None:
        self._links: dict[int, str] = {}
        self._left: set[int] = set()
        self._played_for: set[int] = set()

    def sentences(self, session: Session, names: Sequence[str]) -> list[str]:
        """Who has gone away or come back since this was last asked, apart from ourselves."""
        told = []
        for one in session.people():
            before, self._links[one.seat] = self._links.get(one.seat, "here"), one.link
            left = one.left and one.seat not in self._left  # somebody may be known to have left later
            self._left = self._left | {one.seat} if one.left else self._left - {one.seat}
            played_for = one.proxy is not None or one.seat in self._played_for
            self._played_for = self._played_for | {one.seat} if one.proxy is not None else self._played_for - {one.seat}
            if one.seat == session.seat:
                continue
            if one.link == "away" and (left or before != "away"):
                told.append(gone_sentence(names[one.seat], one.left))
            elif one.link == "here" and before == "away" and not played_for:
                told.append(_("{name} is back.").format(name=names[one.seat]))
        return told


class WatcherChanges:
    """Remembers who watches, and tells who has begun to, or stopped."""

    def __init__(self) -> None:
        self._watching: Sequence[str] | None = None

    def sentences(self, watching: Sequence[str]) -> list[str]:
        """Who watches now and did not when this was last asked, or the other way round; at first nothing."""
        before, self._watching = self._watching, watching
        if before is None:
            return []
        come = [_("{name} watches now.").format(name=name) for name in watching if name not in before]
        gone = [_("{name} watches no longer.").format(name=name) for name in before if name not in watching]
        return come + gone


# Of the session ------------------------------------------------------------------------------------------------------


def _applied(news: notices.Applied, reader: NoticeReader) -> str:
    if news.kind == "takeover" and news.seat == reader.seat and reader.absent is not None:
        return _welcome(reader.absent, reader)
    if news.seat is None or news.seat == reader.seat:
        return ""
    if news.kind == "back":
        return _("{name} takes a move back.").format(name=reader.name(news.seat))
    if news.kind == "takeover":
        return _("{name} is back and plays again.").format(name=reader.name(news.seat))
    return ""


def _welcome(absent: Absent, reader: NoticeReader) -> str:
    """Told to somebody who is back: what was done for them meanwhile, and where they see it."""
    who = listing([reader.name(seat) for seat in absent.by])
    if not absent.turns:
        return _("You are back, before the bot with {who} had to play for you.").format(who=who)
    words = ngettext(
        "You are back. A bot with {who} played {n} turn for you; the history marks it.",
        "You are back. A bot with {who} played {n} turns for you; the history marks them.",
        absent.turns,
    )
    if reader.types:
        words = ngettext(
            "You are back. A bot with {who} played {n} turn for you.",
            "You are back. A bot with {who} played {n} turns for you.",
            absent.turns,
        )
    return words.format(who=who, n=absent.turns)


def _move_lost(news: notices.MoveLost, reader: NoticeReader) -> str:
    return _("The game went on before your move was in: choose again.") if news.seat == reader.seat else ""


def _asked(news: notices.Asked, reader: NoticeReader) -> str:
    if news.kind == "proxy" and not reader.types:
        return ""  # a card over the board asks that (table/network/absence.py)
    if news.kind == "proxy":
        words = _("{name} is away; shall a bot play for {name} meanwhile, run by {other}: type yes or no.")
    elif reader.types:
        words = _("{name} asks to take the last move back: type yes or no.")
        if reader.moves:
            words = _("{name} asks to take this back: {moves} Type yes or no.")
    else:
        words = _("{name} asks to take the last move back.")
        if reader.moves:
            words = _("{name} asks to take back: {moves}.")
    return words.format(name=reader.name(news.seat), other=reader.name(news.other), moves=reader.moves)


def _agreed(news: notices.Agreed, reader: NoticeReader) -> str:
    return network.AGREED[news.result]({**reader.about(news.seat), "kind": news.kind, "about": news.about})


def _host_changed(news: notices.HostChanged, reader: NoticeReader) -> str:
    if news.seat == reader.seat:
        return _("You are the host now.")
    return _("{name} is the host now.").format(name=reader.name(news.seat))


def _set_aside(news: notices.SetAside, reader: NoticeReader) -> str:
    return ngettext(
        "{n} entry that the others never saw was put aside.",
        "{n} entries that the others never saw were put aside.",
        news.entries,
    ).format(n=news.entries)


def _left_out(news: notices.LeftOut, reader: NoticeReader) -> str:
    return network.left_out_plain(news.lines) if reader.types else network.left_out(news.lines)


def _rematch_wanted(news: notices.RematchWanted, reader: NoticeReader) -> str:
    if not news.seats:
        return ""
    who = listing([reader.name(seat) for seat in news.seats])
    return ngettext("{who} wants to play again.", "{who} want to play again.", len(news.seats)).format(who=who)


def _misbehaved(news: notices.Misbehaved, reader: NoticeReader) -> str:
    return network.misbehaved(news.verdict, reader.names, news.seat, news.blamed)


def _desynced(news: notices.Desynced, reader: NoticeReader) -> str:
    words = _("This program had a wrong position and found the right one again; {report} tells more.")
    if not news.going_on:
        words = _("The programs disagree about the position; {report} tells more.")
    return words.format(report=reader.report or "?")


def _stopped(news: notices.Stopped, reader: NoticeReader) -> str:
    return network.STOPPED[news.reason](reader.about(news.blamed))


# Of this program -----------------------------------------------------------------------------------------------------


def _code_changed(news: n.CodeChanged, reader: NoticeReader) -> str:
    if not reader.types:  # the lobby shows the code itself
        return _("Somebody guessed at the code too often: there is a new one.") if news.guessed else ""
    words = _("Who wants to come in needs the code {code}.")
    if news.guessed:
        words = _("Somebody guessed at the code too often. The new code is {code}.")
    return words.format(code=code_text(news.code))


def _turned_away(news: n.TurnedAway, reader: NoticeReader) -> str:
    if news.why.reason == "wrong_code":
        return _("Somebody at {address} tried a wrong code.").format(address=news.address or "?")
    return network.crowded() if news.why.reason == "try_later" else ""


def host_has_left(why: Refusal) -> bool:
    """Whether the host said goodbye, and did not merely lose the link."""
    return (why.reason, why.params.get("why")) == ("bye", "left")


def _host_lost(news: n.HostLost, reader: NoticeReader) -> str:
    if host_has_left(news.why):
        return _("The host has left the table and is being looked for.")
    return _("The host is gone and is being looked for. {why}").format(why=network.refusal(news.why))


def _undiscovered(news: n.DiscoveryTrouble, reader: NoticeReader) -> str:
    return "" if news.trouble is None else network.TROUBLES[news.trouble]()


SENTENCES: dict[type[Any], Callable[[Any, NoticeReader], str]] = {
    notices.StartFailed: lambda news, reader: network.start_failed(news, reader.names),
    notices.Applied: _applied,
    notices.MoveLost: _move_lost,
    notices.Asked: _asked,
    notices.Agreed: _agreed,
    notices.HostChanged: _host_changed,
    notices.SetAside: _set_aside,
    notices.LeftOut: _left_out,
    notices.RematchWanted: _rematch_wanted,
    notices.Misbehaved: _misbehaved,
    notices.Desynced: _desynced,
    notices.Stopped: _stopped,
    n.CodeChanged: _code_changed,
    n.TurnedAway: _turned_away,
    n.HostLost: _host_lost,
    n.HostFound: lambda news, reader: _("The host is there again."),
    n.DiscoveryTrouble: _undiscovered,
    n.BotTrouble: lambda news, reader: trouble(reader.name(news.seat), news.reason, news.params),
    n.TableEnded: lambda news, reader: network.refusal(news.why, reader.names),
}
