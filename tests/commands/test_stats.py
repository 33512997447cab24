"""`atlantis stats`: counted from logs, by hand and by the program."""

import json
import os
import shutil
from itertools import pairwise

import pytest

from atlantis_tui.saved import paths
from atlantis_tui.statistics import marks, text
from atlantis_tui.statistics.finished_games import PlayedGame
from atlantis_tui.statistics.tally import count
from core.arena import Match, game_header, play_logged
from core.atlantis.components import EMPTY
from core.atlantis.highlights import marks as atlantis_marks
from core.log import FileLog, read
from core.read_only_log import Reading
from core.table import Table
from tests.commands.logs import cut
from tests.commands.test_log import refused

DAY = 86_400 * 10**9
SEATS = [
    ["you", "bot:normal"],
    ["you:Mira", "person:Anna"],
    ["bot:hard", "you", "bot:hard"],
    ["person:Anna", "you:Mira", "bot:normal", "bot:easy"],
    ["bot:normal", "bot:easy"],  # nobody's
]


def make(path, seats, seed):
    """A finished game in which chance has played all these seats."""
    match = Match("atlantis", ("random",) * len(seats), seed, {})
    with FileLog.create(path, {**game_header(match, 0), "seats": seats}, sync=False) as log:
        return play_logged(match, 0, log)


@pytest.fixture(scope="session")
def several(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several")
    for number, seats in enumerate(SEATS):
        make(folder / f"{number}.atl", seats, f"stats {number}")
    return folder


@pytest.fixture
def kept(several, home):
    """Five finished games, the last of them nobody's, one that is not over, and a file that is none."""
    folder = home / "games"
    shutil.copytree(several, folder)
    for number in range(len(SEATS)):
        os.utime(folder / f"{number}.atl", ns=(number * DAY, number * DAY))
    cut(several / "0.atl", folder / "unfinished.atl", 20)
    (folder / "nothing.atl").write_bytes(b"nothing")
    return folder


def table(path):
    return Table(Reading(read(path).records))


def game(scores, seats, winners, own=0, path="x.atl", when=0):
    return PlayedGame(path, when, 0, "atlantis", tuple(seats), own, tuple(scores), tuple(winners))


# Counting ------------------------------------------------------------------------------------------------------------


def test_counted_by_hand():
    games = [
        game([10, 5], ["you", "bot:hard"], [0]),
        game([7, 7], ["you:Mira", "bot:hard"], [0, 1]),
        game([1, 9, 5], ["you", "bot:hard", "bot:hard"], [1]),
        game([20, 4, 30], ["you", "person:Anna", "bot:hard:200"], [2]),
    ]
    tally = count("atlantis", [(one, 0) for one in games], {})
    assert (len(tally.games), tally.won, tally.mean) == (4, 1.5, 9.5)
    assert tally.against == [
        ("bot:hard", 3, 1.5, 6.0, (5 + 7 + 7) / 3),
        ("bot:hard:200", 1, 0.0, 20.0, 30.0),
        ("person:Anna", 1, 0.0, 20.0, 4.0),
    ]


def test_the_best_is_the_largest_and_the_first_of_its_kind():
    first, second, third = (game([1, 2], ["you", "bot:easy"], [1], path=name) for name in "abc")
    known = {"a": {"far": [3, 9]}, "b": {"far": [5, 1]}, "c": {"far": [5, 0]}}
    tally = count("atlantis", [(first, 0), (second, 0), (third, 0)], known)
    assert [(best.name, best.value, best.game.path) for best in tally.best] == [("far", 5, "b")]


@pytest.mark.parametrize(("won", "said"), [(0, "0"), (7, "7"), (7.5, "7.5"), (1 / 3, "0.33"), (10, "10")])
def test_victories_may_be_parts(won, said):
    assert text.number(won) == said


def test_the_mean_of_the_last_games():
    assert text.lately([10, 20]) == [10, 15]
    assert text.lately([0] * 10 + [100]) == [0] * 10 + [10]


# What only Atlantis has ----------------------------------------------------------------------------------------------


def test_the_longest_crossing_is_the_most_water_in_one_move(several):
    """Counted anew from the boards: how many empty places lie between where a figure stood and where it went."""
    for path in sorted(several.iterdir()):
        steps = table(path).steps
        seats = steps[-1].state.seats
        longest, dearest = [0] * seats, [0] * seats
        for turn in range(steps[-1].turn + 1):
            water = 0
            for before, step in pairwise(steps):
                for event in step.events if step.turn == turn else ():
                    if event[0] == "moved":
                        board, (start, end) = before.state, event[3:5]
                        land = [place for place in range(len(board.symbols)) if board.symbols[place] != EMPTY]
                        empty = [place for place in range(start + 1, end) if place not in land]
                        water += sum(1 for place in empty if min(land) < place < max(land))
                        longest[step.seat] = max(longest[step.seat], water)
                    elif event[0] == "paid":
                        dearest[step.seat] = max(dearest[step.seat], event[1])
        assert atlantis_marks(steps) == {"longest_crossing": longest, "dearest_crossing": dearest}
        assert max(longest) > 0


def test_marks_are_worked_out_once(kept, monkeypatch):
    looked = []
    known = marks._worked_out

    def work_out(game):
        looked.append(game.path)
        return known(game)

    monkeypatch.setattr(marks, "_worked_out", work_out)
    from atlantis_tui.statistics.finished_games import kept as all_kept

    games = all_kept().finished
    first = marks.of_games(games)
    assert len(looked) == len(games)
    assert marks.of_games(games) == first
    assert len(looked) == len(games)
    changed = games[0]._replace(when=5)
    marks.of_games([changed])
    assert looked[-1] == changed.path
    assert len(looked) == len(games) + 1


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense", b"[]", b'{"version": 1}', b'{"version": 1, "games": 3}', b'{"version": 99, "games": {}}',
     b'{"version": 1, "games": {"PATH": [1, 2, 3]}}', b'{"version": 1, "games": {"PATH": [0, 0, {"a": [1]}]}}',
     b"\xff"],
)  # fmt: skip
def test_what_is_kept_may_be_damaged(content, tmp_path, several, home):
    path = several / "0.atl"
    home.mkdir()
    (home / "statistics.json").write_bytes(content.replace(b"PATH", str(path).encode()))
    one = game([1, 2], ["you", "bot:normal"], [1], path=str(path))
    assert marks.of_games([one]) == {str(path): atlantis_marks(table(path).steps)}


def test_a_place_that_cannot_be_written_is_no_matter(several, home):
    home.write_text("in the way")
    path = str(several / "0.atl")
    assert marks.of_games([game([1, 2], ["you", "bot:normal"], [1], path=path)])[path]


def test_a_game_that_brings_no_marks_has_none():
    assert marks.plug("survive-nothing") is None
    assert marks.plug("bots") is None
    assert marks.plug("table") is None  # which is a file of ours, and no game
    assert marks.plug("atlantis") is atlantis_marks


def test_what_was_worked_out_is_kept_though_somebody_stops_it(kept):
    from atlantis_tui.statistics.finished_games import kept as all_kept

    games = all_kept().finished

    def stop(done, _games):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        marks.of_games(games, stop)
    looked = []
    marks.of_games(games, lambda done, new: looked.append(new))
    assert looked == [len(games) - 2] * (len(games) - 2)


def test_every_mark_has_its_words(several):
    from atlantis_tui.games.atlantis.text.highlights import MARKS

    assert set(MARKS) == set(atlantis_marks(table(several / "0.atl").steps))


# The command ---------------------------------------------------------------------------------------------------------


def test_the_lines(atlantis, kept):
    done = atlantis("stats")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    own = [(number, seats.index(next(seat for seat in seats if seat.startswith("you"))))
           for number, seats in enumerate(SEATS) if any(seat.startswith("you") for seat in seats)]  # fmt: skip
    outcomes = [table(kept / f"{number}.atl").state.outcome for number, _seat in own]
    won = sum(seat in out.winners for (_n, seat), out in zip(own, outcomes, strict=True))
    mean = sum(out.scores[seat] for (_n, seat), out in zip(own, outcomes, strict=True)) / 4
    assert lines[0] == f"Atlantis, you: 4 games, {won} won ({round(25 * won)} %), {mean:.1f} points on average."
    assert lines[2].split() == ["against", "games", "won", "%", "points", "theirs"]
    rows = {line[2:12].strip(): line[12:].split()[0] for line in lines[3:7]}
    assert rows == {"Anna": "2", "bot normal": "2", "bot hard": "1", "bot easy": "1"}
    (longest,) = [line for line in lines if line.startswith("  longest crossing: ")]
    far = max(atlantis_marks(table(kept / f"{n}.atl").steps)["longest_crossing"][seat] for n, seat in own)
    assert longest.startswith(f"  longest crossing: {far} places of water (19")
    assert "  Points, game by game:" in lines
    assert lines[-2:] == ["1 unfinished game is not counted.", "1 file cannot be read."]
    assert atlantis("stats", "atlantis").out == done.out, "the unfinished one is of this game"


def test_json_agrees_with_the_logs(atlantis, kept):
    done = atlantis("stats", "atlantis", "--json")
    found = json.loads(done.out)
    assert (done.code, found["unfinished"], found["unreadable"]) == (0, 1, 1)
    (told,) = found["games"]
    assert (told["game"], told["player"], told["games"]) == ("atlantis", None, 4)
    seats = [0, 0, 1, 1]
    scores = [table(kept / f"{number}.atl").state.outcome.scores[seat] for number, seat in enumerate(seats)]
    assert [one["score"] for one in told["over_time"]] == scores
    assert [one["changed"] for one in told["over_time"]] == [0, 86_400, 172_800, 259_200]
    assert told["mean"] == sum(scores) / 4
    assert {one["who"]: one["games"] for one in told["against"]} == {
        "bot:normal": 2, "person:Anna": 2, "bot:hard": 1, "bot:easy": 1,
    }  # fmt: skip
    crossings = [atlantis_marks(table(kept / f"{n}.atl").steps)["longest_crossing"][s] for n, s in enumerate(seats)]
    assert told["best"]["longest_crossing"]["value"] == max(crossings)


def test_somebody_else(atlantis, kept):
    found = json.loads(atlantis("stats", "--player", "anna", "--json").out)["games"][0]
    assert (found["player"], found["games"]) == ("anna", 2)
    assert [one["file"] for one in found["over_time"]] == [str(kept / "1.atl"), str(kept / "3.atl")]
    assert {one["who"] for one in found["against"]} == {"you", "bot:normal", "bot:easy"}
    assert atlantis("stats", "--player", "Anna").out.startswith("Atlantis, Anna: 2 games")


def test_nothing_is_changed_but_what_is_kept_for_the_next_time(atlantis, kept, home):
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    atlantis("stats")
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before
    assert sorted(path.name for path in home.iterdir()) == ["games", "statistics.json"]
    assert paths.statistics_file() == str(home / "statistics.json")


def test_without_a_game(atlantis, home):
    done = atlantis("stats")
    assert done == (0, "There is no finished game of yours yet: begin one with atlantis play.\n", "")
    assert json.loads(atlantis("stats", "--json").out) == {
        "games": [], "unfinished": 0, "unreadable": 0, "forged": [], "left": [],
    }  # fmt: skip
    assert not home.exists()


@pytest.mark.parametrize(
    "words",
    [["chess"], ["--player", "Zorro"], ["--player"], ["a", "b"], ["--player", "a", "--player", "b"], ["--all"]],
    ids=str,
)
def test_what_cannot_be_told_is_refused(atlantis, kept, words):
    refused(atlantis("stats", *words))


def test_a_folder_that_cannot_be_read_is_named(atlantis, home):
    home.mkdir()
    (home / "games").write_text("in the way")
    assert "games" in refused(atlantis("stats"))


def test_names_in_files_cannot_command_a_terminal(atlantis, home):
    (home / "games").mkdir(parents=True)
    make(home / "games" / "x.atl", ["you", "person:\033[2J"], "evil")
    done = atlantis("stats")
    assert "\033" not in done.out
    assert "?[2J" in done.out


def test_a_file_may_say_anything_about_its_game(atlantis, several, home):
    (home / "games").mkdir(parents=True)
    records = read(several / "0.atl").records
    for number, name in enumerate(("table", "log", "\033[2J", "a.b", "")):
        with FileLog.create(home / "games" / f"{number}.atl", {**records[0].body, "game": name}, sync=False) as log:
            log.append("end", None, records[-1].digest, {"scores": [1, 2], "winners": [1]}, None)
    done = atlantis("stats")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("1 game, 0 won") == 5
    assert "\033" not in done.out + refused(atlantis("stats", "chess"))


def test_an_end_that_cannot_be_is_not_counted(atlantis, several, home):
    """A log whose last record says nonsense, though its frames are sound."""
    (home / "games").mkdir(parents=True)
    records = read(several / "0.atl").records
    few, words, nobody = {"scores": [1], "winners": [0]}, {"scores": ["a", "b"], "winners": [0]}, {"scores": [1, 2]}
    for number, body in enumerate([{}, [], few, words, nobody | {"winners": []}, nobody | {"winners": [7]}]):
        with FileLog.create(home / "games" / f"{number}.atl", records[0].body, sync=False) as log:
            log.append("end", None, records[-1].digest, body, None)
    done = atlantis("stats")
    assert done.code == 0
    assert "6 files cannot be read." in done.out


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_plot_is_drawn_with_what_the_output_can_write(program, kept, encoding):
    done = program("stats", PYTHONIOENCODING=encoding, LC_ALL="C.UTF-8")
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii() == (encoding == "ascii")
    assert any(0x2800 < ord(sign) < 0x2900 for sign in done.out) == (encoding == "utf-8")
