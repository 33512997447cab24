"""The first game of Survive!: thirty-seven turns with a colour each, and sixteen moments in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui.games.lesson_steps import Lesson, Spot, Step
from atlantis_tui.games.survive.lesson_lines import lines
from atlantis_tui.text.translation import _
from core.game import Move
from core.survive.components import (
    BACKS,
    BEACH,
    CREATURES,
    FIRST_SAFE,
    HEX_AT,
    ISLAND,
    LETTERS,
    NEIGHBOURS,
    SAFE,
    SHORE,
    TERRAINS,
)
from core.survive.notation import read

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.rich_line import Piece

SEED = "FIRST-406"
# All set up in the first lines; then come the turns, long ones in two lines. The first three are made for what there is
# to learn, the rest is as a game between two bots went.
TURNS = (
    "place P5.a6, place E8.b7, place H5.a4, place S8.b9, place S6.a7, place O4.b5",
    "place N5.a5, place I10.b10, place P9.a3, place G8.b3, place G6.a2, place I4.b8",
    "place O10.a1, place K6.b6, place L5.a9, place L9.b1, place M6.a10, place R7.b4",
    "place H7.a8, place K8.b2, launch R5, launch D9, launch Q4, launch F9",
    "P5.a6 board R5, boat R5 T5, N5.a5 P5, sink I4",
    "E8.b7 board D9, G8.b3 E8, E8.b3 board D9, sink M6",
    "play beach wind, boat T5 S4, boat S4 T3, boat T3 U2, U2.a6 isle",
    "H5.a4 swim F5, P5.a5 board Q4, sink K8, serpent L7 K8",
    "D9.b7 swim D9, O4.b5 board Q4, boat F9 G10, sink P9, serpent U12 T11",
    "F5.a4 swim D5, S6.a7 swim T5, P9.a3 swim R9, sink F7",
    "play beach dolphin, I4.b8 swim H3, H3.b8 swim G2, end, S8.b9 swim T9, I10.b10 swim G10, D9.b3 swim D9, sink Q6",
    "play beach serpent, serpent V3 F9, D5.a4 swim C4, T5.a7 swim U4, R9.a3 swim T9, sink H5",
    "G10.b10 swim F11, D9.b7 swim B9, Q4.b5 swim Q4, sink O8, whale H5 I2",
    "boat Q4 R3, boat R3 S2, U4.a7 swim V3, sink J9, whale I2 I4",
    "Q4.b5 swim R3, R7.b4 S8, S8.b4 swim T9, sink M8, shark M8 O8",
    "end, V3.a7 isle, S2.a5 swim S2, G6.a2 E6, sink K10, whale I4 M2",
    "end, R3.b5 swim S2, D9.b3 swim B9, boat G10 H11, sink O4, shark O8 L7",
    "end, L5.a9 N5, O10.a1 swim Q10, E6.a2 swim D5, sink O6, whale O8 R11",
    "play beach shark, shark K10 B3, F11.b10 swim E12, K6.b6 J7, J7.b6 H7, sink N7, whale R11 O8",
    "end, D5.a2 swim C4, end, sink K4, whale K4 E4",
    "boat U2 T3, boat H11 J11, end, shark B3 C4, defend beach",
    "end, boat S2 Q2, S2.a5 swim T3, boat D9 C8, sink L9, shark L7 J9",
    "end, S2.b5 swim T3, boat C8 B7, boat B7 A8, sink K6, whale M2 J3",
    "end, boat A8 B7, H7.a8 G6, G6.a8 E6, sink S8, shark L9 J9",
    "play beach dolphin, T9.b9 swim V9, V9.b9 swim T9, end",
    "boat J11 K12, boat K12 L13, boat Q2 P1, sink E6, serpent C2 B3",
    "play beach dolphin, C4.a4 swim D5, D5.a4 swim E4, E4.a4 swim F3, F3.a4 swim E2",
    "E6.a8 swim D5, boat B7 A6, sink M4, whale O8 Q6",
    "G2.b8 swim E2, boat A6 B7, boat L13 K12, sink N9, shark J9 J7",
    "end, boat T3 U2, C4.a2 swim E4, T3.a5 swim U2, sink O10, serpent F9 D9",
    "B9.b7 swim A8, T3.b5 swim V3, B9.b3 swim C10, sink G6, serpent B3 C4",
    "end, E2.a4 swim C2, U2.a5 isle, E4.a2 swim F3, sink M10, serpent B11 C10",
    "play forest dolphin, E12.b10 swim C12, end, V3.b5 isle, C12.b10 isle, E2.b8 swim C2, sink S6, shark N7 J7",
    "end, C2.a4 isle, F3.a2 swim E2, D5.a8 swim C6, sink H9, whale J3 M4",
    "end, C2.b8 isle, boat P1 N1, end, sink I8, whale Q6 T5",
    "end, boat O10 Q10, E2.a2 swim C2, N5.a9 P5, sink E8, whale E4 I4",
    "end, T9.b4 swim V9, boat Q10 R9, end, sink R7, serpent C4 B3",
    "end, C2.a2 isle, Q10.a1 swim R9, boat R7 Q6, sink J5, whale S8 V9",
    "end, V9.b4 swim T9, boat J5 K4, end, whale M4 H3",
    "end, P5.a9 swim R5, boat K4 J5, C6.a8 swim B5, sink N5, whale H3 F3",
    "end, boat U2 V3, boat R9 P9, boat Q6 S6, sink Q8, shark I8 K6",
    "end, R5.a9 swim S6, boat K12 L11, T9.a3 swim V9, sink P7, whale T5 W8",
    "end, boat P9 Q10, boat N1 O2, T9.b4 swim V9, sink G8, whale E6 G8",
    "end, boat Q10 R9, V9.a3 swim T9, boat V3 U2, sink H7",
)
MOVES = tuple(move for turn in TURNS for move in turn.split(", "))


def _hex(name: str) -> int:
    return HEX_AT[LETTERS.index(name[0]), int(name[1:]) - 1]


def _at(*names: str) -> Spot:
    """Hexes of the board."""
    return Spot("sea", tuple(map(_hex, names)))


def _near(name: str, steps: int) -> Spot:
    """A hex and all that lie up to so many steps from it."""
    found = {_hex(name)}
    for _step in range(steps):
        found |= {beside for one in found for beside in NEIGHBOURS[one]}
    return Spot("sea", tuple(sorted(found)))


def _only(*wanted: str) -> Any:
    """Takes these moves and no others, as they are written."""
    moves = list(map(read, wanted))
    return lambda made: list(made) == moves


def _to_u2(moves: Sequence[Move]) -> bool:
    """With the wind to U2, whatever the way."""
    return (moves[-1][0], moves[-1][-1]) == ("boat", _hex("U2"))


def steps() -> Sequence[Step]:
    isles = Spot("sea", tuple(FIRST_SAFE + isle for isle in range(len(SAFE))))
    island, shore = Spot("sea", ISLAND), Spot("sea", SHORE)
    hand, tile, players = Spot("hand"), Spot("hand", (("tile", 0),)), Spot("players")
    return (
        Step(
            _("The island sinks"),
            _(
                "Every turn a tile of the island goes under: first the beaches [beach], then the forests [forest], "
                "last the mountains [mountain]. Bring your explorers to the four ~safe islands~ in the corners."
            ),
            "",
            0,
            (island, isles),
        ),
        Step(
            _("Treasures"),
            _(
                "Under each of your ten explorers lies a treasure of 1 to 6, which nobody else sees. All ~place~ their "
                "explorers first, then their ~boats~: the table of players shows what each has ~still to place~."
            ),
            "",
            0,
            (hand, players),
        ),
        Step(
            _("Your explorers"),
            _("All place explorers in turn, each on an empty tile. Your [6] is dear: keep it near the water."),
            _("*A* suggests a tile, *Enter* places."),
            0,
            (_at("P5"),),
            plays=_only("place P5.a6"),
            instead=_("The 6 on P5 is meant: press *6*, then *A*, then Enter."),
            beside=(island, shore),
        ),
        Step(
            _("A boat"),
            _("By now all explorers stand. Then all place two boats each, on sea beside land: one beside your [6]."),
            _("*A* suggests a hex, *Enter* places."),
            20,
            (_at("R5", "P5"),),
            plays=_only("launch R5"),
            instead=_("A boat on R5 is meant: press *A*, then Enter."),
            beside=(island, shore),
        ),
        Step(
            _("Aboard"),
            _(
                "Your turn: ~3 points~ to move with. *Tab* chooses a piece, the dearest first, and its reach lights "
                "up; digits are the cost. The boat at R5 is one point away."
            ),
            _("Press *Tab*, *→*, then *Enter*."),
            24,
            (_at("P5", "R5"), Spot("header")),
            plays=_only("P5.a6 board R5"),
            instead=_("The 6 into the boat: press Bksp, then Tab until it is chosen, → to R5, Enter."),
            beside=(_near("P5", 2),),
        ),
        Step(
            _("Rowing"),
            _(
                "Who has most explorers aboard ~controls~ a boat and may row it, an empty one anybody. Each hex is a "
                "point. *E* goes through the pieces of a hex: the [6], then its boat."
            ),
            _("Press *E* *E*, *→*, then *Enter*."),
            25,
            (_at("R5", "T5"),),
            plays=_only("boat R5 T5"),
            instead=_("The boat is meant, from R5 to T5: press E until it is chosen, then →, then Enter."),
            beside=(_near("R5", 2),),
        ),
        Step(
            _("On foot"),
            _(
                "The last point is for your [3] at N5: it walks to the coast, where your other boat waits. On land any "
                "number may stand on a tile."
            ),
            _("*Tab* until it is chosen, *→*, *Enter*."),
            26,
            (_at("N5", "P5", "Q4"),),
            plays=_only("N5.a5 P5"),
            instead=_("The 3 from N5 to P5 is meant: Tab until N5 is chosen, then →, then Enter."),
            beside=(_near("N5", 1),),
        ),
        Step(
            _("Where all are"),
            _(
                "How many of each stand on ~land~, sit in a ~boat~, ~swim~, are ~safe~ or ~lost~; and each ~tile~ "
                "kept. Then come the ~tiles~ that you have kept, and what your explorers are ~worth~: a sign behind "
                "tells who has left the land."
            ),
            "",
            27,
            (players, hand),
        ),
        Step(
            _("Sinking"),
            _(
                "Now you must sink one of the marked tiles: beaches first, and by the water. What its back shows is "
                "~green~ and happens at once, or ~red~: you keep it in secret. At I4 only Nereus gets wet."
            ),
            _("Press *A*, then *Enter*."),
            27,
            (_at("I4"),),
            plays=_only("sink I4"),
            instead=_("Sink I4: press *A*, then Enter."),
            beside=(_at("K4", "O4", "H5", "M6", "Q6", "F7", "J7", "N7"),),
        ),
        Step(
            _("A red tile"),
            _(
                "I4 was red: you kept [wind]. Before moving you may play one such tile. Nereus sank M6, which was "
                "green: a boat, and your [1] there climbed in."
            ),
            _("Press *1*, then *Enter*."),
            32,
            (_at("M6"), tile),
            plays=_only("play beach wind"),
            instead=_("Play the wind: press *1*, then Enter."),
            beside=(_at("I4"),),
        ),
        Step(
            _("Danger"),
            _(
                "It carries your boat up to 3 hexes for nothing. U2 and V3 both lead to the island, but at V3 a "
                "serpent takes boat and crew: *!* warns you, and below is told what it costs."
            ),
            _("*Tab* *→* *↑* *↑* looks at V3. *↑* again is U2: *Enter*."),
            33,
            (_at("V3", "U2", "T5"), Spot("sea", (FIRST_SAFE + SAFE.index("NE"),)), Spot("prompt")),
            plays=_to_u2,
            instead=_("The boat from T5 to U2: Tab until T5 is chosen, arrows to U2, then Enter."),
            beside=(_near("T5", 3),),
        ),
        Step(
            _("Saved"),
            _(
                "From U2 one point leads ashore, as from every [landing]. Who is on an island is saved, and counts in "
                "the end."
            ),
            _("*Enter* takes the 6, *→* aims, *Enter* lands."),
            36,
            (_at("U2"), Spot("sea", (FIRST_SAFE + SAFE.index("NE"),))),
            plays=_only("U2.a6 isle"),
            instead=_("The 6 ashore: choose it at U2, then → to the island, then Enter."),
            beside=(_near("U2", 1),),
        ),
        Step(
            _("Swimming"),
            _(
                "No boat is near your [5] at H5, a beach that will sink. It swims, but in the water each explorer "
                "makes only ~one~ move a turn, whatever points are left."
            ),
            _("*Tab* until it is chosen, *←*, *Enter*."),
            37,
            (_at("H5", "F5"),),
            plays=_only("H5.a4 swim F5"),
            instead=_("The 5 from H5 to F5: Tab until H5 is chosen, then ←, then Enter."),
            beside=(_near("H5", 1),),
        ),
        Step(
            _("The die"),
            _(
                "You sank K8, and an explorer of Nereus swims there. Last in a turn the die shows a creature, now a "
                "~serpent~ [serpent]: it takes boats and swimmers, a shark [shark] swimmers, a whale [whale] boats."
            ),
            _("*Enter* proposes the prey, *Enter* again does it."),
            40,
            (_at("L7", "K8"), Spot("header")),
            plays=_only("serpent L7 K8"),
            instead=_("The serpent from L7 to K8 is meant: press Bksp until nothing is chosen, then Enter twice."),
            beside=(_near("L7", 1),),
        ),
        Step(
            _("Defence"),
            _(
                "Many turns later Nereus moves a shark to C4, where your [5] and [2] swim. But you have kept a red "
                "tile for that: [no_shark]. The shark leaves the game."
            ),
            _("Press *D*."),
            113,
            (_at("C4", "B3"), Spot("hand", (("tile", 2),))),
            plays=_only("defend beach"),
            instead=_("Ward it off: press D."),
        ),
        Step(
            _("The volcano"),
            _(
                "Five of yours are safe, and only mountains are left. Under one lies the ~volcano~: it ends the game "
                "at once, and who is not on an island is lost. On H7 somebody of Nereus still waits."
            ),
            _("Press *A*, then *Enter*."),
            243,
            (_at("H7"), _at("L5", "P5", "I6")),
            plays=_only("sink H7"),
            instead=_("Sink H7: press *A*, then Enter."),
        ),
    )


def closing() -> str:
    return _(
        "The volcano! Only treasures on the islands count: yours are 6, 5, 4, 3 and 2, which makes 20, and Nereus has "
        "9. Two usually play with two colours each."
    )


def chip(text: str, look: Look) -> Piece:
    """`[6]` an explorer of yours, `[wind]` a kept beach by its back, `[beach]` or `[shark]` the sign of one."""
    from atlantis_tui.games.survive.look import own_colours, own_signs  # need a screen
    from atlantis_tui.games.survive.widgets.tiles import tile_chip

    palette, signs, colours = look.palette, own_signs(look.glyphs), own_colours(look.palette)
    if text.isdecimal():
        ink, ground = ("plain", "reverse") if palette.flat else (palette.ink, palette.seats[0])
        return text, palette.style(ink, ground, True)
    if text in TERRAINS:
        kind = TERRAINS.index(text)
        ground, ink = colours.terrain[kind - 1]
        return f" {signs.terrain[kind]} ", palette.style(ink, ground)
    if text in CREATURES:
        kind = CREATURES.index(text)
        ground, ink = colours.creatures[kind]
        return f" {signs.creatures[kind]} ", palette.style(ink, ground, True)
    if text == "landing":
        return signs.isle, palette.style(colours.landing, palette.sea, True)
    return tile_chip(BEACH, BACKS.index(text), look)


KEYS = ("do", "next(1)", "back", "explorer", "suggest", "defend")

LESSON = Lesson("survive", ("you", "bot:easy"), SEED, MOVES, steps, closing, chip, lines, KEYS, (("colours_each", 1),))
