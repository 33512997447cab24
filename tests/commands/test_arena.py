"""`atlantis arena`: fair chairs, the same result however it is played, and bots that see nothing they should not."""

import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from atlantis_tui.commands.arena import _summary, _watched
from atlantis_tui.commands.log import Reading
from core import arena, games
from core.arena import Match, Result, chairs, deal_seed, game_header, play, play_logged
from core.bots import LEVELS, levels, make_bot
from core.chance import SeededDealer
from core.game import BadOption
from core.log import MemoryLog, read
from core.table import Table

from .conftest import ROOT
from .test_log import refused

TIMES = ("seconds", "turns_per_second", "decisions_per_second")


def result(done):
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def without_times(summary):
    return {key: value for key, value in summary.items() if key not in TIMES}


# The chairs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_deal_is_played_once_with_every_bot_in_every_chair(seats):
    match = Match("atlantis", ("random",) * seats, "chairs", {})
    for deal in range(3):
        numbers = range(deal * seats, (deal + 1) * seats)
        assert {deal_seed(match, number) for number in numbers} == {f"chairs/{deal}"}
        for seat in range(seats):
            assert {chairs(match, number)[seat] for number in numbers} == set(range(seats))
        assert all(sorted(chairs(match, number)) == list(range(seats)) for number in numbers)


def test_the_log_tells_who_sat_where(atlantis, tmp_path):
    atlantis("arena", "atlantis", "greedy", "random", "--games", 3, "--seed", "who", "--log-dir", tmp_path / "logs")
    headers = [read(tmp_path / "logs" / f"atlantis-000{number}.atl").records[0].body for number in (1, 2, 3)]
    assert [about["seats"] for about in headers] == [
        ["bot:greedy", "bot:random"],
        ["bot:random", "bot:greedy"],
        ["bot:greedy", "bot:random"],
    ]
    assert [about["dealer"]["seed"] for about in headers] == ["who/0", "who/0", "who/1"]


def test_scores_are_told_by_bot_and_not_by_chair(atlantis, tmp_path):
    folder = tmp_path / "logs"
    told = result(
        atlantis("arena", "atlantis", "greedy", "random", "--games", 6, "--seed", "a", "--log-dir", folder, "--json")
    )
    scores: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    turns = 0
    for file in folder.iterdir():
        records = read(file).records
        seats, end = records[0].body["seats"], records[-1].body
        turns += Table(Reading(records)).state.turn
        for seat, score in zip(seats, end["scores"], strict=True):
            scores[seat] += score
        wins.update(seats[seat] for seat in end["winners"])
    assert told["turns"] == turns
    for seat in told["seats"]:
        assert seat["mean_score"] * 6 == pytest.approx(scores[f"bot:{seat['bot']}"])
        assert seat["wins"] + seat["shared"] == wins[f"bot:{seat['bot']}"]


# The result ----------------------------------------------------------------------------------------------------------


def test_the_json_has_what_was_promised(atlantis):
    told = result(atlantis("arena", "atlantis", "random", "greedy", "random", "--games", 4, "--seed", "json", "--json"))
    assert told["games"] == 4
    assert {"turns", "turns_per_second", "decisions", "decisions_per_second"} <= set(told)
    assert [list(seat) for seat in told["seats"]] == [["bot", "wins", "shared", "mean_score"]] * 3
    assert [seat["bot"] for seat in told["seats"]] == ["random", "greedy", "random"]
    assert told["turns"] > 4 * 9
    assert told["decisions"] > told["turns"] / 2


def test_a_share_of_a_win_is_not_a_win():
    results = [Result((9, 9), (0, 1), 20, 30), Result((9, 8), (0,), 20, 30), Result((1, 8), (1,), 22, 30)]
    first, second = _summary(Match("atlantis", ("random", "greedy"), "", {}), results, 1.0)["seats"]
    assert (first["wins"], first["shared"]) == (1, 1)
    assert (second["wins"], second["shared"]) == (1, 1)
    assert second["mean_score"] == pytest.approx(25 / 3)


def test_people_are_told_in_sentences(atlantis):
    done = atlantis("arena", "atlantis", "greedy", "bot:random", "--games", 3, "--seed", "people")
    lines = done.out.splitlines()
    assert re.fullmatch(r"Atlantis: 3 games in [\d.]+ seconds, \d+ turns and \d+ decisions a second\.", lines[0])
    assert re.fullmatch(r"1\. greedy: \d won \([\d.]+ %\), \d shared, -?[\d.]+ points on average\.", lines[1])
    assert re.fullmatch(r"2\. random: \d won \([\d.]+ %\), \d shared, -?[\d.]+ points on average\.", lines[2])
    assert lines[3] == "The seed was people."
    assert lines[4] == "Every bot sits in every chair once a deal; the last deal was not played 2 times."


def test_the_result_does_not_depend_on_the_number_of_processes(atlantis, program, tmp_path):
    words = ["arena", "atlantis", "greedy", "random", "--games", 9, "--seed", "jobs", "--json"]
    alone = without_times(result(atlantis(*words, "--log-dir", tmp_path / "1")))
    assert without_times(result(program(*words, "--jobs", 2, "--log-dir", tmp_path / "2"))) == alone
    assert without_times(result(program(*words, "--jobs", 3, PYTHONHASHSEED="7"))) == alone
    files = sorted(os.listdir(tmp_path / "1"))
    assert files == sorted(os.listdir(tmp_path / "2")) == [f"atlantis-000{number}.atl" for number in range(1, 10)]
    for file in files:
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes()


def test_the_same_seed_gives_the_same_games_and_another_seed_others(atlantis):
    words = ["arena", "atlantis", "random", "random", "--games", 4, "--json", "--seed"]
    first, again, other = (without_times(result(atlantis(*words, seed))) for seed in ("a", "a", "b"))
    assert first == again
    assert first["turns"] != other["turns"]
    assert result(atlantis(*words[:-1]))["seed"] != result(atlantis(*words[:-1]))["seed"]


@pytest.mark.parametrize(
    ("levels", "options"),
    [
        (("random", "random"), {}),
        (("greedy", "random", "greedy"), {"bought_cards_can_pay": False}),
        (("random", "random", "greedy", "random"), {"paid_cards": "discard"}),
    ],
    ids=str,
)
def test_games_without_a_log_are_the_same_as_those_with_one(levels, options):
    match = Match("atlantis", levels, "same", options)
    for number in range(5):
        log = MemoryLog(game_header(match, number))
        assert play(match, number) == play_logged(match, number, log)
        assert log.records[-1].kind == "end"


def test_options_reach_the_games(atlantis, tmp_path):
    told = result(
        atlantis(
            *("arena", "atlantis", "random", "random", "--games", 2, "--seed", "o", "--json"),
            *("--log-dir", tmp_path / "logs", "--option", "paid_cards=discard", "--option=atlantis_figures_pay=false"),
        )
    )
    wanted = {"paid_cards": "discard", "bought_cards_can_pay": True, "atlantis_figures_pay": False}
    assert told["options"] == wanted
    assert read(tmp_path / "logs" / "atlantis-0001.atl").records[0].body["options"] == wanted


# The bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("logged", [False, True], ids=["bare", "logged"])
def test_bots_get_views_of_their_own_seat_and_nothing_else(monkeypatch, logged):
    asked: Counter[int] = Counter()

    class Spy:
        def choose(self, view):
            seat = view.prompt.seat
            asked[seat] += 1
            for hand in view.hands:
                shown = sum(sum(counts) for counts in hand.shown.values())
                assert hand.sealed == (0 if hand.owner == seat else hand.size - shown)
            assert not any(isinstance(getattr(view, name, None), SeededDealer) for name in dir(view))
            assert view.events == view.asks == []
            moves = view.legal()
            view.hands.clear()  # a copy: what a bot does to it changes nothing
            return moves[-1]

    monkeypatch.setattr(arena, "make_bot", lambda *_: Spy())
    match = Match("atlantis", ("greedy", "greedy", "greedy"), "spy", {})
    if logged:
        play_logged(match, 0, MemoryLog(game_header(match, 0)))
    else:
        play(match, 0)
    assert sorted(asked) == [0, 1, 2]


def test_a_bots_own_seed_does_not_give_the_deal_away(monkeypatch):
    seeds = []

    def make(level, game, seed):
        seeds.append(seed)
        return make_bot(level, game, seed)

    monkeypatch.setattr(arena, "make_bot", make)
    match = Match("atlantis", ("random", "random"), "secret", {})
    for number in range(2):
        play(match, number)
    assert len(set(seeds)) == 4
    assert not any("secret" in seed for seed in seeds)


def test_random_picks_every_legal_move_equally_often():
    game = games.load("atlantis")
    state = game.new(2)
    state.answer(SeededDealer("uniform").answer(state.asks))
    view = state.view(0)
    bot = make_bot("random", game, "uniform")
    moves = view.legal()
    counts = Counter(bot.choose(view) for _ in range(400 * len(moves)))
    assert set(counts) == set(moves)
    assert all(300 < number < 500 for number in counts.values())


def test_a_bot_decides_alike_when_it_is_made_again():
    game = games.load("atlantis")
    state = game.new(3)
    state.answer(SeededDealer("again").answer(state.asks))
    for level in LEVELS:
        first, again = (make_bot(level, game, "again") for _ in range(2))
        assert [first.choose(state.view(0)) for _ in range(20)] == [again.choose(state.view(0)) for _ in range(20)]


def test_all_levels_know_atlantis_and_others_are_refused():
    game = games.load("atlantis")
    assert levels(game) == list(LEVELS)
    with pytest.raises(BadOption) as refusal:
        make_bot("perfect", game, "")
    assert refusal.value.reason.id == "no_such_bot"
    assert refusal.value.reason.params["bots"] == list(LEVELS)


def test_greedy_beats_random():
    match = Match("atlantis", ("greedy", "random"), "strength", {})
    results = [play(match, number) for number in range(40)]
    assert sum(result.winners == (0,) for result in results) >= 38


# Folders -------------------------------------------------------------------------------------------------------------


def test_the_folder_holds_one_sound_file_for_each_game_and_nothing_else(atlantis, tmp_path):
    folder = tmp_path / "deep" / "logs"
    atlantis("arena", "atlantis", "random", "random", "random", "--games", 4, "--log-dir", folder)
    assert sorted(os.listdir(folder)) == [f"atlantis-000{number}.atl" for number in (1, 2, 3, 4)]
    for file in folder.iterdir():
        assert atlantis("log", "verify", file).code == 0


def test_a_folder_with_anything_in_it_is_refused_and_left_alone(atlantis, tmp_path):
    (tmp_path / "atlantis-0002.atl").write_text("mine")
    done = atlantis("arena", "atlantis", "random", "random", "--games", 2, "--log-dir", tmp_path)
    assert refused(done) == f"{tmp_path} is not empty: name a new folder for the logs."
    assert [file.read_text() for file in tmp_path.iterdir() if file.is_file()] == ["mine"]


def test_a_disk_that_fills_up_is_told_in_one_sentence(home, tmp_path):
    program = (
        f"import resource, signal, sys; sys.path.insert(0, {str(ROOT)!r}); "
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (2000, -1)); "
        "from atlantis_tui.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    for jobs in "12":
        words = ["arena", "atlantis", "random", "random", "--games", "4", "--jobs", jobs, "--log-dir", f"logs{jobs}"]
        done = subprocess.run(
            [sys.executable, "-B", "-c", program, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 2, done
        assert re.fullmatch(
            r"atlantis: The disk is full, so [^\n]*atlantis-000\d\.atl cannot be written: [^\n]+\.\n", done.stderr
        )


# The bar -------------------------------------------------------------------------------------------------------------


def test_the_bar_is_for_terminals_only(monkeypatch):
    class Terminal:
        def __init__(self, tty):
            self.tty, self.text = tty, ""

        def isatty(self):
            return self.tty

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    results = [play(Match("atlantis", ("random", "random"), "bar", {}), number) for number in range(3)]
    for tty in (False, True):
        terminal = Terminal(tty)
        monkeypatch.setattr(sys, "stderr", terminal)
        assert list(_watched(iter(results), 3)) == results
        if not tty:
            assert terminal.text == ""
    assert f"[{'#' * 40}] 3/3" in terminal.text
    assert terminal.text.endswith("\r\033[K")


# What can be wrong with the words ------------------------------------------------------------------------------------

TWO = ["atlantis", "random", "random"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "arena needs a game and its bots, such as: atlantis arena atlantis greedy random."),
        (["chess", "random", "random"], 'There is no game "chess": choose atlantis.'),
        (["atlantis"], "Atlantis is for 2, 3 or 4 players, not for 0."),
        (["atlantis", "random"], "Atlantis is for 2, 3 or 4 players, not for 1."),
        (["atlantis", *["random"] * 5], "Atlantis is for 2, 3 or 4 players, not for 5."),
        (["atlantis", *["random"] * 99], '"random" is one word too many: see atlantis arena --help.'),
        (["atlantis", "random", "perfect"], 'There is no bot "perfect": choose bot:random or bot:greedy.'),
        ([*TWO, "--games", "0"], '--games cannot be "0": give a number from 1 to 1000000.'),
        ([*TWO, "--games", "-5"], '--games cannot be "-5": give a number from 1 to 1000000.'),
        ([*TWO, "--games", "1.5"], '--games cannot be "1.5": give a number from 1 to 1000000.'),
        ([*TWO, "--games", "9" * 5000], "give a number from 1 to 1000000."),
        ([*TWO, "--games", "³"], '--games cannot be "³": give a number from 1 to 1000000.'),
        ([*TWO, "--games"], "--games needs a value: see atlantis arena --help."),
        ([*TWO, "--games", "1", "--games", "2"], "--games is given twice: give it once."),
        ([*TWO, "--jobs", "0"], '--jobs cannot be "0": give a number from 1 to 256.'),
        ([*TWO, "--jobs", "all"], '--jobs cannot be "all": give a number from 1 to 256.'),
        ([*TWO, "--seed", "\udcff"], "give 1 to 60 letters, digits or signs, such as KELP-7F3."),
        ([*TWO, "--seed", ""], "give 1 to 60 letters, digits or signs, such as KELP-7F3."),
        (
            [*TWO, "--option", "paid_cards"],
            '"paid_cards" is not an option: write name=value, such as paid_cards=discard.',
        ),
        ([*TWO, "--option", "=x"], '"=x" is not an option: write name=value, such as paid_cards=discard.'),
        ([*TWO, "--option", "a=b"], "choose paid_cards, bought_cards_can_pay or atlantis_figures_pay."),
        ([*TWO, "--option", "paid_cards=eaten"], 'The option paid_cards cannot be "eaten": choose removed or discard.'),
        ([*TWO, "--option=paid_cards=removed", "--option=paid_cards=removed"], "is given twice: give it once."),
        ([*TWO, "--log-dir", ""], "--log-dir needs the name of a folder."),
        ([*TWO, "--log-dir", "/dev/null"], "/dev/null cannot be used: Not a directory."),
        ([*TWO, "--log-dir", "/dev/null/logs"], "/dev/null/logs cannot be used: Not a directory."),
        ([*TWO, "--fast"], 'There is no flag "--fast": see atlantis arena --help.'),
        ([*TWO, "--json=yes"], "--json takes no value: see atlantis arena --help."),
    ],
    ids=lambda value: (
        " ".join(value)[:40].encode("ascii", "backslashreplace").decode() if isinstance(value, list) else ""
    ),
)
def test_wrong_words_are_refused_in_one_sentence(atlantis, words, said):
    assert refused(atlantis("arena", *words)).endswith(said)


def test_help_names_every_flag(atlantis):
    done = atlantis("arena", "--help")
    assert (done.code, done.err) == (0, "")
    for flag in ("--games", "--seed", "--option", "--log-dir", "--jobs", "--json"):
        assert f"{flag}: " in done.out
