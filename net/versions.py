"""Whether two programs can play together: a protocol that both speak, and games that behave alike in both.

A version number is only a promise, so `golden` checks it: it plays a few fixed games and hashes all that happens. Two
builds with the same version and different rules find out before the first card is dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from msgpack import packb

from core import games
from core.chance import SeededDealer, Stream
from core.game import Game
from net import wire
from net.messages import PROTOCOL, Hello
from net.refusal import Refusal

LEAST_PROTOCOL = 3
MAX_MOVES = 2000  # of a golden game, in case it does not end


def our_games() -> dict[str, tuple[int, bytes]]:
    """Every game we have, as HELLO names it: rules version and golden hash."""
    return {name: (games.load(name).rules_version, golden(name)) for name in games.names()}


@lru_cache(maxsize=32)
def golden(name: str) -> bytes:
    return golden_of(games.load(name))


def golden_of(game: Game) -> bytes:
    """16 bytes that follow from how this game behaves. For each number of seats it plays once with no options given and
    once with every option at its last value, as far as the options do not contradict each other."""
    whole = blake2b(b"ATL1-golden\0", digest_size=16)
    usual: dict[str, Any] = {}
    for seats in game.seat_counts:
        for options in (usual, game.otherwise()):
            state = game.new(seats, options)
            dealer, choose = SeededDealer(f"golden {seats}"), Stream("golden", game.name, seats)
            for _ in range(MAX_MOVES):
                while state.asks:
                    state.answer(dealer.answer(state.asks))
                whole.update(state.digest())
                if state.outcome is not None:
                    break
                # Moves are tuples of words and numbers, and these have only one packed form: no check is needed.
                moves = {packb(move): move for move in state.legal()}
                chosen = sorted(moves)[choose.below(len(moves))]  # the game may list them in any order
                whole.update(wire.pack([len(moves), chosen]))
                state.apply(moves[chosen])
    return whole.digest()


def common_protocol(ours: Hello, theirs: Hello) -> int:
    """The highest protocol that both speak; Refusal no_common_protocol, which tells the older side."""
    highest = min(ours.proto[1], theirs.proto[1])
    if highest < max(ours.proto[0], theirs.proto[0]):
        older = "us" if ours.proto[1] < theirs.proto[0] else "them"
        raise Refusal("no_common_protocol", ours=list(ours.proto), theirs=list(theirs.proto), older=older)
    return highest


def check_game(
    name: str, ours: Mapping[str, tuple[int, bytes]], theirs: Mapping[str, tuple[int, bytes]]
) -> tuple[int, bytes]:
    """Checks that both sides can play this game together; Refusal unknown_game, other_rules or other_behaviour."""
    if name not in ours or name not in theirs:
        raise Refusal("unknown_game", game=name, older="us" if name not in ours else "them")
    (our_rules, our_golden), (their_rules, their_golden) = ours[name], theirs[name]
    if our_rules != their_rules:
        older = "us" if our_rules < their_rules else "them"
        raise Refusal("other_rules", game=name, ours=our_rules, theirs=their_rules, older=older)
    if our_golden != their_golden:
        raise Refusal("other_behaviour", game=name)
    return our_rules, our_golden


def hello(app: str, nonce: bytes, caps: tuple[str, ...] = ()) -> Hello:
    return Hello((LEAST_PROTOCOL, PROTOCOL), app, caps, our_games(), nonce)
