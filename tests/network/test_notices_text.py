"""What happens at a table on the network, in sentences: the same wherever they are shown."""

from types import SimpleNamespace
from typing import Any, get_args

import pytest

from atlantis_tui.network import news as n
from atlantis_tui.network.ballot_text import BallotChanges, TakeBackNews, answers, asked_for
from atlantis_tui.network.notices_text import SENTENCES, LinkChanges, NoticeReader, link_sentence, sentence
from atlantis_tui.network.typed_names import meant
from atlantis_tui.saved.stand_ins import Absent
from net.refusal import Refusal
from net.session import notices
from net.session.peers import Ballot

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
        (notices.Agreed(b"", "back", "agreed", None, 2), "All agree that Clio may take that back."),
        (notices.Agreed(b"", "back", "agreed", None, 0), "All agree that you may take that back."),
        (notices.Agreed(b"", "proxy", "agreed", None, 1), "All agree that a bot plays for Boris."),
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
            "Boris asks to take the last move back.",
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
        notices.LinksChanged, notices.BallotChanged, notices.Said, notices.Over, n.LineTyped, n.TimePassed,
    }  # fmt: skip
    assert set(get_args(n.News)) - set(SENTENCES) == shown


def people(*links: str, proxies: Any = ()) -> Any:
    found = [
        SimpleNamespace(
            seat=seat,
            link="away" if link == "left" else link,
            left=link == "left",
            proxy=0 if seat in proxies else None,
        )
        for seat, link in enumerate(links)
    ]
    return SimpleNamespace(seat=0, people=lambda: found)


def test_who_goes_and_comes_back_is_told_once():
    changes = LinkChanges()
    assert changes.sentences(people("here", "here", "none"), NAMES) == []
    assert changes.sentences(people("away", "away", "slow"), NAMES) == ["Boris lost the link."]
    assert changes.sentences(people("here", "away", "here"), NAMES) == []
    assert changes.sentences(people("here", "here", "left"), NAMES) == ["Boris is back.", "Clio left the table."]
    assert changes.sentences(people("here", "away", "left"), NAMES) == ["Boris lost the link."]
    assert changes.sentences(people("here", "left", "here"), NAMES) == ["Boris left the table.", "Clio is back."]


def test_who_was_played_for_is_told_to_be_back_by_taking_over_alone():
    changes = LinkChanges()
    assert changes.sentences(people("here", "away"), NAMES) == ["Boris lost the link."]
    assert changes.sentences(people("here", "away", proxies=[1]), NAMES) == []
    assert changes.sentences(people("here", "here"), NAMES) == [], "the news came after he had taken over"
    assert changes.sentences(people("here", "away"), NAMES) == ["Boris lost the link."]
    assert changes.sentences(people("here", "here"), NAMES) == ["Boris is back."]


def test_who_is_back_is_told_what_a_bot_did_for_them():
    back = notices.Applied(9, "takeover", 0)
    played = SCREEN._replace(absent=Absent((1,), 3))
    assert sentence(back, played) == "You are back. A bot with Boris played 3 turns for you; the history marks them."
    assert sentence(back, played._replace(types=True)) == "You are back. A bot with Boris played 3 turns for you."
    unplayed = SCREEN._replace(absent=Absent((1, 2), 0))
    assert sentence(back, unplayed) == "You are back, before the bot with Boris and Clio had to play for you."


def test_how_somebody_is_connected():
    links = ("away", "slow", "here", "none")
    told = [link_sentence(link, "Clio") for link in links]
    unknown = "It is not known whether Clio is here."
    assert told == ["Clio has lost the link.", "Clio is slow to answer.", "Clio is here.", unknown]
    assert link_sentence("away", "Clio", left=True) == "Clio has left the table."


def test_what_would_be_taken_back_is_named():
    asked = notices.Asked(b"", "back", 1, 3)
    assert sentence(asked, SCREEN._replace(moves="R8 on 4")) == "Boris asks to take back: R8 on 4."
    lines = LINES._replace(moves="Boris plays R8 on 4.")
    assert sentence(asked, lines) == "Boris asks to take this back: Boris plays R8 on 4. Type yes or no."


def ballot(kind: str = "back", asker: int | None = 1, agreed: tuple[int, ...] = (), seat: int = 1) -> Ballot:
    return Ballot(b"q" * 32, kind, asker, seat, 3, (0, 2), agreed)


@pytest.mark.parametrize(
    ("open_now", "moves", "asked", "answered"),
    [
        (ballot(), "", "Boris asks to take the last move back.", "Not answered yet: you and Clio."),
        (ballot(agreed=(2,)), "R8 on 4", "Boris asks to take back: R8 on 4.", "Agreed: Clio. Not answered yet: you."),
        (ballot(agreed=(0, 2)), "R8.", "Boris asks to take back: R8.", "Agreed: you and Clio."),
        (ballot("proxy", 2, (2,)), "", "Clio asks whether a bot may play for Boris.", "Not answered yet: you."),
        (ballot("proxy", 0, (0,)), "", "You ask whether a bot may play for Boris.", "Not answered yet: Clio."),
        (ballot(asker=0, seat=0), "R8", "You ask to take back: R8.", "Not answered yet: you and Clio."),
        (
            ballot("proxy", None),
            "",
            "It is asked whether a bot may play for Boris.",
            "Not answered yet: you and Clio.",
        ),
    ],
)
def test_a_question_and_its_answers_in_words(open_now, moves, asked, answered):
    assert asked_for(open_now, NAMES, 0, moves) == asked
    assert answers(open_now, NAMES, 0) == answered


def test_what_is_new_about_a_question_is_told_once():
    told: list[Ballot | None] = [None]
    session: Any = SimpleNamespace(seat=0, ballot=lambda: told[0])
    changes = BallotChanges()

    def now(one: Ballot | None, asked_us: bool = False) -> list[str]:
        told[0] = one
        return changes.sentences(session, NAMES, "R8 on 4", asked_us)

    assert now(None) == []
    assert now(ballot()) == ["Boris asks to take back: R8 on 4."]
    assert now(ballot()) == []
    assert now(ballot(agreed=(0, 2))) == ["Clio agrees."], "one's own answer is no news"
    assert now(None) == []
    assert now(ballot()._replace(hash=b"s" * 32)) == [], "the same person goes on taking back"
    assert now(ballot("proxy", 2, (2,), seat=1)._replace(hash=b"t" * 32), asked_us=True) == [], "it is put elsewhere"
    assert now(ballot("proxy", 2, (2,))._replace(hash=b"r" * 32)) == ["Clio asks whether a bot may play for Boris."]


def test_a_take_back_is_told_once_though_it_is_agreed_to_and_done_choice_by_choice():
    news = TakeBackNews()
    agreed, back = notices.Agreed(b"q" * 32, "back", "agreed", None, 1), notices.Applied(7, "back", 1)
    assert [news.is_new(one) for one in (agreed, back, agreed._replace(hash=b"r" * 32), back)] == [True] + [False] * 3
    assert news.is_new(agreed._replace(result="refused", seat=2)), "that ends it in another way"
    assert news.is_new(back._replace(seat=2)), "somebody else"
    assert news.is_new(notices.Applied(8, "move", 1))
    assert [news.is_new(one) for one in (back, back)] == [True, False], "after a move it is another one"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Chloe \N{SHARK}", [1]),
        ("chloe", [1]),
        ("CHL", [1]),
        ("bo", [0, 2]),
        ("boris", [0]),
        ("Boris 2", [2]),
        ("Zoe", []),
        ("\N{SHARK}", []),
        ("", []),
    ],
)
def test_whom_a_typed_name_means(typed, found):
    assert meant(typed, ["Boris", "Chloe \N{SHARK}", "Boris 2"]) == found
