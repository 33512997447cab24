"""A runner that is closed leaves nothing: no task, no socket or file, no process, whatever it was doing."""

import asyncio
import gc
import io
import os
import socket

import pytest

from atlantis_tui.network.runner import JoinTarget, SessionRunner
from atlantis_tui.plain.network_front import PlainNetworkFront
from net.handshake import to_open_table
from net.identity import Identity
from net.session.session import Session

HERE = "127.0.0.1"


class Quiet(io.StringIO):
    """Nobody types here, and nobody leaves either."""

    def fileno(self):
        raise OSError


def open_files():
    return {number: os.readlink(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd") if is_open(number)}


def is_open(number):
    try:
        os.fstat(int(number))
    except OSError:  # the one that was open for this list
        return False
    return True


def children():
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return file.read().split()


@pytest.fixture
async def nothing_left():
    """Compares what there is in the end with what there was."""
    if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
        pytest.skip("open files and children can be seen on Linux only")
    gc.collect()
    files, tasks, programs = open_files(), asyncio.all_tasks(), children()
    yield
    gc.collect()  # what is not closed complains now, and warnings are errors here
    assert asyncio.all_tasks() - {*tasks, asyncio.current_task()} == set()
    assert open_files() == files
    assert children() == programs


@pytest.fixture
def sit(monkeypatch, tmp_path):
    def make(name, port=None, plays="random", seats=2):
        monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / name))
        target = None if port is None else JoinTarget(((HERE, port),), to_open_table())
        runner = SessionRunner(Identity(name.encode().ljust(32)), name, target=target, door="open", discovers=False)
        runner.listen(HERE)
        if port is None:
            runner.sit(lambda me, now: Session.host(me, now, "Reef", "atlantis", {}, seats))
        else:
            runner.sit(Session.guest)
        return runner, asyncio.create_task(PlainNetworkFront(runner, Quiet(), io.StringIO(), plays=plays).run())

    return make


async def until(there, *running):
    while not there():
        for task in running:
            assert not task.done(), task
        await asyncio.sleep(0.001)


async def close(*sitting):
    for runner, running in sitting:
        await runner.close()
        await running


def in_game(runner, entries):
    return runner.session.game is not None and runner.session.game.last >= entries


@pytest.mark.parametrize("first", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("entries", [None, 3, 20], ids=["lobby", "dealing", "playing"])
async def test_a_table_that_is_left_at_any_time(nothing_left, sit, entries, first):
    anna = sit("Anna", seats=3 if entries is None else 2)
    boris = sit("Boris", anna[0].port)
    both = [anna, boris]
    if entries is None:
        await until(lambda: boris[0].session.table is not None, anna[1], boris[1])
    else:
        await until(lambda: in_game(anna[0], entries), anna[1], boris[1])
    await close(both[first], both[1 - first])


async def test_a_game_that_was_played_to_its_end(nothing_left, sit):
    anna = sit("Anna")
    boris = sit("Boris", anna[0].port)
    assert [*await asyncio.gather(anna[1], boris[1])] == [0, 0]
    await close(anna, boris)


async def test_a_host_that_nobody_has_answered(nothing_left, sit):
    """The address takes whoever comes and says nothing."""
    with socket.socket() as deaf:
        deaf.bind((HERE, 0))
        deaf.listen()
        boris = sit("Boris", deaf.getsockname()[1])
        await until(lambda: boris[0].links.all, boris[1])
        await close(boris)


async def test_strangers_at_the_door(nothing_left, sit):
    anna = sit("Anna")
    with socket.socket() as silent, socket.socket() as rude:
        for stranger, words in ((silent, b""), (rude, b"GET / HTTP/1.1\r\n\r\n")):
            stranger.connect((HERE, anna[0].port))
            stranger.sendall(words)
        await until(lambda: anna[0].links.all, anna[1])
        await close(anna)


async def test_a_bot_that_thinks_in_a_process_of_its_own(nothing_left, sit):
    anna = sit("Anna", plays="hard")
    boris = sit("Boris", anna[0].port)
    await until(lambda: len(children()) > 0, anna[1], boris[1])
    await close(anna, boris)
