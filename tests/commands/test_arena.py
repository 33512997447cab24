"""`atlantis arena`: what it tells, the same however it is played; its folder of logs, its bar, and wrong words."""

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from atlantis_tui.arena.progress_bar import ProgressBar, duration
from atlantis_tui.text.sentences import choice
from core.games import names
from core.log import read
from core.read_only_log import Reading
from core.table import Table
from tests.commands.conftest import ROOT
from tests.commands.test_log import refused

GAMES = choice(names())
TIMES = ("seconds", "turns_per_second", "decisions_per_second")


def result(done):
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def without_times(summary):
    return {key: value for key, value in summary.items() if key not in TIMES}


# The result ----------------------------------------------------------------------------------------------------------


def test_the_log_tells_who_sat_where(atlantis, tmp_path):
    atlantis("arena", "atlantis", "easy", "random", "--games", 3, "--seed", "who", "--log-dir", tmp_path / "logs")
    headers = [read(tmp_path / "logs" / f"atlantis-000{number}.atl").records[0].body for number in (1, 2, 3)]
    assert [about["seats"] for about in headers] == [
        ["bot:easy", "bot:random"],
        ["bot:random", "bot:easy"],
        ["bot:easy", "bot:random"],
    ]
    assert [about["dealer"]["seed"] for about in headers] == ["who/0", "who/0", "who/1"]


def test_scores_are_told_by_bot_and_not_by_chair(atlantis, tmp_path):
    folder = tmp_path / "logs"
    told = result(
        atlantis("arena", "atlantis", "easy", "random", "--games", 6, "--seed", "a", "--log-dir", folder, "--json")
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


def test_the_json_has_what_was_promised(atlantis):
    told = result(atlantis("arena", "atlantis", "random", "easy", "random", "--games", 4, "--seed", "json", "--json"))
    assert (told["games"], told["asked"], told["complete"], told["played_now"]) == (4, 4, True, 4)
    assert {"turns", "turns_per_second", "decisions", "decisions_per_second"} <= set(told)
    keys = ["bot", "games", "wins", "shared", "percent", "low", "high", "mean_score", "lead"]
    assert [list(seat) for seat in told["seats"]] == [keys] * 3
    assert [seat["bot"] for seat in told["seats"]] == told["bots"] == ["random", "easy", "random"]
    assert sum(seat["percent"] for seat in told["seats"]) == pytest.approx(100, abs=0.02)
    assert all(seat["low"] <= seat["percent"] <= seat["high"] for seat in told["seats"])
    leads = [seat["lead"] for seat in told["seats"]]
    assert sum(lead["value"] for lead in leads) == pytest.approx(0)
    assert all(lead["low"] <= lead["value"] <= lead["high"] for lead in leads)
    assert told["turns"] > 4 * 9
    assert told["decisions"] > told["turns"] / 2


def test_people_are_told_in_sentences(atlantis):
    done = atlantis("arena", "atlantis", "easy", "bot:random", "--games", 3, "--seed", "people", "--times")
    lines = done.out.splitlines()
    assert re.fullmatch(r"Atlantis: 3 games in [\d.]+ seconds, \d+ turns and \d+ decisions a second\.", lines[0])
    share = r"[\d.]+ % \([\d.]+ to [\d.]+\), \d won, \d shared, -?[\d.]+ points on average\."
    thinks = r"   It thinks [\d.]+ ms a decision, and in 95 of 100 not more than [\d.]+ ms\."
    lead = r"   [+-][\d.]+ points \([+-][\d.]+ to [+-][\d.]+\) compared with the mean of its opponents\."
    assert re.fullmatch(rf"1\. easy: {share}", lines[1])
    assert re.fullmatch(lead, lines[2])
    assert re.fullmatch(thinks, lines[3])
    assert re.fullmatch(rf"2\. random: {share}", lines[4])
    assert re.fullmatch(lead, lines[5])
    assert re.fullmatch(thinks, lines[6])
    assert lines[7] == "In brackets: 95 % intervals, by deals; a shared win counts in parts."
    assert lines[8] == "The seed was people."
    assert lines[9] == "Every bot sits in every chair once a deal; the last deal was not played 2 times."
    assert len(lines) == 10


def test_one_deal_tells_no_lead(atlantis):
    words = ("arena", "atlantis", "easy", "random", "--games", 2, "--seed", "one deal")
    assert [seat["lead"] for seat in result(atlantis(*words, "--json"))["seats"]] == [None, None]
    assert "opponents" not in atlantis(*words).out
    rows = [line for line in atlantis(*words, "--markdown").out.splitlines() if line.startswith("|")]
    assert [row.endswith("|  |  |") for row in rows] == [False, False, True, True]


def test_every_two_bots_play_a_match_and_get_ratings(atlantis):
    words = ("arena", "atlantis", "random", "easy", "hard:1", "--pairs", "--games", 2, "--seed", "pairs")
    told = result(atlantis(*words, "--json", "--times"))
    assert (told["games"], told["pairs"]) == (6, True)
    assert [[seat["bot"] for seat in pair] for pair in told["meetings"]] == [
        ["random", "easy"],
        ["random", "hard:1"],
        ["easy", "hard:1"],
    ]
    assert all(seat["games"] == 2 for pair in told["meetings"] for seat in pair)
    assert [seat["games"] for seat in told["seats"]] == [4, 4, 4]
    assert all(seat["decisions_timed"] and seat["mean_ms"] > 0 for seat in told["seats"])
    assert sum(seat["decisions_timed"] for seat in told["seats"]) == told["decisions"]
    assert [rating["bot"] for rating in told["ratings"]] == ["random", "easy", "hard:1"]
    assert sum(rating["rating"] for rating in told["ratings"]) == pytest.approx(0, abs=0.2)
    assert all(rating["low"] < rating["rating"] < rating["high"] for rating in told["ratings"])

    lines = atlantis(*words).out.splitlines()
    best_first = sorted(told["ratings"], key=lambda rating: -rating["rating"])
    table = lines.index("Ratings on the scale of Elo, where 0 is the mean of these bots:")
    for place, rating in enumerate(best_first, 1):
        number, name, points = lines[table + place].split()[:3]
        assert (number, name) == (f"{place}.", rating["bot"])
        assert abs(int(points) - rating["rating"]) < 0.6
    cross = lines.index("Share of the wins of the bot on the left against the one above, in %:")
    assert lines[cross + 1].split() == [rating["bot"] for rating in best_first]
    won = {(seat["bot"], other["bot"]): seat for pair in told["meetings"] for seat in pair for other in pair}
    for row, rating in enumerate(best_first):
        name, *cells = lines[cross + 2 + row].split()
        assert name == rating["bot"]
        assert cells == [
            "-" if row == column else f"{won[name, other['bot']]['percent']:.1f}"
            for column, other in enumerate(best_first)
        ]


def test_a_table_for_a_page_names_the_command_that_makes_it_again(atlantis):
    words = ["arena", "atlantis", "easy", "random", "--games", "4", "--seed", "a b", "--option", "paid_cards=discard"]
    done = atlantis(*words, "--markdown", "--jobs", 2)
    head, rule, easy, random, empty, command = done.out.splitlines()
    assert (
        head
        == "| Bot | Share of wins | 95 % interval | Won | Shared | Games | Mean score | Points ahead | 95 % interval |"
    )
    assert rule == "| :-- | --: | --: | --: | --: | --: | --: | --: | --: |"
    row = r"[\d.]+ % \| [\d.]+ to [\d.]+ % \| \d \| \d \| 4 \| -?[\d.]+ \| [+-][\d.]+ \| [+-][\d.]+ to [+-][\d.]+ \|"
    assert re.fullmatch(rf"\| easy \| {row}", easy)
    assert re.fullmatch(rf"\| random \| {row}", random)
    assert empty == ""
    assert command == "`atlantis arena atlantis easy random --games 4 --seed 'a b' --option paid_cards=discard`"

    lines = atlantis("arena", "atlantis", "easy", "random", "--pairs", "--games", 2, "--times", "--markdown").out
    tables = [line for line in lines.splitlines() if line.startswith("|")]
    assert tables[0] == (
        "| Bot | Rating | 95 % interval | Share of wins | 95 % interval | Won | Shared | Games | Mean score "
        "| Points ahead | 95 % interval | Mean thinking time | 95th percentile |"
    )
    assert [line.count("|") for line in tables] == [14] * 4 + [4] * 4


def test_the_result_does_not_depend_on_the_number_of_processes(atlantis, program, tmp_path):
    words = ["arena", "atlantis", "easy", "random", "--games", 9, "--seed", "jobs", "--json"]
    alone = without_times(result(atlantis(*words, "--log-dir", tmp_path / "1")))
    assert without_times(result(program(*words, "--jobs", 2, "--log-dir", tmp_path / "2"))) == alone
    assert without_times(result(program(*words, "--jobs", 3, PYTHONHASHSEED="7"))) == alone
    files = sorted(os.listdir(tmp_path / "1"))
    assert files == sorted(os.listdir(tmp_path / "2")) == [f"atlantis-000{number}.atl" for number in range(1, 10)]
    for file in files:
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes()


def test_pairs_do_not_depend_on_the_number_of_processes(atlantis, tmp_path):
    words = ["arena", "atlantis", "easy", "random", "normal", "--pairs", "--games", 3, "--seed", "jobs", "--json"]
    alone = without_times(result(atlantis(*words, "--log-dir", tmp_path / "1")))
    assert without_times(result(atlantis(*words, "--jobs", 3))) == alone
    names = [f"atlantis-{pair}-000{number}.atl" for pair in ("1-2", "1-3", "2-3") for number in (1, 2, 3)]
    assert sorted(os.listdir(tmp_path / "1")) == names
    assert read(tmp_path / "1" / names[-2]).records[0].body["seats"] == ["bot:normal", "bot:random"]


def test_the_same_seed_gives_the_same_games_and_another_seed_others(atlantis):
    words = ["arena", "atlantis", "random", "random", "--games", 4, "--json", "--seed"]
    first, again, other = (without_times(result(atlantis(*words, seed))) for seed in ("a", "a", "b"))
    assert first == again
    assert first["turns"] != other["turns"]
    assert result(atlantis(*words[:-1]))["seed"] != result(atlantis(*words[:-1]))["seed"]


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


class Terminal(io.StringIO):
    def __init__(self, tty):
        super().__init__()
        self.tty = tty

    def isatty(self):
        return self.tty


def test_the_bar_is_for_terminals_only(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr("atlantis_tui.arena.progress_bar.time.monotonic", lambda: next(clock) * 10.0)
    for tty in (False, True):
        bar = ProgressBar(1, 4, terminal := Terminal(tty))
        for _ in range(3):
            bar.grow()
            bar.paint()
        bar.clear()
        if not tty:
            assert terminal.getvalue() == ""
    half, most, whole, end = terminal.getvalue().lstrip("\r").split("\r")[:4]
    assert half == f"[{'#' * 20}{'.' * 20}] 2/4, 20 s left"
    assert most == f"[{'#' * 30}{'.' * 10}] 3/4, 10 s left"
    assert whole == f"[{'#' * 40}] 4/4, 0 s left "
    assert end.strip() == ""
    assert terminal.getvalue().endswith(" \r")


def test_the_time_left_is_told_as_one_would_say_it():
    assert [duration(seconds) for seconds in (0, 0.2, 59, 61, 3599, 3600, 9000)] == [
        *("0 s", "1 s", "59 s", "2 min", "60 min", "1 h 0 min", "2 h 30 min")
    ]


def test_a_terminal_that_has_gone_is_no_error():
    class Gone(Terminal):
        def write(self, text):
            raise OSError(5, "Input/output error")

    bar = ProgressBar(0, 2, Gone(True))
    bar.grow()
    bar.paint()
    bar.clear()
    assert not bar.seen


# What can be wrong with the words ------------------------------------------------------------------------------------

TWO = ["atlantis", "random", "random"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "arena needs a game and its bots, such as: atlantis arena atlantis easy random."),
        (["chess", "random", "random"], f'There is no game "chess": choose {GAMES}.'),
        (["atlantis"], "Atlantis is for 2, 3 or 4 players, not for 0."),
        (["atlantis", "random"], "Atlantis is for 2, 3 or 4 players, not for 1."),
        (["atlantis", *["random"] * 5], "Atlantis is for 2, 3 or 4 players, not for 5."),
        (["atlantis", *["random"] * 99], '"random" is one word too many: see atlantis arena --help.'),
        (
            ["atlantis", "random", "perfect"],
            'There is no bot "perfect": choose bot:random, bot:easy, bot:normal or bot:hard.',
        ),
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
        ([*TWO, "--save", ""], "--save needs the name of a file."),
        ([*TWO, "--save", "/dev/null"], "/dev/null is no file of arena results: name another file."),
        ([*TWO, "--save", "/dev/null/x"], "/dev/null/x cannot be: part of it is a file and not a folder."),
        ([*TWO, "--save", "/"], "/ is a folder: name a file."),
        (
            [*TWO, "--part", "0/2", "--seed", "a", "--save", "f"],
            '--part cannot be "0/2": write K/N, such as 2/3 for the second of three parts.',
        ),
        ([*TWO, "--part", "3/2"], '--part cannot be "3/2": write K/N, such as 2/3 for the second of three parts.'),
        ([*TWO, "--part", "2"], '--part cannot be "2": write K/N, such as 2/3 for the second of three parts.'),
        ([*TWO, "--part", "1/³"], '--part cannot be "1/³": write K/N, such as 2/3 for the second of three parts.'),
        ([*TWO, "--part", "1/2"], "--part needs --save FILE: arena merge puts the files of all parts together."),
        ([*TWO, "--part", "1/2", "--save", "f"], "--part needs --seed TEXT, the same for all parts."),
        (
            [*TWO, "--part=1/3", "--save=f", "--seed=a", "--games=3"],
            "There are only 2 deals, so there cannot be 3 parts: ask for more --games.",
        ),
        ([*TWO, "--pairs"], "With --pairs every bot is named once, as it meets every other one."),
        (["atlantis", "random", "--pairs"], "such as: atlantis arena atlantis easy random --pairs."),
        ([*TWO, "--json", "--markdown"], "--json and --markdown do not go together: choose one."),
        (["atlantis", "random", "hard:many"], "from 1 to 20000, as in bot:hard:200."),
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
    for flag in (
        *("--games", "--seed", "--option", "--log-dir", "--jobs", "--json", "--markdown", "--times", "--pairs"),
        *("--save", "--part", "--on"),
    ):
        assert f"{flag}: " in done.out
