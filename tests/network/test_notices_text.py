"""What happens at a table on the network, in sentences: the same wherever they are shown."""

from types import SimpleNamespace
from typing import Any, get_args

import pytest

from atlantis_tui.network import news as n
from atlantis_tui.network.notices_text import SENTENCES, LinkChanges, NoticeReader, link_sentence, sentence
from net.refusal import Refusal
from net.session import notices

NAMES = ["Anna", "Boris", "Clio"]
SCREEN = NoticeReader(NAMES, 0)
LINES = NoticeReader(NAMES, 0, types=True)


@pytest.mark.parametrize(
    ("news", "told"),
    [
        (notices.Applied(4, "back", 1), "Boris takes a move back."),
        (notices.Applied(4, "back", 0), ""),
        (notices.Applied(4, "takeover", 1), "Boris is back and plays again."),
        (notices.Applied(4, "move", 1), ""),
        (notices.MoveLost(0), "The game went on before your move was in: choose again."),
        (notices.MoveLost(1), ""),
        (notices.Agreed(b"", "back", "refused", 2), "Clio does not agree."),
        (notices.HostChanged(1, 0), "You are the host now."),
        (notices.HostChanged(1, 2), "Clio is the host now."),
        (notices.SetAside(3, 1), "1 entry that the others never saw was put aside."),
        (notices.RematchWanted((1, 2)), "Boris and Clio want to play again."),
        (notices.RematchWanted(()), ""),
        (notices.Stopped("full", None), "The log is as long as a game may get, so it stops here."),
        (notices.Desynced({}, False), "The programs disagree about the position; ? tells more."),
        (n.TurnedAway("10.0.0.9", Refusal("wrong_code")), "Somebody at 10.0.0.9 tried a wrong code."),
        (n.TurnedAway("10.0.0.9", Refusal("flood")), ""),
        (n.HostFound(), "The host is there again."),
        (n.HostLost(Refusal("lost")), "The host is gone and is being looked for. The link broke."),
        (n.DiscoveryTrouble(None), ""),
        (n.BotTrouble(2, "bot_flooded", {}), "Clio writes more than a bot may, so a built-in bot plays on."),
        (n.TableEnded(Refusal("missing_reply", seat=2)), "Clio has not answered."),
        (notices.Begun(b""), ""),
    ],
)
def test_a_notice_reads_alike_on_a_screen_and_in_lines(news, told):
    assert sentence(news, SCREEN) == sentence(news, LINES) == told


@pytest.mark.parametrize(
    ("news", "on_screen", "in_lines"),
    [
        (
            notices.Asked(b"", "back", 1, 3),
            "Boris asks to take the last move back. The game goes on if you do not answer.",
            "Boris asks to take the last move back: type yes or no.",
        ),
        (
            notices.Asked(b"", "proxy", 1, 2),
            "",
            "Boris is away; shall a bot play for Boris meanwhile, run by Clio: type yes or no.",
        ),
        (n.CodeChanged("123456", False), "", "Who wants to come in needs the code 123 456."),
        (
            n.CodeChanged("123456", True),
            "Somebody guessed at the code too often: there is a new one.",
            "Somebody guessed at the code too often. The new code is 123 456.",
        ),
        (
            notices.LeftOut(1),
            "1 line was left out: the host sent more than all here can say. M in the lobby mutes, Q leaves.",
            "1 line was left out, as more came than can be read: type mute NAME, or quit.",
        ),
    ],
)
def test_what_to_do_next_depends_on_who_reads(news, on_screen, in_lines):
    assert sentence(news, SCREEN) == on_screen
    assert sentence(news, LINES) == in_lines


def test_the_report_is_named():
    told = sentence(notices.Desynced({}, True), SCREEN._replace(report="/tmp/r"))
    assert told == "This program had a wrong position and found the right one again; /tmp/r tells more."


def test_every_piece_of_news_has_a_sentence_or_is_shown_in_another_way():
    shown = {
        notices.LobbyChanged, notices.Joined, notices.NotJoined, notices.Begun, notices.YourTurn, notices.BotAsked,
        notices.LinksChanged, notices.Said, notices.Over, n.LineTyped, n.TimePassed,
    }  # fmt: skip
    assert set(get_args(n.News)) - set(SENTENCES) == shown


def people(*links: str) -> Any:
    found = [SimpleNamespace(seat=seat, link=link) for seat, link in enumerate(links)]
    return SimpleNamespace(seat=0, people=lambda: found)


def test_who_goes_and_comes_back_is_told_once():
    changes = LinkChanges()
    assert changes.sentences(people("here", "here", "none"), NAMES) == []
    assert changes.sentences(people("away", "away", "slow"), NAMES) == ["Boris is away."]
    assert changes.sentences(people("here", "away", "here"), NAMES) == []
    assert changes.sentences(people("here", "here", "away"), NAMES) == ["Boris is back.", "Clio is away."]


def test_how_somebody_is_connected():
    links = ("away", "slow", "here", "none")
    told = [link_sentence(link, "Clio") for link in links]
    assert told == ["Clio is away.", "Clio is slow to answer.", "Clio is here.", "Clio is here."]
