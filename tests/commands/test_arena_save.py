"""`atlantis arena --save`: what was played is kept, a match can be gone on with, and nothing is mixed with it."""

import json
import os

import pytest

from atlantis_tui.arena import results_file
from atlantis_tui.arena.program_identity import fingerprint
from atlantis_tui.arena.results_file import ResultsFile
from core.log import read
from tests.commands.test_arena import result, without_times
from tests.commands.test_log import refused

WORDS = ("arena", "atlantis", "easy", "random", "--seed", "keep", "--json")


def told(done):
    """What the games came to, however many of them were played now."""
    summary = without_times(result(done))
    del summary["played_now"]
    return summary


def lines(file):
    return file.read_text().splitlines(keepends=True)


@pytest.fixture(autouse=True)
def one_program(monkeypatch):
    """Whoever works on the sources while these tests run does not change the bots between two steps of a test."""
    monkeypatch.setattr(results_file, "fingerprint", lambda game: f"of {game}")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results.jsonl"


played: list[bytes] = []  # the file of four games, once they were played


@pytest.fixture
def saved(atlantis, file):
    """Four games."""
    if played:
        file.write_bytes(played[0])
    else:
        result(atlantis(*WORDS, "--games", 4, "--save", file))
        played.append(file.read_bytes())
    return file


def test_more_games_go_on_where_it_stopped(atlantis, saved):
    first = lines(saved)
    assert [json.loads(line)[0] for line in first[1:]] == [0, 1, 2, 3]
    whole = atlantis(*WORDS, "--games", 7, "--save", saved)
    assert json.loads(whole.out)["played_now"] == 3
    assert lines(saved)[:5] == first
    assert told(whole) == told(atlantis(*WORDS, "--games", 7))


def test_a_match_that_is_kept_is_told_again_without_being_played(atlantis, saved, monkeypatch):
    before = saved.read_bytes()
    monkeypatch.setattr("atlantis_tui.arena.crew._Worker", None)
    again = atlantis(*WORDS, "--games", 4, "--save", saved)
    assert json.loads(again.out)["played_now"] == 0
    assert saved.read_bytes() == before
    fewer = json.loads(atlantis(*WORDS, "--games", 2, "--save", saved).out)
    assert (fewer["games"], fewer["complete"]) == (2, True)
    people = atlantis(*WORDS[:-1], "--games", 4, "--save", saved)
    assert people.out.startswith("Atlantis: 4 games, which were played before.\n")


def test_the_same_words_without_a_seed_mean_the_seed_of_the_file(atlantis, file):
    words = ("arena", "atlantis", "random", "random", "--json", "--save", file, "--games")
    first = result(atlantis(*words, 2))
    second = result(atlantis(*words, 3))
    assert (second["seed"], second["played_now"]) == (first["seed"], 1)


def test_pairs_and_times_are_kept_too(atlantis, file):
    words = ("arena", "atlantis", "random", "easy", "normal", "--pairs", "--seed", "p", "--json", "--times")
    result(atlantis(*words, "--games", 1, "--save", file))
    whole = result(atlantis(*words, "--games", 2, "--save", file, "--jobs", 2))
    assert (whole["games"], whole["played_now"]) == (6, 3)
    assert sum(seat["decisions_timed"] for seat in whole["seats"]) == whole["decisions"]
    assert whole["ratings"] == result(atlantis(*words, "--games", 2))["ratings"]


def test_times_that_nobody_took_are_missing_and_no_error(atlantis, saved):
    again = atlantis(*WORDS[:-1], "--games", 4, "--save", saved, "--times")
    assert (again.code, again.out.count("   No thinking time was measured.\n")) == (0, 2)


@pytest.mark.parametrize("left", [1, 9])
def test_a_last_line_that_was_not_finished_is_cut(atlantis, saved, left):
    whole = told(atlantis(*WORDS, "--games", 4, "--save", saved))
    *before, last = lines(saved)
    saved.write_text("".join(before) + last[:left])
    again = atlantis(*WORDS, "--games", 4, "--save", saved)
    assert json.loads(again.out)["played_now"] == 1
    assert told(again) == whole
    assert lines(saved) == [*before, last]


def test_a_first_line_that_was_not_finished_is_begun_anew(atlantis, saved):
    whole = saved.read_bytes()
    saved.write_bytes(whole[:40])
    assert result(atlantis(*WORDS, "--games", 4, "--save", saved))["played_now"] == 4
    assert saved.read_bytes() == whole


@pytest.mark.parametrize(
    "wrong",
    [
        *("[]", "{}", "7", "nonsense", "[1,[1,2],[0],3,4]", "[-1,[1,2],[0],3,4,[]]", "[1,[1],[0],3,4,[]]"),
        *("[1,[1,2],[2],3,4,[]]", "[1,[1,2],[],3,4,[]]", "[1,[1,2],[1,0],3,4,[]]", '[1,[1,"2"],[0],3,4,[]]'),
        *("[1,[1,2],[0],3,4,[[1,2,3]]]", "[" * 100_000),
    ],
    ids=lambda line: line[:30],
)
def test_a_damaged_file_is_refused_and_left_alone(atlantis, saved, wrong):
    found = lines(saved)
    saved.write_text("".join([*found[:2], f"{wrong}\n", *found[3:]]))
    before = saved.read_bytes()
    said = refused(atlantis(*WORDS, "--games", 9, "--save", saved))
    assert said == f"{saved} is damaged in line 3: name another file."
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ("atlantis", "easy", "random", "--seed", "other"),
        ("atlantis", "random", "easy", "--seed", "keep"),
        ("atlantis", "easy", "random", "random", "--seed", "keep"),
        ("atlantis", "easy", "random", "--seed", "keep", "--pairs"),
        ("atlantis", "easy", "random", "--seed", "keep", "--option", "paid_cards=discard"),
        ("atalia", "easy", "random", "--seed", "keep"),
    ],
    ids=" ".join,
)
def test_a_file_of_another_match_is_refused_by_its_name(atlantis, saved, words):
    before = saved.read_bytes()
    said = refused(atlantis("arena", *words, "--save", saved))
    assert said == f"{saved} holds another match (atlantis arena atlantis easy random --seed keep): name another file."
    assert saved.read_bytes() == before


def test_results_of_bots_that_were_changed_are_not_mixed(atlantis, saved, monkeypatch):
    monkeypatch.setattr(results_file, "fingerprint", lambda game: "another program")
    said = refused(atlantis(*WORDS, "--games", 9, "--save", saved))
    assert said == (
        f"{saved} holds games of other rules or other bots than these, which were changed: name another file."
    )


def test_the_fingerprint_is_that_of_the_sources(tmp_path, monkeypatch):
    import core

    names = ("__init__.py", "rules.py", "bots/hard.py", "atlantis/rules.py", "atlantis/deep/er.py", "other/rules.py")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(core, "__file__", str(tmp_path / "__init__.py"))
    prints = [fingerprint("atlantis")]
    (tmp_path / "bots" / "notes.md").write_text("no source")
    (tmp_path / "other" / "rules.py").write_text("another game")
    assert fingerprint("atlantis") == prints[0]
    for name in names[:-1]:
        (tmp_path / name).write_text(f"{name} changed")
        prints.append(fingerprint("atlantis"))
    (tmp_path / "bots" / "new.py").write_text("")
    prints.append(fingerprint("atlantis"))
    assert len({*prints}) == len(prints) == 7


@pytest.mark.parametrize(
    "content",
    [
        *(b"my notes", b"my notes\n", b"{}\n", b"[1]\n", b"\xff\n", b"x" * 100_000, b"[" * 60_000 + b"\n"),
        *(b'{"atlantis arena": "x"}\n', b'{"atlantis arena": 1}\n'),
    ],
    ids=lambda content: repr(content[:20]),
)
def test_a_file_of_something_else_is_refused_and_left_alone(atlantis, file, content):
    file.write_bytes(content)
    said = refused(atlantis(*WORDS, "--games", 2, "--save", file))
    assert said == f"{file} is no file of arena results: name another file."
    assert file.read_bytes() == content


def test_a_file_of_a_newer_program_is_left_to_it(atlantis, saved):
    saved.write_text(saved.read_text().replace('{"atlantis arena":1,', '{"atlantis arena":2,'))
    assert refused(atlantis(*WORDS, "--save", saved)) == f"{saved} was written by a newer version: update atlantis."


def test_two_arenas_cannot_write_one_file(atlantis, saved):
    with ResultsFile.open(str(saved)):
        said = refused(atlantis(*WORDS, "--save", saved))
    assert said == f"{saved} is in use: wait until that arena has ended, or name another file."


def test_a_folder_is_made_and_nothing_is_left_where_nothing_began(atlantis, tmp_path):
    file = tmp_path / "new" / "folder" / "results.jsonl"
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "mine").touch()
    refused(atlantis(*WORDS, "--games", 2, "--save", file, "--log-dir", "/dev/null"))
    os.symlink(tmp_path / "nowhere" / "else", tmp_path / "link")
    refused(atlantis(*WORDS, "--games", 2, "--save", tmp_path / "link"))
    assert result(atlantis(*WORDS, "--games", 2, "--save", file))["games"] == 2
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("cut", [-100, 40, 3, 0], ids=["in a move", "in the header", "in the first bytes", "at once"])
def test_logs_and_results_go_on_together(atlantis, saved, tmp_path, cut):
    folder = tmp_path / "logs"
    words = (*WORDS, "--save", saved, "--log-dir", folder, "--games")
    assert result(atlantis(*words, 5))["games"] == 5
    assert os.listdir(folder) == ["atlantis-0005.atl"]
    whole = (folder / "atlantis-0005.atl").read_bytes()
    # Killed in the middle of a game: its log is there, its result is not.
    saved.write_text("".join(lines(saved)[:-1]))
    (folder / "atlantis-0005.atl").write_bytes(whole[:cut])
    assert result(atlantis(*words, 6))["played_now"] == 2
    assert (folder / "atlantis-0005.atl").read_bytes() == whole
    assert read(folder / "atlantis-0006.atl").records[-1].kind == "end"
    # Whoever asks for less loses nothing.
    assert result(atlantis(*words, 1))["games"] == 1
    assert sorted(os.listdir(folder)) == ["atlantis-0005.atl", "atlantis-0006.atl"]
    # Somebody else's game stays, and so does everything else.
    (folder / "atlantis-0007.atl").write_bytes(whole)
    assert refused(atlantis(*words, 7)) == f"{folder} is not empty: name a new folder for the logs."
    assert (folder / "atlantis-0007.atl").read_bytes() == whole
