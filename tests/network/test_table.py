"""What a NetworkTable remembers for its screens, whichever of them is open."""

from typing import Any

import pytest

from atlantis_tui.network import news as n
from atlantis_tui.network.table import MOST_LINES, MOST_PASSING, NetworkTable
from net.identity import Identity
from net.messages import Lobby
from net.refusal import Refusal
from net.session import notices

MIRA, JONAS, OLJA = (bytes([number]) * 32 for number in range(3))


class Session:
    """As much of a session as is asked for."""

    def __init__(self):
        self.table = self.game = self.watched = self.seat = None
        self.table_code = None
        self.hosting, self.role = False, "player"
        self.identity = Identity(bytes(32))
        self.muted = set()
        self.meeting = self
        self.links: dict[int, str] = {}  # by seat

    def link(self, seat):
        return self.links.get(seat, "")

    def host_peer(self):
        return None


class Runner:
    def __init__(self):
        self.session = Session()
        self.closed = False

    def wish(self, wish):
        wish(self.session)

    async def close(self):
        self.closed = True


@pytest.fixture
def network_table():
    found: Any = NetworkTable(Runner())  # type: ignore[arg-type]
    return found


def person(name, key, ready=False):
    return ("person", name, None, key, ready, "here")


FREE = ("open", "", None, None, False, "none")


def lobby(*rows, watching=(), state="lobby", game="atlantis", host=0):
    return Lobby(1, "Attic", game, {}, host, rows, watching, state)


def told(network_table, *rows, **more):
    network_table.session.table = lobby(*rows, **more)
    network_table.remember(notices.LobbyChanged())
    return [line.text for line in network_table.talk]


def test_who_comes_and_goes_is_told_but_not_who_was_there_already(network_table):
    assert told(network_table, person("Mira", MIRA), FREE) == []
    assert told(network_table, person("Mira", MIRA), person("Jonas", JONAS)) == ["Jonas came in."]
    assert told(network_table, person("Mira", MIRA), person("Jonas", JONAS, True)) == ["Jonas came in."]
    assert told(network_table, person("Jonas", JONAS, True), person("Mira", MIRA), host=1)[1:] == []
    assert told(network_table, person("Mira", MIRA), FREE, watching=("Pavel",))[1:3] == [
        "Pavel came in.",
        "Jonas is gone.",
    ]
    assert told(network_table, person("Mira", MIRA), FREE)[-1] == "Pavel watches no longer."


@pytest.mark.parametrize(
    ("link", "words"), [("left", "Jonas left."), ("away", "Jonas lost the link."), ("here", "Jonas is gone.")]
)
def test_how_somebody_is_gone_is_told_as_far_as_the_host_has_told_it(network_table, link, words):
    told(network_table, FREE, person("Mira", MIRA), person("Jonas", JONAS), host=1)
    network_table.session.links = {1: "here", 2: link}
    assert told(network_table, person("Mira", MIRA), FREE, FREE) == [words]


def test_that_nobody_is_ready_any_more_is_told_where_it_was_not_their_own_wish(network_table):
    bot = ("bot", "", "easy", None, True, "none")
    mira, jonas = person("Mira", MIRA), person("Jonas", JONAS)
    told(network_table, mira, jonas, FREE)
    assert told(network_table, mira, person("Jonas", JONAS, True), FREE) == []
    assert told(network_table, mira, jonas, FREE) == []  # he has thought better of it
    told(network_table, mira, person("Jonas", JONAS, True), FREE)
    assert told(network_table, mira, jonas, bot) == [], "it was not she who was ready"
    me = network_table.session.identity.key
    told(network_table, person("Mira", me, True), jonas, FREE)
    assert (
        told(network_table, person("Mira", me), jonas, bot)[-1]
        == "The table has changed. R says again that you are ready."
    )


def test_another_game_with_all_who_play_is_no_news_of_the_table(network_table):
    """Somebody has come to watch during the game; all want another one, and the seats move on."""
    me = network_table.session.identity.key
    mira, jonas = person("Mira", me, True), person("Jonas", JONAS, True)
    told(network_table, mira, jonas)
    told(network_table, mira, jonas, state="playing", watching=("Pavel",))
    told(network_table, mira, jonas, state="over", watching=("Pavel",))
    rotated = person("Jonas", JONAS), person("Mira", me)
    assert told(network_table, *rotated, host=1, watching=("Pavel",)) == []


def test_another_host_code_game_and_name_are_told_in_a_sentence_each(network_table):
    session, mira, jonas = network_table.session, person("Mira", MIRA), person("Jonas", JONAS)
    told(network_table, mira, jonas)
    session.table_code = "482917"
    assert told(network_table, mira, jonas) == [], "the code that one comes in with is no news"
    session.table_code = "111222"
    assert told(network_table, mira, jonas)[-1] == "The code of the table is 111 222 now."
    session.table_code = "333444"
    assert told(network_table, FREE, jonas, host=1)[-2:] == [
        "Mira is gone.",
        "Jonas is the host now. The code is 333 444.",
    ]
    assert told(network_table, FREE, person("Jo", JONAS, True), host=1)[-1] == "Jonas is called Jo now."
    bea = person("Bea", OLJA)
    assert told(network_table, bea, person("Jo", JONAS))[-1] == "Bea is the host now."
    told(network_table, FREE, person("Jo", JONAS), host=1)
    assert told(network_table, FREE, person("Jo", JONAS), host=1, game="survive")[-1] == "It is Survive! now."
    count = len(network_table.talk)
    assert len(told(network_table, FREE, person("Jo", JONAS, True), host=1, game="survive")) == count


@pytest.mark.parametrize(
    ("why", "words"), [(Refusal("lost"), "Mira lost the link."), (Refusal("bye", why="left"), "Mira left.")]
)
def test_a_host_that_lost_the_link_has_not_left(network_table, why, words):
    told(network_table, person("Mira", MIRA), person("Jonas", JONAS))
    network_table.session.game = network_table.session.watched = None
    network_table.remember(n.HostLost(why))
    assert words in told(network_table, FREE, person("Jonas", JONAS), host=1)


def test_one_who_stands_up_to_watch_has_not_left(network_table):
    told(network_table, person("Mira", MIRA), person("Jonas", JONAS))
    assert told(network_table, person("Mira", MIRA), FREE, watching=("Jonas",)) == []
    assert told(network_table, person("Mira", MIRA), FREE) == ["Jonas watches no longer."]


def test_what_is_said_is_kept_under_the_name_of_the_seat_but_not_of_those_who_are_muted(network_table):
    told(network_table, person("Mira", MIRA), person("Jonas", JONAS))
    network_table.remember(notices.Said(1, "Somebody", "hi"))
    network_table.remember(notices.Said(None, "Pavel", "hello"))
    assert [(line.seat, line.name, line.text) for line in network_table.talk] == [
        (1, "Jonas", "hi"),
        (None, "Pavel", "hello"),
    ]
    assert network_table.mute("JONAS")
    network_table.remember(notices.Said(1, "Jonas", "psst"))
    assert network_table.spoken is None
    assert not network_table.mute("jonas")
    network_table.remember(notices.Said(1, "Jonas", "again"))
    assert [line.text for line in network_table.talk] == ["hi", "hello", "again"]


# Who says it ---------------------------------------------------------------------------------------------------------

ANNA = "\u0410nn\u0430"  # in Cyrillic letters


def spoken(network_table, *said):
    network_table.remember(notices.Said(*said))
    return network_table.talk[-1].speaker


def test_who_watches_is_marked_and_never_called_like_a_player(network_table):
    """Whatever the host says."""
    told(network_table, person("Anna", MIRA), person("Jonas", JONAS))
    assert spoken(network_table, 0, "Jonas", "hi") == "Anna"
    assert spoken(network_table, None, "Pavel", "hi") == "Pavel (watching)"
    for name in ("Anna", ANNA, "\u00c4nna", "a n n a", "\uff21nna"):
        assert spoken(network_table, None, name, "hi") == f"{name} 2 (watching)"
    assert spoken(network_table, None, "Anna (watching)", "hi") == "Anna (watching) (watching)"
    assert spoken(network_table, None, "\x1b", "hi") == "? (watching)"


def test_a_name_is_not_read_as_the_talk_of_somebody_else(network_table):
    """In lines of text a colon is all that parts a name from what is said."""
    told(network_table, person("Carol", MIRA), person("Jonas: hi", JONAS), watching=("Carol: bye",))
    assert (
        spoken(network_table, None, "Carol: I must go, bye,", "thanks for the game")
        == "Carol I must go, bye, (watching)"
    )
    assert network_table.names == ["Carol", "Jonas hi"]
    assert network_table.watching == ["Carol bye"]


@pytest.mark.parametrize("seat", [2, 3, 7])
def test_where_nobody_sits_nobody_speaks(network_table, seat):
    bot = ("bot", "", "easy", None, True, "none")
    told(network_table, person("Anna", MIRA), person("Jonas", JONAS), bot, FREE)
    assert spoken(network_table, seat, "Anna", "I resign") == "Anna 2 (watching)"
    assert network_table.talk[-1].seat is None


def test_a_host_that_gives_two_one_name_is_not_followed(network_table):
    told(network_table, person("Anna", MIRA), person(ANNA, JONAS), FREE, watching=("anna", "Pavel", "Pavel"))
    assert network_table.names[:2] == ["Anna", f"{ANNA} 2"]
    assert network_table.watching == ["anna 3", "Pavel", "Pavel 2"]
    assert spoken(network_table, 1, "Anna", "hi") == f"{ANNA} 2"


def test_a_bot_is_called_otherwise_than_a_person(network_table):
    bot = ("bot", "", "easy", None, True, "none")
    told(network_table, bot, person("Jonas", JONAS), FREE)
    name = network_table.names[0]
    told(
        network_table,
        bot,
        person(name.replace("a", "\u0430").replace("e", "\u0435").replace("o", "\u043e"), JONAS),
        FREE,
    )
    assert network_table.names[0] == f"{name} 2"


def test_who_comes_to_watch_under_the_name_of_a_player_is_told_apart(network_table):
    told(network_table, person("Anna", MIRA), FREE)
    assert told(network_table, person("Anna", MIRA), FREE, watching=(ANNA,)) == [f"{ANNA} 2 came in."]


def test_a_player_is_muted_by_key_and_nobody_else_with_it(network_table):
    told(network_table, person("Anna", MIRA), person("Jonas", JONAS))
    assert network_table.mute(ANNA), "as it is read"
    network_table.remember(notices.Said(0, "Anna", "psst"))
    assert network_table.spoken is None
    assert spoken(network_table, None, "Anna", "not she") == "Anna 2 (watching)"
    told(network_table, person("Anya", MIRA), person("Anna", JONAS))  # she has another name now, and he has hers
    network_table.remember(notices.Said(0, "", "psst"))
    assert network_table.spoken is None
    assert spoken(network_table, 1, "", "I am heard") == "Anna"
    assert network_table.is_muted(MIRA, "Anya")
    assert not network_table.is_muted(JONAS, "Anna")


def test_who_watches_is_muted_by_the_look_of_the_name(network_table):
    told(network_table, person("Mira", MIRA), person("Jonas", JONAS))
    assert network_table.mute("Pavel")
    network_table.remember(notices.Said(None, "P\u0430vel", "psst"))
    assert network_table.spoken is None
    assert network_table.is_muted(None, "Pavel")
    assert not network_table.mute("pavel")
    assert spoken(network_table, None, "Pavel", "again") == "Pavel (watching)"


def test_what_a_host_did_not_clean_is_cleaned_here(network_table):
    network_table.remember(
        notices.Said(None, "Eve\U0001f3fd", "a\x1b[2J\U0001f44d\U0001f3fd" + "e\u0301" * 3 + "\u0301" * 9)
    )
    assert (network_table.talk[-1].name, network_table.talk[-1].text) == (
        "Eve",
        "a[2J\U0001f44d\u00e9\u00e9\u00e9\u0301\u0301",
    )
    network_table.remember(notices.Said(None, "Eve", "\u200b"))
    assert len(network_table.talk) == 1


def test_however_many_come_and_go_talk_stays(network_table):
    """A host can say so of as many as it likes, thousands of times."""
    told(network_table, person("Mira", MIRA), person("Jonas", JONAS))
    network_table.remember(notices.Said(1, "Jonas", "hello"))
    network_table.remember(notices.StartFailed("broken_promise", 0, times=1))
    for number in range(3 * MOST_LINES):
        told(network_table, person("Mira", MIRA), person("Jonas", JONAS), watching=(f"W{number}",))
    lines = [line.text for line in network_table.talk]
    assert lines[0] == "hello"
    assert "Mira" in lines[1]  # who ended a start is not pushed away either
    assert len(lines) == 2 + MOST_PASSING
    assert lines[-2:] == [f"W{3 * MOST_LINES - 1} came in.", f"W{3 * MOST_LINES - 2} watches no longer."]


def test_how_much_was_left_out_is_one_line_that_counts_on(network_table):
    network_table.remember(notices.LeftOut(1))
    assert network_table.talk[-1].text.startswith("1 line was left out")
    network_table.remember(notices.LeftOut(4000))
    assert [line.text.split(":")[0] for line in network_table.talk] == ["4001 lines were left out"]
    network_table.remember(notices.Said(None, "Pavel", "hello"))
    network_table.remember(notices.LeftOut(2))
    assert [line.text.split(":")[0] for line in network_table.talk[1:]] == ["hello", "2 lines were left out"]


def test_only_so_much_is_kept(network_table):
    for number in range(MOST_LINES + 5):
        network_table.remember(notices.Said(None, "Pavel", str(number)))
    assert (len(network_table.talk), network_table.talk[-1].text) == (MOST_LINES, str(MOST_LINES + 4))


def test_a_question_is_there_until_it_is_settled_or_another_game_begins(network_table):
    asked = notices.Asked(b"x", "back", 0, 3)
    network_table.remember(asked)
    network_table.remember(notices.Agreed(b"other", "back", "agreed", None))
    assert network_table.question is asked
    network_table.remember(notices.Agreed(b"x", "back", "agreed", None))
    assert network_table.question is None
    network_table.remember(asked)
    network_table.remember(notices.Begun(b"g"))
    assert network_table.question is None


def test_a_lost_host_is_remembered_until_there_is_one(network_table):
    for found in (n.HostFound(), notices.HostChanged(2, 1)):
        network_table.remember(n.HostLost(Refusal("lost")))
        assert network_table.lost is not None
        network_table.remember(found)
        assert network_table.lost is None


def test_who_wants_another_game_is_known_until_it_begins(network_table):
    network_table.remember(notices.Over((1, 2), (1,)))
    assert network_table.over
    told(network_table, person("Mira", MIRA, True), person("Jonas", JONAS), state="over")
    assert network_table.rematch == (0,)
    network_table.remember(notices.Applied(0, "game", None))  # as who watches is told
    assert (network_table.over, network_table.rematch) == (False, ())


def test_arriving_is_to_come_in_or_to_be_refused(network_table):
    assert not network_table.arrived.is_set()
    network_table.remember(notices.Joined(1))
    assert network_table.arrived.is_set()
    other = NetworkTable(Runner())  # type: ignore[arg-type]
    other.remember(n.TableEnded(Refusal("wrong_code")))
    assert other.arrived.is_set()
    assert other.ended is not None


def test_what_happens_at_the_door_is_told(network_table):
    network_table.remember(n.TurnedAway("10.0.0.9", Refusal("wrong_code")))
    network_table.remember(n.TurnedAway("10.0.0.9", Refusal("try_later", ms=5)))
    network_table.remember(n.CodeChanged("123456", guessed=True))
    network_table.remember(n.CodeChanged("654321", guessed=False))
    first, second, third = (line.text for line in network_table.talk)
    assert "10.0.0.9" in first
    assert "send the ticket" in second
    assert "new one" in third
    assert "123456" not in third


def test_a_wish_that_cannot_be_is_one_sentence(network_table):
    def never(session):
        raise Refusal("not_agreed", seat=1)

    told(network_table, person("Mira", MIRA), person("Jonas", JONAS))
    assert network_table.wish(never) == "Jonas is not ready yet."
    assert network_table.wish(lambda session: []) == ""


def test_all_who_listen_are_told_until_they_do_not_any_more(network_table):
    heard: list[Any] = []
    unlisten = network_table.listen(heard.append)
    network_table._heard[0](n.HostFound())
    unlisten()
    assert heard == [n.HostFound()]
    assert network_table._heard == []
