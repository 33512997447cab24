"""What everybody at a table is told: who asks for what, who has agreed, who has left and who has lost the link."""

from __future__ import annotations

import pytest

from atlantis_tui.table.network.questions import Questions
from core import games
from net.session import notices
from tests.table.network.at_lan import gathering, reads, until

GAMES = [game for game in games.names() if max(games.load(game).seat_counts) > 2]


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch):
    monkeypatch.setattr(Questions, "still", 0)


@pytest.fixture
def table(tmp_path):
    return lambda *names, **more: gathering(tmp_path, *names, **more)


def talk(person) -> list[str]:
    return [line.text for line in person.network_table.talk]


async def answers(person, yes: bool) -> None:
    await until(lambda: person.network_table.question is not None)
    question = person.network_table.question
    person.runner.wish(lambda session: session.answer(question.hash, yes))


@pytest.mark.parametrize("game", GAMES)
async def test_a_question_shows_the_move_and_who_has_agreed_to_whoever_is_asked_asks_or_watches(table, game):
    async with table("Anna", "Boris", "Chloe", game=game) as people:
        await people.watch("Wanda")
        await until(lambda: any(one.mine for one in people.people.values()))
        asker = next(name for name, one in people.people.items() if one.mine)
        await people[asker].turn()
        one, two = (name for name in ("Anna", "Boris", "Chloe") if name != asker)
        last = people[asker].network_table.table.steps[-1].n
        await until(lambda: all(one.network_table.table.steps[-1].n == last for one in people.people.values()))
        people[asker].runner.wish(lambda session: session.ask_back())
        async with people.at(two) as asked:
            await asked.until(lambda: asked.screen.mode.questions.open)
            entry = [entry for entry in asked.screen.past.entries() if entry.seat == people[asker].seat][-1]
            moved = entry.text.removeprefix(f"{asker} ").split()[0]
            assert f"{asker} asks to take back: " in asked.screen.mode.questions.panel.text
            assert moved in asked.screen.mode.questions.panel.text, "in the words of the history"
            assert "The game goes on if you do not answer." in asked.screen.mode.questions.panel.note
            await answers(people[one], True)
            await asked.until(lambda: f"Agreed: {one}." in asked.screen.mode.questions.panel.note)
            assert "Not answered yet: you." in asked.screen.mode.questions.panel.note
        async with people.at("Wanda") as watching:
            await watching.until(lambda: f"{asker} asks to take back: " in watching.text)
            assert f"Agreed: {one}. Not answered yet: {two}." in watching.text
        async with people.at(asker) as asking:
            assert "You ask to take back: " in asking.text
            assert f"Agreed: {one}. Not answered yet: {two}." in asking.text
            await answers(people[two], False)
            await asking.until(lambda: f"{two} does not agree" in asking.toast)
        everybody = people.people.values()
        await until(lambda: all(any(isinstance(news, notices.Agreed) for news in one.heard) for one in everybody))


async def test_who_agrees_is_told_at_every_screen(table):
    async with table("Anna", "Boris", "Chloe") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            people["Anna"].runner.wish(lambda session: session.ask_back())
            await answers(people["Chloe"], True)
            await play.until(lambda: "Chloe agrees." in talk(people["Boris"]))
            await answers(people["Boris"], True)
            await play.until(lambda: "All agree that Anna may take that back." in play.toast)
            assert "All agree that Anna may take that back." in talk(people["Boris"])
            assert not any("asks to take" in line for line in talk(people["Boris"])), "the question said so"


async def test_a_take_back_of_two_choices_is_told_once_beside_a_bot(table):
    async with table("Anna", "Boris", bots=1) as people:
        anna, boris = people["Anna"], people["Boris"]
        await until(lambda: anna.mine or boris.mine)
        if boris.mine:
            await boris.turn()
        await anna.turn()
        await until(lambda: boris.mine)
        before = len(anna.network_table.table.steps)
        async with people.at("Boris") as play:
            anna.runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.open)
            await play.press("y")
            await play.until(lambda: len(anna.network_table.table.steps) < before)
            between = len(anna.network_table.table.steps)
            anna.runner.wish(lambda session: session.ask_back())  # as her program does: what is gone was an answer
            await play.until(lambda: len(anna.network_table.table.steps) < between)
            await play.settle()
        assert sum("back" in line for line in talk(boris)) == 1, talk(boris)


async def test_who_is_asked_reads_whose_moves_are_lost_with_the_one_that_is_taken_back(table):
    async with table("Anna", "Boris", "Chloe") as people:
        for name in ("Anna", "Boris"):
            await people[name].turn()
        people["Anna"].runner.wish(lambda session: session.ask_back())
        async with people.at("Chloe") as play:
            await play.until(lambda: play.screen.mode.questions.open)
            assert "and all that Boris played since" in play.screen.mode.questions.panel.text
        async with people.at("Boris") as play:
            assert "and all that you played since" in play.screen.mode.questions.panel.text


async def test_news_goes_by_itself_and_what_a_key_has_called_up_stays(table, monkeypatch):
    monkeypatch.setattr("atlantis_tui.table.network.mode.NEWS", 0.01)
    async with table("Anna", "Boris") as people:
        await people.watch("Wanda")
        async with people.at("Wanda") as play:
            people["Wanda"].runner.tell(notices.HostChanged(1, 1))
            await until(lambda: "Boris is the host now." in talk(people["Wanda"]))
            await play.until(lambda: not play.screen.toast.display)
        async with people.at("Anna") as play:
            await play.asked()
            play.screen.say(["No."])
            people["Anna"].runner.tell(notices.Misbehaved(1, "flood", None))
            await until(lambda: any("more than it may" in line for line in talk(people["Anna"])))
            assert "No." in play.toast


async def test_news_lies_over_no_question_and_gives_way_to_one(table):
    async with table("Anna", "Boris", "Chloe") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            boris = people["Boris"]
            boris.runner.tell(notices.HostChanged(1, 2))
            await play.until(lambda: "Chloe is the host now." in play.toast)
            people["Anna"].runner.wish(lambda session: session.ask_back())
            await play.until(lambda: play.screen.mode.questions.panel.display)
            assert not play.screen.toast.display
            boris.runner.tell(notices.HostChanged(1, 0))
            await until(lambda: "Anna is the host now." in talk(boris))
            await play.settle()
            assert not play.screen.toast.display
            assert "Y yes" in play.text


async def test_who_left_and_who_lost_the_link_are_told_apart_to_the_host_and_to_guests(table):
    async with table("Anna", "Boris", "Chloe", "Dora") as people:
        await people["Anna"].turn()
        async with people.at("Anna") as hosting:
            await people.leave("Boris")
            await reads(hosting, "Boris left the table")
            for link in people["Chloe"].runner.links.all:
                people["Chloe"].runner._dial = lambda action: None
                link.abort()
            await until(lambda: "Chloe lost the link." in talk(people["Anna"]))
            assert "Boris left the table." in talk(people["Anna"])
        async with people.at("Dora") as play:
            wanted = {0: ("here", False), 1: ("away", True), 2: ("away", False), 3: ("here", False)}
            dora = people["Dora"].session
            await until(lambda: {one.seat: (one.link, one.left) for one in dora.people()} == wanted)
            await reads(play, "Boris left the table at")
            await people.leave("Anna")
            await reads(play, "Anna, the host, left the table at")
