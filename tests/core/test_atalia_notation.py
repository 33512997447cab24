"""How moves are written and typed: what a line means, what may be left out of it, and what is told to nonsense."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.atalia import GAME
from core.atalia.components import COLOURS, FACES, FIELDS, GUILE, TROOPS_IN_ALL, deck_of
from core.atalia.notation import ALSO, TACTIC_WORDS, WORDS, card_text
from core.atalia.rules import Atalia
from core.chance import Stream
from core.fields import pack, unpack
from core.game import AmbiguousMove, GameError, Move, UnreadableMove
from core.hidden import SEALED
from tests.core.atalia_positions import Scene, cards, dealt, scene
from tests.core.storms import lines, type_in, write_down


def parse(game: Scene, line: str) -> tuple[list[Move], str]:
    """What a line means to the seat that is asked, which sees only its own hand."""
    return GAME.parse(game.state.view(game.state.seat), line)


def moves(game: Scene, line: str) -> list[str]:
    found, rest = parse(game, line)
    assert rest == ""
    return [GAME.text(move) for move in found]


def typed(game: Scene, line: str) -> list[str]:
    """Plays a line as a table does: draws without a choice are made at once, and what is left is read from there."""
    played = []
    while line:
        found, line = parse(game, line)
        for move in found:
            game.play(GAME.text(move))
            played.append(GAME.text(move))
            while (only := game.state.forced()) is not None:
                game.play(GAME.text(only))
                played.append(f"({GAME.text(only)})")
    return played


def refused(game: Scene, line: str) -> str:
    with pytest.raises(GameError) as caught:
        parse(game, line)
    return caught.value.reason.id


# --- Written moves


def every_move() -> list[Move]:
    faces, fields = range(FACES), range(FIELDS)
    laid = [card for card in faces if card not in GUILE]
    return [
        *(("lay", card, field) for card in laid for field in fields),
        *(("redeploy", card, field, to) for card in laid for field in fields for to in (None, 0, 8)),
        *(("deserter", card, field) for card in laid for field in fields),
        *(("traitor", card, field, to) for card in laid for field in fields for to in (0, 8)),
        *(("return", deck_of(card), card) for card in faces),
        *(("return", deck, SEALED) for deck in (0, 1)),
        *(("claim", field) for field in fields),
        *(("draw", deck) for deck in (0, 1)),
        ("scout",),
        ("pass",),
        ("done",),
    ]


def test_every_move_can_be_read_from_what_is_written():
    written = {GAME.text(move) for move in every_move()}
    assert len(written) == len(every_move())
    for move in every_move():
        assert GAME.moves[move[0]].fault(move) is None
        assert GAME.read(GAME.text(move)) == move
        assert GAME.read(f"  {GAME.text(move).lower()} ") == move


def test_every_move_can_be_packed_and_unpacked():
    assert {move[0] for move in every_move()} == set(GAME.moves)
    for move in every_move():
        assert unpack(GAME.moves, pack(move)) == move


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (("lay", 7, 3), "R8 4"),
        (("lay", 59, 8), "V10 9"),
        (("lay", 60, 0), "alexander 1"),
        (("lay", 65, 4), "mud 5"),
        (("scout",), "scout"),
        (("redeploy", 7, 1, 4), "redeploy R8 2 5"),
        (("redeploy", 61, 1, None), "redeploy darius 2 out"),
        (("deserter", 62, 1), "deserter cavalry 2"),
        (("traitor", 7, 1, 4), "traitor R8 2 5"),
        (("claim", 3), "claim 4"),
        (("done",), "done"),
        (("draw", 0), "draw troops"),
        (("draw", 1), "draw tactics"),
        (("return", 0, 7), "return R8"),
        (("return", 1, 69), "return traitor"),
        (("return", 1, SEALED), "return tactics"),
        (("pass",), "pass"),
    ],
)
def test_moves_are_written_so(move, written):
    assert GAME.text(move) == written


@pytest.mark.parametrize(
    "line",
    ["", " ", "R8", "4", "R8 4 5", "R8 4 R9 4", "claim", "draw", "return", "deserter", "traitor R8 2", "out", "x"],
)
def test_what_is_not_one_whole_move_cannot_be_read(line):
    with pytest.raises(UnreadableMove):
        GAME.read(line)


# --- Typed lines


def test_a_card_and_a_field_in_any_dress():
    game = scene(hand="R8 R10 alexander")
    for line in ("R8 4", "r8 4", "r 8 4", "R8,4", " r8  4 "):
        assert moves(game, line) == ["R8 4"]
    assert moves(game, "r10 4") == ["R10 4"]
    for line in ("alexander 4", "Alex 4", "al4", "alexander4"):
        assert moves(game, line) == ["alexander 4"]


def test_words_may_be_cut_short_as_far_as_they_are_one():
    assert [word for word in WORDS if len([one for one in WORDS if one.startswith(word[:3])]) != 1] == []
    game = scene("2: R1 / B1", hand="redeploy deserter traitor scout shield darius cavalry")
    assert moves(game, "red R1 2 5") == ["redeploy R1 2 5"]
    assert moves(game, "des b1 2") == ["deserter B1 2"]
    assert moves(game, "tra b1 2 5") == ["traitor B1 2 5"]
    assert moves(game, "sc") == ["scout"]
    assert moves(game, "redeploy R1 2 0") == moves(game, "redeploy R1 field 2 out") == ["redeploy R1 2 out"]
    assert moves(game, "sh 4") == ["shield 4"]
    assert moves(game, "da 4") == ["darius 4"]
    assert moves(game, "ca 4") == ["cavalry 4"]


def test_a_letter_that_begins_several_words_means_none():
    assert refused(scene(hand="scout shield"), "s") == "unreadable_word"
    assert refused(scene(hand="scout shield"), "r") == "unreadable_word"


def test_the_letters_of_the_keys_may_be_typed():
    assert ALSO["d"] == "troops"
    game = scene("4: R10 R9", hand="R8", troops="V1 V2")
    game.play("R8 4")
    assert moves(game, "c 4") == ["claim 4"]
    assert moves(game, "c") == ["claim 4"]
    assert moves(game, "e") == moves(game, "end") == ["done"]
    game.play("done")
    assert moves(game, "d") == moves(game, "troops") == moves(game, "draw tro") == ["draw troops"]
    assert moves(game, "t") == moves(game, "tactics") == ["draw tactics"]


def test_a_whole_turn_in_a_line():
    game = scene("4: R10 R9", "6: G10 G9 G8", hand="R8", his="B1", troops="V1 V2")
    assert typed(game, "R8 4 claim 4 6 draw troops") == ["R8 4", "claim 4", "claim 6", "draw troops"]
    assert game.state.seat == 1


def test_a_turn_without_claims_needs_no_word_for_that():
    game = scene(hand="R8", his="B1", troops="V1 V2")
    assert typed(game, "R8 4 t") == ["R8 4", "draw tactics"]


def test_what_is_claimed_too_much_is_refused_and_nothing_of_the_line_is_done():
    game = scene("4: R10 R9", hand="R8", troops="V1 V2")
    assert refused(game, "R8 4 claim 4 5") == "incomplete"
    assert refused(game, "R8 3 claim 3") == "incomplete"
    assert game.hand(0) == "R8"


def test_scout_in_one_line_is_played_as_far_as_chance_lets_it():
    game = scene(hand="scout R1", his="B1", troops="V1 V2 V3", tactics="fog mud")
    found, rest = parse(game, "scout d t d return R1 V1")
    assert (found, rest) == ([("scout",), ("draw", 0)], "draw tactics draw troops return R1 V1")
    line = "scout d t d return R1 V1"
    assert typed(game, line) == [
        "scout",
        "draw troops",
        "draw tactics",
        "draw troops",
        "return R1",
        "return V1",
    ]
    assert game.state.seat == 1


def test_scout_with_one_deck_left_draws_by_itself_whether_typed_or_not():
    for draws in ("", "d", "d d", "d d d"):
        game = scene(hand="scout R1", his="B1", troops="V1 V2 V3", tactics="")
        forced = ["(draw troops)"] * 3
        assert typed(game, f"scout {draws} return R1 V1") == ["scout", *forced, "return R1", "return V1"]


def test_the_last_draw_may_be_typed_although_there_is_no_choice():
    game = scene(hand="R8", his="B1", troops="V1 V2", tactics="")
    assert typed(game, "R8 4 draw troops") == ["R8 4", "(draw troops)"]
    game = scene(hand="R8", his="B1", troops="V1 V2", tactics="")
    assert refused(game, "R8 4 draw tactics") == "deck_empty"


def test_a_card_alone_is_put_back_while_scout_asks_for_it():
    game = scene(hand="scout R1 R2", troops="V1 V2 V3", tactics="fog")
    game.play("scout", "draw troops", "draw troops", "draw tactics")
    assert moves(game, "R1 fog") == ["return R1", "return fog"]
    assert moves(game, "return R1 fog") == ["return R1", "return fog"]
    assert moves(game, "return tactics") == ["return fog"]


def test_a_deck_alone_is_ambiguous_where_several_cards_could_be_put_back():
    game = scene(hand="scout R1", troops="V1 V2 V3", tactics="fog")
    game.play("scout", "draw troops", "draw troops", "draw tactics")
    with pytest.raises(AmbiguousMove) as caught:
        parse(game, "return troops")
    assert caught.value.readings == ["return R1", "return V1", "return V2"]


def test_a_field_may_be_left_out_where_there_is_only_one():
    owners = dict.fromkeys((1, 2, 4, 5, 7, 8), 0)
    game = scene("9: G1 G2 G4", "3: B1 B2 B4", hand="R1 fog", owners=owners)
    assert moves(game, "R1") == ["R1 6"]
    with pytest.raises(AmbiguousMove) as caught:
        parse(game, "fog")
    assert caught.value.readings == ["fog 3", "fog 6", "fog 9"]


def test_the_field_of_a_card_on_the_table_need_not_be_said():
    game = scene("2: R1 / B1", hand="redeploy deserter traitor")
    assert moves(game, "deserter B1") == ["deserter B1 2"]
    assert moves(game, "redeploy R1 out") == ["redeploy R1 2 out"]
    assert moves(game, "redeploy R1 5") == ["redeploy R1 2 5"]
    assert moves(game, "traitor B1 5") == ["traitor B1 2 5"]
    assert refused(game, "traitor R1 5") == "not_there"


def test_a_claim_without_a_field_means_the_only_one():
    game = scene("2: R10 R9 R8", "6: G10 G9 G8", hand="fog")
    game.play("fog 9")
    with pytest.raises(AmbiguousMove) as caught:
        parse(game, "claim")
    assert caught.value.readings == ["claim 2", "claim 6"]
    game.play("claim 6")
    assert moves(game, "claim") == ["claim 2"]


# --- What is left of a line


@pytest.mark.parametrize(
    "rest", ["R1 3", "R1", "claim", "claim 4 5", "deserter R8", "return troops", "return troops R1", "fog", "done"]
)
def test_a_rest_is_left_as_it_is_when_chance_speaks(rest):
    game = scene(hand="R8", troops="V1 V2")
    assert parse(game, f"R8 4 draw troops {rest}") == ([("lay", 7, 3), ("draw", 0)], rest)


def test_nothing_of_a_line_is_played_in_the_turn_of_another():
    game = scene(hand="R8", his="B1", troops="", tactics="")
    assert parse(game, "R8 4 B1 4") == ([("lay", 7, 3)], "B1 4")


def test_claims_that_end_the_game_leave_the_rest():
    game = scene("3: R10 R9 R8", "6: G10 G9 G8", hand="fog", owners={1: 0, 2: 0})
    assert parse(game, "fog 9 claim 3 6 draw troops") == ([("lay", 64, 8), ("claim", 2)], "claim 6 draw troops")


# --- In any position


@cache
def positions() -> list[Atalia]:
    """Some hundred, from whole games of all kinds."""
    found = []
    for seed in range(6):
        options = {"terrain": ("off", "house")[seed & 1], "claim_at": ("end", "start")[seed >> 1 & 1]}
        state, dealer = dealt(f"notation {seed}", **options)
        choose = Stream("notation", seed)
        while state.outcome is None:
            found.append(state.copy())
            legal = state.legal()
            state.apply(legal[choose.below(len(legal))])
            while state.asks:
                state.answer(dealer.answer(state.asks))
    return found[::2]


def test_every_legal_move_can_be_typed_in_its_full_form():
    kinds = set()
    for state in positions():
        view = state.view(state.seat)
        for move in state.legal():
            line = GAME.text(move)
            assert GAME.parse(view, line) == ([move], "")
            assert GAME.parse(view, line.lower()) == ([move], "")
            kinds.add(move[0])
    assert kinds >= {"lay", "claim", "done", "draw", "scout", "return"}


def test_every_reading_offered_means_one_thing():
    offered = 0
    for state in positions():
        for line in [card_text(card) for card in state.known_cards(state.seat)] + ["claim", "return troops"]:
            try:
                GAME.parse(state, line)
            except AmbiguousMove as error:
                meant = [GAME.parse(state, reading) for reading in error.readings]
                assert len(meant) > 1
                assert all(rest == "" for _, rest in meant)
                assert len({tuple(found) for found, _ in meant}) == len(meant)
                offered += 1
            except GameError:
                continue
    assert offered > 200


def test_reading_a_line_changes_nothing():
    for state in positions()[::11]:
        before = state.public(), [hand.faces() for hand in state.hands]
        for move in state.legal():
            GAME.parse(state, GAME.text(move))
        assert (state.public(), [hand.faces() for hand in state.hands]) == before


# --- Whatever is typed


@cache
def moments() -> list[Atalia]:
    """One of every kind, on the full state and as the seats see it; and when nobody is asked."""
    play = scene("2: R1 / B1", hand="R8 G3 redeploy deserter traitor scout fog", his="B2 mud")
    claim = scene("2: R10 R9 R8", "6: G10 G9 G8", hand="fog")
    claim.play("fog 9")
    draw = scene(hand="fog")
    draw.play("fog 9")
    scouting = scene(hand="scout R1")
    scouting.play("scout")
    returning = scene(hand="scout R1", troops="V1 V2 V3", tactics="fog")
    returning.play("scout", "draw troops", "draw troops", "draw tactics")
    passing = scene()
    over = scene("3: R10 R9 R8", hand="fog", owners={1: 0, 2: 0})
    over.play("fog 9", "claim 3")
    asking = scene(hand="fog")
    asking.play("fog 9")
    asking.state.apply(("draw", 0))
    games = [play, claim, draw, scouting, returning, passing, over, asking]
    return [state for game in games for state in (game.state, game.state.view(0), game.state.view(1))]


TOKENS = [*WORDS, *ALSO, *COLOURS, *COLOURS.lower(), *TACTIC_WORDS, "r", "re", "R8", "b1", "claim 2", "return R1"]
LINES = lines(TOKENS, 12)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES, number=st.integers(0, 23))
@example(line="return troops", number=12)
@example(line="scout d d d R1", number=0)
@example(line="R8", number=21)
def test_nothing_that_can_be_typed_breaks_anything(line, number):
    type_in(GAME, moments()[number], line)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES)
def test_nothing_that_can_be_written_breaks_anything(line):
    write_down(GAME, line)


def test_a_card_is_written_as_it_is_typed():
    for card in range(TROOPS_IN_ALL, FACES):
        assert card_text(card) == TACTIC_WORDS[card - TROOPS_IN_ALL]
    assert cards("V10") == [59]
    assert card_text(59) == "V10"
