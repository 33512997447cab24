"""An evening in lines of text: the table changes, its host is lost, somebody wants to play again. All of it is told."""

import asyncio
import io
import os
from contextlib import asynccontextmanager
from typing import Any

import pytest

from atlantis_tui.network.runner import JoinTarget, SessionRunner
from atlantis_tui.network.talk import ChatLine
from atlantis_tui.plain.network_front import PlainNetworkFront
from atlantis_tui.saved.settings import load
from net.handshake import to_open_table
from net.identity import Identity
from net.session.peers import Waiting
from net.session.session import Session
from tests.lobby.at_lobby import HERE, play_out, when
from tests.lobby.test_lost_host import cut

pytestmark = pytest.mark.usefixtures("home")


class Typist:
    """Somebody at a table in lines of text: what is typed goes through a pipe, as from a terminal."""

    def __init__(self, runner: Any, watches: bool) -> None:
        self.runner = runner
        reads, self._writes = os.pipe()
        self._stdin = os.fdopen(reads)
        self.out = io.StringIO()
        self.front: Any = PlainNetworkFront(runner, self._stdin, self.out, watches=watches)
        self.running = asyncio.create_task(self.front.run())

    @property
    def session(self) -> Any:
        return self.runner.session

    def type(self, line: str) -> None:
        os.write(self._writes, f"{line}\n".encode())

    async def reads(self, words: str, times: int = 1) -> None:
        await when(lambda: self.out.getvalue().count(words) >= times or self.running.done())
        assert self.out.getvalue().count(words) >= times, self.out.getvalue()

    async def close(self) -> None:
        if not self.running.done():
            self.type("quit")
        await self.running
        await self.runner.close()
        os.close(self._writes)
        self._stdin.close()


@pytest.fixture
def sits(monkeypatch, tmp_path):
    @asynccontextmanager
    async def sit(name, table=None, seats=2, watches=False, game="atlantis"):
        monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / name))
        target = None if table is None else JoinTarget(((HERE, table.runner.port),), to_open_table())
        runner = SessionRunner(Identity(name.encode().ljust(32)), name, target=target, door="open", discovers=False)
        runner.listen(HERE)
        if table is None:
            runner.sit(lambda me, now: Session.host(me, now, "Reef", game, {}, seats))
        else:
            runner.sit(Session.watch if watches else Session.guest)
        typist = Typist(runner, watches)
        try:
            yield typist
        finally:
            await typist.close()

    return sit


async def test_another_game_and_another_name_are_told_and_the_next_game_is_agreed_on(sits):
    async with sits("Anna", seats=4) as anna, sits("Boris", anna) as boris:
        await anna.reads("Boris (not ready)")
        boris.type("ready")
        await anna.reads("Boris (ready)")
        await boris.reads("you (ready)")
        anna.type("game survive")
        await boris.reads("It is Survive! now. Type ready again.")
        anna.type("game chess")
        await anna.reads("chess")
        boris.type("game atalia")
        await boris.reads("Only the host can do that, before the game begins.")
        anna.type("name Ann")
        await boris.reads("Anna is called Ann now.")
        await anna.reads("You are called Ann now.")
        assert load()[0].name == "Ann"
        anna.type("name :")
        await anna.reads("is not a name")
        async with sits("Chloe", anna) as chloe:
            await anna.reads("Chloe (not ready)")
            anna.type("game atalia")
            await anna.reads("Atalia has too few seats for the 3 of you.")
            chloe.type("leave")
            assert await chloe.running == 0
        await when(lambda: len(anna.session.players()) == 1)
        anna.type("game atalia")
        await boris.reads("It is Atalia now.")
        assert len(anna.session.lobby.places) == 2
        boris.type("host")
        await boris.reads("Ann is the host.")
        boris.type("wait")
        await boris.reads("Nobody is lost")
        boris.type("code")
        await boris.reads("Only the host knows the code")
        boris.session.table_code = "482917"
        boris.type("code")
        await boris.reads("Who wants to come in needs the code 482 917.")
        # A game, and another one: that it begins, and who wants it, is told.
        async with sits("Wanda", anna, watches=True) as wanda:
            await boris.reads("Watching: Wanda.")
            boris.type("ready")
            await anna.reads("Boris (ready)", 2)
            anna.type("start")
            for one in (anna, boris, wanda):
                await one.reads("A game of Atalia begins.")
            await play_out(anna.front.network_table, boris.front.network_table)
            await boris.reads("Type again for another game")
            anna.type("again")
            await boris.reads("Ann wants to play again.")
            assert "You want" not in boris.out.getvalue()
            anna.type("again not")
            await anna.reads("You do not want another game just now.")
            boris.type("again")
            await anna.reads("Boris wants to play again.")
            anna.type("again")
            for one in (anna, boris):
                await one.reads("A game of Atalia begins.", 2)


async def test_a_lost_host_is_told_and_the_words_that_help(sits):
    async with sits("Anna", seats=3) as anna, sits("Boris", anna) as boris, sits("Wanda", anna, watches=True) as wanda:
        await boris.reads("Watching: Wanda.")
        await wanda.reads("Watching: Wanda.")
        cut(anna, boris, wanda)
        await boris.reads("Anna, who is the host, was last heard at ")
        await boris.reads("Type host to become the host of this table, wait to wait for one, or leave.")
        await wanda.reads("Type wait to wait for a host, or leave.")
        for word in ("ready", "say hello", "name Bo"):
            boris.type(word)
        await boris.reads("Nobody hears that now, because the host is gone: type host, wait or leave.", 3)
        boris.type("wait")
        await boris.reads("The table is looked for all the time.")
        wanda.type("leave")
        assert await wanda.running == 0
        boris.type("host")
        await boris.reads("You are the host now.")
        assert boris.session.hosting
        assert boris.session.lobby.name == "Reef"
        boris.type("host")
        await boris.reads("You are the host.")
        boris.type("leave")
        assert await boris.running == 0


async def test_what_was_said_before_one_came_back_is_told(sits):
    async with sits("Anna") as anna, sits("Boris", anna) as boris:
        anna.front.network_table.recalled = [ChatLine(1, 1, "Boris", "until tomorrow")]
        boris.type("say here I am")
        await anna.reads("Said before you came back:\nBoris: until tomorrow\n")
        await anna.reads("Boris: here I am")


async def test_both_have_the_rest_of_their_explorers_placed_and_any_line_stops_it(sits):
    async with sits("Anna", game="survive") as anna, sits("Boris", anna) as boris:
        await anna.reads("Boris (not ready)")
        boris.type("ready")
        await anna.reads("Boris (ready)")
        anna.type("start")
        await anna.reads("Put an explorer")
        anna.type("rest")
        await anna.reads("The rest is placed for you. Any line stops that.")
        await boris.reads("Put an explorer")
        anna.type("mine")
        await anna.reads("Stopped: place the rest yourself, or type rest again.")
        boris.type("rest")
        await anna.reads("Put an explorer", 2)  # she is asked again
        anna.type("rest")
        for one in (anna, boris):
            await one.reads("All is set up.")
            assert one.out.getvalue().count("You put your") == 20
        await anna.reads("Move: you have 3 points of movement.")


async def test_who_is_away_is_named_with_the_words_that_help_and_found_by_the_letters_of_the_name(sits):
    async with sits("Anna", seats=3) as anna, sits("Cher", anna) as cher:
        async with sits("Chloe \N{SHARK}", anna) as chloe:
            for one in (chloe, cher):
                one.type("ready")
            await anna.reads("Cher (ready)")
            await anna.reads("\N{SHARK} (ready)")
            anna.type("start")
            await chloe.reads("A game of Atlantis begins.")
            seat = chloe.session.seat
        anna.type("mute CHL")
        await anna.reads("Chloe \N{SHARK} is not heard any more")
        anna.type("vote ch")
        await anna.reads("That may be Cher or Chloe \N{SHARK}: type more of the name.")
        await anna.reads("Chloe \N{SHARK} left the table.")
        waited = Waiting(seat, "move", 0)
        away = next(one for one in anna.session.people() if one.seat == seat)
        told = anna.front.waiting(waited, away.since_ms + 60_000)
        assert told == (
            "Waiting for Chloe \N{SHARK}, who left the table 1 minute ago. "
            "Type vote Chloe \N{SHARK} to let a bot play meanwhile, if all others agree."
        )
        anna.type("vote chloe")
        await anna.reads("That is too early")
