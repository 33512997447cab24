"""`atlantis review`: a finished game with a bot's eyes, in lines of text."""

import io
import json
import os
import re
import signal
import subprocess
import sys

import pytest

from atlantis_tui.commands import review as command
from atlantis_tui.review.workers import ReviewStopped
from atlantis_tui.text import review as wording
from core import games
from core.chance import Stream
from core.log import FileLog, MemoryLog
from core.review import Choice, Reviewed, review, turns, view_before
from core.table import Table, header
from tests.commands.conftest import ROOT
from tests.commands.logs import cut, flipped
from tests.commands.test_log import refused

GAME = games.load("atlantis")
FEW = "2"  # iterations: a judgement of little worth, but quickly made


def play(log, stop=None):
    table = Table(log)
    choose = Stream(table.seed, "play")
    while (prompt := table.state.prompt) is not None and table.state.turn != stop:
        moves = sorted(table.state.legal())
        if table.state.turn == 5 and prompt.seat == 0:
            table.hint(0)
        table.play(prompt.seat, moves[choose.below(len(moves))])
    return table


@pytest.fixture(scope="module")
def games_played(tmp_path_factory):
    """Games of different company, played to their end by chance."""
    folder = tmp_path_factory.mktemp("played")
    for name, seats in {
        "you": ["bot:random", "you:Ada"],
        "two": ["you", "person:Ida"],
        "people": ["person:Ada", "person:Ida"],
        "bots": ["bot:random", "bot:random"],
    }.items():
        with FileLog.create(folder / f"{name}.atl", header(GAME, seats, {}, "REVIEW"), sync=False) as log:
            play(log)
    return folder


def reviewed(path, seat=0):
    return list(review(Table(FileLog.open(path)), seat, int(FEW)))


def test_a_game_turn_by_turn_and_the_dearest_moves(atlantis, games_played):
    done = atlantis("review", games_played / "you.atl", "--iterations", FEW)
    assert (done.code, done.err) == (0, "")
    first, *lines = done.out.splitlines()
    assert first.startswith(("Atlantis, you won ", "Atlantis, you lost "))
    assert "Your chances as hard sees them:" in lines
    table = play(MemoryLog(header(GAME, ["bot:random", "you:Ada"], {}, "REVIEW")))
    told = [line for line in lines if line.startswith("Turn ")]
    assert len(told) == len(turns(table, 1))
    assert all(line.endswith(" %.") for line in told)
    dear = [line for line in lines if line[:3] in ("1. ", "2. ", "3. ")]
    assert [line[0] for line in dear] == ["1", "2", "3"]
    for line in dear:
        assert ": you played " in line
        assert " Better: " in line
        assert line.endswith((" points of chance lost.", " point of chance lost."))
    losses = [int(line.rsplit(" point", 1)[0].split()[-1]) for line in dear]
    assert losses == sorted(losses, reverse=True)


def test_moves_are_written_as_they_are_typed(atlantis, games_played):
    """Every line that tells a turn can be typed, and plays that turn."""
    lines = atlantis("review", games_played / "you.atl", "--iterations", FEW).out.splitlines()
    played = play(MemoryLog(header(GAME, ["bot:random", "you:Ada"], {}, "REVIEW")))
    again = Table(MemoryLog(header(GAME, ["bot:random", "you:Ada"], {}, "REVIEW")))
    told = {
        int(number): moves
        for number, moves in (line[5:].split(":")[0].split(", ", 1) for line in lines if line.startswith("Turn "))
    }
    assert any("trade" in moves for moves in told.values())
    assert any("pay" in moves for moves in told.values())
    for turn in turns(played, 1):
        while again.state.turn < turn.number:
            again.play(0, played.steps[len(again.steps)].move)
        rest = told[turn.number]
        assert not re.search(r"\b(done|on|buy)\b", rest)
        while rest:
            moves, rest = GAME.parse(again.view(1), rest)
            for move in moves:
                again.play(1, move)
        if again.state.turn == turn.number and not again.over:
            again.play(1, ("done",))
        assert again.state.digest() == played.steps[turn.last].state.digest()


def test_the_better_move_is_told_whole_and_after_a_trade_says_what_comes_then():
    found = set()
    four = play(MemoryLog(header(GAME, ["you", *["bot:random"] * 3], {}, "CHAINS")))
    for table in (game(), four):
        for turn in turns(table, 0):
            for at in turn.choices:
                played, before = table.steps[at].move, table.steps[at - 1].move
                for better in view_before(table, 0, at).legal():
                    if better == played or better[0] not in ("buy", "on", "bridge", "done"):
                        continue
                    one = Reviewed(turn, 6000, (Choice(at, played, (better,), 6000, 4000),))
                    first, *_more = wording._mistake(table, 0, "Ada", True, 1, one)
                    told = first.partition("Better: ")[2].partition(". 20 points")[0]
                    assert not re.search(r"\b(done|on|buy)\b", told)
                    if better[0] == "buy":
                        assert told == f"first trade {better[1]}, then see the cards and move"
                    elif better[0] == "on":
                        assert re.search(r"\b[123] [A-Z]( [A-Z])+$", told)
                    elif (
                        better[0] == "bridge"
                        and at > turn.first
                        and before is not None
                        and before[0] in ("play", "pay")
                    ):
                        assert re.search(rf"[123] [A-Z].*, bridge {better[1]}$", told)
                        found.add("bridge after")
                    elif better[0] == "done":
                        assert told.endswith(", no bridge")
                    found.add(better[0])
    assert found == {"buy", "on", "bridge", "bridge after", "done"}


def test_lines_are_broken_between_words_on_a_terminal(monkeypatch):
    told = [
        "Turn 13, trade 6, 2 F R pay 5 4: 49 % instead of 79 %.",
        "1. Turn 13: you played it.",
        "",
        "   So it goes.",
    ]
    assert command._broken(told) == told

    class Narrow(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdout", Narrow())
    assert command._broken(told) == told  # nobody knows how wide it is
    monkeypatch.setattr(Narrow, "fileno", lambda self: 1)
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((23, 80)))
    assert command._broken(told) == [
        "Turn 13, trade 6, 2 F",
        "R pay 5 4: 49 %",
        "instead of 79 %.",
        "1. Turn 13: you played",
        "   it.",
        "",
        "   So it goes.",
    ]


def test_it_is_worked_out_once(atlantis, games_played, monkeypatch):
    first = atlantis("review", games_played / "you.atl", "--iterations", FEW)
    monkeypatch.setattr(command, "review_together", lambda *args, **more: (one for one in list[Reviewed]()))
    assert atlantis("review", games_played / "you.atl", "--iterations", FEW) == first


def test_what_was_left_is_gone_on_with(atlantis, games_played, monkeypatch):
    started = []

    def interrupted(table, seat, iterations, *, done, heed, wake):
        started.append(done)
        for number, one in enumerate(review(table, seat, iterations, done=done)):
            if number == 4:
                raise ReviewStopped
            yield one

    with monkeypatch.context() as patch:
        patch.setattr(command, "review_together", interrupted)
        for after in (4, 8):
            done = atlantis("review", games_played / "you.atl", "--iterations", FEW)
            assert (done.code, done.out) == (130, "")
            assert re.fullmatch(
                rf"atlantis: Stopped after {after} of \d+ moves: the same command goes on from there\.\n", done.err
            )
    assert started == [0, 4]
    whole = atlantis("review", games_played / "you.atl", "--iterations", FEW)
    fresh = atlantis("review", games_played / "you.atl", "--iterations", FEW, "--json")
    assert whole.code == fresh.code == 0
    with FileLog.open(games_played / "you.atl") as log:
        values = wording.as_values(Table(log), 1, int(FEW), list(review(Table(log), 1, int(FEW))))
    assert json.loads(fresh.out) == values


def test_without_a_file_it_is_the_game_finished_last(atlantis, games_played, home):
    (home / "games").mkdir(parents=True)
    for number, name in enumerate(["you", "two"]):
        data = (games_played / f"{name}.atl").read_bytes()
        (home / "games" / f"{name}.atl").write_bytes(data)
        os.utime(home / "games" / f"{name}.atl", (number, number))
    waiting = cut(games_played / "you.atl", home / "games" / "waiting.atl", 20)
    (home / "games" / "junk.atl").write_bytes(b"junk")
    assert waiting.exists()
    named = atlantis("review", "two", "--iterations", FEW)
    assert named.code == 0
    assert atlantis("review", "--iterations", FEW) == named


@pytest.mark.parametrize("seat", ["1", "2"])
def test_seats_are_counted_as_people_do(atlantis, games_played, seat):
    told = json.loads(
        atlantis("review", games_played / "people.atl", "--seat", seat, "--iterations", FEW, "--json").out
    )
    assert told["seat"] == int(seat)
    assert told["turns"][0]["turn"] == int(seat)
    assert {"played", "better", "best", "chance"} == set(told["turns"][0]["choices"][0])
    assert told["iterations"] == int(FEW)
    assert len(told["dearest"]) <= 3
    for turn in told["turns"]:
        assert turn["before"] - turn["lost"] == turn["after"]


def test_others_have_their_names(atlantis, games_played):
    done = atlantis("review", games_played / "you.atl", "--seat", "1", "--iterations", FEW)
    assert "The chances of Nereus as hard sees them:" in done.out
    assert " you " not in done.out.lower()
    assert "your " not in done.out.lower()


def test_hints_are_told(atlantis, games_played):
    assert "with 1 hint" in atlantis("review", games_played / "two.atl", "--iterations", FEW).out
    assert "hint" not in atlantis("review", games_played / "you.atl", "--iterations", FEW).out


def test_help(atlantis):
    for flag in ("--help", "-h"):
        done = atlantis("review", flag)
        assert (done.code, done.err) == (0, "")
        assert "Usage: atlantis review [FILE]" in done.out
        assert "up to a minute" in done.out


# What cannot be ------------------------------------------------------------------------------------------------------


def test_a_game_in_play_is_not_reviewed(atlantis, games_played, tmp_path):
    said = refused(atlantis("review", cut(games_played / "you.atl", tmp_path / "half.atl", 20)))
    assert said.startswith("That game is not over")


def test_no_game_at_all(atlantis, home):
    assert refused(atlantis("review")) == (
        f"There is no finished game in {home / 'games'}: begin one with atlantis play."
    )


@pytest.mark.parametrize("name", ["people", "bots"])
def test_whose_game_it_is_must_be_clear(atlantis, games_played, name):
    said = refused(atlantis("review", games_played / f"{name}.atl"))
    assert said == "None of the seats is yours: name one with --seat, 1 to 2."


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--seat", "0"), '"0" is no seat of this game: they are numbered 1 to 2.'),
        (("--seat", "3"), '"3" is no seat of this game'),
        (("--seat", "one"), '"one" is no seat'),
        (("--seat", "1", "--seat", "2"), "--seat is given twice"),
        (("--iterations", "0"), '--iterations cannot be "0": give a number from 1 to 20000.'),
        (("--iterations", "20001"), "--iterations cannot be"),
        (("--iterations", "٣"), "--iterations cannot be"),
        (("--iterations",), "--iterations needs a value"),
        (("--loud",), 'There is no flag "--loud"'),
        (("another",), '"another" is one word too many'),
    ],
    ids=str,
)
def test_flags_that_cannot_be(atlantis, games_played, flags, words):
    assert refused(atlantis("review", games_played / "you.atl", *flags)).startswith(words)


def test_a_file_that_is_no_game_or_damaged(atlantis, games_played, tmp_path):
    assert "There is no file" in refused(atlantis("review", tmp_path / "none.atl"))
    (tmp_path / "junk.atl").write_bytes(b"junk")
    assert "is not a game" in refused(atlantis("review", tmp_path / "junk.atl"))
    hurt = flipped(games_played / "you.atl", tmp_path / "hurt.atl", 10)
    assert "is damaged after record 9" in refused(atlantis("review", hurt))


# A process of its own ------------------------------------------------------------------------------------------------


def test_the_program_itself(program, games_played, atlantis):
    done = program("review", games_played / "you.atl", "--iterations", FEW)
    assert done == atlantis("review", games_played / "you.atl", "--iterations", FEW)
    assert done.code == 0


def test_an_interrupt_keeps_what_was_done(games_played, home, tmp_path):
    """Ctrl-C, once the first turn is on the disk: exit code 130, it says how far it came, and that turn stays."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = ["review", str(games_played / "you.atl"), "--iterations", "200"]
    # Whoever runs these tests in the background may have interrupts ignored, and that is inherited.
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{listening}; from atlantis_tui.cli import main; raise SystemExit(main({words!r}))"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env=kept | {"ATLANTIS_HOME": str(home), "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    folder = home / "games" / "reviews"
    while process.poll() is None and not any(file.stat().st_size for file in folder.glob("*.review")):
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    [file] = folder.glob("*.review")
    if process.returncode == 0:  # it was faster than the interrupt
        assert out
    else:
        assert (process.returncode, out) == (130, b"")
        done = file.read_bytes().count(b"\n")
        assert err.startswith(b"atlantis: Stopped after %d of " % done)
        assert err.endswith(b" moves: the same command goes on from there.\n")
    assert file.read_bytes().count(b"\n") >= 1


# Words ---------------------------------------------------------------------------------------------------------------


def test_percents_are_rounded_and_losses_are_what_one_would_count():
    assert [wording.percent(chance) for chance in (0, 49, 50, 149, 150, 9949, 9950, 10_000)] == [
        0,
        0,
        1,
        1,
        2,
        99,
        100,
        100,
    ]
    one = Reviewed(turns(game(), 0)[0], 6449, (Choice(1, ("done",), (("done",),), 6449, 6351),))
    assert wording.lost(one) == 0
    assert wording.lost(one._replace(before=6450)) == 1


def game():
    return play(MemoryLog(header(GAME, ["you", "bot:random"], {}, "WORDS")))


def judged(table, wanted):
    """A turn in which a move of the wanted kind was played and another kind would have been better."""
    for turn in turns(table, 0):
        for at in turn.choices:
            moves = view_before(table, 0, at).legal()
            played = table.steps[at].move
            for better in moves:
                if better[0] == "play" and wanted(played, better):
                    return Reviewed(turn, 6000, (Choice(at, played, (better,), 6000, 4000),))
    raise AssertionError("there is no such choice in this game")


def test_a_reason_is_a_sentence_and_shorter_ones_follow():
    one = judged(game(), lambda played, better: played[0] == "play" and played[2] != better[2])
    found = wording.reasons(game(), 0, one, True)
    assert found
    for text in found:
        assert text[0].isupper()
        assert text.endswith(".")
    assert sorted(map(len, found), reverse=True) == [len(text) for text in found]


def test_no_loss_needs_no_reason():
    table = game()
    [turn, *_rest] = turns(table, 0)
    assert wording.reasons(table, 0, Reviewed(turn, 5000, ()), True) == []
    at = turn.choices[0]
    same = Choice(at, table.steps[at].move, (table.steps[at].move,), 5000, 5000)
    assert wording.reasons(table, 0, Reviewed(turn, 5000, (same,)), True) == []


def test_what_was_done_too_but_later_is_told_so():
    table = game()
    for turn in turns(table, 0):
        moves = [table.steps[at].move for at in range(turn.first, turn.last + 1)]
        if moves[0][0] == "buy" and moves[1][0] == "play" and turn.first in turn.choices:
            one = Reviewed(turn, 6000, (Choice(turn.first, moves[0], (moves[1],), 6000, 5000),))
            [first, *_shorter] = wording.reasons(table, 0, one, True)
            assert first == "You did that too, but what you did before it was not worth it."
            return
    raise AssertionError("nothing was bought in this game")
