"""`hint` in plain mode: the best moves in lines of text, each of which a number plays."""

import re

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.plain.game import PlainGame
from atlantis_tui.text.sentences import because, percent
from core.advice import Advice, advise
from core.atlantis.advice import reasons
from core.frames import LogError
from core.log import MemoryLog
from tests.plain.keyboard import bend, laid_out, new_table, sit, typed
from tests.plain.test_wording import positions, sentence

WORDS = text_for("atlantis")
LINE = re.compile(r"(\d)\. (.+), with a chance to win of (\d+) %(?:: (.+))?\.")


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(PlainGame, "hint_iterations", 25)


def test_the_best_moves_are_told_with_their_chances_and_reasons():
    table = laid_out("you,bot:easy,bot:easy")
    view = table.view(0)
    told, *_ = typed(table, "hint")
    thinking, *lines, last = told.splitlines()
    assert thinking == "Thinking about it."
    assert last == "Type a number to play that hint, or any other move."
    found = advise(table.game, view, f"hint {view.digest().hex()}", 25)
    parts = [LINE.fullmatch(line) for line in lines]
    assert [part and part[3] for part in parts] == [str(percent(hint.chance)) for hint in found]
    assert [part and part[4] for part in parts] == [because(hint.reasons, WORDS.ADVICE) for hint in found]
    assert 1 <= len(lines) <= 3


def test_a_number_after_it_plays_that_hint():
    table = laid_out("you,bot:random")
    view = table.view(0)
    second = advise(table.game, view, f"hint {view.digest().hex()}", 25)[1]
    typed(table, "hint", "2")
    assert table.steps[1].move == second.moves[0]


def test_numbers_mean_the_list_that_was_told_last():
    table = laid_out("you,bot:random")
    first = WORDS.choices(table.view(0))[0][0][0]
    typed(table, "hint", "moves", "1")
    assert table.steps[1].move == first


def test_a_line_that_is_a_number_without_any_list_is_no_hint():
    table = laid_out("you,bot:random")
    typed(table, "hint", "1", "1")
    assert len({step.turn for step in table.steps if step.seat == 0}) == 1


def test_a_payment_that_leaves_no_choice_is_not_made_twice(monkeypatch):
    """The table has paid by itself, and the player is still asked about the bridge."""
    table = laid_out("you,bot:random")

    def lay(state):
        state.figures[0][0] = 25
        state.under[25] = 0
        state.hands[0].held, state.hands[0].size = [0, 1, 0, 4, 0, 0, 0], 5

    bend(table, lay)
    line = (("play", 0, 1), ("pay", (), (3, 3, 3, 3)), ("done",))
    monkeypatch.setattr("atlantis_tui.bots.advise.hints", lambda *_what: [Advice(line, 5000, ())])
    told, played, *_ = typed(table, "hint", "1")
    assert "1. 1 O pay R R R R, with a chance to win of 50 %.\n" in told
    assert played.startswith("You play an olive branch")
    assert "Once a figure has moved" not in played, "nothing was refused"
    assert [step.move for step in table.steps[1:4]] == list(line)
    assert table.steps[2].forced


def test_whole_games_can_be_played_by_hints():
    """Also with payments that leave no choice, which the table makes itself."""
    for seed in ("a", "b"):
        table = new_table("you,bot:random,bot:random", seed)

        def answer(text):
            if text.rstrip().endswith("or any other move."):
                return "1"
            return "" if "Press Enter to show your hand" in text.splitlines()[-1] else "hint"

        text = sit(table, answer)
        assert table.over
        assert "cannot" not in text
        assert {hint.seat for hint in table.hints} == {0}


def test_asking_is_marked_in_the_log():
    table = laid_out("you,bot:random")
    typed(table, "hint", "hint")
    assert [record.kind for record in table.log.records] == ["game", "deal", "hint"]


def test_asked_again_the_same_is_told_at_once(monkeypatch):
    table = laid_out("you,bot:random")
    first, again, *_ = typed(table, "hint", "hint")
    assert first == "Thinking about it.\n" + again
    first, _played, _back, again, *_ = typed(laid_out("you,bot:random"), "hint", "1", "back", "hint")
    assert again == first.removeprefix("Thinking about it.\n")


def test_a_number_behind_hint_is_not_passed_over():
    table = laid_out("you,bot:random")
    told, *_ = typed(table, "hint 2")
    assert told.endswith('"hint 2" plays nothing: to play a hint, type its number alone.\n')
    assert "1. " in told
    assert len(table.steps) == 1


def test_what_cannot_be_marked_is_not_answered(monkeypatch):
    table = laid_out("you,bot:random")

    def full(*_what):
        raise LogError("no_space", {"path": "the.atl"})

    monkeypatch.setattr(MemoryLog, "append", full)
    told, *_ = typed(table, "hint")
    assert "The disk is full" in told
    assert "chance to win" not in told


def test_a_game_without_knowledge_says_so(monkeypatch):
    monkeypatch.setattr("core.advice.can_advise", lambda game: False)
    table = laid_out("you,bot:random")
    told, *_ = typed(table, "hint")
    assert told == "There are no hints for Atlantis.\n"
    assert table.hints == []


def test_every_reason_that_can_be_met_has_its_words():
    met = set()
    for number, (_table, _seat, view) in enumerate(positions(8)):
        moves = view.legal()
        for move in moves[number % 3 :: 3]:
            ahead = view.copy()
            ahead.advance(move)
            if ahead.step == "chain" and not ahead.asks:
                continue
            for reason in reasons(view, (move,)):
                met.add(reason.id)
                words = sentence(WORDS.ADVICE[reason.id](reason.params))
                assert not words.endswith(".")
                assert "{" not in words
                assert words[0].islower()
    # Nobody has anything behind that water: rare. And `core.advice` gives "leaves" to hints that cannot win.
    assert set(WORDS.ADVICE) - met <= {"bridge_free", "leaves"}
    tell = WORDS.ADVICE["leaves"]
    assert tell({"points": 12, "least_lost": True}) == "loses least: 12 points left"
    assert tell({"points": -1, "least_lost": True}) == "loses least: 1 point short"
    assert tell({"points": -15, "least_lost": False}) == "15 points short"
    assert tell({"points": 1, "least_lost": False}) == "1 point left"
    assert sentence(WORDS.ADVICE["bridge_free"]({"price": 3}))


def test_every_reason_fits_into_a_line_of_the_narrowest_panel():
    worst = {"more": 99, "rivals": 2, "cards": 4, "places": 53, "own": 99, "value": 7, "points": 99, "rival": 99}
    worst |= {"cost": 99, "lost": 6, "held": 15, "price": 7, "card": 1, "least_lost": True}
    for words in WORDS.ADVICE.values():
        assert len(words(worst)) <= 37, words(worst)


def test_what_a_bridge_saves_is_said_in_plain_words():
    tell = WORDS.ADVICE["bridge_saves"]
    assert tell({"own": 3, "rivals": 0}) == "the bridge saves 3 for you alone"
    assert tell({"own": 12, "rivals": 8}) == "the bridge saves you 12, rivals 8"
    assert WORDS.ADVICE["takes_nothing"]({}) == "takes no tile"
    assert WORDS.ADVICE["spare_card"]({"card": 5, "held": 3}) == "the hand has 3 crowns"
