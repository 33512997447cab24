"""Help over every screen: true keys, the rule of the moment, and the rule that refused a move."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from atlantis_tui.games.atalia import help as atalia_rules
from atlantis_tui.games.atlantis import help as rules
from atlantis_tui.games.atlantis.example import sight_of
from atlantis_tui.games.atlantis.plan import AtlantisPlan
from atlantis_tui.games.atlantis.text.reasons import REASONS
from atlantis_tui.help.rules import RulesScreen
from atlantis_tui.help.screen import LEFT, HelpRule, HelpScreen, Key
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.saved.settings import Settings
from atlantis_tui.table import turns
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.text import errors, rulebook
from atlantis_tui.text.keys import describe
from atlantis_tui.ui.bound_keys import every
from core.atlantis.components import MAINLAND, SYMBOLS
from core.atlantis.outlook import look_ahead, ways
from tests.help.at_help import Bare, at_game, at_home
from tests.table.at_table import new_table, pinned, seat_instant_bots, table_where
from tests.ui.stage import LOOKS, PATIENCE, SIZES, drawn, golden, look, look_name

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)


def payable(state):
    return state.step == "turn" and any(
        len(way) == 1 and len(look_ahead(state, way).payments) > 2 for way in ways(state)
    )


def keys_to_pay(view):
    way = next(way for way in ways(view) if len(way) == 1 and len(look_ahead(view, way).payments) > 2)
    return str(way[0][1] + 1), "fohrsca"[way[0][2]]


# Complete -------------------------------------------------------------------------------------------------------------


def test_every_binding_of_every_screen_says_what_it_does():
    assert [id for id in every() if not describe(id)] == []


def test_every_reason_has_its_rule():
    written = "".join(path.read_text("utf-8") for path in (ROOT / "core" / "atlantis").glob("*.py"))
    raised = set(re.findall(r'(?:_no|IllegalMove|UnreadableMove)\(\s*"(\w+)"', written))
    assert {"cannot_pay", "unreadable_word", "chain_no_end"} <= raised
    common = {"ambiguous", "bad_field", "chance_first", "game_over", "no_back", "not_your_turn"}
    assert common <= set(errors.REASONS)
    assert (raised | set(REASONS) | common) - set(rules.REFUSED) == set()


def test_every_rule_stands_in_the_rules():
    parts = {part.number for part in rulebook.parts("atlantis")}
    topics = rules.topics()
    assert set(rules.REFUSED.values()) <= set(topics)
    assert {topic.part for topic in topics.values()} <= parts
    assert set(rules.examples()) <= parts


def test_rules_are_those_of_the_table():
    """Options of the game change what is told."""
    usual = rules.topics()
    other = rules.topics({"atlantis_figures_pay": False, "bought_cards_can_pay": False, "paid_cards": "removed"})
    assert [name for name in usual if usual[name] != other[name]] == ["buy", "end"]
    assert "also from Atlantis" in usual["end"].text[0]
    assert "those on Atlantis stay" in other["end"].text[0]
    assert "cannot pay" in other["buy"].text[-1]


def test_the_examples_show_what_they_say():
    """They are played by the rules; here is what the words about them rely on."""
    shown: list[Any] = [rules.MOVE, rules.CHAIN, rules.TAKE, rules.PAY, rules.BRIDGED]
    move, chain, take, pay, bridged = [cast(Any, sight_of(one).outlook) for one in shown]
    assert move.cost == 0
    assert (move.landing - move.start, move.landing - move.tile_at, move.stacked) == (3, 1, False)
    assert [leg.end - chain.start for leg in chain.legs] == [3, 5]
    assert take.landing - take.tile_at == 2
    assert (pay.cost, len(pay.gaps), pay.gaps[0].last - pay.gaps[0].first) == (3, 1, 1)
    assert bridged.cost == 0
    assert bridged.gaps[0].bridged
    assert sight_of(rules.BRIDGE).bridge_at is not None


def test_an_example_of_atalia_stands_beside_the_keys_at_80_columns():
    """Three cards of a side, and what they are in full. Only four cards under Mud are wider."""
    wide = {}
    for name, topic in atalia_rules.topics().items():
        if topic.example is not None:
            screen = HelpScreen(MenuScreen(), [Key("Enter", "open")], HelpRule("", (), 4, topic.example))
            text = drawn(screen, (80, 24)).text()
            if not re.search(r"(Wedge|Phalanx|Battalion|Skirmish line|Host) \d", text):
                wide[name] = topic.example.width
            assert "…" not in text
    assert set(wide) <= {"mud"}


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("topic", sorted(rules.topics()))
def test_every_rule_is_told_whole(topic, size):
    title, part, words, example = rules.topics()[topic]
    keys = [Key("F O H R S C A", "play a card"), Key("Enter", "propose, then do it")]
    screen = HelpScreen(MenuScreen(), keys, HelpRule(f"The rule: {title}", words, part, example, "Your move: none."))
    told = ""
    for top in range(0, 40, 8):
        screen.top = top
        told += drawn(screen, size).text() + "\n"
    assert title in told
    for paragraph in (*words, "Your move: none."):
        for word in paragraph.split():
            assert word in told
    assert "…" not in told


def test_what_keys_do_at_a_table_fits_beside_the_rule():
    at_table = [id for id in every() if id.startswith(("table.", "atlantis.", "coach.", "app."))]
    assert len(at_table) > 30
    assert [id for id in at_table if len(describe(id)) > LEFT - 14] == []


# The moment -----------------------------------------------------------------------------------------------------------


def home_ahead(state):
    return state.step == "turn" and any(
        look_ahead(state, way).landing == MAINLAND and not look_ahead(state, way).cost for way in ways(state)
    )


@pytest.mark.parametrize(
    ("wanted", "choose", "topic"),
    [
        (lambda state: state.step == "turn" and bool(ways(state)), None, "move"),
        (payable, lambda ahead: ahead.cost, "pay"),
        (payable, lambda ahead: not ahead.cost, "take"),
        (home_ahead, lambda ahead: ahead.landing == MAINLAND and not ahead.cost, "home"),
    ],
    ids=["move", "pay", "take", "home"],
)
def test_the_rule_of_the_moment(wanted, choose, topic):
    view: Any = table_where(wanted).view(0)
    outlook = None
    if choose is not None:
        outlook = next(ahead for ahead in (look_ahead(view, way) for way in ways(view)) if choose(ahead))
    assert rules.rule_of(view, "", outlook) == topic
    for mode, other in (("bridge", "bridge"), ("trade", "buy"), ("stuck", "stuck"), ("done", "bridge")):
        assert rules.rule_of(view, mode, None) == other


async def test_a_planned_move_is_told_in_full():
    async with at_game(table_where(payable), (120, 36)) as hands:
        await hands.press(*keys_to_pay(hands.screen.plan.view), "?")
        assert "The rule now: paying for water" in hands.text
        assert "Your move:" in hands.text
        await hands.press("?")
        await hands.press("b", "?")
        assert "The rule now: the bridge" in hands.text


async def test_a_refused_move_opens_its_rule():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        table = hands.screen
        await hands.press("t")
        assert table.toast.display
        assert "? the rule   any key goes on" in hands.text
        await hands.press("?")
        assert "The rule: trading a tile" in hands.text
        assert "You have no tile to buy cards" in hands.text
        await hands.press("r")
        assert isinstance(hands.screen, RulesScreen)
        assert "3  A turn" in hands.text
        await hands.press("backspace", "enter")
        await hands.press("f" if not table.plan.view.hands[0].held[0] else "y", "?")
        assert "trading a tile" not in hands.text


async def test_a_refused_line_opens_its_rule_while_it_is_typed():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        table = hands.screen
        await hands.press(":")
        await hands.write("buy 7")
        await hands.press("enter")
        assert "? the rule   any key goes on" in hands.text
        await hands.press("?")
        assert "The rule: trading a tile" in hands.text
        await hands.press("enter")
        assert hands.screen is table
        assert table.typed.field.value == "buy 7", "to be mended"


@pytest.mark.parametrize("draft", ["", "figure", "chain"])
def test_what_it_says_to_try_can_be_done(draft):
    """The letters are those of a movement that is legal from what is planned."""
    chained = draft == "chain"
    view: Any = table_where(lambda state: state.step == "turn" and any(len(way) > 1 for way in ways(state))).view(0)
    table = SimpleNamespace(view_of=lambda _step: view, table=SimpleNamespace(steps=[0]), mine=True, position=(0, 0))
    plan = AtlantisPlan(cast(Any, table))
    long = next(way for way in ways(view) if len(way) > 1)
    if draft == "figure":
        plan.choose_figure(long[0][1])
    elif chained:
        plan.go(long[:1])
    said = plan.instead().removeprefix("Try: ").split(" or ")
    assert 1 <= len(said) <= 2
    for one in said:
        keys = one.split()
        figure = plan.figure if draft else int(keys.pop(0)) - 1
        cards = [SYMBOLS.index(letter) for letter in keys]
        way = [("on", card) for card in cards] if chained else [("play", figure, cards[0])]
        way = way if chained else [*way, *(("on", card) for card in cards[1:])]
        assert (*plan.draft, *way) in ways(view)


async def test_a_refused_card_says_what_to_try():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        held = hands.screen.plan.view.hands[0].held
        await hands.press("1", "fohrsca"[held.index(0)])
        tried = re.search(r"Try: (\w)", hands.text)
        assert tried is not None
        await hands.press(tried[1].lower())
        assert not hands.screen.toast.display
        assert hands.screen.plan.moves()


async def test_its_title_tells_the_moment():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        for key, title in (("y", "choosing a move"), ("enter", "a planned move"), ("b", "laying your bridge")):
            await hands.press(key, "?")
            assert f"Help: {title} " in hands.text
            await hands.press("?")


# Keys -----------------------------------------------------------------------------------------------------------------


async def test_keys_of_the_players_own_are_shown():
    settings = Settings(keys={"table.hint": "k", "app.help": "f2"})
    async with at_game(new_table(["you", "bot:random"]), settings=settings) as hands:
        await hands.press("?")
        assert not isinstance(hands.screen, HelpScreen)
        await hands.press("f2")
        lines = {(line.shown, line.does) for line in hands.screen.keys}
        assert ("K", "hint: best three") in lines
        assert ("F2", "help: keys, rule") in lines
        assert not any(shown == "I" for shown, _does in lines)


async def test_whoever_waits_is_told_only_what_can_be_done():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        table = hands.screen
        mine = [key.does for key in _help_of(hands).keys]
        assert "play a card" in mine
        assert "say something" not in mine
        table.turns.halted = "somebody has gone"
        waiting = [key.does for key in _help_of(hands).keys]
        assert "play a card" not in waiting
        assert "log of the game" in waiting


def _help_of(hands):
    return HelpScreen.over(hands.app)


async def test_keys_that_do_the_same_share_a_line():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        lines = {key.does: key.shown for key in _help_of(hands).keys}
        assert lines["choose a figure"] == "1 2 3"
        assert lines["play a card"] == "F O H R S C A"
        assert lines["other payment, gap"] == "← →"
        assert lines["one step back"] == "Bksp Esc"


# The overlay ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 36), marks=pytest.mark.full)], ids=str)
async def test_it_looks_as_it_did(size):
    async with at_home(size, app=Bare) as hands:
        hands.app.push_screen(RulesScreen("atlantis"))
        await hands.on(RulesScreen)
        await hands.press("f1")
        golden(f"help_rules_{size[0]}x{size[1]}", await hands.card())


@pytest.mark.parametrize(
    ("size", "glyphs"),
    [
        ((80, 24), "unicode"),
        ((120, 36), "unicode"),
        ((60, 20), "ascii"),
        *(pytest.param(size, "ascii", marks=pytest.mark.full) for size in ((80, 24), (120, 36))),
        pytest.param((60, 20), "unicode", marks=pytest.mark.full),
    ],
    ids=str,
)
async def test_it_looks_as_it_did_at_a_table(size, glyphs):
    shown = look("dark" if glyphs == "unicode" else "mono", glyphs, motion=False, hover=False)
    table = pinned("help", payable, ("you", "bot:random"), after=30)
    async with at_game(table, size, shown=shown) as hands:
        await hands.press(*keys_to_pay(hands.screen.plan.view), "?")
        golden(f"help_table_{size[0]}x{size[1]}_{glyphs}", await hands.card())


@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_every_look_paints(look):
    topic = rules.topics()["pay"]
    screen = HelpScreen(
        MenuScreen(), [Key("Enter", "open")], HelpRule("The rule now: water", topic.text, 4, topic.example)
    )
    told = drawn(screen, (80, 24), look).text()
    assert "A gap costs the smaller value" in told
    if look.glyphs.name == "ascii":
        assert "(S 7 )" in told


async def test_it_closes():
    async with at_home() as hands:
        before = hands.screen
        for key in ("?", "f1", "enter", "backspace", "escape"):
            await hands.press("?")
            assert isinstance(hands.screen, HelpScreen)
            await hands.press(key)
            assert hands.screen is before


async def test_its_buttons():
    async with at_home() as hands:
        await hands.press("?")
        await hands.click(hands.screen.sheet, "signs")
        assert isinstance(hands.screen, RulesScreen)
        await hands.press("backspace")
        await hands.click(hands.screen.sheet, "close")
        assert isinstance(hands.screen, MenuScreen)


def dead(screen):
    """Names of keys, which have their colour, that a click would not press; the footer aside."""
    canvas, colour = screen.sheet.canvas, screen.look.palette.key
    return [
        (x, y, canvas.chars[y][x])
        for y in range(canvas.height - 1)
        for x, style in enumerate(canvas.styles[y])
        if style.bold and style.color is not None and style.color.name == colour and canvas.chars[y][x] not in " -"
        if canvas.at(x, y) is None
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_whatever_names_a_key_can_be_clicked(size):
    async with at_game(new_table(["you", "bot:random"]), size) as hands:
        table = hands.screen
        await hands.press("?")
        for _ in range(6):
            assert dead(hands.screen) == []
            await hands.press("pagedown")
        hits = {hit for row in hands.screen.sheet.canvas.hits for hit in row}
        assert "close" in hits
        await hands.press("home", *["pageup"] * 6)
        await hands.click(hands.screen.sheet, ("press", "t"))
        assert hands.screen is table
        assert table.toast.display, "T at the table: there is nothing to trade yet"
        await hands.press("?", "r")
        assert isinstance(hands.screen, RulesScreen)
        await hands.press("3")
        assert dead(hands.screen) == []
        await hands.press("?")
        assert dead(hands.screen) == []


async def test_a_key_of_the_rules_can_be_clicked_in_their_help():
    async with at_home(app=Bare) as hands:
        hands.app.push_screen(RulesScreen("atlantis"))
        rules_page = await hands.on(RulesScreen)
        await hands.press("?")
        await hands.click(hands.screen.sheet, ("press", "9"))
        assert hands.screen is rules_page
        assert "9  Options" in hands.text
        await hands.press("?")
        await hands.click(hands.screen.sheet, ("press", "question_mark"))
        assert hands.screen is rules_page, "closed, and not opened once more"
        await hands.press("?")
        await hands.click(hands.screen.sheet, ("press", "slash"))
        assert rules_page.field is not None


async def test_the_first_game_is_offered_where_no_game_is_going_on():
    async with at_home() as hands:
        await hands.press("?")
        assert "L first game" in hands.text
        await hands.press("l")
        await hands.at_lesson()
        await hands.press("?")
        assert "L first game" not in hands.text
        await hands.press("l")
        assert isinstance(hands.screen, HelpScreen)


async def test_the_footer_of_every_screen_offers_it():
    async with at_home() as hands:
        assert hands.text.splitlines()[-1].endswith("? help")
        await hands.click(hands.screen.sheet, ("key", "question_mark"))
        assert isinstance(hands.screen, HelpScreen)


async def test_the_footer_of_a_table_offers_it():
    async with at_game(new_table(["you", "bot:random"]), (60, 20)) as hands:
        assert hands.text.splitlines()[-1].endswith("? help")
        await hands.click(hands.screen.footer, "app.help")
        assert isinstance(hands.screen, HelpScreen)


async def test_a_question_mark_in_a_line_of_text_is_one():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        table = hands.screen
        await hands.press(":", "?", "f1", "ctrl+p")
        assert hands.screen is table
        assert table.typed.field.value == "?"
        await hands.press("backspace", "escape", "?")
        await hands.press("r", "/", "?")
        found = await hands.on(RulesScreen)
        assert found.field.text == "?"


async def test_nothing_opens_where_nothing_can_be_seen():
    async with at_home((40, 10)) as hands:
        await hands.press("?", "f1", "ctrl+p")
        assert isinstance(hands.screen, MenuScreen)


async def test_the_curtain_lets_nothing_through():
    async with at_game(new_table(["you:Anna", "bot:random"])) as hands:
        hands.app.push_screen(CurtainScreen(0, "Anna", ["Boris"], []))
        await hands.on(CurtainScreen)
        await hands.press("?")
        assert hands.screen.rule is None
        assert "show my hand" in hands.text
        assert "Hand 4" not in hands.text


async def test_nobody_finds_the_help_of_somebody_else(monkeypatch):
    """It is open while a bot moves; then the screen is passed on."""
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    monkeypatch.setattr(turns, "PACE", PATIENCE)
    async with at_home(app=Bare, shown=look(motion=True, hover=False)) as hands:
        hands.app.open_table(new_table(["you:Anna", "bot:random", "you:Boris"]))
        await hands.on(CurtainScreen)
        await hands.press("enter")
        await hands.until(lambda: getattr(hands.screen, "mine", False))
        table = hands.screen
        await hands.press("enter", "enter")
        await hands.until(lambda: table.turns.telling is not None)
        await hands.press("?")
        assert "play a card" not in [key.does for key in hands.screen.keys]
        assert "log of the game" in [key.does for key in hands.screen.keys]
        assert "Help: not your turn" in hands.text
        table.turns.hurry()
        await hands.on(CurtainScreen)
        assert [type(screen) for screen in hands.app.screen_stack[2:]] == [CurtainScreen]
        await hands.press("enter")
        await hands.until(lambda: hands.screen is table and table.viewer == 2)


async def test_the_end_of_the_game_closes_it(monkeypatch):
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    async with at_game(new_table(["you", "bot:random"])) as hands:
        await hands.press("?", "r")
        table = hands.app.screen_stack[1]
        while (prompt := table.table.state.prompt) is not None:
            table.table.play(prompt.seat, sorted(table.table.state.legal())[0])
        table.turns.answered()
        await hands.on(ResultScreen)
        assert [type(screen) for screen in hands.app.screen_stack[2:]] == [ResultScreen]
        await hands.press("backspace")
        assert len(hands.app.screen_stack) == 1


async def test_on_a_small_screen_the_refused_rule_comes_first():
    async with at_game(new_table(["you", "bot:random"]), (60, 20)) as hands:
        await hands.press("t", "?")
        assert hands.text.index("The rule: trading a tile") < hands.text.index("Keys here")


async def test_a_small_card_is_scrolled():
    async with at_game(new_table(["you", "bot:random"]), (60, 20)) as hands:
        await hands.press("?")
        first = hands.text
        assert "The rule now" not in first
        await hands.press("pagedown", "pagedown", "pagedown", "pagedown", "down")
        assert "draw a card." in hands.text
        await hands.press(*["pageup"] * 5)
        assert hands.text == first


async def test_it_survives_another_size():
    async with at_game(new_table(["you", "bot:random"])) as hands:
        await hands.press("?")
        await hands.resize(120, 36)
        assert "choose a figure" in hands.text
        await hands.press("?")
        assert "MAINLAND" in hands.text
