"""A table on the network, on screen: moves stand when the host has them, and what others do is told as it comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from atlantis_tui.bots import hints
from atlantis_tui.help.command_palette import open_palette
from atlantis_tui.network.news import BotTrouble, HostFound, TableEnded
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.table.network import submit
from atlantis_tui.table.network.questions import Questions
from atlantis_tui.table.network.result import CompanyResult
from atlantis_tui.table.result import ResultScreen
from core.advice import Advice
from core.table import Table
from net.refusal import Refusal
from net.session import limits, notices
from tests.menu.at_menu import find
from tests.table.at_table import Play, at_table, new_table, seat_instant_bots
from tests.table.network.at_lan import gathering, reads, until
from tests.ui.stage import golden, look, resize


@pytest.fixture
def table(tmp_path):
    return lambda *names, **more: gathering(tmp_path, *names, **more)


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch):
    monkeypatch.setattr(Questions, "still", 0)
    monkeypatch.setattr(ResultScreen, "STILL", 0)


def log(person):
    return [link.record for link in person.session.game.chain.links]


def moves(person, seat):
    return [record for record in log(person) if record.kind == "move" and record.seat == seat]


# Playing --------------------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("name", ["Anna", "Boris"])
async def test_a_whole_game_is_played_to_its_result(table, name):
    async with table("Anna", "Boris", bots=1) as people:
        other = next(one for one in ("Anna", "Boris") if one != name)
        async with people.at(name) as play:
            people[other].plays_by_itself()
            while await play.asked():
                await play.press("enter", "enter")
            result = await play.on(CompanyResult)
            assert result.viewer == people[name].seat
            await until(lambda: people[other].network_table.over)
            one, two = (people[one].session.game for one in ("Anna", "Boris"))
            assert one.chain.head == two.chain.head
            await play.press("backspace")
            await until(lambda: play.app.answer == "lobby")


async def test_a_move_is_on_its_way_until_the_host_has_it_and_is_sent_once(table):
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            people.cut()
            await play.until(lambda: people["Boris"].network_table.lost is not None)
            await play.press("enter", "enter")
            assert play.screen.submitter.on_its_way
            assert not play.screen.mine
            await play.press("enter", "1", "enter", "u")
            assert "on its way" in play.toast
            assert not moves(people["Boris"], 1)
            people.mend()
            await play.until(
                lambda: people["Boris"].network_table.lost is None and not play.screen.submitter.on_its_way
            )
            await until(lambda: people["Anna"].mine)
            turns = [record.body[0] for record in moves(people["Anna"], 1)]
            assert turns.count("play") == 1


async def test_it_is_said_that_a_move_is_on_its_way(table, monkeypatch):
    monkeypatch.setattr(submit, "SOON", 0.001)
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            people["Anna"].runner.wish = lambda wish: None
            host = people["Boris"].session.host_peer()
            people["Boris"].runner._wires[host.link].send = lambda message: None  # it will never get there
            await play.press("enter", "enter")
            await reads(play, "ON ITS WAY")
            assert "your move" in play.text


async def test_a_move_that_got_lost_is_explained_and_the_plan_is_kept(table):
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            await play.press("enter")
            planned = play.screen.plan.moves()
            people.cut()
            await play.until(lambda: people["Boris"].network_table.lost is not None)
            await play.press("enter")
            assert play.screen.submitter.on_its_way
            people["Boris"].runner.tell(notices.MoveLost(1))
            await play.until(lambda: not play.screen.submitter.on_its_way)
            assert "choose again" in play.toast
            assert play.screen.plan.moves() == planned
            people.mend()


async def test_a_lost_plan_that_cannot_be_made_any_more_is_forgotten(table):
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            await play.press("enter")
            play.screen.submitter._planned = [("play", 0, 99)]
            play.screen.submitter.lost(notices.MoveLost(play.screen.viewer))
            assert play.screen.plan.moves() is None


async def test_a_typed_line_is_shown_before_it_is_played_and_a_wrong_one_stays_to_be_mended(table):
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            play.screen.plan.propose()
            line = "; ".join(play.table.game.text(move) for move in play.screen.plan.moves())
            play.screen.plan.forget()
            await play.press(":")
            await play.write("9 Z")
            await play.press("enter")
            assert play.toast
            assert play.screen.typed.field.value == "9 Z"
            await play.press(*["backspace"] * 3)
            await play.write(line)
            await play.press("enter")
            assert play.screen.typed.field is None
            assert play.table.state.to_move == play.screen.viewer
            assert play.screen.plan.moves() is not None
            await play.press("enter")
            await play.until(lambda: play.table.state.to_move == 0)
            assert not play.toast


async def test_a_move_from_the_palette_goes_the_same_way(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        await play.asked()
        app: Any = play.app
        before = len(moves(people["Boris"], 0))
        open_palette(app)
        await play.settle()
        await play.press("down", "enter")
        assert app.screen is play.screen
        assert len(moves(people["Boris"], 0)) == before  # it is only planned
        assert play.screen.plan.moves() is not None
        await play.press("enter")
        await until(lambda: len(moves(people["Boris"], 0)) > before)


async def test_who_wants_to_be_asked_is_asked_what_is_otherwise_answered_for_them(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        people["Boris"].plays_by_itself()
        waited = False
        for _ in range(30):
            assert await play.asked()
            await play.press("enter", "w")
            waited = play.screen.wait_after
            await play.press("enter")
            if waited:
                break
            await play.until(lambda: play.screen.mine)
        await play.until(lambda: play.screen.mine)
        assert play.table.state.prompt.kind == "after"
        await play.press("enter", "enter")
        await play.until(lambda: play.table.state.prompt.kind != "after")


async def test_what_others_do_is_told_and_keeps_no_key_from_its_work(table):
    async with table("Anna", "Boris") as people, people.at("Boris", shown=look(motion=True, hover=False)) as play:
        await people["Anna"].turn()
        await play.until(lambda: bool(play.screen.turns.message))
        assert "Anna" in play.screen.turns.message[0]
        assert play.screen.mine
        figure = next(iter({way[0][1] for way in play.screen.plan.ways()}))
        await play.press(str(figure + 1))
        assert play.screen.plan.figure == figure
        assert not play.screen.turns.message


# Back -----------------------------------------------------------------------------------------------------------------


async def test_what_is_free_is_taken_back_at_once(table):
    def bridge(play):
        return any(move[0] == "bridge" for move in play.table.view(0).legal())

    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        people["Boris"].plays_by_itself()
        while await play.asked() and not bridge(play):
            await play.press("enter", "enter")
        steps = len(play.table.steps)
        await play.press("b", "enter")
        await play.until(lambda: len(play.table.steps) > steps)
        await play.press("u")
        await play.until(lambda: len(play.table.steps) == steps)
        assert "taken back" in play.toast
        await until(lambda: len(people["Boris"].network_table.table.steps) == steps)


@pytest.mark.parametrize("yes", [True, False])
async def test_the_others_are_asked_and_answer(table, yes):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        await play.asked()
        await play.press("enter", "enter")
        await until(lambda: people["Boris"].mine)
        await play.press("u")
        assert "The others are asked" in play.toast
        await until(lambda: people["Boris"].network_table.question is not None)
        question = people["Boris"].network_table.question
        people["Boris"].runner.wish(lambda session: session.answer(question.hash, yes))
        if yes:  # also what was answered for Anna, which is asked about too
            people["Boris"].plays_by_itself()
            await play.until(lambda: len(play.table.steps) == 1)
            assert play.screen.mine
            assert "Your last choice is taken back" in play.toast
        else:
            await play.until(lambda: "does not agree" in play.toast)
            assert len(play.table.steps) > 1


@pytest.mark.parametrize(("key", "agreed"), [("y", True), ("n", False)])
async def test_who_is_asked_answers_with_a_key_and_looks_meanwhile(table, key, agreed):
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            people["Anna"].runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.open)
            assert "Anna asks to take back: " in play.text
            await play.press("up")
            assert play.screen.past.at is not None
            await play.press("enter", "1")
            assert "Anna asks to take back: " in play.text
            await play.press(key)
            await play.until(lambda: not play.screen.mode.questions.open)
            assert "Anna asks" not in play.text
            await until(lambda: any(isinstance(news, notices.Agreed) for news in people["Anna"].heard))
            result = next(news.result for news in people["Anna"].heard if isinstance(news, notices.Agreed))
            assert result == ("agreed" if agreed else "refused")
            if agreed:
                await play.until(lambda: play.table.state.to_move == 0)
                assert play.screen.plan.figure is None


async def test_a_key_that_was_meant_for_the_log_is_no_answer(table, monkeypatch):
    monkeypatch.setattr(Questions, "still", 60)
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            people["Anna"].runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.open)
            await play.press("y")
            assert play.screen.past.open
            assert play.screen.mode.questions.open
            await play.press("y", "n")
            assert play.screen.mode.questions.open
            monkeypatch.setattr(Questions, "still", 0)
            await play.click(play.screen.mode.questions.panel, "mode_key('answer', True)")
            assert not play.screen.mode.questions.open


async def test_who_agrees_is_not_asked_again_about_what_was_answered_for_the_other(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as hers:
        await hers.asked()
        await hers.press("enter", "enter")
        await until(lambda: people["Boris"].mine)
        async with people.at("Boris") as play:
            await hers.press("u")
            await play.until(lambda: play.screen.mode.questions.open)
            await play.press("y")
            await hers.until(lambda: len(hers.table.steps) == 1)
            asked = [news for news in people["Boris"].heard if isinstance(news, notices.Asked)]
            assert len(asked) == 2
            assert not play.screen.mode.questions.open


async def test_nothing_is_asked_while_the_host_is_gone(table):
    async with table("Anna", "Boris") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            people["Anna"].runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.open)
            people.cut()
            await play.until(lambda: people["Boris"].network_table.lost is not None)
            assert "Anna asks" not in play.text
            await play.press("n")
            assert people["Boris"].network_table.question is not None
            people.mend()


# Links ----------------------------------------------------------------------------------------------------------------


async def test_somebody_is_lost_a_bot_plays_after_a_vote_and_gives_the_seat_back(table, monkeypatch):
    async with table("Anna", "Boris", "Chloe") as people:
        await people["Anna"].turn()
        async with people.at("Anna") as play:
            await people.leave("Boris")
            await play.until(lambda: play.screen.mode.absence.missing() is not None)
            assert "Boris left the table" in play.text
            assert not play.screen.mode.absence.shown, "for the first minute the prompt is enough"
            await play.press("v")
            assert "too early" in play.toast
            monkeypatch.setattr(limits, "AWAY_MS", 0)
            play.screen.turns.look()
            await play.settle()
            assert "Boris left at" in play.text
            await play.press("w")
            assert not play.screen.mode.absence.shown
            await play.press("v")
            await until(lambda: people["Chloe"].network_table.question is not None)
            question = people["Chloe"].network_table.question
            people["Chloe"].runner.wish(lambda session: session.answer(question.hash, True))
            await until(lambda: people["Chloe"].mine)
            await play.until(lambda: play.table.state.to_move == 2)
            assert not play.screen.mode.absence.shown
            assert play.screen.mode.status.links()[1] == "bot"
            boris = people.come_back("Boris")
            talk = people["Anna"].network_table.talk
            await play.until(lambda: "Boris is back and plays again." in [line.text for line in talk])
            assert "Boris is back." not in [line.text for line in talk], "once is enough"
            await until(lambda: play.screen.mode.status.links() == ("", "", ""))
            marked = [entry.seat for entry in play.screen.past.entries() if "(by a bot)" in entry.text]
            assert marked == [1]
        await until(lambda: boris.network_table.welcome is not None)
        async with people.at("Boris") as back:
            told = "You are back. A bot with Anna played 1 turn for you; the history marks it."
            await back.until(lambda: told in " ".join(back.toast.split()))
            assert told in [line.text for line in boris.network_table.talk]
            assert "by a bot" in [entry.text for entry in back.screen.past.entries() if entry.seat == 1][-1]


@pytest.mark.parametrize(("key", "result"), [("v", "agreed"), ("w", "refused")])
async def test_who_is_asked_for_a_vote_sees_the_card_and_answers(table, monkeypatch, key, result):
    monkeypatch.setattr(limits, "AWAY_MS", 0)
    async with table("Anna", "Boris", "Chloe") as people:
        await people["Anna"].turn()
        async with people.at("Chloe") as play:
            await people.leave("Boris")
            await play.until(lambda: play.screen.mode.absence.shown)
            people["Anna"].runner.wish(lambda session: session.vote(1))
            await play.until(lambda: play.screen.mode.absence.asked)
            assert "Shall a bot play for Boris" in play.text
            await play.press(key)
            await until(lambda: any(isinstance(news, notices.Agreed) for news in people["Anna"].heard))
            assert next(news.result for news in people["Anna"].heard if isinstance(news, notices.Agreed)) == result
            if key == "v":
                await play.until(lambda: play.table.state.to_move == 2)


async def test_a_broken_link_comes_back_and_the_game_goes_on(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        people.cut()
        await play.until(lambda: people["Boris"].network_table.lost is not None)
        assert "LOOKING FOR THE HOST" in play.text
        assert "Nothing is lost" in play.text
        people.mend()
        await play.until(lambda: people["Boris"].network_table.lost is None)
        await people["Anna"].turn()
        await play.asked()
        assert "LOOKING" not in play.text
        await play.press("enter", "enter")
        await until(lambda: people["Anna"].mine)


@pytest.mark.parametrize("name", ["Boris", "Wanda"])
async def test_another_becomes_host_and_all_are_told_once(table, monkeypatch, name):
    monkeypatch.setattr(limits, "LOST_MS", 200)
    monkeypatch.setattr(limits, "SETTLE_MS", 100)
    async with table("Anna", "Boris", "Chloe") as people:
        await people.watch("Wanda")
        async with people.at(name) as play:
            one = people[name]
            await people.leave("Anna")
            told = "You are the host now." if name == "Boris" else "Boris is the host now."
            await until(lambda: any(isinstance(news, HostFound) for news in one.heard))
            assert one.network_table.lost is None
            await play.settle()
            talk = [line.text for line in one.network_table.talk]
            assert talk.count(told) == 1
            assert told in play.toast
            assert "The host is there again." not in talk, "it is another one"
            if name == "Boris":
                assert "you are the host" in play.screen.mode.status.title()


async def test_a_table_that_was_built_anew_is_the_one_that_is_shown(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        await play.asked()
        await play.press("enter")
        planned = play.screen.plan.moves()
        game = people["Anna"].session.game
        game.adopt(game.rebuilt(game.last))
        people["Anna"].runner.tell(notices.Desynced({"live": "none"}, going_on=True))
        await play.until(lambda: play.screen.table is game.table)
        assert "the right one again" in play.toast
        assert play.screen.plan.moves() is None, "the position may be another one"
        assert play.screen.view_of(play.screen.table.steps[-1]) is not None
        await play.press("enter")
        assert play.screen.plan.moves() == planned
        await play.press("enter")
        await until(lambda: people["Boris"].mine)


async def test_what_else_happens_is_told(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        for news, words in (
            (notices.SetAside(7, 2), "2 entries that the others never saw"),
            (notices.Misbehaved(1, "fork", 1), "Boris has signed two different entries for one place"),
            (notices.HostChanged(1, 1), "Boris is the host now"),
        ):
            people["Anna"].runner.tell(news)
            await reads(play, words[:20])
            assert words in " ".join(line.text for line in people["Anna"].network_table.talk)
            await play.press("backspace")
        people["Anna"].runner.tell(BotTrouble(1, "bot_flooded", {}))
        await reads(play, "a built-in bot")


async def test_a_table_that_differs_freezes_and_says_where_the_report_lies(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        await play.asked()
        people["Anna"].runner.tell(notices.Desynced({"live": "none"}, going_on=False))
        people["Anna"].session.stop("desync", 1)
        people["Anna"].runner._do(people["Anna"].session._done())
        await play.until(lambda: bool(play.screen.turns.halted))
        assert "The program of Boris comes to another position than yours" in play.text
        report = people["Anna"].network_table.report
        assert report in "".join(row.removeprefix("▌ ") for row in play.text.splitlines())
        assert '"live"' in Path(report).read_text()
        await play.press("enter", "enter", "1")
        assert len(play.table.steps) == 1
        await play.press("q")
        assert play.app.answer == "menu"
        assert "The program of Boris" in play.app.notice


async def test_who_is_sent_away_reads_why_and_the_menu_tells_it_too(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        key = people["Boris"].runner.identity.key
        people["Anna"].runner.wish(lambda session: session.kick(key))
        await play.until(lambda: bool(play.screen.turns.halted))
        assert "does not want you" in play.text
        assert "Q leaves" in play.text
        await play.press("q")
        assert play.app.answer == "menu"
        assert "does not want you" in play.app.notice


async def test_who_leaves_a_game_is_asked_once(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        await play.press("q")
        assert "once more" in play.toast
        assert play.on_top
        await play.press("q")
        assert play.app.answer == "menu"


# Hints ----------------------------------------------------------------------------------------------------------------


async def test_hints_are_marked_in_the_log_of_all_and_kept_for_the_position(table, monkeypatch):
    asked = []

    async def ask(table: Table, seat: int, iterations: int | None = None) -> list[Advice]:
        asked.append(table.steps[-1].n)
        view: Any = table.view(seat)
        move = next(move for move in view.legal() if move[0] == "play")
        return [Advice((move,), 5000, ())]

    monkeypatch.setattr(hints, "ask", ask)
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        await play.press("i")
        assert "when it is your turn" in play.toast
        await people["Anna"].turn()
        await play.until(lambda: bool(play.screen.hinting.found))
        await until(lambda: any(record.kind == "hint" for record in log(people["Anna"])))
        await play.press("i", "i")
        assert play.screen.hinting.found
        assert len(asked) == 1
        await play.press("enter")
        assert play.screen.plan.draft


# The end --------------------------------------------------------------------------------------------------------------


async def played(people, *names):
    for name in names:
        people[name].plays_by_itself()


@pytest.mark.full
async def test_a_rematch_is_wanted_shown_and_begins(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        await played(people, "Anna", "Boris")
        result = await play.on(CompanyResult)
        people["Anna"].runner.wish(lambda session: session.want_rematch())
        await until(lambda: people["Boris"].network_table.rematch == (0,))
        result.show()
        await play.settle()
        assert "Anna wants to play again" in play.text
        await play.press("s")
        assert play.app.screen is result
        await play.press("enter")  # it would begin at once, and one Enter too many must not skip the result
        assert "Enter once more says that you want to." in play.text
        assert play.app.screen is result
        await play.press("enter")
        await until(lambda: play.app.answer == "lobby")


@pytest.mark.parametrize("how", ["key", "mouse"])
async def test_a_host_lost_after_the_game_is_told_on_the_result_and_another_carries_on(table, how, monkeypatch):
    monkeypatch.setattr(NetworkTable, "lost_at", "19:42")
    async with table("Anna", "Boris", game="atalia") as people, people.at("Boris") as play:
        await played(people, "Anna", "Boris")
        result: Any = await play.on(CompanyResult)
        boris = people["Boris"].network_table
        people.cut()
        await until(lambda: result.host_card.shown)
        for size in ((80, 24), (120, 36)) if how == "key" else ():
            await resize(play.pilot, *size)
            golden(f"lan_result_lost_{size[0]}x{size[1]}", play.text)
        await play.press("enter")
        assert "Nobody hears that now: the host is gone. H makes you the host." in play.text
        assert not boris.rematch
        await (play.press("escape") if how == "key" else play.pilot.click(offset=find(play.app, "W wait ")))
        assert not result.host_card.shown
        assert play.app.screen is result
        assert "Anna was last heard at 19:42 and is being looked for." in play.text
        people.mend()
        await until(lambda: boris.lost is None)
        await reads(play, "as well; it" if boris.rematch else "everybody moves up one seat")
        people.cut()
        await until(lambda: result.host_card.shown)
        await play.settle()
        await (play.press("h") if how == "key" else play.pilot.click(offset=find(play.app, "H become host")))
        await until(lambda: play.app.answer == "lobby")
        assert boris.session.hosting
        assert (boris.table_name, boris.session.table.game) == ("Reef", "atalia")
        people.mend()


async def test_one_talks_on_the_result_and_what_was_being_written_goes_on_there(table, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: 1_794_830_400)
    async with table("Anna", "Boris", game="atalia") as people, people.at("Boris") as play:
        anna, boris = people["Anna"].network_table, people["Boris"].network_table
        await play.press("slash", "g")
        await played(people, "Anna", "Boris")
        result: Any = await play.on(CompanyResult)
        await play.press("g", "enter")
        await until(lambda: [line.text for line in anna.talk[-1:]] == ["gg"])
        await play.press("enter")
        assert not boris.rematch, "the second Enter closes the talk"
        assert result.field is None
        people["Anna"].runner.wish(lambda session: session.chat("well played, and thanks"))
        await reads(play, "Anna: well played, and thanks")
        result.talk._quiet()
        await reads(play, "1 unread: /")
        assert "Anna: well played" not in play.text
        await play.press("slash", *"again")
        for size in ((120, 36), (80, 24), (60, 20)):
            await resize(play.pilot, *size)
            golden(f"lan_result_talk_{size[0]}x{size[1]}", play.text)
        assert not boris.unread
        await play.press("escape")
        assert play.app.screen is result
        assert "unread" not in play.text
        await play.press("enter")
        assert not boris.rematch
        await play.press("enter")
        await until(lambda: boris.rematch)


async def test_who_is_alone_with_the_wish_may_take_it_back_or_go(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        await played(people, "Anna", "Boris")
        result = await play.on(CompanyResult)
        await play.press("enter")
        assert people["Anna"].network_table.rematch == ()
        assert "Enter once more says that you want to." in play.text
        await play.press("enter")
        assert people["Anna"].network_table.rematch == (0,)
        assert "as soon as all want it" in play.text
        await play.press("enter")
        await until(lambda: people["Anna"].network_table.rematch == ())
        assert "lobby" in play.text
        result.left_review("on:some.atl")
        await play.settle()
        assert "waits in the menu" in play.text
        await play.press("enter", "enter", "enter")
        await people.leave("Boris")
        await reads(play, "Boris has left.")
        people["Anna"].runner.tell(TableEnded(Refusal("refused", why="closed")))
        await until(lambda: people["Anna"].network_table.ended is not None)
        await play.settle()
        assert "closed the table" in play.text
        assert "lobby" not in play.text
        await play.press("backspace")
        await until(lambda: play.app.answer == "menu")
        assert "closed the table" in play.app.notice


# Being called ---------------------------------------------------------------------------------------------------------


def listened(play: Play) -> tuple[list[int], list[str]]:
    bells: list[int] = []
    titles: list[str] = []
    app: Any = play.app
    app.bell, app.set_title = lambda: bells.append(1), titles.append
    return bells, titles


async def test_the_bell_rings_once_a_turn_and_the_window_says_it(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        bells, titles = listened(play)
        await people["Anna"].turn()
        await play.asked()
        await play.press("1", "enter", "backspace", "y", "y")
        assert len(bells) == 1
        assert titles[-1] == "Atlantis: your turn"
        await play.press("enter", "enter")
        await until(lambda: people["Anna"].mine)
        await play.until(lambda: titles[-1] == "Atlantis")
        await people["Anna"].turn()
        await play.asked()
        assert len(bells) == 2


async def test_at_ones_own_table_it_rings_after_bots_and_the_settings_can_forbid_it(monkeypatch, tmp_path):
    from atlantis_tui.saved.settings import Settings

    seat_instant_bots(monkeypatch)
    async with at_table(new_table(["you", "bot:random"])) as play:
        bells, titles = listened(play)
        await play.asked()
        assert not bells, "whoever begins a game is there"
        await play.press("enter", "enter")
        await play.asked()
        assert len(bells) == 1
        file = tmp_path / "called"
        app: Any = play.app
        app.settings = Settings()._replace(bell=False, turn_command=f"sh -c 'echo here > {file}'", confirmations="none")
        await play.press("enter", "enter")
        await play.asked()
        assert len(bells) == 1
        await until(lambda: file.exists() and file.read_text() == "here\n")
    assert titles[-1] == ""
