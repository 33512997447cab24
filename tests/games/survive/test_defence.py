"""An attack on several: all who are asked answer in person and in secret, before anything of it is told."""

from __future__ import annotations

import pytest

from atlantis_tui.bots.outgoing import SeatTeller
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.turns import TurnLoop
from core.survive.choices import NO
from core.survive.components import SHARK, WHALE
from core.table import Table
from tests.games.survive.at_survive import ME, NEREUS, THETIS, TRITON, at, drawn_position, threat
from tests.table.at_table import at_table, seat_instant_bots

TOGETHER = ("you:Anna", "person:Boris", "person:Clio", "person:Dora")
TILES = ((TRITON, 1, "no_shark"), (ME, 2, "no_shark"))
YES_OF_TRITON, YES_OF_ME = ("answer", 1), ("answer", 2)


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(TurnLoop, "hush", 0)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)


def attacked(asked: int = TRITON, **more) -> Table:
    """Thetis moves a shark to a swimmer of Triton and one of seat 0, who both have kept the tile against it."""
    more = {"tiles": TILES, **more}
    return drawn_position("defend", change=threat(THETIS, SHARK, "F5", "D7", asked=asked), **more)


def after(answer: tuple[str, int]) -> Table:
    """The same when Triton has answered."""
    table = attacked()
    table.play(TRITON, answer)
    return table


async def test_whoever_is_asked_reads_who_else_is():
    async with at_table(attacked(ME)) as play:
        assert "D plays ♠ no ◢ , unless Triton defends: the shark goes, all stay." in play.text
        assert "N lets it happen, unless Triton defends: you lose ▲2." in play.text


async def test_you_move_and_are_asked_in_the_words_for_you():
    def position() -> Table:
        return drawn_position("defend", change=threat(ME, SHARK, "F5", "D7", asked=TRITON), tiles=TILES)

    table = position()
    async with at_table(table) as play:
        play.screen.turns.message = []
        table.steps[-1:] = [position().steps[0]]
        play.screen.changed()
        play.screen.show()
        await play.settle()
        assert "You move a shark to D7." in play.text
        assert "You moves" not in play.text
        play.screen.names[TRITON] = "You"
        play.screen.show()
        await play.settle()
        assert "You are asked whether to ward it off" in play.text


async def test_the_first_to_be_asked_plays_the_tile_whatever_the_others_say():
    change = threat(TRITON, SHARK, "F5", "D7")  # now seat 0 comes first
    folk = {ME: {"D7": [6]}, THETIS: {"D7": [5]}, TRITON: {"K4": [0]}}
    tiles = ((ME, 1, "no_shark"), (THETIS, 1, "no_shark"))
    table = drawn_position("defend", change=change, folk=folk, tiles=tiles, boats=(), aboard=())
    async with at_table(table) as play:
        assert "D plays ░ no ◢ : the shark leaves the game, all stay." in play.text
        assert "unless Thetis defends: you lose ▲2." in play.text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
async def test_of_a_boat_too_all_lines_have_room(size):
    tiles = ((ME, 2, "no_whale"), (NEREUS, 2, "no_whale"))
    table = drawn_position("defend", change=threat(THETIS, WHALE, "R9", "T7", asked=ME), tiles=tiles)
    async with at_table(table, size) as play:
        prompt = play.screen.prompt.canvas.text()
        assert "the boat is lost" in prompt
        assert "all stay" in prompt
        assert "…" not in prompt


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
async def test_whoever_waits_reads_that_all_answers_are_opened_together(size):
    table = attacked()
    async with at_table(table, size) as play:
        play.screen.viewer = NEREUS
        play.screen.turns.message = []
        table.steps[-1:] = [attacked().steps[0]]
        play.screen.changed()
        play.screen.show()
        await play.settle()
        assert "Triton is asked whether to ward it off …" in play.text
        assert "No answer is opened before the last one is given." in play.text


async def test_the_next_to_be_asked_sees_the_same_whatever_the_first_has_answered():
    shown = []
    for answer in (YES_OF_TRITON, NO):
        async with at_table(after(answer)) as play:
            assert "ANSWER NEEDED" in play.text
            entries = [entry.text for entry in play.screen.past.entries()]
            shown.append((play.text, entries, play.toast))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("key", ["d", "n"])
async def test_people_at_one_screen_answer_one_after_the_other_and_then_it_is_told(key):
    async with at_table(attacked(seats=TOGETHER)) as play:
        curtain = await play.on(CurtainScreen)
        assert curtain.person == "Dora"
        await play.press("enter")
        await play.until(lambda: play.on_top and play.screen.mine)
        await play.press(key)
        curtain = await play.on(CurtainScreen)
        assert curtain.person == "Anna", "asked too, though Dora may have defended"
        assert "warded off" not in play.text
        assert "defence tile" not in play.text
        await play.press("enter")
        await play.until(lambda: play.on_top and play.screen.mine)
        assert "Yours there: ▲2" in play.text
        await play.press("d")
        await play.until(lambda: play.table.state.turn == 14)
        told = [event for step in play.table.steps for event in step.events if event[0] == "defended"]
        assert [event[1] for event in told] == [TRITON if key == "d" else ME]
        assert next(entry for entry in play.screen.past.entries() if "warded off" in entry.text).seat == THETIS
        state = play.table.state
        assert [state.tiles_kept(TRITON), state.tiles_kept(ME)] == ([0, 1] if key == "d" else [1, 0])
        assert state.spots[6] == at("D7")


def test_a_bot_in_a_process_of_its_own_is_told_the_same_whatever_was_answered():
    lines: dict[int, list[bytes]] = {}
    for answer in (YES_OF_TRITON, NO):
        table = attacked()
        tellers = {seat: SeatTeller(table, seat) for seat in range(4)}
        for teller in tellers.values():
            teller.hello(TOGETHER, "luck", 30)
        table.play(TRITON, answer)
        for seat, teller in tellers.items():
            told = teller.news() + (teller.ask(table.view(seat)) if seat == ME else b"")
            lines.setdefault(seat, []).append(told)
    for seat, (one, other) in lines.items():
        assert (one == other) == (seat != TRITON)
    assert b'"move":"answer"' in lines[ME][0]


def test_the_last_answer_tells_a_bot_which_tile_was_played_and_no_more():
    heard = []
    for answer in (YES_OF_ME, NO):
        table = attacked()
        teller = SeatTeller(table, NEREUS)
        teller.hello(TOGETHER, "luck", 30)
        table.play(TRITON, YES_OF_TRITON)
        table.play(ME, answer)
        heard.append(teller.news())
    assert heard[0] == heard[1]
    assert b'"chance":[1]' in heard[0]
