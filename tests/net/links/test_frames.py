"""What may be said on a link, and how long it may be; what is no message ends it."""

import asyncio
import struct

import pytest

from net import messages, wire
from net.link import LIMITS
from net.messages import Auth, Bye, Knock, Ready
from net.refusal import ProtocolError
from tests.net.doors import ANNA, HOST, hello
from tests.net.links.ends import PATIENCE, frame, raw, say, until


async def test_a_stranger_may_announce_four_kibibytes_and_not_a_byte_more(host):
    async with raw(host.port) as (reader, writer):
        writer.write(struct.pack(">I", wire.BEFORE) + b"\0")
        await until(lambda: host.links.all and host.links.all[0]._frames.waiting == 5)
        assert host.heard.turned_away_ == []
    async with raw(host.port) as (reader, writer):
        writer.write(struct.pack(">I", wire.BEFORE + 1))
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""  # not a word in answer
    assert host.heard.turned_away_ == ["frame_length"]


async def test_a_guest_may_send_sixty_four_kibibytes_and_not_a_byte_more(host, pair):
    here, there = pair
    there._transport.write(struct.pack(">I", wire.AFTER) + b"\0")
    await until(lambda: here._frames.waiting == 5)
    assert here.is_open
    there._transport.write(b"\0" * (wire.AFTER - 1))  # which is no message
    assert await host.heard.until_closed() == ("not_canonical", {"what": "length"})


async def test_a_frame_that_is_too_long_ends_the_link(host, pair):
    pair[1]._transport.write(struct.pack(">I", wire.AFTER + 1))
    assert await host.heard.until_closed() == ("frame_length", {"length": wire.AFTER + 1, "limit": wire.AFTER})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0\0\0\0", "frame_length"),
        (b"\0\0\0\1\xc1", "not_canonical"),
        (b"GET / HTTP/1.1\r\n\r\n", "frame_length"),
        (frame(Ready(1, True, None)), "unexpected_message"),
        (frame(messages.Welcome(1, "x")), "unexpected_message"),
    ],
    ids=["empty", "no message", "a browser", "as if inside", "as if the host"],
)
async def test_who_does_not_speak_our_protocol_is_not_answered(host, data, reason):
    async with raw(host.port) as (reader, writer):
        writer.write(data)
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    assert host.heard.turned_away_ == [reason]


async def test_a_name_with_escape_codes_does_not_come_in(host):
    nonce = b"n" * 16
    async with raw(host.port) as (reader, writer):
        writer.write(frame(hello(nonce)) + frame(Knock("open", ())))
        good = messages.write(Auth(ANNA.key, "AnXna", b"s" * 64, None))
        writer.write(wire.framed(good.replace(b"AnXna", b"An\x1bna")))
        await asyncio.wait_for(reader.read(), PATIENCE)
    assert host.heard.turned_away_ == ["bad_field"]


async def test_so_many_words_at_the_door_and_no_more(ends):
    host = ends(HOST, hosts=True, limits=LIMITS._replace(door_frames=2))
    async with raw(host.port) as (reader, writer):
        writer.write(frame(hello(b"n" * 16)) + frame(messages.AskTable()) * 2)
        answers = list(wire.Frames().feed(await asyncio.wait_for(reader.read(), PATIENCE)))
    assert len(answers) <= 2
    assert host.heard.turned_away_ == ["unexpected_message"]


async def test_our_own_mistake_is_not_blamed_on_the_other_side(pair):
    here, there = pair
    with pytest.raises(ProtocolError):
        here.send(say("x" * 501))
    assert here.is_open
    assert there.is_open


def test_byes_carry_a_word_and_no_more():
    assert messages.read(messages.write(Bye("leaving"))) == Bye("leaving")
