"""What a table says about itself to strangers: to those who look in at the door, and to the whole network."""

from __future__ import annotations

from atlantis_tui.games import DEFAULT
from net.adverts import Advert, mark_of
from net.identity import Identity
from net.messages import TableInfo
from net.session.session import Session


def table_info(session: Session, door: str) -> TableInfo:
    table, game = session.table, session.game
    state = "lobby" if game is None else "over" if game.ended else "playing"
    gid = game.chain.gid if game is not None and not game.ended else None
    if table is not None:
        taken = sum(place[0] != "open" for place in table.seats)
        return TableInfo(table.name, table.game, len(table.seats), taken, len(table.watching), state, door, gid)
    if game is not None:  # a resumed game, and no host has told us more
        seats = len(game.roster.seats)
        return TableInfo("", game.roster.game, seats, seats, 0, state, door, gid)
    return TableInfo("", DEFAULT, 0, 0, 0, state, door, gid)


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
