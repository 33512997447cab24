"""What a table says about itself to strangers: to those who look in at the door, and to the whole network."""

from __future__ import annotations

from atlantis_tui.games import DEFAULT
from net.adverts import Advert, mark_of
from net.identity import Identity
from net.messages import TableInfo
from net.names import clean_name
from net.session.session import Session

HOST_BYTES = 64  # of the host's name: with the longest name of a table, the message is still small enough for strangers


def table_info(session: Session, door: str) -> TableInfo:
    table, game = session.table, session.game
    state = "lobby" if game is None else "over" if game.ended else "playing"
    gid = game.chain.gid if game is not None and not game.ended else None
    host = _host(session)
    if table is not None:
        taken = sum(place[0] != "open" for place in table.seats)
        return TableInfo(table.name, table.game, len(table.seats), taken, len(table.watching), state, door, gid, host)
    if game is not None:  # a resumed game, and no host has told us more
        seats = len(game.roster.seats)
        return TableInfo(session.table_name, game.roster.game, seats, seats, 0, state, door, gid, host)
    return TableInfo("", DEFAULT, 0, 0, 0, state, door, gid, host)


def _host(session: Session) -> str:
    """The name of the host's person, as far as we know."""
    table, game = session.table, session.game
    if game is not None:
        name: str = game.roster.seats[game.chain.host][0]
    elif table is not None and table.host is not None and table.host < len(table.seats):
        name = table.seats[table.host][1]
    else:
        name = session.name if session.hosting else ""
    return clean_name(clean_name(name).encode()[:HOST_BYTES].decode(errors="ignore"))


def advert_of(info: TableInfo, port: int, table: bytes, identity: Identity) -> Advert:
    """The announcement of a table. It contains no name, nothing that opens the door, and nothing by which
    strangers could recognise the host."""
    table_id = (info.gid or table)[:4].hex()
    return Advert(
        port,
        info.game,
        info.seats,
        info.taken,
        info.state != "lobby",
        table_id,
        info.door == "code",
        mark_of(table_id, identity.key),
    )
