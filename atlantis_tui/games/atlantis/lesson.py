"""The first game of Atlantis: two players, thirty-one turns, and sixteen moments in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui.games.atlantis.lesson_lines import lines
from atlantis_tui.games.lesson_steps import Lesson, Spot, Step
from atlantis_tui.text.translation import _
from core.atlantis.components import ATLANTIS, FLAG, HELMET, MAINLAND, PLACES, RING, STATUE, SYMBOLS, TILE
from core.game import Move

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.rich_line import Piece

SEED = "FIRST-168"
# Whole turns; the tutor's moves are those that a game between two bots came to, with the moments worth a word kept for
# the person.
TURNS = (
    "1 R, done",
    "2 F, done",
    "2 F, on F, done",
    "bridge 26, 3 H",
    "3 C, done",
    "buy 3, 3 O",
    "1 O, done",
    "3 H",
    "1 C, pay 2 1, done",
    "2 R",
    "1 H, on H, done",
    "1 C",
    "2 F, pay 4 2, done",
    "3 H, on A, pay 6",
    "bridge 39, 1 H",
    "2 A",
    "buy 5, 1 S",
    "1 F, on A, pay 5 1",
    "2 S",
    "buy 6, 3 F",
    "3 F, pay 2 2 1 O C",
    "2 C",
    "3 A, on F",
    "2 R, pay 4 O R R A A",
    "2 S",
    "3 A, pay 3 1 A",
    "2 C, pay 7",
    "2 F",
    "3 C",
    "3 S",
    "3 H, pay 7",
)
MOVES = tuple(move for turn in TURNS for move in turn.split(", "))

FIRST_MOVE: tuple[Move, ...] = (("play", 0, RING),)
OVER_WATER: tuple[Move, ...] = (("play", 1, FLAG),)


def _way(*wanted: Sequence[Move]) -> Any:
    """Takes a movement with one of these ways, however it is paid."""

    def plays(moves: Sequence[Move]) -> bool:
        return tuple(move for move in moves if move[0] != "pay") in [tuple(way) for way in wanted]

    return plays


def _road(*places: int) -> Spot:
    return Spot("path", places)


def steps() -> Sequence[Step]:
    prompt, hand, scores, road = Spot("prompt"), Spot("hand"), Spot("scores"), Spot("path")
    return (
        Step(
            _("The way home"),
            _(
                "Your three figures stand on ~Atlantis~, and it sinks. Lead them along the road to the ~Mainland~. On "
                "the way you gather tiles and pay for water. Who has most left in the end wins."
            ),
            "",
            0,
            (road,),
        ),
        Step(
            _("The road"),
            _(
                "A tile has a symbol and a value, 1 to 7. A bar below it means that another one lies under it. In the "
                "middle there is water already; its number, 4, is what crossing it costs."
            ),
            "",
            0,
            (road,),
        ),
        Step(
            _("A figure"),
            _("It is your turn. In a turn you move one figure: first choose which. All three are still on Atlantis."),
            _("Press *1*, or click Atlantis."),
            0,
            (_road(ATLANTIS),),
            planned=lambda table: table.plan.figure == 0,
            instead=_("Nothing has to be played yet: press *1* for figure 1."),
            beside=(road,),
        ),
        Step(
            _("A card"),
            _(
                "A card leads to the next tile ahead with its symbol, however far: [R] to [R3]. Letters show the "
                "others."
            ),
            _("Press *R*, or click the ring."),
            0,
            (_road(7), _road(ATLANTIS, 1, 5, 9), Spot("hand", (("card", RING),))),
            planned=lambda table: table.plan.draft == FIRST_MOVE,
            instead=_("In this step the ring is meant: press Bksp, then 1 R."),
            before=lambda table: table.plan.choose_figure(0),
            beside=(road, hand),
        ),
        Step(
            _("Look, then do it"),
            _(
                "Nothing is done yet: the lines below tell all of it. You land on [R3] and take [F2], the first tile "
                "behind you that nobody stands on. Then you draw a card."
            ),
            _("*Enter* makes the move."),
            0,
            (_road(7), _road(6), prompt),
            plays=_way(FIRST_MOVE),
            instead=_("In this step the ring is meant: press Bksp, then 1 R, then Enter."),
            before=lambda table: table.plan.go(FIRST_MOVE),
        ),
        Step(
            _("Your hand"),
            _(
                "Under a symbol stands how many such cards you hold, ~×2~, and how many are ~unseen~ yet, ~?12~. "
                "~Tiles~ tells the values of those that you own: one 2. Above, ~deck~ has the cards to draw, ~discard~ "
                "those played."
            ),
            "",
            4,
            (hand, Spot("header")),
        ),
        Step(
            _("Somebody stands there"),
            _(
                "Nereus has moved to [F3], your next flag. Nobody stops on a held place: you play another card and go "
                "on from there, to the next free one. Here a second [F] leads to [F6]."
            ),
            _("Press *2* *F* *F*, then *Enter*."),
            4,
            (_road(1), _road(3), Spot("hand", (("card", FLAG),))),
            plays=_way(*((("play", figure, FLAG), ("on", FLAG)) for figure in (1, 2))),
            instead=_("Try the chain: 2 F F, then Enter. Bksp takes back what you planned."),
            beside=(_road(ATLANTIS), hand),
        ),
        Step(
            _("Water costs"),
            _(
                "Some turns later. Where the last tile was taken, water opened, or at Atlantis the road sank. Crossing "
                "costs the ~smaller~ of the two tiles beside it, however wide it is: 3 here, and 3 further on."
            ),
            _("Press *2* *F*: figure 2 would cross both."),
            24,
            (_road(11), _road(16), _road(ATLANTIS, 10, 12, 15, 17)),
            planned=lambda table: table.plan.draft == OVER_WATER,
            instead=_("Figure 2 is meant, with a flag: press Bksp, then 2 F."),
            beside=(road,),
        ),
        Step(
            _("Paying"),
            _(
                "3 and 3 make 6. You pay with tiles at their value and with cards at 1 each, and get no change: your "
                "[4] and [2] fit exactly. *→* shows other ways to pay."
            ),
            _("*Enter* pays and moves."),
            24,
            (Spot("prompt", (), (1,)), Spot("hand", (("tile", 4), ("tile", 2))), _road(11, 16)),
            plays=_way(OVER_WATER),
            instead=_("Figure 2 and a flag are meant: press Bksp, then 2 F, then Enter."),
            before=lambda table: table.plan.go(OVER_WATER),
            beside=(hand, _road(3, 21, 22)),
        ),
        Step(
            _("All players"),
            _(
                "~tile~ and ~card~: how many each holds. ~home~: figures that have arrived. ~br~: the bridge, if it is "
                "still in hand. ~own~: what tiles and cards are worth. ~cost~: what bringing all figures home would "
                "cost. ~pts~: own less cost, as in the end."
            ),
            "",
            30,
            (scores,),
        ),
        Step(
            _("Your bridge"),
            _(
                "Figure 1 stands before water of ~4~. You have one bridge for the whole game: where it lies, everybody "
                "crosses for nothing from then on."
            ),
            _("Press *B*, then *Enter*."),
            30,
            (_road(39), _road(37)),
            plays=lambda moves: list(moves) == [("bridge", 39)],
            instead=_("The bridge first: press B until the water of 4 is chosen (→ for another), then Enter."),
            beside=(road,),
        ),
        Step(
            _("Over it"),
            _("Now that water is free: [H] takes figure 1 over the bridge, to the next helmet."),
            _("Press *1* *H*, then *Enter*."),
            31,
            (_road(39), _road(37, 43), Spot("hand", (("card", HELMET),))),
            plays=_way((("play", 0, HELMET),)),
            instead=_("Over the bridge: press 1 H, then Enter. Bksp takes back what you planned."),
            beside=(road, hand),
        ),
        Step(
            _("Trading a tile"),
            _(
                "Two cards are few. Once in a turn, before you move, you may give a tile back and draw half its value "
                "in cards, rounded down: your [5] brings two."
            ),
            _("Press *T*, *→* until the 5 is chosen, then *Enter*."),
            33,
            (Spot("hand", (("tile", 5),)), hand, prompt),
            plays=lambda moves: list(moves) == [("buy", 5)],
            instead=_("Trade the 5: press T, then → until the 5 is chosen, then Enter."),
        ),
        Step(
            _("Coming home"),
            _(
                "No statue lies ahead of figure 1. A card without a tile ahead leads to the ~Mainland~. Each figure at "
                "home draws you one card more every turn."
            ),
            _("Press *1* *S*, then *Enter*."),
            34,
            (_road(MAINLAND), Spot("hand", (("card", STATUE),)), _road(*range(43, PLACES))),
            plays=_way((("play", 0, STATUE),)),
            instead=_("Bring figure 1 home: press 1 S, then Enter. Bksp takes back what you planned."),
        ),
        Step(
            _("Nearly home"),
            _(
                "Many turns later, two of yours are home. With the third the game is over: you draw four cards, and "
                "everybody else must still cross and pay. That costs Nereus ~12~ now."
            ),
            "",
            56,
            (scores,),
        ),
        Step(
            _("The end"),
            _("Water of ~2~ and of ~5~ lies before figure 3, but no helmet: [H] leads it home."),
            _("Press *3* *H*, then *Enter*."),
            56,
            (_road(MAINLAND), _road(32, 34, 42), Spot("hand", (("card", HELMET),))),
            plays=_way((("play", 2, HELMET),)),
            instead=_("Bring the last one home: press 3 H, then Enter. Bksp takes back what you planned."),
            beside=(road, hand),
        ),
    )


def closing() -> str:
    return _(
        "The final crossing: Nereus had two figures on the road and paid 12 for the water before them. What is left "
        "counts, tiles at their value and cards at 1. You know it all now."
    )


def chip(text: str, look: Look) -> Piece:
    """`[R]` a card, `[R3]` a tile, `[5]` a value."""
    from atlantis_tui.games.atlantis.widgets import chips  # needs a screen

    if text[0] not in SYMBOLS:
        return chips.value(text, look)
    symbol = SYMBOLS.index(text[0])
    return chips.tile(symbol * TILE + int(text[1]), look) if len(text) > 1 else chips.card(symbol, look)


KEYS = ("do", "other(1)", "back", "bridge", "trade")

LESSON = Lesson("atlantis", ("you", "bot:easy"), SEED, MOVES, steps, closing, chip, lines, KEYS)
