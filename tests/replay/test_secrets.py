"""Nothing sealed reaches a replay that may not show it, on the screen or in a film; and whose eyes there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from atlantis_tui.commands import log as log_command
from atlantis_tui.replay.export.film import Frame, film
from atlantis_tui.replay.opening import replay_of
from atlantis_tui.review.cache import why_not
from atlantis_tui.saved import paths
from atlantis_tui.saved.game_files import CannotOpenGame
from atlantis_tui.saved.perspective import OPEN, allowed, may_ask_for, own_seat
from atlantis_tui.saved.same_deal import same_deal, seed_of
from core.log import FileLog
from core.read_only_log import Reading
from core.table import Table
from net.identity import load_identity
from tests.games.atlantis.test_secrets import twin
from tests.games.suite import painted
from tests.net.lan import dealt, identity, play_on
from tests.replay.at_replay import at_replay, played
from tests.ui.stage import look

pytestmark = pytest.mark.usefixtures("home")


def disguised(table: Table, screen: Any, viewer: int | None, shift: int) -> None:
    """The cards that the viewer cannot see become others, in all positions and events."""
    screen.table.steps[:] = twin(table, viewer, shift).steps  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [pytest.param((80, 24), marks=pytest.mark.full), (120, 36)], ids=str)
@pytest.mark.parametrize(("eyes", "end"), [(0, 60), (None, 60), (1, 10_000)], ids=str)
async def test_twins_paint_the_same(eyes, end, size):
    table = played("you", "bot:random", "bot:random", seed="CORAL-8", steps=end)
    shots = []
    for shift in (0, 3):
        async with at_replay(table, size, eyes=eyes, given=True) as look:
            disguised(table, look.screen, eyes, shift)
            held = [list(hand.held) for hand in look.screen.table.steps[40].state.hands]
            seen = []
            for step in range(0, 60, 8):
                look.screen.go(step)
                if size == (80, 24):  # there is room for the hand or for the history only
                    look.screen.action_hand()
                    await look.settle()
                seen.append(painted(look))
            seen.append(look.screen.past.entries())
            shots.append((held, seen))
    assert shots[0][0] != shots[1][0]
    for _held, seen in shots[1:]:
        for number, (one, two) in enumerate(zip(shots[0][1], seen, strict=True)):
            assert one == two, f"shot {number}"


async def test_open_eyes_do_see_the_difference():
    """The test above would be worth nothing if cards were not painted at all."""
    table = played("you", "bot:random", "bot:random", seed="CORAL-8", steps=60)
    texts = []
    for shift in (0, 3):
        async with at_replay(table, eyes=OPEN, given=True) as look:
            disguised(table, look.screen, 0, shift)
            look.screen.go(41)
            look.screen.action_hand()
            await look.settle()
            texts.append(look.text)
    assert texts[0] != texts[1]


def filmed(screen: Any, by: str = "turn") -> list[str]:
    texts: list[str] = []

    def take(frame: Frame, count: int) -> None:
        texts.append(frame.text)

    film(screen, (80, 24), look(motion=False, hover=False), by, take)
    return texts


@pytest.mark.parametrize("eyes", [0, pytest.param(None, marks=pytest.mark.full)])
def test_twins_make_the_same_film(eyes):
    table = played("you", "bot:random", "bot:random", seed="CORAL-8", steps=24)
    films = []
    for shift in (0, 2):
        screen = replay_of(table, eyes=eyes, given=True, filmed=True)
        disguised(table, screen, eyes, shift)
        films.append(filmed(screen))
    assert films[0] == films[1]
    assert len(films[0]) > 5


# Who may look with whose eyes ----------------------------------------------------------------------------------------


def test_a_finished_game_is_open_to_all():
    table = played("person:Anna", "person:Борис")
    assert allowed(table) == [OPEN, 0, 1]
    assert all(may_ask_for(table, eyes) for eyes in (OPEN, 0, 1))


def test_an_unfinished_game_alone_shows_the_own_hand():
    table = played("bot:random", "you", steps=20)
    assert allowed(table) == [1, None]
    assert [eyes for eyes in (OPEN, None, 0, 1) if may_ask_for(table, eyes)] == [None, 1]


def test_of_several_at_one_keyboard_a_person_is_seen_only_when_named():
    table = played("you:Anna", "bot:random", "person:Boris", steps=20)
    assert allowed(table) == [None]
    assert [eyes for eyes in (OPEN, None, 0, 1, 2) if may_ask_for(table, eyes)] == [None, 0, 2]


def at_seat(seat: int) -> None:
    """This computer belongs to that player."""
    Path(paths.identity_file()).parent.mkdir(parents=True, exist_ok=True)
    key = load_identity(paths.identity_file(), lambda size: bytes([seat + 1]) * size)
    assert key.key == identity(seat).key


@pytest.mark.parametrize("seat", [0, 2])
def test_over_the_network_an_unfinished_game_shows_the_own_seat_only(seat):
    at_seat(seat)
    log, table = dealt()
    play_on(table, 8)
    table = Table(Reading(log.records), lambda seat: False)
    assert own_seat(table) == seat
    assert allowed(table) == [seat, None]
    assert [eyes for eyes in (OPEN, None, 0, 1, 2) if may_ask_for(table, eyes)] == [None, seat]
    with pytest.raises(CannotOpenGame, match="not over"):
        seed_of(table)


def test_a_stranger_to_a_game_sees_what_everybody_sees_and_gets_no_key_for_that():
    _log, table = dealt()
    assert allowed(table) == [None]
    assert not Path(paths.identity_file()).exists()


def test_a_finished_game_over_the_network_can_be_dealt_again():
    at_seat(1)
    _log, table = dealt(2, 1)
    play_on(table, 10_000)
    assert table.over
    again = same_deal(table)
    assert again.seats == ["bot:normal", "person:Boris", "bot:random"]
    assert again.steps[0].state.digest() == table.steps[0].state.digest()
    for step in table.steps[1:6]:
        if not step.forced and step.seat is not None and step.move is not None:
            again.play(step.seat, step.move)
    assert again.state.hands[1].held == table.steps[len(again.steps) - 1].state.hands[1].held  # type: ignore[attr-defined]
    again.log.close()  # type: ignore[attr-defined]


def test_whoever_only_watched_has_no_deal_to_play_again():
    log, table = dealt(2)
    play_on(table, 10_000)
    seed = next(record for record in log.records if record.kind == "seed")
    watched = [record._replace(body=None) if record is seed else record for record in log.records]
    watcher = Table(Reading(watched), lambda seat: False)
    assert watcher.over
    with pytest.raises(CannotOpenGame, match="only watched"):
        seed_of(watcher)
    assert allowed(watcher) == [None]
    assert not any(may_ask_for(watcher, eyes) for eyes in (OPEN, 0, 1))
    assert "only watched" in why_not(watcher)
    assert why_not(table) == ""


@pytest.mark.parametrize("command", ["show", "export"])
def test_the_cards_of_players_elsewhere_are_told_by_no_command(command, tmp_path, capsys):
    at_seat(1)
    log, table = dealt()
    play_on(table, 8)
    path = str(tmp_path / "game.atl")
    with FileLog.create(path, log.records[0].body, sig=log.records[0].sig) as file:
        for _n, _prev, digest, seat, kind, body, opened, sig in log.records[1:]:
            file.append(kind, seat, digest, body, opened, sig)
    for flags in (["--reveal"], ["--seat", "1"], ["--seat", "3"]):
        assert log_command.run([command, path, *flags]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("not over")) == ("", 1)
    assert log_command.run([command, path, "--seat", "2"]) == 0
    assert log_command.run([command, path]) == 0
