"""Programs that are killed, and tables that go on without them. A person who waits holds the game where it is."""

import time

import pytest

from .programs import picks_the_first

BOT = ("--as", "bot:random")


@pytest.fixture
def table_of_three(host, join):
    """Anna (host) and Boris are bots; Chloe is a person who is asked for her first move and has not answered."""
    anna = host(*BOT, "--seats", "3", "--code", "123456")
    boris = join("boris", anna.address, *BOT, "--code", "123456")
    anna.said("and Boris|, Boris")
    chloe = join("chloe", anna.address, "--plain", "--code", "123456", typed=True)
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
    chloe.said("^Boris is away")
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
    """Nobody may be replaced before a minute has passed; until then one is told to wait."""
    while True:
        told = len(chloe.lines)
        chloe.type(f"vote {name}")
        if chloe.said("^(All agree|That is too early|The host says)", told)[1] == "All agree":
            return
        time.sleep(1)


@pytest.mark.full
def test_a_bot_plays_for_a_guest_that_does_not_come_back(table_of_three):
    anna, boris, chloe = table_of_three
    boris.kill()
    chloe.said("^Boris is away")
    vote_until_agreed(chloe, "Boris")
    play_on(chloe)
    assert [program.ended() for program in (anna, chloe)] == [0, 0]
    same_logs(anna, chloe)


@pytest.mark.full
def test_a_host_that_does_not_come_back_is_replaced_and_played_for(table_of_three):
    anna, boris, chloe = table_of_three
    anna.kill()
    chloe.said("^Boris is the host now")
    chloe.said("^Anna is away")
    vote_until_agreed(chloe, "Anna")
    play_on(chloe)
    assert [program.ended() for program in (boris, chloe)] == [0, 0]
    same_logs(boris, chloe)


@pytest.mark.full
@pytest.mark.parametrize("first", ["anna", "boris"])
def test_a_game_that_all_have_left_is_hosted_again_by_any_of_them(host, join, start, first):
    anna = host("--plain", "--code", "123456", typed=True)
    boris = join("boris", anna.address, "--plain", "--code", "123456", typed=True)
    boris.said("you .not ready")
    boris.type("ready")
    anna.said("Boris .ready")
    anna.type("start")
    anna.said("^Your turn")
    for program in (boris, anna):
        program.interrupt()
        assert program.ended() == 130
    one, other = (anna, boris) if first == "anna" else (boris, anna)
    hosting = start(first, "host", "--resume", one.log, "--no-discovery", "--address", "127.0.0.1", *BOT)
    joining = start(other.home.name, "join", hosting.address, "--no-discovery", "--address", "127.0.0.1", *BOT)
    assert (hosting.ended(), joining.ended()) == (0, 0)
    same_logs(hosting, joining)
    assert (hosting.errors, joining.errors) == ("", "")
