"""`atlantis log list|show|verify`, and what each of them says of logs that are damaged or not ours."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core import games
from core.frames import FORMAT, MAGIC, frame, next_record, pack_record, unpack_record
from core.log import FileLog, chain_hash, read
from core.table import Table, header
from tests.commands.logs import cut, flipped, offsets, torn

LOOKS = ("show", "verify", "export")


def refused(done):
    """The one sentence of a command that could not do what was asked."""
    assert (done.code, done.out) == (2, "")
    assert re.fullmatch(r"atlantis: [^\n]+\.\n", done.err), done.err
    assert "Traceback" not in done.err
    return done.err.removeprefix("atlantis: ").rstrip("\n")


def rewritten(log, to, change):
    """A copy in which `change` has had its way with the records, and the chain is whole again."""
    records = change(list(read(log).records))
    data, prev = MAGIC, bytes(32)
    for n, record in enumerate(records):
        payload = pack_record(record._replace(n=n, prev=prev))
        data += frame(payload)
        prev = chain_hash(payload)
    to.write_bytes(data)
    return to


def with_header(log, to, **changes):
    return rewritten(log, to, lambda records: [records[0]._replace(body=records[0].body | changes), *records[1:]])


# list ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf(home, finished, unfinished):
    """A finished game, one in play that was touched last, and what may lie beside them."""
    folder = home / "games"
    folder.mkdir(parents=True)
    shutil.copy(finished[3], folder / "over.atl")
    unfinished(30, 2, folder / "in-play.atl")
    (folder / "in-play.atl.torn").write_bytes(b"half a record")
    (folder / "notes.txt").write_text("not a game")
    os.utime(folder / "over.atl", (1000, 1000))
    os.utime(folder / "in-play.atl", (2000, 2000))
    return folder


def test_without_games_the_list_says_how_to_begin_one(atlantis, home):
    done = atlantis("log", "list")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"There are no games in {home}/games yet: begin one with atlantis play.\n"
    assert json.loads(atlantis("log", "list", "--json").out) == []
    assert not home.exists()


def test_games_are_listed_and_the_last_one_comes_first(atlantis, shelf, finished):
    done = atlantis("log", "list")
    first, second = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert first.endswith(f"Atlantis: bot:random and bot:random; in play, 28 moves so far; {shelf}/in-play.atl")
    scores = read(finished[3]).records[-1].body["scores"]
    assert f"finished with {scores[0]}, {scores[1]} and {scores[2]} points; " in second
    assert second.endswith(f"{shelf}/over.atl")


def test_the_list_tells_notes(atlantis, shelf):
    (shelf / "over.atl.note").write_text("Boris’ first game\n")
    (shelf / "in-play.atl.note").write_bytes(b"\033[2J \xff\n\nlate")
    first, second = atlantis("log", "list").out.splitlines()
    assert second.endswith(f'points; "Boris’ first game"; {shelf}/over.atl')
    assert "\033" not in first
    assert '"?[2J \ufffd late"; ' in first
    assert [game["note"] for game in json.loads(atlantis("log", "list", "--json").out)][1] == "Boris’ first game"


def test_the_list_says_which_number_each_game_has(atlantis, shelf):
    numbers = [line.split()[0] for line in atlantis("log", "list").out.splitlines()]
    assert numbers == ["1", "2"]
    assert atlantis("log", "show", "2").out == atlantis("log", "show", shelf / "over.atl").out


def test_the_list_as_json(atlantis, shelf, finished):
    first, second = json.loads(atlantis("log", "list", "--json").out)
    assert first == {
        "file": str(shelf / "in-play.atl"),
        "changed": 2000,
        "game": "atlantis",
        "seats": ["bot:random", "bot:random"],
        "moves": 28,
        "finished": False,
        "scores": None,
        "damaged": False,
        "note": None,
    }
    last = read(finished[3]).records[-1]
    assert (second["finished"], second["scores"], second["moves"]) == (True, last.body["scores"], last.n - 2)


def test_damaged_games_are_marked_and_do_not_hide_the_others(atlantis, shelf, finished):
    torn(finished[2], shelf / "torn.atl", 20)
    (shelf / "empty.atl").touch()
    (shelf / "folder.atl").mkdir()
    (shelf / "nowhere.atl").symlink_to(shelf / "gone")
    (shelf / "other.atl").write_text("something else")
    with_header(finished[2], shelf / "no-seats.atl", seats=7)
    done = atlantis("log", "list")
    assert done.code == 0
    lines = {line.rpartition("/")[2]: line for line in done.out.splitlines()}
    assert len(lines) == 8
    assert "in play, 18 moves so far; damaged; " in lines["torn.atl"]
    for name in ("empty", "folder", "nowhere", "other", "no-seats"):
        assert "damaged, nothing can be read; " in lines[f"{name}.atl"]
    assert "; damaged;" not in lines["over.atl"] + lines["in-play.atl"]


def test_the_list_obeys_no_control_characters(atlantis, shelf, finished):
    with_header(finished[2], shelf / "evil\033[2J.atl", seats=["you:\033]0;owned\007", "bot:random"])
    assert "\033" not in atlantis("log", "list").out
    assert "\033" not in atlantis("log", "show", shelf / "evil\033[2J.atl").out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_named(atlantis, shelf):
    shelf.chmod(0)
    assert "cannot be read" in refused(atlantis("log", "list"))
    shelf.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_named(atlantis, home):
    home.mkdir()
    (home / "games").touch()
    assert "games cannot be read: Not a directory" in refused(atlantis("log", "list"))


def test_the_list_loads_neither_rules_nor_screens_nor_argparse(home, shelf):
    program = (
        "import sys; from atlantis_tui.cli import main; main(['log', 'list']); "
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stderr.split())
    heavy = {"argparse", "asyncio", "core.game", "core.table", "core.atlantis", "json", "pathlib", "textual"}
    assert not loaded & heavy
    assert "in-play.atl" in done.stdout


# show ----------------------------------------------------------------------------------------------------------------


def test_a_finished_game_is_told_in_sentences(atlantis, finished):
    done = atlantis("log", "show", finished[2])
    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert lines[0] == "Atlantis: Nereus (bot:random) and Thetis (bot:random). Seed finished/0."
    assert re.match(r"1\. Nereus plays an? \w+( branch)?: figure \d goes from Atlantis to place \d+\. ", lines[1])
    assert lines[-1].endswith(("wins.", "share the win."))
    numbers = [int(line.partition(".")[0]) for line in lines[1:] if line[0].isdigit()]
    assert sorted(set(numbers)) == list(range(1, max(numbers) + 1))


def test_a_game_in_play_is_shown_without_its_seed_and_hands(atlantis, unfinished):
    log = unfinished(20)
    told = atlantis("log", "show", log).out
    assert "finished/0" not in told
    assert "You" not in told
    assert re.search(r"The game is not over: (Nereus|Thetis) is to play\.\n$", told)
    mine = atlantis("log", "show", log, "--seat", 1).out
    assert re.search(r"You draw an? ", mine)
    assert "finished/0" not in mine
    assert "Seed finished/0." in atlantis("log", "show", log, "--reveal").out


def test_the_player_is_you_only_where_you_may_see_your_cards(atlantis, tmp_path):
    game = games.load("atlantis")
    path = tmp_path / "mine.atl"
    with FileLog.create(path, header(game, ["bot:random", "you"], {}, "mine"), sync=False) as log:
        table = Table(log)
        for _ in range(12):
            assert table.state.to_move is not None
            table.play(table.state.to_move, table.state.legal()[0])
    watched, mine = atlantis("log", "show", path).out, atlantis("log", "show", path, "--reveal").out
    assert "Player 2 plays" in watched
    assert "You" not in watched
    assert "You play " in mine
    assert "You draw a" in mine


def with_hints(path, seats=("bot:random", "you"), moves=16):
    """A game in which every third choice was made after a hint."""
    with FileLog.create(path, header(games.load("atlantis"), list(seats), {}, "hints"), sync=False) as log:
        table = Table(log)
        for number in range(moves):
            assert table.state.to_move is not None
            if number % 3 == 1:
                table.hint(table.state.to_move)
            table.play(table.state.to_move, table.state.legal()[0])
        return table.hints


def test_who_asked_for_a_hint_is_told_before_the_turn_it_was_for(atlantis, tmp_path):
    hints = with_hints(tmp_path / "hints.atl")
    assert {hint.seat for hint in hints} == {0, 1}
    watched, mine = (atlantis("log", "show", tmp_path / "hints.atl", *how).out for how in ([], ["--seat", 2]))
    names = ["Nereus", "Player 2"]
    for hint in hints:
        assert f"{hint.turn}. {names[hint.seat]} asked for a hint.\n{hint.turn}. {names[hint.seat]} " in watched
        asked = "You" if hint.seat == 1 else "Nereus"
        assert f"{hint.turn}. {asked} asked for a hint.\n" in mine
    assert watched.count("asked for a hint") == len({(hint.turn, hint.seat) for hint in hints})
    assert "Your" not in watched


def numbers(told):
    return [int(line.partition(".")[0]) for line in told.splitlines() if line[0].isdigit()]


def test_what_was_taken_back_is_mentioned_where_the_order_of_turns_breaks(atlantis, tmp_path):
    """Anna asks for a hint in turns 1 and 3, and then plays turn 1 another way."""
    path = tmp_path / "back.atl"
    seats = ["you:Anna", "bot:random"]
    with FileLog.create(path, header(games.load("atlantis"), seats, {}, "back"), sync=False) as log:
        table = Table(log)

        def play_until(turn):
            while table.state.turn < turn:
                assert table.state.to_move is not None
                table.play(table.state.to_move, table.state.legal()[0])

        for turn in (1, 3):
            play_until(turn)
            table.hint(0)
        while table.state.turn > 1:
            table.back(0, alone=True)
        play_until(2)
    watched, mine = (atlantis("log", "show", path, *how).out for how in ([], ["--seat", 1]))
    assert numbers(watched)[:4] == [1, 3, 3, 1]
    assert watched.splitlines()[1:4] == [
        "1. Anna asked for a hint.",
        "3. Anna asked for a hint.",
        "3. Anna took moves back: on from turn 1.",
    ]
    assert "3. You took moves back: on from turn 1.\n" in mine
    assert atlantis("log", "verify", path).code == 0


def test_a_move_that_was_taken_back_within_its_turn_is_mentioned_once(atlantis, tmp_path):
    path = tmp_path / "bridge.atl"
    seats = ["person:Anna", "person:Boris"]
    with FileLog.create(path, header(games.load("atlantis"), seats, {}, "bridge"), sync=False) as log:
        table = Table(log)
        while not (bridges := [move for move in table.state.legal() if move[0] == "bridge"]):
            assert table.state.to_move is not None
            table.play(table.state.to_move, table.state.legal()[0])
        seat, turn = table.state.to_move, table.state.turn
        assert seat is not None
        for _ in range(2):
            table.play(seat, bridges[0])
            table.back(seat, alone=False)
    told = atlantis("log", "show", path).out
    assert told.count(" back") == 1
    assert f"{turn}. {('Anna', 'Boris')[seat]} took a move back.\n" in told


def test_a_hint_before_a_move_that_is_not_made_yet_is_told_too(atlantis, tmp_path):
    path = tmp_path / "last.atl"
    with FileLog.create(path, header(games.load("atlantis"), ["you", "bot:random"], {}, "last"), sync=False) as log:
        Table(log).hint(0)
    assert "1. Player 1 asked for a hint.\nThe game is not over" in atlantis("log", "show", path).out


def test_a_log_with_hints_is_sound_and_one_with_a_false_hint_is_not(atlantis, tmp_path):
    with_hints(tmp_path / "hints.atl")
    assert atlantis("log", "verify", tmp_path / "hints.atl").code == 0

    def false(records):
        n = next(record.n for record in records if record.kind == "hint")
        return [*records[:n], records[n]._replace(seat=1 - records[n].seat), *records[n + 1 :]]

    rewritten(tmp_path / "hints.atl", tmp_path / "false.atl", false)
    assert "is a hint for somebody who was not asked" in refused(atlantis("log", "verify", tmp_path / "false.atl"))


def test_exports_do_not_change_with_hints(atlantis, tmp_path):
    with_hints(tmp_path / "hints.atl")
    with FileLog.create(
        tmp_path / "none.atl", header(games.load("atlantis"), ["bot:random", "you"], {}, "hints"), sync=False
    ) as log:
        table = Table(log)
        for _ in range(16):
            assert table.state.to_move is not None
            table.play(table.state.to_move, table.state.legal()[0])

    def exported(name):
        lines = atlantis("log", "export", tmp_path / name).out.splitlines()
        return [{**json.loads(line), "n": None} for line in lines]

    assert exported("hints.atl") == exported("none.atl")


def test_a_listed_game_may_be_named_without_its_folder(atlantis, shelf, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = atlantis("log", "show", shelf / "over.atl").out
    assert atlantis("log", "show", "over.atl").out == told
    assert atlantis("log", "show", "over").out == told
    assert atlantis("log", "verify", "over").code == 0


def test_of_a_game_by_other_rules_the_moves_can_still_be_read(atlantis, finished, tmp_path):
    old = with_header(finished[2], tmp_path / "old.atl", rules_version=0)
    done = atlantis("log", "show", old)
    assert done.code == 2
    assert "version 0 of the rules" in done.err
    assert len(done.out.splitlines()) == sum(record.kind == "move" for record in read(old).records)
    assert re.match(r"Seat 1: \d \w\n", done.out)
    for look in ("verify", "export"):
        assert "version 0 of the rules" in refused(atlantis("log", look, old))


def test_a_game_of_survive_whose_answers_everybody_heard_at_once_can_still_be_read(atlantis, tmp_path):
    """By the rules before the answers to an attack were secret; the file was written then."""
    old = tmp_path / "old.atl"
    old.write_bytes((Path(__file__).parent / "former" / "survive_1.atl").read_bytes())
    done = atlantis("log", "show", old)
    assert done.code == 2
    assert "version 1 of the rules" in done.err
    lines = done.out.splitlines()
    assert len(lines) == sum(record.kind == "move" for record in read(old).records)
    assert lines[-1] == "Seat 1: defend beach"
    assert "Seat 2: no" in lines
    assert "version 1 of the rules" in refused(atlantis("replay", old))


# verify --------------------------------------------------------------------------------------------------------------


def test_a_sound_game_is_called_sound(atlantis, finished, unfinished):
    records = read(finished[2]).records
    scores = records[-1].body["scores"]
    done = atlantis("log", "verify", finished[2])
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        f"{finished[2]} is sound: {len(records)} records, Atlantis, finished with {scores[0]} and {scores[1]} points. "
        "Nobody signed it, as it was played at one computer.\n"
    )
    done = atlantis("log", "verify", unfinished(30, 4))
    assert done.code == 0
    assert re.search(r"is sound: 30 records, Atlantis, in play, turn \d+\. Nobody signed it, .*\.\n$", done.out)


def test_every_cut_between_two_records_is_a_sound_game(atlantis, finished, tmp_path):
    for records in range(1, len(read(finished[2]).records), 9):
        log = cut(finished[2], tmp_path / f"{records}.atl", records)
        assert atlantis("log", "verify", log).code == 0
        assert log.stat().st_size == offsets(finished[2].read_bytes())[records]


def test_looking_changes_no_file_and_waits_for_no_lock(atlantis, finished, tmp_path):
    log = torn(finished[2], tmp_path / "torn.atl", 20)
    before = log.read_bytes()
    for look in LOOKS:
        atlantis("log", look, log)
    assert os.listdir(tmp_path) == ["torn.atl"]
    assert log.read_bytes() == before
    path = cut(finished[2], tmp_path / "in-play.atl", 10)
    with FileLog.open(path):
        for look in LOOKS:
            assert atlantis("log", look, path).code == 0


def test_a_torn_game_is_shown_to_its_end_and_not_called_sound(atlantis, finished, unfinished, tmp_path):
    log = torn(finished[2], tmp_path / "torn.atl", 20)
    whole = unfinished(20)
    for look in ("show", "export"):
        done = atlantis("log", look, log)
        assert done.code == 0
        assert "is torn off in mid-writing after record 19;" in done.err
        assert done.out == atlantis("log", look, whole).out
    assert "after record 19;" in refused(atlantis("log", "verify", log))


def test_a_damaged_game_is_shown_as_far_as_it_can_be_believed(atlantis, finished, unfinished, tmp_path):
    log = flipped(finished[2], tmp_path / "bad.atl", 20)
    for look in ("show", "export"):
        done = atlantis("log", look, log)
        assert done.code == 2
        assert "is damaged after record 19" in done.err
        assert done.out == atlantis("log", look, unfinished(20)).out
    assert "is damaged after record 19" in refused(atlantis("log", "verify", log))


def move_of_another(records):
    return [*records[:10], records[10]._replace(seat=1 - records[10].seat), *records[11:]]


def other_digest(records):
    return [*records[:10], records[10]._replace(digest=bytes(16)), *records[11:]]


def impossible_move(records):
    return [*records[:10], records[10]._replace(body=["buy", 7]), *records[11:]]


def no_move(records):
    return [*records[:10], records[10]._replace(body=["fly"]), *records[11:]]


def unknown_kind(records):
    return [*records[:10], records[10]._replace(kind="chat", body="hello"), *records[11:]]


def back_to_nowhere(records):
    return [*records[:10], records[10]._replace(kind="back", body=99, opened=None)]


@pytest.mark.parametrize(
    "change", [move_of_another, other_digest, impossible_move, no_move, unknown_kind, back_to_nowhere]
)
def test_a_game_that_was_changed_is_found_out_at_the_record(atlantis, finished, unfinished, tmp_path, change):
    log = rewritten(finished[2], tmp_path / "changed.atl", change)
    assert "Record 10 of" in refused(atlantis("log", "verify", log))
    done = atlantis("log", "export", log)
    assert done.code == 2
    assert "Record 10 of" in done.err
    assert done.out == atlantis("log", "export", unfinished(10)).out


def test_false_scores_are_found_out(atlantis, finished, tmp_path):
    def better(records):
        return [*records[:-1], records[-1]._replace(body=records[-1].body | {"scores": [99, 0]})]

    log = rewritten(finished[2], tmp_path / "changed.atl", better)
    assert f"Record {len(read(log).records) - 1} of" in refused(atlantis("log", "verify", log))


def test_another_seed_is_found_out(atlantis, finished, tmp_path):
    log = with_header(finished[2], tmp_path / "seed.atl", dealer={"kind": "seed", "seed": "another"})
    assert "Record 1 of" in refused(atlantis("log", "verify", log))


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game": "../atlantis"},
        {"game": 7},
        {"rules_version": 99},
        {"seats": ["you"]},
        {"seats": [1, 2]},
        {"options": {"flying": True}},
        {"options": {"paid_cards": 7}},
        {"dealer": {"kind": "encrypted"}},
        {"dealer": None},
    ],
    ids=str,
)
def test_a_header_that_makes_no_game_is_refused(atlantis, finished, tmp_path, changes):
    log = with_header(finished[2], tmp_path / "header.atl", **changes)
    for look in ("verify", "export"):
        refused(atlantis("log", look, log))


# Files that are no games ---------------------------------------------------------------------------------------------


def newer(path):
    record, payload = next_record(0, bytes(32), b"", None, "game", {"format": FORMAT}, None, None)
    assert unpack_record(payload) == record
    path.write_bytes(MAGIC + frame(pack_record(record._replace(body={"format": FORMAT + 1}))))


def a_folder(path):
    path.mkdir()


def text(path):
    path.write_text("Not a game.\n")


def nothing(path):
    path.touch()


def magic_alone(path):
    path.write_bytes(MAGIC)


def missing(path):
    pass


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("make", [newer, a_folder, text, nothing, magic_alone, missing])
def test_what_is_no_game_is_refused_in_one_sentence(atlantis, tmp_path, look, make):
    path = tmp_path / "some.atl"
    make(path)
    assert str(path) in refused(atlantis("log", look, path))


# What can be wrong with the words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "log needs one more word: list, show, verify or export."),
        (["burn"], 'log does not know "burn": choose list, show, verify or export.'),
        (["list", "all"], '"all" is one word too many: see atlantis log --help.'),
        (["list", "--reveal"], 'There is no flag "--reveal": see atlantis log --help.'),
        (["show"], "log show needs a file: atlantis log list shows the games there are."),
        (["verify", ""], "log verify needs a file: atlantis log list shows the games there are."),
        (["verify", "FILE", "--reveal"], 'There is no flag "--reveal": see atlantis log --help.'),
        (["export", "FILE", "FILE"], "is one word too many: see atlantis log --help."),
        (["export", "FILE", "--seat"], "--seat needs a value: see atlantis log --help."),
        (["export", "FILE", "--seat", "0"], '"0" is no seat of this game: they are numbered 1 to 2.'),
        (["show", "FILE", "--seat", "3"], '"3" is no seat of this game: they are numbered 1 to 2.'),
        (["export", "FILE", "--seat", "-1"], '"-1" is no seat of this game: they are numbered 1 to 2.'),
        (["export", "FILE", "--seat", "one"], '"one" is no seat of this game: they are numbered 1 to 2.'),
        (["export", "FILE", "--seat", "²"], '"²" is no seat of this game: they are numbered 1 to 2.'),
        (["export", "FILE", "--seat", "9" * 99], "is no seat of this game: they are numbered 1 to 2."),
        (["export", "FILE", "--seat=1", "--seat=2"], "--seat is given twice: give it once."),
        (["show", "FILE", "--seat", "1", "--reveal"], "--seat and --reveal cannot both be: give one of them."),
        (["show", "FILE", "--reveal=yes"], "--reveal takes no value: see atlantis log --help."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_words_are_refused_in_one_sentence(atlantis, finished, words, said):
    done = atlantis("log", *[finished[2] if word == "FILE" else word for word in words])
    assert refused(done).endswith(said)


@pytest.mark.parametrize(
    "words", [["--help"], ["-h"], ["list", "--help"], ["show", "-h"], ["export", "--help"]], ids=str
)
def test_help_names_every_command(atlantis, words):
    done = atlantis("log", *words)
    assert (done.code, done.err) == (0, "")
    for command in ("list", *LOOKS):
        assert f"atlantis log {command} " in done.out
