"""What one press of ready stands for, against a host that wants more of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net import messages as m
from net.entries import read_entry
from net.opening import Bot, Person, propose, read_roster
from net.refusal import Refusal
from net.session import limits
from net.session.notices import (
    StartFailed,
)
from net.session.session import Session
from net.session.signed_game import SignedGame, header_entry
from tests.net import sim_pebbles
from tests.net.hostile.foul import MALLORY, goes_on, silent
from tests.net.sim_bench import Bench


def lobby_of(bench: Bench, **changed) -> m.Lobby:
    """The lobby as the host tells it, with anything in it changed."""
    table = bench.sessions[0].table
    assert table is not None
    return replace(table, **changed)


def roster_of(bench: Bench, **options) -> m.Roster:
    """The header that an honest host would send now, with the nonces it was given."""
    lobby = bench.sessions[0].lobby
    assert lobby is not None
    return m.Roster(propose(sim_pebbles.GAME, lobby.seats(), {**lobby.options, **options}, 0).raw)


def signatures(bench: Bench) -> int:
    """How many headers were signed for the host so far."""
    return sum(isinstance(one, m.Sign) for one in bench.got[0])


def test_one_ready_is_one_start() -> None:
    """The host's program calls the start off when it has seen all shares, and begins anew without asking."""
    bench = Bench(2).join().ready()
    again = roster_of(bench)

    def kept_back(who: int, message: m.Message) -> m.Message | None:
        if who == 0 and isinstance(message, m.EntryMessage):
            return None if read_entry(message.raw, message.sig).record.n >= 3 else message
        return message

    bench.withheld = kept_back
    bench.act(0, lambda s: s.start())
    assert signatures(bench) == 1
    assert sum(isinstance(one, m.ReplyMessage) and one.kind == "seed" for one in bench.got[0]) == 1
    bench.got[0].clear()
    for rev in (lobby_of(bench).rev, lobby_of(bench).rev + 1):
        bench.say(0, lobby_of(bench, rev=rev, state="lobby"), to=1)
        bench.say(0, again, to=1)
    assert bench.got[0] == [m.Refused("ROSTER", "not_ready", {})] * 2
    assert bench.blamed(1) == [("abandoned", 0)]


def other_rows(bench: Bench, seat: int, *row: object) -> m.Lobby:
    rows = list(lobby_of(bench).seats)
    rows[seat] = (*row, *rows[seat][len(row) :])
    return lobby_of(bench, seats=tuple(rows))


OTHER_TABLE = {
    "another revision": lambda b: lobby_of(b, rev=lobby_of(b).rev + 1),
    "other options": lambda b: lobby_of(b, options={"rounds": 4}),
    "another game": lambda b: lobby_of(b, game="atlantis"),
    "another host": lambda b: lobby_of(b, host=2),
    "a seat more": lambda b: lobby_of(b, seats=(*lobby_of(b).seats, ("open", "", None, None, False, "none"))),
    "a bot for a person": lambda b: other_rows(b, 2, "bot", "", "normal", None, False),
    "somebody else": lambda b: other_rows(b, 2, "person", "P2", None, b"k" * 32),
    "another name": lambda b: other_rows(b, 2, "person", "Eve"),
    "somebody removed": lambda b: other_rows(b, 2, "open", "", None, None, False),
    "two who changed seats": lambda b: lobby_of(
        b, seats=(lobby_of(b).seats[2], lobby_of(b).seats[1], lobby_of(b).seats[0])
    ),
    "ourselves not ready": lambda b: other_rows(b, 1, "person", "P1", None, b.identities[1].key, False),
}


@pytest.mark.parametrize("name", OTHER_TABLE)
def test_nobody_is_ready_for_a_table_that_became_another(name: str) -> None:
    """Also if it is changed back before the header comes."""
    bench = Bench().join().ready()
    roster, table = roster_of(bench), lobby_of(bench)
    bench.say(0, OTHER_TABLE[name](bench), to=1)
    bench.say(0, table, to=1)
    bench.say(0, roster, to=1)
    assert signatures(bench) == 0
    assert bench.blamed(1) == []


def test_a_bot_on_an_open_seat_is_another_table_and_a_person_is_not() -> None:
    for row in (("bot", "", "normal", None), ("person", "P7", None, b"k" * 32)):
        bench = Bench(2, seats=3).join().ready()
        roster = roster_of_three(bench, row)
        bench.say(0, other_rows(bench, 2, *row), to=1)
        bench.say(0, roster, to=1)
        assert signatures(bench) == (row[0] == "person")


def roster_of_three(bench: Bench, row: tuple[object, ...]) -> m.Roster:
    lobby = bench.sessions[0].lobby
    assert lobby is not None
    third = Bot("normal") if row[0] == "bot" else Person("P7", bench.identities[0].key[::-1], b"n" * 16)
    if isinstance(third, Person):
        third = third._replace(key=b"k" * 32)
    people = [Person(place.name, place.key or b"", place.nonce) for place in lobby.places[:2]]
    return m.Roster(propose(sim_pebbles.GAME, [*people, third], lobby.options, 0).raw)


def test_who_is_ready_links_and_watchers_change_nothing() -> None:
    bench = Bench().join().ready()
    roster = roster_of(bench)
    bench.say(0, other_rows(bench, 2, "person", "P2", None, bench.identities[2].key, False, "slow"), to=1)
    bench.say(0, lobby_of(bench, watching=("Eve",), state="starting"), to=1)
    bench.say(0, roster, to=1)
    assert signatures(bench) == 1


def test_nobody_is_dealt_in_who_is_not_ready_any_more() -> None:
    bench = Bench().join().ready()
    roster = roster_of(bench)
    bench.act(1, lambda s: s.ready(False))
    bench.say(0, roster, to=1)
    assert signatures(bench) == 0
    bench.act(1, lambda s: s.ready())  # that is for another start
    bench.say(0, roster, to=1)
    assert signatures(bench) == 0
    assert bench.blamed(1) == []  # the two may have crossed on the wire
    bench.act(0, lambda s: s.start())
    assert bench.game.asked() == 0


def test_ready_is_said_anew_over_a_new_link() -> None:
    """Else one nonce could come in the headers of two starts: the first was lost on the wire, and the host's program
    was started again since. What it tells looks the same."""
    bench = Bench().join()
    bench.withheld = lambda who, message: None if isinstance(message, m.Lobby | m.Roster) else message
    bench.ready()  # nobody is shown that they are
    bench.act(0, lambda s: s.start())
    first = roster_of(bench)
    for who in (1, 2):
        bench.cut(who)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    bench.withheld = lambda who, message: message
    bench.join()
    assert lobby_of(bench).rev == 1
    bench.say(0, first, to=2)
    assert signatures(bench) == 0
    bench.ready()
    bench.act(0, lambda s: s.start())
    assert bench.game.asked() == 0
    guests = zip(read_roster(first.raw).seats[1:], bench.game.roster.seats[1:], strict=True)
    assert all(before != now and before[:2] == now[:2] for before, now in guests)  # the same people, other nonces
    assert bench.blamed(1) == bench.blamed(2) == []


def test_who_was_not_ready_any_more_ends_a_start_and_has_done_no_wrong() -> None:
    bench = Bench().join().ready()
    bench.withheld = lambda who, message: None if isinstance(message, m.Ready) else message
    bench.act(1, lambda s: s.ready(False))  # the host hears of it too late
    bench.act(0, lambda s: s.start())
    assert bench.sessions[0].game is None
    assert bench.linked(1)
    assert ("not_agreed", 1, None, 0) in bench.failures(0)
    assert ("not_agreed", None, 1, 0) in bench.failures(MALLORY)


def shares_shown(kind: str = "seed") -> Bench:
    """A start in which Mallory's share, or promise, does not come."""
    bench = Bench()
    bench.withheld = silent(m.ReplyMessage, kind)
    bench.deal()
    return bench


def test_a_host_that_calls_a_start_off_has_that_counted() -> None:
    bench = shares_shown()
    for time in (1, 2):
        bench.act(0, lambda s: s.abandon())
        for who in range(3):
            assert bench.sessions[who].failed_starts.times(bench.identities[0].key) == time
            assert ("abandoned", 0, None, time) in bench.failures(who)
        bench.ready()
        bench.act(0, lambda s: s.start())


def test_who_shows_no_share_has_that_counted() -> None:
    bench = shares_shown()
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert ("missing_reply", MALLORY, None, 1) in bench.failures(0)
    assert ("missing_reply", None, MALLORY, 1) in bench.failures(1)  # as the host says
    assert bench.sessions[1].failed_starts.times(bench.identities[MALLORY].key) == 1


def test_who_crashes_with_its_share_has_ended_the_start() -> None:
    bench = shares_shown()
    bench.cut(MALLORY)
    bench.act(0, lambda s: s.abandon())
    assert ("abandoned", MALLORY, None, 1) in bench.failures(0)
    assert ("abandoned", None, MALLORY, 1) in bench.failures(1)
    bench.withheld = lambda who, message: message
    bench.connect(MALLORY)  # it is told what came of it
    assert ("abandoned", MALLORY, None, 1) in bench.failures(MALLORY)
    assert bench.sessions[MALLORY].game is None


def test_who_is_shown_out_while_its_share_is_missing_has_ended_the_start() -> None:
    bench = shares_shown()
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    assert ("abandoned", MALLORY, None, 1) in bench.failures(0)
    assert bench.sessions[0].game is None
    assert bench.sessions[1].game is None


def test_before_the_shares_nothing_is_counted() -> None:
    bench = shares_shown("commit")
    bench.act(0, lambda s: s.abandon())
    for who in range(3):
        assert not any(bench.sessions[who].failed_starts.times(one.key) for one in bench.identities.values())


@pytest.mark.parametrize("said", [1, None, 0])
def test_a_host_cannot_put_it_on_somebody_who_has_answered(said: int | None) -> None:
    bench = shares_shown()
    bench.say(0, m.FailedStart(bench.game.chain.gid, "missing_reply", said), to=1)
    assert [notice.blamed for notice in bench.heard[1] if isinstance(notice, StartFailed)] == [0]
    assert bench.sessions[1].failed_starts.times(bench.identities[0].key) == 1


def test_a_host_that_comes_back_without_the_start_has_ended_it() -> None:
    bench = shares_shown()
    bench.cut(1)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    bench.connect(1)
    assert ("abandoned", 0, None, 1) in bench.failures(1)


def test_of_a_start_that_failed_nothing_is_left_and_it_never_comes_back() -> None:
    bench = shares_shown()
    gid, log = bench.game.chain.gid, list(bench.game.chain.entries(0))
    bench.act(0, lambda s: s.abandon())
    for who in range(3):
        assert gid not in bench.disks[who].logs
        assert gid not in bench.disks[who].kept
    bench.cut(1)
    link = bench.connect(1)
    bench.cut(1)
    for n in (2, 4):  # a deal that the host liked best of all, after all
        link = bench.connect(1)
        bench.sessions[1].peers[link].role = None
        bench.say(0, m.Joined("player", 1, gid, 0, n, log[-1].head), to=1)
        for entry in log:
            bench.say(0, entry.message(), to=1)
        assert bench.sessions[1].game is None
        bench.cut(1)


def signed_and_shown_off(bench: Bench) -> m.Roster:
    """Seat 1 signs a header; then the host shows the lobby as if nothing had been."""
    roster = roster_of(bench)
    bench.say(0, roster, to=1)
    bench.say(0, lobby_of(bench, rev=lobby_of(bench).rev + 1, state="lobby"), to=1)
    return roster


def test_a_header_that_was_signed_is_void_when_the_lobby_is_back() -> None:
    """The host collects signatures and begins later, when the guest believes that nothing is on."""
    bench = Bench().join().ready()
    signed = signed_and_shown_off(bench)
    assert signatures(bench) == 1
    assert [notice for notice in bench.heard[1] if isinstance(notice, StartFailed)]
    assert bench.disks[1].kept == {}
    bench.say(0, header_entry(bench.identities[0], read_roster(signed.raw)).message(), to=1)
    assert bench.sessions[1].game is None


def test_while_a_header_is_signed_no_other_is() -> None:
    bench = Bench().join().ready()
    bench.say(0, roster_of(bench), to=1)
    bench.act(1, lambda s: s.ready())  # too early: the one before is not over
    assert signatures(bench) == 1
    bench.got[0].clear()
    bench.say(0, roster_of(bench), to=1)
    assert bench.got[0] == [m.Refused("ROSTER", "not_ready", {})]


def test_a_host_that_answers_with_another_start_has_ended_the_first() -> None:
    """It cuts the line when it has seen the shares, and has something else to offer when its guest is back."""
    bench = shares_shown()
    bench.cut(1)
    bench.connect_only(1, 0)
    bench.say(0, m.Joined("player", 1, b"g" * 16, 0, 2, b"h" * 32), to=1)
    assert bench.sessions[1].game is None
    assert not bench.linked(1)
    assert [notice.blamed for notice in bench.heard[1] if isinstance(notice, StartFailed)] == [0]


def test_who_has_nothing_of_a_start_does_not_go_on_with_it() -> None:
    """Its program was started anew since it gave that start up."""
    bench = shares_shown()
    gid, log = bench.game.chain.gid, list(bench.game.chain.entries(0))
    bench.act(0, lambda s: s.abandon())
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    link = bench.connect(1)
    bench.sessions[1].peers[link].role = None
    bench.say(0, m.Joined("player", 1, gid, 0, 2, log[-1].head), to=1)
    assert not bench.linked(1)
    assert bench.sessions[1].game is None


def test_a_game_that_is_over_is_not_gone_on_with(bench: Bench) -> None:
    """Whoever says to be in the middle of it gets its end, and nothing else comes of that."""
    bench.finish()
    before = list(bench.disks[1].logs[bench.game.chain.gid])
    gid, log = bench.game.chain.gid, list(bench.game.chain.entries(0))
    bench.cut(1)
    bench.sessions[1] = Session.guest(bench.me(1), bench.now)
    bench.sessions[0] = Session.host(bench.me(0), bench.now, "table", "pebbles", {}, 3)
    link = bench.connect(1)
    bench.sessions[1].peers[link].role = None
    bench.say(0, m.Joined("player", 1, gid, 0, 9, log[-1].head), to=1)
    bench.say(0, log[0].message(), to=1)
    assert bench.game_of(1).ended
    assert bench.disks[1].logs[gid] == before
    assert bench.disks[1].aside == []
    assert bench.got[0][-1] == log[9].message()  # from where it says to be


def test_a_game_that_is_over_does_not_begin_anew(bench: Bench) -> None:
    bench.finish()
    first = bench.game.chain.entries(0)[0]
    with pytest.raises(Refusal, match="bad_roster"):
        SignedGame.begin(bench.disks[1], first, 1)


def test_who_moves_to_another_seat_makes_it_another_table() -> None:
    bench = Bench(3, seats=4).join().ready()
    lobby = bench.sessions[0].lobby
    assert lobby is not None
    del bench.sessions[MALLORY]  # from here on it is by hand
    bench.say(MALLORY, m.Join("player", 3, None, 0, None, None, 0))
    assert [place.who for place in lobby.places] == ["person", "person", "open", "person"]
    assert not any(place.ready for place in lobby.places)


def test_nobody_ends_a_game_that_is_dealt_as_if_it_had_not_begun(bench: Bench) -> None:
    gid = bench.game.chain.gid
    bench.say(0, m.FailedStart(gid, "abandoned", 1), to=1)
    bench.say(0, lobby_of(bench, state="lobby"), to=1)
    assert bench.game_of(1).chain.gid == gid
    assert gid in bench.disks[1].logs
    goes_on(bench)
    bench.finish()
    bench.say(0, lobby_of(bench, state="lobby"), to=1)
    bench.say(0, m.FailedStart(gid, "abandoned", 1), to=1)
    assert gid in bench.disks[1].logs


@pytest.mark.parametrize("share", [None, b"s" * 32, b""])
def test_nobody_shows_a_share_before_the_host_has_shown_the_promised_one(share: bytes | None) -> None:
    bench = Bench()

    def changed(who: int, message: m.Message) -> m.Message:
        if who == 0 and isinstance(message, m.AskMessage) and message.kind == "seed":
            return replace(message, body={} if share is None else {"share": share})
        return message

    bench.withheld = changed
    bench.deal()
    assert not any(isinstance(one, m.ReplyMessage) and one.kind == "seed" for one in bench.got[0])
    assert bench.blamed(1) == [("unexpected_message", None) if share is None else ("broken_promise", 0)]


def test_an_evening_of_six_games_begins_each_by_itself() -> None:
    """No id and no nonce comes twice, and nobody presses anything but "once more"."""
    for people in (2, 3):
        bench = Bench(people).deal()
        ids: set[bytes] = set()
        nonces: set[bytes] = set()
        for _ in range(6):
            ids.add(bench.game.chain.gid)
            nonces.update(one.nonce for one in bench.game.roster.seats if isinstance(one, Person))
            bench.finish()
            for who in range(people):
                bench.act(who, lambda s: s.want_rematch())
            assert bench.game.table is not None
            assert not bench.game.ended
        assert len(ids) == 6
        assert len(nonces) == 6 * people
        tables = [(one.rev, one.seats[0][3]) for one in bench.got[1] if isinstance(one, m.Lobby)]
        assert tables == sorted(tables, key=lambda one: one[0])  # no revision ever stands for two tables
        assert len(dict(tables)) == len(set(tables))


@pytest.mark.parametrize("change", ["options", "seats", "bot"])
def test_a_rematch_is_of_the_same_game_or_the_person_is_asked(change: str) -> None:
    bench = Bench()
    bench.deal()
    bench.finish()

    def changed(who: int, message: m.Message) -> m.Message:
        if who != 0 or not isinstance(message, m.Lobby) or message.state != "lobby":
            return message
        if change == "options":
            return replace(message, options={"rounds": 4})
        rows = list(message.seats)
        at = next(at for at, row in enumerate(rows) if row[3] == bench.identities[MALLORY].key)
        rows[at] = ("bot", "", "normal", None, False, "none")
        return replace(message, seats=tuple(reversed(message.seats)) if change == "seats" else tuple(rows))

    bench.withheld = changed
    bench.got[0].clear()
    for who in range(3):
        bench.act(who, lambda s: s.want_rematch())
    assert not any(isinstance(one, m.Ready) for one in bench.got[0])
    assert bench.sessions[0].game is None
