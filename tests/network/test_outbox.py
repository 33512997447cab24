"""The outbox of a person at a table on the network, without a network: a move stands when the test says so."""

import pytest

from atlantis_tui.network.outbox import MoveOutbox
from core import games
from core.game import GameError
from core.log import MemoryLog
from core.table import Table, header
from net.refusal import Refusal
from net.session.notices import Applied

GAME = games.load("atlantis")
DONE = ("done",)
FIRST = ("play", 0, 2)  # "1 H", after which the player may still do something


class Desk:
    """The owner of an outbox, and the session to which it sends."""

    def __init__(self):
        self.table = Table(MemoryLog(header(GAME, ["you", "person:Boris"], {}, "outbox")))
        self.own_seat = 0
        self.answers = {"after": DONE}
        self.wait_after = False
        self.sent, self.backs, self.rests = [], 0, []
        self.refused = None
        self.outbox = MoveOutbox(self)

    def wish(self, wish):
        if self.refused is not None:
            raise self.refused
        wish(self)

    def choose(self, move):
        self.sent.append(move)

    def ask_back(self):
        self.backs += 1

    def left_out(self, rest):
        self.rests.append(rest)

    def stands(self, move=None, seat=0):
        """The last move that was sent stands, or another one."""
        step = self.table.play(seat, move or self.sent[-1])
        self.outbox.applied(Applied(step.n, "move", seat))

    def takes_back(self):
        self.table.back(self.own_seat, alone=True)
        self.outbox.applied(Applied(self.table.steps[-1].n + 1, "back", self.own_seat))


@pytest.fixture
def desk():
    return Desk()


def test_moves_are_sent_one_by_one(desk):
    desk.outbox.send([FIRST, DONE])
    assert (desk.sent, desk.outbox.sent, desk.outbox.waits) == ([FIRST], True, True)
    desk.outbox.advance()
    assert desk.sent == [FIRST]  # the first one does not stand yet
    desk.stands()
    desk.outbox.advance()
    assert desk.sent == [FIRST, DONE]
    desk.stands()
    assert not desk.outbox.sent
    assert not desk.outbox.waits


def test_the_rest_of_a_line_is_read_when_the_move_before_it_stands(desk):
    desk.outbox.send([], "1 H done")
    desk.stands()
    desk.outbox.advance()
    desk.stands()
    desk.outbox.advance()
    assert (desk.sent, desk.rests) == ([FIRST, DONE], [])


def test_what_comes_after_the_turn_is_left_out_and_said_unless_it_is_answered_anyway(desk):
    for rest, told in (("done", []), ("2 F", ["2 F"])):
        one = Desk()
        one.outbox.send([FIRST], rest)
        one.stands()
        one.table.play(0, DONE)
        one.outbox.advance()
        assert (one.sent, one.rests, one.outbox.waits) == ([FIRST], told, False)


def test_a_line_that_cannot_be_read_drops_everything(desk):
    with pytest.raises(GameError):
        desk.outbox.send([], "nonsense")
    assert (desk.sent, desk.outbox.waits) == ([], False)


@pytest.mark.parametrize("error", [Refusal("unknown_key"), GameError("not_your_turn", seat=1)])
def test_a_move_that_is_refused_is_not_on_its_way(desk, error):
    desk.refused = error
    with pytest.raises(type(error)):
        desk.outbox.send([FIRST, DONE])
    assert not desk.outbox.sent
    assert not desk.outbox.waits


def test_what_nobody_wants_to_be_asked_is_answered_once(desk):
    desk.outbox.answer_for_player()
    assert desk.sent == []  # the turn is the player's own
    desk.table.play(0, FIRST)
    desk.refused = Refusal("unexpected_message", kind="ENTRY")
    with pytest.raises(Refusal):
        desk.outbox.answer_for_player()
    desk.refused = None
    desk.outbox.answer_for_player()
    assert desk.sent == []
    desk.outbox.rebuilt()
    desk.wait_after = True
    desk.outbox.answer_for_player()
    assert desk.sent == []
    desk.wait_after = False
    desk.outbox.answer_for_player()
    assert desk.sent == [DONE]


def test_a_take_back_goes_on_to_the_choice_that_was_meant(desk):
    desk.table.play(0, FIRST)
    desk.table.play(0, DONE)
    desk.outbox.take_back()
    desk.takes_back()
    assert desk.table.state.prompt.kind == "after"
    assert not desk.outbox.taken_back()
    assert (desk.backs, desk.outbox.taking_back) == (2, True)
    desk.outbox.answer_for_player()
    assert desk.sent == []  # else it would be answered again at once
    desk.takes_back()
    assert desk.outbox.taken_back()
    assert (desk.backs, desk.outbox.taking_back, desk.wait_after) == (2, False, False)


def test_a_move_of_somebody_else_does_not_make_ours_stand(desk):
    desk.outbox.send([FIRST])
    desk.outbox.applied(Applied(99, "move", 1))
    desk.outbox.applied(Applied(99, "hint", 0))
    assert desk.outbox.sent
    desk.outbox.applied(Applied(99, "back", 1))
    assert not desk.outbox.sent


def test_who_watches_sends_nothing(desk):
    desk.own_seat = None
    desk.outbox.send([FIRST])
    assert (desk.sent, desk.outbox.waits, desk.outbox.on_its_way) == ([], False, False)
