"""`atlantis log export`: other programs can check the games, and nothing sealed is told before the end."""

import hashlib
import json
from pathlib import Path

import pytest

from core import games
from core.frames import HEADER
from core.log import FileLog, read
from core.table import Table, header
from tests.commands import referee
from tests.commands.logs import cut

GOLDEN = Path(__file__).parent / "golden"
STATE = ["to_move", "path", "bridges", "figures", "hands", "tiles", "bridge_left", "deck", "discard", "removed"]


def exported(done):
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def golden_game(path):
    """A game of fixed moves, so that it is the same whatever any bot thinks."""
    moves = (GOLDEN / "game.txt").read_text("utf-8").splitlines()
    game = games.load("atlantis")
    with FileLog.create(path, header(game, ["you:Anna", "bot:random"], {}, "golden"), sync=False) as log:
        table = Table(log)
        for move in moves:
            assert table.state.to_move is not None
            table.play(table.state.to_move, game.read(move))
        assert table.over
    return path


# The lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_exported_game_can_be_checked_by_the_rules(atlantis, finished, seats):
    referee.check(exported(atlantis("log", "export", finished[seats])))


def test_every_line_has_its_keys_in_order(atlantis, finished):
    done = atlantis("log", "export", finished[2])
    setup, *moves, outcome = exported(done)
    assert list(setup) == ["kind", "game", "rules_version", "options", "seats", "seed", "state"]
    assert list(outcome) == ["kind", "scores", "winners"]
    for line in moves:
        assert list(line) == ["kind", "n", "turn", "seat", "move", "events", "state"]
        assert list(line["state"]) == STATE
        assert all(next(iter(event)) == "e" for event in line["events"])
    assert done.out.isascii()
    assert '": ' not in done.out


def test_records_and_turns_are_numbered(atlantis, finished):
    moves = exported(atlantis("log", "export", finished[3]))[1:-1]
    records = read(finished[3]).records
    assert [line["n"] for line in moves] == [record.n for record in records if record.kind == "move"]
    turn, before = 1, 0
    for line in moves:
        turn += line["seat"] != before
        before = line["seat"]
        assert line["turn"] == turn


def test_the_setup_tells_all_that_is_needed_to_play_it_again(atlantis, finished):
    setup = exported(atlantis("log", "export", finished[3]))[0]
    about = read(finished[3]).records[0].body
    assert setup["seed"] == about["dealer"]["seed"]
    assert [setup[key] for key in ("game", "rules_version", "options", "seats")] == [
        about[key] for key in ("game", "rules_version", "options", "seats")
    ]


def test_the_text_of_every_move_can_be_read(atlantis, finished):
    game = games.load("atlantis")
    for line in exported(atlantis("log", "export", finished[4]))[1:-1]:
        assert game.text(game.read(line["move"])) == line["move"]


# What is sealed ------------------------------------------------------------------------------------------------------


def test_a_game_in_play_is_told_as_somebody_sees_it_who_only_watches(atlantis, unfinished):
    lines = exported(atlantis("log", "export", unfinished(40, 3)))
    setup, *moves = lines
    assert setup["seed"] is None
    assert setup["state"]["hands"] == [[None] * 4, [None] * 5, [None] * 6]
    assert [stack[0] for stack in setup["state"]["path"] if len(stack) == 2] == [None] * 32
    assert all(line["kind"] == "move" for line in moves)
    assert len(moves) == 38
    for line in lines:
        referee.check_cards(line["state"])
        assert all(stack[-1] is not None for stack in line["state"]["path"] if stack)
    drawn = [card for line in moves for event in line["events"] if event["e"] == "drew" for card in event["cards"]]
    assert set(drawn) == {None}
    assert drawn


def test_a_hand_that_was_shown_is_known(atlantis, tmp_path):
    log = golden_game(tmp_path / "golden.atl")
    shown = 0
    for seat in (0, 1):
        for line in exported(atlantis("log", "export", log, "--seat", seat + 1))[1:-2]:
            for event in line["events"]:
                if event["e"] == "stuck" and line["seat"] != seat:
                    known = [card for card in line["state"]["hands"][line["seat"]] if card is not None]
                    assert known == event["hand"]
                    shown += 1
    assert shown


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_knows_its_own_hand_and_what_it_drew(atlantis, unfinished, seat):
    log = unfinished(40, 3)
    whole = exported(atlantis("log", "export", log, "--reveal"))
    for mine, line in zip(exported(atlantis("log", "export", log, "--seat", seat + 1)), whole, strict=True):
        assert mine["state"]["hands"][seat] == line["state"]["hands"][seat]
        for other, hand in enumerate(mine["state"]["hands"]):
            assert len(hand) == len(line["state"]["hands"][other])
            assert other == seat or None in hand or not hand
        assert mine.get("seed") is None
        for event, open_event in zip(mine.get("events", []), line.get("events", []), strict=True):
            if event["e"] == "drew":
                assert event["cards"] == (open_event["cards"] if mine["seat"] == seat else [None] * len(event["cards"]))
            elif event["e"] != "bought":
                assert event == open_event
        assert not any(len(stack) == 2 and stack[0] for stack in mine["state"]["path"])


def test_a_seat_keeps_its_eyes_when_the_game_is_over(atlantis, finished):
    setup = exported(atlantis("log", "export", finished[2], "--seat", 2))[0]
    assert setup["seed"] is None
    assert setup["state"]["hands"][0] == [None] * 4
    assert None not in setup["state"]["hands"][1]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_in_play_is_told_whole_if_asked_and_just_as_it_will_be_at_the_end(atlantis, finished, unfinished, seats):
    whole = atlantis("log", "export", finished[seats]).out.splitlines()
    assert atlantis("log", "export", finished[seats], "--reveal").out.splitlines() == whole
    assert atlantis("log", "export", unfinished(33, seats), "--reveal").out.splitlines() == whole[:32]


def test_the_seed_of_a_game_in_play_is_nowhere(atlantis, unfinished):
    log = unfinished(10)
    seed = read(log).records[0].body["dealer"]["seed"]
    assert seed not in atlantis("log", "export", log).out
    assert seed not in atlantis("log", "export", log, "--seat", 1).out
    assert seed in atlantis("log", "export", log, "--reveal").out


# Lines of play -------------------------------------------------------------------------------------------------------


def test_what_was_taken_back_is_not_told(atlantis, tmp_path):
    game = games.load("atlantis")
    path = tmp_path / "back.atl"
    with FileLog.create(path, header(game, ["you", "bot:random"], {}, "back"), sync=False) as log:
        table = Table(log)
        first = table.state.legal()[0]
        table.play(0, first)
        table.back(0, alone=True)
        second = table.state.legal()[1]
        table.play(0, second)
        made = [step.n for step in table.steps[1:]]
    lines = exported(atlantis("log", "export", path))[1:]
    assert lines[0]["move"] == game.text(second)
    assert [line["n"] for line in lines] == made
    assert made[0] > 3


def test_a_game_that_has_not_begun_is_its_setup(atlantis, finished, tmp_path):
    only_header = cut(finished[2], tmp_path / "header.atl", 1)
    assert read(only_header).records[-1].kind == HEADER
    before = only_header.read_bytes()
    (setup,) = exported(atlantis("log", "export", only_header))
    assert (setup["kind"], setup["state"]["to_move"]) == ("setup", 0)
    assert only_header.read_bytes() == before


def test_an_end_that_was_not_written_down_is_told(atlantis, finished, tmp_path):
    records = len(read(finished[2]).records)
    without = cut(finished[2], tmp_path / "no-end.atl", records - 1)
    assert atlantis("log", "export", without).out == atlantis("log", "export", finished[2]).out


# The same everywhere -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "flags"), [("watcher", []), ("seat-1", ["--seat", "2"]), ("whole", ["--reveal"])], ids=str
)
def test_the_first_lines_of_a_game_are_those_of_old(atlantis, tmp_path, name, flags):
    log = cut(golden_game(tmp_path / "golden.atl"), tmp_path / "cut.atl", 6)
    told = atlantis("log", "export", log, *flags).out
    assert told == (GOLDEN / f"{name}.jsonl").read_text("utf-8")


def test_a_whole_game_is_that_of_old(atlantis, tmp_path):
    told = atlantis("log", "export", golden_game(tmp_path / "golden.atl")).out
    referee.check([json.loads(line) for line in told.splitlines()])
    assert hashlib.sha256(told.encode()).hexdigest() == (GOLDEN / "whole.sha256").read_text("utf-8").strip()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_order_of_sets_and_dicts_changes_no_byte(atlantis, program, finished, hash_seed):
    other = program("log", "export", finished[3], PYTHONHASHSEED=hash_seed)
    assert other.out == atlantis("log", "export", finished[3]).out
