"""Looking back: the history as sentences, positions of the past with a badge, and nothing that can be done there."""

from __future__ import annotations

import pytest

from core import games
from core.atlantis.components import SYMBOLS
from core.atlantis.rules import Atlantis
from core.chance import Stream
from core.log import MemoryLog
from core.table import Table, header
from tests.table.at_table import at_table, new_table, random_play, seat_instant_bots, table_where
from tests.ui.stage import SIZES, in_order

THREE = ("you", "bot:random", "bot:random")
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def turn(state: Atlantis) -> bool:
    return state.step == "turn"


def later() -> Table:
    return table_where(turn, THREE, after=40)


@every_size
async def test_the_past_wears_a_badge_and_enter_returns(size):
    async with at_table(later(), size) as play:
        await play.asked()
        now = play.text
        await play.press("up")
        assert "THE PAST" in play.text
        await play.press("up", "up", "down")
        assert play.screen.past.at == play.screen.past.entries()[-2].step
        await play.press("enter")
        assert play.text == now
        assert play.screen.past.at is None


async def test_down_from_the_last_entry_is_the_present():
    async with at_table(later()) as play:
        await play.asked()
        now = play.text
        await play.press("up", "down")
        assert play.text == now
        await play.press("down", "down")
        assert play.text == now


async def test_the_first_entry_is_as_far_back_as_it_goes():
    async with at_table(later()) as play:
        await play.asked()
        await play.press(*["up"] * (len(play.screen.past.entries()) + 3))
        assert play.screen.past.at == play.screen.past.entries()[0].step
        assert "turn 2" in play.text


async def test_the_road_of_the_past_is_the_road_as_it_was():
    """The road is painted while the game goes on, and the same one is seen when looking back later."""
    table = new_table(THREE)
    roads = {}
    async with at_table(table, (80, 24)) as play:
        for _ in range(4):
            await play.asked()
            roads[len(table.steps) - 1] = play.screen.board.path.canvas.text()
            await play.press("enter", "enter")
        await play.asked()
        for step, road in roads.items():
            if step:
                play.screen.past.look_at(step)
                await play.settle()
                play.screen.board.path.sight = play.screen.board.path.sight._replace(told=frozenset())
                play.screen.board.path.repaint()
                assert play.screen.board.path.canvas.text() == road


async def test_todays_eyes_look_at_the_past():
    """A hand that was shown since is known, but not to the past: what was sealed then is counted as unseen then."""
    async with at_table(later()) as play:
        await play.asked()
        held = play.view.hands[0].held
        await play.press("up", "up", "up", "up")
        past = play.screen.board.hand.sight.state
        assert past.hands[1].sealed == past.hands[1].size or any(past.hands[1].shown)
        assert past.hands[0].size == sum(past.hands[0].held), "one's own cards are known"
        assert past.hands[0].held != held or past.turn == play.view.turn


async def test_nothing_can_be_planned_in_the_past():
    async with at_table(later()) as play:
        await play.asked()
        steps = len(play.table.steps)
        await play.press("up", "up", "enter")
        assert not play.screen.plan.draft
        assert play.screen.past.at is None
        await play.press("up", "up")
        view = play.view
        card = next(symbol for symbol in range(7) if any(m[2] == symbol for m in view.play_moves()))
        await play.press(SYMBOLS[card].lower())
        assert play.screen.past.at is None, "a card is meant for the present, and shows it"
        assert play.screen.plan.draft
        assert len(play.table.steps) == steps


async def test_looking_back_keeps_the_plan():
    async with at_table(later()) as play:
        await play.asked()
        await play.press("enter")
        plan = play.screen.plan.draft
        await play.press("up", "up")
        assert "THE PAST" in play.text
        await play.press("enter")
        assert play.screen.plan.draft == plan
        assert "PREVIEW" in play.text


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
async def test_y_lays_the_history_over_the_hand_where_there_is_no_room_beside(size):
    async with at_table(later(), size) as play:
        await play.asked()
        before = play.text
        await play.press("y")
        assert play.screen.history.display
        assert not play.screen.board.hand.display
        assert play.screen.past.entries()[-1].text.split(",")[0][:20] in play.text
        await play.press("y")
        assert play.text == before


# The sizes at which the history stands beside the board.
BESIDE = ((110, 30), (120, 36), (160, 45), (200, 60))
BEGUN = {
    "atlantis": later,
    "atalia": lambda: started("atalia", ("you", "bot:random"), 12),
    "survive": lambda: started("survive", THREE, 70),
}


def started(game: str, seats: tuple[str, ...], steps: int) -> Table:
    """A game that has gone on for a while, at which seat 0 is asked."""
    table = Table(MemoryLog(header(games.load(game), seats, {}, "KELP")))
    chance = Stream("KELP", "lookback")
    while (prompt := table.state.prompt) is not None and (len(table.steps) < steps or prompt.seat):
        moves = in_order(table.state.legal())
        table.play(prompt.seat, moves[chance.below(len(moves))])
    return table


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("game", sorted(BEGUN))
async def test_y_shows_the_rest_of_the_news_for_which_the_prompt_has_no_room(game, size):
    async with at_table(BEGUN[game](), size) as play:
        await play.asked()
        news = play.screen.past.news()
        assert news, "the others have played"
        read = ""
        await play.press("y")
        for _entry in play.screen.past.entries()[-2 * len(news) :]:
            rows = play.screen.history.canvas.text().splitlines()[1:]
            read += " ".join(" ".join(row[7:] for row in rows).split()) + "\n"
            await play.press("up")
        for one in news:
            assert one.told in read, one


@pytest.mark.parametrize("game", sorted(BEGUN))
async def test_y_begins_to_look_back_where_the_history_stands_beside_the_board(game):
    """Then arrows look further, also where the game needs them itself; Y, or Enter, comes back."""
    async with at_table(BEGUN[game](), BESIDE[1]) as play:
        await play.asked()
        past, plan = play.screen.past, play.screen.plan
        for size in BESIDE:
            await play.resize(*size)
            now, kept = play.text, {**vars(plan)}
            entries = past.entries()
            for back in ("y", "enter"):
                await play.press("y")
                assert past.at == entries[-1].step, size
                assert "THE PAST" in play.text
                await play.press("up", "up", "down")
                assert past.at == entries[-2].step
                await play.press(back)
                assert past.at is None
                assert play.text == now
            assert vars(plan) == kept, "the arrows have moved nothing on the board"


@pytest.mark.parametrize("game", sorted(BEGUN))
async def test_a_history_that_was_opened_is_closed_where_it_has_room_of_its_own(game):
    async with at_table(BEGUN[game](), (80, 24)) as play:
        await play.asked()
        await play.press("y")
        await play.resize(120, 36)
        now = play.text
        await play.press("y")
        assert "THE PAST" in play.text
        await play.press("backspace")
        assert play.text == now
        await play.resize(80, 24)
        assert not play.screen.history.display


async def test_y_says_so_where_nothing_can_be_looked_back_at():
    async with at_table(new_table(THREE), (120, 36)) as play:
        await play.asked()
        await play.press("y")
        assert "Nobody has moved yet" in play.toast


@every_size
async def test_an_entry_can_be_clicked(size):
    async with at_table(later(), size) as play:
        await play.asked()
        if not play.screen.history.display:
            await play.press("y")
        seen = {hit[1] for row in play.screen.history.canvas.hits for hit in row if hit}
        entry = next(entry for entry in play.screen.past.entries() if entry.step in seen)
        await play.click(play.screen.history, ("step", entry.step))
        assert play.screen.past.at == entry.step
        assert "THE PAST" in play.text


async def test_history_says_every_turn_and_follows_take_backs():
    async with at_table(new_table(THREE)) as play:
        await play.asked()
        assert play.screen.past.entries() == []
        await play.press("enter", "enter")
        await play.asked()
        entries = play.screen.past.entries()
        assert [entry.turn for entry in entries] == [1, 2, 3]
        assert [entry.seat for entry in entries] == [0, 1, 2]
        assert [name in entry.text for name, entry in zip(("You", "Nereus", "Thetis"), entries, strict=True)] == [
            True
        ] * 3
        await play.press("u")
        await play.asked()
        assert play.screen.past.entries() == []


async def test_a_take_back_while_looking_back_returns_to_the_present():
    async with at_table(new_table(THREE)) as play:
        await play.asked()
        await play.press("enter", "enter")
        await play.asked()
        await play.press("up", "u")
        await play.asked()
        assert play.screen.past.at is None
        assert "THE PAST" not in play.text


async def test_history_made_step_by_step_is_the_history_made_at_once():
    async with at_table(new_table(THREE, "GULL-5")) as play:
        while await play.asked():
            await play.press("enter", "enter")
            piecewise = list(play.screen.past.entries())
            play.screen.past.kept_for = (-1, -1, None, "")
            play.screen.past.kept_entries = []
            assert play.screen.past.entries() == piecewise


@pytest.mark.parametrize("rivals", [1, 2, 3])
@every_size
async def test_each_rival_has_a_line_of_what_happened_since(size, rivals):
    async with at_table(new_table(["you", *["bot:random"] * rivals]), size) as play:
        await play.asked()
        assert play.screen.past.news() == []
        for _ in range(3):
            await play.press("enter", "enter")
            await play.asked()
            news = play.screen.past.news()
            assert [one.name for one in news] == ["Nereus", "Thetis", "Triton"][:rivals]
            rows = [row for row in play.text.splitlines() if row.startswith("▌")]
            for one in news[-2:] if play.screen.board.history_beside else news:  # beside the board stands all of it
                sign = play.app.look.glyphs.figures[one.seat]
                told = [row for row in rows if one.told in row or one.gist in row]
                assert any(sign in row for row in told), (one, rows)
            assert "Your turn." in rows[0]


async def test_a_long_history_shows_its_end_and_can_be_walked_to_its_beginning():
    table = new_table(THREE)
    random_play(table, lambda table: len(table.steps) > 90 and table.state.to_move == 0)
    async with at_table(table, (120, 36)) as play:
        assert await play.asked()
        entries = play.screen.past.entries()
        words = "".join(entries[-1].text.split())
        assert words[-6:] in "".join(play.text.split())
        for entry in reversed(entries):
            await play.press("up")
            assert play.screen.past.at == entry.step
            rows = [row for row in play.screen.history.canvas.hits if ("step", entry.step) in row]
            assert rows, "the entry looked at is in sight"
