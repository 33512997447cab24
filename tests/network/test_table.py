"""What a company remembers for its screens, whichever of them is open."""

from typing import Any

import pytest

from atlantis_tui.network import news as n
from atlantis_tui.network.table import MOST_LINES, MOST_PASSING, NetworkTable
from net.messages import Lobby
from net.refusal import Refusal
from net.session import notices

MIRA, JONAS, OLJA = (bytes([number]) * 32 for number in range(3))


class Session:
    """As much of a session as is asked for."""

    def __init__(self):
        self.table = self.game = self.watched = self.seat = None
        self.muted = set()


class Shell:
    def __init__(self):
        self.session = Session()
        self.closed = False

    def wish(self, wish):
        wish(self.session)

    async def close(self):
        self.closed = True


@pytest.fixture
def company():
    found: Any = NetworkTable(Shell())  # type: ignore[arg-type]
    return found


def person(name, key, ready=False):
    return ("person", name, None, key, ready, "here")


FREE = ("open", "", None, None, False, "none")


def lobby(*rows, watching=(), state="lobby"):
    return Lobby(1, "Attic", "atlantis", {}, 0, rows, watching, state)


def told(company, *rows, **more):
    company.session.table = lobby(*rows, **more)
    company.remember(notices.LobbyChanged())
    return [line.text for line in company.talk]


def test_who_comes_and_goes_is_told_but_not_who_was_there_already(company):
    assert told(company, person("Mira", MIRA), FREE) == []
    assert told(company, person("Mira", MIRA), person("Jonas", JONAS)) == ["Jonas came in."]
    assert told(company, person("Mira", MIRA), person("Jonas", JONAS, True)) == ["Jonas came in."]
    assert told(company, person("Jonas", JONAS, True), person("Mira", MIRA))[1:] == []
    assert told(company, person("Mira", MIRA), FREE, watching=("Pavel",))[1:3] == ["Pavel came in.", "Jonas left."]


def test_that_nobody_is_ready_any_more_is_told_where_it_was_not_their_own_wish(company):
    bot = ("bot", "", "easy", None, True, "none")
    mira, jonas = person("Mira", MIRA), person("Jonas", JONAS)
    told(company, mira, jonas, FREE)
    assert told(company, mira, person("Jonas", JONAS, True), FREE) == []
    assert told(company, mira, jonas, FREE) == []  # he has thought better of it
    told(company, mira, person("Jonas", JONAS, True), FREE)
    (line,) = told(company, mira, jonas, bot)
    assert "ready" in line


def test_one_who_stands_up_to_watch_has_not_left(company):
    told(company, person("Mira", MIRA), person("Jonas", JONAS))
    assert told(company, person("Mira", MIRA), FREE, watching=("Jonas",)) == []
    assert told(company, person("Mira", MIRA), FREE) == ["Jonas left."]


def test_what_is_said_is_kept_under_the_name_of_the_seat_but_not_of_those_who_are_muted(company):
    told(company, person("Mira", MIRA), person("Jonas", JONAS))
    company.remember(notices.Said(1, "Somebody", "hi"))
    company.remember(notices.Said(None, "Pavel", "hello"))
    assert [(line.seat, line.name, line.text) for line in company.talk] == [
        (1, "Jonas", "hi"),
        (None, "Pavel", "hello"),
    ]
    assert company.mute("JONAS")
    company.remember(notices.Said(1, "Jonas", "psst"))
    assert company.spoken is None
    assert not company.mute("jonas")
    company.remember(notices.Said(1, "Jonas", "again"))
    assert [line.text for line in company.talk] == ["hi", "hello", "again"]


# Who says it ---------------------------------------------------------------------------------------------------------

ANNA = "\u0410nn\u0430"  # in Cyrillic letters


def spoken(company, *said):
    company.remember(notices.Said(*said))
    return company.talk[-1].speaker


def test_who_watches_is_marked_and_never_called_like_a_player(company):
    """Whatever the host says."""
    told(company, person("Anna", MIRA), person("Jonas", JONAS))
    assert spoken(company, 0, "Jonas", "hi") == "Anna"
    assert spoken(company, None, "Pavel", "hi") == "Pavel (watching)"
    for name in ("Anna", ANNA, "\u00c4nna", "a n n a", "\uff21nna"):
        assert spoken(company, None, name, "hi") == f"{name} 2 (watching)"
    assert spoken(company, None, "Anna (watching)", "hi") == "Anna (watching) (watching)"
    assert spoken(company, None, "\x1b", "hi") == "? (watching)"


def test_a_name_is_not_read_as_the_talk_of_somebody_else(company):
    """In lines of text a colon is all that parts a name from what is said."""
    told(company, person("Carol", MIRA), person("Jonas: hi", JONAS), watching=("Carol: bye",))
    assert spoken(company, None, "Carol: I must go, bye,", "thanks for the game") == "Carol I must go, bye, (watching)"
    assert company.names == ["Carol", "Jonas hi"]
    assert company.watching == ["Carol bye"]


@pytest.mark.parametrize("seat", [2, 3, 7])
def test_where_nobody_sits_nobody_speaks(company, seat):
    bot = ("bot", "", "easy", None, True, "none")
    told(company, person("Anna", MIRA), person("Jonas", JONAS), bot, FREE)
    assert spoken(company, seat, "Anna", "I resign") == "Anna 2 (watching)"
    assert company.talk[-1].seat is None


def test_a_host_that_gives_two_one_name_is_not_followed(company):
    told(company, person("Anna", MIRA), person(ANNA, JONAS), FREE, watching=("anna", "Pavel", "Pavel"))
    assert company.names[:2] == ["Anna", f"{ANNA} 2"]
    assert company.watching == ["anna 3", "Pavel", "Pavel 2"]
    assert spoken(company, 1, "Anna", "hi") == f"{ANNA} 2"


def test_a_bot_is_called_otherwise_than_a_person(company):
    bot = ("bot", "", "easy", None, True, "none")
    told(company, bot, person("Jonas", JONAS), FREE)
    name = company.names[0]
    told(company, bot, person(name.replace("a", "\u0430").replace("e", "\u0435").replace("o", "\u043e"), JONAS), FREE)
    assert company.names[0] == f"{name} 2"


def test_who_comes_to_watch_under_the_name_of_a_player_is_told_apart(company):
    told(company, person("Anna", MIRA), FREE)
    assert told(company, person("Anna", MIRA), FREE, watching=(ANNA,)) == [f"{ANNA} 2 came in."]


def test_a_player_is_muted_by_key_and_nobody_else_with_it(company):
    told(company, person("Anna", MIRA), person("Jonas", JONAS))
    assert company.mute(ANNA), "as it is read"
    company.remember(notices.Said(0, "Anna", "psst"))
    assert company.spoken is None
    assert spoken(company, None, "Anna", "not she") == "Anna 2 (watching)"
    told(company, person("Anya", MIRA), person("Anna", JONAS))  # she has another name now, and he has hers
    company.remember(notices.Said(0, "", "psst"))
    assert company.spoken is None
    assert spoken(company, 1, "", "I am heard") == "Anna"
    assert company.is_muted(MIRA, "Anya")
    assert not company.is_muted(JONAS, "Anna")


def test_who_watches_is_muted_by_the_look_of_the_name(company):
    told(company, person("Mira", MIRA), person("Jonas", JONAS))
    assert company.mute("Pavel")
    company.remember(notices.Said(None, "P\u0430vel", "psst"))
    assert company.spoken is None
    assert company.is_muted(None, "Pavel")
    assert not company.mute("pavel")
    assert spoken(company, None, "Pavel", "again") == "Pavel (watching)"


def test_what_a_host_did_not_clean_is_cleaned_here(company):
    company.remember(notices.Said(None, "Eve\U0001f3fd", "a\x1b[2J\U0001f44d\U0001f3fd" + "e\u0301" * 3 + "\u0301" * 9))
    assert (company.talk[-1].name, company.talk[-1].text) == ("Eve", "a[2J\U0001f44d\u00e9\u00e9\u00e9\u0301\u0301")
    company.remember(notices.Said(None, "Eve", "\u200b"))
    assert len(company.talk) == 1


def test_however_many_come_and_go_talk_stays(company):
    """A host can say so of as many as it likes, thousands of times."""
    told(company, person("Mira", MIRA), person("Jonas", JONAS))
    company.remember(notices.Said(1, "Jonas", "hello"))
    company.remember(notices.StartFailed("broken_promise", 0, times=1))
    for number in range(3 * MOST_LINES):
        told(company, person("Mira", MIRA), person("Jonas", JONAS), watching=(f"W{number}",))
    lines = [line.text for line in company.talk]
    assert lines[0] == "hello"
    assert "Mira" in lines[1]  # who ended a start is not pushed away either
    assert len(lines) == 2 + MOST_PASSING
    assert lines[-2:] == [f"W{3 * MOST_LINES - 1} came in.", f"W{3 * MOST_LINES - 2} left."]


def test_how_much_was_left_out_is_one_line_that_counts_on(company):
    company.remember(notices.LeftOut(1))
    assert company.talk[-1].text.startswith("1 line was left out")
    company.remember(notices.LeftOut(4000))
    assert [line.text.split(":")[0] for line in company.talk] == ["4001 lines were left out"]
    company.remember(notices.Said(None, "Pavel", "hello"))
    company.remember(notices.LeftOut(2))
    assert [line.text.split(":")[0] for line in company.talk[1:]] == ["hello", "2 lines were left out"]


def test_only_so_much_is_kept(company):
    for number in range(MOST_LINES + 5):
        company.remember(notices.Said(None, "Pavel", str(number)))
    assert (len(company.talk), company.talk[-1].text) == (MOST_LINES, str(MOST_LINES + 4))


def test_a_question_is_there_until_it_is_settled_or_another_game_begins(company):
    asked = notices.Asked(b"x", "back", 0, 3)
    company.remember(asked)
    company.remember(notices.Agreed(b"other", "back", "agreed", None))
    assert company.question is asked
    company.remember(notices.Agreed(b"x", "back", "agreed", None))
    assert company.question is None
    company.remember(asked)
    company.remember(notices.Begun(b"g"))
    assert company.question is None


def test_a_lost_host_is_remembered_until_there_is_one(company):
    for found in (n.HostFound(), notices.HostChanged(2, 1)):
        company.remember(n.HostLost(Refusal("lost")))
        assert company.lost is not None
        company.remember(found)
        assert company.lost is None


def test_who_wants_another_game_is_known_until_it_begins(company):
    company.remember(notices.Over((1, 2), (1,)))
    assert company.over
    told(company, person("Mira", MIRA, True), person("Jonas", JONAS), state="over")
    assert company.rematch == (0,)
    company.remember(notices.Applied(0, "game", None))  # as who watches is told
    assert (company.over, company.rematch) == (False, ())


def test_arriving_is_to_come_in_or_to_be_refused(company):
    assert not company.arrived.is_set()
    company.remember(notices.Joined(1))
    assert company.arrived.is_set()
    other = NetworkTable(Shell())  # type: ignore[arg-type]
    other.remember(n.TableEnded(Refusal("wrong_code")))
    assert other.arrived.is_set()
    assert other.ended is not None


def test_what_happens_at_the_door_is_told(company):
    company.remember(n.TurnedAway("10.0.0.9", Refusal("wrong_code")))
    company.remember(n.TurnedAway("10.0.0.9", Refusal("try_later", ms=5)))
    company.remember(n.CodeChanged("123456", guessed=True))
    company.remember(n.CodeChanged("654321", guessed=False))
    first, second, third = (line.text for line in company.talk)
    assert "10.0.0.9" in first
    assert "send the ticket" in second
    assert "new one" in third
    assert "123456" not in third


def test_a_wish_that_cannot_be_is_one_sentence(company):
    def never(session):
        raise Refusal("not_agreed", seat=1)

    told(company, person("Mira", MIRA), person("Jonas", JONAS))
    assert company.wish(never) == "Jonas is not ready yet."
    assert company.wish(lambda session: []) == ""


def test_all_who_listen_are_told_until_they_do_not_any_more(company):
    heard: list[Any] = []
    unlisten = company.listen(heard.append)
    company._heard[0](n.HostFound())
    unlisten()
    assert heard == [n.HostFound()]
    assert company._heard == []
