"""Golden games: whole logs, byte for byte, that must come out the same on every Python, platform and day.

A hash that differs means that games in people's files could no longer be taken up. Where a rule or the chance was
changed on purpose (with a new rules_version), they are written anew by

    python -m tests.core.test_golden --write

This file runs itself under other interpreters, where only msgpack is at hand: so no pytest at the top of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

from core import games
from core.chance import Stream
from core.frames import pack_record
from core.log import MemoryLog
from core.table import Table, header

ROOT = Path(__file__).parent.parent.parent
GOLDEN = Path(__file__).parent / "golden.json"

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "atlantis 2": ("atlantis", 2, {}),
    "atlantis 3": ("atlantis", 3, {}),
    "atlantis 4": ("atlantis", 4, {}),
    "atlantis 2, paid cards are discarded": ("atlantis", 2, {"paid_cards": "discard"}),
    "atlantis 4, paid cards are discarded": ("atlantis", 4, {"paid_cards": "discard"}),
    "atlantis 3, bought cards cannot pay": ("atlantis", 3, {"bought_cards_can_pay": False}),
    "atlantis 4, figures on Atlantis stay": ("atlantis", 4, {"atlantis_figures_pay": False}),
    "atlantis 2, everything otherwise": (
        "atlantis",
        2,
        {"paid_cards": "discard", "bought_cards_can_pay": False, "atlantis_figures_pay": False},
    ),
    "atalia": ("atalia", 2, {}),
    "atalia, claims at the start": ("atalia", 2, {"claim_at": "start"}),
    "atalia, troops alone": ("atalia", 2, {"tactics": False}),
    "atalia, terrain": ("atalia", 2, {"terrain": "house"}),
    "atalia, a series": ("atalia", 2, {"series": 3}),
    "atalia, everything otherwise": (
        "atalia",
        2,
        {"claim_at": "start", "tactics": False, "terrain": "house", "series": 5},
    ),
    "survive 2": ("survive", 2, {}),
    "survive 3": ("survive", 3, {}),
    "survive 4": ("survive", 4, {}),
    "survive 3, to the last one, nobody remembers": (
        "survive",
        3,
        {"to_the_last_one": True, "owner_remembers": False, "overpopulation": True},
    ),
    "survive 4, Atlantis is gone": ("survive", 4, {"atlantis_is_gone": True, "creature_move_mandatory": True}),
}
SEEDS = ("gold", "oro", "золото")


def played(game: str, seats: int, options: dict[str, Any], seed: str) -> MemoryLog:
    """A whole game of seats that choose by a stream of their own, with a take-back now and then."""
    log = MemoryLog(header(games.load(game), [f"seat {number}" for number in range(seats)], options, seed))
    table = Table(log)
    choose = Stream("golden", seed, game, seats)
    while not table.over:
        prompt = table.state.prompt
        assert prompt is not None
        moves = table.state.legal()
        table.play(prompt.seat, moves[choose.below(len(moves))])
        if not choose.below(25) and table.back_target(prompt.seat, alone=True) is not None:
            table.back(prompt.seat, alone=True)
    return log


def hash_of(log: MemoryLog) -> str:
    whole = blake2b(digest_size=16)
    for record in log.records:
        whole.update(pack_record(record))
    return whole.hexdigest()


def hashes() -> dict[str, dict[str, str]]:
    return {
        name: {seed: hash_of(played(game, seats, options, seed)) for seed in SEEDS}
        for name, (game, seats, options) in GAMES.items()
    }


def golden() -> Any:
    return json.loads(GOLDEN.read_text("utf-8"))


# --- The tests


def test_these_are_the_golden_games():
    assert hashes() == golden()


def test_golden_games_are_all_different_and_not_short():
    found = [one for seeds in golden().values() for one in seeds.values()]
    assert len(set(found)) == len(found) == len(GAMES) * len(SEEDS)
    for game, seats in (("atlantis", 4), ("atalia", 2)):
        log = played(game, seats, {}, SEEDS[0])
        assert len(log.records) > 60
        assert {record.kind for record in log.records} == {"game", "deal", "move", "back", "end"}


def test_golden_games_are_of_every_game_of_the_house():
    assert {game for game, _, _ in GAMES.values()} == set(games.names())


def test_one_byte_more_or_less_would_be_noticed():
    log = played("atlantis", 2, {}, SEEDS[0])
    before = hash_of(log)
    log.records[5] = log.records[5]._replace(digest=bytes(16))
    assert hash_of(log) != before


def told_by(python: str, msgpack: str, **environment: str) -> Any:
    """The hashes that another interpreter makes."""
    done = subprocess.run(
        [python, "-m", "tests.core.test_golden"],
        cwd=ROOT,
        env={
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": os.pathsep.join([str(ROOT), msgpack]),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def plain_msgpack(folder: Path) -> str:
    """A folder with nothing but msgpack in it, which every Python can use without its compiled part."""
    import msgpack

    (folder / "msgpack").symlink_to(Path(msgpack.__file__).parent)
    return str(folder)


OTHERS = [number for number in range(11, 15) if number != sys.version_info.minor]


def pytest_generate_tests(metafunc):
    import pytest

    full = pytest.mark.full
    if "hash_seed" in metafunc.fixturenames:
        metafunc.parametrize("hash_seed", ["random", pytest.param("0", marks=full), pytest.param("1", marks=full)])
    if "minor" in metafunc.fixturenames:
        metafunc.parametrize("minor", [pytest.param(minor, marks=full) for minor in OTHERS])
    if "msgpack" in metafunc.fixturenames:
        metafunc.parametrize("msgpack", [pytest.param("pure", marks=full)])


def test_golden_whatever_the_hash_seed_locale_and_time_zone(hash_seed, tmp_path):
    habits = {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "PYTHONUTF8": "1"}
    assert told_by(sys.executable, plain_msgpack(tmp_path), PYTHONHASHSEED=hash_seed, **habits) == golden()


def test_golden_without_the_compiled_msgpack(msgpack, tmp_path):
    """The next test does without it as well, where there are other Pythons."""
    assert told_by(sys.executable, plain_msgpack(tmp_path), MSGPACK_PUREPYTHON="1") == golden()


def test_golden_on_other_pythons(minor, tmp_path):
    import pytest

    python = find_python(minor)
    if python is None:
        pytest.skip(f"there is no Python 3.{minor} on this machine (looked on PATH and in pyenv)")
    assert told_by(python, plain_msgpack(tmp_path), MSGPACK_PUREPYTHON="1") == golden()


def find_python(minor: int) -> str | None:
    """An interpreter of this version that really runs: what is on the PATH may only be a shim."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = [shutil.which(f"python3.{minor}"), *map(str, sorted(pyenv.glob(f"versions/3.{minor}.*/bin/python")))]
    for python in found:
        if python is None:
            continue
        asked = [python, "-c", "import sys; print(*sys.version_info[:2])"]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
        if done.returncode == 0 and done.stdout.split() == ["3", str(minor)]:
            return python
    return None


if __name__ == "__main__":
    told = json.dumps(hashes(), indent=2)
    if "--write" in sys.argv:
        GOLDEN.write_text(told + "\n", "utf-8")
    else:
        print(told)
