"""The first game of Atalia: forty-nine turns, and fifteen moments in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui.games.atalia.lesson_lines import lines
from atlantis_tui.games.lesson_steps import Lesson, Spot, Step
from atlantis_tui.text.translation import _
from core.atalia.components import ALEXANDER, CAVALRY, COLOURS, TACTICS, TROOPS, TROOPS_IN_ALL, VALUES
from core.atalia.explain import why_no_claim
from core.atalia.notation import TACTIC_WORDS
from core.game import Move

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.rich_line import Piece

SEED = "FIRST-52"
# Whole turns, as a game between two bots went. Where only one deck is left, nobody has to choose it.
TURNS = (
    "G6 4, draw tactics",
    "R6 9, draw troops",
    "B8 7, draw tactics",
    "R2 7, draw tactics",
    "traitor R6 9 2, draw troops",
    "darius 4, draw troops",
    "A3 5, draw troops",
    "G3 5, draw troops",
    "R9 3, draw troops",
    "W10 3, draw troops",
    "W7 1, draw troops",
    "A7 1, draw tactics",
    "G9 8, draw troops",
    "B9 2, draw troops",
    "mud 4, draw troops",
    "redeploy darius 4 8, draw troops",
    "V4 6, draw troops",
    "R4 6, draw tactics",
    "W5 1, draw troops",
    "fog 2, draw tactics",
    "B2 9, draw troops",
    "V3 9, draw troops",
    "V2 9, draw troops",
    "W3 9, draw troops",
    "W2 9, draw troops",
    "R8 2, draw troops",
    "R10 3, draw tactics",
    "W9 3, draw troops",
    "cavalry 3, claim 3, draw tactics",
    "deserter W7 1, draw tactics",
    "alexander 6, draw tactics",
    "scout, return G7, return A9",
    "shield 6, claim 6",
    "V1 4",
    "G5 1",
    "W4 7",
    "V10 2",
    "V5 7",
    "W8 7",
    "A8 8",
    "A9 7, claim 7",
    "G2 5",
    "G10 8",
    "R7 1",
    "A5 1",
    "B1 4",
    "W6 4",
    "W1 4",
    "G8 8, claim 8",
)
MOVES = tuple(move for turn in TURNS for move in turn.split(", "))


def _face(text: str) -> int:
    """A card by its short name: R8, or a tactic's word."""
    if text in TACTIC_WORDS:
        return TROOPS_IN_ALL + TACTIC_WORDS.index(text)
    return COLOURS.index(text[0]) * VALUES + int(text[1:]) - 1


SIGNS = ("most", "over", "under", "tie", "beats")

FIRST, TWO, TEN, EIGHT = map(_face, ("G6", "W2", "R10", "G8"))


def _lays(card: int, field: int, *claims: int) -> Any:
    """Accepts this card on this field (counted from 1), with claims after it or without."""
    lay = ("lay", card, field - 1)

    def plays(moves: Sequence[Move]) -> bool:
        return list(moves) in ([lay], [lay, *(("claim", one - 1) for one in claims)])

    return plays


def _planned(card: int, field: int) -> Any:
    return lambda table: (table.plan.card, table.plan.cursor) == (card, field - 1)


def _plan(card: int, field: int) -> Any:
    """Chooses a card and a field for the person."""

    def choose(table: Any) -> None:
        table.plan.choose_card(card)
        table.plan.choose_field(field - 1)

    return choose


def _refused(card: int, field: int) -> Any:
    """Shown is what would beat this card there."""

    def shows(table: Any) -> bool:
        refused = table.plan.refused
        return refused is not None and refused.field == field - 1 and _planned(card, field)(table)

    return shows


def _ask_why(card: int, field: int) -> Any:
    """The same, and shows what would beat it there."""

    def ask(table: Any) -> None:
        _plan(card, field)(table)
        at = table.plan.after()
        reason = why_no_claim(at, table.plan.seat, field - 1)
        assert reason is not None
        table.plan.refuse_claim(field - 1, reason, at)

    return ask


def _side(number: int, *seats: int) -> Spot:
    """The cards of these seats at a field (counted from 1). Without seats, those of the person."""
    return Spot("line", tuple(("slot", seat, number - 1, slot) for seat in seats or (0,) for slot in range(4)))


def _held(card: int) -> Spot:
    return Spot("hand", (("card", card),))


def steps() -> Sequence[Step]:
    line, hand, players, prompt = Spot("line"), Spot("hand"), Spot("players"), Spot("prompt")
    return (
        Step(
            _("Nine fields"),
            _(
                "Two armies meet along nine fields. Your cards lie below the line, those of Nereus above it. Who first "
                "owns ~three~ fields in a row, or any ~five~, has won."
            ),
            "",
            0,
            (line,),
        ),
        Step(
            _("A card"),
            _("In a turn you lay one card of your hand. Its letter chooses a colour; once more, the next card of it."),
            _("Press *G* *G*: the green 6, [G6]. Or click it."),
            0,
            (_held(FIRST), hand),
            planned=lambda table: table.plan.card == FIRST,
            instead=_("The green 6 is meant: press G until it is chosen."),
        ),
        Step(
            _("A field"),
            _(
                "Every field has places for three cards on your side. The number of a field shows what the card would "
                "make there."
            ),
            _("Press *4*, or click field 4."),
            0,
            (_side(4),),
            planned=_planned(FIRST, 4),
            instead=_("Field 4 is meant: press *4*."),
            before=lambda table: table.plan.choose_card(FIRST),
            beside=(line,),
        ),
        Step(
            _("Look, then do it"),
            _("Nothing is done yet: the lines below tell all of it. A card that lies stays where it is."),
            _("*Enter* lays the card."),
            0,
            (_side(4), prompt),
            plays=_lays(FIRST, 4),
            instead=_("The green 6 on field 4 is meant: press G until it is chosen, then *4*, then Enter."),
            before=_plan(FIRST, 4),
        ),
        Step(
            _("Drawing"),
            _(
                "Last you draw, from the deck you like: ~D~, troops of six colours from 1 to 10, or ~T~, one of the "
                "ten tactics, which break the rules. Beside it stands how many are left."
            ),
            _("Press *T* for tactics."),
            1,
            (Spot("line", (("deck", TACTICS), ("deck", TROOPS))), prompt),
            plays=lambda moves: list(moves) == [("draw", TACTICS)],
            instead=_("Take a tactic: press T."),
        ),
        Step(
            _("A formation"),
            _(
                "Many turns later. Your [B2] and [V2] on field 9 want a third 2: one value is a ~phalanx~, on the "
                "board Phx. Stronger is only a ~wedge~ (Wdg), one colour in a row. Weaker are ~battalion~ (Bat), one "
                "colour, ~skirmish line~ (Skm), a row, and ~host~ (Hst), any three."
            ),
            _("Press *W*, then *9*."),
            48,
            (_side(9), _held(TWO)),
            planned=_planned(TWO, 9),
            instead=_("The white 2 on field 9 is meant: press W until it is chosen, then *9*."),
        ),
        Step(
            _("Not yours yet"),
            _(
                "To own a field you must ~prove~ that nothing beats you there. Nereus has [V3] and [W3]: with a third "
                "3 that nobody has seen, the phalanx would be higher."
            ),
            _("Press *X*: it shows what would beat you."),
            48,
            (_side(9, 0, 1), prompt),
            planned=_refused(TWO, 9),
            strays=lambda table: table.plan.refused is not None,
            instead=_("Press X to see what would beat you on field 9."),
            before=_plan(TWO, 9),
        ),
        Step(
            _("The proof against you"),
            _(
                "There it lies, marked [beats]: a 3 makes a phalanx of 9, and yours is 6. Only what lies on the table "
                "counts as seen; your own hand does not."
            ),
            "",
            48,
            (_side(9, 0, 1), prompt),
            before=_ask_why(TWO, 9),
        ),
        Step(
            _("Now and best"),
            _(
                "~now~ is the sum that lies there, ~best~ the best that a side can still reach: [over] is enough "
                "against the other side, [under] is not, [most] while both are open. [tie] at the number of a ~field~ "
                "says who gets it if both are equal."
            ),
            "",
            52,
            (line,),
        ),
        Step(
            _("What can still come"),
            _(
                "Nereus has just laid [R8] on field 2. With [R9] and [R10] a battalion of 26 is the best that troops "
                "can still make on field 3. But a tactic could be the 8. ~+~ marks the card that you drew last."
            ),
            _("Press *R* *R*, *3*, then *Enter*."),
            52,
            (_side(3), hand),
            plays=_lays(TEN, 3),
            instead=_("The red 10 on field 3 is meant: press R until it is chosen, then *3*, then Enter."),
        ),
        Step(
            _("You and Nereus"),
            _(
                "~fields~: how many of the five that win. ~row~: how many of three side by side. ~tac~: tactics "
                "played, and whether another may be. ~Guile~ lists those that lie on no field, ~Out~ the cards that "
                "left the game."
            ),
            "",
            56,
            (players,),
        ),
        Step(
            _("A tactic"),
            _(
                "Nereus has the red 8, but you drew [cavalry]: an 8 of any colour. Tactics are played instead of a "
                "troop, and you may never be more than one ahead of Nereus."
            ),
            _("Press *T*, *3*, then *Enter*."),
            56,
            (_held(CAVALRY), _side(3), players),
            plays=_lays(CAVALRY, 3, 3),
            instead=_("The cavalry on field 3 is meant: press T, then *3*, then Enter."),
        ),
        Step(
            _("A claim"),
            _(
                "Now it is proved: with [W9] and [W10] Nereus reaches a wedge of 27 at best, and if both are equal, "
                "who was ready first has the field."
            ),
            _("Press *C*: field 3 is yours."),
            57,
            (_side(3), prompt),
            plays=lambda moves: list(moves) == [("claim", 2)],
            instead=_("Claim field 3: press C."),
        ),
        Step(
            _("A leader"),
            _(
                "[alexander] is any card that you need, settled only when the field is claimed. Each player may lay "
                "one leader in a game."
            ),
            _("Press *T*, *6*, then *Enter*."),
            61,
            (_held(ALEXANDER), _side(6)),
            plays=_lays(ALEXANDER, 6),
            instead=_("Alexander on field 6 is meant: press T, then *6*, then Enter."),
        ),
        Step(
            _("Three in a row"),
            _(
                "Fields 6 and 7 are yours by now. [G8] beside [G9] and [G10] is a wedge that nothing unseen beats: lay "
                "it on field 8, claim that with it, and you have won."
            ),
            _("Press *G* *G*, *8*, *C*, then *Enter*."),
            84,
            (_side(8), _held(EIGHT), _side(6), _side(7)),
            plays=lambda moves: list(moves) == [("lay", EIGHT, 7), ("claim", 7)],
            instead=_("Press G until the green 8 is chosen, then *8*, then C for the claim, then Enter."),
        ),
    )


def closing() -> str:
    return _(
        "Three fields in a row: the game is over at once. You know how to lay, prove and claim now; the rules tell "
        "what each of the ten tactics does."
    )


def chip(text: str, look: Look) -> Piece:
    """`[R8]` a troop, `[cavalry]` a tactic, `[over]` a sign of what a side can reach."""
    from atlantis_tui.games.atalia.look import own_signs  # need a screen
    from atlantis_tui.games.atalia.widgets import chips

    if text not in SIGNS:
        return chips.card(_face(text), look)
    palette, signs = look.palette, own_signs(look.glyphs)
    if text == "beats":
        return f"{look.glyphs.no}{_('beats')}", palette.style(
            palette.text if palette.flat else palette.take, palette.surf, True
        )
    sign = f"={look.glyphs.figures[0]}" if text == "tie" else str(getattr(signs, text))
    return sign, palette.style(palette.text if palette.flat else palette.select, palette.surf, True)


KEYS = ("do", "back", "troops", "tactic", "claim", "why")

LESSON = Lesson("atalia", ("you", "bot:easy"), SEED, MOVES, steps, closing, chip, lines, KEYS)
