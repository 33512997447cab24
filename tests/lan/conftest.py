"""A fresh home for every player, and no program left behind."""

import subprocess

import pytest

from .programs import Program

HERE = ("--no-discovery", "--address", "127.0.0.1")


@pytest.fixture
def start(tmp_path):
    """Starts `atlantis COMMAND ...` as a player of this name; the same name again has the same home."""
    running = []

    def run(player, *argv, typed=False, **more):
        stdin = subprocess.PIPE if typed or more else subprocess.DEVNULL
        program = Program(tmp_path / player, argv, stdin, **more)
        running.append(program)
        return program

    yield run
    for program in running:
        program.process.kill()
    for program in running:
        program.process.wait()
        # Only shown where a test has failed.
        print(program.home.name, program.process.returncode, program.text, program.errors, sep="\n")
        for stream in (program.process.stdin, program.process.stdout, program.process.stderr):
            if stream is not None:
                stream.close()


@pytest.fixture
def host(start):
    def run(*argv, player="anna", **more):
        return start(player, "host", "atlantis", *HERE, "--player", player.capitalize(), *argv, **more)

    return run


@pytest.fixture
def join(start):
    def run(player, table, *argv, **more):
        return start(player, "join", table, *HERE, "--name", player.capitalize(), *argv, **more)

    return run
