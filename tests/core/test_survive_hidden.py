"""What is hidden in Survive!: treasures, backs of tiles, and the tiles that somebody has kept."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import Open, SeededDealer, Stream
from core.export import export
from core.hidden import ALL, SEALED
from core.log import MemoryLog
from core.review import view_before
from core.survive import GAME
from core.survive.components import BEACH, DOLPHIN, FOREST, MOUNTAIN, NEW_WHALE, NO_SHARK, SHARK, VOLCANO, WHALE
from core.table import Table, header
from tests.core.survive_positions import at, rolled, scene, who


def table(seats: int = 3, until: str | None = None, turns: int = 0, **options: Any) -> Any:
    """A game at a table, played by chance up to a prompt of this kind after so many turns, or to its end."""
    made: Any = Table(MemoryLog(header(GAME, [f"seat {number}" for number in range(seats)], options, "hidden")))
    choose = Stream("hidden")
    while not made.over and not (made.state.step == until and made.state.turns >= turns):
        moves = made.state.legal()
        landing = [move for move in moves if move[0] == "land"]
        made.play(made.state.prompt.seat, (landing or moves)[choose.below(len(landing or moves))])
    return made


def treasures(view: Any) -> list[int]:
    return [view.treasure(explorer) for explorer in range(len(view.spots))]


@pytest.mark.parametrize("remembers", [True, False])
def test_while_setting_up_everybody_knows_his_own_treasures(remembers):
    made = table(until="launch", owner_remembers=remembers)
    for seat in range(3):
        for explorer, value in enumerate(treasures(made.view(seat))):
            assert (value != SEALED) == (made.state.owner(explorer) == seat)
    assert set(treasures(made.view(None))) == {SEALED}


def test_the_owner_remembers():
    made = table(until="move", turns=5)
    for seat in range(3):
        assert [value != SEALED for value in treasures(made.view(seat))] == [
            made.state.owner(explorer) == seat for explorer in range(30)
        ]


def test_without_memory_nobody_sees_a_treasure_once_play_has_begun():
    made = table(until="move", turns=5, owner_remembers=False)
    early = made.steps[20]
    assert SEALED not in early.state.view(0).treasures[0].faces  # it was known then
    assert set(treasures(made.state)) == {SEALED}  # not even the whole position has them
    for seat in (0, 1, 2, None):
        assert set(treasures(made.state.view(seat))) == {SEALED}
        assert set(treasures(made.view(seat))) == {SEALED}
        for step in made.steps:
            assert set(treasures(made.view(seat, step))) == {SEALED}
        for line in export(made, seat=seat):
            assert {one["value"] for one in line["state"]["explorers"]} == {None}
    for number in range(1, len(made.steps)):
        assert set(treasures(view_before(made, 0, number))) == {SEALED}


def test_with_memory_the_past_is_as_it_was():
    made = table(until="move", turns=5)
    for step in made.steps[1:]:
        assert SEALED not in made.view(1, step).treasures[1].faces


@pytest.mark.parametrize("remembers", [True, False])
def test_only_the_saved_are_shown_at_the_end(remembers):
    state = scene("a1 NE", "a10 4,-1", "b7 SW", land={"4,-1": MOUNTAIN}, step="sink", owner_remembers=remembers)
    state.state.cover_treasures()
    state.sink("4,-1", VOLCANO)
    end = state.state
    assert end.outcome == ((1, 3, 0), (1,))
    for seat in (0, 1, 2, None):
        view = end.view(seat)
        assert (view.treasure(who("a1")), view.treasure(who("b7"))) == (1, 3)
        assert (view.treasure(who("a10")) == 6) == (remembers and seat == 0)
    assert end.treasures[0].seen[0] == ALL


def test_nobody_knows_a_back_before_the_tile_is_removed():
    made = table(until="sink", turns=3)
    for line in export(made, seat=0):
        assert {tile[2] for tile in line["state"]["land"]} == {None}
    whole = [line["state"] for line in export(made, reveal=True) if "state" in line]
    assert all(tile[2] is not None for tile in whole[0]["land"])


def test_a_back_is_seen_by_its_remover_until_it_is_shown():
    for back, answer in ((DOLPHIN, ("keep",)), (NEW_WHALE, ("show", NEW_WHALE))):
        made = scene("a1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink")
        made.backs.append(back)
        made.do(("sink", at("4,-1")))
        assert made.state.prompt == (0, "back")
        assert made.state.view(0).lifted.faces == [back]
        assert made.state.view(0).legal() == made.state.legal() == [answer]
        for seat in (1, 2, None):
            view = made.state.view(seat)
            assert view.lifted.faces == [SEALED]
            assert view.forced() is None
            assert view.explain(("keep",)) is None
            assert view.explain(("show", NEW_WHALE)) is None  # for all it knows
        wrong = ("show", NEW_WHALE) if answer == ("keep",) else ("keep",)
        assert made.no(*wrong) == ("red_is_kept" if answer == ("keep",) else "green_is_shown")
        made.do(answer)
        for seat in (1, 2, None):
            assert made.state.view(seat).lifted.faces == []


def test_chance_tells_a_back_and_a_treasure_to_one_seat_alone():
    made = scene("b1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink", seat=1)
    made.state.apply(("sink", at("4,-1")))
    (ask,) = made.state.asks
    assert isinstance(ask, Open)
    assert (ask.place, ask.to) == ("beach", 1 << 1)
    for seats in (2, 3, 4):
        told = [ask for ask in GAME.new(seats).asks if isinstance(ask, Open) and ask.place.startswith("treasure")]
        assert [ask.to for ask in told] == [1 << int(ask.place.split()[1]) % seats for ask in told]


def test_a_kept_tile_shows_its_terrain_and_nothing_else():
    made = scene("a1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink")
    made.sink("4,-1", DOLPHIN, WHALE)
    state = made.state
    assert state.view(0).hand_of(0, BEACH).faces() == [DOLPHIN]
    for seat in (1, 2, None):
        view = state.view(seat)
        assert view.hand_of(0, BEACH).faces() == [SEALED]
        assert view.hand_of(0, FOREST).size == 0
        assert view.digest() == state.digest()


def test_the_event_of_keeping_names_the_back_to_the_keeper_alone():
    made = scene("a1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink")
    (event,) = [event for event in made.sink("4,-1", DOLPHIN, WHALE) if event[0] == "kept"]
    kind = GAME.events["kept"]
    assert kind.view(event, 0, 0) == ("kept", at("4,-1"), BEACH, DOLPHIN)
    for seat in (1, 2, None):
        assert kind.view(event, 0, seat) == ("kept", at("4,-1"), BEACH, SEALED)


def test_a_view_cannot_tell_who_could_defend():
    """The prompt, the digest and all that others see are the same whatever the tile is."""
    views = []
    for back in (NO_SHARK, DOLPHIN):
        made = rolled(SHARK, "a1 4,-1", "b1 5,0", sharks=["6,-1"], tiles={1: [(BEACH, back)]})
        made.do(("creature", SHARK, at("6,-1"), at("5,0")))
        assert made.state.prompt == (1, "defend")
        assert made.state.forced() == (("answer", 0) if back == DOLPHIN else None)
        for seat in (0, 2, None):
            view: Any = made.state.view(seat)
            assert view.forced() is None
            assert view.explain(("answer", BEACH)) is None
            assert view.explain(("answer", FOREST)).id == "no_such_tile"  # it has none of these
            assert view.explain(("answer", 0)) is None
        views.append([made.state.view(seat).public() for seat in (0, 2, None)])
    assert views[0] == views[1]


def test_a_view_cannot_tell_which_tile_could_be_played():
    made = scene("a1 4,-1", tiles={0: [(BEACH, NO_SHARK)]}, step="tile")
    assert made.state.forced() == ("end",)
    assert made.state.view(1).forced() is None
    view: Any = made.state.view(1)
    assert view.explain(("play", BEACH, DOLPHIN)).id == "tile_without_use"  # nobody of his swims
    made = scene("a1 5,0", tiles={0: [(BEACH, NO_SHARK)]}, step="tile")
    assert made.state.view(1).explain(("play", BEACH, DOLPHIN)) is None  # believed
    made.state.used[BEACH][DOLPHIN] = 3
    view = made.state.view(1)
    assert view.explain(("play", BEACH, DOLPHIN)).id == "no_such_tile"  # all three are gone


def test_after_the_end_the_table_is_open():
    made = table()
    view = made.view(None)
    assert SEALED not in treasures(view)
    *_, last = [line for line in export(made) if "state" in line]
    assert all(tile[2] is not None for tile in last["state"]["land"])


def test_no_view_holds_a_dealer():
    state: Any = GAME.new(2)
    state.play_at_once(SeededDealer("x"))
    assert state.view(0).instant is None
