"""Talk at a table on the network: new lines for a moment, all of them to read, and nothing that a terminal obeys."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from textual import events
from textual.screen import Screen

from atlantis_tui.network.talk import MOST, ChatLine, keep_talk, kept_talk
from atlantis_tui.table.network import chat
from core import games
from net.session import limits, notices
from tests.table.network.at_lan import gathering, reads, until


@pytest.fixture
def table(tmp_path):
    return lambda *names, **more: gathering(tmp_path, *names, **more)


def says(person, text):
    person.runner.wish(lambda session: session.chat(text))


async def test_a_line_is_said_heard_and_read(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        says(people["Anna"], "good evening")
        await reads(play, "Anna: good evening")
        assert play.screen.board.scores.display, "it lies over no player"
        await play.press("t")
        assert play.screen.mode.chat.writes
        await play.write("hello q you")
        await play.press("enter")
        await until(lambda: [line.text for line in people["Anna"].network_table.talk[-1:]] == ["hello q you"])
        await reads(play, "Boris: hello q you")
        assert play.screen.mode.chat.field.value == "", "one may go on"
        assert play.on_top
        await play.press(*["backspace"] * 3)
        assert play.screen.mode.chat.writes, "the key that clears a line leaves nothing"
        await play.press("escape")
        assert not play.screen.mode.chat.writes
        assert "hello q you" not in play.text


async def test_who_comes_back_reads_what_was_said_before(table):
    async with table("Anna", "Boris") as people:
        says(people["Anna"], "good evening")
        says(people["Boris"], "and to you")
        await until(lambda: len(people["Boris"].network_table.talk) == 2)
        path = Path(f"{people['Boris'].network_table.path}.talk")
        assert path.stat().st_mode & 0o777 == 0o600
        await people.leave("Boris")
        boris = people.come_back("Boris").network_table
        await until(lambda: boris.table is not None and boris.talk)
        said = [("Anna", "good evening"), ("Boris", "and to you"), ("", "That was said before you came back.")]
        assert [(line.name, line.text) for line in boris.talk] == said
        assert not boris.unread
        async with people.at("Boris") as play:
            await play.press("slash")
            assert "Anna: good evening" in play.text
            says(people["Boris"], "here again")
            await until(lambda: boris.talk[-1].text == "here again")
        assert [line.text for line in kept_talk(boris.path, boris.keys)] == ["good evening", "and to you", "here again"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "7",
        "{}",
        "[7]",
        "[" * 100_000,
        '[["now", 0, "A", "x", false]]',
        '[[1, 0, "A"]]',
        '[[1, 0, "A", "\\u001b", 0]]',
    ],
)
def test_talk_in_a_damaged_file_is_none(tmp_path, content):
    (tmp_path / "a.atl.talk").write_text(content)
    assert kept_talk(str(tmp_path / "a.atl"), [0, 1]) == []


def test_long_talk_is_kept_in_every_script(tmp_path):
    said = [ChatLine(1.0, 0, "Ярослава", letter * 500) for letter in "жЖ木水" for _number in range(MOST // 4)]
    keep_talk(str(tmp_path / "a.atl"), said)
    assert [line.text for line in kept_talk(str(tmp_path / "a.atl"), [0, 1])] == [line.text for line in said]


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
        await until(lambda: [line.text for line in people["Boris"].network_table.talk[-1:]] == ["1"])


@pytest.mark.parametrize(
    "size", [(60, 20), (80, 24), (200, 60), pytest.param((120, 36), marks=pytest.mark.full)], ids=str
)
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


async def test_what_was_said_long_ago_does_not_pop_up_with_a_new_line(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        old = ChatLine(time.time() - chat.STAYS - 1, 0, "Anna", "long ago")
        people["Boris"].network_table.talk.append(old)
        await hears(people, "Boris", "just now")
        bubble = play.screen.mode.chat.bubble
        await play.until(lambda: bubble.display)
        assert [line.text for line in bubble.lines if not line.told] == ["just now"]


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.full) for size in ((60, 20), (120, 36)))], ids=str
)
async def test_nothing_that_a_terminal_obeys_reaches_the_screen(table, size):
    async with table("Anna", "Boris") as people, people.at("Boris", size) as play:
        says(people["Anna"], "a\x1b[2Jb\x07c\u202ed\u200be\r\nf\x9b31m")
        await play.until(lambda: len(people["Boris"].network_table.talk) > 0)
        await play.press("t")
        shown = [play.text]
        # A host that does not clean what it passes on is not believed either.
        people["Boris"].runner.tell(notices.Said(None, "\x1b]2;x\x07eve", "plain"))
        await play.until(lambda: people["Boris"].network_table.talk[-1].text == "plain")
        shown.append(play.text)
        assert "eve" in shown[1]
        for text in shown:
            assert not [sign for sign in text if not sign.isprintable() and sign != "\n"]
            assert "\u202e" not in text


async def test_who_is_muted_is_not_read(table):
    async with table("Anna", "Boris", "Chloe") as people, people.at("Boris") as play:
        people["Boris"].network_table.mute("Anna")
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
            people["Boris"].network_table.tell(f"line {number}")
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


# What is read, and what is not ----------------------------------------------------------------------------------------

GAMES = games.names()


async def hears(people, name, text, by="Anna"):
    """Until it has come to the screen of this person."""
    says(people[by], text)
    await until(lambda: text in [line.text for line in people[name].network_table.talk])


def unread(play):
    return play.screen.mode.network_table.unread


@pytest.mark.parametrize("game", GAMES)
async def test_where_there_is_room_the_last_lines_stand_beside_the_board_and_elsewhere_they_are_counted(table, game):
    async with table("Anna", "Boris", game=game) as people, people.at("Boris", (120, 36)) as play:
        chat = play.screen.mode.chat
        assert "Nothing has been said since you came." in " ".join(chat.standing.canvas.text().split())
        words = "is it really my turn after this one of yours, or did I miss anything?"
        await hears(people, "Boris", words)
        await play.settle()
        standing = chat.standing.canvas.text()
        assert "Anna:" in standing
        assert words in " ".join(standing.replace("Anna:", "").split()), "whole, and not cut"
        assert not chat.bubble.display
        assert "unread" not in play.text
        history = play.screen.history
        assert history.display
        assert not history.region.overlaps(chat.standing.region)
        await play.click(chat.standing, "mode_key('talk')")
        assert chat.writes
        await play.press("escape")

        await play.resize(80, 24)
        assert not chat.standing.display
        await hears(people, "Boris", "hello?")
        await hears(people, "Boris", "still there?")
        await reads(play, "2 unread: /")
        chat._quiet()
        await play.press("x", "enter")
        assert "2 unread: /" in play.text, "it was only to be seen for a moment"
        await play.click(play.screen.header, "mode_key('talk')")
        assert chat.writes
        assert "still there?" in play.text
        assert "unread" not in play.text
        await play.write("yes")
        await play.press("enter", "escape")
        await until(lambda: people["Boris"].network_table.talk[-1].text == "yes")
        await play.settle()
        assert "unread" not in play.text, "one has read what one has said"


async def test_a_toast_a_hint_or_another_screen_over_it_hides_no_line(table):
    """At 80x24 all of these lie where new lines come up for a moment."""
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        chat = play.screen.mode.chat
        play.screen.say(["Something is wrong."])
        await hears(people, "Boris", "one")
        await reads(play, "1 unread")
        chat._quiet()
        await play.press("x")
        assert play.toast == ""
        assert "1 unread" in play.text
        people["Anna"].runner.tell(notices.Said(0, "Anna", "not counted at her own screen"))
        await people["Anna"].turn()
        await play.asked()
        people["Anna"].runner.wish(lambda session: session.ask_back())
        await play.until(lambda: play.screen.mode.questions.open)
        await hears(people, "Boris", "two")
        await reads(play, "2 unread")
        await play.press("n")
        chat._quiet()
        await play.settle()
        assert "2 unread" in play.text
        await play.press("slash")
        assert not unread(play)
        assert "one" in play.text
        assert "two" in play.text


async def test_beside_the_board_too_only_what_can_be_seen_is_read(table, monkeypatch):
    monkeypatch.setattr(limits, "AWAY_MS", 0)
    async with table("Anna", "Boris", "Chloe") as people:
        await people["Anna"].turn()
        async with people.at("Chloe", (120, 36)) as play:
            await people.leave("Boris")
            await play.until(lambda: play.screen.mode.absence.shown)
            await hears(people, "Chloe", "shall we wait?")
            await reads(play, "1 unread: /")
            await play.press("w")
            assert "unread" not in play.text
            assert "shall we wait?" in play.screen.mode.chat.standing.canvas.text()
            other: Screen[None] = Screen()
            await play.app.push_screen(other)
            await hears(people, "Chloe", "well?")
            play.screen.mode.settle()
            assert len(unread(play)) == 1
            other.dismiss()
            await until(lambda: play.on_top)
            play.screen.turns.look()
            await play.settle()
            assert not unread(play)


async def test_a_line_that_has_no_room_beside_the_board_stays_unread_until_the_talk_is_opened(table):
    words = " ".join(["a long story"] * 30)
    async with table("Anna", "Boris") as people, people.at("Boris", (120, 36)) as play:
        await hears(people, "Boris", words)
        await reads(play, "1 unread: /")
        assert "/ shows all of it" in play.text
        await play.press("slash")
        assert "unread" not in play.text
        panel = play.screen.mode.chat.panel.canvas.text()
        assert panel.count("story") == 30
        await play.press("escape")
        await play.resize(80, 24)
        await hears(people, "Boris", f"once more {words}")
        await reads(play, "1 unread: /")
        assert "/ shows all of it" in play.screen.mode.chat.bubble.canvas.text()


async def test_the_wheel_scrolls_and_what_was_missed_is_shown_first(table):
    async with table("Anna", "Boris") as people, people.at("Boris", (120, 36)) as play:
        chat = play.screen.mode.chat
        for number in range(30):
            people["Boris"].network_table.tell(f"line {number}")
        play.screen.mode.settle()
        await play.settle()
        x, y = chat.standing.region.offset
        assert "line 29" in chat.standing.canvas.text()
        for _ in range(30):
            await play.mouse(x + 2, y + 2, events.MouseScrollUp)
        assert "line 0" in chat.standing.canvas.text()
        await hears(people, "Boris", "now")
        await reads(play, "1 unread: /")
        assert "line 0" in chat.standing.canvas.text(), "who reads older lines goes on reading them"
        for _ in range(31):
            await play.mouse(x + 2, y + 2, events.MouseScrollDown)
        assert "now" in chat.standing.canvas.text()
        assert "unread" not in play.text
        await play.resize(80, 24)
        for number in range(8):
            await hears(people, "Boris", f"missed {number}")
        await play.press("slash")
        assert "missed 0" in play.text
        assert "missed 7" not in play.text
        left = len(unread(play))
        assert 0 < left < 8
        assert f"{left} unread" in play.text
        x, y = chat.panel.region.offset
        for _ in range(8):
            await play.mouse(x + 2, y + 2, events.MouseScrollDown)
        assert "missed 7" in play.text
        assert not unread(play)
