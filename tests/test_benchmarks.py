"""Every benchmark that a README names can be run as it is written there, and prints figures."""

import importlib
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "bench"
READMES = [ROOT / "README.md", ROOT / "net" / "PROTOCOL.md", FOLDER / "README.md", *ROOT.glob("*/README.md")]
NAMED = re.compile(r"python\s+(?:-m\s+tests\.bench\.(\w+)|tests/bench/(\w+)\.py)")
PARTS = {"__init__", "lan_table"}  # of other benchmarks

# As little as can be measured. What runs in a moment and in this process is run every time.
SMALLEST = {
    "claims": "--games 1 --rounds 1 --json",
    "lan": "--rounds 1 --echoes 2 --joins 1 --moves 2 --entries 12 --json",
    "open_spiel": "--games 2 --iterations 2 --json",
    "playouts": "--seconds 0.01 --rounds 1 --json",
    "regret": "--games 1 --worlds 2 --iterations 1 2 --json",
    "review": "atlantis --turns 3 --iterations 2 --json",
    "replay": "--runs 1 --records 40 --games 3 --json",
    "search": "--rounds 1 --iterations 2 --json",
    "startup": "1",
    "stats_command": "--games 3",
    "terminal": "--runs 1 --size 80x24 --json",
    "weights": "--games 4 --bot random",
}
QUICK = ("claims", "playouts")
NEEDS = {"open_spiel": ["pyspiel"], "weights": ["numpy", "scipy"]}  # beyond the extra `test`


def named() -> set[str]:
    return {one or other for path in READMES for one, other in NAMED.findall(path.read_text("utf-8"))}


def test_every_benchmark_is_named_and_none_that_is_not_there():
    there = {path.stem for path in FOLDER.glob("*.py")} - PARTS
    assert named() == there == set(SMALLEST)


@pytest.mark.parametrize("name", SMALLEST)
def test_it_says_what_can_be_chosen(name, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [name, "--help"])
    with pytest.raises(SystemExit) as left:
        importlib.import_module(f"tests.bench.{name}").main()
    assert left.value.code == 0
    assert "usage:" in capsys.readouterr().out


@pytest.mark.parametrize("name", QUICK)
def test_it_measures_something(name, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [name, *SMALLEST[name].split()])
    importlib.import_module(f"tests.bench.{name}").main()
    assert figures(json.loads(capsys.readouterr().out))


@pytest.mark.full
@pytest.mark.parametrize("name", SMALLEST)
def test_it_runs_as_a_readme_says(name):
    ran(name, "-m", f"tests.bench.{name}")


@pytest.mark.full
def test_starts_are_measured_by_path_too():
    ran("startup", "tests/bench/startup.py")


def ran(name: str, *how: str) -> None:
    """Run a benchmark; without what it needs it says so and what to do."""
    done = subprocess.run(
        [sys.executable, *how, *SMALLEST[name].split()], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    if all(find_spec(module) for module in NEEDS.get(name, [])):
        assert re.search(r"\d", done.stdout)
        assert name == "weights" or figures(json.loads(done.stdout))
    else:
        assert "is not installed: pip install" in done.stdout


def figures(found: object) -> list[float]:
    """All numbers in what a benchmark printed."""
    if isinstance(found, dict):
        return [number for one in found.values() for number in figures(one)]
    if isinstance(found, list):
        return [number for one in found for number in figures(one)]
    return [found] if isinstance(found, int | float) and not isinstance(found, bool) else []
