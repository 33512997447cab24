"""Who has a seat, and who only says so: a link without one gets nothing that is for players, and speaks for nobody."""

from __future__ import annotations

import pytest

from net import messages as m
from net.replies import sign_reply
from net.session import limits
from net.session.notices import Said, StartFailed
from tests.net.hostile.foul import MALLORY
from tests.net.sim_bench import Bench


def two_links() -> tuple[Bench, int, int]:
    """Mallory sat down at a table of two over one link and came to watch over another; then seat 1 came."""
    bench = Bench(3, seats=2)
    del bench.sessions[MALLORY]
    sits = bench.connect(MALLORY)
    bench.say(MALLORY, m.Join("player", None, None, 0, None, None, 0), link=sits)
    watches = bench.connect(MALLORY)
    bench.say(MALLORY, m.Join("spectator", None, None, 0, None, None, 0), link=watches)
    bench.connect(1)
    return bench, sits, watches


def shares_of(bench: Bench) -> list[bytes]:
    return [row[1] for row in bench.game.chain.links[3].record.body]


def came_through(bench: Bench) -> bytes:
    return b"".join(m.write(one) for one in bench.got[MALLORY])


def test_who_has_a_link_to_watch_and_one_from_before_gets_no_shares() -> None:
    bench, sits, watches = two_links()
    for who in (0, 1):
        bench.act(who, lambda s: s.ready())
    bench.act(0, lambda s: s.start())
    gid = bench.game.chain.gid
    for link in (sits, watches):
        bench.say(MALLORY, m.Sync(gid, 0), link=link)
    assert bench.game.table is not None
    assert not any(share in came_through(bench) for share in shares_of(bench))


def test_whose_seat_was_taken_away_gets_no_shares_and_ends_nobodys_program() -> None:
    """The host made the table smaller. The others begin, and the link of who has no seat now is let go."""
    bench = Bench().join()
    del bench.sessions[MALLORY]
    bench.act(0, lambda s: s.set_rules("pebbles", {}, 2))
    for who in (0, 1):
        bench.act(who, lambda s: s.ready())
    bench.act(0, lambda s: s.start())
    chain = bench.game.chain
    bench.say(MALLORY, m.Sync(chain.gid, 0))
    bench.say(MALLORY, chain.ask("back", seat=1, to=4).message())
    assert not any(share in came_through(bench) for share in shares_of(bench))
    assert not bench.linked(MALLORY)
    bench.move()
    assert bench.game_of(1).position == bench.game.position


@pytest.mark.parametrize("kind", ["sync", "ask", "reply", "entry", "digest", "rematch"])
def test_a_link_without_a_seat_has_no_say_in_a_game(kind: str) -> None:
    """However it came to be there."""
    bench = Bench().deal()
    bench.turn_of(MALLORY)
    del bench.sessions[MALLORY]
    peer = bench.sessions[0].player(MALLORY)
    assert peer is not None
    peer.seat = None
    game = bench.game
    ask = game.chain.ask("back", seat=1, to=4)
    message: m.Message = {
        "sync": m.Sync(game.chain.gid, 0),
        "ask": ask.message(),
        "reply": sign_reply(bench.identities[MALLORY], ask, MALLORY, True).message(ask),
        "entry": bench.roll(MALLORY).message(),
        "digest": m.Digest(MALLORY, 0, game.last, game.chain.head, game.digest, b"s" * 64),
        "rematch": m.Rematch(game.chain.gid, True),
    }[kind]
    before, got = game.position, len(bench.got[MALLORY])
    bench.say(MALLORY, message)
    assert bench.blamed() == [("unexpected_message", None)]
    assert [type(one) for one in bench.got[MALLORY][got:]] == [m.Bye]
    assert game.position == before


def test_nobody_speaks_from_a_seat_that_it_had() -> None:
    bench, sits, watches = two_links()
    for link in (sits, watches):
        bench.say(MALLORY, m.Chat(None, None, "I resign"), link=link)
    assert all(notice.seat is None for notice in bench.heard[1] if isinstance(notice, Said))


def test_nobody_ends_a_start_for_a_seat_that_it_had() -> None:
    bench, sits, _ = two_links()
    for who in (0, 1):
        bench.act(who, lambda s: s.ready())
    bench.withheld = lambda who, message: None if isinstance(message, m.Sign) else message
    bench.act(0, lambda s: s.start())
    bench.say(MALLORY, m.Refused("ROSTER", "not_ready", {}), link=sits)
    assert bench.sessions[0].starting.busy
    assert not any(isinstance(notice, StartFailed) for notice in bench.heard[0])


def test_who_comes_anew_while_a_header_is_out_is_named() -> None:
    bench = Bench().join().ready()
    bench.withheld = lambda who, message: None if who == MALLORY and isinstance(message, m.Sign) else message
    bench.act(0, lambda s: s.start())
    bench.cut(MALLORY)
    assert ("left", MALLORY, None, 0) in bench.failures(0)
    assert ("left", None, MALLORY, 0) in bench.failures(1)
    assert bench.now < limits.ANSWER_MS  # at once
