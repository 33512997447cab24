"""Talk and names of people who want to be taken for others, or to drown them out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.dealers import game_id
from core.frames import pack_record, unpack_record
from net import messages as m
from net.agreements import back_ask
from net.entries import sign_entry
from net.session import limits
from net.session.notices import (
    Applied,
    Asked,
    LeftOut,
    Said,
)
from tests.net.hostile.foul import MALLORY, opening, watched
from tests.net.sim_bench import WATCHER, Bench


def lines_told(bench: Bench, who: int) -> list[Said]:
    return [notice for notice in bench.heard[who] if isinstance(notice, Said)]


@pytest.mark.parametrize("who", [1, WATCHER])
def test_a_host_cannot_flood_with_talk(who: int) -> None:
    """No more is told than all four who are here can have said, and how much was left out is told once in a while."""
    bench = watched()
    bench.heard[who].clear()
    for number in range(3000):
        bench.say(0, m.Chat(0, "P0", f"word {number}"), to=who)
    assert len(lines_told(bench, who)) == 4 * limits.CHATS_AT_ONCE
    bench.wait(500)
    for number in range(3000):
        bench.say(0, m.Chat(None, f"nobody {number}", "more"), to=who)
    assert len(lines_told(bench, who)) == 4 * limits.CHATS_AT_ONCE + 4 * limits.CHATS_A_SECOND // 2
    bench.wait(2 * limits.LEFT_OUT_MS)
    reports = [notice.lines for notice in bench.heard[who] if isinstance(notice, LeftOut)]
    assert len(reports) == 2
    assert sum(reports) + len(lines_told(bench, who)) == 6000
    assert bench.blamed(who) == []
    assert bench.linked(who)
    before = bench.game.last
    bench.move()
    assert bench.game.last > before


def test_more_who_are_said_to_be_here_do_not_fill_the_measure_of_talk(bench: Bench) -> None:
    table = bench.sessions[0].table
    assert table is not None
    crowd = replace(table, watching=tuple(f"W{number}" for number in range(32)))
    for number in range(200):
        bench.say(0, crowd if number % 2 else table, to=1)
        bench.say(0, m.Chat(0, "P0", f"word {number}"), to=1)
    assert len(lines_told(bench, 1)) <= 35 * limits.CHATS_AT_ONCE
    for number in range(200):
        bench.say(0, crowd if number % 2 else table, to=1)
        bench.say(0, m.Chat(0, "P0", f"word {number}"), to=1)
    assert len(lines_told(bench, 1)) <= 35 * limits.CHATS_AT_ONCE


def test_what_a_host_passes_on_is_cleaned_once_more(bench: Bench) -> None:
    bench.say(
        0, m.Chat(None, "\U0001f1e9\U0001f1ea e\u0301\u0301\u0301\u0301", "\U0001f44d\U0001f3fd  ok \u4dc0"), to=1
    )
    assert lines_told(bench, 1) == [Said(None, "DE \u00e9\u0301\u0301", "\U0001f44d ok \ufffd")]
    bench.say(0, m.Chat(0, "P0", "\U0001f3fd"), to=1)
    assert len(lines_told(bench, 1)) == 1


LOOK_ALIKE = {
    "the same": "Anna",
    "in other letters": "\u0410nn\u0430",
    "with a mark": "\u00c4nna",
    "in wide letters": "\uff21\uff4e\uff4e\uff41",
    "with a blank": "An na.",
}


@pytest.mark.parametrize("name", LOOK_ALIKE.values(), ids=LOOK_ALIKE)
@pytest.mark.parametrize("game", [False, True], ids=["lobby", "game"])
def test_who_watches_cannot_speak_under_the_name_of_a_player(name: str, game: bool) -> None:
    bench = Bench(2, watcher=True)
    bench.connect(1, name="Anna")
    if game:
        bench.ready().act(0, lambda s: s.start())
    bench.connect(WATCHER, name=name)
    bench.act(WATCHER, lambda s: s.chat("I resign"))
    (said,) = lines_told(bench, 1)
    assert (said.seat, said.name) == (None, f"{name} 2")
    table = bench.sessions[1].table
    assert table is not None
    assert table.watching == (f"{name} 2",)


@pytest.mark.parametrize("name", LOOK_ALIKE.values(), ids=LOOK_ALIKE)
def test_a_guest_cannot_take_the_name_of_another(name: str) -> None:
    bench = Bench(3, watcher=True)
    bench.connect(WATCHER, name="Boris")
    bench.connect(1, name="Anna")
    bench.connect(2, name=name)
    table = bench.sessions[1].table
    assert table is not None
    assert [row[1] for row in table.seats] == ["P0", "Anna", f"{name} 2"]
    bench.act(2, lambda s: s.chat("hello"))
    assert lines_told(bench, 1) == [Said(2, f"{name} 2", "hello")]
    bench.cut(2)
    bench.connect(2, name="B\u043eris")
    table = bench.sessions[1].table
    assert table is not None
    assert table.seats[2][1] == "B\u043eris 2", "nor that of somebody who watches"
    bench.ready().act(0, lambda s: s.start())
    assert bench.game_of(1).position == bench.game.position
    assert bench.blamed(1) == []


def test_nobody_signs_for_a_table_with_two_of_one_look() -> None:
    def change(bench: Bench, message: m.Message) -> m.Message:
        if not isinstance(message, m.Roster):
            return message
        record = unpack_record(message.raw)
        seats = [record.body["seats"][0], record.body["seats"][1], "person:\u04201"]  # P1 in other letters
        return m.Roster(pack_record(record._replace(body={**record.body, "seats": seats})))

    bench = opening(change)
    assert bench.blamed(1) == [("bad_roster", None)]
    assert bench.sessions[1].game is None


def test_a_host_cannot_ask_without_end(bench: Bench) -> None:
    """The same question is put once until it is answered, and another not oftener than somebody could read."""
    bench.move()
    target = bench.game.table.back_target(MALLORY, alone=False, consent=True)  # type: ignore[union-attr]
    assert target is not None
    ask = back_ask(bench.game.chain, MALLORY, target.n)
    bench.heard[1].clear()
    for _ in range(500):
        bench.say(0, ask.message(), to=1)
    assert [notice.hash for notice in bench.heard[1] if isinstance(notice, Asked)] == [ask.hash]
    for _ in range(500):
        bench.act(1, lambda s: s.answer(ask.hash, False))
        bench.say(0, ask.message(), to=1)
    assert len([notice for notice in bench.heard[1] if isinstance(notice, Asked)]) == limits.ASKS_AT_ONCE
    assert bench.blamed(1) == []


def test_who_watches_is_not_shown_one_game_after_another() -> None:
    bench = watched()
    bench.heard[WATCHER].clear()
    first = bench.game.chain.links[0].record
    for number in range(100):
        net = {**first.body["net"], "nonces": [bytes([number, seat]) * 8 for seat in range(3)]}
        record = first._replace(body={**first.body, "net": net}, sig=None)
        entry = sign_entry(bench.identities[0], game_id(record), 0, record)
        bench.say(0, entry.message(), to=WATCHER)
    begun = [notice for notice in bench.heard[WATCHER] if isinstance(notice, Applied)]
    assert 0 < len(begun) <= limits.BEGINNINGS_AT_ONCE
    assert bench.blamed(WATCHER) == [("flood", None)]
    assert bench.blamed() == []
