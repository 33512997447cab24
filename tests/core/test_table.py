"""One game in play: what is written down, who is told, what can be taken back, and what a log must hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core import games
from core.atlantis import GAME
from core.chance import Stream
from core.fields import pack, unpack
from core.frames import FORMAT, Record
from core.game import BadOption, IllegalMove, Move, State
from core.hidden import SEALED
from core.log import FileLog, MemoryLog
from core.table import Step, Table, TableError, header
from tests.core import toy

SEATS = ["you", "bot:random"]


def new(seed: str = "table", seats: list[str] = SEATS, **options: Any) -> Table:
    return Table(MemoryLog(header(GAME, seats, options, seed)))


def asked(game: Table) -> int:
    assert game.state.prompt is not None
    return game.state.prompt.seat


def play_on(game: Table, moves: int, choose: Stream | None = None, never: str = "") -> list[Step]:
    """Some moves, or to the end; none of a certain kind if there are others."""
    chosen = choose or Stream("play on", game.seed)
    done = []
    for _ in range(moves):
        if game.over:
            break
        legal = game.state.legal()
        legal = [move for move in legal if move[0] != never] or legal
        done.append(game.play(asked(game), legal[chosen.below(len(legal))]))
    return done


def play_until(game: Table, wanted: Callable[[State], bool], choose: Stream | None = None) -> None:
    chosen = choose or Stream("until", game.seed)
    for _ in range(500):
        if wanted(game.state):
            return
        play_on(game, 1, chosen)
    raise AssertionError("it never came to that")


def some_game(wanted: Callable[[Table, Stream], bool], seats: list[str] = SEATS, **options: Any) -> Table:
    """The first of many games in which something can be brought about."""
    for seed in range(60):
        game = new(f"some {seed}", seats, **options)
        if wanted(game, Stream("some", seed)):
            return game
    raise AssertionError("in none of them it came to that")


def a_payment_was_forced(game: Table, choose: Stream) -> bool:
    """Brings a game to where a payment without a choice was just made."""
    play_until(game, lambda state: game.over or (game.steps[-1].forced and len(game.steps) > 1), choose)
    return not game.over


def copied(records: list[Record], upto: int | None = None, **changed: Any) -> MemoryLog:
    """A log with the same records, as far as wanted; `at` names one that is changed, `add` one that is put after."""
    at, add = changed.pop("at", None), changed.pop("add", None)
    log = MemoryLog()
    for record in records[:upto]:
        kept = record._replace(**changed) if record.n == at else record
        log.append(kept.kind, kept.seat, kept.digest, kept.body, kept.opened)
    if add is not None:
        log.append(*add)
    return log


# --- Records


def test_a_new_table_writes_the_deal_down():
    game = new()
    kinds = [(record.n, record.kind, record.seat) for record in game.log.records]
    assert kinds == [(0, "game", None), (1, "deal", None)]
    about = game.log.records[0].body
    assert about == {
        "format": FORMAT,
        "game": "atlantis",
        "rules_version": GAME.rules_version,
        "options": {"paid_cards": "removed", "bought_cards_can_pay": True, "atlantis_figures_pay": True},
        "seats": SEATS,
        "dealer": {"kind": "seed", "seed": "table"},
    }
    deal = game.log.records[1]
    assert deal.digest == GAME.new(2).digest()
    assert deal.body is None
    assert deal.opened is not None
    assert len(deal.opened) == 3 + 52 + 9
    assert sum(face is not None for face in deal.opened) == 52  # what lies on top; hands and shuffles are not for all


def test_a_record_holds_the_move_the_digest_it_was_chosen_in_and_what_was_opened():
    game = new()
    play_on(game, 30)
    assert len(game.log.records) == len(game.steps) + 1
    for step, before in zip(game.steps[1:], game.steps, strict=False):
        record = game.log.records[step.n]
        assert record.n == step.n
        assert record.kind == "move"
        assert record.seat == step.seat
        assert record.digest == before.state.digest()
        assert unpack(GAME.moves, record.body) == step.move
        assert record.sig is None
        assert record.opened is not None
        assert step.opened == bool(record.opened)
        drawn = sum(len(event[-1]) for event in step.events if event[0] in ("drew", "bought"))
        turned = [event[1] for event in step.events if event[0] == "turned"]
        if "stuck" not in [event[0] for event in step.events]:
            assert [face for face in record.opened if face is not None] == turned
            assert record.opened.count(None) >= drawn


def test_a_step_tells_what_happened_and_where_it_led():
    game = new()
    (step,) = play_on(game, 1)
    assert step is game.steps[1]
    assert step.state is game.state
    assert step.turn == 1
    assert step.events
    assert game.state.events == []
    assert game.steps[0][:4] == (1, None, None, 1)


def test_a_finished_game_ends_with_its_scores():
    game = new()
    play_on(game, 500)
    assert game.over
    last = game.log.records[-1]
    assert (last.kind, last.seat, last.opened) == ("end", None, None)
    assert last.digest == game.state.digest()
    outcome = game.state.outcome
    assert outcome is not None
    assert last.body == {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    assert [record.kind for record in game.log.records].count("end") == 1
    with pytest.raises(IllegalMove, match="game_over"):
        game.play(0, ("stuck",))


def test_the_scores_are_added_to_a_log_that_was_cut_before_them():
    game = new()
    play_on(game, 500)
    again = Table(copied(list(game.log.records), -1))
    assert again.over
    assert again.log.records == game.log.records


# --- Playing


def test_only_the_seat_that_is_asked_may_move():
    game = new()
    before = list(game.log.records)
    with pytest.raises(IllegalMove) as refused:
        game.play(1, game.state.legal()[0])
    assert refused.value.reason == ("not_your_turn", {"seat": 0})
    assert game.log.records == before


def test_an_illegal_move_is_not_written_down():
    game = new()
    told: list[Step] = []
    game.listeners.append(told.append)
    state, records = game.state, list(game.log.records)
    with pytest.raises(IllegalMove) as refused:
        game.play(0, ("done",))
    assert refused.value.reason.id == "not_done"
    assert game.state is state
    assert game.log.records == records
    assert told == []


def test_listeners_are_told_after_it_is_written_down():
    game = new()
    told = []
    game.listeners.append(lambda step: told.append((step, game.log.records[-1].n, game.state is step.state)))
    steps = play_on(game, 5)
    assert [step for step, *_ in told if not step.forced] == [step for step in steps if not step.forced]
    assert all(step.n == n and stands for step, n, stands in told)


def test_a_payment_without_a_choice_is_made_and_written_down_at_once():
    game = some_game(a_payment_was_forced)
    paid, moved = game.steps[-1], game.steps[-2]
    assert paid.forced
    assert not moved.forced
    assert paid.move is not None
    assert paid.move[0] == "pay"
    assert paid.seat == moved.seat
    assert [record.kind for record in game.log.records[-2:]] == ["move", "move"]
    assert game.log.records[-1].body == pack(paid.move)
    assert moved.state.forced() == paid.move
    told: list[Step] = []
    again = Table(copied(list(game.log.records), -2))
    again.listeners.append(told.append)
    first = again.play(asked(again), moved.move or ())
    assert [step.forced for step in told] == [False, True]
    assert first is told[0]
    assert again.log.records == game.log.records


def test_what_leaves_the_table_is_what_that_seat_may_see():
    game = new()
    play_on(game, 25)
    for seat in (0, 1, None):
        assert game.view(seat).digest() == game.state.digest()
        hands: Any = game.view(seat)
        assert [hand.owner == seat or hand.sealed > 0 for hand in hands.hands] == [True, True]
        for step in game.steps:
            for event in game.events(step, seat):
                if event[0] in ("drew", "bought") and step.seat != seat:
                    assert set(event[-1]) <= {SEALED}
    assert game.view(0, game.steps[0]).digest() == game.steps[0].state.digest()


def test_after_the_end_everything_is_open():
    game = new()
    play_on(game, 500)
    for step in game.steps:
        assert game.events(step, None) == list(step.events)
    early: Any = game.view(None, game.steps[0])
    assert all(hand.sealed == 0 for hand in early.hands)


# --- Storing fails


class Full(MemoryLog):
    """A log whose disk fills up after some records."""

    left = 1_000_000

    def _store(self, payload: bytes) -> None:
        if not self.left:
            raise OSError("no space left")
        self.left -= 1
        super()._store(payload)


def test_if_storing_fails_nothing_has_changed():
    log = Full(header(GAME, SEATS, {}, "full"))
    game = Table(log)
    told: list[Step] = []
    game.listeners.append(told.append)
    choose = Stream("full")
    for _ in range(25):
        moves = game.state.legal()
        move = moves[choose.below(len(moves))]
        state, steps, records, number = game.state, list(game.steps), list(log.records), len(told)
        digest = state.digest()
        log.left = 0
        with pytest.raises(OSError, match="no space"):
            game.play(asked(game), move)
        assert game.state is state
        assert game.state.digest() == digest
        assert game.steps == steps
        assert log.records == records
        assert len(told) == number
        log.left = 1_000_000
        game.play(asked(game), move)
        assert len(told) > number
    again = Table(copied(list(log.records)))
    assert again.state.digest() == game.state.digest()


def test_if_storing_a_take_back_fails_nothing_has_changed():
    log = Full(header(GAME, SEATS, {}, "full"))
    game = Table(log)
    play_on(game, 6)
    state, steps = game.state, list(game.steps)
    log.left = 0
    with pytest.raises(OSError, match="no space"):
        game.back(0, alone=True)
    assert game.state is state
    assert game.steps == steps


def test_if_only_the_first_of_two_records_can_be_stored_the_game_goes_on_from_there():
    played = some_game(a_payment_was_forced)
    log = Full(dict(played.log.records[0].body))
    for record in played.log.records[1:-2]:
        log.append(record.kind, record.seat, record.digest, record.body, record.opened)
    game = Table(log)
    log.left = 1
    with pytest.raises(OSError, match="no space"):
        game.play(asked(game), played.steps[-2].move or ())
    assert game.state.digest() == played.steps[-2].state.digest()
    log.left = 1_000_000
    game.play(asked(game), played.steps[-1].move or ())
    assert log.records == played.log.records
    assert [step.forced for step in game.steps] == [step.forced for step in played.steps]


# --- Taking back


def a_bridge_was_laid(game: Table, choose: Stream) -> bool:
    """Brings a game to where the asked seat has just laid its bridge, which opens nothing, and must still move."""
    play_on(game, 10 + choose.below(20), choose, never="bridge")
    for _ in range(20):
        if game.over:
            return False
        if game.state.prompt == (asked(game), "turn") and _bridges(game.state):
            game.play(asked(game), _bridges(game.state)[0])
            return True
        play_on(game, 1, choose, never="bridge")
    return False


def _bridges(state: State) -> list[Move]:
    return [move for move in state.legal() if move[0] == "bridge"]


def test_within_ones_turn_a_choice_is_free_to_be_taken_back_while_nothing_was_opened():
    game = some_game(a_bridge_was_laid)
    seat = asked(game)
    before = game.steps[-2]
    told: list[Step] = []
    game.listeners.append(told.append)
    target = game.back(seat, alone=False)
    assert target is before
    assert game.state is before.state
    assert game.steps[-1] is before
    assert told == [before]
    last = game.log.records[-1]
    assert (last.kind, last.seat, last.body, last.opened) == ("back", seat, before.n, None)


def test_several_steps_are_taken_back_one_by_one_to_the_beginning_of_the_turn():
    def chain_after_bridge(game: Table, choose: Stream) -> bool:
        if not a_bridge_was_laid(game, choose):
            return False
        for move in game.state.legal():
            after = game.state.copy()
            after.apply(move)
            if after.prompt in ((asked(game), "chain"), (asked(game), "pay")) and after.forced() is None:
                game.play(asked(game), move)
                return True
        return False

    game = some_game(chain_after_bridge)
    seat, start = asked(game), game.steps[-3]
    assert game.back_target(seat, alone=False) is game.steps[-2]
    game.back(seat, alone=False)
    game.back(seat, alone=False)
    assert game.state is start.state
    assert game.back_target(seat, alone=False) is None  # what lies before belongs to the turn before
    assert game.back_target(seat, alone=True) is not None


def test_what_was_opened_cannot_be_unseen():
    def buys(game: Table, choose: Stream) -> bool:
        play_until(game, lambda state: game.over or any(move[0] == "buy" for move in state.legal()), choose)
        if game.over:
            return False
        game.play(asked(game), next(move for move in game.state.legal() if move[0] == "buy"))
        return True

    game = some_game(buys)
    seat = asked(game)
    assert game.steps[-1].opened
    assert game.back_target(seat, alone=False) is None
    with pytest.raises(IllegalMove) as refused:
        game.back(seat, alone=False)
    assert refused.value.reason == ("no_back", {})
    assert game.log.records[-1].kind == "move"
    assert game.back_target(seat, alone=True) is game.steps[-2]
    assert game.back_target(seat, alone=False, consent=True) is game.steps[-2]


def test_nothing_is_free_after_ones_turn():
    game = new()
    play_until(game, lambda state: state.to_move == 1)
    assert game.back_target(0, alone=False) is None
    assert game.back_target(1, alone=False) is None
    assert game.back_target(0, alone=True) is not None


def test_nothing_is_free_after_a_turn_in_which_nothing_was_opened_either():
    """Both piles may be empty, so that a turn passes without chance."""
    game = new()
    state: Any = game.state.copy()
    state.deck, state.discard, state.hands[0].held, state.hands[0].size = 0, [0] * 7, [0] * 7, 0
    game.steps[0] = game.steps[0]._replace(state=state)
    step = game.play(0, ("stuck",))
    assert not step.opened
    assert asked(game) == 1
    assert game.back_target(0, alone=False) is None


def test_with_nobody_else_everything_can_be_taken_back_any_time():
    game = new("alone")
    play_on(game, 40)
    mine = [step for step in game.steps if step.seat == 0 and not step.forced]
    while mine:
        last = mine.pop()
        target = game.back(0, alone=True)
        assert target.n == game.steps[-1].n
        assert game.state.digest() == game.log.records[last.n].digest
        assert asked(game) == 0
    assert game.state is game.steps[0].state
    with pytest.raises(IllegalMove, match="no_back"):
        game.back(0, alone=True)


def test_a_forced_payment_goes_back_with_the_move_that_led_to_it():
    game = some_game(a_payment_was_forced)
    payer = game.steps[-1].seat
    assert payer is not None
    target = game.back(payer, alone=True)
    assert target.n == len(game.log.records) - 1 - 3  # the move, its payment, and the take-back itself
    assert asked(game) == payer


def test_by_consent_a_move_goes_back_with_all_that_came_after_it():
    game = new()
    play_until(game, lambda state: state.turn == 6)
    last = [step for step in game.steps if step.seat == 0 and not step.forced][-1]
    before = game.steps[game.steps.index(last) - 1]
    assert game.back_target(0, alone=False) is None
    assert game.back(0, alone=False, consent=True) is before
    assert game.state is before.state


def test_nothing_is_taken_back_after_the_end():
    game = new()
    play_on(game, 500)
    assert game.back_target(0, alone=True, consent=True) is None


def test_who_has_not_chosen_yet_has_nothing_to_take_back():
    game = new()
    assert game.back_target(0, alone=True) is None
    play_until(game, lambda state: state.to_move == 1)
    assert game.back_target(1, alone=True, consent=True) is None


def test_after_a_take_back_the_same_move_meets_the_same_chance():
    game = new("again")
    choose = Stream("again")
    for _ in range(60):
        if game.over:
            break
        seat = asked(game)
        moves = game.state.legal()
        move, other = moves[choose.below(len(moves))], moves[choose.below(len(moves))]
        step = game.play(seat, move)
        if game.over:
            break
        reached = game.state
        game.back(seat, alone=True)
        game.play(seat, other)
        if game.over:
            break
        game.back(seat, alone=True)
        again = game.play(seat, move)
        assert again.events == step.events
        assert game.state.digest() == reached.digest()
        assert [hand.faces() for hand in _hands(game.state)] == [hand.faces() for hand in _hands(reached)]


def _hands(state: Any) -> list[Any]:
    hands: list[Any] = state.hands
    return hands


def test_back_over_a_reshuffle_gives_the_same_deal():
    def reshuffled(game: Table, choose: Stream) -> bool:
        play_until(game, lambda state: game.over or "reshuffled" in [e[0] for e in game.steps[-1].events], choose)
        return not game.over

    game = some_game(reshuffled, ["a", "b", "c", "d"], paid_cards="discard")
    reached = game.state
    last = [step for step in game.steps if not step.forced][-1]
    assert last.seat is not None
    assert last.move is not None
    start = game.back(last.seat, alone=True)
    others = [move for move in start.state.legal() if move != last.move]
    for other in others:  # other ways past the same reshuffle, some with other discards
        game.play(last.seat, other)
        assert not game.over
        assert game.back(last.seat, alone=True) is start
    assert others
    game.play(last.seat, last.move)
    assert game.state.digest() == reached.digest()
    assert [hand.faces() for hand in _hands(game.state)] == [hand.faces() for hand in _hands(reached)]


def test_a_log_with_take_backs_is_replayed_to_the_same_position():
    game = new("backs")
    choose = Stream("backs")
    for round_ in range(30):
        play_on(game, 1 + choose.below(5), choose)
        if game.over:
            break
        for seat in (0, 1):
            if choose.below(2) and game.back_target(seat, alone=True) is not None:
                game.back(seat, alone=True)
        if round_ % 5 == 0:
            again = Table(copied(list(game.log.records)))
            assert again.state.digest() == game.state.digest()
            assert [step.n for step in again.steps] == [step.n for step in game.steps]
            assert [step[:5] for step in again.steps] == [step[:5] for step in game.steps]
    assert any(record.kind == "back" for record in game.log.records)


# --- Sitting down again


def test_a_game_can_be_taken_up_at_every_record():
    game = new("resume", ["a", "b", "c"])
    digests = {1: game.state.digest()}
    game.listeners.append(lambda step: digests.__setitem__(len(game.log.records) - 1, game.state.digest()))
    choose = Stream("resume")
    while not game.over:
        play_on(game, 7, choose)
        if not game.over and game.back_target(asked(game), alone=True):
            game.back(asked(game), alone=True)
    records = list(game.log.records)
    digests[records[-1].n] = game.state.digest()
    for upto in range(1, len(records) + 1):
        again = Table(copied(records, upto))
        last = max(upto - 1, 1)
        assert again.state.digest() == digests[last]
        if not again.over:
            play_on(again, 2)
        assert again.log.records[:upto] == records[:upto]


def test_a_resumed_game_goes_on_as_the_first_would_have():
    game = new("goes on")
    play_on(game, 20, Stream("first"))
    again = Table(copied(list(game.log.records)))
    for one in (game, again):
        play_on(one, 500, Stream("then"))
    assert again.log.records == game.log.records
    assert [step[:5] for step in again.steps] == [step[:5] for step in game.steps]


def test_a_game_in_a_file_can_be_left_and_taken_up(tmp_path):
    path = tmp_path / "game.atl"
    with FileLog.create(path, header(GAME, SEATS, {"paid_cards": "discard"}, "file"), sync=False) as log:
        game = Table(log)
        play_on(game, 12, Stream("file"))
        digest = game.state.digest()
    with FileLog.open(path, sync=False) as log:
        again = Table(log)
        assert again.state.digest() == digest
        assert again.state.options["paid_cards"] == "discard"
        play_on(again, 500, Stream("file"))
        assert again.over
    with FileLog.open(path, sync=False) as log:
        assert Table(log).over


# --- Logs that are no games


def ten_moves() -> list[Record]:
    game = new("ten")
    play_on(game, 10)
    return list(game.log.records)


def to_the_end() -> list[Record]:
    game = new("end")
    play_on(game, 500)
    return list(game.log.records)


def _opened(records: list[Record]) -> tuple[int, list[Any]]:
    """A record in which something was opened for all, and the same with another face."""
    record = next(record for record in records[2:] if record.opened and any(face is not None for face in record.opened))
    opened = list(record.opened or [])
    index = next(index for index, face in enumerate(opened) if face is not None)
    opened[index] += 1
    return record.n, opened


def damaged(records: list[Record], at: int, **changed: Any) -> MemoryLog:
    return copied(records, None, at=at, **changed)


def _wrong_seat() -> MemoryLog:
    records = ten_moves()
    return damaged(records, 2, seat=1 - (records[2].seat or 0))


def _wrong_opened() -> MemoryLog:
    records = ten_moves()
    n, opened = _opened(records)
    return damaged(records, n, opened=opened)


def _flag_winner() -> MemoryLog:
    records = to_the_end()
    end = records[-1].body
    return damaged(records, records[-1].n, body={**end, "winners": [bool(seat) for seat in end["winners"]]})


def _after_the_end(kind: str, body: Any) -> MemoryLog:
    records = to_the_end()
    return copied(records, None, add=(kind, 0, records[-1].digest, body, [] if kind == "move" else None))


# A log, why it is refused, and the parameters that tell where.
BAD_LOGS: list[tuple[Callable[[], MemoryLog], str, dict[str, Any]]] = [
    (lambda: damaged(ten_moves(), 1, kind="cards"), "unknown_kind", {"n": 1, "kind": "cards"}),
    (lambda: damaged(ten_moves(), 5, kind="chat"), "unknown_kind", {"n": 5, "kind": "chat"}),
    (lambda: damaged(ten_moves(), 1, digest=bytes(16)), "other_game", {"n": 1}),
    (lambda: damaged(ten_moves(), 1, opened=[]), "other_game", {"n": 1}),
    (lambda: damaged(ten_moves(), 5, digest=bytes(16)), "other_game", {"n": 5}),
    (_wrong_opened, "other_game", {"n": _opened(ten_moves())[0]}),
    (lambda: damaged(ten_moves(), 2, opened=None), "other_game", {"n": 2}),
    (lambda: damaged(ten_moves(), 2, body=["done"]), "bad_move", {"n": 2}),
    (lambda: damaged(ten_moves(), 2, body=["jump", 3]), "bad_move", {"n": 2}),
    (lambda: damaged(ten_moves(), 2, body=["play", 0, 99]), "bad_move", {"n": 2}),
    (lambda: damaged(ten_moves(), 2, body={"play": 0}), "bad_move", {"n": 2}),
    (lambda: damaged(ten_moves(), 2, body=None), "bad_move", {"n": 2}),
    (lambda: damaged(ten_moves(), 2, seat=None), "bad_move", {"n": 2}),
    (_wrong_seat, "bad_move", {"n": 2}),
    (lambda: damaged(ten_moves(), 5, kind="back", body=99, opened=None), "bad_back", {"n": 5}),
    (lambda: damaged(ten_moves(), 5, kind="back", body=[1], opened=None), "bad_back", {"n": 5}),
    (lambda: damaged(ten_moves(), 5, kind="back", body=5, opened=None), "bad_back", {"n": 5}),
    (lambda: damaged(ten_moves(), 5, kind="back", body=2, digest=bytes(16), opened=None), "other_game", {"n": 5}),
    (lambda: damaged(ten_moves(), 5, kind="hint", body=1, opened=None), "bad_hint", {"n": 5}),
    (lambda: damaged(ten_moves(), 5, kind="end", body={}, opened=None), "bad_end", {"n": 5}),
    (
        lambda: damaged(to_the_end(), len(to_the_end()) - 1, body={"scores": [99, 0], "winners": [0]}),
        "bad_end",
        {"n": len(to_the_end()) - 1},
    ),
    # Python takes true for 1, and false for 0; a record with the one is not that with the other.
    (lambda: damaged(ten_moves(), 5, kind="back", body=True, opened=None), "bad_back", {"n": 5}),
    (_flag_winner, "bad_end", {"n": len(to_the_end()) - 1}),
    (lambda: _after_the_end("move", ["stuck"]), "bad_move", {"n": len(to_the_end())}),
    (lambda: _after_the_end("back", 1), "bad_back", {"n": len(to_the_end())}),
]


@pytest.mark.parametrize(("log", "reason", "params"), BAD_LOGS)
def test_a_log_that_is_no_game_is_refused_with_the_place_and_the_reason(log, reason, params):
    with pytest.raises(TableError) as refused:
        Table(log())
    assert (refused.value.reason, refused.value.params) == (reason, params)


def test_what_chance_opened_is_no_flag():
    """Python takes true for 1; who only watches, and every other program that reads the record, does not."""
    game = Table(MemoryLog(header(games.load("survive"), SEATS, {}, "flag")))
    play_on(game, 500)
    record = next(one for one in game.log.records if one.opened and 1 in one.opened)
    opened = [True if face == 1 else face for face in record.opened or []]
    with pytest.raises(TableError) as refused:
        Table(damaged(list(game.log.records), record.n, opened=opened))
    assert (refused.value.reason, refused.value.params) == ("other_game", {"n": record.n})


def bad_header(**changed: Any) -> MemoryLog:
    about = {**header(GAME, SEATS, {}, "header"), **changed}
    return MemoryLog({name: value for name, value in about.items() if value is not ...})


BAD_HEADERS: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"game": "chess"}, "unknown_game", {"game": "chess"}),
    ({"game": 7}, "bad_header", {}),
    ({"game": ...}, "bad_header", {}),
    ({"rules_version": 99}, "other_rules", {"game": "atlantis", "theirs": 99, "ours": GAME.rules_version}),
    ({"rules_version": "1"}, "bad_header", {}),
    ({"rules_version": True}, "bad_header", {}),
    ({"rules_version": ...}, "bad_header", {}),
    ({"options": []}, "bad_header", {}),
    ({"options": ...}, "bad_header", {}),
    ({"options": {"paid_cards": "burnt"}}, "bad_header", {}),
    ({"options": {"wind": True}}, "bad_header", {}),
    ({"seats": "you"}, "bad_header", {}),
    ({"seats": ...}, "bad_header", {}),
    ({"seats": ["you"]}, "bad_header", {}),
    ({"seats": ["you"] * 5}, "bad_header", {}),
    ({"seats": ["you", 7]}, "bad_header", {}),
    ({"dealer": "seed"}, "bad_header", {}),
    ({"dealer": ...}, "bad_header", {}),
    ({"dealer": {}}, "unknown_dealer", {"dealer": "None"}),
    ({"dealer": {"kind": "mental", "seed": "x"}}, "unknown_dealer", {"dealer": "mental"}),
    ({"dealer": {"kind": "joint"}}, "not_dealt", {}),
    ({"dealer": {"kind": "seed"}}, "unknown_dealer", {"dealer": "seed"}),
    ({"dealer": {"kind": "seed", "seed": 7}}, "unknown_dealer", {"dealer": "seed"}),
]


@pytest.mark.parametrize(("changed", "reason", "params"), BAD_HEADERS)
def test_a_header_that_this_program_cannot_play_is_refused(changed, reason, params):
    log = bad_header(**changed)
    with pytest.raises(TableError) as refused:
        Table(log)
    assert (refused.value.reason, refused.value.params) == (reason, params)
    assert len(log.records) == 1  # nothing was written into it


def test_a_header_is_made_of_settled_options():
    about = header(GAME, SEATS, {"paid_cards": "discard"}, "x")
    assert about["options"]["atlantis_figures_pay"] is True
    with pytest.raises(BadOption):
        header(GAME, SEATS, {"wind": True}, "x")


# --- Another game at the same table


@pytest.fixture
def lanterns(monkeypatch) -> Table:
    monkeypatch.setattr(games, "names", lambda: ["atlantis", "lanterns"])
    monkeypatch.setattr(games, "load", {"atlantis": GAME, "lanterns": toy.GAME}.__getitem__)
    return Table(MemoryLog(header(toy.GAME, ["a", "b", "c"], {}, "lanterns")))


def test_the_table_knows_no_game(lanterns):
    play_on(lanterns, 500)
    assert lanterns.over
    again = Table(copied(list(lanterns.log.records)))
    assert again.state.digest() == lanterns.state.digest()
    assert any(step.forced for step in lanterns.steps)
    answered = [step for step in lanterns.steps if step.move is not None and step.move[0] in ("fend", "yield")]
    assert answered


def test_an_answer_that_would_betray_a_hand_is_left_to_whoever_plays_the_seat(lanterns):
    """Though there is only one: the table itself would give it at once."""

    def cannot_fend(state: State) -> bool:
        return state.discreet() and state.forced() is not None

    play_until(lanterns, cannot_fend)
    n = len(lanterns.log.records)
    lanterns.go_on()
    assert len(lanterns.log.records) == n
    assert lanterns.state.unasked() is None, "nor does any program answer it for a person"
    assert not lanterns.play(asked(lanterns), ("yield",)).state.discreet()
    assert not lanterns.steps[-1].forced, "else what it can take back would tell that it had no choice"


def test_a_die_is_written_down_for_all(lanterns):
    play_until(lanterns, lambda state: any("threw" in [e[0] for e in step.events] for step in lanterns.steps))
    step = next(step for step in lanterns.steps if "threw" in [event[0] for event in step.events])
    (number,) = [event[1] for event in step.events if event[0] == "threw"]
    assert (lanterns.log.records[step.n].opened or [None])[0] == number


def test_an_answer_in_anothers_turn_is_not_free_to_be_taken_back(lanterns):
    def answered(state: State) -> bool:
        last = lanterns.steps[-1]
        return last.move is not None and last.move[0] in ("fend", "yield")

    play_until(lanterns, answered)
    last = lanterns.steps[-1]
    assert last.seat is not None
    assert lanterns.back_target(last.seat, alone=False) is None
    assert lanterns.back_target(last.seat, alone=True) is lanterns.steps[-2]


def test_the_hidden_part_of_a_move_must_be_there(lanterns):
    """A view may have it sealed; the table itself may not."""
    play_until(lanterns, lambda state: any(move[0] == "return" for move in state.legal()))
    records = list(lanterns.log.records)
    deck = next(move[1] for move in lanterns.state.legal() if move[0] == "return")
    with pytest.raises(IllegalMove) as refused:
        lanterns.play(asked(lanterns), ("return", deck, SEALED))
    assert refused.value.reason == ("bad_field", {"kind": "return", "field": "card"})
    assert lanterns.log.records == records
