"""Whatever comes, nobody falls over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from core.chance import Stream
from net import messages as m
from net.refusal import ProtocolError
from tests.net.hostile.foul import MALLORY, silent
from tests.net.samples import SAMPLES
from tests.net.sim_bench import WATCHER, Bench


def strange(corpus: list[m.Message], values: dict[str, list[object]], stream: Stream) -> m.Message | None:
    """A message that somebody has sent, with a field or two out of other ones; None if it cannot be written."""
    message = corpus[stream.below(len(corpus))]
    names = [one.name for one in fields(message)]  # type: ignore[arg-type]
    changes: dict[str, object] = {}
    for _ in range(stream.below(3)):
        if names:
            name = names[stream.below(len(names))]
            others = [*values[name], 0, 1, 2, 7, None, True]
            changes[name] = others[stream.below(len(others))]
    try:
        return m.read(m.write(replace(message, **changes)), inside=True)  # type: ignore[type-var]
    except ProtocolError:
        return None


PHASES = ("lobby", "signing", "start", "play", "lost", "over", "again", "reopened")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("to", [0, 1, WATCHER])
def test_whatever_comes_nobody_falls_over(phase: str, to: int) -> None:
    storm(phase, to, 2, Stream("strange", phase, to))


@pytest.mark.full
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("to", [0, 1, WATCHER])
def test_and_much_more_may_come(phase: str, to: int) -> None:
    storm(phase, to, 25, Stream("stranger", phase, to))


def at(phase: str, stream: Stream) -> Bench:
    """A table in this state."""
    bench = Bench(watcher=True)
    if phase == "start":
        bench.withheld = silent(m.ReplyMessage, ("commit", "seed")[stream.below(2)])
    if phase == "signing":
        bench.withheld = silent(m.Sign)
    if phase == "lobby":
        return bench.join()
    bench.deal()
    if phase in ("play", "lost"):
        bench.turn_of(1)
        bench.move()
    if phase == "lost":  # the host is gone, the others are linked and look for another
        for who in (1, 2, WATCHER):
            bench.cut(who)
        bench.connect(2, 1)
        bench.wait(stream.below(3) * 4000)
    if phase in ("over", "again", "reopened"):
        bench.finish()
    if phase == "again":  # some want to play again, or all do and the next start is under way
        bench.withheld = silent(m.Sign)
        for who in range(1 + stream.below(3)):
            bench.act(who, lambda s: s.want_rematch())
    if phase == "reopened":
        bench.act(0, lambda s: s.reopen())
    return bench


def storm(phase: str, to: int, tables: int, stream: Stream, look: Callable[[Bench], None] = lambda bench: None) -> None:
    """Sends many strange messages at tables in this state. `look` looks at each table after each of them."""
    for _ in range(tables):
        bench = at(phase, stream)
        corpus: list[m.Message] = [*SAMPLES.values(), *(one for got in bench.got.values() for one in got)]
        corpus = [one for one in corpus if m._OF[type(one)].phase != m.DOOR]
        values: dict[str, list[object]] = {}
        for message in corpus:
            for one in fields(message):  # type: ignore[arg-type]
                values.setdefault(one.name, []).append(getattr(message, one.name))
        for _ in range(60):
            who = MALLORY if to == 0 else 0
            if not bench.linked(who, to) and to in bench.sessions:
                bench.connect(*((who, to) if to == 0 else (to, who)))
            message = strange(corpus, values, stream)  # type: ignore[assignment]
            if message is not None:
                bench.say(who, message, to)
                look(bench)
        bench.wait(2000)
        look(bench)
