import time

import pytest

from tests.tui import idle


@pytest.fixture(scope="module", autouse=True)
def _wait_no_longer_than_needed():
    """Nobody sleeps to see whether an app has come to rest."""
    with pytest.MonkeyPatch.context() as patch:
        idle.install(patch)
        yield


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A place of its own for all files, and a terminal that shows everything."""
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("NO_COLOR", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@pytest.fixture
def quick_disk(monkeypatch):
    """Nothing waits until the disk has it: no machine stops in these tests."""
    monkeypatch.setattr("os.fsync", lambda _file: None)


@pytest.fixture
def utc(monkeypatch):
    """The same time of day everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
