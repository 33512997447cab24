"""A game played together that nobody else comes back to: how far it is, and how to go on with it alone."""

import json
import os
import re
import shutil
import time
from pathlib import Path

import pytest

from atlantis_tui.network.files import NetworkGameFiles
from atlantis_tui.network.join import own_log
from atlantis_tui.network.lookup import SeenTable
from atlantis_tui.saved.game_files import CannotOpenGame, resume_table
from atlantis_tui.saved.same_deal import same_deal, seed_of
from atlantis_tui.saved.seats import LONGEST_KEPT, LONGEST_NAME
from core import games
from core.dealers import game_id
from core.frames import MAGIC, frame, pack_record
from core.log import FileLog, read
from core.read_only_log import Reading
from core.table import Table, header
from net.identity import load_identity
from net.messages import TableInfo
from net.names import MAX_NAME, distinct
from tests.net import lan
from tests.net.lan import GAME, dealt, identity, in_play, play_on, prompted
from tests.plain.keyboard import refused

pytestmark = pytest.mark.usefixtures("at_home")


def written(path, log):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in log.records))
    path.chmod(0o600)
    return path


@pytest.fixture
def left(tmp_path):
    """The file of a game of two that was left after five moves."""
    log = in_play(people=2)[0]
    return written(tmp_path / "home" / "games" / f"lan-{log.roster.gid.hex()}.atl", log)


def test_opening_a_game_together_is_no_move(atlantis, left):
    """Header, signatures, promises, shares and deal stand before the first of the five moves."""
    assert "in play, 5 moves so far" in atlantis("log", "list").stdout


@pytest.fixture
def ours(left, tmp_path):
    """The same, and we are the one who plays in seat 1."""
    we = load_identity(tmp_path / "home" / "identity", lambda length: bytes([2]) * length)
    assert we.key == identity(1).key
    return left


@pytest.fixture
def long_ago(monkeypatch):
    """Ten minutes have passed since the last record."""
    monkeypatch.setattr("atlantis_tui.network.branch.AWAY_SECONDS", 0)


ALONE = ("--alone", "--no-discovery", "--plain")


def test_who_is_left_alone_goes_on_against_bots(atlantis, ours, long_ago):
    before = ours.read_bytes()
    done = atlantis("resume", ours, *ALONE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Looking whether anybody still has this game on …\n")
    said = re.search(r"^Bots play for the others now, in (\S+); (\S+) stays as it is\. .*\n", done.stdout, re.M)
    assert said is not None
    assert "its cards open on " in done.stdout
    assert (said[2], ours.read_bytes()) == (str(ours), before)
    was, now = Table(Reading(read(ours).records)), Table(Reading(read(said[1]).records))
    assert now.seats == ["bot:normal", "person:Boris"]
    assert [step.move for step in now.steps][: len(was.steps)] == [step.move for step in was.steps]
    assert now.steps[len(was.steps) - 1].state.digest() == was.state.digest()
    assert prompted(now) == 1  # the bot has played, and Boris is asked
    assert "in play" in atlantis("log", "list").stdout


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--alone"], "--alone needs the file of a game played together"),
        (["FILE", "--alone", "--salvage", "new.atl"], "--alone needs the file of a game played together"),
        (["OWN", "--alone"], "is a game of your own: leave --alone out"),
        (["nowhere.atl", "--alone"], "There is no file"),
    ],
)
def test_what_cannot_be_gone_on_with_alone(atlantis, ours, tmp_path, argv, said):
    own = tmp_path / "own.atl"
    with FileLog.create(own, header(GAME, ["you", "bot:random"], {}, "KELP")) as log:
        Table(log)
    words = [{"FILE": ours, "OWN": own}.get(word, word) for word in argv]
    assert said in refused(atlantis("resume", *words))


def test_others_cannot_go_on_with_a_game_alone_and_nobody_with_one_in_play(atlantis, left, tmp_path):
    assert "You do not play in" in refused(atlantis("resume", left, "--alone"))
    load_identity(tmp_path / "home" / "identity", lambda length: bytes([2]) * length)
    with FileLog.open(left):
        assert "is being played in another window" in refused(atlantis("resume", left, "--alone"))


def test_a_game_together_that_is_over_is_not_gone_on_with(atlantis, tmp_path):
    log, table = dealt(people=2)
    play_on(table, 1000)
    path = written(tmp_path / "over.atl", log)
    assert "is over: look at it with" in refused(atlantis("resume", path, "--alone"))


def test_a_name_with_a_number_behind_it_is_a_name(atlantis, tmp_path, monkeypatch, long_ago):
    """Two people at the table had one name of twenty letters."""
    name = distinct("x" * LONGEST_NAME, ["x" * LONGEST_NAME])
    assert LONGEST_NAME < len(name) <= LONGEST_KEPT == MAX_NAME
    monkeypatch.setattr(lan, "NAMES", ("Anna", name))
    load_identity(tmp_path / "home" / "identity", lambda length: bytes([2]) * length)
    log = in_play(people=2)[0]
    path = written(tmp_path / "home" / "games" / f"lan-{log.roster.gid.hex()}.atl", log)
    assert name in atlantis("resume", path, *ALONE).stdout


# Whether it is time --------------------------------------------------------------------------------------------------


def test_only_the_games_own_file_is_gone_on_with(atlantis, ours, tmp_path, long_ago):
    """Not a copy, be it among the games, nor the file under another name."""
    for copy in (tmp_path / "copy.atl", ours.with_name("copy.atl")):
        shutil.copy2(ours, copy)
        assert f"is a copy: only the game in {ours} can be gone on with" in refused(atlantis("resume", copy, *ALONE))
    ours.rename(ours.with_name("renamed.atl"))
    assert "is a copy" in refused(atlantis("resume", ours.with_name("renamed.atl"), *ALONE))
    assert {path.suffix for path in ours.parent.iterdir()} == {".atl"}
    assert len(list(ours.parent.iterdir())) == 2  # nothing was begun


def test_it_takes_ten_minutes_whatever_date_the_file_is_given(atlantis, ours):
    os.utime(ours, (0, 0))
    until = time.strftime("%H:%M", time.localtime(os.stat(ours).st_ctime + 600))
    said = refused(atlantis("resume", ours, *ALONE))
    assert f"wait until {until}, or go on with it together with atlantis host --resume {ours}" in said


def test_who_has_been_left_by_all_need_not_wait(atlantis, ours):
    gid, anna = game_id(read(ours).records[0]), identity(0).key
    NetworkGameFiles().keep_left(gid, anna, True)
    NetworkGameFiles().keep_left(gid, anna, False)  # back again
    assert "wait until" in refused(atlantis("resume", ours, *ALONE))
    NetworkGameFiles().keep_left(gid, anna, True)
    assert atlantis("resume", ours, *ALONE).returncode == 0


@pytest.mark.parametrize("content", ["", "[1]", "{", '["zz"]', "3"])
def test_a_damaged_note_of_who_left_means_that_nobody_did(atlantis, ours, content):
    Path(f"{ours}.left").write_text(content)
    assert "wait until" in refused(atlantis("resume", ours, *ALONE))


def test_a_forged_game_is_not_gone_on_with(atlantis, ours, long_ago):
    records = read(ours).records
    changed = [*records[:-1], records[-1]._replace(sig=bytes(64))]
    ours.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in changed))
    assert f"forged at record {len(records) - 1}: nobody" in refused(atlantis("resume", ours, *ALONE))


@pytest.fixture
def in_the_home_of(monkeypatch):
    def move_in(program):
        monkeypatch.setenv("ATLANTIS_HOME", str(program.home))

    return move_in


def test_while_somebody_has_the_game_on_nobody_goes_on_alone(atlantis, two_in_play, in_the_home_of, long_ago):
    anna, boris = two_in_play
    path = boris.log
    in_the_home_of(boris)
    assert "is being played in another window" in refused(atlantis("resume", path, *ALONE))
    boris.type("quit")
    assert boris.ended() == 0
    done = atlantis("resume", path, *ALONE)
    assert (done.returncode, done.stderr) == (
        2, f"atlantis: Anna still has this game on: come back to it with atlantis join {anna.address}.\n",
    )  # fmt: skip
    assert len(list(path.parent.glob("*.atl"))) == 1
    anna.type("quit")
    assert anna.ended() == 0
    assert atlantis("resume", path, *ALONE).returncode == 0


def test_who_is_left_by_the_host_may_go_on_at_once(atlantis, two_in_play, in_the_home_of):
    anna, boris = two_in_play
    path = boris.log
    anna.type("quit")
    assert anna.ended() == 0
    boris.said("lost|left|gone|host")
    boris.type("quit")
    assert boris.ended() == 0
    in_the_home_of(boris)
    assert atlantis("resume", path, *ALONE).returncode == 0
    in_the_home_of(anna)
    assert "wait until" in refused(atlantis("resume", anna.log, *ALONE))  # Boris was still there


def test_who_types_alone_goes_on_against_bots_as_soon_as_that_may_be(two_in_play):
    """Too early while the other is here; at once when they have said that they leave."""
    anna, boris = two_in_play
    boris.type("alone")
    boris.said("You are not alone at this table: vote NAME")
    path = boris.log
    before = path.read_bytes()
    anna.type("quit")
    assert anna.ended() == 0
    boris.said("Nobody comes back\\? Type alone to go on against bots")
    boris.type("alone")
    boris.said("^Looking whether anybody still has this game on")
    boris.said("^Bots play for the others now, in ")
    assert path.read_bytes() == before
    boris.said("^Atlantis: ")
    boris.type("quit")
    assert boris.ended() == 0
    assert len(list(path.parent.glob("*.atl"))) == 2


# What it shows -------------------------------------------------------------------------------------------------------


@pytest.fixture
def branch(atlantis, ours, long_ago):
    """The file of the game that we go on with alone."""
    done = atlantis("resume", ours, *ALONE)
    return Path(re.search(r"the others now, in (\S+);", done.stdout)[1])  # type: ignore[index]


def play_out(path):
    """All moves of a game to its end."""
    with FileLog.open(path, sync=False) as log:
        table = Table(log)
        play_on(table, 10_000, "alone")
        assert table.over


def shown_by(atlantis, path):
    """Whatever the program tells of a game to somebody who does not ask for more."""
    return [atlantis("log", "show", path).stdout, atlantis("log", "export", path).stdout,
            atlantis("replay", path, "--plain").stdout]  # fmt: skip


def sights(table):
    """All positions of a game as they were, and as we, in seat 1, could see them."""
    peek = table.dealer.face
    return (
        [GAME.export(step.state, peek) for step in table.steps],
        [GAME.export(table.state.look_back(step.state, 1), None) for step in table.steps],
    )


LOOKS = (
    ["log", "show", "FILE", "--reveal"], ["log", "show", "FILE", "--seat", "1"], ["log", "export", "FILE", "--reveal"],
    ["log", "export", "FILE", "--seat", "1"], ["replay", "FILE", "--open"], ["replay", "FILE", "--seat", "1"],
)  # fmt: skip


@pytest.mark.parametrize("over", [False, True])
def test_the_cards_of_a_running_game_stay_shut(atlantis, ours, branch, tmp_path, over):
    seed = str(Table(Reading(read(ours).records)).dealer.seed)  # type: ignore[attr-defined]
    if over:
        play_out(branch)
    copy = tmp_path / "copy.atl"
    shutil.copy(branch, copy)
    last = int(max(os.stat(ours).st_mtime, os.stat(ours).st_ctime))
    opening = time.strftime("%Y-%m-%d at %H:%M", time.localtime(last + 86_400))
    ours.rename(tmp_path / "gone.atl")
    for path in (branch, copy):
        for look in LOOKS:
            said = refused(atlantis(*(path if word == "FILE" else word for word in look)))
            assert f"its cards open on {opening}" in said
        assert "its cards open on" in refused(atlantis("review", path)) or not over
        told = shown_by(atlantis, path)
        assert seed not in "".join(told)
        table = Table(Reading(read(path).records))
        states = [json.loads(line)["state"] for line in told[1].splitlines() if "state" in json.loads(line)]
        whole, seen = sights(table)
        assert states == (seen if over else [GAME.export(step.state.view(None), None) for step in table.steps])
        assert states != whole
        with pytest.raises(CannotOpenGame, match="its cards open on"):
            seed_of(table)
        with pytest.raises(CannotOpenGame):
            same_deal(table)
    assert seed[:8] not in branch.name


def test_the_end_of_a_branch_opens_nothing_at_the_table(atlantis, branch):
    play_out(branch)
    table, _notice = resume_table(str(branch))
    try:
        assert table.over
        assert table.shut
        whole, seen = sights(table)
        assert [GAME.export(table.view(1, step), None) for step in table.steps] == seen != whole
        drawn = [event for step in table.steps for event in table.events(step, 1)]
        assert drawn != [event for step in table.steps for event in step.events]
    finally:
        table.log.close()  # type: ignore[attr-defined]
    done = atlantis("resume", branch, "--plain")
    assert "its cards open on" in done.stdout
    assert "atlantis review" not in done.stdout


def test_after_a_day_a_branch_is_a_game_of_ones_own(atlantis, ours, branch, monkeypatch):
    play_out(branch)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 86_400 - 60)
    assert "its cards open on" in refused(atlantis("log", "show", branch, "--reveal"))
    monkeypatch.setattr(time, "time", lambda: now() + 86_400)
    assert atlantis("log", "show", branch, "--reveal").returncode == 0
    assert atlantis("replay", branch, "--open", "--plain").returncode == 0
    table, _notice = resume_table(str(branch))
    assert not table.shut
    table.log.close()  # type: ignore[attr-defined]
    same_deal(table).log.close()  # type: ignore[attr-defined]


def test_a_branch_opens_when_the_common_game_is_known_to_be_over(atlantis, ours, branch):
    log, table = dealt(people=2)
    play_on(table, 10_000)
    assert table.over
    assert game_id(log.records[0]) == game_id(read(ours).records[0])
    written(ours, log)
    assert atlantis("log", "export", branch, "--reveal").returncode == 0
    forged = [*log.records[:-1], log.records[-1]._replace(sig=bytes(64))]
    ours.write_bytes(MAGIC + b"".join(frame(pack_record(record)) for record in forged))
    assert "its cards open on" in refused(atlantis("log", "export", branch, "--reveal"))


@pytest.mark.parametrize("name", games.names())
def test_the_story_of_a_shut_game_is_told_in_every_game(atlantis, tmp_path, name):
    """With seats of others that nobody sees into, to its end."""
    from core.dealers import branch

    about = {**header(games.load(name), ["you", "bot:random"], {}, "x"), "dealer": branch("seed", bytes(16), 2**40)}
    path = tmp_path / "shut.atl"
    with FileLog.create(path, about, sync=False) as log:
        table = Table(log)
        play_on(table, 10_000)
        assert table.over
    for told in (*shown_by(atlantis, path), atlantis("resume", path, "--plain").stdout):
        assert told
        assert "SEALED" not in told
        assert " -1" not in told
    assert atlantis("replay", path, "--export", "text", "--out", "-").returncode == 0


# Damaged files -------------------------------------------------------------------------------------------------------


def test_what_was_put_aside_before_stays(ours):
    """Two damaged files of one game, one after the other, are both kept."""
    gid = game_id(read(ours).records[0])
    seen = SeenTable((), TableInfo("Reef", "atlantis", 2, 2, 0, "playing", "closed", gid, "Anna"))
    for number in range(3):
        ours.write_bytes(MAGIC + bytes([number]) * 100)
        assert own_log(seen) is None
        assert not ours.exists()
    found = {path.name.removeprefix(ours.name): path.read_bytes()[-1] for path in ours.parent.glob("*.damaged*")}
    assert found == {".damaged": 0, ".damaged-2": 1, ".damaged-3": 2}
