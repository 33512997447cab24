"""What somebody could do who plays foul before a game or between two, where nobody has to agree on a host."""

from __future__ import annotations

import pytest

from net import messages as m
from net.session.notices import LobbyChanged
from net.session.session import Session
from tests.net.hostile.foul import MALLORY
from tests.net.sim import SimIdentity
from tests.net.sim_bench import Bench


@pytest.fixture
def lobby() -> Bench:
    """Three people before a game."""
    bench = Bench().join()
    bench.wait(500)
    return bench


def test_nobody_but_the_host_tells_the_code(lobby: Bench) -> None:
    lobby.act(0, lambda s: s.tell_code("482913"))
    lobby.say(MALLORY, m.Code("000000"))
    assert lobby.blamed(0) == [("unexpected_message", None)]
    assert lobby.sessions[0].table_code == "482913"


def test_a_flood_of_names_changes_few(lobby: Bench) -> None:
    """Each would paint everybody's screen, and take back every ready."""
    before = lobby.heard[1].count(LobbyChanged())
    for number in range(40):
        lobby.say(MALLORY, m.Name(f"M{number}"))
    assert lobby.heard[1].count(LobbyChanged()) - before <= 5
    assert lobby.blamed(0) == lobby.blamed(1) == []


def test_nobody_changes_a_name_once_a_game_is_on(bench: Bench) -> None:
    bench.say(MALLORY, m.Name("P0"))
    assert [one.name for one in bench.sessions[0].people()] == ["P0", "P1", "P2"]
    assert bench.blamed(0) == []


def test_a_name_of_nothing_but_signs_is_no_name(lobby: Bench) -> None:
    lobby.say(MALLORY, m.Name(": :"))
    table = lobby.sessions[0].table
    assert table is not None
    assert table.seats[MALLORY][1] == f"P{MALLORY}"


def test_a_host_with_guests_is_not_led_away(lobby: Bench) -> None:
    """However many guests somebody says to have."""
    lobby.cut(MALLORY)
    lobby.sessions.pop(MALLORY)
    link = lobby.connect(MALLORY)
    lobby.say(MALLORY, m.Join("host", None, None, 0, 7, None, 0), link=link)
    assert lobby.sessions[0].hosting
    assert isinstance(lobby.got[MALLORY][-1], m.Lobby | m.Peers | m.Code | m.Joined)
    assert lobby.sessions[1].table is not None
    assert not lobby.dialled(0)


def test_a_host_remembers_few_of_those_who_vanish(lobby: Bench) -> None:
    """However many come and go, each with another key. The latest are remembered."""
    company = lobby.sessions[0].company
    keys = [number.to_bytes(32, "big") for number in range(1000)]
    for key in keys:
        company.miss(key)
    assert company.expected == frozenset(keys[-64:])


def test_nor_is_a_host_that_is_alone_by_a_stranger() -> None:
    """Who has the code, and says to be host of this company."""
    alone = Bench(people=1, seats=3)
    alone.identities[MALLORY] = SimIdentity(bytes(32))
    alone.got[MALLORY], alone.heard[MALLORY] = [], []
    link = alone.connect(MALLORY)
    alone.say(MALLORY, m.Join("host", None, None, 0, 7, None, 0), link=link)
    alone.wait(5000)
    assert any(isinstance(message, m.Joined) for message in alone.got[MALLORY])
    assert alone.sessions[0].hosting
    assert not alone.dialled(0)


def _says_to_be_host(bench: Bench, who: int) -> list[str]:
    """Somebody without a program says so to seat 0; why it is refused."""
    link = bench.connect(who)
    bench.say(who, m.Join("host", None, None, 0, 7, None, 0), link=link)
    return [message.reason for message in bench.got[who] if isinstance(message, m.Refused)]


def test_a_host_that_plays_lets_no_host_of_another_table_in(bench: Bench) -> None:
    stranger = 7
    bench.identities[stranger] = SimIdentity(bytes(32))
    bench.got[stranger], bench.heard[stranger] = [], []
    assert _says_to_be_host(bench, stranger) == ["playing"]
    assert not bench.linked(stranger)
    assert bench.blamed(0) == []


@pytest.mark.parametrize("over", [False, True])
def test_who_says_to_be_host_has_its_seat_in_a_game_and_no_more(bench: Bench, over: bool) -> None:
    """However many guests it says to have."""
    if over:
        bench.finish()
    bench.cut(MALLORY)
    bench.sessions.pop(MALLORY)
    assert _says_to_be_host(bench, MALLORY) == []
    joined = [message for message in bench.got[MALLORY] if isinstance(message, m.Joined)][-1]
    assert (joined.role, joined.seat, joined.gid) == ("player", MALLORY, bench.game.chain.gid)
    assert bench.sessions[0].hosting
    assert bench.game.chain.host == 0
    assert not bench.dialled(0)
    assert bench.blamed(0) == []


def test_a_host_that_looks_for_its_company_follows_nobody_to_a_game_of_others() -> None:
    """Who is called opens the lobby again only if that comes to nothing, so the game must be one of ours."""
    bench = Bench().join()
    keys = [bench.identities[who].key for who in (1, MALLORY)]
    for who in (1, MALLORY):
        bench.cut(who)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    bench.sessions[0].company.expect(keys, {})
    bench.sessions.pop(MALLORY)
    link = bench.connect_only(0, MALLORY)
    bench.say(MALLORY, m.Joined("player", 0, b"g" * 16, 0, 2, b"h" * 32), to=0)
    assert link not in bench.sessions[0].peers
    assert bench.sessions[0].hosting


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"host": 5, "address": "192.0.2.1", "port": 4000},
        {"host": b"short", "address": "192.0.2.1", "port": 4000},
        {"host": b"k" * 32, "address": 7, "port": "x"},
        {"host": b"k" * 32, "address": "evil.example", "port": 4000},
        {"host": b"k" * 32, "address": "127.0.0.1", "port": 70000},
        {"host": b"k" * 32, "address": "224.0.0.1", "port": 4000},
    ],
)
def test_a_false_pointer_leads_to_no_address(lobby: Bench, params: dict[str, object]) -> None:
    """Somebody who is asked where the host is may say anything."""
    lobby.cut(1)
    lobby.wait(1000)
    lobby.connect_only(1, MALLORY)
    lobby.say(MALLORY, m.Refused("JOIN", "not_host", params), to=1)
    assert all(not dial.address for dial in lobby.dialled(1) if dial.key == b"k" * 32)
    assert lobby.blamed(1) == []


def test_a_pointer_is_of_no_use_to_who_has_a_host(lobby: Bench) -> None:
    lobby.connect_only(1, MALLORY)
    lobby.say(MALLORY, m.Refused("JOIN", "not_host", {"host": b"k" * 32, "address": "192.0.2.66", "port": 4000}), to=1)
    assert not lobby.dialled(1)
