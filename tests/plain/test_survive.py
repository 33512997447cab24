"""Survive! in lines of text: dangers that are told before they happen, defences, and what nobody may be told."""

import re
import signal

import pytest

from atlantis_tui.bots.pace import HUSH
from atlantis_tui.games import text_for
from atlantis_tui.plain.game import PlainGame
from core.chance import Stream
from core.hidden import SEALED
from core.survive.components import (
    BEACH,
    DOLPHIN,
    EXPLORERS,
    FOREST,
    LAND,
    MOUNTAIN,
    NO_SHARK,
    NO_WHALE,
    SERPENT,
    SHARK,
    VOLCANO,
    WHALE,
    WHIRLPOOL,
    WIND,
)
from tests.core.survive_positions import at, rolled, scene, who
from tests.plain.keyboard import Picker, Script, new_table, sit, typed

WORDS = text_for("survive")
NAMES = ["Zoe", "Anna", "Boris"]
EVERYWHERE = ["moves all", "board", "land", "at K8", "boats", "creatures", "isles", "mine", "tiles", "scores", "last"]


@pytest.fixture(autouse=True)
def _no_wait(monkeypatch):
    monkeypatch.setattr(PlainGame, "hush", 0)


def laid(made, seats):
    """A table with this position on it."""
    table = new_table(seats, game="survive")
    table.steps[-1] = table.steps[-1]._replace(state=made.state)
    return table


def effects(made):
    """What each move would do, by the line that plays it."""
    view = made.state.view(made.state.prompt.seat)
    return dict(text.split(": ", 1) for _move, text in WORDS.choices(view)[0])


def told(made, *moves, viewer=0):
    events = made.do(*moves)
    return " ".join(WORDS.events(events, 0, viewer, NAMES, made.state.view(viewer)))


def test_a_tile_that_sinks_because_it_is_the_only_one_is_told_before_what_comes_of_it():
    made = scene("a10 4,-1", "b1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, sharks=["6,-1"])
    said = typed(laid(made, "you,bot:random,bot:random"), "end")[0].splitlines()
    assert said[0] == "Only one tile can sink now."
    assert said[1].startswith("You sink the beach at S6. In the water now: your 6. ")


# Dangers are told before they happen ---------------------------------------------------------------------------------


def test_who_would_swim_to_a_serpent_or_a_shark_is_warned():
    made = scene("a10 4,-1", serpents=["5,-1"], sharks=["5,-2"])
    assert effects(made)["S6 U6"] == "let your 6 swim there. Beware of a serpent there! Lost: your 6. 2 points left."
    assert effects(made)["S6 T5"] == "let your 6 swim there. Beware of a shark there! Lost: your 6. 2 points left."
    assert effects(made)["S6 R7"] == "move your 6 to a forest. 2 points left."


def test_who_would_sail_to_a_whale_is_warned():
    made = scene("a10 boat 5,-1", "b1 boat 5,-1", boats=["5,-1"], whales=["5,-2"])
    assert effects(made)["boat U6 T5"] == (
        "move the boat from U6 to T5. Beware of a whale there! The boat is lost. "
        "In the water: your 6 and an explorer of somebody else. 2 points left."
    )


def test_a_creature_tells_whom_it_would_strike_and_whether_that_can_be_warded_off():
    made = rolled(SHARK, "b1 5,-1", "c1 5,-1", sharks=["6,-1"])
    assert effects(made)["shark W6 U6"] == "move the shark from W6 to U6. Lost: 2 explorers of others."
    made = rolled(SHARK, "b1 5,-1", sharks=["6,-1"], tiles={1: [(FOREST, DOLPHIN)]})
    assert effects(made)["shark W6 U6"].endswith("It takes an explorer of somebody else, unless somebody defends.")


def test_a_tile_tells_who_would_fall_into_the_water():
    made = scene("a10 4,-1", "b1 4,-1", step="sink")
    assert effects(made)["sink S6"] == "sink the forest. Into the water: your 6 and an explorer of somebody else."
    assert effects(made)["sink R7"] == "sink the forest. Nobody stands there."


def test_one_of_several_explorers_is_named_by_its_value_only_where_that_is_needed():
    made = scene("a10 4,-1", "a1 4,-1", "a2 4,-1", "a9 3,0", boats=["5,-1"])
    listed = effects(made)
    assert {"S6.6 Q6", "S6.1 Q6", "R7 Q6", "S6.6 U6", "S6.6 swim U6"} <= set(listed)
    assert not any(line.startswith("S6 ") for line in listed)


# What happened -------------------------------------------------------------------------------------------------------


def test_losses_are_told_to_whoever_has_them():
    def struck(viewer):
        made = rolled(SERPENT, "a10 5,-1", "a1 5,-1", "b1 4,0", serpents=["6,-1"])
        return told(made, ("creature", SERPENT, at("6,-1"), at("5,-1")), viewer=viewer)

    assert struck(0) == ("You move the serpent from W6 to U6. You lose 2 explorers, 6 and 1, to the serpent at U6.")
    assert struck(1) == "Zoe moves the serpent from W6 to U6. Zoe loses 2 explorers to the serpent at U6."


def test_losses_of_several_players_are_one_sentence():
    made = rolled(SHARK, "a10 5,-1", "b1 5,-1", "b2 5,-1", sharks=["6,-1"])
    assert told(made, ("creature", SHARK, at("6,-1"), at("5,-1"))).endswith(
        "Your 6 and 2 explorers of Anna are lost to the shark at U6."
    )


def test_a_whale_that_sinks_a_boat_leaves_its_people_in_the_water():
    made = rolled(WHALE, "a10 boat 5,-1", "b1 boat 5,-1", boats=["5,-1"], whales=["6,-1"])
    assert told(made, ("creature", WHALE, at("6,-1"), at("5,-1"))).endswith(
        "The whale sinks the boat at U6. In the water now: your 6 and an explorer of Anna."
    )


def test_a_red_tile_is_told_to_its_owner_alone():
    made = scene("a1 0,-3", step="sink")
    made.backs, made.die = [WIND], [WHALE]
    made.do(("sink", at("4,-1")))
    events = made.do(("keep",))
    seen = made.state.game.events
    lines = {
        viewer: WORDS.events([seen[e[0]].view(e, 0, viewer) for e in events], 0, viewer, NAMES, made.state.view(viewer))
        for viewer in (0, 1, None)
    }
    none = "The die shows a whale. There is none that can move: the turn ends."
    assert lines[0] == [f"You keep the tile: fair wind. {none}"]
    assert lines[1] == lines[None] == [f"Zoe keeps the tile. {none}"]


def test_where_a_creature_can_move_the_die_says_no_more():
    made = scene("a1 0,-3", step="sink", whales=["6,-1"])
    made.backs, made.die = [WIND], [WHALE]
    made.do(("sink", at("4,-1")))
    assert told(made, ("keep",)) == "You keep the tile: fair wind. The die shows a whale."


def test_a_whirlpool_tells_all_that_is_gone():
    made = scene("a10 4,-1", "b1 boat 5,-1", boats=["5,-1"], sharks=["5,-2"], step="sink")
    made.backs, made.die = [WHIRLPOOL], [SERPENT]
    made.do(("sink", at("4,-1")))
    assert told(made, ("show", WHIRLPOOL)) == (
        "A whirlpool opens at S6: all on the water there and around it is gone. "
        "You lose your 6 to the whirlpool at S6. "
        "A shark at T5 is gone. Anna loses an explorer to the whirlpool at U6. The boat at U6 is gone. "
        "The die shows a serpent. There is none that can move: the turn ends."
    )


# Defence -------------------------------------------------------------------------------------------------------------

ATTACK = "shark W6 U6"


def under_attack(*kept):
    """Seat 0 rolls a shark; seat 1 swims with a 6 where it can go, and has kept these tiles."""
    return rolled(
        SHARK,
        "a1 0,0",
        "b10 5,-1",
        "c1 0,-3",
        sharks=["6,-1"],
        tiles={1: [(FOREST, back) for back in kept]},
        land=dict.fromkeys(["0,-3", "1,-3", "2,-3"], FOREST),
    )


def test_who_has_the_tile_is_asked_and_may_defend():
    table = laid(under_attack(NO_SHARK, WIND), "person:Anna,you:Boris,bot:random")
    before, after = typed(table, "", ATTACK, "", "defend")[2:4]
    question = "Anna moves the shark to U6: you would lose your 6. Type defend to play your tile against it, or no."
    assert question in before
    assert "You play a defence tile: the shark leaves the game, and all at U6 stay." in after
    assert table.state.where(who("b10")) == "sea"


@pytest.mark.parametrize("answer", ["", "no", "n"])
def test_who_lacks_the_tile_is_asked_at_a_shared_keyboard_all_the_same(answer):
    table = laid(under_attack(WIND), "person:Anna,you:Boris,bot:random")
    question, after = typed(table, "", ATTACK, "", answer)[2:4]
    assert "Anna moves the shark to U6: you would lose your 6. You have no tile against it. Press Enter." in question
    assert "You lose your 6 to the shark at U6." in after


def under_attack_together(*kept):
    """Seat 0 rolls a shark; the other two swim where it can go, and have kept these tiles."""
    return rolled(
        SHARK,
        "a1 0,0",
        "b10 5,-1",
        "c1 5,-1",
        sharks=["6,-1"],
        tiles={seat: [(FOREST, back)] for seat, back in enumerate(kept, 1)},
        land=dict.fromkeys(["0,-3", "1,-3", "2,-3"], FOREST),
    )


def test_two_who_are_asked_answer_before_anything_is_told():
    asked_next = []
    for answer in ("defend", "no"):
        table = laid(under_attack_together(NO_SHARK, NO_SHARK), "person:Anna,you:Boris,person:Clio")
        first, curtain, second, after = typed(table, "", ATTACK, "", answer, "", "defend")[2:6]
        assert "Clio is asked too, and no answer is told before all have given theirs." in first
        assert "Clio, you are asked." in curtain
        assert "Type defend to play your tile against it if Boris does not defend, or no." in second
        asked_next.append((curtain, second))
        assert table.state.tiles_kept(1) == (answer == "no")
        assert table.state.tiles_kept(2) == (answer == "defend")
        defends = "Boris" if answer == "defend" else "Clio"
        assert f"{defends} plays a defence tile: the shark leaves the game, and all at U6 stay." in after
    assert asked_next[0] == asked_next[1]


def test_the_list_of_answers_tells_what_depends_on_the_others():
    table = laid(under_attack_together(NO_SHARK, NO_SHARK), "bot:random,bot:random,you")
    table.play(0, ("creature", SHARK, at("6,-1"), at("5,-1")))
    table.play(1, ("answer", 0))
    told = typed(table, "moves")[0]
    assert "The tile is used up, unless somebody who was asked before defends." in told
    assert "no: unless others defend, the shark comes: you would lose" in told


def test_what_the_others_at_the_keyboard_see_does_not_tell_whether_somebody_can_defend():
    seen = []
    for kept in (NO_SHARK, WIND, NO_WHALE):
        table = laid(under_attack(kept), "person:Anna,you:Boris,bot:random")
        seen.append(typed(table, "", ATTACK)[1])
    assert "Boris, you are asked. Press Enter when only you can see the screen" in seen[0]
    assert seen[0] == seen[1] == seen[2]


def test_somebody_alone_with_bots_is_asked_too_and_learns_of_the_loss_after_the_answer():
    table = laid(under_attack(WIND), "bot:random,you,bot:random")
    table.play(0, ("creature", SHARK, at("6,-1"), at("5,-1")))
    asked = sit(table, lambda text: None)
    assert "You have no tile against it. Press Enter." in asked
    assert "You lose your 6" not in asked
    assert "You lose your 6 to the shark at U6." in typed(table, "")[0]


def test_a_bot_takes_as_long_whether_it_has_a_choice_or_not(monkeypatch):
    """By a clock of its own: thinking takes no time here, and nobody sleeps."""
    slept: list[float] = []
    monkeypatch.setattr(PlainGame, "hush", HUSH)
    monkeypatch.setattr("atlantis_tui.plain.game.monotonic", lambda: 0.0)
    monkeypatch.setattr("atlantis_tui.plain.game.sleep", slept.append)
    for kept in (NO_SHARK, WIND):
        table = laid(under_attack(kept), "you,bot:random,bot:random")
        typed(table, ATTACK)
    assert slept[0] == HUSH
    assert len(set(slept)) == 1
    assert len(slept) >= 2


# What nobody may be told ---------------------------------------------------------------------------------------------


def otherwise(state, seat, stream):
    """The same position as far as this seat can know: other treasures, other tiles kept by the others."""
    twin = state.copy()
    for colour, row in enumerate(twin.treasures):
        if colour % twin.seats != seat:
            faces = list(row.faces)
            row.faces = [faces.pop(stream.below(len(faces))) for _ in range(EXPLORERS)]
    for terrain in LAND:
        for owner in range(twin.seats):
            hand = twin.hand_of(owner, terrain)
            if owner != seat and hand.size:
                spare = [b for b in (DOLPHIN, WIND, NO_SHARK, NO_WHALE) if not hand.held[b]]
                hand.held = [0] * len(hand.held)
                hand.held[spare[stream.below(len(spare))]] = hand.size
    return twin


@pytest.mark.parametrize("remembers", [True, False])
def test_other_hands_and_treasures_could_be_any_and_nothing_printed_would_change(remembers):
    seats = "you,bot:random,bot:random"
    table = new_table(seats, game="survive", owner_remembers=remembers)
    picker, stream = Picker("twins"), Stream("otherwise")
    compared = 0

    def answer(text):
        nonlocal compared
        line = picker(text)
        if line == "moves" and picker.stream.below(5) == 0:
            real = table.steps[-1]
            seen = [typed(table, *EVERYWHERE)]
            table.steps[-1] = real._replace(state=otherwise(real.state, 0, stream))
            seen.append(typed(table, *EVERYWHERE))
            table.steps[-1] = real
            assert seen[0] == seen[1]
            compared += 1
        return line

    sit(table, answer)
    assert compared > 10


def test_in_a_memory_game_no_treasure_is_told_once_play_has_begun():
    table = new_table("you,bot:random", game="survive", owner_remembers=False)
    picker = Picker("memory")
    looks = iter(EVERYWHERE * 4)
    asked = 0

    def answer(text):
        nonlocal asked
        asked += 1
        return next(looks, None) or picker(text) if asked > 120 and not asked % 3 else picker(text)

    text = sit(table, answer)
    before, after = text.split("From now on nobody looks at treasures.")
    assert re.search(r"\byour [1-6]\b", before)
    during = after[: after.index("the game is over")]
    assert not re.search(r"\byour [1-6]\b|\b[1-6] at [A-W]\d|turns? up the treasures", during)


def test_the_others_treasures_are_only_told_when_they_are_saved_and_the_game_is_over():
    made = scene("a10 NW", "a1 SE", "b9 NE", "b1 4,-1", step="sink", land={"4,-1": MOUNTAIN})
    view = made.state.view(0)
    assert "7 points saved" in " ".join(WORDS.LOOKS["scores"](view, 0, NAMES, ""))
    assert view.treasure(who("b9")) == SEALED
    made.backs = [VOLCANO]
    made.do(("sink", at("4,-1")))
    lines = WORDS.events(made.do(("show", VOLCANO)), 0, 1, NAMES, made.state)
    assert lines[-2:] == ["Zoe turns up the treasures saved: 6 and 1.", "You turn up the treasures you saved: 5."]
    assert WORDS.outcome(made.state, 0, NAMES) == [
        "You have 7 points with 2 explorers saved: 6 and 1.",
        "Anna has 5 points with 1 explorer saved: 5.",
        "Boris has saved nobody.",
        "You win.",
    ]


# Typing --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "Move: you have 3 points of movement."),
        ("S6 Q99", "There is no Q99 on the board: do you mean "),
        ("S6.3 Q6", "Nobody you could mean is at S6."),
        ("N7 P7", "That can be meant in several ways: type N7.1 P7 or N7.3 P7."),
        ("S6 B2", "There is no B2 on the board: do you mean "),
        ("S6 E6", "E6 is out of reach from S6 with 3 steps left."),
        ("boat U6 E6", "Others have the most explorers"),
        ("5 Q6", "You have no explorer of 5 on the board."),
        ("place S6.6", "The set-up is over: nothing is placed any more. You are moving: move explorers or boats"),
        ("defend", "Nobody attacks you now. You are moving: "),
        ("S6 NW", "From S6 nobody reaches Isle NW now: one lands there from C2 or B3."),
        ("whale", "You have kept no such tile (send a whale), so you cannot play it."),
        ("sink S6", "First the movement, then the tile: you have 3 points of movement left. Move, or type end."),
        ("R7 Q6", "Nobody you could mean is at R7."),
        ("boat U6 W6", "Others have the most explorers in the boat at U6, so only they can move it."),
        ("S6 isle", "There is no safe island beside S6"),
        ("wind", "You have kept no such tile (fair wind), so you cannot play it."),
        ("why S6 T5", "S6 T5 is legal: let your 6 swim there. Beware of a shark there! Lost: your 6. 2 points left."),
        ("why boat U6 W6", "Others have the most explorers"),
        ("at U6", "U6: sea; a boat with 2 of Nereus. Nereus controls it."),
        ("at nowhere", "Write a hex behind at, such as at K8."),
        ("shark T5 S4", "You are moving: move explorers or boats, or type end."),
    ],
)
def test_what_is_typed_is_answered(line, answer):
    made = scene("a10 4,-1", "a1 1,0", "a6 1,0", "b1 boat 5,-1", "b2 boat 5,-1", boats=["5,-1"], sharks=["5,-2"])
    said = typed(laid(made, "you,bot:random,bot:random"), line)[0]
    assert answer in said


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "place E8.a6",
            "a6 is number 6 of your explorers, and worth 1. Name it by its value: type E8.6 for one worth 6",
        ),
        ("why place E8.a6", "a6 is number 6 of your explorers"),
        ("a6 E8", "One explorer goes on one tile, named by its value: 6 E8 puts your 6 there. A6 is a hex too."),
        ("put a6 on E8", "6 E8 puts your 6 there"),
    ],
)
def test_who_names_an_explorer_by_its_number_is_told_what_that_is(line, answer):
    table = new_table("you,bot:random,bot:random", game="survive")
    assert answer in typed(table, line)[0]
    assert [step.move for step in table.steps] == [None], "nobody else is put there instead"


def test_a_whole_turn_can_be_typed_in_one_line():
    made = scene("a10 4,-1", boats=["5,-1"], sharks=["0,-5"], land={"4,-1": BEACH, "0,0": BEACH, "3,0": BEACH})
    table = laid(made, "you,bot:random,bot:random")
    said = typed(table, "S6 U6 boat U6 W6 end sink R7")[0]
    assert (
        "You move your 6 from S6 into the boat at U6. You move the boat from U6 to W6. You sink the beach at R7."
        in said
    )


# Setting up ----------------------------------------------------------------------------------------------------------


def test_the_rest_is_placed_for_somebody_who_types_rest():
    table = new_table("you,bot:random", game="survive")
    said = sit(table, Script("place E6.6", "rest", "rest", "quit"))
    assert "Type rest to have all of them placed for you." in said
    assert said.count("You put your") == 20
    assert said.count("You put a boat at") == 2
    assert "All is set up." in said
    assert "Move: you have 3 points of movement." in said
    assert "There is nothing left to place." in said


def test_an_interrupt_stops_what_is_placed_and_not_the_game(monkeypatch):
    table = new_table("you,bot:random", game="survive")
    play = table.play

    def interrupted(seat, move):
        play(seat, move)
        if len(table.steps) == 9:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(table, "play", interrupted)
    said = sit(table, Script("rest", "mine", "rest", "quit"))
    assert "Stopped: place the rest yourself, or type rest again." in said
    before, _stopped, after = said.partition("Stopped:")
    assert before.count("You put your") == 4
    assert "Yours on land: " in after
    assert "All is set up." in after
    assert "The game is saved." in after
