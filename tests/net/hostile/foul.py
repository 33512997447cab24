"""What those who play foul at a table have in common, and what must hold for the others."""

from __future__ import annotations

from core.masking import masked
from net import messages as m
from net.entries import sign_desync
from net.replies import sign_reply
from net.session import limits
from tests.net import sim_pebbles
from tests.net.sim_bench import Bench

MALLORY = 2


def rows(votes: dict[int, bytes | bool], ask, bench: Bench) -> list[list[object]]:
    found: list[list[object]] = []
    for seat, payload in sorted(votes.items()):
        reply = sign_reply(bench.identities[seat], ask, seat, payload)
        found.append([seat, payload, reply.sig])
    return found


def goes_on(bench: Bench) -> None:
    """The others play on; nobody but Mallory is blamed by anybody."""
    for who in (0, 1):
        assert all(seat in (None, MALLORY) for _, seat in bench.blamed(who)), bench.blamed(who)
        assert bench.sessions[who].stopped is None
    assert bench.blamed(1) == []
    before = bench.game.last
    if not bench.linked(MALLORY):
        comes_back(bench)
    bench.move()
    assert bench.game.last > before
    assert bench.game_of(1).position == bench.game.position


def comes_back(bench: Bench) -> None:
    """Mallory, now with a program that plays fair: who misbehaved is let in again, though not at once."""
    bench.wait(limits.OFFENCE_MS)
    bench.connect(MALLORY)
    assert bench.linked(MALLORY)


def as_if_laid(bench: Bench, pebble: int) -> list[object]:
    """As if this pebble were laid: which one it is, a record does not say openly."""
    table = bench.game.table
    assert table is not None
    return masked(sim_pebbles.GAME.moves, ("lay", pebble), table.dealer, bench.game.chain.links[-1].record)


def silent(kind: type[m.Message], what: str = "", who: int = MALLORY):
    """The program of one works but for messages of this kind; of answers, for those to this."""

    def withheld(sender: int, message: m.Message) -> m.Message | None:
        if sender == who and isinstance(message, kind) and (not what or getattr(message, "kind", "") == what):
            return None
        return message

    return withheld


def from_host(bench: Bench, *entries) -> list[tuple[str, int | None]]:
    for entry in entries:
        bench.say(0, entry.message(), to=1)
    assert bench.blamed(MALLORY) == []
    return bench.blamed(1)


def opening(change) -> Bench:
    """A start in which the host's entries are changed on their way to seat 1."""
    bench = Bench()

    def changed(who: int, message: m.Message) -> m.Message:
        return change(bench, message) if who == 0 else message

    bench.withheld = changed
    bench.deal()
    return bench


def watched() -> Bench:
    bench = Bench(watcher=True).deal()
    bench.turn_of(1)
    bench.move(("lay", bench.state.hands[1].faces()[0]))
    return bench


def desync(bench: Bench, who: int, rebuilt: bytes | None = b"r" * 16, signer: int | None = None) -> m.Desync:
    """What `who` says of the last position; signed by itself, or by somebody else."""
    chain = bench.game.chain
    identity = bench.identities[who if signer is None else signer]
    return sign_desync(identity, chain.gid, who, chain.term, bench.game.last, b"d" * 16, rebuilt, b"c" * 32)
