"""What is spoken between the table and a bot: all a seat may know, and nothing else. See PROTOCOL.md."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core.dealers
from atlantis_tui import bots
from atlantis_tui.bots import child_process, serve
from atlantis_tui.bots.outgoing import SeatTeller
from atlantis_tui.bots.process import MAX_MOVE, BotAnswer
from atlantis_tui.bots.trouble import REASONS, TROUBLES, trouble
from core import games
from core.atlantis.components import SYMBOLS
from core.bots import LEVELS, make_bot
from core.chance import Open, SeededDealer, Shuffle, Stream
from core.game import AmbiguousMove, BadOption, GameError, IllegalMove, UnreadableMove
from core.hidden import ALL
from core.log import MemoryLog
from core.table import Table, header

GAME = games.load("atlantis")
NAMES = ["Анна", "Boris", "Clio", "Doris"]
PAPER = (Path(bots.__file__).parent / "PROTOCOL.md").read_text("utf-8")


def new_table(seats=2, seed="a seed that nobody may know", **options):
    return Table(MemoryLog(header(GAME, ["you"] * seats, options, seed)))


def opened(lines):
    return [json.loads(line) for line in lines.splitlines()]


class Listener:
    """A seat that is told everything, asked when it is up to it, and remembers the bytes."""

    def __init__(self, table, seat):
        self.table, self.seat = table, seat
        self.teller = SeatTeller(table, seat)
        self.heard = self.teller.hello(NAMES[: len(table.seats)], self.teller.luck(), 30)

    def listen(self):
        """What is new."""
        news = self.teller.news()
        prompt = self.table.state.prompt
        if prompt is not None and prompt.seat == self.seat:
            news += self.teller.ask(self.table.view(self.seat))
        self.heard += news
        return news


def play_at_random(table, seed, moves, tell=lambda: None):
    """Some moves of a game, forced ones not counted."""
    bot = make_bot("random", GAME, seed)
    for _ in range(moves):
        if (prompt := table.state.prompt) is None:
            break
        table.play(prompt.seat, bot.choose(table.view(prompt.seat)))
        tell()


# What is told ---------------------------------------------------------------------------------------------------------


def test_hello_tells_the_game_the_seats_and_ones_own_position():
    table = new_table(3, paid_cards="discard")
    (hello,) = opened(Listener(table, 1).heard)
    assert (hello["protocol"], hello["game"], hello["rules_version"]) == (1, "atlantis", GAME.rules_version)
    assert hello["options"]["paid_cards"] == "discard"
    assert (hello["seats"], hello["seat"]) == (NAMES[:3], 1)
    assert hello["state"] == GAME.export(table.view(1))
    hands = hello["state"]["hands"]
    assert [len(hand) for hand in hands] == [4, 5, 6]
    assert set(hands[0]) == set(hands[2]) == {None}
    assert None not in hands[1]


def test_every_line_is_ascii_and_begins_with_its_kind():
    table = new_table()
    ear = Listener(table, 0)
    play_at_random(table, "a", 20, ear.listen)
    for line in (ear.heard + ear.teller.no(GameError("x", name="ё").reason) + ear.teller.bye("left")).splitlines():
        assert line.isascii()
        assert re.match(rb'\{"kind":"(hello|move|ask|no|bye)"[,}]', line)


def test_a_move_is_told_once_with_what_this_seat_saw_of_it():
    table = new_table()
    ears = [Listener(table, seat) for seat in range(2)]
    table.play(0, table.state.legal()[0])
    if table.state.prompt.kind == "after":
        table.play(0, ("done",))
    (own, others) = (opened(ear.teller.news()) for ear in ears)
    assert [message["kind"] for message in own] == ["move"] * (len(table.steps) - 1)
    drew = {"e": "drew", "cards": [None]}
    assert drew in others[-1]["events"]
    assert drew not in own[-1]["events"]
    assert others[-1]["chance"][-1] is None
    assert own[-1]["chance"][-1] is not None
    assert [ear.teller.news() for ear in ears] == [b"", b""]


def test_who_sits_down_late_is_told_the_same_as_who_was_there_all_the_time():
    table = new_table()
    early = SeatTeller(table, 1)
    lines = early.hello(NAMES[:2], early.luck(), 30)

    def tell():
        nonlocal lines
        lines += early.news()

    play_at_random(table, "b", 30, tell)
    late = SeatTeller(table, 1)
    assert late.hello(NAMES[:2], late.luck(), 30) + late.news() == lines


def test_a_move_taken_back_is_told_by_its_number():
    table = new_table()
    ear = SeatTeller(table, 0)
    ear.hello(NAMES[:2], "", 30)
    play_at_random(table, "c", 6)
    ear.news()
    first = table.back(0, alone=True)
    assert opened(ear.news()) == [{"kind": "back", "to": first.n}]
    table.back(0, alone=True)
    play_at_random(table, "d", 3)
    told = opened(ear.news())
    assert told[0] == {"kind": "back", "to": table.steps[-1 - (len(told) - 1)].n}
    assert [message["n"] for message in told[1:]] == [step.n for step in table.steps][-len(told) + 1 :]
    assert ear.news() == b""


def test_the_question_lists_what_is_legal_and_shows_the_position():
    table = new_table()
    (ask,) = opened(Listener(table, 0).listen())
    assert ask["prompt"] == "turn"
    assert [GAME.read(text) for text in ask["legal"]] == table.view(0).legal()
    assert ask["state"] == GAME.export(table.view(0))
    assert ask["digest"] == table.state.digest().hex()


def test_luck_is_the_same_in_the_same_game_and_differs_between_games_and_seats():
    same = {SeatTeller(new_table(seed=seed), seat).luck() for seed in ("a", "a", "b") for seat in (0, 1)}
    assert len(same) == 4


# Nothing sealed -------------------------------------------------------------------------------------------------------


class TwinDealer(SeededDealer):
    """Deals as another game was dealt, except where told."""

    def __init__(self, seed, orders):
        super().__init__(seed)
        self._others = orders

    def answer(self, asks):
        for ask in asks:
            if isinstance(ask, Shuffle):
                super().answer([ask])
                self.orders[ask.place, ask.epoch] = self._others.get(
                    (ask.place, ask.epoch), self.orders[ask.place, ask.epoch]
                )
        return [-1 if isinstance(ask, Shuffle) else super(TwinDealer, self).answer([ask])[0] for ask in asks]


def other_orders(table, seat):
    """Every shuffled order of this game, with all that `seat` could not see so far in other places."""
    orders: dict[tuple[str, int], list[int]] = {}
    seen: dict[tuple[str, int], set[int]] = {}
    owners: dict[int, list[tuple[str, int, int]]] = {}
    for index, step in enumerate(table.steps):
        if index:
            state = table.steps[index - 1].state.copy()
            state.apply(step.move)
        else:
            state = GAME.new(len(table.seats))
        while state.asks:
            for ask in state.asks:
                if isinstance(ask, Shuffle):
                    table.dealer.answer([ask])
                    orders[ask.place, ask.epoch] = list(table.dealer.orders[ask.place, ask.epoch])
                    seen[ask.place, ask.epoch] = set()
                elif isinstance(ask, Open) and (ask.place, ask.epoch) in orders:
                    seen[ask.place, ask.epoch].add(ask.at)
                    if ask.to not in (ALL, 1 << seat):
                        owners.setdefault(ask.to.bit_length() - 1, []).append((ask.place, ask.epoch, ask.at))
            state.answer(table.dealer.answer(state.asks))
    for owner, drawn in owners.items():  # what they still hold, nobody else has seen
        held = table.state.hands[owner].held.copy()
        for place, epoch, at in reversed(drawn):
            face = orders[place, epoch][at]
            if held[face]:
                held[face] -= 1
                seen[place, epoch].discard(at)
        assert not any(held)
    twin = {}
    for key, order in orders.items():
        free = [at for at in range(len(order)) if at not in seen[key]]
        faces = [order[at] for at in free]
        twin[key] = list(order)
        half = len(faces) // 2
        for at, face in zip(free, faces[half:] + faces[:half], strict=True):
            twin[key][at] = face
    return twin


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_games_that_look_alike_to_a_seat_are_told_to_it_in_the_same_bytes(monkeypatch, seats, seed):
    table = new_table(seats, seed)
    play_at_random(table, seed, 12 * seats)
    while not table.over and any(step.move == ("stuck",) for step in table.steps):
        table.steps.pop()  # a hand that was laid open hides nothing
    assert len(table.steps) > 10
    for seat in range(seats):
        orders = other_orders(table, seat)
        with monkeypatch.context() as patch:
            patch.setattr(core.dealers, "SeededDealer", lambda _: TwinDealer(seed, orders))  # noqa: B023
            twin = new_table(seats, "quite another seed")
        one, other = Listener(new_table(seats, seed), seat), Listener(twin, seat)
        for step in table.steps[1:]:
            for ear in (one, other):
                if len(ear.table.steps) < table.steps.index(step) + 1:  # a forced move may have been made already
                    ear.table.play(step.seat, step.move)
                ear.listen()
        assert one.table.steps[-1].state.digest() == table.steps[-1].state.digest()
        assert twin.dealer.orders["cards", 0] != one.table.dealer.orders["cards", 0]
        assert one.heard == other.heard


def test_the_seed_is_not_told():
    table = new_table(4)
    ears = [Listener(table, seat) for seat in range(4)]
    play_at_random(table, "e", 1000, lambda: [ear.listen() for ear in ears])
    assert table.over
    for ear in ears:
        assert b"seed" not in ear.heard + ear.teller.bye("over")


def test_also_after_the_end_a_seat_is_told_only_what_it_saw():
    table = new_table()
    ear = Listener(table, 0)
    play_at_random(table, "f", 1000)
    assert table.over
    drawn = [
        event
        for message in opened(ear.teller.news())
        if message["seat"] == 1
        for event in message["events"]
        if event["e"] == "drew"
    ]
    assert drawn
    assert all(set(event["cards"]) <= {None} for event in drawn)


# A built-in bot at its end of the pipe --------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), [(2, "k"), (3, "l"), (4, "m")])
@pytest.mark.parametrize("options", [{}, {"paid_cards": "discard", "bought_cards_can_pay": False}])
def test_what_is_told_is_enough_to_know_ones_view_at_every_moment(seats, seed, options):
    table = new_table(seats, seed, **options)
    ears = [Listener(table, seat) for seat in range(seats)]
    players = [serve.ServedBot("random") for _ in ears]
    for ear, player in zip(ears, players, strict=True):
        player.hear(json.loads(ear.heard))

    def follow():
        for seat, (ear, player) in enumerate(zip(ears, players, strict=True)):
            for message in opened(ear.listen()):
                player.hear(message)
            view = table.state.view(seat)
            n, known = player.steps[-1]
            assert n == table.steps[-1].n
            assert known.public() == view.public()
            assert GAME.export(known) == GAME.export(view)
            assert known.legal() == view.legal()

    dice = Stream(seed, "take-back")
    for turn in range(40):
        play_at_random(table, f"{seed}{turn}", 5, follow)
        if not table.over and dice.below(2):
            for _ in range(1 + dice.below(3)):
                if table.back_target(turn % seats, alone=True):
                    table.back(turn % seats, alone=True)
            follow()
    play_at_random(table, seed, 1000, follow)
    assert table.over


def test_a_bot_answers_hello_and_questions_and_goes_after_bye():
    table = new_table()
    ear = Listener(table, 0)
    ear.listen()
    out = io.BytesIO()
    serve.serve(serve.ServedBot("random"), [*ear.heard.splitlines(), ear.teller.bye("left"), b"not read any more"], out)
    ready, answer = opened(out.getvalue())
    assert ready == {"ready": bots.PROTOCOL}
    assert GAME.read(answer["move"]) in table.view(0).legal()


def test_a_bot_notices_that_it_does_not_know_the_position():
    table = new_table()
    ear = Listener(table, 0)
    ask = json.loads(ear.listen()) | {"digest": "00"}
    with pytest.raises(serve.BotOutOfStep):
        serve.serve(serve.ServedBot("random"), [ear.heard.splitlines()[0], json.dumps(ask).encode()], io.BytesIO())


@pytest.mark.parametrize("arguments", [[], ["deep"], ["hard:no"], ["easy:200"], ["random", "easy"]])
def test_serve_wants_one_level(arguments, capsys):
    assert serve.main(arguments) == 2
    assert capsys.readouterr().err == f"Name one bot: {', '.join(LEVELS)}.\n"


@pytest.mark.parametrize(
    "line", ["nonsense", "[]", "{}", '{"kind":"move"}', '{"kind":"ask","digest":""}', '{"kind":"hello"}']
)
def test_serve_answers_what_is_not_the_protocol_with_one_sentence(line, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert serve.main(["random"]) == 2
    assert re.fullmatch("This is not what PROTOCOL.md promises a bot: .+\n", capsys.readouterr().err)


def test_serve_needs_no_screen():
    code = "import sys, atlantis_tui.bots.serve; print(*({'textual', 'rich', 'asyncio'} & set(sys.modules)))"
    environ = child_process.surroundings(own=True)
    done = subprocess.run([sys.executable, "-P", "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# Answers --------------------------------------------------------------------------------------------------------------


def answer(view, **spoken):
    return BotAnswer(json.dumps(spoken).encode()).move(GAME, view)


def opening():
    """The first turn, with the letter of a card that one has and of one that one has not."""
    view = new_table().view(0)
    held = view.hands[0].held
    return view, SYMBOLS[next(s for s in range(7) if held[s])], SYMBOLS[held.index(0)]


def test_an_answer_is_a_move_in_any_form_a_player_could_type():
    view, card, _ = opening()
    move = ("play", 0, SYMBOLS.index(card))
    for text in (f"1 {card}", f"1{card.lower()}", f"  1   {card} ", card):
        assert answer(view, move=text) == move
    assert answer(view, move="bridge 26") == answer(view, move="br 26", think="hard") == ("bridge", 26)


@pytest.mark.parametrize(
    ("spoken", "error", "reason"),
    [
        ({"move": "bridge 26 1 {card}"}, UnreadableMove, "not_one_move"),
        ({"move": "1 {card} done"}, UnreadableMove, "not_one_move"),
        ({"move": "1"}, AmbiguousMove, "ambiguous"),
        ({"move": "1 {lacking}"}, IllegalMove, "no_such_card"),
        ({"move": "stuck"}, IllegalMove, None),
        ({"move": "resign"}, UnreadableMove, None),
        ({"move": ""}, UnreadableMove, None),
        ({"move": 7}, UnreadableMove, "not_a_text"),
        ({"move": ["1 F"]}, UnreadableMove, "not_a_text"),
        ({"move": None}, UnreadableMove, "not_a_text"),
        ({"move": "1" * (MAX_MOVE + 1)}, UnreadableMove, "not_a_text"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_is_not_one_legal_move_is_refused_with_the_reason(spoken, error, reason):
    view, card, lacking = opening()
    if isinstance(spoken["move"], str):
        spoken = {"move": spoken["move"].format(card=card, lacking=lacking)}
    with pytest.raises(error) as refused:
        answer(view, **spoken)
    assert reason in (None, refused.value.reason.id)


@pytest.mark.parametrize(
    "line",
    [b"", b"1 F", b"[1", b'"1 F"', b"[]", b"null", b"\xff\xfe", b"1" * 5000, b"[" * 8000, b'{"a":' * 1500],
    ids=lambda line: repr(line[:12]),
)
def test_what_is_not_a_json_object_is_a_wrong_answer(line):
    said = BotAnswer(line)
    assert not said.is_none
    with pytest.raises(UnreadableMove) as refused:
        said.move(GAME, new_table().view(0))
    assert refused.value.reason.id == "not_json"


@given(st.text(max_size=MAX_MOVE) | st.text("123457FOHRSCA payonbridgestuckdone,+", max_size=40))
def test_no_text_does_harm(text):
    view = new_table().view(0)
    try:
        move = answer(view, move=text)
    except GameError:
        return
    assert view.explain(move) is None


def test_a_line_without_a_move_is_no_answer():
    assert BotAnswer(b"{}").is_none
    assert BotAnswer(b'{"say":"hm"}').is_none
    assert not BotAnswer(b'{"move":null}').is_none


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ну что ж!", "Ну что ж!"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("\x1b[2Jgone\x07\x9b31m", "[2Jgone 31m"),
        ("turned \u202eround\u2028 \ud800", "turned round"),
        ("x" * 200, "x" * 200),
        ("x" * 5000, "x" * 199 + "…"),
        ("\0" * 5000, ""),
        (["no text"], ""),
    ],
)
def test_remarks_are_made_fit_for_a_screen(said, shown):
    assert BotAnswer(json.dumps({"say": said}).encode()).said == shown


# Seats ----------------------------------------------------------------------------------------------------------------


def test_a_command_is_split_as_a_shell_would():
    assert bots.command("cmd:./my\\ bot --name 'A B' x:y", GAME) == ["./my bot", "--name", "A B", "x:y"]
    assert bots.command("bot:easy", GAME)[-2:] == ["atlantis_tui.bots.serve", "easy"]
    assert bots.command("bot:hard:200", GAME)[-2:] == ["atlantis_tui.bots.serve", "hard:200"]


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("cmd:", "bad_command"),
        ("cmd:   ", "bad_command"),
        ("cmd:'./bot", "bad_command"),
        ("cmd:./there-is-no-such-program", "no_such_program"),
        (f"cmd:{__file__}", "no_such_program"),  # not executable
    ],
)
def test_a_seat_nobody_can_sit_down_at_is_refused_before_the_game(spec, reason):
    with pytest.raises(BadOption) as refused:
        bots.check_program(spec)
    assert refused.value.reason.id == reason
    sentence = REASONS[reason](refused.value.reason.params)
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_a_seat_somebody_can_sit_down_at_is_not_refused():
    bots.check_program("cmd:sh -c 'exit 1'")


@pytest.mark.parametrize(
    ("spec", "reason"), [("bot:deep", "no_such_bot"), ("bot:", "no_such_bot"), ("you", "no_such_seat")]
)
def test_a_seat_that_is_no_bot_has_no_command(spec, reason):
    with pytest.raises(BadOption) as refused:
        bots.command(spec, GAME)
    assert refused.value.reason.id == reason


@pytest.mark.parametrize("reason", TROUBLES)
def test_every_trouble_is_told_in_a_sentence(reason):
    params = {
        "spec": "S",
        "why": "W",
        "answer": "A",
        "theirs": 2,
        "ours": 1,
        "code": 3,
        "last_words": "L",
        "seconds": 30.0,
    }
    sentence = trouble("Nereus", reason, params)
    assert re.fullmatch(r"Nereus [^{}]+, so a built-in bot plays (on|instead)\.( [^{}]+\.)?", sentence)


# The paper ------------------------------------------------------------------------------------------------------------


def test_the_paper_names_every_field_and_every_limit():
    table = new_table()
    ear = Listener(table, 0)
    ear.listen()
    play_at_random(table, "f", 1000, ear.listen)
    messages = opened(ear.heard + ear.teller.no(GameError("x").reason) + ear.teller.bye("over"))
    for name in {name for message in messages for name in message} - {"kind"}:
        assert f"`{name}`" in PAPER
    for kind in {message["kind"] for message in messages}:
        assert f"\n**{kind}** — " in PAPER
    for number in (bots.MAX_LINE, bots.MAX_LINES, bots.MAX_SAID, int(bots.SECONDS), MAX_MOVE):
        assert str(number) in PAPER
    for name in [*child_process.KEPT, *(f"{family}*" for family in child_process.KEPT_FAMILIES)]:
        assert f"`{name}`" in PAPER
    assert f"version **{bots.PROTOCOL}**" in PAPER
    assert (child_process.MAX_NOISE, child_process.GRACE) == (1 << 20, 0.5)


def shape(value):
    """The fields of a message, and the fields of their values."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items()}
    return type(value)


def test_the_example_on_the_paper_is_true():
    """In all but the deal: what is cut short there is only checked as far as it goes."""
    table = new_table()
    ear = SeatTeller(table, 1)
    messages = opened(ear.hello(["Anna", "mybot"], ear.luck(), bots.SECONDS))
    table.play(0, table.state.legal()[0])
    table.play(0, GAME.read("done"))
    messages += opened(ear.news() + ear.ask(table.view(1)))
    messages += opened(ear.no(GameError("no_such_card", card=2).reason) + ear.bye("left"))
    lines = [
        line.split(maxsplit=1) for line in PAPER[PAPER.index("## An example") :].splitlines() if line[:4] == "    "
    ]
    written = [json.loads(re.sub(r",…(?=[]}])", "", text)) for who, text in lines if who == "we"]
    for example, message in zip(written, messages, strict=True):
        assert list(example) == list(message)
        if "state" in example:
            message["state"] = {name: message["state"][name] for name in example["state"]}
        assert shape(example) == shape(message)
        for event in example.get("events", []):
            assert list(event) == ["e", *(field.name for field in GAME.events[event["e"]].fields)]
    assert json.loads(lines[1][1]) == {"ready": bots.PROTOCOL}
