"""How long a bot thinks: the clock outside core, also when the machine slept meanwhile."""

import pytest

from atlantis_tui.bots import pace
from atlantis_tui.bots.pace import GASP, LONGEST_HUSH, MANY, THOUGHT, AnswerDelay, PacedBot, ThinkingClock, worth
from core import games
from core.bots import make_bot, streams
from core.game import BadOption
from core.log import MemoryLog
from core.table import Table, header

GAME = games.load("atlantis")


class Clock:
    """Goes on by itself a little each time somebody looks, and by more if it is told to."""

    def __init__(self, tick=0.0):
        self.now, self.tick = 1000.0, tick

    def __call__(self):
        self.now += self.tick
        return self.now


def view():
    return Table(MemoryLog(header(GAME, ["you", "you", "you"], {}, "pace"))).view(0)


def asked_until_enough(pacing):
    times = 1
    while not pacing(times):
        times += 1
        assert times < 10_000
    return times


def test_it_is_enough_when_the_time_is_over():
    pacing = ThinkingClock(Clock(tick=0.01))
    pacing.begin(1.0)
    assert 98 <= asked_until_enough(pacing) <= 102


def test_every_thought_begins_anew():
    clock = Clock(tick=0.01)
    pacing = ThinkingClock(clock)
    for _ in range(3):
        pacing.begin(0.5)
        assert 48 <= asked_until_enough(pacing) <= 52
        clock.now += 60  # the others have their turns


def test_time_in_which_the_program_was_stopped_is_not_thinking_time():
    clock = Clock(tick=0.01)
    pacing = ThinkingClock(clock)
    pacing.begin(1.0)
    assert not any(pacing(number) for number in range(1, 50))
    clock.now += 8 * 3600  # the lid was closed
    left = asked_until_enough(pacing)
    assert 50 - GASP / 0.01 - 2 <= left <= 52


def test_a_clock_that_goes_backwards_ends_no_thought_and_makes_none_endless():
    clock = Clock(tick=0.01)
    pacing = ThinkingClock(clock)
    pacing.begin(0.3)
    assert not pacing(1)
    clock.now -= 500
    assert asked_until_enough(pacing) <= 32


def test_what_is_soon_decided_is_not_thought_about_for_long():
    assert worth(1, THOUGHT) == 0
    assert 0 < worth(2, THOUGHT) < worth(3, THOUGHT) < worth(MANY, THOUGHT) == THOUGHT
    assert worth(500, THOUGHT) == THOUGHT


def test_an_answer_takes_as_long_as_the_slowest_choice_of_its_seat():
    """A quick choice after it does not count, nor does the choice of another seat. Nobody waits for ever."""
    delay = AnswerDelay()
    assert delay.due(1, 1.0) == 1.0
    for seat, seconds in ((1, 2.5), (1, 0.1), (0, 4.0)):
        delay.took(seat, seconds)
    assert delay.due(1, 1.0) == 2.5
    delay.took(1, 60.0)
    assert delay.due(1, 1.0) == LONGEST_HUSH


def test_hard_thinks_by_the_clock(monkeypatch):
    """As long as a close choice may take, and no longer."""
    began = []

    class Watched(ThinkingClock):
        def __init__(self):
            super().__init__(Clock(tick=0.05))

        def begin(self, seconds):
            began.append(seconds)
            super().begin(seconds)

    shares = []

    def never_clear(found, done, share):
        shares.append(share)
        return share >= streams.RESERVE_SHARE

    monkeypatch.setattr(pace, "ThinkingClock", Watched)
    monkeypatch.setattr(streams, "enough", never_clear)
    seen = view()
    move = PacedBot("hard", GAME, "seed").choose(seen)
    assert move in seen.legal()
    assert began == [worth(len(seen.legal()), THOUGHT)]
    assert shares == sorted(shares)
    assert abs(len(shares) - streams.RESERVE_SHARE // 5) <= 1  # of 0.05 s each


@pytest.mark.parametrize("name", ["hard:15", "easy", "normal", "random"])
def test_without_a_clock_a_bot_is_the_same_anywhere(name, monkeypatch):
    monkeypatch.setattr(pace, "monotonic", None)  # nobody looks at it
    seen = view()
    assert PacedBot(name, GAME, "seed").choose(seen) == make_bot(name, GAME, "seed").choose(seen)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("hard:0", "bot_iterations"),
        ("hard:", "bot_iterations"),
        ("hard:x", "bot_iterations"),
        ("easy:9", "bot_iterations"),
        ("greedy", "no_such_bot"),
    ],
)
def test_a_name_that_is_none_is_refused(name, reason):
    with pytest.raises(BadOption) as refused:
        PacedBot(name, GAME, "seed")
    assert refused.value.reason.id == reason
