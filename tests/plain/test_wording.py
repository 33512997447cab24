"""Every event, prompt, reason and error has its sentence: nothing the core can say is left without words."""

import ast
import re

import pytest

from atlantis_tui.bots.seating import bot_of_lines
from atlantis_tui.games import text_for
from atlantis_tui.plain.game import PlainGame
from atlantis_tui.saved import seats as sitting
from atlantis_tui.text import errors, sentences
from core import games
from core.atlantis.rules import PROMPTS
from core.atlantis.schema import EVENTS, MOVES
from core.chance import Stream
from core.frames import LogError
from core.game import AmbiguousMove, BadOption, GameError, IllegalMove, Move, UnreadableMove
from core.hidden import SEALED
from core.table import TableError
from tests.plain.keyboard import ROOT, bend, laid_out, new_table

GAME = games.load("atlantis")
WORDS = text_for("atlantis")
NAMES = ["You", "Nereus", "Thetis"]


def sentence(text):
    """A text that a person can be told."""
    assert text
    assert text.isascii()
    assert text == text.strip()
    assert not re.search(r"[{}\n]|  |\bNone\b(?! of)|-1\b", text), text
    return text


# Meta: all ids in the core -------------------------------------------------------------------------------------------


# Words of which something may be missing: f"unreadable_{word}".
UNFINISHED = {
    "atlantis": ("go", "on", "pay", "bridge", "buy", "stuck", "done"),
    "atalia": ("redeploy", "deserter", "traitor", "draw", "return"),
    "survive": (),
}


def ids(source, calls, place=0, words=()):
    """The first argument (or that at another place) of each call of one of these names in a source of the core."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / "core" / source).read_text("utf-8"))):
        if isinstance(node, ast.Call) and len(node.args) > place and ast.unparse(node.func).split(".")[-1] in calls:
            found |= texts(node.args[place], words)
    return found


def texts(node, words):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body, words) | texts(node.orelse, words)
    if isinstance(node, ast.JoinedStr):  # f"unreadable_{word}"
        start = ast.unparse(node.values[0]).strip("'")
        return {start + word for word in words}
    return set()


ERRORS = ("IllegalMove", "UnreadableMove", "BadOption", "Reason", "GameError", "_no")


@pytest.mark.parametrize(
    ("game", "some"),
    [
        ("atlantis", {"cannot_pay", "unreadable_go", "place_free", "can_move"}),
        ("atalia", {"he_could_win", "unreadable_traitor", "none_held", "must_play", "nothing_to_claim"}),
        ("survive", {"unreadable_verb", "unreadable_word"}),
    ],
)
def test_every_reason_of_a_game_has_a_sentence(game, some):
    known = set()
    for file in sorted((ROOT / "core" / game).glob("*.py")):
        if file.name != "advice.py":  # whose reasons speak for a move
            known |= ids(f"{game}/{file.name}", ERRORS, words=UNFINISHED[game])
    assert some <= known
    assert known - set(errors.REASONS) == set(text_for(game).REASONS)


def test_these_are_all_games_of_the_house():
    assert set(UNFINISHED) == set(games.names())


def test_all_that_a_move_can_be_good_for_has_its_words():
    known = ids("atlantis/advice.py", ("Reason",)) | ids("atlantis/advice.py", ("add",), 1)
    assert {"opens_water", "takes", "keeps_bridge", "pays_exactly"} <= known
    assert known | {"leaves"} == set(WORDS.ADVICE)  # that one is given in core/advice.py


def test_every_reason_of_all_games_has_a_sentence():
    known = {"ambiguous"}
    for source in ("game.py", "games.py", "table.py", "advice.py", "bots/__init__.py"):
        known |= ids(source, ERRORS)
    known.remove("leaves")  # a reason for a move, which each game words itself
    assert {"game_over", "no_back", "option_name", "no_such_game"} <= known
    assert known <= set(errors.REASONS)


def test_every_fault_of_a_table_has_a_sentence():
    known = ids("table.py", ("TableError",))
    assert "other_rules" in known
    assert known == set(errors.TABLE)


def test_every_fault_of_a_file_has_a_sentence():
    known = set()
    for source in ("frames.py", "log.py", "disk.py"):
        known |= ids(source, ("LogError", "_error"))
    from core.disk import _REASONS

    known |= set(_REASONS.values()) | {"io", "bad_record"}
    known |= set(re.findall(r"\b([a-z]+(?:_[a-z]+)*)(?: \{[^}]*\})?[,.:]", LogError.__doc__ or "")) & set(errors.LOG)
    assert {"locked", "corrupt", "no_space"} <= known
    assert known == set(errors.LOG)


def test_every_event_prompt_and_move_is_told():
    from atlantis_tui.games.atlantis.text import event_sentences as story

    handled = {"moved", "took", "turned", "ended", "ferried"} | set(story._OTHERS)
    assert handled == set(EVENTS)
    assert set(PROMPTS) == {"turn", "chain", "pay", "after"}
    assert set(MOVES) == {"play", "on", "pay", "bridge", "buy", "stuck", "done"}


# Events --------------------------------------------------------------------------------------------------------------

FLAG5, RING3 = 0 * 8 + 5, 3 * 8 + 3
EVERY_EVENT = [
    (("bought", FLAG5, (0, 0)), "give flag 5 back and draw 2 flags.", "gives flag 5 back and draws 2 cards."),
    (("bought", FLAG5, (1,)), "give flag 5 back and draw an olive branch.", "gives flag 5 back and draws 1 card."),
    (("bridged", 26), "lay your bridge at place 26: all", "lays a bridge at place 26: all"),
    (("moved", 0, 1, -1, 5), "play an olive branch: figure 1 goes from Atlantis to place 5.", "plays an olive branch"),
    (("moved", 1, 6, -1, 53), "play an amphora: figure 2 goes from Atlantis to the Mainland.", "plays an amphora"),
    (("moved", 2, 0, 4, 9), "play a flag: figure 3 goes from place 4 to place 9.", "plays a flag: figure 3 goes from"),
    (("moved", 2, 0, 4, 53), "play a flag: figure 3 goes from place 4 to the Mainland.", "plays a flag: figure 3 goes"),
    (("paid", 8, (FLAG5,), (0, 0, 3)), "pay 8 for the water with tile 5, 2 flags and a ring.", "pays 8 for the water"),
    (("paid", 4, (FLAG5,), ()), "pay 4 for the water with tile 5; 1 is lost.", "pays 4 for the water with tile 5; 1"),
    (
        ("took", FLAG5, 26),
        "take flag 5 from place 26; the water there costs 4.",
        "takes flag 5 from place 26; the water",
    ),
    (("took", FLAG5, 0), "take flag 5 from place 0, and the path is shorter now.", "takes flag 5 from place 0, and"),
    (("drew", (5,)), "draw a crown.", "draws 1 card."),
    (("drew", (5, 5, 2, 2)), "draw 2 helmets and 2 crowns.", "draws 4 cards."),
    (
        ("stuck", (0, 0, 4)),
        "are stuck and show your hand: 2 flags and a statue.",
        "is stuck and shows this hand: 2 flags",
    ),
    (("stuck", ()), "are stuck without a card.", "is stuck without a card."),
]


@pytest.mark.parametrize(("event", "mine", "theirs"), EVERY_EVENT, ids=lambda value: str(value)[:30])
def test_an_event_is_told_to_its_actor_and_to_the_others(event, mine, theirs):
    table = laid_out("you,bot:random,bot:random")
    (you,) = WORDS.events([event], 0, 0, NAMES, table.view(0))
    (other,) = WORDS.events([event], 1, 0, NAMES, table.view(0))
    (watched,) = WORDS.events([event], 1, None, NAMES, table.view(None))
    assert sentence(you).startswith(f"You {mine}")
    assert sentence(other).startswith(f"Nereus {theirs}")
    assert watched == other


def test_sealed_cards_are_counted_and_never_named():
    table = laid_out("you,bot:random,bot:random")
    for kind in ("drew", "bought"):
        event = (kind, (SEALED, SEALED)) if kind == "drew" else (kind, FLAG5, (SEALED, SEALED))
        (line,) = WORDS.events([event], 1, 0, NAMES, table.view(0))
        assert sentence(line).endswith("draws 2 cards.")


def test_one_turn_is_one_line_and_a_chain_goes_on():
    table = laid_out("you,bot:random,bot:random")
    events = [
        ("moved", 0, 0, 3, 7),
        ("moved", 0, 3, 7, 12),
        ("moved", 0, 4, 12, 53),
        ("took", FLAG5, 30),
        ("turned", RING3, 30),
        ("reshuffled", 12),
        ("drew", (1,)),
    ]
    assert WORDS.events(events, 1, 0, NAMES, table.view(0)) == [
        "Nereus plays a flag: figure 1 goes from place 3 to place 7. With a ring it goes on to place 12. "
        "With a statue it goes on to the Mainland. Nereus takes flag 5 from place 30; ring 3 lies there now. "
        "The deck is empty: 12 discarded cards are shuffled into a new one. Nereus draws 1 card."
    ]


def test_water_with_a_bridge_is_told():
    table = laid_out("you,bot:random,bot:random")
    bend(table, lambda state: state.bridges.append(26))
    (line,) = WORDS.events([("took", FLAG5, 26)], 0, 0, NAMES, table.view(0))
    assert line == "You take flag 5 from place 26; the water there has a bridge."


def test_an_empty_deck_is_told():
    view = laid_out().view(0)
    assert WORDS.events([("drew", ())], 0, 0, NAMES, view) == ["There is no card left for you to draw."]
    assert WORDS.events([("drew", ())], 1, 0, NAMES, view) == ["There is no card left for Nereus to draw."]


@pytest.mark.parametrize(
    ("event", "mine", "theirs"),
    [
        (("ended", 0), "Your third figure is home", "The third figure of Anna is home"),
        (("ended", None), "Nobody can do anything any more", "Nobody can do anything any more"),
        (("ferried", 0, 0, (), ()), "Your figures cross without anything to pay.", "The figures of Anna cross without"),
        (("ferried", 0, 7, (7,), ()), "Your figures cross for 7, paid with tile 7.", "The figures of Anna cross for 7"),
        (("ferried", 0, 6, (7,), ()), "Your figures cross for 6, paid with tile 7; 1 is lost.", "The figures of Anna"),
        (
            ("ferried", 0, 9, (2,), (1,)),
            "Your figures must pay 9: you give up all you have, 3, and 6 is missing.",
            "The figures of Anna must pay 9: Anna gives up everything, 3, and 6 is missing.",
        ),
    ],
    ids=str,
)
def test_the_end_is_told_line_by_line(event, mine, theirs):
    view = laid_out().view(0)
    names = ["Anna", "Nereus"]
    lines = WORDS.events([("drew", (1,)), event], 0, 0, names, view)
    assert len(lines) == 2
    assert sentence(lines[1]).startswith(mine)
    assert sentence(WORDS.events([event], 1, 1, names, view)[0]).startswith(theirs)


@pytest.mark.parametrize(
    ("scores", "viewer", "last"),
    [
        ((30, 20, 10), 0, "You win."),
        ((20, 30, 10), 0, "Nereus wins."),
        ((30, 30, 10), 0, "You share the win with Nereus."),
        ((30, 30, 30), 0, "You share the win with Nereus and Thetis."),
        ((10, 30, 30), 0, "Nereus and Thetis share the win."),
        ((-4, 1, 0), 0, "Nereus wins."),
    ],
)
def test_the_outcome_names_scores_and_winners(scores, viewer, last):
    from core.game import Outcome

    table = laid_out("you,bot:random,bot:random")
    view = table.view(0)
    view.outcome = Outcome(scores, tuple(seat for seat in range(3) if scores[seat] == max(scores)))
    *lines, told = WORDS.outcome(view, viewer, NAMES)
    assert told == last
    assert len(lines) == 3
    assert all(sentence(line) for line in lines)
    assert ("You are 4 points short." in lines) == (scores[0] == -4)
    assert any(line.startswith("Nereus has 1 point: ") for line in lines) == (scores[1] == 1)


# Prompts and moves, in real positions ---------------------------------------------------------------------------------


def positions(games_played=12):
    """Positions of whole games at random, each with the prompt's own view."""
    for number in range(games_played):
        stream = Stream(f"positions {number}")
        options = {"bought_cards_can_pay": bool(number % 2)}
        table = new_table(",".join(["you", *["bot:random"] * (1 + number % 3)]), f"deal {number}", **options)
        while not table.over:
            seat = table.view(None).prompt.seat
            yield table, seat, table.view(seat)
            moves = table.view(seat).legal()
            table.play(seat, moves[stream.below(len(moves))])


def test_every_prompt_and_every_legal_move_has_its_words():
    prompts, kinds = set(), set()
    for table, seat, view in positions():
        names = sitting.names(table.seats)
        prompts.add(view.prompt.kind)
        sentence(WORDS.asked(view, seat, names))
        assert sentence(WORDS.asked(view, None, names)) == f"{names[seat]} is to move."
        for move, text in WORDS.choices(view)[0]:
            kinds.add(move[0])
            sentence(text)
            assert text.startswith(table.game.text(move) + ": ")
    assert prompts == set(PROMPTS)
    assert kinds == set(MOVES)


def test_every_look_has_its_words_at_any_time():
    for number, (table, seat, view) in enumerate(positions(4)):
        if number % 5 == 0:
            names = sitting.names(table.seats)
            for look in WORDS.LOOKS.values():
                lines = look(view, seat, names, "")
                assert lines
                assert all(sentence(line) for line in lines)
            assert all(sentence(line) for line in WORDS.position(view, seat, names))


def test_every_refusal_that_can_be_met_is_a_sentence():
    met = set()
    lines = [*"FOHRSCA", "1", "2 FF", "3 RRR", "on F", "on", "pay", "pay 7 7", "pay 1", "pay F O", "pay 2 1 F"]
    lines += ["bridge 26", "bridge 99", "bridge 3", "bridge", "buy 1", "buy 2", "buy 7", "buy 9", "buy", "done"]
    lines += ["stuck", "zzz", "", "9 F", "1 F 2 F", "buy 2 buy 3", "bridge 26 bridge 26", "1 F on R", "stuck 3", "FFF"]
    for number, (table, _seat, view) in enumerate(positions()):
        names = sitting.names(table.seats)
        for line in lines[number % 7 :: 7]:
            try:
                GAME.parse(view, line)
            except GameError as error:
                met.add(error.reason.id)
                sentence(errors.refusal(error, WORDS.REASONS, names))
        moves: list[Move] = [("play", f, c) for f in range(3) for c in range(7)]
        moves += [("on", card) for card in range(7)] + [("bridge", at) for at in range(0, 53, 7)]
        moves += [("buy", value) for value in range(1, 8)] + [("stuck",), ("done",)]
        moves += [("pay", (7, 7), ()), ("pay", (1, 2), ()), ("pay", (), (0,)), ("nonsense",), ("play", 9, 9)]
        for move in moves[number % 8 :: 8]:
            reason = view.explain(move)
            if reason is not None:
                met.add(reason.id)
                sentence(errors.refusal(IllegalMove(reason.id, **reason.params), WORDS.REASONS, names))
    hard = {"bought_card", "game_over", "chance_first", "unreadable", "unreadable_stuck", "unreadable_done"}
    assert set(WORDS.REASONS) - met - hard - {"no_cards_left", "bridge_place", "gap_bridged", "place_free"} == set()


RARE = [
    ("bought_card", {"card": 1}),
    ("no_cards_left", {}),
    ("bridge_place", {"at": 9, "first": 8}),
    ("gap_bridged", {"at": 9}),
    ("place_free", {"at": 9}),
    ("place_free", {"at": 53}),
    ("place_free", {"at": None}),
    ("unreadable", {"text": "1 2"}),
    ("unreadable_stuck", {"text": "stuck 3"}),
    ("unreadable_done", {"text": "done 3"}),
    ("cannot_pay", {"figure": 0, "card": 1, "at": 53, "cost": 9, "funds": 3}),
]


@pytest.mark.parametrize(("reason", "params"), RARE)
def test_a_rare_reason_is_a_sentence(reason, params):
    assert sentence(WORDS.REASONS[reason](params)).endswith(".")


# Errors --------------------------------------------------------------------------------------------------------------

PARAMS = {
    "path": "/games/a.atl",
    "what": "size",
    "limit": 5,
    "format": 2,
    "known": 1,
    "good": 7,
    "offset": 99,
    "why": "frame",
    "errno": 5,
    "strerror": "Input/output error",
    "n": 7,
    "kind": "chat",
    "dealer": "peers",
    "game": "chess",
    "theirs": 2,
    "ours": 1,
}


def test_every_error_is_one_sentence():
    everything: list[Exception] = [LogError(reason, PARAMS) for reason in errors.LOG]
    everything += [TableError(reason, **PARAMS) for reason in errors.TABLE]
    everything += [
        BadOption("seat_count", game="atlantis", seats=7, counts=[2, 3, 4]),
        BadOption("option_name", game="atlantis", option="x", names=["a", "b"]),
        BadOption("option_value", option="a", value="x", values=["true", "false"]),
        BadOption("no_such_game", game="chess", games=["atlantis"]),
        BadOption("no_such_bot", bot="x", bots=["random"]),
        IllegalMove("game_over"),
        IllegalMove("chance_first"),
        IllegalMove("no_back"),
        IllegalMove("bad_field", kind="pay", field=""),
        IllegalMove("bad_field", kind="pay", field="cards"),
        IllegalMove("not_your_turn", seat=1),
        AmbiguousMove(["1 F", "2 F"]),
    ]
    for error in everything:
        text = sentence(errors.sentence(error, "/games/a.atl"))
        assert text.endswith(".")
        assert not re.search(r"\. [A-Z]", text)
    assert errors.sentence(LogError("corrupt", {**PARAMS, "good": 0})).startswith("/games/a.atl is damaged at its very")


def test_what_a_stranger_typed_is_repeated_safely():
    told = errors.refusal(UnreadableMove("unreadable_word", word="\x1b[2J" + "x" * 99), WORDS.REASONS, NAMES)
    assert "\x1b" not in told
    assert len(told) < 80
    assert errors.refusal(IllegalMove("not_your_turn", seat=2), WORDS.REASONS, NAMES).endswith("Thetis is asked.")


def test_lists_read_as_one_says_them():
    assert [sentences.listing(list("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [sentences.choice(list("abc"[:n])) for n in range(4)] == ["", "a", "a or b", "a, b or c"]


# Seats ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("you,bot:random", ["You", "Nereus"]),
        ("you:Anna,bot:random,bot:easy", ["Anna", "Nereus", "Thetis"]),
        ("bot:random,you,bot:easy,bot:random", ["Nereus", "You", "Thetis", "Triton"]),
        ("you,person", ["Player 1", "Player 2"]),
        ("person:Boris,you,bot:easy", ["Boris", "Player 2", "Nereus"]),
        ("you:nereus,bot:random,bot:random", ["nereus", "Thetis", "Triton"]),
        ("person:Player 2,person,bot:random", ["Player 2", "Player 3", "Nereus"]),
        ("bot:random,bot:random,bot:random,bot:random", ["Nereus", "Thetis", "Triton", "Proteus"]),
    ],
)
def test_everybody_has_a_name_of_their_own(seats, names):
    assert sitting.names(sitting.parse_seats(seats, GAME)) == names


def test_seats_are_read_with_some_patience():
    assert sitting.parse_seats(" You : Anna Maria, BOT:Easy ,person") == ["you:Anna Maria", "bot:easy", "person"]


def test_bots_decide_alike_in_the_same_seat_of_the_same_game_only():
    seats = ["bot:random"] * 4
    view = new_table(",".join(seats)).view(0)
    choices = [
        [bot.choose(view) for _ in range(20)]
        for seed in ("a", "a", "b")
        for bot in [bot_of_lines(spec, GAME, seat, seed) for seat, spec in enumerate(seats)]
    ]
    assert choices[:4] == choices[4:8]
    assert len({str(choice) for choice in choices}) == 8


def test_a_sitting_makes_a_bot_for_every_seat_without_a_person():
    import io

    table = new_table("you,bot:random,person:Boris,bot:easy")
    assert sorted(PlainGame(table, "the.atl", io.StringIO(), io.StringIO()).bots) == [1, 3]
