"""A real network on this machine, with bridge, multicast and cables, and players who find each other by themselves."""

import json

import pytest

from .programs import Person, moved

pytestmark = pytest.mark.full

BOT = ("--as", "bot:easy", "--plain")
PROMISED = 15  # seconds from the death of a program until it, or the table without it, is in play again


def in_time(clock):
    """Seconds are those of a machine that is not busy with other things: see `Clock`."""
    print(f"in play again after {clock.seconds:.1f} s, {clock.fair_seconds:.1f} s of them ours")
    return clock.fair_seconds <= PROMISED


def last(program):
    return program.records()[-1].n


def moved_under_a_new_host(name, after):
    """Whether there is a new host since that record, and this player has moved after that."""

    def is_so(records):
        terms = [one.n for one in records if one.kind == "term" and one.n > after]
        return bool(terms) and moved(name, terms[0])(records)

    return is_so


@pytest.mark.parametrize("network", [("anna", "boris", "chloe", "dana")], indirect=True)
def test_four_players_finish_a_game_through_pulled_cables_and_killed_programs(network, start_in):
    """Three are bots. Dana is a person, so that the game waits for her wherever something is to happen to it."""

    def join(player, *argv, **more):
        return start_in(player, "join", "reef", "--name", player.capitalize(), *argv, **more)

    # They find each other.
    anna = start_in("anna", "host", "atlantis", *BOT, "--seats", "4", "--open", "--name", "Reef", "--player", "Anna")
    anna.said("an open seat")
    looking = start_in("dana", "tables", "--json")
    assert looking.ended() == 0
    assert [(one["table"], one["taken"], one["seats"]) for one in json.loads(looking.text)] == [("Reef", 1, 4)]
    boris = join("boris", *BOT)
    anna.said("Boris")
    chloe = join("chloe", *BOT)
    anna.said("Chloe")
    dana = join("dana", "--plain", typed=True)
    dana.said("you .not ready")
    person = Person(dana)
    dana.type("ready")
    person.wait_asked()

    # Every cable is pulled for a moment while moves are on their way.
    for player in network.players:
        before = last(dana)
        network.cable(player, "down")
        person.play(moved("Dana", before))
        network.cable(player, "up")
        person.play_until(moved("Chloe", before))

    # A guest is killed, and comes back to its seat by its key; another one while moves are on their way.
    person.wait_asked()
    before = last(dana)
    chloe.kill()
    chloe = join("chloe", *BOT)
    assert in_time(person.play_until(moved("Chloe", before)))
    person.wait_asked()
    person.play(moved("Dana", last(dana)))
    boris.kill()
    before = last(dana)
    boris = join("boris", *BOT)
    assert in_time(person.play_until(moved("Boris", before)))

    # The host is killed; the others go on with another, and it comes back as a guest.
    person.wait_asked()
    before = last(dana)
    anna.kill()
    assert in_time(person.play_until(moved_under_a_new_host("Dana", before)))
    before = last(dana)
    anna = join("anna", *BOT)
    assert in_time(person.play_until(moved("Anna", before)))

    # The host of now is killed while moves are on their way, and goes on at once.
    person.wait_asked()
    person.play(moved("Dana", last(dana)))
    boris.kill()
    before = last(dana)
    boris = start_in("boris", "host", "--resume", boris.log, *BOT)
    assert in_time(person.play_until(moved("Boris", before)))

    # And its cable is pulled until the others have given it up.
    person.wait_asked()
    before = last(dana)
    network.cable("boris", "down")
    person.play_until(moved_under_a_new_host("Dana", before))
    network.cable("boris", "up")
    person.play_until(moved("Boris", before))

    person.play_to_the_end()
    players = anna, boris, chloe, dana
    assert [program.ended() for program in players] == [0, 0, 0, 0]
    assert [program.errors for program in players] == ["", "", "", ""]
    assert [program.reports() for program in players] == [[], [], [], []]
    assert len({program.log.read_bytes() for program in players}) == 1


@pytest.mark.parametrize("who", ["anna", "boris"])
@pytest.mark.parametrize("network", [("anna", "boris")], indirect=True)
def test_somebody_with_a_new_address_is_found_again(network, start_in, who):
    """Two players cannot choose another host, so they have to find each other."""
    anna = start_in("anna", "host", "atlantis", *BOT, "--open", "--name", "Reef", "--player", "Anna")
    anna.said("an open seat")
    boris = start_in("boris", "join", "reef", "--plain", "--name", "Boris", typed=True)
    boris.said("you .not ready")
    person = Person(boris)
    boris.type("ready")
    person.wait_asked()
    before = last(boris)
    network.move(who, 77)
    assert in_time(person.play_until(moved("Anna", before)))
    person.play_to_the_end()
    assert (anna.ended(), boris.ended()) == (0, 0)
    assert anna.log.read_bytes() == boris.log.read_bytes()


@pytest.mark.parametrize("network", [("anna", "boris")], indirect=True)
def test_of_two_tables_of_one_host_the_right_one_is_found_again(network, start_in):
    """Both say the same key, and one of them has moved to another port."""
    reef = start_in("anna", "host", "atlantis", *BOT, "--open", "--name", "Reef", "--player", "Anna")
    reef.said("an open seat")
    kelp = start_in("anna", "host", "atlantis", *BOT, "--open", "--name", "Kelp", "--player", "Anna")
    kelp.said("an open seat")
    boris = start_in("boris", "join", "reef", "--plain", "--name", "Boris", typed=True)
    boris.said("you .not ready")
    person = Person(boris)
    boris.type("ready")
    person.wait_asked()
    before = last(boris)
    reef.kill()
    boris.said("^The host is gone")
    reef = start_in("anna", "host", "--resume", reef.log, *BOT)
    person.play_until(moved("Anna", before))
    person.play_to_the_end()
    assert (reef.ended(), boris.ended()) == (0, 0)
    assert reef.log.read_bytes() == boris.log.read_bytes()
    assert kelp.lines[-1].endswith("an open seat.")
