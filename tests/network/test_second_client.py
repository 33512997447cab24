"""A program that was written from the text of the protocol plays with ours, on real sockets."""

import asyncio
import io
from typing import Any

import pytest

from atlantis_tui.network.news import TurnedAway
from atlantis_tui.network.runner import SessionRunner
from atlantis_tui.plain.network_front import PlainNetworkFront
from core import games
from core.game import Move
from net import versions
from net.identity import Identity
from net.session.notices import Desynced, Misbehaved, Over, StartFailed, Stopped
from net.session.session import Session
from tests.net.second_client import Player, golden

HERE, CODE = "127.0.0.1", "123456"


class Quiet(io.StringIO):
    """Nobody types here, and nobody leaves either."""

    def fileno(self):
        raise OSError


def busy(moves: list[Move]) -> Move:
    """What leads to most: secrets, claims, tactics. Where a game has none of these, the first move there is."""
    wanted = ("scout", "claim", "traitor", "deserter", "redeploy")
    return next((move for move in moves if move[0] in wanted), moves[-1] if moves[0][0] == "draw" else moves[0])


@pytest.mark.parametrize("game", games.names())
async def test_it_plays_a_whole_game_and_comes_back_in_the_middle(monkeypatch, tmp_path, game):
    seats = min(3, games.load(game).seat_counts[-1])
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path))
    runner = SessionRunner(Identity(b"a" * 32), "Anna", door="code", code=CODE, discovers=False)
    runner.listen(HERE)
    runner.sit(lambda me, now: Session.host(me, now, "Reef", game, {}, seats))
    if seats == 3:
        runner.wish(lambda session: session.seat_bot(2, "random"))
    told: list[Any] = []
    tell = runner.tell

    def listen(news):
        told.append(news)
        tell(news)

    monkeypatch.setattr(runner, "tell", listen)
    front = PlainNetworkFront(runner, Quiet(), io.StringIO(), plays="random")
    second = Player(game, busy)

    def plays():
        second.play(HERE, runner.port, CODE, upto=12)
        assert not second.over
        second.play(HERE, runner.port, None)

    try:
        code, _ = await asyncio.gather(front.run(), asyncio.to_thread(plays))
        assert code == 0
        assert second.over
        ours: Any = runner.session.game
        assert ours.chain.head == second.log.head
        assert list(ours.log.records) == second.log.records
        table: Any = second.table
        assert ours.table.state.digest() == table.state.digest()
        assert any(isinstance(one, Over) for one in told)
        assert not any(isinstance(one, Misbehaved | Stopped | Desynced | StartFailed | TurnedAway) for one in told)
    finally:
        await runner.close()


@pytest.mark.parametrize("game", games.names())
def test_it_finds_that_our_rules_behave_as_its_own(game):
    assert golden(game) == versions.golden(game)
