"""Talk at a table on the network: new lines for a moment, all of them to read, and nothing that a terminal obeys."""

from __future__ import annotations

import pytest

from atlantis_tui.table.network import chat
from net.session import notices
from tests.table.network.at_lan import gathering, reads, until


@pytest.fixture
def table(tmp_path):
    return lambda *names, **more: gathering(tmp_path, *names, **more)


def says(person, text):
    person.shell.wish(lambda session: session.chat(text))


async def test_a_line_is_said_heard_and_read(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        says(people["Anna"], "good evening")
        await reads(play, "Anna: good evening")
        assert play.screen.board.scores.display, "it lies over no player"
        await play.press("t")
        assert play.screen.mode.chat.writes
        await play.write("hello q you")
        await play.press("enter")
        await until(lambda: [line.text for line in people["Anna"].company.talk[-1:]] == ["hello q you"])
        await reads(play, "Boris: hello q you")
        assert play.screen.mode.chat.field.value == "", "one may go on"
        assert play.on_top
        await play.press("backspace")
        assert not play.screen.mode.chat.writes
        assert "hello q you" not in play.text


async def test_with_ones_own_turn_a_letter_belongs_to_the_game_and_a_slash_to_talk(table):
    async with table("Anna", "Boris") as people, people.at("Anna") as play:
        await play.asked()
        await play.press("t")
        assert not play.screen.mode.chat.writes
        await play.press("slash")
        assert play.screen.mode.chat.writes
        await play.press("1", "enter", "enter")
        assert play.screen.plan.figure is None
        assert not play.screen.mode.chat.writes, "an empty line closes"
        await until(lambda: [line.text for line in people["Boris"].company.talk[-1:]] == ["1"])


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
async def test_while_one_writes_it_is_said_where_the_words_go_and_what_is_asked(table, size):
    async with table("Anna", "Boris") as people, people.at("Anna", size=size) as play:
        await play.asked()
        asked = play.screen.prompt.canvas.text()
        await play.press("slash")
        await play.write("hello")
        shown = play.text.splitlines()
        assert "TALK" in shown[0]
        assert any("what you type goes to all" in row and "Esc closes" in row for row in shown)
        assert asked.splitlines()[0] in play.text
        assert any("hello" in row for row in shown)
        assert "Esc close" in shown[-1]
        await play.press("escape")
        assert not play.screen.mode.chat.writes
        assert "TALK" not in play.text


@pytest.mark.parametrize("name", ["Anna", "Boris"])
async def test_the_key_that_the_footer_names_opens_the_talk(table, name):
    async with table("Anna", "Boris", game="survive") as people, people.at(name) as play:
        await play.until(lambda: play.screen.table.state.prompt is not None)
        assert "T talk" not in play.text
        await play.press("slash")
        assert play.screen.mode.chat.writes


async def test_a_line_goes_by_itself(table, monkeypatch):
    monkeypatch.setattr(chat, "STAYS", 0.05)
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        says(people["Anna"], "good evening")
        await play.until(lambda: play.screen.mode.chat._seen is not None)
        await until(lambda: not play.screen.mode.chat.bubble.display)
        await play.settle()
        assert "good evening" not in play.text


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.full) for size in ((60, 20), (120, 36)))], ids=str
)
async def test_nothing_that_a_terminal_obeys_reaches_the_screen(table, size):
    async with table("Anna", "Boris") as people, people.at("Boris", size) as play:
        says(people["Anna"], "a\x1b[2Jb\x07c\u202ed\u200be\r\nf\x9b31m")
        await play.until(lambda: len(people["Boris"].company.talk) > 0)
        await play.press("t")
        shown = [play.text]
        # A host that does not clean what it passes on is not believed either.
        people["Boris"].shell.tell(notices.Said(None, "\x1b]2;x\x07eve", "plain"))
        await play.until(lambda: people["Boris"].company.talk[-1].text == "plain")
        shown.append(play.text)
        assert "eve" in shown[1]
        for text in shown:
            assert not [sign for sign in text if not sign.isprintable() and sign != "\n"]
            assert "\u202e" not in text


async def test_who_is_muted_is_not_read(table):
    async with table("Anna", "Boris", "Chloe") as people, people.at("Boris") as play:
        people["Boris"].company.mute("Anna")
        says(people["Anna"], "not this")
        says(people["Anna"], "nor this")
        await until(lambda: len([n for n in people["Boris"].heard if isinstance(n, notices.Said)]) == 2)
        says(people["Chloe"], "but this")
        await reads(play, "but this")
        await play.press("t")
        assert "but this" in play.text
        assert "this" not in play.text.replace("but this", "")


async def test_long_talk_is_scrolled(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        for number in range(30):
            people["Boris"].company.tell(f"line {number}")
        await play.press("t")
        assert "line 29" in play.text
        assert "line 3\n" not in play.text
        await play.press(*["pageup"] * 8)
        assert "line 0" in play.text
        await play.press("pagedown", "down")
        assert "line 0" not in play.text
        await play.press(*["pagedown"] * 8)
        assert "line 29" in play.text


@pytest.mark.full
async def test_too_much_talk_is_no_reason_to_be_sent_away(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        await play.press("t")
        for _ in range(12):
            await play.write("x")
            await play.press("enter")
        await people["Anna"].turn()
        await play.until(lambda: play.table.state.to_move == 1)
        assert not play.screen.turns.halted
