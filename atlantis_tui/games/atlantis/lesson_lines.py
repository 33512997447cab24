"""The first game of Atlantis in lines of text: what its steps say and ask where the screen cannot be seen."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.lesson_steps import StepLines
from atlantis_tui.text.translation import _


def lines() -> Sequence[StepLines]:
    """For each step of lesson.py, in the same order."""
    return (
        StepLines(),  # The way home
        StepLines(
            _(
                "The road has 53 places, counted from 0. A tile there is told by its symbol and its value, 1 to 7: F5 "
                "is a flag worth 5, and stack means that another tile lies under it. At place 26 there is water "
                "already; its number, 4, is what crossing it costs. The command path tells all of the road, gaps the "
                "water."
            )
        ),
        StepLines(  # A figure
            task=_("Nothing is played yet. Type where 1: it tells where each of your cards leads figure 1."),
            asks="where 1",
        ),
        StepLines(
            _(
                "A card leads to the next tile ahead with its symbol, however far. You hold a ring, R, so figure 1 can "
                "go to R3 at place 7."
            ),
            _("Type why 1 R: it tells what figure 1 with the ring would do, and does nothing."),
            asks="why 1 R",
        ),
        StepLines(
            _(
                "Nothing is done yet. Figure 1 would land on R3 and take F2, the first tile behind it that nobody "
                "stands on. Then you draw a card."
            ),
            _("Type 1 R: that makes the move."),
        ),
        StepLines(
            _(
                "The command hand tells your cards and tiles: you own one tile of 2 now. The command scores tells how "
                "many cards are left in the deck, and how many are discarded."
            )
        ),
        StepLines(
            _(
                "Nereus has moved to F3, your next flag, at place 1. Nobody stops on a held place: you play another "
                "card and go on from there, to the next free one. Here a second flag leads to F6 at place 3."
            ),
            _("Type 2 F F: figure 2 with two flags."),
        ),
        StepLines(
            _(
                "Some turns later. Where the last tile was taken, water opened, or at Atlantis the road sank. Crossing "
                "costs the smaller of the two tiles beside it, however wide it is: 3 at place 11, and 3 again at place "
                "16."
            ),
            _("Type why 2 F: figure 2 would cross both."),
            asks="why 2 F",
        ),
        StepLines(
            _(
                "3 and 3 make 6. You pay with tiles at their value and with cards at 1 each, and get no change: your 4 "
                "and your 2 fit exactly. Without them in the line you are asked how you pay."
            ),
            _("Type 2 F pay 4 2."),
        ),
        StepLines(
            _(
                "The command scores tells of every player how many tiles and cards they hold, how many figures are "
                "home and whether the bridge is laid; what they own in tiles and cards, what bringing all figures home "
                "would cost, and the points that would be left."
            )
        ),
        StepLines(
            _(
                "Figure 1 stands before water of 4, at place 39. You have one bridge for the whole game: where it "
                "lies, everybody crosses for nothing from then on."
            ),
            _("Type bridge 39."),
        ),
        StepLines(
            _("Now that water is free: H takes figure 1 over the bridge, to the next helmet."),
            _("Type 1 H."),
        ),
        StepLines(task=_("Type buy 5.")),  # Trading a tile
        StepLines(task=_("Type 1 S.")),  # Coming home
        StepLines(),  # Nearly home
        StepLines(
            _("Water of 2 and of 5 lies before figure 3, but no helmet: H leads it home."),
            _("Type 3 H. You are asked how you pay, or write it behind: 3 H pay 7."),
        ),
    )
