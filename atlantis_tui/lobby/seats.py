"""Who is at a table on the network, as a lobby shows them, and whom all wait for: values and sentences, no painting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from atlantis_tui.network.table import NetworkTable
from atlantis_tui.text import network
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core import games
from net.opening import Bot

Told = tuple[list[str], dict[str, Any]]  # marked sentences, and their parameters


class LobbySeat(NamedTuple):
    """One seat."""

    who: str  # "person", "bot" or "open"
    name: str
    level: str = ""
    key: bytes | None = None
    ready: bool = False  # to begin, or to play again
    link: str = "none"  # "here", "slow" or "away"; "none" if we cannot know
    you: bool = False
    host: bool = False
    muted: bool = False
    ended: int = 0  # how many starts this person ended after the shares were out


class Watcher(NamedTuple):
    name: str
    key: bytes | None  # only the host knows it
    muted: bool = False


def stage(company: NetworkTable) -> str:
    """The stage of the table: coming, lobby, starting, waiting (for the players of a game), playing or over."""
    session = company.session
    if session.watched is not None:
        return "over" if company.over else "playing"
    if session.game is not None:
        if session.game.ended:
            return "over"
        if session.game.table is None:
            return "starting"
        return "playing" if is_going_on(company) else "waiting"
    if session.table is None:
        return "coming"
    return "lobby" if session.table.state == "lobby" else "starting"


def is_going_on(company: NetworkTable) -> bool:
    """Whether there is a game, and enough of its players are here."""
    session = company.session
    if session.watched is not None:
        return session.watched.table is not None
    game = session.game
    if game is None or game.table is None:
        return False
    if not session.hosting:
        host = session.host_peer()
        return host is not None and session.resync.up_to_date(host)
    return len(game.roster.people) == 1 or bool(session.players())


def places(company: NetworkTable) -> list[LobbySeat]:
    """All seats: as the host reports them, or as a resumed game has them."""
    session, names = company.session, company.names
    if session.game is not None:
        return _of_game(company)
    table = session.table
    if table is None:
        return []
    away = {peer.key: peer.state(session.now) for peer in session.players()} if session.hosting else {}
    return [
        LobbySeat(
            who,
            names[seat] if who != "open" else "",
            level or "",
            key,
            ready,
            away.get(key, link) if who == "person" else "none",
            seat == session.seat,
            seat == table.host,
            _is_muted(company, key, names[seat]),
            session.failed_starts.times(key),
        )
        for seat, (who, _name, level, key, ready, link) in enumerate(table.seats)
    ]


def _of_game(company: NetworkTable) -> list[LobbySeat]:
    session, names = company.session, company.names
    game = session.game
    assert game is not None
    links = {one.seat: one.link for one in session.people()}
    found = []
    for seat, one in enumerate(game.roster.seats):
        if isinstance(one, Bot):
            found.append(LobbySeat("bot", names[seat], one.level))
            continue
        link = links.get(seat, "none")
        if session.player(seat) is None and link == "none" and seat != game.seat:
            link = "away"
        host = seat == game.chain.host
        muted = _is_muted(company, one.key, names[seat])
        found.append(
            LobbySeat("person", names[seat], "", one.key, seat in company.rematch, link, seat == game.seat, host, muted)
        )
    return found


def watchers(company: NetworkTable) -> list[Watcher]:
    session = company.session
    if session.hosting:
        peers = [peer for peer in session.peers.values() if peer.role == "spectator"]
        return [Watcher(peer.name, peer.key, _is_muted(company, peer.key, peer.name)) for peer in peers]
    return [Watcher(name, None, company.is_muted(None, name)) for name in company.watching]


def _is_muted(company: NetworkTable, key: bytes | None, name: str) -> bool:
    return key in company.session.muted or company.is_muted(key, name)


# Whom we wait for ----------------------------------------------------------------------------------------------------


def told(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    """What is going on, and what to press: two or three sentences."""
    return {
        "coming": _coming,
        "lobby": _lobby,
        "starting": _starting,
        "waiting": _waiting,
        "playing": _playing,
        "over": _over,
    }[stage(company)](company, seats)


def _coming(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    return [_("*Coming in…* The host is asked for a seat."), _("*Bksp* gives up.")], {}


def _lobby(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    session = company.session
    late = [one.name for one in seats if one.who == "person" and not one.ready and not one.you]
    free = sum(one.who == "open" for one in seats)
    you = next((one for one in seats if one.you), None)
    if you is None:
        return [_("*You watch.* The game begins when all are ready."), _("*T* talks to all, *Bksp* leaves.")], {}
    if session.hosting:
        return _for_host(seats, late, free, _can_be_fewer(company, seats))
    host = network.name_of(company.names, session.table.host if session.table is not None else None)
    if not you.ready:
        first = _("*R* says that you are ready. {host} begins when all are.")
    elif late:
        first = ngettext("*Waiting for* {names} to press ready.", "*Waiting for* {names} to press ready.", len(late))
    elif free:
        first = _("*You are ready.* {host} waits for the free seat to be filled.")
    else:
        first = _("*All are ready.* {host} begins.")
    return [first, _("*T* talks to all, *R* takes ready back, *Bksp* leaves.") if you.ready else
            _("*T* talks to all, *M* mutes who is chosen, *Bksp* leaves.")], {
        "host": host,
        "names": listing(late),
    }  # fmt: skip


def _can_be_fewer(company: NetworkTable, seats: Sequence[LobbySeat]) -> bool:
    """Whether the game can be played with one seat less."""
    lobby = company.session.lobby
    return lobby is not None and len(seats) - 1 in games.load(lobby.game).seat_counts


def _for_host(seats: Sequence[LobbySeat], late: Sequence[str], free: int, fewer: bool) -> Told:
    params = {"names": listing(list(late)), "n": free}
    fill = _("*B* puts a bot on the free seat.")
    if fewer:
        fill = ngettext(
            "*B* puts a bot on the free seat, *−* takes the seat away.",
            "*B* puts a bot on a free seat, *−* takes a seat away.",
            free,
        )
    nobody = _("Nobody comes in? *atlantis doctor* tells what the network allows.")
    if late and free:
        return [_("*Waiting for* {names} to press ready, and for somebody to come in."), fill, nobody], params
    if late:
        return [_("*Waiting for* {names} to press ready."), _("You begin with *Enter* as soon as all are.")], params
    if free:
        first = ngettext(
            "*One seat is free:* give your friends the code, the address or the ticket.",
            "*{n} seats are free:* give your friends the code, the address or the ticket.",
            free,
        )
        return [first, fill, nobody], params
    return [
        _("*Enter* begins: everybody is here."),
        _("*T* talks to all, *B* takes a bot away, *O* changes rules."),
    ], {}


def _starting(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    waiting = company.session.waiting()
    words = _("The cards are being shuffled by all together.")
    if waiting:
        words = network.waiting(waiting[0].why, company.names, waiting[0].seat, 0)
    keys = _("*R* calls it off, *Bksp* leaves.") if company.session.hosting else _("*Bksp* leaves.")
    return [_("*It begins.* {words}"), keys], {"words": words}


def _waiting(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    missing = [one.name for one in seats if one.who == "person" and not one.you and one.link in ("away", "none")]
    first = _("*Waiting for* {names}. The game goes on by itself as soon as enough are here.")
    if company.session.hosting:
        second = _("They need no code: ~atlantis join~, or Enter on the game in their menu. Nothing is lost.")
    else:
        second = _("The host is looked for, and you may become host. Nothing is lost.")
    return [first, second], {"names": listing(missing) if missing else _("the others")}


def _playing(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    return [_("*The game is going on.* *Enter* goes to the table."), _("*Bksp* leaves. Nothing is lost.")], {}


def _over(company: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    you = next((one for one in seats if one.you), None)
    gone = [one.name for one in seats if one.who == "person" and not one.you and one.link == "away"]
    late = [one.name for one in seats if one.who == "person" and not one.you and not one.ready]
    if you is None:
        return [_("*The game is over.* If they play again, you see it here."), _("*Bksp* leaves.")], {}
    if gone and company.session.hosting:
        return [
            ngettext(
                "*The game is over,* and {names} has left. *Enter* opens the table again.",
                "*The game is over,* and {names} have left. *Enter* opens the table again.",
                len(gone),
            ),
            _("A free seat is for somebody new or a bot. *Bksp* leaves."),
        ], {"names": listing(gone)}
    if gone:
        return [
            _("*The game is over.* Without {names} the host has to open the table again."),
            _("*Bksp* leaves; *H* in the menu opens a new table."),
        ], {"names": listing(gone)}
    if not you.ready:
        return [
            _("*R* plays again: everybody one seat further, a new deal."),
            _("It begins as soon as all want it. *Bksp* leaves."),
        ], {}
    return [
        _("*Waiting for* {names}. It begins as soon as all want it."),
        _("*T* talks to all, *R* takes that back, *Bksp* leaves."),
    ], {"names": listing(late) if late else _("the others")}
