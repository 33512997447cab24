"""The lobby on real sockets: who is there, who is ready, bots, talk, and what a host can do about all that."""

import random

import pytest
from textual import events

from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network.lookup import place_of
from atlantis_tui.saved.settings import load
from net.codes import code_text
from net.messages import Lobby, Roster
from tests.lobby.at_lobby import CODE, HOSTILE, Board, Inn, harmless, shown, the_ticket, when
from tests.menu.at_menu import NOW, find, resize, sound, text, until
from tests.ui.stage import LARGE_SIZES, SIZES, golden

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture
def inn(monkeypatch, tmp_path):
    monkeypatch.setattr("atlantis_tui.lobby.screen.table_for", lambda name: Board)
    return Inn(monkeypatch, tmp_path)


def rows(network_table):
    return [(place.who, place.name, place.ready) for place in network_table.session.lobby.places]


def names(network_table):
    return [place.name for place in network_table.session.lobby.places]


# What is seen --------------------------------------------------------------------------------------------------------


async def four(inn, monkeypatch):
    """As it is drawn: Mira hosts, Jonas is ready, Olja is not, a seat is free, Pavel watches."""
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: NOW)
    mira = inn.host("Mira", seats=4)
    mira.runner.token = bytes(10)
    jonas = await inn.guest("Jonas", mira)
    await when(lambda: len(mira.talk) == 1)
    jonas.wish(lambda session: session.chat("hi! four of us tonight?"))
    await when(lambda: len(mira.talk) == 2)
    mira.wish(lambda session: session.chat("yes, Оля is just starting her laptop, it takes a while"))
    olja = await inn.guest("Бабушка Оля", mira)
    await when(lambda: len(mira.talk) == 4)
    olja.wish(lambda session: session.chat("где тут кнопка готово?"))
    await when(lambda: len(mira.talk) == 5)
    await inn.guest("Pavel", mira, watches=True)
    await when(lambda: len(mira.talk) == 6 and jonas.session.table.watching and olja.session.table.watching)
    mira.wish(lambda session: session.ready())
    jonas.wish(lambda session: session.ready())
    await when(lambda: [row[4] for row in olja.session.table.seats] == [True, True, False, False])
    return mira, olja


async def test_the_lobby_of_a_host(inn, monkeypatch):
    async with inn:
        mira, _olja = await four(inn, monkeypatch)
        async with inn.app(mira) as pilot:
            for size in (*SIZES, *LARGE_SIZES):
                await resize(pilot, *size)
                golden(f"lobby_host_{size[0]}x{size[1]}", shown(pilot, mira))
                sound(pilot.app)
            await resize(pilot, 60, 20)
            await pilot.press("tab")
            golden("lobby_host_60x20_more", shown(pilot, mira))


async def test_the_lobby_of_a_guest(inn, monkeypatch):
    async with inn:
        mira, olja = await four(inn, monkeypatch)
        olja.session.table_code = CODE
        async with inn.app(olja) as pilot:
            for size in SIZES:
                await resize(pilot, *size)
                seen = shown(pilot, mira).replace(f"port {olja.runner.port}", "port 47625")
                golden(f"lobby_guest_{size[0]}x{size[1]}", seen)
            await pilot.press("b", "k", "n", "c", "o", "minus")
            assert names(mira) == ["Mira", "Jonas", "Бабушка Оля", ""]
            assert mira.runner.code == CODE, "N is the host's"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 5))])
async def test_sizes_and_keys_do_no_harm(inn, seed):
    chance = random.Random(seed)
    keys = ["up", "down", "left", "right", "tab", "r", "b", "m", "t", "x", "escape", "n", "c", "o", "plus", "minus"]
    keys += ["pageup", "pagedown", "?", "ж", "k"]
    async with inn:
        mira = inn.host("Mira", seats=4)
        await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            for _ in range(12):
                await resize(pilot, chance.randrange(50, 150), chance.randrange(16, 50))
                await pilot.press(*chance.choices(keys, k=3))
                if not isinstance(pilot.app.screen, LobbyScreen):
                    break  # it was left, or help is open
                sound(pilot.app)


async def test_who_ends_a_start_when_the_secrets_are_out_is_seen_by_all(inn, monkeypatch):
    """Mira's program does not take Jonas's share, so that it looks as if she waited for it, and she calls it off."""
    async with inn:
        mira = inn.host("Mira", seats=2)
        jonas = await inn.guest("Jonas", mira)
        shares = mira.session.shares
        heard = shares.replied
        monkeypatch.setattr(shares, "replied", lambda peer, one: None if one.kind == "seed" else heard(peer, one))
        async with inn.app(mira) as pilot:
            for times in (1, 2):
                for network_table in (mira, jonas):
                    network_table.wish(lambda session: session.ready())
                await when(lambda: mira.session.lobby.complete)
                mira.wish(lambda session: session.start())
                await when(lambda: jonas.session.shares.shown_over is not None)
                assert [one.why for one in mira.session.waiting()] == ["seed"]
                await until(pilot, lambda: "R calls it off" in text(pilot.app))
                await pilot.press("r")
                await when(lambda: jonas.session.game is None)
                mark = f"ended {times} start"
                await until(pilot, lambda mark=mark: mark in text(pilot.app))  # type: ignore[misc]
                key = mira.session.identity.key
                assert jonas.session.failed_starts.times(key) == mira.session.failed_starts.times(key) == times
        told = [line.text for line in jonas.talk if "secrets were out" in line.text]
        assert told[-1].endswith("Mira ended it when the secrets were out already: 2 times this evening.")
        for name in ("Mira", "Jonas"):
            assert not list((inn.tmp_path / name).rglob("lan-*"))


async def test_what_is_typed_fast_into_the_talk_is_no_command(inn):
    """T, and the rest before the program has looked at it: K would send Jonas away, R would say that Mira is ready."""
    async with inn:
        mira = inn.host("Mira", seats=2)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            for key in ("down", "t", *"kk", "r", "enter"):
                pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await when(lambda: jonas.spoken is not None)
            assert jonas.spoken.text == "kkr"
            assert rows(mira)[0] == ("person", "Mira", False)
            assert rows(mira)[1] == ("person", "Jonas", False)


# Bots and seats ------------------------------------------------------------------------------------------------------


async def test_a_seat_that_the_game_needs_is_not_offered_to_be_taken_away(inn):
    async with inn, inn.app(inn.host(seats=2)) as pilot:
        assert "B puts a bot on the free seat." in text(pilot.app)
        await pilot.press("enter")
        assert "A seat is free: wait, or put a bot there with B." in text(pilot.app)
        await pilot.press("minus")
        assert "Atlantis is for 2-4 players" in text(pilot.app)


async def test_a_bot_comes_changes_and_goes(inn):
    async with inn:
        mira = inn.host(seats=3)
        async with inn.app(mira) as pilot:
            await pilot.press("enter")
            assert "A seat is free: wait, put a bot there with B, or take it away with −." in text(pilot.app)
            await pilot.press("b")
            assert rows(mira)[1][:1] == ("bot",)
            assert mira.session.lobby.places[1].level == "normal"
            await pilot.press("right")
            assert mira.session.lobby.places[1].level == "hard"
            await pilot.press("left", "left")
            assert mira.session.lobby.places[1].level == "easy"
            assert "easy" in text(pilot.app)
            await pilot.press("down", "b")
            assert [place.who for place in mira.session.lobby.places] == ["person", "bot", "bot"]
            await pilot.press("b")
            assert [place.who for place in mira.session.lobby.places] == ["person", "bot", "open"]
            await pilot.press("minus")
            assert len(mira.session.lobby.places) == 2
            await pilot.press("minus")
            assert "2-4 players" in text(pilot.app)
            await pilot.press("plus", "plus", "plus")
            assert len(mira.session.lobby.places) == 4
            await pilot.press("up", "up")
            await pilot.click(offset=find(pilot.app, "put a bot here"))
            assert [place.who for place in mira.session.lobby.places] == ["person", "bot", "bot", "open"]
            await pilot.press("down", "b", "minus")
            assert "No seat is free" in text(pilot.app)
            await pilot.press("up", "up", "up", "b")
            assert "No seat is free" in text(pilot.app)
            assert [place.who for place in mira.session.lobby.places] == ["person", "bot", "bot", "bot"]


async def test_the_host_sits_where_the_new_game_has_put_them(inn):
    async with inn:
        mira = inn.host(seats=3, bots={0: "easy"}, seat=2)
        assert [place[0] for place in mira.session.table.seats] == ["bot", "open", "person"]
        jonas = await inn.guest("Jonas", mira)
        assert jonas.session.seat == 1


# Ready and begin -----------------------------------------------------------------------------------------------------


async def test_all_are_ready_and_enter_begins(inn):
    async with inn:
        mira = inn.host(seats=2)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            app = pilot.app
            await pilot.press("enter")
            assert "Waiting for Jonas" in text(app)
            assert mira.session.lobby.places[0].ready
            jonas.wish(lambda session: session.ready())
            await until(pilot, lambda: "Enter begins" in text(app))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Board))
            assert app.screen.table is mira.session.game.table
            assert app.screen.mode.network_table is mira
            await when(lambda: jonas.table is not None)
            assert app.table_path == mira.path
            app.screen.dismiss("menu")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            assert app.network_table is None
            await app.all_left()
        await when(lambda: jonas.lost is not None)


async def test_ready_is_taken_back_and_by_any_change_of_the_table(inn):
    async with inn:
        mira = inn.host(seats=3)
        async with inn.app(mira) as pilot:
            await pilot.press("r")
            assert "✔ ready" in text(pilot.app)
            await pilot.press("r")
            assert "✔ ready" not in text(pilot.app)
            await pilot.press("r", "b")
            assert not mira.session.lobby.places[0].ready


async def test_a_guest_says_ready_and_sees_the_game_begin(inn):
    async with inn:
        mira = inn.host(seats=2)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: "✔ ready" in text(pilot.app))
            await pilot.press("r")
            await until(pilot, lambda: "✔ ready" not in text(pilot.app))
            await pilot.press("r")
            await when(lambda: mira.session.lobby.places[1].ready)
            mira.wish(lambda session: session.ready())
            mira.wish(lambda session: session.start())
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))
            assert pilot.app.screen.mode.network_table is jonas


async def test_who_watches_sees_the_game_begin_and_cannot_be_ready(inn):
    async with inn:
        mira = inn.host(seats=2, bots={1: "random"})
        pavel = await inn.guest("Pavel", mira, watches=True)
        async with inn.app(pavel) as pilot:
            await until(pilot, lambda: "You watch." in text(pilot.app))
            await pilot.press("r")
            assert "only watch" in text(pilot.app)
            mira.wish(lambda session: session.ready())
            mira.wish(lambda session: session.start())
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))
            assert pilot.app.screen.table is pavel.session.watched.table


async def test_a_start_that_fails_is_told(inn):
    async with inn:
        mira = inn.host(seats=2)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            jonas.wish(lambda session: session.ready())
            await until(pilot, lambda: "Enter begins" in text(pilot.app))
            feed = jonas.session.feed  # who never signs:
            jonas.session.feed = lambda link, one, now: [] if isinstance(one, Roster) else feed(link, one, now)
            await pilot.press("enter")
            await until(pilot, lambda: "It begins." in text(pilot.app))
            inn.companies.remove(jonas)
            await jonas.close()
            await until(pilot, lambda: "Jonas left while the game began" in text(pilot.app))
            await pilot.press("up")
            assert "Jonas left while" not in text(pilot.app)


# Talk ----------------------------------------------------------------------------------------------------------------


async def test_what_is_written_is_heard_by_all(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            await pilot.press("t", *"rb", "space", "q", "enter")
            await when(lambda: jonas.talk)
            assert (jonas.talk[-1].name, jonas.talk[-1].text) == ("Mira", "rb q")
            assert [place.who for place in mira.session.lobby.places] == ["person", "person", "open"]
            jonas.wish(lambda session: session.chat("fine \x1b[2J *then* ~now~ {0}"))
            await until(pilot, lambda: "fine [2J *then* ~now~ {0}" in text(pilot.app))
            await pilot.press("t", "x", "escape")
            assert len(mira.talk) == 3  # Jonas came in, and what both said


async def test_long_talk_is_broken_and_scrolled(inn):
    async with inn:
        mira = inn.host(seats=2)
        async with inn.app(mira) as pilot:
            for number in range(30):
                mira.wish(lambda session, n=number: session.chat(f"line {n} " + "word " * 12))
            await until(pilot, lambda: "line 29" in text(pilot.app))
            assert "line 2 " not in text(pilot.app)
            await pilot.press(*["pageup"] * 20)
            assert "line 0" in text(pilot.app)
            pilot.app.screen.scrolled(99)
            await pilot.pause()
            assert "line 29" in text(pilot.app)
            sound(pilot.app)


async def test_a_host_mutes_for_all_and_a_guest_for_one(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        olja = await inn.guest("Olja", mira)
        async with inn.app(mira) as pilot:
            await pilot.press("m")
            assert "Choose somebody else" in text(pilot.app)
            await pilot.press("down", "m")
            assert "Jonas is not heard any more" in text(pilot.app)
            assert "muted" in text(pilot.app)
            jonas.wish(lambda session: session.chat("psst"))
            olja.wish(lambda session: session.chat("hello"))
            await until(pilot, lambda: "hello" in text(pilot.app))
            assert "psst" not in text(pilot.app)
            assert [line.text for line in olja.talk if not line.told] == ["hello"]
            await pilot.press("m")
            jonas.wish(lambda session: session.chat("again"))
            await until(pilot, lambda: "again" in text(pilot.app).split("Chat")[1])
        # The table is gone with its host.
        await when(lambda: olja.host_left)


# Sending away --------------------------------------------------------------------------------------------------------


async def test_kick_asks_once_more_and_then_sends_away_for_good(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            await pilot.press("k")
            assert "Choose somebody else" in text(pilot.app)
            await pilot.press("down", "k")
            assert "once more sends Jonas away" in text(pilot.app)
            await pilot.press("up", "down", "k")
            assert names(mira) == ["Mira", "Jonas", ""]
            await pilot.press("k")
            await when(lambda: jonas.ended is not None)
            assert jonas.ended.why.params == {"why": "kicked"}
            assert names(mira) == ["Mira", "", ""]
            assert "Jonas left." in text(pilot.app)


async def test_one_who_watches_can_be_sent_away_too(inn):
    async with inn:
        mira = inn.host(seats=2)
        pavel = await inn.guest("Pavel", mira, watches=True)
        wanda = await inn.guest("Wanda", mira, watches=True)
        async with inn.app(mira) as pilot:
            await until(pilot, lambda: "watching: Pavel, Wanda" in text(pilot.app))
            await pilot.press("down", "down", "right", "k", "k")
            await when(lambda: wanda.ended is not None)
            await until(pilot, lambda: "Pavel, Wanda" not in text(pilot.app))
            assert pavel.ended is None


async def test_who_is_sent_away_is_back_at_the_menu_and_told_why(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            mira.wish(lambda session: session.kick(jonas.session.identity.key))
            await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
            assert "The host does not want you at this table." in text(pilot.app)


# The ways in ---------------------------------------------------------------------------------------------------------


async def test_the_code_is_changed_and_the_ticket_copied(inn):
    async with inn:
        mira = inn.host(seats=3)
        async with inn.app(mira) as pilot:
            await pilot.press("n")
            assert "The code is new." in text(pilot.app)
            assert pilot.app.screen.code_text.replace(" ", "") == mira.runner.code
            await inn.guest("Jonas", mira)
            assert not any("guessed" in line.text for line in mira.talk)
            await pilot.press("c")
            assert pilot.app.clipboard == the_ticket(mira)
            assert the_ticket(mira) in text(pilot.app)
            (_host, port), visit = place_of(pilot.app.clipboard)
            assert (port, visit is not None and visit.way) == (mira.runner.port, "ticket")
            pilot.app.screen.addresses = ["127.0.0.1", "10.0.0.7"]
            await pilot.press("up", "c")
            assert "127.0.0.1" in pilot.app.clipboard
            await pilot.press("c")
            assert "10.0.0.7" in pilot.app.clipboard
            await pilot.press("up", "c")
            assert "10.0.0.7" in pilot.app.clipboard


@pytest.mark.parametrize("code", ["12345678", "1234567890"])
async def test_a_longer_code_is_shown_whole_at_every_size(inn, code):
    async with inn:
        mira = inn.host("Mira")
        mira.runner._gatekeeper.code = code
        async with inn.app(mira) as pilot:
            for size in SIZES:
                await resize(pilot, *size)
                sound(pilot.app)
                # In large digits where there is room for all of them.
                assert (code_text(code) in text(pilot.app)) == (size[0] < 120)


async def test_options_are_changed_and_take_ready_back(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            jonas.wish(lambda session: session.ready())
            await when(lambda: mira.session.lobby.places[1].ready)
            await pilot.press("o", "down")
            await until(pilot, lambda: "A change takes back every ready." in text(pilot.app))
            await pilot.press("down", "right")
            assert "takes back every ready" not in text(pilot.app), "nobody is ready any more"
            assert mira.session.lobby.options["paid_cards"] == "discard"
            assert not mira.session.lobby.places[1].ready
            await when(lambda: jonas.session.table.options["paid_cards"] == "discard")
            await pilot.press("up", "right")
            assert len(mira.session.lobby.places) == 4
            await pilot.press("down", "down", "down", "down", "down", "left")
            assert mira.runner.code is None
            assert "whoever finds the table" in text(pilot.app)
            await pilot.press("o")
            assert "The table is open" in text(pilot.app)
            assert "Paid cards: go to the" in text(pilot.app)
            assert mira.runner._table_info().door == "open"


async def test_the_host_changes_the_game_and_all_read_it(inn, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: NOW)
    async with inn:
        mira = inn.host(seats=3, bots={2: "easy"})
        jonas = await inn.guest("Jonas", mira)
        code = mira.runner.code
        async with inn.app(mira) as pilot:
            jonas.wish(lambda session: session.ready())
            await when(lambda: jonas.session.table.seats[1][4])
            await until(pilot, lambda: "1 of 2 ready" in text(pilot.app))
            await pilot.press("o")
            for size in ((80, 24), (120, 36)):
                await resize(pilot, *size)
                golden(f"lobby_options_{size[0]}x{size[1]}", shown(pilot, mira))
            await pilot.press("right")
            await when(lambda: jonas.session.table.game == "survive")
            assert names(mira) == ["Mira", "Jonas", ""]
            assert "Survive!, 3 seats" in text(pilot.app)
            await resize(pilot, 80, 24)
            assert "Who comes in" not in text(pilot.app), "there are more options than there is room for"
            for step in range(1, len(pilot.app.screen.option_rows())):
                await pilot.press("down")
                assert pilot.app.screen.option_rows()[step][1][:20] in text(pilot.app).split("Options")[1]
            for size in ((120, 36), (80, 24)):
                await resize(pilot, *size)
                golden(f"lobby_options_{size[0]}x{size[1]}_survive", shown(pilot, mira))
            pilot.app.screen.scrolled(-99)
            await when(lambda: "Survive!" in "".join(line.text for line in jonas.talk[-1:]))
            assert jonas.talk[-1].text == "It is Survive! now. R says again that you are ready."
            await pilot.press("right")  # for two: the bot makes room
            await when(lambda: jonas.session.table.game == "atalia")
            assert names(mira) == ["Mira", "Jonas"]
            await when(lambda: jonas.talk[-1].text == "It is Atalia now.")
            await pilot.press("right", "down", "right", "up")
            await when(lambda: jonas.session.table.game == "atlantis")
            assert len(mira.session.lobby.places) == 3
            ida = await inn.guest("Ida", mira)
            await until(pilot, lambda: "Ida" in text(pilot.app))
            await pilot.click(offset=find(pilot.app, "‹"))
            assert mira.session.lobby.game == "survive"
            assert "Atalia has too few seats for the 3 of you." in text(pilot.app)
            assert mira.runner.code == code
            assert ida.ended is None


# A name of one's own -------------------------------------------------------------------------------------------------


async def test_ones_own_name_is_changed_and_kept_for_later(inn, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: NOW)
    async with inn:
        mira = inn.host(seats=3)
        mira.runner.token = bytes(10)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            app = pilot.app
            jonas.wish(lambda session: session.ready())
            await when(lambda: jonas.session.table.seats[1][4])
            await until(pilot, lambda: "1 of 2 ready" in text(pilot.app))
            await pilot.press("down", "y", *["backspace"] * 4, *"Ida", "escape")
            assert names(mira) == ["Mira", "Jonas", ""]
            await pilot.click(offset=find(app, "Y rename"))
            await pilot.press(*["backspace"] * 4, *"Irmi")
            for size in ((80, 24), (120, 36)):
                await resize(pilot, *size)
                golden(f"lobby_name_{size[0]}x{size[1]}", shown(pilot, mira))
            await pilot.press("enter")
            assert names(mira) == ["Irmi", "Jonas", ""]
            await until(pilot, lambda: "You are called Irmi now." in text(app))
            await when(lambda: jonas.session.table.seats[0][1] == "Irmi")
            await when(lambda: "Irmi" in "".join(line.text for line in jonas.talk[-1:]))
            assert jonas.talk[-1].text == "Mira is called Irmi now. R says again that you are ready."
            assert app.settings.name == load()[0].name == "Irmi"
            await pilot.press("y", *"::", "enter")
            assert "is not a name" in text(app)
            assert names(mira) == ["Irmi", "Jonas", ""]


# Leaving -------------------------------------------------------------------------------------------------------------


async def test_a_host_with_others_is_asked_before_the_table_is_closed(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            await until(pilot, lambda: "Jonas" in text(pilot.app))
            await pilot.press("backspace")
            assert "Once more closes the table" in text(pilot.app)
            await pilot.press("up", "q")
            assert isinstance(pilot.app.screen, LobbyScreen)
            await pilot.press("q")
            assert isinstance(pilot.app.screen, MenuScreen)
            await when(lambda: jonas.host_left)
            assert jonas.ended is None


async def test_a_host_alone_just_leaves(inn):
    async with inn, inn.app() as pilot:
        for key in ("backspace", "q", "escape"):
            pilot.app.open_network_table(inn.host(seats=3))
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
            await pilot.press(key)
            assert isinstance(pilot.app.screen, MenuScreen)


@pytest.mark.parametrize("line", ["y", "t"])
async def test_who_holds_backspace_to_clear_a_line_stays_at_the_table(inn, line):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            await until(pilot, lambda: "Jonas" in text(pilot.app))
            await pilot.press(line, "x", *["backspace"] * 20)
            assert isinstance(pilot.app.screen, LobbyScreen)
            assert pilot.app.screen.field is not None
            await pilot.press("escape")
            assert isinstance(pilot.app.screen, LobbyScreen)
            assert pilot.app.screen.field is None
            assert names(mira)[1] == "Jonas"


async def test_a_guest_just_leaves_and_the_seat_is_free_again(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            await pilot.press("q")
            assert isinstance(pilot.app.screen, MenuScreen)
            await when(lambda: names(mira) == ["Mira", "", ""])


async def test_an_app_that_ends_says_good_bye(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(mira) as pilot:
            await pilot.press("ctrl+c")
        await when(lambda: jonas.host_left)


async def test_an_error_in_the_session_ends_the_app_and_names_the_game(inn):
    async with inn:
        mira = inn.host(seats=3, begun=False)
        async with inn.app(mira) as pilot:
            mira.runner.failed(ZeroDivisionError())
            await until(pilot, lambda: pilot.app.crash is not None)
            pilot.app._exception = None  # it is the app's own to tell


async def test_whatever_a_host_tells_of_its_table_is_shown_and_does_no_harm(inn):
    person = ("person", "Mallory", None, bytes(32), True, "here")
    tables = [
        Lobby(9, "X", "chess", {}, 5, (person,), (), "lobby"),
        Lobby(9, "", "atlantis", {"paid_cards": (1, 2), "more": None}, None, (), (), "lobby"),
        Lobby(9, "X", "atlantis", {}, 0, (person,) * 8, ("A",) * 32, "starting"),
        Lobby(9, "X", "atlantis", {}, 0, (("bot", "", "!" * 24, None, False, "none"),), (), "over"),
        Lobby(9, "X", "atlantis", {}, 7, (("person", "", None, None, False, "slow"),), (), "playing"),
        *(
            Lobby(9, name, "atlantis", {}, 0, (("person", name, None, bytes(32), True, "here"),), (name,), "lobby")
            for name in HOSTILE
        ),
    ]
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            for told in tables:
                jonas.session.table = told
                await resize(pilot, *SIZES[tables.index(told) % 2])
                pilot.app.screen.look_again()
                await pilot.press("down", "up", "right", "m", "enter", "tab", "c", "tab")
                sound(pilot.app)
                harmless(text(pilot.app))
