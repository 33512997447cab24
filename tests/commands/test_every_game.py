"""The commands that look at games, for every game of the house: whatever its rules, they tell, check and count it."""

import json
import re
from importlib.util import find_spec

import pytest

from atlantis_tui.text.sentences import title
from core import games
from core.advice import can_advise
from core.log import read
from tests.commands.logs import cut, flipped

every_game = pytest.mark.parametrize("game", games.names())
with_a_table = [game for game in games.names() if find_spec(f"atlantis_tui.games.{game}.table")]


def in_play(log, records):
    """So many records, or half of them where the game is over by then."""
    return min(records, len(read(log).records) // 2)


def lines_of(done):
    assert (done.code, done.err) == (0, "")
    return done.out.splitlines()


def held(state):
    """By seat, what it has that others may not see: cards, or treasures of explorers."""
    if "hands" in state:
        return state["hands"]
    seats = 1 + max(one["seat"] for one in state["explorers"])
    return [[one["value"] for one in state["explorers"] if one["seat"] == seat] for seat in range(seats)]


def exported(done):
    return [json.loads(line) for line in lines_of(done)]


@every_game
def test_a_finished_game_is_told_in_sentences(atlantis, by_game, game):
    first, *lines = lines_of(atlantis("log", "show", by_game[game]))
    assert first == f"{title(game)}: Nereus (bot:random) and Thetis (bot:random). Seed every/0."
    assert lines[-1].endswith(("wins.", "share the win.", "draw."))
    numbers = [int(line.partition(".")[0]) for line in lines if re.match(r"\d+\. ", line)]
    assert sorted(set(numbers)) == list(range(min(numbers), max(numbers) + 1))
    assert min(numbers) in (0, 1)  # setting up may be turn 0
    assert all(line == line.strip() and "{" not in line for line in lines)


@every_game
def test_a_game_in_play_is_shown_without_its_seed(atlantis, by_game, tmp_path, game):
    log = cut(by_game[game], tmp_path / "cut.atl", in_play(by_game[game], 20))
    for seat in ([], ["--seat", 1], ["--seat", 2]):
        lines = lines_of(atlantis("log", "show", log, *seat))
        assert "every/0" not in "".join(lines)
        assert re.fullmatch(r"The game is not over: .+ (is|are) to play\.", lines[-1])
    assert "Seed every/0." in atlantis("log", "show", log, "--reveal").out


@every_game
def test_a_sound_game_and_every_part_of_it_is_called_sound(atlantis, by_game, tmp_path, game):
    records = read(by_game[game]).records
    (line,) = lines_of(atlantis("log", "verify", by_game[game]))
    scores = records[-1].body["scores"]
    points = f"finished with {scores[0]} and {scores[1]} points. Nobody signed it, as it was played at one computer."
    assert line == f"{by_game[game]} is sound: {len(records)} records, {title(game)}, {points}"
    for number in range(1, len(records), 11):
        assert atlantis("log", "verify", cut(by_game[game], tmp_path / f"{number}.atl", number)).code == 0


@every_game
def test_a_damaged_game_is_not(atlantis, by_game, tmp_path, game):
    done = atlantis("log", "verify", flipped(by_game[game], tmp_path / "bad.atl", 12))
    assert done.code == 2
    assert "is damaged after record 11" in done.err


@every_game
def test_an_exported_game_numbers_its_records_and_its_moves_can_be_read(atlantis, by_game, game):
    setup, *moves, outcome = exported(atlantis("log", "export", by_game[game]))
    records = read(by_game[game]).records
    assert (setup["game"], setup["seed"]) == (game, "every/0")
    assert [line["n"] for line in moves] == [record.n for record in records if record.kind == "move"]
    assert outcome["scores"] == records[-1].body["scores"]
    rules = games.load(game)
    for line in moves:
        assert rules.text(rules.read(line["move"])) == line["move"]
        assert {event["e"] for event in line["events"]} <= set(rules.events)


@every_game
def test_a_game_in_play_is_exported_as_its_reader_sees_it(atlantis, by_game, tmp_path, game):
    records = in_play(by_game[game], 30)
    log = cut(by_game[game], tmp_path / "cut.atl", records)
    whole = atlantis("log", "export", by_game[game]).out.splitlines()
    assert atlantis("log", "export", log, "--reveal").out.splitlines() == whole[: records - 1]
    for seat in (None, 0, 1):
        flags = [] if seat is None else ["--seat", seat + 1]
        for line, told in zip(exported(atlantis("log", "export", log, *flags)), map(json.loads, whole), strict=False):
            assert line.get("seed") is None
            for owner, (hand, whole_hand) in enumerate(zip(held(line["state"]), held(told["state"]), strict=True)):
                assert len(hand) == len(whole_hand)
                if owner == seat:
                    assert hand == whole_hand
    watched = held(exported(atlantis("log", "export", log))[0]["state"])
    assert {card for hand in watched for card in hand} == {None}


@every_game
def test_games_are_listed_and_counted(atlantis, home, by_game, tmp_path, game):
    folder = home / "games"
    folder.mkdir(parents=True)
    (folder / "one.atl").write_bytes(by_game[game].read_bytes())
    cut(by_game[game], folder / "two.atl", in_play(by_game[game], 20))
    listed = lines_of(atlantis("log", "list"))
    assert len([line for line in listed if f"{title(game)}: " in line]) == 2
    told = json.loads(atlantis("log", "list", "--json").out)
    assert {one["game"] for one in told} == {game}


@every_game
def test_a_finished_game_is_looked_over(atlantis, by_game, game):
    done = atlantis("review", by_game[game], "--seat", 1, "--iterations", 1)
    if not can_advise(games.load(game)):
        why = f"There is no bot that knows {title(game)} well enough for a review."
        assert (done.code, done.err) == (2, f"atlantis: {why}\n")
        return
    first, *lines = lines_of(done)
    assert first.startswith(f"{title(game)}, ")
    assert [line for line in lines if re.fullmatch(r"Turn \d+, .+: \d+ %( instead of \d+ %)?\.", line)]


@every_game
def test_bots_play_matches_whose_games_are_sound(atlantis, tmp_path, game):
    other = "easy" if can_advise(games.load(game)) else "random"
    words = ("arena", game, "random", other, "--games", 2, "--seed", "every", "--json", "--log-dir", tmp_path / "logs")
    told = json.loads(lines_of(atlantis(*words))[0])
    assert (told["game"], told["games"], told["complete"]) == (game, 2, True)
    files = sorted((tmp_path / "logs").glob("*.atl"))
    assert len(files) == 2
    for file in files:
        assert atlantis("log", "verify", file).code == 0


@pytest.mark.parametrize("game", with_a_table)
def test_a_game_can_be_seen_again_as_text(atlantis, by_game, tmp_path, game):
    log = cut(by_game[game], tmp_path / "short.atl", 8)
    assert lines_of(atlantis("replay", log, "--export", "text"))


def test_there_are_several_games():
    assert len(games.names()) > 1
    assert with_a_table
