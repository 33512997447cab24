"""The first game of Atalia in lines of text: what its steps say and ask where the screen cannot be seen."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.lesson_steps import StepLines
from atlantis_tui.text.translation import _


def lines() -> Sequence[StepLines]:
    """For each step of lesson.py, in the same order."""
    return (
        StepLines(
            _(
                "Two armies meet along nine fields, yours and that of Nereus. Who first owns three fields in a row, or "
                "any five, has won."
            )
        ),
        StepLines(
            _(
                "In a turn you lay one card of your hand. The troops have six colours, R red, G green, B blue, A "
                "amber, W white and V violet, and values from 1 to 10: G6 is the green 6."
            ),
            _("Type hand: it tells your cards."),
            asks="hand",
        ),
        StepLines(
            _("Every field has places for three cards on your side."),
            _("Type why G6 4: it tells what the green 6 would make on field 4, and does nothing."),
            asks="why G6 4",
        ),
        StepLines(
            _("Nothing is done yet. A card that lies stays where it is."),
            _("Type G6 4: that lays the green 6 on field 4."),
        ),
        StepLines(
            _(
                "Last you draw, from the deck you like: troops, or one of the ten tactics, which break the rules. "
                "Before a turn you are told how many are left."
            ),
            _("Type draw tactics, or t in short."),
        ),
        StepLines(
            _(
                "Many turns later. Your B2 and V2 on field 9 want a third 2: one value is a phalanx. Stronger is only "
                "a wedge, one colour in a row. Weaker are battalion, one colour, skirmish line, a row, and host, any "
                "three."
            ),
            _("Type why W2 9: it tells what the white 2 would make there."),
            asks="why W2 9",
        ),
        StepLines(
            task=_("Type why W2 9 claim 9: it tells what would beat you."),
            asks="why W2 9 claim 9",
        ),
        StepLines(
            _(
                "That was the proof against you: a 3 makes a phalanx of 9, and yours is 6. Only what lies on the table "
                "counts as seen; your own hand does not."
            )
        ),
        StepLines(
            _(
                "The command field 3 tells of field 3 what lies there and the best that each side can still reach, "
                "with which cards. The command fields tells it of all in short."
            )
        ),
        StepLines(
            _(
                "Nereus has just laid R8 on field 2. With R9 and R10 a battalion of 26 is the best that troops can "
                "still make on field 3. But a tactic could be the 8."
            ),
            _("Type R10 3."),
        ),
        StepLines(
            _(
                "The command scores tells how many of the five fields that win each of you has, and how many of three "
                "side by side. The command played tells how many tactics each has played and which cards left the game."
            )
        ),
        StepLines(
            _(
                "Nereus has the red 8, but you drew the cavalry: an 8 of any colour. Tactics are played instead of a "
                "troop, and you may never be more than one ahead of Nereus."
            ),
            _("Type cavalry 3."),
        ),
        StepLines(task=_("Type claim 3: the field is yours.")),  # A claim
        StepLines(
            _(
                "Alexander is any card that you need, settled only when the field is claimed. Each player may lay one "
                "leader in a game."
            ),
            _("Type alexander 6."),
        ),
        StepLines(task=_("Type G8 8 claim 8.")),  # Three in a row
    )
