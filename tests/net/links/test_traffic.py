"""An open link: floods, peers that read slowly or fall silent, and its end."""

import asyncio
import socket

from net import messages
from net.handshake import to_open_table
from net.link import LIMITS
from net.messages import EntryMessage, Ping
from net.refusal import Refusal
from tests.net.doors import HOST, identity
from tests.net.links.ends import HERE, PATIENCE, frame, say, silent, until

# Floods.


async def test_a_flood_is_read_at_fifty_frames_a_second_after_two_hundred(host, pair):
    here, there = pair
    for number in range(300):
        there.send(say(str(number)))
    await until(lambda: here._held is not None)
    assert len(host.heard.received_) == LIMITS.guest_burst
    host.pass_ms(19)
    assert len(host.heard.received_) == LIMITS.guest_burst
    host.pass_ms(1)
    assert len(host.heard.received_) == LIMITS.guest_burst + 1
    host.pass_ms(980)
    await until(lambda: here._held is not None)
    assert len(host.heard.received_) == LIMITS.guest_burst + 50
    host.pass_ms(1000)
    await host.heard.until(lambda: len(host.heard.received_) == 300)  # none is lost, and in order
    assert [message.text for message in host.heard.received_] == [str(number) for number in range(300)]
    host.pass_ms(1999)
    there.send(say("at last"))
    await host.heard.until(lambda: host.heard.received_[-1] == say("at last"))
    assert here._flood_ms is not None
    host.pass_ms(41)
    there.send(say("in peace"))
    await host.heard.until(lambda: host.heard.received_[-1] == say("in peace"))
    assert here._flood_ms is None


async def test_others_are_heard_during_a_flood(ends, host, pair):
    boris = ends(identity(3))
    boris.links.dial([(HERE, host.port)], to_open_table())
    quiet = await boris.heard.until_open()
    for _ in range(1000):
        pair[1].send(say("spam"))
    await until(lambda: pair[0]._held is not None)
    quiet.send(say("hello"))
    await host.heard.until(lambda: say("hello") in host.heard.received_)


async def test_a_flood_that_does_not_end_ends_the_link(host, pair):
    here, there = pair
    for _ in range(LIMITS.guest_burst + 50 * 21):
        there.send(say("spam"))
    await until(lambda: here._held is not None)
    for _ in range(LIMITS.flood_ms // 1000 - 1):
        host.pass_ms(1000)
        await until(lambda: here._held is not None)
    host.pass_ms(999)
    assert here.is_open
    host.pass_ms(1)
    assert await host.heard.until_closed() == ("flood", {})


async def test_a_host_may_send_a_whole_game_at_once(anna, pair):
    """A log of 500 entries is one breath, not ten seconds."""
    here, _ = pair
    for number in range(500):
        here.send(EntryMessage(b"%d" % number * 80, b"s" * 64))
    await anna.heard.until(lambda: len(anna.heard.received_) == 500)


# A peer that reads slowly.


async def test_what_cannot_be_sent_now_is_sent_later_in_order(anna, pair):
    here, _ = pair
    here.pause_writing()
    for number in range(LIMITS.queue_frames):
        here.send(say(str(number)))
    assert here.queued[0] == LIMITS.queue_frames
    assert here.is_open
    here.resume_writing()
    assert here.queued == (0, 0)
    await anna.heard.until(lambda: len(anna.heard.received_) == LIMITS.queue_frames)
    assert [message.text for message in anna.heard.received_] == [str(n) for n in range(LIMITS.queue_frames)]


async def test_a_queue_of_too_many_frames_ends_the_link(host, pair):
    here, _ = pair
    here.pause_writing()
    for _ in range(LIMITS.queue_frames + 1):
        here.send(say("x"))
    assert not here.is_open
    assert await host.heard.until_closed() == ("behind", {})


async def test_a_queue_of_too_many_bytes_ends_the_link(host, pair):
    here, _ = pair
    here.pause_writing()
    big = EntryMessage(b"x" * 60_000, b"s" * 64)
    size = len(frame(big))
    count = LIMITS.queue_bytes // size
    for _ in range(count):
        here.send(big)
    room = LIMITS.queue_bytes - here.queued[1]
    rest = EntryMessage(b"x" * (room - (size - 60_000)), b"s" * 64)
    here.send(rest)
    assert here.queued == (count + 1, LIMITS.queue_bytes)
    assert here.is_open
    here.send(say("x"))
    assert await host.heard.until_closed() == ("behind", {})


async def test_a_peer_that_does_not_read_falls_behind_and_is_dropped(host, pair):
    here, there = pair
    there._transport.pause_reading()
    big = EntryMessage(b"x" * 60_000, b"s" * 64)
    for _ in range(5000):  # far more than systems keep for us
        here.send(big)
        if not here.is_open:
            break
        await asyncio.sleep(0)
    assert await host.heard.until_closed() == ("behind", {})


# Is anybody there?


async def test_a_ping_every_five_seconds_is_answered(host, anna, pair):
    here, there = pair
    here_heard, there_heard = here._heard_ms, there._heard_ms
    anna.clock.now += 7
    host.pass_ms(LIMITS.ping_ms - 1)
    assert here._pings == 0
    host.pass_ms(1)
    assert here._pings == 1
    await until(lambda: there._heard_ms > there_heard)
    await until(lambda: here._heard_ms > here_heard)
    assert host.heard.received_ == anna.heard.received_ == []  # nobody else's business


async def test_slow_at_ten_seconds_and_well_again(host, pair):
    here, there = pair
    there._transport.pause_reading()
    host.pass_ms(LIMITS.slow_ms - 1)
    assert host.heard.paces == []
    host.pass_ms(1)
    assert host.heard.paces == [True]
    host.pass_ms(1)
    assert host.heard.paces == [True]
    there._transport.resume_reading()
    await host.heard.until(lambda: host.heard.paces == [True, False])
    assert here.is_open


async def test_dead_at_twenty_seconds(host, pair):
    here, there = pair
    there._transport.pause_reading()
    host.pass_ms(LIMITS.dead_ms - 1)
    assert here.is_open
    host.pass_ms(1)
    assert not here.is_open
    assert await host.heard.until_closed() == ("silent", {})
    there._transport.resume_reading()


async def test_a_pong_is_not_owed_to_anybody_twice(host, pair):
    pair[1]._write(Ping(7))
    pair[1]._write(messages.Pong(99))
    pair[1].send(say("still here"))
    await host.heard.until(lambda: host.heard.received_ == [say("still here")])


async def test_a_session_may_look_after_that_itself(ends):
    host, anna = ends(HOST, hosts=True, way="open", heartbeat=False), ends()
    anna.links.dial([(HERE, host.port)], to_open_table())
    here, there = await host.heard.until_open(), await anna.heard.until_open()
    host.pass_ms(LIMITS.dead_ms)
    assert here.is_open
    assert here._pings == 0
    assert host.heard.paces == []
    here.send(Ping(7))
    await host.heard.until(lambda: host.heard.received_ == [messages.Pong(7)])
    there._write(Ping(8))
    await host.heard.until(lambda: host.heard.received_[-1] == Ping(8))


async def test_whoever_dialled_may_become_the_host(host, pair):
    here, there = pair
    here.expect_host()
    lobby = messages.Lobby(1, "Reef", "atlantis", {}, 0, (), (), "lobby")
    for _ in range(LIMITS.guest_burst + 100):
        there.send(lobby)
    await host.heard.until(lambda: len(host.heard.received_) == LIMITS.guest_burst + 100)


# The end.


async def test_who_leaves_says_so(host, anna, pair):
    here, there = pair
    there.send(say("bye"))
    there.close("leaving")
    assert await host.heard.until_closed() == ("bye", {"why": "leaving"})
    assert await anna.heard.until_closed() == ("closed", {"why": "leaving"})
    assert host.heard.received_ == [say("bye")]
    there.send(say("hello?"))
    there.close("again")
    here.close("again")
    assert len(anna.heard.closed_) == len(host.heard.closed_) == 1


async def test_who_vanishes_is_lost(host, pair):
    pair[1]._transport.abort()
    assert await host.heard.until_closed() == ("lost", {})


async def test_a_peer_that_does_not_say_goodbye_does_not_keep_us(host, pair):
    here, there = pair
    there._transport.pause_reading()
    here.close("leaving")
    host.pass_ms(LIMITS.linger_ms)
    assert await host.heard.until_closed() == ("closed", {"why": "leaving"})
    there._transport.resume_reading()


async def test_nothing_is_heard_after_the_end(host, pair):
    for _ in range(5):
        pair[1].send(say("x"))

    def closing(link, message):
        host.heard.received_.append(message)
        link.close("enough")

    host.heard.received = closing
    assert await host.heard.until_closed() == ("closed", {"why": "enough"})
    assert host.heard.received_ == [say("x")]


async def test_everything_closes_whatever_it_is_doing(ends):
    """Dialling this very moment, at a silent door, at the door of somebody who never answers, open, with strangers."""
    host, anna = ends(HOST, hosts=True, way="open"), ends()
    anna.links.dial([(HERE, host.port)], to_open_table())
    await anna.heard.until_open()
    with silent() as port, socket.create_connection((HERE, host.port)):
        anna.links.dial([(HERE, port)], to_open_table())
        await until(lambda: anna.links.all[-1].attempt is not None and len(host.links.all) == 2)
        anna.links.dial([(HERE, host.port)], to_open_table())
        await asyncio.wait_for(anna.links.close("leaving"), PATIENCE)
        await asyncio.wait_for(host.links.close("leaving"), PATIENCE)
    assert [why for _, why, _ in anna.heard.closed_] == ["closed"] * 3
    assert anna.links.all == host.links.all == ()


async def test_what_fails_in_the_moment_it_is_called_off_is_not_shouted_about(anna):
    async def fail():
        raise OSError

    link = anna.links._new(HERE, to_open_table())
    going = asyncio.create_task(anna.links._attempt(link, 1000, fail))
    await asyncio.sleep(0)  # it has begun
    await asyncio.sleep(0)  # and failed, of which nobody has heard yet
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    assert going.cancelled()
    link.fail(Refusal("lost"))


async def test_a_shut_door_lets_nobody_in_and_keeps_who_is_inside(host, anna, pair):
    host.links.stop_listening()
    anna.links.dial([(HERE, host.port)], to_open_table())
    assert await anna.heard.until_closed() == ("unreachable", {"cause": "nobody_there"})
    pair[1].send(say("still here"))
    await host.heard.until(lambda: host.heard.received_ == [say("still here")])
