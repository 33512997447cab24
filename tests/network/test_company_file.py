"""What a host keeps of its table, so that a lost program does not lose the company."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from atlantis_tui.network import company_file
from atlantis_tui.network.company_file import KeptCompany
from atlantis_tui.saved import paths

ANNA, BEA = b"a" * 32, b"b" * 32
COMPANY = KeptCompany("Reef", 4711, {ANNA: ("192.0.2.7", 5001), BEA: ("", 0)}, (b"w" * 32,))


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path))


@pytest.fixture
def of_a_lost_program():
    """The file as a program left it that is no more."""
    company_file.keep(COMPANY)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    change(pid=ended.pid)


def change(**more):
    with open(paths.company_file(), encoding="utf-8") as file:
        content = json.load(file)
    with open(paths.company_file(), "w", encoding="utf-8") as file:
        json.dump({**content, **more}, file)


@pytest.mark.usefixtures("of_a_lost_program")
def test_the_company_of_a_lost_program_is_known_again():
    assert company_file.kept() == COMPANY


def test_that_of_a_program_that_runs_is_its_own():
    company_file.keep(COMPANY)
    assert company_file.kept() is None


@pytest.mark.usefixtures("of_a_lost_program")
def test_an_evening_ends():
    change(at=int(time.time()) - company_file.LASTING - 1)
    assert company_file.kept() is None


def test_a_table_that_is_closed_on_purpose_is_forgotten_but_not_that_of_another_window():
    company_file.keep(COMPANY)
    change(pid=os.getppid())
    company_file.forget()
    company_file.keep(COMPANY._replace(name="Kelp"))
    with open(paths.company_file(), encoding="utf-8") as file:
        assert json.load(file)["table"] == "Reef", "the other window was first"
    change(pid=os.getpid())
    company_file.forget()
    assert not os.path.exists(paths.company_file())


@pytest.mark.usefixtures("of_a_lost_program")
@pytest.mark.parametrize(
    "wrong",
    [{"people": 5}, {"people": {"zz": ["192.0.2.7", 1]}}, {"watchers": [1]}, {"port": "x"}, {"at": None}, {"pid": "x"}],
)
def test_what_cannot_be_read_is_none(wrong):
    change(**wrong)
    assert company_file.kept() is None


@pytest.mark.usefixtures("of_a_lost_program")
def test_no_name_is_looked_up_and_no_address_taken_that_no_machine_has():
    change(people={ANNA.hex(): ["evil.example", 80], BEA.hex(): ["224.0.0.1", 80]})
    kept = company_file.kept()
    assert kept is not None
    assert set(kept.people.values()) == {("", 0)}


@pytest.mark.usefixtures("of_a_lost_program")
def test_only_its_owner_reads_it():
    assert os.stat(paths.company_file()).st_mode & 0o777 == 0o600
