"""What a link costs on this machine's loopback, beside TLS alone, and how long it takes to come in. Prints a table.

    python -m tests.bench.lan [--rounds 9] [--echoes 400] [--joins 15] [--moves 100] [--entries 500] [--json]

echo    one message there and back: a line of chat on our link (framed, packed, checked, both ways), and the same bytes
        through asyncio streams over TLS that know nothing. The two take turns; a ratio is the median of the ratios of
        the rounds. Both ends are in this process, and the time is the processor's: what it costs them together.
join    from the call that dials until the guest knows it is in, by each way; median, fastest and slowest. With a code
        most of it is the work of SPAKE2, once on each side, and both sides are this one process.
move, resume, bytes: a table of four, see lan_table.py
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from net import messages, wire
from net.certificate import Certificate, joining_context, make_certificate
from net.codes import new_code
from net.handshake import Admitted, Door, Visit, to_open_table, with_code, with_key, with_ticket
from net.identity import Identity
from net.link import LIMITS, Link
from net.links import Links
from net.messages import Chat, Message, TableInfo
from net.pake import Gatekeeper
from net.refusal import Refusal
from net.versions import hello
from tests.bench import lan_table

HERE = "127.0.0.1"
LINE = Chat(None, None, "Whose turn is it? " * 4)
# Nobody is slowed down here: what is measured is the work, not the limits.
FREE = LIMITS._replace(guest_rate=10**6, guest_burst=10**6, host_rate=10**6, host_burst=10**6)


class Ears:
    """Sends back what it hears, or tells who waits."""

    def __init__(self, echo: bool) -> None:
        self.echo = echo
        self.heard: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def opened(self, link: Link, who: Admitted) -> None:
        if not self.echo:
            self.heard.set_result(link)

    def received(self, link: Link, message: Message) -> None:
        if self.echo:
            link.send(message)
        else:
            self.heard.set_result(message)

    def closed(self, link: Link, why: Refusal) -> None:
        if why.reason != "closed" and not self.echo:  # not by ourselves
            self.heard.set_exception(why)

    def paced(self, link: Link, slow: bool) -> None: ...
    def turned_away(self, address: str, why: Refusal) -> None: ...

    async def next(self) -> Any:
        found = await self.heard
        self.heard = asyncio.get_running_loop().create_future()
        return found


async def ours(echoes: int, ears: Ears, link: Link) -> float:
    began = time.process_time()
    for _ in range(echoes):
        link.send(LINE)
        await ears.next()
    return (time.process_time() - began) / echoes


async def bare(echoes: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> float:
    line = wire.framed(messages.write(LINE))
    began = time.process_time()
    for _ in range(echoes):
        writer.write(line)
        await reader.readexactly(len(line))
    return (time.process_time() - began) / echoes


async def send_back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
    writer.close()


def house(certificate: Certificate, identity: Identity, way: str, **more: Any) -> Door:
    def table() -> TableInfo:
        return TableInfo("Reef", "atlantis", 4, 1, 0, "lobby", way, None, "Anna")

    gatekeeper = Gatekeeper(lambda digits: new_code(secrets.randbelow, digits))
    return Door(identity, certificate.fingerprint, lambda nonce: hello("bench", nonce), table, gatekeeper, **more)


async def joined(links: Links, ears: Ears, port: int, visit: Visit) -> tuple[float, Link]:
    began = time.perf_counter()
    links.dial([(HERE, port)], visit)
    link: Link = await ears.next()
    return time.perf_counter() - began, link


async def measure_table(moves: int, entries: int) -> dict[str, Any]:
    certificate, line = make_certificate(), wire.framed(messages.write(LINE))
    server = await asyncio.start_server(send_back, HERE, 0, ssl=certificate.context)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection(HERE, port, ssl=joining_context(), server_hostname="")

    async def echo() -> float:
        began = time.perf_counter()
        writer.write(line)
        await reader.readexactly(len(line))
        return time.perf_counter() - began

    try:
        with tempfile.TemporaryDirectory() as home:
            return await lan_table.measure(Path(home), echo, moves, entries)
    finally:
        writer.close()
        await writer.wait_closed()
        server.close()
        await server.wait_closed()


async def measure(rounds: int, echoes: int, joins: int) -> dict[str, Any]:
    certificate, host, guest = make_certificate(), Identity(secrets.token_bytes(32)), Identity(secrets.token_bytes(32))
    token = secrets.token_bytes(10)

    def make_hello(nonce: bytes) -> messages.Hello:
        return hello("bench", nonce)

    make_hello(bytes(16))  # plays the golden games: once for each start of the program
    ears = Ears(echo=False)
    dialling = Links(ears, guest, "Anna", make_hello, limits=FREE)
    found: dict[str, Any] = {"join ms": {}}

    doors = {
        "code": house(certificate, host, "code"),
        "ticket": house(certificate, host, "code", tokens={token}),
        "key": house(certificate, host, "code", knows=lambda key: key == guest.key),
        "open": house(certificate, host, "open"),
    }
    for way, door in doors.items():
        visit = {
            "code": with_code(door.gatekeeper.code),
            "ticket": with_ticket(host.fingerprint, token),
            "key": with_key(host.fingerprint),
            "open": to_open_table(),
        }[way]
        taking = Links(Ears(echo=True), host, "Host", make_hello, door=door, certificate=certificate, limits=FREE)
        port = taking.listen(HERE)
        times = []
        for number in range(joins + 1):
            took, link = await joined(dialling, ears, port, visit)
            if number:  # the first loads libraries
                times.append(1000 * took)
            link.close("left")
            while dialling.all or taking.all:
                await asyncio.sleep(0)
            door.gatekeeper._starts.clear()  # five a second are allowed; we are faster
        found["join ms"][way] = [round(one, 2) for one in (median(times), min(times), max(times))]
        if way == "open":
            _, link = await joined(dialling, ears, port, visit)
            server = await asyncio.start_server(send_back, HERE, 0, ssl=certificate.context)
            plain = await asyncio.open_connection(
                HERE, server.sockets[0].getsockname()[1], ssl=joining_context(), server_hostname=""
            )
            both = [(await ours(echoes, ears, link), await bare(echoes, *plain)) for _ in range(rounds)]
            found["echo us"] = round(1e6 * median(one for one, _ in both), 1)
            found["bare echo us"] = round(1e6 * median(other for _, other in both), 1)
            found["echo ratio"] = round(median(one / other for one, other in both), 2)
            plain[1].close()
            await plain[1].wait_closed()
            server.close()
            await server.wait_closed()
        await asyncio.gather(taking.close("closed"), dialling.close("left"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--echoes", type=int, default=400)
    parser.add_argument("--joins", type=int, default=15)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--entries", type=int, default=500, help="of the game that is taken up again (500)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(measure(options.rounds, options.echoes, options.joins))
    found |= asyncio.run(measure_table(options.moves, options.entries))
    if options.json:
        print(json.dumps(found))
        return
    print(
        f"echo   {found['echo us']} us on a link, {found['bare echo us']} us on bare TLS: {found['echo ratio']} times"
    )
    for way, (middle, least, most) in found["join ms"].items():
        print(f"join   {way:6}  {middle} ms  ({least} to {most})")
    middle, least, most = found["move ms"]
    print(f"move   {middle} ms until all four have it ({least} to {most}, {found['moves']} moves)")
    print(f"       {found['bare echo ms']} ms for an echo on bare TLS: {found['move ratio']} times")
    print(f"resume {found['resume entries']} entries")
    print(f"       {found['resume own ms']} ms from the own log, {found['resume others ms']} ms from the others")
    print(f"bytes  {found['bytes framed']} an entry on three links in both directions, in frames")
    print(f"       {found['bytes on the wire']} with TLS")


if __name__ == "__main__":
    main()
