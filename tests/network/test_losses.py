"""Programs that are killed or sleep, and tables that go on without them. A person who waits holds the game."""

import time

import pytest

from tests.network.programs import picks_the_first

BOT = ("--as", "bot:random")

# Nobody may be replaced before a minute has passed, nor is missed before twenty seconds: here both is shorter.
IMPATIENT = pytest.mark.parametrize("table_of_three", ["AWAY_MS=3000"], indirect=True)
ALERT = pytest.mark.parametrize("table_of_three", ["PING_MS=1000,SLOW_MS=2000,DEAD_MS=5000"], indirect=True)


@pytest.fixture
def table_of_three(request, host, join):
    """Anna (host) and Boris are bots; Chloe is a person who is asked for her first move and has not answered."""
    hurry = getattr(request, "param", "")
    anna = host(*BOT, "--seats", "3", "--code", "123456", hurry=hurry)
    boris = join("boris", anna.address, *BOT, "--code", "123456", hurry=hurry)
    anna.said("and Boris|, Boris")
    chloe = join("chloe", anna.address, "--plain", "--code", "123456", typed=True, hurry=hurry)
    chloe.said("you .not ready")
    chloe.type("ready")
    chloe.said("^Your turn")
    return anna, boris, chloe


def play_on(chloe):
    chloe.answer = picks_the_first
    chloe.type("moves")
    chloe.said("^Type again for another game")
    chloe.type("quit")


def same_logs(*programs):
    assert len({program.log.read_bytes() for program in programs}) == 1


def test_a_guest_that_was_killed_comes_back_by_its_key_and_plays_on(table_of_three, join):
    anna, boris, chloe = table_of_three
    boris.kill()
    chloe.said("^Boris lost the link")
    again = join("boris", anna.address, *BOT)
    chloe.said("^Boris is back")
    play_on(chloe)
    assert [program.ended() for program in (anna, again, chloe)] == [0, 0, 0]
    same_logs(anna, again, chloe)
    assert (again.errors, chloe.errors, anna.errors) == ("", "", "")


def test_a_host_that_was_killed_is_replaced_and_comes_back_as_a_guest(table_of_three, start):
    anna, boris, chloe = table_of_three
    anna.kill()
    chloe.said("^Boris is the host now")
    again = start("anna", "host", "--resume", anna.log, "--no-discovery", "--address", "127.0.0.1", *BOT)
    chloe.said("^Anna is back")
    play_on(chloe)
    assert [program.ended() for program in (again, boris, chloe)] == [0, 0, 0]
    same_logs(again, boris, chloe)
    assert (again.errors, chloe.errors, boris.errors) == ("", "", "")


def vote_until_agreed(chloe, name):
    """Who asks too early is told to wait."""
    while True:
        told = len(chloe.lines)
        chloe.type(f"vote {name}")
        if chloe.said("^(All agree|That is too early|The host says)", told)[1] == "All agree":
            return
        time.sleep(0.2)


@pytest.mark.full
@IMPATIENT
def test_a_bot_plays_for_a_guest_that_does_not_come_back(table_of_three):
    anna, boris, chloe = table_of_three
    boris.kill()
    chloe.said("^Boris lost the link")
    vote_until_agreed(chloe, "Boris")
    play_on(chloe)
    assert [program.ended() for program in (anna, chloe)] == [0, 0]
    same_logs(anna, chloe)


@pytest.mark.full
@IMPATIENT
def test_a_host_that_does_not_come_back_is_replaced_and_played_for(table_of_three):
    anna, boris, chloe = table_of_three
    anna.kill()
    chloe.said("^Boris is the host now")
    chloe.said("^Anna lost the link")
    vote_until_agreed(chloe, "Anna")
    play_on(chloe)
    assert [program.ended() for program in (boris, chloe)] == [0, 0]
    same_logs(boris, chloe)


@pytest.mark.full
@pytest.mark.parametrize("first", ["anna", "boris"])
def test_a_game_that_all_have_left_is_hosted_again_by_any_of_them(two_in_play, start, first):
    anna, boris = two_in_play
    for program in (boris, anna):
        program.interrupt()
        assert program.ended() == 130
    one, other = (anna, boris) if first == "anna" else (boris, anna)
    hosting = start(first, "host", "--resume", one.log, "--no-discovery", "--address", "127.0.0.1", *BOT)
    joining = start(other.home.name, "join", hosting.address, "--no-discovery", "--address", "127.0.0.1", *BOT)
    assert (hosting.ended(), joining.ended()) == (0, 0)
    same_logs(hosting, joining)
    assert (hosting.errors, joining.errors) == ("", "")


@pytest.mark.full
@ALERT
def test_a_guest_that_has_slept_is_back_when_it_wakes(table_of_three):
    anna, boris, chloe = table_of_three
    boris.sleep()
    chloe.said("^Boris lost the link")
    boris.wake()
    chloe.said("^Boris is back")
    play_on(chloe)
    assert [program.ended() for program in (anna, boris, chloe)] == [0, 0, 0]
    same_logs(anna, boris, chloe)
    assert (anna.errors, boris.errors, chloe.errors) == ("", "", "")


@pytest.mark.full
@ALERT
def test_a_host_that_has_slept_finds_another_host_when_it_wakes(table_of_three):
    anna, boris, chloe = table_of_three
    anna.sleep()
    chloe.said("^The host is gone and is being looked for. Nothing was heard")
    chloe.said("^Boris is the host now")
    chloe.said("^Anna lost the link")  # as its new host sees it
    anna.wake()
    chloe.said("^Anna is back")
    anna.said("^Boris is the host now")
    play_on(chloe)
    assert [program.ended() for program in (anna, boris, chloe)] == [0, 0, 0]
    same_logs(anna, boris, chloe)
    assert (anna.errors, boris.errors, chloe.errors) == ("", "", "")


@pytest.mark.full
@ALERT
def test_when_all_have_slept_they_go_on_where_they_were(table_of_three):
    """As when the whole room goes to bed: whoever wakes first waits for the others."""
    programs = anna, boris, chloe = table_of_three
    for program in programs:
        program.sleep()
    time.sleep(6)  # longer than a link lives; nothing can be waited for while nobody is awake
    for program in programs:
        program.wake()
    play_on(chloe)
    assert [program.ended() for program in programs] == [0, 0, 0]
    same_logs(*programs)
    assert (anna.errors, boris.errors, chloe.errors) == ("", "", "")
