"""What the others did since one's own turn: a line for each rival that leaves out nothing nobody may miss."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import cast

import pytest
from rich.cells import cell_len

from atlantis_tui.games.survive.text.history import brief, gist
from atlantis_tui.table.lookback import RivalNews
from atlantis_tui.ui.glyphs import UNICODE
from core.chance import Stream
from core.survive.components import EXPLORERS, SHARK, hex_text
from core.survive.rules import Survive
from core.table import Step, Table
from tests.games.survive.at_survive import (
    DRAWN,
    ME,
    NAMES,
    NEREUS,
    THETIS,
    TRITON,
    at,
    drawn_position,
    game_where,
    new_game,
)
from tests.table.at_table import at_table, seat_instant_bots
from tests.ui.stage import SIZES

CREATURES = ("serpent", "shark", "whale")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def played(seed: str, turns: int) -> Table:
    """A game by chance: everybody moves towards nothing, so that much is lost."""
    table = new_game(seed=seed)
    chance = Stream("news", seed)
    while (prompt := table.state.prompt) is not None and table.state.turn < turns:
        moves = table.state.legal()
        table.play(prompt.seat, moves[chance.below(len(moves))])
    return table


def turns_of(table: Table) -> Iterator[list[Step]]:
    steps = [step for step in table.steps if step.turn]
    for _turn, group in groupby(steps, key=lambda step: step.turn):
        yield list(group)


@pytest.mark.parametrize("seed", ["A", "B", "C"])
def test_a_line_of_80_columns_holds_every_loss_landing_sinking_and_roll_of_any_turn(seed):
    for steps in turns_of(played(seed, 200)):
        told = [(step, step.events) for step in steps]
        line = ", ".join(gist(told, UNICODE))
        assert cell_len(f"■ {line}") <= 77, line
        events = [event for step in steps for event in step.events]
        lost = [one for event in events if event[0] == "lost" for one in event[1]]
        signs = "".join(UNICODE.figures[one // EXPLORERS] for one in sorted(lost))
        assert (
            f"{signs} lost" in line if lost else " lost" not in line.replace("boat lost", "").replace("boats lost", "")
        )
        landed = sum(event[0] == "landed" for event in events)
        assert f"{landed} saved" in line if landed else "saved" not in line
        for event in events:
            if event[0] == "sank":
                assert f"sank {hex_text(event[1])}" in line
            elif event[0] == "rolled":
                assert CREATURES[event[1]] in line
        assert not lost or signs in ", ".join(brief(told, UNICODE)) or len(lost) > 1


def test_a_roll_without_effect_is_told_too():
    by_kind: dict[str, str] = {}
    for seed in "ABCD":
        for steps in turns_of(played(seed, 200)):
            events = [event[0] for step in steps for event in step.events]
            line = ", ".join(brief([(step, step.events) for step in steps], UNICODE))
            rolled = next((event[1] for step in steps for event in step.events if event[0] == "rolled"), None)
            if rolled is None or "ended" in events:
                continue
            name = CREATURES[rolled]
            if "stayed" in events:
                by_kind["stayed"] = line
                assert f"die: {name} stays" in line
            elif "moved" not in events[events.index("rolled") :]:
                by_kind["none"] = line
                assert f"die: {name}, none can move" in line
            else:
                by_kind["moved"] = line
                assert "die: " not in line, "the creature that moves tells it"
    assert set(by_kind) >= {"none", "moved"}


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_each_rival_has_a_line_at_the_beginning_of_the_own_turn(size):
    table = game_where(
        lambda state: state.turn > 12 and state.step in ("tile", "move") and state.points == 3, after=100
    )
    async with at_table(table, size) as play:
        play.screen.names = NAMES
        await play.asked()
        play.screen.show()
        await play.settle()
        news = play.screen.past.news()
        assert [one.seat for one in news] == [1, 2, 3]
        rows = [row for row in play.text.splitlines() if row.startswith("▌")]
        beside = play.screen.board.history_beside  # it tells all of the news
        for one in news[-2:] if beside else news:
            assert any(one.told in row or one.gist in row for row in rows), (one, rows)
        if beside:
            assert not any(one.gist in rows[0] for one in news), "what can be done stays"
        else:
            assert rows[0].startswith("▌ Your turn.") or news[0].gist in rows[0]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_one_has_lost_is_told_however_much_the_first_rival_did(size, monkeypatch):
    def attack(state: Survive) -> None:
        state.seat, state.step, state.rolled = TRITON, "die", SHARK

    table = drawn_position("die", change=attack, tiles=())
    table.play(TRITON, ("creature", SHARK, at("F5"), at("D7")))
    long = "▼ lost, boat lost, serpent → O12, sank P9, whirlpool!, shark → F5"
    rivals = [RivalNews(seat, NAMES[seat], f"{long}, and more than that", long) for seat in (NEREUS, THETIS, TRITON)]
    async with at_table(table, size) as play:
        await play.asked()
        monkeypatch.setattr(play.screen.past, "news", lambda: rivals)
        monkeypatch.setattr(type(play.screen.past), "untouched", True)
        play.screen.show()
        await play.settle()
        rows = [row for row in play.text.splitlines() if row.startswith("▌")]
        assert rows[0].startswith("▌ ! ")
        assert "▲2" in rows[0]
        told = rows[2] if play.screen.board.history_beside else rows[0]
        assert "sank P9" in told, "as much of a rival's turn as there is room for"


async def test_what_was_set_up_is_no_news_once_the_game_has_begun():
    table = game_where(lambda state: state.turns == 1)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        assert play.screen.past.news() == []
        assert " on " not in "".join(row for row in play.text.splitlines() if row.startswith("▌"))


def test_what_the_die_shows_is_told_while_nobody_has_decided():
    table = game_where(lambda state: state.step == "die" and state.seat == ME, after=40)
    last = table.steps[-1]
    state = cast(Survive, last.state)
    line = ", ".join(brief([(step, step.events) for step in table.steps if step.turn == last.turn], UNICODE))
    assert line.endswith(f"die: {CREATURES[state.rolled]}")


def _triton(state: Survive) -> None:
    state.seat = TRITON


async def test_whoever_has_nobody_left_to_move_is_told_while_choosing_what_sinks():
    folk = {seat: DRAWN[seat] for seat in (NEREUS, THETIS, TRITON)}
    table = drawn_position("sink", folk=folk, tiles=(), change=_triton)
    async with at_table(table, (80, 24)) as play:
        await play.asked()
        assert table.state.prompt == (ME, "sink")
        rows = [row for row in play.text.splitlines() if row.startswith("▌")]
        assert rows[0].startswith("▌ Sink a tile.")
        assert rows[2].startswith("▌ Since then: ▼ Triton sank ")
