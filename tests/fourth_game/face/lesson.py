"""The first game of Pearls: two players, eight turns, and three moments in them."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.lesson_steps import Lesson, Spot, Step, StepLines
from atlantis_tui.games.pearls.look import own_colours
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.rich_line import Piece

SEED = "FIRST-1"
MOVES = ("dive 2", "dive 3", "dive 5", "dive 4", "dive 1", "dive 5", "dive 6", "dive 1")


def steps() -> Sequence[Step]:
    return (
        Step(
            _("The shells"),
            _("These are your shells. Big ones hold more pearls."),
            "",
            0,
            (Spot("divers"),),
        ),
        Step(
            _("Diving"),
            _("[2] opens if the die shows 2 or more."),
            _("Press *2*, then *Enter*."),
            0,
            (Spot("divers", (("shell", 1),)),),
            plays=lambda moves: list(moves) == [("dive", 1)],
            instead=_("In this step the shell of size 2 is meant."),
        ),
        Step(
            _("The end"),
            _("Three dives later this is your last shell, and it opens only on a 6."),
            _("Press *6*, then *Enter*."),
            6,
            (Spot("divers", (("shell", 5),)),),
            plays=lambda moves: list(moves) == [("dive", 5)],
            instead=_("In this step the shell of size 6 is meant."),
        ),
    )


def lines() -> Sequence[StepLines]:
    """The same in lines of text."""
    return (
        StepLines(),
        StepLines(_("Shell 2 opens if the die shows 2 or more."), _("Type dive 2.")),
        StepLines(task=_("Type dive 6.")),
    )


def closing() -> str:
    return _("You know it all now.")


def chip(text: str, look: Look) -> Piece:
    """`[2]` a shell."""
    ground, ink = own_colours(look.palette).shell
    return f"[{text}]", look.palette.style(ink, ground, True)


LESSON = Lesson("pearls", ("you", "bot:random"), SEED, MOVES, steps, closing, chip, lines)
