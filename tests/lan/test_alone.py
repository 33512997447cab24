"""A game played together that nobody else comes back to: how far it is, and how to go on with it alone."""

import re

import pytest

from atlantis_tui.seats import LONGEST_KEPT, LONGEST_NAME
from core.frames import MAGIC, frame, pack_record
from core.log import FileLog, read
from core.reading import Reading
from core.table import Table, header
from net.identity import load_identity
from net.names import MAX_NAME, distinct

from ..net import lan
from ..net.lan import GAME, dealt, identity, in_play, play_on, prompted
from ..plain.keyboard import refused

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


def test_who_is_left_alone_goes_on_against_bots(atlantis, ours):
    before = ours.read_bytes()
    done = atlantis("resume", "--plain", ours, "--alone")
    assert (done.returncode, done.stderr) == (0, "")
    said = re.match(r"Bots play for the others now, in (\S+); (\S+) stays as it is\. .*\n", done.stdout)
    assert said is not None
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


def test_a_name_with_a_number_behind_it_is_a_name(atlantis, tmp_path, monkeypatch):
    """Two people at the table had one name of twenty letters."""
    name = distinct("x" * LONGEST_NAME, ["x" * LONGEST_NAME])
    assert LONGEST_NAME < len(name) <= LONGEST_KEPT == MAX_NAME
    monkeypatch.setattr(lan, "NAMES", ("Anna", name))
    load_identity(tmp_path / "home" / "identity", lambda length: bytes([2]) * length)
    path = written(tmp_path / "left.atl", in_play(people=2)[0])
    assert name in atlantis("resume", "--plain", path, "--alone").stdout
