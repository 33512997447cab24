"""People at their keyboards, each in a program of their own, in lines of text."""

import re

import pytest

from core.chance import Stream
from tests.network.programs import ASKS, picks_the_first


@pytest.fixture
def two_people(host, join):
    """Anna hosts, Boris has joined; both are in the lobby."""
    anna = host("--plain", typed=True)
    boris = join("boris", anna.address, "--plain", typed=True)
    boris.said("asks for its code")
    boris.type(anna.code)
    anna.said("Boris .not ready")
    return anna, boris


def begin(anna, boris):
    boris.type("start")
    boris.said("Only the host can start")
    boris.type("ready")
    anna.said("Boris .ready")
    anna.type("start")
    anna.said("^Your turn")


def test_people_talk_play_take_back_and_play_again(two_people):
    anna, boris = two_people
    boris.type("say Good evening \033[2J all")
    anna.said(r"^Boris: Good evening \[2J all$")
    begin(anna, boris)
    boris.type("2 F")
    boris.said("It is not your turn: Anna is asked")
    anna.type("moves")
    anna.said("^Type a number to play")
    anna.type("1")
    boris.said("^Your turn")
    told = len(boris.lines)
    anna.type("back")
    boris.said("^Anna asks to take this back: Anna plays .* Type yes or no.$")
    for program, who in ((anna, "You ask"), (boris, "Anna asks")):
        asked = len(program.lines)
        program.type("who")
        program.said(f"^{who} to take back: .* plays? .*[^.][.]$", asked)
    boris.said("^Not answered yet: you[.]$")
    anna.said("^Not answered yet: Boris[.]$")
    boris.type("yes")
    boris.said("^All agree that Anna may take that back", told)
    anna.said("^All agree")
    anna.said("^Your last choice is taken back")  # Boris is not asked again about what was answered for her
    anna.answer = boris.answer = picks_the_first
    boris.type("who")
    boris.said("^Anna is here")
    come = len(anna.lines)
    anna.type("invite")
    anna.said(f"^Who wants to come in needs the code {anna.code}[.]$", come)
    anna.said("^Address: ", come)
    anna.said("^Ticket: atl://", come)
    boris.type("invite")
    boris.said(f"^Address: {re.escape(anna.address)}$")
    anna.type("moves")
    for program in (anna, boris):
        program.said("^Type again for another game")
        program.answer = lambda line: None
        program.type("again")
    boris.said("^Turn 1", next(n for n, line in enumerate(boris.lines) if "Type again" in line))
    boris.type("quit")
    assert boris.ended() == 0
    assert boris.lines[-1].startswith("The game is saved. To go on with it: atlantis host --resume ")
    anna.said("^Boris left the table")
    anna.interrupt()
    assert anna.ended() == 130
    assert (anna.errors, boris.errors) == ("", "")


class Fierce:
    """Somebody who attacks whenever that can be warded off, swims a lot, and never defends."""

    def __init__(self, seed):
        self.stream = Stream(seed)
        self.asked = 0  # for a defence, with a choice
        self._attacks: list[str] = []
        self._swims: list[str] = []
        self._last = "1"

    def __call__(self, line):
        if found := re.match(r"(\d+)\. ", line):
            self._last = found[1]
            if "unless somebody defends" in line:
                self._attacks.append(found[1])
            elif "swim there" in line and "Lost" not in line:
                self._swims.append(found[1])
        elif "Type defend" in line or "You have no tile against it" in line:
            self.asked += "Type defend" in line
            return "no"
        elif ASKS.match(line):
            self._attacks, self._swims = [], []
            return "moves"
        elif line == "Type a number to play that move.":
            ways = self._attacks or self._swims
            return ways[self.stream.below(len(ways))] if ways else str(1 + self.stream.below(int(self._last)))
        return None


@pytest.mark.full
def test_a_defence_is_asked_for_and_answered_across_the_network(host, join):
    anna = host("--plain", "--open", "--seats", "2", game="survive", typed=True, hurry="HUSH_MS=300")
    boris = join("boris", anna.address, "--plain", typed=True, hurry="HUSH_MS=300")
    anna.said("Boris .not ready")
    boris.type("ready")
    anna.said("Boris .ready")
    anna.answer, boris.answer = Fierce("anna"), Fierce("boris")
    anna.type("start")
    for program in (anna, boris):
        program.said("^Type again for another game")
    assert anna.answer.asked + boris.answer.asked
    assert "Nothing is asked of you" not in anna.text + boris.text
    assert "type help" not in (anna.text + boris.text).split("All is set up")[1]
    assert (anna.errors, boris.errors) == ("", "")


def test_the_host_fills_a_seat_with_a_bot_and_is_told_what_cannot_be(host):
    anna = host("--plain", "--seats", "2", typed=True)
    anna.said("an open seat")
    for line, answer in (
        ("start", "There is an open seat"),
        ("bot clever", 'There is no bot "clever"'),
        ("vote Anna", "cannot be done now"),
        ("kick Zoe", 'There is nobody called "Zoe"'),
        ("kick Anna", "Only the host can do that, and not to the host"),
        ("yes", "Nothing is asked of you"),
        ("again", "cannot be done now"),
        ("back", "cannot be done now"),
        ("dance", '"dance" is no command here'),
        ("help", "quit: leave"),
    ):
        anna.type(line)
        anna.said(answer)
    anna.type("bot easy")
    anna.said(r"bot:easy")
    anna.type("start")
    anna.said("^Your turn")
    anna.answer = picks_the_first
    anna.type("moves")
    anna.said("^Type again for another game")
    anna.process.stdin.close()
    assert anna.ended() == 0
    assert anna.errors == ""


def test_an_interrupt_leaves_without_a_word_and_the_others_hear_of_it(two_people):
    anna, boris = two_people
    anna.interrupt()
    assert anna.ended() == 130
    boris.said("^Anna was the host, and left at ")
    boris.type("leave")
    assert boris.ended() == 0
    assert (anna.errors, boris.errors) == ("", "")
