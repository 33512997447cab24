"""The network: our addresses, whether others can come to a table here, and whether tables find each other."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator

from atlantis_tui.doctor import Fact
from atlantis_tui.text.translation import _

PATIENCE = 6.0  # how many seconds mDNS may take to begin


def facts(discovers: bool) -> Iterator[Fact]:
    import ipaddress

    from atlantis_tui.network.addresses import own_addresses

    addresses = [one for one in own_addresses() if not ipaddress.ip_address(one.partition("%")[0]).is_loopback]
    away = _("Without a network you can play here all the same; for others, connect to one.")
    yield Fact("network", "addresses", ", ".join(addresses) or _("none"), "" if addresses else away)
    yield _door()
    if discovers:
        yield asyncio.run(_finding())


def _door() -> Fact:
    """Whether a program may listen at all. The system chooses the port unless the player names one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as door:
            door.bind(("", 0))
            door.listen(1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Fact("network", "port", why, _("No table can be opened here: ask who runs this machine."))
    return Fact("network", "port", _("any free one can be opened; atlantis host --port names one"))


async def _finding() -> Fact:
    from atlantis_tui.text.network import TROUBLES
    from net.discovery import Discovery

    discovery = Discovery()
    discovery.browse()
    try:
        async with asyncio.timeout(PATIENCE):
            await discovery.settled()
        trouble = discovery.trouble
    except TimeoutError:
        trouble = "failed"
    finally:
        await discovery.close()
    if trouble is None:
        return Fact("network", "finding tables", _("works: multicast can be used"))
    return Fact("network", "finding tables", trouble, TROUBLES[trouble]())
