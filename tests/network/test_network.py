"""A real network on this machine, with bridge, multicast and cables, and players who find each other by themselves."""

import json

import pytest

from tests.network.programs import Person, moved

pytestmark = pytest.mark.full

BOT = ("--as", "bot:easy", "--plain")
# With three of them and Dana, none of 14000 games took less than 25 turns; nothing here needs more than 22. Games with
# bot:easy can be over in 20-odd.
DAWDLER = ("--as", "bot:random", "--plain")
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


class Four:
    """They find each other. Three are bots, and slow ones, so that no game is over before all has happened to it. Dana
    is a person, so that the game waits for her wherever something is to happen to it."""

    def __init__(self, start_in):
        self._start_in = start_in
        self.anna = start_in(
            "anna", "host", "atlantis", *DAWDLER, "--seats", "4", "--open", "--name", "Reef", "--player", "Anna"
        )
        self.anna.said("an open seat")
        looking = start_in("dana", "tables", "--json")
        assert looking.ended() == 0
        assert [(one["table"], one["taken"], one["seats"]) for one in json.loads(looking.text)] == [("Reef", 1, 4)]
        self.boris = self.join("boris", *DAWDLER)
        self.anna.said("Boris")
        self.chloe = self.join("chloe", *DAWDLER)
        self.anna.said("Chloe")
        self.dana = self.join("dana", "--plain", typed=True)
        self.dana.said("you .not ready")
        self.person = Person(self.dana)
        self.dana.type("ready")
        self.person.wait_asked()

    def join(self, player, *argv, **more):
        return self._start_in(player, "join", "reef", "--name", player.capitalize(), *argv, **more)

    def finish(self):
        self.person.play_to_the_end()
        players = self.anna, self.boris, self.chloe, self.dana
        assert [program.ended() for program in players] == [0, 0, 0, 0]
        assert [program.errors for program in players] == ["", "", "", ""]
        assert [program.reports() for program in players] == [[], [], [], []]
        assert len({program.log.read_bytes() for program in players}) == 1


@pytest.mark.parametrize("network", [("anna", "boris", "chloe", "dana")], indirect=True)
def test_four_players_finish_a_game_through_pulled_cables(network, start_in):
    four = Four(start_in)
    person, dana = four.person, four.dana

    # Every cable is pulled for a moment while moves are on their way.
    for player in network.players:
        before = last(dana)
        network.cable(player, "down")
        person.play(moved("Dana", before))
        network.cable(player, "up")
        person.play_until(moved("Chloe", before))

    # And the host's until the others have given it up.
    person.wait_asked()
    before = last(dana)
    network.cable("anna", "down")
    person.play_until(moved_under_a_new_host("Dana", before))
    before = last(dana)
    network.cable("anna", "up")
    person.play_until(moved("Anna", before))
    four.finish()


@pytest.mark.parametrize("network", [("anna", "boris", "chloe", "dana")], indirect=True)
def test_four_players_finish_a_game_through_killed_programs(network, start_in):
    four = Four(start_in)
    person, dana = four.person, four.dana

    # A guest is killed, and comes back to its seat by its key; another one while moves are on their way.
    before = last(dana)
    four.chloe.kill()
    four.chloe = four.join("chloe", *DAWDLER)
    assert in_time(person.play_until(moved("Chloe", before)))
    person.wait_asked()
    person.play(moved("Dana", last(dana)))
    four.boris.kill()
    before = last(dana)
    four.boris = four.join("boris", *DAWDLER)
    assert in_time(person.play_until(moved("Boris", before)))

    # The host is killed; the others go on with another, and it comes back as a guest.
    person.wait_asked()
    before = last(dana)
    four.anna.kill()
    assert in_time(person.play_until(moved_under_a_new_host("Dana", before)))
    before = last(dana)
    four.anna = four.join("anna", *DAWDLER)
    assert in_time(person.play_until(moved("Anna", before)))

    # The host of now is killed while moves are on their way, and goes on at once.
    person.wait_asked()
    person.play(moved("Dana", last(dana)))
    four.boris.kill()
    before = last(dana)
    four.boris = start_in("boris", "host", "--resume", four.boris.log, *DAWDLER)
    assert in_time(person.play_until(moved("Boris", before)))
    four.finish()


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
