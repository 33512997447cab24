"""Tables near us: each is looked at before it is shown, again when it says something new, and nobody looks unheard."""

import asyncio
import os
from contextlib import asynccontextmanager

import pytest

from atlantis_tui.network import nearby as module
from atlantis_tui.network.lookup import SeenTable
from atlantis_tui.network.nearby import NearbyTables
from net.adverts import Listing, mark_of
from net.messages import TableInfo
from net.refusal import Refusal

PATIENCE = 30


def listing(name, taken=1, port=4711, mark="0" * 16):
    return Listing(name, (("192.168.1.9", port),), "atlantis", 4, taken, False, "00000000", False, mark)


class Network:
    """What is said on the network, and who answers there."""

    def __init__(self):
        self.listings: tuple[Listing, ...] = ()
        self.trouble = None
        self.answers = {}  # by port: a name, or why not
        self.looks = []
        self.ms = None  # how long a question and its answer take
        self.open = 0
        self.told = lambda: None
        self.discovery = self

    def browse(self):
        pass

    def drop(self, name):
        self.say(*(one for one in self.listings if one.name != name))

    def say(self, *listings):
        self.listings = listings
        self.told()

    async def look_at(self, listing):
        addresses = listing.addresses
        port = addresses[0][1]
        self.looks.append(port)
        answer = self.answers[port]
        if isinstance(answer, Refusal):
            raise answer
        return SeenTable(
            addresses, TableInfo(answer, "atlantis", 4, 1, 0, "lobby", "open", None, "Anna"), None, self.ms
        )

    @asynccontextmanager
    async def lookout(self, identity, told):
        self.told = told
        self.open += 1
        try:
            yield self
        finally:
            self.open -= 1


@pytest.fixture
def network(monkeypatch, tmp_path):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path))
    found = Network()
    monkeypatch.setattr(module, "TableLookup", found.lookout)
    monkeypatch.setattr(module, "LINGER_SECONDS", 0)
    monkeypatch.setattr(module, "FIRST_SECONDS", 0.05)
    return found


async def until(true):
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.001)


def names(near):
    return [row.name for row in near.rows]


async def test_only_tables_that_answer_are_shown(network):
    near, told = NearbyTables(), []
    unlisten = near.listen(lambda: told.append(names(near)))
    network.answers = {1: "Barn", 2: Refusal("unreachable", cause="no_answer"), 3: "Attic"}
    await until(lambda: network.open)
    network.say(listing("b", port=1), listing("dead", port=2), listing("a", port=3))
    await until(lambda: names(near) == ["Attic", "Barn"])
    await until(lambda: [one.name for one in network.listings] == ["b", "a"])
    assert told[-1] == ["Attic", "Barn"]
    network.say(listing("b", port=1))
    await until(lambda: near.looked or names(near) == ["Barn"])
    unlisten()
    await until(lambda: network.open == 0)
    await near.close()


async def test_a_table_of_another_version_is_shown_with_the_reason(network):
    near = NearbyTables()
    near.listen(lambda: None)
    network.answers = {1: Refusal("other_rules", game="atlantis", older="us")}
    await until(lambda: network.open)
    network.say(listing("b", port=1))
    await until(lambda: near.rows)
    assert near.rows[0].seen is None
    assert "update this program" in near.rows[0].why
    await near.close()


async def test_what_says_something_new_is_looked_at_again_and_else_not(network):
    near, told = NearbyTables(), []
    near.listen(lambda: told.append(1))
    network.answers = {1: "Barn"}
    await until(lambda: network.open)
    network.say(listing("b", port=1))
    await until(lambda: names(near) == ["Barn"])
    count = len(told)
    for _ in range(5):
        network.say(listing("b", port=1))
        await asyncio.sleep(0)
    assert (network.looks, len(told)) == ([1], count)
    network.answers[1] = "Shed"
    network.say(listing("b", taken=2, port=1))
    await until(lambda: names(near) == ["Shed"])
    assert network.looks == [1, 1]
    await near.close()


async def test_the_time_of_a_link_is_the_shortest_until_it_becomes_slow(network, monkeypatch):
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(module, "FIRST_SECONDS", 0.001)
    near = NearbyTables()
    near.listen(lambda: None)
    network.answers = {1: "Barn"}
    await until(lambda: network.open)

    async def shown(ms):
        """What is shown after one more look that took so long."""
        network.ms, looks = ms, len(network.looks)
        network.say(listing("b", taken=2 + looks % 2, port=1))
        await until(lambda: len(network.looks) > looks + 1 and near.rows)
        return near.rows[0].ms, near.rows[0].slow

    assert await shown(None) == (None, False)
    assert await shown(7) == (7, False)
    assert await shown(30) == (7, False)
    assert await shown(2) == (2, False)
    assert await shown(400) == (400, True)
    assert await shown(0) == (0, False)
    await near.close()


async def test_after_a_while_all_are_looked_at_again_and_those_without_an_answer_go(network, monkeypatch):
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(module, "FIRST_SECONDS", 0.01)
    near = NearbyTables()
    near.listen(lambda: None)
    network.answers = {1: "Barn", 2: "Attic"}
    await until(lambda: network.open)
    network.say(listing("b", port=1), listing("a", port=2))
    await until(lambda: len(network.looks) >= 6)
    network.answers[1] = Refusal("unreachable", cause="nobody_there")
    await until(lambda: names(near) == ["Attic"])
    assert near.looked
    await near.close()


async def test_nobody_looks_where_nobody_listens_and_what_was_seen_stays_for_a_moment(network):
    near = NearbyTables()
    assert network.open == 0
    first = near.listen(lambda: None)
    network.answers = {1: "Barn"}
    await until(lambda: network.open)
    network.say(listing("b", port=1))
    await until(lambda: names(near) == ["Barn"])
    second = near.listen(lambda: None)
    first()
    await asyncio.sleep(0.01)
    assert network.open == 1
    second()
    await until(lambda: network.open == 0)
    third = near.listen(lambda: None)
    await until(lambda: network.open == 1)
    assert names(near) == ["Barn"]
    third()
    await near.close()
    assert network.open == 0


async def test_trouble_is_told_and_hides_nothing_of_it(network):
    near, told = NearbyTables(), []
    near.listen(lambda: told.append(near.trouble))
    await until(lambda: network.open)
    network.trouble = "no_interface"
    network.say()
    await until(lambda: told == ["no_interface"])
    network.trouble = None
    network.say()
    await until(lambda: told == ["no_interface", None])
    await near.close()


async def test_a_table_of_our_own_in_another_window_is_known(network, tmp_path):
    from atlantis_tui.saved import paths
    from net.identity import load_identity

    near = NearbyTables()
    near.listen(lambda: None)
    await until(lambda: network.open)
    assert not os.path.exists(paths.identity_file())  # looking round makes nobody
    await near.close()
    own = load_identity(paths.identity_file(), os.urandom)
    near = NearbyTables()
    near.listen(lambda: None)
    network.answers = {1: "Barn"}
    await until(lambda: network.open)
    network.say(listing("b", port=1, mark=mark_of("00000000", own.key)))
    await until(lambda: near.rows)
    assert near.rows[0].own
    await near.close()
