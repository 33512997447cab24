"""`atlantis resume` as a program: what a game left behind is gone on with, and what is not."""

import os
import re

import pytest

from core.frames import FORMAT, MAGIC, Record, chain_hash, frame, pack_record
from core.log import FileLog, read
from tests.plain.keyboard import Picker, converse, games, limited, refused, the_game

# Leaving and going on -------------------------------------------------------------------------------------------------


def test_the_end_of_the_input_saves_and_says_how_to_go_on(atlantis, home):
    done = atlantis("play", "--seed", "left", typed="moves\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    file = the_game(home)
    assert done.stdout.endswith(f"\nThe game is saved. To go on with it, type: atlantis resume {file}\n")
    position = done.stdout.rpartition("\n\n")[2].partition("The game is saved")[0]
    for argv in ([file], [os.path.basename(file)], []):
        again = atlantis("resume", *argv)
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout.startswith("Atlantis: you, Nereus and Thetis. Seed left. The game goes on.\nNereus ")
        assert position in again.stdout


def test_resume_takes_the_unfinished_game_played_last(atlantis, home, at_the_keyboard):
    for number, seed in enumerate(("old", "newest", "new")):
        atlantis("play", "--seed", seed)
        (file,) = (file for file in games(home) if file.name.endswith(f"-{seed}.atl"))
        os.utime(file, (10**9 + number, 10**9 + number))
    atlantis("play", "--seed", "finished", "--seats", "bot:random,bot:random")
    newest = next(file for file in games(home) if "newest" in file.name)
    os.utime(newest, (10**9 + 9, 10**9 + 9))
    (home / "games" / "notes.atl").write_text("not a game")
    (home / "games" / "nowhere.atl").symlink_to(home / "gone")
    assert "Seed newest." in atlantis("resume").stdout
    with FileLog.open(newest):  # being played in another window
        assert "Seed new." in atlantis("resume").stdout


def test_a_game_is_gone_on_with_by_its_number_in_the_list(atlantis, home):
    for number, seed in enumerate(("old", "new")):
        atlantis("play", "--seed", seed)
        (file,) = (file for file in games(home) if file.name.endswith(f"-{seed}.atl"))
        os.utime(file, (10**9 + number, 10**9 + number))
    assert "Seed old." in atlantis("resume", "2").stdout
    refused = atlantis("resume", "3")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "There is no game number 3: atlantis log list shows 2, the last one first." in refused.stderr


def test_kill_9_loses_no_move(at_the_keyboard, atlantis, home):
    process = at_the_keyboard("play", "--seed", "killed", "--seats", "you,bot:random")
    text = converse(process, Picker("killed"), lines=9)
    process.kill()
    process.wait()
    moves = [record.body for record in read(the_game(home)).records if record.kind == "move" and record.seat == 0]
    assert len([move for move in moves if move[0] in ("play", "on")]) >= text.count("You play") > 0
    done = atlantis("resume")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Turn ") == 1
    assert text.rpartition("Turn ")[2].partition("You: ")[0] in done.stdout


def test_a_game_killed_and_taken_up_again_and_again_comes_to_its_end(at_the_keyboard, home):
    process = at_the_keyboard("play", "--seed", "again and again", "--seats", "you,bot:random")
    typist = Picker("again")
    for _ in range(4):
        converse(process, typist, lines=10)
        process.kill()
        process.wait()
        process = at_the_keyboard("resume")
    converse(process, typist)
    assert process.wait() == 0
    assert read(the_game(home)).records[-1].kind == "end"


def test_a_finished_game_is_told_again(atlantis, home):
    whole = atlantis("play", "--seed", "over", "--seats", "bot:random,bot:random").stdout
    done = atlantis("resume", the_game(home))
    assert done.returncode == 0
    assert done.stdout.startswith("Atlantis: Nereus and Thetis. Seed over. The game is over.\n")
    assert whole.endswith(done.stdout.rpartition("\n\n")[2])


def test_a_game_can_be_taken_back_after_it_was_left(atlantis, home):
    first = atlantis("play", "--seed", "back", typed="moves\n1\n").stdout
    back = atlantis("resume", typed="back\n").stdout
    opening = first.partition("\n\n")[2].partition("Type help")[0]
    assert opening in back


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["a", "b"], '"b" is one word too many: see atlantis resume --help.'),
        (["--last"], 'There is no flag "--last": see atlantis resume --help.'),
        (["--salvage"], "--salvage needs a value: see atlantis resume --help."),
        (["--salvage", "new"], "--salvage needs two files: atlantis resume DAMAGED --salvage NEW."),
        (["nowhere"], "There is no file .*nowhere: atlantis log list shows the games there are."),
        (["."], ".* is a folder: name a file."),
        ([], "There is no unfinished game in .*: begin one with atlantis play."),
    ],
    ids=lambda value: " ".join(value) or "none" if isinstance(value, list) else "",
)
def test_a_game_that_cannot_be_resumed_is_refused_in_one_sentence(atlantis, argv, sentence):
    assert re.fullmatch(sentence, refused(atlantis("resume", *argv)))


# What is wrong with the file ------------------------------------------------------------------------------------------


def test_an_existing_file_is_never_overwritten(atlantis, played):
    before = played.read_bytes()
    told = refused(atlantis("play", "--log", played))
    assert told == f"{played} exists already: give another name, or go on with it with atlantis resume."
    told = refused(atlantis("resume", played, "--salvage", played))
    assert told == f"{played} exists already: give another name, or go on with it with atlantis resume."
    assert played.read_bytes() == before


def test_a_file_in_play_is_locked(atlantis, played):
    with FileLog.open(played):
        told = refused(atlantis("resume", played))
    assert told == f"{played} is being played in another window: close that one first."


def test_a_torn_end_is_cut_and_kept(atlantis, played):
    whole = played.read_bytes()
    played.write_bytes(whole + b"half a rec")
    done = atlantis("resume", played)
    assert (done.returncode, done.stderr) == (0, "")
    kept = played.with_name(played.name + ".torn")
    assert f"torn off in mid-writing; it was cut, and a copy is in {kept}.\n" in done.stdout
    assert kept.read_bytes() == b"half a rec"
    assert played.read_bytes() == whole


def test_a_corrupt_file_is_refused_and_its_last_good_position_offered(atlantis, played, tmp_path):
    whole = bytearray(played.read_bytes())
    records = read(played).records
    whole[len(whole) * 3 // 4] ^= 1
    played.write_bytes(whole)
    good = len(read(played).records)
    assert 2 < good < len(records)
    told = refused(atlantis("resume", played))
    assert told == (
        f"{played} is damaged after record {good - 1}: go on from there in a new file "
        f"with atlantis resume {played} --salvage NEW, which leaves the damaged one as it is."
    )
    new = tmp_path / "new.atl"
    done = atlantis("resume", played, "--salvage", new)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"type: atlantis resume {new}\n")
    assert len(read(new).records) >= good
    assert played.read_bytes() == whole


def rewritten(file, change):
    """The log with records changed and the chain made good again."""
    data, prev = MAGIC, bytes(32)
    for record in change(list(read(file).records)):
        payload = pack_record(Record(*record)._replace(prev=prev))
        data += frame(payload)
        prev = chain_hash(payload)
    file.write_bytes(data)


def header_with(**changes):
    return lambda records: [records[0]._replace(body={**records[0].body, **changes}), *records[1:]]


def last_with(**changes):
    return lambda records: [*records[:-1], records[-1]._replace(**changes)]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (header_with(format=FORMAT + 1), ".* was written by a newer version .*: update atlantis."),
        (
            header_with(rules_version=99),
            ".* by version 99 of the rules and this program plays by version 1: play it .*",
        ),
        (header_with(game="chess"), '.* holds the game "chess", which this version does not know: update it.'),
        (header_with(game=7), ".* does not say which game it holds, so it cannot be played on."),
        (header_with(options={"speed": 9}), ".* does not say which game it holds, so it cannot be played on."),
        (header_with(seats=["you"]), ".* does not say which game it holds, so it cannot be played on."),
        (header_with(dealer={"kind": "peers"}), "The cards of .* were dealt in a way .*: update it."),
        (header_with(seats=["you", "alien:7", "you"]), '.* cannot be played on here: "alien:7" is not a seat: .*'),
        # What was played with before there were levels.
        (header_with(seats=["you", "bot:greedy", "bot:greedy"]), 'There is no bot "greedy": choose .* or bot:hard.'),
        (header_with(seats=["you", "bot:hard:0", "bot:hard"]), '"hard:0" is not a bot: only hard takes a number .*'),
        (last_with(kind="chat"), 'Record .* is of the kind "chat", which this version does not know: update it.'),
        (last_with(body=["play", 9, 9]), "Record .* is not a legal move there, so it cannot be played on."),
        (last_with(kind="back", body=77), "Record .* does not fit .*|Record .* takes back what was not played.*"),
        (last_with(digest=b"other"), "Record .* does not fit the game before it, so it cannot be played on."),
        (lambda records: [records[0]._replace(kind="chat")], ".* ends before its game begins.*"),
    ],
)
def test_a_file_from_elsewhere_is_refused_and_left_alone(atlantis, played, change, sentence):
    rewritten(played, change)
    before = played.read_bytes()
    told = refused(atlantis("resume", played))
    assert re.fullmatch(sentence, told), told
    assert played.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "ends before its game begins, so there is nothing to go on with."),
        (MAGIC, "ends before its game begins, so there is nothing to go on with."),
        (b"GIF89a", "is not a game: choose a file that atlantis wrote."),
    ],
)
def test_a_file_that_is_no_game_is_refused(atlantis, played, data, sentence):
    played.write_bytes(data)
    assert refused(atlantis("resume", played)) == f"{played} {sentence}"
    assert played.read_bytes() == data


def test_a_game_of_the_header_alone_can_be_gone_on_with(atlantis, played):
    rewritten(played, lambda records: records[:1])
    done = atlantis("resume", played)
    assert done.returncode == 0
    assert "Turn 1." in done.stdout


def test_a_move_on_a_full_disk_is_refused_and_nothing_is_lost(environ, tmp_path, atlantis, played):
    before = played.read_bytes()
    done = limited(environ, tmp_path, len(before), "resume", played, typed="moves\n1\nscores\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "make room and try again.\nThat was not done. Nothing is lost: type it again.\nYou would end " in done.stdout
    assert played.read_bytes() == before
    assert "That was not done" not in atlantis("resume", played, typed="moves\n1\n").stdout
    assert len(played.read_bytes()) > len(before)
