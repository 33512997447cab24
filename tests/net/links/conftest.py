"""A host and a guest, and a link between them."""

import asyncio
import gc
import logging

import pytest

from net.certificate import make_certificate
from net.handshake import to_open_table
from tests.net.doors import ANNA, HOST
from tests.net.links.ends import HERE, PATIENCE, End, nothing_left


@pytest.fixture(scope="module")
def certificate():
    return make_certificate()


@pytest.fixture
async def ends(certificate, caplog):
    """Makes programs, and closes them when the test is over; then nothing may be left of them, and nothing said."""
    made = []

    def make(me=ANNA, hosts=False, **about):
        end = End(me, certificate if hosts else None, **about)
        made.append(end)
        if hosts:
            end.port = end.links.listen(HERE)
        return end

    yield make
    await asyncio.wait_for(asyncio.gather(*(end.links.close("leaving") for end in made)), PATIENCE)
    assert [link for end in made for link in end.links.all] == []
    await asyncio.wait_for(nothing_left(asyncio.current_task()), PATIENCE)
    gc.collect()  # of what is forgotten, asyncio complains when it is thrown away
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def host(ends):
    return ends(HOST, hosts=True, way="open")


@pytest.fixture
async def anna(ends):
    return ends()


@pytest.fixture
async def pair(host, anna):
    """Both ends of an open link: the host's and the guest's."""
    anna.links.dial([(HERE, host.port)], to_open_table())
    return await host.heard.until_open(), await anna.heard.until_open()
