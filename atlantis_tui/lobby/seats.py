"""Who is at a table on the network, as a lobby shows them, and whom all wait for: values and sentences, no painting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from atlantis_tui.network.table import NetworkTable
from atlantis_tui.text import network
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.painter import Sentence
from core import games
from net.opening import Bot

Told = tuple[list[Sentence], dict[str, Any]]  # marked sentences, and their parameters


class LobbySeat(NamedTuple):
    """One seat."""

    who: str  # "person", "bot" or "open"
    name: str
    level: str = ""
    key: bytes | None = None
    ready: bool = False  # to begin, or to play again
    link: str = "none"  # "here", "slow", "away" or "left"; "none" if we cannot know
    you: bool = False
    host: bool = False
    muted: bool = False
    ended: int = 0  # how many starts this person ended after the shares were out


class Watcher(NamedTuple):
    name: str
    key: bytes | None  # only the host knows it
    muted: bool = False


def stage(network_table: NetworkTable) -> str:
    """The stage of the table: coming, lobby, starting, waiting (for the players of a game), playing or over."""
    session = network_table.session
    if session.watched is not None:
        if session.watched.table is None:
            return "starting"  # or its log is read again
        return "over" if network_table.over else "playing"
    if session.game is not None:
        if session.game.ended:
            return "over"
        if session.game.table is None:
            return "starting"
        return "playing" if is_going_on(network_table) else "waiting"
    if session.table is None:
        return "coming"
    return "lobby" if session.table.state == "lobby" else "starting"


def is_going_on(network_table: NetworkTable) -> bool:
    """Whether there is a game, and enough of its players are here."""
    session = network_table.session
    if session.watched is not None:
        return session.watched.table is not None
    game = session.game
    if game is None or game.table is None:
        return False
    if not session.hosting:
        host = session.host_peer()
        return host is not None and session.resync.up_to_date(host)
    return len(game.roster.people) == 1 or bool(session.players())


def places(network_table: NetworkTable) -> list[LobbySeat]:
    """All seats: as the host reports them, or as a resumed game has them. Without a host nobody knows of the others."""
    found = _places(network_table)
    if not network_table.lost_between_games:
        return found
    host = "left" if network_table.host_left else "away"
    return [one if one.who != "person" or one.you else one._replace(link=host if one.host else "none") for one in found]


def _places(network_table: NetworkTable) -> list[LobbySeat]:
    session, names = network_table.session, network_table.lobby_names
    if session.game is not None:
        return _of_game(network_table)
    table = session.table
    if table is None:
        return []
    away = {peer.key: peer.state(session.now) for peer in session.players()} if session.hosting else {}
    links = {one.seat: one.link for one in session.people()}  # of a game that we watch
    return [
        LobbySeat(
            who,
            names[seat] if who != "open" else "",
            level or "",
            key,
            ready,
            away.get(key, links.get(seat, link)) if who == "person" else "none",
            seat == session.seat,
            seat == table.host,
            _is_muted(network_table, key, names[seat]),
            session.failed_starts.times(key),
        )
        for seat, (who, _name, level, key, ready, link) in enumerate(table.seats)
    ]


def _of_game(network_table: NetworkTable) -> list[LobbySeat]:
    session, names = network_table.session, network_table.names
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
        muted = _is_muted(network_table, one.key, names[seat])
        found.append(
            LobbySeat(
                "person", names[seat], "", one.key, seat in network_table.rematch, link, seat == game.seat, host, muted
            )
        )
    return found


def watchers(network_table: NetworkTable) -> list[Watcher]:
    session = network_table.session
    if session.hosting:
        peers = [peer for peer in session.peers.values() if peer.role == "spectator"]
        return [Watcher(peer.name, peer.key, _is_muted(network_table, peer.key, peer.name)) for peer in peers]
    return [Watcher(name, None, network_table.is_muted(None, name)) for name in network_table.watching]


def _is_muted(network_table: NetworkTable, key: bytes | None, name: str) -> bool:
    return key in network_table.session.muted or network_table.is_muted(key, name)


# Whom we wait for ----------------------------------------------------------------------------------------------------


def told(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    """What is going on, and what to press: two or three sentences."""
    return {
        "coming": _coming,
        "lobby": _lobby,
        "starting": _starting,
        "waiting": _waiting,
        "playing": _playing,
        "over": _over,
    }[stage(network_table)](network_table, seats)


def _coming(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    return [_("*Coming in…* The host is asked for a seat."), _("*Bksp* gives up.")], {}


def _lobby(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    session = network_table.session
    late = [one.name for one in seats if one.who == "person" and not one.ready and not one.you]
    free = sum(one.who == "open" for one in seats)
    you = next((one for one in seats if one.you), None)
    if you is None:
        return [_("*You watch.* The game begins when all are ready."), _("*T* talks to all, *Bksp* leaves.")], {}
    if session.hosting:
        return _for_host(seats, late, free, _can_be_fewer(network_table, seats))
    host = network.name_of(network_table.names, session.table.host if session.table is not None else None)
    if not you.ready:
        first: Sentence = (
            _("*R* says that you are ready. {host} begins when all are."),
            _("*R* says that you are ready."),
        )
    elif late:
        words = ngettext("*Waiting for* {names} to press ready.", "*Waiting for* {names} to press ready.", len(late))
        first = words, _("*Waiting for* the others to press ready.")
    elif free:
        first = (
            _("*You are ready.* {host} waits for the free seat to be filled."),
            _("*You are ready.* A seat is free still."),
        )
    else:
        first = _("*All are ready.* {host} begins.")
    return [first, _("*T* talks to all, *R* takes ready back, *Bksp* leaves.") if you.ready else
            _("*T* talks to all, *M* mutes who is chosen, *Bksp* leaves.")], {
        "host": host,
        "names": listing(late),
    }  # fmt: skip


def _can_be_fewer(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> bool:
    """Whether the game can be played with one seat less."""
    lobby = network_table.session.lobby
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
        first: Sentence = (
            _("*Waiting for* {names} to press ready, and for somebody to come in."),
            _("*Waiting for* {names}, and for somebody to come in."),
            _("*Waiting for* all to press ready and to come in."),
        )
        return [first, fill, nobody], params
    if late:
        waits = _("*Waiting for* {names} to press ready."), _("*Waiting for* the others to press ready.")
        return [waits, _("You begin with *Enter* as soon as all are.")], params
    if free:
        first = (
            ngettext(
                "*One seat is free:* give your friends the code, the address or the ticket.",
                "*{n} seats are free:* give your friends the code, the address or the ticket.",
                free,
            ),
            ngettext(
                "*One seat is free:* give your friends the code.",
                "*{n} seats are free:* give your friends the code.",
                free,
            ),
        )
        return [first, fill, nobody], params
    return [
        _("*Enter* begins: everybody is here."),
        _("*T* talks to all, *B* takes a bot away, *O* changes rules."),
    ], {}


def _starting(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    waiting = network_table.session.waiting()
    words = _("The cards are being shuffled by all together.")
    if waiting:
        words = network.waiting(waiting[0].why, network_table.names, waiting[0].seat, 0)
    keys = _("*R* calls it off, *Bksp* leaves.") if network_table.session.hosting else _("*Bksp* leaves.")
    return [_("*It begins.* {words}"), keys], {"words": words}


def _waiting(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    missing = [one.name for one in seats if one.who == "person" and not one.you and one.link in ("away", "none")]
    first = (
        _("*Waiting for* {names}. The game goes on by itself as soon as enough are here."),
        _("*Waiting for* {names}. It goes on by itself then."),
        _("*Waiting for the others.* It goes on by itself then."),
    )
    if network_table.session.hosting:
        second: Sentence = (
            _("They need no code: ~atlantis join~, or Enter on the game in their menu. Nothing is lost."),
            _("They need no code: ~atlantis join~ or their menu leads here."),
        )
    elif len(network_table.session.people()) <= 2:
        second = (
            _("Of two, both must be here. A in the list of games goes on against bots later."),
            _("Both must be here; A in the list of games: with bots."),
        )
    else:
        second = (
            _("The host is looked for; another becomes host by itself. Nothing is lost."),
            _("The host is looked for; another becomes host by itself."),
        )
    return [first, second], {"names": listing(missing) if missing else _("the others")}


def _playing(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    return [_("*The game is going on.* *Enter* goes to the table."), _("*Bksp* leaves. Nothing is lost.")], {}


def _over(network_table: NetworkTable, seats: Sequence[LobbySeat]) -> Told:
    you = next((one for one in seats if one.you), None)
    gone = [one.name for one in seats if one.who == "person" and not one.you and one.link == "away"]
    late = [one.name for one in seats if one.who == "person" and not one.you and not one.ready]
    if you is None:
        return [_("*The game is over.* If they play again, you see it here."), _("*Bksp* leaves.")], {}
    if gone and network_table.session.hosting:
        left = ngettext(
            "*The game is over,* and {names} has left. *Enter* opens the table again.",
            "*The game is over,* and {names} have left. *Enter* opens the table again.",
            len(gone),
        )
        return [
            (left, _("*Somebody has left.* *Enter* opens the table again.")),
            _("A free seat is for somebody new or a bot. *Bksp* leaves."),
        ], {"names": listing(gone)}
    if gone:
        return [
            (
                _("*The game is over.* Without {names} the host has to open the table again."),
                _("*The game is over.* The host opens the table again."),
            ),
            _("*Bksp* leaves; *H* in the menu opens a new table."),
        ], {"names": listing(gone)}
    if not you.ready:
        return [
            _("*R* plays again: everybody one seat further, a new deal."),
            _("It begins as soon as all want it. *Bksp* leaves."),
        ], {}
    return [
        (
            _("*Waiting for* {names}. It begins as soon as all want it."),
            _("*Waiting for the others.* It begins when all want it."),
        ),
        _("*T* talks to all, *R* takes that back, *Bksp* leaves."),
    ], {"names": listing(late) if late else _("the others")}
