"""Every game of the house in lines of text: what plain mode promises, whatever is played."""

import ast
import re

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.games.survive import example as survive_example
from atlantis_tui.games.survive import help as survive_help
from atlantis_tui.plain.game import PlainGame
from atlantis_tui.saved import seats as sitting
from atlantis_tui.text import errors, rulebook, translation
from atlantis_tui.text.help import topics_of
from core import games
from core.chance import Stream
from core.game import AmbiguousMove, GameError
from core.survive.components import hex_text
from tests.plain.keyboard import ROOT, Picker, new_table, sit

SEATS = {
    2: "you,bot:random",
    3: "you:Anna,bot:random,bot:random",
    4: "bot:random,you,bot:random,bot:random",
}
GAMES = games.names()
TABLES = [(name, SEATS[seats]) for name in GAMES for seats in games.load(name).seat_counts]
AT_ONE_KEYBOARD = {2: "you:Anna,person:Boris", 3: "you:Anna,person:Boris,bot:random"}
SHARED = [
    (name, seats) for name in GAMES for count, seats in AT_ONE_KEYBOARD.items() if count in games.load(name).seat_counts
]


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(PlainGame, "hint_iterations", 3)
    monkeypatch.setattr(PlainGame, "hush", 0)


def sentence(text):
    """A text that a person can be told."""
    assert text
    assert text.isascii()
    assert text == text.strip()
    assert not re.search(r"[{}\n]|  |\bNone\b(?! of)|-1\b", text), text
    return text


# Whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_whole_game_can_be_played_by_numbers_in_short_sentences(game, seats):
    table = new_table(seats, game=game)
    text = sit(table, Picker(seats))
    assert table.over
    assert text.isascii()
    for line in text.splitlines():
        assert not re.search(r"[{}]|  ", line), line
        assert line == line.strip()
        assert not line or line[-1] in ".:!" or re.search(r"(for example: [\w. ]+|the\.atl)$", line), line
    assert re.search(r"(wins|win|the win( with .*)?|draw)\.\nThe game is kept in the\.atl\n", text)


@pytest.mark.parametrize(("game", "seats"), SHARED)
def test_a_whole_game_can_be_played_at_one_keyboard(game, seats):
    table = new_table(seats, game=game)
    text = sit(table, Picker(seats))
    assert table.over
    assert text.count("Press Enter when only you can see the screen") > 3
    assert not re.search(r"\b[Yy]ou(r)?\b", text[text.rindex("The game is over" if game == "atalia" else "over") :])


@pytest.mark.parametrize("game", GAMES)
def test_every_text_goes_through_gettext(game, monkeypatch):
    class Marked:
        def gettext(self, message):
            return f"⟦{message}⟧"

        def ngettext(self, one, many, n):
            return f"⟦{one if n == 1 else many}⟧"

        def pgettext(self, context, message):
            return f"⟦{message}⟧"

    monkeypatch.setattr(translation, "_catalogue", Marked())
    looks = [*text_for(game).LOOKS, "help", "last", "why", "foo", "end", "back", ""]
    asked = iter(looks * 3)
    picker = Picker("gettext")

    def answer(text):
        plain = text.replace("⟦", "").replace("⟧", "")
        line = picker(plain)
        if line == "moves" and picker.stream.below(6) == 0:
            return next(asked, line)
        return line

    seats = SEATS[max(count for count in SEATS if count in games.load(game).seat_counts)]
    for line in sit(new_table(seats, game=game), answer).splitlines():
        depth = 0
        for sign in line:
            depth += (sign == "⟦") - (sign == "⟧")
            assert depth or not sign.isalpha(), line


# Nothing without words -----------------------------------------------------------------------------------------------


def positions(game, count):
    """Every question of some games, each with the view of the seat that is asked."""
    rules = games.load(game)
    stream = Stream(f"words of {game}")
    for number in range(count):
        while True:
            options = {option.name: option.values[stream.below(len(option.values))] for option in rules.options}
            if rules.clash(options) is None:
                break
        seats = rules.seat_counts[number % len(rules.seat_counts)]
        table = new_table(",".join(["you", *["bot:random"] * (seats - 1)]), f"deal {number}", game, **options)
        while not table.over:
            seat = table.view(None).prompt.seat
            yield table, seat, table.view(seat)
            moves = table.view(seat).legal()
            table.play(seat, moves[stream.below(len(moves))])
        yield table, None, table.view(None)


@pytest.mark.parametrize("count", [2, pytest.param(6, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_asked_done_and_happens_has_its_words(game, count):
    telling = text_for(game)
    told = listed = 0
    for number, (table, seat, view) in enumerate(positions(game, count)):
        names = sitting.names(table.seats)
        if seat is None:
            for step in table.steps[1:]:
                events = table.events(step, 0)
                lines = telling.events(events, step.seat, 0, names, table.view(0, step))
                told += sum(1 for line in lines if sentence(line))
            assert all(sentence(line) for line in telling.outcome(view, 0, names))
            assert all(sentence(line) for line in telling.outcome(view, None, names))
            continue
        assert names[seat] in sentence(telling.asked(view, None, names))
        sentence(telling.asked(view, seat, names))
        if number % 5 == 0:
            for move, text in telling.choices(view)[0]:
                sentence(text)
                assert move in view.legal()
                listed += 1
            for look in telling.LOOKS.values():
                assert all(sentence(line) for line in look(view, seat, names, ""))
            assert all(sentence(line) for line in telling.position(view, seat, names))
            for move in view.legal()[:3]:
                assert all(sentence(line) for you in (True, False) for line in telling.does(view, [move], you))
    assert told > 100
    assert listed > 100


@pytest.mark.parametrize(("count", "every"), [(1, 9), pytest.param(3, 7, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_is_what_is_typed(game, count, every):
    """The line before the colon plays that move, or one that nobody can tell from it."""
    telling, rules = text_for(game), games.load(game)
    checked = 0
    for number, (table, seat, view) in enumerate(positions(game, count)):
        if seat is None or number % every:
            continue
        names = sitting.names(table.seats)
        for move, text in telling.choices(view)[0][:30]:
            line = text.partition(": ")[0]
            try:
                moves, rest = rules.parse(view, line)
            except AmbiguousMove:
                raise AssertionError(f"{line} is not clear") from None
            assert not rest
            ahead, meant = view.copy(), view.copy()
            ahead.advance(move)
            for one in moves:
                meant.advance(one)
            assert telling.position(ahead, seat, names) == telling.position(meant, seat, names)
            checked += 1
    assert checked > 50


# Reasons -------------------------------------------------------------------------------------------------------------

ERRORS = ("IllegalMove", "UnreadableMove", "BadOption", "Reason", "GameError", "_no")


def ids(game):
    """Every reason id in the core of a game: the first text of each call that makes a reason."""
    found = set()
    for file in sorted((ROOT / "core" / game).glob("*.py")):
        if file.name == "advice.py":  # whose reasons speak for a move
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).split(".")[-1] in ERRORS:
                found |= texts(node.args[0])
    return found


def texts(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return set()


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_a_game_has_a_sentence(game):
    known = ids(game) - set(errors.REASONS)
    assert len(known) > 15
    said = set(text_for(game).REASONS)
    assert known <= said
    assert {one for one in said - known if not one.startswith("unreadable_")} == set()  # made up of a word


@pytest.mark.parametrize("game", ["survive"])
def test_every_refusal_that_can_be_met_is_a_sentence(game):
    """Every kind of move, in every position, with whatever may be wrong with it."""
    telling, rules = text_for(game), games.load(game)
    stream, met = Stream("refused"), set()
    for table, seat, view in positions(game, 4):
        if seat is None:
            continue
        names = sitting.names(table.seats)
        for _ in range(12):
            kind = list(rules.moves.values())[stream.below(len(rules.moves))]
            move = (kind.name, *(any_value(field, stream) for field in kind.fields))
            reason = view.explain(move)
            if reason is not None:
                met.add(reason.id)
                said = sentence(errors.refusal(GameError(reason.id, **reason.params), telling.REASONS, names))
                assert said[-1] in ".?"
    assert len(met) > 25


def any_value(field, stream):
    return field.type.low + stream.below(field.type.high - field.type.low + 1)


# Help ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_leads_to_a_rule_and_every_rule_to_its_part(game):
    help_of, telling, rules = topics_of(game), text_for(game), games.load(game)
    assert help_of is not None
    numbers = {part.number for part in rulebook.parts(game)}
    for options in ({}, rules.otherwise()):
        topics = help_of.topics(rules.settle(options))
        assert set(help_of.REFUSED) >= set(telling.REASONS)
        assert set(help_of.REFUSED.values()) <= set(topics)
        assert {topic.part for topic in topics.values()} <= numbers
        assert all(sentence(text) for topic in topics.values() for text in topic.text)
    assert set(help_of.examples()) <= numbers


def test_the_examples_of_survive_show_what_the_rules_allow():
    """A painted mark is a legal move: red where somebody is lost, with the steps it takes."""

    def marks(example):
        return {hex_text(at): (mark.kind, mark.cost) for at, mark in survive_example.marks_of(example).items()}

    shark = marks(survive_help.SHARK_MOVES)
    assert shark["K4"] == ("deadly", "2")
    assert shark["J5"] == ("reach", "2")
    assert "N3" not in shark  # three steps away
    assert marks(survive_help.SERPENT_MOVES)["I4"] == ("deadly", "1")
    assert marks(survive_help.SERPENT_MOVES)["M4"] == ("reach", "1")
    assert marks(survive_help.WHALE_MOVES)["L3"] == ("deadly", "2")
    assert marks(survive_help.MOVE)["M4"] == ("deadly", "1")
    assert marks(survive_help.BOAT)["I4"] == ("deadly", "1")
    assert set(marks(survive_help.SINK)) == {"J3", "K4"}
