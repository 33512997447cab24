"""Plain mode, line by line: whole games, what is typed, what is answered, and what must never be printed."""

import io
import re
from typing import Any

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.games.atlantis.text import hand as told_hand
from atlantis_tui.plain.game import COMMANDS, PlainGame
from atlantis_tui.text import translation
from core import games
from core.atlantis.components import MAINLAND
from core.bots import knowledge
from core.chance import Stream
from core.frames import LogError
from tests.plain.keyboard import Keyboard, Picker, Script, bend, laid_out, new_table, sit, typed

SEATS = ["you,bot:random", "you,bot:easy,bot:random", "bot:random,you:Anna,bot:random,bot:easy"]
# Every game of the house, with as many seats as it has.
TABLES = [
    (game, seats) for game in games.names() for seats in SEATS if len(seats.split(",")) in games.load(game).seat_counts
]
TABLES += [("atalia", "bot:random,you:Anna")]
# By default one table of each game, the one with most seats; the others under full.
LARGEST = {game: seats for game, seats in TABLES if game != "atalia"} | {"atalia": "bot:random,you:Anna"}
ONE_OR_ALL = [
    pytest.param(game, seats, marks=() if LARGEST[game] == seats else pytest.mark.full) for game, seats in TABLES
]


@pytest.fixture(autouse=True)
def _quick_hints(monkeypatch):
    monkeypatch.setattr(PlainGame, "hint_iterations", 3)


# Whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), ONE_OR_ALL)
def test_a_whole_game_can_be_played_by_numbers(game, seats):
    """That nothing but short sentences is printed is tested in test_games.py."""
    table = new_table(seats, game=game)
    text = sit(table, Picker())
    assert table.over
    scores = table.view(None).outcome.scores
    me = next(seat for seat, who in enumerate(table.seats) if who.startswith("you"))
    told = text.splitlines()[-3 - len(scores) : -3]  # before who wins, where it is kept, and the review
    assert len([line for line in told if re.search(r"\d (points?|short)\b|saved nobody", line)]) == len(scores)
    mine = [line for line in told if line.startswith(("You have", "You are"))]
    assert [line for line in mine if str(abs(scores[me])) in line or (not scores[me] and "nobody" in line)]
    assert re.search(
        r"(wins|win|a draw|the win( with .*)?)\.\nThe game is kept in the\.atl\n"
        r"To see .* atlantis review the\.atl\n$",
        text,
    )


def test_a_game_of_bots_alone_can_be_watched():
    table = new_table("bot:random,bot:random")
    text = sit(table, Script())
    assert table.over
    assert "Nereus plays" in text
    assert "Thetis draws 1 card." in text
    assert not re.search(r"\b[Yy]our?\b", text)


@pytest.mark.full  # with more questions and other seats than in test_games.py
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_text_goes_through_gettext(game, seats, monkeypatch):
    class Marked:
        def gettext(self, message):
            return f"⟦{message}⟧"

        def ngettext(self, one, many, n):
            return f"⟦{one if n == 1 else many}⟧"

    monkeypatch.setattr(translation, "_catalogue", Marked())
    asks = ["hint", "help", "last", "why", "why 1 F", "why R8 4", "foo", "stuck", "pass", "claim 4", "back", ""]
    looks = iter([*text_for(game).LOOKS, *asks])
    picker = Picker("gettext")

    def answer(text):
        plain = text.replace("⟦", "").replace("⟧", "")
        return next(looks, None) or picker(plain)

    for line in sit(new_table(seats, game=game), answer).splitlines():
        depth = 0
        for sign in line:
            depth += (sign == "⟦") - (sign == "⟧")
            assert depth or not sign.isalpha(), line


# What must never be printed ------------------------------------------------------------------------------------------

ASKED = ["moves all", "hint", "why 1 F", "why 2 O bridge 26", "why R8 4", "last", "help"]


def scrambled(state, seat):
    """Another world that is possible to this seat: with other cards in all other hands."""
    known = knowledge(state.game)
    assert known is not None
    world: Any = known.sample(state.view(seat), Stream("another world", state.turn))
    world.instant, world.quiet = None, False  # as at a table
    return world


@pytest.mark.parametrize(("game", "seats"), ONE_OR_ALL)
def test_other_hands_could_be_any_and_nothing_printed_would_change(game, seats):
    table = new_table(seats, game=game)
    looks = [*ASKED, *text_for(game).LOOKS]
    seat = next(number for number, who in enumerate(table.seats) if who.startswith("you"))
    picker = Picker("twins")
    compared = 0

    def answer(text):
        nonlocal compared
        line = picker(text)
        if line == "moves":
            real = table.steps[-1]
            seen = [_looked(table, looks)]
            table.steps[-1] = real._replace(state=scrambled(real.state, seat))
            seen.append(_looked(table, looks))
            table.steps[-1] = real
            assert seen[0] == seen[1]
            compared += 1
        return line

    sit(table, answer)
    assert compared > 10


def _looked(table, lines):
    screen = io.StringIO()
    PlainGame(table, "the.atl", Keyboard(screen, Script(*lines)), screen).run()
    return screen.getvalue()


@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_others_draw_and_buy_are_only_counted(seats):
    text = sit(new_table(seats), Picker("counted"))
    assert re.search(r"Nereus draws \d+ cards?\.", text)
    symbols = "flag|olive|helmet|ring|statue|crown|amphora"
    assert not re.search(rf"(?<!You )\bdraws? [^.]*({symbols})", re.sub(r"[Yy]ou [^.]*draw [^.]*\.", "", text))


def test_hot_seat_shows_a_hand_to_its_owner_alone():
    table = new_table("you:Anna,person:Boris,bot:random,person:Carla")
    picker = Picker("hot seat")
    people = {"Anna": 0, "Boris": 1, "Carla": 3}
    now = -1

    def answer(text):
        nonlocal now
        if text.endswith("your hand comes next.\n"):
            (name,) = re.findall(r"^(\w+), it is your turn\.", text, re.M)
            before = text.rpartition("off the screen.\n")[2]
            assert now < 0 or "\n" * 40 in text.partition("off the screen.")[0]
            assert not re.search(r"\b[Yy]ou (draw|have|show)|Your (hand|tiles)", before), "before Enter all is public"
            now = people[name]
            return ""
        for line in re.findall(r"^Your hand: .*", text, re.M):
            (mine, *_tiles) = told_hand(table.view(now), now, list(people))
            assert line == mine
        assert table.view(None).prompt.seat == now
        return picker(text)

    text = sit(table, answer)
    assert table.over
    assert "You draw" not in text  # what one has drawn is in the hand, when the screen is one's own again
    assert "Boris draws" in text


def test_the_first_hand_of_all_waits_for_its_owner_too():
    script = Script("")
    sit(laid_out("person:Anna,person:Boris"), script)
    first, second = script.answers
    assert "Anna, it is your turn." in first
    assert "hand:" not in first
    assert "Your hand:" in second


# Moves ---------------------------------------------------------------------------------------------------------------


def test_one_line_may_answer_several_prompts():
    table = laid_out()
    bend(table, lambda state: state.figures.__setitem__(1, [17, -1, -1]))
    assert "goes on to place" in typed(table, "1 R A")[0]


def test_a_turn_begins_with_position_hand_and_question():
    script = Script()
    sit(laid_out(), script)
    assert script.answers[0] == (
        "\nTurn 1.\n"
        "You: figures 1, 2 and 3 on Atlantis.\n"
        "Nereus: figures 1, 2 and 3 on Atlantis.\n"
        "Your hand: 3 rings (R) and an amphora (A).\n"
        "Points if all had to cross now: you 8 short and Nereus 7 short.\n"
        "Your turn. Type a figure and a card, for example: 1 R\n"
        "Type help for all commands, moves for what you can play now, rules for the rules.\n"
    )


def test_a_number_picks_only_from_the_list_just_shown():
    refused, _moves, too_large, zero, played, again, *_ = typed(laid_out(), "2", "moves", "99", "0", "2", "1")
    assert refused == "That can be meant in several ways: type 2 R or 2 A.\n"
    assert too_large == zero == "Type a number from 1 to 3, or a move.\n"
    assert played.startswith("You play")
    assert not again.startswith("You play")


def test_figures_that_stand_together_are_listed_once():
    listed = typed(laid_out(), "moves")[0]
    assert "1 R" in listed
    assert "2 R" not in listed
    assert "Figures 1, 2 and 3 stand together" in listed


@pytest.mark.parametrize("seats", SEATS)
def test_the_numbered_moves_are_the_legal_ones(seats):
    table = new_table(seats)
    picker = Picker("legal")

    def answer(text):
        line = picker(text)
        if line != "moves":
            seat = table.view(None).prompt.seat
            view = table.view(seat)
            listed = set(re.findall(r"^\d+\. (.*?):", text, re.M))
            legal = {table.game.text(move) for move in view.legal()}
            assert listed <= legal
            places = view.figures[seat]
            if len(legal) == 1 and not listed:
                assert "Press Enter to" in text, "the only move, which needs no number"
                return line
            for missing in legal - listed:
                figure, card = missing.split()
                twin = places.index(places[int(figure) - 1]) + 1
                assert f"{twin} {card}" in listed
        return line

    sit(table, answer)


def test_what_the_list_foretells_comes_true():
    table = new_table("you,bot:random", "foretold")
    picker = Picker("foretold")
    promised = None
    checked = 0

    def answer(text):
        nonlocal promised, checked
        if promised:
            where, taken = promised
            assert re.search(rf"goes (from .* |on )to {where}\b", text), (promised, text)
            if taken and "You take" in text:
                assert f"You take {taken} from" in text, (promised, text)
                checked += 1
            promised = None
        line = picker(text)
        if line.isdecimal():
            (chosen,) = re.findall(rf"^{line}\. (.*)", text, re.M)
            found = re.search(r"goes to (place \d+|the Mainland)", chosen)
            taken = re.search(r"It takes (\w+( branch)? \d) from", chosen)
            promised = found and (found[1], taken and taken[1])
        return line

    sit(table, answer)
    assert checked > 10


def test_what_is_refused_is_explained():
    table = laid_out()
    answers = typed(
        table, "1 F", "xyz", "2", "pay 5", "done", "on R", "stuck", "buy 5", "bridge 3", "4 F", "bridge", "1 RR", "pay"
    )
    assert answers[:-1] == [
        "You do not have a flag left for that.\n",
        '"xyz" means nothing in a move.\nType help to see what can be typed.\n',
        "That can be meant in several ways: type 2 R or 2 A.\n",
        "There is nothing to pay now: move a figure first.\n",
        "You have not moved yet: play a card for one of your figures.\n",
        "No figure is on its way: begin with a figure and a card, such as 1 F.\n",
        "You are not stuck: figure 1 can go with a ring, so type 1 R or another move.\n",
        "You have no tile to buy cards with.\n",
        "There is no gap at place 3: a bridge needs water with a tile on both sides.\n",
        "A move is a figure from 1 to 3 and the letter of a card, such as 2 F.\nType help to see what can be typed.\n",
        "bridge needs a place from 0 to 52, such as bridge 26.\nType help to see what can be typed.\n",
        "Place 17 is free, so the figure stops there: leave the further card out.\n",
        "pay needs tile values from 1 to 7 or letters of cards, such as pay 5 F.\n"
        "Type help to see what can be typed.\n",
    ]
    assert len(table.steps) == 1


def test_why_says_what_a_move_would_do_or_what_forbids_it():
    table = laid_out()
    legal, illegal, whole, empty, *_ = typed(table, "why 1 R", "why 1 F", "why bridge 26 1 A 2 R", "why")
    assert legal == (
        "1 R is legal: figure 1 goes to place 17 (R4). It takes helmet 1 from place 16, and water opens there.\n"
    )
    assert illegal == "You do not have a flag left for that.\n"
    assert whole.splitlines() == [
        "bridge 26 is legal: lay your bridge over the gap at place 26, which costs 4. It saves you 12, rivals 12.",
        "1 A is legal: figure 1 goes to place 0 (A6). It takes nothing.",
        'Whether "2 R" is legal after that depends on what turns up.',
    ]
    assert "Write a move behind why" in empty
    assert len(table.steps) == 1


def test_what_stands_behind_the_end_of_the_turn_is_left_out():
    table = laid_out()
    bend(table, lambda state: state.bridge_left.__setitem__(0, False))
    answer = typed(table, "1 R 2 A")[0]
    assert answer.startswith("You play a ring")
    assert 'Your turn was over before "2 A", so that was left out.' in answer


def test_an_empty_line_repeats_the_question():
    table = laid_out()
    assert typed(table, "")[0] == "Your turn. Type a figure and a card, for example: 1 R\n"
    assert len(table.steps) == 1


def stuck(state):
    """Nobody can move: all figures but one are home, and the water ahead of it is too dear."""
    state.figures[0] = [10, MAINLAND, MAINLAND]
    for place in (*range(10), *range(11, 53)):
        state.symbols[place], state.values[place], state.under[place] = 7, 0, 0
    state.symbols[10], state.values[10], state.symbols[12], state.values[12] = 0, 7, 1, 7
    state.bridge_left[0] = False


def test_enter_is_enough_when_there_is_nothing_but_to_be_stuck():
    table = laid_out()
    bend(table, stuck)
    script = Script("")
    text = sit(table, script)
    assert "None of your figures can move. Press Enter to show your hand and draw two cards.\n" in script.answers[0]
    assert "You are stuck and show your hand: 3 rings and an amphora. You draw" in text


def test_enter_is_not_enough_while_something_else_can_be_done():
    table = laid_out()
    bend(table, lambda state: (stuck(state), state.tiles[0].append(2)))
    script = Script("", "stuck")
    text = sit(table, script)
    assert "Type stuck to show your hand and draw two cards, or first buy cards (buy 2)." in script.answers[0]
    assert script.answers[1].startswith("None of your figures can move.")
    assert "You are stuck" in text


def test_a_payment_with_a_choice_is_asked_for():
    table = laid_out()

    def rich(state):
        state.figures[0] = [25, -1, -1]
        state.tiles[0] += [5, 4]

    bend(table, rich)
    asked, listed, wrong, paid, *_ = typed(table, "1 R", "moves", "pay 5 4", "pay 4")
    assert asked.startswith("You play a ring: figure 1 goes from place 25 to place 34.\nPay 4 for the water, for ")
    assert re.search(r"^\d+\. pay 4: pay with tile 4\.$", listed, re.M)
    assert re.search(r"^\d+\. pay 5: pay with tile 5; 1 is lost\.$", listed, re.M)
    assert wrong == "That makes 9 for water that costs 4: leave out what is not needed.\n"
    assert paid.startswith("You pay 4 for the water with tile 4. You take")


# The bridge after the move --------------------------------------------------------------------------------------------


def test_nobody_is_asked_about_the_bridge_after_the_move_unasked():
    table = laid_out()
    answer = typed(table, "1 R")[0]
    assert "You draw" in answer
    assert "bridge" not in answer.partition("Nereus")[0]


@pytest.mark.parametrize("line", ["1 R wait", "wait 1 R", "1 R bridge?"])
def test_wait_asks_for_the_bridge_after_the_move(line):
    asked, bridged, *_ = typed(laid_out(), line, "bridge 16")
    assert asked.endswith("Lay your bridge now, for example: bridge 16. Or type done.\n")
    assert "You draw" not in asked
    assert bridged.startswith("You lay your bridge at place 16: all cross that gap for nothing now. You draw")


def test_wait_in_a_line_that_was_refused_asks_for_nothing():
    assert "Lay your bridge" not in "".join(typed(laid_out(), "1 F wait", "1 R")[:2])


def test_wait_may_be_said_before_the_move():
    said, asked, done, *_ = typed(laid_out(), "wait", "1 R", "done")
    assert said == "You will be asked before your turn ends. Now make your move.\n"
    assert asked.endswith("Or type done.\n")
    assert done.startswith("You draw")


def test_a_bridge_behind_the_move_is_laid_after_it():
    answer = typed(laid_out(), "1 R bridge 16")[0]
    assert answer.startswith("You play a ring: figure 1 goes from Atlantis to place 17. You take helmet 1")
    assert "You lay your bridge at place 16" in answer


def test_a_bridge_behind_the_move_that_cannot_be_is_asked_for_again():
    table = laid_out()
    refused, done, *_ = typed(table, "1 R bridge 3", "done")
    assert refused.startswith("There is no gap at place 3")
    assert len(table.steps) == 1  # the whole line was refused
    table = laid_out()
    bend(table, lambda state: state.under.__setitem__(16, 1))  # a tile is turned up in between
    refused, done, *_ = typed(table, "1 R bridge 16", "done")
    assert refused.startswith("You play a ring")
    assert refused.endswith("There is no gap at place 16: a bridge needs water with a tile on both sides.\n")
    assert done.startswith("You draw")


def test_done_behind_a_move_does_no_harm():
    assert "left out" not in typed(laid_out(), "1 R done")[0]


def test_a_game_left_while_the_bridge_is_asked_for_asks_again():
    table = laid_out()
    typed(table, "1 R wait")
    script = Script("done")
    sit(table, script)
    assert "Lay your bridge now" in script.answers[0]


# Take-back -----------------------------------------------------------------------------------------------------------


def test_alone_with_bots_the_last_choice_can_always_be_taken_back():
    table = laid_out()
    before = table.state.digest()
    _played, back, *_ = typed(table, "1 R", "back")
    assert back.startswith("Your last choice is taken back.\n\nTurn 1.\n")
    assert table.state.digest() == before


def test_taking_back_passes_over_answers_that_were_not_the_players_own():
    table = laid_out()
    typed(table, "1 R", "back", "1 A", "back", "2 R")
    assert [step.move for step in table.steps[1:3]] == [("play", 1, 3), ("done",)]


def test_each_take_back_goes_one_choice_further():
    table = laid_out()
    typed(table, "1 R", "1 A", "back", "back")
    assert len(table.steps) == 1
    assert typed(table, "back")[0] == "There is no choice of yours that may still be taken back.\n"


def test_among_persons_only_what_nobody_has_seen_is_taken_back():
    table = laid_out("person:Anna,person:Boris")
    _shown, _bridged, back, _played, _curtain, refused, *_ = typed(table, "", "bridge 26", "back", "1 R", "", "back")
    assert back.startswith("Your last choice is taken back.")
    assert refused == "There is no choice of yours that may still be taken back.\n"


# Commands ------------------------------------------------------------------------------------------------------------


def test_help_names_every_command():
    text = typed(laid_out(), "help")[0]
    for word in [*COMMANDS, *text_for("atlantis").LOOKS, "quit", "wait"]:
        if word not in ("?", "undo", "help"):
            assert word in text
    for kind in games.load("atlantis").moves:
        assert kind in text or kind in ("play", "on", "done")


def test_last_repeats_what_happened_since_the_last_turn():
    nothing, played, last, *_ = typed(laid_out("you,bot:random,bot:random"), "last", "1 R", "last")
    assert nothing == "Nothing has happened since your last turn.\n"
    assert last.startswith("Nereus plays")
    assert last in played


def test_the_rules_are_read_aloud_without_their_markup():
    rules, part, none, *_ = typed(laid_out(), "rules", "rules 5", "rules 77")
    assert "Before you move you may, once, buy" in rules
    assert not re.search(r"[#*`]", rules)
    assert part.startswith("5. Bridges\n")
    assert "6. The Mainland" not in part
    assert none == "The rules have the parts 1 to 9.\n"


def test_the_looks_tell_the_position():
    where, only, path, gaps, scores, *_ = typed(laid_out(), "where", "where 2", "path", "gaps", "scores")
    assert "A leads to place 0, amphora 6.\nR leads to place 17, ring 4.\n" in where
    assert "Figure 2 stands with figure 1." in where
    assert only.startswith("Figure 2 is on Atlantis.")
    assert "Figure 1" not in only
    assert path.startswith("Atlantis: 3 figures of yours and 3 figures of Nereus.\n0 A6 stack; 1 A1 stack;")
    assert "26 water for 4" in path
    assert path.endswith("Mainland: nobody yet.\n")
    assert gaps == "The gap at place 26 costs 4; it lies between flag 4 and olive branch 7.\n"
    assert scores.startswith("You would end 8 points short. You own 4 in tiles and cards. No tiles. Cards: 4.")
    assert "Bringing everyone home would cost 12." in scores


@pytest.mark.parametrize("word", ["quit", "QUIT", "q", "exit"])
def test_whoever_quits_is_told_how_to_go_on(word):
    script = Script(word, "1 R")
    text = sit(laid_out(), script)
    assert script.lines == ["1 R"]
    assert text.endswith("\nThe game is saved. To go on with it, type: atlantis resume the.atl\n")


def test_a_game_that_was_left_is_taken_up_with_what_has_happened():
    table = laid_out("you,bot:random,bot:random")
    played, *_ = typed(table, "1 R")
    script = Script()
    sit(table, script)
    assert script.answers[0].startswith("Nereus plays")
    assert script.answers[0].partition("Type help")[0] in played + "\n"


# A disk that is full --------------------------------------------------------------------------------------------------


def full(*_args):
    raise LogError("no_space", {"path": "the.atl", "errno": 28, "strerror": "No space left on device"})


def test_a_move_that_cannot_be_stored_is_not_made(monkeypatch):
    table = laid_out()
    append = table.log.append
    monkeypatch.setattr(table.log, "append", full)
    script = Script("1 R", "back", "1 R")

    def answer(text):
        if len(script.lines) == 1:
            monkeypatch.setattr(table.log, "append", append)
        return script(text)

    sit(table, answer)
    assert script.answers[1] == (
        "The disk is full, so the.atl cannot be written: make room and try again.\n"
        "That was not done. Nothing is lost: type it again.\n"
    )
    assert script.answers[2] == "There is no choice of yours that may still be taken back.\n"
    assert script.answers[3].startswith("You play a ring")


def test_a_bot_that_cannot_move_for_a_full_disk_tries_again(monkeypatch):
    table = laid_out("bot:random,you")
    append = table.log.append
    monkeypatch.setattr(table.log, "append", full)
    script = Script("", "", "quit")

    def answer(text):
        if len(script.lines) == 2:
            monkeypatch.setattr(table.log, "append", append)
        return script(text)

    sit(table, answer)
    assert "make room and try again.\nPress Enter to try again, or type quit.\n" in script.answers[0]
    assert script.answers[2].startswith("Nereus plays")
