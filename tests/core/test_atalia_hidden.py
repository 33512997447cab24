"""What nobody else may know: hands, and what Scout put back. And what everybody knows of them all the same."""

from __future__ import annotations

import pytest

from core.atalia import GAME
from core.atalia.components import TACTICS, TROOPS
from core.atalia.rules import Atalia
from core.chance import Open, Stream, answers_for
from core.export import export
from core.hidden import SEALED
from core.log import MemoryLog
from core.masking import unmasked
from core.table import Table, header
from tests.core.atalia_positions import Scene, cards, dealt, scene


def after_scout(*, returned=("R1", "fog")) -> Scene:
    """Seat 0 has scouted: fog on the tactics, R1 on the troops; seat 1 is to move."""
    game = scene(hand="scout R1 R2", his="B1 B2 mud", troops="V1 V2 V3 V4", tactics="fog shield")
    game.play("scout", "draw troops", "draw troops", "draw tactics")
    game.play(*(f"return {card}" for card in returned))
    return game


# --- Hands


def test_a_hand_is_seen_by_its_owner_alone():
    state, _ = dealt("hands")
    for seat in (0, 1):
        assert state.view(seat).hand_cards(seat) == state.hand_cards(seat)
        for other in (1 - seat, None):
            assert state.view(other).hand_cards(seat) == [SEALED] * 7


def test_how_many_tactics_somebody_holds_is_public():
    game = scene(hand="R1 R2 fog", his="mud scout")
    for seat in (0, 1, None):
        view = game.state.view(seat)
        assert [view.hand(0, TROOPS).size, view.hand(0, TACTICS).size] == [2, 1]
        assert [view.hand(1, TROOPS).size, view.hand(1, TACTICS).size] == [0, 2]


def test_from_which_deck_somebody_drew_is_public_and_the_card_is_not():
    kind = GAME.events["drew"]
    event = ("drew", TACTICS, cards("fog")[0])
    assert kind.view(event, 0, 0) == event
    assert kind.view(event, 0, 1) == kind.view(event, 0, None) == ("drew", TACTICS, SEALED)


def test_a_drawn_card_is_shown_to_the_one_who_drew():
    state, dealer = dealt("draw")
    state.apply(state.legal()[0])
    state.apply(("draw", TROOPS))
    assert [ask.to for ask in state.asks if isinstance(ask, Open)] == [1 << state.seat]
    for seat in (0, 1, None):
        (answer,) = answers_for(state.asks, dealer.answer(state.asks), seat)
        assert (answer != SEALED) == (seat == state.seat)


# --- What Scout put back


def test_who_put_cards_back_knows_what_lies_on_top_and_nobody_else():
    state = after_scout().state
    for seat in (0, 1, None):
        tops = [top.faces for top in state.view(seat).tops]
        assert tops == ([cards("R1"), cards("fog")] if seat == 0 else [[SEALED], [SEALED]])


@pytest.mark.parametrize("returned", [("R1", "R2"), ("R1", "fog"), ("V1", "V2")])
def test_how_many_cards_went_on_each_deck_is_public(returned):
    game = after_scout(returned=returned)
    tactics = returned.count("fog")
    for seat in (0, 1, None):
        view = game.state.view(seat)
        assert [len(top) for top in view.tops] == [2 - tactics, tactics]
        assert view.digest() == game.state.digest()


def test_a_return_tells_others_the_deck_and_nothing_more():
    for kinds, name in ((GAME.moves, "return"), (GAME.events, "returned")):
        item = (name, TROOPS, cards("R1")[0])
        assert kinds[name].view(item, 0, 0) == item
        assert kinds[name].view(item, 0, 1) == kinds[name].view(item, 0, None) == (name, TROOPS, SEALED)
    assert GAME.text(("return", TROOPS, SEALED)) == "return troops"


def test_what_others_were_shown_of_a_hand_is_forgotten_when_a_card_leaves_it_unseen():
    game = after_scout()
    game.play("B1 1", "draw troops")
    assert game.state.view(0).known_cards(1) == cards("R1")
    game.state.hand(1, TROOPS).remove(cards("B2")[0], hidden=True)
    assert game.state.view(0).known_cards(1) == []
    assert game.state.known_cards(1) == cards("R1 mud")


def test_the_one_who_put_a_card_back_knows_it_in_the_hand_that_drew_it():
    game = after_scout()
    game.play("B1 1", "draw tactics")
    assert game.state.view(0).known_cards(1) == cards("fog")
    assert game.state.view(0).hand_cards(1) == [*cards("fog"), SEALED, SEALED]
    assert game.state.view(None).known_cards(1) == []
    game.play("R2 1", "draw troops")
    game.play("fog 1")
    assert game.state.view(0).known_cards(1) == []


def test_a_card_put_back_and_drawn_by_the_same_player_is_no_longer_known_to_lie_there():
    game = after_scout()
    game.play("B1 1", "draw tactics", "R2 1", "draw troops")
    for seat in (0, 1, None):
        assert [len(top) for top in game.state.view(seat).tops] == [0, 0]
    assert game.state.view(1).known_cards(0) == []
    assert cards("R1")[0] in game.state.view(0).known_cards(0)


def test_a_view_plays_on_like_the_whole_game():
    """Scout and what follows, on every view: the same digests, the same things known."""
    game = scene(hand="scout R1 R2", his="B1 B2 mud", troops="V1 V2 V3 V4", tactics="fog shield")
    views = {seat: game.state.view(seat) for seat in (0, 1, None)}
    lines = ["scout", "draw troops", "draw tactics", "draw troops", "return fog", "return R1"]
    lines += ["B1 1", "draw tactics", "R2 1", "draw troops", "B2 2", "draw troops"]
    for line in lines:
        move, actor = GAME.read(line), game.state.seat
        game.state.apply(move)
        asks = list(game.state.asks)
        answers = game.dealer.answer(asks)
        if asks:
            game.state.answer(answers)
        for seat, view in views.items():
            view.apply(GAME.moves[move[0]].view(move, actor, seat))
            if asks:
                view.answer(answers_for(asks, answers, seat))
            expected = game.state.view(seat)
            assert view.digest() == game.state.digest() == expected.digest()
            assert [hand.faces() for hand in view.hands] == [hand.faces() for hand in expected.hands]
            assert [top.faces for top in view.tops] == [top.faces for top in expected.tops]


def test_a_digest_does_not_tell_what_was_put_back():
    one, other = after_scout(returned=("R1", "fog")), after_scout(returned=("R2", "fog"))
    assert one.state.digest() == other.state.digest()


def test_playouts_leave_no_dealer_in_a_view():
    state, dealer = dealt("instant")
    state.play_at_once(dealer)
    assert state.view(0).instant is None


# --- Records and exports


def scouted_table() -> Table:
    """A game by chance in which Scout was played, and goes on."""
    for seed in range(200):
        table = Table(MemoryLog(header(GAME, ["you", "bot:easy"], {}, f"scout {seed}")))
        choose = Stream("scouted", seed)
        while not table.over:
            state = table.state
            assert isinstance(state, Atalia)
            assert state.prompt is not None
            moves = state.legal()
            if ("scout",) in moves:
                moves = [("scout",)]
            elif state.step in ("draw", "scout") and ("draw", TACTICS) in moves:
                moves = [("draw", TACTICS)]
            table.play(state.prompt.seat, moves[choose.below(len(moves))])
            if len([step for step in table.steps if step.move and step.move[0] == "return"]) == 2 and not table.over:
                return table
    raise AssertionError("Scout never turned up")


def test_a_record_covers_what_was_put_back():
    table = scouted_table()
    returns = [(step.n, step.move) for step in table.steps if step.move and step.move[0] == "return"]
    assert len(returns) == 2
    for n, move in returns:
        record = table.log.records[n]
        assert record.body[:2] == list(move[:2])
        assert unmasked(GAME.moves, record, table.dealer) == move
    assert [table.log.records[n].body[2] for n, _ in returns] != [move[2] for _, move in returns]


def test_the_game_is_the_same_when_it_is_taken_up_again():
    table = scouted_table()
    again = Table(table.log)
    assert [step.move for step in again.steps] == [step.move for step in table.steps]
    assert again.state.digest() == table.state.digest()


def test_an_export_of_a_game_in_play_tells_nobody_what_was_put_back():
    table = scouted_table()
    last = table.steps[-1]
    seat = last.seat
    assert seat is not None
    assert isinstance(last.state, Atalia)
    secret = set(last.state.hand_cards(0) + last.state.hand_cards(1))
    for reader in (None, 1 - seat, seat):
        lines = list(export(table, seat=reader))
        told = [line for line in lines if line.get("move", "").startswith("return")]
        assert len(told) == 2
        for line in told:
            (event,) = [event for event in line["events"] if event["e"] == "returned"]
            assert (event["card"] is None) == (reader != seat)
            assert (line["move"] in ("return troops", "return tactics")) == (reader != seat)
            tops = [face for top in line["state"]["tops"] for face in top]
            assert (set(tops) == {None}) == (reader != seat)
            hands = line["state"]["hands"]
            for number in (0, 1):
                assert (None in hands[number]) == (number != reader)
    whole = list(export(table, reveal=True))
    assert secret <= {card for hand in whole[-1]["state"]["hands"] for card in hand}
