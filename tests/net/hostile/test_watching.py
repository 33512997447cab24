"""Who only watches: it gets no secrets, however it asks, and has no say."""

from __future__ import annotations

import pytest

from net import messages as m
from net.agreements import back_ask
from net.entries import sign_digest
from net.replies import sign_reply
from tests.net.hostile.foul import watched
from tests.net.sim_bench import WATCHER


def test_who_watches_gets_no_secrets_however_it_asks() -> None:
    bench = watched()
    bench.say(WATCHER, m.Sync(bench.game.chain.gid, 0))
    bench.say(WATCHER, m.Join("spectator", None, bench.game.chain.gid, 0, None, None, 0))
    shares = [row[1] for row in bench.game.chain.links[3].record.body]
    sent = b"".join(m.write(message) for message in bench.got[WATCHER])
    assert not any(share in sent for share in shares)
    watched_table = bench.sessions[WATCHER].watched
    assert watched_table is not None
    assert watched_table.last == bench.game.last
    assert watched_table.table is not None
    assert watched_table.table.state.hands[0].sealed == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["entry", "reply", "ready", "rematch", "sign", "digest", "ask", "player"])
def test_who_watches_has_no_say(kind: str) -> None:
    bench = watched()
    entry = bench.roll(WATCHER)
    ask = back_ask(bench.game.chain, 1, 4)
    message: m.Message = {
        "entry": entry.message(),
        "reply": sign_reply(bench.identities[WATCHER], ask, 0, True).message(ask),
        "ready": m.Ready(1, True, b"n" * 16),
        "rematch": m.Rematch(bench.game.chain.gid, True),
        "sign": m.Sign(bench.game.chain.gid, b"s" * 64),
        "digest": sign_digest(bench.identities[WATCHER], 0, entry, bench.game.digest),
        "ask": ask.message(),
        "player": m.Join("player", 0, bench.game.chain.gid, 0, None, None, 0),
    }[kind]
    before = bench.game.position
    bench.say(WATCHER, message)
    assert bench.game.position == before
    assert bench.blamed() in ([("unexpected_message", None)], [])
    assert not bench.linked(WATCHER)


def test_who_watches_another_game_is_refused() -> None:
    bench = watched()
    bench.got[WATCHER].clear()
    bench.say(WATCHER, m.Sync(b"g" * 16, 0))
    assert bench.got[WATCHER] == [m.Refused("SYNC", "foreign_game", {})]
