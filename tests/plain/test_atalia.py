"""Plain mode of Atalia: what is typed in a turn, what is told of Scout and claims, and what nobody may read."""

from __future__ import annotations

import re

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.games.atalia import help as atalia_help
from atlantis_tui.plain.game import PlainGame
from atlantis_tui.saved import seats as sitting
from atlantis_tui.text import errors
from core.atalia import GAME
from core.atalia.components import DECKS
from core.atalia.schema import BY_FIVE, BY_ROW, BY_STANDSTILL, EVENTS, MOVES
from core.chance import Stream
from core.game import GameError, IllegalMove
from core.hidden import SEALED
from tests.core.atalia_positions import Script as Dealt
from tests.core.atalia_positions import cards, scene
from tests.plain.keyboard import Picker, new_table, sit, typed
from tests.plain.test_wording import sentence

WORDS = text_for("atalia")
NAMES = ["You", "Nereus"]


@pytest.fixture(autouse=True)
def _quick_hints(monkeypatch):
    monkeypatch.setattr(PlainGame, "hint_iterations", 3)


def table_of(*fields, seats="you,bot:random", **position):
    """A table at which this position stands, with the rest of the cards in its decks, and seat 0 is to play."""
    table = new_table(seats, game="atalia")
    game = scene(*fields, **position)
    assert isinstance(game.dealer, Dealt)
    for name in DECKS:
        table.dealer.lay(name, 0, game.dealer.later.orders[name, 0])
    state = game.state
    table.steps[-1] = table.steps[-1]._replace(state=state)
    return table


# A turn ---------------------------------------------------------------------------------------------------------------


def test_a_turn_is_asked_for_step_by_step():
    laid, drawn, *_ = typed(table_of(hand="R8 G1", his="B1", troops="V1 V2 V3"), "R8 4", "draw troops")
    assert laid == "You lay R8 on field 4.\nDraw a card: type draw troops or draw tactics.\n"
    assert drawn.startswith("You draw V1.\nNereus lays B1 on field ")


def test_a_whole_turn_may_stand_in_one_line():
    answer = typed(table_of("4: R10 R9", hand="R8 G1", his="B1", troops="V1 V2 V3"), "r8 4 claim 4 d")[0]
    assert answer.startswith("You lay R8 on field 4: Wedge 27. You claim field 4 with Wedge 27. You draw V1.\n")


def test_a_draw_without_a_choice_says_so():
    table = table_of(hand="R8 G1", his="B1", troops="V1 V2 V3", tactics="")
    said = typed(table, "R8 4")[0].splitlines()
    assert said[:3] == ["You lay R8 on field 4.", "Only troops are left to draw.", "You draw V1."]
    scouted = typed(table_of(hand="scout G1 G2", his="B1", troops="V1 V2 V3", tactics=""), "scout")[0]
    assert scouted.count("Only troops are left to draw.") == 1
    bare = table_of(hand="R8 G1", his="B1", troops="V1 V2 V3", tactics="")
    bare.steps[-1].state.options = {**bare.steps[-1].state.options, "tactics": False}
    assert "left to draw" not in typed(bare, "R8 4")[0], "there was never another deck"


def test_what_can_be_claimed_is_told_and_asked_for():
    begin, asked, *_ = typed(table_of("4: R10 R9 R8", hand="G1 G2", his="B1"), "position", "G1 1")
    assert '"position" means nothing in a move.' in begin
    assert "You can claim field 4: type claim 4. Type done to go on." in asked


def test_a_refused_claim_names_cards_that_would_still_win():
    table = table_of("4: R2 R5 R9 / B8 G8", hand="G1 G2", seen="R8 A8")
    laid, refused, one_line = typed(table, "G1 1", "claim 4", "done")[:3]
    assert refused == (
        "Field 4 cannot be claimed yet: with W8, which is unseen, your opponent makes Phalanx 24, "
        "and you have Battalion 16. 1 other way beats it too.\n"
    )
    assert one_line == "Your card is played: now draw one with draw troops or draw tactics.\n"
    assert laid.startswith("You lay G1 on field 1.")


def test_a_claim_before_the_play_is_told_what_comes_first():
    assert typed(table_of("4: R10 R9 R8", hand="G1"), "claim 4")[0] == (
        "Claims come after the play: first play a card, such as R8 4.\n"
    )


def test_where_claims_come_first_a_proof_after_the_play_waits_for_the_next_turn():
    table = table_of("4: R10 R9", hand="R8 G1", his="B1 B2", claim_at="start")
    _laid, field, refused, two = typed(table, "R8 4", "field 4", "claim 4", "G1 5")[:4]
    assert "You can prove it, and claim it when your next turn begins." in field
    assert refused == (
        "Here fields are claimed when a turn begins, before the play: claim field 4 when your next turn begins.\n"
    )
    assert two == "Only one card is played in a turn. Now draw a card with draw troops or draw tactics.\n"


def test_sentences_are_understood_as_the_screen_says_them():
    laid, claimed = typed(table_of("4: R10 R9", hand="R8 G1"), "lay R8 on field 4", "claim field 4")[:2]
    assert laid.startswith("You lay R8 on field 4: Wedge 27.")
    assert claimed.startswith("You claim field 4")


def test_weather_and_cards_not_held_are_refused_with_their_rule():
    assert typed(table_of("2: R1 / G1", hand="deserter"), "deserter fog 2")[0] == (
        "Fog is weather: it lies on neither side, and stays on its field to the end of the game.\n"
    )


def test_a_line_whose_claim_is_refused_plays_nothing():
    table = table_of("4: R2 R5 / B8 G8", hand="R9 G2")
    before = table.state.digest()
    (refused, *_) = typed(table, "R9 4 claim 4 d")
    assert refused.startswith("Field 4 cannot be claimed yet: with ")
    assert table.state.digest() == before


def test_why_tells_what_a_move_would_make():
    table = table_of("4: R10 R9 / B1", hand="R8 G1")
    assert typed(table, "why R8 4")[0] == (
        "R8 4 is legal: lay R8 on field 4. It makes Wedge 27. Nothing unseen beats it there.\n"
    )
    assert typed(table, "why R7 4")[0] == "You do not hold R7: play a card of your hand.\n"


@pytest.mark.parametrize(
    ("owner", "words"),
    [(0, "Nothing unseen beats it there."), (1, "Your opponent could still make Wedge 27.")],
    ids=["mine", "his"],
)
def test_why_reckons_with_a_castle_beside_the_field(owner, words):
    table = table_of("3: castle", "4: R10 R9 / B10", hand="R8 G1", owners={3: owner})
    assert typed(table, "why R8 4")[0] == f"R8 4 is legal: lay R8 on field 4. It makes Wedge 27. {words}\n"


# Terrain --------------------------------------------------------------------------------------------------------------


def test_whoever_looks_at_the_marsh_learns_why_it_takes_no_mud():
    told = typed(table_of("4: marsh", hand="mud R1"), "field 4")[0]
    assert "Marsh, 4 cards are a formation" in told
    assert told.endswith(
        "No Mud can be laid here: a side never has more than 4 places, and the Marsh has them already.\n"
    )
    assert "Mud" not in typed(table_of("4: mist", hand="mud R1"), "field 4")[0]


def test_the_help_explains_the_marsh_wherever_it_explains_mud_or_terrain():
    house = atalia_help.topics(GAME.settle({"terrain": "house"}))
    assert atalia_help.REFUSED["mud_on_marsh"] == "terrain"
    for topic in ("terrain", "mud"):
        assert [line for line in house[topic].text if "Marsh" in line and "no Mud" in line]
    assert not [line for line in atalia_help.topics()["mud"].text if "Marsh" in line]


# Scout ----------------------------------------------------------------------------------------------------------------


def scouting(**more):
    return table_of(hand="scout R1 R2", his="B1 B2", troops="V1 V2 V3 V4", tactics="fog mud", **more)


def test_scout_is_asked_for_card_by_card():
    answers = typed(scouting(), "scout", "d", "t", "d", "return R1", "fog")
    assert answers[0].endswith("Scout: draw 3 more cards, one at a time. Type draw troops or draw tactics.\n")
    assert answers[1].startswith("You draw V1.\nScout: draw 2 more cards")
    assert answers[2].startswith("You draw Fog.\nScout: draw 1 more card.")
    assert answers[3].startswith("You draw V2.\nScout: put 2 cards of your hand back")
    assert answers[4].startswith("You put R1 back on top of its deck.\nScout: put 1 card of your hand back")
    assert answers[5].startswith("You put Fog back on top of its deck.\nNereus ")


def test_the_whole_of_scout_in_a_line_is_told_in_a_line():
    told = typed(scouting(), "scout d t d return R1 fog")[0].splitlines()[0]
    assert told == "You play Scout. You draw V1, Fog and V2. You put R1 and Fog back on top of their decks."


def test_the_moves_tell_what_lies_on_top_to_who_put_it_there():
    table = scouting()
    listed = typed(table, "scout d t d return fog R1", "R2 1", "moves")[2]
    drew = [step for step in table.steps if step.seat == 1 and step.move[0] == "draw"]
    assert drew
    on_top = [top.faces for top in table.view(0).tops]
    for face in [face for top in on_top for face in top]:
        assert f"take {'R1' if face == cards('R1')[0] else 'Fog'}, which you put on top." in listed
    assert any(on_top)


def test_a_deck_alone_is_answered_with_the_cards_that_could_be_meant():
    answers = typed(scouting(), "scout d d d", "return troops")
    assert "return R1, return R2, return V1, return V2 or return V3" in answers[1]


def test_what_the_other_scouted_is_only_counted():
    table = table_of(hand="B1 B2", his="scout R1 R2", troops="V1 V2 V3 V4", tactics="fog mud", seats="you,person:Boris")
    text = sit(table, iter_lines(["", "B1 1 d", "", "scout d t d return R2 fog", ""]))
    mine = text[text.rindex("Press Enter when only you can see") :]
    assert "Boris plays Scout. Boris draws 2 troops and a tactic. Boris puts a troop and a tactic back on" in text
    assert "R2" not in mine


def iter_lines(lines):
    rest = list(lines)

    def answer(text):
        return rest.pop(0) if rest else None

    return answer


# Taking back, hints, looks --------------------------------------------------------------------------------------------


def test_a_choice_is_taken_back_and_the_position_told_again():
    table = table_of(hand="R8 G1", his="B1", troops="V1 V2 V3")
    answers = typed(table, "R8 4", "back", "G1 4")
    assert answers[1].startswith("Your last choice is taken back.\n\nTurn 1.\n")
    assert "You lay G1 on field 4." in answers[2]


def test_a_hint_can_be_asked_for_and_played():
    table = table_of(hand="R8 G1", his="B1", troops="V1 V2 V3")
    hint, played, *_ = typed(table, "hint", "1")
    assert re.search(r"^1\. \S+ \d.*, with a chance to win of \d+ %", hint, re.M)
    assert played.startswith("You lay ")
    assert len(table.hints) == 1


def test_the_looks_tell_the_position():
    table = table_of("4: R10 R9 / B8 fog", "6: mud / L", hand="R8 shield", his="B1", owners={1: 1}, seen="V1")
    fields, field, unseen, hand, played, scores, *_ = typed(
        table, "fields", "field 4", "unseen", "hand", "played", "scores"
    )
    for odd in ("0", "10", "00041", "9" * 40, "x", "²"):
        assert typed(table, f"field {odd}")[0] == fields
    assert "Field 4" in fields
    assert "Fog" in fields
    assert "Nereus owns field 1." in fields
    assert "R10" in field
    assert "R red: 1, 2, 3, 4, 5, 6, 7, 8.\n" in unseen  # without the 9 and 10 on field 4
    assert "V violet: 2, 3, 4, 5, 6, 7, 8, 9, 10.\n" in unseen
    assert "R8 and Shield bearers" in hand
    assert "V1" in played
    assert "Nereus" in scores


def test_a_game_that_was_left_is_taken_up_again():
    table = new_table(game="atalia")
    left = typed(table, "moves", "1", "moves", "1", "quit")
    assert left[-1] == "The game is saved. To go on with it, type: atlantis resume the.atl\n"
    again = sit(table, iter_lines([]))
    assert again.startswith("Nereus ")  # what happened since the last turn
    assert re.search(r"\nTurn [34]\.\n", again)


def test_a_pass_is_made_with_enter():
    table = table_of(hand="R1", his="B1 B2", owners=dict.fromkeys((1, 3, 5, 7), 0) | dict.fromkeys((2, 4, 6, 8, 9), 1))
    text = sit(table, iter_lines([""]))
    assert "You can play neither a troop nor a tactic. Press Enter to pass." in text
    assert "You pass." in text


# Words for everything -------------------------------------------------------------------------------------------------

R8, FOG, ALEX = cards("R8 fog alexander")
EVERY_EVENT = [
    (("laid", R8, 3), "You lay R8 on field 4.", "Nereus lays R8 on field 4."),
    (("weather", FOG, 3), "You lay Fog at field 4: only sums", "Nereus lays Fog at field 4: only sums"),
    (("weather", FOG + 1, 3), "You lay Mud at field 4: formations have a card more", "Nereus lays Mud at field 4:"),
    (("scouted",), "You play Scout.", "Nereus plays Scout."),
    (("drew", 0, R8), "You draw R8.", "Nereus draws R8."),
    (("returned", 1, FOG), "You put Fog back on top of its deck.", "Nereus puts Fog back on top of its deck."),
    (("redeployed", R8, 1, 4), "You play Redeploy: R8 goes from field 2 to field 5.", "Nereus plays Redeploy: R8 goes"),
    (("redeployed", R8, 1, None), "You play Redeploy: R8 leaves field 2 and the game.", "Nereus plays Redeploy: R8 l"),
    (
        ("deserted", ALEX, 1),
        "You play Deserter: Alexander of Nereus leaves field 2",
        "Nereus plays Deserter: your",
    ),
    (
        ("betrayed", R8, 1, 4),
        "You play Traitor: R8 of Nereus on field 2 comes",
        "Nereus plays Traitor: your R8",
    ),
    (("passed",), "You pass.", "Nereus passes."),
    (("claimed", 3), "You claim field 4.", "Nereus claims field 4."),
]
ENDS = [
    (("awarded", 0, 3), "Field 4 can be proved now and is yours.", "Field 4 can be proved now and goes to Anna."),
    (("won", 0, BY_ROW, 5, 2), "You have three fields in a row and win the game, 5 points to 2.", "Anna has three"),
    (("won", 0, BY_FIVE, 5, 2), "You have five fields and win the game, 5 points to 2.", "Anna has five"),
    (("won", 0, BY_STANDSTILL, 5, 2), "Nobody can go on. You win the game, 5 points to 2.", "Nobody can go on."),
    (("won", None, BY_STANDSTILL, 4, 4), "Nobody can go on and both have as many", "Nobody can go on and both"),
    (("began", 0, 1), "You begin.", "Anna begins."),
    (("ended",), "The game is over.", "The game is over."),
]


@pytest.mark.parametrize(("event", "mine", "theirs"), EVERY_EVENT, ids=lambda value: str(value)[:30])
def test_an_event_is_told_to_its_actor_and_to_the_other(event, mine, theirs):
    view = new_table(game="atalia").view(0)
    (you,) = WORDS.events([event], 0, 0, NAMES, view)
    (other,) = WORDS.events([event], 1, 0, NAMES, view)
    assert sentence(you).startswith(mine)
    assert sentence(other).startswith(theirs)
    (watched,) = WORDS.events([event], 1, None, NAMES, view)
    assert "your" not in sentence(watched)


@pytest.mark.parametrize(("event", "mine", "theirs"), ENDS, ids=lambda value: str(value)[:30])
def test_the_end_of_a_game_is_told(event, mine, theirs):
    view = new_table(game="atalia").view(0)
    assert sentence(WORDS.events([event], 0, 0, NAMES, view)[0]).startswith(mine)
    assert sentence(WORDS.events([event], 0, 1, ["Anna", "Nereus"], view)[0]).startswith(theirs)


def test_every_event_has_its_words():
    assert {event[0] for event, *_ in EVERY_EVENT + ENDS} == set(EVENTS)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([("drew", 0, SEALED)], "Nereus draws a troop."),
        ([("drew", 0, SEALED), ("drew", 1, SEALED), ("drew", 0, SEALED)], "Nereus draws 2 troops and a tactic."),
        ([("returned", 1, SEALED)], "Nereus puts a tactic back on top of its deck."),
        ([("returned", 1, SEALED)] * 2, "Nereus puts 2 tactics back on top of their decks."),
    ],
)
def test_sealed_cards_are_counted_and_never_named(events, told):
    assert WORDS.events(events, 1, 0, NAMES, new_table(game="atalia").view(0)) == [told]


def positions(number=6):
    """Positions of whole games at random, each with the prompt's own view."""
    for seed in range(number):
        stream = Stream(f"atalia positions {seed}")
        options = {"terrain": ("off", "house")[seed % 2], "claim_at": ("end", "start")[seed // 2 % 2]}
        table = new_table("you,bot:random", f"deal {seed}", game="atalia", **options)
        while not table.over:
            seat = table.view(None).prompt.seat
            yield table, seat, table.view(seat)
            moves = table.view(seat).legal()
            guile = [move for move in moves if move[0] not in ("lay", "draw")]
            table.play(seat, (guile or moves)[stream.below(len(guile or moves))])


def test_every_prompt_look_and_legal_move_has_its_words():
    prompts, kinds = set(), set()
    for number, (table, seat, view) in enumerate(positions()):
        names = sitting.names(table.seats)
        prompts.add(view.prompt.kind)
        sentence(WORDS.asked(view, seat, names))
        assert sentence(WORDS.asked(view, None, names)) == f"{names[seat]} is to move."
        for move, text in WORDS.choices(view)[0]:
            kinds.add(move[0])
            sentence(text)
            assert text.startswith(GAME.text(move) + ": ")
        if number % 5 == 0:
            for look in WORDS.LOOKS.values():
                assert all(sentence(line) for line in look(view, seat, names, "") + look(view, seat, names, "4"))
            assert all(sentence(line) for line in WORDS.position(view, seat, names))
    assert prompts == {"play", "claim", "draw", "scout", "return"}
    assert kinds == set(MOVES)


def test_every_refusal_that_can_be_met_is_a_sentence():
    lines = ["R8 4", "R8", "fog", "mud 4", "alex 4", "scout", "redeploy R8 4 4", "redeploy R8", "deserter G1", "draw"]
    lines += ["traitor B1 4 5", "claim", "claim 4", "claim 9 1", "done", "pass", "d", "t", "return R1", "return troops"]
    lines += ["return tactics", "return", "R11 4", "R8 44", "zzz", "", "deserter", "traitor", "out", "R8 4 R9 5"]
    met = set()
    for table, _seat, view in positions(4):
        names = sitting.names(table.seats)
        for line in lines:
            try:
                GAME.parse(view, line)
            except GameError as error:
                met.add(error.reason.id)
                sentence(errors.refusal(error, WORDS.REASONS, names))
        for field in range(9):
            if (reason := view.explain(("claim", field))) is not None:
                met.add(reason.id)
                sentence(errors.refusal(IllegalMove(reason.id, **reason.params), WORDS.REASONS, names))
    assert {"he_could_win", "incomplete", "no_such_card", "not_now", "must_play", "ambiguous"} <= met


@pytest.mark.parametrize(
    ("reason", "params"),
    [
        ("none_held", {"deck": 1}),
        ("mud_on_marsh", {"field": 3}),
        ("guile_needs_target", {"card": cards("scout")[0]}),
        ("only_troops", {"card": ALEX}),
        ("second_leader", {"card": ALEX}),
        ("tactics_ahead", {"mine": 1, "theirs": 0}),
        ("too_high", {"field": 3, "highest": 7, "card": R8}),
        ("too_high", {"field": 3, "highest": 7, "card": cards("cavalry")[0]}),
        ("not_there", {"card": R8, "field": None}),
        ("nothing_to_draw", {}),
        ("tie_is_his", {"field": 3, "mine": (2, 18)}),
        ("beaten", {"field": 3, "mine": (1, 7), "his": (2, 18)}),
        ("must_play", {"card": R8, "field": None}),
        ("he_could_win", {"field": 3, "mine": (3, 16), "best": (4, 24), "cards": cards("B8 G8"), "more": 0}),
    ],
)
def test_a_rare_reason_is_a_sentence(reason, params):
    assert sentence(WORDS.REASONS[reason](params)).endswith(".")


@pytest.mark.parametrize("options", [{"claim_at": "start"}, {"tactics": False}, {"terrain": "house"}, {"series": 3}])
def test_a_whole_game_can_be_played_with_every_option(options):
    table = new_table(game="atalia", **options)
    text = sit(table, Picker(str(options)))
    assert table.over
    assert not [line for line in text.splitlines() if "{" in line or "  " in line]
    if "series" in options:
        assert "Game 2 of 3: " in text
        assert "in the series." in text
