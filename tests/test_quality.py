"""The linter, the formatter and the type checker have nothing to say."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check"],
        ["ruff", "format", "--check", "--diff"],
        ["mypy", "core", "net", "atlantis_tui"],
        pytest.param(["mypy"], marks=pytest.mark.full),  # the tests too
    ],
    ids=" ".join,
)
def test_nothing_to_say(command):
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"
