"""Every file has one place: the system's usual one, or under ATLANTIS_HOME."""

import os
import subprocess
import sys

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from atlantis_tui.saved import paths

XDG = ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in ("ATLANTIS_HOME", *XDG):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/anna")


@pytest.mark.parametrize("xdg", [None, "/elsewhere/{}", "not/absolute", ""])
@pytest.mark.parametrize(("platform", "judge"), [("linux", Unix), ("darwin", MacOS)])
def test_the_places_are_those_of_platformdirs(monkeypatch, platform, judge, xdg):
    monkeypatch.setattr(sys, "platform", platform)
    for name in XDG if xdg is not None else ():
        monkeypatch.setenv(name, xdg.format(name))
    dirs = judge("atlantis", appauthor=False)
    assert paths.games_dir() == os.path.join(dirs.user_data_dir, "games")
    assert paths.identity_file() == os.path.join(dirs.user_data_dir, "identity")
    assert paths.reports_dir() == os.path.join(dirs.user_state_dir, "reports")
    assert paths.settings_file() == os.path.join(dirs.user_config_dir, "settings.toml")
    assert paths.statistics_file() == os.path.join(dirs.user_state_dir, "statistics.json")
    assert paths.reviews_dir() == os.path.join(dirs.user_data_dir, "games", "reviews")


def test_atlantis_home_holds_everything(monkeypatch):
    monkeypatch.setenv("ATLANTIS_HOME", "/portable")
    monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")
    assert paths.games_dir() == "/portable/games"
    assert paths.reports_dir() == "/portable/reports"
    assert paths.settings_file() == "/portable/settings.toml"


def test_atlantis_home_may_be_relative_or_begin_with_a_tilde(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATLANTIS_HOME", "here")
    assert paths.games_dir() == str(tmp_path / "here" / "games")
    monkeypatch.setenv("ATLANTIS_HOME", "~/there")
    assert paths.games_dir() == "/home/anna/there/games"


def test_naming_a_place_creates_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))
    paths.games_dir(), paths.reports_dir(), paths.settings_file()
    assert list(tmp_path.iterdir()) == []


def test_finding_a_place_loads_nothing_that_is_slow_to_load():
    program = (
        "import sys; before = set(sys.modules); from atlantis_tui.saved import paths; "
        "from atlantis_tui.text import translation; paths.games_dir();"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if not name.startswith(("atlantis_tui", "__future__"))} == set()
